"""Words in other languages. The English text is the key of a message, as with gettext.

    t("{player} dodges: {die}", player=..., die=...)            a sentence, in the language that is spoken
    plural("{count} turn", "{count} turns", count)              the form that fits the number
    TABLE = mark({1: "rush", 2: "dodge"})                       texts that are put through `t` when they are told
    number(1000), decimal(0.5, 1), day(...), moment(...)        figures, as the language writes them
    with speaking("de"): ...                                    the language inside

Whoever answers somebody sets the language: the server for each request and viewer, the command line once. English is
the default and reads no catalogue. `docs/translating.md` tells how a language is added.
"""

from dungeonbowl.languages.offered import ENGLISH, LANGUAGES, PSEUDO, Language, chosen, is_known, preferred
from dungeonbowl.languages.speech import (
    day,
    decimal,
    figure,
    listed,
    mark,
    moment,
    number,
    percent,
    plural,
    speak,
    speaking,
    spoken,
    t,
    translated,
)

__all__ = [
    "ENGLISH",
    "LANGUAGES",
    "PSEUDO",
    "Language",
    "chosen",
    "day",
    "decimal",
    "figure",
    "is_known",
    "listed",
    "mark",
    "moment",
    "number",
    "percent",
    "plural",
    "preferred",
    "speak",
    "speaking",
    "spoken",
    "t",
    "translated",
]
