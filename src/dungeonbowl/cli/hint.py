from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from rich.console import Console
from rich.markup import escape

from dungeonbowl import compiled
from dungeonbowl.bots.advice import AS_HARD, Advice, Advised, advise
from dungeonbowl.bots.outside import WHO, find_bot
from dungeonbowl.bots.reasons import percent
from dungeonbowl.bots.seat import Seat, options_of
from dungeonbowl.engine.frames import ASK, OVER
from dungeonbowl.engine.game import Game
from dungeonbowl.errors import UserError
from dungeonbowl.languages import decimal, t
from dungeonbowl.play.replays import Replay
from dungeonbowl.records import replay, save
from dungeonbowl.records.files import read_limited
from dungeonbowl.scenes.bundled import bundled_scenarios, find_scenario
from dungeonbowl.scenes.scenario import load_scenario, take
from dungeonbowl.scenes.scenario_file import Reader
from dungeonbowl.words.notation import COACHES, Names, spell

LAST: Final = 0


def hint(
    path: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="A save, a replay, or a scenario: a .toml file or an id (ex-05)."),
    ],
    at: Annotated[
        int,
        typer.Option(
            min=0,
            help="Before decision N of a replay, or step N of a scenario.",
            metavar="N",
            show_default="where a replay ends, where a scenario begins",
        ),
    ] = LAST,
    variant: Annotated[str, typer.Option(help="The variant of a scenario.", show_default="its main line")] = "",
    count: Annotated[int, typer.Option(min=1, max=12, help="At most so many actions.")] = 4,
    tries: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="Try things out so often: the same tries, the same answer; 0 to trust the script.",
            show_default="as often as the bot hard, or 0 if not compiled",
        ),
    ] = None,
    think: Annotated[
        float | None,
        typer.Option(min=0.0, help="Try things out for so many seconds instead; 0 to trust the script."),
    ] = None,
    bot: Annotated[
        str, typer.Option(help=f"Ask this bot what it would do: {WHO}.", show_default="all that the computer sees")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """What would a good coach do here? The best few actions, how good each is, and why.

    Example: dungeonbowl hint match.jsonl --at 120

    Example: dungeonbowl hint ex-05 --tries 0 --json

    Example: dungeonbowl hint match.jsonl --at 120 --bot my_bot.py:MyBot
    """
    game, names = position(path, at, variant)
    if game.signal == OVER:
        raise UserError(f"{path}: the match is over here; say an earlier decision with --at")
    if game.signal != ASK:
        raise UserError(f"{path}: the match waits for dice here, not for a coach")
    notation = names or Names(game)
    if bot:
        tell_choice(game, notation, bot, as_json)
        return
    if tries is None:
        tries = 0 if think is not None or not compiled() else AS_HARD
    found = advise(game, count, think or 0.0, tries, names)
    side = side_name(game, found.side)
    if as_json:
        typer.echo(json.dumps(as_table(game, found, notation, side), ensure_ascii=False, indent=1))
        return
    console = Console(highlight=False)
    told = "{side} decides. The best that the computer sees, by the rules of thumb of the bot normal:"
    if found.searched:
        told = "{side} decides. The best that the computer sees, tried out on copies of the match:"
    console.print(t(told, side=f"[bold]{escape(side_said(side))}[/bold]"))
    for number, advice in enumerate(found.advice, 1):
        console.print(f"\n{number}. [bold]{escape(advice.label)}[/bold]{escape(estimate(advice))}")
        if advice.reason:
            console.print(f"   {escape(advice.reason)}")
        actions = "; ".join(spelled(game, notation, advice))
        console.print(f"   [dim]{escape(actions)}[/dim]")


def tell_choice(game: Game, names: Names, name: str, as_json: bool) -> None:
    """Print what one bot would do here; `UserError` if it fails."""
    seat = Seat(find_bot(name, 1), tells=False)
    choice = seat.choose(game, options_of(game))
    if seat.lost:
        raise UserError(f"{name} failed here: {seat.failures()[0].words}")
    options_of(game)
    action = spell(game, names, choice)
    side = side_name(game, int(game.asked))
    if as_json:
        found = {"side": int(game.asked), "coach": side, "bot": name, "action": action, "number": choice}
        typer.echo(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        typer.echo(t("{side} decides. {bot} would: {action}", side=side_said(side), bot=name, action=action))


def estimate(advice: Advice) -> str:
    parts = []
    if advice.chance is not None:
        parts.append(t("{chance} to win", chance=percent(advice.chance)))
    elif advice.gain is not None:
        parts.append(t("{chance} to win", chance=f"{decimal(advice.gain * 100, 0, sign=True)} %"))
    if advice.odds is not None and advice.odds < 0.9995:
        parts.append(t("{chance} safe", chance=percent(advice.odds)))
    return f"  ({', '.join(parts)})" if parts else ""


def spelled(game: Game, names: Names, advice: Advice) -> list[str]:
    """The actions in the notation of replays."""
    return [spell(game, names, each) for each in advice.actions]


def side_name(game: Game, side: int) -> str:
    names = game.squads.names
    return str(names[side]) if side < len(names) and names[side] else COACHES[side]


def side_said(name: str) -> str:
    """The same for people: sides without a team are called by their word in every language."""
    return t(name) if name in COACHES else name


def as_table(game: Game, found: Advised, names: Names, side: str) -> dict[str, object]:
    """The advice for programs."""
    rows = []
    for advice in found.advice:
        row = msgspec.to_builtins(advice)
        row["numbers"] = row.pop("actions")
        rows.append({"actions": spelled(game, names, advice), **row})
    return {"side": found.side, "coach": side, "searched": found.searched, "advice": rows}


# --- the position -----------------------------------------------------------------------------------------------------


def position(path: Path, at: int, variant: str) -> tuple[Game, Names | None]:
    """The game of a file at the given decision, and the names of its players there; None for the usual names."""
    if path.suffix == ".toml":
        return of_scenario(path, at, variant)
    if is_bundled(path):
        return of_scenario(find_scenario(str(path)), at, variant)
    if variant:
        raise UserError("--variant is for scenarios")
    kind = kind_of_file(path)
    if kind == save.KIND:
        if at != LAST:
            raise UserError("--at is for replays and scenarios: a save is one position")
        return save.load(save.read_save(path)), None
    if kind == replay.KIND:
        return of_replay(path, at), None
    raise UserError(f"{path}: expected a save, a replay, or a scenario (.toml)")


def is_bundled(path: Path) -> bool:
    """Whether the word is the id of a scenario of the package, with or without its edition."""
    edition, _, identity = str(path).lower().rpartition(":")
    return any(identity in files for name, files in bundled_scenarios().items() if edition in ("", name))


def kind_of_file(path: Path) -> str:
    data = read_limited(path, save.LONGEST_FILE)
    try:
        return msgspec.json.decode(data.split(b"\n", 1)[0], type=replay.Head).kind
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""


def of_replay(path: Path, at: int) -> Game:
    read = Replay.load(path)
    decisions = len(read) - 1  # the first moment is the beginning
    if at > decisions + 1:
        raise UserError(f"{path}: decision {at}; expected 1 to {decisions}")
    return read.at(decisions if at == LAST else at - 1).engine.game


def of_scenario(path: Path, at: int, variant: str) -> tuple[Game, Names]:
    scenario = load_scenario(path)
    line = next((line for line in scenario.lines if line.name == variant), None)
    if line is None:
        names = ", ".join(repr(line.name) for line in scenario.lines if line.name) or "none"
        raise UserError(f"{path}: there is no variant {variant!r}; there are: {names}")
    steps = max(at - 1, 0)
    if steps > len(line.steps):
        raise UserError(f"{path}: step {at}; expected 1 to {len(line.steps) + 1}")
    scene = Reader(scenario.source).build(line)
    for step in line.steps[:steps]:
        take(scene, step)
    return scene.game, scene.names
