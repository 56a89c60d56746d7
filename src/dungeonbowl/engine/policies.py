"""The questions that each edition answers in its own way: one object per question, chosen when the edition is composed.

A policy returns a number, a yes or no, or a frame to be played. The engine's procedures ask the policies; they never
look which edition is played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from dungeonbowl.engine.clauses import TOUCHDOWN
from dungeonbowl.engine.events import SCORED
from dungeonbowl.engine.skill_policies import Blocking, Footwork, OwnRerolls
from dungeonbowl.engine.throw_policies import Rebounds, Throwing, Walls

if TYPE_CHECKING:
    from dungeonbowl.dungeon.graph import Dungeon
    from dungeonbowl.engine.frames import Frame
    from dungeonbowl.engine.game import Game
    from dungeonbowl.engine.procedures.harm.victim import Victim
    from dungeonbowl.engine.procedures.move.arrive import Arrive
    from dungeonbowl.engine.setup import PlayerSheet


# Levels of infractions.
MINOR: Final[i64] = 1
MAJOR: Final[i64] = 2


class Opening:
    """Everything before the first team turn: tosses, placing tokens, deployment."""

    def frame(self, game: Game) -> Frame:
        raise NotImplementedError

    def objection(self, dungeon: Dungeon, sides: i64) -> str:
        """Why this number of sides cannot play in this dungeon by these rules, in words; empty if they can."""
        return ""

    def missing(self, dungeon: Dungeon) -> str:
        """What the dungeon, or a part of one, contains that these rules do not have, in words; empty for nothing."""
        return ""


class Clock:
    """Whose team turn comes next, and when the match is over without a deciding touchdown."""

    def next_side(self, game: Game) -> i64:
        """The side whose team turn begins now, or -1 when there are no more."""
        raise NotImplementedError

    def verdict(self, game: Game) -> Frame:
        """The frame that ends the match, after the last team turn."""
        raise NotImplementedError

    def drive_ended(self, game: Game) -> Frame | None:
        """The frame of a new set-up after a touchdown that did not end the match; None to play on."""
        return None

    def may_concede(self, fresh: bool) -> bool:
        """Whether a coach may concede between two activations of his own team turn. `fresh` means: before the first
        activation."""
        return fresh

    def concession_refused(self) -> str:
        """Why a coach may not concede now, in words."""
        return "a coach may concede only at the start of his own team turn"


class Scoring:
    """What a touchdown does."""

    def reached(self, game: Game, piece: i64) -> None:
        """A standing carrier is where it scores: tell of the touchdown, award the experience and do what follows."""
        game.tell(SCORED, TOUCHDOWN, piece, i64(game.side_of[piece]))
        game.award(piece, game.rules.tables.experience.touchdown, TOUCHDOWN)
        self.scored(game, piece)

    def scored(self, game: Game, piece: i64) -> None:
        """What follows from a touchdown."""
        raise NotImplementedError

    def counts(self, game: Game, piece: i64) -> bool:
        """Whether this standing carrier is where it scores."""
        raise NotImplementedError

    def settling(self, game: Game, result: i64) -> Frame | None:
        """The frame to be played as soon as the procedure in which the touchdown was scored has ended; None for
        nothing.

        It is asked for only if `scored` has called `game.halt()`. The frame must return `result`."""
        return None


class Dugout:
    """Entering players and the sponge: what a coach may do between activations."""

    def offers(self, game: Game, side: i64) -> None:
        raise NotImplementedError

    def frame(self, game: Game, side: i64, action: i64) -> Frame:
        raise NotImplementedError

    def objection(self, game: Game, side: i64, piece: i64, kind: i64) -> str:
        """Why this player of the active side may not enter, or not be treated with the sponge (`kind` of the action),
        in words; empty if these rules cannot tell."""
        return ""


class Chests:
    """Who may open a chest, and what opening it means."""

    def offers(self, game: Game, piece: i64) -> None:
        """Offer the chests that the acting player may open at this point of its activation."""
        raise NotImplementedError

    def frame(self, game: Game, piece: i64, square: i64) -> Frame:
        raise NotImplementedError

    def objection(self, game: Game, piece: i64, square: i64) -> str:
        """Why the acting player may not open this chest now, in words; empty if these rules cannot tell."""
        return ""

    def ends_activation(self) -> bool:
        return True

    def block_squares(self) -> bool:
        """Whether no player can enter the square of a closed chest."""
        return True

    def fill(self, game: Game) -> Frame | None:
        """All chests are in the squares where they begin. Returns the frame that decides their contents; None if that
        comes later."""
        return None

    def entered(self, game: Game, piece: i64) -> Frame | None:
        """A player has come into the square of a chest, in any way and state. The other effects of entering it are
        over.

        Asked only where chests can be entered. Returns the frame to be played, or None."""
        return None

    def pushed_in(self, game: Game, piece: i64, victims: list[Victim], attacker: i64, loose: vec[i16]) -> Frame | None:
        """The last player of a chain was pushed into the square of a chest. The follow-up is decided, and no player has
        gone down yet.

        The returned frame opens the chest and is played instead of `GoDown(victims, attacker, loose)`. It puts the
        victims of the push down itself, with what the chest adds, and lets the loose balls bounce last. It is asked for
        even if there are no victims and no balls. Afterwards the chest is gone and the push goes on as usual."""
        return None

    def item_name(self, card: i64) -> str:
        """The name of a magic item that may be found in a chest."""
        return f"item {card}"

    def items_of(self, game: Game, piece: i64) -> list[str]:
        """The names of the magic items that work on a piece now."""
        return []


class Arrivals:
    """The order of what happens to a player that has come into a square: the ball that lies there, the touchdown, the
    effect of the square, its portal or chest, and the fall if a roll on the way has failed.

    `procedures/move/arrivals.py` has the orders that editions choose from."""

    def go_on(self, game: Game, frame: Arrive) -> i64:
        """Start the next stage of an arrival. Returns a signal."""
        raise NotImplementedError

    def returned(self, game: Game, frame: Arrive, result: i64) -> i64:
        """The frame that the last stage of an arrival has called is done. Returns a signal."""
        raise NotImplementedError

    def fall(self, game: Game, piece: i64, cause: i64, source: i64, own_move: bool) -> Frame:
        """The frame of a player that falls in the square that it has just come into. `own_move`: it came there by its
        own move. `source` is the piece whose skills make the fall worse, or -1."""
        raise NotImplementedError

    def crash(self, game: Game, piece: i64, cause: i64, bonus: i64, broken: bool) -> Frame:
        """The frame of a thrown player that goes down where it has landed. `broken`: its armour is broken already."""
        raise NotImplementedError

    def after_fall(self, game: Game, piece: i64) -> Frame | None:
        """A player has fallen in the square that it had come into, and is still in play. Returns the frame of the
        square's portal or chest, if that comes now; otherwise None."""
        raise NotImplementedError

    def squares_first(self) -> bool:
        """Whether the squares that players were pushed into take effect before any of these players goes down."""
        return False

    def takes_the_fallen(self) -> bool:
        """Whether the portal or chest of a player that went down takes effect before its dropped balls bounce. A ball
        dropped on a portal follows the player."""
        return False

    def follow_up_is_move(self) -> bool:
        """Whether a chosen follow-up counts as the player's own move, for example onto a portal."""
        return False


class Portals:
    """What a portal does to players and to a loose ball."""

    def arrivals_hurt(self) -> bool:
        """Whether each further arrival of a player in one team turn hurts it."""
        return True

    def has_choice(self, game: Game, piece: i64) -> bool:
        """Whether this player may choose one of two dice for the portal where it comes out, if it entered by its own
        will."""
        return False

    def enters(self, game: Game, piece: i64, own_move: bool) -> Frame | None:
        """A player has entered the portal square it stands on."""
        raise NotImplementedError

    def arrives(self, game: Game, piece: i64) -> Frame:
        """A player is set on a random portal: from the dugout, or after an argument with the referee."""
        raise NotImplementedError

    def ball_lands(self, game: Game, ball: i64, square: i64) -> Frame | None:
        """A ball has come down on an unoccupied portal."""
        raise NotImplementedError


class Pushing:
    """Which squares a pushed player may be sent to, and what happens when there is none."""

    def candidate_class(self, game: Game, piece: i64, square: i64, direction: i64, spoiled: bool) -> i64:
        """The class of the square that lies in this direction from the pushed player: see
        `procedures/block/squares.py`.

        `spoiled`: the same push knocks the player down, or takes its ball."""
        raise NotImplementedError

    def wall_before_chain(self) -> bool:
        """Whether a single wall among the three squares is taken before another player is pushed in a chain."""
        return False

    def wall_hurts_the_fallen(self) -> bool:
        """Whether a prone or stunned player can be cornered too."""
        return False

    def collides(self) -> bool:
        """Whether a die decides what happens when a pushed player meets another player, before any chain push."""
        return False

    def collision(self, game: Game, piece: i64, other: i64, face: i64) -> i64:
        """What that die decides: bits of `procedures/block/squares.py`."""
        raise NotImplementedError

    def falls_on(self, game: Game, piece: i64, square: i64, fallen: Victim) -> Frame:
        """A pushed player that has left its level falls on another player in `square`. Returns the frame of all that
        follows.

        `fallen` is the fall of the pushed player."""
        raise NotImplementedError

    def cornered(self, game: Game, attacker: i64, piece: i64) -> Frame | None:
        """A pushed player has nowhere to go. Returns a frame; its result PASSED means that the player falls over.

        A frame that has done everything itself returns another result."""
        raise NotImplementedError

    def strips_first(self) -> bool:
        """Whether it is decided if the ball is stripped before the square of the push is chosen."""
        return False

    def side_step_stops_grab(self) -> bool:
        """Whether Grab cannot be used against a target that chooses its own square."""
        return False

    def walls_help_blows(self) -> bool:
        """Whether a blocker's skill counts for armour and injury of a target that was knocked down against a wall."""
        return False


class Injuries:
    """What breaks armour, and the injury and casualty tables."""

    def claws_count_last(self) -> bool:
        """Whether Claws read the armour dice after all modifiers; otherwise they read the unmodified dice."""
        return False

    def help_is_chosen(self) -> bool:
        """Whether the coach always decides if his skill is used to break armour. A skill used there does not help the
        injury roll."""
        return False

    def hide_stops_help(self) -> bool:
        """Whether Iron Hard Skin stops every bonus of opponents to an armour roll, not only Claws."""
        return True

    def fireball_bonus(self, game: Game, caster: i64, piece: i64) -> i64:
        """The bonus to armour or injury of a player that a fireball has hit. `caster` is the side that cast it."""
        return 1

    def injury_status(self, game: Game, piece: i64, total: i64) -> i64:
        """The status an injury roll gives; BADLY_HURT for a casualty without casualty roll."""
        raise NotImplementedError

    def casualty(self, game: Game, piece: i64) -> Frame | None:
        """The frame of the casualty roll for a player that was just removed."""
        raise NotImplementedError

    def badly_hurt(self, game: Game, piece: i64) -> Frame | None:
        """The frame after a casualty that needs no casualty roll; None for nothing."""
        return None

    def injury_bonus(self, game: Game, piece: i64) -> i64:
        """The bonus that the player's own history adds to every injury roll against it."""
        return 0


class Referee:
    """What follows a foul and other infractions of the rules."""

    def after_foul(self, game: Game, fouler: i64, victim: i64, harmed: bool) -> Frame | None:
        """A foul is over; `harmed` if the armour of the victim was broken. Returns the frame that follows, or None."""
        raise NotImplementedError

    def infraction(self, game: Game, piece: i64, level: i64) -> Frame | None:
        """A player has broken a rule of this level (MINOR, MAJOR). Returns the frame that follows; None if there is no
        penalty."""
        return None

    def sees_broken_armour(self) -> bool:
        """Whether a double that breaks armour is seen by the referee, even if the fouling player has Sneaky Git."""
        return False

    def lets_sly_move(self) -> bool:
        """Whether a player with Sneaky Git may move on after a foul."""
        return False

    def argument_cancels(self) -> bool:
        """Whether a player whose sending-off was argued away counts as never sent off, so that there is no turnover."""
        return False


class Neutral:
    """Pieces of no side, monsters and referees: which there are, and which side decides for them."""

    def sheets(self, sides: i64) -> list[PlayerSheet]:
        """The pieces of no side that may come into a match of so many sides. They are absent until a rule brings them
        in."""
        return []

    def coach(self, game: Game, piece: i64) -> i64:
        """The side that is asked for such a piece. `Squads.sides` means: no coach decides, but a rule or a game master
        does."""
        return game.active

    def decision(self, game: Game) -> Frame | None:
        """A decision of the side `Squads.sides` is due. Returns the frame that decides now (see
        `procedures/turn/neutral.py`), or None if the game master's seat is asked."""
        return None

    def has_master(self) -> bool:
        """Whether there is a seat for a game master, who is asked as the side `Squads.sides`."""
        return False

    def advice(self, game: Game) -> i64:
        """The option that a program chooses in the game master's seat."""
        game.offers = 0
        game.top.options(game)
        return game.offered[0]


class Sheets:
    """How characteristics are written on player sheets: as the target number of a die, or as the value of the CRP
    table."""

    def agility_needed(self, written: int) -> int:
        """The target of an Agility test."""
        return written

    def armour_needed(self, written: int) -> int:
        """The total that breaks armour."""
        return written

    def usual_agility(self) -> i64:
        """The Agility target of an average player."""
        return 3

    def tests_agility_to_throw(self) -> bool:
        """Whether a throw is an Agility test, because these rules have no Passing Ability."""
        return False


class Rerolls:
    """When a team re-roll may be used."""

    def team_allowed(self, game: Game, side: i64, piece: i64, clause: i64) -> bool:
        raise NotImplementedError

    def spend(self, game: Game, side: i64) -> None:
        raise NotImplementedError


@final
class Policies:
    """All policies of an edition. This is the only list of them: an edition gives each one, and a module of an edition
    may replace one (`c.policies.pushing = Ledges(c.policies.pushing)`)."""

    def __init__(
        self,
        opening: Opening,
        clock: Clock,
        scoring: Scoring,
        dugout: Dugout,
        chests: Chests,
        portals: Portals,
        arrivals: Arrivals,
        rebounds: Rebounds,
        footwork: Footwork,
        blocking: Blocking,
        pushing: Pushing,
        injuries: Injuries,
        referee: Referee,
        throwing: Throwing,
        rerolls: Rerolls,
        own_rerolls: OwnRerolls,
        sheets: Sheets,
        walls: Walls | None = None,
        neutral: Neutral | None = None,
    ) -> None:
        self.opening = opening
        self.clock = clock
        self.scoring = scoring
        self.dugout = dugout
        self.chests = chests
        self.portals = portals
        self.arrivals = arrivals
        self.rebounds = rebounds
        self.footwork = footwork
        self.blocking = blocking
        self.pushing = pushing
        self.injuries = injuries
        self.referee = referee
        self.throwing = throwing
        self.rerolls = rerolls
        self.own_rerolls = own_rerolls
        self.sheets = sheets
        self.walls: Walls = walls if walls is not None else Walls()
        self.neutral: Neutral = neutral if neutral is not None else Neutral()
