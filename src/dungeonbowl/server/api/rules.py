"""The rulebook over HTTP: the client opens it with "why?"."""

from __future__ import annotations

from litestar import get

from dungeonbowl.rulebook import EDITIONS, Rule, find, load, sections, text_of
from dungeonbowl.server import wire
from dungeonbowl.server.budgets import BUDGET, REQUESTS
from dungeonbowl.server.failures import NotFound


@get("/rules", tags=["rules"], sync_to_thread=True, opt={BUDGET: REQUESTS})
def rulebook(book: str = EDITIONS[0]) -> wire.Rulebook:
    """A whole book of rules, for reading and searching."""
    if book not in EDITIONS:
        raise NotFound(f"there is no book {book[:40]!r}: expected one of {', '.join(EDITIONS)}")
    titles = sections(book)
    books = [wire.Choice(name, heading(name)) for name in EDITIONS]
    return wire.Rulebook(book, books, [rule_text(rule, titles) for rule in load(book)])


@get("/rules/{rule:str}", tags=["rules"], sync_to_thread=True, opt={BUDGET: REQUESTS})
def get_rule(rule: str) -> wire.RuleText:
    """A rule with its ruling, as plain text with Markdown in it."""
    found = find(rule[:40])
    if found is None:
        raise NotFound(f"there is no rule {rule[:40]!r}")
    return rule_text(found, sections(found.edition))


def rule_text(rule: Rule, titles: dict[str, str]) -> wire.RuleText:
    title = titles.get(rule.section, rule.section)
    return wire.RuleText(rule.id, rule.edition, rule.section, title, rule.text, rule.ruling, rule.source)


def heading(book: str) -> str:
    """What a book is called: its first line up to the colon."""
    return text_of(book).split("\n", 1)[0].lstrip("# ").partition(":")[0]
