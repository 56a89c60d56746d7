"""Words that the steps of aftermaths share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dungeonbowl.languages import mark, number, plural, t
from dungeonbowl.teams.team import Player

CHARACTERISTICS: Final = {"ma": "MA", "st": "ST", "ag": "AG", "pa": "PA", "av": "AV"}


def gold(amount: int) -> str:
    return t("{amount} gold", amount=number(amount))


def a(name: str) -> str:
    """A name with its article: `a Goblin`, `an Orc`."""
    return t("an {name}", name=name) if name[:1].lower() in "aeiou" else t("a {name}", name=name)


def worth(price: int, value: int) -> str:
    """What something costs, and what it adds to the value of the team."""
    return t("{price}; {value} more in value", price=gold(price), value=gold(value))


def points(count: int) -> str:
    return plural("{count} point", "{count} points", count)


def who(player: Player) -> str:
    """A player by number and name, with its position: `7 Skrag, Goblin`."""
    return f"{player.number} {player.name}, {player.position}"


def either(names: Sequence[str]) -> str:
    """Several characteristics to choose from: `MA, PA or AV`."""
    shown = [CHARACTERISTICS.get(name, name) for name in names]
    return t("{names} or {last}", names=", ".join(shown[:-1]), last=shown[-1]) if len(shown) > 1 else "".join(shown)


GROUPS: Final = mark(
    (
        *("hire", "fire", "retire", "staff", "re-rolls", "rehire", "release", "journeymen", "weapons", "items"),
        *("characteristic", "random, primary", "random, secondary"),
    )
)
# What stands behind the category of a skill in the name of a group.
OF_CATEGORY: Final = mark(
    {
        ", primary": "{category}, primary",
        ", secondary": "{category}, secondary",
        " (double)": "{category} (double)",
    }
)


def group_said(group: str) -> str:
    """The heading of a group of options. The group itself is a word of programs: the assistant looks at it."""
    if group in GROUPS:
        return t(group)
    for end, text in OF_CATEGORY.items():
        if group.endswith(end):
            return t(text, category=group.removesuffix(end))
    return group
