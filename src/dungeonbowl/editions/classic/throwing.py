"""Throwing by CRP: four bands, Agility, and an interception before the throw (S-BASE-04 to -07)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from dungeonbowl.engine import clauses
from dungeonbowl.engine.abilities import STEADY_NERVES
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.ball.passing import (
    ACCURATE,
    FUMBLED,
    INACCURATE,
    LONG,
    LONG_BOMB,
    QUICK,
    SHORT,
    TOO_FAR,
)
from dungeonbowl.engine.throw_policies import Throwing

# The range ruler as a table: the row is the smaller of columns and rows, the place in the row the larger.
RULER: Final = (
    "-QQQSSSLLLLBBB",
    "-QQQSSSLLLLBBB",
    "--QSSSSLLLLBB-",
    "---SSSSLLLBBB-",
    "----SSLLLLBBB-",
    "-----LLLLBBB--",
    "------LLLBBB--",
    "-------LBBB---",
    "--------BBB---",
    "---------B----",
)
RULER_LENGTH: Final[i64] = 14
LETTERS: Final = {"-": int(TOO_FAR), "Q": int(QUICK), "S": int(SHORT), "L": int(LONG), "B": int(LONG_BOMB)}
BANDS: Final = vec[i64]([LETTERS[letter] for row in RULER for letter in row])

LEAST_NEEDED: Final[i64] = 2  # a total of 1 is a fumble, however good the thrower
INTERCEPTION: Final[i64] = -2


class ClassicThrowing(Throwing):
    """The rules of throws that StockBowl and Astrogranite share. Each edition decides where a bad throw ends."""

    def band(self, game: Game, origin: i64, square: i64) -> i64:
        dungeon = game.dungeon
        if dungeon.column[origin] < 0 or dungeon.column[square] < 0:
            return TOO_FAR
        large = i64(dungeon.column[origin]) - i64(dungeon.column[square])
        if large < 0:
            large = -large
        small = i64(dungeon.row[origin]) - i64(dungeon.row[square])
        if small < 0:
            small = -small
        if small > large:
            larger = small
            small = large
            large = larger
        if large >= RULER_LENGTH or small >= len(RULER):
            return TOO_FAR
        return BANDS[small * RULER_LENGTH + large]

    def band_modifier(self, band: i64) -> i64:
        return 1 - band

    def needed(self, game: Game, piece: i64) -> i64:
        needed = i64(game.squads.agility[piece])
        return needed if needed > LEAST_NEEDED else LEAST_NEEDED

    def outcome(self, game: Game, piece: i64, passed: bool) -> i64:
        """A natural 6 is accurate; a natural 1 and a modified one or less fumble (S-BASE-05)."""
        if game.natural == 6:
            return ACCURATE
        if game.natural == 1 or game.modified <= 1:
            return FUMBLED
        return ACCURATE if passed else INACCURATE

    def interference_modifier(self, game: Game, piece: i64, outcome: i64) -> i64:
        """An interception is hard, and harder for every opponent who marks the player (S-BASE-07)."""
        if game.able(piece, STEADY_NERVES):
            return INTERCEPTION
        return INTERCEPTION - game.marks_on(i64(game.side_of[piece]), i64(game.square[piece]))

    def interference_first(self) -> bool:
        return True

    def interference_catches(self) -> bool:
        """(S-BASE-07)"""
        return True

    def read_as(self, clause: i64) -> i64:
        """Everything is thrown like a ball, with the same skills."""
        return clauses.PASS

    def keeps_fumble(self, game: Game) -> bool:
        """Not on a natural 1."""
        return game.natural != 1

    def lifts_fallen(self) -> bool:
        return False

    def strikes_everybody(self) -> bool:
        return False

    def struck_mate_costs_turn(self) -> bool:
        return False

    def landing_picks_up(self) -> bool:
        return False
