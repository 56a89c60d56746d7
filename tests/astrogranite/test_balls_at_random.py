"""Matches at random with several balls and every kind of ball, through the promises."""

from __future__ import annotations

import pytest

from astrogranite.test_random_play import ground
from astrogranite.test_terrain_at_random import TERRAIN, cavern
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine.events import BALL_SPENT
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.sides import SCORE
from support.plans import how_many
from support.promised import assert_reach_changes_nothing, assert_sound, play_through
from support.walks import Luck, random_squads, rules_of

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


def play(edition: str, dungeon: Dungeon, seed: int) -> Game:
    luck = Luck(seed)
    squads = random_squads(luck, luck.between(7, 12), int(dungeon.teams), "astrogranite")
    to_deal = "chest_mode=hidden" not in edition  # hidden chests know already where the balls are

    def check(game: Game, number: int) -> None:
        nonlocal to_deal
        if to_deal:
            deal_out(game, luck)
            to_deal = False
        assert_sound(game, number)
        assert_sound_hands(game, number)
        if luck.one_in(6):
            assert_reach_changes_nothing(game, number)

    return play_through(Game(rules_of(edition), dungeon, squads), luck, seed, check)


def assert_sound_hands(game: Game, seed: int) -> None:
    """Nobody holds more than three balls, and every ball that is gone was worth a touchdown or an illusion."""
    for piece in range(int(game.squads.count)):
        assert game.balls_of(piece) <= (3 if game.rules.tables.balls.hands > 0 else 1), seed
    scored = sum(int(game.side_value(side, SCORE)) for side in range(int(game.squads.sides)))
    assert scored <= sum(1 for event in game.events if event.kind == BALL_SPENT), seed


@pytest.mark.parametrize("mode", ["standard", "illusionary"])
@pytest.mark.parametrize("teams", [2, 3])
def test_the_promises_hold_with_several_balls(mode: str, teams: int) -> None:
    extra = ", extra_teams=on" if teams > 2 else ""
    for number in range(how_many("several balls")):
        edition = f"astrogranite(classic{extra}, multiball=on, multiball_mode={mode}, balls=5, turn_limit=8, quick=on)"
        play(edition, ground(teams, "balanced"), number * 8 + teams)


@pytest.mark.parametrize("kind", KINDS)
def test_the_promises_hold_for_every_kind_of_ball(kind: str) -> None:
    for number in range(how_many("kinds of ball")):
        edition = f"astrogranite(classic, ball_variants=on, ball_type={kind}, turn_limit=8, quick=on)"
        play(edition, ground(2, "balanced"), number * 8 + KINDS.index(kind))


@pytest.mark.parametrize("mode", ["standard", "illusionary"])
def test_the_promises_hold_for_all_balls_on_all_grounds(mode: str) -> None:
    switches = ", ".join(f"{name}=on" for name in (*TERRAIN, "precarious", "chest_moving", "dungeon_skills"))
    for number in range(how_many("balls on grounds")):
        edition = (
            f"astrogranite(classic, {switches}, ball_variants=on, ball_type=roll, multiball=on, multiball_mode={mode}, "
            f"turn_limit=8, quick=on, chest_mode={'hidden' if number % 2 else 'roll'})"
        )
        play(edition, cavern(), number * 8 + 5)
