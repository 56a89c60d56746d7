"""The referee of CRP: the coach cannot argue, but can bribe (S-BASE-17)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.policies import Referee
from dungeonbowl.engine.procedures.harm.sending_off import BRIBING, SendingOff


@final
class ClassicReferee(Referee):
    """The referee sees a foul if its dice show a double."""

    def after_foul(self, game: Game, fouler: i64, victim: i64, harmed: bool) -> Frame | None:
        return SendingOff(fouler, BRIBING) if game.doubles else None
