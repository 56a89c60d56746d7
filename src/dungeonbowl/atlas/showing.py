"""Which match shows a figure of an atlas: every figure can be looked at."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from dungeonbowl.atlas.book import Atlas
from dungeonbowl.atlas.fitting import EFFECTS
from dungeonbowl.atlas.playing import Bout, bouts, teams_of, worth_of
from dungeonbowl.errors import UserError


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What a match is to show: rosters, a dungeon, something that one side has more of, other settings. What is empty
    does not matter."""

    one: str = ""
    two: str = ""
    dungeon: str = ""
    about: str = ""
    setting: str = ""
    number: int = 0  # of those that show it, from 0


def showing(atlas: Atlas, wanted: Wanted) -> Bout:
    """The match of an atlas that shows something. `UserError` if there is none."""
    for number, bout in enumerate(all_showing(atlas, wanted)):
        if number == wanted.number:
            return bout
    told = ", ".join(f"{name} {value}" for name, value in msgspec.to_builtins(wanted).items() if value)
    raise UserError(f"{told}: no match of the atlas shows this")


def all_showing(atlas: Atlas, wanted: Wanted) -> Iterator[Bout]:
    terms = atlas.terms
    if wanted.setting and wanted.setting not in {terms.edition, *(each.edition for each in atlas.settings)}:
        return
    if wanted.about and wanted.about not in EFFECTS:
        return
    rosters = {each for each in (wanted.one, wanted.two) if each}
    for bout in bouts(terms):
        if rosters <= set(bout.rosters) and wanted.dungeon in ("", bout.dungeon) and shows(bout, wanted.about):
            yield msgspec.structs.replace(bout, edition=wanted.setting or bout.edition)


def shows(bout: Bout, about: str) -> bool:
    """Whether one side has more of something that a coach can have more of. First turns and end zones are in every
    match."""
    counted = EFFECTS[2:]
    if about not in counted:
        return True
    one, two = (worth_of(team)[counted.index(about)] for team in teams_of(bout))
    return one != two
