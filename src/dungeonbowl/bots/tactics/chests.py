"""Plans for chests: which player opens which chest, and from where."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.bots.tactics import hopes
from dungeonbowl.bots.tactics.plans import OPEN, SAFE, Plan, activation, by_worth, movement_of
from dungeonbowl.bots.tactics.taste import FALL
from dungeonbowl.bots.tactics.view import View
from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import MOVE_ACTION, action
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.tokens import CHEST_TOKEN

LEAST: Final = -0.2  # the least worth of an opening; below 0, because the ball must be found


def beside_chest(game: Game, square: i64) -> bool:
    steps = game.steps
    token = game.token
    base = square * 8
    end = base + 8
    while base < end:
        other = i64(steps[base])
        if other >= 0 and i64(token[other]) == CHEST_TOKEN:
            return True
        base += 1
    return False


def crowd(view: View, chest: i64, piece: i64) -> float:
    """How much an explosion would hurt this side: 1 for each team-mate beside the chest, -0.7 for each opponent."""
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
    """The last plan of a turn, because a trap ends the turn: the best player opens, not next to team-mates. The fewer
    chests are left, the more risk is taken on the way."""
    best = LEAST
    plan: Plan | None = None
    for chest in view.chests():
        found = opening(view, i64(chest), best)
        if found is not None:
            plan = found
            best = worth_of_opening(view, found)
    return plan


def openings(view: View, most: i64) -> list[Plan]:
    """The most promising chests, each with the best player to open it."""
    found: list[Plan] = []
    for chest in view.chests():
        plan = opening(view, i64(chest), LEAST)
        if plan is not None:
            found.append(plan)
    found.sort(key=by_worth)
    return found[: int(most)]


def worth_of_opening(view: View, plan: Plan) -> float:
    """What one opening is weighed against another with."""
    return plan.worth if view.game.rules.policies.chests.block_squares() else plan.worth * plan.odds


def opening(view: View, chest: i64, least: float, only: i64 = -1) -> Plan | None:
    """The plan to open this chest, with the best player and square; None if it is worth no more than `least`. With
    `only`, just that player is considered."""
    game = view.game
    best = least
    plan: Plan | None = None
    inside = not game.rules.policies.chests.block_squares()
    hope = promise(game)
    steps = view.to(chest)
    found_there = hopes.held(view, chest, 0.5)
    for piece in view.ready:
        if only >= 0 and piece != only:
            continue
        if view.way(steps, piece) > movement_of(game, piece) + 2 or not view.has_hands(piece):
            continue
        gain = hope * (found_there - 0.15) + 0.002 * float(i64(game.squads.armour[piece]))
        gain -= 0.03 * (1.0 - hope) * crowd(view, chest, piece)
        gain += 0.004 * hope * float(7 - i64(game.squads.agility[piece]))
        if inside:
            gain += 0.01 * float(7 - i64(game.squads.agility[piece]))
        if most_worth(view, gain, inside) <= best:
            continue  # however safe the way: no need to search it
        found = view.reach(piece)
        if inside:
            odds = found.odds(chest)
            if odds > 0.0 and gain * odds > best:
                best = gain * odds
                plan = Plan(OPEN, piece, odds, gain, activation(piece, MOVE_ACTION, found.actions(chest)))
            continue
        number: i64 = 0
        while number < 8:
            square = i64(game.steps[chest * 8 + (number ^ view.facing)])
            if square >= 0 and view.marks(square) == 0:
                odds = found.odds(square)
                value = odds * gain - (1.0 - odds) * view.taste.of[FALL]
                if (odds >= SAFE or (odds > 0.4 and value > 0.04)) and value > best:
                    best = value
                    deeds = [*found.actions(square), int(action(actions.OPEN_CHEST, chest))]
                    plan = Plan(OPEN, piece, odds, value, activation(piece, MOVE_ACTION, deeds))
            number += 1
    return plan


def most_worth(view: View, gain: float, inside: bool) -> float:
    """What an opening is weighed with at most, whatever the odds on the way."""
    failing = 0.0 if inside else -view.taste.of[FALL]
    return gain if gain > failing else failing
