from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from dungeonbowl.engine.events import EVENT_NAMES
from dungeonbowl.engine.match import Match
from dungeonbowl.errors import UserError
from dungeonbowl.languages import plural, t, translated
from dungeonbowl.records.replay import Replay, read_replay, verify, winner_of
from dungeonbowl.words.narration import Narrator
from dungeonbowl.words.notation import SIDE_LETTERS
from dungeonbowl.words.story import Teller

replay = typer.Typer(
    help="Show replays and check them.\n\nExample: dungeonbowl replay show match.jsonl",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@replay.command()
def show(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="A replay.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON: setup, result, and every event.")] = False,
) -> None:
    """Play a replay again and print its story, a line an event.

    Example: dungeonbowl replay show match.jsonl
    """
    read = read_replay(path)
    match = verify(read)
    if as_json:
        typer.echo(json.dumps(as_table(read, match, Teller(match.game)), ensure_ascii=False))
        return
    for line in Narrator(match.game).lines(match.game.events):
        typer.echo(line)


@replay.command("verify")
def verify_files(
    paths: Annotated[list[Path], typer.Argument(metavar="FILE", help="Replays.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON: a record for each file.")] = False,
) -> None:
    """Play replays again and compare: every die, every action, the result and the hash of the story.

    Provable dice are computed anew from the seed that the replay reveals. The exit code is 2 when one file fails.

    Example: dungeonbowl replay verify match.jsonl
    """
    records: list[dict[str, object]] = []
    for path in paths:
        try:
            read = read_replay(path)
            match = verify(read)
        except UserError as error:
            records.append({"file": str(path), "verified": False, "error": str(error)})
            if not as_json:
                print(f"dungeonbowl: {translated(str(error))}", file=sys.stderr)  # noqa: T201
            continue
        records.append(
            {
                "file": str(path),
                "verified": True,
                "inputs": len(read.inputs),
                "winner": winner_of(match.game),
                "dice": read.header.dice.source,
                "seed_told": read.end.seed is not None,
            }
        )
        if not as_json:
            told = plural(
                "{count} input, {result}: the same story",
                "{count} inputs, {result}: the same story",
                len(read.inputs),
                result=result_of(match),
            )
            typer.echo(f"{path}: {told}{dice_word(read)}")
    if as_json:
        typer.echo(json.dumps(records, indent=1, ensure_ascii=False))
    if not all(record["verified"] for record in records):
        raise typer.Exit(2)


def result_of(match: Match) -> str:
    winner = winner_of(match.game)
    if winner is None:
        return t("not played out")
    return t("a draw") if winner == "draw" else t("{side} wins", side=t(winner))


def dice_word(read: Replay) -> str:
    """What is known about the dice of a replay."""
    if read.header.dice.source == "typed":
        back = len(read.end.notes)
        told = t("the dice were typed in at a real table, not proven")
        return f"; {told}" + (
            f"; {plural('{count} time taken back', '{count} times taken back', back)}" if back else ""
        )
    if read.header.dice.source != "provable":
        return ""
    if not read.end.seed:
        return "; " + t("the dice are provable, their seed is not told yet")
    made = read.header.dice.made
    if made is None:
        return " " + t("with the dice that were promised")
    words = [
        f"{SIDE_LETTERS[side]} {t('made from the seed') if side in made else repr(word)}"
        for side, word in enumerate(read.end.words or [])
    ]
    return " " + t("with the dice that were promised (words: {words})", words=", ".join(words))


def as_table(read: Replay, match: Match, teller: Teller) -> dict[str, object]:
    """Everything about a replay, for programs."""
    events = [
        {
            "event": EVENT_NAMES[event.kind],
            "rule": match.game.rules.cite(event.clause),
            "numbers": list(event.numbers()[2:]),
            "text": teller.line(event),
        }
        for event in match.game.events
    ]
    header = msgspec.to_builtins(read.header)
    return {"header": header, "inputs": len(read.inputs), "end": msgspec.to_builtins(read.end), "events": events}
