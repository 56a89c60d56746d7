"""The rulebook on the site: every rule is an anchor by its id, and every id that a page names is a link to it.

The text of the rules is in the package (src/dungeonbowl/rulebook), and the pages of docs/look-up/rules include it from
there. This extension marks the bullets of those pages (`- **O-PUSH-09** ...`) and links the ids of all pages.
"""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

from dungeonbowl import rulebook

FOLDER = "look-up/rules/"
ID = re.compile(r"(?<![\w-])[OASD]-[A-Z][A-Z0-9]*(?:-\d+)?(?![\w-])")
LABELS = ("Ruling:", "Source:")
NO_LINKS = (nodes.reference, nodes.title, nodes.literal_block, nodes.doctest_block)


def page_of(name: str) -> str:
    """The page that has this rule (`O-PUSH-09`) or section (`O-PUSH`); empty when no rule has that name."""
    edition = rulebook.EDITION_OF_LETTER[name[0]]
    known = rulebook.find(name) is not None or name in rulebook.sections(edition)
    return FOLDER + edition if known else ""


class Anchors(SphinxTransform):
    """Gives the bullet of a rule its id as the anchor, and the heading of a section too."""

    default_priority = 800

    def apply(self, **kwargs: Any) -> None:
        if not self.env.docname.startswith(FOLDER):
            return
        for bullet in self.document.findall(nodes.list_item):
            strong = next(iter(bullet.findall(nodes.strong)), None)
            if strong is not None and strong.parent.parent is bullet and ID.fullmatch(strong.astext()):
                name = strong.astext()
                bullet["ids"].insert(0, name)
                bullet["classes"].append("rule")
                strong.clear()
                strong += nodes.reference("", name, refuri=f"#{name}", internal=True)
                give_lines(strong.parent)
        for section in self.document.findall(nodes.section):
            title = next(iter(section.findall(nodes.title))).astext()
            section["ids"] += [name for name in ID.findall(title) if name.count("-") == 1]


def give_lines(paragraph: nodes.Element) -> None:
    """The ruling and the source of a rule stand on lines of their own, as they do in the text."""
    lines: list[list[nodes.Node]] = [[]]
    for child in list(paragraph.children):
        words = child.astext() if isinstance(child, nodes.Text) else ""
        if words.lstrip().startswith(LABELS):
            lines.append([nodes.Text(words.lstrip())])
        else:
            lines[-1].append(child)
    for line in reversed(lines[1:]):
        label, _, rest = line[0].astext().partition(":")
        shown = [nodes.emphasis("", f"{label}:"), nodes.Text(rest), *line[1:]]
        after = nodes.paragraph("", "", *shown, classes=[label.lower()])
        paragraph.parent.insert(paragraph.parent.index(paragraph) + 1, after)
    paragraph.children = []
    paragraph.extend(lines[0])


class Links(SphinxPostTransform):
    """Turns the ids that a page names into links."""

    default_priority = 800

    def run(self, **kwargs: Any) -> None:
        for text in list(self.document.findall(nodes.Text)):
            if ID.search(text) and not within(text, NO_LINKS):
                self.link(text)

    def link(self, text: nodes.Text) -> None:
        parts: list[nodes.Node] = []
        end = 0
        for found in ID.finditer(text):
            page = page_of(found[0])
            if page:
                uri = self.app.builder.get_relative_uri(self.env.docname, page) + "#" + found[0]
                reference = nodes.reference("", found[0], refuri=uri, internal=True, classes=["rule-id"])
                parts += [nodes.Text(text[end : found.start()]), reference]
                end = found.end()
        if parts:
            text.parent.replace(text, [part for part in [*parts, nodes.Text(text[end:])] if part.astext()])


def within(node: nodes.Node, kinds: tuple[type[nodes.Node], ...]) -> bool:
    parent = node.parent
    while parent is not None and not isinstance(parent, kinds):
        parent = parent.parent
    return parent is not None


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_transform(Anchors)
    app.add_post_transform(Links)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
