"""A real PostgreSQL for a test, if its programs are installed: a cluster of its own, removed after the test."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from support.servers import free_port

PLACES = ("/usr/lib/postgresql", "/usr/local/pgsql")
USERS = ("postgres", "nobody")  # users to run it as if the tests run as root, which PostgreSQL refuses


def programs() -> Path | None:
    """The folder with initdb and pg_ctl, of the newest version installed."""
    if found := shutil.which("initdb"):
        return Path(found).parent
    places = [path.parent for place in PLACES for path in Path(place).glob("**/bin/initdb")]
    return sorted(places)[-1] if places else None


def other_user() -> str | None:
    """A user to run PostgreSQL as; None if the tests do not run as root."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next((name for name in USERS if name in known), None)


@contextmanager
def postgres_database() -> Iterator[str]:
    """The URL of an empty database. The test is skipped if PostgreSQL is not installed."""
    bin_folder = programs()
    if bin_folder is None:
        pytest.skip("PostgreSQL is not installed: on Debian, apt-get install postgresql")
    user = other_user()
    if os.geteuid() == 0 and user is None:
        pytest.skip("PostgreSQL does not run as root, and there is no other user here")
    # not below pytest's folder: pytest sometimes closes its folders to other users
    place = Path(tempfile.mkdtemp(prefix="dungeonbowl-postgres-"))
    try:
        if user is not None:
            shutil.chown(place, user)
        run = Runner(bin_folder, user, place)
        data = str(place / "data")
        port = free_port()
        run("initdb", "-D", data, "-U", "bowl", "-A", "trust", "-E", "UTF8", "--no-sync")
        options = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={place} -c fsync=off"
        run("pg_ctl", "-D", data, "-o", options, "-l", str(place / "log"), "-w", "-t", "120", "start")
        try:
            yield f"postgresql+psycopg://bowl@127.0.0.1:{port}/postgres"
        finally:
            run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(place, ignore_errors=True)


class Runner:
    """Runs the programs of PostgreSQL as the right user."""

    def __init__(self, folder: Path, user: str | None, place: Path) -> None:
        self.folder = folder
        self.user = user
        self.place = place

    def __call__(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(self.folder / program), *arguments],
            user=self.user,
            cwd=self.place,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"},
        )
        if done.returncode != 0:
            raise AssertionError(f"{program} failed: {done.stderr}")
