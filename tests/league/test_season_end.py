"""The end of a season: prizes and the trophy, and the redraft of the official edition (O-LEAGUE-04, O-LEAGUE-06 to
O-LEAGUE-10). Other leagues carry on, or begin anew."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from dungeonbowl.errors import UserError
from dungeonbowl.league.aftermath.machine import Aftermath
from dungeonbowl.league.aftermath.season_end import season_plan_for
from dungeonbowl.league.options import default_options
from dungeonbowl.league.team_events import (
    Advanced,
    Closed,
    Funds,
    Hired,
    Left,
    Outcome,
    Played,
    Prize,
    Recovered,
    Rehired,
    Reroll,
    Scouted,
    Season,
    Staff,
)
from dungeonbowl.teams.drafting import draft_team
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.team import Gain, Team, profile_of
from dungeonbowl.teams.value import player_value, team_value
from support.aftermaths import DWARF, Afterwards, player, squad
from support.season_ends import season_facts
from support.teams import complaints

RUNNER = "Dwarf Runner"
UNCAPPED = "redraft_cap = none"


def ending(start: Team, *before: Any, place: int = 0, options: str = "", **details: Any) -> Afterwards:
    """The end of a season for a team."""
    facts = season_facts(start.edition, "s_1", place, had_trophy=start.trophy)
    return Afterwards(start, None, *before, season=facts, options=options, edition=start.edition, **details)


def seasons_matches(won: int, played: int, friendlies: int = 0) -> list[Played | Closed]:
    """The matches of a season, each with its aftermath closed; all friendlies are won."""
    outcomes: list[Outcome] = ["won" if number < won else "lost" for number in range(played)]
    found = [Played(f"m_{number}", ("t_x",), outcome, (1, 0)) for number, outcome in enumerate(outcomes)]
    found += [Played(f"f_{number}", ("t_x",), "won", (1, 0), friendly=True) for number in range(friendlies)]
    return [body for match in found for body in (match, Closed(match.match, 0, 0))]


# --- prizes -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-LEAGUE-04")
@pytest.mark.parametrize(("place", "gold"), [(1, 100_000), (2, 60_000), (3, 30_000), (4, 0), (0, 0)])
def test_prizes_by_place(place: int, gold: int) -> None:
    after = ending(squad(treasury=5_000), place=place, options="off_season = carry_on").finish()
    assert after.team.treasury == 5_000 + gold
    assert after.kept.honours == (((1, place),) if place else ())
    assert after.team.trophy is (place == 1)


@pytest.mark.rule("O-LEAGUE-04")
def test_the_trophy_is_a_re_roll_in_the_value_until_the_next_champion_takes_it() -> None:
    start = squad(rerolls=2)
    champion = ending(start, place=1, options="off_season = carry_on").finish().team
    assert (champion.rerolls, champion.rerolls_held) == (2, 3)
    assert team_value(champion) == team_value(start) + 50_000
    second = ending(champion, place=2, options="off_season = carry_on").finish()
    assert second.events(Prize) == [Prize(2, 60_000, False)]
    assert second.team.rerolls_held == 2
    again = ending(champion, place=1, options="off_season = carry_on").finish()
    assert again.team.rerolls_held == 3, "there is one trophy"


@pytest.mark.rule("O-LEAGUE-04", "O-LEAGUE-09")
def test_the_re_roll_of_the_trophy_costs_nothing_at_the_redraft() -> None:
    after = ending(squad(rerolls=1), place=1, options=UNCAPPED).finish()
    assert after.events(Reroll) == [Reroll(0, 50_000)]
    assert after.team.rerolls_held == 2


# --- the order --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-LEAGUE-06")
def test_the_steps_come_in_their_order_and_none_can_be_skipped() -> None:
    start = squad(12, player(2, mvps=1), player(3, misses_next_game=True), player(4, niggles=1), rerolls=1)
    after = ending(start, place=2)
    names = [stage.name for stage in season_plan_for(default_options("official")).stages]
    assert names == ["prizes", "scouting", "rest", "funds", "redraft", "healing", "season"]
    assert (after.aftermath.line.stage, after.roll.rule) == ("scouting", "O-LEAGUE-07")
    for text in ("choose done", "choose rehire p_1", "dice 7", "dice 1 1"):
        with pytest.raises(UserError):
            after.put(text)
    assert after.kinds() == ["prize"]
    after.dice(1)
    assert (after.aftermath.line.stage, after.ask.rule) == ("redraft", "O-LEAGUE-09")
    assert after.kinds() == ["prize", "scouted", "recovered", "funds"]
    with pytest.raises(UserError):
        after.choose("done")
    assert "at least 11 players" in after.barred("that is all").reason
    for number in range(1, 12):
        after.choose(f"rehire p_{number}")
    after.choose("done")
    assert (after.aftermath.line.stage, after.roll.rule) == ("healing", "O-LEAGUE-10")
    after.dice(1)
    assert after.aftermath.is_over
    assert after.kinds()[-1] == "season"
    assert after.kept.state == "ready"


@pytest.mark.rule("O-LEAGUE-06")
def test_whoever_would_miss_the_next_match_is_fit_again() -> None:
    after = ending(squad(12, player(3, misses_next_game=True, niggles=1))).to("redraft")
    assert after.events(Recovered) == [Recovered()]
    assert after.player(3).available
    assert after.player(3).niggles == 1, "that has a die of its own"


# --- scouting ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-LEAGUE-07")
def test_scouts_look_at_those_who_were_most_valuable_and_take_them_on_a_six() -> None:
    start = squad(13, player(2, mvps=1), player(3, gained=(Gain("Guard"),), earned=6, spent=6), player(5, mvps=3))
    after = ending(start, options=UNCAPPED)
    assert after.roll.player == "p_2"
    assert [(chance.words, round(chance.chance * 6)) for chance in after.roll.odds] == [
        ("it leaves", 1),
        ("it stays", 5),
    ]
    after.dice(5)
    assert after.roll.player == "p_5", "one die, however often it was most valuable"
    after.dice(6)
    assert after.aftermath.line.stage == "redraft"
    assert after.events(Scouted) == [Scouted("p_2", False), Scouted("p_5", True, 20_000)]
    assert after.kept.player("p_5") is None
    assert after.kept.careers["p_5"].how == "scouted"
    (funds,) = after.events(Funds)
    assert (funds.total, funds.parts["scouting"]) == (1_020_000, 20_000)


@pytest.mark.rule("O-LEAGUE-07")
def test_a_league_may_have_scouts_look_at_those_who_have_learnt_a_skill_this_season() -> None:
    crew = [player(2, mvps=1), player(3, earned=6), player(4, earned=18), player(5, gained=(Gain("Guard"),), earned=6)]
    learnt = [Advanced("p_3", Gain("Fend"), 6), Advanced("p_4", Gain(raised="ma"), 18)]
    after = ending(squad(12, *crew), *learnt, options="scouting = skill")
    assert after.roll.player == "p_3"
    after.dice(1)
    assert after.aftermath.line.stage == "redraft", "a characteristic is no skill, and number 5 learnt it earlier"
    next_season = ending(squad(12, *crew), *learnt, Season(2), options="scouting = skill")
    assert next_season.aftermath.line.stage == "redraft"


# --- funds ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-LEAGUE-08")
@pytest.mark.parametrize(
    ("options", "total"), [("", 1_300_000), (UNCAPPED, 1_510_000), ("redraft_cap = 1400000", 1_400_000)]
)
def test_funds_are_a_new_budget_the_treasury_and_gold_for_games_and_wins(options: str, total: int) -> None:
    """Fourteen games, eight of them won, and 70,000 in the treasury."""
    after = ending(squad(treasury=70_000), *seasons_matches(8, 14), options=options).to("redraft")
    (funds,) = after.events(Funds)
    assert funds.parts == {"new team": 1_000_000, "treasury": 70_000, "games": 280_000, "wins": 160_000, "scouting": 0}
    assert funds.total == after.team.treasury == total


@pytest.mark.rule("O-LEAGUE-08")
def test_a_friendly_is_a_game_and_no_fixture_and_earlier_seasons_do_not_count() -> None:
    before = [*seasons_matches(3, 5), Season(2), *seasons_matches(1, 2, friendlies=1)]
    after = ending(squad(), *before).to("redraft")
    (funds,) = after.events(Funds)
    assert (funds.parts["games"], funds.parts["wins"]) == (60_000, 20_000)


@pytest.mark.rule("O-LEAGUE-08")
def test_a_prize_is_part_of_the_treasury_that_the_funds_take() -> None:
    after = ending(squad(treasury=10_000), place=1).to("redraft")
    (funds,) = after.events(Funds)
    assert funds.parts["treasury"] == 110_000


# --- rehiring ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-LEAGUE-09")
def test_a_player_is_rehired_for_its_value_and_the_seasons_it_has_played() -> None:
    """At the end of its second season a player costs 40,000 more. Its value stays what it was."""
    veteran = player(2, gained=(Gain("Guard"),), earned=20, spent=6, niggles=1, losses=("ma",), seasons=1, mvps=1)
    after = ending(squad(12, veteran), options=UNCAPPED).dice(1)
    assert after.option("rehire p_2").note == "130,000 gold: its value 90,000 gold, 2 seasons played"
    assert after.option("rehire p_3").note == "90,000 gold: its value 70,000 gold, 1 season played"
    gold = after.team.treasury
    after.choose("rehire p_2")
    assert after.team.treasury == gold - 130_000
    after.finish()
    kept = after.player(2)
    assert player_value(after.team, kept) == 90_000
    assert (kept.unspent, kept.gained, kept.losses, kept.mvps) == (14, (Gain("Guard"),), ("ma",), 1)
    assert kept.seasons == 2
    assert after.player(3).seasons == 1


@pytest.mark.rule("O-LEAGUE-09")
def test_re_rolls_are_kept_for_their_first_price_or_dropped_and_none_is_added() -> None:
    after = ending(squad(11, rerolls=3), options=UNCAPPED).to("redraft")
    for number in range(1, 12):
        after.choose(f"rehire p_{number}")
    assert after.team.treasury == 1_000_000 - 11 * 90_000
    poor = after.barred("keep a team re-roll")
    assert poor.reason == "it costs 50,000 gold, and the treasury holds 10,000"
    assert after.finish().team.rerolls == 0
    assert after.events(Reroll) == [Reroll(-3)]
    rich = ending(squad(11, rerolls=2, treasury=300_000), options=UNCAPPED).to("redraft").choose("reroll", "reroll")
    assert "reroll" not in rich.texts
    assert rich.team.treasury == 1_200_000
    assert rich.finish().team.rerolls == 2


@pytest.mark.rule("O-LEAGUE-09")
def test_who_is_not_rehired_leaves_and_newcomers_have_no_season_yet() -> None:
    after = ending(squad(12), options=UNCAPPED).to("redraft")
    for number in range(1, 11):
        after.choose(f"rehire p_{number}")
    after.choose(f"hire {RUNNER}", "done").finish()
    assert after.events(Left) == [Left("p_11", "not rehired"), Left("p_12", "not rehired")]
    assert after.kept.careers["p_12"].how == "not rehired"
    (hired,) = after.events(Hired)
    newcomer = after.kept.player(hired.player.id)
    assert newcomer is not None
    assert (newcomer.seasons, newcomer.number, after.player(1).seasons) == (0, 13, 1)
    assert after.team.treasury == 1_000_000 - 10 * 90_000 - 85_000, "what is left goes to the treasury"
    assert after.team.season == 2
    assert (after.kept.season_games, after.kept.fixtures_won, after.kept.funds) == (0, 0, 0)


@pytest.mark.rule("O-LEAGUE-09", "O-DRAFT-03")
def test_a_redraft_ends_with_eleven_to_sixteen_players_within_the_limits_of_the_roster() -> None:
    runners = [player(1, RUNNER), player(2, RUNNER)]
    after = ending(squad(16, *runners, treasury=900_000), options=UNCAPPED).to("redraft")
    assert "number" in after.barred(f"hire a {DWARF}").reason, "all numbers are taken until somebody is released"
    for number in range(1, 11):
        after.choose(f"rehire p_{number}")
    assert "at least 11 players" in after.barred("that is all").reason
    after.choose("release p_11", "rehire p_12")
    assert "done" in after.texts
    assert "section runners: expected at most 2, found 3" in after.barred(f"hire a {RUNNER}").reason
    after.choose("release p_13", f"hire {DWARF}", "rehire p_14", "rehire p_15", "rehire p_16")
    assert len(after.team.permanent) == 15
    after.choose(f"hire {DWARF}")
    assert "players: expected 0 to 16, found 17" in after.barred(f"hire a {DWARF}").reason
    assert complaints(after.finish().team) == []


@pytest.mark.rule("O-LEAGUE-09")
def test_nobody_spends_the_gold_that_eleven_players_need() -> None:
    """1,000,000 for a team of dear players: the eleventh must still be paid, and the cheapest is a Gnoblar."""
    crew = [player(number, gained=(Gain("Guard"), Gain(raised="st")), earned=40, spent=28) for number in range(1, 12)]
    after = ending(squad(11, *crew), options=UNCAPPED).to("redraft")
    for number in range(1, 5):
        after.choose(f"rehire p_{number}")
    assert after.team.treasury == 1_000_000 - 4 * 190_000
    assert after.barred("rehire 5").reason == "90,000 gold are needed for the rest of 11 players"
    assert complaints(after.finish().team) == []
    assert len(after.team.players) >= 11


# --- healing ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-LEAGUE-10")
def test_each_niggling_injury_of_a_rehired_player_goes_away_on_four_or_more() -> None:
    after = ending(squad(12, player(2, niggles=3), player(12, niggles=1)), options=UNCAPPED).to("redraft")
    for number in range(1, 12):
        after.choose(f"rehire p_{number}")
    after.choose("done")
    assert (after.roll.count, after.roll.player) == (3, "p_2")
    after.dice(3, 4, 6)
    assert after.aftermath.is_over, "who was not rehired has no die"
    assert after.player(2).niggles == 1
    assert [each.dice for each in after.written if isinstance(each.body, Recovered)] == [(4,), (6,)]


@pytest.mark.rule("O-LEAGUE-10", "O-POST-06")
def test_a_loss_of_who_sat_out_the_season_may_be_restored_and_leaves_a_niggling_injury() -> None:
    """Number 2 sat out the season with two losses; number 3 went on playing with one."""
    crew = [player(2, losses=("ma", "av"), retired=True), player(3, losses=("ma",))]
    after = ending(squad(11, *crew), options=UNCAPPED).to("healing")
    assert after.roll.player == "p_2"
    after.dice(4)
    after.dice(3)
    assert after.aftermath.is_over
    assert (after.player(2).losses, after.player(2).niggles, after.player(2).retired) == (("av",), 1, False)
    assert profile_of(after.team, after.player(2)).ma == 4
    assert after.player(3).losses == ("ma",)
    assert after.player(2).available


# --- other ways -------------------------------------------------------------------------------------------------------


def league_team(edition: str) -> Team:
    """A team that has played, of the first roster of an edition."""
    drafted = draft_team(load_facts(edition).rosters[0].id, edition=edition)
    players = tuple(replace(each, id=f"p_{each.number}") for each in drafted.players)
    return replace(drafted, id="t_us", players=players, games=8, season=1)


@pytest.mark.parametrize("edition", ["astrogranite", "official", "stockbowl"])
def test_leagues_that_carry_on_end_absences_and_do_nothing_else(edition: str) -> None:
    start = league_team(edition)
    hurt = replace(start.players[0], misses_next_game=True, niggles=2, losses=("ma",))
    start = replace(start, players=(hurt, *start.players[1:]))
    after = ending(start, options="off_season = carry_on").finish()
    assert after.kinds() == ["recovered", "season"]
    assert (after.player(1).available, after.player(1).niggles, after.player(1).losses) == (True, 2, ("ma",))
    assert after.team.treasury == start.treasury
    assert {each.seasons for each in after.team.players} == {1}


@pytest.mark.parametrize("edition", ["astrogranite", "official", "stockbowl"])
def test_every_edition_can_redraft_at_its_own_prices(edition: str) -> None:
    start = league_team(edition)
    after = ending(start, options=f"off_season = redraft, {UNCAPPED}").to("redraft")
    reroll = load_facts(edition).reroll_cost(start.roster_facts)
    assert after.option("reroll").note == f"{reroll:,} gold"
    dwarf = start.players[0]
    assert after.option("rehire p_1").note.startswith(f"{player_value(start, dwarf) + 20_000:,} gold")
    assert complaints(after.finish().team) == []
    assert len(after.events(Rehired)) >= load_facts(edition).draft.players.least
    assert after.team.staff.get("fan_factor") == start.staff.get("fan_factor")


def test_staff_is_kept_at_its_price_and_fans_come_along() -> None:
    start = replace(league_team("stockbowl"), staff={"apothecary": 1, "cheerleaders": 2, "fan_factor": 4})
    after = ending(start, options=f"off_season = redraft, {UNCAPPED}").to("redraft")
    assert [text for text in after.texts if text.startswith("staff")] == ["staff apothecary", "staff cheerleaders"]
    after.choose("staff apothecary", "staff cheerleaders")
    for number in range(1, 12):
        after.choose(f"rehire p_{number}")
    after.choose("done").finish()
    assert after.team.staff == {"apothecary": 1, "cheerleaders": 1, "fan_factor": 4}
    assert after.events(Staff)[-1] == Staff("cheerleaders", -1)


@pytest.mark.parametrize("edition", ["astrogranite", "official", "stockbowl"])
def test_where_everybody_begins_anew_a_new_team_keeps_the_old_history(edition: str) -> None:
    start = league_team(edition)
    after = ending(start, options="off_season = fresh")
    assert after.team.permanent == []
    assert after.team.treasury == 1_000_000
    after.finish()
    assert complaints(after.team) == []
    assert len(after.team.players) >= load_facts(edition).draft.players.least
    assert {each.seasons for each in after.team.players} == {0}
    assert after.kept.careers["p_1"].how == "not rehired"
    assert after.team.games == 8


def test_a_team_that_has_not_played_is_left_as_it_is() -> None:
    start = replace(league_team("official"), games=0)
    for way in ("carry_on", "redraft", "fresh"):
        after = ending(start, options=f"off_season = {way}").finish()
        assert after.kinds() == ["season"]
        assert complaints(after.team) == []


def test_the_same_inputs_end_a_season_in_the_same_way() -> None:
    start = squad(12, player(2, mvps=1, niggles=2), player(5, retired=True, losses=("st",)))
    after = ending(start, place=1).dice(2).choose("release p_12", f"hire {RUNNER}").finish()
    for count in range(len(after.aftermath.inputs) + 1):
        again = Aftermath(after.aftermath.case, after.aftermath.plan, after.aftermath.inputs[:count])
        assert again.line.written == after.written[: len(again.line.written)]
    assert again.line.kept == after.kept
