"""What holds of a board whenever a coach begins or goes on with his team turn."""

from __future__ import annotations

from dungeonbowl.dungeon.terrain import is_impassable
from dungeonbowl.engine.game import BARRED, CHEST_TOKEN, FREE, GONE, HIDDEN, NO_TOKEN, TRAP_TOKEN, Game
from dungeonbowl.engine.statuses import STATUS_NAMES, STUNNED


def assert_sound_pieces(game: Game, seed: int) -> None:
    """Exactly one status each, which says whether it is in the dungeon; exactly one piece a square."""
    where = f"seed {seed}, decision {game.decisions}"
    squares = [int(square) for square in game.square]
    inside = {square for square in squares if square >= 0}
    assert len(inside) == sum(1 for square in squares if square >= 0), f"{where}: two pieces on one square"
    for piece, square in enumerate(squares):
        status = int(game.status[piece])
        assert status < len(STATUS_NAMES)
        assert (square >= 0) == (status <= STUNNED), f"{where}: piece {piece} is {STATUS_NAMES[status]} at {square}"
        if square >= 0:
            assert int(game.occupant[square]) == piece, f"{where}: piece {piece} at {square}"
            assert not is_impassable(int(game.dungeon.terrain[square])), f"{where}: piece {piece} at {square}"
            assert not game.is_chest(square), f"{where}: piece {piece} on a chest"
    for node in range(int(game.dungeon.count)):
        occupant = int(game.occupant[node])
        if occupant >= 0:
            assert squares[occupant] == node, f"{where}: occupant of {node}"
        else:
            chest = int(game.token[node]) == CHEST_TOKEN and game.rules.tables.chests_block
            barred = is_impassable(int(game.dungeon.terrain[node])) or chest
            assert occupant == (BARRED if barred else FREE), f"{where}: square {node}"
    chests = sum(1 for token in game.token if token == CHEST_TOKEN)
    assert int(game.chests_closed) == chests, f"{where}: {chests} chests"


def assert_sound_balls(game: Game, seed: int) -> None:
    """Hidden, held by a standing player, or at rest on a free and passable square that is no portal."""
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
            lies_well = game.token[place] in (NO_TOKEN, TRAP_TOKEN)  # nobody knows of a trap, and no ball springs it
            assert lies_well, f"{where}: the ball rests on a portal, a pit or a chest"
    lying = [int(place) for place in game.balls if place >= 0]
    assert len(set(lying)) == len(lying), f"{where}: two balls on one square"
    assert hidden == int(game.balls_hidden), f"{where}: {hidden} hidden"
    assert hidden == 0 or game.chests_closed > 0, f"{where}: hidden, and no chest is left"
