"""A competition that a test plays: its events, and what they fold to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dungeonbowl.league.competitions import results, scheduling
from dungeonbowl.league.competitions.events import Body, Entered, Founded, Resulted, Void
from dungeonbowl.league.competitions.folding import fold_competition
from dungeonbowl.league.competitions.standings import Row
from dungeonbowl.league.competitions.state import Competition
from dungeonbowl.league.competitions.tables import stage_table
from dungeonbowl.league.competitions.words import Entry, Fixture, Result

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def teams(count: int) -> list[str]:
    """Short names: a, b, c ..."""
    return [LETTERS[number] if number < len(LETTERS) else f"t{number:03}" for number in range(count)]


def fixture(*sides: str, name: str = "f") -> Fixture:
    return Fixture(id=name, sides=sides)


def result(one: str, other: str, score: tuple[int, int], casualties: tuple[int, int] = (0, 0)) -> Result:
    """A played match of two teams."""
    return results.played(
        fixture(one, other),
        dict(zip((one, other), score, strict=True)),
        dict(zip((one, other), casualties, strict=True)),
    )


class Log:
    """The events of a competition. Entries are seeded in their order."""

    def __init__(self, options: str = "edition = official", entries: Sequence[Entry | str] = ()) -> None:
        self.bodies: list[Body] = [Founded(title="A season", options=options)]
        for number, entry in enumerate(entries, 1):
            self.add(Entered(entry=entry if isinstance(entry, Entry) else Entry(entry, entry.upper(), seed=number)))

    @property
    def state(self) -> Competition:
        return fold_competition(self.bodies)

    def add(self, *bodies: Body) -> int:
        """Write events down; the number of the last."""
        self.bodies += bodies
        return len(self.bodies)

    def void(self, number: int, reason: str = "a mistake", instead: Body | None = None) -> int:
        assert not isinstance(instead, Void)
        return self.add(Void(event=number, reason=reason, instead=instead))

    def begin_stage(self, seed: str = "published") -> None:
        self.add(scheduling.next_stage(self.state, seed))

    def pair(self, absent: Sequence[str] = ()) -> bool:
        """Pair what can be paired in the last stage; whether there was anything."""
        state = self.state
        found = scheduling.next_rounds(state, len(state.stages), absent)
        self.add(*found)
        return bool(found)

    def finish_stage(self, now: str = "") -> tuple[tuple[str, ...], ...]:
        state = self.state
        body = scheduling.finished(state, len(state.stages), now)
        self.add(body)
        return body.places

    def score(
        self, name: str, scores: Mapping[str, int] | Sequence[int], casualties: Mapping[str, int] | None = None
    ) -> int:
        """A fixture was played, with the touchdowns of each team or in the order of its sides."""
        found = self.state.fixture(name)
        told = scores if isinstance(scores, Mapping) else dict(zip(found.sides, scores, strict=True))
        return self.add(Resulted(result=results.played(found, told, casualties)))

    def meet(self, one: str, other: str, score: tuple[int, int], casualties: tuple[int, int] = (0, 0)) -> int:
        """The first open fixture of two teams was played."""
        names = (one, other)
        for each in self.state.fixtures.values():
            if set(each.sides) == set(names) and each.state != "over":
                harm = dict(zip(names, casualties, strict=True))
                return self.score(each.id, dict(zip(names, score, strict=True)), harm)
        raise AssertionError(f"{one} and {other} have no open fixture")

    def table(self, stage: int = 1) -> list[Row]:
        return stage_table(self.state, stage)

    def order(self, stage: int = 1) -> list[str]:
        return [row.team for row in self.table(stage) if not row.out]

    def row(self, team: str, stage: int = 1) -> Row:
        return next(row for row in self.table(stage) if row.team == team)
