"""A team-mate who comes up first makes a block better: the search tries both plans together."""

from __future__ import annotations

from mypy_extensions import i64

from dungeonbowl.bots.tactics import plans
from dungeonbowl.bots.tactics.assists import Assist, assists
from dungeonbowl.bots.tactics.ideas import Idea, add_idea, add_pair
from dungeonbowl.bots.tactics.odds import block_odds
from dungeonbowl.bots.tactics.taste import USUAL
from dungeonbowl.bots.tactics.view import View
from dungeonbowl.engine.actions import first_of
from dungeonbowl.engine.loop import list_options
from dungeonbowl.scenes.scene import Scene, away, home


def hall(foe: str) -> Scene:
    picture = f"""
        ###############
        A.............B
        A.....X.......B
        A.....b..{foe}....B
        A.Y...........B
        ###############
    """
    players = {"X": home(), "Y": home(), "b": away()}
    return Scene(picture, players | ({foe: away()} if foe != "." else {}))


def found_in(scene: Scene) -> list[Assist]:
    list_options(scene.game)
    return assists(View(scene.game, i64(0)), i64(4))


def piece_of(scene: Scene, letter: str) -> int:
    return int(scene.piece(letter))


def test_a_team_mate_comes_up_first_so_that_the_block_has_two_dice() -> None:
    scene = hall(".")
    blocker, helper, target = (piece_of(scene, letter) for letter in "XYb")
    assert block_odds(scene.game, i64(blocker), i64(target)).dice == 1
    found = next(each for each in found_in(scene) if int(each.blow.kind) == plans.BLOCK and each.blow.piece == blocker)
    assert (int(found.walk.kind), int(found.walk.piece), found.walk.odds) == (int(plans.WALK), helper, 1.0)
    for step in found.walk.steps:
        scene.match.choose(step)
    assert block_odds(scene.game, i64(blocker), i64(target)).dice == 2
    assert found.blow.steps[0] in scene.match.options()


def test_a_team_mate_goes_beside_another_opponent_who_stands_by() -> None:
    """In a corridor: nobody else comes up to b, and c helps b as long as only X marks c."""
    scene = Scene("A..Y...cXb....B", {"X": home(), "Y": home(), "b": away(), "c": away()})
    blocker, helper, target = (piece_of(scene, letter) for letter in "XYb")
    assert block_odds(scene.game, i64(blocker), i64(target)).dice == -2
    found = found_in(scene)[0]
    assert (found.walk.piece, found.blow.piece) == (helper, blocker)
    for step in found.walk.steps:
        scene.match.choose(step)
    assert scene.square("Y") == (6, 0)


def test_nobody_is_moved_by_looking_for_assists() -> None:
    scene = hall(".")
    before = [[*scene.game.square], [*scene.game.occupant]]
    assert found_in(scene)
    assert [[*scene.game.square], [*scene.game.occupant]] == before


def test_a_team_mate_who_cannot_come_up_without_dice_is_no_help() -> None:
    scene = Scene("A.Y..........XbB", {"X": home(), "Y": home(), "b": away()})
    assert found_in(scene) == []


def test_a_pair_and_its_first_plan_alone_are_two_ideas() -> None:
    scene = hall(".")
    pair = found_in(scene)[0]
    list_options(scene.game)
    ideas: list[Idea] = []
    add_pair(scene.game, ideas, pair.walk, pair.blow, USUAL)
    add_idea(scene.game, ideas, pair.walk, USUAL)
    add_idea(scene.game, ideas, pair.walk, USUAL)
    assert [idea.then is pair.blow for idea in ideas] == [True, False]
    assert {first_of(idea.first) for idea in ideas} == {int(pair.walk.piece)}
