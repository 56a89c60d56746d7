"""Team files: TOML, version 2. A file is checked as a whole, and every reason for a refusal is reported at once."""

from __future__ import annotations

import json
import types
import typing
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.facts import Facts, load_facts
from dungeonbowl.teams.problems import Problem, TeamError, one_of
from dungeonbowl.teams.team import Gain, Player, Team
from dungeonbowl.toml_text import tables_of

FORMAT: Final = 2
EARLIER: Final = (1,)  # versions that are read too
LONGEST: Final = 200_000  # bytes; a team of sixteen has about three thousand
# The keys of a file, in the order in which they are written. `player` and the roster's own key stand for themselves.
HEAD_KEYS: Final = (
    "edition",
    "roster",
    "name",
    "coach",
    "kind",
    "budget",
    "games",
    "rerolls",
    "treasury",
    "skill_points",
    "inducements",
    "staff",
    "id",
    "season",
    "trophy",
    "history",
)
WORDS: Final = {int: "a whole number", str: "text", bool: "true or false", dict: "a table", tuple: "a list"}

Loaded = TypeVar("Loaded", bound=msgspec.Struct)


def load_team(path: Path, checked: bool = True) -> Team:
    """A team file. `TeamError` names the file, the player and the key of everything that is wrong with it."""
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST + 1)
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from None
    if len(data) > LONGEST:
        raise UserError(f"{path}: expected a team file of at most {LONGEST} bytes")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise UserError(f"{path}: expected a team file in UTF-8") from None
    return read_team(text, str(path), checked)


def read_team(text: str, source: str = "team", checked: bool = True) -> Team:
    """The team that a text describes. Unchecked, it need only be well formed: an illegal team can be looked at too."""
    try:
        data = tables_of(text)
    except (ValueError, RecursionError) as error:
        raise UserError(f"{source}: expected TOML: {error}") from None
    facts = head_facts(data, source)
    reader = Reader()
    players = read_players(reader, data.pop("player", None))
    key = facts.draft.roster_key
    known = tuple(key if name == "roster" else name for name in HEAD_KEYS)
    for name in ("roster", "players"):  # the names of the struct; a file has `college` and `player`
        if name in data:
            reader.problems.append(Problem(name, one_of(known, name, "key"), f"the key {name!r}"))
    roster = data.pop(key, None)
    if not isinstance(roster, str):
        reader.problems.append(Problem(key, "text", "nothing" if roster is None else shown(roster)))
        roster = ""
    head = reader.struct({**data, "roster": roster, "players": ()}, Team, "", (*known, "roster", "players"))
    if reader.problems or head is None:
        raise TeamError(source, reader.problems)
    team = msgspec.structs.replace(head, players=players)
    if checked and (problems := check(team)):
        raise TeamError(source, problems)
    return team


def head_facts(data: dict[str, Any], source: str) -> Facts:
    """The facts of the file's edition. Version and edition are read first: without them the rest cannot be read."""
    version = data.pop("format", None)
    if version not in (FORMAT, *EARLIER) or isinstance(version, bool):
        found = "nothing" if version is None else repr(version)
        newer = ", which a newer program wrote" if isinstance(version, int) and version > FORMAT else ""
        raise TeamError(source, [Problem("format", str(FORMAT), found + newer)])
    edition = data.get("edition")
    if not isinstance(edition, str):
        found = "nothing" if edition is None else repr(edition)
        raise TeamError(source, [Problem("edition", "text", found)])
    try:
        return load_facts(edition)
    except UserError as error:
        raise UserError(f"{source}: {error}") from None


def read_players(reader: Reader, raw: object) -> tuple[Player, ...]:
    if raw is None:
        raw = []
    if not isinstance(raw, list) or not all(isinstance(entry, dict) for entry in raw):
        reader.problems.append(Problem("player", "tables [[player]]", shown(raw)))
        return ()
    players: list[Player] = []
    for index, entry in enumerate(raw, 1):
        if "experience" in entry and "earned" not in entry:  # its name in version 1, unspent or total by edition
            entry["earned"] = entry.pop("experience")
        name = entry.get("name")
        where = f"player {index}" + (f" {name!r}" if isinstance(name, str) and name else "")
        gained = read_gains(reader, entry.pop("gained", []), where)
        player = reader.struct(entry, Player, where, tuple(Player.__struct_fields__))
        if player is not None:
            players.append(msgspec.structs.replace(player, gained=gained))
    return tuple(players)


def read_gains(reader: Reader, raw: object, where: str) -> tuple[Gain, ...]:
    if not isinstance(raw, list) or not all(isinstance(entry, dict) for entry in raw):
        reader.problems.append(Problem("gained", 'a list such as [{ skill = "Block" }]', shown(raw), where))
        return ()
    gains = [
        reader.struct(entry, Gain, f"{where}: gained {index}", tuple(Gain.__struct_fields__))
        for index, entry in enumerate(raw, 1)
    ]
    return tuple(gain for gain in gains if gain is not None)


class Reader:
    """Builds structs key by key, so that every wrong key is found and not only the first."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def struct(
        self,
        raw: dict[str, Any],
        kind: type[Loaded],
        where: str,
        known: tuple[str, ...],
    ) -> Loaded | None:
        """The struct, or None if something was wrong; the problems are kept."""
        before = len(self.problems)
        values: dict[str, Any] = {}
        for key in raw:
            if key not in known:
                self.problems.append(Problem(key, one_of(known, key, "key"), f"the key {key!r}", where))
        for field in msgspec.structs.fields(kind):
            if field.name not in raw:
                if field.required:
                    self.problems.append(Problem(field.name, words_for(field.type), "nothing", where))
                continue
            try:
                values[field.name] = msgspec.convert(raw[field.name], field.type)
            except msgspec.ValidationError:
                found = shown(raw[field.name])
                self.problems.append(Problem(field.name, words_for(field.type), found, where))
        return None if len(self.problems) > before else kind(**values)


def words_for(kind: object) -> str:
    """The name of a type for a coach."""
    if typing.get_origin(kind) is typing.Literal:
        return " or ".join(repr(word) for word in typing.get_args(kind))
    outer = typing.get_origin(kind) or kind
    inner = [part for part in typing.get_args(kind) if part is not Ellipsis]
    said = WORDS.get(outer, "something else") if isinstance(outer, type) else "something else"
    if outer in (tuple, dict) and inner and not isinstance(inner[-1], types.GenericAlias):
        return f"{said} of {'whole numbers' if inner[-1] is int else 'texts'}"
    return said


def shown(value: object) -> str:
    """A value in a message, shortened."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


# --- writing ------------------------------------------------------------------------------------------------------


def write_team(team: Team, comment: str = "") -> str:
    """The file of a team; reading it gives the same team. Keys with their default values are left out."""
    lines = [f"# {line}".rstrip() for line in comment.splitlines()]
    lines.append(f"format = {FORMAT}")
    values = msgspec.to_builtins(team)
    for key in HEAD_KEYS:
        if key in values:
            name = team.facts.draft.roster_key if key == "roster" else key
            lines.append(f"{name} = {toml_value(values[key])}")
    for player in values["players"]:
        lines += ["", "[[player]]", *(f"{key} = {toml_value(value)}" for key, value in player.items())]
    return "\n".join(lines) + "\n"


def toml_value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{toml_key(key)} = {toml_value(entry)}" for key, entry in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml_value(entry) for entry in value) + "]"
    raise TypeError(f"{value!r} has no place in a team file")


def toml_key(key: str) -> str:
    plain = key.isascii() and key.replace("_", "a").replace("-", "a").isalnum()
    return key if plain else json.dumps(key, ensure_ascii=False)
