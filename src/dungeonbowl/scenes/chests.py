"""What the closed chests of a scene hold, by name, and those that its map does not draw.

The engine draws the contents of a chest with a die when it is opened. Where an author says what a chest holds, the face
that means it is found by trying every face on a clone, so that nothing here knows an edition's table.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import clauses
from dungeonbowl.engine.dice import DiceError, packed
from dungeonbowl.engine.events import CHEST_MOVED, CHEST_OPENED, DRIVE_BEGAN
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import give_dice
from dungeonbowl.scenes.setup import SceneError
from dungeonbowl.scenes.telling import CONTENTS
from dungeonbowl.words.advice import did_you_mean

TRAP: Final = "trap"
BALL: Final = "ball"
ITEM: Final = "item"


class Contents:
    """The chests of one scene: how many are not drawn on the map, and what the author says about their contents."""

    def __init__(self, undrawn: list[str], said: dict[int, str], game: Game) -> None:
        """`undrawn` has an entry for each closed chest that the map does not show; the entry is empty if the author
        says nothing about it. `said` is the contents by square. The drawn chests and the balls of the game are in
        place; the undrawn chests are added here."""
        self.undrawn = undrawn
        self.said = said
        self.seen = 0  # events looked at
        self.found = ""  # what the last chest held whose contents were known
        game.chests_closed += i64(len(undrawn))
        self.check(game)

    def check(self, game: Game) -> None:
        """Check that what the author says is possible. `SceneError` otherwise."""
        for node in self.said:
            if not game.is_chest(i64(node)):
                raise SceneError(f"chests: there is no closed chest at {game.dungeon.label(i64(node))}")
        closed = int(game.chests_closed)
        named = [each for each in (*self.said.values(), *self.undrawn) if each]
        for each in named:
            if each not in CONTENTS:
                raise SceneError(
                    f"chests: {did_you_mean(each, CONTENTS)}expected one of {', '.join(CONTENTS)}, found {each!r}"
                )
        balls = min(int(game.balls_hidden), closed)
        items = min(int(game.items_hidden), closed - balls)
        most = {BALL: balls, ITEM: items, TRAP: closed - balls - items}
        for each, limit in most.items():
            if named.count(each) > limit:
                why = f"{closed} chests are closed, {balls} of them hold a ball and {items} an item"
                what = f"an {each}" if each == ITEM else f"a {each}"
                raise SceneError(f"chests: {named.count(each)} said to hold {what}, {limit} can: {why}")

    def known(self, game: Game, node: int) -> str:
        """What the chest on a square holds, if the author says it or only one thing is left; otherwise an empty
        string."""
        self.follow(game)
        if self.said.get(node):
            return self.said[node]
        named = [each for where, each in self.said.items() if each and game.is_chest(i64(where))] + self.undrawn
        closed = int(game.chests_closed)
        balls = min(int(game.balls_hidden), closed)
        items = min(int(game.items_hidden), closed - balls)
        if (self.said or any(self.undrawn)) and named.count(BALL) == balls and named.count(ITEM) == items:
            return TRAP
        return ""

    def follow(self, game: Game) -> None:
        """Note events: a chest that was moved holds what it held, and a new drive has new chests."""
        for event in game.events[self.seen :]:
            if event.kind == CHEST_MOVED and event["origin"] in self.said:
                self.said[event["square"]] = self.said.pop(event["origin"])
            elif event.kind == DRIVE_BEGAN:
                self.said.clear()
                self.undrawn = [""] * len(self.undrawn)
        self.seen = len(game.events)

    def face(self, game: Game) -> int:
        """The face that the die needed now must show, or 0 if a die of the script decides."""
        if game.dice_clause != clauses.CHEST_CONTENTS:
            return 0
        node = getattr(game.frame(), "square", None)
        if not isinstance(node, int):
            return 0
        wanted = self.known(game, node)
        if not wanted:
            return 0
        self.found = wanted
        for face in range(1, int(game.dice_kind) + 1):
            clone = game.clone()
            clone.record()
            give_dice(clone, packed([face]))
            if any(event.kind == CHEST_OPENED and CONTENTS[event["contents"]] == wanted for event in clone.events):
                return face
        raise DiceError(f"the chest at {game.dungeon.label(i64(node))} is said to hold a {wanted}, but it cannot")
