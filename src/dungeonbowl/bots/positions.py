"""Positions of many matches with what became of them: what the network of the evaluation learns from.

A position is taken at the beginning of a team turn, where the tries of the search end, a few in each match. Scripted
coaches play, each with numbers of its own (`taste.py`) and some of them careless, so that more than the usual positions
occur; or bots by their names. A row is what the side to move sees, with its points: 1 for a win, a half for a draw.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from mypy_extensions import i64

from dungeonbowl.bots.arena import MOST_DECISIONS, Pairing, new_game
from dungeonbowl.bots.outside import find_bot
from dungeonbowl.bots.seat import Seat, options_of
from dungeonbowl.bots.tactics.evaluation import Evaluation
from dungeonbowl.bots.tactics.features import FEATURE_NAMES, Features
from dungeonbowl.bots.tactics.fields import SHELVES
from dungeonbowl.bots.tactics.tactician import Tactician, play_on
from dungeonbowl.bots.tactics.taste import USUAL_TASTE, Taste
from dungeonbowl.bots.tactics.weights import weights_of
from dungeonbowl.engine.beginning import begin
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import advance, choose_trusted
from dungeonbowl.engine.sides import TURNS
from dungeonbowl.errors import UserError
from dungeonbowl.play.setting_up import match_dice, scrambled
from dungeonbowl.runs.crew import Crew
from dungeonbowl.runs.keeping import Checkpoint, written_whole
from dungeonbowl.runs.plan import Plan

FORMAT: Final = 1
SCRIPT: Final = "script"
PER_MATCH: Final = 16  # positions that are kept of a match, drawn from all its team turns
SPREAD: Final = 0.35  # how much the numbers of two scripted coaches differ, as logarithms
CARELESS: Final = 4  # one match in so many is played by careless coaches
OVERLOOKS: Final = 20
FORGETS: Final = 4
TURN_DECISIONS: Final = 2000


class PlayTerms(msgspec.Struct, frozen=True, kw_only=True):
    """What is played: the positions follow from these terms alone."""

    games: int
    seed: int = 1
    edition: str = "official(quick=1)"
    bots: tuple[str, str] = (SCRIPT, SCRIPT)  # they change places every match
    dungeons: list[str]  # dungeons, used by turns
    teams: list[str]  # two are drawn for each match; empty for equal squads


class Taken(msgspec.Struct, frozen=True):
    """One position: the features, the value that fixed weights give it, and the points of the side that sees it."""

    match: int
    row: list[float]
    before: float
    points: float


def play_match(terms: PlayTerms, number: int) -> list[Taken]:
    """Match number n, and some of its positions."""
    seed = terms.seed + number
    dungeon = terms.dungeons[number % len(terms.dungeons)] if terms.dungeons else ""
    teams = ("", "")
    if terms.teams:
        count = len(terms.teams)
        teams = (terms.teams[scrambled(seed, 5) % count], terms.teams[scrambled(seed, 6) % count])
    SHELVES.forget_ground()
    game = new_game(Pairing(terms.edition, dungeon, "", "", *teams))
    chance = Random(scrambled(seed, 7))
    dice = match_dice(seed)
    seen: list[tuple[int, list[float], float]] = []
    features = Features()
    weighed = Evaluation(weights_of(game.rules))
    begin(game)

    def note() -> None:
        """Keep a fair sample of all team turns: each one that comes replaces an earlier one by chance."""
        note.count += 1  # type: ignore[attr-defined]
        place = len(seen) if len(seen) < PER_MATCH else chance.randrange(note.count)  # type: ignore[attr-defined]
        if place < PER_MATCH:
            side = game.active
            found = (int(side), features.seen(game, side), float(weighed.value(game, side)))
            seen[place : place + 1] = [found]

    note.count = 0  # type: ignore[attr-defined]
    sides = int(game.squads.sides)
    if terms.bots == (SCRIPT, SCRIPT):
        careless = chance.randrange(CARELESS) == 0
        coaches = [scripted(chance, careless, seed) for _ in range(sides)]
        while True:
            play_on(game, coaches, dice, i64(1), i64(TURN_DECISIONS))
            if game.signal != ASK or game.over or game.decisions >= MOST_DECISIONS:
                break
            if 0 <= game.active < sides:
                note()
    else:
        names = terms.bots if number % 2 == 0 else terms.bots[::-1]
        seats = [Seat(seated(name, scrambled(seed, side + 1)), tells=False) for side, name in enumerate(names)]
        turn = (-1, -1)
        while advance(game, dice) == ASK and game.decisions < MOST_DECISIONS:
            if 0 <= game.active < sides:
                now = (int(game.active), int(game.side_value(game.active, TURNS)))
                if now != turn:
                    turn = now
                    note()
            if game.asked >= sides:
                choose_trusted(game, game.rules.policies.neutral.advice(game))
            else:
                choose_trusted(game, i64(seats[int(game.asked)].choose(game, options_of(game))))
        for seat in seats:
            if seat.lost:
                lost = f"failed in {seat.lost} of {seat.decisions} decisions of a match"
                raise UserError(f"bot {seat.bot.name!r} {lost}: {seat.failures()[0].words}")
    if not game.over:
        return []
    return [Taken(number, row, before, points_of(game, side)) for side, row, before in seen]


def points_of(game: Game, side: int) -> float:
    if game.winner < 0:
        return 0.5
    return 1.0 if int(game.winner) == side else 0.0


def seated(name: str, seed: int) -> Any:
    return find_bot("normal" if name == SCRIPT else name, seed)


def scripted(chance: Random, careless: bool, seed: int) -> Tactician:
    """A scripted coach with numbers of its own."""
    numbers = [number * math.exp(chance.gauss(0.0, SPREAD)) for number in USUAL_TASTE]
    taste = Taste(numbers if chance.randrange(2) else list(USUAL_TASTE))
    overlooks, forgets = (OVERLOOKS, FORGETS) if careless else (0, 0)
    return Tactician(i64(overlooks), i64(chance.randrange(1 << 30) + seed % 7), taste, i64(forgets))


def positions(
    terms: PlayTerms, crew: Crew | None = None, checkpoint: Checkpoint[list[Taken]] | None = None
) -> Iterator[list[Taken]]:
    """The positions of each match, in the order of the matches."""
    return (crew or Crew()).in_order(Plan(partial(play_match, terms), range(terms.games)), checkpoint)


# --- the file -----------------------------------------------------------------------------------------------------


def load_numpy() -> Any:
    try:
        return import_module("numpy")
    except ImportError:
        raise UserError("tune needs NumPy: pip install 'dungeonbowl[tune]'") from None


class PositionFile:
    """A file of positions (.npz): rows of small floats, and the terms. It is written when all matches are over."""

    def __init__(self, terms: PlayTerms) -> None:
        self.terms = terms
        self.parts: list[Any] = []
        self.matches: list[int] = []
        self.before: list[float] = []
        self.points: list[float] = []

    def add(self, taken: list[Taken]) -> None:
        if taken:
            numpy = load_numpy()
            self.parts.append(numpy.array([each.row for each in taken], dtype=numpy.float16))
            self.matches += [each.match for each in taken]
            self.before += [each.before for each in taken]
            self.points += [each.points for each in taken]

    def write(self, path: Path) -> None:
        numpy = load_numpy()
        if not self.parts:
            raise UserError("no match came to its end, so there is nothing to learn from")
        try:
            with written_whole(path) as file:
                numpy.savez_compressed(
                    file,
                    terms=numpy.frombuffer(msgspec.json.encode(self.terms), dtype=numpy.uint8),
                    names=numpy.frombuffer(" ".join(FEATURE_NAMES).encode(), dtype=numpy.uint8),
                    rows=numpy.concatenate(self.parts),
                    matches=numpy.array(self.matches, dtype=numpy.int32),
                    before=numpy.array(self.before, dtype=numpy.float32),
                    points=numpy.array(self.points, dtype=numpy.float32),
                )
        except OSError as error:
            raise UserError(f"{path} cannot be written: {error.strerror}") from None


class Positions(msgspec.Struct, frozen=True):
    """What is in a file of positions."""

    terms: PlayTerms
    rows: Any
    matches: Any
    before: Any
    points: Any


def read_positions(path: Path) -> Positions:
    numpy = load_numpy()
    try:
        with numpy.load(path) as file:
            terms = msgspec.json.decode(file["terms"].tobytes(), type=PlayTerms)
            names = tuple(file["names"].tobytes().decode().split())
            found = Positions(terms, file["rows"], file["matches"], file["before"], file["points"])
    except OSError as error:
        raise UserError(f"positions {path}: {error.strerror}") from None
    except (KeyError, ValueError, msgspec.DecodeError):
        raise UserError(f"positions {path} is not a file of `dungeonbowl tune play`") from None
    if names != FEATURE_NAMES:
        raise UserError(f"positions {path} has other features than this version: play them anew")
    return found
