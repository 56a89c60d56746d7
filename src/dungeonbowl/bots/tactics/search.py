"""The searching coach. It tries its ideas on clones of the match, with dice of its own. Each try is played on with
scripted coaches to the end of the turn and through the answer of the opponents, and the learned value judges the
positions after both.

An idea is a plan for one player and a style in which the script plays the rest of the turn. Every try has two endings:
the script goes on, or the turn ends after the plan. An idea is worth the better of the two on average: otherwise a
turnover could look good because it keeps the script from doing something worse. The opponents answer in several styles.

With many tries an idea may be two plans: a team-mate comes up before a blow (`assists.py`), or what the script would do
first comes before the plan. Only the first one is followed, and then it is thought anew.

Tries are shared out by successive halving: all ideas get the same number, and the better half goes on. Every idea meets
the same dice, so that luck does not decide. Work is counted in tries: the same seed and number of tries always give the
same answer, and a busy machine makes the search slower, never weaker. A limit of time can be set on top. It is the
time that the processor works for this thread, not the time on the clock, and it does not count for the first `FLOOR`
tries. Dominated options (`sound.py`) are not tried at all.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.bots.tactics import answers, plans, sound
from dungeonbowl.bots.tactics.assists import assists
from dungeonbowl.bots.tactics.ideas import (
    MOST_IDEAS,
    Idea,
    Lead,
    add_idea,
    add_pair,
    candidates,
    ideas_for,
    later_ideas,
    ranked,
    without_twins,
)
from dungeonbowl.bots.tactics.plans import Plan
from dungeonbowl.bots.tactics.styles import SIDE_STYLES, style_of_answer
from dungeonbowl.bots.tactics.tactician import Tactician, play_on
from dungeonbowl.bots.tactics.taste import USUAL, Taste
from dungeonbowl.bots.tactics.value import Value
from dungeonbowl.bots.tactics.view import NOBODY, View
from dungeonbowl.engine import actions
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.frames import ASK, NOTHING
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, give_dice, list_options, settle
from dungeonbowl.engine.places import HIDDEN
from dungeonbowl.engine.sides import TURNS

HORIZON: Final[i64] = 2  # team turns: the rest of this one, and the answer to it
HIDDEN_SIGHT: Final[i64] = 3  # while no ball is found: what the value thinks of places shows one turn later
MOST_DECISIONS: Final[i64] = 500  # in one try
MANY_TRIES: Final[i64] = 600  # from so many on it is worth the while to try orders of plans
MOST_ASSISTS: Final[i64] = 4
FINALISTS: Final[i64] = 3  # rivals that are tried before and after the script's own plan
FLOOR: Final[i64] = 48  # tries of a whole plan that are made whatever the clock says
# Standard errors by which an idea must be better than the script's own. The best of a dozen ideas that are no better
# leads by one or two of them by luck alone, so the larger the error, the more of them: with few tries one and a half,
# with many less than one. More thought leaves the script more often.
DOUBT: Final = 0.8
CAUTION: Final = 8.0  # by how much that number grows with the error
LAST_TURNS: Final[i64] = 5  # team turns that are left at most when a side has one more turn after this one
LAST_LOOK: Final = 0.8  # the weight of the position at the end of a try; the positions before it share the rest
A_TRIFLE: Final = 0.002
ENOUGH: Final = 8  # tries after which an idea may be given up, or may replace the script's own
HOPE: Final = 2.0  # standard errors
ALL_BUT_SURE: Final = 0.97
STIR: Final[i64] = 0x45D9F3B
STIR_MASK: Final[i64] = 0x3FFFFFFF
SMALL_SHARE: Final = 3  # a small question gets the tries of a whole plan divided by this


@final
class Searcher:
    """A coach that searches. `tries` is the work of one decision, `seconds` a limit of processor time (0 for none)."""

    def __init__(self, evaluation: Value, seed: i64, tries: i64, seconds: float) -> None:
        self.evaluation = evaluation
        self.tries = tries
        self.seconds = seconds
        self.seed = seed
        self.horizon: i64 = HORIZON
        self.sight: i64 = HORIZON  # the same for this decision: longer if the match ends soon
        self.is_ending: bool = False  # a try of this decision lasts to the end of the match
        self.doubt: float = DOUBT
        self.last_look: float = LAST_LOOK
        self.ball: i64 = 0  # who had the ball when the plan was made
        self.style: Taste = USUAL  # the liking of this coach: its turns begin with it
        self.coach = Tactician()  # it follows the chosen plan, and suggests the first idea
        self.nodes: i64 = 0
        self.is_thorough: bool = False  # this decision has tries for the orders of plans
        self.number: i64 = 0  # of the next try in this decision: it chooses the dice and the style of the answer
        self.done: i64 = 0  # tries in this decision, before the round that is going on ...
        self.planned: i64 = 0  # ... and how many there will be
        self.ideas: list[Idea] = []  # the ideas of the last decision, best first
        self.listener: Callable[[int, int], None] | None = None  # told how many tries are done of how many

    def choose(self, game: Game) -> i64:
        """One of the options, which must have been listed just before."""
        coach = self.coach
        self.ideas = []
        if game.offers == 1:
            if coach.next < len(coach.plan) and i64(coach.plan[coach.next]) == game.offered[0]:
                coach.next += 1
            return game.offered[0]
        usual = game.top.usual(game)
        if usual != 0:  # not worth a search
            return usual
        ball = whose_ball(game)
        if ball != self.ball:  # found, lost or picked up: think anew
            self.ball = ball
            coach.plan = []
            coach.next = 0
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
        if game.side_value(side, TURNS) != turn:
            coach.taste = self.style
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
            add_idea(game, ideas, own, coach.taste)
            if own.kind == plans.SCORE and own.odds > ALL_BUT_SURE:
                coach.follow(own)
                return i64(own.steps[0])
        if not ideas:
            ideas.append(Idea(actions.END_TURN, None))
        view = View(game, side)
        certain = sound.openers(view)
        if own is not None and own.kind == plans.OPEN and len(certain) > 0:
            coach.follow(own)  # the ball is in there for certain
            coach.thought_of.add(int(own.piece))
            return i64(own.steps[0])
        others = candidates(view)
        most = ideas_for(self.tries)
        if most > 4 and self.style is USUAL:  # a personality keeps its own
            self.add_styles(game, ideas, side, before)
        list_options(game)
        if self.tries >= MANY_TRIES:
            for each in assists(view, MOST_ASSISTS):
                if not sound.leaves_ball(certain, each.walk):
                    add_pair(game, ideas, each.walk, each.blow, coach.taste)
        for plan in others:
            if not sound.leaves_ball(certain, plan):
                add_idea(game, ideas, plan, coach.taste)
        kept = most - 1 if most > 3 else most
        if i64(len(ideas)) > kept:
            del ideas[int(kept) :]
        passing = sound.is_passing(game, own, others)
        if ideas[0].plan is None:
            if passing and len(ideas) > 1:
                del ideas[:1]
        elif not passing and most > 3:  # with few tries a deed is the better rival: the script knows when to stop
            ideas.append(Idea(actions.END_TURN, None))
        coach.thought_of = before
        coach.plan = []
        coach.next = 0
        if self.tries >= MANY_TRIES:
            best = self.try_orders(game, ideas, self.tries, self.seconds)
        else:
            best = self.try_all(game, ideas, self.tries, self.seconds)
        coach.taste = best.style
        if best.plan is not None:
            coach.follow(best.plan)
            coach.thought_of.add(int(best.plan.piece))
        return best.first

    def add_styles(self, game: Game, ideas: list[Idea], side: i64, before: set[int]) -> None:
        """The script in other styles, each for the whole turn: it may begin with another player, or go on otherwise
        after the same beginning."""
        for style in SIDE_STYLES:
            if style is self.coach.taste:
                continue
            trial = Tactician(0, 1, style)
            take_after(trial, self.coach)
            trial.thought_of = before.copy()
            list_options(game)
            plan = trial.next_plan(game, side)
            list_options(game)
            if plan is not None and plan.piece >= 0:
                add_idea(game, ideas, plan, style)

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
        rest = Plan(trial.kind, game.acting, 1.0, 0.0, [int(going), *rest_of(trial)])
        ideas = [Idea(going, rest, coach.taste)]
        view = View(game, game.asked, USUAL, game.acting if game.ball_of(game.acting) >= 0 else NOBODY)
        if game.acting == view.carrier:
            self.add_rest(game, ideas, plans.score(view))
            self.add_rest(game, ideas, plans.run(view, 0.0))
            self.add_rest(game, ideas, plans.run(view, 2.0))
            self.add_rest(game, ideas, plans.run(view, -0.6))
        list_options(game)
        if not sound.is_stopping_short(view):
            ideas.append(Idea(actions.END_ACTIVATION, None, coach.taste))
        most = ideas_for(self.tries // SMALL_SHARE)
        if i64(len(ideas)) > most:
            del ideas[int(most) - 1 : -1]  # the end of the activation stays
        best = self.try_all(game, ideas, self.tries // SMALL_SHARE, self.seconds / float(SMALL_SHARE))
        if best.plan is not None:
            coach.follow(best.plan)
        return best.first

    def add_rest(self, game: Game, ideas: list[Idea], plan: Plan | None) -> None:
        """Add a plan for the player who is already acting: its steps after the declaration."""
        if plan is not None and len(plan.steps) > 2:
            rest = Plan(plan.kind, plan.piece, plan.odds, plan.worth, plan.steps[2:])
            add_idea(game, ideas, rest, self.coach.taste)

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
        ideas = [Idea(usual, None, self.coach.taste)]
        most = ideas_for(self.tries // SMALL_SHARE)
        for option in options:
            if option != usual and int(option) not in bad and i64(len(ideas)) < most:
                ideas.append(Idea(option, None, self.coach.taste))
        return self.try_all(game, ideas, self.tries // SMALL_SHARE, self.seconds / float(SMALL_SHARE)).first

    def set_sight(self, game: Game) -> None:
        """How many team turns a try of this decision lasts: longer while no ball is found. In the last turns of a match
        it lasts to the end, where the result is certain."""
        self.sight = self.horizon
        self.is_ending = False
        if is_ball_hidden(game) and self.horizon == HORIZON:
            self.sight = HIDDEN_SIGHT
        course = game.rules.tables.course
        if course.turn_limit > 0 and game.half >= course.halves and game.squads.sides == 2:
            left = course.turn_limit - game.side_value(game.asked, TURNS)
            if left <= 1 and self.sight < LAST_TURNS:
                self.sight = LAST_TURNS
                self.is_ending = True

    # --- trying ---------------------------------------------------------------------------------------------------

    def try_all(self, game: Game, ideas: list[Idea], tries: i64, seconds: float) -> Idea:
        """Successive halving. The first idea is the script's own: it stays in to the end, and only an idea that is
        clearly better replaces it, because a small lead is often luck."""
        usual = ideas[0]
        self.begin_trying(game, tries, False)
        rivals = self.halve(game, usual, ideas[1:], tries, seconds, 1)
        self.ideas = sorted(ideas, key=ranked)
        return rivals[0] if rivals and self.is_better(rivals[0], usual) else usual

    def try_orders(self, game: Game, ideas: list[Idea], tries: i64, seconds: float) -> Idea:
        """The same with many tries. Half of them choose the best few rivals. With the other half, and other dice, these
        are tried again, and so is each of them after the script's own plan. An idea that is as good after what the
        script would do first can wait: what needs no dice is done before what may end the turn."""
        usual = ideas[0]
        self.begin_trying(game, tries, True)
        rivals = self.halve(game, usual, ideas[1:], tries // 2, seconds / 2.0, FINALISTS)
        del rivals[int(FINALISTS) :]
        later = later_ideas(usual, rivals)
        if rivals:
            rivals.extend(later)
            usual.forget_tries()
            for idea in rivals:
                idea.forget_tries()
            rivals = self.halve(game, usual, rivals, tries - tries // 2, seconds / 2.0, 1)
        self.ideas = sorted([*ideas, *later], key=ranked)
        return rivals[0] if rivals and self.is_better(rivals[0], usual) else usual

    def begin_trying(self, game: Game, tries: i64, thorough: bool) -> None:
        self.set_sight(game)
        self.is_thorough = thorough
        self.number = 0
        self.done = 0
        self.planned = tries

    def halve(self, game: Game, usual: Idea, rivals: list[Idea], tries: i64, seconds: float, least: i64) -> list[Idea]:
        """Try all rivals, then the better half of them, and so on until not more than twice `least` are left. These
        are returned, best first, without those that are as good as certainly worse."""
        began = time.thread_time()
        rounds: i64 = 1
        left = i64(len(rivals))
        while left > 2 * least:
            left = (left + 1) // 2
            rounds += 1
        turn: i64 = 0
        done: i64 = 0
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
                self.attempt(game, usual, self.number)
                for idea in rivals:
                    if seconds > 0.0 and again >= floor and time.thread_time() - began >= seconds:
                        break  # time is up in the middle of a round: only tries that both ideas have are compared
                    self.attempt(game, idea, self.number)
                self.number += 1
                again += 1
                done += i64(len(rivals) + 1)
                if self.listener is not None:
                    planned = self.planned
                    if seconds > 0.0:  # as many as there will be, by the time that the first ones took
                        spent = time.thread_time() - began
                        if spent > 0.0 and float(done) * seconds / spent < float(tries):
                            planned = self.done + i64(float(done) * seconds / spent)
                    tried = self.done + done
                    self.listener(int(tried), int(planned if planned > tried else tried))
                if seconds > 0.0 and again >= floor:
                    spent = time.thread_time() - began
                    if spent >= seconds * float(turn) / float(rounds):
                        out_of_time = True
            rivals = sorted([idea for idea in rivals if not self.is_hopeless(idea, usual)], key=ranked)
            if self.is_thorough:
                rivals = without_twins(rivals, usual)
            if turn < rounds:
                rivals = rivals[: (len(rivals) + 1) // 2]
        self.done += done
        return rivals

    def is_better(self, rival: Idea, usual: Idea) -> bool:
        """Whether the rival has enough tries, and its mean lead is larger than the doubt."""
        lead = Lead(rival, usual)
        return rival.tries() >= ENOUGH and lead.mean > (self.doubt + CAUTION * lead.error) * lead.error + A_TRIFLE

    def is_hopeless(self, rival: Idea, usual: Idea) -> bool:
        """Whether it is nearly certain that an idea is no better than the script's own."""
        lead = Lead(rival, usual)
        return rival.tries() >= ENOUGH and lead.mean + HOPE * lead.error < 0.0

    def attempt(self, game: Game, idea: Idea, number: i64) -> None:
        """One try: the idea, then both endings of the turn, and the answer to each."""
        side = game.asked
        trial = game.clone()
        coaches = self.coaches(game, side, number, idea.style)
        mine = coaches[side]
        if idea.plan is not None:
            mine.follow(idea.plan)
            mine.thought_of.add(int(idea.plan.piece))
        else:
            mine.plan = self.coach.plan
            mine.next = self.coach.next
            mine.kind = self.coach.kind
        before = trial.decisions
        choose_trusted(trial, idea.first)
        dice = self.dice(game, number * 2)
        goes_on = game.active == side and finish_plan(trial, coaches, dice, side)
        then = idea.then
        if goes_on and then is not None and trial.has_offered(i64(then.steps[0])):
            mine.follow(then)
            mine.thought_of.add(int(then.piece))
            choose_trusted(trial, i64(then.steps[0]))
            goes_on = finish_plan(trial, coaches, dice, side)
        stopped = 0.0
        if goes_on and not idea.never_stops:
            other = trial.clone()
            choose_trusted(other, actions.END_TURN)
            answering = self.coaches(game, side, number, idea.style)
            later = self.dice(game, number * 2 + 1)
            stopped = self.worth(other, answering, later, later, side, False)
            list_options(trial)  # the clone may have used the same list
        ended = game.active == side and trial.active != side
        ongoing = self.worth(trial, coaches, dice, self.dice(game, number * 2 + 1), side, ended)
        self.nodes += trial.decisions - before
        idea.add(ongoing, stopped if goes_on else ongoing)
        if idea.tries() == ENOUGH:
            idea.give_up_stopping()

    def coaches(self, game: Game, side: i64, number: i64, style: Taste) -> list[Tactician]:
        """The coaches of a try: this one in a style, and opponents whose style depends on the number of the try."""
        found = [Tactician(0, 1, style_of_answer(number)) for _ in range(int(game.squads.sides))]
        mine = found[side]
        mine.taste = style
        take_after(mine, self.coach)
        return found

    def dice(self, game: Game, number: i64) -> SeededDice:
        """The dice of one part of a try."""
        return SeededDice(stirred(self.seed, game.decisions, number))

    def worth(
        self, trial: Game, coaches: list[Tactician], dice: SeededDice, later: SeededDice, side: i64, ended: bool
    ) -> float:
        """Play on and evaluate the position after each team turn; `ended`: the first of them is over. The last position
        counts most. Earlier ones show less of what comes of an idea, but contain less luck. The answer has dice of its
        own (`later`), so that it meets the same ones however many an idea has used."""
        looks = 0.0
        turns: i64 = 1
        if ended:
            looks = self.evaluation.value(trial, side)
            if self.sight == 1:
                return looks
            turns = 2
            dice = later
        while True:
            play_on(trial, coaches, dice, 1, MOST_DECISIONS)
            value = self.evaluation.value(trial, side)
            if turns >= self.sight:
                break
            looks += value
            turns += 1
            dice = later
        if turns == 1 or self.is_ending:
            return value
        return self.last_look * value + (1.0 - self.last_look) * looks / float(turns - 1)


def stirred(seed: i64, decision: i64, number: i64) -> i64:
    """The seed of the dice of one try. Seeds that follow each other at equal steps give dice whose first rolls are all
    alike, so that every try would meet the same luck: they are stirred until nothing of the steps is left."""
    mixed = ((seed & 0xFFFFFF) * 1000003 + decision * 104729 + number * 7919) & STIR_MASK
    rounds: i64 = 0
    while rounds < 3:
        mixed = ((mixed >> 15 ^ mixed) * STIR) & STIR_MASK
        rounds += 1
    return mixed >> 15 ^ mixed


def take_after(coach: Tactician, model: Tactician) -> None:
    """Let a coach remember of this turn what another remembers."""
    coach.turn = model.turn
    coach.urgency = model.urgency
    coach.distance = model.distance
    coach.nearest = model.nearest
    coach.stalled = model.stalled
    coach.rescued = model.rescued.copy()
    coach.thought_of = model.thought_of.copy()
    coach.blitz_looks = model.blitz_looks
    coach.is_final = model.is_final
    coach.is_holding = model.is_holding
    coach.is_last = model.is_last
    coach.deeds = model.deeds
    coach.bored = model.bored
    coach.looks = model.looks


def is_ball_hidden(game: Game) -> bool:
    """Whether no ball has been found yet."""
    for where in game.balls:
        if i64(where) != HIDDEN:
            return False
    return True


def whose_ball(game: Game) -> i64:
    """A number that changes when a ball is found, lost or picked up."""
    found: i64 = 0
    ball: i64 = 0
    while ball < len(game.balls):
        where = i64(game.balls[ball])
        found = found * 131 + (2 if where == HIDDEN else i64(1) if where >= 0 else game.carrier(ball) + 3)
        ball += 1
    return found


def finish_plan(game: Game, coaches: list[Tactician], dice: SeededDice, side: i64) -> bool:
    """Play to the end of this activation. Whether the side can act again in this turn."""
    decisions = MOST_DECISIONS
    while decisions > 0:
        signal = settle(game)
        if signal == ASK:
            if game.active != side:
                return False
            if game.asked >= game.squads.sides:
                choose_trusted(game, game.rules.policies.neutral.advice(game))
            else:
                list_options(game)
                if game.asked == side and game.has_offered(actions.END_TURN):
                    return True
                choose_trusted(game, coaches[game.asked].choose(game))
            decisions -= 1
        elif game.top is not NOTHING:
            give_dice(game, dice.roll(game.dice_count, game.dice_kind))
        else:
            return False
    return False


def rest_of(coach: Tactician) -> list[int]:
    return coach.plan[coach.next :]
