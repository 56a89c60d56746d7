"""A plan: what is to be done many times. Each task is done on its own, and its result follows from the task alone."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

import msgspec

Task = TypeVar("Task")
Found = TypeVar("Found")

MOST_TOGETHER: Final = 10  # tasks of a chunk: few enough that Ctrl-C works soon and that the last chunks end together
CHUNKS_EACH: Final = 20  # chunks that each worker should have at least, before they grow
LONGEST_KEY: Final = 24


@dataclass(frozen=True)
class Chunk(Generic[Task, Found]):
    """Some tasks of a plan, which one worker does in one go. `numbers` are their places in the plan."""

    work: Callable[[Task], Found]
    numbers: tuple[int, ...]
    tasks: tuple[Task, ...]

    def results(self) -> list[Found]:
        return [self.work(task) for task in self.tasks]


@dataclass(frozen=True)
class Plan(Generic[Task, Found]):
    """What is done with each of the tasks. Another process must be able to import `work`, and tasks and results must
    pickle."""

    work: Callable[[Task], Found]
    tasks: Sequence[Task]

    def chunks(self, workers: int, left: Iterable[int] | None = None) -> list[Chunk[Task, Found]]:
        """The tasks in their order, a few at a time; with `left` only those of these numbers."""
        numbers = list(range(len(self.tasks)) if left is None else left)
        size = max(1, min(MOST_TOGETHER, len(numbers) // (CHUNKS_EACH * workers)))
        shares = [tuple(numbers[at : at + size]) for at in range(0, len(numbers), size)]
        return [Chunk(self.work, share, tuple(self.tasks[number] for number in share)) for share in shares]


def key_of(task: object) -> str:
    """A short text by which a task is known in a file: itself if it is short, otherwise a hash of it."""
    encoded = msgspec.json.encode(task)
    return encoded.decode() if len(encoded) <= LONGEST_KEY else hashlib.sha256(encoded).hexdigest()[:LONGEST_KEY]
