from __future__ import annotations

import re

import pytest

from dungeonbowl.rulebook import EDITIONS, book, find, load, parse, sections, text_of


@pytest.mark.parametrize(
    ("edition", "letter", "at_least"),
    [("official", "O", 411), ("astrogranite", "A", 585), ("stockbowl", "S", 208), ("dungeons", "D", 129)],
)
def test_every_bullet_of_the_book_is_a_rule(edition: str, letter: str, at_least: int) -> None:
    rules = list(book(edition).values())
    bullets = re.findall(rf"^- \*\*({letter}-[A-Z0-9]+-\d+)\*\*", text_of(edition), re.MULTILINE)
    assert [rule.id for rule in rules] == bullets
    assert len(rules) >= at_least
    assert all(rule.text and rule.source for rule in rules)
    assert all(rule.id.startswith(rule.section + "-") and rule.edition == edition for rule in rules)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_section_has_a_title(edition: str) -> None:
    assert all(title and title != section for section, title in sections(edition).items())


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_rules_a_page_cites_exist(edition: str) -> None:
    cited = set(re.findall(r"\b[OASD]-[A-Z]+-\d\d\b", text_of(edition)))
    assert {rule_id for rule_id in cited if find(rule_id) is None} == set()


def test_a_rule_with_ruling_and_source() -> None:
    rule = find("O-TERM-04")
    assert rule is not None
    assert rule.text.startswith("A player outside the dungeon is in exactly one of")
    assert rule.ruling.startswith('"Lost" names the state')
    assert rule.source == "002 injuries; 002 sent-off; 004 magical mishap"


def test_a_dungeon_rule_has_its_tags_for_a_source() -> None:
    rule = find("D-TM-07")
    assert rule is not None
    assert rule.text.endswith("Each square beside it belongs to its own tile.")
    assert rule.source == "[O] O-MAP-05, O-MAP-11"


def test_a_table_and_a_drawing_belong_to_the_rule_above_them() -> None:
    table, drawing = find("A-INF-02"), find("A-PASS-13")
    assert table is not None
    assert "| major | sent off on 6 | sent off on 4+ |" in table.text
    assert table.source.startswith("Part 4")
    assert drawing is not None
    assert "# p hit square" in drawing.text
    assert drawing.source


@pytest.mark.parametrize("rule_id", ["O-TERM-99", "X-TERM-01", "", "nonsense"])
def test_no_such_rule(rule_id: str) -> None:
    assert find(rule_id) is None


def test_a_withdrawn_rule_keeps_its_id_and_does_not_count() -> None:
    rules = parse("official", "## 1. Terms (O-TERM)\n- **O-TERM-01** withdrawn\n- **O-TERM-02** Stays.\n  Source: x\n")
    assert [rule.is_withdrawn for rule in rules.values()] == [True, False]
    assert load("official") == [rule for rule in book("official").values() if not rule.is_withdrawn]


def test_an_id_used_twice_is_an_error() -> None:
    with pytest.raises(ValueError, match="O-TERM-01 stands there twice"):
        parse("official", "- **O-TERM-01** One.\n- **O-TERM-01** Two.\n")


def test_a_heading_inside_a_drawing_is_none() -> None:
    rules = parse("official", "- **O-TERM-01** One.\n```\n# rock\n- **O-TERM-02** no\n```\nTail.\n# Next\nLost.\n")
    assert [rule.text.splitlines()[-1] for rule in rules.values()] == ["Tail."]
