"""The report of a match, made from its events alone: what each side and each player did, and which side was lucky
(`words/luck.py`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from mypy_extensions import i64

from dungeonbowl.engine import events
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.sides import SCORE
from dungeonbowl.languages import t
from dungeonbowl.server.view.positions import winner_of
from dungeonbowl.server.view.stories import Storyteller
from dungeonbowl.server.view.words import FACE_WORDS, capital
from dungeonbowl.server.wire import DiceTally, LuckRow, PlayerTally, Report, SideCard, Tally
from dungeonbowl.words.luck import OF_PIECES, OF_SIDES, OUT, POINTS, SQUARES, Reader, total_luck


def report_of(game: Game, match: str, cards: list[SideCard], seed: str, commitment: str) -> Report:
    """The whole report; of a match under way, the report so far."""
    reader = Reader(game)
    sides = range(reader.sides)
    labels = told([*OF_PIECES.values(), SQUARES, POINTS, *OUT.values()])
    rows = {**labels, **told(OF_SIDES.values())}
    tallies = [
        Tally(key, label, [reader.by_side[side][key] for side in sides])
        for key, label in rows.items()
        if any(reader.by_side[side][key] for side in sides)
    ]
    luck = [
        LuckRow(
            side,
            capital(what),
            each.rolls,
            round(each.expected, 2),
            round(each.rolled, 2),
            round(each.score, 2),
        )
        for (side, what), each in sorted(reader.luck.items())
        if side < reader.sides
    ]
    ended = [event for event in game.events if event.kind == events.MATCH_ENDED]
    text = Storyteller(game).event(ended[-1], 0).text if ended else t("The match goes on")
    return Report(
        match,
        bool(game.over),
        text,
        winner_of(game),
        [int(game.side_value(i64(side), SCORE)) for side in sides],
        cards,
        tallies,
        [player_tally(game, piece, found) for piece, found in sorted(reader.by_piece.items())],
        labels,
        luck,
        [round(total_luck(reader, side), 2) for side in sides],
        seed,
        commitment,
        [tally for side in sides for tally in dice_tallies(reader, side)],
    )


def told(entries: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The words for what is counted, by its key."""
    return {key: t(label) for key, label in entries}


def dice_tallies(reader: Reader, side: int) -> list[DiceTally]:
    """How the dice of a side fell; only dice that it rolled."""
    found = []
    plain = reader.dice_counts[side, "D6"]
    if total := sum(plain.values()):
        counts = [plain[face] for face in range(1, 7)]
        found.append(DiceTally(side, "D6", [str(face) for face in range(1, 7)], counts, [round(total / 6, 2)] * 6))
    block = reader.dice_counts[side, "block"]
    if total := sum(block.values()):
        fallen, shares = Counter[str](), Counter[str]()
        for face, word in FACE_WORDS.items():
            fallen[word] += block[face]
            shares[word] += 1
        expected = [round(total * share / 6, 2) for share in shares.values()]
        found.append(
            DiceTally(side, "block", [t(word) for word in shares], [fallen[word] for word in shares], expected)
        )
    return found


def player_tally(game: Game, piece: int, found: dict[str, int]) -> PlayerTally:
    sheet = game.squads.sheets[piece]
    return PlayerTally(piece, int(sheet.side), int(sheet.number), sheet.name, sheet.position, dict(found))
