"""What machines of a cluster are given to do in tests. They import it from here."""

from __future__ import annotations

import time
from pathlib import Path

from dungeonbowl.bots.arena import Pairing
from dungeonbowl.bots.detail import Detailed, play_detailed
from dungeonbowl.errors import UserError

QUICK = Pairing("official(turn_limit=4, quick=1)")


def caught(folder: Path, victim: str, seed: int) -> Detailed:
    """Play a match; but the machine that is to die only says that it has begun one, and never ends it."""
    import ray

    if ray.get_runtime_context().get_node_id() == victim:
        (folder / "begun").touch()
        while True:
            time.sleep(0.05)
    return play_detailed(QUICK, seed)


def refuse(number: int) -> int:
    raise UserError(f"{number} is not played here")
