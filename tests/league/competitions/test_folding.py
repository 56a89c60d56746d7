"""The fold of a competition's events: what each does, what is refused, and how corrections follow."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeonbowl.errors import UserError
from dungeonbowl.league import chain
from dungeonbowl.league.competitions import events, results
from dungeonbowl.league.competitions.events import (
    Agreed,
    Amended,
    Began,
    Deadline,
    Entered,
    Extended,
    Finished,
    Founded,
    Offered,
    Opened,
    Paired,
    Reopened,
    Repaired,
    Reported,
    Resulted,
    StageMade,
    Unplayed,
    Void,
    WalkedOver,
)
from dungeonbowl.league.competitions.folding import apply, fold_competition
from dungeonbowl.league.competitions.formats import KnockOut
from dungeonbowl.league.competitions.options import preset, presets, write_season
from dungeonbowl.league.competitions.words import Entry, Fixture
from support.competition_logs import Log, teams

ONCE = "edition = official, stages = round_robin(meetings=1)"


@pytest.fixture
def log() -> Log:
    """Four teams meet once; nothing is played."""
    found = Log(ONCE, teams(4))
    found.begin_stage()
    found.pair()
    return found


def points(log: Log) -> dict[str, int]:
    return {row.team: row.points for row in log.table()}


# --- corrections ------------------------------------------------------------------------------------------------------


def test_a_voided_result_leaves_the_table_and_the_fixture_is_open_again(log: Log) -> None:
    number = log.score("1-1-1", (1, 0))
    winner = log.state.results["1-1-1"].winner
    assert points(log)[winner] == 3
    log.void(number)
    assert points(log)[winner] == 0
    assert log.state.fixture("1-1-1").state == "planned"


def test_another_result_takes_the_place_of_a_wrong_one(log: Log) -> None:
    number = log.score("1-1-1", (1, 0))
    fixture = log.state.fixture("1-1-1")
    right = results.played(fixture, {fixture.sides[1]: 1}, provenance="corrected")
    log.void(number, instead=Resulted(result=right, reason="written into the wrong line"))
    assert log.state.results["1-1-1"].winner == fixture.sides[1]
    assert log.state.results["1-1-1"].provenance == "corrected"


def test_a_void_can_be_voided(log: Log) -> None:
    number = log.score("1-1-1", (1, 0))
    before = points(log)
    void = log.void(number)
    log.void(void, "it was right after all")
    assert points(log) == before
    again = log.void(number)
    assert points(log) != before
    log.void(again)
    assert points(log) == before


def test_voids_that_make_no_sense_are_refused(log: Log) -> None:
    number = log.score("1-1-1", (1, 0))
    last = log.void(number)
    log.void(number)
    with pytest.raises(UserError, match=rf"event {last} \(void\): event {number} is voided by a later event too"):
        assert log.state
    log.bodies.pop()
    log.bodies.append(Void(event=99, reason="no such event"))
    with pytest.raises(UserError, match=r"\(void\): expected an earlier event, found 99"):
        assert log.state
    log.bodies[-1] = Void(event=last, reason="?", instead=Unplayed(fixture="1-1-1"))
    with pytest.raises(UserError, match="nothing can be put in the place of a void"):
        assert log.state


def test_an_event_that_others_rest_on_cannot_be_voided_alone(log: Log) -> None:
    paired = 1 + next(index for index, body in enumerate(log.bodies) if isinstance(body, Paired) and body.round == 2)
    log.score("1-2-1", (1, 0))
    log.void(paired)
    with pytest.raises(UserError, match=r"event \d+ \(paired\): expected round 2, found 3"):
        assert log.state


def test_a_walkover_is_voided_when_the_match_ended_late_and_later_rounds_stay() -> None:
    log = Log("edition = official, stages = swiss(rounds=2)", teams(4))
    log.begin_stage()
    log.pair()
    first = log.state.fixture("1-1-1")
    walkover = log.add(WalkedOver(fixture="1-1-1", winner=first.sides[0], reason="too late"))
    log.score("1-1-2", (1, 0))
    log.pair()
    pairs = [fixture.sides for fixture in log.state.fixtures_of(1) if fixture.round == 2]
    late = results.played(first, {first.sides[0]: 0, first.sides[1]: 2})
    log.void(walkover, "it was played that night", Resulted(result=late))
    assert log.state.results["1-1-1"].winner == first.sides[1]
    assert [fixture.sides for fixture in log.state.fixtures_of(1) if fixture.round == 2] == pairs
    assert log.row(first.sides[0]).points == 0


def test_events_are_numbered_from_any_number() -> None:
    bodies = [Founded(title="t", options="edition = official"), Entered(entry=Entry("a")), Void(event=11, reason="no")]
    assert fold_competition(bodies, first=10).entries == {}


# --- results ----------------------------------------------------------------------------------------------------------


def test_a_second_result_of_a_fixture_is_refused_though_it_is_the_same(log: Log) -> None:
    log.score("1-1-1", (1, 0))
    told = log.state.results["1-1-1"]
    log.add(Resulted(result=told))
    with pytest.raises(UserError, match="fixture 1-1-1 is over; void its result first"):
        assert log.state


def test_a_result_names_the_teams_of_its_fixture(log: Log) -> None:
    wrong = results.played(Fixture(id="1-1-1", sides=("a", "x")), {"a": 1})
    log.add(Resulted(result=wrong))
    with pytest.raises(UserError, match=r"result of 1-1-1: expected ., ., found a, x"):
        assert log.state


def test_a_paper_result_stands_when_both_coaches_have_reported_the_same(log: Log) -> None:
    one, other = log.state.fixture("1-1-1").sides
    told = results.played(log.state.fixture("1-1-1"), {one: 1}, {other: 2})
    log.add(Reported(by=one, result=told))
    assert log.state.fixture("1-1-1").state == "planned"
    log.add(Reported(by=other, result=told))
    assert log.state.fixture("1-1-1").state == "over"
    assert log.state.results["1-1-1"].provenance == "reported"


def test_coaches_who_disagree_wait_for_the_commissioner_and_both_versions_are_kept(log: Log) -> None:
    one, other = log.state.fixture("1-1-1").sides
    first = results.played(log.state.fixture("1-1-1"), {one: 1})
    second = results.played(log.state.fixture("1-1-1"), {other: 1})
    log.add(Reported(by=one, result=first), Reported(by=other, result=second))
    state = log.state
    assert state.fixture("1-1-1").state == "disputed"
    assert state.reports["1-1-1"] == {one: first, other: second}
    assert "1-1-1" not in state.results
    agreed = [*log.bodies, Reported(by=one, result=second)]
    assert fold_competition(agreed).results["1-1-1"] == second
    log.add(Resulted(result=first, reason="the table next to it saw the touchdown"))
    assert log.state.results["1-1-1"] == first
    assert log.state.reports["1-1-1"][other] == second


def test_only_coaches_of_the_match_report_it(log: Log) -> None:
    sides = log.state.fixture("1-1-1").sides
    stranger = next(team for team in teams(4) if team not in sides)
    log.add(Reported(by=stranger, result=results.played(log.state.fixture("1-1-1"), {})))
    with pytest.raises(UserError, match="does not play in 1-1-1"):
        assert log.state


def test_an_abandoned_match_is_played_anew(log: Log) -> None:
    log.add(Began(fixture="1-1-1", match="m_1"))
    assert (log.state.fixture("1-1-1").state, log.state.fixture("1-1-1").match) == ("running", "m_1")
    log.add(Reopened(fixture="1-1-1", reason="a power cut"), Began(fixture="1-1-1", match="m_2"))
    log.score("1-1-1", (0, 1))
    log.add(Reopened(fixture="1-1-1", reason="the wrong dungeon"))
    assert log.state.fixture("1-1-1").state == "open"
    assert all(value == 0 for value in points(log).values())


def test_a_match_begins_once(log: Log) -> None:
    log.add(Began(fixture="1-1-1", match="m_1"), Began(fixture="1-1-1", match="m_2"))
    with pytest.raises(UserError, match="fixture 1-1-1 is running"):
        assert log.state


def test_nobody_came(log: Log) -> None:
    """No points for either, counted as played; by option a draw."""
    log.add(Unplayed(fixture="1-1-1", reason="nobody offered a time"))
    one = log.state.fixture("1-1-1").sides[0]
    assert (log.row(one).points, log.row(one).played) == (0, 1)
    drawn = Log(f"{ONCE}, unplayed = draw", teams(4))
    drawn.begin_stage()
    drawn.pair()
    drawn.add(Unplayed(fixture="1-1-1"))
    assert (drawn.row(one).points, drawn.row(one).played) == (1, 1)


def test_nobody_earns_by_staying_away_where_a_loss_earns_points() -> None:
    log = Log(f"{ONCE}, loss = 1", teams(4))
    log.begin_stage()
    log.pair()
    log.add(Unplayed(fixture="1-1-1"))
    assert log.row(log.state.fixture("1-1-1").sides[0]).points == 0


@pytest.mark.parametrize(("edition", "score"), [("official", 1), ("astrogranite", 1), ("stockbowl", 2)])
def test_a_walkover_is_a_win_by_the_score_of_the_edition(edition: str, score: int) -> None:
    log = Log(f"edition = {edition}, stages = round_robin(meetings=1)", teams(4))
    log.begin_stage()
    log.pair()
    one, other = log.state.fixture("1-1-1").sides
    log.add(WalkedOver(fixture="1-1-1", winner=other))
    assert (log.row(other).points, log.row(other).td_for, log.row(other).won) == (3, score, 1)
    assert (log.row(one).points, log.row(one).td_against, log.row(one).lost) == (0, score, 1)


# --- options ----------------------------------------------------------------------------------------------------------


def test_options_change_from_a_round_on_that_has_not_begun(log: Log) -> None:
    log.score("1-1-1", (1, 0))
    winner = log.state.results["1-1-1"].winner
    log.add(Amended(options="win = 2, casualty_bonus = on", stage=1, round=2, reason="voted"))
    assert points(log)[winner] == 3  # what is earned stays
    name = next(fixture.id for fixture in log.state.fixtures_of(1) if fixture.round == 2 and winner in fixture.sides)
    log.score(name, {winner: 1}, {winner: 3})
    assert points(log)[winner] == 3 + 2 + 1
    assert log.state.season_at(1, 1).competition.win == 3
    assert log.state.season_at(1, 3).competition.win == 2


@pytest.mark.parametrize(
    ("change", "round_number", "message"),
    [
        ("win = 2", 1, "from a round on that has not begun; 1-1-1 has"),
        ("edition = stockbowl", 2, "the edition never changes"),
        ("tie_breaks = points lot", 2, "tie_breaks are chosen before the first match"),
        ("win = many", 2, "option win: expected a number"),
    ],
)
def test_amendments_that_are_refused(log: Log, change: str, round_number: int, message: str) -> None:
    log.score("1-1-1", (1, 0))
    log.add(Amended(options=change, stage=1, round=round_number, reason="voted"))
    with pytest.raises(UserError, match=message):
        assert log.state


# --- the calendar -----------------------------------------------------------------------------------------------------


def test_rounds_open_times_are_offered_and_agreed(log: Log) -> None:
    log.add(Opened(stage=1, round=1, opens="2026-03-01T10:00:00Z", deadline="2026-03-08T20:00:00Z"))
    one, other = log.state.fixture("1-1-1").sides
    log.add(Offered(fixture="1-1-1", team=one, times=("2026-03-02T19:00:00Z", "2026-03-03T19:00:00Z")))
    log.add(Offered(fixture="1-1-1", team=one, times=("2026-03-03T19:00:00Z",)))
    log.add(Agreed(fixture="1-1-1", time="2026-03-03T19:00:00Z"))
    fixture = log.state.fixture("1-1-1")
    assert (fixture.state, fixture.offered(one), fixture.offered(other)) == ("open", 2, 0)
    assert (fixture.agreed, fixture.deadline) == ("2026-03-03T19:00:00Z", "2026-03-08T20:00:00Z")
    assert log.state.fixture("1-2-1").state == "planned"
    log.add(Extended(fixture="1-1-1", deadline="2026-03-11T20:00:00Z", by=(one, other)))
    assert (log.state.fixture("1-1-1").deadline, log.state.fixture("1-1-1").extended) == ("2026-03-11T20:00:00Z", True)
    log.add(Deadline(fixture="1-1-1", deadline="2026-03-20T20:00:00Z", reason="holidays"))
    assert log.state.fixture("1-1-1").deadline == "2026-03-20T20:00:00Z"


def test_coaches_extend_once_and_together(log: Log) -> None:
    one, other = log.state.fixture("1-1-1").sides
    extended = Extended(fixture="1-1-1", deadline="2026-03-11T20:00:00Z", by=(one, other))
    alone = [*log.bodies, Extended(fixture="1-1-1", deadline="2026-03-11T20:00:00Z", by=(one,))]
    with pytest.raises(UserError, match="all coaches must agree"):
        fold_competition(alone)
    with pytest.raises(UserError, match="extended once"):
        fold_competition([*log.bodies, extended, extended])
    with pytest.raises(UserError, match="not running"):
        fold_competition([*log.bodies, Extended(fixture="1-1-1", deadline="")])
    running = [*log.bodies, Began(fixture="1-1-1", match="m"), Extended(fixture="1-1-1", deadline="")]
    assert fold_competition(running).fixture("1-1-1").deadline == ""


# --- rounds and stages ------------------------------------------------------------------------------------------------


def test_a_published_round_is_paired_anew_with_a_reason_and_what_has_begun_stays() -> None:
    log = Log("edition = official, stages = swiss(rounds=3)", teams(6))
    log.begin_stage()
    log.pair()
    kept, second, third = (log.state.fixture(name) for name in ("1-1-1", "1-1-2", "1-1-3"))
    log.add(Opened(stage=1, round=1, opens="2026-03-01T10:00:00Z"), Began(fixture="1-1-1", match="m"))
    swapped = (
        msgspec.structs.replace(second, sides=(second.sides[0], third.sides[0])),
        msgspec.structs.replace(third, sides=(second.sides[1], third.sides[1])),
    )
    log.add(Repaired(stage=1, round=1, fixtures=(kept, *swapped), reason="they share a car"))
    state = log.state
    assert state.fixture("1-1-1").state == "running"
    assert [state.fixture(name).sides for name in ("1-1-2", "1-1-3")] == [each.sides for each in swapped]
    assert state.fixture("1-1-2").opens == "2026-03-01T10:00:00Z"
    log.add(Repaired(stage=1, round=1, fixtures=swapped, byes=(), reason="?"))
    with pytest.raises(UserError, match="1-1-1 has begun, and stays as it is"):
        assert log.state


def pairing(*sides: tuple[str, ...], round_number: int = 1) -> Paired:
    fixtures = tuple(
        Fixture(id=f"1-{round_number}-{index}", stage=1, round=round_number, sides=each)
        for index, each in enumerate(sides, 1)
    )
    return Paired(stage=1, round=round_number, fixtures=fixtures)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (pairing(("a", "b"), ("a", "c")), "a: twice in round 1"),
        (pairing(("a", "x")), "x: not in stage 1"),
        (pairing(("a", "b", "c")), "only pods have more than two teams"),
        (pairing(("a", "b"), round_number=2), "expected round 1, found 2"),
        (Paired(stage=2, round=1, fixtures=()), "there is no stage 2"),
        (StageMade(stage=2, format="swiss", teams=("a", "b")), "stage 1 is not finished"),
        (StageMade(stage=3, format="swiss", teams=("a", "b")), "expected stage 2, found 3"),
        (Entered(entry=Entry("a")), "A takes part already"),
        (Founded(title="again", options="edition = official"), "founded already"),
        (Began(fixture="9", match="m"), "there is no fixture '9'"),
    ],
)
def test_events_that_cannot_be_are_refused_with_the_number_of_the_event(body: events.Change, message: str) -> None:
    log = Log("edition = official, stages = swiss", teams(4))
    log.begin_stage()
    number = log.add(body)
    with pytest.raises(UserError, match=rf"^event {number} \({body.kind}\): .*{message}"):
        assert log.state


def test_a_refused_event_has_changed_nothing() -> None:
    """So that a program may apply events one by one."""
    log = Log("edition = official, stages = swiss", teams(4))
    log.begin_stage()
    state, before = log.state, log.state
    for body in (
        pairing(("a", "b"), ("c", "x")),
        Finished(stage=2, places=()),
        events.Lot(stage=1, numbers={"a": 1, "x": 2}),
        events.Withdrawn(team="x", reason="?"),
        events.Replaced(team="a", entry=Entry("b"), reason="?"),
        Entered(entry=Entry("e"), stage=2),
    ):
        with pytest.raises(UserError):
            apply(body, state)
        assert state == before, body.kind


# --- teams in two places ----------------------------------------------------------------------------------------------


# --- the log ----------------------------------------------------------------------------------------------------------


def test_bodies_are_kept_in_a_chain_like_any_other_log(log: Log) -> None:
    log.score("1-1-1", (1, 0))
    log.void(len(log.bodies))
    kept: list[chain.Event] = []
    for body in log.bodies:
        kind, plain = events.parts_of(body)
        kept.append(
            chain.linked(
                *("c_1", kept),
                at="2026-03-01T10:00:00Z",
                actor=chain.RULES,
                cause=chain.Cause("season"),
                kind=kind,
                body=plain,
            )
        )
    chain.refuse_broken(kept, "c_1")
    read = [msgspec.json.decode(msgspec.json.encode(event), type=chain.Event) for event in kept]
    again = [events.body_of(event.kind, event.body) for event in read]
    assert again == log.bodies
    assert fold_competition(again) == log.state


SHORT = {"club_day": 6, "evening": 4, "book": 4, "bots": 4, "correspondence": 5}


@pytest.mark.parametrize("name", sorted(SHORT))
@given(seed=st.integers(0, 10**6), extra=st.integers(0, 3))
@settings(deadline=None, max_examples=8)
def test_any_season_of_any_preset_comes_to_its_end(name: str, seed: int, extra: int) -> None:
    """Results at random, walk-overs and draws among them. Nobody plays twice in a round. Bodies are read back from JSON
    as they were, and fold to the same."""
    assert set(SHORT) == set(presets())
    dice = random.Random(seed)
    count = SHORT[name] + (extra if name != "evening" else 0)
    season = preset(name).season()
    log = Log(write_season(season), teams(count))
    for stage in range(1, len(season.competition.stages) + 1):
        log.begin_stage(f"seed {seed}")
        while log.pair():
            for fixture in list(log.state.fixtures_of(stage)):
                if fixture.state == "over":
                    continue
                if dice.random() < 0.1:
                    log.add(WalkedOver(fixture=fixture.id, winner=dice.choice(fixture.sides)))
                    continue
                log.score(fixture.id, (dice.randint(0, 1), dice.randint(0, 1)))
                if isinstance(log.state.stage(stage).format, KnockOut) and not log.state.results[fixture.id].goes_on:
                    log.add(events.RolledOff(fixture=fixture.id, dice=((1, 2),)))
            if season.competition.stages[stage - 1].startswith("round_robin"):
                break
        for each in log.state.stage(stage).rounds:
            named = [team for fixture in each.fixtures for team in log.state.fixtures[fixture].sides]
            assert len(set(named)) == len(named)
        log.finish_stage()
    state = log.state
    assert sorted(team for together in state.stages[0].places for team in together) == teams(count)
    kept = msgspec.json.decode(msgspec.json.encode([events.parts_of(body) for body in log.bodies]))
    again = [events.body_of(kind, values) for kind, values in kept]
    assert again == log.bodies
    assert fold_competition(again) == state
