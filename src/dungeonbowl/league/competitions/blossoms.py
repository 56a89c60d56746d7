"""The heaviest way to put numbers into pairs, by Edmonds' method with weights: what rustworkx does, in plain Python.

Every number has a label, and a pair is tight when its labels add up to no more than twice its weight. Only tight pairs
are taken. A search grows trees of tight pairs from all numbers that are alone. A circle of odd length in a tree is
shrunk to a blossom, which takes part as one number. If two trees meet, the pairs along the way between them are
exchanged, and two numbers fewer are alone. If nothing is tight any more, the labels change by the least that makes
something tight.

Numbers are counted from 1 here, because 0 stands for nobody; blossoms have the numbers above.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

FREE, OUTER, INNER = -1, 0, 1  # where a number stands in the trees
Edge = tuple[int, int, int]  # two numbers, and twice the weight of their pair; 0 for no pair
NONE: Edge = (0, 0, 0)


def heaviest(count: int, weights: Mapping[tuple[int, int], int]) -> list[tuple[int, int]]:
    """The pairs of numbers below `count` whose weights, all above 0, add up to the most.

    >>> heaviest(4, {(0, 1): 5, (1, 2): 8, (2, 3): 5})
    [(0, 1), (2, 3)]
    """
    garden = Garden(count, weights)
    while garden.grow():
        pass
    return sorted((one - 1, garden.mate[one] - 1) for one in range(1, count + 1) if one < garden.mate[one])


class Garden:
    """The numbers, their labels, the blossoms and the trees of one search."""

    def __init__(self, count: int, weights: Mapping[tuple[int, int], int]) -> None:
        self.count = count
        room = count + count // 2 + 1  # numbers and blossoms
        self.last = count  # the highest number in use
        self.edge: list[list[Edge]] = [[NONE] * (room + 1) for _ in range(room + 1)]
        for (one, other), weight in weights.items():
            self.edge[one + 1][other + 1] = (one + 1, other + 1, 2 * weight)
            self.edge[other + 1][one + 1] = (other + 1, one + 1, 2 * weight)
        top = max(weights.values(), default=0)
        self.label = [0] + [top] * count + [0] * (room - count)
        self.mate = [0] * (room + 1)
        self.near = [0] * (room + 1)  # the outer number whose pair with this one needs least to be tight
        self.top = [*range(count + 1)] + [0] * (room - count)  # the outermost blossom that a number is in
        self.parent = [0] * (room + 1)
        self.stands = [FREE] * (room + 1)
        self.seen = [0] * (room + 1)
        self.round = 0
        self.petals: list[list[int]] = [[] for _ in range(room + 1)]
        self.petal_of: list[list[int]] = [[0] * (count + 1) for _ in range(room + 1)]
        for number in range(1, count + 1):
            self.petal_of[number][number] = number
        self.waiting: deque[int] = deque()

    def slack(self, edge: Edge) -> int:
        """How far a pair is from being tight."""
        return self.label[edge[0]] + self.label[edge[1]] - edge[2]

    # --- trees -------------------------------------------------------------------------------------------------------

    def grow(self) -> bool:
        """Make one pair more. False if the pairs are the heaviest."""
        for number in range(1, self.last + 1):
            self.stands[number] = FREE
            self.near[number] = 0
        self.waiting.clear()
        for number in range(1, self.last + 1):
            if self.top[number] == number and not self.mate[number]:
                self.parent[number] = 0
                self.stands[number] = OUTER
                self.wait(number)
        if not self.waiting:
            return False
        while True:
            if self.reach():
                return True
            if not self.relabel():
                return False
            for number in range(1, self.last + 1):
                near = self.near[number]
                if self.top[number] == number and near and self.top[near] != number:
                    edge = self.edge[near][number]
                    if self.slack(edge) == 0 and self.join(edge):
                        return True
            for blossom in range(self.count + 1, self.last + 1):
                if self.top[blossom] == blossom and self.stands[blossom] == INNER and self.label[blossom] == 0:
                    self.open(blossom)

    def reach(self) -> bool:
        """Follow tight pairs from everything outer. True if two trees have met."""
        label, top = self.label, self.top
        while self.waiting:
            one = self.waiting.popleft()
            if self.stands[top[one]] == INNER:
                continue
            own = label[one]
            for other, edge in enumerate(self.edge[one][: self.count + 1]):
                if not edge[2] or top[one] == top[other]:
                    continue
                if own + label[other] == edge[2]:
                    if self.join(edge):
                        return True
                else:
                    self.draw_near(one, top[other])
        return False

    def relabel(self) -> bool:
        """Change labels by the least that makes a pair tight or opens a blossom. False if one would fall below 0."""
        steps: list[int] = []
        for blossom in range(self.count + 1, self.last + 1):
            if self.top[blossom] == blossom and self.stands[blossom] == INNER:
                steps.append(self.label[blossom] // 2)
        for number in range(1, self.last + 1):
            if self.top[number] == number and self.near[number] and self.stands[number] != INNER:
                slack = self.slack(self.edge[self.near[number]][number])
                steps.append(slack if self.stands[number] == FREE else slack // 2)
        outer = [number for number in range(1, self.count + 1) if self.stands[self.top[number]] == OUTER]
        lowest = min(self.label[number] for number in outer)
        step = min(steps, default=lowest)
        if lowest <= step:
            return False
        for number in outer:
            self.label[number] -= step
        for number in range(1, self.count + 1):
            if self.stands[self.top[number]] == INNER:
                self.label[number] += step
        for blossom in range(self.count + 1, self.last + 1):
            if self.top[blossom] == blossom and self.stands[blossom] != FREE:
                self.label[blossom] += 2 * step if self.stands[blossom] == OUTER else -2 * step
        return True

    def join(self, edge: Edge) -> bool:
        """A tight pair: its far end enters the tree, or a circle becomes a blossom. True if it joins two trees, and so
        makes one pair more."""
        one, other = self.top[edge[0]], self.top[edge[1]]
        if self.stands[other] == FREE:
            self.parent[other] = edge[0]
            self.stands[other] = INNER
            behind = self.top[self.mate[other]]
            self.near[other] = self.near[behind] = 0
            self.stands[behind] = OUTER
            self.wait(behind)
        elif self.stands[other] == OUTER:
            meeting = self.common(one, other)
            if not meeting:
                self.exchange(one, other)
                self.exchange(other, one)
                return True
            self.close(one, meeting, other)
        return False

    def common(self, one: int, other: int) -> int:
        """Where the ways of two outer numbers to their roots meet; 0 if they have different roots."""
        self.round += 1
        while one or other:
            if one:
                if self.seen[one] == self.round:
                    return one
                self.seen[one] = self.round
                one = self.top[self.mate[one]]
                if one:
                    one = self.top[self.parent[one]]
            one, other = other, one
        return 0

    def exchange(self, one: int, other: int) -> None:
        """Take the pair of both, and exchange the pairs from the first to its root."""
        while True:
            behind = self.top[self.mate[one]]
            self.marry(one, other)
            if not behind:
                return
            self.marry(behind, self.top[self.parent[behind]])
            one, other = self.top[self.parent[behind]], behind

    def marry(self, one: int, other: int) -> None:
        edge = self.edge[one][other]
        self.mate[one] = edge[1]
        if one > self.count:
            petal = self.petal_of[one][edge[0]]
            place = self.turned(one, petal)
            petals = self.petals[one]
            for at in range(place):
                self.marry(petals[at], petals[at ^ 1])
            self.marry(petal, other)
            self.petals[one] = petals[place:] + petals[:place]

    # --- distances ---------------------------------------------------------------------------------------------------

    def wait(self, number: int) -> None:
        if number <= self.count:
            self.waiting.append(number)
        else:
            for petal in self.petals[number]:
                self.wait(petal)

    def draw_near(self, one: int, number: int) -> None:
        near = self.near[number]
        if not near or self.slack(self.edge[one][number]) < self.slack(self.edge[near][number]):
            self.near[number] = one

    def look_around(self, number: int) -> None:
        """Find anew what is nearest to a number."""
        self.near[number] = 0
        for one in range(1, self.count + 1):
            top = self.top[one]
            if self.edge[one][number][2] and top != number and self.stands[top] == OUTER:
                self.draw_near(one, number)

    # --- blossoms ----------------------------------------------------------------------------------------------------

    def put_into(self, number: int, blossom: int) -> None:
        self.top[number] = blossom
        if number > self.count:
            for petal in self.petals[number]:
                self.put_into(petal, blossom)

    def turned(self, blossom: int, petal: int) -> int:
        """The place of a petal, an even one: the blossom is turned round if need be."""
        petals = self.petals[blossom]
        place = petals.index(petal)
        if place % 2:
            petals[1:] = petals[:0:-1]
            return len(petals) - place
        return place

    def close(self, one: int, meeting: int, other: int) -> None:
        """Shrink the circle of two outer numbers and the ways to where they meet."""
        blossom = self.count + 1
        while blossom <= self.last and self.top[blossom]:
            blossom += 1
        self.last = max(self.last, blossom)
        self.label[blossom] = 0
        self.stands[blossom] = OUTER
        self.mate[blossom] = self.mate[meeting]
        self.petals[blossom] = [meeting, *reversed(self.way(one, meeting)), *self.way(other, meeting)]
        self.put_into(blossom, blossom)
        for number in range(1, self.last + 1):
            self.edge[blossom][number] = self.edge[number][blossom] = NONE
        self.petal_of[blossom] = [0] * (self.count + 1)
        for petal in self.petals[blossom]:
            for number in range(1, self.last + 1):
                edge = self.edge[petal][number]
                known = self.edge[blossom][number]
                if edge[2] and (not known[2] or self.slack(edge) < self.slack(known)):
                    self.edge[blossom][number] = edge
                    self.edge[number][blossom] = self.edge[number][petal]
            for number in range(1, self.count + 1):
                if self.petal_of[petal][number]:
                    self.petal_of[blossom][number] = petal
        self.look_around(blossom)

    def way(self, number: int, meeting: int) -> list[int]:
        """From an outer number up to where a circle closes, which is not part of it. What was inner is outer now."""
        found: list[int] = []
        while number != meeting:
            mate = self.top[self.mate[number]]
            found += [number, mate]
            self.wait(mate)
            number = self.top[self.parent[mate]]
        return found

    def open(self, blossom: int) -> None:
        """A blossom whose label has fallen to 0 is a circle of numbers again."""
        petals = self.petals[blossom]
        for petal in petals:
            self.put_into(petal, petal)
        entry = self.petal_of[blossom][self.edge[blossom][self.parent[blossom]][0]]
        place = self.turned(blossom, entry)
        for at in range(0, place, 2):
            inner, outer = petals[at], petals[at + 1]
            self.parent[inner] = self.edge[outer][inner][0]
            self.stands[inner] = INNER
            self.stands[outer] = OUTER
            self.near[inner] = 0
            self.look_around(outer)
            self.wait(outer)
        self.stands[entry] = INNER
        self.parent[entry] = self.parent[blossom]
        for petal in petals[place + 1 :]:
            self.stands[petal] = FREE
            self.look_around(petal)
        self.top[blossom] = 0
