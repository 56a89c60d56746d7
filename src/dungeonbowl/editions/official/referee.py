"""The referee of the official game (O-FOUL-04)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.policies import Referee
from dungeonbowl.engine.procedures.harm.sending_off import SendingOff


@final
class OfficialReferee(Referee):
    """The referee sees a foul if its dice show a double (O-FOUL-04)."""

    def after_foul(self, game: Game, fouler: i64, victim: i64, harmed: bool) -> Frame | None:
        return SendingOff(fouler) if game.doubles else None
