"""Scenario files: a position, what the coaches do, the dice they roll, and what must come of it.

A file is TOML and serves tests, tutorials, puzzles and bug reports; `docs/formats.md` describes it. Reading one ends in
a `Scenario` or in a `ScenarioError` of one line; playing it gives an `Outcome` for its main line and each variant.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import Meta

from dungeonbowl.editions import EditionError
from dungeonbowl.engine.events import EVENT_NAMES
from dungeonbowl.engine.game import BRIBES, GONE, HIDDEN, REROLLS, SCORE, TURNS, WIZARDS
from dungeonbowl.engine.statuses import STATUS_NAMES
from dungeonbowl.errors import UserError
from dungeonbowl.records.files import read_limited
from dungeonbowl.records.notation import SIDE_LETTERS, parse
from dungeonbowl.records.scene import CLAUSE_NAMES, CONDITIONS, SIDES, DiceMismatch, Piece, Scene, SceneError, read_dice
from dungeonbowl.rulebook import find

LONGEST: Final = 1 << 20  # bytes of a file
STORY: Final = 12  # lines of the story that a failure repeats
NEUTRAL: Final = "neutral"  # the side of monsters and referees
NOBODY: Final = "nobody"
NONE: Final = "none"
# Older rulebooks write Agility and Armour as values: AG 3 succeeds on 7 - 3, AV 8 is broken by more than 8.
WRITES_VALUES: Final = ("astrogranite", "stockbowl")
GONE_FOR_GOOD: Final = ("casualty", "sent-off", "lost", "absent")
CAUSES: Final = sorted(
    name.removeprefix("TURNOVER_").lower().replace("_", " ")
    for name in CLAUSE_NAMES.values()
    if name.startswith("TURNOVER_")
)

# What a side has, by the name an expectation gives it.
COLUMNS: Final = {"score": SCORE, "rerolls": REROLLS, "bribes": BRIBES, "wizards": WIZARDS, "turns": TURNS}

Number = Annotated[int, Meta(ge=0, le=99)]
Coordinate = Annotated[int, Meta(ge=0, le=4096)]
Place = tuple[Coordinate, Coordinate] | str  # [x, y], or a piece, a box or a place by name
Loaded = TypeVar("Loaded")


class ScenarioError(UserError):
    """A file that is no scenario: file, place, what was expected."""


class PieceEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A player, monster or referee. Characteristics are written as the edition writes them, or as targets ("3+")."""

    side: str = "home"
    name: str = ""
    number: Number | None = None
    at: Place | None = None
    under: Annotated[str, Meta(min_length=1, max_length=1)] = "."
    status: str = "standing"
    movement: Number = 6
    strength: Number = 3
    agility: Number | str | None = None
    passing: Number | str | None = None
    armour: Number | str | None = None
    skills: list[str] = []
    conditions: list[str] = []
    niggles: Number = 0
    size: Annotated[int, Meta(ge=1, le=3)] = 1


class SideEntry(msgspec.Struct, forbid_unknown_fields=True):
    """What a side has at the start; `turns` counts the team turns it has begun."""

    rerolls: Number = 0
    bribes: Number = 0
    wizard: str = ""  # the college
    value: Annotated[int, Meta(ge=0, le=100_000_000)] = 0
    treasury: Annotated[int, Meta(ge=0, le=100_000_000)] = 0
    turns: Number = 1
    score: Number = 0
    zone: str = ""


class RoomEntry(msgspec.Struct, forbid_unknown_fields=True):
    rule: str
    area: tuple[Coordinate, Coordinate, Coordinate, Coordinate]


class Expect(msgspec.Struct, forbid_unknown_fields=True):
    """What must be true at this point. Every key is optional; what is not named is not looked at."""

    at: dict[str, Place] = {}
    status: dict[str, str] = {}
    conditions: dict[str, list[str]] = {}
    marks: dict[str, list[str]] = {}
    ball: Place | None = None
    balls: list[Place] | None = None
    chests: list[Place] | None = None
    turnover: str | None = None
    score: dict[str, int] = {}
    winner: str | None = None
    active: str | None = None
    asked: str | None = None
    acting: str | None = None
    moves: int | None = None
    rushes: int | None = None
    experience: dict[str, int] = {}
    rerolls: dict[str, int] = {}
    bribes: dict[str, int] = {}
    wizards: dict[str, int] = {}
    turns: dict[str, int] = {}
    told: list[str] = []
    not_told: list[str] = []
    cited: list[str] = []
    options: list[str] | None = None
    offered: list[str] = []
    not_offered: list[str] = []
    refused: dict[str, str] = {}
    module: dict[str, dict[str, Any]] = {}


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """Actions of whoever is asked, the dice they bring about, and what must be true afterwards."""

    do: str | list[str] = []
    by: str | None = None
    dice: list[str] = []
    expect: Expect | None = None
    note: str = ""

    def actions(self) -> list[str]:
        return [self.do] if isinstance(self.do, str) else self.do


class Start(msgspec.Struct, forbid_unknown_fields=True):
    """The position a line of play starts from."""

    edition: str = "official"
    map: str = ""
    plan: str = ""
    room: list[RoomEntry] = []
    dungeon: dict[str, Any] = {}
    pieces: dict[str, dict[str, Any]] = {}
    ball: Place | None = None
    balls: list[Place] | None = None
    side: dict[str, dict[str, Any]] = {}
    to_move: str = "home"
    first: str = "home"
    opening: bool = False
    dice: list[str] = []
    module: dict[str, dict[str, Any]] = {}


class Head(msgspec.Struct, forbid_unknown_fields=True):
    """What the whole file says of itself."""

    format: int
    title: Annotated[str, Meta(min_length=1, max_length=120)]
    rules: list[str] = []
    notes: str = ""
    step: list[dict[str, Any]] = []
    variant: list[dict[str, Any]] = []


class VariantHead(msgspec.Struct, forbid_unknown_fields=True):
    """What makes a variant: other steps, after the first `keep` of the main line, from a changed start."""

    name: Annotated[str, Meta(min_length=1, max_length=120)]
    step: list[dict[str, Any]]
    keep: Number = 0
    without: list[str] = []
    notes: str = ""


class Line:
    """One line of play: the main one (without a name) or a variant."""

    def __init__(self, name: str, place: str, start: Start, steps: list[Step]) -> None:
        self.name = name
        self.place = place  # how errors call it: "variant 2", or nothing
        self.start = start
        self.steps = steps


class Outcome(msgspec.Struct):
    """What became of one line of play. A failure says at which step, what was expected, and what was found."""

    file: str
    title: str
    variant: str
    passed: bool
    step: int = 0
    expected: list[str] = []
    found: list[str] = []
    story: list[str] = []

    def report(self) -> str:
        """A failure in words."""
        variant = f", variant {self.variant}" if self.variant else ""
        lines = [f"{self.file}: {self.title}{variant}: step {self.step} failed"]
        for expected, found in zip(self.expected, self.found, strict=True):
            lines += [f"  expected: {expected}", f"  found:    {found}"]
        return "\n".join([*lines, "  the story so far:", *(f"    {line}" for line in self.story)])


class Scenario:
    """A file that was read and can be played."""

    def __init__(self, source: str, head: Head, lines: list[Line]) -> None:
        self.source = source
        self.title = head.title
        self.rules = head.rules
        self.lines = lines

    def play(self) -> list[Outcome]:
        return [play_line(self, line) for line in self.lines]


# --- reading --------------------------------------------------------------------------------------------------------


def load_scenario(path: Path) -> Scenario:
    """A scenario from a file."""
    try:
        text = read_limited(path, LONGEST).decode("utf-8")
    except UnicodeDecodeError:
        raise ScenarioError(f"{path}: expected UTF-8 text") from None
    return read_scenario(text, str(path))


def read_scenario(text: str, source: str = "<text>") -> Scenario:
    """A scenario from its text. Everything is checked that can be without playing it."""
    try:
        raw = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ScenarioError(f"{source}: expected TOML: {' '.join(str(error).split())}") from None
    return scenario_of(raw, source)


def scenario_of(raw: dict[str, Any], source: str) -> Scenario:
    """A scenario from its tables."""
    reader = Reader(source)
    if raw.get("format") != 1 or isinstance(raw.get("format"), bool):
        raise reader.complaint("format", "expected format = 1")
    head_keys, start = split(raw, Head)
    head = reader.convert(head_keys, Head, "")
    for rule in head.rules:
        if find(rule) is None:
            raise reader.complaint("rules", f"there is no rule {rule!r}")
    main = reader.steps(head.step, "")
    lines: list[Line] = []
    if main:
        lines.append(reader.line("", "", start, main))
    for number, entry in enumerate(head.variant, 1):
        lines.append(reader.variant(f"variant {number}", entry, start, main))
    if not lines:
        raise reader.complaint("step", "expected at least one [[step]] or [[variant]]")
    scenario = Scenario(source, head, lines)
    for line in lines:
        reader.check(line)
    return scenario


def split(raw: dict[str, Any], head: type[msgspec.Struct]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The keys that belong to the head, and those that describe the position."""
    start_keys = Start.__struct_fields__
    head_keys = head.__struct_fields__
    mine = {key: value for key, value in raw.items() if key in head_keys or key not in start_keys}
    return mine, {key: value for key, value in raw.items() if key not in mine}


def merged(base: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """A start with changes: tables are merged key by key, everything else is replaced."""
    result = dict(base)
    for key, value in change.items():
        old = result.get(key)
        result[key] = merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return result


def erase(start: dict[str, Any], letter: str, entry: Any) -> None:
    """Take a piece that a variant puts elsewhere, or leaves out, off the picture it is drawn on."""
    if not isinstance(entry, dict) or "at" in entry or len(letter) != 1:
        return
    under = entry.get("under", ".")
    for form in ("map", "plan"):
        if isinstance(start.get(form), str) and isinstance(under, str):
            start[form] = start[form].replace(letter, under)


class Reader:
    """Turns tables into structs; whatever is wrong becomes one line with file and place."""

    def __init__(self, source: str) -> None:
        self.source = source

    def complaint(self, place: str, text: str) -> ScenarioError:
        where = f"{self.source}: {place}" if place else self.source
        return ScenarioError(f"{where}: {' '.join(text.split())}")

    def convert(self, raw: Any, kind: type[Loaded], place: str) -> Loaded:
        try:
            return msgspec.convert(raw, kind)
        except msgspec.ValidationError as error:
            text, _, path = str(error).partition(" - at `$")
            path = path.rstrip("`").replace("[...]", "").lstrip(".")
            text = text.replace("Object contains unknown field", "unknown key").replace("Object missing", "expected")
            place = ": ".join(part for part in (place, path) if part)
            fields = kind.__struct_fields__ if not path and issubclass(kind, msgspec.Struct) else ()
            if kind is Head or kind is VariantHead:
                fields += Start.__struct_fields__
            known = f"; expected one of {', '.join(fields)}" if fields and "unknown key" in text else ""
            raise self.complaint(place, text.replace("`", "'") + known) from None

    def steps(self, entries: list[dict[str, Any]], place: str, before: int = 0) -> list[Step]:
        found: list[Step] = []
        for number, entry in enumerate(entries, before + 1):
            where = joined(place, f"step {number}")
            step = self.convert({key: value for key, value in entry.items() if key != "expect"}, Step, where)
            if "expect" in entry:
                step.expect = self.convert(entry["expect"], Expect, f"{where}: expect")
                self.check_expectation(step.expect, f"{where}: expect")
            self.dice(step.dice, f"{where}: dice")
            self.among(step.by, (*SIDES, None), f"{where}: by")
            if not step.actions() and (step.expect is None or step.dice or step.by):
                raise self.complaint(where, "expected something to 'do', or only an 'expect'")
            found.append(step)
        return found

    def variant(self, place: str, entry: dict[str, Any], base: dict[str, Any], main: list[Step]) -> Line:
        head_keys, change = split(entry, VariantHead)
        head = self.convert(head_keys, VariantHead, place)
        if head.keep > len(main):
            raise self.complaint(f"{place}: keep", f"the main line has {len(main)} steps, not {head.keep}")
        start = dict(base)
        if "map" in change or "plan" in change:
            start.pop("map", None)
            start.pop("plan", None)
        if "ball" in change or "balls" in change:
            start.pop("ball", None)
            start.pop("balls", None)
        drawn = start.get("pieces")
        pieces = dict(drawn) if isinstance(drawn, dict) else {}
        changed = change.get("pieces")
        for letter, entry in (changed if isinstance(changed, dict) else {}).items():
            if isinstance(entry, dict) and "at" in entry and letter in pieces:
                erase(start, letter, pieces[letter])
        for letter in head.without:
            if letter not in pieces:
                raise self.complaint(f"{place}: without", f"there is no piece {letter!r}")
            erase(start, letter, pieces.pop(letter))
        start["pieces"] = pieces
        start = merged(start, change)
        steps = main[: head.keep] + self.steps(head.step, place, head.keep)
        return self.line(head.name, place, start, steps)

    def line(self, name: str, place: str, raw: dict[str, Any], steps: list[Step]) -> Line:
        start = self.convert(raw, Start, place)
        if bool(start.map) == bool(start.plan):
            raise self.complaint(joined(place, "map"), "expected either a 'map' or a 'plan'")
        if start.ball is not None and start.balls is not None:
            raise self.complaint(joined(place, "ball"), "expected either 'ball' or 'balls'")
        self.dice(start.dice, joined(place, "dice"))
        self.among(start.to_move, SIDES, joined(place, "to_move"))
        self.among(start.first, SIDES, joined(place, "first"))
        for side in start.side:
            self.among(side, SIDES, joined(place, "side"))
        if not start.opening and all(entry.get("status", "") in GONE_FOR_GOOD for entry in start.pieces.values()):
            raise self.complaint(joined(place, "pieces"), "expected a piece that can still play")
        return Line(name, place, start, steps)

    def among(self, value: str | None, known: tuple[str | None, ...] | list[str], place: str) -> None:
        if value not in known:
            names = ", ".join(str(name) for name in known if name is not None)
            raise self.complaint(place, f"expected one of {names}, found {value!r}")

    def dice(self, texts: list[str], place: str) -> None:
        try:
            read_dice(texts)
        except SceneError as error:
            raise self.complaint(place, str(error)) from None

    def check_expectation(self, expect: Expect, place: str) -> None:
        """What can be said of an expectation without the position."""
        for letter, status in expect.status.items():
            self.among(status, list(STATUS_NAMES), f"{place}.status.{letter}")
        for letter, names in expect.conditions.items():
            for name in names:
                self.among(name.removeprefix("not "), sorted(CONDITIONS), f"{place}.conditions.{letter}")
        self.among(expect.turnover, (*CAUSES, NONE, "any", None), f"{place}.turnover")
        self.among(expect.winner, (*SIDES, "draw", NONE, None), f"{place}.winner")
        self.among(expect.active, (*SIDES, None), f"{place}.active")
        self.among(expect.asked, (*SIDES, NOBODY, None), f"{place}.asked")
        for key in ("score", "rerolls", "bribes", "wizards", "turns"):
            for side in getattr(expect, key):
                self.among(side, SIDES, f"{place}.{key}")
        for text in (*expect.told, *expect.not_told):
            if not any(name and begins(text, name) for name in EVENT_NAMES):
                known = ", ".join(name for name in EVENT_NAMES if name)
                raise self.complaint(f"{place}.told", f"{text!r} begins with no event; expected one of {known}")
        for rule in expect.cited:
            if find(rule) is None:
                raise self.complaint(f"{place}.cited", f"there is no rule {rule!r}")

    # --- against the position ---------------------------------------------------------------------------------------

    def check(self, line: Line) -> None:
        """Everything that names a piece, a square or an action must fit the position, before anything is played."""
        try:
            scene = self.build(line)
        except DiceMismatch:
            return  # the dice of the start do not fit: that is for the run to report
        for number, step in enumerate(line.steps, 1):
            where = joined(line.place, f"step {number}")
            expect = step.expect or Expect()
            texts = [*step.actions(), *(expect.options or []), *expect.offered, *expect.not_offered, *expect.refused]
            for text in texts:
                try:
                    parse(scene.game, scene.names, text)
                except UserError as error:
                    raise self.complaint(where, str(error)) from None
            self.check_names(scene, expect, f"{where}: expect")

    def check_names(self, scene: Scene, expect: Expect, place: str) -> None:
        letters = sorted(scene.letters)
        for key in ("at", "status", "conditions", "marks", "experience"):
            for letter in getattr(expect, key):
                self.among(letter, letters, f"{place}.{key}")
        for letter, marked in expect.marks.items():
            for other in marked:
                self.among(other, letters, f"{place}.marks.{letter}")
        self.among(expect.acting, (*letters, NOBODY, None), f"{place}.acting")
        balls = [*(expect.balls or []), *([] if expect.ball is None else [expect.ball])]
        for ball in balls:
            if ball not in (*letters, "hidden", "gone") and scene.find(ball) < 0:
                raise self.complaint(f"{place}.ball", f"{ball!r} is neither a piece nor a square nor hidden or gone")
        for square in (*(expect.chests or []), *expect.at.values()):
            if scene.find(square) < 0:
                raise self.complaint(place, f"there is no square {square!r}")
        for name in expect.module:
            try:
                scene.module(name)
            except SceneError as error:
                raise self.complaint(f"{place}.module", str(error)) from None

    def build(self, line: Line) -> Scene:
        """The scene of a line. Dice of the start that do not fit are left to whoever plays it."""
        start = line.start
        edition = start.edition.partition("(")[0].strip()
        sides = 2
        for number, name in enumerate(SIDES):
            named = [name == entry.get("side") for entry in start.pieces.values()]
            if any(named) or name in start.side or name in (start.to_move, start.first):
                sides = max(sides, number + 1)
        try:
            legend = {
                letter: self.piece(letter, entry, edition, sides, joined(line.place, f"pieces.{letter}"))
                for letter, entry in start.pieces.items()
            }
            entries = [
                self.convert(start.side.get(name, {}), SideEntry, joined(line.place, f"side.{name}"))
                for name in SIDES[:sides]
            ]
            zones = [entry.zone or SIDE_LETTERS[number] for number, entry in enumerate(entries)]
            for zone in zones:
                self.among(zone, list(SIDE_LETTERS), joined(line.place, "side: zone"))
            return Scene(
                start.map or start.plan,
                legend,
                balls=list(start.balls) if start.balls is not None else [start.ball],
                rooms=[(room.rule, list(room.area)) for room in start.room],
                edition=start.edition,
                rerolls=tuple(entry.rerolls for entry in entries),
                bribes=tuple(entry.bribes for entry in entries),
                wizards=tuple(entry.wizard for entry in entries),
                values=tuple(entry.value for entry in entries),
                treasuries=tuple(entry.treasury for entry in entries),
                to_move=start.to_move,
                first=start.first,
                turns=tuple(entry.turns for entry in entries),
                zones=tuple(SIDE_LETTERS.index(zone) for zone in zones),
                opening=start.opening,
                sides=sides,
                dice=start.dice,
                scores=tuple(entry.score for entry in entries),
                details=start.dungeon,
                modules=start.module,
            )
        except (ScenarioError, DiceMismatch):
            raise
        except (UserError, EditionError) as error:
            raise self.complaint(line.place, str(error)) from None

    def piece(self, letter: str, raw: dict[str, Any], edition: str, sides: int, place: str) -> Piece:
        if re.fullmatch(r"[A-Za-z][\w'-]*", letter) is None or letter in ("hidden", "gone", NOBODY):
            raise self.complaint(place, "expected a letter, or a name of letters, digits and hyphens")
        entry = self.convert(raw, PieceEntry, place)
        self.among(entry.side, (*SIDES, NEUTRAL), f"{place}.side")
        self.among(entry.status, list(STATUS_NAMES), f"{place}.status")
        values = edition in WRITES_VALUES
        agility = self.target(entry.agility, 4 if values else 3, -1 if values else 0, f"{place}.agility")
        thrown = agility if values else 4  # where there is no Passing Ability, Agility is what is tested
        passing = None
        if entry.passing != "-":
            passing = self.target(entry.passing, thrown, -1 if values else 0, f"{place}.passing")
        return Piece(
            side=sides if entry.side == NEUTRAL else SIDES.index(entry.side),
            movement=entry.movement,
            strength=entry.strength,
            agility=agility,
            passing=passing,
            armour=self.target(entry.armour, 9, 1 if values else 0, f"{place}.armour"),
            skills=entry.skills,
            status=entry.status,
            number=entry.number,
            at=entry.at,
            under=entry.under,
            size=entry.size,
            niggles=entry.niggles,
            name=entry.name,
            conditions=entry.conditions,
        )

    def target(self, value: int | str | None, default: int, reading: int, place: str) -> int:
        """A characteristic as a target number. `reading`: 0 it is one, -1 seven minus it, 1 one more than it."""
        if value is None:
            return default
        if isinstance(value, str):
            match = re.fullmatch(r"(\d{1,2})\+", value)
            if match is None:
                raise self.complaint(place, f"expected a number, or a target such as '3+', found {value!r}")
            return int(match.group(1))
        return max(1, 7 - value) if reading < 0 else value + reading


def joined(place: str, more: str) -> str:
    return f"{place}: {more}" if place else more


def begins(text: str, words: str) -> bool:
    """Whether a text is these words, or begins with them as whole words."""
    return text == words or text.startswith(words + " ")


# --- playing --------------------------------------------------------------------------------------------------------


def play_line(scenario: Scenario, line: Line) -> Outcome:
    """Play one line from its start; the first step that goes wrong ends it."""
    outcome = Outcome(scenario.source, scenario.title, line.name, True)
    try:
        scene = Reader(scenario.source).build(line)
        scene.spent()
    except DiceMismatch as error:
        return failed(outcome, 0, [("the dice of the start", str(error))], [])
    for number, step in enumerate(line.steps, 1):
        told = len(scene.game.events)
        findings = Findings()
        try:
            take(scene, step)
        except SceneError as error:
            findings.add(f"{'; '.join(step.actions())}, with {', '.join(step.dice) or 'no dice'}", str(error))
        if not findings.found and step.expect is not None:
            findings.look(scene, step.expect, told)
        if findings.found:
            return failed(outcome, number, findings.found, scene.telling())
    return outcome


def take(scene: Scene, step: Step) -> None:
    """The actions of one step, with exactly its dice."""
    scene.give(step.dice)
    for text in step.actions():
        if step.by is not None and scene.asked != step.by:
            raise SceneError(f"{text!r} is for {step.by} to decide, but {scene.asked or NOBODY} is asked")
        scene.act(text)
    scene.spent()


def failed(outcome: Outcome, step: int, findings: list[tuple[str, str]], story: list[str]) -> Outcome:
    outcome.passed = False
    outcome.step = step
    outcome.expected = [expected for expected, _ in findings]
    outcome.found = [found for _, found in findings]
    outcome.story = story[-STORY:]
    return outcome


class Findings:
    """Where a scene is not what was expected of it."""

    def __init__(self) -> None:
        self.found: list[tuple[str, str]] = []

    def add(self, expected: str, found: str) -> None:
        self.found.append((expected, found))

    def equal(self, what: str, expected: object, found: object) -> None:
        if expected != found:
            self.add(f"{what} {expected}", str(found))

    def look(self, scene: Scene, expect: Expect, since: int) -> None:
        """Compare everything an expectation names; `since` is how many events were told before its step."""
        self.pieces(scene, expect)
        self.things(scene, expect)
        self.match(scene, expect, since)
        self.choices(scene, expect)
        self.story(scene, expect)

    def pieces(self, scene: Scene, expect: Expect) -> None:
        game = scene.game
        for letter, place in expect.at.items():
            node = int(game.square[scene.piece(letter)])
            found = str(game.dungeon.label(node)) if node >= 0 else f"nowhere: {scene.status(letter)}"
            self.equal(f"{letter} at", spelled(place), found)
        for letter, status in expect.status.items():
            self.equal(letter, status, scene.status(letter))
        for letter, names in expect.conditions.items():
            held = int(game.conditions[scene.piece(letter)])
            for name in names:
                if (held & CONDITIONS[name.removeprefix("not ")] == 0) != name.startswith("not "):
                    self.add(f"{letter} {name}", f"it is {'' if name.startswith('not ') else 'not '}so")
        for letter, marked in expect.marks.items():
            piece = scene.piece(letter)
            found_marks = [other for other, number in scene.letters.items() if marks(scene, piece, number)]
            self.equal(f"{letter} marks", sorted(marked), sorted(found_marks))
        for letter, points in expect.experience.items():
            self.equal(f"experience of {letter}", points, scene.points(letter))

    def things(self, scene: Scene, expect: Expect) -> None:
        if expect.ball is not None:
            self.equal("ball", spelled(expect.ball), ball_place(scene, 0))
        for index, ball in enumerate(expect.balls or []):
            self.equal(f"ball {index + 1}", spelled(ball), ball_place(scene, index))
        if expect.chests is not None:
            game = scene.game
            closed = [str(game.dungeon.label(node)) for node in range(int(game.dungeon.count)) if game.is_chest(node)]
            self.equal("closed chests", sorted(spelled(chest) for chest in expect.chests), sorted(closed))
        for name, state in expect.module.items():
            shown: dict[str, Any] = scene.module(name).show_state(scene.game, scene.letters)
            for key, value in state.items():
                self.equal(f"module {name}: {key}", value, shown.get(key))

    def match(self, scene: Scene, expect: Expect, since: int) -> None:
        game = scene.game
        if expect.turnover is not None:
            causes = [scene.words(event) for event in game.events[since:] if EVENT_NAMES[event.kind] == "turnover"]
            cause = causes[-1].split(maxsplit=2)[2] if causes else NONE
            if expect.turnover != "any" or not causes:
                self.equal("turnover", expect.turnover, cause)
        for key, column in COLUMNS.items():
            for side, value in getattr(expect, key).items():
                self.equal(f"{key} of {side}", value, int(game.side_value(SIDES.index(side), column)))
        if expect.winner is not None:
            self.equal("winner", expect.winner, scene.winner or NONE)
        if expect.active is not None:
            self.equal("active side", expect.active, scene.active)
        if expect.asked is not None:
            self.equal("asked side", expect.asked, scene.asked or NOBODY)
        if expect.acting is not None:
            acting = int(game.acting)
            self.equal("acting", expect.acting, scene.names.of(acting) if acting >= 0 else NOBODY)
        if expect.moves is not None:
            self.equal("moves left", expect.moves, int(game.moves_left))
        if expect.rushes is not None:
            self.equal("rushes left", expect.rushes, int(game.rushes_left))

    def choices(self, scene: Scene, expect: Expect) -> None:
        offered = scene.options()
        if expect.options is not None:
            self.equal("exactly the options", sorted(expect.options), sorted(offered))
        for text in expect.offered:
            if not scene.offered(text):
                self.add(f"{text!r} on offer", f"on offer: {'; '.join(offered) or 'nothing'}")
        for text in expect.not_offered:
            if scene.offered(text):
                self.add(f"{text!r} not on offer", "it is")
        for text, reason in expect.refused.items():
            if scene.offered(text):
                self.add(f"{text!r} refused", "it is on offer")
                continue
            found = scene.refused(text)
            if reason.casefold() not in found.casefold():
                self.add(f"{text!r} refused because {reason!r}", f"because {found!r}")

    def story(self, scene: Scene, expect: Expect) -> None:
        told = scene.telling()
        position = 0
        before = ""
        for text in expect.told:
            place = next((index for index in range(position, len(told)) if begins(told[index], text)), -1)
            if place < 0:
                self.add(f"{text!r} told{before}", "it was not")
                break
            position = place + 1
            before = f" after {text!r}"
        for text in expect.not_told:
            hits = [line for line in told if begins(line, text)]
            if hits:
                self.add(f"{text!r} not told", hits[-1])
        missing = [rule for rule in expect.cited if rule not in scene.cited()]
        if missing:
            self.add(f"cited: {', '.join(missing)}", f"cited: {', '.join(sorted(scene.cited()))}")


def spelled(place: Place) -> str:
    """A place of a file, as the dungeon calls it."""
    return place if isinstance(place, str) else f"({place[0]},{place[1]})"


def ball_place(scene: Scene, index: int) -> str:
    where = int(scene.game.balls[index])
    if where in (int(HIDDEN), int(GONE)):
        return "hidden" if where == int(HIDDEN) else "gone"
    carrier = int(scene.game.carrier(index))
    return scene.names.of(carrier) if carrier >= 0 else str(scene.game.dungeon.label(where))


def marks(scene: Scene, marker: int, piece: int) -> bool:
    game = scene.game
    on_board = game.square[marker] >= 0 and game.square[piece] >= 0
    return bool(on_board and game.marks(marker, piece))
