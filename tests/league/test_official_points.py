"""Points of the official edition and the most valuable player (O-SPP-01 to O-SPP-05, O-DICE-08), and what a concession
costs (O-TD-06)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dungeonbowl.errors import UserError
from dungeonbowl.league.aftermath.facts import MatchFacts, SideFacts
from dungeonbowl.league.team_events import Conceded, Gold, Journeymen, Left, MostValuable, Played, Points
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.teams.team import Gain
from support.aftermaths import THEM, US, Afterwards, did, match, player, squad
from support.league import facts_of, teams_of

SKILLS = (Gain("Dauntless"), Gain("Fend"), Gain("Pro"))


# --- points -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-SPP-01", "O-SPP-02", "O-SPP-03")
def test_points_of_the_match_are_events_of_the_player_who_earned_them() -> None:
    facts = match(
        None,
        None,
        did(1, points={"completion": 2}),
        did(2, points={"throw": 1}),
        did(3, points={"interception": 2}),
        did(4, points={"deflection": 1, "casualty": 4}),
        did(5, deeds={"foul": 1, "chest": 1}),
    )
    after = Afterwards(squad(), facts).finish()
    assert [(each.player, each.points, each.deed) for each in after.events(Points)] == [
        ("p_1", 2, "completion"),
        ("p_2", 1, "throw"),
        ("p_3", 2, "interception"),
        ("p_4", 1, "deflection"),
        ("p_4", 4, "casualty"),
    ]
    assert after.rules(Points) == ["O-SPP-01", "O-SPP-01", "O-SPP-02", "O-SPP-02", "O-SPP-03"]
    assert [after.player(number).unspent for number in (2, 3, 4, 5)] == [1, 2, 5, 0]


@pytest.mark.rule("O-SPP-03")
def test_a_casualty_without_points_adds_nothing_to_points_or_bonus() -> None:
    """The match gives points for casualties of blocks alone; a foul that maims is in no points and in no count."""
    scene = Scene(".......\n..Ab...\n.......\n......z", {"A": home(), "b": away(status="prone"), "z": away()})
    scene.play("activate A", "declare foul b", "foul b", dice=["2D6 5+4", "2D6 6+4", "D16 9"])
    facts = facts_of(scene)
    us, _ = teams_of(scene)
    after = Afterwards(us, facts).finish()
    assert [each.player for each in after.events(Points) if each.deed != "touchdown"] == []
    (played,) = after.events(Played)
    assert played.casualties == 0


@pytest.mark.rule("O-SPP-04")
@pytest.mark.parametrize(("options", "points"), [("", 5), ("touchdown_points = 3", 3)])
def test_a_touchdown_is_worth_what_the_league_gives_for_it(options: str, points: int) -> None:
    scorer = did(7, deeds={"touchdown": 1}, points={"touchdown": 5})
    after = Afterwards(squad(), match(None, None, scorer), options=options).finish()
    assert after.events(Points) == [Points("p_7", points, "touchdown")]
    assert after.rules(Points) == ["O-SPP-04"]
    assert after.player(7).earned == points


# --- the most valuable player -----------------------------------------------------------------------------------------


@pytest.mark.rule("O-SPP-05")
def test_the_most_valuable_player_is_drawn_among_those_who_could_play_and_live() -> None:
    """Number 2 misses the match, 3 is retired, 4 has died. The lost and the sent off are eligible, and so is a
    journeyman, whatever its shirt."""
    crew = [player(2, misses_next_game=True), player(3, retired=True, losses=("ma",))]
    facts = match(None, None, did(4, injury="dead"), did(5, deeds={"lost": 1}), did(6, deeds={"sent off": 1}))
    lent = player(18, journeyman=True, id="p_18")
    after = Afterwards(squad(13, *crew), facts, Journeymen((lent,)))
    assert [chance.words.partition(" ")[0] for chance in after.roll.odds] == [
        "1", "5", "6", "7", "8", "9", "10", "11", "12", "13", "18",
    ]  # fmt: skip
    assert after.roll.faces == 11
    assert all(chance.chance == pytest.approx(1 / 11) for chance in after.roll.odds)
    drawn = Afterwards(squad(13, *crew), facts, Journeymen((lent,))).dice(11)
    assert drawn.events(MostValuable) == [MostValuable("p_18", 4)]
    assert (drawn.player(18).earned, drawn.player(18).mvps) == (4, 1)
    drawn = Afterwards(squad(13, *crew), facts, Journeymen((lent,))).dice(3)
    assert drawn.events(MostValuable) == [MostValuable("p_6", 4)]
    assert drawn.kept.careers["p_6"].deeds["mvp"] == 1


@pytest.mark.rule("O-SPP-05")
def test_the_dead_are_eligible_only_where_the_league_says_so() -> None:
    facts = match(None, None, did(4, injury="dead"))
    after = Afterwards(squad(), facts, options="mvp_dead = on").dice(4)
    assert after.events(MostValuable) == [MostValuable("p_4", 4)]
    assert after.finish().kept.careers["p_4"].deeds == {"mvp": 1}
    assert Afterwards(squad(), facts).roll.faces == 10


@pytest.mark.rule("O-DICE-08")
def test_a_d16_against_the_shirts_draws_too_and_is_rolled_again_where_it_names_nobody() -> None:
    facts = match(None, None, did(4, injury="dead"))
    after = Afterwards(squad(12), facts)
    assert after.roll.shirts == (1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12)
    for number in ("4", "16", "0", "x"):
        with pytest.raises(UserError, match="nobody who may be drawn wears it; roll again"):
            after.put(f"shirt {number}")
    after.put("shirt 5")
    assert after.events(MostValuable) == [MostValuable("p_5", 4)]
    assert after.aftermath.inputs[-1] == "dice 4", "what is kept is the die that draws the same player"


@pytest.mark.rule("O-DICE-08")
def test_a_d16_cannot_reach_a_journeyman_with_a_higher_shirt() -> None:
    lent = player(17, journeyman=True, id="p_17")
    after = Afterwards(squad(10), match(), Journeymen((lent,)))
    assert after.roll.shirts == ()
    with pytest.raises(UserError, match="expected dice, found the number of a shirt"):
        after.put("shirt 5")


# --- concession -------------------------------------------------------------------------------------------------------


def conceded(fit: int = 8) -> MatchFacts:
    """They have given up."""
    theirs = SideFacts(THEM, "lost", conceded=True, fit=fit, gathered=1)
    return match(SideFacts(US, "won"), theirs, how="conceded")


@pytest.mark.rule("O-TD-06", "O-SPP-04")
@pytest.mark.parametrize(("options", "points"), [("", 5), ("touchdown_points = 3", 3)])
def test_the_winner_of_a_conceded_match_names_who_gets_the_touchdown(options: str, points: int) -> None:
    after = Afterwards(squad(12, player(2, misses_next_game=True)), conceded(), options=options)
    assert after.texts == [f"p_{number}" for number in (1, *range(3, 13))], "only those who could play"
    after.choose("p_9")
    assert after.events(Points) == [Points("p_9", points, "touchdown", credited=True)]
    after.finish()
    assert after.kept.careers["p_9"].deeds["touchdown"] == 1
    (played,) = after.events(Played)
    assert (played.outcome, played.score, played.how) == ("won", (1, 0), "conceded")
    assert len(after.events(MostValuable)) == 1


@pytest.mark.rule("O-TD-06")
@pytest.mark.parametrize(
    ("options", "gold"), [("", 70_000), ("concede_winnings = both", 70_000), ("concede_winnings = own", 50_000)]
)
def test_the_winner_has_both_dice_of_the_winnings_unless_the_league_says_otherwise(options: str, gold: int) -> None:
    after = Afterwards(squad(), conceded(), options=options, dice=(2, 5)).finish()
    assert after.team.treasury == gold


@pytest.mark.rule("O-TD-06")
def test_who_concedes_has_no_winnings_and_no_most_valuable_player_and_veterans_may_leave() -> None:
    """Three advancements: a die, and on 1 to 3 the player is gone. Two advancements: no die."""
    crew = [
        player(2, gained=SKILLS, earned=30, spent=18),
        player(3, gained=SKILLS, earned=30, spent=18),
        player(4, gained=SKILLS[:2], earned=30, spent=14),
    ]
    after = Afterwards(squad(11, *crew, id=THEM), conceded(), dice=(6, 6))
    assert after.kinds() == ["played", "conceded"]
    assert [(chance.words, chance.chance) for chance in after.roll.odds] == [("it leaves", 0.5), ("it stays", 0.5)]
    assert after.roll.player == "p_2"
    after.dice(3)
    assert after.roll.player == "p_3"
    after.dice(4)
    assert after.aftermath.line.stage == "advance", "no die for the others, and none for a most valuable player"
    after.finish()
    assert after.events(Left) == [Left("p_2")]
    assert after.kept.careers["p_2"].how == "left"
    assert after.events(Gold) == after.events(MostValuable) == []
    assert after.events(Conceded) == [Conceded()]
    (played,) = after.events(Played)
    assert (played.outcome, played.score) == ("lost", (0, 1))


@pytest.mark.rule("O-TD-06")
@pytest.mark.parametrize(("fit", "punished"), [(3, False), (4, True)])
def test_a_league_may_have_mercy_with_a_team_that_has_few_players_left(fit: int, punished: bool) -> None:
    veteran = player(2, gained=SKILLS, earned=30, spent=18)
    facts = conceded(fit)
    after = Afterwards(squad(11, veteran, id=THEM), facts, options="mercy = 3", dice=(6, 2)).finish()
    assert bool(after.events(Left)) is punished
    assert bool(after.events(MostValuable)) is not punished
    assert after.team.treasury == (0 if punished else 20_000 + 10_000)
    winner = Afterwards(squad(), facts, options="mercy = 3", dice=(6, 2)).finish()
    assert winner.team.treasury == (80_000 if punished else 60_000)
    assert winner.events(Points)[0].deed == "touchdown"


@pytest.mark.rule("O-TD-06")
def test_without_mercy_even_a_team_without_players_is_punished() -> None:
    after = Afterwards(squad(id=THEM), conceded(fit=0)).finish()
    assert after.events(Gold) == after.events(MostValuable) == []


def test_nobody_names_a_scorer_where_nobody_has_conceded() -> None:
    for how in ("touchdown", "distance", "adjudged"):
        after = Afterwards(squad(), replace(match(), how=how))
        assert after.aftermath.line.stage == "valuable"
