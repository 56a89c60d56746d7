"""The report of a match, made from its events alone: what each side and each player did, and which side was lucky.

Luck compares the rolls with what was to be expected. Each roll against a target expects its chance of success; block
dice, armour and plain dice expect their means. The figure is in standard deviations, positive for the side that rolled
the dice. A figure of two or more is unusual.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from math import sqrt
from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.dice import POW, STUMBLE, unpacked
from dungeonbowl.engine.events import Event
from dungeonbowl.engine.game import SCORE, Game
from dungeonbowl.engine.statuses import CASUALTY, KNOCKED_OUT
from dungeonbowl.server.view.positions import winner_of
from dungeonbowl.server.view.stories import Storyteller
from dungeonbowl.server.view.words import capital, clause_words
from dungeonbowl.server.wire import LuckRow, PlayerTally, Report, SideCard, Tally
from dungeonbowl.words.story import EITHER_WAY

# What is counted for the first piece of an event.
OF_PIECES: Final[dict[int, tuple[str, str]]] = {
    int(events.ACTIVATED): ("activations", "Activations"),
    int(events.BLOCK_DICE_ROLLED): ("blocks", "Blocks"),
    int(events.FOULED): ("fouls", "Fouls"),
    int(events.BALL_PICKED_UP): ("pick_ups", "Balls picked up"),
    int(events.BALL_CAUGHT): ("catches", "Catches"),
    int(events.BALL_THROWN): ("throws", "Throws"),
    int(events.HANDED_OFF): ("hand_offs", "Hand-offs"),
    int(events.CHEST_OPENED): ("chests", "Chests opened"),
    int(events.TELEPORTED): ("teleports", "Teleports"),
    int(events.VANISHED): ("vanished", "Lost in a portal"),
    int(events.WENT_DOWN): ("falls", "Times down"),
    int(events.ARMOUR_BROKEN): ("armour_broken", "Armour broken"),
    int(events.SENT_OFF): ("sent_off", "Sent off"),
    int(events.SCORED): ("touchdowns", "Touchdowns"),
    int(events.INTERFERED): ("interferences", "Throws deflected"),
    int(events.SKILL_USED): ("skills", "Skills used"),
}
SQUARES: Final = ("squares", "Squares moved")
POINTS: Final = ("points", "Star player points")
OUT: Final = {int(KNOCKED_OUT): ("knocked_out", "Knocked out"), int(CASUALTY): ("casualties", "Casualties suffered")}
OF_SIDES: Final = {
    int(events.TURNOVER): ("turnovers", "Turnovers"),
    int(events.REROLLED): ("rerolls", "Re-rolls used"),
    int(events.SPELL_CAST): ("spells", "Spells cast"),
}
# How many of the 36 results of 2D6 reach a total.
WAYS: Final = {total: sum(1 for a in range(1, 7) for b in range(1, 7) if a + b >= total) for total in range(2, 13)}


class Luck:
    """Sums for one kind of roll of one side."""

    def __init__(self) -> None:
        self.rolls = 0
        self.expected = 0.0
        self.rolled = 0.0
        self.variance = 0.0

    def add(self, rolled: float, expected: float, variance: float) -> None:
        self.rolls += 1
        self.rolled += rolled
        self.expected += expected
        self.variance += variance

    def trial(self, success: bool, chance: float) -> None:
        self.add(1.0 if success else 0.0, chance, chance * (1.0 - chance))

    @property
    def score(self) -> float:
        return (self.rolled - self.expected) / sqrt(self.variance) if self.variance > 0 else 0.0


class Reader:
    """Reads the story of a match once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.sides = int(game.squads.sides)
        self.by_piece: dict[int, Counter[str]] = defaultdict(Counter)
        self.by_side: list[Counter[str]] = [Counter() for _ in range(self.sides + 1)]
        self.luck: dict[tuple[int, str], Luck] = defaultdict(Luck)
        self.last_dice: list[int] = []
        self.roller = -1
        for event in game.events:
            self.read(event)

    def side(self, piece: int) -> int:
        return int(self.game.squads.side[piece])

    def count(self, piece: int, key: str, amount: int = 1) -> None:
        self.by_piece[piece][key] += amount
        self.by_side[min(self.side(piece), self.sides)][key] += amount

    def read(self, event: Event) -> None:
        kind = int(event.kind)
        first = int(event.a)
        if kind in OF_PIECES:
            self.count(first, OF_PIECES[kind][0])
        elif kind in OF_SIDES and 0 <= first < self.sides:
            self.by_side[first][OF_SIDES[kind][0]] += 1
        if kind == events.MOVED and event.clause in (clauses.STEP, clauses.JUMP):
            self.count(first, SQUARES[0])
        elif kind == events.POINTS_EARNED:
            self.count(first, POINTS[0], int(event.b))
        elif kind == events.LEFT_PLAY and int(event.b) in OUT:
            self.count(first, OUT[int(event.b)][0])
        elif kind == events.DICE_ROLLED:
            self.dice(event)
        elif kind == events.TESTED and int(event.clause) not in EITHER_WAY:
            self.test(event)
        elif kind == events.BLOCK_DICE_ROLLED:
            self.block(event)
        elif kind in (events.ARMOUR_HELD, events.ARMOUR_BROKEN):
            self.armour(event)

    def dice(self, event: Event) -> None:
        self.last_dice = [int(result) for result in unpacked(event.b, event.c)]
        self.roller = int(event.a)
        if 0 <= self.roller < self.sides and int(event.d) == 6:
            for result in self.last_dice:
                self.luck[self.roller, "dice"].add(result, 3.5, 35 / 12)

    def test(self, event: Event) -> None:
        """A die against a target, counted for the side of the player who rolls."""
        chance = (7 - int(event.c)) / 6
        what = clause_words(int(event.clause))
        self.luck[self.side(int(event.a)), what].trial(event.d != 0, chance)

    def block(self, event: Event) -> None:
        """Faces that knock the target down: two of six, whichever coach chooses the face."""
        side = self.side(int(event.a))
        for face in unpacked(event.c, abs(int(event.d))):
            self.luck[side, "block dice"].trial(face in (POW, STUMBLE), 1 / 3)

    def armour(self, event: Event) -> None:
        """Whether armour holds, counted for the side of the player who wears it. The bonus follows from the dice and
        the total."""
        side = self.side(int(event.a))
        if len(self.last_dice) != 2 or side >= self.sides:
            return
        added = int(event.b) - sum(self.last_dice)
        needed = min(13, max(2, int(event.c) - added))
        breaks = WAYS.get(needed, 0) / 36
        self.luck[side, "armour holds"].trial(event.kind == events.ARMOUR_HELD, 1 - breaks)


def report_of(game: Game, match: str, cards: list[SideCard], seed: str, commitment: str) -> Report:
    """The whole report; of a match under way, the report so far."""
    reader = Reader(game)
    sides = range(reader.sides)
    labels = dict([*OF_PIECES.values(), SQUARES, POINTS, *OUT.values()])
    rows = {**labels, **dict(OF_SIDES.values())}
    tallies = [
        Tally(key, label, [reader.by_side[side][key] for side in sides])
        for key, label in rows.items()
        if any(reader.by_side[side][key] for side in sides)
    ]
    luck = [
        LuckRow(
            side,
            capital(what),
            each.rolls,
            round(each.expected, 2),
            round(each.rolled, 2),
            round(each.score, 2),
        )
        for (side, what), each in sorted(reader.luck.items())
        if side < reader.sides
    ]
    ended = [event for event in game.events if event.kind == events.MATCH_ENDED]
    text = Storyteller(game).event(ended[-1], 0).text if ended else "The match goes on"
    return Report(
        match,
        bool(game.over),
        text,
        winner_of(game),
        [int(game.side_value(i64(side), SCORE)) for side in sides],
        cards,
        tallies,
        [player_tally(game, piece, found) for piece, found in sorted(reader.by_piece.items())],
        labels,
        luck,
        [round(total_luck(reader, side), 2) for side in sides],
        seed,
        commitment,
    )


def player_tally(game: Game, piece: int, found: dict[str, int]) -> PlayerTally:
    sheet = game.squads.sheets[piece]
    return PlayerTally(piece, int(sheet.side), int(sheet.number), sheet.name, sheet.position, dict(found))


def total_luck(reader: Reader, side: int) -> float:
    """The luck of all trials of a side together. Plain dice are counted in the trials already, so they are left out."""
    rolled = expected = variance = 0.0
    for (of, what), each in reader.luck.items():
        if of == side and what != "dice":
            rolled += each.rolled
            expected += each.expected
            variance += each.variance
    return (rolled - expected) / sqrt(variance) if variance > 0 else 0.0
