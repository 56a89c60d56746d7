"""The pictures of the book, as SVG: charts, brackets, maps of runs."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.printing.floorplan import FloorPlan
from dungeonbowl.dungeon.printing.symbols import PATTERNS, SQUARE, STYLE
from dungeonbowl.languages import decimal, number, t
from dungeonbowl.league.book.style import COLOURS, DASHES
from dungeonbowl.league.charts import Chart, Heat
from dungeonbowl.league.stories import Place, Run

WIDTH: Final = 460.0
HEIGHT: Final = 230.0
LEFT: Final = 44.0
BOTTOM: Final = 24.0
BAR: Final = 24.0
GREY: Final = "#6a635a"
LINE: Final = "#cfc8bb"
WHITE: Final = "#ffffff"
ATLAS: Final = "atlas"
FRAME: Final = 14.0  # around a map


def look(place: int) -> tuple[str, str]:
    """Colour and dashes of the line of a team."""
    return COLOURS[place % len(COLOURS)], DASHES[place // len(COLOURS) % len(DASHES)]


def opening(width: float, height: float, title: str, left: float = 0.0, top: float = 0.0) -> str:
    box = f"{left:g} {top:g} {width:g} {height:g}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img"><title>{escape(title)}</title>'


def label(x: float, y: float, words: str, size: float = 11, anchor: str = "start", more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="{anchor}" {more}>{escape(words)}</text>'


# --- charts -----------------------------------------------------------------------------------------------------------


def chart_svg(chart: Chart) -> str:
    return bars_svg(chart) if chart.kind == "bars" else lines_svg(chart)


def steps_of(low: float, high: float) -> list[float]:
    """Round numbers for the grid of a chart.

    >>> steps_of(0, 37)
    [0.0, 10.0, 20.0, 30.0, 40.0]
    """
    room = max(high - low, 1e-9)
    power = 10.0 ** floor(log10(room / 5))
    size = next(times * power for times in (1, 2, 5, 10) if room / (times * power) <= 6)
    first, last = floor(low / size + 1e-9), ceil(high / size - 1e-9)
    return [round(number * size, 9) for number in range(first, last + 1)]


def lines_svg(chart: Chart) -> str:
    values = [value for line in chart.lines for value in line.values if value is not None]
    if not values:
        return ""
    grid = steps_of(min(values), max(values))
    low, high = grid[0], grid[-1] if grid[-1] > grid[0] else grid[0] + 1
    wide, tall = WIDTH - LEFT - 10, HEIGHT - BOTTOM - 10
    count = len(chart.labels)

    def across(place: int) -> float:
        return LEFT + wide * (place / (count - 1) if count > 1 else 0.5)

    def down(value: float) -> float:
        return 10 + tall * (1 - (value - low) / (high - low))

    parts = [opening(WIDTH, HEIGHT, f"{chart.title}, {chart.unit}")]
    for step in grid:
        y = down(step)
        parts.append(f'<path d="M{LEFT:g} {y:.1f}H{WIDTH - 10:g}" stroke="{LINE}"/>')
        parts.append(label(LEFT - 5, y + 4, grid_number(step), anchor="end", more=f'fill="{GREY}"'))
    every = max(1, -(-count // 12))
    for place, words in enumerate(chart.labels):
        if place % every == 0:
            parts.append(label(across(place), HEIGHT - 6, words, anchor="middle", more=f'fill="{GREY}"'))
    for rank, line in enumerate(chart.lines):
        colour, dash = look(rank)
        points = [(across(place), down(value)) for place, value in enumerate(line.values) if value is not None]
        if not points:
            continue
        way = " ".join(f"{'M' if place == 0 else 'L'}{x:.1f} {y:.1f}" for place, (x, y) in enumerate(points))
        style = f'fill="none" stroke="{colour}" stroke-width="2.2" stroke-dasharray="{dash}" stroke-linejoin="round"'
        parts.append(f'<path d="{way}" {style}><title>{escape(line.name)}</title></path>')
        x, y = points[-1]
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.4" fill="{colour}"/>')
    return "".join([*parts, "</svg>"])


def grid_number(step: float) -> str:
    """A number of the grid: whole where it is, with the decimals it has otherwise."""
    if step == int(step):
        return number(int(step))
    return decimal(step, len(f"{step:.10g}".partition(".")[2]))


def key_html(chart: Chart) -> str:
    """Which line is whose; nothing for bars."""
    if chart.kind == "bars":
        return ""
    found = []
    for place, line in enumerate(chart.lines):
        colour, dash = look(place)
        drawn = f'<path d="M0 4H34" stroke="{colour}" stroke-width="3" stroke-dasharray="{dash}"/>'
        found.append(f'<li><svg viewBox="0 0 34 8">{drawn}</svg>{escape(line.name)}</li>')
    return f'<ul class="key">{"".join(found)}</ul>'


def bars_svg(chart: Chart) -> str:
    """Bars from the left, with the thin lines of intervals where there are some."""
    (line,) = chart.lines
    values = [value or 0.0 for value in line.values]
    ends = [*values, *line.high]
    most = max(100.0 if line.high else 0.0, *ends) if ends else 1.0
    words = min(190.0, 12 + 6.3 * max((len(text) for text in chart.labels), default=0))
    wide = WIDTH - words - 44
    height = BAR * len(values) + 8
    parts = [opening(WIDTH, height, f"{chart.title}, {chart.unit}")]
    if line.high:
        middle = words + wide * 50 / most
        parts.append(f'<path d="M{middle:.1f} 0V{height:g}" stroke="{GREY}" stroke-dasharray="3 3"/>')
    for place, value in enumerate(values):
        y = place * BAR + 4
        parts.append(label(words - 6, y + 14, chart.labels[place], anchor="end"))
        parts.append(
            f'<rect x="{words:g}" y="{y + 3:g}" width="{max(wide * value / most, 0.5):.1f}" height="{BAR - 10:g}" '
            f'fill="{COLOURS[1]}" fill-opacity="0.75"/>'
        )
        end = value
        if line.high:
            low, high = words + wide * line.low[place] / most, words + wide * line.high[place] / most
            parts.append(f'<path d="M{low:.1f} {y + 10:g}H{high:.1f}" stroke="#1c1a17" stroke-width="1.6"/>')
            end = line.high[place]
        parts.append(label(words + wide * end / most + 5, y + 14, f"{value:.0f}", more=f'fill="{GREY}"'))
    return "".join([*parts, "</svg>"])


def luck_svg(rows: Sequence[tuple[str, float]]) -> str:
    """Luck as bars to the left and to the right of none."""
    wide, zero, unit = 330.0, 235.0, 28.0
    height = 20.0 * len(rows) + 6
    parts = [opening(wide, height, t("luck")), f'<path d="M{zero:g} 2V{height - 2:g}" stroke="{GREY}"/>']
    for place, (name, luck) in enumerate(rows):
        y = 4 + place * 20.0
        size = min(abs(luck), 3.0) * unit
        left = zero if luck >= 0 else zero - size
        colour = COLOURS[2] if luck >= 0 else COLOURS[0]
        parts.append(label(0, y + 12, shortened(name, 24), 11.5))
        parts.append(f'<rect x="{left:.1f}" y="{y + 3:g}" width="{max(size, 1.5):.1f}" height="10" fill="{colour}"/>')
        words = zero + size + 5 if luck >= 0 else zero + 5
        parts.append(label(words, y + 12, decimal(luck, 1, sign=True).replace("-", "−"), 11))
    return "".join([*parts, "</svg>"])


# --- brackets ---------------------------------------------------------------------------------------------------------

BOX_WIDE: Final = 190.0
BOX_TALL: Final = 46.0
GAP: Final = 46.0


class BracketMatch:
    """A box of a bracket: two names with their scores, and who goes on."""

    def __init__(
        self,
        round_number: int,
        title: str,
        names: Sequence[str],
        scores: Sequence[str],
        through: int,
        is_third: bool = False,
    ) -> None:
        self.round = round_number
        self.title = title
        self.names = names
        self.scores = scores
        self.through = through
        self.is_third = is_third  # for third place


def bracket_svg(matches: Sequence[BracketMatch]) -> str:
    """The rounds of a knock-out from the left to the right. A match stands between the two that it follows from, and a
    match for third place below the final."""
    main = [match for match in matches if not match.is_third]
    third = [match for match in matches if match.is_third]
    columns = [[match for match in main if match.round == number] for number in sorted({match.round for match in main})]
    room = BOX_TALL + 30
    rows = max(len(column) for column in columns)
    height = rows * room + 6
    middles: list[list[float]] = []
    for column in columns:
        before = middles[-1] if middles else []
        if len(before) == 2 * len(column):
            middles.append([(before[2 * place] + before[2 * place + 1]) / 2 for place in range(len(column))])
        else:
            share = height / len(column)
            middles.append([share * place + share / 2 + 8 for place in range(len(column))])
    width = len(columns) * (BOX_WIDE + GAP) - GAP + 8
    parts: list[str] = []
    for step, column in enumerate(columns):
        x = 4 + step * (BOX_WIDE + GAP)
        for place, match in enumerate(column):
            parts.append(box(match, x, middles[step][place] - BOX_TALL / 2))
            if step and len(columns[step - 1]) == 2 * len(column):
                for feeder in middles[step - 1][2 * place : 2 * place + 2]:
                    way = f"M{x - GAP:g} {feeder:.1f}h{GAP / 2:g}V{middles[step][place]:.1f}h{GAP / 2:g}"
                    parts.append(f'<path d="{way}" fill="none" stroke="{GREY}" stroke-width="1.4"/>')
    for match in third:
        top = max(middles[-1][-1] + BOX_TALL / 2 + 34, height - BOX_TALL - 6)
        height = max(height, top + BOX_TALL + 6)
        parts.append(box(match, 4 + (len(columns) - 1) * (BOX_WIDE + GAP), top))
    return "".join([opening(width, height, t("the bracket of the knock-out")), *parts, "</svg>"])


def box(match: BracketMatch, x: float, y: float) -> str:
    parts = [label(x, y - 4, match.title, 10, more=f'fill="{GREY}"')]
    for side, name in enumerate(match.names[:2]):
        top = y + side * BOX_TALL / 2
        won = match.through == side
        fill = "#e9dfc6" if won else "#ffffff"
        parts.append(
            f'<rect x="{x:g}" y="{top:g}" width="{BOX_WIDE:g}" height="{BOX_TALL / 2:g}" fill="{fill}" '
            f'stroke="{GREY}" stroke-width="1"/>'
        )
        weight = 'font-weight="bold"' if won else ""
        parts.append(label(x + 7, top + 15.5, shortened(name, 25), 11.5, more=weight))
        parts.append(label(x + BOX_WIDE - 8, top + 15.5, match.scores[side], 11.5, "end", weight))
    return "".join(parts)


def shortened(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"


# --- maps -------------------------------------------------------------------------------------------------------------


class Atlas:
    """The dungeons of the book. Each is drawn once, and used by every map of it."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.sizes: dict[str, tuple[float, float]] = {}
        self.drawn: list[str] = []

    def name_of(self, dungeon: Dungeon, key: str) -> str:
        if key not in self.names:
            name = f"dungeon-{len(self.names) + 1}"
            self.names[key] = name
            self.sizes[key] = (int(dungeon.width) * SQUARE, int(dungeon.height) * SQUARE)
            self.drawn.append(f'<g id="{name}">{FloorPlan(dungeon).draw()}</g>')
        return self.names[key]

    def symbols(self) -> str:
        """The drawings that maps refer to."""
        if not self.drawn:
            return ""
        hidden = 'style="position:absolute;width:0;height:0;overflow:hidden" aria-hidden="true"'
        rules = "".join(f"#{ATLAS} {rule}" for rule in STYLE.strip().splitlines())  # only for what is drawn here
        inside = f"<style>{rules}</style>{PATTERNS}{''.join(self.drawn)}"
        return f'<svg xmlns="http://www.w3.org/2000/svg" id="{ATLAS}" {hidden}><defs>{inside}</defs></svg>'

    def picture(self, dungeon: Dungeon, key: str, inside: str, title: str) -> str:
        """A map: the dungeon, pale, and something on it."""
        name = self.name_of(dungeon, key)
        wide, tall = self.sizes[key]
        board = f'<use href="#{name}" opacity="0.62"/>{inside}'
        return f"{opening(wide + 2 * FRAME, tall + 2 * FRAME, title, -FRAME, -FRAME)}{board}</svg>"

    def is_tall(self, key: str) -> bool:
        """Whether a map stands better beside the text than above it."""
        wide, tall = self.sizes[key]
        return tall > 0.8 * wide

    def run(self, dungeon: Dungeon, key: str, runs: Sequence[Run], title: str) -> str:
        return self.picture(dungeon, key, "".join(run_drawn(run) for run in runs), title)

    def heat(self, dungeon: Dungeon, key: str, heat: Heat) -> str:
        most = max(heat.squares.values())
        parts = []
        for (column, row), count in heat.squares.items():
            x, y = middle((column, row))
            parts.append(
                f'<circle cx="{x:g}" cy="{y:g}" r="{SQUARE * (0.35 + 0.45 * count / most):.1f}" fill="{COLOURS[0]}" '
                f'fill-opacity="0.6" stroke="{WHITE}" stroke-width="2"><title>{count}</title></circle>'
            )
        return self.picture(
            dungeon, key, "".join(parts), t("where touchdowns were scored in {dungeon}", dungeon=heat.name)
        )


def middle(place: Place) -> tuple[float, float]:
    return place[0] * SQUARE + SQUARE / 2, place[1] * SQUARE + SQUARE / 2


def run_drawn(run: Run) -> str:
    """The way of the ball: a thick line where somebody carries it, dots where it goes by itself or from hand to hand,
    a ring where it begins and a disc where it ends."""
    colour = COLOURS[run.side % len(COLOURS)]
    parts: list[str] = []
    before: Place | None = None
    for carrier, places in run.legs:
        if before is not None and places:
            parts.append(stroke([before, places[0]], colour, "4 14"))
        if len(places) > 1:
            parts.append(stroke(places, WHITE, "", 17))
            parts.append(stroke(places, colour, "" if carrier else "4 14"))
        before = places[-1] if places else before
    if not run.legs:
        return ""
    first, last = run.legs[0][1][0], run.legs[-1][1][-1]
    x, y = middle(first)
    parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="13" fill="{WHITE}" stroke="{colour}" stroke-width="6"/>')
    x, y = middle(last)
    parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="16" fill="{colour}" stroke="{WHITE}" stroke-width="4"/>')
    return "".join(parts)


def stroke(places: Sequence[Place], colour: str, dash: str, width: float = 10) -> str:
    """A line through squares, broken where it jumps: at a portal."""
    way = []
    before: Place | None = None
    for place in places:
        x, y = middle(place)
        near = before is not None and max(abs(place[0] - before[0]), abs(place[1] - before[1])) <= 2
        way.append(f"{'L' if near or (dash and before) else 'M'}{x:g} {y:g}")
        before = place
    style = f'stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="{"".join(way)}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round" '
        f'stroke-linejoin="round" {style}/>'
    )


def cup() -> str:
    """The drawing of the cover: a chest with a ball."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 100" role="img">'
        f"<title>{escape(t('a chest with a ball'))}</title>"
        '<path d="M12 48h96v44H12z" fill="#8a5a2b" stroke="#1c1a17" stroke-width="4"/>'
        '<path d="M12 48c0-26 18-36 48-36s48 10 48 36" fill="#a56c34" stroke="#1c1a17" stroke-width="4"/>'
        '<path d="M12 48h96M30 16v76M90 16v76" stroke="#1c1a17" stroke-width="4" fill="none"/>'
        '<ellipse cx="60" cy="50" rx="20" ry="14" fill="#c4342c" stroke="#1c1a17" stroke-width="4"/>'
        '<path d="M50 50h20M55 45v10M60 44v12M65 45v10" stroke="#fff" stroke-width="2.5"/></svg>'
    )
