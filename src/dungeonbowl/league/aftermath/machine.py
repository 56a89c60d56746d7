"""The machine of an aftermath: it asks the coach of one team, asks for dice, and writes team events.

A stage is a generator that reads like its rule: `dice = yield from line.roll(...)`, `choice = yield from
line.ask(...)`, `line.write(...)`. An aftermath is a pure function of its case and its inputs. So it is resumed by
running it again with the inputs so far, and a decision is taken back by running it with fewer of them; a match has
frames instead, because a search must copy it, but no search copies an aftermath, and it has a few dozen inputs.

Inputs are texts: `begin WORD`, `choose OPTION`, `dice 4 2`.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Final, NamedTuple

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark, number, t, translated
from dungeonbowl.league.aftermath.facts import MatchFacts, SideFacts
from dungeonbowl.league.chain import Actor
from dungeonbowl.league.fold import Impossible, applied
from dungeonbowl.league.kept import Kept
from dungeonbowl.league.options import LeagueOptions
from dungeonbowl.league.team_events import TeamBody
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.journeymen import without_journeymen
from dungeonbowl.teams.names import Namer
from dungeonbowl.teams.problems import Problem, added
from dungeonbowl.teams.team import Team

LONGEST_WORD: Final = 80
ID_LENGTH: Final = 26  # of base32: 130 bits


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that a coach may choose. `text` names it in inputs; `note` says price, odds or consequence."""

    text: str
    label: str
    note: str = ""
    rule: str = ""
    group: str = ""
    player: str = ""  # the id of the player it is about


class Barred(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that a coach may look for and cannot choose, and why."""

    label: str
    reason: str
    rule: str = ""
    group: str = ""


class Ask(msgspec.Struct, frozen=True, tag="ask"):
    """A question to the coach. The assistant, who closes what is late, takes option number `usual`."""

    question: str
    options: tuple[Option, ...]
    rule: str = ""
    usual: int = 0
    barred: tuple[Barred, ...] = ()


class Chance(msgspec.Struct, frozen=True):
    """A result that dice can have, in words, and how often it comes, 0 to 1."""

    words: str
    chance: float


class Roll(msgspec.Struct, frozen=True, tag="roll"):
    """Dice that are needed: `count` of `faces` faces. `odds` says what may come of them.

    A die that draws a player has a face for each who may be drawn. `shirts` are their numbers in the same order, where
    a D16 at a real table can draw one too: the input `shirt 9` is the die that draws number 9.
    """

    count: int
    faces: int
    what: str
    rule: str = ""
    odds: tuple[Chance, ...] = ()
    player: str = ""
    shirts: tuple[int, ...] = ()


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """The first need of every aftermath: the coach's word for the dice, which may be empty."""


Need = Begin | Ask | Roll
Flow = Generator[Need, str, None]
Answer = Generator[Need, str, Option]
Dice = Generator[Need, str, tuple[int, ...]]


class Written(msgspec.Struct, frozen=True):
    """An event that the aftermath has written, not yet part of a chain. `after` is the number of inputs before it."""

    body: TeamBody
    rule: str
    dice: tuple[int, ...]
    stage: str
    after: int
    actor: Actor


class SeasonFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the end of a season tells a team. `place` 0: it took part without a place that counts."""

    season: str
    place: int = 0
    prize: int = 0
    trophy: bool | None = None  # gained, given away, or None: as it was


class Case(msgspec.Struct, frozen=True):
    """Everything that an aftermath is a function of, besides its inputs.

    `kept` is the team before its first event. `shared` are dice that belong to all teams of the match, by name; they
    come from a stream of the match before any team begins.
    """

    id: str  # the match, or the season whose end this is
    kept: Kept
    edition: str  # its text, with options
    options: LeagueOptions
    facts: MatchFacts | None = None
    season: SeasonFacts | None = None
    shared: dict[str, tuple[int, ...]] = {}
    commitment: str = ""  # the hash of the seed of the dice; `closed` tells it

    @property
    def match(self) -> MatchFacts:
        assert self.facts is not None
        return self.facts

    @property
    def side(self) -> SideFacts:
        return self.match.side_of(self.kept.team.id)


class Stage(NamedTuple):
    """One step of an edition's aftermath. `run` is a generator, or a plain function if it asks for nothing."""

    name: str
    title: str
    rules: tuple[str, ...]
    run: Callable[[Line], Flow | None]


class SharedRoll(msgspec.Struct, frozen=True):
    """Dice that are rolled once for all teams of a match."""

    name: str
    count: int
    faces: int
    what: str
    rule: str


class Plan(NamedTuple):
    """The aftermath of an edition: a list of choices. `shared` tells which dice a match needs for all teams."""

    stages: tuple[Stage, ...]
    shared: Callable[[MatchFacts, LeagueOptions], list[SharedRoll]] = lambda facts, options: []


class Line:
    """One team's way through the stages: the team as it is now, and what was written so far."""

    def __init__(self, case: Case, given: list[str] | None = None) -> None:
        self.case = case
        self.kept = case.kept
        self.written: list[Written] = []
        self.stage = ""
        self.given = given if given is not None else []  # the inputs so far
        self.actor = Actor("coach")
        self.made = 0  # players who got an id here
        self.judged: tuple[Kept, list[Problem]] | None = None

    @property
    def team(self) -> Team:
        return self.kept.team

    def write(self, body: TeamBody, rule: str = "", dice: Iterable[int] = (), by_rules: bool = True) -> None:
        """Write an event and apply it. What a coach has decided is written with `by_rules=False`."""
        self.kept = applied(self.kept, body, self.kept.seq + 1, "")
        actor = Actor("rules") if by_rules else self.actor
        self.written.append(Written(body, rule, tuple(dice), self.stage, len(self.given), actor))

    def objection(self, *bodies: TeamBody) -> str:
        """Why these events, one after another, cannot be written now: the first reason, or nothing. The team must be
        as legal after them as it was before. Journeymen do not count: they leave when this is over."""
        if poor := too_dear(self.team, *bodies):
            return poor
        try:
            after = self.kept
            for number, body in enumerate(bodies, 1):
                after = applied(after, body, self.kept.seq + number, "")
        except Impossible as error:
            return translated(str(error))
        new = added(self.problems(), check(without_journeymen(after.team)))
        return translated(new[0].text()) if new else ""

    def problems(self) -> list[Problem]:
        """What is wrong with the team as it is. It is asked for every option, and changes only with the team."""
        if self.judged is None or self.judged[0] is not self.kept:
            self.judged = self.kept, check(without_journeymen(self.team))
        return self.judged[1]

    def roll(
        self,
        count: int,
        faces: int,
        what: str,
        rule: str = "",
        odds: Sequence[Chance] = (),
        player: str = "",
        shirts: Sequence[int] = (),
    ) -> Dice:
        """Ask for dice, and wait for them."""
        roll = Roll(count, faces, what, rule, tuple(odds), player, tuple(shirts))
        given = yield roll
        return read_dice(given, roll)

    def ask(
        self,
        question: str,
        options: Sequence[Option],
        rule: str = "",
        usual: int = 0,
        barred: Sequence[Barred] = (),
    ) -> Answer:
        """Ask the coach, and wait for the choice."""
        given = yield Ask(question, tuple(options), rule, usual, tuple(barred))
        return next(option for option in options if option.text == given)

    def new_id(self) -> str:
        """The id of a newcomer. It follows from the case, so that the same inputs give the same player."""
        self.made += 1
        return made_id("p", f"{self.case.id}\n{self.team.id}\n{self.made}")

    def new_name(self, race: str) -> str:
        """A name that no player of the team has or had."""
        taken = [career.player.name for career in self.kept.careers.values()]
        return Namer(f"{self.case.id} {self.team.id} {self.made}", taken).player(race)


def too_dear(team: Team, *bodies: TeamBody) -> str:
    """That the treasury cannot pay for these events; nothing if it can."""
    price = sum(int(getattr(body, "price", 0)) for body in bodies)
    if price <= team.treasury:
        return ""
    return t("it costs {price} gold, and the treasury holds {held}", price=number(price), held=number(team.treasury))


def made_id(letter: str, text: str) -> str:
    digits = base64.b32encode(hashlib.sha256(text.encode()).digest()).decode().lower()
    return f"{letter}_{digits[:ID_LENGTH]}"


def read_dice(text: str, roll: Roll) -> tuple[int, ...]:
    """The dice of an input. `UserError` unless they are as many as were asked for, each with a face that is there."""
    try:
        dice = tuple(int(word) for word in text.split())
    except ValueError:
        raise wrong_dice(roll, repr(text)) from None
    if len(dice) != roll.count or not all(1 <= die <= roll.faces for die in dice):
        raise wrong_dice(roll, text or "none")
    return dice


def wrong_dice(roll: Roll, found: str) -> UserError:
    if roll.count == 1:
        return UserError(f"{roll.what}: expected 1 die of 1 to {roll.faces}, found {found}")
    return UserError(f"{roll.what}: expected {roll.count} dice of 1 to {roll.faces}, found {found}")


class Aftermath:
    """The aftermath of one team, as far as its inputs have brought it. Bad input changes nothing."""

    def __init__(self, case: Case, plan: Plan, inputs: Iterable[str] = ()) -> None:
        self.case = case
        self.plan = plan
        self.inputs: list[str] = []
        self.start()
        for text in inputs:
            self.put(text)

    def start(self) -> None:
        self.line = Line(self.case, self.inputs)
        self.flow = self.run()
        self.need: Need | None = next(self.flow)

    def run(self) -> Flow:
        yield Begin()
        for stage in self.plan.stages:
            self.line.stage = stage.name
            flow = stage.run(self.line)
            if flow is not None:
                yield from flow

    @property
    def is_over(self) -> bool:
        return self.need is None

    @property
    def word(self) -> str:
        """The coach's word for the dice."""
        return self.inputs[0].partition(" ")[2] if self.inputs else ""

    def put(self, text: str, actor: Actor | None = None) -> None:
        """Give an input: `begin WORD`, `choose OPTION`, `dice 4 2`, or `shirt 9` for the die that draws this number.
        `UserError` if it is not what is needed now."""
        verb, _, rest = text.partition(" ")
        if verb == "shirt":
            verb, rest = "dice", self.die_of_shirt(rest)
            text = f"dice {rest}"
        answer = self.answer_of(verb, rest)
        if actor is not None:
            self.line.actor = actor
        self.inputs.append(text)
        try:
            self.need = self.flow.send(answer)
        except StopIteration:
            self.need = None

    def die_of_shirt(self, number: str) -> str:
        """The face of the die that draws the player of a number. `UserError` where a D16 is to be rolled again."""
        shirts = self.need.shirts if isinstance(self.need, Roll) else ()
        if not shirts:
            raise UserError(f"expected {wanted(self.need)}, found the number of a shirt")
        faces = {str(shirt): face for face, shirt in enumerate(shirts, 1)}
        if number not in faces:
            known = ", ".join(faces)
            raise UserError(f"shirt {number}: nobody who may be drawn wears it; roll again for one of {known}")
        return str(faces[number])

    def answer_of(self, verb: str, rest: str) -> str:
        need = self.need
        if isinstance(need, Begin) and verb == "begin":
            if len(rest) > LONGEST_WORD or not (rest.isprintable() or not rest):
                raise UserError(f"word for the dice: expected at most {LONGEST_WORD} characters that can be seen")
            return rest
        if isinstance(need, Ask) and verb == "choose":
            if all(option.text != rest for option in need.options):
                known = ", ".join(option.text for option in need.options[:8])
                raise UserError(f"{need.question}: expected one of {known}, found {rest!r}")
            return rest
        if isinstance(need, Roll) and verb == "dice":
            read_dice(rest, need)
            return rest
        raise UserError(f"expected {wanted(need)}, found {verb!r}")

    def begin(self, word: str = "") -> None:
        self.put(f"begin {word}".strip())

    def choose(self, option: str, actor: Actor | None = None) -> None:
        self.put(f"choose {option}", actor)

    def give(self, dice: Iterable[int]) -> None:
        self.put("dice " + " ".join(str(die) for die in dice))

    def undoable(self) -> int:
        """How many inputs can be taken back: the decisions since the last die, or since the beginning."""
        count = 0
        for text in reversed(self.inputs):
            if not text.startswith("choose "):
                break
            count += 1
        return count

    def take_back(self) -> None:
        """Take back the last decision. `UserError` if a die has fallen since."""
        if not self.undoable():
            raise UserError("nothing can be taken back: a die has fallen, or nothing was decided")
        inputs = self.inputs[:-1]
        self.inputs = []
        self.start()
        for text in inputs:
            self.put(text)


def wanted(need: Need | None) -> str:
    if isinstance(need, Begin):
        return mark("the beginning")
    if isinstance(need, Ask):
        return mark("a choice")
    if isinstance(need, Roll):
        return mark("dice")
    return mark("nothing: the aftermath is over")
