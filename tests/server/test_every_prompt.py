"""Every kind of prompt of every edition is met by curious coaches or drawn in a scene, and has words of its own."""

from __future__ import annotations

from typing import get_args

import pytest

from dungeonbowl.engine.match import Match
from dungeonbowl.server.view.prompts import Prompter
from dungeonbowl.server.wire import Prompt
from dungeonbowl.server.wire.kinds import PromptKind
from server.test_plain_words import read_prompt
from support.plans import how_many, is_covering
from support.prompt_scenes import DRAWN
from support.prompt_walks import QUESTIONS, Tried, orders, prompt_key, walk

USUAL = {"turn", "declare", "act", "reroll", "face", "push", "follow", "skill", "deploy", "aim"}


def prompt_read(match: Match, number: int, key: str) -> Prompt:
    """The prompt of a question of this kind, after a coach has read all of it."""
    prompt = Prompter(match.game).prompt(match, number, True)
    assert prompt is not None
    assert key.startswith(prompt.kind)
    read_prompt(prompt)
    assert not prompt.title.endswith(": decide"), f"{key} has no words of its own"
    assert prompt.title != "Decide", f"{key} has no words of its own"
    assert prompt.options
    return prompt


def test_the_list_has_every_kind_of_prompt() -> None:
    named = {key.partition(":")[0] for keys in QUESTIONS.values() for key in keys}
    at_a_real_table = {"roll"}  # asked of coaches who type their dice: tests/server/test_real_table.py reads it
    assert named == set(get_args(PromptKind)) - at_a_real_table
    assert all(keys >= USUAL for keys in QUESTIONS.values())


@pytest.mark.parametrize("edition", QUESTIONS)
def test_every_kind_of_prompt_is_met(edition: str) -> None:
    tried: Tried = {}
    met: set[str] = set()
    chosen = orders(edition)
    for seed in range(how_many("prompts")):
        for question in walk(chosen[seed % len(chosen)], seed, tried):
            if question.key in met:
                continue
            met.add(question.key)
            prompt = prompt_read(question.match, question.number, question.key)
            assert prompt.rule, f"{question.key} names no rule"
        if met >= QUESTIONS[edition]:
            break
    if is_covering("prompts"):
        assert QUESTIONS[edition] - met == set()


@pytest.mark.parametrize("name", DRAWN)
def test_a_question_of_a_single_rule_is_read_like_any_other(name: str) -> None:
    drawn = DRAWN[name]
    match = drawn.draw().match
    assert prompt_key(match.game, match.options()) == drawn.key
    prompt = prompt_read(match, 0, drawn.key)
    assert prompt.rule
    asked = [option for option in prompt.options if option.kind == drawn.choice]
    assert asked
    assert {option.rule for option in asked} == {drawn.rule}
    assert len({option.label for option in asked}) == len(asked), "two choices that read the same"


def test_prompts_call_a_portal_what_the_edition_calls_it() -> None:
    match = DRAWN["one of two portals"].draw().match
    prompter = Prompter(match.game)
    own, others = prompter.prompt(match, 0, True), prompter.prompt(match, 0, False)
    assert own is not None
    assert others is not None
    assert own.title == "Choose a teleporter"
    assert "portal" not in own.help
    assert others.title == "home chooses a teleporter"
    assert [option.label for option in own.options] == ["Come out at teleporter 1", "Come out at teleporter 3"]


def test_a_ball_to_choose_and_an_end_of_a_passage_have_plain_names() -> None:
    labels = {}
    for name in ("ball to throw", "way out of a passage"):
        match = DRAWN[name].draw().match
        shown = prompt_read(match, 0, DRAWN[name].key).options
        labels[name] = [option.label for option in shown if option.kind == DRAWN[name].choice]
    assert labels["ball to throw"] == ["Ball 1", "Ball 2"]
    assert labels["way out of a passage"] == [
        "Secret passage: at the western end of a secret passage",
        "Secret passage: at the eastern end of a secret passage",
    ]
