"""A bot of another clone of the project, to compare this version with an older one: `tree:FOLDER:NAME`.

The other version thinks in a process of its own. It is sent every position as a save, and answers with the number of an
action. So both versions must know the same saves and the same actions; where they do not, the first question fails with
the words of the other version.
"""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import weakref
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, final

import msgspec

from dungeonbowl.bots.player import Bot
from dungeonbowl.bots.seat import one_line
from dungeonbowl.errors import UserError
from dungeonbowl.records.save import save

if TYPE_CHECKING:
    from dungeonbowl.engine.game import Game

LENGTH: Final = struct.Struct(">I")
# What the other process runs. It uses only what older versions have as well.
PROGRAM: Final = """
import os, struct, sys
import msgspec
from dungeonbowl.bots.outside import find_bot
from dungeonbowl.bots.seat import options_of
from dungeonbowl.records.save import Save, load
name, seed = sys.argv[1], int(sys.argv[2])
output = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)
def say(answer):
    data = msgspec.json.encode(answer)
    output.write(struct.pack(">I", len(data)) + data)
    output.flush()
def read():
    head = sys.stdin.buffer.read(4)
    return sys.stdin.buffer.read(struct.unpack(">I", head)[0]) if len(head) == 4 else None
try:
    bot = find_bot(name, seed)
    say("")
except Exception as error:
    say(str(error))
    raise SystemExit(1)
while (data := read()) is not None:
    try:
        game = load(msgspec.json.decode(data, type=Save))
        say(int(bot.choose(game, options_of(game))))
    except Exception as error:
        say(f"{type(error).__name__}: {error}")
"""


@final
class TreeBot(Bot):
    """A bot of another clone."""

    def __init__(self, folder: str, other: str, seed: int) -> None:
        source = Path(folder) / "src"
        if not (source / "dungeonbowl" / "bots").is_dir():
            raise UserError(f"bot tree:{folder}:{other}: there is no clone of the project in {folder}")
        self.name = f"tree:{folder}:{other}"
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, other, str(seed)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(source.resolve())},
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        weakref.finalize(self, end, self.process)
        told = read_answer(self.process.stdout)
        if told != "":
            raise UserError(f"bot {self.name}: {one_line(str(told))}")

    def choose(self, game: Game, options: list[int]) -> int:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        data = msgspec.json.encode(save(game))
        self.process.stdin.write(LENGTH.pack(len(data)) + data)
        self.process.stdin.flush()
        answer = read_answer(self.process.stdout)
        if isinstance(answer, int):
            return answer
        raise UserError(f"{self.name}: {one_line(answer)}")


def read_answer(source: IO[bytes]) -> int | str:
    """A number, or words about what went wrong."""
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return "its process has ended"
    return msgspec.json.decode(source.read(LENGTH.unpack(head)[0]), type=int | str)


def end(process: subprocess.Popen[bytes]) -> None:
    """Let the process end: nothing more is asked."""
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    process.wait()
