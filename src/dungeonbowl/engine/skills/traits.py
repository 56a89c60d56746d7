"""The traits: first the modules of those that are rolled for on activation, at the end a row for every trait.

A trait of activation is rolled for after the roll of the room and before the action (O-TURN-07). It is compulsory, and
works for a player that lies or has no Tackle Zone. Where a side has one action of a kind in a turn (Blitz, Pass, Foul),
declaring it uses it, whatever the die says. Bloodlust has a file of its own.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import (
    BANNED,
    BOUNCES,
    BREATHES_FIRE,
    EATS_TEAM_MATES,
    FORGETS,
    FRAGILE,
    GAZES,
    INFECTS,
    KEEPS_BALL_FOR_ITSELF,
    KICKS_TEAM_MATES,
    LEAPS,
    NEEDS_LEAVE,
    NEEDS_PROMPTING,
    NO_HANDS,
    RAGES,
    REGENERATES,
    RESENTS,
    RISES_WITH_HELP,
    ROTS,
    ROUSES_FALLEN,
    RUNS_AFTER_BLOCK,
    SAVAGES,
    SAWS,
    SLIPS_THROUGH,
    STABS,
    STAGGERS,
    STAKES,
    TAKES_ROOT,
    THIRSTS,
    THROWABLE,
    THROWS_BOMBS,
    THROWS_TEAM_MATES,
    THROWS_WEAKLY,
    TINY,
    TRADES_PLACES,
    VOMITS,
    WHIRLS,
)
from dungeonbowl.engine.actions import (
    ACCEPT,
    BLITZ_ACTION,
    BLOCK_ACTION,
    END_ACTIVATION,
    GAZE_ACTION,
    KICK_TEAM_MATE_ACTION,
    THROW_TEAM_MATE_ACTION,
    USE,
    action,
    is_attack,
    kind_of,
    second_of,
)
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.passages import linked_pieces
from dungeonbowl.engine.procedures.harm.down import GoDown
from dungeonbowl.engine.procedures.harm.victim import Victim
from dungeonbowl.engine.procedures.stat_test import StatTest
from dungeonbowl.engine.progress import BLOCK_MADE
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.skills.home import Home
from dungeonbowl.engine.statuses import NO_ZONE, ROOTED, STANDING

NEEDED: Final[i64] = 2
WILD_NEEDED: Final[i64] = 4
HELPED: Final[i64] = 2


def trait_test(game: Game, piece: i64, needed: i64 = NEEDED, modifier: i64 = 0) -> StatTest:
    return StatTest(piece, clauses.TRAIT_ROLL, needed, modifier, i64(game.side_of[piece]))


def standing_mate(game: Game, piece: i64, direction: i64) -> i64:
    """The team-mate that stands in the square in this direction, or -1."""
    neighbour = i64(game.steps[i64(game.square[piece]) * 8 + direction])
    if neighbour < 0:
        return -1
    mate = i64(game.occupant[neighbour])
    if mate < 0 or game.side_of[mate] != game.side_of[piece] or i64(game.status[mate]) != STANDING:
        return -1
    return mate


@final
class BoneHead(Module):
    """A roll on activation. On a 1 the player does nothing and loses its Tackle Zone."""

    def name(self) -> str:
        return "bone head"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(FORGETS)

    def action_declared(self, game: Game, piece: i64) -> Frame | None:
        return Falter(piece, NEEDED, 0, True) if game.can(piece, FORGETS) else None


@final
class ReallyStupid(Module):
    """A roll on activation, which fails often. A standing team-mate beside the player that does not have this trait
    helps. After a failure the player does nothing and loses its Tackle Zone.
    """

    def name(self) -> str:
        return "really stupid"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(NEEDS_PROMPTING)

    def action_declared(self, game: Game, piece: i64) -> Frame | None:
        if not game.can(piece, NEEDS_PROMPTING):
            return None
        return Falter(piece, WILD_NEEDED, HELPED if is_prompted(game, piece) else 0, True)


def is_prompted(game: Game, piece: i64) -> bool:
    direction: i64 = 0
    while direction < 8:
        mate = standing_mate(game, piece, direction)
        if mate >= 0 and not game.can(mate, NEEDS_PROMPTING):
            return True
        direction += 1
    for mate in linked_pieces(game, i64(game.square[piece])):
        if game.side_of[mate] == game.side_of[piece] and game.is_standing(mate):
            if not game.can(mate, NEEDS_PROMPTING):
                return True
    return False


@final
class UnchannelledFury(Module):
    """A roll on activation, with a bonus for an attack. After a failure the player does nothing; it keeps its Tackle
    Zone. Called Wild Animal in the CRP.
    """

    def name(self) -> str:
        return "unchannelled fury"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(RAGES)

    def action_declared(self, game: Game, piece: i64) -> Frame | None:
        if not game.can(piece, RAGES):
            return None
        return Falter(piece, WILD_NEEDED, HELPED if is_attack(game.declared) else 0, False)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Falter(Frame):
    """A failure ends the activation. With `dazed` the player also loses its Tackle Zone until its next activation."""

    def __init__(self, piece: i64, needed: i64, modifier: i64, dazed: bool) -> None:
        self.piece = piece
        self.needed = needed
        self.modifier = modifier
        self.dazed = dazed

    def copy(self) -> Frame:
        return Falter(self.piece, self.needed, self.modifier, self.dazed)

    def begin(self, game: Game) -> i64:
        return game.call(trait_test(game, self.piece, self.needed, self.modifier))

    def returned(self, game: Game, result: i64) -> i64:
        return game.done(0) if result != FAILED else falter(game, self.piece, self.dazed)


def falter(game: Game, piece: i64, dazed: bool) -> i64:
    """The activation ends before it has begun."""
    if dazed:
        game.conditions[piece] = game.conditions[piece] | NO_ZONE
    game.tell(events.STRANDED, clauses.TRAIT_ROLL, piece)
    return game.done(1)


@final
class AnimalSavagery(Module):
    """A roll on activation, with a bonus for an attack. After a failure the player attacks a team-mate beside it."""

    def name(self) -> str:
        return "animal savagery"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(SAVAGES)

    def action_declared(self, game: Game, piece: i64) -> Frame | None:
        return Savage(piece) if game.can(piece, SAVAGES) else None


SNARLING: Final[i64] = 0
PICKING: Final[i64] = 1
LASHING_OUT: Final[i64] = 2
CALMING_DOWN: Final[i64] = 3


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Savage(Frame):
    """A failure knocks down a team-mate of the coach's choice, as a block would. It is a turnover only if the team-mate
    held the ball. Without a team-mate beside it the player loses its activation and its Tackle Zone.

    After the attack the player may carry on. In an action without movement its coach is asked whether it does.
    """

    def __init__(self, piece: i64, stage: i64 = SNARLING) -> None:
        self.piece = piece
        self.stage = stage

    def copy(self) -> Frame:
        return Savage(self.piece, self.stage)

    def begin(self, game: Game) -> i64:
        modifier = HELPED if is_attack(game.declared) else i64(0)
        return game.call(trait_test(game, self.piece, WILD_NEEDED, modifier))

    def options(self, game: Game) -> None:
        if self.stage == CALMING_DOWN:
            game.offer(action(ACCEPT))
            game.offer(action(END_ACTIVATION))
            return
        direction: i64 = 0
        while direction < 8:
            mate = standing_mate(game, self.piece, direction)
            if mate >= 0:
                game.offer(action(USE, SAVAGES, mate))
            direction += 1

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == LASHING_OUT:
            what = game.declared
            if game.turnover != 0 or not (what == BLOCK_ACTION or is_still(what)):
                return game.done(0)
            self.stage = CALMING_DOWN
            return game.ask(i64(game.side_of[self.piece]))
        if result != FAILED:
            return game.done(0)
        self.stage = PICKING
        game.offers = 0
        self.options(game)
        if game.offers == 0:
            return falter(game, self.piece, True)
        if game.offers == 1:
            game.note_forced(game.offered[0])
            return self.lash_out(game, second_of(game.offered[0]))
        return game.ask(i64(game.side_of[self.piece]))

    def chosen(self, game: Game, action: i64) -> i64:
        if self.stage == CALMING_DOWN:
            return game.done(0 if kind_of(action) == ACCEPT else 1)
        return self.lash_out(game, second_of(action))

    def lash_out(self, game: Game, mate: i64) -> i64:
        self.stage = LASHING_OUT
        game.tell(events.SKILL_USED, clauses.TRAIT_ROLL, self.piece, SAVAGES)
        return game.call(GoDown([Victim(mate, clauses.SAVAGED)], self.piece))


def is_still(what: i64) -> bool:
    """Whether an action is a special action without movement before it."""
    return what > THROW_TEAM_MATE_ACTION and what != KICK_TEAM_MATE_ACTION and what != GAZE_ACTION


@final
class Drunkard(Module):
    """-1 to every Rush."""

    def name(self) -> str:
        return "drunkard"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(STAGGERS)

    def rush_modifier(self, game: Game, piece: i64, square: i64) -> i64:
        return -1 if game.can(piece, STAGGERS) else 0


@final
class TakeRoot(Module):
    """A roll on activation. On a 1 the player is rooted: it cannot leave its square. A rooted player rolls no more.

    The procedures know that a rooted player cannot leave its square, and that going down or a teleport frees it: the
    condition is general. `never_blitz`: a rooted player does not make the block of a Blitz.
    """

    def __init__(self, never_blitz: bool = False) -> None:
        self.never_blitz = never_blitz

    def name(self) -> str:
        return "take root"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(TAKES_ROOT)

    def action_declared(self, game: Game, piece: i64) -> Frame | None:
        if not game.can(piece, TAKES_ROOT):
            return None
        if game.conditions[piece] & ROOTED == 0:
            return TakeRootRoll(piece)
        stay_put(game)
        return None


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class TakeRootRoll(Frame):
    """On a 1 the player is rooted. The action goes on with everything that needs no movement."""

    def __init__(self, piece: i64) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return TakeRootRoll(self.piece)

    def begin(self, game: Game) -> i64:
        return game.call(trait_test(game, self.piece))

    def returned(self, game: Game, result: i64) -> i64:
        if result == FAILED:
            game.conditions[self.piece] = game.conditions[self.piece] | ROOTED
            game.tell(events.SKILL_USED, clauses.TRAIT_ROLL, self.piece, TAKES_ROOT)
            stay_put(game)
        return game.done(0)


def stay_put(game: Game) -> None:
    """Where the edition says that the block of a Blitz is movement too, a rooted player does not make it."""
    module = game.rules.module("take root")
    if game.declared == BLITZ_ACTION and isinstance(module, TakeRoot) and module.never_blitz:
        game.progress |= BLOCK_MADE


# The rows of all traits. A row without a file has its module above, or is the home of its trait itself.
SKILLS: Final = [
    Home("Always Hungry", [EATS_TEAM_MATES], rules="O-TTM-07 O-TO-08", file="team_mates.py"),
    Home("Animal Savagery", [SAVAGES], rules="O-TURN-07"),
    Home("Animosity", [RESENTS], file="animosity.py"),
    Home("Ball & Chain", [WHIRLS], file="ball_and_chain.py"),
    Home("Blood Lust", [THIRSTS], file="bloodlust.py"),
    Home("Bloodlust", [THIRSTS], rules="O-TURN-07 O-TO-12", file="bloodlust.py"),
    Home("Bombardier", [THROWS_BOMBS], rules="O-ACT-08 O-INT-04", file="bombardier.py"),
    Home("Bone Head", [FORGETS], rules="O-TURN-07"),
    Home("Breathe Fire", [BREATHES_FIRE], rules="O-ACT-08 O-BLOCK-11", file="weapons.py"),
    Home("Chainsaw", [SAWS], file="weapons.py"),
    Home("Decay", [ROTS], "The casualties of this player are worse.", "O-INJ-07 S-BASE-15"),
    Home("Drunkard", [STAGGERS], rules="O-MOVE-07"),
    Home("Fan Favourite", [], "It would count among the spectators. The dungeon has none, so the trait does nothing."),
    Home("Hit and Run", [RUNS_AFTER_BLOCK], file="after_block.py"),
    Home("Hypnotic Gaze", [GAZES], rules="O-ACT-08", file="hypnotic_gaze.py"),
    Home("Kick Team-mate", [KICKS_TEAM_MATES], rules="O-ACT-08 O-TO-08", file="team_mates.py"),
    Home(
        "Loner",
        [NEEDS_LEAVE],
        "A team re-roll for this player works only if a die first shows the number of the trait. Otherwise it is spent"
        " for nothing.",
        "O-RR-06",
    ),
    Home(
        "My Ball",
        [KEEPS_BALL_FOR_ITSELF],
        "While it holds the ball, this player takes no action that gives it away, and no other skill gives it away.",
        "O-ACT-04",
    ),
    Home(
        "No Hands",
        [NO_HANDS],
        "This player never holds a ball: it does not pick up, catch or intercept, and opens no chest.",
        "O-TO-04",
    ),
    Home("Nurgle's Rot", [INFECTS], file="plague_ridden.py"),
    Home("Pick-me-up", [ROUSES_FALLEN], file="pick_me_up.py"),
    Home("Plague Ridden", [INFECTS], file="plague_ridden.py"),
    Home(
        "Pogo Stick",
        [LEAPS, BOUNCES],
        "The first ability is that of Leap. With the second, opponents that mark this player do not make its leaps"
        " harder.",
        "O-MOVE-14 O-MOVE-16",
    ),
    Home("Projectile Vomit", [VOMITS], rules="O-ACT-08 O-BLOCK-11", file="weapons.py"),
    Home("Really Stupid", [NEEDS_PROMPTING], rules="O-TURN-07"),
    Home("Regeneration", [REGENERATES], rules="A-SKREF-25", file="regeneration.py"),
    Home(
        "Right Stuff",
        [THROWABLE],
        "A team-mate may throw this player. In the CRP it is asked for nothing else; officially its Strength"
        " must be 3 or less.",
        "S-BASE-18",
    ),
    Home("Secret Weapon", [BANNED], file="secret_weapon.py"),
    Home("Stab", [STABS], rules="O-ACT-08 O-BLOCK-11", file="weapons.py"),
    Home("Stakes", [STAKES], file="weapons.py"),
    Home(
        "Stunty",
        [FRAGILE, SLIPS_THROUGH, THROWS_WEAKLY],
        "The first ability uses the injury table of small players. The second leaves the Tackle Zones of the square"
        " entered out of a Dodge. The third makes passes easier to interfere with; in the CRP harder to throw.",
        "O-MOVE-10 O-INT-04 S-BASE-02",
    ),
    Home("Swarming", [], "It would set up more players before a drive. The official dungeon has no drives."),
    Home("Take Root", [TAKES_ROOT], rules="O-TURN-07 A-TRAIT-03"),
    Home(
        "Throw Team-mate",
        [THROWS_TEAM_MATES],
        "This player may declare the action that throws a team-mate with Right Stuff.",
        "O-ACT-06 O-TTM-01 A-BASE-36 S-BASE-18",
    ),
    Home(
        "Timmm-ber!",
        [RISES_WITH_HELP],
        "Each team-mate beside this player that stands and is not marked adds 1 to the roll to stand up. The listener"
        " `MovementKnacks` adds it.",
        "O-MOVE-05",
    ),
    Home(
        "Titchy",
        [TINY],
        "Dodges are easier for this player, and its Tackle Zone does not hinder the Dodge of an opponent. The listener"
        " `MovementKnacks` adds it. Astrogranite has more rules for it, in a module of its own.",
        "O-MOVE-10 S-BASE-02",
    ),
    Home("Trickster", [TRADES_PLACES], file="trickster.py"),
    Home("Unchannelled Fury", [RAGES], rules="O-TURN-07"),
    Home("Wild Animal", [RAGES], "Rolled for by `UnchannelledFury`: the same trait under its older name."),
]
