"""After a match of StockBowl: the parent game's steps (S-POST), with scripted dice."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.editions import build
from dungeonbowl.errors import UserError
from dungeonbowl.league.aftermath.editions.stockbowl import MVP_POINTS
from dungeonbowl.league.aftermath.facts import Harm, PlayerFacts
from dungeonbowl.league.aftermath.plans import plan_for
from dungeonbowl.league.team_events import (
    Advanced,
    Closed,
    Conceded,
    Died,
    Expenses,
    Fans,
    Gold,
    Hired,
    Hurt,
    Journeymen,
    Left,
    MostValuable,
    Outcome,
    Played,
    Points,
    Reroll,
    Staff,
)
from dungeonbowl.rulebook import find, load, sections
from dungeonbowl.rulebook.coverage import Tally
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.team import Gain, Player, Team, profile_of, skills_of
from dungeonbowl.teams.value import current_team_value, player_value, team_value
from support.aftermaths import THEM, US, Afterwards
from support.classic_aftermaths import STOCK, after, did, one, orc, orcs, side, them, with_numbers


def drawn(number: int = 1, **facts: Any) -> PlayerFacts:
    """The player whom the match itself has named its best."""
    return did(number, mvps=1, **facts)


def stock(team: Team, outcome: Outcome = "lost", *players: PlayerFacts, **facts: Any) -> Afterwards:
    """The aftermath of a match whose best player was number 1."""
    return after(STOCK, team, side(outcome, drawn(), *players, **facts))


def test_the_steps_are_numbered_in_the_rulebook() -> None:
    ids = [rule.id for rule in load("stockbowl") if rule.section == "S-POST"]
    assert ids == [f"S-POST-{number:02d}" for number in range(1, 13)]
    assert sections("stockbowl")["S-POST"] == "Around a league match"
    counted = Tally().coverage()["stockbowl"]["sections"]["S-POST"]
    assert (counted["title"], counted["total"], counted["missing"]) == ("Around a league match", 12, ids)
    cited = {rule for stage in plan_for(STOCK).stages for rule in stage.rules}
    assert all(find(rule) is not None for rule in cited)
    assert {f"S-POST-{number:02d}" for number in range(3, 13)} <= cited


def test_the_steps_come_in_the_order_of_their_numbers() -> None:
    assert [stage.name for stage in plan_for(STOCK).stages] == [
        "record", "injuries", "points", "valuable", "deserters", "improvement", "winnings", "fans", "expenses",
        "market", "close",
    ]  # fmt: skip


# --- the result -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S-POST-03", "S-BASE-25", "S-OBJ-04")
@pytest.mark.parametrize(("outcome", "score"), [("won", (2, 1)), ("drawn", (1, 1)), ("lost", (0, 3))])
def test_the_result_is_written_down_with_every_touchdown(outcome: Outcome, score: tuple[int, int]) -> None:
    """An awarded touchdown is in the score, and no player has points for it."""
    us = side(outcome, drawn(), did(2, points={"touchdown": 3}), score=score[0], value=1_000_000)
    story = after(STOCK, orcs(), us, them("won" if outcome == "lost" else "lost", score=score[1]), how="score")
    (played,) = story.events(Played)
    assert (played.outcome, played.score, played.value) == (outcome, score, 1_000_000)
    assert story.events(Points) == [Points("p_2", 3, "touchdown")]
    assert (story.kept.won, story.kept.drawn, story.kept.lost) == (
        outcome == "won",
        outcome == "drawn",
        outcome == "lost",
    )


# --- injuries ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S-POST-04", "S-BASE-14", "S-BASE-15")
def test_the_dead_leave_and_every_injury_costs_the_next_match() -> None:
    story = stock(
        orcs(),
        "lost",
        did(2, injury="badly hurt"),
        did(3, injury="misses"),
        did(4, injury="niggle"),
        did(5, injury="loss", loss="ma"),
        did(6, injury="dead"),
    ).finish()
    assert story.events(Died) == [Died("p_6")]
    assert [player.number for player in story.team.available] == [1, 2, 7, 8, 9, 10, 11]
    assert (story.player(4).niggles, story.player(5).losses) == (1, ("ma",))
    assert profile_of(story.team, story.player(5)).ma == 4


@pytest.mark.rule("S-POST-04")
def test_a_third_loss_of_a_characteristic_is_only_the_missed_match() -> None:
    team = with_numbers(orcs(), p_5={"losses": ("ma", "ma")})
    story = stock(team, "lost", did(5, injury="loss", loss="ma"))
    assert story.events(Hurt) == [Hurt("p_5")]
    assert story.player(5).losses == ("ma", "ma")
    story.finish()
    assert story.player(5).misses_next_game


@pytest.mark.rule("S-POST-04")
def test_nothing_falls_below_one() -> None:
    goblin = one(2, "Goblin", "goblin", STOCK)
    weak = Player(2, "Weak", goblin.position, goblin.cost, losses=("st",), id="p_2")
    goblins = [one(number, "Goblin", "goblin", STOCK) for number in range(3, 12)]
    team = Team(STOCK, "goblin", "Goblins", (weak, *goblins), games=2, id=US)
    assert profile_of(team, weak).st == 1
    story = after(STOCK, team, side("lost", did(2, injury="loss", loss="st"))).finish()
    assert story.player(2).losses == ("st",)


@pytest.mark.rule("S-POST-04", "S-BASE-15", "S-BASE-21")
def test_what_stands_in_the_end_counts_and_both_results_of_a_body_that_decays() -> None:
    twice = did(3, injury="loss", loss="ag", further=(Harm("niggle"),))
    one_match = did(4, injury="misses", further=(Harm("misses"),))
    healed = did(5, injury="badly hurt")  # after the apothecary, or Regeneration
    story = stock(orcs(), "lost", twice, one_match, healed).finish()
    assert (story.player(3).losses, story.player(3).niggles) == (("ag",), 1)
    assert [player.number for player in story.team.players if player.misses_next_game] == [3, 4]
    again = stock(story.team).finish()
    assert not [player for player in again.team.players if player.misses_next_game]


# --- points and the best player ---------------------------------------------------------------------------------------


@pytest.mark.rule("S-POST-04")
def test_two_results_that_only_cost_a_match_cost_one_and_are_noted_once() -> None:
    story = stock(orcs(), "lost", did(3, injury="misses", further=(Harm("misses"),))).finish()
    assert [each.player for each in story.events(Hurt)] == ["p_3"]
    assert story.kept.careers["p_3"].hurts == ("missed a match",)
    assert story.player(3).misses_next_game


@pytest.mark.rule("S-POST-05", "S-BASE-23", "S-SPP-01", "S-SPP-02")
def test_points_are_those_of_the_match_and_the_award_is_the_one_it_has_drawn() -> None:
    assert build(STOCK).tables.experience.most_valuable == MVP_POINTS
    us = side(
        "lost", did(2, points={"completion": 2}, deeds={"completion": 3}), drawn(3), did(4, deeds={"casualty": 1})
    )
    story = after(STOCK, orcs(), us)
    assert story.events(Points) == [Points("p_2", 2, "completion")]  # one was thrown with nobody standing there
    assert story.events(MostValuable) == [MostValuable("p_3", 5)]
    assert (story.player(3).earned, story.player(3).mvps, story.player(4).earned) == (5, 1, 0)
    assert story.aftermath.line.stage == "winnings"  # no die fell for it


@pytest.mark.rule("S-POST-05")
def test_an_award_to_a_dead_player_is_lost_with_him() -> None:
    story = after(STOCK, orcs(), side("lost", drawn(3, injury="dead", points={"touchdown": 3})))
    assert story.events(MostValuable) == [MostValuable("p_3", 5)]
    assert story.kept.player("p_3") is None
    assert story.kept.careers["p_3"].deeds["mvp"] == 1
    assert sum(player.earned for player in story.team.players) == 0


@pytest.mark.rule("S-POST-05")
def test_in_a_league_that_gives_the_dead_nothing_another_is_drawn_in_his_place() -> None:
    story = after(STOCK, orcs(), side("lost", drawn(injury="dead")), options="mvp_dead = off").to("valuable")
    assert (story.roll.faces, story.roll.shirts[0]) == (10, 2)
    assert story.dice(1).events(MostValuable) == [MostValuable("p_2", MVP_POINTS)]


@pytest.mark.rule("S-POST-05")
def test_a_match_that_has_drawn_none_leaves_it_to_the_aftermath_and_the_dead_are_among_them() -> None:
    team = with_numbers(orcs(), p_1={"misses_next_game": True})
    story = after(STOCK, team, side("lost", did(2, injury="dead")))
    assert (story.aftermath.line.stage, story.roll.faces) == ("valuable", 10)
    story.dice(1)
    assert story.events(MostValuable) == [MostValuable("p_2", 5)]


def test_a_friendly_gives_no_award_although_the_match_has_drawn_one() -> None:
    story = after(STOCK, orcs(), side("lost", drawn(3), did(2, points={"completion": 1})), friendly=True)
    assert story.events(MostValuable) == []
    assert story.events(Points) == [Points("p_2", 1, "completion")]
    assert story.aftermath.line.stage == "winnings"


# --- learning: more of it in test_improvement.py ----------------------------------------------------------------------


@pytest.mark.rule("S-POST-06")
def test_the_best_player_s_points_bring_a_roll_before_the_winnings() -> None:
    story = stock(orcs(orc(1, earned=1)))
    assert (story.aftermath.line.stage, story.roll.player) == ("improvement", "p_1")
    story.dice(3, 3)
    groups = {option.group for option in story.ask.options}
    assert groups == {"general", "agility (double)", "passing (double)", "strength (double)"}
    assert "skill Claw" not in story.texts  # mutations are on no list of an orc
    story.choose("skill Guard")
    assert story.aftermath.line.stage == "winnings"


# --- gold and fans ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("S-POST-07")
@pytest.mark.parametrize(
    ("outcome", "die", "fame", "gold"),
    [("lost", 1, 0, 10_000), ("lost", 1, 2, 30_000), ("drawn", 4, 0, 50_000), ("won", 6, 0, 70_000)],
)
def test_winnings_are_a_die_one_more_unless_beaten_and_fame(outcome: Outcome, die: int, fame: int, gold: int) -> None:
    story = stock(orcs(), outcome, fame=fame).to("winnings").dice(die)
    if outcome == "won":
        story.choose("accept")
    assert story.events(Gold) == [Gold(gold, "winnings")]


@pytest.mark.rule("S-POST-07")
def test_a_winner_may_roll_a_six_again_and_be_sorry() -> None:
    story = stock(orcs(), "won", fame=2).to("winnings").dice(6)
    assert story.option("accept").label == "keep 90,000 gold"
    story.choose("again").dice(1)
    assert story.events(Gold) == [Gold(40_000, "winnings")]
    with pytest.raises(UserError):
        story.choose("again")


@pytest.mark.rule("S-POST-01", "S-POST-07")
def test_without_the_crowd_fame_is_nothing() -> None:
    us = side("lost", drawn(), fame=2)
    assert after(STOCK, orcs(), us, options="fame = off").to("winnings").dice(3).events(Gold)[0].amount == 30_000


@pytest.mark.rule("S-POST-08")
@pytest.mark.parametrize(
    ("outcome", "fans", "dice", "after_it"),
    [
        ("won", 9, (4, 3, 3), 10),  # above nine too
        ("won", 9, (3, 3, 3), 9),
        ("won", 9, (1, 1, 1), 9),
        ("lost", 9, (4, 4), 8),
        ("lost", 9, (6, 3), 9),
        ("lost", 1, (1, 1), 1),
        ("drawn", 7, (4, 4), 8),
        ("drawn", 7, (4, 3), 7),
        ("drawn", 7, (4, 2), 6),
    ],
)
def test_fans_come_and_go(outcome: Outcome, fans: int, dice: tuple[int, ...], after_it: int) -> None:
    story = stock(orcs(staff={"fan_factor": fans}), outcome).to("fans")
    assert story.roll.count == len(dice)
    story.dice(*dice)
    assert story.team.staff["fan_factor"] == after_it
    assert len(story.events(Fans)) == (fans != after_it)
    assert check(story.team) == []


@pytest.mark.rule("S-POST-09")
@pytest.mark.parametrize(
    ("value", "cost"),
    [(1_740_000, 0), (1_750_000, 10_000), (1_890_000, 10_000), (1_900_000, 20_000), (2_050_000, 30_000)],
)
def test_expenses_rise_with_the_value(value: int, cost: int) -> None:
    story = stock(orcs(treasury=100_000), "lost", value=value).to("winnings").dice(6).to("market")
    assert story.events(Expenses) == ([Expenses(cost)] if cost else [])
    assert story.team.treasury == 160_000 - cost


@pytest.mark.rule("S-POST-08", "S-POST-09")
def test_a_walk_over_that_brings_relief_is_no_match_for_fans_and_expenses() -> None:
    """The league lets the winner roll winnings and an award; nobody has seen a match, and nothing was spent on one."""
    team = orcs(treasury=100_000)
    story = after(STOCK, team, side("won", value=2_000_000), them("lost"), how="walkover")
    assert story.to("valuable").roll.faces == 11
    story.dice(1).dice(4).choose("accept")
    assert (story.aftermath.line.stage, story.team.staff["fan_factor"]) == ("market", 5)
    assert story.finish().kinds() == ["mvp", "gold", "closed"]
    assert story.team.treasury == 100_000 + 50_000


@pytest.mark.rule("S-POST-09")
def test_what_is_not_there_is_not_paid() -> None:
    story = stock(orcs(treasury=0), "lost", value=2_050_000).to("winnings").dice(1).to("market")
    assert (story.events(Expenses), story.team.treasury) == ([Expenses(10_000)], 0)
    us = side("lost", conceded=True, fit=6, value=2_050_000)
    broke = after(STOCK, orcs(treasury=0), us, them("won")).to("market")
    assert (broke.events(Expenses), broke.team.treasury) == ([], 0)


# --- the market -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S-POST-10")
def test_a_re_roll_costs_twice_the_roster_s_price_and_counts_once() -> None:
    story = stock(orcs(treasury=200_000)).to("market")
    before = team_value(story.team)
    story.choose("reroll")
    assert story.events(Reroll) == [Reroll(1, 120_000)]
    assert team_value(story.team) == before + 60_000


@pytest.mark.rule("S-POST-10")
def test_players_are_hired_within_the_limits_and_fired_for_nothing() -> None:
    trolls = [orc(number, "Troll") for number in (1,)]
    story = stock(orcs(*trolls, treasury=300_000)).to("market")
    assert "at most 1" in story.barred("hire a Troll").reason
    start = story.team.treasury
    story.choose("hire Blitzer", "fire p_1")
    assert story.team.treasury == start - 80_000
    assert "hire Troll" in story.texts
    assert story.events(Hired)[0].player.number == 12


@pytest.mark.rule("S-POST-10", "S-POST-08")
def test_staff_is_hired_and_dismissed_but_no_fans_are_sold() -> None:
    story = stock(orcs(treasury=300_000)).to("market")
    offered = {text for text in story.texts if text.startswith(("staff", "dismiss"))}
    assert offered == {"staff apothecary", "staff assistant_coaches", "staff cheerleaders"}
    start = story.team.treasury
    story.choose("staff apothecary", "staff cheerleaders", "staff cheerleaders")
    assert story.events(Staff) == [
        Staff("apothecary", 1, 50_000),
        Staff("cheerleaders", 1, 10_000),
        Staff("cheerleaders", 1, 10_000),
    ]
    assert story.team.treasury == start - 70_000
    assert "0 to 1" in story.barred("one more: apothecary").reason
    story.choose("dismiss apothecary")
    assert story.team.staff["apothecary"] == 0
    assert story.team.treasury == start - 70_000


@pytest.mark.rule("S-POST-10")
def test_a_roster_without_healers_is_offered_none() -> None:
    undead = load_facts(STOCK).roster("undead")
    assert "apothecary" in undead.without
    lineman = undead.of_section("linemen")[0].name
    team = Team(
        STOCK,
        "undead",
        "Bones",
        tuple(one(number, lineman, "undead", STOCK) for number in range(1, 12)),
        games=2,
        treasury=300_000,
        id=US,
    )
    story = after(STOCK, team, side("lost", drawn())).to("market")
    assert "staff apothecary" not in story.texts
    assert not [barred for barred in story.ask.barred if "apothecary" in barred.label]
    assert "staff cheerleaders" in story.texts


def journeyman(number: int, **changes: Any) -> Player:
    return orc(number, journeyman=True, **changes)


@pytest.mark.rule("S-POST-02", "S-POST-10", "S-POST-06")
def test_a_journeyman_who_played_may_stay_with_all_that_he_has_learnt() -> None:
    team = orcs(count=10, treasury=200_000)
    us = side("lost", drawn(), did(17, points={"touchdown": 6}))
    story = after(STOCK, team, us, before=(Journeymen((journeyman(17),)),)).to("improvement")
    assert story.roll.player == "p_17"
    story.dice(1, 2).choose("skill Block").to("market")
    start = story.team.treasury
    story.choose("keep p_17")
    assert story.team.treasury == start - 70_000  # a lineman and a skill
    (hired,) = story.events(Hired)
    assert (hired.player.number, hired.price) == (11, 70_000)
    story.finish()
    kept = story.player(17)
    assert (kept.journeyman, kept.earned, kept.number) == (False, 6, 11)
    assert "Loner" not in skills_of(story.team, kept)
    assert kept.gained == (Gain(skill="Block"),)


@pytest.mark.rule("S-POST-10")
def test_a_journeyman_finds_no_place_on_a_full_list_and_whoever_is_not_hired_leaves() -> None:
    hurt: dict[str, dict[str, Any]] = {f"p_{number}": {"misses_next_game": True} for number in range(1, 7)}
    team = with_numbers(orcs(count=16, treasury=200_000), **hurt)
    us = side("lost", did(7, mvps=1))
    story = after(STOCK, team, us, before=(Journeymen((journeyman(17),)),)).to("market")
    assert "found 17" in story.barred("hire 17 Player 17").reason
    story.finish()
    assert story.kept.player("p_17") is None
    assert len(story.team.players) == 16


def rotten(count: int, **changes: Any) -> Team:
    return Team(
        STOCK,
        "nurgle",
        "Pox",
        tuple(one(number, "Rotter", "nurgle", STOCK) for number in range(1, count + 1)),
        games=2,
        id=US,
        **changes,
    )


@pytest.mark.rule("S-POST-10")
def test_an_infected_victim_joins_for_nothing_if_a_place_is_free() -> None:
    us = side("won", drawn(), newcomers=("Rotter", "Rotter"))
    story = after(STOCK, rotten(15), us).to("market")
    assert story.option("take in").note == "0 gold; 40,000 gold more in value"
    start = story.team.treasury
    story.choose("take in")
    (hired,) = story.events(Hired)
    assert (hired.player.position, hired.price, hired.player.number) == ("Rotter", 0, 16)
    assert story.team.treasury == start
    assert "found 17" in story.barred("take in a Rotter").reason  # no place for the second
    story.choose("fire p_3", "take in")
    assert len(story.team.players) == 16
    assert "take in" not in story.texts
    assert check(story.team) == []


@pytest.mark.rule("S-POST-10")
def test_as_many_join_as_were_infected() -> None:
    story = after(STOCK, rotten(12), side("won", drawn(), newcomers=("Rotter", "Rotter"))).to("market")
    story.choose("take in", "take in")
    assert len(story.team.players) == 14
    assert len({player.name for player in story.team.players}) == 14
    assert "take in" not in story.texts


@pytest.mark.rule("S-POST-10")
def test_a_victim_who_is_not_taken_in_is_gone() -> None:
    story = after(STOCK, rotten(12), side("won", drawn(), newcomers=("Rotter",))).finish()
    assert len(story.team.players) == 12
    assert "take in" not in after(STOCK, story.team, side("lost", drawn())).to("market").texts


# --- the close --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S-POST-11")
@pytest.mark.parametrize(
    ("gain", "value"),
    [
        (Gain(skill="Block"), 20_000),
        (Gain(skill="Guard"), 30_000),  # strength is a double category of a lineman
        (Gain(raised="ma"), 30_000),
        (Gain(raised="av"), 30_000),
        (Gain(raised="ag"), 40_000),
        (Gain(raised="st"), 50_000),
    ],
)
def test_each_improvement_has_its_value(gain: Gain, value: int) -> None:
    team = orcs(orc(2, gained=(gain,), earned=6, niggles=2, losses=("ag",)))
    assert player_value(team, team.players[1]) == 50_000 + value


@pytest.mark.rule("S-POST-11")
def test_the_value_at_the_close_counts_everybody_and_the_current_one_whoever_can_play() -> None:
    team = orcs(orc(2, gained=(Gain(skill="Block"),), earned=6), treasury=90_000, staff={"fan_factor": 5})
    absent = with_numbers(team, p_4={"misses_next_game": True})
    story = stock(absent, "lost", did(2, injury="misses")).to("fans").dice(2, 3).finish()
    (closed,) = story.events(Closed)
    everybody = 11 * 50_000 + 20_000 + 2 * 60_000 + 5 * 10_000  # the treasury does not count
    assert (closed.value, closed.current_value) == (everybody, everybody - 70_000)
    assert (team_value(story.team), current_team_value(story.team)) == (closed.value, closed.current_value)
    assert story.player(4).available


# --- giving up --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S-POST-12", "S-POST-05", "S-BASE-23")
def test_the_winner_of_a_conceded_match_gets_the_awards_and_the_winnings_of_both() -> None:
    us = side("won", score=0, fame=0)
    other = them("lost", conceded=True, fit=5, fame=2)
    story = after(STOCK, orcs(), us, other, how="conceded")
    assert story.events(Played)[0].score == (2, 0)  # by two at least
    story.dice(4).dice(4)
    assert [award.player for award in story.events(MostValuable)] == ["p_4", "p_4"]
    story.to("winnings").dice(2).choose("again").dice(3)
    assert story.roll.what == "the winnings of the team that gave up"
    story.dice(5)
    assert [each.amount for each in story.events(Gold)] == [40_000, 70_000]  # 3 + 1; 5 + FAME 2, beaten


@pytest.mark.rule("S-POST-12")
@pytest.mark.parametrize(("score", "counted"), [((0, 0), (2, 0)), ((1, 2), (4, 2)), ((3, 0), (3, 0))])
def test_a_conceded_match_is_lost_as_the_score_stands_and_by_two_at_least(
    score: tuple[int, int], counted: tuple[int, int]
) -> None:
    other = them("lost", score=score[1], conceded=True, fit=6)
    won = after(STOCK, orcs(), side("won", score=score[0]), other, how="conceded")
    assert won.events(Played)[0].score == counted
    us = side("lost", score=score[1], conceded=True, fit=6)
    lost = after(STOCK, orcs(), us, them("won", score=score[0]), how="conceded")
    assert lost.events(Played)[0].score == (counted[1], counted[0])


@pytest.mark.rule("S-POST-12")
def test_who_concedes_has_no_award_no_winnings_one_fan_less_and_may_lose_his_stars() -> None:
    six = tuple(Gain(skill=skill) for skill in ("Block", "Tackle", "Pro", "Dauntless"))
    team = with_numbers(
        orcs(staff={"fan_factor": 5}),
        p_2={"earned": 51, "gained": six},
        p_3={"earned": 50, "gained": six[:3]},
        p_4={"earned": 49, "gained": six[:3]},
    )
    us = side("lost", did(4, points={"completion": 2}), conceded=True, fit=3)
    story = after(STOCK, team, us, them("won"), how="conceded")
    assert story.events(Conceded) == [Conceded()]
    assert (story.aftermath.line.stage, story.roll.player) == ("deserters", "p_2")
    story.dice(3)
    assert story.roll.player == "p_4"  # the points of this match count
    story.dice(4)
    assert story.events(Left) == [Left("p_2")]
    story.to("improvement").dice(1, 2).choose("skill Kick")  # p_4 stays, and learns
    assert story.aftermath.line.stage == "market"
    assert (story.events(MostValuable), story.events(Gold)) == ([], [])
    assert story.events(Fans) == [Fans(-1)]
    assert story.team.staff["fan_factor"] == 4


@pytest.mark.rule("S-POST-12", "S-POST-08")
def test_who_concedes_without_fans_has_none_to_lose() -> None:
    facts = (side("lost", conceded=True, fit=8), them("won"))
    story = after(STOCK, orcs(staff={"fan_factor": 0}), *facts, how="conceded").finish()
    assert (story.events(Fans), story.team.staff["fan_factor"]) == ([], 0)


@pytest.mark.rule("S-POST-12")
def test_with_two_players_left_it_costs_nothing_but_the_match() -> None:
    team = with_numbers(
        orcs(), p_2={"earned": 60, "gained": tuple(Gain(skill=s) for s in ("Block", "Pro", "Kick", "Tackle"))}
    )
    us = side("lost", conceded=True, fit=2)
    story = after(STOCK, team, us, them("won"), how="conceded")
    assert story.aftermath.line.stage == "valuable"
    story.dice(1).dice(4)
    assert story.events(Gold) == [Gold(40_000, "winnings")]
    assert (story.aftermath.line.stage, story.roll.count) == ("fans", 2)
    assert story.kept.player("p_2") is not None
    winner = after(STOCK, orcs(), side("won"), them("lost", conceded=True, fit=2)).to("fans")
    assert (len(winner.events(MostValuable)), len(winner.events(Gold))) == (1, 1)


@pytest.mark.rule("S-POST-12")
def test_a_league_may_leave_the_winner_his_own_die_only() -> None:
    facts = (side("won"), them("lost", conceded=True, fit=6))
    story = after(STOCK, orcs(), *facts, options="concede_winnings = own").to("fans")
    assert len(story.events(Gold)) == 1
    assert len(story.events(MostValuable)) == 2


def test_a_whole_match_in_order() -> None:
    us = side("won", drawn(3), did(2, points={"touchdown": 6}), did(5, injury="dead"), score=2, spent=20_000, fame=1)
    story = after(STOCK, orcs(treasury=50_000), us, them("lost", THEM, score=1), how="score")
    story.dice(1, 1).choose("skill Guard").dice(1).choose("again").dice(4).dice(1, 2, 2)
    story.choose("hire Lineman", "done")
    assert story.kinds() == ["spent", "played", "died", "points", "mvp", "advanced", "gold", "hired", "closed"]
    assert story.rules(Advanced) == ["S-POST-06"]
    assert story.team.treasury == 50_000 - 20_000 + 60_000 - 50_000
    story.finish()
