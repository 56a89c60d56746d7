"""Over HTTP: the languages that the server speaks."""

from __future__ import annotations

from litestar import get

from dungeonbowl.languages import LANGUAGES
from dungeonbowl.server import wire
from dungeonbowl.server.budgets import BUDGET, REQUESTS


@get("/languages", tags=["server"], sync_to_thread=False, opt={BUDGET: REQUESTS})
def languages() -> list[wire.LanguageChoice]:
    """The languages that a page can be shown in, each by its code and by the name it has in itself."""
    return [wire.LanguageChoice(each.code, each.name) for each in LANGUAGES]
