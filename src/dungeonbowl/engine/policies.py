"""The questions an edition answers in its own way: one object per question, picked when the edition is composed.

A policy either returns a number or a frame to be played. The engine's procedures ask; they never look which edition
it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

if TYPE_CHECKING:
    from dungeonbowl.engine.frames import Frame
    from dungeonbowl.engine.game import Game


class Opening:
    """Everything before the first team turn: tosses, placing tokens, deployment."""

    def frame(self, game: Game) -> Frame:
        raise NotImplementedError


class Clock:
    """Whose team turn comes next, and when the match is over without a deciding touchdown."""

    def next_side(self, game: Game) -> i64:
        """The side whose team turn begins now, or -1 when there are no more."""
        raise NotImplementedError

    def verdict(self, game: Game) -> Frame:
        """After the last team turn: the frame that ends the match."""
        raise NotImplementedError

    def drive_ended(self, game: Game) -> Frame | None:
        """After a touchdown that did not end the match: a new set-up, or None to go on."""
        return None


class Scoring:
    """What a touchdown does."""

    def scored(self, game: Game, piece: i64) -> None:
        raise NotImplementedError

    def counts(self, game: Game, piece: i64) -> bool:
        """Whether this standing carrier is where it scores."""
        raise NotImplementedError


class Dugout:
    """Entering players and the sponge: what a coach may do between activations."""

    def offers(self, game: Game, side: i64) -> None:
        raise NotImplementedError

    def frame(self, game: Game, side: i64, action: i64) -> Frame:
        raise NotImplementedError


class Chests:
    """Who may open a chest, and what opening it means."""

    def offers(self, game: Game, piece: i64) -> None:
        """Offer the chests that the acting player may open at this point of its activation."""
        raise NotImplementedError

    def frame(self, game: Game, piece: i64, square: i64) -> Frame:
        raise NotImplementedError

    def ends_activation(self) -> bool:
        return True


class Portals:
    """What a portal does to players and to a loose ball."""

    def enters(self, game: Game, piece: i64, own_move: bool) -> Frame | None:
        """A player has entered the portal square it stands on."""
        raise NotImplementedError

    def arrives(self, game: Game, piece: i64) -> Frame:
        """A player is set on a random portal: from the dugout, or after an argument with the referee."""
        raise NotImplementedError

    def ball_lands(self, game: Game, ball: i64, square: i64) -> Frame | None:
        """A ball has come down on an unoccupied portal."""
        raise NotImplementedError


class Rebounds:
    """A ball (or thrown player) cannot take its step: where it goes instead."""

    def frame(self, game: Game, origin: i64, direction: i64) -> Frame:
        """A frame whose result is the square reached."""
        raise NotImplementedError


class Pushing:
    """Which squares a pushed player may be sent to, and what happens when there is none."""

    def candidate_class(self, game: Game, piece: i64, square: i64, direction: i64) -> i64:
        """The class of the square in this direction of the pushed player: see `procedures/push.py`."""
        raise NotImplementedError

    def wall_before_chain(self) -> bool:
        """Whether a single wall among the candidates comes before pushing another player on."""
        return False

    def wall_hurts_the_fallen(self) -> bool:
        """Whether a player who is already down can be cornered at all."""
        return False

    def cornered(self, game: Game, attacker: i64, piece: i64) -> Frame | None:
        """A pushed player has nowhere to go: the frame whose result is PASSED when it falls over."""
        raise NotImplementedError


class Injuries:
    """The injury and casualty tables."""

    def injury_status(self, game: Game, piece: i64, total: i64) -> i64:
        """The status an injury roll gives; BADLY_HURT for a casualty without casualty roll."""
        raise NotImplementedError

    def casualty(self, game: Game, piece: i64) -> Frame | None:
        """The casualty roll of a player that was just removed."""
        raise NotImplementedError


class Referee:
    """What follows a foul."""

    def after_foul(self, game: Game, fouler: i64, victim: i64) -> Frame | None:
        raise NotImplementedError


class Throwing:
    """How a passing test is read, what interference is, and what else may be thrown at."""

    def band_modifier(self, game: Game, squared: i64) -> i64:
        """The modifier of a range, or -99 when it is too far."""
        raise NotImplementedError

    def outcome(self, game: Game, piece: i64, passed: bool) -> i64:
        """How good the throw was, read from `game.natural` and `game.modified`: see `procedures/passing.py`."""
        raise NotImplementedError

    def off_target(self, game: Game, ball: i64, outcome: i64) -> Frame:
        """The way of a badly thrown ball, which has been put where it starts from."""
        raise NotImplementedError

    def interference_modifier(self, game: Game, piece: i64, outcome: i64) -> i64:
        """Added to the die of a player that interferes, modules not counted."""
        raise NotImplementedError

    def offers_walls(self, game: Game, piece: i64) -> None:
        """Offer the walls that may be thrown at instead of a target."""
        raise NotImplementedError

    def wall_frame(self, game: Game, piece: i64, square: i64, wall: i64) -> Frame:
        raise NotImplementedError


class Rerolls:
    """When a team re-roll may be used."""

    def team_allowed(self, game: Game, side: i64, piece: i64, clause: i64) -> bool:
        raise NotImplementedError

    def spend(self, game: Game, side: i64) -> None:
        raise NotImplementedError
