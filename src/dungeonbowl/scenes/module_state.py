"""What a scenario may tell a module and ask of it: one table, which checks every key and documents it.

A module reads and shows plain tables (`read_state`, `show_state`) with numbers for sides, and says which names of its
own there are (`state_words`). Authors write names; this
file turns one into the other. `docs/formats.md` prints the table.
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from dungeonbowl.scenes.setup import SceneError
from dungeonbowl.words.advice import did_you_mean, one_of
from dungeonbowl.words.notation import COACHES


class Field(NamedTuple):
    """One key of a module: what its value is, what it means, and whether it can be expected too."""

    kind: str
    words: str
    is_shown: bool = True


# Module -> key -> what it is. The kinds are the keys of `FORMS`.
FIELDS: Final[dict[str, dict[str, Field]]] = {
    "monsters": {
        "after": Field("piece to side", "whose team turn each monster acts after; otherwise after the last of a round"),
        "heads": Field("piece to number", "heads that a monster with several has lost"),
        "woken": Field("squares", "chests that somebody has come near to: nothing lurks there any more"),
        "eaten": Field("number", "balls that the monsters have eaten"),
    },
    "referees": {"side": Field("side or nobody", "the side that the eye of the referee is on; `eye` says the same")},
    "dirty_tactics": {
        "assassinations": Field("side to number", "attempts bought and not yet made"),
        "press": Field("side to number", "campaigns of the press bought"),
        "drugs": Field("side to number", "doses bought and not yet taken"),
    },
    "sponges": {"used": Field("list of sides", "the sides that have used their magic sponge")},
    "ball_variants": {"kinds": Field("ball kinds", "what each ball is, in order")},
    "loads": {"loaded": Field("squares", "with `chest_mode=hidden`: the chests that hold a ball", False)},
    "traps": {"known": Field("trap to number", "how many of each kind have shown themselves")},
    "doors": {"known": Field("square to door", "what is known of a door; `doors` says the same")},
    "items": {
        "drawn": Field("cards", "magic items that are no longer in the deck"),
        "hidden": Field("number", "closed chests that hold a magic item"),
        "has": Field("piece to cards", "magic items that a player has"),
    },
}
# What each kind of value looks like in a file.
FORMS: Final[dict[str, str]] = {
    "piece to side": '{ M = "home" }',
    "piece to number": "{ M = 1 }",
    "squares": "[[3, 1]]",
    "number": "2",
    "side or nobody": '"home"',
    "side to number": "{ home = 1 }",
    "list of sides": '["home"]',
    "ball kinds": '["spiked"]',
    "trap to number": "{ pit = 1 }",
    "square to door": '{ "(4,1)" = "locked" }',
    "cards": '["Lucky Charm"]',
    "piece to cards": '{ A = ["Lucky Charm"] }',
}
# Names of modules that differ from what the edition calls what switches them on.
INNER_NAMES: Final = {"referees": "eye of the referee", "dirty_tactics": "dirty tactics"}
OUTER_NAMES: Final = {inner: outer for outer, inner in INNER_NAMES.items()}


def outer_name(name: str) -> str:
    """A module as authors call it."""
    return OUTER_NAMES.get(name, name)


def inner_name(name: str) -> str:
    """A module as the engine calls it."""
    return INNER_NAMES.get(name, name)


def field_of(name: str, key: str, expected: bool) -> Field:
    """The field that a key of a table stands for. `SceneError` if there is none."""
    fields = FIELDS[outer_name(name)]
    known = [each for each, field in fields.items() if field.is_shown or not expected]
    if key not in known:
        what = "shows nothing that could be expected" if not known else f"expected {one_of(known)}"
        raise SceneError(f"module {outer_name(name)}: unknown key {key!r}; {did_you_mean(key, known)}{what}")
    return fields[key]


class States:
    """Reads the tables of modules for one scene."""

    def __init__(self, letters: dict[str, int], sides: int, balls: int) -> None:
        self.letters = letters
        self.sides = sides
        self.balls = balls
        self.words: list[str] = []  # the names that the module knows: kinds of traps, cards

    def read(self, name: str, module: Any, table: dict[str, Any], expected: bool = False) -> dict[str, Any]:
        """A table of a file as the module reads and shows it. `SceneError` names module, key and what was expected."""
        self.words = list(module.state_words()) if hasattr(module, "state_words") else []
        return {key: self.value(name, key, value, expected) for key, value in table.items()}

    def value(self, name: str, key: str, value: Any, expected: bool) -> Any:
        kind = field_of(name, key, expected).kind
        where = f"module {outer_name(name)}: {key}"
        convert = getattr(self, kind.replace(" ", "_"))
        try:
            return convert(value)
        except SceneError as error:
            raise SceneError(f"{where}: {error}") from None
        except (TypeError, ValueError, KeyError, AttributeError, IndexError):
            raise SceneError(f"{where}: expected such as {key} = {FORMS[kind]}, found {value!r}") from None

    # --- one method a kind; TypeError and its like mean another form -------------------------------------------------

    def number(self, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 99:
            raise TypeError
        return value

    def piece(self, value: Any) -> str:
        if value not in self.letters:
            raise SceneError(f"there is no piece {value!r}; {did_you_mean(str(value), list(self.letters))}")
        return str(value)

    def side(self, value: Any) -> int:
        """A side by its name. The older spelling by number is still read."""
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < self.sides:
            return value
        return self.among(value, list(COACHES[: self.sides]))

    def among(self, value: Any, known: list[str]) -> int:
        if value not in known:
            raise SceneError(f"{did_you_mean(str(value), known)}expected {one_of(known)}, found {value!r}")
        return known.index(value)

    def card(self, value: Any) -> str:
        return self.words[self.among(value, self.words)]

    def square(self, value: Any) -> list[int]:
        if isinstance(value, str) and (found := re.fullmatch(r"\((\d{1,4}),\s*(\d{1,4})\)", value)):
            return [int(found[1]), int(found[2])]
        x, y = value
        return [self.number(x), self.number(y)]

    def piece_to_side(self, value: Any) -> dict[str, str]:
        return {self.piece(piece): COACHES[self.side(side)] for piece, side in value.items()}

    def piece_to_number(self, value: Any) -> dict[str, int]:
        return {self.piece(piece): self.number(number) for piece, number in value.items()}

    def squares(self, value: Any) -> list[list[int]]:
        if not isinstance(value, list):
            raise TypeError
        return [self.square(each) for each in value]

    def side_or_nobody(self, value: Any) -> int:
        return -1 if value in ("nobody", -1) else self.side(value)

    def side_to_number(self, value: Any) -> list[int]:
        """A table by name, or a list with a number for each side."""
        if isinstance(value, list):
            return [self.number(each) for each in value]
        given = {self.side(side): self.number(number) for side, number in value.items()}
        return [given.get(side, 0) for side in range(self.sides)]

    def list_of_sides(self, value: Any) -> list[int]:
        if not isinstance(value, list):
            raise TypeError
        return sorted(self.side(each) for each in value)

    def ball_kinds(self, value: Any) -> list[str]:
        if not isinstance(value, list) or len(value) > self.balls:
            raise TypeError
        return [self.words[self.among(each, self.words)] for each in value]

    def trap_to_number(self, value: Any) -> list[int]:
        if isinstance(value, list):
            if len(value) != len(self.words):
                raise TypeError
            return [self.number(each) for each in value]
        given = {self.among(trap, self.words): self.number(number) for trap, number in value.items()}
        return [given.get(kind, 0) for kind in range(len(self.words))]

    def square_to_door(self, value: Any) -> dict[str, str]:
        found: dict[str, str] = {}
        for square, note in value.items():
            x, y = self.square(square)
            found[f"({x},{y})"] = self.words[self.among(note, self.words)]
        return found

    def cards(self, value: Any) -> list[str]:
        if not isinstance(value, list):
            raise TypeError
        return [self.card(each) for each in value]

    def piece_to_cards(self, value: Any) -> dict[str, list[str]]:
        return {self.piece(piece): self.cards(cards) for piece, cards in value.items()}
