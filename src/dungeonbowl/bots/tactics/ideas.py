"""What the search tries: ideas with the results of their tries, and where they come from."""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from dungeonbowl.bots.tactics import chests, plans, striking
from dungeonbowl.bots.tactics.places import Places
from dungeonbowl.bots.tactics.plans import Plan
from dungeonbowl.bots.tactics.styles import BOLD
from dungeonbowl.bots.tactics.tactician import foremost_first
from dungeonbowl.bots.tactics.taste import USUAL, Taste
from dungeonbowl.bots.tactics.view import View
from dungeonbowl.bots.tactics.walks import walk
from dungeonbowl.engine.game import Game

MOST_IDEAS: Final[i64] = 12  # twice as many if there is time for them
AMPLE_TRIES: Final[i64] = 300
TRIES_PER_IDEA: Final[i64] = 8  # ideas are at most the tries divided by this
WORSE: Final = 0.05  # by how much the end of the turn is worse when it is no longer tried


@final
class Idea:
    """Something to try: a plan with its first action, the style of the rest of the turn, and the results of its tries,
    both if the script goes on and if the turn ends after the plan."""

    ongoing: vec[float]
    stopped: vec[float]

    def __init__(self, first: i64, plan: Plan | None, style: Taste = USUAL) -> None:
        self.first = first
        self.plan = plan
        self.style = style
        self.then: Plan | None = None  # what comes after the plan, before the script goes on
        self.total = 0.0
        self.total_stopped = 0.0
        self.ongoing = vec[float]()
        self.stopped = vec[float]()
        self.never_stops: bool = False  # to end the turn after the plan is no longer tried

    def forget_tries(self) -> None:
        """Be tried anew: what was chosen for its results has had luck with its dice."""
        self.total = 0.0
        self.total_stopped = 0.0
        self.ongoing = vec[float]()
        self.stopped = vec[float]()

    def add(self, ongoing: float, stopped: float) -> None:
        self.total += ongoing
        self.total_stopped += stopped
        self.ongoing = append(self.ongoing, ongoing)
        self.stopped = append(self.stopped, stopped)

    def tries(self) -> i64:
        return len(self.ongoing)

    def stops(self) -> bool:
        """Whether it is better to end the turn after the plan."""
        return not self.never_stops and self.total_stopped > self.total

    def give_up_stopping(self) -> None:
        """After some tries: do not try to end the turn after the plan any more if that was worse."""
        if self.total_stopped + WORSE * float(len(self.ongoing)) < self.total:
            self.never_stops = True

    def mean(self) -> float:
        tries = len(self.ongoing)
        if tries == 0:
            return -2.0
        return (self.total_stopped if self.stops() else self.total) / float(tries)

    def result(self, index: i64) -> float:
        return self.stopped[index] if self.stops() else self.ongoing[index]


@final
class Lead:
    """By how much one idea was better than another on average, and the standard error of that."""

    def __init__(self, rival: Idea, usual: Idea) -> None:
        count = rival.tries()
        total = 0.0
        squares = 0.0
        index: i64 = 0
        while index < count:
            gap = rival.result(index) - usual.result(index)
            total += gap
            squares += gap * gap
            index += 1
        self.mean = 0.0
        self.error = 0.0
        if count > 0:
            self.mean = total / float(count)
            spread = squares / float(count) - self.mean * self.mean
            if spread > 0.0:
                self.error = math.sqrt(spread / float(count))


def ideas_for(tries: i64) -> i64:
    """How many ideas so many tries can tell apart; at least the script's own and one more."""
    most = MOST_IDEAS * 2 if tries >= AMPLE_TRIES else MOST_IDEAS
    if tries // TRIES_PER_IDEA < most:
        most = tries // TRIES_PER_IDEA
    return most if most > 2 else i64(2)


def later_ideas(usual: Idea, rivals: list[Idea]) -> list[Idea]:
    """The script's own plan, and after it the plan of a rival for another player."""
    found: list[Idea] = []
    own = usual.plan
    if own is None or own.kind == plans.SCORE:  # nothing comes after a touchdown
        return found
    for rival in rivals:
        if rival.plan is not None and rival.then is None and rival.plan.piece != own.piece:
            idea = Idea(usual.first, own, rival.style)
            idea.then = rival.plan
            found.append(idea)
    return found


def without_twins(rivals: list[Idea], usual: Idea) -> list[Idea]:
    """Without ideas whose tries have all gone as those of another one or of the script's own: the same plan in a style
    that changes nothing. They would only take tries from the others."""
    found: list[Idea] = []
    for rival in rivals:
        alone = not is_twin(rival, usual)
        for other in found:
            if is_twin(rival, other):
                alone = False
        if alone:
            found.append(rival)
    return found


def is_twin(idea: Idea, other: Idea) -> bool:
    return (
        idea.tries() == other.tries()
        and idea.first == other.first
        and idea.total == other.total
        and idea.total_stopped == other.total_stopped
    )


def ranked(idea: Idea) -> float:
    return -idea.mean()


def add_idea(game: Game, ideas: list[Idea], plan: Plan, style: Taste) -> None:
    """Add an idea, unless it is in the list already."""
    first = i64(plan.steps[0])
    if not game.has_offered(first):
        return
    for idea in ideas:
        if idea.plan is not None and idea.then is None and idea.plan.steps == plan.steps and idea.style is style:
            return
    ideas.append(Idea(first, plan, style))


def add_pair(game: Game, ideas: list[Idea], plan: Plan, then: Plan, style: Taste) -> None:
    """Add a plan with another one after it."""
    first = i64(plan.steps[0])
    if game.has_offered(first):
        idea = Idea(first, plan, style)
        idea.then = then
        ideas.append(idea)


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
        runs = plans.runs(view, 4)
    if view.loose >= 0:
        keep(found, plans.fetch(view))
    openings: list[Plan] = []
    if view.hidden:
        openings = chests.openings(view, 4)
    deeds = [
        runs,
        striking.blitzes(view, 6),
        striking.blocks(view, 5),
        openings,
        walks(view, USUAL, 5),
        walks(view, BOLD, 3),
    ]
    for first, last in ((0, 2), (2, 3), (3, 6)):  # a few of each kind first, then more of them
        for several in deeds:
            found.extend(several[first:last])
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


def keep(found: list[Plan], plan: Plan | None) -> None:
    if plan is not None:
        found.append(plan)
