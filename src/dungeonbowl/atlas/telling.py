"""What the atlas that comes with the program knows about rosters, in sentences for coaches."""

from __future__ import annotations

from dungeonbowl.atlas.book import Atlas, shipped
from dungeonbowl.editions import name_of
from dungeonbowl.languages import t
from dungeonbowl.play.setting_up import rules_of


def atlas_of(edition: str) -> Atlas | None:
    """The atlas of an edition in its text form, with or without options."""
    return shipped(name_of(rules_of(edition).edition))


def of_roster(edition: str, roster: str) -> list[str]:
    """How a roster does, and against whom best and worst. Nothing where the atlas knows nothing."""
    atlas = atlas_of(edition)
    found = atlas.strength(roster) if atlas is not None else None
    if atlas is None or found is None:
        return []
    others = [(each.name, atlas.chance(roster, each.roster)) for each in atlas.rosters if each.roster != roster]
    known = sorted(((chance, name) for name, chance in others if chance is not None), key=lambda pair: pair[0].chance)
    (worst, worst_name), (best, best_name) = known[0], known[-1]
    return [
        t(
            "The atlas: {roster} wins {chance} against an average roster, {best} against {easiest},"
            " {worst} against {hardest}.",
            roster=found.name,
            chance=found.chance.words,
            best=best.words,
            easiest=best_name,
            worst=worst.words,
            hardest=worst_name,
        )
    ]


def of_meeting(edition: str, one: str, two: str, dungeon: str = "") -> list[str]:
    """How one roster does against another, in a dungeon if the atlas knows it."""
    atlas = atlas_of(edition)
    if atlas is None or one == two:
        return []
    chance, mine, theirs = atlas.chance(one, two, dungeon), atlas.strength(one), atlas.strength(two)
    if chance is None or mine is None or theirs is None:
        return []
    told = {"one": mine.name, "chance": chance.words, "other": theirs.name}
    if dungeon in atlas.terms.dungeons:
        return [t("The atlas: {one} wins {chance} against {other} here.", **told)]
    return [t("The atlas: {one} wins {chance} against {other}.", **told)]
