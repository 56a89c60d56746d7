"""Before a league match: who fills up a team, the crowd, the lock, and the forecast of the handicap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from dungeonbowl.editions import build
from dungeonbowl.errors import UserError
from dungeonbowl.league.fold import applied
from dungeonbowl.league.handicap import Handicap, forecast
from dungeonbowl.league.kept import Kept
from dungeonbowl.league.options import default_options, read_options
from dungeonbowl.league.preparing import crowd_rolls, crowds, filled_up, joining, prepared
from dungeonbowl.league.team_events import Booked, Created, Fame, Journeymen
from dungeonbowl.records.squads import squads_of
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.journeymen import with_journeymen
from dungeonbowl.teams.lending import lent_positions, with_lent
from dungeonbowl.teams.team import Team, skills_of
from dungeonbowl.teams.value import Purse, current_team_value, team_rating, team_value
from support.aftermaths import NOBODY, squad
from support.classic_aftermaths import STOCK, golds, league, one, orcs, with_numbers

LENT = read_options("fill_up = six", "astrogranite")


def kept(team: Team, identity: str = "t_us") -> Kept:
    return applied(NOBODY, Created(replace(team, id=identity)), 1, "")


def kepts(*teams: Team) -> list[Kept]:
    return [kept(replace(team, name=f"Team {place}"), f"t_{place}") for place, team in enumerate(teams)]


def words(handicap: Handicap) -> list[str]:
    return [line.text for line in handicap.lines]


# --- journeymen -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S-POST-02")
def test_ten_fit_players_are_joined_by_a_journeyman_with_loner_who_counts_in_value() -> None:
    team = with_numbers(orcs(), p_4={"misses_next_game": True})
    (joined,) = joining(kept(team), "m_1", default_options(STOCK))
    assert (joined.position, joined.journeyman, joined.number) == ("Lineman", True, 12)
    full = replace(team, players=(*team.players, joined))
    assert "Loner" in skills_of(full, joined)
    assert check(full) == []
    assert current_team_value(full) == team_value(team)  # one lineman is out, another in
    assert joining(kept(orcs()), "m_1", default_options(STOCK)) == ()


@pytest.mark.rule("S-POST-02")
def test_the_coach_chooses_linemen_and_they_may_take_the_list_above_sixteen() -> None:
    hurt: dict[str, dict[str, Any]] = {f"p_{number}": {"misses_next_game": True} for number in range(1, 7)}
    team = with_numbers(orcs(count=16), **hurt)
    wished = joining(kept(team), "m_1", default_options(STOCK), ["Lineman"])
    assert [player.number for player in wished] == [17]
    with pytest.raises(UserError, match="expected"):
        joining(kept(team), "m_1", default_options(STOCK), ["Black Orc Blocker"])


def test_the_same_match_gives_the_same_journeymen_and_another_match_others() -> None:
    team = kept(with_numbers(orcs(), p_4={"misses_next_game": True}))
    options = default_options(STOCK)
    assert joining(team, "m_1", options) == joining(team, "m_1", options)
    (first,), (second,) = joining(team, "m_1", options), joining(team, "m_2", options)
    assert first.id != second.id


# --- linemen who are lent ---------------------------------------------------------------------------------------------


@pytest.mark.rule("A-SETUP-06")
def test_a_league_may_lend_linemen_of_the_team_s_own_races_up_to_six() -> None:
    team = golds(one(1, "Hobgoblin Lineman"), one(2, "Orc Blitzer"), count=3)
    assert filled_up(team, default_options("astrogranite")) == team  # unless the league says so
    lent = filled_up(team, LENT)
    assert len(lent.available) == 6
    new = [player for player in lent.players if player.journeyman]
    assert {player.position for player in new} <= {position.name for position in lent_positions(team)}
    assert {lent.position_of(player).race for player in new} <= {"Orcs", "Hobgoblins"}
    assert check(lent) == []
    assert team_rating(lent) == team_rating(team)
    assert not [player for player in new if "Loner" in skills_of(lent, player)]
    assert len(squads_of([lent, golds()], build(league("colleges"))).sheets) == 16
    assert filled_up(golds(count=6), LENT) == golds(count=6)


@pytest.mark.rule("A-SETUP-06", "A-TEAM-05")
def test_those_who_take_the_field_together_fit_the_limits_of_races() -> None:
    team = golds(*(one(number, "Snotling Lineman") for number in (1, 2)), one(3, "Orc Lineman"), count=3)
    lent = with_lent(replace(team, players=(*team.players, one(4, "Hobgoblin Lineman"))))
    field = replace(lent, players=tuple(replace(player, journeyman=False) for player in lent.players))
    assert check(field) == []
    everything = ["Orc Lineman", "Snotling Lineman", "Chaos Dwarf Bonebreaker", "Hobgoblin Lineman"]
    nobody = with_lent(golds(count=0), everything)  # a team without players has no races of its own
    assert [player.position for player in nobody.players][:3] == everything[:3]
    assert len({nobody.position_of(player).race for player in nobody.players}) == 3
    assert len(nobody.available) == 6
    with pytest.raises(UserError, match="expected a known lineman"):
        with_lent(team, ["Orc Linemen"])


# --- the crowd --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S-POST-01")
@pytest.mark.parametrize(
    ("factors", "dice", "fame"),
    [
        ((5, 5), ((3, 4), (4, 3)), (0, 0)),  # as many
        ((5, 5), ((3, 4), (4, 4)), (0, 1)),  # one more
        ((7, 2), ((6, 4), (4, 3)), (1, 0)),  # 17 to 9: not twice as many
        ((7, 2), ((6, 5), (4, 3)), (2, 0)),  # 18 to 9
        ((0, 9), ((1, 1), (6, 6)), (0, 2)),
    ],
)
def test_fame_goes_by_fans(
    factors: tuple[int, int], dice: tuple[tuple[int, int], tuple[int, int]], fame: tuple[int, int]
) -> None:
    found = crowds(factors, dice)
    assert tuple(crowd.fame for crowd in found) == fame
    assert [crowd.fans for crowd in found] == [factor + sum(each) for factor, each in zip(factors, dice, strict=True)]


@pytest.mark.rule("S-POST-01")
def test_a_league_may_do_without_the_crowd() -> None:
    teams = kepts(orcs(), orcs())
    rolls = crowd_rolls(teams, STOCK, default_options(STOCK))
    assert [(roll.name, roll.count, roll.faces, roll.rule) for roll in rolls] == [
        ("fans t_0", 2, 6, "S-POST-01"),
        ("fans t_1", 2, 6, "S-POST-01"),
    ]
    assert crowd_rolls(teams, STOCK, read_options("fame = off", STOCK)) == []
    assert crowd_rolls(kepts(squad(), squad()), "official", default_options("official")) == []


@pytest.mark.rule("S-POST-01", "S-POST-02")
def test_the_lock_books_both_teams_with_their_journeymen_and_their_crowd() -> None:
    teams = kepts(with_numbers(orcs(), p_4={"misses_next_game": True}), orcs(staff={"fan_factor": 1}))
    dice: dict[str, Sequence[int]] = {"fans t_0": (1, 2), "fans t_1": (6, 6)}
    first, second = prepared("m_1", teams, STOCK, default_options(STOCK), dice, {"t_0": ["Lineman"]})
    assert [type(each.body) for each in first] == [Booked, Journeymen, Fame]
    assert [each.body for each in second] == [Booked("m_1"), Fame(13, 1, 8)]
    assert (first[-1].body, first[-1].dice, first[-1].rule) == (Fame(8, 0, 13), (1, 2), "S-POST-01")
    team = teams[0]
    for each in first:
        team = applied(team, each.body, team.seq + 1, "")
    assert team.state == "booked"
    assert len(team.team.available) == 11


# --- the forecast -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-IND-01", "O-DRAFT-12")
def test_official_teams_are_told_who_spends_first_and_what_the_other_gets() -> None:
    rich, poor = kepts(squad(12, treasury=70_000), squad(11, treasury=10_000))
    handicap = forecast([poor, rich], "official", default_options("official"))
    difference = handicap.values[1] - handicap.values[0]
    assert difference > 0
    assert handicap.purses == (Purse(petty_cash=difference), Purse(treasury=70_000))
    assert f"Team 1 gets {difference:,} gold for inducements, and as much as Team 0 spends" in words(handicap)
    assert "Team 0 may spend 70,000 gold of its treasury on inducements first" in words(handicap)
    assert {line.rule for line in handicap.lines} == {"O-DRAFT-09", "O-IND-01"}
    short = forecast([*kepts(squad(9)), rich], "official", default_options("official"))
    assert short.journeymen == (2, 0)
    assert short.values[0] == current_team_value(with_journeymen(squad(9)))  # their cost counts


@pytest.mark.rule("O-IND-02")
def test_equal_teams_buy_nothing() -> None:
    handicap = forecast(kepts(squad(), squad()), "official", default_options("official"))
    assert handicap.purses == (Purse(), Purse())
    assert handicap.lines[-1].text == "the teams are equal: nobody buys inducements"


@pytest.mark.rule("S-OFF-06")
def test_stockbowl_has_petty_cash() -> None:
    handicap = forecast(kepts(orcs(count=13, treasury=50_000), orcs()), STOCK, default_options(STOCK))
    assert handicap.purses == (Purse(treasury=50_000), Purse(petty_cash=100_000))
    assert handicap.lines[-1].rule == "S-OFF-06"


@pytest.mark.rule("A-ARR-01")
@pytest.mark.parametrize(("gap", "number"), [(14, 0), (15, 1), (29, 1), (30, 2), (44, 2), (45, 3), (60, 3)])
def test_the_weaker_team_has_an_arrangement_for_every_fifteen_points_at_the_lock(gap: int, number: int) -> None:
    teams = kepts(golds(), golds(treasury=gap * 10_000))
    handicap = forecast(teams, league("special_arrangements"), default_options("astrogranite"))
    assert handicap.values[1] - handicap.values[0] == gap
    assert handicap.arrangements == (number, 0)
    told = [line for line in handicap.lines if line.rule == "A-ARR-01"]
    assert [line.side for line in told] == [0] * bool(number)


@pytest.mark.rule("A-WHEEL-01", "A-WHEEL-02", "A-WHEEL-03", "A-WHEEL-04", "A-WHEEL-05", "A-WHEEL-06")
@pytest.mark.parametrize(
    ("colleges", "rerolls"),
    [
        (("gold", "jade"), (1, 0)),  # superior
        (("jade", "gold"), (0, 1)),
        (("dark", "rainbow"), (2, 2)),
        (("gold", "gold"), (-1, -1)),
        (("gold", "grey"), (0, 0)),
        (("gold", "jade", "jade"), (1, -1, -1)),  # once, however many cause it
        (("gold", "gold", "jade"), (0, 0, 0)),  # different kinds add up
    ],
)
def test_the_wheel_is_shown_before_the_match(colleges: tuple[str, ...], rerolls: tuple[int, ...]) -> None:
    linemen = {"gold": "Orc Lineman", "jade": "Orc Lineman", "grey": "Human Lineman"}
    linemen |= {"dark": "Skeleton", "rainbow": "Human Lineman"}
    teams = [
        replace(
            golds(),
            roster=college,
            players=tuple(one(number, linemen[college], college) for number in range(1, 8)),
        )
        for college in colleges
    ]
    edition = league("colleges", "great_wheel", "extra_teams")
    handicap = forecast(kepts(*teams), edition, default_options("astrogranite"))
    assert handicap.objections == ()
    assert handicap.rerolls == rerolls
    assert len([line for line in handicap.lines if line.rule == "A-WHEEL-02"]) == sum(map(bool, rerolls))


@pytest.mark.rule("A-WHEEL-04")
def test_the_wheel_takes_no_re_roll_that_is_not_there() -> None:
    teams = kepts(golds(rerolls=0), golds(rerolls=1))
    handicap = forecast(teams, league("colleges", "great_wheel"), default_options("astrogranite"))
    assert handicap.rerolls == (0, -1)


@pytest.mark.rule("A-DIRTY-01")
def test_tactics_go_as_far_as_the_gold() -> None:
    teams = kepts(golds(treasury=29_000), golds(treasury=65_000), golds(treasury=500_000))
    handicap = forecast(teams, league("dirty_tactics", "extra_teams"), default_options("astrogranite"))
    assert words(handicap)[-2:] == [
        "Team 1 has gold for 2 dirty tactics",
        "Team 2 has gold for 3 dirty tactics",
    ]


def test_in_a_quick_start_nothing_is_bought_or_arranged() -> None:
    teams = kepts(golds(), golds(treasury=400_000))
    edition = league("special_arrangements", "dirty_tactics", "quick")
    handicap = forecast(teams, edition, default_options("astrogranite"))
    assert (handicap.arrangements, len(handicap.lines)) == ((), 2)
    stock = forecast(kepts(orcs(), orcs(count=12)), "stockbowl(quick=1)", default_options(STOCK))
    assert stock.purses == ()


def test_why_a_team_cannot_play_is_told_instead() -> None:
    hurt: dict[str, dict[str, Any]] = {f"p_{number}": {"misses_next_game": True} for number in range(1, 11)}
    teams = kepts(with_numbers(golds(), **hurt), golds())
    (reason,) = forecast(teams, league("colleges"), default_options("astrogranite")).objections
    assert reason.startswith("Team 0: players who can take the field: expected at least 1, found 0")
    assert forecast(teams, league("colleges"), LENT).objections == ()
