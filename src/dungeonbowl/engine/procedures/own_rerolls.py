"""How the official edition reads the skills with which a player re-rolls its own rolls (O-RR)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine.abilities import TRIES_AGAIN
from dungeonbowl.engine.clauses import INTERFERE, LANDING
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.skill_policies import OwnRerolls
from dungeonbowl.engine.statuses import TRIED_AGAIN

TRY_NEEDED: Final[i64] = 3


class UsualOwnRerolls(OwnRerolls):
    """Pro re-rolls one die, once in the player's own activation. Catch does not re-roll an interference, and Sure Feet
    does not re-roll a landing."""

    def helps(self, clause: i64) -> bool:
        return clause != INTERFERE and clause != LANDING

    def may_try_again(self, game: Game, piece: i64) -> bool:
        return piece == game.acting and game.able(piece, TRIES_AGAIN) and game.conditions[piece] & TRIED_AGAIN == 0

    def note_try(self, game: Game, piece: i64) -> None:
        game.conditions[piece] = game.conditions[piece] | TRIED_AGAIN

    def try_needed(self) -> i64:
        return TRY_NEEDED
