"""Dungeon files: reading, writing and finding them. A file is TOML: a short header and a picture. (D-FM)

Reading collects all problems before it gives up. A bad text always ends in a `DungeonError`, never in another
exception.
"""

from __future__ import annotations

import re
import textwrap
from importlib.resources import files
from pathlib import Path
from typing import Any

from dungeonbowl.dungeon.checks import check
from dungeonbowl.dungeon.drafting import Draft, HeaderLists, Tiling
from dungeonbowl.dungeon.features import Blueprint
from dungeonbowl.dungeon.graph import NODE_LIMIT, Dungeon
from dungeonbowl.dungeon.header import EDITIONS, SIZE_LIMIT, Header, did_you_mean
from dungeonbowl.dungeon.map_rules import MAP_RULES
from dungeonbowl.dungeon.picture import Picture, looks_like_plan, read_map, read_plan, rows_of
from dungeonbowl.dungeon.problems import ERROR, WARNING, DungeonError, Problem
from dungeonbowl.dungeon.terrain import room_code
from dungeonbowl.dungeon.tiles import TILES, Assembly, Placement, assemble, beside
from dungeonbowl.dungeon.writing import write_dungeon
from dungeonbowl.toml_text import tables_of

__all__ = ["DungeonError", "Problem", "bundled", "fragment", "load_dungeon", "read_dungeon", "write_dungeon"]

# Rules about missing things. They are reported too if the text has other problems.
MISSING = ("D-OF-01", "D-AS-02", "D-SB-01", "D-SB-02", "D-SB-14")
# Errors that may be only the consequence of another: a tile that cannot be read is also missing.
CONSEQUENCES = {"D-TL-02": ("D-OF-01",), "D-OF-02": ("D-OF-01",), "D-FM-08": ("D-OF-01", "D-SB-14")}
# Layers and tiles are compared with the picture, so problems of the picture itself are reported first.
LATER = ("D-FM-09", "D-FM-10", "D-FT-08")
TOKENS = "$1234567890"  # characters that the comparison of picture and tiles reads as floor


def read_dungeon(text: str, source: str = "<text>", checked: bool = True) -> Dungeon:
    """A whole dungeon file, checked against the building rules of its edition.

    Unchecked, it need only be well formed: for tests and scenarios that want heights, barriers or ladders.
    """
    try:
        keys: dict[str, Any] = tables_of(text)
    except (ValueError, RecursionError) as error:
        raise DungeonError([toml_problem(text, source, str(error))]) from None
    header = Header(keys, text.split("\n"), source)
    tiles = keys.get("tile")
    wanted = len(tiles) if isinstance(tiles, list) else 0
    header.check()
    if not keys["edition"]:
        raise DungeonError(header.problems)
    assembly = assembly_of(header)
    picture = picture_of(header, assembly, not checked)
    if picture is None:
        raise DungeonError(header.problems)
    # a tile that cannot be read or lies on another is also missing in the picture: that is no second fault
    is_whole = assembly is not None and len(assembly.placements) == wanted and not assembly.problems
    if assembly is not None and is_whole and keys.get(picture.form) is not None:
        compare(picture, assembly, keys["edition"])
    draft = Draft(blueprint_of(header, picture, assembly), picture)
    read_layers(header, draft)
    rooms = [(entry["rule"], entry["area"]) for entry in keys.get("room", [])]
    draft.add_squares(tiling_of(assembly), rooms)
    draft.add_passages()
    lists = HeaderLists(draft, keys)
    lists.apply()
    for key, number, problem in lists.problems:
        header.complain(problem.rule, problem.text, key, number)
    problems = header.problems + picture.problems + (draft.below.problems if draft.below is not None else [])
    problems += size_problems(picture, draft.blueprint)
    if problems:
        problems.sort(key=lambda problem: (problem.rule in LATER, problem.line, problem.column))
        if checked and not size_problems(picture, draft.blueprint):
            # missing things are reported last, and not if they may be misspelled
            blamed = {rule for problem in problems for rule in CONSEQUENCES.get(problem.rule, ())}
            found = building_errors(draft, picture)
            problems += [problem for problem in found if problem.rule in MISSING and problem.rule not in blamed]
        raise DungeonError(problems)
    if checked:
        found = building_errors(draft, picture)
        if found:
            raise DungeonError(found)
    return Dungeon(draft.blueprint)


def building_errors(draft: Draft, picture: Picture) -> list[Problem]:
    """What the building rules of the edition forbid, each at its place in the text."""
    found = [problem for problem in check(Dungeon(draft.blueprint), is_measured=True) if problem.severity == ERROR]
    for problem in found:
        problem.source = picture.source
        problem.line, problem.column = picture.place_of(*problem.squares[0]) if problem.squares else (picture.line, 1)
    return found


def fragment(
    text: str,
    edition: str = "official",
    rooms: list[tuple[str, list[int]]] | None = None,
    diagonals: int | None = None,
) -> Dungeon:
    """A part of a dungeon for tests, scenarios and puzzles: a map or a plan that need not be legal as a whole.

    Common indentation is removed. A map needs no ring of rock. A plan is recognised by its first corner.
    """
    source = "<fragment>"
    rooms = rooms or []
    problems = [
        Problem("D-RM-02", f"there is no room called {name!r}", source) for name, _ in rooms if room_code(name) <= 0
    ]
    if edition not in EDITIONS:
        problems.append(Problem("D-FM-02", "the edition is one of " + ", ".join(EDITIONS), source))
        raise DungeonError(problems)
    rows = textwrap.dedent(text.replace("\r\n", "\n")).split("\n")
    while rows and not rows[0].strip():
        rows.pop(0)
    while rows and not rows[-1].strip():
        rows.pop()
    drawn = "\n".join(rows)
    read = read_plan if looks_like_plan(drawn) else read_map
    picture = read(drawn, edition, source, 1, True)
    policy = int(MAP_RULES[edition].diagonals()) if diagonals is None else diagonals
    blueprint = Blueprint("fragment", "Fragment", edition, picture.width, picture.height, policy)
    blueprint.form = picture.form
    blueprint.closed = picture.closed
    blueprint.teams = max([2, *("ABCD".find(character) + 1 for character in picture.characters.values())])
    if rooms:  # so that the fragment can be written and read again
        blueprint.header = {"room": [{"rule": name, "area": list(area)} for name, area in rooms]}
    draft = Draft(blueprint, picture)
    draft.add_squares(tiling_of(None), rooms)
    draft.add_passages()
    problems += picture.problems + size_problems(picture, blueprint)
    if not picture.characters:
        problems.append(Problem("D-FM-03", "the picture has no open square", source, 1, 1))
    if problems:
        raise DungeonError(problems)
    return Dungeon(blueprint)


def bundled() -> list[str]:
    """The ids of the dungeons that come with the package, sorted."""
    folder = files("dungeonbowl.dungeon") / "layouts"
    names = [entry.name for entry in folder.iterdir()]
    return sorted(name.removesuffix(".dungeon") for name in names if name.endswith(".dungeon"))


def load_dungeon(path_or_id: str | Path) -> Dungeon:
    """A dungeon by the id of a bundled layout or by the path of a file."""
    name = str(path_or_id)
    if isinstance(path_or_id, str) and re.fullmatch(r"[a-z0-9-]+", name) and name in bundled():
        text = (files("dungeonbowl.dungeon") / "layouts" / f"{name}.dungeon").read_text("utf-8")
        return read_dungeon(text, f"{name}.dungeon")
    path = Path(path_or_id)
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        reason = "is not UTF-8 text" if isinstance(error, ValueError) else "cannot be read"
        hint = f"{reason}{did_you_mean(name, bundled())}; bundled dungeons are " + ", ".join(bundled())
        raise DungeonError([Problem("D-FM-02", hint, name)]) from None
    dungeon = read_dungeon(text, name)
    if path.suffix == ".dungeon" and path.stem != dungeon.identity:
        text = f"the id {dungeon.identity!r} differs from the file name {path.stem!r}"
        raise DungeonError([Problem("D-FM-02", text, name)])
    return dungeon


def size_problems(picture: Picture, blueprint: Blueprint) -> list[Problem]:
    """Report a board that is too large."""
    text = ""
    count = len(blueprint.column)
    if count > NODE_LIMIT:
        text = f"a dungeon has at most {NODE_LIMIT} squares, this one has {count}"
    elif max(picture.width, picture.height) > SIZE_LIMIT:
        text = f"a dungeon is at most {SIZE_LIMIT} squares long and wide"
    return [Problem("D-FM-12", text, picture.source, picture.line, 1)] if text else []


def toml_problem(text: str, source: str, message: str) -> Problem:
    """The parser's message as a problem, with line and column taken out of the sentence."""
    found = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)", message)
    line, column = len(text.split("\n")), 1
    if found is not None and found.group(1):
        line, column = int(found.group(1)), int(found.group(2))
    plain = message if found is None else message[: found.start()]
    return Problem("D-FM-12", f"not valid TOML: {plain}", source, line, column, mend=toml_mend(text, plain, line))


def toml_mend(text: str, message: str, line: int) -> str:
    """How to mend a text that is no TOML, as far as the parser's message tells."""
    rows = text.split("\n")
    row = rows[line - 1] if 0 < line <= len(rows) else ""
    if text.count("'''") % 2 == 1 or text.count('"""') % 2 == 1:
        return "close the picture with a line of three quotes, ''', like those it begins with"
    if "overwrite" in message or "mutate" in message:
        return f"remove one of the two lines that set {row.partition('=')[0].strip() or 'this key'}"
    if "=" not in row or "after a key" in message:
        return 'write each line as key = value, for example: name = "My Dungeon"'
    if "invalid value" in message.lower() or "string" in message:
        return 'put texts in quotes, for example: edition = "official"; numbers and lists need none'
    return "write each line as key = value: texts in quotes, lists in [ ], a picture between three quotes"


def text_warnings(text: str, source: str = "<text>") -> list[Problem]:
    """What is legal in a text but probably a mistake: rows of a map that are shorter than the others. (D-FM-04)"""
    try:
        drawn = tables_of(text).get("map")
    except (ValueError, RecursionError):
        return []
    if not isinstance(drawn, str):
        return []
    header = Header({}, text.split("\n"), source)
    line = header.line_of("map")
    if line and ("'''" in header.lines[line - 1] or '"""' in header.lines[line - 1]):
        line += 1
    rows = rows_of(drawn)
    width = max([len(row) for row in rows], default=0)
    found = []
    for number, row in enumerate(rows):
        if len(row) < width:
            words = f"row {number} is {len(row)} squares long, the longest row {width}: the rest of it is rock"
            mend = f"draw the row to the end: {width - len(row)} more squares, '#' for rock"
            found.append(Problem("D-FM-04", words, source, line + number, len(row) + 1, WARNING, mend=mend))
    return found


def assembly_of(header: Header) -> Assembly | None:
    """The tiles laid out, if the file names any."""
    if "tile" not in header.keys:
        return None
    placements = []
    used: set[str] = set()
    for number, entry in enumerate(header.keys["tile"]):
        name = entry["id"]
        if name not in TILES:
            laid = {each["id"] for each in header.keys["tile"]}
            hint = did_you_mean(name, [tile for tile in TILES if tile not in laid])
            header.complain("D-TL-02", f"there is no tile {name!r} in the library{hint}", "tile", number)
        elif name in used:
            header.complain("D-OF-02", f"tile {name!r} is used twice", "tile", number)
        else:
            used.add(name)
            placements.append(Placement(TILES[name], (entry["at"][0], entry["at"][1]), entry["rot"]))
    choices = {}
    for number, entry in enumerate(header.keys.get("doorway", [])):
        if "between" in entry:
            if not set(entry["between"]) <= used:
                header.complain("D-FM-08", "a doorway lies between two tiles of this dungeon", "doorway", number)
            choices[frozenset(entry["between"])] = entry.get("offset", 0)
    assembly = assemble(placements, choices)
    for problem in assembly.problems:
        # Without walls between the tiles there are no doorways either. (D-AS-01)
        if MAP_RULES[header.keys["edition"]].has_thin_walls or problem.rule == "D-OF-02":
            header.complain(problem.rule, problem.text, "tile", later_tile(header.keys["tile"], problem.text))
            header.problems[-1].squares = problem.squares
    if not MAP_RULES[header.keys["edition"]].has_thin_walls:
        assembly.closed.clear()
        assembly.doorways.clear()
    return assembly


def later_tile(entries: list[dict[str, Any]], text: str) -> int:
    """Of the tiles that a message names, the one that was laid last: the one to move."""
    named = [number for number, entry in enumerate(entries) if re.search(rf"\b{re.escape(entry['id'])}\b", text)]
    return named[-1] if named else -1


def picture_of(header: Header, assembly: Assembly | None, is_fragment: bool) -> Picture | None:
    """The picture of the file, or one derived from the tiles; None when there is neither."""
    keys = header.keys
    drawn = [form for form in ("map", "plan") if form in keys]
    if len(drawn) == 2:
        header.complain("D-FM-03", "a dungeon has a map or a plan, never both", "plan")
    if drawn:
        form = drawn[0]
        line = header.line_of(form)
        if "'''" in header.lines[line - 1] or '"""' in header.lines[line - 1]:
            line += 1  # the break after the opening quotes is not part of the picture
        read = read_plan if form == "plan" else read_map
        picture = read(keys[form], keys["edition"], header.source, line, is_fragment)
        if not picture.characters:
            header.complain("D-FM-03", "the picture has no open square", form)
        return picture
    if assembly is None or not assembly.characters:
        header.complain("D-FM-03", "a dungeon needs a picture, 'map' or 'plan', or a list of tiles", "map")
        return None
    picture = Picture("", header.line_of("tile"), header.source)
    picture.characters = dict(assembly.characters)
    picture.closed = set(assembly.closed)
    picture.width = max(column for column, _ in picture.characters) + 1
    picture.height = max(row for _, row in picture.characters) + 1
    return picture


def compare(picture: Picture, assembly: Assembly, edition: str) -> None:
    """Report where tiles and picture differ, tokens ignored. (D-FM-10)"""
    thin = MAP_RULES[edition].has_thin_walls
    for square in sorted(assembly.characters.keys() | picture.characters.keys(), key=lambda at: (at[1], at[0])):
        expected = assembly.characters.get(square, "#")
        found = picture.characters.get(square, "#")
        if found in TOKENS:
            found = "."
        if expected != found and (thin or "#" in (expected, found)):
            text = f"the tiles give {expected!r} at ({square[0]},{square[1]}), the picture {found!r}"
            picture.complain_at("D-FM-10", text, square)
    if not thin:
        return
    for border in sorted(picture.closed ^ assembly.closed):
        first, second = beside(border)
        if first in picture.characters and second in picture.characters:
            state = "closed" if border in assembly.closed else "open"
            text = f"the tiles give {state} between ({first[0]},{first[1]}) and ({second[0]},{second[1]})"
            picture.complain_at("D-FM-10", text + ", the picture does not", first)


def blueprint_of(header: Header, picture: Picture, assembly: Assembly | None) -> Blueprint:
    keys = header.keys
    edition = keys["edition"]
    blueprint = Blueprint(
        keys["id"], keys["name"], edition, picture.width, picture.height, int(MAP_RULES[edition].diagonals())
    )
    blueprint.form = picture.form
    blueprint.closed = picture.closed | (assembly.closed if assembly is not None else set())
    teams: list[str] = keys.get("teams", ["A", "B"])
    blueprint.teams = len(teams)
    blueprint.header = {key: value for key, value in keys.items() if key not in ("map", "plan")}
    for square, character in picture.characters.items():
        if character in "ABCD" and character not in teams:
            picture.complain_at("D-FM-08", f"end zone of {character!r}, which is not among the teams", square)
    return blueprint


def tiling_of(assembly: Assembly | None) -> Tiling:
    """A map drawn square by square counts as one tile."""
    tiling = Tiling()
    if assembly is None:
        tiling.names, tiling.kinds, tiling.rooms = ["map"], ["corridor"], [""]
        return tiling
    for placement in assembly.placements:
        tiling.names.append(placement.tile.identity)
        tiling.kinds.append(placement.tile.kind)
        tiling.rooms.append(placement.tile.room)
    tiling.tile_of = assembly.tile_of
    for first, second, borders in assembly.doorways:
        pairs = [beside(border) for border in borders]
        tiling.doorways.append((first, second, pairs))
    return tiling


def read_layers(header: Header, draft: Draft) -> None:
    """Heights, and the squares beneath platforms, each drawn at the size of the map. (D-FM-09)"""
    picture = draft.picture
    for key in ("levels", "below"):
        if key not in header.keys:
            continue
        rows = rows_of(header.keys[key])
        if len(rows) != picture.height or max([len(row) for row in rows], default=0) > picture.width:
            size = f"{picture.width} x {picture.height}"
            header.complain("D-FM-09", f"the layer {key!r} has the size of the map, {size}", key)
    line = header.line_of("levels") + 1
    for row, drawn in enumerate(rows_of(header.keys.get("levels", ""))):
        for column, character in enumerate(drawn):
            if character in "123456789":
                draft.levels[(column, row)] = int(character)
            elif character not in "0.# ":
                text = f"expected a height, '.' or '#', found {character!r}"
                mend = "write the height as a digit, '.' for the ground, '#' where the map has rock"
                header.problems.append(Problem("D-FM-12", text, header.source, line + row, column + 1, mend=mend))
            if (character in "# ") == ((column, row) in picture.characters) and draft.picture.height > row:
                text = f"a layer of heights has '#' exactly where the map has rock, found {character!r}"
                header.problems.append(Problem("D-FM-09", text, header.source, line + row, column + 1))
    if "below" in header.keys:
        draft.below = read_map(
            header.keys["below"], header.keys["edition"], header.source, header.line_of("below") + 1, True
        )
        for square in draft.below.characters:
            if draft.levels.get(square, 0) < 2:
                draft.below.complain_at("D-FT-08", "a lower square needs a platform above it", square)
        draft.below.characters = {  # squares beyond the map are reported above, and have no place in any table
            square: character
            for square, character in draft.below.characters.items()
            if square[0] < picture.width and square[1] < picture.height
        }
