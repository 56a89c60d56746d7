"""The problems of a team: one entry per reason, all reported at once."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from dungeonbowl.errors import UserError

PLACE: Final = re.compile(r"player \d+\b")  # in the list, which changes when somebody comes or leaves
NUMBER: Final = re.compile(r"-?[\d,]+")


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """One reason: the subject, what is allowed, what was found; where in the team, and by which rule."""

    what: str
    limit: str
    found: str
    where: str = ""
    rule: str = ""

    def text(self) -> str:
        place = f"{self.where}: " if self.where else ""
        cited = f" ({self.rule})" if self.rule else ""
        return f"{place}{self.what}: expected {self.limit}, found {self.found}{cited}"


def added(before: Iterable[Problem], after: Iterable[Problem]) -> list[Problem]:
    """The problems that a team has now and did not have before. One that is still there, of a player who has moved up
    in the list, or that has become smaller, is none of them."""
    known: dict[tuple[str, ...], list[str]] = {}
    for problem in before:
        known.setdefault(key_of(problem), []).append(problem.found)
    found: list[Problem] = []
    for problem in after:
        mine = known.get(key_of(problem), [])
        old = next((each for each in mine if as_bad(problem, each)), None)
        if old is None:
            found.append(problem)
        else:
            mine.remove(old)  # of two players of one name each has a problem of his own
    return found


def key_of(problem: Problem) -> tuple[str, ...]:
    return problem.what, problem.limit, PLACE.sub("player", problem.where), problem.rule


def as_bad(problem: Problem, before: str) -> bool:
    """Whether what was found before was as bad, or worse: of a number above its limit, as high or higher."""
    if problem.found == before:
        return True
    limits, old, new = (whole_numbers(text) for text in (problem.limit, before, problem.found))
    return len(old) == len(new) == 1 and bool(limits) and limits[-1] < new[0] < old[0]


def whole_numbers(text: str) -> list[int]:
    return [int(found.replace(",", "")) for found in NUMBER.findall(text) if found.strip("-,")]


class TeamError(UserError):
    """A team that is refused, with every reason. The first line says how many there are."""

    def __init__(self, source: str, problems: Iterable[Problem]) -> None:
        self.source = source
        self.problems = list(problems)
        reasons = [problem.text() for problem in self.problems]
        if len(reasons) == 1:
            super().__init__(f"{source}: {reasons[0]}")
        else:
            super().__init__("\n".join([f"{source}: {len(reasons)} reasons", *(f"  {text}" for text in reasons)]))


def one_of(names: Sequence[str], wanted: str, kind: str) -> str:
    """What was expected instead of an unknown name: similar names if there are any, otherwise the whole list."""
    known = {name.casefold(): name for name in names}
    near = [known[found] for found in difflib.get_close_matches(wanted.casefold(), known, n=3)]
    if near:
        return f"a known {kind} (did you mean {' or '.join(dict.fromkeys(near))}?)"
    if not names:
        return f"no {kind}"
    article = "an" if kind[0] in "aeiou" else "a"
    return f"{article} {kind} out of {', '.join(names)}"
