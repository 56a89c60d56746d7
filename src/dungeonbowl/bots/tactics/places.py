"""Where to send the players that have no plan of their own."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from dungeonbowl.bots.tactics.chests import beside_chest
from dungeonbowl.bots.tactics.fields import fresh
from dungeonbowl.bots.tactics.plans import movement_of
from dungeonbowl.bots.tactics.taste import (
    AHEAD,
    BLOCK_WAY,
    ESCORT,
    FEAR,
    FORWARD,
    GIDDINESS,
    HUNT,
    OFFENCE,
    SHUN,
    TO_CHESTS,
)
from dungeonbowl.bots.tactics.view import FAR, View, far
from dungeonbowl.engine.statuses import STUNNED

# The errands of players.
ESCORTS: Final[i64] = 0
DEFENDS: Final[i64] = 1
FETCHES: Final[i64] = 2
OPENS: Final[i64] = 3
FOLLOWS: Final[i64] = 4  # no errand, while all balls are hidden or gone
# How much farther an errand may be than another and still be preferred: with several balls in play, players do what is
# nearest.
PRIORITY: Final = (0, 4, 4, -2, -999)


@final
class Places:
    """The places for players that have no plan of their own: one field of distances for each thing that is worth being
    near."""

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
        self.errands: dict[int, int] = {}
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
        """How good it is for this player to end here, counted in steps."""
        game = view.game
        marks = float(view.marks(square))
        worth = -view.taste.of[SHUN] * marks
        dread = self.dread(view, square)
        worth -= dread
        errand = self.errand(view, piece)
        if errand == ESCORTS:
            return worth + self.escort(view, piece, square)
        if errand == DEFENDS:
            return self.defend(view, piece, square, marks) - dread
        if errand == FETCHES:
            distance = far(self.to_ball, square)
            near = -float(distance) if distance > 1 else -1.5
            return worth + near + 0.05 * float(-far(view.attack, square))
        if errand == OPENS:
            self.look_towards(view, self.openers[int(piece)])
            return worth - float(far(self.to_chest, square))
        if view.hidden:
            if beside_chest(game, square):
                worth -= 4.0
            around = far(self.to_chests, square)
            worth -= view.taste.of[TO_CHESTS] * float(around if around > 3 else 3)
        return worth - view.taste.of[FORWARD] * float(far(view.attack, square))

    def errand(self, view: View, piece: i64) -> i64:
        """The errand of a player; with several balls, the nearest errand."""
        if len(view.game.balls) > 1:
            known = self.errands.get(int(piece), -1)
            if known < 0:
                known = int(self.nearest_errand(view, piece))
                self.errands[int(piece)] = known
            return i64(known)
        if view.carrier >= 0:
            return ESCORTS
        if view.foe_carrier >= 0:
            return DEFENDS
        if view.loose >= 0:
            return FETCHES
        return OPENS if int(piece) in self.openers else FOLLOWS

    def nearest_errand(self, view: View, piece: i64) -> i64:
        found = FOLLOWS
        best: i64 = 2 * FAR
        errand: i64 = 0
        while errand < FOLLOWS:
            way = self.way_to(view, piece, errand)
            if way < FAR and way - PRIORITY[errand] < best:
                best = way - PRIORITY[errand]
                found = errand
            errand += 1
        return found

    def way_to(self, view: View, piece: i64, errand: i64) -> i64:
        """Steps to where an errand leads; `FAR` if no way leads there."""
        if errand == ESCORTS:
            return view.way(self.to_carrier, piece) if view.carrier >= 0 else FAR
        if errand == DEFENDS:
            return view.way(self.to_foe, piece) if view.foe_carrier >= 0 else FAR
        if errand == FETCHES:
            return view.way(self.to_ball, piece) if view.loose >= 0 else FAR
        chest = self.openers.get(int(piece), -1)
        return view.way(view.to(i64(chest)), piece) if chest >= 0 else FAR

    def dread(self, view: View, square: i64) -> float:
        """How much monsters near a square, referees beside it and drops beside it make it worse, in steps."""
        found = 0.0
        if len(view.neutral) > 0:
            found = view.taste.of[FEAR] * view.peril(square) + view.taste.of[OFFENCE] * view.watched(square)
        if view.brinks(square) > 0 and view.threat(square) > 0:
            found += view.taste.of[GIDDINESS]
        return found

    def look_towards(self, view: View, chest: int) -> None:
        """Make the field of this opener's chest, if the last one was for another chest."""
        if len(self.to_chest) == 0 or self.to_chest[chest] != 0:
            self.to_chest = view.to(i64(chest))

    def escort(self, view: View, piece: i64, square: i64) -> float:
        """Beside the carrier, rather ahead than behind; players who are farther away run ahead."""
        near = far(self.to_carrier, square)
        total = view.way(view.attack, view.carrier)
        ahead = total - far(view.attack, square)
        worth = 0.0
        if ahead > 0 and near + far(view.attack, square) <= total:
            # on the carrier's way: a player who cannot keep ahead of the carrier blocks it
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
        """Between the opponent with the ball and the zone where it scores; best beside that opponent."""
        near = far(self.to_foe, square)
        total = view.way(view.defend, view.foe_carrier)
        detour = near + far(view.defend, square) - total  # 0 on one of the shortest ways
        worth = -view.taste.of[HUNT] * float(near) - 0.1 * marks
        worth -= view.taste.of[BLOCK_WAY] * float(detour if detour < 12 else 12)
        if near == 1:
            worth += 2.0
        if far(view.defend, square) > total:
            worth -= 1.5
        return worth
