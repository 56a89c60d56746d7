"""Matches as rows of a table: everything that was played and what came of it, so that any row can be played again."""

from __future__ import annotations

from typing import Any, Final

from dungeonbowl import __version__
from dungeonbowl.bots.arena import Pairing, Result, Tally, match_bots, new_game, new_match, play_game
from dungeonbowl.bots.recording import mixed, play_out, result_of
from dungeonbowl.bots.seat import Seat
from dungeonbowl.engine.casualties import CAUSE_NAMES
from dungeonbowl.engine.events import CASUALTY_SETTLED, CHEST_OPENED, TELEPORTED, Event
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.match import Match
from dungeonbowl.errors import UserError
from dungeonbowl.play.setting_up import sides_of, stage
from dungeonbowl.words.luck import Reader, total_luck

SIDES: Final = ("home", "away")
# The columns that each side has: home_turns, away_turns, and so on.
OF_SIDES: Final = ("touchdowns", "turns", "turnovers", "casualties", "knocked_out", "lost", "sent_off")
MORE_OF_SIDES: Final = ("chests_opened", "portals", "luck")
CAUSES: Final = tuple(name.replace("-", "_") for name in CAUSE_NAMES[1:])
COMPARED: Final = ("winner", "ending", "first", "decisions", *(f"{side}_{name}" for side in SIDES for name in OF_SIDES))
# Without these a row cannot be played again.
NEEDED: Final = (
    *("seed", "version", "edition", "options", "dungeon", "home_bot", "away_bot", "home_team", "away_team"),
    *COMPARED,
)
TEXTS: Final = ("edition", "options", "dungeon", "home_bot", "away_bot", "home_team", "away_team")  # of those


class Detailed(Result, frozen=True, kw_only=True):
    """A result with what the table of matches has besides: what was played, causes of casualties, portals, luck."""

    pairing: Pairing
    causes: dict[str, int]  # casualties of both sides that stood, by their cause
    chests_opened: tuple[int, ...]  # by the players of each side
    portals: tuple[int, ...]  # teleports of the players of each side
    luck: tuple[float, ...]  # standard deviations above what the dice of a side promised


class DetailedTally(Tally):
    """Counts more, and keeps all events: luck is read from the whole story."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.causes: dict[str, int] = {}
        self.opened = [0] * (self.sides + 1)
        self.portals = [0] * (self.sides + 1)
        self.story: list[Event] = []

    def count(self, game: Game) -> None:
        self.story += game.events
        super().count(game)

    def read(self, event: Event) -> None:
        super().read(event)
        kind = event.kind
        if kind == CASUALTY_SETTLED and event["cause"]:
            name = CAUSES[event["cause"] - 1]
            self.causes[name] = self.causes.get(name, 0) + 1
        elif kind == CHEST_OPENED and event["piece"] >= 0:
            self.opened[self.side_of[event["piece"]]] += 1
        elif kind == TELEPORTED:
            self.portals[self.side_of[event["piece"]]] += 1


def play_detailed(pairing: Pairing, seed: int, mix: bool = False) -> Detailed:
    """Play one match to its end, as `arena.play` does."""
    if mix:
        pairing = mixed(pairing, seed)
    game = new_game(pairing)
    tally = DetailedTally(game)
    seats = [Seat(bot, tells=False) for bot in match_bots(pairing, seed)]
    result = play_game(game, seed, seats, tally=tally)
    game.events.extend(tally.story)
    reader = Reader(game)
    return Detailed(
        **{name: getattr(result, name) for name in Result.__struct_fields__},
        pairing=pairing,
        causes=dict(sorted(tally.causes.items())),
        chests_opened=tuple(tally.opened[: tally.sides]),
        portals=tuple(tally.portals[: tally.sides]),
        luck=tuple(round(total_luck(reader, side), 4) for side in range(tally.sides)),
    )


def refuse_crowds(pairing: Pairing) -> None:
    """Rows are of matches of two sides."""
    sides = sides_of(stage(pairing.edition, pairing.dungeon)[1])
    if sides != len(SIDES):
        raise UserError(f"rows are of matches between two sides; {pairing.dungeon} is for {sides}")


def row_of(found: Detailed) -> dict[str, Any]:
    """One row: flat, and with the same columns whatever happened."""
    pairing = found.pairing
    edition, _, options = pairing.edition.strip().removesuffix(")").partition("(")
    row: dict[str, Any] = {
        "seed": found.seed,
        "version": __version__,
        "edition": edition,
        "options": options,
        "dungeon": pairing.dungeon or stage(pairing.edition, "")[1].identity,  # empty if dice find it
        "home_bot": pairing.home,
        "away_bot": pairing.away,
        "home_team": pairing.home_team,
        "away_team": pairing.away_team,
        **outcome_of(found),
    }
    for name in MORE_OF_SIDES:
        row |= {f"{side}_{name}": value for side, value in zip(SIDES, getattr(found, name), strict=True)}
    return row | {f"casualties_by_{name}": found.causes.get(name, 0) for name in CAUSES}


def outcome_of(found: Result) -> dict[str, Any]:
    """How it ended, and the numbers of both sides."""
    row: dict[str, Any] = {
        "first": found.first,
        "home_zone": found.zones[0],
        "away_zone": found.zones[1],
        "winner": found.winner,
        "ending": found.ending,
    }
    for name in OF_SIDES:
        row |= {f"{side}_{name}": value for side, value in zip(SIDES, getattr(found, name), strict=True)}
    return row | {"chests": found.chests, "decisions": found.decisions}


def pairing_in(row: dict[str, Any]) -> Pairing:
    edition = f"{row['edition']}({row['options']})" if row["options"] else row["edition"]
    sides = (row[name] for name in ("home_bot", "away_bot", "home_team", "away_team"))
    return Pairing(edition, row["dungeon"], *sides)


def played_again(row: dict[str, Any]) -> Match:
    """The match of a row, played again with all its inputs. `UserError` if it is not the same match."""
    for name in TEXTS:
        if not isinstance(row[name], str):
            raise UserError(f"{name} {row[name]!r}: expected a text")
    pairing, seed = pairing_in(row), row["seed"]
    match = new_match(pairing, seed).engine
    play_out(match, [Seat(bot, tells=False) for bot in match_bots(pairing, seed)])
    again = outcome_of(result_of(match, seed))
    other = [f"{name} {again[name]} instead of {row[name]}" for name in COMPARED if again[name] != row[name]]
    if other:
        raise UserError(
            f"the match of seed {seed} is another one now ({other[0]}): dungeonbowl {row['version']} played it,"
            " or a file of a bot, a team or a dungeon has changed"
        )
    return match
