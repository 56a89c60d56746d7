"""The questions an edition answers in its own way: one object per question, picked when the edition is composed.

A policy either returns a number or a frame to be played. The engine's procedures ask; they never look which edition
it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from dungeonbowl.engine.clauses import TOUCHDOWN
from dungeonbowl.engine.events import SCORED

if TYPE_CHECKING:
    from dungeonbowl.dungeon.graph import Dungeon
    from dungeonbowl.engine.frames import Frame
    from dungeonbowl.engine.game import Game
    from dungeonbowl.engine.setup import PlayerSheet


# Levels of infractions.
MINOR: Final[i64] = 1
MAJOR: Final[i64] = 2


class Opening:
    """Everything before the first team turn: tosses, placing tokens, deployment."""

    def frame(self, game: Game) -> Frame:
        raise NotImplementedError

    def objection(self, dungeon: Dungeon, sides: i64) -> str:
        """Why so many sides cannot play in this dungeon by these rules, in words; empty if they can."""
        return ""

    def missing(self, dungeon: Dungeon) -> str:
        """What the dungeon, or a fragment of one, holds that these rules do not have, in words; empty for nothing."""
        return ""


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

    def reached(self, game: Game, piece: i64) -> None:
        """A standing carrier is where it scores: the touchdown, and all that is told of it."""
        game.tell(SCORED, TOUCHDOWN, piece, i64(game.side_of[piece]))
        game.award(piece, game.rules.tables.points_touchdown, TOUCHDOWN)
        self.scored(game, piece)

    def scored(self, game: Game, piece: i64) -> None:
        """What follows from a touchdown."""
        raise NotImplementedError

    def counts(self, game: Game, piece: i64) -> bool:
        """Whether this standing carrier is where it scores."""
        raise NotImplementedError

    def settling(self, game: Game, result: i64) -> Frame | None:
        """Played as soon as the procedure in which somebody scored has ended, if `scored` has called for it with
        `game.halt()`. The frame answers `result` in the end, whatever it did."""
        return None


class Dugout:
    """Entering players and the sponge: what a coach may do between activations."""

    def offers(self, game: Game, side: i64) -> None:
        raise NotImplementedError

    def frame(self, game: Game, side: i64, action: i64) -> Frame:
        raise NotImplementedError

    def objection(self, game: Game, side: i64, piece: i64, kind: i64) -> str:
        """Why this player of the active side may not enter or be sponged (`kind` of the action) now, in words; empty
        where these rules cannot tell."""
        return ""


class Chests:
    """Who may open a chest, and what opening it means."""

    def offers(self, game: Game, piece: i64) -> None:
        """Offer the chests that the acting player may open at this point of its activation."""
        raise NotImplementedError

    def frame(self, game: Game, piece: i64, square: i64) -> Frame:
        raise NotImplementedError

    def objection(self, game: Game, piece: i64, square: i64) -> str:
        """Why the acting player may not open this chest now, in words; empty where these rules cannot tell."""
        return ""

    def ends_activation(self) -> bool:
        return True

    def fill(self, game: Game) -> Frame | None:
        """All chests are where the match begins: what is in them is decided now, or None if that comes later."""
        return None

    def entered(self, game: Game, piece: i64) -> Frame | None:
        """A player has come into the square of a chest, in whatever way and state; what entering it did to him is over.

        Only where chests can be entered (`Tables.chests_block` off). None for nothing."""
        return None

    def pushed_in(self, game: Game, piece: i64, victims: vec[i64], attacker: i64, loose: vec[i16]) -> Frame | None:
        """The last of a chain was pushed into a chest's square, the follow-up is decided, and nobody has gone down yet.

        The frame opens the chest and is played instead of `GoDown(victims, attacker, loose)`: it puts the victims of
        the push down itself, with what the chest adds to it, and lets the loose balls bounce last. It is asked for
        even when there are no victims and no balls. Afterwards the chest is gone and the push settles as usual."""
        return None

    def item_name(self, card: i64) -> str:
        """What a magic item is called that may be found in a chest."""
        return f"item {card}"

    def items_of(self, game: Game, piece: i64) -> list[str]:
        """The magic items that work on a piece now, by their names."""
        return []


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

    def candidate_class(self, game: Game, piece: i64, square: i64, direction: i64, spoiled: bool) -> i64:
        """The class of the square in this direction of the pushed player: see `procedures/block/squares.py`.

        `spoiled`: the same push knocks it down, or takes its ball."""
        raise NotImplementedError

    def wall_before_chain(self) -> bool:
        """Whether a single wall among the candidates comes before pushing another player on."""
        return False

    def wall_hurts_the_fallen(self) -> bool:
        """Whether a player who is already down can be cornered at all."""
        return False

    def collides(self) -> bool:
        """Whether a die says what happens when a pushed player meets another, before any chain."""
        return False

    def collision(self, game: Game, piece: i64, other: i64, face: i64) -> i64:
        """What that die says: bits of `procedures/block/squares.py`."""
        raise NotImplementedError

    def falls_on(self, game: Game, piece: i64, square: i64, note: i64) -> Frame:
        """A pushed player, in the air by now, falls on somebody in `square`: the frame of all that follows.

        `note` is its own fall, as `down.victim` writes it."""
        raise NotImplementedError

    def cornered(self, game: Game, attacker: i64, piece: i64) -> Frame | None:
        """A pushed player has nowhere to go: the frame whose result is PASSED when it falls over.

        One that has done all there is to do itself answers anything else."""
        raise NotImplementedError


class Injuries:
    """The injury and casualty tables."""

    def injury_status(self, game: Game, piece: i64, total: i64) -> i64:
        """The status an injury roll gives; BADLY_HURT for a casualty without casualty roll."""
        raise NotImplementedError

    def casualty(self, game: Game, piece: i64) -> Frame | None:
        """The casualty roll of a player that was just removed."""
        raise NotImplementedError

    def badly_hurt(self, game: Game, piece: i64) -> Frame | None:
        """What follows a casualty that needs no casualty roll."""
        return None

    def injury_bonus(self, game: Game, piece: i64) -> i64:
        """What the player's own history adds to every injury roll against it."""
        return 0


class Referee:
    """What follows a foul, and whatever else is against the rules."""

    def after_foul(self, game: Game, fouler: i64, victim: i64, harmed: bool) -> Frame | None:
        """A foul is over; `harmed` if the armour of the victim did not hold."""
        raise NotImplementedError

    def infraction(self, game: Game, piece: i64, level: i64) -> Frame | None:
        """A player has done something of this level (MINOR, MAJOR) that is not allowed; None if nobody minds."""
        return None


class Throwing:
    """How a passing test is read, what interference is, and what else may be thrown at."""

    def band(self, game: Game, origin: i64, square: i64) -> i64:
        """The band of a range, QUICK to LONG_BOMB of `procedures/ball/passing.py`, or TOO_FAR."""
        raise NotImplementedError

    def band_modifier(self, band: i64) -> i64:
        """Added to the die of a throw over that band."""
        raise NotImplementedError

    def needed(self, game: Game, piece: i64) -> i64:
        """What a thrower needs on the die before modifiers, or NO_PASSING."""
        raise NotImplementedError

    def outcome(self, game: Game, piece: i64, passed: bool) -> i64:
        """How good the throw was, read from `game.natural` and `game.modified`: see `procedures/ball/passing.py`."""
        raise NotImplementedError

    def off_target(self, game: Game, ball: i64, outcome: i64, thrower: i64) -> Frame:
        """The way of a badly thrown ball, which has been put where it starts from.

        The result is the square where it comes down, with REBOUNDED when it has bounced already."""
        raise NotImplementedError

    def interference_modifier(self, game: Game, piece: i64, outcome: i64) -> i64:
        """Added to the die of a player that interferes, modules not counted."""
        raise NotImplementedError

    def offers_walls(self, game: Game, piece: i64) -> None:
        """Offer the walls that may be thrown at instead of a target."""

    def wall_frame(self, game: Game, piece: i64, square: i64, wall: i64, ball: i64) -> Frame:
        raise NotImplementedError

    def flight(self, game: Game, piece: i64, thrower: i64, target: i64, outcome: i64) -> Frame:
        """The way of a thrown player, asked for while it is still where it was picked up.

        The result is the square where it comes down, with the bits of `procedures/ball/team_mate.py`."""
        raise NotImplementedError

    def skid(self, game: Game, piece: i64, square: i64, broken: bool) -> Frame:
        """How a thrown player goes on from a square where it cannot stay; `broken` if its armour is already.

        The result is like that of a flight."""
        raise NotImplementedError

    def crash(self, game: Game, piece: i64, square: i64, thrower: i64) -> Frame | None:
        """A thrown player has come down in a square that holds somebody or something.

        The frame does all that follows; None for what `procedures/ball/team_mate.py` knows."""
        return None

    def landing_modifier(self, outcome: i64) -> i64:
        """What the quality of the throw adds to the die of the landing."""
        return 0


class Neutral:
    """Pieces of no side, monsters and referees: who they are, and who decides for them."""

    def sheets(self, sides: i64) -> list[PlayerSheet]:
        """The pieces of no side that may come into a match of so many; they are absent until something brings them."""
        return []

    def coach(self, game: Game, piece: i64) -> i64:
        """The side that is asked for such a piece: `Squads.sides` where none decides, but a rule or the seat of a game
        master."""
        return game.active

    def decision(self, game: Game) -> Frame | None:
        """A decision of the side `Squads.sides` is due: the frame that decides now (see `procedures/turn/neutral.py`),
        or None when the seat of a game master is asked."""
        return None

    def has_master(self) -> bool:
        """Whether there is a seat for a game master, who is asked as the side `Squads.sides`."""
        return False

    def advice(self, game: Game) -> i64:
        """What a program does in that seat: one of the options."""
        game.offers = 0
        game.stack[-1].options(game)
        return game.offered[0]


class Rerolls:
    """When a team re-roll may be used."""

    def team_allowed(self, game: Game, side: i64, piece: i64, clause: i64) -> bool:
        raise NotImplementedError

    def spend(self, game: Game, side: i64) -> None:
        raise NotImplementedError
