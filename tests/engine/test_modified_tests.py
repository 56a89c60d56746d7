"""`Module.modifies` says which tests a module has a say about; the others are made without asking it."""

from __future__ import annotations

import pytest
from mypy_extensions import i64

from dungeonbowl.bots.playout import new_match
from dungeonbowl.editions import build
from dungeonbowl.engine import clauses
from dungeonbowl.engine.clauses import CLAUSES
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.loop import advance, choose_trusted, list_options
from dungeonbowl.learn.resets import DrawnStages

EDITIONS = ("official", "stockbowl", "astrogranite", "astrogranite(full)")
TESTS = (
    clauses.RUSH,
    clauses.DODGE,
    clauses.PICK_UP,
    clauses.CATCH,
    clauses.PASS,
    clauses.JUMP,
    clauses.LEAP,
    clauses.LANDING,
    clauses.STAND_UP,
    clauses.INTERFERE,
    clauses.THROW_TEAM_MATE,
    clauses.THROW_BOMB,
    clauses.SPECIAL_ROLL,
    clauses.BALANCE,
    clauses.PIT_CLIMB,
    clauses.SPIKES,
)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_table_of_the_rules_is_what_the_modules_say(edition: str) -> None:
    rules = build(edition)
    assert len(rules.test_modifiers) > 0
    for clause in range(int(CLAUSES)):
        said = any(module.modifies(i64(clause)) for module in rules.test_modifiers)
        assert bool(rules.modified[clause]) == said
    assert rules.modified[int(clauses.PASS)] == 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_module_never_changes_a_test_that_it_does_not_claim(edition: str) -> None:
    """In matches of skilled teams, for every player and every test that modules may modify."""
    stages = DrawnStages([edition])
    chance = SeededDice(i64(4))
    claimed = 0
    for seed in range(2):
        stage = stages.draw(chance)
        game = new_match(stage.rules, stage.dungeon, stage.squads)
        dice = SeededDice(i64(seed))
        decisions = 0
        while advance(game, dice) == ASK and decisions < 300:
            count = list_options(game)
            if decisions % 60 == 59:
                for piece in range(int(game.squads.count)):
                    square = int(game.square[piece])
                    if square < 0:
                        continue
                    for module in stage.rules.test_modifiers:
                        for clause in TESTS:
                            if module.modifies(i64(clause)):
                                claimed += 1
                                continue
                            for other in (-1, square, int(game.acting)):
                                asked = module.test_modifier(game, i64(piece), i64(clause), i64(other))
                                assert asked == 0, f"{module.name()} changes clause {clause} and does not say so"
            choose_trusted(game, game.offered[int(dice.below(i64(count)))])
            decisions += 1
    assert claimed > 0
