"""Plans against opponents: blocks without moving, and blitzes."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from dungeonbowl.bots.tactics import hopes
from dungeonbowl.bots.tactics.chests import beside_chest, promise
from dungeonbowl.bots.tactics.odds import BlockOdds, block_odds
from dungeonbowl.bots.tactics.plans import BLITZ, BLOCK, Plan, activation, by_worth, movement_of, stake
from dungeonbowl.bots.tactics.taste import BESIDE, DOWN, FALL, IN_WAY
from dungeonbowl.bots.tactics.view import View, far
from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import BLITZ_ACTION, BLOCK_ACTION, action
from dungeonbowl.engine.moments import BALANCE_NEEDED
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.sides import USED
from dungeonbowl.engine.statuses import ROOTED

BLOCKER_FROM: Final[i64] = 16  # the bits of a pair of blocker and target
TARGET: Final[i64] = 0xFFFF
UNBALANCED: Final = 1.0 / 6.0  # about how often a player who has to keep its balance on a brink fails


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
    if view.brinks(view.square(foe)) > 0:  # it may be pushed over the brink
        worth += 0.02
    return worth


def on_the_way(view: View, square: i64) -> bool:
    """Whether a square lies near the carrier's shortest way, and the carrier could be there in one turn."""
    near = far(view.from_carrier(), square)
    detour = near + far(view.attack, square) - view.way(view.attack, view.carrier)
    return detour <= 1 and near <= movement_of(view.game, view.carrier) + 1


def contacts(view: View) -> vec[i64]:
    """Every pair of a player who could block without moving and an opponent beside it, each pair as one number."""
    game = view.game
    found = vec[i64]()
    for piece in view.ready:
        if not view.is_standing(piece) or view.holds_ball(piece):
            continue
        here = view.square(piece)
        number: i64 = 0
        while number < 8:
            square = i64(game.steps[here * 8 + (number ^ view.facing)])
            foe = i64(game.occupant[square]) if square >= 0 else i64(-1)
            if foe >= 0 and view.is_opponent(foe) and view.is_standing(foe):
                found = append(found, piece << BLOCKER_FROM | foe)
            number += 1
    return found


def is_in_range(view: View, piece: i64, steps: vec[i16]) -> bool:
    """Whether a player can be sent to blitz the opponent to whom these steps lead."""
    game = view.game
    if view.holds_ball(piece) or game.conditions[piece] & ROOTED != 0:
        return False
    return view.way(steps, piece) <= movement_of(game, piece) + 1


def balanced_odds(view: View, piece: i64, foe: i64) -> BlockOdds:
    """The chances of a block without moving, on a brink too."""
    odds = block_odds(view.game, piece, foe)
    if view.brinks(view.square(piece)) > 0 and view.game.rules.heard[BALANCE_NEEDED] != 0:
        odds.fall = odds.fall + (1.0 - odds.fall) * UNBALANCED
    return odds


def block(view: View, least: float) -> Plan | None:
    """The best block without moving, if it is worth more than `least`."""
    best = least
    plan: Plan | None = None
    for pair in contacts(view):
        piece = pair >> BLOCKER_FROM
        foe = pair & TARGET
        odds = balanced_odds(view, piece, foe)
        gain = odds.fell * target_worth(view, foe) - odds.fall * view.taste.of[FALL] + 0.004 * float(odds.dice)
        if gain - odds.fall * stake(view, piece) > best:
            best = gain - odds.fall * stake(view, piece)
            plan = Plan(BLOCK, piece, 1.0 - odds.fall, gain, activation(piece, BLOCK_ACTION, [], foe))
    return plan


def blocks(view: View, most: i64) -> list[Plan]:
    """The most promising blocks, each with another blocker or target."""
    found: list[Plan] = []
    for pair in contacts(view):
        piece = pair >> BLOCKER_FROM
        foe = pair & TARGET
        odds = balanced_odds(view, piece, foe)
        if odds.dice >= 1:
            gain = odds.fell * target_worth(view, foe) - odds.fall * (view.taste.of[FALL] + stake(view, piece))
            found.append(Plan(BLOCK, piece, 1.0 - odds.fall, gain, activation(piece, BLOCK_ACTION, [], foe)))
    found.sort(key=by_worth)
    return found[: int(most)]


def blitzes(view: View, most: i64) -> list[Plan]:
    """The most promising blitzes: the best against each opponent before the second best."""
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
            if not is_in_range(view, piece, steps):
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


def blitz(view: View, least: float) -> Plan | None:
    """The best blitz, if it is worth more than `least`; above all against the opponent with the ball."""
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
            if not is_in_range(view, piece, steps):
                continue
            found = charge(view, piece, foe, worth, best)
            if found is not None:
                plan = found
                best = found.worth - (1.0 - found.odds) * stake(view, piece)
    return plan


def charge(view: View, piece: i64, foe: i64, worth: float, least: float) -> Plan | None:
    """The blitz of this player against this opponent, from the best square; None if it is worth `least` or less."""
    game = view.game
    if not view.has_reach(piece) and not may_be_worth(view, piece, foe, worth, least):
        return None
    found = view.reach(piece)
    home = view.square(piece)
    there = view.square(foe)
    movement = movement_of(game, piece)
    staked = stake(view, piece)
    best = least
    plan: Plan | None = None
    number: i64 = 0
    while number < 8:
        square = i64(game.steps[there * 8 + (number ^ view.facing)])
        if square >= 0 and (i64(game.occupant[square]) == FREE or square == home) and game.portal_number(square) == 0:
            odds = found.odds(square)
            if odds > 0.4 and found.cost(square) < movement + 2:
                hit = odds_from(view, piece, foe, square)
                safe = odds * (1.0 - hit.fall)
                if found.cost(square) >= movement:
                    safe *= 5.0 / 6.0
                gain = odds * hit.fell * worth - (1.0 - safe) * view.taste.of[FALL]
                if gain - (1.0 - safe) * staked > best:
                    best = gain - (1.0 - safe) * staked
                    hitting = [*found.actions(square), int(action(actions.BLOCK, foe))]
                    named = foe if game.rules.tables.blows.targets_named else i64(-1)
                    plan = Plan(BLITZ, piece, safe, gain, activation(piece, BLITZ_ACTION, hitting, named))
        number += 1
    return plan


def may_be_worth(view: View, piece: i64, foe: i64, worth: float, least: float) -> bool:
    """Whether this blitz would be worth more than `least` if the player came up to the opponent without any roll. Most
    are not, and their dice are counted ten times as quickly as ways are searched."""
    game = view.game
    falling = view.taste.of[FALL]
    staked = stake(view, piece)
    if worth < 0.0 or falling < 0.0 or staked < 0.0:
        return True  # a tuned taste for which a safer way is not always better
    home = view.square(piece)
    steps = game.steps
    base = view.square(foe) * 8
    end = base + 8
    while base < end:
        square = i64(steps[base])
        base += 1
        if square >= 0 and (i64(game.occupant[square]) == FREE or square == home):
            hit = odds_from(view, piece, foe, square)
            # step by step as in `charge`, so that rounding cannot make the promise smaller than what is found there
            gain = hit.fell * worth - (1.0 - (1.0 - hit.fall)) * falling
            if gain - (1.0 - (1.0 - hit.fall)) * staked > least:
                return True
    return False


def odds_from(view: View, piece: i64, foe: i64, square: i64) -> BlockOdds:
    """The dice of a block as they would be from a square that is free or the player's own: only the squares are
    changed, and then changed back."""
    game = view.game
    home = view.square(piece)
    game.occupant[home] = i16(FREE)
    game.occupant[square] = i16(piece)
    game.square[piece] = i16(square)
    hit = block_odds(game, piece, foe)
    game.occupant[square] = i16(FREE)
    game.square[piece] = i16(home)
    game.occupant[home] = i16(piece)
    return hit
