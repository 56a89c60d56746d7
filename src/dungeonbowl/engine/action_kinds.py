"""What every kind of action is called and what its arguments are: one row for each kind.

An action is one number with up to three arguments, see `engine/actions.py`. Its row says its words in texts, the names
of its arguments and what they stand for, its entry in a menu with the letter that chooses it, and the point of the
rules behind it. The text notation, the menus and prompts of the server, and the table of the documentation are made
from these rows. What may be declared, and where a re-roll comes from, have rows of their own.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.engine import actions, clauses

# What an argument can stand for.
A_PIECE: Final = "piece"
A_SQUARE: Final = "square"
A_DIRECTION: Final = "direction"
A_SOURCE: Final = "source"  # of a re-roll
A_FACE: Final = "face"  # of a block die
A_ZONE: Final = "zone"
A_SIDE: Final = "side"
A_BALL: Final = "ball"
AN_INDUCEMENT: Final = "inducement"  # by its place in the market of the edition, counted from 1
AN_ABILITY: Final = "ability"
A_LESSON: Final = "lesson"  # by its place among the lessons of the piece that is named before it
A_DECLARATION: Final = "declaration"  # 0: none
A_CASUALTY: Final = "casualty"

BITS: Final = 16
FIRST_BIT: Final = 8
MASK: Final = 0xFFFF


@final
class Argument:
    """One argument of an action: its name and what it stands for.

    With `may_lack` the number stored is one more than what it names, and 0 means that there is none.
    """

    def __init__(self, name: str, kind: str, may_lack: bool = False) -> None:
        self.name = name
        self.kind = kind
        self.may_lack = may_lack

    def read(self, number: int) -> int:
        """What a stored number names; -1 for none."""
        return number - 1 if self.may_lack else number


@final
class ActionKind:
    """One kind of action.

    `words` begin its text. `group` is its entry in a menu and `key` the letter that chooses it; both are empty where
    several kinds of entries belong to it, or where it is never on a list. `clause` is the point of the rules behind it.
    """

    def __init__(
        self, number: i64, words: str, arguments: list[Argument], group: str, key: str = "", clause: i64 = 0
    ) -> None:
        self.number = int(number)
        self.words = words
        self.arguments = arguments
        self.group = group
        self.key = key
        self.clause = int(clause)

    def read(self, packed: int) -> dict[str, int]:
        """The arguments of an action of this kind by name; -1 for none."""
        found: dict[str, int] = {}
        for place, argument in enumerate(self.arguments):
            found[argument.name] = argument.read(packed >> (FIRST_BIT + BITS * place) & MASK)
        return found

    def is_free_form(self) -> bool:
        """Whether an argument may be left out of the text."""
        for argument in self.arguments:
            if argument.may_lack:
                return True
        return False

    def __repr__(self) -> str:
        shown = "".join([f" <{argument.name}>" for argument in self.arguments])
        return f"<{self.number} {self.words}{shown}>"


@final
class Declaration:
    """Something that may be declared: its number, words, entry in a menu with its letter, and point of the rules.

    An `is_special` one is not named among what is refused, because few players have it.
    """

    def __init__(self, number: i64, words: str, group: str, key: str, clause: i64, is_special: bool = True) -> None:
        self.number = int(number)
        self.words = words
        self.group = group
        self.key = key
        self.clause = int(clause)
        self.is_special = is_special


@final
class RerollSource:
    """Where a re-roll comes from: its number, its word, its entry in a menu, and the point of the rules."""

    def __init__(self, number: i64, word: str, group: str, clause: i64) -> None:
        self.number = int(number)
        self.word = word
        self.group = group
        self.clause = int(clause)


PIECE: Final = Argument("piece", A_PIECE)
TARGET: Final = Argument("target", A_PIECE)  # another than the one who acts
SQUARE: Final = Argument("square", A_SQUARE)
DIRECTION: Final = Argument("direction", A_DIRECTION)
DECLARED: Final = Argument("declaration", A_DECLARATION)

ACTION_KINDS: Final[tuple[ActionKind, ...]] = (
    # The team turn.
    ActionKind(actions.ACTIVATE, "activate", [PIECE], "Activate", "", clauses.ACTIVATION),
    ActionKind(actions.END_TURN, "end turn", [], "End turn", "e", clauses.END_TURN),
    ActionKind(  # where newcomers act at once: what for, and where; without a square through a portal
        actions.ENTER_RESERVE,
        "enter",
        [PIECE, DECLARED, Argument("square", A_SQUARE, may_lack=True)],
        "Bring on",
        "n",
        clauses.DUGOUT,
    ),
    ActionKind(actions.USE_SPONGE, "sponge", [PIECE], "Magic sponge", "g", clauses.SPONGE),
    # The declaration: its entries in a menu are those of DECLARATION_ROWS.
    ActionKind(actions.DECLARE, "declare", [DECLARED, Argument("target", A_PIECE, may_lack=True)], ""),
    # Inside an activation.
    ActionKind(actions.STEP, "step", [DIRECTION], "Move", "m", clauses.STEP),
    ActionKind(actions.JUMP, "jump", [SQUARE], "Jump", "j", clauses.JUMP),
    ActionKind(actions.STAND_UP, "stand up", [], "Stand up", "u", clauses.STAND_UP),
    ActionKind(actions.BLOCK, "block", [TARGET], "Block", "b", clauses.BLOCK),
    ActionKind(actions.HAND_OFF, "hand off", [TARGET], "Hand-off", "h", clauses.HAND_OFF),
    ActionKind(actions.FOUL, "foul", [TARGET], "Foul", "f", clauses.FOUL),
    ActionKind(actions.AIM, "aim", [], "Throw", "t", clauses.PASS_ACTION),
    ActionKind(actions.PICK_TEAM_MATE, "pick", [TARGET], "Pick up team-mate", "k", clauses.THROW_TEAM_MATE),
    ActionKind(actions.OPEN_CHEST, "open", [SQUARE], "Open chest", "o", clauses.OPEN_CHEST),
    ActionKind(actions.PAY_PORTAL, "pay portal", [], "Step away from the portal", "w", clauses.PORTAL_PAYMENT),
    ActionKind(actions.END_ACTIVATION, "stop", [], "Stop", "s", clauses.END_ACTIVATION),
    ActionKind(actions.THROW_TO, "throw", [SQUARE], "Throw", "t", clauses.PASS_ACTION),
    ActionKind(
        actions.THROW_AT_WALL, "throw at wall", [SQUARE, DIRECTION], "Throw at wall", "w", clauses.THROW_AT_WALL
    ),
    ActionKind(actions.SWING, "swing", [DIRECTION], "Swing"),
    # Answers.
    ActionKind(actions.ACCEPT, "accept", [], "Accept", "a"),
    # The point of the rules is that of its source.
    ActionKind(actions.REROLL, "reroll", [Argument("source", A_SOURCE)], "Re-roll", "r"),
    ActionKind(actions.CHOOSE_FACE, "face", [Argument("face", A_FACE)], "Choose", "", clauses.BLOCK_DICE),
    ActionKind(actions.PUSH_TO, "push", [SQUARE], "Push", "p", clauses.PUSH),
    ActionKind(actions.FOLLOW_UP, "follow", [], "Follow up", "y", clauses.FOLLOW_UP),
    ActionKind(actions.STAY, "stay", [], "Stay", "n", clauses.FOLLOW_UP),
    ActionKind(actions.USE, "use", [Argument("ability", AN_ABILITY), PIECE], "Use", "y", clauses.SKILL),
    ActionKind(actions.DECLINE, "decline", [], "Do not", "n"),
    ActionKind(actions.INTERFERE, "interfere", [PIECE], "Interfere", "i", clauses.INTERFERE),
    ActionKind(actions.TRY_CATCH, "catch", [], "Catch", "y", clauses.CATCH_CHOICE),
    ActionKind(actions.ARGUE, "argue", [], "Argue the call", "a", clauses.ARGUE),
    ActionKind(actions.BRIBE, "bribe", [], "Use a bribe", "b", clauses.BRIBE),
    ActionKind(actions.PLACE_BALL, "place ball", [SQUARE], "Place the ball", "p"),
    # Spells of wizards.
    ActionKind(actions.CAST, "cast", [], "Cast the spell", "c", clauses.SPELL),
    ActionKind(actions.CAST_ON, "cast on", [TARGET], "Cast the spell", "c", clauses.SPELL),
    ActionKind(actions.CAST_AT, "cast at", [SQUARE], "Cast the spell", "c", clauses.SPELL),
    ActionKind(actions.NAME_DIRECTION, "direction", [DIRECTION], "Direction"),
    # Before the game.
    ActionKind(actions.PLACE_CHEST, "place chest", [SQUARE], "Place a chest", "c", clauses.PLACE_CHEST),
    ActionKind(actions.PLACE_PORTAL, "place portal", [SQUARE], "Place a portal", "p", clauses.PLACE_PORTAL),
    ActionKind(actions.CHOOSE_ZONE, "zone", [Argument("zone", A_ZONE)], "End zone", "", clauses.CHOOSE_ZONE),
    ActionKind(actions.DEPLOY, "deploy", [PIECE, SQUARE], "Set up", "d", clauses.DEPLOYMENT),
    ActionKind(actions.BUY, "buy", [Argument("inducement", AN_INDUCEMENT)], "Buy", "", clauses.INDUCEMENT),
    ActionKind(actions.HIRE, "hire", [PIECE], "Hire", "", clauses.INDUCEMENT),
    ActionKind(actions.TEACH, "teach", [PIECE, Argument("lesson", A_LESSON)], "Teach", "", clauses.INDUCEMENT),
    ActionKind(actions.BUY_NO_MORE, "buy no more", [], "Buy no more", "n", clauses.INDUCEMENT),
    ActionKind(actions.CHOOSE_STARTER, "start", [Argument("side", A_SIDE)], "Starts", "", clauses.STARTING_COACH),
    ActionKind(  # the casualty, where one of two rolls is chosen
        actions.TREAT,
        "treat",
        [PIECE, Argument("casualty", A_CASUALTY, may_lack=True)],
        "Treat",
        "",
        clauses.APOTHECARY,
    ),
    # A coach's word: never on a list.
    ActionKind(actions.CONCEDE, "concede", [], ""),
    ActionKind(actions.TIME_UP, "time up", [], ""),
    ActionKind(actions.CALL_TIME, "call time", [], ""),
    # Of leaps, chests and drops.
    ActionKind(actions.LEAP, "leap", [], "Leap", "l", clauses.LEAP),
    ActionKind(actions.CROSS, "cross", [SQUARE], "Leap over this square", "c", clauses.LEAP),
    ActionKind(actions.SHOVE_CHEST, "shove chest", [DIRECTION], "Push the chest", "x", clauses.MOVE_CHEST),
    ActionKind(actions.DRAG_CHEST, "drag chest", [DIRECTION], "Drag the chest", "d", clauses.MOVE_CHEST),
    ActionKind(actions.TAKE_CHEST, "take chest", [SQUARE], "Throw the chest", "k", clauses.THROW_CHEST),
    ActionKind(actions.DEMAND, "demand balance", [], "Demand a balance roll", "y", clauses.BALANCE),
    # Of games with modules.
    ActionKind(actions.SET_UP_DONE, "set-up done", [], "No more players", "n", clauses.DEPLOYMENT),
    ActionKind(actions.CHOOSE_PORTAL, "arrive", [SQUARE], "Come out here", "a", clauses.PORTAL),
    # Of doors, passages and runes.
    ActionKind(actions.OPEN_DOOR, "open door", [SQUARE], "Open the door", "o", clauses.DOOR_OPENED),
    ActionKind(actions.CLOSE_DOOR, "close door", [SQUARE], "Close the door", "c", clauses.DOOR_CLOSED),
    ActionKind(actions.SMASH_DOOR, "smash door", [SQUARE], "Smash the door", "b", clauses.DOOR_BLOCK),
    ActionKind(actions.SLIP_TO, "slip", [SQUARE], "Secret passage", "g", clauses.PASSAGE),
    ActionKind(actions.TRAVEL, "travel", [SQUARE], "Travel to another rune", "r", clauses.RUNE_TRAVEL),
    ActionKind(actions.RELEASE_WINDS, "release winds", [], "Release the Winds of Magic", "w", clauses.WINDS),
    ActionKind(actions.WINDS_FELL, "winds fell", [], "Everybody goes down", "d", clauses.WINDS_FELLED),
    ActionKind(actions.WINDS_RAISE, "winds raise", [], "Everybody stands up", "u", clauses.WINDS_RAISED),
    # Of levels and traps.
    ActionKind(actions.HURRY, "hurry", [DIRECTION], "Hurry", "h", clauses.HURRY),
    ActionKind(actions.STEP_OFF, "drop", [DIRECTION], "Step over the edge", "e", clauses.STEPPED_OFF),
    ActionKind(actions.CLIMB, "climb", [SQUARE], "Climb the ladder", "c", clauses.CLIMB),
    ActionKind(actions.CLIMB_OUT, "climb-out", [SQUARE], "Climb out here", "c", clauses.PIT_CLIMB),
    ActionKind(actions.PLACE_TRAP, "place trap", [SQUARE], "Lay a trap", "t", clauses.TRAP_PLACED),
    # Of several balls.
    ActionKind(actions.CHOOSE_BALL, "choose ball", [Argument("ball", A_BALL)], "This ball", "b", clauses.BALL_CHOICE),
    # Of monsters.
    ActionKind(actions.LIE_DOWN, "lie down", [PIECE], "Lie down", "l", clauses.FLAMED),
    ActionKind(actions.BEAR_FLAMES, "bear flames", [PIECE], "Stay on its feet", "f", clauses.FLAMED),
    ActionKind(actions.BY_RULE, "by rule", [], "Let the rule decide", "r", clauses.GAME_MASTER),
    # Of referees, and of what is arranged before a match.
    ActionKind(actions.CALL_REFEREE, "call referee", [PIECE], "Referee", "", clauses.REFEREE_PHASE),
    ActionKind(actions.MOVE_REFEREE, "move referee", [PIECE, SQUARE], "Send", "r", clauses.REFEREE_PHASE),
    ActionKind(actions.NAME_VICTIM, "assassinate", [PIECE], "Assassinate", "a", clauses.ASSASSIN),
    # Of spells that players cast.
    ActionKind(actions.CAST_SPELL, "cast spell", [], "Cast a spell", "c", clauses.CASTING),
    ActionKind(actions.FLASH_TO, "flash", [SQUARE], "Flash there", "f", clauses.FLASH),
    ActionKind(actions.STRIKE_FROM_AFAR, "flying fist", [TARGET], "Flying Fist", "b", clauses.FLYING_FIST),
    ActionKind(actions.FETCH_FROM, "phantom hands", [SQUARE], "Phantom Hands", "h", clauses.PHANTOM_HANDS),
    ActionKind(actions.PASS_THROUGH_WALLS, "phantom pass", [SQUARE], "Phantom Pass", "p", clauses.PHANTOM_PASS),
)

DECLARATION_ROWS: Final[tuple[Declaration, ...]] = (
    Declaration(actions.MOVE_ACTION, "move", "Move", "m", clauses.MOVE, False),
    Declaration(actions.BLOCK_ACTION, "block", "Block", "b", clauses.BLOCK, False),
    Declaration(actions.BLITZ_ACTION, "blitz", "Blitz", "z", clauses.BLITZ, False),
    Declaration(actions.PASS_ACTION, "pass", "Pass", "p", clauses.PASS_ACTION, False),
    Declaration(actions.HAND_OFF_ACTION, "hand-off", "Hand-off", "h", clauses.HAND_OFF, False),
    Declaration(actions.FOUL_ACTION, "foul", "Foul", "f", clauses.FOUL, False),
    Declaration(
        actions.THROW_TEAM_MATE_ACTION, "throw team-mate", "Throw team-mate", "t", clauses.THROW_TEAM_MATE, False
    ),
    Declaration(actions.LEAVE_ACTION, "leave dungeon", "Leave the dungeon", "l", clauses.LEFT_DUNGEON),
    Declaration(actions.SMASH_DOOR_ACTION, "smash door", "Smash a door", "d", clauses.DOOR_BLOCK),
    Declaration(actions.WINDS_ACTION, "winds of magic", "Release the Winds of Magic", "w", clauses.WINDS),
    Declaration(actions.THROW_FOOD_ACTION, "throw food", "Throw food", "", clauses.SPECIAL),
    Declaration(actions.GATHER_FUNDS_ACTION, "gather funds", "Gather funds", "", clauses.SPECIAL),
    Declaration(actions.KICK_TEAM_MATE_ACTION, "kick team-mate", "Kick team-mate", "", clauses.SPECIAL),
    Declaration(actions.GAZE_ACTION, "hypnotic gaze", "Hypnotic gaze", "", clauses.SPECIAL),
    Declaration(actions.THROW_BOMB_ACTION, "throw bomb", "Throw a bomb", "", clauses.SPECIAL),
    Declaration(actions.STAB_ACTION, "stab", "Stab", "", clauses.SPECIAL),
    Declaration(actions.VOMIT_ACTION, "projectile vomit", "Projectile vomit", "", clauses.SPECIAL),
    Declaration(actions.BREATHE_FIRE_ACTION, "breathe fire", "Breathe fire", "", clauses.SPECIAL),
    Declaration(actions.MULTIPLE_BLOCK_ACTION, "multiple block", "Multiple block", "", clauses.SPECIAL),
    Declaration(actions.WHIRL_ACTION, "whirl", "Whirl", "", clauses.SPECIAL),
    Declaration(actions.SAW_ACTION, "chainsaw", "Chainsaw", "", clauses.SPECIAL),
    Declaration(actions.CLIMB_OUT_ACTION, "climb out", "Climb out of the pit", "c", clauses.PIT_CLIMB),
    Declaration(actions.SPELL_ACTION, "cast spell", "Cast a spell", "c", clauses.CASTING),
)

REROLL_SOURCES: Final[tuple[RerollSource, ...]] = (
    RerollSource(actions.TEAM_REROLL, "team", "Team re-roll", clauses.TEAM_REROLL),
    RerollSource(actions.SKILL_REROLL, "skill", "Skill re-roll", clauses.SKILL_REROLL),
    RerollSource(actions.PRO_REROLL, "pro", "Pro", clauses.SKILL_REROLL),
    RerollSource(actions.ITEM_REROLL, "item", "Magic item", clauses.TEAM_REROLL),
)

BY_NUMBER: Final[dict[int, ActionKind]] = {row.number: row for row in ACTION_KINDS}


def row_of(packed: int) -> ActionKind | None:
    """The row of an action; none for a number that no kind of action has."""
    return BY_NUMBER.get(packed & 0xFF)


def arguments_of(packed: int) -> dict[str, int]:
    """The arguments of an action by name; -1 for none."""
    row = row_of(packed)
    return row.read(packed) if row is not None else {}
