"""`DUNGEONBOWL_INTERPRETED=1`: compiled modules beside the sources are left alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import dungeonbowl

PACKAGE = Path(dungeonbowl.__file__).parent


def test_a_compiled_module_is_loaded_only_where_the_variable_is_not_set(tmp_path: Path) -> None:
    engine = tmp_path / "dungeonbowl" / "engine"
    engine.mkdir(parents=True)
    for name in ("__init__.py", "interpreted.py", "engine/__init__.py"):
        shutil.copy(PACKAGE / name, tmp_path / "dungeonbowl" / name)
    (engine / "game.py").write_text("answer = 'from the sources'\n")
    (engine / f"game{EXTENSION_SUFFIXES[0]}").write_text("no machine code at all")
    program = (
        "import dungeonbowl as db\nprint(db.compiled())\nimport dungeonbowl.engine.game as game\nprint(game.answer)"
    )

    def run(**variables: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(tmp_path), **variables}
        return subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)

    assert run(DUNGEONBOWL_INTERPRETED="1").stdout.split("\n") == ["False", "from the sources", ""]
    other = run(DUNGEONBOWL_INTERPRETED="")
    assert other.stdout == "True\n"
    assert "ImportError" in other.stderr
