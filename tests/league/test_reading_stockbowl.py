"""What a match of StockBowl tells a league (S-SPP-01, S-SPP-02, S-BASE-15, S-BASE-21, S-BASE-23, S-BASE-25)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dungeonbowl.editions import build
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.layouts import bundled_dungeon
from dungeonbowl.engine.setup import STAR
from dungeonbowl.league.aftermath.facts import Harm
from dungeonbowl.league.aftermath.reading import read_match
from dungeonbowl.play.usual import default_action
from dungeonbowl.records.squads import squads_of
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.teams.ready import ready_team
from dungeonbowl.teams.team import Team
from dungeonbowl.words.notation import Names, parse
from support.league import facts_of, points_of, told

AIM = ("declare pass", "aim")
# home's own doors are above, it scores below
MAP = """
    ##AA###
    #.z...#
    #.....#
    #.$..1#
    #.....#
    #.C...#
    ##BB###
"""
HALL = "......\n.Ab...\n......\n.....z"
HURT = ["2D6 6+6", "2D6 6+6"]  # armour and injury


def block(*dice: str, victim: dict[str, object] | None = None, **facts: object) -> Scene:
    legend = {"A": home(agility=4), "b": away(agility=4, **(victim or {})), "z": away()}  # type: ignore[arg-type]
    scene = Scene(HALL, legend, edition="stockbowl", **facts)  # type: ignore[arg-type]
    return scene.play("activate A", "declare block b", "push (3,1)", "stay", dice=["block POW", *HURT, *dice])


@pytest.mark.rule("S-SPP-01")
@pytest.mark.parametrize(("status", "points"), [("standing", {"T": {"completion": 1}}), ("prone", {})])
def test_a_completion_against_nobody_standing_is_worth_nothing(status: str, points: object) -> None:
    legend = {"T": home(agility=4), "R": home(agility=4), "x": away(status=status)}
    scene = Scene("T..R\n....\nx...", legend, ball="T", edition="stockbowl")
    scene.play("activate T", *AIM, "throw (3,0)", dice=["D6 4", "D6 4"])
    assert points_of(facts_of(scene)) == points


@pytest.mark.rule("S-SPP-02")
def test_a_fall_earns_nobody_anything() -> None:
    legend = {"C": home(agility=4, movement=1), "D": home(at=(4, 4)), "z": away(agility=4, at=(1, 1))}
    scene = Scene(MAP.replace("z", "."), legend, edition="stockbowl")
    scene.play("activate C", "declare move", "step e", "step e", dice=["D6 1", *HURT, "D6 6", "D8 8"])
    facts = facts_of(scene)
    assert points_of(facts) == {}
    assert (told(facts, "C").injury, told(facts, "C").how, told(facts, "C").by) == ("dead", "fall", "")
    assert [side.casualties for side in facts.sides] == [0, 0]


@pytest.mark.rule("S-SPP-02")
def test_nor_do_a_wall_and_an_explosion() -> None:
    legend = {"X": home(), "D": away(armour=9), "z": away(at=(5, 1), zone=False)}
    scene = Scene("#######\n#DX...#\n#######", legend, edition="stockbowl")
    scene.play("activate X", "declare block D", dice=["block PUSH", *HURT, "D6 4", "D8 1"])
    facts = facts_of(scene)
    assert points_of(facts) == {}
    assert (told(facts, "D").injury, told(facts, "D").how, told(facts, "D").by) == ("misses", "push", "X")
    legend = {"A": home(armour=9), "y": home(), "z": away(at=(0, 3)), "o": away(at=(4, 0), armour=9)}
    trap = {"items": {"hidden": 0}}
    scene = Scene(".......\n..A$...\n.......\n......y", legend, edition="stockbowl", ball="y", modules=trap)
    scene.play("activate A", "declare move", "step e", dice=["2D6 1+2", "D6 4", *HURT, "D6 4", "D8 1"])
    facts = facts_of(scene)
    assert points_of(facts) == {}
    assert (told(facts, "o").injury, told(facts, "o").how, told(facts, "o").by) == ("misses", "explosion", "")


@pytest.mark.rule("S-BASE-23")
def test_a_casualty_of_a_block_is_worth_two() -> None:
    facts = facts_of(block("D6 4", "D8 1"))
    assert points_of(facts) == {"A": {"casualty": 2}}
    assert [side.casualties for side in facts.sides] == [1, 0]
    assert (told(facts, "b").injury, told(facts, "b").how, told(facts, "b").by) == ("misses", "block", "A")


@pytest.mark.rule("S-BASE-15")
@pytest.mark.parametrize(
    ("tens", "units", "injury", "loss"),
    [
        (3, 8, "badly hurt", ""),
        (4, 8, "misses", ""),
        (5, 2, "niggle", ""),
        (5, 4, "loss", "ma"),
        (5, 6, "loss", "av"),
        (5, 7, "loss", "ag"),
        (5, 8, "loss", "st"),
        (6, 1, "dead", ""),
    ],
)
def test_every_row_has_its_consequence(tens: int, units: int, injury: str, loss: str) -> None:
    facts = facts_of(block(f"D6 {tens}", f"D8 {units}"))
    assert (told(facts, "b").injury, told(facts, "b").loss) == (injury, loss)


@pytest.mark.rule("S-BASE-15")
def test_a_body_that_decays_suffers_both_results() -> None:
    facts = facts_of(block("D6 5", "D8 3", "D6 5", "D8 7", victim={"skills": ["Decay"]}))
    assert (told(facts, "b").injury, told(facts, "b").loss) == ("loss", "ma")
    assert told(facts, "b").further == (Harm("loss", "ag"),)


@pytest.mark.rule("S-BASE-21")
def test_only_what_the_apothecary_has_left_stands() -> None:
    scene = Scene(HALL, {"A": home(), "b": away(), "z": away()}, edition="stockbowl", apothecaries=(0, 1))
    scene.play("activate A", "declare block b", "push (3,1)", "stay", dice=["block POW", *HURT, "D6 6", "D8 1"])
    scene.play("treat b", dice=["D6 4", "D8 1"])
    scene.play("treat b 41")
    facts = facts_of(scene)
    assert (told(facts, "b").injury, told(facts, "b").further) == ("misses", ())
    assert points_of(facts) == {"A": {"casualty": 2}}
    assert told(facts, "A").deeds == {"casualty": 1}


def test_nothing_stands_of_a_casualty_that_regenerates() -> None:
    facts = facts_of(block("D6 6", "D8 1", "D6 4", victim={"skills": ["Regeneration"]}))
    assert told(facts, "b").injury == ""


@pytest.mark.rule("S-BASE-23")
def test_each_side_has_one_most_valuable_player_drawn_by_the_match() -> None:
    pieces = {"C": home(agility=4), "D": home(at=(4, 4)), "z": away(agility=4), "y": away(status="casualty")}
    scene = Scene(MAP, pieces, edition="stockbowl", half=2, turns=(11, 12))
    scene.play("end turn", dice=["coin 2", "coin 2"])
    facts = facts_of(scene)
    awards = {player.player: player.mvps for side in facts.sides for player in side.players}
    assert awards == {"C": 0, "D": 1, "z": 0, "y": 1}
    assert points_of(facts) == {}  # the award has its own event
    assert facts.how == "draw"


@pytest.mark.rule("S-BASE-23")
def test_a_match_that_was_conceded_has_drawn_none() -> None:
    scene = Scene(MAP, {"C": home(), "z": away()}, edition="stockbowl", scores=(1, 0))
    facts = facts_of(scene)
    assert facts.how == "conceded"
    assert [(side.outcome, side.score, side.conceded) for side in facts.sides] == [("lost", 1, True), ("won", 0, False)]
    assert not any(player.mvps for side in facts.sides for player in side.players)


@pytest.mark.rule("S-BASE-25")
def test_an_awarded_touchdown_is_in_the_score_and_gives_nobody_points() -> None:
    pieces = {"C": home(agility=4), "z": away(status="knocked-out")}
    scene = Scene(MAP.replace("z", "."), pieces, ball="C", edition="stockbowl", half=2, turns=(9, 9))
    scene.play("activate C", "declare move", "step s", dice=["D6 1", "D6 1", "D6 1"])
    facts = facts_of(scene)
    assert [(side.outcome, side.score) for side in facts.sides] == [("won", 3), ("lost", 0)]
    assert told(facts, "C").deeds == {"touchdown": 1}
    assert points_of(facts) == {"C": {"touchdown": 3}}
    assert facts.how == "score"


@pytest.mark.skill("Nurgle's Rot", edition="stockbowl")
def test_an_infected_victim_joins_the_killers_team_after_the_match() -> None:
    legend = {"A": home(skills=["Nurgle's Rot"]), "b": away(), "z": away()}
    scene = Scene(HALL, legend, edition="stockbowl")
    scene.play("activate A", "declare block b", "push (3,1)", "stay", dice=["block POW", *HURT, "D6 6", "D8 1"])
    facts = facts_of(scene, ("nurgle", "human"))
    assert (told(facts, "b").injury, told(facts, "b").infected) == ("dead", True)
    assert (facts.sides[0].newcomers, facts.sides[0].joined) == (("Rotter",), ())
    assert told(facts, "A").deeds == {"casualty": 1, "kill": 1}
    assert facts_of(scene, ("human", "human")).sides[0].newcomers == ()


# --- players for hire -----------------------------------------------------------------------------------------------


def kept(name: str, **changes: object) -> Team:
    """A ready team of a league: it and its players have ids."""
    team = ready_team(f"{name}-balanced", "stockbowl")
    hired = tuple(replace(player, id=f"p_{name}{player.number}") for player in team.players)
    return replace(team, id=f"t_{name}", players=hired, games=4, **changes)


@pytest.mark.rule("S-OFF-06")
def test_hired_players_are_on_no_list_and_what_they_cost_is_read_from_the_match() -> None:
    teams = [kept("human", treasury=500_000, rerolls=7), kept("orc", rerolls=2)]
    game = Game(build("stockbowl(turn_limit=1)"), bundled_dungeon("sb-02"), squads_of(teams))
    match = begun(game, SeededDice(4))
    names = Names(game)
    stars = {sheet.name: piece for piece, sheet in enumerate(game.squads.sheets) if sheet.role == STAR}
    for text in ("zone A", f"hire {names.of(stars['Griff Oberwald'])}", "buy no more", "buy no more"):
        match.choose(parse(game, names, text))
    while not match.is_over():
        match.choose(default_action(match.options()))
    facts = read_match(game, teams, "m_1")
    assert (facts.sides[0].bought, facts.sides[0].spent) == (("star",), 320_000)
    for side, team in zip(facts.sides, teams, strict=True):
        assert {each.player for each in side.players} == {player.id for player in team.players}
        assert (side.newcomers, side.joined) == ((), ())
