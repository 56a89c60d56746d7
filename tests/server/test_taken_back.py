"""Take-backs, new viewers and a killed server, in every order: what a client keeps of the story is what the log says.

A viewer keeps its own copy of the log: what `welcome` told it, then every update, and a take-back cuts it off. Orders,
viewers that come and server failures are drawn at random and woven into each other, so that they meet in the queue and
in the writer as they may. After each round the match is loaded anew, as after a kill."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dungeonbowl.server import wire
from dungeonbowl.server.orders import follow
from dungeonbowl.server.session import Session
from dungeonbowl.server.taking_back import decisions_to_take_back
from dungeonbowl.server.telling import LOG_LINES
from dungeonbowl.server.view.stories import Storyteller
from dungeonbowl.server.viewers import Viewer
from dungeonbowl.storage.match_records import Change
from support.asynchronous import run_alone
from support.matches import Table

DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(wire.ServerMessage)
EDITIONS = ("official", "stockbowl", "astrogranite")


class Copy:
    """A viewer, and the story as it was told to it."""

    def __init__(self, session: Session, sides: list[int]) -> None:
        self.viewer = Viewer(sides)
        self.start = 0
        self.number = -1
        self.told: list[wire.Event] = []
        session.arrive(self.viewer)

    def read(self) -> None:
        while not self.viewer.outbox.empty():
            data = self.viewer.outbox.get_nowait()
            if data is None:
                return
            self.viewer.unsent -= len(data)
            message = DECODER.decode(data)
            if isinstance(message, wire.Welcome):
                self.start, self.told, self.number = message.log_start, list(message.log), message.number
            elif isinstance(message, wire.Update):
                assert message.number == self.number + 1, "no update is missing, and none comes twice"
                self.number = message.number
                if message.undone is not None:
                    del self.told[max(0, message.undone - self.start) :]
                self.told += message.events


def plain(event: wire.Event) -> wire.Event:
    """The last dice of a portion do not know yet whether the next event retells them."""
    return msgspec.structs.replace(event, minor=False) if event.kind == "dice rolled" else event


def check(session: Session, copies: list[Copy]) -> None:
    assert session.match is not None
    events = session.match.game.events
    log = [plain(each) for each in Storyteller(session.match.game).events(events)]
    for copy in copies:
        copy.read()
        assert copy.number == session.number
        assert [plain(each) for each in copy.told] == log[copy.start :]
        assert copy.start == 0 or len(log) > LOG_LINES


class Server:
    """A match on one server after the other, all on one database."""

    def __init__(self, folder: Path, edition: str) -> None:
        order = wire.NewMatch(seats=["person", "person"], edition=edition, quick=True, turn_limit=16)
        self.table = Table(folder, order)

    @property
    def session(self) -> Session:
        return self.table.session

    async def begin(self) -> None:
        await self.table.open()
        for side in (0, 1):
            viewer = await self.table.join([side])
            await self.table.order(viewer, wire.Ready("a word"))
            self.session.depart(viewer)
        await self.table.settle()

    async def killed(self) -> None:
        """It ends in whatever it does; what was handed to the writer may be written or not. Another one takes over."""
        self.session.lose()
        await self.table.store.journal.write(lambda connection: None)  # as the next server waits, see `Sessions.load`
        stored = await self.table.store.load(self.session.id)
        assert stored is not None
        self.table.stored = stored
        self.table.session = self.table.new_session()
        self.session.rebuild()
        self.session.begin()
        await self.table.settle()


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_copy_of_the_story_is_the_log(tmp_path: Path, edition: str) -> None:
    async def scene() -> None:
        chance = random.Random(edition)
        server = Server(tmp_path, edition)
        await server.begin()
        taken = 0
        for _ in range(5):  # five servers, one after the other
            copies: list[Copy] = []
            for _ in range(16):
                session = server.session
                tasks = [asyncio.create_task(something(session, copies, chance)) for _ in range(chance.randint(1, 4))]
                taken += sum(await asyncio.gather(*tasks))
                await server.table.settle()
                if session.match is None or session.match.is_over():
                    break
            check(server.session, copies)
            work = asyncio.create_task(something(server.session, copies, chance))
            for _ in range(chance.randint(0, 6)):
                await asyncio.sleep(0)
            await server.killed()
            work.cancel()
            if server.session.match is None or server.session.match.is_over():
                break
        await server.table.close()
        assert taken > 5, "take-backs were among it"

    run_alone(scene())


async def something(session: Session, copies: list[Copy], chance: random.Random) -> bool:
    """A viewer comes, or a coach orders something; whether it was a take-back."""
    what = chance.random()
    if what < 0.2 or not copies:
        copies.append(Copy(session, chance.choice(([0, 1], [0, 1], []))))
        return False
    viewer = next((each.viewer for each in copies if each.viewer.sides), None)
    if viewer is None or session.match is None:
        return False
    number = session.number - (chance.random() < 0.1)  # sometimes it comes too late
    options = session.match.options()
    is_back = what < 0.5 or not options
    order: wire.Order = wire.TakeBackOrder(number) if is_back else wire.Act(number, chance.choice(options))
    before, done = session.number, asyncio.Event()

    async def work() -> None:
        try:
            await follow(session, viewer, order)
        finally:
            done.set()

    session.put(work)
    await done.wait()
    return is_back and session.number > before


class Gate:
    """A place in the writer where a test can hold a write up: before it is handed in, or after it is committed."""

    def __init__(self, server: Server) -> None:
        self.store = server.table.store
        self.record = self.store.record
        self.before = asyncio.Event()
        self.after = asyncio.Event()
        self.committed = asyncio.Event()
        self.store.record = self.held  # type: ignore[method-assign]

    async def held(self, change: Change) -> None:
        await self.before.wait()
        await self.record(change)
        self.committed.set()
        await self.after.wait()

    def open(self) -> None:
        self.before.set()
        self.after.set()
        self.store.record = self.record  # type: ignore[method-assign]


async def free_decisions(server: Server, viewer: Viewer) -> None:
    """Play on until something can be taken back."""
    session = server.session
    while not decisions_to_take_back(session, [0, 1])[0]:
        assert session.match is not None
        await server.table.order(viewer, wire.Act(session.number, session.match.options()[0]))


def test_who_comes_while_a_take_back_is_written_sees_what_is_in_the_database(tmp_path: Path) -> None:
    """Neither before the commit nor between the commit and the telling does anybody see something else."""

    async def scene() -> None:
        server = Server(tmp_path, "official")
        await server.begin()
        session = server.session
        early = Copy(session, [0, 1])
        await server.table.settle()
        await free_decisions(server, early.viewer)
        gate = Gate(server)
        number = session.number
        session.put(lambda: follow(session, early.viewer, wire.TakeBackOrder(number)))
        await asyncio.sleep(0)
        before = Copy(session, [])
        gate.before.set()
        await gate.committed.wait()
        between = Copy(session, [])
        gate.open()
        await server.table.settle()
        assert session.number == number + 1
        check(session, [early, before, between])  # and for none of them did anything come before the welcome
        await server.table.close()

    run_alone(scene())


def test_a_take_back_that_nobody_was_told_of_is_known_by_the_higher_number(tmp_path: Path) -> None:
    """The server dies between the commit and the telling, and the match goes on differently with the next one. The copy
    of a client is that of its own number; where the log has another event now, `welcome` has a higher number, and all
    that the client kept is replaced."""

    async def scene() -> None:
        server = Server(tmp_path, "official")
        await server.begin()
        session = server.session
        old = Copy(session, [0, 1])
        await server.table.settle()
        await free_decisions(server, old.viewer)
        check(session, [old])
        gate = Gate(server)
        number = session.number
        session.put(lambda: follow(session, old.viewer, wire.TakeBackOrder(number)))
        await asyncio.sleep(0)
        gate.before.set()
        await gate.committed.wait()
        await server.killed()
        gate.open()
        assert server.session.number == number + 1
        new = Copy(server.session, [0, 1])
        await server.table.settle()
        assert server.session.match is not None
        kept = len(server.session.match.game.events)
        other = server.session.match.options()[-1]
        await server.table.order(new.viewer, wire.Act(number + 1, other))
        check(server.session, [new])
        old.read()
        assert old.number == number, "it was told of nothing that it cannot know"
        assert kept < len(old.told), "events that were taken back are still in the old copy"
        assert [plain(each) for each in old.told[:kept]] == [plain(each) for each in new.told[:kept]]
        assert plain(old.told[kept]) != plain(new.told[kept]), "the same number, and another event"
        assert new.number > old.number, "by which whoever compares them knows why"
        await server.table.close()

    run_alone(scene())
