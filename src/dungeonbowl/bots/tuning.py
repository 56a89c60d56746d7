"""Fits the networks of the evaluation to positions and what became of them (`positions.py`).

A network has one hidden layer. NumPy trains it by stochastic gradient descent with Adam's steps, on the log loss of the
points: a win is 1, a draw a half. One match in five is kept out of the fit; on its positions the loss is measured,
beside that of the fixed weights (`weights.py`), and the chances are compared with what happened (`Calibration`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from dungeonbowl.bots.positions import Positions, load_numpy
from dungeonbowl.bots.tactics.features import FEATURE_NAMES
from dungeonbowl.bots.values import FAMILIES, Losses, NetworkFile, ValueFile, family_of
from dungeonbowl.errors import UserError
from dungeonbowl.play.setting_up import stage

HELD_BACK: Final = 5  # one match in so many is kept out of the fit, to test the network
DIGITS: Final = 4
BATCH: Final = 512
BINS: Final = 10
LEAST: Final = 2000  # positions that a network can be fitted to


class FitTerms(msgspec.Struct, frozen=True, kw_only=True):
    """How a network is fitted."""

    units: int = 64
    rounds: int = 40  # how often every position is looked at
    step: float = 0.002  # the first step; the steps become smaller towards the end
    pull: float = 1e-5  # towards zero
    seed: int = 1


class Bin(msgspec.Struct, frozen=True):
    """Positions of about the same chance: what was foretold, what happened, how many they are."""

    foretold: float
    happened: float
    positions: int


class Calibration(msgspec.Struct, frozen=True):
    """How chances and results agree in one edition, in matches that were kept out of the fit."""

    edition: str
    network: float  # mean log losses
    linear: float
    bins: list[Bin]


class Fitted(msgspec.Struct, frozen=True):
    """Networks, and how good they are."""

    values: ValueFile
    calibrations: list[Calibration]


def fit(sources: list[Positions], terms: FitTerms) -> Fitted:
    """A network for each family of matches that there are positions of."""
    networks: dict[str, NetworkFile] = {}
    calibrations: list[Calibration] = []
    for family in FAMILIES:
        mine = [each for each in sources if family_of(stage(each.terms.edition, "")[0]) == family]
        if sum(len(each.points) for each in mine) >= LEAST:
            network, curves = fit_family(mine, terms)
            networks[family] = network
            calibrations += curves
    if not networks:
        raise UserError(f"too few positions to fit a network: {LEAST} are needed of one family of matches")
    return Fitted(ValueFile(features=list(FEATURE_NAMES), networks=networks), calibrations)


def fit_family(sources: list[Positions], terms: FitTerms) -> tuple[NetworkFile, list[Calibration]]:
    numpy = load_numpy()
    taught = [each.matches % HELD_BACK != HELD_BACK - 1 for each in sources]
    rows = numpy.concatenate([each.rows[mine] for each, mine in zip(sources, taught, strict=True)])
    points = numpy.concatenate([each.points[mine] for each, mine in zip(sources, taught, strict=True)])
    numbers = rounded(numpy, train(numpy, rows, points, terms))
    curves: list[Calibration] = []
    tested: list[tuple[Any, Any, Any]] = []
    editions = sorted({each.terms.edition for each in sources})
    for edition in editions:
        kept = [(each, ~mine) for each, mine in zip(sources, taught, strict=True) if each.terms.edition == edition]
        scores = numpy.concatenate([score(numpy, each.rows[mine], numbers) for each, mine in kept])
        before = numpy.concatenate([score_of(numpy, each.before[mine]) for each, mine in kept])
        real = numpy.concatenate([each.points[mine] for each, mine in kept])
        tested.append((scores, before, real))
        loss, loss_before = mean_loss(numpy, scores, real), mean_loss(numpy, before, real)
        curves.append(Calibration(edition, loss, loss_before, bins_of(numpy, scores, real)))
    scores, before, real = (numpy.concatenate(parts) for parts in zip(*tested, strict=True))
    inward, biases, outward, bias = numbers
    losses = Losses(
        matches=sum(each.terms.games for each in sources),
        positions=len(points),
        held_back=len(real),
        network=mean_loss(numpy, scores, real),
        linear=mean_loss(numpy, before, real),
        guessing=mean_loss(numpy, scores * 0.0, real),
    )
    network = NetworkFile(
        inward=[[tidy(number) for number in each] for each in inward],
        biases=[tidy(number) for number in biases],
        outward=[tidy(number) for number in outward],
        bias=tidy(bias),
        losses=losses,
    )
    return network, curves


def train(numpy: Any, rows: Any, points: Any, terms: FitTerms) -> list[Any]:
    """The numbers of a network: from the inputs, biases, to the output, its bias."""
    chance = numpy.random.default_rng(terms.seed)
    inputs = rows.shape[1]
    numbers = [
        chance.normal(0.0, (2.0 / 40.0) ** 0.5 * 0.5, (inputs, terms.units)).astype(numpy.float32),
        numpy.zeros(terms.units, numpy.float32),
        chance.normal(0.0, terms.units**-0.5, terms.units).astype(numpy.float32),
        numpy.zeros(1, numpy.float32),
    ]
    means = [numpy.zeros_like(each) for each in numbers]
    squares = [numpy.zeros_like(each) for each in numbers]
    whole = max(1, len(rows) // BATCH) * terms.rounds
    done = 0
    for _ in range(terms.rounds):
        order = chance.permutation(len(rows))
        for at in range(0, max(1, len(rows) // BATCH) * BATCH, BATCH):
            some = order[at : at + BATCH]
            given = rows[some].astype(numpy.float32)
            slopes = slopes_of(numpy, given, points[some], numbers)
            done += 1
            step = terms.step * (1.0 - 0.98 * done / whole)
            for place, slope in enumerate(slopes):
                if place in (0, 2):
                    slope += terms.pull * numbers[place]
                means[place] = 0.9 * means[place] + 0.1 * slope
                squares[place] = 0.999 * squares[place] + 0.001 * slope * slope
                mean = means[place] / (1.0 - 0.9**done)
                square = squares[place] / (1.0 - 0.999**done)
                numbers[place] = (numbers[place] - step * mean / (numpy.sqrt(square) + 1e-8)).astype(numpy.float32)
    return numbers


def slopes_of(numpy: Any, rows: Any, points: Any, numbers: list[Any]) -> list[Any]:
    """How the mean log loss of some positions changes with each number of the network."""
    inward, biases, outward, bias = numbers
    hidden = numpy.maximum(rows @ inward + biases, 0.0)
    chances = 1.0 / (1.0 + numpy.exp(-(hidden @ outward + bias[0])))
    wrong = ((chances - points) / len(points)).astype(numpy.float32)
    back = wrong[:, None] * outward[None, :] * (hidden > 0.0)
    return [rows.T @ back, back.sum(axis=0), hidden.T @ wrong, wrong.sum(keepdims=True)]


def score(numpy: Any, rows: Any, numbers: list[Any]) -> Any:
    """The logarithms of the odds to win, as `Network.score` computes them."""
    inward, biases, outward, bias = numbers
    hidden = numpy.maximum(rows.astype(numpy.float64) @ inward + biases, 0.0)
    return hidden @ outward + bias


def score_of(numpy: Any, values: Any) -> Any:
    """Values from -1 to 1 as logarithms of odds."""
    sure = numpy.clip(values.astype(numpy.float64), -0.99999, 0.99999)
    return 2.0 * numpy.arctanh(sure)


def rounded(numpy: Any, numbers: list[Any]) -> list[Any]:
    """The numbers as the file has them."""
    inward, biases, outward, bias = (numpy.round(each.astype(numpy.float64), DIGITS) for each in numbers)
    return [inward, biases, outward, float(bias[0])]


def tidy(number: Any) -> float:
    return round(float(number), DIGITS) + 0.0


def mean_loss(numpy: Any, scores: Any, points: Any) -> float:
    return round(float((numpy.logaddexp(0.0, scores) - points * scores).mean()), DIGITS)


def bins_of(numpy: Any, scores: Any, points: Any) -> list[Bin]:
    """Positions by their chances, in tenths."""
    chances = 1.0 / (1.0 + numpy.exp(-scores))
    found: list[Bin] = []
    for place in range(BINS):
        mine = (chances >= place / BINS) & (chances < (place + 1) / BINS)
        if mine.any():
            means = (round(float(chances[mine].mean()), DIGITS), round(float(points[mine].mean()), DIGITS))
            found.append(Bin(*means, int(mine.sum())))
    return found


def added(values: ValueFile, others: ValueFile) -> ValueFile:
    """Networks with those of another file for the families that they lack."""
    networks = {**others.networks, **values.networks}
    return ValueFile(features=values.features, networks={each: networks[each] for each in FAMILIES if each in networks})


def write_values(path: Path, values: ValueFile) -> None:
    try:
        path.write_bytes(msgspec.json.encode(values) + b"\n")
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from None
