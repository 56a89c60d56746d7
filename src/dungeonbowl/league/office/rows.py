"""The tables of a league, with their columns: one struct for each. A row in a store is a dictionary with the same keys;
`dungeonbowl.storage.league_tables` has the same tables for a database, and a test compares the two.

Truth: `texts`, `reports`, `match_replays`, `aftermaths` and the logs. All others are projections.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, TypeVar

import msgspec

from dungeonbowl.league.chain import Actor, Cause, Event, canonical
from dungeonbowl.league.office.store import Row


class Stored(msgspec.Struct, frozen=True):
    """The base of all rows. `TABLE` is the name of the table, `KEY` its key."""

    TABLE: ClassVar[str] = ""
    KEY: ClassVar[tuple[str, ...]] = ("id",)

    def row(self) -> Row:
        return {name: getattr(self, name) for name in self.__struct_fields__}


class LeagueRow(Stored, frozen=True):
    TABLE = "leagues"
    id: str
    name: str
    edition: str
    season: int
    state: str
    teams: int
    changed: str
    seq: int
    head: str
    snapshot: str  # JSON of the folded league


class MemberRow(Stored, frozen=True):
    TABLE = "members"
    KEY = ("league", "id")
    league: str
    id: str
    name: str
    role: str
    account: str


class SeasonRow(Stored, frozen=True):
    TABLE = "seasons"
    id: str
    league: str
    number: int
    state: str
    options: str
    began: str
    ended: str


class CompetitionRow(Stored, frozen=True):
    TABLE = "competitions"
    id: str
    league: str
    season: str
    name: str
    play: str
    state: str
    seq: int
    head: str
    snapshot: str  # JSON of `Competition`; empty before it begins


class FixtureRow(Stored, frozen=True):
    TABLE = "fixtures"
    id: str
    competition: str
    league: str
    season: str
    stage: int
    round: int
    place: int  # in its round
    state: str
    title: str
    division: str
    table_number: int
    opens: str
    deadline: str
    agreed: str
    ended: str
    match: str
    how: str
    provenance: str
    through: str
    friendly: bool


class SideRow(Stored, frozen=True):
    TABLE = "fixture_sides"
    KEY = ("fixture", "side")
    fixture: str
    side: int
    team: str
    competition: str
    at: str  # when the fixture ended; empty while it is open
    score: int | None
    casualties: int | None
    result: str
    points: int | None
    value: int | None
    conceded: bool


class TeamRow(Stored, frozen=True):
    TABLE = "teams"
    id: str
    league: str
    owner: str
    edition: str
    roster: str
    name: str
    state: str
    value: int
    current_value: int
    games: int
    won: int
    drawn: int
    lost: int
    mu: float
    sigma: float
    skill: float  # what ladders are ordered by
    active: bool
    seq: int
    head: str
    open_match: str  # whose aftermath waits for the coach
    snapshot: str  # JSON of `Kept`


class PlayerRow(Stored, frozen=True):
    TABLE = "players"
    id: str
    team: str
    edition: str
    name: str
    number: int
    position: str
    state: str  # plays, or how it left
    games: int
    points: int
    mvp: int
    touchdown: int
    completion: int
    casualty: int
    kill: int
    interception: int


class AppearanceRow(Stored, frozen=True):
    TABLE = "appearances"
    KEY = ("fixture", "player")
    fixture: str
    player: str
    match: str
    team: str
    league: str
    season: str
    at: str
    points: int
    mvp: int
    touchdown: int
    completion: int
    casualty: int
    kill: int
    interception: int
    injury: str
    deeds: str  # JSON, all of them


class AftermathRow(Stored, frozen=True):
    """The inputs of an aftermath that is not yet part of a history, or whose seed is not yet told."""

    TABLE = "aftermaths"
    KEY = ("match", "team")
    match: str  # or the id of the season
    team: str
    league: str
    season: str
    fixture: str
    place: int  # among those of the team, where several wait
    state: str  # waiting, open, closed
    commitment: str
    seed: str  # hex
    inputs: str  # JSON: text, role, actor and time of each
    number: int  # of inputs
    typed: bool
    opened: str
    deadline: str
    facts: str  # JSON of `SeasonFacts`, of a season's end; a match has its report
    seq: int  # the last event of the team before it


class ReportRow(Stored, frozen=True):
    """What a match has told: its facts, and for a real table the sheets that were handed in."""

    TABLE = "reports"
    KEY = ("match",)
    match: str
    fixture: str
    competition: str
    league: str
    at: str
    state: str  # locked, sheet, disputed, settled, voided
    facts: str  # JSON of `MatchFacts`, empty before it is settled
    sheets: str  # JSON of `SheetLine`s
    locked: str  # JSON of `MatchOrder`
    shared: str  # JSON: dice of all its teams that were typed in; empty if they follow from the seed


class MatchReplayRow(Stored, frozen=True):
    TABLE = "match_replays"
    KEY = ("match",)
    match: str
    data: bytes


class TextRow(Stored, frozen=True):
    TABLE = "texts"
    KEY = ("ref",)
    ref: str
    salt: str
    text: str


class StandingRow(Stored, frozen=True):
    TABLE = "standings"
    KEY = ("competition", "stage", "division", "team")
    competition: str
    stage: int
    division: str
    team: str
    place: int
    points: int
    numbers: str  # JSON


class AuditRow(Stored, frozen=True):
    """What a person in charge, or the assistant, did. The words are made when it is read."""

    TABLE = "audit"
    KEY = ("log", "seq")
    log: str
    seq: int
    league: str
    at: str
    role: str
    actor: str
    kind: str
    about: str
    reason: str  # a reference


class NewsRow(Stored, frozen=True):
    TABLE = "news"
    KEY = ("log", "seq")
    log: str
    seq: int
    league: str
    at: str
    kind: str
    about: str
    details: str  # JSON: ids and numbers that the words are made of


TABLES: Final[tuple[type[Stored], ...]] = (
    LeagueRow, MemberRow, SeasonRow, CompetitionRow, FixtureRow, SideRow, TeamRow, PlayerRow, AppearanceRow,
    AftermathRow, ReportRow, MatchReplayRow, TextRow, StandingRow, AuditRow, NewsRow,
)  # fmt: skip
KEYS: Final = {table.TABLE: table.KEY for table in TABLES}
DEED_COLUMNS: Final = ("touchdown", "completion", "casualty", "kill", "interception")  # of players and appearances
PROJECTIONS: Final = tuple(table for table in TABLES if table not in (AftermathRow, ReportRow, MatchReplayRow, TextRow))

R = TypeVar("R", bound=Stored)


def read(kind: type[R], row: Row) -> R:
    return kind(**row)


def event_row(event: Event) -> Row:
    """An event as a row of its log."""
    return {
        "log": event.log,
        "seq": event.seq,
        "at": event.at,
        "role": event.actor.role,
        "actor": event.actor.id,
        "cause": event.cause.kind,
        "cause_id": event.cause.id,
        "kind": event.kind,
        "rule": event.rule,
        "dice": " ".join(str(die) for die in event.dice),
        "body": canonical.encode(event.body).decode(),
        "prev": event.prev,
        "hash": event.hash,
    }


def event_of(row: Row) -> Event:
    body: dict[str, Any] = msgspec.json.decode(row["body"])
    return Event(
        log=row["log"],
        seq=row["seq"],
        at=row["at"],
        actor=Actor(row["role"], row["actor"]),
        cause=Cause(row["cause"], row["cause_id"]),
        kind=row["kind"],
        body=body,
        prev=row["prev"],
        hash=row["hash"],
        rule=row["rule"],
        dice=tuple(int(die) for die in row["dice"].split()),
    )
