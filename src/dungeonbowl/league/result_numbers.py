"""A result of which only the numbers are told, as on a slip of paper or a phone at a club's table: who scored, or how
far the ball was from each goal, and casualties. It becomes a result sheet without players, and can be read from one
again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec

from dungeonbowl.editions import build
from dungeonbowl.engine.clauses import DISTANCE_WIN
from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark, t
from dungeonbowl.league.result_sheet import FORMAT, UNMEASURED
from dungeonbowl.toml_text import tables_of

Way = Literal["touchdown", "score", "distance", "draw"]
TITLES: Final[dict[Way, str]] = mark(
    {"touchdown": "Touchdown", "score": "By score", "distance": "By distance", "draw": "Draw"}
)

FIRST_GOAL: Final = mark("{squares} squares from where {name} scores")
OTHER_GOAL: Final = mark("{squares} from where {name} does")


class Numbers(msgspec.Struct, frozen=True, omit_defaults=True):
    """The numbers of a match, in the order of its teams. `squares` is how far the ball was from the end zone that each
    team attacks, if it ended by distance (O-TIME-03)."""

    how: Way
    scores: tuple[int, ...] = ()
    casualties: tuple[int, ...] = ()
    squares: tuple[int, ...] = ()


def ways(edition: str) -> tuple[Way, ...]:
    """How a match of an edition can end, as far as a slip knows it. Where there is one touchdown at most, who scored it
    is all that is asked."""
    rules = build(edition)
    one_only = int(rules.tables.course.halves) == 1 and int(rules.tables.balls.count) == 1
    by_distance: tuple[Way, ...] = ("distance",) if rules.cite(DISTANCE_WIN) else ()
    return ("touchdown" if one_only else "score", *by_distance, "draw")


def sheet_of(numbers: Numbers, teams: Sequence[str]) -> str:
    """The numbers as a result sheet (TOML). `teams` are the ids of the teams."""
    count = len(teams)
    for name in ("scores", "casualties", "squares"):
        listed: tuple[int, ...] = getattr(numbers, name)
        if listed and len(listed) != count:
            raise UserError(f"{name}: expected {count} numbers, one for each team, found {len(listed)}")
    if numbers.how == "distance" and not numbers.squares:
        raise UserError(
            "squares: expected how far the ball is from the end zone that each team attacks, found nothing (O-TIME-03)"
        )
    lines = [f"format = {FORMAT}", f'how = "{numbers.how}"', "numbers = true"]
    for place, team in enumerate(teams):
        lines += ["", "[[side]]", f"team = {msgspec.json.encode(team).decode()}"]
        lines += [f"score = {numbers.scores[place]}"] if numbers.scores else []
        lines += [f"casualties = {numbers.casualties[place]}"] if numbers.casualties else []
        lines += [f"squares = {numbers.squares[place]}"] if numbers.squares else []
    return "\n".join(lines) + "\n"


def numbers_of(sheet: str, teams: Sequence[str]) -> Numbers | None:
    """The numbers of a sheet that has no others; None for another sheet."""
    try:
        data: dict[str, Any] = tables_of(sheet)
        sides = {str(side["team"]): side for side in data["side"]}
        if not data.get("numbers") or set(sides) != set(teams):
            return None
        squares = tuple(sides[team].get("squares", UNMEASURED) for team in teams)
        return msgspec.convert(
            {
                "how": data["how"],
                "scores": [sides[team].get("score", 0) for team in teams],
                "casualties": [sides[team].get("casualties", 0) for team in teams],
                "squares": [] if UNMEASURED in squares else squares,
            },
            Numbers,
        )
    except (ValueError, KeyError, TypeError, msgspec.ValidationError):
        return None


def in_words(numbers: Numbers, names: Sequence[str]) -> str:
    """The numbers as a sentence for people.

    >>> in_words(Numbers("distance", (), (2, 0), (7, 12)), ["Ann", "Bo"])
    'Ann is nearer: the ball is 7 squares from where Ann scores, 12 from where Bo does; casualties 2-0'
    """
    if numbers.how == "distance":
        best = [place for place, each in enumerate(numbers.squares) if each == min(numbers.squares)]
        goals = ", ".join(
            t(FIRST_GOAL if place == 0 else OTHER_GOAL, squares=squares, name=name)
            for place, (name, squares) in enumerate(zip(names, numbers.squares, strict=True))
        )
        if len(best) == 1:
            found = t("{name} is nearer: the ball is {goals}", name=names[best[0]], goals=goals)
        else:
            found = t("drawn: the ball is {goals}", goals=goals)
    elif numbers.how == "draw":
        score = "-".join(map(str, numbers.scores))
        found = t("draw {score}", score=score) if any(numbers.scores) else t("draw")
    elif sum(numbers.scores) == 1:
        found = t("touchdown of {name}", name=names[numbers.scores.index(1)])
    else:
        found = "-".join(map(str, numbers.scores))
    if not numbers.casualties:
        return found
    return t("{result}; casualties {casualties}", result=found, casualties="-".join(map(str, numbers.casualties)))
