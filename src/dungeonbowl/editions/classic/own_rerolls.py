"""How the older family reads the skills with which a player itself makes a roll again."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine.clauses import LANDING
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.skill_policies import OwnRerolls
from dungeonbowl.engine.statuses import TRIED_THIS_TURN

TRY_NEEDED: Final[i64] = 4


class ClassicOwnRerolls(OwnRerolls):
    """A second try once in every team turn, in whatever state the player is, and of all dice of a block. A team re-roll
    may take up its die. To interfere is to catch, so that a skill for catches helps."""

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
