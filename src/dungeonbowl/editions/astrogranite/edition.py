"""The Astrogranite game as a list of choices: the core, and then every module that is on."""

from __future__ import annotations

from typing import Final, final

from dungeonbowl.dungeon.checks import modules_needed
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.editions.astrogranite.composition.configuration import Configuration
from dungeonbowl.editions.astrogranite.composition.parameters import PARAMETERS
from dungeonbowl.editions.astrogranite.composition.reading import PRESETS, preset, read, with_modules
from dungeonbowl.editions.astrogranite.composition.table import MODULES
from dungeonbowl.editions.astrogranite.core.arrivals import SquaresFirst
from dungeonbowl.editions.astrogranite.core.ball import LostBalls
from dungeonbowl.editions.astrogranite.core.blocking import DungeonBlocking
from dungeonbowl.editions.astrogranite.core.chests import AdjacentChests, Loads
from dungeonbowl.editions.astrogranite.core.citations import citations
from dungeonbowl.editions.astrogranite.core.dungeons import layouts_for
from dungeonbowl.editions.astrogranite.core.footwork import DungeonFootwork
from dungeonbowl.editions.astrogranite.core.opening import AstrograniteOpening
from dungeonbowl.editions.astrogranite.core.own_rerolls import DungeonOwnRerolls
from dungeonbowl.editions.astrogranite.core.pushing import DungeonPushing
from dungeonbowl.editions.astrogranite.core.rebounds import RolledAgain
from dungeonbowl.editions.astrogranite.core.reserves import ReservesAndSponge, Sponges
from dungeonbowl.editions.astrogranite.core.skills import astrogranite_skill_modules, read_astrogranite_skills
from dungeonbowl.editions.astrogranite.core.teleporters import TeleporterDangers, Teleporters
from dungeonbowl.editions.astrogranite.core.throwing import DungeonThrowing
from dungeonbowl.editions.astrogranite.core.turns import FirstTouchdown, Rotation
from dungeonbowl.editions.astrogranite.modules.colleges import COLLEGE_TEAMS, PARENT_TEAMS
from dungeonbowl.editions.astrogranite.modules.great_wheel import COLLEGES
from dungeonbowl.editions.astrogranite.modules.league import without_experience
from dungeonbowl.editions.astrogranite.modules.monsters.own import OWN_MONSTERS, monster_parts
from dungeonbowl.editions.astrogranite.modules.wall_pass import DungeonWalls
from dungeonbowl.editions.classic.apothecary import Apothecary
from dungeonbowl.editions.classic.injuries import ClassicInjuries
from dungeonbowl.editions.classic.numbers import classic_tables
from dungeonbowl.editions.classic.referee import ClassicReferee
from dungeonbowl.editions.classic.sheets import ValueSheets
from dungeonbowl.editions.options import CHOICE, SWITCH, Edition, Option, Part
from dungeonbowl.editions.rerolls import TeamRerolls
from dungeonbowl.engine import clauses
from dungeonbowl.engine.policies import Policies
from dungeonbowl.engine.rules import Rules
from dungeonbowl.engine.tables import ALWAYS_TURNOVER, CARRIER_TURNOVER, Tables

NO_LIMIT: Final = 0
PRESET_WORDS: Final = {
    "classic": "Only the core: a plain dungeon, chests, teleporters, and teams of any kind.",
    "standard": "The usual game: colleges and the Great Wheel, leaps, chests that move, referees with an eye.",
    "full": "Nearly everything: terrain, traps, kinds of balls, monsters, weapons, spells and what a league needs.",
}


@final
class Astrogranite(Edition):
    """The Astrogranite edition in the table of editions."""

    def __init__(self, title: str, summary: str) -> None:
        presets = {
            name: {module: "on" if is_on else "off" for module, is_on in preset(name).items()} for name in PRESETS
        }
        super().__init__(title, summary, options(), presets)

    def build(self, parts: list[tuple[str, str]]) -> Rules:
        return compose(read(parts))

    def parts_of(self, key: str) -> list[Part]:
        return monster_parts() if key == OWN_MONSTERS else []

    def fitting(self, parts: list[tuple[str, str]], dungeon: Dungeon) -> str:
        """The game with the modules that the features of the dungeon need, and without modules that conflict with
        those."""
        return with_modules(read(parts), modules_needed(dungeon)).text


def options() -> list[Option]:
    """The options of the text form: the preset, every module, every parameter."""
    found = [
        Option(
            "preset",
            "Preset",
            "What the switches below start from: nothing, the usual, or nearly everything.",
            CHOICE,
            PRESETS[0],
            "Preset",
            list(PRESETS),
            choice_texts=[PRESET_WORDS[name] for name in PRESETS],
        )
    ]
    for row in MODULES:
        default = "on" if row.default else "off"
        found.append(
            Option(
                row.name,
                row.title,
                row.text,
                SWITCH,
                default,
                row.group,
                needs=row.needs,
                conflicts=row.conflicts,
                is_built=row.install is not None,
            )
        )
    for parameter in PARAMETERS:
        found.append(
            Option(
                parameter.key,
                parameter.title,
                parameter.text,
                parameter.kind,
                parameter.default,
                "",
                parameter.choices,
                module=parameter.module,
            )
        )
    return found


def compose(configuration: Configuration) -> Rules:
    """The core, changed by every module that is on, in the order of the table (A-MOD-04, A-MOD-07)."""
    composition = core(configuration)
    composition.team_books = [COLLEGE_TEAMS, PARENT_TEAMS]
    for row in MODULES:
        if configuration.is_on(row.name) and row.install is not None:
            row.install(composition)
    return composition.rules()


def core(configuration: Configuration) -> Composition:
    """The part of the rules that is always in force."""
    tables = core_tables(configuration)
    sponges = Sponges()
    loads = Loads(int(tables.balls.count)) if configuration.word("chest_mode") == "hidden" else None
    composition = Composition(
        configuration,
        tables,
        citations(),
        Policies(
            opening=AstrograniteOpening(configuration.switches, tables),
            clock=Rotation(),
            scoring=FirstTouchdown(),
            dugout=ReservesAndSponge(sponges, configuration.word("sponge") == "any"),
            chests=AdjacentChests(loads),
            portals=Teleporters(),
            arrivals=SquaresFirst(),
            rebounds=RolledAgain(),
            footwork=DungeonFootwork(),
            blocking=DungeonBlocking(),
            pushing=DungeonPushing(),
            injuries=ClassicInjuries(),
            referee=ClassicReferee(),
            throwing=DungeonThrowing(),
            walls=DungeonWalls(),
            rerolls=TeamRerolls(once_a_turn=True),
            own_rerolls=DungeonOwnRerolls(),
            sheets=ValueSheets(),
        ),
        skills=astrogranite_skill_modules(),
        layouts=layouts_for(configuration.switches),
        market=[],
        colleges=list(COLLEGES),
    )
    composition.modules.append(sponges)
    composition.modules.append(LostBalls())
    composition.modules.append(TeleporterDangers())
    if loads is not None:
        composition.modules.append(loads)
    if tables.course.apothecaries > 0:
        composition.modules.append(Apothecary(is_agreed=True))
        composition.cite(int(clauses.APOTHECARY), "A-BASE-46")
    return composition


def core_tables(configuration: Configuration) -> Tables:
    """The numbers of the core."""
    tables = classic_tables()
    read_astrogranite_skills(tables)
    without_experience(tables)
    tables.blows.foul_modifier = 1  # (A-BASE-25)
    tables.course.halves = 1
    tables.course.turn_limit = configuration.number("turn_limit", NO_LIMIT)
    tables.furnishing.chests = configuration.number("chests")
    tables.furnishing.portals = configuration.number("teleporters")
    tables.balls.count = configuration.number("balls", 3 if configuration.is_on("multiball") else 1)
    tables.options.quick_start = configuration.flag("quick")
    tables.options.skills_asked = configuration.word("optional_skills") == "asked"
    tables.options.follow_ups_last = configuration.word("follow_up") == "after"
    tables.course.apothecaries = configuration.number("apothecaries")
    for cause in (
        clauses.FELL,
        clauses.BLOCKED,
        clauses.EXPLOSION,
        clauses.LANDED_ON,
        clauses.CRASHED_INTO,
    ):
        tables.set_turnover(cause, ALWAYS_TURNOVER)
    for cause in (
        clauses.FAILED_LANDING,
        clauses.CRASH_LANDING,
        clauses.STRUCK_A_PLAYER,
        clauses.PLACED_PRONE,
    ):
        tables.set_turnover(cause, CARRIER_TURNOVER)
    return tables
