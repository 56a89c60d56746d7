"""The tools that measure: peers by turns, with engines that are made up."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest

import dungeonbowl
from support.pages import ROOT

OURS = "import json; print(json.dumps({'value': 4000.0}))"
PEERS = ROOT / "tools" / "peers.py"
BOTBOWL = ROOT / "tools" / "peer_botbowl.py"
FAKE = """
import json, sys
values = {"steps_per_s": 1000.0, "clone_us": 8000.0, "options": 14}
print("this engine says good morning")
if sys.argv[1] == "about":
    print(json.dumps({"about": "made up"}))
elif sys.argv[1] == "games_per_s":
    sys.exit("out of luck")
elif sys.argv[1] in values:
    assert float(sys.argv[2]) == 0.02
    print(json.dumps({"value": values[sys.argv[1]]}))
else:
    print(json.dumps({"missing": "never heard of it"}))
"""


@pytest.fixture(scope="module")
def peers() -> Any:
    spec = importlib.util.spec_from_file_location("peers", PEERS)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def fake(tmp_path: Path) -> Path:
    file = tmp_path / "fake.py"
    file.write_text(FAKE, "utf-8")
    return file


@pytest.fixture
def as_if_ours(peers: Any, fake: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Instead of ours an engine that does everything in no time."""
    file = fake.with_name("ours.py")
    file.write_text(OURS, "utf-8")
    monkeypatch.setattr(peers, "ours", lambda: peers.Peer("dungeonbowl", (sys.executable, str(file))))
    monkeypatch.setattr(peers, "calibrate", lambda: 0.245)


def test_our_own_engine_answers_every_figure(peers: Any) -> None:
    ours = peers.ours()
    assert peers.ask(ours, "about", 0.0, None)["about"].startswith(dungeonbowl.__version__)
    for figure in peers.FIGURES:
        assert peers.ask(ours, figure, 0.01, None)["value"] > 0


SHORT = ("--without-botbowl", "--rounds", "2", "--seconds", "0.02")


@pytest.mark.usefixtures("as_if_ours")
def test_a_peer_is_measured_beside_ours_and_what_it_lacks_is_said(
    peers: Any, fake: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    peers.main([*SHORT, "--json", "--peer", f"fake={fake}", "--peer", f"nowhere={fake.parent / 'nowhere'}"])
    found = json.loads(capsys.readouterr().out)
    assert found["peers"] == {"dungeonbowl": "", "fake": "made up"}
    assert "neither a program nor the sources" in found["absent"]["nowhere"]
    figures = found["figures"]
    assert figures["steps_per_s"]["fake"] == {"best": 1000.0, "median": 1000.0, "rounds": [1000.0, 1000.0]}
    assert figures["reach_us"]["fake"] == {"missing": "never heard of it"}
    assert figures["games_per_s"]["fake"] == {"missing": "its last line is not an answer: out of luck"}
    assert all(row["dungeonbowl"]["rounds"] == [4000.0, 4000.0] for row in figures.values())


@pytest.mark.usefixtures("as_if_ours")
def test_the_table_for_the_documentation_has_the_ratios_and_the_circumstances(
    peers: Any, fake: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    peers.main([*SHORT, "--markdown", "--peer", f"fake={fake}"])
    text = capsys.readouterr().out
    assert "| best / median | dungeonbowl | fake | dungeonbowl : fake |" in text
    assert "| decisions a second, random play | 4,000 / 4,000 | 1,000 / 1,000 | 4 / 4 |" in text
    assert "| µs for a clone in mid-match | 4,000 / 4,000 | 8,000 / 8,000 | 2 / 2 |" in text
    assert "| µs for a path search with odds | 4,000 / 4,000 | – |  |" in text
    assert "2 rotating rounds" in text
    assert "calibration 0.245 s" in text
    assert "fake has no reach_us: never heard of it." in text


@pytest.mark.usefixtures("as_if_ours")
def test_the_table_on_the_screen_says_the_same(peers: Any, fake: Path, capsys: pytest.CaptureFixture[str]) -> None:
    peers.main([*SHORT, "--peer", f"fake={fake}"])
    assert "dungeonbowl : fake" in capsys.readouterr().out


def test_the_order_of_the_peers_rotates(peers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def ask(peer: Any, figure: str, seconds: float, core: int | None) -> dict[str, float]:
        if figure == "clone_us":
            asked.append(peer.name)
        return {"value": 1.0}

    monkeypatch.setattr(peers, "ask", ask)
    peers.measure([peers.Peer(name, ()) for name in "abc"], 1.0, 4, lambda words: None)
    assert "".join(asked) == "abcbcacababc"


PIP_AND_GIT = """  error: subprocess-exited-with-error
  × git clone --quiet https://nowhere.example/botbowl did not run successfully.
      fatal: unable to access 'https://nowhere.example/botbowl/': Could not resolve host: nowhere.example
  note: This error originates from a subprocess, and is likely not a problem with pip.
"""


@pytest.mark.usefixtures("as_if_ours")
@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("some words\nERROR: there is no botbowl\n", "ERROR: there is no botbowl"),
        (PIP_AND_GIT, PIP_AND_GIT.splitlines()[2].strip()),
        ("", "it said nothing"),
    ],
    ids=["pip", "git", "silent"],
)
def test_botbowl_is_left_out_where_pip_cannot_install_it(
    peers: Any,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    said: str,
    reason: str,
) -> None:
    def pip(command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
        wanted = command[-2]
        assert wanted.startswith("botbowl @ git+https://"), "a name that nobody holds on PyPI may be anybody's tomorrow"
        assert command[-1] == "numpy<2"
        return subprocess.CompletedProcess(command, 1, "", said)

    monkeypatch.setattr(peers, "ROOT", tmp_path)
    monkeypatch.setattr(venv, "create", lambda folder, **options: folder.mkdir(parents=True))
    monkeypatch.setattr(subprocess, "run", pip)
    peers.main(["--rounds", "1", "--markdown"])
    assert f"botbowl is left out: pip could not install it: {reason}.\n" in capsys.readouterr().out


# --- what is asked of botbowl: the little of it that the tool calls, made up ------------------------------------------

MADE_UP = {
    "botbowl/__init__.py": """
class RandomBot:
    def __init__(self, name, seed=None): pass
    def act(self, game): return "an action"
""",
    "botbowl/ai/__init__.py": "",
    "botbowl/ai/env.py": """
from types import SimpleNamespace as Some
import numpy as np
class Game:
    def __init__(self):
        self.made = 0
        self.state = Some(game_over=False, home_team="home")
        print("botbowl says something")
    def step(self, action):
        assert action == "an action"
        self.made += 1
        self.state.game_over = self.made == 30
    def get_players_on_pitch(self, team):
        assert team == "home"
        return [Some(state=Some(up=True)), Some(state=Some(up=False))]
    def get_available_actions(self):
        def kind(name, players, positions):
            return Some(action_type=Some(name=name), players=players, positions=positions)
        return [kind("END_TURN", [], []), kind("START_MOVE", [1, 2], []), kind("PLACE_PLAYER", [1] * 50, [])]
class BotBowlEnv:
    def __init__(self, seed, home_agent, away_agent):
        assert home_agent == away_agent == "human"
    def reset(self, skip_observation=False):
        self.game = Game()
        return None if skip_observation else (None, None, np.array([False, True]))
    def step(self, index):
        assert index == 1
        self.game.step("an action")
        return (None, None, np.array([False, True])), 0.0, self.game.state.game_over, {}
""",
    "botbowl/core/__init__.py": "",
    "botbowl/core/pathfinding/__init__.py": "",
    "botbowl/core/pathfinding/python_pathfinding.py": "def get_all_paths(game, player): assert player.state.up",
}


@pytest.mark.parametrize(
    "figure", ["about", "steps_per_s", "games_per_s", "clone_us", "reach_us", "env_steps_per_s", "options", "cake_us"]
)
def test_every_figure_is_asked_of_botbowl(tmp_path: Path, figure: str) -> None:
    pytest.importorskip("numpy")
    for name, text in MADE_UP.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, "-P", str(BOTBOWL), figure, "0.01"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        check=True,
        capture_output=True,
        text=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    if figure == "cake_us":
        assert found == {"missing": "botbowl has no such thing"}
    elif figure == "about":
        assert found == {"about": "a clone, path search in Python"}
    elif figure == "options":
        assert found == {"value": 3.0}  # one to end the turn, two players to move
    else:
        assert found["value"] > 0
