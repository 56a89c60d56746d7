"""The data files: what the package knows of the official edition, and that other editions fit the same form."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from dungeonbowl.errors import UserError
from dungeonbowl.teams import checks, drafting, team
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.consistency import inconsistencies
from dungeonbowl.teams.drafting import draft_team
from dungeonbowl.teams.facts import Facts, editions, load_facts, read_facts
from dungeonbowl.teams.rosters import FactsError
from dungeonbowl.teams.team import Player, Team, profile_of, targets_of

DRAFT = """
format = 1
edition = "test"
title = "A classic edition"
roster_key = "race"
scale = "classic"
sections = ["linemen", "stars"]
players = { least = 6, most = 16 }
rerolls = { most = 8, cost = 50000, later_cost = 100000, value = 50000 }
race_slots = [16, 6, 2]

[budgets.league]
usual = 1000000
least = 1000000
most = 1000000
keeps_rest = true

[characteristics]
ma = { best = 10, worst = 1 }
st = { best = 10, worst = 1 }
ag = { best = 6, worst = 1 }
av = { best = 10, worst = 1 }

[advancement]
most = 6
raises_each = 2

[[staff]]
key = "apothecary"
name = "Apothecary"
cost = 50000
most = 1
"""
ROSTERS = """
format = 1

[[roster]]
id = "mixed"
name = "Mixed Bag"
reroll_cost = 60000
special_race = "Ogres"
position = [
  { name = "Human", race = "Humans", cost = 50000, ma = 6, st = 3, ag = 3, av = 8, primary = ["general"] },
  { name = "Orc", race = "Orcs", cost = 50000, ma = 5, st = 3, ag = 3, av = 9, primary = ["general"] },
  { name = "Elf", race = "Elves", cost = 60000, ma = 6, st = 3, ag = 4, av = 7, primary = ["general"] },
  { name = "Ogre", race = "Ogres", cost = 140000, ma = 5, st = 5, ag = 2, av = 9, skills = ["Mighty Blow"] },
  { name = "Catcher", section = "stars", race = "Humans", cost = 70000, ma = 8, st = 2, ag = 3, av = 7, limit = 2 },
]
"""
SKILLS = """
format = 1
aliases = { "Big Punch" = "Mighty Blow" }

[[skill]]
name = "Mighty Blow"
category = "general"
effect = "Hits harder."
"""


def files(folder: Path, **changes: str) -> Path:
    """A folder with the three files of an edition."""
    for name, text in {"draft": DRAFT, "rosters": ROSTERS, "skills": SKILLS, **changes}.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def classic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Facts:
    """An edition with old numbers, limits of positions, race slots, staff and its own price of a re-roll."""
    facts = read_facts(files(tmp_path))
    for module in (team, checks, drafting):
        monkeypatch.setattr(module, "load_facts", lambda edition: facts)
    return facts


def mixed(*positions: str, **changes: object) -> Team:
    prices = {"Human": 50, "Orc": 50, "Elf": 60, "Ogre": 140, "Catcher": 70}
    hired = tuple(Player(n, f"P{n}", name, prices[name] * 1000) for n, name in enumerate(positions, 1))
    spent = sum(player.cost for player in hired)
    return replace(Team("test", "mixed", "Test", hired, treasury=1_000_000 - spent), **changes)


# --- the official edition -----------------------------------------------------------------------------------------


def test_the_official_edition_is_complete() -> None:
    facts = load_facts("official")
    assert editions() == ["astrogranite", "official", "stockbowl"]
    assert len(facts.rosters) == 8
    assert sum(len(roster.position) for roster in facts.rosters) == 96
    assert len(facts.skills.skills) == 92
    assert inconsistencies(facts) == []


def test_skills_by_category() -> None:
    counts = Counter(skill.category for skill in load_facts().skills.skills if not skill.unused)
    assert counts == {"agility": 12, "general": 12, "mutation": 12, "passing": 12, "strength": 12, "trait": 29}


def test_four_skills_belong_to_dungeons() -> None:
    dungeon = {skill.name for skill in load_facts().skills.skills if skill.dungeon_only}
    assert dungeon == {"Portal Navigator", "Give and Go", "Portal Passer", "Wall Thrower"}


def test_every_skill_says_what_it_does() -> None:
    assert [skill.name for skill in load_facts().skills.skills if len(skill.effect) < 15] == []


def test_a_roster_is_found_by_id_and_name() -> None:
    assert load_facts().roster("College of Fire") is load_facts().roster("FIRE")
    with pytest.raises(UserError, match=r"college 'frie': expected a known college \(did you mean fire"):
        load_facts().roster("frie")


def test_an_edition_may_come_with_its_options() -> None:
    assert load_facts("official(turn_limit=8)").rosters == load_facts("official").rosters
    with pytest.raises(UserError, match="edition 'chess': expected an edition out of astrogranite, official"):
        load_facts("chess")


# --- other editions -----------------------------------------------------------------------------------------------


def test_old_numbers_become_targets(classic: Facts) -> None:
    subject = mixed("Elf")
    profile = profile_of(subject, subject.players[0])
    assert profile == (6, 3, 4, None, 7)
    assert targets_of(subject, profile) == (6, 3, 3, 3, 8)


def test_a_position_can_have_a_limit_of_its_own(classic: Facts) -> None:
    assert check(mixed(*["Human"] * 6, "Catcher", "Catcher")) == []
    (problem,) = check(mixed(*["Human"] * 6, "Catcher", "Catcher", "Catcher"))
    assert (problem.what, problem.limit, problem.found) == ("position Catcher", "at most 2", "3")


@pytest.mark.parametrize(
    ("counts", "what"),
    [
        ((6, 4, 2, 0), None),
        ((6, 4, 0, 2), None),
        ((6, 4, 1, 1), "races"),
        ((6, 4, 3, 0), "race Elves"),
        ((7, 7, 0, 0), "race Orcs"),
        ((6, 0, 0, 3), "race Ogres"),
    ],
)
def test_races_fill_slots(classic: Facts, counts: tuple[int, ...], what: str | None) -> None:
    names = [name for name, count in zip(("Human", "Orc", "Elf", "Ogre"), counts, strict=True) for _ in range(count)]
    assert [problem.what for problem in check(mixed(*names))] == ([what] if what else [])


def test_staff_and_the_price_of_rerolls(classic: Facts) -> None:
    six = mixed(*["Human"] * 6)
    assert check(replace(six, rerolls=2, staff={"apothecary": 1}, treasury=530_000)) == []
    assert [problem.limit for problem in check(replace(six, staff={"apothecary": 2}))][:1] == ["0 to 1"]


def test_a_draft_keeps_the_limits_of_any_edition(classic: Facts) -> None:
    for seed in range(20):
        assert check(draft_team("mixed", "balanced", seed, edition="test")) == []


def test_an_alias_is_read_as_its_skill(classic: Facts) -> None:
    assert classic.skills.read("big punch").text == "Mighty Blow"


# --- files that lie -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("rosters", "cost = 60000, ma", "cost = -1, ma", "Elf: cost: expected 0 or more, found -1"),
        ("rosters", "Mighty Blow", "Mighty Blew", "Ogre: skill 'Mighty Blew': expected a known skill"),
        ("rosters", 'section = "stars"', 'section = "moons"', "Catcher: unknown section moons"),
        ("rosters", '"Orc", race', '"human", race', "human twice"),
        ("rosters", "ma = 8", "ma = 80", "Catcher: ma is 80"),
        (
            "rosters",
            '["general"] },\n  { name = "Orc"',
            '["luck"] },\n  { name = "Orc"',
            "Human: unknown category luck",
        ),
        ("rosters", "reroll_cost", "rerol_cost", "rosters.toml: Object contains unknown field `rerol_cost`"),
        ("draft", "format = 1", "format = 2", "draft.toml: format: expected 1, found 2"),
        ("draft", "format = 1", "format", "draft.toml: "),
    ],
)
def test_a_broken_data_file_is_named(tmp_path: Path, file: str, old: str, new: str, message: str) -> None:
    text = {"rosters": ROSTERS, "draft": DRAFT}[file]
    assert old in text
    with pytest.raises(FactsError) as error:
        read_facts(files(tmp_path, **{file: text.replace(old, new, 1)}))
    assert message in str(error.value)
