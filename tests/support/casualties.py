"""The casualties of a story, read from the events that told them as they happened, against what was settled."""

from __future__ import annotations

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import REGENERATES
from dungeonbowl.engine.casualties import BADLY_HURT_ROW, CAUSE_NAMES, DEAD_ROW
from dungeonbowl.engine.events import Event
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.statuses import CASUALTY, RESERVES
from dungeonbowl.scenes.scene import Scene
from dungeonbowl.words.story import what_stands

Results = list[tuple[int, int]]


class Told:
    """One casualty as it was told step by step."""

    def __init__(self) -> None:
        self.rolled: Results = []
        self.treated: tuple[int, int] | None = None
        self.earner = -1
        self.is_eaten = False
        self.is_undone = False

    def hear(self, event: Event) -> None:
        if event.kind == events.CASUALTY_SUFFERED:
            result = event["casualty"], event["reduced"]
            if event.clause == clauses.APOTHECARY:
                self.treated = result
            else:
                self.rolled.append(result)
        elif (event.kind == events.TREATED and event["status"] == RESERVES) or (
            event.kind == events.SKILL_USED and event["ability"] == REGENERATES
        ):
            self.is_undone = True

    def stands(self) -> list[Results]:
        """What may stand now; the apothecary may have rolled what had been rolled before."""
        if self.is_undone:
            return [[]]
        if self.is_eaten:
            return [[(int(DEAD_ROW), 0)]]
        worst_first = sorted(self.rolled, key=lambda result: -result[0]) or [(int(BADLY_HURT_ROW), 0)]
        if self.treated is None:
            return [worst_first]
        return [[self.treated]] if self.treated not in worst_first else [[self.treated], worst_first]


def settled(game: Game, where: str) -> list[Event]:
    """Every casualty of a side's player is settled, once, and stands as it was told. Returns what was settled."""
    found: list[Event] = []
    open_now: dict[int, Told] = {}
    eaten: set[int] = set()
    for event in game.events:
        if event.kind == events.POINTS_EARNED and event.clause == clauses.CASUALTY_ROLL and open_now:
            newest = open_now[list(open_now)[-1]]
            newest.earner = event["piece"]
        if not event.row().has("piece") or not 0 <= event["piece"] < game.squads.count:
            continue
        piece = event["piece"]
        if game.side_of[piece] >= game.squads.sides:
            assert event.kind != events.CASUALTY_SETTLED, f"{where}: piece {piece} is on no team's list"
            continue
        if event.kind == events.EATEN:
            eaten.add(piece)
        begins = event.kind == events.LEFT_PLAY and event["status"] == CASUALTY
        if begins or (event.kind == events.ASSASSINATED and event["die"] == 6):
            assert piece not in open_now, f"{where}: the last casualty of piece {piece} was not settled"
            open_now[piece] = Told()
            open_now[piece].is_eaten = piece in eaten
        elif event.kind == events.CASUALTY_SETTLED:
            told = open_now.pop(piece)  # otherwise it was settled twice
            assert event.casualties() in told.stands(), f"{where}: {told.rolled} {told.treated} {event}"
            assert event["by"] != piece
            assert told.earner < 0 or told.earner == event["by"], f"{where}: {event}"
            assert CAUSE_NAMES[event["cause"]], f"{where}: {event} {event.clause}"
            assert game.rules.cite(event.clause), f"{where}: {event} has no rule: {event.clause}"
            found.append(event)
        elif piece in open_now:
            open_now[piece].hear(event)
    assert not open_now, f"{where}: not settled: {sorted(open_now)}"
    return found


def stood(scene: Scene) -> list[tuple[str, str, str, str]]:
    """What was settled in a scene: whom it concerns, what stands, by whom (or ""), and how."""
    letters = {piece: letter for letter, piece in scene.letters.items()}
    return [
        (letters[event["piece"]], what_stands(event), letters.get(event["by"], ""), CAUSE_NAMES[event["cause"]])
        for event in scene.events("casualty settled")
    ]
