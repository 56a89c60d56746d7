"""What a scene notes before dice fall and tells beside the events: the strengths and the assists of a block."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from mypy_extensions import i64

from dungeonbowl.engine.actions import TRY_CATCH, USE, kind_of, second_of
from dungeonbowl.engine.dice import BLOCK_DIE, Prompt, unpacked
from dungeonbowl.engine.frames import ASK, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.block.block import Block
from dungeonbowl.engine.procedures.block.dice import assists, striking_strength
from dungeonbowl.engine.procedures.block.pushed import coach_of
from dungeonbowl.engine.statuses import FURIOUS

if TYPE_CHECKING:
    from dungeonbowl.scenes.scene import Scene

STRENGTHS: Final = "block strengths"  # the first words of the line that tells them, like the name of an event
NOTE: Final = "note:"  # the first word of a line that tells what was played without being written
# The procedures that say which part of a match is played, from the outermost.
PHASES: Final = {
    "Phase": "monsters",
    "RefereePhase": "referees",
    "TeamTurn": "team turn",
    "SetUp": "set-up",
    "NextDrive": "set-up",
}
PHASE_NAMES: Final = ("monsters", "referees", "team turn", "set-up", "between", "over")
# Where a procedure keeps the player that its question is about.
SUBJECTS: Final = ("piece", "attacker", "fouler", "thrower", "caster", "victim")


class Blow(msgspec.Struct):
    """A block when its dice are thrown. `strength` is without assists; in pairs the blocker comes first."""

    event: int  # how many events were told before
    attacker: int
    defender: int
    strength: tuple[int, int]
    assists: tuple[int, int]
    dice: int
    chooser: int

    @property
    def total(self) -> tuple[int, int]:
        return self.strength[0] + self.assists[0], self.strength[1] + self.assists[1]


class Watcher(Prompt):
    """Stands between a match and its dice script."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def dice(self, count: int, kind: int) -> list[int]:
        scene = self.scene
        game = scene.game
        if kind == int(BLOCK_DIE) and (blow := blow_of(game)) is not None:
            scene.blows.append(blow)
        if scene.contents is not None and (face := scene.contents.face(game)) > 0:
            scene.remark(f"the chest holds what the file says: {scene.contents.found}")
            return [face]
        return unpacked(scene.dice.roll(i64(count), i64(kind)), i64(count))


def blow_of(game: Game) -> Blow | None:
    """The block whose dice are asked for, if it is against a player and strengths decide it; otherwise None."""
    frame = game.frame()
    if not isinstance(frame, Block) or frame.defender < 0 or game.dice_count != abs(int(frame.count)):
        return None
    attacker, defender = frame.attacker, frame.defender
    if game.conditions[attacker] & FURIOUS != 0:
        return None
    defence = game.strength(defender)
    attack = defence if frame.matched else striking_strength(game, attacker, defender)
    return Blow(
        len(game.events),
        int(attacker),
        int(defender),
        (int(attack), int(defence)),
        (int(assists(game, attacker, defender)), int(assists(game, defender, attacker))),
        abs(int(frame.count)),
        int(coach_of(game, attacker if frame.count > 0 else defender)),
    )


def phase_of(game: Game) -> str:
    """Which part of the match is played: a team turn, the monsters' or the referees' phase, a set-up."""
    if game.over:
        return "over"
    for frame in game.frames():
        if frame.name() in PHASES:
            return PHASES[frame.name()]
    return "between"


def subject_of(game: Game) -> int:
    """The piece that the open question is about, or -1: the player that may catch, is pushed, re-rolls or acts."""
    if game.signal != ASK:
        return -1
    frame: Frame = game.frame()
    game.offers = 0
    frame.options(game)
    catches = any(kind_of(game.offered[index]) == TRY_CATCH for index in range(int(game.offers)))
    if catches and hasattr(frame, "catcher"):
        found = frame.catcher
        return int(found(game)) if callable(found) else int(found)
    for index in range(int(game.offers)):  # a skill belongs to its player, whichever other player the procedure knows
        option = game.offered[index]
        if kind_of(option) == USE and 0 <= second_of(option) < game.squads.count:
            return int(second_of(option))
    for name in SUBJECTS:
        piece = getattr(frame, name, None)
        if isinstance(piece, int) and 0 <= piece < game.squads.count:
            return int(piece)
    return int(game.acting)
