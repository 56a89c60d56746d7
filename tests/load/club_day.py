"""How long a club waits for its next round: `python tests/load/club_day.py`. For so many coaches each it
plays some rounds, and measures from the last result on: the second coach confirms, the organiser publishes the next
round, the room and a phone ask for it. It fails if all of that takes ten seconds."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.asynchronous import run_alone
from support.club_days import Organiser, club_day
from support.direct import generous, running

GOAL = 10.0  # seconds


async def timed(work: Awaitable[Any]) -> tuple[Any, float]:
    began = time.perf_counter()
    return await work, time.perf_counter() - began


async def play(club: Organiser, rounds: int) -> list[list[float]]:
    """The seconds of each round: confirm, publish, room, phone."""
    phones = await club.phones()
    found: list[list[float]] = []
    for _ in range(rounds):
        *others, last = (await club.room())["tables"]
        for table in others:
            body = {"fixture": table["fixture"], "how": "touchdown", "scores": [1, 0], "casualties": [1, 0]}
            assert (await club.post("result", body)).status == 200
        one, other = (phones[side["team"]] for side in last["sides"])
        assert (await one.report(scores=[0, 1])).status == 200
        confirmed, first = await timed(other.confirm())
        published, second = await timed(club.next_round())
        assert (confirmed.status, published.status) == (200, 200)
        found.append([first, second, (await timed(club.room()))[1], (await timed(one.mine()))[1]])
    return found


async def measure(coaches: int, rounds: int) -> float:
    """Prints a line for each round; returns the longest wait."""
    longest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        async with running(generous(Path(folder), host="0.0.0.0")) as server:
            club = await club_day(server, coaches, f"stages = swiss(rounds={rounds + 1})")
            for number, parts in enumerate(await play(club, rounds), 2):
                longest = max(longest, sum(parts))
                told = ", ".join(
                    f"{name} {seconds:.2f} s"
                    for name, seconds in zip(("confirm", "publish", "room", "phone"), parts, strict=True)
                )
                print(f"{coaches} coaches, round {number}: {told}; load {os.getloadavg()[0]:.1f}", flush=True)  # noqa: T201
    return longest


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--coaches", type=int, nargs="+", default=[24, 200])
    options.add_argument("--rounds", type=int, default=3)
    chosen = options.parse_args()
    for coaches in chosen.coaches:
        found: list[float] = []

        async def scenario(count: int = coaches, into: list[float] = found) -> None:
            into.append(await measure(count, chosen.rounds))

        run_alone(scenario())
        assert found[0] < GOAL, f"{coaches} coaches waited {found[0]:.1f} s for the next round"


if __name__ == "__main__":
    main()
