"""Over HTTP: what a match can be made of, and making one."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from dungeonbowl.records.clocks import ClockTerms
from dungeonbowl.server.wire.kinds import EditionOptionKind, NamedDiceKind


class Problem(msgspec.Struct, frozen=True):
    """What is wrong with a request: what, where, and what was expected."""

    what: str
    where: str = ""
    expected: str = ""


class ErrorReply(msgspec.Struct, frozen=True):
    error: Problem
    problems: list[Problem] = []  # all problems, if there are several


class Choice(msgspec.Struct, frozen=True):
    """Something to pick from a list."""

    id: str
    name: str
    text: str = ""


class OptionPart(msgspec.Struct, frozen=True):
    """One of the parts that a value of an option is put together from. With `most` it is followed by a number of
    `least` to `most`; it has to be there if `least` is more than 0."""

    key: str
    name: str
    least: int = 0
    most: int = 0


class EditionOption(msgspec.Struct, frozen=True):
    """An option of an edition. Values are texts: `on` and `off` for a switch, and a number may also be one of the
    words of `choices`. Where there are `parts`, a value is a name and some of them, joined by `:`, and several values
    are joined by `+`."""

    key: str
    name: str
    default: str
    kind: EditionOptionKind
    text: str = ""
    group: str = ""  # the heading under which it is shown
    choices: list[str] = []
    needs: list[str] = []  # switches that must be on too
    conflicts: list[str] = []  # switches that must be off
    module: str = ""  # the switch without which this option has no effect
    is_built: bool = True  # whether this version of the program has it
    choice_texts: list[str] = []  # what each of the choices means, where there is a text
    parts: list[OptionPart] = []


class EditionChoice(msgspec.Struct, frozen=True):
    id: str
    name: str
    text: str
    options: list[EditionOption]
    roster_word: str  # the word for what its teams come from: "college" or "race"
    rosters: list[Choice]
    presets: dict[str, dict[str, str]] = {}  # the defaults of options under each value of the option `preset`


class EditionChecked(msgspec.Struct, frozen=True):
    """Whether a text form names a game that can be played: its shortest form, or what is wrong with it. `has_master`:
    a match of it has a seat for a game master besides those of the teams."""

    text: str
    problem: str = ""
    has_master: bool = False


class TeamChoice(msgspec.Struct, frozen=True):
    """A ready team."""

    id: str
    edition: str
    name: str
    roster: str
    style: str
    value: int


class DungeonChoice(msgspec.Struct, frozen=True):
    """A dungeon of the library. `modules` are options of its edition that must be on in a match there."""

    id: str
    name: str
    edition: str
    teams: int
    width: int
    height: int
    modules: list[str] = []


class QuickDefaults(msgspec.Struct, frozen=True):
    """What the one-click match is made of."""

    edition: str
    dungeon: str
    teams: list[str]
    level: str
    turn_limit: int
    more_teams: list[str] = []  # for the third and the fourth side, where a dungeon has them


class GeneratorChoices(msgspec.Struct, frozen=True):
    edition: str
    modes: list[str]
    sizes: list[str]
    tiles: list[str]
    features: list[str]
    tokens: list[str]


class Options(msgspec.Struct, frozen=True):
    """Everything that a new match can be made of."""

    version: int
    program: str
    compiled: bool
    editions: list[EditionChoice]
    teams: list[TeamChoice]
    dungeons: list[DungeonChoice]
    generators: list[GeneratorChoices]
    levels: list[Choice]
    clocks: list[Choice]
    quick: list[QuickDefaults]  # one an edition, the usual one first


class GenerateOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a dungeon is generated from; the same order gives the same dungeon."""

    edition: str = "official"
    seed: Annotated[int, Meta(ge=0, le=2_000_000_000)] = 1
    size: str = "standard"
    mode: str = ""
    tiles: str = "standard"
    teams: Annotated[int, Meta(ge=2, le=4)] = 2
    features: Annotated[list[str], Meta(max_length=20)] = []
    tokens: str = "balanced"


class DungeonOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The dungeon of a new match: exactly one of these. With `dice` it is rolled for, in editions that do so."""

    id: str | None = None
    text: Annotated[str, Meta(max_length=400_000)] | None = None
    generate: GenerateOrder | None = None
    dice: bool = False


class TeamOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The team of a side: a ready one by its id, or the text of a team file."""

    ready: str | None = None
    text: Annotated[str, Meta(max_length=200_000)] | None = None


class ClockOrder(ClockTerms, frozen=True, forbid_unknown_fields=True):
    """How long coaches may think. `turn`: so many seconds each team turn, and `answer` seconds for each decision in the
    other coach's turn. `bank`: so many seconds for the whole match, and `gain` more with each own team turn. `days`:
    a match over days, with `move` hours each time a coach is asked, `bank` hours for the whole match where that is not
    enough, and `react` hours for each decision in the other coach's turn."""


class NewMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match to be created. `seats` say who plays each side: "person", or "bot:" and a level; where there is a game
    master, the last seat is his. With `shared` all persons have one link, for coaches at one screen. What is left out
    (dungeon, teams) is chosen so that it fits the edition. If a person plays and the text of the edition does not set
    `optional_skills`, coaches are asked about optional skills. With `exercise` the match is a lesson or a puzzle, which
    brings its own edition, dungeon and teams."""

    edition: Annotated[str, Meta(max_length=2000)] = "official"
    dungeon: DungeonOrder | None = None  # the usual one of the edition, if left out
    teams: Annotated[list[TeamOrder], Meta(max_length=4)] = []
    seats: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(min_length=2, max_length=5)] = msgspec.field(
        default_factory=lambda: ["person", "bot:normal"]
    )
    clock: ClockOrder = ClockOrder()
    turn_limit: Annotated[int, Meta(ge=0, le=200)] | None = None
    quick: bool = False
    shared: bool = False
    pace: Annotated[float, Meta(ge=0, le=10)] = 0.4
    help: bool | None = None  # whether coaches may ask the computer; left out, only where one person plays
    exercise: Annotated[str, Meta(max_length=80)] = ""
    dice: NamedDiceKind = "provable"  # "typed": the coaches roll at a real table and type the dice in


class Sample(msgspec.Struct, frozen=True):
    """A match that shows one module, ready to be created: `order` goes back to the server as it is."""

    id: str
    title: str
    text: str
    order: NewMatch


class SeatLink(msgspec.Struct, frozen=True):
    """A seat of a person. `link` opens the match in the browser. A client with the token decides for its sides, until
    somebody takes the seat with it: then only the key of that client does."""

    sides: list[int]
    token: str
    link: str


class Created(msgspec.Struct, frozen=True):
    """A match that was created. Tokens are told only here. The commitment is the SHA-256 of the seed of the dice. The
    host's token opens no seat: it is for replacing links that have got into wrong hands."""

    id: str
    seats: list[SeatLink]
    watch_token: str
    watch: str  # the link for spectators
    commitment: str
    host_token: str = ""


class RenewOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A link to be replaced by a new one: that of these sides, or of the spectators if there are none. With `keep` a
    coach who has taken a seat has it until somebody takes it with the new link: to go on with another device."""

    sides: Annotated[list[Annotated[int, Meta(ge=-1, le=4)]], Meta(max_length=5)] = []
    keep: bool = False


class TakeOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat to be taken with its link. `key` is a secret that the client makes up for this match, at random: from then
    on it is the token of the seat, and the link opens nothing. The same order again gets the same answer."""

    key: Annotated[str, Meta(min_length=20, max_length=200, pattern=r"^[A-Za-z0-9_-]+$(?!\n)")]


class LanguageChoice(msgspec.Struct, frozen=True):
    """A language that the server speaks: its code, and its name in itself."""

    code: str
    name: str


class Health(msgspec.Struct, frozen=True):
    version: int
    program: str
    matches: int  # in memory
    sockets: int


class Readiness(msgspec.Struct, frozen=True):
    """The answer of a server that is ready; another answers with status 503 and the reason."""

    ready: bool


class EngineStatus(msgspec.Struct, frozen=True):
    """Whether the engine runs compiled. While it is compiled beside the server, `percent` says how far that is."""

    state: Literal["compiled", "compiling", "interpreted"]
    percent: int = 0
    why: str = ""  # why it is interpreted and is not being compiled; "" if nobody said why
