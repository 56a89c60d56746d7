"""The compiled modules of a clone: whether they are there and fit their sources, compiling them beside a running game,
and putting them in their place, all or none."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

PACKAGE = "dungeonbowl"
TOLD = f"{PACKAGE}/build.json"  # what `dungeonbowl version` tells of the compiled modules
BUILDER = [sys.executable, "setup.py", "--quiet", "build_ext", "--build-lib", "build/next"]
# A match of bots: what was compiled can be loaded, and plays.
TRIAL = [sys.executable, "-m", PACKAGE, "sim", "--games", "1", "--json"]
LOOK = 0.5  # seconds between two looks at the progress
FAREWELL = 5.0  # seconds that a compiler has to end when it is told to
AT_ONCE = 2.0  # seconds: files that were written so shortly before a compiler was ended may be half written
STAYS = re.compile(rf"^{PACKAGE}: (.+?): the engine stays interpreted", re.MULTILINE)  # a line of setup.py


class Clone:
    """The folders of a clone. `began` is when the compiling began, in nanoseconds as files have it: a source that is
    newer was not compiled."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.sources = root / "src"
        self.build = root / "build"
        self.stamp = self.build / "compiled.stamp"  # the Makefile knows it too
        self.made = self.build / "next"
        self.log = self.build / "compile.log"
        self.progress = self.build / "compile.progress"
        self.unfinished = self.build / "compile.unfinished"
        self.began = 0
        self.held: int | None = None

    # --- who compiles ------------------------------------------------------------------------------------------------

    def hold(self) -> bool:
        """Whether this process may compile here now: one at a time. A compiler that outlives its supervisor keeps the
        others out too, because it inherits the descriptor."""
        import fcntl

        if self.held is not None:
            return True
        self.build.mkdir(exist_ok=True)
        found = os.open(self.build / "compile.lock", os.O_RDWR | os.O_CREAT)
        try:
            fcntl.flock(found, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(found)
            return False
        self.held = found
        return True

    def let_go(self) -> None:
        if self.held is not None:
            os.close(self.held)
            self.held = None

    # --- what is there -----------------------------------------------------------------------------------------------

    def inputs(self) -> Iterator[Path]:
        """What the compiled modules are made from."""
        settings = self.root / "pyproject.toml"
        yield from (settings, self.root / "setup.py", self.root / "tools" / "compiling.py")
        with settings.open("rb") as file:
            rooms = tomllib.load(file)["tool"][PACKAGE]["rooms"]["compiled"]
        for name in rooms:
            room = self.sources / PACKAGE / name
            yield from room.rglob("*.py") if room.is_dir() else [room]

    def changed(self) -> int:
        """When the last of them was changed."""
        return max((file.stat().st_mtime_ns for file in self.inputs() if file.is_file()), default=0)

    def compiled(self) -> list[Path]:
        """The compiled modules among the sources, of whatever Python."""
        return [file for kind in ("*.so", "*.pyd") for file in self.sources.rglob(kind)]

    def is_fresh(self) -> bool:
        """Whether there are compiled modules for this Python, no older than their sources."""
        if not self.stamp.is_file() or self.stamp.stat().st_mtime_ns < self.changed():
            return False
        game = self.sources / PACKAGE / "engine" / "game"
        return any(Path(f"{game}{suffix}").is_file() for suffix in EXTENSION_SUFFIXES)

    def remove_compiled(self) -> None:
        """Back to the sources. Object files stay, so that the next compiling is short."""
        self.stamp.unlink(missing_ok=True)
        (self.sources / TOLD).unlink(missing_ok=True)
        for file in self.compiled():
            file.unlink(missing_ok=True)

    def percent(self) -> int:
        """How far the compiling is. It is at 100 only when the game has gone over."""
        try:
            told = json.loads(self.progress.read_text(encoding="utf-8"))
            return max(0, min(99, 100 * int(told["done"]) // int(told["total"])))
        except (OSError, ValueError, KeyError, TypeError, ZeroDivisionError):
            return 0

    # --- compiling ---------------------------------------------------------------------------------------------------

    async def compile(self, builder: list[str], tell: Callable[[int], None]) -> str:
        """Compile at low priority into a folder of its own. Returns why there is nothing compiled, or ""."""
        self.drop_half_written()
        self.progress.unlink(missing_ok=True)
        self.unfinished.touch()
        self.began = self.unfinished.stat().st_mtime_ns
        code = await self.run(builder, "wb", lambda: tell(self.percent()))
        self.unfinished.unlink(missing_ok=True)
        if code != 0:
            return "it could not be compiled"
        if not any(self.made.rglob("*.so")):
            said = STAYS.search(self.log.read_text(encoding="utf-8", errors="replace"))
            return said[1] if said else "nothing was compiled"
        return ""

    async def run(self, command: list[str], mode: str, look: Callable[[], None] = lambda: None) -> int:
        """Run a command at low priority, with its output in the log. If this is cancelled, all its processes end."""
        with self.log.open(mode) as log:
            process = await asyncio.create_subprocess_exec(
                *politely(command),
                cwd=self.root,
                env={**os.environ, "DUNGEONBOWL_PROGRESS": str(self.progress), "DUNGEONBOWL_COMPILE_LOCK": "held"},
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for us, and ends it in an orderly way
                pass_fds=[self.held] if self.held is not None else [],
            )
        with suppress(OSError):  # Linux may share the processor by sessions, and `nice` counts only within one
            Path(f"/proc/{process.pid}/autogroup").write_text("19")
        try:
            while process.returncode is None:
                look()
                with suppress(TimeoutError):
                    await asyncio.wait_for(process.wait(), LOOK)
        finally:
            await end_group(process)
        return process.returncode

    def drop_half_written(self) -> None:
        """After a compiling that was ended: remove what was being written then. The rest need not be made again."""
        if not self.unfinished.is_file():
            return
        kinds = ("*.o", "*.so", "*.gch", "*.tmp")
        folders = [*self.build.glob("temp.*"), self.made]  # `build` holds more that is not ours
        found = [file for folder in folders for kind in kinds for file in folder.rglob(kind) if file.is_file()]
        last = max((file.stat().st_mtime for file in found), default=0.0)
        for file in found:
            if file.stat().st_mtime >= last - AT_ONCE:
                file.unlink()

    # --- in their place ----------------------------------------------------------------------------------------------

    def put_in_place(self) -> None:
        """Move the new modules among the sources, all or none."""
        self.remove_compiled()
        try:
            for file in sorted(self.made.rglob("*.so")):
                place = self.sources / file.relative_to(self.made)
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.move(file, place)
            with suppress(FileNotFoundError):
                shutil.move(self.made / TOLD, self.sources / TOLD)
        except OSError:
            self.remove_compiled()
            raise

    def confirm(self) -> None:
        """The new modules work: `make build` need not build them again."""
        (self.build / "interpreted.stamp").unlink(missing_ok=True)
        self.stamp.touch()
        os.utime(self.stamp, ns=(self.began, self.began))


def politely(command: list[str]) -> list[str]:
    """A command that leaves processor and disk to others."""
    for words in (["ionice", "-c", "3"], ["nice", "-n", "19"]):
        if shutil.which(words[0]):
            command = [*words, *command]
    return command


async def end_group(process: asyncio.subprocess.Process) -> None:
    """End a process and all that it started."""
    for word in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, word)
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), FAREWELL)
            return
