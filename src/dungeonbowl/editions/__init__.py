"""The editions: lists of choices, with no logic of their own.

`build("official(turn_limit=8)")` composes the rules that a text form names; the text form stands at the head of every
replay and scenario.
"""

from dungeonbowl.editions.registry import EDITIONS, OPTION_WORDS, TABLE, Edition, EditionError, build

__all__ = ["EDITIONS", "OPTION_WORDS", "TABLE", "Edition", "EditionError", "build"]
