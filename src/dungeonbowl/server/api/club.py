"""Club days: the room for everybody, the desk for the organiser, and the page of a coach, which his card opens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from litestar import Response, get, post

from dungeonbowl.errors import Stale
from dungeonbowl.league.chain import Actor
from dungeonbowl.server.budgets import BUDGET, CHECKS, REQUESTS
from dungeonbowl.server.club import clock, printing
from dungeonbowl.server.club.desk import Club
from dungeonbowl.server.club.room import mine_of, room_of
from dungeonbowl.server.failures import NotFound
from dungeonbowl.server.league.asking import actor_of, you_in
from dungeonbowl.server.league.desk import AnyRequest, short
from dungeonbowl.server.league.doors import reads, reads_for, writes
from dungeonbowl.server.league.house import COMMISSIONER, may_write
from dungeonbowl.server.league.permits import RESULT
from dungeonbowl.server.wire import club as wire

TAG = "club days"
TRIES: Final = 5  # many tables are confirmed at the end of a round


@reads("/club/{competition:str}", TAG)
def get_room(request: AnyRequest, competition: str) -> wire.ClubRoom:
    """The room: tables of the round, the clock, who is still out, standings. For everybody."""
    return room_now(request, competition)


def room_now(request: AnyRequest, competition: str) -> wire.ClubRoom:
    club = Club(request, competition)
    you = you_in(request, club.day.view.league)
    at_the_desk = may_write(request) and (you is None or RESULT in you.may)
    return room_of(club.day, club.stored, club.now, at_the_desk)


# --- a coach, by his card --------------------------------------------------------------------------------------------


# A card is all that its coach needs, on a server with accounts too: no guard asks who he is.
@get("/club/{competition:str}/mine", tags=[TAG], sync_to_thread=True, opt={BUDGET: REQUESTS})
def get_mine(request: AnyRequest, competition: str) -> wire.ClubMine:
    """The page of the coach whose card comes as `Authorization: Bearer`."""
    return mine_now(request, competition)


def mine_now(request: AnyRequest, competition: str) -> wire.ClubMine:
    club = Club(request, competition)
    return mine_of(club.day, club.stored, club.now, club.team())


@post("/club/{competition:str}/report", tags=[TAG], sync_to_thread=True, status_code=200, opt={BUDGET: REQUESTS})
def report_result(request: AnyRequest, competition: str, data: wire.ClubReport) -> wire.ClubMine:
    """A coach enters the result of his own table. It stands when both have told the same."""
    club = Club(request, competition)
    team = club.team()
    sheet = club.sheet(data.fixture, data)
    club.office.fixtures.hand_in(data.fixture, sheet, club.coach_of(team), team)
    return mine_now(request, competition)


@post("/club/{competition:str}/confirm", tags=[TAG], sync_to_thread=True, status_code=200, opt={BUDGET: REQUESTS})
def confirm_result(request: AnyRequest, competition: str, data: wire.ClubConfirm) -> wire.ClubMine:
    """A coach confirms what his opponent has entered."""
    confirmed(request, competition, data, lambda club: (club.coach_of(club.team()), club.team()))
    return mine_now(request, competition)


def confirmed(
    request: AnyRequest, competition: str, data: wire.ClubConfirm, who: Callable[[Club], tuple[Actor, str]]
) -> None:
    """Confirm what somebody has read. Whatever happens at other tables in the same moment, it is looked at again."""
    for left in reversed(range(TRIES)):
        club = Club(request, competition)
        by, team = who(club)
        try:
            club.confirm(data, by, team)
            return
        except Stale:
            if not left:
                raise


# --- the organiser ---------------------------------------------------------------------------------------------------


@reads_for("/club/{competition:str}/desk", TAG, RESULT)
def get_desk(request: AnyRequest, competition: str) -> wire.ClubDesk:
    """Where phones find the room."""
    return Club(request, competition).desk()


@reads_for("/club/{competition:str}/cards/{team:str}", TAG, RESULT)
def get_card(request: AnyRequest, competition: str, team: str, address: int = 0) -> wire.ClubCard:
    """The card of a coach, to be shown on the organiser's screen."""
    return Club(request, competition).card(short(team), address)


@writes("/club/{competition:str}/cards/replace", TAG, RESULT)
def replace_card(request: AnyRequest, competition: str, data: wire.ClubCardOrder) -> wire.ClubCard:
    """A card was lost: it counts no more, and this is the new one."""
    club = Club(request, competition)
    club.card(data.team)
    club.days.replace_card(club.competition, data.team)
    return club.card(data.team)


@writes("/club/{competition:str}/clock", TAG, RESULT)
def set_clock(request: AnyRequest, competition: str, data: wire.ClubClockOrder) -> wire.ClubClock:
    """Start, stop or set the clock of the room."""
    club = Club(request, competition)
    if not club.day.round_number:
        raise NotFound("the clock: no round is published yet")
    clock.turn(club.days, club.stored, club.day.round_number, club.day.minutes, club.now, data.kind, data.minutes)
    club.changed()
    return club.day.clock(club.stored, club.now)


@writes("/club/{competition:str}/result", TAG, RESULT)
def enter_result(request: AnyRequest, competition: str, data: wire.ClubReport) -> wire.ClubRoom:
    """The scribe enters a result, from a slip of paper or after a dispute. It stands at once."""
    club = Club(request, competition)
    club.office.fixtures.hand_in(data.fixture, club.sheet(data.fixture, data), actor_of(request, COMMISSIONER))
    return room_now(request, competition)


@writes("/club/{competition:str}/accept", TAG, RESULT)
def accept_result(request: AnyRequest, competition: str, data: wire.ClubConfirm) -> wire.ClubRoom:
    """The scribe confirms what one coach has entered, because the other one's phone is silent."""
    confirmed(request, competition, data, lambda club: (actor_of(request, COMMISSIONER), ""))
    return room_now(request, competition)


# --- paper -----------------------------------------------------------------------------------------------------------


@reads("/club/{competition:str}/print/{what:str}", TAG, CHECKS)
def print_page(request: AnyRequest, competition: str, what: str) -> Response[str]:
    """A page to print: pairings, slips for results, or standings."""
    club = Club(request, competition)
    room = room_of(club.day, club.stored, club.now, False)
    if what not in printing.PAGES:
        raise NotFound(f"there is no page {what[:40]!r} to print: expected one of {', '.join(printing.PAGES)}, cards")
    return Response(printing.PAGES[what](room), media_type="text/html")


@reads_for("/club/{competition:str}/print/cards", TAG, RESULT, CHECKS)
def print_cards(request: AnyRequest, competition: str, address: int = 0) -> Response[str]:
    """The cards of all coaches, to be cut out."""
    club = Club(request, competition)
    room = room_of(club.day, club.stored, club.now, False)
    return Response(printing.cards_page(room, club.cards(address)), media_type="text/html")


HANDLERS = [
    get_room,
    get_mine,
    report_result,
    confirm_result,
    get_desk,
    get_card,
    replace_card,
    set_clock,
    enter_result,
    accept_result,
    print_page,
    print_cards,
]
