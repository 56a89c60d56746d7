"""A handful of whole matches kept as text: a changed line is a change of the rules to explain.

`python tests/transcripts/renew.py` writes them anew.
"""

from __future__ import annotations

import importlib.util
from itertools import zip_longest
from pathlib import Path
from types import ModuleType

import pytest


def renewing() -> ModuleType:
    spec = importlib.util.spec_from_file_location("renew", Path(__file__).with_name("renew.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


renew = renewing()


@pytest.mark.parametrize("name", sorted(renew.MATCHES))
def test_the_match_is_told_as_it_was(name: str) -> None:
    kept = renew.file_of(name).read_text(encoding="utf-8").splitlines()
    told = renew.transcript(name).splitlines()
    for number, (before, now) in enumerate(zip_longest(kept, told), 1):
        assert now == before, f"{name}.txt, line {number}; a change you want: python tests/transcripts/renew.py"


def test_every_file_has_its_match() -> None:
    assert {file.stem for file in Path(__file__).parent.glob("*.txt")} == set(renew.MATCHES)
