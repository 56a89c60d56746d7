"""How long coaches may think, as it is ordered for a match, or agreed on for all matches of a competition."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta


class ClockTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The clock of a match: `seconds`, `answer` and `gain` are seconds, `move`, `bank` and `react` hours. Each mode has
    some of them."""

    mode: Literal["none", "turn", "bank", "days"] = "none"
    seconds: Annotated[int, Meta(ge=5, le=86_400)] = 240
    answer: Annotated[int, Meta(ge=5, le=3_600)] = 60
    gain: Annotated[int, Meta(ge=0, le=3_600)] = 0
    move: Annotated[int, Meta(ge=1, le=24 * 60)] = 48
    bank: Annotated[int, Meta(ge=0, le=24 * 60)] = 7 * 24
    react: Annotated[int, Meta(ge=1, le=24 * 14)] = 12
