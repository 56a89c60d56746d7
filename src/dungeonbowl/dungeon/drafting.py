"""From the text that was read to a blueprint: nodes in reading order, tokens, and the header's lists tied to their
squares."""

from __future__ import annotations

from typing import Any, final

from dungeonbowl.dungeon.features import (
    Barrier,
    Blueprint,
    Door,
    Doorway,
    Inscription,
    Ladder,
    Passage,
    Trap,
)
from dungeonbowl.dungeon.picture import Picture
from dungeonbowl.dungeon.problems import Problem
from dungeonbowl.dungeon.terrain import CHARACTERS, FLOOR, PASSAGE_END, PASSAGE_INSIDE, room_code

Square = tuple[int, int]

TEAM_LETTERS = "ABCD"
PORTAL_DIGITS = "1234567890"
PASSAGE_LETTERS = "rstu"


@final
class Tiling:
    """The tiles a dungeon was assembled from, reduced to what the blueprint needs."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.kinds: list[str] = []
        self.rooms: list[str] = []
        self.tile_of: dict[Square, int] = {}
        self.doorways: list[tuple[int, int, list[tuple[Square, Square]]]] = []


@final
class Draft:
    """A blueprint being filled in."""

    def __init__(self, blueprint: Blueprint, picture: Picture) -> None:
        self.blueprint = blueprint
        self.picture = picture
        self.levels: dict[Square, int] = {}
        self.below: Picture | None = None
        self.nodes: dict[Square, int] = {}
        self.lower_nodes: dict[Square, int] = {}
        self.passage_ends: dict[str, list[int]] = {}
        self.portals: dict[int, int] = {}

    def add_squares(self, tiling: Tiling, rooms: list[tuple[str, list[int]]]) -> None:
        """The squares seen from above, then those beneath, each in reading order."""
        blueprint = self.blueprint
        blueprint.tile_names = list(tiling.names)
        blueprint.tile_kinds = list(tiling.kinds)
        for square in sorted(self.picture.characters, key=reading_order):
            tile = tiling.tile_of.get(square, 0)
            room = room_at(square, rooms)
            if room == 0 and tile < len(tiling.rooms) and tiling.rooms[tile]:
                room = int(room_code(tiling.rooms[tile]))
            level = self.levels.get(square, 0)
            self.nodes[square] = self.add_square(self.picture, square, level, 0, tile, room)
        if self.below is not None:
            for square in sorted(self.below.characters, key=reading_order):
                self.lower_nodes[square] = self.add_square(self.below, square, 0, 1, 0, room_at(square, rooms))
        highest = max(self.portals, default=0)
        if highest > 0:
            blueprint.portals = [self.portals.get(number, -1) for number in range(1, max(6, highest) + 1)]
        for first, second, pairs in tiling.doorways:
            nodes = [self.nodes.get(square, -1) for pair in pairs for square in pair]
            if -1 not in nodes:  # otherwise tiles and picture differ, which is reported separately
                blueprint.doorways.append(Doorway(first, second, nodes))

    def add_square(self, picture: Picture, square: Square, level: int, layer: int, tile: int, room: int) -> int:
        blueprint = self.blueprint
        character = picture.characters[square]
        terrain = int(FLOOR)
        zone = -1
        node = len(blueprint.column)
        if character in TEAM_LETTERS:
            zone = TEAM_LETTERS.index(character)
        elif character == "$":
            blueprint.chests.append(node)
        elif character in PORTAL_DIGITS:
            number = PORTAL_DIGITS.index(character) + 1
            if number in self.portals:
                picture.complain_at("D-SQ-01", f"teleporter {number} is drawn twice", square)
            self.portals[number] = node
        elif character == "^":
            blueprint.traps.append(Trap(node, "", False))
        elif character == "p":
            blueprint.traps.append(Trap(node, "pit", True))
        elif character in PASSAGE_LETTERS:
            terrain = int(PASSAGE_END)
            self.passage_ends.setdefault(character, []).append(node)
        elif character in CHARACTERS:
            terrain = CHARACTERS.index(character)
            if character in "+=G/":
                kind = {"+": "doorway", "G": "gate"}.get(character, "door")
                size = "normal" if kind == "door" else "large"
                blueprint.doors.append(Door(node, -1, kind, size, character in "+/"))
        return blueprint.add(square[0], square[1], level, layer, terrain, tile, room, zone)

    def add_passages(self) -> None:
        """One place inside each passage, on no square. (D-FT-04)"""
        blueprint = self.blueprint
        for letter in sorted(self.passage_ends):
            ends = self.passage_ends[letter]
            if len(ends) != 2:
                text = f"passage {letter!r} has {len(ends)} end(s); each letter appears exactly twice"
                node = ends[0]
                self.picture.complain_at("D-FT-04", text, (blueprint.column[node], blueprint.row[node]))
                continue
            inside = blueprint.add(-1, -1, 0, 0, int(PASSAGE_INSIDE), -1, 0, -1)
            blueprint.passages.append(Passage(letter, ends[0], ends[1], inside))


def reading_order(square: Square) -> tuple[int, int]:
    return square[1], square[0]


def room_at(square: Square, rooms: list[tuple[str, list[int]]]) -> int:
    for name, area in rooms:
        if area[0] <= square[0] < area[0] + area[2] and area[1] <= square[1] < area[1] + area[3]:
            return max(int(room_code(name)), 0)
    return 0


@final
class HeaderLists:
    """Ties each entry of the header's lists to its squares, and reports entries that do not fit. (D-AS-08)"""

    def __init__(self, draft: Draft, header: dict[str, Any]) -> None:
        self.draft = draft
        self.blueprint = draft.blueprint
        self.header = header
        self.problems: list[tuple[str, int, Problem]] = []  # key, number of the entry, problem

    def entries(self, key: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.header.get(key, [])
        return found

    def complain(self, key: str, number: int, rule: str, text: str) -> None:
        self.problems.append((key, number, Problem(rule, text)))

    def node(self, key: str, number: int, place: list[int], wanted: str, rule: str) -> int:
        """The node at a place, which must show one of the wanted characters (empty: any open square)."""
        square = (place[0], place[1])
        character = self.draft.picture.characters.get(square, "#")
        if character == "#" or (wanted and character not in wanted):
            expected = f"one of {wanted}" if wanted else "an open square"
            text = f"{key} at ({square[0]},{square[1]}): expected {expected}, found {character!r}"
            self.complain(key, number, rule, text)
            return -1
        return self.draft.nodes[square]

    def apply(self) -> None:
        self.apply_doors()
        self.apply_barriers()
        for number, entry in enumerate(self.entries("inscription")):
            node = self.node("inscription", number, entry["at"], "*", "D-AS-08")
            if node >= 0:
                self.blueprint.inscriptions.append(Inscription(node, entry["college"], entry["circle"]))
        self.apply_ladders()
        for number, entry in enumerate(self.entries("trap")):
            node = self.node("trap", number, entry["at"], "^p", "D-AS-08")
            for trap in self.blueprint.traps:
                if trap.node == node:
                    trap.kind = entry["kind"]
        self.apply_setup()
        self.require("*", "inscription", [inscription.node for inscription in self.blueprint.inscriptions])
        self.require("H", "ladder", [ladder.foot for ladder in self.blueprint.ladders])

    def require(self, character: str, key: str, listed: list[int]) -> None:
        for square, node in self.draft.nodes.items():
            if self.draft.picture.characters[square] == character and node not in listed:
                text = f"the square {character!r} has no entry in the list {key!r}"
                self.draft.picture.complain_at("D-AS-08", text, square)

    def apply_doors(self) -> None:
        for key, wanted in (("door", "=G/"), ("doorway", "+")):
            for number, entry in enumerate(self.entries(key)):
                if "at" not in entry:
                    continue
                node = self.node(key, number, entry["at"], wanted, "D-AS-08")
                for door in self.blueprint.doors:
                    if door.node == node and door.other < 0:
                        kind = entry.get("kind", door.kind)
                        if kind != door.kind:
                            door.size = "normal" if kind == "door" else "large"
                        door.kind = kind
                        door.size = entry.get("size", door.size)

    def apply_barriers(self) -> None:
        for number, entry in enumerate(self.entries("barrier")):
            places = entry["between"]
            first = self.node("barrier", number, places[0], "", "D-FT-01")
            second = self.node("barrier", number, places[1], "", "D-FT-01")
            if first < 0 or second < 0:
                continue
            if abs(places[0][0] - places[1][0]) + abs(places[0][1] - places[1][1]) != 1:
                self.complain("barrier", number, "D-FT-01", "a barrier lies between two orthogonal neighbours")
                continue
            kind = entry["kind"]
            size = entry.get("size", "normal" if kind == "door" else "large")
            state = entry.get("state", "closed")
            self.blueprint.barriers.append(Barrier(first, second, kind, state, size))
            if kind == "wall":
                column, row = min(places)
                side = 2 if places[0][1] == places[1][1] else 4
                self.blueprint.closed.add((column, row, side))
            else:
                self.blueprint.doors.append(Door(first, second, kind, size, state != "closed"))

    def apply_ladders(self) -> None:
        blueprint = self.blueprint
        for number, entry in enumerate(self.entries("ladder")):
            foot = self.node("ladder", number, entry["foot"], "H", "D-FT-07")
            top = self.node("ladder", number, entry["top"], "", "D-FT-07")
            if foot < 0 or top < 0:
                continue
            rise = blueprint.level[top] - blueprint.level[foot]
            across = abs(blueprint.column[top] - blueprint.column[foot])
            down = abs(blueprint.row[top] - blueprint.row[foot])
            if rise < 2 or max(across, down) != 1:
                text = "the top of a ladder touches its foot and is at least two higher"
                self.complain("ladder", number, "D-FT-07", text)
                continue
            blueprint.ladders.append(Ladder(foot, top, entry.get("rungs", rise)))

    def apply_setup(self) -> None:
        setup: dict[str, list[list[int]]] = self.header.get("setup", {})
        if not setup:
            return
        self.blueprint.setup = [[] for _ in range(int(self.blueprint.teams))]
        for number, letter in enumerate(sorted(setup)):
            side = TEAM_LETTERS.find(letter)
            if side < 0 or side >= self.blueprint.teams:
                self.complain("setup", number, "D-FM-08", f"set-up squares for {letter!r}, which is no team here")
                continue
            for place in setup[letter]:
                node = self.node("setup", number, place, "", "D-FM-08")
                if node >= 0:
                    self.blueprint.setup[side].append(node)
