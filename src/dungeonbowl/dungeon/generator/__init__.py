"""Seeded generation of dungeons: official tiles, Astrogranite caverns and halls, Stockbowl boards. (D-GN)

Same seed and same wishes, same dungeon; every result passes the checks of its edition without error or warning.
"""

from __future__ import annotations

from typing import Final

from dungeonbowl.dungeon.generator.digging import board_from_tiles, dig_dungeon, dig_stockbowl, reason_against
from dungeonbowl.dungeon.generator.furnishing import FEATURES
from dungeonbowl.dungeon.generator.tile_search import Search, Wishes
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.map_rules import MAP_RULES
from dungeonbowl.errors import UserError

__all__ = ["FEATURES", "MODES", "SIZES", "TILE_SETS", "TOKENS", "generate"]

EDITIONS: Final = tuple(MAP_RULES)
SIZES: Final = ("quick", "standard", "grand")
TILE_SETS: Final = ("standard", "grand", "mixed")
TOKENS: Final = ("balanced", "random", "none")
MODES: Final = {edition: rules.modes for edition, rules in MAP_RULES.items()}
# Corridors, small rooms, large rooms. Quick: the fewest tiles the rules allow, about half an hour of play; a symmetric
# dungeon has one large room in the middle and all else in pairs.
NUMBERS: Final = {
    ("free", "quick"): (4, 3, 1),
    ("free", "standard"): (6, 4, 2),
    ("free", "grand"): (8, 6, 2),
    ("symmetric", "quick"): (4, 4, 1),
    ("symmetric", "standard"): (6, 4, 1),
    ("symmetric", "grand"): (6, 8, 1),
}
LEAST: Final = (4, 3, 1)  # D-OF-01


def generate(
    edition: str = "official",
    seed: int = 1,
    size: str = "standard",
    mode: str = "",
    tiles: str = "standard",
    teams: int = 2,
    features: list[str] | None = None,
    tokens: str = "balanced",
    numbers: tuple[int, int, int] | None = None,
    largest: tuple[int, int] = (44, 36),
    loops: int = 1,
) -> Dungeon:
    """A dungeon from a seed.

    `mode`: official `symmetric` or `free`; Astrogranite also `halls` and `caverns`, which take `features` (names of
    modules, see FEATURES; none unless asked for) and two to four `teams`. `tiles`: `standard`, `grand` or `mixed`.
    `tokens` puts chests and portals down `balanced`, `random`, or leaves them to the coaches with `none`.
    `numbers` of corridors, small and large rooms, the `largest` map and the least number of `loops` are for dungeons
    of tiles. (D-GN-01, D-GN-02)
    """
    mode = mode or MODES.get(edition, ("",))[0]
    wishes = (("edition", edition, EDITIONS), ("size", size, SIZES), ("tiles", tiles, TILE_SETS))
    for what, given, known in (*wishes, ("mode", mode, MODES.get(edition, ())), ("tokens", tokens, TOKENS)):
        if given not in known:
            raise UserError(f"{what} {given!r} is not known; it is one of " + ", ".join(known))
    features = [] if features is None else list(features)
    for feature in features:
        if feature not in FEATURES:
            raise UserError(f"feature {feature!r} is not known; it is one of " + ", ".join(FEATURES))
    rules = MAP_RULES[edition]
    if features and not rules.has_features:
        having = ", ".join(other.title for other in MAP_RULES.values() if other.has_features)
        raise UserError(f"the {edition} edition has no features to ask for; {having} has")
    most_teams = 4 if mode in ("halls", "caverns") else 2
    if not 2 <= teams <= most_teams:
        raise UserError(f"{teams} teams cannot play in a dungeon of mode {mode}: two to {most_teams} can")
    # boards with doors have one size and one mode
    identity = f"{edition}-{abs(seed)}" if rules.zones_are_doors else f"{edition}-{mode}-{size}-{abs(seed)}"
    name = f"Generated {seed}"
    if rules.zones_are_doors:
        return dig_stockbowl(identity, name, seed, tokens)
    if mode in ("halls", "caverns"):
        return dig_dungeon(identity, name, seed, size, mode, teams, features, tokens)
    counts = numbers or NUMBERS[mode, size]
    if any(count < least for count, least in zip(counts, LEAST, strict=True)):
        raise UserError("a dungeon has at least 4 corridors, 3 small rooms and 1 large room")
    if mode == "symmetric" and (counts[0] % 2 or counts[1] % 2 or counts[2] != 1):
        raise UserError("a symmetric dungeon has one large room and all else in pairs; ask for even numbers")
    found = Wishes(tiles, mode, *counts, *largest, loops)
    if rules.has_thin_walls:
        return Search(found, seed).run(identity, name, tokens)
    for attempt in range(50):
        body = Search(found, seed * 64 + attempt).run(identity, name, "none")
        dungeon = board_from_tiles(body, identity, name, seed * 64 + attempt, features, size, tokens)
        if dungeon is not None and not reason_against(dungeon):
            return dungeon
    raise UserError("found no dungeon in 50 tries; ask for fewer features, or for mode halls or caverns")
