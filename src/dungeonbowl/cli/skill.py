from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from dungeonbowl.cli import completion
from dungeonbowl.cli.tables import screen
from dungeonbowl.errors import UserError
from dungeonbowl.languages import t
from dungeonbowl.rulebook.coverage import RESULTS
from dungeonbowl.words.skill_pages import EditionPage, Reading, SkillPage, has_tests, skill_page, skill_pages


def skill(
    name: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME",
            help="The name of a skill or trait, as any edition spells it. Without a name: all of them.",
            autocompletion=completion.skills,
        ),
    ] = None,
    edition: Annotated[str, typer.Option(help="Only this edition.", autocompletion=completion.editions)] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
    results: Annotated[Path, typer.Option(help="What the last run of the project's tests wrote.")] = RESULTS,
) -> None:
    """Print what a skill does in each edition: its rule, the engine's abilities behind it, the file that is its home,
    the functions that ask for the abilities, and the tests that show it.

    Example: dungeonbowl skill Guard

    Example: dungeonbowl skill mighty blow --edition stockbowl
    """
    if not results.exists() and results != RESULTS:
        raise UserError(f"{results}: no such file; `make rules` writes {RESULTS} in a clone of the project")
    if name:
        page = skill_page(" ".join(name), edition, results)
        if as_json:
            typer.echo(json.dumps(as_data(page), indent=1, ensure_ascii=False))
        else:
            print_page(Console(highlight=False), page, results)
        return
    pages = [
        page for page in skill_pages(results) if not edition or any(each.edition == edition for each in page.editions)
    ]
    if not pages:
        raise UserError(f"there is no edition {edition}; `dungeonbowl edition` lists them")
    if as_json:
        typer.echo(json.dumps([as_data(page) for page in pages], indent=1, ensure_ascii=False))
    else:
        print_all(pages)


def as_data(page: SkillPage) -> dict[str, Any]:
    """A page as JSON has it: every named part under its name."""
    return {
        **page._asdict(),
        "abilities": [each._asdict() for each in page.abilities],
        "reads": [each._asdict() for each in page.reads],
        "editions": [{**each._asdict(), "rules": [rule._asdict() for rule in each.rules]} for each in page.editions],
    }


def print_all(pages: list[SkillPage]) -> None:
    table = Table(t("skill"), t("editions"), t("home"))
    for page in pages:
        table.add_row(escape(page.name), ", ".join(each.edition for each in page.editions), page.home)
    screen().print(table)


def print_page(console: Console, page: SkillPage, results: Path) -> None:
    console.print(Text(page.name, style="bold"))
    for each in page.editions:
        console.print()
        print_edition(console, each)
    console.print()
    paragraph(console, t("Its home"), page.home)
    for text in page.text.split("\n\n"):
        indented(console, text)
    if not page.abilities:
        paragraph(console, t("Abilities"), t("none: the engine does nothing for this skill"))
    for ability in page.abilities:
        paragraph(console, t("Ability"), f"{ability.name}: {ability.meaning}".rstrip(": "))
        for line in places_of([each for each in page.reads if each.ability == ability.name]):
            indented(console, line)
    console.print()
    print_tests(console, page, results)


def print_edition(console: Console, page: EditionPage) -> None:
    console.print(Text.assemble((page.edition, "bold"), f": {page.name}, {page.category}"))
    indented(console, page.effect)
    for remark in page.remarks:
        indented(console, f"({remark})")
    for rule in page.rules:
        indented(console, f"{rule.id} {rule.text}" + (f" {t('Ruling')}: {rule.ruling}" if rule.ruling else ""))


def places_of(reads: list[Reading]) -> list[str]:
    """A line for each file: the functions of it that ask for the ability."""
    files: dict[str, list[str]] = {}
    for each in reads:
        files.setdefault(each.file, []).append(each.where)
    return [
        t("asked for in {file}: {functions}", file=file, functions=", ".join(where)) for file, where in files.items()
    ]


def print_tests(console: Console, page: SkillPage, results: Path) -> None:
    if results.exists():
        shown = [(each.edition, test) for each in page.editions for test in each.tests]
        for edition, test in shown:
            paragraph(console, t("Test ({edition})", edition=edition), test)
        if not shown:
            paragraph(console, t("Tests"), t("none of the last run shows this skill"))
    elif has_tests():
        told = t("no test run has left its results in {file}: `make rules` writes them", file=results)
        paragraph(console, t("Tests"), told)
    else:
        paragraph(console, t("Tests"), t("an installed package has none: a clone of the project has them"))


def paragraph(console: Console, label: str, text: str) -> None:
    console.print(Text.assemble((f"{label}: ", "bold"), text))


def indented(console: Console, text: str) -> None:
    console.print(Padding(Text(text), (0, 0, 0, 2)))
