"""Two halves of so many rounds, each of several drives: whose turn it is, when a half is over, and which side has won
(S-HALF, S-OBJ).

A drive is over with a touchdown (`ByTouchdowns`) or with the half. Then the edition's own frame prepares the next one.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.editions.rerolls import restore_rerolls
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import FOR_HIRE
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.policies import Scoring
from dungeonbowl.engine.sides import CHEFS, DRAW, REROLLS, SCORE, TURNS, ZONE
from dungeonbowl.engine.statuses import ABSENT, THIRSTY

CHEF_DICE: Final[i64] = 3
CHEF_NEEDED: Final[i64] = 4


@final
class ByTouchdowns(Scoring):
    """A touchdown counts one and ends the drive (S-OBJ-01 to S-OBJ-03)."""

    def counts(self, game: Game, piece: i64) -> bool:
        """The player is in an end zone that is not its own, and does not have to bite first (Blood Lust)."""
        if game.conditions[piece] & THIRSTY != 0:
            return False
        zone = i64(game.dungeon.zone[i64(game.square[piece])])
        return zone >= 0 and zone != game.side_value(i64(game.side_of[piece]), ZONE)

    def scored(self, game: Game, piece: i64) -> None:
        """A touchdown in the other side's turn costs the scoring team one of its own turns (S-HALF-07)."""
        side = i64(game.side_of[piece])
        game.set_side(side, SCORE, game.side_value(side, SCORE) + 1)
        if side != game.active:
            advance_turns(game, side, 1)
        else:
            game.tell(events.TURNOVER, clauses.TOUCHDOWN, side)
        game.end_drive(side, clauses.TOUCHDOWN)


def advance_turns(game: Game, side: i64, turns: i64) -> None:
    """Move the turn counter of a side forward without playing, never beyond the last turn of the half."""
    turns += game.side_value(side, TURNS)
    limit = game.rules.tables.course.turn_limit
    game.set_side(side, TURNS, turns if turns < limit else limit)


def has_turns(game: Game, side: i64) -> bool:
    return game.side_value(side, TURNS) < game.rules.tables.course.turn_limit


def is_half_over(game: Game) -> bool:
    """Whether no side has a turn left (S-HALF-02)."""
    side: i64 = 0
    while side < game.squads.sides:
        if has_turns(game, side):
            return False
        side += 1
    return True


def is_match_over(game: Game) -> bool:
    if game.ending == clauses.CLOCK:  # time was called: play on until both sides have had equally many turns
        return game.side_value(0, TURNS) == game.side_value(1, TURNS)
    return game.half >= game.rules.tables.course.halves and is_half_over(game)


def next_side(game: Game) -> i64:
    """The sides take turns; a side without turns left takes no more (S-HALF-08). -1 if no side has one."""
    if is_match_over(game):
        return -1
    side = game.first_side if game.active < 0 else game.opponent(game.active)
    tried: i64 = 0
    while tried < game.squads.sides:
        if has_turns(game, side):
            return side
        side = game.opponent(side)
        tried += 1
    return -1


def let_start(game: Game, side: i64) -> None:
    """Let this side have the next team turn."""
    game.active = game.opponent(side)


def begin_second_half(game: Game) -> None:
    """The turn counters begin again, re-rolls are restored, and the other coach starts (S-HALF-02, S-HALF-05,
    S-BASE-20)."""
    game.half += 1
    side: i64 = 0
    while side < game.squads.sides:
        game.set_side(side, TURNS, 0)
        side += 1
    restore_rerolls(game)
    let_start(game, game.opponent(game.first_side))
    game.tell(events.HALF_BEGAN, clauses.HALF, game.half)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Cooking(Frame):
    """The chefs cook before a half: three dice each, and every 4+ takes a re-roll from the other side (S-OFF-06)."""

    def __init__(self, side: i64 = -1) -> None:
        self.side = side

    def copy(self) -> Frame:
        return Cooking(self.side)

    def begin(self, game: Game) -> i64:
        self.side += 1
        while self.side < game.squads.sides:
            if game.side_value(self.side, CHEFS) > 0:
                return game.roll(CHEF_DICE, D6, clauses.MASTER_CHEF, self.side)
            self.side += 1
        return game.done(0)

    def rolled(self, game: Game, dice: i64) -> i64:
        side = self.side
        other = game.opponent(side)
        gained: i64 = 0
        taken: i64 = 0
        index: i64 = 0
        while index < CHEF_DICE:
            if die(dice, index) >= CHEF_NEEDED:
                gained += 1
                if game.side_value(other, REROLLS) > taken:
                    taken += 1
            index += 1
        game.set_side(side, REROLLS, game.side_value(side, REROLLS) + gained)
        game.set_side(other, REROLLS, game.side_value(other, REROLLS) - taken)
        game.tell(events.COOKED, clauses.MASTER_CHEF, side, gained, taken)
        return self.begin(game)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class FinalWhistle(Frame):
    """A die picks a most valuable player of each side; then the side with more touchdowns has won (S-OBJ-04,
    S-BASE-23)."""

    def __init__(self, side: i64 = -1) -> None:
        self.side = side

    def copy(self) -> Frame:
        return FinalWhistle(self.side)

    def begin(self, game: Game) -> i64:
        self.side += 1
        while self.side < game.squads.sides:
            eligible = eligible_players(game, self.side)
            if len(eligible) > 1:
                return game.roll(1, len(eligible), clauses.MOST_VALUABLE, self.side)
            if len(eligible) == 1:
                self.honour(game, i64(eligible[0]))
            self.side += 1
        game.end_match(leader(game), clauses.TURN_LIMIT)
        return game.done(0)

    def rolled(self, game: Game, dice: i64) -> i64:
        self.honour(game, i64(eligible_players(game, self.side)[die(dice, 0) - 1]))
        return self.begin(game)

    def honour(self, game: Game, piece: i64) -> None:
        game.award(piece, game.rules.tables.experience.most_valuable, clauses.MOST_VALUABLE)


def eligible_players(game: Game, side: i64) -> list[int]:
    """All players of a side that could play in this match, whatever happened to them, but no hired ones."""
    found: list[int] = []
    piece = game.first_piece(side)
    while piece < game.last_piece(side):
        if i64(game.status[piece]) != ABSENT and not game.can(piece, FOR_HIRE):
            found.append(int(piece))
        piece += 1
    return found


def leader(game: Game) -> i64:
    """The side with the most touchdowns, or DRAW."""
    best: i64 = 0
    winner: i64 = DRAW
    side: i64 = 0
    while side < game.squads.sides:
        score = game.side_value(side, SCORE)
        if side == 0 or score > best:
            best = score
            winner = side
        elif score == best:
            winner = DRAW
        side += 1
    return winner
