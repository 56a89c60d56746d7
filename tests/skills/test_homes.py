"""Every skill of every edition has one home, and every ability belongs to something."""

from __future__ import annotations

import pytest

from dungeonbowl.engine import abilities
from dungeonbowl.errors import UserError
from dungeonbowl.rulebook import EDITION_OF_LETTER, find
from dungeonbowl.teams.facts import load_facts, skill_books
from dungeonbowl.teams.skills import sheet, split
from dungeonbowl.words.skill_pages import (
    PACKAGE,
    book_of,
    meanings,
    places,
    readings,
    reads_in,
    skill_page,
    skill_pages,
    unknown_rules,
)
from dungeonbowl.words.skill_words import ABILITY_NAMES, ABILITY_NUMBERS

SKILLS = [(edition, skill.name) for edition, book in skill_books().items() for skill in book.skills]
# Abilities that are found by their number, as that of a card of the deck, and never by their name.
BY_NUMBER = {"RABBIT_FOOTED", "RINGED"}


def test_there_are_as_many_skills_as_the_books_have() -> None:
    counts = {edition: len(book.skills) for edition, book in skill_books().items()}
    assert counts == {"official": 92, "astrogranite": 53, "stockbowl": 75}


@pytest.mark.parametrize(("edition", "name"), SKILLS, ids=[f"{edition}: {name}" for edition, name in SKILLS])
def test_a_skill_has_a_home_and_its_abilities_are_asked_for(edition: str, name: str) -> None:
    """The row itself names the abilities, so it does not count. A module of its own asks for one of them, and mentions
    those that are asked for elsewhere."""
    place = places()[split(name)[0]]
    home = PACKAGE / place.file
    assert home.is_file()
    wanted = {ABILITY_NAMES[number] for number in place.home.abilities}
    assert wanted <= set(readings()), "no rule asks for them"
    if place.home.file and wanted:
        text = home.read_text(encoding="utf-8")
        assert wanted & {ability for ability, _ in reads_in(text)}, "the module asks for none of them"
        assert all(ability in text for ability in wanted)
    page = skill_page(name, edition)
    assert [each.name for each in page.editions] == [name]
    assert page.text
    assert page.editions[0].effect


def test_the_rows_give_what_the_rosters_get() -> None:
    rows = {name: [ABILITY_NAMES[number] for number in place.home.abilities] for name, place in places().items()}
    assert rows == sheet()["skills"]


def test_a_row_stands_in_the_file_of_its_category() -> None:
    """A skill without a module has its home there. Editions disagree about a few; any of their categories will do."""
    files = {"mutation": "mutations.py", "physical": "mutations.py", "trait": "traits.py"}
    for name, place in places().items():
        if place.file.startswith("engine/") and not place.home.file:
            books = [book_of(edition) for edition in skill_books()]
            categories = {book[name].category for book in books if name in book}
            assert place.file.rpartition("/")[2] in {files.get(each, f"{each}.py") for each in categories}, name


def test_the_rules_of_a_row_exist_and_are_of_an_edition_that_has_the_skill() -> None:
    for name, place in places().items():
        assert unknown_rules(place.home) == []
        having = {each.edition for each in skill_page(name).editions}
        for rule_id in place.home.rules.split():
            assert EDITION_OF_LETTER[rule_id[0]] in having, f"{name}: {rule_id}"


def test_every_ability_is_explained_and_belongs_to_a_skill_or_to_something_else() -> None:
    of_skills = {number for place in places().values() for number in place.home.abilities}
    otherwise = set(abilities.GIVEN_OTHERWISE)
    assert of_skills | otherwise == set(ABILITY_NAMES)
    assert not of_skills & otherwise
    assert set(meanings()) - {"WORDS"} == set(ABILITY_NUMBERS)


def test_every_ability_is_asked_for_by_the_rules() -> None:
    assert set(ABILITY_NUMBERS) - set(readings()) == BY_NUMBER


def test_what_is_read_is_found_in_the_source_and_not_in_the_rows() -> None:
    source = """
from dungeonbowl.engine import abilities
from dungeonbowl.engine.abilities import GRABS, HEADS
from dungeonbowl.elsewhere import STRIKES
SKILLS: Final = [Home("Heads", [HEADS])]
TABLE: Final = [GRABS, STRIKES]
class Grip(Module):
    def holds(self, game, piece):
        return game.can(piece, abilities.STABS) or game.can(piece, GRABS)
"""
    assert list(reads_in(source)) == [("GRABS", "TABLE"), ("STABS", "Grip.holds"), ("GRABS", "Grip.holds")]


def test_guard_is_asked_for_where_assists_are_counted() -> None:
    page = skill_page("guard")
    assert page.home == "engine/skills/strength.py"
    assert [(each.name, bool(each.meaning)) for each in page.abilities] == [("HELPS_WHEN_MARKED", True)]
    assert [each.file for each in page.reads] == ["engine/procedures/block/dice.py"]
    ids = {each.edition: [rule.id for rule in each.rules] for each in page.editions}
    assert "O-AST-01" in ids["official"]
    assert "A-SKREF-11" in ids["astrogranite"]
    assert "S-BASE-10" in ids["stockbowl"]


def test_a_skill_that_listens_is_told_by_its_module() -> None:
    page = skill_page("Frenzy")
    assert page.home == "engine/skills/after_block.py"
    assert "blocked once more" in page.text
    assert any(each.file == page.home for each in page.reads)


def test_other_spellings_lead_to_the_same_page() -> None:
    assert skill_page("side step") == skill_page("Sidestep")
    assert skill_page("Mighty Blow (+2)") == skill_page("Mighty Blow")
    assert [each.name for each in skill_page("Claws").editions] == ["Claws", "Claw", "Claw"]


def test_common_words_are_not_taken_for_skills() -> None:
    """A rule about the Pass action is not a rule about the skill Pass."""
    assert [rule.id for rule in skill_page("Pass", "astrogranite").editions[0].rules] == ["A-SKREF-20"]


def test_skills_of_monsters_have_their_rule_and_no_roster() -> None:
    (page,) = skill_page("Slash").editions
    assert (page.edition, page.category, [rule.id for rule in page.rules]) == (
        "astrogranite",
        "on no roster",
        ["A-MATK-03"],
    )


def test_weapons_count_as_skills_of_the_edition_that_has_them() -> None:
    assert [each.edition for each in skill_page("Chainsaw").editions] == ["astrogranite", "stockbowl"]
    assert {"Sorcery", "Poisoned Dagger"} <= {skill.name for skill in load_facts("astrogranite").skills.skills}
    assert [each.edition for each in skill_page("Sorcery").editions] == ["astrogranite"]


def test_all_pages_are_the_single_pages() -> None:
    pages = {page.name: page for page in skill_pages()}
    assert set(pages) == set(sheet()["skills"])
    assert pages["Dodge"] == skill_page("Dodge")


def test_rules_of_pages_are_in_force() -> None:
    for page in skill_pages():
        for edition in page.editions:
            for rule in edition.rules:
                assert find(rule.id) == rule
                assert not rule.is_withdrawn


@pytest.mark.parametrize(
    ("name", "edition", "message"),
    [
        ("Guart", "", "did you mean Guard?"),
        ("Ring of Invulnerability", "", "is a magic item and no skill"),
        ("Dense", "official", "the edition official has no skill Dense; it is one of astrogranite"),
        ("Guard", "stickball", "there is no edition stickball: choose from official, astrogranite, stockbowl"),
    ],
)
def test_what_there_is_not_is_told(name: str, edition: str, message: str) -> None:
    with pytest.raises(UserError) as refused:
        skill_page(name, edition)
    assert message in str(refused.value)
