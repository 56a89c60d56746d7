"""Rolls for points that players have reached: what two dice allow, and what a coach makes of it."""

from __future__ import annotations

from collections import Counter

import pytest

from dungeonbowl.errors import UserError
from dungeonbowl.league.aftermath.stages.improvement import (
    odds_of,
    read_roll,
    rolls_due,
    rolls_reached,
    skills_open,
)
from dungeonbowl.league.team_events import Advanced
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.team import Gain, Player, profile_of
from support.classic_aftermaths import LEAGUE, STOCK, after, did, golds, league, one, orc, orcs, side

CLASSIC = load_facts("astrogranite").draft.advancement
USUAL = CLASSIC.thresholds
FAST = CLASSIC.fast_thresholds


def learner(earned: int, **changes: object) -> Player:
    """Number 2: the award of a match goes to number 1, when every die shows 1."""
    return one(2, "Orc Lineman", earned=earned, **changes)


# --- thresholds -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-BASE-42", "S-POST-06")
def test_six_thresholds_bring_a_roll_each() -> None:
    assert USUAL == load_facts("stockbowl").draft.advancement.thresholds == (6, 16, 31, 51, 76, 176)
    points = (5, 6, 15, 16, 50, 51, 175, 176, 999)
    assert [rolls_reached(each, USUAL) for each in points] == [0, 1, 1, 2, 3, 4, 5, 6, 6]
    assert rolls_due(learner(31), USUAL) == 3
    assert rolls_due(learner(31, gained=(Gain(skill="Block"),)), USUAL) == 2


@pytest.mark.rule("A-FAST-01")
def test_the_fast_track_has_seven_and_comes_sooner() -> None:
    assert FAST == (6, 11, 21, 31, 46, 61, 81)
    points = (5, 6, 10, 11, 20, 21, 30, 31, 45, 46, 60, 61, 80, 81, 999)
    assert [rolls_reached(each, FAST) for each in points] == [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7]
    assert rolls_due(learner(81), FAST) == 7


@pytest.mark.rule("A-BASE-42")
@pytest.mark.parametrize(("before", "rolls"), [(4, 0), (5, 1), (14, 0), (15, 1), (174, 0), (175, 1)])
def test_one_point_more_makes_the_difference(before: int, rolls: int) -> None:
    held = rolls_reached(before, USUAL)
    gained = tuple(Gain(skill=skill) for skill in ("Block", "Tackle", "Pro", "Dauntless", "Strip Ball")[:held])
    team = golds(learner(before, gained=gained))
    story = after(LEAGUE, team, side("lost", did(2, points={"completion": 1}))).finish()
    assert len(story.events(Advanced)) == rolls


@pytest.mark.rule("A-FAST-01", "A-BASE-42")
def test_the_second_roll_of_the_fast_track_comes_with_eleven_points_and_else_with_sixteen() -> None:
    team = golds(learner(10, gained=(Gain(skill="Block"),)))
    us = side("lost", did(2, points={"completion": 1}))
    assert len(after(league("fast_track"), team, us).finish().events(Advanced)) == 1
    assert len(after(LEAGUE, team, us).finish().events(Advanced)) == 0


@pytest.mark.rule("A-FAST-01")
def test_a_seventh_roll_on_the_fast_track_and_no_eighth() -> None:
    skills = ("Block", "Tackle", "Pro", "Dauntless", "Strip Ball", "Dirty Player")
    team = golds(learner(80, gained=tuple(Gain(skill=skill) for skill in skills)))
    us = side("lost", did(2, points={"touchdown": 300}))
    story = after(league("fast_track"), team, us).to("improvement")
    story.dice(1, 2).choose("skill Sure Hands")
    assert len(story.player(2).gained) == 7
    assert story.aftermath.line.stage == "market"


# --- the dice ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-BASE-42", "S-POST-06")
def test_two_dice_say_what_may_be_raised() -> None:
    assert read_roll(3, 6, CLASSIC).raises == ()
    assert read_roll(4, 6, CLASSIC).raises == ("ma", "av")
    assert read_roll(5, 6, CLASSIC).raises == ("ag",)
    assert read_roll(6, 6, CLASSIC).raises == ("st",)
    assert read_roll(5, 5, CLASSIC).is_double
    assert not read_roll(4, 6, CLASSIC).is_double


def test_the_odds_are_those_of_two_dice() -> None:
    odds = {chance.words: chance.chance for chance in odds_of(CLASSIC)}
    assert sum(odds.values()) == pytest.approx(1)
    assert odds["ST +1, or a skill of any open category"] == pytest.approx(1 / 36)
    assert odds["AG +1, or a skill"] == pytest.approx(2 / 36)
    assert odds["MA or AV +1, or a skill"] == pytest.approx(2 / 36)
    assert odds["a skill of any open category"] == pytest.approx(4 / 36)


@pytest.mark.rule("S-POST-06")
@pytest.mark.parametrize(
    ("dice", "raises"), [((1, 1), []), ((4, 5), []), ((4, 6), ["ma", "av"]), ((5, 6), ["ag"]), ((6, 6), ["st"])]
)
def test_a_sum_opens_characteristics_beside_skills(dice: tuple[int, int], raises: list[str]) -> None:
    story = after(STOCK, orcs(orc(3, earned=5)), side("lost", did(3, points={"completion": 1}))).to("improvement")
    assert (story.roll.count, story.roll.faces, story.roll.player) == (2, 6, "p_3")
    story.dice(*dice)
    assert [text.removeprefix("raise ") for text in story.texts if text.startswith("raise ")] == raises
    assert "skill Block" in story.texts
    assert ("skill Dodge" in story.texts) == (dice[0] == dice[1])  # agility is a double category of an orc
    story.choose("skill Block")
    assert story.events(Advanced) == [Advanced("p_3", Gain(skill="Block"))]
    assert story.rules(Advanced) == ["S-POST-06"]


@pytest.mark.rule("A-BASE-42", "S-POST-06")
@pytest.mark.parametrize("edition", [LEAGUE, STOCK])
def test_a_characteristic_is_raised_twice_at_most(edition: str) -> None:
    raised = (Gain(raised="st"), Gain(raised="st"))
    team = golds(learner(31, gained=raised)) if edition == LEAGUE else orcs(orc(2, earned=31, gained=raised))
    story = after(edition, team, side("lost")).to("improvement").dice(6, 6)
    assert "raise st" not in story.texts
    assert "raised 2 times already" in story.barred("ST +1").reason
    with pytest.raises(UserError, match="expected one of"):
        story.choose("raise st")


@pytest.mark.rule("S-POST-06")
def test_nothing_is_raised_beyond_its_best_value() -> None:
    story = after(STOCK, orcs(orc(2, "Blitzer", earned=6)), side("lost")).to("improvement").dice(4, 6)
    assert {"raise ma", "raise av"} <= set(story.texts)
    blocker = orc(2, "Black Orc Blocker", earned=16, gained=(Gain(raised="av"),))
    story = after(STOCK, orcs(blocker), side("lost")).to("improvement").dice(4, 6)
    assert "nobody has more" in story.barred("AV +1").reason  # AV 9, raised once
    assert "raise ma" in story.texts


# --- what is chosen ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-BASE-42")
def test_skills_come_out_of_the_player_s_categories_and_on_doubles_out_of_any() -> None:
    team = golds()
    lineman = team.players[0]
    usual = skills_open(team, lineman, is_double=False)
    assert "Block" in usual
    assert "Guard" not in usual
    assert "Frenzy" not in usual  # a trait, on doubles only
    double = skills_open(team, lineman, is_double=True)
    assert {"Block", "Guard", "Dodge", "Frenzy", "Leader"} <= set(double)
    assert "Stand Firm" not in double  # a trait of a category that is not his
    assert "Dense" not in double
    assert "Tackle" not in skills_open(team, one(1, "Orc Lineman", gained=(Gain(skill="Tackle"),)), is_double=False)
    assert "Frenzy" not in skills_open(team, one(1, "Orc Lineman", gained=(Gain(skill="Grab"),)), is_double=True)


@pytest.mark.rule("A-BASE-42")
def test_rolls_are_compulsory_and_each_stands_before_the_next() -> None:
    team = golds(learner(15, gained=(Gain(skill="Block"),)), one(4, "Orc Lineman", earned=5))
    us = side("lost", did(4, points={"touchdown": 3}), did(2, points={"completion": 1}))
    story = after(LEAGUE, team, us).to("improvement")
    assert story.roll.player == "p_2"  # in the order of their numbers
    with pytest.raises(UserError, match="expected dice"):
        story.choose("done")
    story.dice(2, 2).choose("skill Guard").dice(5, 6).choose("raise ag")
    assert [gain.skill for gain in story.player(2).gained] == ["Block", "Guard"]
    assert profile_of(story.team, story.player(4)).ag == 4
    assert [each.dice for each in story.written if isinstance(each.body, Advanced)] == [(2, 2), (5, 6)]
    assert [each.actor.role for each in story.written if isinstance(each.body, Advanced)] == ["coach", "coach"]


@pytest.mark.rule("A-BASE-42")
def test_two_rolls_in_one_match_never_give_the_same_skill() -> None:
    team = golds(learner(0))
    story = after(LEAGUE, team, side("lost", did(2, points={"touchdown": 18}))).to("improvement")
    story.dice(1, 2).choose("skill Block").dice(1, 2)
    assert "skill Block" not in story.texts
    story.choose("skill Tackle")
    assert Counter(gain.skill for gain in story.player(2).gained) == Counter(["Block", "Tackle"])


def test_the_assistant_takes_what_the_drafter_likes_best() -> None:
    story = after(STOCK, orcs(orc(3, earned=6)), side("lost")).to("improvement").dice(1, 2)
    assert story.ask.options[story.ask.usual].text == "skill Block"
    story = after(STOCK, orcs(orc(3, earned=6)), side("lost")).to("improvement").dice(6, 6)
    assert story.ask.options[story.ask.usual].text in ("raise st", "skill Block")
