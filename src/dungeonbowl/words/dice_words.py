"""What stands on the dice that coaches roll at a real table, where a number alone does not say it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine.dice import COIN, D3, D6, faces, name
from dungeonbowl.languages import mark, t

SIDES: Final = mark(("Heads", "Tails"))


def die_said(kind: int) -> str:
    """A die as the language calls it: a D6 is a W6 in German."""
    called = str(name(i64(kind)))
    return t("D{faces}", faces=kind) if called == f"D{kind}" else t(called)


def halved(result: int) -> int:
    """Half of what a die shows, rounded up: the one division of the game (O-DICE-04).

    >>> [halved(face) for face in range(1, 7)]
    [1, 1, 2, 2, 3, 3]
    """
    return -(-result // 2)


def sign_of(kind: int, value: int) -> str:
    """What a key for this result says besides its number: the side of a coin, or which faces of a D6 make a D3
    (O-DICE-01); empty for any other die.

    >>> sign_of(3, 2)
    'D6: 3 or 4'
    """
    if kind == COIN:
        return t(SIDES[value - 1])
    if kind == D3:
        shown = [str(face) for face in range(1, int(faces(i64(D6))) + 1) if halved(face) == value]
        return f"{die_said(D6)}: {t(' or ').join(shown)}"
    return ""
