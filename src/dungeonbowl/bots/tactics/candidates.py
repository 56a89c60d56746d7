"""The plans that the search tries beside the script's own, and that hints are taken from."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.bots.tactics import chests, plans, striking, throws
from dungeonbowl.bots.tactics.places import Places
from dungeonbowl.bots.tactics.plans import SAFE, WALK, Plan, activation, by_worth, stop
from dungeonbowl.bots.tactics.styles import BOLD, CAGE, SCREEN
from dungeonbowl.bots.tactics.tactician import foremost_first
from dungeonbowl.bots.tactics.taste import USUAL, Taste
from dungeonbowl.bots.tactics.view import View
from dungeonbowl.bots.tactics.walks import careful_square, walk
from dungeonbowl.engine.actions import MOVE_ACTION

DARING: Final = 0.6  # how unlikely a walk with dice may be
A_STEP: Final = 0.002  # the worth of a place that is better by a step


def candidates(view: View) -> list[Plan]:
    """The plans that a good coach would consider, the most promising first."""
    found: list[Plan] = []
    runs: list[Plan] = []
    if view.carrier >= 0 and view.is_ready(view.carrier):
        keep(found, plans.score(view))
        keep(found, plans.run(view, 0.0))
        keep(found, plans.hand_on(view))
        keep(found, plans.run(view, 2.0))
        keep(found, plans.run(view, -0.6))  # a more careful run than usual
        keep(found, throws.throw_on(view))
        runs = plans.runs(view, 4)
    fetches: list[Plan] = []
    if view.loose >= 0:
        fetches = fetching(view)
    openings: list[Plan] = []
    if view.hidden:
        openings = chests.openings(view, 4)
    deeds = [
        fetches,
        runs,
        striking.blitzes(view, 6),
        striking.blocks(view, 5),
        openings,
        walks(view, USUAL, 5),
        walks(view, BOLD, 3),
        dares(view),
        walks(view, CAGE if view.carrier >= 0 else SCREEN, 3),
    ]
    for first, last in ((0, 2), (2, 3), (3, 6)):  # a few of each kind first, then more of them
        for several in deeds:
            found.extend(several[first:last])
    keep(found, throws.foul(view))
    return found


def walks(view: View, taste: Taste, most: i64) -> list[Plan]:
    """Walks of the foremost players that have no other plan."""
    seen = view if taste is USUAL else View(view.game, view.side, taste)
    places = Places(seen)
    found: list[Plan] = []
    for piece in foremost_first(seen):
        if not seen.holds_ball(piece) and i64(len(found)) < most:
            keep(found, walk(seen, piece, places))
    return found


def fetching(view: View) -> list[Plan]:
    """What each player could do to pick up the ball, the best first."""
    found: list[Plan] = []
    for piece in view.ready:
        keep(found, plans.fetching(view, piece, -0.05))
    found.sort(key=by_worth)
    return found


def dares(view: View) -> list[Plan]:
    """Walks that need dice, to places that are worth more than any that is safe to reach: past an opponent, or a step
    farther than the legs carry. The script does not risk them."""
    found: list[Plan] = []
    if view.hidden:
        return found
    seen = View(view.game, view.side, USUAL)
    seen.daring = DARING
    places = Places(seen)
    for piece in seen.ready:
        if seen.holds_ball(piece) or not seen.is_standing(piece):
            continue
        here = places.value(seen, piece, seen.square(piece))
        where = careful_square(seen, piece, places, here + 0.05)
        if where < 0:
            continue
        ways = seen.reach(piece)
        odds = ways.odds(where)
        if odds < SAFE:
            gain = A_STEP * odds * (places.value(seen, piece, where) - here)
            steps = activation(piece, MOVE_ACTION, stop(ways.actions(where)))
            found.append(Plan(WALK, piece, odds, gain, steps))
    found.sort(key=by_worth)
    return found


def keep(found: list[Plan], plan: Plan | None) -> None:
    if plan is not None:
        found.append(plan)
