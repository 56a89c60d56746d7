"""The searching coach. It tries its ideas on clones of the match, with dice of its own. Each try is played on with
scripted coaches for a few team turns, and the evaluation judges the position after each of them.

Tries are shared out by successive halving: all ideas get the same number, and the better half goes on. Every idea meets
the same dice, so that luck does not decide. Work is counted in tries: the same seed and number of tries always give the
same answer, and a busy machine makes the search slower, never weaker. A limit of time can be set on top; it does not
count for the first `FLOOR` tries. Dominated options (`sound.py`) are not tried at all.
"""

from __future__ import annotations

import math
import time
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from dungeonbowl.bots.tactics import answers, chests, plans, sound, striking
from dungeonbowl.bots.tactics.evaluation import Evaluation
from dungeonbowl.bots.tactics.places import Places
from dungeonbowl.bots.tactics.plans import Plan
from dungeonbowl.bots.tactics.tactician import Tactician, foremost_first, play_on
from dungeonbowl.bots.tactics.taste import AHEAD, HUNT, SHUN, USUAL, USUAL_TASTE, Taste
from dungeonbowl.bots.tactics.view import NOBODY, View
from dungeonbowl.bots.tactics.walks import walk
from dungeonbowl.engine import actions
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.game import HIDDEN, Game
from dungeonbowl.engine.loop import choose_trusted, list_options

HORIZON: Final[i64] = 4  # team turns: the rest of this one, the answer to it, and one more of each
MOST_DECISIONS: Final[i64] = 500  # in one try
MOST_IDEAS: Final[i64] = 12  # twice as many if there is time for them
AMPLE_TRIES: Final[i64] = 300
FLOOR: Final[i64] = 48  # tries of a whole plan that are made whatever the clock says
DOUBT: Final = 0.5  # standard errors by which an idea must be better than the script's own
LAST_LOOK: Final = 0.5  # the weight of the position at the end of a try; the positions before it share the rest
A_TRIFLE: Final = 0.002
ENOUGH: Final = 8  # tries after which an idea may be given up, or may replace the script's own
HOPE: Final = 2.0  # standard errors
ALL_BUT_SURE: Final = 0.97
SMALL_SHARE: Final = 3  # a small question gets the tries of a whole plan divided by this


@final
class Idea:
    """Something to try: a plan with its first action, and the results of its tries."""

    results: vec[float]

    def __init__(self, first: i64, plan: Plan | None) -> None:
        self.first = first
        self.plan = plan
        self.total = 0.0
        self.results = vec[float]()

    def mean(self) -> float:
        tries = len(self.results)
        return self.total / float(tries) if tries > 0 else -2.0


@final
class Lead:
    """By how much one idea was better than another on average, and the standard error of that."""

    def __init__(self, rival: Idea, usual: Idea) -> None:
        count = len(rival.results)
        total = 0.0
        squares = 0.0
        index: i64 = 0
        while index < count:
            gap = rival.results[index] - usual.results[index]
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


@final
class Searcher:
    """A coach that searches. `tries` is the work of one decision, `seconds` a limit of time (0 for none)."""

    def __init__(self, evaluation: Evaluation, seed: i64, tries: i64, seconds: float) -> None:
        self.evaluation = evaluation
        self.tries = tries
        self.seconds = seconds
        self.seed = seed
        self.horizon: i64 = HORIZON
        self.doubt: float = DOUBT
        self.last_look: float = LAST_LOOK
        self.most_ideas: i64 = MOST_IDEAS
        if tries >= AMPLE_TRIES:
            self.most_ideas = MOST_IDEAS * 2
        self.coach = Tactician()  # it follows the chosen plan, and suggests the first idea
        self.nodes: i64 = 0
        self.ideas: list[Idea] = []  # the ideas of the last decision, best first

    def choose(self, game: Game) -> i64:
        """One of the options, which must have been listed just before."""
        coach = self.coach
        self.ideas = []
        if game.offers == 1:
            if coach.next < len(coach.plan) and i64(coach.plan[coach.next]) == game.offered[0]:
                coach.next += 1
            return game.offered[0]
        usual = game.stack[-1].usual(game)
        if usual != 0:  # not worth a search
            return usual
        if coach.next < len(coach.plan):
            planned = i64(coach.plan[coach.next])
            if game.has_offered(planned):
                coach.next += 1
                return planned
        if game.has_offered(actions.END_TURN):
            return self.best_plan(game)
        if game.has_offered(actions.END_ACTIVATION) and answers.is_acting(game, game.asked):
            return self.best_ending(game)
        if game.active < 0 or game.offers > MOST_IDEAS:
            return coach.choose(game)
        return self.best_answer(game)

    # --- ideas ----------------------------------------------------------------------------------------------------

    def best_plan(self, game: Game) -> i64:
        """Between two activations: the next plan."""
        coach = self.coach
        side = game.asked
        before = coach.thought_of.copy()
        turn = coach.turn
        coach.waits = False
        coach.blitz_looks = 0
        own = coach.next_plan(game, side)
        list_options(game)
        if coach.turn != turn:
            before = set()
        ideas: list[Idea] = []
        if own is not None:
            if own.piece < 0:  # coming out of the dugout costs nothing
                coach.follow(own)
                return i64(own.steps[0])
            add_idea(game, ideas, own)
            if own.kind == plans.SCORE and own.odds > ALL_BUT_SURE:
                coach.follow(own)
                return i64(own.steps[0])
        if not ideas:
            ideas.append(Idea(actions.END_TURN, None))
        view = View(game, side)
        certain = sound.openers(view)
        others = candidates(view)
        list_options(game)
        for plan in others:
            if not sound.leaves_ball(certain, plan):
                add_idea(game, ideas, plan)
        if i64(len(ideas)) > self.most_ideas - 1:
            del ideas[int(self.most_ideas) - 1 :]
        passing = sound.is_passing(game, own, others)
        if ideas[0].plan is None:
            if passing and len(ideas) > 1:
                del ideas[:1]
        elif not passing:
            ideas.append(Idea(actions.END_TURN, None))
        coach.thought_of = before
        coach.plan = []
        coach.next = 0
        best = self.try_all(game, ideas, self.tries, self.seconds)
        if best.plan is not None:
            coach.follow(best.plan)
            coach.thought_of.add(int(best.plan.piece))
        return best.first

    def best_ending(self, game: Game) -> i64:
        """In the middle of an activation whose plan is done: go on as the script would, or stop."""
        coach = self.coach
        trial = Tactician()
        trial.kind = coach.kind
        trial.urgency = coach.urgency
        going = trial.choose(game)
        list_options(game)
        coach.plan = []
        coach.next = 0
        if going == actions.END_ACTIVATION:
            return going
        ideas = [Idea(going, Plan(trial.kind, game.acting, 1.0, 0.0, [int(going), *rest_of(trial)]))]
        view = View(game, game.asked, USUAL, game.acting if game.ball_of(game.acting) >= 0 else NOBODY)
        if game.acting == view.carrier:
            self.add_rest(game, ideas, plans.score(view))
            self.add_rest(game, ideas, plans.run(view, 0.0))
            self.add_rest(game, ideas, plans.run(view, 2.0))
            self.add_rest(game, ideas, plans.run(view, -0.6))
        list_options(game)
        if not sound.is_stopping_short(view):
            ideas.append(Idea(actions.END_ACTIVATION, None))
        best = self.try_all(game, ideas, self.tries // SMALL_SHARE, self.seconds / float(SMALL_SHARE))
        if best.plan is not None:
            coach.follow(best.plan)
        return best.first

    def add_rest(self, game: Game, ideas: list[Idea], plan: Plan | None) -> None:
        """Add a plan for the player who is already acting: its steps after the declaration."""
        if plan is not None and len(plan.steps) > 2:
            add_idea(game, ideas, Plan(plan.kind, plan.piece, plan.odds, plan.worth, plan.steps[2:]))

    def best_answer(self, game: Game) -> i64:
        """A small question: a face, a re-roll, a push. While no ball has been found the evaluation knows too little,
        and the script decides."""
        count = game.offers
        options: list[i64] = []
        index: i64 = 0
        while index < count:
            options.append(game.offered[index])
            index += 1
        bad = sound.dominated(game)
        usual = answers.answer(game, game.asked)
        list_options(game)
        if int(usual) in bad:
            usual = sound.mended(game, usual)
        if is_ball_hidden(game):
            return usual
        ideas = [Idea(usual, None)]
        for option in options:
            if option != usual and int(option) not in bad:
                ideas.append(Idea(option, None))
        return self.try_all(game, ideas, self.tries // SMALL_SHARE, self.seconds / float(SMALL_SHARE)).first

    # --- trying ---------------------------------------------------------------------------------------------------

    def try_all(self, game: Game, ideas: list[Idea], tries: i64, seconds: float) -> Idea:
        """Successive halving. The first idea is the script's own: it stays in to the end, and only an idea that is
        clearly better replaces it, because a small lead is often luck."""
        began = time.perf_counter()
        usual = ideas[0]
        rivals = ideas[1:]
        rounds: i64 = 1
        while i64(1) << rounds < i64(len(rivals)):
            rounds += 1
        number: i64 = 0
        turn: i64 = 0
        while turn < rounds and rivals:
            turn += 1
            share = tries // (rounds * i64(len(rivals) + 1))
            if share < 1:
                share = 1
            floor = FLOOR // (rounds * i64(len(rivals) + 1))
            if floor < 1:
                floor = 1
            again: i64 = 0
            out_of_time = False
            while again < share and not out_of_time:
                self.attempt(game, usual, number)
                for idea in rivals:
                    if seconds > 0.0 and again >= floor and time.perf_counter() - began >= seconds:
                        break  # time is up in the middle of a round: only tries that both ideas have are compared
                    self.attempt(game, idea, number)
                number += 1
                again += 1
                if seconds > 0.0 and again >= floor:
                    spent = time.perf_counter() - began
                    if spent >= seconds * float(turn) / float(rounds):
                        out_of_time = True
            rivals = sorted([idea for idea in rivals if not self.is_hopeless(idea, usual)], key=ranked)
            if turn < rounds:
                rivals = rivals[: (len(rivals) + 1) // 2]
        best = usual
        if rivals and self.is_better(rivals[0], usual):
            best = rivals[0]
        self.ideas = sorted(ideas, key=ranked)
        return best

    def is_better(self, rival: Idea, usual: Idea) -> bool:
        """Whether the rival has enough tries, and its mean lead is larger than the doubt."""
        lead = Lead(rival, usual)
        return len(rival.results) >= ENOUGH and lead.mean > self.doubt * lead.error + A_TRIFLE

    def is_hopeless(self, rival: Idea, usual: Idea) -> bool:
        """Whether it is nearly certain that an idea is no better than the script's own."""
        lead = Lead(rival, usual)
        return len(rival.results) >= ENOUGH and lead.mean + HOPE * lead.error < 0.0

    def attempt(self, game: Game, idea: Idea, number: i64) -> None:
        """One try: the idea, the rest of the turn, the turns after it."""
        side = game.asked
        trial = game.clone()
        coaches = [Tactician() for _ in range(int(game.squads.sides))]
        mine = coaches[side]
        mine.turn = self.coach.turn
        mine.urgency = self.coach.urgency
        mine.distance = self.coach.distance
        mine.nearest = self.coach.nearest
        mine.stalled = self.coach.stalled
        mine.rescued = self.coach.rescued.copy()
        mine.thought_of = self.coach.thought_of.copy()
        mine.blitz_looks = self.coach.blitz_looks
        if idea.plan is not None:
            mine.follow(idea.plan)
            mine.thought_of.add(int(idea.plan.piece))
        else:
            mine.plan = self.coach.plan
            mine.next = self.coach.next
            mine.kind = self.coach.kind
        before = trial.decisions
        choose_trusted(trial, idea.first)
        dice = SeededDice((self.seed & 0xFFFFFF) * 1000003 + number * 7919 + game.decisions * 104729)
        value = self.worth(trial, coaches, dice, side)
        self.nodes += trial.decisions - before
        idea.total += value
        idea.results = append(idea.results, value)

    def worth(self, trial: Game, coaches: list[Tactician], dice: SeededDice, side: i64) -> float:
        """Play on and evaluate the position after each team turn. The last position counts most. Earlier ones show less
        of what comes of an idea, but contain less luck."""
        looks = 0.0
        turns: i64 = 1
        while True:
            play_on(trial, coaches, dice, 1, MOST_DECISIONS)
            value = self.evaluation.value(trial, side)
            if turns >= self.horizon:
                break
            looks += value
            turns += 1
        if turns == 1:
            return value
        return self.last_look * value + (1.0 - self.last_look) * looks / float(turns - 1)


def is_ball_hidden(game: Game) -> bool:
    """Whether no ball has been found yet."""
    for where in game.balls:
        if i64(where) != HIDDEN:
            return False
    return True


def ranked(idea: Idea) -> float:
    return -idea.mean()


def rest_of(coach: Tactician) -> list[int]:
    return coach.plan[coach.next :]


def add_idea(game: Game, ideas: list[Idea], plan: Plan) -> None:
    """Add an idea, unless it is in the list already."""
    first = i64(plan.steps[0])
    if not game.has_offered(first):
        return
    for idea in ideas:
        if idea.plan is not None and idea.plan.steps == plan.steps:
            return
    ideas.append(Idea(first, plan))


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


def bold_taste() -> Taste:
    """A taste for going up to opponents and ahead of the side's own carrier."""
    numbers = list(USUAL_TASTE)
    numbers[SHUN] = -0.5
    numbers[AHEAD] = 0.8
    numbers[HUNT] = 1.0
    return Taste(numbers)


BOLD: Final = bold_taste()


def keep(found: list[Plan], plan: Plan | None) -> None:
    if plan is not None:
        found.append(plan)
