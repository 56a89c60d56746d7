"""Answers for a build of Dungeon Bowl what tools/peers.py asks: `peer_dungeonbowl.py FIGURE SECONDS`.

The package is the one that this Python finds, which may be an older one; the measuring loops are always those of the
clone that this file is in.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

FIGURES = Path(__file__).resolve().parent.parent / "src" / "dungeonbowl" / "cli" / "bench_figures.py"
EDITION = "official"
DECISIONS = 20_000


def bench_figures() -> Any:
    spec = importlib.util.spec_from_file_location("bench_figures", FIGURES)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["bench_figures"] = module
    spec.loader.exec_module(module)
    return module


def options_per_decision(figures: Any) -> float:
    """How many legal actions are listed for a decision of random play, on average."""
    from dungeonbowl.bots import playout
    from dungeonbowl.engine.dice import SeededDice
    from dungeonbowl.engine.frames import ASK
    from dungeonbowl.engine.loop import advance, choose_trusted, list_options

    stage = figures.stage_of(EDITION)
    dice = SeededDice(1)
    game = playout.new_match(stage.rules, stage.dungeon, stage.squads)
    listed = 0
    for _ in range(figures.amount((DECISIONS, DECISIONS // 20))):
        while advance(game, dice) != ASK:
            game = playout.new_match(stage.rules, stage.dungeon, stage.squads)
        count = list_options(game)
        listed += count
        choose_trusted(game, game.offered[dice.below(count)])
    return listed / figures.amount((DECISIONS, DECISIONS // 20))


def about() -> str:
    import dungeonbowl

    return f"{dungeonbowl.__version__}, {'compiled' if dungeonbowl.compiled() else 'interpreted'}"


def main() -> None:
    figures = bench_figures()
    name, seconds = sys.argv[1], float(sys.argv[2])
    if name == "about":
        found: dict[str, Any] = {"about": about()}
    elif name == "options":
        found = {"value": options_per_decision(figures)}
    else:
        found = figures.answer({"figure": name, "edition": EDITION, "seconds": seconds})
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
