"""The coaches buy before a match, one side with its gold and the other with petty cash (O-IND-01 to O-IND-06)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import FOR_HIRE, LEADS
from dungeonbowl.engine.actions import BUY, BUY_NO_MORE, DECLINE, HIRE, TEACH, action, first_of, kind_of, second_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.market import Ware, hand_over, is_sold, price
from dungeonbowl.engine.setup import MERCENARY, STAR, Squads
from dungeonbowl.engine.sides import REROLLS
from dungeonbowl.engine.skills.leader import is_inspired
from dungeonbowl.engine.statuses import ABSENT, INSPIRES, RESERVES

NOBODY_HIRED: Final = vec[i16]()
NO_LESSON: Final[i64] = -1


def dearer_side(squads: Squads) -> i64:
    """The side with the higher current team value, or -1 if both are equal."""
    first = squads.teams[0].value
    second = squads.teams[1].value
    if first == second:
        return -1
    return 0 if first > second else 1


def petty_cash(squads: Squads, spent: i64, cap: i64 = 0) -> i64:
    """What the cheaper side may spend: the difference in value plus what the dearer side has spent, and not more than
    the coaches have agreed on; a cap of 0 is none."""
    difference = squads.teams[0].value - squads.teams[1].value
    found = spent + (difference if difference > 0 else -difference)
    if cap > 0 and found > cap:
        return cap
    return found


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Purchases(Frame):
    """First the dearer side spends its treasury, then the other side its petty cash (O-IND-01). Equal sides buy nothing
    (O-IND-02), nor do those who have agreed on it. A side buys one thing at a time until it wants no more.

    `spent` is what the dearer side has spent, `left` is the gold that the buying side has left. The number of a ware is
    its place on the edition's list, from 1 on. `hired` are the players that both sides have hired so far; they join
    when all is bought. `learner` is a mercenary that is being hired, while its coach decides about a skill.
    """

    def __init__(
        self,
        side: i64 = -1,
        left: i64 = 0,
        spent: i64 = 0,
        hired: vec[i16] = NOBODY_HIRED,
        learner: i64 = -1,
    ) -> None:
        self.side = side
        self.left = left
        self.spent = spent
        self.hired = hired
        self.learner = learner

    def copy(self) -> Frame:
        return Purchases(self.side, self.left, self.spent, self.hired[:], self.learner)

    def begin(self, game: Game) -> i64:
        dearer = dearer_side(game.squads)
        if dearer < 0 or not game.rules.tables.options.inducements:
            return game.done(0)
        self.side = dearer
        self.left = game.squads.teams[dearer].treasury
        return self.go_on(game)

    def go_on(self, game: Game) -> i64:
        game.offers = 0
        self.options(game)
        return game.ask(self.side) if game.offers > 1 else self.close(game)

    def options(self, game: Game) -> None:
        if self.learner >= 0:
            lesson: i64 = 0
            while lesson < len(game.squads.sheets[self.learner].lessons):
                game.offer(action(TEACH, self.learner, lesson))
                lesson += 1
            game.offer(action(DECLINE))
            return
        number: i64 = 1
        for ware in game.rules.market:
            if price(ware, game.squads, self.side) <= self.left and is_sold(ware, game, self.side):
                game.offer(action(BUY, number))
            number += 1
        piece = game.first_piece(self.side)
        while piece < game.last_piece(self.side):
            if game.can(piece, FOR_HIRE) and self.may_hire(game, piece):
                game.offer(action(HIRE, piece))
            piece += 1
        game.offer(action(BUY_NO_MORE))

    def usual(self, game: Game) -> i64:
        return action(DECLINE) if self.learner >= 0 else i64(0)

    def may_hire(self, game: Game, piece: i64) -> bool:
        """Whether the side can pay for one more such player and has a place for it. Of a pair the first is offered, and
        of mercenaries of one position one at a time."""
        sheet = game.squads.sheets[piece]
        if self.is_hired(piece) or sheet.price > self.left:
            return False
        number = ware_number(game, sheet.role)
        if number == 0:
            return False
        ware = game.rules.market[number - 1]
        heads: i64 = 1
        partner = partner_of(game, piece)
        if partner >= 0:
            if partner < piece:
                return False
            heads = 2
        if self.count(game, sheet.role) + heads > ware.most or self.players(game) + heads > ware.squad:
            return False
        if sheet.role != MERCENARY:
            return True
        earlier = game.first_piece(self.side)
        while earlier < piece:
            other = game.squads.sheets[earlier]
            if other.role == MERCENARY and other.position == sheet.position and not self.is_hired(earlier):
                return False
            earlier += 1
        return True

    def is_hired(self, piece: i64) -> bool:
        for each in self.hired:
            if i64(each) == piece:
                return True
        return False

    def count(self, game: Game, role: str) -> i64:
        """How many players of a role the buying side has hired."""
        found: i64 = 0
        for each in self.hired:
            piece = i64(each)
            if i64(game.side_of[piece]) == self.side and game.squads.sheets[piece].role == role:
                found += 1
        return found

    def players(self, game: Game) -> i64:
        """How many players the buying side has, with those that it has hired."""
        found: i64 = 0
        piece = game.first_piece(self.side)
        while piece < game.last_piece(self.side):
            if i64(game.status[piece]) != ABSENT or self.is_hired(piece):
                found += 1
            piece += 1
        return found

    def chosen(self, game: Game, action: i64) -> i64:
        kind = kind_of(action)
        if kind == BUY_NO_MORE:
            return self.close(game)
        if kind == HIRE:
            piece = first_of(action)
            sheet = game.squads.sheets[piece]
            lesson = ware_for(game, sheet.role).lesson
            if lesson > 0 and len(sheet.lessons) > 0 and sheet.price + lesson <= self.left:
                self.learner = piece
                return game.ask(self.side)
            return self.hire(game, piece, NO_LESSON)
        if self.learner >= 0:
            return self.hire(game, self.learner, second_of(action) if kind == TEACH else NO_LESSON)
        number = first_of(action)
        ware = game.rules.market[number - 1]
        hand_over(ware, game, self.side)
        self.pay(game, number, price(ware, game.squads, self.side))
        return self.go_on(game)

    def pay(self, game: Game, number: i64, cost: i64) -> None:
        own = self.side == dearer_side(game.squads)
        self.left -= cost
        if own:
            self.spent += cost
        clause = clauses.INDUCEMENT if own else clauses.PETTY_CASH
        game.tell(events.BOUGHT, clause, self.side, number, cost, 1 if own else 0)

    def hire(self, game: Game, piece: i64, lesson: i64) -> i64:
        """A player is hired, with its partner, and a mercenary with the skill that was chosen."""
        sheet = game.squads.sheets[piece]
        cost = sheet.price
        if lesson != NO_LESSON:
            cost += ware_for(game, sheet.role).lesson
        self.learner = -1
        self.pay(game, ware_number(game, sheet.role), cost)
        self.hired = append(self.hired[:], i16(piece))
        game.tell(events.HIRED, clauses.INDUCEMENT, piece, lesson + 1)
        partner = partner_of(game, piece)
        if partner >= 0:
            self.hired = append(self.hired, i16(partner))
            game.tell(events.HIRED, clauses.INDUCEMENT, partner)
        if lesson != NO_LESSON:
            for ability in sheet.lessons[lesson].abilities:
                game.set_ability(piece, i64(ability), True)
        return self.go_on(game)

    def close(self, game: Game) -> i64:
        """After the dearer side the other side buys. Gold that is left of petty cash is lost."""
        dearer = dearer_side(game.squads)
        if self.side != dearer:
            self.come(game)
            return game.done(0)
        self.side = 1 - dearer
        self.left = petty_cash(game.squads, self.spent, game.rules.tables.options.petty_cash_cap)
        return self.go_on(game)

    def come(self, game: Game) -> None:
        """The hired players join their sides. A star player whom both sides have hired plays for neither."""
        for each in self.hired:
            piece = i64(each)
            if self.is_torn(game, piece):
                game.tell(events.STAYED_AWAY, clauses.INDUCEMENT, piece)
                continue
            side = i64(game.side_of[piece])
            game.status[piece] = u8(RESERVES)
            if game.can(piece, LEADS):
                if not is_inspired(game, side):
                    game.set_side(side, REROLLS, game.side_value(side, REROLLS) + 1)
                game.conditions[piece] = game.conditions[piece] | INSPIRES
            game.tell(events.JOINED, clauses.INDUCEMENT, piece, side)

    def is_torn(self, game: Game, piece: i64) -> bool:
        """Whether the other side has hired the same star player."""
        sheet = game.squads.sheets[piece]
        if sheet.role != STAR:
            return False
        for each in self.hired:
            other = i64(each)
            if game.side_of[other] != game.side_of[piece] and game.squads.sheets[other].name == sheet.name:
                return True
        return False


def ware_number(game: Game, role: str) -> i64:
    """The number of the ware that stands for players of a role; 0 where nobody hires such players."""
    number: i64 = 1
    for ware in game.rules.market:
        if ware.role == role:
            return number
        number += 1
    return 0


def ware_for(game: Game, role: str) -> Ware:
    return game.rules.market[ware_number(game, role) - 1]


def partner_of(game: Game, piece: i64) -> i64:
    """The piece that is hired together with this one, or -1."""
    name = game.squads.sheets[piece].partner
    if name == "":
        return -1
    side = i64(game.side_of[piece])
    other = game.first_piece(side)
    while other < game.last_piece(side):
        if game.squads.sheets[other].name == name and game.can(other, FOR_HIRE):
            return other
        other += 1
    return -1
