"""What a match starts from: edition, dungeon and teams, as one readable record at the head of saves and replays."""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.text import DungeonError, bundled, read_dungeon, write_dungeon
from dungeonbowl.dungeon.turning import is_turned, turned
from dungeonbowl.editions import EditionError, build, fitting
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.dice import DiceSource
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.layouts import bundled_dungeon, nowhere
from dungeonbowl.engine.match import Match
from dungeonbowl.engine.rules import Rules
from dungeonbowl.engine.setup import MOST_PIECES, MOST_SIDES, NO_PASSING, ROLES, Lesson, PlayerSheet, Squads, TeamSheet
from dungeonbowl.errors import UserError
from dungeonbowl.teams.skills import ability_names, ability_parameters
from dungeonbowl.words.notation import ABILITY_NAMES

Small = Annotated[int, Meta(ge=0, le=255)]
Gold = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Name = Annotated[str, Meta(max_length=200)]

ABILITY_NUMBERS: Final = {name: number for number, name in ABILITY_NAMES.items()}


class SetupError(UserError):
    """A setup that no match can start from."""


class PlayerRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player as it enters the match. Agility, passing and armour are target numbers; `passing` null means none.

    `abilities` are what the engine reads, with the `parameters` that some of them have. If they are left out, they
    follow from the skills. `id` is the player's own in a league; `role` is empty for a player of the team's list,
    otherwise one of `ROLES` of `engine/setup.py`. A player that can be hired has a `price`, perhaps a `partner` who
    is hired with it, and `lessons`: skills of which it may have one more.
    """

    number: Small
    name: Name
    movement: Small
    strength: Small
    agility: Small
    passing: Small | None
    armour: Small
    position: Name = ""
    skills: list[Name] = []
    abilities: list[Name] | None = None
    size: Annotated[int, Meta(ge=1, le=3)] = 1
    niggles: Small = 0
    parameters: dict[Name, Small] | None = None
    id: Name = ""
    role: Name = ""
    price: Gold = 0
    partner: Name = ""
    lessons: list[Name] = []


class Source(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which team of a league plays: its id, and the hash of the last event of its history before the match."""

    team: Name
    head: Name = ""


class TeamRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side of the match. Value and treasury, in gold, decide what it may buy before the match. `bribes`, `wizards`
    and `apothecaries` are those that it brings; a wizard belongs to its college. `perks` are the bits of
    `engine/market.py`. `rating` is its strength, for rules that compare strengths. `source` binds the match to a
    team of a league."""

    name: Name
    rerolls: Small
    players: list[PlayerRecord]
    value: Gold = 0
    treasury: Gold = 0
    college: Name = ""
    bribes: Small = 0
    wizards: Small = 0
    apothecaries: Small = 0
    perks: Small = 0
    rating: Gold = 0
    source: Source | None = None


class DungeonRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """The dungeon: its text, or for a bundled dungeon only the id. The hash is that of the canonical text. If it is
    `turned`, all of this is of the dungeon as it was drawn."""

    id: Name
    sha256: str
    text: Annotated[str, Meta(max_length=2_000_000)] | None = None
    turned: bool = False


UNKNOWN_DUNGEON: Final = DungeonRecord("", "")  # found with dice when the match begins


class Setup(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything chosen before the first die."""

    edition: Name
    dungeon: DungeonRecord
    teams: list[TeamRecord]
    neutral: list[PlayerRecord] = []  # pieces of no side: referees, monsters


# --- from a game to its setup -------------------------------------------------------------------------------------


def setup_of(game: Game) -> Setup:
    """The setup that a game was built from."""
    squads = game.squads
    sides = int(squads.sides)
    teams = [
        TeamRecord(
            squads.names[side],
            squads.rerolls[side],
            [record_of(sheet) for sheet in of_side(squads, side)],
            int(team.value),
            int(team.treasury),
            game.rules.colleges[int(team.college)],
            int(team.bribes),
            int(team.wizards),
            int(team.apothecaries),
            int(team.perks),
            int(team.rating),
            Source(team.identity, team.head) if team.identity else None,
        )
        for side, team in enumerate(squads.teams)
    ]
    neutral = [record_of(sheet) for sheet in of_side(squads, sides)]
    dungeon = UNKNOWN_DUNGEON if game.layout >= 0 else dungeon_record(game.dungeon.as_drawn())
    return Setup(game.rules.edition, dungeon, teams, neutral)


def of_side(squads: Squads, side: int) -> list[PlayerSheet]:
    return [sheet for sheet in squads.sheets if int(sheet.side) == side]


def record_of(sheet: PlayerSheet) -> PlayerRecord:
    abilities = [ABILITY_NAMES[int(number)] for number in sheet.abilities]
    numbers = {ABILITY_NAMES[int(number)]: int(value) for number, value in sheet.parameters.items()}
    return PlayerRecord(
        int(sheet.number),
        sheet.name,
        int(sheet.movement),
        int(sheet.strength),
        int(sheet.agility),
        None if sheet.passing == NO_PASSING else int(sheet.passing),
        int(sheet.armour),
        sheet.position,
        list(sheet.skills),
        None if abilities == derived_abilities(sheet.skills, sheet.position) else abilities,
        int(sheet.size),
        int(sheet.niggles),
        None if numbers == derived_parameters(sheet.skills) else numbers,
        sheet.identity,
        sheet.role,
        int(sheet.price),
        sheet.partner,
        [lesson.name for lesson in sheet.lessons],
    )


def players_by_piece(setup: Setup) -> list[tuple[int, PlayerRecord]]:
    """For each piece of the match, by its number: the side, and the player that it is. The number of sides stands for a
    piece of no side. So whoever reads events knows whom of a team they are about."""
    sides = [*(team.players for team in setup.teams), setup.neutral]
    return [(side, player) for side, players in enumerate(sides) for player in players]


def derived_abilities(skills: list[str], position: str) -> list[str] | None:
    """The abilities that follow from skills and position; None when a skill is not known."""
    try:
        return ability_names(skills, position)
    except UserError:
        return None


def derived_parameters(skills: list[str]) -> dict[str, int] | None:
    """The numbers of the abilities that follow from the skills; None when a skill is not known."""
    try:
        return ability_parameters(skills)
    except UserError:
        return None


def dungeon_record(dungeon: Dungeon) -> DungeonRecord:
    """Only the id for a bundled dungeon; otherwise the whole text, which must give the same dungeon again."""
    if dungeon.count == 0:
        return UNKNOWN_DUNGEON
    if is_turned(dungeon):
        record = msgspec.structs.replace(dungeon_record(turned(dungeon)), turned=True)
        if tables(read_record(record)) != tables(dungeon):
            raise SetupError(f"dungeon {dungeon.identity!r} cannot be written down: turned again it is another one")
        return record
    text = write_dungeon(dungeon)
    digest = hashlib.sha256(text.encode()).hexdigest()
    if dungeon.identity in bundled_ids() and text == bundled_text(dungeon.identity):
        return DungeonRecord(dungeon.identity, digest)
    try:
        again = dungeon_from_text(text)
    except SetupError as error:
        raise SetupError(f"dungeon {dungeon.identity!r} cannot be written down: {error}") from None
    if tables(again) != tables(dungeon):
        raise SetupError(f"dungeon {dungeon.identity!r} cannot be written down: read again it is another one")
    return DungeonRecord(dungeon.identity, digest, text)


def without_secrets(setup: Setup) -> Setup:
    """A setup for a player of the match: without what the map keeps from coaches. A bundled map is known to all."""
    text = setup.dungeon.text
    if text is None:
        return setup
    shown = write_dungeon(dungeon_from_text(text), secrets=False)
    digest = hashlib.sha256(shown.encode()).hexdigest()
    record = msgspec.structs.replace(setup.dungeon, sha256=digest, text=shown)
    return msgspec.structs.replace(setup, dungeon=record)


def tables(dungeon: Dungeon) -> tuple[object, ...]:
    """What the engine reads of a dungeon, for comparing two."""
    vectors = (dungeon.neighbours, dungeon.terrain, dungeon.room, dungeon.zone, dungeon.sight_border, dungeon.level)
    tokens = (dungeon.map_chests, dungeon.map_portals, dungeon.eligible, dungeon.column, dungeon.row, dungeon.tile)
    return (int(dungeon.teams), *(bytes(memoryview(vector)) for vector in (*vectors, *tokens)))


# --- from a setup to a game ---------------------------------------------------------------------------------------


def build_game(setup: Setup) -> Game:
    """A game before its first procedure. `SetupError` says what is wrong with the setup."""
    try:
        rules = build(setup.edition)
    except EditionError as error:
        raise SetupError(str(error)) from None
    dungeon = read_record(setup.dungeon)
    if missing := rules.policies.opening.missing(dungeon):
        raise SetupError(missing)
    return Game(rules, dungeon, build_squads(setup, rules.colleges))


def check_playable(rules: Rules, dungeon: Dungeon, sides: int) -> None:
    """`SetupError` if this number of teams cannot begin a match in this dungeon. Parts of a dungeon are for scenes
    only."""
    if dungeon.count > 0 and (objection := rules.policies.opening.objection(dungeon, sides)):
        raise SetupError(objection + way_out(rules.edition, dungeon, sides))


def way_out(edition: str, dungeon: Dungeon, sides: int) -> str:
    """The end of a refusal: the text of the nearest game that can be played in this dungeon; empty if there is none."""
    text = fitting(edition, dungeon)
    if text == edition or build(text).policies.opening.objection(dungeon, sides):
        return ""
    return f'; this can be played there: "{text}"'


def build_match(setup: Setup, dice: DiceSource) -> Match:
    """A match at its beginning. It runs to the first decision at once, with dice from the source."""
    return begun(build_game(setup), dice)


def build_squads(setup: Setup, colleges: list[str]) -> Squads:
    sides = len(setup.teams)
    if not 2 <= sides <= MOST_SIDES:
        raise SetupError(f"{sides} teams; expected 2 to {MOST_SIDES}")
    sheets: list[PlayerSheet] = []
    for side, players in enumerate([*(team.players for team in setup.teams), setup.neutral]):
        numbers = [player.number for player in players]
        if len(set(numbers)) < len(numbers):
            raise SetupError(f"team {side + 1} has two players with one number")
        sheets += [sheet_of(side, player) for player in players]
    if len(sheets) > MOST_PIECES:
        raise SetupError(f"{len(sheets)} players; expected at most {MOST_PIECES}")
    rerolls = [team.rerolls for team in setup.teams]
    names = [team.name for team in setup.teams]
    return Squads(sides, sheets, rerolls, names, [team_sheet(team, colleges) for team in setup.teams])


def team_sheet(team: TeamRecord, colleges: list[str]) -> TeamSheet:
    if team.college not in colleges:
        known = ", ".join(colleges[1:]) or "none"
        raise SetupError(f"team {team.name!r} is of college {team.college!r}; expected one of {known}")
    college = colleges.index(team.college)
    source = team.source or Source("")
    return TeamSheet(
        team.value,
        team.treasury,
        college,
        team.bribes,
        team.wizards,
        team.apothecaries,
        team.perks,
        team.rating,
        source.team,
        source.head,
    )


def sheet_of(side: int, player: PlayerRecord) -> PlayerSheet:
    names = ability_names(player.skills, player.position) if player.abilities is None else player.abilities
    numbers = ability_parameters(player.skills) if player.parameters is None else player.parameters
    unknown = [name for name in [*names, *numbers] if name not in ABILITY_NUMBERS]
    if player.role not in ROLES:
        raise SetupError(f"player {player.name!r} has the role {player.role!r}; expected one of {', '.join(ROLES[1:])}")
    if unknown:
        raise SetupError(f"player {player.name!r} has an ability {unknown[0]!r} that this engine does not know")
    return PlayerSheet(
        side,
        player.number,
        player.name,
        player.movement,
        player.strength,
        player.agility,
        int(NO_PASSING) if player.passing is None else player.passing,
        player.armour,
        [ABILITY_NUMBERS[name] for name in names],
        player.size,
        player.niggles,
        player.position,
        list(player.skills),
        {ABILITY_NUMBERS[name]: value for name, value in numbers.items()},
        player.id,
        player.role,
        player.price,
        player.partner,
        [lesson_of(skill) for skill in player.lessons],
    )


def lesson_of(skill: str) -> Lesson:
    """A skill that a player for hire may have in addition, with what it does."""
    try:
        names, numbers = ability_names([skill]), ability_parameters([skill])
    except UserError as error:
        raise SetupError(str(error)) from None
    return Lesson(
        skill,
        [ABILITY_NUMBERS[name] for name in names],
        {ABILITY_NUMBERS[name]: value for name, value in numbers.items()},
    )


def read_record(record: DungeonRecord) -> Dungeon:
    """The dungeon of a record. Its hash must be the recorded one."""
    if record == UNKNOWN_DUNGEON:
        return nowhere()
    if record.text is not None:
        dungeon = dungeon_from_text(record.text)
        digest = hashlib.sha256(record.text.encode()).hexdigest()
    elif record.id in bundled_ids():
        dungeon = bundled_dungeon(record.id)
        digest = hashlib.sha256(bundled_text(record.id).encode()).hexdigest()
    else:
        raise SetupError(f"dungeon {record.id!r} is not bundled and its text is missing")
    if digest != record.sha256:
        raise SetupError(f"dungeon {record.id!r} is not the one written down: its sha256 is {digest}")
    return turned(dungeon) if record.turned else dungeon


@lru_cache(maxsize=16)
def dungeon_from_text(text: str) -> Dungeon:
    """A written dungeon. It need only be well formed: scenes and puzzles are not legal as a whole."""
    try:
        return read_dungeon(text, "dungeon", checked=False)
    except DungeonError as error:
        raise SetupError(str(error).partition("\n")[0]) from None


@cache
def bundled_ids() -> frozenset[str]:
    """The folder of the package is looked into once: a server that takes over hundreds of matches reads as many
    records."""
    return frozenset(bundled())


@lru_cache(maxsize=64)
def bundled_text(identity: str) -> str:
    return write_dungeon(bundled_dungeon(identity))
