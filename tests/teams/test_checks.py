"""Refusing a team: every reason at once, and where it is."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dungeonbowl.teams.checks import check
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.problems import Problem, TeamError, added
from dungeonbowl.teams.team import Gain, Team, profile_of
from support.teams import DWARF, about, complaints, player, players, team


def with_first(**changes: object) -> Team:
    """A team that has played, whose first player is as given."""
    eleven = players(*[DWARF] * 11)
    return team(players=(replace(eleven[0], **changes), *eleven[1:]), games=1)


def test_every_reason_is_given_at_once() -> None:
    bad = (*players(*[DWARF] * 8), player(8, "Ogre Blocker", cost=-5), player(77, "Dragon"))
    subject = team(players=bad, name="", rerolls=9, staff={"apothecary": 1}, treasury=-1)
    assert complaints(subject) == [
        ("name", "1 to 80 characters that can be seen", "nothing"),
        ("rerolls", "0 to 8", "9"),
        ("staff", "no staff", "'apothecary'"),
        ("position", ", ".join(["a position out of Dwarf Blocker Lineman", *names()[1:]]), "'Dragon'"),
        ("players", "11 to 16", "10"),
        ("number", "each number once", "8 twice"),
        ("number", "1 to 16", "77"),
        ("gold spent", "at most 1,000,000", "1,150,000"),
        ("treasury", "0 or more", "-1"),
        ("cost", "exactly 140,000", "-5"),
    ]


def names() -> list[str]:
    return [position.name for position in load_facts().roster("fire").position]


def test_a_complaint_says_where_and_by_which_rule() -> None:
    assert Problem("cost", "exactly 5", "-1", "player 3 'Ann'", "O-DRAFT-01").text() == (
        "player 3 'Ann': cost: expected exactly 5, found -1 (O-DRAFT-01)"
    )


def test_the_error_lists_them_below_each_other() -> None:
    error = TeamError("a.toml", [Problem("one", "1", "2"), Problem("two", "3", "4")])
    assert str(error).splitlines() == ["a.toml: 2 reasons", "  one: expected 1, found 2", "  two: expected 3, found 4"]
    assert str(TeamError("a.toml", [Problem("one", "1", "2")])) == "a.toml: one: expected 1, found 2"


def test_an_unknown_edition_is_the_only_complaint() -> None:
    (problem,) = check(replace(team(), edition="chess"))
    assert problem.what == "edition"


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "two\nlines", "bell\a"])
def test_names_are_short_and_printable(name: str) -> None:
    assert about(with_first(name=name), "name").where.startswith("player 1")


def test_what_cannot_be_seen_in_a_name_is_said_in_words() -> None:
    assert about(with_first(name="Gr\u202eak"), "name").found == "an invisible one in 'Grak'"
    assert about(with_first(name="\u202e"), "name").found == "only invisible ones"
    assert about(with_first(name="x" * 81), "name").found == "81"


def test_surplus_players_are_one_line_so_that_other_faults_are_seen() -> None:
    crowd = team(players=players(*[DWARF] * 40), name="")
    said = [problem.text() for problem in check(crowd)]
    assert sum("number" in text for text in said) == 1, said
    assert any("17, 18, 19, 20, 21, 22 and 18 others" in text for text in said), said
    assert len(said) <= 6


@pytest.mark.parametrize(("key", "value"), [("niggles", 100), ("niggles", -1), ("earned", -1), ("cost", 10**30)])
def test_numbers_beyond_reason_are_refused(key: str, value: int) -> None:
    assert about(with_first(**{key: value}), key).found == f"{value:,}"


def test_a_team_that_has_played_may_have_more_rerolls_than_a_new_one() -> None:
    assert check(team(rerolls=9, games=1, treasury=0)) == []
    assert about(team(rerolls=100, games=1, treasury=0), "rerolls").limit == "0 to 99"


# --- advancements -------------------------------------------------------------------------------------------------


def test_a_player_has_six_advancements_at_most() -> None:
    six = tuple(Gain(name) for name in ("Guard", "Pro", "Fend", "Frenzy", "Dodge", "Wrestle"))
    assert check(with_first(gained=six)) == []
    assert about(with_first(gained=(*six, Gain("Sprint"))), "gained").limit == "at most 6"


def test_no_skill_is_had_twice() -> None:
    assert about(with_first(gained=(Gain("block"),)), "gained").limit == "no skill twice"
    assert about(with_first(gained=(Gain("Guard"), Gain("Guard"))), "gained").found == "Guard"


@pytest.mark.parametrize(
    ("gain", "limit", "found"),
    [
        (Gain("Accurate"), "a skill out of general, strength, agility", "Accurate (passing)"),
        (Gain("Regeneration"), "a skill: a trait cannot be learnt", "Regeneration"),
        (Gain("Strong Arm"), "Throw Team-mate first", "Strong Arm"),
        (Gain("Gaurd"), "a known skill (did you mean Guard?)", "'Gaurd'"),
        (Gain("Guard (+1)"), "Guard without brackets", "'Guard (+1)'"),
        (Gain(raised="luck"), "a characteristic out of ma, st, ag, pa, av", "'luck'"),
        (Gain(), "a skill or a characteristic raised", "neither"),
        (Gain("Guard", "ma"), "a skill or a characteristic raised", "both"),
    ],
)
def test_what_a_player_may_not_gain(gain: Gain, limit: str, found: str) -> None:
    problem = about(with_first(gained=(gain,)), "gained")
    assert (problem.limit, problem.found, problem.where) == (limit, found, "player 1 'Player 1'")


def test_skills_that_exclude_each_other() -> None:
    assert about(with_first(gained=(Gain("Grab"), Gain("Frenzy"))), "gained").limit == "no Frenzy beside Grab"


def test_rookies_have_gained_nothing() -> None:
    eleven = players(*[DWARF] * 11)
    subject = team(players=(replace(eleven[0], gained=(Gain("Guard"),)), *eleven[1:]))
    assert about(subject, "gained").limit == "nothing before the first game"


def test_a_characteristic_is_raised_twice_at_most() -> None:
    assert check(with_first(gained=(Gain(raised="ma"), Gain(raised="ma")))) == []
    assert about(with_first(gained=(Gain(raised="ma"),) * 3), "gained ma").found == "3"


# --- characteristics ----------------------------------------------------------------------------------------------


def test_what_is_gained_and_lost_changes_the_profile() -> None:
    subject = with_first(gained=(Gain(raised="ag"), Gain(raised="st")), losses=("ma", "av", "av", "pa"))
    assert profile_of(subject, subject.players[0]) == (3, 4, 3, 6, 8)
    assert profile_of(subject, subject.players[1]) == (4, 3, 4, 5, 10)


def test_a_profile_stays_within_the_limits() -> None:
    subject = with_first(losses=("ma",) * 9 + ("ag",) * 5)
    assert profile_of(subject, subject.players[0])[:3] == (1, 3, 6)


def test_the_first_step_from_no_passing_leads_to_6() -> None:
    slayer = replace(player(1, "Troll Slayer"), gained=(Gain(raised="pa"),))
    subject = team(players=(slayer, *players(*[DWARF] * 11)[1:]), games=1)
    assert profile_of(subject, slayer).pa == 6
    assert profile_of(subject, replace(slayer, gained=(), losses=("pa",))).pa == 0


# --- what is new --------------------------------------------------------------------------------------------------


def test_a_problem_is_the_same_wherever_the_player_stands_in_the_list() -> None:
    subject = with_first(gained=(Gain(raised="ma"),) * 3)
    moved = replace(subject, players=(*subject.players[1:], subject.players[0]))
    assert check(moved)[0].where != check(subject)[0].where
    assert added(check(subject), check(moved)) == []
    assert added([], check(moved)) == check(moved)


def test_a_problem_that_has_become_smaller_is_not_new_and_one_that_has_grown_is() -> None:
    many, more = (Problem("section linemen", "at most 12", str(found), "", "O-DRAFT-04") for found in (14, 15))
    assert added([more], [many]) == []
    assert added([many], [more]) == [more]
    assert added([more], [replace(more, limit="at most 11")]) != []


def test_of_two_players_of_one_name_each_has_a_problem_of_its_own() -> None:
    one = Problem("gained ma", "at most 2", "3", "player 4 'Snag'")
    assert added([one], [one, replace(one, where="player 7 'Snag'")]) == [replace(one, where="player 7 'Snag'")]
