"""The monster phase: who acts when, whom a monster goes for, by which way, and what it does there (A-MON)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.statuses import SUNKEN
from dungeonbowl.engine.tokens import PIT_TOKEN, SPIKED_TOKEN
from dungeonbowl.scenes.scene import Scene, away, home, neutral, third
from support.monsters import MORPH, monster, phase, spot


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


@pytest.mark.rule("A-MON-05", "A-TRAIT-02")
def test_one_that_takes_root_skips_that_activation_and_then_strikes_without_walking() -> None:
    treeman = monster("Block Attack", "Take Root")
    scene = phase("#####\nMA..B\n#####", ["D6 1"], {"M": treeman, "A": home(), "B": home()})
    assert spot(scene, "A") == (1, 1)
    scene.play("end turn", "end turn", dice=["block PU"])
    assert (spot(scene, "A"), spot(scene, "M"), scene.status("M")) == ((2, 1), (0, 1), "standing")
    scene.play("end turn", "end turn")  # nobody is beside it any more
    assert spot(scene, "M") == (0, 1)


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


PITS = "astrogranite(classic, morphing_monsters=on, traps=on, trap_placement=map)"


@pytest.mark.rule("A-MON-09")
@pytest.mark.parametrize(("token", "dice"), [(PIT_TOKEN, ["2D6 4+3"]), (SPIKED_TOKEN, ["2D6 4+3", "2D6 1+1"])])
def test_it_walks_into_a_pit_that_is_seen_and_suffers_it(token: int, dice: list[str]) -> None:
    legend = {"M": monster(movement=4, armour=9), "A": home(), "z": away()}
    scene = Scene("z######\n#######\nM.p..A\n.....#", legend, edition=PITS, to_move="away")
    scene.game.put_token(scene.node((2, 2)), token)
    scene.play("end turn", dice=dice)
    assert (spot(scene, "M"), scene.status("M")) == ((2, 0), "prone" if token == PIT_TOKEN else "stunned")
    assert scene.game.conditions[scene.piece("M")] & SUNKEN != 0


@pytest.mark.rule("A-MON-08", "A-MON-09")
def test_a_pit_beside_its_shortest_way_is_left_alone() -> None:
    scene = phase("M...A\n.p..#", [], {"M": monster(movement=2), "A": home()}, edition=PITS)
    assert (spot(scene, "M"), scene.status("M")) == ((2, 0), "standing")


@pytest.mark.rule("A-MON-06", "A-MON-09", "A-TRAP-07")
def test_it_climbs_out_of_the_pit_in_its_next_phase() -> None:
    scene = phase("M.p..A\n######", ["2D6 1+1"], {"M": monster(movement=4), "A": home()}, edition=PITS)
    assert (spot(scene, "M"), scene.status("M")) == ((2, 0), "prone")
    scene.play("end turn")
    scene.play("end turn", dice=["D6 6"])
    assert scene.status("M") == "standing"
    assert spot(scene, "M") != (2, 0)


@pytest.mark.rule("A-MON-08", "A-TRAP-06")
def test_a_pit_with_somebody_in_it_is_closed_and_nobody_in_it_is_kicked() -> None:
    fallen = home(at=(2, 2), status="prone")
    legend = {"M": monster(movement=3), "A": home(), "B": fallen}
    scene = phase("M.p..A\n######", [], legend, edition=PITS)
    assert (spot(scene, "M"), scene.told("fouled")) == ((0, 0), False)  # no way round
    scene = phase("M....A\n######", ["2D6 1+1"], legend, edition=PITS)
    assert spot(scene, "M") == (1, 0)  # on the floor he is in the way, and kicked


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


@pytest.mark.rule("A-MON-19")
def test_with_nobody_to_reach_it_stays_where_it_is() -> None:
    scene = phase("M.#A", [], {"M": monster(), "A": home()})
    assert spot(scene, "M") == (0, 0)
