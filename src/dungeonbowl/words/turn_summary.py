"""What mattered in the turns of the other coaches, in a few lines for a coach whose own turn begins.

A line tells of one moment: a player hurt, a chest opened, the ball, a turnover. Names, places and most sentences are
those of the story.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from dungeonbowl.engine import events
from dungeonbowl.engine.events import Event
from dungeonbowl.engine.statuses import CASUALTY, KNOCKED_OUT, STUNNED
from dungeonbowl.languages import mark, plural, t
from dungeonbowl.words.causes import cause_of, is_fault
from dungeonbowl.words.story import Teller

MOST_LINES: Final = 5
DEAD: Final = 5  # a row of the casualty table

# Moments that are told as in the story, and how much they matter.
WEIGHTS: Final[dict[int, int]] = {
    int(events.SCORED): 100,
    int(events.AWARDED): 100,
    int(events.HALF_BEGAN): 88,
    int(events.CONFISCATED): 30,
    int(events.EATEN): 72,
    int(events.TIME_RAN_OUT): 70,
    int(events.TURNED_TO_STONE): 68,
    int(events.VANISHED): 62,
    int(events.RESIGNED): 60,
    int(events.BALL_EATEN): 60,
    int(events.SPELL_CAST): 56,
    int(events.WINDS_RELEASED): 52,
    int(events.SENT_OFF): 50,
    int(events.INTERFERED): 44,
    int(events.BOMB_EXPLODED): 42,
    int(events.TRAP_SPRUNG): 42,
    int(events.SPELL_WORKED): 40,
    int(events.ITEM_FOUND): 36,
    int(events.MONSTER_APPEARED): 34,
    int(events.PLAYER_THROWN): 26,
    int(events.CHEST_MOVED): 24,
    int(events.TELEPORTED): 22,
    int(events.DOOR_SMASHED): 18,
    int(events.DOOR_OPENED): 12,
    int(events.DOOR_CLOSED): 12,
}
# What a player suffers, from little to much: the words with and without somebody who did it, and how much it matters
# for a player of the reader and for any other.
HARMS: Final = mark(
    (
        ("{striker} knocked {victim} down", "{victim} went down", 30, 14),
        ("{striker} stunned {victim}", "{victim} was stunned", 46, 24),
        ("{striker} knocked {victim} out", "{victim} was knocked out", 66, 40),
        ("{striker} put {victim} out of the match", "{victim} was carried off", 80, 56),
        ("{striker} killed {victim}", "{victim} died", 96, 76),
    )
)
HURT: Final[dict[int, int]] = {int(STUNNED): 1, int(KNOCKED_OUT): 2, int(CASUALTY): 3}
# Who strikes whom: the event, and its parts.
BLOWS: Final = (int(events.FACE_CHOSEN), int(events.FOULED), int(events.SLASHED))
CHEST_WEIGHTS: Final = (48, 92, 38)  # a trap, the ball, a magic item
BALL_FREE: Final = (
    int(events.BALL_DROPPED),
    int(events.BALL_MOVED),
    int(events.BALL_RESTED),
    int(events.BALL_THROWN),
    int(events.BALL_TELEPORTED),
    int(events.BALL_SPENT),
)
BALL_WON: Final = 64
BALL_LOST: Final = 58
BALL_CARRIED: Final = 46
TURNOVER_WEIGHT: Final = 78
CAME_ON: Final = 20
SHORT_WALK: Final = 3  # squares that a carrier may go unmentioned


class Line(NamedTuple):
    """One line: the number of the event that it tells of, how much it matters, and its words."""

    number: int
    weight: int
    text: str


def turns_between(told: Sequence[Event], began: int, sides: Collection[int]) -> int | None:
    """Where the turns of the other sides begin that lie between the team turn which began at `began` and the last one
    of these sides before it; None if there are none."""
    first = None
    for place in range(began - 1, -1, -1):
        event = told[place]
        if event.kind == events.TURN_BEGAN:
            if event["side"] in sides:
                break
            first = place
    return first


def turn_summary(teller: Teller, told: Sequence[Event], first: int, last: int, sides: Collection[int]) -> list[Line]:
    """The lines about the events from `first` up to `last` that matter most to the coach of these sides, in the order
    in which they happened. There is none for a turn in which nothing mattered."""
    found: dict[int, Line] = {}  # one line for each moment
    for line in Reader(teller, told, sides).lines(first, last):
        if line.number not in found or line.weight > found[line.number].weight:
            found[line.number] = line
    said = {line.text: line for line in found.values()}  # of the same words, those about the last moment
    kept = sorted(said.values(), key=lambda line: -line.weight)[:MOST_LINES]
    return sorted(kept, key=lambda line: line.number)


class Reader:
    """Reads events for one coach."""

    def __init__(self, teller: Teller, told: Sequence[Event], sides: Collection[int]) -> None:
        self.teller = teller
        self.told = told
        self.sides = sides
        self.side_of = [int(side) for side in teller.game.side_of]
        self.struck: dict[int, int] = {}  # victim -> who has struck it in this activation
        self.harm: dict[int, tuple[int, int]] = {}  # victim -> what it has suffered in this activation, and where
        self.carried: tuple[int, int, int] | None = None  # carrier, squares, where its walk ended

    def name(self, piece: int) -> str:
        """A player as the coach calls it."""
        ours = 0 <= piece < len(self.side_of) and self.side_of[piece] in self.sides
        return t("our {player}", player=self.teller.piece(piece)) if ours else self.teller.piece(piece)

    def lines(self, first: int, last: int) -> Iterator[Line]:
        holders = self.holders(first)
        faults: set[int] = set()  # players whose fall a turnover tells of
        for place in range(first, last):
            event = self.told[place]
            kind = int(event.kind)
            if kind in (events.ACTIVATED, events.TURN_BEGAN):
                yield from self.results(faults)
            elif kind == events.ENTERED:
                text = t("{player} came on {where}", player=self.name(event["piece"]), where=self.teller.way_on(event))
                yield Line(place, CAME_ON, capital(text))
            elif kind == events.TURNOVER and is_fault(event):
                cause = cause_of(self.told, place, self.teller.game, self.teller.names)
                faults = {victim for victim in self.harm if self.side_of[victim] == event["side"]}
                yield Line(cause.place, TURNOVER_WEIGHT, t("Turnover: {cause}", cause=cause.words))
            elif kind in WEIGHTS:
                yield Line(place, WEIGHTS[kind], capital(self.teller.sentence(event)))
            self.note_harm(event, place)
            yield from self.ball_line(event, place, holders)
        yield from self.results(faults)

    # --- players ----------------------------------------------------------------------------------------------------

    def note_harm(self, event: Event, place: int) -> None:
        kind = int(event.kind)
        if kind in BLOWS and event["target"] >= 0:
            self.struck[event["target"]] = event["piece"]
            self.struck.setdefault(event["piece"], event["target"])
        elif kind == events.WENT_DOWN:
            self.suffer(event["piece"], 0, place)
        elif kind == events.INJURED and int(event["status"]) in HURT:
            self.suffer(event["piece"], HURT[int(event["status"])], place)
        elif kind == events.CASUALTY_SUFFERED:
            self.suffer(event["piece"], 4 if event["casualty"] == DEAD else 3, place)
        elif kind == events.TREATED:
            self.harm.pop(event["piece"], None)

    def suffer(self, piece: int, harm: int, place: int) -> None:
        if harm >= self.harm.get(piece, (-1, 0))[0]:
            self.harm[piece] = (harm, place)

    def results(self, told_already: Collection[int]) -> Iterator[Line]:
        """What the players have suffered in the activation that is over, and how far the ball was carried."""
        for victim, (harm, place) in self.harm.items():
            by_somebody, alone, ours, others = HARMS[harm]
            if victim in told_already and harm < HURT[int(KNOCKED_OUT)]:
                continue
            weight = ours if self.side_of[victim] in self.sides else others
            striker = self.struck.get(victim, -1)
            if striker >= 0 and striker != victim:
                text = t(by_somebody, striker=self.name(striker), victim=self.name(victim))
            else:
                text = t(alone, victim=self.name(victim))
            yield Line(place, weight, capital(text))
        self.harm.clear()
        self.struck.clear()
        if self.carried is not None and self.carried[1] > SHORT_WALK:
            carrier, squares, place = self.carried
            text = plural(
                "{player} carried the ball {count} square",
                "{player} carried the ball {count} squares",
                squares,
                player=self.name(carrier),
            )
            yield Line(place, BALL_CARRIED, capital(text))
        self.carried = None

    # --- the ball ---------------------------------------------------------------------------------------------------

    def holders(self, before: int) -> dict[int, int]:
        """Who holds which ball before this event: ball -> piece."""
        holders: dict[int, int] = {}
        for event in self.told[:before]:
            follow_ball(event, holders)
        return holders

    def ball_line(self, event: Event, place: int, holders: dict[int, int]) -> Iterator[Line]:
        kind = int(event.kind)
        if kind == events.CHEST_OPENED:
            contents = event["contents"]
            what = (t("it was a trap"), t("it has the ball"), t("a magic item was in it"))[contents]
            chest = self.teller.chest_at(event["square"])
            text = t("{player} opened {chest}: {what}", player=self.name(event["piece"]), chest=chest, what=what)
            yield Line(place, CHEST_WEIGHTS[contents], capital(text))
        elif kind in (events.BALL_PICKED_UP, events.BALL_CAUGHT):
            won = mark("{player} picked up {ball}") if kind == events.BALL_PICKED_UP else mark("{player} caught {ball}")
            ball = self.teller.ball(event["ball"])
            yield Line(place, BALL_WON, capital(t(won, player=self.name(event["piece"]), ball=ball)))
        elif kind == events.BALL_DROPPED and holders.get(event["ball"]) == event["piece"]:
            ball = self.teller.ball(event["ball"])
            yield Line(
                place, BALL_LOST, capital(t("{player} lost {ball}", player=self.name(event["piece"]), ball=ball))
            )
        elif kind == events.MOVED and event["piece"] in holders.values():
            squares = self.carried[1] if self.carried is not None and self.carried[0] == event["piece"] else 0
            self.carried = (event["piece"], squares + 1, place)
        follow_ball(event, holders)


def follow_ball(event: Event, holders: dict[int, int]) -> None:
    """Bring up to date who holds which ball."""
    kind = int(event.kind)
    if kind in (events.BALL_PICKED_UP, events.BALL_CAUGHT, events.BALL_KEPT):
        holders[event["ball"]] = event["piece"]
    elif kind == events.DRIVE_BEGAN:
        holders.clear()
    elif kind in BALL_FREE:
        holders.pop(event["ball"], None)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
