"""Policies for skills that have no module of their own. The procedures ask them what a skill adds to a step, a block or
a re-roll in this edition.

The classes in `procedures/` whose names begin with Usual read these skills as the official edition does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

if TYPE_CHECKING:
    from dungeonbowl.engine.frames import Frame
    from dungeonbowl.engine.game import Game


class Footwork:
    """How the skills of players that dodge and rush are read."""

    def bars_rerolls(self, game: Game, piece: i64) -> bool:
        """Whether this player cannot use its skills that re-roll movement now."""
        raise NotImplementedError

    def slips_through(self, game: Game, piece: i64) -> bool:
        """Whether opponents that mark the square entered do not count against this dodger. A weapon that it carries may
        change that."""
        raise NotImplementedError

    def strength_adds(self, game: Game, piece: i64) -> i64:
        """The bonus of a player that uses its Strength to break free, added to its Dodge."""
        raise NotImplementedError

    def dives_first(self) -> bool:
        """Whether Diving Tackle is used before the dodger's re-roll, so that the re-roll suffers from it too."""
        return False

    def roots_hold(self) -> bool:
        """Whether a rooted player cannot leave its square until a teleport frees it. Otherwise it may move, but falls
        in the first square, and a push moves it."""
        return True

    def holds_ground(self) -> bool:
        """Whether a failed dodge only keeps a player with Stand Firm where it was."""
        return False


class Blocking:
    """How the skills of players that block are read."""

    def charge_counts(self, game: Game) -> bool:
        """Whether the Blitz under way makes the acting player stronger, if it has the skill for it."""
        raise NotImplementedError

    def match_test(self, game: Game, attacker: i64, defender: i64, gap: i64) -> Frame | None:
        """The test of a blocker that wants to count as strong as its target, which is stronger by `gap`. None if the
        test cannot succeed."""
        raise NotImplementedError

    def guards_fouls(self) -> bool:
        """Whether a player that assists although it is marked does so in fouls too."""
        return False

    def falls_in_reading_order(self) -> bool:
        """Whether two players that a block knocks down are harmed in the order of their squares; otherwise the target
        comes first."""
        return False

    def springs_into_blocks(self) -> bool:
        """Whether a prone player with Jump Up may block."""
        return True

    def spring_modifier(self) -> i64:
        """The modifier of a player that jumps up for a block."""
        return 1


class OwnRerolls:
    """How the skills are read with which a player re-rolls its own rolls."""

    def helps(self, clause: i64) -> bool:
        """Whether skills that re-roll other tests may re-roll this test too."""
        raise NotImplementedError

    def noted_as(self, ability: i64) -> i64:
        """The condition that notes the use of a skill which re-rolls once per team turn; 0 if there is no limit."""
        return 0

    def may_try_again(self, game: Game, piece: i64) -> bool:
        """Whether a player with the skill Pro may use it now to re-roll one of its own rolls."""
        raise NotImplementedError

    def note_try(self, game: Game, piece: i64) -> None:
        """Note that the player has used Pro."""
        raise NotImplementedError

    def try_needed(self) -> i64:
        """The number that the die of Pro must reach before the re-roll is made."""
        raise NotImplementedError

    def team_takes_up(self) -> bool:
        """Whether a team re-roll may be used for a failed die of Pro."""
        return False

    def tries_all_dice(self) -> bool:
        """Whether Pro re-rolls all dice of a block; otherwise one of them."""
        return False
