"""Fights with monsters: assists, the faces they choose, what comes of it, what it is worth (A-MON-16 to A-MON-22); and
who is in the pool (A-MON-01, A-MON-02)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.setup import PlayerSheet
from dungeonbowl.scenes.scene import Scene, away, home
from support.monsters import MORPH, monster, phase, spot
from support.walks import rules_of


@pytest.mark.rule("A-MON-16")
def test_monsters_have_no_zone_and_assist_nobody() -> None:
    scene = Scene("AM.\n.B.\nz..", {"A": home(), "B": away(), "M": monster(), "z": away()}, edition=MORPH)
    game = scene.game
    assert int(game.marks_on(0, scene.node((0, 0)))) == 1  # B alone
    # A against B: the monster helps neither; A against the monster: nobody helps it
    scene.play("activate A", "declare block B", dice=["block PU"])


@pytest.mark.rule("A-MON-16")
def test_whoever_fights_a_monster_has_the_help_of_its_own_side() -> None:
    scene = Scene("AMC\nz..", {"A": home(), "C": home(), "M": monster(), "z": away()}, edition=MORPH)
    scene.play("activate A", "declare block M", dice=["block PU PU"])
    scene = phase("AMC", ["D2 1", "block PU PU"], {"A": home(), "C": home(), "M": monster()})
    assert scene.told("block dice rolled")


@pytest.mark.rule("A-MON-18")
@pytest.mark.parametrize(
    ("faces", "skills", "chosen"),
    [
        ("DS DD", [], "pow"),
        ("DS PU", [], "stumble"),
        ("DS PU", ["Dodge"], "push"),
        ("BD PU", [], "push"),
        ("AD BD", [], "both-down"),
    ],
)
def test_it_takes_the_face_that_is_best_for_it(faces: str, skills: list[str], chosen: str) -> None:
    dice = [f"block {faces}"]
    if chosen in ("pow", "stumble"):
        dice.append("2D6 1+1")
    if chosen == "both-down":
        dice += ["2D6 1+1", "2D6 1+1"]
    scene = phase("####\nMA.#\n####", dice, {"M": monster(strength=4), "A": home(skills=skills)})
    assert any(f"face chosen M A {chosen}" in line for line in scene.telling())


@pytest.mark.rule("A-MON-18")
def test_with_block_of_its_own_it_likes_both_down_better_than_a_push() -> None:
    scene = phase("MA", ["block BD PU", "2D6 1+1"], {"M": monster("Block Attack", "Block", strength=4), "A": home()})
    assert scene.status("A") == "prone"
    assert scene.status("M") == "standing"


@pytest.mark.rule("A-MON-18")
def test_against_a_block_like_its_own_it_likes_the_push_better() -> None:
    legend = {"M": monster("Block Attack", "Block", strength=4), "A": home(skills=["Block"])}
    scene = phase("###\nMA#", ["block BD PU"], legend)
    assert any("face chosen M A push" in line for line in scene.telling())


@pytest.mark.rule("A-MON-18")
@pytest.mark.parametrize(
    ("faces", "skill", "face"),
    [
        ("DD AD", "Pro", "player-down"),
        ("PU DS", "Pro", "push"),
        ("BD DD", "Pro", "both-down"),
        ("BD PU", "Pro", "push"),
        ("BD PU", "Block", "both-down"),
        ("DS BD", "Pro", "both-down"),
        ("DS BD", "Dodge", "stumble"),
        ("DS DD", "Pro", "stumble"),
    ],
)
def test_a_stronger_one_that_is_blocked_picks_what_is_best_for_itself(faces: str, skill: str, face: str) -> None:
    stronger = monster("Block Attack", skill, strength=5)
    scene = Scene("AM..\nz...", {"A": home(), "M": stronger, "z": away()}, edition=MORPH)
    scene.give([f"block {faces}", "2D6 1+1", "2D6 1+1"])
    scene.act("activate A")
    scene.act("declare block M")
    assert any(f"face chosen A M {face}" in line for line in scene.telling())


@pytest.mark.rule("A-MON-18")
def test_the_square_it_pushes_to_is_random() -> None:
    for die, square in ((1, (2, 0)), (2, (2, 1)), (3, (2, 2))):
        scene = phase("...\nMA.\n...\n...", ["block PU", f"D3 {die}"], {"M": monster(), "A": home()})
        assert spot(scene, "A") == square


@pytest.mark.rule("A-MON-20")
@pytest.mark.parametrize(
    ("injury", "status"), [("2D6 2+3", "stunned"), ("2D6 4+4", "knocked-out"), ("2D6 6+6", "casualty")]
)
def test_one_that_is_knocked_out_is_gone_for_good_and_nobody_asks_how_badly(injury: str, status: str) -> None:
    scene = Scene("AM..\nz...", {"A": home(strength=4), "M": monster(armour=8), "z": away()}, edition=MORPH)
    scene.play(
        "activate A", "declare block M", "face pow", "push (2,0)", "stay", dice=["block POW PU", "2D6 5+5", injury]
    )
    assert scene.status("M") == status
    if status == "knocked-out":
        scene.play("end turn", "end turn")
        assert scene.status("M") == status


@pytest.mark.rule("A-MON-21")
@pytest.mark.parametrize(("strength", "die", "points"), [(3, [], 2), (6, ["D6 5"], 7)])
def test_who_removes_a_monster_earns_experience(strength: int, die: list[str], points: int) -> None:
    scene = Scene(
        "AM..\nz...",
        {"A": home(strength=8), "M": monster(armour=8, strength=strength), "z": away()},
        edition="astrogranite(classic, morphing_monsters=on, league=on)",
    )
    scene.give(["block POW POW" if strength == 6 else "block POW POW POW", "2D6 5+5", "2D6 4+4", *die])
    for text in ("activate A", "declare block M", "push (2,0)", "stay"):
        scene.act(text)
    assert scene.told("points earned", "A")
    assert scene.points("A") == points


@pytest.mark.rule("A-MON-21")
@pytest.mark.parametrize(
    ("skills", "status", "acts", "dice"),
    [
        ([], "prone", ["declare foul", "foul M"], ["2D6 5+5", "2D6 4+4", "D6 1"]),
        (["Poisoned Dagger", "Secret Weapon"], "standing", ["declare stab M"], ["2D6 5+5", "2D6 1+1"]),
        (["Chainsaw", "Secret Weapon"], "standing", ["declare chainsaw M"], ["D6 4", "2D6 5+5", "2D6 4+4"]),
        (
            ["Sorcery", "Secret Weapon"],
            "standing",
            ["declare cast spell", "flying fist M"],
            ["D6 6", "block POW", "2D6 5+5", "2D6 4+4"],
        ),
        (
            ["Bombardier", "Secret Weapon"],
            "prone",
            ["declare throw bomb", "throw (2,0)"],
            ["D6 6", "2D6 5+5", "2D6 4+4"],
        ),
    ],
)
def test_a_foul_a_weapon_and_a_spell_count_as_well(
    skills: list[str], status: str, acts: list[str], dice: list[str]
) -> None:
    beside = "Bombardier" not in skills
    scene = Scene(
        "AM#\n###\nz.." if beside else "A.M\n###\nz..",
        {"A": home(skills=skills), "M": monster(armour=8, status=status), "z": away()},
        edition="astrogranite(classic, morphing_monsters=on, league=on, referees=on, secret_weapons=on, sorcery=on)",
    )
    scene.play("activate A", *acts, dice=dice)
    assert scene.square("M") is None
    assert scene.points("A") == 2


@pytest.mark.rule("A-MON-21")
def test_a_hazard_earns_nobody_anything() -> None:
    scene = Scene(
        "AM&#\n####\nz...",
        {"A": home(strength=4), "M": monster(armour=8), "z": away()},
        edition="astrogranite(classic, morphing_monsters=on, league=on, lava=on)",
    )
    scene.play("activate A", "declare block M", "stay", dice=["block PU PU", "2D6 6+6", "2D6 1+1"])
    assert scene.status("M") == "knocked-out"
    assert scene.points("A") == 1  # for the push (A-SPP-03)


@pytest.mark.rule("A-MON-21", "A-MATK-02")
def test_nobody_earns_anything_when_it_fell_by_its_own_attack() -> None:
    scene = phase(
        "MA",
        ["block AD", "2D6 5+5", "2D6 4+4"],
        {"M": monster(armour=8), "A": home()},
        edition="astrogranite(classic, morphing_monsters=on, league=on)",
    )
    assert scene.status("M") == "knocked-out"
    assert not scene.told("points earned")


@pytest.mark.rule("A-MON-22")
def test_nothing_it_does_is_a_turnover_and_its_casualties_earn_nothing() -> None:
    scene = phase(
        "####\nMb##\n####",
        ["block POW", "2D6 6+6", "2D6 6+6", "D6 2", "D8 1"],
        {"M": monster(), "b": away()},
        edition="astrogranite(classic, morphing_monsters=on, league=on)",
    )
    assert scene.status("b") == "casualty"
    assert scene.turnover == ""
    assert not scene.told("points earned")


# --- the pool --------------------------------------------------------------------------------------------------------


def sheets(edition: str) -> list[PlayerSheet]:
    return rules_of(edition).neutral.sheets(2)


@pytest.mark.rule("A-MON-01")
def test_all_nine_monsters_are_in_the_pool_unless_it_names_some() -> None:
    names = [sheet.name for sheet in sheets(MORPH)]
    assert len(set(names)) == 9
    assert {"Hellhound", "Cave Hydra", "Cave Dragon"} <= set(names)
    named = sheets("astrogranite(classic, morphing_monsters=on, monster_pool=gorgon+manticore)")
    assert {sheet.name for sheet in named} == {"Gorgon", "Manticore"}


@pytest.mark.rule("A-MON-02", "A-MATK-08")
def test_a_big_player_has_one_block_and_its_mighty_blow_is_piercing() -> None:
    ogre, troll = (
        next(sheet for sheet in sheets(f"astrogranite(classic, morphing_monsters=on, monster_pool={key})"))
        for key in ("ogre", "treeman")
    )
    assert "Block Attack (1)" in ogre.skills
    assert "Piercing (+1)" in ogre.skills
    assert not [skill for skill in ogre.skills if skill.startswith("Mighty Blow")]
    assert ogre.strength == 5
    assert "Block Attack (1)" in troll.skills


@pytest.mark.rule("A-MATK-08")
def test_no_monster_has_mighty_blow() -> None:
    assert not [sheet for sheet in sheets(MORPH) if any(skill.startswith("Mighty Blow") for skill in sheet.skills)]


def test_profiles_have_the_values_of_the_book() -> None:
    dragon = next(sheet for sheet in sheets(MORPH) if sheet.name == "Cave Dragon")
    assert (dragon.movement, dragon.strength, dragon.agility, dragon.armour, dragon.size) == (5, 7, 5, 10, 3)
    assert "Piercing (+3)" in dragon.skills
