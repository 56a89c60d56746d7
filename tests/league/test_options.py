"""Options of leagues and seasons: one text, defaults by edition, errors for people."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeonbowl.editions import EDITIONS
from dungeonbowl.errors import UserError
from dungeonbowl.league import option_text
from dungeonbowl.league.competitions.clocks import CLOCKS, read_clock, write_clock
from dungeonbowl.league.competitions.formats import FORMATS, KnockOut, RoundRobin, read_format, write_format
from dungeonbowl.league.competitions.options import (
    CompetitionOptions,
    checked_edition,
    default_season,
    preset,
    presets,
    read_season,
    write_season,
)
from dungeonbowl.league.options import LeagueOptions, default_options, defaults_of, read_options, write_options
from dungeonbowl.rulebook import find

PAGE = Path(__file__).resolve().parents[2] / "docs" / "look-up" / "competitions.md"


@pytest.mark.parametrize(
    ("edition", "expected"),
    [
        ("official", (5, False, False, "redraft", 0, "both")),
        ("astrogranite", (3, False, False, "carry_on", 0, "own")),
        ("stockbowl", (3, True, True, "carry_on", 2, "both")),
    ],
)
def test_defaults_by_edition(edition: str, expected: tuple[object, ...]) -> None:
    options = default_options(edition)
    found = (options.touchdown_points, options.fame, options.mvp_dead, options.off_season)
    assert (*found, options.mercy, options.concede_winnings) == expected
    assert (options.casualty_bonus, options.redraft_cap, options.scouting) == (False, 1_300_000, "mvp")
    assert (options.fill_up, options.treasury_cap, options.aftermath_hours) == ("none", 0, 72)
    assert (options.names_locked, options.walkover_relief) == (False, False)


def test_defaults_of_competitions_by_edition() -> None:
    official, astrogranite, stockbowl = (
        default_season(edition).competition for edition in ("official", "astrogranite", "stockbowl")
    )
    assert official.tie_breaks == astrogranite.tie_breaks
    assert official.tie_breaks == ("points", "td_for", "cas_for", "head_to_head", "wins", "lot")
    assert stockbowl.tie_breaks == ("points", "td_diff", "cas_diff", "head_to_head", "lot")
    assert official.swiss_tie_breaks == ("points", "opponents_points_cut1", "td_diff", "cas_diff", "lot")
    assert official.gold() == (100_000, 60_000, 30_000)


def test_every_edition_has_its_defaults() -> None:
    for edition in EDITIONS:
        assert default_season(edition).edition == checked_edition(edition)


@pytest.mark.parametrize("edition", ["official", "official(turn_limit=8)", "astrogranite", "stockbowl"])
def test_what_is_written_is_read_again(edition: str) -> None:
    season = default_season(edition)
    assert read_season(write_season(season)) == season
    assert read_season(write_season(season, remarks=True)) == season
    assert write_season(season, changes_only=True) == f"edition = {checked_edition(edition)}"
    assert read_options(write_options(season.league), edition) == season.league


def changed(option: option_text.Option) -> st.SearchStrategy[str]:
    if option.kind == "switch":
        return st.sampled_from(["on", "off"])
    if option.kind == "number":
        least = option.least or 0
        return st.integers(least, option.most if option.most is not None else least + 10**7).map(str)
    if option.kind == "choice":
        return st.sampled_from(option.choices)
    if option.choices:
        words = [word for word in option.choices if word != "lot"]
        return st.lists(st.sampled_from(words), min_size=1, unique=True).map(" ".join)
    free = {"bonus": ["none", "concede:-1 casualties>=3:+1"], "prizes": ["none", "500 100"]}
    free["clock"] = ["none", "turn(seconds=90)", "bank(gain=0, seconds=3600)", "days", "days(move=24, bank=168)"]
    return st.sampled_from(free.get(option.key, [""]))


@given(st.data(), st.sampled_from(EDITIONS))
@settings(deadline=None, max_examples=60)
def test_any_options_are_written_and_read_again(data: st.DataObject, edition: str) -> None:
    base = default_season(edition)
    kinds = [*option_text.options_of(LeagueOptions), *option_text.options_of(CompetitionOptions)]
    lines = [f"edition = {edition}"]
    for option in data.draw(st.lists(st.sampled_from(kinds), unique=True)):
        value = data.draw(changed(option))
        if value and option.key not in defaults_of(edition).fixed:
            lines.append(f"{option.key} = {value}")
    season = read_season("\n".join(lines))
    assert read_season(write_season(season)) == season
    assert read_season(write_season(season, changes_only=True)) == season
    assert read_season("", base) == base


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("win = 2", "expected a line such as `edition = official`"),
        ("edition = rugby", "edition 'rugby': expected one of"),
        ("edition = official, edition = official", "edition stands twice"),
        ("edition = official, wins = 2", "there is no option 'wins'; expected one of edition, touchdown_points"),
        ("edition = official, win = 2, win = 3", "win stands twice"),
        ("edition = official, win = lots", "option win: expected a number from 0 to 100, found 'lots'"),
        ("edition = official, win = 200", "option win: expected a number from 0 to 100, found '200'"),
        ("edition = official, redraft_cap = some", "expected a number from 0 up or none, found 'some'"),
        ("edition = official, trophy = maybe", "option trophy: expected on or off, found 'maybe'"),
        ("edition = official, play = for fun", "option play: expected deferred or league or resurrection"),
        ("edition = official, tie_breaks = points goals", "option tie_breaks: expected words of points, wins"),
        ("edition = official, tie_breaks = points points", "a word stands twice"),
        ("edition = official, tie_breaks = none", "expected at least one word"),
        ("edition = official, tie_breaks = lot points", "nothing can come after lot"),
        ("edition = official, bonus = goals:+1", "bonus 'goals:\\+1': expected casualties>=3:\\+1"),
        ("edition = official, prizes = gold", "expected gold, as in"),
        ("edition = official, stages = none", "expected at least one"),
        ("edition = official, stages = league", "stage 'league': expected one of round_robin"),
        ("edition = official, stages = swiss(rounds=many)", "option rounds: expected a number from 0 to 64 or none"),
        ("edition = official, stages = swiss(laps=3)", "stage swiss: there is no option 'laps'"),
        ("edition = official, stages = swiss(rounds=3", "brackets are not in pairs"),
        ("edition = official, stages = knock_out(qualify=4)", "the first stage takes everybody"),
        ("edition = official, knock_out_rules = lava=on", "option knock_out_rules: .*has no option 'lava'"),
        ("edition = official, casualty_bonus", "expected `key = value`, found 'casualty_bonus'"),
        ("edition = official, fame = on", "fame stays off: this edition counts no crowd"),
        ("edition = astrogranite, touchdown_points = 5", "touchdown_points stays 3: the match itself counts them"),
        ("edition = astrogranite, trophy = on", "trophy stays off"),
        ("edition = official, clock = sundial", "option clock: expected one of none, turn, bank, days, as in days"),
        ("edition = official, clock = none(seconds=60)", "option clock: expected one of none, turn"),
        ("edition = official, clock = days(move=0)", "option move: expected a number from 1 to 1440, found '0'"),
        ("edition = official, clock = turn(seconds=2)", "option seconds: expected a number from 5 to 86400, found '2'"),
        (
            "edition = official, clock = days(gain=3)",
            "clock days: there is no option 'gain'; expected one of move, bank",
        ),
        ("edition = official, clock = bank(mode=days)", "clock bank: there is no option 'mode'"),
        ("edition = official, clock = days(move=2, move=3)", "clock days: move stands twice"),
    ],
)
def test_errors_say_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(UserError, match=message) as caught:
        read_season(text)
    assert "\n" not in str(caught.value)


def test_texts_may_be_lines_or_commas_and_have_remarks() -> None:
    text = """
    edition = official(turn_limit=8, quick=on)   # a comma in brackets ends nothing
    win = 2, draw = 1
    # a line for people
    redraft_cap = 1400k
    """
    season = read_season(text)
    assert season.edition == "official(quick=1, turn_limit=8)"
    assert (season.competition.win, season.league.redraft_cap) == (2, 1_400_000)


def test_knock_outs_of_the_official_edition_have_no_turn_limit_unless_it_is_said() -> None:
    season = read_season("edition = official(quick=on)")
    assert season.edition_of(RoundRobin()) == "official(quick=1)"
    assert season.edition_of(KnockOut()) == "official(quick=1, turn_limit=0)"
    assert preset("bots").season().edition_of(KnockOut()) == "official"
    assert read_season("edition = stockbowl").edition_of(KnockOut()) == "stockbowl"
    limited = read_season("edition = official(turn_limit=4)")
    assert limited.edition_of(RoundRobin()) == "official(turn_limit=4)"
    assert limited.edition_of(KnockOut()) == "official(turn_limit=0)"


# --- formats and presets ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FORMATS)
def test_formats_are_written_and_read_again(name: str) -> None:
    assert read_format(name) == FORMATS[name]
    assert write_format(FORMATS[name]) == name


def test_a_format_names_what_differs() -> None:
    text = "round_robin(meetings=1,groups=4)"
    assert write_format(read_format(" round_robin( groups = 4,\n meetings = 1 )")) == text
    assert read_season("edition = official, stages = round_robin(meetings=2)").competition.stages == ("round_robin",)


@pytest.mark.parametrize(
    ("name", "stages", "play"),
    [
        ("book", ("round_robin", "knock_out(qualify=4)"), "league"),
        ("evening", ("round_robin(meetings=1)", "knock_out(qualify=2)"), "league"),
        ("club_day", ("swiss",), "resurrection"),
        ("correspondence", ("round_robin(meetings=1)",), "deferred"),
        ("bots", ("round_robin", "knock_out(qualify=4)"), "league"),
    ],
)
def test_presets(name: str, stages: tuple[str, ...], play: str) -> None:
    for edition in EDITIONS:
        season = preset(name).season(edition)
        assert (season.competition.stages, season.competition.play) == (stages, play)
        assert season.edition == checked_edition(edition)


@pytest.mark.parametrize("name", CLOCKS)
def test_clocks_are_written_and_read_again_and_name_what_differs(name: str) -> None:
    assert read_clock(name) == CLOCKS[name][0]
    assert write_clock(CLOCKS[name][0]) == name
    text = " days( bank = 100,\n move = 48 )"
    assert write_clock(read_clock(text)) == "days(bank=100)"


def test_only_correspondence_begins_with_a_clock_and_an_older_text_has_none() -> None:
    assert {name for name in presets() if preset(name).season().competition.clock != "none"} == {"correspondence"}
    days = preset("correspondence").season().competition.think_time()
    assert (days.mode, days.move, days.bank, days.react) == ("days", 48, 168, 12)
    whole = write_season(preset("correspondence").season()).splitlines()
    older = "\n".join(line for line in whole if not line.startswith("clock"))
    assert len(older.splitlines()) == len(whole) - 1
    assert read_season(older).competition.clock == "none", "written before there was such an option"


def test_there_are_five_presets_with_titles() -> None:
    assert {each.title for each in presets().values()} == {"Book", "Evening", "Club day", "Correspondence", "Bots"}
    with pytest.raises(UserError, match="preset 'rookie': expected one of book, bots"):
        preset("rookie")


# --- rules and the page -----------------------------------------------------------------------------------------------

KINDS = (LeagueOptions, CompetitionOptions, *(type(each) for each in FORMATS.values()))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_option_has_a_meaning_and_its_rule_exists(kind: type) -> None:
    for option in option_text.options_of(kind):
        assert option.meaning, option.key
        assert not option.rule or find(option.rule) is not None, option.rule


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_the_page_has_a_row_for_every_option_with_its_default(kind: type) -> None:
    rows = re.findall(r"^\| `(\w+)` \| `([^`]*)` \| (.*?) \| (.*?) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    for option in option_text.options_of(kind):
        row = (option.key, option_text.written(option, option.default), option.meaning, option.rule)
        assert row in rows, row
