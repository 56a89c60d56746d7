"""The options that all commands which play a match have in common."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from dungeonbowl.bots.outside import WHO
from dungeonbowl.cli import completion
from dungeonbowl.dungeon.text import DungeonError, load_dungeon
from dungeonbowl.editions import fitting
from dungeonbowl.errors import UserError
from dungeonbowl.play.setting_up import first_problem

USUAL_EDITION: Final = "official"

PlayedEdition = Annotated[
    str,
    typer.Option(
        help="The edition, with its options: official(endzone_half=1).",
        show_default="what the dungeon is for, or official",
        autocompletion=completion.editions,
    ),
]
Coach = Annotated[str, typer.Option(help=f"Who coaches this side: {WHO}.", autocompletion=completion.bots)]
SideTeam = Annotated[
    str,
    typer.Option(
        help="The team of this side: a ready one such as fire-fast, or a file.", autocompletion=completion.teams
    ),
]
DungeonName = Annotated[
    str,
    typer.Option(
        help="A bundled dungeon, or a file.",
        show_default="as the edition says: of-1, or by dice",
        autocompletion=completion.dungeons,
    ),
]
TurnLimit = Annotated[
    int,
    typer.Option(min=-1, help="Team turns a side, or in a half; 0 for no limit.", show_default="as the edition says"),
]
Quick = Annotated[bool, typer.Option("--quick", help="Begin at once: tokens and players are set up by themselves.")]


def with_turn_limit(edition: str, turn_limit: int) -> str:
    """The text form of the edition with this turn limit."""
    if turn_limit < 0:
        return edition
    name, _, options = edition.strip().rstrip(")").partition("(")
    if "turn_limit" in options:
        raise UserError("say the turn limit once, with --turn-limit or in the edition")
    return f"{name}({options}, turn_limit={turn_limit})" if options else f"{name}(turn_limit={turn_limit})"


def edition_for(edition: str, dungeon: str, turn_limit: int, quick: bool) -> str:
    """The text form of the edition to play: the edition that was named; or the edition of the dungeon, with all the
    modules that its features need; or the usual edition."""
    if not edition:
        edition = USUAL_EDITION
        if dungeon:
            try:
                board = load_dungeon(dungeon)
            except DungeonError as error:
                raise UserError(first_problem(error)) from None
            edition = fitting(board.edition, board)
    return with_options(edition, turn_limit, quick)


def with_options(edition: str, turn_limit: int, quick: bool) -> str:
    """The text form of the edition with the turn limit and the quick start."""
    edition = with_turn_limit(edition, turn_limit)
    name, _, options = edition.strip().rstrip(")").partition("(")
    if not quick or "quick" in options:
        return edition
    return f"{name}({options}, quick=1)" if options else f"{name}(quick=1)"
