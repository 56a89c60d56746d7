"""A crew does plans. How many it is and where it works changes the time, never the results."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, redirect_stdout
from typing import Final, TypeVar

from dungeonbowl.errors import UserError
from dungeonbowl.runs.cluster import Cluster
from dungeonbowl.runs.drivers import Driver, Here, Processes
from dungeonbowl.runs.interrupts import held_back, let_through
from dungeonbowl.runs.keeping import Checkpoint
from dungeonbowl.runs.plan import Chunk, Pace, Plan

Task = TypeVar("Task")
Found = TypeVar("Found")

MOST_TRIES: Final = 5  # of a chunk whose workers die: then the chunk is at fault, and not a machine
AHEAD: Final = 2  # chunks handed out for each worker, so that none waits for us


class Crew:
    """Does the tasks of plans: here, in `jobs` processes, or on the Ray cluster of an address. A context that ends its
    workers, and where Ctrl-C acts only while the crew waits for them."""

    def __init__(self, jobs: int = 1, ray: str = "") -> None:
        self.driver: Driver
        if ray:
            self.driver = Cluster(ray, jobs)
        else:
            self.driver = Processes(jobs) if jobs > 1 else Here()
        self.failures = 0  # chunks that were done again because a worker died
        self.kept = 0  # results that checkpoints had
        self.waits: Callable[[], None] = lambda: None  # told that Ctrl-C was heard, and what is under way is awaited
        self.context = ExitStack()

    def __enter__(self) -> Crew:
        self.context.enter_context(held_back())
        if isinstance(self.driver, Cluster):  # Ray prints what happens to machines beside what the command prints
            self.context.enter_context(redirect_stdout(sys.stderr))
        self.context.callback(self.driver.close)
        return self

    def __exit__(self, *about: object) -> None:
        self.context.close()

    @property
    def workers(self) -> int:
        return self.driver.workers

    def results(
        self, plan: Plan[Task, Found], checkpoint: Checkpoint[Found] | None = None
    ) -> Iterator[tuple[int, Found]]:
        """Results with the number of their task as they come, in any order; first those that a checkpoint has."""
        kept = checkpoint.kept(plan.tasks) if checkpoint is not None else {}
        self.kept += len(kept)
        yield from kept.items()
        left = [number for number in range(len(plan.tasks)) if number not in kept]
        # Processes are not worth their start for a single task.
        driver = Here() if isinstance(self.driver, Processes) and len(left) <= 1 else self.driver
        for chunk, found in self.done(driver, plan, left):
            for number, task, result in zip(chunk.numbers, chunk.tasks, found, strict=True):
                if checkpoint is not None:
                    checkpoint.add(task, result)
                yield number, result

    def in_order(self, plan: Plan[Task, Found], checkpoint: Checkpoint[Found] | None = None) -> Iterator[Found]:
        """The results in the order of the tasks, each as soon as all before it are there."""
        early: dict[int, Found] = {}
        awaited = 0
        for number, found in self.results(plan, checkpoint):
            early[number] = found
            while awaited in early:
                yield early.pop(awaited)
                awaited += 1

    def done(
        self, driver: Driver, plan: Plan[Task, Found], left: Sequence[int]
    ) -> Iterator[tuple[Chunk[Task, Found], list[Found]]]:
        """Cut the tasks that are left into chunks and hand them out, a few for each worker at a time, and again where a
        worker died. After Ctrl-C none is begun any more; what comes of those under way is still told."""
        again: list[Chunk[Task, Found]] = []
        tries: Counter[tuple[int, ...]] = Counter()
        pace = Pace()
        at = under_way = 0
        try:
            while again or at < len(left) or under_way:
                while (again or at < len(left)) and under_way < AHEAD * driver.workers:
                    if again:
                        driver.begin(again.pop())
                    else:
                        size = pace.next_size(len(left) - at, driver.workers)
                        driver.begin(plan.chunk(left[at : at + size]))
                        at += size
                    under_way += 1
                with let_through():
                    chunk, done = driver.ended()
                under_way -= 1
                if done is not None:
                    pace.note(len(chunk.tasks), done.seconds)
                    yield chunk, done.found
                    continue
                self.failures += 1
                tries[chunk.numbers] += 1
                if tries[chunk.numbers] >= MOST_TRIES:
                    raise UserError(f"a worker died {MOST_TRIES} times while it did {chunk.tasks[0]}")
                again.append(chunk)
        except KeyboardInterrupt:
            if isinstance(driver, Processes):  # the others wait for nothing
                self.waits()
            yield from driver.last()
            raise
        finally:  # also if nobody wants the rest: after Ctrl-C, or an error of the work
            if under_way:
                driver.drop()
