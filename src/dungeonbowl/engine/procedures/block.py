"""Blocks: strengths and assists, the dice, who chooses, and what each face does (O-BLOCK, O-AST)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import CANCELS_DODGE, IGNORES_BOTH_DOWN, TURNS_STUMBLE_INTO_PUSH
from dungeonbowl.engine.actions import ACCEPT, CHOOSE_FACE, REROLL, TEAM_REROLL, action, first_of
from dungeonbowl.engine.dice import (
    BLOCK_DIE,
    BOTH_DOWN,
    DIE_BITS,
    DIE_MASK,
    PLAYER_DOWN,
    POW,
    PUSH_BACK,
    PUSH_BACK_TOO,
    STUMBLE,
)
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import BALANCE_NEEDED, BLOCK_DECLARED, BLOCK_RESOLVED
from dungeonbowl.engine.procedures.down import GoDown, victim
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.push import Push
from dungeonbowl.engine.statuses import NO_ZONE_MASK, STANDING

DECLARING: Final[i64] = 0
BALANCING: Final[i64] = 1
ROLLING: Final[i64] = 2
ACCEPTING: Final[i64] = 3  # the defender will choose; the attacker's coach may still have the dice rolled again
CHOOSING: Final[i64] = 4
RESOLVING: Final[i64] = 5
RESOLVED: Final[i64] = 6


def assists(game: Game, helped: i64, against: i64) -> i64:
    """Team-mates of `helped` that mark `against` and are marked by nobody else (O-AST-01, O-AST-02).

    Blocks ask it once for either side, fouls too. All possible assists count (O-AST-04); a wall between means that
    there is no step, and so no marking (O-AST-03).
    """
    steps = game.steps
    occupant = game.occupant
    side = i64(game.side_of[helped])
    # the one helped against marks every helper beside it; that mark alone hinders nobody
    allowed: i64 = 1 if game.has_zone(against) else 0
    count: i64 = 0
    base = i64(game.square[against]) * 8
    end = base + 8
    while base < end:
        neighbour = i64(steps[base])
        base += 1
        if neighbour < 0:
            continue
        piece = i64(occupant[neighbour])
        if (
            piece >= 0
            and piece != helped
            and i64(game.side_of[piece]) == side
            and i64(game.status[piece]) == STANDING
            and game.conditions[piece] & NO_ZONE_MASK == 0
            and game.marks_on(side, neighbour) <= allowed
        ):
            count += 1
    return count


def block_dice(game: Game, attacker: i64, defender: i64) -> i64:
    """How many dice a block rolls; negative when the defender's coach chooses the face (O-BLOCK-02, O-BLOCK-03)."""
    attack = game.strength(attacker) + assists(game, attacker, defender)
    defence = game.strength(defender) + assists(game, defender, attacker)
    if attack == defence:
        return 1
    if attack > defence:
        return 3 if attack > 2 * defence else 2
    return -3 if defence > 2 * attack else -2


def plain_face(face: i64) -> i64:
    """A face as a choice: both Push Back faces of the die are the same one."""
    return PUSH_BACK if face == PUSH_BACK_TOO else face


def faces_shown(rolled: i64, count: i64) -> i64:
    """The different faces among the dice, one bit each."""
    shown: i64 = 0
    while count > 0:
        shown |= i64(1) << plain_face(rolled & DIE_MASK)
        rolled >>= DIE_BITS
        count -= 1
    return shown


@final
class Block(Frame):
    """One block, from the last chance to lose it to its last effect.

    `count` is negative when the defender's coach chooses; `rolled` holds the dice as they fell.
    """

    def __init__(
        self,
        attacker: i64,
        defender: i64,
        stage: i64 = DECLARING,
        count: i64 = 0,
        dice: i64 = 0,
        rerolled: bool = False,
    ) -> None:
        self.attacker = attacker
        self.defender = defender
        self.stage = stage
        self.count = count
        self.dice = dice
        self.rerolled = rerolled

    def copy(self) -> Frame:
        return Block(self.attacker, self.defender, self.stage, self.count, self.dice, self.rerolled)

    def args(self) -> list[object]:
        return [self.attacker, self.defender, self.stage, self.count, self.dice, self.rerolled]

    # --- before the dice ------------------------------------------------------------------------------------------

    def begin(self, game: Game) -> i64:
        if game.rules.heard[BLOCK_DECLARED]:
            return game.call(Moment(BLOCK_DECLARED, self.attacker, self.defender))
        return self.balance(game)

    def balance(self, game: Game) -> i64:
        self.stage = BALANCING
        if game.rules.heard[BALANCE_NEEDED]:
            return game.call(Moment(BALANCE_NEEDED, self.attacker, clauses.BLOCK))
        return self.compare(game)

    def compare(self, game: Game) -> i64:
        """Strengths with their assists give the dice; what came before may have parted the two."""
        if not game.is_standing(self.attacker) or not game.is_standing(self.defender):
            return game.done(0)
        self.count = block_dice(game, self.attacker, self.defender)
        return self.throw(game)

    def throw(self, game: Game) -> i64:
        self.stage = ROLLING
        count = self.count if self.count > 0 else -self.count
        return game.roll(count, BLOCK_DIE, clauses.BLOCK_DICE, i64(game.side_of[self.attacker]))

    # --- the dice -------------------------------------------------------------------------------------------------

    def rolled(self, game: Game, dice: i64) -> i64:
        self.dice = dice
        game.tell(events.BLOCK_DICE_ROLLED, clauses.BLOCK_DICE, self.attacker, self.defender, dice, self.count)
        if self.count > 0:
            return self.choose(game)
        if self.may_reroll(game):
            self.stage = ACCEPTING
            return game.ask(i64(game.side_of[self.attacker]))
        return self.choose(game)

    def may_reroll(self, game: Game) -> bool:
        """A team re-roll of the blocking coach takes all dice up again, once (O-RR-06, O-RR-11, O-RR-12)."""
        if self.rerolled:
            return False
        side = i64(game.side_of[self.attacker])
        return game.rules.rerolls.team_allowed(game, side, self.attacker, clauses.BLOCK_DICE)

    def choose(self, game: Game) -> i64:
        """The coach of the stronger player picks a face; with one face and no re-roll nobody is asked."""
        self.stage = CHOOSING
        chooser = self.attacker if self.count > 0 else self.defender
        shown = faces_shown(self.dice, self.count if self.count > 0 else -self.count)
        if shown & (shown - 1) == 0 and not (self.count > 0 and self.may_reroll(game)):
            face: i64 = PLAYER_DOWN
            while shown >> face != 1:
                face += 1
            return self.apply(game, face)
        side = i64(game.side_of[chooser])
        return game.ask(side if side < game.squads.sides else game.active)

    def options(self, game: Game) -> None:
        if self.stage == ACCEPTING:
            game.offer(action(ACCEPT))
            game.offer(action(REROLL, TEAM_REROLL))
            return
        shown = faces_shown(self.dice, self.count if self.count > 0 else -self.count)
        face: i64 = PLAYER_DOWN
        while face <= POW:
            if shown >> face & 1 != 0:
                game.offer(action(CHOOSE_FACE, face))
            face += 1
        if self.count > 0 and self.may_reroll(game):
            game.offer(action(REROLL, TEAM_REROLL))

    def chosen(self, game: Game, action: i64) -> i64:
        kind = action & 0xFF
        if kind == REROLL:
            side = i64(game.side_of[self.attacker])
            self.rerolled = True
            game.rules.rerolls.spend(game, side)
            game.tell(events.REROLLED, clauses.BLOCK_DICE, side, TEAM_REROLL)
            return self.throw(game)
        if kind == ACCEPT:
            return self.choose(game)
        return self.apply(game, first_of(action))

    # --- the face -------------------------------------------------------------------------------------------------

    def apply(self, game: Game, face: i64) -> i64:
        attacker = self.attacker
        defender = self.defender
        game.tell(events.FACE_CHOSEN, clauses.BLOCK, attacker, defender, face)
        self.stage = RESOLVING
        if face == PUSH_BACK:
            return self.play(game, Push(attacker, defender, False))
        if face == POW:
            return self.play(game, Push(attacker, defender, True))
        if face == STUMBLE:
            # a player that can save its feet always does
            saved = game.able(defender, TURNS_STUMBLE_INTO_PUSH) and not game.able(attacker, CANCELS_DODGE)
            return self.play(game, Push(attacker, defender, not saved))
        victims = vec[i64]()
        if face == BOTH_DOWN:
            spared = game.able(attacker, IGNORES_BOTH_DOWN)
            if not game.able(defender, IGNORES_BOTH_DOWN):
                victims = append(victims, victim(defender, clauses.BLOCKED, 0, attacker))
            if spared:
                if len(victims) == 0:
                    return self.finish(game)
                return self.play(game, GoDown(victims, attacker))
        # the target first, then the blocker, whose fall is the target's doing (O-BLOCK-09)
        victims = append(victims, victim(attacker, clauses.BLOCKED, 0, defender))
        return self.play(game, GoDown(victims, attacker))

    def play(self, game: Game, frame: Frame) -> i64:
        """The effects of the face; nobody comes back here unless a module waits for the end of the block."""
        if game.rules.heard[BLOCK_RESOLVED]:
            return game.call(frame)
        return game.become(frame)

    def finish(self, game: Game) -> i64:
        self.stage = RESOLVED
        if game.rules.heard[BLOCK_RESOLVED]:
            return game.call(Moment(BLOCK_RESOLVED, self.attacker, self.defender))
        return game.done(0)

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == DECLARING:
            return self.balance(game) if result == 0 else game.done(0)
        if self.stage == BALANCING:
            return self.compare(game) if result == 0 else game.done(0)
        if self.stage == RESOLVING:
            return self.finish(game)
        return game.done(0)
