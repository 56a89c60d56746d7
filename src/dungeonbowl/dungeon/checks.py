"""Is this a legal dungeon of its edition? Every check reports a rule, error or warning, squares and one line of text.

Errors are what the building rules forbid; warnings are what makes a dungeon unfair or awkward. (D-OF, D-AS, D-SB)
"""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i16, i64

from dungeonbowl.dungeon.farthest import farthest
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.problems import ERROR, WARNING, Problem
from dungeonbowl.dungeon.terrain import (
    CHASM,
    FLOOR,
    INSCRIPTION,
    LAVA,
    OBSTACLE,
    STEP,
    WATER,
    room_name,
)
from dungeonbowl.dungeon.walking import Walker, far_apart, nearest, total

Square = tuple[int, int]


def check(dungeon: Dungeon, is_generated: bool = False, is_measured: bool = False) -> list[Problem]:
    """All problems of a dungeon, in the order of the rules.

    If the end zones could lie farther apart, a ready-made dungeon gets a warning and a generated one an error. A
    dungeon whose end zones were just chosen by measuring need not be measured again. (D-OF-08)
    """
    checker = Checker(dungeon)
    if dungeon.map_rules.has_thin_walls:
        checker.check_official()
        if not is_measured:
            checker.check_farthest(ERROR if is_generated else WARNING)
    elif dungeon.map_rules.has_features:
        checker.check_astrogranite()
    else:
        checker.check_stockbowl()
    return checker.problems


def modules_needed(dungeon: Dungeon) -> list[str]:
    """The optional modules whose squares this dungeon holds, sorted. (D-AS-10)"""
    modules: set[str] = set()
    names: dict[int, str] = {
        CHASM: "chasms",
        OBSTACLE: "obstacles",
        LAVA: "lava",
        WATER: "water",
        INSCRIPTION: "inscriptions",
    }
    for code in dungeon.terrain:
        if int(code) in names:
            modules.add(names[int(code)])
    if dungeon.doors:
        modules.add("doors")
    if dungeon.traps:
        modules.add("traps")
    if dungeon.passages:
        modules.add("secret_passages")
    if not dungeon.is_flat() or dungeon.ladders or STEP in dungeon.terrain:
        modules.add("platforms")
    if dungeon.teams > 2:
        modules.add("extra_teams")
    return sorted(modules)


@final
class Checker:
    """Collects the problems of one dungeon."""

    def __init__(self, dungeon: Dungeon) -> None:
        self.dungeon = dungeon
        self.problems: list[Problem] = []
        self.walker = Walker(dungeon)
        self.chests: list[int] = [int(node) for node in dungeon.map_chests]
        self.portals: list[int] = [int(node) for node in dungeon.map_portals if node >= 0]
        self.tokens: set[int] = set(self.chests) | set(self.portals)

    def complain(
        self, rule: str, text: str, nodes: list[int] | None = None, severity: str = ERROR, mend: str = ""
    ) -> None:
        squares = [self.square(node) for node in nodes or []]
        self.problems.append(Problem(rule, text, self.dungeon.identity, severity=severity, squares=squares, mend=mend))

    def warn(self, rule: str, text: str, nodes: list[int] | None = None) -> None:
        self.complain(rule, text, nodes, WARNING)

    def square(self, node: int) -> Square:
        return int(self.dungeon.column[node]), int(self.dungeon.row[node])

    def apart(self, first: int, second: int) -> int:
        a = self.square(first)
        b = self.square(second)
        return max(abs(a[0] - b[0]), abs(a[1] - b[1]))

    def is_enterable(self, node: int) -> bool:
        """Whether a square can be entered; closed doors count as open. (D-GE-05)"""
        return self.walker.enterable[node] == 1

    def walk(
        self,
        sources: list[int],
        blocked: set[int],
        orthogonal: bool = False,
        linked: bool = False,
    ) -> list[int]:
        """Walking distances from a set of squares. Blocked squares may end a path, but no path leads on from them.
        (D-GE-05)"""
        tokens = vec[i16]([i16(node) for node in blocked])
        self.walker.set_tokens(tokens, vec[i16]())
        starts = vec[i16]([i16(node) for node in sources])
        return [int(steps) for steps in self.walker.walk(starts, 2 if orthogonal else 1, linked)]

    def zone(self, side: int) -> list[int]:
        return [int(node) for node in self.dungeon.zones[side]]

    def zone_gap(self, first: int, second: int, blocked: set[int]) -> int:
        steps = self.walk(self.zone(first), blocked)
        return min([steps[node] for node in self.zone(second) if steps[node] >= 0], default=-1)

    def check_zones_present(self, rule: str) -> bool:
        missing = [side for side in range(int(self.dungeon.teams)) if not self.zone(side)]
        for side in missing:
            self.complain(rule, f"team {'ABCD'[side]} has no end zone")
        return not missing

    def check_token_counts(self) -> None:
        """A map shows all six of a kind, or none. (D-FM-11)"""
        if len(self.chests) not in (0, 6):
            self.complain("D-FM-11", f"a map shows six chests or none, this one {len(self.chests)}", self.chests)
        if len(self.portals) not in (0, 6):
            self.complain("D-FM-11", f"a map shows all of 1 to 6 or none, this one {len(self.portals)}", self.portals)

    # Official.

    def check_official(self) -> None:
        self.check_zones_present("D-OF-01")
        self.check_token_counts()
        open_squares = [node for node in range(int(self.dungeon.count)) if self.is_enterable(node)]
        steps = self.walk(self.zone(0) or open_squares[:1], set())
        cut_off = [node for node in open_squares if steps[node] < 0]
        if cut_off:
            self.complain("D-OF-06", f"{len(cut_off)} square(s) cannot be reached from end zone A", cut_off)
        if "tile" in self.dungeon.blueprint.header:
            self.check_tiles()
        for portal in self.portals:
            for chest in self.chests:
                if self.apart(portal, chest) < 3:
                    self.complain("D-OF-13", "a portal is within 2 squares of a chest", [portal, chest])
        free = [node for node in range(int(self.dungeon.count)) if self.is_enterable(node) and node not in self.tokens]
        steps = self.walk(free[:1], self.tokens, True)
        cut_off = [node for node in free if steps[node] < 0]
        if cut_off and self.tokens:
            self.warn("D-OF-14", "chests and portals cut off some squares", cut_off)

    def check_farthest(self, severity: str) -> None:
        """The end zones lie as far apart as the other tiles allow. (D-OF-08)"""
        if any(problem.severity == ERROR for problem in self.problems):
            return  # tiles are missing or cut off: nothing can be measured
        found = farthest(self.dungeon)
        if found is None or found.distance >= found.greatest:
            return
        text = f"the end zones are {found.distance} steps apart where {found.greatest} are possible"
        name, x, y, rotation = found.places[0]
        other, other_x, other_y, other_rotation = found.places[1]
        across = max(0, -x, -other_x)
        down = max(0, -y, -other_y)
        places = (
            f"lay {name} at [{x + across}, {y + down}] turned by {rotation}"
            f" and {other} at [{other_x + across}, {other_y + down}] by {other_rotation}"
        )
        mend = places if across + down == 0 else f"shift all tiles by [{across}, {down}], then {places}"
        if self.dungeon.blueprint.form:
            mend += f"; remove the picture {self.dungeon.blueprint.form!r}, which follows from the tiles"
        self.complain("D-OF-08", text, self.zone(0)[:1] + self.zone(1)[:1], severity, mend)

    def check_tiles(self) -> None:
        dungeon = self.dungeon
        for kind, least, words in (
            ("corridor", 4, "four corridors"),
            ("small", 3, "three small rooms"),
            ("large", 1, "one large room"),
        ):
            count = dungeon.tile_kinds.count(kind)
            if count < least:
                self.complain("D-OF-01", f"at least {words} must be among the tiles; found {count}")
        if dungeon.tile_kinds.count("endzone") != 2:
            self.complain("D-OF-01", "exactly two end zone rooms are needed")
        if len({name.startswith("G") for name in dungeon.tile_names}) > 1:
            self.warn("D-TL-04", "tiles of the standard and the grand set are mixed")
        rooms: dict[int, int] = {}
        for node in range(int(dungeon.count)):
            room = int(dungeon.room[node])
            if room > 0 and rooms.setdefault(room, int(dungeon.tile[node])) != dungeon.tile[node]:
                self.complain("D-RM-01", f"the room {room_name(room)} occurs twice", [node])
                rooms[room] = int(dungeon.tile[node])
        eligible = sum(int(flag) for flag in dungeon.eligible)
        if eligible < 6:
            self.complain("D-OF-10", f"six tiles that can take a chest are needed, there are {eligible}")
        for rule, name, nodes in (("D-OF-11", "chest", self.chests), ("D-OF-12", "portal", self.portals)):
            used: set[int] = set()
            for node in nodes:
                tile = int(dungeon.tile[node])
                if dungeon.eligible[tile] == 0:
                    self.complain(rule, f"a {name} stands in an end zone or on a tile joined to one", [node])
                if tile in used:
                    self.complain(rule, f"two {name}s stand on one tile", [node])
                used.add(tile)

    # Astrogranite.

    def check_astrogranite(self) -> None:
        dungeon = self.dungeon
        is_complete = self.check_zones_present("D-AS-02")
        for side in range(int(dungeon.teams)):
            zone = self.zone(side)
            if not zone:
                continue
            if len(zone) < 6:
                self.complain("D-AS-02", f"end zone {'ABCD'[side]} has {len(zone)} squares, six are needed", zone)
            outside = set(range(int(dungeon.count))) - set(zone)
            steps = self.walk(zone[:1], outside, True)
            if any(steps[node] < 0 for node in zone):
                self.complain("D-AS-02", f"the squares of end zone {'ABCD'[side]} do not hang together", zone)
        if 0 < len(self.chests) < 6:
            self.complain("D-AS-03", f"six chests at least are needed, there are {len(self.chests)}", self.chests)
        if self.portals and (len(self.portals) < 6 or -1 in dungeon.map_portals):
            self.complain("D-AS-04", "teleporters are numbered from 1 without gaps, six at least", self.portals)
        if is_complete:
            self.check_arms()
            self.check_balance()
        self.check_zone_floors()
        self.check_circles()
        for node in range(int(dungeon.count)):
            if dungeon.terrain[node] == STEP:
                self.check_step(node)
        hidden = [trap for trap in dungeon.traps if not trap.is_revealed]
        if len(hidden) > 20:
            self.warn("D-AS-09", f"about twelve traps are usual, there are {len(hidden)}")
        for least, nodes in ((3, self.portals), (2, self.chests)):
            for node in nodes:
                if self.open_around(node) < least:
                    self.warn("D-AS-12", f"fewer than {least} squares around this token can be entered", [node])

    def open_around(self, node: int) -> int:
        return int(self.walker.open_around(node))

    def check_zone_floors(self) -> None:
        """End zones are level ground without anything built on, over or through them. (D-AS-07)"""
        dungeon = self.dungeon
        for side in range(int(dungeon.teams)):
            zone = self.zone(side)
            high = [node for node in zone if dungeon.level[node] != 0 or dungeon.layer[node] != 0]
            if high:
                self.complain("D-AS-07", f"end zone {'ABCD'[side]} has platforms on it or above it", high)
            for barrier in dungeon.barriers:
                if barrier.first in zone and barrier.second in zone:
                    text = f"a barrier stands in end zone {'ABCD'[side]}"
                    self.complain("D-AS-07", text, [int(barrier.first), int(barrier.second)])

    def check_balance(self) -> None:
        """Chests and teleporters lie about as far from every end zone. (D-AS-11, D-SB-11)"""
        teams = int(self.dungeon.teams)
        if not self.chests and not self.portals:
            return
        walker = self.walker
        walker.set_tokens(self.dungeon.map_chests, self.dungeon.map_portals)
        walks = [walker.walk(self.dungeon.zones[side]) for side in range(teams)]
        percent: i64 = 10 if teams == 2 else 15
        for first in range(teams):
            for second in range(first + 1, teams):
                pair = "ABCD"[first] + " and " + "ABCD"[second]
                sums = [int(total(walks[side], self.dungeon.map_chests)) for side in (first, second)]
                if far_apart(sums[0], sums[1], percent):
                    text = f"the chests are {sums[0]} and {sums[1]} steps from end zones {pair}, over {percent} % apart"
                    self.warn("D-AS-11", text, self.chests)
                if teams > 2:
                    continue
                sums = [int(total(walks[side], self.dungeon.map_portals)) for side in (first, second)]
                if far_apart(sums[0], sums[1], percent):
                    text = f"the teleporters are {sums[0]} and {sums[1]} steps from end zones {pair}, over 10 % apart"
                    self.warn("D-AS-11", text, self.portals)
                near = [int(nearest(walks[side], self.dungeon.map_chests)) for side in (first, second)]
                if abs(near[0] - near[1]) > 1:
                    text = f"the nearest chest is {near[0]} steps from A and {near[1]} from B; one step may be between"
                    self.warn("D-AS-11", text)

    def check_arms(self) -> None:
        """Distances between the end zones, and whether everything can be reached. (D-AS-05, D-AS-06)"""
        teams = int(self.dungeon.teams)
        gaps: list[int] = []
        for first in range(teams):
            steps = self.walk(self.zone(first), set(), False, True)
            for node in self.chests + self.portals:
                if steps[node] < 0:
                    self.warn("D-AS-06", f"this token cannot be reached on foot from end zone {'ABCD'[first]}", [node])
            for second in range(first + 1, teams):
                gap = self.zone_gap(first, second, self.tokens)
                gaps.append(gap)
                pair = "ABCD"[first] + " and " + "ABCD"[second]
                if all(steps[node] < 0 for node in self.zone(second)):
                    if len(self.portals) < 2:
                        self.complain("D-AS-06", f"no way leads between end zones {pair}")
                    else:
                        self.warn("D-AS-06", f"only teleporters lead between end zones {pair}")
                elif 0 <= gap < 20:
                    self.warn("D-AS-05", f"end zones {pair} are {gap} steps apart; 20 are appropriate")
        if teams > 2 and min(gaps) >= 0:
            mean = sum(gaps) / len(gaps)
            if any(abs(gap - mean) > mean * 0.2 for gap in gaps):
                self.warn("D-AS-05", "the distances between the end zones differ by more than 20 % from their mean")

    def check_circles(self) -> None:
        """Squares of one circle touch one another, squares of different circles do not. (D-FT-05)"""
        written = self.dungeon.inscriptions
        for circle in sorted({int(inscription.circle) for inscription in written}):
            nodes = [int(inscription.node) for inscription in written if inscription.circle == circle]
            joined = nodes[:1]
            for node in joined:
                joined += [other for other in nodes if other not in joined and self.apart(node, other) == 1]
            if len(joined) < len(nodes):
                self.complain("D-FT-05", f"the squares of circle {circle} do not all touch one another", nodes)
        for index, first in enumerate(written):
            for second in written[index + 1 :]:
                if first.circle != second.circle and self.apart(int(first.node), int(second.node)) <= 1:
                    nodes = [int(first.node), int(second.node)]
                    self.complain("D-FT-05", f"circles {first.circle} and {second.circle} touch", nodes)

    def check_step(self, node: int) -> None:
        column, row = self.square(node)
        level = int(self.dungeon.level[node])
        around: set[int] = set()
        for down in (-1, 0, 1):
            for across in (-1, 0, 1):
                other = self.dungeon.node_at(column + across, row + down)
                if other >= 0 and other != node:
                    around.add(int(self.dungeon.level[other]))
        if level - 1 not in around or level + 1 not in around:
            self.complain("D-FT-06", "a step has a neighbour one lower and a neighbour one higher", [node])

    # Stockbowl.

    def check_stockbowl(self) -> None:
        dungeon = self.dungeon
        if dungeon.width != 17 or dungeon.height != 28:
            self.complain("D-SB-01", f"the map is 17 x 28 squares, this one {dungeon.width} x {dungeon.height}")
        if "layout" not in dungeon.blueprint.header:
            self.complain("D-SB-14", "the header needs 'layout', the list of roll sums")
        is_complete = self.check_zones_present("D-SB-02")
        if len(self.chests) != 6 or len(self.portals) != 6:
            self.complain("D-SB-05", "exactly six chests and teleporters 1 to 6 are needed", self.chests + self.portals)
            is_complete = False
        if not is_complete or dungeon.width != 17 or dungeon.height != 28:
            return
        widths = [self.door_widths(0, 0), self.door_widths(1, 27)]
        if any(width != 2 for side in widths for width in side) or len(widths[0]) != len(widths[1]):
            self.complain("D-SB-03", "both sides have the same number of doors, each of two squares side by side")
        elif not 1 <= len(widths[0]) <= 3:
            self.complain("D-SB-03", "a side has one to three doors")
        for side in (0, 1):
            for place in dungeon.setup[side]:
                node = int(place)
                if dungeon.terrain[node] != FLOOR or node in self.tokens:
                    self.complain("D-SB-04", "a set-up square is not plain floor", [node])
        self.check_symmetry()
        self.check_room_to_move()
        self.check_distances()

    def door_widths(self, side: int, row: int) -> list[int]:
        """The lengths of the rows of door squares on one edge; door squares elsewhere are a problem."""
        columns = []
        for node in self.zone(side):
            column, at = self.square(node)
            if at != row:
                self.complain("D-SB-02", "a door square stands in the top (A) or bottom (B) row", [node])
            else:
                columns.append(column)
        widths: list[int] = []
        for column in sorted(columns):
            if column - 1 in columns:
                widths[-1] += 1
            else:
                widths.append(1)
        return widths

    def check_symmetry(self) -> None:
        """The stated symmetry holds, A and B swapped and teleporter n become 7 - n. (D-SB-13)"""
        dungeon = self.dungeon
        symmetry = dungeon.blueprint.header.get("symmetry", "none")
        if symmetry == "none":
            return
        numbers = {int(node): number for number, node in enumerate(dungeon.map_portals, 1)}
        for row in range(28):
            for column in range(17):
                across = 16 - column if symmetry == "rotation" else column
                node = int(dungeon.node_at(column, row))
                twin = int(dungeon.node_at(across, 27 - row))
                same = (node < 0) == (twin < 0)
                if same and node >= 0:
                    same = (node in self.chests) == (twin in self.chests)
                    same = same and numbers.get(node, 0) == (7 - numbers[twin] if twin in numbers else 0)
                    zones = {int(dungeon.zone[node]), int(dungeon.zone[twin])}
                    same = same and zones in ({-1}, {0, 1})
                if not same:
                    text = f"the map is not equal to itself after {symmetry} at ({column},{row})"
                    self.complain("D-SB-13", text, [node] if node >= 0 else [])
                    return

    def check_room_to_move(self) -> None:
        dungeon = self.dungeon
        floor = [node for node in range(int(dungeon.count)) if dungeon.zone[node] < 0 and node not in self.portals]
        steps = self.walk(floor[:1], set(self.portals), True)
        cut_off = [node for node in floor if steps[node] < 0]
        if cut_off:
            self.warn("D-SB-06", "the floor does not hang together when teleporters count as walls", cut_off)
        for node in range(int(dungeon.count)):
            column, row = self.square(node)
            blocks = 0
            for left in (column - 1, column):
                for top in (row - 1, row):
                    corners = [(left, top), (left + 1, top), (left, top + 1), (left + 1, top + 1)]
                    if all(dungeon.node_at(x, y) >= 0 for x, y in corners):
                        blocks += 1
            if blocks == 0:
                self.warn("D-SB-07", "a passage is narrower than two squares", [node])

    def check_distances(self) -> None:
        walks = [self.walk(self.zone(side), self.tokens) for side in (0, 1)]
        nearest_door = [min(pair) for pair in zip(walks[0], walks[1], strict=True)]
        for rule, nodes, around, door in (("D-SB-08", self.portals, 5, 4), ("D-SB-09", self.chests, 3, 6)):
            for index, node in enumerate(nodes):
                crowded = any(self.apart(node, other) < 3 for other in nodes[index + 1 :])
                crowded = crowded or (rule == "D-SB-08" and any(self.apart(node, chest) < 2 for chest in self.chests))
                if crowded or self.open_around(node) < around or nearest_door[node] < door:
                    self.warn(rule, "this token is too near to another, to a door or to walls", [node])
        sums = [[sum(walk[node] for node in nodes) for walk in walks] for nodes in (self.chests, self.portals)]
        near = [min(walk[node] for node in self.chests) for walk in walks]
        if any(abs(a - b) > max(a, b) * 0.1 for a, b in sums) or abs(near[0] - near[1]) > 1:
            self.warn("D-SB-11", "chests or teleporters lie nearer to one side than to the other")
        gap = self.zone_gap(0, 1, self.tokens)
        if not 24 <= gap <= 60:
            self.warn("D-SB-12", f"the walk from door to door is 24 to 60 steps, here {gap}")
