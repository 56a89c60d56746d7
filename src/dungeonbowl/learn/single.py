"""A Gymnasium environment: one match after the other against a bot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dungeonbowl.learn.extra import missing

try:
    import gymnasium
    import numpy as np
except ImportError as error:
    raise missing(error) from None

from dungeonbowl.learn.batch import Batch
from dungeonbowl.learn.opponents import MOST_DECISIONS, lane_seeds, make_terms
from dungeonbowl.learn.rendering import FRAMES_PER_SECOND, MODES, check_mode, rendered
from dungeonbowl.learn.resets import QUICK, DrawnStages
from dungeonbowl.learn.spaces import action_space, observation_space
from dungeonbowl.learn.states import batch_state, remade, restore_batch
from dungeonbowl.learn.windows import Observation, arrays, row_of, whole_numbers

KEPT = ("_np_random", "_np_random_seed", "spec")  # attributes that Gymnasium keeps in an environment


class DungeonBowlEnv(gymnasium.Env[Observation, Any]):
    """The learner against `random`, `easy` or `normal`. An index that the mask does not allow is replaced by the one
    that changes least, and `info["illegal"]` says so."""

    metadata = {"render_modes": MODES, "render_fps": FRAMES_PER_SECOND}  # noqa: RUF012

    def __init__(
        self,
        opponent: str = "random",
        side: str = "both",
        editions: Sequence[str] = (QUICK,),
        dungeons: Sequence[str] | None = None,
        teams: Sequence[str] | None = None,
        touchdown: float = 0.0,
        progress: float = 0.0,
        most_decisions: int = MOST_DECISIONS,
        render_mode: str | None = None,
        actions: str = "steps",
    ) -> None:
        self.render_mode = check_mode(render_mode)
        self.made_with = {
            "opponent": opponent,
            "side": side,
            "editions": tuple(editions),
            "dungeons": dungeons,
            "teams": teams,
            "touchdown": touchdown,
            "progress": progress,
            "most_decisions": most_decisions,
            "render_mode": render_mode,
            "actions": actions,
        }
        self.stages = DrawnStages(editions, dungeons, teams)
        self.observation_space = observation_space(self.stages.board)
        self.action_space = action_space(self.stages.board)
        self.terms = make_terms(opponent, side, most_decisions, touchdown, progress, autoreset=False, actions=actions)
        self.batch = Batch(self.stages, self.terms, [0], self.stages.board)
        self.windows = arrays(self.batch.canvas)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.batch.restart(lane_seeds(int(self.np_random.integers(1 << 31)), 1))
        return self.seen(), self.info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        batch = self.batch
        batch.step(whole_numbers(action, 1, "actions"))
        return self.seen(), float(batch.rewards[0]), bool(batch.ended[0]), bool(batch.cut[0]), self.info()

    def render(self) -> Any:
        """The match as text (`ansi`) or as a picture (`rgb_array`)."""
        return rendered(self.render_mode, self.batch.lanes[0].game)

    def state(self) -> bytes:
        """Everything that the future depends on, except the seeds of later resets."""
        return batch_state(self.batch)

    def restore(self, state: bytes) -> None:
        """Restore a state of this environment, or of one made with the same options."""
        restore_batch(self.batch, state)

    def __reduce__(self) -> tuple[Any, ...]:
        return remade, (type(self), self.made_with, self.state(), {name: self.__dict__.get(name) for name in KEPT})

    def seen(self) -> Observation:
        return row_of(self.windows, 0)

    def info(self) -> dict[str, Any]:
        batch = self.batch
        return {
            "action_mask": self.windows["action_mask"][0].copy(),
            "side": int(batch.sides[0]),
            "illegal": bool(batch.illegal[0]),
            "result": float(batch.results[0]),
        }

    def advise(self) -> int:
        """The index that the scripted bot would choose here."""
        return int(np.frombuffer(self.batch.advise(), "<i4")[0])
