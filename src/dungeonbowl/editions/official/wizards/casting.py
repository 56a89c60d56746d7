"""The spells that are cast at the start of a team turn, or right after one (O-WIZ-01, O-WIZ-02).

A coach whose wizard has not cast its spell yet is asked at each of these moments, as long as the spell has a target.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.editions.official.wizards.colleges import (
    DEATH,
    FIRE,
    HEAVENS,
    LIFE,
    LIGHT,
    METAL,
    SHADOW,
    anybody_casts,
    college_of,
)
from dungeonbowl.editions.official.wizards.hindering import BlindingLight, GraspingVines, end_dazzle
from dungeonbowl.editions.official.wizards.lightning import ChainLightning
from dungeonbowl.editions.official.wizards.shadowed_step import ShadowedStep, has_way
from dungeonbowl.editions.official.wizards.striking import LifeDrain, Transmutation
from dungeonbowl.engine.actions import CAST, CAST_ON, DECLINE, action, first_of, kind_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.turn.magic import Fireball, offer_fire
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import STANDING


@final
class TurnMagic(Module):
    """Offers the spells of seven colleges at their moments."""

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not anybody_casts(squads, (DEATH, FIRE, HEAVENS, LIFE, LIGHT, METAL, SHADOW))

    def team_turn_began(self, game: Game, side: i64) -> Frame | None:
        end_dazzle(game, side)
        return Casting(side, False)

    def between_turns(self, game: Game, side: i64) -> Frame | None:
        return Casting(side, True)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Casting(Frame):
    """Each coach who can cast now is asked, the active coach first (O-WIZ-01). `side` is the side whose team turn
    begins, or is just `over`; `asked` counts the coaches who have been asked.

    A spell never ends a team turn (O-WIZ-02).
    """

    def __init__(self, side: i64, over: bool, asked: i64 = 0) -> None:
        self.side = side
        self.over = over
        self.asked = asked

    def copy(self) -> Frame:
        return Casting(self.side, self.over, self.asked)

    def caster(self, game: Game) -> i64:
        """The coach who is asked now, or was asked last."""
        return (self.side + self.asked - 1) % game.squads.sides

    def begin(self, game: Game) -> i64:
        while self.asked < game.squads.sides:
            self.asked += 1
            caster = self.caster(game)
            if college_of(game, caster) != 0:
                game.offers = 0
                offer_spell(game, caster, self.side, self.over)
                if game.offers > 0:
                    return game.ask(caster)
        game.turnover = 0
        return game.done(0)

    def options(self, game: Game) -> None:
        offer_spell(game, self.caster(game), self.side, self.over)
        game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == DECLINE:
            return self.begin(game)
        return game.call(spell(game, self.caster(game), first_of(action)))

    def returned(self, game: Game, result: i64) -> i64:
        return self.begin(game)


def offer_spell(game: Game, caster: i64, side: i64, over: bool) -> None:
    """Offer every way in which this coach can cast the spell now."""
    college = college_of(game, caster)
    if caster == side:
        if over:
            return
        if college == DEATH or college == HEAVENS or college == METAL or college == SHADOW:
            offer_players(game, caster, college)
    elif college == FIRE:
        offer_fire(game)
    elif not over:
        if college == LIGHT:
            game.offer(action(CAST))
        elif college == LIFE:
            offer_players(game, caster, college)


def offer_players(game: Game, caster: i64, college: i64) -> None:
    piece: i64 = 0
    while piece < game.squads.count:
        if game.square[piece] >= 0 and i64(game.side_of[piece]) < game.squads.sides:
            if may_be_target(game, caster, college, piece):
                game.offer(action(CAST_ON, piece))
        piece += 1


def may_be_target(game: Game, caster: i64, college: i64, piece: i64) -> bool:
    """Whether a spell may be cast on this player of the dungeon (O-WIZ-04, O-WIZ-06 to O-WIZ-09)."""
    own = i64(game.side_of[piece]) == caster
    if college == SHADOW:
        return own and game.ball_of(piece) < 0 and has_way(game, piece)
    if own:
        return False
    if college == DEATH:
        return game.is_marked(piece)
    if college == METAL and game.rules.tables.options.transmutation_down:
        return i64(game.status[piece]) == STANDING  # only a standing player can be knocked down
    return True


def spell(game: Game, caster: i64, target: i64) -> Frame:
    """The spell of a coach, on the player or square that the coach chose."""
    college = college_of(game, caster)
    if college == DEATH:
        return LifeDrain(caster, target)
    if college == FIRE:
        return Fireball(caster, target)
    if college == HEAVENS:
        return ChainLightning(caster, target)
    if college == LIFE:
        return GraspingVines(caster, target)
    if college == LIGHT:
        return BlindingLight(caster)
    if college == METAL:
        return Transmutation(caster, target)
    return ShadowedStep(caster, target)
