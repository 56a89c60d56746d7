"""`dungeonbowl admin outbox` and `admin push-keys`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dungeonbowl.storage.accounts import Accounts
from dungeonbowl.storage.contacts import Contacts
from dungeonbowl.storage.database import open_database
from dungeonbowl.storage.moments import now
from dungeonbowl.storage.news import WEBHOOK, News
from support.command_line import run


def test_the_outbox_tells_what_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path / 'club.sqlite3'}"
    engine = open_database(url)
    accounts = Accounts(engine)
    accounts.create("ada", "Ada", "ada")
    contacts = Contacts(accounts)
    contacts.add_channel("ada", WEBHOOK, "https://example.org/hook", "hook")
    contacts.notify("ada", News("x.1", "turn", "Your turn"), now())
    accounts.close()
    engine.dispose()
    assert run(monkeypatch, "admin", "outbox", "--database", url, "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"outbox": {"waiting": 1}, "errors": []}
    assert run(monkeypatch, "admin", "outbox", "--database", url) == 0
    assert capsys.readouterr().out == "1 waiting\n"


def test_keys_for_pushes_are_made_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "keys.pem"
    assert run(monkeypatch, "admin", "push-keys", "--file", str(file)) == 0
    assert "public key: " in capsys.readouterr().out
    assert run(monkeypatch, "admin", "push-keys", "--file", str(file)) == 2
    assert "exists already" in capsys.readouterr().err
