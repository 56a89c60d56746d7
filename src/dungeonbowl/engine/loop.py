"""The loop: obey signals until a coach must decide, dice are needed, or the match is over."""

from __future__ import annotations

from mypy_extensions import i64

from dungeonbowl.engine.dice import DiceSource
from dungeonbowl.engine.events import DICE_ROLLED
from dungeonbowl.engine.frames import ASK, BECOME, CALL, DONE, OVER, READ, ROLL, Frame
from dungeonbowl.engine.game import UNSEEN, Game
from dungeonbowl.engine.procedures.roll_again import second_chance


def start(game: Game, frame: Frame) -> None:
    """Put the first frame on an empty stack."""
    game.stack.append(frame)
    game.signal = frame.begin(game)


def settle(game: Game) -> i64:
    """Obey calls and returns until a coach, dice or nothing is needed. Returns ASK, ROLL or OVER."""
    signal = game.signal
    stack = game.stack
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
            stack.append(decision)
            signal = decision.begin(game)
            continue
        if signal == DONE:
            stack.pop()
            if game.halted:
                # Dice already owed come before the touchdown check; no later decision can matter.
                if game.over:
                    stack.clear()
                elif game.drive_ending != 0:  # the first frame goes on with the next drive
                    del stack[1:]
                    game.halted = False
                else:  # a touchdown was scored, and play goes on
                    game.halted = False
                    settling = game.rules.policies.scoring.settling(game, game.result)
                    if settling is not None:
                        stack.append(settling)
                        signal = settling.begin(game)
                        continue
            if not stack:
                signal = OVER
                break
            signal = stack[-1].returned(game, game.result)
        elif signal == CALL:
            frame = game.called
            assert frame is not None
            stack.append(frame)
            signal = frame.begin(game)
        elif signal == BECOME:
            frame = game.called
            assert frame is not None
            stack[-1] = frame
            signal = frame.begin(game)
        elif signal == READ:
            stack.pop()
            signal = stack[-1].rolled(game, game.result)
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
            game.stack.append(chance)
            game.signal = chance.begin(game)
            return
    game.signal = game.stack[-1].rolled(game, rolled)


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
    game.stack[-1].options(game)
    return game.offers


def is_offered(game: Game, action: i64) -> bool:
    """Whether an action is among the options, or is an unlisted action that is allowed now (`Frame.hears`)."""
    list_options(game)
    return game.has_offered(action) or game.stack[-1].hears(game, action)


def choose_trusted(game: Game, action: i64) -> None:
    """Apply an action that is known to be legal. For search and simulation; all others use `Match`."""
    game.decisions += 1
    game.signal = game.stack[-1].chosen(game, action)
