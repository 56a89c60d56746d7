"""Plans for players without a deed: where they are wanted."""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from dungeonbowl.bots.tactics.chests import beside_chest
from dungeonbowl.bots.tactics.plans import RISE, SAFE, WALK, Plan, activation, movement_of, stop
from dungeonbowl.bots.tactics.strolls import stroll
from dungeonbowl.bots.tactics.taste import AHEAD, BLOCK_WAY, ESCORT, FORWARD, HUNT, SHUN, TO_CHESTS
from dungeonbowl.bots.tactics.view import View, far
from dungeonbowl.dungeon.distance import distances
from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import MOVE_ACTION
from dungeonbowl.engine.game import NO_TOKEN
from dungeonbowl.engine.statuses import STUNNED


def rise(view: View, piece: i64) -> Plan:
    """Just get up."""
    steps = activation(piece, MOVE_ACTION, [int(actions.STAND_UP), int(actions.END_ACTIVATION)])
    return Plan(RISE, piece, 1.0, 0.01, steps)


def walk(view: View, piece: i64, places: Places) -> Plan | None:
    """To the best place that needs no dice."""
    game = view.game
    ways = stroll(view, piece)
    here = view.square(piece)
    best = places.value(view, piece, here) + 0.05
    path: list[int] = []
    if ways is not None:
        number: i64 = 1
        where: i64 = 0
        while number < len(ways.squares):
            square = i64(ways.squares[number])
            if i64(game.token[square]) == NO_TOKEN:
                value = places.value(view, piece, square)
                if value > best:
                    best = value
                    where = number
            number += 1
        if where > 0:
            path = ways.actions(where)
    else:
        path = careful_path(view, piece, places, best)
    if not path:
        if view.is_prone(piece):
            return rise(view, piece)
        return None
    return Plan(WALK, piece, 1.0, 0.01, activation(piece, MOVE_ACTION, stop(path)))


def careful_path(view: View, piece: i64, places: Places, best: float) -> list[int]:
    """The same by the pathfinder, which knows about doors, rooms and large players."""
    game = view.game
    found = view.reach(piece)
    here = view.square(piece)
    where: i64 = -1
    square: i64 = 0
    while square < game.dungeon.count:
        if found.odds(square) >= SAFE and square != here and square != view.loose:
            if i64(game.token[square]) == NO_TOKEN:
                value = places.value(view, piece, square)
                if value > best:
                    best = value
                    where = square
        square += 1
    return found.actions(where) if where >= 0 else []


@final
class Places:
    """Where players without a deed are wanted: one field of distances for each thing worth being near to."""

    to_ball: vec[i16]
    to_carrier: vec[i16]
    to_foe: vec[i16]
    to_chest: vec[i16]
    to_chests: vec[i16]

    def __init__(self, view: View) -> None:
        nothing = vec[i16]()
        self.to_ball = view.to(view.loose) if view.loose >= 0 else nothing
        self.to_carrier = view.to(view.square(view.carrier)) if view.carrier >= 0 else nothing
        self.to_foe = view.to(view.square(view.foe_carrier)) if view.foe_carrier >= 0 else nothing
        self.to_chest = nothing
        self.to_chests = nothing
        self.openers: dict[int, int] = {}
        if view.hidden:
            self.assign_openers(view)

    def assign_openers(self, view: View) -> None:
        """One player for each of the nearest chests; the others keep away from the explosions."""
        game = view.game
        pairs: list[tuple[int, int, int]] = []
        closed = vec[i16]()
        chest: i64 = 0
        while chest < game.dungeon.count:
            if game.is_chest(chest):
                closed = append(closed, i16(chest))
                steps = view.to(chest)
                for piece in view.mine:
                    if view.has_hands(piece) and i64(game.status[piece]) != STUNNED:
                        turns = view.way(steps, piece) * 100 // (movement_of(game, piece) + 1)
                        pairs.append((int(turns), int(piece), int(chest)))
            chest += 1
        self.to_chests = vec[i16]([-1] * int(game.dungeon.count))
        distances(game.steps, game.occupant, closed, self.to_chests)
        pairs.sort()
        taken: set[int] = set()
        for _, opener, at in pairs:
            if opener not in self.openers and at not in taken:
                self.openers[opener] = at
                taken.add(at)

    def value(self, view: View, piece: i64, square: i64) -> float:
        """How good it is for this player to end here; steps nearer are worth 1."""
        game = view.game
        marks = float(view.marks(square))
        worth = -view.taste.of[SHUN] * marks
        if view.carrier >= 0:
            return worth + self.escort(view, piece, square)
        if view.foe_carrier >= 0:
            return self.defend(view, piece, square, marks)
        if view.loose >= 0:
            distance = far(self.to_ball, square)
            near = -float(distance) if distance > 1 else -1.5
            return worth + near + 0.05 * float(-far(view.attack, square))
        if view.hidden:
            chest = self.openers.get(int(piece), -1)
            if chest >= 0:
                self.look_towards(view, chest)
                return worth - float(far(self.to_chest, square))
            if beside_chest(game, square):
                worth -= 4.0
            around = far(self.to_chests, square)
            worth -= view.taste.of[TO_CHESTS] * float(around if around > 3 else 3)
        return worth - view.taste.of[FORWARD] * float(far(view.attack, square))

    def look_towards(self, view: View, chest: int) -> None:
        """The field of this opener's chest, made when another one was asked for last."""
        if len(self.to_chest) == 0 or self.to_chest[chest] != 0:
            self.to_chest = view.to(i64(chest))

    def escort(self, view: View, piece: i64, square: i64) -> float:
        """Beside the carrier, rather ahead of him than behind; the farther ones run ahead."""
        near = far(self.to_carrier, square)
        total = view.way(view.attack, view.carrier)
        ahead = total - far(view.attack, square)
        worth = 0.0
        if ahead > 0 and near + far(view.attack, square) <= total:
            # on his way: whoever cannot keep ahead of him stands in it
            reach = movement_of(view.game, view.carrier)
            if near <= reach:
                worth -= 2.5
            else:
                worth += 2.0 + 0.1 * float(near - reach if near - reach < 6 else 6)
        if near <= 8:
            worth -= view.taste.of[ESCORT] * float(near if near > 1 else 1)
            if near == 1:
                worth += 0.8
        else:
            worth -= 8.0 * view.taste.of[ESCORT] + 0.6 * float(near - 8)
        if ahead > 0:
            worth += view.taste.of[AHEAD] * float(ahead if ahead < 4 else 4)
        return worth

    def defend(self, view: View, piece: i64, square: i64, marks: float) -> float:
        """Between the opponent with the ball and where he wants to go, best beside him."""
        near = far(self.to_foe, square)
        total = view.way(view.defend, view.foe_carrier)
        detour = near + far(view.defend, square) - total  # 0 on one of his shortest ways
        worth = -view.taste.of[HUNT] * float(near) - 0.1 * marks
        worth -= view.taste.of[BLOCK_WAY] * float(detour if detour < 12 else 12)
        if near == 1:
            worth += 2.0
        if far(view.defend, square) > total:
            worth -= 1.5
        return worth
