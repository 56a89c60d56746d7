"""Armour and injury rolls (O-INJ). The tables and the casualty roll belong to the edition."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import (
    ARMOUR_UNHELPED,
    BANNED,
    FOULS_UNSEEN,
    HITS_HARDER,
    HURTS_DODGERS,
    IGNORES_HARDER_HITS,
    INJURY_UNHELPED,
    KICKS_HARDER,
    REGENERATES,
    RENDS_ARMOUR,
)
from dungeonbowl.engine.actions import DECLINE, USE, action
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import FINISHED, Game
from dungeonbowl.engine.moments import ARMOUR_BROKEN, ARMOUR_HELD, FADING, INJURY_READ, REMOVED
from dungeonbowl.engine.procedures import down
from dungeonbowl.engine.procedures.helps import (
    BALL,
    CLAWS,
    GIVERS,
    ITEM,
    PLACE,
    SKILL,
    help_of,
    helping_ability,
    helps,
    in_all,
)
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.statuses import CASUALTY, KNOCKED_OUT, STUNNED, STUNNED_AT_START

# What an armour roll came to, as a result.
HELD: Final[i64] = 0
WAS_STUNNED: Final[i64] = 1
WAS_KNOCKED_OUT: Final[i64] = 2
WAS_CASUALTY: Final[i64] = 3
BROKEN: Final[i64] = 4  # and nothing has come of it yet

# The rows of a casualty table, as told to those who hear of a casualty.
BADLY_HURT_ROW: Final[i64] = 1  # out for this game
SERIOUSLY_HURT_ROW: Final[i64] = 2  # misses the next game
SERIOUS_INJURY_ROW: Final[i64] = 3  # a niggling injury, and misses the next game
LASTING_INJURY_ROW: Final[i64] = 4  # a characteristic suffers, and misses the next game
DEAD_ROW: Final[i64] = 5

# What a lasting injury reduces, as told in the event; 0 when nothing was left to reduce (O-INJ-10).
NO_REDUCTION: Final[i64] = 0
ARMOUR_REDUCED: Final[i64] = 1
MOVEMENT_REDUCED: Final[i64] = 2
PASSING_REDUCED: Final[i64] = 3
AGILITY_REDUCED: Final[i64] = 4
STRENGTH_REDUCED: Final[i64] = 5

BADLY_HURT: Final[i64] = 100  # an injury that is a casualty without a casualty roll

# As an answer to those who have read an injury roll: this plus a status is what becomes of the player.
EASED: Final[i64] = 16

READING: Final[i64] = -2  # in place of the square a player is removed from: nothing has come of the roll yet
BEING_TREATED: Final[i64] = -3  # likewise: somebody may yet keep it in the dungeon

# What a module may answer to an injury that was read, besides 0 for nothing and 1 for another roll.
SPARED: Final[i64] = 2  # nothing comes of it: the module has dealt with it


RENDING: Final[i64] = 8  # what a claw needs, whatever the armour

# The answers of a coach about his helps: a bit for each giver that he uses, and from here on for each that he does not.
DECLINED: Final[i64] = 8
NONE_ASKED: Final[i64] = -1


def is_struck_by(game: Game, piece: i64, cause: i64, source: i64) -> bool:
    """Whether a block of `source` knocked this opponent down, so that the blocker's skills count.

    Only while the blocker stands itself (O-TEST-07). A crypt counts as the block (O-ROOM-17), a wall does not
    (O-PUSH-11). Whoever turns on a team-mate hurts it as it would an opponent.
    """
    if source < 0 or source != game.acting:
        return False
    if cause == clauses.SAVAGED:
        return True
    if cause != clauses.BLOCKED and cause != clauses.PUSHED_INTO_CRYPT:
        return False
    return i64(game.side_of[source]) != i64(game.side_of[piece])


def harder_hit(game: Game, piece: i64, cause: i64, source: i64) -> i64:
    """What skills of `source` add to either the armour or the injury roll, chosen after the dice."""
    if source < 0:
        return 0
    if cause == clauses.FOULED:
        if not game.able(source, KICKS_HARDER):
            return 0
        kicks = game.rules.tables.harder_kicks
        return kicks if kicks > 0 else number_of(game, source, KICKS_HARDER)
    if cause == clauses.FELL:  # the one it tripped over, standing or not
        return 1 if game.can(source, HURTS_DODGERS) else 0
    if is_struck_by(game, piece, cause, source) and game.able(source, HITS_HARDER):
        return number_of(game, source, HITS_HARDER)
    return 0


def is_weapon(cause: i64) -> bool:
    """Whether this is what a blade, a saw or a bomb does."""
    return cause == clauses.STABBED or cause == clauses.POISONED or cause == clauses.SAWN or cause == clauses.BOMBED


def blow_help(game: Game, piece: i64, cause: i64, source: i64) -> i64:
    """What the blocker has that is no skill, and helps as one might."""
    if len(game.rules.blow_helps) == 0 or not is_struck_by(game, piece, cause, source):
        return 0
    result: i64 = 0
    for module in game.rules.blow_helps:
        result += module.blow_help(game, source, piece)
    return result


def smash_help(game: Game, piece: i64, cause: i64, source: i64) -> i64:
    """The same, but as one number that goes to one of the two rolls."""
    if len(game.rules.smash_helps) == 0 or not is_struck_by(game, piece, cause, source):
        return 0
    result: i64 = 0
    for module in game.rules.smash_helps:
        result += module.smash_help(game, source, piece)
    return result


def number_of(game: Game, piece: i64, ability: i64) -> i64:
    """The number of an ability; 1 where the sheet says none."""
    number = game.squads.parameter(piece, ability)
    return number if number > 0 else 1


def opposing_coach(game: Game, piece: i64, source: i64) -> i64:
    """Who rolls what becomes of a player: the coach of the opponent who did it to him, or the next opposed to him where
    nobody did (O-INJ-01)."""
    side = i64(game.side_of[piece])
    if source >= 0:
        other = i64(game.side_of[source])
        if other != side and other < game.squads.sides:
            return other
    return game.opponent(side)


def helping_coach(game: Game, piece: i64, source: i64) -> i64:
    """Who decides about the help against a player: whoever decides for the opponent that did it to him, and otherwise
    the coach who rolls."""
    if source >= 0 and i64(game.side_of[source]) >= game.squads.sides:
        return game.rules.neutral.coach(game, source)
    return opposing_coach(game, piece, source)


@final
class ArmourRoll(Frame):
    """2D6 against the armour of a player that went down; broken armour leads to an injury roll (O-INJ-02).

    `bonus` counts here alone, `wound` for the injury alone. What may be added to either roll is added here when that
    breaks the armour, and to the injury otherwise. Where `Tables.skills_asked` holds, the coach who gives the help is
    asked before each of them breaks the armour: `answers` keeps what he said, `asked` which one he is asked about and
    `total` the dice. Otherwise he is asked only where the edition says so, and only about a skill: `total` and `harder`
    keep what he has to decide. `spare` is such a bonus that no player gives. `walled`: a wall gives one, or makes that
    of the blocker count twice (S-WALL-10, -11).
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
        asked: i64 = NONE_ASKED,
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
        self.whole = whole  # a bonus that goes to one of the two rolls as a whole, while somebody decides about another
        self.broken = broken  # and somebody may yet have it rolled again; `harder` is what is left for the injury
        self.answers = answers
        self.asked = asked

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
        ]

    def begin(self, game: Game) -> i64:
        self.answers = 0
        return game.roll(2, D6, clauses.ARMOUR, opposing_coach(game, self.piece, self.source))

    def rolled(self, game: Game, dice: i64) -> i64:
        natural = die(dice, 0) + die(dice, 1)
        if die(dice, 0) == die(dice, 1):
            if game.rules.tables.broken_armour_is_seen or not self.is_overlooked(game):
                game.doubles = True
        return self.weigh(game, natural)

    def weigh(self, game: Game, natural: i64) -> i64:
        """Whether the armour holds against these dice, with all the help that its coach has not declined."""
        piece = self.piece
        tables = game.rules.tables
        declined = self.answers >> DECLINED
        harder = harder_hit(game, piece, self.cause, self.source)
        place = self.spare
        ball = blow_help(game, piece, self.cause, self.source)
        # nothing is added here then, but what is left counts for the injury
        unhelped = game.can(piece, ARMOUR_UNHELPED)
        total = natural
        if self.bonus < 0 or not unhelped:
            total += self.bonus
        if self.walled:
            if harder > 0:
                if not unhelped:
                    total += harder
                harder = 0  # it counts for the injury too, but is nobody's to choose
            else:
                harder = 1
        # what opponents bring does not count against such a hide; rooms, crypts and walls do (O-INJ-12)
        hidebound = unhelped or game.can(piece, IGNORES_HARDER_HITS)
        helped = harder
        if unhelped or (hidebound and not tables.hide_stops_claws_only) or declined >> SKILL & 1 != 0:
            helped = 0
        spare: i64 = 0
        near = place
        if unhelped or declined >> PLACE & 1 != 0:
            near = 0
        if not unhelped and declined >> BALL & 1 == 0:
            spare = ball
        spare += near
        for module in game.rules.armour_modifiers:
            modifier = module.armour_modifier(game, piece, self.cause, self.source)
            if modifier < 0 or not unhelped:
                total += modifier
        armour = i64(game.squads.armour[piece])
        needed = armour
        whole = smash_help(game, piece, self.cause, self.source)
        rent = False  # by claws: whatever the armour
        if total < needed and not hidebound and declined >> CLAWS & 1 == 0 and self.is_clawed(game):
            if not tables.claws_after_modifiers:
                rent = natural >= RENDING
            elif needed > RENDING:
                needed = RENDING
        if total + helped + spare < needed and not rent and not unhelped:
            total += whole  # only if nothing less will do
            whole = 0
        used: i64 = 0  # a bit for each giver without whom the armour would hold
        if total < needed and not rent:
            if needed <= total + helped:
                if tables.harder_hits_chosen and not tables.skills_asked:
                    self.total = total
                    self.harder = helped
                    self.whole = whole
                    return game.ask(self.helper(game))
                used |= i64(1) << SKILL
                total += helped
                harder = 0
            else:
                if total + spare < needed:
                    if helped > 0:
                        used |= i64(1) << SKILL
                        total += helped
                        harder -= helped
                    if total + spare < needed:
                        return self.hold(game, total + spare)
                missing = needed - total  # each of them is for one of the two rolls
                total = needed
                if near > 0:
                    used |= i64(1) << PLACE
                    taken = near if near < missing else missing
                    place -= taken
                    missing -= taken
                if missing > 0:
                    used |= i64(1) << BALL
                    ball -= missing
        if total < armour:
            used |= i64(1) << CLAWS
        if tables.skills_asked and used & ~self.answers != 0:
            self.total = natural
            return self.ask_about(game, used & ~self.answers)
        return self.break_through(game, total, helps(harder, place, ball, whole))

    def ask_about(self, game: Game, open_ones: i64) -> i64:
        """Claws first, then the others in their order."""
        self.asked = CLAWS
        if open_ones >> CLAWS == 0:
            self.asked = SKILL
            while open_ones >> self.asked & 1 == 0:
                self.asked += 1
        return game.ask(helping_coach(game, self.piece, self.source))

    def hold(self, game: Game, total: i64) -> i64:
        game.tell(events.ARMOUR_HELD, clauses.ARMOUR, self.piece, total, i64(game.squads.armour[self.piece]))
        if game.rules.tables.broken_armour_is_seen and self.is_overlooked(game):
            game.doubles = False
        if game.rules.heard[ARMOUR_HELD]:
            return game.call(Moment(ARMOUR_HELD, self.piece, self.source + 1 | self.cause << 8))
        return game.done(HELD)

    def returned(self, game: Game, result: i64) -> i64:
        if self.broken:
            self.broken = False
            return self.go_through(game, self.harder) if result == 0 else self.begin(game)
        return game.done(HELD) if result == 0 else self.begin(game)

    def break_through(self, game: Game, total: i64, left: i64) -> i64:
        game.tell(events.ARMOUR_BROKEN, clauses.ARMOUR, self.piece, total, i64(game.squads.armour[self.piece]))
        if game.rules.heard[ARMOUR_BROKEN]:
            self.broken = True
            self.harder = left
            return game.call(Moment(ARMOUR_BROKEN, self.piece, self.source + 1 | self.cause << 8))
        return self.go_through(game, left)

    def go_through(self, game: Game, left: i64) -> i64:
        if is_saved(game, self.piece, self.source):
            return game.done(HELD)
        wound = self.wound
        if self.walled:
            wound += harder_hit(game, self.piece, self.cause, self.source)
        return game.become(InjuryRoll(self.piece, self.cause, self.source, left, wound))

    def helper(self, game: Game) -> i64:
        """The coach of the player who gives the help."""
        source = self.source
        side = i64(game.side_of[source]) if source >= 0 else game.squads.sides
        return side if side < game.squads.sides else game.opponent(i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        game.offer(self.use())
        game.offer(action(DECLINE))

    def use(self) -> i64:
        """To give the help that he is asked about."""
        giver = self.asked if self.asked >= 0 else SKILL
        return use_of_help(giver, self.cause, self.source, self.piece)

    def usual(self, game: Game) -> i64:
        return self.use() if game.rules.tables.skills_asked else i64(0)

    def chosen(self, game: Game, action: i64) -> i64:
        declines = action & 0xFF == DECLINE
        if self.asked >= 0:
            answer = i64(1) << self.asked
            self.answers |= answer << DECLINED if declines else answer
            self.asked = NONE_ASKED
            return self.weigh(game, self.total)
        if declines:
            return self.hold(game, self.total)
        ball = blow_help(game, self.piece, self.cause, self.source)
        return self.break_through(game, self.total + self.harder, helps(0, self.spare, ball, self.whole))

    def is_overlooked(self, game: Game) -> bool:
        return self.cause == clauses.FOULED and self.source >= 0 and game.able(self.source, FOULS_UNSEEN)

    def is_clawed(self, game: Game) -> bool:
        source = self.source
        return is_struck_by(game, self.piece, self.cause, source) and game.able(source, RENDS_ARMOUR)


def is_saved(game: Game, piece: i64, source: i64 = -1) -> bool:
    """Whether something has saved a player whose armour has just been broken."""
    for module in game.rules.armour_savers:
        if module.saves_armour(game, piece, source):
            return True
    return False


def use_of_help(giver: i64, cause: i64, source: i64, piece: i64) -> i64:
    """To give the help that may go to either roll: of whoever did it, or against a player whom nobody has put down."""
    return action(USE, helping_ability(giver, cause), source if source >= 0 else piece)


@final
class Wound(Frame):
    """A weapon, or a wall: armour first, with no other modifier than that of the weapon; only if it breaks does the
    player go down, and is hurt.

    The injury roll has no modifiers at all. The result is HELD, or 0 when the armour broke: ask the player's status.
    With `armour_only` what broken armour leads to is the caller's business: the result is BROKEN.
    """

    def __init__(
        self, piece: i64, source: i64, cause: i64 = clauses.STABBED, bonus: i64 = 0, armour_only: bool = False
    ) -> None:
        self.piece = piece
        self.source = source
        self.cause = cause
        self.bonus = bonus
        self.armour_only = armour_only

    def copy(self) -> Frame:
        return Wound(self.piece, self.source, self.cause, self.bonus, self.armour_only)

    def args(self) -> list[object]:
        return [self.piece, self.source, self.cause, self.bonus, self.armour_only]

    def begin(self, game: Game) -> i64:
        return game.roll(2, D6, clauses.ARMOUR, opposing_coach(game, self.piece, self.source))

    def rolled(self, game: Game, dice: i64) -> i64:
        total = die(dice, 0) + die(dice, 1)
        if self.bonus < 0 or not game.can(self.piece, ARMOUR_UNHELPED):
            total += self.bonus
        needed = i64(game.squads.armour[self.piece])
        if total < needed:
            game.tell(events.ARMOUR_HELD, clauses.ARMOUR, self.piece, total, needed)
            return game.done(HELD)
        game.tell(events.ARMOUR_BROKEN, clauses.ARMOUR, self.piece, total, needed)
        if game.rules.heard[ARMOUR_BROKEN]:
            return game.call(Moment(ARMOUR_BROKEN, self.piece, self.source + 1 | self.cause << 8))
        return self.returned(game, 0)

    def returned(self, game: Game, result: i64) -> i64:
        if result != 0:
            return self.begin(game)
        note = down.wounded(self.piece, self.cause)
        saved = is_saved(game, self.piece, self.source)
        if self.armour_only:
            return game.done(HELD if saved else BROKEN)
        if saved:
            note = down.victim(self.piece, clauses.PLACED_PRONE)
        victims = vec[i64]([int(note)])
        return game.become(down.GoDown(victims, self.source))


@final
class InjuryRoll(Frame):
    """2D6 on the injury table of the edition; the result is one of the constants above (O-INJ-03 to O-INJ-05).

    `bonus` is what the other side may add, a note of helps. It always does, unless a knock-out would become a casualty
    that the victim may yet shake off: then its coach is asked, while `total` keeps the dice. Where
    `Tables.skills_asked` holds, he is asked about each of them that can change what becomes of the victim: `weighed`
    has a bit for each that is settled. `wound` is added whatever he says. To a `plain` roll nobody else adds anything.
    """

    def __init__(
        self,
        piece: i64,
        cause: i64,
        source: i64,
        bonus: i64,
        wound: i64 = 0,
        plain: bool = False,
        removed: i64 = -1,
        total: i64 = 0,
        weighed: i64 = 0,
    ) -> None:
        self.piece = piece
        self.cause = cause
        self.source = source
        self.bonus = bonus
        self.wound = wound
        self.plain = plain
        self.removed = removed
        self.total = total
        self.weighed = weighed

    def copy(self) -> Frame:
        return InjuryRoll(
            self.piece,
            self.cause,
            self.source,
            self.bonus,
            self.wound,
            self.plain,
            self.removed,
            self.total,
            self.weighed,
        )

    def args(self) -> list[object]:
        return [
            self.piece,
            self.cause,
            self.source,
            self.bonus,
            self.wound,
            self.plain,
            self.removed,
            self.total,
            self.weighed,
        ]

    def begin(self, game: Game) -> i64:
        self.weighed = 0
        return game.roll(2, D6, clauses.INJURY, self.roller(game))

    def roller(self, game: Game) -> i64:
        return opposing_coach(game, self.piece, self.source)

    def rolled(self, game: Game, dice: i64) -> i64:
        piece = self.piece
        first = die(dice, 0)
        second = die(dice, 1)
        if first == second:
            game.doubles = True
        injuries = game.rules.injuries
        total = first + second
        if game.can(piece, INJURY_UNHELPED):
            return self.suffer(game, total)
        total += self.wound + injuries.injury_bonus(game, piece)
        if not self.plain:
            for module in game.rules.injury_modifiers:
                total += module.injury_modifier(game, piece, self.cause, self.source)
            if self.bonus > 0 and game.rules.tables.skills_asked:
                self.total = total
                return self.weigh(game)
            bonus = in_all(self.bonus)
            if bonus > 0 and game.can(piece, REGENERATES):
                if (
                    injuries.injury_status(game, piece, total) == KNOCKED_OUT
                    and injuries.injury_status(game, piece, total + bonus) == CASUALTY
                ):
                    self.total = total
                    return game.ask(self.roller(game))
            total += bonus
        return self.suffer(game, total)

    def weigh(self, game: Game) -> i64:
        """One help after the other is added; the coach is asked where that can make a difference. What the blocker
        wears he has announced before."""
        while True:
            giver = self.next_giver()
            if giver == GIVERS:
                return self.suffer(game, self.total)
            if giver != ITEM and self.is_decisive(game, giver):
                return game.ask(helping_coach(game, self.piece, self.source))
            self.total += help_of(self.bonus, giver)
            self.weighed |= i64(1) << giver

    def next_giver(self) -> i64:
        """Whose help is to be settled next; `GIVERS` when all is."""
        giver: i64 = 0
        while giver < GIVERS and (self.weighed >> giver & 1 != 0 or help_of(self.bonus, giver) == 0):
            giver += 1
        return giver

    def is_decisive(self, game: Game, giver: i64) -> bool:
        """Whether something else may become of the victim without this help, with whatever is still to be settled."""
        added = help_of(self.bonus, giver)
        others: i64 = 0
        later = giver + 1
        while later < GIVERS:
            others += help_of(self.bonus, later)
            later += 1
        while others >= 0:
            without = self.total + others
            if self.bodes(game, without) != self.bodes(game, without + added):
                return True
            others -= 1
        return False

    def bodes(self, game: Game, total: i64) -> i64:
        """The status that a total means. Whoever was kicked badly is out of play in any case."""
        status = self.status(game, total)
        return KNOCKED_OUT if status == STUNNED and self.cause == clauses.KICKED else status

    def options(self, game: Game) -> None:
        game.offer(self.use())
        game.offer(action(DECLINE))

    def use(self) -> i64:
        giver = self.next_giver()
        return use_of_help(giver if giver < GIVERS else SKILL, self.cause, self.source, self.piece)

    def usual(self, game: Game) -> i64:
        return self.use() if game.rules.tables.skills_asked else i64(0)

    def chosen(self, game: Game, action: i64) -> i64:
        used = action & 0xFF == USE
        if not game.rules.tables.skills_asked:
            return self.suffer(game, self.total + in_all(self.bonus) if used else self.total)
        giver = self.next_giver()
        self.weighed |= i64(1) << giver
        if used:
            self.total += help_of(self.bonus, giver)
        return self.weigh(game)

    def suffer(self, game: Game, total: i64) -> i64:
        if game.rules.heard[INJURY_READ]:
            status = self.status(game, total)
            self.total = total
            self.removed = READING
            note = self.source + 1 | self.cause << 8 | status << 24
            return game.call(Moment(INJURY_READ, self.piece, note))
        return self.be_hurt(game, total)

    def status(self, game: Game, total: i64) -> i64:
        """What the table says, and what that means where the player is."""
        status = game.rules.injuries.injury_status(game, self.piece, total)
        for module in game.rules.injury_readers:
            status = module.injury_becomes(game, self.piece, self.cause, status)
        return status

    def be_hurt(self, game: Game, total: i64) -> i64:
        status = self.status(game, total)
        if status == CASUALTY and self.cause == clauses.BITTEN:
            status = BADLY_HURT
        return self.take(game, total, status)

    def take(self, game: Game, total: i64, status: i64) -> i64:
        """What came of it becomes true."""
        piece = self.piece
        game.tell(events.INJURED, clauses.INJURY, piece, total, CASUALTY if status == BADLY_HURT else status)
        if status == STUNNED:
            stun(game, piece)
            return game.done(WAS_STUNNED)
        if status == KNOCKED_OUT:
            if game.rules.heard[FADING]:
                self.removed = BEING_TREATED
                return game.call(Moment(FADING, piece, 0))
            return self.knock_out(game)
        self.removed = i64(game.square[piece])
        game.lift(piece, CASUALTY)
        self.credit(game)
        injuries = game.rules.injuries
        casualty = injuries.badly_hurt(game, piece) if status == BADLY_HURT else injuries.casualty(game, piece)
        if casualty is not None:
            return game.call(casualty)
        return self.leave(game, WAS_CASUALTY)

    def knock_out(self, game: Game) -> i64:
        self.removed = i64(game.square[self.piece])
        game.lift(self.piece, KNOCKED_OUT)
        return self.leave(game, WAS_KNOCKED_OUT)

    def credit(self, game: Game) -> None:
        """A casualty of a block earns the blocker experience, one of his own side or of none does not."""
        source = self.source
        if i64(game.side_of[self.piece]) >= game.squads.sides:
            return
        by_block = self.cause == clauses.BLOCKED or self.cause == clauses.PUSHED_INTO_CRYPT
        if self.cause == clauses.FLYING_FIST:
            by_block = True
        if by_block and source >= 0 and i64(game.side_of[source]) != i64(game.side_of[self.piece]):
            game.award(source, game.rules.tables.points_casualty, clauses.CASUALTY_ROLL)
        weapon = game.rules.tables.points_weapon
        if weapon > 0 and source >= 0 and is_weapon(self.cause) and game.can(source, BANNED):
            side = i64(game.side_of[self.piece])
            if side < game.squads.sides and side != i64(game.side_of[source]):
                game.award(source, weapon, clauses.WEAPON_CASUALTY)

    def leave(self, game: Game, result: i64) -> i64:
        square = self.removed
        if square >= 0 and game.rules.heard[REMOVED]:
            self.removed = -1  # told
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


@final
class Injure(Frame):
    """An injury roll without armour roll, for a player that did not go down first: it drops what it holds
    (O-DOWN-10)."""

    def __init__(self, piece: i64, cause: i64, source: i64 = -1, held: bool = False, square: i64 = -1) -> None:
        self.piece = piece
        self.cause = cause
        self.source = source
        self.held = held
        self.square = square

    def copy(self) -> Frame:
        return Injure(self.piece, self.cause, self.source, self.held, self.square)

    def args(self) -> list[object]:
        return [self.piece, self.cause, self.source, self.held, self.square]

    def begin(self, game: Game) -> i64:
        self.held = game.ball_of(self.piece) >= 0
        self.square = i64(game.square[self.piece])
        return game.call(InjuryRoll(self.piece, self.cause, self.source, 0))

    def returned(self, game: Game, result: i64) -> i64:
        if self.held and i64(game.side_of[self.piece]) == game.active:
            game.cause_turnover(clauses.TURNOVER_CARRIER)
        if not self.held:
            return game.done(0)
        return game.become(down.GoDown(vec[i64](), -1, down.drop_balls(game, self.piece, vec[i16](), self.square)))


def stun(game: Game, piece: i64) -> None:
    """Face down; it stays so until the end of its next team turn (O-DOWN-09)."""
    game.status[piece] = u8(STUNNED)
    game.conditions[piece] = game.conditions[piece] & ~STUNNED_AT_START
    if piece == game.acting:
        game.progress |= FINISHED
