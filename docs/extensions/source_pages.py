"""Links into the source: a link of a page to a file of the repository shows that file on the site.

A page names the file as it does for readers of the repository, `[Push](../../src/.../push.py)`. The words of a link to
a Python file are its name, or a name that it defines; the link then goes to that definition.
"""

from __future__ import annotations

import ast
import html
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_for_filename
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

ROOT = Path(__file__).resolve().parents[2]
FOLDER = "source/"
logger = logging.getLogger(__name__)


def line_of(file: Path, name: str) -> int:
    """The line where a Python file defines that name (`Push`, `Push.begin`); 0 when it does not."""
    if file.suffix != ".py":
        return 0
    body: list[ast.stmt] = ast.parse(file.read_text("utf-8")).body
    line = 0
    for word in name.split("."):
        line = 0
        for node in body:
            if name_of(node) == word:
                line, body = node.lineno, getattr(node, "body", [])
                break
    return line


def name_of(node: ast.stmt) -> str:
    if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
        return node.name
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    return ""


class SourceLinks(SphinxTransform):
    """Turns what would be a download of a file into a link to the page that shows it."""

    default_priority = 500

    def apply(self, **kwargs: Any) -> None:
        for link in list(self.document.findall(addnodes.download_reference)):
            _, path = self.env.relfn2path(link["reftarget"], self.env.docname)
            file = Path(path).resolve()
            if file.is_relative_to(ROOT) and file.is_file():
                name = file.relative_to(ROOT).as_posix()
                sources = getattr(self.env, "dungeonbowl_sources", {})
                sources.setdefault(self.env.docname, set()).add(name)
                self.env.dungeonbowl_sources = sources
                line = line_of(file, link.astext())
                if file.suffix == ".py" and line == 0 and link.astext() != file.name:
                    logger.warning("%s does not define %s", name, link.astext(), location=link)
                uri = self.app.builder.get_relative_uri(self.env.docname, FOLDER + name)
                reference = nodes.reference("", "", refuri=f"{uri}#line-{line}" if line else uri, internal=True)
                reference += link.children
                link.replace_self(reference)


def pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """A page for each file that another page links to."""
    named = getattr(app.env, "dungeonbowl_sources", {})
    formatter = HtmlFormatter(lineanchors="line", linenos="inline", anchorlinenos=True)
    for name in sorted(set().union(*named.values())):
        lexer = get_lexer_for_filename(name, stripnl=False)
        shown = highlight((ROOT / name).read_text("utf-8"), lexer, formatter)
        folder, _, title = html.escape(name).rpartition("/")
        body = f"<h1>{title}</h1>\n<p>in {folder}</p>\n{shown}"
        yield FOLDER + name, {"title": title, "body": body, "parents": []}, "page.html"


def forget(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    getattr(env, "dungeonbowl_sources", {}).pop(docname, None)


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_transform(SourceLinks)
    app.connect("env-purge-doc", forget)
    app.connect("html-collect-pages", pages)
    return {"version": "1", "env_version": 1, "parallel_read_safe": False, "parallel_write_safe": True}
