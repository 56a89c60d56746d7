"""The language of a client: texts once for each language that viewers have, and a switch without a new connection."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from dungeonbowl.server import wire
from dungeonbowl.server.viewers import Viewer
from support.asynchronous import run_alone
from support.direct import Direct, generous, with_server
from support.matches import Table
from support.replays import a_replay

DECODER = msgspec.json.Decoder(wire.ServerMessage)


def read(viewer: Viewer) -> list[Any]:
    """What a viewer was sent, in order."""
    found = []
    while not viewer.outbox.empty():
        data = viewer.outbox.get_nowait()
        if data is not None:
            found.append(DECODER.decode(data))
    return found


def test_each_viewer_of_a_match_reads_the_own_language_and_may_switch_it(tmp_path: Path) -> None:
    async def scene() -> None:
        order = wire.NewMatch(edition="official", seats=["person", "person"], shared=True, pace=0)
        table = Table(tmp_path, order)
        await table.open()
        coach = await table.join([0, 1])
        await table.order(coach, wire.SetLanguage("de"))
        german = read(coach)[-1]
        assert isinstance(german, wire.Welcome), "the answer is everything, in the new words"
        assert german.position is not None
        assert german.position.turn_text == "Vor der Partie"
        await table.order(coach, wire.Ready("word"))
        spectator = await table.join([])
        begun = [each for each in read(coach) if isinstance(each, wire.Welcome)][-1]
        seen = next(each for each in read(spectator) if isinstance(each, wire.Welcome))
        assert begun.prompt is not None
        assert seen.prompt is not None
        assert [line.kind for line in begun.log] == [line.kind for line in seen.log]
        assert begun.log[0].text.startswith("Die Partie beginnt: ")
        assert seen.log[0].text.startswith("The match begins: ")
        assert begun.log[0].numbers == seen.log[0].numbers, "what programs read is the same in every language"
        await table.order(coach, wire.Act(begun.number, begun.prompt.options[0].id))
        told = [next(each for each in read(viewer) if isinstance(each, wire.Update)) for viewer in (coach, spectator)]
        assert told[0].events[0].text != told[1].events[0].text
        assert told[0].events[0].numbers == told[1].events[0].numbers
        await table.order(coach, wire.Act(begun.number, begun.prompt.options[0].id))
        stale = next(each for each in read(coach) if isinstance(each, wire.Refused))
        assert stale.reason.startswith("das war Entscheidung ")
        await table.order(coach, wire.SetLanguage("tlh"))
        again = read(coach)[-1]
        assert isinstance(again, wire.Welcome)
        assert again.log[0].text.startswith("The match begins: "), "an unknown language is English"
        await table.close()

    run_alone(scene())


def test_a_match_that_is_watched_in_english_makes_its_words_once(tmp_path: Path) -> None:
    async def scene() -> None:
        table = Table(tmp_path, wire.NewMatch(edition="official", seats=["person", "person"], shared=True, pace=0))
        await table.open()
        for _ in range(3):
            await table.join([])
        assert list(table.session.telling.voices) == ["en"]
        await table.close()

    run_alone(scene())


def test_the_header_of_a_request_chooses_the_language_of_the_answer(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        offered = (await ask("GET", "/api/v1/languages")).json()
        assert offered[0] == {"code": "en", "name": "English"}
        assert {each["code"] for each in offered} == {"en", "de", "fr", "es"}
        german = [(b"accept-language", b"de-AT,de;q=0.9,en;q=0.5")]
        told = [await ask("GET", "/api/v1/nowhere", headers=headers) for headers in (german, [])]
        assert [answer.status for answer in told] == [404, 404]
        assert told[0].what == "unter dieser Adresse gibt es nichts"
        assert told[1].what == "there is nothing at this address"
        asked = (
            "/api/v1/nowhere?page=2&language="  # a page to print is opened by a link, with the header of the browser
        )
        assert (await ask("GET", f"{asked}de")).what == "unter dieser Adresse gibt es nichts"
        assert (await ask("GET", f"{asked}fr", headers=german)).what == "il n'y a rien à cette adresse"
        assert (await ask("GET", f"{asked}klingon", headers=german)).what == "unter dieser Adresse gibt es nichts"

    with_server(generous(tmp_path), scene)


def test_a_replay_and_its_report_are_in_the_language_of_each_who_looks_at_them(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        identity = (await ask.post("/api/v1/replays", {"text": a_replay(20)})).json()["id"]
        told = {}
        for code in (b"de", b"en", b"fr"):
            headers = [(b"accept-language", code)]
            view = (await ask("GET", f"/api/v1/replays/{identity}", headers=headers)).json()
            steps = (await ask("GET", f"/api/v1/replays/{identity}/steps", headers=headers)).json()["steps"]
            report = (await ask("GET", f"/api/v1/replays/{identity}/report", headers=headers)).json()
            told[code] = steps[0]["label"], report["text"], view["verified"].partition(":")[0]
        assert told == {
            b"de": ("Der Anfang", "Die Partie geht weiter", "Noch einmal gespielt"),
            b"en": ("The beginning", "The match goes on", "Played again"),
            b"fr": ("Le début", "Le match continue", "Rejoué\N{NO-BREAK SPACE}"),
        }

    with_server(generous(tmp_path), scene)


def test_the_options_of_a_new_match_are_in_the_language_of_the_request(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        for code, name in ((b"es", "Al azar"), (b"en", "Random"), (b"de", "Zufall")):
            found = (await ask("GET", "/api/v1/options", headers=[(b"accept-language", code)])).json()
            assert found["levels"][0] == {**found["levels"][0], "id": "random", "name": name}

    with_server(generous(tmp_path), scene)
