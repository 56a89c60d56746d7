"""History files: what is written is read again, and whatever was changed or broken is refused where it was."""

from __future__ import annotations

import json
import random
import re
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dungeonbowl.errors import UserError
from dungeonbowl.league import history as histories
from dungeonbowl.league import team_events as e
from dungeonbowl.league.chain import Event, sealed
from dungeonbowl.league.history import (
    HistoryError,
    encoded,
    history_of,
    read_history,
    read_history_lines,
    write_history,
)
from dungeonbowl.league.texts import HIDDEN
from support.league import Chronicle, league_team

TEAM = league_team()
PLAYED = e.Played("m_1", ("t_b",), "won", (1, 0))


def chronicle() -> Chronicle:
    history = Chronicle(TEAM).add(e.Joined("l_1", 1), e.Renamed("Uwe", "p_1"))
    return history.add(PLAYED, e.Gold(50_000), e.Hurt("p_2"), e.Closed("m_1", 0, 0), match="m_1")


def lines() -> list[bytes]:
    written = chronicle()
    return list(encoded(history_of(written.events, written.texts)))


def test_a_history_is_written_and_read_again(tmp_path: Path) -> None:
    written = chronicle()
    path = tmp_path / "sparks.history.jsonl"
    write_history(history_of(written.events, written.texts), path)
    read = read_history(path)
    assert (read.header.team, read.header.edition, read.header.league) == ("t_a", "official", "l_1")
    assert read.events == written.events
    assert read.kept == written.kept
    with pytest.raises(UserError, match="exists already and is not overwritten"):
        write_history(read, path)
    write_history(read, path, overwrite=True)
    assert list(encoded(read_history(path))) == lines()


def test_only_texts_that_events_refer_to_are_in_it() -> None:
    written = chronicle()
    written.texts.keep("a secret of another team")
    found = b"\n".join(encoded(history_of(written.events, written.texts)))
    assert b"secret" not in found
    assert b"Uwe" in found


def test_a_hidden_text_is_missing_and_nothing_else_is() -> None:
    written = chronicle()
    before = history_of(written.events, written.texts)
    written.texts.hide(written.events[2].body["name"])
    hidden = history_of(written.events, written.texts)
    assert list(encoded(hidden))[-1] == list(encoded(before))[-1]  # the same last event, the same team
    read = read_history_lines(encoded(hidden))
    assert [player.name for player in read.kept.team.players if player.id == "p_1"] == [HIDDEN]


# --- what is refused --------------------------------------------------------------------------------------------------


def first_event(text: list[bytes]) -> int:
    return next(index for index, line in enumerate(text) if b'"seq":1,' in line)


def changed(written: list[bytes], index: int, /, **values: Any) -> list[bytes]:
    text = list(written)
    index %= len(text)
    line = json.loads(text[index])
    return [*text[:index], json.dumps({**line, **values}).encode(), *text[index + 1 :]]


def with_other_gold(text: list[bytes]) -> list[bytes]:
    return changed(text, first_event(text) + 4, body={"amount": 900_000})


def with_gold_sealed_again(text: list[bytes]) -> list[bytes]:
    """Somebody who knows how hashes are made, but cannot make the next event name another one."""
    index = first_event(text) + 4
    line = json.loads(text[index])
    made = sealed(histories.msgspec.convert({**line, "body": {"amount": 900_000}}, Event))
    return changed(text, index, body={"amount": 900_000}, hash=made.hash)


def without_an_event(text: list[bytes]) -> list[bytes]:
    index = first_event(text) + 2
    return text[:index] + text[index + 1 :]


def with_a_late_text(text: list[bytes]) -> list[bytes]:
    index = first_event(text) + 1
    return [*text[:index], text[1], *text[index:]]


REFUSED: list[tuple[str, Callable[[list[bytes]], list[bytes]], str]] = [
    ("empty", lambda text: [], "x: line 1: the file is empty; expected the header of a history"),
    ("no header", lambda text: text[1:], "x: line 1: expected the header of a history, that is kind"),
    ("no JSON", lambda text: [b"{", *text], "x: line 1: expected the header of a history, that is kind"),
    ("newer", lambda text: changed(text, 0, version=9), "history version 9 is newer than this program knows (1)"),
    ("version 0", lambda text: changed(text, 0, version=0), "history version 0; expected 1"),
    ("odd header", lambda text: changed(text, 0, team=3), "x: line 1: expected the header of a history"),
    ("other team", lambda text: changed(text, 0, team="t_b"), "event 1 of t_b: expected one of this log, found"),
    ("torn", lambda text: [*text[:-2], text[-2][:50]], "expected a text, an event or the end line: this is not JSON"),
    ("no end", lambda text: text[:-1], "the file ends here; expected the end line"),
    ("two ends", lambda text: [*text, text[-1]], "expected nothing after the end line"),
    ("no events", lambda text: [text[0], text[-1]], "expected at least one event before the end line"),
    ("one too few", lambda text: [*text[:-2], text[-1]], "expected 7 events as the end line says, found 6"),
    ("another head", lambda text: changed(text, -1, head="0" * 64), "the end line names another last event"),
    ("another team hash", lambda text: changed(text, -1, team="0" * 64), "the events give another team"),
    ("changed gold", with_other_gold, "event 5 of t_a (gold): it was changed after it was written"),
    ("sealed again", with_gold_sealed_again, "event 6 of t_a: it does not follow on the event before it"),
    ("left out", without_an_event, "event 3 of t_a: expected the number 3, found 4"),
    ("changed text", lambda text: changed(text, 1, text="Somebody else"), "x: line 2: this text is not the one that"),
    ("late text", with_a_late_text, "expected all texts before the first event"),
    ("more in a text", lambda text: changed(text, 1, note="x"), "expected a text: 'note' is not known here"),
    ("more in an event", lambda text: changed(text, first_event(text), note="x"), "expected an event: 'note' is"),
]


@pytest.mark.parametrize(("change", "sentence"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_whatever_is_wrong_is_told_in_one_line(change: Callable[[list[bytes]], list[bytes]], sentence: str) -> None:
    with pytest.raises(HistoryError) as refused:
        read_history_lines(change(lines()), "x")
    assert sentence in str(refused.value)
    assert str(refused.value).startswith("x: ")
    assert "\n" not in str(refused.value)


def test_a_history_that_cannot_have_happened_is_refused_at_its_event() -> None:
    written = chronicle()
    events = [*written.events]
    impossible = sealed(
        histories.msgspec.structs.replace(
            events[-1], seq=8, prev=events[-1].hash, kind="expenses", body={"amount": 70_000}, hash=""
        )
    )
    text = [*lines()[:-1], histories.msgspec.json.encode(impossible)]
    text.append(json.dumps({"events": 8, "head": impossible.hash, "team": ""}).encode())
    with pytest.raises(HistoryError, match=r"x: event 8 \(expenses\): the treasury would hold -20,000 gold"):
        read_history_lines(text, "x")


def test_a_program_of_another_version_may_read_the_same_events_as_another_team() -> None:
    other = changed(changed(lines(), 0, engine="0.0.1"), -1, team="0" * 64)
    assert read_history_lines(other).kept.team.id == "t_a"


def test_sizes_are_limited(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(HistoryError, match="x: line 1 is longer than"):
        read_history_lines([b" " * (histories.LONGEST_LINE + 1)], "x")
    (tmp_path / "long").write_bytes(b" " * (histories.LONGEST_LINE + 1))
    with pytest.raises(UserError, match="line 1 is longer than"):
        read_history(tmp_path / "long")
    for name, sentence in (("MOST_EVENTS", "expected at most 2 events"), ("MOST_TEXTS", "expected at most 2 texts")):
        with monkeypatch.context() as patch:
            patch.setattr(histories, name, 2)
            with pytest.raises(HistoryError, match=sentence):
                read_history_lines(lines(), "x")
    monkeypatch.setattr(histories, "LONGEST_TEXT", 3)
    with pytest.raises(HistoryError, match="expected a text of at most 3 characters"):
        read_history_lines(lines(), "x")


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="No such file or directory"):
        read_history(tmp_path / "nothing.history.jsonl")
    with pytest.raises(HistoryError, match="history: expected at least one event"):
        history_of([], chronicle().texts)


def test_no_byte_of_a_history_can_be_changed_unseen() -> None:
    """One byte anywhere is another one: it is refused, or nothing that counts has changed."""
    text = b"\n".join(lines())
    whole = read_history_lines(text.split(b"\n"))
    dice = random.Random(5)
    for _ in range(300):
        place = dice.randrange(len(text))
        broken = bytearray(text)
        broken[place] = dice.randrange(256)
        try:
            read = read_history_lines(bytes(broken).split(b"\n"), "x")
        except UserError:
            continue
        assert (read.events, read.kept) == (whole.events, whole.kept), place


# --- the page ---------------------------------------------------------------------------------------------------------


def test_the_page_on_formats_has_every_kind_of_event_with_all_that_it_holds() -> None:
    page = (Path(__file__).parents[2] / "docs" / "formats.md").read_text("utf-8")
    table = page.partition("| kind | body | what it does |")[2].partition("\n\n")[0]
    shown = {}
    for row in table.splitlines()[2:]:
        kinds, body = row.split("|")[1:3]
        for kind in re.findall(r"`(\w+)`", kinds):
            shown[kind] = re.findall(r"`(\w+)`", body)
    known = {str(kind.__struct_config__.tag): list(kind.__struct_fields__) for kind in typing.get_args(e.TeamBody)}
    assert shown == known
