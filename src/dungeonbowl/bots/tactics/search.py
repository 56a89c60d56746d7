"""The searching coach: it tries what it might do on clones of the match, with dice of its own, and plays each try on
with scripted coaches until the other side has had its turn; then the evaluation judges.

Tries are shared out by successive halving: all ideas get the same number, the better half goes on. Every idea meets
the same dice, so that luck does not decide. For a given seed and number of tries the answer is always the same; with a
limit of time it depends on the machine.
"""

from __future__ import annotations

import time
from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.bots.tactics import answers, plans
from dungeonbowl.bots.tactics.evaluation import Evaluation
from dungeonbowl.bots.tactics.plans import Places, Plan
from dungeonbowl.bots.tactics.tactician import Tactician, play_on
from dungeonbowl.bots.tactics.view import View
from dungeonbowl.engine import actions
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, list_options

HORIZON: Final[i64] = 4  # team turns: the rest of this one, the answer to it, and one more of each
MOST_DECISIONS: Final[i64] = 500  # in one try
MOST_IDEAS: Final = 12
SMALL_SHARE: Final = 3  # a small question gets this part of the tries of a whole plan


@final
class Idea:
    """Something to try: a plan with its first action, and what has come of it so far."""

    def __init__(self, first: i64, plan: Plan | None) -> None:
        self.first = first
        self.plan = plan
        self.total = 0.0
        self.tries: i64 = 0

    def mean(self) -> float:
        return self.total / float(self.tries) if self.tries > 0 else -2.0


@final
class Searcher:
    """A coach that searches. `tries` limits the work of one decision, `seconds` its time (0 for no limit)."""

    def __init__(self, evaluation: Evaluation, seed: i64, tries: i64, seconds: float) -> None:
        self.evaluation = evaluation
        self.tries = tries
        self.seconds = seconds
        self.seed = seed
        self.coach = Tactician()  # follows the plan chosen, and has ideas of its own
        self.nodes: i64 = 0
        self.ideas: list[Idea] = []  # of the last decision, best first

    def choose(self, game: Game) -> i64:
        """One of the options, which must have been listed just before."""
        coach = self.coach
        self.ideas = []
        if game.offers == 1:
            if coach.next < len(coach.plan) and i64(coach.plan[coach.next]) == game.offered[0]:
                coach.next += 1
            return game.offered[0]
        if coach.next < len(coach.plan):
            planned = i64(coach.plan[coach.next])
            if answers.offered(game, planned):
                coach.next += 1
                return planned
        options: list[int] = []
        index: i64 = 0
        while index < game.offers:
            options.append(int(game.offered[index]))
            index += 1
        if answers.offered(game, actions.END_TURN):
            return self.best_plan(game, options)
        if answers.offered(game, actions.END_ACTIVATION):
            return self.best_ending(game)
        if len(options) > MOST_IDEAS:
            return coach.choose(game)
        ideas = [Idea(i64(option), None) for option in options]
        return self.try_all(game, ideas, self.tries // SMALL_SHARE, self.seconds / float(SMALL_SHARE)).first

    # --- ideas ----------------------------------------------------------------------------------------------------

    def best_plan(self, game: Game, options: list[int]) -> i64:
        """Between two activations: what to do next."""
        coach = self.coach
        side = game.asked
        own = coach.next_plan(game, side)
        list_options(game)
        ideas: list[Idea] = []
        if own is not None:
            add_idea(game, ideas, own)
            if own.piece < 0:  # the dugout is free
                coach.follow(own)
                return i64(own.steps[0])
        view = View(game, side)
        for plan in candidates(view):
            add_idea(game, ideas, plan)
        ideas.append(Idea(actions.END_TURN, None))
        best = self.try_all(game, ideas[:MOST_IDEAS], self.tries, self.seconds)
        if best.plan is None:
            coach.plan = []
            coach.next = 0
            return best.first
        coach.follow(best.plan)
        coach.thought_of.add(int(best.plan.piece))
        return best.first

    def best_ending(self, game: Game) -> i64:
        """In the middle of an activation whose plan is done: go on as the script would, or stop."""
        trial = Tactician()
        trial.kind = self.coach.kind
        trial.urgency = self.coach.urgency
        going = trial.choose(game)
        list_options(game)
        if going == actions.END_ACTIVATION:
            self.coach.plan = []
            self.coach.next = 0
            return going
        ideas = [Idea(going, Plan(trial.kind, game.acting, 1.0, 0.0, [int(going)] + rest_of(trial)))]
        ideas.append(Idea(actions.END_ACTIVATION, None))
        hit = answers.first_offer(game, actions.BLOCK)
        if hit != 0 and hit != going:
            ideas.append(Idea(hit, None))
        best = self.try_all(game, ideas, self.tries // SMALL_SHARE, self.seconds / float(SMALL_SHARE))
        if best.plan is not None:
            self.coach.follow(best.plan)
        else:
            self.coach.plan = []
            self.coach.next = 0
        return best.first

    # --- trying ---------------------------------------------------------------------------------------------------

    def try_all(self, game: Game, ideas: list[Idea], tries: i64, seconds: float) -> Idea:
        """Successive halving."""
        began = time.perf_counter()
        living = ideas
        rounds: i64 = 1
        while i64(1) << rounds < i64(len(ideas)):
            rounds += 1
        number: i64 = 0
        turn: i64 = 0
        while len(living) > 1:
            turn += 1
            share = tries // (rounds * i64(len(living)))
            if share < 1:
                share = 1
            again: i64 = 0
            out_of_time = False
            while again < share and not out_of_time:
                for idea in living:
                    self.attempt(game, idea, number)
                number += 1
                again += 1
                if seconds > 0.0:
                    spent = time.perf_counter() - began
                    if spent >= seconds * float(turn) / float(rounds):
                        out_of_time = True
            living = sorted(living, key=ranked)
            living = living[: (len(living) + 1) // 2] if len(living) > 2 else living[:1]
        self.ideas = sorted(ideas, key=ranked)
        return living[0]

    def attempt(self, game: Game, idea: Idea, number: i64) -> None:
        """One try: the idea, the rest of the turn, the other side's turn."""
        side = game.asked
        trial = game.clone()
        coaches = [Tactician() for _ in range(int(game.squads.sides))]
        mine = coaches[side]
        mine.turn = self.coach.turn
        mine.urgency = self.coach.urgency
        mine.distance = self.coach.distance
        mine.thought_of = self.coach.thought_of.copy()
        if idea.plan is not None:
            mine.follow(idea.plan)
            mine.thought_of.add(int(idea.plan.piece))
        else:
            mine.plan = self.coach.plan
            mine.next = self.coach.next
            mine.kind = self.coach.kind
        before = trial.decisions
        choose_trusted(trial, idea.first)
        play_on(trial, coaches, SeededDice(self.seed + number * 7919 + game.decisions), HORIZON, MOST_DECISIONS)
        self.nodes += trial.decisions - before
        idea.total += self.evaluation.value(trial, side)
        idea.tries += 1


def ranked(idea: Idea) -> float:
    return -idea.mean()


def rest_of(coach: Tactician) -> list[int]:
    return coach.plan[coach.next :]


def add_idea(game: Game, ideas: list[Idea], plan: Plan) -> None:
    """Another idea, unless it is one of those there are."""
    first = i64(plan.steps[0])
    if not answers.offered(game, first):
        return
    for idea in ideas:
        if idea.plan is not None and idea.plan.steps == plan.steps:
            return
    ideas.append(Idea(first, plan))


def candidates(view: View) -> list[Plan]:
    """What a good coach would think of, the most promising first."""
    found: list[Plan] = []
    game = view.game
    if view.carrier >= 0 and view.is_ready(view.carrier):
        keep(found, plans.score(view))
        keep(found, plans.hand_on(view))
        keep(found, plans.run(view, 0.0))
        keep(found, plans.run(view, 1.5))
        keep(found, plans.run(view, 5.0))
    if view.loose >= 0:
        keep(found, plans.fetch(view))
    keep(found, plans.blitz(view, -0.05))
    keep(found, plans.block(view, -0.05))
    keep(found, plans.block(view, 0.004))
    if view.hidden and view.carrier < 0 and game.chests_closed > 0:
        keep(found, plans.open_chest(view))
    places = Places(view)
    walks = 0
    for piece in view.ready:
        if piece != view.carrier and walks < 3:
            plan = plans.walk(view, piece, places)
            if plan is not None:
                found.append(plan)
                walks += 1
    return found


def keep(found: list[Plan], plan: Plan | None) -> None:
    if plan is not None:
        found.append(plan)
