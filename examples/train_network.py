"""Train a small policy on the CPU in minutes, and let it beat `random`.

    pip install dungeonbowl torch
    python examples/train_network.py --out my_policy.npz --curve my_curve.svg
    dungeonbowl arena --bots random,policy:my_policy.npz --games 200

It begins by imitating the scripted bot (`normal`): the environment says what the script would choose, the policy plays
more and more of the decisions itself, and learns to choose the same where it has got to. Then it goes on by itself,
with PPO against an opponent, and learns from winning, losing and how the ball is doing. Now and then it is measured:
matches against `random` on both sides, in which it draws by its probabilities.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from dungeonbowl.learn import shape
from dungeonbowl.learn.curve import draw_curve
from dungeonbowl.learn.policy import (
    DIRECTIONS,
    EMBEDDING,
    GROUPS,
    REST,
    ROUND_FEATURES,
    SHAPES,
    SLOTS,
    SQUARES,
    Policy,
    features,
    load_policy,
    square_features,
    with_squares,
)
from dungeonbowl.learn.vector import DungeonBowlVectorEnv

BALL, ACTS = int(shape.PLAYER_BALL), int(shape.PLAYER_ACTING)
OUTPUTS = ("dense_weight", "query_weight", "way_weight", "square_weight", "value_weight")
OFTEN = 4.0  # how much more a decision with the ball in hand, or at a chest, counts in imitation


class Net(nn.Module):
    """The same as `dungeonbowl.learn.policy.Policy`, with gradients."""

    def __init__(self, policy: Policy | None) -> None:
        super().__init__()
        self.weights = nn.ParameterDict()
        for name, size in SHAPES.items():
            weight = torch.zeros(size)
            if policy is not None:
                weight = torch.from_numpy(policy.weights[name].copy())
            elif name.endswith("_weight"):
                nn.init.orthogonal_(weight, 0.1 if name in OUTPUTS else 1.4)
            self.weights[name] = nn.Parameter(weight)

    def forward(self, rows: Rows) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits, and the estimate of the result."""
        weights = self.weights
        count = len(rows.row)
        embedded = functional.relu(rows.table @ weights["player_weight"] + weights["player_bias"])
        trunk = torch.cat([embedded.reshape(count, -1), rows.row], 1)
        trunk = functional.relu(trunk @ weights["first_weight"] + weights["first_bias"])
        trunk = functional.relu(trunk @ weights["second_weight"] + weights["second_bias"])
        dense = trunk @ weights["dense_weight"] + weights["dense_bias"]
        queries = (trunk @ weights["query_weight"]).reshape(count, len(GROUPS), EMBEDDING)
        named = torch.zeros_like(dense)
        for group, (first, other) in enumerate(GROUPS):
            slots = embedded[:, other * SLOTS : (other + 1) * SLOTS]
            named[:, first : first + SLOTS] = (slots * queries[:, group, None]).sum(2)
        around = rows.row[:, : 8 * ROUND_FEATURES].reshape(count, ROUND_FEATURES, 8)
        wishes = (trunk @ weights["way_weight"]).reshape(count, len(DIRECTIONS), ROUND_FEATURES)
        for group, first in enumerate(DIRECTIONS):
            named[:, first : first + 8] = (around * wishes[:, group, :, None]).sum(1)
        dense = dense + named
        squares = torch.zeros(count, REST - SQUARES)
        if len(rows.squares):
            query = trunk[rows.squares] @ weights["square_weight"] + weights["square_bias"]
            squares = squares.index_put((rows.squares,), (rows.square_table * query[:, None]).sum(2))
        logits = torch.cat([dense[:, :SQUARES], squares, dense[:, SQUARES:]], 1)
        logits = logits.masked_fill(~rows.mask, -1e9)
        value = torch.tanh(trunk @ weights["value_weight"] + weights["value_bias"])
        return logits, value[:, 0]

    def policy(self) -> Policy:
        return Policy({name: weight.detach().numpy().copy() for name, weight in self.weights.items()})


class Rows:
    """The features of some observations as tensors."""

    def __init__(self, table, row, mask, with_ball, squares, square_table) -> None:  # type: ignore[no-untyped-def]
        self.table = table
        self.row = row
        self.mask = mask
        self.with_ball = with_ball  # who acts holds a ball
        self.squares = squares  # which rows have a square to choose
        self.square_table = square_table

    @staticmethod
    def of(observation: dict[str, np.ndarray]) -> Rows:
        table, row = features(observation)
        mask = observation["action_mask"] > 0
        squares = with_squares(mask)
        square_table = square_features(observation["planes"][squares])
        players = observation["players"]
        with_ball = (players[:, :, BALL] * players[:, :, ACTS]).any(1).astype(np.float32)
        parts = (table, row, mask, with_ball, squares, square_table)
        return Rows(*(torch.from_numpy(np.ascontiguousarray(each)) for each in parts))

    @staticmethod
    def joined(parts: list[Rows]) -> Rows:
        offsets = np.cumsum([0] + [len(part.row) for part in parts[:-1]])
        return Rows(
            torch.cat([part.table for part in parts]),
            torch.cat([part.row for part in parts]),
            torch.cat([part.mask for part in parts]),
            torch.cat([part.with_ball for part in parts]),
            torch.cat([part.squares + int(offset) for part, offset in zip(parts, offsets, strict=True)]),
            torch.cat([part.square_table for part in parts]),
        )

    def take(self, indices: torch.Tensor) -> Rows:
        """Some of them, in another order."""
        place = torch.full((len(self.row),), -1, dtype=torch.long)
        place[indices] = torch.arange(len(indices))
        kept = place[self.squares] >= 0
        return Rows(
            self.table[indices],
            self.row[indices],
            self.mask[indices],
            self.with_ball[indices],
            place[self.squares[kept]],
            self.square_table[kept],
        )


def draw(logits: torch.Tensor) -> torch.Tensor:
    """Choose by the probabilities."""
    return torch.distributions.Categorical(logits=logits).sample()


def measure(net: Net, options: argparse.Namespace, games: int, seed: int, greedy: bool = False) -> tuple[int, int, int]:
    """Matches won, drawn and lost against `random`, half of them on each side."""
    found = [0, 0, 0]
    for side in ("home", "away"):
        lanes = min(32, games // 2)
        env = DungeonBowlVectorEnv(lanes, "random", side, **places(options))
        observation, _ = env.reset(seed=seed)
        played = 0
        quota = np.full(lanes, -(-(games // 2) // lanes))  # every lane the same number: short matches count no more
        while quota.any() and played < games // 2:
            with torch.no_grad():
                logits, _ = net(Rows.of(observation))
            chosen = logits.argmax(1) if greedy else draw(logits)
            observation, _, ended, cut, infos = env.step(chosen.numpy())
            for lane in np.flatnonzero((ended | cut) & (quota > 0)):
                quota[lane] -= 1
                played += 1
                found[1 - int(infos["result"][lane])] += 1
    return found[0], found[1], found[2]


def places(options: argparse.Namespace) -> dict[str, object]:
    """Where and with whom the matches are played."""
    return {
        "editions": options.editions.split(";"),
        "dungeons": options.dungeons.split(",") if options.dungeons else None,
        "teams": () if options.teams == "none" else options.teams.split(",") if options.teams else None,
    }


def imitate(net: Net, optimiser: torch.optim.Optimizer, env: DungeonBowlVectorEnv, share: float, steps: int) -> float:
    """Play `steps` decisions a lane, the policy a `share` of them, and learn what the script would have chosen."""
    parts: list[Rows] = []
    wanted: list[np.ndarray] = []
    observation = env.observe()
    own = np.zeros(env.num_envs, bool)
    for _ in range(steps):
        rows = Rows.of(observation)
        advice = env.advise()
        parts.append(rows)
        wanted.append(advice.copy())
        # whole stretches rather than single decisions: what the script has begun it should mostly finish
        own = np.where(np.random.random(env.num_envs) < 0.1, np.random.random(env.num_envs) < share, own)
        chosen = advice.copy()
        if own.any():
            with torch.no_grad():
                chosen = np.where(own, draw(net(rows)[0]).numpy(), advice)
        observation = env.step(chosen)[0]
    rows = Rows.joined(parts)
    target = torch.from_numpy(np.concatenate(wanted)).long()
    weight = torch.ones(len(target)) + OFTEN * rows.with_ball
    weight[(target >= DIRECTIONS[1]) & (target < DIRECTIONS[1] + 8)] += OFTEN
    total, count = 0.0, 0
    for _ in range(2):
        for some in torch.randperm(len(target)).split(512):
            logits, _ = net(rows.take(some))
            loss = (functional.cross_entropy(logits, target[some], reduction="none") * weight[some]).mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
            total += float(loss.detach())
            count += 1
    return total / count


def improve(
    net: Net, optimiser: torch.optim.Optimizer, env: DungeonBowlVectorEnv, steps: int, value_only: bool
) -> float:
    """One round of PPO: play, estimate how much better than expected it went, and do more of that."""
    parts: list[Rows] = []
    chosen_all, logs, values, rewards, ends = [], [], [], [], []
    observation = env.observe()
    for _ in range(steps):
        rows = Rows.of(observation)
        with torch.no_grad():
            logits, value = net(rows)
        chosen = draw(logits)
        log = functional.log_softmax(logits, 1).gather(1, chosen[:, None])[:, 0]
        observation, reward, ended, cut, _ = env.step(chosen.numpy())
        parts.append(rows)
        chosen_all.append(chosen)
        logs.append(log)
        values.append(value)
        rewards.append(torch.from_numpy(reward).float())
        ends.append(torch.from_numpy(ended | cut).float())
    with torch.no_grad():
        _, last = net(Rows.of(observation))
    advantages = torch.zeros(steps, env.num_envs)
    carried = torch.zeros(env.num_envs)
    for step in reversed(range(steps)):
        following = last if step == steps - 1 else values[step + 1]
        surprise = rewards[step] + 0.999 * following * (1 - ends[step]) - values[step]
        carried = surprise + 0.999 * 0.97 * (1 - ends[step]) * carried
        advantages[step] = carried
    rows = Rows.joined(parts)
    chosen, old = torch.cat(chosen_all), torch.cat(logs)
    returns = (advantages + torch.stack(values)).flatten()
    advantage = advantages.flatten()
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
    for _ in range(2):
        for some in torch.randperm(len(chosen)).split(1024):
            logits, value = net(rows.take(some))
            logs_now = functional.log_softmax(logits, 1)
            ratio = (logs_now.gather(1, chosen[some, None])[:, 0] - old[some]).exp()
            gain = torch.min(ratio * advantage[some], ratio.clamp(0.85, 1.15) * advantage[some]).mean()
            entropy = -(logs_now.exp() * logs_now.clamp(min=-50)).sum(1).mean()
            error = (value - returns[some]).pow(2).mean()
            loss = error if value_only else error * 0.5 - gain - 0.002 * entropy
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()
    return float(torch.stack(rewards).sum())


def main() -> None:
    options = read_options()
    torch.manual_seed(options.seed)
    np.random.seed(options.seed)
    torch.set_num_threads(options.threads)
    net = Net(load_policy(options.start) if options.start else None)
    began = time.perf_counter()
    curve: list[tuple[float, float, str]] = []

    def note(words: str, phase: str) -> None:
        won, drawn, lost = measure(net, options, options.measure, options.seed + 1000)
        minutes = (time.perf_counter() - began) / 60
        rate = (won + drawn / 2) / max(1, won + drawn + lost)
        curve.append((minutes, rate, phase))
        print(f"{minutes:5.1f} min  {words}: won {won}, drawn {drawn}, lost {lost} ({rate:.0%})", flush=True)  # noqa: T201
        net.policy().save(options.out)
        if options.curve:
            options.curve.write_text(draw_curve(curve, "Against random: points from matches"), encoding="utf-8")

    note("untrained", "imitation")
    optimiser = torch.optim.Adam(net.parameters(), 1e-3)
    teaching = [DungeonBowlVectorEnv(options.lanes, opponent, **places(options)) for opponent in ("random", "normal")]
    for env in teaching:
        env.reset(seed=options.seed + 7)
    for turn in range(options.imitate):
        for group in optimiser.param_groups:
            group["lr"] = 1e-3 if turn < options.imitate * 0.7 else 3e-4
        loss = imitate(net, optimiser, teaching[turn % 2], min(0.8, turn / options.imitate), options.steps)
        if (turn + 1) % options.every == 0:
            note(f"imitation {turn + 1}, loss {loss:.3f}", "imitation")
    optimiser = torch.optim.Adam(net.parameters(), 1e-4)
    env = DungeonBowlVectorEnv(options.lanes, options.opponent, progress=options.progress, **places(options))
    env.reset(seed=options.seed + 9)
    for turn in range(options.improve):
        gained = improve(net, optimiser, env, options.play, turn < 4)
        if (turn + 1) % options.every == 0:
            note(f"PPO {turn + 1}, rewards {gained:+.0f}", "PPO")
    for greedy in (False, True):
        won, drawn, lost = measure(net, options, options.games, options.seed + 5000, greedy)
        how = "the likeliest" if greedy else "drawn by probability"
        print(f"at the end, {how}: won {won}, drawn {drawn}, lost {lost}", flush=True)  # noqa: T201


def read_options() -> argparse.Namespace:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--out", type=Path, default=Path("policy.npz"), help="where the policy is kept")
    reader.add_argument("--curve", type=Path, help="an SVG of how it went")
    reader.add_argument("--start", type=Path, help="go on with a policy that was kept")
    reader.add_argument("--imitate", type=int, default=70, help="rounds of imitation")
    reader.add_argument("--improve", type=int, default=32, help="rounds of PPO")
    reader.add_argument("--opponent", default="random", help="of PPO: random, easy or normal")
    reader.add_argument("--progress", type=float, default=0.5, help="of PPO: the weight of the ball's progress")
    reader.add_argument("--lanes", type=int, default=64, help="matches side by side")
    reader.add_argument("--steps", type=int, default=64, help="decisions a lane in a round of imitation")
    reader.add_argument("--play", type=int, default=128, help="decisions a lane in a round of PPO")
    reader.add_argument("--every", type=int, default=10, help="rounds between two measurements")
    reader.add_argument("--measure", type=int, default=32, help="matches of a measurement")
    reader.add_argument("--games", type=int, default=200, help="matches of the last measurement")
    reader.add_argument("--editions", default="official(quick=1)", help="with semicolons")
    reader.add_argument("--dungeons", default="", help="with commas; all of the edition's")
    reader.add_argument("--teams", default="", help="with commas; all ready ones; none for equal squads")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--threads", type=int, default=1)
    return reader.parse_args()


if __name__ == "__main__":
    main()
