"""Turns the lower bounds of pyproject.toml into pins: the oldest versions that the project says it works with.

python tools/lower_bounds.py                 the dependencies
python tools/lower_bounds.py rl tune         ... and those of extras
python tools/lower_bounds.py --build         what the build needs

The lines are constraints for pip: pip install . -c FILE
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENT = re.compile(r"(?P<name>[A-Za-z0-9._-]+)(?P<extras>\[[^\]]*\])?\s*>=\s*(?P<oldest>[0-9][^,;\s]*)")
OF_ITSELF = re.compile(r"dungeonbowl\[(?P<extras>[^\]]*)\]")


def pin(requirement: str) -> str:
    """The pin of a requirement: `mypy[mypyc]>=2.4,<2.5` gives `mypy==2.4`. Constraints name no extras."""
    found = REQUIREMENT.match(requirement)
    if found is None:
        raise ValueError(f"{requirement!r}: expected a lower bound, as in msgspec>=0.19")
    return f"{found['name']}=={found['oldest']}"


def requirements(project: dict[str, Any], extras: list[str]) -> list[str]:
    """The dependencies of the project and of these extras; an extra may name others."""
    found: list[str] = list(project["dependencies"])
    wanted = list(extras)
    seen: set[str] = set()
    while wanted:
        extra = wanted.pop()
        if extra in seen:
            continue
        seen.add(extra)
        for requirement in project["optional-dependencies"][extra]:
            if itself := OF_ITSELF.match(requirement):
                wanted += [word.strip() for word in itself["extras"].split(",")]
            else:
                found.append(requirement)
    return found


def oldest_for_all(pins: Iterable[str]) -> list[str]:
    """One pin for each package. If two requirements name one package, the newer bound is the oldest version that fits
    both."""
    found: dict[str, str] = {}
    for line in pins:
        name, _, version = line.partition("==")
        found[name] = max(version, found.get(name, "0"), key=number_of)
    return [f"{name}=={version}" for name, version in found.items()]


def number_of(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version))


def pins(words: list[str]) -> list[str]:
    """The pins that the command line asks for, each once."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        tables = tomllib.load(file)
    if words == ["--build"]:
        chosen = tables["build-system"]["requires"]
    else:
        known = tables["project"]["optional-dependencies"]
        if unknown := [word for word in words if word not in known]:
            raise ValueError(f"there is no extra {unknown[0]!r}: expected some of {', '.join(known)}, or --build alone")
        chosen = requirements(tables["project"], words)
    return sorted(oldest_for_all(pin(requirement) for requirement in chosen))


if __name__ == "__main__":
    try:
        print("\n".join(pins(sys.argv[1:])))  # noqa: T201
    except ValueError as error:
        sys.exit(f"lower_bounds: {error}")
