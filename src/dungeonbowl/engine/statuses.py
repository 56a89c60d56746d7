"""The status and the conditions of a piece. Each piece has exactly one status (O-TERM-03, O-TERM-04)."""

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
ABSENT: Final[i64] = 8  # not in this match: misses it, or has not come yet
TURNED_TO_STONE: Final[i64] = 9  # a token stands for it in the dungeon

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

# Conditions: what else is true of a piece, one bit each. The first group ends with every team turn.
ACTIVATED: Final[i64] = 1 << 0  # its activation of this team turn is used
ARRIVED: Final[i64] = 1 << 1  # came from the dugout this team turn: cannot move and cannot be activated
STUNNED_AT_START: Final[i64] = 1 << 2  # was stunned when its team turn began, and turns over when the turn ends
FURIOUS: Final[i64] = 1 << 3  # in this team turn it blocks with three dice, and its own coach chooses
TELEPORTED: Final[i64] = 1 << 4  # the teleport count of this team turn sits in bits 4 to 9
TELEPORT_MASK: Final[i64] = 0x3F << 4
TRIED_THIS_TURN: Final[i64] = 1 << 10  # has tried a re-roll that is allowed once per team turn
SKILL_USED: Final[i64] = 1 << 10  # shifted by the test: its skill re-roll of this team turn is used; bits 11 to 15
TURN_MASK: Final[i64] = 0xFFFF
# The second group ends with the activation of the piece.
STRENGTHENED: Final[i64] = 1 << 16
DIVIDED: Final[i64] = 1 << 17  # blocks two opponents at once: weaker, and neither follows up nor blocks again
STRUCK_AGAIN: Final[i64] = 1 << 18  # makes, or has made, the second block of one action
RAN_AWAY: Final[i64] = 1 << 19  # has had its chance to step away after a block
TRIED_AGAIN: Final[i64] = 1 << 20  # has tried to re-roll a die
THIRSTY: Final[i64] = 1 << 21  # must bite before its activation ends; cannot score until then
SCORCHED: Final[i64] = 1 << 22  # was moved by force to its square, and the roll of that square has been made
BROKE_FREE: Final[i64] = 1 << 23  # has used Break Tackle in this activation
ACTIVATION_MASK: Final[i64] = 0xFF << 16
# The third group ends at the start of the next activation of the piece.
NO_ZONE: Final[i64] = 1 << 24  # its Tackle Zone is lost
REEKS: Final[i64] = 1 << 25  # smells of the Sewer
UNTIL_ACTIVATION_MASK: Final[i64] = 0xFF << 24
# These end when a rule says so.
ROOTED: Final[i64] = 1 << 32
NOTED: Final[i64] = 1 << 33  # has gathered funds in this game
NEVER_ZONE: Final[i64] = 1 << 34  # a piece without a Tackle Zone of its own: referees, monsters
DAZZLED: Final[i64] = 1 << 35  # cannot pass, and does not assist in blocks
INSPIRES: Final[i64] = 1 << 36  # the extra team re-roll it brings is not used
PILED_ON: Final[i64] = 1 << 52  # has used Piling On, and is about to be placed prone
# These end with the drive; bits 40 to 47.
LEFT_BY_DOOR: Final[i64] = 1 << 40  # left by its own door: does not come back in this drive
DRIVE_MASK: Final[i64] = 0xFF << 40
OFFENDED: Final[i64] = 1 << 57  # a referee that was knocked down: he sends off a player when he gets up
TOOK_PART: Final[i64] = 1 << 56  # was in the dungeon in this drive with a weapon that is against the rules
OWES_FALL: Final[i64] = 1 << 48  # goes down in its square as soon as all effects of the square are done
ON_SPIKES: Final[i64] = 1 << 49  # and falls on spikes: a worse fall
SUNKEN: Final[i64] = 1 << 39  # below the floor, where no piece can reach it
NO_ZONE_MASK: Final[i64] = (1 << 24) | (1 << 34) | (1 << 39)
LOST_ZONE_MASK: Final[i64] = (1 << 24) | (1 << 39)  # for pieces that have a zone
ITEM_USED: Final[i64] = 1 << 60  # its magic item has worked in this team turn
ITEM_OWED: Final[i64] = 1 << 61  # and the referee has not judged that yet
