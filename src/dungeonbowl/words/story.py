"""The story of a match, exactly: `A3 dodges: 2, needs 4+: fails (O-MOVE-10)`, `A3 moves (4,2) to (5,2)`.

Players are called as in the notation and squares by their coordinates, so that every line says all that its event says:
for transcripts, tests and programs. `words/narration.py` tells the same events to people.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import ROOM_NAMES
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine import event_kinds as kinds
from dungeonbowl.engine.casualties import CAUSE_NAMES
from dungeonbowl.engine.dice import name as die_name
from dungeonbowl.engine.events import EVENT_NAMES, Event
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.policies import MAJOR
from dungeonbowl.engine.statuses import STATUS_NAMES
from dungeonbowl.languages import mark, plural, t
from dungeonbowl.words.dice_words import die_said
from dungeonbowl.words.event_words import REDUCED
from dungeonbowl.words.notation import (
    ABILITY_NAMES,
    COMPASS,
    DECLARATIONS,
    FACES,
    SIDE_LETTERS,
    SOURCES,
    Names,
    lesson_name,
)
from dungeonbowl.words.phrases import CLAUSE_WORDS, NOTHING

# What a piece does when it makes a test.
TESTS: Final = mark(
    {
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
)
# Tests that may be read the other way round, low is good: the event does not say which, so no target is told.
EITHER_WAY: Final = (int(clauses.WALL_PUSH), int(clauses.ROOM_ROLL))

# How a piece moved, where it was not by a step of its own.
WAYS: Final = mark(
    {
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
)
TRAPS: Final = mark(("a pit", "a spiked pit", "an explosion", "gas", "a teleporter"))
BALL_KINDS: Final = mark(("an ordinary ball", "a spiked ball", "an enchanted ball", "a living ball", "an iron ball"))
CASUALTIES: Final = mark(("", "badly hurt", "seriously hurt", "serious injury", "lasting injury", "dead"))

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


def casualty_words(row: int, reduced: int) -> str:
    """One result of the casualty table: `dead`, `lasting injury (movement)`."""
    words = t(CASUALTIES[row])
    return f"{words} ({t(REDUCED[reduced])})" if reduced else words


def what_stands(event: Event) -> str:
    """All results that stand of a casualty, the worst first."""
    return t(" and ").join(casualty_words(row, reduced) for row, reduced in event.casualties()) or t("nothing")


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
        words = self.sentence(event)
        rule = self.rules.cite(event.clause)
        return f"{words} ({rule})" if rule else words

    def sentence(self, event: Event) -> str:
        """One event, without its rule."""
        sentence = WORDS.get(int(event.kind), "")
        if isinstance(sentence, str):
            return self.told(event, sentence) if sentence else self.bare(event)
        return sentence(self, event)

    # --- parts of a sentence ----------------------------------------------------------------------------------------

    def part(self, event: Event, name: str) -> str:
        """A part of an event in words, by what its row says it stands for; `why` is the clause."""
        if name == "why":
            return self.why(event)
        row = event.row()
        kind = row.parts[row.place(name)].kind
        value = event[name]
        if kind == kinds.A_PIECE:
            return self.piece(value)
        if kind == kinds.A_SQUARE:
            return self.square(value)
        if kind == kinds.A_SIDE:
            return self.side(value)
        if kind == kinds.A_BALL:
            return self.ball(value)
        if kind == kinds.A_STATUS:
            return t(str(STATUS_NAMES[value]))
        if kind == kinds.A_FACE:
            return t(FACES[value])
        if kind == kinds.A_SOURCE:
            return t(SOURCES[value])
        if kind == kinds.A_ZONE:
            return SIDE_LETTERS[value]
        if kind == kinds.AN_ITEM:
            return str(self.rules.policies.chests.item_name(value))
        if kind == kinds.A_TRAP:
            return t(TRAPS[value])
        if kind == kinds.A_BALL_KIND:
            return t(BALL_KINDS[value])
        if kind == kinds.SOME_CASUALTIES:
            return what_stands(event)
        if kind == kinds.A_CAUSE:
            return t(CAUSE_NAMES[value])
        return str(value)

    def piece(self, number: int) -> str:
        return self.names.of(int(number)) if number >= 0 else t("nobody")

    def square(self, number: int) -> str:
        return str(self.dungeon.label(i64(number)))

    def chest_at(self, number: int) -> str:
        return t("the chest at {square}", square=self.square(number))

    def side(self, number: int) -> str:
        """A side by its letter and its team: `A (Home)`."""
        if not 0 <= number < len(self.teams):
            return t("nobody")
        return f"{SIDE_LETTERS[int(number)]} ({self.teams[int(number)]})"

    def way_on(self, event: Event) -> str:
        """How a player came into the dungeon."""
        return t("at {square}", square=self.square(event["square"]))

    def roller(self, number: int) -> str:
        """A side that rolls dice, by its letter."""
        return SIDE_LETTERS[int(number)]

    def ball(self, number: int) -> str:
        return t("the ball") if self.balls == 1 else t("ball {number}", number=number + 1)

    def why(self, event: Event) -> str:
        words = CLAUSE_WORDS.get(int(event.clause), "")
        return "" if words in ("", NOTHING) else t(words)

    def bare(self, event: Event) -> str:
        """An event that this page has no words for."""
        return " ".join([EVENT_NAMES[event.kind], *map(str, event.numbers()[2:])])

    def told(self, event: Event, sentence: str, /, **more: object) -> str:
        """A sentence with the parts of an event in place of their names in braces; `more` are further parts.

        The sentence is a text of the catalogues, so it holds no names that users have given: a player may be called
        `{piece}`."""
        return t(sentence).format_map(Parts(self, event, more))

    # --- sentences that need more than a line -----------------------------------------------------------------------

    def turn_began(self, event: Event) -> str:
        if event.clause == clauses.FIRST_TURN:
            return self.told(event, "{side} has the first turn")
        return self.told(event, "--- Turn {turn} of {side}")

    def declared(self, event: Event) -> str:
        what = DECLARATIONS.get(event["action"], f"special {event['action']}")
        if event["target"] >= 0:
            return self.told(event, "{piece} declares {what} against {target}", what=what)
        return self.told(event, "{piece} declares {what}", what=what)

    def moved(self, event: Event) -> str:
        way = t(WAYS[int(event.clause)]) if int(event.clause) in WAYS else t("moves ({why})", why=self.why(event))
        return self.told(event, "{piece} {way} {origin} to {square}", way=way)

    def tested(self, event: Event) -> str:
        clause = int(event.clause)
        what = t(TESTS[clause]) if clause in TESTS else t("tests {why}", why=self.why(event))
        result = t("succeeds") if event["passed"] else t("fails")
        if clause in EITHER_WAY:
            return self.told(event, "{piece} {what}: {natural}: {result}", what=what, result=result)
        return self.told(event, "{piece} {what}: {natural}, needs {needed}+: {result}", what=what, result=result)

    def dice_rolled(self, event: Event) -> str:
        dice = event.dice()
        kind = die_name(event["die"])
        count = "" if len(dice) == 1 else str(len(dice))
        if not event["dice"]:
            shown = t("{dice} that nobody sees", dice=f"{count}{die_said(event['die'])}")
        elif kind == "block":
            shown = t("block dice {faces}", faces=", ".join(t(FACES[face]) for face in dice))
        else:
            shown = f"{count}{die_said(event['die'])} " + "+".join(map(str, dice))
        return self.rolled(event["side"], shown, self.why(event))

    def rolled(self, side: int, shown: str, why: str) -> str:
        """Dice with who rolls them and what for, as far as there is something to say about it."""
        if not 0 <= side < len(self.teams):
            return t("{dice} for {why}", dice=shown, why=why) if why else shown
        roller = self.roller(side)
        if not why:
            return t("{side} rolls {dice}", side=roller, dice=shown)
        return t("{side} rolls {dice} for {why}", side=roller, dice=shown, why=why)

    def casualty(self, event: Event) -> str:
        row = event["casualty"]
        words = t(CASUALTIES[row]) if 0 < row < len(CASUALTIES) else t("row {number}", number=row)
        if not event["total"]:  # some are hurt without a roll
            return self.told(event, "{piece} is a casualty: {words}", words=words)
        return self.told(event, "{piece} is a casualty: {total}: {words}", words=words)

    def settled(self, event: Event) -> str:
        how = t(CAUSE_NAMES[event["cause"]])
        if how and event["by"] >= 0:
            how = self.told(event, "{how} by {by}", how=how)
        why = f" ({how})" if how else ""
        if not event.casualties():
            return self.told(event, "{piece} is no longer a casualty") + why
        return self.told(event, "{piece} remains a casualty: {casualties}") + why

    def block_dice(self, event: Event) -> str:
        shown, struck = ", ".join(map(self.face, event.dice())), self.struck(event)
        if event["count"] > 0:
            return self.told(event, "{piece} blocks {struck}: {faces}", struck=struck, faces=shown)
        return self.told(event, "{piece} blocks {struck}: {faces}, the defender chooses", struck=struck, faces=shown)

    def face_chosen(self, event: Event) -> str:
        shown, struck = self.face(event["face"]), self.struck(event)
        return self.told(event, "{piece} against {struck}: {face}", struck=struck, face=shown)

    def face(self, number: int) -> str:
        """A face of a block die."""
        return t(FACES[number])

    def struck(self, event: Event) -> str:
        """The target of a block."""
        return self.piece(event["target"]) if event["target"] >= 0 else t("the door")

    def thrown(self, event: Event) -> str:
        if event.clause == clauses.THROW_AT_WALL:
            wall = COMPASS[event["wall"]]
            return self.told(event, "{piece} throws {ball} at the wall {direction} of {square}", direction=wall)
        return self.told(event, "{piece} throws {ball} at {square}")

    def chest(self, event: Event) -> str:
        inside = (t("a trap"), t("the ball is inside"), t("a magic item"))[event["contents"]]
        return self.told(event, "{piece} opens the chest at {square}: {inside}", inside=inside)

    def item_found(self, event: Event) -> str:
        return self.told(
            event, "{piece} finds the {item}" if event["works"] else "{piece} finds the {item}, which does nothing"
        )

    def match_ended(self, event: Event) -> str:
        return self.ended(event, self.why(event))

    def ended(self, event: Event, why: str) -> str:
        """How a match ended, and why as far as that is known."""
        if event["winner"] < 0:
            return t("The match is a draw: {why}", why=why) if why else t("The match is a draw")
        side = self.side(event["winner"])
        return t("{side} wins: {why}", side=side, why=why) if why else t("{side} wins", side=side)

    def room_worked(self, event: Event) -> str:
        number = event["room"]
        room = t(ROOM_NAMES[number]) if 0 <= number < len(ROOM_NAMES) else t("room {number}", number=number)
        return self.told(event, "{room} works on {piece}", room=room) + (f": {event['die']}" if event["die"] else "")

    def spell_cast(self, event: Event) -> str:
        return self.cast(event, t("at {square}", square=self.square(event["square"])) if event["square"] >= 0 else "")

    def cast(self, event: Event, where: str) -> str:
        """A spell of a wizard, on somebody, somewhere."""
        spell = t(str(self.rules.spells.get(int(event.clause), "a spell")))
        if event["target"] < 0 and not where:
            return self.told(event, "the wizard of {side} casts {spell}", spell=spell)
        if event["target"] < 0:
            return self.told(event, "the wizard of {side} casts {spell} {where}", spell=spell, where=where)
        if not where:
            return self.told(event, "the wizard of {side} casts {spell} on {target}", spell=spell)
        return self.told(event, "the wizard of {side} casts {spell} on {target} {where}", spell=spell, where=where)

    def bought(self, event: Event) -> str:
        words = t(str(self.rules.market[event["inducement"] - 1].words))
        side = self.side(event["side"])
        if not event["price"]:
            return t("{side} gets {ware}", side=side, ware=words)
        source = t("its treasury") if event["treasury"] else t("petty cash")
        price = event["price"] // 1000
        return t("{side} buys {ware} for {price}k from {source}", side=side, ware=words, price=price, source=source)

    def hired(self, event: Event) -> str:
        skill = lesson_name(self.game, event["piece"], event["lesson"])
        position = self.game.squads.sheets[event["piece"]].position
        if skill:
            return self.told(event, "{piece} is hired, {position} with {skill}", position=position, skill=skill)
        return self.told(event, "{piece} is hired, {position}", position=position)

    def infraction(self, event: Event) -> str:
        level = t("major") if event["level"] == MAJOR else t("minor")
        if not event["needed"]:
            return self.told(event, "{piece} has committed a {level} infraction", level=level)
        return self.told(event, "{piece} has committed a {level} infraction: {total}, {needed}+ means off", level=level)

    def assassinated(self, event: Event) -> str:
        fate = t("nothing happens to it") if event["die"] == 1 else t("it misses the game")
        return self.told(event, "an assassin finds {piece}: {die}: {fate}", fate=fate)

    def skill_used(self, event: Event) -> str:
        ability = event["ability"]
        skill = ABILITY_NAMES.get(ability, str(ability)).lower().replace("_", " ")
        return self.told(event, "{piece} uses a skill: {skill}", skill=skill)

    def points_earned(self, event: Event) -> str:
        return plural(
            "{piece} earns {count} star player point",
            "{piece} earns {count} star player points",
            event["points"],
            piece=self.piece(event["piece"]),
        )

    def rerolls_changed(self, event: Event) -> str:
        change = event["change"]
        side = self.side(event["side"])
        if change > 0:
            one, many = mark(
                ("{side}: {count} re-roll more by the Great Wheel", "{side}: {count} re-rolls more by the Great Wheel")
            )
        else:
            one, many = mark(
                ("{side}: {count} re-roll less by the Great Wheel", "{side}: {count} re-rolls less by the Great Wheel")
            )
        return plural(one, many, abs(change), side=side)


class Parts:
    """The parts of one event in words, looked up by the names that a sentence has in braces."""

    def __init__(self, teller: Teller, event: Event, more: dict[str, object]) -> None:
        self.teller = teller
        self.event = event
        self.more = more

    def __getitem__(self, name: str) -> object:
        return self.more[name] if name in self.more else self.teller.part(self.event, name)


Sentence = Callable[[Teller, Event], str]


def either(part: str, yes: str, no: str) -> Sentence:
    """One of two sentences, by a part that is 1 or 0."""
    return lambda tell, event: tell.told(event, yes if event[part] else no)


# A sentence for each kind of event: names in braces are parts of the event, `why` is its clause.
WORDS: Final[dict[int, str | Sentence]] = mark(
    {
        int(events.MATCH_BEGAN): lambda tell, event: t(
            "The match begins: {teams}", teams=t(" against ").join(tell.teams)
        ),
        int(events.TURN_BEGAN): Teller.turn_began,
        int(events.TURN_ENDED): "the turn of {side} ends",
        int(events.TURNOVER): lambda tell, event: tell.told(
            event, "TURNOVER of {side}: {cause}", cause=tell.why(event).removeprefix("turnover ")
        ),
        int(events.ACTIVATED): "{piece} is activated",
        int(events.DECLARED): Teller.declared,
        int(events.ACTIVATION_ENDED): "{piece} is done",
        int(events.MOVED): Teller.moved,
        int(events.TESTED): Teller.tested,
        int(events.DICE_ROLLED): Teller.dice_rolled,
        int(events.REROLLED): "{side} uses a {source} re-roll: {why}",
        int(events.WENT_DOWN): "{piece} goes down at {square}: {why}",
        int(events.ARMOUR_HELD): "armour of {piece} holds: {total}, needs {needed}+",
        int(events.ARMOUR_BROKEN): "armour of {piece} is broken: {total}, needs {needed}+",
        int(events.INJURED): "{piece} is injured: {total}: {status}",
        int(events.CASUALTY_SUFFERED): Teller.casualty,
        int(events.CASUALTY_SETTLED): Teller.settled,
        int(events.STOOD_UP): "{piece} stands up",
        int(events.LEFT_PLAY): "{piece} leaves the dungeon: {status}",
        int(events.BALL_PICKED_UP): "{piece} has {ball}",
        int(events.BALL_CAUGHT): "{piece} has caught {ball}",
        int(events.BALL_DROPPED): "{piece} drops {ball} at {square}",
        int(events.BALL_MOVED): "{ball} goes {origin} to {square}: {why}",
        int(events.BALL_RESTED): "{ball} rests at {square}",
        int(events.BALL_THROWN): Teller.thrown,
        int(events.HANDED_OFF): "{piece} hands the ball to {target}",
        int(events.BLOCK_DICE_ROLLED): Teller.block_dice,
        int(events.FACE_CHOSEN): Teller.face_chosen,
        int(events.PUSHED): "{piece} is pushed {origin} to {square}",
        int(events.HELD_GROUND): "{piece} stays where it is",
        int(events.FOLLOWED_UP): "{piece} follows up {origin} to {square}",
        int(events.FOULED): "{piece} fouls {target}",
        int(events.SENT_OFF): "{piece} is sent off",
        int(events.ARGUED): "{side} argues with the referee: {die}",
        int(events.BRIBED): "{side} bribes the referee: {die}",
        int(events.CHEST_OPENED): Teller.chest,
        int(events.TELEPORTED): "{piece} is teleported {origin} to {square}",
        int(events.VANISHED): "{piece} vanishes at {square}",
        int(events.BALL_TELEPORTED): "{ball} is teleported {origin} to {square}",
        int(events.ENTERED): "{piece} enters the dungeon at {square}",
        int(events.SPONGED): "{piece} is woken with the sponge",
        int(events.INTERFERED): "{piece} deflects the throw",
        int(events.SCORED): "TOUCHDOWN: {piece} scores for {side}",
        int(events.MATCH_ENDED): Teller.match_ended,
        int(events.RECOVERED): "{piece} turns over",
        int(events.ROOM_WORKED): Teller.room_worked,
        int(events.SKILL_USED): Teller.skill_used,
        int(events.CHEST_PLACED): "{side} places a chest at {square}",
        int(events.PORTAL_PLACED): "{side} places portal {portal} at {square}",
        int(events.ZONE_CHOSEN): "{side} takes end zone {zone}",
        int(events.DEPLOYED): "{piece} is set up at {square}",
        int(events.PLAYER_THROWN): "{piece} throws {target} at {square}",
        int(events.LANDED): "{piece} lands on its feet at {square}",
        int(events.FUNDS_GATHERED): "{piece} gathers funds",
        int(events.POINTS_EARNED): Teller.points_earned,
        int(events.STRANDED): "{piece} does nothing this turn",
        int(events.EATEN): "{piece} is eaten by {by}",
        int(events.HIT_WALL): "{piece} hits the wall at {square}",
        int(events.BOMB_THROWN): "{piece} throws a bomb at {square}",
        int(events.BOMB_CAUGHT): "{piece} has caught the bomb",
        int(events.BOMB_EXPLODED): "the bomb explodes at {square}",
        int(events.JOINED): "{piece} joins its side in the dugout",
        int(events.HIRED): Teller.hired,
        int(events.STAYED_AWAY): "{piece} was hired by both sides and plays for neither",
        int(events.LEFT_BY_DOOR): "{piece} leaves by its own door",
        int(events.CHEST_MOVED): "{piece} moves a chest",
        int(events.INFECTED): "{piece} is infected and will get up again on the other side after the match",
        int(events.BOUGHT): Teller.bought,
        int(events.SPELL_CAST): Teller.spell_cast,
        int(events.LAYOUT_FOUND): lambda tell, event: tell.told(
            event, "layout {layout}: {dungeon}", dungeon=tell.dungeon.name
        ),
        int(events.STARTER_CHOSEN): "{side} decides that {starter} starts",
        int(events.HALF_BEGAN): "half {half} begins",
        int(events.DRIVE_BEGAN): "a new drive: the teams set up",
        int(events.DRIVE_ENDED): "the drive is over",
        int(events.CAME_TO): either("passed", "{piece} comes to: {die}", "{piece} is still knocked out: {die}"),
        int(events.TREATED): "{piece} is treated by the apothecary: {status}",
        int(events.REROLLS_CHANGED): Teller.rerolls_changed,
        int(events.DOOR_TRIED): lambda tell, event: tell.told(
            event,
            "{piece} tries the door at {square}: {die}: {result}",
            result=t("it is locked") if event["die"] == 1 else t("it is not locked"),
        ),
        int(events.INFRACTION): Teller.infraction,
        int(events.EYE_MOVED): "the eye of the referee is on {side}",
        int(events.CONFISCATED): "{piece} loses its weapon until it is bought back",
        int(events.REFEREE_CAME): "{piece} comes into the dungeon as a referee at {square}",
        int(events.REFEREE_OUT): "{piece} has seen enough: this referee is out",
        int(events.ASSASSINATED): Teller.assassinated,
        int(events.DRUGGED): either(
            "passed", "drugs for {piece}: {total}: they help", "drugs for {piece}: {total}: they do nothing"
        ),
        int(events.TRAP_LAID): "{side} lays a trap at {square}",
        int(events.TRAP_SPRUNG): "{piece} sets off a trap at {square}: {trap}",
        int(events.MONSTER_APPEARED): "{piece} appears at {square}",
        int(events.SLASHED): "{piece} slashes at {target}",
        int(events.TURNED_TO_STONE): "{piece} is turned to stone at {square}",
        int(events.HEAD_LOST): "{piece} loses a head: {left} left",
        int(events.FLAMES_BURST): "{piece} bursts into flame at {square}",
        int(events.BALL_EATEN): "{piece} eats the ball: {eaten} eaten",
        int(events.BALL_KIND): "{ball} is {variety}",
        int(events.BALL_SPENT): either("illusion", "{ball} was an illusion", "{ball} has scored and is gone"),
        int(events.DOOR_OPENED): "{piece} opens the door at {square}",
        int(events.DOOR_CLOSED): "{piece} closes the door at {square}",
        int(events.DOOR_SMASHED): "{piece} smashes the door at {square}",
        int(events.WINDS_RELEASED): either(
            "raised",
            "{piece} releases the Winds of Magic: everybody who is down stands up",
            "{piece} releases the Winds of Magic: everybody who does not stand firm goes down",
        ),
        int(events.SPELL_WORKED): lambda tell, event: tell.told(
            event, "{piece} casts {why} at {target}" if event["target"] >= 0 else "{piece} casts {why} at {square}"
        ),
        int(events.ITEM_WORKED): "{piece} uses its {why}",
        int(events.RESIGNED): "{side} gives up: its players leave the dungeon",
        int(events.AWARDED): "{side} is awarded a touchdown: nobody is against it",
        int(events.COOKED): "the chef of {side} inspires it: {gained} re-rolls more, {taken} fewer for the others",
        int(events.ITEM_FOUND): Teller.item_found,
        int(events.ITEM_ENDED): "the {item} of {piece} has done its work",
        int(events.BALL_KEPT): "{piece} keeps {ball}",
        int(events.TIME_RAN_OUT): "the time of {side} is up",
    }
)


def story(game: Game, names: Names | None = None) -> list[str]:
    """Everything that a game has recorded, in words."""
    return Teller(game, names).lines(game.events)
