"""One table of the tests that are played in a few cases by day and in all of them by night.

`make test` runs the cases that stand here, `make test-all` (or `DUNGEONBOWL_PLANS=nightly` with any call of pytest)
runs every case. So nothing is nightly without the same check by day, on fewer examples. `make nightly` prints this
table and the counts of `support/plans.py`; what stands in neither is the same by day and by night.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from support.plans import PLANS, SETTING


class Nightly(NamedTuple):
    """`test` is a test with cases, `by_day` the cases of it that `make test` runs, by their names in brackets."""

    test: str
    by_day: tuple[str, ...]
    why: str


SIZES = "the same story on another size of screen"
LEAGUE_PAGES = [
    "leagues",
    "new-league",
    "league",
    "table",
    "schedule",
    "bracket",
    "teams",
    "records",
    "charts",
    "desk",
    "fixture-open",
    "fixture-running",
    "fixture-over",
    "aftermath-begin",
    "aftermath",
    "aftermath-over",
    "team",
    "player",
]

NIGHTLY = (
    Nightly(
        "tests/browser/test_league_pages.py::test_a_page_is_sound_that_was_opened_at_a_size",
        ("league-phone", "table-phone", "league-large"),
        "by day every page is opened on a desk and made smaller and larger there",
    ),
    Nightly(
        "tests/browser/test_league_languages.py::test_longer_words_fit_the_pages_of_a_league",
        tuple(f"{page}-phone" for page in LEAGUE_PAGES),
        "a desk has more room for longer words than a phone",
    ),
    Nightly(
        "tests/browser/test_league_languages.py::test_longer_words_fit_drafting_building_and_custom_matches",
        ("/draft-phone", "/editor-phone", "/custom-phone"),
        "a desk has more room for longer words than a phone",
    ),
    Nightly(
        "tests/browser/test_pages.py::test_a_page_is_sound_that_was_opened_on_a_phone",
        ("/custom",),
        "by day every page is opened on a desk and made smaller there",
    ),
    Nightly(
        "tests/browser/test_club_day.py::test_a_day_of_a_club",
        ("8-2",),
        "the same day with more coaches and more rounds",
    ),
    Nightly(
        "tests/browser/test_whole_matches.py::test_the_same_by_keys_only",
        ("official",),
        "whole matches of every edition are played by clicks",
    ),
    Nightly(
        "tests/browser/test_whole_matches.py::test_a_whole_match_by_clicks_only",
        ("official", "stockbowl", "astrogranite"),
        "once more with nearly every module; positions of such a match are looked at in test_layout.py",
    ),
    Nightly(
        "tests/browser/test_companion.py::test_a_worked_example_is_played_with_one_tap_a_die",
        ("2", "8", "13", "17", "19", "25"),
        "examples of the same kind; tests/scenarios plays all of them",
    ),
    Nightly(
        "tests/browser/test_layout.py::test_the_board_gets_the_window",
        ("of-3", "sb-04", "ag-gallery"),
        "a dungeon of each edition",
    ),
    Nightly(
        "tests/browser/test_layout.py::test_the_log_has_ten_lines_and_never_hides_the_newest",
        ("desktop", "phone"),
        SIZES,
    ),
    Nightly("tests/browser/test_pages.py::test_the_report_of_four_teams_is_one_table_and_fits", ("phone",), SIZES),
    Nightly("tests/browser/test_pages.py::test_the_tables_of_the_study_fit", ("phone",), SIZES),
    Nightly("tests/browser/test_layout.py::test_the_theme_follows_the_system_until_it_is_set", ("light",), "both ways"),
    Nightly("tests/browser/test_astrogranite.py::test_modules_are_switched_and_knots_are_named", ("phone",), SIZES),
    Nightly("tests/browser/test_astrogranite.py::test_the_game_masters_page_says_what_to_do", ("desktop",), SIZES),
    Nightly(
        "tests/browser/test_astrogranite.py::test_a_lineman_is_given_a_weapon_and_its_price_counts", ("phone",), SIZES
    ),
    Nightly("tests/browser/test_learning.py::test_a_lesson_is_played_to_its_end", ("phone",), SIZES),
    Nightly(
        "tests/browser/test_learning.py::test_one_click_leads_to_a_first_match_at_easy_that_says_its_goal",
        ("desktop",),
        SIZES,
    ),
    Nightly("tests/browser/test_advice.py::test_advice_is_shown_looked_at_and_followed", ("phone",), SIZES),
    Nightly(
        "tests/browser/test_other_turn.py::test_on_to_my_turn_and_back_to_a_moment_of_the_other", ("desktop",), SIZES
    ),
    Nightly(
        "tests/browser/test_replay_viewer.py::test_the_adviser_tells_chances_mistakes_and_what_it_would_do",
        ("phone",),
        SIZES,
    ),
)


def is_night() -> bool:
    return os.environ.get(SETTING, "") == "nightly"


def waits_for_the_night(name: str) -> bool:
    """Whether a test, by its name with its case in brackets, is left out by day."""
    test, _, case = name.partition("[")
    return any(row.test == test and case.removesuffix("]") not in row.by_day for row in NIGHTLY)


def lines() -> list[str]:
    """What is nightly, for people: cases of tests, then larger counts."""
    told = ["Tests with more cases by night", ""]
    for row in NIGHTLY:
        told += [row.test, f"    by day: {', '.join(row.by_day)}; {row.why}"]
    told += ["", "What is played at random: how often by day, how often by night", ""]
    told += [f"{plan.tested:6} {plan.nightly:6}  {name}: {plan.what}" for name, plan in PLANS.items()]
    return told


if __name__ == "__main__":
    print("\n".join(lines()))  # noqa: T201
