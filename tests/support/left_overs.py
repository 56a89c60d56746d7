"""English words in texts that should be in another language. In the pseudo-language every vowel has an accent, so a
word with a plain one has got past the catalogues."""

from __future__ import annotations

import re

from dungeonbowl.engine.game import Game
from dungeonbowl.words.labels import labels_of

PLAIN = re.compile(r"[A-Za-z]*[aeiouAEIOU][A-Za-z]*")
WORD = re.compile(r"[^\W\d_]+")


def names_in(game: Game) -> list[str]:
    """What is a name, and stays as it is: teams, players, positions, skills, the dungeon, colleges."""
    found = {*game.squads.names, *labels_of(game.squads), str(game.dungeon.name)}
    for sheet in game.squads.sheets:
        found |= {sheet.name, sheet.position, *sheet.skills, *(str(lesson.name) for lesson in sheet.lessons)}
    found |= {str(rune.college) for rune in game.dungeon.inscriptions}
    return sorted((name for name in found if name), key=len, reverse=True)


def left_overs(text: str, names: list[str]) -> list[str]:
    """The plain English words of a text in the pseudo-language, names left out."""
    if not PLAIN.search(text):
        return []
    for name in names:
        text = text.replace(name, " ")
    return [word for word in WORD.findall(text) if len(word) > 1 and PLAIN.fullmatch(word)]
