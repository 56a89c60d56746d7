"""What a newcomer is told: the goal with its squares, and the things that matter at a decision, in every edition."""

from __future__ import annotations

import random

import pytest

from dungeonbowl.editions import EDITIONS
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.events import SCORED
from dungeonbowl.engine.match import Match
from dungeonbowl.play.setting_up import new_game
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.server import wire
from dungeonbowl.server.creating import library_dungeon, usual_teams
from dungeonbowl.server.options import FIRST_LEVEL, LEVELS, quick_defaults
from dungeonbowl.server.view.prompts import Prompter


def prompt_of(scene: Scene) -> wire.Prompt:
    prompt = Prompter(scene.game).prompt(scene.match, 1, True)
    assert prompt is not None
    return prompt


def taught(scene: Scene) -> list[str]:
    return [subject.id for subject in prompt_of(scene).teaches]


def squares(scene: Scene) -> list[tuple[int, int]]:
    goal = prompt_of(scene).goal
    assert goal is not None
    return [scene.spot(square) for square in goal.squares]


def test_the_goal_follows_the_ball() -> None:
    picture = "A..P..Q.B\nA......$B"
    pieces = {"P": home(name="Pip"), "Q": away(name="Quill")}
    for ball, words in (
        (None, "Find the ball: open a chest"),
        ((4, 1), "The ball lies free"),
        ("P", "Pip has the ball: bring it"),
        ("Q", "Quill of the other team has the ball"),
    ):
        prompt = prompt_of(Scene(picture, pieces, ball=ball))
        assert prompt.goal is not None
        assert words in prompt.goal.text


def test_the_squares_of_the_goal_are_those_where_the_side_scores() -> None:
    pieces = {"P": home(), "Q": away()}
    assert squares(Scene("A.P.B\nA.Q.B", pieces)) == [(4, 0), (4, 1)]
    assert squares(Scene("A.P.B\nA.Q.B", pieces, to_move="away")) == [(0, 0), (0, 1)]
    assert squares(Scene("AA.P.BB", {"P": home()}, edition="official(endzone_half=1)")) == [(6, 0)]


def test_a_thing_is_taught_when_it_is_on_offer() -> None:
    alone = Scene("A.P.......B", {"P": home()})
    assert taught(alone) == ["hint"]
    near = Scene("A.P.....Q.B", {"P": home(movement=6), "Q": away()})
    assert taught(near) == ["blitz", "hint"]
    beside = Scene("A.PQ......B", {"P": home(), "Q": away()})
    assert taught(beside) == ["block", "blitz", "hint"]
    chest = Scene("A.P....$..B", {"P": home()})
    assert taught(chest) == ["chest", "hint"]
    chest.play("activate P", "declare move", "step e")
    assert taught(chest) == []
    chest.play("step e", "step e", "step e")
    assert taught(chest) == ["chest"]
    portal = Scene("A.P1..2..B", {"P": home()})
    portal.play("activate P", "declare move")
    assert taught(portal) == ["portal"]
    marked = Scene("A.P.B\nA.Q.B", {"P": home(agility=3), "Q": away()}, rerolls=(1, 0))
    marked.play("activate P", "declare move")
    assert "turnover" in taught(marked)
    marked.play("step w", dice=["D6 1"])
    assert taught(marked)[0] == "reroll"


def test_who_is_not_asked_is_taught_nothing() -> None:
    scene = Scene("A.PQ......B", {"P": home(), "Q": away()})
    prompt = Prompter(scene.game).prompt(scene.match, 1, False)
    assert prompt is not None
    assert prompt.teaches == []
    assert prompt.goal is None


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_touchdown_of_random_matches_is_made_on_a_square_of_the_goal(edition: str) -> None:
    """And every subject is met: none waits for something that never comes."""
    met: set[str] = set()
    for seed in range(6):
        match = quick_match(edition, seed)
        chance = random.Random(seed)
        prompter = Prompter(match.game)
        for _ in range(700):
            if match.is_over():
                break
            side = match.asked()
            prompt = prompter.prompt(match, 1, True)
            assert prompt is not None
            met |= {subject.id for subject in prompt.teaches}
            assert (prompt.goal is None) == (match.game.active < 0 or side >= match.game.squads.sides)
            told = len(match.game.events)
            carriers = {piece: int(match.game.square[piece]) for piece in range(int(match.game.squads.count))}
            match.choose(chance.choice(match.options()))
            for event in match.game.events[told:]:
                if event.kind == SCORED and event["side"] == side and prompt.goal is not None:
                    square = int(match.game.square[event["piece"]])
                    assert square in prompt.goal.squares or square == carriers[event["piece"]] or square < 0
    assert {"block", "blitz", "chest", "portal", "turnover", "hint"} <= met


def quick_match(edition: str, seed: int) -> Match:
    quick = quick_defaults(edition)
    game = new_game(f"{edition}(quick=1, turn_limit=8)", library_dungeon(quick.dungeon), usual_teams(edition, 2))
    return begun(game, SeededDice(seed))


# --- the first match, and the teams of the others --------------------------------------------------------------------


def test_the_first_opponent_is_an_easy_one() -> None:
    assert FIRST_LEVEL == "easy"
    assert list(LEVELS).index("easy") < list(LEVELS).index("normal") < list(LEVELS).index("hard")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_usual_teams_of_four_sides_are_four_teams_with_players_of_their_own(edition: str) -> None:
    quick = quick_defaults(edition)
    assert len({*quick.teams, *quick.more_teams}) == 4
    for sides in (2, 3, 4):
        teams = usual_teams(edition, sides)
        assert len(teams) == sides
        players = [player.name for team in teams for player in team.players]
        assert len(set(players)) == len(players)
