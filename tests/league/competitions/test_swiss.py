"""Swiss pairing: the cheapest pairs are found, and are the same for everybody."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeonbowl.errors import MissingExtra, UserError
from dungeonbowl.league.competitions import lots, matching, swiss
from dungeonbowl.league.competitions.events import Entered, Paired, Withdrawn
from dungeonbowl.league.competitions.swiss import Contender, pair
from dungeonbowl.league.competitions.words import Entry, Fixture
from support.competition_logs import Log, teams

OPTIONS = "edition = official, stages = swiss(rounds={rounds})"


# --- the unique optimum -----------------------------------------------------------------------------------------------


def all_pairings(nodes: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    if not nodes:
        yield []
        return
    first, *rest = nodes
    for second in rest:
        for others in all_pairings([node for node in rest if node != second]):
            yield [(first, second), *others]


def cost(
    field: Sequence[Contender], pairs: Sequence[tuple[int, int]], seed: str, number: int
) -> tuple[int, ...] | None:
    """The levels of a pairing, added up one by one; None if it is not allowed. Written from the description."""
    groups = sorted({each.points for each in field}, reverse=True)
    members = {points: [index for index, each in enumerate(field) if each.points == points] for points in groups}
    total = [0] * 6
    for one, other in pairs:
        if other == len(field):
            if field[one].byes:
                return None
            total[1] += len(field) - 1 - one
            continue
        first, second = field[one], field[other]
        total[0] += first.met.count(second.team)
        total[2] += (first.points - second.points) ** 2
        total[3] += bool((first.club and first.club == second.club) or (first.owner and first.owner == second.owner))
        upper, lower = members[first.points], members[second.points]
        if upper == lower:
            total[4] += abs((upper.index(other) - upper.index(one)) - len(upper) // 2)
        else:
            total[4] += (len(upper) - 1 - upper.index(one)) + lower.index(other)
        total[5] += lots.of_pair(seed, number, first.team, second.team)
    return tuple(total)


@st.composite
def fields(draw: st.DrawFn) -> list[Contender]:
    """Two to eight teams with any history that could have happened."""
    count = draw(st.integers(2, 8))
    names = teams(count)
    met: dict[str, list[str]] = {name: [] for name in names}
    for one in names:
        for other in names:
            if one < other and draw(st.integers(0, 3)) == 0:
                met[one].append(other)
                met[other].append(one)
    byes = draw(st.lists(st.booleans(), min_size=count, max_size=count))
    if all(byes):
        byes[-1] = False
    field = [
        Contender(
            team=name,
            points=draw(st.integers(0, 9)),
            met=tuple(met[name]),
            byes=int(bye) if count % 2 else 0,
            club=draw(st.sampled_from(["", "", "north"])),
            owner=draw(st.sampled_from(["", "", "one"])),
        )
        for name, bye in zip(names, byes, strict=True)
    ]
    return sorted(field, key=lambda each: -each.points)


@given(fields(), st.text(max_size=5))
@settings(deadline=None, max_examples=150)
def test_the_pairing_is_the_one_and_only_cheapest(field: list[Contender], seed: str) -> None:
    nodes = list(range(len(field) + len(field) % 2))
    costs = sorted(
        (total, pairs) for pairs in all_pairings(nodes) if (total := cost(field, pairs, seed, 3)) is not None
    )
    assert len(costs) == 1 or costs[0][0] < costs[1][0]
    best = {frozenset(field[node].team if node < len(field) else "" for node in nodes) for nodes in costs[0][1]}
    found = pair(field, seed, 3)
    assert {frozenset(each) for each in found.pairs} | ({frozenset((found.bye, ""))} if found.bye else set()) == best
    assert len(found.again) == costs[0][0][0]
    assert bool(found.remark()) == bool(costs[0][0][0])


@given(fields(), st.text(max_size=5), st.randoms())
@settings(deadline=None)
def test_the_order_in_which_equals_are_named_is_all_that_counts(
    field: list[Contender], seed: str, shuffler: random.Random
) -> None:
    """Histories may be told in any order, and the search over subsets finds the same pairs as rustworkx."""
    told = [
        Contender(
            team=each.team,
            points=each.points,
            met=tuple(shuffler.sample(each.met, len(each.met))),
            byes=each.byes,
            owner=each.owner,
            club=each.club,
        )
        for each in field
    ]
    assert pair(told, seed, 2) == pair(field, seed, 2)
    by_lot = pair(field, seed, 2, fold=False)
    shuffler.shuffle(told)
    if not by_lot.bye:  # a bye goes by rank
        assert {frozenset(each) for each in pair(told, seed, 2, fold=False).pairs} == {
            frozenset(each) for each in by_lot.pairs
        }


@given(st.integers(1, 6), st.data())
@settings(deadline=None)
def test_both_ways_of_searching_find_the_same_pairs(half: int, data: st.DataObject) -> None:
    import rustworkx

    count = 2 * half
    edges = [(one, other) for one in range(count) for other in range(one + 1, count)]
    chosen = data.draw(st.lists(st.sampled_from(edges), unique=True)) if edges else []
    # powers of two: no two sums are equal
    costs = {edge: (1 << 60) + (1 << number) for number, edge in enumerate(sorted(chosen))}
    assert matching.by_subsets(count, costs) == matching.by_blossoms(rustworkx, count, costs)


@pytest.mark.parametrize("density", [0.1, 0.5, 1.0])
def test_numbers_as_large_as_they_may_be_are_weighed_exactly(density: float) -> None:
    """The same costs, once small and once up to the limit, give the same pairs."""
    dice = random.Random(7)
    ring = [(node, node + 1) for node in range(0, 60, 2)]  # so that everybody can be paired
    edges = [(one, other) for one in range(60) for other in range(one + 1, 60) if dice.random() < density]
    small = {edge: dice.getrandbits(40) for edge in {*ring, *edges}}
    large = {edge: cost << 79 for edge, cost in small.items()}
    assert max(large.values()) > matching.LIMIT >> 3
    found = matching.cheapest(60, small)
    assert found is not None
    assert matching.cheapest(60, large) == found


# --- what it means ----------------------------------------------------------------------------------------------------


def test_the_upper_half_of_a_group_meets_the_lower_half_in_order() -> None:
    field = [Contender(team=team) for team in teams(8)]
    found = pair(field, "seed", 1)
    assert {frozenset(each) for each in found.pairs} == {frozenset(each) for each in ("ae", "bf", "cg", "dh")}


def test_an_odd_group_sends_its_last_down_to_the_first_of_the_next() -> None:
    field = [Contender(team=team, points=3 if team in "abc" else 0) for team in teams(6)]
    found = pair(field, "seed", 2)
    assert {frozenset(each) for each in found.pairs} == {frozenset(each) for each in ("ab", "cd", "ef")}


def test_clubs_are_kept_apart_but_points_come_first() -> None:
    field = [Contender(team=team, club="north" if team in "ac" else "") for team in teams(4)]
    assert frozenset("ac") not in {frozenset(each) for each in pair(field, "seed", 1).pairs}
    field = [
        Contender(team="a", points=6, club="north"),
        Contender(team="b", points=6, club="north"),
        Contender(team="c", points=0),
        Contender(team="d", points=0),
    ]
    assert {frozenset(each) for each in pair(field, "seed", 3).pairs} == {frozenset("ab"), frozenset("cd")}


def test_two_teams_of_one_coach_are_paired_only_if_that_is_allowed() -> None:
    told = [("a", 6, "x"), ("b", 6, "x"), ("c", 0, ""), ("d", 0, "")]
    field = [Contender(team=team, points=points, owner=owner) for team, points, owner in told]
    assert frozenset("ab") in {frozenset(each) for each in pair(field, "seed", 3).pairs}
    assert frozenset("ab") not in {frozenset(each) for each in pair(field, "seed", 3, own_teams_meet=False).pairs}
    both = [Contender(team="a", owner="x"), Contender(team="b", owner="x")]
    with pytest.raises(UserError, match="own_teams_meet = on"):
        pair(both, "seed", 1, own_teams_meet=False)


def test_the_first_round_is_by_lot_and_differs_by_seed() -> None:
    field = [Contender(team=team) for team in teams(8)]
    told = {pair(field, f"seed {number}", 1, fold=False).pairs for number in range(20)}
    assert len(told) > 10


def test_the_lowest_without_a_bye_gets_it() -> None:
    told = [("a", 6, 0), ("b", 3, 0), ("c", 0, 1)]
    field = [Contender(team=team, points=points, byes=byes) for team, points, byes in told]
    assert pair(field, "seed", 3).bye == "b"


def test_the_lowest_does_not_get_it_if_the_others_would_have_to_meet_again() -> None:
    """a and b have met: if c had the bye, they would meet again."""
    field = [
        Contender(team="a", points=4, met=("b",)),
        Contender(team="b", points=4, met=("a",)),
        Contender(team="c", points=0),
    ]
    found = pair(field, "seed", 2)
    assert found.bye == "b"
    assert found.again == ()


def test_who_must_meet_again_is_told() -> None:
    field = [Contender(team="a", met=("b",)), Contender(team="b", met=("a",))]
    found = pair(field, "seed", 2)
    assert found.remark() == "not everybody could be given a new opponent: a and b meet again"


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ([Contender(team="a")], "at least two teams"),
        ([Contender(team="a"), Contender(team="a")], "stands twice"),
        ([Contender(team=team, byes=1) for team in "abc"], "every team has had its bye, and nobody gets two"),
    ],
)
def test_fields_that_cannot_be_paired(field: list[Contender], message: str) -> None:
    with pytest.raises(UserError, match=message):
        pair(field, "seed", 2)


def test_points_too_large_to_be_weighed_are_refused() -> None:
    field = [Contender(team="a", points=10**15), Contender(team="b"), Contender(team="c"), Contender(team="d")]
    with pytest.raises(UserError, match="too large to be weighed"):
        pair(field, "seed", 2)


def test_rounds_enough_for_a_winner_and_one_more() -> None:
    assert [swiss.usual_rounds(count) for count in (2, 8, 9, 24, 512)] == [2, 4, 5, 6, 10]


def test_above_512_teams_only_near_points_are_considered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for a small field with the limit taken down: teams far apart have no edge, unless nothing else works."""
    monkeypatch.setattr(swiss, "LARGE", 4)
    field = [Contender(team=team, points=30 - 3 * number) for number, team in enumerate(teams(6))]
    wide = swiss.Field(field, "seed", 2, True, True)
    assert all(other - one <= swiss.NEAR for one, other in wide.costs(False, swiss.NEAR))
    assert {frozenset(each) for each in pair(field, "seed", 2).pairs} == set(map(frozenset, ("ab", "cd", "ef")))
    met = {"a": ("b", "c"), "b": ("a", "c", "d"), "c": ("a", "b", "d", "e")}  # a has nobody near who is new
    far = [Contender(team=each.team, points=each.points, met=met.get(each.team, ())) for each in field]
    assert {frozenset(each) for each in pair(far, "seed", 2).pairs} == set(map(frozenset, ("ad", "be", "cf")))


def test_without_the_extra_small_fields_are_paired_and_large_ones_name_it(monkeypatch: pytest.MonkeyPatch) -> None:
    field = [Contender(team=team) for team in teams(16)]
    usual = pair(field, "seed", 1)
    monkeypatch.setitem(__import__("sys").modules, "rustworkx", None)
    assert pair(field, "seed", 1) == usual
    with pytest.raises(MissingExtra, match=r"pip install 'dungeonbowl\[league\]'"):
        pair([Contender(team=team) for team in teams(18)], "seed", 1)


# --- a whole competition ----------------------------------------------------------------------------------------------


def play_round(log: Log, dice: random.Random) -> None:
    state = log.state
    for name in state.stage(1).rounds[-1].fixtures:
        if state.fixtures[name].state != "over":
            log.score(name, (dice.randint(0, 2), dice.randint(0, 2)))


@given(st.integers(4, 13), st.integers())
@settings(deadline=None, max_examples=40)
def test_nobody_meets_twice_or_has_two_byes_in_a_whole_competition(count: int, seed: int) -> None:
    dice = random.Random(seed)
    log = Log(OPTIONS.format(rounds=3), teams(count))
    log.begin_stage(f"seed {seed}")
    while log.pair():
        play_round(log, dice)
    state = log.state
    assert len(state.stage(1).rounds) == 3
    met = [frozenset(fixture.sides) for fixture in state.fixtures_of(1)]
    byes = [team for each in state.stage(1).rounds for team in each.byes]
    assert len(set(byes)) == len(byes) == (3 if count % 2 else 0)
    if count > 5:
        assert len(set(met)) == len(met)
    assert log.finish_stage()


def test_entries_in_any_order_give_the_same_rounds() -> None:
    told = []
    for names in (teams(9), teams(9)[::-1], list("dbfhacige")):
        log = Log(OPTIONS.format(rounds=3), [Entry(name) for name in names])
        log.begin_stage("the seed of the day")
        while log.pair():
            for name in log.state.stage(1).rounds[-1].fixtures:
                one, other = log.state.fixture(name).sides
                log.score(name, {min(one, other): 1, max(one, other): 0})
        told.append([(fixture.id, fixture.sides) for fixture in log.state.fixtures_of(1)])
    assert told[0] == told[1] == told[2]


def test_a_round_waits_for_every_result_of_the_last() -> None:
    log = Log(OPTIONS.format(rounds=2), teams(4))
    log.begin_stage()
    log.pair()
    log.score("1-1-1", (1, 0))
    with pytest.raises(UserError, match="round 1 is not over: 1-1-2; name a result"):
        log.pair()
    log.score("1-1-2", (1, 0))
    assert log.pair()


def test_a_late_comer_and_one_who_returns_get_nothing_for_the_rounds_they_missed() -> None:
    log = Log(OPTIONS.format(rounds=3), teams(5))
    log.begin_stage()
    log.pair(absent=["e"])  # e misses the first round
    assert log.state.round(1, 1).absent == ["e"]
    for name in ("1-1-1", "1-1-2"):
        log.score(name, (0, 0))
    log.add(Entered(entry=Entry("late"), stage=1), Withdrawn(team="a", reason="gone for a round"))
    log.pair()
    named = {team for name in log.state.round(1, 2).fixtures for team in log.state.fixture(name).sides}
    assert "late" in named | set(log.state.round(1, 2).byes)
    assert "a" not in named | set(log.state.round(1, 2).byes)
    assert log.row("e").points in (0, 3)  # nothing yet, or a bye of this round
    for fixture in log.state.fixtures_of(1):
        if fixture.state != "over":
            log.score(fixture.id, (0, 0))
    before = log.row("a").points
    log.add(Entered(entry=Entry("a"), stage=1))
    assert log.row("a").points == before == 1
    log.pair()
    assert "a" in {team for name in log.state.round(1, 3).fixtures for team in log.state.fixture(name).sides}


def test_a_second_bye_is_refused_even_by_hand() -> None:
    log = Log(OPTIONS.format(rounds=3), teams(3))
    log.begin_stage()
    log.pair()
    had = log.state.round(1, 1).byes[0]
    log.score("1-1-1", (1, 0))
    others = tuple(team for team in teams(3) if team != had)
    log.add(Paired(stage=1, round=2, fixtures=(Fixture(id="1-2-1", stage=1, round=2, sides=others),), byes=(had,)))
    with pytest.raises(UserError, match=f"event .* \\(paired\\): {had}: a second bye"):
        assert log.state


def test_a_bye_is_a_win_without_touchdowns_or_by_option_a_draw() -> None:
    for option, points in (("win", 3), ("draw", 1)):
        log = Log(f"edition = official, stages = swiss(rounds=1), bye = {option}", teams(3))
        log.begin_stage()
        log.pair()
        (team,) = log.state.round(1, 1).byes
        row = log.row(team)
        assert (row.points, row.byes, row.td_for, row.cas_for, row.opponents, row.form) == (points, 1, 0, 0, (), "B")


def test_tables_that_stand_in_a_published_round_follow_from_the_published_seed() -> None:
    """Anybody can compute a round again: from the events before it, and nothing else."""
    log = Log(OPTIONS.format(rounds=3), teams(10))
    log.begin_stage("published before the first round")
    dice = random.Random(4)
    for _ in range(3):
        log.pair()
        play_round(log, dice)
    for number, body in enumerate(log.bodies):
        if isinstance(body, Paired):
            again = Log()
            again.bodies = log.bodies[:number]
            again.pair()
            assert again.bodies[-1] == body
