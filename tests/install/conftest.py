"""What the tests of installing share: distributions are built once, in isolation, in a folder outside the clone."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.installs import Distributions, Installed


@pytest.fixture(scope="session")
def workplace() -> Iterator[Path]:
    """A folder that is gone afterwards: environments are large."""
    folder = Path(tempfile.mkdtemp(prefix="dungeonbowl-install-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def distributions(workplace: Path) -> Distributions:
    return Distributions(workplace)


@pytest.fixture(scope="session")
def bare(workplace: Path, distributions: Distributions) -> Installed:
    """The wheel alone, without any extra."""
    installed = Installed(workplace / "bare")
    installed.install(distributions.wheel)
    return installed
