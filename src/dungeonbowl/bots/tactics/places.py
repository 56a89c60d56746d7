"""Where players without a deed are wanted."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from dungeonbowl.bots.tactics.chests import beside_chest
from dungeonbowl.bots.tactics.fields import fresh
from dungeonbowl.bots.tactics.plans import movement_of
from dungeonbowl.bots.tactics.taste import AHEAD, BLOCK_WAY, ESCORT, FORWARD, HUNT, SHUN, TO_CHESTS
from dungeonbowl.bots.tactics.view import View, far
from dungeonbowl.engine.statuses import STUNNED

FEAR: Final = 4.0  # steps of detour round a beast
GIDDINESS: Final = 1.0  # and away from a brink where opponents can come


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
        self.to_chests = fresh(game, closed, view.ground)
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
        if view.ground is not None or len(view.beasts) > 0:
            worth -= self.dread(view, square)
        if view.carrier >= 0:
            return worth + self.escort(view, piece, square)
        if view.foe_carrier >= 0:
            return self.defend(view, piece, square, marks) - self.dread(view, square)
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

    def dread(self, view: View, square: i64) -> float:
        """What beasts near a place and drops beside it take away from it, in steps."""
        found = 0.0
        if len(view.beasts) > 0:
            found = FEAR * view.peril(square)
        if view.brinks(square) > 0 and view.threat(square) > 0:
            found += GIDDINESS
        return found

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
