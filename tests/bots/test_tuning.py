"""Tuning: the same terms give the same positions, the fit finds what the results say, and the networks can play."""

from __future__ import annotations

import errno
import json
import os
import random
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i64
from typer.testing import CliRunner

from dungeonbowl.bots import positions as playing
from dungeonbowl.bots import values
from dungeonbowl.bots.arena import Pairing, new_game
from dungeonbowl.bots.ladder import EXPERT_SECONDS, MOST_TRIES, USUAL_TRIES, ExpertBot, HardBot, NormalBot
from dungeonbowl.bots.outside import find_bot
from dungeonbowl.bots.positions import PlayTerms, PositionFile, Positions, play_match, positions, read_positions
from dungeonbowl.bots.seat import options_of
from dungeonbowl.bots.tactics.evaluation import Evaluation
from dungeonbowl.bots.tactics.features import FEATURE_NAMES, FEATURES, Features
from dungeonbowl.bots.tactics.network import LearnedValue
from dungeonbowl.bots.tuning import FitTerms, fit, rounded, score, write_values
from dungeonbowl.bots.values import FAMILIES, network_of, read_values, shipped, value_for
from dungeonbowl.cli import make_app
from dungeonbowl.engine.beginning import begin
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.loop import advance, choose_trusted
from dungeonbowl.errors import UserError
from dungeonbowl.runs.crew import Crew
from dungeonbowl.scenes.scene import Scene, away, home

TERMS = PlayTerms(games=6, edition="official(turn_limit=4, quick=1)", dungeons=["of-1", "of-2"], teams=[])
TABLES = [
    Pairing("official(quick=1)", "of-2", home_team="fire-fast", away_team="death-strong"),
    Pairing("stockbowl(quick=1)", "sb-02", home_team="human-balanced", away_team="orc-balanced"),
    Pairing("astrogranite(quick=1)"),
]


def test_the_same_terms_give_the_same_positions_whatever_the_number_of_processes() -> None:
    found = []
    for jobs in (1, 2):
        with Crew(jobs) as crew:
            found.append([taken for some in positions(TERMS, crew) for taken in some])
    assert found[0] == found[1]
    assert {taken.match for taken in found[0]} <= set(range(TERMS.games))


def test_a_few_positions_of_a_match_are_kept() -> None:
    taken = play_match(TERMS, 3)
    assert 1 <= len(taken) <= playing.PER_MATCH
    assert all(len(each.row) == len(FEATURE_NAMES) == int(FEATURES) for each in taken)
    assert all(each.points in (0.0, 0.5, 1.0) and -1.0 <= each.before <= 1.0 for each in taken)


def test_bots_can_play_too(tmp_path: Path) -> None:
    terms = msgspec.structs.replace(TERMS, games=2, bots=("script", "easy"))
    file = PositionFile(terms)
    for taken in positions(terms):
        file.add(taken)
    file.write(tmp_path / "positions.npz")
    found = read_positions(tmp_path / "positions.npz")
    assert found.terms == terms
    assert found.rows.shape == (len(found.points), len(FEATURE_NAMES))


def test_positions_that_cannot_be_written_leave_those_of_before(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "positions.npz"
    file = PositionFile(TERMS)
    file.add(play_match(TERMS, 0))
    file.write(path)
    before = path.read_bytes()

    def full(file: Any, **parts: Any) -> None:
        file.write(b"half")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(np, "savez_compressed", full)
    with pytest.raises(UserError, match="cannot be written: No space left on device"):
        file.write(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def made_up(matches: int) -> Positions:
    """Matches that the side with more players on their feet has won."""
    chance = random.Random(3)
    rows = np.zeros((matches, len(FEATURE_NAMES)), np.float16)
    points = np.zeros(matches, np.float32)
    for number in range(matches):
        mine, theirs = chance.sample(range(7), 2)
        rows[number, FEATURE_NAMES.index("my_stand")] = mine / 6
        rows[number, FEATURE_NAMES.index("their_stand")] = theirs / 6
        points[number] = float(mine > theirs)
    return Positions(TERMS, rows, np.arange(matches), np.zeros(matches, np.float32), points)


def test_the_fit_finds_what_decides_and_foretells_what_happens() -> None:
    fitted = fit([made_up(4000)], FitTerms(units=8, rounds=60, step=0.02))
    losses = fitted.values.networks[values.FIRST_TOUCHDOWN].losses
    assert losses.network < 0.25 < losses.guessing == pytest.approx(0.6931)
    assert losses.linear == pytest.approx(0.6931)  # fixed weights that said nothing
    curve = fitted.calibrations[0]
    assert sum(each.positions for each in curve.bins) == losses.held_back == 800
    assert curve.bins[0].happened < 0.1
    assert curve.bins[-1].happened > 0.9


def test_too_few_positions_are_refused() -> None:
    with pytest.raises(UserError, match="too few positions"):
        fit([made_up(50)], FitTerms())


def test_the_shipped_file_has_a_network_for_every_family_and_no_trace_of_where_it_was_made() -> None:
    found = shipped()
    assert set(found.networks) <= set(FAMILIES)
    assert {values.FIRST_TOUCHDOWN, values.DRIVES} <= set(found.networks)
    assert set(msgspec.to_builtins(found)) == {"format", "features", "networks"}
    for network in found.networks.values():
        assert network.losses.network < network.losses.linear < network.losses.guessing


@pytest.mark.parametrize("family", sorted(shipped().networks))
def test_a_network_computes_what_numpy_computes(family: str) -> None:
    found = shipped().networks[family]
    network = network_of(found)
    numbers = [np.array(found.inward), np.array(found.biases), np.array(found.outward), found.bias]
    chance = np.random.default_rng(5)
    rows = chance.normal(0.0, 1.0, (20, len(FEATURE_NAMES))) * (chance.random((20, len(FEATURE_NAMES))) < 0.5)
    for row, wanted in zip(rows, score(np, rows, numbers), strict=True):
        assert network.score(vec[float]([float(number) for number in row])) == pytest.approx(float(wanted), abs=1e-9)


@pytest.mark.parametrize("pairing", TABLES, ids=lambda pairing: pairing.edition)
def test_the_value_sees_the_same_position_from_both_sides(pairing: Pairing) -> None:
    game = new_game(pairing)
    judge = value_for(game.rules)
    features = Features()
    begin(game)
    dice = SeededDice(i64(2))
    bots = [NormalBot(1), NormalBot(2)]
    made = 0
    while advance(game, dice) == ASK and made < 300:
        if made % 7 == 0 and game.active in (0, 1):
            value = judge.value(game, i64(0))
            assert -1.0 <= value <= 1.0
            assert judge.value(game, i64(1)) == pytest.approx(-value)
            assert all(-4.0 <= number <= 4.0 for number in features.seen(game, game.active))
        if game.asked < 2:
            choose_trusted(game, i64(bots[int(game.asked)].choose(game.clone(), options_of(game))))
        else:
            choose_trusted(game, game.rules.policies.neutral.advice(game))
        made += 1


def test_who_stands_by_and_who_is_free_is_seen() -> None:
    """The second nearest player, those who stand by a chest or a ball, and opponents whom nobody marks."""

    def seen(scene: Scene) -> dict[str, float]:
        return dict(zip(FEATURE_NAMES, Features().seen(scene.game, i64(0)), strict=True))

    crowd = {"X": home(), "M": home(), "p": away(status="prone"), "b": away(), "c": away()}
    chest = seen(Scene("A..XM.$......p.b.c..B", crowd))
    assert chest["hidden_my_guards"] == pytest.approx(2 / 2)
    assert chest["hidden_their_guards"] == 0.0
    assert chest["hidden_my_second"] == pytest.approx(3 / 20)
    assert chest["hidden_their_second"] == pytest.approx(10 / 20)  # the third is nearer, but has to rise
    assert chest["hidden_my_ground"] == pytest.approx(chest["hidden_territory"])
    assert chest["hidden_their_ground"] == 0.0
    loose = seen(Scene("A..XM.......p....b.cB", crowd, ball=(14, 0)))
    assert loose["loose_my_guards"] == 0.0
    assert loose["loose_their_guards"] == pytest.approx(0.33)  # who is prone guards nothing
    held = seen(Scene("A...X.p.b.....cM....B", crowd, ball="X"))
    assert held["my_ball_fallen_foes"] == pytest.approx(0.33)
    assert held["my_ball_free_foes"] == pytest.approx(0.25)  # c is too far away
    near = seen(Scene("A...X.p.bM....c.....B", crowd, ball="X"))
    assert near["my_ball_free_foes"] == 0.0  # M marks b


def invoke(*words: str) -> str:
    result = CliRunner().invoke(make_app(["tune"]), ["tune", *words])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_networks_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows, path, curve = (str(tmp_path / name) for name in ("positions.npz", "value.json", "curve.svg"))
    options = ["--games", "60", "--turn-limit", "2", "--dungeons", "of-1", "--teams", "none", "--jobs", "1"]
    invoke("play", *options, "--output", rows)
    monkeypatch.setattr("dungeonbowl.bots.tuning.LEAST", 50)
    told = json.loads(invoke("fit", rows, "--rounds", "2", "--output", path, "--curve", curve, "--json"))
    assert told["networks"][values.FIRST_TOUCHDOWN]["matches"] == 60
    assert "<svg" in Path(curve).read_text()
    bot = find_bot(f"hard(tries=20,value={path})", 1)
    assert isinstance(bot, HardBot)
    assert (int(bot.coach.tries), bot.coach.seconds) == (20, 0.0)
    game = new_game(Pairing("official(quick=1)", "of-1"))
    begin(game)
    advance(game, SeededDice(i64(1)))
    assert bot.choose(game.clone(), options_of(game)) in options_of(game)
    assert isinstance(bot.coach.evaluation, LearnedValue)
    assert isinstance(value_for(game.rules, "linear"), Evaluation)
    assert "kept out of the fit" in invoke("fit", rows, "--rounds", "1")
    whole = tmp_path / "whole.json"
    write_values(whole, shipped())
    invoke("fit", rows, "--rounds", "2", "--onto", str(whole), "--output", str(whole))
    joined = read_values(whole.read_bytes(), "whole.json").networks
    assert joined[values.FIRST_TOUCHDOWN] == read_values(Path(path).read_bytes(), path).networks[values.FIRST_TOUCHDOWN]
    assert joined[values.DRIVES] == shipped().networks[values.DRIVES]  # kept: no match of that kind was learned from


def test_rounded_numbers_are_those_of_the_file(tmp_path: Path) -> None:
    fitted = fit([made_up(2500)], FitTerms(units=4, rounds=1))
    path = tmp_path / "value.json"
    write_values(path, fitted.values)
    again = read_values(path.read_bytes(), "value.json")
    assert again == fitted.values
    numbers: list[Any] = [np.array([[0.12345]]), np.array([0.5]), np.array([1.0]), np.array([0.25])]
    assert rounded(np, numbers)[0][0][0] == pytest.approx(0.1234, abs=1e-4)


@pytest.mark.parametrize(
    ("name", "kind", "tries", "seconds"),
    [
        ("hard", HardBot, USUAL_TRIES, 0.0),
        ("hard(tries=50)", HardBot, 50, 0.0),
        ("hard(seconds=0.25)", HardBot, MOST_TRIES, 0.25),
        ("hard(tries=50,seconds=3)", HardBot, 50, 3.0),
        ("expert", ExpertBot, MOST_TRIES, EXPERT_SECONDS),
        ("expert(tries=800)", ExpertBot, 800, 0.0),
    ],
)
def test_bots_that_search_count_tries_or_processor_time(
    name: str, kind: type[HardBot], tries: int, seconds: float
) -> None:
    bot = find_bot(name, 1)
    assert type(bot) is kind
    assert bot.budget == (tries, seconds)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("hard(depth=3)", "expected seconds=, tries=, turns= or value="),
        ("hard(tries=many)", "are whole numbers"),
        ("expert(tries=1e9)", "are whole numbers"),
        ("expert(tries=1000000000)", "at most 100,000 tries"),
        ("hard(tries=99999999999999999999)", "at most 100,000 tries"),
        ("hard(tries=5,tries=6)", "tries is said twice"),
        ("expert(tries=0)", "at least one try"),
        ("hard(turns=99)", "team turns"),
        ("hard(value=nowhere.json)", "No such file"),
    ],
)
def test_what_a_searching_bot_cannot_be_is_named(name: str, words: str) -> None:
    with pytest.raises(UserError, match=words):
        find_bot(name, 1)


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "value.json"
    path.write_text('{"networks": 3}')
    with pytest.raises(UserError, match="is not a file of `dungeonbowl tune fit`"):
        find_bot(f"hard(value={path})", 1)
    write_values(path, msgspec.structs.replace(shipped(), features=["other"]))
    values.values_at.cache_clear()
    with pytest.raises(UserError, match="other features"):
        find_bot(f"hard(value={path})", 1)
    (tmp_path / "positions.npz").write_bytes(b"no positions")
    with pytest.raises(UserError, match="is not a file of `dungeonbowl tune play`"):
        read_positions(tmp_path / "positions.npz")
