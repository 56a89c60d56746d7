"""Secret weapons: chainsaw, bombs, poisoned dagger, and what the referee makes of them (A-SW)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from dungeonbowl.editions import build
from dungeonbowl.engine.abilities import BANNED, SAWS
from dungeonbowl.errors import UserError
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.records.squads import squads_of
from dungeonbowl.scenes.scene import Piece, Scene, away, home, neutral
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.team import Player, Team
from dungeonbowl.teams.value import draft_cost

ARMED = "astrogranite(classic, referees=on, secret_weapons=on)"
LEAGUE = "astrogranite(classic, referees=on, secret_weapons=on, league=on)"
SAW = ["Chainsaw", "Secret Weapon"]
BOMBS = ["Bombardier", "Secret Weapon"]
DAGGER = ["Poisoned Dagger", "Secret Weapon"]


def scene_of(
    picture: str, skills: list[str], edition: str = ARMED, victim: dict[str, Any] | None = None, **facts: Any
) -> Scene:
    """A with a weapon, C of its side, b and z against it, as far as they are drawn."""
    legend: dict[str, Piece] = {"A": home(agility=4, skills=skills), "b": away(agility=4, **(victim or {}))}
    legend |= {letter: piece for letter, piece in {"C": home(), "z": away(), "d": away()}.items() if letter in picture}
    return Scene(picture, legend, edition=edition, **facts)


def armour(scene: Scene) -> list[tuple[int, int]]:
    rolls = [*scene.events("armour held"), *scene.events("armour broken")]
    return [(event["total"], event["needed"]) for event in rolls]


# --- chainsaw -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-SW-09")
def test_a_saw_takes_the_place_of_every_block_and_pushes_nobody() -> None:
    scene = scene_of("Ab.C", SAW)
    scene.play("activate A")
    assert not scene.offered("declare block b")
    scene.play("declare chainsaw b", dice=["D6 2", "2D6 2+3"])
    assert armour(scene) == [(8, 9)]
    assert (scene.status("b"), scene.square("b"), scene.square("A")) == ("standing", (1, 0), (0, 0))
    scene = scene_of("Ab.C", SAW)
    scene.play("activate A", "declare chainsaw b", dice=["D6 2", "2D6 2+4", "2D6 3+3"])
    assert (scene.status("b"), scene.square("b")) == ("stunned", (1, 0))


@pytest.mark.rule("A-SW-09")
def test_on_a_one_the_saw_hits_who_holds_it() -> None:
    scene = scene_of("Ab.C", SAW)
    scene.play("activate A", "declare chainsaw b", dice=["D6 1", "2D6 2+3"])
    assert (scene.status("A"), scene.turnover) == ("standing", "")
    scene = scene_of("Ab.C", SAW)
    scene.play("activate A", "declare chainsaw b", dice=["D6 1", "2D6 2+4", "2D6 3+3", "D6 1"])  # the last: the referee
    assert (scene.status("A"), scene.turnover) == ("stunned", "TURNOVER_KNOCKED_DOWN")


@pytest.mark.rule("A-SW-10")
def test_a_saw_strikes_once_and_in_a_blitz_the_movement_ends_with_it() -> None:
    scene = scene_of("A.b.C", [*SAW, "Frenzy"])
    scene.play("activate A", "declare blitz", "step e", "use Chainsaw b", dice=["D6 4", "2D6 1+1"])
    assert not scene.offered("step w")
    assert scene.offered("activate C")
    assert not scene.offered("activate A")


@pytest.mark.rule("A-SW-11")
def test_a_foul_with_a_saw_begins_with_its_die_and_adds_three() -> None:
    scene = scene_of("Ab.C", SAW, victim={"status": "prone"})
    scene.play("activate A", "declare foul", "use Chainsaw b", dice=["D6 2", "2D6 1+3", "D6 1"])
    assert armour(scene) == [(8, 9)]  # 4, one for the foul, three for the saw
    scene = scene_of("Ab.C", SAW, victim={"status": "prone"})
    scene.play("activate A", "declare foul", "use Chainsaw b", dice=["D6 1", "2D6 1+3"])
    assert armour(scene) == [(7, 9)]
    assert scene.told("armour held", "A")


@pytest.mark.rule("A-SW-12")
def test_whoever_goes_down_beside_a_running_saw_takes_three_more() -> None:
    scene = scene_of("C.bA.", SAW, to_move="away")
    scene.play("activate b", "declare block A", dice=["block PLAYER-DOWN", "2D6 1+2"])
    assert armour(scene) == [(6, 9)]
    assert scene.told("armour held", "b")
    scene = scene_of("C.bA.", SAW, to_move="away")
    scene.play("activate b", "declare block A", "stay", dice=["block POW", "2D6 1+2"])
    assert armour(scene) == [(6, 9)]
    assert scene.told("armour held", "A")


# --- poisoned dagger ------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-SW-17")
def test_a_poisoned_blade_knocks_out_whom_it_would_stun() -> None:
    scene = scene_of("Ab.C", [*DAGGER, "Mighty Blow"])
    scene.play("activate A", "declare stab b", dice=["2D6 4+4"])
    assert (armour(scene), scene.status("b")) == ([(8, 9)], "standing")
    scene = scene_of("Ab.C", DAGGER)
    scene.play("activate A", "declare stab b", dice=["2D6 4+5", "2D6 3+3"])
    assert scene.status("b") == "knocked-out"
    assert "A-SW-17" in scene.cited()


@pytest.mark.rule("A-SW-17")
def test_a_blitz_ends_with_the_dagger() -> None:
    scene = scene_of("A.b.C", DAGGER)
    scene.play("activate A", "declare blitz", "step e", "use Poisoned Dagger b", dice=["2D6 1+1"])
    assert not scene.offered("step w")
    assert scene.offered("activate C")


@pytest.mark.rule("A-SW-17")
def test_a_blade_without_poison_only_stuns() -> None:
    scene = scene_of("Ab.C", ["Stab", "Secret Weapon"])
    scene.play("activate A", "declare stab b", dice=["2D6 4+5", "2D6 3+3"])
    assert scene.status("b") == "stunned"


# --- bombs ----------------------------------------------------------------------------------------------------------

HALL = """
    A......
    .......
    ..z....
    ....b..
    C......
"""


@pytest.mark.rule("A-SW-13")
def test_a_bomb_is_a_whole_activation_and_not_the_pass_of_the_team() -> None:
    scene = scene_of("A...................\n...z.b..............\nC...................", BOMBS, ball="C")
    scene.play("activate A", "declare throw bomb")
    assert scene.offered("throw (6,0)")
    assert not scene.offered("throw (7,0)")  # 49 is beyond the short band
    scene.play("throw (3,0)", dice=["D6 3", "D6 1"])
    assert scene.told("bomb exploded")
    assert not scene.offered("activate A")
    scene.play("activate C")
    assert scene.offered("declare pass")


@pytest.mark.rule("A-SW-13")
def test_a_bomb_flies_only_where_it_is_seen_and_out_of_a_standing_hand() -> None:
    scene = scene_of("A.#.b\nz...C", BOMBS)
    scene.play("activate A", "declare throw bomb")
    assert not scene.offered("throw (3,0)")
    legend = {"A": home(skills=BOMBS, status="prone"), "b": away()}
    scene = Scene("A..b", legend, edition=ARMED)
    scene.play("activate A")
    assert not scene.offered("declare throw bomb")


@pytest.mark.rule("A-SW-14")
def test_a_bomb_may_be_caught_and_thrown_again_or_left_to_explode() -> None:
    scene = scene_of(HALL, BOMBS)
    scene.play("activate A", "declare throw bomb", "throw (4,3)", "decline", dice=["D6 4"])
    assert scene.offered("catch")
    assert scene.asked == "away"
    scene.play("catch", dice=["D6 3"])
    assert scene.told("bomb caught", "b")
    scene.play("throw (1,1)", dice=["D6 5", "D6 1", "D6 1"])
    assert [event["square"] for event in scene.events("bomb exploded")] == [scene.node((1, 1))]
    scene = scene_of(HALL, BOMBS)
    scene.play("activate A", "declare throw bomb", "throw (4,3)", "decline", dice=["D6 4"])
    scene.play("decline", dice=["2D6 3+3"])
    assert scene.status("b") == "prone"


@pytest.mark.rule("A-SW-14")
def test_a_bomb_that_is_intercepted_or_fumbled_is_no_turnover() -> None:
    scene = scene_of(HALL, BOMBS)
    scene.play("activate A", "declare throw bomb", "throw (4,3)", "interfere z", dice=["D6 6"])
    assert scene.asked == "away"
    scene.play("throw (5,1)", dice=["D6 5"])
    assert (scene.turnover, scene.active) == ("", "home")
    legend = {"A": home(skills=[*BOMBS, "Brace"]), "b": away(), "C": home()}
    scene = Scene(
        "A..b\n....\n...C", legend, edition="astrogranite(classic, referees=on, secret_weapons=on, dungeon_skills=on)"
    )
    scene.play("activate A", "declare throw bomb", "throw (1,2)", dice=["D6 1"])
    assert (scene.status("A"), scene.turnover) == ("prone", "")


@pytest.mark.rule("A-SW-14", "A-SW-15")
def test_a_fumbled_bomb_explodes_in_the_hand_and_a_failed_catch_where_it_was() -> None:
    scene = scene_of(HALL, BOMBS)
    scene.play("activate A", "declare throw bomb", "throw (3,1)", "decline", dice=["D6 1", "2D6 2+2", "D6 1"])
    assert (scene.status("A"), scene.turnover) == ("prone", "TURNOVER_KNOCKED_DOWN")
    scene = scene_of(HALL, BOMBS)
    scene.play("activate A", "declare throw bomb", "throw (2,2)", "catch", dice=["D6 4", "D6 1", "2D6 2+2"])
    assert scene.status("z") == "prone"


@pytest.mark.rule("A-SW-15")
def test_a_blast_hits_the_square_and_on_a_four_the_neighbours_prone_or_not() -> None:
    picture = "A.....\n..C...\n..b.$.\n...d..\nz....."
    scene = scene_of(picture, BOMBS, victim={"status": "prone"})
    scene.play(
        "activate A", "declare throw bomb", "throw (3,2)", dice=["D6 4", "D6 3", "D6 4", "D6 4", "2D6 2+2", "2D6 2+3"]
    )
    assert [event["piece"] for event in scene.events("armour held")] == [scene.piece("b"), scene.piece("d")]
    assert (scene.status("C"), scene.status("b"), scene.status("d")) == ("standing", "prone", "prone")
    assert scene.game.is_chest(scene.node((4, 2)))


@pytest.mark.rule("A-SW-15", "A-HUGE-02")
@pytest.mark.parametrize(("square", "dice"), [((2, 1), ["D6 4"]), ((3, 1), [])])
def test_a_blast_hits_somebody_large_once(square: tuple[int, int], dice: list[str]) -> None:
    legend = {"A": home(agility=4, skills=BOMBS), "b": away(), "M": neutral(size=2, armour=9)}
    scene = Scene("A.....b\n...MM..\n...MM..\n.......", legend, edition=ARMED)
    x, y = square
    scene.play("activate A", "declare throw bomb", f"throw ({x},{y})", dice=["D6 6", *dice, "2D6 2+2"])
    assert scene.status("M") == "prone"


@pytest.mark.rule("A-SW-16")
def test_a_bomb_scatters_away_from_walls_explodes_on_a_teleporter_and_is_lost_in_a_chasm() -> None:
    legend = {"A": home(agility=4, skills=BOMBS), "b": away()}
    scene = Scene("######\n#A...#\n#....#\n######\n#b...#\n######", legend, edition=ARMED)
    scene.play(
        "activate A", "declare throw bomb", "throw (4,1)", dice=["D6 2", "D8 2", "D8 7", "D8 8", "D8 4", "D8 4", "D6 1"]
    )
    assert [event["square"] for event in scene.events("bomb exploded")] == [scene.node((2, 2))]
    scene = Scene("A..3.2\nb.....", legend, edition=ARMED)
    scene.play("activate A", "declare throw bomb", "throw (3,0)", dice=["D6 4"])
    assert [event["square"] for event in scene.events("bomb exploded")] == [scene.node((3, 0))]
    scene = Scene("A..:..\nb....C", legend | {"C": home()}, edition=ARMED.replace(")", ", chasms=on)"))
    scene.play("activate A", "declare throw bomb", "throw (3,0)", dice=["D6 4"])
    assert not scene.told("bomb exploded")
    assert scene.offered("activate C")


@pytest.mark.rule("A-OBST-04", "A-SW-13")
def test_a_bomb_may_strike_an_obstacle() -> None:
    legend = {"A": home(agility=4, skills=BOMBS), "b": away(), "C": home()}
    scene = Scene("A.o..b\n......\n.....C", legend, edition=ARMED.replace(")", ", obstacles=on)"))
    scene.play("activate A", "declare throw bomb", "throw (4,0)", dice=["D6 4", "D6 1", "D8 7"])
    assert [event["square"] for event in scene.events("bomb exploded")] == [scene.node((2, 1))]
    assert scene.turnover == ""


# --- what is made of it ---------------------------------------------------------------------------------------------


@pytest.mark.rule("A-SW-05", "A-INF-01")
def test_a_casualty_in_the_activation_is_a_major_infraction_when_it_ends() -> None:
    scene = scene_of("Ab.C", SAW)
    scene.play("activate A", "declare chainsaw b", dice=["D6 2", "2D6 4+4", "2D6 5+5", "D6 1", "D8 1", "D6 6"])
    assert scene.offered("argue")
    scene.play("decline")
    assert (scene.status("A"), scene.turnover) == ("sent-off", "TURNOVER_SENT_OFF")


@pytest.mark.rule("A-SW-05")
def test_so_is_a_turnover_of_that_activation_without_the_weapon() -> None:
    scene = scene_of("A..\nb.C", SAW)
    scene.play("activate A", "declare move", "step e", dice=["D6 1", "2D6 1+1", "D6 6"])
    assert scene.offered("argue")
    assert scene.told("infraction", "A")


@pytest.mark.rule("A-SW-05")
def test_whoever_hurts_nobody_and_loses_no_turn_has_done_nothing() -> None:
    scene = scene_of("Ab.C", SAW)
    scene.play("activate A", "declare chainsaw b", dice=["D6 2", "2D6 4+4", "2D6 4+4"])
    assert scene.status("b") == "knocked-out"
    assert not scene.told("infraction")
    scene.play("activate C", "declare move", "stop")
    assert not scene.told("infraction")


@pytest.mark.rule("A-SW-05", "A-INF-03")
def test_whoever_is_knocked_out_by_its_own_saw_is_judged_all_the_same() -> None:
    scene = scene_of("Ab.C", SAW, LEAGUE)
    scene.play("activate A", "declare chainsaw b", dice=["D6 1", "2D6 6+5", "2D6 4+4", "D6 6"])
    scene.play("decline", dice=["D6 5"])
    assert scene.status("A") == "sent-off"  # no sponge brings it back
    assert scene.told("confiscated", "A")
    scene = scene_of("Ab.C", SAW, LEAGUE)
    scene.play("activate A", "declare chainsaw b", dice=["D6 1", "2D6 6+5", "2D6 6+6", "D6 1", "D8 1"])
    assert scene.status("A") == "casualty"  # it is out for good anyway: no roll


@pytest.mark.rule("A-SW-05")
def test_what_one_armed_player_has_done_is_not_charged_to_another() -> None:
    legend = {"A": home(skills=SAW), "b": away(), "C": home(), "d": away(skills=DAGGER)}
    scene = Scene("Ab.C\n....\n...d", legend, edition=ARMED)
    scene.play("activate A", "declare chainsaw b", dice=["D6 2", "2D6 4+4", "2D6 5+5", "D6 1", "D8 1", "D6 1"])
    scene.play("end turn", "activate d", "declare move", "stop")
    assert len(scene.events("infraction")) == 1
    scene.play("activate A", "declare move", "step s", "step e", "step e", "step e", "stop", dice=["D6 6"])
    scene.play("end turn", "activate d", "declare move", "step w", dice=["D6 1", "2D6 1+1", "D6 1"])
    assert len(scene.events("infraction")) == 2  # and what it does itself is


@pytest.mark.rule("A-INF-06", "A-SW-05")
def test_a_foul_with_a_casualty_is_one_infraction() -> None:
    scene = scene_of("Ab.C", SAW, victim={"status": "prone"})
    scene.play(
        "activate A", "declare foul", "use Chainsaw b", dice=["D6 2", "2D6 4+4", "2D6 5+5", "D6 1", "D8 1", "D6 1"]
    )
    assert len(scene.events("infraction")) == 1


@pytest.mark.rule("A-SW-05", "A-MOD-04")
def test_without_the_weapon_a_casualty_is_no_infraction() -> None:
    scene = scene_of("Ab.C", [])
    scene.play("activate A", "declare block b", "stay", dice=["block POW", "2D6 5+4", "2D6 5+5", "D6 1", "D8 1"])
    assert not scene.told("infraction")


@pytest.mark.rule("A-SW-06")
@pytest.mark.parametrize(("die", "lost"), [(4, False), (5, True)])
def test_in_a_league_the_weapon_of_a_player_sent_off_may_be_confiscated(die: int, lost: bool) -> None:
    scene = scene_of("Ab.C", SAW, LEAGUE)
    scene.play("activate A", "declare chainsaw b", dice=["D6 2", "2D6 4+4", "2D6 5+5", "D6 1", "D8 1", "D6 6"])
    scene.play("decline", dice=[f"D6 {die}"])
    assert scene.told("confiscated", "A") == lost


@pytest.mark.rule("A-SW-04", "A-SW-08", "A-SPP-04")
@pytest.mark.parametrize("edition", [ARMED, LEAGUE])
def test_a_casualty_of_a_weapon_is_worth_two_points_in_a_league(edition: str) -> None:
    wanted = 2 if edition == LEAGUE else 0
    scene = scene_of("Ab.C", SAW, edition)
    scene.play("activate A", "declare chainsaw b", dice=["D6 2", "2D6 4+4", "2D6 5+5", "D6 1", "D8 1", "D6 1"])
    assert scene.points("A") == wanted
    scene = scene_of("Ab.C", DAGGER, edition)
    scene.play("activate A", "declare stab b", dice=["2D6 5+4", "2D6 5+5", "D6 1", "D8 1", "D6 1"])
    assert scene.points("A") == wanted
    scene = scene_of(HALL, BOMBS, edition)
    scene.play("activate A", "declare throw bomb", "throw (4,3)", "decline", dice=["D6 4"])
    scene.play("decline", dice=["2D6 5+4", "2D6 5+5", "D6 1", "D8 1", "D6 1"])
    assert scene.points("A") == wanted


@pytest.mark.rule("A-SW-08")
def test_a_casualty_of_somebody_who_lay_there_teaches_nothing() -> None:
    scene = scene_of(HALL, BOMBS, LEAGUE, victim={"status": "prone"})
    scene.play(
        "activate A",
        "declare throw bomb",
        "throw (4,3)",
        "decline",
        dice=["D6 4", "2D6 5+4", "2D6 5+5", "D6 1", "D8 1", "D6 1"],
    )
    assert scene.points("A") == 0


@pytest.mark.rule("A-SW-08")
def test_a_casualty_of_a_team_mate_teaches_nothing_either() -> None:
    scene = scene_of("A..C....b", BOMBS, LEAGUE)
    hurt = ["2D6 5+4", "2D6 5+5", "D6 1", "D8 1", "D6 1"]
    scene.play("activate A", "declare throw bomb", "throw (3,0)", "decline", dice=["D6 4", *hurt])
    assert (scene.status("C"), scene.points("A")) == ("casualty", 0)


@pytest.mark.rule("A-SW-08")
def test_a_bomb_that_somebody_else_has_thrown_on_earns_its_owner_nothing() -> None:
    scene = scene_of(HALL, BOMBS, LEAGUE)
    scene.play("activate A", "declare throw bomb", "throw (4,3)", "decline", "catch", dice=["D6 4", "D6 3"])
    scene.play("throw (2,2)", dice=["D6 5"])
    scene.play("decline", dice=["2D6 5+4", "2D6 5+5", "D6 1", "D8 1", "D6 1"])
    assert scene.status("z") == "casualty"
    assert scene.points("A") == 0


@pytest.mark.rule("A-SW-18")
@pytest.mark.parametrize(("skills", "needed"), [(["Stunty"], 3), (["Stunty", *SAW], 4)])
def test_a_weapon_keeps_the_small_from_slipping_through(skills: list[str], needed: int) -> None:
    legend = {"A": home(agility=4, skills=skills), "b": away(), "z": away()}
    scene = Scene("b.z\nA..", legend, edition=ARMED)
    scene.play("activate A", "declare move", "step e", dice=["D6 6"])
    assert [event["needed"] for event in scene.events("tested")] == [needed if needed == 3 else 5]


def test_a_bomb_in_the_air_survives_saving() -> None:
    scene = scene_of(HALL, BOMBS)
    scene.play("activate A", "declare throw bomb", "throw (4,3)", "decline", dice=["D6 4"])
    assert fingerprint(load(save(scene.game))) == fingerprint(scene.game)


# --- teams ----------------------------------------------------------------------------------------------------------


def team_of(college: str, armed: dict[int, tuple[str, str]], count: int = 7) -> Team:
    """A new team of linemen; those named have another position and a weapon."""
    facts = load_facts("astrogranite(budget=5000000)")
    roster = facts.roster(college)
    players = []
    for number in range(1, count + 1):
        name, weapon = armed.get(number, (roster.of_section("linemen")[0].name, ""))
        position = roster.find(name)
        assert position is not None, name
        players.append(Player(number, f"Number {number}", position.name, position.cost, weapon=weapon))
    team = Team("astrogranite(budget=5000000)", roster.id, "Test", tuple(players))
    return replace(team, treasury=5_000_000 - draft_cost(team))


def complaints(team: Team) -> str:
    return "; ".join(problem.text() for problem in check(team))


@pytest.mark.rule("A-SW-01")
def test_a_team_has_one_armed_player() -> None:
    lineman = "Human Lineman"
    assert not check(team_of("grey", {1: (lineman, "Chainsaw")}))
    assert "A-SW-01" in complaints(team_of("grey", {1: (lineman, "Chainsaw"), 2: (lineman, "Bombs")}))
    assert "A-SW-01" in complaints(team_of("grey", {1: (lineman, "Chainsaw"), 2: (lineman, "Sorcery")}))


@pytest.mark.rule("A-SW-02")
def test_not_every_race_has_every_weapon() -> None:
    assert "A-SW-02" in complaints(team_of("grey", {1: ("Human Lineman", "Poisoned Dagger")}))
    assert "weapon" in complaints(team_of("grey", {1: ("Human Lineman", "Slingshot")}))


@pytest.mark.rule("A-SW-03")
def test_whoever_has_a_weapon_is_a_lineman_and_costs_both() -> None:
    plain = team_of("bright", {})
    human = team_of("bright", {1: ("Human Lineman", "Chainsaw")})
    cost = {name: plain.roster_facts.find(name).cost for name in ("Human Lineman", plain.players[0].position)}  # type: ignore[union-attr]
    assert draft_cost(human) - draft_cost(plain) == cost["Human Lineman"] - cost[plain.players[0].position] + 30_000
    dwarf = team_of("bright", {1: ("Dwarf Longbeard", "Chainsaw")})
    assert draft_cost(dwarf) - draft_cost(team_of("bright", {1: ("Dwarf Longbeard", "")})) == 20_000
    assert "A-SW-03" in complaints(team_of("bright", {1: ("Human Blitzer", "Chainsaw")}))
    sheet = squads_of([human, plain], build(ARMED.replace("classic", "classic, colleges=on"))).sheets[0]
    assert int(SAWS) in sheet.abilities
    assert int(BANNED) in sheet.abilities
    assert (int(sheet.movement), int(sheet.strength)) == (6, 3)


@pytest.mark.rule("A-MOD-04")
def test_a_match_without_the_module_is_none_for_an_armed_player() -> None:
    team = team_of("bright", {1: ("Human Lineman", "Chainsaw")})
    with pytest.raises(UserError, match="Chainsaw"):
        squads_of([team, team], build("astrogranite(classic, colleges=on)"))
