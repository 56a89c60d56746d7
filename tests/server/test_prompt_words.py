"""What prompts say: who is pushed, which rule decides, what is to be reached in this edition."""

from __future__ import annotations

from typing import Any

from dungeonbowl.dungeon.text import load_dungeon
from dungeonbowl.editions import build
from dungeonbowl.engine.beginning import begin
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.match import Match
from dungeonbowl.engine.setup import standard_squads
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.server import wire
from dungeonbowl.server.failures import user_error
from dungeonbowl.server.view.boards import player_card
from dungeonbowl.server.view.prompt_words import PLACING, edition_words, waiting_title
from dungeonbowl.server.view.prompts import Prompter
from dungeonbowl.teams.problems import Problem as TeamProblem
from dungeonbowl.teams.problems import TeamError
from dungeonbowl.words.labels import labels_of
from server.test_astrogranite_words import MIXTURES, a_match

PICTURE = """
    A.......B
    A.Xb....B
    A...1...B
"""


def asked(scene: Scene) -> wire.Prompt:
    prompt = Prompter(scene.game).prompt(scene.match, 1, True)
    assert prompt is not None
    return prompt


def pushing() -> Scene:
    scene = Scene(PICTURE, {"X": home(), "b": away()})
    scene.play("activate X", "declare block b", dice=["block PUSH"])
    return scene


def test_a_push_asks_who_is_pushed_and_tells_the_squares_apart_without_coordinates() -> None:
    scene = pushing()
    prompt = asked(scene)
    name = labels_of(scene.game.squads)[int(scene.names.piece("b"))]
    assert prompt.kind == "push"
    assert prompt.title == f"Where is {name} pushed?"
    assert [option.label for option in prompt.options] == [
        "Push north-east",
        "Push east",
        "Push south-east, onto portal 1",
    ]


def test_why_opens_the_rule_that_decides_the_prompt() -> None:
    scene = Scene(PICTURE, {"X": home(), "b": away()})
    assert asked(scene).kind == "turn"
    assert asked(scene).rule == "O-TURN-03", "each player may be activated once; not that teams alternate"
    scene.play("activate X", "declare blitz b")
    assert asked(scene).rule == "O-ACT-03", "the rule of a Blitz"
    assert asked(pushing()).rule == "O-PUSH-03"


def ground(edition: str, identity: str) -> Game:
    return Game(build(edition), load_dungeon(identity), standard_squads(6))


def test_goals_are_told_in_the_words_of_the_edition() -> None:
    doors = edition_words(ground("stockbowl", "sb-04"), "zone")
    zones = edition_words(ground("official", "of-1"), "zone")
    assert doors is not None
    assert zones is not None
    assert doors[0] == "Choose your doors"
    assert "a door of another team" in doors[1]
    assert zones[0] == "Choose your end zone"
    assert all("win" not in words[1].split() for words in (doors, zones))


def test_whoever_waits_is_told_what_is_placed() -> None:
    game = ground("official", "of-1")
    for kind, words in PLACING.items():
        assert waiting_title(game, 0, "place", {kind}) == f"{game.squads.names[0]} {words}"


def test_zones_and_starters_are_chosen_by_their_names() -> None:
    match = Match(ground("official", "of-1"), SeededDice(1))
    begin(match.game)
    match.run()
    prompt = Prompter(match.game).prompt(match, 0, True)
    assert prompt is not None
    assert prompt.kind == "zone"
    assert sorted(option.label for option in prompt.options) == ["Eastern end zone", "Western end zone"]


def test_a_square_that_is_leapt_over_is_told_by_where_it_lies() -> None:
    scene = Scene(
        "......\n..X...\n......\n.....b", {"X": home(), "b": away()}, edition="astrogranite(classic, leaping=on)"
    )
    scene.play("activate X", "declare move", "leap")
    labels = [option.label for option in asked(scene).options]
    assert labels
    assert all(label.startswith(("Leap", "Jump")) and "(" not in label for label in labels), labels


def test_a_player_is_shown_in_the_characteristics_of_its_edition() -> None:
    for edition, identity, printed in (
        ("stockbowl", "sb-04", ["MA", "ST", "AG", "AV"]),
        ("official", "of-1", ["MA", "ST", "AG", "PA", "AV"]),
    ):
        game = ground(edition, identity)
        card = player_card(game, 0, [])
        assert [each.label for each in card.characteristics] == printed
        is_target = edition == "official"
        values = {each.label: each.value for each in card.characteristics}
        assert values["AG"] == (f"{card.agility}+" if is_target else str(7 - card.agility))
        assert values["AV"] == (f"{card.armour}+" if is_target else str(card.armour - 1))


def test_referees_and_monsters_are_called_by_their_names() -> None:
    game = a_match(MIXTURES["referees"], 1).game
    neutral = [
        label for label, sheet in zip(labels_of(game.squads), game.squads.sheets, strict=True) if sheet.side >= 2
    ]
    assert "Referee 2" in neutral
    assert len(set(labels_of(game.squads))) == int(game.squads.count)


def test_a_team_that_is_refused_is_told_its_reasons() -> None:
    problems = [TeamProblem(what, "1", "2") for what in ("name", "players", "gold", "number")]
    request: Any = None
    refused = user_error(request, TeamError("team", problems)).content
    assert refused.error.what == (
        "team: name: expected 1, found 2; players: expected 1, found 2; gold: expected 1, found 2; and 1 more"
    )
    assert len(refused.problems) == 4


OPENING = """
    ############
    #AA..12..BB#
    #AA$$34$$BB#
    #AA$.56.$BB#
    ############
"""


def before_the_match(modules: str, **facts: Any) -> Scene:
    legend = {"P": home(status="reserves"), "r": away(status="reserves")}
    return Scene(OPENING, legend, edition=f"astrogranite(classic, {modules})", opening=True, **facts)


def test_dirty_tactics_are_not_sold_as_help_for_the_weaker_team() -> None:
    scene = before_the_match("dirty_tactics=on", treasuries=(90_000, 0))
    prompt = asked(scene)
    assert (prompt.kind, prompt.title, prompt.rule) == ("buy", "Buy a dirty tactic?", "A-DIRTY-01")
    assert "Up to 3" in prompt.help
    assert "30,000 gold" in prompt.help
    assert "weaker" not in prompt.help
    waiting = Prompter(scene.game).prompt(scene.match, 1, False)
    assert waiting is not None
    assert waiting.title.endswith(" plots in secret")


def test_a_special_arrangement_costs_nothing() -> None:
    scene = before_the_match("league=on, special_arrangements=on", ratings=(100, 130))
    prompt = asked(scene)
    assert (prompt.kind, prompt.title, prompt.rule) == ("buy", "Choose a special arrangement", "A-ARR-01")
    assert "up to 3" in prompt.help
    assert "They cost nothing" in prompt.help
