"""Texts that the sources do not show as they are told: those of the engine's tables, and those put together from them.

The engine speaks no language. Its tables are read here, for the catalogues; who tells of them puts them through `t`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final


def statuses() -> Iterator[str]:
    from dungeonbowl.engine.statuses import STATUS_NAMES

    for name in STATUS_NAMES:
        yield name
        yield name.replace("-", " ")


def menus() -> Iterator[str]:
    """Entries of menus, declarations and kinds of re-rolls."""
    from dungeonbowl.engine.action_kinds import ACTION_KINDS, DECLARATION_ROWS, REROLL_SOURCES
    from dungeonbowl.words.choices import capital

    for row in ACTION_KINDS:
        yield row.group or capital(row.words)
    for declaration in DECLARATION_ROWS:
        yield from (declaration.group, declaration.words, capital(declaration.words))
    for source in REROLL_SOURCES:
        yield from (source.group, source.word)
    yield from ("Special action", "a special action", "act", "an action", "another action", "dice", "team")


def faces() -> Iterator[str]:
    from dungeonbowl.words.notation import FACES

    for name in FACES.values():
        yield name
        yield name.replace("-", " ")


def dice() -> Iterator[str]:
    """Kinds of dice by their names."""
    from dungeonbowl.engine import dice

    yield from (name for name in vars(dice) if name[0] == "D" and name[1:].isdigit())


def harms() -> Iterator[str]:
    from dungeonbowl.engine.casualties import CAUSE_NAMES
    from dungeonbowl.words.event_words import REDUCED

    yield from CAUSE_NAMES
    yield from REDUCED


def places() -> Iterator[str]:
    from dungeonbowl.words.places import ZONE_WORDS, phrases

    yield from phrases()
    yield from (f"the {word}" for word in ZONE_WORDS)


def wares() -> Iterator[str]:
    """What editions sell, and the spells of their wizards."""
    from dungeonbowl.editions import TABLE, build

    for name in TABLE:
        rules = build(name)
        yield from (str(ware.words) for ware in rules.market)
        yield from map(str, rules.spells.values())
    yield "a spell"


def rolls() -> Iterator[str]:
    """Tests that happen on a walk, as hints name them, and magic items by their clause."""
    from dungeonbowl.engine import clauses
    from dungeonbowl.words.phrases import CLAUSE_WORDS

    for clause in (
        clauses.RUSH,
        clauses.DODGE,
        clauses.PICK_UP,
        clauses.JUMP,
        clauses.STAND_UP,
        clauses.TRAIT_ROLL,
        clauses.CLIMB,
        clauses.HURRY,
        clauses.LEAP,
        clauses.BALANCE,
    ):
        yield CLAUSE_WORDS[int(clause)]
    yield from (words for words in CLAUSE_WORDS.values() if " of " in words and not words.startswith("turnover"))


def edition_options() -> Iterator[str]:
    """What editions and their options are, for whoever makes a match. Values of options are words of programs, and the
    parts of a value are names of skills and attacks."""
    from dungeonbowl.editions import TABLE

    for edition in TABLE.values():
        yield edition.summary
        for option in edition.options:
            yield from (option.title, option.text, option.group, *option.choice_texts)


def tallies() -> Iterator[str]:
    """What the report of a match counts."""
    from dungeonbowl.words.luck import OF_PIECES, OF_SIDES, OUT, POINTS, SQUARES

    yield from (label for _, label in (*OF_PIECES.values(), *OF_SIDES.values(), *OUT.values(), POINTS, SQUARES))


def exercises() -> Iterator[str]:
    """What lessons and puzzles ask of a coach, and what they say about it."""
    from dungeonbowl.scenes import exercises

    for folder in exercises.EXERCISES:
        for each in exercises.exercises(folder):
            task = each.task
            yield from (each.title, task.goal, task.again, *(answer.why for answer in [*task.answer, *task.mistake]))


def samples() -> Iterator[str]:
    """Matches that each show one module."""
    from dungeonbowl.server.samples import sample_file

    for sample in sample_file().samples:
        yield from (sample.title, sample.text)


def league_options() -> Iterator[str]:
    """What options of leagues, competitions and formats mean, and what may be written for them."""
    from dungeonbowl.editions import TABLE
    from dungeonbowl.league.competitions.formats import FORMATS
    from dungeonbowl.league.competitions.options import CompetitionOptions
    from dungeonbowl.league.option_text import options_of
    from dungeonbowl.league.options import LeagueOptions, defaults_of

    for kind in (LeagueOptions, CompetitionOptions, *(type(each) for each in FORMATS.values())):
        yield from (option.meaning for option in options_of(kind))
    for edition in TABLE:
        yield from defaults_of(edition).fixed.values()


def presets() -> Iterator[str]:
    """Ready-made options of leagues."""
    from dungeonbowl.league.competitions.options import presets

    for preset in presets().values():
        yield from (preset.title, preset.summary)


def sheet_sums() -> Iterator[str]:
    """The sums below the list of a team."""
    yield from ("Players", "Re-rolls", "Team value", "Current team value", "Treasury", "Budget", "College wizard")
    yield from ("{number} of {all} available", "{spent} of {budget}")
    from dungeonbowl.teams.facts import editions, load_facts

    for edition in editions():
        yield from (each.name for each in load_facts(edition).draft.inducement)


def happenings() -> Iterator[str]:
    """Kinds of events, as the audit of a league names them."""
    from typing import get_args

    from dungeonbowl.league.competitions import events
    from dungeonbowl.league.office import league_log
    from dungeonbowl.league.team_events import TeamBody

    for body in (TeamBody, events.Body, league_log.Body):
        yield from (str(kind.__struct_config__.tag).replace("_", " ") for kind in get_args(body))


def staff() -> Iterator[str]:
    """Sideline staff, as offers and logs name it."""
    from dungeonbowl.teams.facts import editions, load_facts

    for edition in editions():
        for each in load_facts(edition).draft.staff:
            yield from (each.name, each.name.lower(), each.key.replace("_", " "))


def rosters() -> Iterator[str]:
    """What is expected of the name of a roster, which editions call a college or a race."""
    from catalogues import expectations

    from dungeonbowl.teams.facts import editions, load_facts

    for word in sorted({load_facts(edition).draft.roster_key for edition in editions()}):
        yield from expectations(word)


def hints() -> Iterator[str]:
    """What is said after a typing mistake, inside of other sentences."""
    from dungeonbowl.languages.catalogue import ONE_OF

    yield from (ONE_OF, "did you mean {name}?", "known: {names}", "; there are {names}", " and a game master")


TABLES: Final[dict[str, Callable[[], Iterator[str]]]] = {
    "statuses": statuses,
    "menus": menus,
    "faces": faces,
    "dice": dice,
    "harms": harms,
    "places": places,
    "wares": wares,
    "rolls": rolls,
    "tallies": tallies,
    "exercises": exercises,
    "samples": samples,
    "edition options": edition_options,
    "hints": hints,
    "rosters": rosters,
}
# Texts of leagues.
LEAGUE_TABLES: Final[dict[str, Callable[[], Iterator[str]]]] = {
    "options": league_options,
    "presets": presets,
    "staff": staff,
    "happenings": happenings,
    "sheet sums": sheet_sums,
}
