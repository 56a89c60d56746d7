"""The log of a league: its people, its seasons, who takes part. `fold_league` is the league."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.league.office.views import Member, MemberRole, SeasonState

replace = msgspec.structs.replace


class LeagueBody(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="kind"):
    """The base of all kinds."""


class Founded(LeagueBody, frozen=True, tag="founded"):
    name: str
    preset: str = ""


class Renamed(LeagueBody, frozen=True, tag="renamed"):
    name: str
    reason: str = ""


class MemberJoined(LeagueBody, frozen=True, tag="member_joined"):
    member: str
    name: str
    role: MemberRole = "coach"
    account: str = ""


class MemberChanged(LeagueBody, frozen=True, tag="member_changed"):
    member: str
    role: MemberRole | None = None
    account: str | None = None
    name: str = ""


class Vouched(LeagueBody, frozen=True, tag="vouched"):
    """A commissioner vouches that somebody who cannot sign in any more is this member."""

    member: str
    reason: str = ""


class VacationAllowed(LeagueBody, frozen=True, tag="vacation_allowed"):
    """A member may be on vacation in the last days of a fixture of the play-offs."""

    member: str
    fixture: str
    reason: str = ""


class SeasonOpened(LeagueBody, frozen=True, tag="season_opened"):
    """A season that teams may enter. `options` is its whole text (`competitions/options.py`)."""

    season: str
    number: int
    options: str


class OptionsSet(LeagueBody, frozen=True, tag="options_set"):
    """Other options, before the season starts."""

    season: str
    options: str


class CompetitionMade(LeagueBody, frozen=True, tag="competition_made"):
    """A competition of a season. `options` are those in which it differs from the season."""

    competition: str
    season: str
    title: str
    options: str = ""


class TeamEntered(LeagueBody, frozen=True, tag="team_entered"):
    """A team takes part in a competition; without one it is in reserve, to replace another. `seq` is that of its last
    event then: where teams play as entered, that is how it plays."""

    team: str
    season: str
    competition: str
    seq: int
    club: str = ""
    division: str = ""
    seed: int = 0


class TeamLeft(LeagueBody, frozen=True, tag="team_left"):
    team: str
    season: str
    competition: str


class Visited(LeagueBody, frozen=True, tag="visited"):
    """A team of another league came along with its history. `mark` says what of it could be verified."""

    team: str
    mark: str


class SeasonStarted(LeagueBody, frozen=True, tag="season_started"):
    """The option text is frozen from here on."""

    season: str


class OptionsAmended(LeagueBody, frozen=True, tag="options_amended"):
    """Options changed in mid-season; they count from the next round on."""

    season: str
    options: str
    reason: str


class SeasonEnding(LeagueBody, frozen=True, tag="season_ending"):
    """All is played, prizes are given: the end of the season opens for its teams."""

    season: str
    places: tuple[tuple[str, ...], ...]


class SeasonOver(LeagueBody, frozen=True, tag="season_over"):
    season: str


Body = (
    Founded | Renamed | MemberJoined | MemberChanged | Vouched | VacationAllowed | SeasonOpened | OptionsSet
    | CompetitionMade | TeamEntered | TeamLeft | Visited | SeasonStarted | OptionsAmended | SeasonEnding | SeasonOver
)  # fmt: skip


class Entered(msgspec.Struct, frozen=True, omit_defaults=True):
    """A team in a competition, as it was when it entered."""

    team: str
    competition: str
    seq: int
    club: str = ""
    division: str = ""
    seed: int = 0


class CompetitionOf(msgspec.Struct, frozen=True, omit_defaults=True):
    title: str
    options: str = ""


class SeasonOf(msgspec.Struct, frozen=True, omit_defaults=True):
    """A season of a league."""

    id: str
    number: int
    options: str
    state: SeasonState = "entry"
    competitions: dict[str, CompetitionOf] = {}  # the main one first
    entries: tuple[Entered, ...] = ()
    began: str = ""
    ended: str = ""
    places: tuple[tuple[str, ...], ...] = ()

    @property
    def teams(self) -> list[str]:
        """The teams that take part, each once."""
        return list(dict.fromkeys(entry.team for entry in self.entries))

    @property
    def main(self) -> str:
        """The competition that teams enter unless they name another."""
        return next(iter(self.competitions))

    def entries_of(self, competition: str) -> list[Entered]:
        return [entry for entry in self.entries if entry.competition == competition]

    def entry(self, team: str, competition: str) -> Entered | None:
        for entry in self.entries:
            if entry.team == team and entry.competition == competition:
                return entry
        return None


class League(msgspec.Struct, frozen=True, omit_defaults=True):
    """A league, as its log made it."""

    id: str
    name: str = ""
    preset: str = ""
    members: dict[str, Member] = {}
    seasons: tuple[SeasonOf, ...] = ()
    visitors: dict[str, str] = {}
    vacations: tuple[tuple[str, str], ...] = ()  # members, and fixtures in whose last days they may be away

    @property
    def season(self) -> SeasonOf:
        """The last season."""
        if not self.seasons:
            raise UserError(f"league {self.name}: it has no season")
        return self.seasons[-1]

    def season_of(self, season: str) -> SeasonOf:
        for each in self.seasons:
            if each.id == season:
                return each
        raise UserError(f"league {self.name}: there is no season {season}")

    def member_named(self, name: str) -> Member | None:
        for member in self.members.values():
            if member.name.casefold() == name.casefold():
                return member
        return None


Apply = Callable[[League, Any, str], League]
APPLIES: dict[type[LeagueBody], Apply] = {}


def applied(league: League, body: Body, at: str) -> League:
    """The league after an event. `UserError` if it is not possible."""
    return APPLIES[type(body)](league, body, at)


def fold_league(identity: str, bodies: Iterable[tuple[Body, str]]) -> League:
    """The league that its events give; each comes with its time."""
    league = League(identity)
    for body, at in bodies:
        league = applied(league, body, at)
    return league


def applies(kind: type[LeagueBody]) -> Callable[[Apply], Apply]:
    def note(function: Apply) -> Apply:
        APPLIES[kind] = function
        return function

    return note


def with_season(league: League, season: str, **changes: Any) -> League:
    league.season_of(season)
    return replace(
        league, seasons=tuple(replace(each, **changes) if each.id == season else each for each in league.seasons)
    )


def expect_state(league: League, season: str, *states: SeasonState) -> SeasonOf:
    found = league.season_of(season)
    if found.state not in states:
        said = {"entry": "open for entries", "running": "running", "ending": "ending", "over": "over"}
        wanted = " or ".join(said[state] for state in states)
        raise UserError(
            f"season {found.number} of {league.name}: expected one that is {wanted}, it is {said[found.state]}"
        )
    return found


@applies(Founded)
def founded(league: League, body: Founded, at: str) -> League:
    return replace(league, name=body.name, preset=body.preset)


@applies(Renamed)
def renamed(league: League, body: Renamed, at: str) -> League:
    return replace(league, name=body.name)


@applies(MemberJoined)
def member_joined(league: League, body: MemberJoined, at: str) -> League:
    if body.member in league.members or league.member_named(body.name) is not None:
        raise UserError(f"{body.name} is a member of {league.name} already")
    member = Member(body.member, body.name, body.role, body.account)
    return replace(league, members={**league.members, body.member: member})


@applies(MemberChanged)
def member_changed(league: League, body: MemberChanged, at: str) -> League:
    expect_member(league, body.member)
    member = league.members[body.member]
    member = replace(
        member,
        name=body.name or member.name,
        role=body.role or member.role,
        account=member.account if body.account is None else body.account,
    )
    return replace(league, members={**league.members, body.member: member})


def expect_member(league: League, member: str) -> None:
    if member not in league.members:
        raise UserError(f"league {league.name}: there is no member {member}")


@applies(Vouched)
def vouched(league: League, body: Vouched, at: str) -> League:
    expect_member(league, body.member)
    return league


@applies(VacationAllowed)
def vacation_allowed(league: League, body: VacationAllowed, at: str) -> League:
    expect_member(league, body.member)
    return replace(league, vacations=(*league.vacations, (body.member, body.fixture)))


@applies(SeasonOpened)
def season_opened(league: League, body: SeasonOpened, at: str) -> League:
    if league.seasons and league.season.state != "over":
        raise UserError(f"league {league.name}: season {league.season.number} is not over")
    return replace(league, seasons=(*league.seasons, SeasonOf(body.season, body.number, body.options)))


@applies(OptionsSet)
def options_set(league: League, body: OptionsSet, at: str) -> League:
    expect_state(league, body.season, "entry")
    return with_season(league, body.season, options=body.options)


@applies(CompetitionMade)
def competition_made(league: League, body: CompetitionMade, at: str) -> League:
    season = expect_state(league, body.season, "entry", "running")
    made = CompetitionOf(body.title, body.options)
    return with_season(league, body.season, competitions={**season.competitions, body.competition: made})


@applies(TeamEntered)
def team_entered(league: League, body: TeamEntered, at: str) -> League:
    season = expect_state(league, body.season, "entry", "running")
    if season.entry(body.team, body.competition) is not None:
        raise UserError("the team takes part already")
    entry = Entered(body.team, body.competition, body.seq, body.club, body.division, body.seed)
    return with_season(league, body.season, entries=(*season.entries, entry))


@applies(TeamLeft)
def team_left(league: League, body: TeamLeft, at: str) -> League:
    season = expect_state(league, body.season, "entry")
    entry = season.entry(body.team, body.competition)
    if entry is None:
        raise UserError("the team takes no part")
    return with_season(league, body.season, entries=tuple(each for each in season.entries if each != entry))


@applies(Visited)
def visited(league: League, body: Visited, at: str) -> League:
    return replace(league, visitors={**league.visitors, body.team: body.mark})


@applies(SeasonStarted)
def season_started(league: League, body: SeasonStarted, at: str) -> League:
    expect_state(league, body.season, "entry")
    return with_season(league, body.season, state="running", began=at)


@applies(OptionsAmended)
def options_amended(league: League, body: OptionsAmended, at: str) -> League:
    expect_state(league, body.season, "running")
    return with_season(league, body.season, options=body.options)


@applies(SeasonEnding)
def season_ending(league: League, body: SeasonEnding, at: str) -> League:
    expect_state(league, body.season, "running")
    return with_season(league, body.season, state="ending", places=body.places)


@applies(SeasonOver)
def season_over(league: League, body: SeasonOver, at: str) -> League:
    expect_state(league, body.season, "running", "ending")
    return with_season(league, body.season, state="over", ended=at)
