"""Words for what logs and facts hold as codes: how somebody left, what hurt a player, deeds, staff, why gold came.

A log is English for ever, whoever reads it; these are put into the language of the reader where they are told."""

from __future__ import annotations

from typing import Final

from dungeonbowl.languages import mark, t

LEAVING: Final = mark(
    ("died", "fired", "traded", "left", "scouted", "not rehired", "journeyman", "petrified", "new team")
)
DEEDS: Final = mark(
    (
        *("touchdown", "completion", "throw", "kill", "interception", "deflection", "chest", "push"),
        *("monster", "referee", "foul", "sent off", "lost", "funds", "weapon", "mvp"),
    )
)
# Why gold came or went.
INCOME: Final = mark(
    (
        "winnings",
        "treasure",
        "sponsorship deal",
        "winnings of the team that gave up",
        "more than a treasury may hold",
    )
)
INJURIES: Final = mark(("badly hurt", "misses", "niggle", "loss", "dead", "unknown"))
STATES: Final = mark(
    ("drafting", "ready", "booked", "in an aftermath", "between seasons", "suspended", "disbanded", "not drafted")
)


# A casualty is also a state of a player, which other languages call otherwise than the deed.
OTHERWISE: Final = mark({"casualty": "casualty caused"})


def deed_said(deed: str) -> str:
    """What a player did, by its code."""
    return t(OTHERWISE.get(deed, deed))


def staff_said(key: str) -> str:
    """Sideline staff by its key."""
    return t(key.replace("_", " "))
