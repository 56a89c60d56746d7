"""What differs between two states of one team, in sentences for people: shown before a correction is confirmed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

import msgspec

from dungeonbowl.languages import mark, number, t
from dungeonbowl.league.changes import words
from dungeonbowl.league.coded_words import deed_said, staff_said
from dungeonbowl.league.kept import Career, Kept
from dungeonbowl.teams.team import Gain, Player, Team
from dungeonbowl.teams.value import current_team_value, team_rating, team_value

ARROW: Final = "→"
# What is compared of a player, and what it is called.
NUMBERS: Final = mark(
    {
        "earned": "points",
        "unspent": "unspent points",
        "niggles": "niggling injuries",
        "mvps": "MVP awards",
        "games": "games",
        "seasons": "seasons",
        "number": "number",
    }
)
FLAGS: Final = mark(
    {
        "misses_next_game": ("misses the next game", "does not miss the next game"),
        "hurt_now": ("will miss the next game", "will not miss the next game"),
        "retired": ("is retired for the season", "is not retired"),
        "confiscated": ("has lost its weapon", "has its weapon"),
        "journeyman": ("is a journeyman", "is no journeyman"),
    }
)
RECORD: Final = mark({"won": "won", "drawn": "drawn", "lost": "lost", "season_games": "games of this season"})


class Difference(msgspec.Struct, frozen=True):
    """A team before and after something, and every difference between them as a line."""

    before: Kept
    after: Kept
    lines: list[str]


def difference(before: Kept, after: Kept) -> Difference:
    """What changes from one state of a team to another. What both have in common is not told."""
    return Difference(before, after, list(all_lines(before, after)))


def all_lines(before: Kept, after: Kept) -> Iterator[str]:
    yield from team_lines(before, after)
    for identity in dict.fromkeys([*before.careers, *after.careers]):
        yield from career_lines(before.careers.get(identity), after.careers.get(identity))


def changed(what: str, old: int | str, new: int | str) -> Iterator[str]:
    if old != new:
        yield f"{what}: {shown(old)} {ARROW} {shown(new)}"


def shown(value: int | str) -> str:
    return number(value) if isinstance(value, int) else value or t("none")


# --- the team ---------------------------------------------------------------------------------------------------------


def team_lines(before: Kept, after: Kept) -> Iterator[str]:
    old, new = before.team, after.team
    yield from changed(t("name"), old.name, new.name)
    yield from changed(t("state"), t(words(before.state)), t(words(after.state)))
    yield from changed(t("owner"), before.owner, after.owner)
    yield from changed(t("season"), old.season, new.season)
    yield from changed(t("games"), old.games, new.games)
    for key, word in RECORD.items():
        yield from changed(t(word), getattr(before, key), getattr(after, key))
    yield from changed(t("treasury"), old.treasury, new.treasury)
    yield from changed(t("re-rolls"), old.rerolls, new.rerolls)
    for key in dict.fromkeys([*old.staff, *new.staff]):
        yield from changed(staff_said(key), old.staff.get(key, 0), new.staff.get(key, 0))
    if old.trophy != new.trophy:
        yield t("the team has the trophy" if new.trophy else "the team does not have the trophy")
    for what, amount in figures(old).items():
        yield from changed(what, amount, figures(new).get(what, 0))


def figures(team: Team) -> dict[str, int]:
    """What the team is worth, by the figures of its edition."""
    if not team.edition:
        return {}
    if team.facts.draft.counts_gold:
        return {t("team value"): team_value(team), t("current team value"): current_team_value(team)}
    return {t("team rating"): team_rating(team)}


# --- its players ------------------------------------------------------------------------------------------------------


def career_lines(before: Career | None, after: Career | None) -> Iterator[str]:
    if before is None or after is None:
        known = before or after
        assert known is not None
        yield f"{known.player.name}: {t('was never of the team' if after is None else 'joins the team')}"
        return
    name = after.player.name
    if before.how != after.how:
        gone = t("is not on the list ({how})", how=t(after.how)) if after.how is not None else t("is on the list")
        yield f"{name}: {gone}"
    yield from player_lines(name, before.player, after.player)
    for deed in dict.fromkeys([*before.deeds, *after.deeds]):
        if deed != "mvp":  # told with the player
            yield from changed(f"{name}: {deed_said(deed)}", before.deeds.get(deed, 0), after.deeds.get(deed, 0))


def player_lines(name: str, old: Player, new: Player) -> Iterator[str]:
    yield from changed(t("name"), old.name, new.name)
    for key, word in NUMBERS.items():
        yield from changed(f"{name}: {t(word)}", getattr(old, key), getattr(new, key))
    yield from gain_lines(name, old, new)
    yield from loss_lines(name, old, new)
    yield from changed(f"{name}: {t('item')}", old.item, new.item)
    for key, (yes, no) in FLAGS.items():
        if getattr(old, key) != getattr(new, key):
            yield f"{name}: {t(yes if getattr(new, key) else no)}"


def gain_lines(name: str, old: Player, new: Player) -> Iterator[str]:
    had, has = Counter(old.gained), Counter(new.gained)
    for gain in (had - has).elements():
        yield t("{player}: loses {gain}", player=name, gain=gain_words(gain))
    for gain in (has - had).elements():
        yield t("{player}: gains {gain}", player=name, gain=gain_words(gain))


def loss_lines(name: str, old: Player, new: Player) -> Iterator[str]:
    had, has = Counter(old.losses), Counter(new.losses)
    for loss in (had - has).elements():
        yield t("{player}: gets back 1 {characteristic}", player=name, characteristic=loss.upper())
    for loss in (has - had).elements():
        yield t("{player}: loses 1 {characteristic}", player=name, characteristic=loss.upper())


def gain_words(gain: Gain) -> str:
    return gain.skill or f"+1 {gain.raised.upper()}"
