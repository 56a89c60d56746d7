"""Answers to "what if": reach, blocks, portals, overlays. They come from clones of the game or from the engine's own
tables."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from dungeonbowl.engine.dice import faces, packed
from dungeonbowl.engine.frames import ASK, OVER, ROLL
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import give_dice, settle, start
from dungeonbowl.engine.pathfinder import reach, reach_from_rest
from dungeonbowl.engine.procedures.ball.passing import in_range
from dungeonbowl.engine.procedures.block.dice import assists
from dungeonbowl.engine.statuses import PRONE, STATUS_NAMES, STUNNED
from dungeonbowl.server.view.odds import of_block, of_throw, rolls_of
from dungeonbowl.server.view.words import player_label
from dungeonbowl.server.wire import BlockPreview, Outcome, Overlay, OverlaySquare, Reach, ReachSquare

MOST_BRANCHES: Final = 2000


def reach_of(game: Game, number: int, piece: int) -> Reach:
    """Every square that a player can get to, or could if it were activated now."""
    if not 0 <= piece < game.squads.count or game.square[piece] < 0:
        return Reach(number, piece, [])
    found = reach(game, i64(piece))
    here = int(game.square[piece])
    squares: list[ReachSquare] = []
    for square in found.squares():
        if square == here and not found.path(i64(square)):
            continue
        rolls = rolls_of(found, square)
        last = [roll for roll in rolls if roll.square == square]
        portal = int(game.portal_number(i64(square)))
        squares.append(
            ReachSquare(
                square,
                round(found.odds(i64(square)), 6),
                int(found.cost(i64(square))),
                found.path(i64(square)),
                rolls,
                " ".join(f"{roll.needed}+" for roll in last),
                any(roll.what == "rush" for roll in last),
                portal,
                portal_outcomes(game, piece, square) if portal else [],
            )
        )
    return Reach(number, piece, squares)


def portal_outcomes(game: Game, piece: int, square: int) -> list[Outcome]:
    """Where a portal leads, with the odds: every result of the dice is tried on a clone."""
    clone = game.clone()
    if clone.square[piece] != square:
        if clone.occupant[square] >= 0:
            return []
        clone.place(i64(piece), i64(square))
    frame = clone.rules.portals.enters(clone, i64(piece), True)
    if frame is None:
        return []
    clone.stack = []
    start(clone, frame)
    chances: dict[tuple[int, str], float] = {}
    branches = [(clone, 1.0)]
    seen = 0
    while branches and seen < MOST_BRANCHES:
        branch, chance = branches.pop()
        seen += 1
        first = settle(branch)
        # only the first die counts: it decides where the player goes, not what happens to others on the way
        if first == ROLL and branch is clone and int(branch.dice_count) == 1:
            sides = int(faces(branch.dice_kind))
            for face in range(1, sides + 1):
                after = branch.clone()
                give_dice(after, packed([face]))
                branches.append((after, chance / sides))
            continue
        if first in (ROLL, ASK, OVER):
            status = STATUS_NAMES[int(branch.status[piece])]
            at = int(branch.square[piece])
            key = (at, "" if at >= 0 else status)
            chances[key] = chances.get(key, 0.0) + chance
    return [
        Outcome(
            f"portal {int(game.portal_number(i64(at)))}" if at >= 0 else status,
            round(chance, 6),
            at if at >= 0 else None,
        )
        for (at, status), chance in sorted(chances.items(), reverse=True)
    ]


def block_preview(game: Game, number: int, attacker: int, target: int, square: int | None) -> BlockPreview | None:
    """A block that might be made, from where the attacker is or from another square."""
    count = int(game.squads.count)
    if not (0 <= attacker < count and 0 <= target < count) or attacker == target:
        return None
    if game.square[attacker] < 0 or game.square[target] < 0:
        return None
    clone = game.clone()
    if square is not None and 0 <= square < game.dungeon.count and clone.occupant[square] == -1:
        clone.place(i64(attacker), i64(square))
    dice = of_block(clone, attacker, target)
    helpers = assisting(clone, attacker, target)
    hinderers = assisting(clone, target, attacker)
    strengths = (int(clone.strength(i64(attacker))), int(clone.strength(i64(target))))
    chooser = game.squads.names[dice.chooser] if dice.chooser < len(game.squads.names) else "nobody"
    text = (
        f"{player_label(game, attacker)} against {player_label(game, target)}: "
        f"{dice.count} {'die' if dice.count == 1 else 'dice'}, {chooser} chooses"
    )
    return BlockPreview(number, attacker, target, dice, strengths, helpers, hinderers, text)


def assisting(game: Game, helped: int, against: int) -> list[int]:
    """The players who assist: each team-mate without whom the engine would count one assist less."""
    side = int(game.side_of[helped])
    whole = int(assists(game, i64(helped), i64(against)))
    found: list[int] = []
    if whole == 0:
        return found
    for piece in range(int(game.squads.count)):
        if piece == helped or int(game.side_of[piece]) != side or game.square[piece] < 0:
            continue
        status = int(game.status[piece])
        if status in (PRONE, STUNNED):
            continue
        game.status[piece] = u8(int(PRONE))
        if int(assists(game, i64(helped), i64(against))) < whole:
            found.append(piece)
        game.status[piece] = u8(status)
    return found


def overlay(game: Game, number: int, kind: str, piece: int | None, side: int | None) -> Overlay:
    """Zones of a side, throws and sight of a player, reach of a whole side."""
    squares: list[OverlaySquare] = []
    known = piece is not None and 0 <= piece < game.squads.count and game.square[piece] >= 0
    if kind == "zones" and side is not None and side < game.squads.sides:
        squares = zones(game, side)
    elif kind == "passes" and known:
        assert piece is not None
        squares = passes(game, piece)
    elif kind == "sight" and known:
        assert piece is not None
        here = i64(int(game.square[piece]))
        squares = [
            OverlaySquare(node, 1.0) for node in range(int(game.dungeon.count)) if game.dungeon.sees(here, i64(node))
        ]
    elif kind == "reach" and side is not None and side < game.squads.sides:
        squares = side_reach(game, side)
    return Overlay(number, kind, piece, side, squares)


def zones(game: Game, side: int) -> list[OverlaySquare]:
    """How many players of a side mark each square."""
    others = [other for other in range(int(game.squads.sides)) if other != side]
    if not others:
        return []
    found: list[OverlaySquare] = []
    covered: dict[int, int] = {}
    for piece in range(int(game.first_piece(i64(side))), int(game.last_piece(i64(side)))):
        if game.square[piece] >= 0 and game.has_zone(i64(piece)):
            for direction in range(8):
                there = int(game.steps[int(game.square[piece]) * 8 + direction])
                if there >= 0:
                    covered[there] = covered.get(there, 0) + 1
    for square, count in sorted(covered.items()):
        found.append(OverlaySquare(square, float(count), str(count)))
    return found


def passes(game: Game, piece: int) -> list[OverlaySquare]:
    """Where a player could throw to from here, with what its test needs."""
    found: list[OverlaySquare] = []
    here = i64(int(game.square[piece]))
    for node in range(int(game.dungeon.count)):
        if in_range(game, here, i64(node)):
            risk = of_throw(game, piece, node)
            if risk is not None:
                found.append(OverlaySquare(node, round(risk.odds, 6), risk.needed))
    return found


def side_reach(game: Game, side: int) -> list[OverlaySquare]:
    """The best odds with which any player of a side could get to each square in its next turn."""
    best: dict[int, float] = {}
    for piece in range(int(game.first_piece(i64(side))), int(game.last_piece(i64(side)))):
        if game.square[piece] < 0:
            continue
        found = reach_from_rest(game, i64(piece))
        for square in found.squares():
            chance = float(found.odds(i64(square)))
            if chance > best.get(square, 0.0):
                best[square] = chance
    return [OverlaySquare(square, round(chance, 6)) for square, chance in sorted(best.items())]
