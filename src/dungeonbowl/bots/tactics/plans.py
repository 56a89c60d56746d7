"""Plans: what one player could do now, as a list of actions with its odds and its worth.

A plan is followed as long as its next action is on offer. If it is not (a player fell, a portal led elsewhere), the
plan is dropped and a new one is made.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from dungeonbowl.bots.tactics import hopes
from dungeonbowl.bots.tactics.crossings import is_open_to, movement_left
from dungeonbowl.bots.tactics.taste import STEP, STUCK, TO_CARRY, TO_DO
from dungeonbowl.bots.tactics.view import View, far
from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import HAND_OFF_ACTION, MOVE_ACTION, action
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.sides import USED

SAFE: Final = 0.999  # odds of a way without rolls
UNKNOWN: Final = -1.0  # no chance to win
APART: Final[i64] = 3  # steps between two squares that count as different places

# The kinds of plans.
SCORE: Final[i64] = 0
RUN: Final[i64] = 1
FETCH: Final[i64] = 2
BLOCK: Final[i64] = 3
BLITZ: Final[i64] = 4
OPEN: Final[i64] = 5
HAND: Final[i64] = 6
WALK: Final[i64] = 7
RISE: Final[i64] = 8
CROSS: Final[i64] = 9
COME: Final[i64] = 10  # a player from the dugout
PASS: Final[i64] = 11
FOUL: Final[i64] = 12


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Plan:
    """One activation, from its first action to its end."""

    def __init__(self, kind: i64, piece: i64, odds: float, worth: float, steps: list[int]) -> None:
        self.kind = kind
        self.piece = piece
        self.odds = odds  # the chance that nothing goes wrong on the way
        self.worth = worth  # compared with doing nothing, on the scale of `evaluation.py`: a win is 1
        self.steps = steps


def activation(piece: i64, what: i64, rest: list[int], target: i64 = -1) -> list[int]:
    return [int(action(actions.ACTIVATE, piece)), int(action(actions.DECLARE, what, target + 1)), *rest]


def stop(path: list[int]) -> list[int]:
    return [*path, int(actions.END_ACTIVATION)]


def movement_of(game: Game, piece: i64) -> i64:
    return i64(game.squads.movement[piece])


def by_worth(plan: Plan) -> float:
    """The key that sorts the best plan first."""
    return -plan.worth


def stake(view: View, piece: i64) -> float:
    """What a turnover now would cost: the activations of the players who have not acted yet."""
    others = float(len(view.ready)) - 1.0
    cost = view.taste.of[TO_DO] * others
    if view.carrier >= 0 and view.carrier != piece and view.is_ready(view.carrier):
        cost += view.taste.of[TO_CARRY]
    return cost


# --- with the ball ------------------------------------------------------------------------------------------------


def score(view: View) -> Plan | None:
    """Run into the end zone, with the best odds possible."""
    piece = view.carrier
    found = view.reach(piece)
    best = 0.0
    where: i64 = -1
    for node in view.goals():
        odds = found.odds(i64(node), True)
        if odds > best:
            best = odds
            where = i64(node)
    if where < 0:
        return None
    here = view.square(piece)
    gain = best + (1.0 - best) * hopes.dropped(view, here) - hopes.held(view, here)
    return Plan(SCORE, piece, best, gain, activation(piece, MOVE_ACTION, stop(found.actions(where, True))))


def run(view: View, urgency: float) -> Plan | None:
    """Carry the ball nearer, away from opponents. With more urgency, risks and portals count less."""
    piece = view.carrier
    game = view.game
    found = view.reach(piece)
    here = view.square(piece)
    caution = 1.0 / (1.0 + urgency)
    falling = hopes.dropped(view, here)
    view.find_threats()
    view.find_helpers()
    standing = hopes.held(view, here, caution)
    if urgency > 0.0:
        standing *= 1.0 - view.taste.of[STUCK] * urgency / (1.0 + urgency)
    best = 0.004
    where: i64 = -1
    chance = 1.0
    number: i64 = 0
    while number < game.dungeon.count:
        square = view.nth(number, game.dungeon.count)
        odds = found.odds(square, True)
        if odds > 0.2 and square != here:
            gain = odds * carried_to(view, square, caution) + (1.0 - odds) * falling - standing
            if gain > best:
                best = gain
                where = square
                chance = odds
        number += 1
    if view.ground is not None:
        crossing = carry_across(view, best + 0.02, standing, falling, caution)
        if crossing is not None:
            return crossing
    if where < 0:
        return None
    return Plan(RUN, piece, chance, best, activation(piece, MOVE_ACTION, stop(found.actions(where, True))))


def carry_across(view: View, least: float, standing: float, falling: float, caution: float) -> Plan | None:
    """Through a door or up a ladder with the ball; the next steps are decided after that."""
    ground = view.ground
    if ground is None:
        return None
    piece = view.carrier
    found = view.reach(piece)
    left = movement_left(view.game, piece)
    best = least
    plan: Plan | None = None
    number: i64 = 0
    while number < len(ground.ways):
        way = ground.ways[view.nth(number, i64(len(ground.ways)))]
        number += 1
        if way.deed == 0 or found.label(way.origin, True) < 0 or found.cost(way.origin, True) + way.needs > left:
            continue
        odds = found.odds(way.origin, True)
        gain = odds * hopes.held(view, way.square, caution) + (1.0 - odds) * falling - standing
        if odds > 0.4 and gain > best and is_open_to(view, piece, way):
            best = gain
            steps = [*found.actions(way.origin, True), int(way.deed)]
            plan = Plan(CROSS, piece, odds, gain, activation(piece, MOVE_ACTION, steps))
    return plan


def runs(view: View, most: i64) -> list[Plan]:
    """The most promising squares to carry the ball to, a few steps apart from each other."""
    piece = view.carrier
    game = view.game
    found = view.reach(piece)
    here = view.square(piece)
    standing = hopes.held(view, here)
    falling = hopes.dropped(view, here)
    view.find_threats()
    squares: list[tuple[float, int]] = []
    number: i64 = 0
    while number < game.dungeon.count:
        square = view.nth(number, game.dungeon.count)
        odds = found.odds(square, True)
        if odds > 0.3 and square != here:
            gain = odds * carried_to(view, square, 1.0) + (1.0 - odds) * falling - standing
            squares.append((-gain, int(number)))
        number += 1
    squares.sort()
    plans: list[Plan] = []
    taken: list[vec[i16]] = []
    for loss, place in squares:
        where = view.nth(i64(place), game.dungeon.count)
        apart = True
        for steps in taken:
            if far(steps, where) < APART:
                apart = False
                break
        if apart:
            taken.append(view.to(where))
            way = activation(piece, MOVE_ACTION, stop(found.actions(where, True)))
            plans.append(Plan(RUN, piece, found.odds(where, True), -loss, way))
            if i64(len(plans)) >= most:
                break
    return plans


def carried_to(view: View, square: i64, caution: float) -> float:
    """The worth of the ball on a square to which it is carried, or beyond the portal there."""
    if view.game.portal_number(square) > 0:
        return beyond_portal(view, square, caution)
    return hopes.held(view, square, caution)


def beyond_portal(view: View, square: i64, caution: float) -> float:
    """The worth of the ball beyond a portal, on average; one roll in six leads nowhere good."""
    total = 0.0
    ways = 0.0
    for portal in view.game.portals:
        if portal >= 0 and i64(portal) != square:
            total += hopes.held(view, i64(portal), caution)
            ways += 1.0
    if ways == 0.0:
        return 0.0
    return 5.0 / 6.0 * total / ways + hopes.dropped(view, square) / 6.0


def hand_on(view: View) -> Plan | None:
    """Hand the ball to a team-mate who has not acted and can carry it on in this turn."""
    piece = view.carrier
    game = view.game
    if game.side_value(view.side, USED) >> HAND_OFF_ACTION & 1 != 0:
        return None
    found = view.reach(piece)
    here = view.square(piece)
    standing = hopes.held(view, here)
    steps = view.from_carrier()
    best = 0.004
    plan: Plan | None = None
    for mate in view.ready:
        if mate == piece or not view.is_standing(mate) or not view.has_hands(mate):
            continue
        there = view.square(mate)
        if far(steps, there) > movement_of(game, piece) + 2 or far(view.attack, there) > far(view.attack, here) + 1:
            continue
        catch = catch_odds(view, mate, there)
        if catch < 0.3:
            continue
        further = UNKNOWN
        falling = hopes.dropped(view, there)
        number: i64 = 0
        while number < 8:
            square = i64(game.steps[there * 8 + (number ^ view.facing)])
            if square >= 0 and (i64(game.occupant[square]) == FREE or square == here):
                odds = found.odds(square, True)
                if odds > 0.4 and game.portal_number(square) == 0:
                    if further == UNKNOWN:  # searched only if the carrier can come up to this team-mate
                        further = onward(view, mate)
                    gain = odds * (catch * further + (1.0 - catch) * falling) - standing
                    gain += (1.0 - odds) * hopes.dropped(view, here)
                    if gain > best:
                        best = gain
                        giving = [*found.actions(square, True), int(action(actions.HAND_OFF, mate))]
                        plan = Plan(HAND, piece, odds * catch, gain, activation(piece, HAND_OFF_ACTION, giving))
            number += 1
    return plan


def catch_odds(view: View, mate: i64, there: i64) -> float:
    """About how likely a team-mate is to hold a ball that is handed to it."""
    needed = i64(view.game.squads.agility[mate]) - view.game.rules.tables.balls.catch_modifier + view.marks(there)
    if needed < 2:
        needed = 2
    return float(7 - needed) / 6.0 if needed < 7 else 0.0


def onward(view: View, mate: i64) -> float:
    """The best chance to win that a team-mate who has not acted could make of the ball."""
    game = view.game
    found = view.reach(mate)
    view.find_threats()
    falling = hopes.dropped(view, view.square(mate))
    best = hopes.held(view, view.square(mate))
    for node in view.goals():
        value = found.odds(i64(node))
        value += (1.0 - value) * falling
        if value > best:
            best = value
    square: i64 = 0
    while square < game.dungeon.count:
        odds = found.odds(square)
        if odds > 0.5 and game.portal_number(square) == 0:
            value = odds * hopes.held(view, square) + (1.0 - odds) * falling
            if value > best:
                best = value
        square += 1
    return best


def fetch(view: View) -> Plan | None:
    """Pick up the ball with the player who can make the most of it."""
    best = 0.01 - view.daring
    plan: Plan | None = None
    for piece in view.ready:
        found = fetching(view, piece, best)
        if found is not None:
            plan = found
            best = found.worth
    return plan


def gets_home(view: View, piece: i64) -> bool:
    """Whether the legs of a player are long enough to fetch the loose ball and score with it in this activation."""
    way = view.way(view.to(view.loose), piece) + far(view.attack, view.loose)
    return view.has_hands(piece) and way <= movement_left(view.game, piece) + 2


def fetching(view: View, piece: i64, least: float) -> Plan | None:
    """The plan of this player to pick up the ball, if it is worth more than `least`."""
    ball = view.loose
    left = movement_left(view.game, piece)
    if view.way(view.to(ball), piece) > left + 2 or not view.has_hands(piece):
        return None
    found = view.reach(piece)
    odds = found.odds(ball, True)
    if odds <= 0.0:
        return None
    left -= found.cost(ball, True)
    value = hopes.held(view, ball)
    if left > 0:  # it can run on with the ball
        value = hopes.chance(hopes.territory(view, ball) + 2.0 * view.taste.of[STEP] * float(left) + 0.3)
    gain = odds * (value - hopes.dropped(view, ball)) - (1.0 - odds) * 0.03
    if gain <= least:
        return None
    # the steps after the pick-up are decided then
    return Plan(FETCH, piece, odds, gain, activation(piece, MOVE_ACTION, found.actions(ball, True)))
