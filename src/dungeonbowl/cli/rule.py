from __future__ import annotations

import json
from difflib import get_close_matches
from typing import Annotated, Final

import typer
from rich.console import Console

from dungeonbowl.cli import completion
from dungeonbowl.cli.rule_tables import print_rule
from dungeonbowl.errors import UserError
from dungeonbowl.languages import t
from dungeonbowl.rulebook import EDITIONS, Rule, find, load

MOST_SHOWN: Final = 20  # rules that a search by words shows


def rule(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="ID|WORD",
            help="The id of a rule or of a section, or words that a rule must hold.",
            autocompletion=completion.rules,
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Print one rule with its ruling and source, a whole section, or the rules that hold all of some words.

    Example: dungeonbowl rule O-PUSH-09

    Example: dungeonbowl rule portal ball
    """
    found = matching(words)
    if as_json:
        typer.echo(json.dumps([rule._asdict() for rule in found], indent=1, ensure_ascii=False))
        return
    console = Console(highlight=False)
    for number, each in enumerate(found[:MOST_SHOWN] if is_search(words) else found):
        if number:
            console.print()
        print_rule(console, each)
    if is_search(words) and len(found) > MOST_SHOWN:
        left = len(found) - MOST_SHOWN
        console.print("\n" + t("... and {rules} more: say more words, or --json for all", rules=left))


def is_search(words: list[str]) -> bool:
    return len(words) > 1 or "-" not in words[0]


def matching(words: list[str]) -> list[Rule]:
    """Rules by id, by section, or by words of the text, the ruling and the source."""
    everything = [rule for edition in EDITIONS for rule in load(edition)]
    if is_search(words):
        wanted = [word.lower() for word in words]
        found = [rule for rule in everything if all(word in text_of(rule) for word in wanted)]
        if not found:
            raise UserError(f"no rule holds the words {' '.join(words)}; `dungeonbowl rules` lists the sections")
        return found
    name = words[0].upper()
    one = find(name)
    if one is not None:
        return [one]
    section = [rule for rule in everything if rule.section == name]
    if section:
        return section
    close = get_close_matches(name, [rule.id for rule in everything], n=3)
    if close:
        raise UserError(f"there is no rule {name}; did you mean {', '.join(close)}?")
    raise UserError(f"there is no rule {name}; `dungeonbowl rules` lists the sections")


def text_of(rule: Rule) -> str:
    """The text that a search looks through."""
    return f"{rule.id} {rule.text} {rule.ruling}".lower()
