"""Print and play: the dungeon in true size, tokens, cards and a reference sheet, as one page of HTML without other
files."""

from __future__ import annotations

from html import escape
from typing import Final

from dungeonbowl.dungeon.printing import symbols
from dungeonbowl.dungeon.printing.pages import MARGIN, PAGES, svg_pages
from dungeonbowl.dungeon.printing.sheet import Length
from dungeonbowl.dungeon.printing.svg import number, placed, text
from dungeonbowl.dungeon.printing.symbols import SQUARE
from dungeonbowl.engine.game import Game
from dungeonbowl.errors import UserError
from dungeonbowl.languages import ENGLISH, PSEUDO, spoken, t
from dungeonbowl.play.cards import card_pages
from dungeonbowl.play.reference import reference

SIZES: Final = {"28": "28mm", "30": "30mm"}  # the bases of miniatures, in millimetres
PAPERS: Final = ("a4", "letter")
GAP: Final = 2.0  # millimetres between two tokens, for the scissors
BALL: Final = (
    '<ellipse cx="20" cy="20" rx="16" ry="11" fill="#b4622d" class="line"/><path d="M12 20 H28" class="line"/>'
)
STYLE: Final = """
@page upright { size: %s portrait; margin: 0; }
@page lying { size: %s landscape; margin: 0; }
@page words { size: %s portrait; margin: 12mm; }
html { color: #111; background: #fff; font: 9pt/1.25 "Helvetica Neue", Arial, "Liberation Sans", sans-serif; }
body { margin: 0; }
.sheet { break-after: page; }
.sheet svg { display: block; }
.upright { page: upright; }
.lying { page: lying; }
.words { page: words; columns: 2; column-gap: 8mm; }
.words h1 { column-span: all; font-size: 15pt; margin: 0 0 3mm; }
.words section { break-inside: avoid-column; margin-bottom: 4mm; }
.words section:last-child { break-inside: auto; }
h2 { font-size: 11pt; margin: 0 0 1mm; }
table { width: 100%%; border-collapse: collapse; }
th, td { border: 0.5pt solid #777; padding: 0.5mm 1mm; text-align: left; }
td:nth-child(2):not(:last-child) { white-space: nowrap; }
th { background: #e4e4e4; print-color-adjust: exact; }
.cards { page: upright; box-sizing: border-box; display: grid; grid-template-columns: repeat(3, 63mm);
  grid-auto-rows: 88mm; place-content: center; }
.card { box-sizing: border-box; padding: 2.5mm; border: 0.3pt solid #999; overflow: hidden; }
.card header { display: flex; gap: 2mm; align-items: center; border-bottom: 0.6mm solid var(--ink);
  padding-bottom: 1mm; }
.card header b { font-size: 17pt; line-height: 1; color: var(--ink); min-width: 10mm; text-align: center; }
.card header span { overflow-wrap: anywhere; font-weight: bold; }
.card header small { display: block; font-weight: normal; }
.card table { margin: 1.5mm 0; background: var(--tint); print-color-adjust: exact; }
.card th, .card td { text-align: center; padding: 0.2mm; }
.card p { margin: 0 0 0.8mm; }
svg { print-color-adjust: exact; }
@media screen {
  .sheet { margin: 4mm; border: 1px solid #bbb; width: max-content; }
  .words { width: 186mm; padding: 6mm; }
}
"""


def print_kit(game: Game, page: str = "a4", square: str = "30") -> str:
    """Everything that a match of this game needs on paper: board, tokens, cards of the players, reference."""
    if square not in SIZES:
        raise UserError(f"square {square!r}: expected {' or '.join(SIZES)} millimetres")
    if page not in PAPERS:
        raise UserError(f"page {page!r}: expected {' or '.join(PAPERS)}")
    length = Length.read(SIZES[square])
    drawings = svg_pages(game.dungeon, length, page) if game.dungeon.count > 0 else []
    drawings += token_pages(game, length, page)
    sheets = "".join(
        f'<div class="sheet {way(drawing)}">{own(drawing, at)}</div>' for at, drawing in enumerate(drawings)
    )
    sheets += "".join(card_pages(game, page))
    name = escape(game.dungeon.name or game.dungeon.identity or "Dungeon Bowl")
    teams = " - ".join(escape(str(each)) for each in game.squads.names)
    style = STYLE % ((page.upper() if page == "a4" else page,) * 3)
    return f"""<!DOCTYPE html>
<html lang="{ENGLISH if spoken() == PSEUDO else spoken()}">
<head>
<meta charset="utf-8">
<title>{t("{dungeon}: print and play", dungeon=name)}</title>
<style>{style}</style>
</head>
<body>
{sheets}
<div class="words"><h1>{name}: {teams}</h1>{reference(game)}</div>
</body>
</html>
"""


def way(drawing: str) -> str:
    """Whether a page lies or stands, by the size that it states."""
    width, height = (float(drawing.split(f'{side}="', 1)[1].split("mm", 1)[0]) for side in ("width", "height"))
    return "lying" if width > height else "upright"


def own(drawing: str, at: int) -> str:
    """A drawing among others in one page: its names must not be those of another."""
    return drawing.replace('id="page"', f'id="page{at}"').replace("url(#page)", f"url(#page{at})")


# --- tokens -----------------------------------------------------------------------------------------------------------


def token_pages(game: Game, square: Length, page: str) -> list[str]:
    """Pages of round tokens, as large as a square allows: players, chests, portals, balls, markers."""
    paper = PAGES[page]
    step = square.millimetres + GAP
    across = int((paper.width - 2 * MARGIN) // step)
    down = int((paper.height - 2 * MARGIN) // step)
    drawings = tokens_of(game)
    room = across * down
    return [
        token_page(drawings[start : start + room], across, square.millimetres, (paper.width, paper.height))
        for start in range(0, len(drawings), room)
    ]


def token_page(drawings: list[str], across: int, size: float, paper: tuple[float, float]) -> str:
    parts = []
    for at, drawing in enumerate(drawings):
        x, y = MARGIN + at % across * (size + GAP), MARGIN + at // across * (size + GAP)
        parts.append(placed(drawing, x, y, size / SQUARE))
    box = f"0 0 {number(paper[0])} {number(paper[1])}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(paper[0])}mm" height="{number(paper[1])}mm" '
        f'viewBox="{box}" role="img"><title>{t("Tokens")}</title><style>{symbols.STYLE}</style>{"".join(parts)}</svg>'
    )


def tokens_of(game: Game) -> list[str]:
    """One drawing for each token, in units of a square."""
    squads, things = game.squads, game.rules.tables.furnishing
    found = [player_token(game, piece) for piece in range(int(squads.count))]
    found += [disc(symbols.CHEST, symbols.PAPER)] * max(int(things.chests), len(game.dungeon.map_chests))
    portals = max(int(things.portals), sum(1 for portal in game.dungeon.map_portals if portal >= 0))
    found += [disc(symbols.PORTAL + label(str(at)), symbols.PAPER) for at in range(1, portals + 1)]
    found += [disc(BALL, symbols.PAPER)] * int(game.rules.tables.balls.count)
    for side in range(int(squads.sides)):
        ink, tint = symbols.TEAM_INKS[side], symbols.TEAM_TINTS[side]
        found.append(disc(words("turn", ink), tint, ink))
        found.append(disc(words("re-roll", ink), tint, ink))
    return found


def player_token(game: Game, piece: int) -> str:
    """The shirt in large figures, and the first letters of the position; sides differ by colour and by ring."""
    sheet = game.squads.sheets[piece]
    side = int(game.squads.side[piece])
    neutral = side >= len(symbols.TEAM_INKS)
    ink = symbols.INK if neutral else symbols.TEAM_INKS[side]
    tint = symbols.ROCK if neutral else symbols.TEAM_TINTS[side]
    name = str(sheet.position or sheet.name)[:9]
    ring = f'<circle cx="20" cy="20" r="16" fill="none" stroke="{ink}" stroke-width="0.8"/>' if side % 2 else ""
    face = text(20, 23, 15, str(sheet.number), f'text-anchor="middle" font-weight="bold" fill="{ink}"')
    face += text(20, 31, 5, name, f'text-anchor="middle" fill="{ink}"')
    return disc(ring + face, tint, ink)


def disc(drawing: str, fill: str, ink: str = symbols.INK) -> str:
    return f'<circle cx="20" cy="20" r="19.2" fill="{fill}" stroke="{ink}" stroke-width="1.2"/>{drawing}'


def label(figure: str) -> str:
    size = 18 if len(figure) == 1 else 15
    return text(20, 20 + size * 0.36, size, figure, 'class="mark"')


def words(each: str, ink: str) -> str:
    return text(20, 22.5, 8, each, f'text-anchor="middle" font-weight="bold" fill="{ink}"')
