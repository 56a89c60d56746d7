"""One piece of work of the office: what it has read, and what it will write, all of it or nothing.

Logs grow by events here and nowhere else. When the work is done, the rows that follow from what has changed are made
(`projecting.py`), and everything is written at once. Every event names the one before it, so if somebody else wrote
first, the store refuses all of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from dungeonbowl.errors import UserError, stale
from dungeonbowl.league import fold
from dungeonbowl.league.chain import START, Actor, Cause, Event, canonical, sealed
from dungeonbowl.league.competitions import events as happenings
from dungeonbowl.league.competitions.folding import apply
from dungeonbowl.league.competitions.ratings import Rating
from dungeonbowl.league.competitions.state import Competition
from dungeonbowl.league.kept import Kept
from dungeonbowl.league.office import league_log, projecting, reading
from dungeonbowl.league.office.chance import salts, written
from dungeonbowl.league.office.league_log import League
from dungeonbowl.league.office.reading import CompetitionState
from dungeonbowl.league.office.rows import (
    KEYS,
    AftermathRow,
    AppearanceRow,
    LeagueRow,
    Stored,
    TeamRow,
    TextRow,
    event_row,
)
from dungeonbowl.league.office.store import Value, Writing, fits
from dungeonbowl.league.team_events import Granted, TeamBody, Void, kind_of, packed, unpacked, with_texts
from dungeonbowl.league.texts import Texts

if TYPE_CHECKING:
    from dungeonbowl.league.office.office import Office

DECISION = Cause("decision")
replace = msgspec.structs.replace
R = TypeVar("R", bound=Stored)


class Log:
    """A log while it is worked on: its last event, and those that are new."""

    def __init__(self, name: str, seq: int, head: str) -> None:
        self.name = name
        self.seq = seq
        self.head = head or START
        self.new: list[Event] = []

    def add(
        self,
        at: str,
        actor: Actor,
        cause: Cause,
        kind: str,
        body: dict[str, Any],
        rule: str = "",
        dice: Iterable[int] = (),
    ) -> Event:
        event = sealed(Event(self.name, self.seq + 1, at, actor, cause, kind, body, self.head, "", rule, tuple(dice)))
        self.seq, self.head = event.seq, event.hash
        self.new.append(event)
        return event


class OpenTeam:
    """A team while it is worked on. `row` is what the store has of it; a new team has none."""

    def __init__(self, log: Log, kept: Kept, row: TeamRow | None) -> None:
        self.log = log
        self.kept = kept
        self.before = kept if row is not None else None
        self.row = row
        self.rating = Rating(row.mu, row.sigma) if row is not None else Rating()
        self.touched = False


class OpenCompetition:
    def __init__(self, log: Log, state: Competition, before: Competition | None, league: str, season: str) -> None:
        self.log = log
        self.state = state
        self.before = before
        self.league = league
        self.season = season


class OpenLeague:
    def __init__(self, log: Log, state: League) -> None:
        self.log = log
        self.state = state


class Work:
    """A piece of work. `by` is who does it."""

    def __init__(self, office: Office, by: Actor) -> None:
        self.office = office
        self.store = office.store
        self.by = by
        self.at = written(office.now())
        self.writing = Writing()
        self.texts = Texts(salts=salts(office.chance))
        self.teams: dict[str, OpenTeam] = {}
        self.competitions: dict[str, OpenCompetition] = {}
        self.leagues: dict[str, OpenLeague] = {}
        self.rows: dict[tuple[str, tuple[Any, ...]], Stored | None] = {}

    # --- rows --------------------------------------------------------------------------------------------------------

    def one(self, kind: type[R], **key: Value) -> R | None:
        """A row by its key, as it will be when this work is done."""
        mine = (kind.TABLE, tuple(key[name] for name in kind.KEY))
        if mine in self.rows:
            return self.rows[mine]  # type: ignore[return-value]
        return reading.one(self.store, kind, **key)

    def find(self, kind: type[R], **where: Value | Sequence[str]) -> list[R]:
        """Rows by their columns, as they will be when this work is done, in the order of their keys."""
        found = {key_of(row): row for row in reading.find(self.store, kind, where)}
        for (table, key), row in self.rows.items():
            if table == kind.TABLE:
                found.pop(key, None)
                if row is not None and fits(row.row(), where):
                    found[key] = row  # type: ignore[assignment]
        return [found[key] for key in sorted(found)]

    def put(self, row: Stored) -> None:
        self.rows[row.TABLE, key_of(row)] = row

    def drop(self, row: Stored) -> None:
        self.rows[row.TABLE, key_of(row)] = None

    def expect(self, log: str, number: int | None, what: str) -> None:
        """`Stale` if the caller has not seen the last event of a log."""
        if number is not None and self.store.head(log)[0] != number:
            raise stale(what)

    # --- teams -------------------------------------------------------------------------------------------------------

    def team(self, team: str) -> OpenTeam:
        if team not in self.teams:
            row = reading.one(self.store, TeamRow, id=team)
            if row is None:
                raise UserError(f"there is no team {team!r}")
            kept = reading.kept_of(row)
            self.teams[team] = OpenTeam(Log(team, row.seq, row.head), kept, row)
        return self.teams[team]

    def kept(self, team: str) -> Kept:
        return self.team(team).kept

    def new_team(self, team: str) -> OpenTeam:
        self.teams[team] = OpenTeam(Log(team, 0, ""), Kept(fold.NOBODY, head=START), None)
        return self.teams[team]

    def write_team(
        self,
        team: str,
        body: TeamBody,
        cause: Cause = DECISION,
        rule: str = "",
        dice: Iterable[int] = (),
        actor: Actor | None = None,
        at: str = "",
    ) -> Event:
        """Add an event to the history of a team. `Impossible` if it cannot happen, and nothing is written."""
        open_team = self.team(team)
        kind = kind_of(body)
        before = open_team.log
        values = packed(body, self.texts)
        body = unpacked(kind, msgspec.json.decode(canonical.encode(values)), self.texts)  # as it will be read again
        if isinstance(body, Void) or (isinstance(body, Granted) and body.at):  # what comes before it changes too
            event = before.add(at or self.at, actor or self.by, cause, kind, values, rule, dice)
            open_team.kept = self.folded_again(team)
        else:
            kept = fold.applied(open_team.kept, body, before.seq + 1, at or self.at)
            if kept.league != open_team.kept.league:
                open_team.rating = Rating()  # ratings compare teams of one league
            event = before.add(at or self.at, actor or self.by, cause, kind, values, rule, dice)
            open_team.kept = at_head(kept, event)
        return event

    def correct_team(self, team: str, bodies: Iterable[TeamBody], cause: Cause) -> None:
        """Add the events of a correction, and fold the history once: only all of them together need be possible."""
        log = self.team(team).log
        for body in bodies:
            log.add(self.at, self.by, cause, kind_of(body), packed(body, self.texts))
        self.teams[team].kept = self.folded_again(team)
        self.count_awards_again(team)

    def count_awards_again(self, team: str) -> None:
        """The players' lines of matches, with the points and awards that stand after a correction."""
        events = [*reading.events(self.store, team), *self.teams[team].log.new]
        for match, bodies in projecting.counted_by_match(events, self.known_texts(events)).items():
            for appearance in self.find(AppearanceRow, match=match):
                if appearance.team == team:
                    self.put(projecting.as_counted(appearance, bodies))

    def folded_again(self, team: str) -> Kept:
        """The team by its whole history, with what is new here: after a correction."""
        stored = reading.events(self.store, team)
        events = [*stored, *self.teams[team].log.new]
        return fold.fold(events, self.known_texts(events))

    def known_texts(self, events: Iterable[Event]) -> Texts:
        """The texts that events speak of, those of this work among them."""
        return Texts([*reading.texts_of(self.store, events), *self.texts.known.values()])

    # --- competitions ------------------------------------------------------------------------------------------------

    def competition(self, competition: str) -> OpenCompetition:
        if competition not in self.competitions:
            found = self.office.states.competition(competition)
            log = Log(competition, found.seq, found.head)
            copy = reading.copied(found.state)
            self.competitions[competition] = OpenCompetition(log, copy, found.state, found.league, found.season)
        return self.competitions[competition]

    def new_competition(self, competition: str, league: str, season: str) -> OpenCompetition:
        opened = OpenCompetition(Log(competition, 0, ""), Competition(), None, league, season)
        self.competitions[competition] = opened
        return opened

    def write_competition(
        self,
        competition: str,
        body: happenings.Body,
        cause: Cause = DECISION,
        actor: Actor | None = None,
        rule: str = "",
        dice: Iterable[int] = (),
    ) -> Event:
        opened = self.competition(competition)
        kind, values = happenings.parts_of(body)
        values = with_texts(values, self.texts.keep)
        if not isinstance(body, happenings.Void):  # it is applied as it will be read again
            stored = msgspec.json.decode(canonical.encode(values))
            again = happenings.body_of(kind, with_texts(stored, self.texts.read))
            assert not isinstance(again, happenings.Void)
            apply(again, opened.state)
        event = opened.log.add(self.at, actor or self.by, cause, kind, values, rule, dice)
        if isinstance(body, happenings.Void):
            events = [*reading.events(self.store, competition), *opened.log.new]
            opened.state = reading.folded_competition(events, self.known_texts(events))
        return event

    # --- leagues -----------------------------------------------------------------------------------------------------

    def open_league(self, league: str) -> OpenLeague:
        if league not in self.leagues:
            row, state = reading.league(self.store, league)
            self.leagues[league] = OpenLeague(Log(league, row.seq, row.head), state)
        return self.leagues[league]

    def league(self, league: str) -> League:
        return self.open_league(league).state

    def league_of(self, team: str) -> League | None:
        """The league that a team grows in; None if it has none, or one that is not here."""
        league = self.kept(team).league
        known = league in self.leagues or (league and reading.one(self.store, LeagueRow, id=league) is not None)
        return self.league(league) if known else None

    def new_league(self, league: str) -> None:
        self.leagues[league] = OpenLeague(Log(league, 0, ""), League(league))

    def write_league(self, league: str, body: league_log.Body, cause: Cause = DECISION) -> Event:
        opened = self.open_league(league)
        values = msgspec.to_builtins(body)
        kind = values.pop("kind")
        values = with_texts(values, self.texts.keep)
        stored = with_texts(msgspec.json.decode(canonical.encode(values)), self.texts.read)
        again = msgspec.convert({"kind": kind, **stored}, league_log.Body)  # it is applied as it will be read again
        opened.state = league_log.applied(opened.state, again, self.at)
        return opened.log.add(self.at, self.by, cause, kind, values)

    # --- the end -----------------------------------------------------------------------------------------------------

    def commit(self) -> None:
        """Make the rows that follow, and write everything."""
        for table, key in list(self.rows):
            if table == AftermathRow.TABLE:  # whether a team has something to decide is part of its row
                self.team(str(key[AftermathRow.KEY.index("team")])).touched = True
        self.project()
        for text in self.texts.take_new():
            self.put(TextRow(text.ref, text.salt, text.text))
        for log in self.logs():
            self.writing.events += [event_row(event) for event in log.new]
        for (table, key), row in self.rows.items():
            if row is not None:
                self.writing.put(table, row.row())
            else:
                self.writing.remove(table, **dict(zip(KEYS[table], key, strict=True)))
        if self.writing.events or self.writing.rows or self.writing.gone:
            self.store.write(self.writing)
        for name, competition in self.competitions.items():
            if competition.log.new:
                log = competition.log
                self.office.states.note(
                    CompetitionState(name, competition.league, competition.season, log.seq, log.head, competition.state)
                )

    def project(self) -> None:
        """Make the rows that follow from what is new."""
        for opened in self.leagues.values():
            if opened.log.new:
                for made in projecting.league_rows(self, opened.state, opened.log):
                    self.put(made)
                self.tell(opened.log.new, opened.state.id)
        for name, competition in self.competitions.items():
            if competition.log.new:
                projecting.competition_rows(self, name, competition)
                self.tell(competition.log.new, competition.league)
        for team in self.teams.values():
            if team.log.new or team.touched:
                if team.row is not None:
                    self.writing.guard(TeamRow.TABLE, {"id": team.row.id}, "seq", team.row.seq)
                for made in list(projecting.team_rows(self, team)):
                    self.put(made)
                start = team.before.league if team.before is not None else ""
                for event, league in zip(team.log.new, projecting.leagues_of(team.log.new, start), strict=True):
                    self.tell([event], league)

    def logs(self) -> list[Log]:
        found: Mapping[str, OpenTeam | OpenCompetition | OpenLeague] = {
            **self.leagues,
            **self.competitions,
            **self.teams,
        }
        return [each.log for each in found.values()]

    def tell(self, events: Sequence[Event], league: str) -> None:
        """News and the audit, from new events."""
        for event in events:
            for made in projecting.told(event, league):
                self.put(made)


def key_of(row: Stored) -> tuple[Any, ...]:
    return tuple(getattr(row, name) for name in row.KEY)


def at_head(kept: Kept, event: Event) -> Kept:
    """The team after an event, as the fold of the whole history gives it."""
    return replace(kept, seq=event.seq, head=event.hash, team=replace(kept.team, history=event.hash))
