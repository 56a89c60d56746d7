"""The loop: obey signals until a coach must decide, dice are needed, or the match is over."""

from __future__ import annotations

from mypy_extensions import i64

from dungeonbowl.engine.dice import DiceSource
from dungeonbowl.engine.events import DICE_ROLLED
from dungeonbowl.engine.frames import ASK, BECOME, CALL, DONE, NOTHING, OVER, READ, ROLL, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.roll_again import second_chance
from dungeonbowl.engine.sides import UNSEEN


def start(game: Game, frame: Frame) -> None:
    """Put the first frame into a match that has none."""
    game.push(frame)
    game.signal = frame.begin(game)


def settle(game: Game) -> i64:
    """Obey calls and returns until a coach, dice or nothing is needed. Returns ASK, ROLL or OVER."""
    signal = game.signal
    while True:
        if signal == ROLL:
            break
        if signal == ASK:
            if game.asked < game.squads.sides:
                break
            decision = game.rules.policies.neutral.decision(
                game
            )  # a piece of no side: a rule or a game master decides for it
            if decision is None:
                break
            game.push(decision)
            signal = decision.begin(game)
            continue
        if signal == DONE:
            game.top = game.top.below
            if game.halted:
                # Dice already owed come before the touchdown check; no later decision can matter.
                if game.over:
                    game.top = NOTHING
                elif game.drive_ending != 0:  # the first frame goes on with the next drive
                    game.drop_to_first()
                    game.halted = False
                else:  # a touchdown was scored, and play goes on
                    game.halted = False
                    settling = game.rules.policies.scoring.settling(game, game.result)
                    if settling is not None:
                        game.push(settling)
                        signal = settling.begin(game)
                        continue
            if game.top is NOTHING:
                signal = OVER
                break
            signal = game.top.returned(game, game.result)
        elif signal == CALL:
            frame = game.called
            frame.below = game.top
            game.top = frame
            signal = frame.begin(game)
        elif signal == BECOME:
            frame = game.called
            frame.below = game.top.below
            game.top = frame
            signal = frame.begin(game)
        elif signal == READ:
            game.pop()
            signal = game.top.rolled(game, game.result)
        else:
            break
    game.signal = signal
    return signal


def give_dice(game: Game, rolled: i64) -> None:
    """Supply the dice that the game waits for."""
    if game.recording:
        shown = rolled if game.dice_side != UNSEEN else i64(0)
        game.tell(DICE_ROLLED, game.dice_clause, game.dice_side, shown, game.dice_count, game.dice_kind)
    if len(game.rules.reroll_grants) > 0:
        chance = second_chance(game, rolled)
        if chance is not None:
            game.push(chance)
            game.signal = chance.begin(game)
            return
    game.signal = game.top.rolled(game, rolled)


def advance(game: Game, source: DiceSource) -> i64:
    """Run on with dice from a source until a coach must decide (returns ASK) or the match is over (returns OVER)."""
    while True:
        signal = settle(game)
        if signal != ROLL:
            return signal
        give_dice(game, source.roll(game.dice_count, game.dice_kind))


def list_options(game: Game) -> i64:
    """Fill `game.offered` with every legal action of the coach who is asked. Returns how many there are."""
    game.offers = 0
    game.top.options(game)
    return game.offers


def options_of(game: Game) -> list[int]:
    """Every legal action of the coach who is asked, for callers that want a list."""
    count = list_options(game)
    offered = game.offered
    found: list[int] = []
    index: i64 = 0
    while index < count:
        found.append(int(offered[index]))
        index += 1
    return found


def usual_answer(game: Game) -> i64:
    """The answer to the open question that nearly every coach gives, or 0 where there is none."""
    return game.top.usual(game) if game.signal == ASK else i64(0)


def is_offered(game: Game, action: i64) -> bool:
    """Whether an action is among the options, or is an unlisted action that is allowed now (`Frame.hears`)."""
    list_options(game)
    return game.has_offered(action) or game.top.hears(game, action)


def choose_trusted(game: Game, action: i64) -> None:
    """Apply an action that is known to be legal. For search and simulation; all others use `Match`."""
    game.decisions += 1
    game.signal = game.top.chosen(game, action)
