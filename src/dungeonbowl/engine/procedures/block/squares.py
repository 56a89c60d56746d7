"""Where a pushed player may go: the classes of the squares around it (O-PUSH-02), and which of them are offered.
They are three, or more with Grab, with a passage or without a pusher beside the player (O-PUSH-03 to O-PUSH-06)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from dungeonbowl.engine.actions import DECLINE, PUSH_TO, action
from dungeonbowl.engine.game import Game

if TYPE_CHECKING:
    from dungeonbowl.engine.procedures.block.push import Push

# The policy `Pushing` sorts squares into these classes.
CANDIDATE_BLOCKED: Final[i64] = 0  # wall, or what counts as one
CANDIDATE_OPEN: Final[i64] = 1
CANDIDATE_CRYPT: Final[i64] = 2  # may be chosen, but the player does not enter it
CANDIDATE_HELD: Final[i64] = 3  # a player is there: a chain-push
CANDIDATE_CHASM: Final[i64] = 4  # may be chosen; a player that enters it is a casualty
CANDIDATE_TAKEN: Final[i64] = 6  # the blocker, or a player that this push has moved already
CANDIDATE_FILLED: Final[i64] = 7  # a thing that is no wall, into which no player can be pushed
CANDIDATE_LEDGE: Final[i64] = 8  # may be chosen; a player that goes there falls from a height
CANDIDATE_BELOW: Final[i64] = 9  # the same, onto another player; like a chain-push only if nothing else is left
# What else may end a chain.
STOOD_FIRM: Final[i64] = 5
UNDECIDED: Final[i64] = -1

# What a collision does, one bit each: see `Pushing.collision`.
PUSHES_ON: Final[i64] = 1
FELLS_FIRST: Final[i64] = 2
FELLS_SECOND: Final[i64] = 4

ANY_WAY: Final[i64] = 8  # instead of a direction: pushed through a secret passage, to any side


def candidate_square(game: Game, square: i64, direction: i64) -> i64:
    """The square in this direction, even if only its own borders keep a player out; -1 for rock."""
    target = i64(game.steps[square * 8 + direction])
    return target if target >= 0 else i64(game.dungeon.bordering[square * 8 + direction])


def is_filled(found: i64) -> bool:
    """Whether squares of this class cannot be chosen freely, because a player or a thing is there."""
    return found == CANDIDATE_HELD or found == CANDIDATE_TAKEN or found == CANDIDATE_FILLED or found == CANDIDATE_BELOW


def comes_before(game: Game, first: i64, second: i64) -> bool:
    """Whether the square of the first piece comes first in reading order: top row first, west to east (O-DICE-10)."""
    dungeon = game.dungeon
    a = i64(game.square[first])
    b = i64(game.square[second])
    if dungeon.row[a] != dungeon.row[b]:
        return dungeon.row[a] < dungeon.row[b]
    return dungeon.column[a] < dungeon.column[b]


# --- what is offered to the coach who pushes --------------------------------------------------------------------------


def offer_candidates(game: Game, push: Push) -> None:
    """Offer open, crypt and chasm squares. If there are none, offer squares of players that are pushed in turn."""
    if game.dungeon.linked and is_inside(game, push):
        far_end(game, push)
        return
    turn = first_turn(push)
    last = last_turn(push)
    blocked = False
    while turn < last:
        direction = push.direction + turn & 7
        found = class_of(game, push, direction)
        if found == CANDIDATE_BLOCKED:
            blocked = True
        elif not is_filled(found):
            offer_square(game, push, direction)
        turn += 1
    if game.offers == 0 and not (blocked and game.rules.policies.pushing.wall_before_chain()):
        turn = first_turn(push)
        while turn < last:
            direction = push.direction + turn & 7
            found = class_of(game, push, direction)
            if found == CANDIDATE_HELD or found == CANDIDATE_BELOW:
                offer_square(game, push, direction)
            turn += 1
    if push.piece == push.defender and push.grabs(game):
        usual = game.offers
        free_squares(game, push)
        if usual == 0 and game.offers > 0:  # without Grab the player is pushed against the wall
            game.offer(action(DECLINE))
    if game.dungeon.linked:
        passage(game, push)


def first_turn(push: Push) -> i64:
    """How far the first square is turned from straight on, in eighths; 0 (all eight) if no direction is straight on."""
    return 0 if push.direction == ANY_WAY else 7


def last_turn(push: Push) -> i64:
    return 8 if push.direction == ANY_WAY else 10


def is_inside(game: Game, push: Push) -> bool:
    """Whether the pushed player is inside a secret passage."""
    return game.dungeon.column[i64(game.square[push.piece])] < 0


def far_end(game: Game, push: Push) -> None:
    """From inside a passage a player can only be pushed out at the other end, free or not (A-SECR-07)."""
    square = i64(game.square[push.piece])
    index = square * 2
    while index < square * 2 + 2:
        end = i64(game.dungeon.links[index])
        if end >= 0 and game.occupant[end] >= -1 and (push.attacker < 0 or game.occupant[end] != push.attacker):
            game.offer(action(PUSH_TO, end))
        index += 1


def passage(game: Game, push: Push) -> None:
    """From one end of a passage a player can also be pushed into it, if it is empty. If there is no other choice, the
    coach may decline (A-SECR-09)."""
    inside = i64(game.dungeon.links[i64(game.square[push.piece]) * 2])
    if inside < 0 or game.occupant[inside] != -1 or i64(game.squads.size[push.piece]) != 1:
        return
    if game.offers == 0:
        game.offer(action(DECLINE))
    game.offer(action(PUSH_TO, inside))


def is_walled(game: Game, push: Push) -> bool:
    """Whether a wall is among the three squares. A chain that comes back to itself ends without a wall."""
    turn = first_turn(push)
    while turn < last_turn(push):
        if class_of(game, push, push.direction + turn & 7) == CANDIDATE_BLOCKED:
            return True
        turn += 1
    return not game.rules.policies.pushing.wall_before_chain()


def only_walls(game: Game, push: Push) -> bool:
    """Whether all three squares are wall, for a pushed player that has not moved."""
    if is_inside(game, push):
        return False
    turn = first_turn(push)
    while turn < last_turn(push):
        if class_of(game, push, push.direction + turn & 7) != CANDIDATE_BLOCKED:
            return False
        turn += 1
    return True


def free_squares(game: Game, push: Push) -> None:
    """Offer every adjacent square that a player can stand on and that is not offered yet."""
    direction: i64 = 0
    while direction < 8:
        if class_of(game, push, direction) == CANDIDATE_OPEN:
            if not game.has_offered(action(PUSH_TO, square_towards(game, push, direction))):
                offer_square(game, push, direction)
        direction += 1


def offer_square(game: Game, push: Push, direction: i64) -> None:
    game.offer(action(PUSH_TO, square_towards(game, push, direction)))


def square_towards(game: Game, push: Push, direction: i64) -> i64:
    return candidate_square(game, i64(game.square[push.piece]), direction)


def class_of(game: Game, push: Push, direction: i64) -> i64:
    """The class of a square for the pushed player. A chain never comes back to itself or to the blocker."""
    piece = push.piece
    square = i64(game.square[piece])
    spoiled = piece == push.defender and (push.knocked or push.stripped)
    found = game.rules.policies.pushing.candidate_class(game, piece, square, direction, spoiled)
    if found == CANDIDATE_HELD:
        holder = i64(game.occupant[i64(game.steps[square * 8 + direction])])
        if holder == push.attacker:
            return CANDIDATE_TAKEN
        link: i64 = 0
        while link < len(push.chain):
            if i64(push.chain[link]) == holder:
                return CANDIDATE_TAKEN
            link += 2
    return found


def has_room(game: Game, push: Push) -> bool:
    direction: i64 = 0
    while direction < 8:
        if class_of(game, push, direction) == CANDIDATE_OPEN:
            return True
        direction += 1
    return False
