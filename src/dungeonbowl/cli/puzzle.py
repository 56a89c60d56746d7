from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import Annotated

import typer

from dungeonbowl.errors import UserError
from dungeonbowl.languages import t
from dungeonbowl.scenes.exercises import DAILY, Exercise, daily, exercise
from dungeonbowl.scenes.setup import dedent


def puzzle(
    which: Annotated[
        str, typer.Argument(metavar="DAY|NAME", help="A day such as 2026-11-17, or the name of a puzzle.")
    ] = "",
    answer: Annotated[bool, typer.Option("--answer", help="Tell the accepted answers, and why.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Print the puzzle of today, of another day, or one by its name. `dungeonbowl play` has a page to play it on.

    Example: dungeonbowl puzzle

    Example: dungeonbowl puzzle hand-it-on --answer
    """
    found = chosen(which)
    answers = [each.why for each in found.task.answer]
    if as_json:
        facts = {"name": found.name, "title": found.title, "edition": found.edition, "goal": found.task.goal}
        typer.echo(json.dumps({**facts, **({"answers": answers} if answer else {})}, indent=1, ensure_ascii=False))
        return
    typer.echo(f"{t(found.title)} ({found.name}, {found.edition})\n\n{picture(found)}\n\n{t(found.task.goal)}")
    if answer:
        typer.echo("\n" + "\n".join(t(each) for each in answers))


def chosen(which: str) -> Exercise:
    if not which:
        return daily(datetime.now(UTC).date())
    try:
        return daily(date.fromisoformat(which))
    except ValueError:
        pass
    try:
        return exercise(which if ":" in which else f"{DAILY}:{which}")  # the names that are offered have a folder
    except UserError as error:
        raise UserError(f"puzzle {which!r}: expected a day such as 2026-11-17, or a name; {error}") from None


def picture(found: Exercise) -> str:
    """The map, and who stands on it."""
    start = found.line.start
    lines = [dedent(start.map or start.plan), ""]
    for letter, piece in start.pieces.items():
        side = piece.get("side", "home")
        ball = f", {t('has the ball')}" if start.ball == letter else ""
        who = f"#{piece['number']} {piece.get('name', letter)}, " if "number" in piece else ""
        lines.append(f"{letter}  {who}{piece.get('position', t('player'))}, {t(str(side))}{ball}")
    if not isinstance(start.ball, str) and start.ball is not None:
        place = f"{start.ball[0]},{start.ball[1]}"
        lines.append(t("The ball lies at {place}, counted from the upper left corner.", place=place))
    return "\n".join(lines)
