"""What each kind of event does to a team, and which events cannot happen to it."""

from __future__ import annotations

import typing
from collections.abc import Callable

import msgspec
import pytest
from msgspec.structs import replace

from dungeonbowl.errors import UserError
from dungeonbowl.league import team_events as e
from dungeonbowl.league.effects import APPLIES
from dungeonbowl.league.fold import Impossible, applied, fold, fold_on
from dungeonbowl.league.kept import Kept
from dungeonbowl.league.team_events import TeamBody, kind_of
from dungeonbowl.teams.team import Gain, Player
from dungeonbowl.teams.value import team_value
from support.league import Chronicle, league_team

TEAM = league_team(treasury=0)
LINEMAN = TEAM.players[0]
NEWCOMER = replace(LINEMAN, id="p_new", number=16, name="Newcomer")
JOURNEYMAN = replace(LINEMAN, id="p_j", number=15, name="Journeyman", journeyman=True)
BLOCK = Gain(skill="Block")
PLAYED = e.Played("m_1", ("t_b",), "won", (1, 0), appearances=(e.Appearance("p_1", {"touchdown": 1}),))
CLOSED = e.Closed("m_1", 1_000_000, 950_000)


def after(*bodies: TeamBody) -> Kept:
    return Chronicle(TEAM).add(*bodies).kept


def player(kept: Kept, identity: str = "p_1") -> Player:
    found = kept.player(identity)
    assert found is not None
    return found


class Example(typing.NamedTuple):
    """An event that happens after others, and something that is then true of the team."""

    before: tuple[TeamBody, ...]
    body: TeamBody
    shows: Callable[[Kept], object]
    expected: object


RICH = e.Gold(500_000)
EXAMPLES = [
    Example(
        (),
        e.Created(replace(TEAM, name="Second draft"), "a_2"),
        lambda k: (k.team.name, k.owner),
        ("Second draft", "a_2"),
    ),
    Example((), e.Renamed("Sparks"), lambda k: k.team.name, "Sparks"),
    Example((), e.Renamed("Uwe", "p_1"), lambda k: (player(k).name, k.careers["p_1"].player.name), ("Uwe", "Uwe")),
    Example((e.Died("p_1"),), e.Renamed("Uwe", "p_1"), lambda k: k.careers["p_1"].player.name, "Uwe"),
    Example((), e.OwnerChanged("a_9"), lambda k: k.owner, "a_9"),
    Example((), e.Joined("l_1", 3), lambda k: (k.league, k.team.season), ("l_1", 3)),
    Example((), e.Suspended("late"), lambda k: k.state, "suspended"),
    Example((), e.Disbanded(), lambda k: k.state, "disbanded"),
    Example((e.Disbanded(),), e.Revived(), lambda k: k.state, "ready"),
    Example((PLAYED, e.Suspended()), e.Revived(), lambda k: (k.state, k.match), ("aftermath", "m_1")),
    Example((PLAYED, e.Suspended(), e.Disbanded()), e.Revived(), lambda k: k.state, "aftermath"),
    Example((), e.Booked("m_1"), lambda k: (k.state, k.match), ("booked", "m_1")),
    Example(
        (e.Booked("m_1"), e.Journeymen((JOURNEYMAN,))),
        e.Unbooked("m_1"),
        lambda k: (k.state, k.match, k.player("p_j")),
        ("ready", "", None),
    ),
    Example((), e.Journeymen((JOURNEYMAN,)), lambda k: player(k, "p_j").journeyman, True),
    Example((RICH,), e.Spent(100_000, ("bribe",)), lambda k: k.team.treasury, 400_000),
    Example((), e.Fame(12_000, 1), lambda k: k.state, "ready"),
    Example(
        (e.Booked("m_1"),),
        PLAYED,
        lambda k: (k.state, k.team.games, k.won, k.drawn, k.lost, k.season_games, k.fixtures_won),
        ("aftermath", 1, 1, 0, 0, 1, 1),
    ),
    Example((), PLAYED, lambda k: (player(k).games, k.careers["p_1"].deeds), (1, {"touchdown": 1})),
    Example((), replace(PLAYED, friendly=True), lambda k: (k.season_games, k.fixtures_won), (1, 0)),
    Example(
        (e.Granted("out", "p_2", misses=True),), PLAYED, lambda k: (player(k).games, player(k, "p_2").games), (1, 0)
    ),
    Example(
        (PLAYED,),
        e.Died("p_1", "block", "p_x"),
        lambda k: (k.player("p_1"), k.careers["p_1"].how, k.careers["p_1"].by, k.careers["p_1"].hurts),
        (None, "died", "p_x", ("died",)),
    ),
    Example(
        (PLAYED,),
        e.Hurt("p_1"),
        lambda k: (player(k).hurt_now, player(k).misses_next_game, player(k).niggles),
        (True, False, 0),
    ),
    Example(
        (PLAYED,),
        e.Hurt("p_1", niggle=True),
        lambda k: (player(k).hurt_now, player(k).niggles, k.careers["p_1"].hurts),
        (True, 1, ("niggling injury",)),
    ),
    Example((PLAYED,), e.Hurt("p_1", loss="ma"), lambda k: (player(k).losses, k.lasting), (("ma",), ("p_1",))),
    Example((), e.Points("p_1", 2, "casualty"), lambda k: player(k).earned, 2),
    Example(
        (e.Died("p_1"),), e.Points("p_1", 2), lambda k: (k.player("p_1"), k.careers["p_1"].player.earned), (None, 2)
    ),
    Example(
        (),
        e.MostValuable("p_1", 4),
        lambda k: (player(k).earned, player(k).mvps, k.careers["p_1"].deeds),
        (4, 1, {"mvp": 1}),
    ),
    Example(
        (e.Died("p_1"),),
        e.MostValuable("p_1", 5),
        lambda k: (k.careers["p_1"].player.earned, k.careers["p_1"].deeds),
        (5, {"mvp": 1}),
    ),
    Example((), e.Gold(70_000, "winnings"), lambda k: k.team.treasury, 70_000),
    Example((), e.Fans(2), lambda k: k.team.staff, {"fan_factor": 2}),
    Example((e.Fans(1),), e.Fans(-3), lambda k: k.team.staff, {"fan_factor": 0}),
    Example((RICH,), e.Expenses(20_000), lambda k: k.team.treasury, 480_000),
    Example((PLAYED,), e.Conceded(), lambda k: k.state, "aftermath"),
    Example((), e.Left("p_1", "scouted"), lambda k: (k.player("p_1"), k.careers["p_1"].how), (None, "scouted")),
    Example((e.Item("p_1", "Shoes of Speed"),), e.ItemLost("p_1", "Shoes of Speed"), lambda k: player(k).item, ""),
    Example((e.Died("p_1"),), e.ItemLost("p_1", "Shoes of Speed"), lambda k: k.player("p_1"), None),
    Example((), e.Confiscated("p_1"), lambda k: (player(k).confiscated, player(k).available), (True, False)),
    Example(
        (PLAYED, e.Hurt("p_1", niggle=True), e.Hurt("p_2")),
        e.Cured("p_1", niggle=True),
        lambda k: (player(k).niggles, player(k).hurt_now, player(k, "p_2").hurt_now),
        (0, False, False),
    ),
    Example(
        (e.Points("p_1", 6),),
        e.Advanced("p_1", BLOCK, 6),
        lambda k: (player(k).gained, player(k).unspent, player(k).earned),
        ((BLOCK,), 0, 6),
    ),
    Example(
        (RICH,),
        e.Hired(NEWCOMER, 50_000),
        lambda k: (player(k, "p_new").number, k.team.treasury, k.careers["p_new"].joined),
        (16, 450_000, 3),
    ),
    Example(
        (RICH, e.Journeymen((JOURNEYMAN,)), e.Points("p_j", 2)),
        e.Hired(replace(JOURNEYMAN, number=16), 50_000),
        lambda k: (player(k, "p_j").journeyman, player(k, "p_j").number, player(k, "p_j").earned),
        (False, 16, 2),
    ),
    Example(
        (RICH,),
        e.Traded(replace(NEWCOMER, number=1), 20_000, ("p_1", "p_2")),
        lambda k: (k.player("p_1"), k.careers["p_2"].how, player(k, "p_new").number, k.team.treasury),
        (None, "traded", 1, 480_000),
    ),
    Example((), e.Fired("p_1"), lambda k: (k.player("p_1"), k.careers["p_1"].how), (None, "fired")),
    Example((), e.Retired("p_1"), lambda k: (player(k).retired, player(k).available), (True, False)),
    Example((RICH,), e.Reroll(1, 100_000), lambda k: (k.team.rerolls - TEAM.rerolls, k.team.treasury), (1, 400_000)),
    Example((), e.Reroll(-1), lambda k: k.team.rerolls - TEAM.rerolls, -1),
    Example(
        (RICH,),
        e.Staff("apothecary", 1, 50_000),
        lambda k: (k.team.staff, k.team.treasury),
        ({"apothecary": 1}, 450_000),
    ),
    Example(
        (RICH,),
        e.Item("p_1", "Shoes of Speed", 50_000),
        lambda k: (player(k).item, k.team.treasury),
        ("Shoes of Speed", 450_000),
    ),
    Example(
        (RICH, e.Confiscated("p_1")),
        e.WeaponBack("p_1", 30_000),
        lambda k: (player(k).confiscated, k.team.treasury),
        (False, 470_000),
    ),
    Example(
        (PLAYED, e.Hurt("p_1")),
        CLOSED,
        lambda k: (k.state, k.match, player(k).misses_next_game, player(k).hurt_now),
        ("ready", "", True, False),
    ),
    Example(
        (PLAYED, e.Journeymen((JOURNEYMAN,))),
        CLOSED,
        lambda k: (k.player("p_j"), k.careers["p_j"].how),
        (None, "journeyman"),
    ),
    Example(
        (PLAYED, e.Gold(30_000)),
        CLOSED,
        lambda k: [(s.match, s.value, s.current_value, s.treasury) for s in k.standings[1:]],
        [("m_1", 1_000_000, 950_000, 30_000)],
    ),
    Example((PLAYED, e.Suspended()), CLOSED, lambda k: (k.state, k.before), ("suspended", "ready")),
    Example((PLAYED, CLOSED), e.Revealed("m_1", "00ff"), lambda k: k.state, "ready"),
    Example(
        (e.Joined("l_1", 2),),
        e.Prize(1, 100_000, True),
        lambda k: (k.honours, k.team.treasury, k.team.trophy),
        (((2, 1),), 100_000, True),
    ),
    Example(
        (e.Prize(1, trophy=True),), e.Prize(0, trophy=False), lambda k: (k.honours, k.team.trophy), (((0, 1),), False)
    ),
    Example(
        (),
        e.Scouted("p_1", True, 20_000),
        lambda k: (k.player("p_1"), k.scouting_gold, k.team.treasury, k.state),
        (None, 20_000, 0, "off_season"),
    ),
    Example((), e.Scouted("p_1", False), lambda k: (player(k).id, k.state), ("p_1", "off_season")),
    Example(
        (e.Granted("out", "p_1", misses=True),),
        e.Recovered(),
        lambda k: (player(k).misses_next_game, k.state),
        (False, "off_season"),
    ),
    Example(
        (e.Hurt("p_1", loss="ma"),),
        e.Recovered("p_1", loss="ma", leaves_niggle=True),
        lambda k: (player(k).losses, player(k).niggles),
        ((), 1),
    ),
    Example(
        (RICH,),
        e.Funds(1_300_000, {"base": 1_000_000}),
        lambda k: (k.funds, k.team.treasury, k.state),
        (1_300_000, 1_300_000, "off_season"),
    ),
    Example(
        (e.Funds(1_000_000),), e.Rehired("p_1", 70_000), lambda k: (k.rehired, k.team.treasury), (("p_1",), 930_000)
    ),
    Example(
        (e.Joined("l", 1), e.Retired("p_1")),
        e.Season(2),
        lambda k: (k.team.season, player(k).seasons, player(k).retired, k.state),
        (2, 1, False, "ready"),
    ),
    Example(
        (e.Funds(1_000_000), e.Rehired("p_1", 0), e.Hired(NEWCOMER, 0)),
        e.Season(2),
        lambda k: (player(k).seasons, player(k, "p_new").seasons, k.funds),
        (1, 0, 0),
    ),
    Example(
        (),
        e.Granted("fair", gold=10_000, rerolls=1),
        lambda k: (k.team.treasury, k.team.rerolls - TEAM.rerolls),
        (10_000, 1),
    ),
    Example(
        (),
        e.Granted("fair", "p_1", points=3, niggles=1, gain=BLOCK, loss="av", misses=True),
        lambda k: (player(k).earned, player(k).niggles, player(k).gained, player(k).losses, player(k).misses_next_game),
        (3, 1, (BLOCK,), ("av",), True),
    ),
    Example(
        (e.Granted("a", "p_1", gain=BLOCK, loss="av"),),
        e.Granted("fair", "p_1", without=BLOCK, restores="av"),
        lambda k: (player(k).gained, player(k).losses),
        ((), ()),
    ),
    Example((), e.Granted("fair", newcomer=NEWCOMER), lambda k: player(k, "p_new").name, "Newcomer"),
    Example((), e.Granted("fair", "p_1", leaves=True), lambda k: k.player("p_1"), None),
    Example((e.Gold(50_000),), e.Void(2, "typed twice"), lambda k: k.team.treasury, 0),
    Example(
        (e.Gold(50_000),), e.Void(2, "was 40", {"kind": "gold", "amount": 40_000}), lambda k: k.team.treasury, 40_000
    ),
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: kind_of(example.body))
def test_every_kind_of_event_changes_the_team_as_it_says(example: Example) -> None:
    assert example.shows(after(*example.before, example.body)) == example.expected


def test_every_kind_has_an_example() -> None:
    kinds = set(typing.get_args(TeamBody))
    assert {type(example.body) for example in EXAMPLES} == kinds
    assert set(APPLIES) == kinds


IMPOSSIBLE: list[tuple[tuple[TeamBody, ...], TeamBody, str]] = [
    ((PLAYED,), e.Created(TEAM), "a team that has played cannot be drafted anew"),
    ((e.Booked("m"),), e.Created(TEAM), "a team that is booked cannot be drafted anew"),
    ((), e.Created(replace(TEAM, id="")), "a team of a league needs an id"),
    ((), e.Created(replace(TEAM, id="t_b")), "a new draft keeps the id t_a"),
    ((), e.Created(replace(TEAM, players=(replace(LINEMAN, id=""),))), "a player of a league team needs an id"),
    ((), e.Created(replace(TEAM, players=(LINEMAN, LINEMAN))), "a player of this team has or had the id p_1"),
    ((), e.Renamed("X", "p_x"), "player p_x: no player of this team has it"),
    ((), e.Revived(), "the team is ready: neither suspended nor disbanded"),
    ((e.Disbanded(),), e.Disbanded(), "the team is disbanded already"),
    ((PLAYED,), e.Booked("m_2"), "only a team that is ready starts a match; this one is in an aftermath"),
    ((), e.Unbooked("m_1"), "the team is not booked for this match"),
    ((e.Booked("m_2"),), e.Unbooked("m_1"), "the team is not booked for this match"),
    ((), e.Journeymen((NEWCOMER,)), "Newcomer is no journeyman"),
    ((), e.Journeymen((replace(JOURNEYMAN, number=1),)), "the number 1 is taken"),
    ((), e.Spent(10_000), "the treasury would hold -10,000 gold"),
    ((), e.Spent(-10_000), "nothing costs -10,000 gold"),
    ((e.Booked("m_2"),), PLAYED, "the team is booked for the match m_2, and not for m_1"),
    ((PLAYED,), replace(PLAYED, match="m_2"), "a team that is in an aftermath plays no match"),
    ((), replace(PLAYED, appearances=(e.Appearance("p_x", {"kill": 1}),)), "player p_x: no player of this team has it"),
    ((e.Died("p_1"),), e.Died("p_1"), f"player p_1: {LINEMAN.name} is no longer on the list"),
    ((), e.Died("p_x"), "player p_x: no player of this team has it"),
    ((e.Fired("p_1"),), e.Hurt("p_1"), "is no longer on the list"),
    ((), e.Points("p_x", 2), "player p_x: no player of this team has it"),
    ((), e.Points("p_1", -2), "nobody earns less than nothing"),
    ((), e.MostValuable("p_x", 4), "player p_x: no player of this team has it"),
    ((), e.Gold(-1), "the treasury would hold -1 gold"),
    ((), e.Expenses(10_000), "the treasury would hold -10,000 gold"),
    ((), e.Left("p_x"), "player p_x: no player of this team has it"),
    ((), e.ItemLost("p_x", "Shoes"), "player p_x: no player of this team has it"),
    ((), e.Confiscated("p_x"), "player p_x: no player of this team has it"),
    ((), e.Cured("p_1", niggle=True), f"{LINEMAN.name} has no niggling injury"),
    ((), e.Cured("p_1", loss="ma"), f"{LINEMAN.name} has lost no ma"),
    ((), e.Advanced("p_1", BLOCK, 6), f"{LINEMAN.name} has 0 points, and not 6"),
    ((), e.Advanced("p_1", BLOCK, -6), "an advancement costs no less than nothing"),
    ((), e.Hired(NEWCOMER, 50_000), "the treasury would hold -50,000 gold"),
    ((), e.Hired(LINEMAN, 0), f"{LINEMAN.name} is on the list already"),
    ((e.Fired("p_1"),), e.Hired(LINEMAN, 0), "a player of this team has or had the id p_1"),
    ((e.Journeymen((JOURNEYMAN,)),), e.Hired(replace(JOURNEYMAN, number=1), 0), "the number 1 is taken"),
    ((), e.Traded(NEWCOMER, 0, ("p_x",)), "player p_x: no player of this team has it"),
    ((), e.Fired("p_x"), "player p_x: no player of this team has it"),
    ((), e.Retired("p_x"), "player p_x: no player of this team has it"),
    ((), e.Reroll(-99), "the team has no re-roll to drop"),
    (
        (),
        e.Created(replace(TEAM, players=(replace(LINEMAN, position="Dragon"),))),
        f"{TEAM.name}: {TEAM.roster_facts.name} has no Dragon",
    ),
    ((), e.Staff("apothecary", -1), "the team has no apothecary to lose"),
    ((), e.Item("p_x", "Shoes"), "player p_x: no player of this team has it"),
    ((), e.WeaponBack("p_1", 0), f"{LINEMAN.name} has lost no weapon"),
    ((PLAYED,), e.Closed("m_2", 0, 0), "the aftermath that is open is that of m_1, and not of m_2"),
    ((), e.Scouted("p_x", True), "player p_x: no player of this team has it"),
    ((), e.Recovered("p_1", loss="st"), f"{LINEMAN.name} has lost no st"),
    ((), e.Funds(-1), "the treasury would hold -1 gold"),
    ((e.Funds(100), e.Rehired("p_1", 10)), e.Rehired("p_1", 10), f"{LINEMAN.name} is hired again already"),
    ((), e.Granted("x", rerolls=-99), "the team has no re-roll to take"),
    ((), e.Granted("x", gold=-1), "the treasury would hold -1 gold"),
    ((), e.Granted("x", "p_1", points=-1), f"{LINEMAN.name} has not so many points or injuries to take"),
    ((), e.Granted("x", "p_1", without=BLOCK), f"{LINEMAN.name} has no such advancement to take"),
    ((), e.Void(7, "x"), "event 2: it voids event 7, which is not before it"),
    ((), e.Void(2, "x"), "event 2: it voids event 2, which is not before it"),
    ((), e.Void(1, "x", {"kind": "wish"}), "event 2: instead of event 1: event of kind 'wish'"),
]


@pytest.mark.parametrize(("before", "body", "sentence"), IMPOSSIBLE, ids=[kind_of(body) for _, body, _ in IMPOSSIBLE])
def test_what_cannot_happen_is_refused_with_a_sentence_and_changes_nothing(
    before: tuple[TeamBody, ...], body: TeamBody, sentence: str
) -> None:
    history = Chronicle(TEAM).add(*before)
    bytes_before = msgspec.json.encode(history.kept)
    with pytest.raises(Impossible) as refused:
        history.add(body)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)
    assert msgspec.json.encode(history.kept) == bytes_before


def test_an_impossible_event_in_a_history_is_named_by_its_number() -> None:
    history = Chronicle(TEAM).add(RICH, e.Hired(NEWCOMER, 50_000))
    with pytest.raises(Impossible) as refused:
        history.add(e.Void(2, "there was no such gold"))
    assert (refused.value.seq, str(refused.value)) == (3, "event 3 (hired): the treasury would hold -50,000 gold")


def test_an_unknown_kind_of_event_is_named_by_its_number() -> None:
    history = Chronicle(TEAM).add(RICH)
    broken = [history.events[0], replace(history.events[1], kind="wish")]
    with pytest.raises(Impossible, match="event 2: event of kind 'wish'"):
        fold(broken, history.texts)


# --- points of a team's life ------------------------------------------------------------------------------------------


def test_gold_is_counted_from_the_draft_to_each_match_and_each_season() -> None:
    history = Chronicle(TEAM).add(e.Gold(20_000), PLAYED, e.Spent(5_000), e.Gold(60_000), e.Hired(NEWCOMER, 50_000))
    history.add(CLOSED, e.Prize(1, 100_000), e.Season(2))
    draft, match, season = history.kept.standings
    assert (draft.match, draft.season, draft.value) == ("", 0, team_value(TEAM))
    assert (match.match, match.income, match.spending) == ("m_1", 80_000, 55_000)
    assert (season.season, season.income, season.spending) == (2, 100_000, 0)
    assert season.treasury == match.treasury + season.income - season.spending == 125_000


def test_the_gold_of_a_redraft_is_neither_income_nor_spending() -> None:
    history = Chronicle(TEAM).add(PLAYED, e.Gold(30_000), CLOSED, e.Funds(900_000), e.Rehired("p_1", 700_000))
    history.add(e.Season(2))
    assert [(each.income, each.spending) for each in history.kept.standings] == [(0, 0), (30_000, 0), (0, 0)]
    assert history.kept.standings[-1].treasury == 200_000


def test_a_second_draft_takes_the_place_of_the_first_in_the_story_of_the_value() -> None:
    smaller = replace(TEAM, rerolls=0)
    kept = after(e.Created(smaller))
    assert [each.value for each in kept.standings] == [team_value(smaller)]


# --- absences ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-POST-07")
def test_a_player_hurt_in_one_match_misses_the_next_and_plays_the_one_after_it() -> None:
    history = Chronicle(TEAM).add(PLAYED, e.Hurt("p_1"), CLOSED)
    assert not history.player("p_1").available
    second = replace(PLAYED, match="m_2", appearances=())
    history.add(second, e.Closed("m_2", 0, 0))
    assert history.player("p_1").available
    assert history.player("p_1").games == 1  # the second match was not its own
    history.add(replace(second, match="m_3"), e.Hurt("p_1"), e.Closed("m_3", 0, 0))
    assert (history.player("p_1").available, history.player("p_1").games) == (False, 2)


def test_a_rest_without_a_match_changes_no_absence() -> None:
    history = Chronicle(TEAM).add(PLAYED, e.Hurt("p_1"), CLOSED, e.Booked("m_2"), e.Unbooked("m_2"))
    assert not history.player("p_1").available


# --- voids ------------------------------------------------------------------------------------------------------------


def test_a_void_can_be_voided_and_that_again() -> None:
    history = Chronicle(TEAM).add(e.Gold(50_000))
    for count, treasury in enumerate((0, 50_000, 0, 50_000), 2):
        history.add(e.Void(count, "on second thoughts"))
        assert history.kept.team.treasury == treasury


def test_of_two_voids_of_one_event_the_later_decides() -> None:
    history = Chronicle(TEAM).add(e.Gold(50_000))
    history.add(e.Void(2, "was 40", {"kind": "gold", "amount": 40_000}))
    history.add(e.Void(2, "was 30", {"kind": "gold", "amount": 30_000}))
    assert history.kept.team.treasury == 30_000
    history.add(e.Void(4, "was 40 after all"))
    assert history.kept.team.treasury == 40_000


def test_what_stands_in_the_place_of_an_event_counts_at_its_time() -> None:
    history = Chronicle(TEAM).add(RICH, e.Hired(NEWCOMER, 50_000), e.Fired("p_new"))
    other = replace(NEWCOMER, name="Other")
    history.add(e.Void(3, "another one", {"kind": "hired", "player": msgspec.to_builtins(other), "price": 60_000}))
    assert history.kept.careers["p_new"].player.name == "Other"
    assert (history.kept.team.treasury, history.kept.player("p_new")) == (440_000, None)


def test_a_grant_can_count_before_an_earlier_event() -> None:
    history = Chronicle(TEAM).add(RICH, e.Hired(NEWCOMER, 50_000))
    history.add(e.Granted("needed then", gold=60_000, at=3), e.Void(2, "there was no such gold"))
    assert (history.kept.team.treasury, history.kept.seq) == (10_000, 5)
    with pytest.raises(Impossible, match="event 6: it grants something before event 6"):
        history.add(e.Granted("x", at=6))
    start = fold(history.events[:3], history.texts)
    with pytest.raises(UserError, match="event 4 changes what was before it"):
        fold_on(start, history.events[3:4], history.texts)


# --- in parts ---------------------------------------------------------------------------------------------------------


def test_a_history_is_folded_on_from_where_it_was() -> None:
    history = Chronicle(TEAM).add(RICH, PLAYED, e.Hurt("p_1"), CLOSED)
    for cut in range(1, len(history.events) + 1):
        start = fold(history.events[:cut], history.texts)
        assert fold_on(start, history.events[cut:], history.texts) == history.kept


def test_a_part_must_follow_and_must_void_nothing() -> None:
    history = Chronicle(TEAM).add(RICH, PLAYED, e.Void(2, "x"))
    start = fold(history.events[:2], history.texts)
    with pytest.raises(UserError, match="event 3 of t_a: expected the number 3, found 4"):
        fold_on(start, history.events[3:], history.texts)
    with pytest.raises(UserError, match="event 4 changes what was before it: the history must be folded as a whole"):
        fold_on(start, history.events[2:], history.texts)


def test_applying_one_event_leaves_the_team_before_it_as_it_was() -> None:
    kept = after(RICH)
    before = msgspec.json.encode(kept)
    applied(kept, e.Hired(NEWCOMER, 50_000), 3, "")
    assert msgspec.json.encode(kept) == before
