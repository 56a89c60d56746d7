"""What the scripted bot does with gold and with its wizard."""

from __future__ import annotations

from dungeonbowl.bots.ladder import NormalBot
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.words.notation import spell

CROWD = """
    ........
    .A..bc..
    ....d...
    ........
"""


def scene_with(college: str, to_move: str = "away", ball: str | None = None, picture: str = CROWD) -> Scene:
    pieces = {"A": home(), "b": away(), "c": away(), "d": away()}
    return Scene(picture, pieces, wizards=(college, ""), to_move=to_move, ball=ball)


def choice(scene: Scene) -> str:
    found = NormalBot(1).choose(scene.game.clone(), [int(option) for option in scene.match.options()])
    return spell(scene.game, scene.names, found)


def test_it_burns_a_crowd_and_spares_its_own() -> None:
    scene = scene_with("fire")
    assert choice(scene) in ("cast at (4,1)", "cast at (5,1)", "cast at (4,2)", "cast at (5,2)", "cast at (4,0)")
    lonely = Scene(
        CROWD.replace("c", ".").replace("d", "."), {"A": home(), "b": away()}, wizards=("fire", ""), to_move="away"
    )
    assert choice(lonely) == "decline"


def test_it_strikes_the_carrier() -> None:
    assert choice(scene_with("metal", "home", "c")) == "cast on c"
    assert choice(scene_with("metal", "home")) == "decline"


def test_it_dazzles_whoever_has_the_ball() -> None:
    assert choice(scene_with("light", ball="b")) == "cast"
    assert choice(scene_with("light", ball="A")) == "decline"


def test_it_buys_a_wizard_first_and_then_training() -> None:
    scene = Scene(
        "AAA$..1BBB",
        {"H": home(), "V": away()},
        opening=True,
        values=(0, 200_000),
        wizards=("life", ""),
        dice=["coin 1"],
    )
    scene.play("zone A", dice=["coin 1"])
    assert choice(scene) == "buy wizard"
    scene.play("buy wizard")
    assert choice(scene) == "buy training"
