"""The module `referees`: the eye of the referee, levels of infractions, penalty rolls, arguments (A-REF, A-INF).

Every infraction goes through `game.rules.policies.referee.infraction(game, piece, level)`, which returns the frame of
the penalty.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.editions.astrogranite.modules.dungeon_skills import sneaks
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import INFRACTION, Module
from dungeonbowl.engine.policies import MAJOR, MINOR, Referee
from dungeonbowl.engine.procedures.harm.sending_off import ARGUING, SendingOff
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.statuses import KNOCKED_OUT

SEVERE: Final[i64] = 4  # for a major infraction under the eye
STRICT: Final[i64] = 6  # for a major infraction elsewhere, or a minor one under the eye
SEEN: Final[i64] = 2  # added to the die of a major infraction that a referee has seen
NEUTRAL: Final[i64] = -1

# Stages of `Penalty`.
ROLLING: Final[i64] = 0
SENDING_OFF: Final[i64] = 1
TELLING: Final[i64] = 2


def install(c: Composition) -> None:
    eye = Eye()
    c.modules.append(eye)
    c.policies.referee = EyeReferee(eye)
    c.cite(int(clauses.PENALTY), "A-INF-02")
    c.cite(int(clauses.SENDING_OFF), "A-INF-03")
    c.cite(int(clauses.TURNOVER_SENT_OFF), "A-INF-03")
    c.cite(int(clauses.ARGUE), "A-INF-04")
    c.cite(int(clauses.EYE), "A-REF-02")


@final
class Eye(Module):
    """The side that the referees watch: its number is the side + 1, or 0 at the start (A-REF-01)."""

    def __init__(self) -> None:
        self.slot: i64 = 0

    def name(self) -> str:
        return "eye of the referee"

    def memory(self) -> int:
        return 1

    def fixed_slot(self, slot: int) -> None:
        self.slot = i64(slot)

    def read_state(self, game: Game, letters: dict[str, int], table: dict[str, int]) -> None:
        """A scene states which side the eye is on: `side = 0`."""
        game.memo[self.slot] = i64(table["side"]) + 1

    def show_state(self, game: Game, letters: dict[str, int]) -> dict[str, int]:
        return {"side": int(self.side(game))}

    def side(self, game: Game) -> i64:
        """The side it is on, or NEUTRAL."""
        return game.memo[self.slot] - 1

    def infraction(self, game: Game, piece: i64, level: i64) -> Frame | None:
        """The eye moves when everything else is over, and always stays on some side after that (A-REF-02, A-REF-03,
        A-INF-05)."""
        side = i64(game.side_of[piece])
        if side < game.squads.sides and self.side(game) != side:
            game.memo[self.slot] = side + 1
            game.tell(events.EYE_MOVED, clauses.EYE, side)
        return None


@final
class EyeReferee(Referee):
    """Doubles on the dice of a foul have no meaning here (A-INF-08)."""

    def __init__(self, eye: Eye) -> None:
        self.eye = eye

    def after_foul(self, game: Game, fouler: i64, victim: i64, harmed: bool) -> Frame | None:
        """For a foul of a Sneaky player that hurt no one there is no roll (A-SKILL-02)."""
        return self.penalty(game, fouler, MAJOR, harmed or not sneaks(game, fouler))

    def infraction(self, game: Game, piece: i64, level: i64) -> Frame | None:
        return self.penalty(game, piece, level, True)

    def sees_broken_armour(self) -> bool:
        return True

    def argument_cancels(self) -> bool:
        """(A-INF-04)"""
        return True

    def penalty(self, game: Game, piece: i64, level: i64, rolls: bool) -> Frame | None:
        """Pieces of no side are not punished (A-MON-15). The eye is never on a Sneaky player (A-SKILL-01)."""
        side = i64(game.side_of[piece])
        if side >= game.squads.sides:
            return None
        return Penalty(piece, level, self.eye.side(game) == side and not sneaks(game, piece), rolls)


def needed(level: i64, watched: bool) -> i64:
    """The face from which on a player is sent off; 0 if there is no roll (A-INF-02)."""
    if level == MINOR:
        return STRICT if watched else i64(0)
    return SEVERE if watched else STRICT


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Penalty(Frame):
    """The die, the argument, the sending-off; then all modules hear of the infraction.

    `watched`: the eye was on the player's side. Without `rolls` it is only a warning. `bonus` is added to the die.
    `raised`: it is a minor infraction that counts as a major one.
    """

    def __init__(
        self,
        piece: i64,
        level: i64,
        watched: bool,
        rolls: bool = True,
        bonus: i64 = 0,
        costs_turn: bool = True,
        stage: i64 = ROLLING,
        raised: bool = False,
    ) -> None:
        self.piece = piece
        self.level = level
        self.watched = watched
        self.rolls = rolls
        self.bonus = bonus
        self.costs_turn = costs_turn
        self.stage = stage
        self.raised = raised

    def copy(self) -> Frame:
        return Penalty(
            self.piece, self.level, self.watched, self.rolls, self.bonus, self.costs_turn, self.stage, self.raised
        )

    def begin(self, game: Game) -> i64:
        if i64(game.side_of[self.piece]) != game.active:  # (A-INF-07)
            self.costs_turn = False
        # a player who is out for good already is not sent off
        if not self.rolls or i64(game.status[self.piece]) > KNOCKED_OUT or needed(self.level, self.watched) == 0:
            game.tell(events.INFRACTION, clauses.PENALTY, self.piece, self.level)
            return self.tell_modules(game)
        return game.roll(1, D6, clauses.PENALTY, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        total = die(dice, 0) + self.bonus
        for module in game.rules.penalty_modifiers:
            total += module.penalty_modifier(game, self.piece, self.level)
        wanted = needed(self.level, self.watched)
        game.tell(events.INFRACTION, clauses.PENALTY, self.piece, self.level, total, wanted)
        if total < wanted:
            return self.tell_modules(game)
        self.stage = SENDING_OFF
        return game.call(SendingOff(self.piece, ARGUING, -1, self.costs_turn))

    def sharpen(self) -> None:
        """A referee has seen it: a minor infraction becomes a major one, and a major one weighs more (A-OREF-10)."""
        if self.level == MINOR:
            self.level = MAJOR
            self.raised = True
        else:
            self.bonus += SEEN

    def tell_modules(self, game: Game) -> i64:
        self.stage = TELLING
        if game.rules.heard[INFRACTION]:
            return game.call(Moment(INFRACTION, self.piece, MINOR if self.raised else self.level))
        return game.done(0)

    def returned(self, game: Game, result: i64) -> i64:
        return self.tell_modules(game) if self.stage == SENDING_OFF else game.done(0)
