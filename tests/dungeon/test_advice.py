"""The advice of the checker works when it is followed: broken dungeons, mended by what the complaint says.

Each way to break a dungeon is a change of its text. The one who mends knows only the complaint: rule, words, line,
column, squares and the advice itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.resources import files

import pytest

from dungeonbowl.dungeon.checks import check
from dungeonbowl.dungeon.problems import ERROR, WARNING, DungeonError, Problem
from dungeonbowl.dungeon.text import bundled, load_dungeon, read_dungeon, text_warnings
from support.walks import Luck

TRIES = 1000
MOST_MENDS = 12  # complaints may come one after the other


def layout(name: str) -> str:
    return (files("dungeonbowl.dungeon") / "layouts" / f"{name}.dungeon").read_text("utf-8")


def complaints(text: str) -> list[Problem]:
    """Every error, and the warnings about the text itself."""
    try:
        read_dungeon(text, "dungeon.dungeon")
    except DungeonError as error:
        return error.problems
    return text_warnings(text)


# --- ways to break a dungeon ------------------------------------------------------------------------------------------


def lines_with(text: str, pattern: str) -> list[int]:
    return [number for number, line in enumerate(text.split("\n")) if re.search(pattern, line)]


def replaced(text: str, number: int, line: str | None) -> str:
    """The text with another line in this place, or without the line."""
    rows = text.split("\n")
    return "\n".join(rows[:number] + ([] if line is None else [line]) + rows[number + 1 :])


def without_first_line(text: str, luck: Luck) -> str:
    keys = ("format", "id", "name", "edition")
    found = lines_with(text, rf"^{keys[luck.below(4)]} =")
    return replaced(text, found[0], None)


def with_unknown_key(text: str, luck: Luck) -> str:
    word = ("nmae", "author", "comment")[luck.below(3)]
    return replaced(text, 1, text.split("\n")[1] + f'\n{word} = "x"')


def with_misspelled_edition(text: str, luck: Luck) -> str:
    number = lines_with(text, "^edition =")[0]
    row = text.split("\n")[number]
    return replaced(
        text, number, row.replace("official", "oficial").replace("bowl", "bowle").replace("granite", "granit")
    )


def with_odd_character(text: str, luck: Luck) -> str:
    """A map: a sign that no edition knows."""
    rows = text.split("\n")
    places = [(y, x) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "." and row[:1] == "#"]
    if not places:
        return text
    y, x = places[luck.below(len(places))]
    return replaced(text, y, rows[y][:x] + "?" + rows[y][x + 1 :])


def with_unknown_tile(text: str, luck: Luck) -> str:
    found = lines_with(text, r"^\s*\{ id = ")
    if not found:
        return text
    number = found[luck.below(len(found))]
    return replaced(text, number, re.sub(r'id = "([A-Z]+)(\d)"', r'id = "\g<1>X\g<2>"', text.split("\n")[number]))


def with_tile_twice(text: str, luck: Luck) -> str:
    found = lines_with(text, r"^\s*\{ id = ")
    if not found:
        return text
    number = found[luck.below(len(found))]
    row = text.split("\n")[number]
    return replaced(text, number, f"{row}\n{row}")


def with_bad_field(text: str, luck: Luck) -> str:
    found = lines_with(text, r"^\s*\{ id = ")
    if not found:
        return text
    number = found[luck.below(len(found))]
    row = text.split("\n")[number]
    change = luck.below(3)
    if change == 0:
        return replaced(text, number, re.sub(r"rot = \d+", "rot = 45", row))
    if change == 1:
        return replaced(text, number, row.replace("rot =", "rotation ="))
    return replaced(text, number, re.sub(r", rot = \d+", "", row))


def with_short_row(text: str, luck: Luck) -> str:
    found = lines_with(text, r"^#.*#$")
    if len(found) < 3:
        return text
    number = found[1 + luck.below(len(found) - 2)]
    return replaced(text, number, text.split("\n")[number][:-1])


def with_open_ring(text: str, luck: Luck) -> str:
    found = lines_with(text, r"^#.*#$")
    if len(found) < 3 or "stockbowl" in text:
        return text
    number = found[1 + luck.below(len(found) - 2)]
    return replaced(text, number, "." + text.split("\n")[number][1:])


def with_broken_toml(text: str, luck: Luck) -> str:
    change = luck.below(3)
    number = lines_with(text, "^name =")[0]
    row = text.split("\n")[number]
    if change == 0:
        return replaced(text, number, row.replace("=", ""))
    if change == 1:
        return replaced(text, number, row.replace('"', ""))
    return text.rstrip().removesuffix("'''")


def with_torn_plan(text: str, luck: Luck) -> str:
    """A plan: a wall between a square and rock is missing."""
    rows = text.split("\n")
    places = [y for y, row in enumerate(rows) if re.match(r" *\|[A-Z.$0-9]", row)]
    if not places:
        return text
    y = places[luck.below(len(places))]
    return replaced(text, y, rows[y].replace("|", " ", 1))


WAYS: tuple[Callable[[str, Luck], str], ...] = (
    without_first_line,
    with_unknown_key,
    with_misspelled_edition,
    with_odd_character,
    with_unknown_tile,
    with_tile_twice,
    with_bad_field,
    with_short_row,
    with_open_ring,
    with_broken_toml,
    with_torn_plan,
)


# --- following advice -------------------------------------------------------------------------------------------------


def mended(text: str, problem: Problem) -> str:
    """The text after somebody has done what a complaint says, where it says it. Nothing else is known here."""
    rows = text.split("\n")
    at = problem.line - 1
    row = rows[at] if 0 <= at < len(rows) else ""
    advice = problem.mend
    if found := re.search(r"add the line: (.*)$", advice):
        return replaced(text, 0, f"{found.group(1)}\n{rows[0]}")
    if found := re.search(r"write, for example: (\w+ = .*)$", advice):
        line = found.group(1)
        if wish := re.search(r"did you mean '(.*)'\?", problem.text):
            line = re.sub(r'".*"', f'"{wish.group(1)}"', line)
        return replaced(text, at, line)
    if found := re.search(r"unknown field '(\w+)' in .*did you mean '(\w+)'", problem.text):
        return replaced(text, at, row.replace(found.group(1), found.group(2)))
    if found := re.search(r"write '(\w+)' instead", advice):
        return replaced(text, at, re.sub(r"^\w+", found.group(1), row))
    if "unknown key" in problem.text:
        return replaced(text, at, None)  # remove what the format does not know
    if "0, 90, 180 or 270" in problem.text:  # one of the four is right
        bare = re.sub(r", rot = \d+", "", row)
        turns = [replaced(text, at, bare.replace(" }", f", rot = {turn} }}")) for turn in (0, 90, 180, 270)]
        return min(turns, key=lambda turn: len(complaints(turn)))
    if found := re.search(r"no tile '(\w+)'.*did you mean '(\w+)'", problem.text):
        return replaced(text, at, row.replace(found.group(1), found.group(2)))
    if "is used twice" in problem.text:
        return replaced(text, at, None)
    if found := re.search(r"draw the row to the end: (\d+) more", advice):
        return replaced(text, at, row + "#" * int(found.group(1)))
    if "expected '#' on the outer ring" in problem.text:
        return replaced(text, at, row[: problem.column - 1] + "#" + row[problem.column :])
    if found := re.search(r"expected '(.)' between an open square and rock", problem.text):
        return replaced(text, at, row[: problem.column - 1] + found.group(1) + row[problem.column :])
    if found := re.search(r"expected '(.)' where lines meet", problem.text):
        return replaced(
            text, at, row.ljust(problem.column)[: problem.column - 1] + found.group(1) + row[problem.column :]
        )
    if "write the height as a digit" in advice:
        return replaced(text, at, row[: problem.column - 1] + "." + row[problem.column :])
    if "or remove the lower one" in advice or "'#' where the map has rock" in advice:
        return replaced(text, at, row[: problem.column - 1] + "#" + row[problem.column :])
    if "close the picture" in advice:
        return text.rstrip("\n") + "\n'''\n"
    if "write each line as key = value" in advice:
        return replaced(text, at, re.sub(r"^(\w+)\s+(.*)$", r"\1 = \2", row))
    if "put texts in quotes" in advice:
        return replaced(text, at, re.sub(r"= (.*)$", r'= "\1"', row))
    if "unexpected character" in problem.text:
        return replaced(text, at, row[: problem.column - 1] + "." + row[problem.column :])
    raise AssertionError(f"nobody could follow this: {problem} -- {advice}")


def test_the_advice_for_a_thousand_broken_dungeons_works_when_it_is_followed() -> None:
    names = [name for name in bundled() if name != "book-2"]
    broken = 0
    for seed in range(TRIES):
        luck = Luck(seed)
        name = names[luck.below(len(names))]
        way = WAYS[seed % len(WAYS)]
        text = way(layout(name), luck)
        if text == layout(name):
            continue
        found = complaints(text)
        if not found:
            continue
        broken += 1
        for _ in range(MOST_MENDS):
            assert all(problem.mend for problem in found), f"{seed}: {way.__name__} of {name}: {found}"
            text = mended(text, found[0])
            found = complaints(text)
            if not found:
                break
        assert not found, f"{seed}: {way.__name__} of {name}: {found[0]} -- {found[0].mend}"
    assert broken > TRIES // 2


@pytest.mark.rule("D-OF-08")
def test_end_zones_laid_where_the_advice_says_lie_as_far_apart_as_can_be() -> None:
    (problem,) = check(load_dungeon("book-2"))
    text = layout("book-2")
    shift = re.search(r"shift all tiles by \[(\d+), (\d+)\]", problem.mend)
    assert shift is not None
    across, down = int(shift.group(1)), int(shift.group(2))

    def shifted(found: re.Match[str]) -> str:
        return f"at = [{int(found.group(1)) + across}, {int(found.group(2)) + down}]"

    text = re.sub(r"at = \[(\d+), (\d+)\]", shifted, text)
    for tile, x, y, turn in re.findall(r"(\w+) at \[(\d+), (\d+)\] (?:turned )?by (\d+)", problem.mend):
        text = re.sub(rf'\{{ id = "{tile}", at = .*\}}', f'{{ id = "{tile}", at = [{x}, {y}], rot = {turn} }}', text)
    text = re.sub(r"(?s)\nplan = '''.*?'''", "", text)
    assert [
        found.rule for found in check(read_dungeon(text, "book-2.dungeon", checked=False)) if found.severity == ERROR
    ] == []
    assert "D-OF-08" not in [found.rule for found in check(read_dungeon(text, "book-2.dungeon", checked=False))]


def test_a_tile_that_lies_wrong_is_named_by_its_own_line() -> None:
    text = layout("of-1")
    rows = text.split("\n")
    for number in lines_with(text, r"^\s*\{ id = ")[1:]:
        wrong = replaced(text, number, re.sub(r"rot = \d+", "rot = 7", rows[number]))
        assert complaints(wrong)[0].line == number + 1
    headings = re.sub(r"\{ id = (.*), at = (.*), rot = (\d+) \},", r"[[tile]]\nid = \1\nat = \2\nrot = \3", text)
    headings = headings.replace("tile = [\n", "").replace("\n]\nplan", "\nplan")
    plan = headings.index("plan = ")
    first = headings.index("  [[tile]]")
    headings = headings[:first] + headings[plan:] + headings[first:plan]
    assert complaints(headings) == []
    number = lines_with(headings, r"rot = 180")[0]
    wrong = replaced(headings, number, "rot = 7")
    assert complaints(wrong)[0].line == number + 1 - 3


def test_a_short_row_is_a_warning_and_a_missing_tile_brings_no_other_complaint() -> None:
    short = with_short_row(layout("ag-short-halls"), Luck(3))
    (problem,) = complaints(short)
    assert (problem.rule, problem.severity) == ("D-FM-04", WARNING)
    odd = with_unknown_tile(layout("of-2"), Luck(5))
    assert [found.rule for found in complaints(odd)] == ["D-TL-02"]


def test_words_that_are_nearly_right_bring_the_right_one_to_mind() -> None:
    with pytest.raises(DungeonError, match="did you mean 'of-1'"):
        load_dungeon("of1")
    text = layout("of-1")
    assert "did you mean 'name'?" in complaints(text.replace("name =", "nmae ="))[0].text
    assert "did you mean 'official'?" in complaints(text.replace("official", "oficial"))[0].text
    assert "did you mean 'S4'?" in complaints(text.replace('"S4"', '"S44"'))[0].text
    assert "did you mean 'rot'?" in complaints(text.replace("rot = 90", "rotation = 90"))[0].text
