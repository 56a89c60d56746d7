"""Actions as text and back: `activate A3`, `step ne`, `declare blitz B7`, `push (4,2)`.

A `Names` object says how pieces are called: by default the letter of the side and the roster number. Squares are
(x,y) counted from 0, as in dungeon files.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from dungeonbowl.engine import actions
from dungeonbowl.engine.action_kinds import ACTION_KINDS, DECLARATION_ROWS, REROLL_SOURCES, arguments_of, row_of
from dungeonbowl.engine.actions import action
from dungeonbowl.engine.game import Game
from dungeonbowl.errors import UserError
from dungeonbowl.words.skill_words import ABILITY_NAMES, ability_called, ability_word

COMPASS: Final = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
FACES: Final = {1: "player-down", 2: "both-down", 3: "push", 4: "push", 5: "stumble", 6: "pow"}
SIDE_LETTERS: Final = "ABCD"
COACHES: Final = ("home", "away", "third", "fourth")
SOURCES: Final = {row.number: row.word for row in REROLL_SOURCES}
DECLARATIONS: Final = {row.number: row.words for row in DECLARATION_ROWS}
# Kinds of action in whose texts an argument may be left out.
FREE_FORM: Final = tuple(row.number for row in ACTION_KINDS if row.is_free_form())
# Declarations that need no target in editions where it is named later.
NAMELESS: Final = (int(actions.BLITZ_ACTION), int(actions.FOUL_ACTION))
# All other kinds of action -> their words and the kinds of their arguments.
GRAMMAR: Final[dict[int, tuple[str, tuple[str, ...]]]] = {
    row.number: (row.words, tuple(argument.kind for argument in row.arguments))
    for row in ACTION_KINDS
    if row.number not in FREE_FORM
}

# Texts are compared with longer words first: `throw at wall` is not read as `throw`.
READING_ORDER: Final = sorted(GRAMMAR.items(), key=lambda item: -len(item[1][0]))

__all__ = ["ABILITY_NAMES", "Names", "NotationError", "parse", "spell"]


class NotationError(UserError):
    """A text that is no action."""


class Names:
    """How the pieces of a match are called in texts."""

    def __init__(self, game: Game, letters: dict[str, int] | None = None) -> None:
        self.by_piece: dict[int, str] = {}
        self.by_name: dict[str, int] = {}
        for piece, sheet in enumerate(game.squads.sheets):
            side = int(sheet.side)
            letter = SIDE_LETTERS[side] if side < game.squads.sides else "N"
            self.by_piece[piece] = f"{letter}{sheet.number}"
        for name, piece in (letters or {}).items():
            self.by_piece[piece] = name
        for piece, name in self.by_piece.items():
            self.by_name[name] = piece

    def of(self, piece: int) -> str:
        return self.by_piece.get(int(piece), f"piece {piece}")

    def piece(self, name: str) -> int:
        if name not in self.by_name:
            raise NotationError(f"no player is called {name!r}; expected one of {', '.join(sorted(self.by_name))}")
        return self.by_name[name]


def spell(game: Game, names: Names, packed: int) -> str:
    """An action as text."""
    row = row_of(packed)
    if row is None:
        return f"action {packed}"
    if row.number == actions.ENTER_RESERVE:
        return spell_entry(game, names, packed)
    values = row.read(packed)
    if row.number == actions.USE:
        return f"use {ability_word(game, values['ability'], values['piece'])} {names.of(values['piece'])}"
    if row.number == actions.TEACH:
        return f"teach {names.of(values['piece'])} {lesson_name(game, values['piece'], values['lesson'])}"
    parts = [row.words]
    for argument in row.arguments:
        value = values[argument.name]
        if value >= 0:
            parts.append(SPELL[argument.kind](game, names, value))
    return " ".join(parts)


SPELL: Final[dict[str, Callable[[Game, Names, int], str]]] = {
    "piece": lambda game, names, value: names.of(value),
    "square": lambda game, names, value: spell_square(game, value),
    "direction": lambda game, names, value: COMPASS[value],
    "source": lambda game, names, value: SOURCES[value],
    "face": lambda game, names, value: FACES[value],
    "zone": lambda game, names, value: SIDE_LETTERS[value],
    "side": lambda game, names, value: COACHES[value],
    "inducement": lambda game, names, value: game.rules.market[value - 1].name,
    "ball": lambda game, names, value: str(value + 1),
    "declaration": lambda game, names, value: DECLARATIONS.get(value, f"special {value}"),
    "casualty": lambda game, names, value: str(value),
}


def parse(game: Game, names: Names, text: str) -> int:
    """A text as an action; `NotationError` says what was expected."""
    cleaned = " ".join(text.replace(", ", ",").split())
    if cleaned.startswith("declare "):
        return parse_declaration(game, names, cleaned[len("declare ") :])
    if cleaned.startswith("enter "):
        return parse_entry(game, names, cleaned, text)
    if cleaned.startswith("treat "):
        return parse_treatment(names, cleaned, text)
    if cleaned.startswith("use "):
        return parse_use(game, names, cleaned, text)
    if cleaned.startswith("teach "):
        return parse_lesson(game, names, cleaned, text)
    if re.fullmatch(r"action [0-9]{1,18}", cleaned):
        return int(cleaned.split()[1])
    for kind, (words, kinds) in READING_ORDER:
        if cleaned != words and not cleaned.startswith(words + " "):
            continue
        rest = cleaned[len(words) :].split()
        if len(rest) != len(kinds):
            wanted = " ".join([words, *(f"<{what}>" for what in kinds)])
            raise NotationError(f"{text!r}: expected {wanted!r}")
        values = [parse_argument(game, names, what, word, text) for what, word in zip(kinds, rest, strict=True)]
        return int(action(kind, *values))
    known = ", ".join(sorted(row.words for row in ACTION_KINDS))
    raise NotationError(f"{text!r} is no action; expected one of: {known}")


def spell_entry(game: Game, names: Names, packed: int) -> str:
    """`enter A3`, or with what it comes in for and how: `enter A3 blitz by portal`, `enter A3 move at (4,1)`."""
    values = arguments_of(packed)
    words = f"enter {names.of(values['piece'])}"
    what = values["declaration"]
    if not what:
        return words
    square = values["square"]
    return f"{words} {DECLARATIONS[what]} " + ("by portal" if square < 0 else f"at {spell_square(game, square)}")


def parse_entry(game: Game, names: Names, cleaned: str, text: str) -> int:
    name, _, rest = cleaned.removeprefix("enter ").partition(" ")
    piece = names.piece(name)
    if not rest:
        return int(action(actions.ENTER_RESERVE, piece))
    found = re.fullmatch(r"(.+) (?:by portal|at (\S+))", rest)
    numbers = {word: number for number, word in DECLARATIONS.items()}
    if found is None or found.group(1) not in numbers:
        raise NotationError(
            f"{text!r}: expected such as 'enter {name} move by portal' or 'enter {name} blitz at (4,1)'"
        )
    square = parse_square(game, found.group(2), text) + 1 if found.group(2) else 0
    return int(action(actions.ENTER_RESERVE, piece, numbers[found.group(1)], square))


def parse_treatment(names: Names, cleaned: str, text: str) -> int:
    """`treat A3` calls the apothecary, `treat A3 27` chooses one of two casualty rolls."""
    found = re.fullmatch(r"treat (\S+)(?: ([0-9]{1,2}))?", cleaned)
    if found is None:
        raise NotationError(f"{text!r}: expected 'treat <piece>' or 'treat <piece> <casualty>'")
    chosen = int(found.group(2)) + 1 if found.group(2) else 0
    return int(action(actions.TREAT, names.piece(found.group(1)), chosen))


def parse_use(game: Game, names: Names, cleaned: str, text: str) -> int:
    """`use Mighty Blow A3`: a skill or an item by its name in the rulebook, and who has it or whom it is used on."""
    words, _, name = cleaned.removeprefix("use ").rpartition(" ")
    if not words:
        raise NotationError(f"{text!r}: expected 'use <skill> <piece>', such as 'use Side Step A3'")
    piece = names.piece(name)
    try:
        ability = ability_called(game, words, piece)
    except UserError as error:
        raise NotationError(f"{text!r}: {error}") from None
    return int(action(actions.USE, ability, piece))


def lesson_name(game: Game, piece: int, lesson: int) -> str:
    """The skill at a place among the lessons of a piece; empty if there is none."""
    if not 0 <= piece < game.squads.count:
        return ""
    lessons = game.squads.sheets[piece].lessons
    return str(lessons[lesson].name) if 0 <= lesson < len(lessons) else ""


def parse_lesson(game: Game, names: Names, cleaned: str, text: str) -> int:
    """`teach A17 Guard`: a mercenary that is being hired has this skill."""
    name, _, skill = cleaned.removeprefix("teach ").partition(" ")
    piece = names.piece(name)
    known = [str(lesson.name) for lesson in game.squads.sheets[piece].lessons]
    if skill not in known:
        raise NotationError(f"{text!r}: expected one of {', '.join(known) or 'no skill'} instead of {skill!r}")
    return int(action(actions.TEACH, piece, known.index(skill)))


def parse_declaration(game: Game, names: Names, words: str) -> int:
    for what, name in sorted(DECLARATIONS.items(), key=lambda item: -len(item[1])):
        if words == name or words.startswith(name + " "):
            rest = words[len(name) :].strip()
            target = names.piece(rest) + 1 if rest else 0
            if what in NAMELESS and not game.rules.tables.blows.targets_named:
                target = 0  # a target that need not be named does no harm
            return int(action(actions.DECLARE, what, target))
    raise NotationError(f"'declare {words}': expected one of {', '.join(DECLARATIONS.values())}")


def parse_argument(game: Game, names: Names, what: str, word: str, text: str) -> int:
    if what == "piece":
        return names.piece(word)
    if what == "square":
        return parse_square(game, word, text)
    choices: dict[str, int] = {}
    if what == "direction":
        choices = {name: index for index, name in enumerate(COMPASS)}
    elif what == "source":
        choices = {name: source for source, name in SOURCES.items()}
    elif what == "face":
        choices = {"player-down": 1, "both-down": 2, "push": 3, "stumble": 5, "pow": 6}
    elif what == "zone":
        choices = {letter: index for index, letter in enumerate(SIDE_LETTERS)}
    elif what == "side":
        choices = {name: side for side, name in enumerate(COACHES)}
    elif what == "inducement":
        choices = {ware.name: number for number, ware in enumerate(game.rules.market, 1)}
    elif what == "ball":
        choices = {str(ball + 1): ball for ball in range(len(game.balls))}
    if word not in choices:
        raise NotationError(f"{text!r}: expected one of {', '.join(choices)} instead of {word!r}")
    return choices[word]


def spell_square(game: Game, node: int) -> str:
    """A square in one word: `(4,2)`, beneath a platform `(4,2)-below`, inside a passage `passage-s`."""
    return str(game.dungeon.label(node)).replace(" ", "-")


def parse_square(game: Game, word: str, text: str) -> int:
    if word.startswith("passage-"):
        for passage in game.dungeon.passages:
            if passage.letter == word.removeprefix("passage-"):
                return int(passage.inside)
        raise NotationError(f"{text!r}: there is no {word}")
    match = re.fullmatch(r"\((-?[0-9]{1,5}),(-?[0-9]{1,5})\)(-below)?", word)
    if match is None:
        raise NotationError(f"{text!r}: expected a square such as (4,2) instead of {word!r}")
    node = int(game.dungeon.node_at(int(match.group(1)), int(match.group(2)), 1 if match.group(3) else 0))
    if node < 0:
        raise NotationError(f"{text!r}: there is no floor at {word}")
    return node
