"""The story of a match for people: `#3 Grak runs to the Treasure Room chest`, `Turnover for Reds: the chest exploded`.

It tells the same events as `words/story.py`, with other words where those speak of coordinates or in the names of the
engine: players are called by their shirts, squares by what is there. The page, `watch`, `replay show` and notebooks
tell a match with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from dungeonbowl.dungeon.terrain import (
    CHAOTIC_IDOL,
    DRAGON_LAIR,
    KITCHEN,
    ROOM_NAMES,
    SEWER,
)
from dungeonbowl.engine import actions, clauses, events
from dungeonbowl.engine.dice import name as die_name
from dungeonbowl.engine.events import Event
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.statuses import (
    CASUALTY,
    KNOCKED_OUT,
    LOST,
    RESERVES,
    SENT_OFF,
    STATUS_NAMES,
    TURNED_TO_STONE,
)
from dungeonbowl.words.causes import cause_of
from dungeonbowl.words.labels import label_names
from dungeonbowl.words.notation import COMPASS, DECLARATIONS, FACES, SOURCES, Names
from dungeonbowl.words.phrases import DOWN_REASONS, ENDINGS, TEST_NOUNS, TEST_VERBS, rolled_for
from dungeonbowl.words.places import DIRECTIONS, Places
from dungeonbowl.words.skill_words import ability_word
from dungeonbowl.words.story import EITHER_WAY, TESTS, Teller
from dungeonbowl.words.story import WAYS as WAYS_OF_STEPS

# What a declaration leads to, before the walk and after the player: "#3 Grak blitzes #7 Brunn: runs into the Kitchen".
DECLARED: Final[dict[int, str]] = {
    int(what): words
    for what, words in (
        (actions.MOVE_ACTION, "moves"),
        (actions.BLOCK_ACTION, "blocks"),
        (actions.BLITZ_ACTION, "blitzes"),
        (actions.PASS_ACTION, "is going to pass"),
        (actions.HAND_OFF_ACTION, "is going to hand off"),
        (actions.FOUL_ACTION, "is going to foul"),
        (actions.THROW_TEAM_MATE_ACTION, "is going to throw a team-mate"),
        (actions.LEAVE_ACTION, "leaves the dungeon"),
        (actions.SMASH_DOOR_ACTION, "is going to smash a door"),
        (actions.WINDS_ACTION, "is going to release the Winds of Magic"),
        (actions.THROW_FOOD_ACTION, "throws food at"),
        (actions.GATHER_FUNDS_ACTION, "gathers funds"),
        (actions.KICK_TEAM_MATE_ACTION, "is going to kick a team-mate"),
        (actions.GAZE_ACTION, "is going to gaze"),
        (actions.THROW_BOMB_ACTION, "is going to throw a bomb"),
        (actions.STAB_ACTION, "stabs"),
        (actions.VOMIT_ACTION, "vomits at"),
        (actions.BREATHE_FIRE_ACTION, "breathes fire at"),
        (actions.MULTIPLE_BLOCK_ACTION, "blocks two at once, first"),
        (actions.WHIRL_ACTION, "whirls"),
        (actions.SAW_ACTION, "goes at it with the chainsaw:"),
        (actions.CLIMB_OUT_ACTION, "is going to climb out of the pit"),
        (actions.SPELL_ACTION, "is going to cast a spell"),
    )
}
# How somebody moved, by the clause; the words for where follow.
WAYS: Final = {
    **WAYS_OF_STEPS,
    int(clauses.PORTAL_SCATTER): "comes out beside the portal",
    int(clauses.PASSENGER): "is carried on",
    int(clauses.WHIRL): "whirls",
    int(clauses.FLASH): "flashes",
    int(clauses.PIT_CLIMB): "climbs out",
    int(clauses.BALANCE_FALL): "falls",
    int(clauses.LEAP): "leaps",
    int(clauses.HURRY): "hurries",
    int(clauses.PASSAGE): "slips through the secret passage",
    int(clauses.MONSTER_SCATTER): "strays",
    int(clauses.REFEREE_CHARGE): "charges",
}
# How a ball went, by the clause.
FLIGHTS: Final = {
    int(clauses.BOUNCE): "bounces",
    int(clauses.SCATTER): "scatters",
    int(clauses.DEVIATE): "comes down",
    int(clauses.RICOCHET): "comes off the wall",
    int(clauses.REFLECTION): "comes off the wall",
    int(clauses.WALL_DISTANCE): "comes off the wall",
    int(clauses.THROW_AT_WALL): "flies against the wall",
    int(clauses.CHAIN_REACTION): "is thrown out",
    int(clauses.LIVING_WAY): "runs",
    int(clauses.SKILL): "goes",
}
# How somebody is out of the dungeon, or in it after an injury.
LEAVES: Final = {
    int(RESERVES): "goes to the reserves",
    int(KNOCKED_OUT): "is carried off, knocked out",
    int(CASUALTY): "is carried off, a casualty",
    int(SENT_OFF): "is out of the match, sent off",
    int(LOST): "is lost",
    int(TURNED_TO_STONE): "is a statue now",
}
# What a room has done, by its number.
ROOMS: Final = {
    int(SEWER): "stinks until its next activation",
    int(KITCHEN): "is hit by food",
    int(DRAGON_LAIR): "is caught by the dragon",
    int(CHAOTIC_IDOL): "is stronger until its activation ends",
}
SECRET: Final = "that nobody sees"


class Narrator(Teller):
    """Puts the events of one match into words for people."""

    def __init__(self, game: Game, names: Names | None = None) -> None:
        super().__init__(game, names or label_names(game))
        self.places = Places(game)

    def sentence(self, event: Event) -> str:
        """One event; as the exact story tells it where that needs no other words."""
        words = FOR_PEOPLE.get(int(event.kind), "")
        if isinstance(words, str):
            return self.told(event, words) if words else super().sentence(event)
        return words(self, event)

    # --- parts of a sentence ------------------------------------------------------------------------------------------

    def part(self, event: Event, name: str) -> str:
        """`to square` and `at origin` are squares with the word that leads to them; a status is told in words."""
        how, _, square = name.rpartition(" ")
        if how in ("to", "at"):
            return self.place(event, square, how)
        if name == "status":
            return str(STATUS_NAMES[event["status"]]).replace("-", " ")
        return super().part(event, name)

    def place(self, event: Event, name: str, how: str) -> str:
        """A square of an event with its preposition, seen by the player that the event is about."""
        side = self.side_of(event["piece"]) if event.row().has("piece") else -1
        square = event[name]
        if how == "at":
            return self.places.at(square, side)
        return self.places.way(event["origin"] if event.row().has("origin") else -1, square, side)

    def side_of(self, piece: int) -> int:
        return int(self.game.side_of[piece]) if 0 <= piece < self.game.squads.count else -1

    def square(self, number: int) -> str:
        return self.places.noun(number)

    def chest_at(self, number: int) -> str:
        return self.places.noun(number)

    def side(self, number: int) -> str:
        return self.places.team(int(number))

    def way_on(self, event: Event) -> str:
        if event.clause == clauses.DUGOUT_ARRIVAL:
            return f"through {self.places.through(event['square'])}"
        return self.places.at(event["square"], self.side_of(event["piece"]))

    def roller(self, number: int) -> str:
        return self.side(number)

    def of_portals(self, phrase: str) -> str:
        """A phrase with portals in the word of the edition."""
        return phrase.replace("portal", self.places.portal_word)

    def before(self, event: Event) -> Sequence[Event]:
        """What happened before an event of this game; nothing if it is not one of them."""
        told = self.game.events
        for index in range(len(told) - 1, -1, -1):
            if told[index] is event:
                return told[:index]
        return ()

    # --- sentences that need more than a line -------------------------------------------------------------------------

    def declared(self, event: Event) -> str:
        what = DECLARED.get(event["action"]) or f"declares {DECLARATIONS.get(event['action'], 'a special action')}"
        target = self.told(event, " {target}") if event["target"] >= 0 else ""
        return f"{self.piece(event['piece'])} {what.removesuffix(' at') if not target else what}{target}"

    def moved(self, event: Event) -> str:
        return self.told(event, f"{{piece}} {WAYS.get(int(event.clause), 'goes')} {{to square}}")

    def walk(self, event: Event, told: Sequence[Event], number: int) -> str:
        """A whole walk in one line, told with its last step: what was declared for it, and where it has led to.

        The step is the event of this number among all that were told."""
        steps, origin, declared = 1, event["origin"], None
        for index in range(min(number, len(told)) - 1, -1, -1):
            each = told[index]
            if each.kind == events.MOVED and each["piece"] == event["piece"] and each.clause == event.clause:
                steps += 1
                origin = each["origin"]
            elif each.kind == events.DECLARED and each["piece"] == event["piece"]:
                declared = each
                break
            elif each.kind != events.DICE_ROLLED:
                break
        way = WAYS.get(int(event.clause), "goes")
        if event.clause == clauses.STEP and steps > 1:
            way = "runs"
        where = f"{way} {self.places.way(origin, event['square'], self.side_of(event['piece']))}"
        if declared is None or declared["action"] == actions.MOVE_ACTION:
            return f"{self.piece(event['piece'])} {where}"
        return f"{self.declared(declared)}: {where}"

    def tested(self, event: Event) -> str:
        clause = int(event.clause)
        what = TEST_VERBS.get(clause) or TESTS.get(clause)
        if what is None:
            what = f"rolls for {rolled_for(clause)}" if rolled_for(clause) else "makes a test"
        if clause in EITHER_WAY:  # high is not always good, and nothing is said to be needed
            return self.told(event, f"{{piece}} {what}: {{natural}}, it goes {'well' if event['passed'] else 'badly'}")
        result = "succeeds" if event["passed"] else "fails"
        return self.told(event, f"{{piece}} {what}: {{natural}}, needs {{needed}}+: {result}")

    def dice_rolled(self, event: Event) -> str:
        dice = event.dice()
        kind = die_name(event["die"])
        count = "" if len(dice) == 1 else str(len(dice))
        if not event["dice"]:
            shown = f"{count}{kind} {SECRET}"
        elif kind == "block":
            shown = "block dice " + ", ".join(map(face_words, dice))
        else:
            shown = f"{count}{kind} " + "+".join(map(str, dice))
        side = self.dice_side(event)
        why = self.of_portals(rolled_for(event.clause))
        if kind == "coin":
            return self.coin_tossed(side, dice[0] if event["dice"] else None, why)
        roller = f"{self.roller(side)} rolls " if 0 <= side < len(self.teams) else ""
        return f"{roller}{shown} for {why}" if why else f"{roller}{shown}"

    def coin_tossed(self, side: int, shown: int | None, why: str) -> str:
        """A die with two sides is a coin, which nobody rolls; `shown` is None for one that nobody sees."""
        tossed = f"{self.roller(side)} tosses a coin" if 0 <= side < len(self.teams) else "The coin is tossed"
        purpose = f" for {why}" if why else ""
        return f"{tossed} {SECRET}{purpose}" if shown is None else f"{tossed}{purpose}: {shown}"

    def dice_side(self, event: Event) -> int:
        """Whose dice they are. With more than two sides the dice for a casualty belong to whoever rolled for the
        injury."""
        if event.clause == clauses.CASUALTY_ROLL and len(self.teams) > 2:
            for each in reversed(self.before(event)):
                if each.kind == events.DICE_ROLLED and each.clause == clauses.INJURY:
                    return each["side"]
        return event["side"]

    def rerolled(self, event: Event) -> str:
        what = TEST_NOUNS.get(int(event.clause), "dice")
        source = SOURCES.get(event["source"], "team")
        return self.told(event, f"{{side}} uses a {source} re-roll for the {what}")

    def turnover(self, event: Event) -> str:
        if event.clause == clauses.TOUCHDOWN:
            return self.told(event, "The touchdown ends the turn of {side}")
        before = self.before(event)
        cause = cause_of([*before, event], len(before), self.game, self.names).words
        return self.told(event, "Turnover for {side}: ") + cause

    def went_down(self, event: Event) -> str:
        reason = self.of_portals(DOWN_REASONS.get(int(event.clause), ""))
        if event.clause == clauses.FELL:
            return self.told(event, "{piece} falls")
        return self.told(event, "{piece} goes down") + (f": {reason}" if reason else "")

    def left_play(self, event: Event) -> str:
        words = LEAVES.get(event["status"]) or f"is {str(STATUS_NAMES[event['status']]).replace('-', ' ')}"
        return f"{self.piece(event['piece'])} {words}"

    def ball_moved(self, event: Event) -> str:
        return self.told(event, f"{{ball}} {FLIGHTS.get(int(event.clause), 'goes')} {{to square}}")

    def pushed(self, event: Event) -> str:
        """Where to, seen from where it was, and what is there."""
        way = self.places.towards(event["origin"], event["square"])
        there = self.places.remarkable(event["square"], self.side_of(event["piece"]))
        return ", ".join(part for part in (self.told(event, f"{{piece}} is pushed {way}").strip(), there) if part)

    def chest_moved(self, event: Event) -> str:
        return self.told(event, f"{{piece}} moves a chest {self.places.towards(event['origin'], event['square'])}")

    def block_dice(self, event: Event) -> str:
        shown = ", ".join(map(face_words, event.dice()))
        picks = "" if event["count"] > 0 else ", the defender chooses"
        return f"{self.piece(event['piece'])} blocks {self.struck(event)}: {shown}{picks}"

    def face_chosen(self, event: Event) -> str:
        return f"{self.piece(event['piece'])} against {self.struck(event)}: {face_words(event['face'])}"

    def treated(self, event: Event) -> str:
        how = "it can play on" if event["status"] == RESERVES else self.part(event, "status")
        return self.told(event, "{piece} is treated by the apothecary: ") + how

    def thrown(self, event: Event) -> str:
        if event.clause == clauses.THROW_AT_WALL:
            where = DIRECTIONS[event["wall"]] if 0 <= event["wall"] < len(COMPASS) else ""
            return self.told(event, f"{{piece}} throws {{ball}} at the {where} wall of {{square}}")
        return self.told(event, "{piece} throws {ball} {to square}")

    def teleported(self, event: Event) -> str:
        if event.row().has("piece"):
            who = self.piece(event["piece"])
        else:
            who = self.ball(event["ball"])
        way_in, way_out = self.places.through(event["origin"]), self.places.through(event["square"])
        return f"{who} goes through {way_in}, out at {way_out}"

    def spell_cast(self, event: Event) -> str:
        spell = self.rules.spells.get(int(event.clause), "a spell")
        target = " on {target}" if event["target"] >= 0 else ""
        square = " {at square}" if event["square"] >= 0 else ""
        return self.told(event, f"the wizard of {{side}} casts {spell}{target}{square}")

    def chest(self, event: Event) -> str:
        inside = ("it explodes", "it has the ball", "a magic item is inside")[event["contents"]]
        return self.told(event, f"{{piece}} opens {{square}}: {inside}")

    def room_worked(self, event: Event) -> str:
        number = event["room"]
        room = ROOM_NAMES[number] if 0 < number < len(ROOM_NAMES) else "The room"
        return f"{room}: {self.piece(event['piece'])} {ROOMS.get(number, 'feels its effect')}"

    def match_ended(self, event: Event) -> str:
        how = ENDINGS.get(int(event.clause), "")
        why = f": {how}" if how else ""
        return f"The match is a draw{why}" if event["winner"] < 0 else f"{self.side(event['winner'])} wins{why}"

    def starter_chosen(self, event: Event) -> str:
        if event["side"] == event["starter"]:
            return self.told(event, "{side} chooses to start")
        return self.told(event, "{side} leaves the first turn to {starter}")

    def zone_chosen(self, event: Event) -> str:
        return f"{self.side(event['side'])} takes {self.places.zone_place(event['zone'])}"

    def skill_used(self, event: Event) -> str:
        return f"{self.piece(event['piece'])} uses {ability_word(self.game, event['ability'], event['piece'])}"

    def spell_worked(self, event: Event) -> str:
        where = "at {target}" if event["target"] >= 0 else "{at square}" if event["square"] >= 0 else ""
        spell = " ".join(word.capitalize() for word in rolled_for(event.clause).removeprefix("the ").split())
        return self.told(event, f"{{piece}} casts {spell} {where}").strip()

    def item_worked(self, event: Event) -> str:
        return f"{self.piece(event['piece'])} uses its {' '.join(map(titled, self.why(event).split()))}"


def face_words(face: int) -> str:
    """A face of a block die: "player down"."""
    return FACES[face].replace("-", " ")


def titled(word: str) -> str:
    """A word of a title: `of` stays small."""
    return word if word in ("of", "the") else word.capitalize()


# Sentences for people, where the exact ones speak of coordinates or in the names of the engine.
FOR_PEOPLE: Final[dict[int, str | Callable[[Narrator, Event], str]]] = {
    int(events.TURNOVER): Narrator.turnover,
    int(events.DECLARED): Narrator.declared,
    int(events.MOVED): Narrator.moved,
    int(events.TESTED): Narrator.tested,
    int(events.DICE_ROLLED): Narrator.dice_rolled,
    int(events.REROLLED): Narrator.rerolled,
    int(events.WENT_DOWN): Narrator.went_down,
    int(events.INJURED): "{piece} is injured: {total}, {status}",
    int(events.LEFT_PLAY): Narrator.left_play,
    int(events.BALL_DROPPED): "{piece} drops {ball} {at square}",
    int(events.BALL_MOVED): Narrator.ball_moved,
    int(events.BALL_RESTED): "{ball} comes to rest {at square}",
    int(events.BALL_THROWN): Narrator.thrown,
    int(events.BLOCK_DICE_ROLLED): Narrator.block_dice,
    int(events.FACE_CHOSEN): Narrator.face_chosen,
    int(events.PUSHED): Narrator.pushed,
    int(events.FOLLOWED_UP): "{piece} follows up",
    int(events.CHEST_OPENED): Narrator.chest,
    int(events.TELEPORTED): Narrator.teleported,
    int(events.VANISHED): lambda tell, event: f"{tell.piece(event['piece'])} is lost in {tell.square(event['square'])}",
    int(events.BALL_TELEPORTED): Narrator.teleported,
    int(events.ENTERED): "{piece} comes into the dungeon {at square}",
    int(events.MATCH_ENDED): Narrator.match_ended,
    int(events.ROOM_WORKED): Narrator.room_worked,
    int(events.SKILL_USED): Narrator.skill_used,
    int(events.CHEST_PLACED): "{side} places a chest: {square}",
    int(events.PORTAL_PLACED): "{side} places a portal: {square}",
    int(events.ZONE_CHOSEN): Narrator.zone_chosen,
    int(events.DEPLOYED): "{piece} is set up {at square}",
    int(events.PLAYER_THROWN): "{piece} throws {target} {to square}",
    int(events.LANDED): "{piece} lands on its feet {at square}",
    int(events.HIT_WALL): "{piece} hits the wall",
    int(events.BOMB_THROWN): "{piece} throws a bomb {to square}",
    int(events.BOMB_EXPLODED): "the bomb explodes {at square}",
    int(events.SPELL_CAST): Narrator.spell_cast,
    int(events.STARTER_CHOSEN): Narrator.starter_chosen,
    int(events.TREATED): Narrator.treated,
    int(events.DOOR_TRIED): lambda tell, event: (
        tell.told(event, "{piece} tries {square}: {die}: ")
        + ("it is locked" if event["die"] == 1 else "it is not locked")
    ),
    int(events.REFEREE_CAME): "{piece} comes into the dungeon {at square}",
    int(events.TRAP_LAID): "{side} lays a trap {at square}",
    int(events.TRAP_SPRUNG): "{piece} sets off a trap: {trap}",
    int(events.MONSTER_APPEARED): "{piece} appears {at square}",
    int(events.TURNED_TO_STONE): "{piece} is turned to stone",
    int(events.FLAMES_BURST): "{piece} bursts into flame",
    int(events.DOOR_OPENED): "{piece} opens {square}",
    int(events.DOOR_CLOSED): "{piece} closes {square}",
    int(events.DOOR_SMASHED): "{piece} smashes {square}",
    int(events.CHEST_MOVED): Narrator.chest_moved,
    int(events.SPELL_WORKED): Narrator.spell_worked,
    int(events.ITEM_WORKED): Narrator.item_worked,
}
