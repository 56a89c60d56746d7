"""What a commissioner corrects, what follows from it, and what is refused until it is consistent."""

from __future__ import annotations

import random

import msgspec
import pytest
from msgspec.structs import replace

from dungeonbowl.errors import UserError
from dungeonbowl.league import corrections as c
from dungeonbowl.league import team_events as e
from dungeonbowl.league.chain import Actor, refuse_broken
from dungeonbowl.league.fold import fold
from dungeonbowl.league.kept import Kept
from dungeonbowl.teams.team import Gain
from support.league import Chronicle, league_team

TEAM = league_team(treasury=0)
FIRST, SECOND = TEAM.players[0], TEAM.players[1]
NEWCOMER = replace(FIRST, id="p_new", number=16, name="Newcomer")
BLOCK = Gain(skill="Block")
COMMISSIONER = Actor("commissioner", "a_1")
PLAYED = e.Played(
    "m_1", ("t_b",), "won", (1, 0), 1, appearances=(e.Appearance("p_1", {"casualty": 1}), e.Appearance("p_2"))
)


def season() -> Chronicle:
    """A match with a casualty and winnings; a skill and a player are bought of it. Events 2 to 8."""
    history = Chronicle(TEAM)
    history.add(
        PLAYED, e.Gold(70_000, "winnings"), e.Points("p_1", 2, "casualty"), e.MostValuable("p_1", 4), match="m_1"
    )
    history.add(e.Advanced("p_1", BLOCK, 6), e.Hired(NEWCOMER, 50_000), e.Closed("m_1", 0, 0), match="m_1")
    return history


def made(history: Chronicle, *bodies: e.TeamBody) -> Kept:
    """The team after a correction was made."""
    new = c.corrected(history.events, history.texts, bodies, "2024-06-01T09:00:00Z", COMMISSIONER, "k_1")
    history.events += new
    refuse_broken(history.events, TEAM.id)
    return history.kept


# --- the verbs --------------------------------------------------------------------------------------------------------


def test_an_award_of_the_wrong_player_goes_to_the_other_with_all_that_follows() -> None:
    history = Chronicle(TEAM).add(PLAYED, e.Points("p_1", 2, "casualty"), e.Closed("m_1", 0, 0), match="m_1")
    bodies = c.give_award(history.events, 3, "p_2", "the sheet named the wrong player")
    shown = c.preview(history.events, history.texts, bodies)
    assert shown.allowed
    assert shown.difference.lines == [
        f"{FIRST.name}: points: 2 → 0",
        f"{FIRST.name}: unspent points: 2 → 0",
        f"{FIRST.name}: casualty caused: 1 → 0",
        f"{SECOND.name}: points: 0 → 2",
        f"{SECOND.name}: unspent points: 0 → 2",
        f"{SECOND.name}: casualty caused: 0 → 1",
    ]
    kept = made(history, *bodies)
    assert (kept.careers["p_1"].player.earned, kept.careers["p_2"].player.earned) == (0, 2)
    assert (kept.careers["p_1"].deeds, kept.careers["p_2"].deeds) == ({}, {"casualty": 1})
    last = history.events[-1]
    assert (last.actor, last.cause.kind, last.cause.id) == (COMMISSIONER, "correction", "k_1")
    assert history.texts.read(last.body["reason"]) == "the sheet named the wrong player"


def test_an_mvp_award_can_go_to_another() -> None:
    history = Chronicle(TEAM).add(PLAYED, e.MostValuable("p_1", 4), match="m_1")
    kept = made(history, *c.give_award(history.events, 3, "p_2", "another shirt"))
    assert [(kept.careers[who].player.mvps, kept.careers[who].deeds) for who in ("p_1", "p_2")] == [
        (0, {"casualty": 1}),
        (1, {"mvp": 1}),
    ]
    with pytest.raises(UserError, match="event 2: expected points or an MVP award, found played"):
        c.give_award(history.events, 2, "p_2", "x")
    with pytest.raises(UserError, match="event 99: expected points or an MVP award, found no event"):
        c.give_award(history.events, 99, "p_2", "x")
    with pytest.raises(UserError, match="event 3: expected another player, found the one who has it"):
        c.give_award(history.events, 3, "p_2", "x")


def test_another_event_stands_in_the_place_of_a_wrong_one() -> None:
    history = season()
    kept = made(history, c.instead(3, e.Gold(60_000, "winnings"), "the other die"))
    assert kept.team.treasury == 10_000


def test_gold_points_and_players_are_granted_and_taken() -> None:
    history = season()
    kept = made(history, c.grant("damaged pitch", gold=30_000))
    assert kept.team.treasury == 50_000
    kept = made(history, c.take("bad behaviour", gold=20_000), c.take("x", player="p_2", points=0, rerolls=1))
    assert (kept.team.treasury, kept.team.rerolls) == (30_000, TEAM.rerolls - 1)
    with pytest.raises(UserError, match="correction: the treasury would hold -70,000 gold"):
        c.preview(history.events, history.texts, [c.take("more than there is", gold=100_000)])
    with pytest.raises(UserError, match="grant: expected gold, re-rolls, a player or something of a player"):
        c.grant("nothing at all")
    with pytest.raises(UserError, match="take: expected numbers above 0"):
        c.take("x", gold=-5)


def test_another_result_changes_the_record_and_leaves_the_players_alone() -> None:
    history = season()
    bodies = c.set_result(history.events, "m_1", "drawn", (1, 1), "a touchdown was forgotten", suffered=2)
    shown = c.preview(history.events, history.texts, bodies)
    assert shown.difference.lines == ["won: 1 → 0", "drawn: 0 → 1"]
    kept = made(history, *bodies)
    assert (kept.won, kept.drawn, kept.careers["p_1"].deeds["casualty"]) == (0, 1, 1)
    seq, played = c.match_event(history.events, "m_1")
    assert (seq, played.score, played.suffered, played.casualties, played.provenance) == (2, (1, 1), 2, 1, "corrected")
    with pytest.raises(UserError, match="match m_9: expected one that this team has played"):
        c.set_result(history.events, "m_9", "won", (1, 0), "x")


def test_a_match_that_is_to_be_played_again_counts_no_more() -> None:
    history = Chronicle(TEAM).add(e.Booked("m_1"))
    before = history.kept
    history.add(PLAYED, e.Gold(70_000), e.Points("p_1", 2, "casualty"), e.Closed("m_1", 0, 0), match="m_1")
    kept = made(history, *c.void_match(history.events, "m_1", "the server lost half of it"))
    assert replace(kept, seq=0, head="", state="", match="", team=replace(kept.team, history="")) == replace(
        before, seq=0, head="", state="", match="", team=replace(before.team, history="")
    )
    assert (kept.state, kept.match) == ("ready", "")
    with pytest.raises(UserError, match="match m_1: expected one that counts in the history of this team"):
        c.void_match(history.events, "m_1", "again")


@pytest.mark.parametrize("reason", ["", "  \n"])
def test_every_correction_has_a_reason(reason: str) -> None:
    with pytest.raises(UserError, match="correction: expected a reason"):
        c.void(2, reason)
    with pytest.raises(UserError, match="correction: expected a reason"):
        c.grant(reason, gold=1)


# --- what stands in the way -------------------------------------------------------------------------------------------


def test_gold_that_was_spent_since_is_missed_where_it_was_spent() -> None:
    history = season()
    shown = c.preview(history.events, history.texts, [c.void(3, "counted twice")])
    assert not shown.allowed
    (conflict,) = shown.conflicts
    assert (conflict.seq, conflict.kind, conflict.reason) == (7, "hired", "the treasury would hold -50,000 gold")
    assert conflict.void == e.Void(7, "")
    assert conflict.grant == e.Granted("", gold=50_000, at=7)
    assert shown.refusal() == "event 7 (hired) would be impossible: the treasury would hold -50,000 gold"
    events = list(history.events)
    with pytest.raises(UserError, match=r"correction: event 7 \(hired\) would be impossible"):
        made(history, c.void(3, "counted twice"))
    assert history.events == events


def test_it_is_voided_too_or_the_difference_is_granted() -> None:
    history = season()
    both = c.with_all_voided(history.events, history.texts, [c.void(3, "counted twice")], "no gold for him")
    assert both.allowed
    assert (both.difference.after.team.treasury, both.difference.after.player("p_new")) == (0, None)
    assert "Newcomer: was never of the team" in both.difference.lines
    granted = c.with_grants(history.events, history.texts, [c.instead(3, e.Gold(40_000), "less")], "keeps the player")
    assert granted.allowed
    assert granted.bodies[-1] == e.Granted("keeps the player", gold=10_000, at=7)
    kept = made(history, *granted.bodies)
    assert (kept.team.treasury, kept.player("p_new") is not None) == (0, True)


@pytest.mark.rule("O-SPP-06")
def test_a_skill_bought_with_points_that_never_were_is_named() -> None:
    history = season()
    shown = c.preview(history.events, history.texts, [c.void(4, "no casualty")])
    (conflict,) = shown.conflicts
    assert (conflict.seq, conflict.reason) == (6, f"{FIRST.name} has 4 points, and not 6")
    assert conflict.grant == e.Granted("", "p_1", points=2, at=6)
    kept = made(history, *c.with_grants(history.events, history.texts, [c.void(4, "no")], "keeps it").bodies)
    assert kept.careers["p_1"].player.gained == (BLOCK,)
    history = season()
    kept = made(history, *c.with_all_voided(history.events, history.texts, [c.void(4, "no")], "lost").bodies)
    assert (kept.careers["p_1"].player.gained, kept.careers["p_1"].player.unspent) == ((), 4)


@pytest.mark.rule("A-BASE-42", "A-FAST-01")
@pytest.mark.parametrize(("edition", "missing"), [("astrogranite", 0), ("astrogranite(classic, fast_track=on)", 5)])
def test_where_points_reach_thresholds_an_advancement_below_its_own_is_named(edition: str, missing: int) -> None:
    """16 points give a second roll usually, 11 on the fast track."""
    team = league_team(ready="gold-balanced", edition="astrogranite")
    history = Chronicle(replace(team, edition=edition))
    skills = [e.Advanced("p_1", Gain(skill=skill)) for skill in ("Block", "Tackle")]
    history.add(PLAYED, e.Points("p_1", 6, "touchdown"), e.Points("p_1", 10), *skills, e.Closed("m_1", 0, 0))
    shown = c.preview(history.events, history.texts, [c.void(4, "too many points")])
    (conflict,) = shown.conflicts
    assert (conflict.seq, conflict.kind) == (6, "advanced")
    name = team.players[0].name
    needed = 10 - missing
    assert conflict.reason == f"{name} has 6 points, {needed} too few for advancement 2"
    assert conflict.grant == e.Granted("", "p_1", points=needed, at=6)
    assert c.with_grants(history.events, history.texts, [c.void(4, "x")], "keeps it").allowed
    lost = c.with_all_voided(history.events, history.texts, [c.void(4, "x")], "loses it")
    assert f"{name}: loses Tackle" in lost.difference.lines


@pytest.mark.rule("A-FAST-01")
@pytest.mark.parametrize(("left", "missing"), [(11, 0), (10, 1), (6, 5)])
def test_the_track_of_an_advancement_is_that_of_the_rule_that_it_came_by(left: int, missing: int) -> None:
    """The file of the team does not say by what its league is played; the events of the league do."""
    history = Chronicle(league_team(ready="gold-balanced", edition="astrogranite"))
    history.add(PLAYED, e.Points("p_1", left, "touchdown"), e.Points("p_1", 16 - left))
    history.add(*[e.Advanced("p_1", Gain(skill=skill)) for skill in ("Block", "Tackle")], rule="A-FAST-01")
    history.add(e.Closed("m_1", 0, 0))
    shown = c.preview(history.events, history.texts, [c.void(4, "too many points")])
    assert [conflict.grant for conflict in shown.conflicts] == (
        [e.Granted("", "p_1", points=missing, at=6)] if missing else []
    )


def test_an_advancement_that_a_commissioner_gave_stands_in_nobodys_way() -> None:
    team = league_team(ready="gold-balanced", edition="astrogranite")
    history = Chronicle(team).add(PLAYED, e.Advanced("p_1", BLOCK), e.Gold(10_000), e.Closed("m_1", 0, 0))
    assert c.preview(history.events, history.texts, [c.void(4, "not his")]).allowed


def test_with_a_player_who_never_came_goes_everything_he_did() -> None:
    history = season()
    history.add(e.Booked("m_2"), replace(PLAYED, match="m_2", appearances=(e.Appearance("p_new", {"kill": 1}),)))
    history.add(e.Points("p_new", 5), e.Hurt("p_new"), e.Closed("m_2", 0, 0))
    shown = c.preview(history.events, history.texts, [c.void(7, "sixteen already")])
    assert [(conflict.seq, conflict.grant) for conflict in shown.conflicts] == [(10, None), (11, None), (12, None)]
    with_grants = c.with_grants(history.events, history.texts, [c.void(7, "x")], "x")
    assert len(with_grants.conflicts) == 3  # no gold and no points help
    voided = c.with_all_voided(history.events, history.texts, [c.void(7, "x")], "with all of his")
    assert voided.allowed
    assert "p_new" not in voided.difference.after.careers
    assert voided.difference.after.team.games == 1  # the match that he played counts no more


def test_a_team_that_would_be_illegal_is_refused() -> None:
    history = Chronicle(TEAM).add(PLAYED, e.Died("p_1"), e.Gold(900_000))
    extra = [replace(FIRST, id=f"p_{number}", number=number, name=f"New {number}") for number in (1, 15, 16)]
    history.add(*[e.Hired(player, player.cost) for player in extra if player.id != "p_1"], e.Closed("m_1", 0, 0))
    history.add(e.Hired(replace(extra[0], id="p_one"), FIRST.cost))
    shown = c.preview(history.events, history.texts, [c.void(3, "he lives")])
    assert [conflict.seq for conflict in shown.conflicts] == [8]  # his number is worn by another
    voided = c.with_all_voided(history.events, history.texts, [c.void(3, "he lives")], "his number")
    assert voided.allowed


def test_new_problems_only_stand_in_the_way() -> None:
    history = Chronicle(TEAM).add(PLAYED, e.Gold(900_000))
    hired = [replace(FIRST, id=f"p_n{number}", number=number, name=f"New {number}") for number in (15, 16)]
    history.add(*[e.Hired(player, player.cost) for player in hired])
    taken = c.preview(history.events, history.texts, [c.grant("x", newcomer=replace(hired[0], id="p_z", number=17))])
    assert any("16" in problem for problem in taken.problems)
    assert not taken.allowed
    assert "the team would not be legal" in taken.refusal()


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (e.Void(0, "x"), "void: expected an event of 1 to 8, found 0"),
        (e.Void(9, "x"), "void: expected an event of 1 to 8, found 9"),
        (e.Void(1, "x"), "void: without its first event there is no team; put another draft in its place"),
        (e.Fired("p_x"), "correction: player p_x: no player of this team has it"),
    ],
)
def test_what_makes_no_sense_is_refused_by_itself(body: e.TeamBody, sentence: str) -> None:
    history = season()
    with pytest.raises(UserError) as refused:
        c.preview(history.events, history.texts, [body])
    assert str(refused.value) == sentence


def test_nothing_is_voided_twice_and_nothing_is_no_correction() -> None:
    history = season()
    made(history, *c.with_all_voided(history.events, history.texts, [c.void(7, "x")], "x").bodies)
    with pytest.raises(UserError, match="void: event 7 is void already"):
        c.preview(history.events, history.texts, [c.void(7, "again")])
    with pytest.raises(UserError, match="correction: expected something to correct"):
        c.preview(history.events, history.texts, [])
    with pytest.raises(UserError, match="correction: expected a team with a history"):
        c.appended([], history.texts, [c.void(1, "x")], "", COMMISSIONER, history.events[0].cause)


def test_a_preview_changes_nothing_and_keeps_no_text() -> None:
    history = season()
    events, texts = list(history.events), dict(history.texts.known)
    c.preview(history.events, history.texts, [c.grant("a reason that nobody confirmed", gold=1)])
    assert (history.events, history.texts.known) == (events, texts)


def test_what_was_shown_is_what_happens() -> None:
    """Any event of a season, voided with whatever needs it: the team is then the one that was shown."""
    for seed in range(20):
        history = season()
        history.add(e.Booked("m_2"), replace(PLAYED, match="m_2"), e.Points("p_2", 3), e.Fans(1), e.Closed("m_2", 0, 0))
        target = random.Random(seed).randint(2, len(history.events))
        shown = c.with_all_voided(history.events, history.texts, [c.void(target, "why")], "too")
        if not shown.allowed:
            assert shown.problems, f"seed {seed}"
            continue
        kept = made(history, *shown.bodies)
        expected = shown.difference.after
        assert msgspec.json.encode(same_end(kept)) == msgspec.json.encode(same_end(expected)), f"seed {seed}"
        assert fold(history.events, history.texts).team.treasury >= 0


def same_end(kept: Kept) -> Kept:
    return replace(kept, head="", team=replace(kept.team, history=""))
