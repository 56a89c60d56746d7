"""The pseudo-language that also notes what no catalogue could have: texts and sentences that the tool does not find in
the sources."""

from __future__ import annotations

import sys
from functools import cache

import pytest

from dungeonbowl.languages import speech
from dungeonbowl.languages.catalogue import BETWEEN, Patterns, Pseudo
from support.pages import ROOT


@cache
def known_texts() -> tuple[frozenset[tuple[str, ...]], Patterns]:
    """Every text of the sources, and the patterns of those with holes."""
    sys.path.insert(0, str(ROOT / "tools"))
    import catalogues

    found = frozenset(catalogues.texts())
    return found, Patterns([key[0] for key in found if len(key) == 1])


class Strict(Pseudo):
    """`unknown` is what was told and is in no catalogue. Sentences in holes are looked at too."""

    def __init__(self) -> None:
        self.texts, self.patterns = known_texts()
        self.forms = {each for key in self.texts for each in key}
        self.unknown: set[str] = set()

    def text(self, text: str) -> str:
        if text and text not in self.forms:
            self.unknown.add(text)
        return super().text(text)

    def form(self, one: str, many: str, count: int) -> str:
        if (one, many) not in self.texts:
            self.unknown.add(one)
        return super().form(one, many, count)

    def sentence(self, sentence: str) -> str:
        for each in sentence.split(BETWEEN) if sentence and not self.is_known(sentence) else ():
            if not self.is_known(each):
                self.unknown.add(each)
        return super().sentence(sentence)

    def is_known(self, sentence: str) -> bool:
        return sentence in self.forms or self.patterns.find(sentence) is not None or "⟦" in sentence


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> Strict:
    """Whoever speaks the pseudo-language is listened to."""
    found = Strict()
    known = speech.catalogue_of
    monkeypatch.setattr(speech, "catalogue_of", lambda code: found if code == "xx" else known(code))
    return found
