"""From SVG to PNG, with the library of the extra `pictures`."""

from __future__ import annotations

import struct
import zlib
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from dungeonbowl.dungeon.printing.symbols import FONTS
from dungeonbowl.errors import UserError

MOST_PIXELS: Final = 120_000_000
WORDS: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">{}</svg>',
    '<text y="15" font-size="14" style="font-family:{fonts}">A1</text>',
)


def png_bytes(svg: str, pixels: tuple[int, int], font: Path | None = None, dpi: int = 0) -> bytes:
    """The drawing as so many pixels. `font` names a font file, for machines without fonts.

    With `dpi` the picture states its size on paper, and is printed at that size.
    """
    if pixels[0] * pixels[1] > MOST_PIXELS:
        raise UserError(
            f"a picture of {pixels[0]} x {pixels[1]} pixels is too large: choose a smaller square or fewer dots an inch"
        )
    render = renderer()
    fonts = [str(font)] if font is not None else []
    require_letters(tuple(fonts))
    try:
        found: bytes = render(svg_string=svg, width=pixels[0], height=pixels[1], dpi=96.0, **font_options(fonts))
    except ValueError as error:
        raise UserError(f"the picture could not be made: {error}") from None
    return with_density(found, dpi) if dpi else found


def with_density(png: bytes, dpi: int) -> bytes:
    """The picture with a chunk that states its dots a metre, right after the header of 33 bytes."""
    dots = round(dpi / 0.0254)
    content = b"pHYs" + struct.pack(">IIB", dots, dots, 1)
    chunk = struct.pack(">I", 9) + content + struct.pack(">I", zlib.crc32(content))
    return png[:33] + chunk + png[33:]


def font_options(fonts: list[str]) -> dict[str, Any]:
    return {"font_files": fonts} if fonts else {}


def renderer() -> Any:
    try:
        return import_module("resvg_py").svg_to_bytes
    except ImportError:
        raise UserError(
            "PNG pictures need the extra 'pictures': pip install 'dungeonbowl[pictures]'; SVG needs nothing"
        ) from None


@cache
def require_letters(fonts: tuple[str, ...]) -> None:
    """Refuse to draw without a font: the renderer would silently leave out every word."""
    render = renderer()
    empty = render(svg_string=WORDS[0].format(""))
    written = render(svg_string=WORDS[0].format(WORDS[1].format(fonts=FONTS)), **font_options(list(fonts)))
    if empty == written:
        raise UserError("this machine has no font for the words of the picture: name one with --font FILE, or draw SVG")
