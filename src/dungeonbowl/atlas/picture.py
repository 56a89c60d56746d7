"""The heat map of an atlas, as SVG: rows against columns, blue where the row wins more, red where it wins less."""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape

from dungeonbowl.atlas.book import Atlas
from dungeonbowl.atlas.fitting import Estimate

CELL: Final = 46
LEFT: Final = 150
TOP: Final = 120
STRONGEST: Final = 0.25  # so far from one half the colour is full
MORE: Final = (33, 102, 172)
LESS: Final = (178, 24, 43)
NUMBERS_UP_TO: Final = 12  # rosters: with more of them the cells are too small for numbers


def heat_map(atlas: Atlas, dungeon: str = "") -> str:
    """Every roster against every other, in a new dungeon or in one of the atlas."""
    rosters = [each.roster for each in atlas.rosters]
    names = {each.roster: each.name for each in atlas.rosters}
    cell = CELL if len(rosters) <= NUMBERS_UP_TO else CELL // 2
    side = cell * len(rosters)
    parts: list[str] = []
    for down, one in enumerate(rosters):
        middle = TOP + cell * down + cell // 2 + 4
        parts.append(f'<text x="{LEFT - 6}" y="{middle}" text-anchor="end">{escape(names[one])}</text>')
        across = LEFT + cell * down + cell // 2
        turned = f'transform="translate({across},{TOP - 6}) rotate(-50)"'
        parts.append(f"<text {turned}>{escape(names[one])}</text>")
        for right, two in enumerate(rosters):
            if one != two:
                found = atlas.chance(one, two, dungeon)
                if found is not None:
                    title = f"{names[one]} wins {found.words} against {names[two]}"
                    parts.append(square(LEFT + cell * right, TOP + cell * down, cell, found, title))
    told = f"{atlas.terms.edition}, {atlas.matches} matches{', ' + dungeon if dungeon else ''}"
    parts.append(
        f'<text x="{LEFT}" y="{TOP + side + 24}">How often the row wins against the column: {escape(told)}</text>'
    )
    size = f'width="{LEFT + side + 90}" height="{TOP + side + 40}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {LEFT + side + 90} {TOP + side + 40}"'
    ground = '<rect width="100%" height="100%" fill="#ffffff"/>'
    return f'{head} font-family="sans-serif" font-size="12">{ground}{"".join(parts)}</svg>\n'


def square(left: int, top: int, cell: int, found: Estimate, title: str) -> str:
    away = max(-1.0, min(1.0, (found.chance - 0.5) / STRONGEST))
    goal = MORE if away > 0 else LESS
    colour = "#" + "".join(f"{round(255 + (part - 255) * abs(away)):02x}" for part in goal)
    box = f'<rect x="{left}" y="{top}" width="{cell - 1}" height="{cell - 1}" fill="{colour}"/>'
    if cell == CELL:
        ink = "#ffffff" if abs(away) > 0.6 else "#222222"
        style = f'x="{left + cell // 2}" text-anchor="middle" fill="{ink}"'
        box += f'<text {style} y="{top + 21}">{100 * found.chance:.0f}</text>'
        box += f'<text {style} y="{top + 35}" font-size="9">±{50 * (found.high - found.low):.0f}</text>'
    return f"<g>{box}<title>{escape(title)}</title></g>"
