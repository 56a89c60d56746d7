"""Dice that a match at a real table waits for, as coaches read it: which, whose, what for, what they need, and what
each face brings. Every face is tried on a clone, so it is told by the engine and not by a table of our own."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.dungeon.directions import scatter_direction
from dungeonbowl.engine import clauses
from dungeonbowl.engine.dice import BLOCK_DIE, D8, faces
from dungeonbowl.engine.dice import name as die_name
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.block.block import Block
from dungeonbowl.engine.procedures.stat_test import AT_LEAST, AT_MOST, StatTest
from dungeonbowl.languages import t
from dungeonbowl.server.typed_dice import is_coin, wanted_words
from dungeonbowl.server.view.blows import endings_by_face
from dungeonbowl.server.view.consequences import NOTHING, outcomes, told
from dungeonbowl.server.view.foresight import Words
from dungeonbowl.server.view.prompt_words import TITLES, WAITING
from dungeonbowl.server.view.trials import Noted, chooser_of, needed_by
from dungeonbowl.server.view.words import player_label
from dungeonbowl.server.wire import DiceWanted, DieFace, Outcome, Prompt
from dungeonbowl.words.dice_words import sign_of
from dungeonbowl.words.notation import FACES
from dungeonbowl.words.phrases import rolled_for

MOST_TRIED: Final = 40  # faces of one die
# D8 that are read from a table. All others name a direction, as the template has them.
TABLES: Final = frozenset(int(each) for each in (clauses.CASUALTY_ROLL, clauses.APOTHECARY, clauses.LAYOUT))


def wanted_prompt(game: Game, number: int, mine: bool) -> Prompt:
    """The prompt of a match that waits for dice."""
    sides = int(game.squads.sides)
    roller = int(game.dice_side) if 0 <= int(game.dice_side) < sides else None
    side = roller if roller is not None else max(0, int(game.active))
    frame = game.frame()
    piece = piece_of(game, "piece", "attacker", "catcher", "thrower")
    words = wanted_words(game)
    test = Noted(game, frame, int(frame.roller)) if isinstance(frame, StatTest) else None
    wanted = DiceWanted(
        die=str(die_name(game.dice_kind)),
        count=int(game.dice_count),
        faces=faces_of(game, side, frame if isinstance(frame, StatTest) else None),
        side=roller,
        what=rolled_for(game.dice_clause),
        needed=test.text() if test is not None else "",
        odds=round(test.odds if not test.is_against else 1.0 - test.odds, 6) if test is not None else None,
        chooser=chooser_of(game, frame) if isinstance(frame, Block) else None,
        outcomes=sums_of(game, side) if test is None else [],
    )
    return Prompt(
        number=number,
        side=side,
        mine=mine,
        kind="roll",
        title=title_of(game, words) if mine else waiting_words(game, roller, words),
        help=help_of(game, frame, wanted, piece) if mine else "",
        rule=str(game.rules.cite(game.dice_clause)),
        piece=piece,
        target=piece_of(game, "defender", "victim"),
        roll=wanted,
    )


def help_of(game: Game, frame: object, wanted: DiceWanted, piece: int | None) -> str:
    """A sentence: who needs what."""
    label = player_label(game, piece) if piece is not None else ""
    if wanted.needed:
        if not label:
            return t("{needed} is needed.", needed=wanted.needed)
        return t("{player} needs {needed}.", player=label, needed=wanted.needed)
    if isinstance(frame, Block) and wanted.chooser is not None and wanted.count > 1:
        return t("The coach of {side} chooses one of them.", side=game.squads.names[wanted.chooser])
    return t("For {player}.", player=label) if label else t(TITLES["roll"][1])


def title_of(game: Game, words: str) -> str:
    return t("Toss {coin}", coin=words) if is_coin(game) else t(TITLES["roll"][0], dice=words)


def waiting_words(game: Game, roller: int | None, words: str) -> str:
    """What spectators read."""
    name = game.squads.names[roller] if roller is not None else t("A coach")
    if is_coin(game):
        return t("{side} tosses {coin}", side=name, coin=words)
    return t("{side} {doing}", side=name, doing=t(WAITING["roll"], dice=words))


def piece_of(game: Game, *names: str) -> int | None:
    """The player that the procedure at work is about, by the first of these fields that it has."""
    frame = game.frame()
    for name in names:
        found = getattr(frame, name, None)
        if isinstance(found, int) and 0 <= found < game.squads.count:
            return int(found)
    return None


def faces_of(game: Game, side: int, test: StatTest | None) -> list[DieFace]:
    """Every face of the die, from 1 on."""
    count = int(faces(game.dice_kind))
    alone = int(game.dice_count) == 1 and count <= MOST_TRIED
    if int(game.dice_kind) == BLOCK_DIE:
        return block_faces(game, side)
    ways = int(game.dice_kind) == D8 and int(game.dice_clause) not in TABLES and alone
    found: list[DieFace] = []
    for value in range(1, count + 1):
        text = brought(game, value, side) if alone and test is None else ""
        direction = int(scatter_direction(i64(value))) if ways else None
        passed = passes(test, value) if test is not None else None
        found.append(DieFace(value, "", direction, text, passed, sign_of(int(game.dice_kind), value)))
    return found


def passes(test: StatTest, value: int) -> bool | None:
    """Whether this face passes a test; None where it is added to another die."""
    needed = needed_by(test)
    if test.reading == AT_MOST:
        return value <= needed
    return value >= needed if test.reading == AT_LEAST else None


def brought(game: Game, value: int, side: int) -> str:
    """What comes of a face; empty where that is nothing to speak of."""
    told_of = told(game, [[value]], side, 1)
    text = told_of[0].text if told_of else ""
    return "" if text == t(NOTHING) else text


def block_faces(game: Game, side: int) -> list[DieFace]:
    """The six faces of a block die, with what each does to these two players."""
    block = game.frame()
    texts: dict[int, str] = {}
    if isinstance(block, Block) and block.defender >= 0 and not block.paired:
        endings = endings_by_face(game)
        words = Words(game, int(block.attacker), int(block.defender), side)
        texts = {face: words.of_ending(ending) for face, ending in endings.items()}
        texts[4] = texts.get(3, "")
    return [DieFace(value, FACES[value], None, texts.get(value, "")) for value in range(1, 7)]


def sums_of(game: Game, side: int) -> list[Outcome]:
    """What several dice together may bring; a single die says it at its faces."""
    if int(game.dice_count) == 1 or int(game.dice_kind) == BLOCK_DIE:
        return []
    return outcomes(game, side)
