"""The follow-up after a push: the target may prevent it, the blocker's coach decides, the blocker moves (O-PUSH-15 to
O-PUSH-17)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import FENDS_OFF
from dungeonbowl.engine.actions import DECLINE, FOLLOW_UP, STAY, USE, action, kind_of
from dungeonbowl.engine.footprints import is_large, squares_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import BEING_MOVED
from dungeonbowl.engine.procedures.block.pushed import (
    BLOCKER_FOLLOWED,
    Pushed,
    arrival_of_follower,
    coach_of,
    is_unstoppable,
    must_follow,
)
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move.step import is_barred, may_step
from dungeonbowl.engine.statuses import DIVIDED, ROOTED

FENDING: Final[i64] = 0
FOLLOWING: Final[i64] = 1
SETTING_OUT: Final[i64] = 2
SETTLING_OTHERS: Final[i64] = 3  # `Pushed` is played first, where the follow-up is decided after it
ARRIVING: Final[i64] = 4  # and then the arrival of the blocker

NOT_SETTLED: Final[i64] = -1


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class FollowUp(Frame):
    """The blocker may follow into the square that the target has left. The frame becomes `Pushed` and has its result.

    `chain` and `fate` are those of `Push`. Where the follow-up is decided last (`Options.follow_ups_last`), `Pushed` is
    played first. Then `settled` holds its result while the coaches decide, and `stood` is the square where the blocker
    stood before.
    """

    def __init__(
        self,
        attacker: i64,
        defender: i64,
        knocked: bool,
        piece: i64,
        origin: i64,
        chain: vec[i16],
        fate: i64,
        stripped: bool,
        fallen: i64,
        from_afar: bool,
        stage: i64 = FENDING,
        followed: bool = False,
        settled: i64 = NOT_SETTLED,
        stood: i64 = -1,
    ) -> None:
        self.attacker = attacker
        self.defender = defender
        self.knocked = knocked
        self.piece = piece  # the last player of the chain
        self.origin = origin  # the square of the target before the push
        self.chain = chain
        self.fate = fate
        self.stripped = stripped
        self.fallen = fallen  # a bit for each player of the chain that a collision knocks down
        self.from_afar = from_afar
        self.stage = stage
        self.followed = followed
        self.settled = settled
        self.stood = stood

    def copy(self) -> Frame:
        return FollowUp(
            self.attacker,
            self.defender,
            self.knocked,
            self.piece,
            self.origin,
            self.chain[:],
            self.fate,
            self.stripped,
            self.fallen,
            self.from_afar,
            self.stage,
            self.followed,
            self.settled,
            self.stood,
        )

    def begin(self, game: Game) -> i64:
        """The follow-up and the effects on the pushed players, in the order of this edition."""
        if not game.rules.tables.options.follow_ups_last:
            return self.fend(game)
        self.stage = SETTLING_OTHERS
        self.stood = i64(game.square[self.attacker])
        return game.call(self.aftermath())

    def fend(self, game: Game) -> i64:
        """The target may use Fend, but not against an unstoppable blocker."""
        if self.from_afar or not self.may_follow(game):
            game.note_forced(STAY)
            return self.see_through(game)
        if game.able(self.defender, FENDS_OFF) and not is_unstoppable(game, self.attacker):
            self.stage = FENDING
            return game.ask(coach_of(game, self.defender))
        return self.choose_to_follow(game)

    def choose_to_follow(self, game: Game) -> i64:
        """The blocker's coach decides (O-PUSH-15). For a blocker that must follow up, no coach is asked."""
        if must_follow(game, self.attacker):
            game.note_forced(FOLLOW_UP)
            return self.go_after(game)
        self.stage = FOLLOWING
        return game.ask(coach_of(game, self.attacker))

    def may_follow(self, game: Game) -> bool:
        """Whether the blocker can follow into exactly the square that the target left, and can leave its own square
        (O-PUSH-15)."""
        attacker = self.attacker
        held = ROOTED | DIVIDED if game.rules.policies.footwork.roots_hold() else DIVIDED
        if not game.is_standing(attacker) or game.conditions[attacker] & held != 0:
            return False
        if self.settled != NOT_SETTLED and i64(game.square[attacker]) != self.stood:
            return False  # the effects on the others have moved the blocker
        if is_large(game, attacker):
            way = self.way_after(game)
            return way >= 0 and may_step(game, attacker, way)
        if game.occupant[self.origin] != -1:
            return False
        return not is_barred(game, attacker, i64(game.square[attacker]), self.origin)

    def way_after(self, game: Game) -> i64:
        """The direction in which a large blocker pushed and in which it follows (A-HUGE-06); -1 for none."""
        found: i64 = -1
        for node in squares_of(game, self.attacker):
            way = game.direction(i64(node), self.origin)
            if way >= 0 and (found < 0 or (found & 1 != 0 and way & 1 == 0)):
                found = way
        return found

    def go_after(self, game: Game) -> i64:
        """The blocker follows up, unless its square holds it."""
        if game.rules.heard[BEING_MOVED]:
            self.stage = SETTING_OUT
            return game.call(Moment(BEING_MOVED, self.attacker, self.origin))
        self.follow(game)
        return self.see_through(game)

    def follow(self, game: Game) -> None:
        """The blocker moves now. What its new square does comes after the others (O-PUSH-17, O-PUSH-18)."""
        self.followed = True
        origin = i64(game.square[self.attacker])
        if is_large(game, self.attacker):
            self.origin = i64(game.steps[origin * 8 + self.way_after(game)])
        game.place(self.attacker, self.origin)
        game.tell(events.FOLLOWED_UP, clauses.FOLLOW_UP, self.attacker, origin, self.origin)

    def options(self, game: Game) -> None:
        if self.stage == FOLLOWING:
            game.offer(action(FOLLOW_UP))
            game.offer(action(STAY))
        else:
            game.offer(action(USE, FENDS_OFF, self.defender))
            game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        kind = kind_of(action)
        if self.stage == FOLLOWING:
            return self.go_after(game) if kind == FOLLOW_UP else self.see_through(game)
        if kind == USE:
            game.tell(events.SKILL_USED, clauses.SKILL, self.defender, FENDS_OFF)
            return self.see_through(game)
        return self.choose_to_follow(game)

    def see_through(self, game: Game) -> i64:
        """All pushed players are in their squares. Go on with the effects on them, or with the arrival of the
        blocker."""
        if self.settled == NOT_SETTLED:
            return game.become(self.aftermath())
        if not self.followed:
            return game.done(self.settled)
        self.stage = ARRIVING
        return game.call(arrival_of_follower(game, self.attacker))

    def aftermath(self) -> Pushed:
        return Pushed(
            self.attacker,
            self.defender,
            self.knocked,
            self.piece,
            self.origin,
            self.chain,
            self.fate,
            False,
            self.followed,
            self.stripped,
            self.fallen,
            self.from_afar,
        )

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == SETTLING_OTHERS:
            self.settled = result
            return game.done(result) if game.halted else self.fend(game)
        if self.stage == ARRIVING:
            return game.done(self.settled | BLOCKER_FOLLOWED)
        if result == 0:
            self.follow(game)
        return self.see_through(game)
