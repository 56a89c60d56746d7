"""A survey of dungeons as tables: for the terminal, for the page in the browser, and for the documentation."""

from __future__ import annotations

from typing import Final

import msgspec

from dungeonbowl.atlas.book import Share
from dungeonbowl.atlas.survey import Level, Survey, Suspect
from dungeonbowl.atlas.survey_showing import GENERATED, MAPS, Sought
from dungeonbowl.languages import decimal, mark, number, plural, t

KINDS: Final = mark({"size": "size", "mode": "mode", "tiles": "tile set", "tokens": "chests and portals"})
# What the generator is asked for. Commands have the words themselves, as they are typed.
LEVELS: Final = mark(
    {name: name for name in ("quick", "standard", "grand", "symmetric", "free", "mixed", "balanced", "random")}
)
UNEVEN: Final = mark("uneven")
OPEN: Final = mark("open")
EVEN: Final = mark("even")
SURELY: Final = (0.40, 0.60)  # what an interval must lie within, before a dungeon is called even
HALF: Final = 0.5


class SurveyTable(msgspec.Struct, frozen=True):
    """One table with its title, and what is to be said about it. `asked` has what the matches behind each cell are
    asked for by; nothing for a cell that no match shows."""

    title: str
    heads: list[str]
    lines: list[list[str]]
    asked: list[list[Sought | None]]
    words: str = ""


def tables(survey: Survey) -> list[SurveyTable]:
    found = [bundled_table(survey)] if survey.bundled else []
    if survey.generated is not None:
        found.append(settings_table(survey, survey.generated))
    if survey.leads:
        found.append(leads_table(survey))
    if survey.suspects:
        found.append(suspects_table(survey))
    return found


def share(found: Share) -> str:
    return f"{100 * found.share:.0f} % ({100 * found.low:.0f}-{100 * found.high:.0f})"


def bundled_table(survey: Survey) -> SurveyTable:
    lines = [
        [
            each.dungeon,
            share(each.zone_a),
            share(each.drawn),
            share(each.turned),
            t(judged(each.zone_a)),
        ]
        for each in survey.bundled
    ]
    return SurveyTable(
        t("How often end zone A wins, equal teams"),
        [t("dungeon"), t("altogether"), t("as drawn"), t("turned by 180°"), t("verdict")],
        lines,
        [
            [None, Sought(dungeon=each.dungeon), *(Sought(dungeon=each.dungeon, map=name) for name in MAPS), None]
            for each in survey.bundled
        ],
        verdict(survey),
    )


def judged(found: Share) -> str:
    """Uneven, even, or open: that nothing was found is no proof, so an interval must say that a dungeon is even."""
    if found.is_uneven:
        return UNEVEN
    return EVEN if found.low >= SURELY[0] and found.high <= SURELY[1] else OPEN


def verdict(survey: Survey) -> str:
    """Which dungeons are uneven; and where only a habit of the bots made one seem so."""
    bad = [each.dungeon for each in survey.bundled if each.zone_a.is_uneven]
    words = (
        t("Uneven: {dungeons}: the interval lies outside 45 to 55 %.", dungeons=", ".join(bad))
        if bad
        else t("None is uneven: every interval reaches into 45 to 55 %.")
    )
    verdicts = {judged(each.zone_a) for each in survey.bundled}
    if EVEN in verdicts:
        words += " " + t("Even: the interval also lies within 40 to 60 %.")
    if OPEN in verdicts:
        words += " " + t("Open: so few matches that a dungeon may still be uneven.")
    leaning = [
        each.dungeon
        for each in survey.bundled
        if judged(each.zone_a) == OPEN and not each.zone_a.low <= HALF <= each.zone_a.high
    ]
    if leaning:
        words += " " + t(
            "In {dungeons} one end zone likely wins more than the other; whether by more than 55 % is open.",
            dungeons=", ".join(leaning),
        )
    habit = [
        each.dungeon
        for each in survey.bundled
        if each.dungeon not in bad and (each.drawn.low - each.turned.high > 0 or each.turned.low - each.drawn.high > 0)
    ]
    if habit:
        words += " " + t(
            "In {dungeons} the share changes sides when the map is turned: there the bots do better from one corner."
            " The dungeon is not to blame.",
            dungeons=", ".join(habit),
        )
    return words


def settings_table(survey: Survey, everything: Level) -> SurveyTable:
    lines = [level_line(t("all"), everything)]
    asked = [level_asked(Sought(dungeon=GENERATED))]
    for kind, levels in survey.settings.items():
        lines += [level_line(f"{t(KINDS[kind])}: {level_said(each.name)}", each) for each in levels]
        asked += [level_asked(Sought(**{kind: each.name})) for each in levels]
    words = t(
        "How far dungeons lie from one half in percentage points, on the average (root of the mean square), with the"
        " luck of the dice taken off; and how many of a hundred lie within 45 to 55 %, if they lie around one half as"
        " errors do."
    )
    words += fairest(survey)
    if survey.missed:
        words += " " + plural(
            "For {count} seed the generator found no dungeon.",
            "For {count} seeds the generator found no dungeon.",
            survey.missed,
        )
    return SurveyTable(
        t(
            "{dungeons} generated dungeons, {matches} matches in each",
            dungeons=number(everything.dungeons),
            matches=survey.terms.generated_games,
        ),
        [t("setting"), t("dungeons"), t("end zone A wins"), t("from one half"), t("fair of 100")],
        lines,
        asked,
        words,
    )


def fairest(survey: Survey) -> str:
    """Which settings make the fairest dungeons, and whether that is more than chance."""
    best = {kind: min(levels, key=lambda each: each.away) for kind, levels in survey.settings.items()}
    if not best:
        return ""
    named = ", ".join(f"{t(KINDS[kind])} {level_said(each.name)}" for kind, each in best.items())
    sure = [
        t(
            "{kind} {best} before {other}",
            kind=t(KINDS[kind]),
            best=level_said(best[kind].name),
            other=level_said(each.name),
        )
        for kind, levels in survey.settings.items()
        for each in levels
        if best[kind].high < each.low
    ]
    fairest = t("The fairest of each kind: {settings}.", settings=named)
    if sure:
        return f" {fairest} " + t("Proven: {settings}.", settings=", ".join(sure))
    return f" {fairest} " + t("All their intervals overlap, so that none is proven.")


def level_said(name: str) -> str:
    return t(LEVELS.get(name, name))


def level_line(name: str, each: Level) -> list[str]:
    away, low, high = (decimal(100 * points, 1) for points in (each.away, each.low, each.high))
    return [name, number(each.dungeons), share(each.zone_a), f"{away} ({low}-{high})", decimal(100 * each.fair, 0)]


def level_asked(sought: Sought) -> list[Sought | None]:
    """What the cells of `level_line` are asked for by."""
    return [None, *[sought] * 4]


def leads_table(survey: Survey) -> SurveyTable:
    return SurveyTable(
        t("What a lead on the map is worth, in generated dungeons"),
        [t("the end zone that has"), t("wins")],
        [[t(name), each.words] for name, each in survey.leads.items()],
        [[None, Sought(lead=name)] for name in survey.leads],
    )


def suspects_table(survey: Survey) -> SurveyTable:
    return SurveyTable(
        t("The generated dungeons that look least fair"),
        [t("dungeon"), t("end zone A won"), t("likely share")],
        [
            [
                made_by(survey, each),
                t("{won} of {played}", won=each.zone_a.wins, played=each.zone_a.games),
                f"{100 * each.likely:.0f} %",
            ]
            for each in survey.suspects
        ],
        [[None, *[made_as(each)] * 2] for each in survey.suspects],
        t("The likely share draws each to one half as far as so few matches demand."),
    )


def made_by(survey: Survey, each: Suspect) -> str:
    """The options of `dungeonbowl dungeon generate` that make it again."""
    wishes = each.wishes
    words = f"--edition {survey.terms.edition} --seed {each.seed} --size {wishes.size} --mode {wishes.mode}"
    if "tiles" in survey.settings:
        words += f" --tiles {wishes.tiles}"
    return f"{words} --tokens {wishes.tokens}"


def made_as(each: Suspect) -> Sought:
    wishes: dict[str, str] = msgspec.structs.asdict(each.wishes)
    return Sought(seed=str(each.seed), **wishes)
