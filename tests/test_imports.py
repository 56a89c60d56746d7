"""Every module can be imported first: no circle of imports hides behind another that happened to come before it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import dungeonbowl

PACKAGE = Path(dungeonbowl.__file__).parent
# Each module is imported with all of the package forgotten that was there before. Compiled modules cannot be imported
# twice in one process, so each takes a process of its own there; those where circles can hide are enough.
ROOMS = (
    *("engine/procedures", "engine/skills", "editions/astrogranite"),
    *("words", "records", "scenes", "play", "bots", "league", "teams", "storage"),
)


# Only what belongs to the package is imported anew each time: a first process finds out what the modules need besides,
# and every later one has that already.
PROGRAM = """
import importlib, os, sys

def forked(work):
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        said = work()
        os.write(writing, said.encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as told:
        found = told.read()
    return os.waitpid(child, 0)[1] == 0, found

def others():
    for name in sys.argv[2:]:
        try:
            importlib.import_module(name)
        except Exception:
            pass  # told below
    source = os.path.dirname(sys.argv[1])
    files = {name: getattr(module, "__file__", None) or "" for name, module in list(sys.modules.items())}
    return " ".join(name for name, file in files.items() if file.startswith("/") and not file.startswith(source))

def first():
    try:
        importlib.import_module(name)
    except ImportError as error:
        return "" if "extra" in str(error) else f"cannot be imported first: {error}"
    except BaseException as error:
        return str(error) or repr(error)
    return ""

for name in forked(others)[1].split():
    try:
        importlib.import_module(name)
    except Exception:
        pass  # part of something that is imported in one way only
for name in sys.argv[2:]:
    assert not any(each.partition(".")[0] == "dungeonbowl" for each in sys.modules)
    ended_well, said = forked(first)
    if said or not ended_well:
        print(f"{name}: {said or 'the process ended'}", flush=True)
"""


def modules_of(room: str) -> list[str]:
    files = sorted(file for file in (PACKAGE / room).rglob("*.py") if "migrations" not in file.parts)  # run by alembic
    names = [".".join(("dungeonbowl", *file.relative_to(PACKAGE).with_suffix("").parts)) for file in files]
    return [name.removesuffix(".__init__") for name in names]


@pytest.mark.parametrize("room", ROOMS)
def test_every_module_of_a_room_can_be_imported_first(room: str) -> None:
    names = modules_of(room)
    assert len(names) > 2
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(PACKAGE), *names], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("", "")
