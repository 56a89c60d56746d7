from __future__ import annotations

import json
import subprocess
import sys
import time
from typing import Annotated, Final

import typer
from mypy_extensions import i64
from rich.console import Console
from rich.table import Table

from dungeonbowl import compiled
from dungeonbowl.bots import playout
from dungeonbowl.bots.ladder import HardBot
from dungeonbowl.bots.seat import options_of
from dungeonbowl.cli.match_options import USUAL_EDITION
from dungeonbowl.cli.speed import warn_if_interpreted
from dungeonbowl.cli.tables import screen
from dungeonbowl.dungeon.generator import generate
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.editions import EditionError, build, name_of
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.loop import advance, choose_trusted
from dungeonbowl.engine.rules import Rules
from dungeonbowl.engine.setup import Squads, standard_squads
from dungeonbowl.errors import UserError
from dungeonbowl.records.squads import squads_of
from dungeonbowl.teams.ready import ready_ids, ready_team

ROUNDS: Final = 5
REFERENCE: Final = 0.245  # seconds that the calibration took on the machine for which the aims were set
# Name, meaning, the aim at the reference calibration, whether more is better.
FIGURES: Final = (
    ("steps_per_s", "decisions a second, random play", 1_000_000.0, True),
    ("games_per_s", "matches a second, random play", None, True),
    ("clone_us", "µs for a clone in mid-match", 1.0, False),
    ("reach_us", "µs for a search with odds, 12 players a side", 20.0, False),
    ("team_steps_per_s", "decisions a second, two teams with all their skills", 800_000.0, True),
    ("generate_ms", "ms to generate a standard dungeon", 50.0, False),
    ("search_nodes_per_s", "decisions a second in the tries of the hard bot", None, True),
    ("env_steps_per_s", "steps a second of the vector environment for learners", 200_000.0, True),
    ("import_ms", "ms for `import dungeonbowl`", 100.0, False),
)
IMPORT: Final = "import time; began = time.perf_counter(); import dungeonbowl; print(time.perf_counter() - began)"
LANES: Final = 64  # matches side by side in the vector environment
TRIES: Final = 50  # tries of the search that is measured
TEAMS: Final = ("beasts-balanced", "death-strong")


def bench(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    seconds: Annotated[float, typer.Option(min=0.01, help="How long to measure, in all.")] = 20.0,
    edition: Annotated[str, typer.Option(help="The edition, with its options.")] = USUAL_EDITION,
) -> None:
    """Measure the engine on one core: each figure is the best of several rounds.

    Example: dungeonbowl bench --seconds 5
    """
    warn_if_interpreted()
    found = measure(seconds, edition)
    if found["env_steps_per_s"] is None:
        typer.echo("env_steps_per_s is not measured, NumPy is missing: pip install dungeonbowl", err=True)
    if as_json:
        typer.echo(json.dumps(found))
    else:
        print_figures(screen(), found)


def measure(seconds: float, edition: str = USUAL_EDITION) -> dict[str, bool | float | None]:
    """All figures by their names. They are measured in the last of the edition's layouts, with two of its ready
    teams."""
    try:
        rules = build(edition)
    except EditionError as error:
        raise UserError(str(error)) from None
    name = name_of(rules.edition)
    dungeon = rules.layouts.dungeon(len(rules.layouts.names) - 1)
    squads = standard_squads(12, agility=rules.policies.sheets.usual_agility())
    ready = ready_ids(name)
    pair = [identity for identity in TEAMS if identity in ready] or ready[:2]
    teams = squads_of([ready_team(identity, name) for identity in pair])
    share = seconds / len(FIGURES) / ROUNDS
    middle = playout.middle_of_match(rules, dungeon, squads, 1)
    crowd = playout.scrimmage(rules, dungeon, squads, 1)
    before = calibrate()
    found: dict[str, bool | float | None] = {
        "compiled": compiled(),
        "calibration_s": before,
        "steps_per_s": playout.steps_per_second(rules, dungeon, squads, share, ROUNDS),
        "games_per_s": playout.games_per_second(rules, dungeon, squads, share, ROUNDS),
        "clone_us": playout.clone_microseconds(middle, share, ROUNDS),
        "reach_us": playout.reach_microseconds(crowd, 0, share, ROUNDS),
        "team_steps_per_s": playout.steps_per_second(rules, dungeon, teams, share, ROUNDS),
        "generate_ms": generating(share * ROUNDS),
        "search_nodes_per_s": searching(rules, dungeon, teams, share),
        "env_steps_per_s": learning(edition, share),
        "import_ms": importing(),
    }
    found["calibration_s"] = min(before, calibrate())
    return found


def importing() -> float:
    """Milliseconds until the package can be used, in a Python of its own; the best of three."""
    command = [sys.executable, "-c", IMPORT]
    taken = [float(subprocess.run(command, capture_output=True, check=True, text=True).stdout) for _ in range(3)]
    return 1000 * min(taken)


def generating(seconds: float) -> float:
    """Milliseconds for a dungeon, the average over as many seeds as the time allows."""
    began = time.perf_counter()
    made = 0
    while made == 0 or time.perf_counter() - began < seconds:
        made += 1
        generate(seed=made)
    return (time.perf_counter() - began) * 1000 / made


def searching(rules: Rules, dungeon: Dungeon, squads: Squads, seconds: float) -> float:
    """Decisions of scripted coaches a second during a search, which starts between two activations in the middle of a
    match."""
    game = playout.middle_of_match(rules, dungeon, squads, i64(1))
    dice = SeededDice(i64(1))
    while True:  # play on until there is something to search
        bot = HardBot(1, 0.0, 1)
        choice = bot.choose(game.as_known_to(game.asked), options_of(game))
        if len(bot.coach.ideas) > 3:
            break
        choose_trusted(game, i64(choice))
        if advance(game, dice) != ASK:
            game = playout.middle_of_match(rules, dungeon, squads, i64(2))
    best = 0.0
    for seed in range(ROUNDS):
        began = time.perf_counter()
        nodes = 0
        while time.perf_counter() - began < seconds:
            bot = HardBot(seed, 0.0, TRIES)
            bot.choose(game.as_known_to(game.asked), options_of(game))
            nodes += int(bot.coach.nodes)
        best = max(best, nodes / (time.perf_counter() - began))
    return best


def learning(edition: str, seconds: float) -> float | None:
    """Steps a second of the vector environment on one core, with observation and mask: random legal actions in all the
    edition's dungeons with its ready teams. None if its requirements are not installed."""
    try:
        from dungeonbowl.learn.vector import DungeonBowlVectorEnv
    except ImportError:
        return None
    env = DungeonBowlVectorEnv(LANES, editions=[edition], seed=1)
    env.reset(seed=1)
    best = 0.0
    for _ in range(ROUNDS):
        began = time.perf_counter()
        made = 0
        while made == 0 or time.perf_counter() - began < seconds:
            env.step(env.sample_actions())
            made += LANES
        best = max(best, made / (time.perf_counter() - began))
    return best


def calibrate() -> float:
    """Seconds that this machine takes for a fixed piece of plain Python: the best of three."""
    best = 1e9
    for _ in range(3):
        began = time.perf_counter()
        sum(i * i % 7 for i in range(3_000_000))
        best = min(best, time.perf_counter() - began)
    return best


def print_figures(console: Console, found: dict[str, bool | float | None]) -> None:
    """Print a table with the aims, and every figure converted to the reference calibration."""
    calibration = found["calibration_s"] or REFERENCE
    factor = REFERENCE / calibration
    engine = "compiled" if found["compiled"] else "interpreted"
    table = Table(title=f"engine {engine}, calibration {calibration:.3f} s", title_justify="left")
    table.add_column("what")
    table.add_column("measured", justify="right")
    table.add_column(f"at calibration {REFERENCE}", justify="right")
    table.add_column("aim", justify="right")
    for name, words, aim, more_is_better in FIGURES:
        value = found[name]
        if value is None:
            table.add_row(words, "not installed", "", "" if aim is None else shown(aim))
            continue
        scaled = value / factor if more_is_better else value * factor
        reached = "" if aim is None else "✓" if (scaled >= aim) == more_is_better else "✗"
        table.add_row(words, shown(value), shown(scaled), "" if aim is None else f"{reached} {shown(aim)}")
    console.print(table)


def shown(value: float) -> str:
    """Three significant digits, or whole numbers from 100 on."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
