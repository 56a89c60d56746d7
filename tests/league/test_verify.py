"""How much of a team follows from its replays and seeds; and that nothing can be made up."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from dungeonbowl.league import team_events as e
from dungeonbowl.league.chain import Actor, Cause, Event, linked
from dungeonbowl.league.corrections import corrected, give_award, grant, instead, void, with_all_voided
from dungeonbowl.league.history import History, history_of, read_history_lines
from dungeonbowl.league.history import encoded as history_lines
from dungeonbowl.league.preparing import crowds
from dungeonbowl.league.verify import Verification, verify
from support.league import AT, Chronicle
from support.small_league import SmallLeague, append

COMMISSIONER = Actor("commissioner", "a_1")


MATCHES = (1, 2, 208)  # in the last of them the first team earns points and has somebody hurt
LAST = f"m_{MATCHES[-1]}"


@cache
def league() -> SmallLeague:
    """Matches with provable dice. It is shared: a test that changes it works on a copy."""
    played = SmallLeague()
    for number in MATCHES:
        played.play(number)
    return played


def checked(events: list[Event], played: SmallLeague | None = None, side: int = 0) -> Verification:
    played = played or league()
    return verify(history_of(events, played.teams[side].texts), played.replays)


def rewritten(events: list[Event], change: Callable[[Event], Event | None]) -> list[Event]:
    """A history that somebody has changed who knows how hashes are made: every later event is sealed anew."""
    found: list[Event] = []
    for event in events:
        new = change(event)
        if new is not None:
            found.append(
                linked(
                    new.log,
                    found,
                    at=new.at,
                    actor=new.actor,
                    cause=new.cause,
                    kind=new.kind,
                    body=new.body,
                    rule=new.rule,
                    dice=new.dice,
                )
            )
    return found


def first(events: list[Event], kind: str, cause: str = "") -> Event:
    """The first event of a kind, of one match if it is named."""
    return next(event for event in events if event.kind == kind and cause in ("", event.cause.id))


# --- what can be checked ----------------------------------------------------------------------------------------------


def test_every_point_coin_and_injury_of_provable_matches_is_proven() -> None:
    for side in (0, 1):
        found = checked(league().teams[side].events, side=side)
        assert [(each.id, each.status, each.dice) for each in found.matches] == [
            (f"m_{number}", "proven", True) for number in MATCHES
        ]
        assert found.is_sound
        shares = found.shares()
        kept = league().teams[side].kept
        assert shares["points"]["proven"] == sum(career.player.earned for career in kept.careers.values()) > 0
        assert shares["gold"]["proven"] > 0
        assert side or shares["injuries"]["proven"] > 0
        assert all(sum(amounts.values()) == amounts["proven"] for amounts in shares.values())
        assert found.unused == 0
        assert found.lines()[0].endswith(f"3 matches, last event {kept.head[:12]}")
        assert any(line.startswith("gold: ") and line.endswith("(proven 100 %)") for line in found.lines())


def test_a_history_from_a_file_is_as_good() -> None:
    read = read_history_lines(history_lines(league().history()))
    assert verify(read, league().replays).matches == checked(league().teams[0].events).matches


@pytest.mark.parametrize(
    ("edition", "teams", "ground"),
    [
        ("astrogranite(standard, league=on, turn_limit=5)", ("gold-balanced", "amber-balanced"), "ag-old-halls"),
        ("stockbowl(turn_limit=3)", ("nurgle-balanced", "human-balanced"), "sb-02"),
    ],
)
def test_other_editions_are_checked_in_the_same_way(edition: str, teams: tuple[str, str], ground: str) -> None:
    played = SmallLeague(edition, teams, ground)
    for number in (1, 2):
        played.play(number)
    for side in (0, 1):
        found = checked(played.teams[side].events, played, side)
        assert (found.is_sound, [each.status for each in found.matches]) == (True, ["proven", "proven"])


@pytest.mark.rule("S-POST-12", "S-POST-01")
@pytest.mark.parametrize("fans", [(12, 12), (8, 13), (13, 8), (6, 14), (14, 6)])
def test_the_winnings_of_a_team_that_gave_up_are_proven_with_its_own_fame(fans: tuple[int, int]) -> None:
    """The winner rolls the other's die with the other's FAME, which the history of the winner alone has to tell."""
    played = SmallLeague("stockbowl(turn_limit=3)", ("nurgle-balanced", "human-balanced"), "sb-02")
    played.play(1, crowds=crowds_of(*fans), patience=20)
    found = [checked(played.teams[side].events, played, side) for side in (0, 1)]
    assert [(each.is_sound, each.matches[0].status) for each in found] == [(True, "proven")] * 2
    winner = next(team for team in played.teams if team.kept.won)
    assert "winnings of the team that gave up" in [event.body["why"] for event in winner.events if event.kind == "gold"]


def crowds_of(first: int, second: int) -> tuple[e.Fame, ...]:
    return tuple(crowds([first - 2, second - 2], [(1, 1), (1, 1)]))


@pytest.mark.rule("S-POST-01", "S-POST-02", "S-POST-07")
def test_matches_that_were_played_as_the_teams_entered_are_proven_with_their_journeymen_and_fans() -> None:
    """The lock has written nothing into the histories. The aftermaths tell who filled the teams up, and who came."""
    played = SmallLeague("stockbowl(turn_limit=3)", ("nurgle-balanced", "human-balanced"), "sb-02")
    played.play(3)
    second = played.teams[1]
    second.add(*(e.Fired(player.id) for player in second.kept.team.players[9:]))
    fit = [len(team.kept.team.available) for team in played.teams]
    before = [len(team.events) for team in played.teams]
    assert fit[1] <= 9
    played.play_as_entered(1, 2, crowds=crowds_of(14, 6))
    for side, team in enumerate(played.teams):
        found = checked(team.events, played, side)
        assert (found.findings, [each.status for each in found.matches]) == ((), ["proven"] * 3)
        new = team.events[before[side] :]
        assert [event.body["fame"] for event in new if event.kind == "fame"] == [2 - 2 * side] * 2
        crews = [event.body["players"] for event in new if event.kind == "journeymen"]
        assert [len(crew) for crew in crews] == ([11 - fit[side]] * 2 if fit[side] < 11 else [])
        assert not any(player.journeyman for player in team.kept.team.players)


def test_seeded_dice_are_replayed_and_typed_dice_of_an_aftermath_too() -> None:
    played = SmallLeague()
    played.play(1, provable=False)
    played.play(2, typed=True)
    played.play(3, reveal=False)
    found = checked(played.teams[0].events, played)
    assert [(each.status, each.dice) for each in found.matches] == [
        ("replayed", True),
        ("proven", False),
        ("proven", False),
    ]
    assert found.is_sound
    for mark in found.marks:
        event = played.teams[0].events[mark.seq - 1]
        match = event.cause.id
        sure = match != "m_1" and not event.dice  # points of a match, not the award that a die drew after it
        assert mark.mark == ("proven" if sure else "replayed"), event.kind


def test_a_match_without_its_replay_is_reported_and_contradicts_nothing() -> None:
    found = verify(league().history(), league().replays[:1])
    assert [(each.status, each.note) for each in found.matches] == [
        ("proven", ""),
        ("reported", "no replay is at hand"),
        ("reported", "no replay is at hand"),
    ]
    assert found.is_sound
    shares = found.shares()["gold"]
    assert (shares["proven"] > 0, shares["reported"] > 0) == (True, True)
    assert "m_2: reported: there is nothing to check (no replay is at hand)" in found.lines()


def test_a_paper_match_is_reported() -> None:
    history = Chronicle(league().teams[0].team).add(
        e.Played("m_9", ("t_x",), "won", (1, 0)), e.Gold(40_000), e.Closed("m_9", 0, 0), match="m_9"
    )
    found = verify(history_of(history.events, history.texts), league().replays)
    assert [(each.id, each.status, each.note) for each in found.matches] == [("m_9", "reported", "")]
    assert (found.shares()["gold"]["reported"], found.unused) == (40_000, 3)
    assert "3 replays belong to no match of this team" in found.lines()


def test_the_end_of_a_season_is_made_anew_too() -> None:
    played = SmallLeague()
    played.play(1)
    played.end_season(1)
    played.play(2)
    found = checked(played.teams[0].events, played)
    assert found.is_sound, found.findings
    assert [(each.id, each.status) for each in found.seasons] == [("s_1", "proven")]
    assert found.shares()["gold"]["reported"] == 100_000  # the prize is for a place, and no table is here
    played.end_season(2)
    for values, sentence in (
        ({"number": 7}, "(season): the match and its inputs give season"),
        ({"options": "off_season = carry_on"}, "the inputs of its aftermath do not fit"),
        ({"inputs": ["begin another word"]}, "s_2: "),
    ):
        closing = [event for event in played.teams[0].events if event.kind == "season"][-1].seq
        forged = with_body(played.teams[0].events, closing, **values)
        assert sentence in checked(forged, played).findings[0], values


# --- what is made up --------------------------------------------------------------------------------------------------


def with_body(events: list[Event], seq: int, **values: Any) -> list[Event]:
    return rewritten(events, lambda event: replace(event, body={**event.body, **values}) if event.seq == seq else event)


def forged_body(kind: str, **values: Any) -> list[Event]:
    """The history of the league with something else in an event of its last match."""
    events = league().teams[0].events
    return with_body(events, first(events, kind, LAST).seq, **values)


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("points", {"points": 40}),
        ("mvp", {"points": 40}),
        ("gold", {"amount": 990_000}),
        ("hurt", {"niggle": True, "loss": "st"}),
        ("closed", {"value": 1}),
        ("played", {"casualties": 9}),
    ],
)
def test_an_event_that_does_not_follow_from_the_match_is_found(kind: str, values: dict[str, Any]) -> None:
    forged = forged_body(kind, **values)
    found = checked(forged)
    (finding,) = found.findings
    assert finding.startswith(f"{LAST}: event {first(forged, kind, LAST).seq} ({kind}): the match and its inputs give")
    assert [each.status for each in found.matches] == ["proven", "proven", "false"]
    assert all(mark.mark == "reported" for mark in found.marks if forged[mark.seq - 1].cause.id == LAST)
    assert found.lines()[-1].startswith("wrong: ")


def test_whatever_is_changed_contradicts_all_later_matches() -> None:
    """Each names the last event before it, and with the chain that is another one."""
    events = league().teams[0].events
    found = checked(with_body(events, first(events, "gold", "m_1").seq, amount=990_000))
    assert [each.status for each in found.matches] == ["false", "false", "false"]
    assert found.findings[1].startswith("m_2: its replay began after an event ")


def test_events_that_were_put_in_or_left_out_are_found() -> None:
    events = league().teams[0].events
    target = first(events, "mvp", LAST)
    less = rewritten(events, lambda event: None if event.seq == target.seq else event)
    assert "the match and its inputs give" in checked(less).findings[0]
    last = first(events, "closed", LAST)
    more = [*events[: last.seq - 1]]
    more.append(
        linked(
            "t_a", more, at=AT, actor=last.actor, cause=last.cause, kind="points", body={"player": "p_1a", "points": 9}
        )
    )
    more = rewritten([*more, *events[last.seq - 1 :]], lambda event: event)
    assert "the match and its inputs give" in checked(more).findings[0]


def test_another_seed_than_the_one_that_was_promised_is_false() -> None:
    events = league().teams[0].events
    told = [event for event in events if event.kind == "revealed"][-1].seq
    other = checked(with_body(events, told, seed="00" * 32))
    assert other.findings == (f"{LAST}: the seed of its aftermath is not the one that was promised",)
    odd = checked(with_body(events, told, seed="no seed"))
    assert odd.findings == (f"{LAST}: event {told}: the seed is not written in hexadecimal digits",)


def test_an_event_that_cites_another_rule_than_it_comes_of_is_found() -> None:
    events = league().teams[0].events
    target = first(events, "mvp", LAST)
    forged = rewritten(events, lambda event: replace(event, rule="O-SPP-04") if event.seq == target.seq else event)
    assert checked(forged).findings[0].endswith(f"event {target.seq} (mvp): it comes of O-SPP-05, and not of O-SPP-04")


def test_dice_of_an_award_that_were_changed_are_found() -> None:
    events = league().teams[0].events
    target = first(events, "mvp", LAST)
    other = (target.dice[0] % 6 + 1,)
    forged = rewritten(events, lambda event: replace(event, dice=other) if event.seq == target.seq else event)
    assert checked(forged).findings[0].endswith(f"event {target.seq} (mvp): the match and its inputs give other dice")


def test_inputs_that_do_not_fit_and_unknown_options_are_found() -> None:
    closed = first(league().teams[0].events, "closed", LAST)
    inputs = list(closed.body["inputs"])
    for values, sentence in (
        ({"inputs": [*inputs, "choose done"]}, "the inputs of its aftermath do not fit"),
        ({"inputs": inputs[:-1]}, "the inputs of its aftermath end too early"),
        ({"options": "golden_shoes = on"}, "the options of its aftermath"),
        ({"options": "treasury_cap = 10k"}, "the match and its inputs give"),
        ({"shared": {"winnings": [6, 6]}}, "the match and its inputs give"),
    ):
        found = checked(forged_body("closed", **values))
        assert sentence in found.findings[0], values


def test_a_match_that_began_from_another_state_of_the_team_is_found() -> None:
    """Gold before the match, written into the history after it was played: the setup names the event that was there."""
    events = league().teams[0].events
    booked = first(events, "booked", "m_2")
    before = list(events[: booked.seq - 1])
    before.append(
        linked("t_a", before, at=AT, actor=booked.actor, cause=Cause("decision"), kind="gold", body={"amount": 90_000})
    )
    forged = rewritten([*before, *events[booked.seq - 1 :]], lambda event: event)
    assert "which is not in this history before the match" in checked(forged).findings[0]


def test_the_replay_of_another_team_proves_nothing() -> None:
    other = league().teams[1]
    found = verify(history_of(league().teams[0].events, league().teams[0].texts), league().replays)
    assert found.is_sound
    stranger = Chronicle(replace(other.team, id="t_x"))
    story = first(other.events, "played").body["story"]
    stranger.add(e.Played("m_1", ("t_a",), "won", (1, 0), story=story), match="m_1")
    found = verify(history_of(stranger.events, stranger.texts), league().replays)
    assert found.findings == ("m_1: its replay is not a match of this team",)


def test_seeded_dice_cannot_be_called_proven() -> None:
    played = SmallLeague()
    played.play(1, provable=False)
    events = played.teams[0].events
    forged = rewritten(
        events,
        lambda event: replace(event, body={**event.body, "provenance": "proven"}) if event.kind == "played" else event,
    )
    found = checked(forged, played)
    assert found.findings == ("m_1: the history calls it proven, but its dice are not provable",)


def test_a_changed_replay_is_false() -> None:
    played = league()
    replay = played.replays[0]
    broken = msgspec.structs.replace(replay, inputs=replay.inputs[:-1])
    found = verify(played.history(), [broken, *played.replays[1:]])
    assert [each.status for each in found.matches] == ["false", "proven", "proven"]
    assert found.findings[0].startswith("m_1: ")


# --- other versions ---------------------------------------------------------------------------------------------------


def of_version(replay: Any, engine: str) -> Any:
    return msgspec.structs.replace(replay, header=replace(replay.header, engine=engine))


def test_a_replay_of_another_version_that_tells_the_same_is_as_good() -> None:
    found = verify(league().history(), [of_version(replay, "0.0.1") for replay in league().replays])
    assert [each.status for each in found.matches] == ["proven"] * 3


def test_one_that_tells_another_story_is_never_false() -> None:
    first_one = of_version(league().replays[0], "0.0.1")
    broken = msgspec.structs.replace(first_one, inputs=first_one.inputs[:-1])
    found = verify(league().history(), [broken, *league().replays[1:]])
    assert found.is_sound
    assert (found.matches[0].status, found.matches[0].note) == ("another version", "written by version 0.0.1")
    assert "m_1: replayed by another version (written by version 0.0.1)" in found.lines()
    assert all(
        mark.mark == "reported" for mark in found.marks if league().teams[0].events[mark.seq - 1].cause.id == "m_1"
    )


# --- corrections ------------------------------------------------------------------------------------------------------


def test_what_a_person_has_corrected_is_marked_and_what_is_void_counts_no_more() -> None:
    played = league()
    texts, events = played.teams[0].texts, list(played.teams[0].events)
    award, gold = first(events, "mvp"), first(events, "gold")
    players = [player.id for player in played.teams[0].kept.team.players if player.id != award.body["player"]]
    bodies = [
        *give_award(events, award.seq, players[0], "another shirt"),
        instead(gold.seq, e.Gold(gold.body["amount"] + 10_000), "misread"),
        grant("a fair share", gold=20_000),
    ]
    bodies = list(with_all_voided(events, texts, bodies, "lost with it").bodies)
    events += corrected(events, texts, bodies, AT, COMMISSIONER, "k_1")
    found = checked(events)
    assert found.is_sound, found.findings
    marks = {(mark.seq, mark.what): mark for mark in found.marks}
    assert marks[award.seq, "points"].mark == "corrected"
    assert (marks[gold.seq, "gold"].mark, marks[gold.seq, "gold"].amount) == ("corrected", gold.body["amount"] + 10_000)
    assert found.shares()["gold"]["corrected"] == gold.body["amount"] + 30_000
    later = first(events, "points")
    events += corrected(
        events, texts, with_all_voided(events, texts, [void(later.seq, "no")], "no").bodies, AT, COMMISSIONER, "k_2"
    )
    assert not [mark for mark in checked(events).marks if mark.seq == later.seq]


def test_an_aftermath_that_was_done_again_is_checked_as_it_stands() -> None:
    played = SmallLeague()
    played.play(1)
    team = played.teams[0]
    run = [event for event in team.events if event.cause == Cause("match", "m_1")]
    for event in reversed(run):
        append(team, e.Void(event.seq, "the assistant was too quick"), Cause("correction", "m_1"))
    for event in run:
        body = event.body
        team.events.append(
            linked(
                "t_a", team.events, at=AT, actor=event.actor, cause=event.cause, kind=event.kind, body=body,
                rule=event.rule, dice=event.dice,
            )
        )  # fmt: skip
    append(team, e.Revealed("m_1", played.seed(1001).hex()), Cause("decision", "m_1"))
    found = checked(team.events, played)
    assert found.is_sound, found.findings
    assert [(each.id, each.status, each.dice) for each in found.matches] == [("m_1", "proven", True)]


def test_hidden_names_change_no_mark() -> None:
    played = SmallLeague()
    played.play(1)
    before = checked(played.teams[0].events, played)
    for ref in list(played.teams[0].texts.known):
        played.teams[0].texts.hide(ref)
    after = checked(played.teams[0].events, played)
    assert (after.marks, after.matches, after.findings) == (before.marks, before.matches, before.findings)


def test_without_inputs_the_match_itself_is_compared() -> None:
    events = league().teams[0].events
    bare = with_body(events, first(events, "closed", LAST).seq, inputs=[])
    found = checked(bare)
    assert found.is_sound
    assert [each.status for each in found.matches] == ["proven"] * 3
    assert [each.dice for each in found.matches] == [True, True, False]
    played = first(bare, "played", LAST)
    other = {"won": "lost", "lost": "won", "drawn": "won"}[played.body["outcome"]]
    forged = checked(with_body(bare, played.seq, outcome=other))
    assert forged.findings == (f"{LAST}: the replay says {played.body['outcome']}, and the history {other}",)
    forged = checked(with_body(bare, played.seq, appearances=[{"player": "p_1a", "deeds": {"kill": 7}}]))
    assert forged.findings[0].startswith(f"{LAST}: the replay tells other deeds of the player ")


def test_a_history_without_matches_has_nothing_to_prove() -> None:
    history = Chronicle(league().teams[0].team)
    found = verify(History(league().history().header, history.texts, history.events))
    assert (found.matches, found.marks, found.is_sound) == ((), (), True)
