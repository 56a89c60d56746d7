"""How many dice a block has: strengths and assists (O-BLOCK-02 to O-BLOCK-04)."""

from __future__ import annotations

from mypy_extensions import i64

from dungeonbowl.engine.abilities import CANCELS_HELP, CHARGES, DAMPS_CHARGES, HELPS_WHEN_MARKED
from dungeonbowl.engine.actions import BLITZ_ACTION
from dungeonbowl.engine.footprints import is_large, squares_beside
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.progress import MOVED
from dungeonbowl.engine.statuses import DAZZLED, FURIOUS, NO_ZONE_MASK, STANDING


def assists(game: Game, helped: i64, against: i64, block: bool = True) -> i64:
    """How many team-mates of `helped` mark `against` and are marked by no other opponent (O-AST-01, O-AST-02).

    A block asks for both players. A foul asks too, with `block` false. All possible assists count (O-AST-04). With a
    wall between, there is no step and so no marking (O-AST-03). A dazzled player does not assist in blocks.
    """
    steps = game.steps
    occupant = game.occupant
    side = i64(game.side_of[helped])
    if block:
        for module in game.rules.assist_counters:
            counted = module.counts_assists(game, helped, against)
            if counted >= 0:
                return counted
    if side == i64(game.side_of[against]):  # a block against a team-mate: no player assists
        return 0
    # `against` marks every assisting player beside it; that mark alone does not prevent the assist
    allowed: i64 = 1 if game.has_zone(against) else 0
    hindrances = NO_ZONE_MASK | DAZZLED if block else NO_ZONE_MASK
    count: i64 = 0
    base = i64(game.square[against]) * 8
    end = base + 8
    if game.squads.has_large and is_large(game, against):
        steps = squares_beside(game, against)
        base = 0
        end = i64(len(steps))
    while base < end:
        neighbour = i64(steps[base])
        base += 1
        if neighbour < 0:
            continue
        piece = i64(occupant[neighbour])
        if (
            piece >= 0
            and piece != helped
            and i64(game.side_of[piece]) == side
            and i64(game.status[piece]) == STANDING
            and game.conditions[piece] & hindrances == 0
            and (game.marks_on(side, neighbour) <= allowed or helps_when_marked(game, piece, block))
        ):
            count += 1
    if game.dungeon.linked:
        count += assists_by_link(game, helped, against, block)
    return count


def assists_by_link(game: Game, helped: i64, against: i64, block: bool) -> i64:
    """How many of them mark through a secret passage."""
    side = i64(game.side_of[helped])
    allowed: i64 = 1 if game.has_zone(against) else 0
    count: i64 = 0
    index = i64(game.square[against]) * 2
    end = index + 2
    while index < end:
        neighbour = i64(game.dungeon.links[index])
        index += 1
        if neighbour >= 0:
            piece = i64(game.occupant[neighbour])
            if piece >= 0 and piece != helped and i64(game.side_of[piece]) == side and game.has_zone(piece):
                if game.conditions[piece] & DAZZLED == 0 or not block:
                    if game.marks_on(side, neighbour) <= allowed or helps_when_marked(game, piece, block):
                        count += 1
    return count


def helps_when_marked(game: Game, piece: i64, block: bool) -> bool:
    """Whether this player assists although it is marked. In the player's own team turn an opponent may cancel that."""
    if not game.able(piece, HELPS_WHEN_MARKED) or not (block or game.rules.policies.blocking.guards_fouls()):
        return False
    side = i64(game.side_of[piece])
    if side != game.active:
        return True
    base = i64(game.square[piece]) * 8
    direction: i64 = 0
    while direction < 8:
        neighbour = i64(game.steps[base + direction])
        if neighbour >= 0:
            other = i64(game.occupant[neighbour])
            if other >= 0 and i64(game.side_of[other]) != side and game.able(other, CANCELS_HELP):
                return False
        direction += 1
    return True


def striking_strength(game: Game, attacker: i64, defender: i64) -> i64:
    """The blocker's Strength before assists: more with Horns in a Blitz, less against an Inertia Damper."""
    strength = game.strength(attacker)
    if game.declared == BLITZ_ACTION and game.progress & MOVED != 0 and attacker == game.acting:
        if strength > 1 and defender >= 0 and game.can(defender, DAMPS_CHARGES):
            strength -= 1
    if game.declared == BLITZ_ACTION and attacker == game.acting and game.able(attacker, CHARGES):
        if game.rules.policies.blocking.charge_counts(game):
            strength += 1
    most = game.rules.tables.blows.most_strength
    if strength > most:
        return most
    return strength


def block_dice(game: Game, attacker: i64, defender: i64, matched: bool = False) -> i64:
    """How many dice a block has; negative if the defender's coach chooses the face (O-BLOCK-02, O-BLOCK-03).

    `matched`: the blocker counts as strong as its target. A furious blocker always has three dice.
    """
    if game.conditions[attacker] & FURIOUS != 0:
        return 3
    defence = game.strength(defender)
    attack = defence if matched else striking_strength(game, attacker, defender)
    return dice_between(attack + assists(game, attacker, defender), defence + assists(game, defender, attacker))


def dice_between(attack: i64, defence: i64) -> i64:
    """How many dice a block between two strengths has; negative if the second side chooses the face."""
    if attack == defence:
        return 1
    if attack > defence:
        return 3 if attack > 2 * defence else 2
    return -3 if defence > 2 * attack else -2
