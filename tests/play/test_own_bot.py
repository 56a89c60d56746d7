"""A bot written against the front door plays wherever a bot can be named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import dungeonbowl as db
from dungeonbowl.bots.arena import Pairing, play
from dungeonbowl.bots.outside import find_bot
from dungeonbowl.bots.reading import ReadingBot, reads_match
from dungeonbowl.bots.seat import Seat

TEN_LINES = '''
class Runner:
    def __init__(self, seed):
        self.seed = seed

    def choose(self, match):
        for kind in ("open", "stand up", "activate"):
            for option in match.options:
                if option.kind == kind:
                    return option
        return match.usual


class Talker:
    """Answers in words, and plays on the match that it was shown."""

    def choose(self, match):
        answer = match.options[-1].words
        while not match.is_over and match.position.turn < 2:
            match.play()
        return answer


class Dreamer:
    def choose(self, match):
        return "fly to the moon"


class Cheat:
    def choose(self, match):
        return "end turn" if "end turn" not in match.options else match.options[0]


class Searcher:
    def choose(self, game, options):
        return options[0]
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "own.py"
    path.write_text(TEN_LINES)
    return path


def test_a_bot_that_reads_a_match_plays_in_the_arena(file: Path) -> None:
    for name in ("Runner", "Talker"):
        result = play(Pairing("official(quick=1, turn_limit=3)", "of-1", home=f"{file}:{name}"), 3)
        assert result.failed == (0, 0)
        assert result.decided[0] >= 3
        assert result.ending in ("distance", "touchdown", "turn limit")


def test_a_bot_that_reads_a_match_plays_in_a_match(file: Path) -> None:
    match = db.Match("official", dungeon="of-1", seed=3, quick=True, turn_limit=2)
    while not match.is_over:
        action = db.bots.named(f"{file}:Runner", match)
        assert action in match.options
        match.play(action)


def test_a_bot_is_asked_in_the_way_that_it_is_written(file: Path) -> None:
    reading, fast = find_bot(f"{file}:Runner", 5), find_bot(f"{file}:Searcher", 5)
    assert isinstance(reading, ReadingBot)
    assert reading.bot.seed == 5
    assert not isinstance(fast, ReadingBot)
    assert not reads_match(fast)
    assert reading.name == "Runner"


def test_an_answer_that_is_none_loses_the_decision_and_says_why(file: Path) -> None:
    match = db.Match("official", dungeon="of-1", seed=3, quick=True)
    for name, words in (("Dreamer", "'fly to the moon' is no action"), ("Cheat", "was not offered")):
        seat = Seat(find_bot(f"{file}:{name}", 1), tells=False)
        if name == "Cheat":
            match.play("activate B1" if match.asked == "away" else "activate A1")
        chosen = seat.choose(match.engine.game, match.engine.options())
        assert chosen in match.engine.options()
        assert seat.lost == 1
        assert words in seat.faults[0].words


@pytest.mark.parametrize("limit", [0.0, 60.0])
@pytest.mark.parametrize("error", ["SystemExit(3)", "GeneratorExit()", "asyncio.CancelledError()"])
def test_a_bot_that_ends_the_program_only_loses_the_decision(tmp_path: Path, error: str, limit: float) -> None:
    path = tmp_path / "quitter.py"
    path.write_text(f"import asyncio\n\n\nclass Quitter:\n    def choose(self, match):\n        raise {error}\n")
    match = db.Match("official", dungeon="of-1", seed=3, quick=True)
    seat = Seat(find_bot(f"{path}:Quitter", 1), limit=limit, tells=False)
    assert seat.choose(match.engine.game, match.engine.options()) in match.engine.options()
    seat.close()
    assert [fault.kind for fault in seat.faults] == ["exception"]
    assert seat.faults[0].words.startswith(error.removeprefix("asyncio.").partition("(")[0])
    assert seat.faults[0].where == "quitter.py, line 6"


def test_who_stops_the_program_by_hand_stops_it() -> None:
    class Stopped:
        name = "stopped"

        def choose(self, match: db.Match) -> db.Action:
            raise KeyboardInterrupt

    match = db.Match("official", dungeon="of-1", seed=3, quick=True)
    with pytest.raises(KeyboardInterrupt):
        Seat(ReadingBot(Stopped(), 1), tells=False).choose(match.engine.game, match.engine.options())


def test_in_a_match_of_ones_own_the_bot_raises_what_it_raises(file: Path) -> None:
    """The author of a bot sees the error and its line; only seats forgive."""
    match = db.Match("official", dungeon="of-1", seed=3, quick=True)
    with pytest.raises(db.UserError, match="'fly to the moon' is no action"):
        db.bots.named(f"{file}:Dreamer", match)
    match.play(match.options[0])
    with pytest.raises(db.Refused, match="not on offer"):
        db.bots.named(f"{file}:Cheat", match)


def test_the_page_on_bots_shows_what_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ten lines of docs/bots.md, and the lines below them that let the bot play."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (bot,) = [block for block in blocks if block.startswith('"""my_bot.py')]
    (using,) = [block for block in blocks if "db.bots.named" in block]
    monkeypatch.chdir(tmp_path)
    Path("my_bot.py").write_text(bot)
    names: dict[str, object] = {}
    exec(using.replace("quick=True", "quick=True, turn_limit=2"), names)
    match = names["match"]
    assert isinstance(match, db.Match)
    assert match.is_over


def test_what_a_bot_plays_on_its_match_does_not_reach_the_real_one(file: Path) -> None:
    match = db.Match("official", dungeon="of-1", seed=3, quick=True)
    before = (match.story, str(match), match.options)
    assert db.bots.named(f"{file}:Talker", match) == match.options[-1]
    assert (match.story, str(match), match.options) == before


def test_a_bot_does_not_see_what_its_side_cannot_know(file: Path) -> None:
    """Chests that are filled before the match look the same to a bot: the chest with the ball is drawn anew for it."""
    seen: set[tuple[int, ...]] = set()

    class Spy:
        name = "spy"

        def choose(self, match: db.Match) -> db.Action:
            seen.add(tuple(int(number) for number in match.engine.game.memo))
            return match.options[0]

    match = db.Match("astrogranite(full, chest_mode=hidden)", dungeon="ag-sampler", seed=3)
    seat = Seat(ReadingBot(Spy(), 1), tells=False)
    while match.position.turn < 1:
        match.play(db.bots.normal(match))
    game = match.engine.game
    assert not game.is_open_to(game.asked)
    seat.choose(game, match.engine.options())
    assert seat.lost == 0
    assert seen
    assert tuple(int(number) for number in game.memo) not in seen
