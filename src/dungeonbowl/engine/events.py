"""What happened, in the past tense. The board, the log, the replay and the league read nothing else."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

MATCH_BEGAN: Final[i64] = 1
TURN_BEGAN: Final[i64] = 2  # side, team turn number
TURN_ENDED: Final[i64] = 3  # side
TURNOVER: Final[i64] = 4  # side; the clause is the cause
ACTIVATED: Final[i64] = 5  # piece
DECLARED: Final[i64] = 6  # piece, action, target + 1
ACTIVATION_ENDED: Final[i64] = 7  # piece
MOVED: Final[i64] = 8  # piece, from, to; the clause says how
TESTED: Final[i64] = 9  # piece, natural, needed on the die, 1 passed or 0; the clause says what
DICE_ROLLED: Final[i64] = 10  # side that rolled, packed dice (0: unseen), count, kind; the clause says for what
REROLLED: Final[i64] = 11  # side, source
WENT_DOWN: Final[i64] = 12  # piece, square; the clause is the cause
ARMOUR_HELD: Final[i64] = 13  # piece, total, needed
ARMOUR_BROKEN: Final[i64] = 14  # piece, total, needed
INJURED: Final[i64] = 15  # piece, total, status it got
CASUALTY_SUFFERED: Final[i64] = 16  # piece, result row, total, what a lasting injury reduces
STOOD_UP: Final[i64] = 17  # piece
LEFT_PLAY: Final[i64] = 18  # piece, status, square it left
BALL_PICKED_UP: Final[i64] = 19  # piece, ball
BALL_CAUGHT: Final[i64] = 20  # piece, ball
BALL_DROPPED: Final[i64] = 21  # piece, ball, square
BALL_MOVED: Final[i64] = 22  # ball, from, to; the clause says how
BALL_RESTED: Final[i64] = 23  # ball, square
BALL_THROWN: Final[i64] = 24  # piece, ball, target
HANDED_OFF: Final[i64] = 25  # giver, receiver
BLOCK_DICE_ROLLED: Final[i64] = 26  # attacker, defender, packed faces, count (negative: the defender chooses)
FACE_CHOSEN: Final[i64] = 27  # attacker, defender, face
PUSHED: Final[i64] = 28  # piece, from, to
HELD_GROUND: Final[i64] = 29  # piece: nowhere to go or would not
FOLLOWED_UP: Final[i64] = 30  # piece, from, to
FOULED: Final[i64] = 31  # fouler, victim, assists
SENT_OFF: Final[i64] = 32  # piece
ARGUED: Final[i64] = 33  # side, die
BRIBED: Final[i64] = 34  # side, die
CHEST_OPENED: Final[i64] = 35  # piece, square, 1 the ball was inside or 0
TELEPORTED: Final[i64] = 36  # piece, from, to
VANISHED: Final[i64] = 37  # piece, square: a magical mishap
BALL_TELEPORTED: Final[i64] = 38  # ball, from, to
ENTERED: Final[i64] = 39  # piece, square: from the dugout
SPONGED: Final[i64] = 40  # piece
INTERFERED: Final[i64] = 41  # piece
SCORED: Final[i64] = 42  # piece, side
MATCH_ENDED: Final[i64] = 43  # winner + 1 or 0 for a draw
RECOVERED: Final[i64] = 44  # piece: turned over from stunned
ROOM_WORKED: Final[i64] = 45  # piece, room, die
SKILL_USED: Final[i64] = 46  # piece, ability
CHEST_PLACED: Final[i64] = 47  # side, square
PORTAL_PLACED: Final[i64] = 48  # side, square, number
ZONE_CHOSEN: Final[i64] = 49  # side, zone
DEPLOYED: Final[i64] = 50  # piece, square
PLAYER_THROWN: Final[i64] = 51  # thrower, thrown, target
LANDED: Final[i64] = 52  # piece, square
FUNDS_GATHERED: Final[i64] = 53  # piece
POINTS_EARNED: Final[i64] = 54  # piece, points, reason clause
STRANDED: Final[i64] = 55  # piece: its activation did not come about
HIT_WALL: Final[i64] = 56  # piece, square: a thrown player
EATEN: Final[i64] = 57  # piece, by whom
BOUGHT: Final[i64] = 58  # side, inducement, price, 1 from the treasury or 0 from petty cash
SPELL_CAST: Final[i64] = 59  # side, target + 1 or 0, square + 1 or 0; the clause says which spell
BOMB_THROWN: Final[i64] = 60  # piece, target
BOMB_CAUGHT: Final[i64] = 61  # piece
BOMB_EXPLODED: Final[i64] = 62  # square
JOINED: Final[i64] = 63  # piece, side
LAYOUT_FOUND: Final[i64] = 64  # number of the layout
STARTER_CHOSEN: Final[i64] = 65  # side that chose, side that starts
HALF_BEGAN: Final[i64] = 66  # number
DRIVE_BEGAN: Final[i64] = 67
DRIVE_ENDED: Final[i64] = 68  # side that scored + 1 or 0
CAME_TO: Final[i64] = 69  # piece, die, 1 back from the knocked-out or 0
TREATED: Final[i64] = 70  # piece, status it gets
AWARDED: Final[i64] = 71  # side: a touchdown because nobody was against it
COOKED: Final[i64] = 72  # side, die, re-rolls taken
ITEM_FOUND: Final[i64] = 73  # piece, card, 1 it takes effect or 0; the clause is that of the card
ITEM_ENDED: Final[i64] = 74  # piece, card
BALL_KEPT: Final[i64] = 75  # piece, ball, die: it came along through a portal
INFECTED: Final[i64] = 76  # piece, killer: it belongs to the killer's side after the match
LEFT_BY_DOOR: Final[i64] = 77  # piece, square
REROLLS_CHANGED: Final[i64] = 78  # side, how many more; the clause says why
RESIGNED: Final[i64] = 79  # side: out of a match of several
DOOR_TRIED: Final[i64] = 80  # piece, square, die: on a 1 it is locked
DOOR_OPENED: Final[i64] = 81  # piece, square
DOOR_CLOSED: Final[i64] = 82  # piece, square
DOOR_SMASHED: Final[i64] = 83  # piece, square
WINDS_RELEASED: Final[i64] = 84  # piece, 0 all go down or 1 all stand up
CHEST_MOVED: Final[i64] = 85  # piece, from, to
TRAP_LAID: Final[i64] = 86  # side, square
TRAP_SPRUNG: Final[i64] = 87  # piece, square, which of five it is
MONSTER_APPEARED: Final[i64] = 88  # piece, square
SLASHED: Final[i64] = 89  # piece, target
TURNED_TO_STONE: Final[i64] = 90  # piece, square
HEAD_LOST: Final[i64] = 91  # piece, heads left
FLAMES_BURST: Final[i64] = 92  # piece, square
BALL_EATEN: Final[i64] = 93  # piece, how many by now
INFRACTION: Final[i64] = 94  # piece, level, what the die and its modifiers came to, what it needed; 0 and 0 without one
EYE_MOVED: Final[i64] = 95  # side it is on
CONFISCATED: Final[i64] = 96  # piece
REFEREE_CAME: Final[i64] = 97  # piece, square
REFEREE_OUT: Final[i64] = 98  # piece, who did it + 1 or 0
ASSASSINATED: Final[i64] = 99  # piece, die
DRUGGED: Final[i64] = 100  # piece, die with what is added to it, 1 it helped or 0
BALL_KIND: Final[i64] = 101  # ball, kind: told when the ball is found
BALL_SPENT: Final[i64] = 102  # ball, piece, 1 it was an illusion or 0: it has scored, and is gone
SPELL_WORKED: Final[i64] = 103  # piece, target piece + 1, square + 1
ITEM_WORKED: Final[i64] = 104  # piece, which item

EVENT_NAMES: Final = (
    "",
    "match began",
    "turn began",
    "turn ended",
    "turnover",
    "activated",
    "declared",
    "activation ended",
    "moved",
    "tested",
    "dice rolled",
    "rerolled",
    "went down",
    "armour held",
    "armour broken",
    "injured",
    "casualty suffered",
    "stood up",
    "left play",
    "ball picked up",
    "ball caught",
    "ball dropped",
    "ball moved",
    "ball rested",
    "ball thrown",
    "handed off",
    "block dice rolled",
    "face chosen",
    "pushed",
    "held ground",
    "followed up",
    "fouled",
    "sent off",
    "argued",
    "bribed",
    "chest opened",
    "teleported",
    "vanished",
    "ball teleported",
    "entered",
    "sponged",
    "interfered",
    "scored",
    "match ended",
    "recovered",
    "room worked",
    "skill used",
    "chest placed",
    "portal placed",
    "zone chosen",
    "deployed",
    "player thrown",
    "landed",
    "funds gathered",
    "points earned",
    "stranded",
    "hit wall",
    "eaten",
    "bought",
    "spell cast",
    "bomb thrown",
    "bomb caught",
    "bomb exploded",
    "joined",
    "layout found",
    "starter chosen",
    "half began",
    "drive began",
    "drive ended",
    "came to",
    "treated",
    "awarded",
    "cooked",
    "item found",
    "item ended",
    "ball kept",
    "infected",
    "left by door",
    "rerolls changed",
    "resigned",
    "door tried",
    "door opened",
    "door closed",
    "door smashed",
    "winds released",
    "chest moved",
    "trap laid",
    "trap sprung",
    "monster appeared",
    "slashed",
    "turned to stone",
    "head lost",
    "flames burst",
    "ball eaten",
    "infraction",
    "eye moved",
    "confiscated",
    "referee came",
    "referee out",
    "assassinated",
    "drugged",
    "ball kind",
    "ball spent",
    "spell worked",
    "item worked",
)


@final
class Event:
    """One thing that happened: its kind, up to four numbers, and the clause of the rules it follows from."""

    def __init__(self, kind: i64, clause: i64, a: i64, b: i64, c: i64, d: i64) -> None:
        self.kind = kind
        self.clause = clause
        self.a = a
        self.b = b
        self.c = c
        self.d = d

    def numbers(self) -> tuple[int, int, int, int, int, int]:
        """All of it as plain numbers, for comparing and for files."""
        return (int(self.kind), int(self.clause), int(self.a), int(self.b), int(self.c), int(self.d))

    def __repr__(self) -> str:
        return f"<{EVENT_NAMES[self.kind]} {self.a} {self.b} {self.c} {self.d}>"
