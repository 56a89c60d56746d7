"""Ratings, forecasts, and the balance report."""

from __future__ import annotations

import random
import sys

import msgspec
import pytest

from dungeonbowl.dungeon.fairness import wilson
from dungeonbowl.errors import MissingExtra, UserError
from dungeonbowl.league.competitions import balance
from dungeonbowl.league.competitions.balance import Played, changed_places, class_of, report
from dungeonbowl.league.competitions.forecast import (
    Expected,
    Odds,
    brier,
    expected_from,
    foretell,
    foretell_stage,
    odds,
)
from dungeonbowl.league.competitions.options import read_season
from dungeonbowl.league.competitions.ratings import Rating, by_rating, chance, performance, ranks_of, rebuilt
from dungeonbowl.league.competitions.results import played, unplayed, walkover
from dungeonbowl.league.competitions.scoring import Scoring, read_bonuses
from dungeonbowl.league.competitions.words import Fixture, Result, SideResult
from support.competition_logs import Log, fixture, result, teams

OPTIONS = read_season("edition = official").competition


# --- ratings ----------------------------------------------------------------------------------------------------------


def test_who_wins_rises_and_every_match_takes_doubt_away() -> None:
    told = rebuilt([result("a", "b", (1, 0))])
    assert told["a"].mean > 25 > told["b"].mean
    assert told["a"].doubt < 25 / 3
    assert (told["a"].games, told["b"].games) == (1, 1)
    assert by_rating(told) == ["a", "b"]


def test_a_draw_brings_two_teams_together() -> None:
    before = {"a": Rating(30, 3, 9), "b": Rating(20, 3, 9)}
    told = rebuilt([result("a", "b", (0, 0))], before)
    assert told["a"].mean < 30
    assert told["b"].mean > 20
    assert told["a"].games == 10


def test_matches_of_four_are_rated_by_winner_and_touchdowns() -> None:
    four = played(fixture("a", "b", "c", "d"), {"a": 0, "b": 2, "c": 1, "d": 0})
    assert ranks_of(four) == [2, 0, 1, 2]
    told = rebuilt([four])
    assert by_rating(told) == ["b", "c", "a", "d"]
    assert told["a"] == msgspec.structs.replace(told["d"])


def test_a_concession_is_rated_and_what_was_not_played_is_not() -> None:
    sides = (SideResult(team="a", result="lost", conceded=True), SideResult(team="b", result="won", score=1))
    told = rebuilt([Result(fixture="f", sides=sides, how="conceded")])
    assert by_rating(told) == ["b", "a"]
    assert rebuilt([walkover(fixture("a", "b"), "a", OPTIONS), unplayed(fixture("a", "b"), OPTIONS)]) == {}


def test_ratings_are_rebuilt_from_the_beginning_or_from_where_they_were() -> None:
    dice = random.Random(3)
    told = [result(*dice.sample(teams(6), 2), (dice.randint(0, 1), dice.randint(0, 1))) for _ in range(40)]
    whole = rebuilt(told)
    assert rebuilt(told[25:], rebuilt(told[:25])) == whole
    assert rebuilt(told) == whole


def test_performance_is_what_was_won_above_what_was_to_be_expected() -> None:
    even = {"a": Rating(), "b": Rating()}
    assert performance("a", [result("a", "b", (1, 0)), result("a", "b", (0, 0))], even) == 0.5
    assert performance("b", [result("a", "b", (1, 0))], even) == -0.5
    weak = {"a": Rating(10), "b": Rating(40)}
    assert performance("a", [result("a", "b", (1, 0))], weak) > 0.9


def test_without_the_extra_one_line_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(MissingExtra, match=r"pip install 'dungeonbowl\[league\]'"):
        rebuilt([result("a", "b", (1, 0))])


def test_the_chance_of_two_teams_is_that_of_the_model() -> None:
    """openskill's own prediction, for two sides."""
    from openskill.models import PlackettLuce

    maker = PlackettLuce()
    one, other = maker.rating(mu=30, sigma=4), maker.rating(mu=24, sigma=6)
    first, _ = maker.predict_win([[one], [other]])
    assert chance(Rating(30, 4), Rating(24, 6)) == pytest.approx(first, abs=1e-9)


# --- forecasts --------------------------------------------------------------------------------------------------------


def season(rounds: int = 0) -> Log:
    log = Log("edition = official, stages = round_robin(meetings=1) knock_out(qualify=2)", teams(4))
    log.begin_stage()
    log.pair()
    for each in list(log.state.fixtures_of(1)):
        if each.round <= rounds:
            one, other = each.sides
            log.score(each.id, {min(one, other): 1, max(one, other): 0})
    return log


def test_equal_teams_have_equal_chances() -> None:
    told = foretell_stage(season().state, 1, {}, trials=4000)[""]
    assert len(told) == 4
    for each in told:
        assert sum(each.places) == pytest.approx(1)
        assert all(abs(share - 0.25) < 0.05 for share in each.places)
        assert abs(each.title - 0.25) < 0.05
    assert sum(each.title for each in told) == pytest.approx(1)


def test_the_same_seed_foretells_the_same() -> None:
    state = season(1).state
    assert foretell_stage(state, 1, {}, trials=300) == foretell_stage(state, 1, {}, trials=300)
    assert foretell_stage(state, 1, {}, trials=300) != foretell_stage(state, 1, {}, trials=300, seed="another")


def test_a_finished_season_is_certain() -> None:
    told = foretell_stage(season(3).state, 1, {"a": Rating(50, 0.1), "b": Rating(1, 0.1)}, trials=50)[""]
    assert [each.places.index(1.0) for each in told] == [0, 1, 2, 3]
    assert [each.points for each in told] == [9, 6, 3, 0]
    assert told[0].title == 1.0


def test_a_strong_team_is_likely_to_win() -> None:
    ratings = {"a": Rating(20, 1), "b": Rating(25, 1), "c": Rating(25, 1), "d": Rating(45, 1)}
    told = {each.team: each for each in foretell_stage(season().state, 1, ratings, trials=500)[""]}
    assert told["d"].places[0] > 0.8
    assert told["a"].places[0] < 0.05
    assert told["d"].points > told["b"].points > told["a"].points


def test_bonus_lines_and_draws_are_part_of_it() -> None:
    rows = season().table()
    left = [Fixture(id="f", sides=("a", "b"))]
    scoring = Scoring(bonus=read_bonuses(["casualties>=1:+2", "loss_by_one:+1", "touchdowns>=1:+4"]))
    certain = {"a": Rating(90, 0.1), "b": Rating(1, 0.1)}
    told = foretell(
        rows, left, certain, ["points"], scoring=scoring, expected=Expected(draws=0.0, casualties=50.0), trials=20
    )
    assert {each.team: each.points for each in told} == {"a": 3 + 4 + 2, "b": 1 + 2, "c": 0, "d": 0}
    drawn = foretell(rows, left, {}, ["points"], expected=Expected(draws=0.99), trials=200)
    assert 1.0 <= next(each.points for each in drawn if each.team == "a") < 1.6


def test_what_cannot_be_foretold() -> None:
    rows = season().table()
    with pytest.raises(UserError, match="from 1 to 1000000 trials, found 0"):
        foretell(rows, [], {}, ["points"], trials=0)
    with pytest.raises(UserError, match="has 3 teams; expected two"):
        foretell(rows, [Fixture(id="f", sides=("a", "b", "c"))], {}, ["points"])


def test_odds_of_a_fixture_are_those_of_the_trials() -> None:
    told = odds(Rating(30, 2), Rating(24, 2), draws=0.0)
    assert told.first + told.draw + told.second == pytest.approx(1)
    rows = season().table()
    played_out = foretell(
        rows,
        [Fixture(id="f", sides=("a", "b"))],
        {"a": Rating(30, 2), "b": Rating(24, 2)},
        ["points"],
        expected=Expected(draws=0.0),
        trials=20_000,
    )
    assert next(each.points for each in played_out if each.team == "a") / 3 == pytest.approx(told.first, abs=0.02)
    assert odds(Rating(25), Rating(25), 0.3).draw == pytest.approx(0.3)
    assert odds(Rating(60, 1), Rating(10, 1), 0.3).draw < 0.01


def test_what_matches_are_like_is_learned_from_those_played() -> None:
    few = expected_from([])
    assert (few.draws, few.touchdowns, few.casualties) == pytest.approx((0.1, 1, 1.0))
    told = expected_from([result("a", "b", (0, 0), (4, 4))] * 60)
    assert told.draws > 0.8
    assert told.casualties > 3.5


def test_the_brier_score_of_forecasts() -> None:
    won, drawn = result("a", "b", (1, 0)), result("a", "b", (0, 0))
    assert brier([(Odds(1.0, 0.0, 0.0), won)]) == 0
    assert brier([(Odds(0.0, 0.0, 1.0), won)]) == 2
    assert brier([(Odds(1 / 3, 1 / 3, 1 / 3), drawn)]) == pytest.approx(2 / 3)
    assert brier([(Odds(1.0, 0.0, 0.0), won), (Odds(0.0, 0.0, 1.0), won)]) == 1
    with pytest.raises(UserError, match="at least one forecast"):
        brier([])


# --- balance ----------------------------------------------------------------------------------------------------------


def match(first: str, values: tuple[int, int] = (0, 0), winner: int = 0, **words: object) -> Result:
    sides = tuple(
        SideResult(team=team, result="won" if number == winner else "lost", value=value)
        for number, (team, value) in enumerate(zip("ab", values, strict=True))
    )
    return Result(fixture="f", sides=sides, first=first, dungeon="of-1", **words)  # type: ignore[arg-type]


def test_win_rates_by_roster_dungeon_turn_and_value() -> None:
    told = [
        Played(result=match("a", (1_000_000, 1_120_000), winner=0), rosters=("fire", "metal"), petty_cash=(120_000, 0)),
        Played(result=match("b", (1_000_000, 1_000_000), winner=1), rosters=("fire", "fire"), petty_cash=(0, 0)),
        Played(result=walkover(fixture("a", "b"), "a", OPTIONS), rosters=("fire", "metal")),
    ]
    found = report(told)
    assert found.matches == 2
    assert [(each.what, each.wins, each.losses) for each in found.by_roster] == [("fire", 2, 1), ("metal", 0, 1)]
    assert (found.by_roster[0].low, found.by_roster[0].high) == wilson(2, 3)
    assert [(each.what, each.wins) for each in found.by_turn] == [("first turn", 2), ("later turn", 0)]
    assert [(each.what, each.wins, each.games) for each in found.by_dungeon] == [("of-1", 1, 2)]
    assert [(each.what, each.wins, each.games) for each in found.by_value_gap] == [
        ("100k to 150k less", 1, 1),
        ("100k to 150k more", 0, 1),
        ("less than 50k apart", 1, 2),
    ]
    assert [(each.what, each.wins, each.games) for each in found.by_petty_cash] == [
        ("no petty cash", 1, 3),
        ("petty cash from 100k", 1, 1),
    ]


def test_a_draw_is_half_a_win_and_four_teams_have_a_quarter_each() -> None:
    (share,) = balance.shares([Played(result=result("a", "b", (0, 0)))], lambda played, side: "all")
    assert (share.games, share.draws, share.share, share.even) == (2, 2, 0.5, 0.5)
    four = Played(result=played(fixture("a", "b", "c", "d"), {"a": 1}))
    (share,) = balance.shares([four], lambda played, side: "all")
    assert (share.share, share.even) == (0.25, 0.25)
    odd = balance.share_of("odd", balance.Count(games=3, wins=1, draws=1, even=1.5))
    assert wilson(1, 3)[0] < odd.low < wilson(2, 3)[0]


def test_what_stands_out_and_what_does_not() -> None:
    assert balance.share_of("often", balance.Count(games=100, wins=75, even=50.0)).stands_out
    assert not balance.share_of("seldom", balance.Count(games=4, wins=3, even=2.0)).stands_out


@pytest.mark.parametrize(
    ("gap", "words"),
    [
        (0, "less than 50k apart"),
        (-49_999, "less than 50k apart"),
        (50_000, "50k to 100k more"),
        (-199_000, "150k to 200k less"),
        (200_000, "200k more or above"),
        (-400_000, "200k less or below"),
    ],
)
def test_classes_of_value(gap: int, words: str) -> None:
    assert class_of(gap) == words


def test_which_option_would_have_changed_places() -> None:
    told = [
        result("a", "b", (1, 0)),
        result("c", "d", (1, 0)),
        result("a", "c", (1, 0), (0, 3)),
        result("b", "d", (1, 0)),
    ]
    names = {team: team for team in teams(4)}
    other = read_season("bonus = casualties>=3:+1", read_season("edition = official"))
    assert changed_places(names, told, OPTIONS, other.competition) == {}
    swapped = read_season("tie_breaks = points td_for", read_season("edition = official")).competition
    more = msgspec.structs.replace(swapped, bonus=("casualties>=3:+1",))
    level = [result("a", "b", (1, 0)), result("c", "d", (1, 0), (3, 0))]
    assert changed_places(names, level, swapped, more) == {"a": (1, 2)}
