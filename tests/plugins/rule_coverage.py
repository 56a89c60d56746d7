"""Collects which rules and skills the tests show, and writes them to a file at the end of the run.

`@pytest.mark.rule("O-PUSH-09")` names rules, `@pytest.mark.skill("Guard")` skills and traits of the official edition,
`@pytest.mark.skill("Guard", edition="stockbowl")` those of another one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Generator
from pathlib import Path

import pytest

from dungeonbowl.rulebook.coverage import Tally, unknown, unknown_skills, write, write_skills
from dungeonbowl.teams.facts import skill_books

REASONS = Path(__file__).parents[1] / "rules_without_test.toml"


def add_option(parser: pytest.Parser) -> None:
    parser.addoption("--rules-json", type=Path, default=None, metavar="FILE", help="write the rules shown to FILE")


def rules_of(item: pytest.Item) -> list[object]:
    return [rule_id for mark in item.iter_markers("rule") for rule_id in mark.args]


def skills_of(item: pytest.Item) -> list[tuple[object, object]]:
    """The edition and the name of every skill."""
    marks = item.iter_markers("skill")
    return [(mark.kwargs.get("edition", "official"), name) for mark in marks for name in mark.args]


class RuleCoverage:
    def __init__(self, config: pytest.Config) -> None:
        self.path: Path | None = config.getoption("--rules-json")
        self.is_worker = hasattr(config, "workerinput")
        self.is_whole = True
        self.tally = Tally()
        self.skills = {edition: book.names() for edition, book in skill_books().items()}
        self.reasons: dict[str, str] = {}
        if REASONS.exists():
            self.reasons = tomllib.loads(REASONS.read_text(encoding="utf-8"))
        if problems := unknown(self.reasons):
            raise pytest.UsageError(f"{REASONS.name}: {'; '.join(problems)}")

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """A mark with an unknown rule is an error of its file, with and without worker processes."""
        report = yield
        items = [node for node in report.result or () if isinstance(node, pytest.Item)]
        problems = [f"{item.name}: {problem}" for item in items for problem in unknown(rules_of(item))]
        problems += [
            f"{item.name}: {problem}" for item in items for problem in unknown_skills(skills_of(item), self.skills)
        ]
        problems += [
            f"{item.name}: a {kind} mark without {what}"
            for item in items
            for kind, what in (("rule", "an id"), ("skill", "a name"))
            if any(not mark.args for mark in item.iter_markers(kind))
        ]
        if problems:
            report.outcome = "failed"
            report.longrepr = "\n".join(problems)
            report.result = []
        return report

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.is_whole &= not report.failed

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            item.user_properties.extend(("rule", rule_id) for rule_id in rules_of(item))
            item.user_properties.extend(("skill", f"{edition}: {name}") for edition, name in skills_of(item))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        ids = {str(value) for name, value in report.user_properties if name == "rule"}
        texts = [str(value).partition(": ") for name, value in report.user_properties if name == "skill"]
        skills = {(edition, skill) for edition, _, skill in texts}
        if report.failed:
            self.tally.failed |= ids
            self.tally.failed_skills |= skills
        elif report.passed and report.when == "call":
            self.tally.passed |= ids
            self.tally.passed_skills |= skills

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        """Write the files, but only after a complete run: a part of the tests would understate the rules."""
        whole = self.is_whole and exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        if self.path is not None and whole and not self.is_worker:
            write(self.path, self.tally.coverage(self.reasons))
            write_skills(self.path, self.tally.skills(self.skills))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.path is None:
            return
        for rule_id in sorted(self.tally.passed & self.reasons.keys()):
            terminalreporter.write_line(f"{rule_id} has a test now: take it out of {REASONS.name}", yellow=True)
        parts = [
            f"{edition} {covered['shown']}/{covered['total']}" for edition, covered in self.tally.coverage().items()
        ]
        terminalreporter.write_line(f"rules shown: {', '.join(parts)}")
        parts = [
            f"{edition} {covered['shown']}/{covered['total']}"
            for edition, covered in self.tally.skills(self.skills).items()
        ]
        terminalreporter.write_line(f"skills shown: {', '.join(parts)}")
