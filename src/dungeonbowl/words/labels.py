"""What players are called in words for people: `#3 Grak`.

The notation calls them by side and number (`A3`); a page, a log or a hint calls them by what stands on the shirt. Where
two players of a match would be called the same, the letter of the side stands in place of the `#`.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from dungeonbowl.engine.game import Game
from dungeonbowl.engine.setup import PlayerSheet, Squads
from dungeonbowl.words.notation import SIDE_LETTERS, Names


@lru_cache(maxsize=64)  # a few for each match that is being told; they are small
def labels_of(squads: Squads) -> tuple[str, ...]:
    """What every player of a match is called, by its piece. No two are called the same."""
    usual = [usual_label(sheet, is_neutral(squads, sheet)) for sheet in squads.sheets]
    often = Counter(usual)
    counted: Counter[str] = Counter()
    found = []
    for sheet, label in zip(squads.sheets, usual, strict=True):
        counted[label] += 1
        if often[label] == 1:
            found.append(label)
        elif is_neutral(squads, sheet):
            found.append(f"{label} {counted[label]}")
        else:
            found.append(f"{SIDE_LETTERS[int(sheet.side)]}{sheet.number} {sheet.name}".strip())
    return tuple(found)


def is_neutral(squads: Squads, sheet: PlayerSheet) -> bool:
    """Whether a player is a monster or a referee."""
    return int(sheet.side) >= int(squads.sides)


def usual_label(sheet: PlayerSheet, neutral: bool) -> str:
    """`#3 Grak`. The number of a monster or a referee is the engine's own and is left out."""
    return sheet.name if neutral and sheet.name else f"#{sheet.number} {sheet.name}".strip()


def player_label(game: Game, piece: int) -> str:
    """How the log calls a player: `#3 Grak`."""
    return labels_of(game.squads)[piece]


def label_names(game: Game) -> Names:
    """All players as the log calls them."""
    return Names(game, {label: piece for piece, label in enumerate(labels_of(game.squads))})
