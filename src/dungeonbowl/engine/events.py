"""What happened, in the past tense. The board, the log, the replay and the league read nothing else.

`engine/event_kinds.py` has a row for every kind: what its numbers are called and what they stand for.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.engine.casualties import results_in
from dungeonbowl.engine.dice import unpacked
from dungeonbowl.engine.event_kinds import EVENT_KINDS, EventKind

MATCH_BEGAN: Final[i64] = 1
TURN_BEGAN: Final[i64] = 2
TURN_ENDED: Final[i64] = 3
TURNOVER: Final[i64] = 4
ACTIVATED: Final[i64] = 5
DECLARED: Final[i64] = 6
ACTIVATION_ENDED: Final[i64] = 7
MOVED: Final[i64] = 8
TESTED: Final[i64] = 9
DICE_ROLLED: Final[i64] = 10
REROLLED: Final[i64] = 11
WENT_DOWN: Final[i64] = 12
ARMOUR_HELD: Final[i64] = 13
ARMOUR_BROKEN: Final[i64] = 14
INJURED: Final[i64] = 15
CASUALTY_SUFFERED: Final[i64] = 16
STOOD_UP: Final[i64] = 17
LEFT_PLAY: Final[i64] = 18
BALL_PICKED_UP: Final[i64] = 19
BALL_CAUGHT: Final[i64] = 20
BALL_DROPPED: Final[i64] = 21
BALL_MOVED: Final[i64] = 22
BALL_RESTED: Final[i64] = 23
BALL_THROWN: Final[i64] = 24
HANDED_OFF: Final[i64] = 25
BLOCK_DICE_ROLLED: Final[i64] = 26
FACE_CHOSEN: Final[i64] = 27
PUSHED: Final[i64] = 28
HELD_GROUND: Final[i64] = 29
FOLLOWED_UP: Final[i64] = 30
FOULED: Final[i64] = 31
SENT_OFF: Final[i64] = 32
ARGUED: Final[i64] = 33
BRIBED: Final[i64] = 34
CHEST_OPENED: Final[i64] = 35
TELEPORTED: Final[i64] = 36
VANISHED: Final[i64] = 37
BALL_TELEPORTED: Final[i64] = 38
ENTERED: Final[i64] = 39
SPONGED: Final[i64] = 40
INTERFERED: Final[i64] = 41
SCORED: Final[i64] = 42
MATCH_ENDED: Final[i64] = 43
RECOVERED: Final[i64] = 44
ROOM_WORKED: Final[i64] = 45
SKILL_USED: Final[i64] = 46
CHEST_PLACED: Final[i64] = 47
PORTAL_PLACED: Final[i64] = 48
ZONE_CHOSEN: Final[i64] = 49
DEPLOYED: Final[i64] = 50
PLAYER_THROWN: Final[i64] = 51
LANDED: Final[i64] = 52
FUNDS_GATHERED: Final[i64] = 53
POINTS_EARNED: Final[i64] = 54
STRANDED: Final[i64] = 55
HIT_WALL: Final[i64] = 56
EATEN: Final[i64] = 57
BOUGHT: Final[i64] = 58
SPELL_CAST: Final[i64] = 59
BOMB_THROWN: Final[i64] = 60
BOMB_CAUGHT: Final[i64] = 61
BOMB_EXPLODED: Final[i64] = 62
JOINED: Final[i64] = 63
LAYOUT_FOUND: Final[i64] = 64
STARTER_CHOSEN: Final[i64] = 65
HALF_BEGAN: Final[i64] = 66
DRIVE_BEGAN: Final[i64] = 67
DRIVE_ENDED: Final[i64] = 68
CAME_TO: Final[i64] = 69
TREATED: Final[i64] = 70
AWARDED: Final[i64] = 71
COOKED: Final[i64] = 72
ITEM_FOUND: Final[i64] = 73
ITEM_ENDED: Final[i64] = 74
BALL_KEPT: Final[i64] = 75
INFECTED: Final[i64] = 76
LEFT_BY_DOOR: Final[i64] = 77
REROLLS_CHANGED: Final[i64] = 78
RESIGNED: Final[i64] = 79
DOOR_TRIED: Final[i64] = 80
DOOR_OPENED: Final[i64] = 81
DOOR_CLOSED: Final[i64] = 82
DOOR_SMASHED: Final[i64] = 83
WINDS_RELEASED: Final[i64] = 84
CHEST_MOVED: Final[i64] = 85
TRAP_LAID: Final[i64] = 86
TRAP_SPRUNG: Final[i64] = 87
MONSTER_APPEARED: Final[i64] = 88
SLASHED: Final[i64] = 89
TURNED_TO_STONE: Final[i64] = 90
HEAD_LOST: Final[i64] = 91
FLAMES_BURST: Final[i64] = 92
BALL_EATEN: Final[i64] = 93
INFRACTION: Final[i64] = 94
EYE_MOVED: Final[i64] = 95
CONFISCATED: Final[i64] = 96
REFEREE_CAME: Final[i64] = 97
REFEREE_OUT: Final[i64] = 98
ASSASSINATED: Final[i64] = 99
DRUGGED: Final[i64] = 100
BALL_KIND: Final[i64] = 101
BALL_SPENT: Final[i64] = 102
SPELL_WORKED: Final[i64] = 103
ITEM_WORKED: Final[i64] = 104
TIME_RAN_OUT: Final[i64] = 105
CASUALTY_SETTLED: Final[i64] = 106
HIRED: Final[i64] = 107
STAYED_AWAY: Final[i64] = 108

# The names of the kinds by their numbers; the first is empty.
EVENT_NAMES: Final = tuple([row.name for row in EVENT_KINDS])


@final
class Event:
    """One thing that happened: its kind, up to four numbers, and the clause of the rules it follows from.

    The engine tells the numbers by their places. Readers ask for them by name: `event["piece"]`, `event["square"]`.
    The names of each kind are those of its row in `engine/event_kinds.py`.
    """

    def __init__(self, kind: i64, clause: i64, a: i64, b: i64, c: i64, d: i64) -> None:
        self.kind = kind
        self.clause = clause
        self.a = a
        self.b = b
        self.c = c
        self.d = d

    def row(self) -> EventKind:
        """What is known of this kind of event: its name, and the names of its parts."""
        return EVENT_KINDS[self.kind]

    def __getitem__(self, name: str) -> int:
        """The part of this name; -1 for none. `KeyError` if this kind of event has no such part."""
        row = EVENT_KINDS[self.kind]
        place = row.place(name)
        return row.parts[place].read(self.number(place))

    def number(self, place: int) -> int:
        """One of the four numbers as it is stored."""
        if place == 0:
            return int(self.a)
        if place == 1:
            return int(self.b)
        if place == 2:
            return int(self.c)
        return int(self.d)

    def parts(self) -> dict[str, int]:
        """Everything that the event tells, by name."""
        found: dict[str, int] = {}
        for part in EVENT_KINDS[self.kind].parts:
            found[part.name] = self[part.name]
        return found

    def dice(self) -> list[int]:
        """The results of an event that tells of dice: zeros for dice that only the engine has seen."""
        return unpacked(self["dice"], abs(self["count"]))

    def casualties(self) -> list[tuple[int, int]]:
        """What stands of a casualty that is settled: the row of each result and the characteristic that it reduces,
        the worst first. Empty if nothing stands, because the player is as good as new."""
        return results_in(self["casualties"])

    def changed(self, name: str, value: int) -> Event:
        """The same event with another value for one part."""
        row = EVENT_KINDS[self.kind]
        numbers = [int(self.a), int(self.b), int(self.c), int(self.d)]
        place = row.place(name)
        numbers[place] = row.parts[place].stored(value)
        return Event(self.kind, self.clause, numbers[0], numbers[1], numbers[2], numbers[3])

    def numbers(self) -> tuple[int, int, int, int, int, int]:
        """Kind, clause and the four numbers as they are stored, for comparing and for files."""
        return (int(self.kind), int(self.clause), int(self.a), int(self.b), int(self.c), int(self.d))

    def __repr__(self) -> str:
        shown = "".join([f" {name}={value}" for name, value in self.parts().items()])
        return f"<{EVENT_NAMES[self.kind]}{shown}>"
