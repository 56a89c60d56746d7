"""The file with what the networks of the evaluation have learned (`dungeonbowl tune fit`), read once.

Matches differ by how they are won: the first touchdown ends the match, or drives follow each other in two halves, or
there are several balls. Each of these families has a network of its own.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec

from dungeonbowl.bots.tactics.evaluation import Evaluation
from dungeonbowl.bots.tactics.features import FEATURE_NAMES
from dungeonbowl.bots.tactics.network import LearnedValue, Network
from dungeonbowl.bots.tactics.value import Value
from dungeonbowl.bots.tactics.weights import weights_of
from dungeonbowl.engine.rules import Rules
from dungeonbowl.errors import UserError
from dungeonbowl.words.reading import unreadable

FORMAT: Final = 1
SHIPPED: Final = "value.json"
LINEAR: Final = "linear"  # the name of the evaluation by fixed weights, to compare with
FIRST_TOUCHDOWN: Final = "first touchdown"
DRIVES: Final = "drives"
SEVERAL_BALLS: Final = "several balls"
FAMILIES: Final = (FIRST_TOUCHDOWN, DRIVES, SEVERAL_BALLS)


class Losses(msgspec.Struct, frozen=True, kw_only=True):
    """How well a network foretells the matches that it has not seen: mean log losses."""

    matches: int  # that were learned from
    positions: int
    held_back: int  # positions of matches that were not
    network: float
    linear: float  # by the fixed weights of `weights.py`
    guessing: float


class NetworkFile(msgspec.Struct, frozen=True, kw_only=True):
    """The numbers of one network."""

    inward: list[list[float]]  # for each input, by hidden unit
    biases: list[float]
    outward: list[float]
    bias: float
    losses: Losses


class ValueFile(msgspec.Struct, frozen=True, kw_only=True):
    """What is in the file."""

    format: int = FORMAT
    features: list[str]
    networks: dict[str, NetworkFile]


def family_of(rules: Rules) -> str:
    """Which network fits these rules."""
    if rules.tables.course.halves > 1:
        return DRIVES
    return SEVERAL_BALLS if rules.tables.balls.count > 1 else FIRST_TOUCHDOWN


def network_of(found: NetworkFile) -> Network:
    inward = [number for numbers in found.inward for number in numbers]
    return Network(inward, list(found.biases), list(found.outward), found.bias)


def read_values(content: bytes, where: str) -> ValueFile:
    """A file of `dungeonbowl tune fit`."""
    try:
        found = msgspec.json.decode(content, type=ValueFile)
        for each in found.networks.values():
            network_of(each)
    except msgspec.DecodeError as error:
        raise UserError(f"value {where} is not a file of `dungeonbowl tune fit`: {unreadable(error)}") from None
    except ValueError:
        raise UserError(f"value {where}: its networks are not whole") from None
    if tuple(found.features) != FEATURE_NAMES:
        raise UserError(f"value {where} was fitted for other features than this version has: fit it anew")
    return found


@lru_cache(maxsize=1)
def shipped() -> ValueFile:
    """The file of this package."""
    return read_values(files("dungeonbowl.bots.tactics").joinpath(SHIPPED).read_bytes(), SHIPPED)


@lru_cache(maxsize=8)
def values_at(path: str) -> ValueFile:
    try:
        return read_values(Path(path).read_bytes(), path)
    except OSError as error:
        raise UserError(f"value {path}: {error.strerror}") from None


def value_for(rules: Rules, name: str = "") -> Value:
    """What judges the positions of a match by its rules: the shipped networks, those of a file, or `linear`."""
    if name != LINEAR:
        found = (values_at(name) if name else shipped()).networks.get(family_of(rules))
        if found is not None:
            return LearnedValue(network_of(found))
    return Evaluation(weights_of(rules))
