from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import dungeonbowl
from dungeonbowl.cli import bench_figures, speed
from dungeonbowl.cli.bench_figures import FIGURES
from dungeonbowl.cli.bench_turns import compared
from support.command_line import run

SOURCES = Path(str(dungeonbowl.__file__)).parent.parent
SHORT = ("--seconds", "0.02", "--rounds", "1")
ABOUT = ["compiled", "build", "flags", "date", "load", "rounds", "calibration_s"]


def test_the_bench_prints_its_figures_as_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "bench", "--json", *SHORT) == 0
    found = json.loads(capsys.readouterr().out)
    figures = [figure.name for figure in FIGURES]
    assert list(found) == [*ABOUT, *figures, "median"]
    assert found["compiled"] is dungeonbowl.compiled()
    assert all(found[name] > 0 for name in figures)
    assert all(found["median"][name] == found[name] for name in figures)  # of one round


def test_the_bench_measures_only_what_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "bench", "--json", "--only", "clone_us,steps_per_s", *SHORT) == 0
    assert list(json.loads(capsys.readouterr().out)) == [*ABOUT, "steps_per_s", "clone_us", "median"]
    assert run(monkeypatch, "bench", "--only", "cake_us") == 2
    assert "--only cake_us: expected one of steps_per_s, " in capsys.readouterr().err


def test_the_best_of_the_rounds_is_the_highest_rate_and_the_shortest_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rounds = {"steps_per_s": iter([30.0, 50.0, 40.0]), "clone_us": iter([3.0, 5.0, 4.0])}
    for place, figure in enumerate(bench_figures.FIGURES):
        if figure.name in rounds:
            fake = figure._replace(measure=lambda *_, values=rounds[figure.name]: next(values))
            table = (*bench_figures.FIGURES[:place], fake, *bench_figures.FIGURES[place + 1 :])
            monkeypatch.setattr(bench_figures, "FIGURES", table)
    monkeypatch.setattr("dungeonbowl.cli.bench.FIGURES", bench_figures.FIGURES)
    assert run(monkeypatch, "bench", "--json", "--only", "clone_us,steps_per_s", "--rounds", "3") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["steps_per_s"], found["clone_us"]) == (50.0, 3.0)
    assert found["median"] == {"steps_per_s": 40.0, "clone_us": 4.0}


def test_the_bench_prints_a_table_with_the_aims(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert run(monkeypatch, "bench", "--only", "steps_per_s", *SHORT) == 0
    out = capsys.readouterr().out
    assert "at calibration 0.245" in out
    assert "decisions a second, random play" in out
    assert "3,000,000" in out
    assert f"engine {speed.engine_words(speed.kind_of_build()[0])}, calibration" in out


def test_the_bench_does_without_what_learners_need(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bench_figures.lanes_of.cache_clear()
    monkeypatch.setitem(sys.modules, "dungeonbowl.learn.vector", None)  # as if it could not be imported
    only = ("--only", "env_steps_per_s,env_normal_steps_per_s,clone_us")
    assert run(monkeypatch, "bench", "--json", *only, *SHORT) == 0
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert (found["env_steps_per_s"], found["env_normal_steps_per_s"]) == (None, None)
    assert found["clone_us"] > 0
    assert "pip install dungeonbowl" in err


# --- two builds by turns ----------------------------------------------------------------------------------------------


def test_two_builds_are_measured_by_turns(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    order = ("bench", "--against", str(SOURCES), "--only", "clone_us", "--seconds", "0.02", "--rounds", "2")
    assert run(monkeypatch, *order, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    for side in ("this", "other"):
        assert found[side]["package"] == str(SOURCES / "dungeonbowl")
        assert found[side]["build"] == speed.kind_of_build()[0]
        assert found[side]["calibration_s"] > 0
        assert len(found["figures"]["clone_us"][side]["rounds"]) == 2
    assert found["figures"]["clone_us"]["ratio"]["best"] > 0
    assert run(monkeypatch, *order) == 0
    assert "times as fast" in capsys.readouterr().out


def test_what_another_build_cannot_measure_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "src" / "dungeonbowl"
    other.mkdir(parents=True)
    (other / "__init__.py").write_text("__version__ = '0.0'\nprint('loud')\ndef compiled(): return False\n", "utf-8")
    assert run(monkeypatch, "bench", "--against", str(tmp_path), "--only", "clone_us", *SHORT) == 0
    out = capsys.readouterr().out
    assert "not measured" in out
    assert "clone_us is not measured in other build: ModuleNotFoundError: No module named 'dungeonbowl.bots'" in out


def test_a_build_that_does_not_start_is_named_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "dungeonbowl"
    other.mkdir()
    (other / "__init__.py").write_text("raise SystemExit('no such luck')", "utf-8")
    assert run(monkeypatch, "bench", "--against", str(tmp_path), "--only", "clone_us", *SHORT) == 2
    assert f"the build at {tmp_path} stopped: no such luck" in capsys.readouterr().err


def test_a_path_with_no_build_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "bench", "--against", str(tmp_path)) == 2
    assert "expected the folder `src` of another clone, or a Python" in capsys.readouterr().err


def test_a_ratio_above_one_says_that_this_build_is_the_faster_one() -> None:
    rates, times = bench_figures.BY_NAME["steps_per_s"], bench_figures.BY_NAME["clone_us"]
    twice = {"this": [{"value": 20.0}, {"value": 8.0}], "other": [{"value": 10.0}, {"value": 4.0}]}
    assert compared(rates, twice)["ratio"] == {"best": 2.0, "median": 2.0}
    assert compared(times, twice)["ratio"] == {"best": 0.5, "median": 0.5}


# --- the kind of a build ----------------------------------------------------------------------------------------------


def test_a_build_names_its_kind(tmp_path: Path) -> None:
    (tmp_path / "build.json").write_text('{"kind": "release", "flags": "-O3"}', "utf-8")
    assert speed.kind_of_build(tmp_path, is_compiled=True) == ("release", "-O3")
    assert speed.kind_of_build(tmp_path, is_compiled=False) == ("interpreted", "")  # the file is of an earlier build
    assert speed.engine_words("release") == "compiled (release)"


@pytest.mark.parametrize("text", ["", "[]", "{}", "3"])
def test_a_build_that_does_not_say_its_kind_is_just_compiled(tmp_path: Path, text: str) -> None:
    assert speed.kind_of_build(tmp_path, is_compiled=True) == ("compiled", "")
    (tmp_path / "build.json").write_text(text, "utf-8")
    assert speed.kind_of_build(tmp_path, is_compiled=True) == ("compiled", "")
    assert speed.engine_words("compiled") == "compiled"


def test_version_names_the_kind_of_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("dungeonbowl.cli.version.kind_of_build", lambda: ("quick", "-O1"))
    assert run(monkeypatch, "version") == 0
    assert "engine compiled (quick), " in capsys.readouterr().out
    assert run(monkeypatch, "version", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["engine"], found["build"], found["flags"]) == ("compiled", "quick", "-O1")
