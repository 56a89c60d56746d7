"""How long a coach waits for the computer: `python tools/turn_times.py [--turns 12] [--levels easy,normal]`.

It starts a server of its own and plays official matches against it. The first figure is the whole turn of a computer
that makes the usual pauses, from the end of the coach's turn to the beginning of the next one. For the second it says
`hurry` in the middle of the computer's turn, and measures the time to its own next decision. The third is the time from
the end of its turn to the first decision of a computer that makes no pauses: thinking, writing to the database and
telling. The load of the machine is told with them.
"""

from __future__ import annotations

import argparse
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from dungeonbowl.client import Connection, Server, ServerRefused
from dungeonbowl.server import wire

PATIENCE = 300.0


def started(folder: str) -> tuple[subprocess.Popen[bytes], Server]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    database = f"sqlite:///{Path(folder) / 'matches.sqlite3'}"
    command = [sys.executable, "-m", "dungeonbowl", "play", "--no-open", "--port", str(port), "--database", database]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    server = Server(f"http://127.0.0.1:{port}")
    while True:
        try:
            server.get("/health", wire.Health)
            return process, server
        except ServerRefused:
            time.sleep(0.1)


WHOLE, HURRY, ANSWER = "whole turn", "to my turn", "answer"


class Coach:
    """Ends every turn at once, and measures the turns of the computer: one of the three figures."""

    def __init__(self, server: Server, level: str, figure: str) -> None:
        pace = 0.0 if figure == ANSWER else wire.NewMatch().pace
        created = server.new_match(seats=["person", f"bot:{level}"], quick=True, pace=pace)
        self.figure = figure
        self.line = Connection(server, created.id, created.seats[0].token)
        self.measured: list[float] = []
        self.ended = 0.0  # when the own turn ended
        self.line.receive(PATIENCE)
        self.line.send(wire.Ready())

    def asked(self) -> wire.Prompt | None:
        """The next decision of this coach; None when the match is over."""
        hurried = 0.0
        heard = 0
        while True:
            message = self.line.receive(PATIENCE)
            if isinstance(message, wire.Over):
                return None
            if not isinstance(message, wire.Update | wire.Welcome):
                continue
            now = time.perf_counter()
            if message.prompt is not None and message.prompt.mine:
                if hurried:
                    self.measured.append(now - hurried)
                return message.prompt
            heard += 1
            if self.figure == ANSWER and self.ended and isinstance(message, wire.Update) and message.by == "bot":
                self.measured.append(now - self.ended)
                self.ended = 0.0
            playing = message.position is not None and message.position.active >= 0
            if self.figure == HURRY and playing and not hurried and heard >= 2:
                self.line.send(wire.Hurry())
                hurried = time.perf_counter()

    def play(self, turns: int) -> None:
        while len(self.measured) < turns:
            prompt = self.asked()
            if prompt is None:
                return
            ends = [option for option in prompt.options if option.kind == "end turn"]
            if ends:
                if self.figure == WHOLE and self.ended:
                    self.measured.append(time.perf_counter() - self.ended)
                self.ended = time.perf_counter()
            self.line.send(wire.Act(prompt.number, (ends or prompt.options)[0].id))


def told(name: str, figures: list[float]) -> str:
    if not figures:
        return f"{name}: none"
    median, most = statistics.median(figures), max(figures)
    return f"{name}: median {median:.3f} s, most {most:.3f} s of {len(figures)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=12)
    parser.add_argument("--levels", default="easy,normal")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        process, server = started(folder)
        try:
            for level in given.levels.split(","):
                for figure in (WHOLE, HURRY, ANSWER):
                    found: list[float] = []
                    while len(found) < given.turns:
                        coach = Coach(server, level, figure)
                        coach.play(given.turns - len(found))
                        coach.line.close()
                        found += coach.measured
                    load = " ".join(f"{each:.1f}" for each in os.getloadavg())
                    print(f"{level} (load {load}), " + told(figure, found), flush=True)  # noqa: T201
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
