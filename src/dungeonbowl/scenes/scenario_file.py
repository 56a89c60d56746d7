"""Scenario files as they are written: everything that can be said of them without playing.

Reading ends in lines of play, each with the position it starts from, or in a `ScenarioError` of one line. The tables
are in `scenario_tables.py`; `scenario_build.py` makes scenes of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from dungeonbowl.engine.events import EVENT_NAMES
from dungeonbowl.engine.statuses import STATUS_NAMES
from dungeonbowl.errors import UserError
from dungeonbowl.records.files import read_limited
from dungeonbowl.rulebook import find
from dungeonbowl.scenes import scenario_build, script
from dungeonbowl.scenes.scenario_lines import line_of
from dungeonbowl.scenes.scenario_tables import (
    CASUALTY_WORDS,
    CAUSES,
    DEAD,
    DOOR_WORDS,
    GONE_FOR_GOOD,
    MONSTERS,
    NESTED,
    NOBODY,
    NONE,
    TRAP_WORDS,
    Expect,
    Head,
    Line,
    ScenarioError,
    Start,
    Step,
    VariantHead,
    joined,
)
from dungeonbowl.scenes.scene import Scene
from dungeonbowl.scenes.setup import CONDITIONS, DiceMismatch, SceneError, read_dice
from dungeonbowl.scenes.watch import PHASE_NAMES, STRENGTHS
from dungeonbowl.toml_text import tables_of
from dungeonbowl.words.advice import did_you_mean
from dungeonbowl.words.notation import COACHES, parse

LONGEST: Final = 1 << 20  # bytes of a file
Loaded = TypeVar("Loaded")


def load_text(path: Path) -> str:
    """The text of a file."""
    try:
        return read_limited(path, LONGEST).decode("utf-8")
    except UnicodeDecodeError:
        raise ScenarioError(f"{path}: expected UTF-8 text") from None


def read_tables(text: str, source: str) -> dict[str, Any]:
    """The tables of a text."""
    try:
        return tables_of(text)
    except (ValueError, RecursionError) as error:
        raise ScenarioError(f"{source}: expected TOML: {' '.join(str(error).split())}") from None


def read_lines(raw: dict[str, Any], source: str, text: str = "") -> tuple[Head, list[Line]]:
    """The head of a scenario and its lines of play. Everything is checked that can be without playing them. With the
    `text` of the file errors say the line too."""
    reader = Reader(source, text)
    if raw.get("format") != 1 or isinstance(raw.get("format"), bool):
        raise reader.complaint("format", "expected format = 1")
    head_keys, start = split(raw, Head)
    head = reader.convert(head_keys, Head, "")
    for rule in head.rules:
        if find(rule) is None:
            raise reader.complaint("rules", f"there is no rule {rule!r}")
    if head.task is not None:
        for number, answer in enumerate(head.task.answer, 1):
            reader.check_told(answer.told, list(EVENT_NAMES), f"task.answer {number}.told")
        for number, mistake in enumerate(head.task.mistake, 1):
            reader.check_told(mistake.told, list(EVENT_NAMES), f"task.mistake {number}.told")
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
    """Turns tables into structs. Any mistake becomes one line with file and place."""

    def __init__(self, source: str, text: str = "") -> None:
        self.source = source
        self.text = text

    def complaint(self, place: str, text: str, key: str = "") -> ScenarioError:
        """`key` is the word of the file that is wrong, where the place does not end with it."""
        where = f"{self.source}: {place}" if place else self.source
        line = line_of(self.text, joined(place, key) if key else place) if self.text else 0
        return ScenarioError(f"{where}: {' '.join(text.split())}" + (f" (line {line})" if line else ""))

    def convert(self, raw: Any, kind: type[Loaded], place: str) -> Loaded:
        try:
            return msgspec.convert(raw, kind)
        except msgspec.ValidationError as error:
            text, _, path = str(error).partition(" - at `$")
            path = path.rstrip("`").replace("[...]", "").lstrip(".")
            text = text.replace("Object contains unknown field", "unknown key").replace("Object missing", "expected")
            place = ": ".join(part for part in (place, path) if part)
            inner = NESTED.get(path.split(".")[-1].partition("[")[0], kind if not path else None)
            fields = inner.__struct_fields__ if inner is not None and issubclass(inner, msgspec.Struct) else ()
            if kind is Head or kind is VariantHead:
                fields += Start.__struct_fields__
            text = text.replace("`", "'")
            key = ""
            if fields and "unknown key" in text:
                key = text.rpartition(" ")[2].strip("'")
                advice = did_you_mean(key, fields).rstrip()
                text += f"; expected one of {', '.join(fields)}" + (f"; {advice}" if advice else "")
            raise self.complaint(place, text, key) from None

    def steps(self, entries: list[dict[str, Any]], place: str, before: int = 0) -> list[Step]:
        found: list[Step] = []
        for number, entry in enumerate(entries, before + 1):
            where = joined(place, f"step {number}")
            step = self.convert({key: value for key, value in entry.items() if key != "expect"}, Step, where)
            if "expect" in entry:
                step.expect = self.convert(entry["expect"], Expect, f"{where}: expect")
                self.check_expectation(step.expect, f"{where}: expect")
            self.dice(step.dice, f"{where}: dice")
            self.among(step.by, (*COACHES, None), f"{where}: by")
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
        self.among(start.to_move, COACHES, joined(place, "to_move"))
        self.among(start.first, COACHES, joined(place, "first"))
        for side in start.side:
            self.among(side, COACHES, joined(place, "side"))
        if not start.opening and all(entry.get("status", "") in GONE_FOR_GOOD for entry in start.pieces.values()):
            raise self.complaint(joined(place, "pieces"), "expected a piece that can still play")
        return Line(name, place, start, steps)

    def among(self, value: str | None, known: tuple[str | None, ...] | list[str], place: str) -> None:
        if value not in known:
            names = [str(name) for name in known if name is not None]
            advice = did_you_mean(str(value), names).rstrip()
            text = f"expected one of {', '.join(names)}, found {value!r}" + (f"; {advice}" if advice else "")
            raise self.complaint(place, text)

    def dice(self, texts: list[str], place: str) -> None:
        try:
            read_dice(texts)
        except SceneError as error:
            raise self.complaint(place, str(error)) from None

    def check_expectation(self, expect: Expect, place: str) -> None:
        """What can be said of an expectation without the position."""
        for letter, status in expect.status.items():
            self.among(status, [*STATUS_NAMES, DEAD], f"{place}.status.{letter}")
        for letter, names in expect.conditions.items():
            for name in names:
                self.among(name.removeprefix("not "), sorted(CONDITIONS), f"{place}.conditions.{letter}")
        self.among(expect.turnover, (*CAUSES, NONE, "any", None), f"{place}.turnover")
        self.among(expect.winner, (*COACHES, "draw", MONSTERS, NONE, None), f"{place}.winner")
        for square, state in expect.doors.items():
            self.among(state, DOOR_WORDS, f"{place}.doors.{square}")
        for square, trap in expect.traps.items():
            self.among(trap, TRAP_WORDS, f"{place}.traps.{square}")
        for letter, word in expect.casualty.items():
            self.among(word, CASUALTY_WORDS, f"{place}.casualty.{letter}")
        self.among(expect.eye, (*COACHES, NOBODY, None), f"{place}.eye")
        self.among(expect.phase, (*PHASE_NAMES, None), f"{place}.phase")
        if expect.block is not None:
            self.among(expect.block.chooser, (*COACHES, NOBODY, None), f"{place}.block.chooser")
        self.among(expect.active, (*COACHES, None), f"{place}.active")
        self.among(expect.asked, (*COACHES, NOBODY, None), f"{place}.asked")
        for key in ("score", "rerolls", "rerolls_per_half", "bribes", "wizards", "turns", "drive_turns"):
            for side in getattr(expect, key):
                self.among(side, COACHES, f"{place}.{key}")
        self.check_told([*expect.told, *expect.not_told], [*EVENT_NAMES, STRENGTHS], f"{place}.told")
        for rule in expect.cited:
            if find(rule) is None:
                raise self.complaint(f"{place}.cited", f"there is no rule {rule!r}")

    def check_told(self, texts: list[str], known: list[str], place: str) -> None:
        """Check that lines of a story begin with the name of an event."""
        names = [name for name in known if name]
        for text in texts:
            if not any(begins(text, name) for name in names):
                advice = did_you_mean(" ".join(text.split()[:2]), names) or did_you_mean(text.partition(" ")[0], names)
                listed = ", ".join(names)
                raise self.complaint(place, f"{text!r} begins with no event; {advice}expected one of {listed}")

    # --- against the position ---------------------------------------------------------------------------------------

    def check(self, line: Line) -> None:
        """Check that everything that names a piece, a square or an action fits the position, before anything is
        played."""
        try:
            scene = self.build(line)
        except DiceMismatch:
            return  # the dice of the start do not fit: that is for the run to report
        for number, step in enumerate(line.steps, 1):
            where = joined(line.place, f"step {number}")
            expect = step.expect or Expect()
            for key, texts in (
                ("do", step.actions()),
                ("expect.options", expect.options or []),
                ("expect.offered", expect.offered),
                ("expect.not_offered", expect.not_offered),
                ("expect.refused", list(expect.refused)),
            ):
                for text in texts:
                    try:
                        script.check(scene, text) if key == "do" else parse(scene.game, scene.names, text)
                    except UserError as error:
                        raise self.complaint(where, str(error), key) from None
            self.check_names(scene, expect, f"{where}: expect")

    def check_names(self, scene: Scene, expect: Expect, place: str) -> None:
        letters = sorted(scene.letters)
        for key in ("at", "status", "conditions", "marks", "experience", "casualty"):
            for letter in getattr(expect, key):
                self.among(letter, letters, f"{place}.{key}")
        for letter, marked in expect.marks.items():
            for other in marked:
                self.among(other, letters, f"{place}.marks.{letter}")
        self.among(expect.acting, (*letters, NOBODY, None), f"{place}.acting")
        self.among(expect.about, (*letters, NOBODY, None), f"{place}.about")
        if expect.block is not None:
            self.among(expect.block.attacker, (*letters, None), f"{place}.block.attacker")
            self.among(expect.block.defender, (*letters, None), f"{place}.block.defender")
        balls = [*(expect.balls or []), *([] if expect.ball is None else [expect.ball])]
        for ball in balls:
            if ball not in (*letters, "hidden", "gone") and scene.find(ball) < 0:
                raise self.complaint(f"{place}.ball", f"{ball!r} is neither a piece nor a square nor hidden or gone")
        for square in (*(expect.chests or []), *expect.at.values()):
            if scene.find(square) < 0:
                raise self.complaint(place, f"there is no square {square!r}")
        for square in expect.traps:
            if scene.find(square) < 0:
                raise self.complaint(f"{place}.traps", f"there is no square {square!r}")
        try:
            for square in expect.doors:
                scene.door(square)
            if expect.eye is not None:
                scene.module("referees")
            for name, state in expect.module.items():
                scene.states.read(name, scene.module(name), state, True)
        except SceneError as error:
            raise self.complaint(f"{place}.module" if expect.module else place, str(error)) from None

    def build(self, line: Line) -> Scene:
        """The scene of a line. If dice of the start do not fit, that is reported when it is played."""
        return scenario_build.Builder(self).build(line)


def begins(text: str, words: str) -> bool:
    """Whether a text is these words, or begins with them as whole words."""
    return text == words or text.startswith(words + " ")
