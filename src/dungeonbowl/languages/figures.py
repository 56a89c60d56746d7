"""Numbers, days and moments as a language writes them.

English texts write 1,000 and 2026-11-18 14:03 UTC, and need no Babel. Sentences that are put together in English, where
no language is known, have such figures in their holes: `figures_in` tells them as the language does.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import Final

from dungeonbowl.languages.offered import ENGLISH, PSEUDO

# What stands between thousands, where it is no comma, and before the decimals, where it is no full stop.
THOUSANDS: Final = {"de": ".", "fr": "\u202f", "es": "."}
DECIMALS: Final = {"de": ",", "fr": ",", "es": ","}
# What stands before the sign for hundredths; the gap never ends a line. English has a plain one, as in all other texts
# here, so that a figure is found by what one types.
GAPS: Final = {"de": "\u00a0", "fr": "\u202f", "es": "\u00a0"}
# Spanish marks thousands from five figures on, as browsers do.
FROM: Final = {"es": 10_000}

THOUSANDS_IN_ENGLISH: Final = re.compile(r"[-+]?\d{1,3}(?:,\d{3})+")
MOMENT_IN_ENGLISH: Final = re.compile(r"(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(?: ?UTC|Z|\+00:00))?")


def number_in(code: str, value: int) -> str:
    """A whole number with marks between its thousands."""
    mark = "" if abs(value) < FROM.get(code, 0) else THOUSANDS.get(code, ",")
    return f"{value:,}".replace(",", mark)


def decimal_in(code: str, value: float, digits: int, sign: bool = False) -> str:
    """A number with so many digits behind the mark of its decimals; with `sign` a plus too."""
    whole, _, rest = (f"{value:+.{digits}f}" if sign else f"{value:.{digits}f}").partition(".")
    return f"{whole}{DECIMALS.get(code, '.')}{rest}" if rest else whole


def percent_in(code: str, share: float, digits: int = 0) -> str:
    """A share in hundredths."""
    return f"{decimal_in(code, 100 * share, digits)}{GAPS.get(code, ' ')}%"


def day_in(code: str, when: date) -> str:
    """A day, with its month and year."""
    if code in (ENGLISH, PSEUDO):
        return when.strftime("%Y-%m-%d")
    from babel.dates import format_date

    return format_date(when, "medium", locale=code)


def moment_in(code: str, when: datetime) -> str:
    """A day with its time, which is told in UTC: who reads it may be anywhere."""
    utc = when.astimezone(UTC) if when.tzinfo is not None else when
    if code in (ENGLISH, PSEUDO):
        return f"{utc:%Y-%m-%d %H:%M} UTC"
    from babel.dates import format_time

    return f"{day_in(code, utc.date())}, {format_time(utc, 'short', locale=code)} UTC"


def figures_in(code: str, words: str) -> str:
    """A number, a day or a moment of an English sentence as the language writes it; anything else as it is."""
    if THOUSANDS_IN_ENGLISH.fullmatch(words):
        told = number_in(code, int(words.replace(",", "")))
        return f"+{told}" if words.startswith("+") else told
    found = MOMENT_IN_ENGLISH.fullmatch(words)
    if found is None:
        return words
    try:
        when = datetime.fromisoformat(f"{found[1]}T{found[2] or '00:00'}+00:00")
    except ValueError:  # a month 13: no day, but a number of something
        return words
    return moment_in(code, when) if found[2] else day_in(code, when.date())
