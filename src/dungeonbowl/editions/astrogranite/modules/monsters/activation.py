"""The activation of a monster (A-MON-04 to A-MON-19): by the rules, or led by a game master (A-MGM)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr, u8

from dungeonbowl.editions.astrogranite.modules.monsters.attacks import Attacks, Trample
from dungeonbowl.editions.astrogranite.modules.monsters.flame import BURSTS, Flames, flame_targets
from dungeonbowl.editions.astrogranite.modules.monsters.hunger import goal_of, may_open, obstructing
from dungeonbowl.editions.astrogranite.modules.monsters.memory import BY_ITSELF, EATEN
from dungeonbowl.editions.astrogranite.modules.monsters.targets import (
    Ways,
    beside_piece,
    fallen_on,
    is_prey,
    nearest_prey,
    prey_beside,
    way,
    ways_on,
)
from dungeonbowl.editions.astrogranite.modules.trap_effects import ClimbOut
from dungeonbowl.engine import actions, clauses, events
from dungeonbowl.engine.abilities import BREATHES_FLAME, DEVOURS
from dungeonbowl.engine.actions import BLITZ_ACTION, action, first_of, kind_of
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.footprints import squares_beside, squares_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import ACTION_DECLARED, ACTIVATION_ENDED, MOVEMENT_ENDED
from dungeonbowl.engine.passages import are_linked, linked_pieces
from dungeonbowl.engine.procedures.ball.catch import PickUp
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move.step import Step, price
from dungeonbowl.engine.procedures.turn.activation import set_allowance
from dungeonbowl.engine.progress import FINISHED
from dungeonbowl.engine.sides import NOBODY
from dungeonbowl.engine.statuses import (
    ACTIVATION_MASK,
    PRONE,
    ROOTED,
    STANDING,
    STUNNED,
    SUNKEN,
    UNTIL_ACTIVATION_MASK,
)

TESTING: Final[i64] = 0  # its traits
SMOULDERING: Final[i64] = 1  # the die of a flame burst
AIMING: Final[i64] = 2  # the die for its target
ROAMING: Final[i64] = 3
TARGETING: Final[i64] = 4  # a die decides which target it goes for
PICKING: Final[i64] = 5  # a die decides which neighbour it attacks
ASKING: Final[i64] = 6  # the game master is asked
LAST_DEED: Final[i64] = 7
SETTLING: Final[i64] = 8
ENDING: Final[i64] = 9
FEEDING: Final[i64] = 10  # it eats a ball under its body

ATTACK_COST: Final[i64] = 1


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Rampage(Frame):
    """One activation of a monster, which always counts as a Blitz (A-MON-04). `asks`: a game master leads it. `eaten`
    is the number of eaten balls before it went for one. `rooted`: it had taken root before this activation."""

    def __init__(
        self, piece: i64, slot: i64, asks: bool, stage: i64 = TESTING, eaten: i64 = 0, rooted: bool = False
    ) -> None:
        self.piece = piece
        self.slot = slot
        self.asks = asks
        self.stage = stage
        self.eaten = eaten
        self.rooted = rooted

    def copy(self) -> Frame:
        return Rampage(self.piece, self.slot, self.asks, self.stage, self.eaten, self.rooted)

    # --- before it moves ------------------------------------------------------------------------------------------

    def begin(self, game: Game) -> i64:
        piece = self.piece
        game.acting = piece
        game.declared = BLITZ_ACTION
        game.target = NOBODY
        game.progress = 0
        game.memo[self.slot + BY_ITSELF] = 0
        self.rooted = game.conditions[piece] & ROOTED != 0
        game.conditions[piece] = game.conditions[piece] & ~UNTIL_ACTIVATION_MASK
        for module in game.rules.activation_opened:
            module.activation_opened(game, piece)
        set_allowance(game, game.movement(piece))
        game.rushes_left = 0
        game.tell(events.ACTIVATED, clauses.MONSTER_PHASE, piece)
        if game.rules.heard[ACTION_DECLARED]:
            return game.call(Moment(ACTION_DECLARED, piece))
        return self.rise(game)

    def rise(self, game: Game) -> i64:
        """A monster that is down gets up, one stage at a time, and does nothing else (A-MON-06)."""
        piece = self.piece
        status = i64(game.status[piece])
        if status == STUNNED:
            game.status[piece] = u8(PRONE)
            game.tell(events.RECOVERED, clauses.MONSTER_PHASE, piece)
            return self.settle(game)
        if status == PRONE:
            if game.conditions[piece] & SUNKEN != 0:
                self.stage = LAST_DEED
                return game.call(ClimbOut(piece))
            game.status[piece] = u8(STANDING)
            game.tell(events.STOOD_UP, clauses.MONSTER_PHASE, piece)
            return self.settle(game)
        if game.conditions[piece] & ROOTED != 0 and not self.rooted:  # a trait that has failed (A-MON-05)
            return self.settle(game)
        if game.can(piece, BREATHES_FLAME) and len(flame_targets(game, piece)) > 0:
            self.stage = SMOULDERING
            return game.roll(1, D6, clauses.FLAME, -1)
        return self.roam(game)

    def rolled(self, game: Game, dice: i64) -> i64:
        face = die(dice, 0)
        if self.stage == SMOULDERING:
            if face < BURSTS:
                return self.roam(game)
            targets = flame_targets(game, self.piece)
            if len(targets) == 1:
                return self.burst(game, i64(targets[0]))
            self.stage = AIMING
            return game.roll(1, len(targets), clauses.FLAME_TARGET, -1)
        if self.stage == AIMING:
            return self.burst(game, i64(flame_targets(game, self.piece)[int(face) - 1]))
        if self.stage == PICKING:
            return self.attack(game, i64(self.victims(game)[int(face) - 1]))
        ways = Ways(game, self.piece)
        if game.can(self.piece, DEVOURS):
            goal = goal_of(game, ways)
            return self.walk(game, ways, goal.places[int(face) - 1])
        prey = i64(nearest_prey(game, ways)[int(face) - 1])
        return self.walk(game, ways, beside_piece(game, self.piece, prey))

    def burst(self, game: Game, target: i64) -> i64:
        square = i64(game.square[target])
        game.tell(events.FLAMES_BURST, clauses.FLAME, self.piece, square)
        self.stage = LAST_DEED
        return game.call(Flames(square))

    # --- roaming --------------------------------------------------------------------------------------------------

    def is_over(self, game: Game) -> bool:
        piece = self.piece
        return game.square[piece] < 0 or not game.is_standing(piece) or game.progress & FINISHED != 0

    def roam(self, game: Game) -> i64:
        """One round of the loop of the rulebook. After each step everything is judged again."""
        piece = self.piece
        if self.is_over(game):
            return self.settle(game)
        self.stage = ROAMING
        if self.asks and game.memo[self.slot + BY_ITSELF] == 0:
            return self.ask(game) if game.moves_left > 0 else self.settle(game)
        if game.can(piece, DEVOURS):
            return self.crave(game)
        victims = prey_beside(game, piece)
        if len(victims) > 0:
            return self.pick(game, victims)
        if game.moves_left < 1:
            return self.settle(game)
        ways = Ways(game, piece)
        prey = nearest_prey(game, ways)
        if len(prey) == 0:
            return self.settle(game)
        if len(prey) > 1:
            self.stage = TARGETING
            return game.roll(1, len(prey), clauses.MONSTER_TARGET, -1)
        return self.walk(game, ways, beside_piece(game, piece, i64(prey[0])))

    def crave(self, game: Game) -> i64:
        """The same for a monster that wants balls most (A-MBOWL-06)."""
        piece = self.piece
        victims = self.victims(game)
        if len(victims) > 0:
            return self.pick(game, victims)
        if game.moves_left < 1:
            return self.settle(game)
        ways = Ways(game, piece)
        goal = goal_of(game, ways)
        if len(goal.places) == 0:
            return self.settle(game)
        if goal.chest >= 0 and may_open(game, piece, goal.chest):
            return game.call(game.rules.policies.chests.frame(game, piece, goal.chest))
        if len(goal.places) > 1:
            self.stage = TARGETING
            return game.roll(1, len(goal.places), clauses.MONSTER_TARGET, -1)
        return self.walk(game, ways, goal.places[0])

    def victims(self, game: Game) -> list[int]:
        """The pieces that it attacks from where it is."""
        if not game.can(self.piece, DEVOURS):
            return prey_beside(game, self.piece)
        return obstructing(game, self.piece)

    def pick(self, game: Game, victims: list[int]) -> i64:
        if game.moves_left < ATTACK_COST:
            return self.settle(game)
        if len(victims) > 1:
            self.stage = PICKING
            return game.roll(1, len(victims), clauses.MONSTER_ATTACK, -1)
        return self.attack(game, i64(victims[0]))

    def attack(self, game: Game, target: i64) -> i64:
        """One square of movement pays for all its attacks, and then its activation ends (A-MON-11, A-MON-13)."""
        game.moves_left -= ATTACK_COST
        game.target = target
        self.stage = LAST_DEED
        asks = self.asks and game.memo[self.slot + BY_ITSELF] == 0
        return game.call(Attacks(self.piece, self.slot, target, False, asks))

    def walk(self, game: Game, ways: Ways, goals: list[int]) -> i64:
        piece = self.piece
        square = ways.next_square(game, goals)
        if square < 0 or self.rooted:
            return self.settle(game)
        fallen = fallen_on(game, piece, square)
        if fallen >= 0:
            return self.trample(game, fallen)
        if price(game, piece, i64(game.square[piece]), square) > game.moves_left:
            return self.settle(game)
        return self.step(game, square)

    def step(self, game: Game, square: i64) -> i64:
        """A step. Onto a ball: a monster that eats balls tries to pick it up (A-MBOWL-03)."""
        piece = self.piece
        self.stage = ROAMING
        if game.can(piece, DEVOURS):
            for node in game.dungeon.footprint(square, i64(game.squads.size[piece])):
                if game.ball_on(i64(node)) >= 0:
                    self.stage = FEEDING
        self.eaten = game.memo[self.slot + EATEN]
        return game.call(Step(piece, square))

    def trample(self, game: Game, fallen: i64) -> i64:
        game.moves_left -= ATTACK_COST
        self.stage = LAST_DEED
        return game.call(Trample(self.piece, self.slot, fallen))

    # --- the game master ------------------------------------------------------------------------------------------

    def ask(self, game: Game) -> i64:
        self.stage = ASKING
        return game.ask(game.squads.sides)

    def options(self, game: Game) -> None:
        """Steps, attacks, kicks, chests if it opens them, standing still, and leaving the rest to the rules
        (A-MGM-01)."""
        piece = self.piece
        left = game.moves_left
        square = i64(game.square[piece])
        direction: i64 = 8 if self.rooted else 0
        while direction < 8:
            target = way(game, piece, square, direction)
            if target >= 0 and fallen_on(game, piece, target) < 0 and price(game, piece, square, target) <= left:
                game.offer(action(actions.STEP, direction))
            direction += 1
        if game.dungeon.linked:
            for target in ways_on(game, piece, square):
                if are_linked(game, square, i64(target)) and price(game, piece, square, i64(target)) <= left:
                    if fallen_on(game, piece, i64(target)) < 0:
                        game.offer(action(actions.SLIP_TO, i64(target)))
        if left >= ATTACK_COST:
            for other in self.neighbours(game):
                if is_prey(game, piece, i64(other)):
                    game.offer(action(actions.BLOCK, i64(other)))
                elif game.is_down(i64(other)) and game.conditions[i64(other)] & SUNKEN == 0:
                    game.offer(action(actions.FOUL, i64(other)))
            if game.can(piece, DEVOURS):
                for node in squares_beside(game, piece):
                    if game.is_chest(i64(node)):
                        game.offer(action(actions.OPEN_CHEST, i64(node)))
        game.offer(action(actions.END_ACTIVATION))
        game.offer(action(actions.BY_RULE))

    def neighbours(self, game: Game) -> list[int]:
        found: list[int] = []
        for node in squares_beside(game, self.piece):
            other = int(game.occupant[i64(node)])
            if other >= 0 and other not in found:
                found.append(other)
        for linked in linked_pieces(game, i64(game.square[self.piece])):
            if int(linked) not in found:
                found.append(int(linked))
        return found

    def chosen(self, game: Game, action: i64) -> i64:
        kind = kind_of(action)
        self.stage = ROAMING
        if kind == actions.BY_RULE:
            game.memo[self.slot + BY_ITSELF] = 1
            return self.roam(game)
        if kind == actions.END_ACTIVATION:
            return self.settle(game)
        if kind == actions.BLOCK:
            return self.attack(game, first_of(action))
        if kind == actions.FOUL:
            return self.trample(game, first_of(action))
        if kind == actions.OPEN_CHEST:
            return game.call(game.rules.policies.chests.frame(game, self.piece, first_of(action)))
        if kind == actions.SLIP_TO:
            return self.step(game, first_of(action))
        return self.step(game, i64(game.steps[i64(game.square[self.piece]) * 8 + first_of(action)]))

    # --- and how it goes on ---------------------------------------------------------------------------------------

    def returned(self, game: Game, result: i64) -> i64:
        stage = self.stage
        if stage == TESTING:
            if result != 0 or game.square[self.piece] < 0:
                return self.settle(game)
            return self.rise(game)
        if stage == ROAMING:
            return self.roam(game)
        if stage == FEEDING:
            if self.is_over(game) or game.memo[self.slot + EATEN] > self.eaten:
                return self.roam(game)
            ball = self.ball_beneath(game)  # a ball under a large body that has not been tried yet
            return game.call(PickUp(self.piece, ball)) if ball >= 0 else self.settle(game)
        if stage == SETTLING:
            return self.close(game)
        if stage == ENDING:
            return self.leave(game)
        return self.settle(game)

    def ball_beneath(self, game: Game) -> i64:
        """A loose ball under any square of a large body; -1 if there is none (A-MBOWL-07)."""
        for node in squares_of(game, self.piece):
            ball = game.ball_on(i64(node))
            if ball >= 0:
                return ball
        return -1

    def settle(self, game: Game) -> i64:
        self.stage = SETTLING
        if game.rules.heard[MOVEMENT_ENDED] and game.square[self.piece] >= 0:
            return game.call(Moment(MOVEMENT_ENDED, self.piece))
        return self.close(game)

    def close(self, game: Game) -> i64:
        self.stage = ENDING
        if game.rules.heard[ACTIVATION_ENDED]:  # even if it is gone: others may owe something
            return game.call(Moment(ACTIVATION_ENDED, self.piece))
        return self.leave(game)

    def leave(self, game: Game) -> i64:
        game.conditions[self.piece] = game.conditions[self.piece] & ~ACTIVATION_MASK
        game.acting = NOBODY
        game.turnover = 0  # nothing in this phase is a turnover (A-MON-22)
        game.memo[self.slot + BY_ITSELF] = 0
        game.tell(events.ACTIVATION_ENDED, clauses.MONSTER_PHASE, self.piece)
        return game.done(0)
