"""Options that no sound coach chooses. The script, the search and the hints use this guard.

A face or a re-roll is tried on clones three times: with the lowest dice, the middle ones and the highest. An option is
dominated if another option is never worse and sometimes better. To end the turn is dominated by a plan that needs no
dice. To leave a chest that certainly holds the ball is dominated by opening it. No rule of an edition is known here:
the engine says what an option leads to.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from dungeonbowl.bots.tactics import answers, chests, plans
from dungeonbowl.bots.tactics.plans import SAFE, Plan
from dungeonbowl.bots.tactics.view import View
from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import PRO_REROLL, SKILL_REROLL, first_of
from dungeonbowl.engine.dice import DIE_BITS, faces
from dungeonbowl.engine.events import TURNOVER
from dungeonbowl.engine.frames import ASK, NOTHING
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, give_dice, list_options, settle
from dungeonbowl.engine.sides import SCORE
from dungeonbowl.engine.statuses import STANDING

LEVELS: Final[i64] = 3  # the lowest dice, the middle ones, the highest
MOST_DECISIONS: Final[i64] = 40  # decisions in one trial
LOST_TURN: Final[i64] = 4  # what a turnover counts, in falls
EVEN: Final = 0.5
ABOUT_AS_GOOD: Final = 0.15
WORTHWHILE: Final = 0.004  # the least worth of a run: the same as in the script


# --- faces and re-rolls -----------------------------------------------------------------------------------------------


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Outcome:
    """What an option led to, as one side counts it."""

    def __init__(self, score: i64, ball: i64, worth: i64) -> None:
        self.score = score  # touchdowns ahead, and the match
        self.ball = ball  # balls in hand, less those of the opponents
        self.worth = worth  # falls and lost turns

    def is_no_worse(self, other: Outcome) -> bool:
        return self.score >= other.score and self.ball >= other.ball and self.worth >= other.worth

    def is_better(self, other: Outcome) -> bool:
        return self.score > other.score or self.ball > other.ball or self.worth > other.worth


def fixed_roll(level: i64, count: i64, kind: i64) -> i64:
    """Dice that all show the same: the lowest number, the middle one, or the highest."""
    most = faces(kind)
    shown: i64 = 1
    if level == 1:
        shown = (most + 1) // 2
    elif level == 2:
        shown = most
    rolled: i64 = 0
    while count > 0:
        rolled = rolled << DIE_BITS | shown
        count -= 1
    return rolled


def is_small_question(game: Game) -> bool:
    """Whether the options just listed are faces or re-rolls."""
    return answers.first_offer(game, actions.CHOOSE_FACE) != 0 or answers.first_offer(game, actions.REROLL) != 0


def dominated(game: Game) -> list[int]:
    """The options just listed that no sound coach chooses: faces and re-rolls that another option beats, and to follow
    up onto a portal or into danger. The options are listed again."""
    found: list[int] = []
    if game.offers < 2:
        return found
    if answers.first_offer(game, actions.FOLLOW_UP) != 0:
        if answers.is_unsafe_to_follow(game):
            found.append(int(actions.FOLLOW_UP))
        list_options(game)
        return found
    if not is_small_question(game):
        return found
    options: list[i64] = []
    index: i64 = 0
    while index < game.offers:
        options.append(game.offered[index])
        index += 1
    results: list[list[Outcome]] = []
    for option in options:
        tried: list[Outcome] = []
        level: i64 = 0
        while level < LEVELS:
            tried.append(trial(game, option, level))
            level += 1
        results.append(tried)
    for mine, option in enumerate(options):
        for other, better in enumerate(options):
            if other != mine and costs_nothing(better) and beats(results[other], results[mine]):
                found.append(int(option))
                break
    list_options(game)
    return found


def is_dominated(game: Game, choice: i64) -> bool:
    """Whether one of the options just listed is dominated. Trials are made only until that is known. The options are
    listed again."""
    options = vec[i64]()
    index: i64 = 0
    while index < game.offers:
        options = append(options, game.offered[index])
        index += 1
    own: list[Outcome] = []
    found = False
    for option in options:
        if option != choice and costs_nothing(option) and defeats(game, option, choice, own):
            found = True
            break
    list_options(game)
    return found


def defeats(game: Game, option: i64, choice: i64, own: list[Outcome]) -> bool:
    """Whether an option is never worse than the choice, and sometimes better. `own` holds what is known already of the
    choice."""
    better = False
    level: i64 = 0
    while level < LEVELS:
        if i64(len(own)) <= level:
            own.append(trial(game, choice, level))
        outcome = trial(game, option, level)
        if not outcome.is_no_worse(own[level]):
            return False
        if outcome.is_better(own[level]):
            better = True
        level += 1
    return better


def costs_nothing(option: i64) -> bool:
    """Whether an option uses up nothing that is needed later, such as a team re-roll."""
    if option & 0xFF != actions.REROLL:
        return True
    return first_of(option) == SKILL_REROLL or first_of(option) == PRO_REROLL


def beats(one: list[Outcome], other: list[Outcome]) -> bool:
    """Whether one option is never worse than the other, and sometimes better."""
    better = False
    for level, outcome in enumerate(one):
        if not outcome.is_no_worse(other[level]):
            return False
        if outcome.is_better(other[level]):
            better = True
    return better


def trial(game: Game, option: i64, level: i64) -> Outcome:
    """Play an option on a clone, up to the next decision about what to do. The script answers questions on the way."""
    side = game.asked
    active = game.active
    copy = game.clone()
    copy.record()
    choose_trusted(copy, option)
    left = MOST_DECISIONS
    while left > 0:
        signal = settle(copy)
        if signal == ASK:
            if copy.active != active:
                break
            list_options(copy)
            if copy.has_offered(actions.END_TURN) or copy.has_offered(actions.END_ACTIVATION):
                break
            if answers.first_offer(copy, actions.DECLARE) != 0:
                break
            if copy.asked >= copy.squads.sides:
                choose_trusted(copy, copy.rules.policies.neutral.advice(copy))
            else:
                choose_trusted(copy, answers.answer(copy, copy.asked))
            left -= 1
        elif copy.top is not NOTHING:
            give_dice(copy, fixed_roll(level, copy.dice_count, copy.dice_kind))
            left -= 1
        else:
            break
    return measured(game, copy, side)


def measured(before: Game, after: Game, side: i64) -> Outcome:
    """The difference between two positions, as a side sees it."""
    score: i64 = 0
    if after.over and after.winner >= 0:
        score = 9 if after.winner == side else i64(-9)
    other: i64 = 0
    while other < after.squads.sides:
        gained = after.side_value(other, SCORE) - before.side_value(other, SCORE)
        score += gained if other == side else -gained
        other += 1
    ball: i64 = 0
    number: i64 = 0
    while number < len(after.balls):
        holder = after.carrier(number)
        if holder >= 0:
            ball += 1 if i64(after.side_of[holder]) == side else i64(-1)
        number += 1
    worth: i64 = 0
    piece: i64 = 0
    while piece < after.squads.count:
        owner = i64(after.side_of[piece])
        if owner < after.squads.sides:
            lost = firmness(before, piece) - firmness(after, piece)
            worth += -lost if owner == side else lost
        piece += 1
    for event in after.events:  # a turn that ends because no player is left to act does not count
        if event.kind == TURNOVER:
            worth += -LOST_TURN if event["side"] == side else LOST_TURN
    return Outcome(score, ball, worth)


def firmness(game: Game, piece: i64) -> i64:
    """2 for a standing player, 1 for a lying one, 0 for one outside the dungeon."""
    if game.square[piece] < 0:
        return 0
    return 2 if i64(game.status[piece]) == STANDING else i64(1)


def mended(game: Game, choice: i64) -> i64:
    """The choice itself; or if it is dominated, the script's choice, or else the first option that is not dominated.
    The options must have been listed just before, and are listed again."""
    if game.offers < 2 or not is_small_question(game) or not is_dominated(game, choice):
        return choice
    bad = dominated(game)
    own = answers.answer(game, game.asked)
    list_options(game)
    if int(own) not in bad:
        return own
    index: i64 = 0
    while index < game.offers:
        if int(game.offered[index]) not in bad:
            return game.offered[index]
        index += 1
    return choice


# --- the end of a turn ------------------------------------------------------------------------------------------------


def is_certain(game: Game) -> bool:
    """Whether every chest that is still closed holds a ball."""
    return game.chests_closed > 0 and chests.promise(game) >= 1.0


def is_safe(game: Game, plan: Plan) -> bool:
    """Whether a plan is worth doing and needs no dice: a walk, a run, the certain chest."""
    if plan.kind == plans.OPEN:
        return is_certain(game) and is_sure_enough(game, plan)
    if plan.odds < SAFE:
        return False
    if plan.kind == plans.WALK or plan.kind == plans.RISE or plan.kind == plans.COME or plan.kind == plans.CROSS:
        return True
    if plan.kind == plans.SCORE or plan.kind == plans.RUN:
        return plan.worth > WORTHWHILE and stays_on_foot(game, plan)
    return False


def is_sure_enough(game: Game, plan: Plan) -> bool:
    """Whether nothing stands between a player and a chest but the ball: where one has to pick it up in there, that roll
    is part of it, and to try is better than to leave the ball to the others."""
    if game.rules.policies.chests.block_squares():
        return plan.odds >= SAFE
    return plan.odds >= EVEN


def stays_on_foot(game: Game, plan: Plan) -> bool:
    """Whether a run consists of plain steps that lead over no portal."""
    square = i64(game.square[plan.piece])
    for step in plan.steps:
        option = i64(step)
        kind = option & 0xFF
        if kind == actions.STEP:
            square = i64(game.steps[square * 8 + first_of(option)])
            if square < 0 or game.portal_number(square) > 0:
                return False
        elif kind != actions.ACTIVATE and kind != actions.DECLARE and kind != actions.STAND_UP:
            if kind != actions.END_ACTIVATION:
                return False
    return True


def is_passing(game: Game, own: Plan | None, others: list[Plan]) -> bool:
    """Whether ending the turn now would waste something: the script's own plan, or another one, needs no dice. A player
    that the script leaves in place may stay there; a ball that can be taken or carried may not."""
    if own is not None and is_safe(game, own):
        return True
    for plan in others:
        if is_safe(game, plan):
            if own is not None or plan.kind == plans.OPEN or plan.kind == plans.RUN or plan.kind == plans.SCORE:
                return True
    return False


def openers(view: View) -> list[Plan]:
    """The plans to open a chest, while no ball is in sight and the closed chests are certain to hold one."""
    found: list[Plan] = []
    if not is_waiting_in_chest(view):
        return found
    for chest in view.chests():
        for piece in view.ready:
            plan = chests.opening(view, i64(chest), chests.LEAST, piece)
            if plan is not None and is_sure_enough(view.game, plan):
                found.append(plan)
    return found


def is_waiting_in_chest(view: View) -> bool:
    """Whether no ball is in sight, and the next chest is certain to hold one."""
    if not view.hidden or view.loose >= 0 or view.carrier >= 0 or view.foe_carrier >= 0:
        return False
    return is_certain(view.game)


def leaves_ball(certain: list[Plan], plan: Plan) -> bool:
    """Whether a plan uses a player for something else who could open the certain chest, and nobody else could do that
    about as well."""
    if plan.kind == plans.OPEN:
        return False
    own = 0.0
    others = 0.0
    for opener in certain:
        if opener.piece == plan.piece:
            own = opener.odds if opener.odds > own else own
        else:
            others = opener.odds if opener.odds > others else others
    return own > others + ABOUT_AS_GOOD


def is_stopping_short(view: View) -> bool:
    """Whether ending this activation would waste something: a touchdown without dice, or a chest with the ball that can
    be opened now. The options must have been listed just before."""
    game = view.game
    if answers.first_offer(game, actions.OPEN_CHEST) != 0 and is_waiting_in_chest(view):
        return True
    if view.carrier >= 0 and view.carrier == game.acting:
        plan = plans.score(view)
        return plan is not None and is_safe(game, plan)
    return False
