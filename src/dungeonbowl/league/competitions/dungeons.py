"""Where the matches of a competition are played.

The option `dungeons` is one of the words below, or the ids of some dungeons, which take turns from round to round. All
tables of a round play in the same dungeon. What is drawn follows from the competition and the round, so that anybody
can look it up.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from dungeonbowl.dungeon.fairness import fairness
from dungeonbowl.dungeon.generator import generate
from dungeonbowl.dungeon.text import bundled, load_dungeon, write_dungeon
from dungeonbowl.editions import build, name_of
from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark
from dungeonbowl.records.setup import check_playable

USUAL: Final = "usual"
DRAWN: Final = "drawn"
GENERATED: Final = "generated"
HOME: Final = "home"
DICE: Final = "dice"
# The ways to find a dungeon, each in words.
WAYS: Final = mark(
    {
        USUAL: "the usual dungeon of the edition, in every match",
        DRAWN: "another dungeon of the library each round, drawn by lot",
        GENERATED: "a new dungeon each round, generated so that neither side has an advantage",
        HOME: "the coach of the first-named team chooses when the match begins",
        DICE: "rolled for before each match, in editions that have dice for it",
    }
)
TWO: Final = 2  # teams of a match whose dungeon is rolled for
ATTEMPTS: Final = 40  # dungeons that are generated until one is fair
LARGEST_SEED: Final = 2_000_000_000


def check_dungeons(words: Sequence[str], edition: str) -> None:
    """`UserError` if matches of an edition cannot be played there."""
    if len(words) == 1 and words[0] in WAYS:
        if words[0] == DICE and not has_dice(edition):
            raise UserError(f"option dungeons: {name_of(edition)} has no dice for dungeons")
        return
    for word in words:
        if word not in bundled():
            expected = ", ".join((*WAYS, *library(name_of(edition), 0)))
            raise UserError(f"option dungeons: expected one of {expected}, found {word!r}")
        if load_dungeon(word).edition != name_of(edition):
            raise UserError(f"option dungeons: {word} is a dungeon of {load_dungeon(word).edition}")


def has_dice(edition: str) -> bool:
    layouts = build(edition).layouts
    return bool(layouts.names) and not layouts.usual


def dungeon_for(words: Sequence[str], edition: str, teams: int, place: tuple[str, int, int], chosen: str = "") -> str:
    """The dungeon of a match, as its id or its text; empty for the usual one, `dice` if it is rolled for. `place` is
    the competition (its id), the stage and the round: all matches of a round are played in the same one. `chosen` is
    what the first-named coach wants."""
    about = " ".join(str(part) for part in place)
    turn = place[2]
    way = words[0] if len(words) == 1 else ""
    if not words or way == USUAL:
        return usual_for(edition, teams)
    if way == DICE:
        return DICE
    if way == HOME:
        return chosen
    if way == GENERATED:
        return generated_dungeon(name_of(edition), teams, about)
    listed = library(edition, teams) if way == DRAWN else list(words)
    if not listed:
        return usual_for(edition, teams)
    return listed[number(about) % len(listed)] if way == DRAWN else listed[(turn - 1) % len(listed)]


def library(edition: str, teams: int) -> list[str]:
    """The bundled dungeons that an edition can be played in by so many teams; 0 for any number of them."""
    rules = build(edition)
    found = []
    for identity in bundled():
        board = load_dungeon(identity)
        if board.edition != name_of(edition) or (teams and board.teams != teams):
            continue
        try:
            check_playable(rules, board, int(board.teams))
        except UserError:
            continue
        found.append(identity)
    return found


@lru_cache(maxsize=64)
def usual_for(edition: str, teams: int) -> str:
    """Where so many teams play if nothing else is said: empty for the usual dungeon of the edition. For three or four
    teams it is the first of the library that their edition can be played in, or else a small one that is always the
    same."""
    usual = build(edition).layouts.usual
    if teams == (int(load_dungeon(usual).teams) if usual else TWO):
        return ""
    listed = library(edition, teams)
    return listed[0] if listed else write_dungeon(generate(name_of(edition), 1, "quick", teams=teams))


@lru_cache(maxsize=64)
def generated_dungeon(edition: str, teams: int, about: str) -> str:
    """The text of the first fair dungeon that some words give; of the last one if none is fair."""
    for attempt in range(ATTEMPTS):
        board = generate(edition, number(f"{about} {attempt}") % LARGEST_SEED, teams=teams)
        if fairness(board).is_fair:
            break
    return write_dungeon(board)


def number(words: str) -> int:
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[:8], "big")


@lru_cache(maxsize=256)
def dungeon_title(identity: str) -> str:
    """What people call a dungeon: the name that a bundled one has, for others what they are known by."""
    return str(load_dungeon(identity).name) if identity in bundled() else identity
