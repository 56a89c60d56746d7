"""Over HTTP: the lessons, and the puzzle of a day."""

from __future__ import annotations

from datetime import date

from litestar import get

from dungeonbowl.errors import UserError
from dungeonbowl.scenes.exercises import DAILY, LESSONS, daily, exercise, exercises, names
from dungeonbowl.server import wire
from dungeonbowl.server.budgets import BUDGET, REQUESTS
from dungeonbowl.server.exercising import exercise_card
from dungeonbowl.server.failures import NotFound
from dungeonbowl.storage.matches import now


@get("/exercises", tags=["exercises"], sync_to_thread=True, opt={BUDGET: REQUESTS})
def list_exercises() -> wire.Exercises:
    """The lessons in their order, and the puzzle of today."""
    today = now().date()
    cards = [exercise_card(each) for each in exercises(LESSONS)]
    return wire.Exercises(cards, exercise_card(daily(today), today.isoformat()), len(names(DAILY)))


@get("/exercises/puzzles/{which:str}", tags=["exercises"], sync_to_thread=True, opt={BUDGET: REQUESTS})
def get_puzzle(which: str) -> wire.ExerciseCard:
    """The puzzle of a day (2026-11-17) or of a name."""
    try:
        day = date.fromisoformat(which)
    except ValueError:
        pass
    else:
        return exercise_card(daily(day), day.isoformat())
    try:
        return exercise_card(exercise(f"{DAILY}:{which[:60]}"))
    except UserError:
        raise NotFound(f"there is no puzzle {which[:60]!r}; expected a date such as 2026-11-17, or a name") from None
