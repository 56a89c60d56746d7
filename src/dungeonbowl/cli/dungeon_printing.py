"""`dungeon print`: everything that a match at a real table needs on paper, in one file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from dungeonbowl.cli import completion
from dungeonbowl.cli.dungeon_making import refuse_existing
from dungeonbowl.cli.dungeon_reading import DUNGEON_HELP, open_dungeon
from dungeonbowl.errors import UserError
from dungeonbowl.play.print_kit import PAPERS, SIZES, print_kit
from dungeonbowl.play.setting_up import new_game
from dungeonbowl.records.files import write_parts


def print_dungeon(
    dungeon: Annotated[str, typer.Argument(metavar="DUNGEON", help=DUNGEON_HELP, autocompletion=completion.dungeons)],
    team: Annotated[
        list[str] | None,
        typer.Option(help="A ready team or a team file, once for each side.", show_default="plain players"),
    ] = None,
    edition: Annotated[
        str, typer.Option(help="The edition with its options.", show_default="that of the dungeon")
    ] = "",
    square: Annotated[str, typer.Option(help=f"The side of a square in millimetres: {' or '.join(SIZES)}.")] = "30",
    page: Annotated[str, typer.Option(help=f"The paper: {' or '.join(PAPERS)}.")] = "a4",
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A .html file.", show_default="the id with .html")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if it exists.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of the name of the file.")] = False,
) -> None:
    """Make pages to print for a real table: the board in true size, tokens of both teams, a reference sheet.

    Open the file in a browser and print it at full size, not fitted to the page. Pages of the board have marks to cut
    along.

    Example: dungeonbowl dungeon print of-1 --team fire-fast --team light-balanced --square 28
    """
    board = open_dungeon(dungeon)
    target = out if out is not None else Path(f"{board.identity}.html")
    if target.suffix != ".html":
        raise UserError(f"{target}: expected a name that ends in .html")
    game = new_game(edition or board.edition, board, tuple(team or ()))
    kit = print_kit(game, page, square)
    refuse_existing([target], force)
    write_parts(target, [kit.encode()], force)
    sheets = kit.count('<div class="sheet')
    typer.echo(json.dumps({"file": str(target), "pages": sheets + 1}) if as_json else str(target))
