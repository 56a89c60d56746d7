"""The decisions of one match: whether an order may be followed, what it makes of the match, and writing that down.

Only here is a match under way changed: `Deciding.change` tries everything on a draft, and what is written takes the
place of the match.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import kind_of
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import list_options
from dungeonbowl.engine.match import Match
from dungeonbowl.play.hand_dice import DiceAwaited
from dungeonbowl.play.usual import default_action, usual_answer
from dungeonbowl.server.correspondence import news_of_decision
from dungeonbowl.server.days import DAYS
from dungeonbowl.server.drafts import Draft, Refusal
from dungeonbowl.server.open_orders import Open, match_after
from dungeonbowl.server.plans import Plan
from dungeonbowl.server.resuming import OVER, PLAYING, plain, result_of
from dungeonbowl.server.taking_back import NOTHING_YET, starts_after
from dungeonbowl.server.trail import noted
from dungeonbowl.server.typed_dice import wrong_dice
from dungeonbowl.server.view.prompts import skill_asked
from dungeonbowl.server.wire import Act, Walk
from dungeonbowl.storage.match_records import Change
from dungeonbowl.storage.matches import now

if TYPE_CHECKING:
    from dungeonbowl.server.session import Session

log = logging.getLogger(__name__)


class Deciding:
    """Decides in one match."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def permitted(self, sides: Sequence[int], number: int) -> Match:
        """The match, if it goes on, a coach of these sides sends the order, and the order is about the present
        decision. Otherwise `Refusal`."""
        session = self.session
        match = session.match
        if match is None:
            raise Refusal("the match has not begun: a coach is not ready yet")
        if not sides:
            raise Refusal("spectators decide nothing")
        if number != session.number:
            raise Refusal(
                f"that was decision {number}, and the match has gone on to {session.number}",
                stale=number < session.number,
            )
        if session.stage != PLAYING or match.is_over():
            raise Refusal("the match is over")
        return match

    async def change(
        self, sides: Sequence[int], number: int, plan: Plan, by: str, order: Act | Walk | None = None
    ) -> None:
        """The only function that changes a match under way. `plan` makes the decisions of these sides on a draft, which
        checks every single action. Then the draft is written to the database and takes the place of the match. An
        `order` that has to wait for dice of a real table is remembered.

        If anything is refused or fails, nothing has changed, and a `Refusal` is raised."""
        session = self.session
        match = self.permitted(sides, number)
        draft = Draft(match, sides, session.names())
        self.carry_out(draft, plan)
        if session.trail is not None and draft.undone is None:
            await self.write(draft, by, Open(match, list(sides), plan, order))
        else:
            await self.write(draft, by, session.open)

    def carry_out(self, draft: Draft, plan: Plan) -> None:
        """Follow a plan on a draft, and give the standing answers behind it, as far as there are dice for it."""
        try:
            plan(draft)
            while draft.undone is None and (answer := self.standing_answer(draft.game)) is not None:
                draft.answer(answer)
        except Refusal:
            raise
        except DiceAwaited:  # at a real table: the match waits for them
            pass
        except Exception as error:
            log.exception("match %s: a change failed; the match is as it was", self.session.id)
            raise Refusal("the server failed to do that; nothing has changed") from error

    async def roll(self, sides: Sequence[int], number: int, dice: Sequence[int]) -> None:
        """Dice that were rolled at a real table. Then the rest of the order is done that waited for them."""
        session = self.session
        match = self.permitted(sides, number)
        if session.trail is None:
            raise Refusal("the dice of this match follow from its seed: none are typed in")
        if wrong := wrong_dice(match, dice):
            raise Refusal(wrong)
        draft = session.open.again(match, dice, session.names(), self.carry_out) if session.open is not None else None
        if draft is None:
            draft = Draft(match, sides, session.names())
            self.carry_out(draft, lambda draft: draft.lay(dice))
        await self.write(draft, "coach", session.open)

    async def go_back(self, sides: Sequence[int], number: int) -> None:
        """At a real table: take back the last order or the last dice. It is noted."""
        session = self.session
        match = self.permitted(sides, number)
        back = session.trail.back() if session.trail is not None else None
        if back is None:
            raise Refusal(NOTHING_YET)
        inputs, words = back
        earlier = match_after(session.setup, session.blank, match.inputs[:inputs])
        notes = noted(session.notes, words, inputs, len(earlier.game.events))
        await self.change(sides, number, lambda draft: draft.go_back(earlier, notes), "coach")
        session.thinking.pilots.clear()

    async def decide(self, choice: int, by: str) -> None:
        """Play what a bot, a clock or a standing answer chose for the side that is asked."""
        session = self.session

        def plan(draft: Draft) -> None:
            draft.choose(choice)
            if by == "clock":
                draft.bind()

        side = session.asked()
        if side is None:
            raise Refusal("nobody is asked anything now")
        await self.change([side], session.number, plan, by)

    async def decide_or_default(self, choice: int, by: str) -> None:
        """The same, but if the choice is refused the default answer is played, so that the match goes on."""
        session = self.session
        number = session.number
        try:
            await self.decide(choice, by)
        except Refusal as refusal:
            log.error(
                "match %s: the choice %s of the %s at %s was refused: %s", session.id, choice, by, number, refusal
            )
            try:
                await self.decide(self.default_answer(), by)
            except Refusal as again:  # the engine fails here with every choice, so trying again is useless
                log.error("match %s is stuck at %s: %s", session.id, number, again)
                session.thinking.stuck = number

    async def write(self, draft: Draft, by: str, order: Open | None) -> None:
        """Write a draft to the database. Only then does it become the match, and the viewers are told. `order` is the
        one that it is a part of, at a real table."""
        metrics = self.session.metrics
        with metrics.timed(metrics.decision_seconds):
            await self.put_down(draft, by, order)

    async def put_down(self, draft: Draft, by: str, order: Open | None) -> None:
        session = self.session
        match = draft.match
        moment = session.timekeeper.now()
        over = match.is_over()
        stage = OVER if over else PLAYING
        asked = match.asked()
        before = msgspec.structs.replace(session.clock.record)
        session.clock.turn_to(match.game, asked if asked >= 0 else None, moment, draft.undone is not None)
        if over:
            session.clock.stop(moment)
        trail = session.trail
        if trail is None:
            starts = starts_after(session.order_starts, draft)
        else:
            starts = [start for start in session.order_starts if start < draft.kept]
            if draft.undone is None:
                starts.append(draft.kept)
        notes = session.notes if draft.notes is None else draft.notes
        waiting = order.record(match) if order is not None else None
        result = msgspec.structs.replace(result_of(match), order_starts=starts, notes=notes, open_order=waiting)
        await session.store.record(
            Change(
                session.id,
                session.number,
                session.number + 1,
                draft.kept,
                [plain(each) for each in match.inputs[draft.kept :]],
                stage,
                clock=session.clock.record,
                result=result,
                undo=draft.undone is not None,
                news=news_of_decision(session, draft, before, by) if session.clock.record.mode == DAYS else [],
            )
        )
        if trail is not None:
            assert session.match is not None
            trail.after(session.match, match, draft.kept)
        session.match = match
        session.order_starts = starts
        session.notes = notes
        session.open = order
        session.number += 1
        session.stage = stage
        session.decided = moment
        session.stored.changed = now()
        if draft.undone is not None:
            self.forget_after(draft.kept)
        session.metrics.decisions.labels(by).inc()
        log.info("decision", extra={"facts": {"match": session.id, "number": session.number, "by": by}})
        session.telling.tell_update(draft.told, by, draft.undone)
        if over:
            session.telling.tell_over()
            if session.when_over is not None:
                session.when_over(session)
        session.arm()

    def forget_after(self, inputs: int) -> None:
        """After a take-back: drop what was made from the inputs after this number."""
        session = self.session
        del session.plain[inputs:]
        session.telling.forget_chests()
        session.bots.taken_back(session.id, inputs)

    def standing_answer(self, game: Game) -> int | None:
        """The answer that a coach has set once and for all for the question of this position; None if there is none.
        Bots always give the usual answer."""
        session = self.session
        if game.signal != ASK:
            return None
        if int(game.asked) in session.bot_sides:
            return usual_answer(game) or None
        if not session.auto:
            return None
        options = [int(game.offered[index]) for index in range(list_options(game))]
        skill = skill_asked(game, options)
        if skill is None:
            return None
        side = int(game.asked)
        for each in session.auto:
            if each.side == side and each.skill == skill.name:
                wanted = actions.USE if each.answer == "always" else actions.DECLINE
                fitting = [option for option in options if kind_of(option) == wanted]
                if len(fitting) == 1:
                    return fitting[0]
        return None

    def default_answer(self) -> int:
        """The action that is played for a coach who gives no answer."""
        match = self.session.match
        assert match is not None
        return default_action(match.options(), usual_answer(match.game))
