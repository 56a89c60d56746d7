"""Every block of code in the documentation is run, or found in the file it quotes, or read by the reader it is for."""

from __future__ import annotations

import doctest
import json
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dungeonbowl.client import Server
from dungeonbowl.dungeon.problems import DungeonError
from dungeonbowl.dungeon.text import read_dungeon
from dungeonbowl.league.chain import Event, refuse_broken
from dungeonbowl.league.history import KIND, End, Header
from dungeonbowl.league.result_sheet import read_sheet
from dungeonbowl.league.texts import Text, Texts
from dungeonbowl.scenes.scenario import read_scenario
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.teams.files import read_team
from support.league import league_team
from support.pages import PAGES, ROOT, Block, blocks, name_of
from support.servers import ServerProcess

# The ready teams that played the match of a result sheet.
SHEET_TEAMS = ("fire-fast", "light-balanced")
# Pages whose blocks a test of their own runs.
ELSEWHERE = {"README.md": "tests/test_readme.py", "docs/learn/first-rule.md": "tests/docs/test_first_rule.py"}
# Blocks that quote a file, by the page and the beginning of the block.
QUOTES = {
    ("CONTRIBUTING.md", "@pytest.mark.rule"): "tests/rules/test_push.py",
    ("CONTRIBUTING.md", "Home("): "src/dungeonbowl/engine/skills/mutations.py",
    ("docs/modules.md", "ModuleRow("): "src/dungeonbowl/editions/astrogranite/composition/table.py",
    ("docs/modules.md", "def install"): "src/dungeonbowl/editions/astrogranite/modules/lava.py",
    ("docs/modules.md", "@pytest.mark.rule"): "tests/astrogranite/test_lava.py",
}
# Rules that a dungeon on a page breaks: it is part of one, or has the mistake that the page is about.
SHOWN_BROKEN = {"docs/dungeons.md": {"D-OF-01", "D-OF-10"}, "docs/learn/first-dungeon.md": {"D-AS-04"}}
# The form of a call, such as `choose(match) -> action`: nothing to run.
FORM = re.compile(r"\w+\([^)]*\) -> \w+\n")
# A block that is a file of the reader's says so in its first line.
SAVED = re.compile(r'"""(?P<file>\w+\.py): ')
# What the blocks of a page take for granted, by the page.
GIVEN: dict[str, Callable[[pytest.FixtureRequest], dict[str, Any]]] = {}


def given(page: str) -> Callable[[Callable[..., dict[str, Any]]], Callable[..., dict[str, Any]]]:
    def keep(function: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
        GIVEN[page] = function
        return function

    return keep


def blocks_of(*languages: str) -> list[Block]:
    return [block for page in PAGES for block in blocks(page) if block.language in languages]


def quoted(block: Block) -> str:
    """The file that a block quotes; empty if it is to be run."""
    for (page, start), file in QUOTES.items():
        if page == name_of(block.page) and block.text.startswith(start):
            return file
    return ""


PYTHON = [page for page in PAGES if any(block.language == "python" for block in blocks(page))]


# --- Python -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    process = ServerProcess(tmp_path)
    try:
        yield process.start()
    finally:
        process.stop()


@given("docs/protocol.md")
def a_server_for_short_matches(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The server of the page listens at the usual port; here it has another, and its matches end soon."""
    server: Server = request.getfixturevalue("server")
    patch: pytest.MonkeyPatch = request.getfixturevalue("monkeypatch")
    new_match = Server.new_match

    def to_here(self: Server, address: str) -> None:
        assert address == "http://127.0.0.1:8000"
        start(self, server.address)

    def short(self: Server, **words: Any) -> Any:
        return new_match(self, **{"pace": 0, "turn_limit": 1, **words})

    start = Server.__init__
    patch.setattr(Server, "__init__", to_here)
    patch.setattr(Server, "new_match", short)
    return {}


@given("docs/bots.md")
def a_decision_and_a_seat(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What a referee has at hand: a game that waits for a decision, its options, and the link of a seat."""
    server: Server = request.getfixturevalue("server")
    created = server.new_match(seats=["person", "bot:random"], quick=True, pace=0, turn_limit=1)
    scene = Scene("A..b", {"A": home(), "b": away()})
    link = server.address + created.seats[0].link
    return {"game": scene.game, "options": scene.match.options(), "link": link}


def run(block: Block, names: dict[str, Any]) -> None:
    """Run a block in the names of its page: an example with prompts must answer what the page prints."""
    if FORM.fullmatch(block.text):
        return
    if saved := SAVED.match(block.text):
        Path(saved["file"]).write_text(block.text, "utf-8")
    if ">>>" not in block.text:
        exec(compile(block.text, block.place, "exec"), names)
        return
    flags = doctest.ELLIPSIS
    examples = doctest.DocTestParser().get_doctest(block.text, names, block.place, str(block.page), block.line)
    told: list[str] = []
    results = doctest.DocTestRunner(optionflags=flags, verbose=False).run(examples, out=told.append, clear_globs=False)
    names.update(examples.globs)
    assert results.failed == 0, "".join(told)


@pytest.mark.parametrize("page", PYTHON, ids=name_of)
def test_the_python_of_a_page_runs_from_its_first_block_to_its_last(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    name = name_of(page)
    if name in ELSEWHERE:
        assert page.name in (ROOT / ELSEWHERE[name]).read_text("utf-8")
        return
    names: dict[str, Any] = {"__name__": "page"}
    if name in GIVEN:
        names |= GIVEN[name](request)
    monkeypatch.chdir(tmp_path)
    for block in blocks(page):
        if block.language == "python" and not quoted(block):
            run(block, names)


@pytest.mark.parametrize(
    "block", [block for block in blocks_of("python") if quoted(block)], ids=lambda block: block.place
)
def test_a_block_that_quotes_a_file_says_what_the_file_says(block: Block) -> None:
    """Line by line, in order. Comments and line breaks may differ, and a line may end in `...`."""
    source = compact((ROOT / quoted(block)).read_text("utf-8"))
    at = 0
    for line in block.text.splitlines():
        found = source.find(compact(line).removesuffix("..."), at)
        assert found >= 0, f"{quoted(block)} does not say {line!r} there"
        at = found


def compact(text: str) -> str:
    """Python without comments and spaces, and without the commas that only a line break asks for."""
    return re.sub(r",(?=[)\]}])", "", re.sub(r"\s+", "", re.sub(r"\s+#.*", "", text)))


def test_every_quotation_is_on_its_page() -> None:
    for page, start in QUOTES:
        assert any(block.text.startswith(start) for block in blocks(ROOT / page)), f"{page}: {start}"


# --- files ------------------------------------------------------------------------------------------------------------


def kind_of(table: dict[str, Any]) -> str:
    """What a block of TOML is an example of."""
    if "map" in table or "tile" in table:
        return "scenario" if "title" in table else "dungeon"
    if "side" in table and "how" in table:
        return "sheet"
    return "team" if "player" in table else "lines"


@pytest.mark.parametrize("block", blocks_of("toml"), ids=lambda block: block.place)
def test_a_block_of_toml_is_read_by_the_reader_it_is_for(block: Block) -> None:
    kind = kind_of(toml_of(block))
    if kind == "scenario":
        read_scenario(block.text, block.place)  # it is played in tests/scenes/test_scenario.py
    elif kind == "team":
        read_team(block.text, block.place)
    elif kind == "sheet":
        read_sheet(block.text, [league_team(ready=ready) for ready in SHEET_TEAMS], "official", "m_1")
    elif kind == "dungeon":
        assert broken_rules(block) <= SHOWN_BROKEN.get(name_of(block.page), set())


def broken_rules(block: Block) -> set[str]:
    """The rules for maps that a dungeon breaks."""
    try:
        read_dungeon(block.text, block.place)
    except DungeonError as error:
        return {problem.rule for problem in error.problems}
    return set()


def toml_of(block: Block) -> dict[str, Any]:
    """The table, or {} where the block lists lines of which a file has one: each of them can be read."""
    try:
        return tomllib.loads(block.text)
    except tomllib.TOMLDecodeError:
        for line in block.text.splitlines():
            tomllib.loads(line)
        return {}


def test_the_history_of_a_page_is_one_and_its_hashes_are_true() -> None:
    """All but the first event, whose team is not shown as a whole."""
    shown = [block.text.splitlines() for block in blocks_of("json") if KIND in block.text]
    assert shown
    for header, text, created, *events, end in shown:
        named = msgspec.json.decode(header, type=Header)
        assert Texts().is_true(msgspec.json.decode(text, type=Text))
        chain = [msgspec.json.decode(line, type=Event) for line in (created, *events)]
        refuse_broken(chain[1:], named.team, chain[0].hash, 1)
        assert msgspec.json.decode(end, type=End).head == chain[-1].hash


@pytest.mark.parametrize("block", blocks_of("json"), ids=lambda block: block.place)
def test_a_block_of_json_has_a_value_in_each_line(block: Block) -> None:
    assert [json.loads(line) for line in block.text.splitlines()]


def test_a_block_is_in_a_language_that_these_tests_know() -> None:
    known = {"", "python", "sh", "console", "toml", "json", "diff", "text"}
    odd = [block for page in PAGES for block in blocks(page) if block.language not in known]
    assert [block.place for block in odd if not block.language.startswith("{")] == []  # {toctree} is the site's
