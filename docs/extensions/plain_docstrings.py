"""Docstrings are Markdown, as the pages are; autodoc reads reStructuredText. Of what we use, little is different."""

from __future__ import annotations

import re
from typing import Any

from sphinx.application import Sphinx

CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
BULLET = re.compile(r"(?:- |\d+\. )")


def converted(lines: list[str]) -> list[str]:
    """One backtick becomes two, so that `vec`s may end in a letter; a list has an empty line before and after it.

    >>> converted(["Two kinds of `vec`s:", "- one", "- two"])
    ['Two kinds of ``vec``\\\\ s:', '', '- one', '- two']
    """
    text = CODE.sub(r"``\1``\\ ", "\n".join(lines))
    text = re.sub(r"``\\ (?!\w)", "``", text)
    found: list[str] = []
    for line in text.split("\n"):
        before = found[-1] if found else ""
        starts = BULLET.match(line) is not None and before and not BULLET.match(before) and not before.startswith(" ")
        ends = line[:1].strip() and not BULLET.match(line) and in_list(found)
        found += ["", line] if starts or ends else [line]
    return found


def in_list(lines: list[str]) -> bool:
    """Whether the last paragraph is a list."""
    for line in reversed(lines):
        if BULLET.match(line):
            return True
        if not line.startswith(" "):
            return False
    return False


def process(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    lines[:] = converted(lines)


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("autodoc-process-docstring", process)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
