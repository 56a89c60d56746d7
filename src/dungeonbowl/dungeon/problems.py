"""The problems that a reader or a check finds in a dungeon: one line per problem, all at once. (D-FM-12, D-FM-15)"""

from __future__ import annotations

from typing import Final, final

ERROR: Final = "error"
WARNING: Final = "warning"

# How to mend a broken rule, if the problem itself says nothing more exact.
MENDING: Final = {
    "D-SQ-01": "draw each teleporter number once",
    "D-SQ-02": "use only characters of this edition, or change the edition in the header",
    "D-RM-01": "replace one of the two tiles by another room",
    "D-RM-02": "use the printed name of one of the twelve rooms",
    "D-FT-01": "name two orthogonal neighbours that are both open squares",
    "D-FT-04": "draw the letter at exactly two squares, or not at all",
    "D-FT-05": "move the inscriptions: one square at least between circles, none within a circle",
    "D-FT-06": "give the step a height between those of the squares beside it in the layer 'levels'",
    "D-FT-07": "name a top that touches the foot and is at least two higher",
    "D-FT-08": "raise the square above to 2 in the layer 'levels', or remove the lower one",
    "D-OF-01": "add tiles of the kind that is missing: 4 corridors, 3 small rooms, 1 large room, 2 end zone rooms",
    "D-OF-02": "move one of the tiles, and use no tile twice",
    "D-OF-03": "shift one of the tiles so that they share two squares of edge or none",
    "D-OF-05": "shift or turn one of the tiles so that the middle of the shared edge can be entered",
    "D-OF-06": "move the cut-off tiles so that a doorway joins them to the rest",
    "D-OF-08": "move the end zone rooms to places farther apart",
    "D-OF-10": "add tiles, or let the end zone rooms touch fewer of them",
    "D-OF-11": "put each chest on a tile of its own, away from tiles joined to an end zone",
    "D-OF-12": "put each portal on a tile of its own, away from tiles joined to an end zone",
    "D-OF-13": "move the portal or the chest until two squares lie between them",
    "D-OF-14": "move a chest or portal so that every square can still be reached around it",
    "D-TL-02": "use the name of a tile of the library",
    "D-TL-04": "use tiles of one set, or accept the mixture",
    "D-AS-02": "give every team one connected end zone of six squares or more",
    "D-AS-03": "add chests until there are six, or leave all of them to the coaches",
    "D-AS-04": "number the teleporters from 1 without gaps, six at least",
    "D-AS-05": "move the end zones to about the same distance from each other, 20 steps or more",
    "D-AS-06": "open a way by floor, door, passage or ladder",
    "D-AS-07": "clear the end zone of everything but floor",
    "D-AS-08": "add the missing entry or remove the square that needs it",
    "D-AS-09": "remove traps: about twelve are usual",
    "D-AS-11": "move chests or teleporters towards the end zone that is worse off",
    "D-AS-12": "move the token to a more open square",
    "D-SB-01": "draw 17 columns and 28 rows",
    "D-SB-02": "put door squares 'A' into the top row and 'B' into the bottom row",
    "D-SB-03": "draw one to three doors a side, each two squares wide with wall between",
    "D-SB-04": "clear the squares in front of the doors",
    "D-SB-05": "draw six chests and each of the teleporters 1 to 6 once",
    "D-SB-06": "open a way round the teleporters",
    "D-SB-07": "widen the passage to two squares, or fill it with rock",
    "D-SB-08": "give the teleporter more room: 3 squares from others, 2 from chests, 4 steps from doors",
    "D-SB-09": "give the chest more room: 3 squares from others, 6 steps from doors",
    "D-SB-11": "move chests or teleporters towards the side that is worse off",
    "D-SB-12": "open or close ways until the walk from door to door is 24 to 60 steps",
    "D-SB-13": 'make the map symmetric, or state symmetry = "none"',
    "D-SB-14": "add the list of roll sums as 'layout'; it may be empty",
    "D-FM-02": "mend the first lines of the header",
    "D-FM-03": "draw one picture, 'map' or 'plan'",
    "D-FM-05": "surround the map with '#'",
    "D-FM-06": "draw walls round rock, and '+' where walls meet",
    "D-FM-08": "give the key the form the rulebook's table asks for",
    "D-FM-09": "draw the layer at the size of the map, '#' where the map has rock",
    "D-FM-10": "make picture and tiles agree, or remove one of them",
    "D-FM-11": "draw all six or none, and leave the placing to the coaches",
    "D-FM-12": "remove what the format does not know",
}


@final
class Problem:
    """One problem: which rule, where in the text (counted from 1; 0 if it has no place), and what was expected."""

    def __init__(
        self,
        rule: str,
        text: str,
        source: str = "",
        line: int = 0,
        column: int = 0,
        severity: str = ERROR,
        squares: list[tuple[int, int]] | None = None,
        mend: str = "",
    ) -> None:
        self.rule = rule
        self.text = text
        self.source = source
        self.line = line
        self.column = column
        self.severity = severity
        self.squares: list[tuple[int, int]] = [] if squares is None else squares
        self.mend = mend or MENDING.get(rule, "")  # how to mend it

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
