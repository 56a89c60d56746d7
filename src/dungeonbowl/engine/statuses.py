"""Where a piece is and how it is: exactly one status each (O-TERM-03, O-TERM-04)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

STANDING: Final[i64] = 0
PRONE: Final[i64] = 1
STUNNED: Final[i64] = 2
# Everything from here on is outside the dungeon.
RESERVES: Final[i64] = 3
KNOCKED_OUT: Final[i64] = 4
CASUALTY: Final[i64] = 5
SENT_OFF: Final[i64] = 6
LOST: Final[i64] = 7
ABSENT: Final[i64] = 8  # not part of this match: missing it, or not yet arrived
TURNED_TO_STONE: Final[i64] = 9  # what is left of it in the dungeon is a token

STATUS_NAMES: Final = (
    "standing",
    "prone",
    "stunned",
    "reserves",
    "knocked-out",
    "casualty",
    "sent-off",
    "lost",
    "absent",
    "turned-to-stone",
)

# Conditions: what else is true of a piece, one bit each. Those of the first group end with every team turn.
ACTIVATED: Final[i64] = 1 << 0  # its activation of this team turn is used
ARRIVED: Final[i64] = 1 << 1  # came from the dugout this team turn: neither moves nor is activated
STUNNED_AT_START: Final[i64] = 1 << 2  # was stunned when its team turn began, and turns over at its end
FURIOUS: Final[i64] = 1 << 3  # its blocks of this team turn are three dice of its own coach's choice
TELEPORTED: Final[i64] = 1 << 4  # the teleport count of this team turn sits in bits 4 to 9
TELEPORT_MASK: Final[i64] = 0x3F << 4
TRIED_THIS_TURN: Final[i64] = 1 << 10  # has tried to roll something again, where that is allowed once a team turn
SKILL_USED: Final[i64] = 1 << 10  # shifted by the test: its skill re-roll of this team turn is used; bits 11 to 15
TURN_MASK: Final[i64] = 0xFFFF
# Those of the second group end with the activation of the piece.
STRENGTHENED: Final[i64] = 1 << 16
DIVIDED: Final[i64] = 1 << 17  # strikes at two at once: weaker, and neither follows up nor blocks again
STRUCK_AGAIN: Final[i64] = 1 << 18  # makes, or has made, the second block of one action
RAN_AWAY: Final[i64] = 1 << 19  # has had its chance to step away after a block
TRIED_AGAIN: Final[i64] = 1 << 20  # has tried to roll a die again
THIRSTY: Final[i64] = 1 << 21  # must bite before its activation is over; until then it scores nothing
SCORCHED: Final[i64] = 1 << 22  # was moved by force to where it is, and its ground has had its roll for that
BROKE_FREE: Final[i64] = 1 << 23  # has torn itself loose from a zone once
ACTIVATION_MASK: Final[i64] = 0xFF << 16
# Those of the third group end at the start of the next activation of the piece.
NO_ZONE: Final[i64] = 1 << 24  # its Tackle Zone is lost
REEKS: Final[i64] = 1 << 25  # carries the smell of the Sewer about
UNTIL_ACTIVATION_MASK: Final[i64] = 0xFF << 24
# The rest ends when a rule says so.
ROOTED: Final[i64] = 1 << 32
NOTED: Final[i64] = 1 << 33  # has gathered funds in this game
NEVER_ZONE: Final[i64] = 1 << 34  # a piece without a Tackle Zone of its own: referees, monsters
DAZZLED: Final[i64] = 1 << 35  # passes nothing, and assists no block on either side
INSPIRES: Final[i64] = 1 << 36  # the extra team re-roll it brings is not used
PILED_ON: Final[i64] = 1 << 52  # has dropped on somebody, and is about to lie there
# Those of the last group end with the drive; bits 40 to 47.
LEFT_BY_DOOR: Final[i64] = 1 << 40  # went out by its own door: does not come back in this drive
DRIVE_MASK: Final[i64] = 0xFF << 40
OFFENDED: Final[i64] = 1 << 57  # a referee who was knocked down: somebody will be sent off when he gets up
TOOK_PART: Final[i64] = 1 << 56  # was in the dungeon with a weapon that is not allowed, in this drive
OWES_FALL: Final[i64] = 1 << 48  # goes down where it is once its square has done all it does
ON_SPIKES: Final[i64] = 1 << 49  # and that fall is a worse one
SUNKEN: Final[i64] = 1 << 39  # below the floor, out of everybody's reach
NO_ZONE_MASK: Final[i64] = (1 << 24) | (1 << 34) | (1 << 39)
LOST_ZONE_MASK: Final[i64] = (1 << 24) | (1 << 39)  # of those who have one
ITEM_USED: Final[i64] = 1 << 60  # what it carries has worked in this team turn
ITEM_OWED: Final[i64] = 1 << 61  # and the referee has not judged it yet
