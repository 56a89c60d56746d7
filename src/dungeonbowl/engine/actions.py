"""What a coach can choose. An action is one number: its kind and up to three small arguments.

Bits 0-7 are the kind, 8-23 the first argument, 24-39 the second, 40-55 the third. `engine/action_kinds.py` has a row
for every kind: its words, and what its arguments stand for.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# The team turn.
ACTIVATE: Final[i64] = 1
END_TURN: Final[i64] = 2
ENTER_RESERVE: Final[i64] = 3  # piece; if it then acts: the declaration, and the square + 1 (0 for a portal)
USE_SPONGE: Final[i64] = 4
# The declaration.
DECLARE: Final[i64] = 5  # what: see below
# Inside an activation.
STEP: Final[i64] = 10
JUMP: Final[i64] = 11
STAND_UP: Final[i64] = 12
BLOCK: Final[i64] = 13
HAND_OFF: Final[i64] = 14
FOUL: Final[i64] = 15
AIM: Final[i64] = 16  # stop moving and throw: the square follows
PICK_TEAM_MATE: Final[i64] = 17
OPEN_CHEST: Final[i64] = 18
PAY_PORTAL: Final[i64] = 19
END_ACTIVATION: Final[i64] = 20
THROW_TO: Final[i64] = 21
THROW_AT_WALL: Final[i64] = 22
SWING: Final[i64] = 23  # direction to face; a die decides how far the real direction differs
# Answers.
ACCEPT: Final[i64] = 30
REROLL: Final[i64] = 31
CHOOSE_FACE: Final[i64] = 32
PUSH_TO: Final[i64] = 33
FOLLOW_UP: Final[i64] = 34
STAY: Final[i64] = 35
USE: Final[i64] = 36
DECLINE: Final[i64] = 37
INTERFERE: Final[i64] = 38
TRY_CATCH: Final[i64] = 39
ARGUE: Final[i64] = 40
BRIBE: Final[i64] = 41
PLACE_BALL: Final[i64] = 42
# Spells.
CAST: Final[i64] = 43
CAST_ON: Final[i64] = 44
CAST_AT: Final[i64] = 45
NAME_DIRECTION: Final[i64] = 46
# Before the game.
PLACE_CHEST: Final[i64] = 50
PLACE_PORTAL: Final[i64] = 51
CHOOSE_ZONE: Final[i64] = 52
DEPLOY: Final[i64] = 53
BUY: Final[i64] = 54
BUY_NO_MORE: Final[i64] = 55
CHOOSE_STARTER: Final[i64] = 56
TREAT: Final[i64] = 57  # piece; to choose between two casualty rolls, the number of one + 1
HIRE: Final[i64] = 58  # piece
TEACH: Final[i64] = 59  # piece that is being hired, and the place of the skill among its lessons
# Of leaps, chests and drops. (63 to 69)
LEAP: Final[i64] = 63  # the target follows
CROSS: Final[i64] = 64  # square that a leap leads over
SHOVE_CHEST: Final[i64] = 65  # direction of the player and of the chest before it
DRAG_CHEST: Final[i64] = 66  # direction of the player and of the chest behind it
TAKE_CHEST: Final[i64] = 67  # square of the chest to throw
DEMAND: Final[i64] = 68  # demand that a player rolls for its balance
# Of games with modules.
SET_UP_DONE: Final[i64] = 70  # the coach sets up no more players
CHOOSE_PORTAL: Final[i64] = 79  # square of the portal to come out of
# Of doors, passages and runes. (80 to 89)
OPEN_DOOR: Final[i64] = 80  # of this and the next two: the square that the door fills, or that lies beyond it
CLOSE_DOOR: Final[i64] = 81
SMASH_DOOR: Final[i64] = 82
SLIP_TO: Final[i64] = 83  # square at the other end of a way that has no direction
TRAVEL: Final[i64] = 84  # square of another rune
RELEASE_WINDS: Final[i64] = 85
WINDS_FELL: Final[i64] = 86
WINDS_RAISE: Final[i64] = 87
# Of levels and traps. (90 to 99)
HURRY: Final[i64] = 90  # direction of a hard step: cheaper, and riskier
STEP_OFF: Final[i64] = 91  # direction of a ledge
CLIMB: Final[i64] = 92  # square at the other end of a ladder
CLIMB_OUT: Final[i64] = 93  # square beside a pit
PLACE_TRAP: Final[i64] = 94
# Of monsters. (110 to 119)
LIE_DOWN: Final[i64] = 110  # out of the way of flames
BEAR_FLAMES: Final[i64] = 111
BY_RULE: Final[i64] = 112  # a game master lets the rule decide for the rest of an activation
# Of several balls. (100 to 109)
CHOOSE_BALL: Final[i64] = 100
# Of spells. (130 to 139)
CAST_SPELL: Final[i64] = 130  # in place of the block of a Blitz; which one follows
FLASH_TO: Final[i64] = 131
STRIKE_FROM_AFAR: Final[i64] = 132
FETCH_FROM: Final[i64] = 133  # square of a ball or a chest
PASS_THROUGH_WALLS: Final[i64] = 134
# Of referees, and of what is arranged before a match. (120 to 129)
CALL_REFEREE: Final[i64] = 120  # piece: it does what it has to do
MOVE_REFEREE: Final[i64] = 121
NAME_VICTIM: Final[i64] = 122  # piece that an assassin is to find
# Actions that are allowed at the moments that the rules name, but are never listed among the options: a program that
# picks from the list must not resign by accident.
CONCEDE: Final[i64] = 60
TIME_UP: Final[i64] = 61  # the time of this team turn has run out
CALL_TIME: Final[i64] = 62  # the time of the whole match has run out

KINDS: Final[i64] = 160

# What may be declared.
MOVE_ACTION: Final[i64] = 1
BLOCK_ACTION: Final[i64] = 2
BLITZ_ACTION: Final[i64] = 3
PASS_ACTION: Final[i64] = 4
HAND_OFF_ACTION: Final[i64] = 5
FOUL_ACTION: Final[i64] = 6
THROW_TEAM_MATE_ACTION: Final[i64] = 7
# Special actions have their own rules. Each has a number from here on, below 31: the numbers are bits of what a side
# has used, and a compiled `i64(1) << number` is no wider.
LEAVE_ACTION: Final[i64] = 8
SMASH_DOOR_ACTION: Final[i64] = 11
WINDS_ACTION: Final[i64] = 12
CLIMB_OUT_ACTION: Final[i64] = 13
SPELL_ACTION: Final[i64] = 14
THROW_FOOD_ACTION: Final[i64] = 16
GATHER_FUNDS_ACTION: Final[i64] = 17
STAB_ACTION: Final[i64] = 20
VOMIT_ACTION: Final[i64] = 21
BREATHE_FIRE_ACTION: Final[i64] = 22
MULTIPLE_BLOCK_ACTION: Final[i64] = 23
KICK_TEAM_MATE_ACTION: Final[i64] = 24
GAZE_ACTION: Final[i64] = 25
THROW_BOMB_ACTION: Final[i64] = 26
WHIRL_ACTION: Final[i64] = 27
SAW_ACTION: Final[i64] = 28

# Where a re-roll comes from.
TEAM_REROLL: Final[i64] = 0
SKILL_REROLL: Final[i64] = 1
PRO_REROLL: Final[i64] = 2  # one die, if the die of Pro allows it
ITEM_REROLL: Final[i64] = 3  # something that the player carries


def action(kind: i64, first: i64 = 0, second: i64 = 0, third: i64 = 0) -> i64:
    """Pack an action."""
    return kind | first << 8 | second << 24 | third << 40


def kind_of(packed: i64) -> i64:
    return packed & 0xFF


def first_of(packed: i64) -> i64:
    return packed >> 8 & 0xFFFF


def second_of(packed: i64) -> i64:
    return packed >> 24 & 0xFFFF


def third_of(packed: i64) -> i64:
    return packed >> 40 & 0xFFFF


def is_attack(what: i64) -> bool:
    """Whether a declaration is a block: alone, twice, in a Blitz, or a special action in its place."""
    if what == BLOCK_ACTION or what == BLITZ_ACTION or what == SAW_ACTION:
        return True
    if what == SMASH_DOOR_ACTION or what == WINDS_ACTION or what == SPELL_ACTION:
        return True
    return STAB_ACTION <= what <= MULTIPLE_BLOCK_ACTION
