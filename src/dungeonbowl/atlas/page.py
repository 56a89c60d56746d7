"""The atlases as a page in Markdown, for the documentation: `dungeonbowl atlas page`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from dungeonbowl.atlas.book import Atlas, Place, Setting, Share
from dungeonbowl.atlas.survey import Survey
from dungeonbowl.atlas.survey_page import tables
from dungeonbowl.languages import decimal, mark, t

HEAD: Final = """# The balance atlas

What every roster is worth against every other, as equal coaches play: the script `normal` on both sides. The page is
made from the files that come with the program (`dungeonbowl atlas page`); `dungeonbowl atlas show official` prints the
same in a terminal, and `dungeonbowl atlas make` makes an atlas of your own.

**How it is played.** Every roster meets every roster, itself too, in every dungeon of the list. Two matches that follow
each other have the same seed and the same teams, with sides changed; so both rosters have the first turn, the end zone
and the luck of those dice once. Teams are drafted at random in every style. In every other two of matches they are then
changed by chance (a re-roll more or less, players with a skill more, a player fewer): what such a thing is worth is
read from those. The quick start is played, where the side at home always has end zone A.

**How to read it.** Chances are those of Bradley and Terry's model with shrinkage: strengths, pairs and rosters in a
dungeon are drawn from distributions around zero whose widths the matches themselves decide, so that a small sample does
not shout. `47 % ± 3` is the chance to win with its interval of 95 %; where no dungeon is named, in those of the atlas
on average. "Against an average one" is against all others on average. Draws are half a win. Intervals treat matches as
independent; two that share their dice are a little less than that. The model is tried on matches with a known truth in
`tests/atlas/test_fitting.py`.

**What it is not.** It tells how these rosters do in the hands of a script that plays all of them alike. A coach who
knows a roster may do better with it, and a script that is blind to a trick undervalues whoever lives by it.

**How fair dungeons are** is a question of its own, asked with equal teams. Every second match is played with the map
turned by 180 degrees, so that what a coach prefers of equal squares does not count for the dungeon. It can count for
much: while the script looked at squares in the order of reading, end zone A of Dry Caves, whose two halves are the
same, won 59 % of 1,200 matches as drawn and 43 % of 1,200 turned. Now it looks from each side's own end, and end zone
A won 51 % of 1,500 as drawn, and 52 % (49-55) of 1,000 others with seeds from 201 on: what the table below has of it
is likely luck. Long March (of-1) is another matter: end zone A won 57 % (54-60) of 1,200 matches, and as much of 798
with the whole pre-game, on the map as drawn and on the turned one; why, nobody has found out yet. A dungeon is
*uneven* if the interval of its end zone A lies outside 45 to 55 %, *even* if it reaches into 45 to 55 % and lies within
40 to 60 %, and otherwise *open*: there are too few matches to say. Only matches with a winner count here, in StockBowl
two of three. Of many dungeons one or two lie far from the middle by luck alone; no interval is widened for that.

**Every figure can be looked at.** In the browser a click on it plays one of its matches again and opens the replay. On
the command line `atlas match` does, for two rosters, one, or none; `--number` takes the next ones:

```
dungeonbowl atlas match fire death --dungeon of-3 --save match.jsonl
dungeonbowl atlas match --about re-roll --number 4 --save match.jsonl --force
dungeonbowl atlas match --dungeon of-1 --ending distance --save match.jsonl --force
dungeonbowl atlas match --setting "official(quick=1, turn_limit=8)" --save match.jsonl --force
dungeonbowl atlas match --ground dungeon=of-1,map=turned --save match.jsonl --force
dungeonbowl atlas match --ground size=grand,mode=free --save match.jsonl --force
dungeonbowl atlas match --ground "lead=one entrance more" --save match.jsonl --force
```

`--ground` is about how fair dungeons are: those matches of equal teams. The ones as drawn in a bundled dungeon are also
those of `dungeonbowl sim`:

```
dungeonbowl sim --edition "official(quick=1)" --dungeon of-1 --seed 1 --games 600 --save-replays folder
```
"""

PLACE_HEADS: Final = mark(("end zone A wins", "first turn wins", "turns", "casualties", "ended by"))
# How matches end, as the files of an atlas say it.
ENDINGS: Final = mark(("called off", "distance", "last side", "touchdown", "turn limit"))


def page(atlases: Mapping[str, Atlas], surveys: Mapping[str, Survey], pictures: Mapping[str, str]) -> str:
    """The whole page. `pictures` are the heat maps by the name of the atlas, as seen from the page."""
    parts = [HEAD]
    for name, atlas in atlases.items():
        parts.append(chapter(name, atlas, pictures[name]))
        if name in surveys:
            parts.append(dungeons(name, surveys[name]))
    return "\n".join(parts)


def chapter(name: str, atlas: Atlas, picture: str) -> str:
    ranked = sorted(atlas.rosters, key=lambda each: -each.chance.chance)
    strengths = table(
        ("roster", "against an average one", "won-drawn-lost", "turns", "casualties"),
        [
            (
                each.name,
                each.chance.words,
                f"{each.won}-{each.drawn}-{each.lost}",
                decimal(each.turns, 1),
                decimal(each.casualties, 1),
            )
            for each in ranked
        ],
    )
    worth = table(("the side that has", "wins"), [(each, found.words) for each, found in atlas.worth.items()])
    parts = [
        f"## {name}",
        f"`{atlas.terms.edition}`: {atlas.matches} matches, seed {atlas.terms.seed}, {atlas.cpu_seconds:.0f} seconds of"
        f" one processor, dungeonbowl {atlas.version}. Made by",
        f"```\n{atlas.command}\n```",
        f"![How often each roster of {name} wins against each other]({picture})",
        strengths,
        "Between equals:",
        worth,
        places("dungeon", {each.dungeon: each for each in atlas.dungeons}),
        verdict(atlas),
    ]
    if atlas.settings:
        parts += ["By other settings:", places("settings", {f"`{each.edition}`": each for each in atlas.settings})]
    return "\n\n".join(parts) + "\n"


def dungeons(name: str, survey: Survey) -> str:
    """How fair the dungeons of an edition are."""
    parts = [
        f"### How fair dungeons are: {name}",
        f"{survey.matches} matches of equal teams, {survey.cpu_seconds:.0f} seconds of one processor. Every second"
        " match is played with the map turned by 180 degrees. Made by",
        f"```\n{survey.command}\n```",
    ]
    for each in tables(survey):
        parts += [f"**{each.title}**", table(each.heads, each.lines)]
        if each.words:
            parts.append(each.words)
    return "\n\n".join(parts) + "\n"


def places(title: str, found: Mapping[str, Place] | Mapping[str, Setting]) -> str:
    return table((title, *PLACE_HEADS), [(name, *place_cells(each)) for name, each in found.items()])


def place_cells(found: Place | Setting) -> tuple[str, ...]:
    """The cells of a dungeon or of a setting, in the order of `PLACE_HEADS`."""
    means = (decimal(found.turns, 1), decimal(found.casualties, 1))
    return share(found.zone_a), share(found.first), *means, shares(found.endings)


def verdict(atlas: Atlas) -> str:
    uneven = [each.dungeon for each in atlas.dungeons if each.zone_a.is_uneven]
    if uneven:
        return (
            t(
                "**Uneven**: in {dungeons} the interval of end zone A lies outside 45 to 55 %.",
                dungeons=", ".join(uneven),
            )
            + " "
            + t(
                "The maps are not turned here; whether the dungeon or the script is to blame is told under the fairness"
                " of dungeons."
            )
        )
    return t("No dungeon is uneven: every interval of end zone A reaches into 45 to 55 %.")


def share(found: Share) -> str:
    return f"{100 * found.share:.0f} % ({100 * found.low:.0f}-{100 * found.high:.0f})"


def shares(endings: Mapping[str, int], total: int = 0) -> str:
    """How matches ended, in percent: of these, or of a total."""
    total = total or sum(endings.values())
    return ", ".join(f"{t(words)} {100 * count / total:.0f} %" for words, count in endings.items() if count)


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(str(each) for each in line) + " |" for line in lines)
