"""How fair dungeons are: matches of equal teams in every bundled one, and in many that the generator makes.

Every second match is played in the dungeon turned by 180 degrees, with the dice of the one before. A bot
that looks at squares in the order of reading and takes the first of equals does a little better where its end zone
lies in the north-west; turned, that helps the other side as much, and what is left is the dungeon. The script looks
from each side's own end.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Final

import msgspec

from dungeonbowl.bots.arena import Pairing, match_bots, play_game
from dungeonbowl.bots.seat import Seat
from dungeonbowl.dungeon.fairness import Fairness, fairness
from dungeonbowl.dungeon.generator import MODES, SIZES, TILE_SETS, generate
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.map_rules import MAP_RULES
from dungeonbowl.dungeon.text import bundled
from dungeonbowl.dungeon.turning import turned
from dungeonbowl.editions import fitting, name_of
from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark
from dungeonbowl.play.setting_up import dungeon_of, new_game, with_option
from dungeonbowl.words.notation import COACHES

AT_ONCE: Final = 20  # matches of a task
SIDES: Final = 2
APART: Final = 1000  # seeds of one generated dungeon
TOKENS: Final = ("balanced", "random")


class Wishes(msgspec.Struct, frozen=True):
    """What the generator was asked for."""

    size: str
    mode: str
    tiles: str
    tokens: str


class GroundTerms(msgspec.Struct, frozen=True, kw_only=True):
    """What is played. What is found follows from these terms alone."""

    edition: str  # its name, without options: every dungeon says what it needs
    games: int  # in each bundled dungeon
    generated: int  # dungeons
    generated_games: int  # in each of them
    seed: int = 1
    bot: str = "normal"


class Visit(msgspec.Struct, frozen=True):
    """Some matches in one dungeon: a bundled one by its name, or one by its wishes and seed."""

    edition: str
    name: str
    wishes: Wishes | None
    dungeon_seed: int
    bot: str
    seed: int  # matches 2n and 2n + 1 have seed + n
    first: int
    games: int


class Seen(msgspec.Struct, frozen=True, array_like=True):
    """What was counted as drawn and turned: matches that end zone A won, and decided ones. And what A has more of."""

    drawn: tuple[int, int]
    turned: tuple[int, int]
    lead: tuple[float, ...]  # of `LEADS`; empty for a bundled dungeon, or if the generator found none
    seconds: float

    def __add__(self, other: Seen) -> Seen:
        """The matches of both, in one dungeon."""
        return Seen(
            (self.drawn[0] + other.drawn[0], self.drawn[1] + other.drawn[1]),
            (self.turned[0] + other.turned[0], self.turned[1] + other.turned[1]),
            self.lead,
            self.seconds + other.seconds,
        )


# What may make one end zone better than the other, by the map alone: each is seen by A, less that of B.
LEADS: Final = mark(
    (
        "10 % more of the chests reached first",
        "nearest chest one step nearer",
        "chests one step nearer on average",
        "portals one step nearer on average",
        "one entrance more",
    )
)


def lead_of(report: Fairness) -> tuple[float, ...]:
    one, two = report.sides[0], report.sides[1]
    chests, portals = max(1, len(one.chests)), max(1, len(one.portals))
    found = (
        (one.race_share - two.race_share) * 5,  # both shares make one: 10 % more are 20 % of difference
        float(two.nearest_chest - one.nearest_chest),
        (two.chest_sum - one.chest_sum) / chests,
        (two.portal_sum - one.portal_sum) / portals,
        float(len(one.entrances) - len(two.entrances)),
    )
    return tuple(round(each, 4) for each in found)


def all_wishes(edition: str) -> list[Wishes]:
    """Every setting of the generator that two teams can be given."""
    tiles = TILE_SETS if MAP_RULES[edition].has_thin_walls else TILE_SETS[:1]  # where every dungeon is made of tiles
    sizes = SIZES if len(MODES[edition]) > 1 else SIZES[1:2]
    return [Wishes(*each) for each in product(sizes, MODES[edition], tiles, TOKENS)]


def names_of(edition: str) -> list[str]:
    """The bundled dungeons of an edition for two teams."""
    boards = ((name, dungeon_of(name)) for name in bundled())
    return [name for name, board in boards if board.edition == edition and int(board.teams) == SIDES]


def visits(terms: GroundTerms) -> list[Visit]:
    """All tasks: of bundled dungeons first, then of generated ones, all settings by turns."""
    bundled_ones = [(played_by(dungeon_of(name)), name) for name in names_of(terms.edition)]
    found = [
        Visit(edition, name, None, 0, terms.bot, terms.seed, first, games)
        for first, games in shares(terms.games)
        for edition, name in bundled_ones
    ]
    wishes = all_wishes(terms.edition)
    for number in range(terms.generated):
        wanted, seed = wishes[number % len(wishes)], terms.seed + number // len(wishes)
        found += [
            Visit(terms.edition, "", wanted, seed, terms.bot, terms.seed + number * APART, first, games)
            for first, games in shares(terms.generated_games)
        ]
    return found


def shares(games: int) -> Iterator[tuple[int, int]]:
    for first in range(0, games, AT_ONCE):
        yield first, min(AT_ONCE, games - first)


def played_by(board: Dungeon) -> str:
    """The edition that a dungeon needs, with the quick start."""
    return with_option(fitting(board.edition, board), "quick", 1)


@lru_cache(maxsize=64)
def boards_of(name: str, edition: str, wishes: Wishes | None, seed: int) -> tuple[Dungeon, Dungeon] | None:
    """A dungeon and the same one turned; None if the generator finds none."""
    if wishes is None:
        board = dungeon_of(name)
    else:
        try:
            board = generate(name_of(edition), seed, wishes.size, wishes.mode, wishes.tiles, tokens=wishes.tokens)
        except UserError:
            return None
    return board, turned(board)


def play_visit(visit: Visit) -> Seen:
    """Play the matches of a task."""
    began = time.process_time()
    boards = boards_of(visit.name, visit.edition, visit.wishes, visit.dungeon_seed)
    counts = [[0, 0], [0, 0]]
    lead: tuple[float, ...] = ()
    if boards is not None:
        edition = visit.edition if visit.wishes is None else played_by(boards[0])
        lead = lead_of(fairness(boards[0])) if visit.wishes is not None else ()
        pairing = Pairing(edition, home=visit.bot, away=visit.bot)
        for number in range(visit.first, visit.first + visit.games):
            seed = visit.seed + number // 2
            seats = [Seat(bot, tells=False) for bot in match_bots(pairing, seed)]
            result = play_game(new_game(edition, boards[number % 2]), seed, seats)
            if result.winner in COACHES:
                counts[number % 2][1] += 1
                counts[number % 2][0] += result.zones[COACHES.index(result.winner)] == "A"
    drawn, other = ((wins, games) for wins, games in counts)
    return Seen(drawn, other, lead, round(time.process_time() - began, 4))
