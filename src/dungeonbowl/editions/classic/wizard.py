"""The wizard of CRP: one spell in a match, fire or lightning, before a team turn of the wizard's side (S-OFF-06).

The moment right after the other side's turn is the same as the start of the side's own turn, so the coach is asked only
then.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses
from dungeonbowl.engine.actions import CAST_AT, CAST_ON, DECLINE, action, first_of, kind_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.turn.magic import Fireball, LightningBolt, offer_fire
from dungeonbowl.engine.procedures.turn.purchases import dearer_side
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.sides import WIZARDS
from dungeonbowl.engine.statuses import STANDING

SPELLS: Final = {int(clauses.FIRE_SPELL): "Fireball", int(clauses.LIGHTNING_SPELL): "Lightning Bolt"}


@final
class Wizard(Module):
    """Asks the coach at the start of each team turn of the side, as long as a spell has a target."""

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        if dearer_side(squads) >= 0:  # a side may still hire one
            return False
        for team in squads.teams:
            if team.wizards > 0:
                return False
        return True

    def team_turn_began(self, game: Game, side: i64) -> Frame | None:
        return Sorcery(side) if game.side_value(side, WIZARDS) > 0 else None


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Sorcery(Frame):
    """One spell, or none now. A player who is knocked down by it causes no turnover: the cause is a spell."""

    def __init__(self, side: i64) -> None:
        self.side = side

    def copy(self) -> Frame:
        return Sorcery(self.side)

    def begin(self, game: Game) -> i64:
        game.offers = 0
        offer_fire(game)
        return game.ask(self.side) if game.offers > 0 else game.done(0)

    def options(self, game: Game) -> None:
        offer_fire(game)
        piece: i64 = 0
        while piece < game.squads.count:
            if i64(game.status[piece]) == STANDING and game.square[piece] >= 0:
                if i64(game.side_of[piece]) != self.side:
                    game.offer(action(CAST_ON, piece))
            piece += 1
        game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        kind = kind_of(action)
        if kind == CAST_AT:
            return game.call(Fireball(self.side, first_of(action)))
        if kind == CAST_ON:
            return game.call(LightningBolt(self.side, first_of(action)))
        return game.done(0)

    def returned(self, game: Game, result: i64) -> i64:
        return game.done(0)
