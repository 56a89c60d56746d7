"""What stands of a casualty, told once when nothing can undo it any more."""

from __future__ import annotations

from mypy_extensions import i64

from dungeonbowl.engine import casualties, events
from dungeonbowl.engine.abilities import JUDGES
from dungeonbowl.engine.frames import NOTHING
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.statuses import CASUALTY


def settle_casualty(game: Game, piece: i64, results: i64) -> None:
    """Tell what stands: the results, or nothing if the player is no casualty any more.

    The procedures in progress say why it was hurt and who did it; a player that was pushed to where it was hurt was
    hurt by the one that pushed it. Pieces of no side are on no team's list, and nothing is told about them."""
    if not game.recording or i64(game.side_of[piece]) >= game.squads.sides:
        return
    if i64(game.status[piece]) != CASUALTY:
        results = casualties.NOTHING_STANDS
    clause: i64 = 0
    by: i64 = -1
    frame = game.top
    while frame is not NOTHING:
        if clause == 0:
            clause = frame.harms(piece)
        if by < 0:
            by = frame.blames(piece)
        frame = frame.below
    if by == piece:  # its own weapon
        by = -1
    game.tell(events.CASUALTY_SETTLED, clause, piece, results, by + 1, cause_of(game, clause, by))


def cause_of(game: Game, clause: i64, by: i64) -> i64:
    if by >= 0 and i64(game.side_of[by]) >= game.squads.sides:
        return casualties.REFEREE if game.can(by, JUDGES) else casualties.MONSTER
    return i64(casualties.CAUSES.get(int(clause), int(casualties.NO_CAUSE)))
