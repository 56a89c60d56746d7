"""Aftermaths of matches that were played before: where a whole stage is played with the teams as they entered, the
aftermaths come when it is over, one after the other. Meanwhile the team is not the one that played any more."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dungeonbowl.league.aftermath.facts import Harm, PlayerFacts, SideFacts
from dungeonbowl.league.team_events import Closed, Died, Fame, Gold, Hired, Hurt, MostValuable, Played, Points
from support.aftermaths import THEM, US, Afterwards, did, match, player, squad
from support.classic_aftermaths import STOCK, orcs
from support.classic_aftermaths import after as after_stock
from support.classic_aftermaths import side as stock_side

FIRST = Played("m_0", (THEM,), "lost", (0, 1))
CLOSED = Closed("m_0", 0, 0)


def everybody(count: int = 11, *others: PlayerFacts) -> tuple[PlayerFacts, ...]:
    """A line for each of the numbers from 1, unless `others` have it."""
    taken = [each.player for each in others]
    return (*others, *(did(number) for number in range(1, count + 1) if f"p_{number}" not in taken))


def second(*players: PlayerFacts, before: tuple[object, ...] = (), count: int = 11) -> Afterwards:
    """The aftermath of the second match, after what the first has brought."""
    facts = match(SideFacts(US, "won", 1), None, *everybody(count, *players))
    return Afterwards(squad(count), facts, FIRST, *before, CLOSED, everybody=False)  # type: ignore[arg-type]


@pytest.mark.rule("O-POST-04", "O-SPP-01")
def test_what_a_player_who_is_dead_by_then_did_later_stands_in_its_career_only() -> None:
    died = second(did(3, deeds={"completion": 2}, points={"completion": 2}), before=(Died("p_3"),)).finish()
    career = died.kept.careers["p_3"]
    assert (career.deeds, career.player.earned, career.how) == ({"completion": 2}, 2, "died")
    assert died.kept.player("p_3") is None
    assert died.events(Points) == [Points("p_3", 2, "completion")]


def test_who_dies_in_the_match_itself_has_no_use_for_its_points() -> None:
    after = second(did(3, deeds={"completion": 2}, points={"completion": 2}, injury="dead")).finish()
    assert (after.events(Points), after.kept.careers["p_3"].deeds) == ([], {"completion": 2})


@pytest.mark.rule("O-SPP-05")
def test_who_came_can_be_the_most_valuable_player_even_if_an_earlier_match_has_hurt_it() -> None:
    after = second(before=(Hurt("p_1"),)).to("valuable")
    assert after.kept.team.players[0].misses_next_game
    assert (after.roll.faces, after.roll.shirts[0]) == (11, 1)
    assert after.dice(1).events(MostValuable) == [MostValuable("p_1", 4)]


@pytest.mark.rule("O-SPP-05")
def test_who_was_hired_since_was_not_there() -> None:
    newcomer = replace(player(12), id="p_12")
    after = second(before=(Hired(newcomer, 0),)).to("valuable")
    assert after.roll.shirts == tuple(range(1, 12))
    after.finish()
    assert (after.player(11).games, after.player(12).games) == (2, 0)


@pytest.mark.rule("O-INJ-09", "O-POST-07")
def test_a_game_that_is_to_be_missed_is_one_that_the_player_does_not_come_to() -> None:
    """Number 3 was hurt in the first match and had played the second by then. It misses the one after these."""
    after = second(before=(Hurt("p_3"),)).finish()
    assert (after.player(3).available, after.player(3).games) == (False, 2)
    assert not after.player(3).hurt_now
    stayed = second(before=(Hurt("p_3"),), count=11)
    assert stayed.kept.player("p_3") is not None
    absent = [each for each in everybody() if each.player != "p_3"]
    facts = match(SideFacts(US, "won", 1), None, *absent)
    missed = Afterwards(squad(), facts, FIRST, Hurt("p_3"), CLOSED, everybody=False).finish()
    assert (missed.player(3).available, missed.player(3).games) == (True, 1)


def test_one_absence_is_not_two() -> None:
    """Hurt in both matches, it misses one: an absence is not added to another."""
    after = second(did(3, injury="misses", further=(Harm("niggle"),)), before=(Hurt("p_3"),)).finish()
    assert (after.player(3).misses_next_game, after.player(3).niggles) == (True, 1)


# --- what a lock would have written -----------------------------------------------------------------------------------


@pytest.mark.rule("O-POST-05", "O-DRAFT-10")
def test_a_journeyman_of_such_a_match_joins_in_the_aftermath_and_may_be_hired() -> None:
    """Number 10 filled the team up. Somebody else wears the number by now, so it takes another."""
    lent = replace(player(10, journeyman=True), id="p_lent")
    side = SideFacts(US, "won", 1, lent=(lent,))
    facts = match(side, None, *everybody(10), PlayerFacts("p_lent", points={"completion": 1}))
    after = Afterwards(squad(10, treasury=100_000), facts, everybody=False).to("market")
    assert after.kinds()[:2] == ["journeymen", "played"]
    joined = after.kept.player("p_lent")
    assert joined is not None
    assert (joined.number, joined.earned, joined.games) == (11, 1, 1)
    after.choose("keep p_lent").finish()
    hired = after.kept.player("p_lent")
    assert hired is not None
    assert (hired.journeyman, hired.earned) == (False, 1)
    assert Afterwards(squad(10), facts, everybody=False).finish().kept.player("p_lent") is None


@pytest.mark.rule("S-POST-01", "S-POST-07")
def test_the_crowd_of_such_a_match_is_told_before_its_winnings() -> None:
    crowd = Fame(14, 2, 6)
    us = replace(stock_side("won", fame=2, crowd=crowd), players=tuple(did(number) for number in range(1, 12)))
    story = after_stock(STOCK, orcs(), us).to("winnings").dice(3).choose("accept")
    assert [each.body for each in story.written[:1]] == [crowd]
    assert story.rules(Fame) == ["S-POST-01"]
    assert story.events(Gold) == [Gold((3 + 1 + 2) * 10_000, "winnings")]
