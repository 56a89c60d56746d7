"""Prompts of a skill that are answered once and for all."""

from __future__ import annotations

from pathlib import Path

from dungeonbowl.server import wire
from dungeonbowl.server.viewers import Viewer
from support.asynchronous import run_alone
from support.matches import Table, give_everybody, updates

SKILL = "Stand Firm"


async def play_on(table: Table, viewer: Viewer, until: str, by: str, most: int = 4000) -> wire.Update | None:
    """Let the bot play both sides until a prompt of a kind comes, or somebody decides who is looked for."""
    for _ in range(most):
        for update in updates(viewer):
            if update.by == by or (update.prompt is not None and update.prompt.kind == until):
                return update
        match = table.session.match
        if match is None or match.is_over():
            return None
        await table.order(viewer, wire.ChooseForMe(table.session.number))
    return None


async def asked_at_a_new_table(folder: Path) -> tuple[Table, Viewer, wire.Update] | None:
    order = wire.NewMatch(seats=["person", "person"], shared=True, quick=True, pace=0, help=True)
    folder.mkdir()
    table = Table(folder, order)
    give_everybody(table, SKILL)
    await table.open()
    viewer = await table.join([0, 1])
    await table.order(viewer, wire.Ready("x"))
    asked = await play_on(table, viewer, "skill", "auto")
    if asked is None:
        await table.close()
        return None
    return table, viewer, asked


def test_a_skill_prompt_names_the_skill_and_can_be_answered_for_good(tmp_path: Path) -> None:
    async def whole() -> None:
        found = None
        for number in range(30):  # until a match has a push in it
            if found is None:
                found = await asked_at_a_new_table(tmp_path / str(number))
        assert found is not None
        table, viewer, asked = found
        assert asked.prompt is not None
        assert asked.prompt.title == f"Use {SKILL}?"
        assert asked.prompt.skill is not None
        assert "push" in asked.prompt.skill.text.lower()
        assert {option.kind for option in asked.prompt.options} == {"use", "decline"}
        before = table.session.number
        await table.order(viewer, wire.SetAuto(SKILL, "never"))
        answered = updates(viewer)
        assert answered[0].by == "auto"
        assert answered[0].number == before + 1
        assert not any(event.kind == "skill used" for event in answered[0].events)
        assert await play_on(table, viewer, "skill", "auto") is None, "nobody is asked again"
        await table.close()

    run_alone(whole())


def test_an_answer_given_by_a_standing_one_is_taken_back_alone_when_that_is_off_again(tmp_path: Path) -> None:
    """The answer was a click of its own: the coach is asked anew, and the order before it stays."""

    async def whole() -> None:
        taken_back = 0
        for number in range(30):  # until no die has fallen since the order before the question
            found = await asked_at_a_new_table(tmp_path / str(number))
            if found is None:
                continue
            table, viewer, asked = found
            match = table.session.match
            assert match is not None
            had_an_order_before = bool(match.history)
            await table.order(viewer, wire.SetAuto(SKILL, "never"))
            await table.order(viewer, wire.SetAuto(SKILL, "ask"))
            last = updates(viewer)[-1]
            assert last.prompt is not None
            if had_an_order_before and last.prompt.take_back.possible:
                await table.order(viewer, wire.TakeBackOrder(table.session.number))
                again = updates(viewer)[-1].prompt
                assert again is not None
                assert asked.prompt is not None
                assert (again.kind, again.title) == (asked.prompt.kind, asked.prompt.title)
                taken_back += 1
            await table.close()
            if taken_back:
                return
        assert taken_back

    run_alone(whole())
