"""Teams that come with the program, ready to play: some of each college and race."""

from __future__ import annotations

from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from dungeonbowl.errors import UserError
from dungeonbowl.teams.facts import editions
from dungeonbowl.teams.files import load_team, read_team
from dungeonbowl.teams.problems import one_of
from dungeonbowl.teams.team import Team

USUAL: Final = "official"


def ready_files(edition: str = USUAL) -> dict[str, Traversable]:
    """The files by their ids, such as `fire-fast`."""
    # compared with the folders that exist: the text asked for may be no folder name at all
    folders = {each.name: each for each in (resources.files("dungeonbowl.teams") / "ready").iterdir() if each.is_dir()}
    if edition not in folders:
        return {}
    folder = folders[edition]
    files = {file.name.removesuffix(".toml"): file for file in folder.iterdir() if file.name.endswith(".toml")}
    return dict(sorted(files.items()))


def ready_ids(edition: str = USUAL) -> list[str]:
    return list(ready_files(edition))


@cache
def ready_team(team_id: str, edition: str = USUAL) -> Team:
    """A ready team. `UserError` if there is none of that id."""
    files = ready_files(edition)
    if team_id not in files:
        raise UserError(f"ready team {team_id!r}: expected {one_of(list(files), team_id, 'team')}")
    return read_team(files[team_id].read_text(encoding="utf-8"), f"{team_id}.toml")


def find_team(text: str, checked: bool = True, edition: str = USUAL) -> Team:
    """A team by its file, or a ready team of any edition by its id.

    If two editions have the same id, the one of `edition` is meant; `astrogranite:light-balanced` names the edition
    itself.
    """
    known = {name: ready_files(name) for name in sorted(editions(), key=lambda name: (name != edition, name != USUAL))}
    named, _, team_id = text.rpartition(":")
    if named in known:
        return ready_team(team_id, named)
    for name, files in known.items():
        if text in files:
            return ready_team(text, name)
    path = Path(text)
    if not path.exists() and path.suffix != ".toml" and "/" not in text:
        listed = ", ".join(team_id for files in known.values() for team_id in files)
        raise UserError(f"team {text!r}: expected a team file or a ready team: {listed}")
    return load_team(path, checked)
