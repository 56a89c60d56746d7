"""Advice for people: the best few things to do in a position, each with an estimate and the reason.

The candidates come from the plans of the scripted coach. With tries to spend, the searching coach plays all of them on
clones and tells how likely each is to win. Without tries, the script's order and its estimate of the gain are used.
What no sound coach does (`tactics/sound.py`) is not tried and comes last, without a chance.
"""

from __future__ import annotations

from typing import Final

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from dungeonbowl.bots import reasons
from dungeonbowl.bots.ladder import HardBot, NormalBot, tries_for
from dungeonbowl.bots.reasons import Why
from dungeonbowl.bots.seat import options_of
from dungeonbowl.bots.tactics import answers, plans, sound, striking
from dungeonbowl.bots.tactics.ideas import Idea, candidates
from dungeonbowl.bots.tactics.plans import Plan
from dungeonbowl.bots.tactics.view import View
from dungeonbowl.bots.values import value_for
from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import BLITZ_ACTION, first_of, kind_of
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import list_options
from dungeonbowl.languages import mark, t
from dungeonbowl.play.usual import default_action
from dungeonbowl.words.notation import Names

USUAL_COUNT: Final = 4
MOST_TRIED: Final = 12  # candidates that the search compares
MOST_TRIES: Final = 100_000
AS_HARD: Final = -1
FEW: Final = 12  # a small question with more answers than this is left to the script
NO_PLAN: Final = -1
FOR_THE_BALL: Final = (int(plans.SCORE), int(plans.FETCH), int(plans.HAND))
WITHOUT_WORTH: Final = (
    int(plans.WALK),
    int(plans.RISE),
    int(plans.COME),
)  # their worth only says that they cost nothing
WORTH_A_RISK: Final = 0.03
GIVES_AWAY: Final = mark("something that needs no dice is still to be done")
NEVER_BETTER: Final = mark("another choice is as good or better, however the dice fall")


class Advice(msgspec.Struct, frozen=True):
    """One thing to do. Its `actions` are chosen one after the other, as long as each is on offer; the first one now.

    `odds` is the chance that every roll of it succeeds. `gain` is what the script thinks it adds to the chance to win.
    `chance` is the chance to win that the search found in so many `tries`. What is not known is None.
    """

    actions: list[int]
    kind: str
    label: str
    reason: str
    odds: float | None = None
    gain: float | None = None
    chance: float | None = None
    tries: int = 0
    piece: int | None = None
    target: int | None = None
    square: int | None = None  # the square where it ends, or that it is about
    path: list[int] = []


class Advised(msgspec.Struct, frozen=True):
    """All advice for one decision, best first."""

    side: int
    advice: list[Advice]
    searched: bool = False


def advise(
    game: Game,
    count: int = USUAL_COUNT,
    seconds: float = 0.0,
    tries: int = 0,
    names: Names | None = None,
    seed: int = 1,
) -> Advised:
    """The best few actions for the coach who is asked. With `tries` the search compares them: the same tries give the
    same advice, and `AS_HARD` is the number that the hard bot makes. `seconds` limits the time; without tries it is the
    only limit."""
    if game.signal != ASK:
        return Advised(-1, [])
    side = int(game.asked)
    game = game.as_known_to(game.asked)
    if tries == AS_HARD:
        tries = tries_for(game)
    thoughts = think_of(game, options_of(game))
    thoughts.sort(key=lambda thought: thought.unsound != "")
    fit = [thought for thought in thoughts if not thought.unsound]
    searched = (seconds > 0.0 or tries > 0) and len(fit) > 1 and int(game.active) >= 0
    if searched:
        thoughts = try_out(game, fit, seconds, tries, seed) + thoughts[len(fit) :]
    list_options(game)
    why = Why(game, side, names)
    found: list[Advice] = []
    seen: set[tuple[int, int, int]] = set()
    for thought in thoughts:
        if found and not searched and thought.plan is not None and thought.plan.worth < 0.0:
            continue
        advice = told(why, thought, not found)
        key = (thought.kind, -1 if advice.piece is None else advice.piece, thought.difference(advice))
        if key not in seen:
            seen.add(key)
            found.append(advice)
    return Advised(side, found[:count], searched)


class Thought:
    """A candidate: a plan or a single action, and what the search says about it."""

    def __init__(self, steps: list[int], plan: Plan | None) -> None:
        self.steps = steps
        self.plan = plan
        self.kind = int(plan.kind) if plan is not None else NO_PLAN
        self.chance: float | None = None
        self.tries = 0
        self.unsound = ""  # why no sound coach does it; empty if it is sound

    def is_for_the_ball(self) -> bool:
        """Whether it takes the ball or scores with it, and is worth the risk."""
        return self.plan is not None and self.kind in FOR_THE_BALL and self.plan.worth > WORTH_A_RISK

    def difference(self, advice: Advice) -> int:
        """What tells two candidates of one player and one kind apart: the target, or the first action."""
        if self.plan is None:
            return self.steps[0]
        return -1 if advice.target is None else advice.target


# --- what there is to do ---------------------------------------------------------------------------------------------


def think_of(game: Game, options: list[int]) -> list[Thought]:
    """The candidates of the coach who is asked. The first is what the script would do."""
    side = int(game.asked)
    if len(options) == 1:
        return [Thought(options, None)]
    kinds = {kind_of(option) for option in options}
    if int(actions.END_TURN) in kinds:
        return whole_activations(game, side, options)
    if int(actions.END_ACTIVATION) in kinds and int(game.acting) >= 0:
        return rests(game, side, options)
    if int(actions.DECLARE) in kinds and int(game.acting) >= 0:
        return declarations(game, side, options)
    list_options(game)
    own = int(answers.answer(game, i64(side)))
    if own not in options:
        own = default_action(options)
    others = [option for option in options if option != own] if len(options) <= FEW else []
    found = [Thought([option], None) for option in (own, *others)]
    list_options(game)
    bad = sound.dominated(game)
    for thought in found:
        thought.unsound = NEVER_BETTER if thought.steps[0] in bad else ""
    return found


def whole_activations(game: Game, side: int, options: list[int]) -> list[Thought]:
    """Candidates between two activations: which player to activate and what for, or to end the turn."""
    list_options(game)
    own = NormalBot(1).coach.next_plan(game, i64(side))
    found: list[Thought] = []
    if own is not None:
        add(found, own.steps, own if int(own.piece) >= 0 else None, options)
    view = View(game, i64(side))
    certain = sound.openers(view)
    better = sorted(candidates(view), key=lambda plan: -plan.worth)
    for plan in [*certain[:1], *better]:
        add(found, plan.steps, plan, options)
    for thought in found:
        if thought.plan is not None and sound.leaves_ball(certain, thought.plan):
            thought.unsound = GIVES_AWAY
    end = Thought([int(actions.END_TURN)], None)
    if sound.is_passing(game, own, [*certain, *better]):
        end.unsound = GIVES_AWAY
    if own is None:
        found.insert(0, end)
        return found
    return [*found[: MOST_TRIED - 1], end]


def declarations(game: Game, side: int, options: list[int]) -> list[Thought]:
    """Candidates of the player who was just activated."""
    found: list[Thought] = []
    for plan in sorted(plans_of(game, side, int(game.acting)), key=lambda plan: -plan.worth):
        add(found, plan.steps[1:], plan, options)
    move = int(actions.action(actions.DECLARE, actions.MOVE_ACTION))
    if not found:
        found.append(Thought([move if move in options else options[0]], None))
    return found[:MOST_TRIED]


def rests(game: Game, side: int, options: list[int]) -> list[Thought]:
    """Candidates in the middle of an activation: how to go on, or to stop."""
    list_options(game)
    piece = int(game.acting)
    coach = NormalBot(1).coach
    going = int(coach.choose(game))
    found: list[Thought] = []
    known = plans_of(game, side, piece)
    own = next((plan for plan in known if plan.steps[2:3] == [going]), None)
    if own is not None:
        add(found, own.steps[2:], own, options)
    else:
        add(found, [going, *coach.plan[int(coach.next) :]], None, options)
    for plan in sorted(known, key=lambda plan: -plan.worth):
        if len(plan.steps) > 2:
            add(found, plan.steps[2:], plan, options)
    if going == actions.END_ACTIVATION:  # the script makes plans only for whole activations
        found.sort(key=lambda thought: not thought.is_for_the_ball())
    view = View(game, i64(side))
    for option in options:
        if kind_of(option) in DEEDS and (view.hidden or kind_of(option) != actions.OPEN_CHEST):
            add(found, [option], None, options)
    add(found, [int(actions.END_ACTIVATION)], None, options)
    list_options(game)
    if sound.is_stopping_short(view):
        for thought in found:
            if thought.steps[0] == actions.END_ACTIVATION:
                thought.unsound = GIVES_AWAY
    return found[:MOST_TRIED]


ENDS: Final = (int(actions.END_TURN), int(actions.END_ACTIVATION))
DEEDS: Final = tuple(int(kind) for kind in (actions.BLOCK, actions.OPEN_CHEST, actions.HAND_OFF, actions.FOUL))


def plans_of(game: Game, side: int, piece: int) -> list[Plan]:
    """The plans of one player who is already activated, as if no other player could act."""
    view = View(game, i64(side))
    view.ready = vec[i64]([piece])
    found = [plan for plan in candidates(view) if int(plan.piece) == piece]
    if int(game.declared) == int(BLITZ_ACTION):
        for foe in view.foes:
            if view.is_standing(foe) and (int(game.target) < 0 or int(game.target) == int(foe)):
                plan = striking.charge(view, i64(piece), foe, striking.target_worth(view, foe), -1.0)
                if plan is not None:
                    found.append(plan)
    declared = int(game.declared)
    if declared == 0:
        return found
    return [plan for plan in found if first_of(plan.steps[1]) == declared]


def add(found: list[Thought], steps: list[int], plan: Plan | None, options: list[int]) -> None:
    """Add a candidate, if its first action is legal and it is not in the list yet."""
    if steps and steps[0] in options and all(each.steps != steps for each in found):
        found.append(Thought(list(steps), plan))


# --- trying out ------------------------------------------------------------------------------------------------------


def try_out(game: Game, thoughts: list[Thought], seconds: float, tries: int, seed: int) -> list[Thought]:
    """The same candidates with their chances, best first. The script's own choice stays first unless another is clearly
    better; the others follow in the order of their chances."""
    searcher = HardBot(seed, seconds, tries or MOST_TRIES).coach
    searcher.evaluation = value_for(game.rules)
    ideas = [idea_of(game, thought) for thought in thoughts]
    best = searcher.try_all(game, ideas, i64(tries or MOST_TRIES), seconds)
    for thought, idea in zip(thoughts, ideas, strict=True):
        thought.tries = int(idea.tries())
        if thought.tries:
            thought.chance = min(1.0, max(0.0, (1.0 + idea.mean()) / 2.0))
    chosen = next(thought for thought, idea in zip(thoughts, ideas, strict=True) if idea is best)
    rest = [thought for thought in thoughts if thought is not chosen]
    return [chosen, *sorted(rest, key=lambda thought: -(thought.chance or 0.0))]


def idea_of(game: Game, thought: Thought) -> Idea:
    plan = thought.plan
    if plan is None and len(thought.steps) == 1:
        return Idea(i64(thought.steps[0]), None)
    piece = plan.piece if plan is not None else game.acting
    kind = plan.kind if plan is not None else plans.WALK
    return Idea(i64(thought.steps[0]), Plan(kind, piece, 1.0, 0.0, list(thought.steps)))


# --- telling ---------------------------------------------------------------------------------------------------------


def told(why: Why, thought: Thought, best: bool) -> Advice:
    """A candidate in words."""
    plan = thought.plan
    if plan is None:
        words = why.of_action(thought.steps)
        if not best and thought.steps[0] in ENDS and not thought.unsound:
            words.reason = t("nothing more is risked")
        odds = words.odds
        gain = None
    else:
        words = why.of_plan(plan, thought.steps)
        odds = plan.odds if words.odds is None else words.odds
        gain = None if thought.kind in WITHOUT_WORTH else plan.worth
    words.reason = reasons.joined([words.reason, t(thought.unsound)])
    return Advice(
        thought.steps,
        reasons.PLAN_WORDS.get(thought.kind, words.kind),
        words.label,
        words.reason,
        None if odds is None else round(min(1.0, max(0.0, odds)), 4),
        None if gain is None else round(gain, 4),
        None if thought.chance is None else round(thought.chance, 4),
        thought.tries,
        words.piece,
        words.target,
        words.square,
        words.path,
    )
