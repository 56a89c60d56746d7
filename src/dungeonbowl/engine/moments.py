"""The plug board: every point of a match that a module may hear.

A module overrides the moments it cares for and leaves the rest. `compose` (in `rules.py`) sorts all modules of an
edition once into one tuple of listeners per moment, in the order of the edition; a game without lava walks `()`.

Four kinds of moments:
- *numbers*: pure questions whose answers are added up (or, for a veto, any `True` counts);
- *secrets*: what has been settled and not shown, and who does not know it;
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
PREPARING: Final[i64] = 33
FURNISHING: Final[i64] = 34
BEING_MOVED: Final[i64] = 35
CAME_TO_REST: Final[i64] = 36
CHEST_EXPLODING: Final[i64] = 37
BALL_FOUND: Final[i64] = 38
TRAP_SPRINGING: Final[i64] = 39
BALL_STRIKING: Final[i64] = 40
ROLL_COMING: Final[i64] = 41
ARMOUR_BROKEN: Final[i64] = 42
DEED_SETTLED: Final[i64] = 43
INTERRUPTIONS: Final[i64] = 44

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
    "preparing",
    "furnishing",
    "being_moved",
    "came_to_rest",
    "chest_exploding",
    "ball_found",
    "trap_springing",
    "ball_striking",
    "roll_coming",
    "armour_broken",
    "deed_settled",
)

# How somebody has come into a square.
BY_CHOICE: Final[i64] = 1  # it may pick up what lies there, and has to
BY_OWN_MOVE: Final[i64] = 2  # even if a roll of that movement has failed


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

    def bars_rush(self, game: Game, piece: i64) -> bool:
        """Whether this player may not Rush at all."""
        return False

    def armour_modifier(self, game: Game, piece: i64, cause: i64, source: i64) -> i64:
        """Added to an armour roll against `piece`."""
        return 0

    def injury_modifier(self, game: Game, piece: i64, cause: i64, source: i64) -> i64:
        """Added to an injury roll against `piece`."""
        return 0

    def injury_becomes(self, game: Game, piece: i64, cause: i64, status: i64) -> i64:
        """The status that an injury roll gives `piece` where it is, if the table gives it `status`."""
        return status

    def saves_armour(self, game: Game, piece: i64, source: i64) -> bool:
        """Armour has just been broken, by `source` or by nobody (-1): whether it is not, after all. The module may
        change the game for it."""
        return False

    def strength_modifier(self, game: Game, piece: i64) -> i64:
        """Added to Strength whenever it is compared."""
        return 0

    def movement_modifier(self, game: Game, piece: i64) -> i64:
        """Added to Movement Allowance when an activation begins."""
        return 0

    def counts_assists(self, game: Game, helped: i64, against: i64) -> i64:
        """How many assist `helped` in a block between the two, or -1 for whoever usually does."""
        return -1

    def is_firm(self, game: Game, piece: i64, square: i64) -> bool:
        """Whether the square where a player stands lets it stand firm there."""
        return False

    def step_cost(self, game: Game, piece: i64, origin: i64, square: i64) -> i64:
        """Movement a step costs beyond the usual one square."""
        return 0

    def watches_floor(self) -> bool:
        """Whether what it says of steps (bars, costs, risks) can concern ordinary floor. If not, it is asked only about
        squares with a token and squares that are `special` in the dungeon: other terrain, heights, end zones."""
        return True

    def bars_step(self, game: Game, piece: i64, origin: i64, square: i64) -> bool:
        """Whether this player may not take this step."""
        return False

    def step_objection(self, game: Game, piece: i64, origin: i64, square: i64) -> str:
        """Why it bars this step, in words for the coach."""
        return "a rule forbids it"

    def falls_back(self, game: Game, piece: i64, origin: i64, square: i64) -> bool:
        """Whether a player that fails a roll on its way from `origin` into `square` lies where it came from."""
        return False

    def opens_below(self, game: Game, square: i64) -> bool:
        """Whether somebody beside this square may lose its balance and fall into it."""
        return False

    def step_risk(self, game: Game, piece: i64, origin: i64, square: i64) -> float:
        """The chance that entering `square` goes wrong by a roll of this module's own. Asked by the pathfinder only."""
        return 0.0

    def departure_risk(self, game: Game, piece: i64, origin: i64) -> float:
        """The chance that leaving `origin`, where the player is when it sets out, goes wrong by such a roll. It is
        asked for once a way; what leaving squares further on may cost belongs to the risk of entering them."""
        return 0.0

    def is_hazard(self, game: Game, piece: i64, origin: i64, square: i64) -> bool:
        """Whether whoever pushes an opponent from `origin` into `square` earns something for it. Asked only where
        that is worth any points, before the push takes effect."""
        return False

    def ball_modifier(self, game: Game, piece: i64, ball: i64, clause: i64) -> i64:
        """Added to the die of a test for this ball: to throw it, to catch it, to pick it up, to intercept it."""
        return 0

    def bars_ball(self, game: Game, piece: i64, ball: i64) -> bool:
        """Whether this player can never get hold of this ball: it picks up and catches it no better than one without
        hands."""
        return False

    def bars_throw(self, game: Game, piece: i64, ball: i64) -> bool:
        """Whether this player cannot throw this ball, which it holds."""
        return False

    def drop_rank(self, game: Game, ball: i64) -> i64:
        """Of several balls that one player loses the one of the lowest rank bounces first."""
        return 0

    def blow_help(self, game: Game, attacker: i64, defender: i64) -> i64:
        """So many times 1 may be added to the armour or to the injury roll of an opponent whom a block of `attacker`
        has knocked down, each of them to either."""
        return 0

    def smash_help(self, game: Game, attacker: i64, defender: i64) -> i64:
        """May be added, all of it, either to the armour or to the injury roll of an opponent whom a block of `attacker`
        has knocked down. Its coach is asked after the dice of each."""
        return 0

    def smash_used(self, game: Game, attacker: i64) -> None:
        """It is added to one of them."""

    def bars_reroll(self, game: Game, piece: i64, clause: i64) -> bool:
        """Whether no re-roll of any kind may be used on a roll made for this player now."""
        return False

    def grants_reroll(self, game: Game, piece: i64, clause: i64) -> bool:
        """Whether something that this player carries lets its coach make a roll for it again now."""
        return False

    def offers_actions(self, game: Game, piece: i64) -> None:
        """Offer special actions to a player that declares, with `game.offer(...)`."""

    def offers_moves(self, game: Game, piece: i64) -> None:
        """Offer something to do in the middle of a movement, with `game.offer(...)`."""

    def acts(self, game: Game, piece: i64, action: i64) -> Frame | None:
        """The frame of a special action or of an offered move that this module knows, or None."""
        return None

    def penalty_modifier(self, game: Game, piece: i64, level: i64) -> i64:
        """Added to the die that decides whether a player is sent off for an infraction of this level."""
        return 0

    # --- secrets: what has been settled and not shown ----------------------------------------------------------

    def conceal(self, game: Game, side: i64) -> None:
        """`game` is a clone for somebody who knows what `side` knows, or no more than an onlooker (-1): take out of the
        module's memory whatever that is not. What is taken out must come about anew when it matters, with the odds
        that it has for those who do not know. A secret is kept in the memory, never in a frame that waits for a
        decision; when it comes out, `game.reveal()` says so."""

    # --- facts: something has just become true ------------------------------------------------------------------

    def placed(self, game: Game, piece: i64, origin: i64, square: i64) -> None:
        """A piece was put into `square`, by any means; `origin` is -1 from outside the dungeon."""

    def chest_moved(self, game: Game, origin: i64, square: i64) -> None:
        """A closed chest is not where it was any more."""

    def ball_held(self, game: Game, piece: i64, ball: i64) -> None:
        """A ball is in the hands of a piece, however it came there."""

    def reroll_granted(self, game: Game, piece: i64, clause: i64) -> None:
        """A roll is made again for which the module has granted it."""

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

    def entered_square(self, game: Game, piece: i64, how: i64) -> Frame | None:
        """A player has come into its square, by any means: `how` is a set of BY_CHOICE and BY_OWN_MOVE. Stopping ends
        the arrival there."""
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
        """All effects of a block are done; `outcome` is a set of the bits of `procedures/block/pushed.py`.

        Stopping keeps those who listen later from hearing of this block."""
        return None

    def going_down(self, game: Game, piece: i64, cause: i64) -> Frame | None:
        """A player is about to go down. Stopping keeps it on its feet, or with `down.SOFTENED` makes it go down unhurt
        and without blame."""
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

    def ball_striking(self, game: Game, piece: i64, ball: i64, thrower: i64) -> Frame | None:
        """A ball comes down on a piece: thrown by `thrower`, or from a ledge above it (-1). Whoever is about to
        intercept it is told too. Stopping means that the ball has been dealt with."""
        return None

    def ball_gained(self, game: Game, piece: i64, ball: i64, clause: i64) -> Frame | None:
        """A pick-up, catch or interception succeeded; the clause says which."""
        return None

    def chest_opening(self, game: Game, piece: i64, square: i64) -> Frame | None:
        """A chest is about to be opened, its contents not yet known."""
        return None

    def balance_needed(self, game: Game, piece: i64, clause: i64) -> Frame | None:
        """Just before a block, pass, throw, catch, interception or pick-up. Stopping loses the attempt."""
        return None

    def infraction(self, game: Game, piece: i64, level: i64) -> Frame | None:
        """An infraction has been resolved, the penalty with it."""
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
        """An injury roll says what becomes of a player, and nothing has yet. Stopping has it rolled again, or with
        `injury.SPARED` nothing comes of it, or with `injury.EASED` plus a status that."""
        return None

    def harmed(self, game: Game, piece: i64, source: i64) -> Frame | None:
        """All rolls against a player that went down are made; no ball has bounced yet."""
        return None

    def fading(self, game: Game, piece: i64) -> Frame | None:
        """A player is about to be knocked out. Stopping means it has been seen to: it has another status already."""
        return None

    def preparing(self, game: Game) -> Frame | None:
        """The teams are known; nothing else is."""
        return None

    def furnishing(self, game: Game) -> Frame | None:
        """Chests and portals are where they begin; nobody is set up, and nobody knows what is in the chests."""
        return None

    def being_moved(self, game: Game, piece: i64, square: i64) -> Frame | None:
        """A player is about to leave its square for `square` without a step or a leap: it is pushed, or follows up
        after a push. Stopping keeps it there."""
        return None

    def came_to_rest(self, game: Game, piece: i64) -> Frame | None:
        """A player that was moved by force stays where it is now, and all that follows from it has been done."""
        return None

    def chest_exploding(self, game: Game, piece: i64, square: i64) -> Frame | None:
        """A chest would explode that `piece` has opened, or nobody (-1). Stopping means that it does not: the frame has
        taken it away, and put something else there if anything."""
        return None

    def ball_found(self, game: Game, ball: i64, square: i64) -> Frame | None:
        """A chest is gone, and the ball that was in it lies there."""
        return None

    def trap_springing(self, game: Game, piece: i64, square: i64) -> Frame | None:
        """A player has come upon a trap, whose kind nobody knows yet. Stopping means that it is out of its reach."""
        return None

    def roll_coming(self, game: Game, piece: i64, clause: i64, other: i64) -> Frame | None:
        """A test of this player is about to be rolled; `other` is the thrower of what it would catch or intercept, the
        square that a dodger leaves, the square that a ball is thrown at, or -1.

        Stopping sets what the bare die needs, whatever the modifiers were; 1 means that it passes without one."""
        return None

    def armour_broken(self, game: Game, piece: i64, source: i64, cause: i64) -> Frame | None:
        """The armour of a player is broken, and nothing has come of it yet. Stopping has it rolled again."""
        return None

    def deed_settled(self, game: Game, piece: i64) -> Frame | None:
        """Something that the acting player did is over with all that followed, and its activation goes on. What ends an
        activation is followed by its end instead."""
        return None
