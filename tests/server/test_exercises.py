"""Lessons and puzzles are matches that begin from a drawn position: created, judged, resumed and replayed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from dungeonbowl.client import Server, ServerRefused
from dungeonbowl.scenes.exercises import DAILY, LESSONS, daily, exercises, names
from dungeonbowl.server import wire
from support.servers import Guest, ServerProcess

BLOCK = "lessons:1-first-block"
PORTAL = "lessons:2-through-the-portal"
GUARD = "lessons:3-open-or-guard"
ALL = [each.id for folder in (LESSONS, DAILY) for each in exercises(folder)]


def begin(server: Server, exercise: str, bot: str = "bot:easy") -> tuple[wire.Created, Guest]:
    created = server.new_match(exercise=exercise, seats=["person", bot], pace=0)
    guest = Guest(server, created.id, created.seats[0].token)
    guest.ready()
    return created, guest


def chosen(guest: Guest, *texts: str) -> wire.Update | None:
    """Choose these options, by the words of the notation."""
    update = None
    for text in texts:
        prompt = guest.wait_for_prompt()
        found = [option for option in prompt.options if option.text.casefold() == text.casefold()]
        assert found, (text, [option.text for option in prompt.options])
        update = guest.choose(prompt, found[0].id)
    return update


def until(guest: Guest, decide: Callable[[wire.Prompt], str]) -> wire.Verdict:
    """Decide until the task is judged."""
    for _ in range(100):
        known = [message.verdict for message in guest.seen if isinstance(message, wire.Welcome | wire.Update)]
        last = known[-1]
        if last is not None and last.state != "open":
            return last
        prompt = guest.wait_for_prompt()
        guest.choose(prompt, decide(prompt))
    raise AssertionError("the task was never judged")


@pytest.mark.parametrize("exercise", ALL)
def test_every_exercise_can_be_begun(server: Server, exercise: str) -> None:
    created, guest = begin(server, exercise)
    welcome = guest.welcome
    assert welcome.task is not None
    assert welcome.task.exercise == exercise
    assert welcome.task.goal
    assert welcome.verdict == wire.Verdict("open")
    prompt = guest.wait_for_prompt()
    assert prompt.kind == "turn"
    assert prompt.side in welcome.sides
    summary = server.get(f"/matches/{created.id}?token={created.seats[0].token}", wire.Summary)
    assert summary.exercise == exercise


def test_a_lesson_is_done_when_the_server_says_so(server: Server) -> None:
    _, guest = begin(server, GUARD)
    update = chosen(guest, "activate A2", "declare move", "step ne", "step e", "step se")
    assert update is not None
    assert update.verdict == wire.Verdict("open")
    update = chosen(guest, "step e", "stop", "activate A3", "declare move", "open (4,4)")
    assert update is not None
    assert update.verdict is not None
    assert update.verdict.state == "done"
    assert "Well done" in update.verdict.text


def test_a_mistake_is_explained_and_a_wasted_turn_is_failed(server: Server) -> None:
    _, guest = begin(server, GUARD)
    update = chosen(guest, "activate A3", "declare move", "open (4,4)")
    assert update is not None
    assert update.verdict is not None
    assert update.verdict.state == "failed"
    assert "guard, then open" in update.verdict.text
    _, other = begin(server, BLOCK)
    update = chosen(other, "end turn")
    assert update is not None
    assert update.verdict is not None
    assert update.verdict.state == "failed"


def test_a_verdict_is_taken_back_with_the_decision(server: Server) -> None:
    _, guest = begin(server, BLOCK)
    chosen(guest, "activate A1", "declare move", "stop")
    prompt = guest.wait_for_prompt()
    assert prompt.take_back.possible
    guest.send(wire.TakeBackOrder(prompt.number))
    update = guest.wait(wire.Update, lambda each: each.undone is not None)
    assert update.verdict == wire.Verdict("open")


def test_a_lesson_survives_the_end_of_its_server(own_server: ServerProcess) -> None:
    created, guest = begin(own_server.server, GUARD)
    chosen(guest, "activate A2", "declare move", "step ne", "step e")
    before = guest.position
    own_server.kill()
    guest.wait_for_end()
    own_server.start()
    again = Guest(own_server.server, created.id, created.seats[0].token)
    assert again.welcome.stage == "playing"
    assert again.position == before
    assert again.welcome.task == guest.welcome.task
    assert again.welcome.verdict == wire.Verdict("open")
    update = chosen(again, "step se", "step e", "stop", "activate A3", "declare move", "open (4,4)")
    assert update is not None
    assert update.verdict is not None
    assert update.verdict.state == "done"
    own_server.kill()
    again.wait_for_end()
    own_server.start()
    third = Guest(own_server.server, created.id, created.seats[0].token)
    assert third.welcome.verdict == update.verdict


def test_the_bot_of_a_lesson_knows_where_it_stands(server: Server) -> None:
    """It thinks in another process, which must begin from the same position. It plays its turn, and asks us again."""
    _, guest = begin(server, BLOCK)
    chosen(guest, "end turn")
    prompt = guest.wait_for_prompt()
    by = [message.by for message in guest.seen if isinstance(message, wire.Update)]
    assert "bot" in by
    assert prompt.mine
    guest.send(wire.AskHint(prompt.number))
    answer = guest.wait(wire.Message, lambda message: isinstance(message, wire.Hint | wire.Refused))
    assert isinstance(answer, wire.Hint)


def test_a_lesson_that_ends_the_match_can_be_watched_again(server: Server) -> None:
    """Five of six times she comes out on the far side; the dice of a match cannot be chosen, so it may take some."""
    for _ in range(20):
        created, guest = begin(server, PORTAL)
        chosen(guest, "activate A5", "declare move", "step e")
        verdict = until(guest, to_the_east)
        if verdict.state == "done":
            break
    assert verdict.state == "done"
    assert "Touchdown" in verdict.text
    guest.wait(wire.Over)
    view = server.get(f"/replays/{created.id}", wire.ReplayView)
    assert view.steps > 2
    assert "every die follows" in view.verified
    report = server.get(f"/matches/{created.id}/report", wire.Report)
    assert report.winner == 0


def to_the_east(prompt: wire.Prompt) -> str:
    wanted = ("pay portal", "step e", "step se", "step ne", "accept", "stop", "end turn")
    for text in wanted:
        for option in prompt.options:
            if option.text == text:
                return option.id
    return prompt.options[0].id


@pytest.mark.parametrize(
    ("order", "complaint"),
    [
        ({"exercise": "lessons:9-flying"}, "expected one of lessons:1-first-block"),
        ({"exercise": "lessons:1-first-blok"}, "did you mean 'lessons:1-first-block'"),
        ({"exercise": "../official/ex-01"}, "expected one of"),
        ({"exercise": "official:ex-01"}, "expected one of"),
        ({"exercise": BLOCK, "edition": "astrogranite"}, "edition: an exercise brings its own"),
        ({"exercise": BLOCK, "dungeon": {"id": "of-2"}}, "dungeon: an exercise brings its own"),
        ({"exercise": BLOCK, "seats": ["person", "person"]}, "for one person and 1 bot"),
        ({"exercise": BLOCK, "seats": ["bot:easy", "bot:easy"]}, "for one person and 1 bot"),
        ({"exercise": BLOCK, "seats": ["person", "bot:genius"]}, "bot:genius"),
        ({"exercise": "x" * 81}, "exercise"),
    ],
)
def test_an_order_that_makes_no_exercise_is_refused(server: Server, order: dict[str, object], complaint: str) -> None:
    with pytest.raises(ServerRefused, match=complaint.replace("(", r"\(")):
        server.new_match(**order)


def test_a_token_of_another_match_opens_no_exercise(server: Server) -> None:
    created, _ = begin(server, BLOCK)
    other, _ = begin(server, BLOCK)
    with pytest.raises(ServerRefused, match="fits no seat"):
        server.get(f"/matches/{created.id}?token={other.seats[0].token}", wire.Summary)


def test_lessons_and_the_puzzle_of_the_day_are_listed(server: Server) -> None:
    before = datetime.now(UTC).date()
    found = server.get("/exercises", wire.Exercises)
    assert [each.id for each in found.lessons] == [each.id for each in exercises(LESSONS)]
    assert found.today.day in {before.isoformat(), datetime.now(UTC).date().isoformat()}
    assert found.today.link == f"/puzzle/{found.today.name}"
    assert found.puzzles == len(names(DAILY)) >= 14


def test_a_puzzle_is_found_by_its_day_and_by_its_name(server: Server) -> None:
    day = datetime(2026, 11, 17, tzinfo=UTC).date()
    by_day = server.get("/exercises/puzzles/2026-11-17", wire.ExerciseCard)
    assert by_day.id == daily(day).id
    by_name = server.get(f"/exercises/puzzles/{by_day.name}", wire.ExerciseCard)
    assert by_name.id == by_day.id
    for wrong in ("2026-13-45", "nothing", "1-first-block", "x" * 200):
        with pytest.raises(ServerRefused, match="there is no puzzle"):
            server.get(f"/exercises/puzzles/{wrong}", wire.ExerciseCard)
