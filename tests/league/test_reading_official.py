"""What a match of the official edition tells a league (O-SPP-01 to -03, O-ROOM-14, O-TD-06, O-TIME-03)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

import dungeonbowl
from dungeonbowl.engine.abilities import WAITS_TO_JOIN, WORDS
from dungeonbowl.errors import UserError
from dungeonbowl.league.aftermath.reading import DEEDS, read_match
from dungeonbowl.scenes.scene import CLAUSE_NAMES, Scene, away, home
from support.league import facts_of, points_of, teams_of, told, whistle

AIM = ("declare pass", "aim")
HALL = ".......\n..Ab...\n.......\n......z"


def block(*dice: str) -> Scene:
    """A blocks b, and b goes down."""
    scene = Scene(HALL, {"A": home(), "b": away(), "z": away()})
    return scene.play("activate A", "declare block b", "push (4,1)", "stay", dice=["block POW", *dice])


# --- deeds ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-SPP-01")
def test_a_completion_is_a_point_of_the_passer() -> None:
    scene = Scene("P..R\n....\n...z", {"P": home(passing=4), "R": home(), "z": away()}, ball="P")
    scene.play("activate P", *AIM, "throw (3,0)", dice=["D6 4", "D6 3"])
    facts = facts_of(scene)
    assert points_of(facts) == {"P": {"completion": 1}}
    assert told(facts, "P").deeds == {"completion": 1}
    assert told(facts, "R").deeds == {}


@pytest.mark.rule("O-SPP-01")
def test_a_superb_throw_is_a_point_of_the_thrower() -> None:
    legend = {
        "T": home(strength=5, passing=5, skills=["Throw Team-mate"]),
        "G": home(strength=2, armour=8, skills=["Right Stuff", "Stunty"]),
        "z": away(),
    }
    scene = Scene("........\n...T....\n...G....\nz.......", legend)
    scene.play(
        "activate T",
        "declare throw team-mate",
        "pick G",
        "throw (5,1)",
        dice=["D6 5", "D8 5", "D8 7", "D8 4", "D6 3"],
    )
    facts = facts_of(scene)
    assert points_of(facts) == {"T": {"throw": 1}}
    assert told(facts, "T").deeds == {"throw": 1}


@pytest.mark.rule("O-SPP-02")
@pytest.mark.parametrize(
    ("dice", "deed", "points"),
    [
        (["D6 4"], "interception", 2),  # instead of the point for the deflection
        (["D6 3", "D8 7", "D8 7", "D8 5", "D8 4"], "deflection", 1),
    ],
)
def test_an_interception_takes_the_place_of_the_deflection(dice: list[str], deed: str, points: int) -> None:
    scene = Scene("P..x..R\n.......\n.......", {"P": home(), "x": away(), "R": home()}, ball="P")
    scene.play("activate P", *AIM, "throw (6,0)", "interfere x", dice=["D6 5", "D6 6", *dice])
    facts = facts_of(scene)
    assert points_of(facts) == {"x": {deed: points}}
    assert told(facts, "x").deeds == {deed: 1}


@pytest.mark.rule("O-SPP-03")
def test_a_casualty_of_a_block_earns_points_and_counts_for_the_team() -> None:
    facts = facts_of(block("2D6 6+4", "2D6 6+4", "D16 1"))
    assert points_of(facts) == {"A": {"casualty": 2}}
    assert [side.casualties for side in facts.sides] == [1, 0]
    assert (told(facts, "b").injury, told(facts, "b").how, told(facts, "b").by) == ("badly hurt", "block", "A")


@pytest.mark.rule("O-SPP-03")
def test_it_counts_even_if_the_victim_regenerates() -> None:
    scene = Scene(HALL, {"A": home(), "b": away(skills=["Regeneration"]), "z": away()})
    scene.play(
        "activate A",
        "declare block b",
        "push (4,1)",
        "stay",
        dice=["block POW", "2D6 6+4", "2D6 6+4", "D16 16", "D6 4"],
    )
    facts = facts_of(scene)
    assert points_of(facts) == {"A": {"casualty": 2}}
    assert [side.casualties for side in facts.sides] == [1, 0]
    assert told(facts, "b").injury == ""
    assert told(facts, "A").deeds == {"casualty": 1}  # and nobody was killed


@pytest.mark.rule("O-SPP-03")
def test_a_foul_earns_nothing_but_the_records_know_who_did_it() -> None:
    legend = {"F": home(), "v": away(status="prone"), "z": away()}
    scene = Scene("Fv...\n.....\n....z", legend)
    scene.play("activate F", "declare foul v", "foul v", dice=["2D6 5+4", "2D6 6+4", "D16 15"])
    facts = facts_of(scene)
    assert points_of(facts) == {}
    assert [side.casualties for side in facts.sides] == [0, 0]
    assert told(facts, "F").deeds == {"foul": 1, "kill": 1}
    assert (told(facts, "v").injury, told(facts, "v").how, told(facts, "v").by) == ("dead", "foul", "F")


@pytest.mark.rule("O-SPP-03")
def test_a_chest_hurts_whom_it_hurts_and_earns_nobody_anything() -> None:
    scene = Scene("O$b.M\n....z", {"O": home(), "M": home(), "b": away(), "z": away()}, ball="M")
    scene.play("activate O", "declare move", "open (1,0)", dice=["2D6 1+2", "2D6 5+5", "2D6 5+6", "D16 10"])
    facts = facts_of(scene)
    assert points_of(facts) == {}
    assert [side.casualties for side in facts.sides] == [0, 0]
    assert (told(facts, "b").injury, told(facts, "b").how, told(facts, "b").by) == ("niggle", "explosion", "")


@pytest.mark.rule("O-SPP-03")
def test_nor_does_a_second_portal() -> None:
    scene = Scene("A1..\n####\n23..\n####\n4.Cz", {"A": home(), "C": home(), "z": away()})
    scene.play("activate A", "declare move", "step e", "pay portal", dice=["D6 2"])
    scene.play("step e", dice=["D6 4", "2D6 5+6", "D16 7"])
    facts = facts_of(scene)
    assert points_of(facts) == {}
    assert (told(facts, "A").injury, told(facts, "A").how, told(facts, "A").by) == ("misses", "portal", "")


@pytest.mark.rule("O-INJ-09")
@pytest.mark.parametrize(
    ("dice", "injury", "loss"),
    [
        (["D16 6"], "badly hurt", ""),
        (["D16 9"], "misses", ""),
        (["D16 12"], "niggle", ""),
        (["D16 14", "D6 1"], "loss", "av"),
        (["D16 14", "D6 3"], "loss", "ma"),
        (["D16 14", "D6 4"], "loss", "pa"),
        (["D16 14", "D6 5"], "loss", "ag"),
        (["D16 14", "D6 6"], "loss", "st"),
        (["D16 16"], "dead", ""),
    ],
)
def test_every_row_of_the_casualty_table_has_its_consequence(dice: list[str], injury: str, loss: str) -> None:
    facts = facts_of(block("2D6 6+4", "2D6 6+4", *dice))
    assert (told(facts, "b").injury, told(facts, "b").loss) == (injury, loss)
    assert told(facts, "A").deeds.get("kill", 0) == (injury == "dead")


@pytest.mark.rule("O-ROOM-14")
def test_different_players_who_gathered_funds_are_counted() -> None:
    legend = {"A": home(), "C": home(), "b": away()}
    scene = Scene("AC..b", legend, rooms=[("Treasure Room", [0, 0, 2, 1])])
    for _ in range(2):
        scene.play("activate A", "declare gather funds", "activate C", "declare gather funds", "end turn")
    facts = facts_of(scene)
    assert [side.gathered for side in facts.sides] == [2, 0]
    assert told(facts, "A").deeds == {"funds": 2}


def test_the_chest_with_the_ball_is_a_deed_for_the_records_only() -> None:
    scene = Scene("O$..z", {"O": home(), "z": away()})
    scene.play("activate O", "declare move", "open (1,0)", dice=[])
    facts = facts_of(scene)
    assert told(facts, "O").deeds == {"chest": 1}
    assert points_of(facts) == {}


# --- how it ended -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-TD-04")
def test_the_touchdown_wins_and_names_the_scorer() -> None:
    scene = Scene("A.....RB\nA.....b.", {"R": home(), "b": away()}, ball="R")
    scene.play("activate R", "step e", dice=["D6 6"])
    facts = facts_of(scene)
    assert facts.how == "touchdown"
    assert [(side.outcome, side.score) for side in facts.sides] == [("won", 1), ("lost", 0)]
    assert told(facts, "R").deeds == {"touchdown": 1}
    assert points_of(facts) == {"R": {"touchdown": 5}}


@pytest.mark.rule("O-TD-06")
def test_a_concession_names_who_gave_up_and_how_many_it_still_had() -> None:
    """One in the dungeon and one in Reserves: the knocked out and the hurt are not there to go on."""
    gone = {"x": home(status="casualty"), "n": home(status="knocked-out")}
    scene = Scene("C..z", {"C": home(), "K": home(status="reserves"), **gone, "z": away()})
    facts = facts_of(scene)
    assert facts.how == "conceded"
    assert [(side.outcome, side.conceded, side.fit) for side in facts.sides] == [("lost", True, 2), ("won", False, 0)]


@pytest.mark.rule("O-TIME-03")
@pytest.mark.parametrize(
    ("column", "how", "outcomes"), [(5, "distance", ["won", "lost"]), (3, "draw", ["drawn", "drawn"])]
)
def test_a_match_can_be_won_by_distance_or_drawn(column: int, how: str, outcomes: list[str]) -> None:
    scene = Scene("A.C.z.B", {"C": home(), "z": away()}, ball=(column, 0), turns=(16, 15), to_move="away", zones=(0, 1))
    scene.play("end turn")
    facts = facts_of(scene)
    assert (facts.how, [side.outcome for side in facts.sides]) == (how, outcomes)
    assert [side.score for side in facts.sides] == [0, 0]


# --- newcomers --------------------------------------------------------------------------------------------------------


@pytest.mark.skill("Plague Ridden")
def test_an_infected_victim_is_dead_and_a_newcomer_has_joined_the_killers_team() -> None:
    legend = {
        "A": home(strength=5, skills=["Plague Ridden"]),
        "N": home(status="absent", skills=["Decay"], position="Rotter Lineman"),
        "b": away(armour=3),
        "c": away(),
    }
    scene = Scene("Ab....c..", legend)
    word = scene.piece("N") * int(WORDS) + int(WAITS_TO_JOIN) // 32
    scene.game.abilities[word] = scene.game.abilities[word] | 1 << int(WAITS_TO_JOIN) % 32
    scene.play(
        "activate A",
        "declare block b",
        "face pow",
        "stay",
        dice=["block POW PUSH", "2D6 5+6", "2D6 6+6", "D16 15"],
    )
    facts = facts_of(scene, ("life",))
    assert (told(facts, "b").injury, told(facts, "b").infected) == ("dead", True)
    (newcomer,) = facts.sides[0].joined
    assert (newcomer.position, newcomer.number, newcomer.journeyman) == ("Rotter Lineman", 2, True)
    assert facts.sides[0].newcomers == ("Rotter Lineman",)
    assert told(facts, newcomer.id).injury == ""
    assert facts.sides[1].newcomers == ()
    assert facts_of(scene, ("life",)).sides[0].joined == (newcomer,)  # the id follows from the match


@pytest.mark.skill("Plague Ridden")
def test_a_newcomer_who_never_came_is_not_told_of() -> None:
    legend = {"A": home(skills=["Plague Ridden"]), "N": home(status="absent", position="Rotter Lineman"), "c": away()}
    scene = Scene("A.....c..", legend)
    word = scene.piece("N") * int(WORDS) + int(WAITS_TO_JOIN) // 32
    scene.game.abilities[word] = scene.game.abilities[word] | 1 << int(WAITS_TO_JOIN) % 32
    facts = facts_of(scene, ("life",))
    assert [player.player for player in facts.sides[0].players] == ["A"]
    assert (facts.sides[0].joined, facts.sides[0].newcomers) == ((), ())


# --- what is refused --------------------------------------------------------------------------------------------------


def test_a_match_that_is_not_over_tells_nothing() -> None:
    scene = Scene("A...z", {"A": home(), "z": away()})
    with pytest.raises(UserError, match="match m_1: it is not over"):
        read_match(scene.game, teams_of(scene), "m_1")


def test_players_who_are_not_on_the_list_are_named() -> None:
    scene = whistle(Scene("A.C.z", {"A": home(), "C": home(name="Xerxes"), "z": away()}))
    first, second = teams_of(scene)
    first = replace(first, players=first.players[:1])
    with pytest.raises(UserError, match="match m_1: number 2, Xerxes, is not on the list of home"):
        read_match(scene.game, [first, second], "m_1")
    with pytest.raises(UserError, match="match m_1: expected 2 teams, found 1"):
        read_match(scene.game, [second], "m_1")
    scene.game.squads.teams[1].identity = "t_9"
    with pytest.raises(UserError, match="match m_1: expected the team t_9, found t_1, away"):
        read_match(scene.game, teams_of(scene), "m_1")
    with pytest.raises(UserError, match="team 'away' is in no league"):
        read_match(scene.game, [teams_of(scene)[0], replace(second, id="")], "m_1")


def test_players_are_known_by_their_ids_whatever_number_they_wear_by_now() -> None:
    scene = whistle(Scene("A.C.z", {"A": home(), "C": home(), "z": away()}))
    for letter in ("A", "C", "z"):
        scene.game.squads.sheets[scene.piece(letter)].identity = letter
    first, second = teams_of(scene)
    first = replace(first, players=tuple(replace(each, number=each.number + 10) for each in first.players))
    facts = read_match(scene.game, [first, second], "m_1")
    assert [player.player for player in facts.sides[0].players] == ["A", "C"]


# --- every deed -------------------------------------------------------------------------------------------------------


def test_every_award_of_the_engine_is_a_deed() -> None:
    """Whatever earns points in any edition has a name here."""
    package = Path(dungeonbowl.__file__).parent
    found = set()
    for room in ("engine", "editions"):
        for file in (package / room).rglob("*.py"):
            for arguments in re.findall(r"game\.award\(([^\n]*)\)\n", file.read_text(encoding="utf-8")):
                found.add(arguments.rpartition(" ")[2].removeprefix("clauses."))
    assert found == {CLAUSE_NAMES[clause] for clause in DEEDS}
