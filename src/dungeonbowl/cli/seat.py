from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from dungeonbowl.bots.failings import Register
from dungeonbowl.bots.outside import WHO, find_bot
from dungeonbowl.bots.seat import Seat
from dungeonbowl.cli.extras import needs_server
from dungeonbowl.cli.failings import tell_failings
from dungeonbowl.cli.speed import warn_if_interpreted
from dungeonbowl.languages import t

if TYPE_CHECKING:
    from dungeonbowl.server import wire


def seat(
    link: Annotated[str, typer.Argument(metavar="LINK", help="The link of a seat, as the browser shares it.")],
    bot: Annotated[str, typer.Option(help=f"Who takes the seat: {WHO}.")] = "normal",
    name: Annotated[str, typer.Option(help="What the other coach reads.", show_default="the bot's own")] = "",
    limit: Annotated[float, typer.Option(min=0.0, help="Seconds for a decision; 0 for as long as it takes.")] = 120.0,
    seed: Annotated[int, typer.Option(min=0, help="Where the bot's own chances come from.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON at the end instead of text.")] = False,
) -> None:
    """Let a bot take a seat in a match of the browser, and play it to the end.

    In the browser: Invite by link, then copy the link of the other seat. The bot plays on this computer; the server
    may be anywhere. The link is good once: with it the seat is this program's. A decision that it loses (an error, no
    answer in time, an action that was not offered) is answered by the default action, and the match goes on.

    Example: dungeonbowl seat 'http://127.0.0.1:8000/match/ID#token=TOKEN' --bot my_bot.py:MyBot
    """
    with needs_server("seat"):
        from dungeonbowl.client.http import Server
        from dungeonbowl.client.seating import read_link, sit
    warn_if_interpreted()
    place = read_link(link)
    home = Server(place.address)
    called = name or find_bot(bot, seed).name
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    seats: dict[int, Seat] = {}
    sides: list[str] = []

    def taken(side: int) -> Seat:
        seats[side] = Seat(find_bot(bot, seed + side), limit)
        return seats[side]

    def seated(welcome: wire.Welcome) -> None:
        new = not sides
        sides[:] = [card.name for card in welcome.setup.sides]
        mine = ", ".join(sides[side] for side in welcome.sides)
        if new and not as_json:
            told = "{bot} coaches {teams}"
            if welcome.stage == "waiting":
                told = "{bot} coaches {teams}; the match begins when the other coach is ready"
            typer.echo(t(told, bot=called, teams=mine))
            back = f"{place.address}/match/{place.match}#token={key}"
            typer.echo(t("The link is used up. To come back to this seat: {link}", link=back))

    key = home.take_seat(place.match, place.token)  # an error in the link is told at once
    over = sit(msgspec.structs.replace(place, token=key), taken, called, seated)
    summary = home.summary(place.match, key)
    decisions = sum(each.decisions for each in seats.values())
    lost = sum(each.lost for each in seats.values())
    if as_json:
        faults = [msgspec.to_builtins(fault) for each in seats.values() for fault in each.faults]
        found = {"bot": bot, "winner": over.winner, "score": summary.score, "decisions": decisions, "lost": lost}
        typer.echo(json.dumps({**found, "faults": faults}))
    else:
        score = ", ".join(f"{side.name} {points}" for side, points in zip(summary.sides, summary.score, strict=True))
        told = "The match is over: {score}. {decisions} decisions, {lost} lost."
        typer.echo(t(told, score=score, decisions=decisions, lost=lost))
    register = Register([bot])
    for each in seats.values():
        register.add(bot, each.decisions, each.lost, each.failures())
    tell_failings(register)
