"""The PettingZoo environment: two agents, `home` and `away`, or with `sides` also `third` and `fourth`, asked in the
order of the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from mypy_extensions import i64
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from dungeonbowl.bots.playout import new_match
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import SCORE
from dungeonbowl.engine.loop import advance, choose_trusted, list_options
from dungeonbowl.errors import UserError
from dungeonbowl.learn.batch import prospect
from dungeonbowl.learn.observation import Canvas, Painter
from dungeonbowl.learn.opponents import MOST_DECISIONS, lane_seeds
from dungeonbowl.learn.resets import QUICK, DrawnStages
from dungeonbowl.learn.spaces import action_space, observation_space
from dungeonbowl.learn.windows import Observation, arrays, row_of

if TYPE_CHECKING:
    from dungeonbowl.engine.game import Game

AGENTS = ("home", "away", "third", "fourth")


def env(**options: Any) -> Any:
    """The environment as most want it: an index that the mask does not allow loses the match, and a call in the wrong
    order is an error of one line."""
    made: Any = raw_env(**options)  # the name PettingZoo gives it
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


def parallel_env(**options: Any) -> Any:
    """The same for libraries that want all agents at once; only the one who is asked is heard."""
    return turn_based_aec_to_parallel(env(**options))


class raw_env(AECEnv):  # type: ignore[misc]
    """One match of two agents, or of three or four. Whoever is asked acts; all can look at any time, but only the one
    who is asked sees legal actions."""

    metadata = {"name": "dungeonbowl_v0", "render_modes": [], "is_parallelizable": True}  # noqa: RUF012

    def __init__(
        self,
        editions: Sequence[str] = (QUICK,),
        dungeons: Sequence[str] | None = None,
        teams: Sequence[str] | None = None,
        touchdown: float = 0.0,
        progress: float = 0.0,
        most_decisions: int = MOST_DECISIONS,
        render_mode: str | None = None,
        sides: int = 2,
    ) -> None:
        super().__init__()
        if not 2 <= sides <= len(AGENTS):
            raise UserError(f"sides {sides}: expected 2 to {len(AGENTS)}")
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS[:sides])
        self.agents = list(self.possible_agents)
        self.stages = DrawnStages(editions, dungeons, teams, sides)
        self.touchdown = touchdown
        self.progress = progress
        self.most_decisions = most_decisions
        board = self.stages.board
        self.observation_spaces = {agent: observation_space(board) for agent in self.agents}
        self.action_spaces = {agent: action_space(board) for agent in self.agents}
        canvas = Canvas(sides, board)
        self.painters = [Painter(canvas, i64(row)) for row in range(sides)]
        self.windows = arrays(canvas)
        self.chance: SeededDice | None = None
        self.game: Game | None = None

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None or self.chance is None:
            first = int(np.random.default_rng().integers(1 << 31)) if seed is None else seed
            self.chance = SeededDice(i64(lane_seeds(first, 1)[0]))
        stage = self.stages.draw(self.chance)
        self.game = new_match(stage.rules, stage.dungeon, stage.squads)
        self.dice = SeededDice(self.chance.below(i64(1 << 30)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.go_on(self.game)
        self.scores = self.scored(self.game)
        self.near = self.prospects(self.game)
        self.show()

    def go_on(self, game: Game) -> bool:
        """To the next decision of one of the sides; a game master's seat is nobody's here."""
        while advance(game, self.dice) == ASK:
            if game.asked < game.squads.sides:
                return True
            choose_trusted(game, game.rules.neutral.advice(game))
        return False

    def show(self) -> None:
        """Paint what all sides see, and say whose turn it is."""
        game = self.playing()
        if not game.over:
            self.agent_selection = AGENTS[int(game.asked)]
            list_options(game)
        for side, painter in enumerate(self.painters):
            painter.paint(game, i64(side))

    def playing(self) -> Game:
        if self.game is None:
            raise UserError("the environment has no match yet: call reset first")
        return self.game

    def observe(self, agent: str) -> Observation:
        return row_of(self.windows, AGENTS.index(agent))

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        game = self.playing()
        mover = self.agent_selection
        painter = self.painters[AGENTS.index(mover)]
        if action is None or not painter.menu.allows(i64(int(action))):
            raise UserError(f"action {action}: the mask of {mover} does not allow it")
        self._cumulative_rewards[mover] = 0.0
        self._clear_rewards()
        chosen = painter.choose(game, i64(int(action)))
        if chosen != 0:
            choose_trusted(game, chosen)
            going = self.go_on(game)
            self.reward(game, going)
            self.show()
        self._accumulate_rewards()

    def reward(self, game: Game, going: bool) -> None:
        """What the last decision was worth to each side. What one wins the others lose, all alike."""
        scores = self.scored(game)
        worth = [self.touchdown * (now - before) for now, before in zip(scores, self.scores, strict=True)]
        self.scores = scores
        if going:
            near = self.prospects(game)
            worth = [
                each + self.progress * (now - before) for each, now, before in zip(worth, near, self.near, strict=True)
            ]
            self.near = near
        total = sum(worth)
        rivals = len(worth) - 1
        worth = [each - (total - each) / rivals for each in worth]
        if not going and 0 <= game.winner < len(worth):
            worth = [each + (1.0 if side == game.winner else -1.0 / rivals) for side, each in enumerate(worth)]
        self.rewards = dict(zip(self.possible_agents, worth, strict=True))
        if not going:
            self.terminations = dict.fromkeys(self.possible_agents, True)
        elif game.decisions >= self.most_decisions:
            self.truncations = dict.fromkeys(self.possible_agents, True)

    def scored(self, game: Game) -> list[float]:
        return [float(game.side_value(i64(side), SCORE)) for side in range(len(self.possible_agents))]

    def prospects(self, game: Game) -> list[float]:
        return [float(prospect(game, i64(side))) for side in range(len(self.possible_agents))]
