"""The command line speaks the language too: help of every command, what commands print, and what they refuse."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from dungeonbowl.cli import make_app
from dungeonbowl.cli.spoken import Spoken, help_texts, noted
from dungeonbowl.languages import speaking, t
from dungeonbowl.languages.pseudo import pseudo
from support.command_line import run
from support.examples import command_paths, examples_of, help_of
from support.left_overs import left_overs
from support.pages import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import catalogues

CLI = ROOT / "src" / "dungeonbowl" / "cli"
WIDE = 100
# What is the same in every language: examples, options, types in angle brackets, and names of values in capitals.
THE_SAME = re.compile(r"Example: .*|⟧dungeonbowl .*|--?[\w-]+|<[^>]*>|\b[A-Z|]{2,}\b")


def whole_app() -> Any:
    return typer.main.get_command(make_app([]))


def every_command(command: Any) -> Iterator[Any]:
    yield command
    for inner in getattr(command, "commands", {}).values():
        yield from every_command(inner)


def names_of(command: Any) -> list[str]:
    """Names of commands, and values that options have by themselves."""
    found = {"dungeonbowl", "quick"}
    for each in every_command(command):
        found.add(str(each.name))
        for parameter in each.params:
            found |= {str(parameter.name), str(parameter.default), str(parameter.envvar or "")}
    return sorted((name for name in found if name), key=len, reverse=True)


def test_every_command_and_group_tells_its_help_through_the_catalogues() -> None:
    found = list(every_command(whole_app()))
    assert len(found) > 80
    assert [each.name for each in found if not isinstance(each, Spoken)] == []


def test_help_in_the_pseudo_language_has_no_english_left() -> None:
    names = names_of(whole_app())
    found = {}
    with speaking("xx"):
        for path in command_paths():
            for line in help_of(path, WIDE).splitlines():
                told = re.sub(r"^  (\S+)(?=\s{2,})", "", line)  # the name of a command in a list
                if words := left_overs(THE_SAME.sub(" ", told), names):
                    found[line] = words
    assert found == {}


def test_a_text_that_bypasses_the_catalogue_is_found() -> None:
    assert left_overs(THE_SAME.sub(" ", "  --games <int>  How many."), names_of(whole_app())) == ["How", "many"]


def test_examples_are_the_same_in_every_language() -> None:
    for path in (["sim"], ["league", "new"], ["tune"], []):
        plain = examples_of(path)
        for code in ("de", "xx"):
            with speaking(code):
                assert examples_of(path) == plain != []


def test_catalogues_list_every_text_of_the_help_by_paragraphs() -> None:
    known = catalogues.texts()
    told = list(help_texts(whole_app()))
    assert len(told) > 600
    assert [text for text, _ in told if (text,) not in known and " " in text] == []
    assert not [text for text, _ in told if "\n" in text]
    assert "cli/sim.py" in known["Play matches between two bots and add up what happened.",]


@pytest.mark.parametrize("way", ["option", "variable"])
def test_the_language_is_that_of_the_option_or_of_the_variable(
    way: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DUNGEONBOWL_LANGUAGE", "xx" if way == "variable" else "")
    with speaking("en"):
        assert run(monkeypatch, *(["--language", "xx"] if way == "option" else []), "sim", "--help") == 0
    told = capsys.readouterr().out
    assert pseudo("How many matches.") in " ".join(told.split())
    assert pseudo("Options") in told


def test_a_language_that_nobody_speaks_here_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with speaking("en"):
        assert run(monkeypatch, "--language", "klingon", "version") == 2
    assert capsys.readouterr().err == "dungeonbowl: --language klingon: expected one of en, de, fr, es\n"
    monkeypatch.setenv("DUNGEONBOWL_LANGUAGE", "klingon")  # that of a whole system may be any
    with speaking("en"):
        assert run(monkeypatch, "version") == 0


def test_values_of_options_are_told_as_they_are_typed_in_every_language() -> None:
    for code in ("de", "fr", "es"):
        with speaking(code):
            told = t("Only those where one side has more: `re-roll`, `skill`, `50,000 of gold`.")
        assert "`re-roll`, `skill`, `50,000 of gold`" in told


def test_notes_behind_an_option_are_told_and_values_stay() -> None:
    assert noted("How many.  [default: 100; x>=1]") == "How many.  [default: 100; x>=1]"
    with speaking("xx"):
        told = noted("How many.  [default: easy; x>=1; required]")
    assert told == f"How many.  [{pseudo('default: {default}').format(default='easy')}; x>=1; {pseudo('required')}]"


# Commands that are quick, and the names in what they print.
PRINTED = {
    "version": ["quick", "release", "dungeonbowl"],
    "dungeon fair of-1": ["Long March", "official", "of-1"],
    "sim --quick --games 2 --jobs 1": ["official", "quick", "normal", "of-1"],
    "arena --bots random,easy --games 2 --jobs 1": ["official", "quick", "random", "easy"],
    "hint ex-05 --tries 0 --count 1": ["home", "end turn"],
    "scenario run ex-01": [],
    "puzzles certain-chest --bot random": ["certain-chest", "official", "random", "home", "away", "Runner"],
    "league new Cellar --database sqlite:///league.sqlite3": ["Cellar", "official"],
    "rule NOWHERE-01": ["NOWHERE", "dungeonbowl"],
    "dungeon check of-1": ["of-1"],
    "team check fire-fast": ["fire-fast", "Ashfall Sparks"],
}
ACTIONS = re.compile(r"(chose|⟦.*çhóšé): .*|^[A-Za-z.$#]+$|^\w  #?\d* ?.*?,")  # notation, maps and players of a puzzle


@pytest.mark.parametrize("command", list(PRINTED))
def test_what_a_command_prints_has_no_english_left(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DUNGEONBOWL_LANGUAGE", "xx")
    with speaking("xx"):
        run(monkeypatch, *command.split())
    told = capsys.readouterr()
    lines = [ACTIONS.sub("", line) for line in (told.out + told.err).splitlines()]
    assert "⟦" in "".join(lines)
    assert {line: words for line in lines if (words := left_overs(line, PRINTED[command]))} == {}


def test_json_is_the_same_in_every_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for code in ("en", "xx"):
        monkeypatch.setenv("DUNGEONBOWL_LANGUAGE", code)
        with speaking(code):
            run(monkeypatch, "dungeon", "list", "--json")
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]


@pytest.mark.parametrize("words", [["sim", "--games", "x"], ["nosuch"], ["benchmark", "run"], ["sim", "--nosuch"]])
def test_words_that_no_command_understands_are_refused_in_the_language(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DUNGEONBOWL_LANGUAGE", "xx")
    with speaking("xx"):
        assert run(monkeypatch, *words) == 2
    told = capsys.readouterr().err
    assert left_overs(THE_SAME.sub(" ", told), ["dungeonbowl", *words]) == []


@pytest.mark.parametrize("command", ["replay verify", "hint", "dungeon check"])
def test_what_the_system_refuses_is_told_in_the_language(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "folder.jsonl").mkdir()
    monkeypatch.setenv("DUNGEONBOWL_LANGUAGE", "de")
    for name in ("nowhere.jsonl", "folder.jsonl"):
        with speaking("de"):
            assert run(monkeypatch, *command.split(), str(tmp_path / name)) in (1, 2)
        told = capsys.readouterr()
        assert re.search(r"file|directory", (told.out + told.err).replace(str(tmp_path), "")) is None


def test_problems_of_a_dungeon_and_of_a_team_are_told_in_the_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.dungeon").write_text('id = "y"\nname = "N"\nedition = "official"\nmap = """\n#a#\n"""\n')
    (tmp_path / "t.toml").write_text('format = 1\nedition = "official"\ncollege = "fire"\nname = ""\nkind = "league"\n')
    monkeypatch.setenv("DUNGEONBOWL_LANGUAGE", "xx")
    with speaking("xx"):
        assert run(monkeypatch, "dungeon", "check", "x.dungeon") == 1
        assert run(monkeypatch, "team", "check", "t.toml") in (1, 2)
    told = capsys.readouterr()
    lines = [re.sub(r"\b[A-Z]-[A-Z]+-\d+", "", line) for line in (told.out + told.err).splitlines()]
    assert len(lines) > 4
    assert {line: words for line in lines if (words := left_overs(line, ["x.dungeon", "t.toml", "dungeonbowl"]))} == {}


# --- by reading the sources ------------------------------------------------------------------------------------------

PRINTING = {"echo", "secho", "print", "add_column", "add_row", "add_task", "confirm", "prompt", "Table", "bar", "track"}
TELLING = {"t", "plural", "translated", "dumps", "get", "join", "mark", "encode"}
WORDS = re.compile(r"[A-Za-z]{3,}")
COMMANDS = re.compile(r"dungeonbowl[\w .-]*|bold|dim|book\.html|--out")


def past_the_catalogue(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Words that are printed without the catalogue."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and catalogues.called(call) in PRINTING:
            named = [each.value for each in call.keywords if each.arg in ("title", "description")]
            for argument in [*call.args, *named]:
                yield from ((call.lineno, text) for text in plain_texts(argument) if is_worded(text))


def plain_texts(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Call) and catalogues.called(node) in TELLING:
        return
    if isinstance(node, ast.Subscript | ast.Compare | ast.comprehension):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for child in ast.iter_child_nodes(node):
        yield from plain_texts(child)


def is_worded(text: str) -> bool:
    return WORDS.search(COMMANDS.sub("", text)) is not None


@pytest.mark.parametrize("path", sorted(CLI.glob("*.py")), ids=lambda path: path.stem)
def test_no_command_prints_past_the_catalogue(path: Path) -> None:
    assert list(past_the_catalogue(ast.parse(path.read_text(encoding="utf-8")))) == []


def test_what_is_printed_past_the_catalogue_is_found() -> None:
    tree = ast.parse('typer.echo(f"{x} goes down")\ntable.add_column("name")\ntyper.echo(t("fine"))')
    assert list(past_the_catalogue(tree)) == [(1, " goes down"), (2, "name")]
