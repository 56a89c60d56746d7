"""Measures what a decision, a clone and a path search cost as a match grows: `.venv/bin/python tools/growth.py`.

It grows in one thing at a time: squares of the dungeon, players, balls, modules. `--out FILE.svg` draws the curves, as
docs/performance.md shows them; `--json` prints the points. All points are measured in each round, and the best round of
each counts, in the processor's own time.

The squares are added as a hall beyond the walls of the same dungeon. Nobody can get there, so that one seed plays the
same match with 280 squares and with 4,096: what is not touched should cost nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

from dungeonbowl.bots import playout  # noqa: E402
from dungeonbowl.cli.bench import circumstances, shown  # noqa: E402
from dungeonbowl.cli.bench_figures import calibrate, clone_time, decisions_per_second, reach_time  # noqa: E402
from dungeonbowl.cli.speed import engine_words, kind_of_build  # noqa: E402
from dungeonbowl.cli.tables import screen  # noqa: E402
from dungeonbowl.dungeon.graph import Dungeon  # noqa: E402
from dungeonbowl.dungeon.text import load_dungeon, read_dungeon  # noqa: E402
from dungeonbowl.editions import build  # noqa: E402
from dungeonbowl.editions.astrogranite.composition.reading import preset  # noqa: E402
from dungeonbowl.editions.astrogranite.composition.table import DUNGEON, MODULES  # noqa: E402
from dungeonbowl.engine.game import Game  # noqa: E402
from dungeonbowl.engine.rules import Rules  # noqa: E402
from dungeonbowl.engine.setup import Squads, standard_squads  # noqa: E402

LAYOUT = "of-6"
WIDTH = 36  # of the hall that is added: that of the dungeon itself
HALLS = (0, 5, 20, 48, 77, 106)  # rows of the hall: 280 to 4,096 squares
PLAYERS = (3, 6, 9, 12, 16, 24, 36)
BALLS = (1, 2, 4, 8, 16, 24)
CHESTS = 24
USUAL_PLAYERS = 12
CROWDS = 12  # positions over which a search is averaged: players stand there at random
MODULE_STEP = 4  # modules that are switched on from one point to the next


class Point(NamedTuple):
    """One measurement: the curve it belongs to, how far to the right, and how to measure it."""

    curve: str
    x: int
    measure: Callable[[float], float]


class Panel(NamedTuple):
    """Curves over one axis. Values are microseconds."""

    title: str
    axis: str
    points: list[Point]


# --- what is measured -------------------------------------------------------------------------------------------------


def squads_for(rules: Rules, players: int) -> Squads:
    return standard_squads(players, agility=rules.policies.sheets.usual_agility())


def with_hall(rows: int) -> Dungeon:
    """The dungeon with so many more rows of floor beyond its walls."""
    text = files("dungeonbowl").joinpath("dungeon", "layouts", f"{LAYOUT}.dungeon").read_text("utf-8")
    head, _, rest = text.partition("tile = [")
    plan = rest.partition("plan = '''\n")[2].rpartition("'''")[0].rstrip("\n").split("\n")
    wall = "+" + "-+" * WIDTH
    for row in range(rows):
        plan += ["", wall] if row == 0 else ["+" + " " * (2 * WIDTH - 1) + "+"]
        plan.append("|" + " ".join("." * WIDTH) + "|")
    plan += [wall] if rows else []
    return read_dungeon(head + "plan = '''\n" + "\n".join(plan) + "\n'''\n", checked=False)


def decision(rules: Rules, dungeon: Dungeon, squads: Squads) -> Callable[[float], float]:
    return lambda seconds: 1e6 / decisions_per_second(rules, dungeon, squads, seconds)


def clone(rules: Rules, dungeon: Dungeon, squads: Squads) -> Callable[[float], float]:
    game = playout.middle_of_match(rules, dungeon, squads, 1)
    return lambda seconds: clone_time(game, seconds)


def search(*games: Game) -> Callable[[float], float]:
    """A path search, on average over these positions."""
    return lambda seconds: mean(reach_time(game, seconds / len(games)) for game in games)


def by_squares() -> list[Panel]:
    rules = build("official")
    squads = squads_for(rules, USUAL_PLAYERS)
    steps: list[Point] = []
    ways: list[Point] = []
    for rows in HALLS:
        dungeon = with_hall(rows)
        steps.append(Point("a decision", int(dungeon.count), decision(rules, dungeon, squads)))
        steps.append(Point("a clone", int(dungeon.count), clone(rules, dungeon, squads)))
        ways.append(
            Point("a path search", int(dungeon.count), search(playout.middle_of_match(rules, dungeon, squads, 1)))
        )
    return [
        Panel("A larger dungeon, the same match", "squares", steps),
        Panel("A larger dungeon, the same position", "squares", ways),
    ]


def by_players() -> list[Panel]:
    rules = build("official")
    dungeon = with_hall(0)
    steps: list[Point] = []
    ways: list[Point] = []
    for players in PLAYERS:
        squads = squads_for(rules, players)
        steps.append(Point("a decision", players, decision(rules, dungeon, squads)))
        steps.append(Point("a clone", players, clone(rules, dungeon, squads)))
        crowds = [playout.scrimmage(rules, dungeon, squads, seed) for seed in range(1, CROWDS + 1)]
        ways.append(Point("a path search", players, search(*crowds)))
    return [
        Panel("More players", "players a side", steps),
        Panel("More players, all in the dungeon", "players a side", ways),
    ]


def by_balls() -> Panel:
    points: list[Point] = []
    for balls in BALLS:
        rules = build(f"astrogranite(classic, multiball=on, balls={balls}, chests={CHESTS})")
        dungeon = rules.layouts.dungeon(0)
        squads = squads_for(rules, USUAL_PLAYERS)
        points.append(Point("a decision", balls, decision(rules, dungeon, squads)))
        points.append(Point("a clone", balls, clone(rules, dungeon, squads)))
    return Panel(f"More balls in {CHESTS} chests", "balls", points)


def module_order() -> list[str]:
    """The modules of the fullest preset: first those for things that a dungeon may have, then the others."""
    on = preset("full")
    rows = sorted((row for row in MODULES if on[row.name]), key=lambda row: row.group != DUNGEON)
    order: list[str] = []
    while len(order) < len(rows):
        ready = [row.name for row in rows if row.name not in order and set(row.needs) <= set(order)]
        order.append(ready[0])
    return order


def by_modules() -> Panel:
    order = module_order()
    points: list[Point] = []
    dungeons = {"plain halls": load_dungeon("ag-short-halls"), "a dungeon with everything": load_dungeon("ag-sampler")}
    for count in sorted({*range(0, len(order), MODULE_STEP), len(order)}):
        text = ", ".join(["classic", *(f"{name}=on" for name in order[:count])])
        rules = build(f"astrogranite({text})")
        squads = squads_for(rules, USUAL_PLAYERS)
        for curve, dungeon in dungeons.items():
            points.append(Point(curve, count, decision(rules, dungeon, squads)))
    return Panel("More modules, a decision", "modules switched on", points)


def measured(panels: list[Panel], seconds: float, rounds: int, tell: Callable[[str], None]) -> list[dict[str, Any]]:
    """Each panel with its curves: the best of all rounds for each point."""
    best: dict[tuple[int, str, int], float] = {}
    for number in range(rounds):
        for place, panel in enumerate(panels):
            tell(f"round {number + 1} of {rounds}: {panel.title}")
            for point in panel.points:
                key = (place, point.curve, point.x)
                best[key] = min(best.get(key, 1e9), point.measure(seconds))
    found: list[dict[str, Any]] = []
    for place, panel in enumerate(panels):
        curves: dict[str, list[tuple[int, float]]] = {}
        for point in panel.points:
            curves.setdefault(point.curve, []).append((point.x, best[place, point.curve, point.x]))
        found.append({"title": panel.title, "axis": panel.axis, "curves": curves})
    return found


# --- the picture ------------------------------------------------------------------------------------------------------

COLUMNS = 2
CELL_WIDTH, CELL_HEIGHT = 420, 260
LEFT, TOP, RIGHT, BOTTOM = 48, 56, 400, 212  # of the axes in a cell
COLOURS = ("#1f6feb", "#c2410c", "#15803d")
INK, GREY, RULE = "#24292f", "#57606a", "#d8dee4"


def steps_of(highest: float) -> float:
    """A round distance between two lines of the axis, so that there are at most five."""
    steps = (10.0**power * digit for power in range(-3, 7) for digit in (1, 2, 5))
    return next(step for step in steps if highest / step <= 5)


def draw(found: dict[str, Any]) -> str:
    """All panels in one picture. Every axis begins at zero."""
    panels = found["panels"]
    rows = -(-len(panels) // COLUMNS)
    width, height = COLUMNS * CELL_WIDTH, rows * CELL_HEIGHT + 34
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        'font-size="12">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        *(line for place, panel in enumerate(panels) for line in cell(panel, place)),
        f'<text x="{LEFT}" y="{height - 14}" fill="{GREY}">Microseconds. Engine {engine_words(found["build"])}, '
        f"calibration {found['calibration_s']:.3f} s, load {found['load']}, {found['date']}</text>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def cell(panel: dict[str, Any], place: int) -> list[str]:
    across, down = place % COLUMNS * CELL_WIDTH, place // COLUMNS * CELL_HEIGHT
    curves: dict[str, list[tuple[int, float]]] = panel["curves"]
    farthest = max(x for points in curves.values() for x, _ in points)
    highest = max(y for points in curves.values() for _, y in points)
    step = steps_of(highest * 1.08)
    most = step * -(-highest * 1.02 // step)

    def at(x: float, y: float) -> tuple[float, float]:
        return LEFT + x / farthest * (RIGHT - LEFT), BOTTOM - y / most * (BOTTOM - TOP)

    lines = [f'<g transform="translate({across} {down})">']
    lines.append(f'<text x="{LEFT}" y="22" font-size="14" font-weight="bold" fill="{INK}">{panel["title"]}</text>')
    for number in range(round(most / step) + 1):
        y = at(0, number * step)[1]
        lines.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{RIGHT}" y2="{y:.1f}" stroke="{RULE}"/>')
        lines.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end" fill="{GREY}">{number * step:g}</text>')
    labelled = -1e9
    for value in sorted({x for points in curves.values() for x, _ in points}):
        x = at(value, 0)[0]
        lines.append(f'<line x1="{x:.1f}" y1="{BOTTOM}" x2="{x:.1f}" y2="{BOTTOM + 4}" stroke="{GREY}"/>')
        if x - labelled >= 34:
            lines.append(f'<text x="{x:.1f}" y="{BOTTOM + 17}" text-anchor="middle" fill="{GREY}">{value:,}</text>')
            labelled = x
    lines.append(f'<text x="{RIGHT}" y="{BOTTOM + 33}" text-anchor="end" fill="{GREY}">{panel["axis"]}</text>')
    key = float(LEFT)
    for number, (name, points) in enumerate(curves.items()):
        colour = COLOURS[number]
        placed = [at(x, y) for x, y in points]
        way = " ".join(f"{x:.1f},{y:.1f}" for x, y in placed)
        lines.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"/>')
        lines += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in placed]
        lines.append(f'<circle cx="{key + 4:.1f}" cy="38" r="4" fill="{colour}"/>')
        lines.append(f'<text x="{key + 13:.1f}" y="42" fill="{INK}">{name}</text>')
        key += 34 + 5.6 * len(name)
    return [*lines, "</g>"]


# --- the program ------------------------------------------------------------------------------------------------------


def print_panels(console: Console, found: dict[str, Any]) -> None:
    for panel in found["panels"]:
        console.print(f"{panel['title']}, µs")
        table = Table()
        table.add_column(panel["axis"], justify="right")
        for curve in panel["curves"]:
            table.add_column(curve, justify="right")
        for x in sorted({x for points in panel["curves"].values() for x, _ in points}):
            values = [dict(points).get(x) for points in panel["curves"].values()]
            table.add_row(f"{x:,}", *("" if value is None else shown(value) for value in values))
        console.print(table)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="growth", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=0.15, help="for each point and round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--out", type=Path, metavar="FILE.svg", help="draw the curves into this file")
    parser.add_argument("--json", action="store_true", dest="as_json", help="print the points as JSON")
    wanted = parser.parse_args(arguments)
    kind, flags = kind_of_build()
    found: dict[str, Any] = {**circumstances(), "build": kind, "flags": flags, "calibration_s": calibrate()}
    with Console(stderr=True).status("preparing") as status:
        panels = [*by_squares(), *by_players(), by_balls(), by_modules()]
        found["panels"] = measured(panels, wanted.seconds, wanted.rounds, status.update)
    found["calibration_s"] = min(found["calibration_s"], calibrate())
    if wanted.out is not None:
        wanted.out.write_text(draw(found), "utf-8")
    if wanted.as_json:
        sys.stdout.write(json.dumps(found) + "\n")
    else:
        print_panels(screen(), found)


if __name__ == "__main__":
    main()
