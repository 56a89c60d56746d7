"""Words that the steps of aftermaths share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dungeonbowl.teams.team import Player

CHARACTERISTICS: Final = {"ma": "MA", "st": "ST", "ag": "AG", "pa": "PA", "av": "AV"}


def gold(amount: int) -> str:
    return f"{amount:,} gold"


def a(name: str) -> str:
    """A name with its article: `a Goblin`, `an Orc`."""
    return f"an {name}" if name[:1].lower() in "aeiou" else f"a {name}"


def worth(price: int, value: int) -> str:
    """What something costs, and what it adds to the value of the team."""
    return f"{gold(price)}; {gold(value)} more in value"


def points(count: int) -> str:
    return f"{count} point" if count == 1 else f"{count} points"


def who(player: Player) -> str:
    """A player by number and name, with its position: `7 Skrag, Goblin`."""
    return f"{player.number} {player.name}, {player.position}"


def either(names: Sequence[str]) -> str:
    """Several characteristics to choose from: `MA, PA or AV`."""
    shown = [CHARACTERISTICS.get(name, name) for name in names]
    return f"{', '.join(shown[:-1])} or {shown[-1]}" if len(shown) > 1 else "".join(shown)
