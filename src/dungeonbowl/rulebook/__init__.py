"""The numbered rules, with their rulings, as the package ships them.

>>> find("O-TERM-10").text
'A team may have any number of its players in the dungeon at once.'
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

EDITIONS: Final = ("official", "astrogranite", "stockbowl", "dungeons")
EDITION_OF_LETTER: Final = {"O": "official", "A": "astrogranite", "S": "stockbowl", "D": "dungeons"}

RULE = re.compile(r"- \*\*(?P<id>[A-Z]-[A-Z0-9]+-\d+)\*\* (?P<text>.*)")
HEADING = re.compile(r"#+ (?P<title>.*)")
SECTION_FIRST = re.compile(r"(?P<section>[A-Z]-[A-Z0-9]+): (?P<title>.*)")  # "A-LAVA: Lava (`lava`)"
SECTION_LAST = re.compile(r"(?:[\d.]+ )?(?P<title>.*) \((?P<section>[A-Z]-[A-Z0-9]+)\)")  # "6. Line of sight (O-LOS)"
TAGS = re.compile(r" (?P<tags>\[[OASRX]\].*)$")  # "... the top left square of the map. [X]"


class Rule(NamedTuple):
    """One testable statement. `ruling` settles what the sources leave open, and binds like the rule itself."""

    id: str
    edition: str
    section: str
    text: str
    ruling: str
    source: str

    @property
    def is_withdrawn(self) -> bool:
        return re.search(r"\bwithdrawn\b", self.text, re.IGNORECASE) is not None


def load(edition: str) -> list[Rule]:
    """The rules in force, in the order of the book. Withdrawn rules keep their ids and are left out."""
    return [rule for rule in book(edition).values() if not rule.is_withdrawn]


def find(rule_id: str) -> Rule | None:
    """The rule of that id, withdrawn or not."""
    edition = EDITION_OF_LETTER.get(rule_id[:1])
    return book(edition).get(rule_id) if edition else None


def sections(edition: str) -> dict[str, str]:
    """The title of each section, such as O-PORTAL, in the order of the book."""
    titles = titles_of(text_of(edition))
    return {rule.section: titles.get(rule.section, rule.section) for rule in load(edition)}


def text_of(edition: str) -> str:
    """The whole page, as Markdown."""
    return files(__name__).joinpath(f"{edition}.md").read_text(encoding="utf-8")


@cache
def book(edition: str) -> dict[str, Rule]:
    return parse(edition, text_of(edition))


def parse(edition: str, text: str) -> dict[str, Rule]:
    """Read the bullets. Tables and drawings that follow a bullet, up to the next bullet or heading, belong to it."""
    rules: dict[str, Rule] = {}
    open_id = ""
    lines: list[str] = []
    in_fence = False
    for line in [*text.splitlines(), "# end"]:
        bullet = None if in_fence else RULE.fullmatch(line)
        if bullet or (not in_fence and HEADING.fullmatch(line)):
            if open_id:
                rules[open_id] = make_rule(open_id, edition, lines)
            open_id = bullet["id"] if bullet else ""
            lines = []
            if open_id in rules:
                raise ValueError(f"{edition}.md: {open_id} stands there twice")
        if bullet:
            lines.append(bullet["text"])
        elif open_id:
            lines.append(line)
        if line.lstrip().startswith("```"):
            in_fence = not in_fence
    return rules


def make_rule(rule_id: str, edition: str, lines: list[str]) -> Rule:
    said: list[str] = []
    ruling = source = ""
    for line in lines:
        label, _, rest = line.strip().partition(": ")
        if label == "Ruling" and line.startswith("  "):
            ruling = rest
        elif label == "Source" and line.startswith("  "):
            source = rest
        else:
            said.append(line)
    if not source and (tags := TAGS.search(said[0])):  # the dungeon rules name their origin in tags
        said[0] = said[0][: tags.start()]
        source = tags["tags"]
    return Rule(rule_id, edition, rule_id.rpartition("-")[0], "\n".join(said).strip(), ruling, source)


def titles_of(text: str) -> dict[str, str]:
    titles: dict[str, str] = {}
    for line in text.splitlines():
        if (heading := HEADING.fullmatch(line)) and (
            named := SECTION_FIRST.fullmatch(heading["title"]) or SECTION_LAST.fullmatch(heading["title"])
        ):
            titles.setdefault(named["section"], named["title"])
    return titles
