"""From the text of a game to its configuration, with an error in words for what is not possible (A-MOD-01 to
A-MOD-05)."""

from __future__ import annotations

from typing import Final

from dungeonbowl.editions.astrogranite.composition.configuration import Configuration
from dungeonbowl.editions.astrogranite.composition.parameters import PARAMETERS, on_or_off
from dungeonbowl.editions.astrogranite.composition.table import MODULES
from dungeonbowl.editions.options import EditionError

NAME: Final = "astrogranite"
# The first is the preset of a text that names none. It also wins if a game is equally near to two presets.
PRESETS: Final = ("standard", "classic", "full")
NOT_IN_FULL: Final = ("collision_pushing", "monster_gm", "monsterbowl", "dragonbowl", "fast_track", "extra_teams")
MONSTER_SOURCES: Final = ("lurking_monsters", "morphing_monsters", "monsterbowl", "dragonbowl")


def preset(name: str) -> dict[str, bool]:
    """The switches of a preset: which modules are on (A-MOD-05)."""
    if name == "classic":
        return {row.name: False for row in MODULES}
    if name == "full":
        return {row.name: row.name not in NOT_IN_FULL for row in MODULES}
    return {row.name: row.default for row in MODULES}


def read(parts: list[tuple[str, str]]) -> Configuration:
    """The configuration that a text describes: a preset, then modules switched on and off, and parameters."""
    names = {row.name for row in MODULES}
    parameters = {row.key: row for row in PARAMETERS}
    switches = preset(PRESETS[0])
    values = {row.key: row.default for row in PARAMETERS}
    named: set[str] = set()
    for position, (key, value) in enumerate(parts):
        if key in named:
            raise EditionError(f"{key!r} is named twice")
        named.add(key)
        if key == "preset" or (key in PRESETS and not value):
            chosen = value if key == "preset" else key
            if chosen not in PRESETS:
                raise EditionError(f"preset {chosen!r}: expected one of {', '.join(PRESETS)}")
            if position > 0:
                raise EditionError(f"preset {chosen!r} comes first in the text, before modules and parameters")
            switches = preset(chosen)
        elif key in names:
            switches[key] = on_or_off(key, value.lower()) == "on"
        elif key in parameters:
            values[key] = parameters[key].read(value)
        else:
            raise EditionError(
                f"edition {NAME!r} has neither module, parameter nor preset {key!r}; expected one of "
                + ", ".join([*PRESETS, *(row.name for row in MODULES), *parameters])
            )
    for row in PARAMETERS:  # parameters of a module that is off have no effect (A-MOD-04)
        if row.module and not switches[row.module]:
            values[row.key] = row.default
    check(switches, values)
    return Configuration(switches, values, text_form(switches, values))


def with_modules(configuration: Configuration, wanted: list[str]) -> Configuration:
    """The same game with these modules on, the modules that they need too, and all modules off that conflict with
    them."""
    switches = dict(configuration.switches)
    rows = {row.name: row for row in MODULES}
    waiting = list(wanted)
    while waiting:
        row = rows[waiting.pop()]
        switches[row.name] = True
        waiting += [need for need in row.needs if not switches[need]]
        for other in MODULES:
            if other.name in row.conflicts or row.name in other.conflicts:
                switches[other.name] = False
    return Configuration(switches, configuration.values, text_form(switches, configuration.values))


def check(switches: dict[str, bool], values: dict[str, str]) -> None:
    """Check needs, conflicts, and limits of one parameter by another (A-MOD-02)."""
    for row in MODULES:
        if not switches[row.name]:
            continue
        for need in row.needs:
            if not switches[need]:
                raise EditionError(f"module {row.name!r} needs {need!r}, which is off")
        for other in row.conflicts:
            if switches[other]:
                raise EditionError(f"module {row.name!r} cannot be on together with {other!r}")
    if switches["multiball"] and values["multiball_mode"] == "illusionary" and switches["monsterbowl"]:
        raise EditionError("module 'monsterbowl' cannot be on together with 'multiball' in the mode illusionary")
    if switches["monster_gm"] and values["gm_arrival"] != "on":
        if not any(switches[name] for name in MONSTER_SOURCES):
            raise EditionError(
                f"module 'monster_gm' needs one of {', '.join(MONSTER_SOURCES)}, or the parameter gm_arrival"
            )
    balls = values["balls"]
    if balls.isdigit():
        if int(balls) > int(values["chests"]):
            raise EditionError(f"parameter 'balls': expected not more than there are chests, found {balls}")
        if int(balls) > 1 and not switches["multiball"]:
            raise EditionError(f"parameter 'balls': expected 1 while the module 'multiball' is off, found {balls}")
    for row in MODULES:
        if switches[row.name] and row.install is None:
            raise EditionError(f"module {row.name!r} is not built yet")


def text_form(switches: dict[str, bool], values: dict[str, str]) -> str:
    """The shortest text that gives the same configuration, starting from the nearest preset."""
    best: list[str] = []
    for index, name in enumerate(PRESETS):
        usual = preset(name)
        said = [name] if index > 0 else []
        for row in MODULES:
            if switches[row.name] != usual[row.name]:
                said.append(f"{row.name}={'on' if switches[row.name] else 'off'}")
        if index == 0 or len(said) < len(best):
            best = said
    for parameter in PARAMETERS:
        if values[parameter.key] != parameter.default:
            best.append(f"{parameter.key}={values[parameter.key]}")
    return f"{NAME}({', '.join(best)})" if best else NAME
