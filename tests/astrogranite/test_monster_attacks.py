"""Attacks of monsters (A-MATK), large ones (A-HUGE) and flames (A-FLAME)."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.engine.tokens import STATUE_TOKEN
from dungeonbowl.scenes.scene import Piece, Scene, away, home
from support.monsters import MORPH, monster


def phase(picture: str, dice: list[str], legend: dict[str, Piece], **facts: Any) -> Scene:
    """The monsters of a scene act: it is the end of a round. y and z are out of everybody's reach."""
    facts = {"edition": MORPH, "to_move": "away", **facts}
    rows = [line.strip() for line in picture.strip().split("\n")]
    width = max(len(row) for row in rows)
    scene = Scene("\n".join([*rows, *["#" * width] * 8, "zy"]), {"z": away(), "y": home(), **legend}, **facts)
    scene.give(dice)
    scene.act("end turn")
    return scene


# --- attacks ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-MATK-01")
def test_a_block_of_a_monster_is_a_block_without_assists() -> None:
    scene = phase(
        "MA\nN.",
        ["D2 1", "block PU"],
        {"M": monster(), "N": monster(), "A": home()},
        modules={"monsters": {"after": {"M": "away", "N": "home"}}},
    )
    scene.spent()  # one die: N does not help


@pytest.mark.rule("A-MATK-02")
@pytest.mark.parametrize("face", ["AD", "BD"])
def test_a_bad_face_knocks_it_down_and_ends_its_activation(face: str) -> None:
    dice = [f"block {face}", "2D6 1+1"] + (["2D6 1+1"] if face == "BD" else [])
    scene = phase("MA", dice, {"M": monster("Block Attack (3)"), "A": home()})
    scene.spent()
    assert scene.status("M") == "prone"


@pytest.mark.rule("A-MATK-03")
@pytest.mark.parametrize(("armour", "dice"), [("2D6 3+4", []), ("2D6 4+4", ["2D6 2+3"])])
def test_a_slash_is_an_armour_roll_and_nothing_if_it_holds(armour: str, dice: list[str]) -> None:
    scene = phase("MA.", [armour, *dice], {"M": monster("Slash", "Piercing (+1)"), "A": home(armour=9)})
    scene.spent()
    assert scene.square("A") == (1, 0)
    assert scene.status("A") == ("stunned" if dice else "standing")


@pytest.mark.rule("A-MATK-04")
def test_a_poisoned_slash_knocks_out_whom_another_would_stun() -> None:
    scene = phase("MA.", ["2D6 5+4", "2D6 1+2"], {"M": monster("Poisoned Slash"), "A": home(armour=9)})
    scene.spent()
    assert scene.status("A") == "knocked-out"


@pytest.mark.rule("A-MATK-05", "A-MATK-06")
def test_a_petrifying_slash_turns_to_stone_and_the_ball_bounces_from_there() -> None:
    scene = phase("MA.", ["2D6 5+4", "D8 5"], {"M": monster("Petrifying Slash"), "A": home(armour=9)}, ball="A")
    scene.spent()
    assert scene.status("A") == "turned-to-stone"
    assert scene.game.token[scene.node((1, 0))] == STATUE_TOKEN
    assert scene.ball == (2, 0)


@pytest.mark.rule("A-MATK-05")
def test_armour_that_holds_saves_from_stone() -> None:
    scene = phase("MA.", ["2D6 5+3"], {"M": monster("Petrifying Slash"), "A": home(armour=9)})
    scene.spent()
    assert scene.status("A") == "standing"


@pytest.mark.rule("A-MON-12")
def test_attacks_come_in_the_order_of_the_profile() -> None:
    cockatrice = monster("Poisoned Slash", "Petrifying Slash")
    scene = phase("MA.", ["2D6 6+6", "2D6 1+2"], {"M": cockatrice, "A": home(armour=9)})
    scene.spent()
    assert scene.status("A") == "knocked-out"  # poison first: an injury roll
    manticore = monster("Poisoned Slash", "Block Attack")
    scene = phase("MA#", ["block PU", "2D6 1+1"], {"M": manticore, "A": home(armour=9)})
    scene.spent()


@pytest.mark.rule("A-MATK-06")
def test_a_player_of_stone_is_an_obstacle() -> None:
    scene = phase(
        "MA.C\n....", ["2D6 6+4"], {"M": monster("Petrifying Slash", movement=1), "A": home(armour=9), "C": home()}
    )
    scene.spent()
    scene.play("activate C", "declare move", "step w")
    assert not scene.offered("step w")
    assert scene.offered("step sw")


def beside_a_statue(picture: str, **more: Piece) -> Scene:
    """A is of stone in the first row of the picture; the module of obstacles is off."""
    legend = {"M": monster("Petrifying Slash", movement=1), "A": home(armour=9), **more}
    scene = phase(picture, ["2D6 6+4"], legend, ball="C")
    assert "obstacles" not in scene.rules.edition
    assert scene.status("A") == "turned-to-stone"
    return scene


@pytest.mark.rule("A-MATK-07", "A-OBST-03", "A-OBST-04", "A-OBST-05")
def test_a_throw_may_strike_a_player_of_stone_though_no_obstacles_are_in_play() -> None:
    catcher = {"C": home(agility=4), "D": home(agility=4)}
    scene = beside_a_statue("C.A..D\n..M...", **catcher)
    scene.play("activate C", "declare pass", "aim", "throw (5,0)", dice=["D6 5", "D6 1", "D8 5"])
    assert (scene.ball, scene.turnover) == ((3, 0), "TURNOVER_OBSTACLE")
    assert "A-OBST-04" in scene.cited()
    scene = beside_a_statue("C.A..D\n..M...", **catcher)
    scene.play("activate C", "declare pass", "aim", "throw (5,0)", dice=["D6 5", "D6 2", "D6 6"])
    assert scene.ball == "D"


@pytest.mark.rule("A-MATK-07", "A-OBST-07", "A-COLL-09")
def test_a_thrown_team_mate_may_come_down_on_a_player_of_stone() -> None:
    big = home(agility=4, strength=5, skills=["Throw Team-Mate"])
    scene = beside_a_statue("C.A...\nD..M..", C=big, D=home(agility=4, skills=["Right Stuff"]))
    dice = ["D6 5", "D6 1", "D8 5", "2D6 1+1"]
    scene.play("activate C", "declare throw team-mate", "pick D", "throw (5,0)", dice=dice)
    assert (scene.square("D"), scene.status("D")) == ((3, 0), "prone")


@pytest.mark.rule("A-MATK-06")
def test_nobody_comes_out_of_a_teleporter_under_a_statue() -> None:
    scene = phase(
        "MA.2.3",
        ["2D6 6+4"],
        {"M": monster("Petrifying Slash", movement=1), "A": home(armour=9, under="1"), "R": home(status="reserves")},
    )
    scene.spent()
    scene.play("enter R", "declare move", "stop", dice=["D6 1", "D6 2"])
    assert scene.square("R") == (3, 0)


@pytest.mark.rule("A-MATK-08")
def test_piercing_helps_its_blocks_but_no_injury_roll() -> None:
    scene = phase(
        "MA#", ["block POW", "2D6 3+3", "2D6 3+4"], {"M": monster("Block Attack", "Piercing (+3)"), "A": home(armour=9)}
    )
    scene.spent()
    assert scene.status("A") == "stunned"


@pytest.mark.rule("A-MATK-08")
def test_piercing_does_not_help_when_it_is_blocked() -> None:
    scene = Scene(
        "AM..\n....\nz...",
        {"A": home(armour=9), "M": monster("Block Attack", "Piercing (+3)"), "z": away()},
        edition=MORPH,
    )
    scene.play("activate A", "declare block M", dice=["block AD", "2D6 3+3"])
    assert scene.status("A") == "prone"


@pytest.mark.rule("A-MATK-09", "A-HUGE-03", "A-MON-06", "A-MON-19")
def test_a_hydra_loses_head_by_head() -> None:
    hydra = monster("Heads (3)", "Stand Firm", "Piercing (+2)", strength=3, armour=9, size=2)
    scene = Scene(
        "MMA.\nMM..\n##.#\nz...",
        {"A": home(strength=4), "M": hydra, "z": away()},
        edition="astrogranite(classic, morphing_monsters=on, league=on)",
    )
    scene.play("activate A", "declare block M", dice=["block POW POW", "2D6 5+5", "2D6 4+5"])
    assert scene.square("M") == (0, 0)  # it stands firm
    assert scene.status("M") == "prone"
    assert scene.module("monsters").show_state(scene.game, scene.letters)["heads"] == {"M": 1}
    assert scene.points("A") == 0


@pytest.mark.rule("A-MATK-09")
def test_a_stunned_hydra_keeps_its_heads_and_the_last_one_removes_it() -> None:
    def blocked(lost: int, injury: str) -> Scene:
        scene = Scene(
            "MMA.\nMM..\nz...",
            {"A": home(strength=4), "M": monster("Heads (3)", strength=3, armour=9, size=2), "z": away()},
            edition="astrogranite(classic, morphing_monsters=on, league=on)",
            modules={"monsters": {"heads": {"M": lost}}},
        )
        return scene.play("activate A", "declare block M", dice=["block POW POW", "2D6 6+4", injury])

    scene = blocked(1, "2D6 3+3")
    assert scene.status("M") == "stunned"
    assert scene.module("monsters").show_state(scene.game, scene.letters)["heads"] == {"M": 1}
    scene = blocked(2, "2D6 4+5")
    assert scene.status("M") == "knocked-out"
    assert scene.points("A") == 2


@pytest.mark.rule("A-MATK-09")
@pytest.mark.parametrize("lost", [0, 1, 2])
def test_a_hydra_has_a_block_for_every_head(lost: int) -> None:
    scene = phase(
        "MMA#\nMM##",
        ["block PU"] * (3 - lost),
        {"A": home(), "M": monster("Heads (3)", size=2)},
        modules={"monsters": {"heads": {"M": lost}}},
    )
    scene.spent()


@pytest.mark.rule("A-MATK-10")
def test_skills_of_monsters_work_as_those_of_players() -> None:
    scene = Scene("AM..\n....\nz...", {"A": home(), "M": monster("Foul Appearance"), "z": away()}, edition=MORPH)
    scene.play("activate A", "declare block M", dice=["D6 1"])
    assert not scene.told("block dice rolled")
    scene = Scene("AM..\n####\nz...", {"A": home(strength=4), "M": monster("Dodge"), "z": away()}, edition=MORPH)
    scene.play("activate A", "declare block M", "stay", dice=["block DS DS"])
    assert scene.status("M") == "standing"
    scene = Scene("AM..\n....\nz...", {"A": home(strength=4), "M": monster("Stand Firm"), "z": away()}, edition=MORPH)
    scene.play("activate A", "declare block M", dice=["block PU PU"])
    assert scene.square("M") == (1, 0)


@pytest.mark.rule("A-MATK-10")
def test_tentacles_of_a_monster_hold_players_of_every_side() -> None:
    scene = Scene("AM..\n....\nz...", {"A": home(), "M": monster("Tentacles", strength=4), "z": away()}, edition=MORPH)
    scene.play("activate A", "step s", dice=["2D6 2+3"])
    assert scene.square("A") == (0, 0)


@pytest.mark.rule("A-SKREF-32", "A-MATK-10")
@pytest.mark.parametrize("attack", ["Slash", "Poisoned Slash", "Petrifying Slash", "Block Attack"])
def test_a_hideous_target_costs_a_monster_its_attack_on_a_one(attack: str) -> None:
    hideous = home(armour=9, skills=["Foul Appearance"])
    scene = phase("MA.", ["D6 1", "D6 2", *blow(attack)], {"M": monster(f"{attack} (2)"), "A": hideous})
    scene.spent()  # the first attack is lost, the second is made
    assert scene.status("A") == "standing"


def blow(attack: str) -> list[str]:
    """The dice of an attack that does nothing."""
    return ["block PU"] if attack == "Block Attack" else ["2D6 1+1"]


RING = "astrogranite(classic, morphing_monsters=on, referees=on, league=on, magic_items=on)"


@pytest.mark.rule("A-ITEM-18")
@pytest.mark.parametrize("attack", ["Slash", "Poisoned Slash", "Petrifying Slash"])
def test_a_ring_has_the_armour_rolled_again_that_claws_have_broken(attack: str) -> None:
    legend = {"M": monster(attack), "A": home(armour=9, skills=["Ring of Invulnerability"])}
    scene = phase("MA.", ["2D6 6+6"], legend, edition=RING)
    scene.play("use Ring of Invulnerability A", dice=["2D6 4+4"])
    assert scene.status("A") == "standing"
    assert scene.told("infraction", "A")


@pytest.mark.rule("A-ITEM-18", "A-FLAME-04")
def test_a_ring_helps_against_flames() -> None:
    legend = {"M": dragon(), "A": home(armour=9, skills=["Ring of Invulnerability"])}
    scene = phase(CAVE.replace("B", "."), ["D6 4"], legend, edition=RING)
    scene.play("bear flames A", "use Ring of Invulnerability A", dice=["2D6 6+6", "2D6 4+4"])
    assert scene.status("A") == "standing"


@pytest.mark.rule("A-WALL-05")
def test_a_block_of_a_monster_against_the_wall_earns_its_bonus() -> None:
    dice = ["block POW", "2D6 4+4", "2D6 2+2"]
    scene = phase(
        "MA#",
        dice,
        {"M": monster(), "A": home(armour=9)},
        edition="astrogranite(classic, morphing_monsters=on, wall_smash=on)",
    )
    scene.spent()
    assert scene.status("A") == "stunned"


@pytest.mark.rule("A-RR-05")
def test_no_roll_of_a_monster_is_made_again() -> None:
    scene = phase("M.A", ["D6 1"], {"M": monster("Block Attack", "Bone-head", "Pro"), "A": home()}, rerolls=(3, 3))
    scene.spent()
    assert scene.active == "home"


@pytest.mark.rule("A-RR-05", "A-RR-02")
def test_no_team_rolls_anything_again_while_a_monster_acts() -> None:
    scene = phase(
        "####\nMA##\n#C##\n#.##",
        ["D2 1", "block POW", "2D6 1+1", "D8 7", "D6 1", "D8 7"],
        {"M": monster(), "A": home(), "C": away()},
        ball="A",
        rerolls=(3, 3),
    )
    scene.spent()  # C fails to catch, and nobody asks for a re-roll
    assert scene.ball != "C"


# --- large ones ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-HUGE-03", "A-MON-19")
def test_a_large_monster_does_not_fit_through_a_narrow_corridor() -> None:
    scene = phase("MM..\nMM..\n##.#\n##.#\n...A", [], {"M": monster(size=2), "A": home()})
    assert scene.square("M") == (0, 0)


@pytest.mark.rule("A-HUGE-03")
def test_a_large_monster_walks_as_a_whole() -> None:
    scene = phase("MM....\nMM...A\n......", [], {"M": monster(size=2, movement=2), "A": home()})
    assert scene.square("M") == (2, 0)
    assert int(scene.game.occupant[scene.node((0, 0))]) == -1


@pytest.mark.rule("A-HUGE-04")
def test_its_way_avoids_teleporters() -> None:
    scene = phase("MM1....\nMM....A\n.......", [], {"M": monster(size=2, movement=2), "A": home()})
    assert scene.square("M") == (2, 1)


@pytest.mark.rule("A-HUGE-02", "A-HUGE-06", "A-MON-17")
def test_it_strikes_with_any_of_its_squares_and_follows_as_a_whole() -> None:
    scene = phase("MM....\nMM....\n..A...\n......", ["block PU", "D3 2"], {"M": monster(size=2), "A": home()})
    scene.spent()
    assert scene.square("A") != (2, 2)
    assert scene.square("M") == (1, 1)


@pytest.mark.rule("A-HUGE-01", "A-BASE-32")
def test_a_ball_under_a_large_body_bounces_out() -> None:
    scene = phase("MM.....\nMM...A.", ["D8 5", "D8 5"], {"M": monster(size=2, movement=1), "A": home()}, ball=(2, 1))
    assert scene.ball == (3, 1) or scene.ball == (4, 1)


# --- flames ----------------------------------------------------------------------------------------------------------

CAVE = """
    ............
    .MMM........
    .MMM.....A..
    .MMM......B.
    ............
"""


def dragon(**facts: Any) -> Piece:
    facts = {"movement": 5, **facts}
    return monster("Block Attack (3)", "Flame Burst", "Piercing (+3)", size=3, strength=7, **facts)


@pytest.mark.rule("A-FLAME-01", "A-FLAME-02", "A-FLAME-03", "A-FLAME-04", "A-HUGE-07")
def test_a_dragon_bursts_into_flame_at_those_who_are_not_near() -> None:
    scene = phase(CAVE, ["D6 4"], {"M": dragon(), "A": home(), "B": away(armour=9)})
    assert scene.asked == "home"
    scene.play("lie down A", "bear flames B", dice=["2D6 5+4", "2D6 2+3"])
    assert scene.status("A") == "prone"
    assert scene.status("B") == "stunned"
    assert scene.square("M") == (1, 1)


@pytest.mark.rule("A-FLAME-01")
def test_a_low_die_lets_it_walk() -> None:
    scene = phase(CAVE, ["D6 3"], {"M": dragon(), "A": home(), "B": away()})
    scene.spent()
    assert scene.square("M") == (6, 1) or scene.square("M") == (6, 0)


@pytest.mark.rule("A-FLAME-01")
@pytest.mark.parametrize(("column", "dice"), [(7, []), (8, ["D6 1"]), (9, ["D6 1"]), (10, [])])
def test_it_needs_somebody_in_reach_and_nobody_near(column: int, dice: list[str]) -> None:
    rows = [list("." * 18) for _ in range(5)]
    for y in (1, 2, 3):
        for x in (1, 2, 3):
            rows[y][x] = "M"
    rows[2][column] = "A"
    scene = phase("\n".join("".join(row) for row in rows), dice, {"M": dragon(movement=1), "A": home()})
    scene.spent()
    assert scene.square("M") == (2, 1) or scene.square("M") == (2, 0)


@pytest.mark.rule("A-FLAME-01")
def test_it_needs_somebody_in_sight() -> None:
    picture = """
        ......#.....
        .MMM..#.....
        .MMM..#..A..
        .MMM..#.....
        ......#.....
        ............
        ............
        ............
    """
    scene = phase(picture, [], {"M": dragon(movement=1), "A": home()})
    scene.spent()
    assert scene.square("M") != (1, 1)  # it walks


@pytest.mark.rule("A-FLAME-02")
def test_of_several_the_nearest_is_the_target() -> None:
    picture = CAVE.replace(".A..", "AB..").replace("......B.", "........")
    scene = phase(picture, ["D6 6"], {"M": dragon(), "A": home(), "B": away()})
    scene.play("lie down A", "lie down B")
    assert "flames burst M (8,2)" in scene.telling()


@pytest.mark.rule("A-FLAME-02")
def test_of_two_equally_near_a_die_picks_the_target() -> None:
    picture = CAVE.replace("......B.", "........").replace(".MMM........", ".MMM.....B..", 1)
    scene = phase(picture, ["D6 6", "D2 2"], {"M": dragon(), "A": home(), "B": away()})
    scene.play("bear flames B", "bear flames A", dice=["2D6 1+1", "2D6 1+1"])
    assert "flames burst M (9,1)" in scene.telling()


@pytest.mark.rule("A-FLAME-03")
def test_walls_shield_from_flames() -> None:
    picture = """
        ............
        .MMM........
        .MMM.....A#.
        .MMM.....#B.
        ............
    """
    scene = phase(picture, ["D6 4"], {"M": dragon(), "A": home(), "B": away()})
    scene.play("lie down A")
    assert scene.asked == "home"  # nobody else has burnt: it is the next turn
    assert scene.status("B") == "standing"
    scene = phase(picture.replace("A#.", "A.."), ["D6 4"], {"M": dragon(), "A": home(), "B": away()})
    scene.play("lie down A", "lie down B")


@pytest.mark.rule("A-FLAME-04", "A-MON-22")
def test_whoever_lies_down_drops_its_ball_and_nobody_loses_a_turn() -> None:
    scene = phase(CAVE, ["D6 4"], {"M": dragon(), "A": away(), "B": home()}, ball="A")
    scene.play("lie down A", "lie down B", dice=["D8 4"])
    assert scene.ball == (8, 2)
    assert (scene.turnover, scene.active) == ("", "home")


@pytest.mark.rule("A-FLAME-04")
def test_armour_that_holds_leaves_it_standing_and_piercing_does_not_count() -> None:
    scene = phase(CAVE, ["D6 4"], {"M": dragon(), "A": home(armour=9), "B": away(armour=9)})
    scene.play("bear flames A", "lie down B", dice=["2D6 4+4"])
    assert scene.status("A") == "standing"
    assert scene.status("B") == "prone"


@pytest.mark.rule("A-FLAME-05")
def test_the_fallen_are_spared_and_other_monsters_always_roll() -> None:
    scene = phase(
        CAVE.replace("....A..", "...CA.."),
        ["D6 4", "2D6 1+1"],
        {"M": dragon(), "A": home(), "B": away(status="prone"), "C": monster(armour=9)},
        modules={"monsters": {"after": {"M": "away", "C": "home"}}},
    )
    scene.play("lie down A")
    assert scene.status("C") == "standing"
    assert scene.status("B") == "prone"
