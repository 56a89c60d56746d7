"""For newcomers: what a coach is after now, and which things that he may not know matter at a decision.

Both follow from the position and from what is on offer. Which of the things somebody has read about already, only the
client remembers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import BLITZ_ACTION, BLOCK_ACTION, first_of, kind_of
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, list_options, settle
from dungeonbowl.engine.places import HIDDEN
from dungeonbowl.engine.statuses import STANDING
from dungeonbowl.languages import mark, t
from dungeonbowl.server.view.words import player_label
from dungeonbowl.server.wire import Goal, Option, Subject

# In the order in which they are told, where several matter at once.
SUBJECTS: Final = (
    Subject(
        "reroll",
        mark("A re-roll"),
        mark(
            "The dice are rolled once more, and that counts. You have few: keep them for rolls that would end "
            "your turn."
        ),
    ),
    Subject(
        "chest",
        mark("Chests"),
        mark(
            "One holds the ball, most others a trap that strikes everybody near. Open last, with a player you "
            "can spare."
        ),
    ),
    Subject(
        "block",
        mark("A block"),
        mark(
            "Strike at an opponent beside you. Strength, and team-mates beside him, decide how many dice there "
            "are and who "
            "chooses: two of your choice are good."
        ),
    ),
    Subject(
        "blitz",
        mark("A blitz"),
        mark("A move and a block in one, once a turn: keep it for the opponent who matters most."),
    ),
    Subject(
        "portal",
        mark("Portals"),
        mark(
            "You come out of another one: a die says which, and now and then a player is lost. Point at it for "
            "the odds."
        ),
    ),
    Subject(
        "turnover",
        mark("Turnovers"),
        mark("If a roll like this fails, your whole turn ends. Whatever needs no dice comes first."),
    ),
    Subject("hint", mark("Hint"), mark("Not sure? Hint shows the best few things to do, and why.")),
)
NO_BALL: Final = mark("Find the ball: open a chest. Then carry it to the marked squares.")
LOOSE: Final = mark("The ball lies free: pick it up, and carry it to the marked squares.")
OURS: Final = mark("{carrier} has the ball: bring it to the marked squares.")
THEIRS: Final = mark("{carrier} of the other team has the ball: knock the carrier down, or stand in the way.")


# --- the goal --------------------------------------------------------------------------------------------------------


def goal_of(game: Game, side: int) -> Goal | None:
    """What the coach of a side is after now; None before the match is under way, and for a game master."""
    if not 0 <= side < game.squads.sides or game.active < 0:
        return None
    return Goal(goal_words(game, side), scoring_squares(game, side))


def goal_words(game: Game, side: int) -> str:
    balls = range(len(game.balls))
    carriers = [int(game.carrier(i64(ball))) for ball in balls]
    ours = [piece for piece in carriers if piece >= 0 and game.side_of[piece] == side]
    if ours:
        return t(OURS, carrier=player_label(game, ours[0]))
    if any(int(game.balls[ball]) >= 0 for ball in balls):
        return t(LOOSE)
    theirs = [piece for piece in carriers if piece >= 0]
    if theirs:
        return t(THEIRS, carrier=player_label(game, theirs[0]))
    return t(NO_BALL) if any(game.balls[ball] == HIDDEN for ball in balls) else ""


def scoring_squares(game: Game, side: int) -> list[int]:
    """Where a carrier of this side would score: the rule is asked about every square of an end zone."""
    own = [piece for piece in range(int(game.squads.count)) if game.squads.side[piece] == side]
    if not own:
        return []
    clone = game.clone()
    piece = i64(own[0])
    clone.conditions[piece] = 0  # whatever keeps this one player from scoring now
    found: list[int] = []
    for node in range(int(game.dungeon.count)):
        if game.dungeon.zone[node] >= 0:
            clone.square[piece] = node
            if game.rules.policies.scoring.counts(clone, piece):
                found.append(node)
    return found


# --- what matters now ------------------------------------------------------------------------------------------------


def subjects_of(game: Game, offered: list[int], shown: list[Option]) -> list[Subject]:
    """The things that matter at this decision. `offered` are its options, `shown` the same as the coach sees them. A
    game master has no team and is taught nothing."""
    if game.asked >= game.squads.sides:
        return []
    known = set(matters(game, offered, shown))
    return [Subject(each.id, t(each.title), t(each.text)) for each in SUBJECTS if each.id in known]


def matters(game: Game, offered: list[int], shown: list[Option]) -> Iterator[str]:
    kinds = {kind_of(option) for option in offered}
    if int(actions.REROLL) in kinds:
        yield "reroll"
    if int(actions.OPEN_CHEST) in kinds:
        yield "chest"
    if int(actions.ENTER_RESERVE) in kinds:
        yield "portal"
    if any(each.dice is not None or (each.odds is not None and each.odds < 1.0) for each in shown):
        yield "turnover"
    for each in shown:
        if each.kind == "step" and each.square is not None:
            yield from on_square(game, each.square)
    yield from of_declarations(game, offered)
    if int(actions.END_TURN) in kinds:
        yield "hint"
        for option in offered:
            if kind_of(option) == actions.ACTIVATE:
                yield from of_player(game, option)


def on_square(game: Game, square: int) -> Iterator[str]:
    """What is met on a square that a player may step into."""
    if game.is_chest(i64(square)):
        yield "chest"
    if game.portal_number(i64(square)) > 0:
        yield "portal"


def of_declarations(game: Game, offered: list[int]) -> Iterator[str]:
    declared = {first_of(option) for option in offered if kind_of(option) == actions.DECLARE}
    if int(BLOCK_ACTION) in declared:
        yield "block"
    if int(BLITZ_ACTION) in declared and any(in_range(game, foe) for foe in standing_foes(game)):
        yield "blitz"


def of_player(game: Game, activate: int) -> Iterator[str]:
    """What matters to a player who could be activated: his declarations, found on a clone, and what is near."""
    clone = game.clone()
    choose_trusted(clone, i64(activate))
    if settle(clone) != ASK or clone.asked != game.asked or clone.acting < 0:
        return
    count = int(list_options(clone))
    yield from of_declarations(clone, [int(clone.offered[index]) for index in range(count)])
    if any(clone.is_chest(i64(node)) and in_range(clone, node) for node in range(int(clone.dungeon.count))):
        yield "chest"


def standing_foes(game: Game) -> list[int]:
    """The squares of the opponents who stand."""
    side = int(game.asked)
    return [
        int(game.square[piece])
        for piece in range(int(game.squads.count))
        if game.side_of[piece] != side and game.status[piece] == STANDING and game.square[piece] >= 0
    ]


def in_range(game: Game, node: int) -> bool:
    """Whether a square is no farther from the acting player, as the crow flies, than he can walk."""
    here = int(game.square[game.acting])
    if here < 0:
        return False
    dungeon = game.dungeon
    columns = abs(int(dungeon.column[node]) - int(dungeon.column[here]))
    rows = abs(int(dungeon.row[node]) - int(dungeon.row[here]))
    return max(columns, rows) <= int(game.squads.sheets[game.acting].movement)
