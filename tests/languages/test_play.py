"""Everything that a coach reads in a match goes through the catalogues: random matches told in the pseudo-language."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from dungeonbowl.bots.advice import advise
from dungeonbowl.bots.arena import Pairing, new_game
from dungeonbowl.editions import EDITIONS
from dungeonbowl.engine import actions
from dungeonbowl.engine.match import Match
from dungeonbowl.engine.procedures.turn.contest import Contest
from dungeonbowl.languages import speaking
from dungeonbowl.play.setting_up import match_dice
from dungeonbowl.server import wire
from dungeonbowl.server.view import foresight, previews
from dungeonbowl.server.view.boards import board_of
from dungeonbowl.server.view.idle_clicks import why_nothing
from dungeonbowl.server.view.positions import position_of
from dungeonbowl.server.view.prompts import Prompter
from dungeonbowl.server.view.stories import Storyteller
from dungeonbowl.server.view.terrains import things_of
from dungeonbowl.teams.facts import editions, load_facts
from dungeonbowl.words.turn_summary import turn_summary
from support.left_overs import left_overs, names_in

MOST = 250  # decisions
GAMES = [*EDITIONS, "astrogranite(full)"]


def of_options(options: list[wire.Option]) -> Iterator[str]:
    for option in options:
        yield from (option.label, option.group, option.result, option.needed)
        yield from (outcome.text for outcome in option.outcomes)
        yield from (roll.what for roll in option.rolls)


def of_prompt(prompt: wire.Prompt) -> Iterator[str]:
    yield prompt.title
    if prompt.skill is None:  # what a skill does is told in the words of the rulebook
        yield prompt.help
    yield from of_options(prompt.options)
    yield from of_options(prompt.further)
    yield from (refusal.label for refusal in prompt.refused)
    yield from (refusal.reason for refusal in prompt.refused)
    yield prompt.wasting
    if prompt.goal is not None:
        yield prompt.goal.text
    for subject in prompt.teaches:
        yield from (subject.title, subject.text)
    if prompt.test is not None:
        yield prompt.test.what


def of_preview(preview: wire.Preview) -> Iterator[str]:
    yield preview.title
    yield from (outcome.text for outcome in preview.outcomes)
    for roll in preview.rolls:
        yield from (roll.what, roll.text, *(part.name for part in roll.modifiers))
        yield from (outcome.text for outcome in roll.failing)
    if preview.block is not None:
        yield preview.block.text
        yield from (chance.text for chance in preview.block.chances)
        yield from (face.text for face in preview.block.faces)
        yield from (part.name for part in [*preview.block.attack_parts, *preview.block.defence_parts])


def skill_names() -> list[str]:
    return [skill.name for edition in editions() for skill in load_facts(edition).skills.skills]


@pytest.mark.parametrize("edition", GAMES)
@pytest.mark.parametrize("seed", [1])
def test_a_match_in_the_pseudo_language_has_no_english_left(edition: str, seed: int) -> None:
    with speaking("xx"):
        match = Match(new_game(Pairing(edition)), match_dice(seed), Contest())
        chance = random.Random(seed)
        prompter, teller = Prompter(match.game), Storyteller(match.game)
        names = sorted({*names_in(match.game), *skill_names()}, key=len, reverse=True)
        texts: list[str] = []
        for number in range(MOST):
            if match.is_over():
                break
            options = match.options()
            prompt = prompter.prompt(match, number, True)
            assert prompt is not None
            texts += of_prompt(prompt)
            waiting = prompter.prompt(match, number, False)
            assert waiting is not None
            texts.append(waiting.title)
            if number % 7 == 0:
                texts += of_questions(match, prompter, number, prompt, chance)
            if number % 25 == 0 and not edition.startswith("astrogranite(full"):
                for each in advise(match.game.clone()).advice:
                    texts += (each.label, each.reason)
            going_on = [option for option in options if option & 0xFF not in (actions.END_TURN, actions.END_ACTIVATION)]
            start = len(match.game.events)
            told = match.choose(chance.choice(going_on if going_on and chance.random() < 0.85 else options))
            for event in teller.events(told, start):
                texts += (event.text, event.walk, event.headline)
            position = position_of(match.game)
            texts.append(position.turn_text)
            texts += [counter.label for side in position.sides for counter in side.counters]
        for side in (0, 1):
            events = match.game.events
            texts += [line.text for line in turn_summary(teller.teller, events, 0, len(events), [side])]
        for feature in [*board_of(match.game.dungeon).features, *things_of(edition)]:
            texts += (feature.name, feature.effect)
        found = {text: words for text in texts if (words := left_overs(text, names))}
        assert not found, "\n".join(f"{words} in {text!r}" for text, words in list(found.items())[:40])


def of_questions(
    match: Match, prompter: Prompter, number: int, prompt: wire.Prompt, chance: random.Random
) -> Iterator[str]:
    """What a coach may ask about: menus, previews, why a click does nothing."""
    game = match.game
    piece = chance.randrange(int(game.squads.count))
    square = chance.randrange(int(game.dungeon.count))
    menu = prompter.menu(match, number, piece)
    yield menu.reason
    yield from of_options(menu.options)
    yield why_nothing(game.clone(), piece, square)
    if prompt.options:
        option = chance.choice(prompt.options)
        found = foresight.preview(game.clone(), number, match.asked(), option.piece or 0, int(option.id))
        if found is not None:
            yield from of_preview(found)
    target = foresight.preview(game.clone(), number, match.asked(), piece, None, None, square)
    if target is not None:
        yield from of_preview(target)
    for reached in previews.reach_of(game.clone(), number, piece, match.asked()).squares:
        yield from (outcome.text for outcome in reached.outcomes)
        yield from (roll.what for roll in reached.rolls)
