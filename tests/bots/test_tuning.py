"""Tuning: the same terms give the same file, the fit finds what the results say, and the weights can play."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dungeonbowl.bots import tuning
from dungeonbowl.bots.ladder import MOST_TRIES, USUAL_TRIES, HardBot
from dungeonbowl.bots.outside import find_bot
from dungeonbowl.bots.tactics.evaluation import DEFAULT_WEIGHTS, WEIGHT_NAMES
from dungeonbowl.bots.tuning import Sample, TuneTerms, fit, read_weights, samples, write_tuned
from dungeonbowl.cli import make_app
from dungeonbowl.errors import UserError

TERMS = TuneTerms(games=12, edition="official(turn_limit=4, quick=1)", dungeons=["of-1", "of-2"], teams=[])


def test_the_same_terms_give_the_same_file_whatever_the_number_of_processes(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("one.json", "two.json")]
    for path, jobs in zip(paths, (1, 2), strict=True):
        write_tuned(path, fit(TERMS, list(samples(TERMS, jobs))))
    assert paths[0].read_bytes() == paths[1].read_bytes()
    found = json.loads(paths[0].read_text())
    assert list(found["weights"]) == list(WEIGHT_NAMES)
    assert found["terms"]["seed"] == 1
    assert found["loss_of_guessing"] == pytest.approx(0.6931)


def test_a_match_is_looked_at_once_a_team_turn() -> None:
    sample = tuning.play_sample(TERMS, 3)
    assert 4 <= len(sample.rows) <= 8
    assert all(len(row) == len(WEIGHT_NAMES) for row in sample.rows)
    assert sample.points in (0.0, 0.5, 1.0)


def test_the_fit_finds_what_decides() -> None:
    """Made-up matches, all of them won by the side with more players on their feet."""
    chance = random.Random(3)
    played = []
    for number in range(400):
        row = [0.0] * len(WEIGHT_NAMES)
        row[WEIGHT_NAMES.index("stands")] = float(chance.choice((-3, -2, -1, 1, 2, 3)))
        row[WEIGHT_NAMES.index("reroll")] = float(chance.randrange(-2, 3))
        played.append(Sample(number, [row], float(row[WEIGHT_NAMES.index("stands")] > 0)))
    tuned = fit(TERMS, played)
    assert tuned.loss_after < 0.2 < tuned.loss_of_guessing
    assert tuned.weights["stands"] > 1.0
    assert abs(tuned.weights["reroll"]) < 0.3
    assert tuned.weights["waits"] == 0.0  # never seen


def test_too_few_matches_are_refused() -> None:
    with pytest.raises(UserError, match="too few positions"):
        fit(TERMS, [Sample(0, [], 0.5)])


def test_the_weights_play(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    runner = CliRunner()
    options = ["--games", "10", "--turn-limit", "2", "--dungeons", "of-1", "--teams", "none", "--jobs", "1"]
    result = runner.invoke(make_app(["tune"]), ["tune", *options, "--output", str(path), "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout) == json.loads(path.read_text())
    bot = find_bot(f"hard(tries=20,weights={path})", 1)
    assert isinstance(bot, HardBot)
    assert [*bot.coach.evaluation.weights] == read_weights(path) != list(DEFAULT_WEIGHTS)
    assert (int(bot.coach.tries), bot.coach.seconds) == (20, 0.0)
    table = runner.invoke(make_app(["tune"]), ["tune", *options])
    assert "waiter_in_way" in table.stdout
    assert "held back" in table.stdout


def test_a_hard_bot_counts_tries_and_looks_at_the_clock_only_if_it_is_told_to() -> None:
    for name, tries, seconds in (
        ("hard", USUAL_TRIES, 0.0),
        ("hard(tries=50)", 50, 0.0),
        ("hard(seconds=0.25)", MOST_TRIES, 0.25),
        ("hard(tries=50,seconds=3)", 50, 3.0),
    ):
        bot = find_bot(name, 1)
        assert isinstance(bot, HardBot)
        assert (int(bot.coach.tries), bot.coach.seconds) == (tries, seconds)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("hard(depth=3)", "expected seconds=, tries= or weights="),
        ("hard(tries=many)", "are numbers"),
        ("hard(tries=0)", "at least one try"),
        ("hard(weights=nowhere.json)", "No such file"),
    ],
)
def test_what_a_hard_bot_cannot_be_is_named(name: str, words: str) -> None:
    with pytest.raises(UserError, match=words):
        find_bot(name, 1)


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    path.write_text('{"weights": 3}')
    with pytest.raises(UserError, match="is not a file of `dungeonbowl tune`"):
        read_weights(path)
    tuned = fit(TERMS, list(samples(TERMS)))
    del tuned.weights["stands"]
    write_tuned(path, tuned)
    with pytest.raises(UserError, match="no weight for stands"):
        read_weights(path)


def test_without_scipy_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(tuning, "import_module", missing)
    with pytest.raises(UserError, match=r"pip install 'dungeonbowl\[tune\]'"):
        tuning.load_optimiser()
