"""Dungeons on paper: the same drawing as SVG, as PNG, and cut into pages for a real table."""

from dungeonbowl.dungeon.printing.pages import PAGES, PageSize, svg_pages
from dungeonbowl.dungeon.printing.png import png_bytes
from dungeonbowl.dungeon.printing.sheet import Length, svg_sheet

__all__ = ["PAGES", "Length", "PageSize", "png_bytes", "svg_pages", "svg_sheet"]
