"""PPO with Ray RLlib: `python examples/rllib_ppo.py --rounds 10`.

Needs `pip install "ray[rllib]" torch`; Ray wants a Gymnasium of its own choice, so give it an environment of its own.
The module with a mask is RLlib's own. It reads observations of two parts: what is seen, and what is allowed.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from dungeonbowl.learn.single import DungeonBowlEnv


class ForRay(gymnasium.Wrapper):
    """The match and the players as one row of numbers, beside the mask."""

    def __init__(self, settings: dict[str, Any]) -> None:
        super().__init__(DungeonBowlEnv(**settings))
        spaces = self.env.observation_space
        size = int(np.prod(spaces["match"].shape) + np.prod(spaces["players"].shape))
        choices = int(self.env.action_space.n)
        self.observation_space = gymnasium.spaces.Dict(
            {
                "observations": gymnasium.spaces.Box(0.0, 1.0, (size,), np.float32),
                "action_mask": gymnasium.spaces.Box(0.0, 1.0, (choices,), np.float32),
            }
        )

    def seen(self, observation: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        row = np.concatenate([observation["match"], observation["players"].ravel()])
        mask = observation["action_mask"].astype(np.float32)
        if not mask.any():  # the match is over: a mask without an index would be no distribution
            mask[:] = 1.0
        return {"observations": row.astype(np.float32) / 255, "action_mask": mask}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        observation, _ = self.env.reset(seed=seed, options=options)
        return self.seen(observation), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        observation, reward, ended, cut, _ = self.env.step(action)
        return self.seen(observation), reward, ended, cut, {}


def build(options: argparse.Namespace) -> Any:
    settings = {"opponent": options.opponent, "teams": (), "progress": 0.5, "actions": options.actions}
    return (
        PPOConfig()
        .environment(ForRay, env_config=settings)
        .env_runners(num_env_runners=options.runners, rollout_fragment_length="auto")
        .training(train_batch_size_per_learner=options.batch, minibatch_size=min(256, options.batch), num_epochs=2)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"head_fcnet_hiddens": [64], "head_fcnet_activation": "relu"},
            )
        )
        .build_algo()
    )


def train(options: argparse.Namespace) -> list[int]:
    """Returns how many decisions each round has seen."""
    algorithm = build(options)
    told: list[int] = []
    for number in range(options.rounds):
        result = algorithm.train()["env_runners"]
        told.append(int(result["num_env_steps_sampled"]))
        points = result.get("episode_return_mean", float("nan"))
        print(f"round {number + 1}: {told[-1]} decisions, mean return {points:+.2f}", flush=True)  # noqa: T201
    algorithm.stop()
    return told


def read_options(words: list[str] | None = None) -> argparse.Namespace:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--rounds", type=int, default=10)
    reader.add_argument("--batch", type=int, default=2048, help="decisions of a round")
    reader.add_argument("--runners", type=int, default=0, help="processes that play; 0 for this one")
    reader.add_argument("--opponent", default="random", help="random, easy or normal")
    reader.add_argument("--actions", default="steps", help="steps or macros")
    return reader.parse_args(words)


if __name__ == "__main__":
    train(read_options())
