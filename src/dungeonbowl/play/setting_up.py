"""From names to a match before its first die: the edition, the dungeon and the teams.

Every program that begins a match comes through here: the command line, the arena, the server, learners and `Match`.
What cannot be played is refused with one sentence (`UserError`), before anything begins.

>>> game = new_game("official(turn_limit=8)", "of-1", ("fire-fast", "light-balanced"))
>>> game.dungeon.name, list(game.squads.names)
('Long March', ['Ashfall Sparks', 'Daybreak Mirrors'])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.text import DungeonError, load_dungeon, read_dungeon
from dungeonbowl.editions import TABLE, EditionError, build, fitting, name_of
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.layouts import nowhere
from dungeonbowl.engine.rules import Rules
from dungeonbowl.engine.setup import Squads, standard_squads
from dungeonbowl.errors import UserError
from dungeonbowl.records.setup import check_playable
from dungeonbowl.records.squads import refuse_stranger, squads_of
from dungeonbowl.teams.ready import find_team
from dungeonbowl.teams.team import Team

PLAYERS: Final = 12  # of each side where no team is named
LONGEST_FILE: Final = 8 * 1024 * 1024  # bytes of a file that are compared


def rules_of(edition: str) -> Rules:
    """The rules that the text of an edition names.

    >>> rules_of("official(quick=1)").edition
    'official(quick=1)'
    """
    try:
        return build(edition)
    except EditionError as error:
        raise UserError(str(error)) from None


def edition_name(rules: Rules) -> str:
    """The name of an edition without its options.

    >>> edition_name(rules_of("official(quick=1)"))
    'official'
    """
    return name_of(rules.edition)


def with_option(edition: str, key: str, value: int | str) -> str:
    """The text of an edition with one option more. An edition that has no such option stays as it is.

    >>> with_option("official(quick=1)", "turn_limit", 8)
    'official(quick=1, turn_limit=8)'
    """
    name, _, options = edition.strip().rstrip(")").partition("(")
    if name not in TABLE or all(option.key != key for option in TABLE[name].options):
        return edition
    return written(name, options, key, value)


def written(name: str, options: str, key: str, value: int | str) -> str:
    """An edition and its options as text, with this option in the place of what was said of it before."""
    kept = [part.strip() for part in options.split(",") if part.strip() and part.partition("=")[0].strip() != key]
    return f"{name}({', '.join([*kept, f'{key}={value}'])})"


def stage(edition: str, dungeon: str) -> tuple[Rules, Dungeon]:
    """Rules and dungeon by their names. Without a dungeon it is the usual one of the edition, or dice will find it.

    Both are kept for the next match. A file is read again when it has changed.
    """
    return known_stage(edition, dungeon, content_of(dungeon))


@lru_cache(maxsize=32)
def known_stage(edition: str, dungeon: str, content: bytes) -> tuple[Rules, Dungeon]:
    """`content` is not read here: it is part of what a stage is known by."""
    rules = rules_of(edition)
    dungeon = dungeon or rules.layouts.usual
    if not dungeon:
        return rules, nowhere()
    board = dungeon_of(dungeon)
    refuse_foreign(rules, board, f"dungeon {dungeon}")
    return rules, board


def content_of(name: str) -> bytes:
    """What is in the file of this name; nothing if there is none, such as for the name of something of the program."""
    if not name or "\n" in name:
        return b""
    try:
        with Path(name).open("rb") as file:
            return file.read(LONGEST_FILE)
    except (OSError, ValueError):
        return b""


def dungeon_of(name: str) -> Dungeon:
    """A dungeon of the package by its id, a file, or the whole text of one.

    >>> dungeon_of("of-1").name
    'Long March'
    """
    try:
        return read_dungeon(name, "dungeon") if "\n" in name else load_dungeon(name)
    except DungeonError as error:
        raise UserError(first_problem(error)) from None


def refuse_foreign(rules: Rules, board: Dungeon, called: str) -> None:
    """`UserError` if a dungeon is made for another edition; it says what can be played there."""
    if board.count > 0 and board.edition != edition_name(rules):
        text = fitting(rules.edition, board)
        raise UserError(f'{called} is for {board.edition}, not for {rules.edition}; this can be played there: "{text}"')


def first_problem(error: DungeonError) -> str:
    """What is wrong with a dungeon, in one line."""
    more = len(error.problems) - 1
    return str(error.problems[0]) + (f" (and {more} more problems)" if more else "")


def sides_of(dungeon: Dungeon) -> int:
    """How many teams play in a dungeon: one for each end zone, and two where dice find the dungeon.

    >>> sides_of(dungeon_of("ag-three-crowns"))
    3
    """
    return int(dungeon.teams) if dungeon.count > 0 else 2


def new_game(
    edition: str, dungeon: str | Path | Dungeon | None = "", teams: Sequence[str | Path | Team] | None = ()
) -> Game:
    """A match before its first die. Without teams equal squads play, players without skills."""
    if dungeon is None or isinstance(dungeon, Path):
        dungeon = str(dungeon or "")
    if not isinstance(dungeon, (str, Dungeon)):
        raise UserError(f"dungeon {dungeon!r}: expected the id of a dungeon, a file, or the text of a dungeon")
    if isinstance(dungeon, Dungeon):
        rules, board = rules_of(edition), dungeon
        refuse_foreign(rules, board, f"dungeon {board.identity}")
    else:
        rules, board = stage(edition, dungeon)
    sides = sides_of(board)
    check_playable(rules, board, sides)
    return Game(rules, board, squads_in(rules, listed(teams), sides))


def listed(teams: object) -> list[str | Team]:
    """The teams of a match as a list of names and teams; `UserError` says what is neither."""
    if teams is None:
        return []
    if isinstance(teams, (str, bytes)) or not isinstance(teams, Iterable):
        raise UserError(f"teams {teams!r}: expected a list of teams, as in ('fire-fast', 'light-balanced')")
    found = [str(each) if isinstance(each, Path) else each for each in teams]
    for each in found:
        if not isinstance(each, (str, Team)):
            raise UserError(f"team {each!r}: expected the id of a ready team, a file, or a team")
    return found


def squads_in(rules: Rules, teams: Sequence[str | Team], sides: int) -> Squads:
    """The squads of teams, given by name or as they are. Without teams equal squads play."""
    if not teams:
        teams = [""] * sides
    if len(teams) != sides:
        raise UserError(f"teams: expected {sides}, found {len(teams)}")
    names = [each for each in teams if isinstance(each, str)]
    if len(names) == sides:
        return squads_for(tuple(names), int(rules.policies.sheets.usual_agility()), rules.edition)
    book = edition_name(rules)
    found = [find_team(each, edition=book) if isinstance(each, str) else each for each in teams]
    for team in found:
        refuse_stranger(team, rules)
    return squads_of(found, rules)


def squads_for(names: tuple[str, ...], agility: int = 3, edition: str = "official") -> Squads:
    """The squads of teams by their names, or equal ones; `UserError` with all that is wrong with a team.

    They are kept for the next match. A file is read again when it has changed.
    """
    return known_squads(names, agility, edition, tuple(content_of(name) for name in names))


@lru_cache(maxsize=128)
def known_squads(names: tuple[str, ...], agility: int, edition: str, contents: tuple[bytes, ...]) -> Squads:
    """`contents` are not read here: they are part of what squads are known by."""
    rules = build(edition)
    if not any(names):
        neutral = rules.policies.neutral.sheets(len(names))
        return standard_squads(PLAYERS, agility=i64(agility), sides=len(names), neutral=neutral)
    if not all(names):
        one = next(name for name in names if name)
        raise UserError(f"one team, {one}, has nobody to play against: name both or neither")
    teams = [find_team(name, edition=name_of(edition)) for name in names]
    for name, team in zip(names, teams, strict=True):
        refuse_stranger(team, rules, name)
    return squads_of(teams, rules)


def scrambled(seed: int, stream: int) -> int:
    """A number of its own for each stream of chances in a match: 0 the dice, 1 to 4 the bots."""
    mixed = (seed * 4 + stream + 1) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
    return (mixed ^ mixed >> 31) & 0x7FFFFFFF


def match_dice(seed: int) -> SeededDice:
    """The dice of a match: the same seed gives the same dice in Python, in the arena and in `dungeonbowl watch`."""
    return SeededDice(i64(scrambled(seed, 0)))
