"""The thirteen magic items (S-ITEM)."""

from __future__ import annotations

import pytest

from dungeonbowl.editions.stockbowl.items.cards import NAMES
from dungeonbowl.engine import abilities
from dungeonbowl.engine.dice import ScriptedDice
from dungeonbowl.engine.events import ARMOUR_BROKEN, ARMOUR_HELD, INJURED
from dungeonbowl.engine.moments import DRIVE_ENDED
from dungeonbowl.engine.procedures.moment import said
from dungeonbowl.records.save import fingerprint, load, resume, save
from dungeonbowl.scenes.scene import Piece, Scene, away, home

BRACERS, BELT, HEADBAND, SHIELD, BEAR, HOLDING, DAMPER, CHARM, LONGARM, CODPIECE, FOOT, RING, WAND = NAMES

CHEST = """
    ........
    ..A$....
    ........
    ........
    y......z
"""


def chest(opener: Piece | None = None, **facts: object) -> Scene:
    """A stands west of a chest that holds the magic item."""
    legend: dict[str, Piece] = {"A": opener or home(), "y": home(), "z": away()}
    legend.update(facts.pop("others", {}))  # type: ignore[call-overload]
    facts.setdefault("ball", "z")
    return Scene(CHEST, legend, edition="stockbowl", **facts)  # type: ignore[arg-type]


def find(card: str, opener: Piece | None = None, **facts: object) -> Scene:
    """A opens the chest and draws this card."""
    scene = chest(opener, **facts)
    return scene.play("activate A", "declare move", "step e", dice=[f"D13 {NAMES.index(card) + 1}"])


def holding(card: str, picture: str, legend: dict[str, Piece], who: str, **facts: object) -> Scene:
    """A scene in which somebody has this card from the start."""
    facts.setdefault("ball", (0, 0))
    return Scene(picture, legend, edition="stockbowl", modules={"items": {"has": {who: [card]}}}, **facts)  # type: ignore[arg-type]


def items(scene: Scene, letter: str) -> list[str]:
    return scene.game.rules.chests.items_of(scene.game, scene.piece(letter))


def can(scene: Scene, letter: str, ability: str) -> bool:
    return bool(scene.game.can(scene.piece(letter), getattr(abilities, ability)))


def strength(scene: Scene, letter: str) -> int:
    return int(scene.game.strength(scene.piece(letter)))


def totals(scene: Scene, letter: str) -> list[int]:
    rolls = (ARMOUR_HELD, ARMOUR_BROKEN, INJURED)
    return [int(event.b) for event in scene.game.events if event.kind in rolls and event.a == scene.piece(letter)]


def end_drive(scene: Scene) -> None:
    """What the items hear when a drive is over."""
    said(scene.module("items"), DRIVE_ENDED, scene.game, 0, 0)


FIGHT = """
    ......
    ..XD..
    ......
    y....z
"""


def fight(
    card: str, blocker: Piece | None = None, target: Piece | None = None, who: str = "D", **facts: object
) -> Scene:
    """X stands beside D; one of them has the card."""
    legend = {"X": blocker or home(), "D": target or away(armour=9), "y": home(), "z": away()}
    return holding(card, FIGHT, legend, who, **facts)


def knock_down(scene: Scene, *dice: str) -> Scene:
    scene.play("activate X", "declare block D", dice=["block POW"])
    scene.play("push (4,1)")
    return scene.play("follow", dice=list(dice))


# --- the deck -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S-ITEM-01")
def test_every_card_comes_once_before_any_comes_twice() -> None:
    scene = chest(modules={"items": {"drawn": [BRACERS, BELT]}})
    scene.play("activate A", "declare move", "step e", dice=["D11 1"])
    assert scene.told("item found", "A")
    assert items(scene, "A") == [HEADBAND]
    scene = chest(modules={"items": {"drawn": [name for name in NAMES if name != WAND]}})
    scene.play("activate A", "declare move", "step e")  # one is left: no die
    assert items(scene, "A") == [WAND]
    scene = chest(modules={"items": {"drawn": list(NAMES)}})
    scene.play("activate A", "declare move", "step e", dice=["D13 2"])  # shuffled anew
    assert items(scene, "A") == [BELT]
    assert scene.module("items").show_state(scene.game, scene.letters)["drawn"] == [BELT]


@pytest.mark.rule("S-ITEM-02")
def test_the_card_works_at_once_and_a_useless_one_is_discarded() -> None:
    scene = find(WAND)
    assert strength(scene, "A") == 4
    assert scene.offered("step e")
    scene = find(SHIELD)  # he holds no ball
    assert items(scene, "A") == []
    assert int(scene.events("item found")[0].c) == 0
    assert scene.module("items").show_state(scene.game, scene.letters)["drawn"] == [SHIELD]


@pytest.mark.rule("S-ITEM-03")
def test_turn_cards_end_with_the_team_turn_in_progress_whoever_drew_them() -> None:
    scene = find(WAND)
    scene.play("stop", "end turn")
    assert items(scene, "A") == []
    assert strength(scene, "A") == 3
    assert not can(scene, "A", "HITS_HARDER")
    scene = find(DAMPER)
    scene.play("stop", "end turn")
    assert items(scene, "A") == [DAMPER]
    end_drive(scene)
    assert items(scene, "A") == []
    scene = find(FOOT)
    scene.play("stop", "end turn")
    end_drive(scene)
    assert items(scene, "A") == [FOOT]


@pytest.mark.rule("S-ITEM-03")
def test_what_lasts_longer_goes_on_if_the_player_leaves_and_returns() -> None:
    scene = find(BELT)
    piece = scene.piece("A")
    square = int(scene.game.square[piece])
    scene.game.lift(piece, 4)
    scene.game.status[piece] = 0
    scene.game.place(piece, square)
    assert items(scene, "A") == [BELT]


# --- one card after the other -----------------------------------------------------------------------------------------


@pytest.mark.rule("S-ITEM-04")
def test_bracers_give_a_gaze_a_side_step_and_a_bone_head() -> None:
    scene = find(BRACERS)
    assert all(can(scene, "A", ability) for ability in ("GAZES", "PICKS_PUSH_SQUARE", "FORGETS"))
    scene = fight(BRACERS)
    scene.play("activate X", "declare block D", dice=["block PUSH"])
    assert scene.asked == "away"
    assert scene.offered("push (3,0)")
    scene = fight(BRACERS, who="X")
    scene.play("activate X", "declare move", dice=["D6 1"])
    assert scene.told("tested", "X")
    assert not scene.game.has_zone(scene.piece("X"))
    scene = fight(DAMPER, who="X")  # another card has none of it
    scene.play("activate X", "declare move")
    assert not scene.told("tested", "X")


@pytest.mark.rule("S-ITEM-05")
@pytest.mark.parametrize("skill", ["Mighty Blow", "Claw"])
def test_the_belt_keeps_help_from_the_armour_roll(skill: str) -> None:
    target = away(armour=9 if skill == "Mighty Blow" else 10)
    scene = knock_down(fight(BELT, home(skills=[skill]), target), "2D6 4+4")
    assert totals(scene, "D") == [8]
    assert scene.status("D") == "prone"
    scene = fight(FOOT, home(skills=[skill]), target)
    scene.play("activate X", "declare block D", dice=["block POW"])
    scene.play("push (4,1)")
    scene.give(["2D6 4+4", "2D6 1+1"])
    scene.act("stay")
    if scene.asked == "home" and scene.offered("use HITS_HARDER X"):
        scene.act("use HITS_HARDER X")
    scene.spent()
    assert scene.told("armour broken", "D")


@pytest.mark.rule("S-ITEM-05")
def test_the_belt_minds_no_foul_assists_piling_on_chests_and_walls_but_its_own_side_still_helps() -> None:
    picture = """
        .......
        .XDp...
        .......
        y.....z
    """
    legend = {"X": home(), "D": away(armour=9, status="prone"), "p": home(), "y": home(), "z": away()}
    scene = holding(BELT, picture, legend, "D")
    scene.play("activate X", "declare foul D", "foul D", dice=["2D6 3+5"])
    assert totals(scene, "D") == [8]
    legend["h"] = away(at=(1, 0))  # helps D against X
    scene = holding(BELT, picture, legend, "D")
    scene.play("activate X", "declare foul D", "foul D", dice=["2D6 4+5"])
    assert totals(scene, "D") == [8]
    scene = knock_down(fight(BELT, home(skills=["Piling On"])), "2D6 4+3")
    assert not scene.offered("use PILES_ON X")
    assert scene.status("D") == "prone"
    assert scene.status("X") == "standing"
    assert not scene.told("skill used", "X")
    picture = """
        ########
        #XD$...#
        ########
        y......z
    """
    legend = {"X": home(), "D": away(armour=9), "y": home(), "z": away()}
    scene = Scene(
        picture, legend, edition="stockbowl", ball="z", modules={"items": {"hidden": 0, "has": {"D": [BELT]}}}
    )
    scene.play("activate X", "declare block D", dice=["block POW"])
    scene.play("stay", dice=["2D6 4+4"])
    assert totals(scene, "D") == [8]
    picture = """
        ####
        #DX.
        ####
        y..z
    """
    scene = holding(BELT, picture, legend, "D", ball=(1, 3))
    scene.play("activate X", "declare block D", dice=["block POW", "2D6 4+4"])
    assert totals(scene, "D") == [8]
    assert scene.status("D") == "prone"
    legend["X"] = home(skills=["Mighty Blow"])
    scene = holding(BELT, picture, legend, "D", ball=(1, 3))
    scene.play("activate X", "declare block D", dice=["block POW", "2D6 4+4"])
    assert totals(scene, "D") == [8]
    assert scene.status("D") == "prone"
    modules = {"items": {"hidden": 0, "has": {"A": [BELT]}}}
    scene = chest(home(armour=9), modules=modules)
    scene.play("activate A", "declare move", "step e", dice=["2D6 4+4"])
    assert totals(scene, "A") == [8]


@pytest.mark.rule("S-ITEM-05")
def test_help_that_the_belt_keeps_from_the_armour_is_left_for_the_injury() -> None:
    scene = knock_down(fight(BELT, home(skills=["Mighty Blow"])), "2D6 5+4", "2D6 4+3")
    assert totals(scene, "D") == [9, 8]


THROW = """
    .........
    A...b...C
    .........
    y.......z
"""


def throw(who: str, card: str) -> Scene:
    legend = {"A": home(agility=4), "b": away(agility=4), "C": home(agility=4), "y": home(), "z": away()}
    return holding(card, THROW, legend, who, ball="A")


@pytest.mark.rule("S-ITEM-06")
def test_the_headband_gives_pass_and_accurate_and_is_easy_to_intercept() -> None:
    scene = find(HEADBAND)
    assert can(scene, "A", "REROLLS_PASS")
    assert can(scene, "A", "THROWS_BETTER")
    scene.play("stop", "end turn")
    assert not can(scene, "A", "REROLLS_PASS")
    needed = {}
    for card in (HEADBAND, WAND):
        scene = throw("A", card)
        scene.play("activate A", "declare pass", "aim", "throw (8,1)")
        scene.play("interfere b", dice=["D6 6"])
        needed[card] = int(scene.events("tested")[0].c)
    assert needed == {HEADBAND: 5, WAND: 6}  # AG 3, -2


@pytest.mark.rule("S-ITEM-12")
def test_the_gloves_of_jark_longarm_reach_into_passes() -> None:
    scene = find(LONGARM)
    assert can(scene, "A", "READS_THE_PASS")
    end_drive(scene)
    assert not can(scene, "A", "READS_THE_PASS")
    scene = throw("b", LONGARM)
    scene.play("activate A", "declare pass", "aim", "throw (8,1)")
    while not any(option.startswith("interfere") for option in scene.options()):
        scene.act("decline" if scene.offered("decline") else "stop")
    scene.play("interfere b", dice=["D6 6"])
    assert int(scene.events("tested")[0].c) == 5


@pytest.mark.rule("S-ITEM-07")
def test_the_force_shield_lasts_as_long_as_its_bearer_holds_the_ball() -> None:
    scene = find(SHIELD, ball="A")
    assert items(scene, "A") == [SHIELD]
    assert all(can(scene, "A", ability) for ability in ("REROLLS_PICK_UP", "GRIPS_BALL", "FENDS_OFF"))
    legend = {"X": home(skills=["Strip Ball"]), "D": away(armour=9), "y": home(), "z": away()}
    scene = holding(SHIELD, FIGHT, legend, "D", ball="D")
    scene.play("activate X", "declare block D", dice=["block PUSH"])
    assert scene.offered("push (4,1)")  # nobody asks about Strip Ball
    scene.play("push (4,1)")
    assert scene.asked == "away"
    assert scene.offered("use FENDS_OFF D")
    # without the ball it is gone by the time of the next block
    scene = holding(SHIELD, FIGHT, legend, "D", ball=(0, 0))
    scene.play("activate X", "declare block D", dice=["block PUSH"])
    scene.play("push (4,1)")
    assert scene.asked == "home"
    assert items(scene, "D") == []


@pytest.mark.rule("S-ITEM-07")
def test_a_ball_lost_and_won_again_brings_no_shield_back() -> None:
    scene = holding(SHIELD, CHEST.replace("$", "."), {"A": home(), "y": home(), "z": away()}, "A", ball=(3, 1))
    scene.play("activate A", "declare move", "step e", dice=["D6 6"])
    assert scene.ball == "A"
    assert items(scene, "A") == []


@pytest.mark.rule("S-ITEM-08")
def test_the_bear_is_strong_for_a_drive_and_weak_for_the_rest_of_the_game() -> None:
    scene = find(BEAR)
    assert strength(scene, "A") == 4
    scene.play("stop", "end turn")
    assert strength(scene, "A") == 4
    end_drive(scene)
    assert strength(scene, "A") == 2
    assert items(scene, "A") == ["weakness after the bear"]
    end_drive(scene)
    assert strength(scene, "A") == 2


@pytest.mark.rule("S-ITEM-03", "S-ITEM-08")
def test_a_touchdown_ends_what_lasts_a_drive() -> None:
    picture = """
        ##AA###
        #.z...#
        #.....#
        #.C...#
        ##BB###
    """
    modules = {"items": {"has": {"C": [BEAR, BELT], "z": [DAMPER, WAND]}}}
    scene = Scene(picture, {"C": home(), "z": away()}, edition="stockbowl", ball="C", modules=modules)
    scene.play("activate C", "declare move", "step s", dice=["2D6 6+1"])
    while scene.options()[0].startswith("deploy"):
        scene.act(scene.options()[0])
    assert items(scene, "C") == [BELT, "weakness after the bear"]
    assert strength(scene, "C") == 2
    assert items(scene, "z") == []


@pytest.mark.rule("S-ITEM-09")
def test_gloves_of_holding_catch_and_hold_and_give_nothing_away() -> None:
    scene = find(HOLDING)
    abilities_given = ("REROLLS_CATCH", "REROLLS_PICK_UP", "GRIPS_BALL")
    assert all(can(scene, "A", ability) for ability in abilities_given)
    legend = {"A": home(), "y": home(), "z": away()}
    scene = holding(HOLDING, CHEST.replace("$", "."), legend, "A", ball="A")
    scene.play("activate A")
    assert not scene.offered("declare pass")
    assert not scene.offered("declare hand-off")
    assert not can(scene, "A", "KEEPS_BALL_FOR_ITSELF")  # a Dump-Off is no action, and remains
    scene = chest(ball="A")
    scene.play("activate A", "declare pass", "step e", dice=["D13 6"])
    assert not scene.offered("aim")
    assert scene.offered("step e")
    assert scene.ball == "A"


@pytest.mark.rule("S-ITEM-10")
def test_the_damper_weakens_a_blitzer_who_has_moved() -> None:
    picture = """
        ......
        .X.D..
        ......
        y....z
    """
    counts = []
    for steps, declared in ((("step e",), "blitz D"), ((), "block D")):
        drawn = picture if steps else FIGHT
        legend = {"X": home(strength=4), "D": away(strength=3), "y": home(), "z": away()}
        scene = holding(DAMPER, drawn, legend, "D")
        dice = ["block PUSH"] if steps else ["block PUSH PUSH"]
        if steps:
            scene.play("activate X", f"declare {declared}", *steps, "block D", dice=dice)
        else:
            scene.play("activate X", f"declare {declared}", dice=dice)
        counts.append(int(scene.events("block dice rolled")[0].d))
    assert counts == [1, 2]
    legend = {"X": home(strength=1), "D": away(strength=2), "y": home(), "z": away()}
    scene = holding(DAMPER, picture, legend, "D")
    scene.play("activate X", "declare blitz D", "step e", "block D", dice=["block PUSH PUSH"])
    assert int(scene.events("block dice rolled")[0].d) == -2  # never below 1


@pytest.mark.rule("S-ITEM-10")
def test_a_blitzer_who_has_not_moved_is_not_weakened() -> None:
    legend = {"X": home(strength=4), "D": away(strength=3), "y": home(), "z": away()}
    scene = holding(DAMPER, FIGHT, legend, "D")
    scene.play("activate X", "declare blitz D", "block D", dice=["block PUSH PUSH"])
    assert int(scene.events("block dice rolled")[0].d) == 2


@pytest.mark.rule("S-ITEM-11")
def test_the_lucky_charm_saves_its_bearer_once() -> None:
    scene = knock_down(fight(CHARM), "2D6 6+6")
    assert scene.status("D") == "prone"
    assert items(scene, "D") == []
    assert not scene.told("injured")
    assert scene.told("item ended", "D")
    scene = fight(CHARM)
    knock_down(scene, "2D6 4+4")  # not broken: it is not used
    assert items(scene, "D") == [CHARM]
    picture = """
        ####
        #DX.
        ####
        y..z
    """
    legend = {"X": home(), "D": away(armour=9), "y": home(), "z": away()}
    scene = holding(CHARM, picture, legend, "D", ball=(1, 3))
    scene.play("activate X", "declare block D", dice=["block PUSH", "2D6 6+6"])
    assert scene.status("D") == "prone"
    assert items(scene, "D") == []


@pytest.mark.rule("S-ITEM-13")
def test_the_codpiece_keeps_fouls_and_help_away_from_injuries() -> None:
    fallen = away(armour=9, status="prone")
    assert not any(option.startswith("declare foul") for option in declared(CODPIECE, fallen))
    assert any(option.startswith("declare foul") for option in declared(BELT, fallen))
    blocker = home(skills=["Mighty Blow", "Piling On"])
    scene = knock_down(fight(CODPIECE, blocker), "2D6 5+5", "2D6 4+3")
    assert not scene.offered("use PILES_ON X")
    assert totals(scene, "D") == [10, 7]
    assert scene.status("X") == "standing"
    scene = knock_down(fight(CODPIECE, target=away(armour=9, skills=["Stunty"], niggles=2)), "2D6 5+5", "2D6 4+3")
    assert totals(scene, "D") == [10, 7]
    assert scene.told("injured", "D")
    assert scene.status("D") != "knocked-out"


def declared(card: str, target: Piece) -> list[str]:
    scene = fight(card, target=target)
    scene.play("activate X")
    return scene.options()


@pytest.mark.rule("S-ITEM-13")
def test_the_codpiece_bears_a_trap_too() -> None:
    picture = """
        ########
        #XD$...#
        ########
        y......z
    """
    legend = {"X": home(), "D": away(armour=9), "y": home(), "z": away()}
    modules = {"items": {"hidden": 0, "has": {"D": [CODPIECE]}}}
    scene = Scene(picture, legend, edition="stockbowl", ball="z", modules=modules)
    scene.play("activate X", "declare block D", dice=["block POW"])
    scene.play("stay", dice=["2D6 4+4", "2D6 4+3"])
    assert totals(scene, "D") == [10, 7]


@pytest.mark.rule("S-ITEM-14")
def test_the_rabbits_foot_makes_a_pro_but_not_of_a_loner() -> None:
    assert can(find(FOOT), "A", "TRIES_AGAIN")
    scene = find(FOOT, home(skills=["Loner"]))
    assert not can(scene, "A", "TRIES_AGAIN")
    assert items(scene, "A") == []


@pytest.mark.rule("S-ITEM-16")
def test_the_wand_gives_strength_and_a_mighty_blow_for_the_turn() -> None:
    scene = find(WAND)
    assert strength(scene, "A") == 4
    assert can(scene, "A", "HITS_HARDER")
    scene = find(DAMPER)
    assert strength(scene, "A") == 3
    assert not can(scene, "A", "HITS_HARDER")


@pytest.mark.rule("S-ITEM-03")
def test_a_card_that_ends_takes_only_what_it_gave() -> None:
    scene = find(WAND, home(skills=["Mighty Blow"]))
    scene.play("stop", "end turn")
    assert can(scene, "A", "HITS_HARDER")
    modules = {"items": {"has": {"A": [SHIELD, HOLDING]}}}
    scene = Scene(CHEST, {"A": home(), "y": home(), "z": away()}, edition="stockbowl", ball="A", modules=modules)
    end_drive(scene)
    assert items(scene, "A") == [HOLDING]
    assert can(scene, "A", "GRIPS_BALL")
    assert not can(scene, "A", "FENDS_OFF")


# --- the ring ---------------------------------------------------------------------------------------------------------


def ring(picture: str = CHEST, opener: Piece | None = None, **facts: object) -> Scene:
    legend: dict[str, Piece] = {"A": opener or home(), "y": home(), "z": away()}
    legend.update(facts.pop("others", {}))  # type: ignore[call-overload]
    facts.setdefault("ball", "z")
    scene = Scene(picture, legend, edition="stockbowl", **facts)  # type: ignore[arg-type]
    return scene.play("activate A", "declare move", "step e", dice=["D13 12"])


@pytest.mark.rule("S-ITEM-15")
def test_the_ring_carries_him_as_far_as_the_die_says_and_he_goes_on() -> None:
    scene = ring()
    assert scene.asked == "home"
    assert len(scene.options()) == 8
    scene.play("direction se", dice=["D6 2"])
    assert scene.square("A") == (5, 3)
    assert scene.status("A") == "standing"
    assert scene.offered("step n")
    assert items(scene, "A") == []


@pytest.mark.rule("S-ITEM-15")
def test_walls_on_the_way_are_hit_as_by_somebody_thrown() -> None:
    scene = ring()
    scene.play("direction n", dice=["D6 5", "2D6 1+2", "D6 3", "D6 6"])  # the wall, its D3, the landing
    assert scene.square("A") == (3, 1)
    assert scene.status("A") == "standing"
    scene = ring()
    scene.play("direction n", dice=["D6 5", "2D6 6+6", "D6 3", "2D6 2+2"])  # broken: one injury roll
    assert scene.square("A") == (3, 1)
    assert scene.told("injured", "A")


@pytest.mark.rule("S-ITEM-15")
def test_coming_down_on_somebody_is_no_landing() -> None:
    scene = ring(others={"b": away(at=(5, 1), armour=9)})
    scene.play("direction e", dice=["D6 2", "2D6 1+2", "D8 2", "2D6 1+1"])
    assert scene.status("b") == "prone"
    assert scene.square("A") == (5, 0)
    assert scene.status("A") == "prone"


@pytest.mark.rule("S-ITEM-15")
def test_somebody_pushed_onto_the_ring_in_the_other_sides_turn_flies_by_his_own_coachs_word() -> None:
    picture = """
        ........
        .XD$....
        ........
        y......z
    """
    legend = {"X": home(), "D": away(armour=9), "y": home(), "z": away()}
    scene = Scene(picture, legend, edition="stockbowl", ball="D")
    scene.play("activate X", "declare block D", dice=["block PUSH"])
    scene.play("push (3,1)")
    scene.play("stay", dice=["D13 12"])
    assert scene.asked == "away"
    scene.play("direction e", dice=["D6 3"])
    assert scene.square("D") == (6, 1)
    assert scene.ball == "D"
    assert scene.turnover == ""
    assert scene.active == "home"


@pytest.mark.rule("S-ITEM-15", "S-CHEST-13")
def test_the_ring_carries_somebody_who_lies_and_he_goes_on_lying() -> None:
    picture = """
        ........
        .XD$....
        ........
        y......z
    """
    legend = {"X": home(), "D": away(armour=9), "y": home(), "z": away()}
    scene = Scene(picture, legend, edition="stockbowl", ball=(0, 0))
    scene.play("activate X", "declare block D", dice=["block POW"])
    scene.play("push (3,1)")
    scene.play("stay", dice=["2D6 1+2", "D13 12"])
    scene.play("direction e", dice=["D6 3"])
    assert scene.square("D") == (6, 1)
    assert scene.status("D") == "prone"


# --- saved and cloned ------------------------------------------------------------------------------------------


def test_items_survive_a_save_and_a_clone() -> None:
    scene = find(BEAR)
    record = save(scene.match)
    again = load(record)
    assert fingerprint(again) == fingerprint(scene.game) == fingerprint(scene.game.clone())
    for game in (again, scene.game.clone()):
        assert game.rules.chests.items_of(game, scene.piece("A")) == [BEAR]
        assert int(game.strength(scene.piece("A"))) == 4  # its module speaks there too
    match = resume(record, ScriptedDice([]))
    match.choose(scene.match.options()[-1])
    assert int(match.game.strength(scene.piece("A"))) == 4


def test_a_flight_is_saved_in_the_middle() -> None:
    scene = ring()
    record = save(scene.match)
    again = load(record)
    assert fingerprint(again) == fingerprint(scene.game)
