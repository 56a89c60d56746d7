"""Two plans for one blow: a team-mate walks first, without dice, so that the block is better: beside the opponent, or
beside another one who would stand by that one.

The script does not think of it: it looks at one player at a time. The search tries it where it has many tries.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64

from dungeonbowl.bots.tactics.plans import BLOCK, SAFE, WALK, Plan, activation, movement_of, stake, stop
from dungeonbowl.bots.tactics.striking import blitzes, blocks, odds_from, target_worth
from dungeonbowl.bots.tactics.taste import FALL
from dungeonbowl.bots.tactics.view import View
from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import MOVE_ACTION, first_of, kind_of, second_of
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.tokens import NO_TOKEN

BLOCKS: Final[i64] = 8  # blows that are looked at
BLITZES: Final[i64] = 3
LEAST_GAIN: Final = 0.01  # by how much the blow must be better


@final
class Assist:
    """A walk of one player and the blow of another after it."""

    def __init__(self, gain: float, walk: Plan, blow: Plan) -> None:
        self.gain = gain
        self.walk = walk
        self.blow = blow


def assists(view: View, most: i64) -> list[Assist]:
    """The most helpful ones, one for each blow."""
    found: list[Assist] = []
    for blow in [*blocks(view, BLOCKS), *blitzes(view, BLITZES)]:
        best = helping(view, blow)
        if best is not None:
            found.append(best)
    found.sort(key=by_gain)
    return found[: int(most)]


def by_gain(assist: Assist) -> float:
    return -assist.gain


def helping(view: View, blow: Plan) -> Assist | None:
    """The team-mate and the square that make this blow most better."""
    game = view.game
    foe = second_of(i64(blow.steps[1])) - 1 if blow.kind == BLOCK else first_of(i64(blow.steps[-1]))
    there = view.square(foe)
    path = path_of(view, blow)
    origin = i64(path[-1])
    if i64(game.squads.size[blow.piece]) != 1 or not game.are_adjacent(origin, there):
        return None
    around = squares_around(view, foe, origin)
    worth = target_worth(view, foe)
    risk = view.taste.of[FALL] + stake(view, blow.piece)
    alone = odds_from(view, blow.piece, foe, origin)
    steps = view.to(there)
    best: Assist | None = None
    least = LEAST_GAIN
    for mate in view.ready:
        if mate == blow.piece or view.holds_ball(mate) or not view.is_standing(mate):
            continue
        if i64(game.squads.size[mate]) != 1 or view.way(steps, mate) > movement_of(game, mate) + 2:
            continue
        for node in around:
            square = i64(node)
            if node in path or square == view.loose:
                continue
            home = view.square(mate)
            move(view, mate, home, square)
            helped = odds_from(view, blow.piece, foe, origin)
            move(view, mate, square, home)
            gain = (helped.fell - alone.fell) * worth + (alone.fall - helped.fall) * risk
            if gain > least and view.reach(mate).odds(square) >= SAFE:
                least = gain
                way = activation(mate, MOVE_ACTION, stop(view.reach(mate).actions(square)))
                best = Assist(gain, Plan(WALK, mate, 1.0, gain, way), blow)
    return best


def squares_around(view: View, foe: i64, origin: i64) -> list[int]:
    """The free squares beside the opponent, and beside the others who stand by the square of the blow."""
    game = view.game
    found: list[int] = []
    number: i64 = -1
    while number < 8:
        beside = foe
        if number >= 0:
            square = i64(game.steps[origin * 8 + (number ^ view.facing)])
            beside = i64(game.occupant[square]) if square >= 0 else i64(-1)
        if beside >= 0 and view.is_opponent(beside) and (number < 0 or beside != foe):
            add_free(view, view.square(beside), found)
        number += 1
    return found


def add_free(view: View, centre: i64, found: list[int]) -> None:
    game = view.game
    number: i64 = 0
    while number < 8:
        square = i64(game.steps[centre * 8 + (number ^ view.facing)])
        if square >= 0 and i64(game.occupant[square]) == FREE and i64(game.token[square]) == NO_TOKEN:
            if game.portal_number(square) == 0 and int(square) not in found:
                found.append(int(square))
        number += 1


def path_of(view: View, plan: Plan) -> list[int]:
    """The squares of the one who acts, from the present one to the last."""
    square = view.square(plan.piece)
    found = [int(square)]
    for each in plan.steps:
        if kind_of(i64(each)) == actions.STEP:
            square = i64(view.game.steps[square * 8 + first_of(i64(each))])
            found.append(int(square))
    return found


def move(view: View, piece: i64, origin: i64, square: i64) -> None:
    """As in `odds_from`: only the squares are changed."""
    game = view.game
    game.occupant[origin] = i16(FREE)
    game.occupant[square] = i16(piece)
    game.square[piece] = i16(square)
