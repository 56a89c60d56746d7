"""Procedures in progress as records: their fields by name, the same again after saving and loading, at every moment."""

from __future__ import annotations

import msgspec
import pytest

from dungeonbowl.engine.game import Game
from dungeonbowl.records.save import FrameRecord, Save, load, recorded, revived, save
from dungeonbowl.scenes.scene import Scene, away, home
from support.plans import how_many
from support.sources import frames
from support.walks import EDITIONS, Luck, any_game, moments

MATCHES = how_many("records")


def as_written(game: Game) -> bytes:
    return msgspec.json.encode(save(game), order="sorted")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_save_that_is_loaded_and_saved_again_is_the_same_at_every_moment(edition: str) -> None:
    for seed in range(MATCHES):
        game = any_game(seed, edition)
        for _ in moments(game, Luck(seed), 20):
            written = as_written(game)
            again = load(msgspec.json.decode(written, type=Save))
            assert as_written(again) == written, f"seed {seed}: {game.frames()}"


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_procedure_on_the_stack_is_the_same_again_from_its_record(edition: str) -> None:
    met: set[str] = set()
    for seed in range(100, 100 + MATCHES * 2):
        game = any_game(seed, edition)
        for _ in moments(game, Luck(seed), 60):
            for frame in game.frames():
                met.add(frame.name())
                record = recorded(frame)
                assert set(record.fields) == {field for field, _ in frames()[record.name]}
                assert recorded(revived(record)) == record, f"seed {seed}"
                assert recorded(frame.copy()) == record, f"seed {seed}"
    assert len(met) > 8


def test_a_saved_procedure_names_its_fields() -> None:
    scene = Scene("Ab.", {"A": home(), "b": away()})
    scene.play("activate A", "declare move")
    fields = recorded(scene.game.top)
    assert fields.name == "Activation"
    assert fields.fields["piece"] == scene.piece("A")
    assert msgspec.json.encode(FrameRecord("Decided", {"action": 7})) == b'{"name":"Decided","fields":{"action":7}}'
