"""Brackets."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeonbowl.errors import UserError
from dungeonbowl.league.competitions import results
from dungeonbowl.league.competitions.events import Resulted, RolledOff, Unplayed, Withdrawn
from dungeonbowl.league.competitions.knock_out import (
    bracket,
    fill,
    is_over,
    next_round,
    places,
    roll_off,
    seed_order,
)
from dungeonbowl.league.competitions.scheduling import bracket_of
from support.competition_logs import Log, teams

CUP = "edition = official, stages = knock_out"


def sides(log: Log, round_number: int, stage: int = 1) -> list[tuple[str, ...]]:
    state = log.state
    return [state.fixtures[name].sides for name in state.round(stage, round_number).fixtures]


@pytest.mark.rule("O-LEAGUE-03")
def test_the_best_four_play_semi_finals_a_final_and_a_match_for_third_place() -> None:
    """Six teams play a season; the two that stand last are left out."""
    log = Log("edition = official, stages = round_robin(meetings=1) knock_out(qualify=4)", teams(6))
    log.begin_stage()
    log.pair()
    for fixture in list(log.state.fixtures.values()):
        one, other = fixture.sides
        log.score(fixture.id, {min(one, other): 1, max(one, other): 0})  # the earlier letter always wins
    assert log.finish_stage() == (("a",), ("b",), ("c",), ("d",), ("e",), ("f",))
    log.begin_stage()
    log.pair()
    assert sides(log, 1, stage=2) == [("a", "d"), ("b", "c")]
    assert log.state.round(2, 1).title == "semi-finals"
    log.meet("a", "d", (0, 1))
    log.meet("b", "c", (1, 0))
    log.pair()
    assert [(each.title, each.sides) for each in log.state.fixtures_of(2) if each.round == 2] == [
        ("match for third place", ("a", "c")),
        ("final", ("d", "b")),
    ]
    log.meet("a", "c", (0, 1))
    log.meet("d", "b", (1, 0))
    assert not log.pair()
    assert log.finish_stage() == (("d",), ("b",), ("c",), ("a",))


def test_byes_go_to_the_best_seeds() -> None:
    log = Log(CUP, teams(6))
    log.begin_stage()
    log.pair()
    state = log.state
    assert state.round(1, 1).byes == ["a", "b"]
    assert sides(log, 1) == [("d", "e"), ("c", "f")]
    log.meet("d", "e", (1, 0))
    log.meet("c", "f", (0, 1))
    log.pair()
    assert sides(log, 2) == [("a", "d"), ("b", "f")]


def test_without_a_match_for_third_place_both_share_it() -> None:
    log = Log("edition = official, stages = knock_out(third_place=off)", teams(4))
    log.begin_stage()
    log.pair()
    log.meet("a", "d", (1, 0))
    log.meet("b", "c", (1, 0))
    log.pair()
    log.meet("a", "b", (1, 0))
    assert log.finish_stage() == (("a",), ("b",), ("c", "d"))


def test_a_draw_is_decided_by_dice_and_re_rolls_left() -> None:
    """Equal sums are rolled again. A round is not over before that."""
    log = Log(CUP, teams(2))
    log.begin_stage()
    log.pair()
    log.meet("a", "b", (0, 0))
    with pytest.raises(UserError, match="round 1 is not over: 1-1-1"):
        log.pair()
    log.add(RolledOff(fixture="1-1-1", dice=((4, 3), (2, 6)), rerolls=(0, 1)))
    assert log.state.results["1-1-1"].goes_on == "b"
    assert log.state.results["1-1-1"].winner == ""  # a draw it was
    assert log.finish_stage() == (("b",), ("a",))


@pytest.mark.parametrize(
    ("dice", "message"),
    [
        ([(3, 3)], "two more dice"),
        ([], "two more dice"),
        ([(5, 3), (1, 2)], "before the last dice"),
        ([(7, 3)], "dice of 1 to 6"),
    ],
)
def test_dice_of_a_roll_off_that_do_not_fit(dice: list[tuple[int, int]], message: str) -> None:
    with pytest.raises(UserError, match=message):
        roll_off(dice, (0, 0))


def test_a_draw_in_a_table_is_not_rolled_off() -> None:
    log = Log("edition = official", teams(4))
    log.begin_stage()
    log.pair()
    log.score("1-1-1", (0, 0))
    log.add(RolledOff(fixture="1-1-1", dice=((1, 2),)))
    with pytest.raises(UserError, match="no knock-out"):
        assert log.state


def test_if_nobody_comes_nobody_goes_on_and_the_next_opponent_has_a_bye() -> None:
    log = Log("edition = official, stages = knock_out(third_place=off)", teams(4))
    log.begin_stage()
    log.pair()
    log.add(Unplayed(fixture="1-1-1"))
    log.meet("b", "c", (1, 0))
    assert not log.pair()
    assert log.finish_stage()[0] == ("b",)


def test_a_team_that_withdraws_loses_by_a_walkover_in_this_round_and_in_the_next() -> None:
    log = Log("edition = official, stages = knock_out(third_place=off)", teams(4))
    log.begin_stage()
    log.pair()
    log.meet("a", "d", (1, 0))
    log.add(Withdrawn(team="a", reason="ill"), Withdrawn(team="c", reason="ill"))
    log.pair()
    assert log.state.results["1-1-2"].how == "walkover"
    assert (log.state.results["1-2-1"].winner, log.state.results["1-2-1"].how) == ("b", "walkover")
    assert log.finish_stage()[0] == ("b",)


def test_a_corrected_result_does_not_change_who_played_in_the_next_round() -> None:
    log = Log("edition = official, stages = knock_out(third_place=off)", teams(4))
    log.begin_stage()
    log.pair()
    wrong = log.meet("a", "d", (1, 0))
    log.meet("b", "c", (1, 0))
    log.pair()
    log.meet("a", "b", (1, 0))
    right = results.played(log.state.fixture("1-1-1"), {"a": 0, "d": 1}, provenance="corrected")
    log.void(wrong, instead=Resulted(result=right))
    assert log.state.results["1-1-1"].winner == "d"
    assert sides(log, 2) == [("a", "b")]
    assert log.finish_stage()[0] == ("a",)


def test_the_best_meet_as_late_as_they_can() -> None:
    assert seed_order(2) == [1, 2]
    assert seed_order(16) == [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]


def test_one_team_is_no_knock_out() -> None:
    with pytest.raises(UserError, match="at least two"):
        bracket(1)


@given(st.integers(2, 40), st.booleans(), st.booleans(), st.integers())
@settings(deadline=None)
def test_every_bracket_ends_with_one_champion(count: int, third: bool, second_life: bool, seed: int) -> None:
    """Nobody plays twice in a round; who is out has lost once, or twice with a second life."""
    names = teams(count)
    dice = random.Random(seed)
    slots = bracket(count, third, second_life)
    decided: dict[int, str] = {}
    losses: Counter[str] = Counter()
    while True:
        filled = fill(slots, names, decided)
        number = next_round(slots, filled)
        if not number:
            break
        here = [each for each in filled if each.winner is None and slots[each.slot].round == number]
        assert all(each.is_match for each in here)
        playing = [team for each in here for team in each.teams]
        assert len(set(playing)) == len(playing)
        for each in here:
            winner = dice.choice([team or "" for team in each.teams])
            decided[each.slot] = winner
            if slots[each.slot].part != "third":
                losses[next(team or "" for team in each.teams if team != winner)] += 1
    assert is_over(filled)
    order = places(slots, filled, names)
    assert sorted(team for together in order for team in together) == sorted(names)
    assert len(order[0]) == len(order[1]) == 1
    champion = order[0][0]
    lives = 2 if second_life else 1
    assert all(losses[team] == lives for team in names if team != champion)
    assert losses[champion] < lives
    if third and not second_life and count > 2:
        assert len(order[2]) == 1


@given(st.integers(2, 64))
@settings(deadline=None)
def test_if_the_better_seed_always_wins_places_are_seeds(count: int) -> None:
    names = teams(count)
    slots = bracket(count)
    decided: dict[int, str] = {}
    while next_round(slots, filled := fill(slots, names, decided)):
        for each in filled:
            if each.winner is None and each.is_match:
                decided[each.slot] = min((team or "" for team in each.teams), key=names.index)
    order = places(slots, filled, names)
    assert [together[0] for together in order[:4]] == names[:4]


def test_the_bracket_of_another_format_is_refused() -> None:
    log = Log("edition = official", teams(4))
    log.begin_stage()
    with pytest.raises(UserError, match="no knock-out"):
        bracket_of(log.state, 1)
