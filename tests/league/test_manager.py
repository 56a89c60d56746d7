"""Managers: programs that decide for a team between matches."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from dungeonbowl.league.aftermath.machine import Ask, Roll
from dungeonbowl.league.manager import Assistant, Manager, TasteManager
from dungeonbowl.league.team_events import Advanced, Fired, Hired, Journeymen, Rehired, Reroll, Retired, Staff, TeamBody
from dungeonbowl.teams.drafting import draft_team
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.team import Gain, Team
from support.aftermaths import DWARF, US, Afterwards, did, match, player, squad
from support.season_ends import season_facts
from support.teams import complaints

RUNNER = "Dwarf Runner"


def managed(
    start: Team, *before: TeamBody, manager: Manager | None = None, facts: Any = None, edition: str = "official"
) -> Afterwards:
    """An aftermath that a manager has brought to its end; every die shows 1."""
    after = Afterwards(start, facts or match(friendly=True), *before, dice=(1, 1), edition=edition)
    chosen = manager or TasteManager()
    while not after.aftermath.is_over:
        if isinstance(after.aftermath.need, Roll):
            after.dice(*[1] * after.roll.count)
        else:
            assert isinstance(after.aftermath.need, Ask)
            after.choose(chosen.decide(after.aftermath))
    return after.finish()


def test_a_player_who_can_choose_a_skill_learns_what_the_style_likes_best() -> None:
    learner = player(2, earned=6)
    assert managed(squad(12, learner)).events(Advanced) == [Advanced("p_2", Gain("Sure Hands"), 6)]
    hands = [player(number, RUNNER) for number in (3, 4)]
    enough = managed(squad(12, learner, *hands))
    assert enough.events(Advanced) == [Advanced("p_2", Gain("Guard"), 6)], "two runners have sure hands"
    strong = managed(squad(12, learner), manager=TasteManager("strong"))
    assert strong.events(Advanced)[0].gain in (Gain("Mighty Blow (+1)"), Gain("Guard"))


def test_points_are_saved_until_a_skill_can_be_chosen() -> None:
    assert managed(squad(12, player(2, earned=5))).events(Advanced) == []


def test_a_journeyman_is_not_taught_for_others() -> None:
    lent = player(12, journeyman=True, id="p_12")
    after = managed(
        squad(10), Journeymen((lent,)), facts=match(None, None, did(12, points={"casualty": 6}), friendly=True)
    )
    assert after.events(Advanced) == []


def test_missing_players_are_replaced_while_there_is_gold() -> None:
    after = managed(squad(9, treasury=250_000))
    assert len(after.team.permanent) == 12
    assert after.team.treasury >= 0
    rich = managed(squad(9, treasury=900_000))
    assert 12 <= len(rich.team.permanent) <= 14


def test_the_first_hands_of_a_team_are_hired_first() -> None:
    after = managed(squad(11, treasury=90_000))
    assert [each.player.position for each in after.events(Hired)] == [RUNNER]


def test_who_will_miss_the_next_match_is_replaced_too() -> None:
    facts = match(None, None, did(1, injury="misses"), did(2, injury="misses"), friendly=True)
    assert managed(squad(12, treasury=90_000), facts=facts).events(Hired)
    assert managed(squad(12, treasury=40_000)).events(Hired) == []


def test_a_journeyman_who_has_shown_something_is_kept_before_a_newcomer_is_hired() -> None:
    lent = player(12, journeyman=True, id="p_12")
    facts = match(None, None, did(12, points={"casualty": 16}), friendly=True)
    after = managed(squad(10, player(1, RUNNER), treasury=60_000), Journeymen((lent,)), facts=facts)
    assert [each.player.id for each in after.events(Hired)] == ["p_12"]


def test_re_rolls_are_bought_when_the_squad_is_complete() -> None:
    assert managed(squad(12, player(1, RUNNER), treasury=100_000, rerolls=1)).events(Reroll) == [Reroll(1, 100_000)]
    assert managed(squad(12, player(1, RUNNER), treasury=100_000, rerolls=3)).events(Reroll) == []


def test_the_crippled_are_sent_away_if_somebody_can_take_their_place() -> None:
    wreck = player(2, losses=("st", "st", "ag", "ma"), niggles=3)
    after = managed(squad(13, wreck, treasury=100_000))
    assert after.events(Fired) == [Fired("p_2")]
    assert managed(squad(13, wreck, treasury=0)).events(Fired) == []
    assert managed(squad(13, treasury=100_000)).events(Fired) == []


def test_a_dear_loss_is_rested_where_a_redraft_can_restore_it() -> None:
    facts = match(None, None, did(2, injury="loss", loss="st"), friendly=True)
    after = managed(squad(13), facts=facts)
    assert after.events(Retired) == [Retired("p_2")]
    facts = match(None, None, did(2, injury="loss", loss="pa"), friendly=True)
    assert managed(squad(13), facts=facts).events(Retired) == []


def test_the_assistant_does_nothing_that_need_not_be_done() -> None:
    after = managed(squad(9, player(2, earned=17), treasury=900_000), manager=Assistant())
    assert after.kinds() == ["played", "gold", "closed"]


@pytest.mark.parametrize("style", ["fast", "strong", "balanced"])
def test_the_same_questions_get_the_same_answers(style: str) -> None:
    start = squad(9, player(2, earned=20), player(3, DWARF, earned=6), treasury=400_000)
    first, second = (managed(start, manager=TasteManager(style)) for _ in range(2))
    assert first.written == second.written


def test_at_a_redraft_the_best_are_rehired_and_the_rest_is_hired_anew() -> None:
    """Eleven dear players and 1,300,000: those who cannot be paid are replaced by newcomers."""
    crew = [player(number, gained=(Gain("Guard"), Gain("Fend")), earned=14, spent=14) for number in range(1, 12)]
    facts = season_facts("official", "s_1", 2)
    after = Afterwards(squad(11, *crew, rerolls=2, treasury=240_000), season=facts)
    while not after.aftermath.is_over:
        after.choose(TasteManager().decide(after.aftermath))
    after.finish()
    assert complaints(after.team) == []
    assert len(after.events(Rehired)) >= 8
    assert (after.team.rerolls, len(after.team.players) >= 11) == (2, True)


@pytest.mark.parametrize("edition", ["astrogranite", "stockbowl"])
def test_managers_know_what_other_editions_ask(edition: str) -> None:
    """An advancement roll is answered by the same taste, and an apothecary is hired for a team without one."""
    drafted = draft_team(load_facts(edition).rosters[0].id, edition=edition)
    players = tuple(replace(each, id=f"p_{each.number}", earned=6 * (each.number == 2)) for each in drafted.players)
    start = replace(drafted, id=US, players=players, games=4, season=1, staff={}, treasury=60_000)
    after = managed(start, facts=replace(match(), edition=edition), edition=edition)
    (advanced,) = after.events(Advanced)
    assert advanced.player == "p_2"
    hires = [staff.key for staff in load_facts(edition).draft.staff if staff.key == "apothecary"]
    assert [each.key for each in after.events(Staff)] == hires
