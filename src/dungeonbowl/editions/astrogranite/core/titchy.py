"""Titchy: its effects besides dodging, and the crowd of Titchy players at the set-up (A-TRAIT-06 to A-TRAIT-08)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses
from dungeonbowl.engine.abilities import TINY
from dungeonbowl.engine.actions import DEPLOY, SET_UP_DONE, action, first_of, kind_of, second_of
from dungeonbowl.engine.dice import D3, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.turn.deployment import deploy, is_free
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.sides import NEXT, ZONE
from dungeonbowl.engine.statuses import RESERVES, STANDING

THROW: Final[i64] = -2  # the pass counts as two bands longer, 1 worse each
INJURY: Final[i64] = 2
CROWD: Final[i64] = 2  # a side that has set up so many may bring more


@final
class Titchy(Module):
    """The procedures know the dodges and tackle zones of Titchy players; this module has the rest."""

    def name(self) -> str:
        return "titchy"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(TINY)

    def modifies(self, clause: i64) -> bool:
        return clause == clauses.PASS

    def test_modifier(self, game: Game, piece: i64, clause: i64, other: i64) -> i64:
        return THROW if clause == clauses.PASS and game.can(piece, TINY) else 0

    def injury_modifier(self, game: Game, piece: i64, cause: i64, source: i64) -> i64:
        return INJURY if game.can(piece, TINY) else 0

    def game_started(self, game: Game) -> Frame | None:
        return Crowd(game.first_side)


def count_titchy(game: Game, side: i64, status: i64) -> i64:
    """How many Titchy players of a side have this status."""
    count: i64 = 0
    piece = game.first_piece(side)
    while piece < game.last_piece(side):
        if i64(game.status[piece]) == status and game.can(piece, TINY):
            count += 1
        piece += 1
    return count


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Crowd(Frame):
    """In the order of play: a side that has set up two or more Titchy players and has others in Reserves rolls how many
    more may come. `left` are those still to come of the coach who is asked."""

    def __init__(self, side: i64, asked: i64 = 0, left: i64 = 0) -> None:
        self.side = side
        self.asked = asked  # how many sides have been asked
        self.left = left

    def copy(self) -> Frame:
        return Crowd(self.side, self.asked, self.left)

    def begin(self, game: Game) -> i64:
        while self.asked < game.squads.sides:
            if count_titchy(game, self.side, STANDING) >= CROWD and self.has_more(game):
                return game.roll(1, D3, clauses.TITCHY_SET_UP, self.side)
            self.pass_on(game)
        return game.done(0)

    def pass_on(self, game: Game) -> None:
        self.asked += 1
        self.side = game.side_value(self.side, NEXT)

    def has_more(self, game: Game) -> bool:
        game.offers = 0
        self.offer_squares(game)
        return game.offers > 0

    def offer_squares(self, game: Game) -> None:
        piece = game.first_piece(self.side)
        while piece < game.last_piece(self.side):
            if i64(game.status[piece]) == RESERVES and game.can(piece, TINY):
                for square in game.dungeon.setup[game.side_value(self.side, ZONE)]:
                    if is_free(game, i64(square)):
                        game.offer(action(DEPLOY, piece, i64(square)))
            piece += 1

    def rolled(self, game: Game, dice: i64) -> i64:
        self.left = die(dice, 0)
        return self.next_one(game)

    def next_one(self, game: Game) -> i64:
        if self.left > 0 and self.has_more(game):
            if not game.rules.tables.options.quick_start:
                return game.ask(self.side)
            self.left -= 1
            deploy(game, first_of(game.offered[0]), second_of(game.offered[0]))
            return self.next_one(game)
        self.pass_on(game)
        return self.begin(game)

    def options(self, game: Game) -> None:
        self.offer_squares(game)
        game.offer(action(SET_UP_DONE))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == SET_UP_DONE:
            self.left = 0
        else:
            self.left -= 1
            deploy(game, first_of(action), second_of(action))
        return self.next_one(game)
