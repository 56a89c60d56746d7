"""The plug board: every moment of a match that a module may hear.

A module overrides the methods of the moments that it needs and leaves the rest. `Rules` (in `rules.py`) sorts all
modules of an edition once into one tuple of listeners per moment, in the order of the edition. In a game without lava
no lava module is asked.

Four kinds of moments:
- *numbers*: questions that change nothing. The answers are added up; for a question of yes or no, one `True` counts.
- *secrets*: what has been decided and not shown, and which side does not know it.
- *facts*: something has just become true. The module may change the game but cannot interrupt.
- *interruptions*: the module may return a frame, which is played before the match goes on. If the frame returns 0, the
  next listener is asked. If it returns anything else, no further listener is asked, and what was under way is stopped:
  the docstring of the moment says what "stopping" does. Where it does not say so, the result changes nothing else.
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

# How a player has come into a square: bits of the argument `how` of `entered_square`.
BY_CHOICE: Final[i64] = 1  # the player may pick up a ball that lies there, and has to try
BY_OWN_MOVE: Final[i64] = 2  # also if a roll of that movement has failed


class Module:
    """Every moment as a do-nothing method. Read this class to learn what a module can do."""

    def name(self) -> str:
        """The name of the module in the text form of an edition."""
        return type(self).__name__.lower()

    def rates_teams(self) -> bool:
        """Whether the module needs the strengths of the teams. They are then worked out before a match."""
        return False

    def rerolls_given(self, squads: Squads, side: i64) -> i64:
        """How many team re-rolls a side gets before the match, or loses."""
        return 0

    def choices_given(self, squads: Squads, side: i64) -> i64:
        """How many things a side may choose before the match, for nothing."""
        return 0

    def choices_sold(self, squads: Squads, side: i64) -> i64:
        """How many things of the module a side has the gold for before the match."""
        return 0

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        """Whether the module can never have anything to say in a match in this dungeon with these players."""
        return False

    def memory(self) -> int:
        """How many numbers of its own the module keeps in `game.memo`. They begin at the slot told to `fixed_slot`."""
        return 0

    def fixed_slot(self, slot: int) -> None:
        """Called by `Rules`: the index in `game.memo` at which the module's numbers begin."""

    # --- numbers: what a roll, a cost or a permission becomes ---------------------------------------------------

    def test_modifier(self, game: Game, piece: i64, clause: i64, other: i64) -> i64:
        """Added to the die of a test (dodge, pick-up, catch, pass ...). `other` is the passer of a catch, the square
        that a dodger leaves, the square that a throw is aimed at, or -1."""
        return 0

    def modifies(self, clause: i64) -> bool:
        """Whether `test_modifier` can be anything but 0 for this test. Asked once, when the rules are composed."""
        return True

    def rush_modifier(self, game: Game, piece: i64, square: i64) -> i64:
        """Added to the die of a Rush that is rolled in `square`."""
        return 0

    def bars_rush(self, game: Game, piece: i64) -> bool:
        """Whether this player may not Rush at all."""
        return False

    def armour_modifier(self, game: Game, piece: i64, cause: i64, source: i64) -> i64:
        """Added to an armour roll against `piece`. `cause` is a clause, `source` the piece that did it, or -1."""
        return 0

    def injury_modifier(self, game: Game, piece: i64, cause: i64, source: i64) -> i64:
        """Added to an injury roll against `piece`. `cause` is a clause, `source` the piece that did it, or -1."""
        return 0

    def injury_becomes(self, game: Game, piece: i64, cause: i64, status: i64) -> i64:
        """The status that an injury roll gives to `piece`, if the table gives `status`."""
        return status

    def saves_armour(self, game: Game, piece: i64, source: i64) -> bool:
        """Whether armour that has just been broken counts as not broken after all. `source` is the piece that broke it,
        or -1. The module may change the game here."""
        return False

    def strength_modifier(self, game: Game, piece: i64) -> i64:
        """Added to Strength whenever it is compared."""
        return 0

    def movement_modifier(self, game: Game, piece: i64) -> i64:
        """Added to Movement Allowance when an activation begins."""
        return 0

    def counts_assists(self, game: Game, helped: i64, against: i64) -> i64:
        """How many pieces assist `helped` in a block between these two; -1 to count the usual assists."""
        return -1

    def is_firm(self, game: Game, piece: i64, square: i64) -> bool:
        """Whether the square where a player stands lets it stand firm there."""
        return False

    def step_cost(self, game: Game, piece: i64, origin: i64, square: i64) -> i64:
        """How much movement a step costs in addition to the usual one square."""
        return 0

    def watches_floor(self) -> bool:
        """Whether the module's answers about steps (bars, costs, risks) can concern ordinary floor. If not, it is asked
        only about squares with a token and squares that are `special` in the dungeon: other terrain, heights, end
        zones."""
        return True

    def bars_step(self, game: Game, piece: i64, origin: i64, square: i64) -> bool:
        """Whether this player may not take this step."""
        return False

    def step_objection(self, game: Game, piece: i64, origin: i64, square: i64) -> str:
        """Why the module bars this step, in words for the coach."""
        return "a rule forbids it"

    def falls_back(self, game: Game, piece: i64, origin: i64, square: i64) -> bool:
        """Whether a player that fails a roll on its way from `origin` into `square` falls in `origin`, not in
        `square`."""
        return False

    def opens_below(self, game: Game, square: i64) -> bool:
        """Whether a player beside this square may lose its balance and fall into the square."""
        return False

    def step_risk(self, game: Game, piece: i64, origin: i64, square: i64) -> float:
        """The chance that entering `square` goes wrong by a roll of this module's own. Asked only to plan a way: by the
        pathfinder, by bots and for referees."""
        return 0.0

    def departure_risk(self, game: Game, piece: i64, origin: i64) -> float:
        """The chance that leaving `origin` goes wrong by such a roll. `origin` is the square where a path begins. The
        pathfinder asks once per path. What leaving later squares may cost belongs to the risk of entering them."""
        return 0.0

    def is_hazard(self, game: Game, piece: i64, origin: i64, square: i64) -> bool:
        """Whether a player earns experience for pushing an opponent from `origin` into `square`. Asked before the push
        takes effect, and only where that is worth points."""
        return False

    def ball_modifier(self, game: Game, piece: i64, ball: i64, clause: i64) -> i64:
        """Added to the die of a test for this ball: to throw it, to catch it, to pick it up, to intercept it."""
        return 0

    def bars_ball(self, game: Game, piece: i64, ball: i64) -> bool:
        """Whether this player can never get this ball: its pick-ups and catches fail as those of a player without hands
        do."""
        return False

    def bars_throw(self, game: Game, piece: i64, ball: i64) -> bool:
        """Whether this player cannot throw this ball, which it holds."""
        return False

    def drop_rank(self, game: Game, ball: i64) -> i64:
        """If a player loses several balls, the ball with the lowest rank bounces first."""
        return 0

    def blow_help(self, game: Game, attacker: i64, defender: i64) -> i64:
        """How many single points the coach may add to the armour or injury roll of an opponent that a block of
        `attacker` has knocked down. Each point goes to one of the two rolls."""
        return 0

    def smash_help(self, game: Game, attacker: i64, defender: i64) -> i64:
        """A bonus to the armour roll or to the injury roll of an opponent that a block of `attacker` has knocked down.
        The whole bonus goes to one of the two. The coach is asked after the dice of each roll."""
        return 0

    def smash_used(self, game: Game, attacker: i64) -> None:
        """The bonus of `smash_help` has been added to one of the two rolls."""

    def bars_reroll(self, game: Game, piece: i64, clause: i64) -> bool:
        """Whether no re-roll of any kind may be used for a roll of this player now."""
        return False

    def grants_reroll(self, game: Game, piece: i64, clause: i64) -> bool:
        """Whether something that this player carries lets its coach re-roll a roll of this player now."""
        return False

    def offers_actions(self, game: Game, piece: i64) -> None:
        """Offer special actions to a player that is about to declare, with `game.offer(...)`."""

    def offers_moves(self, game: Game, piece: i64) -> None:
        """Offer things to do in the middle of a movement, with `game.offer(...)`."""

    def acts(self, game: Game, piece: i64, action: i64) -> Frame | None:
        """The frame of a special action or an offered move that this module knows; None for any other action."""
        return None

    def penalty_modifier(self, game: Game, piece: i64, level: i64) -> i64:
        """Added to the die that decides whether a player is sent off for an infraction of this level."""
        return 0

    # --- secrets: what has been settled and not shown ----------------------------------------------------------

    def conceal(self, game: Game, side: i64) -> None:
        """Remove from the module's memory what `side` does not know (-1: what an onlooker does not know). `game` is a
        clone.

        What is removed must be decided anew when it matters, with the chances that it has for a side that does not know
        it. Keep a secret in the memory, never in a frame that waits for a decision. When a secret is shown, call
        `game.reveal()`."""

    # --- facts: something has just become true ------------------------------------------------------------------

    def placed(self, game: Game, piece: i64, origin: i64, square: i64) -> None:
        """A piece was put into `square`, by any means. `origin` is the square that it left; -1 from outside the
        dungeon."""

    def chest_moved(self, game: Game, origin: i64, square: i64) -> None:
        """A closed chest was moved from `origin` to `square`."""

    def ball_held(self, game: Game, piece: i64, ball: i64) -> None:
        """A piece holds a ball, by any means."""

    def reroll_granted(self, game: Game, piece: i64, clause: i64) -> None:
        """A roll is re-rolled because this module has granted it (`grants_reroll`)."""

    def activation_opened(self, game: Game, piece: i64) -> None:
        """An activation begins, before the declaration. Effects that last until the next activation end here."""

    # --- interruptions: answer with a frame to have it played first ---------------------------------------------

    def team_turn_began(self, game: Game, side: i64) -> Frame | None:
        """A team turn of `side` begins, before its first activation."""
        return None

    def activation_began(self, game: Game, piece: i64) -> Frame | None:
        """After the declaration of an action: rolls that the player's square asks for. Stopping ends the activation."""
        return None

    def action_declared(self, game: Game, piece: i64) -> Frame | None:
        """After the rolls of `activation_began`: trait rolls. Stopping ends the activation."""
        return None

    def leaving_square(self, game: Game, piece: i64, square: i64) -> Frame | None:
        """A player is about to leave its square by a step or a jump to `square`. Stopping keeps the player where it
        is."""
        return None

    def dodged(self, game: Game, piece: i64, origin: i64) -> Frame | None:
        """A dodge out of `origin` succeeded; see `game.natural` and `game.modified`. Stopping makes the dodge a
        failure. Where Diving Tackle comes before the re-roll, the result is a penalty, also for the re-roll."""
        return None

    def stepped_away(self, game: Game, piece: i64, origin: i64) -> Frame | None:
        """A marked player has left `origin` and has not fallen."""
        return None

    def entered_square(self, game: Game, piece: i64, how: i64) -> Frame | None:
        """A player has come into its square, by any means. `how` is a set of the bits BY_CHOICE and BY_OWN_MOVE.
        Stopping ends the arrival there."""
        return None

    def movement_ended(self, game: Game, piece: i64) -> Frame | None:
        """The movement of an activation is over, by choice or by force. Not heard if the player has left the
        dungeon."""
        return None

    def activation_ended(self, game: Game, piece: i64) -> Frame | None:
        """An activation is over. The player may have left the dungeon."""
        return None

    def block_declared(self, game: Game, attacker: i64, defender: i64) -> Frame | None:
        """A block is about to be made, or an attack in place of a block. Stopping loses it."""
        return None

    def block_resolved(self, game: Game, attacker: i64, defender: i64, outcome: i64) -> Frame | None:
        """All effects of a block are done. `outcome` is a set of the bits in `procedures/block/pushed.py`.

        Stopping only keeps the listeners after this module from hearing of the block."""
        return None

    def going_down(self, game: Game, piece: i64, cause: i64) -> Frame | None:
        """A player is about to go down; `cause` is a clause. Stopping keeps the player on its feet. A frame that
        returns `down.SOFTENED` lets the player go down unhurt and without blame."""
        return None

    def casualty_suffered(self, game: Game, piece: i64, row: i64) -> Frame | None:
        """A casualty roll has given this `row` of the casualty table."""
        return None

    def ball_dropping(self, game: Game, piece: i64, ball: i64) -> Frame | None:
        """`piece` has lost the ball, and the ball is about to bounce. Stopping means that the module has put the ball
        somewhere."""
        return None

    def ball_landed(self, game: Game, ball: i64, square: i64) -> Frame | None:
        """A ball has come down in a square; no player has tried to catch it yet. Stopping means that the module has
        dealt with the ball."""
        return None

    def ball_striking(self, game: Game, piece: i64, ball: i64, thrower: i64) -> Frame | None:
        """A ball comes down on `piece`: thrown by `thrower`, or from a ledge above (`thrower` is -1). Also heard when
        `piece` is about to intercept the ball. Stopping means that the module has dealt with the ball."""
        return None

    def ball_gained(self, game: Game, piece: i64, ball: i64, clause: i64) -> Frame | None:
        """A pick-up, catch or interception succeeded. `clause` says which of the three: PICK_UP, CATCH or INTERCEPT."""
        return None

    def chest_opening(self, game: Game, piece: i64, square: i64) -> Frame | None:
        """`piece` is about to open the chest in `square`; what is in it is not yet known. Stopping keeps the chest
        closed."""
        return None

    def balance_needed(self, game: Game, piece: i64, clause: i64) -> Frame | None:
        """Just before a block, pass, throw, catch, interference or pick-up; `clause` says which. Stopping loses the
        attempt."""
        return None

    def infraction(self, game: Game, piece: i64, level: i64) -> Frame | None:
        """A player has broken a rule (`level` is MINOR or MAJOR), and its penalty has been decided."""
        return None

    def team_turn_ended(self, game: Game, side: i64) -> Frame | None:
        """A team turn is over. Stunned players have not yet turned over."""
        return None

    def between_turns(self, game: Game, side: i64) -> Frame | None:
        """After the team turn of `side`: the phases of referees and monsters. Not heard when the drive has ended."""
        return None

    def game_started(self, game: Game) -> Frame | None:
        """Set-up is done, before the first team turn."""
        return None

    def removed(self, game: Game, piece: i64, square: i64) -> Frame | None:
        """A piece has left the dungeon. `square` is the square where it was."""
        return None

    def ball_strayed(self, game: Game, ball: i64, thrower: i64, on_target: bool) -> Frame | None:
        """A thrown ball has come down and no player has to catch it: off its target, or in some games on it too
        (`on_target`). Stopping means that the module has dealt with the ball."""
        return None

    def throw_aimed(self, game: Game, thrower: i64, square: i64) -> Frame | None:
        """A thrower has named the target of a pass or of a throw at a wall. Nothing is rolled yet. Stopping ends the
        throw, but the official throw at a wall goes on if the thrower still can."""
        return None

    def teleported(self, game: Game, piece: i64, origin: i64) -> Frame | None:
        """A player has arrived on a portal from `origin` (-1: from outside) and is still in the dungeon. All effects of
        the arrival are done."""
        return None

    def handing_off(self, game: Game, giver: i64, receiver: i64) -> Frame | None:
        """A ball is about to be handed over. Stopping loses the attempt."""
        return None

    def drive_ended(self, game: Game) -> Frame | None:
        """A drive is over. All players are still where the drive left them, and no player has recovered yet."""
        return None

    def intercepted_pass(self, game: Game, piece: i64, thrower: i64) -> Frame | None:
        """`piece` has rolled well enough to catch a pass out of the air, and does not hold the ball yet. Stopping lets
        the ball fly on."""
        return None

    def armour_held(self, game: Game, piece: i64, source: i64, cause: i64) -> Frame | None:
        """The armour of a player that went down has held. `source` is the piece that caused it, or -1. Stopping rolls
        the armour again."""
        return None

    def injury_read(self, game: Game, piece: i64, source: i64, cause: i64, status: i64) -> Frame | None:
        """An injury roll gives `piece` this status; the status has not taken effect. Stopping rolls the injury again.

        Two results are special. `injury.SPARED`: the injury has no effect. `injury.EASED` plus a status: `piece` gets
        that status instead."""
        return None

    def harmed(self, game: Game, piece: i64, source: i64) -> Frame | None:
        """All armour and injury rolls against a player that went down are made. No ball has bounced yet."""
        return None

    def fading(self, game: Game, piece: i64) -> Frame | None:
        """A player is about to be knocked out. Stopping means that the module has given it another status already."""
        return None

    def preparing(self, game: Game) -> Frame | None:
        """Before a match: the teams are known, and nothing else is decided."""
        return None

    def furnishing(self, game: Game) -> Frame | None:
        """Chests and portals are in their squares. No player is set up, and the contents of the chests are not
        decided."""
        return None

    def being_moved(self, game: Game, piece: i64, square: i64) -> Frame | None:
        """A player is about to leave its square for `square` without a step or a leap: it is pushed, or it follows up
        after a push. Stopping keeps the player where it is."""
        return None

    def came_to_rest(self, game: Game, piece: i64) -> Frame | None:
        """A player that was moved by force stays in its square now. All that follows from the move has been done."""
        return None

    def chest_exploding(self, game: Game, piece: i64, square: i64) -> Frame | None:
        """A chest is about to explode. `piece` has opened it; -1 if no player has. Stopping means that it does not
        explode: the frame has taken the chest away, and may have put something else there."""
        return None

    def ball_found(self, game: Game, ball: i64, square: i64) -> Frame | None:
        """A chest has been removed, and the ball that was in it lies in `square`."""
        return None

    def trap_springing(self, game: Game, piece: i64, square: i64) -> Frame | None:
        """A player has come upon a trap whose kind is not known yet. If a frame moves the player away, the trap hits it
        only if the trap reaches its new square."""
        return None

    def roll_coming(self, game: Game, piece: i64, clause: i64, other: i64) -> Frame | None:
        """A test of this player is about to be rolled. `other` is the thrower of the ball to catch or intercept, the
        square that a dodger leaves, the square that a ball is thrown at, or -1.

        A result that is not 0 is the number that the unmodified die must reach, whatever the modifiers are. The result
        1 means that the test passes without a roll."""
        return None

    def armour_broken(self, game: Game, piece: i64, source: i64, cause: i64) -> Frame | None:
        """The armour of a player is broken, and nothing has followed from it yet. Stopping rolls the armour again."""
        return None

    def deed_settled(self, game: Game, piece: i64) -> Frame | None:
        """Something that the acting player did is over with all that followed, and its activation goes on. If a deed
        ends the activation, `activation_ended` is heard instead."""
        return None
