"""Result sheets of matches at a real table: what they tell, and every mistake with a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from dungeonbowl.errors import UserError
from dungeonbowl.league.aftermath.facts import Harm, MatchFacts, PlayerFacts
from dungeonbowl.league.result_sheet import LONGEST, SheetError, blank_sheet, load_sheet, read_sheet
from dungeonbowl.teams.team import Team
from support.small_league import named

TEAMS = [named("t_a", "fire-fast", "official"), named("t_b", "light-balanced", "official")]
STOCK = [named("t_a", "nurgle-balanced", "stockbowl"), named("t_b", "human-balanced", "stockbowl")]
ASTRO = [named("t_a", "gold-balanced", "astrogranite"), named("t_b", "amber-balanced", "astrogranite")]
LEAGUE = "astrogranite(full, league=on, extra_teams=on, special_arrangements=off)"

SHEET = """
format = 1
how = "touchdown"

[[side]]
team = "Ashfall Sparks"
score = 1
gathered = 2

[[side.player]]
number = 3
touchdown = 1
completion = 2
casualty = 1

[[side.player]]
number = 5
injury = "loss"
loss = "ma"
how = "explosion"

[[side]]
team = "t_b"
bought = ["bribe"]

[[side.player]]
number = 4
injury = "dead"
how = "block"
by = 3
"""


def read(text: str = SHEET, teams: list[Team] | None = None, edition: str = "official") -> MatchFacts:
    return read_sheet(text, TEAMS if teams is None else teams, edition, "m_1", competition="c_1", friendly=True)


def player(facts: MatchFacts, identity: str) -> PlayerFacts:
    return next(each for side in facts.sides for each in side.players if each.player == identity)


def mistakes(text: str, teams: list[Team] | None = None, edition: str = "official") -> list[str]:
    with pytest.raises(SheetError) as refused:
        read(text, teams, edition)
    return [problem.text() for problem in refused.value.problems]


def test_a_sheet_tells_the_same_as_a_match_would() -> None:
    facts = read()
    assert (facts.match, facts.edition, facts.how, facts.competition, facts.friendly) == (
        "m_1",
        "official",
        "touchdown",
        "c_1",
        True,
    )
    assert (facts.story, facts.provenance) == ("", "reported")
    first, second = facts.sides
    assert [(side.team, side.outcome, side.score, side.casualties) for side in facts.sides] == [
        ("t_a", "won", 1, 1),
        ("t_b", "lost", 0, 0),
    ]
    assert (first.gathered, second.bought) == (2, ("bribe",))
    scorer = player(facts, "p_3a")
    assert scorer.deeds == {"touchdown": 1, "completion": 2, "casualty": 1, "kill": 1}
    assert scorer.points == {"touchdown": 5, "completion": 2, "casualty": 2}
    assert (player(facts, "p_5a").injury, player(facts, "p_5a").loss, player(facts, "p_5a").how) == (
        "loss",
        "ma",
        "explosion",
    )
    assert (player(facts, "p_4b").injury, player(facts, "p_4b").by) == ("dead", "p_3a")
    assert len(first.players) == len(TEAMS[0].players)  # whoever came is told of
    assert first.value > 0


def test_a_player_who_misses_the_match_is_not_there() -> None:
    absent = replace(TEAMS[0].players[2], misses_next_game=True)
    team = replace(TEAMS[0], games=1, players=(*TEAMS[0].players[:2], absent, *TEAMS[0].players[3:]))
    found = mistakes(SHEET, [team, TEAMS[1]])
    assert "Ashfall Sparks: number: expected a player who could play this match, found 3" in found


@pytest.mark.rule("O-SPP-03")
def test_a_casualty_counts_even_if_the_victim_regenerates() -> None:
    facts = read(SHEET.replace('injury = "dead"', 'injury = "regenerated"'))
    assert player(facts, "p_3a").points["casualty"] == 2
    assert (player(facts, "p_4b").injury, player(facts, "p_4b").by) == ("", "")
    assert "kill" not in player(facts, "p_3a").deeds


@pytest.mark.rule("O-SPP-03")
@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "casualty = 1",
            "casualty = 2",
            "Ashfall Sparks, number 3 {name}: casualty: expected 1, as many opponents as this player has hurt by "
            "a block, found 2",
        ),
        ('how = "block"', 'how = "foul"', "casualty: expected 0, as many opponents as this player has hurt by a block"),
        ("by = 3", "by = 2", "number 2 {other}: casualty: expected 1, as many opponents as this player has hurt by"),
    ],
)
def test_casualties_on_one_side_are_injuries_on_the_other(old: str, new: str, sentence: str) -> None:
    found = mistakes(SHEET.replace(old, new))
    names = {"name": TEAMS[0].players[2].name, "other": TEAMS[0].players[1].name}
    assert any(sentence.format(**names) in each for each in found), found


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("format = 1", "format = 2", "format: expected 1, found 2"),
        ("format = 1\n", "", "format: expected 1, found nothing"),
        ('how = "touchdown"', 'how = "luck"', "how: expected an ending out of touchdown, distance"),
        ('how = "touchdown"', "how = 7", "how: expected text, found 7"),
        ('how = "touchdown"', 'how = "touchdown"\nreferee = "me"', "referee: expected"),
        (
            'how = "touchdown"',
            'how = "touchdown"\nwinner = "t_b"',
            "winner: expected Ashfall Sparks, who has more touchdowns",
        ),
        (
            'how = "touchdown"',
            'how = "draw"\nwinner = "t_b"',
            "winner: expected nobody in a match that ended as 'draw'",
        ),
        (
            'how = "touchdown"',
            'how = "distance"',
            "winner: expected a team, because the match was won by 'distance', found nothing",
        ),
        (
            'how = "touchdown"',
            'how = "distance"\nwinner = "t_a"',
            "score: expected no touchdown in a match won by 'distance', found 1",
        ),
        ('how = "touchdown"', 'how = "touchdown"\nwinner = "Nobody"', "winner: team: expected"),
        (
            'how = "touchdown"',
            'how = "conceded"',
            "conceded: expected true for the team that gave up, found false for all",
        ),
        (
            "score = 1\n",
            "score = 1\nconceded = true\n",
            "how: expected 'conceded', because a team gave up, found 'touchdown'",
        ),
        ("score = 1\n", "score = 2\n", "score: expected at most one touchdown in this match, found 2 (O-TD-05)"),
        (
            "score = 1\n",
            "score = 0\n",
            "score: expected one team with more touchdowns, because it ended by 'touchdown', found [0, 0]",
        ),
        (
            "touchdown = 1\n",
            "",
            "Ashfall Sparks: touchdown: expected 1, as many as the score has without those awarded, found 0",
        ),
        ("score = 1\n", "score = -1\n", "Ashfall Sparks: score: expected 0 to 99, found -1"),
        ("gathered = 2", "gathered = 40", "Ashfall Sparks: gathered: expected 0 to 14, found 40"),
        ("gathered = 2", "fit = 2", "Ashfall Sparks: fit: expected nothing for a team that did not give up, found 2"),
        ("gathered = 2", "spent = 10000000", "Ashfall Sparks: spent: expected 0 to"),
        ("gathered = 2", "luck = 2", "side 1: luck: expected"),
        (
            'team = "t_b"',
            'team = "Daybreak Mirors"',
            "side 2: team: expected a known team (did you mean Daybreak Mirrors?)",
        ),
        ('team = "t_b"', 'team = "t_a"', "side 2: team: expected each team once, found 't_a'"),
        (
            'bought = ["bribe"]',
            'bought = ["bride"]',
            "Daybreak Mirrors: bought: expected a known inducement (did you mean bribe?)",
        ),
        ('bought = ["bribe"]', 'newcomers = ["Rotter"]', "Daybreak Mirrors: newcomers: expected a position out of"),
        ("number = 5", "number = 3", "Ashfall Sparks: number: expected each player once, found 3"),
        ("number = 5", "number = 77", "Ashfall Sparks: number: expected a player who could play this match, found 77"),
        ("number = 5", "shirt = 5", "Ashfall Sparks: shirt: expected"),
        ("completion = 2", "completion = 200", "completion: expected 0 to 99, found 200"),
        ("completion = 2", "monster = 1", "monster: expected nothing: a match of this edition has none, found 1"),
        ("completion = 2", "mvp = 1", "mvp: expected nothing: a match of this edition has none, found 1"),
        ("completion = 2", "bonus = 3", "bonus: expected nothing without a monster, found 3"),
        (
            "completion = 2",
            "confiscated = true",
            "confiscated: expected false for a player without a weapon, found true",
        ),
        ("completion = 2", "infected = true", "infected: expected false for a player who lives, found true"),
        ("completion = 2", "absent = true", "absent: expected false for a player who did something, found true"),
        ("completion = 2", 'how = "block"', "how: expected nothing without an injury, found 'block'"),
        ('injury = "loss"', 'injury = "scratched"', "injury: expected an injury out of badly hurt, misses"),
        ('injury = "loss"', 'injury = "misses"', "loss: expected nothing beside the injury 'misses', found 'ma'"),
        ('loss = "ma"', 'loss = "luck"', "loss: expected a characteristic out of ma, st, ag, pa, av, found 'luck'"),
        ('loss = "ma"\n', "", "loss: expected a characteristic out of ma, st, ag, pa, av, found nothing"),
        ('how = "explosion"', 'how = "gravity"', "how: expected a cause out of fall, block"),
        (
            'how = "explosion"',
            'how = "foul"\nby = 70',
            "by: expected the number of a player of Daybreak Mirrors, found 70",
        ),
        (
            'how = "explosion"',
            'how = "foul"\nby = 1\nof = "Nobody"',
            "of: expected a team out of Daybreak Mirrors, found 'Nobody'",
        ),
        ('how = "explosion"', 'further = [{ injury = "dead" }]', "further: expected results such as"),
        ('how = "explosion"', 'further = [{ injury = "loss" }]', "loss: expected a characteristic out of"),
    ],
)
def test_every_mistake_has_its_sentence(old: str, new: str, sentence: str) -> None:
    assert old in SHEET
    found = mistakes(SHEET.replace(old, new, 1))
    assert any(sentence in each for each in found), found
    assert all("\n" not in each for each in found)


def test_all_mistakes_are_told_at_once() -> None:
    found = mistakes(SHEET.replace("completion = 2", "completion = 200").replace('loss = "ma"', 'loss = "xx"'))
    assert len(found) == 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("how = ", "result sheet: expected TOML"),
        ("format = 1\nhow = 'draw'", "result sheet: side: expected tables [[side]], found nothing"),
        ("format = 1\nhow = 'draw'\nside = 3", "result sheet: side: expected tables [[side]], found 3"),
        ("format = 1\nhow = 'draw'\n[[side]]\nteam = 't_a'", "side: expected 2 of them, one for each team, found 1"),
        (
            "format = 1\nhow = 'draw'\n[[side]]\nteam = 't_a'\nplayer = 4\n[[side]]\nteam = 't_b'",
            "tables [[side.player]]",
        ),
        ("x" * (LONGEST + 1), "expected a result sheet of at most"),
    ],
)
def test_what_is_no_sheet_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(UserError) as refused:
        read(text)
    assert sentence in str(refused.value)


# --- ways to end ------------------------------------------------------------------------------------------------------


def ending(how: str, first: str = "", second: str = "") -> str:
    return f'format = 1\n{how}\n[[side]]\nteam = "t_a"\n{first}\n[[side]]\nteam = "t_b"\n{second}'


@pytest.mark.rule("O-TIME-03", "O-TD-06")
@pytest.mark.parametrize(
    ("text", "outcomes"),
    [
        (ending('how = "distance"\nwinner = "t_b"'), ["lost", "won"]),
        (ending('how = "draw"'), ["drawn", "drawn"]),
        (ending(""), ["drawn", "drawn"]),
        (ending('winner = "t_b"'), ["lost", "won"]),
        (ending("", "score = 1\nawarded = 1"), ["won", "lost"]),
        (ending("", "conceded = true\nfit = 4"), ["lost", "won"]),
        (ending('how = "conceded"', "conceded = true\nfit = 4"), ["lost", "won"]),
        (ending('how = "adjudged"'), ["drawn", "drawn"]),
        (ending('how = "adjudged"\nwinner = "t_a"'), ["won", "lost"]),
        (ending('how = "last"\nwinner = "t_a"'), ["won", "lost"]),
    ],
)
def test_a_match_can_end_in_several_ways(text: str, outcomes: list[str]) -> None:
    facts = read(text)
    assert [side.outcome for side in facts.sides] == outcomes
    assert [side.fit for side in facts.sides] == ([4, 0] if facts.how == "conceded" else [0, 0])


def test_who_gave_up_cannot_win() -> None:
    found = mistakes(ending('how = "conceded"\nwinner = "t_a"', "conceded = true"))
    assert "winner: expected a team that did not give up, found 't_a'" in found


# --- other editions ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("S-BASE-23", "S-BASE-25")
def test_stockbowl_has_many_touchdowns_awarded_ones_and_its_own_mvp() -> None:
    first = "score = 3\nawarded = 1\nnewcomers = ['Rotter']\n[[side.player]]\nnumber = 1\ntouchdown = 2\nmvp = 1"
    second = "score = 1\n[[side.player]]\nnumber = 2\ntouchdown = 1\nmvp = 1"
    facts = read(ending('how = "score"', first, second), STOCK, "stockbowl")
    assert [(side.outcome, side.score) for side in facts.sides] == [("won", 3), ("lost", 1)]
    assert (player(facts, "p_1a").points, player(facts, "p_1a").mvps) == ({"touchdown": 6}, 1)
    assert facts.sides[0].newcomers == ("Rotter",)


@pytest.mark.rule("S-BASE-15")
def test_a_body_that_decays_has_two_results() -> None:
    second = (
        "[[side.player]]\nnumber = 2\ninjury = 'loss'\nloss = 'ma'\nfurther = [{ injury = 'loss', loss = 'ag' }]\n"
        "how = 'chasm'"
    )
    facts = read(ending('how = "draw"', "", second), STOCK, "stockbowl")
    assert player(facts, "p_2b").further == (Harm("loss", "ag"),)


@pytest.mark.rule("A-SPP-02", "A-SPP-03", "A-SPP-04")
def test_astrogranite_counts_chests_pushes_monsters_and_weapons() -> None:
    first = (
        "score = 1\n[[side.player]]\nnumber = 1\ntouchdown = 1\nchest = 1\npush = 2\nmonster = 1\nbonus = 5\n"
        "weapon = 1\nreferee = 1"
    )
    second = "[[side.player]]\nnumber = 2\ninjury = 'niggle'\nhow = 'weapon'\nby = 1"
    facts = read(ending('how = "touchdown"', first, second), ASTRO, LEAGUE)
    doer = player(facts, "p_1a")
    assert doer.points == {"touchdown": 3, "chest": 2, "push": 2, "monster": 7, "weapon": 2, "referee": 2}
    assert doer.deeds == {"touchdown": 1, "chest": 1, "push": 2, "monster": 1, "referee": 1, "casualty": 1}
    assert facts.sides[0].casualties == 1


@pytest.mark.rule("A-MULTI-05")
def test_as_many_touchdowns_as_balls() -> None:
    first = "score = 4\n[[side.player]]\nnumber = 1\ntouchdown = 4"
    found = mistakes(ending('how = "score"', first), ASTRO, LEAGUE)
    assert found == ["score: expected at most 3 touchdowns in this match, found 4 (A-TURN-06)"]


@pytest.mark.rule("A-MBOWL-05")
def test_three_teams_need_names_for_who_did_it() -> None:
    three = [*ASTRO, named("t_c", "grey-balanced", "astrogranite")]
    text = ending('how = "beaten"', "[[side.player]]\nnumber = 1\ncasualty = 1")
    text += '[[side.player]]\nnumber = 2\ninjury = "misses"\nhow = "block"\nby = 1\n[[side]]\nteam = "t_c"'
    assert (
        "of: expected the team of the player who did it, because there are several" in mistakes(text, three, LEAGUE)[0]
    )
    facts = read(text.replace("by = 1\n", 'by = 1\nof = "t_a"\n'), three, LEAGUE)
    assert [side.outcome for side in facts.sides] == ["lost", "lost", "lost"]
    assert player(facts, "p_2b").by == "p_1a"


# --- files ------------------------------------------------------------------------------------------------------------


def test_an_edition_that_there_is_not_is_one_line() -> None:
    with pytest.raises(UserError, match="result sheet: "):
        read(edition="official(luck=on)")


def test_a_sheet_is_read_from_a_file_and_a_blank_one_can_be_filled_in(tmp_path: Path) -> None:
    path = tmp_path / "sheet.toml"
    path.write_text(blank_sheet(TEAMS).replace('how = "touchdown"', 'how = "draw"'), "utf-8")
    facts = load_sheet(path, TEAMS, "official", "m_1")
    assert [side.outcome for side in facts.sides] == ["drawn", "drawn"]
    path.write_text(SHEET, "utf-8")
    assert load_sheet(path, TEAMS, "official", "m_1", competition="c_1", friendly=True) == read()
    path.write_bytes(b"\xff")
    with pytest.raises(UserError, match="expected a result sheet in UTF-8"):
        load_sheet(path, TEAMS, "official", "m_1")
    with pytest.raises(UserError, match="No such file"):
        load_sheet(tmp_path / "none.toml", TEAMS, "official", "m_1")
