"""How fair a dungeon is, from the map alone: distances, entrances, choke points, and the advantage of going first.

(D-GN-07, D-GN-08, D-SB-11, D-AS-11.) Matches of equal bots are measured elsewhere; `Measured` takes their counts.
"""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from dungeonbowl.dungeon.farthest import farthest
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.walking import Walker, far_apart, nearest, total

STRIDE: Final = 6  # squares a usual player moves in a turn
LETTERS: Final = "ABCD"
Square = tuple[int, int]


@final
class SideReport:
    """The walking distances of one team from its end zone. (D-GE-05)"""

    def __init__(self, letter: str) -> None:
        self.letter = letter
        self.chests: list[int] = []  # in the order of map_chests; -1 if out of reach
        self.portals: list[int] = []  # by number
        self.nearest_chest = -1
        self.chest_sum = 0
        self.portal_sum = 0
        self.body_sum = 0  # over the eligible tiles of an official dungeon (D-GN-07)
        self.entrances: list[list[Square]] = []  # squares through which a player leaves the end zone, by opening
        self.race_share = 0.0  # the share of chests that this team can reach first; ties are shared


@final
class Choke:
    """A square or doorway that every way between two end zones crosses."""

    def __init__(self, kind: str, between: str, squares: list[Square], name: str) -> None:
        self.kind = kind  # square or doorway
        self.between = between  # the letters of two teams
        self.squares = squares
        self.name = name  # the two tiles of a doorway, otherwise empty


@final
class Fairness:
    """The report on one dungeon."""

    def __init__(self, dungeon: Dungeon) -> None:
        self.dungeon = dungeon
        self.sides: list[SideReport] = []
        self.gaps: dict[str, int] = {}  # "AB": steps between the two end zones
        self.greatest = -1  # official tiles: the gap that would be possible (D-OF-08)
        self.chokes: list[Choke] = []
        self.loops = 0  # doorways - tiles + 1 (D-GN-02)
        self.first_mover = 0.5  # share of the races for chests that the team moving first wins
        self.findings: list[tuple[str, str]] = []  # the rule and the finding

    @property
    def is_fair(self) -> bool:
        return not self.findings


def fairness(dungeon: Dungeon) -> Fairness:
    """Measure a dungeon. Chests and portals count if they are on the map."""
    report = Fairness(dungeon)
    walker = Walker(dungeon)
    teams = int(dungeon.teams)
    plain = [walker.walk(dungeon.zones[side]) for side in range(teams)]
    walker.set_tokens(dungeon.map_chests, dungeon.map_portals)
    walks = [walker.walk(dungeon.zones[side]) for side in range(teams)]
    for side in range(teams):
        report.sides.append(side_report(dungeon, walker, side, plain[side], walks[side]))
    tokens_blocked = not dungeon.map_rules.has_thin_walls  # D-OF-08 measures before tokens are placed
    for first in range(teams):
        for second in range(first + 1, teams):
            out = walks[first] if tokens_blocked else plain[first]
            report.gaps[LETTERS[first] + LETTERS[second]] = int(nearest(out, dungeon.zones[second]))
            report.chokes += chokes_between(dungeon, walker, first, second)
    if dungeon.map_rules.has_thin_walls:
        found = farthest(dungeon)
        report.greatest = int(found.greatest) if found is not None else -1
    if len(dungeon.tile_names) > 1:
        report.loops = len(dungeon.doorways) - len(dungeon.tile_names) + 1
    race(report)
    find_unfair(report)
    return report


def side_report(dungeon: Dungeon, walker: Walker, side: int, plain: vec[i16], out: vec[i16]) -> SideReport:
    report = SideReport(LETTERS[side])
    report.chests = [int(out[i64(node)]) for node in dungeon.map_chests]
    report.portals = [int(out[i64(node)]) if node >= 0 else -1 for node in dungeon.map_portals]
    report.nearest_chest = int(nearest(out, dungeon.map_chests))
    report.chest_sum = int(total(out, dungeon.map_chests))
    report.portal_sum = int(total(out, dungeon.map_portals))
    if len(dungeon.tile_names) > 1:
        for tile in range(len(dungeon.tile_names)):
            if dungeon.eligible[tile] == 1:
                squares = vec[i16]()
                node: i64 = 0
                while node < dungeon.count:
                    if int(dungeon.tile[node]) == tile and walker.enterable[node] == 1:
                        squares = append(squares, i16(node))
                    node += 1
                report.body_sum += int(nearest(plain, squares))
    report.entrances = entrances_of(dungeon, walker, side)
    return report


def entrances_of(dungeon: Dungeon, walker: Walker, side: int) -> list[list[Square]]:
    """The openings of an end zone: squares with an open border to the outside, neighbours on one side together."""
    edges: list[tuple[int, int]] = []  # node and direction
    for place in dungeon.zones[side]:
        node = i64(place)
        for direction in (0, 2, 4, 6):
            other = i64(walker.steps[node * 8 + direction])
            if other >= 0 and walker.enterable[other] == 1 and int(dungeon.zone[other]) != side:
                edges.append((int(node), direction))
    found: list[list[Square]] = []
    seen: set[tuple[int, int]] = set()
    for edge in edges:
        if edge in seen:
            continue
        seen.add(edge)
        group = [edge]
        for node, direction in group:
            for turn in (2, 6):
                mate = (int(walker.steps[node * 8 + ((direction + turn) & 7)]), direction)
                if mate in edges and mate not in seen:
                    seen.add(mate)
                    group.append(mate)
        found.append(sorted({square_of(dungeon, node) for node, _ in group}, key=reading_order))
    return found


def square_of(dungeon: Dungeon, node: int) -> Square:
    return int(dungeon.column[node]), int(dungeon.row[node])


def reading_order(square: Square) -> tuple[int, int]:
    return square[1], square[0]


def chokes_between(dungeon: Dungeon, walker: Walker, first: int, second: int) -> list[Choke]:
    """Squares on a shortest way, and doorways, without which there is no way at all. Tokens are ignored."""
    pair = LETTERS[first] + LETTERS[second]
    none = vec[i16]()
    walker.set_tokens(none, none)
    out = walker.walk(dungeon.zones[first], 1, True)
    target = dungeon.zones[second]
    steps = nearest(out, target)
    found: list[Choke] = []
    if steps < 0:
        return found
    barred = walker.enterable
    for node in way_back(dungeon, walker, out, target):
        if int(dungeon.zone[node]) == first or int(dungeon.zone[node]) == second:
            continue
        barred[node] = u8(0)
        if nearest(walker.walk(dungeon.zones[first], 1, True), target) < 0:
            found.append(Choke("square", pair, [square_of(dungeon, node)], ""))
        barred[node] = u8(1)
    for doorway in dungeon.doorways:
        kept = walker.steps
        walker.steps = without_doorway(dungeon, kept, doorway.first, doorway.second)
        if nearest(walker.walk(dungeon.zones[first]), target) < 0:
            squares = sorted([square_of(dungeon, node) for node in doorway.nodes], key=reading_order)
            name = dungeon.tile_names[doorway.first] + "-" + dungeon.tile_names[doorway.second]
            found.append(Choke("doorway", pair, squares, name))
        walker.steps = kept
    return found


def without_doorway(dungeon: Dungeon, steps: vec[i16], first: i64, second: i64) -> vec[i16]:
    """The table of steps with none between two tiles."""
    changed = steps[:]
    place: i64 = 0
    while place < len(steps):
        other = i64(steps[place])
        if other >= 0:
            here = i64(dungeon.tile[place // 8])
            there = i64(dungeon.tile[other])
            if (here == first and there == second) or (here == second and there == first):
                changed[place] = -1
        place += 1
    return changed


def way_back(dungeon: Dungeon, walker: Walker, out: vec[i16], target: vec[i16]) -> list[int]:
    """The squares of one shortest way, from its end to its start."""
    node: i64 = -1
    for place in target:
        if out[i64(place)] >= 0 and (node < 0 or out[i64(place)] < out[node]):
            node = i64(place)
    way = [int(node)]
    while out[node] > 0:
        before: i64 = -1
        other: i64 = 0
        while other < dungeon.count and before < 0:
            if i64(out[other]) == i64(out[node]) - 1 and leads(walker, other, node):
                before = other
            other += 1
        if before < 0:
            break
        node = before
        way.append(int(node))
    return way


def leads(walker: Walker, node: i64, other: i64) -> bool:
    direction: i64 = 0
    while direction < 8:
        if i64(walker.steps[node * 8 + direction]) == other:
            return True
        direction += 1
    index: i64 = 0
    while index < len(walker.link_from):
        if i64(walker.link_from[index]) == node and i64(walker.link_to[index]) == other:
            return True
        index += 1
    return False


def race(report: Fairness) -> None:
    """For each chest, which team can stand beside it in the fewest turns, at six squares a turn.

    If two teams need the same number of turns, the one that moves first opens it: this is the advantage of going first.
    """
    count = len(report.sides[0].chests)
    if count == 0:
        return
    ties = 0
    for index in range(count):
        turns: list[int] = []
        for side in report.sides:
            reach = side.chests[index]
            turns.append(1000 if reach < 0 else turns_for(max(reach - 1, 0)))
        best = min(turns)
        winners = [number for number in range(len(turns)) if turns[number] == best]
        for number in winners:
            report.sides[number].race_share += 1.0 / float(len(winners) * count)
        if len(winners) > 1:
            ties += 1
    report.first_mover = 0.5 + 0.5 * float(ties) / float(count)


def turns_for(steps: int) -> int:
    return (steps + STRIDE - 1) // STRIDE


def find_unfair(report: Fairness) -> None:
    """Find sums that differ by more than the rules call fair, one line each."""
    dungeon = report.dungeon
    teams = int(dungeon.teams)
    percent: i64 = 10 if teams == 2 else 15
    rule = dungeon.map_rules.fairness_rule
    tokens_are_fixed = not dungeon.map_rules.has_thin_walls
    for first in range(teams):
        for second in range(first + 1, teams):
            one, two = report.sides[first], report.sides[second]
            pair = f"{one.letter} and {two.letter}"
            if far_apart(one.chest_sum, two.chest_sum, percent):
                text = f"the chests are {one.chest_sum} and {two.chest_sum} steps from {pair}"
                report.findings.append((rule, text))
            if teams == 2 and far_apart(one.portal_sum, two.portal_sum, percent):
                text = f"the portals are {one.portal_sum} and {two.portal_sum} steps from {pair}"
                report.findings.append((rule, text))
            if teams == 2 and tokens_are_fixed and abs(one.nearest_chest - two.nearest_chest) > 1:
                text = f"the nearest chest is {one.nearest_chest} and {two.nearest_chest} steps from {pair}"
                report.findings.append((rule, text))
            if far_apart(one.body_sum, two.body_sum, 10):
                text = f"the tiles are {one.body_sum} and {two.body_sum} steps from {pair}"
                report.findings.append(("D-GN-07", text))
    if report.greatest > report.gaps.get("AB", report.greatest):
        text = f"the end zones are {report.gaps['AB']} steps apart where {report.greatest} are possible"
        report.findings.append(("D-OF-08", text))


@final
class Measured:
    """Matches between equal bots: how often each side won, with Wilson's interval for the share of each."""

    def __init__(self, wins: list[int], draws: int = 0) -> None:
        self.wins = wins
        self.draws = draws

    @property
    def games(self) -> int:
        return sum(self.wins) + self.draws

    def share(self, side: int) -> float:
        return self.wins[side] / self.games if self.games else 0.0

    def interval(self, side: int, z: float = 1.96) -> tuple[float, float]:
        """The 95 % interval for the share of wins of a side."""
        return wilson(self.wins[side], self.games, z)


def wilson(wins: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's score interval for a share of wins; all of 0 to 1 when nothing was played."""
    if games <= 0:
        return 0.0, 1.0
    share = wins / games
    spread = z * z / games
    middle = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)
