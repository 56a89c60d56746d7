"""The batched vector environment: many matches on one core, stepped in one compiled call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dungeonbowl.learn.extra import missing

try:
    import numpy as np
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise missing(error) from None

from dungeonbowl.errors import UserError
from dungeonbowl.learn.batch import Batch
from dungeonbowl.learn.choices import COLUMNS
from dungeonbowl.learn.opponents import MOST_DECISIONS, lane_seeds, make_terms
from dungeonbowl.learn.rendering import FRAMES_PER_SECOND, MODES, check_mode, rendered
from dungeonbowl.learn.resets import QUICK, DrawnStages
from dungeonbowl.learn.spaces import action_space, observation_space
from dungeonbowl.learn.states import batch_state, remade, restore_batch
from dungeonbowl.learn.windows import Observation, arrays, whole_numbers, window

if TYPE_CHECKING:
    from numpy.typing import NDArray


class DungeonBowlVectorEnv(VectorEnv[Observation, Any, Any]):
    """`num_envs` matches side by side.

    Without an opponent the learner plays both sides: the reward is that of the side that has just decided, and the
    reward of the other side is its negative; `infos["side"]` names the side that is asked next. With an opponent
    (`random`, `easy`, `normal`) the learner plays the side it is given.

    When a match is over, the next one begins in the same step: the observation is then that of the new match. An index
    that the mask does not allow is replaced by the one that changes least, and marked in `infos["illegal"]`.
    Observations are windows on buffers that the next step overwrites, unless `copy` is set.
    """

    metadata = {  # noqa: RUF012
        "render_modes": MODES,
        "render_fps": FRAMES_PER_SECOND,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 64,
        opponent: str | None = None,
        side: str = "both",
        editions: Sequence[str] = (QUICK,),
        dungeons: Sequence[str] | None = None,
        teams: Sequence[str] | None = None,
        touchdown: float = 0.0,
        progress: float = 0.0,
        most_decisions: int = MOST_DECISIONS,
        seed: int = 0,
        copy: bool = False,
        render_mode: str | None = None,
        actions: str = "steps",
    ) -> None:
        if num_envs < 1:
            raise UserError(f"num_envs {num_envs}: expected at least 1")
        self.num_envs = num_envs
        self.copy = copy
        self.render_mode = check_mode(render_mode)
        self.made_with = {
            "num_envs": num_envs,
            "opponent": opponent,
            "side": side,
            "editions": tuple(editions),
            "dungeons": dungeons,
            "teams": teams,
            "touchdown": touchdown,
            "progress": progress,
            "most_decisions": most_decisions,
            "seed": seed,
            "copy": copy,
            "render_mode": render_mode,
            "actions": actions,
        }
        stages = DrawnStages(editions, dungeons, teams)
        self.single_observation_space = observation_space(stages.board)
        self.single_action_space = action_space(stages.board)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        terms = make_terms(opponent, side, most_decisions, touchdown, progress, actions=actions)
        self.batch = Batch(stages, terms, lane_seeds(seed, num_envs), stages.board)
        self.windows = arrays(self.batch.canvas)
        self.rewards: NDArray[np.float64] = window(self.batch.rewards, np.float64)
        self.results: NDArray[np.float64] = window(self.batch.results, np.float64)
        self.ended = window(self.batch.ended, np.bool_)
        self.cut = window(self.batch.cut, np.bool_)
        self.illegal = window(self.batch.illegal, np.bool_)
        self.sides = window(self.batch.sides, np.uint8)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """New matches in all lanes. With a seed everything that follows is fixed; without one the random streams go
        on."""
        if isinstance(seed, (list, tuple)):
            seeds = [lane_seeds(each or 0, 1)[0] for each in seed]
        else:
            seeds = [] if seed is None else lane_seeds(int(seed), self.num_envs)
        if seeds and len(seeds) != self.num_envs:
            raise UserError(f"{len(seeds)} seeds for {self.num_envs} environments: expected one each, or one for all")
        self.batch.restart(seeds)
        return self.observe(), self.infos()

    def step(
        self, actions: Any
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        self.batch.step(whole_numbers(actions, self.num_envs, "actions"))
        return self.told()

    def told(
        self,
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        return self.observe(), self.rewards.copy(), self.ended.copy(), self.cut.copy(), self.infos()

    def step_choices(
        self, places: Any
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """The same as `step`, with whole choices instead of indices: each lane's is named by its place among its rows
        of `choices()`. One of several parts is made at once."""
        data = whole_numbers(places, self.num_envs, "choices")
        self.need_macros()
        self.batch.step_choices(data)
        return self.told()

    def choices(self) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """Every choice of every lane in numbers: a row of features each (`learn/choices.py`), and how many rows each
        lane has. Only between whole choices, and only with `actions="macros"`."""
        self.need_macros()
        self.batch.describe()
        rows = window(self.batch.rows.numbers, np.float64)
        count = int(self.batch.rows.count)
        features = rows[: count * int(COLUMNS)].reshape(count, int(COLUMNS)).astype(np.float32)
        return features, window(self.batch.counts, np.int64).copy()

    def advise_choices(self) -> NDArray[np.int32]:
        """What the scripted bot would choose in each lane, by its place among the rows of `choices()`; -1 if it is not
        among them."""
        self.need_macros()
        return np.frombuffer(self.batch.advise_choices(), "<i4")

    def need_macros(self) -> None:
        if not self.batch.terms.macros:
            raise UserError('choices are rated where there are macros: make the environment with actions="macros"')

    def observe(self) -> Observation:
        if self.copy:
            return {name: window.copy() for name, window in self.windows.items()}
        return dict(self.windows)

    def infos(self) -> dict[str, Any]:
        return {
            "action_mask": self.windows["action_mask"],
            "side": self.sides.copy(),
            "illegal": self.illegal.copy(),
            "result": self.results.copy(),
        }

    def render(self) -> tuple[Any, ...]:
        """Every match as text (`ansi`) or as a picture (`rgb_array`)."""
        return tuple(rendered(self.render_mode, lane.game) for lane in self.batch.lanes)

    def state(self) -> bytes:
        """Everything that the future of all matches depends on."""
        return batch_state(self.batch)

    def restore(self, state: bytes) -> None:
        """Restore a state of this environment, or of one made with the same options."""
        restore_batch(self.batch, state)

    def __reduce__(self) -> tuple[Any, ...]:
        return remade, (type(self), self.made_with, self.state(), {"spec": self.__dict__.get("spec")})

    def sample_actions(self) -> NDArray[np.int32]:
        """A legal index for each lane, evenly among its legal actions."""
        return np.frombuffer(self.batch.sample(), "<i4")

    def advise(self) -> NDArray[np.int32]:
        """The index that the scripted bot would choose in each lane, to imitate."""
        return np.frombuffer(self.batch.advise(), "<i4")
