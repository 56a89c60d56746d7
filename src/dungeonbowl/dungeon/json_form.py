"""The JSON form of a dungeon, for the browser: derived from the text form, complete, and without secrets. (D-JS)"""

from __future__ import annotations

from typing import Any, Final

from dungeonbowl.dungeon.checks import modules_needed
from dungeonbowl.dungeon.drawing import square_characters
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.map_rules import MAP_RULES
from dungeonbowl.dungeon.problems import DungeonError, Problem
from dungeonbowl.dungeon.terrain import room_name
from dungeonbowl.dungeon.text import TOKENS, read_dungeon
from dungeonbowl.dungeon.tiles import TILES, Placement, borders_between, doorway_offsets, runs
from dungeonbowl.dungeon.writing import draw_levels, plain, table

KEYS: Final = (
    "format",
    "id",
    "name",
    "edition",
    "size",
    "rows",
    "levels",
    "below",
    "borders",
    "teams",
    "zones",
    "setup",
    "chests",
    "teleporters",
    "tiles",
    "doorways",
    "doors",
    "passages",
    "ladders",
    "inscriptions",
    "rooms",
    "modules",
)
SIDES: Final = {2: "E", 4: "S"}


def to_json(dungeon: Dungeon) -> dict[str, Any]:
    """The dungeon as plain lists and dictionaries, every key present. (D-JS-01)"""
    teams = [*"ABCD"[: int(dungeon.teams)]]
    has_levels = any(level > 0 for level in dungeon.level)
    has_below = any(layer > 0 for layer in dungeon.layer)
    return {
        "format": 1,
        "id": dungeon.identity,
        "name": dungeon.name,
        "edition": dungeon.edition,
        "size": [int(dungeon.width), int(dungeon.height)],
        "rows": rows(dungeon, 0),
        "levels": draw_levels(dungeon).split("\n")[:-1] if has_levels else None,
        "below": rows(dungeon, 1) if has_below else None,
        "borders": borders(dungeon),
        "teams": teams,
        "zones": {letter: squares(dungeon, dungeon.zones[side]) for side, letter in enumerate(teams)},
        "setup": {letter: squares(dungeon, dungeon.setup[side]) for side, letter in enumerate(teams)},
        "chests": squares(dungeon, dungeon.map_chests),
        "teleporters": [
            {"n": number, "at": square(dungeon, node)}
            for number, node in enumerate(dungeon.map_portals, 1)
            if node >= 0
        ],
        "tiles": tiles(dungeon),
        "doorways": doorways(dungeon),
        "doors": doors(dungeon),
        "passages": [
            {"id": passage.letter, "ends": squares(dungeon, [passage.first, passage.second])}
            for passage in dungeon.passages
        ],
        "ladders": [
            {"foot": square(dungeon, ladder.foot), "top": square(dungeon, ladder.top), "rungs": int(ladder.rungs)}
            for ladder in dungeon.ladders
        ],
        "inscriptions": [
            {"at": square(dungeon, entry.node), "college": entry.college, "circle": int(entry.circle)}
            for entry in sorted(dungeon.inscriptions, key=lambda entry: entry.node)
        ],
        "rooms": rooms(dungeon),
        "modules": modules_needed(dungeon),
    }


def square(dungeon: Dungeon, node: Any) -> list[int]:
    return [int(dungeon.column[int(node)]), int(dungeon.row[int(node)])]


def squares(dungeon: Dungeon, nodes: Any) -> list[list[int]]:
    """Sorted by row, then column. (D-JS-03)"""
    return sorted((square(dungeon, node) for node in nodes), key=lambda at: (at[1], at[0]))


def rows(dungeon: Dungeon, layer: int) -> list[str]:
    """One character per square, chests and teleporters read as floor. (D-JS-02)"""
    characters = square_characters(dungeon)
    found = []
    for row in range(dungeon.height):
        text = ""
        for column in range(dungeon.width):
            node = dungeon.node_at(column, row, layer)
            character = characters[node] if node >= 0 else "#"
            text += "." if character in TOKENS else character
        found.append(text)
    return found


def borders(dungeon: Dungeon) -> list[list[Any]]:
    """Closed borders between two open squares. (D-JS-04)"""
    found = []
    for column, row, side in dungeon.blueprint.closed:
        other = (column + 1, row) if side == 2 else (column, row + 1)
        if dungeon.node_at(column, row) >= 0 and dungeon.node_at(*other) >= 0:
            found.append([column, row, SIDES[side]])
    return sorted(found, key=lambda border: (border[1], border[0], border[2]))


def border_of(dungeon: Dungeon, first: Any, second: Any) -> list[Any]:
    """The border between two nodes, named by the square west or north of it."""
    near, far = sorted((square(dungeon, first), square(dungeon, second)))
    return [*near, "E" if near[1] == far[1] else "S"]


def tiles(dungeon: Dungeon) -> list[dict[str, Any]]:
    placed: Any = dungeon.blueprint.header.get("tile", [])
    by_name = {entry["id"]: entry for entry in placed}
    found = []
    for index, name in enumerate(dungeon.tile_names):
        if name in by_name:
            covered = [node for node in range(dungeon.count) if dungeon.tile[node] == index]
            found.append(
                {
                    "id": name,
                    "kind": dungeon.tile_kinds[index],
                    "room": TILES[name].room or None,
                    "at": list(by_name[name]["at"]),
                    "rot": by_name[name]["rot"],
                    "squares": squares(dungeon, covered),
                }
            )
    return found


def doorways(dungeon: Dungeon) -> list[dict[str, Any]]:
    found = []
    for doorway in dungeon.doorways:
        names = [dungeon.tile_names[doorway.first], dungeon.tile_names[doorway.second]]
        nodes = doorway.nodes
        pair = [border_of(dungeon, nodes[0], nodes[1]), border_of(dungeon, nodes[2], nodes[3])]
        found.append({"between": names, "borders": pair})
    return found


def doors(dungeon: Dungeon) -> list[dict[str, Any]]:
    found = []
    for door in dungeon.doors:
        place: dict[str, Any] = {"at": square(dungeon, door.node)}
        if door.other >= 0:
            place = {"border": border_of(dungeon, door.node, door.other)}
        state = "open" if door.is_open else "closed"
        found.append({**place, "kind": door.kind, "state": state, "size": door.size})
    return found


def rooms(dungeon: Dungeon) -> list[dict[str, Any]]:
    codes = sorted({int(code) for code in dungeon.room if code > 0})
    found = []
    for code in codes:
        covered = [node for node in range(dungeon.count) if dungeon.room[node] == code and dungeon.layer[node] == 0]
        found.append({"room": room_name(code), "squares": squares(dungeon, covered)})
    return found


# Reading.


def from_json(data: Any, source: str = "<json>", checked: bool = False) -> Dungeon:
    """The dungeon of a JSON form. Trap kinds, layout rolls and notes are not part of it, and so are lost.

    Anything that is not such a form ends in a `DungeonError`.
    """
    problems = shape_problems(data, source)
    if problems:
        raise DungeonError(problems)
    try:
        text = text_of(data, False)
        dungeon = read_dungeon(text, source, checked)
        if to_json(dungeon)["setup"] != data["setup"]:
            dungeon = read_dungeon(text_of(data, True), source, checked)
    except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
        if isinstance(error, DungeonError):
            raise
        text = f"an entry has not the form it should have: {type(error).__name__} {error}"
        raise DungeonError([Problem("D-JS-01", text, source)]) from None
    return dungeon


def shape_problems(data: Any, source: str) -> list[Problem]:
    """Report missing and unknown keys, and rows that do not fit the size."""
    if not isinstance(data, dict):
        return [Problem("D-JS-01", "the JSON form of a dungeon is an object", source)]
    found = [Problem("D-JS-01", f"the key {key!r} is missing", source) for key in KEYS if key not in data]
    found += [Problem("D-JS-01", f"unknown key {key!r}", source) for key in data if key not in KEYS]
    if found:
        return found
    if data["format"] != 1:
        found.append(Problem("D-JS-01", "expected format 1", source))
    others = ("format", "id", "name", "edition", "levels", "below", "zones", "setup")
    lists = [key for key in KEYS if key not in others]
    found += [Problem("D-JS-01", f"{key!r} is a list", source) for key in lists if not isinstance(data[key], list)]
    for key in ("zones", "setup"):
        if not isinstance(data[key], dict):
            found.append(Problem("D-JS-01", f"{key!r} is an object from team letter to squares", source))
    if found:
        return found
    for key in ("rows", "levels", "below"):
        drawn = data[key]
        if drawn is None and key != "rows":
            continue
        fits = isinstance(drawn, list) and all(isinstance(row, str) for row in drawn)
        if not fits or [len(row) for row in drawn] != [data["size"][0]] * data["size"][1]:
            found.append(Problem("D-JS-02", f"{key!r} has not the size {data['size']}", source))
    return found


def text_of(data: dict[str, Any], with_setup: bool) -> str:
    """The same dungeon as the text of a file."""
    lines = ["format = 1"]
    lines += [f"{key} = {plain(data[key])}" for key in ("id", "name", "edition")]
    if MAP_RULES[data["edition"]].zones_are_doors:  # one of the numbered layouts, but without a number
        lines.append("layout = []")
    if len(data["teams"]) != 2:
        lines.append(f"teams = {plain(data['teams'])}")
    if with_setup:
        lines.append(f"setup = {table(data['setup'], sorted(data['setup']))}")
    lists: dict[str, list[dict[str, Any]]] = {
        "tile": [{key: tile[key] for key in ("id", "at", "rot")} for tile in data["tiles"]],
        "doorway": doorway_entries(data),
        "room": [] if data["tiles"] else room_entries(data),
        "door": [
            {"at": door["at"], "kind": door["kind"], "size": door["size"]}
            for door in data["doors"]
            if "at" in door and door["kind"] != "doorway"
        ],
        "barrier": barrier_entries(data),
        "inscription": data["inscriptions"],
        "ladder": data["ladders"],
    }
    for key, entries in lists.items():
        if entries:
            lines.append(f"{key} = [")
            lines += [f"  {table(entry, list(entry))}," for entry in entries]
            lines.append("]")
    for key in ("levels", "below"):
        if data[key] is not None:
            lines += [f"{key} = '''", *data[key], "'''"]
    return "\n".join(lines) + "\n" + picture(data)


def sides_of(border: list[Any]) -> tuple[list[int], list[int]]:
    column, row, side = border
    return [column, row], ([column + 1, row] if side == "E" else [column, row + 1])


def barrier_entries(data: dict[str, Any]) -> list[dict[str, Any]]:
    """Doors on borders, and on a map without tiles the thin walls, which only a plan could draw."""
    found: list[dict[str, Any]] = []
    for door in data["doors"]:
        if "border" in door:
            kept = {key: door[key] for key in ("kind", "state", "size")}
            found.append({"between": list(sides_of(door["border"])), **kept})
    if not data["tiles"]:
        found += [{"between": list(sides_of(border)), "kind": "wall"} for border in data["borders"]]
    return found


def doorway_entries(data: dict[str, Any]) -> list[dict[str, Any]]:
    """The sizes of frames that fill a square, and the offsets of doorways between tiles where they are not the usual
    ones."""
    found: list[dict[str, Any]] = [
        {"at": door["at"], "size": door["size"]} for door in data["doors"] if "at" in door and door["kind"] == "doorway"
    ]
    placed = {tile["id"]: Placement(TILES[tile["id"]], tuple(tile["at"]), tile["rot"]) for tile in data["tiles"]}
    for doorway in data["doorways"]:
        first, second = doorway["between"]
        longest = max(runs(borders_between(placed[first], placed[second])), key=len)
        column, row, side = doorway["borders"][0]
        offset = longest.index((column, row, 2 if side == "E" else 4))
        if offset != doorway_offsets(len(longest))[0]:
            found.append({"between": [first, second], "offset": offset})
    return found


def room_entries(data: dict[str, Any]) -> list[dict[str, Any]]:
    """The squares of each room as rows of squares side by side."""
    found: list[dict[str, Any]] = []
    for room in data["rooms"]:
        left = {(at[0], at[1]) for at in room["squares"]}
        for column, row in sorted(left, key=lambda at: (at[1], at[0])):
            if (column - 1, row) not in left:
                width = 1
                while (column + width, row) in left:
                    width += 1
                found.append({"rule": room["room"], "area": [column, row, width, 1]})
    return found


def picture(data: dict[str, Any]) -> str:
    """The rows with their tokens, as a plan where tiles have walls between them, else as a map."""
    cells = [list(row) for row in data["rows"]]
    for column, row in data["chests"]:
        cells[row][column] = "$"
    for portal in data["teleporters"]:
        column, row = portal["at"]
        cells[row][column] = "1234567890"[portal["n"] - 1]
    if not data["tiles"]:
        return "map = '''\n" + "".join("".join(row) + "\n" for row in cells) + "'''\n"
    width, height = data["size"]
    closed = {(column, row, side) for column, row, side in data["borders"]}
    canvas = [[" "] * (2 * width + 1) for _ in range(2 * height + 1)]

    def is_open(column: int, row: int) -> bool:
        return bool(0 <= column < width and 0 <= row < height and cells[row][column] != "#")

    for row in range(-1, height):
        for column in range(-1, width):
            here = is_open(column, row)
            if here:
                canvas[2 * row + 1][2 * column + 1] = cells[row][column]
            if here != is_open(column + 1, row) or (column, row, "E") in closed:
                canvas[2 * row + 1][2 * column + 2] = "|"
                canvas[2 * row][2 * column + 2] = canvas[2 * row + 2][2 * column + 2] = "+"
            if here != is_open(column, row + 1) or (column, row, "S") in closed:
                canvas[2 * row + 2][2 * column + 1] = "-"
                canvas[2 * row + 2][2 * column] = canvas[2 * row + 2][2 * column + 2] = "+"
    return "plan = '''\n" + "".join("".join(line).rstrip() + "\n" for line in canvas) + "'''\n"
