"""Many matches side by side, in one compiled call: actions in, observations, masks and rewards out.

Each lane is a match. `step` applies one index for each lane, rolls the dice, lets the opponent answer, and paints what
the learner sees. If a match is over, it begins the next one.
"""

from __future__ import annotations

from typing import Final, final

from librt.strings import BytesWriter, read_i32_le, write_i32_le
from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr, u8

from dungeonbowl.bots.playout import new_match
from dungeonbowl.bots.tactics.tactician import Tactician
from dungeonbowl.bots.tactics.taste import USUAL
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import advance, choose_trusted, list_options
from dungeonbowl.engine.rules import Rules
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.sides import NOBODY, SCORE, ZONE
from dungeonbowl.learn.action_space import Menu
from dungeonbowl.learn.canvas import Canvas
from dungeonbowl.learn.choices import Rows, describe_all
from dungeonbowl.learn.macros import Errand, Macros, as_macro, begin, is_macro
from dungeonbowl.learn.observation import Painter
from dungeonbowl.learn.shape import USUAL_BOARD, Board

# The opponent: what plays the other side.
NO_OPPONENT: Final[i64] = 0  # the learner plays both sides
RANDOM_OPPONENT: Final[i64] = 1
SCRIPTED_OPPONENT: Final[i64] = 2

DRAWN: Final[i64] = -1  # the learner's side is drawn for each match

HALF_WAY: Final = 0.5  # the reward for holding the ball at the greatest distance


@final
class Stage:
    """The rules, dungeon and squads of a match."""

    def __init__(self, rules: Rules, dungeon: Dungeon, squads: Squads) -> None:
        self.rules = rules
        self.dungeon = dungeon
        self.squads = squads


@mypyc_attr(allow_interpreted_subclasses=True)
class Stages:
    """Draws the stage of the next match."""

    def draw(self, chance: SeededDice) -> Stage:
        raise NotImplementedError


@final
class Terms:
    """The terms that all lanes share."""

    def __init__(
        self,
        opponent: i64 = NO_OPPONENT,
        overlooks: i64 = 0,
        forgets: i64 = 0,
        side: i64 = DRAWN,
        most_decisions: i64 = 30_000,
        touchdown: float = 0.0,
        progress: float = 0.0,
        autoreset: bool = True,
        macros: bool = False,
    ) -> None:
        """`overlooks` and `forgets` make the scripted opponent easier; `touchdown` and `progress` are the weights of
        the shaping rewards. Without `autoreset` a finished match stays as it is until the next `restart`."""
        self.opponent = opponent
        self.overlooks = overlooks
        self.forgets = forgets
        self.side = side
        self.most_decisions = most_decisions
        self.touchdown = touchdown
        self.progress = progress
        self.autoreset = autoreset
        self.macros = macros  # whether macro actions can be chosen beside single steps


def lead(game: Game) -> i64:
    """Touchdowns of the first side, less those of the second."""
    return game.side_value(0, SCORE) - game.side_value(1, SCORE)


def seen_by(side: i64, reward: float) -> float:
    """A reward of the first side as this side counts it: what one wins, the other loses."""
    if side == 0:
        return reward
    return -reward


def nearness(game: Game) -> float:
    """How near the ball is to scoring, from the first side's view: 0 while no player has it, up to 1 where its carrier
    scores; below 0 in the same way if the other side has it."""
    return prospect(game, 0) - prospect(game, 1)


def prospect(game: Game, side: i64) -> float:
    """How near the balls of a side are to scoring: 0 if it has none, up to 1 where a carrier scores."""
    best = 0.0
    ball: i64 = 0
    while ball < len(game.balls):
        holder = game.carrier(ball)
        if holder >= 0 and game.square[holder] >= 0 and i64(game.side_of[holder]) == side:
            near = HALF_WAY
            zone: i64 = 0
            while zone < game.dungeon.teams:
                if zone != game.side_value(side, ZONE):
                    far = i64(game.dungeon.zone_distance(zone)[i64(game.square[holder])])
                    if far >= 0 and HALF_WAY + (1.0 - HALF_WAY) / (1.0 + 0.1 * float(far)) > near:
                        near = HALF_WAY + (1.0 - HALF_WAY) / (1.0 + 0.1 * float(far))
                zone += 1
            if near > best:
                best = near
        ball += 1
    return best


@final
class Lane:
    """One match after the other, in one row of the canvas."""

    def __init__(self, canvas: Canvas, row: i64, stages: Stages, terms: Terms, seed: i64) -> None:
        self.row = row
        self.painter = Painter(canvas, row)
        if terms.macros:
            self.painter.macros = Macros()
        self.errand = Errand()
        self.errand_of: i64 = NOBODY  # the side whose macro is under way
        self.stages = stages
        self.terms = terms
        self.chance = SeededDice(seed)
        self.dice = SeededDice(seed)
        self.sampler = SeededDice(seed + 1)  # for callers that choose at random; the match does not depend on it
        self.side: i64 = NOBODY
        self.asked: i64 = NOBODY
        self.coach = Tactician()
        self.teacher = Tactician()
        self.advice: list[int] = []
        self.lead: i64 = 0
        self.near: float = 0.0
        self.matches: i64 = 0
        self.steps: i64 = 0  # steps in this match
        self.game: Game = self.next_match()

    def next_match(self) -> Game:
        """Begin a match, up to the learner's first decision."""
        terms = self.terms
        chance = self.chance
        while True:
            stage = self.stages.draw(chance)
            game = new_match(stage.rules, stage.dungeon, stage.squads)
            self.game = game
            self.dice = SeededDice(chance.below(1 << 30))
            self.side = NOBODY
            if terms.opponent != NO_OPPONENT:
                self.side = terms.side
                if self.side == DRAWN:
                    self.side = chance.below(2)
            if terms.opponent == SCRIPTED_OPPONENT:
                self.coach = Tactician(terms.overlooks, chance.below(1 << 30), USUAL, terms.forgets)
            self.teacher = Tactician(0, 1, USUAL)
            self.matches += 1
            self.steps = 0
            self.errand.forget()
            if self.play_on(game):
                self.lead = lead(game)
                self.near = nearness(game)
                return game

    def play_on(self, game: Game) -> bool:
        """Go on to the learner's next decision and paint it; False if the match is over before that."""
        terms = self.terms
        self.advice = []
        while True:
            if advance(game, self.dice) != ASK:
                return False
            count = list_options(game)
            asked = game.asked
            if asked >= game.squads.sides:  # the seat of a game master, whom no learner plays
                choose_trusted(game, game.rules.policies.neutral.advice(game))
                continue
            if self.side < 0 or asked == self.side:
                if asked == self.errand_of and self.errand.is_under_way():
                    deed = self.errand.step(game)
                    if deed != 0:
                        choose_trusted(game, deed)
                        continue
                self.asked = asked
                self.painter.paint(game, asked)
                return True
            if game.decisions >= terms.most_decisions:
                return False
            if terms.opponent == SCRIPTED_OPPONENT:
                choose_trusted(game, self.coach.choose(game))
            else:
                choose_trusted(game, game.offered[self.chance.below(count)])

    def choose(self, game: Game, choice: i64) -> None:
        """Make a choice: an action, or the first action of a macro."""
        if not is_macro(choice):
            choose_trusted(game, choice)
            return
        self.errand_of = self.asked
        choose_trusted(game, begin(game, choice, self.errand))

    def advise_choice(self) -> i64:
        """The place of what the script would choose, in the list of all choices; -1 if it is not there."""
        macros = self.painter.macros
        assert macros is not None
        game = self.game
        list_options(game)
        deeds = [int(self.teacher.choose(game))]
        deeds.extend(self.teacher.plan[self.teacher.next :])
        return as_macro(game, macros, deeds)

    def advise(self) -> i64:
        """The index that the script would choose here; part by part if an action has several."""
        part = self.painter.menu.part
        if part == 0 or len(self.advice) == 0:
            game = self.game
            list_options(game)
            geometry = self.painter.geometry
            assert geometry is not None
            menu = Menu()
            macros = self.painter.macros
            if macros is None:
                action = self.teacher.choose(game)
                list_options(game)
                menu.open(game, self.asked, geometry)
            else:
                action = macros.choices[self.advise_choice()]
                menu.open_macros(game, self.asked, geometry, macros)
            self.advice = menu.path(game, self.asked, geometry, action)
            part = 0
        key = i64(self.advice[0])
        self.advice = self.advice[1:]
        if not self.painter.menu.allows(key):  # the learner has chosen something else
            return self.painter.menu.default()
        return key


@final
class Batch:
    """The lanes and their outputs."""

    rewards: vec[float]
    ended: vec[u8]
    cut: vec[u8]
    illegal: vec[u8]
    sides: vec[u8]
    results: vec[float]
    counts: vec[i64]

    def __init__(self, stages: Stages, terms: Terms, seeds: list[int], board: Board = USUAL_BOARD) -> None:
        rows = len(seeds)
        self.canvas = Canvas(rows, board)
        self.terms = terms
        self.stages = stages
        self.rewards = vec[float]([0.0] * rows)  # of the side that has just decided
        self.ended = vec[u8]([0] * rows)
        self.cut = vec[u8]([0] * rows)
        self.illegal = vec[u8]([0] * rows)
        self.sides = vec[u8]([0] * rows)  # the side that is asked now
        self.rows = Rows()
        self.counts = vec[i64]([0] * rows)
        self.results = vec[float]([0.0] * rows)  # 1, 0 or -1 for the last match, from the same side as the last reward
        self.lanes: list[Lane] = []
        for seed in seeds:
            lane = Lane(self.canvas, i64(len(self.lanes)), stages, terms, i64(seed))
            self.lanes.append(lane)
            self.sides[lane.row] = u8(lane.asked)

    def restart(self, seeds: list[int]) -> None:
        """New matches in all lanes. With seeds their random streams begin again; without seeds they go on."""
        for lane in self.lanes:
            row = lane.row
            if len(seeds) > 0:
                lane.chance = SeededDice(i64(seeds[row]))
                lane.sampler = SeededDice(i64(seeds[row]) + 1)
                lane.matches = 0
            lane.next_match()
            self.sides[row] = u8(lane.asked)
            self.rewards[row] = 0.0
            self.ended[row] = 0
            self.cut[row] = 0
            self.illegal[row] = 0

    def step(self, indices: bytes) -> None:
        """Apply one index for each lane. Each is four bytes, the lowest first."""
        for lane in self.lanes:
            self.step_lane(lane, lane.row, i64(read_i32_le(indices, lane.row * 4)))

    def step_lane(self, lane: Lane, row: i64, key: i64) -> None:
        game = lane.game
        painter = lane.painter
        self.illegal[row] = 0
        if painter.menu.count == 0:  # the match is over, and no new one has begun
            return
        if not painter.menu.allows(key):
            self.illegal[row] = 1
            key = painter.menu.default()
        lane.steps += 1
        self.ended[row] = 0
        self.cut[row] = 0
        self.rewards[row] = 0.0
        action = painter.choose(game, key)
        if action == 0:
            return
        self.go_on(lane, row, action)

    def go_on(self, lane: Lane, row: i64, choice: i64) -> None:
        """Make a choice in a lane, and go on to its next question."""
        game = lane.game
        mover = lane.asked
        lane.choose(game, choice)
        going = lane.play_on(game)
        terms = self.terms
        reward = 0.0
        if terms.touchdown != 0.0:
            ahead = lead(game)
            reward = terms.touchdown * float(ahead - lane.lead)
            lane.lead = ahead
        if not going or game.decisions >= terms.most_decisions:
            self.finish(lane, row, mover, reward)
        elif terms.progress != 0.0:
            near = nearness(game)
            reward += terms.progress * (near - lane.near)
            lane.near = near
            self.rewards[row] = seen_by(mover, reward)
        elif reward != 0.0:
            self.rewards[row] = seen_by(mover, reward)
        self.sides[row] = u8(lane.asked)

    # --- choices that are rated, not named ----------------------------------------------------------------------------

    def describe(self) -> None:
        """Describe all choices of all lanes: `rows` has them one after the other, `counts` how many each lane has."""
        self.rows.clear()
        for lane in self.lanes:
            before = self.rows.count
            macros = lane.painter.macros
            if macros is not None and lane.painter.menu.count > 0:
                describe_all(lane.game, lane.asked, macros, self.rows)
            self.counts[lane.row] = self.rows.count - before

    def step_choices(self, places: bytes) -> None:
        """Make one choice in each lane, by its place in the list. Each is four bytes, the lowest first."""
        for lane in self.lanes:
            row = lane.row
            macros = lane.painter.macros
            place = i64(read_i32_le(places, row * 4))
            self.illegal[row] = 0
            if macros is None or lane.painter.menu.count == 0:
                continue
            if place < 0 or place >= macros.count:
                self.illegal[row] = 1
                place = macros.find(lane.painter.menu.options[0])
            lane.steps += 1
            self.ended[row] = 0
            self.cut[row] = 0
            self.rewards[row] = 0.0
            self.go_on(lane, row, macros.choices[place])

    def advise_choices(self) -> bytes:
        """What the script would choose in each lane, by its place in the list."""
        found = BytesWriter()
        for lane in self.lanes:
            write_i32_le(found, i32(lane.advise_choice()))
        return found.getvalue()

    def finish(self, lane: Lane, row: i64, mover: i64, reward: float) -> None:
        game = lane.game
        result = 0.0
        if game.over:
            self.ended[row] = 1
            if game.winner == 0:
                result = 1.0
            elif game.winner == 1:
                result = -1.0
        else:
            self.cut[row] = 1
        self.rewards[row] = seen_by(mover, reward + result)
        self.results[row] = seen_by(mover, result)
        if self.terms.autoreset:
            lane.next_match()
        else:
            lane.painter.paint(game, mover)

    def sample(self) -> bytes:
        """A random legal index for each lane, drawn from the lane's own stream."""
        found = BytesWriter()
        for lane in self.lanes:
            menu = lane.painter.menu
            write_i32_le(found, i32(menu.keys[lane.sampler.below(menu.count)]))
        return found.getvalue()

    def advise(self) -> bytes:
        """The index that the script would choose in each lane, to learn from."""
        found = BytesWriter()
        for lane in self.lanes:
            write_i32_le(found, i32(lane.advise()))
        return found.getvalue()
