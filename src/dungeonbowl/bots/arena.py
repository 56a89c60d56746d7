"""Matches between bots, alone and in series. The same seed always gives the same match.

Game number n of a series is played with seed + n. With that number the same match can be played again: `dungeonbowl
watch --seed`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import msgspec
from mypy_extensions import i64

from dungeonbowl.bots.outside import find_bot
from dungeonbowl.bots.player import Bot
from dungeonbowl.bots.seat import Failure, Seat, options_of
from dungeonbowl.bots.tactics.fields import SHELVES
from dungeonbowl.engine import clauses
from dungeonbowl.engine.beginning import begin
from dungeonbowl.engine.events import CHEST_OPENED, LEFT_PLAY, TURNOVER, Event
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import advance, choose_trusted
from dungeonbowl.engine.sides import DRAW, SCORE, TURNS, ZONE
from dungeonbowl.engine.statuses import CASUALTY, KNOCKED_OUT, LOST, SENT_OFF
from dungeonbowl.play import setting_up
from dungeonbowl.play.match import Match
from dungeonbowl.play.setting_up import match_dice, scrambled, sides_of, stage
from dungeonbowl.runs.crew import Crew
from dungeonbowl.runs.keeping import Checkpoint
from dungeonbowl.runs.plan import Plan
from dungeonbowl.words.notation import COACHES

MOST_DECISIONS: Final = 30_000  # a match that is still going on then is called off
ENDINGS: Final = {
    int(clauses.TOUCHDOWN): "touchdown",
    int(clauses.DISTANCE_WIN): "distance",
    int(clauses.TURN_LIMIT): "turn limit",
    int(clauses.MOST_TOUCHDOWNS): "touchdowns",
    int(clauses.LAST_SIDE): "last side",
    int(clauses.MONSTERS_WIN): "monsters",
    int(clauses.CONCEDED): "concession",
}


class Pairing(msgspec.Struct, frozen=True):
    """What is played: everything of a series except its seeds. Teams are ids of ready teams, or files; without teams
    equal squads play. Without a dungeon it is the usual one of the edition, or dice find one. A dungeon for more than
    two sides has a third and a fourth side: their bots and teams are those of home and away, unless they are named."""

    edition: str = "official"
    dungeon: str = ""
    home: str = "normal"
    away: str = "normal"
    home_team: str = ""
    away_team: str = ""
    third: str = ""
    fourth: str = ""
    third_team: str = ""
    fourth_team: str = ""

    def bots(self, sides: int) -> list[str]:
        return [self.home, self.away, self.third or self.home, self.fourth or self.away][:sides]

    def teams(self, sides: int) -> tuple[str, ...]:
        names = (self.home_team, self.away_team, self.third_team or self.home_team, self.fourth_team or self.away_team)
        return names[:sides]


class Result(msgspec.Struct, frozen=True):
    """How one match went, with a number for each side. It contains no times: the same seed gives the same result."""

    seed: int
    winner: str  # home, away, third, fourth, draw, or nobody if the match was called off
    ending: str
    first: str
    touchdowns: tuple[int, ...]
    turns: tuple[int, ...]
    turnovers: tuple[int, ...]
    casualties: tuple[int, ...]  # suffered
    knocked_out: tuple[int, ...]
    lost: tuple[int, ...]
    sent_off: tuple[int, ...]
    chests: int
    decisions: int
    zones: tuple[str, ...] = ("A", "B")  # the end zone each side calls its own
    decided: tuple[int, ...] = ()  # decisions that each bot was asked for ...
    # ... and lost: by an exception, by no answer in time, or by an action that was not offered
    failed: tuple[int, ...] = ()
    faults: tuple[tuple[Failure, ...], ...] = ()  # the reasons, each once


def new_game(pairing: Pairing) -> Game:
    """A match before its first die."""
    sides = sides_of(stage(pairing.edition, pairing.dungeon)[1])
    return setting_up.new_game(pairing.edition, pairing.dungeon, pairing.teams(sides))


def new_match(pairing: Pairing, seed: int) -> Match:
    """A match that has begun, with its dice."""
    sides = sides_of(stage(pairing.edition, pairing.dungeon)[1])
    return Match(pairing.edition, pairing.dungeon, pairing.teams(sides), seed)


def dungeon_words(pairing: Pairing) -> str:
    """Where a series is played, in words."""
    dungeon = stage(pairing.edition, pairing.dungeon)[1]
    return f"dungeon {dungeon.identity}" if dungeon.count > 0 else "dungeons found by dice"


def match_bots(pairing: Pairing, seed: int) -> list[Bot]:
    sides = sides_of(stage(pairing.edition, pairing.dungeon)[1])
    return [find_bot(name, scrambled(seed, stream)) for stream, name in enumerate(pairing.bots(sides), 1)]


def play(pairing: Pairing, seed: int) -> Result:
    """Play one match to its end. Faults of the bots are in the result and are not logged."""
    return play_seated(pairing, seed, [Seat(bot, tells=False) for bot in match_bots(pairing, seed)])


def play_seated(pairing: Pairing, seed: int, seats: list[Seat]) -> Result:
    """Play one match to its end, whatever the bots in these seats do. Afterwards the seats hold the faults of their
    bots."""
    return play_game(new_game(pairing), seed, seats)


def play_game(
    game: Game,
    seed: int,
    seats: list[Seat],
    seen: Callable[[int], None] | None = None,
    tally: Tally | None = None,
) -> Result:
    """Play a game from before its first die to its end. `seen` is told every action, in their order; `tally` counts."""
    SHELVES.forget_ground()
    dice = match_dice(seed)
    tally = tally or Tally(game)
    game.record()
    begin(game)
    sides = game.squads.sides
    while advance(game, dice) == ASK and game.decisions < MOST_DECISIONS:
        asked = game.asked
        if asked >= sides:  # a game master's seat, in which nobody of the two sits
            action = game.rules.policies.neutral.advice(game)
        else:
            action = i64(seats[asked].choose(game, options_of(game)))
        choose_trusted(game, action)
        if seen is not None:
            seen(int(action))
        if len(game.events) > 200:
            tally.count(game)
    tally.count(game)
    for seat in seats:
        seat.close()
    return msgspec.structs.replace(
        tally.result(game, seed),
        decided=tuple(seat.decisions for seat in seats),
        failed=tuple(seat.lost for seat in seats),
        faults=tuple(tuple(seat.failures()) for seat in seats),
    )


class Tally:
    """Counts what the events of a match tell."""

    def __init__(self, game: Game) -> None:
        self.side_of = [int(side) for side in game.side_of]
        self.sides = int(game.squads.sides)
        self.turnovers = [0] * (self.sides + 1)
        self.left: dict[int, list[int]] = {}
        self.chests = 0

    def count(self, game: Game) -> None:
        """Read the events since the last call, and clear them away."""
        for event in game.events:
            self.read(event)
        game.events.clear()

    def read(self, event: Event) -> None:
        kind = event.kind
        if kind == TURNOVER:
            self.turnovers[event["side"]] += 1
        elif kind == LEFT_PLAY:
            self.left.setdefault(event["status"], [0] * (self.sides + 1))[self.side_of[event["piece"]]] += 1
        elif kind == CHEST_OPENED:
            self.chests += 1

    def who_left(self, status: i64) -> tuple[int, ...]:
        return tuple(self.left.get(int(status), [0] * (self.sides + 1))[: self.sides])

    def result(self, game: Game, seed: int) -> Result:
        winner, ending = "nobody", "called off"
        if game.over:
            winner = "draw" if game.winner == DRAW else COACHES[int(game.winner)]
            ending = ENDINGS.get(int(game.ending), "other")
        return Result(
            seed=seed,
            winner=winner,
            ending=ending,
            first=COACHES[int(game.first_side)],
            touchdowns=of_sides(game, SCORE),
            turns=of_sides(game, TURNS),
            turnovers=tuple(self.turnovers[: self.sides]),
            casualties=self.who_left(CASUALTY),
            knocked_out=self.who_left(KNOCKED_OUT),
            lost=self.who_left(LOST),
            sent_off=self.who_left(SENT_OFF),
            chests=self.chests,
            decisions=int(game.decisions),
            zones=zone_letters(game),
        )


def zone_letters(game: Game) -> tuple[str, ...]:
    return tuple("ABCD"[zone] for zone in of_sides(game, ZONE))


def of_sides(game: Game, column: i64) -> tuple[int, ...]:
    return tuple(int(game.side_value(i64(side), column)) for side in range(int(game.squads.sides)))


Player = Callable[[Pairing, int], Result]  # plays the match of a seed


def series(
    pairing: Pairing,
    games: int,
    seed: int,
    crew: Crew | None = None,
    player: Player = play,
    checkpoint: Checkpoint[Result] | None = None,
) -> Iterator[Result]:
    """The results of a series as the matches end; with a crew of several not in the order of their seeds."""
    check(pairing)
    plan = Plan(partial(player, pairing), range(seed, seed + games))
    for _, result in (crew or Crew()).results(plan, checkpoint):
        yield result


def check(pairing: Pairing) -> None:
    """Raise the error of a pairing that cannot be played, before the first match."""
    new_game(pairing)
    for name in pairing.bots(len(COACHES)):
        find_bot(name, 0)


def play_series(pairing: Pairing, games: int, seed: int, jobs: int = 1) -> list[Result]:
    """All results of a series, in the order of their seeds."""
    with Crew(jobs) as crew:
        return sorted(series(pairing, games, seed, crew), key=lambda result: result.seed)
