"""Injury rolls (O-INJ). The tables and the casualty roll belong to the edition."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import BANNED, INJURY_UNHELPED, REGENERATES
from dungeonbowl.engine.actions import DECLINE, USE, action, kind_of
from dungeonbowl.engine.casualties import BADLY_HURT_ROW, result_of
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import FADING, INJURY_READ, REMOVED
from dungeonbowl.engine.procedures.harm import down
from dungeonbowl.engine.procedures.harm.helps import (
    GIVERS,
    NO_HELPS,
    SKILL,
    Helps,
    helping_coach,
    is_chosen,
    note_smash,
    offer_smash,
    opposing_coach,
    smash_help,
    use_of_help,
)
from dungeonbowl.engine.procedures.harm.settling import settle_casualty
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.progress import FINISHED
from dungeonbowl.engine.statuses import CASUALTY, KNOCKED_OUT, STUNNED, STUNNED_AT_START

# Results of armour and injury rolls.
HELD: Final[i64] = 0
WAS_STUNNED: Final[i64] = 1
WAS_KNOCKED_OUT: Final[i64] = 2
WAS_CASUALTY: Final[i64] = 3
BROKEN: Final[i64] = 4  # the armour is broken, and nothing has followed yet

BADLY_HURT: Final[i64] = 100  # an injury that is a casualty without a casualty roll

# A result of a module's frame at `injury_read`: this plus a status is the status that the player gets.
EASED: Final[i64] = 16

READING: Final[i64] = -2  # instead of the square that the player leaves: modules hear `injury_read`
BEING_TREATED: Final[i64] = -3  # likewise: modules hear `fading`, and may keep the player in the dungeon

# Results of a module's frame at `injury_read`, besides 0 (go on) and 1 (roll again).
SPARED: Final[i64] = 2  # the injury has no effect: the module has dealt with it


def is_weapon(cause: i64) -> bool:
    """Whether the cause is a blade, a saw or a bomb."""
    return cause == clauses.STABBED or cause == clauses.POISONED or cause == clauses.SAWN or cause == clauses.BOMBED


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class InjuryRoll(Frame):
    """2D6 on the injury table of the edition. The result is one of the constants above (O-INJ-03 to O-INJ-05).

    `helps` is the help of the other side. It is always added, except if it would turn a knock-out into a casualty that
    the victim may regenerate from: then the coach is asked, and `total` keeps the dice. Where `Options.skills_asked` is
    set, the coach is asked about each help that can change the victim's status; `weighed` has a bit for each help that
    is decided. `wound` is always added. To a `plain` roll nothing else is added. The coach is asked about the bonus
    `whole`, which goes completely to one of the two rolls, if it makes the injury worse (A-DEF-20).
    """

    def __init__(
        self,
        piece: i64,
        cause: i64,
        source: i64,
        helps: Helps = NO_HELPS,
        wound: i64 = 0,
        plain: bool = False,
        removed: i64 = -1,
        total: i64 = 0,
        whole: i64 = 0,
        weighed: i64 = 0,
    ) -> None:
        self.piece = piece
        self.cause = cause
        self.source = source
        self.helps = helps
        self.wound = wound
        self.plain = plain
        self.removed = removed
        self.total = total
        self.whole = whole  # while the coach decides about it
        self.weighed = weighed

    def copy(self) -> Frame:
        return InjuryRoll(
            self.piece,
            self.cause,
            self.source,
            self.helps,
            self.wound,
            self.plain,
            self.removed,
            self.total,
            self.whole,
            self.weighed,
        )

    def begin(self, game: Game) -> i64:
        self.weighed = 0
        return game.roll(2, D6, clauses.INJURY, self.roller(game))

    def harms(self, piece: i64) -> i64:
        return self.cause if piece == self.piece else i64(0)

    def blames(self, piece: i64) -> i64:
        return self.source if piece == self.piece else i64(-1)

    def roller(self, game: Game) -> i64:
        return opposing_coach(game, self.piece, self.source)

    def rolled(self, game: Game, dice: i64) -> i64:
        piece = self.piece
        first = die(dice, 0)
        second = die(dice, 1)
        if first == second:
            game.doubles = True
        injuries = game.rules.policies.injuries
        total = first + second
        if game.can(piece, INJURY_UNHELPED):
            return self.suffer(game, total)
        total += self.wound + injuries.injury_bonus(game, piece)
        if self.plain:
            return self.suffer(game, total)
        for module in game.rules.injury_modifiers:
            total += module.injury_modifier(game, piece, self.cause, self.source)
        whole = smash_help(game, piece, self.cause, self.source)
        if whole > 0:
            helped = total + self.helps.in_all()
            if self.status(game, helped) != self.status(game, helped + whole):
                self.total = total
                self.whole = whole
                return game.ask(self.roller(game))
        return self.weigh(game, total)

    def weigh(self, game: Game, total: i64) -> i64:
        bonus = self.helps.in_all()
        if bonus > 0:
            if game.rules.tables.options.skills_asked:
                self.total = total
                return self.add_help(game)
            if game.can(self.piece, REGENERATES):
                injuries = game.rules.policies.injuries
                if (
                    injuries.injury_status(game, self.piece, total) == KNOCKED_OUT
                    and injuries.injury_status(game, self.piece, total + bonus) == CASUALTY
                ):
                    self.total = total
                    return game.ask(self.roller(game))
        return self.suffer(game, total + bonus)

    def add_help(self, game: Game) -> i64:
        """Add one help after the other. The coach is asked if the help can make a difference."""
        giver = self.next_giver()
        while giver < GIVERS:
            if self.is_decisive(game, giver):
                return game.ask(helping_coach(game, self.piece, self.source))
            self.settle_help(giver, True)
            giver = self.next_giver()
        return self.suffer(game, self.total)

    def settle_help(self, giver: i64, used: bool) -> None:
        self.weighed |= i64(1) << giver
        if used:
            self.total += self.helps.of(giver)

    def next_giver(self) -> i64:
        """The giver whose help is decided next; `GIVERS` if all are decided."""
        giver: i64 = 0
        while giver < GIVERS and (self.weighed >> giver & 1 != 0 or self.helps.of(giver) == 0):
            giver += 1
        return giver

    def is_decisive(self, game: Game, giver: i64) -> bool:
        """Whether the victim's status may differ without this help, with any part of the help that is not decided
        yet."""
        if not is_chosen(giver, self.cause):
            return False
        added = self.helps.of(giver)
        others: i64 = 0
        later = giver + 1
        while later < GIVERS:
            others += self.helps.of(later)
            later += 1
        while others >= 0:
            without = self.total + others
            if self.bodes(game, without) != self.bodes(game, without + added):
                return True
            others -= 1
        return False

    def bodes(self, game: Game, total: i64) -> i64:
        """The status that a total means. A player that was hurt by a bad kick leaves play in any case."""
        status = self.status(game, total)
        return KNOCKED_OUT if status == STUNNED and self.cause == clauses.KICKED else status

    def options(self, game: Game) -> None:
        if self.whole > 0:
            offer_smash(game, self.source)
            return
        game.offer(self.use())
        game.offer(action(DECLINE))

    def use(self) -> i64:
        """The action that uses the help in question."""
        giver = self.next_giver()
        return use_of_help(giver if giver < GIVERS else SKILL, self.cause, self.source, self.piece)

    def usual(self, game: Game) -> i64:
        return self.use() if self.whole == 0 and game.rules.tables.options.skills_asked else i64(0)

    def chosen(self, game: Game, action: i64) -> i64:
        used = kind_of(action) == USE
        if self.whole > 0:
            whole = self.whole
            self.whole = 0
            if not used:
                return self.weigh(game, self.total)
            note_smash(game, self.source)
            return self.weigh(game, self.total + whole)
        if game.rules.tables.options.skills_asked:
            self.settle_help(self.next_giver(), used)
            return self.add_help(game)
        return self.suffer(game, self.total + self.helps.in_all() if used else self.total)

    def suffer(self, game: Game, total: i64) -> i64:
        if game.rules.heard[INJURY_READ]:
            status = self.status(game, total)
            self.total = total
            self.removed = READING
            return game.call(Moment(INJURY_READ, self.piece, self.source, self.cause, status))
        return self.be_hurt(game, total)

    def status(self, game: Game, total: i64) -> i64:
        """The status by the table, changed by modules for the place where the player is."""
        status = game.rules.policies.injuries.injury_status(game, self.piece, total)
        for module in game.rules.injury_readers:
            status = module.injury_becomes(game, self.piece, self.cause, status)
        return status

    def be_hurt(self, game: Game, total: i64) -> i64:
        status = self.status(game, total)
        if status == CASUALTY and self.cause == clauses.BITTEN:
            status = BADLY_HURT
        return self.take(game, total, status)

    def take(self, game: Game, total: i64, status: i64) -> i64:
        """The status takes effect."""
        piece = self.piece
        game.tell(events.INJURED, clauses.INJURY, piece, total, CASUALTY if status == BADLY_HURT else status)
        if status == STUNNED:
            stun(game, piece)
            return game.done(WAS_STUNNED)
        if status == KNOCKED_OUT:
            if game.rules.heard[FADING]:
                self.removed = BEING_TREATED
                return game.call(Moment(FADING, piece))
            return self.knock_out(game)
        self.removed = i64(game.square[piece])
        game.lift(piece, CASUALTY)
        self.credit(game)
        injuries = game.rules.policies.injuries
        casualty = injuries.badly_hurt(game, piece) if status == BADLY_HURT else injuries.casualty(game, piece)
        if casualty is not None:
            return game.call(casualty)
        settle_casualty(game, piece, result_of(BADLY_HURT_ROW))
        return self.leave(game, WAS_CASUALTY)

    def knock_out(self, game: Game) -> i64:
        self.removed = i64(game.square[self.piece])
        game.lift(self.piece, KNOCKED_OUT)
        return self.leave(game, WAS_KNOCKED_OUT)

    def credit(self, game: Game) -> None:
        """The blocker earns experience for a casualty of its block, but not for a casualty of its own side or of no
        side."""
        source = self.source
        if i64(game.side_of[self.piece]) >= game.squads.sides:
            return
        by_block = self.cause == clauses.BLOCKED or self.cause == clauses.PUSHED_INTO_CRYPT
        if self.cause == clauses.FLYING_FIST:
            by_block = True
        if by_block and source >= 0 and i64(game.side_of[source]) != i64(game.side_of[self.piece]):
            game.award(source, game.rules.tables.experience.casualty, clauses.CASUALTY_ROLL)
        weapon = game.rules.tables.experience.weapon_casualty
        if weapon > 0 and source >= 0 and is_weapon(self.cause) and game.can(source, BANNED):
            side = i64(game.side_of[self.piece])
            if side < game.squads.sides and side != i64(game.side_of[source]):
                game.award(source, weapon, clauses.WEAPON_CASUALTY)

    def leave(self, game: Game, result: i64) -> i64:
        square = self.removed
        if square >= 0 and game.rules.heard[REMOVED]:
            self.removed = -1  # it has been told
            return game.call(Moment(REMOVED, self.piece, square))
        return game.done(result)

    def returned(self, game: Game, result: i64) -> i64:
        if self.removed == READING:
            self.removed = -1
            if result == SPARED:
                return game.done(HELD)
            if result >= EASED:
                return self.take(game, self.total, result - EASED)
            return self.be_hurt(game, self.total) if result == 0 else self.begin(game)
        if self.removed == BEING_TREATED:
            self.removed = -1
            if result == 0:
                return self.knock_out(game)
            return game.done(WAS_STUNNED if game.square[self.piece] >= 0 else WAS_KNOCKED_OUT)
        return self.leave(game, WAS_KNOCKED_OUT if i64(game.status[self.piece]) == KNOCKED_OUT else WAS_CASUALTY)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Injure(Frame):
    """An injury roll without armour roll, for a player that did not go down first. It drops its balls (O-DOWN-10)."""

    def __init__(self, piece: i64, cause: i64, source: i64 = -1, held: bool = False, square: i64 = -1) -> None:
        self.piece = piece
        self.cause = cause
        self.source = source
        self.held = held
        self.square = square

    def copy(self) -> Frame:
        return Injure(self.piece, self.cause, self.source, self.held, self.square)

    def begin(self, game: Game) -> i64:
        self.held = game.ball_of(self.piece) >= 0
        self.square = i64(game.square[self.piece])
        return game.call(InjuryRoll(self.piece, self.cause, self.source))

    def returned(self, game: Game, result: i64) -> i64:
        if self.held and i64(game.side_of[self.piece]) == game.active:
            game.cause_turnover(clauses.TURNOVER_CARRIER)
        if not self.held:
            return game.done(0)
        return game.become(down.GoDown([], -1, down.drop_balls(game, self.piece, vec[i16](), self.square)))


def stun(game: Game, piece: i64) -> None:
    """The player is stunned: face down until the end of its next team turn (O-DOWN-09)."""
    game.status[piece] = u8(STUNNED)
    game.conditions[piece] = game.conditions[piece] & ~STUNNED_AT_START
    if piece == game.acting:
        game.progress |= FINISHED
