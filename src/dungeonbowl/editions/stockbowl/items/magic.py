"""The module of the magic items: what they add to rolls, and when they end (S-ITEM)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from mypy_extensions import i64

from dungeonbowl.editions.stockbowl.items.cards import (
    CARDS,
    DRIVE,
    FORCE_SHIELD,
    LASTS,
    LUCKY_CHARM,
    NAMES,
    STRENGTH_OF_THE_BEAR,
    TURN,
    WHILE_HOLDING,
)
from dungeonbowl.editions.stockbowl.items.having import end_all, give, has, items_of, take_away
from dungeonbowl.engine import clauses
from dungeonbowl.engine.abilities import (
    ARMOUR_UNHELPED,
    BEAR_STRONG,
    BEAR_WEAK,
    INJURY_UNHELPED,
    LONG_ARMED,
    LUCKY,
    SHIELDED,
    SMASHES,
    THROWS_IN_THE_OPEN,
)
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.errors import UserError

if TYPE_CHECKING:
    from dungeonbowl.dungeon.graph import Dungeon
    from dungeonbowl.engine.setup import Squads


@final
class Items(Module):
    """Remembers which cards are drawn. Until a player has an item the module is idle: giving a player an ability brings
    every module in (`Game.set_ability`)."""

    def __init__(self) -> None:
        self.slot: i64 = 0

    def name(self) -> str:
        return "items"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return True

    def memory(self) -> int:
        return 1

    def fixed_slot(self, slot: int) -> None:
        self.slot = slot

    def deck(self) -> i64:
        """The place in `game.memo` where the drawn cards are noted, one bit each."""
        return self.slot

    # --- numbers ----------------------------------------------------------------------------------------------------

    def strength_modifier(self, game: Game, piece: i64) -> i64:
        """The bear adds one and later takes one; the wand adds one (S-ITEM-08, -16)."""
        change: i64 = 0
        if game.can(piece, BEAR_STRONG):
            change += 1
        elif game.can(piece, BEAR_WEAK):
            change -= 1
        if game.can(piece, SMASHES):
            change += 1
        return change

    def modifies(self, clause: i64) -> bool:
        return clause == clauses.INTERFERE

    def test_modifier(self, game: Game, piece: i64, clause: i64, other: i64) -> i64:
        """+1 to intercept with the Magic Gloves, and against a thrower with the Headband (S-ITEM-06, -12)."""
        if clause != clauses.INTERFERE:
            return 0
        change: i64 = 0
        if game.can(piece, LONG_ARMED):
            change += 1
        if other >= 0 and game.can(other, THROWS_IN_THE_OPEN):
            change += 1
        return change

    def bars_reroll(self, game: Game, piece: i64, clause: i64) -> bool:
        """Two cards forbid a re-roll of the armour or the injury roll against their player (S-ITEM-05, -13)."""
        if clause == clauses.ARMOUR:
            return game.can(piece, ARMOUR_UNHELPED)
        return clause == clauses.INJURY and game.can(piece, INJURY_UNHELPED)

    def saves_armour(self, game: Game, piece: i64, source: i64) -> bool:
        """The lucky charm saves the armour once (S-ITEM-11)."""
        if not game.can(piece, LUCKY):
            return False
        take_away(game, piece, LUCKY_CHARM)
        return True

    # --- endings ------------------------------------------------------------------------------------------------------

    def team_turn_ended(self, game: Game, side: i64) -> Frame | None:
        self.end_cards(game, TURN)
        return None

    def drive_ended(self, game: Game) -> Frame | None:
        """A player with the strength of the bear is weaker for the rest of the game."""
        piece: i64 = 0
        while piece < game.squads.count:
            if has(game, piece, STRENGTH_OF_THE_BEAR):
                game.set_ability(piece, BEAR_WEAK, True)
            piece += 1
        self.end_cards(game, TURN)
        self.end_cards(game, DRIVE)
        self.end_cards(game, WHILE_HOLDING)
        return None

    def end_cards(self, game: Game, lasting: i64) -> None:
        card: i64 = 0
        while card < CARDS:
            if LASTS[card] == lasting:
                end_all(game, card)
            card += 1

    def drop_shield(self, game: Game, piece: i64) -> None:
        """The shield of a player who no longer holds a ball ends (S-ITEM-07)."""
        if game.can(piece, SHIELDED) and game.ball_of(piece) < 0:
            take_away(game, piece, FORCE_SHIELD)

    # A ball is lost in many ways. So the shield is looked at before it could wrongly help a player who has lost the
    # ball: before a block against that player, and before it picks up, catches or intercepts a ball.

    def block_declared(self, game: Game, attacker: i64, defender: i64) -> Frame | None:
        self.drop_shield(game, defender)
        return None

    def balance_needed(self, game: Game, piece: i64, clause: i64) -> Frame | None:
        self.drop_shield(game, piece)
        return None

    def activation_opened(self, game: Game, piece: i64) -> None:
        self.drop_shield(game, piece)

    # --- for scenes ---------------------------------------------------------------------------------------------------

    def state_words(self) -> list[str]:
        """The names of the magic items."""
        return list(NAMES)

    def read_state(self, game: Game, letters: dict[str, int], table: dict[str, Any]) -> None:
        """`drawn`: cards no longer in the deck; `hidden`: how many chests hold an item; `has`: cards by piece."""
        for name in table.get("drawn", []):
            game.memo[self.slot] = game.memo[self.slot] | i64(1) << card_called(name)
        if "hidden" in table:
            game.items_hidden = int(table["hidden"])
        for letter, names in table.get("has", {}).items():
            if letter not in letters:
                raise UserError(f"items: there is no piece {letter!r}")
            for name in names:
                give(game, letters[letter], card_called(name))

    def show_state(self, game: Game, letters: dict[str, int]) -> dict[str, Any]:
        drawn = [NAMES[card] for card in range(int(CARDS)) if game.memo[self.slot] >> i64(card) & 1 != 0]
        held = {letter: items_of(game, piece) for letter, piece in letters.items()}
        return {
            "drawn": drawn,
            "hidden": int(game.items_hidden),
            "has": {letter: names for letter, names in held.items() if names},
        }


def card_called(name: str) -> i64:
    """The number of a card by its name."""
    if name not in NAMES:
        raise UserError(f"there is no magic item {name!r}; expected one of {', '.join(NAMES)}")
    return NAMES.index(name)
