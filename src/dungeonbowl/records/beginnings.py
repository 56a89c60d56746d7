"""Where a match begins: with its opening, or in the middle, from a position that somebody has drawn or saved."""

from __future__ import annotations

from dungeonbowl.engine.beginning import begin, begun
from dungeonbowl.engine.dice import DiceSource
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import settle
from dungeonbowl.engine.match import Match
from dungeonbowl.records.save import State, restored, state_of
from dungeonbowl.records.setup import Setup, build_game, setup_of


class Beginning(Setup, frozen=True, omit_defaults=True):
    """A setup, and the state that the match begins from if that is not its opening. A plain setup is one too."""

    start: State | None = None


def beginning_at(game: Game) -> Beginning:
    """A beginning at this moment of a game, which must wait for a decision. What led to it is left out."""
    setup = setup_of(game)
    return Beginning(setup.edition, setup.dungeon, setup.teams, setup.neutral, state_of(game, story=False))


def game_before(beginning: Beginning) -> Game:
    """The game before the first input of its match."""
    if beginning.start is None:
        return build_game(beginning)
    return restored(beginning, beginning.start)


def first_match(beginning: Beginning, game: Game, dice: DiceSource) -> Match:
    """The match of a game that is as `game_before` gave it. It runs to the first decision at once."""
    return begun(game, dice) if beginning.start is None else Match(game, dice)


def first_game(beginning: Beginning) -> Game:
    """The same as a bare game, for search: it waits for its first input."""
    game = game_before(beginning)
    if beginning.start is None:
        begin(game)
        settle(game)
    return game
