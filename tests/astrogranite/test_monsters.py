"""The monster phase: who acts when, whom a monster goes for, by which way, and what it does there (A-MON)."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.engine.setup import PlayerSheet
from dungeonbowl.records.scene import Piece, Scene, away, home, neutral, third
from support.walks import rules_of

MORPH = "astrogranite(classic, morphing_monsters=on)"


def monster(*skills: str, **facts: Any) -> Piece:
    """One that lurks nowhere: it is there, and nobody has brought it in."""
    return neutral(skills=["Monster", *(skills or ["Block Attack"])], **facts)


def phase(picture: str, dice: list[str], legend: dict[str, Piece], **facts: Any) -> Scene:
    """A scene at the end of the last team turn of a round: the monsters act."""
    facts = {"edition": MORPH, "to_move": "away", **facts}
    legend = {"z": away(), **legend}
    scene = Scene(
        "z\n" + "#" * 12 + "\n" + "\n".join(line.strip() for line in picture.strip().split("\n")), legend, **facts
    )
    scene.play("end turn", dice=dice)
    return scene


def spot(scene: Scene, letter: str) -> tuple[int, int] | None:
    """Where somebody is in the picture below the first two rows."""
    found = scene.square(letter)
    return None if found is None else (found[0], found[1] - 2)


@pytest.mark.rule("A-MON-05", "A-MON-07", "A-MON-11", "A-MON-13", "A-MON-17", "A-MON-18")
def test_it_walks_to_the_nearest_player_and_attacks() -> None:
    scene = phase(
        "########\n#M...A.#\n########",
        ["D6 2", "block BD PU"],
        {"M": monster("Block Attack", "Bone-head", strength=4), "A": home()},
    )
    assert spot(scene, "A") == (6, 1)
    assert spot(scene, "M") == (5, 1)
    assert scene.status("M") == scene.status("A") == "standing"


@pytest.mark.rule("A-MON-05")
def test_a_trait_that_fails_skips_the_activation() -> None:
    scene = phase("M.A", ["D6 1"], {"M": monster("Block Attack", "Bone-head"), "A": home()})
    assert spot(scene, "M") == (0, 0)
    assert scene.status("A") == "standing"


@pytest.mark.rule("A-MON-04")
def test_its_activation_counts_as_a_blitz() -> None:
    scene = phase("M..A", ["D6 2", "block PU"], {"M": monster("Block Attack", "Wild Animal"), "A": home()})
    assert scene.told("block dice rolled", "M")  # a wild animal that attacks needs no more than a 2
    scene = phase("M..A", ["block PU PU"], {"M": monster("Block Attack", "Horns"), "A": home()})
    assert spot(scene, "M") == (3, 0) or spot(scene, "M") == (2, 0)  # horns make it stronger after a run


@pytest.mark.rule("A-MON-06")
@pytest.mark.parametrize(("status", "then"), [("stunned", "prone"), ("prone", "standing")])
def test_one_that_is_down_gets_up_one_stage_and_ends(status: str, then: str) -> None:
    scene = phase("MA", [], {"M": monster(status=status), "A": home()})
    assert scene.status("M") == then
    assert scene.status("A") == "standing"


@pytest.mark.rule("A-MON-06", "A-MON-05")
def test_even_the_fallen_roll_for_their_traits_first() -> None:
    scene = phase("MA", ["D6 1"], {"M": monster("Block Attack", "Bone-head", status="prone"), "A": home()})
    assert scene.status("M") == "prone"


# --- who acts when ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-MON-03")
def test_it_acts_after_the_turn_of_the_team_that_brought_it_in_once_a_round() -> None:
    scene = Scene(
        "M.......A\n#########\nz........",
        {"M": monster(movement=2), "A": home(), "z": away()},
        edition=MORPH,
        modules={"monsters": {"after": {"M": "home"}}},
    )
    scene.play("end turn")
    assert scene.square("M") == (2, 0)
    scene.play("end turn")
    assert scene.square("M") == (2, 0)
    scene.play("end turn")
    assert scene.square("M") == (4, 0)


@pytest.mark.rule("A-MON-03")
def test_one_that_nobody_brought_in_acts_after_the_last_turn_of_a_round() -> None:
    scene = Scene(
        "M.......A\n#########\nz........",
        {"M": monster(movement=2), "A": home(), "z": away()},
        edition=MORPH,
        to_move="home",
    )
    scene.play("end turn")
    assert scene.square("M") == (0, 0)
    scene.play("end turn")
    assert scene.square("M") == (2, 0)


@pytest.mark.rule("A-MON-03")
@pytest.mark.parametrize("order", ["MN", "NM"])
def test_several_act_in_the_order_in_which_they_came(order: str) -> None:
    scene = Scene(
        "M..A..N\n#######\nz......",
        {"M": monster(movement=1), "N": monster(movement=1), "A": home(), "z": away()},
        edition=MORPH,
        modules={"monsters": {"after": dict.fromkeys(order, "home")}},
    )
    scene.play("end turn")
    moved = [line for line in scene.telling() if line.startswith("moved")]
    steps = {"M": "moved M (0,0) to (1,0)", "N": "moved N (6,0) to (5,0)"}
    assert moved == [steps[letter] for letter in order]


@pytest.mark.rule("A-MON-03")
def test_among_three_teams_each_acts_after_the_team_that_brought_it_in_and_the_others_after_the_last() -> None:
    scene = Scene(
        "M.......A\n#########\nN.......b\n#########\nO.......c",
        {
            **{letter: monster(movement=1, sides=3) for letter in "MNO"},
            "A": home(),
            "b": away(),
            "c": third(),
        },
        edition="astrogranite(classic, morphing_monsters=on, extra_teams=on)",
        sides=3,
        rerolls=(0, 0, 0),
        modules={"monsters": {"after": {"M": "home", "N": "away"}}},
    )
    for who in ("M", "N", "O"):
        before = [line for line in scene.telling() if line.startswith("moved")]
        scene.play("end turn")
        moved = [line.split()[1] for line in scene.telling() if line.startswith("moved")][len(before) :]
        assert moved == [who]


# --- whom it goes for ------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-MON-07")
def test_of_several_equally_near_a_die_picks_one_side_by_side_in_turn_order() -> None:
    legend = {"M": monster(movement=1), "A": home(), "b": away()}
    assert spot(phase("b...M...A", ["D2 1"], dict(legend)), "M") == (5, 0)
    assert spot(phase("b...M...A", ["D2 2"], dict(legend)), "M") == (3, 0)


@pytest.mark.rule("A-DEF-10")
@pytest.mark.parametrize(("face", "side"), [(1, 5), (2, 3)])
def test_a_die_chooses_from_one_list_by_sides_and_numbers(face: int, side: int) -> None:
    """The picture has the higher number of a side, and the side that comes later, first."""
    legend = {"A": home(number=9, movement=1), "C": home(number=2), "M": monster(movement=1)}
    assert spot(phase("A...M...C", [f"D2 {face}"], dict(legend)), "M") == (side, 0)
    legend = {"b": away(number=1), "A": home(number=9), "M": monster(movement=1)}
    assert spot(phase("b...M...A", [f"D2 {face}"], dict(legend)), "M") == (side, 0)
    assert spot(phase("....M...A", [], {"A": home(), "M": monster(movement=1)}), "M") == (5, 0)  # no die for one


@pytest.mark.rule("A-MON-07")
def test_other_monsters_count_as_players() -> None:
    scene = phase(
        "M..N.....A",
        [],
        {"M": monster(movement=2), "N": monster(movement=1, status="standing"), "A": home()},
        modules={"monsters": {"after": {"M": "away", "N": "home"}}},
    )
    assert spot(scene, "M") == (2, 0)
    scene = phase(
        "MN.#A",
        ["block PU"],
        {"M": monster(), "N": monster(), "A": home()},
        modules={"monsters": {"after": {"M": "away", "N": "home"}}},
    )
    assert spot(scene, "N") == (2, 0)


@pytest.mark.rule("A-MON-08")
def test_its_way_leads_round_those_who_stand_and_the_route_counts_in_steps() -> None:
    # b is nearer as the crow flies, but the way to A is shorter
    picture = """
        M#b...
        .#.##.
        .#....
        ....#.
        .....A
    """
    scene = phase(picture, [], {"M": monster(movement=1), "A": home(), "b": away()})
    assert spot(scene, "M") == (0, 1)


@pytest.mark.rule("A-MON-08")
def test_a_chest_blocks_a_way() -> None:
    scene = phase("M.$..A\n......", [], {"M": monster(movement=2), "A": home()})
    assert spot(scene, "M") == (2, 1)


@pytest.mark.rule("A-MON-07", "A-MON-08")
def test_whoever_stands_in_the_only_way_blocks_it_and_a_referee_is_no_target() -> None:
    scene = phase("M..N...A", [], {"M": monster(movement=9), "A": home(), "N": neutral()})
    assert spot(scene, "M") == (0, 0)


@pytest.mark.rule("A-MON-08")
def test_among_equal_ways_the_first_direction_counts() -> None:
    picture = """
        .....
        M.#.A
        .....
    """
    scene = phase(picture, [], {"M": monster(movement=1), "A": home()})
    assert spot(scene, "M") == (1, 0)  # north-east before east and south-east


@pytest.mark.rule("A-MON-08", "A-MON-14")
def test_of_equal_ways_it_takes_one_on_which_nobody_lies() -> None:
    picture = """
        .P...
        M.#.A
        .....
    """
    scene = phase(picture, [], {"M": monster(movement=1), "A": home(), "P": home(status="prone")})
    assert spot(scene, "M") == (1, 1)  # north-east would come first
    assert scene.status("P") == "prone"


@pytest.mark.rule("A-MON-14")
def test_a_kick_needs_movement_too() -> None:
    legend = {"M": monster(movement=1), "A": home(), "P": home(status="prone")}
    scene = phase("##########\nM.P......A\n##########", [], legend)
    assert spot(scene, "M") == (1, 1)
    assert not scene.told("fouled")


@pytest.mark.rule("A-MON-14", "A-MATK-08")
def test_who_lies_on_every_way_is_fouled_once_for_each_attack() -> None:
    scene = phase(
        "##########\nM.P......A\n##########",
        ["2D6 3+2", "2D6 4+3", "2D6 2+3"],
        {
            "M": monster("Block Attack (2)", "Piercing (+1)", movement=6),
            "A": home(),
            "P": home(status="prone", armour=9),
        },
    )
    # 5 + 1 + 1 holds; 7 + 2 breaks, and the injury has no help: 5 is stunned
    assert scene.status("P") == "stunned"
    assert spot(scene, "M") == (1, 0) or spot(scene, "M") == (1, 1)
    assert scene.status("M") == "standing"


@pytest.mark.rule("A-MON-15")
def test_no_referee_minds_what_a_monster_does() -> None:
    scene = phase(
        "##########\nM.P......A\n##########",
        ["2D6 4+4", "2D6 3+3"],
        {"M": monster("Block Attack"), "A": home(), "P": home(status="prone", armour=9)},
    )
    assert scene.status("M") == "standing"
    assert scene.status("P") == "stunned"
    assert not scene.told("sent off")


@pytest.mark.rule("A-MON-09")
def test_teleporters_in_its_way_take_it_elsewhere_and_it_goes_on_with_what_is_left() -> None:
    picture = """
        M1...A####
        ##########
        .2........
    """
    scene = phase(picture, ["D6 2"], {"M": monster(movement=4), "A": home(), "B": home(at=(9, 4))})
    assert spot(scene, "M") == (4, 2)  # one step to the teleporter, then three more towards B


@pytest.mark.rule("A-MON-09")
def test_no_way_leads_into_a_chasm() -> None:
    picture = """
        M.:..A
        .....#
    """
    scene = phase(
        picture,
        [],
        {"M": monster(movement=2), "A": home()},
        edition="astrogranite(classic, morphing_monsters=on, chasms=on)",
    )
    assert spot(scene, "M") == (2, 1)


@pytest.mark.rule("A-MON-09")
@pytest.mark.parametrize("kind", ["pit", "spiked-pit"])
def test_no_way_leads_into_a_pit_that_is_seen(kind: str) -> None:
    scene = phase(
        "M.p..A\n.....#",
        [],
        {"M": monster(movement=2), "A": home()},
        edition="astrogranite(classic, morphing_monsters=on, traps=on, trap_placement=map)",
        details={"trap": [{"at": [2, 2], "kind": kind}]},
    )
    assert spot(scene, "M") == (2, 1)


@pytest.mark.rule("A-MON-09")
def test_hidden_traps_water_and_lava_are_in_nobodys_way_and_it_suffers_them() -> None:
    scene = phase(
        "#######\nM^....A\n#######",
        ["D12 1", "2D6 1+1"],
        {"M": monster(movement=4), "A": home()},
        edition="astrogranite(classic, morphing_monsters=on, traps=on, trap_placement=map)",
    )
    assert (spot(scene, "M"), scene.status("M")) == ((1, 1), "prone")
    scene = phase(
        "#######\nM~....A\n#######",
        [],
        {"M": monster(movement=4), "A": home()},
        edition="astrogranite(classic, morphing_monsters=on, water=on)",
    )
    assert spot(scene, "M") == (3, 1)  # the step out of the water costs two
    scene = phase(
        "#######\nM&....A\n#######",
        ["2D6 6+5", "2D6 1+1"],
        {"M": monster(movement=4, armour=9), "A": home()},
        edition="astrogranite(classic, morphing_monsters=on, lava=on)",
    )
    assert scene.status("M") == "knocked-out"  # 11 - 2, and nobody lies stunned in lava


@pytest.mark.rule("A-MON-10")
def test_it_picks_no_ball_up_and_does_not_rush() -> None:
    scene = phase("M......A", ["D8 1", "D8 4"], {"M": monster(movement=2), "A": home()}, ball=(1, 2))
    assert spot(scene, "M") == (2, 0)  # no step more than its movement
    assert scene.ball == (0, 2)  # it bounced off, and was rolled again towards the wall
    assert not scene.told("tested")


@pytest.mark.rule("A-MON-10")
def test_a_monster_that_leaves_a_zone_rolls_no_dodge() -> None:
    scene = Scene(
        "MA\n..\n##\nz.",
        {"M": monster(), "A": home(), "z": away()},
        edition="astrogranite(classic, lurking_monsters=on, monster_gm=on)",
        to_move="away",
    )
    assert int(scene.game.marks_on(2, scene.node((0, 0)))) == 1
    scene.play("end turn", "step s", "stop")
    assert scene.square("M") == (0, 1)


@pytest.mark.rule("A-MON-11")
def test_with_no_movement_left_it_does_not_attack() -> None:
    scene = phase("M..A", [], {"M": monster(movement=2), "A": home()})
    assert spot(scene, "M") == (2, 0)
    assert not scene.told("block dice rolled")


@pytest.mark.rule("A-MON-11", "A-MON-10", "A-SKREF-08")
@pytest.mark.parametrize(("movement", "blocks"), [(1, 1), (2, 2)])
def test_its_attacks_cost_one_and_a_second_block_of_a_frenzy_one_more(movement: int, blocks: int) -> None:
    frenzied = monster("Block Attack", "Frenzy", movement=movement)
    scene = phase("#####\nMA...\n#####", ["block PU"] * blocks, {"M": frenzied, "A": home()})
    assert spot(scene, "A") == (1 + blocks, 1)


@pytest.mark.rule("A-MON-11", "A-MON-12")
def test_of_several_beside_it_the_first_target_is_picked_by_a_die() -> None:
    scene = phase("AMb", ["D2 2", "block PU"], {"M": monster(), "A": home(), "b": away()})
    assert "block dice rolled M b" in scene.telling()


@pytest.mark.rule("A-MON-12")
def test_while_its_target_stays_up_and_beside_it_remains_the_target() -> None:
    scene = phase(
        "###\nAMb\n###", ["D2 2", "block PU", "block PU"], {"M": monster("Block Attack (2)"), "A": home(), "b": away()}
    )
    blows = [line for line in scene.telling() if line.startswith("block dice rolled")]
    assert blows == ["block dice rolled M b", "block dice rolled M b"]


@pytest.mark.rule("A-MON-12")
def test_once_its_target_is_down_the_next_attack_goes_to_another() -> None:
    scene = phase(
        "####\nAMb#\n####",
        ["D2 2", "block POW", "2D6 1+1", "block PU"],
        {"M": monster("Block Attack (2)"), "A": home(), "b": away()},
    )
    blows = [line for line in scene.telling() if line.startswith("block dice rolled")]
    assert blows[:2] == ["block dice rolled M b", "block dice rolled M A"]


@pytest.mark.rule("A-MON-12", "A-MON-13")
def test_with_nobody_left_the_rest_of_its_attacks_is_lost() -> None:
    scene = phase("#####\nM.A.#", ["block POW", "2D6 1+1"], {"M": monster("Block Attack (3)"), "A": home()})
    assert scene.status("A") == "prone"


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


@pytest.mark.rule("A-MON-19")
def test_with_nobody_to_reach_it_stays_where_it_is() -> None:
    scene = phase("M.#A", [], {"M": monster(), "A": home()})
    assert spot(scene, "M") == (0, 0)


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
