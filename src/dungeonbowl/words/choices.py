"""Choices in words for people: the entry of a menu, and the player or the place that it is about.

"Push north-east, onto portal 4", "Open the Treasure Room chest", "Block #7 Brunn". The notation (`push (4,2)`) is for
programs. The entries of menus are those of the rows in `engine/action_kinds.py`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.action_kinds import (
    A_BALL,
    A_DIRECTION,
    A_PIECE,
    A_SQUARE,
    ACTION_KINDS,
    AN_INDUCEMENT,
    DECLARATION_ROWS,
    REROLL_SOURCES,
    ActionKind,
    row_of,
)
from dungeonbowl.engine.actions import first_of, kind_of, second_of
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.turn.purchases import partner_of, ware_for
from dungeonbowl.languages import mark, number, t
from dungeonbowl.words.labels import label_names
from dungeonbowl.words.notation import DECLARATIONS, Names, lesson_name
from dungeonbowl.words.places import DIRECTIONS, Places
from dungeonbowl.words.skill_words import ability_word

# The words of every kind of action in the notation.
ACTION_WORDS: Final = {row.number: row.words for row in ACTION_KINDS}
DECLARATION_GROUPS: Final = {row.number: (row.group, row.key) for row in DECLARATION_ROWS}
SOURCE_WORDS: Final = {row.number: row.group for row in REROLL_SOURCES}
FACE_WORDS: Final = mark({1: "Player down", 2: "Both down", 3: "Push back", 4: "Push back", 5: "Stumble", 6: "Pow!"})
# Entries about a player or about the thing on a square: its name follows.
THINGS: Final = mark(
    {
        int(actions.OPEN_CHEST): "Open",
        int(actions.OPEN_DOOR): "Open",
        int(actions.CLOSE_DOOR): "Close",
        int(actions.SMASH_DOOR): "Smash",
        int(actions.TAKE_CHEST): "Throw",
        int(actions.CHOOSE_PORTAL): "Come out at",
        int(actions.TRAVEL): "Travel to",
        int(actions.CAST_ON): "Cast the spell on",
        int(actions.HAND_OFF): "Hand the ball to",
        int(actions.CHOOSE_BALL): "Ball",
    }
)
# Entries about a square, with other words than those of the menu: where it lies follows.
SPOTS: Final = mark(
    {
        int(actions.PUSH_TO): "Push",
        int(actions.CROSS): "Leap over:",
        int(actions.CLIMB): "Climb the ladder",
        int(actions.CLIMB_OUT): "Climb out",
        int(actions.SLIP_TO): "Secret passage:",
    }
)
# Declarations whose target is struck from where the player stands.
THROWN_AT: Final = frozenset(
    int(what) for what in (actions.THROW_FOOD_ACTION, actions.VOMIT_ACTION, actions.BREATHE_FIRE_ACTION)
)
# What happens on one square after the other, seen from the square where the player stands.
FROM_THE_PLAYER: Final = frozenset(
    int(kind)
    for kind in (
        actions.PUSH_TO,
        actions.CROSS,
        actions.JUMP,
        actions.CLIMB,
        actions.CLIMB_OUT,
        actions.THROW_TO,
        actions.FLASH_TO,
        actions.PASS_THROUGH_WALLS,
        actions.PLACE_BALL,
    )
)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def kind_word(kind: int) -> str:
    """A kind of action in the words of the notation: "step", "end turn"; "action 159" for a number without a row."""
    return ACTION_WORDS.get(kind, f"action {kind}")


def group_of(packed: int) -> tuple[str, str]:
    """The entry of a menu that an action belongs to, and its letter."""
    row = row_of(packed)
    if row is None:
        return t(capital(kind_word(kind_of(packed)))), ""
    if row.number == actions.DECLARE:
        what = row.read(packed)["declaration"]
        name, key = DECLARATION_GROUPS.get(what, ("Special action", ""))
        return t(name), key
    if row.number == actions.ENTER_RESERVE and second_of(packed):  # where newcomers act at once
        return t(
            "Bring on to {declaration}", declaration=t(DECLARATIONS.get(row.read(packed)["declaration"], "act"))
        ), ""
    return t(row.group or capital(row.words)), row.key


class Choices:
    """Puts the options of one match into words."""

    def __init__(self, game: Game, names: Names | None = None) -> None:
        self.game = game
        self.names = names or label_names(game)
        self.places = Places(game, "your own")

    def at(self, game: Game) -> Choices:
        """The same for a clone of the game, or after a take-back."""
        if game is not self.game:
            self.game, self.places.game = game, game
        return self

    def label(self, packed: int, skill: str = "") -> str:
        """A choice in words. `skill` is the skill that it uses, as the player's sheet has it."""
        group = group_of(packed)[0]
        kind, first, second = kind_of(packed), first_of(packed), second_of(packed)
        if kind == actions.DECLARE:
            if not second:
                return group
            target = self.names.of(second - 1)
            return t("{deed} at {target}" if first in THROWN_AT else "{deed} {target}", deed=group, target=target)
        if kind == actions.END_ACTIVATION and self.game.acting >= 0:
            return t("Done with {player}", player=shirt(self.names.of(int(self.game.acting))))
        if kind == actions.CHOOSE_FACE:
            return t(FACE_WORDS[first])
        if kind == actions.REROLL:
            return t(SOURCE_WORDS[first]) if first in SOURCE_WORDS else group
        if kind == actions.USE:
            return t("Use {skill}", skill=skill or ability_word(self.game, first, second))
        if kind == actions.CHOOSE_ZONE:
            return capital(self.places.zone_place(first).removeprefix("the "))
        if kind == actions.CHOOSE_STARTER and first < len(self.game.squads.names):
            return t("{side} starts", side=self.places.team(first))
        if kind == actions.ENTER_RESERVE:
            return self.entry(packed, group)
        if kind == actions.HIRE:
            return self.hiring(first, group)
        if kind == actions.TEACH:
            skill = lesson_name(self.game, first, second)
            return t("{skill} for {price} more", skill=skill, price=number(self.lesson_price(first)))
        if kind == actions.TREAT:
            player = self.names.of(first)
            if second:
                return t("{deed} {player}: keep the roll of {roll}", deed=group, player=player, roll=second - 1)
            return f"{group} {player}"
        row = row_of(packed)
        return self.of_row(row, packed, group) if row is not None else group

    def hiring(self, piece: int, group: str) -> str:
        """A player for hire with its price: "Hire #17 Griff Oberwald, star player, for 320,000"."""
        sheet = self.game.squads.sheets[piece]
        partner = int(partner_of(self.game, i64(piece)))
        who = self.names.of(piece)
        if partner >= 0:
            who = t("{one} and {other}", one=who, other=self.names.of(partner))
        price = number(int(sheet.price))
        return t(
            "{deed} {player}, {position}, for {price}", deed=group, player=who, position=sheet.position, price=price
        )

    def lesson_price(self, piece: int) -> int:
        """What one more skill of a player for hire costs."""
        return int(ware_for(self.game, self.game.squads.sheets[piece].role).lesson)

    def entry(self, packed: int, group: str) -> str:
        """A player that comes in, and how: "Bring on to blitz #3 Grak through a portal"."""
        row = row_of(packed)
        assert row is not None
        values = row.read(packed)
        words = f"{group} {self.names.of(values['piece'])}"
        if not values["declaration"]:
            return words
        if values["square"] < 0:
            return t("{entry} through a {portal}", entry=words, portal=t(self.places.portal_word))
        return f"{words}, {self.places.at(values['square'], int(self.game.asked))}"

    def of_row(self, row: ActionKind, packed: int, group: str) -> str:
        """The entry of a menu with its arguments, by what they stand for."""
        words = THINGS.get(row.number) or SPOTS.get(row.number)
        parts = [t(words) if words else group]
        for argument, value in zip(row.arguments, row.read(packed).values(), strict=True):
            if value < 0:
                continue
            if argument.kind == A_PIECE:
                parts.append(self.names.of(value))
            elif argument.kind == A_SQUARE:
                parts.append(self.spot(row.number, value))
            elif argument.kind == A_DIRECTION:
                parts.append(t(DIRECTIONS[value]))
            elif argument.kind == A_BALL:
                parts.append(str(value + 1))
            elif argument.kind == AN_INDUCEMENT:
                parts.append(t(str(self.game.rules.market[value - 1].words)))
        return " ".join(part for part in parts if part)

    def spot(self, kind: int, square: int) -> str:
        """Where the square of a choice lies, or what is there."""
        if not 0 <= square < self.game.dungeon.count:
            return ""
        if kind in THINGS:
            return self.places.through(square) if kind == actions.CHOOSE_PORTAL else self.places.noun(square)
        origin = self.origin(kind)
        side = int(self.game.asked)
        occupant = int(self.game.occupant[square])
        there = t("at {player}", player=self.names.of(occupant)) if 0 <= occupant < self.game.squads.count else ""
        if kind in FROM_THE_PLAYER and origin >= 0:
            seen = self.places.towards(origin, square)
            remark = there or self.places.remarkable(square, side)
            if remark and kind == actions.CROSS:  # nobody comes to a stop there
                remark = there or self.places.at(square, side)
            return f"{seen}, {remark}" if seen and remark else seen or remark
        return there or self.places.at(square, side)

    def origin(self, kind: int) -> int:
        """The square that a choice starts from: that of the player who is pushed, of the one who acts; -1 for none."""
        game = self.game
        if game.signal != ASK:
            return -1
        frame = game.frame()
        names = ("piece", "defender") if kind == actions.PUSH_TO else ("piece", "thrower", "caster", "attacker")
        for name in names:
            piece = getattr(frame, name, -1)
            if isinstance(piece, int) and 0 <= piece < game.squads.count and game.square[piece] >= 0:
                return int(game.square[piece])
        if game.acting >= 0 and game.square[game.acting] >= 0:
            return int(game.square[game.acting])
        return -1


def shirt(label: str) -> str:
    """The number of a label like `#3 Grak`; the whole of any other."""
    return label.split()[0] if label.startswith("#") else label
