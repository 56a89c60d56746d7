"""How the CRP reads the skills with which a player re-rolls its own rolls."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine.clauses import LANDING
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.skill_policies import OwnRerolls
from dungeonbowl.engine.statuses import TRIED_THIS_TURN

TRY_NEEDED: Final[i64] = 4


class ClassicOwnRerolls(OwnRerolls):
    """Pro may be used once in every team turn, in any state of the player, and re-rolls all dice of a block. A team
    re-roll may be used for the die of Pro. Catch re-rolls an interception too."""

    def helps(self, clause: i64) -> bool:
        return clause != LANDING

    def may_try_again(self, game: Game, piece: i64) -> bool:
        return game.conditions[piece] & TRIED_THIS_TURN == 0

    def note_try(self, game: Game, piece: i64) -> None:
        game.conditions[piece] = game.conditions[piece] | TRIED_THIS_TURN

    def team_takes_up(self) -> bool:
        return True

    def try_needed(self) -> i64:
        return TRY_NEEDED

    def tries_all_dice(self) -> bool:
        return True
