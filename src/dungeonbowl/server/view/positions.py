"""The position: where every piece and thing is, and in what condition."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from dungeonbowl.engine import sides as columns
from dungeonbowl.engine import statuses
from dungeonbowl.engine.abilities import WORDS
from dungeonbowl.engine.actions import BLOCK_ACTION, MOVE_ACTION
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import GONE, HELD, HIDDEN
from dungeonbowl.engine.sides import DRAW, DUGOUT_USED
from dungeonbowl.engine.statuses import STATUS_NAMES
from dungeonbowl.engine.tokens import CHEST_TOKEN, PORTAL_TOKEN
from dungeonbowl.languages import mark, t
from dungeonbowl.server.view.terrains import BALL_WORDS, TOKEN_WORDS
from dungeonbowl.server.view.words import capital
from dungeonbowl.server.wire import Acting, BallState, Counter, PieceState, PortalState, Position, SideState
from dungeonbowl.words.notation import ABILITY_NAMES, DECLARATIONS

# Conditions that a coach can see, by their bits.
CONDITIONS: Final = mark(
    {
        int(statuses.ACTIVATED): "activated",
        int(statuses.ARRIVED): "arrived",
        int(statuses.FURIOUS): "furious",
        int(statuses.THIRSTY): "thirsty",
        int(statuses.NO_ZONE): "no zone",
        int(statuses.REEKS): "reeks",
        int(statuses.ROOTED): "rooted",
        int(statuses.DAZZLED): "dazzled",
        int(statuses.LEFT_BY_DOOR): "left by the door",
        int(statuses.SUNKEN): "in a pit",
    }
)
# The counters of a side: the key, the word, the column of the game, and whether it is shown at 0.
COUNTERS: Final = (
    ("rerolls", mark("Re-rolls"), int(columns.REROLLS), True),
    ("apothecaries", mark("Apothecary"), int(columns.APOTHECARIES), False),
    ("bribes", mark("Bribes"), int(columns.BRIBES), True),
    ("wizards", mark("Wizards"), int(columns.WIZARDS), True),
    ("brewers", mark("Brewers"), int(columns.BREWERS), False),
    ("surgeons", mark("Surgeons"), int(columns.SURGEONS), False),
    ("chefs", mark("Chefs"), int(columns.CHEFS), False),
)
EYE: Final = "eye"  # the key of the counter of the side that the referee looks at
EVERY_TIME: Final = (int(MOVE_ACTION), int(BLOCK_ACTION))  # declared as often as there are players


A_CHEST: Final = int(CHEST_TOKEN)
A_PORTAL: Final = int(PORTAL_TOKEN)


def position_of(game: Game, opened: list[int] | None = None) -> Position:
    """The whole position. `opened` are the squares of chests that have been opened, which the game itself forgets."""
    chests: list[int] = []
    tokens: dict[str, list[int]] = {}
    for square, token in enumerate(bytes(memoryview(game.token))):
        if not token:
            continue
        if token == A_CHEST:
            chests.append(square)
        elif token <= A_PORTAL:
            tokens.setdefault(TOKEN_WORDS[token][0] if token in TOKEN_WORDS else f"token {token}", []).append(square)
    kinds = ball_kinds(game)
    balls = [ball_state(int(where), kinds.get(ball, "")) for ball, where in enumerate(game.balls)]
    held: dict[int, list[int]] = {}
    for ball, state in enumerate(balls):
        if state.piece is not None:
            held.setdefault(state.piece, []).append(ball)
    changed = bytes(memoryview(game.abilities)) != bytes(memoryview(game.squads.abilities))
    return Position(
        [piece_state(game, piece, held.get(piece, []), changed) for piece in range(int(game.squads.count))],
        balls,
        chests,
        [PortalState(number, int(square)) for number, square in enumerate(game.portals, 1) if square >= 0],
        [side_state(game, side) for side in range(int(game.squads.sides))],
        -1 if game.over else int(game.active),
        acting(game),
        turn_text(game),
        bool(game.over),
        winner_of(game),
        # where chests come back for another drive, a chest that is closed again is no longer listed
        [square for square in dict.fromkeys(opened or []) if not game.is_chest(i64(square))],
        tokens,
    )


def kept_from(game: Game, sides: list[int]) -> int | None:
    """One of the sides (-1 for spectators) from which a secret is kept that the inputs of the match would tell; None if
    there is no secret."""
    asked = int(game.asked)
    for side in sorted(sides, key=lambda side: side != asked) or [-1]:
        if not game.is_open_to(i64(side)):
            return side
    return None


def winner_of(game: Game) -> int | None:
    if not game.over:
        return None
    return -1 if game.winner == DRAW else int(game.winner)


def piece_state(game: Game, piece: int, holds: list[int], changed: bool) -> PieceState:
    conditions = int(game.conditions[piece])
    words = [word for bit, word in CONDITIONS.items() if conditions & bit] if conditions else []
    if changed:
        words += gained(game, piece)
    return PieceState(
        piece,
        int(game.side_of[piece]),
        int(game.square[piece]) if game.square[piece] >= 0 else None,
        STATUS_NAMES[int(game.status[piece])],
        words,
        holds,
    )


def gained(game: Game, piece: int) -> list[str]:
    """Abilities that a player has beyond its sheet, from an item or a spell."""
    found: list[str] = []
    for word in range(int(WORDS)):
        new = int(game.abilities[piece * WORDS + word]) & ~int(game.squads.abilities[piece * WORDS + word])
        found += [
            ABILITY_NAMES.get(word * 32 + bit, "something").lower().replace("_", " ")
            for bit in range(32)
            if new >> bit & 1
        ]
    return found


def ball_state(where: int, kind: str = "") -> BallState:
    if where >= 0:
        return BallState("square", where, None, kind)
    if where == HIDDEN:
        return BallState("hidden")
    if where == GONE:
        return BallState("gone")
    return BallState("held", None, int(HELD) - where, kind)


def state_of(game: Game, name: str) -> dict[str, Any]:
    """The state of a module of the edition, as scenes write it; empty if the module is off."""
    for module in game.rules.modules:
        if module.name() == name and (show := getattr(module, "show_state", None)) is not None:
            state: dict[str, Any] = show(game, {})
            return state
    return {}


def ball_kinds(game: Game) -> dict[int, str]:
    """The balls that are not ordinary, in the words of `Setup.things`."""
    words = {each[0] for each in BALL_WORDS.values()}
    kinds = state_of(game, "ball_variants").get("kinds", [])
    return {ball: f"{kind} ball" for ball, kind in enumerate(kinds) if f"{kind} ball" in words}


def side_state(game: Game, side: int) -> SideState:
    used = int(game.side_value(i64(side), columns.USED))
    return SideState(
        side,
        int(game.side_value(i64(side), columns.SCORE)),
        int(game.side_value(i64(side), columns.TURNS)),
        int(game.side_value(i64(side), columns.ZONE)),
        counters(game, side),
        used_up(used) if side == game.active else [],
        used & int(DUGOUT_USED) != 0 and side == game.active,
    )


def counters(game: Game, side: int) -> list[Counter]:
    """The counters of a side. Those at 0 are left out, unless `COUNTERS` marks them as always shown."""
    found = []
    for key, label, column, always in COUNTERS:
        value = int(game.side_value(i64(side), i64(column)))
        if value > 0 or always:
            found.append(Counter(key, t(label), value))
    if state_of(game, "eye of the referee").get("side") == side:
        found.append(Counter(EYE, t("The eye of the referee is on this side"), 1))
    return found


def used_up(used: int) -> list[str]:
    """The actions that no further player may declare in this team turn."""
    return [t(capital(word)) for what, word in DECLARATIONS.items() if used >> what & 1 and what not in EVERY_TIME]


def acting(game: Game) -> Acting | None:
    if game.acting < 0:
        return None
    return Acting(
        int(game.acting),
        DECLARATIONS.get(int(game.declared), ""),
        int(game.target) if game.target >= 0 else None,
        int(game.moves_left),
        int(game.rushes_left),
    )


def turn_text(game: Game) -> str:
    """The turn in words: `Turn 3 of 16`."""
    if game.over:
        return t("The match is over")
    if game.active < 0:
        return t("Before the match")
    turn = int(game.side_value(game.active, columns.TURNS))
    limit = int(game.rules.tables.course.turn_limit)
    words = t("turn {turn} of {limit}", turn=turn, limit=limit) if limit else t("turn {turn}", turn=turn)
    if game.rules.tables.course.halves > 1:
        words = t("half {half}, {turn}", half=game.half, turn=words)
    return capital(words)
