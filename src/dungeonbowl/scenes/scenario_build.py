"""From the tables of a scenario to the scene that a line of play starts from."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from dungeonbowl.editions import EditionError, build, name_of
from dungeonbowl.engine import market
from dungeonbowl.engine.abilities import MONSTER
from dungeonbowl.engine.rules import Rules
from dungeonbowl.engine.setup import NO_PASSING, PlayerSheet
from dungeonbowl.engine.statuses import STATUS_NAMES
from dungeonbowl.errors import UserError
from dungeonbowl.scenes.scenario_tables import (
    NEUTRAL,
    NOBODY,
    Line,
    PieceEntry,
    ScenarioError,
    SideEntry,
    Start,
    joined,
)
from dungeonbowl.scenes.scene import Scene
from dungeonbowl.scenes.setup import DiceMismatch, Piece
from dungeonbowl.teams.facts import editions, load_facts
from dungeonbowl.teams.skills import skill_name
from dungeonbowl.words.advice import did_you_mean
from dungeonbowl.words.notation import COACHES, SIDE_LETTERS

if TYPE_CHECKING:
    from dungeonbowl.scenes.scenario_file import Reader

# Facts about a team that decide prices.
PERKS: Final = {
    "may heal": int(market.MAY_HEAL),
    "cheap bribes": int(market.CHEAP_BRIBES),
    "cheap chef": int(market.CHEAP_CHEF),
    "has college": int(market.HAS_COLLEGE),
}


KEYS: Final = Start.__struct_fields__


class Builder:
    """Builds the scenes of one file. Errors are reported by its reader."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def build(self, line: Line) -> Scene:
        start = line.start
        place = line.place
        sides = 2
        for number, name in enumerate(COACHES):
            named = [name == entry.get("side") for entry in start.pieces.values()]
            if any(named) or name in start.side or name in (start.to_move, start.first):
                sides = max(sides, number + 1)
        try:
            rules = build(start.edition)
            profiles = list(rules.policies.neutral.sheets(sides))
            legend = {
                letter: self.piece(letter, entry, rules, profiles, sides, joined(place, f"pieces.{letter}"))
                for letter, entry in start.pieces.items()
            }
            self.add_pool(legend, start.pool, profiles, sides, joined(place, "pool"))
            entries = [
                self.reader.convert(start.side.get(name, {}), SideEntry, joined(place, f"side.{name}"))
                for name in COACHES[:sides]
            ]
            zones = [entry.zone or SIDE_LETTERS[number] for number, entry in enumerate(entries)]
            for zone in zones:
                self.reader.among(zone, list(SIDE_LETTERS), joined(place, "side: zone"))
            turns, drive_turns = self.turns(start, entries, rules, place)
            modules = dict(start.module)
            if start.eye is not None:
                modules["referees"] = {"side": start.eye, **modules.get("referees", {})}
            return Scene(
                start.map or start.plan,
                legend,
                balls=list(start.balls) if start.balls is not None else [start.ball],
                rooms=[(room.rule, list(room.area)) for room in start.room],
                edition=start.edition,
                rerolls=tuple(entry.rerolls for entry in entries),
                rerolls_per_half=tuple(
                    entry.rerolls if entry.rerolls_per_half is None else entry.rerolls_per_half for entry in entries
                ),
                bribes=tuple(entry.bribes for entry in entries),
                wizards=tuple(entry.wizard for entry in entries),
                colleges=tuple(self.college(entry, name, place) for entry, name in zip(entries, COACHES, strict=False)),
                values=tuple(entry.value for entry in entries),
                treasuries=tuple(entry.treasury for entry in entries),
                to_move=start.to_move,
                first=start.first,
                turns=turns,
                drive_turns=drive_turns,
                zones=tuple(SIDE_LETTERS.index(zone) for zone in zones),
                opening=start.opening,
                sides=sides,
                dice=start.dice,
                scores=tuple(entry.score for entry in entries),
                details=start.dungeon,
                modules=modules,
                half=start.half,
                apothecaries=tuple(entry.apothecaries for entry in entries),
                perks=tuple(self.perks(entry, name, place) for entry, name in zip(entries, COACHES, strict=False)),
                undrawn=start.chests.undrawn(),
                contents=dict(start.chests.holds),
                doors=start.doors,
                names=tuple(entry.name for entry in entries),
            )
        except (ScenarioError, DiceMismatch):
            raise
        except (UserError, EditionError) as error:
            raise self.reader.complaint(place, str(error), key_of(str(error), start)) from None

    # --- sides --------------------------------------------------------------------------------------------------------

    def turns(
        self, start: Start, entries: list[SideEntry], rules: Rules, place: str
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The team turns that each side has begun before the first turn of the scene: in all, and in this drive.

        `turn` is the number of the turn that begins, as people count. A side that comes before the side to move in the
        order of a round has already had its turn."""
        usual = 0 if start.opening else 1
        begun = [usual if entry.turns is None else entry.turns for entry in entries]
        if start.turn is None:
            if start.drive_turn is not None:
                raise self.reader.complaint(
                    joined(place, "drive_turn"), "expected 'turn' as well, the turn of the half"
                )
            return tuple(begun), ()
        if start.opening:
            raise self.reader.complaint(joined(place, "turn"), "a match that begins with its opening has had no turn")
        limit = int(rules.tables.course.turn_limit)
        if 0 < limit < start.turn:
            raise self.reader.complaint(joined(place, "turn"), f"expected at most {limit}, the last turn")
        drive_turn = start.turn if start.drive_turn is None else start.drive_turn
        if drive_turn > start.turn:
            raise self.reader.complaint(joined(place, "drive_turn"), f"expected at most {start.turn}, the 'turn'")
        sides = len(entries)
        starter = (COACHES.index(start.first) + start.half - 1) % sides  # the other side begins the second half
        mover = (COACHES.index(start.to_move) - starter) % sides
        in_drive: list[int] = []
        for side, entry in enumerate(entries):
            had = 0 if (side - starter) % sides < mover else 1
            in_drive.append(drive_turn - had)
            if entry.turns is None:
                begun[side] = start.turn - had
        return tuple(begun), tuple(in_drive) if start.drive_turn is not None else ()

    def college(self, entry: SideEntry, name: str, place: str) -> str:
        if entry.college and entry.wizard and entry.college != entry.wizard:
            raise self.reader.complaint(joined(place, f"side.{name}"), "the wizard is of the side's own college")
        return entry.college or entry.wizard

    def perks(self, entry: SideEntry, name: str, place: str) -> int:
        if isinstance(entry.perks, int):
            return entry.perks
        found = 0
        for perk in entry.perks:
            self.reader.among(perk, list(PERKS), joined(place, f"side.{name}.perks"))
            found |= PERKS[perk]
        return found

    # --- pieces -------------------------------------------------------------------------------------------------------

    def add_pool(
        self, legend: dict[str, Piece], pool: list[str], profiles: list[PlayerSheet], sides: int, place: str
    ) -> None:
        """The monsters and referees that may still come. Each is called by its profile: `Cave-Hydra`, `Hellhound-2`."""
        for name in pool:
            sheet = self.profile(name, profiles, place)
            letter = plain = sheet.position.replace(" ", "-")
            number = 2
            while letter in legend:
                letter = f"{plain}-{number}"
                number += 1
            legend[letter] = from_sheet(sheet, sides)
            legend[letter].status = "absent"

    def profile(self, name: str, profiles: list[PlayerSheet], place: str) -> PlayerSheet:
        """A monster or referee that this edition can bring, by its name."""
        wanted = name.replace("-", " ").casefold()
        for sheet in profiles:
            if wanted in (sheet.position.casefold(), sheet.name.casefold()):
                return sheet
        known = list(dict.fromkeys(sheet.position for sheet in profiles))
        if not known:
            raise self.reader.complaint(place, f"{name!r}: the edition has no modules with monsters or referees on")
        advice = did_you_mean(name, known)
        raise self.reader.complaint(place, f"{advice}expected one of {', '.join(known)}, found {name!r}")

    def piece(
        self, letter: str, raw: dict[str, Any], rules: Rules, profiles: list[PlayerSheet], sides: int, place: str
    ) -> Piece:
        """One piece from its entry. A plain number is read as the sheets of the edition write it: see the policy
        `Sheets`."""
        reader = self.reader
        if re.fullmatch(r"[A-Za-z][\w'-]*", letter) is None or letter in ("hidden", "gone", NOBODY):
            raise reader.complaint(place, "expected a letter, or a name of letters, digits and hyphens")
        entry = reader.convert(raw, PieceEntry, place)
        reader.among(entry.side, (*COACHES, NEUTRAL), f"{place}.side")
        reader.among(entry.status, list(STATUS_NAMES), f"{place}.status")
        sheets = rules.policies.sheets
        agility = self.target(entry.agility, int(sheets.usual_agility()), sheets.agility_needed, f"{place}.agility")
        thrown = agility if sheets.tests_agility_to_throw() else 4
        passing = None
        if entry.passing != "-":
            passing = self.target(entry.passing, thrown, sheets.agility_needed, f"{place}.passing")
        piece = Piece(
            side=sides if entry.side == NEUTRAL else COACHES.index(entry.side),
            movement=entry.movement,
            strength=entry.strength,
            agility=agility,
            passing=passing,
            armour=self.target(entry.armour, 9, sheets.armour_needed, f"{place}.armour"),
            skills=self.armed(entry, rules, f"{place}.weapon"),
            status=entry.status,
            number=entry.number,
            at=entry.at,
            under=entry.under,
            size=entry.size,
            niggles=entry.niggles,
            name=entry.name,
            position=entry.position,
            conditions=entry.conditions,
        )
        if not entry.profile:
            return piece
        printed = from_sheet(self.profile(entry.profile, profiles, f"{place}.profile"), sides)
        if raw.get("side", NEUTRAL) != NEUTRAL:
            raise reader.complaint(
                f"{place}.side", "monsters and referees are of no side: expected 'neutral', or nothing"
            )
        for key in ("status", "number", "at", "under", "niggles", "conditions"):
            setattr(printed, key, getattr(piece, key))
        for key in ("movement", "strength", "agility", "passing", "armour", "skills", "size", "name", "position"):
            if key in raw:  # an entry may change what the profile prints
                setattr(printed, key, getattr(piece, key))
        return printed

    def armed(self, entry: PieceEntry, rules: Rules, place: str) -> list[str]:
        """The skills of a piece. A weapon that is against the rules brings all its skills, whether it is named as a
        weapon or as the skill to use it."""
        edition = name_of(rules.edition)
        weapons = load_facts(edition).draft.weapon if edition in editions() else ()
        known = [weapon for weapon in weapons if weapon.name in rules.tables.course.weapons]
        if entry.weapon:
            if not known:
                raise self.reader.complaint(place, f"{entry.weapon!r}: the edition has no module with weapons on")
            self.reader.among(entry.weapon, [weapon.name for weapon in known], place)
        has = {skill_name(skill) for skill in entry.skills}
        found = list(entry.skills)
        for weapon in known:
            needed = [skill_name(skill) for skill in weapon.skills]
            if weapon.name == entry.weapon or needed[0] in has:
                found += [skill for skill in needed if skill not in has]
        return found

    def target(self, value: int | str | None, default: int, needed: Callable[[int], int], place: str) -> int:
        """A characteristic as a target number. `needed` tells the target of a number as the edition writes it."""
        if value is None:
            return default
        if isinstance(value, str):
            match = re.fullmatch(r"(\d{1,2})\+", value)
            if match is None:
                raise self.reader.complaint(place, f"expected a number, or a target such as '3+', found {value!r}")
            return int(match.group(1))
        return needed(value)


def key_of(text: str, start: Start) -> str:
    """The key of a position that an error of its scene is about, for finding the line."""
    word = text.removeprefix("the ").replace(",", " ").replace(":", " ").split()[0]
    if word in start.pieces:
        return f"pieces.{word}"
    return word if word in KEYS else ""


def from_sheet(sheet: PlayerSheet, sides: int) -> Piece:
    """A piece of no side, as the edition prints it."""
    return Piece(
        side=sides,
        movement=int(sheet.movement),
        strength=int(sheet.strength),
        agility=int(sheet.agility),
        passing=None if sheet.passing == NO_PASSING else int(sheet.passing),
        armour=int(sheet.armour),
        skills=list(sheet.skills),
        position=sheet.position,
        size=int(sheet.size),
        name=sheet.position,
        kind=sheet.parameters.get(int(MONSTER), 0),
    )
