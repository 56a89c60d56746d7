"""The balance atlas, as its page shows it."""

from __future__ import annotations

from collections.abc import Mapping

from litestar import get

from dungeonbowl.atlas.book import Atlas, Place, Setting, Strength, shipped, shipped_names
from dungeonbowl.atlas.fitting import Estimate
from dungeonbowl.atlas.page import PLACE_HEADS, place_cells, verdict
from dungeonbowl.server import wire
from dungeonbowl.server.budgets import BUDGET, REQUESTS
from dungeonbowl.server.failures import NotFound
from dungeonbowl.teams.facts import load_facts


@get("/atlas/{edition:str}", tags=["rules"], sync_to_thread=True, opt={BUDGET: REQUESTS})
def atlas_page(edition: str, dungeon: str = "") -> wire.AtlasPage:
    """What every roster of an edition is worth against every other: in any dungeon, or in one that the atlas knows."""
    found = shipped(edition) if edition in shipped_names() else None
    if found is None:
        raise NotFound(f"atlas of edition {edition[:60]!r}: expected one of {', '.join(shipped_names())}")
    if dungeon and dungeon not in found.terms.dungeons:
        raise NotFound(f"dungeon {dungeon[:60]!r}: the atlas knows {', '.join(found.terms.dungeons)}")
    ranked = sorted(found.rosters, key=lambda each: -each.by_dungeon.get(dungeon, each.chance).chance)
    return wire.AtlasPage(
        edition,
        [wire.Choice(name, load_facts(name).draft.title) for name in shipped_names()],
        dungeon,
        list(found.terms.dungeons),
        f"{found.matches} matches of {found.terms.bot} against itself, {found.terms.edition}",
        found.command,
        [roster_line(found, each, ranked, dungeon) for each in ranked],
        [wire.AtlasLine(what, [chance.words]) for what, chance in found.worth.items()],
        list(PLACE_HEADS),
        place_lines({each.dungeon: each for each in found.dungeons}),
        place_lines({each.edition: each for each in found.settings}),
        verdict(found).replace("*", ""),
    )


def roster_line(found: Atlas, each: Strength, ranked: list[Strength], dungeon: str) -> wire.AtlasRoster:
    against = [found.chance(each.roster, other.roster, dungeon) for other in ranked]
    return wire.AtlasRoster(
        each.roster,
        each.name,
        chance_of(each.by_dungeon.get(dungeon, each.chance)),
        f"{each.won}-{each.drawn}-{each.lost}",
        [chance_of(chance) if chance is not None else None for chance in against],
    )


def chance_of(found: Estimate) -> wire.AtlasChance:
    return wire.AtlasChance(found.chance, found.low, found.high, found.words)


def place_lines(found: Mapping[str, Place] | Mapping[str, Setting]) -> list[wire.AtlasLine]:
    return [wire.AtlasLine(title, list(place_cells(each))) for title, each in found.items()]
