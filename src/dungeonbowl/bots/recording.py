"""Matches of bots that are kept as replays: a file for each, written whole, verified, and not played again."""

from __future__ import annotations

from pathlib import Path

import msgspec

from dungeonbowl.bots.arena import MOST_DECISIONS, Pairing, Result, Tally, match_bots, new_match
from dungeonbowl.bots.seat import Seat
from dungeonbowl.editions import name_of
from dungeonbowl.engine.match import Match
from dungeonbowl.errors import UserError
from dungeonbowl.play.setting_up import rules_of, scrambled
from dungeonbowl.records.replay import read_replay, verify, write_replay
from dungeonbowl.teams.ready import ready_ids


def replay_path(folder: Path, seed: int) -> Path:
    return folder / f"match-{seed:06d}.jsonl"


def mixed(pairing: Pairing, seed: int) -> Pairing:
    """The same bots in a dungeon and with ready teams that are drawn by the seed."""
    rules = rules_of(pairing.edition)
    dungeons, teams = list(rules.layouts.names), ready_ids(name_of(rules.edition))
    return msgspec.structs.replace(
        pairing,
        dungeon=pairing.dungeon or (dungeons[scrambled(seed, 4) % len(dungeons)] if dungeons else ""),
        home_team=pairing.home_team or teams[scrambled(seed, 5) % len(teams)],
        away_team=pairing.away_team or teams[scrambled(seed, 6) % len(teams)],
    )


def play_recorded(pairing: Pairing, seed: int, folder: Path, mix: bool = False) -> Result:
    """The result of a match whose replay is in the folder; if there is none, or a broken one, it is played and
    written."""
    path = replay_path(folder, seed)
    try:
        return result_of(verify(read_replay(path)), seed)
    except UserError:
        pass
    if mix:
        pairing = mixed(pairing, seed)
    match = new_match(pairing, seed).engine
    seats = [Seat(bot, tells=False) for bot in match_bots(pairing, seed)]
    play_out(match, seats)
    unfinished = path.with_suffix(".part")
    write_replay(match, unfinished, overwrite=True)
    verify(read_replay(unfinished))
    unfinished.replace(path)  # at once: a folder never has half a replay under its name
    return msgspec.structs.replace(
        result_of(match, seed),
        decided=tuple(seat.decisions for seat in seats),
        failed=tuple(seat.lost for seat in seats),
        faults=tuple(tuple(seat.failures()) for seat in seats),
    )


def play_out(match: Match, seats: list[Seat]) -> None:
    game = match.game
    while not match.is_over() and game.decisions < MOST_DECISIONS:
        asked = match.asked()
        if asked >= len(seats):  # a game master's seat
            match.choose(int(game.rules.policies.neutral.advice(game)))
        else:
            match.choose(seats[asked].choose(game, match.options()))
    for seat in seats:
        seat.close()


def result_of(match: Match, seed: int) -> Result:
    """How a match went, from its events."""
    tally = Tally(match.game)
    for event in match.game.events:
        tally.read(event)
    return tally.result(match.game, seed)
