"""No sentence for people is written past the catalogues: the sources of the rooms that speak are read for such texts.

Plays of the pseudo-language meet what happens in them; this meets the rest: a refusal that is rare, a line of a command
that nobody ran. What looks like prose (three words in a row) and is in no catalogue is told to programs, or is a fault.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator

import pytest

from support.pages import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import catalogues

PROSE = re.compile(r"[A-Za-z]{2,}[,:;]? (?:[A-Za-z]+|\{\})[,:;]? (?:[A-Za-z]{2,}|\{\})")
TAGS = re.compile(r"<[^<>]*>?")
ROOMS = ("atlas", "cli", "client", "league", "play", "seasons", "server", "storage", "words")
# Functions that put their arguments through the catalogues.
TELLING = {"t", "told", "plural", "mark", "translated", "one_of", "either", "hint_of", "simple", "with_team", "Key"}
# Functions whose texts are no words for people, or are found elsewhere: logs, patterns, the help of options.
QUIET = {*("debug", "info", "warning", "error", "exception", "critical"), *("Option", "Argument", "compile", "text")}
# Calls of the command line that show what they are given: a single word is a label there. Only this one may stay.
SHOWING = {"echo", "secho", "print", "add_column", "add_row"}
OURS = re.compile(r"\bdungeonbowl\b(?: league book| --out book\.html)*|--out book\.html")
WORD = re.compile(r"[A-Za-z]{3,}")
# What is written for programs, or in English alone, by file: why.
FILES = {
    "atlas/page.py": "a page of the documentation",
    "atlas/picture.py": "a picture of the documentation",
    "cli/bench_figures.py": "a line of Python; words of figures are a table",
    "cli/rows.py": "SQL",
    "cli/scenario.py": "the help of an argument: the app itself is asked for it",
    "league/corrections.py": "told by the words of its parts: differences.py",
    "play/drawing.py": "what Python prints: the front door speaks English",
    "play/match.py": "what Python prints",
    "play/position.py": "what Python prints",
    "play/ways.py": "what Python prints",
    "server/accounts/keys.py": "scopes: the pages have their own words",
    "server/accounts/providers.py": "why a provider is strange: for the log; what people are told is marked",
    "server/app.py": "the schema of the interface",
    "server/checking.py": "faults of a database, as the log has them",
    "server/close_codes.py": "the table of the documentation; what is sent is marked",
    "server/metrics.py": "Prometheus reads it",
    "server/pages.py": "there are no pages, so no language was chosen",
    "server/resuming.py": "faults of a database, as the log has them",
    "server/schema_page.py": "the schema of the interface",
    "server/sessions.py": "the answer to who asks whether the server is well: a program",
    "server/typescript.py": "TypeScript",
    "server/view/figures.py": "names of races",
    "storage/leases.py": "SQL",
    "words/action_words.py": "a table of the documentation",
    "words/event_words.py": "words of scenarios",
    "words/notation.py": "words of scenarios",
    "words/places.py": "phrases() gives them to the catalogues, put together",
    "words/reading.py": "what is wrong with JSON, in the words of its library",
    "words/skill_pages.py": "the rulebook speaks English",
}
# Single texts of other files, by how they begin: why.
TEXTS = {
    "it said nothing": "of another build, in the bench",
    "<title>Chances that were foretold": "a picture of the documentation",
    "not valid TOML": "compared with the beginning of a problem",
    "select m.name": "SQL",
    "; these have: ": "behind a sentence, in a hole for others",
    "the replay was of no use": "kept in a log in English",
    " (Possible options: ": "the English of Typer, told below",
    "Drafted by: ": "a comment in a team file",
    "cure ": "the text of an option, for programs",
    "options of ": "the name of a source, before a colon",
    "order of round ": "what a seed is mixed with",
    "first of round ": "what a seed is mixed with",
    "fans of ": "what a seed is mixed with",
    "level on ": "kept in English; reason_said tells it",
    "; lots are to be drawn": "kept in English; reason_said tells it",
    "; its results do not count": "kept in English; out_said tells it",
    "missed a match": "an id of an injury",
    "the header of a history": "in a hole for what is expected",
    "unlock a match": "needs_owner_of_one hands it on",
    "agree on a time": "needs_owner_of_one hands it on",
    "the match is not played now": "kept in a log in English",
    "a walk-over was given": "kept in a log in English",
    "open for entries": "an id of a state",
    "archive: ": "the name of a source, before a colon",
    "replay of ": "the name of a source, before a colon",
    "wins in a row": "an id of a board",
    "losses in a row": "an id of a board",
    "# w": "a comment in a result sheet",
    ", number ": "a name of a player, as a place",
    " (and ": "behind the first of several problems",
    " was not offered after a match": "a fault of a bot manager",
    "card ": "what is hashed",
    "token of the ": "what is hashed",
    "What this server keeps": "a file for who takes the account along",
    "nobody is there to connect to": "the answer to a program",
    "socket.accept() out of system resource": "what a library says",
    "this server has no room for more connections": "for the log",
    "Dungeon Bowl: ": "a name",
    "did you mean ": "a hint inside of sentences: tools/catalogue_tables.py",
    "expected one of ": "a hint inside of sentences",
    "\n:root {": "style",
    "\n@page ": "style",
    "bold ": "style",
    "dungeonbowl": "a command",
    ": ": "a command behind a file",
}


@pytest.fixture(scope="module")
def known() -> set[str]:
    return {catalogues.HOLES.sub("{}", each) for key in catalogues.texts() for each in key}


def bypasses(source: str, known: set[str]) -> Iterator[tuple[int, str]]:
    """Prose of a file that is in no catalogue."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        for child in ast.iter_child_nodes(node):
            child.parent = node  # type: ignore[attr-defined]
    for node in ast.walk(tree):
        if (text := text_of(node)) is None or "Example: dungeonbowl" in text or is_quiet(node):
            continue
        plain = catalogues.HOLES.sub("{}", TAGS.sub("", text))
        if PROSE.search(plain) and catalogues.HOLES.sub("{}", text) not in known:
            yield getattr(node, "lineno", 0), text


def bare_labels(source: str) -> Iterator[tuple[int, str]]:
    """Words that a call shows and nobody translates, too short for prose: `add_column("goals")`."""
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call) and catalogues.called(call) in SHOWING:
            for text in filter(None, map(text_of, call.args)):
                if WORD.search(OURS.sub("", catalogues.HOLES.sub("", TAGS.sub("", re.sub(r"\[/?\w+\]", "", text))))):
                    yield call.lineno, text


def text_of(node: ast.AST) -> str | None:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(each.value) if isinstance(each, ast.Constant) else "{}" for each in node.values)
    whole = isinstance(node, ast.Constant) and not isinstance(getattr(node, "parent", None), ast.JoinedStr)
    return node.value if whole and isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def is_quiet(node: ast.AST) -> bool:
    """Whether a text is a docstring, is compared or looked up, is raised (other tests see to that), or is told."""
    while (parent := getattr(node, "parent", None)) is not None:
        if isinstance(parent, ast.Raise | ast.Compare | ast.Assert):
            return True
        if isinstance(parent, ast.Expr) and isinstance(node, ast.Constant):
            return True
        if isinstance(parent, ast.Dict) and node in parent.keys:
            return True
        if isinstance(parent, ast.Subscript) and parent.slice is node:
            return True
        if isinstance(parent, ast.Call) and node is not parent.func:
            name = catalogues.called(parent)
            if name in TELLING | QUIET | catalogues.COMPLAINTS or catalogues.RAISED.search(name):
                return True
        node = parent
    return False


def test_every_sentence_of_the_rooms_that_speak_is_in_the_catalogues(known: set[str]) -> None:
    found, used = [], set()
    for room in ROOMS:
        for path in sorted((catalogues.PACKAGE / room).rglob("*.py")):
            where = path.relative_to(catalogues.PACKAGE).as_posix()
            if where.startswith("storage/migrations/"):
                continue
            for line, text in bypasses(path.read_text(encoding="utf-8"), known):
                if where in FILES:
                    used.add(where)
                elif (begins := next((each for each in TEXTS if text.removeprefix("{}").startswith(each)), "")) == "":
                    found.append(f"{where}:{line}: {text}")
                else:
                    used.add(begins)
    assert found == []
    assert {*FILES, *TEXTS} - used == set(), "these are excused no more"


def test_every_label_that_a_command_shows_is_translated() -> None:
    for path in sorted((catalogues.PACKAGE / "cli").rglob("*.py")):
        assert list(bare_labels(path.read_text(encoding="utf-8"))) == [], path.name


@pytest.mark.parametrize(
    "line",
    [
        'table.add_column("goals")',
        'typer.echo("Saved now")',
        'typer.echo(f"{name}: gone")',
        'table.add_row("best", one)',
    ],
)
def test_a_short_label_past_the_catalogues_is_found(line: str) -> None:
    assert list(bare_labels(line))
    assert not list(bare_labels('typer.echo(t("Saved now")); typer.echo(f"{file}: {told}"); table.add_row("", "-")'))


@pytest.mark.parametrize(
    "line",
    [
        'typer.echo("Nobody has looked at this line")',
        'console.print(f"{name} is here since yesterday")',
        'return wire.Refused(number, "you may not do that here", "")',
        'NOTICE: Final = "the server will be back soon"',
        'table.add_row("goals of the season", str(goals))',
    ],
)
def test_a_sentence_past_the_catalogues_is_found(line: str, known: set[str]) -> None:
    assert [text for _, text in bypasses(f"def tell():\n    {line.removeprefix('return ')}\n", known)]


def test_what_is_told_is_no_fault(known: set[str]) -> None:
    source = 'def tell():\n    """A docstring of four words."""\n    echo(t("any words that are told"))\n'
    assert list(bypasses(source, known)) == []
