"""Texts that reach a database, however odd or long, and tables that are not what the program expects: on SQLite and on
a real PostgreSQL alike."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Engine, inspect, text
from typer.testing import CliRunner

from dungeonbowl.cli import make_app
from dungeonbowl.errors import UserError
from dungeonbowl.storage.database import VERSIONS, answers, make_engine, migrate, open_database
from dungeonbowl.storage.match_records import StoredChat
from dungeonbowl.storage.matches import Matches, now
from dungeonbowl.storage.tables import LONGEST_NAME
from dungeonbowl.teams.checks import LONGEST_NAME as LONGEST_TEAM_NAME
from dungeonbowl.teams.files import write_team
from dungeonbowl.teams.ready import ready_team
from support.asynchronous import run_alone
from support.direct import Direct, generous, with_server

ODD = ["\0", "a\0b", "x" * 10_000, "", "日本", "'; drop table matches; --", "%", "\ud800"]


def execute(url: str, *statements: str) -> None:
    engine = make_engine(url)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


# --- texts -----------------------------------------------------------------------------------------------------------


def test_ids_that_no_row_can_have_are_not_found(url: str) -> None:
    engine = open_database(url)

    async def scene() -> None:
        store = Matches(engine)
        for odd in ODD:
            assert await store.load(odd) is None
            assert await store.load_replay(odd) is None
        store.close()

    run_alone(scene())


def test_a_server_answers_odd_ids_alike_on_both_databases(url: str, tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        for part in ("%00", "a%00b", "x" * 300, "%F0%9F%8F%88"):
            for path in ("matches/{}", "matches/{}/log", "matches/{}/replay", "replays/{}", "replays/{}/file"):
                answer = await ask("GET", f"/api/v1/{path.format(part)}?token=%00")
                assert answer.status == 404, (path, part, answer.body)
            assert await (await ask.socket(f"/api/v1/matches/{part}/socket?token=%00")).closed() == 4404

    with_server(msgspec.structs.replace(generous(tmp_path), database=url), scene)


def test_a_coach_whose_team_has_a_long_name_can_chat(url: str, tmp_path: Path) -> None:
    """The name of a team may be longer than that of a coach, and its coach need not have one."""
    team = msgspec.structs.replace(ready_team("fire-fast"), name="Ä" * LONGEST_TEAM_NAME)
    order = {
        "teams": [{"text": write_team(team)}, {"ready": "light-balanced"}],
        "seats": ["person", "person"],
        "edition": "official",
    }

    async def scene(ask: Direct) -> None:
        answer = await ask.post("/api/v1/matches", order)
        assert answer.status == 201, answer.body
        created = answer.json()
        address = f"/api/v1/matches/{created['id']}/socket?token="
        guest = await ask.socket(address + created["seats"][0]["token"])
        await guest.message("welcome")
        guest.say("chat", text="h" * 500)
        line = (await guest.message("chat"))["line"]
        assert line["name"] == team.name
        guest.say("chat", text="a\0b\x07c", name="n\0" * 30)
        line = (await guest.message("chat"))["line"]
        assert (line["text"], line["name"]) == ("a b c", ("n " * 30).strip())
        guest.say("ready", word="w\0" * 50, name="\0")
        await guest.message("presence")
        guest.say("auto", skill="\0" * 100, answer="always")
        await guest.message("auto")
        await guest.leave()
        sessions = ask.state.sessions
        await sessions.forget(sessions.by_id[created["id"]])
        again = await ask.socket(address + created["watch_token"])
        chat = (await again.message("welcome"))["chat"]
        assert [each["name"] for each in chat] == [team.name, ("n " * 30).strip()]
        await again.leave()

    assert LONGEST_NAME >= LONGEST_TEAM_NAME
    with_server(msgspec.structs.replace(generous(tmp_path), database=url), scene)


def test_whatever_reaches_the_chat_fits_its_columns(url: str) -> None:
    engine = open_database(url)

    async def scene() -> None:
        store = Matches(engine)
        from dungeonbowl.server import wire
        from dungeonbowl.server.creating import new_match

        match = new_match(wire.NewMatch())[0]
        await store.create(match)
        for number, odd in enumerate(ODD):
            await store.add_chat(match.id, StoredChat(number, None, odd, odd, now()))
        loaded = await store.load(match.id)
        assert loaded is not None
        assert len(loaded.chat) == len(ODD)
        assert loaded.chat[1].text == "a b"
        store.close()

    run_alone(scene())


def test_the_oldest_replays_make_room(url: str) -> None:
    engine = open_database(url)

    async def scene() -> None:
        store = Matches(engine)
        for number in range(6):
            await store.add_replay(f"r{number}", bytes(100), most=4, most_bytes=10_000)
        kept = [number for number in range(6) if await store.load_replay(f"r{number}") is not None]
        assert kept == [2, 3, 4, 5]
        await store.add_replay("r2", bytes(100), most=4, most_bytes=10_000)  # again: it is the newest now
        await store.add_replay("large", bytes(9_850), most=4, most_bytes=10_000)
        kept = [number for number in range(6) if await store.load_replay(f"r{number}") is not None]
        assert kept == [2]
        await store.add_replay("huge", bytes(20_000), most=4, most_bytes=10_000)
        assert await store.load_replay("huge") is not None
        assert await store.load_replay("large") is None
        store.close()

    run_alone(scene())


# --- tables ----------------------------------------------------------------------------------------------------------


def refusal(url: str) -> str:
    with pytest.raises(UserError) as refused:
        open_database(url)
    said = str(refused.value)
    assert "\n" not in said
    return said


def test_a_database_of_a_newer_version_is_refused_with_a_sentence(url: str) -> None:
    open_database(url).dispose()
    execute(url, f"update {VERSIONS} set version_num = '9999'")
    said = refusal(url)
    assert "is of a newer version of the program" in said
    assert "9999" in said
    assert "update dungeonbowl" in said


def test_a_database_with_a_column_missing_is_refused_with_a_sentence(url: str) -> None:
    open_database(url).dispose()
    execute(url, "alter table chat drop column text", "alter table matches drop column pace", "drop table replays")
    said = refusal(url)
    assert "column chat.text" in said
    assert "column matches.pace" in said
    assert "table replays" in said


def test_the_command_line_says_so_in_one_line(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'matches.sqlite3'}"
    open_database(url).dispose()
    execute(url, f"update {VERSIONS} set version_num = '9999'")
    arguments = ["play", "--no-open", "--database", url]
    result = CliRunner().invoke(make_app(arguments), arguments)
    assert result.exit_code != 0
    assert isinstance(result.exception, UserError | SystemExit)


def test_a_file_that_is_no_database_is_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    path.write_bytes(b"no database at all" * 100)
    assert "cannot be used" in refusal(f"sqlite:///{path}")


def test_a_database_of_the_first_version_is_brought_up_to_date_with_what_is_in_it(url: str) -> None:
    engine = make_engine(url)
    migrate(engine, "0001")
    assert name_width(engine) == 60
    execute(
        url,
        "insert into matches values "
        "('m', '2025-01-01', '2025-01-01', 'over', 0, '0', '', '', '', '[]', '{}', '[]', 0, '{}')",
        "insert into chat values ('m', 0, null, 'somebody', 'hello', '2025-01-01')",
    )
    engine.dispose()
    engine = open_database(url)
    assert name_width(engine) == LONGEST_NAME
    with engine.connect() as connection:
        assert connection.execute(text("select name, text from chat")).all() == [("somebody", "hello")]
    engine.dispose()


def name_width(engine: Engine) -> Any:
    kinds = {column["name"]: column["type"] for column in inspect(engine).get_columns("chat")}
    return kinds["name"].length  # type: ignore[attr-defined]


def test_whether_a_database_answers_can_be_asked(url: str) -> None:
    engine = open_database(url)
    assert answers(engine)
    execute(url, "alter table matches rename to elsewhere")
    assert not answers(engine)
    engine.dispose()
