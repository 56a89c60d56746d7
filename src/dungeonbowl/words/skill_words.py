"""What the skills of a match are called in texts: by the names of the edition's own rulebook.

The engine knows abilities; a coach knows skills. `use Mighty Blow A3` is written where the engine has the ability
HITS_HARDER; the engine's own names are still read.
"""

from __future__ import annotations

import difflib
from functools import cache, lru_cache
from typing import Final

from mypy_extensions import i64

from dungeonbowl.editions import name_of
from dungeonbowl.engine import abilities
from dungeonbowl.engine.actions import USE, first_of, kind_of, second_of
from dungeonbowl.engine.frames import ASK, NOTHING
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import list_options
from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark, t
from dungeonbowl.teams.facts import editions, load_facts
from dungeonbowl.teams.skills import ability_names, item_names, sheet, split

ABILITY_NAMES: Final = {
    int(value): name
    for name, value in vars(abilities).items()
    if name.isupper() and isinstance(value, int) and name != "WORDS"
}
ABILITY_NUMBERS: Final = {name: number for number, name in ABILITY_NAMES.items()}
# What is used without being a skill, in the words of the rulebooks. Other abilities that no skill gives are called by
# the engine's name in small letters.
NO_SKILLS: Final = mark(
    {
        int(abilities.WALL_SMASH): "wall smash",
        int(abilities.SPIKED_BALL): "spiked ball",
        int(abilities.SPELL_FORCE): "spell",  # of a wizard who strikes from outside
        int(abilities.CARRIES_ITEM): "magic item",  # a magic item that is not named
    }
)
# What is added to an armour or injury roll by something that is no skill: a wall. Files of older versions have it.
BONUS: Final = mark("bonus")
BONUS_ABILITY: Final = int(abilities.HITS_HARDER)
CARRIES_ITEM: Final = int(abilities.CARRIES_ITEM)


@cache
def skills_by_ability(edition: str) -> dict[int, tuple[str, ...]]:
    """For each ability the skills that give it, as this edition prints them; its own first, then those of monsters and
    other books."""
    found: dict[int, dict[str, None]] = {}
    written = [skill.name for skill in load_facts(edition).skills.skills] if edition in editions() else []
    known: set[str] = set()
    for name in [*written, *sheet()["skills"]]:
        try:
            base = split(name)[0]
        except UserError:  # a skill that this engine does not play
            continue
        if base in known:
            continue
        known.add(base)
        for ability in ability_names([base]):
            found.setdefault(ABILITY_NUMBERS[ability], {})[name] = None
    return {ability: tuple(names) for ability, names in found.items()}


def edition_of(game: Game) -> str:
    return name_of(game.rules.edition)


def ability_word(game: Game, ability: int, piece: int = -1) -> str:
    """An ability as the skill that gives it. If several do, a skill that this piece or the acting player has."""
    if ability == CARRIES_ITEM:
        carried = int(game.squads.parameter(i64(piece), i64(ability))) if 0 <= piece < game.squads.count else 0
        if 0 < carried <= len(item_names()):
            return t(item_names()[carried - 1])
    if ability == BONUS_ABILITY and 0 <= piece < game.squads.count and not game.can(i64(piece), i64(ability)):
        return t(BONUS)
    names = skills_by_ability(edition_of(game)).get(ability, ())
    for holder in (piece, int(game.acting)):
        if 0 <= holder < game.squads.count:
            for written in game.squads.sheets[holder].skills:
                for name in names:
                    if base_of(written) == base_of(name):
                        return name
    return names[0] if names and ability != CARRIES_ITEM else t(plain_word(ability))


def plain_word(ability: int) -> str:
    """An ability that no skill gives, in words."""
    return NO_SKILLS.get(ability) or ABILITY_NAMES.get(ability, str(ability)).lower().replace("_", " ")


@cache
def base_of(written: str) -> str:
    """A skill without its number and its other spellings."""
    try:
        return split(written)[0]
    except UserError:
        return written


def ability_called(game: Game, words: str, piece: int = -1) -> int:
    """The ability that a skill, an item or one of the engine's own names stands for. `UserError` if there is none.

    If a skill gives several abilities, it is the ability that is offered to `piece` now, if there is one."""
    if words in ABILITY_NUMBERS:
        return ABILITY_NUMBERS[words]
    if words.casefold() == BONUS:
        return BONUS_ABILITY
    for ability, word in NO_SKILLS.items():
        if words.casefold() == word:
            return ability
    names = skills_by_ability(edition_of(game))
    try:
        base = split(words)[0]
    except UserError:
        for ability in ABILITY_NAMES:
            if words.casefold() == plain_word(ability):
                return ability
        known = sorted({name for row in names.values() for name in row})
        near = difflib.get_close_matches(words, [*known, *item_names()], n=3)
        advice = f"did you mean {' or '.join(near)}?" if near else f"expected one of {', '.join(known)}"
        raise UserError(f"there is no skill {words!r}; {advice}") from None
    if base in sheet()["items"]:
        return CARRIES_ITEM
    given = ability_names([base])
    # to roll again is an action of its own
    given = [name for name in given if not name.startswith("REROLLS_")] or given
    found = [ABILITY_NUMBERS[name] for name in given]
    if not found:
        raise UserError(f"the skill {base} is never used by a decision")
    if len(found) > 1:
        offered = offered_abilities(game, piece)
        found = [ability for ability in found if ability in offered] or found
    return found[0]


def offered_abilities(game: Game, piece: int) -> set[int]:
    """What may be used just now, for or against a piece."""
    if game.signal != ASK or game.top is NOTHING:
        return set()
    count = int(list_options(game))
    options = [i64(int(game.offered[index])) for index in range(count)]
    return {int(first_of(each)) for each in options if kind_of(each) == USE and int(second_of(each)) == piece}


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
