"""The rulebook, for every "why?", and the skills."""

from __future__ import annotations

from functools import cache

from litestar import get

from dungeonbowl.errors import UserError
from dungeonbowl.rulebook import EDITIONS, Rule, find, load, sections, text_of
from dungeonbowl.server import wire
from dungeonbowl.server.budgets import BUDGET, REQUESTS
from dungeonbowl.server.failures import NotFound
from dungeonbowl.teams.skills import split
from dungeonbowl.words.skill_pages import EditionPage, SkillPage, skill_pages


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


@get("/skills", tags=["rules"], sync_to_thread=True, opt={BUDGET: REQUESTS})
def skills() -> list[wire.SkillText]:
    """Every skill and trait of every edition, for reading and searching."""
    return list(all_skills().values())


@get("/skills/{skill:str}", tags=["rules"], sync_to_thread=True, opt={BUDGET: REQUESTS})
def get_skill(skill: str) -> wire.SkillText:
    """A skill by its name, in the spelling of any edition."""
    try:
        return all_skills()[split(skill[:40])[0]]
    except (UserError, KeyError):
        raise NotFound(f"there is no skill {skill[:40]!r}") from None


@cache
def all_skills() -> dict[str, wire.SkillText]:
    """The pages of all skills by name, made once: the sources are read for them."""
    try:
        pages = skill_pages()
    except UserError:  # the results of a test run, and they are broken: the pages do without
        pages = skill_pages(None)
    return {page.name: skill_text(page) for page in pages}


def skill_text(page: SkillPage) -> wire.SkillText:
    asked: dict[str, list[str]] = {}
    for read in page.reads:
        asked.setdefault(read.ability, []).append(f"{read.file}: {read.where}")
    return wire.SkillText(
        page.name,
        page.home,
        page.text,
        [wire.AbilityText(each.name, each.meaning, asked.get(each.name, [])) for each in page.abilities],
        [edition_skill(each) for each in page.editions],
    )


def edition_skill(page: EditionPage) -> wire.EditionSkill:
    rules = [rule.id for rule in page.rules]
    return wire.EditionSkill(
        page.edition, page.name, page.category, page.effect, list(page.remarks), rules, list(page.tests)
    )


def rule_text(rule: Rule, titles: dict[str, str]) -> wire.RuleText:
    title = titles.get(rule.section, rule.section)
    return wire.RuleText(rule.id, rule.edition, rule.section, title, rule.text, rule.ruling, rule.source)


def heading(book: str) -> str:
    """What a book is called: its first line up to the colon."""
    return text_of(book).split("\n", 1)[0].lstrip("# ").partition(":")[0]
