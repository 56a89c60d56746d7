"""Scenes with monsters: one that is there already, one that may come, one that eats balls; and their phase."""

from __future__ import annotations

from typing import Any

from dungeonbowl.scenes.scene import Piece, Scene, away, home, neutral

LURK = "astrogranite(classic, lurking_monsters=on)"
MORPH = "astrogranite(classic, morphing_monsters=on)"


def monster(*skills: str, **facts: Any) -> Piece:
    """A monster that is in the dungeon already; no player has brought it in."""
    return neutral(skills=["Monster", *(skills or ["Block Attack"])], **facts)


def waiting(*skills: str, **facts: Any) -> Piece:
    """A monster of the pool."""
    return monster(*skills, status="absent", **facts)


def eater(*skills: str, **facts: Any) -> Piece:
    return neutral(skills=["Ball Eater", *(skills or ["Block Attack"])], **facts)


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
    """The square of a piece, counted without the first two rows of such a scene."""
    found = scene.square(letter)
    return None if found is None else (found[0], found[1] - 2)


def apart(picture: str, legend: dict[str, Piece], edition: str, **facts: Any) -> Scene:
    """A scene with one player of each side whom no monster can reach."""
    rows = [row.strip() for row in picture.strip().split("\n")]
    width = max(len(row) for row in rows)
    everybody = {"y": home(), "z": away(), **legend}
    return Scene("\n".join([*rows, *["#" * width] * 6, "yz"]), everybody, edition=edition, **facts)
