"""Events with their fields by name, and their lines for the log."""

from __future__ import annotations

from typing import Any, Final

from dungeonbowl.engine import dice, events
from dungeonbowl.engine.events import EVENT_NAMES
from dungeonbowl.engine.events import Event as EngineEvent
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.statuses import STATUS_NAMES
from dungeonbowl.server.view.words import clause_words, label_names
from dungeonbowl.server.wire import Event
from dungeonbowl.words.notation import FACES
from dungeonbowl.words.story import RETOLD, Teller

# What the four numbers of an event are, by its name; an empty word for what has no field of its own. A `+` after a
# word: the number is one more than what it names, and 0 is none.
FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "match began": (),
    "turn began": ("side", "value"),
    "turn ended": ("side",),
    "turnover": ("side",),
    "activated": ("piece",),
    "declared": ("piece", "value", "other+"),
    "activation ended": ("piece",),
    "moved": ("piece", "origin", "square"),
    "tested": ("piece", "die6", "needed", "passed"),
    "dice rolled": ("side", "dice"),
    "rerolled": ("side", "value"),
    "went down": ("piece", "square"),
    "armour held": ("piece", "value", "needed"),
    "armour broken": ("piece", "value", "needed"),
    "injured": ("piece", "value", "status"),
    "casualty suffered": ("piece", "", "value"),
    "stood up": ("piece",),
    "left play": ("piece", "status", "origin"),
    "ball picked up": ("piece", "ball"),
    "ball caught": ("piece", "ball"),
    "ball dropped": ("piece", "ball", "square"),
    "ball moved": ("ball", "origin", "square"),
    "ball rested": ("ball", "square"),
    "ball thrown": ("piece", "ball", "square"),
    "handed off": ("piece", "other"),
    "block dice rolled": ("piece", "other", "faces"),
    "face chosen": ("piece", "other", "face"),
    "pushed": ("piece", "origin", "square"),
    "held ground": ("piece",),
    "followed up": ("piece", "origin", "square"),
    "fouled": ("piece", "other", "value"),
    "sent off": ("piece",),
    "argued": ("side", "die6"),
    "bribed": ("side", "die6"),
    "chest opened": ("piece", "square", "value"),
    "teleported": ("piece", "origin", "square"),
    "vanished": ("piece", "square"),
    "ball teleported": ("ball", "origin", "square"),
    "entered": ("piece", "square"),
    "sponged": ("piece",),
    "interfered": ("piece",),
    "scored": ("piece", "side"),
    "match ended": ("side+",),
    "recovered": ("piece",),
    "room worked": ("piece", "", "value"),
    "skill used": ("piece", "value"),
    "chest placed": ("side", "square"),
    "portal placed": ("side", "square", "value"),
    "zone chosen": ("side", "value"),
    "deployed": ("piece", "square"),
    "player thrown": ("piece", "other", "square"),
    "landed": ("piece", "square"),
    "funds gathered": ("piece",),
    "points earned": ("piece", "value"),
    "stranded": ("piece",),
    "hit wall": ("piece", "square"),
    "eaten": ("piece", "other"),
    "bought": ("side", "", "value"),
    "spell cast": ("side", "other+", "square+"),
    "bomb thrown": ("piece", "square"),
    "bomb caught": ("piece",),
    "bomb exploded": ("square",),
    "joined": ("piece", "side"),
    "layout found": ("value",),
    "starter chosen": ("side", "value"),
    "half began": ("value",),
    "drive began": (),
    "drive ended": ("side+",),
    "came to": ("piece", "die6", "passed"),
    "treated": ("piece", "status"),
    "awarded": ("side",),
    "cooked": ("side", "value"),
    "item found": ("piece", "", "value"),
    "item ended": ("piece",),
    "ball kept": ("piece", "ball", "die6"),
    "infected": ("piece", "other"),
    "left by door": ("piece", "square"),
    "chest moved": ("piece", "origin", "square"),
    "rerolls changed": ("side",),
    "door tried": ("piece", "square", "die6"),
    "door opened": ("piece", "square"),
    "door closed": ("piece", "square"),
    "door smashed": ("piece", "square"),
    "winds released": ("piece", "value"),
    "spell worked": ("piece",),
    "item worked": ("piece", "value"),
    "ball kind": ("ball", "value"),
    "ball spent": ("ball", "piece", "value"),
    "monster appeared": ("piece", "square"),
    "slashed": ("piece", "other"),
    "turned to stone": ("piece", "square"),
    "head lost": ("piece", "value"),
    "flames burst": ("piece", "square"),
    "ball eaten": ("piece", "value"),
    "resigned": ("side",),
    "trap laid": ("side", "square"),
    "trap sprung": ("piece", "square", "value"),
    "infraction": ("piece", "value"),
    "eye moved": ("side",),
    "confiscated": ("piece",),
    "referee came": ("piece", "square"),
    "referee out": ("piece", "other+"),
    "assassinated": ("piece", "die6"),
    "drugged": ("piece", "value", "passed"),
}
# Events that the next line of the log tells better.
MINOR: Final = {
    int(kind)
    for kind in (events.ACTIVATED, events.ACTIVATION_ENDED, events.TURN_ENDED, events.DICE_ROLLED, events.POINTS_EARNED)
}


class Storyteller:
    """Puts the events of one match into words and fields."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.teller = Teller(game, label_names(game))

    def moved_to(self, game: Game) -> None:
        """Use another game from now on: after a take-back, or when an edition finds its dungeon at the start of the
        match."""
        self.game = game
        self.teller = Teller(game, label_names(game))

    def events(self, told: list[EngineEvent], start: int = 0) -> list[Event]:
        """Events as they go over the wire; `start` is the number of the first."""
        return [
            self.event(event, start + index, told[index + 1] if index + 1 < len(told) else None)
            for index, event in enumerate(told)
        ]

    def event(self, event: EngineEvent, number: int, following: EngineEvent | None = None) -> Event:
        kind = int(event.kind)
        rule = str(self.teller.rules.cite(event.clause))
        text = self.teller.line(event).removesuffix(f" ({rule})")
        minor = kind in MINOR
        if kind == events.DICE_ROLLED:  # dice that no other event tells of get a line of their own
            minor = following is not None and int(following.kind) in RETOLD
        numbers = [int(event.a), int(event.b), int(event.c), int(event.d)]
        return Event(
            number,
            EVENT_NAMES[kind],
            clause_words(int(event.clause)),
            rule,
            text,
            minor,
            numbers=numbers,
            **fields_of(kind, numbers, int(event.d)),
        )


def fields_of(kind: int, numbers: list[int], last: int) -> dict[str, Any]:
    """The named fields of an event."""
    found: dict[str, Any] = {}
    for name, value in zip(FIELDS.get(EVENT_NAMES[kind], ()), numbers, strict=False):
        if not name:
            continue
        if name.endswith("+"):
            if value > 0:
                found[name[:-1]] = value - 1
        elif name == "dice":
            found["dice"] = [int(result) for result in dice.unpacked(value, numbers[2])] if value else []
            found["die"] = str(dice.name(numbers[3]))
            if found["die"] == "block":
                found["faces"] = [FACES[result] for result in found["dice"]]
        elif name == "faces":
            found["dice"] = [int(result) for result in dice.unpacked(value, abs(last))]
            found["die"] = "block"
            found["faces"] = [FACES[result] for result in found["dice"]]
            found["value"] = last
        elif name == "face":
            found["faces"] = [FACES[value]]
        elif name == "die6":
            found["dice"] = [value]
            found["die"] = "D6"
        elif name == "passed":
            found["passed"] = value != 0
        elif name == "status":
            found["status"] = STATUS_NAMES[value]
        elif name in ("piece", "other", "side", "origin", "square", "ball"):
            if value >= 0:
                found[name] = value
        else:
            found[name] = value
    return found
