"""Files that are edited while the program runs are read again."""

from __future__ import annotations

from pathlib import Path

import pytest

import dungeonbowl as db
from dungeonbowl.dungeon.text import load_dungeon
from dungeonbowl.dungeon.writing import write_dungeon
from dungeonbowl.teams.ready import ready_files

BOT = "class Mine:\n    def choose(self, match):\n        return match.options[{}]\n"


def test_an_edited_dungeon_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "of-3.dungeon"
    text = write_dungeon(load_dungeon("of-3"))
    path.write_text(text)
    before = db.Match("official", dungeon=path, seed=1)
    name = before.engine.game.dungeon.name
    path.write_text(text.replace(name, name[::-1]))
    after = db.Match("official", dungeon=path, seed=1)
    assert after.engine.game.dungeon.name == name[::-1]
    path.write_text("nothing")
    with pytest.raises(db.UserError):
        db.Match("official", dungeon=path, seed=1)


def test_an_edited_team_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = ready_files("official")["fire-fast"].read_text(encoding="utf-8")
    path.write_text(text)
    teams = (path, "light-balanced")
    assert db.Match("official", teams=teams, seed=1).position.sides["home"].team == "Ashfall Sparks"
    path.write_text(text.replace("Ashfall Sparks", "Ashfall Sparrows"))
    assert db.Match("official", teams=teams, seed=1).position.sides["home"].team == "Ashfall Sparrows"


def test_an_edited_bot_is_read_again_even_within_one_match(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    match = db.Match("official", dungeon="of-1", seed=7, quick=True)
    for index in (0, 1, 2):
        path.write_text(BOT.format(index))
        assert db.bots.named(f"{path}:Mine", match) == match.options[index]
    path.write_text("class Other:\n    pass\n")
    with pytest.raises(db.UserError, match="there is no class Mine"):
        db.bots.named(f"{path}:Mine", match)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"edition": None}, "edition None: expected a text"),
        ({"edition": 3, "quick": True}, "edition 3: expected a text"),
        ({"dungeon": 5}, "dungeon 5: expected the id"),
        ({"dungeon": Path("nowhere.dungeon")}, "nowhere.dungeon"),
        ({"teams": "fire-fast"}, "teams 'fire-fast': expected a list of teams"),
        ({"teams": 2}, "teams 2: expected a list of teams"),
        ({"teams": (1, 2)}, "team 1: expected the id"),
        ({"teams": (None, None)}, "team None: expected the id"),
        ({"teams": (Path("a.toml"), Path("b.toml"))}, "a.toml"),
        ({"seed": "7"}, "seed '7': expected a whole number"),
        ({"seed": 7.5}, "seed 7.5: expected a whole number"),
        ({"dice": 5}, "dice 5: expected 'by hand'"),
    ],
)
def test_what_a_match_cannot_be_made_of_is_refused_in_a_sentence(words: dict[str, object], reason: str) -> None:
    with pytest.raises(db.UserError) as refused:
        db.Match(**words)  # type: ignore[arg-type]
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


def test_nothing_said_is_the_same_as_left_out() -> None:
    match = db.Match("official", dungeon=None, teams=None, seed=1)
    assert match.story == db.Match("official", seed=1).story
