from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from dungeonbowl.cli.rule_tables import print_contents, print_coverage, print_skills
from dungeonbowl.cli.tables import screen
from dungeonbowl.errors import UserError
from dungeonbowl.languages import t
from dungeonbowl.rulebook import EDITIONS
from dungeonbowl.rulebook.coverage import RESULTS, Coverage, Tally, read, read_skills


def rules(
    edition: Annotated[str, typer.Option(help=f"Only this one: {', '.join(EDITIONS)}.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
    results: Annotated[Path, typer.Option(help="What the last run of the project's tests wrote.")] = RESULTS,
) -> None:
    """Print how many rules and skills have a passing test, rules by edition and section, and name those without.

    That needs the results of a test run, which `make rules` makes in a clone of the project. Without them the sections
    of the rulebook are listed.

    Example: dungeonbowl rules --edition official
    """
    if edition and edition not in EDITIONS:
        raise UserError(f"there is no edition {edition}: choose from {', '.join(EDITIONS)}")
    editions = (edition,) if edition else EDITIONS
    coverage = read(results) if results != RESULTS or results.exists() else None
    if coverage is None:
        typer.echo(
            "dungeonbowl: "
            + t(
                "no results of a test run in {file}: this is the rulebook alone; which of its rules have a passing test"
                " is told by `make rules` in a clone of the project",
                file=results,
            ),
            err=True,
        )
    if as_json:
        found: Coverage = coverage or Tally().coverage()
        typer.echo(json.dumps({name: found[name] for name in editions}, indent=1, ensure_ascii=False))
    elif coverage is not None:
        console = screen()
        print_coverage(console, coverage, editions)
        skills = read_skills(results)
        chosen = {name: skills[name] for name in editions if name in skills} if skills is not None else {}
        if chosen:
            print_skills(console, chosen)
    else:
        print_contents(screen(), editions)
