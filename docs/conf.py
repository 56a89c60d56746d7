"""How Sphinx builds the site: `make docs` writes it to build/docs, and every warning is an error."""

from __future__ import annotations

import re
import sys
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
SOURCES = ROOT / "src"


def interpreted(folder: str) -> Any:
    """A finder for the folders below src that sees no compiled modules: those have lost the signatures of functions."""
    if not Path(folder).is_relative_to(SOURCES):
        raise ImportError(f"{folder} is not below {SOURCES}")
    return FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES))


sys.path_hooks.insert(0, interpreted)
sys.path_importer_cache.clear()
sys.path[:0] = [str(SOURCES), str(DOCS / "extensions")]

project = "Dungeon Bowl"
author = "The Dungeon Bowl project contributors"
copyright = author
version = release = re.findall(r'__version__ = "(.*)"', (SOURCES / "dungeonbowl" / "__init__.py").read_text("utf-8"))[0]

extensions = ["myst_parser", "sphinx.ext.autodoc", "plain_docstrings", "rulebook_pages", "source_pages"]
exclude_patterns = ["extensions", "style"]

# Markdown, as the pages are also read in the repository
myst_heading_anchors = 4
myst_enable_extensions = ["deflist"]

# Docstrings are written in plain words; `one backtick` is code in them
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
add_module_names = False
autodoc_default_options = {"members": True, "show-inheritance": True}
autodoc_preserve_defaults = True
autodoc_inherit_docstrings = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 100
toc_object_entries_show_parents = "hide"
nitpicky = True
# Signatures name types of other packages, and inner ones that no page describes. What a page itself names must exist.
nitpick_ignore_regex = [("py:class", ".*")]
# A signature that says `Match` may mean that of the front door or that of the engine; the first is taken.
suppress_warnings = ["ref.python"]

html_theme = "furo"
html_title = "Dungeon Bowl"
html_static_path = ["style"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_copy_source = False
html_show_copyright = False
html_theme_options = {"source_repository": "", "navigation_with_keys": True}
