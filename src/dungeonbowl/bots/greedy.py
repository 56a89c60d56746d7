"""A simple bot that wants the touchdown: it opens chests, runs with the ball, and hits where the odds are its own.

It knows no rules. What is legal it reads from the options, what is likely from the pathfinder, how many dice a block
has from the engine, how far it is from tables of distances. A plan is a list of actions for one player; as soon as
its next action is not on offer (somebody fell, a portal spoke) the plan is dropped and a new one is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from dungeonbowl.bots import magic
from dungeonbowl.bots.player import Bot
from dungeonbowl.dungeon.distance import distances
from dungeonbowl.dungeon.terrain import FIERY_CHASM, is_wall_like
from dungeonbowl.engine import actions, clauses
from dungeonbowl.engine.abilities import IGNORES_BOTH_DOWN, NO_HANDS
from dungeonbowl.engine.actions import BLITZ_ACTION, BLOCK_ACTION, MOVE_ACTION, action
from dungeonbowl.engine.dice import BOTH_DOWN, PLAYER_DOWN, POW, STUMBLE, SeededDice
from dungeonbowl.engine.game import NO_TOKEN, REROLLS, TURNS, USED, ZONE
from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.engine.procedures.block import PICKING_DIE, Block, block_dice
from dungeonbowl.engine.procedures.turn import may_be_activated
from dungeonbowl.engine.reach import Reach
from dungeonbowl.engine.statuses import PRONE, STANDING

if TYPE_CHECKING:
    from dungeonbowl.engine.game import Game

SAFE: Final = 0.999  # nothing to roll on the way
GOOD: Final = 0.5  # odds that are worth a player who has nothing to lose
DARING: Final = 0.35  # odds that the carrier takes when there is much to gain
FAR: Final = 9999
ESCORTS: Final = 3
WORTH_A_REROLL: Final = (
    clauses.RUSH,
    clauses.DODGE,
    clauses.JUMP,
    clauses.PICK_UP,
    clauses.CATCH,
    clauses.PASS,
    clauses.BLOCK_DICE,
)


@final
class GreedyBot(Bot):
    """First what is free, then what is likely, last what may end the turn."""

    name = "greedy"

    def __init__(self, seed: int) -> None:
        self.chance = SeededDice(i64(seed))
        self.plan: list[int] = []
        self.idle: set[int] = set()  # players for whom nothing useful was found this team turn
        self.turn = (-1, -1)
        self.distance = FAR  # of the ball carried, when the last own turn began
        self.patience = 1.0

    def choose(self, game: Game, options: list[int]) -> int:
        if self.plan:
            planned = self.plan.pop(0)
            if planned in options:
                fury = int(action(actions.CAST_ON, game.acting))
                if fury in options and planned >> 8 & 0xFFFF in (BLOCK_ACTION, BLITZ_ACTION):
                    self.plan.insert(0, planned)
                    return fury
                return planned
            self.plan = []
        if len(options) == 1:
            return options[0]
        return self.decide(game, options)

    def decide(self, game: Game, options: list[int]) -> int:
        kinds: dict[int, list[int]] = {}
        for option in options:
            kinds.setdefault(option & 0xFF, []).append(option)
        if int(actions.END_TURN) in kinds:
            return self.next_activation(game, options)
        if int(actions.END_ACTIVATION) in kinds:
            return self.go_on(game, options)
        if int(actions.DECLARE) in kinds:
            return int(action(actions.DECLARE, MOVE_ACTION))
        if int(actions.CHOOSE_FACE) in kinds:
            return choose_face(game, kinds)
        if int(actions.REROLL) in kinds:
            return choose_reroll(game, kinds[int(actions.REROLL)])
        if int(actions.PUSH_TO) in kinds:
            return max(kinds[int(actions.PUSH_TO)], key=lambda option: push_value(game, option >> 8 & 0xFFFF))
        if int(actions.FOLLOW_UP) in kinds:
            holds = game.acting >= 0 and game.ball_of(game.acting) >= 0
            return int(actions.STAY if holds else actions.FOLLOW_UP)
        if int(actions.DEPLOY) in kinds:
            return deploy(game, kinds[int(actions.DEPLOY)])
        if int(actions.TREAT) in kinds:  # the lower the number, the lighter the injury
            return min(kinds[int(actions.TREAT)])
        if int(actions.BUY_NO_MORE) in kinds:
            return magic.buy(game, options)
        if any(kind in kinds for kind in magic.SPELLS):
            return magic.cast(game, options)
        for kind in (actions.USE, actions.TRY_CATCH, actions.INTERFERE, actions.BRIBE, actions.ARGUE):
            if int(kind) in kinds:
                return kinds[int(kind)][0]
        return options[int(self.chance.below(i64(len(options))))]

    # --- the team turn --------------------------------------------------------------------------------------------

    def next_activation(self, game: Game, options: list[int]) -> int:
        """Plan the most useful thing that is left, and begin it; end the turn when there is none."""
        side = int(game.asked)
        turn = (side, int(game.side_value(i64(side), TURNS)))
        view = View(game, side)
        if turn != self.turn:
            self.turn = turn
            self.idle = set()
            self.feel(view)
        for option in options:
            if option & 0xFF in (actions.ENTER_RESERVE, actions.USE_SPONGE):
                return option
        plan = self.best_plan(view)
        if not plan:
            return int(actions.END_TURN)
        self.plan = plan[1:]
        return plan[0]

    def feel(self, view: View) -> None:
        """Patience wears off with every turn in which the ball has come no nearer."""
        distance = view.attack(view.square(view.carrier)) if view.carrier >= 0 else FAR
        self.patience = self.patience * 0.5 if distance < FAR and distance >= self.distance else 1.0
        self.distance = min(self.distance, distance) if distance < FAR else FAR

    def best_plan(self, view: View) -> list[int]:
        carrier = view.carrier
        if carrier in view.ready:  # a sure touchdown before anything else
            plan = score(view, carrier, 0.95)
            if plan:
                return plan
        plan = hit(view, 2 if self.patience > 0.6 else 1)
        if plan:
            return plan
        for piece in view.ready:
            if view.is_prone(piece) and piece not in self.idle:
                self.idle.add(piece)
                return self.walk(view, piece)
        if view.loose >= 0:
            plan = fetch(view)
            if plan:
                return plan
        plan = blitz(view)
        if plan:
            return plan
        for piece in sorted(view.ready, key=lambda piece: view.goal_distance(piece, view.square(piece))):
            if piece != carrier and piece not in self.idle and not view.may_open(piece):
                self.idle.add(piece)
                plan = make_room(view, piece) if carrier >= 0 and self.patience < 0.6 else approach(view, piece)
                if plan:
                    return plan
        if carrier in view.ready and carrier not in self.idle:
            self.idle.add(carrier)
            plan = score(view, carrier, 0.0) or run(view, carrier, self.patience)
            if plan:
                return plan
        if view.hidden:
            return open_chest(view)
        return []

    def walk(self, view: View, piece: int) -> list[int]:
        """Get up, and go somewhere useful if that costs no dice."""
        plan = run(view, piece, self.patience) if piece == view.carrier else approach(view, piece)
        return plan or activation(piece, MOVE_ACTION, [int(actions.STAND_UP), int(actions.END_ACTIVATION)])

    # --- inside an activation -------------------------------------------------------------------------------------

    def go_on(self, game: Game, options: list[int]) -> int:
        """The plan is done or has come to nothing: make the best of what is left of this activation."""
        piece = int(game.acting)
        view = View(game, int(game.asked))
        plan: list[int] = []
        if piece == view.carrier:
            plan = score(view, piece, 0.0) or run(view, piece, self.patience)
        elif game.declared == BLITZ_ACTION:
            plan = [option for option in options if option & 0xFF == actions.BLOCK]
        elif int(actions.STAND_UP) in options:
            plan = [int(actions.STAND_UP)]
        elif int(actions.PAY_PORTAL) in options and game.moves_left > 0:
            plan = [int(actions.PAY_PORTAL)]
        elif game.progress == 0 or game.moves_left > 0:
            plan = approach(view, piece)
        plan = [each for each in plan if each & 0xFF not in (actions.ACTIVATE, actions.DECLARE)]
        if plan and plan[0] in options:
            self.plan = plan[1:]
            return plan[0]
        return int(actions.END_ACTIVATION)


@final
class View:
    """A position as one side sees it: who can act, where the ball is, how far everything is."""

    def __init__(self, game: Game, side: int) -> None:
        self.game = game
        self.side = side
        own = range(int(game.first_piece(i64(side))), int(game.last_piece(i64(side))))
        self.mine = [piece for piece in own if game.square[piece] >= 0]
        self.ready = [piece for piece in self.mine if may_be_activated(game, i64(piece))]
        self.foes = [piece for piece in range(int(game.squads.count)) if piece not in own and game.square[piece] >= 0]
        self.hidden = game.balls_hidden > 0
        self.carrier = -1
        self.foe_carrier = -1
        self.loose = -1
        for ball in range(len(game.balls)):
            holder = int(game.carrier(i64(ball)))
            if holder in own:
                self.carrier = holder
            elif holder >= 0:
                self.foe_carrier = holder
            elif game.balls[ball] >= 0:
                self.loose = int(game.balls[ball])
        self.reaches: dict[int, Reach] = {}
        self.fields: dict[str, vec[i16]] = {}
        self.near: list[int] = []
        self.openers: dict[int, int] = self.choose_openers() if self.hidden else {}

    def square(self, piece: int) -> int:
        return int(self.game.square[piece])

    def is_prone(self, piece: int) -> bool:
        return i64(self.game.status[piece]) == PRONE

    def reach(self, piece: int) -> Reach:
        found = self.reaches.get(piece)
        if found is None:
            found = reach(self.game, i64(piece))
            self.reaches[piece] = found
        return found

    def marks(self, square: int) -> int:
        return int(self.game.marks_on(i64(self.side), i64(square)))

    # --- distances ------------------------------------------------------------------------------------------------

    def field(self, name: str, sources: vec[i16]) -> vec[i16]:
        """Steps to the nearest source; closed chests and the like are walked round."""
        found = self.fields.get(name)
        if found is None:
            found = vec[i16]([-1] * int(self.game.dungeon.count))
            distances(self.game.steps, self.game.occupant, sources, found)
            self.fields[name] = found
        return found

    def attack(self, square: int) -> int:
        """Steps to the end zone this side attacks."""
        if "attack" not in self.fields:
            own = self.game.side_value(i64(self.side), ZONE)
            sources = vec[i16]()
            for zone in range(int(self.game.dungeon.teams)):
                if zone != own:
                    for node in self.game.dungeon.zones[zone]:
                        sources = append(sources, node)
            self.field("attack", sources)
        return far(self.fields["attack"], square)

    def beyond_portal(self, square: int) -> float:
        """How far it is from the other portals to the end zone, on the average."""
        ways = [self.attack(int(portal)) for portal in self.game.portals if portal >= 0 and int(portal) != square]
        return sum(ways) / len(ways) if ways else float(FAR)

    def steps_to(self, target: int) -> vec[i16]:
        return self.field(f"to {target}", vec[i16]([target]))

    def to_square(self, target: int, square: int) -> int:
        return far(self.steps_to(target), square)

    def choose_openers(self) -> dict[int, int]:
        """One player for each of the nearest chests: piece -> chest. The others keep away from the explosions."""
        game = self.game
        pairs: list[tuple[int, int, int]] = []
        for chest in range(int(game.dungeon.count)):
            if game.is_chest(i64(chest)):
                for piece in self.ready:
                    if not game.can(i64(piece), NO_HANDS):
                        pairs.append((self.to_square(chest, self.square(piece)), piece, chest))
        chosen: dict[int, int] = {}
        for _, piece, chest in sorted(pairs):
            if piece not in chosen and chest not in chosen.values():
                chosen[piece] = chest
        return chosen

    def may_open(self, piece: int) -> bool:
        """Whether the chest meant for this player is near enough to be opened in this turn."""
        chest = self.openers.get(piece, -1)
        beside = 1 if self.game.rules.tables.chests_block else 0  # is near enough, or it has to be entered
        moves = int(self.game.squads.movement[piece]) + beside
        return chest >= 0 and self.to_square(chest, self.square(piece)) <= moves

    def goal_distance(self, piece: int, square: int) -> int:
        """How far a square is from where this player wants to be."""
        return far(self.goal(piece), square)

    def goal(self, piece: int) -> vec[i16]:
        """The distances that this player wants to make small: to its chest, the ball, whoever has it, the end zone."""
        if piece in self.openers:
            return self.steps_to(self.openers[piece])
        if self.loose >= 0:
            return self.steps_to(self.loose)
        if self.foe_carrier >= 0:
            return self.steps_to(self.square(self.foe_carrier))
        if self.carrier >= 0 and piece in self.escorts():
            return self.steps_to(self.square(self.carrier))
        self.attack(0)
        return self.fields["attack"]

    def escorts(self) -> list[int]:
        """The players nearest to their own carrier."""
        if not self.near:
            here = self.square(self.carrier)
            self.near = sorted(self.mine, key=lambda mate: self.to_square(here, self.square(mate)))[: ESCORTS + 1]
        return self.near


def far(field: vec[i16], square: int) -> int:
    steps = int(field[square])
    return steps if steps >= 0 else FAR


def activation(piece: int, what: i64, rest: list[int], target: int = -1) -> list[int]:
    """The actions of a whole activation, from the turn's choice to its end."""
    return [int(action(actions.ACTIVATE, i64(piece))), int(action(actions.DECLARE, what, i64(target + 1))), *rest]


def stop(path: list[int]) -> list[int]:
    return [*path, int(actions.END_ACTIVATION)]


def score(view: View, piece: int, least: float) -> list[int]:
    """Run in, if the odds are at least so good; a poor chance is still one when the match is nearly over."""
    game = view.game
    found = view.reach(piece)
    best, where = 0.0, -1
    own = game.side_value(i64(view.side), ZONE)
    for zone in range(int(game.dungeon.teams)):
        if zone != own:
            for node in game.dungeon.zones[zone]:
                odds = found.odds(i64(node), True)
                if odds > best:
                    best, where = odds, int(node)
    limit = int(game.rules.tables.turn_limit)
    if limit > 0 and game.side_value(i64(view.side), TURNS) >= limit:
        least = min(least, 0.0)
    elif least == 0.0:
        least = 0.34
    if where < 0 or best < least:
        return []
    return activation(piece, MOVE_ACTION, stop(found.actions(i64(where), True)))


def run(view: View, piece: int, patience: float) -> list[int]:
    """Carry the ball nearer, away from opponents. The longer it stood still, the less it minds risks and portals."""
    found = view.reach(piece)
    here = view.square(piece)
    start = view.attack(here)
    fear = 1.0 * patience  # of every opponent beside it
    best, where = -fear * view.marks(here) + 0.5, here
    for square in found.squares():
        odds = found.odds(i64(square), True)
        if odds < DARING * patience or square == here:
            continue
        risk = 8.0 * patience * (1.0 - odds)
        if view.game.portal_number(i64(square)) > 0:
            value = start - view.beyond_portal(square) - 8.0 * patience - risk
        else:
            value = start - view.attack(square) - fear * view.marks(square) - risk
        if value > best + 1e-9:
            best, where = value, square
    if where == here:
        return []
    return activation(piece, MOVE_ACTION, found.actions(i64(where), True))


def approach(view: View, piece: int) -> list[int]:
    """Nearer to where the player wants to be, as far as that needs no dice."""
    game = view.game
    here = view.square(piece)
    least = view.goal_distance(piece, here)
    if least <= 1:
        return []
    found = view.reach(piece)
    where, marks = -1, 0
    goal = view.goal(piece)
    for square in found.squares():
        steps = far(goal, square)
        if steps > least or square == here or square == view.loose or found.odds(i64(square)) < SAFE:
            continue
        if game.token[square] != NO_TOKEN:
            continue
        if view.hidden and piece not in view.openers and beside_chest(game, square):
            continue
        if steps < least or (steps == least and where >= 0 and view.marks(square) < marks):
            least, where, marks = steps, square, view.marks(square)
    if where < 0:
        return []
    return activation(piece, MOVE_ACTION, stop(found.actions(i64(where))))


def make_room(view: View, piece: int) -> list[int]:
    """Away from one's own carrier, who has been standing still: perhaps its team-mates are what is in its way."""
    found = view.reach(piece)
    there = view.square(view.carrier)
    here = view.square(piece)
    most, where = view.to_square(there, here), -1
    if most > ESCORTS:
        return []
    for square in found.squares():
        if found.odds(i64(square)) >= SAFE and view.game.token[square] == NO_TOKEN:
            steps = view.to_square(there, square)
            if most < steps < FAR:
                most, where = steps, square
    if where < 0:
        return []
    return activation(piece, MOVE_ACTION, stop(found.actions(i64(where))))


def fetch(view: View) -> list[int]:
    """Pick the ball up with whoever has the best odds."""
    best, who = 0.3, -1
    for piece in view.ready:
        if view.to_square(view.loose, view.square(piece)) <= int(view.game.squads.movement[piece]) + 2:
            odds = view.reach(piece).odds(i64(view.loose), True)
            if odds > best:
                best, who = odds, piece
    if who < 0:
        return []
    path = view.reach(who).actions(i64(view.loose), True)
    return activation(who, MOVE_ACTION, path)  # what comes after the pick-up is decided then


def hit(view: View, least: int) -> list[int]:
    """A block with two dice of one's own, or with one when the way must be cleared."""
    game = view.game
    best, found = 0, []
    for piece in view.ready:
        if i64(game.status[piece]) != STANDING or piece == view.carrier:
            continue
        for direction in range(8):
            square = int(game.steps[view.square(piece) * 8 + direction])
            foe = int(game.occupant[square]) if square >= 0 else -1
            if foe < 0 or foe not in view.foes or i64(game.status[foe]) != STANDING:
                continue
            dice = int(block_dice(game, i64(piece), i64(foe)))
            worth = dice * 2 + (10 if foe == view.foe_carrier else 0)
            if dice >= least and worth > best:
                best, found = worth, activation(piece, BLOCK_ACTION, [], foe)
    return found


def blitz(view: View) -> list[int]:
    """Go and hit the player with the ball, or anybody two dice can be had against without a roll on the way."""
    game = view.game
    if game.side_value(i64(view.side), USED) >> int(BLITZ_ACTION) & 1:
        return []
    targets = [view.foe_carrier] if view.foe_carrier >= 0 else view.foes
    for foe in targets:
        if i64(game.status[foe]) != STANDING:
            continue
        there = view.square(foe)
        for piece in sorted(view.ready, key=lambda piece: view.to_square(there, view.square(piece))):
            if view.to_square(there, view.square(piece)) > int(game.squads.movement[piece]) + 1:
                break
            if piece == view.carrier:
                continue
            plan = charge(view, piece, foe)
            if plan:
                return plan
    return []


def charge(view: View, piece: int, foe: int) -> list[int]:
    """Where to hit this opponent from: two dice, or one against the carrier."""
    game = view.game
    found = view.reach(piece)
    home = i64(game.square[piece])
    best, where = 0.0, -1
    for direction in range(8):
        square = int(game.steps[view.square(foe) * 8 + direction])
        if square < 0 or (game.occupant[square] != -1 and square != home):
            continue
        odds = found.odds(i64(square))
        if odds < GOOD or found.cost(i64(square)) >= int(game.squads.movement[piece]):
            continue
        game.place(i64(piece), i64(square))  # the game is a clone: look at the dice from there
        dice = int(block_dice(game, i64(piece), i64(foe)))
        game.place(i64(piece), home)
        worth = odds * (1.0 if dice >= 2 else 0.5 if dice == 1 and foe == view.foe_carrier else 0.0)
        if odds < SAFE and foe != view.foe_carrier:
            worth = 0.0
        if worth > best:
            best, where = worth, square
    if where < 0:
        return []
    path = found.actions(i64(where))
    named = foe if game.rules.tables.targets_named else -1
    return activation(piece, BLITZ_ACTION, [*path, int(action(actions.BLOCK, i64(foe)))], named)


def open_chest(view: View) -> list[int]:
    """The last deed of a turn, because a trap ends it: the player who is safest beside a chest opens it, or enters it
    where that is how chests are opened."""
    game = view.game
    entered = not game.rules.tables.chests_block
    best, plan = 0.0, []
    for piece in view.ready:
        if not view.may_open(piece):
            continue
        chest = view.openers[piece]
        found = view.reach(piece)
        for direction in range(8):
            square = int(game.steps[chest * 8 + direction])
            if square < 0 or found.odds(i64(square)) < SAFE or view.marks(square) > 0:
                continue
            if entered and found.cost(i64(square)) >= int(game.squads.movement[piece]):
                continue
            value = 1.0 - 0.1 * crowd_beside(view, chest, piece)
            if value > best:
                opening = int(action(actions.OPEN_CHEST, i64(chest)))
                if entered:
                    opening = int(action(actions.STEP, game.direction(i64(square), i64(chest))))
                best, plan = value, activation(piece, MOVE_ACTION, [*found.actions(i64(square)), opening])
    return plan


def crowd_beside(view: View, chest: int, piece: int) -> int:
    """How many team-mates would go up with the opener."""
    crowd = 0
    for mate in view.mine:
        if mate != piece and view.game.are_adjacent(i64(view.square(mate)), i64(chest)):
            crowd += 1
    return crowd


def beside_chest(game: Game, square: int) -> bool:
    for direction in range(8):
        neighbour = int(game.steps[square * 8 + direction])
        if neighbour >= 0 and game.is_chest(i64(neighbour)):
            return True
    return False


def deploy(game: Game, options: list[int]) -> int:
    """As far forward as the end zone allows."""
    view = View(game, int(game.asked))
    return min(options, key=lambda option: (view.attack(option >> 24 & 0xFFFF), option))


def choose_face(game: Game, kinds: dict[int, list[int]]) -> int:
    """The best face for this coach; the dice again if all of them put his own player down."""
    attacking = game.acting >= 0 and i64(game.side_of[game.acting]) == game.asked
    worth = {int(PLAYER_DOWN): 0, int(BOTH_DOWN): 1, int(STUMBLE): 4, int(POW): 5}
    if game.acting >= 0 and game.able(game.acting, IGNORES_BOTH_DOWN):
        worth[int(BOTH_DOWN)] = 3
    faces = kinds[int(actions.CHOOSE_FACE)]
    frame = game.frame()
    if isinstance(frame, Block) and frame.stage == PICKING_DIE:  # the die to roll again
        attacking = False
    best = max(faces, key=lambda option: worth.get(option >> 8 & 0xFFFF, 2) * (1 if attacking else -1))
    if attacking and worth.get(best >> 8 & 0xFFFF, 2) <= 1 and int(actions.REROLL) in kinds:
        return kinds[int(actions.REROLL)][0]
    return best


def choose_reroll(game: Game, rerolls: list[int]) -> int:
    """A skill costs nothing. A team re-roll is for whoever has the ball or reaches for it, and for falls if one can
    be spared."""
    for option in rerolls:
        if option >> 8 & 0xFFFF in (actions.SKILL_REROLL, actions.PRO_REROLL):
            return option
    piece = game.acting
    near_ball = piece >= 0 and (game.ball_of(piece) >= 0 or game.ball_on(i64(game.square[piece])) >= 0)
    if game.dice_clause in WORTH_A_REROLL and (near_ball or game.side_value(game.asked, REROLLS) > 1):
        return rerolls[0]
    return int(actions.ACCEPT)


def push_value(game: Game, square: int) -> float:
    """Opponents into the chasm, at the crypt, away from the end zone they attack."""
    terrain = i64(game.dungeon.terrain[square])
    if terrain == FIERY_CHASM:
        return 100.0
    if is_wall_like(terrain):
        return 90.0
    zone = int(game.dungeon.zone[square])
    if zone >= 0 and zone == game.side_value(game.asked, ZONE):
        return -100.0
    return float(View(game, 1 - int(game.asked)).attack(square)) if game.squads.sides == 2 else 0.0
