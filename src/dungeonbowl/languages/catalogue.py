"""The catalogue of a language: what its `.po` file says, read once, when somebody first speaks the language."""

from __future__ import annotations

import re
from functools import cache
from gettext import GNUTranslations
from importlib import resources
from io import BytesIO
from typing import Final, Protocol

from dungeonbowl.languages.figures import figures_in
from dungeonbowl.languages.offered import PSEUDO
from dungeonbowl.languages.pseudo import pseudo

HOLE: Final = re.compile(r"\{(\w*)\}")
MOST_KNOWN: Final = 2_000  # sentences that are remembered
LONGEST: Final = 1_000  # letters of a sentence that is compared with patterns
# Holes in which a whole sentence stands, or several with semicolons between them.
SENTENCES: Final = frozenset(
    {
        *("error", "reason", "reasons", "refusal", "expected", "problem", "problems", "hint", "doubt", "finding"),
        *("limit", "wished", "one_of", "listed"),
    }
)
# Holes in which there may be nothing, or a hint with a space behind it.
ASIDE: Final = frozenset({"advice", "near", "did_you_mean", "there", "why", "master"})
BETWEEN: Final = "; "
ONE_OF: Final = "one of {names}"  # too short for a pattern
SHORTEST: Final = 7  # letters of a pattern outside its holes: "the {room}" would fit nearly every sentence


class Catalogue(Protocol):
    """Texts of one language, by their English."""

    code: str

    def text(self, text: str) -> str: ...

    def form(self, one: str, many: str, count: int) -> str: ...

    def sentence(self, sentence: str) -> str: ...


class Patterns:
    """Finds the text with holes that a finished sentence was made from, and what is in the holes."""

    def __init__(self, texts: list[str]) -> None:
        """The texts with the most letters come first: the more a pattern says, the less it fits by chance."""
        holed = [text for text in texts if HOLE.search(text) and len(said(text)) >= SHORTEST]
        holed.sort(key=lambda text: (-len(HOLE.sub("", text)), text))
        self.patterns = [(text, pattern_of(text)) for text in holed]

    def find(self, sentence: str) -> tuple[str, dict[str, str]] | None:
        if len(sentence) > LONGEST:
            return None
        for text, pattern in self.patterns:
            if found := pattern.fullmatch(sentence):
                return text, found.groupdict()
        return None


def said(text: str) -> str:
    """What a text says outside its holes."""
    return HOLE.sub("", text).strip(" :,.;()'+-")


def pattern_of(text: str) -> re.Pattern[str]:
    """The pattern of the sentences that a text with holes can become; a name twice is the same words twice."""
    parts, seen, end = [], set(), 0
    for hole in HOLE.finditer(text):
        parts.append(re.escape(text[end : hole.start()]))
        name = hole[1]
        some = "*" if name in ASIDE else "+"
        parts.append(f"(?P={name})" if name in seen else f"(?P<{name}>.{some}?)")
        seen.add(name)
        end = hole.end()
    parts.append(re.escape(text[end:]))
    return re.compile("".join(parts))


class Written:
    """A language whose texts are in a file."""

    def __init__(self, code: str) -> None:
        # imported here: English, and a program that only computes, do without Babel
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        self.code = code
        with (resources.files("dungeonbowl.languages") / "catalogues" / f"{code}.po").open("rb") as file:
            read = read_po(file, locale=code, abort_invalid=True)
        compiled = BytesIO()
        write_mo(compiled, read)
        compiled.seek(0)
        self.messages = GNUTranslations(compiled)
        self.texts = {str(each.id): str(each.string) for each in read if each.id and isinstance(each.id, str)}
        self.patterns = Patterns([text for text, told in self.texts.items() if told])
        self.known: dict[str, str] = {}

    def text(self, text: str) -> str:
        return self.texts.get(text) or text

    def form(self, one: str, many: str, count: int) -> str:
        return self.messages.ngettext(one, many, count)

    def sentence(self, sentence: str) -> str:
        """A finished sentence: by itself, or by its pattern with what is in the holes told in turn."""
        if told := self.texts.get(sentence):
            return told
        if sentence not in self.known:
            if len(self.known) >= MOST_KNOWN:
                self.known.clear()
            found = self.patterns.find(sentence)
            self.known[sentence] = (
                figures_in(self.code, sentence) if found is None else self.filled(self.text(found[0]), found[1])
            )
        return self.known[sentence]

    def filled(self, text: str, parts: dict[str, str]) -> str:
        """A text with its parts told; other braces, such as those of JSON, stay."""
        return HOLE.sub(lambda hole: self.part(hole[1], parts[hole[1]]) if hole[1] in parts else hole[0], text)

    def part(self, name: str, words: str) -> str:
        """What stands in a hole: names stay, numbers and days are written as the language does, words that have a
        translation of their own take it, and so do sentences in holes that are made for them."""
        if len(words) > 1 and (told := self.texts.get(words)):
            return told
        if name in ASIDE:
            said = words.strip()
            return words.replace(said, self.sentence(said)) if said else words
        if words.startswith(ONE_OF.partition("{")[0]):
            return self.text(ONE_OF).format(names=words.removeprefix(ONE_OF.partition("{")[0]))
        if name.rstrip("0123456789").lower() in SENTENCES:
            return BETWEEN.join(self.sentence(each) for each in words.split(BETWEEN))
        return figures_in(self.code, words)


class Pseudo:
    """The pseudo-language, which has a text for everything."""

    code = PSEUDO

    def text(self, text: str) -> str:
        return pseudo(text)

    def form(self, one: str, many: str, count: int) -> str:
        return pseudo(one if count == 1 else many)

    def sentence(self, sentence: str) -> str:
        return pseudo(sentence)


@cache
def catalogue_of(code: str) -> Catalogue:
    return Pseudo() if code == PSEUDO else Written(code)
