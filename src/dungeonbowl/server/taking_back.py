"""Taking back: how much one Undo undoes, what it is called, and why it may be impossible.

A coach takes back a whole order, such as a walk of six squares, because it was one click. Where each order began is
stored with the match, as the number of inputs before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import MOVE_ACTION, first_of, kind_of
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.match import DICE_INPUT, Match
from dungeonbowl.languages import mark, t, translated
from dungeonbowl.server.drafts import OF_ANOTHER, WORDS, Draft
from dungeonbowl.server.resuming import PLAYING
from dungeonbowl.server.view.words import group_of
from dungeonbowl.server.wire import TakeBack

if TYPE_CHECKING:
    from dungeonbowl.server.session import Session

# Reasons, of eight words at most: they stand beside the button.
MATCH_OVER: Final = mark("the match is over: nothing is taken back")
CLOCK_RUNS: Final = mark("answers are final while a clock runs")
DIE_FELL: Final = mark("a die has fallen")
SAID: Final = mark("the clock or a concession has decided")
CAME_OUT: Final = mark("something hidden has come out")
NOTHING_YET: Final = mark("nothing has been decided yet")

STEPPING: Final = frozenset(
    int(kind)
    for kind in (
        actions.STEP,
        actions.JUMP,
        actions.STAND_UP,
        actions.PAY_PORTAL,
        actions.CROSS,
        actions.HURRY,
        actions.STEP_OFF,
        actions.CLIMB,
        actions.SLIP_TO,
    )
)
# What is told of an order only if there is nothing else in it.
INTRODUCTIONS: Final = frozenset(int(kind) for kind in (actions.ACTIVATE, actions.END_ACTIVATION))


def decisions_to_take_back(session: Session, sides: Sequence[int]) -> tuple[int, str]:
    """How many decisions these sides undo when they take back, and "": those of their last order, and the standing
    answers after it, which would only be given again. If they cannot take back: 0 and the reason."""
    match = session.match
    if match is None or session.stage != PLAYING:  # the seed of the dice has been told
        return 0, MATCH_OVER
    beginnings = set(session.order_starts)
    own = 0  # decisions up to the last one seen that was the coach's own and no standing answer
    for count, before in enumerate(reversed(match.history), 1):
        asked = int(before.game.asked)
        if asked not in sides:
            return (own, "") if own else (0, OF_ANOTHER)
        # otherwise the seconds of this answer would begin anew each time
        if session.clock.is_answer_to(before.game, asked):
            return (own, "") if own else (0, CLOCK_RUNS)
        if session.deciding.standing_answer(before.game) is None:
            own = count
            if before.inputs in beginnings:
                return count, ""
    return (own, "") if own else (0, why_nothing_is_left(match))


def why_nothing_is_left(match: Match) -> str:
    if not match.inputs:
        return NOTHING_YET
    if match.inputs[-1].kind == DICE_INPUT:
        return DIE_FELL
    return SAID if int(match.inputs[-1].numbers[0]) in WORDS else CAME_OUT


def take_back_shown(session: Session, sides: Sequence[int]) -> TakeBack:
    """What the coach reads at the button."""
    if session.trail is not None and session.stage == PLAYING:
        last = session.trail.back() if sides else None
        return TakeBack(True, "", translated(last[1])) if last is not None else TakeBack(False, t(NOTHING_YET))
    decisions, reason = decisions_to_take_back(session, sides)
    if not decisions:
        return TakeBack(False, t(reason))
    assert session.match is not None
    return TakeBack(True, "", described(session.match, decisions))


def described(match: Match, decisions: int) -> str:
    """The last decisions in a few words: the last thing in them that is more than an introduction."""
    made = [(before, int(match.inputs[before.inputs].numbers[0])) for before in match.history[-decisions:]]
    for before, action in reversed(made):
        if kind_of(action) not in INTRODUCTIONS and not is_move(action):
            return deed(before.game, action, int(before.game.acting))
    before, action = made[-1]
    return deed(before.game, action, int(before.game.acting))


def is_move(action: int) -> bool:
    return bool(kind_of(action) == actions.DECLARE and first_of(action) == MOVE_ACTION)


def deed(game: Game, action: int, piece: int) -> str:
    """An action in a few words; `piece` is the acting player, or -1."""
    kind = kind_of(action)
    acting = shirt(game, piece) if piece >= 0 else ""
    if kind in STEPPING and acting:
        return t("{player}'s walk", player=acting)
    if kind == actions.END_TURN:
        return t("the end of the turn")
    if kind == actions.END_ACTIVATION and acting:
        return t("the end of {player}'s activation", player=acting)
    if kind == actions.ACTIVATE:
        return t("choosing {player}", player=shirt(game, first_of(action)))
    if kind == actions.ENTER_RESERVE:
        return t("bringing on {player}", player=shirt(game, first_of(action)))
    if kind == actions.CHOOSE_FACE:
        return t("the choice of a block die")
    name = group_of(action)[0].lower()
    return t("{player}'s {deed}", player=acting, deed=name) if acting else name


def shirt(game: Game, piece: int) -> str:
    return f"#{game.squads.sheets[piece].number}"


def starts_after(known: list[int], draft: Draft) -> list[int]:
    """Where the orders began that can be taken back once the draft is written."""
    history = draft.match.history
    if draft.undone is not None:
        return [start for start in known if start < draft.kept]
    if not history:
        return []
    earliest = history[0].inputs  # an order with a die in it begins, for taking back, after the die
    kept = [start for start in [*known, draft.kept] if start > earliest]
    return [earliest, *kept]


def starts_of(match: Match) -> list[int]:
    """For a match of an older version, which did not write down its orders: every decision counts as one."""
    return [before.inputs for before in match.history]
