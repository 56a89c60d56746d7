"""Events in the words of scenario files: pieces by their letters, squares as (x,y)."""

from __future__ import annotations

from typing import Final

from dungeonbowl.engine import event_kinds as kinds
from dungeonbowl.engine.casualties import CAUSE_NAMES
from dungeonbowl.engine.dice import name as die_name
from dungeonbowl.engine.events import Event
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.policies import MAJOR
from dungeonbowl.engine.statuses import STATUS_NAMES
from dungeonbowl.words.event_words import CLAUSE_NAMES
from dungeonbowl.words.notation import COACHES, DECLARATIONS, FACES, Names
from dungeonbowl.words.skill_words import ability_word
from dungeonbowl.words.story import CASUALTIES, TRAPS, what_stands

# What a chest can hold, by the number that the event of its opening tells.
CONTENTS: Final = ("trap", "ball", "item")


def event_line(game: Game, names: Names, event: Event) -> str:
    """One event in words: its name, then its parts as the phrase of its row says."""
    row = event.row()
    parts = [row.name]
    for word in row.phrase.split():
        name = word.strip("{}")
        if name == word:
            parts.append(word)
        elif name == "clause":
            clause = CLAUSE_NAMES.get(int(event.clause), "")
            parts.append(clause.removeprefix("TURNOVER_").lower().replace("_", " "))
        elif name == "dice":
            parts.append("+".join(map(str, event.dice())))
        elif name == "casualties":
            parts.append(what_stands(event))
        else:
            parts.append(part_words(game, names, row.parts[row.place(name)].kind, event[name]))
    return " ".join(part for part in parts if part)


def part_words(game: Game, names: Names, kind: str, value: int) -> str:
    """A part of an event in words, by what it stands for."""
    if kind == kinds.A_PIECE:
        return names.of(value) if value >= 0 else ""
    if kind == kinds.A_SQUARE:
        return str(game.dungeon.label(value))
    if kind == kinds.A_SIDE:
        return COACHES[value] if 0 <= value < len(COACHES) else ""
    if kind == kinds.A_WINNER:
        return COACHES[value] if value >= 0 else "draw"
    if kind == kinds.A_STATUS:
        return str(STATUS_NAMES[value])
    if kind == kinds.AN_ACTION:
        return DECLARATIONS.get(value, str(value))
    if kind == kinds.A_FACE:
        return FACES.get(value, str(value))
    if kind == kinds.A_KIND_OF_DIE:
        return die_name(value)
    if kind == kinds.AN_ABILITY:
        return ability_word(game, value)
    if kind == kinds.AN_INDUCEMENT:
        return str(game.rules.market[value - 1].name)
    if kind == kinds.AN_ITEM:
        return str(game.rules.policies.chests.item_name(value))
    if kind == kinds.A_CASUALTY:
        return f"{value} {CASUALTIES[value]}" if 0 < value < len(CASUALTIES) else str(value)
    if kind == kinds.A_CAUSE:
        return CAUSE_NAMES[value]
    if kind == kinds.CONTENTS:
        return CONTENTS[value]
    if kind == kinds.A_TRAP:
        return f"{value} {TRAPS[value]}"
    if kind == kinds.A_LEVEL:
        return "major" if value == MAJOR else "minor"
    if kind == kinds.A_TEST:
        return "passed" if value else "failed"
    return str(value)
