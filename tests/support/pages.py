"""The pages of the documentation, cut into what a test can check: blocks of code, commands, names, links."""

from __future__ import annotations

import re
import shlex
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]

FENCE = re.compile(r"^(?P<indent> *)```(?P<language>[^\n`]*)\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?:^    \S.*\n)+", re.MULTILINE)
CODE = re.compile(r"(?<!`)`([^`\n]+(?:\n[^`\n]+)?)`(?!`)")
LINK = re.compile(r"\[[^\]]*\]\((?P<target>[^)\s]+)\)")


class Block(NamedTuple):
    """A fenced block of a page: `language` is the word behind the fence."""

    page: Path
    line: int
    language: str
    text: str

    @property
    def place(self) -> str:
        return f"{name_of(self.page)}:{self.line}"


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@cache
def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@cache
def blocks(page: Path) -> list[Block]:
    text = text_of(page)
    found = []
    for fence in FENCE.finditer(text):
        indent = fence["indent"]
        lines = [line.removeprefix(indent) for line in fence["text"].split("\n")]
        line = text.count("\n", 0, fence.start()) + 1
        found.append(Block(page, line, fence["language"].strip(), "\n".join(lines)))
    return found


def prose(page: Path) -> str:
    """The page without its blocks."""
    return FENCE.sub("", text_of(page))


def spans(page: Path) -> list[str]:
    """What stands between `backticks` in the prose."""
    return [" ".join(found.split()) for found in CODE.findall(prose(page))]


def links(page: Path) -> list[str]:
    """The targets of the links in the prose, without those that leave the repository."""
    targets = [found["target"] for found in LINK.finditer(prose(page))]
    return [target for target in targets if not re.match(r"[a-z]+:", target)]


def commands(page: Path) -> list[list[str]]:
    """Every `dungeonbowl ...` and `make ...` of the page, in blocks and between backticks, as the words of a shell."""
    lines = [line for block in blocks(page) if block.language in ("", "sh", "console") for line in shell_lines(block)]
    lines += [line.strip() for block in INDENTED.findall(prose(page)) for line in block.splitlines()]
    lines += spans(page)
    found = [shell_words(line) for line in lines if re.match(r"(?:\$ )?(?:\w+=\S+ )*(?:dungeonbowl|make) ", line)]
    return [words for words in found if words]


def shell_lines(block: Block) -> list[str]:
    """The lines that are typed: those with a `$`, or all where there is none."""
    lines = block.text.splitlines()
    if block.language == "console" or any(line.startswith("$ ") for line in lines):
        return [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
    return lines


def shell_words(line: str) -> list[str]:
    """The words of a command, without settings in front of it, a comment behind it, and where its output goes."""
    try:
        words = shlex.split(line.removeprefix("$ "), comments=True)
    except ValueError:  # no command: "make rules: tests failed" and the like have quotes that do not end
        return []
    while words and re.fullmatch(r"[A-Z_]+=\S*", words[0]):
        words.pop(0)
    return words[: words.index(">")] if ">" in words else words


def anchors(page: Path) -> set[str]:
    """The anchors that headings of a page make: lower case, without signs, spaces as hyphens."""
    titles = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-") for title in titles}
