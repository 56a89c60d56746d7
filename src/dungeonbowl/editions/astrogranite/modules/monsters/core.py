"""The common part of all monster modules: the listener that knows the monsters, their phase, and the points for
removing one."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.editions.astrogranite.core.turns import is_out
from dungeonbowl.editions.astrogranite.modules.monsters.activation import Rampage
from dungeonbowl.editions.astrogranite.modules.monsters.arrival import BY_PORTAL, STRAYING, Draw
from dungeonbowl.editions.astrogranite.modules.monsters.deciding import Keeper, NoRerollsForMonsters
from dungeonbowl.editions.astrogranite.modules.monsters.memory import (
    ARRIVALS,
    EATEN,
    GUEST,
    ROOM,
    has_woken,
    heads_left,
    heads_lost,
    is_monster,
    is_striking,
    lose_head,
    note_arrival,
    order_of,
    piercing,
    trigger_of,
    wake,
)
from dungeonbowl.editions.astrogranite.modules.monsters.own import own_monsters
from dungeonbowl.editions.astrogranite.modules.monsters.profiles import DRAGON
from dungeonbowl.editions.astrogranite.modules.monsters.sheets import bestiary, copies_of, pool_of
from dungeonbowl.editions.astrogranite.modules.obstacles import throws_strike_obstacles
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import DEVOURS, HEADS, MONSTER
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.footprints import is_large, squares_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import BY_CHOICE, Module
from dungeonbowl.engine.policies import Injuries
from dungeonbowl.engine.procedures.ball.bounce import TeleportBall
from dungeonbowl.engine.procedures.harm.down import GoDown
from dungeonbowl.engine.procedures.harm.injury import SPARED
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.sides import DRAW, NEXT
from dungeonbowl.engine.statuses import KNOCKED_OUT, STUNNED
from dungeonbowl.engine.tables import ALWAYS_TURNOVER

SLAYER_POINTS: Final[i64] = 2
STRONG: Final[i64] = 6  # the Strength from which on a monster is worth a die of points more
LAST_BALL: Final[i64] = 3
SIDE_NAMES: Final = ["home", "away", "third", "fourth"]  # the names of sides in scenes

# Which module keeps sending new monsters by portal.
NOBODY_SENDS: Final[i64] = 0
BEFORE_EACH_TURN: Final[i64] = 1
BEFORE_EACH_ROUND: Final[i64] = 2


def master_sends(c: Composition) -> bool:
    """Whether a game master sends the monsters, and no others come (A-MGM-03)."""
    return c.configuration.is_on("monster_gm") and c.configuration.flag("gm_arrival")


def monsters_of(c: Composition) -> Monsters:
    """The common listener of a game with monsters. The first module that asks for it installs it."""
    for module in c.modules:
        if isinstance(module, Monsters):
            return module
    guests = c.configuration.is_on("monsterbowl") or master_sends(c)
    steady = c.configuration.is_on("lurking_monsters") or c.configuration.is_on("morphing_monsters")
    known = bestiary(own_monsters(c.configuration.words("own_monsters")), c.configuration.number("hydra_heads"))
    if c.configuration.is_on("dragonbowl"):
        pool = [known[DRAGON]]
        copies = 1
        guests = False
    else:
        pool = pool_of(c.configuration.words("monster_pool"), known)
        copies = 1 if guests and not steady else copies_of(pool)
    keeper = Keeper(c.policies.neutral, pool, copies, c.configuration.is_on("monsterbowl"))
    found = Monsters(keeper)
    c.policies.neutral = keeper
    c.policies.rerolls = NoRerollsForMonsters(c.policies.rerolls)
    c.policies.injuries = MonsterInjuries(c.policies.injuries)
    for cause in (clauses.SLASHED, clauses.POISONED):  # in a team's own turn (A-MORPH-02)
        c.tables.set_turnover(cause, ALWAYS_TURNOVER)
    throws_strike_obstacles(c)
    c.modules.append(found)
    c.skills.append(MonsterPhase(found))  # after referees and all other modules
    for clause, rule in CITATIONS:
        c.cite(clause, rule)
    return found


CITATIONS: Final = [
    (int(clauses.MONSTER_PHASE), "A-MON-03"),
    (int(clauses.MONSTER_DRAWN), "A-MON-01"),
    (int(clauses.MONSTER_TARGET), "A-MON-07"),
    (int(clauses.MONSTER_ATTACK), "A-MON-12"),
    (int(clauses.MONSTER_PUSH), "A-MON-18"),
    (int(clauses.MONSTER_FOUL), "A-MON-14"),
    (int(clauses.MONSTER_SLAIN), "A-MON-21"),
    (int(clauses.SLASHED), "A-MATK-03"),
    (int(clauses.POISONED), "A-MATK-04"),
    (int(clauses.PETRIFIED), "A-MATK-05"),
    (int(clauses.HEAD_LOST), "A-MATK-09"),
    (int(clauses.FLAME), "A-FLAME-01"),
    (int(clauses.FLAME_TARGET), "A-FLAME-02"),
    (int(clauses.FLAMED), "A-FLAME-04"),
]


@final
class Monsters(Module):
    """The memory of all monsters, and the rules that always apply to them."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self.slot: i64 = 0
        self.sender: i64 = NOBODY_SENDS

    def name(self) -> str:
        return "monsters"

    def memory(self) -> int:
        return ROOM

    def fixed_slot(self, slot: int) -> None:
        self.slot = i64(slot)
        self.keeper.slot = self.slot

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(MONSTER)

    def armour_modifier(self, game: Game, piece: i64, cause: i64, source: i64) -> i64:
        """Piercing, only for the monster's own attacks (A-MATK-08)."""
        if (cause == clauses.BLOCKED or cause == clauses.FOULED) and is_striking(game, self.slot, source):
            return piercing(game, source)
        return 0

    def injury_becomes(self, game: Game, piece: i64, cause: i64, status: i64) -> i64:
        return KNOCKED_OUT if status == STUNNED and cause == clauses.POISONED else status

    def entered_square(self, game: Game, piece: i64, how: i64) -> Frame | None:
        """Balls under a large body bounce away, unless it eats them."""
        if not is_large(game, piece) or (how & BY_CHOICE != 0 and game.can(piece, DEVOURS)):
            return None
        balls = vec[i16]()
        for node in squares_of(game, piece):
            ball: i64 = 0
            while ball < len(game.balls):
                if game.balls[ball] == node:
                    balls = append(balls, i16(-1 - ball))
                ball += 1
        return GoDown([], -1, balls) if len(balls) > 0 else None

    def ball_gained(self, game: Game, piece: i64, ball: i64, clause: i64) -> Frame | None:
        return Swallow(piece, ball, self.slot) if game.can(piece, DEVOURS) else None

    # --- scenes ---------------------------------------------------------------------------------------------------

    def read_state(self, game: Game, letters: dict[str, int], table: dict[str, object]) -> None:
        """The side after whose turn each acts, `after = { M = "home" }`; heads lost, `heads = { M = 1 }`; chests where
        nothing lurks any more, `woken = [[3, 1]]`; balls eaten, `eaten = 2`."""
        for key, value in table.items():
            if key == "after" and isinstance(value, dict):
                for letter, side in value.items():
                    note_arrival(game, self.slot, i64(letters[letter]), i64(SIDE_NAMES.index(side)))
            elif key == "heads" and isinstance(value, dict):
                for letter, lost in value.items():
                    for _ in range(lost):
                        lose_head(game, self.slot, i64(letters[letter]))
            elif key == "woken" and isinstance(value, list):
                for x, y in value:
                    wake(game, self.slot, game.dungeon.node_at(i64(x), i64(y)))
            elif key == "eaten" and isinstance(value, int):
                game.memo[self.slot + EATEN] = i64(value)

    def show_state(self, game: Game, letters: dict[str, int]) -> dict[str, object]:
        return {
            "heads": {
                letter: int(heads_lost(game, self.slot, i64(piece)))
                for letter, piece in letters.items()
                if is_monster(game, i64(piece)) and game.can(i64(piece), HEADS)
            },
            "eaten": int(game.memo[self.slot + EATEN]),
            "after": {
                letter: SIDE_NAMES[trigger_of(game, self.slot, i64(piece))]
                for letter, piece in letters.items()
                if is_monster(game, i64(piece)) and trigger_of(game, self.slot, i64(piece)) >= 0
            },
            "woken": [
                [int(game.dungeon.column[node]), int(game.dungeon.row[node])]
                for node in range(int(game.dungeon.count))
                if has_woken(game, self.slot, i64(node))
            ],
        }


@final
class MonsterInjuries(Injuries):
    """A monster that is injured badly enough to leave the game is gone, without a casualty roll (A-MON-20)."""

    def __init__(self, before: Injuries) -> None:
        self.before = before

    def injury_status(self, game: Game, piece: i64, total: i64) -> i64:
        return self.before.injury_status(game, piece, total)

    def casualty(self, game: Game, piece: i64) -> Frame | None:
        return None if is_monster(game, piece) else self.before.casualty(game, piece)

    def badly_hurt(self, game: Game, piece: i64) -> Frame | None:
        return None if is_monster(game, piece) else self.before.badly_hurt(game, piece)

    def injury_bonus(self, game: Game, piece: i64) -> i64:
        return self.before.injury_bonus(game, piece)

    def claws_count_last(self) -> bool:
        return self.before.claws_count_last()

    def hide_stops_help(self) -> bool:
        return self.before.hide_stops_help()

    def help_is_chosen(self) -> bool:
        return self.before.help_is_chosen()

    def fireball_bonus(self, game: Game, caster: i64, piece: i64) -> i64:
        return self.before.fireball_bonus(game, caster, piece)


# --- the phase ------------------------------------------------------------------------------------------------------


@final
class MonsterPhase(Module):
    """Acts last of all: after the referees, and after all re-rolls of an injury."""

    def __init__(self, monsters: Monsters) -> None:
        self.monsters = monsters

    def name(self) -> str:
        return "monster phase"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(MONSTER)

    def game_started(self, game: Game) -> Frame | None:
        if self.monsters.sender == NOBODY_SENDS:
            return None
        return Draw(self.monsters.slot, way_in(self.monsters.sender), -1, -1)

    def between_turns(self, game: Game, side: i64) -> Frame | None:
        slot = self.monsters.slot
        piece = game.first_piece(game.squads.sides)
        while piece < game.squads.count:
            if is_monster(game, piece) and game.square[piece] >= 0 and order_of(game, slot, piece) == 0:
                note_arrival(game, slot, piece, -1)  # a scene has put it there
                if game.memo[slot + GUEST] == 0:
                    game.memo[slot + GUEST] = piece + 1
            piece += 1
        return Phase(side, slot, self.monsters.sender, self.monsters.keeper.is_led, game.memo[slot + ARRIVALS])

    def injury_read(self, game: Game, piece: i64, source: i64, cause: i64, status: i64) -> Frame | None:
        """A hydra loses a head instead; and the points for removing a monster (A-MATK-09, A-MON-21)."""
        if not is_monster(game, piece) or status == STUNNED:
            return None
        slot = self.monsters.slot
        if game.can(piece, HEADS) and heads_left(game, slot, piece) > 1:
            return LoseHead(piece, slot)
        if source < 0 or i64(game.side_of[source]) >= game.squads.sides or is_striking(game, slot, piece):
            return None
        return Slain(source, piece) if game.rules.tables.experience.casualty > 0 else None


def way_in(sender: i64) -> i64:
    return BY_PORTAL if sender == BEFORE_EACH_TURN else STRAYING


def is_last(game: Game, side: i64) -> bool:
    """Whether a round ends with the team turn of this side."""
    other = game.side_value(side, NEXT)
    while other != game.first_side and is_out(game, other):
        other = game.side_value(other, NEXT)
    return other == game.first_side


def acts_after(game: Game, slot: i64, piece: i64, side: i64) -> bool:
    """Whether a monster acts after the turn of this side: the side that has brought it in, otherwise the last side of a
    round (A-MON-03)."""
    trigger = trigger_of(game, slot, piece)
    if trigger >= 0 and not is_out(game, trigger):
        return trigger == side
    return is_last(game, side)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Phase(Frame):
    """One monster after the other, in the order of their arrival; monsters that arrive in this phase (after `until`) do
    not act in it.

    Then perhaps a new one comes by portal."""

    def __init__(self, side: i64, slot: i64, sender: i64, asks: bool, until: i64, after: i64 = 0) -> None:
        self.side = side
        self.slot = slot
        self.sender = sender
        self.asks = asks
        self.until = until
        self.after = after

    def copy(self) -> Frame:
        return Phase(self.side, self.slot, self.sender, self.asks, self.until, self.after)

    def begin(self, game: Game) -> i64:
        best: i64 = -1
        order: i64 = self.until + 1
        piece = game.first_piece(game.squads.sides)
        while piece < game.squads.count:
            if is_monster(game, piece) and game.square[piece] >= 0:
                came = order_of(game, self.slot, piece)
                if self.after < came < order and acts_after(game, self.slot, piece, self.side):
                    best = piece
                    order = came
            piece += 1
        if best >= 0:
            self.after = order
            return game.call(Rampage(best, self.slot, self.asks))
        return self.send(game)

    def send(self, game: Game) -> i64:
        game.turnover = 0
        if self.sender == NOBODY_SENDS or (self.sender == BEFORE_EACH_ROUND and not is_last(game, self.side)):
            return game.done(0)
        guest = game.memo[self.slot + GUEST] - 1
        if guest >= 0 and game.square[guest] >= 0:
            return game.done(0)
        sender = self.sender
        self.sender = NOBODY_SENDS
        return game.call(Draw(self.slot, way_in(sender), -1, -1))

    def returned(self, game: Game, result: i64) -> i64:
        return self.begin(game)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class LoseHead(Frame):
    """One head less, and the monster lies down; the injury has no other effect."""

    def __init__(self, piece: i64, slot: i64) -> None:
        self.piece = piece
        self.slot = slot

    def copy(self) -> Frame:
        return LoseHead(self.piece, self.slot)

    def begin(self, game: Game) -> i64:
        lose_head(game, self.slot, self.piece)
        game.tell(events.HEAD_LOST, clauses.HEAD_LOST, self.piece, heads_left(game, self.slot, self.piece))
        return game.done(SPARED)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Slain(Frame):
    """Experience for the player who has removed a monster; for a strong monster a die decides how much (A-MON-21)."""

    def __init__(self, piece: i64, monster: i64) -> None:
        self.piece = piece
        self.monster = monster

    def copy(self) -> Frame:
        return Slain(self.piece, self.monster)

    def begin(self, game: Game) -> i64:
        if i64(game.squads.strength[self.monster]) >= STRONG:
            return game.roll(1, D6, clauses.MONSTER_SLAIN, i64(game.side_of[self.piece]))
        return self.pay(game, 0)

    def rolled(self, game: Game, dice: i64) -> i64:
        return self.pay(game, die(dice, 0))

    def regretted_by(self, game: Game, dice: i64) -> i64:
        """The player, if the die shows so little that its coach may want a re-roll."""
        return self.piece if die(dice, 0) * 2 < D6 else i64(-1)

    def pay(self, game: Game, more: i64) -> i64:
        game.award(self.piece, SLAYER_POINTS + more, clauses.MONSTER_SLAIN)
        return game.done(0)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Swallow(Frame):
    """A ball is eaten, and comes out of a portal again; with the third ball the monsters have won (A-MBOWL-04,
    A-MBOWL-05)."""

    def __init__(self, piece: i64, ball: i64, slot: i64) -> None:
        self.piece = piece
        self.ball = ball
        self.slot = slot

    def copy(self) -> Frame:
        return Swallow(self.piece, self.ball, self.slot)

    def begin(self, game: Game) -> i64:
        eaten = game.memo[self.slot + EATEN] + 1
        game.memo[self.slot + EATEN] = eaten
        game.put_ball(self.ball, i64(game.square[self.piece]))
        game.tell(events.BALL_EATEN, clauses.BALL_EATEN, self.piece, eaten)
        if eaten >= LAST_BALL:
            game.end_match(DRAW, clauses.MONSTERS_WIN)
            return game.done(0)
        return game.become(TeleportBall(self.ball, clauses.SCATTER, True))
