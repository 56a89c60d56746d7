"""An order that waits for dice of a real table. A click is one order: a walk goes on by itself when the die for its
first dodge has been typed and is good.

When dice come, the plan of the order is followed once more from where it began, with all dice that were typed since.
So no plan need know that it was interrupted. The order is stored with the match, and a restart changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from dungeonbowl.engine.game import Game
from dungeonbowl.engine.match import DICE_INPUT, Input, Match
from dungeonbowl.records.beginnings import Beginning
from dungeonbowl.server.drafts import Draft, Refusal
from dungeonbowl.server.plans import Plan, plan_of
from dungeonbowl.server.typed_dice import first_typed, hand_of, put
from dungeonbowl.server.wire import Act, Walk
from dungeonbowl.storage.match_records import OpenOrder


class Open:
    """The last order of a match: the match before it, whose it was, and what it does."""

    def __init__(self, before: Match, sides: list[int], plan: Plan, order: Act | Walk | None = None) -> None:
        self.before = before
        self.sides = sides
        self.plan = plan
        self.order = order

    def again(
        self, match: Match, dice: Sequence[int], names: Sequence[str], carry_out: Callable[[Draft, Plan], None]
    ) -> Draft | None:
        """The draft that these dice lead to. None if the order did not lead to where the match is now: a step was taken
        back, or a standing answer was changed."""
        began = len(self.before.inputs)
        if self.before.awaits_dice() or began >= len(match.inputs):
            return None
        draft = Draft(self.before, self.sides, names)
        draft.lay(
            [die for each in match.inputs[began:] if each.kind == DICE_INPUT for die in each.numbers] + list(dice)
        )
        try:
            carry_out(draft, self.plan)
        except Refusal:
            return None
        made = draft.match.inputs
        if len(made) <= len(match.inputs) or not same(made[: len(match.inputs)], match.inputs):
            return None
        if hand_of(draft.match).given:
            return None
        draft.kept = len(match.inputs)
        draft.told = len(match.game.events)
        return draft

    def record(self, match: Match) -> OpenOrder | None:
        """What is stored of it; None if the match does not wait for dice, or if it is no order of a coach."""
        if self.order is None or not match.awaits_dice() or len(self.before.inputs) >= len(match.inputs):
            return None
        return OpenOrder(len(self.before.inputs), self.sides, msgspec.json.encode(self.order).decode())


def same(some: Sequence[Input], others: Sequence[Input]) -> bool:
    return all(one.kind == other.kind and one.numbers == other.numbers for one, other in zip(some, others, strict=True))


def match_after(beginning: Beginning, blank: Game, inputs: Sequence[Input]) -> Match:
    """A match at a real table after these inputs."""
    match = first_typed(beginning, blank.clone())
    for each in inputs:
        put(match, each)
    return match


def opened(record: OpenOrder | None, beginning: Beginning, blank: Game, inputs: Sequence[Input]) -> Open | None:
    """The order of a match that is resumed."""
    if record is None:
        return None
    order: Act | Walk = msgspec.json.decode(record.order, type=Act | Walk)
    return Open(match_after(beginning, blank, inputs[: record.inputs]), record.sides, plan_of(order), order)
