from __future__ import annotations

import json
from typing import Annotated, Final

import typer
from rich.markup import escape
from rich.table import Table

from dungeonbowl.cli.tables import screen
from dungeonbowl.editions import CHOICE, NUMBER, TABLE, WORDS, EditionError, Option, build, name_of, settings
from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark, t

# Which values an option may have.
KINDS: Final = mark(
    {CHOICE: "One of {values}.", NUMBER: "A number, or {values}.", WORDS: "Words joined by +, or {values}."}
)


def edition(
    text: Annotated[str, typer.Argument(help="An edition, with what is to be different. Without: all of them.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """What an edition can be told: its presets, modules and numbers, and what each is set to by a text.

    Wherever a command has --edition, the text it prints first may stand.

    Example: dungeonbowl edition "astrogranite(classic, lava=on, turn_limit=16)"
    """
    if not text:
        print_all(as_json)
        return
    try:
        rules = build(text)
        values = settings(text)
    except EditionError as error:
        raise UserError(str(error)) from None
    if as_json:
        typer.echo(json.dumps({"edition": rules.edition, "settings": values}, ensure_ascii=False))
        return
    console = screen()
    console.print(escape(rules.edition), soft_wrap=True)
    name = name_of(rules.edition)
    groups: dict[str, list[Option]] = {}
    for option in TABLE[name].options:
        groups.setdefault(option.group, []).append(option)
    for group, options in groups.items():
        console.print(table(group, options, values))
    console.print(t("* not as in the edition without a word"))


def print_all(as_json: bool) -> None:
    if as_json:
        found = {name: {"title": row.title, "summary": row.summary} for name, row in TABLE.items()}
        typer.echo(json.dumps(found, ensure_ascii=False))
        return
    rows = Table(t("edition"), t("name"), t("in a sentence"))
    for name, row in TABLE.items():
        rows.add_row(name, row.title, t(row.summary))
    screen().print(rows)


def table(group: str, options: list[Option], values: dict[str, str]) -> Table:
    """The options under one heading; those that the text changes are marked."""
    rows = Table(t("option"), t("set to"), t("what it does"), title=t(group) if group else None, title_justify="left")
    for option in options:
        value = values[option.key]
        changed = "" if value == option.default else " *"
        rows.add_row(option.key, value + changed, escape(sentence(option)))
    return rows


def sentence(option: Option) -> str:
    """What an option does, which values it may have, and which other options it needs."""
    parts = [f"{t(option.title)}." if not option.text else f"{t(option.title)}: {t(option.text)}"]
    if option.choices:
        parts.append(t(KINDS[option.kind], values=", ".join(option.choices)))
    if option.needs:
        parts.append(t("Needs {options}.", options=", ".join(option.needs)))
    if option.conflicts:
        parts.append(t("Not with {options}.", options=", ".join(option.conflicts)))
    return " ".join(parts)
