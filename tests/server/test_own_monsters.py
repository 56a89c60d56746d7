"""Monsters of the coaches' own and agreed squares of referees at the table, and who is asked about referees."""

from __future__ import annotations

from urllib.parse import urlencode

import msgspec
import pytest

from dungeonbowl.client import Server, ServerRefused
from dungeonbowl.records.setup import Setup, build_game
from dungeonbowl.scenes.scene import Scene, away, home, neutral
from dungeonbowl.server import wire
from dungeonbowl.server.creating import new_match
from dungeonbowl.server.view.prompts import Prompter

WYVERN = "wyvern:ma6:st5:ag2:av9:block-attack2:piercing1:bone-head:huge"
EDITION = (
    f"astrogranite(classic, morphing_monsters=on, monster_pool=wyvern+mummy, own_monsters={WYVERN}, hydra_heads=4)"
)
REFEREES = "astrogranite(classic, referees=on, onsite_referees=on, ref_count=1, ref_squares={})"


def checked(server: Server, text: str) -> wire.EditionChecked:
    return server.get(f"/edition?{urlencode({'text': text})}", wire.EditionChecked)


def test_the_page_is_told_what_a_profile_is_put_together_from(server: Server) -> None:
    edition = next(each for each in server.options().editions if each.id == "astrogranite")
    options = {option.key: option for option in edition.options}
    parts = {part.key: part for part in options["own_monsters"].parts}
    assert [part.key for part in parts.values() if part.least > 0] == ["ma", "st", "ag", "av"]
    assert (parts["ma"].most, parts["block-attack"].most, parts["huge"].most) == (10, 9, 0)
    assert not [key for key, option in options.items() if option.parts and key != "own_monsters"]
    assert {"hydra_heads", "ref_squares"} <= set(options)
    whole = ":".join(f"{part.key}1" for part in parts.values() if part.least > 0)
    for part in parts.values():
        attack = "" if part.key in ("block-attack", "heads") else ":block-attack1"
        word = "" if part.least > 0 else f":{part.key}{1 if part.most > 0 else ''}"
        text = f"astrogranite(classic, morphing_monsters=on, own_monsters=beast:{whole}{attack}{word})"
        assert checked(server, text).problem == "", text


def test_a_match_with_them_is_created_and_names_them(server: Server) -> None:
    assert checked(server, EDITION).text == EDITION
    stored, _ = new_match(wire.NewMatch(EDITION, seats=["bot:random", "bot:random"], quick=True))
    setup = msgspec.json.decode(stored.setup, type=Setup)
    assert {"Wyvern", "Mummy"} == {player.name for player in setup.neutral}
    assert build_game(setup).rules.edition.startswith(EDITION.rstrip(")"))
    created = server.new_match(edition=EDITION, seats=["person", "bot:random"], quick=True, pace=0)
    assert created.id


def test_squares_where_no_referee_can_begin_are_refused_with_the_dungeon_s_name(server: Server) -> None:
    order = {"dungeon": {"id": "ag-short-halls"}, "seats": ["person", "bot:random"]}
    with pytest.raises(ServerRefused, match=r"parameter 'ref_squares': expected plain floor .* at 0:0 of the dungeon"):
        server.new_match(edition=REFEREES.format("0:0"), **order)
    assert "ref_squares" in checked(server, REFEREES.format("nowhere")).problem


def test_a_game_master_is_asked_where_the_referees_walk_in_words_of_his_own() -> None:
    legend = {"A": home(), "z": away(), "R": neutral(skills=["Referee"])}
    edition = "astrogranite(classic, referees=on, onsite_referees=on, lurking_monsters=on, monster_gm=on)"
    scene = Scene("A.........\n..........\n......R...\n..........\n.........z", legend, edition=edition)
    scene.play("end turn")
    prompt = Prompter(scene.game).prompt(scene.match, 0, True)
    assert prompt is not None
    assert (prompt.kind, prompt.mine, prompt.side) == ("referee", True, 2)
    assert "game master" in prompt.help
    assert prompt.rule == "A-OREF-04"
