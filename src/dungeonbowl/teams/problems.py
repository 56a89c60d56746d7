"""The problems of a team: one entry per reason, all reported at once."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

import msgspec

from dungeonbowl.errors import UserError


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
