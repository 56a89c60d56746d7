"""Scenario files as they are written: their tables, and everything that can be said of them without playing.

Reading ends in lines of play, each with the position it starts from, or in a `ScenarioError` of one line.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import Meta

from dungeonbowl.editions import EditionError, build
from dungeonbowl.engine.events import EVENT_NAMES
from dungeonbowl.engine.statuses import STATUS_NAMES
from dungeonbowl.errors import UserError
from dungeonbowl.records.files import read_limited
from dungeonbowl.records.notation import SIDE_LETTERS, parse
from dungeonbowl.records.scene import CLAUSE_NAMES, Scene
from dungeonbowl.records.scene_setup import CONDITIONS, SIDES, DiceMismatch, Piece, SceneError, read_dice
from dungeonbowl.rulebook import find

LONGEST: Final = 1 << 20  # bytes of a file
NEUTRAL: Final = "neutral"  # the side of monsters and referees
NOBODY: Final = "nobody"
NONE: Final = "none"
GONE_FOR_GOOD: Final = ("casualty", "sent-off", "lost", "absent")
CAUSES: Final = sorted(
    name.removeprefix("TURNOVER_").lower().replace("_", " ")
    for name in CLAUSE_NAMES.values()
    if name.startswith("TURNOVER_")
)

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
    """What a side has at the start; `turns` counts the team turns it has begun, one unless
    there is an opening."""

    rerolls: Number = 0
    bribes: Number = 0
    wizard: str = ""  # the college
    value: Annotated[int, Meta(ge=0, le=100_000_000)] = 0
    treasury: Annotated[int, Meta(ge=0, le=100_000_000)] = 0
    turns: Number | None = None
    score: Number = 0
    zone: str = ""
    apothecaries: Number = 0
    perks: Number = 0


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
    half: Annotated[int, Meta(ge=1, le=2)] = 1
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


def load_tables(path: Path) -> dict[str, Any]:
    """The tables of a file."""
    try:
        text = read_limited(path, LONGEST).decode("utf-8")
    except UnicodeDecodeError:
        raise ScenarioError(f"{path}: expected UTF-8 text") from None
    return read_tables(text, str(path))


def read_tables(text: str, source: str) -> dict[str, Any]:
    """The tables of a text."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ScenarioError(f"{source}: expected TOML: {' '.join(str(error).split())}") from None


def read_lines(raw: dict[str, Any], source: str) -> tuple[Head, list[Line]]:
    """The head of a scenario and its lines of play. Everything is checked that can be without playing them."""
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
    for line in lines:
        reader.check(line)
    return head, lines


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
        if bool(start.map) == bool(start.plan) and (start.map or not start.opening):
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
        sides = 2
        for number, name in enumerate(SIDES):
            named = [name == entry.get("side") for entry in start.pieces.values()]
            if any(named) or name in start.side or name in (start.to_move, start.first):
                sides = max(sides, number + 1)
        try:
            values = build(start.edition).tables.writes_values
            legend = {
                letter: self.piece(letter, entry, values, sides, joined(line.place, f"pieces.{letter}"))
                for letter, entry in start.pieces.items()
            }
            entries = [
                self.convert(start.side.get(name, {}), SideEntry, joined(line.place, f"side.{name}"))
                for name in SIDES[:sides]
            ]
            zones = [entry.zone or SIDE_LETTERS[number] for number, entry in enumerate(entries)]
            for zone in zones:
                self.among(zone, list(SIDE_LETTERS), joined(line.place, "side: zone"))
            usual = 0 if start.opening else 1
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
                turns=tuple(usual if entry.turns is None else entry.turns for entry in entries),
                zones=tuple(SIDE_LETTERS.index(zone) for zone in zones),
                opening=start.opening,
                sides=sides,
                dice=start.dice,
                scores=tuple(entry.score for entry in entries),
                details=start.dungeon,
                modules=start.module,
                half=start.half,
                apothecaries=tuple(entry.apothecaries for entry in entries),
                perks=tuple(entry.perks for entry in entries),
            )
        except (ScenarioError, DiceMismatch):
            raise
        except (UserError, EditionError) as error:
            raise self.complaint(line.place, str(error)) from None

    def piece(self, letter: str, raw: dict[str, Any], values: bool, sides: int, place: str) -> Piece:
        """`values`: the edition writes Agility and Armour as values: AG 3 needs 7 - 3, AV 8 is broken by more."""
        if re.fullmatch(r"[A-Za-z][\w'-]*", letter) is None or letter in ("hidden", "gone", NOBODY):
            raise self.complaint(place, "expected a letter, or a name of letters, digits and hyphens")
        entry = self.convert(raw, PieceEntry, place)
        self.among(entry.side, (*SIDES, NEUTRAL), f"{place}.side")
        self.among(entry.status, list(STATUS_NAMES), f"{place}.status")
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
