"""What the pages for rules and dungeons ask: whole books, and dungeons of tiles whose picture is still to be drawn."""

from __future__ import annotations

import pytest

from dungeonbowl.client import Server, ServerRefused
from dungeonbowl.dungeon.json_form import to_json
from dungeonbowl.dungeon.map_rules import MAP_RULES
from dungeonbowl.dungeon.text import load_dungeon, write_dungeon
from dungeonbowl.editions import EDITIONS as EDITIONS_THAT_PLAY
from dungeonbowl.rulebook import EDITIONS, load
from dungeonbowl.server import wire
from dungeonbowl.words.skill_pages import places


def draw(server: Server, text: str, tokens: list[dict[str, object]]) -> wire.DungeonChecked:
    return server.post("/dungeons/draw", {"text": text, "tokens": tokens}, wire.DungeonChecked)


def without_picture(identity: str) -> str:
    return write_dungeon(load_dungeon(identity)).partition("plan = ")[0]


def test_every_book_of_rules_can_be_read_whole(server: Server) -> None:
    for book in EDITIONS:
        found = server.get(f"/rules?book={book}", wire.Rulebook)
        assert [rule.id for rule in found.rules] == [rule.id for rule in load(book)]
        assert [each.id for each in found.books] == list(EDITIONS)
        assert all(each.name for each in found.books)
    with pytest.raises(ServerRefused, match="there is no book"):
        server.get("/rules?book=none", wire.Rulebook)


def test_skills_come_with_their_rule_in_each_edition_and_their_home(server: Server) -> None:
    found = {skill.name: skill for skill in server.get("/skills", list[wire.SkillText])}
    assert set(found) == set(places())
    guard = server.get("/skills/Guard", wire.SkillText)
    assert guard == found["Guard"]
    assert guard.home == "engine/skills/strength.py"
    assert [edition.edition for edition in guard.editions] == ["official", "astrogranite", "stockbowl"]
    assert "O-AST-01" in guard.editions[0].rules
    assert guard.abilities[0].asked == ["engine/procedures/block/dice.py: helps_when_marked"]
    assert server.get("/skills/side%20step", wire.SkillText).name == "Sidestep"
    for unknown in ("Guart", "Ring of Invulnerability", "x" * 3000):
        with pytest.raises(ServerRefused, match="there is no skill"):
            server.get(f"/skills/{unknown.replace(' ', '%20')}", wire.SkillText)


@pytest.mark.parametrize("identity", ["of-1", "of-4", "of-5"])
def test_the_picture_follows_from_tiles_and_tokens(server: Server, identity: str) -> None:
    board = load_dungeon(identity)
    form = to_json(board)
    tokens: list[dict[str, object]] = [{"at": at, "character": "$"} for at in form["chests"]]
    tokens += [{"at": portal["at"], "character": str(portal["n"])} for portal in form["teleporters"]]
    found = draw(server, without_picture(identity), tokens)
    assert found.legal
    assert found.text == write_dungeon(board)
    assert found.fairness


def test_the_editor_offers_what_the_edition_knows(server: Server) -> None:
    for edition in EDITIONS_THAT_PLAY:
        facts = server.get(f"/dungeons/editor/{edition}", wire.EditorFacts)
        offered = {sign.character for sign in facts.signs}
        assert offered <= set(MAP_RULES[edition].characters) | {"#"}
        assert {"#", ".", "A", "B", "$", "1"} <= offered
        assert server.post("/dungeons/check", {"text": facts.template}, wire.DungeonChecked).legal


def test_tiles_that_overlap_are_told_with_their_squares(server: Server) -> None:
    text = without_picture("of-1").replace("at = [8, 6]", "at = [7, 6]")
    found = draw(server, text, [])
    assert not found.legal
    assert found.board is None
    assert {problem.rule for problem in found.problems} == {"D-OF-02"}
    assert all(problem.squares for problem in found.problems)


def test_tokens_in_the_rock_are_told_with_their_squares(server: Server) -> None:
    found = draw(server, without_picture("of-1"), [{"at": [0, 0], "character": "$"}])
    assert not found.legal
    assert found.problems[0].squares == [(0, 0)]


@pytest.mark.parametrize("text", ["", "tile = 3", "tile = [", "format = 1\ntile = [{ id = 4 }]"])
def test_what_is_no_dungeon_is_said_to_be_none(server: Server, text: str) -> None:
    found = draw(server, text, [])
    assert not found.legal
    assert found.problems
