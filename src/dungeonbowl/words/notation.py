"""Actions as text and back: `activate A3`, `step ne`, `declare blitz B7`, `push (4,2)`.

A `Names` object says how pieces are called: by default the letter of the side and the roster number. Squares are
(x,y) counted from 0, as in dungeon files.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from dungeonbowl.engine import actions
from dungeonbowl.engine.game import Game
from dungeonbowl.errors import UserError
from dungeonbowl.words.skill_words import ABILITY_NAMES, ability_called, ability_word

COMPASS: Final = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
FACES: Final = {1: "player-down", 2: "both-down", 3: "push", 4: "push", 5: "stumble", 6: "pow"}
SIDE_LETTERS: Final = "ABCD"
COACHES: Final = ("home", "away", "third", "fourth")
SOURCES: Final = {
    int(actions.TEAM_REROLL): "team",
    int(actions.SKILL_REROLL): "skill",
    int(actions.PRO_REROLL): "pro",
    int(actions.ITEM_REROLL): "item",
}

DECLARATIONS: Final = {
    int(actions.MOVE_ACTION): "move",
    int(actions.BLOCK_ACTION): "block",
    int(actions.BLITZ_ACTION): "blitz",
    int(actions.PASS_ACTION): "pass",
    int(actions.HAND_OFF_ACTION): "hand-off",
    int(actions.FOUL_ACTION): "foul",
    int(actions.THROW_TEAM_MATE_ACTION): "throw team-mate",
    int(actions.LEAVE_ACTION): "leave dungeon",
    int(actions.SMASH_DOOR_ACTION): "smash door",
    int(actions.WINDS_ACTION): "winds of magic",
    int(actions.THROW_FOOD_ACTION): "throw food",
    int(actions.GATHER_FUNDS_ACTION): "gather funds",
    int(actions.KICK_TEAM_MATE_ACTION): "kick team-mate",
    int(actions.GAZE_ACTION): "hypnotic gaze",
    int(actions.THROW_BOMB_ACTION): "throw bomb",
    int(actions.STAB_ACTION): "stab",
    int(actions.VOMIT_ACTION): "projectile vomit",
    int(actions.BREATHE_FIRE_ACTION): "breathe fire",
    int(actions.MULTIPLE_BLOCK_ACTION): "multiple block",
    int(actions.WHIRL_ACTION): "whirl",
    int(actions.SAW_ACTION): "chainsaw",
    int(actions.CLIMB_OUT_ACTION): "climb out",
    int(actions.SPELL_ACTION): "cast spell",
}

# Kinds of action whose words follow no such pattern.
FREE_FORM: Final = (int(actions.DECLARE), int(actions.ENTER_RESERVE), int(actions.TREAT))
# Declarations that need no target in editions where it is named later.
NAMELESS: Final = (int(actions.BLITZ_ACTION), int(actions.FOUL_ACTION))

# Kind of action -> its words and the kinds of its arguments.
GRAMMAR: Final[dict[int, tuple[str, tuple[str, ...]]]] = {
    int(actions.ACTIVATE): ("activate", ("piece",)),
    int(actions.END_TURN): ("end turn", ()),
    int(actions.USE_SPONGE): ("sponge", ("piece",)),
    int(actions.STEP): ("step", ("direction",)),
    int(actions.JUMP): ("jump", ("square",)),
    int(actions.STAND_UP): ("stand up", ()),
    int(actions.BLOCK): ("block", ("piece",)),
    int(actions.HAND_OFF): ("hand off", ("piece",)),
    int(actions.FOUL): ("foul", ("piece",)),
    int(actions.AIM): ("aim", ()),
    int(actions.PICK_TEAM_MATE): ("pick", ("piece",)),
    int(actions.OPEN_DOOR): ("open door", ("square",)),
    int(actions.CLOSE_DOOR): ("close door", ("square",)),
    int(actions.SMASH_DOOR): ("smash door", ("square",)),
    int(actions.SLIP_TO): ("slip", ("square",)),
    int(actions.TRAVEL): ("travel", ("square",)),
    int(actions.RELEASE_WINDS): ("release winds", ()),
    int(actions.WINDS_FELL): ("winds fell", ()),
    int(actions.WINDS_RAISE): ("winds raise", ()),
    int(actions.OPEN_CHEST): ("open", ("square",)),
    int(actions.PAY_PORTAL): ("pay portal", ()),
    int(actions.END_ACTIVATION): ("stop", ()),
    int(actions.THROW_AT_WALL): ("throw at wall", ("square", "direction")),
    int(actions.THROW_TO): ("throw", ("square",)),
    int(actions.SWING): ("swing", ("direction",)),
    int(actions.LEAP): ("leap", ()),
    int(actions.CROSS): ("cross", ("square",)),
    int(actions.SHOVE_CHEST): ("shove chest", ("direction",)),
    int(actions.DRAG_CHEST): ("drag chest", ("direction",)),
    int(actions.TAKE_CHEST): ("take chest", ("square",)),
    int(actions.DEMAND): ("demand balance", ()),
    int(actions.ACCEPT): ("accept", ()),
    int(actions.REROLL): ("reroll", ("source",)),
    int(actions.CHOOSE_FACE): ("face", ("face",)),
    int(actions.PUSH_TO): ("push", ("square",)),
    int(actions.FOLLOW_UP): ("follow", ()),
    int(actions.STAY): ("stay", ()),
    int(actions.USE): ("use", ("ability", "piece")),
    int(actions.DECLINE): ("decline", ()),
    int(actions.INTERFERE): ("interfere", ("piece",)),
    int(actions.TRY_CATCH): ("catch", ()),
    int(actions.ARGUE): ("argue", ()),
    int(actions.BRIBE): ("bribe", ()),
    int(actions.PLACE_BALL): ("place ball", ("square",)),
    int(actions.CAST_ON): ("cast on", ("piece",)),
    int(actions.CAST_AT): ("cast at", ("square",)),
    int(actions.CAST_SPELL): ("cast spell", ()),
    int(actions.CAST): ("cast", ()),
    int(actions.FLASH_TO): ("flash", ("square",)),
    int(actions.STRIKE_FROM_AFAR): ("flying fist", ("piece",)),
    int(actions.FETCH_FROM): ("phantom hands", ("square",)),
    int(actions.PASS_THROUGH_WALLS): ("phantom pass", ("square",)),
    int(actions.NAME_DIRECTION): ("direction", ("direction",)),
    int(actions.PLACE_CHEST): ("place chest", ("square",)),
    int(actions.PLACE_PORTAL): ("place portal", ("square",)),
    int(actions.CHOOSE_ZONE): ("zone", ("zone",)),
    int(actions.DEPLOY): ("deploy", ("piece", "square")),
    int(actions.CHOOSE_STARTER): ("start", ("side",)),
    int(actions.BUY_NO_MORE): ("buy no more", ()),
    int(actions.BUY): ("buy", ("inducement",)),
    int(actions.SET_UP_DONE): ("set-up done", ()),
    int(actions.CHOOSE_PORTAL): ("arrive", ("square",)),
    int(actions.HURRY): ("hurry", ("direction",)),
    int(actions.STEP_OFF): ("drop", ("direction",)),
    int(actions.CLIMB): ("climb", ("square",)),
    int(actions.CLIMB_OUT): ("climb-out", ("square",)),
    int(actions.PLACE_TRAP): ("place trap", ("square",)),
    int(actions.CHOOSE_BALL): ("choose ball", ("ball",)),
    int(actions.LIE_DOWN): ("lie down", ("piece",)),
    int(actions.BEAR_FLAMES): ("bear flames", ("piece",)),
    int(actions.BY_RULE): ("by rule", ()),
    int(actions.CALL_REFEREE): ("call referee", ("piece",)),
    int(actions.MOVE_REFEREE): ("move referee", ("piece", "square")),
    int(actions.NAME_VICTIM): ("assassinate", ("piece",)),
    int(actions.CONCEDE): ("concede", ()),
    int(actions.TIME_UP): ("time up", ()),
    int(actions.CALL_TIME): ("call time", ()),
}

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
    kind = packed & 0xFF
    if kind == actions.DECLARE:
        what = DECLARATIONS.get(packed >> 8 & 0xFFFF, f"special {packed >> 8 & 0xFFFF}")
        target = (packed >> 24 & 0xFFFF) - 1
        return f"declare {what}" + (f" {names.of(target)}" if target >= 0 else "")
    if kind == actions.ENTER_RESERVE:
        return spell_entry(game, names, packed)
    if kind == actions.TREAT:
        chosen = (packed >> 24 & 0xFFFF) - 1
        return f"treat {names.of(packed >> 8 & 0xFFFF)}" + (f" {chosen}" if chosen >= 0 else "")
    if kind == actions.USE:
        piece = packed >> 24 & 0xFFFF
        return f"use {ability_word(game, packed >> 8 & 0xFFFF, piece)} {names.of(piece)}"
    if kind not in GRAMMAR:
        return f"action {packed}"
    words, kinds = GRAMMAR[kind]
    parts = [words]
    for index, what in enumerate(kinds):
        value = packed >> (8 + 16 * index) & 0xFFFF
        parts.append(SPELL[what](game, names, value))
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
    "ability": lambda game, names, value: ability_word(game, value),
    "ball": lambda game, names, value: str(value + 1),
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
    if re.fullmatch(r"action [0-9]{1,18}", cleaned):
        return int(cleaned.split()[1])
    for kind, (words, kinds) in GRAMMAR.items():
        if cleaned != words and not cleaned.startswith(words + " "):
            continue
        rest = cleaned[len(words) :].split()
        if words == "throw" and cleaned.startswith("throw at wall"):
            continue
        if len(rest) != len(kinds):
            wanted = " ".join([words, *(f"<{what}>" for what in kinds)])
            raise NotationError(f"{text!r}: expected {wanted!r}")
        packed = kind
        for index, (what, word) in enumerate(zip(kinds, rest, strict=True)):
            packed |= parse_argument(game, names, what, word, text) << (8 + 16 * index)
        return packed
    known = ", ".join(sorted({words for words, _ in GRAMMAR.values()} | {"declare", "enter", "treat"}))
    raise NotationError(f"{text!r} is no action; expected one of: {known}")


def spell_entry(game: Game, names: Names, packed: int) -> str:
    """`enter A3`, or with what it comes in for and how: `enter A3 blitz by portal`, `enter A3 move at (4,1)`."""
    words = f"enter {names.of(packed >> 8 & 0xFFFF)}"
    what = packed >> 24 & 0xFFFF
    if not what:
        return words
    square = (packed >> 40 & 0xFFFF) - 1
    return f"{words} {DECLARATIONS[what]} " + ("by portal" if square < 0 else f"at {spell_square(game, square)}")


def parse_entry(game: Game, names: Names, cleaned: str, text: str) -> int:
    name, _, rest = cleaned.removeprefix("enter ").partition(" ")
    packed = int(actions.ENTER_RESERVE) | names.piece(name) << 8
    if not rest:
        return packed
    found = re.fullmatch(r"(.+) (?:by portal|at (\S+))", rest)
    numbers = {word: number for number, word in DECLARATIONS.items()}
    if found is None or found.group(1) not in numbers:
        raise NotationError(
            f"{text!r}: expected such as 'enter {name} move by portal' or 'enter {name} blitz at (4,1)'"
        )
    square = parse_square(game, found.group(2), text) + 1 if found.group(2) else 0
    return packed | numbers[found.group(1)] << 24 | square << 40


def parse_treatment(names: Names, cleaned: str, text: str) -> int:
    """`treat A3` calls the apothecary, `treat A3 27` chooses one of two casualty rolls."""
    found = re.fullmatch(r"treat (\S+)(?: ([0-9]{1,2}))?", cleaned)
    if found is None:
        raise NotationError(f"{text!r}: expected 'treat <piece>' or 'treat <piece> <casualty>'")
    chosen = int(found.group(2)) + 1 if found.group(2) else 0
    return int(actions.TREAT) | names.piece(found.group(1)) << 8 | chosen << 24


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
    return int(actions.USE) | ability << 8 | piece << 24


def parse_declaration(game: Game, names: Names, words: str) -> int:
    for what, name in sorted(DECLARATIONS.items(), key=lambda item: -len(item[1])):
        if words == name or words.startswith(name + " "):
            rest = words[len(name) :].strip()
            target = names.piece(rest) + 1 if rest else 0
            if what in NAMELESS and not game.rules.tables.targets_named:
                target = 0  # whoever says more than he must is understood
            return int(actions.DECLARE) | what << 8 | target << 24
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
