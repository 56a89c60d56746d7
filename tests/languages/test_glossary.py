"""One word for one thing: texts that have an English word of the table in docs/translating.md have the word that stands
beside it, on pages and on the server."""

from __future__ import annotations

import json
import re
import sys
from functools import cache

import pytest

from dungeonbowl.dungeon import terrain
from dungeonbowl.league import option_text
from dungeonbowl.league.book.chapters import GROUPS
from dungeonbowl.league.competitions.options import CompetitionOptions
from dungeonbowl.league.options import LeagueOptions
from support.pages import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import catalogues

PAGES = ROOT / "web" / "src" / "lib" / "languages"
# Names of programs, commands, options, holes and what is written in other files.
CODE = re.compile(r"`[^`]*`|<code>.*?</code>|--[\w-]+|\{+\w+\}+|'[^']*'|\bdungeonbowl [^.;,]*|[\w/:]+://\S+")
# Words of the table whose every text can be looked at; the others are verbs too, or parts of names.
CHECKED = (
    *(
        "advancement",
        "aftermath",
        "armour",
        "chest",
        "commissioner",
        "dugout",
        "end zone",
        "fixture",
        "match",
        "portal",
    ),
    *("re-roll", "replay", "roster", "season", "seed", "skill", "stunned", "team turn", "touchdown", "turnover"),
    *("puzzle", "tile", "teleporter", "inducement", "niggling injury"),
)
# Texts in which the English word means something else, or goes without saying in another language.
EXCEPTIONS = (
    "replay a match",
    "roster sheet",
    "an average roster",
    "drawn from pots by seed",
    "a list such as [{ skill",
    "Play the match anew",
    "Where matches are played",
    "is out of the match",
    "Concede the match",
    "Match report",
    "The server has promised its dice",
    "select count(*) from matches",
    "choose(match)",
    "inducements.{key}",
    "In a <league>league</league> your team lives",
)


@cache
def table() -> dict[str, dict[str, tuple[str, ...]]]:
    """The words of each language, by the English one."""
    found = {}
    for line in (ROOT / "docs" / "translating.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and len(cells) == 4 and cells[0] not in ("English", "---"):
            words = (tuple(word.strip() for word in cell.split(",")) for cell in cells[1:])
            found[cells[0]] = dict(zip(catalogues.LANGUAGES, words, strict=True))
    return found


@cache
def texts(code: str) -> dict[str, str]:
    """All texts of a language, by their English; of several forms the last."""
    found: dict[str, str] = {}
    for message in catalogues.read(code):
        if message.id:
            english = message.id if isinstance(message.id, str) else message.id[-1]
            found[english] = message.string if isinstance(message.string, str) else message.string[-1]
    for path in sorted((PAGES / code).glob("*.json")):
        found |= json.loads(path.read_text(encoding="utf-8"))
    return found


def stem(word: str) -> str:
    """The beginning of a word that its forms share: `Truhe`, `Truhen`."""
    first = word.lower().split()[0]
    return first[: max(4, len(first) - 3)]


@pytest.mark.parametrize("word", CHECKED)
@pytest.mark.parametrize("code", catalogues.LANGUAGES)
def test_a_thing_has_one_word_in_a_language(word: str, code: str) -> None:
    stems = [stem(each) for each in table()[word][code]]
    asked = re.compile(rf"\b{re.escape(word)}(?:s|es)?\b", re.IGNORECASE)
    wrong = {
        english: told
        for english, told in texts(code).items()
        if asked.search(CODE.sub("", english))
        and not any(each in english for each in EXCEPTIONS)
        and not any(each in told.lower() for each in stems)
    }
    assert wrong == {}


def test_another_word_is_found() -> None:
    assert stem("Truhe") in "die truhen"
    assert stem("Truhe") not in "die kiste"


@pytest.mark.parametrize("code", catalogues.LANGUAGES)
def test_a_room_is_called_on_the_board_what_the_log_calls_it(code: str) -> None:
    names = (PAGES.parent / "names.ts").read_text(encoding="utf-8")
    pages = json.loads((PAGES / code / "play.json").read_text(encoding="utf-8"))
    log = catalogues.read(code)
    for room in terrain.ROOM_NAMES[1:]:
        assert f'word("{room}")' in names, f"{room} is English on every board"
        message = log.get(room)
        assert message is not None
        assert pages[room] == message.string != room


def test_every_option_of_a_league_and_every_kind_of_record_has_a_word_on_the_pages() -> None:
    names = (PAGES.parent / "league" / "new" / "names.ts").read_text(encoding="utf-8")
    options = [each.key for kind in (LeagueOptions, CompetitionOptions) for each in option_text.options_of(kind)]
    assert [key for key in options if f'  {key}: word("' not in names] == []
    records = (PAGES.parent / "league" / "charts" / "Records.svelte").read_text(encoding="utf-8")
    assert [group for group in GROUPS if f'{group}: word("' not in records] == []
