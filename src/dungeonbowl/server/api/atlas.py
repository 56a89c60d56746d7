"""The balance atlas, as its page shows it."""

from __future__ import annotations

from litestar import get, post
from litestar.status_codes import HTTP_201_CREATED

from dungeonbowl.atlas.book import Atlas, Place, Setting, Strength, shipped, shipped_names
from dungeonbowl.atlas.fitting import Estimate
from dungeonbowl.atlas.page import PLACE_HEADS, place_cells, verdict
from dungeonbowl.atlas.playing import replayed
from dungeonbowl.atlas.showing import Wanted, showing
from dungeonbowl.atlas.survey import shipped_survey
from dungeonbowl.atlas.survey_page import tables
from dungeonbowl.dungeon.text import bundled
from dungeonbowl.languages import t
from dungeonbowl.records.replay import replay_of
from dungeonbowl.server import wire
from dungeonbowl.server.api.replays import AnyRequest, kept
from dungeonbowl.server.budgets import BUDGET, REQUESTS, UPLOADS
from dungeonbowl.server.failures import NotFound
from dungeonbowl.server.options import dungeon_choice
from dungeonbowl.teams.facts import load_facts


@get("/atlas/{edition:str}", tags=["rules"], sync_to_thread=True, opt={BUDGET: REQUESTS})
def atlas_page(edition: str, dungeon: str = "") -> wire.AtlasPage:
    """What every roster of an edition is worth against every other: in any dungeon, or in one that the atlas knows."""
    found = known(edition)
    survey = shipped_survey(edition)
    if dungeon and dungeon not in found.terms.dungeons:
        raise NotFound(f"dungeon {dungeon[:60]!r}: the atlas knows {', '.join(found.terms.dungeons)}")
    ranked = sorted(found.rosters, key=lambda each: -each.by_dungeon.get(dungeon, each.chance).chance)
    return wire.AtlasPage(
        edition,
        [wire.Choice(name, load_facts(name).draft.title) for name in shipped_names()],
        dungeon,
        [wire.Choice(each, called(each)) for each in found.terms.dungeons],
        t(
            "{matches} matches of {bot} against itself, {edition}",
            matches=found.matches,
            bot=found.terms.bot,
            edition=found.terms.edition,
        ),
        found.command,
        [roster_line(found, each, ranked, dungeon) for each in ranked],
        [wire.AtlasLine(t(what), [chance.words], what) for what, chance in found.worth.items()],
        [t(head) for head in PLACE_HEADS],
        [place_line(each.dungeon, called(each.dungeon), each) for each in found.dungeons],
        [place_line(each.edition, each.edition, each) for each in found.settings],
        verdict(found).replace("*", ""),
        [wire.AtlasTable(each.title, each.heads, each.lines, each.words) for each in tables(survey)] if survey else [],
    )


@post("/atlas/{edition:str}/matches", tags=["rules"], status_code=HTTP_201_CREATED, opt={BUDGET: UPLOADS})
async def atlas_match(request: AnyRequest, edition: str, data: wire.AtlasWanted) -> wire.ReplayCreated:
    """Play a match again that shows a figure of the atlas, and keep its replay."""
    found = known(edition)
    wanted = Wanted(one=data.one, two=data.two, dungeon=data.dungeon, about=data.about, setting=data.setting)
    return await kept(request, lambda: replay_of(replayed(showing(found, wanted))))


def known(edition: str) -> Atlas:
    found = shipped(edition) if edition in shipped_names() else None
    if found is None:
        raise NotFound(f"atlas of edition {edition[:60]!r}: expected one of {', '.join(shipped_names())}")
    return found


def called(dungeon: str) -> str:
    """What people call a dungeon; two may have one name, so its id stands beside it."""
    return f"{dungeon_choice(dungeon).name} ({dungeon})" if dungeon in bundled() else dungeon


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


def place_line(id: str, title: str, found: Place | Setting) -> wire.AtlasLine:
    return wire.AtlasLine(title, list(place_cells(found)), id)
