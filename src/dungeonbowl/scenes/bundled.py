"""The scenarios that come with the program, by their ids: the worked examples of the rulebooks, by edition, the lessons
and daily puzzles, and the puzzles that bots are tried with."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import Final

from dungeonbowl.errors import UserError

FOLDER: Final = Path(__file__).resolve().parents[1] / "scenarios"
USUAL: Final = "official"
LESSONS: Final = "lessons"
DAILY: Final = "daily"
PUZZLES: Final = "puzzles"
EXERCISES: Final = (LESSONS, DAILY)  # folders that are not named after an edition: a file says its own


def bundled_scenarios() -> dict[str, dict[str, Path]]:
    """The files by folder and id, the usual edition first, exercises last. An id is the name of the file in small
    letters."""
    found_folders = (each for each in FOLDER.iterdir() if each.is_dir())
    folders = sorted(found_folders, key=lambda each: (each.name in (*EXERCISES, PUZZLES), each.name != USUAL, each))
    found = {each.name: {file.stem.lower(): file for file in sorted(each.glob("*.toml"))} for each in folders}
    return {edition: files for edition, files in found.items() if files}


def find_scenarios(text: str) -> list[Path]:
    """The scenario files that a word names: those of an edition or of the lessons, one by its id, a file, or all
    below a folder.

    Where two editions have one id, that of the usual edition is meant; `astrogranite:ex-01` names the edition itself.
    A path ends in .toml or has a slash in it: names of the program come before those of files.
    """
    known = bundled_scenarios()
    name = text.lower()
    if name in known:
        return list(known[name].values())
    edition, _, identity = name.rpartition(":")
    for files in [known[edition]] if edition in known else [] if edition else list(known.values()):
        if identity in files:
            return [files[identity]]
    path = Path(text)
    if path.is_dir():
        inside = sorted(path.rglob("*.toml"))
        if not inside:
            raise UserError(f"{path}: expected .toml files in this folder")
        return inside
    if path.suffix == ".toml" or "/" in text or path.exists():
        return [path]
    everything = [*known, *(each for files in known.values() for each in files)]
    everything += [f"{edition}:{each}" for edition, files in known.items() for each in files]
    near = get_close_matches(name, everything, n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else "`dungeonbowl scenario list` has the ids"
    raise UserError(f"scenario {text!r}: expected a scenario file, a folder, an id or an edition; {hint}")


def find_scenario(text: str) -> Path:
    """The one scenario file that a word names."""
    found = find_scenarios(text)
    if len(found) != 1:
        raise UserError(f"{text}: expected one scenario, found {len(found)}")
    return found[0]
