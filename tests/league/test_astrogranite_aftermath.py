"""After a match of the Astrogranite edition: its steps for two to four teams, with and without modules."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dungeonbowl.editions import build
from dungeonbowl.errors import UserError
from dungeonbowl.league.aftermath.editions.astrogranite import MVP_POINTS
from dungeonbowl.league.aftermath.facts import Harm
from dungeonbowl.league.aftermath.machine import Roll
from dungeonbowl.league.aftermath.plans import plan_for
from dungeonbowl.league.aftermath.stages.income import fan_change, fan_odds
from dungeonbowl.league.competitions.options import read_season
from dungeonbowl.league.team_events import (
    Closed,
    Conceded,
    Died,
    Fans,
    Gold,
    Hired,
    Hurt,
    Journeymen,
    MostValuable,
    Outcome,
    Played,
    Points,
    Reroll,
    Spent,
    Staff,
)
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.team import Player
from dungeonbowl.teams.value import team_rating
from support.aftermaths import Afterwards
from support.classic_aftermaths import LEAGUE, after, did, golds, league, one, side, them, with_numbers
from support.league import facts_of, teams_of

FULL = "astrogranite(full)"


def stages_of(edition: str) -> list[str]:
    return [stage.name for stage in plan_for(edition).stages]


# --- the steps --------------------------------------------------------------------------------------------------------


def test_the_core_of_a_league_has_no_step_of_a_module() -> None:
    assert stages_of(LEAGUE) == [
        "record", "injuries", "belongings", "stone", "points", "valuable", "winnings", "fans", "improvement", "market",
        "close",
    ]  # fmt: skip


def test_every_module_adds_what_is_its_own() -> None:
    assert stages_of(FULL) == [
        "record", "injuries", "belongings", "stone", "points", "valuable", "winnings", "sponsors", "fans", "insurance",
        "improvement", "market", "close",
    ]  # fmt: skip
    team = golds(treasury=500_000)
    offered = {
        edition: {text.split()[0] for text in after(edition, team, side("lost")).to("market").texts}
        for edition in (LEAGUE, league("player_trading"), league("magic_items"), FULL)
    }
    assert offered[LEAGUE] == {"done", "hire", "reroll", "fire"}
    assert offered[league("player_trading")] == {"done", "hire", "reroll", "fire", "trade"}
    assert offered[league("magic_items")] == {"done", "hire", "reroll", "fire", "item"}
    assert offered[FULL] == {"done", "hire", "reroll", "fire", "trade", "item"}


@pytest.mark.parametrize(
    ("named", "played"),
    [
        ("astrogranite", "astrogranite(league=on)"),
        ("astrogranite(classic, league=off, fast_track=off)", LEAGUE),
        ("astrogranite(full)", "astrogranite(full)"),
        ("official(turn_limit=8)", "official(turn_limit=8)"),
    ],
)
def test_a_season_always_switches_the_league_on(named: str, played: str) -> None:
    assert read_season(f"edition = {named}").edition == played


@pytest.mark.rule("A-BASE-44")
def test_a_match_walks_the_steps_in_their_order() -> None:
    team = golds(treasury=100_000)
    us = side("won", did(2, points={"touchdown": 3}), did(3, injury="dead"), score=1, spent=30_000, bought=("press",))
    story = after(league("dirty_tactics"), team, us, them(score=0), how="touchdown")
    story.dice(1).dice(3)  # two awards, for the press was bribed
    story.dice(4).choose("accept").dice(3, 2, 1).choose("reroll", "done")
    assert story.aftermath.is_over
    assert story.kinds() == ["spent", "played", "died", "points", "mvp", "mvp", "gold", "fans", "reroll", "closed"]
    assert story.events(Played)[0].score == (1, 0)
    assert story.events(Spent) == [Spent(30_000, ("press",))]
    assert story.team.treasury == 100_000 - 30_000 + 50_000 - 100_000


# --- the result -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-TURN-07", "A-TURN-08", "A-DUN-03", "A-BASE-44")
@pytest.mark.parametrize("count", [3, 4])
def test_of_several_teams_one_has_won_and_all_others_are_beaten(count: int) -> None:
    edition = league("extra_teams")
    others = tuple(them("lost", f"t_{number}") for number in range(2, count + 1))
    won = after(edition, golds(), side("won", score=1), *others)
    assert won.events(Played)[0].opponents == tuple(f"t_{number}" for number in range(2, count + 1))
    assert won.events(Played)[0].score == (1, *[0] * (count - 1))
    won.to("fans")
    assert won.roll.count == 3
    beaten = after(edition, golds(), side("lost"), them("won", "t_2"), *others[1:])
    assert beaten.to("winnings").dice(4).events(Gold) == [Gold(40_000, "winnings")]
    assert beaten.to("fans").roll.count == 2


@pytest.mark.rule("A-MULTI-05", "A-BASE-44")
def test_in_a_draw_of_three_whoever_is_out_is_beaten() -> None:
    edition = league("extra_teams", "multiball")
    drawn = after(edition, golds(), side("drawn", score=1), them("drawn", "t_2", score=1), them("lost", "t_3"))
    assert drawn.to("winnings").dice(2).events(Gold) == [Gold(30_000, "winnings")]
    lost = after(edition, golds(), side("lost"), them("drawn", "t_2", score=1), them("drawn", "t_3", score=1))
    assert lost.to("winnings").dice(2).events(Gold) == [Gold(20_000, "winnings")]


@pytest.mark.rule("A-MBOWL-05", "A-BASE-44")
def test_where_monsters_have_won_everybody_is_beaten() -> None:
    story = after(league("monsterbowl"), golds(), side("lost"), them("lost"), how="beaten")
    assert (story.events(Played)[0].outcome, story.events(Played)[0].how) == ("lost", "beaten")
    assert story.kept.lost == 1
    assert story.to("winnings").dice(6).events(Gold) == [Gold(60_000, "winnings")]
    assert story.aftermath.line.stage == "fans"  # nobody may roll again
    assert story.roll.count == 2


@pytest.mark.rule("A-TURN-09", "A-BASE-44")
def test_who_concedes_has_no_winnings_and_no_award_and_nobody_leaves() -> None:
    team = with_numbers(golds(), p_2={"earned": 180})
    story = after(LEAGUE, team, side("lost", conceded=True, fit=1), them("won"), how="conceded")
    assert story.aftermath.line.stage == "fans"
    story.to("improvement").finish()
    assert story.events(Conceded) == [Conceded()]
    assert (story.events(MostValuable), story.events(Gold)) == ([], [])
    assert story.player(2).earned == 180
    winner = after(LEAGUE, golds(), side("won"), them("lost", conceded=True)).to("winnings")
    assert len(winner.events(MostValuable)) == 1
    winner.dice(3).choose("accept")
    assert winner.events(Gold) == [Gold(40_000, "winnings")]  # his own die, and no other


# --- injuries ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-BASE-23", "A-BASE-24")
def test_injuries_stay_and_cost_the_next_match() -> None:
    us = side(
        "lost",
        did(1, injury="badly hurt"),
        did(2, injury="misses"),
        did(3, injury="niggle"),
        did(4, injury="loss", loss="ag"),
        did(5, injury="dead", how="block", by="p_x"),
    )
    story = after(LEAGUE, golds(), us).finish()
    assert [player.number for player in story.team.players] == [1, 2, 3, 4, 6, 7, 8, 9, 10]
    assert [player.number for player in story.team.available] == [1, 6, 7, 8, 9, 10]
    assert (story.player(3).niggles, story.player(4).losses) == (1, ("ag",))
    assert story.events(Died) == [Died("p_5", "block", "p_x")]
    again = after(LEAGUE, story.team, side("lost")).finish()
    assert len(again.team.available) == 9  # it was the match that they missed


@pytest.mark.rule("A-BASE-23")
@pytest.mark.parametrize(
    ("losses", "name", "kept"),
    [
        ((), "st", ("st",)),
        (("st",), "st", ("st", "st")),
        (("st", "st"), "st", ("st", "st")),  # never by more than two
        (("st", "st"), "ag", ("st", "st", "ag")),
    ],
)
def test_no_characteristic_falls_by_more_than_two(losses: tuple[str, ...], name: str, kept: tuple[str, ...]) -> None:
    team = with_numbers(golds(), p_4={"losses": losses})
    story = after(LEAGUE, team, side("lost", did(4, injury="loss", loss=name))).finish()
    assert story.player(4).losses == kept
    assert story.player(4).misses_next_game


@pytest.mark.rule("A-BASE-23")
def test_none_falls_below_one() -> None:
    snotling = one(4, "Snotling Lineman", losses=())
    assert golds(snotling).position_of(snotling).st == 1
    story = after(LEAGUE, golds(snotling), side("lost", did(4, injury="loss", loss="st"))).finish()
    assert story.player(4).losses == ()
    assert story.player(4).misses_next_game


@pytest.mark.rule("A-DIRTY-03")
def test_an_assassin_s_victim_misses_the_match_and_after_a_casualty_the_next_one() -> None:
    us = side("lost", did(1, absent=True), did(2, absent=True, injury="misses"))
    story = after(league("dirty_tactics"), golds(), us)
    assert story.roll.faces == 8  # neither of the two could play, so neither can be its best player
    story.finish()
    assert not story.player(1).misses_next_game
    assert story.player(2).misses_next_game
    assert [story.player(number).games for number in (1, 2, 3)] == [0, 0, 1]  # a match missed is no match played


@pytest.mark.rule("A-DIRTY-03")
def test_a_game_that_an_assassin_s_victim_missed_is_no_game_of_its_career() -> None:
    story = after(league("dirty_tactics"), golds(), side("lost", did(3, absent=True))).finish()
    assert (story.player(3).games, story.player(4).games) == (0, 1)
    assert [each.player for each in story.events(Played)[0].appearances if each.absent] == ["p_3"]


def test_two_results_of_one_body_both_stay() -> None:
    facts = did(4, injury="loss", loss="ag", further=(Harm("niggle"), Harm("misses")))
    story = after(LEAGUE, golds(), side("lost", facts)).finish()
    assert (story.player(4).losses, story.player(4).niggles) == (("ag",), 1)
    assert len(story.events(Hurt)) == 2


# --- points and awards ------------------------------------------------------------------------------------------------


PORTALS = "........\n.Ab1...2\n........\n3.4.5.6."


def afterwards_of(scene: Scene, number: int = 0) -> Afterwards:
    """The aftermath of a side of a scene that is over, or is given up now."""
    facts = facts_of(scene)
    team = replace(teams_of(scene)[number], treasury=0)
    return Afterwards(team, facts, edition=facts.edition)


@pytest.mark.rule("A-SPP-01", "A-BASE-41", "A-BASE-43")
def test_base_awards_are_points_of_the_right_player() -> None:
    legend = {"A": home(agility=4), "C": home(agility=4), "b": away(agility=4)}
    scene = Scene("A..C....\n........\n.......b", legend, ball="A", edition=LEAGUE)
    scene.play("activate A", "declare pass", "aim", "throw (3,0)", dice=["D6 6", "D6 6"])
    assert afterwards_of(scene).events(Points) == [Points("A", 1, "completion")]
    scene = Scene("A..b..C", legend, ball="A", edition=LEAGUE)
    scene.play("activate A", "declare pass", "aim", "throw (6,0)", "interfere b", dice=["D6 6"])
    assert afterwards_of(scene, 1).events(Points) == [Points("b", 2, "interception")]
    scene = Scene("A.....RB\nA.....b.", {"R": home(agility=4), "b": away()}, ball="R", edition=LEAGUE)
    scene.play("activate R", "step e", dice=["D6 6"])
    assert afterwards_of(scene).events(Points) == [Points("R", 3, "touchdown")]


@pytest.mark.rule("A-SPP-02", "A-SPP-03")
def test_a_chest_with_a_ball_and_a_push_into_a_portal_count_in_a_career() -> None:
    scene = Scene(".....\n.A$..\n....b", {"A": home(), "b": away()}, edition=LEAGUE)
    scene.play("activate A", "declare move", "open (2,1)", dice=[])
    story = afterwards_of(scene)
    assert story.events(Points) == [Points("A", 2, "chest")]
    assert story.kept.careers["A"].deeds["chest"] == 1
    scene = Scene(PORTALS, {"A": home(agility=4), "b": away(agility=4)}, edition=LEAGUE)
    scene.play("activate A", "declare block b", "push (3,1)", "stay", dice=["block PUSH", "D6 2"])
    assert afterwards_of(scene).events(Points) == [Points("A", 1, "push")]


@pytest.mark.rule("A-SPP-04", "A-SPP-05", "A-MON-21", "A-OREF-15", "A-SW-08", "A-SORC-12")
def test_every_other_award_is_taken_as_the_match_has_counted_it() -> None:
    us = side("lost", did(2, points={"monster": 6, "referee": 2, "weapon": 2}), did(3, deeds={"casualty": 1}))
    story = after(LEAGUE, golds(), us)
    found = [(each.player, each.points, each.deed) for each in story.events(Points)]
    assert found == [("p_2", 6, "monster"), ("p_2", 2, "referee"), ("p_2", 2, "weapon")]
    assert story.player(2).earned == 10
    assert story.player(3).earned == 0  # an explosion's casualty earns nothing


def test_the_dead_need_no_points() -> None:
    story = after(LEAGUE, golds(), side("lost", did(2, injury="dead", points={"touchdown": 3})))
    assert story.events(Points) == []


@pytest.mark.rule("A-BASE-44", "A-BASE-41")
def test_a_die_over_everybody_who_could_play_and_lives_names_the_best_player() -> None:
    assert build(LEAGUE).tables.experience.most_valuable == MVP_POINTS
    team = with_numbers(golds(), p_1={"misses_next_game": True})
    story = after(LEAGUE, team, side("lost", did(2, injury="dead"), did(3, injury="misses")))
    assert (story.roll.count, story.roll.faces) == (1, 8)  # ten, less one absent and one dead
    story.dice(1)
    assert story.events(MostValuable) == [MostValuable("p_3", 5)]
    assert (story.player(3).earned, story.player(3).mvps) == (5, 1)


def test_a_league_may_let_the_dead_win_it() -> None:
    story = after(LEAGUE, golds(), side("lost", did(2, injury="dead")), options="mvp_dead = on")
    assert story.roll.faces == 10
    story.dice(2)
    assert story.events(MostValuable) == [MostValuable("p_2", 5)]
    assert story.kept.careers["p_2"].deeds == {"mvp": 1}
    assert story.kept.player("p_2") is None


@pytest.mark.rule("A-DIRTY-05")
def test_two_bribes_are_three_awards_and_two_more_on_the_fan_roll() -> None:
    us = side("won", bought=("press", "drugs", "press"))
    story = after(league("dirty_tactics"), golds(staff={"fan_factor": 9}), us)
    story.dice(4).dice(4).dice(7)
    assert [award.player for award in story.events(MostValuable)] == ["p_4", "p_4", "p_7"]  # the same twice
    story.dice(3).choose("accept").dice(3, 3, 2)  # 8, and two more, is above 9
    assert story.events(Fans) == [Fans(1)]
    plain = after(league("dirty_tactics"), golds(staff={"fan_factor": 9}), side("won")).to("fans").dice(3, 3, 2)
    assert plain.events(Fans) == []


def test_without_the_module_a_press_is_worth_nothing() -> None:
    assert len(after(LEAGUE, golds(), side("won", bought=("press",))).to("fans").events(MostValuable)) == 1


# --- gold and fans ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-BASE-44")
@pytest.mark.parametrize(("outcome", "gold"), [("won", 40_000), ("drawn", 40_000), ("lost", 30_000)])
def test_winnings_are_a_die_and_one_more_unless_beaten(outcome: Outcome, gold: int) -> None:
    story = after(LEAGUE, golds(), side(outcome)).to("winnings")
    assert [chance.words for chance in story.roll.odds][2] == f"{gold:,} gold"
    story.dice(3)
    if outcome == "won":
        story.choose("accept")
    assert story.events(Gold) == [Gold(gold, "winnings")]
    assert story.team.treasury == gold


@pytest.mark.rule("A-BASE-44")
def test_the_winner_may_roll_again_once_and_the_second_die_stands() -> None:
    story = after(LEAGUE, golds(), side("won")).to("winnings").dice(5)
    assert story.texts == ["accept", "again"]
    assert story.ask.usual == 0
    story.choose("again").dice(1)
    assert story.events(Gold) == [Gold(20_000, "winnings")]
    assert story.aftermath.line.stage == "fans"
    poor = after(LEAGUE, golds(), side("won")).to("winnings").dice(2)
    assert poor.ask.usual == 1


@pytest.mark.rule("A-BASE-44", "A-TEAM-11")
def test_fans_come_and_go() -> None:
    assert fan_change(9, 10, "won") == 1
    assert [fan_change(9, total, "won") for total in (9, 3)] == [0, 0]
    assert [fan_change(9, total, "lost") for total in (8, 9, 12)] == [-1, 0, 0]
    assert [fan_change(9, total, "drawn") for total in (8, 9, 10)] == [-1, 0, 1]
    story = after(LEAGUE, golds(staff={"fan_factor": 9}), side("won")).to("fans").dice(4, 3, 3)
    assert story.team.staff == {"fan_factor": 10}  # nine are the most of a new team only
    story.finish()
    assert check(story.team) == []
    story = after(LEAGUE, golds(staff={"fan_factor": 0}), side("lost")).to("fans").dice(1, 1)
    assert story.team.staff == {"fan_factor": 0}


def test_the_odds_of_fans_are_those_of_their_dice() -> None:
    odds = {chance.words: chance.chance for chance in fan_odds(3, "won", 0)}
    assert odds["no change"] == pytest.approx(1 / 216)
    odds = {chance.words: chance.chance for chance in fan_odds(7, "drawn", 0)}
    assert odds["no change"] == pytest.approx(6 / 36)
    assert odds["one point more"] == odds["one point less"] == pytest.approx(15 / 36)


# --- the market and the close -----------------------------------------------------------------------------------------


@pytest.mark.rule("A-BASE-46")
def test_no_staff_is_offered() -> None:
    story = after(FULL, golds(treasury=900_000), side("lost")).to("market")
    assert not [text for text in story.texts if text.startswith(("staff", "dismiss"))]
    with pytest.raises(UserError):
        story.choose("staff apothecary")
    assert story.aftermath.line.objection(Staff("apothecary", 1, 50_000))


@pytest.mark.rule("A-TEAM-10")
def test_later_re_rolls_cost_a_hundred_thousand() -> None:
    story = after(LEAGUE, golds(treasury=180_000), side("lost")).to("market")
    start = story.team.treasury
    story.choose("reroll")
    assert story.events(Reroll) == [Reroll(1, 100_000)]
    assert (story.team.rerolls, story.team.treasury) == (3, start - 100_000)
    assert "gold" in story.barred("re-roll").reason


@pytest.mark.rule("A-TEAM-05", "A-TEAM-06", "A-TEAM-01")
def test_a_hire_is_checked_like_a_draft() -> None:
    hobgoblins = [one(number, "Hobgoblin Lineman") for number in range(1, 7)]
    story = after(LEAGUE, golds(*hobgoblins, count=14, treasury=400_000), side("lost")).to("market")
    assert story.barred("a Hobgoblin Lineman").rule
    assert "at most 6" in story.barred("a Hobgoblin Lineman").reason  # a seventh of the second race
    story.choose("hire Orc Blitzer").choose("hire Orc Blitzer")
    assert "0 to 16" in story.barred("an Orc Thrower").reason  # sixteen are there now
    assert [player.number for player in story.team.players] == list(range(1, 17))
    new = [each.player for each in story.events(Hired)]
    assert len({player.id for player in new}) == 2
    assert all(player.name and player.id.startswith("p_") for player in new)
    assert check(story.team) == []


@pytest.mark.rule("A-TEAM-06")
def test_a_third_specialist_of_a_position_is_refused() -> None:
    blitzers = [one(number, "Orc Blitzer") for number in (1, 2)]
    story = after(LEAGUE, golds(*blitzers, treasury=400_000), side("lost")).to("market")
    assert "at most 2" in story.barred("an Orc Blitzer").reason


@pytest.mark.rule("A-SW-01", "A-SW-02", "A-SW-03")
def test_a_lineman_may_be_hired_with_a_weapon_where_its_module_is_on() -> None:
    story = after(league("secret_weapons"), golds(treasury=300_000), side("lost")).to("market")
    assert not [text for text in story.texts if text.endswith("with Sorcery")]  # that is another module
    start = story.team.treasury
    story.choose("hire Orc Lineman with Chainsaw")
    (hired,) = story.events(Hired)
    assert (hired.player.weapon, hired.player.cost, hired.price) == ("Chainsaw", 50_000, 80_000)
    assert story.team.treasury == start - 80_000
    assert "at most 1" in story.barred("an Orc Lineman with Bombs").reason
    magic = after(league("sorcery"), golds(treasury=300_000), side("lost")).to("market")
    assert "hire Orc Lineman with Sorcery" in magic.texts
    assert "hire Orc Lineman with Chainsaw" not in magic.texts
    assert not [text for text in after(LEAGUE, golds(), side("lost")).to("market").texts if " with " in text]


@pytest.mark.rule("A-BASE-45")
def test_the_rating_at_the_close_counts_gold_items_and_points() -> None:
    team = golds(one(2, "Orc Lineman", item="Shoes of Speed", earned=11), treasury=64_000)
    story = after(LEAGUE, team, side("lost")).to("winnings").dice(3).finish()
    (closed,) = story.events(Closed)
    gold = 10 * 50_000 + 50_000 + 2 * 50_000 + 4 * 1_000 + 94_000  # one fan less: 2 is below 5
    points = 11 + 5
    assert closed.value == closed.current_value == gold // 10_000 + points // 5 == team_rating(story.team)
    assert story.kept.state == "ready"
    assert story.kept.standings[-1].value == closed.value


# --- filling up -------------------------------------------------------------------------------------------------------


def lent(number: int) -> Player:
    return replace(one(number, "Orc Lineman"), journeyman=True)


@pytest.mark.rule("A-SETUP-06")
def test_linemen_who_were_lent_earn_nothing_and_leave() -> None:
    team = golds(count=5)
    us = side("lost", did(6, points={"touchdown": 3}), did(2, points={"completion": 1}))
    story = after(LEAGUE, team, us, before=(Journeymen((lent(6),)),), options="fill_up = six")
    assert [each.player for each in story.events(Points)] == ["p_2"]
    assert story.roll.faces == 5
    story.to("market")
    assert not [text for text in story.texts if text.startswith(("keep", "fire p_6"))]
    story.finish()
    assert len(story.team.players) == 5
    assert story.kept.careers["p_6"].how == "journeyman"


# --- taking back ------------------------------------------------------------------------------------------------------


def test_decisions_can_be_taken_back_until_a_die_falls() -> None:
    story = after(league("player_trading"), golds(treasury=300_000), side("lost")).to("market")
    story.choose("hire Orc Blitzer", "trade", "give p_3")
    before = story.team
    assert story.aftermath.undoable() == 3
    story.aftermath.take_back()
    story.choose("never mind")
    assert story.team == before
    assert not isinstance(story.aftermath.need, Roll)
