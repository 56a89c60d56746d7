"""Answers to "what if" about many squares at once: reach, portals, overlays. They come from clones of the game or from
the engine's own tables. `foresight.py` answers about a single choice."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.dice import faces, packed
from dungeonbowl.engine.frames import ASK, OVER, ROLL
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import give_dice, settle, start
from dungeonbowl.engine.pathfinder import reach, reach_from_rest
from dungeonbowl.engine.statuses import STATUS_NAMES
from dungeonbowl.languages import t
from dungeonbowl.server.view.approach import activated
from dungeonbowl.server.view.chest_ways import chests_in_reach
from dungeonbowl.server.view.consequences import outcomes
from dungeonbowl.server.view.odds import rolls_of
from dungeonbowl.server.view.throws import passes
from dungeonbowl.server.view.trials import Trial
from dungeonbowl.server.wire import Outcome, Overlay, OverlaySquare, Reach, ReachSquare, Roll
from dungeonbowl.server.wire.kinds import OverlayKind

MOST_BRANCHES: Final = 2000


def reach_of(game: Game, number: int, piece: int, side: int) -> Reach:
    """Every square that a player can get to, or could if it were activated now, as the coach of `side` knows it (-1 for
    an onlooker). What the player rolls for before its first step is counted. For the coach who is asked also every
    chest: what is in it is told by what that coach knows."""
    if not 0 <= piece < game.squads.count or game.square[piece] < 0:
        return Reach(number, piece, [])
    trial = set_out(game, piece, side)
    game = trial.game
    first = [test.roll() for test in trial.tests]
    found = reach(game, i64(piece))
    here = int(game.square[piece])
    squares: list[ReachSquare] = []
    for square in found.squares():
        if square == here and not found.path(i64(square)):
            continue
        rolls = first + rolls_of(found, square)
        entering: list[Outcome] = []
        odds = trial.odds * found.odds(i64(square))
        if not is_explained(odds, rolls) and not game.portal_number(i64(square)):
            rolls, entering = entered(trial, square)
        last = [roll for roll in rolls if roll.square == square]
        portal = int(game.portal_number(i64(square)))
        squares.append(
            ReachSquare(
                square,
                round(odds, 6),
                int(found.cost(i64(square))),
                found.path(i64(square)),
                rolls,
                ", ".join(roll.text for roll in last),
                any(roll.what == "rush" for roll in last),
                portal,
                portal_outcomes(game, piece, square) if portal else entering,
            )
        )
    is_asked = game.signal == ASK and int(game.asked) == side
    return Reach(number, piece, squares, chests_in_reach(game, piece, first, trial.odds) if is_asked else [])


def set_out(game: Game, piece: int, side: int) -> Trial:
    """A trial with the player about to walk. A player who cannot be activated now is left as it is."""
    trial = Trial(game, side)
    if int(game.asked) != side or not activated(trial, piece):
        return Trial(game, side)
    move = int(actions.action(actions.DECLARE, actions.MOVE_ACTION))
    if int(trial.game.declared) == 0 and not trial.choose(move):
        return Trial(game, side)
    if trial.game.signal != ASK or int(trial.game.acting) != piece:
        return Trial(game, side)
    return trial


def is_explained(odds: float, rolls: list[Roll]) -> bool:
    """Whether the rolls are all that the chance comes from. What a square does to whoever enters it is in the chance of
    a way, but not among its rolls."""
    product = 1.0
    for roll in rolls:
        product *= roll.odds
    return abs(product - odds) < 1e-4


def entered(trial: Trial, square: int) -> tuple[list[Roll], list[Outcome]]:
    """The rolls of a walk to a square and what entering it may bring, found by walking there."""
    branch = trial.copy()
    branch.walk(square)
    return [test.roll() for test in branch.tests], outcomes(branch.game, branch.side)


def portal_outcomes(game: Game, piece: int, square: int) -> list[Outcome]:
    """Where a portal leads, with the odds: every result of the dice is tried on a clone."""
    clone = game.clone()
    if clone.square[piece] != square:
        if clone.occupant[square] >= 0:
            return []
        clone.place(i64(piece), i64(square))
    frame = clone.rules.policies.portals.enters(clone, i64(piece), True)
    if frame is None:
        return []
    clone.set_frames([])
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
    word = f"{game.dungeon.map_rules.portal_word} {{number}}"
    return [
        Outcome(
            t(word, number=int(game.portal_number(i64(at)))) if at >= 0 else t(status),
            round(chance, 6),
            at if at >= 0 else None,
        )
        for (at, status), chance in sorted(chances.items(), reverse=True)
    ]


def overlay(game: Game, number: int, kind: OverlayKind, piece: int | None, side: int | None) -> Overlay:
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
