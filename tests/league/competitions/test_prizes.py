"""Prizes, the trophy, and what is announced at the end."""

from __future__ import annotations

import csv
import io

import pytest

from dungeonbowl.league.competitions.events import Finished, Prize, WalkedOver
from dungeonbowl.league.competitions.honours import Honour, honours, results_csv
from dungeonbowl.league.competitions.prizes import final_places, prizes, prizes_of, trophy_changes
from dungeonbowl.league.competitions.words import Entry
from support.competition_logs import Log, teams


def season(edition: str = "official", options: str = "") -> Log:
    """Five teams; the earlier letter wins each match of the season, the later one each of the play-offs."""
    log = Log(f"edition = {edition}, stages = round_robin(meetings=1) knock_out(qualify=4)\n{options}", teams(5))
    for stage, best in ((1, min), (2, max)):
        log.begin_stage()
        while log.pair():
            for fixture in list(log.state.fixtures_of(stage)):
                if fixture.state != "over":
                    winner = best(fixture.sides)
                    log.score(fixture.id, {winner: 1, next(team for team in fixture.sides if team != winner): 0})
            if stage == 1:
                break
        log.finish_stage()
    return log


@pytest.mark.rule("O-LEAGUE-04")
def test_third_gets_30k_second_60k_the_champion_100k_and_the_trophy() -> None:
    """Semi-finals a-d and b-c; d beats a, c beats b; d beats c in the final, b beats a for third place."""
    log = season()
    assert final_places(log.state) == [["d"], ["c"], ["b"], ["a"], ["e"]]
    assert prizes_of(log.state) == [
        Prize(team="d", place=1, gold=100_000, trophy=True),
        Prize(team="c", place=2, gold=60_000),
        Prize(team="b", place=3, gold=30_000),
    ]
    log.add(*prizes_of(log.state), Finished(places=tuple(tuple(each) for each in final_places(log.state))))
    assert log.state.prizes == prizes_of(log.state)
    assert log.state.places[0] == ("d",)


@pytest.mark.rule("O-LEAGUE-04")
def test_the_next_champion_takes_the_trophy_and_a_champion_again_keeps_it() -> None:
    won = [Prize(team="d", place=1, gold=100_000, trophy=True)]
    assert trophy_changes("", won) == ("", "d")
    assert trophy_changes("a", won) == ("a", "d")
    assert trophy_changes("d", won) == ("", "")
    assert trophy_changes("a", []) == ("", "")


def test_prizes_can_be_changed_and_other_editions_have_none() -> None:
    assert [prize.gold for prize in prizes_of(season(options="prizes = 50000, trophy = off").state)] == [50_000]
    assert prizes_of(season("astrogranite").state) == []
    assert prizes_of(season("stockbowl").state) == []


def test_teams_that_share_a_place_share_its_gold() -> None:
    told = prizes([["a"], ["b"], ["c", "d"]], [100_000, 60_000, 30_000], trophy=True)
    assert [(prize.team, prize.place, prize.gold) for prize in told][2:] == [("c", 3, 15_000), ("d", 3, 15_000)]
    level = prizes([["a", "b"], ["c"]], [100_000, 60_000, 30_000], trophy=True)
    assert [(prize.gold, prize.trophy) for prize in level] == [(80_000, False), (80_000, False), (30_000, False)]


def test_honours_of_a_day() -> None:
    rosters = ["fire", "fire", "metal", "metal"]
    entries = [
        Entry(team, team.upper(), owner=f"coach {team}", roster=roster)
        for team, roster in zip(teams(4), rosters, strict=True)
    ]
    log = Log("edition = official, stages = round_robin(meetings=1)", entries)
    log.begin_stage()
    log.pair()
    log.meet("a", "b", (1, 0), (0, 2))
    log.meet("c", "d", (2, 0), (2, 0))
    log.meet("a", "c", (1, 0))
    last = next(each.id for each in log.state.fixtures_of(1) if set(each.sides) == {"b", "d"})
    log.add(WalkedOver(fixture=last, winner="b"))
    told = honours(log.table(), {entry.team: entry.roster for entry in entries})
    assert told == [
        Honour("best attack", ("a", "c"), 2),
        Honour("most casualties", ("c", "b"), 2),
        Honour("best of fire", ("a",), 1),
        Honour("best of metal", ("c",), 2),
        Honour("wooden spoon", ("d",), 4),
    ]
    lines = list(csv.DictReader(io.StringIO(results_csv(log.state))))
    assert len(lines) == 6  # two sides of three matches; a walk-over is no match
    first = next(line for line in lines if line["team"] == "B" and line["opponent"] == "A")
    assert (first["coach"], first["roster"], first["score"], first["casualties"]) == ("coach b", "fire", "0", "2")
    assert (first["against"], first["result"]) == ("1", "lost")
    assert honours([], {}) == []
