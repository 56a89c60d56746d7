"""Words in other languages. The English text is the key of a message, as with gettext.

    t("{player} dodges: {die}", player=..., die=...)            a sentence, in the language that is spoken
    plural("{count} turn", "{count} turns", count)              the form that fits the number
    TABLE = mark({1: "rush", 2: "dodge"})                       texts that are put through `t` when they are told
    with speaking("de"): ...                                    the language inside

Whoever answers somebody sets the language: the server for each request and viewer, the command line once. English is
the default and reads no catalogue. `docs/translating.md` tells how a language is added.
"""

from dungeonbowl.languages.offered import ENGLISH, LANGUAGES, Language, chosen, preferred
from dungeonbowl.languages.speech import listed, mark, number, plural, speak, speaking, spoken, t, translated

__all__ = [
    "ENGLISH",
    "LANGUAGES",
    "Language",
    "chosen",
    "listed",
    "mark",
    "number",
    "plural",
    "preferred",
    "speak",
    "speaking",
    "spoken",
    "t",
    "translated",
]
