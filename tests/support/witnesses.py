"""A witness that knows a match from the database alone, and compares it with the match in the server's memory."""

from __future__ import annotations

import msgspec

from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.dice import ProvableDice
from dungeonbowl.engine.match import ACTION_INPUT, Input, Match
from dungeonbowl.records.save import fingerprint
from dungeonbowl.records.setup import build_game
from dungeonbowl.server import wire
from dungeonbowl.server.exercising import TaskedBeginning
from dungeonbowl.server.session import Session
from dungeonbowl.server.typed_dice import TYPED, first_typed, put
from dungeonbowl.storage.match_records import SideRecord
from support.lines import Evening

ROW = """SELECT number, stage, sides, (SELECT COUNT(*) FROM inputs WHERE match_id = :id) FROM matches WHERE id = :id"""
INPUTS = """SELECT position, kind, numbers FROM inputs WHERE match_id = :id AND position >= :start ORDER BY position"""


class Witness:
    """Plays the stored inputs again: the new ones, or all of them after a take-back."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.beginning = msgspec.json.decode(evening.stored.setup, type=TaskedBeginning)
        self.blank = build_game(self.beginning)
        self.match: Match | None = None
        self.number = 0
        self.stage = "waiting"
        self.known = ""  # the position, as a hash
        self.deciders: list[int] = []  # the side of every action, in the order of the inputs
        self.read = 0

    def look(self) -> bool:
        """Read the database and compare it with the memory. Returns whether it has changed."""
        evening = self.evening
        row = evening.house.rows(ROW, id=evening.id)[0]
        number, stage, sides, count = int(row[0]), str(row[1]), str(row[2]), int(row[3])
        changed = (number, stage) != (self.number, self.stage)
        held = len(self.match.inputs) if self.match is not None else 0
        assert changed or count == held, "inputs were written, and the number is the old one"
        if changed:
            assert number > self.number, "the number only grows"
            assert self.stage != "over", "a match that is over stays over"
            if self.match is None or count <= held or number > self.number + 1:  # after a take-back
                self.begin(sides)
            self.read_on()
            self.number, self.stage = number, stage
            assert self.match is not None
            self.known = fingerprint(self.match.game)
        self.compare(changed)
        return changed

    def begin(self, sides: str) -> None:
        self.deciders = []
        self.read = 0
        if self.beginning.dice == TYPED:
            self.match = first_typed(self.beginning, self.blank.clone())
            return
        words = [side.word for side in msgspec.json.decode(sides, type=list[SideRecord])]
        self.match = begun(self.blank.clone(), ProvableDice(self.evening.stored.seed, words))

    def read_on(self) -> None:
        """Play the inputs that are new. The dice must be those of the seed."""
        match = self.match
        assert match is not None
        rows = self.evening.house.rows(INPUTS, id=self.evening.id, start=self.read)
        for place, kind, numbers in rows:
            assert place == self.read, "the inputs have no gap"
            stored = [int(number) for number in numbers.split()]
            if kind == ACTION_INPUT:
                assert len(match.inputs) == self.read
                self.deciders.append(match.asked())
            if self.beginning.dice == TYPED:
                put(match, Input(kind, stored))
            elif kind == ACTION_INPUT:
                match.choose(stored[0])
            assert match.inputs[self.read].numbers == stored
            self.read += 1
        assert self.read == len(match.inputs)

    def compare(self, changed: bool) -> None:
        """Compare the match in memory with the match replayed from the database."""
        session = self.evening.session
        held = (session.number, session.stage)
        assert held == (self.number, self.stage), f"in memory {held}, in the database {(self.number, self.stage)}"
        if self.match is None:
            assert session.match is None
            return
        memory = session.match
        assert memory is not None
        assert len(memory.inputs) == len(self.match.inputs)
        assert len(memory.game.events) == len(self.match.game.events)
        assert fingerprint(memory.game) == self.known
        assert (self.stage == "over") == memory.is_over()
        if changed:
            start = max(0, len(memory.inputs) - 60)
            assert [(each.kind, each.numbers) for each in memory.inputs[start:]] == [
                (each.kind, each.numbers) for each in self.match.inputs[start:]
            ]

    def compare_all(self) -> None:
        """The same from the beginning, with the story, and as a server that starts again loads it."""
        evening = self.evening
        stored = evening.house.store.load_now(evening.id)
        assert stored is not None
        session = evening.session
        again = Session(stored, session.store, session.bots, session.timekeeper)
        again.rebuild()
        assert (again.number, again.stage) == (session.number, session.stage)
        assert again.sides == session.sides
        assert again.auto == session.auto
        assert again.notes == session.notes
        if session.match is None:
            assert again.match is None
            return
        assert again.match is not None
        assert fingerprint(again.match.game) == fingerprint(session.match.game)
        assert [(each.kind, each.numbers) for each in again.match.inputs] == [
            (each.kind, each.numbers) for each in session.match.inputs
        ]
        assert [each.numbers() for each in again.match.game.events] == [
            each.numbers() for each in session.match.game.events
        ]
        assert again.telling.opened_chests() == session.telling.opened_chests()
        for sides in evening.sides.values():
            prompts = [each.telling.prompt_for(sides) for each in (again, session)]
            if session.clock.record.mode != "none":  # an answer of the clock is final while the server runs
                prompts = [each and msgspec.structs.replace(each, take_back=wire.TakeBack(False)) for each in prompts]
            assert prompts[0] == prompts[1]
