"""Advancements of the official edition, bought with points (O-SPP-06 to O-SPP-10)."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.league.aftermath.stages.spending import Learner
from dungeonbowl.league.team_events import Advanced
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.team import Gain, Player, profile_of, skills_of
from dungeonbowl.teams.value import player_value, team_value
from support.aftermaths import Afterwards, match, player, squad
from support.teams import DWARF

BLITZER = "Dwarf Blitzer"
# Advancements in an order in which any dwarf may have them.
HELD = ("Dauntless", "Fend", "Pro", "Shadowing", "Strip Ball", "Wrestle")
PRICES = {
    "random general": (3, 4, 6, 8, 10, 15),
    "skill Guard": (6, 8, 12, 16, 20, 30),
    "random agility": (6, 8, 12, 16, 20, 30),
    "skill Dodge": (12, 14, 18, 22, 26, 40),
    "characteristic": (18, 20, 24, 28, 32, 50),
}


def learner(points: int, held: int = 0, position: str = DWARF, **changes: Any) -> Player:
    """Number 2, with so many points to spend and so many advancements."""
    gained = tuple(Gain(skill) for skill in HELD[:held])
    return player(2, position, **{"gained": gained, "earned": points, **changes})


def learning(who: Player, **details: Any) -> Afterwards:
    """The aftermath at the step of advancements. Number 1 has been the most valuable player, with 4 points."""
    return Afterwards(squad(11, who), match(), **details).to("advance")


def offered(who: Player) -> Afterwards:
    return learning(who).choose("advance p_2")


# --- prices -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-SPP-06")
@pytest.mark.parametrize("held", range(6))
@pytest.mark.parametrize("way", PRICES)
def test_what_an_advancement_costs_by_the_number_of_those_held(way: str, held: int) -> None:
    price = PRICES[way][held]
    after = offered(learner(price, held))
    assert after.option(way).note.startswith(f"{price} points; ")
    after.choose(way)
    if way.startswith("random"):
        after.dice(1, 6)
    elif way == "characteristic":
        after.dice(1).choose("raise ma")
    (advanced,) = after.events(Advanced)
    assert advanced.spent == price
    assert after.player(2).unspent == 0
    assert len(after.player(2).gained) == held + 1


@pytest.mark.rule("O-SPP-06")
@pytest.mark.parametrize("held", range(6))
@pytest.mark.parametrize("way", PRICES)
def test_one_point_less_is_not_enough(way: str, held: int) -> None:
    price = PRICES[way][held]
    after = learning(learner(price - 1, held))
    if "advance p_2" not in after.texts:
        assert price == PRICES["random general"][held], "the cheapest of all"
        assert after.barred("2 Player 2").reason.endswith(f"and needs {price}")
        return
    after.choose("advance p_2")
    assert way not in after.texts
    assert any(f"it costs {price} points" in barred.reason for barred in after.ask.barred)


@pytest.mark.rule("O-SPP-06")
def test_nobody_has_more_than_six_advancements() -> None:
    after = learning(learner(200, 6))
    assert "advance p_2" not in after.texts
    assert "6 advancements" in after.barred("2 Player 2").reason


@pytest.mark.rule("O-SPP-06")
def test_any_player_advances_any_number_of_times_in_any_order() -> None:
    after = learning(learner(14)).choose("advance p_2", "skill Guard", "advance p_1", "random strength").dice(3, 3)
    after.choose("advance p_2", "skill Wrestle", "done").finish()
    assert after.player(1).gained == (Gain("Break Tackle", random=True),)
    assert after.player(2).gained == (Gain("Guard"), Gain("Wrestle"))
    assert [each.spent for each in after.events(Advanced)] == [6, 3, 8]


def test_a_coach_may_think_better_of_it() -> None:
    after = offered(learner(17)).choose("back")
    assert after.events(Advanced) == []
    assert after.texts == ["done", "advance p_1", "advance p_2"]


def test_nobody_is_asked_where_nobody_has_points_enough() -> None:
    after = Afterwards(squad(11, learner(2)), match(friendly=True)).to("market")
    assert after.events(Advanced) == []


# --- saving -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-SPP-07")
@pytest.mark.parametrize(("points", "held", "must"), [(17, 0, False), (18, 0, True), (19, 1, False), (20, 1, True)])
def test_who_can_afford_a_characteristic_has_to_spend_points(points: int, held: int, must: bool) -> None:
    after = learning(learner(points, held))
    assert ("done" in after.texts) is not must
    if must:
        assert "can afford a characteristic and has to spend" in after.barred("that is all").reason
        assert after.ask.options[after.ask.usual].text == "advance p_2"
        after.choose("advance p_2", "random general").dice(1, 6)
        assert after.texts[0] == "done", "some points are spent, and the rest does not pay for a characteristic"


@pytest.mark.rule("O-SPP-07")
def test_points_that_pay_for_two_characteristics_are_not_saved_either() -> None:
    after = learning(learner(60)).choose("advance p_2", "skill Guard")
    assert "done" not in after.texts, "54 points and one advancement: a characteristic costs 20"


@pytest.mark.rule("O-SPP-07")
def test_a_player_with_six_advancements_keeps_its_points() -> None:
    after = learning(learner(99, 6))
    assert after.texts[0] == "done"
    assert after.finish().player(2).unspent == 99


@pytest.mark.rule("O-SPP-07")
def test_the_assistant_spends_what_has_to_be_spent_and_no_more() -> None:
    after = learning(learner(18)).finish()
    assert [each.player for each in after.events(Advanced)] == ["p_2"]
    assert learning(learner(17)).finish().events(Advanced) == []


# --- random skills ----------------------------------------------------------------------------------------------------

TABLE = {
    "agility": "Catch, Diving Catch, Diving Tackle, Dodge, Defensive, Jump Up, "
    "Leap, Safe Pair of Hands, Sidestep, Sneaky Git, Sprint, Sure Feet",
    "general": "Block, Dauntless, Dirty Player (+1), Fend, Frenzy, Portal Navigator, "
    "Pro, Shadowing, Strip Ball, Sure Hands, Tackle, Wrestle",
    "mutation": "Big Hand, Claws, Disturbing Presence, Extra Arms, Foul Appearance, Horns, "
    "Iron Hard Skin, Monstrous Mouth, Prehensile Tail, Tentacles, Two Heads, Very Long Legs",
    "passing": "Accurate, Dump-off, Fumblerooskie, Give and Go, Leader, Nerves of Steel, "
    "On the Ball, Pass, Portal Passer, Running Pass, Safe Pass, Wall Thrower",
    "strength": "Arm Bar, Brawler, Break Tackle, Grab, Guard, Juggernaut, "
    "Mighty Blow (+1), Multiple Block, Pile Driver, Stand Firm, Strong Arm, Thick Skull",
}


def drawing(category: str, skill: str) -> Afterwards:
    """The dice for a random skill are about to fall, for somebody who may have this one."""
    for roster in load_facts().rosters:
        for position in roster.position:
            if category in position.primary:
                start = squad(0, player(2, position.name, roster.id, earned=3), roster=roster.id)
                after = Afterwards(start, match(friendly=True)).choose("advance p_2", f"random {category}")
                if skill in [chance.words for chance in after.roll.odds]:
                    return after
    raise AssertionError(f"nobody can learn {skill}")


@pytest.mark.rule("O-SPP-08")
@pytest.mark.parametrize("category", TABLE)
def test_the_first_die_finds_the_half_of_the_table_and_the_second_the_row(category: str) -> None:
    for index, skill in enumerate(TABLE[category].split(", ")):
        for first in (1, 2, 3) if index < 6 else (4, 5, 6):
            after = drawing(category, skill)
            assert sum(chance.chance for chance in after.roll.odds) == pytest.approx(1)
            after.dice(first, index % 6 + 1)
            assert after.player(2).gained == (Gain(skill, random=True),)


@pytest.mark.rule("O-SPP-08")
def test_a_skill_that_is_held_is_rolled_again() -> None:
    """A dwarf has Block and Tackle of its position, and Pro by learning."""
    after = offered(learner(8, gained=(Gain("Pro"),), spent=0)).choose("random general")
    assert after.roll.rule == "O-SPP-08"
    assert len(after.roll.odds) == 9
    for dice in ((2, 1), (6, 5), (4, 1)):
        after.dice(*dice)
        assert after.events(Advanced) == []
    after.dice(5, 6)
    assert after.player(2).gained[-1] == Gain("Wrestle", random=True)
    assert [each.dice for each in after.written if isinstance(each.body, Advanced)] == [(5, 6)]


@pytest.mark.rule("O-SPP-08")
def test_a_skill_that_another_excludes_is_rolled_again_and_cannot_be_chosen() -> None:
    """Who has Frenzy cannot have Grab. And Strong Arm is for those who throw team-mates."""
    position = "Bloodborn Marauder Lineman"
    after = learning(learner(30, position=position)).choose("advance p_2")
    assert "no Grab beside Frenzy" in next(each.reason for each in after.ask.barred if each.label == "Grab")
    assert "Throw Team-mate first" in next(each.reason for each in after.ask.barred if each.label == "Strong Arm")
    after.choose("random strength").dice(1, 4).dice(5, 5)
    assert after.events(Advanced) == []
    after.dice(1, 5)
    assert after.player(2).gained == (Gain("Guard", random=True),)


@pytest.mark.rule("O-SPP-08")
def test_no_skill_is_taken_twice_and_categories_are_those_of_the_position() -> None:
    after = offered(learner(30))
    assert "skill Block" not in after.texts
    assert "no skill twice" in next(each.reason for each in after.ask.barred if each.label == "Block")
    assert [text for text in after.texts if text.startswith("random")] == [
        "random general", "random strength", "random agility",
    ]  # fmt: skip
    assert not any("Accurate" in text or "Claws" in text for text in after.texts)


# --- characteristics --------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-SPP-09")
@pytest.mark.parametrize(
    ("dice", "names"),
    [
        ((1, 7), {"ma", "av"}),
        ((8, 13), {"ma", "pa", "av"}),
        ((14, 14), {"ag", "pa"}),
        ((15, 15), {"st", "ag"}),
        ((16, 16), {"ma", "st", "ag", "pa", "av"}),
    ],
)
def test_the_die_says_which_characteristics_may_be_raised(dice: tuple[int, int], names: set[str]) -> None:
    for die in dice:
        after = offered(learner(18)).choose("characteristic")
        assert (after.roll.count, after.roll.faces) == (1, 16)
        assert [round(chance.chance * 16) for chance in after.roll.odds] == [7, 6, 1, 1, 1]
        after.dice(die)
        assert {text.removeprefix("raise ") for text in after.texts if text.startswith("raise")} == names
        assert {"skill Guard", "skill Dodge"} <= set(after.texts), "a skill may be taken instead"


@pytest.mark.rule("O-SPP-09")
@pytest.mark.parametrize(
    ("name", "die", "before", "after"), [("ma", 1, 4, 5), ("av", 1, 10, 11), ("ag", 14, 4, 3), ("st", 15, 3, 4)]
)
def test_a_raised_characteristic_is_one_step_better(name: str, die: int, before: int, after: int) -> None:
    story = offered(learner(18)).choose("characteristic").dice(die)
    assert getattr(profile_of(story.team, story.player(2)), name) == before
    story.choose(f"raise {name}")
    assert getattr(profile_of(story.team, story.player(2)), name) == after
    (written,) = [each for each in story.written if isinstance(each.body, Advanced)]
    assert (written.body, written.rule, written.dice) == (Advanced("p_2", Gain(raised=name), 18), "O-SPP-09", (die,))


@pytest.mark.rule("O-SPP-09")
def test_who_cannot_pass_at_all_passes_on_six_once_it_is_raised() -> None:
    position = next(each for each in load_facts().roster("fire").position if each.pa == 0)
    after = offered(learner(18, position=position.name)).choose("characteristic").dice(14)
    assert profile_of(after.team, after.player(2)).pa == 0
    after.choose("raise pa")
    assert profile_of(after.team, after.player(2)).pa == 6


@pytest.mark.rule("O-SPP-09")
def test_a_characteristic_at_its_bound_or_raised_twice_is_not_raised() -> None:
    """AV 10+ becomes 11+, and no better. MA is raised twice at most."""
    best = learner(20, gained=(Gain(raised="av"),))
    after = offered(best).choose("characteristic").dice(7)
    assert after.barred("AV raised").reason == "AV is as good as it can be"
    assert "raise ma" in after.texts
    twice = learner(24, gained=(Gain(raised="ma"), Gain(raised="ma")))
    after = offered(twice).choose("characteristic").dice(7)
    assert "at most 2" in after.barred("MA raised").reason
    both = learner(28, gained=(Gain(raised="ma"), Gain(raised="ma"), Gain(raised="av")))
    after = offered(both).choose("characteristic").dice(7)
    assert not any(text.startswith("raise") for text in after.texts)
    assert "skill Guard" in after.texts, "a skill is left"


@pytest.mark.rule("O-SPP-09")
def test_a_die_that_offers_nothing_at_all_is_rolled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """No roster has such a player today: MA and AV can rise no more, and there is no category to learn from."""
    monkeypatch.setattr(Learner, "categories", lambda learner, rank: ())
    both = learner(28, gained=(Gain(raised="ma"), Gain(raised="ma"), Gain(raised="av")))
    after = offered(both).choose("characteristic").dice(7)
    assert after.roll.faces == 16
    after.dice(15)
    assert {text for text in after.texts if text.startswith("raise")} == {"raise st", "raise ag"}
    after.choose("raise st")
    assert after.written[-1].dice == (15,), "the die that counted"


@pytest.mark.rule("O-SPP-09")
def test_a_loss_makes_room_for_a_raise() -> None:
    hurt = learner(20, gained=(Gain(raised="av"),), losses=("av",))
    after = offered(hurt).choose("characteristic").dice(7).choose("raise av")
    assert profile_of(after.team, after.player(2)).av == 11


@pytest.mark.rule("O-SPP-09", "O-SPP-10")
@pytest.mark.parametrize(("skill", "value"), [("Guard", 20_000), ("Dodge", 40_000)])
def test_a_skill_instead_costs_as_much_and_counts_as_a_chosen_one(skill: str, value: int) -> None:
    after = offered(learner(18)).choose("characteristic").dice(16).choose(f"skill {skill}")
    assert after.events(Advanced) == [Advanced("p_2", Gain(skill), 18)]
    assert player_value(after.team, after.player(2)) == 70_000 + value
    assert skill in skills_of(after.team, after.player(2))


# --- value ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-SPP-10")
@pytest.mark.parametrize(
    ("inputs", "value"),
    [
        (("choose random general", "dice 1 2"), 10_000),
        (("choose skill Guard",), 20_000),
        (("choose random agility", "dice 1 1"), 20_000),
        (("choose skill Dodge",), 40_000),
        (("choose characteristic", "dice 1", "choose raise av"), 10_000),
        (("choose characteristic", "dice 1", "choose raise ma"), 20_000),
        (("choose characteristic", "dice 14", "choose raise pa"), 20_000),
        (("choose characteristic", "dice 14", "choose raise ag"), 40_000),
        (("choose characteristic", "dice 15", "choose raise st"), 80_000),
    ],
)
def test_every_advancement_adds_its_value_to_the_team(inputs: tuple[str, ...], value: int) -> None:
    after = offered(learner(18))
    before = team_value(after.team)
    if inputs[-1].startswith("choose"):
        after.put(*inputs[:-1])
        assert after.option(inputs[-1].removeprefix("choose ")).note.endswith(f"{value:,} gold more in value")
        after.put(inputs[-1])
    else:
        assert f"{value:,} gold more in value" in after.option(inputs[0].removeprefix("choose ")).note
        after.put(*inputs)
    assert team_value(after.team) == before + value
    assert after.finish().kept.standings[-1].value == before + value
