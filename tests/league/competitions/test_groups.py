"""Groups, and who goes on from them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeonbowl.errors import UserError
from dungeonbowl.league.competitions.groups import by_division, cross_over, from_pots, name_of_group, qualified
from dungeonbowl.league.competitions.knock_out import bracket, fill
from dungeonbowl.league.competitions.words import Entry
from support.competition_logs import Log, teams


def grouped(count: int, size: int) -> dict[str, list[str]]:
    return {name: [f"{name}{place}" for place in range(1, size + 1)] for name in "ABCDEFGH"[:count]}


def ranking(tables: dict[str, list[str]]) -> list[str]:
    return sorted((team for table in tables.values() for team in table), key=lambda team: (team[1:], team[0]))


def first_round(seeds: list[str]) -> list[tuple[str | None, str | None]]:
    slots = bracket(len(seeds))
    return [each.teams for each in fill(slots, seeds, {}) if each.is_match and slots[each.slot].round == 1]


def test_two_groups_cross_over() -> None:
    tables = grouped(2, 4)
    assert first_round(cross_over(tables, ranking(tables), 4)) == [("A1", "B2"), ("B1", "A2")]


def test_four_groups_cross_over_and_two_of_a_group_can_meet_only_in_the_final() -> None:
    tables = grouped(4, 4)
    assert first_round(cross_over(tables, ranking(tables), 8)) == [
        ("A1", "B2"),
        ("D1", "C2"),
        ("B1", "A2"),
        ("C1", "D2"),
    ]


def test_one_group_sends_its_best_four() -> None:
    tables = {"": list("abcdef")}
    assert cross_over(tables, list("abcdef"), 4) == list("abcd")


def test_of_three_groups_the_best_second_goes_on_too() -> None:
    tables = grouped(3, 4)
    best = ["C1", "A1", "B1", "B2", "A2", "C2", *ranking(tables)[6:]]
    assert qualified(tables, best, 4) == [["A1", "B1", "C1"], ["B2"]]
    seeds = cross_over(tables, best, 4)
    assert seeds[0] == "C1"
    assert first_round(seeds) == [("C1", "B2"), ("A1", "B1")]


@given(st.integers(2, 8), st.integers(2, 5), st.data())
@settings(deadline=None)
def test_nobody_meets_his_own_group_at_first_if_it_can_be_helped(count: int, size: int, data: st.DataObject) -> None:
    tables = grouped(count, size)
    order = data.draw(st.permutations(ranking(tables)))
    number = data.draw(st.integers(2, count * 2))
    seeds = cross_over(tables, order, number)
    assert len(set(seeds)) == len(seeds) == number
    tiers = qualified(tables, order, number)
    assert sorted(team for tier in tiers for team in tier) == sorted(seeds)
    clashes = [pair for pair in first_round(seeds) if (pair[0] or " ")[0] == (pair[1] or " ")[0]]
    assert not clashes


@given(st.integers(1, 8), st.integers(1, 40), st.text(max_size=4))
@settings(deadline=None)
def test_each_group_gets_one_of_each_pot(count: int, entered: int, seed: str) -> None:
    entries = [Entry(team, seed=number) for number, team in enumerate(teams(entered), 1)]
    groups = from_pots(entries, count, seed)
    assert sorted(team for members in groups.values() for team in members) == sorted(teams(entered))
    sizes = [len(members) for members in groups.values()]
    assert max(sizes) - min(sizes) <= 1
    for pot in range(entered // count):
        here = set(teams(entered)[pot * count : (pot + 1) * count])
        assert all(len(here & set(members)) == 1 for members in groups.values())


def test_pots_do_not_hang_on_the_order_of_entries() -> None:
    entries = [Entry(team, seed=number % 3) for number, team in enumerate(teams(10))]
    assert from_pots(entries, 3, "seed") == from_pots(entries[::-1], 3, "seed")
    assert from_pots(entries, 3, "seed") != from_pots(entries, 3, "another seed")


def north_and_south(count: int) -> list[Entry]:
    return [
        Entry(team, team.upper(), seed=number, division="north" if team in "abcd" else "south")
        for number, team in enumerate(teams(count), 1)
    ]


def test_divisions_as_entered() -> None:
    assert by_division(north_and_south(8), "seed") == {"north": tuple("abcd"), "south": tuple("efgh")}
    with pytest.raises(UserError, match="X has been entered in no division"):
        by_division([Entry("x", "X")], "seed")


def test_a_season_with_divisions_and_play_offs() -> None:
    stages = "round_robin(by=division,meetings=1) knock_out(qualify=4)"
    log = Log(f"edition = official, stages = {stages}", north_and_south(9))
    log.begin_stage()
    log.pair()
    state = log.state
    assert {fixture.group for fixture in state.fixtures_of(1)} == {"north", "south"}
    for fixture in state.fixtures_of(1):
        assert len({state.entries[team].division for team in fixture.sides}) == 1
        one, other = fixture.sides
        log.score(fixture.id, {min(one, other): 1, max(one, other): 0})
    # a has 9 points of three games, e has 12 of four: both three a game; the rest by touchdowns
    log.finish_stage()
    log.begin_stage()
    log.pair()
    assert [set(fixture.sides) for fixture in log.state.fixtures_of(2)] == [{"a", "f"}, {"e", "b"}]


def test_names_of_many_groups() -> None:
    assert [name_of_group(index) for index in (0, 25, 26, 27, 51, 52)] == ["A", "Z", "AA", "AB", "AZ", "BA"]


def test_more_than_there_are_cannot_go_on() -> None:
    with pytest.raises(UserError, match="from 2 to 4 teams, found 5"):
        qualified(grouped(2, 2), ranking(grouped(2, 2)), 5)
