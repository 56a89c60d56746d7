"""From an order for a new match to its record: edition, dungeon, teams, seats, dice."""

from __future__ import annotations

import secrets
from functools import lru_cache
from typing import Final

import msgspec

from dungeonbowl import __version__
from dungeonbowl.bots.levels import BOTS
from dungeonbowl.dungeon.generator import generate
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.text import DungeonError, bundled, load_dungeon, read_dungeon
from dungeonbowl.engine.dice import ProvableDice
from dungeonbowl.engine.layouts import nowhere
from dungeonbowl.engine.rules import Rules
from dungeonbowl.errors import UserError
from dungeonbowl.play.setting_up import edition_name, first_problem, new_game, rules_of, with_option
from dungeonbowl.records.setup import check_playable, setup_of
from dungeonbowl.records.squads import refuse_stranger
from dungeonbowl.server.options import (
    ASKED,
    OPTIONAL_SKILLS,
    dungeon_choice,
    names_option,
    quick_defaults,
)
from dungeonbowl.server.wire import Created, DungeonOrder, GenerateOrder, NewMatch, SeatLink, TeamOrder
from dungeonbowl.storage.matches import HOST, ClockRecord, ResultRecord, SideRecord, StoredMatch, now, token_hash
from dungeonbowl.teams.files import read_team
from dungeonbowl.teams.ready import ready_ids, ready_team
from dungeonbowl.teams.team import Team

GAME_MASTER: Final = "Game master"


def new_match(order: NewMatch) -> tuple[StoredMatch, Created]:
    """The record of a new match, and what its creator is told. `UserError` if the order makes no match."""
    edition = order.edition
    if order.turn_limit is not None:
        edition = with_option(edition, "turn_limit", order.turn_limit)
    if order.quick:
        edition = with_option(edition, "quick", 1)
    if "person" in order.seats and not names_option(edition, OPTIONAL_SKILLS):
        edition = with_option(edition, OPTIONAL_SKILLS, ASKED)
    rules = rules_of(edition)
    name = edition_name(rules)
    has_master = bool(rules.policies.neutral.has_master())
    if order.dungeon is None:
        dungeon = usual_dungeon(rules, max(2, len(order.teams) or len(order.seats) - has_master))
    elif order.dungeon.dice:
        dungeon = rolled_for(rules)
    else:
        dungeon = dungeon_for(order.dungeon)
        if dungeon.edition != name:
            raise UserError(f"dungeon {dungeon.name!r} is for {dungeon.edition}, not for {name}")
    sides = 2 if order.dungeon is not None and order.dungeon.dice else int(dungeon.teams)
    seats = list(order.seats)
    if has_master and len(seats) == sides:
        seats.append("person")
    if len(seats) != sides + has_master:
        master = " and a game master" if has_master else ""
        raise UserError(f"seats: this dungeon has {sides} sides{master}, found {len(order.seats)}")
    teams = [team_for(each, rules) for each in order.teams]
    if not teams:
        teams = usual_teams(name, sides)
    if len(teams) != sides:
        raise UserError(f"teams: expected {sides}, found {len(teams)}")
    game = new_game(edition, dungeon, teams)
    for seat in seats:
        check_seat(seat)
    setup = setup_of(game)
    records = [
        SideRecord(seat, team.name, team.roster, team.coach, bot_seed=secrets.randbelow(1 << 31))
        for seat, team in zip(seats[:sides], teams, strict=True)
    ]
    records += [SideRecord(seat, GAME_MASTER, bot_seed=secrets.randbelow(1 << 31)) for seat in seats[sides:]]
    persons = [side for side, seat in enumerate(seats) if seat == "person"]
    groups = [persons] if order.shared and persons else [[side] for side in persons]
    identity = new_id()
    links = []
    hashes: dict[str, list[int]] = {}
    for group in groups:
        token = new_token()
        hashes[token_hash(token)] = group
        links.append(SeatLink(group, token, f"/match/{identity}#token={token}"))
    watch = new_token()
    hashes[token_hash(watch)] = []
    host = new_token()
    hashes[token_hash(host)] = HOST
    seed = secrets.token_bytes(32)
    commitment = ProvableDice(seed, []).commitment()
    moment = now()
    clock = ClockRecord(order.clock.mode, order.clock.seconds, order.clock.answer, order.clock.gain)
    stored = StoredMatch(
        identity,
        moment,
        moment,
        "waiting",
        0,
        __version__,
        msgspec.json.encode(setup),
        seed,
        commitment,
        records,
        clock,
        [],
        order.pace,
        ResultRecord([0] * sides),
        hashes,
    )
    return stored, Created(identity, links, watch, f"/match/{identity}#token={watch}", commitment, host)


def usual_dungeon(rules: Rules, sides: int) -> Dungeon:
    """Where a match is played that names no dungeon: the usual one of the edition, if it fits what is switched on."""
    name = edition_name(rules)
    usual = rules.layouts.usual or quick_defaults(name).dungeon
    for identity in [usual, *(other for other in bundled() if dungeon_choice(other).edition == name)]:
        dungeon = library_dungeon(identity)
        if dungeon.teams != sides:
            continue
        try:
            check_playable(rules, dungeon, sides)
        except UserError:
            continue
        return dungeon
    return generate(name, 1, "quick", "", "standard", sides, [], "balanced")


def usual_teams(edition: str, sides: int) -> list[Team]:
    """Ready teams of different kinds for so many sides."""
    chosen = list(quick_defaults(edition).teams)
    balanced = [identity for identity in ready_ids(edition) if identity.endswith("balanced")] or ready_ids(edition)
    chosen += [identity for identity in balanced if identity not in chosen]
    return [ready_team(chosen[side % len(chosen)], edition) for side in range(sides)]


def new_id() -> str:
    return secrets.token_urlsafe(9).replace("-", "a").replace("_", "b")


def new_token() -> str:
    """A new secret of 192 random bits, which cannot be guessed."""
    return secrets.token_urlsafe(24)


def check_seat(seat: str) -> None:
    kind, _, level = seat.partition(":")
    if seat != "person" and (kind != "bot" or level not in BOTS):
        levels = ", ".join(f"bot:{each}" for each in sorted(BOTS))
        raise UserError(f"seat {seat!r}: expected person, {levels}")


def team_for(order: TeamOrder, rules: Rules) -> Team:
    if (order.ready is None) == (order.text is None):
        raise UserError("team: expected either a ready team or the text of a team file")
    if order.ready is not None:
        books = [book for book in rules.team_books if order.ready in ready_ids(book)]
        return ready_team(order.ready, books[0] if books else rules.team_books[0])
    team = read_team(order.text or "", "team")
    refuse_stranger(team, rules)
    return team


def rolled_for(rules: Rules) -> Dungeon:
    """The dungeon of a match whose opening rolls for it: a place holder without squares."""
    layouts = rules.layouts
    if not layouts.names or layouts.usual:
        raise UserError(f"{rules.edition}: this edition has no dice for dungeons; name one")
    return nowhere()


def dungeon_for(order: DungeonOrder) -> Dungeon:
    if [order.id, order.text, order.generate].count(None) != 2:
        raise UserError("dungeon: expected exactly one of id, text and generate")
    if order.generate is not None:
        return generated(order.generate)
    try:
        if order.id is not None:
            return library_dungeon(order.id)
        return read_dungeon(order.text or "", "dungeon")
    except DungeonError as error:
        raise UserError(first_problem(error)) from None


@lru_cache(maxsize=64)
def library_dungeon(identity: str) -> Dungeon:
    """A dungeon of the package. A path is refused, so that no file of this computer is read."""
    if identity not in bundled():
        raise UserError(f"dungeon {identity!r}: expected one of {', '.join(bundled())}")
    return load_dungeon(identity)


def generated(order: GenerateOrder) -> Dungeon:
    return generate(
        order.edition,
        order.seed,
        order.size,
        order.mode,
        order.tiles,
        order.teams,
        list(order.features),
        order.tokens,
    )
