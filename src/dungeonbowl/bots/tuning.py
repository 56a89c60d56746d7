"""Fits the weights of the evaluation: matches of a bot against itself, and a logistic regression over their positions.

A position is taken whenever a team turn begins, which is where the tries of the search end. It becomes a row of
features with the result of the match: 1 if the home side won, 0 if the away side did, a half for a draw. scipy (L-BFGS)
finds the weights under which these results are most likely, with a small pull towards zero. One match in five is kept
out of the fit: on its positions the loss is measured, before and after. The same terms give the same file.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import msgspec
from mypy_extensions import i64

from dungeonbowl.bots.arena import MOST_DECISIONS, Pairing, ignore_interrupts, new_game
from dungeonbowl.bots.outside import find_bot
from dungeonbowl.bots.seat import Seat, options_of
from dungeonbowl.bots.tactics.evaluation import WEIGHT_NAMES, Evaluation
from dungeonbowl.bots.tactics.weights import weights_of
from dungeonbowl.engine.beginning import begin
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import TURNS
from dungeonbowl.engine.loop import advance, choose_trusted
from dungeonbowl.errors import UserError
from dungeonbowl.play.setting_up import match_dice, scrambled, stage

FORMAT: Final = 1
HELD_BACK: Final = 5  # one match in so many is kept out of the fit, to test the weights
DIGITS: Final = 4
SHARE: Final = 20  # matches that a process plays at a time


class TuneTerms(msgspec.Struct, frozen=True, kw_only=True):
    """What is played and how it is fitted: the weights follow from these terms alone."""

    games: int
    seed: int = 1
    edition: str = "official(quick=1)"
    bot: str = "normal"
    dungeons: list[str]  # dungeons, used by turns
    teams: list[str]  # two are drawn for each match; empty for equal squads
    pull: float = 3.0  # the strength of the pull towards zero


class Sample(msgspec.Struct, frozen=True):
    """One match: its positions as the home side sees them, and its points."""

    number: int
    rows: list[list[float]]
    points: float


class Tuned(msgspec.Struct, frozen=True, kw_only=True):
    """What a tune file holds. Losses are mean log losses of the matches that were kept out of the fit."""

    format: int = FORMAT
    terms: TuneTerms
    positions: int
    loss_before: float
    loss_after: float
    loss_of_guessing: float  # 0.6931: the loss of always guessing one half
    weights: dict[str, float]


# --- matches ------------------------------------------------------------------------------------------------------


def play_sample(terms: TuneTerms, number: int) -> Sample:
    """Match number n, the bot against itself."""
    seed = terms.seed + number
    dungeon = terms.dungeons[number % len(terms.dungeons)] if terms.dungeons else ""
    teams = ("", "")
    if terms.teams:
        count = len(terms.teams)
        teams = (terms.teams[scrambled(seed, 5) % count], terms.teams[scrambled(seed, 6) % count])
    game = new_game(Pairing(terms.edition, dungeon, terms.bot, terms.bot, *teams))
    seats = [Seat(find_bot(terms.bot, scrambled(seed, side + 1)), tells=False) for side in range(2)]
    dice = match_dice(seed)
    evaluation = Evaluation(weights_of(game.rules))
    rows: list[list[float]] = []
    turn = (-1, -1)
    begin(game)
    while advance(game, dice) == ASK and game.decisions < MOST_DECISIONS:
        if game.active >= 0:
            now = (int(game.active), int(game.side_value(game.active, TURNS)))
            if now != turn:
                turn = now
                rows.append([round(value, DIGITS) for value in evaluation.seen(game, i64(0))])
        choose_trusted(game, i64(seats[int(game.asked)].choose(game, options_of(game))))
    for seat in seats:
        if seat.lost:
            lost = f"failed in {seat.lost} of {seat.decisions} decisions of a match"
            raise UserError(
                f"bot {terms.bot!r} {lost}, so there is nothing to learn from it: {seat.failures()[0].words}"
            )
    points = 0.5
    if game.over and game.winner >= 0:
        points = 1.0 if game.winner == 0 else 0.0
    return Sample(number, rows, points)


def play_share(terms: TuneTerms, numbers: list[int]) -> list[Sample]:
    """The work of a worker process: some matches."""
    return [play_sample(terms, number) for number in numbers]


def samples(terms: TuneTerms, jobs: int = 1) -> Iterator[Sample]:
    """All matches, each when it ends."""
    numbers = list(range(terms.games))
    if jobs <= 1:
        for number in numbers:
            yield play_sample(terms, number)
        return
    shares = [numbers[index : index + SHARE] for index in range(0, terms.games, SHARE)]
    pool = ProcessPoolExecutor(min(jobs, len(shares)), get_context("spawn"), ignore_interrupts)
    try:
        for future in as_completed([pool.submit(play_share, terms, share) for share in shares]):
            yield from future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


# --- the fit ------------------------------------------------------------------------------------------------------


def load_optimiser() -> tuple[Any, Any]:
    """numpy and the minimiser of scipy."""
    try:
        return import_module("numpy"), import_module("scipy.optimize").minimize
    except ImportError:
        raise UserError("tune needs scipy: pip install 'dungeonbowl[tune]'") from None


def fit(terms: TuneTerms, played: list[Sample]) -> Tuned:
    """The likeliest weights for these matches."""
    numpy, minimize = load_optimiser()
    played = sorted(played, key=lambda sample: sample.number)
    taught = [sample for sample in played if sample.number % HELD_BACK != HELD_BACK - 1]
    tested = [sample for sample in played if sample.number % HELD_BACK == HELD_BACK - 1]
    rows, points = table(numpy, taught)
    if not len(rows) or not any(sample.rows for sample in tested):
        raise UserError(f"{terms.games} matches have too few positions to fit {len(WEIGHT_NAMES)} weights: play more")
    scale = rows.std(axis=0)
    scale[scale < 1e-9] = 1.0  # a feature that never occurs keeps the weight 0
    scaled = rows / scale

    def loss(weights: Any) -> tuple[float, Any]:
        """The log loss with its slope."""
        sums = scaled @ weights
        wrong = numpy.logaddexp(0.0, sums) - points * sums
        chances = 1.0 / (1.0 + numpy.exp(-sums))
        slope = scaled.T @ (chances - points)
        return float(wrong.sum() + 0.5 * terms.pull * (weights @ weights)), slope + terms.pull * weights

    found = minimize(loss, numpy.zeros(rows.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 2000})
    weights = [round(float(weight), DIGITS) + 0.0 for weight in found.x / scale]
    rows, points = table(numpy, tested)
    return Tuned(
        terms=terms,
        positions=sum(len(sample.rows) for sample in played),
        loss_before=mean_loss(numpy, rows, points, usual_weights(terms)),
        loss_after=mean_loss(numpy, rows, points, weights),
        loss_of_guessing=mean_loss(numpy, rows, points, [0.0] * len(weights)),
        weights=dict(zip(WEIGHT_NAMES, weights, strict=True)),
    )


def usual_weights(terms: TuneTerms) -> list[float]:
    """The weights with which the hard bot usually plays these rules."""
    return weights_of(stage(terms.edition, "")[0])


def table(numpy: Any, played: list[Sample]) -> tuple[Any, Any]:
    rows = numpy.array([row for sample in played for row in sample.rows], dtype=float)
    points = numpy.array([sample.points for sample in played for _ in sample.rows], dtype=float)
    return rows, points


def mean_loss(numpy: Any, rows: Any, points: Any, weights: list[float]) -> float:
    sums = rows @ numpy.array(weights)
    return round(float((numpy.logaddexp(0.0, sums) - points * sums).mean()), DIGITS)


# --- the file -----------------------------------------------------------------------------------------------------


def write_tuned(path: Path, tuned: Tuned) -> None:
    try:
        path.write_bytes(msgspec.json.format(msgspec.json.encode(tuned), indent=1) + b"\n")
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from None


def read_weights(path: Path) -> list[float]:
    """The weights of a tune file, in the order of the features."""
    try:
        tuned = msgspec.json.decode(path.read_bytes(), type=Tuned)
    except OSError as error:
        raise UserError(f"weights {path}: {error.strerror}") from None
    except msgspec.DecodeError as error:
        raise UserError(f"weights {path} is not a file of `dungeonbowl tune`: {error}") from None
    missing = [name for name in WEIGHT_NAMES if name not in tuned.weights]
    if missing:
        raise UserError(f"weights {path} has no weight for {', '.join(missing)}: tune anew")
    return [tuned.weights[name] for name in WEIGHT_NAMES]
