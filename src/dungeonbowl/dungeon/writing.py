"""Writing a dungeon back as a canonical file: reading it again and writing it gives the same bytes. (D-FM-13)"""

from __future__ import annotations

from typing import Any

from dungeonbowl.dungeon.drawing import draw_map, draw_plan
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.header import FIELDS, KEYS


def write_dungeon(dungeon: Dungeon, secrets: bool = True) -> str:
    """The dungeon as the text of a `.dungeon` file: header in fixed order, layers, picture last. Without `secrets` it
    does not say of what kind hidden traps are."""
    header: dict[str, Any] = dict(dungeon.blueprint.header)
    if not secrets and "trap" in header:
        hidden = {int(trap.node) for trap in dungeon.traps if not trap.is_revealed}
        header["trap"] = [each for each in header["trap"] if int(dungeon.node_at(*each["at"][:2])) not in hidden]
    header["format"] = 1
    header["id"] = dungeon.identity
    header["name"] = dungeon.name
    header["edition"] = dungeon.edition
    if dungeon.teams > 2:
        header.setdefault("teams", list("ABCD"[: int(dungeon.teams)]))
    parts: list[str] = []
    for key in KEYS:
        if key in ("levels", "below", "map", "plan"):
            continue
        if key in header:
            parts.append(f"{key} = {written(key, header[key])}\n")
    for key in ("levels", "below"):
        if key in header:
            parts.append(f"{key} = '''\n{draw_levels(dungeon) if key == 'levels' else draw_map(dungeon, 1)}'''\n")
    if dungeon.blueprint.form == "plan":
        parts.append(f"plan = '''\n{draw_plan(dungeon)}'''\n")
    elif dungeon.blueprint.form == "map":
        parts.append(f"map = '''\n{draw_map(dungeon)}'''\n")
    return "".join(parts)


def written(key: str, value: Any) -> str:
    """A header value in TOML; lists of tables take a line per entry."""
    if key in FIELDS:
        lines = [f"  {table(entry, list(FIELDS[key]))},\n" for entry in value]
        return "[\n" + "".join(lines) + "]" if lines else "[]"
    if isinstance(value, dict):
        return table(value, sorted(value))
    return plain(value)


def table(entry: dict[str, Any], order: list[str]) -> str:
    fields = [f"{field} = {plain(entry[field])}" for field in order if field in entry]
    return "{ " + ", ".join(fields) + " }"


def plain(value: Any) -> str:
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list):
        return "[" + ", ".join(plain(part) for part in value) + "]"
    return str(value)


def quoted(text: str) -> str:
    """A basic TOML string: quotes, backslashes and control characters escaped."""
    escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
    result = ""
    for character in text:
        if character in escapes:
            result += escapes[character]
        elif ord(character) < 32 or ord(character) == 127:
            result += f"\\u{ord(character):04X}"
        else:
            result += character
    return f'"{result}"'


def draw_levels(dungeon: Dungeon) -> str:
    """The heights of the squares seen from above, rock as `#` and the ground as `.`."""
    text = ""
    for row in range(dungeon.height):
        for column in range(dungeon.width):
            node = dungeon.node_at(column, row)
            level = int(dungeon.level[node]) if node >= 0 else -1
            text += "#" if node < 0 else "." if level == 0 else str(level)
        text += "\n"
    return text
