"""Things one player could do now, each as a list of actions with its odds and its worth.

A plan is good as long as its next action is on offer; as soon as it is not (somebody fell, a portal spoke), it is
dropped and a new one is made.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from dungeonbowl.bots.tactics.odds import block_odds
from dungeonbowl.bots.tactics.view import FAR, View, far
from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import (
    BLITZ_ACTION,
    BLOCK_ACTION,
    HAND_OFF_ACTION,
    MOVE_ACTION,
    action,
)
from dungeonbowl.engine.game import FREE, TURNS, USED, Game
from dungeonbowl.engine.statuses import ROOTED, STUNNED

SAFE: Final = 0.999  # nothing to roll on the way

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


def holding(distance: i64, movement: i64) -> float:
    """What it is worth to hold the ball so far from where one scores."""
    if distance >= FAR:
        return 0.25
    turns = float(distance) / float(movement if movement > 0 else 1)
    return 0.3 + 0.6 / (1.0 + 0.45 * turns)


def activation(piece: i64, what: i64, rest: list[int], target: i64 = -1) -> list[int]:
    return [int(action(actions.ACTIVATE, piece)), int(action(actions.DECLARE, what, target + 1))] + rest


def stop(path: list[int]) -> list[int]:
    return path + [int(actions.END_ACTIVATION)]


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
    gain = 1.0 - holding(view.way(view.attack, piece), movement_of(view.game, piece))
    return Plan(SCORE, piece, best, gain, activation(piece, MOVE_ACTION, stop(found.actions(where, True))))


def exposure(view: View, square: i64) -> float:
    """How much of the ball's worth is in danger on this square in the other side's next turn."""
    marks = float(view.marks(square))
    threats = float(view.threat(square))
    danger = 0.10 * marks + 0.012 * threats - 0.015 * shelter(view, square)
    if danger < 0.0:
        return 0.0
    return danger if danger < 0.7 else 0.7


def shelter(view: View, square: i64) -> float:
    """Standing team-mates and walls beside a square: from there nobody comes."""
    game = view.game
    cover = 0.0
    direction: i64 = 0
    while direction < 8:
        other = i64(game.steps[square * 8 + direction])
        if other < 0:
            cover += 0.25
        else:
            mate = i64(game.occupant[other])
            if mate >= 0 and mate != view.carrier and i64(game.side_of[mate]) == view.side and game.has_zone(mate):
                cover += 1.0
        direction += 1
    return cover


def run(view: View, urgency: float) -> Plan | None:
    """Carry the ball nearer, away from opponents. The more urgent, the less it minds risks and portals."""
    piece = view.carrier
    game = view.game
    found = view.reach(piece)
    here = view.square(piece)
    movement = movement_of(game, piece)
    caution = 1.0 / (1.0 + urgency)
    now = holding(view.way(view.attack, piece), movement)
    standing = now * (1.0 - caution * exposure(view, here))
    best = 0.004
    where: i64 = -1
    chance = 1.0
    square: i64 = 0
    while square < game.dungeon.count:
        odds = found.odds(square, True)
        if odds > 0.3 and square != here:
            if game.portal_number(square) > 0:
                value = beyond_portal(view, square, movement) * 0.75
            else:
                value = holding(far(view.attack, square), movement) * (1.0 - caution * exposure(view, square))
            gain = odds * value - (1.0 - odds) * 0.12 - standing
            if gain > best:
                best = gain
                where = square
                chance = odds
        square += 1
    if where < 0:
        return None
    return Plan(RUN, piece, chance, best, activation(piece, MOVE_ACTION, stop(found.actions(where, True))))


def beyond_portal(view: View, square: i64, movement: i64) -> float:
    """What the ball is worth beyond a portal, on the average; one way in six leads nowhere good."""
    total = 0.0
    ways = 0.0
    for portal in view.game.portals:
        if portal >= 0 and i64(portal) != square:
            total += holding(far(view.attack, i64(portal)), movement)
            ways += 1.0
    return 5.0 / 6.0 * total / ways if ways > 0.0 else 0.0


def hand_on(view: View) -> Plan | None:
    """Give the ball to a team-mate who can still run in this turn."""
    piece = view.carrier
    game = view.game
    if game.side_value(view.side, USED) >> HAND_OFF_ACTION & 1 != 0:
        return None
    found = view.reach(piece)
    best = 0.0
    plan: Plan | None = None
    now = holding(view.way(view.attack, piece), movement_of(game, piece))
    for mate in view.ready:
        if mate == piece or not view.is_standing(mate) or not view.has_hands(mate):
            continue
        there = view.square(mate)
        left = far(view.attack, there) - movement_of(game, mate)
        if left > 2 or far(view.attack, there) >= view.way(view.attack, piece):
            continue
        catch = float(8 - i64(game.squads.agility[mate]) + game.rules.tables.catch_modifier - view.marks(there)) / 6.0
        if catch > 5.0 / 6.0:
            catch = 5.0 / 6.0
        if catch < 0.3:
            continue
        finish = 0.9 if left <= 0 else 0.75 if left == 1 else 0.6
        if view.marks(there) > 0:
            finish *= 0.6
        direction: i64 = 0
        while direction < 8:
            square = i64(game.steps[there * 8 + direction])
            if square >= 0 and (i64(game.occupant[square]) == FREE or square == view.square(piece)):
                odds = found.odds(square, True) * catch
                gain = odds * finish - (1.0 - odds) * now - odds * (1.0 - finish) * 0.1 - odds * now * (1.0 - finish)
                gain -= odds * finish * now
                if odds > 0.4 and gain > best:
                    best = gain
                    giving = found.actions(square, True) + [int(action(actions.HAND_OFF, mate))]
                    plan = Plan(HAND, piece, odds, gain, activation(piece, HAND_OFF_ACTION, giving))
            direction += 1
    return plan


def fetch(view: View) -> Plan | None:
    """Pick the ball up with whoever has the best of odds and a short way afterwards."""
    game = view.game
    ball = view.loose
    steps = view.to(ball)
    best = 0.02
    plan: Plan | None = None
    for piece in view.ready:
        movement = movement_of(game, piece)
        if view.way(steps, piece) <= movement + 2 and view.has_hands(piece):
            found = view.reach(piece)
            odds = found.odds(ball, True)
            if odds > 0.0:
                value = holding(far(view.attack, ball), movement) * (1.0 - 0.5 * exposure(view, ball))
                gain = odds * (value - 0.2) - (1.0 - odds) * 0.06
                if gain > best:
                    best = gain
                    # what comes after the pick-up is decided then
                    plan = Plan(FETCH, piece, odds, gain, activation(piece, MOVE_ACTION, found.actions(ball, True)))
    return plan


# --- against opponents --------------------------------------------------------------------------------------------


def target_worth(view: View, foe: i64) -> float:
    """What it is worth to put this opponent down."""
    game = view.game
    worth = 0.035
    if foe == view.foe_carrier:
        distance = view.way(view.defend, foe)
        worth += 0.25 + 0.9 * (holding(distance, movement_of(game, foe)) - 0.3)
    elif view.carrier >= 0:
        steps = far(view.attack, view.square(foe)) - view.way(view.attack, view.carrier)
        if game.are_adjacent(view.square(foe), view.square(view.carrier)):
            worth += 0.09
        elif steps < 0 and on_the_way(view, view.square(foe)):
            worth += 0.05
    elif view.loose >= 0 and game.are_adjacent(view.square(foe), view.loose):
        worth += 0.06
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
            if foe >= 0 and i64(game.side_of[foe]) != view.side and view.is_standing(foe):
                odds = block_odds(game, piece, foe)
                gain = odds.fell * target_worth(view, foe) - odds.fall * 0.06 + 0.004 * float(odds.dice)
                if gain - odds.fall * stake(view, piece) > best:
                    best = gain - odds.fall * stake(view, piece)
                    plan = Plan(BLOCK, piece, 1.0 - odds.fall, gain, activation(piece, BLOCK_ACTION, [], foe))
            direction += 1
    return plan


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
                gain = odds * hit.fell * worth - (1.0 - safe) * 0.06
                if gain - (1.0 - safe) * stake(view, piece) > best:
                    best = gain - (1.0 - safe) * stake(view, piece)
                    hitting = found.actions(square) + [int(action(actions.BLOCK, foe))]
                    plan = Plan(BLITZ, piece, safe, gain, activation(piece, BLITZ_ACTION, hitting, foe))
        direction += 1
    return plan


def stake(view: View, piece: i64) -> float:
    """What a turnover now would cost: the deeds of those who have not acted yet."""
    others = float(len(view.ready)) - 1.0
    cost = 0.008 * others
    if view.carrier >= 0 and view.carrier != piece and view.is_ready(view.carrier):
        cost += 0.06
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


def open_chest(view: View) -> Plan | None:
    """The last deed of a turn, because a trap ends it: the right player opens, and not next to friends."""
    game = view.game
    best = -0.2
    plan: Plan | None = None
    inside = not game.rules.tables.chests_block
    promise = float(game.balls_hidden) / float(game.chests_closed)
    chest: i64 = 0
    while chest < game.dungeon.count:
        if game.is_chest(chest):
            steps = view.to(chest)
            for piece in view.ready:
                if view.way(steps, piece) > movement_of(game, piece) + 1 or not view.has_hands(piece):
                    continue
                gain = promise * (holding(far(view.attack, chest), movement_of(game, piece)) - 0.15)
                gain += 0.002 * float(i64(game.squads.armour[piece])) - 0.03 * crowd(view, chest, piece)
                if inside:
                    gain += 0.01 * float(7 - i64(game.squads.agility[piece]))
                found = view.reach(piece)
                if inside:
                    odds = found.odds(chest)
                    if odds > 0.0 and gain * odds > best:
                        best = gain * odds
                        plan = Plan(OPEN, piece, odds, gain, activation(piece, MOVE_ACTION, found.actions(chest)))
                    continue
                direction: i64 = 0
                while direction < 8:
                    square = i64(game.steps[chest * 8 + direction])
                    if square >= 0 and found.odds(square) >= SAFE and view.marks(square) == 0 and gain > best:
                        best = gain
                        opening = found.actions(square) + [int(action(actions.OPEN_CHEST, chest))]
                        plan = Plan(OPEN, piece, 1.0, gain, activation(piece, MOVE_ACTION, opening))
                    direction += 1
        chest += 1
    return plan


# --- taking up places ---------------------------------------------------------------------------------------------


def rise(view: View, piece: i64) -> Plan:
    """Just get up."""
    steps = activation(piece, MOVE_ACTION, [int(actions.STAND_UP), int(actions.END_ACTIVATION)])
    return Plan(RISE, piece, 1.0, 0.01, steps)


def walk(view: View, piece: i64, places: Places) -> Plan | None:
    """To the best place that needs no dice."""
    game = view.game
    found = view.reach(piece)
    here = view.square(piece)
    best = places.value(view, piece, here) + 0.05
    where: i64 = -1
    square: i64 = 0
    while square < game.dungeon.count:
        if found.odds(square) >= SAFE and square != here and square != view.loose and game.portal_number(square) == 0:
            if not (game.is_chest(square)):
                value = places.value(view, piece, square)
                if value > best:
                    best = value
                    where = square
        square += 1
    if where < 0:
        if view.is_prone(piece):
            return rise(view, piece)
        return None
    return Plan(WALK, piece, 1.0, 0.01, activation(piece, MOVE_ACTION, stop(found.actions(where))))


@final
class Places:
    """Where players without a deed are wanted: one field of distances for each thing worth being near to."""

    to_ball: vec[i16]
    to_carrier: vec[i16]
    to_foe: vec[i16]
    to_chest: vec[i16]

    def __init__(self, view: View) -> None:
        nothing = vec[i16]()
        self.to_ball = view.to(view.loose) if view.loose >= 0 else nothing
        self.to_carrier = view.to(view.square(view.carrier)) if view.carrier >= 0 else nothing
        self.to_foe = view.to(view.square(view.foe_carrier)) if view.foe_carrier >= 0 else nothing
        self.to_chest = nothing
        self.openers: dict[int, int] = {}
        if view.hidden:
            self.assign_openers(view)

    def assign_openers(self, view: View) -> None:
        """One player for each of the nearest chests; the others keep away from the explosions."""
        game = view.game
        pairs: list[tuple[int, int, int]] = []
        chest: i64 = 0
        while chest < game.dungeon.count:
            if game.is_chest(chest):
                steps = view.to(chest)
                for piece in view.mine:
                    if view.has_hands(piece) and i64(game.status[piece]) != STUNNED:
                        turns = view.way(steps, piece) * 100 // (movement_of(game, piece) + 1)
                        pairs.append((int(turns), int(piece), int(chest)))
            chest += 1
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
        worth = -0.3 * marks
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
                if not self.openers_steps(view, chest):
                    return worth
                return worth - float(far(self.to_chest, square))
            if beside_chest(game, square):
                worth -= 4.0
        return worth - 0.5 * float(far(view.attack, square))

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
            worth -= float(near if near > 1 else 1)
            if near == 1:
                worth += 0.8
        else:
            worth -= 8.0 + 0.6 * float(near - 8)
        if ahead > 0:
            worth += 0.35 * float(ahead if ahead < 4 else 4)
        return worth

    def defend(self, view: View, piece: i64, square: i64, marks: float) -> float:
        """Between the opponent with the ball and where he wants to go, best beside him."""
        near = far(self.to_foe, square)
        total = view.way(view.defend, view.foe_carrier)
        detour = near + far(view.defend, square) - total  # 0 on one of his shortest ways
        worth = -0.6 * float(near) - 0.5 * float(detour if detour < 12 else 12) - 0.1 * marks
        if near == 1:
            worth += 2.0
        if far(view.defend, square) > total:
            worth -= 1.5
        return worth


def last_turn(view: View) -> bool:
    """Whether this side has no other team turn after this one."""
    limit = view.game.rules.tables.turn_limit
    return limit > 0 and view.game.side_value(view.side, TURNS) >= limit
