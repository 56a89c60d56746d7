"""A random match, with checks of what must always be true."""

from __future__ import annotations

from collections.abc import Callable

from dungeonbowl.engine.beginning import begin
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.engine.procedures.turn.turn import TeamTurn
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.words.story import story
from support.soundness import assert_sound_balls, assert_sound_pieces
from support.walks import Luck, moments, options_of, play_on

MOST_DECISIONS = 20_000

Check = Callable[[Game, int], None]


def assert_sound(game: Game, seed: int) -> None:
    assert_sound_pieces(game, seed)
    assert_sound_balls(game, seed)


def play_through(game: Game, luck: Luck, seed: int, check: Check = assert_sound, often: int = 60) -> Game:
    """Play to the end of the match. `check` is called whenever a team turn waits for a decision. Once in `often`
    moments the match is saved and loaded, and a clone of it is played on."""
    game.record()
    begin(game)
    for signal in moments(game, luck, MOST_DECISIONS):
        if signal == ASK:
            if isinstance(game.frame(), TeamTurn):
                check(game, seed)
            options = options_of(game)
            assert options, seed
            assert len(set(options)) == len(options), seed
        if luck.one_in(often):
            before = fingerprint(game)
            assert fingerprint(load(save(game))) == before, seed
            play_on(game.clone(), Luck(seed + 1), 15)
            assert fingerprint(game) == before, seed
    assert game.over, f"match {seed} does not end"
    lines = story(game)
    assert lines
    assert all(lines)
    return game


def assert_reach_changes_nothing(game: Game, seed: int) -> None:
    """The pathfinder changes only its scratch space."""
    before = fingerprint(game)
    for piece in range(int(game.squads.count)):
        reach(game, piece)
    assert fingerprint(game) == before, seed
