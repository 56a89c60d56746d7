"""Chests and portals placed by the program, at random or balanced, by the rules of the edition.

Chests come first, then portals in the order of their numbers. No part of the dungeon is cut off, every token can be
reached, and squares beside a doorway stay free while there is another choice. (D-OF-11 to -15, D-GN-08, D-GN-10)
"""

from __future__ import annotations

from random import Random
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import FLOOR, is_closed_door
from dungeonbowl.dungeon.walking import Walker, far_apart, nearest, total
from dungeonbowl.errors import UserError

STYLES: Final = ("random", "balanced")
ROUNDS: Final[i64] = 60  # new starts
CHEST_TRIES: Final[i64] = 30  # sets of chests within one start
PORTAL_TRIES: Final[i64] = 12  # sets of portals for one set of chests

# How a copy of the map lies over the map itself.
NONE: Final[i64] = 0
HALF_TURN: Final[i64] = 1
MIRROR: Final[i64] = 2
QUARTER_TURN: Final[i64] = 3


@final
class Distances:
    """What an edition requires of its tokens: free squares around them, gaps between them, steps from the end zones."""

    def __init__(self, one_per_tile: bool, teams: i64) -> None:
        self.one_per_tile: bool = one_per_tile
        self.chest_gap: i64 = 1 if one_per_tile else 3  # D-SB-09
        self.portal_gap: i64 = 1 if one_per_tile else 3  # D-SB-08
        self.mixed_gap: i64 = 3 if one_per_tile else 2  # D-OF-13
        self.chest_room: i64 = 1 if one_per_tile else 3
        self.portal_room: i64 = 1 if one_per_tile else 5
        self.chest_walk: i64 = 1 if one_per_tile else 6
        self.portal_walk: i64 = 1 if one_per_tile else 4
        self.percent: i64 = 15 if teams > 2 else 10  # D-GN-08, D-SB-11, D-AS-11
        self.nearest: i64 = 1000 if one_per_tile or teams > 2 else 1


@final
class Placer:
    """One dungeon while its tokens are placed."""

    chosen: vec[i16]  # chests
    portals: vec[i16]
    candidates: vec[i16]
    beside_doorway: vec[u8]
    is_candidate: vec[u8]
    is_cramped: vec[u8]  # 1 where a chest would leave no room for a portal on a tile that must take both
    tile_has_chest: vec[u8]
    tile_has_portal: vec[u8]
    whole: vec[i16]  # the orthogonal walk before any token
    near_zone: vec[i16]
    zones: list[vec[i16]]

    def __init__(self, dungeon: Dungeon, seed: i64, is_balanced: bool, copies: i64, count: i64) -> None:
        self.dungeon = dungeon
        self.random = Random(int(seed) * 2 + int(is_balanced))
        self.is_balanced: bool = is_balanced
        self.copies: i64 = copies
        self.count: i64 = count
        self.limits = Distances(dungeon.map_rules.has_thin_walls, dungeon.teams)
        self.walker = Walker(dungeon)
        self.zones = dungeon.zones
        self.chosen = vec[i16]()
        self.portals = vec[i16]()
        self.tile_has_chest = vec[u8]([0] * len(dungeon.tile_names))
        self.tile_has_portal = vec[u8]([0] * len(dungeon.tile_names))
        self.beside_doorway = vec[u8]([0] * dungeon.count)
        self.is_candidate = vec[u8]([0] * dungeon.count)
        self.is_cramped = vec[u8]([0] * dungeon.count)
        self.candidates = vec[i16]()
        self.near_zone = vec[i16]([-1] * dungeon.count)
        self.whole = self.walker.walk(dungeon.zones[0][:1], 2, True)
        self.measure_zones()
        self.mark_doorways()
        self.find_candidates()
        if self.limits.one_per_tile:
            self.find_cramped()

    def find_cramped(self) -> None:
        """If there are few eligible tiles, each must take a chest and a portal. Then some squares cannot be used."""
        dungeon = self.dungeon
        tiles: i64 = 0
        tile: i64 = 0
        while tile < len(dungeon.eligible):
            tiles += i64(dungeon.eligible[tile])
            tile += 1
        if tiles > self.count + 2:
            return
        index: i64 = 0
        while index < len(self.candidates):
            node = i64(self.candidates[index])
            has_room = False
            other: i64 = 0
            while other < len(self.candidates) and not has_room:
                place = i64(self.candidates[other])
                if dungeon.tile[place] == dungeon.tile[node] and self.apart(place, node) >= self.limits.mixed_gap:
                    has_room = self.beside_doorway[place] == 0
                other += 1
            if not has_room:
                self.is_cramped[node] = 1
            index += 1

    def measure_zones(self) -> None:
        for zone in self.zones:
            out = self.walker.walk(zone)
            node: i64 = 0
            while node < self.dungeon.count:
                if self.near_zone[node] < 0 or (out[node] >= 0 and out[node] < self.near_zone[node]):
                    self.near_zone[node] = out[node]
                node += 1

    def mark_doorways(self) -> None:
        """Squares beside a doorway, be it between tiles or a door that fills a square. (D-GN-10)"""
        dungeon = self.dungeon
        for doorway in dungeon.doorways:
            for node in doorway.nodes:
                self.beside_doorway[node] = 1
        for door in dungeon.doors:
            for place in (door.node, door.other):
                if place >= 0:
                    self.beside_doorway[place] = 1
                    direction: i64 = 0
                    while direction < 8:
                        other = i64(self.walker.steps[place * 8 + direction])
                        if other >= 0:
                            self.beside_doorway[other] = 1
                        direction += 2

    def find_candidates(self) -> None:
        """Plain floor outside the end zones; on tiles also off those joined to an end zone. (O-SET-08, D-SQ-04)"""
        dungeon = self.dungeon
        taken = vec[u8]([0] * dungeon.count)
        for trap in dungeon.traps:
            taken[trap.node] = 1
        for squares in dungeon.setup:
            index: i64 = 0
            while index < len(squares):
                taken[i64(squares[index])] = 1
                index += 1
        node: i64 = 0
        while node < dungeon.count:
            is_plain = i64(dungeon.terrain[node]) == FLOOR and dungeon.zone[node] < 0 and taken[node] == 0
            is_plain = is_plain and dungeon.column[node] >= 0 and dungeon.layer[node] == 0 and dungeon.level[node] == 0
            if is_plain and self.limits.one_per_tile:
                is_plain = dungeon.eligible[i64(dungeon.tile[node])] == 1
            if is_plain and self.whole[node] >= 0:
                self.candidates = append(self.candidates, i16(node))
                self.is_candidate[node] = 1
            node += 1

    def turned(self, node: i64, quarters: i64) -> i64:
        """Where a node lies after the map is laid over itself; -1 if there is no square."""
        return turned_node(self.dungeon, node, self.copies, quarters)

    def place_all(self) -> bool:
        """Whether tokens were found that keep every rule asked for.

        Only when no square at all is legal for a portal may the rules give way, one after the other. (O-SET-14)
        """
        if self.place_within(0):
            return True
        if not self.limits.one_per_tile or self.copies != NONE:
            return False
        return self.place_within(1) or self.place_within(2)

    def place_within(self, relaxed: i64) -> bool:
        """0 keeps all rules of placing, 1 lets portals stand near chests, 2 also lets them share a tile."""
        tries = ROUNDS if self.is_balanced else 10
        tries *= CHEST_TRIES
        while tries > 0:
            tries -= 1
            self.forget(True)
            if not self.place_kind(True, 0) or not self.is_fine(False):
                continue
            sets: i64 = 0
            while sets < PORTAL_TRIES:
                sets += 1
                self.forget(False)
                if self.place_kind(False, relaxed) and self.is_fine(True):
                    return True
        return False

    def forget(self, all_tokens: bool) -> None:
        tile: i64 = 0
        while tile < len(self.tile_has_portal):
            self.tile_has_portal[tile] = 0
            if all_tokens:
                self.tile_has_chest[tile] = 0
            tile += 1
        self.portals = vec[i16]()
        if all_tokens:
            self.chosen = vec[i16]()

    def place_kind(self, is_chest: bool, relaxed: i64) -> bool:
        """Put down all chests or all portals, one or one orbit after the other."""
        size: i64 = 1
        if self.copies == HALF_TURN or self.copies == MIRROR:
            size = 2
        elif self.copies == QUARTER_TURN:
            size = 4
        placed: i64 = 0
        found = vec[i16]([-1] * self.count)
        while placed < self.count:
            node = self.draw(is_chest, size, relaxed, True)
            if node < 0:
                node = self.draw(is_chest, size, relaxed, False)
            if node < 0:
                return False
            turn: i64 = 0
            while turn < size:
                token = self.turned(node, turn) if turn > 0 else node
                # Portal n lies opposite portal 7 - n. (D-GN-08)
                place = placed + turn
                if size == 2:
                    place = placed // 2 if turn == 0 else self.count - 1 - placed // 2
                found[place] = i16(token)
                self.add(is_chest, token)
                turn += 1
            placed += size
        if not is_chest:
            self.portals = found
        return True

    def add(self, is_chest: bool, node: i64) -> None:
        tile = i64(self.dungeon.tile[node])
        if is_chest:
            self.chosen = append(self.chosen, i16(node))
            if self.limits.one_per_tile:
                self.tile_has_chest[tile] = 1
        else:
            self.portals = append(self.portals, i16(node))
            if self.limits.one_per_tile:
                self.tile_has_portal[tile] = 1

    def draw(self, is_chest: bool, size: i64, relaxed: i64, away_from_doorways: bool) -> i64:
        """A legal square taken at random from all of them, -1 if there is none."""
        candidates = self.candidates
        left = i64(len(candidates))
        while left > 0:
            pick = i64(int(self.random.random() * int(left)))
            node = i64(candidates[pick])
            left -= 1
            candidates[pick] = candidates[left]
            candidates[left] = i16(node)
            if (self.beside_doorway[node] == 1) == away_from_doorways:
                continue
            if is_chest and away_from_doorways and self.is_cramped[node] == 1:
                continue
            if self.is_orbit_legal(is_chest, node, size, relaxed):
                return node
        return -1

    def is_orbit_legal(self, is_chest: bool, node: i64, size: i64, relaxed: i64) -> bool:
        turn: i64 = 0
        while turn < size:
            token = self.turned(node, turn) if turn > 0 else node
            if token < 0 or not self.is_legal(is_chest, token, relaxed):
                return False
            other: i64 = 0
            while other < turn:
                before = self.turned(node, other) if other > 0 else node
                gap = self.limits.chest_gap if is_chest else self.limits.portal_gap
                if self.apart(token, before) < gap or token == before:
                    return False
                if self.limits.one_per_tile and self.dungeon.tile[token] == self.dungeon.tile[before]:
                    return False
                other += 1
            turn += 1
        return True

    def is_legal(self, is_chest: bool, node: i64, relaxed: i64) -> bool:
        limits = self.limits
        if self.is_candidate[node] == 0:
            return False
        tile = i64(self.dungeon.tile[node])
        if is_chest:
            if self.tile_has_chest[tile] == 1 or i64(self.near_zone[node]) < limits.chest_walk:
                return False
            if self.walker.open_around(node) < limits.chest_room:
                return False
            return self.is_clear_of(node, self.chosen, limits.chest_gap)
        if relaxed < 2 and self.tile_has_portal[tile] == 1:
            return False
        if i64(self.near_zone[node]) < limits.portal_walk or self.walker.open_around(node) < limits.portal_room:
            return False
        mixed = limits.mixed_gap if relaxed == 0 else 1
        return self.is_clear_of(node, self.portals, limits.portal_gap) and self.is_clear_of(node, self.chosen, mixed)

    def is_clear_of(self, node: i64, tokens: vec[i16], gap: i64) -> bool:
        index: i64 = 0
        while index < len(tokens):
            if tokens[index] >= 0 and self.apart(node, i64(tokens[index])) < gap:
                return False
            index += 1
        return True

    def apart(self, first: i64, second: i64) -> i64:
        columns = i64(self.dungeon.column[first]) - i64(self.dungeon.column[second])
        rows = i64(self.dungeon.row[first]) - i64(self.dungeon.row[second])
        if columns < 0:
            columns = -columns
        if rows < 0:
            rows = -rows
        return columns if columns > rows else rows

    def is_fine(self, with_portals: bool) -> bool:
        """Whether nothing is cut off, everything is in reach, and about as far from every end zone. (D-OF-14,
        D-GN-08)"""
        walker = self.walker
        walker.set_tokens(self.chosen, self.portals)
        out = walker.walk(self.zones[0][:1], 2, True)
        node: i64 = 0
        while node < self.dungeon.count:
            if self.whole[node] >= 0 and out[node] < 0:
                return False
            node += 1
        sums = vec[i64]()
        portal_sums = vec[i64]()
        near = vec[i64]()
        for zone in self.zones:
            out = walker.walk(zone)
            for tokens in (self.chosen, self.portals):
                index: i64 = 0
                while index < len(tokens):
                    if out[i64(tokens[index])] < 0:
                        return False
                    index += 1
            sums = append(sums, total(out, self.chosen))
            portal_sums = append(portal_sums, total(out, self.portals))
            near = append(near, nearest(out, self.chosen))
        if not self.is_balanced:
            return True
        first: i64 = 0
        while first < len(sums):
            second = first + 1
            while second < len(sums):
                if far_apart(sums[first], sums[second], self.limits.percent):
                    return False
                if with_portals and far_apart(portal_sums[first], portal_sums[second], self.limits.percent):
                    return False
                gap = near[first] - near[second]
                if gap > self.limits.nearest or -gap > self.limits.nearest:
                    return False
                second += 1
            first += 1
        return True


def turned_node(dungeon: Dungeon, node: i64, copies: i64, quarters: i64) -> i64:
    """Where a node lies after so many turns of the map, or in its mirror image; -1 if there is no square."""
    column = i64(dungeon.column[node])
    row = i64(dungeon.row[node])
    if column < 0:
        return -1
    layer = i64(dungeon.layer[node])
    if copies == HALF_TURN:
        return dungeon.node_at(dungeon.width - 1 - column, dungeon.height - 1 - row, layer)
    if copies == MIRROR:
        return dungeon.node_at(column, dungeon.height - 1 - row, layer)
    while quarters > 0:
        turned = dungeon.width - 1 - row
        row = column
        column = turned
        quarters -= 1
    return dungeon.node_at(column, row, layer)


def copies_of(dungeon: Dungeon) -> i64:
    """The symmetry that tokens can follow: a quarter turn for three and four teams, otherwise that of the header, if
    the map has it."""
    if dungeon.teams > 2:
        return QUARTER_TURN if dungeon.width == dungeon.height and lies_over(dungeon, QUARTER_TURN) else NONE
    stated = dungeon.blueprint.header.get("symmetry", "none")
    if stated == "rotation" and lies_over(dungeon, HALF_TURN):
        return HALF_TURN
    if stated == "mirror" and lies_over(dungeon, MIRROR):
        return MIRROR
    return NONE


def lies_over(dungeon: Dungeon, copies: i64) -> bool:
    """Whether the map is equal to itself after a turn or in the mirror; end zones and open doors are ignored."""
    node: i64 = 0
    while node < dungeon.count:
        if dungeon.column[node] >= 0:
            other = turned_node(dungeon, node, copies, 1)
            if other < 0:
                return False
            same = dungeon.terrain[node] == dungeon.terrain[other] or dungeon.map_rules.has_thin_walls
            same = same or (is_closed_door(i64(dungeon.terrain[node])) and is_closed_door(i64(dungeon.terrain[other])))
            if not same:
                return False
        node += 1
    return True


def place_tokens(dungeon: Dungeon, seed: int = 1, style: str = "balanced", count: int = 0) -> Dungeon:
    """The dungeon with its chests and portals put down: six of each, or eight on a map of four equal quarters.

    `random` keeps the rules of placing; `balanced` also keeps them about as far from every end zone, and follows the
    symmetry of the map if it has one. Same seed, same tokens.
    """
    if style not in STYLES:
        raise UserError(f"style {style!r} is not known; it is one of " + ", ".join(STYLES))
    if any(len(zone) == 0 for zone in dungeon.zones):
        raise UserError(f"dungeon {dungeon.identity} lacks an end zone, so there is nothing to place tokens by")
    copies = copies_of(dungeon) if style == "balanced" else NONE
    while True:
        wanted: i64 = count
        if count <= 0:
            wanted = 8 if copies == QUARTER_TURN else 6
        if (copies == QUARTER_TURN and wanted % 4 != 0) or (copies != NONE and wanted % 2 != 0):
            copies = NONE
        placer = Placer(dungeon, seed, style == "balanced", copies, wanted)
        if placer.place_all():
            break
        if copies == NONE:
            raise UserError(
                f"found no {style} places for chests and portals in dungeon {dungeon.identity}; try another seed"
                + (" or style random" if style == "balanced" else ", or a dungeon with more room")
            )
        copies = NONE
    chests = [int(node) for node in placer.chosen]
    blueprint = dungeon.blueprint.with_tokens(chests, [int(node) for node in placer.portals])
    if copies == NONE and blueprint.header.get("symmetry", "none") != "none":
        blueprint.header = dict(blueprint.header)
        blueprint.header["symmetry"] = "none"
    return Dungeon(blueprint)
