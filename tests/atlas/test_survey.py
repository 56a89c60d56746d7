"""Surveys of dungeons, tried on matches whose truth is known because it was made up, and on a few that were played."""

from __future__ import annotations

from random import Random

import pytest

from dungeonbowl.atlas import grounds
from dungeonbowl.atlas.book import share_from
from dungeonbowl.atlas.grounds import (
    LEADS,
    GroundTerms,
    Seen,
    Visit,
    Wishes,
    all_wishes,
    boards_of,
    names_of,
    play_visit,
    played_by,
    visits,
)
from dungeonbowl.atlas.survey import Survey, level_of, square_away, surveyed
from dungeonbowl.atlas.survey_page import judged, tables, verdict
from dungeonbowl.bots.arena import Pairing, play
from dungeonbowl.dungeon.graph import Dungeon

GAMES = 20


def drawn(chance: Random, share: float, lead: tuple[float, ...] = (0.0,) * len(LEADS)) -> Seen:
    """A dungeon whose end zone A truly wins this share."""
    wins = (
        sum(chance.random() < share for _ in range(GAMES // 2)),
        sum(chance.random() < share for _ in range(GAMES // 2)),
    )
    return Seen((wins[0], GAMES // 2), (wins[1], GAMES // 2), lead, 0.1)


def test_the_luck_of_few_matches_is_taken_off() -> None:
    """Even dungeons look ten points away from one half after twenty matches; the survey says about none."""
    chance = Random(5)
    even = level_of("even", [drawn(chance, 0.5) for _ in range(500)])
    uneven = level_of("uneven", [drawn(chance, chance.choice((0.4, 0.6))) for _ in range(500)])
    assert even.low == 0.0
    assert even.away < 0.035
    assert uneven.low < 0.1 < uneven.high
    assert uneven.low > even.away
    assert even.fair > 0.85
    assert 0.3 < uneven.fair < 0.45


def test_the_square_is_right_on_average() -> None:
    """All results of four matches of a dungeon that wins three quarters, weighed by how often they happen."""
    ways = {0: 1, 1: 4, 2: 6, 3: 4, 4: 1}
    mean = sum(ways[wins] * 0.75**wins * 0.25 ** (4 - wins) * square_away(wins, 4) for wins in ways)
    assert mean == pytest.approx(0.0625)


def made_up(worth: float) -> Survey:
    """Dungeons where a step that the nearest chest is nearer is worth so much, in those that are not symmetric."""
    chance = Random(9)
    wishes = all_wishes("official")
    tasks, seen = [], []
    for number in range(360):
        wanted = wishes[number % len(wishes)]
        lead = (0.0, float(chance.randint(-4, 4)), 0.0, 0.0, 0.0) if wanted.mode == "free" else (0.0,) * len(LEADS)
        share = 0.5 + worth * lead[1]
        tasks.append(Visit("official", "", wanted, number // len(wishes), "normal", 1, 0, GAMES))
        seen.append(drawn(chance, share, lead))
    terms = GroundTerms(edition="official", games=0, generated=360, generated_games=GAMES)
    return surveyed(terms, "made up", tasks, seen)


def test_the_setting_that_makes_dungeons_uneven_is_found() -> None:
    found = made_up(0.04)
    symmetric, free = found.settings["mode"]
    assert (symmetric.name, free.name) == ("symmetric", "free")
    assert symmetric.dungeons == free.dungeons == 180
    assert free.low > symmetric.away
    nearer = found.leads["nearest chest one step nearer"]
    assert nearer.low > 0.5
    assert nearer.low <= 0.54 <= nearer.high + 0.01
    assert "Proven: mode symmetric before free" in tables(made_up(0.1))[0].words
    assert sum(each.wishes.mode == "free" for each in found.suspects) >= 3


def test_where_nothing_matters_nothing_is_found() -> None:
    found = made_up(0.0)
    for levels in found.settings.values():
        assert all(each.low == 0.0 for each in levels)
    assert "none is proven" in tables(found)[0].words
    told = found.leads["nearest chest one step nearer"]
    assert told.low <= 0.5 <= told.high
    assert all(0.35 < each.likely < 0.65 for each in found.suspects)  # though they won four or sixteen of twenty


def test_a_share_that_changes_sides_with_the_map_is_a_habit_of_the_bots() -> None:
    terms = GroundTerms(edition="official", games=400, generated=0, generated_games=2)

    def told(drawn: tuple[int, int], turned: tuple[int, int]) -> str:
        visit = Visit("official(quick=1)", "of-1", None, 0, "normal", 1, 0, 400)
        return verdict(surveyed(terms, "made up", [visit], [Seen(drawn, turned, (), 1.0)]))

    assert "the bots do better" in told((130, 200), (70, 200))
    assert told((130, 200), (70, 200)).startswith("None is uneven")
    assert told((130, 200), (130, 200)).startswith("Uneven: of-1")
    assert "Open: so few matches" in told((10, 20), (9, 20))
    even = "None is uneven: every interval reaches into 45 to 55 %. Even: the interval also lies within 40 to 60 %."
    assert told((104, 200), (98, 200)) == even
    leaning = "In of-1 one end zone likely wins more than the other; whether by more than 55 % is open."
    assert told((115, 200), (115, 200)).endswith(leaning)  # 53 to 62 %
    assert told((85, 200), (85, 200)).endswith(leaning)
    assert "In of-1" not in told((104, 200), (110, 200))  # 49 to 58 %


def test_a_dungeon_is_even_only_where_its_interval_says_so() -> None:
    """A hundred matches that one end zone lost by luck or not: nothing is proven, neither way."""
    assert judged(share_from(88, 200)) == "open"  # 37 to 51 %
    assert judged(share_from(112, 200)) == "open"
    assert judged(share_from(40, 80)) == "open"
    assert judged(share_from(200, 400)) == "even"
    assert judged(share_from(180, 400)) == "even"  # 40.2 to 49.9 %
    assert judged(share_from(176, 400)) == "open"  # 39 to 49 %
    assert judged(share_from(240, 400)) == "uneven"  # 55.1 to 64.7 %
    assert judged(share_from(160, 400)) == "uneven"


def test_a_plan_reads_every_dungeon_once_however_long_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """A click on a figure makes the plan again, so it must cost nothing."""
    read: list[str] = []

    def needed(board: Dungeon) -> str:
        read.append(board.identity)
        return played_by(board)

    monkeypatch.setattr(grounds, "played_by", needed)
    planned = visits(GroundTerms(edition="official", games=200, generated=0, generated_games=2))
    assert sorted(read) == names_of("official")
    assert len(planned) == 10 * len(read)


def test_every_dungeon_is_played_equally_often_as_drawn_and_turned() -> None:
    terms = GroundTerms(edition="official", games=42, generated=72, generated_games=4)
    planned = visits(terms)
    for name in names_of("official"):
        mine = [each for each in planned if each.name == name]
        assert [each.first for each in mine] == [0, 20, 40]
        assert sum(each.games for each in mine) == 42
    generated = [(each.wishes, each.dungeon_seed) for each in planned if each.wishes is not None]
    assert len(set(generated)) == len(generated) == 72
    seeds = [
        range(each.seed + each.first // 2, each.seed + (each.first + each.games) // 2)
        for each in planned
        if each.wishes
    ]
    assert len({seed for each in seeds for seed in each}) == 72 * 2


def test_matches_as_drawn_are_those_of_sim() -> None:
    visit = visits(GroundTerms(edition="official", games=4, generated=0, generated_games=2))[-1]
    assert visit.name == "of-6"
    seen = play_visit(visit)
    results = [play(Pairing(visit.edition, visit.name), visit.seed + number) for number in range(2)]
    assert seen.drawn == (
        sum(each.winner == "home" for each in results),
        sum(each.winner != "draw" for each in results),
    )
    assert seen.turned[1] <= 2


def test_what_the_generator_does_not_find_is_counted() -> None:
    assert boards_of("", "official", Wishes("quick", "no such mode", "standard", "balanced"), 1) is None
    visit = Visit("official", "", Wishes("quick", "no such mode", "standard", "balanced"), 1, "normal", 1, 0, 2)
    terms = GroundTerms(edition="official", games=0, generated=1, generated_games=2)
    found = surveyed(terms, "made up", [visit], [play_visit(visit)])
    assert found.missed == 1
    assert found.generated is None
    assert tables(found) == []
