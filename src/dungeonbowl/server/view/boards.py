"""The dungeon and the teams as the browser draws them."""

from __future__ import annotations

import re
from functools import lru_cache

from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.json_form import to_json
from dungeonbowl.dungeon.terrain import room_name, terrain_name
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.setup import NO_PASSING
from dungeonbowl.rulebook import RULE, text_of
from dungeonbowl.server.view.figures import figure_of
from dungeonbowl.server.view.terrains import features_of, things_of
from dungeonbowl.server.view.words import edition_name, player_label, skill_text
from dungeonbowl.server.wire import Board, Characteristic, PlayerCard, Room, Setup, SideCard, Skill
from dungeonbowl.words.characteristics import characteristics_of
from dungeonbowl.words.notation import SIDE_LETTERS


@lru_cache(maxsize=16)  # few: each keeps a dungeon, which may be large
def board_of(dungeon: Dungeon) -> Board:
    """A dungeon: its JSON form, and lists with an entry for each of its nodes."""
    nodes = range(int(dungeon.count))
    return Board(
        to_json(dungeon),
        [(int(dungeon.column[node]), int(dungeon.row[node]), int(dungeon.layer[node])) for node in nodes],
        [str(terrain_name(i64(int(dungeon.terrain[node])))) for node in nodes],
        [int(dungeon.zone[node]) for node in nodes],
        [str(dungeon.label(i64(node))) for node in nodes],
        rooms_of(dungeon),
        features_of(dungeon),
    )


def rooms_of(dungeon: Dungeon) -> list[Room]:
    """The special rooms with what they do, from the rulebook of the edition."""
    squares: dict[int, list[int]] = {}
    for node in range(int(dungeon.count)):
        if dungeon.room[node] > 0:
            squares.setdefault(int(dungeon.room[node]), []).append(node)
    found = []
    for code, covered in sorted(squares.items()):
        name = str(room_name(i64(code)))
        rule, effect = room_rule(dungeon.edition, name)
        found.append(Room(name, effect, rule, covered))
    return found


@lru_cache(maxsize=256)
def room_rule(edition: str, name: str) -> tuple[str, str]:
    """The first rule under the heading of a room, and the texts of all that stand there."""
    rule = ""
    texts: list[str] = []
    inside = False
    try:
        page = text_of(edition)
    except FileNotFoundError:
        return "", ""
    for line in page.splitlines():
        if line.startswith("#"):
            if inside and texts:
                break
            inside = re.search(rf"\b{re.escape(name)}\b", line, re.IGNORECASE) is not None
        elif inside and (bullet := RULE.fullmatch(line)):
            rule = rule or bullet["id"]
            texts.append(bullet["text"])
    return rule, " ".join(texts)


def setup_view(game: Game, sides: list[SideCard]) -> Setup:
    """Everything about a match that does not change (except the dungeon, which some editions change)."""
    return Setup(
        game.rules.edition,
        edition_name(game.rules.edition),
        sides,
        [player_card(game, piece, sides) for piece in range(int(game.squads.count))],
        board_of(game.dungeon),
        int(game.rules.tables.course.turn_limit),
        things_of(game.rules.edition),
        bool(game.rules.policies.neutral.has_master()),
    )


def side_card(side: int, name: str, emblem: str, seat: str, coach: str, word: str) -> SideCard:
    return SideCard(side, SIDE_LETTERS[side], name, emblem, coach, seat, word)


def master_card(side: int, name: str, seat: str, coach: str, word: str) -> SideCard:
    """The card of a game master. A game master is no side: its number is the number of sides."""
    return SideCard(side, "GM", name, "", coach, seat, word)


def player_card(game: Game, piece: int, sides: list[SideCard]) -> PlayerCard:
    sheet = game.squads.sheets[piece]
    neutral = int(sheet.side) >= int(game.squads.sides)
    emblem = sides[int(sheet.side)].emblem if int(sheet.side) < len(sides) and not neutral else ""
    return PlayerCard(
        piece,
        int(sheet.side),
        int(sheet.number),
        sheet.name,
        player_label(game, piece),
        sheet.position,
        int(sheet.movement),
        int(sheet.strength),
        int(sheet.agility),
        None if sheet.passing == NO_PASSING else int(sheet.passing),
        int(sheet.armour),
        [Skill(written, skill_text(game.rules.edition, written)) for written in sheet.skills],
        int(sheet.size),
        int(sheet.niggles),
        neutral,
        figure_of(game.rules.edition, emblem, sheet.position, neutral),
        [Characteristic(*each) for each in characteristics_of(game.rules.edition, sheet)],
    )
