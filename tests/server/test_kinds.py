"""What is sent has only kinds of the lists that the unions of the browser's client are written from."""

from __future__ import annotations

import random
from typing import get_args

import msgspec
import pytest

from dungeonbowl.bots.advice import advise
from dungeonbowl.bots.arena import Pairing, new_game
from dungeonbowl.editions import EDITIONS
from dungeonbowl.engine import actions
from dungeonbowl.engine.events import EVENT_NAMES
from dungeonbowl.engine.match import Match
from dungeonbowl.engine.procedures.turn.contest import Contest
from dungeonbowl.play.setting_up import match_dice
from dungeonbowl.server import wire
from dungeonbowl.server.kinds import event_parts, unions
from dungeonbowl.server.view.boards import board_of
from dungeonbowl.server.view.positions import position_of
from dungeonbowl.server.view.prompt_words import KINDS, TITLES, WAITING
from dungeonbowl.server.view.prompts import Prompter
from dungeonbowl.server.view.stories import Storyteller
from dungeonbowl.server.view.terrains import things_of
from dungeonbowl.server.wire.kinds import PromptKind

WORDS = {name: frozenset(words) for name, words in unions().items()}
PARTS = event_parts()
EMPTY = {field.name: field.default for field in msgspec.structs.fields(wire.Event) if not field.required}
EMPTY |= {"dice": [], "faces": [], "numbers": []}
COMMON = {"minor", "numbers", "notice", "headline", "walk"}  # what every event may have besides its parts
MOST = 900  # decisions
GAMES = [*EDITIONS, "astrogranite(full)"]


def check_event(event: wire.Event) -> None:
    assert event.kind in PARTS
    filled = {name for name, empty in EMPTY.items() if getattr(event, name) != empty} - COMMON
    assert filled <= set(PARTS[event.kind]), event
    always = {"needed", "passed", "value"} & set(PARTS[event.kind])
    assert all(getattr(event, name) is not None for name in always), event
    assert not event.status or event.status in WORDS["Status"]
    assert set(event.faces) <= WORDS["Face"]


def check_options(options: list[wire.Option]) -> None:
    assert {option.kind for option in options} <= WORDS["OptionKind"]
    assert {option.face for option in options} <= WORDS["Face"] | {""}


def check_position(position: wire.Position) -> None:
    assert {piece.status for piece in position.pieces} <= WORDS["Status"]
    assert {ball.kind for ball in position.balls} <= WORDS["BallKind"]
    assert {counter.key for side in position.sides for counter in side.counters} <= WORDS["CounterKey"]
    assert set(position.tokens) <= WORDS["FeatureKind"]


@pytest.mark.parametrize("edition", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_a_random_match_sends_only_kinds_of_the_lists(edition: str, seed: int) -> None:
    match = Match(new_game(Pairing(edition)), match_dice(seed), Contest())
    chance = random.Random(seed)
    prompter = Prompter(match.game)
    teller = Storyteller(match.game)
    number = 0
    kinds = set()
    while not match.is_over() and number < MOST:
        prompt = prompter.prompt(match, number, True)
        assert prompt is not None
        assert prompt.kind in WORDS["PromptKind"]
        kinds.add(prompt.kind)
        check_options(prompt.options)
        if prompt.kind == "turn":
            first = next((option for option in prompt.options if option.kind == "activate"), None)
            if first is not None and first.piece is not None:
                check_options(prompter.menu(match, number, first.piece).options)
        check_position(position_of(match.game))
        options = match.options()
        going_on = [option for option in options if option & 0xFF not in (actions.END_TURN, actions.END_ACTIVATION)]
        told = match.choose(chance.choice(going_on if going_on and chance.random() < 0.85 else options))
        for event in teller.events(told):
            check_event(event)
        number += 1
    assert {"turn", "act"} <= kinds
    assert {feature.kind for feature in board_of(match.game.dungeon).features} <= WORDS["FeatureKind"]
    assert {thing.kind for thing in things_of(edition)} <= WORDS["FeatureKind"]


@pytest.mark.parametrize("edition", ["official(turn_limit=1)", "stockbowl(turn_limit=1)"])
def test_advice_is_about_a_plan_or_an_option(edition: str) -> None:
    match = Match(new_game(Pairing(edition)), match_dice(1), Contest())
    chance = random.Random(1)
    for _ in range(120):
        if match.is_over():
            break
        found = advise(match.game.clone()).advice
        assert {advice.kind for advice in found} <= WORDS["PlanKind"] | WORDS["OptionKind"], found
        match.choose(chance.choice(match.options()))


def test_every_kind_of_event_is_in_the_list_and_every_part_is_a_field() -> None:
    assert list(PARTS) == list(EVENT_NAMES[1:])
    fields = {field.name for field in msgspec.structs.fields(wire.Event)}
    assert {part for parts in PARTS.values() for part in parts} <= fields


def test_every_kind_of_prompt_can_come_up_and_has_its_words() -> None:
    assert {kind for _, kind in KINDS} | {"choose", "roll"} == set(get_args(PromptKind))
    assert set(TITLES) == set(get_args(PromptKind))
    assert set(WAITING) == set(get_args(PromptKind))
