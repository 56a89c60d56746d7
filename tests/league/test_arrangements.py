"""Special arrangements: what they are worth after the match (A-ARR)."""

from __future__ import annotations

import pytest

from dungeonbowl.errors import UserError
from dungeonbowl.league.team_events import Cured, Gold, Reroll
from support.classic_aftermaths import LEAGUE, after, did, golds, league, side, with_numbers

ARRANGED = league("special_arrangements")


@pytest.mark.rule("A-ARR-02")
def test_extra_training_is_one_re_roll_at_the_starting_price_however_often_it_was_chosen() -> None:
    us = side("lost", bought=("training", "training", "sponsorship"))
    story = after(ARRANGED, golds(treasury=500_000), us).to("market")
    story.choose("reroll", "reroll")
    assert story.events(Reroll) == [Reroll(1, 50_000), Reroll(1, 100_000)]
    plain = after(ARRANGED, golds(treasury=500_000), side("lost", bought=("sponsorship",))).to("market")
    plain.choose("reroll")
    assert plain.events(Reroll) == [Reroll(1, 100_000)]


@pytest.mark.rule("A-ARR-03")
def test_medical_insurance_makes_everybody_fit_and_cures_one_of_one_thing() -> None:
    team = with_numbers(golds(), p_1={"niggles": 2}, p_2={"losses": ("ag", "ma")})
    us = side(
        "lost",
        did(2, injury="misses"),
        did(3, injury="loss", loss="st"),
        did(4, injury="dead"),
        bought=("insurance",),
    )
    story = after(ARRANGED, team, us).to("insurance")
    assert story.texts == ["nobody", "cure p_1 niggle", "cure p_2 ag", "cure p_2 ma", "cure p_3 st"]
    story.choose("cure p_2 ag")
    assert story.events(Cured) == [Cured("p_2", loss="ag")]
    story.finish()
    assert len(story.team.available) == len(story.team.players) == 9  # the dead stay dead
    assert (story.player(2).losses, story.player(3).losses, story.player(1).niggles) == (("ma",), ("st",), 2)


@pytest.mark.rule("A-ARR-03")
def test_every_insurance_cures_one_more() -> None:
    team = with_numbers(golds(), p_1={"niggles": 2})
    story = after(ARRANGED, team, side("lost", bought=("insurance", "insurance"))).to("insurance")
    story.choose("cure p_1 niggle", "cure p_1 niggle")
    assert story.player(1).niggles == 0
    assert story.aftermath.line.stage == "market"


@pytest.mark.rule("A-ARR-03")
def test_there_is_nothing_to_decide_where_nobody_has_a_lasting_injury() -> None:
    story = after(ARRANGED, golds(), side("lost", did(2, injury="misses"), bought=("insurance",))).to("market")
    assert story.events(Cured) == [Cured()]
    assert story.finish().team.available == list(story.team.players)
    with pytest.raises(UserError):
        story.choose("nobody")


@pytest.mark.rule("A-ARR-04")
def test_a_sponsor_pays_by_a_die_each() -> None:
    us = side("lost", bought=("sponsorship", "sponsorship"))
    story = after(ARRANGED, golds(), us).to("sponsors")
    assert [chance.words for chance in story.roll.odds][3] == "40,000 gold"
    story.dice(4).dice(6)
    assert story.events(Gold)[1:] == [Gold(40_000, "sponsorship deal"), Gold(60_000, "sponsorship deal")]
    assert story.team.treasury == 10_000 + 100_000


def test_without_the_module_nothing_of_it_happens() -> None:
    us = side("lost", did(2, injury="misses"), bought=("training", "insurance", "sponsorship"))
    story = after(LEAGUE, golds(treasury=200_000), us).to("market").choose("reroll").finish()
    assert story.events(Reroll) == [Reroll(1, 100_000)]
    assert (len(story.events(Gold)), story.events(Cured)) == (1, [])
