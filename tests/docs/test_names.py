"""Files, modules, rules and links that the documentation names are there."""

from __future__ import annotations

import importlib
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from dungeonbowl import rulebook
from support.pages import DOCS, PAGES, ROOT, anchors, links, name_of, prose, spans, text_of

ENDINGS = "py|md|toml|dungeon|json|jsonl|ts|svelte|svg|png|npz|css|html|txt"
FILE = re.compile(rf"(?:[\w.-]+/)*[\w-]+\.(?:{ENDINGS})")
FOLDER = re.compile(r"(?:[\w.-]+/)+")
MODULE = re.compile(r"(?P<path>(?:\w+\.)+\w+)(?:\(.*\))?")
RULE = re.compile(r"(?<![\w-])[OASD]-[A-Z][A-Z0-9]*(?:-\d+)?(?![\w-])")

# Files of the reader's own, and names that only look like files.
YOURS = {
    "build/docs/index.html",  # built
    "build/skills.json",  # written by the tests
    "cave.dungeon",
    "cellar-0.svg",
    "final.jsonl",
    "game.dungeon",  # an attribute
    "match.json",
    "match.jsonl",
    "my_bot.py",
    "official.html",  # a page of the built site
    "league.json",  # in an archive of a league
    "teams/1.toml",
    "teams/2.toml",
    "teams/EDITION/",
    "teams/NAME.toml",  # in an archive of a league, as the next three
    "dungeons/MATCH.dungeon",
    "events/ID.jsonl",
    "replays/MATCH.jsonl.gz",
    "tests/rules/test_my_first_rule.py",
}
# Rooms whose names are also those of other things: `dungeon.linked` is an attribute of a match's dungeon.
NO_MODULES = re.compile(r"dungeon\.(?:linked|links|door|levels|ladder|below|trap|inscription)\b")
ROOMS = {path.name.removesuffix(".py") for path in (ROOT / "src" / "dungeonbowl").iterdir()}


@cache
def files() -> list[str]:
    """The files of the project, and their folders with a slash behind."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True
    )
    names = listed.stdout.splitlines() if listed.returncode == 0 else []
    names = names or [path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*") if path.is_file()]
    folders = {parent.as_posix() + "/" for name in names for parent in Path(name).parents}
    return [f"/{name}" for name in [*names, *folders]]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    words = [word.strip("(),:;'\"") for span in spans(page) for word in span.split()]
    named = {word for word in words if FILE.fullmatch(word) or FOLDER.fullmatch(word)} - YOURS
    assert [name for name in sorted(named) if not any(file.endswith(f"/{name}") for file in files())] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_module_that_a_page_names_can_be_imported(page: Path) -> None:
    for span in spans(page):
        found = MODULE.fullmatch(span)
        if found is None or FILE.fullmatch(span) or NO_MODULES.match(span):
            continue
        parts = found["path"].split(".")
        if parts[0] == "dungeonbowl" or parts[0] in ROOMS:
            assert can_be_found([part for part in parts if part != "dungeonbowl"]), span


def can_be_found(parts: list[str]) -> bool:
    """Whether the longest module in front has the names that follow."""
    for length in range(len(parts), -1, -1):
        try:
            thing = importlib.import_module(".".join(["dungeonbowl", *parts[:length]]))
        except ModuleNotFoundError:
            continue
        for name in parts[length:]:
            if not hasattr(thing, name):
                return False
            thing = getattr(thing, name)
        return True
    return False


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_rule_that_a_page_cites_is_in_the_rulebook(page: Path) -> None:
    known = {section for edition in rulebook.EDITIONS for section in rulebook.sections(edition)}
    cited = set(RULE.findall(text_of(page)))
    assert sorted(rule for rule in cited if rulebook.find(rule) is None and rule not in known) == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_of_a_page_leads_to_a_file_and_a_heading(page: Path) -> None:
    """The site checks its own links when it is built; this is for readers of the repository."""
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target), link


def test_every_page_of_the_folder_is_behind_a_door() -> None:
    """Each page is named by the page of a door, so that a reader of the repository finds it as well."""
    doors = [DOCS / "index.md", *DOCS.glob("*/index.md"), *DOCS.glob("*/*/index.md")]
    linked = {(door.parent / link.partition("#")[0]).resolve() for door in doors for link in links(door)}
    assert [name_of(page) for page in DOCS.rglob("*.md") if page.resolve() not in linked | {DOCS / "index.md"}] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_page_has_one_title(page: Path) -> None:
    if "{include}" in text_of(page):
        return
    assert len(re.findall(r"^# ", prose(page), re.MULTILINE)) == 1
