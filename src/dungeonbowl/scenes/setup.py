"""What scenes are made from: pieces, the picture they are drawn on, and dice scripts as words.

Nothing here plays; `scene.py` puts it together.
"""

from __future__ import annotations

import re
import textwrap
from typing import Any

import msgspec

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.problems import DungeonError
from dungeonbowl.dungeon.text import fragment, read_dungeon
from dungeonbowl.dungeon.writing import quoted
from dungeonbowl.engine import abilities, statuses
from dungeonbowl.engine.dice import BLOCK_DIE, COIN
from dungeonbowl.engine.setup import MOST_PIECES, NO_PASSING, PlayerSheet, Squads
from dungeonbowl.engine.statuses import STATUS_NAMES, TURN_MASK
from dungeonbowl.errors import UserError
from dungeonbowl.teams.skills import ability_names, ability_parameters
from dungeonbowl.words.advice import did_you_mean
from dungeonbowl.words.notation import COACHES

# The faces of a block die, by their names of today and by the letters of older rulebooks.
BLOCK_FACES = {"PLAYER-DOWN": 1, "BOTH-DOWN": 2, "PUSH": 3, "STUMBLE": 5, "POW": 6}
OLD_FACES = {"AD": 1, "BD": 2, "PU": 3, "DS": 5, "DD": 6, "POW!": 6}
# Conditions of a piece by name: what `statuses` has besides the statuses themselves.
CONDITIONS = {
    name.lower().replace("_", "-"): int(value)
    for name, value in vars(statuses).items()
    if name.isupper() and isinstance(value, int) and not name.endswith("_MASK")
    if name.lower().replace("_", "-") not in STATUS_NAMES
}
# What a scene may take from the header of a dungeon file, besides the picture and the rooms.
DETAILS = ("levels", "below", "doorway", "door", "barrier", "inscription", "ladder", "trap", "teams", "setup")


class SceneError(UserError):
    """A scene that cannot be built, or dice and actions that do not fit it."""


class DiceMismatch(SceneError):
    """Dice too few, too many or of another kind than the play asks for."""


class Piece(msgspec.Struct, forbid_unknown_fields=True):
    """One player of a scene."""

    side: int = 0
    movement: int = 6
    strength: int = 3
    agility: int = 3
    passing: int | None = 4
    armour: int = 9
    skills: list[str] = []
    position: str = ""
    race: str = ""
    status: str = "standing"
    number: int | None = None
    at: tuple[int, int] | str | None = None
    under: str = "."
    size: int = 1
    niggles: int = 0
    zone: bool = True
    rooted: bool = False
    name: str = ""
    conditions: list[str] = []
    kind: int = 0  # of a monster: pieces of one kind are drawn as one


def home(**facts: Any) -> Piece:
    """A player of the first side."""
    return Piece(side=0, **facts)


def away(**facts: Any) -> Piece:
    """A player of the second side."""
    return Piece(side=1, **facts)


def third(**facts: Any) -> Piece:
    """A player of the third side."""
    return Piece(side=2, **facts)


def fourth(**facts: Any) -> Piece:
    """A player of the fourth side."""
    return Piece(side=3, **facts)


def neutral(sides: int = 2, **facts: Any) -> Piece:
    """A piece of no side, in a match of so many."""
    return Piece(side=sides, **facts)


def read_picture(picture: str, legend: dict[str, Piece]) -> tuple[str, dict[str, tuple[int, int]]]:
    """The picture without its pieces, and where they stood. A plan is read in its own grid."""
    rows = dedent(picture).split("\n")
    is_plan = rows[0].lstrip().startswith("+")
    spots: dict[str, tuple[int, int]] = {}
    cleaned: list[str] = []
    for y, row in enumerate(rows):
        characters = list(row)
        for x, character in enumerate(row):
            if character in legend and legend[character].at is None and (not is_plan or (x % 2 and y % 2)):
                spot = ((x - 1) // 2, (y - 1) // 2) if is_plan else (x, y)
                first = spots.setdefault(character, spot)
                size = legend[character].size
                if spot != first and not (0 <= spot[0] - first[0] < size and 0 <= spot[1] - first[1] < size):
                    raise SceneError(f"{character!r} is drawn twice")
                characters[x] = legend[character].under
        cleaned.append("".join(characters))
    return "\n".join(cleaned), spots


def draw(drawn: str, edition: str, rooms: list[tuple[str, list[int]]], details: dict[str, Any]) -> Dungeon:
    """The dungeon of a scene. It need not be legal as a whole."""
    try:
        if not details:
            return fragment(drawn, edition, rooms)
        unknown = [key for key in details if key not in DETAILS]
        if unknown:
            advice = did_you_mean(unknown[0], DETAILS)
            raise SceneError(f"the dungeon: unknown key {unknown[0]!r}; {advice}expected one of {', '.join(DETAILS)}")
        keys = {"format": 1, "id": "scene", "name": "Scene", "edition": edition, **details}
        keys["room"] = [{"rule": rule, "area": area} for rule, area in rooms]
        keys["plan" if drawn.lstrip().startswith("+") else "map"] = drawn
        for layer in ("levels", "below"):
            if isinstance(keys.get(layer), str):
                keys[layer] = dedent(str(keys[layer]))
        text = "".join(f"{key} = {toml(value)}\n" for key, value in keys.items())
        return read_dungeon(text, "scene", checked=False)
    except DungeonError as error:
        raise SceneError("the map: " + "; ".join(problem.text for problem in error.problems)) from None


def toml(value: object) -> str:
    """A value of a dungeon file as text."""
    if isinstance(value, list):
        return "[" + ", ".join(toml(part) for part in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{quoted(str(key))} = {toml(part)}" for key, part in value.items()) + " }"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int | float) else quoted(str(value))


def dedent(text: str) -> str:
    """A picture without the empty lines around it and without the indentation all its rows share."""
    return textwrap.dedent(text.strip("\n")).rstrip()


def condition(letter: str, name: str) -> int:
    """A condition by its name, if it can hold before the team turn begins."""
    lasting = {known: bit for known, bit in CONDITIONS.items() if not bit & int(TURN_MASK)}
    if name not in lasting:
        advice = did_you_mean(name, lasting)
        raise SceneError(f"{letter}: condition {name!r}; {advice}expected one of {', '.join(sorted(lasting))}")
    return lasting[name]


def squads_of(legend: dict[str, Piece], sides: int, rerolls: tuple[int, ...], letters: dict[str, int]) -> Squads:
    """The sheets of a scene, side after side. Fills `letters` with the piece of each letter."""
    sheets: list[PlayerSheet] = []
    races = sorted({piece.race for piece in legend.values()})
    if len(legend) > MOST_PIECES:
        raise SceneError(f"a scene has at most {MOST_PIECES} pieces, not {len(legend)}")
    for letter, piece in legend.items():
        if not 0 <= piece.side <= sides:
            raise SceneError(f"{letter} is of side {piece.side}, but there are {sides} sides")
    for side in range(sides + 1):
        number = 0
        for letter, piece in legend.items():
            if piece.side != side:
                continue
            number = piece.number if piece.number is not None else number + 1
            letters[letter] = len(sheets)
            known = [int(getattr(abilities, name)) for name in ability_names(piece.skills, piece.position)]
            numbers = {int(getattr(abilities, name)): value for name, value in ability_parameters(piece.skills).items()}
            if piece.kind:
                numbers[int(abilities.MONSTER)] = piece.kind
            if piece.race:
                numbers[int(abilities.RESENTS)] = races.index(piece.race) + 1
            sheets.append(
                PlayerSheet(
                    side,
                    number,
                    piece.name or letter,
                    piece.movement,
                    piece.strength,
                    piece.agility,
                    int(NO_PASSING) if piece.passing is None else piece.passing,
                    piece.armour,
                    known,
                    piece.size,
                    piece.niggles,
                    piece.position,
                    list(piece.skills),
                    numbers,
                )
            )
    return Squads(sides, sheets, [*rerolls, 0, 0, 0, 0][:sides], list(COACHES[:sides]))


def read_dice(texts: list[str]) -> list[tuple[int, int]]:
    """A dice script: "D6 3", "2D6 4+3", "D8 5", "block POW PUSH", "coin 1"."""
    script: list[tuple[int, int]] = []
    for text in texts:
        words = text.replace("+", " ").split()
        kind, results = words[0].upper() if words else "", words[1:]
        match = re.fullmatch(r"([0-9]{0,2})D([0-9]{1,3})", kind)
        if kind == "BLOCK":
            faces = {**BLOCK_FACES, **OLD_FACES}
            if not results or any(face.upper() not in faces for face in results):
                raise SceneError(f"dice {text!r}: expected block faces out of {', '.join(BLOCK_FACES)}")
            script += [(int(BLOCK_DIE), faces[face.upper()]) for face in results]
        elif kind == "COIN" and results and all(face in ("1", "2") for face in results):
            script += [(int(COIN), int(face)) for face in results]
        elif match and results and all(re.fullmatch(r"[0-9]{1,3}", face) for face in results):
            count = int(match.group(1) or len(results))
            if count != len(results):
                raise SceneError(f"dice {text!r}: {count} results are expected, {len(results)} are given")
            script += [(int(match.group(2)), int(face)) for face in results]
        else:
            raise SceneError(f"dice {text!r}: expected for example 'D6 3', '2D6 4+3', 'block POW' or 'coin 1'")
    return script
