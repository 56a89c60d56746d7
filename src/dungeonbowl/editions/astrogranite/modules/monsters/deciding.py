"""Decisions for monsters: by the rules (A-MON-17, A-MON-18), or by a game master (A-MGM-01)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from dungeonbowl.editions.astrogranite.modules.monsters.memory import BY_ITSELF, is_monster
from dungeonbowl.editions.astrogranite.modules.monsters.profiles import Profile
from dungeonbowl.editions.astrogranite.modules.monsters.sheets import monster_sheets
from dungeonbowl.engine import clauses
from dungeonbowl.engine.abilities import CANCELS_DODGE, IGNORES_BOTH_DOWN, TURNS_STUMBLE_INTO_PUSH
from dungeonbowl.engine.actions import BY_RULE, CHOOSE_FACE, DECLINE, FOLLOW_UP, PUSH_TO, USE, first_of, kind_of
from dungeonbowl.engine.dice import BOTH_DOWN, PLAYER_DOWN, POW, PUSH_BACK, STUMBLE, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.policies import Neutral, Rerolls
from dungeonbowl.engine.procedures.block.block import Block
from dungeonbowl.engine.procedures.block.follow_up import FollowUp
from dungeonbowl.engine.procedures.turn.neutral import decide, list_choices
from dungeonbowl.engine.setup import PlayerSheet
from dungeonbowl.engine.statuses import ROOTED

WORST: Final[i64] = 99


@final
class Keeper(Neutral):
    """Brings the monsters of a pool, and decides for them. Other pieces of no side are left to the policy that was
    there before."""

    def __init__(self, before: Neutral, pool: list[Profile], copies: int, eaters: bool) -> None:
        self.before = before
        self.pool = pool
        self.copies = copies
        self.eaters = eaters
        self.is_led = False  # whether a game master leads them
        self.slot: i64 = 0

    def sheets(self, sides: i64) -> list[PlayerSheet]:
        return [*monster_sheets(self.pool, self.copies, self.eaters, sides), *self.before.sheets(sides)]

    def coach(self, game: Game, piece: i64) -> i64:
        return game.squads.sides if is_monster(game, piece) else self.before.coach(game, piece)

    def decision(self, game: Game) -> Frame | None:
        if self.is_led and game.memo[self.slot + BY_ITSELF] == 0 and not is_follow_up(game):
            return None
        return MonsterDecides()

    def has_master(self) -> bool:
        return self.is_led

    def advice(self, game: Game) -> i64:
        """The option that the rules would choose; or the option to leave the rest to the rules."""
        game.offers = 0
        game.top.options(game)
        return best_choice(game, game.top)


def is_follow_up(game: Game) -> bool:
    """Whether the question is about following up, which cannot be declined (A-MON-17)."""
    game.offers = 0
    game.top.options(game)
    return game.offers > 0 and kind_of(game.offered[0]) == FOLLOW_UP


@final
class NoRerollsForMonsters(Rerolls):
    """While a monster acts it is no team's turn: no team re-roll may be used (A-RR-02, A-RR-05)."""

    def __init__(self, before: Rerolls) -> None:
        self.before = before

    def team_allowed(self, game: Game, side: i64, piece: i64, clause: i64) -> bool:
        if game.acting >= 0 and is_monster(game, game.acting):
            return False
        return not is_monster(game, piece) and self.before.team_allowed(game, side, piece, clause)

    def spend(self, game: Game, side: i64) -> None:
        self.before.spend(game, side)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class MonsterDecides(Frame):
    """The best face, a random square to push to, always following up, and every skill it has."""

    def __init__(self) -> None:
        pass

    def copy(self) -> Frame:
        return MonsterDecides()

    def begin(self, game: Game) -> i64:
        count = list_choices(game)
        squares: i64 = 0
        index: i64 = 0
        while index < count:
            if kind_of(game.offered[index]) == PUSH_TO:
                squares += 1
            index += 1
        if squares > 1:
            return game.roll(1, squares, clauses.MONSTER_PUSH, -1)
        return decide(game, best_choice(game, game.top.below))

    def rolled(self, game: Game, dice: i64) -> i64:
        count = list_choices(game)
        wanted = die(dice, 0)
        index: i64 = 0
        while index < count:
            if kind_of(game.offered[index]) == PUSH_TO:
                wanted -= 1
                if wanted == 0:
                    break
            index += 1
        return decide(game, game.offered[index])


def best_choice(game: Game, frame: Frame) -> i64:
    """The option that a monster likes best, of those that a procedure has just offered."""
    best: i64 = -1
    least: i64 = 0
    index: i64 = 0
    while index < game.offers:
        choice = game.offered[index]
        kind = kind_of(choice)
        rank: i64 = 50
        if kind == CHOOSE_FACE and isinstance(frame, Block):
            rank = rank_of(game, frame.attacker, frame.defender, frame.count > 0, first_of(choice))
        elif kind == FOLLOW_UP and isinstance(frame, FollowUp) and game.conditions[frame.attacker] & ROOTED != 0:
            rank = WORST  # it would fall
        elif kind == FOLLOW_UP or kind == USE or kind == PUSH_TO:
            rank = 1
        elif kind == BY_RULE:
            rank = 0
        elif kind == DECLINE:
            rank = WORST
        if best < 0 or rank < least:
            best = choice
            least = rank
        index += 1
    return best


def rank_of(game: Game, attacker: i64, defender: i64, attacks: bool, face: i64) -> i64:
    """The place of a face in the order in which a monster chooses; the best first (A-MON-18)."""
    dodges = game.able(defender, TURNS_STUMBLE_INTO_PUSH) and not game.able(attacker, CANCELS_DODGE)
    order = vec[i64]()
    if attacks:
        safe = game.able(attacker, IGNORES_BOTH_DOWN) and not game.able(defender, IGNORES_BOTH_DOWN)
        order = vec[i64](
            [
                int(POW),
                -1 if dodges else int(STUMBLE),
                int(BOTH_DOWN) if safe else -1,
                int(PUSH_BACK),
                int(STUMBLE),
                int(BOTH_DOWN),
                int(PLAYER_DOWN),
            ]
        )
    else:
        safe = game.able(defender, IGNORES_BOTH_DOWN)
        order = vec[i64](
            [
                int(PLAYER_DOWN),
                int(BOTH_DOWN) if safe else -1,
                int(PUSH_BACK),
                int(STUMBLE) if dodges else -1,
                int(BOTH_DOWN),
                int(STUMBLE),
                int(POW),
            ]
        )
    place: i64 = 0
    while order[place] != face:
        place += 1
    return place
