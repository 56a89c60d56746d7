"""Writes matches as files of the version that runs this: `python tests/kept/write.py FOLDER`.

The tests read the files with later versions. Run it with the version whose files are to be kept, and keep the folder
under that version's name. A folder that is kept is never written again: old files must stay readable as they are.

For each match of `MATCHES` there are three files: its replay, its story as text, and its saves. The saves are taken at
decisions and before rolls where a procedure is in progress that no save before has shown. One more save, with its story
and inputs, is of the middle of the match. The
database holds one match that is running and one that is over. All files are compressed.
"""

from __future__ import annotations

import lzma
import random
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
from mypy_extensions import i64

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from dungeonbowl.bots.arena import Pairing, match_bots, new_game
from dungeonbowl.engine.dice import Prompt, TypedDice, unpacked
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.match import Input, Match
from dungeonbowl.engine.procedures.turn.contest import Contest
from dungeonbowl.play.setting_up import match_dice
from dungeonbowl.records.replay import encoded, replay_of
from dungeonbowl.records.save import Save, save
from dungeonbowl.server import wire
from dungeonbowl.words.story import Teller
from support.lines import Evening, House, in_a_house

OWN: Final = 0.75  # how often the bot of a side decides; else any option is taken, so that rare things happen


def teams(edition: str, dungeon: str, home: str, away: str) -> Pairing:
    """Two ready teams; the second one is played at random."""
    return Pairing(edition, dungeon, away="random", home_team=home, away_team=away)


# The name of each match, what is played, and the seed.
MATCHES: Final = {
    "official": (Pairing("official", "of-1", home_team="fire-fast", away_team="light-balanced"), 7),
    "official-asked": (
        Pairing(
            "official(turn_limit=6, optional_skills=asked)", "of-5", home_team="metal-strong", away_team="death-fast"
        ),
        11,
    ),
    "stockbowl": (Pairing("stockbowl(turn_limit=5)"), 5),
    "stockbowl-teams": (
        Pairing("stockbowl(turn_limit=4)", "sb-04", home_team="goblin-balanced", away_team="vampire-balanced"),
        8,
    ),
    "astrogranite-classic": (Pairing("astrogranite(classic, turn_limit=8)", "ag-old-halls"), 3),
    "astrogranite-standard": (
        Pairing(
            "astrogranite(turn_limit=8)", "ag-short-halls", home_team="jade-balanced", away_team="amethyst-balanced"
        ),
        4,
    ),
    "astrogranite-full": (
        Pairing("astrogranite(full, turn_limit=8)", "ag-sampler", home_team="grey-balanced", away_team="gold-balanced"),
        6,
    ),
    "astrogranite-three": (
        Pairing(
            "astrogranite(chasms=on, obstacles=on, water=on, traps=on, extra_teams=on, turn_limit=6)", "ag-three-crowns"
        ),
        9,
    ),
    "astrogranite-four": (
        Pairing("astrogranite(full, special_arrangements=off, extra_teams=on, turn_limit=4)", "ag-four-winds"),
        10,
    ),
    "astrogranite-asked": (
        Pairing("astrogranite(full, optional_skills=asked, chest_mode=hidden, turn_limit=6)", "ag-sampler"),
        12,
    ),
    "astrogranite-master": (Pairing("astrogranite(full, monster_gm=on, turn_limit=6)", "ag-gallery"), 13),
    "astrogranite-tactics": (
        teams("astrogranite(full, dirty_tactics=on, turn_limit=6)", "ag-sampler", "jade-balanced", "grey-balanced"),
        2,
    ),
    "astrogranite-balls": (
        teams(
            "astrogranite(full, ball_type=roll, ball_variants=on, optional_skills=asked, turn_limit=6)",
            "ag-gallery",
            "amethyst-balanced",
            "grey-balanced",
        ),
        185,
    ),
    "stockbowl-asked": (
        teams("stockbowl(optional_skills=asked, turn_limit=6)", "sb-04", "skaven-balanced", "halfling-balanced"),
        94,
    ),
    "stockbowl-flights": (teams("stockbowl(turn_limit=6)", "", "necromantic-balanced", "slann-balanced"), 320),
    "official-book": (teams("official(turn_limit=6)", "book-1", "death-strong", "beasts-fast"), 124),
}


class Kept(msgspec.Struct):
    """A save, and how many inputs of the replay lie before it."""

    inputs: int
    save: Save


class Watched(Prompt):
    """The dice of a match, from its seed. Before each roll a save is taken if it shows something new."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.source = match_dice(seed)
        self.inputs: list[Input] = []
        self.known: set[str] = set()
        self.kept: list[Kept] = []

    def dice(self, count: int, kind: int) -> list[int]:
        self.look()
        return unpacked(self.source.roll(i64(count), i64(kind)), i64(count))

    def look(self) -> None:
        """Keep a save that shows a procedure which none before has shown, and one every 150 inputs."""
        names = {frame.name() for frame in self.game.frames()}
        if not names <= self.known or len(self.inputs) >= 150 * (len(self.kept) + 1):
            self.known |= names
            self.kept.append(Kept(len(self.inputs), bare(save(self.game))))


def decided(pairing: Pairing, seed: int) -> Iterator[tuple[Match, list[Kept]]]:
    """One match, seen at every decision and when it is over, with its saves so far."""
    bots = match_bots(pairing, seed)
    chance = random.Random(seed)
    game = new_game(pairing)
    watched = Watched(game, seed)
    match = Match(game, TypedDice(watched), Contest())
    watched.inputs = match.inputs
    while not match.is_over():
        watched.look()
        yield match, watched.kept
        options = match.options()
        choice = chance.choice(options)
        if match.asked() < len(bots) and chance.random() < OWN:
            choice = bots[match.asked()].choose(match.game.as_known_to(match.game.asked), list(options))
        match.choose(choice)
    yield match, watched.kept


def bare(record: Save) -> Save:
    """A save without its story and inputs, which stand in the replay."""
    return msgspec.structs.replace(record, state=msgspec.structs.replace(record.state, events=None), inputs=[])


def write(folder: Path, name: str) -> None:
    match, kept = list(decided(*MATCHES[name]))[-1]
    half = len(match.inputs) // 2
    middle = next(save(each) for each, _ in decided(*MATCHES[name]) if len(each.inputs) >= half)
    pack(folder / f"{name}.replay.jsonl.xz", b"".join(line + b"\n" for line in encoded(replay_of(match))))
    pack(folder / f"{name}.story.txt.xz", "\n".join(Teller(match.game).lines(match.game.events)).encode() + b"\n")
    pack(folder / f"{name}.saves.json.xz", msgspec.json.encode(kept))
    pack(folder / f"{name}.save.json.xz", msgspec.json.encode(middle))
    print(name, len(match.inputs), "inputs", len(kept), "saves", match.game.winner)  # noqa: T201


def pack(path: Path, data: bytes) -> None:
    path.write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))


async def two_matches(house: House) -> None:
    """One match is played to its end, the other some way; with chat, a standing answer and words of the coaches."""
    chance = random.Random(5)
    order = wire.NewMatch(
        edition="official(turn_limit=3)",
        seats=["person", "person"],
        quick=True,
        pace=0,
        dungeon=wire.DungeonOrder("of-1"),
    )
    for decisions in (0, 40):
        evening = await Evening.begin(house, order, bytes(range(decisions, decisions + 32)))
        await evening.order(evening.seats[0], wire.SendChat("good luck"))
        played = 0
        while evening.session.stage == "playing" and (decisions == 0 or played < decisions):
            choice = chance.choice(evening.options)
            await evening.order(evening.asked()[0], wire.Act(evening.session.number, str(choice)))
            played += 1
        print(evening.id, evening.session.stage, played)  # noqa: T201


def write_database(folder: Path) -> None:
    house_folder = folder / "house"
    house_folder.mkdir()
    in_a_house(house_folder, two_matches)
    path = house_folder / "matches.sqlite3"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode=DELETE")
    connection.execute("VACUUM")
    connection.close()
    pack(folder / "matches.sqlite3.xz", path.read_bytes())
    for file in house_folder.iterdir():
        file.unlink()
    house_folder.rmdir()


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True)
    for each in MATCHES:
        write(target, each)
    write_database(target)
