"""The figures of `dungeonbowl bench`, and the loops that measure them.

This file is also a program of its own. `dungeonbowl bench --against` runs it with the Python and the package of another
build: it reads one order a line from standard input, and answers each with one line of JSON. Both builds are then
measured by the same loops. For that reason nothing of the package is imported before a figure needs it, and what an
older build does not have is missing from its answers instead of ending the program.

A second is a second of the processor's time for this process, so that other programs on the machine take none of it.
They still take room in the caches and share the core's units: therefore each figure is the best of several rounds.
"""

from __future__ import annotations

import gc
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from dungeonbowl.dungeon.graph import Dungeon
    from dungeonbowl.engine.game import Game
    from dungeonbowl.engine.rules import Rules
    from dungeonbowl.engine.setup import Squads

IMPORT: Final = "import time; began = time.perf_counter(); import dungeonbowl; print(time.perf_counter() - began)"
TEAMS: Final = ("beasts-balanced", "death-strong")
KEPT: Final = 20_000  # clones that a large search tree keeps alive
AT_ONCE: Final = 2000  # decisions between two looks at the clock, if a match goes on for so long
MOMENT: Final = 0.0005  # seconds for which clones are made without a look around
TRIES: Final = 50  # tries of the search that is measured
# Compiled and interpreted: matches side by side in the vector environment; dungeons and matches that are averaged. They
# are always the same ones, because one seed takes longer than another.
LANES: Final = (64, 4)
DUNGEONS: Final = (10, 1)
MATCHES: Final = (4, 1)


class Stage(NamedTuple):
    """Where a figure is measured: the last of the edition's layouts, with equal squads or two of its ready teams."""

    rules: Rules
    dungeon: Dungeon
    squads: Squads
    teams: Squads


class Figure(NamedTuple):
    """A figure: its name in the JSON, its meaning, the aim at the reference calibration, and how it is measured. The
    measure takes the edition of `--edition` and a number of seconds."""

    name: str
    words: str
    aim: float | None
    measure: Callable[[str, float], float]

    @property
    def more_is_better(self) -> bool:
        return self.name.endswith("_per_s")


class NotInstalled(Exception):
    """A requirement of a figure cannot be imported."""


@cache
def stage_of(edition: str) -> Stage:
    from dungeonbowl.editions import build, name_of
    from dungeonbowl.engine.setup import standard_squads
    from dungeonbowl.records.squads import squads_of
    from dungeonbowl.teams.ready import ready_ids, ready_team

    rules = build(edition)
    name = name_of(rules.edition)
    ready = ready_ids(name)
    pair = [identity for identity in TEAMS if identity in ready] or ready[:2]
    return Stage(
        rules,
        rules.layouts.dungeon(len(rules.layouts.names) - 1),
        standard_squads(12, agility=rules.policies.sheets.usual_agility()),
        squads_of([ready_team(identity, name) for identity in pair]),
    )


def amount(choices: tuple[int, int]) -> int:
    from dungeonbowl import compiled

    return choices[0] if compiled() else choices[1]


def timed(work: Callable[[], int], seconds: float) -> tuple[int, float]:
    """Do some work again and again for so many seconds: how much was done, and the seconds that it took. The work says
    how much it did."""
    began = time.process_time()
    done = 0
    spent = 0.0
    while done == 0 or spent < seconds:
        done += work()
        spent = time.process_time() - began
    return done, spent


# --- random play ------------------------------------------------------------------------------------------------------


def decisions_per_second(rules: Rules, dungeon: Dungeon, squads: Squads, seconds: float) -> float:
    """Decisions a second of random play: apply, list all legal actions, pick one; match after match."""
    from dungeonbowl.bots import playout
    from dungeonbowl.engine.dice import SeededDice

    dice = SeededDice(1)
    game = playout.new_match(rules, dungeon, squads)

    def play() -> int:
        nonlocal game
        made = int(playout.random_steps(game, dice, AT_ONCE))
        if made < AT_ONCE:
            game = playout.new_match(rules, dungeon, squads)
        return made

    done, spent = timed(play, seconds)
    return done / spent


def steps(edition: str, seconds: float) -> float:
    stage = stage_of(edition)
    return decisions_per_second(stage.rules, stage.dungeon, stage.squads, seconds)


def team_steps(edition: str, seconds: float) -> float:
    stage = stage_of(edition)
    return decisions_per_second(stage.rules, stage.dungeon, stage.teams, seconds)


def games(edition: str, seconds: float) -> float:
    from dungeonbowl.bots import playout

    stage = stage_of(edition)
    seeds = count(1)

    def play() -> int:
        playout.random_game(stage.rules, stage.dungeon, stage.squads, next(seeds))
        return 1

    done, spent = timed(play, seconds)
    return done / spent


def always(edition: str, measure: Callable[[str, float], float]) -> Callable[[str, float], float]:
    """The same measure in an edition that `--edition` does not change."""
    return lambda _, seconds: measure(edition, seconds)


# --- clones and searches ----------------------------------------------------------------------------------------------


@cache
def middle_of(edition: str) -> Game:
    from dungeonbowl.bots import playout

    stage = stage_of(edition)
    return playout.middle_of_match(stage.rules, stage.dungeon, stage.squads, 1)


def clone_time(game: Game, seconds: float) -> float:
    """Microseconds for a clone: the best of many moments, each so short that other programs seldom come between. The
    loop is compiled, because a call from Python would cost a good part of a clone."""
    from dungeonbowl.bots import playout

    return playout.clone_microseconds(game, MOMENT, max(1, int(seconds / MOMENT)))


def clones(edition: str, seconds: float) -> float:
    return clone_time(middle_of(edition), seconds)


def kept_clones(edition: str, seconds: float) -> float:
    """Microseconds for one of many clones that are all kept, with the ordinary garbage collector at work. Letting
    them go is not counted."""
    clone = middle_of(edition).clone
    was_on = gc.isenabled()
    gc.enable()
    spent = 0.0
    made = 0
    try:
        while made == 0 or spent < seconds:
            gc.collect()
            kept: list[Any] = []
            keep = kept.append
            began = time.process_time()
            for _ in range(KEPT):
                keep(clone())
            spent += time.process_time() - began
            made += len(kept)
            kept.clear()
    finally:
        if not was_on:
            gc.disable()
    return spent * 1e6 / made


@cache
def crowd_of(edition: str) -> Game:
    from dungeonbowl.bots import playout

    stage = stage_of(edition)
    return playout.scrimmage(stage.rules, stage.dungeon, stage.squads, 1)


def reach_time(game: Game, seconds: float) -> float:
    """Microseconds for a search of reachable squares, on average over the standing players of the first side."""
    from mypy_extensions import i64

    from dungeonbowl.engine.pathfinder import reach_from_rest
    from dungeonbowl.engine.statuses import STANDING

    pieces = range(int(game.first_piece(i64(0))), int(game.last_piece(i64(0))))
    standing = [piece for piece in pieces if game.square[piece] >= 0 and int(game.status[piece]) == STANDING]

    def search() -> int:
        for piece in standing:
            reach_from_rest(game, piece)
        return len(standing)

    done, spent = timed(search, seconds)
    return spent * 1e6 / done


def reach(edition: str, seconds: float) -> float:
    return reach_time(crowd_of(edition), seconds)


@cache
def searched_game(edition: str) -> Game:
    """A match with teams, between two activations in its middle, where there is something to search."""
    from mypy_extensions import i64

    from dungeonbowl.bots import playout
    from dungeonbowl.bots.ladder import HardBot
    from dungeonbowl.bots.seat import options_of
    from dungeonbowl.engine.dice import SeededDice
    from dungeonbowl.engine.frames import ASK
    from dungeonbowl.engine.loop import advance, choose_trusted

    stage = stage_of(edition)
    game = playout.middle_of_match(stage.rules, stage.dungeon, stage.teams, i64(1))
    dice = SeededDice(i64(1))
    while True:
        bot = HardBot(1, 0.0, TRIES)  # fewer tries have fewer ideas
        choice = bot.choose(game.as_known_to(game.asked), options_of(game))
        if len(bot.coach.ideas) > 3:
            return game
        choose_trusted(game, i64(choice))
        if advance(game, dice) != ASK:
            game = playout.middle_of_match(stage.rules, stage.dungeon, stage.teams, i64(2))


def searching(edition: str, seconds: float) -> float:
    """Decisions of scripted coaches a second during a search."""
    from dungeonbowl.bots.ladder import HardBot
    from dungeonbowl.bots.seat import options_of

    game = searched_game(edition)
    seeds = count()

    def search() -> int:
        bot = HardBot(next(seeds), 0.0, TRIES)
        bot.choose(game.as_known_to(game.asked), options_of(game))
        return int(bot.coach.nodes)

    done, spent = timed(search, seconds)
    return done / spent


# --- learners ---------------------------------------------------------------------------------------------------------


@cache
def lanes_of(edition: str, opponent: str | None) -> Any:
    from dungeonbowl.learn.vector import DungeonBowlVectorEnv

    env = DungeonBowlVectorEnv(amount(LANES), opponent=opponent, editions=[edition], seed=1)
    env.reset(seed=1)
    return env


def learning(edition: str, seconds: float, opponent: str | None = None) -> float:
    """Steps a second of the vector environment, with observation and mask: random legal actions in all the edition's
    dungeons with its ready teams."""
    try:
        env = lanes_of(edition, opponent)
    except ImportError as error:
        raise NotInstalled("NumPy is missing: pip install dungeonbowl") from error

    def step() -> int:
        env.step(env.sample_actions())
        return int(env.num_envs)

    done, spent = timed(step, seconds)
    return done / spent


def learning_against_normal(edition: str, seconds: float) -> float:
    return learning(edition, seconds, "normal")


# --- dungeons, matches, the package -----------------------------------------------------------------------------------


def generating(edition: str, seconds: float) -> float:
    """Milliseconds for a dungeon, on average over the same few seeds."""
    from dungeonbowl.dungeon.generator import generate

    return average(lambda seed: generate(seed=seed), amount(DUNGEONS), seconds)


def matches(edition: str, seconds: float) -> float:
    """Milliseconds for a match of two scripted coaches as `sim` plays it, on average over the same few seeds."""
    from dungeonbowl.bots.arena import Pairing, play

    pairing = Pairing(edition)
    return average(lambda seed: play(pairing, seed), amount(MATCHES), seconds)


def average(work: Callable[[int], object], seeds: int, seconds: float) -> float:
    """Milliseconds for one piece of work. Every seed is counted as often as every other."""

    def once() -> int:
        for seed in range(1, seeds + 1):
            work(seed)
        return seeds

    done, spent = timed(once, seconds)
    return spent * 1000 / done


def importing(edition: str, seconds: float) -> float:
    """Milliseconds until the package can be used, in a Python of its own."""
    command = [sys.executable, "-P", "-c", IMPORT]
    return 1000 * float(subprocess.run(command, capture_output=True, check=True, text=True).stdout)


# --- the table --------------------------------------------------------------------------------------------------------

FIGURES: Final = (
    Figure("steps_per_s", "decisions a second, random play", 3_000_000.0, steps),
    Figure("team_steps_per_s", "the same, two teams with all their skills", 2_200_000.0, team_steps),
    Figure("stockbowl_steps_per_s", "the same in StockBowl", 2_500_000.0, always("stockbowl", steps)),
    Figure("stockbowl_team_steps_per_s", "... with teams", None, always("stockbowl", team_steps)),
    Figure("classic_steps_per_s", "... Astrogranite classic", 2_700_000.0, always("astrogranite(classic)", steps)),
    Figure("standard_steps_per_s", "... Astrogranite standard", 2_000_000.0, always("astrogranite", steps)),
    Figure("full_steps_per_s", "... Astrogranite full", 1_200_000.0, always("astrogranite(full)", steps)),
    Figure("games_per_s", "matches a second, random play", None, games),
    Figure("clone_us", "µs for a clone in mid-match", 0.25, clones),
    Figure("kept_clone_us", f"µs for a clone, one of {KEPT:,} that are kept", 0.6, kept_clones),
    Figure("reach_us", "µs for a search with odds, 12 players a side", 8.0, reach),
    Figure("search_nodes_per_s", "decisions a second in the tries of the hard bot", 300_000.0, searching),
    Figure("env_steps_per_s", "steps a second of the vector environment for learners", 400_000.0, learning),
    Figure("env_normal_steps_per_s", "the same against `normal`", 60_000.0, learning_against_normal),
    Figure("generate_ms", "ms to generate a standard dungeon", 2.0, generating),
    Figure("match_ms", "ms for a match of `normal` against `normal`", 15.0, matches),
    Figure("import_ms", "ms for `import dungeonbowl`", 100.0, importing),
)
BY_NAME: Final = {figure.name: figure for figure in FIGURES}


def calibrate() -> float:
    """Seconds that this machine takes for a fixed piece of plain Python: the best of three."""
    best = 1e9
    for _ in range(3):
        began = time.process_time()
        sum(i * i % 7 for i in range(3_000_000))
        best = min(best, time.process_time() - began)
    return best


# --- the program that `--against` runs --------------------------------------------------------------------------------


def answer(order: dict[str, Any]) -> dict[str, Any]:
    """Measure what is asked for. What this build cannot do is an answer too."""
    if order["figure"] == "calibration_s":
        return {"value": calibrate()}
    try:
        return {"value": BY_NAME[order["figure"]].measure(order["edition"], order["seconds"])}
    except NotInstalled as error:
        return {"missing": str(error)}
    except Exception as error:  # an older build may lack anything
        return {"missing": f"{type(error).__name__}: {error}"}


def serve() -> None:
    """Say what this build is, then answer order after order until the input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever the package prints must not stand between the answers
    import dungeonbowl

    def say(words: dict[str, Any]) -> None:
        answers.write(json.dumps(words) + "\n")
        answers.flush()

    package = str(Path(str(dungeonbowl.__file__)).parent)
    python = platform.python_version()
    say({"package": package, "version": dungeonbowl.__version__, "compiled": dungeonbowl.compiled(), "python": python})
    for line in sys.stdin:
        say(answer(json.loads(line)))


if __name__ == "__main__":
    serve()
