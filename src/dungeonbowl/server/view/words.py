"""What things are called on the screen: players, skills, kinds of action. The entries of menus are those of the rows in
`engine/action_kinds.py`."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from dungeonbowl.editions import TABLE, name_of
from dungeonbowl.engine import abilities, actions
from dungeonbowl.engine.action_kinds import ACTION_KINDS, DECLARATION_ROWS, REROLL_SOURCES, row_of
from dungeonbowl.engine.actions import kind_of, second_of
from dungeonbowl.engine.game import Game
from dungeonbowl.errors import UserError
from dungeonbowl.server.wire import Skill
from dungeonbowl.teams.facts import editions, load_facts
from dungeonbowl.teams.skills import ability_names
from dungeonbowl.words.notation import ABILITY_NAMES, DECLARATIONS, SIDE_LETTERS, Names
from dungeonbowl.words.story import CLAUSE_WORDS

# The words of every kind of action in the notation.
ACTION_WORDS: Final = {row.number: row.words for row in ACTION_KINDS}
# Actions that are never listed among the options: a coach says one of them, or the clock does.
UNLISTED: Final = frozenset(int(kind) for kind in (actions.CONCEDE, actions.TIME_UP, actions.CALL_TIME))
DECLARATION_GROUPS: Final = {row.number: (row.group, row.key) for row in DECLARATION_ROWS}
SOURCE_WORDS: Final = {row.number: row.group for row in REROLL_SOURCES}
FACE_WORDS: Final = {1: "Player down", 2: "Both down", 3: "Push back", 4: "Push back", 5: "Stumble", 6: "Pow!"}
# Help that is not a skill.
HELP_TEXTS: Final = {
    int(abilities.WALL_SMASH): "With nothing but wall behind whom it knocks down, a blocker may add 1 to the armour or "
    "to the injury roll.",
    int(abilities.SPIKED_BALL): "Whoever knocks somebody down with a spiked ball in hand may add 1 to the armour or to "
    "the injury roll.",
    int(abilities.SPELL_FORCE): "The caster may add 1 to the armour or to the injury roll of an opponent.",
}


def kind_word(kind: int) -> str:
    """A kind of action in the words of the notation: "step", "end turn"; "action 159" for a number without a row."""
    return ACTION_WORDS.get(kind, f"action {kind}")


def group_of(packed: int) -> tuple[str, str]:
    """The entry of a menu that an action belongs to, and its letter."""
    row = row_of(packed)
    if row is None:
        return capital(kind_word(kind_of(packed))), ""
    if row.number == actions.DECLARE:
        what = row.read(packed)["declaration"]
        return DECLARATION_GROUPS.get(what, (f"Special {what}", ""))
    if row.number == actions.ENTER_RESERVE and second_of(packed):  # where newcomers act at once
        return f"Bring on to {DECLARATIONS.get(row.read(packed)['declaration'], 'act')}", ""
    return row.group or capital(row.words), row.key


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def clause_words(clause: int) -> str:
    """A clause of the rules in words; empty for none."""
    words = CLAUSE_WORDS.get(int(clause), "")
    return "" if words == "nothing" else words


def edition_name(text: str) -> str:
    """What an edition is called, from its text form."""
    name = name_of(text)
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
    return skill_text_in(name_of(edition), written)


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
