"""The scripted coach: first what is safe, then what is likely, last what may end the turn.

It is the same for every edition: it reads options, odds and distances. With `overlooks` and `forgets` above 0 it is an
easy opponent.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from dungeonbowl.bots.tactics import answers, chests, endings, plans, sound, striking, throws
from dungeonbowl.bots.tactics.crossings import is_stranded
from dungeonbowl.bots.tactics.places import OPENS, Places
from dungeonbowl.bots.tactics.plans import Plan
from dungeonbowl.bots.tactics.taste import (
    BLITZ_LEAST,
    BLOCK_LEAST,
    FETCH_SURE,
    HOLDING_ON,
    LATE_LEAST,
    STALL,
    SURE,
    USUAL,
    Taste,
)
from dungeonbowl.bots.tactics.view import FAR, NOBODY, View
from dungeonbowl.bots.tactics.walks import leave_danger, rise, walk
from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import BLITZ_ACTION, CLIMB_OUT_ACTION, MOVE_ACTION, action
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.frames import ASK, NOTHING
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, give_dice, list_options, settle
from dungeonbowl.engine.sides import TURNS

PATIENCE: Final[i64] = 8  # turns in which the ball may come no nearer, or no chest may be opened
NOW_OR_NEVER: Final = 8.0  # the urgency of a side that is behind in the last turn of the match
MOST_IMPATIENCE: Final = 3.0
LIKELY: Final = 0.6  # odds from which on a side does not wait for a better chance in its last turn
BETTER_HANDS: Final = 0.08  # by how much another player's plan for the ball must be better to leave it to that player
DARING: Final = 0.1  # how much more risk is taken for every turn in which nobody has moved
IMPATIENCE: Final = 0.05  # how much worse a block may be for every turn in which the ball has come no nearer


@final
class Tactician:
    """What one coach remembers between decisions: the rest of its plan, the players considered, how long the ball has
    not moved on."""

    def __init__(self, overlooks: i64 = 0, seed: i64 = 1, taste: Taste = USUAL, forgets: i64 = 0) -> None:
        """`overlooks`: the percentage of its better ideas that it misses. `forgets`: how often, in percent, it ends its
        turn before all players have acted."""
        self.forgets = forgets
        self.blitz_looks: i64 = 0  # how often in this turn no blitz was found
        self.waits: bool = False  # the carrier waits until the others have made room
        self.taste = taste
        self.overlooks = overlooks
        self.chance = SeededDice(seed)
        self.plan: list[int] = []
        self.next: i64 = 0
        self.kind: i64 = -1  # the kind of the plan
        self.turn: i64 = -1
        self.thought_of: set[int] = set()
        self.rescued: set[int] = set()  # players on dangerous ground that were considered in this turn
        self.distance: i64 = FAR
        self.urgency: float = 0.0
        # the nearest that the ball has come to the goal in these hands; while it is hidden, the negative number of
        # closed chests
        self.nearest: i64 = FAR
        self.stalled: i64 = 0  # turns since then
        self.is_final: bool = False  # this side has no other turn before the next interval
        self.is_holding: bool = False  # and it wins if nothing happens until then
        self.is_last: bool = False  # nobody has
        self.deeds: i64 = 0  # plans begun in this turn
        self.bored: i64 = 0  # turns in a row in which none was begun
        self.looks: i64 = 0  # how often in this turn all players have been thought of

    def choose(self, game: Game) -> i64:
        """One of the options. They must have been listed (`list_options`) just before."""
        if self.next < len(self.plan):
            planned = i64(self.plan[self.next])
            if game.has_offered(planned):
                self.next += 1
                return planned
            # otherwise it is a question on the way, such as a re-roll, and the plan goes on after it
            if is_crossroads(game):
                self.plan = []
                self.next = 0
        side = game.asked
        if game.offers == 1:
            return game.offered[0]
        if game.has_offered(actions.END_TURN):
            return self.begin(game, self.next_plan(game, side))
        if game.has_offered(actions.END_ACTIVATION) and answers.is_acting(game, side):
            return self.go_on(game, side)
        if answers.first_offer(game, actions.DECLARE) != 0:
            for what in (MOVE_ACTION, CLIMB_OUT_ACTION):
                declared = action(actions.DECLARE, what)
                if game.has_offered(declared):
                    return declared
            return game.offered[0]
        return answers.answer(game, side)

    def choose_soundly(self, game: Game) -> i64:
        """The same, with the options listed here, and with no answer to dice that is dominated."""
        list_options(game)
        choice = self.choose(game)
        kind = choice & 0xFF
        if kind == actions.CHOOSE_FACE or kind == actions.REROLL or kind == actions.ACCEPT:
            list_options(game)
            return sound.mended(game, choice)
        return choice

    def begin(self, game: Game, plan: Plan | None) -> i64:
        """The first action of a plan. Without a plan, or if that action is not offered, the end of the turn."""
        if plan is None:
            return actions.END_TURN
        if self.forgets > 0 and plan.kind != plans.SCORE and self.chance.below(100) < self.forgets:
            return actions.END_TURN
        self.follow(plan)
        self.deeds += 1
        first = i64(plan.steps[0])
        if game.has_offered(first):
            return first
        self.plan = []
        return actions.END_TURN

    def follow(self, plan: Plan) -> None:
        self.plan = plan.steps
        self.next = 1
        self.kind = plan.kind

    # --- the team turn --------------------------------------------------------------------------------------------

    def next_plan(self, game: Game, side: i64) -> Plan | None:
        """The most useful plan that is left; None to end the turn."""
        turn = game.side_value(side, TURNS)
        for kind in (actions.USE_SPONGE, actions.ENTER_RESERVE):
            found = answers.first_offer(game, kind)
            if found != 0:
                return Plan(plans.COME, -1, 1.0, 0.0, [int(found)])  # the next step is decided then
        view = View(game, side, self.taste)
        if turn != self.turn:
            self.turn = turn
            self.thought_of = set()
            self.rescued = set()
            self.blitz_looks = 0
            self.waits = False
            self.looks = 0
            self.bored = self.bored + 1 if self.deeds == 0 else i64(0)
            self.deeds = 0
            self.feel(view)
        if self.is_holding and self.taste is USUAL:
            view = View(game, side, HOLDING_ON)
        if self.bored > 1:
            view.daring = DARING * float(self.bored - 1)
        return self.best(view)

    def feel(self, view: View) -> None:
        """Impatience grows with every turn in which the ball comes no nearer or stays hidden, and towards the end."""
        distance = view.way(view.attack, view.carrier) if view.carrier >= 0 else FAR
        self.urgency = self.urgency + 0.7 if distance < FAR and distance >= self.distance else 0.0
        self.distance = distance
        waiting = view.hidden and view.carrier < 0
        mark = -1 - view.game.chests_closed if waiting else distance
        if (mark != self.nearest) if waiting else (distance >= FAR or self.nearest < 0 or distance < self.nearest):
            self.nearest = mark
            self.stalled = 0
        else:
            self.stalled += 1
            if self.stalled > PATIENCE:  # going to and fro does not help
                self.urgency += 0.7 * float(self.stalled - PATIENCE)
        limit = view.game.rules.tables.course.turn_limit
        if limit > 0 and distance < FAR:
            left = limit - view.game.side_value(view.side, TURNS) + 1
            needed = distance // plans.movement_of(view.game, view.carrier) + 1
            if needed >= left:
                self.urgency += 2.0
        self.is_final = limit > 0 and view.game.side_value(view.side, TURNS) >= limit
        self.is_last = self.is_final and view.is_last_turn()
        self.is_holding = self.is_final and not self.is_last and endings.wins_by_waiting(view.game, view.side)
        if self.is_last and view.lead() <= 0:
            self.urgency += NOW_OR_NEVER

    def has_idea(self) -> bool:
        return self.overlooks == 0 or self.chance.below(100) >= self.overlooks

    def best(self, view: View) -> Plan | None:
        carrier = view.carrier
        carrying = carrier >= 0 and view.is_ready(carrier)
        running: Plan | None = None
        certain = sound.openers(view)
        if carrying and int(carrier) not in self.thought_of:
            running = plans.score(view)
            if running is not None and running.odds > self.taste.of[SURE]:
                if not self.may_wait(view, running):
                    return running
                self.thought_of.add(int(carrier))
        if self.is_last:
            if endings.wins_now(view.game, view.side):
                return None
            if carrying and view.lead() == 0:
                plan = endings.win_by_place(view)
                if plan is not None:
                    return plan
        if self.has_idea():
            plan = striking.block(view, view.taste.of[BLOCK_LEAST])
            if plan is not None and plan.odds > 0.93 and not sound.leaves_ball(certain, plan):
                return plan
        for piece in view.ready:
            if view.is_prone(piece) and not view.holds_ball(piece) and int(piece) not in self.thought_of:
                self.thought_of.add(int(piece))
                plan = walk(view, piece, Places(view))
                if plan is not None:  # who cannot leave its square safely waits for the end of the turn
                    return plan
        if self.is_final and carrying and not self.is_holding and int(carrier) not in self.thought_of:
            plan = self.now(view, running)
            if plan is not None:
                self.thought_of.add(int(carrier))
                return plan
        if view.loose >= 0:
            plan = plans.fetch(view)
            if plan is not None and plan.odds >= self.taste.of[FETCH_SURE]:
                return plan
        plan = self.look_for_blitz(view, 0)
        if plan is not None and not sound.leaves_ball(certain, plan):
            return plan
        if sound.is_waiting_in_chest(view):
            plan = chests.open_chest(view)  # no trap is left: open it first, so that the others can act afterwards
            if plan is not None:
                return plan
        if carrying and not self.waits and int(carrier) not in self.thought_of:
            plan = plans.run(view, self.urgency)
            handing = plans.hand_on(view)
            throwing = throws.throw_on(view)
            if throwing is not None and (handing is None or throwing.worth > handing.worth):
                handing = throwing
            if handing is not None and (plan is None or handing.worth > plan.worth + 0.03):
                if running is None or handing.worth > running.worth:
                    self.thought_of.add(int(carrier))
                    return handing
            if plan is not None and plan.odds >= plans.SAFE and self.gets_on(view, plan):
                self.thought_of.add(int(carrier))
                return plan
            self.waits = True
        plan = self.take_places(view)
        if plan is not None:
            return plan
        if view.loose >= 0 and self.taste.of[FETCH_SURE] > 0.0:
            plan = plans.fetch(view)
            if plan is not None:
                return plan
        plan = self.look_for_blitz(view, 1)
        if plan is not None:
            return plan
        if self.has_idea():
            plan = striking.block(view, view.taste.of[LATE_LEAST] - IMPATIENCE * self.impatience())
            if plan is not None:
                return plan
        if carrying and int(carrier) not in self.thought_of:
            self.thought_of.add(int(carrier))
            plan = self.carry(view, running)
            if plan is not None:
                return plan
            if view.is_prone(carrier):
                return rise(view, carrier)
        plan = self.carry_others(view)
        if plan is not None:
            return plan
        plan = self.rescue(view)
        if plan is not None:
            return plan
        plan = self.look_again(view)
        if plan is not None:
            return plan
        if view.hidden:
            plan = chests.open_chest(view)
            if plan is None:
                plan = self.take_places(view, True)  # no chest is worth its risk: who waited for one goes on
            if plan is not None:
                return plan
        return throws.foul(view)

    def may_wait(self, view: View, running: Plan) -> bool:
        """Whether a certain touchdown is better kept for the next turn: the match goes on after it, this side is not
        behind, and no opponent can come up to the carrier until then."""
        game = view.game
        if self.taste.of[STALL] <= 0.0 or running.odds < plans.SAFE or game.rules.tables.course.halves <= 1:
            return False
        if view.lead() < 0 or game.side_value(view.side, TURNS) >= game.rules.tables.course.turn_limit:
            return False
        here = view.square(view.carrier)
        return view.marks(here) == 0 and view.threat(here) == 0

    def now(self, view: View, running: Plan | None) -> Plan | None:
        """No other turn comes for this side: the ball first, as long as there are players for it."""
        # where the ball is when the last turn ends decides nothing if another half begins, or if touchdowns alone count
        plan = self.carry(view, running, not self.is_last and view.game.rules.tables.course.halves <= 1)
        if plan is None or plan.kind == plans.RUN or plan.kind == plans.CROSS:
            return None
        if plan.kind == plans.SCORE and plan.odds < LIKELY:
            return None  # a blow may free the way
        return plan

    def carry_others(self, view: View) -> Plan | None:
        """With several balls: each further carrier runs too."""
        if len(view.game.balls) == 1:
            return None
        for piece in view.ready:
            if piece != view.carrier and view.holds_ball(piece) and int(piece) not in self.thought_of:
                self.thought_of.add(int(piece))
                seen = View(view.game, view.side, self.taste, piece)
                plan = self.carry(seen, plans.score(seen))
                if plan is not None:
                    return plan
                if view.is_prone(piece):
                    return rise(view, piece)
        return None

    def rescue(self, view: View) -> Plan | None:
        """A player on dangerous ground leaves it when everything else is done, because that may end the turn."""
        if view.ground is None:
            return None
        for piece in view.ready:
            if not view.holds_ball(piece) and int(piece) not in self.rescued and is_stranded(view, piece):
                self.rescued.add(int(piece))
                plan = leave_danger(view, piece, Places(view))
                if plan is not None:
                    return plan
        return None

    def look_for_blitz(self, view: View, looks: i64) -> Plan | None:
        """A blitz. It is looked for early in the turn until none is found, and once more late in the turn."""
        if self.blitz_looks != looks or not self.has_idea():
            return None
        plan = striking.blitz(view, view.taste.of[BLITZ_LEAST] - IMPATIENCE * self.impatience())
        if plan is None:
            self.blitz_looks += 1
        return plan

    def impatience(self) -> float:
        """How much urgency counts for blows: those that help nothing do not become better by it."""
        if self.is_final:
            return 0.0
        return self.urgency if self.urgency < MOST_IMPATIENCE else MOST_IMPATIENCE

    def gets_on(self, view: View, plan: Plan) -> bool:
        """Whether a run uses most of the carrier's movement. If not, the others may first make room."""
        return len(plan.steps) - 3 >= plans.movement_of(view.game, plan.piece) - 1 or self.urgency > 3.0

    def carry(self, view: View, running: Plan | None, nearer: bool = True) -> Plan | None:
        """What the carrier does when it needs dice: run in, hand the ball on, throw it, or (`nearer`) run nearer.
        The most promising wins."""
        best: Plan | None = None
        most = 0.0
        if running is not None:
            if running.worth > most:
                best = running
                most = running.worth
        handing = plans.hand_on(view)
        if handing is not None and handing.worth > most:
            best = handing
            most = handing.worth
        throwing = throws.throw_on(view)
        if throwing is not None and throwing.worth > most:
            best = throwing
            most = throwing.worth
        if nearer:
            going = plans.run(view, self.urgency)
            if going is not None and going.worth > most:
                best = going
        return best

    def take_places(self, view: View, openers: bool = False) -> Plan | None:
        """All other players go where they are needed. The foremost go first, so that they do not block the others. Who
        is near a chest keeps its action to open it, unless `openers` go too."""
        places = Places(view)
        for piece in foremost_first(view):
            if view.holds_ball(piece) or int(piece) in self.thought_of:
                continue
            if not openers and places.errand(view, piece) == OPENS:
                if self.is_near(view, piece, i64(places.chest_of[piece])):
                    continue
            self.thought_of.add(int(piece))
            plan = walk(view, piece, places)
            if plan is not None:
                return plan
        return None

    def look_again(self, view: View) -> Plan | None:
        """When all have been thought of: where others have moved, there may be a better place now."""
        if self.looks > 0 or self.overlooks > 0:
            return None
        self.looks += 1
        for piece in view.ready:
            if not view.holds_ball(piece):
                self.thought_of.discard(int(piece))
        return self.take_places(view)

    def is_near(self, view: View, piece: i64, chest: i64) -> bool:
        return view.way(view.to(chest), piece) <= plans.movement_of(view.game, piece) + 1

    # --- inside an activation -------------------------------------------------------------------------------------

    def go_on(self, game: Game, side: i64) -> i64:
        """The plan is done or has failed: make the best of the rest of this activation."""
        piece = game.acting
        view = View(game, side, self.taste, piece if game.ball_of(piece) >= 0 else NOBODY)
        plan: Plan | None = None
        if piece == view.carrier:
            plan = plans.score(view)
            better = plans.run(view, self.urgency)
            if better is not None and (plan is None or better.worth > plan.worth):
                plan = better
        elif game.declared == BLITZ_ACTION:
            hit = answers.first_offer(game, actions.BLOCK)
            if hit != 0:
                return hit
        elif view.loose >= 0 and view.has_hands(piece):
            plan = self.take_up(view, piece)
        if plan is None:
            found = answers.first_offer(game, actions.STAND_UP)
            if found != 0:
                return found
            found = answers.first_offer(game, actions.OPEN_CHEST)
            if found != 0 and view.hidden and (self.kind == plans.OPEN or sound.is_waiting_in_chest(view)):
                return found
            if game.moves_left > 0 and self.kind != plans.WALK and piece != view.carrier:
                plan = walk(view, piece, Places(view))
        if plan is not None:
            # the plan begins with the activation and the declaration, which are done already
            self.follow(plan)
            self.next = 2
            if self.next < len(plan.steps) and game.has_offered(i64(plan.steps[self.next])):
                self.next = 3
                return i64(plan.steps[2])
        self.plan = []
        self.next = 0
        return actions.END_ACTIVATION

    def take_up(self, view: View, piece: i64) -> Plan | None:
        """The ball that lies beside a player who is acting already, such as one that it has just found: unless another
        player can do that clearly better, or can still score with it where no other turn comes."""
        plan = plans.fetching(view, piece, 0.01)
        if plan is not None:
            if self.is_final and not self.is_holding and not plans.gets_home(view, piece):
                for each in view.ready:
                    if each != piece and plans.gets_home(view, each):
                        return None
            other = plans.fetch(view)
            if other is not None and other.worth > plan.worth + BETTER_HANDS:
                return None
        return plan


def is_crossroads(game: Game) -> bool:
    """Whether a coach is asked what to do next, and not how to react to what has just happened."""
    if game.has_offered(actions.END_TURN) or game.has_offered(actions.END_ACTIVATION):
        return True
    return answers.first_offer(game, actions.DECLARE) != 0


def foremost_first(view: View) -> vec[i64]:
    """The players who can still act, the nearest to where the side scores first: so none of them blocks the way of
    another. Equally near players in the order of their numbers."""
    found = vec[i64]()
    for piece in view.ready:
        way = view.way(view.attack, piece)
        found = append(found, piece)
        place = i64(len(found)) - 1
        while place > 0 and view.way(view.attack, found[place - 1]) > way:
            found[place] = found[place - 1]
            place -= 1
        found[place] = piece
    return found


def play_on(game: Game, coaches: list[Tactician], dice: SeededDice, turns: i64, decisions: i64) -> None:
    """Play with scripted coaches until so many team turns have ended, the match is over, or so many decisions made."""
    active = game.active
    while decisions > 0:
        signal = settle(game)
        if signal == ASK:
            if game.active != active:
                active = game.active
                turns -= 1
                if turns <= 0:
                    return
            if game.asked >= game.squads.sides:  # a game master's seat
                choose_trusted(game, game.rules.policies.neutral.advice(game))
            else:
                list_options(game)
                choose_trusted(game, coaches[game.asked].choose(game))
            decisions -= 1
        elif game.top is not NOTHING:
            give_dice(game, dice.roll(game.dice_count, game.dice_kind))
        else:
            return
