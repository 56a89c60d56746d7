"""The log in another language: phrases that go into a sentence fit there, and dice of every kind have their name."""

from __future__ import annotations

import re

import pytest

from dungeonbowl.languages import speaking, t
from dungeonbowl.words.dice_words import die_said
from dungeonbowl.words.phrases import DICE_NOUNS

# "W6 3 für was in der Truhe ist" is no German: after a preposition stands a thing, and not a question.
ACCUSATIVE = re.compile(r"(den|einen) ")
QUESTION = re.compile(r"(wer|wen|was|wie|wo|wohin|woher|ob|welche\w*|auf wen)\b")


@pytest.mark.parametrize("words", sorted(set(DICE_NOUNS.values())))
def test_what_dice_are_rolled_for_is_a_thing_in_german(words: str) -> None:
    with speaking("de"):
        assert not QUESTION.match(t(words))
        assert not ACCUSATIVE.match(t(words)), "it stands alone too, beside the dice"


def test_a_die_of_any_number_of_faces_has_the_letter_of_the_language() -> None:
    with speaking("de"):
        assert [die_said(faces) for faces in (3, 5, 6, 12)] == ["W3", "W5", "W6", "W12"]
    with speaking("fr"):
        assert die_said(5) == "D5"
    assert die_said(16) == "D16"
