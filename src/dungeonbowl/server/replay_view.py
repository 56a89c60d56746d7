"""A replay played through once: the position after every decision, and a time line to jump along."""

from __future__ import annotations

import zlib
from bisect import bisect_left
from contextlib import suppress
from typing import Final

import msgspec

from dungeonbowl.engine import actions, events
from dungeonbowl.engine.actions import kind_of
from dungeonbowl.engine.dice import TypedDice
from dungeonbowl.engine.events import Event
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.match import Match
from dungeonbowl.engine.statuses import CASUALTY
from dungeonbowl.languages import t
from dungeonbowl.records.replay import DicePending, RecordedDice, Replay, ReplayError, follow, verify
from dungeonbowl.server.report import report_of
from dungeonbowl.server.view.boards import board_of, setup_view, side_card
from dungeonbowl.server.view.positions import position_of
from dungeonbowl.server.view.prompts import Prompter
from dungeonbowl.server.view.stories import Storyteller
from dungeonbowl.server.wire import ReplayNote, ReplayStep, ReplayView, SideCard, TurnMark
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


WALKS: Final = (events.MOVED, events.TELEPORTED, events.ENTERED)


def is_between(match: Match) -> bool:
    """Whether the coach who is asked chooses the next activation."""
    return int(actions.END_TURN) in map(int, map(kind_of, match.options()))


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
    """A replay with all its positions, in the language that is spoken while it is made. Making one checks the replay as
    `dungeonbowl replay verify` does."""

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
        self.setup = msgspec.json.encode(replay.header.setup)
        self.starts_midway = replay.header.start is not None
        self.labels: list[str] = []
        self.before: list[int] = []  # how many inputs there were before each decision, and at the end
        self.pauses: list[int] = []
        self.heat = [[0] * int(match.game.dungeon.count) for _ in range(int(match.game.squads.sides))]
        teller = Storyteller(match.game)
        setup = setup_view(match.game, self.cards(replay, match))
        prompter = Prompter(match.game)
        names = Names(match.game)
        self.add(match, teller, -1, "", t("The beginning"))
        while recorded.position < len(replay.inputs):
            line = replay.inputs[recorded.position]
            recorded.position += 1
            action = parse(match.game, names, line.do or "")
            side = match.asked()
            label = prompter.option(match.game, action, False).label
            with suppress(DicePending):  # a match at a real table that waits for dice: nothing comes behind it
                match.choose(action)
            self.add(match, teller, side, line.do or "", label)
        self.steps.pack()
        self.inputs = [(int(each.kind), *map(int, each.numbers)) for each in match.inputs]
        cards = setup.sides[: int(match.game.squads.sides)]
        commitment, seed = replay.header.dice.commitment or "", replay.end.seed or ""
        self.report = report_of(match.game, identity, cards, seed, commitment)
        self.view = ReplayView(
            identity,
            setup,
            self.steps.count,
            self.marks,
            replay.header.dice.source == "provable",
            self.checked(replay),
            commitment,
            seed,
            self.pauses,
            self.heat,
            match.is_over(),
            [ReplayNote(self.step_of(note.inputs), note.text) for note in replay.end.notes],
        )
        # bytes, roughly
        self.size = self.steps.size + len(msgspec.json.encode(self.view)) + len(self.setup) + 100 * len(self.inputs)

    def step_of(self, inputs: int) -> int:
        """The step at which a match has so many inputs."""
        return min(bisect_left(self.before, inputs), self.steps.count - 1)

    def cards(self, replay: Replay, match: Match) -> list[SideCard]:
        words = replay.end.words or []
        return [
            side_card(side, team.name, team.college, "", "", words[side] if side < len(words) else "")
            for side, team in enumerate(replay.header.setup.teams)
        ]

    def checked(self, replay: Replay) -> str:
        if replay.header.dice.source == "typed":
            return t("Played again: the same story. Its dice were typed in at a real table: they are not proven.")
        if replay.header.dice.source != "provable":
            return t("Played again: the same story.")
        if replay.end.seed is None:
            return t("Played again: the same story. The seed of its dice has not been told yet.")
        return t("Played again: the same story, and every die follows from the seed that was promised.")

    def add(self, match: Match, teller: Storyteller, side: int, action: str, label: str) -> None:
        game = match.game
        told = game.events[self.told :]
        board = None
        if game.dungeon is not self.shown:
            self.shown = game.dungeon
            self.heat = [[0] * int(game.dungeon.count) for _ in self.heat]
            teller.moved_to(game)
            board = board_of(game.dungeon)
        happened = teller.events(told, self.told)
        self.told = len(game.events)
        self.opened = [*self.opened, *(event["square"] for event in told if event.kind == events.CHEST_OPENED)]
        step = self.steps.count
        self.steps.add(ReplayStep(step, side, action, label, happened, position_of(game, self.opened), board))
        self.labels.append(label)
        self.before.append(len(match.inputs))
        if not match.is_over() and game.active >= 0 and is_between(match):
            self.pauses.append(step)
        for event, words in zip(told, happened, strict=True):
            self.mark(event, step, words.text)
            self.warm(game, event)

    def warm(self, game: Game, event: Event) -> None:
        """Count the square that a player has entered."""
        if event.kind not in WALKS or event["piece"] < 0 or not 0 <= event["square"] < int(game.dungeon.count):
            return
        side = int(game.squads.side[event["piece"]])
        if side < len(self.heat):
            self.heat[side][event["square"]] += 1

    def mark(self, event: Event, step: int, text: str) -> None:
        kind = MARKS.get(int(event.kind))
        if event.kind == events.LEFT_PLAY and event["status"] == CASUALTY:
            kind = "casualty"
        if kind == "turn" and event["turn"] == 0:  # it is only told who begins
            kind = None
        if kind is not None:
            side = 0
            if kind == "end":
                side = event["winner"]
            elif kind != "casualty":
                side = event["side"]
            self.marks.append(TurnMark(step, kind, side, text))  # type: ignore[arg-type]
