"""What prompts say: titles and help for newcomers."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import actions, clauses
from dungeonbowl.engine.actions import first_of, kind_of
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import options_of
from dungeonbowl.languages import mark, number, t
from dungeonbowl.server.view.words import capital
from dungeonbowl.server.wire.kinds import PromptKind

# The kind of a prompt follows from what it offers; the first that fits.
KINDS: Final[tuple[tuple[i64, PromptKind], ...]] = (
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
    (actions.HIRE, "buy"),
    (actions.THROW_TO, "aim"),
    (actions.CAST, "spell"),
    (actions.CAST_ON, "spell"),
    (actions.CAST_AT, "spell"),
)
# What a coach is asked although the turn is left to the computer: a team has its apothecary only once.
KEPT: Final = frozenset({int(actions.TREAT)})
# Title, help for a newcomer, and the point of the rules, by the kind of prompt.
TITLES: Final[dict[PromptKind, tuple[str, str, int]]] = mark(
    {
        "turn": (
            "Your turn",
            "Choose a player to act with. Each player acts once a turn; the turn also ends at once when something goes "
            "badly wrong: a turnover. So begin with what is safe.",
            int(clauses.ACTIVATION),
        ),
        "declare": (
            "What will {piece} do?",
            "Choose one action. Only one player a turn may Blitz, Pass, Hand off, Foul or throw a team-mate; any "
            "number "
            "may Move or Block.",
            int(clauses.DECLARATION),
        ),
        "act": (
            "{piece} acts",
            "Click a square to walk there: the number printed in it is what the roll needs. A click on a "
            "declared target "
            "walks up to it. With the next player that you choose, or the end of the turn, this one is done.",
            int(clauses.ACTIVATION),
        ),
        "face": ("Choose a block die", "The face that you choose happens to both players.", int(clauses.BLOCK_DICE)),
        "reroll": (
            "Roll again?",
            "A die may be rolled again once, and the second result counts.",
            int(clauses.TEAM_REROLL),
        ),
        "push": ("Where is {piece} pushed?", "Choose the square that the player is pushed into.", int(clauses.PUSH)),
        "follow": (
            "Follow up?",
            "Your player may step into the square that was left.",
            int(clauses.FOLLOW_UP),
        ),
        "skill": ("Use a skill?", "You may use it or not.", int(clauses.SKILL)),
        "place": ("Place it", "Choose a square.", int(clauses.PLACE_CHEST)),
        "zone": ("Choose your end zone", "Your players start there.", int(clauses.CHOOSE_ZONE)),
        "deploy": ("Set up your players", "The others come in later.", int(clauses.DEPLOYMENT)),
        "buy": (
            "Buy help for this match",
            "The team of the higher value buys first, from its treasury. The other team then gets gold for the "
            "difference, "
            "and for all that was spent.",
            int(clauses.INDUCEMENT),
        ),
        "aim": (
            "Throw where?",
            "Choose a square in sight. The farther it is, the harder the throw.",
            int(clauses.PASS_ACTION),
        ),
        "spell": ("Cast the spell?", "The wizard of your team casts once in a match.", int(clauses.SPELL)),
        "referee": (
            "Where do the referees walk?",
            "After your turn you may move each referee in the dungeon. A referee stands in the way, and what is "
            "done in "
            "its sight is punished harder. Stop when they stand where you want them.",
            int(clauses.REFEREE_PHASE),
        ),
        "roll": ("Roll {dice}", "Roll on the table, then tap what the dice show.", 0),
        "choose": ("Decide", "Choose one of these.", 0),
    }
)
# What a side is doing while it decides, by the kind of prompt.
WAITING: Final[dict[PromptKind, str]] = mark(
    {
        "turn": "takes its turn",
        "declare": "chooses an action",
        "act": "moves",
        "reroll": "thinks about a re-roll",
        "face": "chooses a block die",
        "push": "chooses a square to push to",
        "follow": "may follow up",
        "skill": "may use a skill",
        "place": "chooses a square",
        "zone": "chooses its side of the dungeon",
        "deploy": "sets up its players",
        "buy": "buys help",
        "aim": "aims",
        "spell": "may cast a spell",
        "referee": "moves the referees",
        "roll": "rolls {dice}",
        "choose": "decides",
    }
)
# What a side is placing.
PLACING: Final[dict[int, str]] = mark(
    {
        int(actions.PLACE_CHEST): "places a chest",
        int(actions.PLACE_PORTAL): "places a portal",
        int(actions.PLACE_BALL): "places the ball",
        int(actions.CHOOSE_PORTAL): "chooses a portal",
        int(actions.PLACE_TRAP): "lays a trap",
    }
)
NUMBERS: Final = mark({3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 11: "eleven"})
MASTER_MOVES_REFEREES: Final = mark(
    (
        "Where do the referees walk?",
        "After every team turn the game master may move each referee in the dungeon. A referee stands in the "
        "way, and what "
        "is done in its sight is punished harder. Stop when they stand where you want them.",
        int(clauses.REFEREE_PHASE),
    )
)
PLACE_TITLES: Final[dict[int, tuple[str, str, int]]] = mark(
    {
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
)
# Title and help of decisions without a kind of their own, by the word of an action that is on offer.
CHOICE_TITLES: Final[dict[str, tuple[str, str]]] = mark(
    {
        "start": (
            "Who starts?",
            "You have won the roll for it. Nothing is set up yet: the dungeon fills after this choice. The side that "
            "starts has the first turn.",
        ),
        "teach": ("One more skill?", "A mercenary may have one more skill for more gold."),
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
        "catch": ("Shall {piece} catch it?", "The player may try to catch the ball or let it fall."),
        "argue": ("Argue with the referee?", "On a six the call is taken back; after a one your coach argues no more."),
        "bribe": ("Use a bribe?", "A bribe may keep the player in the match."),
        "block": ("Whom to block?", "Choose the player to strike at."),
        "foul": ("Whom to foul?", "Choose a player who is down."),
        "hand off": ("Hand the ball to whom?", "Choose a team-mate beside the player."),
        "pick": ("Whom to pick up?", "Choose the team-mate to be thrown."),
        "step": ("Where to?", "The player may move now."),
    }
)
# Title, help, rule, and what the others read meanwhile, where something else is sold than help: by the name of a ware
# that is on offer, which says its price and how many a team may have.
SALES: Final[dict[str, tuple[str, str, int, str]]] = mark(
    {
        "assassination": (
            "Buy a dirty tactic?",
            "Up to {most} for each team, for {price} gold of its treasury each, and the same one again if you like. No "
            "coach sees what the others buy; all is shown when the order of play is known.",
            int(clauses.TACTIC),
            "plots in secret",
        ),
        "insurance": (
            "Choose a special arrangement",
            "The team of the lower rating has up to {most}, more of them the greater the difference is. They "
            "cost nothing, "
            "and the same one may be chosen again.",
            int(clauses.ARRANGEMENT),
            "chooses a special arrangement",
        ),
    }
)
# What a game master reads in place of "act": before the activation, and between two attacks of a monster.
MASTER_ACTS: Final = mark(
    (
        "What does {piece} do?",
        "You lead the monsters. Click a square to walk there, or a player beside the monster to attack: one square of "
        "movement pays for all its attacks, and they end its activation. Stop leaves it where it is. Or let "
        "the rule of "
        "the book decide for the rest of this activation.",
        int(clauses.GAME_MASTER),
    )
)
MASTER_ATTACKS: Final = mark(
    (
        "Whom does {piece} attack next?",
        "It has attacks left. Choose somebody beside it, or stop: what is left is lost.",
        int(clauses.GAME_MASTER),
    )
)


# Title and help where a side chooses where it begins.
ZONE_WORDS: Final = mark(
    (
        "Choose your end zone",
        "Your players start there. A player of yours scores by carrying the ball into the end zone of another team.",
    )
)
DOOR_WORDS: Final = mark(
    (
        "Choose your doors",
        "Your players start there. A player of yours scores by carrying the ball into a door of another team.",
    )
)


def prompt_kind(kinds: set[int]) -> PromptKind:
    """The kind of a decision that offers these kinds of actions."""
    for kind, name in KINDS:
        if int(kind) in kinds:
            return name
    return "choose"


def sold(game: Game) -> tuple[str, str, int, str] | None:
    """The words of `SALES` for what is on offer; None where it is help."""
    for option in options_of(game):
        ware = game.rules.market[first_of(i64(option)) - 1] if kind_of(i64(option)) == actions.BUY else None
        if ware is not None and ware.name in SALES:
            title, text, clause, waiting = SALES[ware.name]
            return t(title), t(text, most=int(ware.most), price=number(int(ware.price))), clause, t(waiting)
    return None


def edition_words(game: Game, kind: PromptKind) -> tuple[str, str, int] | None:
    """Title, help and rule of prompts that speak of the goal of the game or of what an edition sells, in its words;
    None for all others."""
    sale = sold(game) if kind == "buy" else None
    if sale is not None:
        return sale[:3]
    if kind == "zone":
        title, text = ZONE_WORDS
        if game.dungeon.map_rules.zones_are_doors:  # those of a side are several, and any of the other side's serves
            title, text = DOOR_WORDS
        return t(title), t(text), int(clauses.CHOOSE_ZONE)
    if kind == "deploy":
        count = int(game.rules.tables.course.deployed)
        number = capital(t(NUMBERS[count]) if count in NUMBERS else str(count))
        text = t("{number} players begin in the dungeon, the others come in later.", number=number)
        return t("Set up your players"), text, int(clauses.DEPLOYMENT)
    return None


def in_words_of(game: Game, text: str) -> str:
    """A text about portals, which an edition may call otherwise, as it is told."""
    return t(text).replace("portal", t(str(game.dungeon.map_rules.portal_word)))


def waiting_title(game: Game, side: int, kind: PromptKind, kinds: set[int]) -> str:
    """What the other coaches read while one of them decides; `kinds` are the kinds of actions that are offered."""
    name = game.squads.names[side] if side < len(game.squads.names) else t("The game master")
    placing = next((words for placed, words in PLACING.items() if placed in kinds), "")
    sale = sold(game) if kind == "buy" else None
    if placing:
        doing = in_words_of(game, placing)
    else:
        doing = sale[3] if sale is not None else t(WAITING[kind])
    return t("{side} {doing}", side=name, doing=doing)
