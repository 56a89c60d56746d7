"""The editions: lists of choices, with no logic of their own.

`build("official(turn_limit=8)")` composes the rules that a text form names; the text form stands at the head of every
replay and scenario.
"""

from dungeonbowl.editions.options import CHOICE, NUMBER, WORDS, Edition, EditionError, Option
from dungeonbowl.editions.registry import EDITIONS, TABLE, build, fitting, settings

__all__ = [
    "CHOICE",
    "EDITIONS",
    "NUMBER",
    "TABLE",
    "WORDS",
    "Edition",
    "EditionError",
    "Option",
    "build",
    "fitting",
    "name_of",
    "settings",
]


def name_of(edition: str) -> str:
    """The name of an edition without its options: `official` of `official(turn_limit=8)`."""
    return edition.partition("(")[0].strip()
