"""What an edition can be told, on the command line."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from dungeonbowl.cli import make_app
from dungeonbowl.editions import TABLE, build, settings
from dungeonbowl.errors import UserError


def run(*arguments: str) -> str:
    result = CliRunner().invoke(make_app(["edition"]), ["edition", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_without_a_text_every_edition_has_its_line() -> None:
    shown = run()
    assert all(name in shown for name in TABLE)
    assert list(json.loads(run("--json"))) == list(TABLE)


def test_a_text_is_shown_in_its_shortest_form_with_every_option() -> None:
    shown = run("astrogranite(classic, lava=on, water=off)")
    assert shown.splitlines()[0] == "astrogranite(classic, lava=on)"
    assert all(option.key in shown for option in TABLE["astrogranite"].options)


def test_settings_are_those_of_the_preset_and_then_those_of_the_text() -> None:
    found = json.loads(run("--json", "astrogranite(full, lava=off, turn_limit=16)"))
    assert found["edition"] == "astrogranite(full, lava=off, turn_limit=16)"
    assert (found["settings"]["lava"], found["settings"]["water"], found["settings"]["turn_limit"]) == (
        "off",
        "on",
        "16",
    )


TEXTS = [
    "official",
    "official(turn_limit=8, endzone_half=1)",
    "stockbowl(quick=1)",
    "astrogranite",
    "astrogranite(classic)",
    "astrogranite(full)",
    "astrogranite(doors=on, quick=on, ball_variants=on, ball_type=iron)",
]


@pytest.mark.parametrize("text", TEXTS)
def test_the_settings_of_a_text_are_the_same_edition(text: str) -> None:
    name = text.partition("(")[0]
    written = ", ".join(f"{key}={value}" for key, value in settings(text).items())
    assert build(f"{name}({written})").edition == build(text).edition


def test_a_wrong_text_is_an_answer_and_no_traceback() -> None:
    with pytest.raises(UserError, match="lava"):
        run("astrogranite(lava=maybe)")
