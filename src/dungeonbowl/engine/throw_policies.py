"""Policies for everything that flies: throws, balls thrown at walls, and where a ball or a thrown player goes that
cannot take its step. `policies.py` has the list of all policies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

if TYPE_CHECKING:
    from dungeonbowl.engine.frames import Frame
    from dungeonbowl.engine.game import Game


class Throwing:
    """How a passing test is read, what interference is, and how players are thrown."""

    def band(self, game: Game, origin: i64, square: i64) -> i64:
        """The range band of a throw: QUICK to LONG_BOMB of `procedures/ball/passing.py`, or TOO_FAR."""
        raise NotImplementedError

    def band_modifier(self, band: i64) -> i64:
        """The modifier of a throw over that band."""
        raise NotImplementedError

    def needed(self, game: Game, piece: i64) -> i64:
        """The number that a thrower needs on the die before modifiers, or NO_PASSING."""
        raise NotImplementedError

    def outcome(self, game: Game, piece: i64, passed: bool) -> i64:
        """How good the throw was, read from `game.natural` and `game.modified`: see `procedures/ball/passing.py`."""
        raise NotImplementedError

    def off_target(self, game: Game, ball: i64, outcome: i64, thrower: i64) -> Frame:
        """The frame that moves a badly thrown ball. The ball has been put where its way begins.

        The result is the square where the ball comes down, with REBOUNDED if it has bounced already."""
        raise NotImplementedError

    def interference_modifier(self, game: Game, piece: i64, outcome: i64) -> i64:
        """The modifier of a player that interferes, without those of modules."""
        raise NotImplementedError

    def flight(self, game: Game, piece: i64, thrower: i64, target: i64, outcome: i64) -> Frame:
        """The frame that moves a thrown player. It is asked for while the player is still where it was picked up.

        The result is the square where it comes down, with the bits of `procedures/ball/team_mate.py`."""
        raise NotImplementedError

    def skid(self, game: Game, piece: i64, square: i64, broken: bool) -> Frame:
        """The frame that moves a thrown player on from a square where it cannot stay. `broken`: its armour is broken
        already.

        The result is like that of `flight`."""
        raise NotImplementedError

    def crash(self, game: Game, piece: i64, square: i64, thrower: i64) -> Frame | None:
        """A thrown player has come down in a square that holds another player or a thing.

        The returned frame does all that follows; None for the effects in `procedures/ball/team_mate.py`."""
        return None

    def landing_modifier(self, outcome: i64) -> i64:
        """The modifier that the quality of the throw gives to the landing test."""
        return 0

    def read_as(self, clause: i64) -> i64:
        """The clause whose skills and modifiers count for this kind of throw: its own clause, or PASS."""
        return clause

    def keeps_fumble(self, game: Game) -> bool:
        """Whether a thrower with Safe Pass that has fumbled keeps the ball after this die."""
        return True

    def interference_first(self) -> bool:
        """Whether the interfering player is named before the throw is rolled."""
        return False

    def interference_catches(self) -> bool:
        """Whether a player that interferes holds the ball at once, without a catch roll."""
        return False

    def interferer_sees_target(self) -> bool:
        """Whether an interfering player must see the target too, not only the thrower."""
        return False

    def portals_catch_passes(self) -> bool:
        """Whether a ball may vanish in a portal that it flies over."""
        return False

    def is_completion(self, game: Game, thrower: i64) -> bool:
        """Whether the thrower earns experience for a pass on target that was caught."""
        return True

    def lifts_fallen(self) -> bool:
        """Whether a team-mate that is not standing can be thrown."""
        return True

    def strikes_everybody(self) -> bool:
        """Whether a thrown player knocks down every player that it comes down on, not only the first."""
        return True

    def struck_mate_costs_turn(self) -> bool:
        """Whether it is a turnover if a thrown player comes down on a team-mate, in whatever state that team-mate
        is."""
        return True

    def landing_picks_up(self) -> bool:
        """Whether a thrown player that has landed on its feet tries to pick up a ball there."""
        return True


class Walls:
    """A ball thrown at a wall on purpose: which square it hits, how it comes back, and how it is caught.

    `procedures/ball/wall.py` has the procedure that asks these questions. This class itself is for editions without
    such throws: it offers none."""

    def offers(self, game: Game, piece: i64) -> None:
        """Offer the walls that a player may throw at instead of a target."""

    def frame(self, game: Game, piece: i64, square: i64, wall: i64, ball: i64) -> Frame:
        """The throw at the `wall` of a square, given as a direction."""
        raise NotImplementedError

    def aside(self, game: Game, square: i64, wall: i64, face: i64) -> i64:
        """The square that an inaccurate throw hits instead of the named one, by the face of a D6."""
        raise NotImplementedError

    def rolls_direction(self) -> bool:
        """Whether a D6 decides the direction of the way back."""
        return False

    def direction(self, game: Game, thrower: i64, square: i64, wall: i64, face: i64) -> i64:
        """The direction in which the ball leaves the wall. `face` is 0 where no die decides it."""
        raise NotImplementedError

    def distance_dice(self) -> i64:
        """How many D6, one or two, are the number of squares of the way back."""
        raise NotImplementedError

    def catches_at_wall(self) -> bool:
        """Whether a player in the square that was hit may catch the ball, before the way back begins."""
        return False

    def onward(self, game: Game, square: i64, direction: i64) -> i64:
        """A wall stops the ball in a square: the direction in which it goes on, or -1 if it stops there."""
        raise NotImplementedError

    def catch(self, game: Game, piece: i64, ball: i64, thrower: i64) -> Frame:
        """The catch of a player under the ball, whose coach wants it. The result is PASSED if it holds the ball."""
        raise NotImplementedError

    def missed_flies_on(self) -> bool:
        """Whether a ball that was not caught flies on; otherwise the catch has dealt with it."""
        return False

    def completes(self) -> bool:
        """Whether an accurate throw that a team-mate catches in flight is a completion."""
        return False

    def last_step(self) -> i64:
        """The clause of the random step that the ball takes at the end of its way."""
        raise NotImplementedError

    def turnover(self) -> i64:
        """The clause of the turnover if the side of the thrower does not hold the ball in the end."""
        raise NotImplementedError


class Rebounds:
    """Where a ball or a thrown player goes that cannot take its step."""

    def frame(self, game: Game, origin: i64, direction: i64) -> Frame:
        """A frame whose result is the square reached."""
        raise NotImplementedError

    def chest_is_wall(self) -> bool:
        """Whether a closed chest stops a ball as a wall does."""
        return False

    def zone_is_wall(self) -> bool:
        """Whether the scoring squares are walls to everything that flies."""
        return False
