"""Files of accounts that somebody has damaged or made up: one line says where, and nothing is written."""

from __future__ import annotations

import io
import json
import random
import zipfile
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from dungeonbowl.errors import UserError
from dungeonbowl.league.chain import Event
from dungeonbowl.league.history import KIND, VERSION, End, Header
from dungeonbowl.league.office import luggage_file
from dungeonbowl.league.texts import Text, ref_of
from support.luggage import Files, Host, account_files, chained, history_bytes, played_elsewhere, zipped

HISTORY = "teams/t_a.history.jsonl"


def files() -> Files:
    return account_files(played_elsewhere())


def refused(data: bytes, match: str, host: Host | None = None) -> None:
    """Neither a look nor taking it in gets anywhere, and nothing changes."""
    host = host or Host()
    before = host.everything()
    for act in (host.office.luggage.look, host.take_in):
        with pytest.raises(UserError, match=match) as error:
            act(data)
        assert "\n" not in str(error.value)
    assert host.everything() == before


def unproven(found: Files) -> Files:
    """The same without replays, which would tell the truth."""
    return {name: data for name, data in found.items() if not name.startswith("replays/")}


def rewritten(change: Callable[[Event], Event]) -> Files:
    """The history made up anew by somebody who knows how hashes are made."""
    team = played_elsewhere().teams[0]
    return {**files(), HISTORY: history_bytes(chained(change(each) for each in team.events), team.texts)}


def test_a_changed_event_is_found_at_its_place() -> None:
    lines = files()[HISTORY].splitlines(keepends=True)
    place = next(place for place, line in enumerate(lines) if b'"kind":"points"' in line)
    event = json.loads(lines[place])
    event["body"]["points"] = 99
    lines[place] = json.dumps(event).encode() + b"\n"
    refused(
        zipped({**files(), HISTORY: b"".join(lines)}),
        rf"^zip, file teams/t_a\.history\.jsonl, line {place + 1}: event {event['seq']} of t_a \(points\): it was",
    )


def test_points_that_no_match_gives_are_found_though_the_chain_holds() -> None:
    def more(event: Event) -> Event:
        return replace(event, body={**event.body, "points": 99}) if event.kind == "points" else event

    refused(
        zipped(rewritten(more)), r"zip, file teams/t_a\.history\.jsonl, match m_\d+: event \d+ \(points\): the match"
    )


def test_points_that_no_replay_proves_come_with_a_mark_that_says_so() -> None:
    def more(event: Event) -> Event:
        return replace(event, body={**event.body, "points": 99}) if event.kind == "points" else event

    host = Host()
    view = host.take_in(zipped(unproven(rewritten(more))))
    assert [(team.state, team.mark) for team in view.teams] == [("came", "reported")]


def test_a_changed_replay_is_found() -> None:
    changed = files()
    name = next(name for name in changed if name.startswith("replays/"))
    lines = changed[name].splitlines(keepends=True)
    refused(zipped({**changed, name: b"".join([*lines[:5], *lines[6:]])}), r"replays/m_0\.jsonl|t_a")


def test_half_a_file_is_refused_where_it_ends() -> None:
    content = files()[HISTORY]
    cut = content[: content[: len(content) // 2].rindex(b"\n") + 1]
    refused(zipped({**files(), HISTORY: cut}), r"t_a\.history\.jsonl, line \d+: the file ends here")


@pytest.mark.parametrize("data", [b"", b"PK", b"not a zip", b"PK\x05\x06" + b"\0" * 18])
def test_what_is_no_zip_of_an_account_is_refused(data: bytes) -> None:
    refused(data, "archive: expected a|zip: expected the file of an account")


@pytest.mark.parametrize(
    "name",
    [
        "teams/../../../etc/cron.d/x.history.jsonl",
        "teams/l_1.history.jsonl",
        "teams/T_A.history.jsonl",
        "teams/t_a\n.history.jsonl",
        "replays/../../x.jsonl",
        "replays//etc/passwd",
    ],
)
def test_names_that_lead_elsewhere_are_refused(name: str) -> None:
    refused(zipped({**files(), name: files()[HISTORY]}), "expected the name of a file as")


def test_files_that_nobody_asked_for_are_not_looked_at() -> None:
    more = {"../../evil.sh": b"rm -rf", "chat.json": b"{", "teams/t_a.toml": b"\xff"}
    assert len(Host().office.luggage.look(zipped({**files(), **more})).teams) == 1


def test_a_team_under_the_name_of_another_is_refused() -> None:
    changed = {**files(), "teams/t_z.history.jsonl": files()[HISTORY]}
    refused(zipped(changed), "expected the team t_z, found t_a")


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    refused(zipped({**files(), "replays/bomb.jsonl": b" " * 150_000_000}), "bytes when it is unpacked")


def test_a_bomb_that_lies_about_its_size_is_refused() -> None:
    data = bytearray(zipped({**files(), "replays/bomb.jsonl": b" " * 1_000_000}))
    place = data.rindex(b"PK\x01\x02", 0, data.rindex(b"replays/bomb.jsonl"))
    data[place + 24 : place + 28] = (10).to_bytes(4, "little")  # how large it is when it is unpacked
    refused(bytes(data), "archive: expected")


def test_too_many_files_and_too_large_ones_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(luggage_file, "LARGEST_REPLAY", 1000)
    refused(zipped(files()), r"replays/m_0\.jsonl: expected at most 1,000 bytes")
    monkeypatch.setattr(luggage_file, "MOST_EVENTS", 5)
    refused(zipped(files()), r"t_a\.history\.jsonl: expected at most 5 events")
    monkeypatch.setattr(luggage_file, "MOST_REPLAYS", 2)
    refused(zipped(files()), "at most 200 teams and 2 replays")
    monkeypatch.setattr(luggage_file, "MOST_FILES", 3)
    refused(zipped(files()), "at most 3 files")
    monkeypatch.setattr(luggage_file, "LARGEST", 100)
    refused(zipped(files()), "zip: expected at most 100 bytes")


def test_a_name_twice_is_refused() -> None:
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w") as file:
        for name, content in files().items():
            file.writestr(name, content)
        with pytest.warns(UserWarning, match="Duplicate name"):
            file.writestr(HISTORY, b"")
    refused(found.getvalue(), "expected every file once")


def test_a_league_of_this_server_cannot_be_claimed() -> None:
    host = Host()

    def ours(event: Event) -> Event:
        return replace(event, body={**event.body, "league": host.league}) if event.kind == "joined" else event

    before = host.everything()
    (team,) = host.take_in(zipped(unproven(rewritten(ours)))).teams
    assert team.state == "stays"
    assert "a league of this server" in team.why
    assert host.everything() == before


def test_players_of_another_team_cannot_be_taken_over() -> None:
    """Somebody writes a history of a team with the players of another one, whose rows it would overwrite."""
    host = Host()
    host.take_in(zipped(files()))
    players = host.office.store.find("players", {"team": "t_a"})
    team = played_elsewhere().teams[0]

    def other(event: Event) -> Event:
        return replace(json_again(event), log="t_thief")

    def json_again(event: Event) -> Event:
        text = json.dumps(event.body).replace('"t_a"', '"t_thief"')
        return replace(event, body=json.loads(text))

    events = chained(other(each) for each in team.events)
    alone = {
        "account.json": files()["account.json"],
        "teams/t_thief.history.jsonl": history_bytes(events, team.texts),
    }
    before = host.everything()
    (stolen,) = host.take_in(zipped(alone)).teams
    assert stolen.state == "stays"
    assert "players that belong to another team" in stolen.why
    assert host.everything() == before
    assert host.office.store.find("players", {"team": "t_a"}) == players
    fresh = Host("fresh")  # and where neither is, not both come
    both = fresh.take_in(zipped(unproven({**files(), **alone})))
    assert sorted(each.state for each in both.teams) == ["came", "stays"]


def test_a_name_that_nobody_sees_is_refused() -> None:
    changed = files()
    lines = changed[HISTORY].splitlines(keepends=True)
    salt = "s" * 99  # a text may be as it should, and what stands beside it not
    longest = msgspec.json.encode(Text(ref_of(salt, "Ann"), salt, "Ann")) + b"\n"
    refused(zipped({**changed, HISTORY: b"".join([lines[0], longest, *lines[1:]])}), "a word or a number in it")
    text = "a\u202eb"
    line = msgspec.json.encode(Text(ref_of("s", text), "s", text)) + b"\n"
    refused(zipped({**changed, HISTORY: b"".join([lines[0], line, *lines[1:]])}), "characters that can be seen")


@pytest.mark.parametrize(
    "change",
    [
        lambda event: replace(event, at="2026-03-01T12:00:00Z" * 9),
        lambda event: replace(event, rule="O-SPP-01 " * 9),
        lambda event: replace(event, body={**event.body, "league": "l_far\0"}) if event.kind == "joined" else event,
        lambda event: replace(event, body={**event.body, "league": "l" * 99}) if event.kind == "joined" else event,
        lambda event: replace(event, body={**event.body, "points": 10**12}) if event.kind == "points" else event,
    ],
)
def test_what_no_database_can_hold_is_refused(change: Callable[[Event], Event]) -> None:
    events = chained(change(each) for each in played_elsewhere().teams[0].events)
    alone = {"account.json": files()["account.json"], HISTORY: written(events)}
    refused(zipped(alone), r"^zip, file teams/t_a\.history\.jsonl")


def test_no_made_up_history_breaks_anything() -> None:
    """Values of events are exchanged for others, and the chain is made to hold: refused, or taken in whole."""
    dice = random.Random(7)
    team = played_elsewhere().teams[0]
    odd: list[Any] = [None, "", "x", -1, 0, 10**9, [], {}, 1.5, True, "text:x", "t_b"]

    def changed(value: Any) -> Any:
        if isinstance(value, dict) and value and dice.random() < 0.8:
            key = dice.choice(sorted(value))
            return {**value, key: changed(value[key])}
        if isinstance(value, list) and value and dice.random() < 0.8:
            place = dice.randrange(len(value))
            return [*value[:place], changed(value[place]), *value[place + 1 :]]
        return dice.choice(odd)

    tried = taken = 0
    for _ in range(150):
        victim = dice.randrange(len(team.events))
        events = [
            replace(each, body=changed(each.body)) if place == victim else each
            for place, each in enumerate(team.events)
        ]
        host = Host()
        with suppress(UserError):
            data = zipped({"account.json": files()["account.json"], HISTORY: written(chained(events))})
            tried += 1
            view = host.take_in(data)
            taken += view.teams[0].state == "came"
            if view.teams[0].state == "came":
                host.office.leagues.home(host.league)
    assert tried > 100
    assert taken > 0


def written(events: list[Event]) -> bytes:
    """A history as another version writes it, whether its team can be or not."""
    header = Header(KIND, VERSION, "0", "t_a", "")
    texts = played_elsewhere().teams[0].texts.known.values()
    lines = [header, *texts, *events, End(len(events), events[-1].hash, "")]
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
