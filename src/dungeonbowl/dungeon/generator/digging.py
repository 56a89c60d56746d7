"""Caverns and halls for two to four Astrogranite teams, and Stockbowl boards. (D-GN-11, D-GN-12)"""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Final

from mypy_extensions import i64

from dungeonbowl.dungeon.checks import check
from dungeonbowl.dungeon.drawing import draw_map
from dungeonbowl.dungeon.generator.canvas import HALF_TURN, MIRROR, NONE, QUARTER_TURN, ROCK, Canvas
from dungeonbowl.dungeon.generator.furnishing import furnish
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.map_rules import MAP_RULES
from dungeonbowl.dungeon.placement import place_tokens
from dungeonbowl.dungeon.text import read_dungeon
from dungeonbowl.errors import UserError

TRIES: Final = 200
SIDES: Final = {"quick": (28, 20), "standard": (34, 26), "grand": (44, 36)}  # two teams
SQUARE_SIDES: Final = {"quick": 28, "standard": 32, "grand": 36}  # three and four teams
AMOUNTS: Final = {"quick": 1, "standard": 2, "grand": 3}  # patches of each feature, in every copy


def header_lines(identity: str, name: str, edition: str, symmetry: str, teams: int) -> list[str]:
    lines = ["format = 1", f'id = "{identity}"', f'name = "{name}"', f'edition = "{edition}"']
    if MAP_RULES[edition].zones_are_doors:
        lines.append("layout = []")
    lines.append(f'symmetry = "{symmetry}"')
    if teams > 2:
        lines.append("teams = [" + ", ".join(f'"{letter}"' for letter in "ABCD"[:teams]) + "]")
    return lines


def dig_dungeon(
    identity: str, name: str, seed: int, size: str, mode: str, teams: int, features: list[str], tokens: str
) -> Dungeon:
    """Caverns or halls in two equal halves or four equal quarters; with three teams one quarter has no end zone."""
    reasons: dict[str, int] = {}
    for attempt in range(TRIES):
        random = Random(seed * 4096 + attempt)
        width, height = SIDES[size] if teams == 2 else (SQUARE_SIDES[size], SQUARE_SIDES[size])
        canvas = Canvas(width, height, int(HALF_TURN if teams == 2 else QUARTER_TURN), random)
        if mode == "caverns":
            dig_caverns(canvas)
        else:
            dig_halls(canvas, size)
        canvas.fill_narrow_places()
        reason = "there is too little floor" if canvas.keep_largest() < width * height // 4 else ""
        symmetry = "none" if teams == 3 else "rotation"
        if not reason:
            mark_zones(canvas, teams)
            reason = finished(canvas, features, AMOUNTS[size])
        if not reason:
            text = canvas.text(header_lines(identity, name, "astrogranite", symmetry, teams))
            dungeon = with_tokens(text, seed * 4096 + attempt, tokens)
            reason = reason_against(dungeon)
            if dungeon is not None and not reason:
                return dungeon
        reasons[reason] = reasons.get(reason, 0) + 1
    return give_up(reasons)


def give_up(reasons: dict[str, int]) -> Dungeon:
    most = max(reasons, key=lambda reason: reasons[reason])
    raise UserError(f"found no dungeon in {TRIES} tries, most often because {most}; try another seed or other wishes")


def finished(canvas: Canvas, features: list[str], amount: int) -> str:
    """Add the features; returns the reason if one of them finds no place, otherwise an empty text."""
    missing = furnish(canvas, features, (1, 1), amount)
    return f"{missing} find no place" if missing else ""


def with_tokens(text: str, seed: int, tokens: str) -> Dungeon | None:
    dungeon = read_dungeon(text, "<generated>", checked=False)
    if tokens == "none":
        return dungeon
    try:
        return place_tokens(dungeon, seed, tokens)
    except UserError:
        return None


def reason_against(dungeon: Dungeon | None) -> str:
    if dungeon is None:
        return "chests and teleporters find no places"
    problems = check(dungeon)
    return problems[0].text if problems else ""


def dig_caverns(canvas: Canvas) -> None:
    """A cellular automaton, with a way from each end zone to the middle so that every part is connected."""
    canvas.grow_caves(56, 4)
    middle = (canvas.width // 2 - 1, canvas.height // 2 - 1)
    canvas.dig_box(middle[0] - 1, middle[1] - 1, 4, 4)
    canvas.dig_box(1, 1, 6, 6)
    elbow = (canvas.between(4, canvas.width - 7), canvas.between(4, canvas.height // 2))
    canvas.dig_winding((4, 4), elbow)
    canvas.dig_winding(elbow, middle)


def dig_halls(canvas: Canvas, size: str) -> None:
    """A chain of rooms from each end zone to the middle, and a few more ways between them."""
    middle = (canvas.width // 2 - 1, canvas.height // 2 - 1)
    canvas.dig_box(middle[0] - 2, middle[1] - 2, 6, 6)
    canvas.dig_box(1, 1, 6, 6)
    rooms = [(4, 4)]
    wanted = {"quick": 3, "standard": 4, "grand": 6}[size]
    for _ in range(60):
        if len(rooms) > wanted:
            break
        width, height = canvas.between(4, 7), canvas.between(4, 6)
        left = canvas.between(1, canvas.width - 1 - width)
        top = canvas.between(1, canvas.height - 1 - height)
        around = [(x, y) for y in range(top - 1, top + height + 1) for x in range(left - 1, left + width + 1)]
        if any(canvas.at(place) != ROCK for place in around):
            continue
        canvas.dig_box(left, top, width, height)
        rooms.append((left + width // 2 - 1, top + height // 2 - 1))
    rooms.sort(key=lambda room: max(room[0], room[1]))
    rooms.append(middle)
    for first, second in pairwise(rooms):
        canvas.dig_bent(first, second)
    if len(rooms) > 3:
        canvas.dig_bent(rooms[1], canvas.orbit(rooms[2])[1])


def mark_zones(canvas: Canvas, teams: int) -> None:
    """Twelve squares in the corner of each team, and plain floor around them."""
    for y in range(1, 7):
        for x in range(1, 7):
            copies = canvas.orbit((x, y))
            canvas.kept.update(copies)
            if x <= 3 and y <= 4:
                for team in range(teams):
                    canvas.put(copies[team], "ABCD"[team])


def board_from_tiles(
    official: Dungeon, identity: str, name: str, seed: int, features: list[str], size: str, tokens: str
) -> Dungeon | None:
    """A dungeon of tiles for Astrogranite: without walls between the tiles, and with their features replaced by those
    of Astrogranite. (D-AS-01)"""
    rows = draw_map(official).split("\n")[:-1]
    symmetry = str(official.blueprint.header.get("symmetry", "none"))
    copies: i64 = HALF_TURN if symmetry == "rotation" else NONE
    canvas = Canvas(int(official.width) + 2, int(official.height) + 2, int(copies), Random(seed))
    kinds = {"I": "obstacles", "K": "obstacles", "Y": "obstacles", "F": "chasms"}
    zones: list[tuple[int, int]] = []
    for row, drawn in enumerate(rows):
        for column, character in enumerate(drawn):
            place = (column + 1, row + 1)
            if character in kinds:
                is_wanted = kinds[character] in features
                character = {"obstacles": "o", "chasms": ":"}[kinds[character]] if is_wanted else "."
            canvas.put(place, "." if character == "-" else character)
            if character in "AB":
                zones.append(place)
    for x, y in zones:
        canvas.kept.update([(x + across, y + down) for across in (-2, -1, 0, 1, 2) for down in (-2, -1, 0, 1, 2)])
    if furnish(canvas, features, zones[0], AMOUNTS[size]):
        return None
    return with_tokens(canvas.text(header_lines(identity, name, "astrogranite", symmetry, 2)), seed, tokens)


# Stockbowl.


def dig_stockbowl(identity: str, name: str, seed: int, tokens: str) -> Dungeon:
    """A board of 17 x 28: the upper half drawn, the lower half its copy. (D-GN-11)"""
    reasons: dict[str, int] = {}
    for attempt in range(TRIES):
        random = Random(seed * 4096 + attempt)
        symmetry = "rotation" if random.random() < 0.7 else "mirror"
        canvas = Canvas(17, 28, int(HALF_TURN if symmetry == "rotation" else MIRROR), random)
        canvas.dig_box(1, 1, 15, 26)
        doors = door_columns(canvas)
        for _ in range(canvas.between(3, 9)):
            width, height = canvas.between(1, 6), canvas.between(1, 3)
            left, top = canvas.between(0, 16 - width), canvas.between(4, 14 - height)
            canvas.dig_box(left, top, width, height, ROCK)
        canvas.fill_narrow_places()
        canvas.keep_largest()
        for column in doors:
            for x in (column, column + 1):
                top_place, bottom_place = canvas.orbit((x, 0))
                canvas.put(top_place, "A")
                canvas.put(bottom_place, "B")
        dungeon = with_tokens(
            canvas.text(header_lines(identity, name, "stockbowl", symmetry, 2)), seed * 4096 + attempt, tokens
        )
        reason = "chests and teleporters find no places"
        if dungeon is not None:
            problems = [problem for problem in check(dungeon) if tokens != "none" or problem.rule != "D-SB-05"]
            reason = problems[0].text if problems else ""
            if not reason:
                return dungeon
        reasons[reason] = reasons.get(reason, 0) + 1
    return give_up(reasons)


def door_columns(canvas: Canvas) -> list[int]:
    """One to three doors of two squares with wall between them. (D-SB-03)"""
    wanted = canvas.between(1, 3)
    found: list[int] = []
    while len(found) < wanted:
        column = canvas.between(1, 14)
        if all(abs(column - other) > 2 for other in found):
            found.append(column)
        elif canvas.chance(10):
            found = []
    return sorted(found)
