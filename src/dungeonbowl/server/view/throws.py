"""Where a player could throw the ball to, over the whole board."""

from __future__ import annotations

from mypy_extensions import i64

from dungeonbowl.engine import actions, clauses
from dungeonbowl.engine.actions import first_of, kind_of
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import BARRED
from dungeonbowl.engine.procedures.ball.balls import ball_modifiers
from dungeonbowl.engine.procedures.ball.passing import in_range, throw_test
from dungeonbowl.engine.procedures.stat_test import StatTest
from dungeonbowl.server.view.approach import activated
from dungeonbowl.server.view.trials import Trial, chance_to_pass, needed_by
from dungeonbowl.server.wire import OverlaySquare


def passes(game: Game, piece: int) -> list[OverlaySquare]:
    """Every square that a player could throw to from where it stands. The value is the chance that the throw is good,
    counting all that is rolled before it; the text is what the throw itself needs. A player who may pass now does so in
    a trial. For any other player, the numbers are those of a throw from its square as things are."""
    trial = about_to_throw(game, piece)
    if trial is None:
        return as_things_are(game, piece)
    found: list[OverlaySquare] = []
    for option in targets(trial):
        thrown = trial.copy()
        thrown.trust(option)
        throw = next((test for test in thrown.tests if test.clause == trial.last and test.piece == piece), None)
        if throw is not None:  # otherwise it fumbles without a die, or something else happens first
            found.append(OverlaySquare(int(first_of(i64(option))), round(thrown.odds, 6), throw.text()))
    return found


def about_to_throw(game: Game, piece: int) -> Trial | None:
    """A trial in which the player has declared a pass and is asked where to; None if it may not pass now."""
    if game.signal != ASK or int(game.asked) != int(game.side_of[piece]):
        return None
    trial = Trial(game, int(game.asked), last=int(game.rules.policies.throwing.read_as(clauses.PASS)))
    if not activated(trial, piece):
        return None
    if int(trial.game.declared) == 0 and not trial.choose(int(actions.action(actions.DECLARE, actions.PASS_ACTION))):
        return None
    if not targets(trial):
        trial.choose(int(actions.AIM))
        balls = [option for option in trial.offers() if kind_of(i64(option)) == actions.CHOOSE_BALL]
        if balls:
            trial.choose(balls[0])
    return trial if targets(trial) and int(trial.game.acting) == piece else None


def targets(trial: Trial) -> list[int]:
    return [option for option in trial.offers() if kind_of(i64(option)) == actions.THROW_TO]


def as_things_are(game: Game, piece: int) -> list[OverlaySquare]:
    found: list[OverlaySquare] = []
    here = i64(int(game.square[piece]))
    extra = ball_modifiers(game, i64(piece), game.ball_of(i64(piece)), clauses.PASS)
    for node in range(int(game.dungeon.count)):
        if game.occupant[node] != BARRED and in_range(game, here, i64(node)):
            test = throw_test(game, i64(piece), i64(node), clauses.PASS, extra)
            if isinstance(test, StatTest):
                found.append(OverlaySquare(node, round(chance_to_pass(test), 6), f"{needed_by(test)}+"))
    return found
