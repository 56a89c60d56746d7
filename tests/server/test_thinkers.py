"""The processes in which bots think: as many as processors, one question at a time, persons before bots."""

from __future__ import annotations

import asyncio
import gc
import os

import pytest

from dungeonbowl.bots.advice import Advised
from dungeonbowl.server import bot_pool
from dungeonbowl.server.bot_pool import (
    BOTS_ONLY,
    CROWD,
    LEAST_SHARE,
    PERSON,
    BotPool,
    Progress,
    WorkerLost,
    WorkerProcess,
)
from dungeonbowl.server.bot_worker import Answer, Question
from support.asynchronous import run_alone


class Slow(WorkerProcess):
    """A process that answers when it is let, and remembers what it was asked."""

    def __init__(self, at_once: int = 1) -> None:
        super().__init__(at_once=at_once)
        self.asked: list[Question] = []
        self.may = asyncio.Semaphore(0)

    async def ask(self, question: Question, progress: Progress | None = None) -> Answer:
        self.asked.append(question)
        await self.may.acquire()
        return Answer(question.id, 7, advised=Advised(0, []))


def pool_with(slow: Slow) -> BotPool:
    pool = BotPool()
    pool.thinkers = [slow]
    return pool


def choice(pool: BotPool, match: str, level: str = "expert", **more: object) -> asyncio.Task[int]:
    return asyncio.create_task(pool.choose(match, "seat 0", level, 1, b"", [], **more))  # type: ignore[arg-type]


async def soon() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def test_there_are_as_many_thinkers_as_processors() -> None:
    async def made() -> int:
        return len(BotPool().thinkers)

    assert asyncio.run(made()) == (os.cpu_count() or 2)


def test_servers_on_one_computer_share_its_processors() -> None:
    async def made() -> list[int]:
        return [len(BotPool(beside=servers).thinkers) for servers in (2, 1000)]

    assert asyncio.run(made()) == [max(1, (os.cpu_count() or 2) // 2), 1]


def test_a_process_that_is_just_being_started_is_ended_with_the_others() -> None:
    """Also if nobody waits for it any more; and none is started for who asks afterwards."""

    async def play() -> None:
        pool = BotPool(workers=1)
        worker = pool.workers[0]
        asking = asyncio.create_task(worker.running())
        pool.warm("m1", "easy")
        await asyncio.sleep(0)  # it is begun
        asking.cancel()
        await pool.close()
        assert worker.process is not None
        assert worker.process.returncode is not None
        pool.warm("m1", "easy")
        with pytest.raises(WorkerLost):
            await worker.running()
        await pool.close()

    asyncio.run(play())


def test_a_person_is_served_before_matches_of_bots() -> None:
    async def play() -> list[str]:
        slow = Slow()
        pool = pool_with(slow)
        tasks = [choice(pool, f"bots {number}", awaited=False) for number in range(3)]
        await soon()
        tasks += [choice(pool, "person 1"), choice(pool, "person 2")]
        await soon()
        assert len(slow.asked) == 1  # one question at a time
        for _ in tasks:
            slow.may.release()
            await soon()
        assert await asyncio.gather(*tasks) == [7] * 5
        assert not slow.busy
        return [question.match for question in slow.asked]

    assert asyncio.run(play()) == ["bots 0", "person 1", "person 2", "bots 1", "bots 2"]


def test_a_person_is_served_before_matches_of_scripted_bots() -> None:
    """They answer at once, but hundreds of matches that nobody plays ask without a pause."""

    async def play() -> list[str]:
        slow = Slow(at_once=2)
        pool = BotPool()
        pool.workers = [slow]
        tasks = [choice(pool, f"bots {number}", level="easy", awaited=False) for number in range(4)]
        await soon()
        assert len(slow.asked) == 2, "it need not wait for its next question"
        tasks += [choice(pool, "person", level="easy")]
        await soon()
        for _ in tasks:
            slow.may.release()
            await soon()
        assert await asyncio.gather(*tasks) == [7] * 5
        assert not slow.busy
        return [question.match for question in slow.asked]

    assert asyncio.run(play()) == ["bots 0", "bots 1", "person", "bots 2", "bots 3"]


def test_whoever_has_many_matches_waiting_takes_turns_with_the_others() -> None:
    async def play() -> list[str]:
        slow = Slow()
        pool = pool_with(slow)
        tasks = [choice(pool, f"many {number}", owner="10.0.0.1") for number in range(4)]
        await soon()
        tasks += [choice(pool, "single", owner="10.0.0.2"), choice(pool, "nobody's", owner="")]
        await soon()
        for _ in tasks:
            slow.may.release()
        await asyncio.gather(*tasks)
        return [question.match for question in slow.asked]

    assert asyncio.run(play()) == ["many 0", "many 1", "single", "nobody's", "many 2", "many 3"]


def test_while_many_wait_bots_think_less_and_say_so() -> None:
    async def play() -> tuple[list[float], list[float]]:
        slow = Slow()
        pool = pool_with(slow)
        told: list[float] = []
        tasks = [choice(pool, f"match {number}", less=told.append) for number in range(2 * CROWD + 1)]
        await soon()
        for _ in tasks:
            slow.may.release()
            await soon()
        await asyncio.gather(*tasks)
        return [question.share for question in slow.asked], told

    shares, told = asyncio.run(play())
    assert shares[0] == 1.0  # nobody waited yet
    assert shares[1] == pytest.approx(CROWD / (2 * CROWD))
    assert shares[-CROWD:] == [1.0] * CROWD
    assert told == [share for share in shares if share < 1.0]


def test_a_coach_in_a_hurry_gets_a_quick_answer() -> None:
    async def play() -> float:
        slow = Slow()
        slow.may.release()
        await choice(pool_with(slow), "match", hurried=True)
        return slow.asked[0].share

    assert asyncio.run(play()) == LEAST_SHARE


def test_a_question_that_is_given_up_does_not_hold_up_the_others() -> None:
    async def play() -> list[str]:
        slow = Slow()
        pool = pool_with(slow)
        tasks = [choice(pool, name) for name in ("first", "second", "third")]
        await soon()
        tasks[1].cancel()
        tasks[0].cancel()
        await soon()
        slow.may.release()
        assert await tasks[2] == 7
        assert not slow.busy
        return [question.match for question in slow.asked]

    assert asyncio.run(play()) == ["first", "third"]


def test_ranks_and_levels() -> None:
    assert PERSON < BOTS_ONLY
    assert bot_pool.THINKING == ("hard", "expert")


def test_whoever_goes_away_while_a_process_is_started_leaves_none_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """However far the start has come: afterwards nothing runs any more, and nothing is left open."""
    monkeypatch.setattr(bot_pool, "WORKER", "json.tool")  # a program that waits for its input, and starts at once

    async def scene(turns: int) -> None:
        worker = WorkerProcess()
        asking = asyncio.create_task(worker.running())
        for _ in range(turns):
            await asyncio.sleep(0)
        asking.cancel()
        await worker.close()
        assert worker.process is None or worker.process.returncode is not None

    for turns in range(8):
        run_alone(scene(turns))
    gc.collect()  # what was left open would be said of this test


def test_to_kill_what_has_just_ended_by_itself_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine the farewell is over in the same moment in which the process ends."""
    monkeypatch.setattr(bot_pool, "WORKER", "json.tool")

    async def scene() -> None:
        worker = WorkerProcess()
        process = await worker.running()
        process.kill()
        await process.wait()
        bot_pool.kill(process)
        await worker.close()

    run_alone(scene())


def test_a_process_that_has_ended_is_started_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool, "WORKER", "json.tool")

    async def scene() -> None:
        worker = WorkerProcess()
        first, same = await asyncio.gather(worker.running(), worker.running())
        assert first is same
        first.kill()
        await first.wait()
        assert await worker.running() is not first
        await worker.close()

    run_alone(scene())
