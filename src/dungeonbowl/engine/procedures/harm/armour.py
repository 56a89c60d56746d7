"""Armour rolls, and what may be added to them (O-INJ-02)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import ARMOUR_UNHELPED, FOULS_UNSEEN, IGNORES_HARDER_HITS, RENDS_ARMOUR
from dungeonbowl.engine.actions import DECLINE, USE, action
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import ARMOUR_BROKEN, ARMOUR_HELD
from dungeonbowl.engine.procedures.harm import down, injury
from dungeonbowl.engine.procedures.harm.helps import (
    BALL,
    CLAWS,
    NOBODY_ASKED,
    PLACE,
    SKILL,
    blow_help,
    harder_hit,
    helping_coach,
    helps,
    is_chosen,
    is_struck_by,
    note_smash,
    offer_smash,
    opposing_coach,
    smash_help,
    use_of_help,
)
from dungeonbowl.engine.procedures.moment import Moment

RENDING: Final[i64] = 8  # what a claw needs, whatever the armour

# The answers of a coach about his helps: a bit for each giver that he uses, and from here on for each that he does not.
DECLINED: Final[i64] = 8


def first_giver(bits: i64) -> i64:
    """Of several whom to ask about first: claws, and then the others in their order."""
    if bits >> CLAWS != 0:
        return CLAWS
    giver = SKILL
    while bits >> giver & 1 == 0:
        giver += 1
    return giver


@final
class ArmourRoll(Frame):
    """2D6 against the armour of a player that went down; broken armour leads to an injury roll (O-INJ-02).

    `bonus` counts here alone, `wound` for the injury alone. What may be added to either roll is added here when that
    breaks the armour, and to the injury otherwise. Where `Tables.skills_asked` holds, the coach who gives the help is
    asked about each without which the armour would hold: `answers` keeps what he said, `asked` which one he is asked
    about and `total` the dice with all that counts by itself. Otherwise he is asked only where the edition says so, and
    about a skill alone: `total` and `harder` keep what he has to decide. `spare` is such a bonus that no player gives.
    `walled`: a wall gives one, or makes that of the blocker count twice (S-WALL-10, -11).
    What goes to one of the two rolls as a `whole` is asked for as soon as the dice lie there and it could break the
    armour, before all other help: the coach may want to keep either for the injury (A-DEF-20).
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
        self.whole = whole  # while somebody decides about it
        self.broken = broken  # and somebody may yet have it rolled again; `harder` is what is left for the injury
        self.answers = answers
        self.asked = asked
        self.rerolled = rerolled  # no die is rolled a third time

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
        )

    def args(self) -> list[object]:
        return [
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
        ]

    def begin(self, game: Game) -> i64:
        self.answers = 0
        return game.roll(2, D6, clauses.ARMOUR, opposing_coach(game, self.piece, self.source))

    def rolled(self, game: Game, dice: i64) -> i64:
        piece = self.piece
        natural = die(dice, 0) + die(dice, 1)
        if die(dice, 0) == die(dice, 1):
            if game.rules.tables.broken_armour_is_seen or not self.is_overlooked(game):
                game.doubles = True
        # nothing is added here then, but what is left counts for the injury
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
            if game.rules.tables.skills_asked:
                return self.ask_about(game, total, CLAWS)
            return self.rend(game, total)
        return self.smash(game, total)

    def rend(self, game: Game, total: i64) -> i64:
        """Claws go through, and all other help is left for the injury."""
        return self.break_through(game, total, helps(self.harder_hit(game), self.spare, self.blow_help(game)))

    def smash(self, game: Game, total: i64) -> i64:
        """What the blocker wears may be needed to break the armour."""
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
        """Whether claws go through, whatever the armour."""
        if game.rules.tables.claws_after_modifiers or natural < RENDING:
            return False
        return not self.is_hidebound(game) and self.is_clawed(game)

    def needed(self, game: Game, total: i64) -> i64:
        """What breaks the armour, with claws where they count after everything else."""
        needed = i64(game.squads.armour[self.piece])
        if total < needed and needed > RENDING and game.rules.tables.claws_after_modifiers:
            if not self.is_hidebound(game) and self.is_clawed(game) and not self.is_declined(CLAWS):
                return RENDING
        return needed

    def is_hidebound(self, game: Game) -> bool:
        """What opponents bring does not count against such a hide; rooms, crypts and walls do (O-INJ-12)."""
        return game.can(self.piece, ARMOUR_UNHELPED) or game.can(self.piece, IGNORES_HARDER_HITS)

    def harder_hit(self, game: Game) -> i64:
        """What may go to either roll; what a wall makes count for both is nobody's to choose."""
        harder = harder_hit(game, self.piece, self.cause, self.source)
        if self.walled:
            return 0 if harder > 0 else 1
        return harder

    def helped(self, game: Game, harder: i64) -> i64:
        """How much of that may go to this one."""
        if harder == 0 or game.can(self.piece, ARMOUR_UNHELPED):
            return 0
        if game.can(self.piece, IGNORES_HARDER_HITS) and not game.rules.tables.hide_stops_claws_only:
            return 0
        return harder

    def blow_help(self, game: Game) -> i64:
        return blow_help(game, self.piece, self.cause, self.source)

    def is_declined(self, giver: i64) -> bool:
        """Whether the coach has said that this help shall not break the armour."""
        return self.answers >> (DECLINED + giver) & 1 != 0

    def weigh(self, game: Game, total: i64) -> i64:
        """All that counts by itself is added up: whether what may be added breaks the armour, and what is left."""
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
        used: i64 = 0  # a bit for each giver without whom the armour would hold
        if total < needed:
            if needed <= total + helped:
                if tables.harder_hits_chosen and not tables.skills_asked:
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
                missing = needed - total  # each of them is for one of the two rolls
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
        if tables.skills_asked and used & ~self.answers != 0:
            return self.ask_about(game, standing, first_giver(used & ~self.answers))
        return self.break_through(game, total, helps(harder, place, ball))

    def ask_about(self, game: Game, total: i64, giver: i64) -> i64:
        self.total = total
        self.asked = giver
        return game.ask(helping_coach(game, self.piece, self.source))

    def answer(self, game: Game, used: bool) -> i64:
        """What the coach has said of the help that he was asked about."""
        giver = self.asked
        self.asked = NOBODY_ASKED
        bit = giver
        if not used:
            bit += DECLINED
        self.answers |= i64(1) << bit
        if giver == CLAWS and not game.rules.tables.claws_after_modifiers:
            return self.rend(game, self.total) if used else self.smash(game, self.total)
        if giver == CLAWS and not used:  # what the blocker wears may be needed now
            return self.smash(game, self.total)
        return self.weigh(game, self.total)

    def hold(self, game: Game, total: i64) -> i64:
        game.tell(events.ARMOUR_HELD, clauses.ARMOUR, self.piece, total, i64(game.squads.armour[self.piece]))
        if game.rules.tables.broken_armour_is_seen and self.is_overlooked(game):
            game.doubles = False
        if game.rules.heard[ARMOUR_HELD]:
            return game.call(Moment(ARMOUR_HELD, self.piece, self.source + 1 | self.cause << 8))
        return game.done(injury.HELD)

    def returned(self, game: Game, result: i64) -> i64:
        if result != 0:
            self.rerolled = True
            self.broken = False
            return self.begin(game)
        if not self.broken:
            return game.done(injury.HELD)
        self.broken = False
        return self.go_through(game, self.harder)

    def break_through(self, game: Game, total: i64, left: i64) -> i64:
        game.tell(events.ARMOUR_BROKEN, clauses.ARMOUR, self.piece, total, i64(game.squads.armour[self.piece]))
        if game.rules.heard[ARMOUR_BROKEN]:
            self.broken = True
            self.harder = left
            return game.call(Moment(ARMOUR_BROKEN, self.piece, self.source + 1 | self.cause << 8))
        return self.go_through(game, left)

    def go_through(self, game: Game, left: i64) -> i64:
        if is_saved(game, self.piece, self.source):
            return game.done(injury.HELD)
        wound = self.wound
        if self.walled:
            wound += harder_hit(game, self.piece, self.cause, self.source)
        return game.become(injury.InjuryRoll(self.piece, self.cause, self.source, left, wound))

    def helper(self, game: Game) -> i64:
        """The coach of the player who gives the help."""
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
        """To give the help that the coach is asked about."""
        giver = self.asked if self.asked >= 0 else SKILL
        return use_of_help(giver, self.cause, self.source, self.piece)

    def usual(self, game: Game) -> i64:
        return self.use() if self.asked >= 0 else i64(0)

    def chosen(self, game: Game, action: i64) -> i64:
        if self.whole > 0:
            whole = self.whole
            self.whole = 0
            if action & 0xFF == DECLINE:
                return self.weigh(game, self.total)
            note_smash(game, self.source)
            self.bonus += whole  # for this roll, should it be made again too
            return self.weigh(game, self.total + whole)
        if self.asked >= 0:
            return self.answer(game, action & 0xFF == USE)
        if action & 0xFF == DECLINE:
            return self.hold(game, self.total)
        return self.break_through(game, self.total + self.harder, helps(0, self.spare, self.blow_help(game)))

    def is_overlooked(self, game: Game) -> bool:
        return self.cause == clauses.FOULED and self.source >= 0 and game.able(self.source, FOULS_UNSEEN)

    def is_clawed(self, game: Game) -> bool:
        source = self.source
        return is_struck_by(game, self.piece, self.cause, source) and game.able(source, RENDS_ARMOUR)


def is_second_roll(game: Game) -> bool:
    """Whether the armour dice that somebody may want to roll again have been rolled again already (A-BASE-38)."""
    index = i64(len(game.stack)) - 1
    while index >= 0:
        frame = game.stack[index]
        if isinstance(frame, ArmourRoll):
            return frame.rerolled
        if isinstance(frame, Wound):
            return frame.rerolled
        index -= 1
    return False


def is_saved(game: Game, piece: i64, source: i64 = -1) -> bool:
    """Whether something has saved a player whose armour has just been broken."""
    for module in game.rules.armour_savers:
        if module.saves_armour(game, piece, source):
            return True
    return False


@final
class Wound(Frame):
    """A weapon, or a wall: armour first, with no other modifier than that of the weapon; only if it breaks does the
    player go down, and is hurt.

    The injury roll has no modifiers at all. The result is HELD, or 0 when the armour broke: ask the player's status.
    With `armour_only` what broken armour leads to is the caller's business: the result is BROKEN.
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

    def args(self) -> list[object]:
        return [self.piece, self.source, self.cause, self.bonus, self.armour_only, self.rerolled]

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
            return game.call(Moment(ARMOUR_BROKEN, self.piece, self.source + 1 | self.cause << 8))
        return self.returned(game, 0)

    def regretted_by(self, game: Game, dice: i64) -> i64:
        """A blow of a player's own that the armour of another has borne."""
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
        note = down.wounded(self.piece, self.cause)
        saved = is_saved(game, self.piece, self.source)
        if self.armour_only:
            return game.done(injury.HELD if saved else injury.BROKEN)
        if saved:
            note = down.victim(self.piece, clauses.PLACED_PRONE)
        victims = vec[i64]([int(note)])
        return game.become(down.GoDown(victims, self.source))
