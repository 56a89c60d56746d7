"""The table: what results are worth, who stands before whom, and why.

Teams are ordered by a list of keys. Those that are level on a key go on to the next. For each two neighbours that were
level on a key the table says which key decided, and by how much.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

import msgspec

from dungeonbowl.languages import ENGLISH, speaking, t
from dungeonbowl.league.competitions.scoring import Scoring
from dungeonbowl.league.competitions.words import Result, SideResult, joined

FORM_LENGTH: Final = 5
LETTERS: Final = {"won": "W", "drawn": "D", "lost": "L"}

Number = int | Fraction


class Counted(msgspec.Struct, frozen=True):
    """A result that counts in a table, with what it is worth. Results are given in the order of time."""

    result: Result
    scoring: Scoring = Scoring()


class Facts(msgspec.Struct, frozen=True):
    """What some tie-breaks need to know of a team besides its results."""

    fan_factor: int = 0
    treasury: int = 0
    performance: Fraction = Fraction(0)


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the table. Teams that nothing separates share a place. `reason` says why the team stands before the
    next one, if the two were level on anything. `out` is the reason if it takes part no more; its place is then 0."""

    place: int
    team: str
    name: str
    points: int = 0
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    byes: int = 0
    bonus: int = 0
    td_for: int = 0
    td_against: int = 0
    cas_for: int = 0
    cas_against: int = 0
    concessions: int = 0
    opponents: tuple[str, ...] = ()
    form: str = ""
    reason: str = ""
    out: str = ""
    group: str = ""

    @property
    def td_diff(self) -> int:
        return self.td_for - self.td_against

    @property
    def cas_diff(self) -> int:
        return self.cas_for - self.cas_against

    @property
    def points_per_game(self) -> Fraction:
        return Fraction(self.points, self.played) if self.played else Fraction(0)


def bye_of(team: str, worth: str) -> Result:
    """A bye as a result: a win or a draw without an opponent."""
    side = SideResult(team=team, result="won" if worth == "win" else "drawn")
    return Result(fixture="", sides=(side,), how="bye")


def counted_rows(names: Mapping[str, str], counted: Sequence[Counted]) -> dict[str, Row]:
    """The lines of all teams, in no order."""
    rows = {team: Row(place=0, team=team, name=name) for team, name in names.items()}
    for each in counted:
        for side in each.result.sides:
            if side.team in rows:
                rows[side.team] = with_result(rows[side.team], side, each)
    return rows


def with_result(row: Row, side: SideResult, counted: Counted) -> Row:
    result, scoring = counted.result, counted.scoring
    bonus = scoring.of_bonus(side, result)
    others = result.others(side.team)
    is_bye = result.how == "bye"
    letter = "B" if is_bye else "-" if result.how == "unplayed" else LETTERS[side.result]
    return msgspec.structs.replace(
        row,
        points=row.points + scoring.of_side(side, result) + bonus,
        bonus=row.bonus + bonus,
        played=row.played + 1,
        won=row.won + (side.result == "won"),
        drawn=row.drawn + (side.result == "drawn"),
        lost=row.lost + (side.result == "lost"),
        byes=row.byes + is_bye,
        td_for=row.td_for + side.score,
        td_against=row.td_against + sum(other.score for other in others),
        cas_for=row.cas_for + side.casualties,
        cas_against=row.cas_against + sum(other.casualties for other in others),
        concessions=row.concessions + side.conceded,
        opponents=(*row.opponents, *(other.team for other in others)),
        form=(row.form + letter)[-FORM_LENGTH:],
    )


# --- keys -------------------------------------------------------------------------------------------------------------


class Key(msgspec.Struct, frozen=True):
    """A tie-break in words: what two teams can be level on, and what the better one has. Tables are kept, so the words
    are English; `reason_said` puts them into the language of the reader."""

    level: str
    better: str


KEYS: Final = {
    "points": Key("points", "more points"),
    "wins": Key("wins", "more wins"),
    "head_to_head": Key("results against each other", "more points against each other"),
    "td_for": Key("touchdowns", "more touchdowns"),
    "td_against": Key("touchdowns against", "fewer touchdowns against"),
    "td_diff": Key("touchdown difference", "better touchdown difference"),
    "cas_for": Key("casualties", "more casualties"),
    "cas_diff": Key("casualty difference", "better casualty difference"),
    "td+cas": Key("touchdowns and casualties together", "more touchdowns and casualties together"),
    "opponents_points": Key("opponents' points", "stronger opponents, by points of each"),
    "opponents_points_cut1": Key("opponents' points", "stronger opponents, by points of each without the weakest"),
    "points_per_game": Key("points per game", "more points per game"),
    "fewest_concessions": Key("concessions", "fewer concessions"),
    "fan_factor": Key("fan factor", "more fans"),
    "treasury": Key("treasury", "more gold"),
    "rating_performance": Key("performance", "better performance by rating"),
    "lot": Key("lots", "the higher lot"),
}
BETTER: Final = {key.better: key for key in KEYS.values()}
LEVELS: Final = re.compile("|".join(sorted((key.level for key in KEYS.values()), key=len, reverse=True)))
LEVEL: Final = re.compile(r"level on (?P<level>.+?) with (?P<team>.+); (?P<better>.+) \((?P<numbers>[^()]+)\)")
ALL_LEVEL: Final = re.compile(r"level on everything with (?P<team>.+?)(?P<lots>; lots are to be drawn)?")
SIGNED: Final = ("td_diff", "cas_diff")
FEWER: Final = ("td_against", "fewest_concessions")  # the smaller number is the better one


class Ranking:
    """Orders the lines of a table by a list of keys."""

    def __init__(
        self,
        rows: Mapping[str, Row],
        counted: Sequence[Counted],
        order: Sequence[str],
        lots: Mapping[str, int] | None = None,
        facts: Mapping[str, Facts] | None = None,
        known: Mapping[str, Row] | None = None,
    ) -> None:
        self.rows = rows
        self.known = known or rows  # with teams that take part no more: they were somebody's opponents
        self.counted = counted
        self.order = tuple(order)
        self.lots = lots or {}
        self.facts = facts or {}
        self.reasons: dict[str, str] = {}
        self.readers: dict[str, Callable[[Row], Number]] = {
            "points": lambda row: row.points,
            "wins": lambda row: row.won,
            "td_for": lambda row: row.td_for,
            "td_against": lambda row: -row.td_against,
            "td_diff": lambda row: row.td_diff,
            "cas_for": lambda row: row.cas_for,
            "cas_diff": lambda row: row.cas_diff,
            "td+cas": lambda row: row.td_for + row.cas_for,
            "opponents_points": lambda row: self.opponents_points(row, 0),
            "opponents_points_cut1": lambda row: self.opponents_points(row, 1),
            "points_per_game": lambda row: row.points_per_game,
            "fewest_concessions": lambda row: -row.concessions,
            "fan_factor": lambda row: self.fact(row).fan_factor,
            "treasury": lambda row: self.fact(row).treasury,
            "rating_performance": lambda row: self.fact(row).performance,
            "lot": lambda row: self.lots.get(row.team, 0),
        }

    def fact(self, row: Row) -> Facts:
        return self.facts.get(row.team, Facts())

    def opponents_points(self, row: Row, cut: int) -> Fraction:
        """Points of the opponents, on average, without the `cut` weakest. A bye is no opponent, and costs nothing."""
        points = sorted(self.known[team].points for team in row.opponents if team in self.known)
        kept = points[cut:] if len(points) > cut else points
        return Fraction(sum(kept), len(kept)) if kept else Fraction(0)

    def against_each_other(self, group: Sequence[str]) -> dict[str, Number]:
        """Points from the matches in which only teams of the group took part."""
        found: dict[str, Number] = dict.fromkeys(group, 0)
        for each in self.counted:
            if len(each.result.sides) > 1 and all(side.team in found for side in each.result.sides):
                for side in each.result.sides:
                    found[side.team] += each.scoring.of_side(side, each.result)
        return found

    def values(self, key: str, group: Sequence[str]) -> dict[str, Number]:
        if key == "head_to_head":
            return self.against_each_other(group)
        if key == "lot" and any(team not in self.lots for team in group):
            return dict.fromkeys(group, 0)  # not drawn yet
        return {team: self.readers[key](self.rows[team]) for team in group}

    def ranked(self) -> list[list[str]]:
        """Teams from the first to the last; those that nothing separates stand together."""
        found = self.split(sorted(self.rows), 0)
        for together in found:
            for one, other in pairwise(together):
                drawn = "; lots are to be drawn" if "lot" in self.order else ""
                self.reasons[one] = f"level on everything with {self.rows[other].name}{drawn}"
        return found

    def split(self, group: list[str], depth: int) -> list[list[str]]:
        if len(group) == 1 or depth == len(self.order):
            return [group]
        key = self.order[depth]
        values = self.values(key, group)
        levels = sorted(set(values.values()), reverse=True)
        parts = [self.split([team for team in group if values[team] == value], depth + 1) for value in levels]
        if depth:
            for upper, lower in pairwise(parts):
                self.note(upper[-1][-1], lower[0][0], depth, values)
        return [together for part in parts for together in part]

    def note(self, upper: str, lower: str, depth: int, values: Mapping[str, Number]) -> None:
        key = self.order[depth]
        with speaking(ENGLISH):  # a table is kept
            level = joined(list(dict.fromkeys(KEYS[each].level for each in self.order[:depth])))
        numbers = f"{shown(values[upper], key)} to {shown(values[lower], key)}"
        self.reasons[upper] = f"level on {level} with {self.rows[lower].name}; {KEYS[key].better} ({numbers})"


def reason_said(reason: str) -> str:
    """Why a team stands where it does, from what the table keeps."""
    if found := ALL_LEVEL.fullmatch(reason):
        if found["lots"]:
            return t("level on everything with {team}; lots are to be drawn", team=found["team"])
        return t("level on everything with {team}", team=found["team"])
    found = LEVEL.fullmatch(reason)
    if found is None or found["better"] not in BETTER:
        return reason
    words = [t(each) for each in LEVELS.findall(found["level"])]
    one, _, other = found["numbers"].partition(" to ")
    return t(
        "level on {level} with {team}; {better} ({one} to {other})",
        level=joined(words),
        team=found["team"],
        better=t(found["better"]),
        one=one,
        other=other,
    )


def shown(value: Number, key: str) -> str:
    """A number of a key for people."""
    if key in FEWER:
        value = -value
    if key in SIGNED:
        return f"{value:+d}" if isinstance(value, int) else f"{float(value):+.2f}"
    if isinstance(value, Fraction) and value.denominator > 1:
        return f"{float(value):.2f}"
    return str(int(value))


def table(
    names: Mapping[str, str],
    counted: Sequence[Counted],
    order: Sequence[str],
    lots: Mapping[str, int] | None = None,
    facts: Mapping[str, Facts] | None = None,
    out: Mapping[str, str] | None = None,
) -> list[Row]:
    """The table of some teams. `out` has those that take part no more, with the reason: they stand below, without a
    place, and what the others have from matches against them counts all the same."""
    gone = out or {}
    everybody = counted_rows(names, counted)
    playing = {team: row for team, row in everybody.items() if team not in gone}
    ranking = Ranking(playing, counted, order, lots, facts, everybody)
    found: list[Row] = []
    if playing:
        for together in ranking.ranked():
            place = len(found) + 1
            found += [
                msgspec.structs.replace(playing[team], place=place, reason=ranking.reasons.get(team, ""))
                for team in together
            ]
    left = sorted((row for team, row in everybody.items() if team in gone), key=lambda row: (-row.points, row.team))
    return found + [msgspec.structs.replace(row, out=gone[row.team]) for row in left]


def across(
    tables: Mapping[str, Sequence[Row]],
    order: Sequence[str],
    lots: Mapping[str, int] | None = None,
    facts: Mapping[str, Facts] | None = None,
) -> list[str]:
    """All teams of several groups in one order. Where groups are of unequal size, points per game take the place of
    points. Teams of two groups have not met, so results against each other say nothing here."""
    known = {row.team: row for rows in tables.values() for row in rows}
    rows = {team: row for team, row in known.items() if not row.out}
    sizes = {sum(not row.out for row in group) for group in tables.values()}
    keys = [key for key in order if key != "head_to_head"]
    if len(sizes) > 1:
        keys = ["points_per_game", *(key for key in keys if key not in ("points", "points_per_game"))]
    return [team for together in Ranking(rows, (), keys, lots, facts, known).ranked() for team in together]


def lots_needed(rows: Sequence[Row]) -> list[list[str]]:
    """Teams that share a place, for which lots are to be drawn."""
    found: dict[int, list[str]] = {}
    for row in rows:
        if row.place:
            found.setdefault(row.place, []).append(row.team)
    return [teams for teams in found.values() if len(teams) > 1]
