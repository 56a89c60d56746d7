"""Teams that live."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.languages import t
from dungeonbowl.league import team_events as e
from dungeonbowl.league.chain import Actor, Cause, Event
from dungeonbowl.league.competitions import events as happenings
from dungeonbowl.league.fold import instead_of
from dungeonbowl.league.history import encoded, history_of
from dungeonbowl.league.kept import Kept
from dungeonbowl.league.office import competitions, league_log, lines, reading, rebuilding
from dungeonbowl.league.office.archive_file import unzipped
from dungeonbowl.league.office.chance import new_id
from dungeonbowl.league.office.entering import new_prices, refuse_unfit, with_ids
from dungeonbowl.league.office.leagues import joined
from dungeonbowl.league.office.roles import cleaned, needs_commissioner, needs_owner, reason_of, remark_of
from dungeonbowl.league.office.rows import (
    DEED_COLUMNS,
    AppearanceRow,
    FixtureRow,
    MatchReplayRow,
    MemberRow,
    NewsRow,
    PlayerRow,
    SideRow,
    TeamRow,
    TextRow,
)
from dungeonbowl.league.office.store import Value
from dungeonbowl.league.office.telling import ROLES
from dungeonbowl.league.office.views import (
    AppearanceLine,
    FixtureLine,
    HistoryLine,
    PlayerView,
    RecordLine,
    TeamLine,
    TeamView,
)
from dungeonbowl.league.office.words import Speaker
from dungeonbowl.league.team_events import unpacked
from dungeonbowl.league.texts import Texts, refs_in
from dungeonbowl.league.verify import Verification, verify
from dungeonbowl.records.replay import read_replay_bytes
from dungeonbowl.teams.files import write_team
from dungeonbowl.teams.team import Team

if TYPE_CHECKING:
    from dungeonbowl.league.office.office import Office
    from dungeonbowl.league.office.work import Work

FIGURES: Final = (*DEED_COLUMNS, "mvp", "points", "games")
OF_A_SEASON: Final = tuple(figure for figure in FIGURES if figure != "games")


class Teams:
    def __init__(self, office: Office) -> None:
        self.office = office
        self.store = office.store

    # --- entering ----------------------------------------------------------------------------------------------------

    def enter(
        self,
        league: str,
        team: Team,
        by: Actor,
        coach: str = "",
        *,
        competition: str = "",
        club: str = "",
        division: str = "",
        seed: int = 0,
    ) -> str:
        """A new team enters the season of a league. It is checked against the edition of the season, and gets an id, as
        its players do. `coach` is a name; without it, that of the team file. Where rounds are paired one by one, a team
        may also come late. Returns the id of the team."""
        if team.id:
            raise UserError(
                f"team {team.name!r} lives already ({team.id}): import its league, or enter it again by its id"
            )
        if team.games:
            raise UserError(
                f"team {team.name!r} has played {team.games} games; expected a new team, or import its league"
            )
        identity = new_id("t", self.office.chance)
        with self.office.work(by) as work:
            refuse_unfit(team, reading.agreed(work.league(league).season.options))
            name = coach or team.coach
            owner = joined(work, league, name) if name else by.id
            drafted = with_ids(team, identity, lambda: new_id("p", self.office.chance))
            work.new_team(identity)
            work.write_team(identity, e.Created(drafted, owner))
            self.take_part(work, league, identity, competition, club, division, seed)
        return identity

    def reserve(self, league: str, team: Team, by: Actor, coach: str = "") -> str:
        """A new team that takes part in nothing yet: it can replace another. Returns its id."""
        identity = new_id("t", self.office.chance)
        with self.office.work(by) as work:
            name = coach or team.coach
            owner = joined(work, league, name) if name else by.id
            season = work.league(league).season
            drafted = with_ids(team, identity, lambda: new_id("p", self.office.chance))
            agreed = reading.agreed(season.options)
            refuse_unfit(drafted, agreed)
            work.new_team(identity)
            work.write_team(identity, e.Created(drafted, owner))
            joined_in = e.Joined(league, season.number, new_prices(drafted, agreed))
            event = work.write_team(identity, joined_in, Cause("season", season.id))
            work.write_league(league, league_log.TeamEntered(identity, season.id, "", event.seq))
        return identity

    def enter_again(
        self,
        league: str,
        team: str,
        by: Actor,
        *,
        competition: str = "",
        club: str = "",
        division: str = "",
        seed: int = 0,
    ) -> None:
        """A team that lives already enters the season of a league, or one more competition of it."""
        with self.office.work(by) as work:
            needs_owner(by, work.kept(team).owner, "enter a team")
            self.take_part(work, league, team, competition, club, division, seed)

    def take_part(
        self, work: Work, league: str, team: str, competition: str, club: str, division: str, seed: int
    ) -> None:
        season = work.league(league).season
        club = cleaned(club, "club") if club.strip() else ""
        division = cleaned(division, "division") if division.strip() else ""
        competition = competition or season.main
        if competition not in season.competitions:
            raise UserError(f"competition {competition!r}: expected one of the season that is open")
        agreed = competitions.options_of(season, competition)
        kept = work.kept(team)
        refuse_unfit(kept.team, agreed)
        self.refuse_other_league(work, kept, league, agreed.competition.play)
        if kept.league != league or kept.team.season != season.number:
            joined_in = e.Joined(league, season.number, new_prices(kept.team, agreed))
            work.write_team(team, joined_in, Cause("season", season.id))
        kept = work.kept(team)
        work.write_league(league, league_log.TeamEntered(team, season.id, competition, kept.seq, club, division, seed))
        if season.state == "running" and self.office.competitions.row(competition).seq:
            state = work.competition(competition).state
            entry = competitions.entry_of(league_log.Entered(team, competition, kept.seq, club, division, seed), kept)
            work.write_competition(competition, happenings.Entered(entry=entry, stage=len(state.stages), at=work.at))

    def refuse_other_league(self, work: Work, kept: Kept, league: str, play: str) -> None:
        """A team grows in one league at a time; elsewhere it may play as it is."""
        other = work.league_of(kept.team.id)
        if other is None or other.id == league or play == "resurrection":
            return
        if kept.team.id in other.visitors or kept.team.id not in other.season.teams or other.season.state == "over":
            return
        raise UserError(
            f"{kept.team.name} plays in {other.name} until its season is over; elsewhere it may play as it is only"
            " (play = resurrection)"
        )

    def redraft_freely(self, team: str, draft: Team, by: Actor, number: int | None = None) -> None:
        """Another draft in the place of the first, before the first match."""
        with self.office.work(by) as work:
            work.expect(team, number, "the team")
            kept = work.kept(team)
            needs_owner(by, kept.owner, "redraft a team")
            if kept.state not in ("ready", "drafting"):
                raise UserError(f"{kept.team.name} is {kept.state}: it cannot be drafted anew now")
            plain = msgspec.structs.replace(draft, id="", history="", season=0)
            home = work.league_of(team)
            prices = ""
            if home is not None:
                agreed = reading.agreed(home.season.options)
                refuse_unfit(plain, agreed)
                prices = new_prices(plain, agreed)
            drafted = with_ids(draft, team, lambda: new_id("p", self.office.chance), kept.team.players)
            work.write_team(team, e.Created(drafted, kept.owner))
            if kept.league:
                work.write_team(team, e.Joined(kept.league, kept.team.season, prices))

    def leave(self, league: str, team: str, by: Actor, competition: str = "") -> None:
        """A team leaves a season that has not begun."""
        with self.office.work(by) as work:
            needs_owner(by, work.kept(team).owner, "take a team out")
            season = work.league(league).season
            work.write_league(league, league_log.TeamLeft(team, season.id, competition or season.main))

    # --- looking -----------------------------------------------------------------------------------------------------

    def kept(self, team: str) -> Kept:
        """A team as its history made it."""
        return reading.kept_of(reading.team_row(self.store, team))

    def all_kept(self, teams: Iterable[str]) -> dict[str, Kept]:
        """Teams as their histories made them, each once, in the order in which they are named."""
        wanted = list(dict.fromkeys(teams))
        rows = {row.id: row for row in reading.find(self.store, TeamRow, {"id": wanted})} if wanted else {}
        return {team: reading.kept_of(rows[team]) for team in wanted if team in rows}

    def view(self, team: str, matches: int = 20) -> TeamView:
        row = reading.team_row(self.store, team)
        kept = reading.kept_of(row)
        return TeamView(
            lines.team_lines(self.store, [row.row()])[0],
            row.seq,
            kept.team,
            kept.league,
            kept.team.season,
            kept.careers,
            kept.standings,
            kept.honours,
            tuple(self.matches(team, most=matches)),
            row.open_match,
            kept.match,
            kept.team.is_new and kept.state in ("ready", "drafting"),
        )

    def named(self, name: str, league: str = "") -> str:
        """The id of a team by its id, the beginning of its id, or its name."""
        if self.store.count(TeamRow.TABLE, {"id": name}):
            return name
        where: dict[str, Value | Sequence[str]] = {"name~": name}
        if league:
            where["id"] = [*self.office.leagues.state(league).season.teams]
        rows = self.store.find(TeamRow.TABLE, where, ("id",), columns=("id", "name"))
        found = [row["id"] for row in rows if row["name"].casefold() == name.casefold()] or [row["id"] for row in rows]
        if not found and name.startswith("t_"):
            within = {"id": where["id"]} if league else {}
            rows = self.store.find(TeamRow.TABLE, within, columns=("id",))
            found = [row["id"] for row in rows if row["id"].startswith(name)]
        if len(found) == 1:
            return str(found[0])
        raise UserError(f"team {name!r}: {'there is none' if not found else 'several have this name; use an id'}")

    def listed(self, league: str = "", search: str = "", after: str = "", most: int = 50) -> list[TeamLine]:
        where: dict[str, Value | Sequence[str]] = {}
        if league:
            where["league"] = league
        if search:
            where["name~"] = search
        behind = (after,) if after else ()
        rows = self.store.find(TeamRow.TABLE, where, ("id",), behind, most, lines.TEAM_COLUMNS)
        return lines.team_lines(self.store, rows)

    def matches(self, team: str, after: str = "", most: int = 20) -> list[FixtureLine]:
        """The matches of a team, the last first. `after` is the id of the last one of the page before."""
        order = ("-at", "-fixture")
        behind: tuple[str, ...] = ()
        if after:
            sides = reading.find(self.store, SideRow, {"fixture": after, "team": team}, most=1)
            behind = (sides[0].at, after) if sides else ()
        sides = reading.find(self.store, SideRow, {"team": team}, order, behind, most)
        ids = [side.fixture for side in sides if side.at]
        rows = {row.id: row for row in reading.find(self.store, FixtureRow, {"id": ids})} if ids else {}
        return lines.fixture_lines(self.store, [rows[fixture] for fixture in ids if fixture in rows])

    def history(self, team: str, before: int = 0, most: int = 50, kinds: tuple[str, ...] = ()) -> list[HistoryLine]:
        """Events of a team, the last first; those before number `before`, if one is given."""
        row = reading.team_row(self.store, team)
        upto = min(before - 1, row.seq) if before else row.seq
        found: list[Event] = []
        while upto > 0 and len(found) < most:
            start = max(0, upto - max(most, 50))
            part = reading.events(self.store, team, start, upto - start)
            found += [event for event in reversed(part) if not kinds or event.kind in kinds]
            upto = start
        return self.said(reading.kept_of(row), found[:most])

    def said(self, kept: Kept, events: Sequence[Event]) -> list[HistoryLine]:
        """Events of a team in words."""
        texts = Texts(reading.texts_of(self.store, events))
        bodies = [unpacked(event.kind, event.body, texts) for event in events]
        others = {other for body in bodies if isinstance(body, e.Played) for other in body.opponents}
        teams = {team: known["name"] for team, known in lines.names_of(self.store, others).items()}
        players = {identity: career.player.name for identity, career in kept.careers.items()}
        speaker = Speaker(players, teams)
        actors = self.actor_names(events)
        voided = self.voids(kept.team.id)
        found = []
        for event, body in zip(events, bodies, strict=True):
            gone = event.seq in voided
            instead = voided.get(event.seq)
            found.append(
                HistoryLine(
                    event, body, speaker.say(body), actors[event.seq], gone, speaker.say(instead) if instead else ""
                )
            )
        return found

    def actor_names(self, events: Sequence[Event]) -> dict[int, str]:
        ids = sorted({event.actor.id for event in events if event.actor.id})
        rows = self.store.find(MemberRow.TABLE, {"id": ids}, columns=("id", "name")) if ids else []
        people = {row["id"]: row["name"] for row in rows}
        return {event.seq: people.get(event.actor.id, "") or t(ROLES[event.actor.role]) for event in events}

    def voids(self, team: str) -> dict[int, e.TeamBody | None]:
        """Which events of a team count no more, and what counts in their place, as the fold has it: the later of two
        voids decides. Corrections are news, so that a page of a history need not read all of it."""
        rows = reading.find(self.store, NewsRow, {"log": team, "kind": "void"}, ("-seq",))
        details = {row.seq: msgspec.json.decode(row.details, type=dict[str, Any]) for row in rows}
        texts = Texts(reading.texts_by_ref(self.store, refs_in(list(details.values()))))
        found: dict[int, e.TeamBody | None] = {}
        for seq, values in details.items():
            void = unpacked("void", values, texts)
            assert isinstance(void, e.Void)
            if seq not in found and void.seq not in found:
                found[void.seq] = instead_of(void, seq)
        return found

    # --- players -----------------------------------------------------------------------------------------------------

    def player(self, player: str, events: bool = False) -> PlayerView:
        """The career of a player, whether it is still with a team or not; with `events` also everything that its
        team's history says of it."""
        row = reading.one(self.store, PlayerRow, id=player)
        if row is None:
            raise UserError(f"there is no player {player!r}")
        kept = self.kept(row.team)
        career = kept.careers[player]
        appearances = reading.find(self.store, AppearanceRow, {"player": player}, ("at", "fixture"))
        told: list[HistoryLine] = []
        if events:
            since = reading.events(self.store, row.team, career.joined - 1)
            told = self.said(kept, [event for event in since if speaks_of(event.body, player)])
        return PlayerView(
            player,
            row.team,
            kept.team.name,
            career.player,
            career,
            tuple(self.appearance_lines(appearances)),
            tuple(told),
        )

    def player_named(self, name: str, team: str = "") -> str:
        """The id of a player by its id or its name."""
        if self.store.count(PlayerRow.TABLE, {"id": name}):
            return name
        where: dict[str, Value | Sequence[str]] = {"name~": name}
        if team:
            where["team"] = team
        rows = self.store.find(PlayerRow.TABLE, where, ("id",), most=1000, columns=("id", "name"))
        found = [row["id"] for row in rows if row["name"].casefold() == name.casefold()] or [row["id"] for row in rows]
        if len(found) == 1:
            return str(found[0])
        raise UserError(f"player {name!r}: {'there is none' if not found else 'several have this name; use an id'}")

    def appearance_lines(self, rows: Sequence[AppearanceRow]) -> list[AppearanceLine]:
        sides = reading.find(self.store, SideRow, {"fixture": [row.fixture for row in rows]}) if rows else []
        names = lines.names_of(self.store, (side.team for side in sides))
        others: dict[str, list[SideRow]] = {}
        for side in sides:
            others.setdefault(side.fixture, []).append(side)
        return [
            AppearanceLine(
                row.fixture,
                row.match,
                row.at,
                tuple(
                    names.get(side.team, {}).get("name", side.team)
                    for side in others.get(row.fixture, ())
                    if side.team != row.team
                ),
                msgspec.json.decode(row.deeds, type=dict[str, int]),
                row.points,
                row.mvp,
                row.injury,
            )
            for row in rows
        ]

    def leaders(
        self, figure: str, league: str = "", season: str = "", edition: str = "", most: int = 50
    ) -> list[RecordLine]:
        """The best by a figure: of a season, of a league, of an edition, or of everybody."""
        known = OF_A_SEASON if season else FIGURES
        if figure not in known:
            raise UserError(f"figure {figure!r}: expected one of {', '.join(known)}")
        if season:
            best = self.store.totals(AppearanceRow.TABLE, {"season": season}, "player", figure, most)
        else:
            where: dict[str, Value | Sequence[str]] = {}
            if edition:
                where["edition"] = edition
            if league:
                teams = self.store.find(TeamRow.TABLE, {"league": league}, columns=("id",))
                where["team"] = [row["id"] for row in teams]
            rows = self.store.find(PlayerRow.TABLE, where, (f"-{figure}", "id"), most=most, columns=("id", figure))
            best = [(row["id"], row[figure]) for row in rows if row[figure] > 0]
        found = self.store.find(PlayerRow.TABLE, {"id": [player for player, _ in best]}, columns=("id", "name", "team"))
        players = {row["id"]: row for row in found}
        names = lines.names_of(self.store, (row["team"] for row in found))
        return [
            RecordLine(
                place_among(best, total),
                player,
                players[player]["name"],
                players[player]["team"],
                names.get(players[player]["team"], {}).get("name", ""),
                total,
            )
            for player, total in best
            if player in players
        ]

    def ladder(self, edition: str, most: int = 50) -> list[TeamLine]:
        """The teams of an edition that play, the best rated first."""
        rows = self.store.find(
            TeamRow.TABLE, {"edition": edition, "active": True}, ("-skill", "id"), most=most, columns=lines.TEAM_COLUMNS
        )
        return lines.team_lines(self.store, rows)

    # --- files -------------------------------------------------------------------------------------------------------

    def file(self, team: str) -> str:
        """The team file (TOML)."""
        kept = self.kept(team)
        coach = lines.coach_names(self.store, [kept.owner]).get(kept.owner, kept.team.coach)
        return write_team(msgspec.structs.replace(kept.team, coach=coach))

    def history_file(self, team: str) -> bytes:
        """The history of a team as a file: `NAME.history.jsonl`."""
        events = reading.events(self.store, team)
        history = history_of(events, Texts(reading.texts_of(self.store, events)))
        return b"".join(line + b"\n" for line in encoded(history))

    def verification(self, team: str) -> Verification:
        """How much of a team follows from matches and dice that anybody can run again: its replays are played again."""
        events = reading.events(self.store, team)
        history = history_of(events, Texts(reading.texts_of(self.store, events)))
        matches = [str(event.body["match"]) for event in events if event.kind == "played"]
        rows = reading.find(self.store, MatchReplayRow, {"match": matches}) if matches else []
        replays = [read_replay_bytes(unzipped(row.data), f"replay of {row.match}") for row in rows]
        return verify(history, replays)

    # --- changes -----------------------------------------------------------------------------------------------------

    def rename(self, team: str, name: str, by: Actor, player: str = "", reason: str = "", hide: bool = False) -> None:
        """A new name for a team or a player. With `hide` the old one is hidden from everybody, and only its hash
        stays."""
        with self.office.work(by) as work:
            kept = work.kept(team)
            needs_owner(by, kept.owner, "rename a team")
            home = work.league_of(team)
            if (
                by.role in ("coach", "co-coach")
                and home is not None
                and reading.agreed(home.season.options).league.names_locked
            ):
                raise UserError("names are locked in this league: only the commissioner renames")
            if hide:
                needs_commissioner(by, "hide a name")
            old = kept.careers[player].player.name if player in kept.careers else kept.team.name
            cause = Cause("correction") if hide else Cause("decision")
            work.write_team(team, e.Renamed(cleaned(name, "name"), player), cause)
            if hide:
                for ref in self.refs_of(work, team, old):
                    work.put(TextRow(ref, "", ""))
        if hide and home is not None:
            self.office.states.known.clear()
            rebuilding.rebuild(self.office, home.id)

    def refs_of(self, work: Work, team: str, name: str) -> list[str]:
        """The references to a name in the history of a team, and where competitions speak of the team."""
        events = reading.events(self.store, team)
        found = [text.ref for text in reading.texts_of(self.store, events) if text.text == name]
        home = work.league_of(team)
        for season in home.seasons if home is not None else ():
            for competition in season.competitions:
                for event in reading.events(self.store, competition):
                    entry = event.body.get("entry")
                    if isinstance(entry, dict) and entry.get("team") == team:
                        found += [text.ref for text in reading.texts_by_ref(self.store, refs_in(entry))]
        return found

    def hand_over(self, team: str, member: str, by: Actor) -> None:
        """Another owner: a member of the league, by id."""
        with self.office.work(by) as work:
            kept = work.kept(team)
            needs_owner(by, kept.owner, "hand over a team")
            home = work.league_of(team)
            if home is not None and member not in home.members:
                raise UserError(f"member {member!r}: expected somebody of the league")
            work.write_team(team, e.OwnerChanged(member))

    def suspend(self, team: str, by: Actor, reason: str) -> None:
        needs_commissioner(by, "suspend a team")
        with self.office.work(by) as work:
            work.write_team(team, e.Suspended(reason_of(reason)), Cause("correction"))

    def disband(self, team: str, by: Actor, reason: str = "") -> None:
        """The team plays no more."""
        with self.office.work(by) as work:
            needs_owner(by, work.kept(team).owner, "disband a team")
            work.write_team(team, e.Disbanded(remark_of(reason)))

    def revive(self, team: str, by: Actor, reason: str) -> None:
        needs_commissioner(by, "revive a team")
        with self.office.work(by) as work:
            work.write_team(team, e.Revived(reason_of(reason)), Cause("correction"))


def speaks_of(values: Any, player: str) -> bool:
    """Whether the body of an event names a player, wherever in it."""
    if isinstance(values, dict):
        return any(speaks_of(each, player) for each in values.values())
    if isinstance(values, list):
        return any(speaks_of(each, player) for each in values)
    return bool(values == player)


def place_among(best: Sequence[tuple[str, int]], total: int) -> int:
    """The place of a figure: those with more stand before."""
    return 1 + sum(other > total for _, other in best)
