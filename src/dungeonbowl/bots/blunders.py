"""What a bot does in its matches that a coach would call a blunder, counted: `dungeonbowl blunders`.

Decisions are looked at when they are made (dominated answers, ended turns), positions when a team turn ends (how the
ball is guarded), and the rest is read from the events. Nothing here knows a rule; the guard (`tactics/sound.py`) says
what is dominated and what is safe.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from mypy_extensions import i64

from dungeonbowl.bots.arena import MOST_DECISIONS, Pairing, match_bots, new_game
from dungeonbowl.bots.seat import Seat, options_of
from dungeonbowl.bots.tactics import endings, sound
from dungeonbowl.bots.tactics.fields import SHELVES
from dungeonbowl.bots.tactics.places import Places
from dungeonbowl.bots.tactics.tactician import Tactician
from dungeonbowl.bots.tactics.view import FAR, View
from dungeonbowl.bots.tactics.walks import walk
from dungeonbowl.engine import actions, events
from dungeonbowl.engine.actions import BLITZ_ACTION, BLOCK_ACTION, FOUL_ACTION, HAND_OFF_ACTION, PASS_ACTION
from dungeonbowl.engine.beginning import begin
from dungeonbowl.engine.events import EVENT_NAMES, Event
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import advance, choose_trusted, list_options
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.sides import DRAW, TURNS
from dungeonbowl.engine.statuses import CASUALTY, KNOCKED_OUT, LOST, PRONE, SENT_OFF, STANDING
from dungeonbowl.play.setting_up import match_dice
from dungeonbowl.words.event_words import CLAUSE_NAMES

NEAR: Final = 2  # steps within which a team-mate is with the carrier
BALL: Final = 1  # what a chest that was opened held
DEEDS: Final = {
    int(BLOCK_ACTION): "blocks",
    int(BLITZ_ACTION): "blitzes",
    int(FOUL_ACTION): "fouls",
    int(PASS_ACTION): "passes",
    int(HAND_OFF_ACTION): "hand-offs",
}
LEAVINGS: Final = {
    int(CASUALTY): "players hurt",
    int(KNOCKED_OUT): "players knocked out",
    int(LOST): "players lost",
    int(SENT_OFF): "players sent off",
}


class Watch:
    """Looks at the decisions of a match and counts. With `sides` only those of some sides."""

    def __init__(self, game: Game, sides: tuple[int, ...]) -> None:
        self.sides = sides
        self.counts: Counter[str] = Counter()
        self.seen = 0  # events that were read
        self.acted: set[int] = set()  # players who were activated in this turn
        self.opener = -1  # the player who has just found a ball in a chest, while it acts
        self.may_take = False  # it was asked what to do next after that
        self.found_by = -1  # the side whose player found the ball that nobody has taken yet
        self.follower = -1  # who has just followed up onto a portal
        self.turn_of: dict[int, int] = {}

    # --- decisions ----------------------------------------------------------------------------------------------

    def before(self, game: Game, choice: int) -> None:
        """A decision that is about to be made."""
        side = int(game.asked)
        if side not in self.sides:
            return
        self.counts["decisions"] += 1
        list_options(game)
        if sound.is_small_question(game) and game.offers > 1:
            self.counts["faces and re-rolls"] += 1
            list_options(game)
            if choice in sound.dominated(game):
                self.counts["dominated faces and re-rolls"] += 1
            list_options(game)
        if choice == int(actions.END_TURN):
            self.end_of_turn(game, side)
        elif game.has_offered(actions.END_ACTIVATION) and int(game.acting) == self.opener:
            if not self.may_take and game.ball_of(game.acting) < 0 and game.has_free_hands(game.acting):
                self.may_take = True
                self.counts["openers who may go on"] += 1

    def end_of_turn(self, game: Game, side: int) -> None:
        """A turn that a coach ends of its own will: who has not acted, and could have done something without dice?"""
        view = View(game, i64(side))
        places = Places(view)
        self.counts["turns ended by the coach"] += 1
        wasted = False
        for piece in view.ready:
            if int(piece) in self.acted or game.square[piece] < 0:
                continue
            self.counts["idle players"] += 1
            if view.holds_ball(piece):
                continue
            plan = walk(view, piece, places)
            if plan is not None and sound.is_safe(game, plan):
                self.counts["idle players with a better place"] += 1
                wasted = True
        list_options(game)
        if not self.acted and not endings.wins_now(game, i64(side)):
            self.counts["turns with nobody moved"] += 1
            own = Tactician().next_plan(game, i64(side))
            list_options(game)
            if wasted or (own is not None and sound.is_safe(game, own)):
                self.counts["passed turns with a safe plan"] += 1

    # --- positions ----------------------------------------------------------------------------------------------

    def look(self, game: Game, side: int) -> None:
        """The position at the end of a team turn of a side."""
        self.counts["turns"] += 1
        view = View(game, i64(side))
        if view.carrier >= 0:
            self.counts["turns ended with the ball"] += 1
            self.counts[f"carrier {guarded(view)}"] += 1
        elif view.foe_carrier >= 0 and game.squads.sides == 2:
            self.counts["turns ended against the ball"] += 1
            foe = view.foe_carrier
            way = view.way(view.defend, foe)
            standing = [piece for piece in view.mine if view.is_standing(piece)]
            if way < FAR and any(view.way(view.defend, piece) < way for piece in standing):
                self.counts["somebody goal-side"] += 1
            if any(game.are_adjacent(view.square(piece), view.square(foe)) for piece in standing):
                self.counts["their carrier marked"] += 1
        elif view.hidden and view.loose < 0:
            self.counts["turns ended with the ball hidden"] += 1
            standing = [piece for piece in view.mine if view.is_standing(piece)]
            near = [
                chest
                for chest in view.chests()
                if any(view.way(view.to(i64(chest)), piece) <= NEAR for piece in standing)
            ]
            self.counts["chests guarded"] += len(near)
            self.counts["chests closed"] += len(view.chests())

    # --- events -------------------------------------------------------------------------------------------------

    def read(self, game: Game) -> None:
        """The events since the last call."""
        while self.seen < len(game.events):
            event = game.events[self.seen]
            self.seen += 1
            self.take(game, event)

    def take(self, game: Game, event: Event) -> None:
        kind = event.kind
        counts = self.counts
        if kind == events.TURN_BEGAN:
            self.acted = set()
            return
        piece = event["piece"] if any(part.name == "piece" for part in event.row().parts) else -1
        side = int(game.side_of[piece]) if piece >= 0 else event["side"] if kind == events.TURNOVER else -1
        if kind == events.BALL_PICKED_UP or kind == events.BALL_CAUGHT:
            self.ball_taken(piece, side)
        if kind == events.TURN_ENDED:
            if event["side"] in self.sides and not game.over:
                self.look(game, event["side"])
            return
        if side not in self.sides:
            return
        if kind == events.ACTIVATED:
            self.acted.add(piece)
        elif kind == events.DECLARED and event["action"] in DEEDS:
            counts[DEEDS[event["action"]]] += 1
        elif kind == events.ACTIVATION_ENDED:
            if piece == self.opener:
                self.opener = -1
                self.may_take = False
            self.follower = -1
        elif kind == events.TURNOVER:
            counts["turnovers"] += 1
            waiting = self.waiting(game, side)
            counts["players who had not acted at a turnover"] += waiting
        elif kind == events.FOLLOWED_UP:
            if game.portal_number(i64(event["square"])) > 0:
                counts["follow-ups onto portals"] += 1
                self.follower = piece
        elif kind == events.CHEST_OPENED:
            counts["chests opened"] += 1
            if any(int(ball) == event["square"] for ball in game.balls) or event["contents"] == BALL:
                counts["balls found"] += 1
                self.opener = piece
                self.may_take = False
                self.found_by = side
        elif kind == events.LEFT_BY_DOOR:
            counts["left by a door"] += 1
        elif kind == events.LEFT_PLAY:
            words = LEAVINGS.get(event["status"])
            if words is not None:
                counts[words] += 1
            if piece == self.follower:
                counts["players lost by following up"] += 1
        elif kind == events.WENT_DOWN:
            counts["falls"] += 1
        elif kind == events.SCORED:
            counts["touchdowns"] += 1
            counts["turns to touchdowns"] += int(game.side_value(i64(side), TURNS))
        elif kind in (events.SLASHED, events.TURNED_TO_STONE, events.INFRACTION, events.FLAMES_BURST):
            counts[f"{EVENT_NAMES[kind]}"] += 1
        if kind == events.TURNOVER:
            cause = CLAUSE_NAMES.get(int(event.clause), "").removeprefix("TURNOVER_").lower().replace("_", " ")
            counts[f"turnover: {cause}"] += 1

    def waiting(self, game: Game, side: int) -> int:
        """Players on their feet or able to rise who have not acted in this turn."""
        first, last = int(game.first_piece(i64(side))), int(game.last_piece(i64(side)))
        return sum(
            1
            for piece in range(first, last)
            if game.square[piece] >= 0 and int(game.status[piece]) in (STANDING, PRONE) and piece not in self.acted
        )

    def ball_taken(self, piece: int, side: int) -> None:
        if self.found_by < 0:
            return
        if self.found_by in self.sides:
            if piece == self.opener:
                self.counts["openers who took the ball at once"] += 1
            elif side != self.found_by:
                self.counts["found balls that the others took"] += 1
        self.found_by = -1


def guarded(view: View) -> str:
    """How a carrier ends its turn: out of the opponents' reach; caged, so that they come up to it only with dice;
    screened, with fewer ways open than without its team-mates, or with one near; or alone."""
    game = view.game
    mates = [piece for piece in view.mine if piece != view.carrier and view.is_standing(piece)]
    comers = sum(1 for foe in view.foes if view.is_standing(foe) and comes_up(view, int(foe), mates))
    if comers == 0:
        threatened = any(view.is_standing(foe) and comes_up(view, int(foe), []) for foe in view.foes)
        return "caged" if threatened else "out of reach"
    steps = view.from_carrier()
    if any(0 <= view.way(steps, mate) <= NEAR and game.has_zone(mate) for mate in mates):
        return "screened"
    return "alone"


def comes_up(view: View, foe: int, mates: list[i64]) -> bool:
    """Whether an opponent walks up to the carrier in one move, round these players and without leaving their zones."""
    game = view.game
    here = view.square(view.carrier)
    closed = {int(view.square(mate)) for mate in mates}
    zones = {
        int(game.steps[square * 8 + direction])
        for square in closed
        for direction in range(8)
        if int(game.steps[square * 8 + direction]) >= 0
    }
    start = int(view.square(i64(foe)))
    depth = {start: 0}
    queue = [start]
    limit = int(game.squads.movement[foe])
    for node in queue:
        if any(int(game.steps[node * 8 + direction]) == here for direction in range(8)):
            return True
        if depth[node] >= limit or node in zones:
            continue
        for direction in range(8):
            other = int(game.steps[node * 8 + direction])
            if other < 0 or other in depth or other in closed or other == here:
                continue
            occupant = int(game.occupant[other])
            if occupant == FREE or (occupant >= 0 and int(game.side_of[occupant]) == view.side):
                depth[other] = depth[node] + 1
                queue.append(other)
    return False


def watch(pairing: Pairing, seed: int, sides: tuple[int, ...] = (0, 1)) -> Counter[str]:
    """Play one match and count what these sides do in it."""
    SHELVES.forget_ground()
    game = new_game(pairing)
    dice = match_dice(seed)
    seats = [Seat(bot, tells=False) for bot in match_bots(pairing, seed)]
    game.record()
    begin(game)
    counting = Watch(game, sides)
    while advance(game, dice) == ASK and game.decisions < MOST_DECISIONS:
        counting.read(game)
        if game.asked >= game.squads.sides:
            choose_trusted(game, game.rules.policies.neutral.advice(game))
            continue
        choice = seats[game.asked].choose(game, options_of(game))
        counting.before(game, choice)
        options_of(game)
        choose_trusted(game, choice)
    counting.read(game)
    counts = counting.counts
    counts["matches"] += 1
    if not game.over or game.winner == DRAW:
        counts["draws"] += 1
    counts["lost decisions"] += sum(seat.lost for seat in seats)
    return counts
