"""The PettingZoo environment: two agents, `player_0` and `player_1`, or with `sides` also `player_2` and `player_3`,
asked in the order of the match. With `names="sides"` they are called as the sides that they play: `home`, `away`,
`third` and `fourth`."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import msgspec
from mypy_extensions import i64

from dungeonbowl.learn.extra import missing
from dungeonbowl.words.notation import COACHES

try:
    import numpy as np
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper
except ImportError as error:
    raise missing(error) from None

from dungeonbowl.bots.playout import new_match
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.loop import advance, choose_trusted, list_options
from dungeonbowl.engine.sides import SCORE
from dungeonbowl.errors import UserError
from dungeonbowl.learn.batch import prospect
from dungeonbowl.learn.canvas import Canvas
from dungeonbowl.learn.macros import Errand, Macros, begin, is_macro
from dungeonbowl.learn.observation import Painter
from dungeonbowl.learn.opponents import MOST_DECISIONS, has_macros, lane_seeds
from dungeonbowl.learn.rendering import FRAMES_PER_SECOND, MODES, check_mode, rendered
from dungeonbowl.learn.resets import QUICK, DrawnStages
from dungeonbowl.learn.spaces import action_space, observation_space
from dungeonbowl.learn.states import (
    ErrandState,
    board_of,
    check_board,
    errand_state,
    options_left,
    read,
    remade,
    restore_errand,
    show_again,
)
from dungeonbowl.learn.windows import Observation, arrays, row_of
from dungeonbowl.records.pickling import seeded_of
from dungeonbowl.records.save import Save, load, save

if TYPE_CHECKING:
    from dungeonbowl.engine.game import Game

PLAYERS = tuple(f"player_{number}" for number in range(len(COACHES)))  # PettingZoo's convention
NAMES = {"players": PLAYERS, "sides": COACHES}


def env(**options: Any) -> Any:
    """The environment for most users: an index that the mask does not allow loses the match, and a call in the wrong
    order is an error of one line."""
    made: Any = raw_env(**options)  # the name PettingZoo gives it
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return Wrapped(made)


def parallel_env(**options: Any) -> Any:
    """The same for libraries that want all agents at once; only the action of the asked agent counts."""
    return Parallel(env(**options))


class Wrapped(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    """PettingZoo's wrappers. They remember the last question, and must forget it when a state is restored."""

    def __copy__(self) -> Wrapped:
        return deepcopy(self)  # a copy must not share its match

    def restore(self, state: bytes) -> None:
        """Restore a state of this environment, or of one made with the same options."""
        self.unwrapped.restore(state)
        within: Any = self
        while within is not self.unwrapped:
            if "_prev_obs" in within.__dict__:
                within._prev_obs = within._prev_info = None
                within._terminated = False
            within = within.env
        self._has_reset = self.unwrapped.game is not None


class Parallel(turn_based_aec_to_parallel_wrapper):  # type: ignore[misc]
    """All agents act at once."""

    def __copy__(self) -> Parallel:
        return deepcopy(self)

    def restore(self, state: bytes) -> None:
        """Restore a state of this environment, or of one made with the same options."""
        self.aec_env.restore(state)
        self.agents = self.aec_env.agents[:]


class MatchState(msgspec.Struct):
    """The state of one match with its agents."""

    board: tuple[int, int, int]
    chance: int | None
    game: Save | None = None
    dice: int = 0
    left: list[int] = []  # the options that are left, if an action of several parts is half chosen
    agents: list[str] = []
    selected: str = ""
    skipped: str | None = None
    rewards: dict[str, float] = {}
    gathered: dict[str, float] = {}
    terminations: dict[str, bool] = {}
    truncations: dict[str, bool] = {}
    scores: list[float] = []
    near: list[float] = []
    errand: ErrandState | None = None  # a macro under way


class raw_env(AECEnv):  # type: ignore[misc]
    """One match of two agents, or of three or four. The asked agent acts. All agents can look at any time, but only the
    asked one sees legal actions."""

    metadata = {  # noqa: RUF012
        "name": "dungeonbowl_v0",
        "render_modes": MODES,
        "render_fps": FRAMES_PER_SECOND,
        "is_parallelizable": True,
    }

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
        names: str = "players",
        actions: str = "steps",
    ) -> None:
        super().__init__()
        if not 2 <= sides <= len(COACHES):
            raise UserError(f"sides {sides}: expected 2 to {len(COACHES)}")
        if names not in NAMES:
            raise UserError(f"names {names!r}: expected {' or '.join(NAMES)}")
        self.render_mode = check_mode(render_mode)
        self.made_with = {
            "editions": tuple(editions),
            "dungeons": dungeons,
            "teams": teams,
            "touchdown": touchdown,
            "progress": progress,
            "most_decisions": most_decisions,
            "render_mode": render_mode,
            "sides": sides,
            "names": names,
            "actions": actions,
        }
        self.possible_agents = list(NAMES[names][:sides])
        self.side_of = dict(zip(self.possible_agents, COACHES, strict=False))  # the side that each agent plays
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
        self.errand = Errand()
        self.errand_of = -1  # the side whose macro is under way
        if has_macros(actions):
            for painter in self.painters:
                painter.macros = Macros()
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
        self.errand.forget()
        self.go_on(self.game)
        self.scores = self.scored(self.game)
        self.near = self.prospects(self.game)
        self.show()

    def go_on(self, game: Game) -> bool:
        """Go on to the next decision of a side; False if the match is over. The rules decide for a game master."""
        while advance(game, self.dice) == ASK:
            if game.asked < game.squads.sides:
                if game.asked != self.errand_of or not self.errand.is_under_way():
                    return True
                list_options(game)
                deed = self.errand.step(game)
                if deed == 0:
                    return True
                choose_trusted(game, deed)
                continue
            choose_trusted(game, game.rules.policies.neutral.advice(game))
        return False

    def show(self) -> None:
        """Paint the observations of all sides, and set the agent that is asked."""
        game = self.playing()
        if not game.over:
            self.agent_selection = self.possible_agents[int(game.asked)]
            list_options(game)
        for side, painter in enumerate(self.painters):
            painter.paint(game, i64(side))

    def playing(self) -> Game:
        if self.game is None:
            raise UserError("the environment has no match yet: call reset first")
        return self.game

    def render(self) -> Any:
        """The match as text (`ansi`) or as a picture (`rgb_array`)."""
        return rendered(self.render_mode, self.playing())

    def state(self) -> bytes:
        """Everything that the future depends on: the match, its dice, the random numbers of later matches, the
        agents."""
        board = board_of(self.stages.board)
        chance = None if self.chance is None else int(self.chance.state)
        if self.game is None:
            return msgspec.json.encode(MatchState(board, chance))
        left = [options for options in map(options_left, self.painters) if options]
        found = MatchState(
            board=board,
            chance=chance,
            game=save(self.game),
            dice=int(self.dice.state),
            left=left[0] if left else [],
            agents=list(self.agents),
            selected=self.agent_selection,
            skipped=getattr(self, "_skip_agent_selection", None),
            rewards=dict(self.rewards),
            gathered=dict(self._cumulative_rewards),
            terminations=dict(self.terminations),
            truncations=dict(self.truncations),
            scores=list(self.scores),
            near=list(self.near),
            errand=errand_state(self.errand, self.errand_of),
        )
        return msgspec.json.encode(found)

    def restore(self, state: bytes) -> None:
        """Restore a state of this environment, or of one made with the same options. A state that does not fit changes
        nothing."""
        found = read(state, MatchState)
        check_board(found.board, self.stages.board)
        game = load(found.game) if found.game is not None else None
        self.chance = None if found.chance is None else seeded_of(found.chance)
        self.game = game
        if game is None:
            self.agents = list(self.possible_agents)
            return
        self.dice = seeded_of(found.dice)
        self.agents = list(found.agents)
        self.rewards = dict(found.rewards)
        self._cumulative_rewards = dict(found.gathered)
        self.terminations = dict(found.terminations)
        self.truncations = dict(found.truncations)
        self.infos = {agent: {} for agent in self.agents}
        self.scores = list(found.scores)
        self.near = list(found.near)
        self.errand_of = restore_errand(self.errand, found.errand)
        for side, painter in enumerate(self.painters):
            show_again(painter, game, side, found.left if side == game.asked else [])
        self.agent_selection = found.selected
        if found.skipped is not None:
            self._skip_agent_selection = found.skipped

    def __reduce__(self) -> tuple[Any, ...]:
        return remade, (type(self), self.made_with, self.state(), {})

    def observe(self, agent: str) -> Observation:
        return row_of(self.windows, self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        game = self.playing()
        mover = self.agent_selection
        painter = self.painters[self.possible_agents.index(mover)]
        if action is None or not painter.menu.allows(i64(int(action))):
            raise UserError(f"action {action}: the mask of {mover} does not allow it")
        self._cumulative_rewards[mover] = 0.0
        self._clear_rewards()
        chosen = painter.choose(game, i64(int(action)))
        if chosen != 0:
            if is_macro(chosen):
                self.errand_of = int(game.asked)
                chosen = begin(game, chosen, self.errand)
            choose_trusted(game, chosen)
            going = self.go_on(game)
            self.reward(game, going)
            self.show()
        self._accumulate_rewards()

    def reward(self, game: Game, going: bool) -> None:
        """The reward of each side for the last decision. What one side wins, the others lose in equal parts."""
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
