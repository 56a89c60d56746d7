"""Plans that coaches make seldom: a pass to a team-mate who can carry on, and a foul when nothing else is left."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.bots.tactics import hopes
from dungeonbowl.bots.tactics.plans import FOUL, PASS, Plan, activation, catch_odds, onward
from dungeonbowl.bots.tactics.taste import FALL, FOUL_LEAST, THROW_LEAST
from dungeonbowl.bots.tactics.view import View, far
from dungeonbowl.engine import actions, clauses
from dungeonbowl.engine.actions import FOUL_ACTION, PASS_ACTION, action
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.ball.passing import in_range, throw_modifier
from dungeonbowl.engine.procedures.harm.foul import foul_bonus
from dungeonbowl.engine.setup import NO_PASSING
from dungeonbowl.engine.sides import USED
from dungeonbowl.engine.statuses import STANDING

SPOILED: Final = 0.8  # how often a throw past an opponent is not caught
OUT_WHEN_BROKEN: Final = 0.42  # how often broken armour takes a player out of the match: 8 or more with two dice
SEEN: Final = 1.0 / 6.0  # how often two dice show a double, which a referee sees


def throw_on(view: View) -> Plan | None:
    """Throw the ball from where the carrier stands to a team-mate who has not acted and can make more of it."""
    game = view.game
    piece = view.carrier
    least = view.taste.of[THROW_LEAST]
    if least >= 1.0 or not view.is_standing(piece) or game.side_value(view.side, USED) >> PASS_ACTION & 1 != 0:
        return None
    needed = game.rules.policies.throwing.needed(game, piece)
    if needed == NO_PASSING:
        return None
    here = view.square(piece)
    standing = hopes.held(view, here)
    dropped = hopes.dropped(view, here)
    best = least
    plan: Plan | None = None
    for mate in view.ready:
        there = view.square(mate)
        if mate == piece or not view.is_standing(mate) or not view.has_hands(mate) or game.are_adjacent(here, there):
            continue
        if far(view.attack, there) >= far(view.attack, here) or not in_range(game, here, there):
            continue
        catch = catch_odds(view, mate, there)
        face = needed - throw_modifier(game, piece, there, clauses.PASS)
        face = 2 if face < 2 else 6 if face > 6 else face
        odds = float(7 - face) / 6.0 * catch
        if is_guarded(view, here, there):
            odds *= SPOILED
        missing = (1.0 - odds) * 0.5 * (dropped + hopes.dropped(view, there)) - standing
        if odds < 0.2 or odds + missing <= best:
            continue  # not even if the team-mate scored
        gain = odds * onward(view, mate) + missing
        if gain > best:
            best = gain
            throwing = [int(actions.AIM), int(action(actions.THROW_TO, there))]
            plan = Plan(PASS, piece, odds, gain, activation(piece, PASS_ACTION, throwing))
    return plan


def is_guarded(view: View, origin: i64, target: i64) -> bool:
    """Whether a standing opponent is near the way of a throw: no farther from both ends than they are apart."""
    columns = view.game.dungeon.column
    rows = view.game.dungeon.row
    apart = gap(i64(columns[origin]) - i64(columns[target]), i64(rows[origin]) - i64(rows[target]))
    for foe in view.foes:
        if view.is_standing(foe):
            square = view.square(foe)
            first = gap(i64(columns[origin]) - i64(columns[square]), i64(rows[origin]) - i64(rows[square]))
            last = gap(i64(columns[target]) - i64(columns[square]), i64(rows[target]) - i64(rows[square]))
            if first + last <= apart and first <= apart and last <= apart:
                return True
    return False


def gap(across: i64, down: i64) -> i64:
    across = -across if across < 0 else across
    down = -down if down < 0 else down
    return across if across > down else down


def foul(view: View) -> Plan | None:
    """Kick an opponent who lies beside a player with nothing else to do: worth it if the armour breaks often, and the
    opponent is worth more than the player who may be sent off."""
    game = view.game
    least = view.taste.of[FOUL_LEAST]
    if least >= 1.0 or game.side_value(view.side, USED) >> FOUL_ACTION & 1 != 0:
        return None
    best = least
    plan: Plan | None = None
    for piece in view.ready:
        if not view.is_standing(piece) or view.holds_ball(piece):
            continue
        here = view.square(piece)
        number: i64 = 0
        while number < 8:
            square = i64(game.steps[here * 8 + (number ^ view.facing)])
            victim = i64(game.occupant[square]) if square >= 0 else i64(-1)
            number += 1
            if victim < 0 or not view.is_opponent(victim) or i64(game.status[victim]) == STANDING:
                continue
            gain = worth_of_foul(view, piece, victim)
            if gain > best:
                best = gain
                named = victim if game.rules.tables.blows.targets_named else i64(-1)
                steps = activation(piece, FOUL_ACTION, [int(action(actions.FOUL, victim))], named)
                plan = Plan(FOUL, piece, 1.0 - SEEN, gain, steps)
    return plan


def worth_of_foul(view: View, piece: i64, victim: i64) -> float:
    """What the loss of the opponent is worth, less that of the player: two of equal worth are one."""
    game = view.game
    broken = two_dice(i64(game.squads.armour[victim]) - foul_bonus(game, piece, victim))
    seen = SEEN + (1.0 - SEEN) * broken * SEEN
    hurt = broken * (OUT_WHEN_BROKEN * use_of(game, victim) + 0.1)
    return 0.1 * (hurt - seen * use_of(game, piece)) - seen * 0.1 * view.taste.of[FALL]


def use_of(game: Game, piece: i64) -> float:
    """How useful a player is: one of the usual kind counts 1."""
    squads = game.squads
    found = 0.3 * float(i64(squads.strength[piece])) + 0.05 * float(i64(squads.movement[piece]))
    return found - 0.06 * float(i64(squads.agility[piece]))


def two_dice(needed: i64) -> float:
    """The chance that two dice show this total or more."""
    if needed <= 2:
        return 1.0
    if needed > 12:
        return 0.0
    if needed >= 7:
        left = 13 - needed
        return float(left * (left + 1) // 2) / 36.0
    below = needed - 2
    return 1.0 - float(below * (below + 1) // 2) / 36.0
