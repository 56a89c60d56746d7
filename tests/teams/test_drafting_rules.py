"""Drafting a team and playing exhibitions: chapters O-DRAFT and O-EXH, as the validator reads them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dungeonbowl.errors import UserError
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.drafting import draft_team
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.journeymen import journeymen_needed, with_journeymen, without_journeymen
from dungeonbowl.teams.team import Gain, skills_of
from dungeonbowl.teams.value import current_team_value, draft_cost, later_reroll_cost, player_value, team_value
from support.teams import DWARF, about, complaints, player, players, team

GNOBLAR = "Gnoblar Lineman"
OGRE = "Ogre Blocker"


# --- colleges and sections ----------------------------------------------------------------------------------------


@pytest.mark.rule("O-DRAFT-01")
def test_there_are_eight_colleges() -> None:
    colleges = {"beasts", "death", "fire", "heavens", "life", "light", "metal", "shadow"}
    assert {roster.id for roster in load_facts("official").rosters} == colleges


@pytest.mark.rule("O-DRAFT-01")
def test_a_team_of_no_college_is_refused() -> None:
    problem = about(replace(team(), roster="fyre"), "college")
    assert problem.rule == "O-DRAFT-01"
    assert "fire" in problem.limit
    assert problem.found == "'fyre'"


@pytest.mark.rule("O-DRAFT-01")
def test_players_come_from_the_roster_of_the_own_college_only() -> None:
    stranger = player(11, "Human Lineman", "metal")
    problem = about(team(players=(*players(*[DWARF] * 10), stranger)), "position")
    assert (problem.where, problem.found, problem.rule) == ("player 11 'Player 11'", "'Human Lineman'", "O-DRAFT-01")


@pytest.mark.rule("O-DRAFT-04")
def test_a_section_is_counted_over_all_its_positions() -> None:
    ogres = [OGRE, OGRE, "Ogre Runt Punter"]
    assert complaints(team(*[GNOBLAR] * 8, *ogres)) == []
    found = complaints(team(*[GNOBLAR] * 8, *ogres, "Ogre Runt Punter"))
    assert found == [("section big_guys", "at most 3", "4")]


@pytest.mark.rule("O-DRAFT-04")
def test_linemen_fill_the_team_in_any_mixture() -> None:
    assert complaints(team(*[DWARF] * 5, *[GNOBLAR] * 6, *["Bloodborn Marauder Lineman"] * 5)) == []


@pytest.mark.parametrize("roster", [roster.id for roster in load_facts().rosters])
@pytest.mark.rule("O-DRAFT-04")
def test_every_section_of_every_college_has_its_own_limit(roster: str) -> None:
    facts = load_facts().roster(roster)
    linemen = facts.of_section("linemen")[0].name
    for section, limit in facts.limits.items():
        positions = [position.name for position in facts.of_section(section)]
        taken = [positions[index % len(positions)] for index in range(limit + 1)]
        subject = team(*taken, *[linemen] * max(0, 11 - len(taken)), roster=roster, rerolls=0)
        assert (f"section {section}", f"at most {limit}", str(limit + 1)) in complaints(subject)
        fewer = team(*taken[1:], *[linemen] * max(0, 12 - len(taken)), roster=roster, rerolls=0)
        assert not any(what.startswith("section") for what, _, _ in complaints(fewer))


# --- gold ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-DRAFT-02")
def test_a_league_team_spends_a_million_at_most() -> None:
    rich = team(*[DWARF] * 11, *["Troll Slayer"] * 2, rerolls=1)
    assert draft_cost(rich) == 1_010_000
    problem = about(rich, "gold spent")
    assert (problem.limit, problem.found, problem.rule) == ("at most 1,000,000", "1,010,000", "O-DRAFT-02")
    assert check(team(*[DWARF] * 11, *["Troll Slayer"] * 2, rerolls=0)) == []


@pytest.mark.rule("O-DRAFT-02")
def test_what_is_left_goes_to_the_treasury() -> None:
    assert team().treasury == 80_000
    assert check(team()) == []
    for treasury in (0, 79_999, 80_001):
        problem = about(team(treasury=treasury), "treasury")
        assert (problem.limit, problem.rule) == ("exactly 80,000", "O-DRAFT-02")


@pytest.mark.rule("O-DRAFT-02")
def test_a_team_that_has_played_may_have_any_treasury() -> None:
    assert check(team(games=3, treasury=250_000)) == []


@pytest.mark.rule("O-DRAFT-02")
def test_another_league_budget_is_refused() -> None:
    assert about(team(budget=1_100_000), "budget").limit == "exactly 1,000,000"


# --- players and re-rolls -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "legal"), [(10, False), (11, True), (16, True), (17, False)])
@pytest.mark.rule("O-DRAFT-03")
def test_a_new_team_has_eleven_to_sixteen_players(count: int, legal: bool) -> None:
    found = [problem for problem in check(team(*[GNOBLAR] * count)) if problem.what == "players"]
    assert [(problem.limit, problem.found) for problem in found] == ([] if legal else [("11 to 16", str(count))])


@pytest.mark.rule("O-DRAFT-03")
def test_a_team_that_has_played_may_be_short_but_never_above_sixteen() -> None:
    assert check(team(*[GNOBLAR] * 7, games=1)) == []
    assert about(team(*[GNOBLAR] * 17, games=1), "players").limit == "0 to 16"


@pytest.mark.rule("O-DRAFT-03")
def test_numbers_run_from_1_to_16_and_none_twice() -> None:
    eleven = players(*[DWARF] * 11)
    assert check(team(players=(*eleven[:10], replace(eleven[10], number=16)))) == []
    for number in (0, 17):
        problem = about(team(players=(*eleven[:10], replace(eleven[10], number=number))), "number")
        assert (problem.limit, problem.found) == ("1 to 16", str(number))
    assert about(team(players=(*eleven[:10], replace(eleven[10], number=3))), "number").found == "3 twice"


@pytest.mark.parametrize(("count", "legal"), [(-1, False), (0, True), (8, True), (9, False)])
@pytest.mark.rule("O-DRAFT-05")
def test_a_new_team_has_up_to_eight_rerolls(count: int, legal: bool) -> None:
    found = [problem.limit for problem in check(team(*[GNOBLAR] * 11, rerolls=count)) if problem.what == "rerolls"]
    assert found == ([] if legal else ["0 to 8"])


@pytest.mark.rule("O-DRAFT-05")
def test_a_reroll_costs_50k_at_the_draft() -> None:
    assert draft_cost(team(rerolls=4)) - draft_cost(team(rerolls=0)) == 200_000


@pytest.mark.rule("O-DRAFT-06")
def test_a_later_reroll_costs_double_and_counts_50k() -> None:
    assert later_reroll_cost(team()) == 100_000
    assert team_value(team(rerolls=5, games=4)) - team_value(team(rerolls=4, games=4)) == 50_000


@pytest.mark.parametrize("staff", ["apothecary", "assistant_coaches", "cheerleaders", "dedicated_fans"])
@pytest.mark.rule("O-DRAFT-07")
def test_there_is_no_sideline_staff(staff: str) -> None:
    problem = about(team(staff={staff: 1}), "staff")
    assert (problem.limit, problem.found, problem.rule) == ("no staff", repr(staff), "O-DRAFT-07")


# --- values -------------------------------------------------------------------------------------------------------


def veterans() -> tuple[tuple[Gain, ...], ...]:
    return ((Gain("Guard"),), (Gain("Guard", random=True),), (Gain("Dodge"),), (Gain("Dodge", random=True),))


@pytest.mark.rule("O-DRAFT-08")
def test_team_value_is_players_and_rerolls_without_the_treasury() -> None:
    assert team_value(team()) == 11 * 70_000 + 3 * 50_000
    assert team_value(team(games=2, treasury=500_000)) == team_value(team())


@pytest.mark.rule("O-DRAFT-08", "O-SPP-10")
def test_advancements_raise_the_value_of_a_player() -> None:
    eleven = players(*[DWARF] * 11)
    gained = [replace(eleven[index], gained=gains) for index, gains in enumerate(veterans())]
    raised = [
        replace(eleven[4 + index], gained=(Gain(raised=name),))
        for index, name in enumerate(("av", "ma", "pa", "ag", "st"))
    ]
    subject = team(players=(*gained, *raised, *eleven[9:]), games=5)
    assert check(subject) == []
    values = [player_value(subject, entry) - 70_000 for entry in subject.players[:9]]
    assert values == [20_000, 10_000, 40_000, 20_000, 10_000, 20_000, 20_000, 40_000, 80_000]
    assert team_value(subject) == 11 * 70_000 + 3 * 50_000 + sum(values)


@pytest.mark.rule("O-DRAFT-09")
def test_current_team_value_leaves_out_those_that_cannot_play() -> None:
    eleven = players(*[DWARF] * 11)
    hurt = replace(eleven[0], misses_next_game=True, gained=(Gain("Guard"),))
    retired = replace(eleven[1], retired=True)
    subject = team(players=(hurt, retired, *eleven[2:]), games=3)
    assert team_value(subject) == 11 * 70_000 + 20_000 + 150_000
    assert current_team_value(subject) == 9 * 70_000 + 150_000


# --- journeymen ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("available", "needed"), [(7, 4), (10, 1), (11, 0), (13, 0)])
@pytest.mark.rule("O-DRAFT-10")
def test_a_short_league_team_takes_journeymen_until_it_has_eleven(available: int, needed: int) -> None:
    subject = team(*[DWARF] * available, games=1)
    assert journeymen_needed(subject) == needed
    assert len(with_journeymen(subject).available) == max(11, available)


@pytest.mark.rule("O-DRAFT-10")
def test_players_that_miss_the_game_are_replaced_too() -> None:
    eleven = players(*[DWARF] * 11)
    subject = team(
        players=(replace(eleven[0], misses_next_game=True), replace(eleven[1], retired=True), *eleven[2:]), games=2
    )
    assert journeymen_needed(subject) == 2


@pytest.mark.rule("O-DRAFT-11")
def test_a_journeyman_is_a_lineman_with_loner() -> None:
    subject = with_journeymen(team(*[DWARF] * 9, games=1), [DWARF])
    first, second = (entry for entry in subject.players if entry.journeyman)
    assert (first.position, second.position) == (DWARF, GNOBLAR)  # as wished, then the cheapest
    assert skills_of(subject, first) == ["Block", "Tackle", "Thick Skull", "Loner (4+)"]
    assert "Loner (4+)" not in skills_of(subject, subject.players[0])
    assert check(subject) == []


@pytest.mark.rule("O-DRAFT-11")
def test_a_journeyman_of_another_section_is_refused() -> None:
    with pytest.raises(UserError, match="journeyman 'Ogre Blocker': expected a lineman out of Dwarf"):
        with_journeymen(team(*[DWARF] * 9, games=1), [OGRE])
    ogre = replace(player(11, OGRE), journeyman=True)
    assert about(team(players=(*players(*[DWARF] * 10), ogre), games=1), "position").rule == "O-DRAFT-11"


@pytest.mark.rule("O-DRAFT-12")
def test_journeymen_may_take_the_list_above_sixteen() -> None:
    sixteen = players(*[GNOBLAR] * 16)
    hurt = tuple(replace(entry, misses_next_game=entry.number > 9) for entry in sixteen)
    subject = with_journeymen(team(players=hurt, games=1))
    assert len(subject.players) == 18
    assert [entry.number for entry in subject.players if entry.journeyman] == [17, 18]
    assert check(subject) == []
    assert without_journeymen(subject).players == hurt


@pytest.mark.rule("O-DRAFT-12")
def test_journeymen_never_take_the_available_players_above_eleven() -> None:
    extra = replace(player(12), journeyman=True)
    problem = about(team(players=(*players(*[DWARF] * 11), extra), games=1), "journeymen")
    assert (problem.found, problem.rule) == ("12", "O-DRAFT-12")


@pytest.mark.rule("O-DRAFT-12")
def test_journeymen_count_in_current_team_value_at_hiring_cost() -> None:
    subject = team(*[DWARF] * 9, games=1)
    helped = with_journeymen(subject, [DWARF, GNOBLAR])
    assert team_value(helped) == team_value(subject)
    assert current_team_value(helped) == current_team_value(subject) + 70_000 + 15_000


# --- exhibition games ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("budget", "legal"), [(1_099_999, False), (1_100_000, True), (1_300_000, True), (1_300_001, False)]
)
@pytest.mark.rule("O-EXH-01")
def test_an_exhibition_budget_is_agreed_within_limits(budget: int, legal: bool) -> None:
    found = [problem for problem in check(team(kind="exhibition", budget=budget)) if problem.what == "budget"]
    assert [problem.limit for problem in found] == ([] if legal else ["1,100,000 to 1,300,000"])


@pytest.mark.rule("O-EXH-01")
def test_the_usual_exhibition_budget_pays_for_inducements_too() -> None:
    thirteen = [DWARF] * 11 + ["Troll Slayer"] * 2  # 960k
    assert check(team(*thirteen, kind="exhibition", rerolls=1, inducements={"bribes": 1})) == []
    problem = about(team(*thirteen, kind="exhibition", rerolls=2, inducements={"bribes": 1}), "gold spent")
    assert (problem.limit, problem.found, problem.rule) == ("at most 1,150,000", "1,160,000", "O-EXH-01")


@pytest.mark.rule("O-EXH-01")
def test_unspent_exhibition_gold_is_lost_and_eleven_players_are_needed() -> None:
    assert about(team(kind="exhibition", treasury=10_000), "treasury").limit == "exactly 0"
    assert about(team(*[DWARF] * 10, kind="exhibition"), "players").limit == "11 to 16"


@pytest.mark.rule("O-EXH-02")
def test_chosen_skills_are_paid_from_the_pool_and_do_not_raise_the_value() -> None:
    eleven = players(*[DWARF] * 11)
    skilled = (
        replace(eleven[0], gained=(Gain("Guard"), Gain("Mighty Blow (+1)"))),
        replace(eleven[1], gained=(Gain("Dodge"),)),
    )
    subject = team(players=(*skilled, *eleven[2:]), kind="exhibition", skill_points=26)  # 6 + 8 + 12
    assert check(subject) == []
    assert team_value(subject) == team_value(team(kind="exhibition"))
    problem = about(replace(subject, skill_points=25), "points for skills")
    assert (problem.limit, problem.found, problem.rule) == ("at most 25", "26", "O-EXH-02")


@pytest.mark.rule("O-EXH-02")
def test_a_pool_buys_neither_random_skills_nor_characteristics() -> None:
    eleven = players(*[DWARF] * 11)
    for gain in (Gain("Guard", random=True), Gain(raised="av")):
        subject = team(players=(replace(eleven[0], gained=(gain,)), *eleven[1:]), kind="exhibition", skill_points=36)
        assert about(subject, "gained").limit == "a chosen skill"


@pytest.mark.rule("O-EXH-03")
def test_an_exhibition_team_takes_no_journeymen() -> None:
    subject = team(*[DWARF] * 9, kind="exhibition")
    assert journeymen_needed(subject) == 0
    assert with_journeymen(subject) == subject
    helped = team(players=(*players(*[DWARF] * 11), replace(player(12), journeyman=True)), kind="exhibition")
    assert about(helped, "journeymen").rule == "O-EXH-03"


@pytest.mark.parametrize("mark", [{"niggles": 1}, {"losses": ("av",)}, {"misses_next_game": True}])
@pytest.mark.rule("O-EXH-03")
def test_an_exhibition_team_carries_no_injuries(mark: dict[str, object]) -> None:
    eleven = players(*[DWARF] * 11)
    subject = team(players=(replace(eleven[0], **mark), *eleven[1:]), kind="exhibition")
    assert about(subject, next(iter(mark))).rule == "O-EXH-03"


@pytest.mark.rule("O-EXH-03")
def test_an_exhibition_team_has_no_games_behind_it() -> None:
    assert about(team(kind="exhibition", games=1), "games").limit == "exactly 0"


# --- drafts by themselves -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["league", "exhibition"])
def test_a_draft_by_itself_is_legal(kind: str) -> None:
    for roster in load_facts().rosters:
        for seed in range(3):
            for style in ("fast", "strong", "balanced"):
                drafted = draft_team(roster.id, style, seed, kind=kind)  # type: ignore[arg-type]
                assert check(drafted) == []
                assert 2 <= drafted.rerolls <= 4
