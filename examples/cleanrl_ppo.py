"""PPO in one file, in the manner of CleanRL: `python examples/cleanrl_ppo.py --rounds 50`.

A vector environment, a network, a loop. Needs PyTorch; the wheels for the processor alone are small:
`pip install torch --index-url https://download.pytorch.org/whl/cpu`.
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from torch import nn

from dungeonbowl.learn.vector import DungeonBowlVectorEnv


class Agent(nn.Module):
    """Two layers over the numbers of the match and the table of players; one head for actions, one for the value."""

    def __init__(self, env: DungeonBowlVectorEnv) -> None:
        super().__init__()
        spaces = env.single_observation_space
        size = int(np.prod(spaces["match"].shape) + np.prod(spaces["players"].shape))
        self.body = nn.Sequential(nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh())
        self.actor = nn.Linear(128, int(env.single_action_space.n))
        self.critic = nn.Linear(128, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        body = self.body(seen)
        logits = self.actor(body).masked_fill(~mask, -1e9)  # an index that is not legal is never drawn
        return torch.distributions.Categorical(logits=logits), self.critic(body)[:, 0]


def flat(observation: dict[str, np.ndarray]) -> tuple[torch.Tensor, torch.Tensor]:
    lanes = len(observation["match"])
    parts = [observation[name].reshape(lanes, -1) for name in ("match", "players")]
    seen = torch.from_numpy(np.concatenate(parts, 1).astype(np.float32) / 16)
    return seen, torch.from_numpy(observation["action_mask"] > 0)


def train(options: argparse.Namespace) -> list[float]:
    """Returns the points of the matches of each round, from -1 to 1."""
    torch.manual_seed(options.seed)
    env = DungeonBowlVectorEnv(options.lanes, options.opponent, progress=0.5, teams=(), actions=options.actions)
    agent = Agent(env)
    optimiser = torch.optim.Adam(agent.parameters(), 3e-4, eps=1e-5)
    observation, _ = env.reset(seed=options.seed)
    told: list[float] = []
    for number in range(options.rounds):
        seen, masks, chosen, logs, values, rewards, dones, results = ([] for _ in range(8))
        for _ in range(options.steps):
            now, mask = flat(observation)
            with torch.no_grad():
                policy, value = agent(now, mask)
            action = policy.sample()
            observation, reward, ended, cut, infos = env.step(action.numpy())
            results += infos["result"][ended].tolist()
            for kept, new in zip(
                (seen, masks, chosen, logs, values, rewards, dones),
                (now, mask, action, policy.log_prob(action), value, torch.tensor(reward), torch.tensor(ended | cut)),
                strict=True,
            ):
                kept.append(new)
        with torch.no_grad():
            following = agent(*flat(observation))[1]
        advantages, carried = [torch.empty(0)] * options.steps, torch.zeros(options.lanes)
        for step in reversed(range(options.steps)):
            goes_on = 1.0 - dones[step].float()
            surprise = rewards[step].float() + 0.999 * following * goes_on - values[step]
            carried = surprise + 0.999 * 0.95 * goes_on * carried
            advantages[step], following = carried, values[step]
        every = [torch.cat(part) for part in (seen, masks, chosen, logs, values, advantages)]
        for _ in range(4):
            for some in torch.randperm(len(every[0])).split(512):
                now, mask, action, log, value, advantage = (part[some] for part in every)
                policy, guess = agent(now, mask)
                ratio = (policy.log_prob(action) - log).exp()
                scaled = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
                gain = torch.min(ratio * scaled, ratio.clamp(0.8, 1.2) * scaled).mean()
                error = (guess - (value + advantage)).pow(2).mean()
                loss = -gain + 0.5 * error - 0.01 * policy.entropy().mean()
                optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimiser.step()
        told.append(float(np.mean(results)) if results else 0.0)
        print(f"round {number + 1}: {len(results)} matches, points {told[-1]:+.2f}", flush=True)  # noqa: T201
    return told


def read_options(words: list[str] | None = None) -> argparse.Namespace:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--rounds", type=int, default=20)
    reader.add_argument("--steps", type=int, default=128, help="choices of each lane in a round")
    reader.add_argument("--lanes", type=int, default=32)
    reader.add_argument("--opponent", default="random", help="random, easy or normal")
    reader.add_argument("--actions", default="steps", help="steps or macros")
    reader.add_argument("--seed", type=int, default=1)
    return reader.parse_args(words)


if __name__ == "__main__":
    train(read_options())
