"""The training examples run: imitation, PPO with a loop of one's own, PPO with Ray RLlib. Each for a moment only.

PyTorch and Ray are heavy: `make test-examples` runs these tests in an environment that has both. Elsewhere the tests
that need them are skipped; training a policy needs NumPy alone.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from dungeonbowl.learn.policy_bot import PolicyBot
from dungeonbowl.learn.rating import Adam, Rater, begins_of, best_rows, by_question, load_rater

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = found
    spec.loader.exec_module(found)
    return found


def test_a_policy_is_trained_from_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All three parts of `train_policy.py`, in little; what it keeps plays."""
    out, curve = tmp_path / "policy.npz", tmp_path / "curve.svg"
    few = "--imitate 2 --search 3 --improve 6 --lanes 2 --steps 6 --search-steps 1 --play 4 --measure 2 --games 2"
    words = [*few.split(), "--every", "2", "--searcher", "hard(tries=4)", "--editions", "official(quick=1)"]
    monkeypatch.setattr(sys, "argv", ["train_policy.py", "--out", str(out), "--curve", str(curve), *words])
    example("train_policy").main()
    told = capsys.readouterr().out
    for part in ("script 2", "search 3", "PPO 6", "at the end"):
        assert part in told
    assert curve.read_text().startswith("<svg")
    rater = load_rater(out)
    assert all(np.isfinite(weight).all() for weight in rater.weights.values())
    assert PolicyBot(str(out), 1).name.startswith("policy:")


def test_gradients_are_those_of_the_scores_and_values() -> None:
    chance = np.random.default_rng(1)
    rater = Rater.untrained(1)
    rater.weights = {name: weight.astype(np.float64) for name, weight in rater.weights.items()}  # type: ignore[misc]
    rows = chance.random((7, 160))
    counts = np.array([3, 4])
    begins = begins_of(counts)
    chosen = np.array([1, 5])

    def loss() -> float:
        return float(-np.log(by_question(rater.scores(rows), begins, counts)[chosen]).sum())  # type: ignore[arg-type]

    first, second, scores = rater.forward(rows)  # type: ignore[arg-type]
    wanted = by_question(scores, begins, counts)
    wanted[chosen] -= 1
    gradients = rater.backward(rows, first, second, wanted)  # type: ignore[arg-type]
    results = np.array([0.5, -0.2])
    positions = rows[:2, :32]

    def error() -> float:
        return float(((rater.values(positions) - results) ** 2).sum() / 4)  # type: ignore[arg-type, operator]

    gradients |= rater.value_gradient(positions, results)  # type: ignore[arg-type]
    for name, gradient in gradients.items():
        weight = rater.weights[name]
        place = np.unravel_index(int(np.abs(gradient).argmax()), gradient.shape)
        measured = error if name.startswith(("value", "judge")) else loss
        before = weight[place]
        weight[place] = before + 1e-5
        above = measured()
        weight[place] = before - 1e-5
        below = measured()
        weight[place] = before
        assert gradient[place] == pytest.approx((above - below) / 2e-5, rel=1e-3), name


def test_the_optimiser_makes_a_choice_likelier() -> None:
    chance = np.random.default_rng(2)
    rater = Rater.untrained(2)
    adam = Adam(rater.weights)
    rows = chance.random((5, 160)).astype(np.float32)
    counts = np.array([5])
    for _ in range(60):
        first, second, scores = rater.forward(rows)
        wanted = by_question(scores, begins_of(counts), counts)
        wanted[3] -= 1
        adam.step(rater.backward(rows, first, second, wanted), 1e-3)
    assert best_rows(rater.scores(rows), begins_of(counts), counts).tolist() == [3]


def test_a_loop_in_the_manner_of_cleanrl_trains() -> None:
    pytest.importorskip("torch")
    module = example("cleanrl_ppo")
    for actions in ("steps", "macros"):
        words = ["--rounds", "2", "--steps", "8", "--lanes", "4", "--actions", actions]
        assert len(module.train(module.read_options(words))) == 2


@pytest.mark.filterwarnings("ignore")
def test_rllib_trains() -> None:
    pytest.importorskip("torch")
    pytest.importorskip("ray.rllib")
    module = example("rllib_ppo")
    told = module.train(module.read_options(["--rounds", "1", "--batch", "64"]))
    assert told[0] >= 64
