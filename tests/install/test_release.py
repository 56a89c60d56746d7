"""The wheel of a release: compiled by what play has counted, installed where there is neither a compiler nor Node."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from support.installs import (
    INTERPRETED,
    REASON,
    WANTED,
    Distributions,
    Installed,
    check_browser,
    check_first_steps,
    environment,
    run,
)

pytestmark = [
    pytest.mark.skipif(not WANTED, reason=REASON),
    pytest.mark.skipif(INTERPRETED, reason="a release is compiled"),
]


@pytest.fixture(scope="module")
def release_wheel(workplace: Path, distributions: Distributions) -> Path:
    builder = Installed(workplace / "release-tools")
    sources = distributions.sources_with_pages(workplace / "release-sources")
    run(builder.programs / "python", "tools/release.py", "--prepare", cwd=sources, env=environment())
    (found,) = (sources / "dist").glob("*.whl")
    return found


def test_the_release_wheel_plays_without_a_compiler_and_without_node(
    workplace: Path, release_wheel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = Installed(workplace / "released")
    monkeypatch.setenv("PATH", str(installed.programs))
    assert not any(shutil.which(name) for name in ("cc", "gcc", "clang", "node", "npm"))
    installed.install(f"{release_wheel}[server]")
    assert "engine compiled (release), Python 3." in installed.dungeonbowl("version")
    check_first_steps(installed, "compiled")
    monkeypatch.undo()  # the server is started by a shell
    check_browser(installed)
