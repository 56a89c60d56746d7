"""Knock-outs: a bracket of matches, each of which waits for winners or losers of others.

A bracket is a list of slots. Two sources fill a slot: a seed, or the winner or loser of another slot. Where a source
turns out to be empty (a bye, a walk-over of both), the other team goes on without a match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark, t

NOBODY: Final = ""


class Source(msgspec.Struct, frozen=True):
    """Where a team of a slot comes from: the seed of that number, or the winner or loser of the slot of that number."""

    kind: Literal["seed", "winner", "loser"]
    number: int


class Slot(msgspec.Struct, frozen=True):
    """A place for a match in a bracket. Slots are numbered in the order of the list. `needed_if` is a slot that must
    have been lost by its first team, or this one is not played: the second match of a final with two lives."""

    round: int
    title: str
    sources: tuple[Source, Source]
    part: Literal["main", "second", "third", "final"] = "main"
    needed_if: int = -1


class Filled(msgspec.Struct, frozen=True):
    """A slot as far as it is known. A team is None while it is not known, and empty if nobody comes."""

    slot: int
    teams: tuple[str | None, str | None]
    winner: str | None = None
    loser: str | None = None

    @property
    def is_match(self) -> bool:
        """Whether two teams are to play here."""
        return bool(self.teams[0]) and bool(self.teams[1])

    @property
    def bye(self) -> str:
        """The team that goes on without a match; empty if there is none."""
        if None in self.teams or self.is_match:
            return NOBODY
        return self.teams[0] or self.teams[1] or NOBODY


TITLES: Final = mark({1: "final", 2: "semi-finals", 4: "quarter-finals"})
OTHER_TITLES: Final = mark(("match for third place", "final of the unbeaten", "final, second match", "second life"))
ROUND_OF: Final = "round of "


def seed_order(size: int) -> list[int]:
    """Seeds from top to bottom of a bracket, so that the best meet as late as they can.

    >>> seed_order(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return order


def size_of(teams: int) -> int:
    """The number of places in the first round."""
    return 1 << max(1, (teams - 1).bit_length())


def title_of(matches: int) -> str:
    """What a round with so many matches is called. It is written into logs, so it is English."""
    return TITLES.get(matches, f"round of {2 * matches}")


def title_said(title: str) -> str:
    """A title of a log in the language of the reader; what people have called a round stays."""
    head, number = title[: len(ROUND_OF)], title[len(ROUND_OF) :]
    return t("round of {teams}", teams=number) if head == ROUND_OF and number.isdigit() else t(title)


def bracket(teams: int, third_place: bool = True, second_life: bool = False) -> list[Slot]:
    """The slots of a bracket for so many teams (O-LEAGUE-03: two semi-finals, then a final and a match for third
    place)."""
    if teams < 2:
        raise UserError(f"knock-out: expected at least two teams, found {teams}")
    return double(teams) if second_life else single(teams, third_place)


def single(teams: int, third_place: bool) -> list[Slot]:
    size = size_of(teams)
    slots = first_round(size)
    level = list(range(len(slots)))
    round_number = 1
    while len(level) > 1:
        round_number += 1
        if len(level) == 2 and third_place:
            losers = (Source("loser", level[0]), Source("loser", level[1]))
            slots.append(Slot(round_number, "match for third place", losers, "third"))
        level = add_winners(slots, level, round_number)
    return slots


def first_round(size: int) -> list[Slot]:
    order = seed_order(size)
    part: Literal["main", "final"] = "final" if size == 2 else "main"
    return [
        Slot(1, title_of(size // 2), (Source("seed", order[index]), Source("seed", order[index + 1])), part)
        for index in range(0, size, 2)
    ]


def add_winners(slots: list[Slot], level: list[int], round_number: int) -> list[int]:
    """The slots in which the winners of `level` meet."""
    found: list[int] = []
    title = title_of(len(level) // 2)
    for index in range(0, len(level), 2):
        found.append(len(slots))
        sources = (Source("winner", level[index]), Source("winner", level[index + 1]))
        slots.append(Slot(round_number, title, sources, "final" if len(level) == 2 else "main"))
    return found


def double(teams: int) -> list[Slot]:
    """With two lives: who loses goes on in a second bracket, whose winner meets the winner of the first. If the
    unbeaten team loses that match, the two meet once more."""
    slots = first_round(size_of(teams))
    upper = list(range(len(slots)))
    lower: list[int] = []
    fresh = upper  # slots whose losers begin their second life next
    while True:
        if lower and len(fresh) == len(lower):
            # turned round, so that teams that met in the first bracket meet again late
            pairs = list(zip(lower, reversed(fresh), strict=True))
            lower = [add_second(slots, Source("winner", one), Source("loser", other)) for one, other in pairs]
        elif not lower and len(fresh) > 1:
            lower = [
                add_second(slots, Source("loser", fresh[index]), Source("loser", fresh[index + 1]))
                for index in range(0, len(fresh), 2)
            ]
        if len(upper) == 1:
            break
        round_number = max(slots[number].round for number in upper) + 1
        upper = add_winners(slots, upper, round_number)
        fresh = upper
        while len(lower) > len(fresh):
            lower = [
                add_second(slots, Source("winner", lower[index]), Source("winner", lower[index + 1]))
                for index in range(0, len(lower), 2)
            ]
    second = Source("winner", lower[0]) if lower else Source("loser", upper[0])
    round_number = 1 + max(slot.round for slot in slots)
    slots = [
        msgspec.structs.replace(slot, title="final of the unbeaten", part="main") if slot.part == "final" else slot
        for slot in slots
    ]
    slots.append(Slot(round_number, "final", (Source("winner", upper[0]), second), "final"))
    last = len(slots) - 1
    again = (Source("winner", upper[0]), second)
    slots.append(Slot(round_number + 1, "final, second match", again, "final", needed_if=last))
    return slots


def add_second(slots: list[Slot], one: Source, other: Source) -> int:
    """A slot of the second life."""
    round_number = 1 + max(slots[source.number].round for source in (one, other))
    slots.append(Slot(round_number, "second life", (one, other), "second"))
    return len(slots) - 1


def fill(
    slots: Sequence[Slot],
    seeds: Sequence[str],
    decided: Mapping[int, str],
    paired: Mapping[int, tuple[str, str]] | None = None,
) -> list[Filled]:
    """The bracket as far as results go. `seeds` are the teams, the best first. `decided` has the team that goes on by
    slot; it is empty if nobody does. `paired` has the teams of matches that were published: they stay, even if an
    earlier result was corrected since."""
    found: list[Filled] = []
    for number, slot in enumerate(slots):
        if paired and number in paired:
            found.append(settled(number, paired[number], decided))
        elif slot.needed_if >= 0:
            found.append(second_match(number, slot, seeds, found, decided))
        else:
            teams = (team_of(slot.sources[0], seeds, found), team_of(slot.sources[1], seeds, found))
            found.append(settled(number, teams, decided))
    return found


def second_match(
    number: int, slot: Slot, seeds: Sequence[str], found: Sequence[Filled], decided: Mapping[int, str]
) -> Filled:
    """The second match of a final with two lives: only if the unbeaten team has lost the first."""
    before = found[slot.needed_if]
    if before.winner is None:
        return Filled(number, (None, None))
    if before.winner != before.teams[1] or not before.is_match:
        return Filled(number, (NOBODY, NOBODY), NOBODY, NOBODY)
    return settled(number, (before.teams[0], before.teams[1]), decided)


def settled(number: int, teams: tuple[str | None, str | None], decided: Mapping[int, str]) -> Filled:
    if None in teams:
        return Filled(number, teams)
    if not (teams[0] and teams[1]):
        return Filled(number, teams, teams[0] or teams[1] or NOBODY, NOBODY)
    if number not in decided:
        return Filled(number, teams)
    winner = decided[number]
    if winner and winner not in teams:
        raise UserError(f"knock-out: {winner} cannot go on from a match of {teams[0]} and {teams[1]}")
    if not winner:
        return Filled(number, teams, NOBODY, NOBODY)
    return Filled(number, teams, winner, teams[1] if winner == teams[0] else teams[0])


def team_of(source: Source, seeds: Sequence[str], found: Sequence[Filled]) -> str | None:
    if source.kind == "seed":
        return seeds[source.number - 1] if source.number <= len(seeds) else NOBODY
    before = found[source.number]
    return before.winner if source.kind == "winner" else before.loser


def is_over(filled: Sequence[Filled]) -> bool:
    return all(each.winner is not None for each in filled)


def next_round(slots: Sequence[Slot], filled: Sequence[Filled]) -> int:
    """The first round with a match that is not decided; 0 if there is none."""
    return min((slots[each.slot].round for each in filled if each.winner is None), default=0)


def places(slots: Sequence[Slot], filled: Sequence[Filled], seeds: Sequence[str]) -> list[list[str]]:
    """Who has come where, the champion first. Teams that went out in the same round share a place, except where a match
    for third place was played."""
    if not is_over(filled):
        raise UserError("knock-out: the last match is not decided")
    out_in: dict[str, tuple[int, int]] = {}
    third: list[str] = []
    for each in filled:
        slot = slots[each.slot]
        if slot.part == "third":
            third = [team for team in (each.winner, each.loser) if team]
            continue
        for team in each.teams:
            if team and team != each.winner:
                out_in[team] = (slot.round, int(slot.part == "final"))
    champion = next((each.winner for each in reversed(filled) if slots[each.slot].part == "final" and each.winner), "")
    out_in.pop(champion or "", None)
    by_round: dict[tuple[int, int], list[str]] = {}
    for team in seeds:
        if team != champion and team not in third:
            by_round.setdefault(out_in.get(team, (0, 0)), []).append(team)
    found = [[champion]] if champion else []
    rest = [teams for _, teams in sorted(by_round.items(), reverse=True)]
    if third:
        finalists = [team for team in (rest[0] if rest else []) if out_in.get(team, (0, 0))[1]]
        found += [finalists] if finalists else []
        found += [[team] for team in third]
        rest = rest[1:] if finalists else rest
    return found + rest


def roll_off(dice: Sequence[tuple[int, int]], rerolls: tuple[int, int]) -> int:
    """Who goes on after a draw: 0 for the first-named team, 1 for the other. Each coach rolls a D6 and adds the team
    re-rolls that he has left; equal sums are rolled again. `dice` are the rolls of both, one after the other."""
    for number, (first, second) in enumerate(dice, 1):
        if not (1 <= first <= 6 and 1 <= second <= 6):
            raise UserError(f"roll-off: expected two dice of 1 to 6, found {first} and {second}")
        sums = (first + rerolls[0], second + rerolls[1])
        if sums[0] != sums[1]:
            if number < len(dice):
                raise UserError("roll-off: it was decided before the last dice")
            return 0 if sums[0] > sums[1] else 1
    raise UserError("roll-off: the sums are equal; expected two more dice")
