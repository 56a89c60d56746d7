"""The round robin: balanced, resumable, with ratings that say what the results say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dungeonbowl.bots.outside import find_bot
from dungeonbowl.bots.tournament import Record, ResultsFile, Terms, bouts, duels, play_all, ratings, standings
from dungeonbowl.cli import make_app
from dungeonbowl.errors import UserError

TERMS = Terms(
    bots=["random", "easy"],
    games=4,
    edition="official(turn_limit=2, quick=1)",
    dungeons=["of-1", "of-2"],
    teams=["fire-fast", "death-strong"],
)


def record(bots: tuple[str, str], number: int, points: tuple[float, float]) -> Record:
    return Record(bots, number, bots[0], ("", ""), "of-1", 1, points, "touchdown", (1, 0), bots[0], 8, (10, 10), (1, 2))


def test_two_games_that_follow_each_other_change_sides_only() -> None:
    first, second, third, _ = bouts(TERMS)
    assert (first.pairing.home, first.pairing.away) == ("random", "easy")
    assert (second.pairing.home, second.pairing.away) == ("easy", "random")
    assert first.seed == second.seed != third.seed
    assert first.pairing.home_team == second.pairing.home_team
    assert first.pairing.dungeon == second.pairing.dungeon != third.pairing.dungeon


def test_both_bots_have_the_first_turn_equally_often() -> None:
    records = list(play_all(TERMS, []))
    assert [each.first for each in records].count("random") == 2
    assert [each.home for each in records].count("random") == 2


def test_every_pair_plays_every_number() -> None:
    terms = Terms(bots=["a", "b", "c"], games=3, dungeons=["of-1"], teams=[])
    assert len(bouts(terms)) == 9
    assert {bout.pair for bout in bouts(terms)} == {("a", "b"), ("a", "c"), ("b", "c")}


def test_a_results_file_is_taken_up_where_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    file = ResultsFile(path, TERMS)
    played = list(play_all(TERMS, file.records))
    for each in played[:2]:
        file.add(each)
    with path.open("ab") as rest:
        rest.write(b'{"bots": ["random", "ea')  # broken off in the middle of a line
    del file  # that run is over: it leaves the file to others
    again = ResultsFile(path, TERMS)
    assert again.records == played[:2]
    others = list(play_all(TERMS, again.records))
    assert [each.number for each in others] == [2, 3]
    for each in others:
        again.add(each)
    del again
    assert ResultsFile(path, TERMS).records == played[:2] + others


def test_a_results_file_of_other_terms_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    ResultsFile(path, TERMS)
    other = Terms(bots=["random", "normal"], games=4, edition=TERMS.edition, dungeons=TERMS.dungeons, teams=TERMS.teams)
    with pytest.raises(UserError, match="was begun with bots"):
        ResultsFile(path, other)
    path.write_text("something else\n")
    with pytest.raises(UserError, match="not a results file"):
        ResultsFile(path, TERMS)


def test_ratings_put_ten_to_one_four_hundred_points_apart() -> None:
    records = [record(("a", "b"), number, (1.0, 0.0)) for number in range(1000)]
    records += [record(("a", "b"), number, (0.0, 1.0)) for number in range(100)]
    found = ratings(["a", "b"], records)
    assert found["a"] - found["b"] == pytest.approx(400, abs=2)
    assert found["a"] + found["b"] == pytest.approx(3000)


def test_ratings_stay_finite_for_who_never_lost_and_reach_over_common_opponents() -> None:
    records = [record(("a", "b"), number, (1.0, 0.0)) for number in range(10)]
    records += [record(("b", "c"), number, (1.0, 0.0)) for number in range(10)]
    found = ratings(["a", "b", "c"], records)
    assert 3000 > found["a"] > found["b"] > found["c"] > 0


def test_the_table_counts_wins_draws_losses_and_time() -> None:
    terms = Terms(bots=["a", "b"], games=4, dungeons=["of-1"], teams=[])
    results = [(1.0, 0.0), (1.0, 0.0), (0.5, 0.5), (0.0, 1.0)]
    records = [record(("a", "b"), number, points) for number, points in enumerate(results)]
    first, second = standings(terms, records)
    assert (first.bot, first.wins, first.draws, first.losses) == ("a", 2, 1, 1)
    assert first.win_rate == pytest.approx(2 / 3, abs=1e-3)
    assert first.interval_95[0] < 2 / 3 < first.interval_95[1]
    assert (first.ms_per_decision, second.ms_per_decision) == (100.0, 200.0)
    assert duels(terms, records)[0].endings == {"touchdown": 4}


def test_the_command_prints_json_and_goes_on_with_a_file(tmp_path: Path) -> None:
    path = tmp_path / "ladder.jsonl"
    call = ["arena", "--bots", "random,easy", "--games", "2", "--turn-limit", "1", "--dungeons", "of-1", "--json"]
    call += ["--jobs", "1", "--results", str(path)]
    runner = CliRunner()
    first = runner.invoke(make_app(call), call)
    assert first.exit_code == 0, first.output
    found = json.loads(first.stdout)
    assert [row["games"] for row in found["standings"]] == [2, 2]
    lines = path.read_text().count("\n")
    second = runner.invoke(make_app(call), call)
    assert json.loads(second.stdout)["records"] == found["records"]
    assert path.read_text().count("\n") == lines == 3


def test_the_command_prints_tables() -> None:
    call = ["arena", "--bots", "random,easy", "--games", "2", "--turn-limit", "1", "--teams", "none", "--jobs", "1"]
    done = CliRunner().invoke(make_app(call), call)
    assert done.exit_code == 0, done.output
    assert "rating" in done.output


@pytest.mark.parametrize(
    ("bots", "words"),
    [("random", "two or more"), ("random,random", "each once"), ("random,deep", "no bot 'deep'")],
)
def test_what_cannot_be_played_is_named(bots: str, words: str) -> None:
    call = ["arena", "--bots", bots, "--games", "2"]
    done = CliRunner().invoke(make_app(call), call)
    assert isinstance(done.exception, UserError)
    assert words in str(done.exception)


OWN_BOT = """
class First:
    def choose(self, view, options):
        return options[0]

class Seeded:
    name = "seeded"
    def __init__(self, seed):
        self.seed = seed
    def choose(self, view, options):
        return options[self.seed % len(options)]

class Mute:
    pass
"""


def test_a_bot_of_ones_own_is_found_in_its_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(OWN_BOT)
    assert find_bot(f"{path}:First", 1).name == "First"
    assert find_bot(f"{path}:Seeded", 7).seed == 7  # type: ignore[attr-defined]
    assert find_bot("dungeonbowl.bots.random_bot:RandomBot", 1).name == "random"
    for name, words in (
        (f"{path}", "say which class"),
        (f"{path}:Last", "no class Last"),
        (f"{path}:Mute", "no method choose"),
        (f"{tmp_path}/other.py:First", "no such file"),
        ("dungeonbowl.nothing:First", "bot module"),
    ):
        with pytest.raises(UserError, match=words):
            find_bot(name, 1)
    path.with_name("wrong.py").write_text("1 / 0")
    with pytest.raises(UserError, match="ZeroDivisionError"):
        find_bot(f"{tmp_path}/wrong.py:First", 1)


def test_the_bot_of_the_documentation_plays(tmp_path: Path) -> None:
    words = (Path(__file__).resolve().parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    code = words.partition('```python\n"""my_bot.py')[2].partition("```")[0]
    lines = [line for line in code.splitlines()[1:] if line.strip()]  # without the docstring and blank lines
    assert len(lines) <= 11  # the class, and ten lines in it
    path = tmp_path / "my_bot.py"
    path.write_text('"""my_bot.py' + code)
    terms = Terms(
        bots=["random", f"{path}:MyBot"], games=2, edition="official(quick=1)", dungeons=["of-1"], teams=TERMS.teams
    )
    for record in play_all(terms, []):
        assert record.lost == (0, 0)
        assert record.decisions[1] > 20
