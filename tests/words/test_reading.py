"""Texts that are not the JSON that was expected, explained in sentences."""

from __future__ import annotations

import msgspec
import pytest

from dungeonbowl.server import wire
from dungeonbowl.words.reading import unreadable

DECODER = msgspec.json.Decoder(wire.TeamCheckOrder)
DRAFT = '{"draft": {"edition": "official", "roster": "fire", "name": "x", "players": [%s]}}'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a" 1}', "this is not JSON: it cannot be read from character 6 on"),
        ("{", "this is not JSON: it ends too early"),
        ("[]", "expected a record in braces instead of a list"),
        ('{"text": 5}', "'text': expected a text or nothing instead of a whole number"),
        ('{"other": 5}', "'other' is not known here"),
        (DRAFT % "{}", "'draft', 'players', entry 1: 'number' is missing"),
        (DRAFT % '{"number": -1, "name": "", "position": ""}', "'number': expected a whole number that is 0 or more"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(text: str, said: str) -> None:
    with pytest.raises(msgspec.DecodeError) as error:
        DECODER.decode(text)
    assert said in unreadable(error.value)
    assert "`" not in unreadable(error.value)


def test_what_is_nested_or_no_text_is_said_too() -> None:
    assert unreadable(RecursionError()) == "it is nested too deeply"
    assert unreadable(UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad")) == "it is not written in UTF-8"
