"""The roster sheet: one page, nothing from elsewhere, and nothing in it that a name could break."""

from __future__ import annotations

from html.parser import HTMLParser

from msgspec.structs import replace

from dungeonbowl.teams.ready import ready_ids, ready_team
from dungeonbowl.teams.sheet import html_sheet, json_sheet
from dungeonbowl.teams.team import Gain, Team
from support.teams import DWARF, players, team

VOID = {"meta", "br"}


class Reader(HTMLParser):
    """Reads a page strictly: every tag closed in its order; keeps the cells of the table by rows."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.rows: list[list[str]] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        self.addresses += [value or "" for key, value in attrs if key in ("src", "href", "action", "style")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("td", "th"):
            self.rows[-1][-1] += data


def read(subject: Team) -> Reader:
    reader = Reader()
    reader.feed(html_sheet(subject))
    reader.close()
    assert reader.open == []
    return reader


def hurt_team() -> Team:
    eleven = players(*[DWARF] * 11)
    hurt = replace(
        eleven[0],
        name='<b>Bold & "Brash"</b>',
        gained=(Gain("Guard"), Gain(raised="ma")),
        losses=("av",),
        niggles=1,
        misses_next_game=True,
        earned=9,
    )
    return team(players=(hurt, *eleven[1:]), games=2, coach="Anna", treasury=1000)


def test_a_row_says_everything_about_a_player() -> None:
    assert read(hurt_team()).rows[1] == [
        "1",
        '<b>Bold & "Brash"</b>',
        "Dwarf Blocker Lineman",
        "5*",
        "3",
        "4+",
        "5+",
        "9+*",
        "Block, Tackle, Thick Skull, Guard",
        "AV worse, 1 niggling, misses next game",
        "9",
        "110,000",
        "",
    ]


def test_there_is_a_row_for_each_place_of_the_list() -> None:
    for team_id in ready_ids():
        rows = read(ready_team(team_id)).rows
        assert len(rows) == 17
        assert {len(row) for row in rows} == {13}


def test_the_page_needs_nothing_from_elsewhere() -> None:
    page = html_sheet(hurt_team())
    assert read(hurt_team()).addresses == []
    assert "url(" not in page
    assert "http" not in page
    assert "<script" not in page
    assert "@page { size: A4 landscape" in page


def test_the_sums_stand_below() -> None:
    page = html_sheet(hurt_team())
    for text in ("10 of 11 available", "960,000", "850,000", "1,000", "Bright Wizard", "Coach: Anna", "2 games played"):
        assert text in page


def test_a_sheet_as_json_has_the_keys_of_the_file_and_what_follows_from_them() -> None:
    data = json_sheet(hurt_team())
    assert (data["college"], data["team_value"], data["current_team_value"]) == ("fire", 960_000, 850_000)
    first = data["players"][0]
    assert (first["ma"], first["av"], first["value"]) == (5, 9, 110_000)
    assert first["skills"] == ["Block", "Tackle", "Thick Skull", "Guard"]
