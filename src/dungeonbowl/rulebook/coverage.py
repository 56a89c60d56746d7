"""Which rules have a passing test: the tally that a test run keeps, and its file."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypedDict

from dungeonbowl.errors import UserError
from dungeonbowl.rulebook import EDITIONS, find, load, sections

RESULTS: Final = Path("build/rules.json")
SKILL_RESULTS: Final = "skills.json"  # beside the results of the rules


class SectionCoverage(TypedDict):
    title: str
    total: int
    shown: int
    missing: list[str]


class EditionCoverage(TypedDict):
    total: int
    shown: int
    missing: list[str]
    failing: list[str]
    reasons: dict[str, str]
    sections: dict[str, SectionCoverage]


Coverage = dict[str, EditionCoverage]


class SkillCoverage(TypedDict):
    total: int
    shown: int
    missing: list[str]
    tests: dict[str, list[str]]  # of each skill, those that show it and passed


SkillCoverages = dict[str, SkillCoverage]  # by edition
EditionSkill = tuple[str, str]  # the edition, and the name that the skill has there


class Tally:
    """A rule is shown when some test of it passed and none failed, and so is a skill of an edition."""

    def __init__(self) -> None:
        self.passed: set[str] = set()
        self.failed: set[str] = set()
        self.passed_skills: set[EditionSkill] = set()
        self.failed_skills: set[EditionSkill] = set()
        self.skill_tests: dict[EditionSkill, set[str]] = {}

    def coverage(self, reasons: Mapping[str, str] | None = None) -> Coverage:
        shown = self.passed - self.failed
        return {edition: cover(edition, shown, self.failed, reasons or {}) for edition in EDITIONS}

    def skills(self, known: Mapping[str, Sequence[str]]) -> SkillCoverages:
        """Of the skills and traits there are in each edition."""
        shown = self.passed_skills - self.failed_skills
        found: SkillCoverages = {}
        for edition, names in known.items():
            missing = [name for name in names if (edition, name) not in shown]
            found[edition] = {
                "total": len(names),
                "shown": len(names) - len(missing),
                "missing": missing,
                "tests": {
                    name: sorted(self.skill_tests[edition, name])
                    for name in names
                    if (edition, name) in self.skill_tests
                },
            }
        return found


def cover(edition: str, shown: set[str], failed: set[str], reasons: Mapping[str, str]) -> EditionCoverage:
    ids = [rule.id for rule in load(edition)]
    missing = [rule_id for rule_id in ids if rule_id not in shown]
    parts: dict[str, SectionCoverage] = {
        section: {"title": title, "total": 0, "shown": 0, "missing": []} for section, title in sections(edition).items()
    }
    for rule_id in ids:
        part = parts[rule_id.rpartition("-")[0]]
        part["total"] += 1
        if rule_id in shown:
            part["shown"] += 1
        else:
            part["missing"].append(rule_id)
    return {
        "total": len(ids),
        "shown": len(ids) - len(missing),
        "missing": missing,
        "failing": [rule_id for rule_id in ids if rule_id in failed],
        "reasons": {rule_id: reasons[rule_id] for rule_id in missing if rule_id in reasons},
        "sections": parts,
    }


def problem_with(rule_id: object) -> str:
    """Why a test cannot cite this id; empty when it can."""
    if not isinstance(rule_id, str):
        return f"{rule_id!r} is no rule id"
    rule = find(rule_id)
    if rule is None:
        return f"there is no rule {rule_id}"
    return f"rule {rule_id} is withdrawn" if rule.is_withdrawn else ""


def unknown(rule_ids: Iterable[object]) -> list[str]:
    return [problem for rule_id in rule_ids if (problem := problem_with(rule_id))]


def unknown_skills(skills: Iterable[tuple[object, object]], known: Mapping[str, Collection[str]]) -> list[str]:
    """Why tests cannot show these skills, each named with its edition."""
    found: list[str] = []
    for edition, name in skills:
        if not isinstance(edition, str) or edition not in known:
            found.append(f"there are no skills of edition {edition!r}")
        elif name not in known[edition]:
            found.append(f"there is no skill {name!r} in edition {edition}")
    return found


def write_skills(rules: Path, coverage: SkillCoverages) -> None:
    """Beside the file of the rules."""
    path = rules.with_name(SKILL_RESULTS)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(coverage, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def read_skills(rules: Path) -> SkillCoverages | None:
    """What the run that wrote the rules found of the skills; None if it left nothing."""
    path = rules.with_name(SKILL_RESULTS)
    if not path.exists():
        return None
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return {
            edition: {
                "total": part["total"],
                "shown": part["shown"],
                "missing": part["missing"],
                "tests": dict(part.get("tests", {})),
            }
            for edition, part in found.items()
        }
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UserError(f"{path} does not hold the results of a test run: run `make rules`") from error


def write(path: Path, coverage: Coverage) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(coverage, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def read(path: Path) -> Coverage:
    """The results of the last test run."""
    try:
        coverage: Coverage = json.loads(path.read_text(encoding="utf-8"))
        for edition in EDITIONS:
            coverage[edition]["sections"]
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise UserError(f"{path} does not hold the results of a test run: run `make rules`") from error
    return coverage
