"""Actions as text and back."""

from __future__ import annotations

import pytest

from dungeonbowl.dungeon.text import load_dungeon
from dungeonbowl.editions import build
from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import action
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.setup import standard_squads
from dungeonbowl.records.setup import lesson_of
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.words.notation import DECLARATIONS, FREE_FORM, GRAMMAR, Names, NotationError, parse, spell
from support.walks import Luck, a_crowded_layout, options_of, play_on

SCENE = Scene(
    """
    .....
    .A.b.
    .....
    """,
    {"A": home(), "b": away()},
)
SCENE.game.squads.sheets[0].lessons = [lesson_of("Block"), lesson_of("Break Tackle")]

TEXTS = [
    "activate A",
    "end turn",
    "enter b",
    "enter b move by portal",
    "enter b hand-off at (4,0)",
    "start away",
    "treat A",
    "treat A 27",
    "treat A 0",
    "sponge A",
    "declare move",
    "declare block b",
    "declare blitz b",
    "declare pass",
    "declare hand-off",
    "declare foul b",
    "declare throw team-mate",
    "declare throw food b",
    "declare gather funds",
    "declare stab b",
    "declare projectile vomit b",
    "declare breathe fire b",
    "declare multiple block b",
    "declare kick team-mate",
    "declare hypnotic gaze",
    "declare throw bomb",
    "step n",
    "step ne",
    "step nw",
    "jump (4,2)",
    "stand up",
    "block b",
    "hand off A",
    "foul b",
    "aim",
    "pick A",
    "open (0,0)",
    "pay portal",
    "stop",
    "throw (2,1)",
    "throw at wall (2,1) n",
    "accept",
    "reroll team",
    "reroll skill",
    "face player-down",
    "face both-down",
    "face push",
    "face stumble",
    "face pow",
    "push (4,2)",
    "follow",
    "stay",
    "use Stand Firm b",
    "decline",
    "interfere b",
    "catch",
    "swing ne",
    "leap",
    "cross (1,0)",
    "shove chest e",
    "drag chest w",
    "take chest (1,0)",
    "demand balance",
    "direction w",
    "declare whirl",
    "declare chainsaw b",
    "argue",
    "bribe",
    "place ball (1,0)",
    "place chest (1,0)",
    "place portal (1,0)",
    "zone B",
    "deploy A (0,2)",
    "buy training",
    "buy bribe",
    "buy wizard",
    "buy no more",
    "hire A",
    "teach A Block",
    "teach A Break Tackle",
    "cast",
    "cast on b",
    "cast at (2,1)",
    "concede",
    "time up",
    "call time",
]
# Actions of games with modules follow the common pattern: one text each.
ARGUMENTS = {"piece": "A", "square": "(2,1)", "direction": "ne", "side": "away", "ball": "1"}
TEXTS += [
    " ".join([words, *(ARGUMENTS[kind] for kind in kinds)])
    for code, (words, kinds) in GRAMMAR.items()
    if code > int(actions.CALL_TIME)
]
TEXTS += [f"declare {words}" for code, words in DECLARATIONS.items() if int(actions.THROW_TEAM_MATE_ACTION) < code < 16]


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_read_and_spelled_again(text: str) -> None:
    assert spell(SCENE.game, SCENE.names, parse(SCENE.game, SCENE.names, text)) == text


def test_every_kind_of_action_has_a_text_above() -> None:
    kinds = {parse(SCENE.game, SCENE.names, text) & 0xFF for text in TEXTS}
    assert kinds == {*GRAMMAR, *FREE_FORM}
    whats = {parse(SCENE.game, SCENE.names, text) >> 8 & 0xFFFF for text in TEXTS if text.startswith("declare ")}
    assert whats == set(DECLARATIONS)


def test_every_action_of_the_engine_has_words() -> None:
    named = {
        int(value)
        for name, value in vars(actions).items()
        if name.isupper() and isinstance(value, int)
        if name not in ("KINDS", "TEAM_REROLL", "SKILL_REROLL") and not name.endswith("_ACTION")
    }
    assert named == {*GRAMMAR, *FREE_FORM}


def test_spaces_do_not_matter() -> None:
    game, names = SCENE.game, SCENE.names
    assert parse(game, names, "  deploy   A (0, 2) ") == parse(game, names, "deploy A (0,2)")


def test_players_are_called_by_side_and_number_where_nobody_names_them() -> None:
    game = a_crowded_layout(3)
    play_on(game, Luck(3), 0)
    names = Names(game)
    texts = [spell(game, names, option) for option in options_of(game)]
    called = {word for text in texts for word in text.split() if word in names.by_name}
    assert called
    assert all(name[0] in "AB" and name[1:].isdigit() for name in called)


def test_an_action_no_grammar_knows_is_still_written_and_read() -> None:
    odd = int(action(159, 5, 6))
    text = spell(SCENE.game, SCENE.names, odd)
    assert text == f"action {odd}"
    assert parse(SCENE.game, SCENE.names, text) == odd


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "is no action; expected one of: "),
        ("dance", "is no action; expected one of: "),
        ("step", "expected 'step <direction>'"),
        ("step up", "expected one of n, ne, e"),
        ("step n n", "expected 'step <direction>'"),
        ("activate Z", "no player is called 'Z'; expected one of A, b"),
        ("push 4,2", "expected a square such as (4,2)"),
        ("push (9,9)", "there is no floor at (9,9)"),
        ("push (-1,0)", "there is no floor at (-1,0)"),
        ("declare war", "expected one of move, block"),
        ("declare block Z", "no player is called 'Z'"),
        ("reroll fate", "expected one of team, skill"),
        ("face up", "expected one of player-down, both-down, push, stumble, pow"),
        ("use MAGIC A", "there is no skill 'MAGIC'; "),
        ("zone Q", "expected one of A, B, C, D"),
        ("action x", "is no action"),
        ("start B", "expected one of home, away"),
        ("enter b dance by portal", "expected such as 'enter b move by portal'"),
        ("enter b move", "expected such as 'enter b move by portal'"),
        ("treat", "is no action"),
        ("treat A B", "expected 'treat <piece>'"),
    ],
)
def test_a_text_that_is_no_action_says_what_was_expected(text: str, expected: str) -> None:
    with pytest.raises(NotationError) as error:
        parse(SCENE.game, SCENE.names, text)
    assert expected in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("identity", ["ag-sampler", "of-3"])
def test_every_square_of_a_dungeon_is_spelled_and_read_back(identity: str) -> None:
    dungeon = load_dungeon(identity)
    game = Game(build("official"), dungeon, standard_squads(1))
    names = Names(game)
    packed = [int(action(actions.PUSH_TO, square)) for square in range(int(dungeon.count))]
    texts = [spell(game, names, each) for each in packed]
    assert [parse(game, names, text) for text in texts] == packed
    assert len(set(texts)) == len(texts)
    kinds = {"below" in text or "passage" in text for text in texts}
    assert kinds == ({False, True} if identity == "ag-sampler" else {False})


def test_a_passage_that_is_not_there_is_no_square() -> None:
    with pytest.raises(NotationError, match="there is no passage-z"):
        parse(SCENE.game, SCENE.names, "push passage-z")


def test_huge_numbers_are_no_floor() -> None:
    with pytest.raises(NotationError):
        parse(SCENE.game, SCENE.names, f"push ({'9' * 400},1)")
