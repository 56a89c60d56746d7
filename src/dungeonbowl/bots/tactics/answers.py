"""Answers to the small questions of a match: faces, re-rolls, pushes, follow-ups, set-up.

A question without a rule here is answered by the first option that says yes, or else by the first option.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from dungeonbowl.bots.tactics.ground import hazard
from dungeonbowl.bots.tactics.view import FAR, View, far
from dungeonbowl.dungeon.terrain import FIERY_CHASM, is_wall_like
from dungeonbowl.engine import actions, clauses
from dungeonbowl.engine.abilities import CANCELS_DODGE, IGNORES_BOTH_DOWN, TURNS_STUMBLE_INTO_PUSH
from dungeonbowl.engine.actions import action, first_of, second_of
from dungeonbowl.engine.dice import BOTH_DOWN, PLAYER_DOWN, POW, STUMBLE, die
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.block.block import PICKING_DIE, Block
from dungeonbowl.engine.procedures.block.follow_up import FollowUp
from dungeonbowl.engine.procedures.block.push import Push
from dungeonbowl.engine.procedures.roll_again import RollAgain
from dungeonbowl.engine.setup import MERCENARY, STAR
from dungeonbowl.engine.sides import APOTHECARIES, BREWERS, BRIBES, CHEFS, REROLLS, SURGEONS, TURNS, WIZARDS, ZONE
from dungeonbowl.engine.statuses import STANDING

PORTAL_HARM: Final = 0.3  # how bad it is for a player to be pushed into a portal
BEFORE_ZONE: Final[i64] = 5  # steps from the side's own end zone to a trap that is laid

# Actions that are taken whenever they are offered, in this order.
READILY: Final = vec[i64](
    [
        int(kind)
        for kind in (
            actions.USE,
            actions.TRY_CATCH,
            actions.INTERFERE,
            actions.BRIBE,
            actions.ARGUE,
            actions.DEMAND,
            actions.LIE_DOWN,
            actions.CALL_REFEREE,
            actions.WINDS_FELL,
            actions.TEACH,
        )
    ]
)
# Questions that ask for a square.
PLACES: Final = vec[i64](
    [int(kind) for kind in (actions.CHOOSE_PORTAL, actions.CLIMB_OUT, actions.FLASH_TO, actions.JUMP, actions.CROSS)]
)


def first_offer(game: Game, kind: i64) -> i64:
    """The first option of a kind, or 0."""
    offered = game.offered
    count = game.offers
    index: i64 = 0
    while index < count:
        if offered[index] & 0xFF == kind:
            return offered[index]
        index += 1
    return 0


def is_acting(game: Game, side: i64) -> bool:
    """Whether a player of this side is in the middle of its activation."""
    return game.acting >= 0 and i64(game.side_of[game.acting]) == side


def answer(game: Game, side: i64) -> i64:
    """The answer to the open question. The options must have been listed just before."""
    if game.offers == 1:
        return game.offered[0]
    if first_offer(game, actions.CHOOSE_FACE) != 0:
        return choose_face(game, side)
    if first_offer(game, actions.REROLL) != 0:
        return choose_reroll(game, side)
    if first_offer(game, actions.PUSH_TO) != 0:
        return choose_push(game, side)
    if first_offer(game, actions.FOLLOW_UP) != 0:
        return choose_to_follow(game, side)
    if first_offer(game, actions.DEPLOY) != 0:
        return deploy(game, side)
    if first_offer(game, actions.PLACE_CHEST) != 0 or first_offer(game, actions.PLACE_PORTAL) != 0:
        return place_token(game, side)
    if (
        first_offer(game, actions.CAST_ON) != 0
        or first_offer(game, actions.CAST_AT) != 0
        or first_offer(game, actions.CAST) != 0
    ):
        return cast(game, side)
    if first_offer(game, actions.BUY) != 0 or first_offer(game, actions.HIRE) != 0:
        return buy(game)
    if first_offer(game, actions.TREAT) != 0:  # a lower number is a lighter injury
        return lowest(game, actions.TREAT)
    for kind in READILY:
        found = first_offer(game, kind)
        if found != 0:
            return found
    for kind in PLACES:
        if first_offer(game, kind) != 0:
            return choose_place(game, side, kind)
    if first_offer(game, actions.NAME_VICTIM) != 0 or first_offer(game, actions.STRIKE_FROM_AFAR) != 0:
        return choose_victim(game, side)
    if first_offer(game, actions.PLACE_TRAP) != 0:
        return lay_trap(game, side)
    if game.has_offered(actions.END_ACTIVATION):  # for a piece of no side
        return actions.END_ACTIVATION
    wanted = action(actions.CHOOSE_STARTER, side)
    return wanted if game.has_offered(wanted) else game.offered[0]


def choose_place(game: Game, side: i64, kind: i64) -> i64:
    """The safest square; of equally safe ones the nearest to where the ball is needed."""
    view = View(game, side)
    best = -1.0e9
    choice = game.offered[0]
    piece = game.acting
    errand = view.attack
    if view.carrier < 0 and view.loose >= 0:
        errand = view.to(view.loose)
    elif view.carrier < 0 and view.foe_carrier >= 0:
        errand = view.to(view.square(view.foe_carrier))
    index: i64 = 0
    while index < game.offers:
        option = game.offered[index]
        if option & 0xFF == kind:
            square = first_of(option)
            worth = -float(far(errand, square)) - 0.5 * float(view.marks(square)) - 4.0 * view.peril(square)
            if piece >= 0 and game.square[piece] >= 0:
                worth -= 100.0 * hazard(game, piece, i64(game.square[piece]), square)
            if worth > best or (worth == best and view.sees_first(square, first_of(choice))):
                best = worth
                choice = option
        index += 1
    return choice


def choose_victim(game: Game, side: i64) -> i64:
    """The victim with the ball; if none has it, the strongest and fastest."""
    best: i64 = -1
    choice = game.offered[0]
    index: i64 = 0
    while index < game.offers:
        option = game.offered[index]
        kind = option & 0xFF
        if kind == actions.NAME_VICTIM or kind == actions.STRIKE_FROM_AFAR:
            piece = first_of(option)
            worth = i64(game.squads.strength[piece]) * 4 + i64(game.squads.movement[piece])
            if game.ball_of(piece) >= 0:
                worth += 100
            if i64(game.side_of[piece]) == side:
                worth = 0
            if worth > best:
                best = worth
                choice = option
        index += 1
    return choice


def lay_trap(game: Game, side: i64) -> i64:
    """The trap goes a few steps before the side's own end zone, where the opponents have to pass."""
    zone = game.side_value(side, ZONE)
    choice = game.offered[0]
    if zone < 0:
        return choice
    view = View(game, side)
    distance = game.dungeon.zone_distance(zone)
    best: i64 = FAR
    index: i64 = 0
    while index < game.offers:
        option = game.offered[index]
        if option & 0xFF == actions.PLACE_TRAP:
            gap = i64(distance[first_of(option)]) - BEFORE_ZONE
            gap = -gap if gap < 0 else gap
            if gap < best or (gap == best and view.sees_first(first_of(option), first_of(choice))):
                best = gap
                choice = option
        index += 1
    return choice


def buy(game: Game) -> i64:
    """The dearest star player, then a wizard, re-rolls, healers, bribes and mercenaries; gold that is left would be
    lost."""
    star = dearest(game, STAR)
    if star != 0:
        return star
    for column in (WIZARDS, CHEFS, REROLLS, APOTHECARIES, SURGEONS, BREWERS, BRIBES):
        for number, ware in enumerate(game.rules.market, 1):
            if ware.column == column and game.has_offered(action(actions.BUY, i64(number))):
                return action(actions.BUY, i64(number))
    mercenary = dearest(game, MERCENARY)
    if mercenary != 0:
        return mercenary
    found = first_offer(game, actions.BUY)
    if found != 0 and first_of(found) > i64(len(game.rules.market)):  # an offer from outside the usual market
        return found
    return actions.BUY_NO_MORE if game.has_offered(actions.BUY_NO_MORE) else game.offered[0]


def dearest(game: Game, role: str) -> i64:
    """The dearest player of a role that can be hired, as an action; 0 for none."""
    best: i64 = 0
    price: i64 = -1
    index: i64 = 0
    while index < game.offers:
        option = game.offered[index]
        if option & 0xFF == actions.HIRE:
            sheet = game.squads.sheets[first_of(option)]
            if sheet.role == role and sheet.price > price:
                best = option
                price = sheet.price
        index += 1
    return best


def lowest(game: Game, kind: i64) -> i64:
    """The option of a kind with the smallest number."""
    best: i64 = 0
    index: i64 = 0
    while index < game.offers:
        option = game.offered[index]
        if option & 0xFF == kind and (best == 0 or option < best):
            best = option
        index += 1
    return best


def face_worth(game: Game, face: i64, attacker: i64, defender: i64) -> i64:
    """The worth of a face to the coach of the blocker: it depends on which of the two players the face puts down."""
    if face == PLAYER_DOWN:
        return 0
    if face == BOTH_DOWN:
        if attacker < 0 or not game.able(attacker, IGNORES_BOTH_DOWN):
            return 1
        return 2 if defender >= 0 and game.able(defender, IGNORES_BOTH_DOWN) else i64(4)
    if face == STUMBLE:
        if defender >= 0 and game.able(defender, TURNS_STUMBLE_INTO_PUSH):
            if attacker < 0 or not game.able(attacker, CANCELS_DODGE):
                return 3
        return 5
    return 6 if face == POW else i64(3)


def choose_face(game: Game, side: i64) -> i64:
    """The best face for this coach; a re-roll if every face puts the coach's own player down."""
    attacking = game.acting >= 0 and i64(game.side_of[game.acting]) == side
    attacker = game.acting
    defender: i64 = -1
    frame = game.frame()
    if isinstance(frame, Block):
        attacker = frame.attacker
        defender = frame.defender
        if frame.stage == PICKING_DIE:  # the question is which die to roll again
            attacking = False
    best: i64 = -1
    choice: i64 = 0
    worth: i64 = 0
    index: i64 = 0
    while index < game.offers:
        option = game.offered[index]
        if option & 0xFF == actions.CHOOSE_FACE:
            worth = face_worth(game, first_of(option), attacker, defender)
            if not attacking:
                worth = 7 - worth
            if worth > best:
                best = worth
                choice = option
        index += 1
    again = first_offer(game, actions.REROLL)
    if attacking and best <= 1 and again != 0:
        return again
    return choice


def choose_reroll(game: Game, side: i64) -> i64:
    """A re-roll that costs nothing is used. A team re-roll is spent on the ball and on the ball carrier, and on any
    fall as long as there are enough re-rolls for the remaining turns."""
    cheap: i64 = 0
    team: i64 = 0
    index: i64 = 0
    while index < game.offers:
        option = game.offered[index]
        if option & 0xFF == actions.REROLL:
            if first_of(option) == actions.TEAM_REROLL:
                team = option
            else:
                cheap = option
        index += 1
    frame = game.frame()
    if isinstance(frame, RollAgain) and not is_worse_than_most(game, frame):
        return game.offered[0]
    if cheap != 0:
        return cheap
    if team == 0:
        return game.offered[0]
    piece = game.acting
    near_ball = False
    if piece >= 0 and game.square[piece] >= 0:
        near_ball = game.ball_of(piece) >= 0 or game.ball_on(i64(game.square[piece])) >= 0
    clause = game.dice_clause
    if clause == clauses.PICK_UP or clause == clauses.CATCH or clause == clauses.PASS:
        near_ball = True
    limit = game.rules.tables.course.turn_limit
    left = limit - game.side_value(side, TURNS) if limit > 0 else i64(8)
    spare = game.side_value(side, REROLLS) * 5 > left
    falls = clause == clauses.RUSH or clause == clauses.DODGE or clause == clauses.JUMP or clause == clauses.BLOCK_DICE
    if near_ball or (falls and spare):
        return team
    found = first_offer(game, actions.ACCEPT)
    return found if found != 0 else game.offered[0]


def is_worse_than_most(game: Game, frame: RollAgain) -> bool:
    """Whether to roll again dice that have not simply failed. A portal roll is repeated only if it leads back to the
    same portal."""
    if frame.clause == clauses.PORTAL:
        return i64(game.portals[die(frame.dice, 0) - 1]) == i64(game.square[frame.piece])
    return frame.clause != clauses.DUGOUT_ARRIVAL and frame.clause != clauses.ENCHANTED_JOURNEY


def choose_push(game: Game, side: i64) -> i64:
    """Opponents into the chasm, against a wall, or away from where they score; own players the other way."""
    view = View(game, side)
    best = -1.0e9
    choice = game.offered[0]
    frame = game.frame()
    pushed: i64 = -1
    if isinstance(frame, Push):
        pushed = frame.piece
    index: i64 = 0
    while index < game.offers:
        option = game.offered[index]
        if option & 0xFF == actions.PUSH_TO:
            if pushed >= 0:
                value = shove_worth(view, pushed, first_of(option))
            else:
                value = push_worth(view, first_of(option))
            if value > best or (value == best and view.sees_first(first_of(option), first_of(choice))):
                best = value
                choice = option
        index += 1
    return choice


def shove_worth(view: View, piece: i64, square: i64) -> float:
    """The worth of pushing this player to a square. Danger there is good if it is an opponent, and bad if it is a
    player of this side."""
    game = view.game
    harm = hazard(game, piece, i64(game.square[piece]), square)
    if i64(game.side_of[piece]) == view.side:
        if is_drop(game, square):
            harm = 1.0
        elif game.portal_number(square) > 0:
            harm = PORTAL_HARM
        return -100.0 * harm - float(far(view.attack, square)) - 0.5 * float(view.marks(square))
    if i64(game.side_of[piece]) >= game.squads.sides:
        return -float(far(view.defend, square))
    return push_worth(view, square) + 100.0 * harm


def is_drop(game: Game, square: i64) -> bool:
    """Whether a player who is pushed here is lost, or thrown against a wall."""
    terrain = i64(game.dungeon.terrain[square])
    return terrain == FIERY_CHASM or is_wall_like(terrain)


def push_worth(view: View, square: i64) -> float:
    game = view.game
    terrain = i64(game.dungeon.terrain[square])
    if terrain == FIERY_CHASM:
        return 100.0
    if is_wall_like(terrain):
        return 90.0
    zone = i64(game.dungeon.zone[square])
    if zone >= 0 and zone == game.side_value(view.side, ZONE):
        return -100.0
    worth = float(far(view.defend, square))
    if game.is_chest(square):
        worth += 5.0
    if game.portal_number(square) > 0:
        worth += 2.0
    return worth


def choose_to_follow(game: Game, side: i64) -> i64:
    """Follow up, unless the blocker has the ball, or the square is a portal or dangerous."""
    attacker = game.acting
    if attacker >= 0 and game.ball_of(attacker) >= 0:
        return actions.STAY
    return actions.STAY if is_unsafe_to_follow(game) else actions.FOLLOW_UP


def is_unsafe_to_follow(game: Game) -> bool:
    """Whether the blocker would follow onto a portal, which leads elsewhere or nowhere, or into danger."""
    frame = game.frame()
    if isinstance(frame, FollowUp) and frame.attacker >= 0 and frame.origin >= 0 and game.square[frame.attacker] >= 0:
        if game.portal_number(frame.origin) > 0:
            return True
        return hazard(game, frame.attacker, i64(game.square[frame.attacker]), frame.origin) > 0.0
    return False


def deploy(game: Game, side: i64) -> i64:
    """The fast and strong players first, as far forward as the set-up squares allow."""
    view = View(game, side)
    best: i64 = -1
    choice = game.offered[0]
    index: i64 = 0
    while index < game.offers:
        option = game.offered[index]
        if option & 0xFF == actions.DEPLOY:
            piece = first_of(option)
            worth = i64(game.squads.movement[piece]) * 16 + i64(game.squads.strength[piece]) * 8
            worth = worth * 1024 + FAR - far(view.attack, second_of(option))
            if view.ground is not None and is_dangerous(view, piece, second_of(option)):
                worth -= FAR
            if worth > best or (worth == best and is_seen_first(view, option, choice)):
                best = worth
                choice = option
        index += 1
    return choice


def is_seen_first(view: View, option: i64, choice: i64) -> bool:
    """Whether a side looks at the square of one deployment before that of another, of the same player."""
    return first_of(option) == first_of(choice) and view.sees_first(second_of(option), second_of(choice))


def is_dangerous(view: View, piece: i64, square: i64) -> bool:
    """Whether a square is a danger to a player who enters it."""
    return hazard(view.game, piece, square, square) > 0.0


def place_token(game: Game, side: i64) -> i64:
    """Chests and portals near the middle: it is not known yet which end zone belongs to which side."""
    best: i64 = -FAR
    choice = game.offered[0]
    mine = game.dungeon.zone_distance(0)
    theirs = game.dungeon.zone_distance(1 if game.dungeon.teams > 1 else 0)
    index: i64 = 0
    while index < game.offers:
        square = first_of(game.offered[index])
        gap = i64(mine[square]) - i64(theirs[square])
        worth = -gap if gap > 0 else gap
        if worth > best:
            best = worth
            choice = game.offered[index]
        index += 1
    return choice


def cast(game: Game, side: i64) -> i64:
    """Cast on the opponent with the ball, or where the spell hits at least two opponents more than team-mates;
    otherwise later."""
    view = View(game, side)
    decline = first_offer(game, actions.DECLINE)
    best = 0.5 if decline != 0 else -9.0
    choice = decline if decline != 0 else game.offered[0]
    index: i64 = 0
    while index < game.offers:
        option = game.offered[index]
        kind = option & 0xFF
        worth = -1.0
        if kind == actions.CAST_ON:
            piece = first_of(option)
            own = i64(game.side_of[piece]) == side
            worth = -1.0 if own else 2.0 if game.ball_of(piece) >= 0 else 0.0
            if own and piece == game.acting:  # a spell that strengthens
                worth = 1.0
        elif kind == actions.CAST_AT:
            worth = crowd_worth(game, side, first_of(option))
        elif kind == actions.CAST:
            carrier = game.carrier(0)
            worth = 1.0 if carrier >= 0 and i64(game.side_of[carrier]) != side else 0.0
        as_good = worth == best and kind == actions.CAST_AT and choice & 0xFF == kind
        if worth > best or (as_good and view.sees_first(first_of(option), first_of(choice))):
            best = worth
            choice = option
        index += 1
    return choice


def crowd_worth(game: Game, side: i64, square: i64) -> float:
    """How many standing opponents are on and around a square, less the team-mates."""
    worth = standing_worth(game, side, square) - 1.0
    direction: i64 = 0
    while direction < 8:
        other = i64(game.steps[square * 8 + direction])
        if other >= 0:
            worth += standing_worth(game, side, other)
        direction += 1
    return worth


def standing_worth(game: Game, side: i64, square: i64) -> float:
    piece = i64(game.occupant[square])
    if piece < 0 or i64(game.status[piece]) != STANDING:
        return 0.0
    if i64(game.side_of[piece]) == side:
        return -1.0
    return 2.0 if game.ball_of(piece) >= 0 else 1.0
