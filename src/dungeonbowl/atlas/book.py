"""The atlas as a file: aggregates only, small enough to ship. `making` turns matches into one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

import msgspec

from dungeonbowl import __version__
from dungeonbowl.atlas.fitting import EFFECTS, Estimate, Fit, Model, fit
from dungeonbowl.atlas.playing import AtlasTerms, Bout, Told
from dungeonbowl.dungeon.fairness import wilson
from dungeonbowl.editions import name_of
from dungeonbowl.errors import UserError
from dungeonbowl.records.files import write_new

FORMAT: Final = 1
SHIPPED: Final = "shipped"
Plan = dict[tuple[tuple[str, str], int], int]  # the place of a match among all, by its rosters and number
FAIR: Final = (0.45, 0.55)  # what an interval must lie outside of, before something is called uneven


class Share(msgspec.Struct, frozen=True, array_like=True):
    """How often something won of the decided matches."""

    wins: int
    games: int
    low: float
    high: float

    @property
    def share(self) -> float:
        return self.wins / max(1, self.games)

    @property
    def is_uneven(self) -> bool:
        return self.low > FAIR[1] or self.high < FAIR[0]


class Strength(msgspec.Struct, frozen=True):
    """One roster: its chance against the others on average, and what happens in its matches."""

    roster: str
    name: str
    chance: Estimate  # against the others on average, in all dungeons of the atlas
    won: int
    drawn: int
    lost: int
    by_dungeon: dict[str, Estimate]
    endings: dict[str, int]  # how its matches end
    turns: float  # of both sides, in a match
    casualties: float
    examples: dict[str, int] = {}  # a match for each ending, by its place in the plan

    @property
    def key(self) -> str:
        return self.roster


class Meeting(msgspec.Struct, frozen=True):
    """Two rosters, seen by the first: what happened, and its chance in all dungeons on average and in each of them."""

    rosters: tuple[str, str]
    won: int
    drawn: int
    lost: int
    chance: Estimate
    by_dungeon: dict[str, Estimate]


class Place(msgspec.Struct, frozen=True):
    """One dungeon: what its end zone A and the first turn win, and what happens there."""

    dungeon: str
    zone_a: Share
    first: Share
    endings: dict[str, int]
    turns: float
    casualties: float
    examples: dict[str, int] = {}  # a match for each ending, by its place in the plan

    @property
    def key(self) -> str:
        return self.dungeon


class Setting(msgspec.Struct, frozen=True):
    """The same matches with another option or turn limit: what it changes."""

    edition: str
    matches: int
    zone_a: Share
    first: Share
    endings: dict[str, int]
    turns: float
    casualties: float
    examples: dict[str, int] = {}  # a match for each ending, by its place in the plan

    @property
    def key(self) -> str:
        return self.edition


class Atlas(msgspec.Struct, frozen=True, kw_only=True):
    """The whole atlas."""

    format: int = FORMAT
    version: str = __version__
    command: str
    terms: AtlasTerms
    matches: int
    cpu_seconds: float
    endings: dict[str, int]
    spreads: dict[str, float]  # how far strengths, pairs and rosters in a dungeon lie apart, as logarithms of odds
    worth: dict[str, Estimate]  # the chance of a side that has one such thing more than its equal
    rosters: list[Strength]
    meetings: list[Meeting]
    dungeons: list[Place]
    settings: list[Setting] = []

    def strength(self, roster: str) -> Strength | None:
        return next((each for each in self.rosters if each.roster == roster), None)

    def meeting(self, one: str, two: str) -> Meeting | None:
        return next((each for each in self.meetings if each.rosters == (one, two)), None)

    def chance(self, one: str, two: str, dungeon: str = "") -> Estimate | None:
        """The chance of one roster against another, in a dungeon if the atlas knows it; None if it knows nothing."""
        for first, second, turned in ((one, two, False), (two, one, True)):
            found = self.meeting(first, second)
            if found is not None:
                told = found.by_dungeon.get(dungeon, found.chance)
                return told.turned() if turned else told
        return None


def made(
    terms: AtlasTerms,
    command: str,
    bouts: Sequence[Bout],
    told: Sequence[Told],
    names: dict[str, str],
    varied: Sequence[tuple[Bout, Told]] = (),
) -> Atlas:
    """An atlas from its matches. Those that were `varied` are of other settings, and are only counted."""
    found = fit(Model(terms.rosters, terms.dungeons), bouts, told)
    matches = list(zip(bouts, told, strict=True))
    everything = (*matches, *varied)
    plan = {(bout.rosters, bout.number): place for place, bout in enumerate(bouts)}
    settings = dict.fromkeys((terms.edition, *(bout.edition for bout, _ in varied)) if varied else ())
    return Atlas(
        command=command,
        terms=terms,
        matches=len(matches),
        cpu_seconds=round(sum(each.seconds for _, each in everything), 1),
        endings=endings_of(told),
        spreads=found.spreads,
        worth={effect: found.effect(effect) for effect in EFFECTS},
        rosters=[strength_of(found, name, names.get(name, name), matches, plan) for name in terms.rosters],
        meetings=[meeting_of(found, pair, matches) for pair in found.model.pairs],
        dungeons=[
            place_of(name, [each for each in matches if each[0].dungeon == name], plan) for name in terms.dungeons
        ],
        settings=[
            setting_of(name, [each for each in everything if each[0].edition == name], plan) for name in settings
        ],
    )


def endings_of(told: Sequence[Told]) -> dict[str, int]:
    return dict(sorted(Counter(each.ending for each in told).items()))


def mean(values: Sequence[float]) -> float:
    return round(sum(values) / max(1, len(values)), 3)


def record(points: Sequence[float]) -> tuple[int, int, int]:
    return points.count(1.0), points.count(0.5), points.count(0.0)


def strength_of(found: Fit, roster: str, name: str, matches: Sequence[tuple[Bout, Told]], plan: Plan) -> Strength:
    mine = [(bout, each) for bout, each in matches if roster in bout.rosters and bout.rosters[0] != bout.rosters[1]]
    points = [each.points if bout.sides[0] == roster else 1.0 - each.points for bout, each in mine]
    model = found.model
    told = [each for _, each in mine]
    return Strength(
        roster,
        name,
        found.chance(model.against_others(roster)),
        *record(points),
        {each: found.chance(model.against_others(roster, each)) for each in model.dungeons},
        endings_of(told),
        *means_of(told),
        examples_of(mine, plan),
    )


def meeting_of(found: Fit, pair: tuple[str, str], matches: Sequence[tuple[Bout, Told]]) -> Meeting:
    points = [
        each.points if bout.sides[0] == pair[0] else 1.0 - each.points for bout, each in matches if bout.rosters == pair
    ]
    here = {each: found.chance(found.model.meeting(*pair, each)) for each in found.model.dungeons}
    return Meeting(pair, *record(points), found.chance(found.model.meeting(*pair)), here)


def place_of(dungeon: str, matches: Sequence[tuple[Bout, Told]], plan: Plan) -> Place:
    told = [each for _, each in matches]
    return Place(dungeon, *sides_of(told), endings_of(told), *means_of(told), examples_of(matches, plan))


def setting_of(edition: str, matches: Sequence[tuple[Bout, Told]], plan: Plan) -> Setting:
    told = [each for _, each in matches]
    return Setting(edition, len(told), *sides_of(told), endings_of(told), *means_of(told), examples_of(matches, plan))


def examples_of(matches: Sequence[tuple[Bout, Told]], plan: Plan) -> dict[str, int]:
    """The first match that ended in each way, by its place in the plan."""
    found: dict[str, int] = {}
    for bout, told in matches:
        found.setdefault(told.ending, plan[bout.rosters, bout.number])
    return dict(sorted(found.items()))


def sides_of(told: Sequence[Told]) -> tuple[Share, Share]:
    """What end zone A and the first turn win of the decided matches."""
    decided = [each for each in told if each.points != 0.5]
    zone = share_of([(each.points == 1.0) == each.zone_a for each in decided])
    return zone, share_of([(each.points == 1.0) == each.first for each in decided])


def means_of(told: Sequence[Told]) -> tuple[float, float]:
    """Turns of both sides and casualties of a match."""
    return mean([each.turns for each in told]), mean([each.casualties for each in told])


def share_of(won: Sequence[bool]) -> Share:
    return share_from(sum(won), len(won))


def share_from(wins: int, games: int) -> Share:
    low, high = wilson(wins, games)
    return Share(wins, games, round(low, 4), round(high, 4))


# --- files --------------------------------------------------------------------------------------------------------


def write_atlas(path: Path, atlas: Atlas) -> None:
    write_new(path, [msgspec.json.encode(atlas)], overwrite=True)


def read_atlas(content: bytes, name: str) -> Atlas:
    try:
        return msgspec.json.decode(content, type=Atlas)
    except msgspec.DecodeError as error:
        raise UserError(f"{name} is no atlas of this version: {error}") from None


def shipped_names() -> list[str]:
    """The editions whose atlas comes with the program."""
    folder = resources.files("dungeonbowl.atlas") / SHIPPED
    return sorted(each.name.removesuffix(".json") for each in folder.iterdir() if each.name.endswith(".json"))


@cache
def shipped(edition: str) -> Atlas | None:
    """The atlas of an edition that comes with the program; options of the edition do not matter."""
    name = name_of(edition)
    if name not in shipped_names():
        return None
    file = resources.files("dungeonbowl.atlas") / SHIPPED / f"{name}.json"
    return read_atlas(file.read_bytes(), f"{name}.json")


def find_atlas(text: str) -> Atlas:
    """An atlas by its file, or the one that comes with the program for an edition."""
    path = Path(text)
    if path.suffix == ".json":
        try:
            return read_atlas(path.read_bytes(), text)
        except OSError as error:
            raise UserError(f"{text}: {error.strerror}") from None
    found = shipped(text)
    if found is None:
        raise UserError(f"atlas {text!r}: expected a file, or one of {', '.join(shipped_names())}")
    return found
