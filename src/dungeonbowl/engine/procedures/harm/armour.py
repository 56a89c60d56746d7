"""Armour rolls, and the bonuses that may be added to them (O-INJ-02)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import ARMOUR_UNHELPED, FOULS_UNSEEN, IGNORES_HARDER_HITS, RENDS_ARMOUR
from dungeonbowl.engine.actions import DECLINE, USE, action, kind_of
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import NOTHING, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import ARMOUR_BROKEN, ARMOUR_HELD
from dungeonbowl.engine.procedures.harm import down, injury
from dungeonbowl.engine.procedures.harm.helps import (
    BALL,
    CLAWS,
    NO_HELPS,
    NOBODY_ASKED,
    PLACE,
    SKILL,
    Helps,
    blow_help,
    harder_hit,
    helping_coach,
    is_chosen,
    is_struck_by,
    note_smash,
    offer_smash,
    opposing_coach,
    smash_help,
    use_of_help,
)
from dungeonbowl.engine.procedures.harm.victim import Victim, wounded
from dungeonbowl.engine.procedures.moment import Moment

RENDING: Final[i64] = 8  # Claws need this, whatever the armour

# The coach's answers about help: one bit for each giver that he uses, and from this bit on one for each that he
# declines.
DECLINED: Final[i64] = 8


def first_giver(bits: i64) -> i64:
    """The giver to ask about first: Claws, and then the others in their order."""
    if bits >> CLAWS != 0:
        return CLAWS
    giver = SKILL
    while bits >> giver & 1 == 0:
        giver += 1
    return giver


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class ArmourRoll(Frame):
    """2D6 against the armour of a player that went down. If the armour breaks, an injury roll follows (O-INJ-02).

    `bonus` counts only here, `wound` only for the injury. Help that may go to either roll is added here if it breaks
    the armour; otherwise it is left for the injury. `spare` is such help that no player gives. `walled`: a wall gives
    help, or makes the help of the blocker's skill count for both rolls (S-WALL-10, -11).

    Where `Options.skills_asked` is set, the coach that gives the help is asked about each help without which the armour
    would hold. `answers` keeps the answers, `asked` is the giver in question, and `total` is the sum of the dice and
    everything that counts without a decision. Otherwise the coach is asked only where the edition says so, and only
    about a skill: `total` and `harder` keep the numbers.

    The bonus `whole` goes completely to one of the two rolls. The coach is asked about it as soon as the dice are
    thrown, if it could break the armour, and before all other help: he may want to keep either for the injury
    (A-DEF-20).
    """

    def __init__(
        self,
        piece: i64,
        cause: i64,
        source: i64,
        bonus: i64,
        spare: i64 = 0,
        wound: i64 = 0,
        walled: bool = False,
        total: i64 = 0,
        harder: i64 = 0,
        broken: bool = False,
        whole: i64 = 0,
        answers: i64 = 0,
        asked: i64 = NOBODY_ASKED,
        rerolled: bool = False,
        left: Helps = NO_HELPS,
    ) -> None:
        self.piece = piece
        self.cause = cause
        self.source = source
        self.bonus = bonus
        self.spare = spare
        self.wound = wound
        self.walled = walled
        self.total = total
        self.harder = harder
        self.broken = broken  # the armour is broken, and may still be re-rolled
        self.whole = whole  # while the coach decides about it
        self.answers = answers
        self.asked = asked
        self.rerolled = rerolled  # a die is re-rolled only once
        self.left = left  # after the armour is broken: the help that is left for the injury

    def copy(self) -> Frame:
        return ArmourRoll(
            self.piece,
            self.cause,
            self.source,
            self.bonus,
            self.spare,
            self.wound,
            self.walled,
            self.total,
            self.harder,
            self.broken,
            self.whole,
            self.answers,
            self.asked,
            self.rerolled,
            self.left,
        )

    def begin(self, game: Game) -> i64:
        self.answers = 0
        return game.roll(2, D6, clauses.ARMOUR, opposing_coach(game, self.piece, self.source))

    def rolled(self, game: Game, dice: i64) -> i64:
        piece = self.piece
        natural = die(dice, 0) + die(dice, 1)
        if die(dice, 0) == die(dice, 1):
            if game.rules.policies.referee.sees_broken_armour() or not self.is_overlooked(game):
                game.doubles = True
        # then nothing is added here, but all help is left for the injury
        unhelped = game.can(piece, ARMOUR_UNHELPED)
        total = natural
        if self.bonus < 0 or not unhelped:
            total += self.bonus
        if self.walled and not unhelped:
            total += harder_hit(game, piece, self.cause, self.source)
        for module in game.rules.armour_modifiers:
            modifier = module.armour_modifier(game, piece, self.cause, self.source)
            if modifier < 0 or not unhelped:
                total += modifier
        if total < i64(game.squads.armour[piece]) and self.rends(game, natural):
            if game.rules.tables.options.skills_asked:
                return self.ask_about(game, total, CLAWS)
            return self.rend(game, total)
        return self.smash(game, total)

    def rend(self, game: Game, total: i64) -> i64:
        """Claws break the armour, and all other help is left for the injury."""
        return self.break_through(game, total, Helps(self.harder_hit(game), self.spare, self.blow_help(game)))

    def smash(self, game: Game, total: i64) -> i64:
        """Ask about the blocker's magic item, if it may be needed to break the armour."""
        whole: i64 = 0
        if not game.can(self.piece, ARMOUR_UNHELPED):
            whole = smash_help(game, self.piece, self.cause, self.source)
        if whole > 0:
            needed = self.needed(game, total)
            others = self.helped(game, self.harder_hit(game)) + self.spare + self.blow_help(game)
            if total < needed <= total + others + whole:
                self.total = total
                self.whole = whole
                return game.ask(self.helper(game))
        return self.weigh(game, total)

    def rends(self, game: Game, natural: i64) -> bool:
        """Whether Claws break the armour, whatever its value."""
        if natural < RENDING or game.rules.policies.injuries.claws_count_last():
            return False
        return not self.is_hidebound(game) and self.is_clawed(game)

    def needed(self, game: Game, total: i64) -> i64:
        """The number that breaks the armour; Claws may lower it, where they count after all modifiers."""
        needed = i64(game.squads.armour[self.piece])
        if total < needed and needed > RENDING and game.rules.policies.injuries.claws_count_last():
            if not self.is_hidebound(game) and self.is_clawed(game) and not self.is_declined(CLAWS):
                return RENDING
        return needed

    def is_hidebound(self, game: Game) -> bool:
        """Whether bonuses of opponents do not count against this player. Those of rooms, crypts and walls do
        (O-INJ-12)."""
        return game.can(self.piece, ARMOUR_UNHELPED) or game.can(self.piece, IGNORES_HARDER_HITS)

    def harder_hit(self, game: Game) -> i64:
        """The help of a skill or a wall that may go to either roll. Help that a wall makes count for both rolls is no
        choice."""
        harder = harder_hit(game, self.piece, self.cause, self.source)
        if self.walled:
            return 0 if harder > 0 else 1
        return harder

    def helped(self, game: Game, harder: i64) -> i64:
        """How much of that help may go to the armour roll."""
        if harder == 0 or game.can(self.piece, ARMOUR_UNHELPED):
            return 0
        if game.can(self.piece, IGNORES_HARDER_HITS) and game.rules.policies.injuries.hide_stops_help():
            return 0
        return harder

    def blow_help(self, game: Game) -> i64:
        return blow_help(game, self.piece, self.cause, self.source)

    def is_declined(self, giver: i64) -> bool:
        """Whether the coach has declined to use this help for the armour."""
        return self.answers >> (DECLINED + giver) & 1 != 0

    def weigh(self, game: Game, total: i64) -> i64:
        """Everything that counts without a decision is in `total`. Find out whether the help breaks the armour, and
        what is left of it."""
        tables = game.rules.tables
        standing = total
        harder = self.harder_hit(game)
        place = self.spare
        ball = self.blow_help(game)
        helped = 0 if self.is_declined(SKILL) else self.helped(game, harder)
        near = place
        spiked = ball
        if game.can(self.piece, ARMOUR_UNHELPED):
            near = 0
            spiked = 0
        if self.is_declined(PLACE):
            near = 0
        if self.is_declined(BALL):
            spiked = 0
        needed = self.needed(game, total)
        used: i64 = 0  # a bit for each giver without which the armour would hold
        if total < needed:
            if needed <= total + helped:
                if not tables.options.skills_asked and game.rules.policies.injuries.help_is_chosen():
                    self.total = total
                    self.harder = helped
                    return game.ask(self.helper(game))
                used |= i64(1) << SKILL
                total += helped
                harder = 0
            else:
                if total + near + spiked < needed:
                    if helped > 0:
                        used |= i64(1) << SKILL
                        total += helped
                        harder -= helped
                    if total + near + spiked < needed:
                        return self.hold(game, total + near + spiked)
                missing = needed - total  # each point goes to only one of the two rolls
                total = needed
                if near > 0:
                    if is_chosen(PLACE, self.cause):
                        used |= i64(1) << PLACE
                    taken = near if near < missing else missing
                    place -= taken
                    missing -= taken
                if missing > 0:
                    used |= i64(1) << BALL
                    ball -= missing
        if total < i64(game.squads.armour[self.piece]):
            used |= i64(1) << CLAWS
        if tables.options.skills_asked and used & ~self.answers != 0:
            return self.ask_about(game, standing, first_giver(used & ~self.answers))
        return self.break_through(game, total, Helps(harder, place, ball))

    def ask_about(self, game: Game, total: i64, giver: i64) -> i64:
        self.total = total
        self.asked = giver
        return game.ask(helping_coach(game, self.piece, self.source))

    def answer(self, game: Game, used: bool) -> i64:
        """The coach has answered about the help that he was asked about."""
        giver = self.asked
        self.asked = NOBODY_ASKED
        bit = giver
        if not used:
            bit += DECLINED
        self.answers |= i64(1) << bit
        if giver == CLAWS and not game.rules.policies.injuries.claws_count_last():
            return self.rend(game, self.total) if used else self.smash(game, self.total)
        if giver == CLAWS and not used:  # the blocker's magic item may be needed now
            return self.smash(game, self.total)
        return self.weigh(game, self.total)

    def hold(self, game: Game, total: i64) -> i64:
        game.tell(events.ARMOUR_HELD, clauses.ARMOUR, self.piece, total, i64(game.squads.armour[self.piece]))
        if self.is_overlooked(game) and game.rules.policies.referee.sees_broken_armour():
            game.doubles = False
        if game.rules.heard[ARMOUR_HELD]:
            return game.call(Moment(ARMOUR_HELD, self.piece, self.source, self.cause))
        return game.done(injury.HELD)

    def returned(self, game: Game, result: i64) -> i64:
        if result != 0:
            self.rerolled = True
            self.broken = False
            return self.begin(game)
        if not self.broken:
            return game.done(injury.HELD)
        self.broken = False
        return self.go_through(game, self.left)

    def break_through(self, game: Game, total: i64, left: Helps) -> i64:
        game.tell(events.ARMOUR_BROKEN, clauses.ARMOUR, self.piece, total, i64(game.squads.armour[self.piece]))
        if game.rules.heard[ARMOUR_BROKEN]:
            self.broken = True
            self.left = left
            return game.call(Moment(ARMOUR_BROKEN, self.piece, self.source, self.cause))
        return self.go_through(game, left)

    def go_through(self, game: Game, left: Helps) -> i64:
        if is_saved(game, self.piece, self.source):
            return game.done(injury.HELD)
        wound = self.wound
        if self.walled:
            wound += harder_hit(game, self.piece, self.cause, self.source)
        return game.become(injury.InjuryRoll(self.piece, self.cause, self.source, left, wound))

    def helper(self, game: Game) -> i64:
        """The coach of the player that gives the help."""
        source = self.source
        side = i64(game.side_of[source]) if source >= 0 else game.squads.sides
        return side if side < game.squads.sides else game.opponent(i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        if self.whole > 0:
            offer_smash(game, self.source)
            return
        game.offer(self.use())
        game.offer(action(DECLINE))

    def use(self) -> i64:
        """The action that uses the help in question."""
        giver = self.asked if self.asked >= 0 else SKILL
        return use_of_help(giver, self.cause, self.source, self.piece)

    def usual(self, game: Game) -> i64:
        return self.use() if self.asked >= 0 else i64(0)

    def chosen(self, game: Game, action: i64) -> i64:
        if self.whole > 0:
            whole = self.whole
            self.whole = 0
            if kind_of(action) == DECLINE:
                return self.weigh(game, self.total)
            note_smash(game, self.source)
            self.bonus += whole  # also if this roll is made again
            return self.weigh(game, self.total + whole)
        if self.asked >= 0:
            return self.answer(game, kind_of(action) == USE)
        if kind_of(action) == DECLINE:
            return self.hold(game, self.total)
        return self.break_through(game, self.total + self.harder, Helps(0, self.spare, self.blow_help(game)))

    def is_overlooked(self, game: Game) -> bool:
        return self.cause == clauses.FOULED and self.source >= 0 and game.able(self.source, FOULS_UNSEEN)

    def is_clawed(self, game: Game) -> bool:
        source = self.source
        return is_struck_by(game, self.piece, self.cause, source) and game.able(source, RENDS_ARMOUR)


def is_second_roll(game: Game) -> bool:
    """Whether the armour roll in progress has been re-rolled already (A-BASE-38)."""
    frame = game.top
    while frame is not NOTHING:
        if isinstance(frame, ArmourRoll):
            return frame.rerolled
        if isinstance(frame, Wound):
            return frame.rerolled
        frame = frame.below
    return False


def is_saved(game: Game, piece: i64, source: i64 = -1) -> bool:
    """Whether a module saves a player whose armour has just been broken."""
    for module in game.rules.armour_savers:
        if module.saves_armour(game, piece, source):
            return True
    return False


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Wound(Frame):
    """A weapon or a wall: first an armour roll, with no modifier except that of the weapon. Only if the armour breaks
    does the player go down and get injured.

    The injury roll has no modifiers. The result is HELD, or 0 if the armour broke: then look at the player's status.
    With `armour_only` the caller does what follows broken armour: the result is BROKEN.
    """

    def __init__(
        self,
        piece: i64,
        source: i64,
        cause: i64 = clauses.STABBED,
        bonus: i64 = 0,
        armour_only: bool = False,
        rerolled: bool = False,
    ) -> None:
        self.piece = piece
        self.source = source
        self.cause = cause
        self.bonus = bonus
        self.armour_only = armour_only
        self.rerolled = rerolled

    def copy(self) -> Frame:
        return Wound(self.piece, self.source, self.cause, self.bonus, self.armour_only, self.rerolled)

    def begin(self, game: Game) -> i64:
        return game.roll(2, D6, clauses.ARMOUR, opposing_coach(game, self.piece, self.source))

    def rolled(self, game: Game, dice: i64) -> i64:
        total = self.total(game, dice)
        needed = i64(game.squads.armour[self.piece])
        if total < needed:
            game.tell(events.ARMOUR_HELD, clauses.ARMOUR, self.piece, total, needed)
            return game.done(injury.HELD)
        game.tell(events.ARMOUR_BROKEN, clauses.ARMOUR, self.piece, total, needed)
        if game.rules.heard[ARMOUR_BROKEN]:
            return game.call(Moment(ARMOUR_BROKEN, self.piece, self.source, self.cause))
        return self.returned(game, 0)

    def regretted_by(self, game: Game, dice: i64) -> i64:
        """The attacker, if the armour of its victim has held and its own coach made the roll."""
        if (
            self.rerolled
            or self.source < 0
            or opposing_coach(game, self.piece, self.source) != i64(game.side_of[self.source])
        ):
            return -1
        return self.source if self.total(game, dice) < i64(game.squads.armour[self.piece]) else i64(-1)

    def total(self, game: Game, dice: i64) -> i64:
        total = die(dice, 0) + die(dice, 1)
        if self.bonus < 0 or not game.can(self.piece, ARMOUR_UNHELPED):
            total += self.bonus
        return total

    def returned(self, game: Game, result: i64) -> i64:
        if result != 0:
            self.rerolled = True
            return self.begin(game)
        victim = wounded(self.piece, self.cause)
        saved = is_saved(game, self.piece, self.source)
        if self.armour_only:
            return game.done(injury.HELD if saved else injury.BROKEN)
        if saved:
            victim = Victim(self.piece, clauses.PLACED_PRONE)
        return game.become(down.GoDown([victim], self.source))
