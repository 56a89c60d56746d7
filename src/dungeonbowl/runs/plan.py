"""A plan: what is to be done many times. Each task is done on its own, and its result follows from the task alone."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

import msgspec

Task = TypeVar("Task")
Found = TypeVar("Found")

LONG_ENOUGH: Final = 0.5  # seconds of a chunk: handing it out costs little then, and Ctrl-C works soon
MOST_TOGETHER: Final = 200  # tasks of a chunk, however fast they are
CHUNKS_LEFT: Final = 4  # chunks that each worker should still have, so that the last ones end together
LONGEST_KEY: Final = 24


@dataclass(frozen=True)
class Done(Generic[Found]):
    """What a worker found, in the order of the chunk, and the seconds it took."""

    found: list[Found]
    seconds: float


@dataclass(frozen=True)
class Chunk(Generic[Task, Found]):
    """Some tasks of a plan, which one worker does in one go. `numbers` are their places in the plan."""

    work: Callable[[Task], Found]
    numbers: tuple[int, ...]
    tasks: tuple[Task, ...]

    def do(self) -> Done[Found]:
        began = time.perf_counter()
        found = [self.work(task) for task in self.tasks]
        return Done(found, time.perf_counter() - began)


@dataclass(frozen=True)
class Plan(Generic[Task, Found]):
    """What is done with each of the tasks. Another process must be able to import `work`, and tasks and results must
    pickle."""

    work: Callable[[Task], Found]
    tasks: Sequence[Task]

    def chunk(self, numbers: Sequence[int]) -> Chunk[Task, Found]:
        return Chunk(self.work, tuple(numbers), tuple(self.tasks[number] for number in numbers))


class Pace:
    """How many tasks the next chunk has. The first chunks have one; with what they took, the next ones become long
    enough that handing them out costs little, and towards the end of a plan they become small again."""

    def __init__(self) -> None:
        self.size = 1

    def next_size(self, left: int, workers: int) -> int:
        return max(1, min(self.size, left // (CHUNKS_LEFT * workers)))

    def note(self, tasks: int, seconds: float) -> None:
        """Chunks grow to twice their size at most: the next tasks may be slower than these."""
        wanted = int(LONG_ENOUGH * tasks / max(seconds, 1e-6))
        self.size = max(1, min(MOST_TOGETHER, wanted, 2 * max(tasks, self.size)))


def key_of(task: object) -> str:
    """A short text by which a task is known in a file: itself if it is short, otherwise a hash of it."""
    encoded = msgspec.json.encode(task)
    return encoded.decode() if len(encoded) <= LONGEST_KEY else hashlib.sha256(encoded).hexdigest()[:LONGEST_KEY]
