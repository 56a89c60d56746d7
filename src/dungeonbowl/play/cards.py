"""A card for each player of a match, as large as a playing card: shirt, characteristics, and what every skill does."""

from __future__ import annotations

from html import escape
from typing import Final

from dungeonbowl.dungeon.printing import symbols
from dungeonbowl.dungeon.printing.pages import PAGES
from dungeonbowl.dungeon.printing.svg import number
from dungeonbowl.engine.game import Game
from dungeonbowl.languages import t
from dungeonbowl.play.reference import CHARACTERISTICS, target
from dungeonbowl.words.skill_words import skill_text

ROOM: Final = 9  # cards on a page, of 63 by 88 millimetres, as most sleeves for cards have it
# How many letters fit a card in which size, in points. What is too long for the smallest keeps the names of its skills.
SIZES: Final = ((750, "7"), (1000, "6"), (1450, "5"))


def card_pages(game: Game, page: str) -> list[str]:
    """Pages of cards as HTML, those of the first side first."""
    paper = PAGES[page]
    found = [card(game, piece) for piece in range(int(game.squads.count))]
    width, height = number(paper.width), number(paper.height)
    return [
        f'<div class="sheet cards" style="width: {width}mm; height: {height}mm">{"".join(found[at : at + ROOM])}</div>'
        for at in range(0, len(found), ROOM)
    ]


def card(game: Game, piece: int) -> str:
    sheet = game.squads.sheets[piece]
    side = int(game.squads.side[piece])
    neutral = side >= len(symbols.TEAM_INKS)
    ink = symbols.INK if neutral else symbols.TEAM_INKS[side]
    tint = symbols.PAPER if neutral else symbols.TEAM_TINTS[side]
    name, position = str(sheet.name), str(sheet.position or "")
    values = (sheet.movement, sheet.strength)
    told = (*(str(int(each)) for each in values), *map(target, (sheet.agility, sheet.passing, sheet.armour)))
    heads = "".join(f"<th>{each}</th>" for each in CHARACTERISTICS)
    cells = "".join(f"<td>{each}</td>" for each in told)
    skills, size = effects(game.rules.edition, [str(each) for each in sheet.skills])
    lines = "".join(
        f"<p><b>{escape(skill)}</b>{': ' if effect else ''}{escape(effect)}</p>" for skill, effect in skills
    )
    under = f"<small>{escape(position)}</small>" if position and position != name else ""
    return (
        f'<article class="card" style="--ink: {ink}; --tint: {tint}; font-size: {size}pt">'
        f"<header><b>{escape(str(sheet.number))}</b><span>{escape(name or position)}{under}</span></header>"
        f"<table><tr>{heads}</tr><tr>{cells}</tr></table>{lines or '<p>' + t('no skills') + '</p>'}</article>"
    )


def effects(edition: str, skills: list[str]) -> tuple[list[tuple[str, str]], str]:
    """Skills with what they do, as far as a card has room for it, and the size of letters."""
    found = [(skill, skill_text(edition, skill)) for skill in skills]
    room, smallest = SIZES[-1]
    while (length := sum(len(skill) + len(effect) + 20 for skill, effect in found)) > room:
        longest = max(range(len(found)), key=lambda at: len(found[at][1]))
        if not found[longest][1]:
            break
        found[longest] = (found[longest][0], "")
    return found, next((size for most, size in SIZES if length <= most), smallest)
