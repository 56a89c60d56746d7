"""Where to send the players that have no plan of their own."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from dungeonbowl.bots.tactics.chests import beside_chest
from dungeonbowl.bots.tactics.fields import fresh
from dungeonbowl.bots.tactics.plans import movement_of
from dungeonbowl.bots.tactics.taste import (
    AHEAD,
    BEHIND,
    BLOCK_WAY,
    CORNER,
    ESCORT,
    FEAR,
    FORWARD,
    GIDDINESS,
    HUNT,
    IN_PATH,
    LEAD,
    OFFENCE,
    SCREEN,
    SHUN,
    TACKLE,
    TO_CHESTS,
    TOUCH,
)
from dungeonbowl.bots.tactics.view import FAR, View, far
from dungeonbowl.engine.statuses import STUNNED

# The errands of players.
ESCORTS: Final[i64] = 0
DEFENDS: Final[i64] = 1
FETCHES: Final[i64] = 2
OPENS: Final[i64] = 3
FOLLOWS: Final[i64] = 4  # no errand, while all balls are hidden or gone
TURNS_FROM: Final[i64] = 32  # the bits of a pair of a player and a chest: number of the chest, player, turns
PIECE_FROM: Final[i64] = 16
# How much farther an errand may be than another and still be preferred: with several balls in play, players do what is
# nearest.
PRIORITY: Final = (0, 4, 4, -2, -999)


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Places:
    """The places for players that have no plan of their own: one field of distances for each thing that is worth being
    near."""

    to_ball: vec[i16]
    to_carrier: vec[i16]
    to_foe: vec[i16]
    to_chest: vec[i16]
    to_chests: vec[i16]
    chest_of: vec[i16]
    screens: vec[u8]

    def __init__(self, view: View) -> None:
        nothing = vec[i16]()
        self.to_ball = view.to(view.loose) if view.loose >= 0 else nothing
        self.to_carrier = view.to(view.square(view.carrier)) if view.carrier >= 0 else nothing
        self.to_foe = view.to(view.square(view.foe_carrier)) if view.foe_carrier >= 0 else nothing
        self.to_chest = nothing
        self.to_chests = nothing
        self.chest_of = vec[i16]()  # the chest that each player is to open, or -1; empty while no ball is hidden
        self.screens = vec[u8]()
        self.errands: dict[int, int] = {}
        if view.hidden:
            self.assign_openers(view)

    def assign_openers(self, view: View) -> None:
        """One player for each of the nearest chests; the others keep away from the explosions. The nearest pair of a
        player and a chest first; of equally near ones the player with the lower number, then the chest that the side
        sees first.

        Numbers in a row that is looked through again for every pair: a sorted list of tuples took ten times as long,
        an eighth of the time of a search."""
        game = view.game
        pairs = vec[i64]()
        closed = view.chests()
        number: i64 = 0
        while number < len(closed):
            steps = view.to(i64(closed[number]))
            for piece in view.mine:
                if i64(game.status[piece]) != STUNNED and view.has_hands(piece):
                    turns = view.way(steps, piece) * 100 // (movement_of(game, piece) + 1)
                    pairs = append(pairs, turns << TURNS_FROM | piece << PIECE_FROM | number)
            number += 1
        self.chest_of = vec[i16]([-1] * int(game.squads.count))
        left = i64(len(pairs))
        while left > 0:
            best = pairs[0]
            index: i64 = 1
            while index < left:
                if pairs[index] < best:
                    best = pairs[index]
                index += 1
            opener = best >> PIECE_FROM & 0xFFFF
            taken = best & 0xFFFF
            self.chest_of[opener] = closed[taken]
            kept: i64 = 0
            index = 0
            while index < left:  # the pairs that have nothing to do with either of them
                pair = pairs[index]
                if pair >> PIECE_FROM & 0xFFFF != opener and pair & 0xFFFF != taken:
                    pairs[kept] = pair
                    kept += 1
                index += 1
            left = kept

    def value(self, view: View, piece: i64, square: i64) -> float:
        """How good it is for this player to end here, counted in steps."""
        game = view.game
        marks = float(view.marks(square))
        worth = -view.taste.of[SHUN] * marks
        dread = 0.0
        if view.ground is not None or len(view.neutral) > 0:
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
            self.look_towards(view, i64(self.chest_of[piece]))
            return worth - float(far(self.to_chest, square))
        if view.hidden:
            if beside_chest(game, square):
                worth -= 4.0
            if view.taste.of[TO_CHESTS] != 0.0:
                worth -= view.taste.of[TO_CHESTS] * self.around(view, square)
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
        return OPENS if len(self.chest_of) > 0 and self.chest_of[piece] >= 0 else FOLLOWS

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
        if len(self.chest_of) == 0 or self.chest_of[piece] < 0:
            return FAR
        return view.way(view.to(i64(self.chest_of[piece])), piece)

    def dread(self, view: View, square: i64) -> float:
        """How much monsters near a square, referees beside it and drops beside it make it worse, in steps."""
        found = 0.0
        if len(view.neutral) > 0:
            fear = view.taste.of[FEAR] / (1.0 + 10.0 * view.daring)
            found = fear * view.peril(square) + view.taste.of[OFFENCE] * view.watched(square)
        if view.brinks(square) > 0 and view.threat(square) > 0:
            found += view.taste.of[GIDDINESS]
        return found

    def around(self, view: View, square: i64) -> float:
        """Steps to the nearest closed chest, but three where the explosion is near."""
        if len(self.to_chests) == 0:
            self.to_chests = fresh(view.game, view.chests(), view.ground)
        steps = far(self.to_chests, square)
        return float(steps) if steps > 3 else 3.0

    def look_towards(self, view: View, chest: i64) -> None:
        """Make the field of this opener's chest, if the last one was for another chest."""
        if len(self.to_chest) == 0 or self.to_chest[chest] != 0:
            self.to_chest = view.to(chest)

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
                worth -= view.taste.of[IN_PATH]
            else:
                worth += view.taste.of[LEAD] + 0.1 * float(near - reach if near - reach < 6 else 6)
        if near <= 8:
            worth -= view.taste.of[ESCORT] * float(near if near > 1 else 1)
            if near == 1:
                worth += view.taste.of[TOUCH]
                if view.taste.of[CORNER] != 0.0 and is_corner(view, square):
                    worth += view.taste.of[CORNER]
            if near <= 2 and view.taste.of[SCREEN] != 0.0:
                worth += view.taste.of[SCREEN] * self.screened(view, square)
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
            worth += view.taste.of[TACKLE]
        if far(view.defend, square) > total:
            worth -= view.taste.of[BEHIND]
        return worth

    def screened(self, view: View, square: i64) -> float:
        """How many opponents come up to the carrier by a shortest way over this square: three at most."""
        if len(self.screens) == 0:
            self.screens = find_screens(view, self.to_carrier)
        count = i64(self.screens[square])
        return float(count if count < 3 else 3)


def is_corner(view: View, square: i64) -> bool:
    """Whether a square touches that of the carrier only with a corner: from there a player watches most of the squares
    around the carrier."""
    dungeon = view.game.dungeon
    here = view.square(view.carrier)
    return dungeon.column[here] != dungeon.column[square] and dungeon.row[here] != dungeon.row[square]


def find_screens(view: View, to_carrier: vec[i16]) -> vec[u8]:
    """For every square near the carrier: how many opponents who could come up to the carrier pass over it."""
    count = view.game.dungeon.count
    screens = vec[u8]([0] * int(count))
    here = view.square(view.carrier)
    for foe in view.foes:
        if not view.is_standing(foe):
            continue
        whole = view.way(to_carrier, foe)
        if whole < 2 or whole > movement_of(view.game, foe) + 1:
            continue
        steps = view.to(view.square(foe))
        first: i64 = 0
        while first < 8:
            near = i64(view.game.steps[here * 8 + first])
            first += 1
            if near < 0 or far(steps, near) >= whole or screens[near] == 255:
                continue
            screens[near] = u8(i64(screens[near]) + 1)
            second: i64 = 0
            while second < 8:
                beyond = i64(view.game.steps[near * 8 + second])
                second += 1
                if beyond >= 0 and far(steps, beyond) <= whole - 2 and far(to_carrier, beyond) == 2:
                    if i64(screens[beyond]) < 3:
                        screens[beyond] = u8(i64(screens[beyond]) + 1)
    return screens
