"""The plug board: every point of a match that a module may hear.

A module overrides the moments it cares for and leaves the rest. `compose` (in `rules.py`) sorts all modules of an
edition once into one tuple of listeners per moment, in the order of the edition; a game without lava walks `()`.

Three kinds of moments:
- *numbers*: pure questions whose answers are added up (or, for a veto, any `True` counts);
- *facts*: something has just become true; the module may change the game but not interrupt;
- *interruptions*: the module may answer with a frame, which is played before the flow goes on. A frame that
  returns anything but 0 stops what was under way (the step does not happen, the activation ends, ...).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

if TYPE_CHECKING:
    from dungeonbowl.dungeon.graph import Dungeon
    from dungeonbowl.engine.frames import Frame
    from dungeonbowl.engine.game import Game
    from dungeonbowl.engine.setup import Squads

# The interruptions, numbered for the `Moment` frame.
TEAM_TURN_BEGAN: Final[i64] = 0
ACTIVATION_BEGAN: Final[i64] = 1
ACTION_DECLARED: Final[i64] = 2
LEAVING_SQUARE: Final[i64] = 3
DODGED: Final[i64] = 4
ENTERED_SQUARE: Final[i64] = 5
MOVEMENT_ENDED: Final[i64] = 6
ACTIVATION_ENDED: Final[i64] = 7
BLOCK_DECLARED: Final[i64] = 8
BLOCK_RESOLVED: Final[i64] = 9
GOING_DOWN: Final[i64] = 10
CASUALTY_SUFFERED: Final[i64] = 11
BALL_DROPPING: Final[i64] = 12
BALL_GAINED: Final[i64] = 13
CHEST_OPENING: Final[i64] = 14
BALANCE_NEEDED: Final[i64] = 15
INFRACTION: Final[i64] = 16
TEAM_TURN_ENDED: Final[i64] = 17
BETWEEN_TURNS: Final[i64] = 18
GAME_STARTED: Final[i64] = 19
REMOVED: Final[i64] = 20
STEPPED_AWAY: Final[i64] = 21
BALL_LANDED: Final[i64] = 22
BALL_STRAYED: Final[i64] = 23
THROW_AIMED: Final[i64] = 24
TELEPORTED: Final[i64] = 25
HANDING_OFF: Final[i64] = 26
DRIVE_ENDED: Final[i64] = 27
INTERCEPTED_PASS: Final[i64] = 28
ARMOUR_HELD: Final[i64] = 29
INJURY_READ: Final[i64] = 30
HARMED: Final[i64] = 31
FADING: Final[i64] = 32
INTERRUPTIONS: Final[i64] = 33

INTERRUPTION_NAMES: Final = (
    "team_turn_began",
    "activation_began",
    "action_declared",
    "leaving_square",
    "dodged",
    "entered_square",
    "movement_ended",
    "activation_ended",
    "block_declared",
    "block_resolved",
    "going_down",
    "casualty_suffered",
    "ball_dropping",
    "ball_gained",
    "chest_opening",
    "balance_needed",
    "infraction",
    "team_turn_ended",
    "between_turns",
    "game_started",
    "removed",
    "stepped_away",
    "ball_landed",
    "ball_strayed",
    "throw_aimed",
    "teleported",
    "handing_off",
    "drive_ended",
    "intercepted_pass",
    "armour_held",
    "injury_read",
    "harmed",
    "fading",
)


class Module:
    """Every moment as a do-nothing method. Read this class to learn what a module can do."""

    def name(self) -> str:
        """How the text form of an edition calls it."""
        return type(self).__name__.lower()

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        """Whether it can never have anything to say in a match on this board with these players."""
        return False

    def memory(self) -> int:
        """How many numbers of its own it keeps in `game.memo`; it finds them from `self.slot` on."""
        return 0

    def fixed_slot(self, slot: int) -> None:
        """Told once by `compose` where its numbers begin."""

    # --- numbers: what a roll, a cost or a permission becomes ---------------------------------------------------

    def test_modifier(self, game: Game, piece: i64, clause: i64, other: i64) -> i64:
        """Added to the die of a test (dodge, pick-up, catch, pass ...). `other` is the passer of a catch, the square
        that a dodger leaves, the square that a throw is aimed at, or -1."""
        return 0

    def rush_modifier(self, game: Game, piece: i64, square: i64) -> i64:
        """Added to the die of a Rush that is rolled in `square`."""
        return 0

    def armour_modifier(self, game: Game, piece: i64, cause: i64, source: i64) -> i64:
        """Added to an armour roll against `piece`."""
        return 0

    def injury_modifier(self, game: Game, piece: i64, cause: i64, source: i64) -> i64:
        """Added to an injury roll against `piece`."""
        return 0

    def saves_armour(self, game: Game, piece: i64) -> bool:
        """Armour has just been broken: whether it is not, after all. The module may change the game for it."""
        return False

    def strength_modifier(self, game: Game, piece: i64) -> i64:
        """Added to Strength whenever it is compared."""
        return 0

    def movement_modifier(self, game: Game, piece: i64) -> i64:
        """Added to Movement Allowance when an activation begins."""
        return 0

    def step_cost(self, game: Game, piece: i64, origin: i64, square: i64) -> i64:
        """Movement a step costs beyond the usual one square."""
        return 0

    def watches_floor(self) -> bool:
        """Whether what it says of steps (bars, costs, risks) can concern ordinary floor. If not, it is asked only about
        squares with a token and squares of a zone."""
        return True

    def bars_step(self, game: Game, piece: i64, origin: i64, square: i64) -> bool:
        """Whether this player may not take this step."""
        return False

    def falls_back(self, game: Game, piece: i64, origin: i64, square: i64) -> bool:
        """Whether a player that fails a roll on its way from `origin` into `square` lies where it came from."""
        return False

    def step_risk(self, game: Game, piece: i64, origin: i64, square: i64) -> float:
        """The chance that entering `square` goes wrong by a roll of this module's own. Asked by the pathfinder only."""
        return 0.0

    def bars_reroll(self, game: Game, piece: i64, clause: i64) -> bool:
        """Whether no re-roll of any kind may be used on a roll made for this player now."""
        return False

    def offers_actions(self, game: Game, piece: i64) -> None:
        """Offer special actions to a player that declares, with `game.offer(...)`."""

    def offers_moves(self, game: Game, piece: i64) -> None:
        """Offer something to do in the middle of a movement, with `game.offer(...)`."""

    def acts(self, game: Game, piece: i64, action: i64) -> Frame | None:
        """The frame of a special action or of an offered move that this module knows, or None."""
        return None

    # --- facts: something has just become true ------------------------------------------------------------------

    def placed(self, game: Game, piece: i64, origin: i64, square: i64) -> None:
        """A piece was put into `square`, by any means; `origin` is -1 from outside the dungeon."""

    def activation_opened(self, game: Game, piece: i64) -> None:
        """Before the declaration: effects that last until the next activation end here."""

    # --- interruptions: answer with a frame to have it played first ---------------------------------------------

    def team_turn_began(self, game: Game, side: i64) -> Frame | None:
        """Before the first activation of a team turn."""
        return None

    def activation_began(self, game: Game, piece: i64) -> Frame | None:
        """After the declaration: rolls that the square asks for. Stopping ends the activation."""
        return None

    def action_declared(self, game: Game, piece: i64) -> Frame | None:
        """After the rolls of the square: trait rolls. Stopping ends the activation."""
        return None

    def leaving_square(self, game: Game, piece: i64, square: i64) -> Frame | None:
        """A player is about to leave its square by a step to `square`. Stopping keeps it there."""
        return None

    def dodged(self, game: Game, piece: i64, origin: i64) -> Frame | None:
        """A dodge succeeded; `game.natural` and `game.modified` tell how. Stopping turns it into a failure."""
        return None

    def stepped_away(self, game: Game, piece: i64, origin: i64) -> Frame | None:
        """A marked player has left `origin` and kept its feet."""
        return None

    def entered_square(self, game: Game, piece: i64, voluntary: i64) -> Frame | None:
        """A player has come into its square, by any means. Stopping ends the arrival there."""
        return None

    def movement_ended(self, game: Game, piece: i64) -> Frame | None:
        """The last square of a movement, chosen or forced."""
        return None

    def activation_ended(self, game: Game, piece: i64) -> Frame | None:
        """An activation is over."""
        return None

    def block_declared(self, game: Game, attacker: i64, defender: i64) -> Frame | None:
        """A block is about to be made. Stopping loses the block."""
        return None

    def block_resolved(self, game: Game, attacker: i64, defender: i64, outcome: i64) -> Frame | None:
        """All effects of a block are done; `outcome` is a set of the bits of `procedures/push.py`.

        Stopping keeps those who listen later from hearing of this block."""
        return None

    def going_down(self, game: Game, piece: i64, cause: i64) -> Frame | None:
        """A player is about to go down. Stopping keeps it on its feet."""
        return None

    def casualty_suffered(self, game: Game, piece: i64, row: i64) -> Frame | None:
        """After the casualty roll."""
        return None

    def ball_dropping(self, game: Game, piece: i64, ball: i64) -> Frame | None:
        """A carrier has lost the ball, which is about to bounce. Stopping means the module has put it somewhere."""
        return None

    def ball_landed(self, game: Game, ball: i64, square: i64) -> Frame | None:
        """A ball has come down in a square, before anybody may catch it. Stopping means it has been dealt with."""
        return None

    def ball_gained(self, game: Game, piece: i64, ball: i64) -> Frame | None:
        """A pick-up, catch or interception succeeded."""
        return None

    def chest_opening(self, game: Game, piece: i64, square: i64) -> Frame | None:
        """A chest is about to be opened, its contents not yet known."""
        return None

    def balance_needed(self, game: Game, piece: i64, clause: i64) -> Frame | None:
        """Just before a block, pass, throw, catch, interception or pick-up. Stopping loses the attempt."""
        return None

    def infraction(self, game: Game, piece: i64, level: i64) -> Frame | None:
        """An infraction has been resolved."""
        return None

    def team_turn_ended(self, game: Game, side: i64) -> Frame | None:
        """A team turn is over; stunned players have not yet turned over."""
        return None

    def between_turns(self, game: Game, side: i64) -> Frame | None:
        """After a team turn: phases of referees and monsters."""
        return None

    def game_started(self, game: Game) -> Frame | None:
        """Set-up is done, before the first team turn."""
        return None

    def removed(self, game: Game, piece: i64, square: i64) -> Frame | None:
        """A piece has left the dungeon."""
        return None

    def ball_strayed(self, game: Game, ball: i64, thrower: i64, on_target: bool) -> Frame | None:
        """A thrown ball has come down where nobody has to catch it: off its target, or in some games on it too.
        Stopping means it has been dealt with."""
        return None

    def throw_aimed(self, game: Game, thrower: i64, square: i64) -> Frame | None:
        """The target of a pass or of a throw at a wall is named, and nothing rolled yet."""
        return None

    def teleported(self, game: Game, piece: i64, origin: i64) -> Frame | None:
        """A player has arrived on a portal, in play and with all that the arrival did to it behind it."""
        return None

    def handing_off(self, game: Game, giver: i64, receiver: i64) -> Frame | None:
        """A ball is about to be handed over. Stopping loses the attempt."""
        return None

    def drive_ended(self, game: Game) -> Frame | None:
        """A drive is over: everybody is still where it left them, and nobody has recovered yet."""
        return None

    def intercepted_pass(self, game: Game, piece: i64, thrower: i64) -> Frame | None:
        """A player would have caught a pass out of the air, and does not hold it yet. Stopping lets the ball fly on."""
        return None

    def armour_held(self, game: Game, piece: i64, source: i64, cause: i64) -> Frame | None:
        """The armour of a player that went down has held; `source` did it, or -1. Stopping has it rolled again."""
        return None

    def injury_read(self, game: Game, piece: i64, source: i64, cause: i64, status: i64) -> Frame | None:
        """An injury roll says what becomes of a player, and nothing has yet. Stopping has it rolled again."""
        return None

    def harmed(self, game: Game, piece: i64, source: i64) -> Frame | None:
        """All rolls against a player that went down are made; no ball has bounced yet."""
        return None

    def fading(self, game: Game, piece: i64) -> Frame | None:
        """A player is about to be knocked out. Stopping means it has been seen to: it has another status already."""
        return None
