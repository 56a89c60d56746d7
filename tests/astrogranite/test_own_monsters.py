"""Monsters that coaches choose: big players, hydras of so many heads, profiles of their own (A-MON-02, A-MATK-09)."""

from __future__ import annotations

from pathlib import Path

import pytest

from dungeonbowl.dungeon.text import load_dungeon, read_dungeon
from dungeonbowl.editions import EditionError, build
from dungeonbowl.editions.astrogranite.modules.monsters.own import known_skills
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.events import EVENT_NAMES
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.setup import PlayerSheet, Squads
from dungeonbowl.records.replay import read_replay, verify, write_replay
from dungeonbowl.records.squads import squads_of
from dungeonbowl.teams.ready import ready_team
from support.plans import how_many
from support.promised import play_through
from support.soundness import assert_sound_balls
from support.walks import Luck, random_squads, rules_of

MORPH = "classic, morphing_monsters=on"
WYVERN = "wyvern:ma6:st5:ag2:av9:block-attack2:poisoned-slash1:piercing1:bone-head:huge"
# So small that everybody meets everybody.
CELLAR = """
format = 1
id = "cellar"
name = "Cellar"
edition = "astrogranite"
map = '''
############
#AAA.1.2BBB#
#AAA.$.$BBB#
#AAA3$4$BBB#
#AAA.$5$BBB#
#AAA.6..BBB#
############
'''
"""
ROC = "roc:ma8:st4:ag3:av8:slash3:dodge"


def sheets(*options: str) -> list[PlayerSheet]:
    return build(f"astrogranite({', '.join([MORPH, *options])})").policies.neutral.sheets(2)


def names(*options: str) -> list[str]:
    return list(dict.fromkeys(sheet.name for sheet in sheets(*options)))


@pytest.mark.rule("A-MON-02", "A-MATK-08")
def test_a_mummy_is_a_big_player_that_may_be_in_the_pool() -> None:
    (mummy, *_) = sheets("monster_pool=mummy")
    assert (mummy.name, mummy.movement, mummy.strength, mummy.agility, mummy.armour) == ("Mummy", 3, 5, 6, 10)
    assert mummy.skills == ["Monster", "Block Attack (1)", "Piercing (+1)", "Regeneration"]
    assert names("monster_pool=hellhound+mummy+troll") == ["Hellhound", "Mummy", "Troll"]
    assert "Mummy" not in names()  # who is no monster of the book comes if it is named
    with pytest.raises(EditionError, match=r"there is no monster 'mumy'; expected some of hellhound, .*mummy"):
        sheets("monster_pool=mumy")


@pytest.mark.rule("A-MATK-09")
@pytest.mark.parametrize("heads", [1, 3, 7])
def test_a_hydra_comes_with_as_many_heads_as_were_agreed(heads: int) -> None:
    (hydra,) = {tuple(sheet.skills) for sheet in sheets(f"hydra_heads={heads}") if sheet.name == "Cave Hydra"}
    assert f"Heads ({heads})" in hydra
    rules = build(f"astrogranite({MORPH}, hydra_heads={heads})")
    assert ("hydra_heads" in rules.edition) == (heads != 3)
    with pytest.raises(EditionError, match="parameter 'hydra_heads': expected a number from 1 to 9, found '10'"):
        sheets("hydra_heads=10")


@pytest.mark.rule("A-MON-01", "A-MON-02")
def test_monsters_of_their_own_join_those_of_the_book() -> None:
    assert names(f"own_monsters={WYVERN}+{ROC}")[-2:] == ["Wyvern", "Roc"]
    assert len(names(f"own_monsters={WYVERN}+{ROC}")) == 11
    assert names(f"own_monsters={WYVERN}", "monster_pool=wyvern+mummy") == ["Wyvern", "Mummy"]
    (wyvern, *_) = sheets(f"own_monsters={WYVERN}", "monster_pool=wyvern")
    assert (wyvern.movement, wyvern.strength, wyvern.agility, wyvern.armour, wyvern.size) == (6, 5, 5, 10, 2)
    assert wyvern.skills == [
        "Monster",
        "Block Attack (2)",
        "Poisoned Slash (1)",
        "Piercing (+1)",
        "Bone Head",
        "Huge",
    ]


@pytest.mark.rule("A-MON-02")
def test_one_of_a_name_of_the_book_takes_its_place() -> None:
    hound = "hellhound:ma9:st3:ag3:av7:block-attack1"
    assert len(names(f"own_monsters={hound}")) == 9
    assert {int(sheet.movement) for sheet in sheets(f"own_monsters={hound}") if sheet.name == "Hellhound"} == {9}
    dragon = "cave-dragon:ma2:st9:ag1:av10:block-attack4:humongous"
    (found,) = build(f"astrogranite(classic, dragonbowl=on, own_monsters={dragon})").policies.neutral.sheets(2)
    assert (found.strength, found.size) == (9, 3)


@pytest.mark.parametrize(
    ("written", "answer"),
    [
        ("wyvern", "wyvern: expected ma, st, ag, av, each with its number, found no ma"),
        ("6:ma6", "'6': expected a name of at most 30 letters first, such as wyvern, found '6:ma6'"),
        ("all:ma6", "'all': expected a name"),
        ("roc:ma6:st5:ag2:av9", "roc: expected an attack: block-attack, heads, slash, poisoned-slash"),
        ("roc:ma11:st5:ag2:av9:slash", "roc: expected ma1 to ma10, found 'ma11'"),
        ("roc:ma0:st5:ag2:av9:slash", "roc: expected ma1 to ma10, found 'ma0'"),
        ("roc:ma:st5:ag2:av9:slash", "roc: expected ma1 to ma10, found 'ma'"),
        ("roc:ma6:st5:ag2:av9:slash:slash", "roc: expected everything once, found slash twice"),
        ("roc:ma6:st5:ag2:av9:slash10", "roc: expected slash1 to slash9, found 'slash10'"),
        ("roc:ma6:st5:ag2:av9:slash:dogde", "did you mean dodge"),
        ("roc:ma6:st5:ag2:av9:slash:dodge3", "roc: expected dodge without a number, found 'dodge3'"),
        (
            "roc:ma6:st5:ag2:av9:slash:mighty-blow",
            "roc: expected piercing in its place (A-MATK-08)",
        ),
        ("roc:ma6:st5:ag2:av9:slash:pass", "roc: expected an attack or skill of monsters out of block-attack, heads"),
        ("roc:ma6:st5:ag2:av9:heads3:block-attack2", "roc: expected heads or block-attack, found both"),
        ("roc:ma6:st5:ag2:av9:slash:huge:humongous", "roc: expected huge or humongous, found both"),
        (f"{ROC}+{ROC}", "roc: expected each name once, found it twice"),
        ("+".join(f"r{letter}:ma6:st5:ag2:av9:slash" for letter in "abcdefghij"), "expected at most 9, found 10"),
    ],
)
def test_what_is_no_profile_is_refused_with_a_reason(written: str, answer: str) -> None:
    with pytest.raises(EditionError) as refused:
        sheets(f"own_monsters={written}")
    assert str(refused.value).startswith("parameter 'own_monsters': ")
    assert answer in str(refused.value)


@pytest.mark.rule("A-MOD-01")
def test_the_text_of_a_game_keeps_its_monsters() -> None:
    text = f"astrogranite({MORPH}, monster_pool=wyvern+mummy, own_monsters={WYVERN}, hydra_heads=5)"
    assert build(text).edition == text


def test_a_match_with_them_is_written_and_read_again(tmp_path: Path) -> None:
    rules = build(f"astrogranite({MORPH}, monster_pool=roc+mummy, own_monsters={ROC}, quick=on, turn_limit=1)")
    teams = [ready_team(name, "astrogranite") for name in ("gold-balanced", "jade-balanced")]
    match = begun(Game(rules, load_dungeon("ag-short-halls"), squads_of(teams, rules)), SeededDice(3))
    while not match.is_over():
        match.choose(match.options()[-1])
    write_replay(match, tmp_path / "match.jsonl")
    again = verify(read_replay(tmp_path / "match.jsonl"))
    assert again.game.rules.edition == rules.edition
    assert {"Roc", "Mummy"} <= {sheet.name for sheet in again.game.squads.sheets}


@pytest.mark.parametrize("lot", range(4))
def test_matches_at_random_with_monsters_of_every_skill(lot: int) -> None:
    """Four lots of three monsters, which together have everything that a monster may have."""
    skills = [word for word in known_skills() if word not in ("block-attack", "heads", "humongous", "grab")]
    made = [
        ":".join([f"beast-{letter}:ma6:st5:ag3:av8:block-attack1", *skills[lot * 3 + part :: 12]])
        for part, letter in enumerate("abc")
    ]
    rules = rules_of(
        f"astrogranite({MORPH}, lurking_monsters=on, monster_pool=beast-a+beast-b+beast-c,"
        f" own_monsters={'+'.join(made)}, traps=on, leaping=on, dungeon_skills=on, quick=on, turn_limit=8)"
    )
    came = 0
    for seed in range(lot, how_many("own monsters") * 4, 4):
        luck = Luck(seed)
        squads = random_squads(luck, 8, 2, "astrogranite")
        sheets = [*squads.sheets, *rules.policies.neutral.sheets(squads.sides)]
        squads = Squads(squads.sides, sheets, squads.rerolls, squads.names, squads.teams)
        game = play_through(
            Game(rules, read_dungeon(CELLAR, "cellar", checked=False), squads), luck, seed, assert_sound_balls
        )
        came += sum(EVENT_NAMES[event.kind] == "monster appeared" for event in game.events)
    assert came > 0
