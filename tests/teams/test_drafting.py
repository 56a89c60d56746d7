"""Drafts by themselves, names, and the teams that come with the program."""

from __future__ import annotations

import re

import pytest

from dungeonbowl.errors import UserError
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.drafting import STYLES, draft_team
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.files import read_team, write_team
from dungeonbowl.teams.journeymen import with_journeymen
from dungeonbowl.teams.names import Namer, name_file, table_of
from dungeonbowl.teams.ready import ready_files, ready_ids, ready_team
from dungeonbowl.teams.team import Team
from support.teams import DWARF, team

COLLEGES = [roster.id for roster in load_facts().rosters]


def mean(subject: Team, name: str) -> float:
    return sum(getattr(subject.position_of(player), name) for player in subject.players) / len(subject.players)


def test_the_same_seed_gives_the_same_team_and_another_another() -> None:
    assert draft_team("death", "fast", 5) == draft_team("death", "fast", 5)
    assert len({write_team(draft_team("death", "fast", seed)) for seed in range(10)}) > 5


@pytest.mark.parametrize("college", COLLEGES)
def test_the_style_can_be_seen(college: str) -> None:
    seeds = range(12)
    fast = [draft_team(college, "fast", seed) for seed in seeds]
    strong = [draft_team(college, "strong", seed) for seed in seeds]
    assert sum(mean(subject, "ma") for subject in fast) > sum(mean(subject, "ma") for subject in strong)
    assert sum(mean(subject, "st") for subject in strong) > sum(mean(subject, "st") for subject in fast)


@pytest.mark.parametrize("college", COLLEGES)
def test_a_draft_has_somebody_for_the_ball_and_spends_its_gold(college: str) -> None:
    sections = load_facts().roster(college).limits
    for style in STYLES:
        drafted = draft_team(college, style, 3)
        if "runners" in sections or "throwers" in sections:
            assert any(drafted.position_of(player).section in ("runners", "throwers") for player in drafted.players)
        assert drafted.treasury < 70_000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("fire", "sneaky"), "style 'sneaky': expected one of fast, strong, balanced"),
        (("water", "fast"), "college 'water': expected "),
    ],
)
def test_a_draft_that_cannot_be(arguments: tuple[str, str], message: str) -> None:
    with pytest.raises(UserError, match=re.escape(message)):
        draft_team(*arguments)


def test_a_budget_beyond_the_rules_is_refused() -> None:
    with pytest.raises(UserError, match="budget: expected exactly 1,000,000, found 1,200,000"):
        draft_team("fire", budget=1_200_000)
    assert check(draft_team("fire", kind="exhibition", budget=1_200_000)) == []
    with pytest.raises(UserError, match="expected gold for"):
        draft_team("fire", budget=100_000)


# --- names --------------------------------------------------------------------------------------------------------


def test_every_race_has_syllables_of_its_own() -> None:
    races = {race for roster in load_facts().rosters for race in roster.races()}
    assert races <= set(name_file().race)
    assert {roster.id for roster in load_facts().rosters} <= set(name_file().team)
    for race in name_file().race:
        table = table_of(race)
        assert table.start
        assert table.end
        assert all(len(half) == 2 for half in [table.family] if half)


def test_names_fit_the_race() -> None:
    namer = Namer("x")
    starts = name_file().race["Skaven"].start
    assert all(namer.player("Skaven").startswith(starts) for _ in range(40))
    assert table_of("Dwarfs") == table_of("Dwarf")
    assert table_of("Martians") == table_of("Human")


def test_no_name_is_given_twice() -> None:
    namer = Namer("x")
    names = [namer.player("Wraith") for _ in range(400)]
    assert len(set(names)) == 400


def test_journeymen_are_named_too() -> None:
    first = with_journeymen(team(*[DWARF] * 5, games=1))
    assert first == with_journeymen(team(*[DWARF] * 5, games=1))
    assert len({player.name for player in first.players}) == 11


# --- ready teams --------------------------------------------------------------------------------------------------


def test_there_are_three_ready_teams_of_each_college() -> None:
    assert ready_ids() == sorted(f"{college}-{style}" for college in COLLEGES for style in STYLES)
    assert len({ready_team(team_id).name for team_id in ready_ids()}) == len(ready_ids())
    assert ready_ids("chess") == []


@pytest.mark.parametrize("team_id", ready_ids())
def test_a_ready_team_is_what_the_drafter_makes_and_legal(team_id: str) -> None:
    text = ready_files()[team_id].read_text(encoding="utf-8")
    subject = read_team(text)
    assert check(subject) == []
    found = re.search(r"--college (\w+) --style (\w+) --seed (\d+)", text.splitlines()[0])
    assert found
    assert team_id == f"{found[1]}-{found[2]}"
    assert subject == draft_team(found[1], found[2], int(found[3]))


def test_a_ready_team_that_is_not_there() -> None:
    with pytest.raises(UserError, match=r"ready team 'fire-fats': expected a known team \(did you mean fire-fast"):
        ready_team("fire-fats")
