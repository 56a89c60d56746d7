"""The words of prompts: titles, help for newcomers, and the clause of the rules behind each kind of action."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import actions, clauses
from dungeonbowl.engine.actions import first_of, kind_of
from dungeonbowl.engine.game import Game
from dungeonbowl.server.view.words import capital

# The kind of a prompt follows from what it offers: the first row that fits.
KINDS: Final = (
    (actions.MOVE_REFEREE, "referee"),
    (actions.CALL_REFEREE, "referee"),
    (actions.END_TURN, "turn"),
    (actions.DECLARE, "declare"),
    (actions.END_ACTIVATION, "act"),
    (actions.CHOOSE_FACE, "face"),
    (actions.REROLL, "reroll"),
    (actions.PUSH_TO, "push"),
    (actions.FOLLOW_UP, "follow"),
    (actions.USE, "skill"),
    (actions.PLACE_CHEST, "place"),
    (actions.PLACE_PORTAL, "place"),
    (actions.PLACE_BALL, "place"),
    (actions.CHOOSE_PORTAL, "place"),
    (actions.PLACE_TRAP, "place"),
    (actions.CHOOSE_ZONE, "zone"),
    (actions.DEPLOY, "deploy"),
    (actions.SET_UP_DONE, "deploy"),
    (actions.BUY, "buy"),
    (actions.BUY_NO_MORE, "buy"),
    (actions.THROW_TO, "aim"),
    (actions.CAST, "spell"),
    (actions.CAST_ON, "spell"),
    (actions.CAST_AT, "spell"),
)
# Title, help for a newcomer, and the clause of the rules, by the kind of prompt.
TITLES: Final[dict[str, tuple[str, str, int]]] = {
    "turn": (
        "Your turn",
        "Choose a player to act with. Each player acts once a turn; the turn also ends at once when something goes "
        "badly wrong: a turnover. So begin with what is safe.",
        int(clauses.TEAM_TURN),
    ),
    "declare": (
        "What will {piece} do?",
        "Choose one action. Only one player a turn may Blitz, Pass, Hand off, Foul or throw a team-mate; any number "
        "may Move or Block.",
        int(clauses.DECLARATION),
    ),
    "act": (
        "{piece} acts",
        "Click a square to walk there: the number printed in it is what the roll needs. Stop when the player has done "
        "what you wanted.",
        int(clauses.ACTIVATION),
    ),
    "face": ("Choose a block die", "The face that you choose happens to both players.", int(clauses.BLOCK_DICE)),
    "reroll": (
        "Roll again?",
        "A die may be rolled again once, and the second result counts.",
        int(clauses.TEAM_REROLL),
    ),
    "push": ("Where to?", "Choose the square that the player is pushed into.", int(clauses.PUSH)),
    "follow": (
        "Follow up?",
        "Your player may step into the square that was left.",
        int(clauses.FOLLOW_UP),
    ),
    "skill": ("Use a skill?", "You may use it or not.", int(clauses.SKILL)),
    "place": ("Place it", "Choose a square.", int(clauses.PLACE_CHEST)),
    "zone": (
        "Choose your end zone",
        "Your players start there. To win, a player of yours carries the ball into the other one.",
        int(clauses.CHOOSE_ZONE),
    ),
    "deploy": (
        "Set up your players",
        "Six players begin in the dungeon, the others come later through the portals.",
        int(clauses.DEPLOYMENT),
    ),
    "buy": ("Buy help for this match", "The weaker team gets gold to spend.", int(clauses.INDUCEMENT)),
    "aim": (
        "Throw where?",
        "Choose a square in sight. The farther it is, the harder the throw.",
        int(clauses.PASS_ACTION),
    ),
    "spell": ("Cast the spell?", "The wizard of your team casts once in a match.", int(clauses.SPELL)),
    "referee": (
        "Where do the referees walk?",
        "After your turn you may move each referee in the dungeon. A referee stands in the way, and what is done in "
        "its sight is punished harder. Stop when they stand where you want them.",
        int(clauses.REFEREE_PHASE),
    ),
    "choose": ("Decide", "Choose one of these.", 0),
}
MASTER_MOVES_REFEREES: Final = (
    "Where do the referees walk?",
    "After every team turn the game master may move each referee in the dungeon. A referee stands in the way, and what "
    "is done in its sight is punished harder. Stop when they stand where you want them.",
    int(clauses.REFEREE_PHASE),
)
PLACE_TITLES: Final[dict[int, tuple[str, str, int]]] = {
    int(actions.PLACE_CHEST): (
        "Place a chest",
        "The coaches place the chests in turn. The ball is in one of them, and nobody knows in which.",
        int(clauses.PLACE_CHEST),
    ),
    int(actions.PLACE_PORTAL): (
        "Place a portal",
        "Whoever steps on a portal comes out of another one, and a die says which.",
        int(clauses.PLACE_PORTAL),
    ),
    int(actions.PLACE_BALL): ("Place the ball", "Choose a square for it.", int(clauses.BALL_RESTS)),
    int(actions.CHOOSE_PORTAL): (
        "Choose a portal",
        "Of two dice for a portal this player picks one. Its own number is lost in space.",
        int(clauses.PORTAL),
    ),
    int(actions.PLACE_TRAP): (
        "Lay a trap",
        "The coaches lay traps in turn, face down. Nobody knows what a trap is before somebody comes upon it.",
        int(clauses.TRAP_PLACED),
    ),
}
# Title and help of decisions without a kind of their own, by the word of an action that is on offer.
CHOICE_TITLES: Final[dict[str, tuple[str, str]]] = {
    "start": ("Who starts?", "The side that starts has the first turn."),
    "treat": ("Send for the apothecary?", "It treats one player in a match."),
    "swing": ("Which way?", "Choose a direction; a die says how far off it goes."),
    "direction": ("Which way?", "Choose a direction."),
    "demand balance": ("Demand a balance roll?", "On a one the player falls, and what it was about to do is lost."),
    "jump": ("Leap where?", "Every square but the first makes it harder."),
    "cross": ("Leap over what?", "Whoever fails the leap comes down in one of these squares."),
    "smash door": ("Which door?", "Choose the door to strike at."),
    "winds fell": (
        "What shall the winds do?",
        "Everybody who does not stand firm goes down, or everybody down stands up.",
    ),
    "take chest": ("Which chest?", "Choose the chest to throw."),
    "climb-out": ("Climb out where?", "Choose a free square beside the pit."),
    "lie down": (
        "Lie down before the flames?",
        "Whoever lies down is placed prone and unhurt; whoever stays up may be burnt.",
    ),
    "bear flames": ("Lie down before the flames?", "Whoever lies down is placed prone and unhurt."),
    "assassinate": ("Whom shall the assassin look for?", "Choose a player of another team."),
    "choose ball": ("Which ball?", "One of them is thrown or handed over."),
    "flash": ("Flash where?", "The sorcerer appears in the square that you choose."),
    "flying fist": ("Strike at whom?", "A fist out of nowhere strikes somebody in sight."),
    "phantom hands": ("Fetch what?", "Phantom hands bring a ball or a chest."),
    "phantom pass": ("Throw where?", "The ball passes through walls and obstacles."),
    "travel": ("To which rune?", "Choose another rune of the college."),
    "slip": ("Where to?", "A secret passage leads on from here."),
    "throw at wall": ("Throw at which wall?", "The ball comes off it at an angle."),
    "interfere": ("Reach for the ball?", "A player under the path of the ball may try to deflect it."),
    "catch": ("Catch it?", "The player may try to catch the ball or let it fall."),
    "argue": ("Argue with the referee?", "On a six the call is taken back; after a one your coach argues no more."),
    "bribe": ("Use a bribe?", "A bribe may keep the player in the match."),
    "block": ("Whom to block?", "Choose the player to strike at."),
    "foul": ("Whom to foul?", "Choose a player who is down."),
    "hand off": ("Hand the ball to whom?", "Choose a team-mate beside the player."),
    "pick": ("Whom to pick up?", "Choose the team-mate to be thrown."),
    "step": ("Where to?", "The player may move now."),
}
# What a game master reads in place of "act": before the activation, and between two attacks of a monster.
MASTER_ACTS: Final = (
    "What does {piece} do?",
    "You lead the monsters. Click a square to walk there, or a player beside the monster to attack: one square of "
    "movement pays for all its attacks, and they end its activation. Stop leaves it where it is. Or let the rule of "
    "the book decide for the rest of this activation.",
    int(clauses.GAME_MASTER),
)
MASTER_ATTACKS: Final = (
    "Whom does {piece} attack next?",
    "It has attacks left. Choose somebody beside it, or stop: what is left is lost.",
    int(clauses.GAME_MASTER),
)
# The clause of the rules behind each kind of action.
ACTION_CLAUSES: Final[dict[int, int]] = {
    int(kind): int(clause)
    for kind, clause in (
        (actions.ACTIVATE, clauses.ACTIVATION),
        (actions.END_TURN, clauses.END_TURN),
        (actions.ENTER_RESERVE, clauses.DUGOUT),
        (actions.USE_SPONGE, clauses.SPONGE),
        (actions.STEP, clauses.STEP),
        (actions.JUMP, clauses.JUMP),
        (actions.STAND_UP, clauses.STAND_UP),
        (actions.BLOCK, clauses.BLOCK),
        (actions.HAND_OFF, clauses.HAND_OFF),
        (actions.FOUL, clauses.FOUL),
        (actions.AIM, clauses.PASS_ACTION),
        (actions.PICK_TEAM_MATE, clauses.THROW_TEAM_MATE),
        (actions.OPEN_CHEST, clauses.OPEN_CHEST),
        (actions.PAY_PORTAL, clauses.PORTAL_PAYMENT),
        (actions.END_ACTIVATION, clauses.END_ACTIVATION),
        (actions.THROW_TO, clauses.PASS_ACTION),
        (actions.THROW_AT_WALL, clauses.THROW_AT_WALL),
        (actions.CHOOSE_FACE, clauses.BLOCK_DICE),
        (actions.PUSH_TO, clauses.PUSH),
        (actions.FOLLOW_UP, clauses.FOLLOW_UP),
        (actions.STAY, clauses.FOLLOW_UP),
        (actions.USE, clauses.SKILL),
        (actions.INTERFERE, clauses.INTERFERE),
        (actions.TRY_CATCH, clauses.CATCH_CHOICE),
        (actions.ARGUE, clauses.ARGUE),
        (actions.BRIBE, clauses.BRIBE),
        (actions.CAST, clauses.SPELL),
        (actions.CAST_ON, clauses.SPELL),
        (actions.CAST_AT, clauses.SPELL),
        (actions.PLACE_CHEST, clauses.PLACE_CHEST),
        (actions.PLACE_PORTAL, clauses.PLACE_PORTAL),
        (actions.CHOOSE_ZONE, clauses.CHOOSE_ZONE),
        (actions.DEPLOY, clauses.DEPLOYMENT),
        (actions.BUY, clauses.INDUCEMENT),
        (actions.BUY_NO_MORE, clauses.INDUCEMENT),
        (actions.LEAP, clauses.LEAP),
        (actions.CROSS, clauses.LEAP),
        (actions.SHOVE_CHEST, clauses.MOVE_CHEST),
        (actions.DRAG_CHEST, clauses.MOVE_CHEST),
        (actions.TAKE_CHEST, clauses.THROW_CHEST),
        (actions.DEMAND, clauses.BALANCE),
        (actions.HURRY, clauses.HURRY),
        (actions.STEP_OFF, clauses.STEPPED_OFF),
        (actions.CLIMB, clauses.CLIMB),
        (actions.CLIMB_OUT, clauses.PIT_CLIMB),
        (actions.PLACE_TRAP, clauses.TRAP_PLACED),
        (actions.LIE_DOWN, clauses.FLAMED),
        (actions.BEAR_FLAMES, clauses.FLAMED),
        (actions.BY_RULE, clauses.GAME_MASTER),
        (actions.OPEN_DOOR, clauses.DOOR_OPENED),
        (actions.CLOSE_DOOR, clauses.DOOR_CLOSED),
        (actions.SMASH_DOOR, clauses.DOOR_BLOCK),
        (actions.SLIP_TO, clauses.PASSAGE),
        (actions.TRAVEL, clauses.RUNE_TRAVEL),
        (actions.CAST_SPELL, clauses.CASTING),
        (actions.FLASH_TO, clauses.FLASH),
        (actions.STRIKE_FROM_AFAR, clauses.FLYING_FIST),
        (actions.FETCH_FROM, clauses.PHANTOM_HANDS),
        (actions.PASS_THROUGH_WALLS, clauses.PHANTOM_PASS),
        (actions.RELEASE_WINDS, clauses.WINDS),
        (actions.WINDS_FELL, clauses.WINDS_FELLED),
        (actions.WINDS_RAISE, clauses.WINDS_RAISED),
        (actions.CHOOSE_STARTER, clauses.TEAM_TURN),
        (actions.SET_UP_DONE, clauses.DEPLOYMENT),
        (actions.CHOOSE_PORTAL, clauses.PORTAL),
        (actions.CHOOSE_BALL, clauses.BALL_CHOICE),
        (actions.CALL_REFEREE, clauses.REFEREE_PHASE),
        (actions.MOVE_REFEREE, clauses.REFEREE_PHASE),
        (actions.NAME_VICTIM, clauses.ASSASSIN),
    )
}
DECLARATION_CLAUSES: Final[dict[int, int]] = {
    int(actions.MOVE_ACTION): int(clauses.MOVE),
    int(actions.BLOCK_ACTION): int(clauses.BLOCK),
    int(actions.BLITZ_ACTION): int(clauses.BLITZ),
    int(actions.PASS_ACTION): int(clauses.PASS_ACTION),
    int(actions.HAND_OFF_ACTION): int(clauses.HAND_OFF),
    int(actions.FOUL_ACTION): int(clauses.FOUL),
    int(actions.THROW_TEAM_MATE_ACTION): int(clauses.THROW_TEAM_MATE),
    int(actions.LEAVE_ACTION): int(clauses.LEFT_DUNGEON),
    int(actions.SMASH_DOOR_ACTION): int(clauses.DOOR_BLOCK),
    int(actions.WINDS_ACTION): int(clauses.WINDS),
    int(actions.CLIMB_OUT_ACTION): int(clauses.PIT_CLIMB),
    int(actions.SPELL_ACTION): int(clauses.CASTING),
}
SOURCE_CLAUSES: Final[dict[int, int]] = {
    int(actions.TEAM_REROLL): int(clauses.TEAM_REROLL),
    int(actions.SKILL_REROLL): int(clauses.SKILL_REROLL),
    int(actions.PRO_REROLL): int(clauses.SKILL_REROLL),
}


def prompt_kind(kinds: set[int]) -> str:
    for kind, name in KINDS:
        if int(kind) in kinds:
            return name
    return "choose"


def clause_of(packed: int) -> int:
    kind = int(kind_of(i64(packed)))
    if kind == actions.DECLARE:
        return DECLARATION_CLAUSES.get(int(first_of(i64(packed))), int(clauses.SPECIAL))
    if kind == actions.REROLL:
        return SOURCE_CLAUSES.get(int(first_of(i64(packed))), int(clauses.TEAM_REROLL))
    return ACTION_CLAUSES.get(kind, 0)


def waiting_title(game: Game, side: int, kind: str) -> str:
    words = {
        "turn": "takes its turn",
        "declare": "chooses an action",
        "act": "moves",
        "reroll": "thinks about a re-roll",
        "face": "chooses a block die",
        "push": "chooses a square to push to",
        "follow": "may follow up",
        "skill": "may use a skill",
        "place": "places something",
        "zone": "chooses its end zone",
        "deploy": "sets up its players",
        "buy": "buys help",
        "aim": "aims",
        "spell": "may cast a spell",
        "referee": "moves the referees",
    }
    name = game.squads.names[side] if side < len(game.squads.names) else "The game master"
    return f"{name} {words.get(kind, 'decides')}"


def humanised(name: str) -> str:
    """The name of a procedure as words: `PortalPasser` is "Portal passer"."""
    spaced = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()
    return f"{capital(spaced)}: decide"
