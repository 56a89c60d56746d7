"""The balance atlas, as its page shows it."""

from __future__ import annotations

from collections.abc import Mapping

from litestar import get, post
from litestar.status_codes import HTTP_201_CREATED
from msgspec.structs import replace

from dungeonbowl.atlas.book import Atlas, Place, Setting, Strength, shipped, shipped_names
from dungeonbowl.atlas.fitting import Estimate
from dungeonbowl.atlas.page import PLACE_HEADS, place_cells, shares, verdict
from dungeonbowl.atlas.playing import replayed
from dungeonbowl.atlas.showing import Wanted, showing
from dungeonbowl.atlas.survey import find_survey, shipped_survey
from dungeonbowl.atlas.survey_page import SurveyTable, tables
from dungeonbowl.atlas.survey_showing import ground_match, ground_replayed, sought_in
from dungeonbowl.dungeon.text import bundled
from dungeonbowl.languages import decimal, number, t
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
            matches=number(found.matches),
            bot=found.terms.bot,
            edition=found.terms.edition,
        ),
        found.command,
        [roster_line(found, each, ranked, dungeon) for each in ranked],
        worth_table(found, dungeon),
        wire.AtlasTable(
            t("Dungeons"),
            [t("dungeon"), *map(t, PLACE_HEADS)],
            [place_line(called(each.dungeon), each, wire.AtlasWanted(dungeon=each.dungeon)) for each in found.dungeons],
            verdict(found).replace("*", ""),
        ),
        wire.AtlasTable(
            t("Other settings"),
            [t("settings"), *map(t, PLACE_HEADS)],
            [place_line(each.edition, each, wire.AtlasWanted(setting=each.edition)) for each in found.settings],
        ),
        matches_table(ranked),
        [survey_table(each) for each in tables(survey)] if survey else [],
    )


@post("/atlas/{edition:str}/matches", tags=["rules"], status_code=HTTP_201_CREATED, opt={BUDGET: UPLOADS})
async def atlas_match(request: AnyRequest, edition: str, data: wire.AtlasWanted) -> wire.ReplayCreated:
    """Play a match again that shows a figure of the atlas, and keep its replay."""
    found = known(edition)
    if data.ground:
        survey = find_survey(edition)
        return await kept(request, lambda: replay_of(ground_replayed(ground_match(survey, sought_in(data.ground)))))
    wanted = Wanted(
        one=data.one,
        two=data.two,
        dungeon=data.dungeon,
        about=data.about,
        setting=data.setting,
        ending=data.ending,
    )
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


def place_line(title: str, found: Place | Setting, wanted: wire.AtlasWanted) -> wire.AtlasLine:
    plain = [[wire.AtlasFigure(cell, wanted)] for cell in place_cells(found)[:-1]]
    return wire.AtlasLine(title, [*plain, ending_figures(found.endings, wanted)])


def ending_figures(endings: Mapping[str, int], wanted: wire.AtlasWanted) -> list[wire.AtlasFigure]:
    """How matches ended, each with one that ended so."""
    return [
        wire.AtlasFigure(shares({ending: count}, sum(endings.values())), replace(wanted, ending=ending))
        for ending, count in endings.items()
        if count
    ]


def worth_table(found: Atlas, dungeon: str) -> wire.AtlasTable:
    """What one thing more is worth between equals."""
    lines = [
        wire.AtlasLine(t(what), [[wire.AtlasFigure(chance.words, wire.AtlasWanted(about=what, dungeon=dungeon))]])
        for what, chance in found.worth.items()
    ]
    return wire.AtlasTable(t("Between equals"), [t("the side that has"), t("wins")], lines)


def matches_table(ranked: list[Strength]) -> wire.AtlasTable:
    """How the matches of each roster go: how long they are, and how they end."""
    lines = []
    for each in ranked:
        wanted = wire.AtlasWanted(one=each.roster)
        cells = (f"{each.won}-{each.drawn}-{each.lost}", decimal(each.turns, 1), decimal(each.casualties, 1))
        figures = [[wire.AtlasFigure(cell, wanted)] for cell in cells]
        lines.append(wire.AtlasLine(each.name, [*figures, ending_figures(each.endings, wanted)]))
    heads = [t("roster"), t("won-drawn-lost"), *map(t, PLACE_HEADS[2:])]
    return wire.AtlasTable(t("How their matches go"), heads, lines)


def survey_table(found: SurveyTable) -> wire.AtlasTable:
    lines = []
    for line, asked in zip(found.lines, found.asked, strict=True):
        figures = [
            [wire.AtlasFigure(cell, wire.AtlasWanted(ground=sought.text) if sought is not None else None)]
            for cell, sought in zip(line[1:], asked[1:], strict=True)
        ]
        lines.append(wire.AtlasLine(line[0], figures))
    return wire.AtlasTable(found.title, found.heads, lines, found.words)
