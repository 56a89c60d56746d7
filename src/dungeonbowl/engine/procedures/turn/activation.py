"""One player's activation: declaration, rolls of the square and of traits, the action, the end (O-TURN-05 to -07)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr, u8

from dungeonbowl.engine import actions, clauses, events
from dungeonbowl.engine.abilities import (
    FOULS_UNSEEN,
    INJURY_UNHELPED,
    KEEPS_BALL_FOR_ITSELF,
    RUNS_AFTER_HAND_OFF,
    RUNS_AFTER_PASS,
    SPRINGS_UP,
    THROWABLE,
    THROWS_TEAM_MATES,
    TIGHT_FISTED,
)
from dungeonbowl.engine.actions import (
    BLITZ_ACTION,
    BLOCK_ACTION,
    DECLARE,
    FOUL_ACTION,
    HAND_OFF_ACTION,
    KICK_TEAM_MATE_ACTION,
    MOVE_ACTION,
    PASS_ACTION,
    THROW_TEAM_MATE_ACTION,
    action,
    first_of,
    kind_of,
    second_of,
)
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import ACTION_DECLARED, ACTIVATION_BEGAN, ACTIVATION_ENDED, DEED_SETTLED, MOVEMENT_ENDED
from dungeonbowl.engine.passages import linked_pieces
from dungeonbowl.engine.procedures.ball import hand_off, passing, team_mate
from dungeonbowl.engine.procedures.ball.balls import throwable_ball
from dungeonbowl.engine.procedures.block import block
from dungeonbowl.engine.procedures.harm import foul
from dungeonbowl.engine.procedures.harm.down import fall
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move.jump import Jump
from dungeonbowl.engine.procedures.move.step import Step, pay, rush_allowance, rush_test
from dungeonbowl.engine.procedures.stat_test import StatTest, test_modifiers
from dungeonbowl.engine.procedures.turn.offers import (
    is_rooted,
    may_be_blocked,
    offer_against,
    offer_jumps,
    offer_steps,
)
from dungeonbowl.engine.progress import BLOCK_MADE, DEED_DONE, FINISHED, JUMPED, OWES_PORTAL, STOOD_UP
from dungeonbowl.engine.sides import NOBODY, USED
from dungeonbowl.engine.statuses import (
    ACTIVATED,
    ACTIVATION_MASK,
    DAZZLED,
    PRONE,
    STANDING,
    SUNKEN,
    UNTIL_ACTIVATION_MASK,
)

DECLARING: Final[i64] = 0
ROOM_ROLLS: Final[i64] = 1
TRAIT_ROLLS: Final[i64] = 2
ACTING: Final[i64] = 3
STANDING_UP: Final[i64] = 4
RUSHING_TO_BLOCK: Final[i64] = 5
RUSHING_FROM_PORTAL: Final[i64] = 6
LAST_DEED: Final[i64] = 7  # the activation ends after what was begun
SETTLING: Final[i64] = 8
ENDING: Final[i64] = 9
SPRINGING_UP: Final[i64] = 10
HANDING_OVER: Final[i64] = 11
THROWING: Final[i64] = 12
FOULING: Final[i64] = 13
DEED_SETTLING: Final[i64] = 14

OUT_OF_TIME: Final[i64] = -2  # as a result: the team turn ends with the activation


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Activation(Frame):
    """A player acts. `pending` is a step chosen without a declaration, which makes it a Move action (O-TURN-05), or
    OUT_OF_TIME."""

    def __init__(self, piece: i64, stage: i64 = DECLARING, pending: i64 = -1, announced: i64 = 0) -> None:
        self.piece = piece
        self.stage = stage
        self.pending = pending
        self.announced = announced  # declared before it came into the dungeon, which cost one square of movement

    def copy(self) -> Frame:
        return Activation(self.piece, self.stage, self.pending, self.announced)

    # --- before the action ----------------------------------------------------------------------------------------

    def begin(self, game: Game) -> i64:
        piece = self.piece
        game.acting = piece
        game.declared = 0
        game.target = NOBODY
        game.progress = 0
        game.conditions[piece] = game.conditions[piece] & ~UNTIL_ACTIVATION_MASK
        for module in game.rules.activation_opened:
            module.activation_opened(game, piece)
        set_allowance(game, game.movement(piece))
        game.rushes_left = rush_allowance(game, piece)
        game.tell(events.ACTIVATED, clauses.ACTIVATION, piece)
        if self.announced != 0:
            game.moves_left -= 1
            return self.declare(game, self.announced, NOBODY)
        return game.ask(i64(game.side_of[piece]))

    def declare(self, game: Game, what: i64, target: i64) -> i64:
        """From here on a once-per-turn action counts as used, even if it is not completed (O-TURN-06)."""
        side = i64(game.side_of[self.piece])
        game.declared = what
        game.target = target
        game.set_side(side, USED, game.side_value(side, USED) | i64(1) << what)
        game.tell(events.DECLARED, clauses.DECLARATION, self.piece, what, target + 1)
        self.stage = ROOM_ROLLS
        if game.rules.heard[ACTIVATION_BEGAN]:
            return game.call(Moment(ACTIVATION_BEGAN, self.piece))
        return self.roll_traits(game)

    def roll_traits(self, game: Game) -> i64:
        self.stage = TRAIT_ROLLS
        if game.rules.heard[ACTION_DECLARED]:
            return game.call(Moment(ACTION_DECLARED, self.piece))
        return self.start_action(game)

    def start_action(self, game: Game) -> i64:
        piece = self.piece
        what = game.declared
        if what == BLOCK_ACTION:
            if i64(game.status[piece]) == PRONE:
                return self.spring_up(game)
            self.stage = LAST_DEED
            return game.call(block.Block(piece, game.target))
        if what > THROW_TEAM_MATE_ACTION:
            self.stage = LAST_DEED
            for module in game.rules.actors:
                frame = module.acts(game, piece, action(DECLARE, what, game.target + 1))
                if frame is not None:
                    return game.call(frame)
        self.stage = ACTING
        if self.pending >= 0:
            direction = self.pending
            self.pending = -1
            if not is_rooted(game, piece):  # a trait roll may just have rooted the player
                return self.step(game, direction)
        return self.go_on(game)

    # --- what the coach may choose --------------------------------------------------------------------------------

    def options(self, game: Game) -> None:
        if self.stage == DECLARING:
            self.declarations(game)
        else:
            self.moves(game)

    def declarations(self, game: Game) -> None:
        """Offer every action that the player may declare, with its target if one must be named (O-ACT)."""
        piece = self.piece
        side = i64(game.side_of[piece])
        used = game.side_value(side, USED)
        game.offer(action(DECLARE, MOVE_ACTION))
        standing = i64(game.status[piece]) == STANDING
        if standing:
            offer_steps(game, piece)
        if standing or (game.can(piece, SPRINGS_UP) and game.rules.policies.blocking.springs_into_blocks()):
            square = i64(game.square[piece])
            direction: i64 = 0
            while direction < 8:
                neighbour = i64(game.steps[square * 8 + direction])
                if neighbour >= 0:
                    other = i64(game.occupant[neighbour])
                    if other >= 0 and may_be_blocked(game, piece, other):
                        offer_against(game, action(DECLARE, BLOCK_ACTION, other + 1), other)
                direction += 1
            if game.dungeon.linked:
                for other in linked_pieces(game, square):
                    if may_be_blocked(game, piece, other):
                        game.offer(action(DECLARE, BLOCK_ACTION, other + 1))
        may_blitz = used & i64(1) << BLITZ_ACTION == 0
        may_foul = used & i64(1) << FOUL_ACTION == 0
        if (may_blitz or may_foul) and not game.rules.tables.blows.targets_named:
            self.nameless(game, side, may_blitz, may_foul)
        elif may_blitz or may_foul:
            squares = game.square
            count = game.squads.count
            offered = game.room_for(count)
            offers = game.offers
            other = 0
            while other < count:
                if squares[other] >= 0 and i64(game.side_of[other]) != side:
                    if i64(game.status[other]) == STANDING:
                        if may_blitz:
                            offered[offers] = DECLARE | BLITZ_ACTION << 8 | other + 1 << 24
                            offers += 1
                    elif may_foul and not game.can(other, INJURY_UNHELPED):
                        offered[offers] = DECLARE | FOUL_ACTION << 8 | other + 1 << 24
                        offers += 1
                other += 1
            game.offers = offers
        threw = used & (i64(1) << PASS_ACTION | i64(1) << THROW_TEAM_MATE_ACTION) != 0
        gives = gives_ball_away(game, piece) and game.conditions[piece] & DAZZLED == 0
        if not threw:
            if gives:
                game.offer(action(DECLARE, PASS_ACTION))
            if game.can(piece, THROWS_TEAM_MATES) and game.strength(piece) >= game.rules.tables.throws.thrower_strength:
                game.offer(action(DECLARE, THROW_TEAM_MATE_ACTION))
        if gives and used & i64(1) << HAND_OFF_ACTION == 0:
            game.offer(action(DECLARE, HAND_OFF_ACTION))
        for module in game.rules.action_offers:
            module.offers_actions(game, piece)

    def nameless(self, game: Game, side: i64, may_blitz: bool, may_foul: bool) -> None:
        """Offer a Blitz or a Foul whose target is named only when it is made, if there is any possible target."""
        other: i64 = 0
        while other < game.squads.count and (may_blitz or may_foul):
            if game.square[other] >= 0 and i64(game.side_of[other]) != side:
                if i64(game.status[other]) == STANDING:
                    if may_blitz:
                        game.offer(action(DECLARE, BLITZ_ACTION))
                        may_blitz = False
                elif may_foul and not game.can(other, INJURY_UNHELPED):
                    game.offer(action(DECLARE, FOUL_ACTION))
                    may_foul = False
            other += 1

    def moves(self, game: Game) -> None:
        """Offer everything that the declared action allows at this point, and to stop."""
        piece = self.piece
        if i64(game.status[piece]) == PRONE:
            if game.progress & STOOD_UP == 0:
                game.offer(action(actions.STAND_UP))
        elif game.progress & OWES_PORTAL != 0:
            if game.moves_left + game.rushes_left >= game.rules.tables.movement.portal_recovery:
                game.offer(action(actions.PAY_PORTAL))
        else:
            if game.moves_left + game.rushes_left > 0:
                if offer_steps(game, piece) and game.progress & JUMPED == 0:
                    offer_jumps(game, piece)
            self.deeds(game)
        game.offer(action(actions.END_ACTIVATION))

    def deeds(self, game: Game) -> None:
        """Offer what the declared action is for: blocks, throws, fouls, chests ..."""
        piece = self.piece
        what = game.declared
        if game.progress & DEED_DONE != 0:
            what = 0
        if game.chests_closed > 0:
            game.rules.policies.chests.offers(game, piece)
        if what == BLITZ_ACTION:
            if (
                game.progress & BLOCK_MADE == 0
                and game.moves_left + game.rushes_left >= game.rules.tables.blows.block_cost
            ):
                self.targets(game, actions.BLOCK)
        elif what == PASS_ACTION:
            if throwable_ball(game, piece) >= 0:
                game.offer(action(actions.AIM))
        elif what == FOUL_ACTION:
            self.targets(game, actions.FOUL)
        elif what == HAND_OFF_ACTION:
            if game.ball_of(piece) >= 0:
                self.neighbours(game, actions.HAND_OFF)
        elif what == THROW_TEAM_MATE_ACTION or what == KICK_TEAM_MATE_ACTION:
            self.neighbours(game, actions.PICK_TEAM_MATE)
        for module in game.rules.move_offers:
            module.offers_moves(game, piece)

    def targets(self, game: Game, kind: i64) -> None:
        """Offer the named target, if it can be blocked or fouled now. Where no target is named, offer all possible
        targets."""
        if game.rules.tables.blows.targets_named:
            if game.target >= 0 and game.square[game.target] >= 0:
                if game.are_beside(self.piece, game.target):
                    self.offer_target(game, kind, game.target)
            return
        square = i64(game.square[self.piece])
        direction: i64 = 0
        while direction < 8:
            neighbour = i64(game.steps[square * 8 + direction])
            if neighbour >= 0 and game.occupant[neighbour] >= 0:
                self.offer_target(game, kind, i64(game.occupant[neighbour]))
            direction += 1
        if game.dungeon.linked:
            for other in linked_pieces(game, square):
                self.offer_target(game, kind, other)

    def offer_target(self, game: Game, kind: i64, other: i64) -> None:
        if kind == actions.BLOCK:
            if may_be_blocked(game, self.piece, other):
                offer_against(game, action(kind, other), other)
        elif (
            i64(game.status[other]) != STANDING
            and game.conditions[other] & SUNKEN == 0
            and i64(game.side_of[other]) != i64(game.side_of[self.piece])
            and not game.can(other, INJURY_UNHELPED)
        ):
            offer_against(game, action(kind, other), other)

    def neighbours(self, game: Game, kind: i64) -> None:
        """Offer adjacent team-mates that can be handed the ball, or thrown."""
        side = i64(game.side_of[self.piece])
        square = i64(game.square[self.piece])
        direction: i64 = 0
        while direction < 8:
            neighbour = i64(game.steps[square * 8 + direction])
            if neighbour >= 0:
                mate = i64(game.occupant[neighbour])
                if mate >= 0 and i64(game.side_of[mate]) == side and game.conditions[mate] & SUNKEN == 0:
                    if kind == actions.HAND_OFF:
                        if i64(game.status[mate]) == STANDING:
                            game.offer(action(kind, mate))
                    elif game.can(mate, THROWABLE) and game.strength(mate) <= game.rules.tables.throws.thrown_strength:
                        # a kicked team-mate must be standing
                        from_the_ground = game.rules.policies.throwing.lifts_fallen()
                        if game.declared == KICK_TEAM_MATE_ACTION:
                            from_the_ground = False
                        if from_the_ground or i64(game.status[mate]) == STANDING:
                            game.offer(action(kind, mate))
            direction += 1
        if kind == actions.HAND_OFF and game.dungeon.linked:
            for mate in linked_pieces(game, square):
                if i64(game.side_of[mate]) == side and i64(game.status[mate]) == STANDING:
                    game.offer(action(kind, mate))

    def hears(self, game: Game, action: i64) -> bool:
        return action == actions.TIME_UP

    # --- what he chose --------------------------------------------------------------------------------------------

    def chosen(self, game: Game, action: i64) -> i64:
        piece = self.piece
        kind = kind_of(action)
        if self.stage == DECLARING:
            if kind == DECLARE:
                return self.declare(game, first_of(action), second_of(action) - 1)
            if kind == actions.TIME_UP:
                return self.run_out(game)
            if kind != actions.STEP:  # something that comes before the declaration
                return self.special(game, action)
            self.pending = first_of(action)
            return self.declare(game, MOVE_ACTION, NOBODY)
        if kind == actions.STEP:
            return self.step(game, first_of(action))
        if kind == actions.END_ACTIVATION:
            return self.settle(game)
        if kind == actions.TIME_UP:
            return self.run_out(game)
        if kind == actions.STAND_UP:
            return self.stand_up(game)
        if kind == actions.JUMP:
            return game.call(Jump(piece, first_of(action)))
        if kind == actions.PAY_PORTAL:
            game.progress &= ~OWES_PORTAL
            if pay(game, game.rules.tables.movement.portal_recovery) > 0:
                self.stage = RUSHING_FROM_PORTAL
                return game.call(rush_test(game, piece))
            return self.go_on(game)
        if kind == actions.BLOCK:
            game.progress |= BLOCK_MADE
            game.target = first_of(action)
            if pay(game, game.rules.tables.blows.block_cost) > 0:
                self.stage = RUSHING_TO_BLOCK
                return game.call(rush_test(game, piece))
            return game.call(block.Block(piece, game.target))
        if kind == actions.OPEN_CHEST:
            if game.rules.policies.chests.ends_activation():
                self.stage = LAST_DEED
            return game.call(game.rules.policies.chests.frame(game, piece, first_of(action)))
        if kind == actions.AIM:
            self.stage = THROWING
            return game.call(passing.Pass(piece))
        if kind == actions.HAND_OFF:
            self.stage = HANDING_OVER
            return game.call(hand_off.HandOff(piece, first_of(action)))
        if kind == actions.FOUL:
            self.stage = FOULING
            return game.call(foul.Foul(piece, first_of(action)))
        if kind == actions.PICK_TEAM_MATE:
            self.stage = LAST_DEED
            return game.call(team_mate.ThrowTeamMate(piece, first_of(action)))
        return self.special(game, action)

    def special(self, game: Game, action: i64) -> i64:
        """An action that a module has offered."""
        for module in game.rules.actors:
            frame = module.acts(game, self.piece, action)
            if frame is not None:
                return game.call(frame)
        raise ValueError(f"nobody knows action {action}")

    def step(self, game: Game, direction: i64) -> i64:
        return game.call(Step(self.piece, i64(game.steps[i64(game.square[self.piece]) * 8 + direction])))

    def stand_up(self, game: Game) -> i64:
        """Standing up costs three squares. A player with a lower allowance rolls instead, and uses its whole allowance
        (O-MOVE-04, -05)."""
        tables = game.rules.tables
        game.progress |= STOOD_UP
        if game.can(self.piece, SPRINGS_UP):
            return self.stood_up(game)
        if game.allowance >= tables.movement.stand_up_cost:
            game.moves_left -= tables.movement.stand_up_cost
            return self.stood_up(game)
        game.moves_left = 0
        self.stage = STANDING_UP
        side = i64(game.side_of[self.piece])
        modifier = test_modifiers(game, self.piece, clauses.STAND_UP, -1)
        return game.call(StatTest(self.piece, clauses.STAND_UP, tables.movement.stand_up_needed, modifier, side))

    def spring_up(self, game: Game) -> i64:
        """A prone player with Jump Up makes a block: an Agility test with a bonus."""
        self.stage = SPRINGING_UP
        piece = self.piece
        needed = i64(game.squads.agility[piece])
        modifier = game.rules.policies.blocking.spring_modifier()
        return game.call(StatTest(piece, clauses.STAND_UP, needed, modifier, i64(game.side_of[piece])))

    def run_on(self, game: Game, ability: i64) -> i64:
        """After its deed a player with the ability may move on with the movement that is left, without Rushes."""
        self.stage = ACTING
        if game.moves_left <= 0 or self.is_over(game) or not game.able(self.piece, ability):
            return self.settle(game)
        game.progress |= DEED_DONE
        game.rushes_left = 0
        return self.go_on(game)

    def stood_up(self, game: Game) -> i64:
        game.status[self.piece] = u8(STANDING)
        game.tell(events.STOOD_UP, clauses.STAND_UP, self.piece)
        return self.go_on(game)

    # --- and how it goes on ---------------------------------------------------------------------------------------

    def returned(self, game: Game, result: i64) -> i64:
        stage = self.stage
        if stage == ACTING:
            if game.rules.heard[DEED_SETTLED]:
                self.stage = DEED_SETTLING
                return game.call(Moment(DEED_SETTLED, self.piece))
            return self.go_on(game)
        if stage == DEED_SETTLING:
            self.stage = ACTING
            return self.go_on(game)
        if stage == DECLARING:
            return game.ask(i64(game.side_of[self.piece]))
        if stage == ROOM_ROLLS:
            if result != 0 or self.is_over(game):
                return self.settle(game)
            return self.roll_traits(game)
        if stage == TRAIT_ROLLS:
            if result != 0 or self.is_over(game):
                return self.settle(game)
            return self.start_action(game)
        if stage == THROWING:
            return self.run_on(game, RUNS_AFTER_PASS) if result == passing.QUICK_PASS else self.settle(game)
        if stage == FOULING:
            moves_on = game.rules.policies.referee.lets_sly_move()
            return self.run_on(game, FOULS_UNSEEN) if moves_on else self.settle(game)
        if stage == HANDING_OVER:
            return self.run_on(game, RUNS_AFTER_HAND_OFF)
        if stage == SPRINGING_UP:
            if result == FAILED:
                return self.settle(game)
            game.status[self.piece] = u8(STANDING)
            game.tell(events.STOOD_UP, clauses.STAND_UP, self.piece)
            self.stage = LAST_DEED
            return game.call(block.Block(self.piece, game.target))
        if stage == STANDING_UP:
            self.stage = ACTING
            return self.settle(game) if result == FAILED else self.stood_up(game)
        if stage == RUSHING_TO_BLOCK:
            self.stage = ACTING
            return self.tumble(game) if result == FAILED else game.call(block.Block(self.piece, game.target))
        if stage == RUSHING_FROM_PORTAL:
            self.stage = ACTING
            return self.tumble(game) if result == FAILED else self.go_on(game)
        if stage == SETTLING:
            return self.close(game)
        if stage == ENDING:
            return self.leave(game)
        return self.settle(game)

    def tumble(self, game: Game) -> i64:
        """A Rush for a block or a portal has failed: the player falls in its own square (O-MOVE-08)."""
        return game.call(fall(self.piece))

    def is_over(self, game: Game) -> bool:
        piece = self.piece
        return game.turnover != 0 or game.progress & FINISHED != 0 or game.square[piece] < 0

    def go_on(self, game: Game) -> i64:
        if self.is_over(game):
            return self.settle(game)
        if game.moves_left + game.rushes_left <= 0 or is_rooted(game, self.piece):
            # if only stopping is left, the coach is not asked
            game.offers = 0
            self.moves(game)
            if game.offers <= 1:
                return self.settle(game)
        return game.ask(i64(game.side_of[self.piece]))

    def settle(self, game: Game) -> i64:
        self.stage = SETTLING
        if game.rules.heard[MOVEMENT_ENDED] and game.square[self.piece] >= 0:
            return game.call(Moment(MOVEMENT_ENDED, self.piece))
        return self.close(game)

    def run_out(self, game: Game) -> i64:
        """Time is up: the player stops where it is, and the team turn ends (O-TIME-07)."""
        self.pending = OUT_OF_TIME
        return self.settle(game)

    def close(self, game: Game) -> i64:
        self.stage = ENDING
        if game.rules.heard[ACTIVATION_ENDED]:
            return game.call(Moment(ACTIVATION_ENDED, self.piece))
        return self.leave(game)

    def leave(self, game: Game) -> i64:
        piece = self.piece
        game.conditions[piece] = game.conditions[piece] & ~ACTIVATION_MASK | ACTIVATED
        game.acting = NOBODY
        game.tell(events.ACTIVATION_ENDED, clauses.END_ACTIVATION, piece)
        return game.done(OUT_OF_TIME if self.pending == OUT_OF_TIME else 0)


def set_allowance(game: Game, allowance: i64) -> None:
    """Movement Allowance for this activation, within its bounds (O-TEST-02)."""
    game.allowance = game.bounded_movement(allowance)
    game.moves_left = game.allowance


def gives_ball_away(game: Game, piece: i64) -> bool:
    """Whether a player may declare a Pass or a Hand-off."""
    return not game.can(piece, KEEPS_BALL_FOR_ITSELF) and not game.can(piece, TIGHT_FISTED)
