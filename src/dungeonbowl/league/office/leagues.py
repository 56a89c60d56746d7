"""Leagues and their people."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from dungeonbowl.errors import UserError
from dungeonbowl.league.chain import Actor
from dungeonbowl.league.competitions.options import preset as find_preset
from dungeonbowl.league.competitions.options import read_season, write_season
from dungeonbowl.league.office import desk, league_log, lines, reading, telling
from dungeonbowl.league.office.chance import new_id
from dungeonbowl.league.office.league_log import League, SeasonOf
from dungeonbowl.league.office.roles import cleaned, needs_commissioner, remark_of
from dungeonbowl.league.office.rows import AuditRow, FixtureRow, LeagueRow, NewsRow
from dungeonbowl.league.office.views import (
    AuditLine,
    LeagueHome,
    LeagueLine,
    Member,
    MemberRole,
    NewsLine,
    SeasonLine,
    SeasonState,
    Waiting,
)

if TYPE_CHECKING:
    from dungeonbowl.league.office.office import Office
    from dungeonbowl.league.office.work import Work

SHOWN = 10  # fixtures of each list on the first page


class Leagues:
    def __init__(self, office: Office) -> None:
        self.office = office
        self.store = office.store

    def found(self, name: str, by: Actor, preset: str = "book", edition: str = "", options: str = "") -> str:
        """A new league with its first season, open for entries. `options` is a text that changes those of the preset.
        Returns the id of the league."""
        name = cleaned(name, "name of the league")
        season = read_season(options, find_preset(preset).season(edition))
        league = new_id("l", self.office.chance)
        with self.office.work(by) as work:
            work.new_league(league)
            work.write_league(league, league_log.Founded(name, preset))
            open_season(work, league, 1, write_season(season))
        return league

    def listed(self, search: str = "", after: str = "", most: int = 50) -> list[LeagueLine]:
        """Leagues, the last changed first. `after` is the id of the last one of the page before."""
        behind: tuple[str, ...] = ()
        if after:
            last = reading.one(self.store, LeagueRow, id=after)
            behind = (last.changed, last.id) if last is not None else ()
        columns = tuple(name for name in LeagueRow.__struct_fields__ if name not in ("snapshot", "head", "seq"))
        where = {"name~": search} if search else {}
        found = self.store.find(LeagueRow.TABLE, where, ("-changed", "-id"), behind, most, columns)
        return [
            LeagueLine(
                row["id"],
                row["name"],
                row["edition"],
                row["season"],
                cast(SeasonState, row["state"]),
                row["teams"],
                row["changed"],
            )
            for row in found
        ]

    def state(self, league: str) -> League:
        """A league as its log made it."""
        return reading.league(self.store, league)[1]

    def home(self, league: str, news: int = 20) -> LeagueHome:
        """Everything that the first page of a league shows. `UserError` if there is no such league."""
        row, state = reading.league(self.store, league)
        season = state.season
        fixtures = reading.find(
            self.store, FixtureRow, {"league": league, "ended": "", "season": season.id}, ("stage", "round", "place")
        )
        waiting = [each for each in fixtures if each.state not in ("planned", "over")]
        waiting.sort(key=lambda each: (each.deadline == "", each.deadline, each.stage, each.round, each.place))
        ended = reading.find(self.store, FixtureRow, {"league": league}, ("-ended", "-id"), most=SHOWN)
        return LeagueHome(
            row.id,
            row.name,
            row.edition,
            row.seq,
            season_line(season),
            tuple(season_line(each) for each in state.seasons),
            tuple(state.members.values()),
            tuple(lines.teams_by_id(self.store, season.teams)),
            tuple(self.office.competitions.view(each, state) for each in season.competitions),
            tuple(lines.fixture_lines(self.store, waiting[:SHOWN])),
            tuple(lines.fixture_lines(self.store, [each for each in ended if each.ended])),
            tuple(telling.as_it_happened(self.news(league, most=news))),
            tuple(self.waits(league)),
            tuple(lines.teams_by_id(self.store, state.visitors)),
        )

    def named(self, name: str) -> str:
        """The id of a league by its id, the beginning of its id, or its name; the only league for an empty name."""
        if not name:
            found = self.store.find(LeagueRow.TABLE, {}, ("-changed", "-id"), most=2, columns=("id", "name"))
            if not found:
                raise UserError("there is no league yet: dungeonbowl league new --help")
            if len(found) > 1:
                raise UserError("there are several leagues: name one with --league")
            return str(found[0]["id"])
        if reading.one(self.store, LeagueRow, id=name) is not None:
            return name
        known = self.store.find(LeagueRow.TABLE, {"name~": name}, ("id",), columns=("id", "name"))
        same = [row["id"] for row in known if row["name"].casefold() == name.casefold()]
        found_ids = same or [row["id"] for row in known]
        if not found_ids and name.startswith("l_"):
            rows = self.store.find(LeagueRow.TABLE, {}, columns=("id",))
            found_ids = [row["id"] for row in rows if row["id"].startswith(name)]
        if len(found_ids) == 1:
            return str(found_ids[0])
        raise UserError(f"league {name!r}: {'there is none' if not found_ids else 'several have this name'}")

    def rename(self, league: str, name: str, by: Actor, reason: str = "") -> None:
        needs_commissioner(by, "rename a league")
        with self.office.work(by) as work:
            work.write_league(league, league_log.Renamed(cleaned(name, "name of the league"), remark_of(reason)))

    # --- people ------------------------------------------------------------------------------------------------------

    def members(self, league: str) -> list[Member]:
        return list(self.state(league).members.values())

    def number(self, league: str) -> int:
        """The number of the last event of a league's log: who names it has seen everything up to there."""
        return self.store.head(league)[0]

    def add_member(
        self,
        league: str,
        name: str,
        by: Actor,
        role: MemberRole = "coach",
        account: str = "",
        number: int | None = None,
    ) -> str:
        """Somebody joins. A name that is there already is that member. Returns the member's id."""
        with self.office.work(by) as work:
            work.expect(league, number, "the league")
            return joined(work, league, name, role, account)

    def change_member(
        self,
        league: str,
        member: str,
        by: Actor,
        role: MemberRole | None = None,
        account: str | None = None,
        name: str = "",
        number: int | None = None,
    ) -> None:
        """Another role or name; or an account claims a member that was only a name, and its history comes along."""
        needs_commissioner(by, "change a member")
        with self.office.work(by) as work:
            work.expect(league, number, "the league")
            called = cleaned(name, "name of a coach") if name else ""
            work.write_league(league, league_log.MemberChanged(member, role, account, called))

    def vouch(self, league: str, member: str, by: Actor, reason: str = "") -> None:
        """Write down that a commissioner vouches for a member who cannot sign in any more."""
        needs_commissioner(by, "vouch for a member")
        with self.office.work(by) as work:
            work.write_league(league, league_log.Vouched(member, remark_of(reason)))

    def allow_vacation(self, league: str, member: str, fixture: str, by: Actor, reason: str = "") -> None:
        """A member may be on vacation in the last days of a fixture of the play-offs."""
        needs_commissioner(by, "allow a vacation")
        with self.office.work(by) as work:
            work.write_league(league, league_log.VacationAllowed(member, fixture, remark_of(reason)))

    # --- lists -------------------------------------------------------------------------------------------------------

    def news(self, league: str, after: str = "", most: int = 50) -> list[NewsLine]:
        """News of a league, the last first; `after` is the `key` of the last one of the page before."""
        order = ("-at", "-log", "-seq")
        rows = reading.find(self.store, NewsRow, {"league": league}, order, desk.key_of(after), most)
        return telling.news(self.store, rows)

    def waits(self, league: str, team: str = "") -> list[Waiting]:
        """What waits for the commissioner, or for the coach of a team."""
        return desk.waiting(self.office, league, team)

    def audit(self, league: str, after: str = "", most: int = 50) -> list[AuditLine]:
        """What commissioners and the assistant did, the last first; `after` is the `key` of the last one before."""
        order = ("-at", "-log", "-seq")
        rows = reading.find(self.store, AuditRow, {"league": league}, order, desk.key_of(after), most)
        return telling.audit(self.store, rows)


def season_line(season: SeasonOf) -> SeasonLine:
    return SeasonLine(
        season.id,
        season.number,
        season.state,
        season.options,
        tuple(season.competitions),
        season.began,
        season.ended,
    )


def joined(work: Work, league: str, name: str, role: MemberRole = "coach", account: str = "") -> str:
    """The member of this name, who is made if there is none."""
    name = cleaned(name, "name of a coach")
    known = work.league(league).member_named(name)
    if known is not None:
        return known.id
    member = new_id("m", work.office.chance)
    work.write_league(league, league_log.MemberJoined(member, name, role, account))
    return member


def open_season(work: Work, league: str, number: int, options: str) -> str:
    """A season with its main competition, open for entries."""
    season = new_id("s", work.office.chance)
    work.write_league(league, league_log.SeasonOpened(season, number, options))
    make_competition(work, league, season, f"Season {number}")
    return season


def make_competition(work: Work, league: str, season: str, title: str, options: str = "") -> str:
    """A competition, which teams may enter. Its own log begins when it starts."""
    competition = new_id("c", work.office.chance)
    work.write_league(league, league_log.CompetitionMade(competition, season, title, options))
    return competition
