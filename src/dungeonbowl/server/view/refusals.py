"""The entries of a menu that are greyed out, each with the engine's own reason."""

from __future__ import annotations

from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.action_kinds import DECLARATION_ROWS
from dungeonbowl.engine.actions import first_of, kind_of
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.refusals import explain
from dungeonbowl.engine.statuses import KNOCKED_OUT, RESERVES
from dungeonbowl.languages import t, translated
from dungeonbowl.server.view.words import group_of
from dungeonbowl.server.wire import Refusal
from dungeonbowl.words.action_clauses import clause_of


def refusals(game: Game, kind: str, kinds: set[int], options: list[int]) -> list[Refusal]:
    """The entries of a menu that are not open now, each with the engine's reason."""
    found: list[Refusal] = []
    if kind == "declare":
        offered = {first_of(option) for option in options if kind_of(option) == actions.DECLARE}
        for row in DECLARATION_ROWS:
            if row.number not in offered and not row.is_special:
                packed = int(actions.action(actions.DECLARE, i64(row.number)))
                found.append(refusal(game, packed, t(row.group), row.key))
    if kind in ("declare", "act") and game.acting >= 0 and game.square[game.acting] >= 0:
        square = int(game.square[game.acting])
        for direction in range(8):
            there = int(game.dungeon.bordering[square * 8 + direction])
            packed = int(actions.action(actions.OPEN_CHEST, i64(there))) if there >= 0 else 0
            if there >= 0 and game.is_chest(i64(there)) and packed not in options:
                found.append(refusal(game, packed, *group_of(packed)))
                break
    if kind == "turn":
        for order, status in ((actions.ENTER_RESERVE, RESERVES), (actions.USE_SPONGE, KNOCKED_OUT)):
            if int(order) in kinds:
                continue
            for piece in range(int(game.first_piece(game.asked)), int(game.last_piece(game.asked))):
                if int(game.status[piece]) == status:
                    packed = int(actions.action(order, i64(piece)))
                    found.append(refusal(game, packed, *group_of(packed), piece))
                    break
    return found


def refusal(game: Game, packed: int, label: str, key: str, piece: int | None = None) -> Refusal:
    rule = str(game.rules.cite(i64(clause_of(packed))))
    return Refusal(label, label, translated(str(explain(game, i64(packed)))), rule, key, piece)
