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
from dungeonbowl.languages import mark, t
from dungeonbowl.words.causes import cause_of
from dungeonbowl.words.dice_words import die_said
from dungeonbowl.words.labels import label_names
from dungeonbowl.words.notation import COMPASS, DECLARATIONS, FACES, SOURCES, Names
from dungeonbowl.words.phrases import DOWN_REASONS, ENDINGS, TEST_NOUNS, TEST_VERBS, rolled_for
from dungeonbowl.words.places import DIRECTIONS, Places
from dungeonbowl.words.skill_words import ability_word
from dungeonbowl.words.story import EITHER_WAY, TESTS, Teller
from dungeonbowl.words.story import WAYS as WAYS_OF_STEPS

# What a declaration leads to, before the walk and after the player: "#3 Grak blitzes #7 Brunn: runs into the Kitchen".
DECLARED: Final[dict[int, str]] = mark(
    {
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
            (actions.THROW_FOOD_ACTION, "throws food"),
            (actions.GATHER_FUNDS_ACTION, "gathers funds"),
            (actions.KICK_TEAM_MATE_ACTION, "is going to kick a team-mate"),
            (actions.GAZE_ACTION, "is going to gaze"),
            (actions.THROW_BOMB_ACTION, "is going to throw a bomb"),
            (actions.STAB_ACTION, "stabs"),
            (actions.VOMIT_ACTION, "vomits"),
            (actions.BREATHE_FIRE_ACTION, "breathes fire"),
            (actions.MULTIPLE_BLOCK_ACTION, "blocks two at once"),
            (actions.WHIRL_ACTION, "whirls"),
            (actions.SAW_ACTION, "goes at it with the chainsaw"),
            (actions.CLIMB_OUT_ACTION, "is going to climb out of the pit"),
            (actions.SPELL_ACTION, "is going to cast a spell"),
        )
    }
)
# The same with the player that it is aimed at. A language bends the verb or the name, so each is a whole phrase.
AIMED: Final[dict[int, str]] = mark(
    {
        int(actions.BLOCK_ACTION): "blocks {target}",
        int(actions.BLITZ_ACTION): "blitzes {target}",
        int(actions.FOUL_ACTION): "is going to foul {target}",
        int(actions.THROW_FOOD_ACTION): "throws food at {target}",
        int(actions.GAZE_ACTION): "is going to gaze at {target}",
        int(actions.STAB_ACTION): "stabs {target}",
        int(actions.VOMIT_ACTION): "vomits at {target}",
        int(actions.BREATHE_FIRE_ACTION): "breathes fire at {target}",
        int(actions.MULTIPLE_BLOCK_ACTION): "blocks two at once, first {target}",
        int(actions.SAW_ACTION): "goes at it with the chainsaw: {target}",
    }
)
# How somebody moved, by the clause; the words for where follow.
WAYS: Final = mark(
    {
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
)
# How a ball went, by the clause.
FLIGHTS: Final = mark(
    {
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
)
# How somebody is out of the dungeon, or in it after an injury.
LEAVES: Final = mark(
    {
        int(RESERVES): "goes to the reserves",
        int(KNOCKED_OUT): "is carried off, knocked out",
        int(CASUALTY): "is carried off, a casualty",
        int(SENT_OFF): "is out of the match, sent off",
        int(LOST): "is lost",
        int(TURNED_TO_STONE): "is a statue now",
    }
)
# What a room has done, by its number.
ROOMS: Final = mark(
    {
        int(SEWER): "stinks until its next activation",
        int(KITCHEN): "is hit by food",
        int(DRAGON_LAIR): "is caught by the dragon",
        int(CHAOTIC_IDOL): "is stronger until its activation ends",
    }
)


GOES: Final = mark("goes")
RUNS: Final = mark("runs")


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
            return status_words(event["status"])
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
            return t("through {way}", way=self.places.through(event["square"]))
        return self.places.at(event["square"], self.side_of(event["piece"]))

    def roller(self, number: int) -> str:
        return self.side(number)

    def of_portals(self, phrase: str) -> str:
        """A phrase, told already, with portals in the word of the edition."""
        return phrase.replace("portal", t(self.places.portal_word))

    def before(self, event: Event) -> Sequence[Event]:
        """What happened before an event of this game; nothing if it is not one of them."""
        told = self.game.events
        for index in range(len(told) - 1, -1, -1):
            if told[index] is event:
                return told[:index]
        return ()

    # --- sentences that need more than a line -------------------------------------------------------------------------

    def declared(self, event: Event) -> str:
        action = event["action"]
        if event["target"] >= 0 and action in AIMED:
            return self.told(event, "{piece} {deed}", deed=self.told(event, AIMED[action]))
        if action in DECLARED:
            what = t(DECLARED[action])
        else:
            what = t("declares {deed}", deed=t(DECLARATIONS.get(action, "a special action")))
        if event["target"] < 0:
            return self.told(event, "{piece} {deed}", deed=what)
        return self.told(event, "{piece} {deed}: {target}", deed=what)

    def moved(self, event: Event) -> str:
        return self.told(event, "{piece} {way} {to square}", way=t(WAYS.get(int(event.clause), GOES)))

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
        runs = event.clause == clauses.STEP and steps > 1
        way = t(RUNS if runs else WAYS.get(int(event.clause), GOES))
        where = self.places.way(origin, event["square"], self.side_of(event["piece"]))
        if declared is None or declared["action"] == actions.MOVE_ACTION:
            return self.told(event, "{piece} {way} {where}", way=way, where=where)
        return t("{declared}: {way} {where}", declared=self.declared(declared), way=way, where=where)

    def tested(self, event: Event) -> str:
        clause = int(event.clause)
        words = TEST_VERBS.get(clause) or TESTS.get(clause)
        if words is not None:
            what = t(words)
        else:
            what = t("rolls for {why}", why=rolled_for(clause)) if rolled_for(clause) else t("makes a test")
        if clause in EITHER_WAY:  # high is not always good, and nothing is said to be needed
            if event["passed"]:
                return self.told(event, "{piece} {what}: {natural}, it goes well", what=what)
            return self.told(event, "{piece} {what}: {natural}, it goes badly", what=what)
        result = t("succeeds") if event["passed"] else t("fails")
        return self.told(event, "{piece} {what}: {natural}, needs {needed}+: {result}", what=what, result=result)

    def dice_rolled(self, event: Event) -> str:
        dice = event.dice()
        kind = die_name(event["die"])
        count = "" if len(dice) == 1 else str(len(dice))
        if not event["dice"]:
            shown = t("{dice} that nobody sees", dice=f"{count}{die_said(event['die'])}")
        elif kind == "block":
            shown = t("block dice {faces}", faces=", ".join(map(self.face, dice)))
        else:
            shown = f"{count}{die_said(event['die'])} " + "+".join(map(str, dice))
        side = self.dice_side(event)
        why = self.of_portals(rolled_for(event.clause))
        if kind == "coin":
            return self.coin_tossed(side, dice[0] if event["dice"] else None, why)
        return self.rolled(side, shown, why)

    def coin_tossed(self, side: int, shown: int | None, why: str) -> str:
        """A die with two sides is a coin, which nobody rolls; `shown` is None for one that nobody sees."""
        has_side = 0 <= side < len(self.teams)
        tossed = t("{side} tosses a coin", side=self.roller(side)) if has_side else t("The coin is tossed")
        if shown is None:
            hidden = t("{tossed} that nobody sees", tossed=tossed)
            return t("{tossed} for {why}", tossed=hidden, why=why) if why else hidden
        if why:
            return t("{tossed} for {why}: {result}", tossed=tossed, why=why, result=shown)
        return t("{tossed}: {result}", tossed=tossed, result=shown)

    def dice_side(self, event: Event) -> int:
        """Whose dice they are. With more than two sides the dice for a casualty belong to whoever rolled for the
        injury."""
        if event.clause == clauses.CASUALTY_ROLL and len(self.teams) > 2:
            for each in reversed(self.before(event)):
                if each.kind == events.DICE_ROLLED and each.clause == clauses.INJURY:
                    return each["side"]
        return event["side"]

    def rerolled(self, event: Event) -> str:
        what = t(TEST_NOUNS.get(int(event.clause), "dice"))
        source = t(SOURCES.get(event["source"], "team"))
        return self.told(event, "{side} uses a {kind} re-roll for the {test}", kind=source, test=what)

    def turnover(self, event: Event) -> str:
        if event.clause == clauses.TOUCHDOWN:
            return self.told(event, "The touchdown ends the turn of {side}")
        before = self.before(event)
        cause = cause_of([*before, event], len(before), self.game, self.names).words
        return self.told(event, "Turnover for {side}: {cause}", cause=cause)

    def went_down(self, event: Event) -> str:
        reason = self.of_portals(t(DOWN_REASONS.get(int(event.clause), "")))
        if event.clause == clauses.FELL:
            return self.told(event, "{piece} falls")
        if reason:
            return self.told(event, "{piece} goes down: {reason}", reason=reason)
        return self.told(event, "{piece} goes down")

    def left_play(self, event: Event) -> str:
        if event["status"] not in LEAVES:
            return self.told(event, "{piece} is {status}")
        return self.told(event, "{piece} {leaves}", leaves=t(LEAVES[event["status"]]))

    def ball_moved(self, event: Event) -> str:
        return self.told(event, "{ball} {way} {to square}", way=t(FLIGHTS.get(int(event.clause), GOES)))

    def pushed(self, event: Event) -> str:
        """Where to, seen from where it was, and what is there."""
        way = self.places.towards(event["origin"], event["square"])
        there = self.places.remarkable(event["square"], self.side_of(event["piece"]))
        if not way:
            pushed = self.told(event, "{piece} is pushed")
        else:
            pushed = self.told(event, "{piece} is pushed {direction}", direction=way)
        return f"{pushed}, {there}" if there else pushed

    def chest_moved(self, event: Event) -> str:
        way = self.places.towards(event["origin"], event["square"])
        return self.told(event, "{piece} moves a chest {direction}", direction=way)

    def face(self, number: int) -> str:
        return face_words(number)

    def treated(self, event: Event) -> str:
        how = t("it can play on") if event["status"] == RESERVES else self.part(event, "status")
        return self.told(event, "{piece} is treated by the apothecary: {how}", how=how)

    def thrown(self, event: Event) -> str:
        if event.clause == clauses.THROW_AT_WALL:
            where = t(DIRECTIONS[event["wall"]]) if 0 <= event["wall"] < len(COMPASS) else ""
            return self.told(event, "{piece} throws {ball} at the {direction} wall of {square}", direction=where)
        return self.told(event, "{piece} throws {ball} {to square}")

    def teleported(self, event: Event) -> str:
        if event.row().has("piece"):
            who = self.piece(event["piece"])
        else:
            who = self.ball(event["ball"])
        way_in, way_out = self.places.through(event["origin"]), self.places.through(event["square"])
        return t("{who} goes through {way_in}, out at {way_out}", who=who, way_in=way_in, way_out=way_out)

    def spell_cast(self, event: Event) -> str:
        return self.cast(event, self.place(event, "square", "at") if event["square"] >= 0 else "")

    def chest(self, event: Event) -> str:
        inside = (t("it explodes"), t("it has the ball"), t("a magic item is inside"))[event["contents"]]
        return self.told(event, "{piece} opens {square}: {inside}", inside=inside)

    def room_worked(self, event: Event) -> str:
        number = event["room"]
        room = t(ROOM_NAMES[number]) if 0 < number < len(ROOM_NAMES) else t("The room")
        effect = t(ROOMS[number]) if number in ROOMS else t("feels its effect")
        return self.told(event, "{room}: {piece} {effect}", room=room, effect=effect)

    def match_ended(self, event: Event) -> str:
        return self.ended(event, t(ENDINGS.get(int(event.clause), "")))

    def starter_chosen(self, event: Event) -> str:
        if event["side"] == event["starter"]:
            return self.told(event, "{side} chooses to start")
        return self.told(event, "{side} leaves the first turn to {starter}")

    def zone_chosen(self, event: Event) -> str:
        return t("{side} takes {zone}", side=self.side(event["side"]), zone=self.places.zone_place(event["zone"]))

    def skill_used(self, event: Event) -> str:
        skill = ability_word(self.game, event["ability"], event["piece"])
        return self.told(event, "{piece} uses {skill}", skill=skill)

    def spell_worked(self, event: Event) -> str:
        spell = " ".join(word.capitalize() for word in rolled_for(event.clause).removeprefix("the ").split())
        if event["target"] >= 0:
            return self.told(event, "{piece} casts {spell} at {target}", spell=spell)
        if event["square"] >= 0:
            return self.told(event, "{piece} casts {spell} {at square}", spell=spell)
        return self.told(event, "{piece} casts {spell}", spell=spell)

    def item_worked(self, event: Event) -> str:
        return self.told(event, "{piece} uses its {item}", item=" ".join(map(titled, self.why(event).split())))


def face_words(face: int) -> str:
    """A face of a block die: "player down"."""
    return t(FACES[face].replace("-", " "))


def status_words(status: int) -> str:
    """A status: "knocked out"."""
    return t(str(STATUS_NAMES[status]).replace("-", " "))


def titled(word: str) -> str:
    """A word of a title: `of` stays small."""
    return word if word in ("of", "the") else word.capitalize()


# Sentences for people, where the exact ones speak of coordinates or in the names of the engine.
FOR_PEOPLE: Final[dict[int, str | Callable[[Narrator, Event], str]]] = mark(
    {
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
        int(events.VANISHED): "{piece} is lost in {square}",
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
        int(events.DOOR_TRIED): lambda tell, event: tell.told(
            event,
            "{piece} tries {square}: {die}: {result}",
            result=t("it is locked") if event["die"] == 1 else t("it is not locked"),
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
)
