"""Smashing a door: it is blocked like a player without skills who is never pushed (A-DOOR-10 to A-DOOR-13)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.features import Door
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import BLOCKS_AGAIN, IGNORES_BOTH_DOWN, MATCHES_STRENGTH
from dungeonbowl.engine.actions import DECLINE, USE, action, kind_of
from dungeonbowl.engine.dice import BOTH_DOWN, PLAYER_DOWN, PUSH_BACK
from dungeonbowl.engine.frames import FAILED, PASSED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.laying_out import set_door
from dungeonbowl.engine.moments import BALANCE_NEEDED
from dungeonbowl.engine.procedures.block.block import ROLLING, Block
from dungeonbowl.engine.procedures.block.dice import dice_between, helps_when_marked, striking_strength
from dungeonbowl.engine.procedures.harm.down import fall, one_down
from dungeonbowl.engine.procedures.harm.victim import Victim
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move.step import pay, rush_test
from dungeonbowl.engine.procedures.stat_test import TWO_DICE, StatTest
from dungeonbowl.engine.statuses import STRUCK_AGAIN

DOOR_STRENGTH: Final[i64] = 4
GATE_STRENGTH: Final[i64] = 5

RUSHING: Final[i64] = 0
BALANCING: Final[i64] = 1
MATCHING: Final[i64] = 2
STRIKING: Final[i64] = 3
KEEPING_FEET: Final[i64] = 4

NOBODY: Final[i64] = -1


def strength_of(door: Door) -> i64:
    return GATE_STRENGTH if door.kind == "gate" else DOOR_STRENGTH


def helper(game: Game, piece: i64, square: i64) -> i64:
    """1 if a team-mate in this square assists against a door, otherwise 0."""
    if square < 0:
        return 0
    mate = i64(game.occupant[square])
    if mate < 0 or mate == piece or game.side_of[mate] != game.side_of[piece] or not game.has_zone(mate):
        return 0
    is_free = game.marks_on(i64(game.side_of[mate]), square) == 0
    return 1 if is_free or helps_when_marked(game, mate, True) else 0


def helpers(game: Game, piece: i64, door: Door) -> i64:
    """The number of unmarked team-mates beside the door (A-DOOR-11)."""
    if door.other >= 0:
        return helper(game, piece, door.node) + helper(game, piece, door.other)
    count: i64 = 0
    direction: i64 = 0
    while direction < 8:
        count += helper(game, piece, i64(game.dungeon.bordering[door.node * 8 + direction]))
        direction += 1
    return count


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class SmashDoor(Frame):
    """One block at a door, in a Blitz with its cost; a player with Frenzy strikes again if the door was only shaken."""

    def __init__(self, piece: i64, index: i64, blitz: bool, stage: i64 = RUSHING, matched: bool = False) -> None:
        self.piece = piece
        self.index = index
        self.blitz = blitz
        self.stage = stage
        self.matched = matched

    def copy(self) -> Frame:
        return SmashDoor(self.piece, self.index, self.blitz, self.stage, self.matched)

    def begin(self, game: Game) -> i64:
        self.stage = RUSHING
        if self.blitz and pay(game, game.rules.tables.blows.block_cost) > 0:
            return game.call(rush_test(game, self.piece))
        return self.balance(game)

    def balance(self, game: Game) -> i64:
        self.stage = BALANCING
        if game.rules.heard[BALANCE_NEEDED]:
            return game.call(Moment(BALANCE_NEEDED, self.piece, clauses.BLOCK))
        return self.match(game)

    def match(self, game: Game) -> i64:
        piece = self.piece
        if not game.is_standing(piece):
            return game.done(0)
        strength = strength_of(game.dungeon.doors[self.index])
        if game.able(piece, MATCHES_STRENGTH) and striking_strength(game, piece, NOBODY) < strength:
            self.stage = MATCHING
            side = i64(game.side_of[piece])
            return game.call(StatTest(piece, clauses.MATCH_STRENGTH, strength + 1, 0, side, TWO_DICE))
        return self.strike(game)

    def strike(self, game: Game) -> i64:
        self.stage = STRIKING
        door = game.dungeon.doors[self.index]
        defence = strength_of(door)
        attack = defence if self.matched else striking_strength(game, self.piece, NOBODY)
        count = dice_between(attack + helpers(game, self.piece, door), defence)
        return game.call(Block(self.piece, NOBODY, ROLLING, count, paired=True))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == RUSHING:
            return self.balance(game) if result != FAILED else game.become(fall(self.piece))
        if self.stage == BALANCING:
            return self.match(game) if result == 0 else game.done(0)
        if self.stage == MATCHING:
            self.matched = result == PASSED
            return self.strike(game)
        return self.apply(game, result)

    def apply(self, game: Game, face: i64) -> i64:
        """Every face except the push breaks the door or hurts the blocker, and one of them does both."""
        piece = self.piece
        if face == PUSH_BACK:
            return self.again(game)
        if face != PLAYER_DOWN:
            door = game.dungeon.doors[self.index]
            set_door(game, self.index, True)
            game.tell(events.DOOR_SMASHED, clauses.DOOR_SMASHED, piece, door.node)
        if face == BOTH_DOWN and game.able(piece, IGNORES_BOTH_DOWN):
            if not game.rules.tables.options.skills_asked:
                return game.done(0)
            self.stage = KEEPING_FEET
            return game.ask(i64(game.side_of[piece]))
        if face == PLAYER_DOWN or face == BOTH_DOWN:
            return self.go_down(game)
        return game.done(0)

    def go_down(self, game: Game) -> i64:
        return game.become(one_down(Victim(self.piece, clauses.BLOCKED)))

    def options(self, game: Game) -> None:
        game.offer(self.usual(game))
        game.offer(action(DECLINE))

    def usual(self, game: Game) -> i64:
        return action(USE, IGNORES_BOTH_DOWN, self.piece)

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == DECLINE:
            return self.go_down(game)
        game.tell(events.SKILL_USED, clauses.SKILL, self.piece, IGNORES_BOTH_DOWN)
        return game.done(0)

    def again(self, game: Game) -> i64:
        """Frenzy: once, and only if it can still be paid for (A-DOOR-13)."""
        piece = self.piece
        if not game.able(piece, BLOCKS_AGAIN) or game.conditions[piece] & STRUCK_AGAIN != 0:
            return game.done(0)
        if self.blitz and game.moves_left + game.rushes_left < game.rules.tables.blows.block_cost:
            return game.done(0)
        game.conditions[piece] = game.conditions[piece] | STRUCK_AGAIN
        game.tell(events.SKILL_USED, clauses.SKILL, piece, BLOCKS_AGAIN)
        self.matched = False
        return self.begin(game)
