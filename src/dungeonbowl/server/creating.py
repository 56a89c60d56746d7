"""From an order for a new match to its record: edition, dungeon, teams, seats, dice."""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from dungeonbowl import __version__
from dungeonbowl.bots.levels import BOTS
from dungeonbowl.dungeon.generator import generate
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.text import DungeonError, bundled, load_dungeon, read_dungeon
from dungeonbowl.engine.dice import ProvableDice
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.layouts import nowhere
from dungeonbowl.engine.rules import Rules
from dungeonbowl.errors import UserError
from dungeonbowl.play.setting_up import edition_name, first_problem, new_game, rules_of, with_option
from dungeonbowl.records.beginnings import beginning_at
from dungeonbowl.records.setup import check_playable, setup_of
from dungeonbowl.records.squads import refuse_stranger
from dungeonbowl.scenes.exercises import exercise, next_after
from dungeonbowl.server.days import DAYS, HOUR
from dungeonbowl.server.exercising import Exercised, TaskedBeginning
from dungeonbowl.server.options import (
    ASKED,
    OPTIONAL_SKILLS,
    dungeon_choice,
    names_option,
    quick_defaults,
)
from dungeonbowl.server.typed_dice import TYPED
from dungeonbowl.server.wire import ClockOrder, Created, DungeonOrder, GenerateOrder, NewMatch, SeatLink, TeamOrder
from dungeonbowl.storage.match_records import HOST, ClockRecord, ResultRecord, SeatRecord, SideRecord, StoredMatch
from dungeonbowl.storage.matches import now, token_hash
from dungeonbowl.teams.files import read_team
from dungeonbowl.teams.ready import ready_ids, ready_team
from dungeonbowl.teams.team import Team
from dungeonbowl.words.notation import SIDE_LETTERS

GAME_MASTER: Final = "Game master"
TOKEN_BYTES: Final = 24
# What the tokens of a public match are made of, besides its seed.
WATCH: Final = "token of the spectators"
MAKER: Final = "token of the host"


def new_match(order: NewMatch, is_public: bool = False) -> tuple[StoredMatch, Created]:
    """The record of a new match, and what its creator is told. `UserError` if the order makes no match."""
    if order.exercise:
        return new_exercise(order)
    edition = order.edition
    if order.turn_limit is not None:
        edition = with_option(edition, "turn_limit", order.turn_limit)
    if order.quick:
        edition = with_option(edition, "quick", 1)
    if "person" in order.seats:
        edition = with_skills_asked(edition)
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
    teams = [team_for(each, rules, f"Team {letter}") for letter, each in zip(SIDE_LETTERS, order.teams, strict=False)]
    if not teams:
        teams = usual_teams(name, sides)
    if len(teams) != sides:
        raise UserError(f"teams: expected {sides}, found {len(teams)}")
    game = new_game(edition, dungeon, teams)
    if order.dice == TYPED:
        refuse_secrets(game)
    setup = msgspec.json.encode(setup_of(game))
    return recorded(order, coaches_of(seats, teams), setup, sides, is_public=is_public)


def coaches_of(seats: list[str], teams: Sequence[Team]) -> list[SideRecord]:
    """The coaches of a match: one for each team, and behind them the game master if there is one."""
    count = len(teams)
    records = [
        SideRecord(seat, team.name, team.roster, team.coach) for seat, team in zip(seats[:count], teams, strict=True)
    ]
    return records + [SideRecord(seat, GAME_MASTER) for seat in seats[count:]]


def new_exercise(order: NewMatch) -> tuple[StoredMatch, Created]:
    """A match that begins from the position of an exercise. The person has the side to move, and bots the others."""
    usual = NewMatch()
    for key in ("edition", "dungeon", "teams", "turn_limit", "quick", "shared", "dice"):
        if getattr(order, key) != getattr(usual, key):
            raise UserError(f"{key}: an exercise brings its own; expected none beside it")
    found = exercise(order.exercise)
    scene = found.scene(with_skills_asked(found.edition))
    squads = scene.game.squads
    sides = int(squads.sides)
    bots = [seat for seat in order.seats if seat != "person"]
    if len(order.seats) != sides or len(bots) != sides - 1:
        raise UserError(f"seats: an exercise is for one person and {sides - 1} bot, found {', '.join(order.seats)}")
    bots.insert(found.side, "person")
    records = [SideRecord(seat, name) for seat, name in zip(bots, squads.names, strict=True)]
    beginning = beginning_at(scene.game)
    tasked = TaskedBeginning(
        beginning.edition,
        beginning.dungeon,
        beginning.teams,
        beginning.neutral,
        beginning.start,
        Exercised(found.id, found.title, next_after(found), found.task, found.side, scene.letters),
    )
    return recorded(order, records, msgspec.json.encode(tasked), sides)


def with_skills_asked(edition: str) -> str:
    """An edition for a match with a person: coaches are asked about optional skills, unless the text says otherwise."""
    return edition if names_option(edition, OPTIONAL_SKILLS) else with_option(edition, OPTIONAL_SKILLS, ASKED)


def recorded(
    order: NewMatch, coaches: list[SideRecord], setup: bytes, sides: int, identity: str = "", is_public: bool = False
) -> tuple[StoredMatch, Created]:
    """The record of a match with this setup and these coaches, and the tokens of its seats. A match that `is_public`
    can be watched by everybody: the tokens of its spectators and of its host follow from the seed, so that the server
    knows them without keeping them."""
    for coach in coaches:
        check_seat(coach.seat)
    if order.dice == TYPED:
        setup = at_real_table(order, setup, coaches)
    records = [msgspec.structs.replace(coach, bot_seed=secrets.randbelow(1 << 31)) for coach in coaches]
    persons = [side for side, coach in enumerate(records) if coach.seat == "person"]
    groups = [persons] if order.shared and persons else [[side] for side in persons]
    identity = identity or new_id()
    seed = secrets.token_bytes(32)
    links = []
    hashes: dict[str, SeatRecord] = {}
    for group in groups:
        token = new_token()
        hashes[token_hash(token)] = SeatRecord(group)
        links.append(SeatLink(group, token, f"/match/{identity}#token={token}"))
    watch = made_token(seed, WATCH) if is_public else new_token()
    hashes[token_hash(watch)] = SeatRecord([])
    host = made_token(seed, MAKER) if is_public else new_token()
    hashes[token_hash(host)] = SeatRecord(HOST)
    commitment = ProvableDice(seed, []).commitment()
    moment = now()
    clock = clock_record(order.clock)
    stored = StoredMatch(
        identity,
        moment,
        moment,
        "waiting",
        0,
        __version__,
        setup,
        seed,
        commitment,
        records,
        clock,
        [],
        order.pace,
        ResultRecord([0] * sides),
        hashes,
        help=len(persons) < 2 if order.help is None else order.help,
    )
    promised = "" if order.dice == TYPED else commitment  # nothing follows from the seed at a real table
    return stored, Created(identity, links, watch, f"/match/{identity}#token={watch}", promised, host)


def clock_record(order: ClockOrder) -> ClockRecord:
    if order.mode == DAYS:
        return ClockRecord(DAYS, order.move * HOUR, order.react * HOUR, bank=order.bank * HOUR)
    return ClockRecord(order.mode, order.seconds, order.answer, order.gain)


def at_real_table(order: NewMatch, setup: bytes, coaches: Sequence[SideRecord]) -> bytes:
    """The setup of a match whose dice are typed in. `UserError` if it cannot be one."""
    if all(coach.seat != "person" for coach in coaches):
        raise UserError("seats: somebody has to roll the dice at a real table; expected a person in one of them")
    if order.clock.mode != "none":
        raise UserError("clock: at a real table nobody knows how long the dice roll; expected none")
    beginning = msgspec.json.decode(setup, type=TaskedBeginning)
    return msgspec.json.encode(msgspec.structs.replace(beginning, dice=TYPED))


def refuse_secrets(game: Game) -> None:
    """Refuse a match at a real table in which something is secret: dice that are typed in the open would tell it."""
    if len(game.rules.secrets) > 0:
        raise UserError(
            f"{game.rules.edition}: something in it is kept secret from coaches (hidden chests, traps, dirty tactics), "
            "and dice at a real table would tell it: switch that off, or leave the dice to the computer"
        )


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
    quick = quick_defaults(edition)
    return [ready_team(identity, edition) for identity in [*quick.teams, *quick.more_teams][:sides]]


def new_id() -> str:
    return secrets.token_urlsafe(9).replace("-", "a").replace("_", "b")


def new_token() -> str:
    """A new secret of 192 random bits, which cannot be guessed."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def made_token(seed: bytes, what: str) -> str:
    """A token that follows from the seed of a match. It tells nothing of the seed."""
    return base64.urlsafe_b64encode(hmac.digest(seed, what.encode(), "sha256")[:TOKEN_BYTES]).decode()


def check_seat(seat: str) -> None:
    kind, _, level = seat.partition(":")
    if seat != "person" and (kind != "bot" or level not in BOTS):
        levels = ", ".join(f"bot:{each}" for each in sorted(BOTS))
        raise UserError(f"seat {seat!r}: expected person, {levels}")


def team_for(order: TeamOrder, rules: Rules, called: str) -> Team:
    """The team of a side; `called` is how a refusal names it."""
    if (order.ready is None) == (order.text is None):
        raise UserError("team: expected either a ready team or the text of a team file")
    if order.ready is not None:
        books = [book for book in rules.team_books if order.ready in ready_ids(book)]
        return ready_team(order.ready, books[0] if books else rules.team_books[0])
    team = read_team(order.text or "", called)
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
