"""Every line of every roster against a copy of the lists: position, thousands of gold, MA ST AG AV, skills, categories.

l is a lineman, of whom there may be any number; s is a specialist, of whom a race has two at most (A-TEAM-06).
"""

from __future__ import annotations

import pytest

from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.rosters import Position

FACTS = load_facts("astrogranite")
CATEGORIES = {"G": "general", "A": "agility", "S": "strength", "P": "passing", "PH": "physical"}
# The races of each college; after the semicolon the special one.
COLLEGES = """
light: Dwarfs, Halflings, Norse, Humans; Werewolves
grey: Humans, Snotlings, Chaos Humans, Chaos Beastmen; Ogres
bright: Dwarfs, Humans, Norse, Lizardmen; Kroxigor
dark: Skeletons, Zombies, Dark Elves, Chaos Humans; Trolls
celestial: Light Elves, Grey Elves, Common Elves, Dryads; Treemen
amethyst: Skaven, Goblins, Snotlings, Fimir; Minotaurs
gold: Orcs, Snotlings, Chaos Dwarfs, Hobgoblins; Ogres
jade: Orcs, Goblins, Snotlings, Hobgoblins; Trolls
amber: Dark Elves, Orcs, Skaven, Chaos Beastmen; Minotaurs
rainbow: Light Elves, Halflings, Humans, Amazons, Slann
"""
RACES = """
Dwarfs:
  l Longbeard; 70; 4 3 2 9; Block, Tackle, Thick Skull; G S
  s Runner; 80; 6 3 3 8; Sure Hands, Thick Skull; G P
  s Blitzer; 80; 5 3 3 9; Block, Thick Skull; G S
  s Slayer; 90; 5 3 2 8; Block, Frenzy, Dauntless, Thick Skull; G S
Halflings:
  l Lineman; 30; 5 2 3 6; Dodge, Stunty, Right Stuff; A
Norse:
  l Lineman; 50; 5 3 3 8; Block; G
  s Thrower; 70; 5 3 3 8; Block, Pass; G P
  s Catcher; 70; 5 3 3 8; Block, Catch; G A
  s Blitzer; 90; 6 3 3 8; Block, Frenzy, Jump Up; G S
Humans:
  l Lineman; 50; 6 3 3 8; -; G
  s Thrower; 70; 6 3 3 8; Pass, Sure Hands; G P
  s Catcher; 80; 7 3 3 7; Catch, Dodge; G A
  s Blitzer; 80; 7 3 3 8; Block; G S
Werewolves:
  l Lineman; 110; 7 4 3 8; Frenzy, Catch, Regeneration, Wild Animal; G S
Snotlings:
  l Lineman; 30; 5 1 3 5; Dodge, Titchy, Side Step, Right Stuff; A
Chaos Humans:
  l Lineman; 60; 6 3 3 9; -; G S PH
  s Thrower; 90; 6 3 3 9; Pass, Sure Hands; G P PH
  s Warrior; 100; 5 4 3 9; -; G S PH
Chaos Beastmen:
  l Lineman; 60; 6 3 3 8; Horns; G S PH
  s Runner; 70; 7 3 3 7; Dodge; G A PH
  s Ravager; 100; 6 4 2 8; Horns; G S PH
Ogres:
  l Lineman; 120; 5 5 2 9; Mighty Blow, Thick Skull, Bone-head, Throw Team-Mate; G S
Lizardmen:
  l Skink; 60; 8 2 3 7; Dodge, Stunty, Right Stuff; A
  s Saurus; 80; 6 4 1 9; -; G S
Kroxigor:
  l Lineman; 130; 6 5 1 9; Mighty Blow, Thick Skull, Prehensile Tail, Bone-head, Throw Team-Mate; G S
Skeletons:
  l Skeleton; 30; 5 3 2 7; Regeneration; G
  s Guardian; 90; 5 3 2 8; Block, Sure Hands, Regeneration; G S
  s Mummy; 110; 3 5 1 9; Mighty Blow, Regeneration; G S
Zombies:
  l Zombie; 30; 4 3 2 8; Regeneration; G
  s Ghoul; 70; 7 3 3 7; Dodge; G A
  s Wight; 90; 6 3 3 8; Block, Regeneration; G
  s Flesh Golem; 110; 4 4 2 9; Stand Firm, Thick Skull, Regeneration; G S
Dark Elves:
  l Lineman; 70; 6 3 4 8; -; G A
  s Thrower; 90; 6 3 4 8; Pass; G A P
  s Runner; 100; 8 3 4 7; Dodge; G A
  s Blitzer; 100; 7 3 4 8; Block; G A
Trolls:
  l Lineman; 100; 4 5 1 9; Mighty Blow, Really Stupid, Always Hungry, Regeneration, Throw Team-Mate; G S PH
Light Elves:
  l Lineman; 70; 7 3 4 7; -; G A
  s Thrower; 90; 7 3 4 7; Pass; G A P
  s Catcher; 90; 9 2 4 7; Catch, Dodge; G A
  s Blitzer; 110; 8 3 4 7; Block, Side Step; G A
Grey Elves:
  l Lineman; 70; 5 3 4 9; -; G A
  s Thrower; 90; 5 3 4 9; Pass; G A P
  s Catcher; 90; 6 3 4 8; Catch; G A
  s Blitzer; 100; 6 3 4 9; Block; G A
Common Elves:
  l Lineman; 60; 6 3 4 7; -; G A
  s Thrower; 70; 6 3 4 7; Pass; G A P
  s Blitzer; 90; 6 3 4 8; Block; G A
Dryads:
  l Lineman; 70; 6 3 4 7; Regeneration; G A
  s Runner; 100; 7 3 4 7; Dodge, Regeneration; G A
  s Blitzer; 110; 6 3 4 8; Block, Regeneration; G A
Treemen:
  l Lineman; 110; 2 6 1 10; Mighty Blow, Stand Firm, Thick Skull, Take Root, Throw Team-Mate; G S
Skaven:
  l Lineman; 50; 7 3 3 7; -; G PH
  s Thrower; 70; 7 3 3 7; Pass, Sure Hands; G P PH
  s Runner; 80; 9 2 4 7; Dodge; G A PH
  s Blitzer; 90; 7 3 3 8; Block; G S PH
Goblins:
  l Lineman; 40; 6 2 3 7; Dodge, Stunty, Right Stuff; A
Fimir:
  l Lineman; 70; 5 4 2 8; Thick Skull, Dense; G S
  s Runner; 90; 6 4 2 8; Sure Hands, Thick Skull, Dense; G S P
  s Blocker; 100; 5 4 2 9; Grab, Tackle, Thick Skull, Dense; G S
Minotaurs:
  l Lineman; 110; 5 5 2 8; Mighty Blow, Thick Skull, Frenzy, Horns, Always Hungry, Wild Animal, Throw Team-Mate; G S PH
Orcs:
  l Lineman; 50; 5 3 3 9; -; G
  s Thrower; 70; 5 3 3 8; Pass, Sure Hands; G P
  s Blocker; 80; 4 4 2 9; -; G S
  s Blitzer; 80; 6 3 3 9; Block; G S
Chaos Dwarfs:
  l Bonebreaker; 70; 4 3 2 9; Block, Tackle, Thick Skull; G S PH
  s Blitzer; 90; 5 3 3 9; Block, Dirty Player, Thick Skull; G S PH
  s Boar Centaur; 110; 5 4 2 9; Sprint, Sure Feet, Thick Skull; G S PH
Hobgoblins:
  l Lineman; 40; 6 3 3 7; Dense; G
  s Thrower; 60; 6 3 3 7; Pass, Sure Hands, Dense; G P
  s Blitzer; 70; 6 3 3 8; Block, Sneaky, Dense; G A
Amazons:
  l Linewoman; 50; 6 3 3 7; Dodge; G
  s Thrower; 70; 6 3 3 7; Dodge, Pass; G P
  s Catcher; 80; 8 2 3 7; Catch, Dodge, Leap; G A
  s Blitzer; 90; 7 3 3 7; Block, Dodge; G S
Slann:
  l Lineman; 60; 6 3 3 8; Leap, Very Strong Legs; G A
  s Catcher; 80; 7 2 4 7; Catch, Leap, Very Strong Legs; G A
  s Blitzer; 100; 7 3 3 8; Block, Leap, Very Strong Legs; G A S
"""
# printed in two ways, and both are kept
OTHERWISE = {("bright", "Norse", "Catcher"): "s Catcher; 80; 6 3 3 8; Block, Catch; G A"}


def listed() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    race = ""
    for line in RACES.strip().splitlines():
        if line.startswith(" "):
            found[race].append(line.strip())
        else:
            race = line.rstrip(":")
            found[race] = []
    return found


def written(position: Position, name: str, is_lineman: bool) -> str:
    """A position as the list above writes it."""
    skills = ", ".join(position.skills) or "-"
    letters = " ".join(letter for letter, category in CATEGORIES.items() if category in position.primary)
    numbers = f"{position.ma} {position.st} {position.ag} {position.av}"
    return f"{'l' if is_lineman else 's'} {name}; {position.cost // 1000}; {numbers}; {skills}; {letters}"


def in_order(line: str) -> tuple[str, str, str, list[str], list[str]]:
    """The parts of a line; skills and categories in any order."""
    name, cost, numbers, skills, letters = line.split("; ")
    return name, cost, numbers, sorted(skills.split(", ")), sorted(letters.split())


@pytest.mark.rule("A-TEAM-01", "A-TEAM-06")
@pytest.mark.parametrize("college", COLLEGES.strip().splitlines())
def test_a_college_hires_what_its_list_says(college: str) -> None:
    identity, _, names = college.partition(": ")
    usual, _, special = names.partition("; ")
    races = [*usual.split(", "), *([special] if special else [])]
    roster = FACTS.roster(identity)
    assert list(roster.hires) == races
    assert roster.special_race == special
    for race in races:
        positions = [position for position in roster.position if position.race == race]
        lines = listed()[race]
        assert len(positions) == len(lines), race
        for position, line in zip(positions, lines, strict=True):
            name = line[2:].partition(";")[0]
            assert position.limit == (None if line.startswith("l") else 2), position.name
            assert position.cost % 1000 == 0
            line = OTHERWISE.get((identity, race, name), line)
            assert in_order(written(position, name, line.startswith("l"))) == in_order(line), position.name
            assert position.name.endswith(name) or name == "Lineman", position.name
            assert not set(position.primary) & set(position.secondary)
            assert set(position.primary) | set(position.secondary) | {"physical"} == set(CATEGORIES.values())
            assert "physical" not in position.secondary, position.name


def test_the_list_has_all_races() -> None:
    assert len(listed()) == 29
    assert {race for roster in FACTS.rosters for race in roster.hires} == set(listed())
    assert len(COLLEGES.strip().splitlines()) == len(FACTS.rosters) == 10
