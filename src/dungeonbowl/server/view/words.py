"""What things are called on the screen: skills, editions, points of the rules. The words of `words/choices.py` and
`words/labels.py` are at hand here too."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from dungeonbowl.editions import TABLE, name_of
from dungeonbowl.engine import abilities, actions, clauses
from dungeonbowl.engine.game import Game
from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark, plural, t
from dungeonbowl.records.clocks import ClockTerms
from dungeonbowl.server.wire import Skill
from dungeonbowl.teams.skills import ability_names
from dungeonbowl.words.choices import ACTION_WORDS as ACTION_WORDS
from dungeonbowl.words.choices import FACE_WORDS as FACE_WORDS
from dungeonbowl.words.choices import SOURCE_WORDS as SOURCE_WORDS
from dungeonbowl.words.choices import capital as capital
from dungeonbowl.words.choices import group_of as group_of
from dungeonbowl.words.choices import kind_word as kind_word
from dungeonbowl.words.labels import label_names as label_names
from dungeonbowl.words.labels import player_label as player_label
from dungeonbowl.words.notation import ABILITY_NAMES
from dungeonbowl.words.phrases import clause_words as clause_words
from dungeonbowl.words.skill_words import ability_word
from dungeonbowl.words.skill_words import skill_text as skill_text
from dungeonbowl.words.skill_words import skill_text_in as skill_text_in

# Actions that are never listed among the options: a coach says one of them, or the clock does.
UNLISTED: Final = frozenset(int(kind) for kind in (actions.CONCEDE, actions.TIME_UP, actions.CALL_TIME))
# Help that is not a skill: the point of the rules that it follows from, and what it does.
HELP_CLAUSES: Final = {
    int(abilities.WALL_SMASH): int(clauses.WALL_HELP),
    int(abilities.SPIKED_BALL): int(clauses.SPIKES),
    int(abilities.SPELL_FORCE): int(clauses.SPELL),
}
HELP_TEXTS: Final = mark(
    {
        int(
            abilities.WALL_SMASH
        ): "With nothing but wall behind whom it knocks down, a blocker may add 1 to the armour or to the injury roll.",
        int(
            abilities.SPIKED_BALL
        ): "Whoever knocks somebody down with a spiked ball in hand may add 1 to the armour or to the injury roll.",
        int(abilities.SPELL_FORCE): "The caster may add 1 to the armour or to the injury roll of an opponent.",
    }
)


def edition_name(text: str) -> str:
    """What an edition is called, from its text form."""
    name = name_of(text)
    return TABLE[name].title if name in TABLE else capital(name)


def skill_for(game: Game, piece: int, ability: int) -> Skill:
    """The skill that gives a player an ability; the ability itself in words if no skill does."""
    wanted = ABILITY_NAMES.get(ability, "")
    if 0 <= piece < game.squads.count:
        for written in game.squads.sheets[piece].skills:
            if wanted in abilities_of(written):
                return Skill(written, skill_text(game.rules.edition, written))
    name = capital(ability_word(game, ability, piece)) if wanted else t("Skill")
    return Skill(name, t(HELP_TEXTS.get(ability, "")))


@lru_cache(maxsize=2000)
def abilities_of(written: str) -> tuple[str, ...]:
    try:
        return tuple(ability_names([written]))
    except (UserError, KeyError):
        return ()


def clock_words(clock: ClockTerms) -> str:
    """How long coaches may think."""
    if clock.mode == "turn":
        return t("{seconds} seconds a turn", seconds=clock.seconds)
    if clock.mode == "bank":
        minutes = clock.seconds // 60
        if not clock.gain:
            return plural("{count} minute a match", "{count} minutes a match", minutes)
        return t("{minutes} minutes a match, {seconds} seconds more a turn", minutes=minutes, seconds=clock.gain)
    if clock.mode == "days":
        return t("over days: {hours} hours for a turn, {more} more for the match", hours=clock.move, more=clock.bank)
    return t("no clock")
