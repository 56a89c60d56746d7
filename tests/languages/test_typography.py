"""What a translation is written with: gaps and quotes of its language, so that no line begins with a colon."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator

import pytest

from support.pages import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import catalogues

PAGES = ROOT / "web" / "src" / "lib" / "languages"
CODE = re.compile(r"`[^`]*`|<code>.*?</code>|\{\{?\w+\}?\}")
# What a language does not write, and why. French has a gap before these signs, and lines must not break there.
FAULTS = {
    "de": {"quotes": re.compile(r"“[^“”„]*”|«|»"), "a gap before a sign": re.compile(r"[\wäöüß] [:;!](?:\s|$)")},
    "fr": {
        "a gap that may end a line": re.compile(r"\S [:;!?»]|« "),
        "no gap": re.compile(r"[a-zéèà][;!?](?:\s|$)|[a-zéèà]: "),
    },
    "es": {"quotes": re.compile(r"„|‟"), "no beginning": re.compile(r"^[^¿]*\w\?(?:\s|$)|^[^¡]*\w!(?:\s|$)")},
}


def translations(code: str) -> Iterator[str]:
    """Every text of a language, of the server, the command line and the pages."""
    for message in catalogues.read(code):
        if message.id:
            yield from [message.string] if isinstance(message.string, str) else message.string
    for path in sorted((PAGES / code).glob("*.json")):
        yield from json.loads(path.read_text(encoding="utf-8")).values()


@pytest.mark.parametrize(("code", "fault"), [(code, fault) for code in FAULTS for fault in FAULTS[code]])
def test_signs_are_those_of_the_language(code: str, fault: str) -> None:
    assert [text for text in translations(code) if FAULTS[code][fault].search(CODE.sub("N", text))] == []


@pytest.mark.parametrize(
    ("code", "text"), [("fr", "Sel : poivre"), ("fr", "Vraiment?"), ("de", "Er sagt “ja”"), ("es", "Seguro?")]
)
def test_a_sign_of_another_language_is_found(code: str, text: str) -> None:
    assert any(pattern.search(text) for pattern in FAULTS[code].values())
