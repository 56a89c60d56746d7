"""After a match of the official edition: its steps, winnings, the dead and the hurt, hiring and the end
(O-POST-01 to O-POST-07, O-INJ-09, O-ROOM-14)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dungeonbowl.errors import UserError
from dungeonbowl.league.aftermath.facts import Harm, SideFacts
from dungeonbowl.league.aftermath.machine import Aftermath, Case
from dungeonbowl.league.aftermath.plans import plan_for
from dungeonbowl.league.fold import applied
from dungeonbowl.league.team_events import (
    Booked,
    Closed,
    Died,
    Gold,
    Hired,
    Hurt,
    Journeymen,
    Left,
    MostValuable,
    Played,
    Points,
    Reroll,
    Retired,
    Spent,
)
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.teams.team import Gain, Player, skills_of
from dungeonbowl.teams.value import current_team_value, team_value
from support.aftermaths import DWARF, THEM, US, Afterwards, did, match, player, squad
from support.league import facts_of, teams_of
from support.teams import complaints

RUNNER = "Dwarf Runner"
KILLED = ["block POW", "2D6 6+4", "2D6 6+4", "D16 15"]


def journeyman(number: int = 12, **changes: object) -> Player:
    return player(number, journeyman=True, id=f"p_{number}", **changes)


# --- the steps --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-POST-01")
def test_a_match_is_walked_through_in_the_order_of_the_steps() -> None:
    """H kills b, and R scores. Both teams record it, take their winnings, advance, hire and are ready."""
    scene = Scene("A.....RB\nA..Hb...\nA......z", {"R": home(), "H": home(), "b": away(), "z": away()}, ball="R")
    scene.play("activate H", "declare block b", "push (5,1)", "stay", "activate R", "step e", dice=KILLED)
    facts = facts_of(scene)
    ours, theirs = (Afterwards(each, facts, dice=(5, 2)) for each in teams_of(scene))
    for after in (ours, theirs):
        after.to("market").choose("done")
        assert after.aftermath.is_over
    names = [stage.name for stage in plan_for("official").stages]
    assert names == ["record", "injuries", "winnings", "conceding", "points", "valuable", "advance", "market", "close"]
    assert walked(ours) == ["record", "winnings", "points", "valuable", "close"]
    assert walked(theirs) == ["record", "injuries", "winnings", "valuable", "close"]
    assert ours.kinds() == ["played", "gold", "points", "points", "mvp", "closed"]
    assert theirs.kinds() == ["played", "died", "gold", "mvp", "closed"]
    assert (ours.team.treasury, theirs.team.treasury) == (50_000, 20_000)
    assert {each.player: each.points for each in ours.events(Points)} == {"R": 5, "H": 2}
    assert ours.rules(Points) == ["O-SPP-04", "O-SPP-03"]


def walked(after: Afterwards) -> list[str]:
    """The stages in which something was written, in their order."""
    return list(dict.fromkeys(each.stage for each in after.finish().written))


@pytest.mark.rule("O-POST-01")
def test_the_result_is_recorded_with_the_deeds_of_players() -> None:
    side = SideFacts(US, "won", 1, casualties=2, value=910_000)
    after = Afterwards(squad(), match(side, SideFacts(THEM, "lost", 0, 1), did(4, deeds={"touchdown": 1}))).finish()
    (played,) = after.events(Played)
    assert (played.outcome, played.score, played.casualties, played.suffered) == ("won", (1, 0), 2, 1)
    assert (played.how, played.value, played.opponents) == ("touchdown", 910_000, (THEM,))
    assert (after.kept.won, after.kept.season_games, after.kept.fixtures_won, after.team.games) == (1, 1, 1, 4)
    assert after.kept.careers["p_4"].deeds == {"touchdown": 1}
    assert after.player(4).games == after.player(5).games == 1


# --- winnings ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-POST-02", "O-ROOM-14")
@pytest.mark.parametrize(("dice"), [(5, 2), (2, 5)])
def test_the_higher_die_is_the_winners_and_the_lower_the_losers(dice: tuple[int, int]) -> None:
    facts = match(SideFacts(US, "won", 1, gathered=3), SideFacts(THEM, "lost", gathered=0))
    winner = Afterwards(squad(), facts, dice=dice).finish()
    loser = Afterwards(squad(id=THEM), facts, dice=dice).finish()
    assert winner.events(Gold) == [Gold(50_000, "winnings"), Gold(20_000, "treasure")]
    assert winner.rules(Gold) == ["O-POST-02", "O-ROOM-14"]
    assert loser.events(Gold) == [Gold(20_000, "winnings")]
    assert (winner.team.treasury, loser.team.treasury) == (70_000, 20_000)


@pytest.mark.rule("O-ROOM-14")
@pytest.mark.parametrize(("gathered", "gold"), [(0, 0), (1, 10), (2, 10), (3, 20), (4, 20), (5, 30), (9, 30)])
def test_gold_of_the_treasure_room_by_the_players_who_gathered_it(gathered: int, gold: int) -> None:
    side = SideFacts(US, "lost", gathered=gathered)
    after = Afterwards(squad(), match(side, SideFacts(THEM, "won", 1)), dice=(1, 1)).finish()
    assert after.team.treasury == 10_000 + gold * 1000


@pytest.mark.rule("O-POST-03")
def test_after_a_draw_each_has_a_die_of_its_own() -> None:
    facts = match(SideFacts(US, "drawn"), SideFacts(THEM, "drawn"), how="draw")
    assert Afterwards(squad(), facts, dice=(3, 6)).finish().team.treasury == 30_000
    assert Afterwards(squad(id=THEM), facts, dice=(3, 6)).finish().team.treasury == 60_000
    assert Afterwards(squad(), facts, dice=(3, 6)).finish().rules(Gold) == ["O-POST-03"]


@pytest.mark.rule("O-POST-02")
def test_a_match_won_by_distance_is_a_win_without_a_touchdown() -> None:
    facts = match(SideFacts(US, "won"), SideFacts(THEM, "lost"), how="distance")
    after = Afterwards(squad(), facts, dice=(6, 1)).finish()
    assert after.team.treasury == 60_000
    assert after.events(Points) == []


@pytest.mark.rule("O-IND-01")
def test_what_inducements_cost_is_gone_from_the_treasury_before_anything_else() -> None:
    side = SideFacts(US, "won", 1, bought=("Bribe",), spent=100_000)
    after = Afterwards(squad(treasury=130_000), match(side), dice=(4, 3)).finish()
    assert after.kinds()[:2] == ["spent", "played"]
    assert after.events(Spent) == [Spent(100_000, ("Bribe",))]
    assert after.team.treasury == 30_000 + 40_000


def test_a_treasury_holds_no_more_than_the_league_allows_once_the_coach_is_done() -> None:
    after = Afterwards(squad(treasury=150_000), match(), options="treasury_cap = 100000", dice=(4, 3)).to("market")
    after.choose(f"hire {RUNNER}")
    assert after.team.treasury == 190_000 - 85_000
    assert after.finish().team.treasury == 100_000
    assert after.events(Gold)[-1] == Gold(-5_000, "more than a treasury may hold")
    exactly = Afterwards(squad(treasury=60_000), match(), options="treasury_cap = 100000", dice=(4, 3)).finish()
    assert (exactly.team.treasury, exactly.events(Gold)) == (100_000, [Gold(40_000, "winnings")])


# --- the dead and the hurt --------------------------------------------------------------------------------------------


@pytest.mark.rule("O-POST-04")
def test_the_dead_are_gone_before_points_the_most_valuable_player_and_hiring() -> None:
    """Sixteen on the list, and number 16 dies after a touchdown: its place is free."""
    dead = did(16, injury="dead", how="block", by="p_them", deeds={"touchdown": 1}, points={"casualty": 2})
    after = Afterwards(squad(16, rerolls=0, treasury=100_000), match(None, None, dead))
    assert after.kinds() == ["played", "died", "gold"]
    assert after.events(Died) == [Died("p_16", "block", "p_them")]
    assert after.roll.faces == 15
    assert not any("16 " in chance.words for chance in after.roll.odds)
    after.to("market")
    assert after.events(Points) == []
    after.choose(f"hire {DWARF}").finish()
    assert len(after.team.players) == 16
    career = after.kept.careers["p_16"]
    assert (career.how, career.by, career.deeds) == ("died", "p_them", {"touchdown": 1})


@pytest.mark.rule("O-INJ-09", "O-POST-07")
def test_what_each_injury_means_for_the_matches_to_come() -> None:
    facts = match(
        None,
        None,
        did(1, injury="badly hurt"),
        did(2, injury="misses"),
        did(3, injury="niggle"),
        did(4, injury="loss", loss="av"),
        did(5, injury="dead"),
    )
    after = Afterwards(squad(), facts).finish()
    hurt = {number: after.player(number) for number in (1, 2, 3, 4)}
    assert [hurt[number].misses_next_game for number in (1, 2, 3, 4)] == [False, True, True, True]
    assert [hurt[number].niggles for number in (1, 2, 3, 4)] == [0, 0, 1, 0]
    assert [hurt[number].losses for number in (1, 2, 3, 4)] == [(), (), (), ("av",)]
    assert after.kept.player("p_5") is None
    assert after.rules(Hurt) == ["O-INJ-09"] * 3


@pytest.mark.rule("O-INJ-09")
def test_two_casualties_of_one_player_both_stay_with_it() -> None:
    facts = did(2, injury="loss", loss="ma", further=(Harm("niggle"), Harm("misses")))
    after = Afterwards(squad(), match(None, None, facts)).finish()
    assert (after.player(2).losses, after.player(2).niggles) == (("ma",), 1)
    assert len(after.events(Hurt)) == 2


@pytest.mark.rule("O-POST-07", "O-INJ-09")
def test_who_is_hurt_in_one_match_misses_the_next_and_plays_the_third() -> None:
    first = Afterwards(squad(12), match(None, None, did(3, injury="misses"))).finish()
    assert not first.player(3).available
    assert current_team_value(first.team) == team_value(first.team) - 70_000
    second = Afterwards(first.team, replace(match(), match="m_2"))
    assert second.roll.faces == 11, "who misses the match cannot be its most valuable player"
    second.finish()
    assert second.player(3).available
    assert (second.player(3).games, second.player(4).games) == (1, 2)


@pytest.mark.rule("O-POST-07")
def test_absences_end_only_with_a_match() -> None:
    """A bye is no match: nothing but an aftermath ends an absence."""
    hurt = squad(12, player(3, misses_next_game=True))
    kept = Afterwards(hurt, match()).aftermath.case.kept
    assert not applied(kept, Booked("m_9"), 9, "").team.players[2].available
    assert Afterwards(hurt, match()).finish().player(3).available


@pytest.mark.rule("O-POST-07", "O-DRAFT-08", "O-DRAFT-09")
def test_the_value_at_the_close_counts_who_misses_the_next_match_only_in_the_team_value() -> None:
    after = Afterwards(squad(12, rerolls=2), match(None, None, did(3, injury="misses"))).finish()
    (closed,) = after.events(Closed)
    assert (closed.value, closed.current_value) == (12 * 70_000 + 100_000, 11 * 70_000 + 100_000)
    assert closed.inputs == tuple(after.aftermath.inputs)
    assert after.kept.state == "ready"


# --- hiring -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-POST-05", "O-DRAFT-11")
def test_a_journeyman_is_hired_with_all_that_it_has_and_without_loner() -> None:
    """Fifteen on the list, five of whom miss the match; of two journeymen one can stay, and then the list is full."""
    hurt = [player(number, misses_next_game=True) for number in range(11, 16)]
    crew = [journeyman(16, earned=0), journeyman(17)]
    facts = match(None, None, did(17, points={"casualty": 2, "completion": 4}))
    after = Afterwards(squad(15, *hurt, treasury=200_000), facts, Journeymen(tuple(crew)), dice=(1, 1)).to("advance")
    assert "Loner (4+)" in skills_of(after.team, after.player(17))
    after.choose("advance p_17", "skill Dauntless").to("market")
    assert "90,000 gold" in after.option("keep p_17").note
    after.choose("keep p_17")
    kept = after.player(17)
    assert (kept.journeyman, kept.number, kept.earned, kept.gained) == (False, 16, 6, (Gain("Dauntless"),))
    assert skills_of(after.team, kept) == ["Block", "Tackle", "Thick Skull", "Dauntless"]
    assert after.team.treasury == 200_000 + 10_000 - 90_000
    full = after.barred("hire 18 Player 16")  # the other journeyman has made room
    assert (full.reason, full.rule) == ("players: expected 0 to 16, found 17 (O-DRAFT-03)", "O-POST-05")
    after.finish()
    assert after.kept.player("p_16") is None
    assert after.kept.careers["p_16"].how == "journeyman"
    assert len(after.team.players) == 16


@pytest.mark.rule("O-POST-05")
def test_a_player_who_joined_in_the_match_is_hired_like_a_journeyman() -> None:
    newcomer = journeyman(12)
    side = SideFacts(US, "won", 1, newcomers=(DWARF,), joined=(newcomer,))
    after = Afterwards(squad(treasury=70_000), match(side, None, did(12, points={"casualty": 2})), dice=(1, 1))
    assert after.kinds()[:2] == ["journeymen", "played"]
    assert after.roll.faces == 12, "it can be the most valuable player"
    after.to("market").choose("keep p_12").finish()
    assert (after.player(12).journeyman, after.player(12).earned, after.player(12).games) == (False, 2, 1)


@pytest.mark.rule("O-POST-05")
def test_a_newcomer_whom_only_its_position_is_known_of_leaves_unless_it_is_hired() -> None:
    after = Afterwards(squad(), match(SideFacts(US, "won", 1, newcomers=(DWARF,))))
    (came,) = after.events(Journeymen)
    assert [each.position for each in came.players] == [DWARF]
    assert len(after.finish().team.players) == 11
    assert after.kept.careers[came.players[0].id].how == "journeyman"


@pytest.mark.rule("O-POST-05", "O-DRAFT-04")
def test_players_are_bought_at_the_price_of_the_roster_and_within_its_limits() -> None:
    after = Afterwards(squad(treasury=200_000), match(), dice=(1, 1)).to("market")
    assert after.option(f"hire {RUNNER}").note == "85,000 gold; 85,000 gold more in value"
    after.choose(f"hire {RUNNER}", f"hire {RUNNER}")
    assert after.team.treasury == 210_000 - 170_000
    assert "treasury" in after.barred(f"hire a {DWARF}").reason
    hired = after.events(Hired)
    assert [each.player.number for each in hired] == [12, 13]
    assert len({each.player.id for each in hired} | {each.player.name for each in hired}) == 4
    rich = Afterwards(squad(treasury=900_000), match()).to("market").choose(f"hire {RUNNER}", f"hire {RUNNER}")
    assert rich.barred(f"hire a {RUNNER}").reason == "section runners: expected at most 2, found 3 (O-DRAFT-04)"
    assert complaints(rich.finish().team) == []


@pytest.mark.rule("O-POST-05")
def test_a_full_list_hires_only_after_somebody_was_fired() -> None:
    after = Afterwards(squad(16, treasury=900_000, rerolls=0), match()).to("market")
    assert "players: expected 0 to 16, found 17" in after.barred(f"hire a {DWARF}").reason
    assert after.option("fire p_9").note == "no gold; the team is worth 70,000 gold less"
    after.choose("fire p_9", f"hire {DWARF}").finish()
    assert after.kept.careers["p_9"].how == "fired"
    assert [each.number for each in after.team.players] == list(range(1, 17))
    assert after.team.treasury == 900_000 + 40_000 - 70_000


@pytest.mark.rule("O-DRAFT-06")
def test_a_later_re_roll_costs_twice_and_counts_once_and_none_is_dropped() -> None:
    after = Afterwards(squad(treasury=120_000, rerolls=1), match(), dice=(1, 1)).to("market")
    value = team_value(after.team)
    assert after.option("reroll").note == "100,000 gold; 50,000 gold more in value"
    after.choose("reroll")
    assert (after.team.rerolls, after.team.treasury) == (2, 30_000)
    assert team_value(after.team) == value + 50_000
    assert "treasury" in after.barred("one more team re-roll").reason
    assert not any("drop" in text or "-1" in text for text in after.texts)
    assert after.finish().events(Reroll) == [Reroll(1, 100_000)]


@pytest.mark.rule("O-POST-06", "O-DRAFT-09")
def test_only_who_lost_a_characteristic_in_this_match_may_retire_for_the_season() -> None:
    earlier = player(2, losses=("ma",))
    facts = match(None, None, did(3, injury="loss", loss="ag"), did(4, injury="niggle"))
    after = Afterwards(squad(16, earlier, rerolls=0, treasury=100_000), facts).to("market")
    assert [text for text in after.texts if text.startswith("retire")] == ["retire p_3"]
    for number in (2, 4):
        assert after.barred(f"retire {number} Player").reason == "it has lost no characteristic in this match"
    after.choose("retire p_3")
    assert after.events(Retired) == [Retired("p_3")]
    assert "found 17" in after.barred(f"hire a {DWARF}").reason, "it counts for the 16"
    after.finish()
    assert after.player(3).retired
    assert not after.player(3).available
    assert team_value(after.team) == 16 * 70_000
    assert current_team_value(after.team) == 14 * 70_000, "without the retired and the hurt"
    later = Afterwards(after.team, replace(match(), match="m_2")).finish()
    assert not later.player(3).available, "the season goes on without it"


@pytest.mark.rule("O-POST-06", "O-DRAFT-04")
def test_a_retired_player_still_counts_for_its_section() -> None:
    runners = [player(1, RUNNER), player(2, RUNNER)]
    facts = match(None, None, did(1, injury="loss", loss="ag"))
    after = Afterwards(squad(11, *runners, treasury=500_000), facts).to("market").choose("retire p_1")
    assert "section runners: expected at most 2, found 3" in after.barred(f"hire a {RUNNER}").reason


# --- friendlies -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-LEAGUE-05")
def test_a_friendly_has_winnings_and_injuries_and_no_most_valuable_player() -> None:
    facts = match(None, None, did(1, deeds={"touchdown": 1}), did(2, injury="misses"), friendly=True)
    after = Afterwards(squad(), facts, dice=(6, 2)).finish()
    assert after.events(MostValuable) == []
    assert after.team.treasury == 60_000
    assert not after.player(2).available
    assert after.player(1).earned == 5
    assert (after.kept.season_games, after.kept.fixtures_won) == (1, 0)


# --- deciding ---------------------------------------------------------------------------------------------------------


def test_what_was_decided_since_the_last_die_can_be_taken_back() -> None:
    after = Afterwards(squad(treasury=300_000), match()).to("market")
    before = after.team
    since = after.aftermath.undoable()
    after.choose(f"hire {RUNNER}", "fire p_1", "reroll")
    assert after.aftermath.undoable() == since + 3
    for _ in range(3):
        after.aftermath.take_back()
    assert after.team == before
    for _ in range(since):
        after.aftermath.take_back()
    with pytest.raises(UserError, match="nothing can be taken back"):
        after.aftermath.take_back()
    assert after.aftermath.line.stage == "advance", "the die for the most valuable player has fallen"


def test_what_is_not_an_option_changes_nothing() -> None:
    after = Afterwards(squad(), match()).to("market")
    inputs = list(after.aftermath.inputs)
    for text in ("choose retire p_3", "choose", "dice 3", "shirt 3", "hire", "begin"):
        with pytest.raises(UserError):
            after.put(text)
    assert (after.aftermath.inputs, after.kinds()[-1]) == (inputs, "mvp")


def test_the_same_inputs_write_the_same_events() -> None:
    after = Afterwards(squad(treasury=300_000), match()).to("market").choose(f"hire {RUNNER}", f"hire {DWARF}").finish()
    case: Case = after.aftermath.case
    again = Aftermath(case, after.aftermath.plan, after.aftermath.inputs)
    assert again.line.written == after.written
    assert again.line.kept == after.kept


@pytest.mark.rule("O-POST-05")
def test_a_player_whom_the_rules_would_not_have_today_keeps_nobody_from_being_fired_or_hired() -> None:
    """A commissioner gave number 5 a third raise, say. The players before it in the list can be fired all the same."""
    odd = player(5, gained=(Gain(raised="ma"),) * 3)
    after = Afterwards(squad(12, odd, treasury=200_000), match()).to("market")
    assert {f"fire p_{number}" for number in range(1, 13)} <= set(after.texts)
    after.choose("fire p_1", f"hire {RUNNER}")
    assert after.kept.player("p_1") is None


def test_the_assistant_hires_nobody_and_lets_journeymen_go() -> None:
    after = Afterwards(squad(9, treasury=900_000), match(), Journeymen((journeyman(10), journeyman(11)))).finish()
    assert len(after.team.players) == 9
    assert after.events(Hired) == after.events(Reroll) == after.events(Left) == []


# --- walk-overs -------------------------------------------------------------------------------------------------------


def test_who_wins_by_a_walk_over_and_has_relief_rolls_winnings_and_award_and_absences_end() -> None:
    facts = match(SideFacts(US, "won", 1), SideFacts(THEM, "lost"), how="walkover")
    after = Afterwards(squad(12, player(3, misses_next_game=True)), facts, dice=(5, 2)).finish()
    assert after.kinds() == ["gold", "mvp", "closed"]
    assert after.team.treasury == 50_000
    assert after.player(3).available
    assert (after.team.games, after.kept.season_games, after.kept.won) == (3, 0, 0), "it was no match"
