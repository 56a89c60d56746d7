"""The dice of an aftermath, and the assistant who closes what is late.

The dice are provable: the hash of a fresh seed is told when the match is over, the coach's word comes with the first
input, and each team has a stream of its own, so that neither coach's pace changes the other's dice. The seed is told
when all teams of the match have closed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from dungeonbowl.engine.dice import ProvableDice, unpacked
from dungeonbowl.league.aftermath.facts import MatchFacts
from dungeonbowl.league.aftermath.machine import Aftermath, Ask, Begin, Plan, Roll
from dungeonbowl.league.chain import Actor
from dungeonbowl.league.options import LeagueOptions

ASSISTANT = Actor("assistant")


def commitment_of(seed: bytes) -> str:
    return hashlib.sha256(seed).hexdigest()


def rolled(stream: ProvableDice, count: int, faces: int) -> tuple[int, ...]:
    return tuple(int(die) for die in unpacked(stream.roll(count, faces), count))


def shared_dice(seed: bytes, plan: Plan, facts: MatchFacts, options: LeagueOptions) -> dict[str, tuple[int, ...]]:
    """The dice that belong to all teams of a match, from a stream of the match itself."""
    stream = ProvableDice(seed, [facts.match])
    return {roll.name: rolled(stream, roll.count, roll.faces) for roll in plan.shared(facts, options)}


def stream_of(seed: bytes, aftermath: Aftermath) -> ProvableDice:
    """The dice of a team, from the first."""
    return ProvableDice(seed, [aftermath.word, aftermath.case.kept.team.id])


def roll_on(aftermath: Aftermath, stream: ProvableDice) -> None:
    """Roll until the coach is asked, or the aftermath is over."""
    while isinstance(aftermath.need, Roll):
        aftermath.give(rolled(stream, aftermath.need.count, aftermath.need.faces))


def finish(aftermath: Aftermath, seed: bytes, word: str = "") -> None:
    """The assistant closes an aftermath: he rolls what must be rolled and takes the usual option everywhere."""
    if isinstance(aftermath.need, Begin):
        aftermath.begin(word)
    stream = continued(aftermath, seed)
    while not aftermath.is_over:
        need = aftermath.need
        if isinstance(need, Ask):
            aftermath.choose(need.options[need.usual].text, ASSISTANT)
        else:
            roll_on(aftermath, stream)


def continued(aftermath: Aftermath, seed: bytes) -> ProvableDice:
    """The stream of a team, moved past the dice that have fallen. It is run again from the start, because how many
    bytes a die takes depends on its faces."""
    stream = stream_of(seed, aftermath)
    again = Aftermath(aftermath.case, aftermath.plan)
    for text in aftermath.inputs:
        if isinstance(again.need, Roll):
            rolled(stream, again.need.count, again.need.faces)
        again.put(text)
    return stream


def proven(aftermath: Aftermath, seed: bytes, inputs: Sequence[str]) -> bool:
    """Whether all dice of an aftermath came from its stream, and none was typed in."""
    again = Aftermath(aftermath.case, aftermath.plan)
    stream: ProvableDice | None = None
    for text in inputs:
        if isinstance(again.need, Roll):
            stream = stream or stream_of(seed, again)
            fallen = rolled(stream, again.need.count, again.need.faces)
            if text != "dice " + " ".join(str(die) for die in fallen):
                return False
        again.put(text)
    return True
