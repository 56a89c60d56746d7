"""A face of a block takes effect (O-BLOCK)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import (
    BLOCKS_AGAIN,
    CANCELS_DODGE,
    DRAGS_DOWN,
    IGNORES_BOTH_DOWN,
    TURNS_STUMBLE_INTO_PUSH,
    UNSTOPPABLE,
)
from dungeonbowl.engine.actions import DECLINE, USE, action, first_of, kind_of
from dungeonbowl.engine.dice import BOTH_DOWN, POW, PUSH_BACK, STUMBLE
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import BLOCK_RESOLVED
from dungeonbowl.engine.procedures.block.push import Push
from dungeonbowl.engine.procedures.block.pushed import TARGET_FELLED, TARGET_PUSHED, coach_of, is_unstoppable
from dungeonbowl.engine.procedures.block.squares import comes_before
from dungeonbowl.engine.procedures.harm.down import GoDown
from dungeonbowl.engine.procedures.harm.victim import Victim
from dungeonbowl.engine.procedures.moment import Moment

SAVING: Final[i64] = 0  # the target's coach decides whether to use Dodge
BLOCKER_ANSWERS: Final[i64] = 1
TARGET_ANSWERS: Final[i64] = 2
RESOLVING: Final[i64] = 3
TELLING: Final[i64] = 4
BLOCKER_STANDS: Final[i64] = 5  # Both Down: the blocker's coach decides whether to use Block
TARGET_STANDS: Final[i64] = 6

# Bits of `yielding`: players that go down although they need not.
BLOCKER: Final[i64] = 1
TARGET: Final[i64] = 2


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Strike(Frame):
    """The chosen face takes effect. First the two coaches decide which skills they use.

    A player that can stay on its feet does so. If `Options.skills_asked` is set, its coach is asked first, because a
    player on the floor cannot be pushed about. `yielding` has a bit for each of the two players that goes down although
    it need not. `outcome` collects the bits of `pushed.py`. One of two blocks made at once (`paired`) returns them, and
    its caller tells that the block is over.
    """

    def __init__(
        self,
        attacker: i64,
        defender: i64,
        face: i64,
        paired: bool = False,
        stage: i64 = SAVING,
        outcome: i64 = 0,
        yielding: i64 = 0,
    ) -> None:
        self.attacker = attacker
        self.defender = defender
        self.face = face
        self.paired = paired
        self.stage = stage
        self.outcome = outcome
        self.yielding = yielding

    def copy(self) -> Frame:
        return Strike(self.attacker, self.defender, self.face, self.paired, self.stage, self.outcome, self.yielding)

    def begin(self, game: Game) -> i64:
        attacker = self.attacker
        defender = self.defender
        face = self.face
        if face == PUSH_BACK:
            return self.push(game, False)
        if face == POW:
            return self.push(game, True)
        if face == STUMBLE:
            # a target may prefer to fall: otherwise the blocker blocks again
            saved = game.able(defender, TURNS_STUMBLE_INTO_PUSH) and not game.able(attacker, CANCELS_DODGE)
            if saved and (game.rules.tables.options.skills_asked or game.able(attacker, BLOCKS_AGAIN)):
                return game.ask(coach_of(game, defender))
            return self.push(game, not saved)
        if face == BOTH_DOWN:
            if is_unstoppable(game, attacker) or game.able(attacker, DRAGS_DOWN):
                self.stage = BLOCKER_ANSWERS
                return game.ask(coach_of(game, attacker))
            return self.ask_target(game)
        return self.put_down(game, False)

    def ask_target(self, game: Game) -> i64:
        """The target may use Wrestle, but not against an unstoppable blocker."""
        if game.able(self.defender, DRAGS_DOWN) and not is_unstoppable(game, self.attacker):
            self.stage = TARGET_ANSWERS
            return game.ask(coach_of(game, self.defender))
        return self.keep_feet(game)

    def keep_feet(self, game: Game) -> i64:
        """Both players go down, except those that need not. The blocker's coach is asked first."""
        if game.rules.tables.options.skills_asked:
            if self.stage != BLOCKER_STANDS and self.may_stand(game, self.attacker):
                self.stage = BLOCKER_STANDS
                return game.ask(coach_of(game, self.attacker))
            if self.may_stand(game, self.defender):
                self.stage = TARGET_STANDS
                return game.ask(coach_of(game, self.defender))
        return self.put_down(game, True)

    def may_stand(self, game: Game, piece: i64) -> bool:
        return game.is_standing(piece) and game.able(piece, IGNORES_BOTH_DOWN)

    def options(self, game: Game) -> None:
        if self.stage == SAVING:
            game.offer(action(USE, TURNS_STUMBLE_INTO_PUSH, self.defender))
        elif self.stage == BLOCKER_STANDS:
            game.offer(action(USE, IGNORES_BOTH_DOWN, self.attacker))
        elif self.stage == TARGET_STANDS:
            game.offer(action(USE, IGNORES_BOTH_DOWN, self.defender))
        elif self.stage == TARGET_ANSWERS:
            game.offer(action(USE, DRAGS_DOWN, self.defender))
        else:
            if is_unstoppable(game, self.attacker):
                game.offer(action(USE, UNSTOPPABLE, self.attacker))
            if game.able(self.attacker, DRAGS_DOWN):
                game.offer(action(USE, DRAGS_DOWN, self.attacker))
        game.offer(action(DECLINE))

    def usual(self, game: Game) -> i64:
        """To stay on one's feet, except against a blocker that would block again."""
        if self.stage == BLOCKER_STANDS:
            return action(USE, IGNORES_BOTH_DOWN, self.attacker)
        if self.stage == TARGET_STANDS:
            return action(USE, IGNORES_BOTH_DOWN, self.defender)
        if self.stage == SAVING and not game.able(self.attacker, BLOCKS_AGAIN):
            return action(USE, TURNS_STUMBLE_INTO_PUSH, self.defender)
        return 0

    def chosen(self, game: Game, action: i64) -> i64:
        used = kind_of(action) == USE
        ability = first_of(action)
        if used:
            blockers = self.stage == BLOCKER_ANSWERS or self.stage == BLOCKER_STANDS
            game.tell(events.SKILL_USED, clauses.SKILL, self.attacker if blockers else self.defender, ability)
        if self.stage == SAVING:
            return self.push(game, not used)
        if self.stage == BLOCKER_STANDS:
            if not used:
                self.yielding |= BLOCKER
            return self.keep_feet(game)
        if self.stage == TARGET_STANDS:
            if not used:
                self.yielding |= TARGET
            return self.put_down(game, True)
        if not used:
            return self.ask_target(game) if self.stage == BLOCKER_ANSWERS else self.keep_feet(game)
        if ability == UNSTOPPABLE:
            return self.push(game, False)
        victims = [Victim(self.defender, clauses.PLACED_PRONE)]
        if game.is_standing(self.attacker):
            victims.append(Victim(self.attacker, clauses.PLACED_PRONE))
        return self.play(game, GoDown(victims, self.attacker))

    # --- what comes of it -----------------------------------------------------------------------------------------

    def push(self, game: Game, knocked: bool) -> i64:
        if not knocked:
            self.outcome |= TARGET_PUSHED
        if game.square[self.attacker] < 0 or game.square[self.defender] < 0:
            return self.finish(game)  # the other one of two blocks has removed one of them
        return self.play(game, Push(self.attacker, self.defender, knocked))

    def put_down(self, game: Game, both: bool) -> i64:
        """First the target falls, then the blocker by the target's doing (O-BLOCK-09); or in the reading order of their
        squares (S-GEN-05).

        A player that need not go down does not, unless it wants to. The other one of two blocks may have knocked the
        blocker down already.
        """
        attacker = self.attacker
        defender = self.defender
        victims: list[Victim] = []
        if both and (self.yielding & TARGET != 0 or not game.able(defender, IGNORES_BOTH_DOWN)):
            victims.append(Victim(defender, clauses.BLOCKED, 0, attacker))
            self.outcome |= TARGET_FELLED
        steady = both and self.yielding & BLOCKER == 0 and game.able(attacker, IGNORES_BOTH_DOWN)
        if game.is_standing(attacker) and not steady:
            victims.append(Victim(attacker, clauses.BLOCKED, 0, defender))
        if len(victims) == 0:
            return self.finish(game)
        if len(victims) == 2 and game.rules.policies.blocking.falls_in_reading_order():
            if comes_before(game, attacker, defender):
                victims = [victims[1], victims[0]]
        return self.play(game, GoDown(victims, attacker))

    def play(self, game: Game, frame: Frame) -> i64:
        """Play the effects of the face. The frame stays on the stack only if the end of the block must be told."""
        self.stage = RESOLVING
        if self.paired or game.rules.heard[BLOCK_RESOLVED]:
            return game.call(frame)
        return game.become(frame)

    def finish(self, game: Game) -> i64:
        self.stage = TELLING
        if game.rules.heard[BLOCK_RESOLVED] and not self.paired:
            return game.call(Moment(BLOCK_RESOLVED, self.attacker, self.defender, self.outcome))
        return game.done(self.outcome)

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == TELLING:
            return game.done(self.outcome)
        self.outcome |= result
        return self.finish(game)
