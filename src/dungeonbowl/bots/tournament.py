"""A round robin of bots: every pair plays the same matches twice, with sides and first turn exchanged the second time.

Two games of a pair that follow each other have the same teams, the same dungeon and the same dice; only the bots change
places. The results file has a line for each finished match, so a round robin can be interrupted and continued.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Final

import msgspec

from dungeonbowl.bots.arena import Pairing, play_seated
from dungeonbowl.bots.failings import Register
from dungeonbowl.bots.outside import find_bot
from dungeonbowl.bots.seat import Failure, Seat
from dungeonbowl.dungeon.fairness import wilson
from dungeonbowl.play.setting_up import scrambled
from dungeonbowl.runs import keeping
from dungeonbowl.runs.crew import Crew
from dungeonbowl.runs.plan import Plan
from dungeonbowl.words.notation import COACHES

FORMAT: Final = 1
MIDDLE: Final = 1500.0  # the mean of all ratings
SCALE: Final = 400.0  # points that mean ten to one


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What a round robin is: the first line of its results file."""

    bots: list[str]
    games: int  # games of each pair
    seed: int = 1
    edition: str = "official(quick=1)"
    dungeons: list[str]  # dungeons, used by turns
    teams: list[str]  # two are drawn for each two games; empty for equal squads
    limit: float = 0.0  # seconds for a decision; 0 for no limit
    files: dict[str, str] = {}  # of bots, teams and dungeons, with a hash of each
    format: int = FORMAT


class Bout(msgspec.Struct, frozen=True):
    """One match of a round robin."""

    pair: tuple[str, str]
    number: int
    pairing: Pairing
    seed: int


class Record(msgspec.Struct, frozen=True):
    """How one match went. Pairs are in the order of `bots`, whichever was at home."""

    bots: tuple[str, str]
    number: int
    home: str
    teams: tuple[str, str]
    dungeon: str
    seed: int
    points: tuple[float, float]  # 1 for a win, a half for a draw
    ending: str
    touchdowns: tuple[int, int]
    first: str  # the bot that had the first turn
    turns: int
    decisions: tuple[int, int]
    seconds: tuple[float, float]
    lost: tuple[int, int] = (0, 0)  # lost decisions: an exception, a timeout or an illegal answer
    faults: tuple[list[Failure], list[Failure]] = ([], [])  # the reasons, each once


def bouts(terms: Terms) -> list[Bout]:
    """All matches. The first matches of all pairs come first, so that a part of the list is balanced too."""
    found: list[Bout] = []
    for number in range(terms.games):
        two = number // 2
        seed = terms.seed + two
        dungeon = terms.dungeons[two % len(terms.dungeons)] if terms.dungeons else ""
        teams = ("", "")
        if terms.teams:
            count = len(terms.teams)
            teams = (terms.teams[scrambled(seed, 5) % count], terms.teams[scrambled(seed, 6) % count])
        for first, second in combinations(terms.bots, 2):
            home, away = (first, second) if number % 2 == 0 else (second, first)
            pairing = Pairing(terms.edition, dungeon, home, away, *teams)
            found.append(Bout((first, second), number, pairing, seed))
    return found


def play_bout(limit: float, bout: Bout) -> Record:
    """Play one match. The dice follow from its seed, and so do the bots' own."""
    pairing = bout.pairing
    names = (pairing.home, pairing.away)
    bots = [find_bot(name, scrambled(bout.seed, side + 1)) for side, name in enumerate(names)]
    seats = [Seat(bot, limit, tells=False) for bot in bots]
    result = play_seated(pairing, bout.seed, seats)
    order = (0, 1) if pairing.home == bout.pair[0] else (1, 0)
    points = [0.5, 0.5]
    if result.winner in COACHES:
        winner = COACHES.index(result.winner)
        points = [float(side == winner) for side in range(2)]
    one, two = order
    return Record(
        bots=bout.pair,
        number=bout.number,
        home=pairing.home,
        teams=(pairing.home_team, pairing.away_team),
        dungeon=pairing.dungeon,
        seed=bout.seed,
        points=(points[one], points[two]),
        ending=result.ending,
        touchdowns=(result.touchdowns[one], result.touchdowns[two]),
        first=names[COACHES.index(result.first)],
        turns=sum(result.turns),
        decisions=(seats[one].decisions, seats[two].decisions),
        seconds=(round(seats[one].seconds, 4), round(seats[two].seconds, 4)),
        lost=(seats[one].lost, seats[two].lost),
        faults=(seats[one].failures(), seats[two].failures()),
    )


def play_all(terms: Terms, done: list[Record], crew: Crew | None = None) -> Iterator[Record]:
    """Play the matches that are not done yet, and yield each when it ends."""
    over = {(record.bots, record.number) for record in done}
    waiting = [bout for bout in bouts(terms) if (bout.pair, bout.number) not in over]
    for _, record in (crew or Crew()).results(Plan(partial(play_bout, terms.limit), waiting)):
        yield record


class ResultsFile(keeping.ResultsFile[Terms, Record]):
    """JSON lines: the terms, then a record for each match. A file may be taken up with another number of games."""

    def __init__(self, path: Path, terms: Terms) -> None:
        super().__init__(path, terms, Record, "the arena", may_differ=("games",))
        self.records = [record for record in self.lines if record.number < terms.games]


# --- the table ----------------------------------------------------------------------------------------------------


class Standing(msgspec.Struct):
    """One bot in the table."""

    bot: str
    rating: float
    games: int
    wins: int
    draws: int
    losses: int
    win_rate: float  # share of the decided games
    interval_95: tuple[float, float]
    touchdown_share: float  # share of its games that ended with a touchdown
    ms_per_decision: float
    lost_decisions: int


class Duel(msgspec.Struct):
    """One pair in the table, seen by the first bot."""

    bots: tuple[str, str]
    games: int
    wins: int
    draws: int
    losses: int
    win_rate: float
    interval_95: tuple[float, float]
    endings: dict[str, int]


def standings(terms: Terms, records: list[Record]) -> list[Standing]:
    """All bots, the best rating first."""
    rated = ratings(terms.bots, records)
    table: list[Standing] = []
    for bot in terms.bots:
        mine = [(record, record.bots.index(bot)) for record in records if bot in record.bots]
        points = [record.points[side] for record, side in mine]
        wins, losses = points.count(1.0), points.count(0.0)
        decisions = sum(record.decisions[side] for record, side in mine)
        seconds = sum(record.seconds[side] for record, side in mine)
        touchdowns = sum(record.ending in ("touchdown", "touchdowns") for record, _ in mine)
        table.append(
            Standing(
                bot=bot,
                rating=round(rated[bot], 1),
                games=len(mine),
                wins=wins,
                draws=points.count(0.5),
                losses=losses,
                win_rate=round(wins / max(1, wins + losses), 4),
                interval_95=rounded(wilson(wins, wins + losses)),
                touchdown_share=round(touchdowns / max(1, len(mine)), 4),
                ms_per_decision=round(seconds * 1000 / max(1, decisions), 3),
                lost_decisions=sum(record.lost[side] for record, side in mine),
            )
        )
    return sorted(table, key=lambda standing: -standing.rating)


def failings(terms: Terms, records: list[Record]) -> Register:
    """The faults of the bots."""
    register = Register(terms.bots)
    for record in records:
        for side, bot in enumerate(record.bots):
            register.add(bot, record.decisions[side], record.lost[side], record.faults[side])
    return register


def duels(terms: Terms, records: list[Record]) -> list[Duel]:
    """All pairs."""
    found: list[Duel] = []
    for pair in combinations(terms.bots, 2):
        mine = [record for record in records if record.bots == pair]
        points = [record.points[0] for record in mine]
        wins, losses = points.count(1.0), points.count(0.0)
        endings: dict[str, int] = {}
        for record in mine:
            endings[record.ending] = endings.get(record.ending, 0) + 1
        found.append(
            Duel(
                bots=pair,
                games=len(mine),
                wins=wins,
                draws=points.count(0.5),
                losses=losses,
                win_rate=round(wins / max(1, wins + losses), 4),
                interval_95=rounded(wilson(wins, wins + losses)),
                endings=endings,
            )
        )
    return found


def rounded(interval: tuple[float, float]) -> tuple[float, float]:
    return round(interval[0], 4), round(interval[1], 4)


def ratings(bots: list[str], records: list[Record]) -> dict[str, float]:
    """The Elo ratings under which these results are most likely (Bradley and Terry); their mean is 1500.

    Each pair that has met is given one more draw: without it a bot that never lost would be infinitely strong.
    """
    points = dict.fromkeys(bots, 0.0)
    met: dict[tuple[str, str], float] = {}
    for record in records:
        for bot, gained in zip(record.bots, record.points, strict=True):
            points[bot] += gained
        met[record.bots] = met.get(record.bots, 0.0) + 1.0
    for first, second in list(met):
        met[first, second] += 1.0
        points[first] += 0.5
        points[second] += 0.5
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(2000):
        before = dict(strength)
        for bot in bots:
            share = 0.0
            for (first, second), games in met.items():
                if bot in (first, second):
                    share += games / (strength[first] + strength[second])
            if share > 0.0:
                strength[bot] = points[bot] / share
        mean = math.exp(sum(math.log(value) for value in strength.values()) / len(strength))
        strength = {bot: value / mean for bot, value in strength.items()}
        if all(abs(strength[bot] - before[bot]) < 1e-9 * strength[bot] for bot in bots):
            break
    return {bot: MIDDLE + SCALE * math.log10(value) for bot, value in strength.items()}
