"""Teams that a coach brings from another server: they come with every event, with marks that were found here, and
nothing that is here already changes."""

from __future__ import annotations

import threading
from collections.abc import Iterable

import pytest

from dungeonbowl.errors import UserError
from dungeonbowl.league.chain import Actor
from dungeonbowl.league.office.rebuilding import differences
from dungeonbowl.league.office.roles import COMMISSIONER, NotAllowed
from dungeonbowl.league.office.store import Writing
from support.luggage import COACH, Host, account_files, played_elsewhere, zipped
from support.offices import Club


def honest() -> bytes:
    return zipped(account_files(played_elsewhere()))


def test_a_look_says_what_would_come_and_what_of_it_is_proven_and_writes_nothing() -> None:
    host = Host()
    before = host.everything()
    view = host.office.luggage.look(honest())
    assert (view.coach, view.replays) == (COACH, 3)
    (team,) = view.teams
    assert (team.id, team.state, team.why, team.mark, team.games) == ("t_a", "comes", "", "proven", 3)
    assert {line.mark for line in team.findings} == {"proven"}
    assert team.shares["points"].keys() == {"proven"}
    assert host.everything() == before


def test_without_replays_the_same_team_is_only_reported() -> None:
    files = {name: data for name, data in account_files(played_elsewhere()).items() if not name.startswith("replays/")}
    (team,) = Host().office.luggage.look(zipped(files)).teams
    assert (team.state, team.mark) == ("comes", "reported")
    assert team.shares["points"].keys() == {"reported"}


def test_a_team_comes_with_its_whole_history_and_belongs_to_its_coach() -> None:
    host = Host()
    (team,) = host.take_in(honest()).teams
    assert (team.state, team.owner) == ("came", COACH)
    told = played_elsewhere().teams[0].events
    stored = host.office.store.events("t_a")
    assert [event["hash"] for event in stored[:-1]] == [event.hash for event in told]
    assert stored[-1]["kind"] == "owner_changed"
    kept = host.office.teams.kept("t_a")
    assert (kept.owner, kept.state) == (host.owner, "ready")
    assert host.office.leagues.state(host.league).visitors == {"t_a": "proven"}
    assert differences(host.office, host.league) == []
    assert host.office.teams.verification("t_a").is_sound
    assert {each.status for each in host.office.teams.verification("t_a").matches} == {"proven"}
    assert host.office.teams.history("t_a")


def test_a_team_that_came_in_enters_a_season_by_the_word_of_its_coach() -> None:
    host = Host()
    host.take_in(honest())
    stranger = host.office.leagues.add_member(host.league, "Somebody else", COMMISSIONER)
    with pytest.raises(NotAllowed):
        host.office.teams.enter_again(host.league, "t_a", Actor("coach", stranger))
    host.office.teams.enter_again(host.league, "t_a", host.coach)
    assert "t_a" in host.office.leagues.state(host.league).season.teams
    assert host.office.teams.kept("t_a").league == host.league
    assert differences(host.office, host.league) == []


def test_what_was_proven_stays_proven_when_the_team_has_entered_and_the_league_goes_on_elsewhere() -> None:
    host = Host()
    host.take_in(honest())
    for _ in range(2):
        lines = [line for line in host.office.archives.verify(host.league) if line.about == "t_a"]
        assert {line.mark for line in lines if line.what == "match"} == {"proven"}
        if host.office.teams.kept("t_a").league != host.league:
            host.office.teams.enter_again(host.league, "t_a", host.coach)
    other = Host("other").office
    other.archives.load(host.office.archives.export(host.league), COMMISSIONER)
    assert other.teams.kept("t_a") == host.office.teams.kept("t_a")
    assert differences(other, host.league) == []


def test_a_team_that_another_server_writes_while_it_is_looked_at_is_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not said that its players belong to another team: they came with it a moment ago."""
    host = Host()
    luggage = host.office.luggage
    known = luggage.known

    def meanwhile(table: str, column: str, values: Iterable[str]) -> bool:
        monkeypatch.undo()
        host.take_in(honest())
        return known(table, column, values)

    monkeypatch.setattr(luggage, "known", meanwhile)
    (team,) = luggage.look(honest()).teams
    assert (team.state, team.owner) == ("here", COACH)


def test_the_same_file_twice_changes_nothing() -> None:
    host = Host()
    host.take_in(honest())
    before = host.everything()
    (team,) = host.take_in(honest()).teams
    assert (team.state, team.owner) == ("here", COACH)
    assert host.everything() == before


def test_what_a_team_has_lived_here_is_not_overwritten_by_what_it_was() -> None:
    host = Host()
    played = played_elsewhere()
    longer = account_files(played)
    host.take_in(zipped(longer))
    host.office.teams.enter_again(host.league, "t_a", host.coach)
    before = host.everything()
    (team,) = host.take_in(zipped(longer)).teams
    assert team.state == "here"
    assert host.everything() == before


def test_somebody_else_cannot_take_a_team_that_is_here() -> None:
    host = Host()
    host.take_in(honest())
    before = host.everything()
    thief = host.office.leagues.add_member(host.league, "Thief", COMMISSIONER)
    before = host.everything()
    (team,) = host.office.luggage.take_in(honest(), host.league, thief, Actor("coach", thief)).teams
    assert (team.state, team.owner) == ("here", COACH)
    assert host.everything() == before


def test_teams_of_this_very_server_are_here_already() -> None:
    """The own export, brought back where it comes from."""
    club = Club(options="stages = swiss(rounds=3)")
    club.settle(club.open_fixtures()[0].id.partition(".")[2], 1, 0)
    team = club.teams[0]
    files = {
        "account.json": b'{"account": {"name": "Ann"}}',
        f"teams/{team}.history.jsonl": club.office.teams.history_file(team),
    }
    owner = club.office.teams.kept(club.teams[1]).owner
    view = club.office.luggage.take_in(zipped(files), club.league, owner, Actor("coach", owner))
    assert [(each.state, each.owner) for each in view.teams] == [("here", "Ann")]
    assert club.rebuilt() == []


def test_a_team_in_the_middle_of_a_match_stays_where_it_is() -> None:
    club = Club(options="stages = swiss(rounds=3)")
    view = club.play(club.open_fixtures()[0].id.partition(".")[2], 1, 0)
    busy = view.fixture.sides[0].team
    free = next(team for team in club.teams if club.office.teams.kept(team).state == "ready")
    files = {"account.json": b'{"account": {"name": "Ann"}}'} | {
        f"teams/{team}.history.jsonl": club.office.teams.history_file(team) for team in (busy, free)
    }
    host = Host()
    states = {each.id: (each.state, each.why) for each in host.take_in(zipped(files)).teams}
    assert states[free][0] == "came"
    assert states[busy][0] == "stays"
    assert "in the middle of a match" in states[busy][1]
    assert host.office.store.head(busy) == (0, "")


def test_two_at_once_bring_a_team_once() -> None:
    host = Host()
    other = host.office.leagues.add_member(host.league, "Other", COMMISSIONER)
    found: list[str] = []

    def bring(owner: str) -> None:
        view = host.office.luggage.take_in(honest(), host.league, owner, Actor("coach", owner))
        found.append(view.teams[0].state)

    threads = [threading.Thread(target=bring, args=(owner,)) for owner in (host.owner, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == ["came", "here"]
    assert [event["kind"] for event in host.office.store.events("t_a")].count("owner_changed") == 1
    assert differences(host.office, host.league) == []


def test_a_coach_brings_a_limited_number_of_teams_into_a_league(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dungeonbowl.league.office.luggage.MOST_VISITORS", 1)
    host = Host()
    before = host.everything()
    with pytest.raises(UserError, match="at most 1 teams"):
        host.take_in(zipped(account_files(played_elsewhere(), (0, 1))))
    assert host.everything() == before
    host.take_in(honest())
    with pytest.raises(UserError, match="at most 1 teams"):
        host.take_in(zipped(account_files(played_elsewhere(), (1,))))


def test_names_that_are_hidden_here_stay_hidden() -> None:
    host = Host()
    first = account_files(played_elsewhere())
    other = played_elsewhere().teams[0]
    ref = next(ref for ref, text in other.texts.known.items() if text.salt)
    writing = Writing()
    writing.put("texts", {"ref": ref, "salt": "", "text": ""})
    host.office.store.write(writing)
    host.take_in(zipped(first))
    assert host.office.store.find("texts", {"ref": ref})[0]["text"] == ""
    assert differences(host.office, host.league) == []
