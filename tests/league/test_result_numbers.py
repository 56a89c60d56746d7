"""Slips of a club's table: numbers only, as a coach types them on a phone."""

from __future__ import annotations

import pytest

from dungeonbowl.errors import UserError
from dungeonbowl.league.aftermath.facts import MatchFacts
from dungeonbowl.league.result_numbers import Numbers, in_words, numbers_of, sheet_of, ways
from dungeonbowl.league.result_sheet import SheetError, read_sheet
from support.small_league import named

TEAMS = [named("t_a", "fire-fast", "official"), named("t_b", "light-balanced", "official")]
STOCK = [named("t_a", "nurgle-balanced", "stockbowl"), named("t_b", "human-balanced", "stockbowl")]
IDS = ("t_a", "t_b")


def read(numbers: Numbers) -> MatchFacts:
    return read_sheet(sheet_of(numbers, IDS), TEAMS, "official", "m_1")


def outcomes(facts: MatchFacts) -> list[str]:
    return [side.outcome for side in facts.sides]


def test_a_touchdown_is_told_without_its_scorer_and_casualties_without_their_victims() -> None:
    facts = read(Numbers("touchdown", (0, 1), (2, 3)))
    assert outcomes(facts) == ["lost", "won"]
    assert [(side.score, side.casualties) for side in facts.sides] == [(0, 2), (1, 3)]
    assert facts.how == "touchdown"
    assert all(not player.deeds and not player.points for side in facts.sides for player in side.players)


@pytest.mark.rule("O-TIME-03")
@pytest.mark.parametrize(
    ("squares", "expected", "how"),
    [
        ((4, 9), ["won", "lost"], "distance"),
        ((9, 4), ["lost", "won"], "distance"),
        ((7, 7), ["drawn", "drawn"], "draw"),
    ],
)
def test_the_team_for_which_the_ball_is_nearer_wins_and_equal_distances_are_a_draw(
    squares: tuple[int, int], expected: list[str], how: str
) -> None:
    facts = read(Numbers("distance", (), (0, 0), squares))
    assert outcomes(facts) == expected
    assert facts.how == how
    assert [side.score for side in facts.sides] == [0, 0]


@pytest.mark.parametrize(
    ("numbers", "reason"),
    [
        (Numbers("touchdown", (1, 1)), "at most one touchdown"),
        (Numbers("touchdown", (0, 0)), "one team with more touchdowns"),
        (Numbers("distance"), "squares: expected how far the ball is"),
        (Numbers("distance", (), (), (3, 1000)), "squares: expected 0 to 999"),
        (Numbers("distance", (1, 0), (), (3, 4)), "no touchdown in a match won by 'distance'"),
        (Numbers("touchdown", (1, 0), (), (3, 4)), "nothing unless the distance of the ball decides"),
        (Numbers("draw", (0, 0), (100, 0)), "casualties: expected 0 to 99"),
        (Numbers("draw", (0, 0), (-1, 0)), "casualties: expected 0 to 99"),
        (Numbers("draw", (1, 0)), "as many touchdowns for both in a draw"),
        (Numbers("draw", (0, 0, 0)), "scores: expected 2 numbers"),
    ],
)
def test_numbers_that_make_no_sense_are_refused_with_a_sentence(numbers: Numbers, reason: str) -> None:
    with pytest.raises(UserError) as refused:
        read(numbers)
    assert reason in str(refused.value)


def test_a_sheet_with_players_has_no_numbers_beside_them() -> None:
    text = sheet_of(Numbers("touchdown", (1, 0), (1, 0)), IDS)
    with pytest.raises(SheetError, match="they follow from the injuries"):
        read_sheet(text.replace("numbers = true\n", ""), TEAMS, "official", "m_1")
    with pytest.raises(SheetError, match="nobody on a sheet of numbers only"):
        read_sheet(text + "[[side.player]]\nnumber = 3\n", TEAMS, "official", "m_1")
    measured = "format = 1\n[[side]]\nteam = 't_a'\nsquares = 3\n[[side]]\nteam = 't_b'\n"
    with pytest.raises(SheetError, match="a number for every team, or for none"):
        read_sheet(measured, TEAMS, "official", "m_1")


def test_what_was_written_is_read_again_and_told_in_words() -> None:
    numbers = Numbers("distance", (0, 0), (2, 0), (7, 12))
    assert numbers_of(sheet_of(numbers, IDS), IDS) == numbers
    assert in_words(numbers, ["Ann", "Bo"]).startswith("Ann is nearer: the ball is 7 squares from where Ann scores")
    assert in_words(Numbers("touchdown", (0, 1), (1, 0)), ["Ann", "Bo"]) == "touchdown of Bo; casualties 1-0"
    for other in ("format = 1", "numbers = true\nside = 3", "[", 'numbers = true\nhow = "x"\n[[side]]\nteam = "t_a"'):
        assert numbers_of(other, IDS) is None


def test_an_edition_says_how_a_slip_can_end() -> None:
    assert ways("official") == ("touchdown", "distance", "draw")
    assert ways("stockbowl") == ("score", "draw")
    facts = read_sheet(sheet_of(Numbers("score", (2, 1), (1, 0)), IDS), STOCK, "stockbowl", "m_1")
    assert outcomes(facts) == ["won", "lost"]
