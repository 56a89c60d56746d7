"""What orders do to a draft. A plan looks at the draft alone, so the same plan on the same match does the same again:
at a real table the rest of an order is done so, when the dice that it waited for have been typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.events import TESTED, Event
from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.server.drafts import Draft, Refusal
from dungeonbowl.server.view.ahead import activating
from dungeonbowl.server.view.chest_ways import opening_place
from dungeonbowl.server.wire import Act, Walk

MOST_WALKED: Final = 40

Plan = Callable[[Draft], None]


def plan_of(order: Act | Walk) -> Plan:
    """What an order does to a draft."""
    if isinstance(order, Walk):
        return lambda draft: walk(draft, order)
    return lambda draft: act(draft, order)


def act(draft: Draft, order: Act) -> None:
    """Choose an option after those in `first`, all or nothing unless a die falls between them; then the further ones,
    as long as each of them is offered to the same coach and no test fails."""
    for option in [*order.first, order.option]:
        try:
            draft.choose(int(option))
        except Refusal:
            if not draft.is_binding():
                raise
            return
    for option in order.then:
        if not draft.is_offered(int(option)) or has_failed(draft.choose(int(option))):
            break


def walk(draft: Draft, order: Walk) -> None:
    """Walk a path: the actions are chosen one by one, each only if it is still on offer.

    If a roll or a question comes before the first step, the walk ends there."""
    game = draft.game
    if not 0 <= order.piece < game.squads.count or not 0 <= order.square < game.dungeon.count:
        raise Refusal("there is no such player or square")
    if not set_out(draft, order) and not draft.is_binding():
        raise Refusal("the player cannot get there")


def set_out(draft: Draft, order: Walk) -> int:
    """Choose what comes before the first step, then the steps. Returns how many steps were taken."""
    piece = order.piece
    first = [int(option) for option in order.first]
    if not first and draft.game.acting != piece:
        first = [int(actions.action(actions.ACTIVATE, i64(piece)))]
    for index, choice in enumerate(first):
        if index and not draft.is_offered(choice):
            return 0
        draft.choose(choice)
    game = draft.game
    move = int(actions.action(actions.DECLARE, actions.MOVE_ACTION))
    lies = game.acting == piece and game.declared == 0 and int(game.status[piece]) != 0
    if lies and draft.is_offered(move):  # a player who is lying must declare its action before it stands up
        draft.choose(move)
    if draft.game.acting != piece or not draft.is_seated():
        return 0
    return walk_on(draft, piece, order.square)


def walk_on(draft: Draft, piece: int, square: int) -> int:
    """Take the steps, up to the first that is no longer on offer. Returns how many were taken. To a chest they lead
    beside it; for a player who is there already, the Move is declared that the opening is a part of."""
    found = reach(draft.game, i64(piece))
    chest = draft.game.is_chest(i64(square)) and found.label(i64(square)) < 0
    if chest:
        begun = activating(draft.game, piece)
        place = opening_place(begun[1], piece, square, found) if begun is not None else None
        if place is None:
            return 0
        square = place[0]
    made = 0
    path = found.actions(i64(square))[:MOST_WALKED]
    move = int(actions.action(actions.DECLARE, actions.MOVE_ACTION))
    if chest and not path and draft.is_offered(move):
        path = [move]
    for choice in path:
        if draft.game.acting != piece or not draft.is_offered(choice):
            break
        made += 1
        if has_failed(draft.choose(choice)):
            break
    return made


def has_failed(happened: list[Event]) -> bool:
    """Whether a test was failed. What was planned behind it waits for the coach, who may want something else now."""
    return any(event.kind == TESTED and not event["passed"] for event in happened)
