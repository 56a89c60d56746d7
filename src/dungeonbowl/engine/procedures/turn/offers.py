"""What is offered to a player in its activation: steps, jumps, and neighbours to attack."""

from __future__ import annotations

from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import action
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.procedures.move.step import is_barred, may_step, price
from dungeonbowl.engine.statuses import ROOTED, STANDING, SUNKEN


def offer_against(game: Game, choice: i64, other: i64) -> None:
    """Offer an action against a neighbour only once; a large neighbour may be adjacent more than once."""
    if i64(game.squads.size[other]) > 1:
        offer_once(game, choice)
    else:
        game.offer(choice)


def may_be_blocked(game: Game, attacker: i64, defender: i64) -> bool:
    """Whether the defender is standing, of another side or of no side, and not below the floor (O-ACT-02)."""
    return (
        i64(game.status[defender]) == STANDING
        and i64(game.side_of[defender]) != i64(game.side_of[attacker])
        and game.conditions[defender] & SUNKEN == 0
    )


def is_rooted(game: Game, piece: i64) -> bool:
    """Whether a rooted player cannot move. In some editions it may try to move, and falls."""
    return game.conditions[piece] & ROOTED != 0 and game.rules.policies.footwork.roots_hold()


def offer_steps(game: Game, piece: i64) -> bool:
    """Offer every step that a player may take with the movement that is left. Returns whether there may be somebody
    beside it to jump over: the squares are looked through for that a second time only then."""
    if is_rooted(game, piece):
        return False
    steps = game.steps
    occupant = game.occupant
    base = i64(game.square[piece]) * 8
    direction: i64 = 0
    rules = game.rules
    if i64(game.squads.size[piece]) == 1 and not rules.floor_watched:
        guarded = len(rules.step_bars) > 0 or len(rules.step_costs) > 0
        special = game.dungeon.special
        left = game.moves_left + game.rushes_left
        here = base >> 3
        offered = game.room_for(8)
        count = game.offers
        somebody_down = False
        while direction < 8:
            neighbour = i64(steps[base + direction])
            if neighbour >= 0:
                there = i64(occupant[neighbour])
                if there == FREE:
                    if guarded and (special[here] != 0 or special[neighbour] != 0):
                        if is_barred(game, piece, here, neighbour) or price(game, piece, here, neighbour) > left:
                            direction += 1
                            continue
                    offered[count] = actions.STEP | direction << 8
                    count += 1
                elif there >= 0 and i64(game.status[there]) != STANDING:
                    somebody_down = True
            direction += 1
        game.offers = count
        return somebody_down
    left = game.moves_left + game.rushes_left
    while direction < 8:
        if may_step(game, piece, direction):
            origin = i64(game.square[piece])
            if price(game, piece, origin, i64(steps[base + direction])) <= left:
                game.offer(actions.STEP | direction << 8)
        direction += 1
    return True


def offer_jumps(game: Game, piece: i64) -> None:
    """Offer jumps over an adjacent player that is down, to the squares where a push would send it (O-MOVE-12)."""
    movement = game.rules.tables.movement
    if not movement.jumps_over_fallen or game.moves_left + game.rushes_left < movement.jump_cost:
        return
    if game.conditions[piece] & ROOTED != 0:
        return
    steps = game.steps
    occupant = game.occupant
    origin = i64(game.square[piece])
    direction: i64 = 0
    while direction < 8:
        middle = i64(steps[origin * 8 + direction])
        if middle >= 0:
            over = i64(occupant[middle])
            if over >= 0 and i64(game.status[over]) != STANDING:
                turn: i64 = 7
                while turn < 10:
                    landing = i64(steps[middle * 8 + (direction + turn & 7)])
                    if landing >= 0 and occupant[landing] == -1 and not is_barred(game, piece, origin, landing):
                        offer_once(game, action(actions.JUMP, landing))
                    turn += 1
        direction += 1


def offer_once(game: Game, choice: i64) -> None:
    """Offer an action, unless it is offered already."""
    if not game.has_offered(choice):
        game.offer(choice)
