"""What must be true of a board whenever a coach has to decide in a team turn."""

from __future__ import annotations

from dungeonbowl.dungeon.terrain import is_impassable
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import BARRED, FREE, GONE, HIDDEN
from dungeonbowl.engine.statuses import STATUS_NAMES, STUNNED
from dungeonbowl.engine.tokens import CHEST_TOKEN, NO_TOKEN, STATUE_TOKEN, TRAP_TOKEN


def assert_sound_pieces(game: Game, seed: int) -> None:
    """Every piece has one status, which fits its being in the dungeon or not; every square of a body belongs to its
    piece."""
    where = f"seed {seed}, decision {game.decisions}"
    owner: dict[int, int] = {}
    for piece in range(int(game.squads.count)):
        square, status, size = int(game.square[piece]), int(game.status[piece]), int(game.squads.size[piece])
        assert status < len(STATUS_NAMES)
        assert (square >= 0) == (status <= STUNNED), f"{where}: piece {piece} is {STATUS_NAMES[status]} at {square}"
        covered = body_of(game, square, size)
        assert len(covered) == (size * size if square >= 0 else 0), f"{where}: piece {piece} does not fit at {square}"
        for node in covered:
            assert node not in owner, f"{where}: two pieces on one square"
            owner[node] = piece
            assert not is_impassable(int(game.dungeon.terrain[node])), f"{where}: piece {piece} at {node}"
            assert not game.is_chest(node), f"{where}: piece {piece} on a chest"
    for node in range(int(game.dungeon.count)):
        occupant = int(game.occupant[node])
        if occupant >= 0 or node in owner:
            assert owner.get(node) == occupant, f"{where}: occupant of {node}"
        else:
            chest = int(game.token[node]) == CHEST_TOKEN and game.rules.policies.chests.block_squares()
            barred = is_impassable(int(game.dungeon.terrain[node])) or chest or game.token[node] == STATUE_TOKEN
            assert occupant == (BARRED if barred else FREE), f"{where}: square {node}"
    chests = sum(1 for token in game.token if token == CHEST_TOKEN)
    assert int(game.chests_closed) == chests, f"{where}: {chests} chests"


def body_of(game: Game, square: int, size: int) -> list[int]:
    """The squares under a piece."""
    if square < 0:
        return []
    return [square] if size == 1 else [int(node) for node in game.dungeon.footprint(square, size)]


def assert_sound_balls(game: Game, seed: int) -> None:
    """Every ball is hidden, held by a standing player, or lies on a free and passable square that is no portal."""
    where = f"seed {seed}, decision {game.decisions}"
    hidden = 0
    for ball in range(len(game.balls)):
        place = int(game.balls[ball])
        carrier = int(game.carrier(ball))
        assert place != GONE or len(game.balls) > 1, f"{where}: the ball is gone"
        if place == HIDDEN:
            hidden += 1
        elif place == GONE:
            continue
        elif carrier >= 0:
            assert game.is_standing(carrier), f"{where}: piece {carrier} holds the ball lying down"
            assert game.square[carrier] >= 0, f"{where}: piece {carrier} holds the ball outside"
        else:
            assert int(game.occupant[place]) == FREE, f"{where}: the ball rests on somebody or something"
            lies_well = game.token[place] in (NO_TOKEN, TRAP_TOKEN)  # a trap is unknown, and no ball triggers it
            assert lies_well, f"{where}: the ball rests on a portal, a pit or a chest"
    lying = [int(place) for place in game.balls if place >= 0]
    assert len(set(lying)) == len(lying), f"{where}: two balls on one square"
    assert hidden == int(game.balls_hidden), f"{where}: {hidden} hidden"
    assert hidden == 0 or game.chests_closed > 0, f"{where}: hidden, and no chest is left"
