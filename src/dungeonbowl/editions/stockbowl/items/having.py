"""Which player has which item: an ability marks it, and the card gives further abilities."""

from __future__ import annotations

from mypy_extensions import i64

from dungeonbowl.editions.stockbowl.items.cards import CARDS, FORCE_SHIELD, GIFTS, NAMES, mark_of
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import BEAR_WEAK, SHIELDED, WORDS
from dungeonbowl.engine.game import Game


def has(game: Game, piece: i64, card: i64) -> bool:
    return game.can(piece, mark_of(card))


def give(game: Game, piece: i64, card: i64) -> None:
    """A piece has a card from now on."""
    game.set_ability(piece, mark_of(card), True)
    row: i64 = 0
    while row < len(GIFTS):
        if GIFTS[row] == card:
            game.set_ability(piece, GIFTS[row + 1], True)
        row += 2


def take_away(game: Game, piece: i64, card: i64) -> None:
    """A card ends: what it gave is gone, unless the player's own sheet or another card gives it too."""
    game.set_ability(piece, mark_of(card), False)
    game.tell(events.ITEM_ENDED, clauses.MAGIC + card, piece, card)
    row: i64 = 0
    while row < len(GIFTS):
        if GIFTS[row] == card and not is_given(game, piece, GIFTS[row + 1]):
            game.set_ability(piece, GIFTS[row + 1], False)
        row += 2


def is_given(game: Game, piece: i64, ability: i64) -> bool:
    """Whether the sheet of a piece or a card it has gives it an ability."""
    if game.squads.abilities[piece * WORDS + (ability >> 5)] >> (ability & 31) & 1 != 0:
        return True
    row: i64 = 0
    while row < len(GIFTS):
        if GIFTS[row + 1] == ability and has(game, piece, GIFTS[row]):
            return True
        row += 2
    return False


def end_all(game: Game, card: i64) -> None:
    """A card ends for every player who has it."""
    piece: i64 = 0
    while piece < game.squads.count:
        if has(game, piece, card):
            take_away(game, piece, card)
        piece += 1


def items_of(game: Game, piece: i64) -> list[str]:
    """The names of the items that work on a piece, and the after-effect of an item that is used up."""
    found = [NAMES[card] for card in range(int(CARDS)) if has(game, piece, i64(card))]
    # the shield has ended, but is taken away only when it is next looked at
    if game.can(piece, SHIELDED) and game.ball_of(piece) < 0:
        found.remove(NAMES[FORCE_SHIELD])
    if game.can(piece, BEAR_WEAK):
        found.append("weakness after the bear")
    return found
