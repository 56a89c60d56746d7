"""Something to print: the sheet of a team, the picture of a dungeon, what a match at a real table needs on paper."""

from __future__ import annotations

import asyncio
from typing import Final

from litestar import Response, get, post
from mypy_extensions import i64

from dungeonbowl.dungeon.printing.sheet import svg_sheet
from dungeonbowl.dungeon.text import read_dungeon
from dungeonbowl.errors import UserError
from dungeonbowl.play.print_kit import print_kit
from dungeonbowl.server import wire
from dungeonbowl.server.api.dungeons import check_length
from dungeonbowl.server.api.matches import AnyRequest, seen
from dungeonbowl.server.api.teams import team_of
from dungeonbowl.server.budgets import BUDGET, CHECKS
from dungeonbowl.server.failures import TooLarge
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.files import read_team
from dungeonbowl.teams.problems import TeamError
from dungeonbowl.teams.sheet import html_sheet

MOST_SQUARES: Final = 10_000  # of a picture, rock among them: no board comes near


@post("/teams/sheet", tags=["teams"], sync_to_thread=True, status_code=200, opt={BUDGET: CHECKS})
def team_sheet(data: wire.TeamCheckOrder) -> Response[str]:
    """The roster sheet of a team, a page of HTML for A4. A team that breaks rules is printed too, if it can be."""
    if (data.draft is None) == (data.text is None):
        raise UserError("expected either a draft or the text of a team file")
    if data.draft is not None:
        team = team_of(data.draft)
    else:
        team = read_team(data.text or "", "team", checked=False)
    strangers = [player for player in team.players if team.roster_facts.find(player.position) is None]
    if strangers:
        raise TeamError("team", check(team))
    return Response(html_sheet(team), media_type="text/html")


@post("/dungeons/picture", tags=["dungeons"], sync_to_thread=True, status_code=200, opt={BUDGET: CHECKS})
def dungeon_picture(data: wire.TextBody) -> Response[str]:
    """A dungeon as an SVG file with grid, walls, room names, a legend and a scale. It need not be legal."""
    check_length(data.text)
    board = read_dungeon(data.text, "dungeon", checked=False)
    squares = int(board.width) * int(board.height)
    if squares > MOST_SQUARES:
        raise TooLarge(f"a picture shows at most {MOST_SQUARES} squares, found {squares}")
    return Response(svg_sheet(board), media_type="image/svg+xml")


@get("/matches/{identity:str}/print", tags=["matches"], opt={BUDGET: CHECKS})
async def match_print(
    request: AnyRequest, identity: str, token: str = "", page: str = "a4", square: str = "30"
) -> Response[str]:
    """Print and play: the dungeon of a match in true size, tokens, a reference sheet. A page of HTML to print."""
    session, _ = await seen(request, identity, token, True)
    game = session.blank.clone()
    if session.match is not None:  # where the dungeon was rolled for, only the match knows it
        game = session.match.game.as_known_to(i64(-1))
    kit = await asyncio.to_thread(print_kit, game, page, square)
    return Response(kit, media_type="text/html")
