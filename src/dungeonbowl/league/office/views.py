"""What the office shows: plain structs for pages, the command line and programs. Names stand as people read them, ids
are for links. Times are texts in UTC. `number` is that of the last event of a log: who writes names the number that he
has seen, and is told (`Stale`) if somebody else was first."""

from __future__ import annotations

from typing import Literal

import msgspec

from dungeonbowl.league.aftermath.machine import Ask, Begin, Roll
from dungeonbowl.league.chain import Event
from dungeonbowl.league.kept import Career, Standing, State
from dungeonbowl.league.team_events import Fame, Granted, Provenance, TeamBody
from dungeonbowl.teams.team import Player, Team

MemberRole = Literal["commissioner", "deputy", "scribe", "coach", "co-coach", "bot"]
SeasonState = Literal["entry", "running", "ending", "over"]
FixtureState = Literal["planned", "open", "locked", "running", "reported", "disputed", "over"]


class Member(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody of a league. In a house league a member is a name; `account` is empty there."""

    id: str
    name: str
    role: MemberRole = "coach"
    account: str = ""


class LeagueLine(msgspec.Struct, frozen=True):
    """A league in a list."""

    id: str
    name: str
    edition: str
    season: int
    state: SeasonState
    teams: int
    changed: str


class SeasonLine(msgspec.Struct, frozen=True):
    """A season in a list. `options` is its whole text, frozen when it started."""

    id: str
    number: int
    state: SeasonState
    options: str
    competitions: tuple[str, ...]
    began: str = ""
    ended: str = ""


class TeamLine(msgspec.Struct, frozen=True):
    """A team in a list."""

    id: str
    name: str
    roster: str
    coach: str  # the name of its owner
    owner: str  # the id of the member
    state: State
    value: int
    current_value: int  # or rating, where the edition has one
    games: int
    won: int
    drawn: int
    lost: int
    open_aftermath: str = ""  # the match, if the coach has something to decide


class SideLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side of a fixture."""

    team: str
    name: str
    coach: str = ""
    roster: str = ""
    score: int | None = None
    casualties: int | None = None
    result: str = ""  # won, drawn, lost
    points: int | None = None  # league points
    value: int | None = None  # at the lock
    conceded: bool = False
    confirmed: bool = False  # has confirmed the result sheet
    aftermath: str = ""  # open, closed, or empty if there is none


class FixtureLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fixture in a schedule."""

    id: str
    competition: str
    stage: int
    round: int
    state: FixtureState
    sides: tuple[SideLine, ...]
    title: str = ""
    group: str = ""
    table: int = 0
    opens: str = ""
    deadline: str = ""
    agreed: str = ""
    ended: str = ""
    match: str = ""  # the id of the match, once it is locked
    how: str = ""  # played, distance, conceded, adjudged, walkover, unplayed, bye
    provenance: Provenance | str = ""
    through: str = ""  # who goes on after a drawn knock-out
    friendly: bool = False
    same_coach: bool = False  # two teams of one coach meet


class TableRow(msgspec.Struct, frozen=True):
    """A team in a table. `numbers` has what the tie-breaks need, by name; `why` says how a tie was broken."""

    place: int
    team: str
    name: str
    coach: str
    points: int
    played: int
    won: int
    drawn: int
    lost: int
    td_for: int
    td_against: int
    cas_for: int
    cas_against: int
    form: str = ""  # such as WWDL, the last one last
    why: str = ""
    numbers: dict[str, int | float] = {}


class StageTable(msgspec.Struct, frozen=True):
    """The table of a stage, or of one of its groups."""

    stage: int
    format: str
    title: str
    rows: tuple[TableRow, ...]
    group: str = ""
    final: bool = False  # nothing can change it any more
    qualify: int = 0  # so many of the best go on to a knock-out


class StageLine(msgspec.Struct, frozen=True):
    """A stage of a competition. `format` is a text such as `swiss(rounds=5)`."""

    number: int
    format: str
    rounds: int  # that are published
    over: bool


class HonourLine(msgspec.Struct, frozen=True):
    """A title at the end of a competition, such as best attack, with those who share it. `figure` is what it is for;
    `roster` is set where it is the best of a roster."""

    title: str
    teams: tuple[str, ...]  # names
    figure: int
    ids: tuple[str, ...] = ()  # of the same teams, because two may have one name
    roster: str = ""  # whose best they are; empty for a title among all


class CompetitionView(msgspec.Struct, frozen=True):
    """A competition with its tables; the schedule is a list of its own."""

    id: str
    league: str
    season: str
    name: str
    number: int
    play: str  # league, deferred, resurrection
    stages: tuple[StageLine, ...]
    tables: tuple[StageTable, ...]
    entries: tuple[TeamLine, ...]
    can_pair: bool  # whether the next round, or the next stage, can be made now
    can_finish: bool  # whether everything is played
    why_not: str  # the reason if neither can be
    over: bool
    champion: str = ""  # the id of a team
    places: tuple[tuple[str, ...], ...] = ()  # ids of teams, when it is over
    edition: str = ""
    honours: tuple[HonourLine, ...] = ()  # when it is over


class NewsLine(msgspec.Struct, frozen=True):
    """One line of news, in words."""

    at: str
    kind: str  # of the event that it tells of, such as result, paired, died
    text: str
    about: str  # the id of what it is about
    key: str  # for the next page


class LeagueHome(msgspec.Struct, frozen=True):
    """Everything that the first page of a league shows."""

    id: str
    name: str
    edition: str
    number: int
    season: SeasonLine
    seasons: tuple[SeasonLine, ...]
    members: tuple[Member, ...]
    teams: tuple[TeamLine, ...]
    competitions: tuple[CompetitionView, ...]
    next: tuple[FixtureLine, ...]
    last: tuple[FixtureLine, ...]
    news: tuple[NewsLine, ...]
    waits: tuple[Waiting, ...]
    visitors: tuple[TeamLine, ...] = ()


class Waiting(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something on the commissioner's desk, or on a coach's."""

    kind: Literal["late", "sheet", "disputed", "aftermath", "redraft", "pair", "undecided", "finish"]
    text: str
    about: str  # the id of the fixture, the match, the competition
    team: str = ""
    deadline: str = ""
    proposal: str = ""  # walkover TEAM, unplayed, extend


class Forecast(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a handicap would be if the match were locked now. `values` are what the edition compares teams by. Lines
    have the id of their rule."""

    values: tuple[int, ...]
    lines: tuple[str, ...]
    journeymen: tuple[int, ...] = ()
    objections: tuple[str, ...] = ()  # why a side cannot play now


class SheetLine(msgspec.Struct, frozen=True):
    """A result sheet that was handed in. `text` is the sheet as TOML."""

    by: str  # a team of the fixture, or "commissioner"
    at: str
    text: str


class FixtureView(msgspec.Struct, frozen=True):
    """A fixture with all that its page shows."""

    fixture: FixtureLine
    number: int
    league: str
    season: str
    competition_name: str
    edition: str
    forecast: Forecast | None
    sheets: tuple[SheetLine, ...] = ()
    deeds: tuple[str, ...] = ()  # what each player did and suffered, a line each
    matches: tuple[str, ...] = ()  # all of them: a match can be voided and played anew
    proposal: str = ""


class TeamView(msgspec.Struct, frozen=True):
    """A team with all that its page shows. The history pages by key: `history`."""

    line: TeamLine
    number: int
    team: Team
    league: str
    season: int
    careers: dict[str, Career]  # by id, everybody who ever played for it
    standings: tuple[Standing, ...]
    honours: tuple[tuple[int, int], ...]
    matches: tuple[FixtureLine, ...]  # the last ones
    open_aftermath: str = ""
    match: str = ""  # that it is locked for
    may_redraft: bool = False


class HistoryLine(msgspec.Struct, frozen=True):
    """An event of a team in words. `voided` if it counts no more, `instead` for what counts in its place."""

    event: Event
    body: TeamBody
    text: str
    actor: str
    voided: bool = False
    instead: str = ""


class AppearanceLine(msgspec.Struct, frozen=True):
    """A player in one match."""

    fixture: str
    match: str
    at: str
    opponents: tuple[str, ...]
    deeds: dict[str, int]
    points: int
    mvps: int
    injury: str


class PlayerView(msgspec.Struct, frozen=True):
    """A player's career."""

    id: str
    team: str
    team_name: str
    player: Player
    career: Career
    matches: tuple[AppearanceLine, ...]
    events: tuple[HistoryLine, ...]


class RecordLine(msgspec.Struct, frozen=True):
    """A place on a leaderboard."""

    place: int
    player: str
    name: str
    team: str
    team_name: str
    number: int


class WrittenLine(msgspec.Struct, frozen=True):
    """Something that happened in an aftermath, in words."""

    stage: str
    text: str
    rule: str = ""
    dice: tuple[int, ...] = ()
    actor: str = ""


class StepLine(msgspec.Struct, frozen=True):
    """A step of an aftermath."""

    name: str
    title: str
    rules: tuple[str, ...]
    state: Literal["done", "now", "later"]


class AftermathView(msgspec.Struct, frozen=True):
    """The aftermath of a team (of a match, or of a season's end) as far as it has come. `number` counts inputs: a
    decision names it."""

    match: str
    team: str
    number: int
    steps: tuple[StepLine, ...]
    need: Begin | Ask | Roll | None
    written: tuple[WrittenLine, ...]
    before: Team
    now: Team
    value: int  # of the team as it is now
    undoable: int
    commitment: str
    typed: bool  # dice are typed in from a real table
    deadline: str
    over: bool
    seed: str = ""  # when all teams of the match have closed
    season_end: bool = False
    shared: tuple[SharedLine, ...] = ()
    taken_on: int = 0  # in a redraft: how many are sure of a place in the next season
    may_type: bool = True  # dice can be typed in: those of the match were not promised


class SharedLine(msgspec.Struct, frozen=True):
    """Dice that belong to all teams of a match."""

    name: str
    what: str
    rule: str
    dice: tuple[int, ...]


class MatchOrder(msgspec.Struct, frozen=True):
    """A match that can begin: what its setup is made of. Each team is as it was locked, with its journeymen; its `id`
    and `history` are the `source` of its side, and its players have ids."""

    match: str
    fixture: str
    league: str
    competition: str
    edition: str
    teams: tuple[Team, ...]
    dungeon: str  # the id or the text of a dungeon; empty: the usual one
    friendly: bool = False
    fame: tuple[int, ...] = ()  # of each side, where the edition counts fans
    play: str = "league"
    crowds: tuple[Fame, ...] = ()  # the fans of each side, where the histories of the teams do not tell of them


class TableChange(msgspec.Struct, frozen=True):
    """A place in a table before and after a correction."""

    team: str
    name: str
    before: str
    after: str


class Preview(msgspec.Struct, frozen=True):
    """What a correction would do. `problems` are later events that would be impossible; with them it is refused."""

    teams: tuple[tuple[str, tuple[str, ...]], ...]  # the name of a team, and what changes in it, in words
    table: tuple[TableChange, ...]
    problems: tuple[CorrectionProblem, ...]
    number: int


class CorrectionProblem(msgspec.Struct, frozen=True):
    """An event that a correction makes impossible, and what would mend it."""

    team: str
    seq: int
    text: str
    void_too: bool = True
    grant: str = ""  # what could be granted instead, in words
    granted: Granted | None = None  # and as an event


class AuditLine(msgspec.Struct, frozen=True):
    """What a commissioner or the assistant did."""

    at: str
    actor: str
    what: str
    about: str
    reason: str
    key: str  # for the next page
    subject: str = ""  # the id of what it is about


What = Literal["chain", "pairing", "lot", "roll-off", "replay", "match", "season", "shares", "projection"]
Mark = Literal["ok", "proven", "replayed", "reported", "corrected", "another version", "broken"]


class VerifyLine(msgspec.Struct, frozen=True):
    """A finding of `verify`. `about` is the id of a log, or of a match."""

    what: What
    about: str
    mark: Mark
    text: str = ""


Coming = Literal["comes", "came", "here", "stays"]


class LuggageTeam(msgspec.Struct, frozen=True):
    """A team that a coach has brought from another server. `comes`: it can be taken in; `came`: it just was; `here`: it
    is here already; `stays`: it cannot come, and `why` says the reason. `mark` is that of what is least sure in it,
    `shares` how many points, how much gold and how many injuries have which mark."""

    id: str
    name: str
    edition: str
    roster: str
    games: int
    state: Coming
    why: str
    mark: Mark
    owner: str  # the name of whom it belongs to, of a team that is here
    shares: dict[str, dict[str, int]]
    findings: tuple[VerifyLine, ...]


class LuggageView(msgspec.Struct, frozen=True):
    """What is in the file of an account from another server. `coach` is whom the file names, which nothing proves;
    `replays` of it belong to matches of these teams."""

    coach: str
    teams: tuple[LuggageTeam, ...]
    replays: int
