"""Teams of the ten colleges: their facts, what makes them legal, drafts, ready teams, and their part in a match."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from msgspec.structs import replace

from dungeonbowl.dungeon.generator import generate
from dungeonbowl.editions import build
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.game import Game
from dungeonbowl.errors import UserError
from dungeonbowl.records.squads import squads_of
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.consistency import inconsistencies
from dungeonbowl.teams.drafting import STYLES, draft_team
from dungeonbowl.teams.facts import load_facts, skill_books
from dungeonbowl.teams.files import read_team, write_team
from dungeonbowl.teams.ready import find_team, ready_files, ready_ids, ready_team
from dungeonbowl.teams.rosters import FactsError, Race, Roster, with_races
from dungeonbowl.teams.sheet import characteristics
from dungeonbowl.teams.team import Gain, Player, Team
from dungeonbowl.teams.value import draft_cost, later_reroll_cost, team_value

FACTS = load_facts("astrogranite")
COLLEGES = [roster.id for roster in FACTS.rosters]
POOR = "astrogranite(budget=5000000)"  # gold is no object: for tests of composition alone


def drafted(college: str, style: str = "balanced", seed: int = 1) -> Team:
    return draft_team(college, style, seed, edition="astrogranite")


def hired(college: str, *positions: tuple[str, int], rerolls: int = 0, edition: str = POOR) -> Team:
    """A new team of so many players in each position, that has paid for them."""
    roster = FACTS.roster(college)
    players: list[Player] = []
    for name, count in positions:
        position = roster.find(name)
        assert position is not None, name
        for _ in range(count):
            number = len(players) + 1
            players.append(Player(number, f"Number {number}", position.name, position.cost))
    team = Team(edition, roster.id, "Test", tuple(players), rerolls=rerolls)
    return replace(team, treasury=team.facts.draft.budgets["league"].usual - draft_cost(team))


def complaints(team: Team) -> str:
    return "; ".join(problem.text() for problem in check(team))


# --- the facts ------------------------------------------------------------------------------------------------------


def test_there_are_ten_colleges_of_five_races_each() -> None:
    assert len(COLLEGES) == 10
    assert all(len(roster.hires) == len(roster.races()) == 5 for roster in FACTS.rosters)
    assert len({race for roster in FACTS.rosters for race in roster.races()}) == 29
    assert len(skill_books()["astrogranite"].skills) == 53
    assert inconsistencies(FACTS) == []


def test_a_few_lines_as_they_are_printed() -> None:
    treeman = FACTS.roster("celestial").find("Treeman")
    assert treeman is not None
    assert (treeman.cost, treeman.ma, treeman.st, treeman.ag, treeman.av) == (110_000, 2, 6, 1, 10)
    assert treeman.skills == ("Mighty Blow", "Stand Firm", "Thick Skull", "Take Root", "Throw Team-Mate")
    runner = FACTS.roster("amethyst").find("Skaven Runner")
    assert runner is not None
    assert (runner.primary, runner.limit) == (("agility", "general", "physical"), 2)


def test_the_norse_catcher_of_one_college_is_not_that_of_the_other() -> None:
    light, bright = (FACTS.roster(college).find("Norse Catcher") for college in ("light", "bright"))
    assert light is not None
    assert bright is not None
    assert (light.cost, light.ma, light.race) == (70_000, 5, "Norse")
    assert (bright.cost, bright.ma, bright.race) == (80_000, 6, "Norse")
    assert [position.name for position in FACTS.roster("light").position] == [
        "Dwarf Longbeard",
        "Dwarf Runner",
        "Dwarf Blitzer",
        "Dwarf Slayer",
        "Halfling Lineman",
        "Norse Lineman",
        "Norse Thrower",
        "Norse Catcher",
        "Norse Blitzer",
        "Human Lineman",
        "Human Thrower",
        "Human Catcher",
        "Human Blitzer",
        "Werewolf",
    ]


@pytest.mark.rule("A-TEAM-04")
def test_every_college_but_the_rainbow_has_a_special_race_which_is_its_last() -> None:
    for roster in FACTS.rosters:
        assert roster.special_race == ("" if roster.id == "rainbow" else roster.hires[-1])


# --- composition ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-TEAM-01")
def test_a_team_uses_only_the_races_of_its_college() -> None:
    team = hired("celestial", ("Light Elf Lineman", 8))
    assert check(team) == []
    stranger = replace(team.players[0], position="Orc Lineman", cost=50_000)
    found = complaints(replace(team, players=(stranger, *team.players[1:])))
    assert "position: expected a known position (did you mean Dryad Lineman" in found
    assert "A-TEAM-01" in found


@pytest.mark.rule("A-TEAM-02", "A-TEAM-05")
def test_sixteen_of_one_race_six_of_another_and_two_of_a_third() -> None:
    assert check(hired("celestial", ("Light Elf Lineman", 16))) == []
    assert check(hired("celestial", ("Light Elf Lineman", 8), ("Common Elf Lineman", 6), ("Dryad Lineman", 2))) == []
    found = complaints(hired("celestial", ("Light Elf Lineman", 8), ("Common Elf Lineman", 7)))
    assert found == "race Common Elves: expected at most 6, found 7 (A-TEAM-05)"
    found = complaints(hired("celestial", ("Light Elf Lineman", 7), ("Common Elf Lineman", 6), ("Dryad Lineman", 3)))
    assert found == "race Dryads: expected at most 2, found 3 (A-TEAM-05)"


@pytest.mark.rule("A-TEAM-02", "A-TEAM-05")
def test_no_fourth_race() -> None:
    team = hired(
        "celestial",
        ("Light Elf Lineman", 6),
        ("Common Elf Lineman", 1),
        ("Dryad Lineman", 1),
        ("Grey Elf Lineman", 1),
    )
    assert complaints(team) == "races: expected at most 3, found 4 (A-TEAM-05)"


@pytest.mark.rule("A-TEAM-03")
def test_the_order_in_which_races_are_hired_does_not_matter() -> None:
    """Whichever race is the largest counts as the first."""
    assert check(hired("jade", ("Orc Lineman", 2), ("Goblin Lineman", 6), ("Hobgoblin Lineman", 8))) == []
    assert check(hired("jade", ("Orc Lineman", 8), ("Goblin Lineman", 2), ("Hobgoblin Lineman", 6))) == []


@pytest.mark.rule("A-TEAM-04", "A-TEAM-05")
def test_two_of_the_special_race_take_the_place_of_the_third() -> None:
    eight_four_two = (("Light Elf Lineman", 8), ("Common Elf Lineman", 4), ("Treeman", 2))
    assert check(hired("celestial", *eight_four_two)) == []
    assert complaints(hired("celestial", *eight_four_two, ("Dryad Lineman", 1))) == (
        "races: expected at most 3, found 4 (A-TEAM-05)"
    )
    assert check(hired("celestial", ("Light Elf Lineman", 8), ("Common Elf Lineman", 4), ("Dryad Lineman", 2))) == []
    assert complaints(hired("celestial", ("Light Elf Lineman", 8), ("Treeman", 3))) == (
        "race Treemen: expected at most 2, found 3 (A-TEAM-05)"
    )


@pytest.mark.rule("A-TEAM-04")
def test_the_special_race_is_never_the_second() -> None:
    """Even alone with one other race it is tertiary; in the Rainbow College nobody is."""
    assert "race Ogres: expected at most 2, found 4" in complaints(hired("gold", ("Orc Lineman", 8), ("Ogre", 4)))
    assert check(hired("rainbow", ("Human Lineman", 8), ("Slann Lineman", 6))) == []
    assert check(hired("rainbow", ("Slann Lineman", 16))) == []


@pytest.mark.rule("A-TEAM-05")
def test_sixteen_players_in_all() -> None:
    team = hired("jade", ("Orc Lineman", 10), ("Goblin Lineman", 5), ("Hobgoblin Lineman", 2))
    assert "players: expected 6 to 16, found 17" in complaints(team)


@pytest.mark.rule("A-TEAM-06")
def test_two_specialists_of_a_race_and_position_and_any_number_of_linemen() -> None:
    assert check(hired("gold", ("Orc Blitzer", 2), ("Hobgoblin Blitzer", 2), ("Orc Lineman", 12))) == []
    found = complaints(hired("gold", ("Orc Blitzer", 3), ("Orc Lineman", 10)))
    assert found == "position Orc Blitzer: expected at most 2, found 3 (A-TEAM-06)"
    for roster in FACTS.rosters:
        for position in roster.position:
            free = position.section == "linemen" or position.race == roster.special_race
            assert position.limit == (None if free else 2)


@pytest.mark.rule("A-TEAM-07")
def test_a_new_team_has_at_least_six() -> None:
    assert check(hired("gold", ("Orc Lineman", 6))) == []
    found = complaints(hired("gold", ("Orc Lineman", 5)))
    assert found == "players: expected 6 to 16, found 5 (A-TEAM-07)"
    veterans = replace(hired("gold", ("Orc Lineman", 5)), games=1)
    assert check(veterans) == []


# --- gold -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-TEAM-08")
def test_a_million_is_spent_and_the_rest_is_the_treasury() -> None:
    team = hired("gold", ("Orc Lineman", 10), edition="astrogranite")
    assert team.treasury == 500_000
    assert check(team) == []
    assert "treasury: expected exactly 500,000" in complaints(replace(team, treasury=600_000))
    rich = hired("celestial", ("Light Elf Lineman", 15), edition="astrogranite")
    assert "gold spent: expected at most 1,000,000, found 1,050,000" in complaints(rich)


@pytest.mark.rule("A-TEAM-08")
def test_coaches_may_agree_on_another_sum() -> None:
    agreed = "astrogranite(budget=1200000)"
    team = hired("celestial", ("Light Elf Lineman", 15), edition=agreed)
    assert (check(team), team.treasury) == ([], 150_000)
    assert read_team(write_team(team)) == team
    assert check(replace(team, edition="astrogranite", budget=1_200_000)) == []
    assert build(agreed.replace("(", "(classic, ")).edition == "astrogranite(classic, budget=1200000)"


@pytest.mark.rule("A-TEAM-09", "A-TEAM-10")
def test_re_rolls_cost_fifty_thousand_and_later_twice_as_much() -> None:
    team = hired("gold", ("Orc Lineman", 10), rerolls=3, edition="astrogranite")
    assert team.treasury == 350_000
    assert draft_cost(team) - draft_cost(replace(team, rerolls=0)) == 150_000
    assert later_reroll_cost(team) == 100_000


@pytest.mark.rule("A-TEAM-11")
@pytest.mark.parametrize(
    ("edition", "price"), [("astrogranite", 1_000), ("astrogranite(fan_factor_cost=10000)", 10_000)]
)
def test_fan_factor_costs_what_is_agreed_up_to_nine_points(edition: str, price: int) -> None:
    team = replace(hired("gold", ("Orc Lineman", 10), edition=edition), staff={"fan_factor": 9})
    team = replace(team, treasury=500_000 - 9 * price)
    assert check(team) == []
    assert draft_cost(team) == 500_000 + 9 * price
    assert "staff.fan_factor: expected 0 to 9, found 10" in complaints(replace(team, staff={"fan_factor": 10}))


@pytest.mark.rule("A-BASE-46")
def test_nobody_else_can_be_hired() -> None:
    team = replace(hired("gold", ("Orc Lineman", 10)), staff={"apothecary": 1})
    assert "staff: expected a staff out of fan_factor, found 'apothecary'" in complaints(team)
    assert FACTS.draft.inducement == ()


# --- what players learn ---------------------------------------------------------------------------------------------


def learnt(position: str, *skills: str) -> Team:
    team = replace(hired("gold", (position, 1), ("Orc Lineman", 6)), games=1)
    taught = replace(team.players[0], gained=tuple(Gain(skill=skill) for skill in skills))
    return replace(team, players=(taught, *team.players[1:]))


@pytest.mark.rule("A-BASE-42")
def test_a_trait_is_learnt_out_of_the_player_s_own_categories_alone() -> None:
    assert check(learnt("Orc Blitzer", "Stand Firm")) == []
    assert check(learnt("Orc Lineman", "Guard")) == []  # on doubles
    assert "expected a skill out of general, found Stand Firm (strength)" in complaints(
        learnt("Orc Lineman", "Stand Firm")
    )
    assert "a trait cannot be learnt" in complaints(learnt("Orc Lineman", "Dense"))


@pytest.mark.rule("A-SKILL-04")
def test_nobody_has_both_grab_and_frenzy() -> None:
    assert check(learnt("Orc Blitzer", "Grab")) == []
    assert "no Frenzy beside Grab" in complaints(learnt("Orc Blitzer", "Grab", "Frenzy"))


@pytest.mark.rule("A-SKREF-36")
def test_physical_mutations_have_very_strong_legs_and_no_very_long_ones() -> None:
    physical = {skill.name for skill in FACTS.skills.skills if skill.category == "physical"}
    assert physical == {
        "Big Hand",
        "Claw",
        "Disturbing Presence",
        "Extra Arms",
        "Foul Appearance",
        "Horns",
        "Prehensile Tail",
        "Tentacles",
        "Two Heads",
        "Very Strong Legs",
    }
    assert check(learnt("Chaos Dwarf Blitzer", "Very Strong Legs")) == []


# --- drafting and ready teams ---------------------------------------------------------------------------------------


@pytest.mark.rule("A-TEAM-01", "A-TEAM-05")
@pytest.mark.parametrize("college", COLLEGES)
def test_every_college_can_be_drafted_in_every_style_and_with_any_seed(college: str) -> None:
    for style in STYLES:
        for seed in range(6):
            team = drafted(college, style, seed)
            assert check(team) == []
            assert team_value(team) + team.treasury == 1_000_000
            assert len(team.players) >= 10
            races = Counter(team.position_of(player).race for player in team.players)
            assert races[FACTS.roster(college).special_race] <= 2
            assert len(races) <= 3


def test_the_same_seed_gives_the_same_team() -> None:
    assert drafted("rainbow", "fast", 7) == drafted("rainbow", "fast", 7)
    assert len({write_team(drafted("rainbow", "fast", seed)) for seed in range(10)}) > 5


def test_a_college_that_is_not_there() -> None:
    with pytest.raises(UserError, match=r"college 'amthyst': expected a known college \(did you mean amethyst"):
        drafted("amthyst")


def test_there_is_a_ready_team_of_each_college() -> None:
    assert ready_ids("astrogranite") == sorted(f"{college}-balanced" for college in COLLEGES)
    assert len({ready_team(team_id, "astrogranite").name for team_id in ready_ids("astrogranite")}) == 10


@pytest.mark.parametrize("team_id", ready_ids("astrogranite"))
def test_a_ready_team_is_what_the_drafter_makes_and_legal(team_id: str) -> None:
    text = ready_files("astrogranite")[team_id].read_text(encoding="utf-8")
    subject = read_team(text)
    assert check(subject) == []
    found = re.search(r"--college ([\w-]+) --style (\w+) --seed (\d+) --edition astrogranite", text.splitlines()[0])
    assert found
    assert team_id == f"{found[1]}-{found[2]}"
    assert subject == drafted(found[1], found[2], int(found[3]))
    assert find_team(team_id, edition="astrogranite") == subject
    assert find_team(f"astrogranite:{team_id}") == subject


def test_where_two_editions_have_one_id_the_official_team_is_meant() -> None:
    assert find_team("light-balanced").edition == "official"
    assert find_team("light-balanced", edition="astrogranite").edition == "astrogranite"


def test_races_of_a_roster_are_known_ones() -> None:
    """A roster file that hires of a race nobody describes is refused."""
    with pytest.raises(FactsError, match="x: unknown races Gnomes"):
        with_races(Roster("x", "X", hires=("Gnomes",)), {"Elves": Race("Elves", ())})


# --- in a match -----------------------------------------------------------------------------------------------------


def test_values_become_target_numbers_and_colleges_numbers() -> None:
    team = ready_team("gold-balanced", "astrogranite")
    lineman = next(player for player in team.players if player.position == "Orc Lineman")
    assert characteristics(team, lineman) == ["5", "3", "3", "9"]
    rules = build("astrogranite(classic, colleges=on)")
    squads = squads_of([team, ready_team("rainbow-balanced", "astrogranite")], rules)
    piece = next(index for index, sheet in enumerate(squads.sheets) if sheet.position == "Orc Lineman")
    assert (squads.agility[piece], squads.passing[piece], squads.armour[piece]) == (4, 4, 10)
    assert [rules.colleges[int(sheet.college)] for sheet in squads.teams] == ["gold", "rainbow"]


@pytest.mark.rule("A-TEAM-12")
def test_teams_of_the_parent_game_play_where_colleges_are_off() -> None:
    parent = ready_team("orc-balanced", "stockbowl")
    college = ready_team("gold-balanced", "astrogranite")
    squads = squads_of([parent, college], build("astrogranite(classic)"))
    assert [int(sheet.college) > 0 for sheet in squads.teams] == [False, True]
    with pytest.raises(UserError, match=r"is for stockbowl, not for astrogranite\(classic, colleges=on\)"):
        squads_of([parent, college], build("astrogranite(classic, colleges=on)"))
    with pytest.raises(UserError, match="is for official"):
        squads_of([ready_team("fire-balanced"), college], build("astrogranite(classic)"))


MODULES = "astrogranite(classic, dungeon_skills=on, colleges=on, great_wheel=on, league=on, quick=on, turn_limit=2)"


@pytest.mark.parametrize("pair", range(5))
def test_ready_teams_play(pair: int) -> None:
    """Two rounds of anything that is legal."""
    ids = ready_ids("astrogranite")
    rules = build(MODULES)
    squads = squads_of([ready_team(each, "astrogranite") for each in (ids[pair], ids[pair + 5])], rules)
    match = begun(Game(rules, generate("astrogranite", pair, "quick"), squads), SeededDice(pair))
    chance = random.Random(pair)
    for _ in range(5000):
        if match.is_over():
            break
        match.choose(chance.choice(match.options()))
    assert match.is_over()
