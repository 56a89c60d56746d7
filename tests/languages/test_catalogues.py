"""The catalogues have what they must have, and no text gets past them."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dungeonbowl.languages import LANGUAGES, speaking, t, translated
from support.pages import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import catalogues

PACKAGE = ROOT / "src" / "dungeonbowl"
ROOMS = ("words", "server/view")
# Files of other rooms that tell coaches something.
FILES = (
    *("server/options.py", "server/report.py", "server/typed_dice.py", "atlas/telling.py", "league/records.py"),
    *(f"league/aftermath/stages/{name}.py" for name in ("conceding", "income", "stone", "valuable", "winnings")),
    *(f"league/{name}.py" for name in ("aftermath/season_end", "aftermath/words", "coded_words", "differences")),
    *(f"league/competitions/{name}.py" for name in ("honours", "scheduling", "tables")),
    *(f"league/office/{name}.py" for name in ("aftermath_views", "corrections", "desk", "telling", "words")),
    *(f"server/accounts/{name}.py" for name in ("doors", "names", "passkeys", "waits")),
    *(f"server/league/{name}.py" for name in ("asking", "correcting", "foretelling", "house", "live", "permits")),
    *(f"server/league/{name}.py" for name in ("policies", "searching", "sheets", "stories")),
    *("league/handicap.py", "server/club/room.py"),
)
# Pages of these rooms that speak to programs, or in the words of the rulebook.
FOR_PROGRAMS = {"notation.py", "event_words.py", "action_words.py", "skill_pages.py", "reading.py", "advice.py"}
WORDS = re.compile(r"[A-Za-z]{3,}")


@pytest.fixture(scope="module")
def texts() -> dict[tuple[str, ...], list[str]]:
    return catalogues.texts()


@pytest.mark.parametrize("code", catalogues.LANGUAGES)
def test_a_shipped_language_misses_nothing_that_coaches_read_in_a_match(code: str) -> None:
    assert catalogues.problems(code) == []


def test_the_languages_offered_are_those_with_a_catalogue() -> None:
    assert {each.code for each in LANGUAGES} == {"en", *catalogues.LANGUAGES}
    assert {path.stem for path in catalogues.CATALOGUES.glob("*.po")} == set(catalogues.LANGUAGES)


@pytest.mark.parametrize("code", catalogues.LANGUAGES)
def test_a_catalogue_has_every_text_of_the_sources_and_no_other(
    code: str, texts: dict[tuple[str, ...], list[str]]
) -> None:
    known = {each.id if isinstance(each.id, str) else each.id[0] for each in catalogues.read(code) if each.id}
    assert known == {key[0] for key in texts}, "run: python tools/catalogues.py extract"


def test_extraction_reads_tables_sentences_and_plurals() -> None:
    source = """
TABLE = mark({1: "a rush", 2: ("the pass", 3)})
def objection(game):
    return "the player is " + name
def tell(self, event):
    raise Refusal(f"that was {number}, not {self.number}")
    return t("{a} and {b}" if a else "nobody", a=1, b=2) + plural("{count} turn", "{count} turns", 2)
"""
    found = {text.id for text in catalogues.of_tree(ast.parse(source), "engine/x.py")}
    assert {("a rush",), ("the pass",), ("the player is {name}",), ("that was {number}, not {number2}",)} <= found
    assert {("{a} and {b}",), ("nobody",), ("{count} turn", "{count} turns")} <= found


def test_holes_must_agree() -> None:
    assert catalogues.agrees(("{a} hits {b}",), "{b} wird von {a} getroffen")
    assert not catalogues.agrees(("{a} hits {b}",), "{a} trifft")
    assert catalogues.agrees(("{count} turn", "{count} turns"), "ein Zug")


def test_sentences_of_the_engine_are_known_by_their_patterns() -> None:
    with speaking("de"):
        assert translated("the player is stunned") == "der Spieler ist benommen"
        assert translated("the step costs 2 squares of movement") == "der Schritt kostet 2 Felder Bewegung"
        assert t("in the {region} corridor", region=t("northern")) == "im Gang im Norden"
    with speaking("fr"):
        assert translated("a wall is in the way") == "un mur barre le passage"


def test_a_sentence_that_nobody_has_translated_stays_whole() -> None:
    """`the {room}` and `{dice} for {why}` are texts too, and once turned half of such a sentence."""
    for code in catalogues.LANGUAGES:
        with speaking(code):
            for sentence in ("the frogs have gone home", "frogs wait for rain", "frogs before toads and newts"):
                assert translated(sentence) == sentence


def past_the_catalogue(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Texts with words in them that are put together outside `t`."""
    for node in ast.walk(tree):
        for child in ast.iter_child_nodes(node):
            child.parent = node  # type: ignore[attr-defined]
    for node in ast.walk(tree):
        if not isinstance(node, ast.JoinedStr) or is_excused(node):
            continue
        told = "".join(part.value for part in node.values if isinstance(part, ast.Constant))
        if WORDS.search(told):
            yield node.lineno, told


def is_excused(node: ast.AST) -> bool:
    """Whether a text is an error, is looked up, or is handed to the catalogue as a whole."""
    while (parent := getattr(node, "parent", None)) is not None:
        if isinstance(parent, ast.Raise | ast.Subscript):
            return True
        if isinstance(parent, ast.Call) and catalogues.called(parent) in {"t", "told", "plural", "mark", "Spoken"}:
            return True
        node = parent
    return False


# What is no text of its own: keys of programs, and phrases that `Places.phrases` gives to the catalogues.
EXCUSED = {
    "words/places.py",
    "words/story.py",
    "words/choices.py",
    "words/skill_words.py",
    "server/view/positions.py",
    "server/view/previews.py",
}


TELLING = sorted(
    [*(path for room in ROOMS for path in (PACKAGE / room).glob("*.py")), *(PACKAGE / file for file in FILES)]
)


@pytest.mark.parametrize("path", TELLING)
def test_no_sentence_is_put_together_past_the_catalogue(path: Path) -> None:
    where = path.relative_to(PACKAGE).as_posix()
    if path.name in FOR_PROGRAMS or where in EXCUSED:
        pytest.skip("speaks to programs")
    assert list(past_the_catalogue(ast.parse(path.read_text(encoding="utf-8")))) == []


def test_a_sentence_past_the_catalogue_is_found() -> None:
    tree = ast.parse('def f(x):\n    return f"{x} goes down"\n')
    assert list(past_the_catalogue(tree)) == [(2, " goes down")]


def test_no_text_is_told_without_its_number(texts: dict[tuple[str, ...], list[str]]) -> None:
    """A catalogue has a text once: `t` does not find what has forms for a number."""
    forms = {form for key in texts if len(key) > 1 for form in key}
    assert [
        text
        for text in (*catalogues.of_sources(), *catalogues.of_tables())
        if text.id[0] in forms and len(text.id) == 1
    ] == []
