"""The option `clock`: how long coaches may think in the matches of a competition, as `days(move=24, bank=96)`. What can
be set, and its limits, are those of any match."""

from __future__ import annotations

from typing import Final

from dungeonbowl.errors import UserError
from dungeonbowl.league import option_text
from dungeonbowl.league.competitions.formats import TEXT
from dungeonbowl.records.clocks import ClockTerms

# Each clock as it is without a word more, and what can be set for it.
CLOCKS: Final[dict[str, tuple[ClockTerms, tuple[str, ...]]]] = {
    "none": (ClockTerms(), ()),
    "turn": (ClockTerms("turn"), ("seconds", "answer")),
    "bank": (ClockTerms("bank", 1800, gain=30), ("seconds", "gain")),
    "days": (ClockTerms("days"), ("move", "bank", "react")),
}


def read_clock(text: str) -> ClockTerms:
    """A clock from its text.

    >>> read_clock("days(move=24)").bank
    168
    """
    found = TEXT.fullmatch(text)
    if found is None or found[1] not in CLOCKS or (found[2] and not CLOCKS[found[1]][1]):
        raise UserError(f"option clock: expected one of {', '.join(CLOCKS)}, as in days(move=48), found {text!r}")
    usual, known = CLOCKS[found[1]]
    what, parts = f"clock {found[1]}", list(option_text.parts_of(found[2] or ""))
    for key, _ in parts:
        if key not in known:
            raise UserError(f"{what}: there is no option {key!r}; expected one of {', '.join(known)}")
    return option_text.with_values(usual, parts, what, {})


def write_clock(clock: ClockTerms) -> str:
    """The shortest text of a clock.

    >>> write_clock(read_clock("days( bank=168, move=24 )"))
    'days(move=24)'
    """
    changed = option_text.write(clock, CLOCKS[clock.mode][0]).replace(" = ", "=").replace("\n", ",")
    return f"{clock.mode}({changed})" if changed else clock.mode
