"""Over HTTP: what a client asks of a league.

`number` is that of the last event that the client has seen of the log that it writes to. If there is a later one by
now, the order is stale and changes nothing. Left out, the order stands on whatever is there."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from dungeonbowl.league.office.corrections import Change
from dungeonbowl.league.office.views import MemberRole
from dungeonbowl.server.wire.creating import ClockOrder
from dungeonbowl.server.wire.kinds import DiceKind
from dungeonbowl.teams.checks import LONGEST_NAME

MOST_TEAMS: Final = 256  # of a league, over HTTP
LONGEST_OPTIONS: Final = 8000
LONGEST_TEAM: Final = 200_000

Id = Annotated[str, Meta(max_length=60)]
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
MayBeNamed = Annotated[str, Meta(max_length=LONGEST_NAME)]
Reason = Annotated[str, Meta(max_length=500)]
OptionText = Annotated[str, Meta(max_length=LONGEST_OPTIONS)]
Number = Annotated[int, Meta(ge=0)]
Score = Annotated[int, Meta(ge=0, le=99)]
Moment = Annotated[str, Meta(max_length=40)]


class LeagueOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all orders."""


class EntryOrder(LeagueOrder, frozen=True):
    """A team that takes part. Exactly one of: a `ready` team by its id; the `text` of a team file; `kept`, the id of a
    team that lives already; `drafted`, the id of a college or race from which the program drafts one, or empty for any.
    `coach` is a name. With `name` the team is called so, whatever its file says."""

    coach: MayBeNamed = ""
    ready: Id | None = None
    text: Annotated[str, Meta(max_length=LONGEST_TEAM)] | None = None
    kept: Id | None = None
    drafted: Id | None = None
    name: MayBeNamed = ""
    club: MayBeNamed = ""
    division: MayBeNamed = ""


class NewLeague(LeagueOrder, frozen=True):
    """A league with its first season. `options` is a text that changes those of the preset. With `start` the season
    begins at once, and its fixtures are published."""

    name: Name
    preset: Id = "book"
    edition: Annotated[str, Meta(max_length=2000)] = ""
    options: OptionText = ""
    teams: Annotated[list[EntryOrder], Meta(max_length=MOST_TEAMS)] = []
    start: bool = False


class OptionsCheck(LeagueOrder, frozen=True):
    """Options to be looked at: is this text one that a season can be played by? `teams` are so many as will take part,
    as far as that is known."""

    preset: Id = "book"
    edition: Annotated[str, Meta(max_length=2000)] = ""
    options: OptionText = ""
    teams: Annotated[int, Meta(ge=0, le=MOST_TEAMS)] = 0


class RenameOrder(LeagueOrder, frozen=True):
    """A new name, of a league, a team or one of its players. With `hide` the old one is hidden from everybody."""

    name: Name
    player: Id = ""
    reason: Reason = ""
    hide: bool = False


class MemberOrder(LeagueOrder, frozen=True):
    name: Name
    role: MemberRole = "coach"


class OptionsOrder(LeagueOrder, frozen=True):
    """Options of a season: all that is not named stays. In a season that has begun they change from the next round on,
    and need a reason."""

    options: OptionText
    reason: Reason = ""
    number: Number | None = None


class PlainOrder(LeagueOrder, frozen=True):
    """An order that says nothing but who has seen what, and why it is given."""

    reason: Reason = ""
    number: Number | None = None


class RoundOrder(PlainOrder, frozen=True):
    """The next round. `absent` are teams that miss it: they get nothing for it, and are there again afterwards."""

    absent: Annotated[tuple[Id, ...], Meta(max_length=MOST_TEAMS)] = ()


class CompetitionOrder(LeagueOrder, frozen=True):
    name: Name
    options: OptionText = ""


class RepairOrder(LeagueOrder, frozen=True):
    """Other pairings: for each fixture its teams."""

    fixtures: Annotated[dict[Id, Annotated[list[Id], Meta(min_length=1, max_length=4)]], Meta(max_length=MOST_TEAMS)]
    reason: Reason
    number: Number | None = None


class WithdrawOrder(LeagueOrder, frozen=True):
    """A team withdraws; with `newcomer`, another one takes over its open fixtures."""

    team: Id
    reason: Reason
    newcomer: Id = ""
    number: Number | None = None


class MeetingOrder(LeagueOrder, frozen=True):
    """A fixture that no round makes: a friendly, or a challenge of the first team to the second."""

    teams: Annotated[list[Id], Meta(min_length=2, max_length=4)]
    kind: Literal["friendly", "challenge"] = "friendly"


class FixtureMatch(LeagueOrder, frozen=True):
    """The match of a fixture, to be played on this server. `seats` are as in `NewMatch`, one a team. `journeymen` names
    positions for teams that need some, by the id of the team."""

    seats: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(min_length=2, max_length=5)]
    shared: bool = False
    journeymen: dict[Id, Annotated[list[Id], Meta(max_length=16)]] = {}
    dungeon: Annotated[str, Meta(max_length=400_000)] = ""
    clock: ClockOrder = ClockOrder()
    pace: Annotated[float, Meta(ge=0, le=10)] = 0.4
    help: bool | None = None
    number: Number | None = None
    dice: DiceKind = "provable"  # "typed" at a real table


class SeatOrder(LeagueOrder, frozen=True):
    """A new link for the seat of these sides of a match that is under way."""

    sides: Annotated[list[Annotated[int, Meta(ge=0, le=4)]], Meta(min_length=1, max_length=5)]


class SheetOrder(LeagueOrder, frozen=True):
    """A result sheet (TOML) of a match at a real table; without `team` the commissioner hands it in."""

    sheet: Annotated[str, Meta(max_length=100_000)]
    team: Id = ""
    number: Number | None = None


class ConfirmOrder(LeagueOrder, frozen=True):
    team: Id = ""
    number: Number | None = None


class ResultOrder(LeagueOrder, frozen=True):
    """A result that a commissioner sets. `winner` is for a match that was abandoned, or for a knock-out that was drawn:
    the team that goes on; then without scores."""

    scores: Annotated[list[Score], Meta(max_length=4)] = []
    casualties: Annotated[list[Score], Meta(max_length=4)] = []
    winner: Id = ""
    reason: Reason = ""
    number: Number | None = None


class WalkoverOrder(LeagueOrder, frozen=True):
    """Without a winner nobody came."""

    winner: Id = ""
    reason: Reason = ""
    number: Number | None = None


class VacationAllowance(LeagueOrder, frozen=True):
    """The coach of a team may be on vacation in the last days of a fixture of the play-offs."""

    team: Id
    reason: Reason = ""


class ExtendOrder(LeagueOrder, frozen=True):
    deadline: Moment
    reason: Reason = ""
    number: Number | None = None


class SlotsOrder(LeagueOrder, frozen=True):
    """Times that a team offers."""

    team: Id
    times: Annotated[list[Moment], Meta(min_length=1, max_length=20)]


class AgreeOrder(LeagueOrder, frozen=True):
    time: Moment


class BeginOrder(LeagueOrder, frozen=True):
    """An aftermath begins. `word` is mixed into its dice; with `typed` dice come from a real table."""

    word: Annotated[str, Meta(max_length=80)] = ""
    typed: bool = False
    number: Number | None = None


class ShareOrder(LeagueOrder, frozen=True):
    """Dice of a real table that belong to all teams of a match, by their names."""

    dice: dict[Id, Annotated[list[Annotated[int, Meta(ge=1, le=100)]], Meta(min_length=1, max_length=20)]]


class DecideOrder(LeagueOrder, frozen=True):
    """An option of the question that is open, by its text."""

    option: Annotated[str, Meta(max_length=400)]
    number: Number


class DiceOrder(LeagueOrder, frozen=True):
    """Dice from a real table."""

    dice: Annotated[list[Annotated[int, Meta(ge=1, le=1000)]], Meta(min_length=1, max_length=40)]
    number: Number


class UndoOrder(LeagueOrder, frozen=True):
    number: Number | None = None


class CorrectionOrder(LeagueOrder, frozen=True):
    """Changes in the histories of teams, which are made together or not at all. `numbers` are the last events that the
    client has seen, by team."""

    changes: Annotated[list[Change], Meta(min_length=1, max_length=40)]
    reason: Reason = ""
    numbers: dict[Id, Number] | None = None


class ResultCorrection(LeagueOrder, frozen=True):
    """Another result in the table."""

    fixture: Id
    scores: Annotated[list[Score], Meta(min_length=2, max_length=4)]
    casualties: Annotated[list[Score], Meta(max_length=4)] = []
    winner: Id = ""  # who goes on after a draw
    reason: Reason = ""
    number: Number | None = None
