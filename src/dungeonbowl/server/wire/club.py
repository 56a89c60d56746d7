"""Over HTTP: a club day, for the room, for the organiser, and for the phone of a coach."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from dungeonbowl.league.office.views import HonourLine, TableRow
from dungeonbowl.league.result_numbers import Way
from dungeonbowl.server.wire.league_orders import Id, LeagueOrder, Score

ClockKind = Literal["start", "pause", "reset", "add"]
TableState = Literal["open", "reported", "disputed", "over"]
MOST_SIDES: Final = 4
FARTHEST: Final = 999
Scores = Annotated[tuple[Score, ...], Meta(max_length=MOST_SIDES)]
Squares = Annotated[tuple[Annotated[int, Meta(ge=0, le=FARTHEST)], ...], Meta(max_length=MOST_SIDES)]


class ClubClock(msgspec.Struct, frozen=True):
    """The clock of the room. `left` are seconds, below 0 when time is up; while it runs, the client counts on."""

    minutes: int
    left: float
    running: bool


class ClubSide(msgspec.Struct, frozen=True):
    """One of those who sit at a table. `told`: this coach has entered or confirmed a result."""

    team: str
    name: str
    coach: str
    roster: str
    score: int | None = None
    casualties: int | None = None
    result: str = ""  # won, drawn, lost
    told: bool = False


class ClubTable(msgspec.Struct, frozen=True):
    """A table of a round, with the fixture that is played there."""

    fixture: str
    table: int
    round: int
    state: TableState
    sides: list[ClubSide]
    how: str = ""  # played, distance, walkover ...


class ClubEntry(msgspec.Struct, frozen=True):
    """Somebody who takes part. `out` says why he plays no more; empty for who does."""

    team: str
    name: str
    coach: str
    roster: str
    out: str = ""


class ClubRoom(msgspec.Struct, frozen=True):
    """Everything that a wall in the room shows, and what the organiser needs."""

    competition: str
    league: str
    name: str
    edition: str  # its name, without options
    number: int
    round: int  # 0 before the first one is published
    rounds: int  # so many are planned
    clock: ClubClock
    tables: list[ClubTable]
    byes: list[str]  # who has no opponent in this round, and wins
    absent: list[str]
    standings: list[TableRow]
    entries: list[ClubEntry]
    honours: list[HonourLine]
    ways: list[ClubWay]
    can_pair: bool
    can_finish: bool
    over: bool
    why_not: str = ""  # why the next round cannot be published
    may_run: bool = False  # whether this browser is the organiser's


class ClubWay(msgspec.Struct, frozen=True):
    """A way in which a match can end. `asks` is what has to be told for it: who scored, a number of each side, or
    squares."""

    id: Way
    title: str
    asks: Literal["scorer", "scores", "squares", "nothing"]


class ClubTold(msgspec.Struct, frozen=True):
    """A result as somebody has entered it: in words, and in numbers."""

    by: str  # the id of a team, or "commissioner"
    name: str
    words: str
    how: Way | None = None
    scores: list[int] = []
    casualties: list[int] = []
    squares: list[int] = []


class ClubMine(msgspec.Struct, frozen=True):
    """The page of one coach: his table, his opponent, what both have entered, how he stands."""

    competition: str
    league: str
    name: str
    team: str
    team_name: str
    coach: str
    round: int
    rounds: int
    clock: ClubClock
    table: ClubTable | None
    bye: bool
    absent: bool
    told: list[ClubTold]
    ways: list[ClubWay]
    standing: TableRow | None
    teams: int
    past: list[ClubTable]
    over: bool
    out: str = ""


class ClubAddress(msgspec.Struct, frozen=True):
    """Where phones find the room, with a QR code as the address of a picture."""

    link: str
    picture: str


class ClubDesk(msgspec.Struct, frozen=True):
    """What only the organiser sees. With `everybody` the server was started with --house: whoever reaches it may do
    what he does. `told` are the results that do not stand yet, by fixture, as the coaches have entered them. `public`:
    the server has an address that phones find outside of its network too."""

    addresses: list[ClubAddress]
    everybody: bool
    told: dict[str, list[ClubTold]]
    public: bool = False


class ClubCard(msgspec.Struct, frozen=True):
    """The card of a coach: a link that opens his page, and the QR code of it."""

    team: str
    name: str
    coach: str
    link: str
    picture: str


# --- orders ----------------------------------------------------------------------------------------------------------


class ClubReport(LeagueOrder, frozen=True):
    """A result in numbers, in the order of the sides at the table."""

    fixture: Id
    how: Way
    scores: Scores = ()
    casualties: Scores = ()
    squares: Squares = ()


class ClubConfirm(LeagueOrder, frozen=True):
    """What the opponent has entered is right. `words` are those that were read: where others stand there meanwhile,
    nothing is confirmed."""

    fixture: Id
    words: Annotated[str, Meta(max_length=1000)] = ""


class ClubClockOrder(LeagueOrder, frozen=True):
    """Start, stop or set back the clock of the room, or give it more or fewer minutes."""

    kind: ClockKind
    minutes: Annotated[int, Meta(ge=-120, le=120)] = 0


class ClubCardOrder(LeagueOrder, frozen=True):
    """A card that was lost: it counts no more, and there is a new one."""

    team: Id
