"""Every position of every roster has a figure, and no two positions of a roster look alike."""

from __future__ import annotations

import pytest

from dungeonbowl.editions.astrogranite.modules.monsters.profiles import PROFILES
from dungeonbowl.server.view.figures import ANY_MONSTER, ANYBODY, BODIES, ROLES, figure_of, figure_of_position
from dungeonbowl.server.wire import Figure
from dungeonbowl.teams.facts import editions, load_facts

HUMAN = ("Human", "Humans")  # races that are drawn as the plain figure on purpose


@pytest.mark.parametrize("edition", editions())
def test_every_position_of_every_roster_has_a_figure_of_its_race_and_role(edition: str) -> None:
    for roster in load_facts(edition).rosters:
        for position in roster.position:
            figure = figure_of_position(position)
            assert figure.body in BODIES, position.name
            assert figure.role in ROLES, position.name
            if position.race not in HUMAN:
                assert figure.body != ANYBODY, f"{position.name} ({position.race}) has no body of its own"
            assert figure_of(edition, roster.id, position.name) == figure


@pytest.mark.parametrize("edition", editions())
def test_no_two_positions_of_a_roster_look_alike(edition: str) -> None:
    for roster in load_facts(edition).rosters:
        seen: dict[Figure, str] = {}
        for position in roster.position:
            figure = figure_of_position(position)
            assert figure not in seen, f"{roster.name}: {position.name} looks like {seen[figure]}"
            seen[figure] = position.name


def test_names_that_nobody_knows_get_a_plain_figure() -> None:
    assert figure_of("official", "", "Something New") == Figure("human", "lineman")
    assert figure_of("of a table far away", "x", "Moon Elf Thrower") == Figure("elf", "thrower")
    assert figure_of("astrogranite(lava)", "gold", "Orc Blitzer") == Figure("orc", "blitzer")


def test_every_monster_has_a_drawing_of_its_own() -> None:
    bodies = [figure_of("astrogranite", "", profile.name, neutral=True).body for profile in PROFILES]
    assert len(set(bodies)) == len(bodies)
    assert ANY_MONSTER not in bodies
    assert figure_of("astrogranite", "", "Referee 2", neutral=True) == Figure("referee", "referee")
    assert figure_of("astrogranite", "", "Thing", neutral=True).body == ANY_MONSTER
