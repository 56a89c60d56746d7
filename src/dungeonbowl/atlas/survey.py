"""What matches in many dungeons say of their fairness: the bundled ones, and the settings of the generator.

A dungeon with twenty matches has won ten to fourteen of them for one end zone by luck alone. So no single generated
dungeon is judged by its share. What is told of a setting is how far its dungeons lie from one half, with the luck of
the dice taken off; and of the map, what a lead of one end zone is worth, from all dungeons together.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module, resources
from math import erf, sqrt
from pathlib import Path
from typing import Final

import msgspec

from dungeonbowl import __version__
from dungeonbowl.atlas.book import Share, share_from
from dungeonbowl.atlas.fitting import WIDTH_95, Estimate, most_likely, odds
from dungeonbowl.atlas.grounds import LEADS, GroundTerms, Seen, Visit, Wishes
from dungeonbowl.editions import name_of
from dungeonbowl.errors import UserError
from dungeonbowl.records.files import write_new

FORMAT: Final = 1
SHIPPED: Final = "grounds"
FAIR: Final = 0.05  # a dungeon is fair if its true share lies no farther from one half
PULL: Final = 4.0  # what a lead is worth is drawn to zero: a spread of one half, as logarithms of odds
WORST: Final = 5


class GroundShare(msgspec.Struct, frozen=True):
    """What end zone A of a bundled dungeon wins: altogether, as drawn, and turned by 180 degrees."""

    dungeon: str
    edition: str
    zone_a: Share
    drawn: Share
    turned: Share


class Level(msgspec.Struct, frozen=True):
    """One setting of the generator: how far its dungeons lie from one half, luck taken off, with an interval."""

    name: str
    dungeons: int
    zone_a: Share
    away: float
    low: float
    high: float

    @property
    def fair(self) -> float:
        """The share of its dungeons that lie within 45 to 55 %, if they lie around one half as errors do."""
        return erf(FAIR / (self.away * sqrt(2))) if self.away > 0 else 1.0


class Suspect(msgspec.Struct, frozen=True):
    """A generated dungeon that looks uneven: its wishes and seed, what it won, and what is likely with shrinkage."""

    wishes: Wishes
    seed: int
    zone_a: Share
    likely: float


class Survey(msgspec.Struct, frozen=True, kw_only=True):
    """The fairness of the dungeons of an edition, as a file."""

    format: int = FORMAT
    version: str = __version__
    command: str
    terms: GroundTerms
    matches: int
    cpu_seconds: float
    bundled: list[GroundShare]
    generated: Level | None = None  # all of them
    missed: int = 0  # that the generator did not find
    settings: dict[str, list[Level]] = {}  # by the kind of setting
    leads: dict[str, Estimate] = {}  # what end zone A wins that has one such thing more
    suspects: list[Suspect] = []
    examples: dict[str, int] = {}  # for each lead the visit, by its place in the plan, where one end zone leads most


def surveyed(terms: GroundTerms, command: str, visits: Sequence[Visit], seen: Sequence[Seen]) -> Survey:
    """A survey from its matches."""
    bundled: dict[str, tuple[Visit, Seen]] = {}
    made: dict[tuple[Wishes, int], Seen] = {}
    for visit, each in zip(visits, seen, strict=True):
        if visit.wishes is None:
            before = bundled.get(visit.name)
            bundled[visit.name] = (visit, each if before is None else before[1] + each)
        else:
            key = visit.wishes, visit.dungeon_seed
            made[key] = made[key] + each if key in made else each
    found = {key: each for key, each in made.items() if each.lead}
    return Survey(
        command=command,
        terms=terms,
        matches=sum(each.games for each in visits),
        cpu_seconds=round(sum(each.seconds for each in seen), 1),
        bundled=[
            GroundShare(name, visit.edition, share_from(*both(each)), share_from(*each.drawn), share_from(*each.turned))
            for name, (visit, each) in sorted(bundled.items())
        ],
        generated=level_of("all", list(found.values())) if found else None,
        missed=len(made) - len(found),
        settings=settings_of(found),
        leads=leads_of(list(found.values())),
        suspects=suspects_of(found),
        examples=examples_of(seen),
    )


def examples_of(seen: Sequence[Seen]) -> dict[str, int]:
    found: dict[str, int] = {}
    for number, name in enumerate(LEADS):
        size = {place: abs(each.lead[number]) for place, each in enumerate(seen) if each.lead}
        if any(size.values()):
            found[name] = max(size, key=lambda place: size[place])
    return found


def both(seen: Seen) -> tuple[int, int]:
    """Matches that end zone A won and decided ones, as drawn and turned."""
    return seen.drawn[0] + seen.turned[0], seen.drawn[1] + seen.turned[1]


def square_away(wins: int, games: int) -> float:
    """The square of how far a dungeon lies from one half, right on average: the luck of the matches is taken off."""
    return ((wins / games - 0.5) ** 2 - 0.25 / games) / (1.0 - 1.0 / games)


def level_of(name: str, seen: Sequence[Seen]) -> Level:
    counts = [both(each) for each in seen]
    squares = [square_away(*each) for each in counts if each[1] > 1]
    middle = sum(squares) / max(1, len(squares))
    spread = sum((each - middle) ** 2 for each in squares) / max(1, len(squares) - 1)
    error = WIDTH_95 * sqrt(spread / max(1, len(squares)))
    away, low, high = (round(sqrt(max(0.0, each)), 4) for each in (middle, middle - error, middle + error))
    share = share_from(sum(wins for wins, _ in counts), sum(games for _, games in counts))
    return Level(name, len(seen), share, away, low, high)


def settings_of(found: dict[tuple[Wishes, int], Seen]) -> dict[str, list[Level]]:
    """Every setting of the generator that was varied. All were played equally often, so that one is not blamed for
    what another does."""
    told: dict[str, list[Level]] = {}
    for kind in Wishes.__struct_fields__:
        names = dict.fromkeys(getattr(wishes, kind) for wishes, _ in found)
        if len(names) > 1:
            told[kind] = [
                level_of(name, [each for (wishes, _), each in found.items() if getattr(wishes, kind) == name])
                for name in names
            ]
    return told


def leads_of(seen: Sequence[Seen]) -> dict[str, Estimate]:
    """What a lead of end zone A on the map is worth: a regression over all generated dungeons. Intervals are widened by
    as much as dungeons differ more than dice would have it."""
    seen = [each for each in seen if both(each)[1] > 0]
    if not any(any(each.lead) for each in seen):
        return {}
    numpy = import_module("numpy")
    counts = [both(each) for each in seen]
    design = numpy.array([[1.0, *each.lead] for each in seen])
    games = numpy.array([count for _, count in counts])
    rows = numpy.repeat(design, games, axis=0)
    points = numpy.concatenate([numpy.arange(count) < wins for wins, count in counts]).astype(float)
    pull = numpy.array([0.0, *([PULL] * len(LEADS))])
    best, covariance = most_likely(numpy, rows, points, pull, numpy.zeros(len(pull)))
    chances = 1.0 / (1.0 + numpy.exp(-design @ best))
    wins = numpy.array([each for each, _ in counts])
    misfit = float(((wins - games * chances) ** 2 / (games * chances * (1 - chances))).sum())
    wider = sqrt(max(1.0, misfit / max(1, len(seen) - len(pull))))
    told = {}
    for place, name in enumerate(LEADS, 1):
        if design[:, place].any():
            mean, error = float(best[place]), wider * WIDTH_95 * sqrt(float(covariance[place, place]))
            told[name] = Estimate(*(round(odds(each), 4) for each in (mean, mean - error, mean + error)))
    return told


def suspects_of(found: dict[tuple[Wishes, int], Seen]) -> list[Suspect]:
    """The dungeons that look least fair, each drawn to one half as far as so few matches demand."""
    spread = max(0.0, level_of("all", list(found.values())).away) ** 2 if found else 0.0
    told = []
    for (wishes, seed), each in found.items():
        wins, games = both(each)
        if games:
            trust = spread / (spread + 0.25 / games)
            likely = round(0.5 + trust * (wins / games - 0.5), 4)
            told.append(Suspect(wishes, seed, share_from(wins, games), likely))
    return sorted(told, key=lambda each: (-abs(each.likely - 0.5), each.seed))[:WORST]


# --- files --------------------------------------------------------------------------------------------------------


def write_survey(path: Path, survey: Survey) -> None:
    write_new(path, [msgspec.json.encode(survey)], overwrite=True)


@cache
def shipped_survey(edition: str) -> Survey | None:
    """What comes with the program for an edition; None if nothing does."""
    file = resources.files("dungeonbowl.atlas") / SHIPPED / f"{name_of(edition)}.json"
    if not file.is_file():
        return None
    return msgspec.json.decode(file.read_bytes(), type=Survey)


def find_survey(text: str) -> Survey:
    """A survey by its file, or the one that comes with the program for an edition."""
    path = Path(text)
    if path.suffix == ".json":
        try:
            return msgspec.json.decode(path.read_bytes(), type=Survey)
        except OSError as error:
            raise UserError(f"{text}: {error.strerror}") from None
        except msgspec.DecodeError as error:
            raise UserError(f"{text} is no survey of this version: {error}") from None
    found = shipped_survey(text)
    if found is None:
        raise UserError(f"survey {text!r}: expected a file, or an edition whose survey is shipped")
    return found
