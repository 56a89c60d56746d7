"""Every choice of the largest game has words: a walk through mixtures of its modules, with nothing raw on the way."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import msgspec
import pytest

from dungeonbowl.editions.astrogranite.composition.table import MODULES
from dungeonbowl.engine import actions
from dungeonbowl.engine.action_kinds import ACTION_KINDS
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.match import Match
from dungeonbowl.records.setup import Setup, build_game
from dungeonbowl.server import wire
from dungeonbowl.server.creating import new_match
from dungeonbowl.server.view.boards import board_of, setup_view, side_card
from dungeonbowl.server.view.positions import position_of
from dungeonbowl.server.view.prompt_words import CHOICE_TITLES, TITLES
from dungeonbowl.server.view.prompts import Prompter
from dungeonbowl.server.view.stories import Storyteller
from dungeonbowl.server.view.terrains import things_of
from dungeonbowl.server.view.words import ACTION_WORDS, UNLISTED
from dungeonbowl.words.action_clauses import ACTION_CLAUSES

BUILT = [row.name for row in MODULES if row.install is not None]
# Of modules that cannot be on together the first stays.
TERRAIN = ("doors", "chasms", "obstacles", "lava", "water", "inscriptions", "secret_passages", "platforms", "traps")
DEEDS = ("wall_smash", "leaping", "teleport_exit", "chest_moving", "precarious", "dungeon_skills", "colleges")
MIXTURES = {
    "terrain": (*TERRAIN, *DEEDS),
    "balls": (*DEEDS, "ball_variants", "multiball", "collision_pushing"),
    "monsters": (*DEEDS, "lurking_monsters", "morphing_monsters"),
    "dragon": (*DEEDS, "dragonbowl"),
    "game master": (*DEEDS, "lurking_monsters", "monster_gm"),
    "referees": (*DEEDS, "referees", "onsite_referees", "secret_weapons", "sorcery", "dirty_tactics"),
    "four teams": (*DEEDS, "extra_teams", "water", "doors"),
}
RAW = re.compile(r"_|\baction \d|\bclause \d|\btoken \d|\bspecial \d|\bplayer \d+$")
ROWS = {row.number: row for row in ACTION_KINDS}


def edition_of(names: tuple[str, ...], turns: int = 3) -> str:
    on = ", ".join(f"{name}=on" for name in names if name in BUILT)
    return f"astrogranite(classic, {on}, turn_limit={turns})"


def a_match(names: tuple[str, ...], seed: int) -> Match:
    """A match with everything that these modules can put into a dungeon."""
    sides = 4 if "extra_teams" in names else 2
    features = [name for name in names if name in TERRAIN and name in BUILT]
    generate = wire.GenerateOrder("astrogranite", seed, "quick", "halls", teams=sides, features=features)
    order = wire.NewMatch(edition_of(names), wire.DungeonOrder(generate=generate), seats=["person"] * sides)
    stored, _ = new_match(order)
    game = build_game(msgspec.json.decode(stored.setup, type=Setup))
    return begun(game, SeededDice(seed))


def decisions(match: Match, seed: int, most: int = 700) -> Iterator[int]:
    """Play at random, not too eager to end turns; after each decision the number of events that were told before."""
    chance = random.Random(seed)
    for _ in range(most):
        if match.is_over():
            return
        told = len(match.game.events)
        yield told
        options = match.options()
        going_on = [option for option in options if option & 0xFF not in (actions.END_TURN, actions.END_ACTIVATION)]
        match.choose(chance.choice(going_on if going_on and chance.random() < 0.85 else options))


@pytest.mark.parametrize("mixture", MIXTURES)
@pytest.mark.parametrize("seed", range(2))
def test_every_decision_of_every_mixture_is_put_into_words(mixture: str, seed: int) -> None:
    match = a_match(MIXTURES[mixture], seed)
    prompter = Prompter(match.game)
    teller = Storyteller(match.game)
    encoder = msgspec.json.Encoder()
    told = 0
    known = {thing.kind for thing in things_of(match.game.rules.edition)}
    for number, _ in enumerate(decisions(match, seed)):
        prompt = prompter.prompt(match, number, True)
        assert prompt is not None
        frame = match.game.frame().name()
        assert prompt.title
        assert prompt.help, prompt.title
        assert prompt.kind != "choose" or prompt.title != TITLES["choose"][0], f"{frame}: a title of its own"
        assert [option.id for option in prompt.options] == [str(option) for option in match.options()]
        for option in prompt.options:
            kind = int(option.id) & 0xFF
            assert ROWS[kind].group or kind == actions.DECLARE, option.text
            assert option.label, option.text
            assert not RAW.search(option.label), option.label
            assert not RAW.search(option.group), option.group
            assert option.direction is None or option.square is not None or kind in DIRECTIONS_ALONE, option.text
        watched = prompter.prompt(match, number, False)
        assert watched is not None
        assert watched.title
        position = position_of(match.game)
        assert set(position.tokens) <= known
        assert {ball.kind for ball in position.balls if ball.kind} <= known
        assert msgspec.json.decode(encoder.encode(prompt), type=wire.Prompt) == prompt
        for event in teller.events(match.game.events[told:], told):
            assert event.text
            assert not RAW.search(event.text), event.text
        told = len(match.game.events)


DIRECTIONS_ALONE = {int(actions.SWING), int(actions.NAME_DIRECTION), int(actions.THROW_AT_WALL)}


def test_every_kind_of_action_has_an_entry_and_a_rule() -> None:
    missing = {row.number for row in ACTION_KINDS if not row.group}
    assert missing == {*UNLISTED, int(actions.DECLARE)}
    new = [row.words for row in ACTION_KINDS if row.number > 62 and row.number not in ACTION_CLAUSES]
    assert new == []


def test_every_title_of_a_decision_belongs_to_an_action() -> None:
    assert set(CHOICE_TITLES) - set(ACTION_WORDS.values()) == set()


def test_everything_that_lies_about_is_explained() -> None:
    match = a_match(MIXTURES["terrain"], 1)
    board = board_of(match.game.dungeon)
    explained = {feature.kind for feature in board.features}
    assert set(board.terrain) - {"floor"} <= explained
    assert {"door", "lava", "water", "chasm", "inscription", "passage inside", "platform"} <= explained
    for feature in board.features:
        assert feature.name
        assert feature.effect
        assert feature.rule.startswith("A-")
        assert feature.squares
    setup = setup_view(match.game, [side_card(side, "Some", "", "", "", "") for side in range(2)])
    assert {thing.kind for thing in setup.things} >= {"pit", "hidden trap", "spiked ball"}
