"""A picture of how chances that were foretold agree with what happened: the nearer to the diagonal, the better."""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape

from dungeonbowl.bots.tuning import Calibration

SIDE: Final = 360  # pixels of the square
LEFT: Final = 60
TOP: Final = 20
COLOURS: Final = ("#1b6ca8", "#c2571a", "#2e7d32", "#7b1fa2", "#b71c1c", "#455a64")


def picture(calibrations: list[Calibration]) -> str:
    """An SVG with a curve for each edition."""
    parts = [
        f'<rect x="{LEFT}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="#ffffff" stroke="#777777"/>',
        f'<line x1="{LEFT}" y1="{TOP + SIDE}" x2="{LEFT + SIDE}" y2="{TOP}" stroke="#999999" stroke-dasharray="4 4"/>',
    ]
    for tenth in range(0, 11, 2):
        place = tenth * SIDE // 10
        words = f"{10 * tenth} %"
        parts.append(f'<text x="{LEFT + place}" y="{TOP + SIDE + 18}" text-anchor="middle">{words}</text>')
        parts.append(f'<text x="{LEFT - 6}" y="{TOP + SIDE - place + 4}" text-anchor="end">{words}</text>')
    parts.append(f'<text x="{LEFT + SIDE // 2}" y="{TOP + SIDE + 38}" text-anchor="middle">foretold</text>')
    for number, each in enumerate(calibrations):
        colour = COLOURS[number % len(COLOURS)]
        points = [(LEFT + SIDE * bin.foretold, TOP + SIDE * (1.0 - bin.happened)) for bin in each.bins]
        line = " ".join(f"{across:.1f},{down:.1f}" for across, down in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        parts += [
            f'<circle cx="{across:.1f}" cy="{down:.1f}" r="3" fill="{colour}"><title>{escape(each.edition)}: foretold'
            f" {100 * bin.foretold:.0f} %, real {100 * bin.happened:.0f} %, {bin.positions} positions</title></circle>"
            for (across, down), bin in zip(points, each.bins, strict=True)
        ]
        height = TOP + 16 + 18 * number
        parts.append(f'<rect x="{LEFT + SIDE + 16}" y="{height - 9}" width="12" height="12" fill="{colour}"/>')
        parts.append(f'<text x="{LEFT + SIDE + 34}" y="{height + 1}">{escape(each.edition)}</text>')
    size = f'width="{LEFT + SIDE + 240}" height="{TOP + SIDE + 50}"'
    style = 'font-family="sans-serif" font-size="12" fill="#222222"'
    title = "<title>Chances that were foretold, and the points that were made</title>"
    background = f'<rect {size} fill="#ffffff"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>{title}{background}'
    return "\n".join([head, *parts, "</svg>\n"])
