"""Opponents that answer inside the compiled loop, by their names."""

from __future__ import annotations

from math import isfinite

from mypy_extensions import i64

from dungeonbowl.bots.ladder import FORGETS, OVERLOOKS
from dungeonbowl.errors import UserError
from dungeonbowl.learn.batch import DRAWN, NO_OPPONENT, RANDOM_OPPONENT, SCRIPTED_OPPONENT, Terms
from dungeonbowl.play.setting_up import scrambled

ACTIONS = ("steps", "macros")
OPPONENTS = ("random", "easy", "normal")
SIDES = ("home", "away", "both")
MOST_DECISIONS = 30_000


def make_terms(
    opponent: str | None,
    side: str = "both",
    most_decisions: int = MOST_DECISIONS,
    touchdown: float = 0.0,
    progress: float = 0.0,
    autoreset: bool = True,
    actions: str = "steps",
) -> Terms:
    """The terms of all lanes, from the options that users write. Without an opponent the learner plays both sides."""
    if side not in SIDES:
        raise UserError(f"side {side!r}: expected one of {', '.join(SIDES)}")
    if opponent is not None and opponent not in OPPONENTS:
        raise UserError(f"opponent {opponent!r}: expected one of {', '.join(OPPONENTS)}, or None to play both sides")
    for name, weight in (("touchdown", touchdown), ("progress", progress)):
        if not isfinite(weight):
            raise UserError(f"{name} {weight!r}: expected a finite number, the weight of that reward")
    if most_decisions < 1:
        raise UserError(f"most_decisions {most_decisions!r}: expected at least 1")
    macros = has_macros(actions)
    kind, overlooks, forgets = NO_OPPONENT, 0, 0
    if opponent == "random":
        kind = RANDOM_OPPONENT
    elif opponent is not None:
        kind = SCRIPTED_OPPONENT
        if opponent == "easy":
            overlooks, forgets = OVERLOOKS, FORGETS
    played = DRAWN if side == "both" else i64(SIDES.index(side))
    return Terms(
        kind,
        i64(overlooks),
        i64(forgets),
        played,
        i64(most_decisions),
        float(touchdown),
        float(progress),
        autoreset,
        macros,
    )


def has_macros(actions: str) -> bool:
    """Whether an action space has macros beside the single steps."""
    if actions not in ACTIONS:
        raise UserError(f"actions {actions!r}: expected {' or '.join(ACTIONS)}")
    return actions == "macros"


def lane_seeds(seed: int, lanes: int) -> list[int]:
    """A seed for each lane."""
    return [scrambled(seed * 1_000_003 + lane, 3) for lane in range(lanes)]
