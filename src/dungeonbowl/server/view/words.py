"""The names on the screen: players, skills, kinds of action. Anything without an entry here is called as the notation
of replays calls it, so that a new action of an edition is readable from the start."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from dungeonbowl.editions import TABLE
from dungeonbowl.engine import abilities, actions
from dungeonbowl.engine.game import Game
from dungeonbowl.errors import UserError
from dungeonbowl.server.wire import Skill
from dungeonbowl.teams.facts import editions, load_facts
from dungeonbowl.teams.skills import ability_names
from dungeonbowl.words.notation import ABILITY_NAMES, DECLARATIONS, GRAMMAR, SIDE_LETTERS, Names
from dungeonbowl.words.story import CLAUSE_WORDS

# Entries of a menu by the kind of action, and the letter that chooses each.
GROUPS: Final[dict[int, tuple[str, str]]] = {
    int(actions.ACTIVATE): ("Activate", ""),
    int(actions.END_TURN): ("End turn", "e"),
    int(actions.ENTER_RESERVE): ("Bring on", "n"),
    int(actions.USE_SPONGE): ("Magic sponge", "g"),
    int(actions.STEP): ("Move", "m"),
    int(actions.JUMP): ("Jump", "j"),
    int(actions.STAND_UP): ("Stand up", "u"),
    int(actions.BLOCK): ("Block", "b"),
    int(actions.HAND_OFF): ("Hand-off", "h"),
    int(actions.FOUL): ("Foul", "f"),
    int(actions.AIM): ("Throw", "t"),
    int(actions.PICK_TEAM_MATE): ("Pick up team-mate", "k"),
    int(actions.OPEN_CHEST): ("Open chest", "o"),
    int(actions.PAY_PORTAL): ("Step away from the portal", "w"),
    int(actions.END_ACTIVATION): ("Stop", "s"),
    int(actions.THROW_TO): ("Throw", "t"),
    int(actions.THROW_AT_WALL): ("Throw at wall", "w"),
    int(actions.ACCEPT): ("Accept", "a"),
    int(actions.REROLL): ("Re-roll", "r"),
    int(actions.CHOOSE_FACE): ("Choose", ""),
    int(actions.PUSH_TO): ("Push", "p"),
    int(actions.FOLLOW_UP): ("Follow up", "y"),
    int(actions.STAY): ("Stay", "n"),
    int(actions.USE): ("Use", "y"),
    int(actions.DECLINE): ("Do not", "n"),
    int(actions.INTERFERE): ("Interfere", "i"),
    int(actions.TRY_CATCH): ("Catch", "y"),
    int(actions.ARGUE): ("Argue the call", "a"),
    int(actions.BRIBE): ("Use a bribe", "b"),
    int(actions.PLACE_BALL): ("Place the ball", "p"),
    int(actions.CAST): ("Cast the spell", "c"),
    int(actions.CAST_ON): ("Cast the spell", "c"),
    int(actions.CAST_AT): ("Cast the spell", "c"),
    int(actions.PLACE_CHEST): ("Place a chest", "c"),
    int(actions.PLACE_PORTAL): ("Place a portal", "p"),
    int(actions.CHOOSE_ZONE): ("End zone", ""),
    int(actions.CHOOSE_PORTAL): ("Come out here", "a"),
    int(actions.CHOOSE_STARTER): ("Starts", ""),
    int(actions.SET_UP_DONE): ("No more players", "n"),
    int(actions.SWING): ("Swing", ""),
    int(actions.NAME_DIRECTION): ("Direction", ""),
    int(actions.OPEN_DOOR): ("Open the door", "o"),
    int(actions.CLOSE_DOOR): ("Close the door", "c"),
    int(actions.SMASH_DOOR): ("Smash the door", "b"),
    int(actions.SLIP_TO): ("Secret passage", "g"),
    int(actions.TRAVEL): ("Travel to another rune", "r"),
    int(actions.RELEASE_WINDS): ("Release the Winds of Magic", "w"),
    int(actions.WINDS_FELL): ("Everybody goes down", "d"),
    int(actions.WINDS_RAISE): ("Everybody stands up", "u"),
    int(actions.LEAP): ("Leap", "l"),
    int(actions.CROSS): ("Leap over this square", "c"),
    int(actions.SHOVE_CHEST): ("Push the chest", "x"),
    int(actions.DRAG_CHEST): ("Drag the chest", "d"),
    int(actions.TAKE_CHEST): ("Throw the chest", "k"),
    int(actions.DEMAND): ("Demand a balance roll", "y"),
    int(actions.HURRY): ("Hurry", "h"),
    int(actions.STEP_OFF): ("Step over the edge", "e"),
    int(actions.CLIMB): ("Climb the ladder", "c"),
    int(actions.CLIMB_OUT): ("Climb out here", "c"),
    int(actions.PLACE_TRAP): ("Lay a trap", "t"),
    int(actions.CHOOSE_BALL): ("This ball", "b"),
    int(actions.CALL_REFEREE): ("Referee", ""),
    int(actions.MOVE_REFEREE): ("Referee to", "r"),
    int(actions.NAME_VICTIM): ("Assassinate", "a"),
    int(actions.LIE_DOWN): ("Lie down", "l"),
    int(actions.BEAR_FLAMES): ("Stay on its feet", "f"),
    int(actions.BY_RULE): ("Let the rule decide", "r"),
    int(actions.CAST_SPELL): ("Cast a spell", "c"),
    int(actions.FLASH_TO): ("Flash there", "f"),
    int(actions.STRIKE_FROM_AFAR): ("Flying Fist", "b"),
    int(actions.FETCH_FROM): ("Phantom Hands", "h"),
    int(actions.PASS_THROUGH_WALLS): ("Phantom Pass", "p"),
    int(actions.DEPLOY): ("Set up", "d"),
    int(actions.BUY): ("Buy", ""),
    int(actions.BUY_NO_MORE): ("Buy no more", "n"),
}
DECLARATION_GROUPS: Final[dict[int, tuple[str, str]]] = {
    int(actions.MOVE_ACTION): ("Move", "m"),
    int(actions.BLOCK_ACTION): ("Block", "b"),
    int(actions.BLITZ_ACTION): ("Blitz", "z"),
    int(actions.PASS_ACTION): ("Pass", "p"),
    int(actions.HAND_OFF_ACTION): ("Hand-off", "h"),
    int(actions.FOUL_ACTION): ("Foul", "f"),
    int(actions.THROW_TEAM_MATE_ACTION): ("Throw team-mate", "t"),
}
# Special actions: they are not listed among the refused ones, because few players have them.
SPECIAL_GROUPS: Final[dict[int, tuple[str, str]]] = {
    int(actions.LEAVE_ACTION): ("Leave the dungeon", "l"),
    int(actions.SMASH_DOOR_ACTION): ("Smash a door", "d"),
    int(actions.WINDS_ACTION): ("Release the Winds of Magic", "w"),
    int(actions.CLIMB_OUT_ACTION): ("Climb out of the pit", "c"),
    int(actions.SPELL_ACTION): ("Cast a spell", "c"),
    int(actions.STAB_ACTION): ("Stab", ""),
    int(actions.SAW_ACTION): ("Chainsaw", ""),
    int(actions.THROW_BOMB_ACTION): ("Throw a bomb", ""),
}
# Kinds whose words differ between editions.
KIND_WORDS: Final[dict[int, str]] = {int(actions.ENTER_RESERVE): "enter", int(actions.TREAT): "treat"}
FACE_WORDS: Final = {1: "Player down", 2: "Both down", 3: "Push back", 4: "Push back", 5: "Stumble", 6: "Pow!"}
# Help that is not a skill.
HELP_TEXTS: Final = {
    int(abilities.WALL_SMASH): "With nothing but wall behind whom it knocks down, a blocker may add 1 to the armour or "
    "to the injury roll.",
    int(abilities.SPIKED_BALL): "Whoever knocks somebody down with a spiked ball in hand may add 1 to the armour or to "
    "the injury roll.",
    int(abilities.SPELL_FORCE): "The caster may add 1 to the armour or to the injury roll of an opponent.",
}
SOURCE_WORDS: Final = {0: "Team re-roll", 1: "Skill re-roll", 2: "Pro", 3: "Magic item"}


def kind_word(kind: int, text: str = "") -> str:
    """A kind of action in the words of the notation: "step", "end turn". `text` is the whole action, if it is known."""
    if kind == actions.DECLARE:
        return "declare"
    if kind in GRAMMAR:
        return GRAMMAR[kind][0]
    return text.partition(" ")[0] or KIND_WORDS.get(kind, f"action {kind}")


def group_of(packed: int) -> tuple[str, str]:
    """The entry of a menu that an action belongs to, and its letter."""
    kind = packed & 0xFF
    if kind == actions.DECLARE:
        what = packed >> 8 & 0xFFFF
        words = DECLARATIONS.get(what, f"special {what}")
        return DECLARATION_GROUPS.get(what) or SPECIAL_GROUPS.get(what, (capital(words), ""))
    if kind == actions.ENTER_RESERVE and packed >> 24:  # in editions where newcomers act at once
        return f"Bring on to {DECLARATIONS.get(packed >> 24 & 0xFFFF, 'act')}", ""
    return GROUPS.get(kind, (capital(kind_word(kind)), ""))


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def clause_words(clause: int) -> str:
    """A clause of the rules in words; empty for none."""
    words = CLAUSE_WORDS.get(int(clause), "")
    return "" if words == "nothing" else words


def edition_name(text: str) -> str:
    """What an edition is called, from its text form."""
    name = text.partition("(")[0].strip()
    return TABLE[name].title if name in TABLE else capital(name)


def player_label(game: Game, piece: int) -> str:
    """How the log calls a player: `A3 Grak`."""
    sheet = game.squads.sheets[piece]
    side = int(sheet.side)
    letter = SIDE_LETTERS[side] if side < game.squads.sides else "N"
    return f"{letter}{sheet.number} {sheet.name}".strip()


def label_names(game: Game) -> Names:
    return Names(game, {player_label(game, piece): piece for piece in range(int(game.squads.count))})


def skill_text(edition: str, written: str) -> str:
    """What a skill does, in words for coaches; empty where the edition's book does not have it."""
    return skill_text_in(edition.partition("(")[0].strip(), written)


@lru_cache(maxsize=2000)  # bounded: the names come from team files, which any visitor may upload
def skill_text_in(name: str, written: str) -> str:
    if name not in editions():
        return ""
    try:
        return load_facts(name).skills.read(written).skill.effect
    except UserError:
        return ""


def skill_for(game: Game, piece: int, ability: int) -> Skill:
    """The skill that gives a player an ability; the ability itself in words if no skill does."""
    wanted = ABILITY_NAMES.get(ability, "")
    if 0 <= piece < game.squads.count:
        for written in game.squads.sheets[piece].skills:
            if wanted in abilities_of(written):
                return Skill(written, skill_text(game.rules.edition, written))
    name = capital(wanted.lower().replace("_", " ")) or "Skill"
    return Skill(name, HELP_TEXTS.get(ability, ""))


@lru_cache(maxsize=2000)
def abilities_of(written: str) -> tuple[str, ...]:
    try:
        return tuple(ability_names([written]))
    except (UserError, KeyError):
        return ()
