"""What the tests in a browser wait for is a function. An expression is evaluated at every look, which the policy of the
pages forbids after the first one: such a test passes on an idle machine only."""

from __future__ import annotations

import ast
import re
from pathlib import Path

FUNCTION = re.compile(r"\s*(async\s*)?(\w+|\([^()]*\))\s*=>")


def text_of(node: ast.expr, names: dict[str, ast.expr]) -> str | None:
    """The beginning of a text that stands in the source; None for anything else."""
    if isinstance(node, ast.Name) and node.id in names:
        return text_of(names[node.id], {})
    if isinstance(node, ast.JoinedStr):
        node = node.values[0]
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def expressions(source: str) -> list[int]:
    """The lines of a source that wait for something else than a function."""
    tree = ast.parse(source)
    names = {
        target.id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "wait_for_function"
        if not FUNCTION.match(text_of(node.args[0], names) or "")
    ]


def test_every_wait_is_for_a_function() -> None:
    found = {}
    for path in sorted(Path(__file__).parent.glob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "wait_for_function(" in source and (lines := expressions(source)):
            found[path.name] = lines
    assert found == {}


def test_an_expression_is_found_however_it_is_written() -> None:
    waits = ['"document.title"', 'f"document.title == {1}"', "said", '"(a) => a"', 'f"() => {1}"', "done"]
    source = "said = 'document.title'\ndone = '([a, b]) => a'\n"
    source += "".join(f"page.wait_for_function({wait})\n" for wait in waits)
    assert expressions(source) == [3, 4, 5]
