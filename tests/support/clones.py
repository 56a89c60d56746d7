"""A clone with nothing to compile in it, and `make play` there: real servers, and a compiler that only pretends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import TracebackType

from dungeonbowl.client import Server, ServerRefused
from dungeonbowl.server import wire
from support.servers import PATIENCE, free_port

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / "tools"
SUFFIX = EXTENSION_SUFFIXES[0]
PROJECT = '[tool.dungeonbowl.rooms]\ncompiled = ["engine", "bots/playout.py"]\n'

# The compiler. It says that it is at 40 %, and goes on when there is a file of that name: `good`, `bad`, `nothing`.
BUILDER = """
import json, os, pathlib, sys, time
build = pathlib.Path("build")
progress = pathlib.Path(os.environ["DUNGEONBOWL_PROGRESS"])
(build / "runs").open("a").write(f"{os.getpid()} {os.nice(0)}\\n")
(build / "temp").mkdir(exist_ok=True)
(build / "temp" / f"{len(list((build / 'temp').iterdir()))}.o").touch()
progress.with_suffix(".new").write_text(json.dumps({"done": 128, "total": 320}))
os.replace(progress.with_suffix(".new"), progress)
print("a line of the compiler", flush=True)
while not (found := [word for word in ("good", "bad", "nothing") if pathlib.Path(word).exists()]):
    time.sleep(0.02)
if found == ["bad"]:
    sys.exit("game.c:1: error: that is not C")
if found == ["nothing"]:
    print("dungeonbowl: no working C compiler: the engine stays interpreted, about a hundred times slower")
    sys.exit()
for name in ("dungeonbowl__mypyc", "dungeonbowl/engine/game", "dungeonbowl/bots/playout"):
    file = build / "next" / (name + sys.argv[1])
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()
"""

# The server of this package; it believes to be compiled where the compiler of this clone has been.
SERVER = """
import os, pathlib, sys
import dungeonbowl
module = pathlib.Path(sys.argv[1])
interpreted = os.environ.get("DUNGEONBOWL_INTERPRETED") == "1"
dungeonbowl.compiled = lambda: module.is_file() and not interpreted
del sys.argv[1]
from dungeonbowl.cli import main, serving
serving.LONGEST_WAIT = 1.0  # a match of bots is never quiet
main()
"""

# A server that answers every request with the state of its engine, and has no matches: it starts at once.
STAND_IN = """
import asyncio, json, os, pathlib, signal, socket, sys
from dungeonbowl.cli.supervisor import supervisor
told = {"state": "interpreted"}
def status():
    compiled = pathlib.Path(sys.argv[1]).is_file() and os.environ.get("DUNGEONBOWL_INTERPRETED") != "1"
    return {"state": "compiled", "percent": 100} if compiled else told
line = supervisor()
if line.is_successor and not line.waits_for_its_turn(status()["state"]):
    sys.exit()
listening = line.listening or socket.create_server(("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1])))

async def answer(reader, writer):
    await reader.readuntil(b"\\r\\n\\r\\n")
    data = json.dumps(status()).encode()
    head = f"HTTP/1.1 200 OK\\r\\ncontent-length: {len(data)}\\r\\nconnection: close\\r\\n\\r\\n"
    writer.write(head.encode() + data)
    await writer.drain()
    writer.close()

async def serve():
    obeying = asyncio.ensure_future(obey())
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, obeying.cancel)
    async with await asyncio.start_server(answer, sock=listening):
        line.tell("open", listening)
        await asyncio.wait([obeying])

async def obey():
    async for order in line.orders():
        if order == "leave":
            return
        told.update(json.loads(order.removeprefix("engine ")))

asyncio.run(serve())
"""

# `make play`, as tools/play.py does it.
PLAY = """
import asyncio, json, pathlib, sys
sys.path.insert(0, sys.argv[1])
import clone, play
root, server, builder, trial = json.loads(sys.argv[2])
sys.exit(asyncio.run(play.Play(clone.Clone(pathlib.Path(root)), server, builder, trial).run()))
"""


def wait_until(is_so: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + 3 * PATIENCE  # two servers start, one after the other
    while not is_so():
        assert time.monotonic() < end, what
        time.sleep(0.02)


class FakeClone:
    """A folder with sources and a compiler."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.engine = root / "src" / "dungeonbowl" / "engine"
        self.module = self.engine / f"game{SUFFIX}"
        self.stamp = root / "build" / "compiled.stamp"
        for folder in (self.engine, root / "src" / "dungeonbowl" / "bots"):
            folder.mkdir(parents=True)
        (self.engine / "game.py").touch()
        (root / "src" / "dungeonbowl" / "bots" / "playout.py").touch()
        (root / "setup.py").touch()
        (root / "pyproject.toml").write_text(PROJECT)
        (root / "builder.py").write_text(BUILDER)
        (root / "server.py").write_text(SERVER)
        (root / "stand_in.py").write_text(STAND_IN)

    def compiled(self) -> set[str]:
        """The names of the compiled modules among the sources."""
        found = (self.root / "src").rglob("*.so")
        return {file.relative_to(self.root / "src").as_posix().removesuffix(SUFFIX) for file in found}

    def compile(self) -> None:
        """As after `make build`."""
        self.stamp.parent.mkdir(exist_ok=True)
        self.module.touch()
        self.stamp.touch()

    def let_the_compiler(self, word: str) -> None:
        (self.root / word).touch()

    def compilers(self) -> list[tuple[int, int]]:
        """The process number and the niceness of each compiler that has begun."""
        runs = self.root / "build" / "runs"
        if not runs.is_file():
            return []
        return [(int(line.split()[0]), int(line.split()[1])) for line in runs.read_text().splitlines()]


class MakePlay:
    """`make play` in a clone, in a process group of its own, so that a test can press Ctrl-C."""

    def __init__(
        self,
        clone: FakeClone,
        trial: str = "",
        options: tuple[str, ...] = (),
        interpreted: bool = False,
        program: str = "server.py",
    ) -> None:
        self.clone = clone
        self.port = free_port()
        self.output = clone.root / "terminal.txt"
        self.server = Server(f"http://127.0.0.1:{self.port}", seconds=2 * PATIENCE)
        python = [sys.executable]
        database = f"sqlite:///{clone.root / 'matches.sqlite3'}"
        usual = ("--no-open", "--port", str(self.port), "--database", database, "--matches-a-minute", "10000")
        server = [*python, str(clone.root / program), str(clone.module), "play", *(options or usual)]
        builder = [*python, "builder.py", SUFFIX]
        order = json.dumps([str(clone.root), server, builder, [*python, "-c", trial]])
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        environment["DUNGEONBOWL_INTERPRETED"] = "1" if interpreted else ""
        with self.output.open("ab") as terminal:
            self.process = subprocess.Popen(
                [*python, "-c", PLAY, str(TOOLS), order],
                stdout=terminal,
                stderr=terminal,
                env=environment,
                cwd=clone.root,
                start_new_session=True,
            )

    def said(self) -> str:
        return self.output.read_text(encoding="utf-8", errors="replace")

    def engine(self) -> wire.EngineStatus | None:
        """How the engine stands; None while nobody answers."""
        try:
            return self.server.get("/engine", wire.EngineStatus)
        except ServerRefused:
            assert self.process.poll() is None, self.said()
            return None

    def wait_for_engine(self, state: str, percent: int | None = None) -> wire.EngineStatus:
        found: list[wire.EngineStatus] = []

        def is_there() -> bool:
            status = self.engine()
            if status is None or status.state != state or percent not in (None, status.percent):
                return False
            found.append(status)
            return True

        wait_until(is_there, f"the engine is never {state}: {self.said()}")
        return found[0]

    def children(self) -> list[int]:
        """The processes that the supervisor has started: servers and compilers."""
        command = ["ps", "-o", "pid=", "--ppid", str(self.process.pid)]
        return [int(word) for word in subprocess.run(command, capture_output=True, text=True).stdout.split()]

    def server_process(self) -> int:
        compilers = {number for number, _ in self.clone.compilers()}
        (found,) = [child for child in self.children() if child not in compilers]
        return found

    def press_ctrl_c(self) -> int:
        """What a terminal does: the signal goes to every process of the group. Returns the exit code."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.process.wait(PATIENCE)

    def __enter__(self) -> MakePlay:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()


def is_running(process: int) -> bool:
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True).stdout.strip()
    return bool(state) and not state.startswith("Z")
