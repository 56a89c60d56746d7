"""The fit of an atlas, tried on matches whose truth is known because it was made up."""

from __future__ import annotations

import math
from random import Random

from dungeonbowl.atlas.book import made
from dungeonbowl.atlas.fitting import EFFECTS, Estimate, Fit, Model, fit
from dungeonbowl.atlas.playing import AtlasTerms, Bout, Told, bouts

ROSTERS = tuple("abcdefgh")
DUNGEONS = ("cellar", "tower")


def terms(games: int) -> AtlasTerms:
    return AtlasTerms(edition="none", dungeons=DUNGEONS, rosters=ROSTERS, games=games)


def played(games: int, strengths: dict[str, float], effects: dict[str, float], seed: int) -> list[tuple[Bout, Told]]:
    """Matches of rosters that are as strong as is said, and of things that are worth as much as is said."""
    chance = Random(seed)
    found = []
    for bout in bouts(terms(games)):
        one, two = bout.sides
        first, zone = chance.randrange(2) == 1, chance.randrange(2) == 1
        rerolls, skills, gold = chance.randint(-2, 2), chance.randint(-3, 3), chance.choice((-1.0, 0.0, 1.0))
        values = (1 if first else -1, 1 if zone else -1, rerolls, skills, gold)
        logit = strengths[one] - strengths[two]
        logit += sum(effects[name] * value for name, value in zip(EFFECTS, values, strict=True))
        points = 1.0 if chance.random() < 1 / (1 + math.exp(-logit)) else 0.0
        found.append((bout, Told(points, first, zone, "touchdown", 20, 2, 1, rerolls, skills, gold, 0.01)))
    return found


def fitted(matches: list[tuple[Bout, Told]]) -> Fit:
    return fit(Model(ROSTERS, DUNGEONS), [bout for bout, _ in matches], [told for _, told in matches])


NOTHING = dict.fromkeys(EFFECTS, 0.0)
EQUAL = dict.fromkeys(ROSTERS, 0.0)


def holds(found: Estimate, truth: float) -> bool:
    return found.low <= truth <= found.high


def test_the_truth_lies_in_the_intervals_about_as_often_as_they_promise() -> None:
    inside = asked = 0
    for seed in range(6):
        chance = Random(100 + seed)
        strengths = {name: chance.gauss(0.0, 0.4) for name in ROSTERS}
        found = fitted(played(30, strengths, NOTHING, seed))
        for one, two in found.model.pairs:
            truth = 1 / (1 + math.exp(strengths[two] - strengths[one]))
            inside += holds(found.chance(found.model.meeting(one, two)), truth)
            asked += 1
    assert 0.90 <= inside / asked <= 1.0  # 95 % were promised; the pairs of one atlas are not independent


def test_what_things_are_worth_is_found() -> None:
    effects = {"first turn": -0.15, "end zone A": 0.1, "re-roll": 0.2, "skill": 0.1, "50,000 of gold": 0.0}
    found = fitted(played(150, EQUAL, effects, 7))
    for name, truth in effects.items():
        told = found.effect(name)
        assert told.low - 0.01 <= 1 / (1 + math.exp(-truth)) <= told.high + 0.01, name
    assert found.effect("re-roll").low > 0.5
    assert found.effect("first turn").high < 0.5


def test_small_samples_do_not_shout() -> None:
    """Equals who have played four matches a pair: some have won all four, and the atlas still says about one half."""
    matches = played(4, EQUAL, NOTHING, 3)
    found = fitted(matches)
    chances = [found.chance(found.model.meeting(*pair)) for pair in found.model.pairs]
    won = [
        sum(
            told.points if bout.sides[0] == pair[0] else 1.0 - told.points
            for bout, told in matches
            if bout.rosters == pair
        )
        for pair in found.model.pairs
    ]
    assert {0.0, 4.0} <= set(won)
    assert all(0.25 < each.chance < 0.75 for each in chances)
    assert all(holds(each, 0.5) for each in chances)
    strong = fitted(played(200, {**EQUAL, "a": 1.0}, NOTHING, 3))
    assert strong.chance(strong.model.meeting("a", "b")).low > 0.6
    assert strong.spreads["roster"] > 3 * strong.spreads["pair"]


def test_a_lopsided_interval_is_told_by_its_ends() -> None:
    assert Estimate(0.47, 0.44, 0.5).words == "47 % ± 3"
    assert Estimate(0.96, 0.0, 1.0).words == "96 % (0-100)"


def test_a_chance_and_that_of_the_other_side_are_one() -> None:
    matches = played(20, {**EQUAL, "c": 0.5}, NOTHING, 5)
    atlas = made(terms(20), "made up", [bout for bout, _ in matches], [told for _, told in matches], {})
    for dungeon in ("", *DUNGEONS, "somewhere else"):
        one, other = atlas.chance("c", "d", dungeon), atlas.chance("d", "c", dungeon)
        assert one is not None
        assert other is not None
        assert abs(one.chance + other.chance - 1) < 1e-3
        assert abs(one.low + other.high - 1) < 1e-3
    assert atlas.chance("c", "c") is None
    assert atlas.chance("c", "nobody") is None
    assert Estimate(0.47, 0.44, 0.5).words == "47 % ± 3"


def test_every_pair_plays_every_dungeon_from_both_sides() -> None:
    planned = bouts(terms(8))
    for one, two in Model(ROSTERS, DUNGEONS).pairs:
        mine = [bout for bout in planned if bout.rosters == (one, two)]
        assert {(bout.dungeon, bout.sides) for bout in mine} == {
            (dungeon, sides) for dungeon in DUNGEONS for sides in ((one, two), (two, one))
        }
        assert [bout.seed for bout in mine[0::2]] == [bout.seed for bout in mine[1::2]]
    assert len({bout.seed for bout in planned}) == len(planned) // 2


def test_how_strong_all_rosters_are_together_does_not_widen_intervals() -> None:
    """One roster against the others is known from all its matches, about as well as a share of so many is."""
    chance = Random(11)
    strengths = {name: chance.gauss(0.0, 0.8) for name in ROSTERS}
    found = fitted(played(60, strengths, NOTHING, 11))
    assert found.spreads["roster"] > 0.4
    for name in ROSTERS:
        told = found.chance(found.model.against_others(name))
        truth = strengths[name] - sum(strengths[other] for other in ROSTERS if other != name) / (len(ROSTERS) - 1)
        games = 60 * (len(ROSTERS) - 1)
        assert (told.high - told.low) / 2 < 2.0 * 1.96 * math.sqrt(0.25 / games)
        assert abs(math.log(told.chance / (1 - told.chance)) - truth) < 0.4
    logits = [found.logit(found.model.against_others(name))[0] for name in ROSTERS]
    assert abs(sum(logits)) < 1e-6  # what one is above the others, these are below it
