"""What a reader or a check has to say about a dungeon: one line per problem, all of them at once. (D-FM-12, D-FM-15)"""

from __future__ import annotations

from typing import Final, final

ERROR: Final = "error"
WARNING: Final = "warning"


@final
class Problem:
    """One complaint: which rule, where in the text (counted from 1; 0 if it has no place), and what was expected."""

    def __init__(
        self,
        rule: str,
        text: str,
        source: str = "",
        line: int = 0,
        column: int = 0,
        severity: str = ERROR,
        squares: list[tuple[int, int]] | None = None,
    ) -> None:
        self.rule = rule
        self.text = text
        self.source = source
        self.line = line
        self.column = column
        self.severity = severity
        self.squares: list[tuple[int, int]] = [] if squares is None else squares

    def __str__(self) -> str:
        place = self.source
        if self.line > 0:
            place += f":{self.line}:{self.column}"
        note = "" if self.severity == ERROR else "warning: "
        return f"{place}: {note}{self.text} ({self.rule})"

    def __repr__(self) -> str:
        return f"Problem({self})"


class DungeonError(ValueError):
    """A text that is no legal dungeon. Its message has one line per problem."""

    problems: list[Problem]

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems
