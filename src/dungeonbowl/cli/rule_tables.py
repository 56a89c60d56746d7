"""The rules as tables to read: how many have a passing test, and which have none."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from dungeonbowl.languages import t
from dungeonbowl.rulebook import Rule, load, sections
from dungeonbowl.rulebook.coverage import Coverage, EditionCoverage, SkillCoverages


def print_coverage(console: Console, coverage: Coverage, editions: Iterable[str]) -> None:
    chosen = [edition for edition in editions if edition in coverage]
    for edition in chosen:
        console.print(coverage_table(edition, coverage[edition]))
        console.print(remarks(coverage[edition]))
    console.print(summary(coverage, chosen))


def print_skills(console: Console, coverages: SkillCoverages) -> None:
    table = Table(title=t("skills with a passing test"), title_justify="left")
    table.add_column(t("edition"))
    for name in (t("skills"), t("shown")):
        table.add_column(name, justify="right")
    table.add_column(t("without a passing test"))
    for edition, covered in coverages.items():
        missing = ", ".join(covered["missing"])
        style = "" if missing else "green"
        table.add_row(edition, str(covered["total"]), str(covered["shown"]), escape(missing), style=style)
    console.print(table)


def print_contents(console: Console, editions: Iterable[str]) -> None:
    """What the rulebook holds, without any results."""
    for edition in editions:
        table = Table(title=f"{edition}: " + t("{rules} rules", rules=len(load(edition))), title_justify="left")
        table.add_column(t("section"), no_wrap=True)
        table.add_column(t("about"))
        table.add_column(t("rules"), justify="right")
        for section, title in sections(edition).items():
            count = sum(rule.section == section for rule in load(edition))
            table.add_row(section, escape(title), str(count))
        console.print(table)


def coverage_table(edition: str, covered: EditionCoverage) -> Table:
    told = t("{shown} of {rules} rules shown", shown=covered["shown"], rules=covered["total"])
    table = Table(title=f"{edition}: {told}", title_justify="left")
    table.add_column(t("section"), no_wrap=True)
    table.add_column(t("about"))
    table.add_column(t("rules"), justify="right")
    table.add_column(t("shown"), justify="right")
    table.add_column(t("without a passing test"))
    for section, part in covered["sections"].items():
        complete = part["shown"] == part["total"]
        table.add_row(
            section,
            escape(part["title"]),
            str(part["total"]),
            str(part["shown"]),
            "" if complete else ranges(part["missing"]),
            style="green" if complete else "",
        )
    return table


def remarks(covered: EditionCoverage) -> RenderableType:
    lines = [Text(t("{rule}: a test of this rule fails", rule=rule_id), style="red") for rule_id in covered["failing"]]
    lines += [Text(f"{rule_id}: {reason}") for rule_id, reason in covered["reasons"].items()]
    return Group(*lines)


def summary(coverage: Coverage, editions: Iterable[str]) -> Table:
    table = Table(title=t("rules with a passing test"), title_justify="left")
    table.add_column(t("edition"))
    for name in (t("rules"), t("shown"), t("missing"), t("with a reason")):
        table.add_column(name, justify="right")
    for edition in editions:
        covered = coverage[edition]
        missing = len(covered["missing"])
        numbers = (covered["total"], covered["shown"], missing, len(covered["reasons"]))
        table.add_row(edition, *map(str, numbers))
    return table


def ranges(rule_ids: list[str]) -> str:
    """The numbers of a section's rules, runs drawn together.

    >>> ranges(["O-PUSH-01", "O-PUSH-02", "O-PUSH-03", "O-PUSH-09"])
    '01-03 09'
    """
    runs: list[list[str]] = []
    for number in (rule_id.rpartition("-")[2] for rule_id in rule_ids):
        if runs and int(number) == int(runs[-1][-1]) + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " ".join(run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def print_rule(console: Console, rule: Rule) -> None:
    title = sections(rule.edition).get(rule.section, rule.section)
    console.print(Text.assemble((rule.id, "bold"), f"  {rule.edition}, {title}"))
    console.print(Text(rule.text))
    for label, text in ((t("Ruling"), rule.ruling), (t("Source"), rule.source)):
        if text:
            console.print(Text.assemble((f"{label}: ", "bold"), text))
