"""Things one player could do now, each as a list of actions with its odds and its worth.

A plan is good as long as its next action is on offer; as soon as it is not (somebody fell, a portal spoke), it is
dropped and a new one is made.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from dungeonbowl.bots.tactics import hopes
from dungeonbowl.bots.tactics.crossings import WORTHWHILE, blow, is_open_to, is_stranded, movement_left
from dungeonbowl.bots.tactics.fields import fresh
from dungeonbowl.bots.tactics.odds import block_odds
from dungeonbowl.bots.tactics.strolls import stroll
from dungeonbowl.bots.tactics.taste import (
    AHEAD,
    BESIDE,
    BLOCK_WAY,
    DOWN,
    ESCORT,
    FALL,
    FORWARD,
    HUNT,
    IN_WAY,
    SHUN,
    STEP,
    STUCK,
    TO_CARRY,
    TO_CHESTS,
    TO_DO,
)
from dungeonbowl.bots.tactics.view import View, far
from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import (
    BLITZ_ACTION,
    BLOCK_ACTION,
    CLIMB_OUT_ACTION,
    HAND_OFF_ACTION,
    MOVE_ACTION,
    action,
)
from dungeonbowl.engine.game import FREE, NO_TOKEN, TURNS, USED, Game
from dungeonbowl.engine.moments import BALANCE_NEEDED
from dungeonbowl.engine.statuses import ROOTED, STUNNED, SUNKEN

SAFE: Final = 0.999  # nothing to roll on the way
UNBALANCED: Final = 1.0 / 6.0  # about how often somebody on a brink who is made to keep its balance does not
APART: Final[i64] = 3  # steps between two places that are worth being told apart

FEAR: Final = 4.0  # steps of detour round a beast
GIDDINESS: Final = 1.0  # and away from a brink where opponents can come

# What a plan is for.
SCORE: Final[i64] = 0
RUN: Final[i64] = 1
FETCH: Final[i64] = 2
BLOCK: Final[i64] = 3
BLITZ: Final[i64] = 4
OPEN: Final[i64] = 5
HAND: Final[i64] = 6
WALK: Final[i64] = 7
RISE: Final[i64] = 8
FOUL: Final[i64] = 9
CROSS: Final[i64] = 10
KIND_NAMES: Final = (
    "run in and score",
    "carry the ball nearer",
    "fetch the ball",
    "block",
    "blitz",
    "open a chest",
    "hand the ball on",
    "take up a better place",
    "get up",
    "foul",
    "open a way",
)


@final
class Plan:
    """One activation, from the turn's choice to its end."""

    def __init__(self, kind: i64, piece: i64, odds: float, worth: float, steps: list[int]) -> None:
        self.kind = kind
        self.piece = piece
        self.odds = odds  # that nothing goes wrong on the way
        self.worth = worth  # against doing nothing, on the scale of `evaluation.py`: a win is 1
        self.steps = steps


def activation(piece: i64, what: i64, rest: list[int], target: i64 = -1) -> list[int]:
    return [int(action(actions.ACTIVATE, piece)), int(action(actions.DECLARE, what, target + 1)), *rest]


def stop(path: list[int]) -> list[int]:
    return [*path, int(actions.END_ACTIVATION)]


def movement_of(game: Game, piece: i64) -> i64:
    return i64(game.squads.movement[piece])


# --- with the ball ------------------------------------------------------------------------------------------------


def score(view: View) -> Plan | None:
    """Run in, with the best odds there are."""
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
    """Carry the ball nearer, away from opponents. The more urgent, the less it minds risks and portals."""
    piece = view.carrier
    game = view.game
    found = view.reach(piece)
    here = view.square(piece)
    caution = 1.0 / (1.0 + urgency)
    standing = hopes.held(view, here, caution)
    if urgency > 0.0:
        standing *= 1.0 - view.taste.of[STUCK] * urgency / (1.0 + urgency)
    falling = hopes.dropped(view, here)
    best = 0.004
    where: i64 = -1
    chance = 1.0
    square: i64 = 0
    while square < game.dungeon.count:
        odds = found.odds(square, True)
        if odds > 0.2 and square != here:
            if game.portal_number(square) > 0:
                value = beyond_portal(view, square, caution)
            else:
                value = hopes.held(view, square, caution)
            gain = odds * value + (1.0 - odds) * falling - standing
            if gain > best:
                best = gain
                where = square
                chance = odds
        square += 1
    if view.ground is not None:
        crossing = carry_across(view, best + 0.02, standing, falling, caution)
        if crossing is not None:
            return crossing
    if where < 0:
        return None
    return Plan(RUN, piece, chance, best, activation(piece, MOVE_ACTION, stop(found.actions(where, True))))


def carry_across(view: View, least: float, standing: float, falling: float, caution: float) -> Plan | None:
    """Through a door or up a ladder with the ball; what comes then is decided there."""
    ground = view.ground
    if ground is None:
        return None
    piece = view.carrier
    found = view.reach(piece)
    left = movement_left(view.game, piece)
    best = least
    plan: Plan | None = None
    for way in ground.ways:
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
    """The most promising squares to carry the ball to, each a few steps from the others."""
    piece = view.carrier
    game = view.game
    found = view.reach(piece)
    here = view.square(piece)
    standing = hopes.held(view, here)
    falling = hopes.dropped(view, here)
    squares: list[tuple[float, int]] = []
    square: i64 = 0
    while square < game.dungeon.count:
        odds = found.odds(square, True)
        if odds > 0.3 and square != here:
            if game.portal_number(square) > 0:
                value = beyond_portal(view, square, 1.0)
            else:
                value = hopes.held(view, square)
            squares.append((-(odds * value + (1.0 - odds) * falling - standing), int(square)))
        square += 1
    squares.sort()
    plans: list[Plan] = []
    taken: list[vec[i16]] = []
    for loss, place in squares:
        where = i64(place)
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


def beyond_portal(view: View, square: i64, caution: float) -> float:
    """What the ball is worth beyond a portal, on the average; one way in six leads nowhere good."""
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
    """Give the ball to a team-mate who has not acted and can carry it on in this turn."""
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
        further = onward(view, mate)
        falling = hopes.dropped(view, there)
        direction: i64 = 0
        while direction < 8:
            square = i64(game.steps[there * 8 + direction])
            if square >= 0 and (i64(game.occupant[square]) == FREE or square == here):
                odds = found.odds(square, True)
                if odds > 0.4 and game.portal_number(square) == 0:
                    gain = odds * (catch * further + (1.0 - catch) * falling) - standing
                    gain += (1.0 - odds) * hopes.dropped(view, here)
                    if gain > best:
                        best = gain
                        giving = [*found.actions(square, True), int(action(actions.HAND_OFF, mate))]
                        plan = Plan(HAND, piece, odds * catch, gain, activation(piece, HAND_OFF_ACTION, giving))
            direction += 1
    return plan


def catch_odds(view: View, mate: i64, there: i64) -> float:
    """About how likely a team-mate is to hold a ball that is handed to it."""
    needed = i64(view.game.squads.agility[mate]) - view.game.rules.tables.catch_modifier + view.marks(there)
    if needed < 2:
        needed = 2
    return float(7 - needed) / 6.0 if needed < 7 else 0.0


def onward(view: View, mate: i64) -> float:
    """The best that a team-mate who has not acted could make of the ball."""
    game = view.game
    found = view.reach(mate)
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
    """Pick the ball up with whoever makes the most of it."""
    game = view.game
    ball = view.loose
    steps = view.to(ball)
    best = 0.01
    plan: Plan | None = None
    lying = hopes.dropped(view, ball)  # what is left of it if nobody tries
    for piece in view.ready:
        movement = movement_of(game, piece)
        if view.way(steps, piece) <= movement + 2 and view.has_hands(piece):
            found = view.reach(piece)
            odds = found.odds(ball, True)
            if odds > 0.0:
                left = movement - found.cost(ball, True)
                value = hopes.held(view, ball)
                if left > 0:  # and on with it
                    value = hopes.chance(hopes.territory(view, ball) + 2.0 * view.taste.of[STEP] * float(left) + 0.3)
                gain = odds * (value - lying) - (1.0 - odds) * 0.03
                if gain > best:
                    best = gain
                    # what comes after the pick-up is decided then
                    plan = Plan(FETCH, piece, odds, gain, activation(piece, MOVE_ACTION, found.actions(ball, True)))
    return plan


# --- against opponents --------------------------------------------------------------------------------------------


def target_worth(view: View, foe: i64) -> float:
    """What it is worth to put this opponent down."""
    game = view.game
    taste = view.taste.of
    worth = taste[DOWN]
    if foe == view.foe_carrier:
        worth += hopes.won(view, view.square(foe)) - hopes.taken(view, view.square(foe))
    elif view.carrier >= 0:
        steps = far(view.attack, view.square(foe)) - view.way(view.attack, view.carrier)
        if game.are_adjacent(view.square(foe), view.square(view.carrier)):
            worth += taste[BESIDE]
        elif steps < 0 and on_the_way(view, view.square(foe)):
            worth += taste[IN_WAY]
    elif view.loose >= 0:
        if game.are_adjacent(view.square(foe), view.loose):
            worth += 0.06
    elif view.hidden and beside_chest(game, view.square(foe)):
        worth += 0.15 * promise(game)
    if view.brinks(view.square(foe)) > 0:  # it may be pushed in
        worth += 0.02
    return worth


def on_the_way(view: View, square: i64) -> bool:
    """Whether a square lies about on the shortest way of the carrier, and he could be there in a turn."""
    near = far(view.from_carrier(), square)
    detour = near + far(view.attack, square) - view.way(view.attack, view.carrier)
    return detour <= 1 and near <= movement_of(view.game, view.carrier) + 1


def block(view: View, least: float) -> Plan | None:
    """The best block from where somebody stands, if it is worth so much."""
    game = view.game
    best = least
    plan: Plan | None = None
    for piece in view.ready:
        if not view.is_standing(piece) or piece == view.carrier:
            continue
        here = view.square(piece)
        direction: i64 = 0
        while direction < 8:
            square = i64(game.steps[here * 8 + direction])
            foe = i64(game.occupant[square]) if square >= 0 else i64(-1)
            if foe >= 0 and view.is_opponent(foe) and view.is_standing(foe):
                odds = block_odds(game, piece, foe)
                if view.brinks(here) > 0 and game.rules.heard[BALANCE_NEEDED] != 0:
                    odds.fall = odds.fall + (1.0 - odds.fall) * UNBALANCED
                gain = odds.fell * target_worth(view, foe) - odds.fall * view.taste.of[FALL] + 0.004 * float(odds.dice)
                if gain - odds.fall * stake(view, piece) > best:
                    best = gain - odds.fall * stake(view, piece)
                    plan = Plan(BLOCK, piece, 1.0 - odds.fall, gain, activation(piece, BLOCK_ACTION, [], foe))
            direction += 1
    return plan


def blocks(view: View, most: i64) -> list[Plan]:
    """The most promising blocks, each with another blocker or target."""
    game = view.game
    found: list[Plan] = []
    for piece in view.ready:
        if not view.is_standing(piece) or piece == view.carrier:
            continue
        here = view.square(piece)
        direction: i64 = 0
        while direction < 8:
            square = i64(game.steps[here * 8 + direction])
            foe = i64(game.occupant[square]) if square >= 0 else i64(-1)
            if foe >= 0 and view.is_opponent(foe) and view.is_standing(foe):
                odds = block_odds(game, piece, foe)
                if odds.dice >= 1:
                    gain = odds.fell * target_worth(view, foe) - odds.fall * (view.taste.of[FALL] + stake(view, piece))
                    found.append(Plan(BLOCK, piece, 1.0 - odds.fall, gain, activation(piece, BLOCK_ACTION, [], foe)))
            direction += 1
    found.sort(key=by_worth)
    return found[: int(most)]


def blitzes(view: View, most: i64) -> list[Plan]:
    """The most promising blitzes, the best against each opponent before the second best."""
    game = view.game
    best: list[Plan] = []
    others: list[Plan] = []
    if game.side_value(view.side, USED) >> BLITZ_ACTION & 1 != 0:
        return best
    for foe in view.foes:
        if not view.is_standing(foe):
            continue
        worth = target_worth(view, foe)
        steps = view.to(view.square(foe))
        found: list[Plan] = []
        for piece in view.ready:
            if piece == view.carrier or game.conditions[piece] & ROOTED != 0:
                continue
            if view.way(steps, piece) > movement_of(game, piece) + 1:
                continue
            plan = charge(view, piece, foe, worth, -0.1)
            if plan is not None:
                found.append(plan)
        if found:
            found.sort(key=by_worth)
            best.append(found[0])
            others.extend(found[1:2])
    best.sort(key=by_worth)
    others.sort(key=by_worth)
    best.extend(others)
    return best[: int(most)]


def by_worth(plan: Plan) -> float:
    return -plan.worth


def blitz(view: View, least: float) -> Plan | None:
    """Go and hit somebody: above all whoever has the ball."""
    game = view.game
    if game.side_value(view.side, USED) >> BLITZ_ACTION & 1 != 0:
        return None
    best = least
    plan: Plan | None = None
    for foe in view.foes:
        if not view.is_standing(foe):
            continue
        worth = target_worth(view, foe)
        if worth < 0.05 and view.foe_carrier >= 0:
            continue
        steps = view.to(view.square(foe))
        for piece in view.ready:
            if piece == view.carrier or game.conditions[piece] & ROOTED != 0:
                continue
            if view.way(steps, piece) > movement_of(game, piece) + 1:
                continue
            found = charge(view, piece, foe, worth, best)
            if found is not None:
                plan = found
                best = found.worth - (1.0 - found.odds) * stake(view, piece)
    return plan


def charge(view: View, piece: i64, foe: i64, worth: float, least: float) -> Plan | None:
    """Where to hit this opponent from."""
    game = view.game
    found = view.reach(piece)
    home = view.square(piece)
    there = view.square(foe)
    best = least
    plan: Plan | None = None
    direction: i64 = 0
    while direction < 8:
        square = i64(game.steps[there * 8 + direction])
        if square >= 0 and (i64(game.occupant[square]) == FREE or square == home) and game.portal_number(square) == 0:
            odds = found.odds(square)
            if odds > 0.4 and found.cost(square) < movement_of(game, piece) + 2:
                # the dice as they would be from there: only the squares are changed, and changed back
                game.occupant[home] = i16(FREE)
                game.occupant[square] = i16(piece)
                game.square[piece] = i16(square)
                hit = block_odds(game, piece, foe)
                game.occupant[square] = i16(FREE)
                game.square[piece] = i16(home)
                game.occupant[home] = i16(piece)
                safe = odds * (1.0 - hit.fall)
                if found.cost(square) >= movement_of(game, piece):
                    safe *= 5.0 / 6.0
                gain = odds * hit.fell * worth - (1.0 - safe) * view.taste.of[FALL]
                if gain - (1.0 - safe) * stake(view, piece) > best:
                    best = gain - (1.0 - safe) * stake(view, piece)
                    hitting = [*found.actions(square), int(action(actions.BLOCK, foe))]
                    named = foe if game.rules.tables.targets_named else i64(-1)
                    plan = Plan(BLITZ, piece, safe, gain, activation(piece, BLITZ_ACTION, hitting, named))
        direction += 1
    return plan


def stake(view: View, piece: i64) -> float:
    """What a turnover now would cost: the deeds of those who have not acted yet."""
    others = float(len(view.ready)) - 1.0
    cost = view.taste.of[TO_DO] * others
    if view.carrier >= 0 and view.carrier != piece and view.is_ready(view.carrier):
        cost += view.taste.of[TO_CARRY]
    return cost


# --- chests -------------------------------------------------------------------------------------------------------


def beside_chest(game: Game, square: i64) -> bool:
    direction: i64 = 0
    while direction < 8:
        other = i64(game.steps[square * 8 + direction])
        if other >= 0 and game.is_chest(other):
            return True
        direction += 1
    return False


def crowd(view: View, chest: i64, piece: i64) -> float:
    """Who would go up with the opener: team-mates count against it, opponents for it."""
    game = view.game
    count = 0.0
    direction: i64 = 0
    while direction < 8:
        other = i64(game.steps[chest * 8 + direction])
        if other >= 0:
            beside = i64(game.occupant[other])
            if beside >= 0 and beside != piece:
                count += 1.0 if i64(game.side_of[beside]) == view.side else -0.7
        direction += 1
    return count


def promise(game: Game) -> float:
    """The chance that the next chest holds a ball."""
    return float(game.balls_hidden) / float(game.chests_closed) if game.chests_closed > 0 else 0.0


def open_chest(view: View) -> Plan | None:
    """The last deed of a turn, because a trap ends it: the right player opens, and not next to friends. The fewer
    chests there are left, the more is risked on the way."""
    best = -0.2
    plan: Plan | None = None
    chest: i64 = 0
    while chest < view.game.dungeon.count:
        if view.game.is_chest(chest):
            found = opening(view, chest, best)
            if found is not None:
                plan = found
                best = worth_of_opening(view, found)
        chest += 1
    return plan


def openings(view: View, most: i64) -> list[Plan]:
    """The most promising chests, each with the right player."""
    found: list[Plan] = []
    chest: i64 = 0
    while chest < view.game.dungeon.count:
        if view.game.is_chest(chest):
            plan = opening(view, chest, -0.2)
            if plan is not None:
                found.append(plan)
        chest += 1
    found.sort(key=by_worth)
    return found[: int(most)]


def worth_of_opening(view: View, plan: Plan) -> float:
    """What one opening is weighed against another with."""
    return plan.worth if view.game.rules.tables.chests_block else plan.worth * plan.odds


def opening(view: View, chest: i64, least: float) -> Plan | None:
    """Who opens this chest, and from where, if it is worth more than so much."""
    game = view.game
    best = least
    plan: Plan | None = None
    inside = not game.rules.tables.chests_block
    hope = promise(game)
    steps = view.to(chest)
    found_there = hopes.held(view, chest, 0.5)
    for piece in view.ready:
        if view.way(steps, piece) > movement_of(game, piece) + 2 or not view.has_hands(piece):
            continue
        gain = hope * (found_there - 0.15) + 0.002 * float(i64(game.squads.armour[piece]))
        gain -= 0.03 * (1.0 - hope) * crowd(view, chest, piece)
        found = view.reach(piece)
        if inside:
            gain += 0.01 * float(7 - i64(game.squads.agility[piece]))
            odds = found.odds(chest)
            if odds > 0.0 and gain * odds > best:
                best = gain * odds
                plan = Plan(OPEN, piece, odds, gain, activation(piece, MOVE_ACTION, found.actions(chest)))
            continue
        direction: i64 = 0
        while direction < 8:
            square = i64(game.steps[chest * 8 + direction])
            if square >= 0 and view.marks(square) == 0:
                odds = found.odds(square)
                value = odds * gain - (1.0 - odds) * view.taste.of[FALL]
                if (odds >= SAFE or (odds > 0.4 and value > 0.04)) and value > best:
                    best = value
                    deeds = [*found.actions(square), int(action(actions.OPEN_CHEST, chest))]
                    plan = Plan(OPEN, piece, odds, value, activation(piece, MOVE_ACTION, deeds))
            direction += 1
    return plan


# --- taking up places ---------------------------------------------------------------------------------------------


def rise(view: View, piece: i64) -> Plan:
    """Just get up."""
    steps = activation(piece, MOVE_ACTION, [int(actions.STAND_UP), int(actions.END_ACTIVATION)])
    return Plan(RISE, piece, 1.0, 0.01, steps)


def walk(view: View, piece: i64, places: Places) -> Plan | None:
    """To the best place that needs no dice."""
    game = view.game
    if view.ground is not None:
        return walk_on_rough_ground(view, piece, places)
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
        where = careful_square(view, piece, places, best)
        path = view.reach(piece).actions(where) if where >= 0 else []
    return walking(view, piece, path)


def walking(view: View, piece: i64, path: list[int]) -> Plan | None:
    if not path:
        if view.is_prone(piece):
            return rise(view, piece)
        return None
    return Plan(WALK, piece, 1.0, 0.01, activation(piece, MOVE_ACTION, stop(path)))


def walk_on_rough_ground(view: View, piece: i64, places: Places) -> Plan | None:
    """The same where steps have a price: also through doors and up ladders. Who is stuck in danger waits for the end
    of the turn."""
    if view.game.conditions[piece] & SUNKEN != 0:
        return climb_out(piece) if view.game.acting < 0 else None
    if is_stranded(view, piece):
        return None
    best = places.value(view, piece, view.square(piece)) + 0.05
    where = careful_square(view, piece, places, best)
    if where >= 0:
        best = places.value(view, piece, where)
    crossing = cross(view, piece, places, best)
    if crossing is not None:
        return crossing
    return walking(view, piece, view.reach(piece).actions(where) if where >= 0 else [])


def climb_out(piece: i64) -> Plan:
    return Plan(RISE, piece, 1.0, 0.01, activation(piece, CLIMB_OUT_ACTION, []))


def cross(view: View, piece: i64, places: Places, best: float) -> Plan | None:
    """Open a way that leads to a better place, or break it open; what comes then is decided there."""
    ground = view.ground
    if ground is None:
        return None
    found = view.reach(piece)
    left = movement_left(view.game, piece)
    best += WORTHWHILE
    plan: Plan | None = None
    for way in ground.ways:
        if way.deed == 0 or found.odds(way.origin) < SAFE or found.cost(way.origin) + way.needs > left:
            continue
        value = places.value(view, piece, way.square)
        if value <= best:
            continue
        if is_open_to(view, piece, way):
            best = value
            steps = [*found.actions(way.origin), int(way.deed)]
            plan = Plan(CROSS, piece, 1.0, 0.01, activation(piece, MOVE_ACTION, steps))
        else:
            blows = blow(view, piece, way)
            if blows:
                best = value
                plan = Plan(CROSS, piece, 0.8, 0.01, blows)
    return plan


def leave_danger(view: View, piece: i64, places: Places) -> Plan | None:
    """Off ground that hurts those who stay and those who leave: the best place by the safest way."""
    found = view.reach(piece)
    game = view.game
    here = view.square(piece)
    best = -1.0e9
    where: i64 = -1
    square: i64 = 0
    while square < game.dungeon.count:
        odds = found.odds(square)
        if odds > 0.5 and square != here and i64(game.token[square]) == NO_TOKEN:
            value = places.value(view, piece, square) + 60.0 * odds
            if value > best:
                best = value
                where = square
        square += 1
    if where < 0:
        return None
    return Plan(WALK, piece, found.odds(where), 0.01, activation(piece, MOVE_ACTION, stop(found.actions(where))))


def careful_square(view: View, piece: i64, places: Places, best: float) -> i64:
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
    return where


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
                if not self.openers_steps(view, chest):
                    return worth
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

    def openers_steps(self, view: View, chest: int) -> bool:
        """The field of this opener's chest, made when another one was asked for last."""
        if len(self.to_chest) == 0 or self.to_chest[chest] != 0:
            self.to_chest = view.to(i64(chest))
        return True

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


def last_turn(view: View) -> bool:
    """Whether this side has no other team turn after this one."""
    limit = view.game.rules.tables.turn_limit
    return limit > 0 and view.game.side_value(view.side, TURNS) >= limit
