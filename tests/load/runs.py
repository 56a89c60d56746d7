"""Drivers measured by turns: the same script matches in processes and on a local Ray cluster, with as many workers.

    python tests/load/runs.py --games 400 --rounds 3 --jobs 2

Workers are started and have played before the clock runs. Prints matches a second of each round, the best of each
driver, and what Ray costs more. The results of all are compared.
"""

from __future__ import annotations

import argparse
import json
import time
from functools import partial

from dungeonbowl.bots.arena import Pairing, play
from dungeonbowl.runs.crew import Crew
from dungeonbowl.runs.plan import Plan

SCRIPT = Pairing("official(quick=1)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=2)
    wanted = parser.parse_args()
    plan = Plan(partial(play, SCRIPT), range(1, wanted.games + 1))
    warm = Plan(partial(play, SCRIPT), range(1, 20 * wanted.jobs + 1))
    speeds: dict[str, list[float]] = {"processes": [], "ray": []}
    results = []
    with Crew(wanted.jobs) as processes, Crew(wanted.jobs, "local") as cluster:
        crews = {"processes": processes, "ray": cluster}
        for crew in crews.values():
            list(crew.results(warm))
        for _ in range(wanted.rounds):
            for name, crew in crews.items():
                began = time.perf_counter()
                found = list(crew.in_order(plan))
                speeds[name].append(round(wanted.games / (time.perf_counter() - began), 2))
                results.append([result.winner for result in found])
    assert all(each == results[0] for each in results)
    best = {name: max(each) for name, each in speeds.items()}
    more = best["processes"] / best["ray"] - 1
    print(json.dumps({"matches_per_s": speeds, "best": best, "ray_costs_more": f"{more:.1%}"}, indent=1))  # noqa: T201


if __name__ == "__main__":
    main()
