"""The state of an environment as bytes: `state()` returns it, `restore()` takes it, and copies and pickles contain it.

It holds the games as saves with all their random streams, and what the scripted coaches remember. It fits every
environment that was made with the same options.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from mypy_extensions import i64

from dungeonbowl.bots.tactics.tactician import Tactician
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import list_options
from dungeonbowl.errors import UserError
from dungeonbowl.learn.batch import Batch, Lane
from dungeonbowl.learn.macros import Errand
from dungeonbowl.learn.observation import Painter
from dungeonbowl.records.pickling import seeded_of
from dungeonbowl.records.save import Save, load, save

Kind = TypeVar("Kind", bound=msgspec.Struct)

NUMBERS = ("next", "kind", "turn", "distance", "nearest", "stalled", "blitz_looks", "deeds", "bored", "looks")
OTHERS = ("urgency", "waits", "is_final", "is_holding", "is_last")


class CoachState(msgspec.Struct):
    """What a scripted coach remembers."""

    overlooks: int
    forgets: int
    chance: int
    plan: list[int]
    thought_of: list[int]
    rescued: list[int]
    plain: dict[str, float | bool]


class ErrandState(msgspec.Struct):
    """What is left of a macro action, and the side that chose it."""

    side: int
    piece: int
    deeds: list[int]
    squares: list[int]


class LaneState(msgspec.Struct):
    """One match of a batch, and the outputs of its last step."""

    game: Save
    chances: tuple[int, int, int]  # the streams of the match, of its dice, and of the sampler
    side: int
    asked: int
    shown: int  # the side whose view is painted
    left: list[int]  # the options that are left, if an action of several parts is half chosen
    coach: CoachState
    teacher: CoachState
    advice: list[int]
    lead: int
    near: float
    matches: int
    steps: int
    told: tuple[float, bool, bool, bool, float]  # reward, ended, cut, illegal, result
    closed: bool  # the match is over and stays as it is
    errand: ErrandState | None = None  # a macro under way


class BatchState(msgspec.Struct):
    """All lanes, and the board they are painted on."""

    board: tuple[int, int, int]
    lanes: list[LaneState]


def read(data: bytes, kind: type[Kind]) -> Kind:
    """A state from its bytes; `UserError` if it is none."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, TypeError, UnicodeDecodeError) as error:
        raise UserError(f"this is no state of such an environment: {error}") from None


def board_of(board: Any) -> tuple[int, int, int]:
    return int(board.width), int(board.height), int(board.sides)


def check_board(found: tuple[int, ...], board: Any) -> None:
    if tuple(found) != board_of(board):
        raise UserError(
            f"the state is of an environment with a board of {found[0]} x {found[1]} for {found[2]}, this one has"
            f" {board.width} x {board.height} for {board.sides}: make both with the same options"
        )


# --- coaches and menus ------------------------------------------------------------------------------------------------


def coach_state(coach: Tactician) -> CoachState:
    return CoachState(
        int(coach.overlooks),
        int(coach.forgets),
        int(coach.chance.state),
        [int(step) for step in coach.plan],
        sorted(coach.thought_of),
        sorted(coach.rescued),
        {name: getattr(coach, name) for name in NUMBERS + OTHERS},
    )


def coach_of(state: CoachState) -> Tactician:
    coach = Tactician(i64(state.overlooks), i64(1), forgets=i64(state.forgets))
    coach.chance = seeded_of(state.chance)
    coach.plan = list(state.plan)
    coach.thought_of = set(state.thought_of)
    coach.rescued = set(state.rescued)
    for name, value in state.plain.items():
        setattr(coach, name, int(value) if name in NUMBERS else value)
    return coach


def errand_state(errand: Errand, side: int) -> ErrandState | None:
    if not errand.is_under_way():
        return None
    first = int(errand.next)
    return ErrandState(side, int(errand.piece), list(errand.deeds[first:]), list(errand.squares[first:]))


def restore_errand(errand: Errand, state: ErrandState | None) -> int:
    """Bring a macro into a state; returns the side that chose it."""
    errand.forget()
    if state is None:
        return -1
    errand.piece = state.piece
    errand.deeds = list(state.deeds)
    errand.squares = list(state.squares)
    return state.side


def options_left(painter: Painter) -> list[int]:
    """The options that are left, if an action of several parts is half chosen; otherwise empty."""
    menu = painter.menu
    return [int(menu.options[index]) for index in range(int(menu.count))] if menu.part > 0 else []


def show_again(painter: Painter, game: Game, side: int, left: list[int]) -> None:
    """Paint a game as it was shown, with a half-chosen action if there was one."""
    if not game.over:
        list_options(game)
    painter.paint(game, i64(side))
    while left and options_left(painter) != left:
        menu = painter.menu
        here = [int(menu.options[index]) for index in range(int(menu.count))]
        if left[0] not in here or len(here) <= len(left):
            raise UserError("this is no state of such an environment: an action is half chosen that is not on offer")
        painter.choose(game, menu.keys[here.index(left[0])])


# --- batches ----------------------------------------------------------------------------------------------------------


def batch_state(batch: Batch) -> bytes:
    lanes = [lane_state(batch, lane) for lane in batch.lanes]
    return msgspec.json.encode(BatchState(board_of(batch.canvas.board), lanes))


def lane_state(batch: Batch, lane: Lane) -> LaneState:
    row = int(lane.row)
    return LaneState(
        game=save(lane.game),
        chances=(int(lane.chance.state), int(lane.dice.state), int(lane.sampler.state)),
        side=int(lane.side),
        asked=int(lane.asked),
        shown=int(lane.painter.side),
        left=options_left(lane.painter),
        coach=coach_state(lane.coach),
        teacher=coach_state(lane.teacher),
        advice=[int(key) for key in lane.advice],
        lead=int(lane.lead),
        near=float(lane.near),
        matches=int(lane.matches),
        steps=int(lane.steps),
        told=(
            float(batch.rewards[row]),
            bool(batch.ended[row]),
            bool(batch.cut[row]),
            bool(batch.illegal[row]),
            float(batch.results[row]),
        ),
        closed=lane.painter.menu.count == 0,
        errand=errand_state(lane.errand, int(lane.errand_of)),
    )


def restore_batch(batch: Batch, data: bytes) -> None:
    """Bring all lanes into a state. A state that does not fit changes nothing."""
    state = read(data, BatchState)
    check_board(state.board, batch.canvas.board)
    if len(state.lanes) != len(batch.lanes):
        raise UserError(f"the state has {len(state.lanes)} matches, this environment {len(batch.lanes)}")
    games = [load(each.game) for each in state.lanes]
    for lane, game, each in zip(batch.lanes, games, state.lanes, strict=True):
        restore_lane(batch, lane, game, each)


def restore_lane(batch: Batch, lane: Lane, game: Game, state: LaneState) -> None:
    lane.game = game
    lane.chance, lane.dice, lane.sampler = map(seeded_of, state.chances)
    lane.side = state.side
    lane.asked = state.asked
    lane.coach = coach_of(state.coach)
    lane.teacher = coach_of(state.teacher)
    lane.advice = list(state.advice)
    lane.lead = state.lead
    lane.near = state.near
    lane.matches = state.matches
    lane.steps = state.steps
    lane.errand_of = restore_errand(lane.errand, state.errand)
    show_again(lane.painter, game, state.shown, state.left)
    if state.closed:
        lane.painter.menu.close()
    row = int(lane.row)
    batch.sides[row] = state.asked
    reward, ended, cut, illegal, result = state.told
    batch.rewards[row] = reward
    batch.ended[row] = int(ended)
    batch.cut[row] = int(cut)
    batch.illegal[row] = int(illegal)
    batch.results[row] = result


# --- copies -----------------------------------------------------------------------------------------------------------


def remade(kind: Any, options: dict[str, Any], state: bytes, kept: dict[str, Any]) -> Any:
    """An environment for copying and pickling: made with the same options, in the same state."""
    made = kind(**options)
    for name, value in kept.items():
        if value is not None:
            setattr(made, name, value)
    made.restore(state)
    return made
