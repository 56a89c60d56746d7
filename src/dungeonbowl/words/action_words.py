"""The table of actions for docs/formats.md, made from the rows of `engine/action_kinds.py`.

`python -m dungeonbowl.words.action_words` prints it.
"""

from __future__ import annotations

from typing import Final

from dungeonbowl.engine import action_kinds as kinds
from dungeonbowl.engine import actions
from dungeonbowl.engine.action_kinds import ACTION_KINDS, DECLARATION_ROWS, ActionKind

# An example of each kind of argument.
EXAMPLES: Final = {
    kinds.A_PIECE: "A3",
    kinds.A_SQUARE: "(x,y)",
    kinds.A_DIRECTION: "ne",
    kinds.A_SOURCE: "team",
    kinds.A_FACE: "pow",
    kinds.A_ZONE: "A",
    kinds.A_SIDE: "home",
    kinds.A_BALL: "1",
    kinds.AN_INDUCEMENT: "bribe",
    kinds.AN_ABILITY: "Side Step",
    kinds.A_LESSON: "Block",
}
TABLE_HEAD: Final = ("| action | entry of the menu |", "| --- | --- |")


def action_table() -> list[str]:
    """All kinds of actions as the lines of a table: an example, and the entry of a menu that it belongs to."""
    told = []
    for row in ACTION_KINDS:
        if row.number == actions.DECLARE:
            told += [f"| `{row.words} {each.words}` | {each.group} |" for each in DECLARATION_ROWS]
        else:
            told.append(f"| `{example(row)}` | {row.group or 'none'} |")
    return [*TABLE_HEAD, *told]


def example(row: ActionKind) -> str:
    """An action as text; arguments that may be left out are left out."""
    words = [row.words]
    for argument in row.arguments:
        if argument.may_lack or argument.kind == kinds.A_DECLARATION:
            break
        words.append("B2" if argument.name == "target" else EXAMPLES[argument.kind])
    return " ".join(words)


if __name__ == "__main__":
    print("\n".join(action_table()))  # noqa: T201
