"""Every word that the server sends as a `kind`, a `status` and the like, each list from the one table that has it.

`typescript.py` writes the unions of the browser's client from these lists. `tests/server/test_kinds.py` plays matches
of every edition and looks at what is sent.
"""

from __future__ import annotations

from typing import Final, get_args

from dungeonbowl.bots.reasons import PLAN_WORDS
from dungeonbowl.dungeon.problems import ERROR, WARNING
from dungeonbowl.dungeon.terrain import TERRAIN_NAMES
from dungeonbowl.dungeon.tiles import TILES
from dungeonbowl.editions import TABLE
from dungeonbowl.engine.events import EVENT_NAMES
from dungeonbowl.engine.statuses import STATUS_NAMES
from dungeonbowl.server.view.figures import BODIES, ROLES
from dungeonbowl.server.view.positions import COUNTERS, EYE
from dungeonbowl.server.view.stories import FIELDS
from dungeonbowl.server.view.terrains import BALL_WORDS, FEATURE_KINDS, TOKEN_WORDS
from dungeonbowl.server.view.words import ACTION_WORDS, UNLISTED
from dungeonbowl.server.wire.kinds import BlockResult, DiceKind, NoticeKind, OverlayKind, PromptKind, Stage
from dungeonbowl.words.notation import FACES

# Which fields of `wire.Event` a word of the table of events fills, where they are more than the one it is called after.
FILLED: Final[dict[str, tuple[str, ...]]] = {
    "dice": ("dice", "die", "faces"),
    "faces": ("dice", "die", "faces", "value"),
    "face": ("faces",),
    "die6": ("dice", "die"),
}


def event_parts() -> dict[str, tuple[str, ...]]:
    """The fields of `wire.Event` that each kind of event fills, by the name of the kind.

    Only this function reads the table of events for the unions."""
    found = {}
    for kind in EVENT_NAMES[1:]:
        parts: list[str] = []
        for word in FIELDS[kind]:
            parts += FILLED.get(word, (word.removesuffix("+"),)) if word else ()
        found[kind] = tuple(dict.fromkeys(parts))
    return found


def option_kinds() -> list[str]:
    """The words of all actions that are ever listed among the options."""
    return [word for kind, word in ACTION_WORDS.items() if kind not in UNLISTED]


def unions() -> dict[str, list[str]]:
    """The words of each named type of the wire."""
    balls = [words[0] for words in BALL_WORDS.values()]
    return {
        "EventKind": list(event_parts()),
        "PromptKind": list(get_args(PromptKind)),
        "OptionKind": option_kinds(),
        "PlanKind": list(dict.fromkeys(PLAN_WORDS.values())),
        "DiceKind": list(get_args(DiceKind)),
        "OverlayKind": list(get_args(OverlayKind)),
        "Stage": list(get_args(Stage)),
        "NoticeKind": list(get_args(NoticeKind)),
        "BlockResult": list(get_args(BlockResult)),
        "EditionOptionKind": sorted({option.kind for edition in TABLE.values() for option in edition.options}),
        "TileKind": sorted({tile.kind for tile in TILES.values()}),
        "FeatureKind": [*FEATURE_KINDS, *(words[0] for words in TOKEN_WORDS.values()), *balls],
        "BodyKind": list(BODIES),
        "RoleKind": list(ROLES),
        "TerrainKind": list(TERRAIN_NAMES),
        "Severity": [ERROR, WARNING],
        "BallKind": ["", *balls],
        "Status": list(STATUS_NAMES),
        "Face": list(dict.fromkeys(FACES.values())),
        "CounterKey": [*(key for key, *_ in COUNTERS), EYE],
    }
