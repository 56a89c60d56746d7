"""The proof of a puzzle: its answer and everything else that the adviser proposes are played to the end of the match,
again and again with the same dice, by the scripted coaches."""

from __future__ import annotations

from dataclasses import dataclass

from mypy_extensions import i64

from dungeonbowl.bots.advice import Thought, idea_of, think_of, told
from dungeonbowl.bots.ladder import HardBot
from dungeonbowl.bots.reasons import Why
from dungeonbowl.bots.seat import options_of
from dungeonbowl.bots.tactics.ideas import Idea
from dungeonbowl.bots.values import value_for
from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import first_of, kind_of
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.frames import ASK, ROLL
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, give_dice, list_options, settle
from dungeonbowl.engine.match import ACTION_INPUT
from dungeonbowl.scenes.exercises import Exercise
from dungeonbowl.scenes.scenario import take
from dungeonbowl.scenes.tasks import verdict
from dungeonbowl.words.notation import Names

ENDLESS = 60  # team turns that are played on at most
ANSWERS = {int(kind) for kind in (actions.CHOOSE_FACE, actions.PUSH_TO, actions.FOLLOW_UP, actions.REROLL)}
LOOKS = 24  # times that an idea is begun, to see whether it is an accepted answer


@dataclass
class Tried:
    """One thing to do first, and how often it leads to a win (1 for always, 0 for never, a draw counts half)."""

    label: str
    accepted: bool
    wins: float


def proposals(exercise: Exercise) -> tuple[Game, list[tuple[str, Thought]]]:
    """What the file plays first, and everything that the adviser proposes."""
    game = exercise.scene().game
    game = game.as_known_to(game.asked)
    list_options(game)
    found = think_of(game, options_of(game))
    list_options(game)
    why = Why(game, int(game.asked), None)
    return game, [("the file", shown(exercise)), *((told(why, each, False).label, each) for each in found)]


def shown(exercise: Exercise) -> Thought:
    """The actions of the file's first activation, as far as they do not depend on what was rolled."""
    scene = exercise.scene()
    for step in exercise.line.steps:
        take(scene, step)
    steps: list[int] = []
    for each in scene.match.inputs:
        if each.kind == ACTION_INPUT:
            action = each.numbers[0]
            if kind_of(action) in ANSWERS or (steps and kind_of(action) == actions.ACTIVATE):
                break
            steps.append(action)
    return Thought(steps, None)


def is_accepted(exercise: Exercise, game: Game, thought: Thought, names: Names) -> bool:
    """Whether the task is done by these actions, however the dice fall for once."""
    for seed in range(LOOKS):
        clone = game.clone()
        clone.record()
        dice = SeededDice(seed)
        for action in thought.steps:
            while settle(clone) == ROLL:
                give_dice(clone, dice.roll(clone.dice_count, clone.dice_kind))
            if clone.signal != ASK or clone.asked != game.asked or action not in options_of(clone):
                break
            choose_trusted(clone, i64(action))
        while settle(clone) == ROLL:
            give_dice(clone, dice.roll(clone.dice_count, clone.dice_kind))
        if verdict(exercise.task, exercise.side, clone, names).state == "done":
            return True
    return False


def tried_out(exercise: Exercise, tries: int) -> list[Tried]:
    """Everything that could be done first, the best of it first."""
    game, thoughts = proposals(exercise)
    names = Names(game, exercise.scene().letters)
    searcher = HardBot(1, 0.0, tries).coach
    searcher.evaluation = value_for(game.rules)
    searcher.horizon = ENDLESS
    searcher.last_look = 1.0
    list_options(game)
    searcher.coach.next_plan(game, game.asked)  # what it feels about this turn, its tries feel too
    ideas: list[Idea] = []
    for label, thought in thoughts:
        idea = idea_of(game, thought)
        if label == "the file" and idea.plan is not None:
            idea.plan.piece = i64(game_piece(thought))
        ideas.append(idea)
    for number in range(tries):
        for idea in ideas:
            searcher.attempt(game, idea, i64(number))
    found = [
        Tried(label, is_accepted(exercise, game, thought, names), round((1.0 + idea.mean()) / 2.0, 4))
        for (label, thought), idea in zip(thoughts, ideas, strict=True)
    ]
    return sorted(found, key=lambda each: -each.wins)


def game_piece(thought: Thought) -> int:
    """The player whom the first action activates."""
    return int(first_of(thought.steps[0]))
