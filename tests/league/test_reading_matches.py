"""The facts of whole matches between teams of a league, two to four of them, in every edition; and of their replays."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from dungeonbowl.editions import build
from dungeonbowl.engine import clauses
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.dice import DiceSource, ProvableDice, SeededDice
from dungeonbowl.engine.events import CASUALTY_SETTLED, POINTS_EARNED
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.match import Match
from dungeonbowl.league.aftermath.facts import MatchFacts
from dungeonbowl.league.aftermath.reading import read_match, read_replay_facts
from dungeonbowl.records.replay import read_replay, write_replay
from dungeonbowl.records.save import story_hash
from dungeonbowl.records.squads import squads_of
from dungeonbowl.teams.journeymen import with_journeymen
from dungeonbowl.teams.team import Team
from support.league import league_team
from support.plans import how_many
from support.walks import Luck, layout, play_match

GROUNDS = {
    "official(turn_limit=6)": ("of-1", ("fire-fast", "light-balanced")),
    "astrogranite(standard, league=on, turn_limit=6)": ("ag-old-halls", ("gold-balanced", "amber-balanced")),
    "astrogranite(classic, league=on, extra_teams=on, turn_limit=5)": (
        "ag-four-winds",
        ("gold-balanced", "amber-balanced", "light-balanced", "grey-balanced"),
    ),
    "stockbowl(turn_limit=4)": ("sb-02", ("nurgle-balanced", "human-balanced")),
}


def teams_for(edition: str) -> list[Team]:
    name = edition.partition("(")[0]
    ready = GROUNDS[edition][1]
    teams = [league_team(f"t_{side}", team, name) for side, team in enumerate(ready)]
    return [
        replace(team, players=tuple(replace(each, id=f"p_{side}_{each.number}") for each in team.players))
        for side, team in enumerate(teams)
    ]


def played(edition: str, seed: int, dice: DiceSource | None = None) -> tuple[Match, list[Team]]:
    teams = teams_for(edition)
    rules = build(edition)
    match = begun(Game(rules, layout(GROUNDS[edition][0]), squads_of(teams, rules)), dice or SeededDice(seed))
    return play_match(match, Luck(seed)), teams


@pytest.mark.parametrize("edition", GROUNDS)
def test_what_a_match_tells_is_told_of_the_right_players_and_nothing_is_lost(edition: str) -> None:
    for seed in range(how_many("match facts")):
        match, teams = played(edition, seed)
        game = match.game
        facts = read_match(game, teams, "m_1")
        earned: Counter[str] = Counter()
        for event in game.events:
            if event.kind == POINTS_EARNED and event.clause != clauses.MOST_VALUABLE:
                sheet = game.squads.sheets[event["piece"]]
                earned[f"p_{int(sheet.side)}_{int(sheet.number)}"] += event["points"]
        told = {
            player.player: sum(player.points.values())
            for side in facts.sides
            for player in side.players
            if player.points
        }
        assert told == dict(earned), seed
        assert_sensible(facts, game, seed)


def assert_sensible(facts: MatchFacts, game: Game, seed: int) -> None:
    outcomes = Counter(side.outcome for side in facts.sides)
    assert outcomes["won"] <= 1, seed
    assert outcomes["won"] == 0 or outcomes["drawn"] == 0, seed
    assert [side.casualties for side in facts.sides] == [
        sum(player.deeds.get("casualty", 0) for player in side.players) for side in facts.sides
    ], seed
    standing = [event for event in game.events if event.kind == CASUALTY_SETTLED and event.casualties()]
    hurt = [player for side in facts.sides for player in side.players if player.injury]
    assert len(hurt) == len({event["piece"] for event in standing}), seed
    assert [len(side.players) for side in facts.sides] == [
        int(game.last_piece(side)) - int(game.first_piece(side)) for side in range(int(game.squads.sides))
    ], seed
    assert facts.story == story_hash(game.events), seed
    assert msgspec.convert(msgspec.to_builtins(facts), MatchFacts) == facts, seed


@pytest.mark.rule("O-DRAFT-10")
def test_journeymen_are_told_of_by_the_ids_that_the_league_gave_them() -> None:
    edition = "official(turn_limit=6)"
    first, second = teams_for(edition)
    hurt = tuple(replace(each, misses_next_game=each.number > 9) for each in first.players)
    filled = with_journeymen(replace(first, players=hurt, games=1))
    crew = tuple(replace(each, id=each.id or f"p_j{each.number}") for each in filled.players)
    teams = [replace(filled, players=crew), replace(second, games=1)]
    rules = build(edition)
    match = begun(Game(rules, layout("of-1"), squads_of(teams, rules)), SeededDice(3))
    facts = read_match(play_match(match, Luck(3)).game, teams, "m_1")
    told = [player.player for player in facts.sides[0].players]
    assert len(told) == 11
    assert [identity for identity in told if identity.startswith("p_j")] == ["p_j15", "p_j16"]
    assert "p_0_10" not in told  # who misses the match did not come


def test_the_facts_of_a_replay_are_those_of_its_match(tmp_path: Path) -> None:
    match, teams = played("official(turn_limit=6)", 4)
    write_replay(match, tmp_path / "match.jsonl")
    facts = read_replay_facts(read_replay(tmp_path / "match.jsonl"), teams, "m_1", competition="c_1", friendly=True)
    assert facts == read_match(match.game, teams, "m_1", competition="c_1", friendly=True)
    assert facts.provenance == "replayed"


def test_dice_that_follow_from_a_promised_seed_prove_the_facts(tmp_path: Path) -> None:
    match, teams = played("official(turn_limit=6)", 4, ProvableDice(b"a seed of thirty-two bytes at least", ["a", "b"]))
    write_replay(match, tmp_path / "match.jsonl")
    facts = read_replay_facts(read_replay(tmp_path / "match.jsonl"), teams, "m_1")
    assert facts.provenance == "proven"
