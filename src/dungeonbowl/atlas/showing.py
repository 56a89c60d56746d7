"""Which match shows a figure of an atlas: every figure can be looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

import msgspec

from dungeonbowl.atlas.book import Atlas, Place, Setting, Strength
from dungeonbowl.atlas.fitting import EFFECTS
from dungeonbowl.atlas.playing import Bout, bouts, play_bout, teams_of, worth_of
from dungeonbowl.errors import UserError

MOST_TRIED: Final = 40  # matches that are played to find one with a certain ending


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What a match is to show: rosters, a dungeon, something that one side has more of, other settings, how it ended.
    What is empty does not matter."""

    one: str = ""
    two: str = ""
    dungeon: str = ""
    about: str = ""
    setting: str = ""
    ending: str = ""  # how it ended
    number: int = 0  # of those that show it, from 0


def showing(atlas: Atlas, wanted: Wanted) -> Bout:
    """The match of an atlas that shows something. `UserError` if there is none."""
    for number, bout in enumerate(all_showing(atlas, wanted)):
        if number == wanted.number:
            return bout
    told = ", ".join(f"{name} {value}" for name, value in msgspec.to_builtins(wanted).items() if value)
    raise UserError(f"{told}: no match of the atlas shows this")


def all_showing(atlas: Atlas, wanted: Wanted) -> Iterator[Bout]:
    found = fitting(atlas, wanted)
    return ended_so(atlas, wanted, found) if wanted.ending else found


def fitting(atlas: Atlas, wanted: Wanted) -> Iterator[Bout]:
    """The matches that show something, whatever their ending."""
    terms = atlas.terms
    if wanted.setting and wanted.setting not in {terms.edition, *(each.edition for each in atlas.settings)}:
        return
    if wanted.about and wanted.about not in EFFECTS:
        return
    rosters = {each for each in (wanted.one, wanted.two) if each}
    for bout in bouts(terms):
        if rosters <= set(bout.rosters) and wanted.dungeon in ("", bout.dungeon) and shows(bout, wanted.about):
            yield msgspec.structs.replace(bout, edition=wanted.setting or bout.edition)


def ended_so(atlas: Atlas, wanted: Wanted, found: Iterator[Bout]) -> Iterator[Bout]:
    """Those that ended so. The atlas has an example for each roster, dungeon and setting; others are found by playing
    them, if they are not too rare."""
    at = example(atlas, wanted)
    known: Bout | None = None
    if at is not None:
        known = bouts(atlas.terms)[at]
        known = msgspec.structs.replace(known, edition=wanted.setting or known.edition)
        yield known
    for bout in islice(found, MOST_TRIED):
        if bout != known and play_bout(bout).ending == wanted.ending:
            yield bout


def example(atlas: Atlas, wanted: Wanted) -> int | None:
    """The place in the plan of a match that ended so, if the atlas has noted one for what is asked."""
    names = [name for name in (wanted.one, wanted.dungeon, wanted.setting) if name]
    if wanted.two or wanted.about or len(names) > 1:
        return None
    name = names[0] if names else ""
    known: Sequence[Strength | Place | Setting] = atlas.dungeons
    if name:
        known = atlas.rosters if wanted.one else atlas.settings if wanted.setting else atlas.dungeons
    for each in known:
        if wanted.ending in each.examples and name in ("", each.key):
            return each.examples[wanted.ending]
    return None


def shows(bout: Bout, about: str) -> bool:
    """Whether one side has more of something that a coach can have more of. First turns and end zones are in every
    match."""
    counted = EFFECTS[2:]
    if about not in counted:
        return True
    one, two = (worth_of(team)[counted.index(about)] for team in teams_of(bout))
    return one != two
