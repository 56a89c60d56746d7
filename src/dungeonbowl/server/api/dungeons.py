"""Dungeons: the library, the generator, and the checks behind the editor."""

from __future__ import annotations

import tomllib
from contextlib import suppress
from typing import Any, Final

from litestar import get, post
from msgspec.structs import replace

from dungeonbowl.dungeon.checks import check
from dungeonbowl.dungeon.drawing import draw_plan
from dungeonbowl.dungeon.fairness import Fairness, fairness
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.map_rules import MAP_RULES
from dungeonbowl.dungeon.problems import ERROR, WARNING, DungeonError, Problem
from dungeonbowl.dungeon.terrain import CHARACTERS, ROOM_NAMES, TERRAIN_NAMES
from dungeonbowl.dungeon.text import bundled, load_dungeon, read_dungeon, text_warnings
from dungeonbowl.dungeon.tiles import TILES, Placement, assemble
from dungeonbowl.dungeon.writing import write_dungeon
from dungeonbowl.editions import EDITIONS
from dungeonbowl.engine.tokens import PIT_TOKEN, TRAP_TOKEN
from dungeonbowl.languages import percent, t, translated
from dungeonbowl.server import wire
from dungeonbowl.server.budgets import BUDGET, CHECKS
from dungeonbowl.server.creating import generated
from dungeonbowl.server.failures import NotFound, TooLarge
from dungeonbowl.server.options import quick_defaults
from dungeonbowl.server.view.boards import board_of
from dungeonbowl.server.view.terrains import TERRAIN_WORDS, TOKEN_WORDS
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.toml_text import tables_of

LONGEST: Final = 400_000
# Characters of a map that are no terrain: they stand for things on a floor square.
OTHER_SIGNS: Final = {
    "$": "chest",
    **{str(number % 10): f"portal {number}" for number in range(1, 11)},
    **{letter: f"end zone {letter}" for letter in "ABCD"},
    "^": "trap",
    "p": "open pit",
}


@get("/dungeons/{identity:str}", tags=["dungeons"], sync_to_thread=True, opt={BUDGET: CHECKS})
def library_dungeon(identity: str) -> wire.DungeonChecked:
    """A dungeon of the library."""
    if identity not in bundled():
        raise NotFound(f"there is no dungeon {identity[:60]!r}; the library has {', '.join(bundled())}")
    board = load_dungeon(identity)
    return checked(board, check(board))


@post("/dungeons/check", tags=["dungeons"], sync_to_thread=True, status_code=200, opt={BUDGET: CHECKS})
def check_dungeon(data: wire.TextBody) -> wire.DungeonChecked:
    """Everything that is to be said about a dungeon: problems, the board, how fair it is."""
    check_length(data.text)
    return checked_text(data.text)


@post("/dungeons/draw", tags=["dungeons"], sync_to_thread=True, status_code=200, opt={BUDGET: CHECKS})
def draw_dungeon(data: wire.DrawOrder) -> wire.DungeonChecked:
    """The same of a dungeon of tiles whose file has no picture yet: walls and doorways follow from the tiles."""
    check_length(data.text)
    try:
        board = read_dungeon(data.text, "dungeon", checked=False)
    except DungeonError as error:
        problems = tile_problems(data.text) or list(error.problems)
        return wire.DungeonChecked(False, [problem_of(each) for each in problems], data.text, None, [], [])
    marks: dict[int, str] = {}
    lost = []
    for token in data.tokens:
        node = int(board.node_at(*token.at))
        if node < 0 or node in marks:
            told = "{sign} lies in the rock" if node < 0 else "{sign} lies where something else lies"
            text = t(told, sign=repr(token.character))
            lost.append(Problem("D-FM-10", text, squares=[token.at]))
        else:
            marks[node] = token.character
    found = checked_text(f"{data.text.rstrip()}\nplan = '''\n{draw_plan(board, marks)}'''\n")
    if not lost:
        return found
    return replace(found, legal=False, problems=[*map(problem_of, lost), *found.problems])


def check_length(text: str) -> None:
    if len(text) > LONGEST:
        raise TooLarge(f"the text of a dungeon has at most {LONGEST} characters, found {len(text)}")


def tile_problems(text: str) -> list[Problem]:
    """The problems of how the tiles lie, each with its squares."""
    with suppress(tomllib.TOMLDecodeError, KeyError, TypeError, ValueError, IndexError, RecursionError):
        tiles = tables_of(text)["tile"]
        return assemble([Placement(TILES[tile["id"]], tuple(tile["at"]), tile["rot"]) for tile in tiles]).problems
    return []


def checked_text(text: str) -> wire.DungeonChecked:
    problems: list[Problem] = []
    board: Dungeon | None = None
    try:
        board = read_dungeon(text, "dungeon")
    except DungeonError as error:
        problems = list(error.problems)
        with suppress(DungeonError):
            board = read_dungeon(text, "dungeon", checked=False)
    if board is None:
        return wire.DungeonChecked(False, [problem_of(each) for each in problems], text, None, [], [])
    problems += text_warnings(text, "dungeon")
    problems += [each for each in check(board) if each.severity == WARNING]
    return checked(board, problems)


@post("/dungeons/generate", tags=["dungeons"], sync_to_thread=True, status_code=200, opt={BUDGET: CHECKS})
def generate_dungeon(data: wire.GenerateOrder) -> wire.DungeonChecked:
    """A dungeon from a seed; the same order gives the same dungeon."""
    board = generated(data)
    return checked(board, check(board))


@get("/dungeons/editor/{edition:str}", tags=["dungeons"], sync_to_thread=True, opt={BUDGET: CHECKS})
def editor_facts(edition: str) -> wire.EditorFacts:
    """Tiles, signs and rooms for the editor."""
    if edition not in EDITIONS:
        raise NotFound(f"edition {edition[:60]!r}: expected one of {', '.join(EDITIONS)}")
    tiles = [wire.TileShape(tile.identity, tile.kind, tile.room, list(tile.rows)) for tile in TILES.values()]
    allowed = MAP_RULES[edition].characters
    names = {sign: name for sign, name in zip(CHARACTERS, TERRAIN_NAMES, strict=True) if sign.strip()} | OTHER_SIGNS
    signs = [wire.SquareSign("#", "rock")]
    signs += [wire.SquareSign(sign, name, sign_text(name)) for sign, name in names.items() if sign in allowed]
    sample = load_dungeon(quick_defaults(edition).dungeon)
    size = (int(sample.width), int(sample.height))
    return wire.EditorFacts(
        edition,
        tiles if MAP_RULES[edition].has_thin_walls else [],
        signs,
        [name for name in ROOM_NAMES if name],
        size,
        write_dungeon(sample),
        colleges_of(edition) if "*" in allowed else [],
    )


def sign_text(name: str) -> str:
    """What a sign of a map does, for a designer; empty if there is no text."""
    if name in TERRAIN_WORDS:
        return TERRAIN_WORDS[name][1]
    known = {"trap": int(TRAP_TOKEN), "open pit": int(PIT_TOKEN)}
    return TOKEN_WORDS[known[name]][1] if name in known else ""


def colleges_of(edition: str) -> list[str]:
    """The colleges that have runes, by the word that maps write."""
    return [roster.name.removeprefix("The ").removesuffix(" College") for roster in load_facts(edition).rosters]


def checked(board: Dungeon, problems: list[Problem]) -> wire.DungeonChecked:
    figures: list[wire.FairnessRow] = []
    unfair: list[str] = []
    if all(len(zone) > 0 for zone in board.zones):
        report = fairness(board)
        figures = fairness_rows(report)
        unfair = [f"{translated(text)} ({rule})" for rule, text in report.findings]
    return wire.DungeonChecked(
        not any(each.severity == ERROR for each in problems),
        [problem_of(each) for each in problems],
        write_dungeon(board),
        board_of(board),
        figures,
        unfair,
    )


def fairness_rows(report: Fairness) -> list[wire.FairnessRow]:
    """The fairness figures, each with a value for every side."""
    sides = report.sides
    rows: list[tuple[str, list[Any]]] = [
        (t("Steps to the other end zone"), [max(report.gaps.values(), default=-1)] * len(sides)),
        (t("Nearest chest, in steps"), [side.nearest_chest for side in sides]),
        (t("All chests, in steps"), [side.chest_sum for side in sides]),
        (t("All portals, in steps"), [side.portal_sum for side in sides]),
        (t("Ways out of the end zone"), [len(side.entrances) for side in sides]),
        (t("Chests it can reach first"), [percent(side.race_share) for side in sides]),
        (t("Races that moving first wins"), [percent(report.first_mover)] * len(sides)),
        (t("Choke points"), [len(report.chokes)] * len(sides)),
        (t("Ways round"), [report.loops] * len(sides)),
    ]
    return [wire.FairnessRow(label, [str(value) for value in values]) for label, values in rows]


def problem_of(problem: Problem) -> wire.DungeonProblem:
    return wire.DungeonProblem(
        problem.rule,
        problem.severity,
        translated(problem.text),
        problem.line or None,
        problem.column or None,
        [(int(column), int(row)) for column, row in problem.squares],
        translated(problem.mend),
    )
