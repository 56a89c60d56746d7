"""A dungeon knows its edition and the modules it needs: commands take them from it, and a refusal names what works."""

from __future__ import annotations

import re

import pytest

from dungeonbowl.bots.arena import Pairing, new_game
from dungeonbowl.cli.dungeon_fairness import measure
from dungeonbowl.cli.match_options import edition_for
from dungeonbowl.cli.sim import play
from dungeonbowl.dungeon.text import bundled, load_dungeon
from dungeonbowl.editions import EDITIONS, build, fitting
from dungeonbowl.errors import UserError
from dungeonbowl.play.setting_up import stage
from dungeonbowl.runs.crew import Crew


@pytest.mark.parametrize("name", bundled())
def test_every_bundled_dungeon_is_played_without_naming_an_edition(name: str) -> None:
    text = edition_for("", name, -1, True)
    game = new_game(Pairing(text, name))
    assert game.rules.edition.partition("(")[0] == load_dungeon(name).edition


@pytest.mark.parametrize("name", bundled())
@pytest.mark.parametrize("edition", [*EDITIONS, "astrogranite(full)", "astrogranite(classic)"])
def test_a_refusal_prints_the_text_that_works(edition: str, name: str) -> None:
    text = edition
    try:
        new_game(Pairing(edition, name))
    except UserError as error:
        text = str(error)
    found = re.search(r'this can be played there: "(.*)"', text)
    assert found is not None or text == edition
    if found is not None:
        assert new_game(Pairing(found.group(1), name)).rules.edition == found.group(1)


def test_three_and_four_teams_switch_off_what_cannot_be_on_beside_them() -> None:
    text = fitting("astrogranite(full)", load_dungeon("ag-four-winds"))
    assert text == "astrogranite(full, special_arrangements=off, extra_teams=on)"
    build(text)


def test_a_dungeon_for_three_is_measured_too() -> None:
    name = "ag-three-crowns"
    pairing = Pairing(edition_for("", name, 1, True), name, "random", "random")
    measured = measure(play(pairing, 2, 1, Crew()))
    assert len(measured.wins) == 3
    assert measured.games == 2


def test_a_dungeon_of_another_edition_names_it() -> None:
    words = 'sb-04 is for stockbowl, not for official; this can be played there: "stockbowl"'
    with pytest.raises(UserError, match=words):
        stage("official", "sb-04")
