"""Whatever a person reads of a match is in words: no names of the program, no capitals with underscores, no bare
coordinates. Random matches of all editions, and of mixtures of modules, are read from beginning to end."""

from __future__ import annotations

import random
import re

import pytest
from mypy_extensions import i64

from dungeonbowl.bots.advice import advise
from dungeonbowl.client import Server, ServerRefused
from dungeonbowl.engine import actions
from dungeonbowl.engine.action_kinds import A_DECLARATION, A_PIECE, A_SQUARE, ACTION_KINDS, ActionKind
from dungeonbowl.engine.actions import action
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.match import Match
from dungeonbowl.engine.refusals import explain
from dungeonbowl.records.save import frame_classes
from dungeonbowl.server import wire
from dungeonbowl.server.view.prompts import Prompter
from dungeonbowl.server.view.stories import Storyteller
from dungeonbowl.server.view.summaries import summary_for
from server.test_astrogranite_words import MIXTURES
from server.test_astrogranite_words import a_match as a_mixture
from support.plans import how_many
from support.walks import EDITIONS, a_whole_match, any_game

COORDINATES = re.compile(r"\(\s*-?\d+\s*,\s*-?\d+\s*\)")
UNDERSCORE = re.compile(r"\w_\w")
# Procedures are named in one word of several parts: no English word is written so.
CLASSES = re.compile(r"\b(" + "|".join(name for name in frame_classes() if re.search("[a-z][A-Z]", name)) + r")\b")
UNTOLD = re.compile(r"\b(action|clause|token|special|piece|player|side|ability|square) \d+\b|\bNone\b")
DECISIONS = 60


def read(text: str) -> None:
    """A text as a person reads it."""
    assert text, "nothing is said"
    for unfit in (COORDINATES, UNDERSCORE, CLASSES, UNTOLD):
        found = unfit.search(text.replace("Player ", "#"))
        assert found is None, f"{found.group() if found else ''!r} in {text!r}"


def read_prompt(prompt: wire.Prompt) -> None:
    read(prompt.title)
    if prompt.mine:
        read(prompt.help)
    for said in (prompt.wasting, prompt.take_back.what, prompt.take_back.reason):
        if said:
            read(said)
    if prompt.test is not None:
        read(prompt.test.what)
    for option in (*prompt.options, *prompt.further):
        read(option.label)
        read(option.group)
        for said in (option.result, *(roll.what for roll in option.rolls)):
            if said:
                read(said)
        for outcome in option.outcomes:
            read(outcome.text)
    for refusal in prompt.refused:
        read(refusal.label)
        read(refusal.reason)


def some_action(game: Game, row: ActionKind, chance: random.Random) -> int:
    """An action of a kind, with any arguments."""
    values = []
    for argument in row.arguments:
        most = {A_PIECE: int(game.squads.count), A_SQUARE: int(game.dungeon.count), A_DECLARATION: 20}
        values.append(chance.randrange(most.get(argument.kind, 5)))
    return int(action(row.number, *values))


def read_match(match: Match, seed: int, decisions: int = DECISIONS) -> None:
    """Play at random and read everything."""
    chance = random.Random(seed)
    prompter, teller = Prompter(match.game), Storyteller(match.game)
    told = 0
    for number in range(decisions):
        game = match.game
        for event in teller.events(game.events[told:], told):
            read(event.text)
            if event.headline:
                read(event.headline)
            if event.kind == "moved":
                read(event.walk)
        for line in summary_for(teller.teller, told, [0]):
            read(line.text)
        told = len(game.events)
        if match.is_over():
            return
        for mine in (True, False):
            prompt = prompter.prompt(match, number, mine)
            assert prompt is not None
            read_prompt(prompt)
        if number % 5 == 0:
            menu = prompter.menu(match, number, chance.randrange(int(game.squads.count)))
            for each in menu.refused:
                read(each.reason)
            if menu.reason:
                read(menu.reason)
        read(str(explain(game, i64(some_action(game, chance.choice(ACTION_KINDS), chance)))))
        options = match.options()
        if number % 20 == 0:
            for advice in advise(game).advice:
                read(advice.label)
                if advice.reason:
                    read(advice.reason)
        going_on = [option for option in options if option & 0xFF not in (actions.END_TURN, actions.END_ACTIVATION)]
        match.choose(chance.choice(going_on if going_on and chance.random() < 0.85 else options))


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_match_is_told_in_words_for_people(edition: str) -> None:
    for seed in range(how_many("plain words")):
        read_match(Match(any_game(seed, edition), SeededDice(seed)), seed)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_match_is_told_in_words_from_its_very_beginning(edition: str) -> None:
    read_match(Match(a_whole_match(1, edition), SeededDice(1)), 1, 100)


@pytest.mark.parametrize("mixture", MIXTURES)
def test_every_mixture_of_modules_is_told_in_words_for_people(mixture: str) -> None:
    for seed in range(2, 2 + max(1, how_many("plain words") // 3)):
        read_match(a_mixture(MIXTURES[mixture], seed), seed)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/matches", b"not json"),
        ("/matches", b'{"edition": 5}'),
        ("/matches", b'{"edition": "official", "seats": "person"}'),
        ("/matches", b'{"edition": "official", "nonsense": 1}'),
        ("/teams/check", b'{"draft": {"edition": "official"}}'),
        ("/teams/check", b"{"),
        ("/dungeons/generate", b'{"edition": "official", "seed": "x"}'),
        ("/replays", b'{"text": "nothing"}'),
        ("/replays", b'{"text": "{}"}'),
    ],
)
def test_a_request_that_cannot_be_read_is_refused_in_a_sentence(server: Server, path: str, body: bytes) -> None:
    with pytest.raises(ServerRefused) as refused:
        server.request("POST", path, body)
    said = str(refused.value)
    read(said)
    assert "`" not in said
    assert "malformed" not in said
    assert "$" not in said
