from __future__ import annotations

import json
import sys

import pytest

import dungeonbowl
from support.command_line import run


def test_the_bench_prints_its_figures_as_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "bench", "--json", "--seconds", "0.05") == 0
    found = json.loads(capsys.readouterr().out)
    figures = ["steps_per_s", "games_per_s", "clone_us", "reach_us", "team_steps_per_s", "generate_ms"]
    figures += ["search_nodes_per_s", "env_steps_per_s", "import_ms"]
    assert list(found) == ["compiled", "calibration_s", *figures]
    assert found["compiled"] is dungeonbowl.compiled()
    assert all(found[name] > 0 for name in found if name != "compiled")


def test_the_bench_prints_a_table_with_the_aims(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert run(monkeypatch, "bench", "--seconds", "0.05") == 0
    out = capsys.readouterr().out
    assert "at calibration 0.245" in out
    assert "decisions a second, random play" in out
    assert "1,000,000" in out


def test_the_bench_does_without_what_learners_need(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "dungeonbowl.learn.vector", None)  # as if it could not be imported
    assert run(monkeypatch, "bench", "--json", "--seconds", "0.05") == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["env_steps_per_s"] is None
    assert "pip install dungeonbowl" in err
