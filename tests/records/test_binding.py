"""Whom the pieces of a match are: the team of a league behind a side, and the player behind a piece."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from dungeonbowl.editions import build
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.match import Match
from dungeonbowl.engine.setup import JOURNEYMAN, NEWCOMER, OWN
from dungeonbowl.records.replay import read_replay, rerun, write_replay
from dungeonbowl.records.save import load, save, story_hash
from dungeonbowl.records.setup import Setup, SetupError, Source, build_game, players_by_piece, setup_of
from dungeonbowl.records.squads import squads_of
from dungeonbowl.teams.team import Team
from support.teams import players, team
from support.walks import Luck, layout, play_match

HEAD = "5d41402abc4b2a76b9719d911017c592"


def kept_team(*positions: str, roster: str = "metal", name: str = "Kept") -> Team:
    """A team of a league: it and its players have ids."""
    hired = [replace(each, id=f"p_{name.lower()}{each.number}") for each in players(*positions, roster=roster)]
    return team(players=tuple(hired), roster=roster, name=name, games=2, id=f"t_{name.lower()}", history=HEAD)


def match_of(*teams: Team) -> Match:
    return begun(Game(build("official(turn_limit=2)"), layout("of-1"), squads_of(teams)), SeededDice(3))


def test_a_replay_names_the_teams_of_the_league_and_where_their_histories_stood(tmp_path: Path) -> None:
    match = match_of(kept_team(*["Orc Lineman"] * 11), team(*["Orc Lineman"] * 11, roster="metal", name="Guests"))
    play_match(match, Luck(3))
    write_replay(match, tmp_path / "match.jsonl")
    replay = read_replay(tmp_path / "match.jsonl")
    assert [each.source for each in replay.header.setup.teams] == [Source("t_kept", HEAD), None]
    assert rerun(replay).game.over


def test_no_rule_asks_for_the_source_or_the_ids(tmp_path: Path) -> None:
    match = play_match(match_of(kept_team(*["Orc Lineman"] * 11), kept_team(*["Orc Lineman"] * 11, name="B")), Luck(5))
    plain = match_of(
        team(*["Orc Lineman"] * 11, roster="metal", name="Kept", games=2),
        team(*["Orc Lineman"] * 11, roster="metal", name="B", games=2),
    )
    assert story_hash(play_match(plain, Luck(5)).game.events) == story_hash(match.game.events)


def test_every_piece_is_a_player_by_number_and_id() -> None:
    subject = kept_team(*["Orc Lineman"] * 12)
    absent = (replace(subject.players[0], misses_next_game=True), *subject.players[1:])
    match = match_of(replace(subject, players=absent), kept_team(*["Orc Lineman"] * 11, name="B"))
    found = players_by_piece(setup_of(match.game))
    assert [(side, player.number, player.id) for side, player in found] == [
        *((0, number, f"p_kept{number}") for number in range(2, 13)),
        *((1, number, f"p_b{number}") for number in range(1, 12)),
    ]
    assert [int(match.game.squads.number[piece]) for piece in range(22)] == [player.number for _, player in found]
    assert {player.role for _, player in found} == {OWN}


@pytest.mark.rule("O-DRAFT-10")
def test_journeymen_have_a_number_and_no_id() -> None:
    match = match_of(kept_team(*["Orc Lineman"] * 9), kept_team(*["Orc Lineman"] * 11, name="B"))
    found = [player for side, player in players_by_piece(setup_of(match.game)) if side == 0]
    assert [(player.number, player.id, player.role) for player in found[9:]] == [
        (10, "", JOURNEYMAN),
        (11, "", JOURNEYMAN),
    ]


@pytest.mark.skill("Plague Ridden")
def test_who_may_join_by_infection_waits_at_the_end_of_its_side() -> None:
    life = kept_team(*["Rotter Lineman"] * 11, roster="life", name="Life")
    match = match_of(life, kept_team(*["Orc Lineman"] * 11))
    found = [player for side, player in players_by_piece(setup_of(match.game)) if side == 0]
    assert [(player.number, player.id) for player in found if player.role == NEWCOMER] == [(12, "")]
    assert found[-1].role == NEWCOMER


def test_a_loaded_save_and_a_setup_that_was_read_know_the_same() -> None:
    match = match_of(kept_team(*["Orc Lineman"] * 10), kept_team(*["Orc Lineman"] * 11, name="B"))
    setup = setup_of(match.game)
    assert setup_of(load(save(match.game))) == setup
    read = msgspec.json.decode(msgspec.json.encode(setup), type=Setup)
    assert setup_of(build_game(read)) == setup


def test_a_role_that_nobody_knows_is_refused() -> None:
    setup = setup_of(match_of(kept_team(*["Orc Lineman"] * 11), kept_team(*["Orc Lineman"] * 11, name="B")).game)
    spoiled = replace(setup.teams[0].players[0], role="mascot")
    teams = [replace(setup.teams[0], players=[spoiled, *setup.teams[0].players[1:]]), setup.teams[1]]
    with pytest.raises(SetupError, match="has the role 'mascot'; expected one of journeyman"):
        build_game(replace(setup, teams=teams))
