"""What each side and each player of a match did, and which side was lucky: counted from its events alone.

Luck compares the rolls with what was to be expected. Each roll against a target expects its chance of success. So do
chests, which may hold a ball, and portals, which may lose a player. Block dice, armour and plain dice expect their
means. The figure is in standard deviations, positive for the side that rolled the dice. A figure of two or more is
unusual.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from math import sqrt
from typing import Final

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.dice import D6, POW, STUMBLE
from dungeonbowl.engine.events import Event
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.statuses import CASUALTY, KNOCKED_OUT
from dungeonbowl.languages import t
from dungeonbowl.words.narration import Narrator
from dungeonbowl.words.phrases import clause_words
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
    """Reads the story of a match once. Luck is by what was rolled for, in words of the language that is spoken."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.teller = Narrator(game)
        self.plain = t("dice")  # all dice of a side, whatever they were rolled for
        self.sides = int(game.squads.sides)
        self.by_piece: dict[int, Counter[str]] = defaultdict(Counter)
        self.by_side: list[Counter[str]] = [Counter() for _ in range(self.sides + 1)]
        self.luck: dict[tuple[int, str], Luck] = defaultdict(Luck)
        self.last_dice: list[int] = []
        self.last_clause = -1
        self.roller = -1
        self.dice_counts: dict[tuple[int, str], Counter[int]] = defaultdict(Counter)
        # Chests are only ever opened and balls only ever found: so many there were, counted from the end.
        chests = [event for event in game.events if event.kind == events.CHEST_OPENED]
        found = sum(1 for event in chests if event.clause == clauses.CHEST_BALL)
        # A ball that nobody has found may be revealed for the verdict, and its chest is gone then.
        revealed = sum(
            event.kind == events.BALL_RESTED and event.clause == clauses.DISTANCE_WIN for event in game.events
        )
        self.closed = int(game.chests_closed) + len(chests) + revealed
        self.hidden = int(game.balls_hidden) + found + revealed
        self.portals = sum(1 for square in game.portals if int(square) >= 0)
        for event in game.events:
            self.read(event)

    def side(self, piece: int) -> int:
        return int(self.game.squads.side[piece])

    def count(self, piece: int, key: str, amount: int = 1) -> None:
        self.by_piece[piece][key] += amount
        self.by_side[min(self.side(piece), self.sides)][key] += amount

    def read(self, event: Event) -> None:
        kind = int(event.kind)
        if kind in OF_PIECES:
            self.count(event["piece"], OF_PIECES[kind][0])
        elif kind in OF_SIDES and 0 <= event["side"] < self.sides:
            self.by_side[event["side"]][OF_SIDES[kind][0]] += 1
        if kind == events.MOVED and event.clause in (clauses.STEP, clauses.JUMP):
            self.count(event["piece"], SQUARES[0])
        elif kind == events.POINTS_EARNED:
            self.count(event["piece"], POINTS[0], event["points"])
        elif kind == events.LEFT_PLAY and event["status"] in OUT:
            self.count(event["piece"], OUT[event["status"]][0])
        elif kind == events.DICE_ROLLED:
            self.dice(event)
        elif kind == events.TESTED and int(event.clause) not in EITHER_WAY:
            self.test(event)
        elif kind == events.BLOCK_DICE_ROLLED:
            self.block(event)
        elif kind in (events.ARMOUR_HELD, events.ARMOUR_BROKEN):
            self.armour(event)
        elif kind == events.CHEST_OPENED:
            self.chest(event)
        elif kind in (events.TELEPORTED, events.VANISHED):
            self.portal(event)

    def dice(self, event: Event) -> None:
        self.last_dice = event.dice()
        self.last_clause = int(event.clause)
        self.roller = self.teller.dice_side(event)
        if 0 <= self.roller < self.sides and event["die"] == D6:
            for result in self.last_dice:
                self.luck[self.roller, self.plain].add(result, 3.5, 35 / 12)
                self.dice_counts[self.roller, "D6"][result] += 1

    def test(self, event: Event) -> None:
        """A die against a target, for the side of the player it is made for."""
        chance = (7 - event["needed"]) / 6
        what = clause_words(int(event.clause))
        self.luck[self.side(event["piece"]), what].trial(event["passed"] != 0, chance)

    def block(self, event: Event) -> None:
        """Faces that knock the target down: two of six, whoever chooses."""
        side = self.side(event["piece"])
        for face in event.dice():
            self.luck[side, t("block dice")].trial(face in (POW, STUMBLE), 1 / 3)
            self.dice_counts[side, "block"][face] += 1

    def chest(self, event: Event) -> None:
        """Whether the ball was in the chest: as likely as there are balls for the chests that are still closed."""
        chance = self.hidden / self.closed if self.closed else 0.0
        found = event.clause == clauses.CHEST_BALL
        if event["piece"] >= 0 and 0.0 < chance < 1.0:
            self.luck[self.side(event["piece"]), t("ball in a chest")].trial(found, chance)
        self.closed -= 1
        self.hidden -= found

    def portal(self, event: Event) -> None:
        """Whether a portal let the player out again; one of the numbers is the portal that was entered."""
        if self.last_clause != clauses.PORTAL or len(self.last_dice) != 1 or self.portals < 2:
            return
        self.last_clause = -1
        safe = event.kind == events.TELEPORTED
        self.luck[self.side(event["piece"]), t("out of a portal")].trial(safe, 1 - 1 / self.portals)

    def armour(self, event: Event) -> None:
        """Whether armour holds, for the side whose player wears it. What was added to the dice is known from them."""
        side = self.side(event["piece"])
        if len(self.last_dice) != 2 or side >= self.sides:
            return
        added = event["total"] - sum(self.last_dice)
        needed = min(13, max(2, event["needed"] - added))
        breaks = WAYS.get(needed, 0) / 36
        self.luck[side, t("armour holds")].trial(event.kind == events.ARMOUR_HELD, 1 - breaks)


def total_luck(reader: Reader, side: int) -> float:
    """The luck of all trials of a side together. Plain dice are counted in the trials already, so they are left out."""
    rolled = expected = variance = 0.0
    for (of, what), each in reader.luck.items():
        if of == side and what != reader.plain:
            rolled += each.rolled
            expected += each.expected
            variance += each.variance
    return (rolled - expected) / sqrt(variance) if variance > 0 else 0.0
