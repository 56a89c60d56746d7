"""A replay played through once: the position after every decision, and a time line to jump along."""

from __future__ import annotations

import zlib
from typing import Final

import msgspec

from dungeonbowl.engine import events
from dungeonbowl.engine.dice import TypedDice
from dungeonbowl.engine.events import Event
from dungeonbowl.engine.match import Match
from dungeonbowl.engine.statuses import CASUALTY
from dungeonbowl.records.replay import RecordedDice, Replay, ReplayError, follow, verify
from dungeonbowl.server.view.boards import board_of, setup_view, side_card
from dungeonbowl.server.view.positions import position_of
from dungeonbowl.server.view.prompts import Prompter
from dungeonbowl.server.view.stories import Storyteller
from dungeonbowl.server.wire import ReplayStep, ReplayView, SideCard, TurnMark
from dungeonbowl.words.notation import Names, parse

MOST_STEPS: Final = 20_000
TOGETHER: Final = 50  # steps that are packed together
QUICK: Final = 3  # the level of compression; a higher one takes longer and saves little
LARGEST: Final = 64_000_000  # bytes of a packed replay; one of a usual match has less than one million
# Events that the time line marks.
MARKS: Final = {
    int(events.TURN_BEGAN): "turn",
    int(events.TURNOVER): "turnover",
    int(events.SCORED): "score",
    int(events.MATCH_ENDED): "end",
}


class Steps:
    """The steps of a replay, encoded and packed: as objects they would take fifty times the memory."""

    def __init__(self) -> None:
        self.packed: list[bytes] = []
        self.open: list[bytes] = []  # encoded steps that are not packed yet
        self.count = 0
        self.size = 0

    def add(self, step: ReplayStep) -> None:
        self.open.append(msgspec.json.encode(step))
        self.count += 1
        if len(self.open) == TOGETHER:
            self.pack()

    def pack(self) -> None:
        if self.open:
            self.packed.append(zlib.compress(b"[" + b",".join(self.open) + b"]", QUICK))
            self.size += len(self.packed[-1])
            self.open = []
            if self.size > LARGEST:
                raise ReplayError("the replay is too long to look at")

    def portion(self, start: int, count: int) -> bytes:
        """Some steps as JSON, in the form of `wire.ReplayPortion`."""
        end = min(start + count, self.count)
        found: list[msgspec.Raw] = []
        for number in range(start // TOGETHER, -(-end // TOGETHER)):
            steps = msgspec.json.decode(zlib.decompress(self.packed[number]), type=list[msgspec.Raw])
            first = number * TOGETHER
            found += steps[max(0, start - first) : end - first]
        return msgspec.json.encode({"start": start, "steps": found})


class Viewing:
    """A replay with all its positions. Making one checks the replay as `dungeonbowl replay verify` does."""

    def __init__(self, identity: str, replay: Replay) -> None:
        if len(replay.inputs) > 4 * MOST_STEPS:
            raise ReplayError(f"a replay to look at has at most {4 * MOST_STEPS} inputs")
        verify(replay)
        match = follow(replay, 0)
        source = match.dice
        assert isinstance(source, TypedDice)
        recorded = source.prompt
        assert isinstance(recorded, RecordedDice)
        self.steps = Steps()
        self.marks: list[TurnMark] = []
        self.opened: list[int] = []
        self.told = 0
        self.shown = match.game.dungeon
        teller = Storyteller(match.game)
        setup = setup_view(match.game, self.cards(replay, match))
        prompter = Prompter(match.game)
        names = Names(match.game)
        self.add(match, teller, -1, "", "The beginning")
        while recorded.position < len(replay.inputs):
            line = replay.inputs[recorded.position]
            recorded.position += 1
            action = parse(match.game, names, line.do or "")
            side = match.asked()
            label = prompter.option(match.game, action, None).label
            match.choose(action)
            self.add(match, teller, side, line.do or "", label)
        self.steps.pack()
        self.view = ReplayView(
            identity,
            setup,
            self.steps.count,
            self.marks,
            replay.header.dice.source == "provable",
            self.checked(replay),
            replay.header.dice.commitment or "",
            replay.end.seed or "",
        )
        self.size = self.steps.size + len(msgspec.json.encode(self.view))  # bytes, roughly

    def cards(self, replay: Replay, match: Match) -> list[SideCard]:
        words = replay.end.words or []
        return [
            side_card(side, team.name, team.college, "", "", words[side] if side < len(words) else "")
            for side, team in enumerate(replay.header.setup.teams)
        ]

    def checked(self, replay: Replay) -> str:
        if replay.header.dice.source != "provable":
            return "Played again: the same story."
        if replay.end.seed is None:
            return "Played again: the same story. The seed of its dice has not been told yet."
        return "Played again: the same story, and every die follows from the seed that was promised."

    def add(self, match: Match, teller: Storyteller, side: int, action: str, label: str) -> None:
        game = match.game
        told = game.events[self.told :]
        board = None
        if game.dungeon is not self.shown:
            self.shown = game.dungeon
            teller.moved_to(game)
            board = board_of(game.dungeon)
        happened = teller.events(told, self.told)
        self.told = len(game.events)
        self.opened = [*self.opened, *(int(event.b) for event in told if event.kind == events.CHEST_OPENED)]
        step = self.steps.count
        self.steps.add(ReplayStep(step, side, action, label, happened, position_of(game, self.opened), board))
        for event, words in zip(told, happened, strict=True):
            self.mark(event, step, words.text)

    def mark(self, event: Event, step: int, text: str) -> None:
        kind = MARKS.get(int(event.kind))
        side = int(event.a)
        if event.kind == events.LEFT_PLAY and event.b == CASUALTY:
            kind = "casualty"
        if event.kind == events.SCORED:
            side = int(event.b)
        elif kind == "casualty":
            side = 0
        elif kind == "end":
            side = int(event.a) - 1
        if kind is not None and not (kind == "turn" and event.b == 0):
            self.marks.append(TurnMark(step, kind, side, text))  # type: ignore[arg-type]
