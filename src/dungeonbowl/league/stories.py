"""What the replay of a match tells besides its facts: who was lucky, which way the ball went, what mattered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import events
from dungeonbowl.engine.events import Event
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.sides import TURNS
from dungeonbowl.engine.statuses import CASUALTY
from dungeonbowl.errors import UserError
from dungeonbowl.league.office.archive_file import unzipped
from dungeonbowl.league.office.office import Office
from dungeonbowl.records.replay import follow, read_replay_bytes
from dungeonbowl.words.choices import capital
from dungeonbowl.words.luck import Reader, total_luck
from dungeonbowl.words.narration import Narrator
from dungeonbowl.words.turn_summary import WEIGHTS

MOST_MOMENTS: Final = 9
BALL_INSIDE: Final = 1
# What matters in a whole match, besides what matters in a turn.
MATTERS: Final = {
    **WEIGHTS,
    int(events.MATCH_ENDED): 1000,
    int(events.SCORED): 900,
    int(events.CHEST_OPENED): 90,  # with a ball inside
    int(events.LEFT_PLAY): 70,  # as a casualty
    int(events.DOOR_OPENED): 0,
    int(events.DOOR_CLOSED): 0,
    int(events.DOOR_SMASHED): 0,
    int(events.CHEST_MOVED): 0,
    int(events.TELEPORTED): 0,
    int(events.PLAYER_THROWN): 10,
    int(events.AWARDED): 0,
    int(events.CONFISCATED): 0,
}
MOVES: Final = (int(events.MOVED), int(events.PUSHED), int(events.TELEPORTED))
TAKES: Final = (int(events.BALL_PICKED_UP), int(events.BALL_CAUGHT))

Place = tuple[int, int]  # column and row


class Moment(msgspec.Struct, frozen=True):
    """Something that mattered, in words. `turn` is the team turn in which it happened."""

    turn: int
    side: int
    text: str


class Run(msgspec.Struct, frozen=True):
    """The way of the ball to the last touchdown: from where its side got hold of it, on foot and through the air.
    `legs` are stretches of one carrier each, with the name of the carrier; a leg without a name is the ball's own."""

    side: int
    scorer: str
    legs: tuple[tuple[str, tuple[Place, ...]], ...]


class Story(msgspec.Struct, frozen=True):
    """A match, told. `luck` is in standard deviations, for each side. `runs` are the touchdowns; in a match without
    one, the last run of the winner with the ball."""

    match: str
    dungeon: str
    dungeon_name: str
    turns: int
    luck: tuple[float, ...]
    moments: tuple[Moment, ...]
    runs: tuple[Run, ...]
    scored_at: tuple[Place, ...]
    inputs: int


class Told(msgspec.Struct, frozen=True):
    """A story with the dungeon it happened in, for a map."""

    story: Story
    dungeon: Dungeon


def story_of(office: Office, match: str) -> Told | None:
    """The story of a match; None if no replay of it is kept, or another version of the program has made it."""
    data = office.fixtures.replay(match)
    if not data:
        return None
    try:
        replay = read_replay_bytes(unzipped(data), match)
        game = follow(replay).game
    except UserError:
        return None
    return told(game, match, len(replay.inputs))


def told(game: Game, match: str, inputs: int = 0) -> Told:
    reader = Reader(game)
    sides = range(reader.sides)
    trail = Trail(game)
    dungeon = game.dungeon
    return Told(
        Story(
            match,
            str(dungeon.identity),
            str(dungeon.name or dungeon.identity),
            sum(int(game.side_value(side, TURNS)) for side in sides),
            tuple(round(total_luck(reader, side), 2) for side in sides),
            tuple(moments(game)),
            tuple(trail.runs),
            tuple(trail.scored_at),
            inputs,
        ),
        dungeon,
    )


# --- what mattered ----------------------------------------------------------------------------------------------------


def moments(game: Game) -> list[Moment]:
    """The moments of a match that matter most, in their order."""
    narrator = Narrator(game)
    turn, side = 0, -1
    found: list[tuple[int, int, Moment]] = []
    for place, event in enumerate(game.events):
        if event.kind == events.TURN_BEGAN:
            turn, side = event["turn"], event["side"]
        weight = weight_of(event)
        if weight:
            found.append((weight, place, Moment(turn, side, capital(narrator.sentence(event)))))
    best = sorted(found, key=lambda each: (-each[0], each[1]))[:MOST_MOMENTS]
    return [moment for _, _, moment in sorted(best, key=lambda each: each[1])]


def weight_of(event: Event) -> int:
    kind = int(event.kind)
    if kind == events.CHEST_OPENED and event["contents"] != BALL_INSIDE:
        return 0
    if kind == events.LEFT_PLAY and event["status"] != CASUALTY:
        return 0
    return MATTERS.get(kind, 0)


# --- the way of the ball ----------------------------------------------------------------------------------------------


class Trail:
    """Follows balls through the story of a match."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.at: dict[int, int] = {}  # the square of each piece, as far as it is known
        self.held: dict[int, int] = {}  # the piece that has a ball
        self.legs: dict[int, list[tuple[int, list[int]]]] = {}  # of each ball: carriers and squares
        self.runs: list[Run] = []
        self.scored_at: list[Place] = []
        self.scores = 0
        for event in game.events:
            self.read(event)
        if not self.runs and game.over and 0 <= game.winner < game.squads.sides:
            self.last_run(int(game.winner))

    def side(self, piece: int) -> int:
        return int(self.game.side_of[piece])

    def read(self, event: Event) -> None:
        kind = int(event.kind)
        if kind in MOVES:
            piece, square = event["piece"], event["square"]
            self.at[piece] = square
            for ball, carrier in self.held.items():
                if carrier == piece:
                    self.step(ball, piece, event["origin"])
                    self.step(ball, piece, square)
        elif kind in TAKES:
            self.take(event["ball"], event["piece"])
        elif kind == events.HANDED_OFF:
            for ball, carrier in list(self.held.items()):
                if carrier == event["piece"]:
                    self.take(ball, event["target"])
        elif kind == events.BALL_MOVED:
            self.held.pop(event["ball"], None)
            self.step(event["ball"], -1, event["square"])
        elif kind == events.SCORED:
            self.score(event["piece"])

    def take(self, ball: int, piece: int) -> None:
        legs = self.legs.setdefault(ball, [])
        owner = next((self.side(carrier) for carrier, _ in reversed(legs) if carrier >= 0), -1)
        if owner >= 0 and owner != self.side(piece):
            legs.clear()  # the run begins where this side got hold of the ball
        self.held[ball] = piece
        if piece in self.at:
            self.step(ball, piece, self.at[piece])

    def step(self, ball: int, carrier: int, square: int) -> None:
        legs = self.legs.setdefault(ball, [])
        if not legs or legs[-1][0] != carrier:
            legs.append((carrier, []))
        if not legs[-1][1] or legs[-1][1][-1] != square:
            legs[-1][1].append(square)

    def score(self, piece: int) -> None:
        ball = next((ball for ball, carrier in self.held.items() if carrier == piece), -1)
        if piece in self.at and (place := self.place(self.at[piece])) is not None:
            self.scored_at.append(place)
        if ball >= 0:
            self.runs.append(self.run(ball, piece))
            self.legs[ball] = []
            self.held.pop(ball, None)

    def last_run(self, side: int) -> None:
        """Where nobody has scored: how far the winner came with a ball."""
        for ball, legs in self.legs.items():
            carriers = [carrier for carrier, _ in legs if carrier >= 0]
            if carriers and self.side(carriers[-1]) == side:
                self.runs.append(self.run(ball, carriers[-1]))
                return

    def run(self, ball: int, piece: int) -> Run:
        legs = list(self.legs.get(ball, ()))
        while legs and legs[0][0] < 0:  # before anybody had it
            legs.pop(0)
        shown = tuple((self.name(carrier), self.places(squares)) for carrier, squares in legs)
        return Run(self.side(piece), self.name(piece), tuple(leg for leg in shown if leg[1]))

    def name(self, piece: int) -> str:
        return str(self.game.squads.sheets[piece].name) if piece >= 0 else ""

    def places(self, squares: Sequence[int]) -> tuple[Place, ...]:
        return tuple(place for square in squares if (place := self.place(square)) is not None)

    def place(self, square: int) -> Place | None:
        dungeon = self.game.dungeon
        if not 0 <= square < dungeon.count or dungeon.column[square] < 0:
            return None
        return int(dungeon.column[square]), int(dungeon.row[square])
