"""Messages that a client might send: legal ones, those of another seat, stale ones, and messages that no client would
send."""

from __future__ import annotations

import random
from typing import Any

import msgspec
from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.server import wire
from dungeonbowl.server.view.further import further
from support.lines import Evening, Line

# Wrong values for fields.
JUNK: list[Any] = [
    -1,
    0,
    1,
    2**15,
    2**31,
    2**63,
    2**64,
    10**40,
    -(2**63),
    1.5,
    1e308,
    True,
    None,
    "",
    "2",
    "-2",
    "62",
    "60\n",
    "٢",
    "x" * 300,
    "\x00",
    "9" * 18,
    "9" * 19,
    [],
    ["2"] * 4,
    ["61", "62"],
    ["2"] * 500,
    [[]],
    [2],
    {},
    {"type": "act"},
]
# Texts that are no JSON, or no message.
RAW = [
    "",
    "{",
    "null",
    "[]",
    '"act"',
    "{}",
    '{"type":1}',
    '{"type":"' + "a" * 50 + '"}',
    "[" * 5000,
    "\ufeff{}",
    "\x00",
]
SKILLS = (
    "Dodge",
    "Block",
    "Stand Firm",
    "Side Step",
    "Diving Tackle",
    "Fend",
    "Wrestle",
    "Mighty Blow",
    "No Such Skill",
)
SERVER_WORDS = [int(word) for word in (actions.CONCEDE, actions.TIME_UP, actions.CALL_TIME)]


class Mischief:
    """Draws messages, and the lines that send them."""

    def __init__(self, evening: Evening, chance: random.Random) -> None:
        self.evening = evening
        self.chance = chance
        self.last: list[wire.Order] = []

    def draw(self) -> tuple[Line, str, str]:
        """The line, the message, and its kind."""
        kind = self.chance.choices(
            ("legal", "walk", "foreign", "stale", "illegal", "mutated", "raw", "other"), (40, 9, 10, 6, 14, 12, 2, 7)
        )[0]
        evening, chance = self.evening, self.chance
        anybody = chance.choice([*evening.seats, evening.spectator])
        if evening.session.match is None:
            order: wire.Order = wire.Ready("word") if chance.random() < 0.25 else self.any_order()
            return anybody, encoded(order), "before"
        decider, other = evening.asked() if evening.options else (anybody, evening.spectator)
        if kind == "raw":
            return anybody, chance.choice(RAW), kind
        order = self.order_of(kind)
        self.last = [*self.last[-30:], order] if kind != "stale" else self.last
        if kind == "stale":
            return decider, encoded(order), kind
        if kind == "mutated":
            return chance.choice([decider, anybody]), self.mutated(order), kind
        if kind == "foreign":
            return chance.choice([other, other, evening.spectator]), encoded(order), kind
        if kind == "other":
            return anybody, encoded(order), kind
        return decider, encoded(order), kind

    def order_of(self, kind: str) -> wire.Order:
        if kind == "legal":
            return self.legal()
        if kind == "walk":
            return self.walk()
        if kind == "illegal":
            return self.illegal()
        if kind == "stale":
            return self.stale(self.chance.choice([self.legal(), self.walk(), *self.last]))
        if kind == "other":
            return self.any_order()
        return self.chance.choice([self.legal, self.walk, self.legal, self.take_back])()

    # --- kinds of messages -------------------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        return self.evening.session.number

    def option(self) -> int:
        """An option that is offered. The end of a turn comes less often than the others."""
        options = self.evening.options or [int(actions.END_TURN)]
        option = self.chance.choice(options)
        if option == actions.END_TURN and self.chance.random() < 0.7:
            option = self.chance.choice(options)
        return option

    def legal(self) -> wire.Order:
        chance = self.chance
        drawn = chance.random()
        match = self.evening.session.match
        if match is not None and match.awaits_dice() and drawn > 0.1:
            return self.dice()
        if drawn < 0.08:
            return self.take_back()
        if drawn < 0.10:
            return wire.ChooseForMe(self.number, chance.choice(["one", "one", "kind", "turn"]))  # type: ignore[arg-type]
        if drawn < 0.104:
            return wire.Say(self.number, "concede")
        then = [str(self.any_option()) for _ in range(chance.choice([0, 0, 0, 1, 2, 5]))]
        if drawn < 0.25:
            return self.after_another()
        return wire.Act(self.number, str(self.option()), then)

    def dice(self) -> wire.Order:
        """The dice that a match at a real table waits for; now and then some that cannot be."""
        match = self.evening.session.match
        waits = match is not None and match.awaits_dice()
        count, sides = (int(match.game.dice_count), int(match.game.dice_kind) % 10000) if match and waits else (1, 6)
        if self.chance.random() < 0.1:
            count, sides = self.chance.randrange(1, 6), 20
        return wire.TypeDice(self.number, [self.chance.randint(1, sides) for _ in range(count)])

    def after_another(self) -> wire.Order:
        """An option that is offered once others are chosen: what ends the activation of another player, say."""
        match = self.evening.session.match
        assert match is not None
        found = further(match.game, match.options())
        if not found:
            return wire.Act(self.number, str(self.option()))
        option, _, first = self.chance.choice(found)
        return wire.Act(self.number, str(option), [], [str(each) for each in first])

    def take_back(self) -> wire.Order:
        return wire.TakeBackOrder(self.number)

    def walk(self) -> wire.Order:
        """A walk to a square that `reach` offers, or to any other; preferably of a player who is lying."""
        chance = self.chance
        match = self.evening.session.match
        assert match is not None
        game = match.game
        pieces = [
            piece
            for piece in range(int(game.squads.count))
            if game.square[piece] >= 0 and int(game.side_of[piece]) == match.asked()
        ]
        if game.acting >= 0 and chance.random() < 0.7:
            pieces = [int(game.acting)]
        lying = [piece for piece in pieces if int(game.status[piece]) != 0]
        piece = chance.choice(lying if lying and chance.random() < 0.5 else pieces or [0])
        squares = [int(square) for square in reach(game, i64(piece)).squares()] if game.square[piece] >= 0 else []
        square = chance.choice(squares) if squares and chance.random() < 0.8 else chance.randrange(-1, 400)
        first: list[str] = []
        if chance.random() < 0.3:
            first = [str(self.any_option()) for _ in range(chance.randrange(1, 5))]
        if chance.random() < 0.3:
            first = [str(int(actions.action(actions.ACTIVATE, i64(piece)))), *first][:5]
        return wire.Walk(self.number, piece, square, first)

    def illegal(self) -> wire.Order:
        option = str(self.any_option())
        if self.chance.random() < 0.2:
            return wire.Walk(self.number, self.chance.randrange(-1, 256), self.chance.randrange(-1, 4097), [option])
        then, first = ([str(self.any_option()) for _ in range(self.chance.randrange(3))] for _ in range(2))
        return wire.Act(self.number, option, then, first)

    def any_option(self) -> int:
        """The number of an option, offered or not."""
        chance = self.chance
        drawn = chance.random()
        if drawn < 0.35:
            return self.option()
        if drawn < 0.55:
            return chance.choice([*SERVER_WORDS, int(actions.END_TURN), int(actions.END_ACTIVATION)])
        if drawn < 0.9:
            first, second, third = (chance.randrange(300) for _ in range(3))
            return chance.randrange(130) | first << 8 | (second << 24 | third << 40 if drawn < 0.6 else 0)
        return chance.randrange(10**18)

    def stale(self, order: wire.Order) -> wire.Order:
        if not hasattr(order, "number"):
            order = self.legal()
        far = self.chance.choice([-1, -2, 1, 5, 1000, -1000])
        return msgspec.structs.replace(order, number=self.number + far)

    def any_order(self) -> wire.Order:
        """Any order of the protocol."""
        chance = self.chance
        piece, square = chance.randrange(-1, 40), chance.randrange(-1, 400)
        number = self.number
        return chance.choice(
            [
                wire.Ready("again", "Somebody", chance.choice([None, 0, 1, 7])) if number else wire.Ping(),
                wire.Act(number, str(chance.randrange(10**6))),
                wire.Say(number, "concede") if chance.random() < 0.05 else wire.Ping(),
                wire.TakeBackOrder(number),
                wire.SetLanguage(chance.choice(["de", "xx", "en", "", "klingon", "de" * 9])),
                self.dice(),
                wire.AskMoves(chance.choice([0, 5, 10**6])),
                wire.AskReach(piece),
                wire.AskMenu(piece),
                wire.AskPreview(piece, target=chance.choice([None, chance.randrange(-1, 40)]), square=square),
                wire.AskPreview(piece, str(chance.randrange(10**6)), first=[str(chance.randrange(10**6))]),
                wire.AskWhy(chance.choice([None, piece]), chance.choice([None, square])),
                wire.AskOverlay("zones", piece, chance.randrange(4)),
                wire.SetAuto(chance.choice(SKILLS), chance.choice(["always", "never", "ask"])),  # type: ignore[arg-type]
                wire.SendChat("hello"),
                wire.SetPace(0.0),
                wire.Hurry(),
                wire.Walk(number, piece, square),
            ]
        )

    def mutated(self, order: wire.Order) -> str:
        """A message with a fault in it, or its damaged text."""
        chance = self.chance
        record: dict[str, Any] = msgspec.to_builtins(order)
        drawn = chance.random()
        if drawn < 0.7:
            record[chance.choice(list(record))] = chance.choice(JUNK)
        elif drawn < 0.8:
            del record[chance.choice(list(record))]
        elif drawn < 0.9:
            record[chance.choice(["side", "by", "number", "first", "then", "seed"])] = chance.choice(JUNK)
        data = msgspec.json.encode(record).decode()
        if drawn < 0.9:
            return data
        cut = chance.randrange(len(data))
        return data[:cut] + chance.choice(["", "{", '"', "9", "\\ud800"]) + data[cut + chance.randrange(3) :]


def encoded(order: wire.Order) -> str:
    return msgspec.json.encode(order).decode()
