"""Sample matches: each is accepted as it stands, and shows its module in the first turns."""

from __future__ import annotations

import inspect
import random

import msgspec
import pytest

import dungeonbowl.server.samples
from dungeonbowl.client import Server
from dungeonbowl.engine.actions import END_TURN, kind_of
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.match import Match
from dungeonbowl.play.setting_up import match_dice
from dungeonbowl.records.setup import Setup, build_game
from dungeonbowl.server import wire
from dungeonbowl.server.creating import new_match
from dungeonbowl.server.samples import sample_file, samples
from dungeonbowl.server.view.prompts import Prompter
from dungeonbowl.server.view.stories import Storyteller

# What shows a module: words of an option that it offers, or of a line of the log.
SHOWN = {
    "sorcery": ["Cast a spell"],
    "secret-weapons": ["Throw a bomb"],
    "magic-items": ["Use Shoes of Speed", "Use Boots of Dashing", "Use Sandals of Leaping"],
    "dirty-tactics": ["Buy an assassin", "Whom shall the assassin look for?"],
    "great-wheel": ["re-roll"],
}
MOST = 1500  # decisions
TURNS = 4  # team turns of a side in which it must have shown itself


def match_of(order: wire.NewMatch, seed: int) -> Match:
    stored, _ = new_match(order)
    return begun(build_game(msgspec.json.decode(stored.setup, type=Setup)), match_dice(seed))


def words_of(match: Match, seed: int) -> set[str]:
    """Everything that coaches read in the first turns of a match of curious ones, who try what they have not tried."""
    chance = random.Random(seed)
    prompter = Prompter(match.game)
    teller = Storyteller(match.game)
    found: set[str] = set()
    tried: set[str] = set()
    number = ended = 0
    while not match.is_over() and ended < 2 * TURNS and number < MOST:
        prompt = prompter.prompt(match, number, True)
        assert prompt is not None
        found |= {option.label for option in prompt.options} | {prompt.title}
        labels = dict(zip(match.options(), (option.label for option in prompt.options), strict=True))
        others = [option for option in labels if kind_of(option) != END_TURN] or list(labels)
        option = chance.choice([option for option in others if labels[option] not in tried] or others)
        tried.add(labels[option])
        ended += kind_of(option) == END_TURN
        match.choose(option)
        number += 1
    return found | {event.text for event in teller.events(list(match.game.events))}


def test_there_is_a_sample_for_each_module_that_is_hard_to_meet() -> None:
    assert {sample.id for sample in samples()} == set(SHOWN)


def test_what_is_sampled_stands_in_the_file_and_not_in_the_code() -> None:
    """Another edition or dungeon is a change of data."""
    common = sample_file()
    source = inspect.getsource(dungeonbowl.server.samples)
    names = [common.edition, common.dungeon, common.preset, *(recipe.id for recipe in common.samples)]
    assert [name for name in names if f'"{name}' in source] == []
    assert all(sample.order.edition.startswith(f"{common.edition}({common.preset}, ") for sample in samples())


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.id)
def test_a_sample_shows_its_module_in_the_first_turns(sample: wire.Sample) -> None:
    read = set().union(*(words_of(match_of(sample.order, seed), seed) for seed in range(3)))
    for words in SHOWN[sample.id]:
        assert any(words in text for text in read), f"{words}: not among {sorted(read)[:60]}"


def test_samples_are_created_as_they_are_sent(server: Server) -> None:
    for sample in server.get("/samples", list[wire.Sample]):
        created = server.post("/matches", msgspec.to_builtins(sample.order), wire.Created)
        assert created.seats
