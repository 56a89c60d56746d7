"""Builds the engines that tools/peers.py measures, from sources that are given. What fails says why."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
import venv
from pathlib import Path

TOOLS = Path(__file__).resolve().parent
# What pip says of a program that it called, beside that program's own reason.
OF_PIP = re.compile(r"subprocess-exited-with-error|This error originates from a subprocess|Failed to build")
C_FLAGS = ("-std=gnu11", "-O3", "-march=native")
CARGO = """[package]
name = "peer"
version = "0.0.0"
edition = "2021"

[[bin]]
name = "peer"
path = '{driver}'

[dependencies]
engine = {{ package = "{package}", path = '{path}' }}

[profile.release]
lto = true
codegen-units = 1

[workspace]
"""


class Absent(Exception):
    """A peer that cannot be measured here, and why."""


def run(command: list[str], failure: str, folder: Path | None = None, **variables: str) -> None:
    """Run a program of the build. If it fails, the first line that tells of an error is the reason."""
    try:
        surroundings = {**os.environ, **variables}
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", cwd=folder, env=surroundings)
    except OSError as error:
        raise Absent(f"{failure}: {command[0]}: {error.strerror}") from None
    if done.returncode != 0:
        said = [line.strip() for line in done.stderr.strip().splitlines()] or ["it said nothing"]
        reasons = [line for line in said if ("error" in line.lower() or "fatal: " in line) and not OF_PIP.search(line)]
        raise Absent(f"{failure}: {(reasons or said)[0 if reasons else -1]}")


def python_environment(folder: Path, wanted: tuple[str, ...]) -> Path:
    """The Python of a virtual environment with these packages; it is made at the first call."""
    stamp = folder / "installed.txt"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if stamp.is_file() and stamp.read_text("utf-8") == "\n".join(wanted):
        return python
    venv.create(folder, with_pip=True, clear=True)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted]
    run(pip, "pip could not install it")
    stamp.write_text("\n".join(wanted), "utf-8")
    return python


def is_c_engine(path: Path) -> bool:
    return (path / "engine" / "include" / "bb" / "bb_match.h").is_file()


def c_engine(path: Path, folder: Path) -> Path:
    """bloodbowl-rl with our driver, in one call of the compiler, as fast as it makes it for this processor."""
    compiler = os.environ.get("CC") or shutil.which("gcc") or shutil.which("clang") or "cc"
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "peer"
    sources = sorted(str(file) for file in (path / "engine" / "src").glob("*.c"))
    flags = [*C_FLAGS, f'-DFLAGS="{" ".join(C_FLAGS)}"', f"-I{path / 'engine' / 'include'}"]
    command = [compiler, *flags, str(TOOLS / "peer_bloodbowl_rl.c"), *sources, "-o", str(program), "-lm"]
    run(command, "it could not be compiled")
    return program


def is_rust_engine(path: Path) -> bool:
    return (path / "botbowl-engine" / "Cargo.toml").is_file()


def rust_engine(path: Path, folder: Path) -> Path:
    """botbowl_rust with our driver, as a release build for this processor."""
    engine = path / "botbowl-engine"
    package = tomllib.loads((engine / "Cargo.toml").read_text("utf-8"))["package"]["name"]
    folder.mkdir(parents=True, exist_ok=True)
    manifest = CARGO.format(driver=TOOLS / "peer_botbowl_rust.rs", package=package, path=engine)
    (folder / "Cargo.toml").write_text(manifest, "utf-8")
    cargo = ["cargo", "build", "--release", "--quiet"]
    run(cargo, "cargo could not build it", folder, RUSTFLAGS="-C target-cpu=native", CARGO_TARGET_DIR=str(folder))
    return folder / "release" / "peer"
