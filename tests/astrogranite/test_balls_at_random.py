"""Matches at random with several balls and every kind of ball, through the promises."""

from __future__ import annotations

import pytest

from astrogranite.test_random_play import ground
from astrogranite.test_terrain_at_random import TERRAIN, cavern
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine.events import BALL_SPENT
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import FREE, SCORE, Game
from dungeonbowl.engine.loop import start
from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.engine.procedures.contest import Contest
from dungeonbowl.engine.procedures.turn import TeamTurn
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.records.story import story
from support.soundness import assert_sound_balls, assert_sound_pieces
from support.walks import Luck, how_many, moments, options_of, play_on, random_squads, rules_of

MOST_DECISIONS = 20_000
KINDS = ("spiked", "enchanted", "living", "iron")


def deal_out(game: Game, luck: Luck) -> None:
    """The balls lie about or are held already: players at random would seldom come so far."""
    for ball in range(len(game.balls)):
        piece = luck.between(0, int(game.squads.count) - 1)
        square = luck.between(0, int(game.dungeon.count) - 1)
        if luck.one_in(2) and game.square[piece] >= 0 and game.is_standing(piece) and game.has_free_hands(piece):
            game.hold(piece, ball)
            game.balls_hidden -= 1
        elif game.occupant[square] == FREE and game.token[square] == 0 and game.ball_on(square) < 0:
            game.put_ball(ball, square)
            game.balls_hidden -= 1


def play_through(edition: str, dungeon: Dungeon, seed: int) -> Game:
    """One match of random choices, with what must be true at every moment of it."""
    luck = Luck(seed)
    squads = random_squads(luck, luck.between(7, 12), int(dungeon.teams), "astrogranite")
    game = Game(rules_of(edition), dungeon, squads)
    game.record()
    start(game, Contest())
    dealt = "chest_mode=hidden" in edition  # these know already where they are
    for signal in moments(game, luck, MOST_DECISIONS):
        if signal == ASK:
            if not dealt and isinstance(game.frame(), TeamTurn):
                dealt = True
                deal_out(game, luck)
            options = options_of(game)
            assert options, seed
            assert len(set(options)) == len(options), seed
            if isinstance(game.frame(), TeamTurn):
                assert_sound_pieces(game, seed)
                assert_sound_balls(game, seed)
                assert_sound_hands(game, seed)
                if luck.one_in(6):
                    before = fingerprint(game)
                    for piece in range(int(game.squads.count)):
                        reach(game, piece)
                    assert fingerprint(game) == before, seed
        if luck.one_in(60):
            before = fingerprint(game)
            assert fingerprint(load(save(game))) == before, seed
            clone = game.clone()
            play_on(clone, Luck(seed + 1), 15)
            assert fingerprint(game) == before, seed
    assert game.over, f"match {seed} does not end"
    assert all(line for line in story(game))
    return game


def assert_sound_hands(game: Game, seed: int) -> None:
    """Nobody holds more than three balls, and every ball that is gone was worth a touchdown or an illusion."""
    for piece in range(int(game.squads.count)):
        assert game.balls_of(piece) <= (3 if game.rules.tables.hands > 0 else 1), seed
    scored = sum(int(game.side_value(side, SCORE)) for side in range(int(game.squads.sides)))
    assert scored <= sum(1 for event in game.events if event.kind == BALL_SPENT), seed


@pytest.mark.parametrize("mode", ["standard", "illusionary"])
@pytest.mark.parametrize("teams", [2, 3])
def test_the_promises_hold_with_several_balls(mode: str, teams: int) -> None:
    extra = ", extra_teams=on" if teams > 2 else ""
    for number in range(how_many(0.2)):
        edition = f"astrogranite(classic{extra}, multiball=on, multiball_mode={mode}, balls=5, turn_limit=8, quick=on)"
        play_through(edition, ground(teams, "balanced"), number * 8 + teams)


@pytest.mark.parametrize("kind", KINDS)
def test_the_promises_hold_for_every_kind_of_ball(kind: str) -> None:
    for number in range(how_many(0.15)):
        edition = f"astrogranite(classic, ball_variants=on, ball_type={kind}, turn_limit=8, quick=on)"
        play_through(edition, ground(2, "balanced"), number * 8 + KINDS.index(kind))


@pytest.mark.parametrize("mode", ["standard", "illusionary"])
def test_the_promises_hold_for_all_balls_on_all_grounds(mode: str) -> None:
    switches = ", ".join(f"{name}=on" for name in (*TERRAIN, "precarious", "chest_moving", "dungeon_skills"))
    for number in range(how_many(0.2)):
        edition = (
            f"astrogranite(classic, {switches}, ball_variants=on, ball_type=roll, multiball=on, multiball_mode={mode}, "
            f"turn_limit=8, quick=on, chest_mode={'hidden' if number % 2 else 'roll'})"
        )
        play_through(edition, cavern(), number * 8 + 5)
