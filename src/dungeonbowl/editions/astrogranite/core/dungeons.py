"""The dungeons of the edition, and in which of them a game can be played (A-MOD-03)."""

from __future__ import annotations

from typing import Final, final

from dungeonbowl.engine.layouts import Layouts


@final
class DungeonRow:
    """A bundled dungeon: for how many teams it is, and the modules that its features need."""

    def __init__(self, name: str, teams: int, needs: list[str]) -> None:
        self.name = name
        self.teams = teams
        self.needs = needs


# The plain ones come first: every game of two teams can be played there.
DUNGEONS: Final = [
    DungeonRow("ag-short-halls", 2, []),
    DungeonRow("ag-old-halls", 2, []),
    DungeonRow("ag-dry-caves", 2, []),
    DungeonRow("ag-drowned-halls", 2, ["doors", "inscriptions", "obstacles", "water"]),
    DungeonRow("ag-ember-deep", 2, ["chasms", "lava", "secret_passages", "traps"]),
    DungeonRow("ag-gallery", 2, ["chasms", "doors", "obstacles", "platforms"]),
    DungeonRow(
        "ag-sampler",
        2,
        ["chasms", "doors", "inscriptions", "lava", "obstacles", "secret_passages", "traps", "water"],
    ),
    DungeonRow("ag-three-crowns", 3, ["chasms", "obstacles", "traps", "water"]),
    DungeonRow("ag-four-winds", 4, ["doors", "inscriptions", "lava", "platforms", "secret_passages"]),
]
USUAL_TEAMS: Final = 2


def layouts_for(switches: dict[str, bool]) -> Layouts:
    """The layouts in which two teams can play with these modules. The usual one is where most of the modules have an
    effect."""
    names: list[str] = []
    usual = DUNGEONS[0]
    for row in DUNGEONS:
        if row.teams == USUAL_TEAMS and all(switches[name] for name in row.needs):
            names.append(row.name)
            if len(row.needs) > len(usual.needs):
                usual = row
    return Layouts(names, usual.name)
