"""Over HTTP: what a league shows.

Most of it are structs of the league (`league/office/views.py`, charts, records), sent as they are. Here is what a page
needs besides, such as a team's sheet with everything in words."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from dungeonbowl.league.aftermath.machine import Ask, Begin, Roll
from dungeonbowl.league.charts import Chart
from dungeonbowl.league.office.views import (
    AppearanceLine,
    AuditLine,
    CompetitionView,
    CorrectionProblem,
    FixtureLine,
    FixtureView,
    LeagueHome,
    LeagueLine,
    NewsLine,
    Preview,
    SharedLine,
    StepLine,
    TableChange,
    TeamLine,
    VerifyLine,
    Waiting,
    WrittenLine,
)
from dungeonbowl.league.records import Board
from dungeonbowl.server.wire.setup import Characteristic, Figure, Skill

# Structs of the league that are sent as they are, for the types of the browser.
SHOWN = (
    *(AuditLine, Board, Chart, CompetitionView, CorrectionProblem, FixtureLine, FixtureView, LeagueHome, LeagueLine),
    *(NewsLine, Preview, TableChange, TeamLine, VerifyLine, Waiting),
)

OptionKind = Literal["switch", "number", "choice", "words", "text"]
FieldKind = Literal["player", "number", "switch", "choice", "text", "characteristic", "skill"]


# --- a new league ----------------------------------------------------------------------------------------------------


class LeagueOption(msgspec.Struct, frozen=True):
    """An option of a season. `value` is the default of the edition as a text. With `fixed` it cannot be changed in this
    edition, and that is why."""

    key: str
    kind: OptionKind
    meaning: str
    value: str
    rule: str = ""
    group: str = ""
    choices: list[str] = []
    expected: str = ""  # what may be written for it, in words
    fixed: str = ""


class PresetChoice(msgspec.Struct, frozen=True):
    """A kind of league to begin with. `values` are options that differ from the default of the edition."""

    id: str
    title: str
    summary: str
    teams: int = 0  # how many it is meant for; 0: any number
    values: dict[str, str] = {}


class LeagueFacts(msgspec.Struct, frozen=True):
    """Everything that a new league of an edition can be made of."""

    edition: str
    presets: list[PresetChoice]
    options: list[LeagueOption]
    policies: list[DungeonPolicy]
    most_teams: int


class DungeonPolicy(msgspec.Struct, frozen=True):
    """A way to find the dungeon of a match."""

    id: str
    title: str
    text: str


class OptionsChecked(msgspec.Struct, frozen=True):
    """Whether a season can be played by these options: the whole text, or what is wrong with it. `least` are the teams
    that it wants, if there are fewer; `house_rule` is a text for the option `stages` by which fewer can play."""

    options: str
    problem: str = ""
    least: int = 0
    house_rule: str = ""


class LeagueMade(msgspec.Struct, frozen=True):
    """A league that was founded. `problems` are what could not be done for it: it is open for entries then."""

    id: str
    problems: list[str] = []


# --- teams and players -----------------------------------------------------------------------------------------------


class You(msgspec.Struct, frozen=True):
    """Whoever asks, in a league of a server with accounts. `may` are the tasks of the desk (for any team): `enter`,
    `decide`, `play`, `report`, `propose`, `schedule`, `rule`; for `teams` a coach may do the first five. No role: a
    stranger."""

    role: str = ""
    member: str = ""
    teams: list[str] = []
    may: list[str] = []
    private: bool = False  # only members read this league
    applications: bool = False  # whoever has an account may ask to be let in


class PlayerLine(msgspec.Struct, frozen=True):
    """A player on the sheet of a team, in words. `state` is why it cannot play the next match, if it cannot."""

    id: str
    number: int
    name: str
    position: str
    characteristics: list[Characteristic]
    changed: list[str]  # labels of characteristics that are not those of the position
    skills: list[Skill]
    gained: list[str]  # skills that it has learned, and characteristics that were raised
    injuries: str
    state: str
    earned: int
    unspent: int
    mvps: int
    games: int
    seasons: int
    value: int
    figure: Figure = Figure()
    carries: str = ""  # a weapon, an item
    journeyman: bool = False


class SheetSum(msgspec.Struct, frozen=True):
    label: str
    text: str


class RosterPage(msgspec.Struct, frozen=True):
    """The sheet of a team."""

    name: str
    coach: str
    roster: str
    roster_name: str
    edition: str
    edition_name: str
    players: list[PlayerLine]
    sums: list[SheetSum]
    value: int
    current_value: int
    treasury: int
    rerolls: int
    games: int
    trophy: bool = False


class CareerLine(msgspec.Struct, frozen=True):
    """Somebody who plays or played for a team. `how` says how it left; `by` is the player who killed it."""

    id: str
    name: str
    number: int
    position: str
    figure: Figure
    deeds: dict[str, int]
    earned: int
    mvps: int
    games: int
    seasons: int
    hurts: list[str]
    skills: list[str]
    left: int = 0  # the number of the event; 0 while it plays
    how: str = ""
    by: str = ""
    by_name: str = ""


class ProvenanceShare(msgspec.Struct, frozen=True):
    """How much of a team's experience comes from matches of which mark."""

    mark: str
    amount: int


class Honour(msgspec.Struct, frozen=True):
    season: int
    place: int


class TeamPage(msgspec.Struct, frozen=True):
    """A team that lives. Its history is a list of its own."""

    line: TeamLine
    number: int
    sheet: RosterPage
    league: str
    league_name: str
    season: int
    careers: list[CareerLine]
    honours: list[Honour]
    matches: list[FixtureLine]
    provenance: list[ProvenanceShare]
    open_aftermath: str = ""
    match: str = ""
    may_redraft: bool = False
    you: You | None = None  # None where nobody has an account, and everybody may do everything
    brought: str = ""  # for a team that its coach has brought from another server: the mark that it got


class HistoryEntry(msgspec.Struct, frozen=True):
    """An event of a team in words. `body` is the event itself, for a correction."""

    seq: int
    at: str
    kind: str
    text: str
    actor: str
    cause: str
    about: str  # the id of the match, season or correction that caused it
    hash: str
    rule: str = ""
    dice: list[int] = []
    voided: bool = False
    instead: str = ""
    body: dict[str, Any] = {}


class HistoryPage(msgspec.Struct, frozen=True):
    """A part of a history, the last event first. `kinds` are all kinds that can be asked for."""

    entries: list[HistoryEntry]
    before: int  # to ask for the next part with; 0 if there is none
    number: int
    kinds: list[str] = []


class Moment(msgspec.Struct, frozen=True):
    """A moment of a replay, by the number of its step."""

    step: int
    text: str


class PlayerPage(msgspec.Struct, frozen=True):
    """A player's career. `line` is missing for somebody who left."""

    id: str
    team: str
    team_name: str
    career: CareerLine
    line: PlayerLine | None
    matches: list[AppearanceLine]
    events: list[HistoryEntry]


# --- fixtures and aftermaths -----------------------------------------------------------------------------------------


class LiveMatch(msgspec.Struct, frozen=True):
    """A match of a fixture on this server. `watch` is the link for spectators, whoever they are."""

    match: str
    fixture: str
    stage: str  # waiting, playing, over
    score: list[int]
    turn: int
    watch: str
    seats: list[str] = []


class DungeonOfFixture(msgspec.Struct, frozen=True):
    """Where a fixture is played: a dungeon of the library by its id, or a text."""

    name: str
    id: str = ""
    text: str = ""
    how: str = ""  # how it was found, in words


class SheetFacts(msgspec.Struct, frozen=True):
    """What a result sheet of an edition can say. A casualty by one of the causes `by_hand` earns the player who caused
    it points: the deed that stands beside it."""

    endings: list[str]
    deeds: list[str]
    injuries: list[str]
    causes: list[str]
    by_hand: dict[str, str]
    characteristics: list[str]


class FixturePage(msgspec.Struct, frozen=True):
    """A fixture with all that its page shows. `players` are those of each team, for a result sheet."""

    view: FixtureView
    league_name: str
    dungeon: DungeonOfFixture | None
    live: LiveMatch | None
    players: list[list[PlayerLine]]
    sheet: SheetFacts
    story: list[str]  # the match in a few sentences
    journeymen: list[list[str]]  # positions that a journeyman of each team may have
    rosters: dict[str, str]  # names of colleges or races, by their ids
    unready: list[str] = []  # matches whose aftermath is open, by side
    odds: list[float] = []  # by the ratings: that the first wins, a draw, that the second wins; none where unknown
    you: You | None = None  # None where nobody has an account, and everybody may do everything
    atlas: list[str] = []  # what the atlas knows of these rosters here, in sentences
    reached: list[bool] = []  # by side: its coach has an account, and finds the match among the own ones
    clock: str = ""  # how long coaches may think in the match, in words; empty if nothing is agreed, or it has begun


class LeaguePage(msgspec.Struct, frozen=True):
    """The first page of a league, with the matches that go on now."""

    home: LeagueHome
    live: list[LiveMatch]
    edition_name: str
    rosters: dict[str, str]  # names of colleges or races, by their ids
    stories: dict[str, str]  # of the last fixtures, one line each
    you: You | None = None  # None where nobody has an account, and everybody may do everything


class LeagueChanged(msgspec.Struct, frozen=True, tag_field="type", tag="changed"):
    """Over the socket of a league: something was written in it. `teams` are those whose fixtures it is about; none if
    it may be anything."""

    league: str
    teams: list[str] = []


class AftermathPage(msgspec.Struct, frozen=True):
    """An aftermath, with the sheet of the team before it and now."""

    match: str
    team: str
    league: str
    fixture: str
    number: int
    steps: list[StepLine]
    need: Begin | Ask | Roll | None
    written: list[WrittenLine]
    before: RosterPage
    now: RosterPage
    undoable: int
    commitment: str
    typed: bool
    deadline: str
    over: bool
    seed: str = ""
    season_end: bool = False
    shared: list[SharedLine] = []  # dice that belong to all teams of the match
    may_type: bool = True  # dice can be typed in: those of the match were not promised
    next_team: str = ""  # who has the same before it, once this one is over
    next_name: str = ""
    taken_on: int = 0  # in a redraft: how many are sure of a place in the next season


# --- corrections -----------------------------------------------------------------------------------------------------


class CorrectionField(msgspec.Struct, frozen=True):
    """A part of an event that a correction can change, for a form."""

    key: str
    kind: FieldKind
    label: str
    choices: list[str] = []


class CorrectionForm(msgspec.Struct, frozen=True):
    """A kind of event, with its parts."""

    kind: str
    title: str
    fields: list[CorrectionField]
    grant: bool = False  # something new, in the place of nothing


# --- what will be, what was -------------------------------------------------------------------------------------------


class PlaceChances(msgspec.Struct, frozen=True):
    """How likely each place is for a team, 0 to 1; the first is that of the first place."""

    team: str
    name: str
    places: list[float]


class SeasonForecast(msgspec.Struct, frozen=True):
    """How the season may end, by playing the rest of it many times in thought."""

    rows: list[PlaceChances]
    tries: int
    how: str = ""
    why_not: str = ""


class Found(msgspec.Struct, frozen=True):
    """Something that a search has found."""

    kind: Literal["league", "team"]
    id: str
    name: str
    note: str = ""
