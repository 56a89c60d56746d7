"""Matches between bots: one after the other or in several processes. The same seed always gives the same match.

Game number n of a series is played with seed + n. With that number the same match can be played again: `dungeonbowl
watch --seed`.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import lru_cache
from multiprocessing import get_context
from typing import Final

import msgspec
from mypy_extensions import i64

from dungeonbowl.bots.levels import BOTS as BOTS
from dungeonbowl.bots.levels import make_bot as make_bot
from dungeonbowl.bots.outside import find_bot
from dungeonbowl.bots.player import Bot
from dungeonbowl.bots.seat import Failure, Seat, options_of
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.text import DungeonError, load_dungeon
from dungeonbowl.editions import EditionError, build, fitting
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.events import Event
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import DRAW, SCORE, TURNS, ZONE, Game
from dungeonbowl.engine.layouts import nowhere
from dungeonbowl.engine.loop import advance, choose_trusted, start
from dungeonbowl.engine.procedures.turn.contest import Contest
from dungeonbowl.engine.rules import Rules
from dungeonbowl.engine.setup import Squads, standard_squads
from dungeonbowl.engine.statuses import CASUALTY, KNOCKED_OUT, LOST, SENT_OFF
from dungeonbowl.errors import UserError
from dungeonbowl.records.setup import check_playable
from dungeonbowl.records.squads import refuse_stranger, squads_of
from dungeonbowl.teams.ready import find_team

SIDES: Final = ("home", "away", "third", "fourth")
PLAYERS: Final = 12
MOST_DECISIONS: Final = 30_000  # a match with more decisions is called off
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


def scrambled(seed: int, stream: int) -> int:
    """A seed for each random stream of a match: stream 0 is the dice, 1 to 4 are the bots."""
    mixed = (seed * 4 + stream + 1) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
    return (mixed ^ mixed >> 31) & 0x7FFFFFFF


@lru_cache(maxsize=32)
def stage(edition: str, dungeon: str) -> tuple[Rules, Dungeon]:
    """Rules and dungeon by their names. `UserError` of one line if a name is wrong."""
    try:
        rules = build(edition)
    except EditionError as error:
        raise UserError(str(error)) from None
    dungeon = dungeon or rules.layouts.usual
    if not dungeon:
        return rules, nowhere()
    try:
        board = load_dungeon(dungeon)
    except DungeonError as error:
        raise UserError(first_problem(error)) from None
    if board.edition != rules.edition.partition("(")[0]:
        text = fitting(rules.edition, board)
        raise UserError(
            f'dungeon {dungeon} is for {board.edition}, not for {rules.edition}; this can be played there: "{text}"'
        )
    return rules, board


def first_problem(error: DungeonError) -> str:
    """The first problem of a dungeon, in one line."""
    more = len(error.problems) - 1
    return str(error.problems[0]) + (f" (and {more} more problems)" if more else "")


def new_game(pairing: Pairing) -> Game:
    """A match before its first die."""
    rules, dungeon = stage(pairing.edition, pairing.dungeon)
    agility = int(rules.tables.usual_agility)
    sides = sides_of(dungeon)
    check_playable(rules, dungeon, sides)
    return Game(rules, dungeon, squads_for(pairing.teams(sides), agility, rules.edition))


def sides_of(dungeon: Dungeon) -> int:
    """One side for each end zone; two if dice will find the dungeon."""
    return int(dungeon.teams) if dungeon.count > 0 else 2


def dungeon_words(pairing: Pairing) -> str:
    """Where a series is played, in words."""
    dungeon = stage(pairing.edition, pairing.dungeon)[1]
    return f"dungeon {dungeon.identity}" if dungeon.count > 0 else "dungeons found by dice"


@lru_cache(maxsize=128)
def squads_for(names: tuple[str, ...], agility: int = 3, edition: str = "official") -> Squads:
    """The squads of these teams, or equal squads if no team is named. `UserError` with all problems of a team."""
    rules = build(edition)
    if not any(names):
        neutral = rules.neutral.sheets(len(names))
        return standard_squads(PLAYERS, agility=i64(agility), sides=len(names), neutral=neutral)
    if not all(names):
        one = next(name for name in names if name)
        raise UserError(f"one team, {one}, has nobody to play against: name both or neither")
    teams = [find_team(name, edition=edition.partition("(")[0]) for name in names]
    for name, team in zip(names, teams, strict=True):
        refuse_stranger(team, rules, name)
    return squads_of(teams, rules)


def match_dice(seed: int) -> SeededDice:
    return SeededDice(i64(scrambled(seed, 0)))


def match_bots(pairing: Pairing, seed: int) -> list[Bot]:
    sides = sides_of(stage(pairing.edition, pairing.dungeon)[1])
    return [find_bot(name, scrambled(seed, stream)) for stream, name in enumerate(pairing.bots(sides), 1)]


def play(pairing: Pairing, seed: int) -> Result:
    """Play one match to its end. Faults of the bots are in the result and are not logged."""
    return play_seated(pairing, seed, [Seat(bot, tells=False) for bot in match_bots(pairing, seed)])


def play_seated(pairing: Pairing, seed: int, seats: list[Seat]) -> Result:
    """Play one match to its end, whatever the bots in these seats do. Afterwards the seats hold the faults of their
    bots."""
    game = new_game(pairing)
    dice = match_dice(seed)
    tally = Tally(game)
    game.record()
    start(game, Contest())
    while advance(game, dice) == ASK and game.decisions < MOST_DECISIONS:
        if game.asked >= game.squads.sides:  # the seat of a game master, in which no bot sits
            choose_trusted(game, game.rules.neutral.advice(game))
        else:
            choose_trusted(game, i64(seats[int(game.asked)].choose(game, options_of(game))))
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
        if event.kind == events.TURNOVER:
            self.turnovers[int(event.a)] += 1
        elif event.kind == events.LEFT_PLAY:
            self.left.setdefault(int(event.b), [0] * (self.sides + 1))[self.side_of[int(event.a)]] += 1
        elif event.kind == events.CHEST_OPENED:
            self.chests += 1

    def who_left(self, status: i64) -> tuple[int, ...]:
        return tuple(self.left.get(int(status), [0] * (self.sides + 1))[: self.sides])

    def result(self, game: Game, seed: int) -> Result:
        winner, ending = "nobody", "called off"
        if game.over:
            winner = "draw" if game.winner == DRAW else SIDES[int(game.winner)]
            ending = ENDINGS.get(int(game.ending), "other")
        return Result(
            seed=seed,
            winner=winner,
            ending=ending,
            first=SIDES[int(game.first_side)],
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


def play_many(pairing: Pairing, seeds: list[int]) -> list[Result]:
    """The work of a worker process: the matches of these seeds."""
    return [play(pairing, seed) for seed in seeds]


def series(pairing: Pairing, games: int, seed: int, jobs: int = 1) -> Iterator[Result]:
    """The results of a series as the matches end; with several jobs not in the order of their seeds."""
    check(pairing)
    seeds = list(range(seed, seed + games))
    if jobs <= 1 or games <= 1:
        for each in seeds:
            yield play(pairing, each)
        return
    share = 10 if games > 200 * jobs else 1  # few enough matches at a time that Ctrl-C works soon
    shares = [seeds[index : index + share] for index in range(0, games, share)]
    pool = ProcessPoolExecutor(min(jobs, len(shares)), get_context("spawn"), ignore_interrupts)
    try:
        for done in as_completed([pool.submit(play_many, pairing, each) for each in shares]):
            yield from done.result()
    finally:  # also if the caller stops early: matches under way are finished, waiting ones are not begun
        pool.shutdown(wait=True, cancel_futures=True)


def ignore_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal, but only the process that shows the results must react."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def check(pairing: Pairing) -> None:
    """Raise the error of a pairing that cannot be played, before the first match."""
    new_game(pairing)
    for name in pairing.bots(len(SIDES)):
        find_bot(name, 0)


def play_series(pairing: Pairing, games: int, seed: int, jobs: int = 1) -> list[Result]:
    """All results of a series, in the order of their seeds."""
    return sorted(series(pairing, games, seed, jobs), key=lambda result: result.seed)
