"""Every kind of prompt of every edition on the screen: each is opened at the very question, read, and kept as a picture
in build/."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from browser.conftest import DESKTOP, OpenPage
from support.plans import how_many
from support.prompt_scenes import DRAWN, EDITION, opened_scene
from support.prompt_walks import QUESTIONS, Opened, Tried, orders, put_down, walk
from support.servers import ServerProcess

PICTURES = Path(__file__).resolve().parents[2] / "build" / "prompts"


FEW = 12  # choices that the panel shows without scrolling, whatever their words (web: layout/snug.ts)
# How many pixels of the panel of the decision can only be scrolled to.
HIDDEN = (
    "(() => { const foot = document.querySelector('.foot-place'); return foot.scrollHeight - foot.clientHeight; })()"
)


def some_of(names: Collection[str]) -> set[str]:
    """As many as the plan says, from the whole of the alphabet."""
    return set(sorted(names)[:: max(1, -(-len(names) // how_many("pictured")))])


def opened_questions(edition: str) -> dict[str, Opened]:
    """A match at one question of each kind that the edition asks and that is to be shown."""
    tried: Tried = {}
    wanted = some_of(QUESTIONS[edition])
    found: dict[str, Opened] = {}
    chosen = orders(edition)
    for seed in range(how_many("prompts")):
        for question in walk(chosen[seed % len(chosen)], seed, tried):
            if question.key in wanted and question.key not in found:
                found[question.key] = question.opened()
        if set(found) >= wanted:
            break
    assert set(found) == wanted
    return found


def keep_pictures(page: Any, home: str, edition: str, matches: dict[str, Opened]) -> None:
    """Open each match, see that it asks what it should, and keep a picture under its name."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    clipped: dict[str, int] = {}
    for name, opened in sorted(matches.items()):
        page.goto(f"{home}{opened.link}")
        page.wait_for_selector("[aria-label='Decision'].mine[data-busy='false']")
        shown = str(page.get_attribute("[aria-label='Decision']", "data-kind"))
        assert shown == opened.key.partition(":")[0], name
        assert page.locator(".board .piece, .board .camera").count() > 0
        hidden = page.evaluate(HIDDEN)
        few = page.locator(".prompt .choices > *").count() <= FEW
        if hidden > 2 and few:
            clipped[f"{edition} {name}"] = hidden
        page.screenshot(path=PICTURES / f"{edition}-{re.sub(r'[^a-z]+', '-', name)}.png")
    assert clipped == {}, "words below the edge of the panel"


@pytest.mark.parametrize("edition", QUESTIONS)
def test_each_kind_of_prompt_is_shown_and_kept_as_a_picture(
    open_page: OpenPage, table: ServerProcess, edition: str
) -> None:
    matches = opened_questions(edition)
    if edition == EDITION:
        matches |= {name: opened_scene(drawn, name) for name, drawn in DRAWN.items() if name in some_of(DRAWN)}
    put_down(matches.values(), table.database)
    page: Any = open_page("/help", DESKTOP)
    keep_pictures(page, page.url.removesuffix("/help"), edition, matches)
