"""Installs the system programs that the tests need, if that is possible; otherwise prints what is missing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

CHROMIUM = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


def missing() -> list[str]:
    """The Debian packages whose programs are not installed."""
    packages = []
    if not os.environ.get("DUNGEONBOWL_CHROMIUM") and not any(shutil.which(name) for name in CHROMIUM):
        packages.append("chromium")
    if not shutil.which("initdb") and not list(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        packages.append("postgresql")
    return packages


def main() -> int:
    packages = missing()
    if not packages:
        return 0
    words = " ".join(packages)
    if shutil.which("apt-get") and os.geteuid() == 0:
        print(f"Installing {words} for the tests", flush=True)  # noqa: T201
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", *packages]):
            subprocess.call(command, env=quiet, stdout=subprocess.DEVNULL)
        packages = missing()
    if packages:
        print(  # noqa: T201
            f"Missing: {', '.join(packages)}. The tests that need them are skipped; "
            f"on Debian: apt-get install {' '.join(packages)}",
            file=sys.stderr,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
