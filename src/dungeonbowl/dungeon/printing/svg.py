"""Writing SVG: numbers, texts and groups, nothing more."""

from __future__ import annotations

from html import escape


def number(value: float) -> str:
    """At most two digits after the point, without zeros at the end."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def rect(x: float, y: float, width: float, height: float, attributes: str) -> str:
    return f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" {attributes}/>'


def path(lines: list[str], attributes: str) -> str:
    """All these lines as one path; nothing if there are none."""
    return f'<path d="{" ".join(lines)}" {attributes}/>' if lines else ""


def line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f"M{number(x1)} {number(y1)} L{number(x2)} {number(y2)}"


def text(x: float, y: float, size: float, words: str, attributes: str = "") -> str:
    place = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}"'
    return f"<text {place}{' ' + attributes if attributes else ''}>{printable(words)}</text>"


def printable(words: str) -> str:
    """Escaped, and without the characters that XML cannot hold."""
    kept = "".join(
        sign for sign in words if sign >= " " and not "\ud800" <= sign <= "\udfff" and sign not in "\ufffe\uffff"
    )
    return escape(kept)


def placed(fragment: str, x: float, y: float, scale: float = 1.0, turn: int = 0, middle: float = 20.0) -> str:
    """A fragment moved to its place, made larger or smaller, and turned clockwise about its own middle."""
    moves = f"translate({number(x)} {number(y)})"
    if scale != 1.0:
        moves += f" scale({number(scale)})"
    if turn:
        moves += f" rotate({turn} {number(middle)} {number(middle)})"
    return f'<g transform="{moves}">{fragment}</g>'


def text_width(words: str, size: float) -> float:
    """About how wide a line will be: a generous guess, since fonts differ."""
    return len(words) * size * 0.62
