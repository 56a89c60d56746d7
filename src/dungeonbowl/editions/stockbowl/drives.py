"""The drives: the old one is cleared away, and both sides set up again, one player at a time (S-SET, S-HALF)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.editions.classic.halves import (
    Cooking,
    FinalWhistle,
    advance_turns,
    begin_second_half,
    is_half_over,
    is_match_over,
    let_start,
    next_side,
)
from dungeonbowl.editions.classic.recovery import KnockOutRecovery, clear_field
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import first_of, second_of
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import DRIVE_ENDED
from dungeonbowl.engine.policies import Clock
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.turn.deployment import anybody_in_reserves, deploy, deploy_side, offer_deployments
from dungeonbowl.engine.sides import NOBODY, SCORE, TURNS, TURNS_BEFORE

# Stages between two drives.
CLEARING: Final[i64] = 0
RECOVERING: Final[i64] = 1
COOKING: Final[i64] = 2

WITHOUT_PLAYERS: Final[i64] = 2  # turns that pass if a side has no player to set up


@final
class Drives(Clock):
    """Turns in alternation, two halves of them, and a new set-up after every touchdown."""

    def next_side(self, game: Game) -> i64:
        return next_side(game)

    def verdict(self, game: Game) -> Frame:
        return FinalWhistle()

    def drive_ended(self, game: Game) -> Frame | None:
        if is_match_over(game) or (game.drive_ending == 0 and not is_half_over(game)):
            return None
        return NextDrive()


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class NextDrive(Frame):
    """From the end of one drive to the first turn of the next (S-OBJ-03, S-HALF-05, S-HALF-06, S-BASE-22)."""

    def __init__(self, stage: i64 = CLEARING) -> None:
        self.stage = stage

    def copy(self) -> Frame:
        return NextDrive(self.stage)

    def begin(self, game: Game) -> i64:
        game.tell(events.DRIVE_ENDED, clauses.DRIVE, game.scorer + 1)
        if game.rules.heard[DRIVE_ENDED]:
            return game.call(Moment(DRIVE_ENDED))
        return self.clear(game)

    def clear(self, game: Game) -> i64:
        clear_field(game)
        if game.scorer >= 0:
            let_start(game, game.opponent(game.scorer))
        self.stage = RECOVERING
        return game.call(KnockOutRecovery())

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == CLEARING:
            return self.clear(game)
        if self.stage == RECOVERING:
            return self.go_on(game)
        return self.set_up(game)

    def go_on(self, game: Game) -> i64:
        """The second half if this one is over; then a new set-up if both sides have players."""
        game.drive_ending = 0
        game.scorer = NOBODY
        if is_match_over(game):
            return game.done(0)
        if is_half_over(game):
            begin_second_half(game)
            self.stage = COOKING
            return game.call(Cooking())
        return self.set_up(game)

    def set_up(self, game: Game) -> i64:
        if are_all_there(game):
            return game.become(SetUp())
        stand_in(game)
        game.drive_ending = clauses.NOBODY_TO_SET_UP
        return game.become(NextDrive())


def are_all_there(game: Game) -> bool:
    return anybody_in_reserves(game, 0) and anybody_in_reserves(game, 1)


def stand_in(game: Game) -> None:
    """A side has no player to set up: two turns pass, and the other side gets a touchdown if it has players
    (S-BASE-25)."""
    side: i64 = 0
    game.scorer = NOBODY
    while side < game.squads.sides:
        advance_turns(game, side, WITHOUT_PLAYERS)
        if anybody_in_reserves(game, side):
            game.set_side(side, SCORE, game.side_value(side, SCORE) + 1)
            game.tell(events.AWARDED, clauses.NOBODY_TO_SET_UP, side)
            game.scorer = side
        side += 1


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class SetUp(Frame):
    """Chests on their squares, a roll-off, then six players a side, one at a time in turns (S-SET-01 to S-SET-07).

    `placer` is the coach who places next, `first` and `second` are how many players the two sides have placed. In a
    quick start no coach is asked.
    """

    def __init__(self, placer: i64 = -1, first: i64 = 0, second: i64 = 0) -> None:
        self.placer = placer
        self.first = first
        self.second = second

    def copy(self) -> Frame:
        return SetUp(self.placer, self.first, self.second)

    def begin(self, game: Game) -> i64:
        close_chests(game)
        side: i64 = 0
        while side < game.squads.sides:
            game.set_side(side, TURNS_BEFORE, game.side_value(side, TURNS))
            side += 1
        game.tell(events.DRIVE_BEGAN, clauses.SET_UP)
        if game.rules.tables.options.quick_start:
            deploy_side(game, 0)
            deploy_side(game, 1)
            return game.done(0)
        return game.roll(2, D6, clauses.ROLL_OFF, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        if die(dice, 0) == die(dice, 1):
            return game.roll(2, D6, clauses.ROLL_OFF, -1)
        self.placer = 0 if die(dice, 0) > die(dice, 1) else 1
        return self.go_on(game)

    def go_on(self, game: Game) -> i64:
        """Ask the coach whose turn it is, or the other one if that coach has placed all players allowed (S-SET-05)."""
        tried: i64 = 0
        while tried < 2:
            if self.placed() < game.rules.tables.course.deployed:
                game.offers = 0
                offer_deployments(game, self.placer)
                if game.offers > 0:
                    return game.ask_or_take(self, self.placer)
            self.placer = 1 - self.placer
            tried += 1
        return game.done(0)

    def placed(self) -> i64:
        return self.first if self.placer == 0 else self.second

    def options(self, game: Game) -> None:
        offer_deployments(game, self.placer)

    def chosen(self, game: Game, action: i64) -> i64:
        deploy(game, first_of(action), second_of(action))
        if self.placer == 0:
            self.first += 1
        else:
            self.second += 1
        self.placer = 1 - self.placer
        return self.go_on(game)


def close_chests(game: Game) -> None:
    """Put a closed chest on every chest square of the layout, and nowhere else (S-CHEST-01)."""
    square: i64 = 0
    while square < game.dungeon.count:
        if game.is_chest(square):
            game.remove_chest(square)
        square += 1
    for node in game.dungeon.map_chests:
        game.put_chest(i64(node))
