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
    *("words", "records", "scenes", "play", "bots", "teams", "storage"),
)


def modules_of(room: str) -> list[str]:
    files = sorted(file for file in (PACKAGE / room).rglob("*.py") if "migrations" not in file.parts)  # run by alembic
    names = [".".join(("dungeonbowl", *file.relative_to(PACKAGE).with_suffix("").parts)) for file in files]
    return [name.removesuffix(".__init__") for name in names]


@pytest.mark.parametrize("room", ROOMS)
def test_every_module_of_a_room_can_be_imported_first(room: str) -> None:
    names = modules_of(room)
    assert len(names) > 2
    program = (
        "import os, sys\n"
        "for name in sys.argv[1:]:\n"
        "    child = os.fork()\n"
        "    if child == 0:\n"
        "        try:\n"
        "            __import__(name)\n"
        "        except ImportError as error:\n"
        "            os._exit(0 if 'extra' in str(error) else 1)\n"
        "        except BaseException as error:\n"
        "            print(f'{name}: {error}', flush=True)\n"
        "            os._exit(1)\n"
        "        os._exit(0)\n"
        "    if os.waitpid(child, 0)[1]:\n"
        "        print(f'{name} cannot be imported first', flush=True)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, *names], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("", "")
