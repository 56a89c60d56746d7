"""The sizes and places of everything that a learner sees. They are the same in every edition, dungeon and match of two
sides that fits the usual board; a larger board, or more sides, only adds to them."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

# The usual board; a board that is higher than wide is turned on its side.
WIDTH: Final[i64] = 40
HEIGHT: Final[i64] = 20
CELLS: Final[i64] = 800
SLOTS: Final[i64] = 16  # players of a side that have a row

# Planes that do not change during a match.
STEPS: Final[i64] = 0  # eight planes: a step leads on in this direction
FLOOR: Final[i64] = 8
TERRAIN: Final[i64] = 9
OWN_ZONE: Final[i64] = 10
OTHER_ZONE: Final[i64] = 11
TO_SCORE: Final[i64] = 12  # steps to where the learner's side scores
TO_DEFEND: Final[i64] = 13  # steps to where the other side scores
# Planes that change.
CHESTS: Final[i64] = 14
PORTALS: Final[i64] = 15
BALL: Final[i64] = 16
OWN_STANDING: Final[i64] = 17  # then prone, then stunned
OTHER_STANDING: Final[i64] = 20  # the same
NEUTRAL: Final[i64] = 23
CARRIER: Final[i64] = 24
ACTING: Final[i64] = 25
USED_UP: Final[i64] = 26  # its activation of this team turn is over
OTHER_MARKS: Final[i64] = 27  # how many players of the other side mark this square
OWN_MARKS: Final[i64] = 28
LEGAL: Final[i64] = 29  # named by a legal action: stepped on, jumped to, pushed to, thrown at ...
TO_BALL: Final[i64] = 30  # steps to the nearest loose ball, or while it is hidden to a closed chest, + 1; 0 for none
PLANES: Final[i64] = 31

# The columns of the table of players: 16 rows for the learner's side, then 16 for the other.
PLAYER_PRESENT: Final[i64] = 0
PLAYER_ON_BOARD: Final[i64] = 1
PLAYER_COLUMN: Final[i64] = 2
PLAYER_ROW: Final[i64] = 3
PLAYER_STATUS: Final[i64] = 4  # `engine/statuses.py`
PLAYER_USED: Final[i64] = 5
PLAYER_BALL: Final[i64] = 6
PLAYER_ACTING: Final[i64] = 7
PLAYER_MARKED: Final[i64] = 8
PLAYER_NO_ZONE: Final[i64] = 9
PLAYER_ROOTED: Final[i64] = 10
PLAYER_TELEPORTS: Final[i64] = 11
PLAYER_MOVEMENT: Final[i64] = 12
PLAYER_STRENGTH: Final[i64] = 13
PLAYER_AGILITY: Final[i64] = 14
PLAYER_PASSING: Final[i64] = 15
PLAYER_ARMOUR: Final[i64] = 16
PLAYER_ABILITIES: Final[i64] = 17  # fifteen flags, see `observation.py`
PLAYER_COLUMNS: Final[i64] = 32
PLAYER_ROWS: Final[i64] = 32

# The numbers of the match.
OWN_SCORE: Final[i64] = 0
OTHER_SCORE: Final[i64] = 1
OWN_TURNS: Final[i64] = 2
OTHER_TURNS: Final[i64] = 3
TURN_LIMIT: Final[i64] = 4
HALF: Final[i64] = 5
HALVES: Final[i64] = 6
OWN_REROLLS: Final[i64] = 7
OTHER_REROLLS: Final[i64] = 8
OWN_TURN: Final[i64] = 9
BEGAN: Final[i64] = 10  # the learner's side had the first turn
CHESTS_CLOSED: Final[i64] = 11
BALLS_HIDDEN: Final[i64] = 12
DECLARED: Final[i64] = 13
MOVES_LEFT: Final[i64] = 14
RUSHES_LEFT: Final[i64] = 15
JUST_JUMPED: Final[i64] = 16
HAS_BLOCKED: Final[i64] = 17
OWES_FOR_PORTAL: Final[i64] = 18
HAS_STOOD_UP: Final[i64] = 19
HAS_MOVED: Final[i64] = 20
TURNOVER: Final[i64] = 21
REROLL_TAKEN: Final[i64] = 22
DUGOUT_TAKEN: Final[i64] = 23
BLITZ_TAKEN: Final[i64] = 24
PASS_TAKEN: Final[i64] = 25
HAND_OFF_TAKEN: Final[i64] = 26
FOUL_TAKEN: Final[i64] = 27
OWN_APOTHECARIES: Final[i64] = 28
OTHER_APOTHECARIES: Final[i64] = 29
OWN_BRIBES: Final[i64] = 30
OTHER_BRIBES: Final[i64] = 31
OWN_WIZARDS: Final[i64] = 32
OTHER_WIZARDS: Final[i64] = 33
LAST_DIE: Final[i64] = 34  # the natural roll of the last test
ABILITY: Final[i64] = 35  # the ability that a question about using something is about
ACTING_ROW: Final[i64] = 36  # row of the acting player + 1
TARGET_ROW: Final[i64] = 37
BALL_COLUMN: Final[i64] = 38  # + 1; the column of the ball, if it is on the board
BALL_ROW: Final[i64] = 39
BALL_HOLDER: Final[i64] = 40  # 0 for none, 1 for the learner's side, 2 for the other
CHEST_SQUARE_BARRED: Final[i64] = 41
ITEMS_HIDDEN: Final[i64] = 42
PART: Final[i64] = 43  # the part of an action that is asked for: 0 for the first
PART_CHOSEN: Final[i64] = 44  # the kind of the action that is half chosen
PART_ROW: Final[i64] = 45  # the player it names, + 1
OPTIONS: Final[i64] = 46  # how many legal actions there are
KINDS_OFFERED: Final[i64] = 48  # 64 flags: which kinds of action are legal; kinds from 64 on share, see `kind_flag`
KIND_FLAGS: Final[i64] = 64
MATCH_COLUMNS: Final[i64] = 112
# For every further side, after those: score, turns, re-rolls, apothecaries, bribes, wizards.
FURTHER_COLUMNS: Final[i64] = 6

# The action space: where each group of indices begins. Those of actions without arguments begin at 0.
DO_STEP: Final[i64] = 16
DO_CHEST: Final[i64] = 24  # open the chest in this direction
DO_SWING: Final[i64] = 32
DO_DIRECTION: Final[i64] = 40  # name a direction
DO_DECLARE: Final[i64] = 48
DO_ACTIVATE: Final[i64] = 80
DO_ENTER: Final[i64] = 96
DO_SPONGE: Final[i64] = 112
DO_OWN: Final[i64] = 128  # name a player of the learner's side
DO_OTHER: Final[i64] = 144  # and of the other
DO_REROLL: Final[i64] = 160
DO_FACE: Final[i64] = 164
DO_NUMBER: Final[i64] = 172
DO_SQUARE: Final[i64] = 204
DO_REST: Final[i64] = 1004  # the nth of the actions that no other index tells apart
REST: Final[i64] = 64
ACTIONS: Final[i64] = 1068


@final
class Board:
    """The board of a learner and the sizes that follow from it. The indices up to those of the squares are the same for
    every board."""

    def __init__(self, width: i64 = WIDTH, height: i64 = HEIGHT, sides: i64 = 2) -> None:
        self.width = width
        self.height = height
        self.cells: i64 = width * height
        self.sides = sides
        self.player_rows: i64 = sides * SLOTS
        self.match_columns: i64 = MATCH_COLUMNS + (sides - 2) * FURTHER_COLUMNS
        self.rest: i64 = DO_SQUARE + self.cells
        self.further: i64 = self.rest + REST  # these name a player of a further side
        self.actions: i64 = self.further + (sides - 2) * SLOTS

    def has_sizes_of(self, other: Board) -> bool:
        return self.width == other.width and self.height == other.height and self.sides == other.sides


USUAL_BOARD: Final = Board()


def kind_flag(kind: i64) -> i64:
    """The flag of a kind. The sizes were fixed when there were at most 64 kinds, and stay so that trained policies
    remain usable. Later kinds share flags, by their subject, that no earlier kind has."""
    if kind < KIND_FLAGS:
        return kind
    if kind == 64:
        return 63  # leaps
    if kind <= 67:
        return 6  # chests that are moved
    if kind <= 69:
        return 7  # balance
    if kind < 79:
        return 8  # set-up
    if kind == 79:
        return 9  # portals
    if kind <= 82:
        return 24  # doors
    if kind <= 84:
        return 25  # passages and runes
    if kind <= 89:
        return 26  # the winds of magic
    if kind <= 93:
        return 27  # levels
    if kind <= 99:
        return 47  # traps
    if kind <= 109:
        return 28  # several balls
    if kind <= 119:
        return 29  # monsters
    if kind <= 129:
        return 48  # referees
    if kind <= 139:
        return 49  # spells
    return 0
