"""The header of a dungeon file: which keys there are, what each must look like, and where it stands in the text."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any, Final, final

from dungeonbowl.dungeon.map_rules import MAP_RULES
from dungeonbowl.dungeon.problems import Problem
from dungeonbowl.dungeon.terrain import ROOM_NAMES, room_code

# In the order in which they are written. (D-FM-01, D-FM-08)
KEYS: Final = (
    "format",
    "id",
    "name",
    "edition",
    "layout",
    "symmetry",
    "teams",
    "setup",
    "tile",
    "doorway",
    "room",
    "door",
    "barrier",
    "inscription",
    "ladder",
    "trap",
    "notes",
    "levels",
    "below",
    "map",
    "plan",
)
SIZE_LIMIT: Final = 1000  # squares either way: far beyond any board, and small enough for tables
EDITIONS: Final = tuple(MAP_RULES)

# For each list of tables: its fields in writing order, with what is expected; a question mark makes one optional.
FIELDS: Final[dict[str, dict[str, str]]] = {
    "tile": {"id": "text", "at": "square", "rot": "quarter"},
    "doorway": {"between": "names?", "at": "square?", "offset": "number?", "size": "size?"},
    "room": {"rule": "room", "area": "area"},
    "door": {"at": "square", "kind": "door?", "size": "size?"},
    "barrier": {"between": "squares", "kind": "barrier", "state": "state?", "size": "size?"},
    "inscription": {"at": "square", "college": "text", "circle": "number"},
    "ladder": {"foot": "square", "top": "square", "rungs": "number?"},
    "trap": {"at": "square", "kind": "text"},
}

EXPECTED: Final = {
    "text": "a text",
    "number": "a whole number, 0 or more",
    "square": "a square [x, y]",
    "squares": "two squares [[x, y], [x, y]]",
    "names": "two tile names",
    "area": "an area [x, y, width, height]",
    "quarter": "0, 90, 180 or 270",
    "size": '"normal" or "large"',
    "door": '"door" or "gate"',
    "barrier": '"wall", "door" or "gate"',
    "state": '"closed" or "open"',
    "room": "the name of a room",
}


# The lines that every header begins with, as an example to copy.
FIRST_LINES: Final = {
    "format": "format = 1",
    "id": 'id = "my-dungeon"',
    "name": 'name = "My Dungeon"',
    "edition": 'edition = "official"',
}


def nearest_word(word: str, known: list[str]) -> str:
    """The most similar of the known words; empty if none is similar."""
    folded = {name.lower(): name for name in known}
    typed = word.lower()
    for name in folded:
        if len(name) > 2 and len(typed) > 2 and (typed.startswith(name) or name.startswith(typed)):
            return folded[name]
    close = get_close_matches(typed, list(folded), n=1, cutoff=0.6)
    return folded[close[0]] if close else ""


def did_you_mean(word: str, known: list[str]) -> str:
    """The most similar word as the end of a message; empty if none is similar."""
    near = nearest_word(word, known)
    return f"; did you mean {near!r}?" if near else ""


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < SIZE_LIMIT


def is_numbers(value: Any, count: int) -> bool:
    return isinstance(value, list) and len(value) == count and all(is_number(part) for part in value)


def fits(value: Any, expected: str) -> bool:
    """Whether a value of the header has the expected form."""
    if expected == "text":
        return isinstance(value, str)
    if expected == "number":
        return is_number(value)
    if expected == "square":
        return is_numbers(value, 2)
    if expected == "area":
        return is_numbers(value, 4)
    if expected == "squares":
        return isinstance(value, list) and len(value) == 2 and all(is_numbers(part, 2) for part in value)
    if expected == "names":
        return isinstance(value, list) and len(value) == 2 and all(isinstance(part, str) for part in value)
    if expected == "quarter":
        return is_number(value) and value in (0, 90, 180, 270)
    if expected == "room":
        return isinstance(value, str) and room_code(value) > 0
    choices = {
        "size": ("normal", "large"),
        "door": ("door", "gate"),
        "barrier": ("wall", "door", "gate"),
        "state": ("closed", "open"),
    }
    return isinstance(value, str) and value in choices[expected]


@final
class Header:
    """The parsed keys together with the text they came from, so that a problem can name its line."""

    def __init__(self, keys: dict[str, Any], lines: list[str], source: str) -> None:
        self.keys = keys
        self.lines = lines
        self.source = source
        self.problems: list[Problem] = []
        self.misspelled: set[str] = set()  # keys that are written under a similar, wrong name
        self.places: dict[str, list[int]] = {}  # for each list, the original places of its usable entries

    def line_of(self, key: str, entry: int = -1) -> int:
        """The line of a key, or of one entry of its list; 0 if absent. Entries stand in brackets, `{ ... }`, one or
        more on a line, or under headings `[[key]]`."""
        heading = re.compile(rf"\s*\[\[\s*{re.escape(key)}\s*\]\]")
        headings = [number for number, line in enumerate(self.lines, 1) if heading.match(line)]
        if headings:
            return headings[min(max(entry, 0), len(headings) - 1)]
        pattern = re.compile(rf"\s*\[?\s*{re.escape(key)}\s*(=|\.|\])")
        for number, line in enumerate(self.lines, 1):
            if pattern.match(line):
                return number if entry < 0 else self.line_of_entry(number, entry)
        return 0

    def line_of_entry(self, first: int, entry: int) -> int:
        """The line on which an entry of a list begins whose key stands on line `first`."""
        left = entry
        for number in range(first, len(self.lines) + 1):
            line = self.lines[number - 1]
            left -= line.partition("#")[0].count("{")
            if left < 0:
                return number
            if number > first and line.strip().startswith("]"):
                break
        return first

    def complain(self, rule: str, text: str, key: str, entry: int = -1, mend: str = "") -> None:
        """`entry` counts the entries that are still there."""
        if entry >= 0 and key in self.places and entry < len(self.places[key]):
            entry = self.places[key][entry]
        line = self.line_of(key, entry)
        self.problems.append(Problem(rule, text, self.source, max(line, 1), 1, mend=mend))

    def check(self) -> None:
        """Report everything that is wrong with the form of the header, and drop what cannot be used."""
        for key in list(self.keys):
            if key not in KEYS:
                near = nearest_word(key, list(KEYS))
                if near in self.keys:  # the right key is there already: this one is superfluous
                    near = ""
                hint, mend = (f"; did you mean {near!r}?", f"write {near!r} instead") if near else ("", "")
                self.complain("D-FM-12", f"unknown key {key!r}{hint}", key, mend=mend)
                self.misspelled.add(near)
                del self.keys[key]
        self.check_identity()
        self.check_choice("symmetry", ("rotation", "mirror", "none"))
        for key in ("notes", "levels", "below", "map", "plan"):
            if key in self.keys and not isinstance(self.keys[key], str):
                self.complain("D-FM-08", f"{key!r} is a text", key)
                del self.keys[key]
        layout = self.keys.get("layout")
        if layout is not None and not (isinstance(layout, list) and all(is_number(part) for part in layout)):
            self.complain("D-FM-08", "'layout' is a list of roll sums", "layout")
            del self.keys["layout"]
        teams = self.keys.get("teams")
        if teams is not None and teams not in (["A", "B"], ["A", "B", "C"], ["A", "B", "C", "D"]):
            self.complain("D-FM-08", "'teams' lists the letters A to D in order, two to four of them", "teams")
            del self.keys["teams"]
        self.check_setup()
        for key in FIELDS:
            if key in self.keys:
                self.keys[key] = self.usable_entries(key)

    def check_identity(self) -> None:
        if self.keys.get("format") != 1 or isinstance(self.keys.get("format"), bool):
            self.complain_first("format", "expected format = 1")
        identity = self.keys.get("id")
        if not isinstance(identity, str) or re.fullmatch(r"[a-z0-9-]+", identity) is None:
            self.complain_first("id", "'id' is made of small letters, digits and hyphens")
            self.keys["id"] = ""
        if not isinstance(self.keys.get("name"), str):
            self.complain_first("name", "'name' is a text")
            self.keys["name"] = ""
        edition = self.keys.get("edition")
        if edition not in EDITIONS:
            hint = did_you_mean(edition, list(EDITIONS)) if isinstance(edition, str) else ""
            self.complain_first("edition", "'edition' is one of " + ", ".join(EDITIONS) + hint)
            self.keys["edition"] = ""

    def complain_first(self, key: str, text: str) -> None:
        """One of the first lines is missing or wrong: report it, with an example to copy."""
        if key in self.misspelled:  # the misspelling is reported already
            return
        example = FIRST_LINES[key]
        name = re.fullmatch(r".*?([a-z0-9-]+)\.dungeon", self.source)
        if key == "id" and name is not None:
            example = f'id = "{name.group(1)}"'
        if key == "edition":
            example = f'edition = "{self.likely_edition()}"'
        missing = key not in self.keys
        words = f"the header lacks {key!r}: {text}" if missing else text
        mend = f"add the line: {example}" if missing else f"write, for example: {example}"
        self.complain("D-FM-02", words, key, mend=mend)

    def likely_edition(self) -> str:
        """The edition for which a dungeon without that key seems to be: tiles and plans are official, and the maps of
        StockBowl have their layout numbers."""
        named = self.keys.get("edition")
        near = nearest_word(named, list(EDITIONS)) if isinstance(named, str) else ""
        if near:
            return near
        if "tile" in self.keys or "plan" in self.keys:
            return "official"
        return "stockbowl" if "layout" in self.keys else "astrogranite"

    def check_choice(self, key: str, choices: tuple[str, ...]) -> None:
        if key in self.keys and self.keys[key] not in choices:
            self.complain("D-FM-08", f"{key!r} is one of " + ", ".join(choices), key)
            del self.keys[key]

    def check_setup(self) -> None:
        setup = self.keys.get("setup")
        if setup is None:
            return
        if isinstance(setup, dict) and all(
            isinstance(places, list) and all(is_numbers(place, 2) for place in places) for places in setup.values()
        ):
            return
        self.complain("D-FM-08", "'setup' is a table from team letter to a list of squares [x, y]", "setup")
        del self.keys["setup"]

    def usable_entries(self, key: str) -> list[dict[str, Any]]:
        """The well-formed entries of a list of tables; every other entry is reported."""
        entries = self.keys[key]
        if not isinstance(entries, list):
            self.complain("D-FM-08", f"{key!r} is a list of tables", key)
            return []
        usable: list[dict[str, Any]] = []
        places: list[int] = []
        for number, entry in enumerate(entries):
            if not isinstance(entry, dict):
                self.complain("D-FM-08", f"{key!r} is a list of tables", key, number)
            elif self.is_usable(key, number, entry):
                usable.append(entry)
                places.append(number)
        self.places[key] = places
        return usable

    def is_usable(self, key: str, number: int, entry: dict[str, Any]) -> bool:
        usable = True
        for field in entry:
            if field not in FIELDS[key]:
                hint = did_you_mean(field, list(FIELDS[key]))
                self.complain("D-FM-12", f"unknown field {field!r} in {key!r}{hint}", key, number)
                usable = False
        for field, expected in FIELDS[key].items():
            form = expected.removesuffix("?")
            if field not in entry:
                if form == expected:
                    self.complain("D-FM-08", f"{key!r} needs {field!r}, {EXPECTED[form]}", key, number)
                    usable = False
            elif not fits(entry[field], form):
                hint = ""
                if form == "room" and isinstance(entry[field], str):
                    hint = did_you_mean(entry[field], [name for name in ROOM_NAMES if name])
                self.complain("D-FM-08", f"{field!r} in {key!r} is {EXPECTED[form]}{hint}", key, number)
                usable = False
        if key == "doorway" and ("between" in entry) == ("at" in entry):
            self.complain("D-FM-08", "'doorway' has either 'between' and 'offset' or 'at' and 'size'", key, number)
            usable = False
        return usable
