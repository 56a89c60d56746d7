from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated

import typer
from rich.console import Console

from dungeonbowl.errors import UserError
from dungeonbowl.rulebook import EDITIONS, Rule, find, load
from dungeonbowl.rulebook.report import print_rule


def rule(rule_id: Annotated[str, typer.Argument(metavar="ID", help="The id of a rule, or of a section.")]) -> None:
    """Print one rule with its ruling and source, or a whole section.

    Example: dungeonbowl rule O-PUSH-09
    """
    console = Console(highlight=False)
    for number, found in enumerate(matching(rule_id.upper())):
        if number:
            console.print()
        print_rule(console, found)


def matching(name: str) -> list[Rule]:
    one = find(name)
    if one is not None:
        return [one]
    everything = [rule for edition in EDITIONS for rule in load(edition)]
    section = [rule for rule in everything if rule.section == name]
    if section:
        return section
    close = get_close_matches(name, [rule.id for rule in everything], n=3)
    hint = f"; did you mean {', '.join(close)}?" if close else "; `dungeonbowl rules` lists the sections"
    raise UserError(f"there is no rule {name}{hint}")
