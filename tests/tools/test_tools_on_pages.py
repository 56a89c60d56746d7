"""Commands of the tools, as the documentation shows them."""

from __future__ import annotations

import re

import pytest

from support.pages import PAGES, ROOT, text_of

CALL = re.compile(r"(tools/\w+\.py)((?: +(?:--?[\w-]+|[^\s`#]+))*)")


def calls() -> list[tuple[str, str, str]]:
    """The page, the tool and the words behind it."""
    found = [(page.name, *match.groups()) for page in PAGES for match in CALL.finditer(text_of(page))]
    return [(page, tool, words) for page, tool, words in found if "--" in words]


@pytest.mark.parametrize(("page", "tool", "words"), calls())
def test_a_tool_has_the_options_that_a_page_shows(page: str, tool: str, words: str) -> None:
    source = (ROOT / tool).read_text("utf-8")
    for option in re.findall(r"--[\w-]+", words):
        assert option == "--help" or f'"{option}"' in source, f"{page}: {tool} {option}"


def test_the_pages_show_such_commands() -> None:
    assert {tool for _, tool, _ in calls()} >= {"tools/peers.py", "tools/growth.py"}
