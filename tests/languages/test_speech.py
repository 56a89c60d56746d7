"""The language that is spoken: how it is chosen, what is said in it, and that English needs no catalogue."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from datetime import datetime, timedelta, timezone

import pytest

from dungeonbowl.languages import (
    chosen,
    day,
    decimal,
    listed,
    moment,
    number,
    percent,
    plural,
    preferred,
    speaking,
    spoken,
    t,
    translated,
)
from dungeonbowl.languages.catalogue import Patterns, Written
from dungeonbowl.languages.pseudo import pseudo


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("pt,fr;q=0.3,es;q=0.4", "es"),
        ("de;q=0,fr;q=0.1", "fr"),
        ("*", "en"),
        (";;q=,,=;q=x,de;q=y", "en"),
        ("xx", "xx"),
        ("," * 10_000 + "de", "en"),
    ],
)
def test_the_header_of_a_browser_chooses_the_language_that_is_wanted_most(header: str, language: str) -> None:
    assert preferred(header) == language


def test_an_unknown_language_is_english() -> None:
    assert [chosen(code) for code in ("tlh", "", "de_AT", "FR", "../de")] == ["en", "en", "de", "fr", "en"]
    with speaking("tlh"):
        assert spoken() == "en"
        assert t("{count} left", count=2) == "2 left"


def test_a_language_is_spoken_only_inside_and_in_each_task_by_itself() -> None:
    async def say(code: str) -> str:
        with speaking(code):
            await asyncio.sleep(0)
            return spoken()

    async def both() -> list[str]:
        return await asyncio.gather(say("de"), say("xx"), say("en"))

    assert asyncio.run(both()) == ["de", "xx", "en"]
    assert spoken() == "en"


def test_the_pseudo_language_is_longer_bracketed_and_keeps_the_holes() -> None:
    told = pseudo("{player} dodges")
    assert told.startswith("⟦{player} dódgéš")
    assert told.endswith("···⟧")
    with speaking("xx"):
        assert t("{player} dodges", player="Ann") == "⟦Ann dódgéš···⟧"
        assert plural("{count} turn", "{count} turns", 1) == "⟦1 túrñ··⟧"
        assert translated("the match is over").startswith("⟦thé mátçh")


def test_braces_in_names_are_no_holes() -> None:
    with speaking("xx"):
        assert "{0} {x}" in t("{player} dodges", player="{0} {x}")


def test_a_finished_sentence_is_known_by_the_pattern_that_says_most() -> None:
    patterns = Patterns(["{a} will be {b}", "the player is {status}", "{x}", "a {same} or the other {same}"])
    assert patterns.find("the player is prone") == ("the player is {status}", {"status": "prone"})
    assert patterns.find("Ann will be tall") == ("{a} will be {b}", {"a": "Ann", "b": "tall"})
    assert patterns.find("a door or the other door") == ("a {same} or the other {same}", {"same": "door"})
    assert patterns.find("a door or the other key") is None
    assert patterns.find("nothing of the kind") is None


def test_english_reads_no_catalogue() -> None:
    code = (
        "import sys; from dungeonbowl.languages import t, plural; t('{a} b', a=1); plural('{count} a', '{count} b', 2);"
        "assert not [name for name in sys.modules if name.startswith('babel')]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_numbers_and_lists_are_written_as_the_language_writes_them() -> None:
    told = {}
    for code in ("en", "de", "fr", "es"):
        with speaking(code):
            told[code] = number(1_234_567)
    assert told == {"en": "1,234,567", "de": "1.234.567", "fr": "1\u202f234\u202f567", "es": "1.234.567"}
    assert [listed(names) for names in ([], ["Ann"], ["Ann", "Bo"], ["Ann", "Bo", "Cy"])] == [
        "",
        "Ann",
        "Ann and Bo",
        "Ann and Bo and Cy",
    ]


def test_a_sentence_inside_a_sentence_is_translated_too() -> None:
    german = Written("de")
    german.texts = {"correction: {error}": "Korrektur: {error}", "the frog is {colour}": "der Frosch ist {colour}"}
    german.patterns = Patterns(list(german.texts))
    assert german.sentence("correction: the frog is green") == "Korrektur: der Frosch ist green"
    assert german.sentence("correction: the frog is green; the frog is red") == (
        "Korrektur: der Frosch ist green; der Frosch ist red"
    )


def test_figures_are_written_as_the_language_writes_them() -> None:
    when = datetime(2026, 11, 8, 14, 3, tzinfo=timezone(timedelta(hours=2)))
    told = {}
    for code in ("en", "de", "fr", "es"):
        with speaking(code):
            told[code] = (number(1_000), number(-12_500), decimal(0.25, 1, sign=True), percent(0.47), day(when.date()))
            told[code] += (moment(when),)
    assert told == {
        "en": ("1,000", "-12,500", "+0.2", "47 %", "2026-11-08", "2026-11-08 12:03 UTC"),
        "de": ("1.000", "-12.500", "+0,2", "47\u00a0%", "08.11.2026", "08.11.2026, 12:03 UTC"),
        "fr": ("1\u202f000", "-12\u202f500", "+0,2", "47\u202f%", "8 nov. 2026", "8 nov. 2026, 12:03 UTC"),
        "es": ("1000", "-12.500", "+0,2", "47\u00a0%", "8 nov 2026", "8 nov 2026, 12:03 UTC"),
    }


def test_figures_in_a_finished_sentence_are_those_of_the_language() -> None:
    german = Written("de")
    german.texts = {"the frogs wait until {moment} for {gold} gold": "die Frösche warten bis {moment} auf {gold} Gold"}
    german.patterns = Patterns(list(german.texts))
    sentence = "the frogs wait until 2026-11-08 14:03 UTC for 1,250 gold"
    assert german.sentence(sentence) == "die Frösche warten bis 08.11.2026, 14:03 UTC auf 1.250 Gold"
    assert german.sentence("2026-13-45") == "2026-13-45"


def test_other_braces_than_holes_and_empty_hints_are_no_trouble() -> None:
    german = Written("de")
    german.texts = {
        '{where}: expected {"do": ...} here': '{where}: erwartet wird hier {"do": ...}',
        "style {style}: {near}expected {one_of}": "Stil {style}: {near}erwartet wird {one_of}",
        "did you mean {name}?": "meintest du {name}?",
        "one of {names}": "eins von {names}",
    }
    german.patterns = Patterns(list(german.texts))
    assert german.sentence('line 1: expected {"do": ...} here') == 'line 1: erwartet wird hier {"do": ...}'
    assert german.sentence("style x: expected one of a, b") == "Stil x: erwartet wird eins von a, b"
    assert german.sentence("style x: did you mean 'a'? expected one of a, b") == (
        "Stil x: meintest du 'a'? erwartet wird eins von a, b"
    )
