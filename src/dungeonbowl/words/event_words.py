"""Words for clauses and for the numbers of events: in scenarios, tests and their reports.

`python -m dungeonbowl.words.event_words` prints the table of events of docs/formats.md.
"""

from __future__ import annotations

from typing import Final

from dungeonbowl.engine import clauses
from dungeonbowl.engine import event_kinds as kinds
from dungeonbowl.engine.event_kinds import EVENT_KINDS, EventKind, Part

CLAUSE_NAMES: Final = {
    int(value): name
    for name, value in vars(clauses).items()
    if name.isupper() and isinstance(value, int) and name != "CLAUSES"
}
# The characteristic that a lasting injury reduces, by the last number of its event.
REDUCED: Final = ("", "armour", "movement", "passing", "agility", "strength")
# An example of each kind of value, as scenarios write it; what is not here is a number.
EXAMPLES: Final = {
    kinds.A_PIECE: "A",
    kinds.A_SIDE: "home",
    kinds.A_WINNER: "home",
    kinds.A_SQUARE: "(x,y)",
    kinds.A_TEST: "passed",
    kinds.A_KIND_OF_DIE: "D6",
    kinds.A_FACE: "push",
    kinds.A_STATUS: "prone",
    kinds.AN_ACTION: "move",
    kinds.AN_ABILITY: "Skill",
    kinds.AN_INDUCEMENT: "bribe",
    kinds.AN_ITEM: "Item",
    kinds.A_CASUALTY: "N dead",
    kinds.SOME_CASUALTIES: "dead",
    kinds.A_CAUSE: "block",
    kinds.CONTENTS: "ball",
    kinds.A_TRAP: "N a pit",
    kinds.A_LEVEL: "minor",
}
TABLE_HEAD: Final = ("| event | its parts | in a scenario |", "| --- | --- | --- |")


def event_table() -> list[str]:
    """All kinds of events as the lines of a table: name, parts, and how a scenario tells it."""
    rows = EVENT_KINDS[1:]
    told = [f"| {row.name} | {', '.join(map(part_words, row.parts)) or 'none'} | `{example(row)}` |" for row in rows]
    return [*TABLE_HEAD, *told]


def part_words(part: Part) -> str:
    """`origin (square)`: a part by name, with what it stands for where the name does not say it."""
    stands_for = "" if part.kind == part.name else part.kind
    if part.may_lack:
        stands_for = f"{stands_for} or none".strip()
    return f"{part.name} ({stands_for})" if stands_for else part.name


def example(row: EventKind) -> str:
    """An event as a scenario tells it; the second piece is B, and what may be missing stands in brackets."""
    words = [row.name]
    for word in row.phrase.split():
        name = word.strip("{}")
        if name == word:
            words.append(word)
        elif name == "clause":
            words.append("WHY")
        else:
            part = row.parts[row.place(name)]
            shown = EXAMPLES.get(part.kind, "N")
            if part.kind == kinds.A_PIECE and name in ("target", "by"):
                shown = "B"
            words.append(f"[{shown}]" if part.may_lack and part.kind != kinds.A_WINNER else shown)
    return " ".join(words)


if __name__ == "__main__":
    print("\n".join(event_table()))  # noqa: T201
