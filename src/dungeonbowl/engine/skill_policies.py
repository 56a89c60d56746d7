"""The policies that say how an edition reads skills which have no module of their own: what a skill adds to a step, to
a block, to a second try is asked for by the procedures.

The classes in `procedures/` whose names begin with Usual read them as the later rules do.
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
        """Whether a skill that re-rolls movement does not help this player now."""
        raise NotImplementedError

    def slips_through(self, game: Game, piece: i64) -> bool:
        """Whether a dodger does not mind who marks the square it enters. A load may make it mind."""
        raise NotImplementedError

    def strength_adds(self, game: Game, piece: i64) -> i64:
        """What a player that breaks free by strength adds to its dodge."""
        raise NotImplementedError

    def dives_first(self) -> bool:
        """Whether a dive at a dodger's feet comes before the dodger's re-roll, which then has to bear the dive too."""
        return False

    def roots_hold(self) -> bool:
        """Whether a rooted player leaves its square for nothing until a teleport frees it. Otherwise it may move, but
        falls in the first square, and a push moves it."""
        return True

    def holds_ground(self) -> bool:
        """Whether a player that stands firm is not tripped: a failed dodge leaves it where it was."""
        return False


class Blocking:
    """How the skills of players that block are read."""

    def charge_counts(self, game: Game) -> bool:
        """Whether the blitz under way makes the player that acts stronger, if it has the skill."""
        raise NotImplementedError

    def match_test(self, game: Game, attacker: i64, defender: i64, gap: i64) -> Frame | None:
        """The test of a blocker that wants to count as strong as its target, which is stronger by `gap`; None if it
        cannot succeed."""
        raise NotImplementedError

    def guards_fouls(self) -> bool:
        """Whether a player that assists however many mark it does so in fouls too."""
        return False

    def falls_in_reading_order(self) -> bool:
        """Whether two players that a block puts down are harmed in the order of their squares; otherwise the target
        comes first."""
        return False

    def springs_into_blocks(self) -> bool:
        """Whether a player that springs up may block from the ground."""
        return True

    def spring_modifier(self) -> i64:
        """Added to the die of a player that springs up into a block."""
        return 1


class OwnRerolls:
    """How the skills are read with which a player itself makes a roll again."""

    def helps(self, clause: i64) -> bool:
        """Whether skills that re-roll other tests help with this one too, if they could at all."""
        raise NotImplementedError

    def noted_as(self, ability: i64) -> i64:
        """The condition that notes the use of a skill which re-rolls once a team turn; 0 if it has no limit."""
        return 0

    def may_try_again(self, game: Game, piece: i64) -> bool:
        """Whether a player that has the skill for it may try now to have a roll of its own made again."""
        raise NotImplementedError

    def note_try(self, game: Game, piece: i64) -> None:
        """Note that the player uses its try."""
        raise NotImplementedError

    def try_needed(self) -> i64:
        """What the die of a try has to show before the roll is made again."""
        raise NotImplementedError

    def team_takes_up(self) -> bool:
        """Whether a team re-roll may be used for the die of a try that failed."""
        return False

    def tries_all_dice(self) -> bool:
        """Whether a try is for all dice of a block; otherwise for one of them."""
        return False
