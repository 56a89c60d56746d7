"""Events with their fields by name, and their lines for the log."""

from __future__ import annotations

from typing import Any, Final

from dungeonbowl.engine import dice, events
from dungeonbowl.engine.actions import BLOCK_ACTION, MOVE_ACTION
from dungeonbowl.engine.event_kinds import EVENT_KINDS, EventKind
from dungeonbowl.engine.events import EVENT_NAMES
from dungeonbowl.engine.events import Event as EngineEvent
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.statuses import STATUS_NAMES
from dungeonbowl.server.view.notices import notice_of
from dungeonbowl.server.wire import Event
from dungeonbowl.words.narration import Narrator
from dungeonbowl.words.notation import FACES
from dungeonbowl.words.phrases import clause_words
from dungeonbowl.words.story import RETOLD


def fields_told(row: EventKind) -> tuple[str, ...]:
    """The words for the numbers of one kind of event, those at the end left out that the browser is not told."""
    words = [part.field + "+" if part.field and part.may_lack else part.field for part in row.parts]
    while words and not words[-1]:
        words.pop()
    return tuple(words)


# What the four numbers of an event are for the browser, by its name; an empty word for what has no field of its own. A
# `+` after a word: the number is one more than what it names, and 0 is none.
FIELDS: Final[dict[str, tuple[str, ...]]] = {row.name: fields_told(row) for row in EVENT_KINDS[1:]}
# What the lines around it in the log say better.
MINOR: Final = {
    int(kind)
    for kind in (
        events.ACTIVATED,
        events.ACTIVATION_ENDED,
        events.TURN_ENDED,
        events.DICE_ROLLED,
        events.POINTS_EARNED,
        events.CASUALTY_SETTLED,
    )
}
# Declarations that what is done tells as well: the walk, the dice of the block.
TOLD_BY_DOING: Final = (int(MOVE_ACTION), int(BLOCK_ACTION))


class Storyteller:
    """Puts the events of one match into words and fields."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.teller = Narrator(game)

    def moved_to(self, game: Game) -> None:
        """Use another game from now on: after a take-back, or when an edition finds its dungeon at the start of the
        match."""
        self.game = game
        self.teller = Narrator(game)

    def events(self, told: list[EngineEvent], start: int = 0) -> list[Event]:
        """Events as they go over the wire; `start` is the number of the first."""
        return [
            self.event(event, start + index, told[index + 1] if index + 1 < len(told) else None)
            for index, event in enumerate(told)
        ]

    def event(self, event: EngineEvent, number: int, following: EngineEvent | None = None) -> Event:
        """One event, in words of the moment when it happened: a chest may have been moved since."""
        self.teller.places.moment = number
        try:
            return self.told(event, number, following)
        finally:
            self.teller.places.moment = None

    def told(self, event: EngineEvent, number: int, following: EngineEvent | None) -> Event:
        kind = int(event.kind)
        rule = str(self.teller.rules.cite(event.clause))
        text = self.teller.sentence(event)
        minor = kind in MINOR or (kind == events.DECLARED and event["action"] in TOLD_BY_DOING)
        if kind == events.DICE_ROLLED:  # dice that no other event tells of get a line of their own
            minor = following is not None and int(following.kind) in RETOLD
        notice, headline = notice_of(event)
        return Event(
            number,
            EVENT_NAMES[kind],
            clause_words(int(event.clause)),
            rule,
            text,
            minor,
            numbers=list(event.numbers()[2:]),
            notice=notice,
            headline=headline,
            walk=self.teller.walk(event, self.game.events, number) if kind == events.MOVED else "",
            **self.fields(event),
        )

    def fields(self, event: EngineEvent) -> dict[str, Any]:
        """The named fields of an event; dice with the side that they belong to."""
        found = fields_of(event)
        if event.kind == events.DICE_ROLLED and "side" in found:
            found["side"] = self.teller.dice_side(event)
        return found


def fields_of(event: EngineEvent) -> dict[str, Any]:
    """The named fields of an event. A piece, a side or a square that there is none of has no field."""
    found: dict[str, Any] = {}
    for part in event.row().parts:
        value = event[part.name]
        if not part.field:
            continue
        if part.field == "dice":
            found["dice"] = event.dice() if value else []
            found["die"] = str(dice.name(event["die"]))
            if found["die"] == "block":
                found["faces"] = [FACES[result] for result in found["dice"]]
        elif part.field == "faces":
            found["dice"] = event.dice()
            found["die"] = "block"
            found["faces"] = [FACES[result] for result in found["dice"]]
            found["value"] = event["count"]
        elif part.field == "face":
            found["faces"] = [FACES[value]]
        elif part.field == "die6":
            found["dice"] = [value]
            found["die"] = "D6"
        elif part.field == "passed":
            found["passed"] = value != 0
        elif part.field == "status":
            found["status"] = STATUS_NAMES[value]
        elif part.field in ("piece", "other", "side", "origin", "square", "ball"):
            if value >= 0:
                found[part.field] = value
        else:
            found[part.field] = value
    return found
