"""Drivers measured by turns: the same script matches in processes and on a local Ray cluster, with as many workers.

    python tests/load/runs.py --games 2000 --rounds 3 --jobs 2

Start-up is told apart from play: workers are started and have played before the first round. Each round is measured
twice, in seconds of the wall and in seconds of the processor, summed over this process, the workers, and the daemons
that Ray keeps (read from /proc, so Linux only). On a busy machine the wall says little; seconds of the processor hardly
change. Prints both for each round, and what Ray costs more by the medians. What Ray's daemons and its threads in this
process take goes by the clock and not by the matches, so that a machine which gives the workers a tenth of their cores
shows ten times the share: the last figure is for workers that have a core each. The results of all are compared.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from dungeonbowl.bots.arena import Pairing, play
from dungeonbowl.runs.crew import Crew
from dungeonbowl.runs.plan import Plan

SCRIPT = Pairing("official(quick=1)")
TICK = os.sysconf("SC_CLK_TCK")
PARTS = ("this process", "workers", "daemons of Ray")


def seconds() -> dict[str, dict[int, float]]:
    """Processor seconds so far of this process and of all that come from it, by what they are."""
    parents: dict[int, int] = {}
    spent: dict[int, float] = {}
    names: dict[int, str] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                names[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except (OSError, UnicodeDecodeError):
                continue  # it has ended
            parents[int(folder.name)] = int(fields[1])
            spent[int(folder.name)] = (int(fields[11]) + int(fields[12])) / TICK
    me = os.getpid()
    found: dict[str, dict[int, float]] = {part: {} for part in PARTS}
    for process in spent:
        line = process
        while line in parents and line != me:
            line = parents[line]
        if line == me and process in names:
            is_worker = names[process].startswith("ray::") or "spawn_main" in names[process]
            part = PARTS[0] if process == me else PARTS[1] if is_worker else PARTS[2]
            found[part][process] = spent[process]
    return found


def measured(what: Callable[[], Any]) -> tuple[Any, dict[str, float]]:
    """Do something: what it gave, and the seconds it took."""
    before, began = seconds(), time.perf_counter()
    found = what()
    wall, after = time.perf_counter() - began, seconds()
    told = {"wall": wall}
    for part in PARTS:
        told[part] = sum(spent - before[part].get(process, 0.0) for process, spent in after[part].items())
    told["processor"] = sum(told[part] for part in PARTS)
    return found, {name: round(value, 2) for name, value in told.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=2)
    wanted = parser.parse_args()
    plan = Plan(partial(play, SCRIPT), range(1, wanted.games + 1))
    warm = Plan(partial(play, SCRIPT), range(1, 20 * wanted.jobs + 1))
    starts: dict[str, dict[str, float]] = {}
    rounds: dict[str, list[dict[str, float]]] = {}
    results = []
    load = [round(each, 1) for each in os.getloadavg()]
    with Crew(wanted.jobs) as processes:
        starts["processes"] = measured(lambda: list(processes.results(warm)))[1]
        cluster, joining = measured(lambda: Crew(wanted.jobs, "local"))
        with cluster:
            starts["ray"] = measured(lambda: list(cluster.results(warm)))[1]
            starts["ray"] = {name: round(joining[name] + value, 2) for name, value in starts["ray"].items()}
            for _ in range(wanted.rounds):
                for name, crew in (("processes", processes), ("ray", cluster)):
                    found, told = measured(partial(list, crew.in_order(plan)))
                    if name == "processes":  # Ray's daemons are there all the time, but these matches are not theirs
                        told["processor"] = round(told["processor"] - told[PARTS[2]], 2)
                    rounds.setdefault(name, []).append(told)
                    results.append([result.winner for result in found])
    assert all(each == results[0] for each in results)
    typical = {
        name: {what: median(each[what] for each in told) for what in ("wall", "processor", *PARTS)}
        for name, told in rounds.items()
    }
    one, two = typical["processes"], typical["ray"]
    more = {what: f"{two[what] / one[what] - 1:.1%}" for what in ("wall", "workers", "processor")}
    # What this process and the daemons do for Ray hardly depends on the matches: it goes by the clock.
    kept = (two[PARTS[0]] - one[PARTS[0]] + two[PARTS[2]]) / two["wall"]
    report = {
        "games": wanted.games,
        "load": load,
        "to start": starts,
        "rounds": rounds,
        "ray costs more": more,
        "of a core that Ray itself takes": round(kept, 4),
        "of all workers, if each has a core": f"{kept / wanted.jobs:.1%}",
    }
    print(json.dumps(report, indent=1))  # noqa: T201


if __name__ == "__main__":
    main()
