"""The words that fields such as `kind` and `status` may hold.

A page of the wire only names the type. A type whose words are few and belong to the server is spelled here. A type
whose words come from the engine's tables carries a name, and `server/kinds.py` has the words of each name. In both ways
`web/src/lib/wire.ts` gets a union of all the words under that name.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

NAME: Final = "union"  # under this key a type says what its union is called


def named(name: str) -> msgspec.Meta:
    """A type that TypeScript knows by this name."""
    return msgspec.Meta(extra={NAME: name})


PromptKind = Literal[
    "turn",
    "declare",
    "act",
    "reroll",
    "face",
    "push",
    "follow",
    "skill",
    "place",
    "zone",
    "deploy",
    "buy",
    "aim",
    "spell",
    "referee",
    "roll",
    "choose",
]
DiceKind = Literal["provable", "typed"]
OverlayKind = Literal["zones", "passes", "sight", "reach"]
Stage = Literal["waiting", "playing", "over"]
NoticeKind = Literal["", "turnover", "score", "ball", "death", "over"]
# What a block may come to: the target goes down, is pushed, nobody falls, both go down, the blocker goes down.
BlockResult = Literal["down", "push", "stand", "both", "fall"]

NamedDiceKind = Annotated[DiceKind, named("DiceKind")]
NamedPromptKind = Annotated[PromptKind, named("PromptKind")]
NamedBlockResult = Annotated[BlockResult, named("BlockResult")]
NamedNoticeKind = Annotated[NoticeKind, named("NoticeKind")]
NamedStage = Annotated[Stage, named("Stage")]
NamedOverlayKind = Annotated[OverlayKind, named("OverlayKind")]
EventKind = Annotated[str, named("EventKind")]
OptionKind = Annotated[str, named("OptionKind")]
AdviceKind = Annotated[str, named("PlanKind | OptionKind")]
EditionOptionKind = Annotated[str, named("EditionOptionKind")]
TileKind = Annotated[str, named("TileKind")]
BodyKind = Annotated[str, named("BodyKind")]
RoleKind = Annotated[str, named("RoleKind")]
FeatureKind = Annotated[str, named("FeatureKind")]
Face = Annotated[str, named("Face")]
NoFace = Annotated[str, named('Face | ""')]
TerrainKind = Annotated[str, named("TerrainKind")]
Severity = Annotated[str, named("Severity")]
StoredStage = Annotated[str, named("Stage")]
OrderType = Annotated[str, named('ClientMessage["type"] | ""')]
CounterKey = Annotated[str, named("CounterKey")]
BallKind = Annotated[str, named("BallKind")]
Status = Annotated[str, named("Status")]
