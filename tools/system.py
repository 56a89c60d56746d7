"""Installs the system programs that the tests need, if that is possible; otherwise prints what is missing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

CHROMIUM = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
# Chromium without a window: the same engine, which opens a page in little more than half the time. The tests take it
# where it is, and Chromium elsewhere.
QUICKER = "chromium-headless-shell"


def missing() -> list[str]:
    """The Debian packages whose programs are not installed."""
    packages = []
    if not os.environ.get("DUNGEONBOWL_CHROMIUM") and not any(shutil.which(name) for name in CHROMIUM):
        packages.append("chromium")
    if not shutil.which("initdb") and not list(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        packages.append("postgresql")
    if not shutil.which("nginx", path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/sbin"):
        packages.append("nginx")
    if not shutil.which("openssl"):
        packages.append("openssl")
    return packages


def main() -> int:
    packages = missing()
    wanted = packages if os.environ.get("DUNGEONBOWL_CHROMIUM") or shutil.which(QUICKER) else [*packages, QUICKER]
    if wanted and shutil.which("apt-get") and os.geteuid() == 0:
        print(f"Installing {' '.join(wanted)} for the tests", flush=True)  # noqa: T201
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.call(["apt-get", "update", "-qq"], env=quiet, stdout=subprocess.DEVNULL)
        for package in wanted:  # one by one: what a system does not have keeps nothing else away
            subprocess.call(["apt-get", "install", "-y", "-qq", package], env=quiet, stdout=subprocess.DEVNULL)
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
