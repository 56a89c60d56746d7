"""Everything of a club day on paper: cards to cut out, pairings for the wall, slips for results, standings. Each is one
page of HTML without other files, for the printer of the browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape
from typing import Final

from dungeonbowl.languages import mark, spoken, t
from dungeonbowl.server.wire.club import ClubCard, ClubRoom, ClubSide, ClubTable
from dungeonbowl.words.choices import capital

STYLE: Final = """
@page { size: a4 portrait; margin: 12mm; }
html { color: #111; background: #fff; font: 11pt/1.3 "Helvetica Neue", Arial, "Liberation Sans", sans-serif; }
body { margin: 0; }
h1 { font-size: 17pt; margin: 0 0 1mm; overflow-wrap: anywhere; }
h2 { font-size: 13pt; margin: 5mm 0 1mm; }
p { margin: 0 0 2mm; }
table { width: 100%; border-collapse: collapse; }
th, td { border: 0.5pt solid #777; padding: 1mm 2mm; text-align: left; }
td { overflow-wrap: anywhere; }
th { white-space: nowrap; background: #e4e4e4; print-color-adjust: exact; }
.s { white-space: nowrap; }
.n { text-align: right; white-space: nowrap; width: 1%; }
tr { break-inside: avoid; }
.columns { columns: 2; column-gap: 8mm; }
.cut { display: grid; grid-template-columns: 1fr 1fr; gap: 4mm; }
.card, .slip { break-inside: avoid; border: 0.7pt dashed #555; padding: 4mm; overflow-wrap: anywhere; }
.card { text-align: center; }
.card img { width: 46mm; height: 46mm; display: block; margin: 0 auto 2mm; }
.card strong { font-size: 14pt; display: block; }
.card small { font-size: 7.5pt; word-break: break-all; }
.slip { margin-bottom: 5mm; }
.slip .line { display: flex; gap: 6mm; align-items: baseline; margin: 2.5mm 0; }
.slip .line > span:first-child { flex: 1 0 34mm; }
.slip .line > span { text-align: right; }
.slip .line > span:first-child { text-align: left; }
.slip .sign > span:first-child { flex: 0 1 auto; }
.slip .sign .rule { min-width: 30mm; }
.pair { display: inline-block; margin-left: 5mm; }
.box { display: inline-block; width: 11mm; height: 7mm; border: 0.7pt solid #111; vertical-align: middle; }
.rule { flex: 1; border-bottom: 0.7pt solid #111; height: 6mm; }
@media screen { body { max-width: 186mm; margin: 6mm auto; padding: 0 4mm; } }
"""
SCORE: Final = re.compile(r"\d+(-\d+)+")
NOBODY: Final = mark("nobody")
HEADS: Final = mark(("Coach", "Team", "Points", "W-D-L", "TD", "Cas", "Why here"))


def page(title: str, body: str) -> str:
    return (
        f'<!DOCTYPE html>\n<html lang="{spoken()}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>'
        f"<body>\n{body}\n</body></html>\n"
    )


def headed(room: ClubRoom, what: str) -> tuple[str, str]:
    """The title of a page, and its heading."""
    title = f"{room.name}: {what}"
    return title, f"<h1>{escape(title)}</h1>"


def who(side: ClubSide) -> str:
    return side.coach or side.name


def row(cells: Sequence[object], tag: str = "td") -> str:
    return f"<tr>{''.join(f'<{tag}{kind_of(cell)}>{escape(str(cell))}</{tag}>' for cell in cells)}</tr>"


def kind_of(cell: object) -> str:
    """Numbers stand to the right, and a score is not broken at its hyphen."""
    if isinstance(cell, int):
        return ' class="n"'
    return ' class="s"' if SCORE.fullmatch(str(cell)) else ""


def table_of(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    head = row(heads, "th")
    return f"<table><thead>{head}</thead><tbody>{''.join(row(each) for each in rows)}</tbody></table>"


def pairings_page(room: ClubRoom) -> str:
    """By table, and by the names of coaches, so that everybody finds his own."""
    title, head = headed(room, t("round {round}", round=room.round))
    by_table = [
        [table.table, " – ".join(f"{who(side)} ({side.roster})" for side in table.sides)] for table in room.tables
    ]
    by_name = sorted(
        ([who(side), table.table, opponents(table, side)] for table in room.tables for side in table.sides),
        key=lambda each: str(each[0]).casefold(),
    )
    body = head + table_of([t("Table"), t("Who plays")], by_table)
    if room.byes:
        body += f"<p>{escape(t('Without an opponent: {names}.', names=', '.join(room.byes)))}</p>"
    if room.absent:
        body += f"<p>{escape(t('Absent: {names}.', names=', '.join(room.absent)))}</p>"
    body += f"<h2>{escape(t('By name'))}</h2>" + table_of([t("Coach"), t("Table"), t("Opponent")], by_name)
    return page(title, body)


def opponents(table: ClubTable, side: ClubSide) -> str:
    return ", ".join(who(each) for each in table.sides if each is not side) or t(NOBODY)


def slips_page(room: ClubRoom) -> str:
    """A slip for each table, for those whose phone is silent."""
    title, head = headed(room, t("slips of round {round}", round=room.round))
    slips = "".join(slip(room, table) for table in room.tables)
    how = t("Tick one way in which the match ended, and hand the slip in at the desk.")
    return page(title, f"{head}<p>{escape(how)}</p>{slips}")


def slip(room: ClubRoom, table: ClubTable) -> str:
    names = [escape(who(side)) for side in table.sides]
    told = " – ".join(who(side) for side in table.sides)
    top = t("Table {table}, round {round}: {names}", table=table.table, round=table.round, names=told)
    lines = [f"<strong>{escape(top)}</strong>"]
    box = '<span class="box"></span>'
    boxes = " ".join(f'<span class="pair">{name} {box}</span>' for name in names)
    for way in room.ways:
        told = {
            "scorer": boxes,
            "scores": boxes,
            "squares": f"{escape(t('squares from the ball to where each scores:'))} {boxes}",
            "nothing": box,
        }[way.asks]
        lines.append(f'<div class="line"><span>{escape(way.title)}</span><span>{told}</span></div>')
    lines.append(f'<div class="line"><span>{escape(t("Casualties caused"))}</span><span>{boxes}</span></div>')
    signed = "".join(f'<span>{name}</span><span class="rule"></span>' for name in names)
    lines.append(f'<div class="line sign">{signed}</div>')
    return f'<div class="slip">{"".join(lines)}</div>'


def standings_page(room: ClubRoom) -> str:
    after = t("standings after round {round}", round=room.round) if not room.over else t("final standings")
    title, head = headed(room, after)
    rows = [
        [
            *(each.place, each.coach or each.name, each.name, each.points, f"{each.won}-{each.drawn}-{each.lost}"),
            *(f"{each.td_for}-{each.td_against}", f"{each.cas_for}-{each.cas_against}", each.why),
        ]
        for each in room.standings
    ]
    body = head + table_of(["", *map(t, HEADS)], rows)
    if room.honours:
        body += f"<h2>{escape(t('Honours'))}</h2>" + table_of(
            [t("Title"), t("Who")], [[capital(each.title), ", ".join(each.teams)] for each in room.honours]
        )
    return page(title, body)


def cards_page(room: ClubRoom, cards: Sequence[ClubCard]) -> str:
    title, head = headed(room, t("cards"))
    told = f"<p>{escape(t('Cut them out. Each opens the page of one coach: keep yours to yourself.'))}</p>"
    picture = escape(t("QR code"), quote=True)
    found = "".join(
        f'<div class="card"><img src="{escape(card.picture, quote=True)}" alt="{picture}"><strong>'
        f"{escape(card.coach or card.name)}</strong><p>{escape(card.name)}</p><small>{escape(card.link)}</small></div>"
        for card in cards
    )
    return page(title, f'{head}{told}<div class="cut">{found}</div>')


PAGES: Final[dict[str, Callable[[ClubRoom], str]]] = {
    "pairings": pairings_page,
    "slips": slips_page,
    "standings": standings_page,
}
