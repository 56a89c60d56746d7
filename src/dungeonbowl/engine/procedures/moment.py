"""The general frame for interruptions: every listener of a moment gets its turn, in the order of the edition."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine import moments
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Moment(Frame):
    """The frame that asks the listeners of one moment in turn. `heard` counts the listeners asked so far, so that a
    match can be saved between two of them.

    `first` to `fourth` are the arguments after `game`, in the order in which the method of `Module` for this moment
    names them. An argument that a moment does not have is 0.

    The result is 0, or the first result of a listener's frame that is not 0. That stops what was under way, and no
    further listener is asked.
    """

    def __init__(
        self, kind: i64, first: i64 = 0, second: i64 = 0, third: i64 = 0, fourth: i64 = 0, heard: i64 = 0
    ) -> None:
        self.kind = kind
        self.first = first
        self.second = second
        self.third = third
        self.fourth = fourth
        self.heard = heard

    def copy(self) -> Frame:
        return Moment(self.kind, self.first, self.second, self.third, self.fourth, self.heard)

    def begin(self, game: Game) -> i64:
        listeners = game.rules.listeners[self.kind]
        while self.heard < len(listeners):
            module = listeners[self.heard]
            self.heard += 1
            frame = said(module, self.kind, game, self.first, self.second, self.third, self.fourth)
            if frame is not None:
                return game.call(frame)
        return game.done(0)

    def returned(self, game: Game, result: i64) -> i64:
        if result != 0:
            return game.done(result)
        return self.begin(game)


def said(
    module: Module, kind: i64, game: Game, first: i64 = 0, second: i64 = 0, third: i64 = 0, fourth: i64 = 0
) -> Frame | None:
    """Calls the method of `Module` for this moment. Returns the frame of the module, or None."""
    if kind == moments.TEAM_TURN_BEGAN:
        return module.team_turn_began(game, first)
    if kind == moments.ACTIVATION_BEGAN:
        return module.activation_began(game, first)
    if kind == moments.ACTION_DECLARED:
        return module.action_declared(game, first)
    if kind == moments.LEAVING_SQUARE:
        return module.leaving_square(game, first, second)
    if kind == moments.DODGED:
        return module.dodged(game, first, second)
    if kind == moments.STEPPED_AWAY:
        return module.stepped_away(game, first, second)
    if kind == moments.ENTERED_SQUARE:
        return module.entered_square(game, first, second)
    if kind == moments.MOVEMENT_ENDED:
        return module.movement_ended(game, first)
    if kind == moments.ACTIVATION_ENDED:
        return module.activation_ended(game, first)
    if kind == moments.BLOCK_DECLARED:
        return module.block_declared(game, first, second)
    if kind == moments.BLOCK_RESOLVED:
        return module.block_resolved(game, first, second, third)
    if kind == moments.GOING_DOWN:
        return module.going_down(game, first, second)
    if kind == moments.CASUALTY_SUFFERED:
        return module.casualty_suffered(game, first, second)
    if kind == moments.BALL_DROPPING:
        return module.ball_dropping(game, first, second)
    if kind == moments.BALL_LANDED:
        return module.ball_landed(game, first, second)
    if kind == moments.BALL_GAINED:
        return module.ball_gained(game, first, second, third)
    if kind == moments.BALL_STRIKING:
        return module.ball_striking(game, first, second, third)
    if kind == moments.CHEST_OPENING:
        return module.chest_opening(game, first, second)
    if kind == moments.BALANCE_NEEDED:
        return module.balance_needed(game, first, second)
    if kind == moments.INFRACTION:
        return module.infraction(game, first, second)
    if kind == moments.TEAM_TURN_ENDED:
        return module.team_turn_ended(game, first)
    if kind == moments.BETWEEN_TURNS:
        return module.between_turns(game, first)
    if kind == moments.GAME_STARTED:
        return module.game_started(game)
    if kind == moments.BALL_STRAYED:
        return module.ball_strayed(game, first, second, third != 0)
    if kind == moments.THROW_AIMED:
        return module.throw_aimed(game, first, second)
    if kind == moments.TELEPORTED:
        return module.teleported(game, first, second)
    if kind == moments.HANDING_OFF:
        return module.handing_off(game, first, second)
    if kind == moments.DRIVE_ENDED:
        return module.drive_ended(game)
    if kind == moments.INTERCEPTED_PASS:
        return module.intercepted_pass(game, first, second)
    if kind == moments.ARMOUR_HELD:
        return module.armour_held(game, first, second, third)
    if kind == moments.INJURY_READ:
        return module.injury_read(game, first, second, third, fourth)
    if kind == moments.HARMED:
        return module.harmed(game, first, second)
    if kind == moments.FADING:
        return module.fading(game, first)
    if kind == moments.PREPARING:
        return module.preparing(game)
    if kind == moments.FURNISHING:
        return module.furnishing(game)
    if kind == moments.BEING_MOVED:
        return module.being_moved(game, first, second)
    if kind == moments.CAME_TO_REST:
        return module.came_to_rest(game, first)
    if kind == moments.CHEST_EXPLODING:
        return module.chest_exploding(game, first, second)
    if kind == moments.BALL_FOUND:
        return module.ball_found(game, first, second)
    if kind == moments.TRAP_SPRINGING:
        return module.trap_springing(game, first, second)
    if kind == moments.ROLL_COMING:
        return module.roll_coming(game, first, second, third)
    if kind == moments.ARMOUR_BROKEN:
        return module.armour_broken(game, first, second, third)
    if kind == moments.DEED_SETTLED:
        return module.deed_settled(game, first)
    return module.removed(game, first, second)
