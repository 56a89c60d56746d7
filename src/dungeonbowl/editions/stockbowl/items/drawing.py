"""Drawing a card, and its immediate effect (S-ITEM-01, S-ITEM-02)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.editions.stockbowl.items.cards import (
    AT_ONCE,
    CARDS,
    FORCE_SHIELD,
    GLOVES_OF_HOLDING,
    LASTS,
    RABBITS_FOOT,
)
from dungeonbowl.editions.stockbowl.items.having import give
from dungeonbowl.editions.stockbowl.items.ring import RingFlight
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import NEEDS_LEAVE
from dungeonbowl.engine.actions import HAND_OFF_ACTION, MOVE_ACTION, PASS_ACTION
from dungeonbowl.engine.dice import die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class DrawCard(Frame):
    """The opener draws a card: a die with as many faces as there are cards left. No card comes twice before all have
    come once. `deck` is where the drawn cards are noted, one bit each."""

    def __init__(self, piece: i64, deck: i64) -> None:
        self.piece = piece
        self.deck = deck

    def copy(self) -> Frame:
        return DrawCard(self.piece, self.deck)

    def begin(self, game: Game) -> i64:
        left = self.cards_left(game)
        if left == 0:
            game.memo[self.deck] = 0
            left = CARDS
        if left == 1:
            return self.draw(game, 1)
        return game.roll(1, left, clauses.DRAW_CARD, i64(game.side_of[self.piece]))

    def cards_left(self, game: Game) -> i64:
        left: i64 = 0
        card: i64 = 0
        while card < CARDS:
            if game.memo[self.deck] >> card & 1 == 0:
                left += 1
            card += 1
        return left

    def rolled(self, game: Game, dice: i64) -> i64:
        return self.draw(game, die(dice, 0))

    def draw(self, game: Game, face: i64) -> i64:
        """The card at this place among those left takes effect, or is discarded if it cannot."""
        card: i64 = -1
        while face > 0:
            card += 1
            if game.memo[self.deck] >> card & 1 == 0:
                face -= 1
        game.memo[self.deck] = game.memo[self.deck] | i64(1) << card
        piece = self.piece
        works = applies(game, piece, card)
        game.tell(events.ITEM_FOUND, clauses.MAGIC + card, piece, card, 1 if works else 0)
        if not works:
            return game.done(0)
        if LASTS[card] == AT_ONCE:
            return game.become(RingFlight(piece))
        give(game, piece, card)
        if card == GLOVES_OF_HOLDING:
            forget_giving(game, piece)
        return game.done(0)


def applies(game: Game, piece: i64, card: i64) -> bool:
    """Whether a card can have an effect for this player (S-ITEM-07, -14, -15)."""
    if card == FORCE_SHIELD:
        return game.ball_of(piece) >= 0
    if card == RABBITS_FOOT:
        return not game.can(piece, NEEDS_LEAVE)
    return LASTS[card] != AT_ONCE or game.is_in_dungeon(piece)


def forget_giving(game: Game, piece: i64) -> None:
    """An action that was to give the ball away becomes a plain Move (S-ITEM-09)."""
    if piece == game.acting and (game.declared == PASS_ACTION or game.declared == HAND_OFF_ACTION):
        game.declared = MOVE_ACTION
