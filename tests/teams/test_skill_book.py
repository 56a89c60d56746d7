"""Skills as they are written, with the numbers in their brackets."""

from __future__ import annotations

import pytest

from dungeonbowl.errors import UserError
from dungeonbowl.teams.facts import load_facts


@pytest.mark.parametrize(
    ("text", "name", "value", "printed"),
    [
        ("Loner (4+)", "Loner", 4, "Loner (4+)"),
        ("loner(3+)", "Loner", 3, "Loner (3+)"),
        ("Mighty Blow (+1)", "Mighty Blow", 1, "Mighty Blow (+1)"),
        ("mighty  blow", "Mighty Blow", 1, "Mighty Blow (+1)"),
        ("Dirty Player ( +2 )", "Dirty Player", 2, "Dirty Player (+2)"),
        ("Timmm-ber!", "Timmm-ber!", 0, "Timmm-ber!"),
        ("Animosity (all)", "Animosity", 0, "Animosity (all)"),
    ],
)
def test_a_skill_is_read_with_its_number(text: str, name: str, value: int, printed: str) -> None:
    written = load_facts().skills.read(text)
    assert (written.skill.name, written.value, written.text) == (name, value, printed)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Loner", "expected a target, such as Loner (4+)"),
        ("Loner (+1)", "expected a target, such as Loner (4+)"),
        ("Loner (9+)", "expected a target, such as Loner (4+)"),
        ("Mighty Blow (1)", "expected a bonus, such as Mighty Blow (+1)"),
        ("Block (2)", "expected Block without brackets"),
        ("Blok", "expected a known skill (did you mean Block?)"),
        ("", "expected a skill out of "),
        ("Block (", "expected a known skill (did you mean Block"),
    ],
)
def test_what_cannot_be_read_says_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(UserError) as error:
        load_facts().skills.read(text)
    assert f"skill {text!r}: {message}" in str(error.value)
