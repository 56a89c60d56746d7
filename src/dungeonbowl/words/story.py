"""The story of a match as lines to read: `A3 dodges: 2, needs 4+: fails (O-MOVE-10)`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import ROOM_NAMES
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.dice import name as die_name
from dungeonbowl.engine.dice import unpacked
from dungeonbowl.engine.events import EVENT_NAMES, Event
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.policies import MAJOR
from dungeonbowl.engine.statuses import STATUS_NAMES
from dungeonbowl.words.notation import ABILITY_NAMES, COMPASS, DECLARATIONS, FACES, SIDE_LETTERS, SOURCES, Names

# Clause numbers in words: `TURNOVER_FALL` is 70 and reads "turnover fall".
CLAUSE_WORDS: Final = {
    int(value): name.lower().replace("_", " ")
    for name, value in vars(clauses).items()
    if name.isupper() and isinstance(value, int) and name != "CLAUSES"
}

# What a piece does when it makes a test.
TESTS: Final = {
    int(clauses.RUSH): "rushes",
    int(clauses.DODGE): "dodges",
    int(clauses.PICK_UP): "picks up the ball",
    int(clauses.CATCH): "catches",
    int(clauses.PASS): "throws",
    int(clauses.JUMP): "jumps",
    int(clauses.STAND_UP): "stands up",
    int(clauses.LANDING): "lands",
    int(clauses.INTERFERE): "interferes",
    int(clauses.INTERCEPT): "intercepts",
    int(clauses.WALL_PUSH): "against the wall",
    int(clauses.ROOM_ROLL): "tests the room",
    int(clauses.THROW_FOOD): "throws food",
    int(clauses.TRAIT_ROLL): "tests a trait",
    int(clauses.REPULSION): "overcomes disgust",
    int(clauses.REGENERATION): "regenerates",
    int(clauses.MATCH_STRENGTH): "plucks up courage",
    int(clauses.SPECIAL_ROLL): "tries a special action",
    int(clauses.PIT_CLIMB): "climbs out",
    int(clauses.SPIKES): "tries to avoid the spikes",
    int(clauses.WINDS): "calls the Winds of Magic",
}
# Tests that may be read the other way round, low is good: the event does not say which, so no target is told.
EITHER_WAY: Final = (int(clauses.WALL_PUSH), int(clauses.ROOM_ROLL))

# How a piece moved, where it was not by a step of its own.
WAYS: Final = {
    int(clauses.STEP): "moves",
    int(clauses.JUMP): "jumps",
    int(clauses.SKILL): "uses a skill to move",
    int(clauses.RICOCHET): "bounces off the wall",
    int(clauses.STEP_SPELL): "steps through shadows",
    int(clauses.CLIMB): "climbs",
    int(clauses.STEPPED_OFF): "steps over the edge",
    int(clauses.RUNE_TRAVEL): "travels from rune to rune",
    int(clauses.REFEREE_PHASE): "walks",
}
TRAPS: Final = ("a pit", "a spiked pit", "an explosion", "gas", "a teleporter")
BALL_KINDS: Final = ("an ordinary ball", "a spiked ball", "an enchanted ball", "a living ball", "an iron ball")
CASUALTIES: Final = ("", "badly hurt", "seriously hurt", "serious injury", "lasting injury", "dead")

# Dice whose result the next event tells anyway.
RETOLD: Final = (
    int(events.TESTED),
    int(events.BLOCK_DICE_ROLLED),
    int(events.ARGUED),
    int(events.BRIBED),
    int(events.CASUALTY_SUFFERED),
    int(events.CAME_TO),
    int(events.DOOR_TRIED),
    int(events.INFRACTION),
    int(events.ASSASSINATED),
    int(events.DRUGGED),
)


class Teller:
    """Puts the events of one match into words. Pieces are called as `names` says, squares are (x,y)."""

    def __init__(self, game: Game, names: Names | None = None) -> None:
        self.game = game
        self.rules = game.rules
        self.teams = list(game.squads.names)
        self.balls = len(game.balls)
        self.names = names or Names(game)

    @property
    def dungeon(self) -> Dungeon:
        """Asked of the game again and again: a match may find its dungeon only when it begins."""
        return self.game.dungeon

    def lines(self, told: Iterable[Event]) -> list[str]:
        """The events as lines. Dice are left out where the next event tells what they showed."""
        found: list[str] = []
        waiting: Event | None = None
        for event in told:
            if waiting is not None and int(event.kind) not in RETOLD:
                found.append(self.line(waiting))
            waiting = None
            if event.kind == events.DICE_ROLLED:
                waiting = event
            else:
                found.append(self.line(event))
        if waiting is not None:
            found.append(self.line(waiting))
        return found

    def line(self, event: Event) -> str:
        """One event, with the rule it follows from."""
        kind = int(event.kind)
        words = WORDS[kind](self, event) if kind in WORDS else self.bare(event)
        rule = self.rules.cite(event.clause)
        return f"{words} ({rule})" if rule else words

    # --- parts of a sentence ----------------------------------------------------------------------------------------

    def piece(self, number: int) -> str:
        return self.names.of(int(number)) if number >= 0 else "nobody"

    def square(self, number: int) -> str:
        return str(self.dungeon.label(i64(number)))

    def side(self, number: int) -> str:
        """A side by its letter and its team: `A (Home)`."""
        if not 0 <= number < len(self.teams):
            return "nobody"
        return f"{SIDE_LETTERS[int(number)]} ({self.teams[int(number)]})"

    def ball(self, number: int) -> str:
        return "the ball" if self.balls == 1 else f"ball {number + 1}"

    def why(self, event: Event) -> str:
        words = CLAUSE_WORDS.get(int(event.clause), "")
        return "" if words in ("", "nothing") else words

    def bare(self, event: Event) -> str:
        """An event that this page has no words for."""
        return f"{EVENT_NAMES[event.kind]} {event.a} {event.b} {event.c} {event.d}"

    # --- sentences that need more than a line -----------------------------------------------------------------------

    def turn_began(self, event: Event) -> str:
        if event.clause == clauses.FIRST_TURN:
            return f"{self.side(event.a)} has the first turn"
        return f"--- Turn {event.b} of {self.side(event.a)}"

    def declared(self, event: Event) -> str:
        what = DECLARATIONS.get(int(event.b), f"special {event.b}")
        return f"{self.piece(event.a)} declares {what}" + (f" against {self.piece(event.c - 1)}" if event.c > 0 else "")

    def moved(self, event: Event) -> str:
        way = WAYS.get(int(event.clause), f"moves ({self.why(event)})")
        return f"{self.piece(event.a)} {way} {self.square(event.b)} to {self.square(event.c)}"

    def tested(self, event: Event) -> str:
        clause = int(event.clause)
        what = TESTS.get(clause, f"tests {self.why(event)}")
        needed = "" if clause in EITHER_WAY else f", needs {event.c}+"
        return f"{self.piece(event.a)} {what}: {event.b}{needed}: {'succeeds' if event.d else 'fails'}"

    def dice_rolled(self, event: Event) -> str:
        dice = unpacked(event.b, event.c)
        kind = die_name(event.d)
        if event.b == 0:
            shown = f"{kind} that nobody sees" if len(dice) == 1 else f"{len(dice)}{kind} that nobody sees"
        elif kind == "block":
            shown = "block dice " + ", ".join(FACES[face] for face in dice)
        elif len(dice) == 1:
            shown = f"{kind} {dice[0]}"
        else:
            shown = f"{len(dice)}{kind} " + "+".join(map(str, dice))
        roller = f"{SIDE_LETTERS[int(event.a)]} rolls " if 0 <= event.a < len(self.teams) else ""
        return f"{roller}{shown} for {self.why(event)}" if self.why(event) else f"{roller}{shown}"

    def rerolled(self, event: Event) -> str:
        source = SOURCES[int(event.b)]
        return f"{self.side(event.a)} uses a {source} re-roll: {self.why(event)}"

    def went_down(self, event: Event) -> str:
        return f"{self.piece(event.a)} goes down at {self.square(event.b)}: {self.why(event)}"

    def armour(self, event: Event) -> str:
        held = "holds" if event.kind == events.ARMOUR_HELD else "is broken"
        return f"armour of {self.piece(event.a)} {held}: {event.b}, needs {event.c}+"

    def casualty(self, event: Event) -> str:
        row = int(event.b)
        words = CASUALTIES[row] if 0 < row < len(CASUALTIES) else f"row {row}"
        return f"{self.piece(event.a)} is a casualty: {event.c}: {words}"

    def block_dice(self, event: Event) -> str:
        count = abs(int(event.d))
        shown = ", ".join(FACES[face] for face in unpacked(event.c, i64(count)))
        picks = "" if event.d > 0 else ", the defender chooses"
        target = self.piece(event.b) if event.b >= 0 else "the door"
        return f"{self.piece(event.a)} blocks {target}: {shown}{picks}"

    def thrown(self, event: Event) -> str:
        if event.clause == clauses.THROW_AT_WALL:
            target = f"the wall {COMPASS[int(event.d)]} of {self.square(event.c)}"
        else:
            target = self.square(event.c)
        return f"{self.piece(event.a)} throws {self.ball(event.b)} at {target}"

    def chest(self, event: Event) -> str:
        inside = ("a trap", "the ball is inside", "a magic item")[int(event.c)]
        return f"{self.piece(event.a)} opens the chest at {self.square(event.b)}: {inside}"

    def item_found(self, event: Event) -> str:
        works = "" if event.c else ", which does nothing"
        return f"{self.piece(event.a)} finds the {self.rules.chests.item_name(event.b)}{works}"

    def match_ended(self, event: Event) -> str:
        why = f": {self.why(event)}" if self.why(event) else ""
        return f"The match is a draw{why}" if event.a == 0 else f"{self.side(event.a - 1)} wins{why}"

    def room_worked(self, event: Event) -> str:
        room = ROOM_NAMES[int(event.b)] if 0 <= event.b < len(ROOM_NAMES) else f"room {event.b}"
        return f"{room} works on {self.piece(event.a)}" + (f": {event.c}" if event.c else "")

    def spell_cast(self, event: Event) -> str:
        spell = self.rules.spells.get(int(event.clause), "a spell")
        target = f" on {self.piece(event.b - 1)}" if event.b > 0 else ""
        square = f" at {self.square(event.c - 1)}" if event.c > 0 else ""
        return f"the wizard of {self.side(event.a)} casts {spell}{target}{square}"

    def bought(self, event: Event) -> str:
        words = self.rules.market[int(event.b) - 1].words
        if not event.c:
            return f"{self.side(event.a)} gets {words}"
        source = "its treasury" if event.d else "petty cash"
        return f"{self.side(event.a)} buys {words} for {event.c // 1000}k from {source}"

    def infraction(self, event: Event) -> str:
        level = "major" if event.b == MAJOR else "minor"
        shown = f": {event.c}, {event.d}+ means off" if event.d else ""
        return f"{self.piece(event.a)} has committed a {level} infraction{shown}"

    def assassinated(self, event: Event) -> str:
        fate = "nothing happens to it" if event.b == 1 else "it misses the game"
        return f"an assassin finds {self.piece(event.a)}: {event.b}: {fate}"

    def skill_used(self, event: Event) -> str:
        skill = ABILITY_NAMES.get(int(event.b), str(event.b)).lower().replace("_", " ")
        return f"{self.piece(event.a)} uses a skill: {skill}"


Sentence = Callable[[Teller, Event], str]


def about(words: str) -> Sentence:
    """A sentence about the piece that the event names first."""
    return lambda tell, event: f"{tell.piece(event.a)} {words}"


def about_at(words: str) -> Sentence:
    """A sentence about a piece and the square that the event names second."""
    return lambda tell, event: f"{tell.piece(event.a)} {words} {tell.square(event.b)}"


def about_way(words: str) -> Sentence:
    """A sentence about a piece and its way from one square to another."""
    return lambda tell, event: f"{tell.piece(event.a)} {words} {tell.square(event.b)} to {tell.square(event.c)}"


def about_ball(words: str) -> Sentence:
    """A sentence about a piece and the ball that the event names second."""
    return lambda tell, event: f"{tell.piece(event.a)} {words} {tell.ball(event.b)}"


WORDS: Final[dict[int, Sentence]] = {
    int(events.MATCH_BEGAN): lambda tell, event: "The match begins: " + " against ".join(tell.teams),
    int(events.TURN_BEGAN): Teller.turn_began,
    int(events.TURN_ENDED): lambda tell, event: f"the turn of {tell.side(event.a)} ends",
    int(events.TURNOVER): lambda tell, event: (
        f"TURNOVER of {tell.side(event.a)}: {tell.why(event).removeprefix('turnover ')}"
    ),
    int(events.ACTIVATED): about("is activated"),
    int(events.DECLARED): Teller.declared,
    int(events.ACTIVATION_ENDED): about("is done"),
    int(events.MOVED): Teller.moved,
    int(events.TESTED): Teller.tested,
    int(events.DICE_ROLLED): Teller.dice_rolled,
    int(events.REROLLED): Teller.rerolled,
    int(events.WENT_DOWN): Teller.went_down,
    int(events.ARMOUR_HELD): Teller.armour,
    int(events.ARMOUR_BROKEN): Teller.armour,
    int(events.INJURED): lambda tell, event: f"{tell.piece(event.a)} is injured: {event.b}: {STATUS_NAMES[event.c]}",
    int(events.CASUALTY_SUFFERED): Teller.casualty,
    int(events.STOOD_UP): about("stands up"),
    int(events.LEFT_PLAY): lambda tell, event: f"{tell.piece(event.a)} leaves the dungeon: {STATUS_NAMES[event.b]}",
    int(events.BALL_PICKED_UP): about_ball("has"),
    int(events.BALL_CAUGHT): about_ball("has caught"),
    int(events.BALL_DROPPED): lambda tell, event: (
        f"{tell.piece(event.a)} drops {tell.ball(event.b)} at {tell.square(event.c)}"
    ),
    int(events.BALL_MOVED): lambda tell, event: (
        f"{tell.ball(event.a)} goes {tell.square(event.b)} to {tell.square(event.c)}: {tell.why(event)}"
    ),
    int(events.BALL_RESTED): lambda tell, event: f"{tell.ball(event.a)} rests at {tell.square(event.b)}",
    int(events.BALL_THROWN): Teller.thrown,
    int(events.HANDED_OFF): lambda tell, event: f"{tell.piece(event.a)} hands the ball to {tell.piece(event.b)}",
    int(events.BLOCK_DICE_ROLLED): Teller.block_dice,
    int(events.FACE_CHOSEN): lambda tell, event: (
        f"{tell.piece(event.a)} against {tell.piece(event.b) if event.b >= 0 else 'the door'}: {FACES[int(event.c)]}"
    ),
    int(events.PUSHED): about_way("is pushed"),
    int(events.HELD_GROUND): about("stays where it is"),
    int(events.FOLLOWED_UP): about_way("follows up"),
    int(events.FOULED): lambda tell, event: f"{tell.piece(event.a)} fouls {tell.piece(event.b)}",
    int(events.SENT_OFF): about("is sent off"),
    int(events.ARGUED): lambda tell, event: f"{tell.side(event.a)} argues with the referee: {event.b}",
    int(events.BRIBED): lambda tell, event: f"{tell.side(event.a)} bribes the referee: {event.b}",
    int(events.CHEST_OPENED): Teller.chest,
    int(events.TELEPORTED): about_way("is teleported"),
    int(events.VANISHED): about_at("vanishes at"),
    int(events.BALL_TELEPORTED): lambda tell, event: (
        f"{tell.ball(event.a)} is teleported {tell.square(event.b)} to {tell.square(event.c)}"
    ),
    int(events.ENTERED): about_at("enters the dungeon at"),
    int(events.SPONGED): about("is woken with the sponge"),
    int(events.INTERFERED): about("deflects the throw"),
    int(events.SCORED): lambda tell, event: f"TOUCHDOWN: {tell.piece(event.a)} scores for {tell.side(event.b)}",
    int(events.MATCH_ENDED): Teller.match_ended,
    int(events.RECOVERED): about("turns over"),
    int(events.ROOM_WORKED): Teller.room_worked,
    int(events.SKILL_USED): Teller.skill_used,
    int(events.CHEST_PLACED): lambda tell, event: f"{tell.side(event.a)} places a chest at {tell.square(event.b)}",
    int(events.PORTAL_PLACED): lambda tell, event: (
        f"{tell.side(event.a)} places portal {event.c} at {tell.square(event.b)}"
    ),
    int(events.ZONE_CHOSEN): lambda tell, event: f"{tell.side(event.a)} takes end zone {SIDE_LETTERS[int(event.b)]}",
    int(events.DEPLOYED): about_at("is set up at"),
    int(events.PLAYER_THROWN): lambda tell, event: (
        f"{tell.piece(event.a)} throws {tell.piece(event.b)} at {tell.square(event.c)}"
    ),
    int(events.LANDED): about_at("lands on its feet at"),
    int(events.FUNDS_GATHERED): about("gathers funds"),
    int(events.POINTS_EARNED): lambda tell, event: (
        f"{tell.piece(event.a)} earns {event.b} star player point{'s' if event.b != 1 else ''}"
    ),
    int(events.STRANDED): about("does nothing this turn"),
    int(events.EATEN): lambda tell, event: f"{tell.piece(event.a)} is eaten by {tell.piece(event.b)}",
    int(events.HIT_WALL): about_at("hits the wall at"),
    int(events.BOMB_THROWN): about_at("throws a bomb at"),
    int(events.BOMB_CAUGHT): about("has caught the bomb"),
    int(events.BOMB_EXPLODED): lambda tell, event: f"the bomb explodes at {tell.square(event.a)}",
    int(events.JOINED): about("joins its side in the dugout"),
    int(events.LEFT_BY_DOOR): about("leaves by its own door"),
    int(events.CHEST_MOVED): about("moves a chest"),
    int(events.INFECTED): about("is infected and will get up again on the other side after the match"),
    int(events.BOUGHT): Teller.bought,
    int(events.SPELL_CAST): Teller.spell_cast,
    int(events.LAYOUT_FOUND): lambda tell, event: f"layout {event.a}: {tell.dungeon.name}",
    int(events.STARTER_CHOSEN): lambda tell, event: f"{tell.side(event.a)} decides that {tell.side(event.b)} starts",
    int(events.HALF_BEGAN): lambda tell, event: f"half {event.a} begins",
    int(events.DRIVE_BEGAN): lambda tell, event: "a new drive: the teams set up",
    int(events.DRIVE_ENDED): lambda tell, event: "the drive is over",
    int(events.CAME_TO): lambda tell, event: (
        f"{tell.piece(event.a)} {'comes to' if event.c else 'is still knocked out'}: {event.b}"
    ),
    int(events.TREATED): lambda tell, event: (
        f"{tell.piece(event.a)} is treated by the apothecary: {STATUS_NAMES[int(event.b)]}"
    ),
    int(events.REROLLS_CHANGED): lambda tell, event: (
        f"{tell.side(event.a)}: {abs(int(event.b))} re-roll{'' if abs(int(event.b)) == 1 else 's'} "
        f"{'more' if event.b > 0 else 'less'} by the Great Wheel"
    ),
    int(events.DOOR_TRIED): lambda tell, event: (
        f"{tell.piece(event.a)} tries the door at {tell.square(event.b)}: {event.c}"
        + (": it is locked" if event.c == 1 else ": it is not locked")
    ),
    int(events.INFRACTION): Teller.infraction,
    int(events.EYE_MOVED): lambda tell, event: f"the eye of the referee is on {tell.side(event.a)}",
    int(events.CONFISCATED): about("loses its weapon until it is bought back"),
    int(events.REFEREE_CAME): about_at("comes into the dungeon as a referee at"),
    int(events.REFEREE_OUT): about("has seen enough: this referee is out"),
    int(events.ASSASSINATED): Teller.assassinated,
    int(events.DRUGGED): lambda tell, event: (
        f"drugs for {tell.piece(event.a)}: {event.b}: " + ("they help" if event.c else "they do nothing")
    ),
    int(events.TRAP_LAID): lambda tell, event: f"{tell.side(event.a)} lays a trap at {tell.square(event.b)}",
    int(events.TRAP_SPRUNG): lambda tell, event: (
        f"{tell.piece(event.a)} sets off a trap at {tell.square(event.b)}: {TRAPS[int(event.c)]}"
    ),
    int(events.MONSTER_APPEARED): about_at("appears at"),
    int(events.SLASHED): lambda tell, event: f"{tell.piece(event.a)} slashes at {tell.piece(event.b)}",
    int(events.TURNED_TO_STONE): about_at("is turned to stone at"),
    int(events.HEAD_LOST): lambda tell, event: f"{tell.piece(event.a)} loses a head: {event.b} left",
    int(events.FLAMES_BURST): about_at("bursts into flame at"),
    int(events.BALL_EATEN): lambda tell, event: f"{tell.piece(event.a)} eats the ball: {event.b} eaten",
    int(events.BALL_KIND): lambda tell, event: f"{tell.ball(event.a)} is {BALL_KINDS[int(event.b)]}",
    int(events.BALL_SPENT): lambda tell, event: (
        f"{tell.ball(event.a)} was an illusion" if event.c else f"{tell.ball(event.a)} has scored and is gone"
    ),
    int(events.DOOR_OPENED): about_at("opens the door at"),
    int(events.DOOR_CLOSED): about_at("closes the door at"),
    int(events.DOOR_SMASHED): about_at("smashes the door at"),
    int(events.WINDS_RELEASED): lambda tell, event: (
        f"{tell.piece(event.a)} releases the Winds of Magic: "
        + ("everybody who is down stands up" if event.b else "everybody who does not stand firm goes down")
    ),
    int(events.SPELL_WORKED): lambda tell, event: (
        f"{tell.piece(event.a)} casts {tell.why(event)}"
        + (f" at {tell.piece(event.b - 1)}" if event.b > 0 else f" at {tell.square(event.c - 1)}")
    ),
    int(events.ITEM_WORKED): lambda tell, event: f"{tell.piece(event.a)} uses its {tell.why(event)}",
    int(events.RESIGNED): lambda tell, event: f"{tell.side(event.a)} gives up: its players leave the dungeon",
    int(events.AWARDED): lambda tell, event: f"{tell.side(event.a)} is awarded a touchdown: nobody is against it",
    int(events.COOKED): lambda tell, event: (
        f"the chef of {tell.side(event.a)} inspires it: {event.b} re-rolls more, {event.c} fewer for the others"
    ),
    int(events.ITEM_FOUND): Teller.item_found,
    int(events.ITEM_ENDED): lambda tell, event: (
        f"the {tell.rules.chests.item_name(event.b)} of {tell.piece(event.a)} has done its work"
    ),
    int(events.BALL_KEPT): about_ball("keeps"),
}


def story(game: Game, names: Names | None = None) -> list[str]:
    """Everything that a game has recorded, in words."""
    return Teller(game, names).lines(game.events)
