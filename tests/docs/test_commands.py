"""Every command that the documentation shows exists, with its options; those that take a moment are run."""

from __future__ import annotations

import doctest
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer.main

from dungeonbowl.cli import make_app
from dungeonbowl.editions import build
from support.command_line import run
from support.pages import PAGES, ROOT, Block, blocks, commands, name_of, shell_lines, shell_words, spans

# Words of the documentation that stand for something of the reader's.
STAND_INS = {"FILE", "LINK", "..."}
# What is over in a moment, also interpreted. Others play matches, measure, or wait for a browser.
QUICK = (
    ["dungeon", "list"],
    ["dungeon", "show"],
    ["dungeon", "draw"],
    ["dungeon", "generate"],
    ["dungeon", "check"],
    ["edition"],
    ["rule"],
    ["rules"],
    ["scenario", "list"],
    ["scenario", "show"],
    ["team"],
    ["version"],
)
# The commands that are refused, as their pages say.
REFUSED = {"dungeonbowl edition astrogranite(classic, monster_gm=on)"}
MATCHES = {"docs/learn/first-dungeon.md"}  # lessons: their matches are played too


@cache
def program() -> Any:
    """The whole command line, as the library that parses it sees it."""
    return typer.main.get_command(make_app([]))


def look_up(words: list[str]) -> None:
    """Fails unless the command is there, and every option of it."""
    command = program()
    rest = words[1:]
    while hasattr(command, "commands") and rest and not rest[0].startswith("-"):
        assert rest[0] in command.commands, f"there is no command {rest[0]!r}"
        command = command.commands[rest.pop(0)]
    known = {name for option in command.params for name in (*option.opts, *option.secondary_opts)} | {"--help", "-h"}
    assert [word for word in rest if word.startswith("-") and word.partition("=")[0] not in known] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_command_and_option_that_a_page_shows_exists(page: Path) -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for words in commands(page):
        if words[0] == "make":
            assert words[1] in targets, f"make {words[1]}"
        else:
            look_up(words)


def typed(page: Path) -> list[str]:
    """The lines of a page that a reader types, in order, and the files that it says to save first."""
    return [line for block in blocks(page) for line in lines_of(block)]


def lines_of(block: Block) -> list[str]:
    return shell_lines(block) if block.language in ("", "sh", "console") else []


def is_quick(words: list[str]) -> bool:
    return any(words[1 : len(start) + 1] == start for start in QUICK)


SHOWING = [page for page in PAGES if any(is_quick(shell_words(line)) for line in typed(page))]


@pytest.mark.parametrize("page", SHOWING, ids=name_of)
def test_the_quick_commands_of_a_page_work_in_the_order_of_the_page(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In an empty folder, where the dungeons that the page prints are saved under their ids."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for block in blocks(page):
        if block.language == "toml" and (found := re.search(r'^id = "(.*)"', block.text, re.MULTILINE)):
            Path(f"{found[1]}.dungeon").write_text(block.text, "utf-8")
        for line in lines_of(block):
            words = shell_words(line)
            if words[:1] != ["dungeonbowl"] or STAND_INS & set(words):
                continue
            if is_quick(words) or (name_of(page) in MATCHES and "play" not in words):
                code = run(monkeypatch, *words[1:])
                told = capsys.readouterr()
                expected = expected_output(block, line)
                if block.language == "console":
                    assert same(expected, told.out), f"{block.place}: {told.out}"
                else:
                    assert code == (2 if " ".join(words) in REFUSED else 0), f"{line}: {told.err}"
                if ">" in line:
                    Path(line.split(">")[1].split()[0]).write_text(told.out, "utf-8")


def expected_output(block: Block, line: str) -> str:
    """What a console block prints below a command, up to the next one."""
    after = block.text.partition(f"$ {line}\n")[2]
    return re.split(r"^\$ ", after, maxsplit=1, flags=re.MULTILINE)[0]


def same(expected: str, found: str) -> bool:
    """`...` stands for anything, and spaces at the end of a line are not seen."""
    said = "".join(f"{line.rstrip()}\n" for line in found.splitlines())
    return doctest.OutputChecker().check_output(expected, said, doctest.ELLIPSIS)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_edition_that_a_page_names_can_be_played(page: Path) -> None:
    text = re.compile(r"(?:official|astrogranite|stockbowl)\([^)]*\)")
    lines = [line for block in blocks(page) if block.language in ("", "sh") for line in block.text.splitlines()]
    named = {found for line in [*lines, *spans(page)] for found in text.findall(line)}
    for edition in sorted(named):
        if "monster_gm=on" not in edition:  # the example of a text that is refused
            build(edition)
