"""Skills that may be declined: where a person plays their coach is asked, with standing answers; bots say the usual."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from dungeonbowl.engine.events import SKILL_USED
from dungeonbowl.play.usual import usual_answer
from dungeonbowl.records.setup import Setup
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.server import wire
from dungeonbowl.server.creating import new_match
from dungeonbowl.server.options import edition_choice
from dungeonbowl.server.view.prompts import Prompter
from dungeonbowl.server.viewers import Viewer
from support.asynchronous import run_alone
from support.matches import Table, give_everybody, updates


def edition_of(order: wire.NewMatch) -> str:
    return msgspec.json.decode(new_match(order)[0].setup, type=Setup).edition


@pytest.mark.parametrize("edition", ["official", "stockbowl", "astrogranite"])
def test_a_match_with_a_person_asks_and_one_of_bots_does_not(edition: str) -> None:
    person, bots = ["person", "bot:easy"], ["bot:easy", "bot:easy"]
    assert edition_of(wire.NewMatch(edition, seats=person)) == f"{edition}(optional_skills=asked)"
    assert edition_of(wire.NewMatch(edition, seats=bots)) == edition
    assert edition_of(wire.NewMatch(f"{edition}(optional_skills=used)", seats=person)) == edition
    asked = f"{edition}(optional_skills=asked)"
    assert edition_of(wire.NewMatch(asked, seats=bots)) == asked


@pytest.mark.parametrize("edition", ["official", "stockbowl", "astrogranite"])
def test_the_custom_page_offers_to_be_asked_or_not(edition: str) -> None:
    """What it leaves out of the text is what a match with a person has."""
    option = next(each for each in edition_choice(edition).options if each.key == "optional_skills")
    assert (option.kind, option.default, option.choices) == ("choice", "asked", ["used", "asked"])


def test_a_prompt_about_help_says_what_hangs_on_it() -> None:
    legend = {"A": home(skills=["Mighty Blow"]), "b": away(armour=9), "z": away()}
    scene = Scene("Ab......z", legend, edition="official(optional_skills=asked)")
    scene.play("activate A", "declare block b", "stay", dice=["block POW", "2D6 4+4"])
    prompter = Prompter(scene.game)
    prompt = prompter.prompt(scene.match, 1, True)
    assert prompt is not None
    assert prompt.skill is not None
    assert prompt.skill.name == "Mighty Blow"
    assert prompt.title.startswith("Use Mighty Blow? (armour of ")
    assert prompt.title.endswith(": 8 against 9+)")
    assert [option.label for option in prompt.options] == ["Use Mighty Blow", "Do not"]
    legend = {"A": home(skills=["Mighty Blow"]), "b": away(armour=8), "z": away()}
    scene = Scene("Ab......z", legend, edition="official(optional_skills=asked)")
    scene.play("activate A", "declare block b", "stay", dice=["block POW", "2D6 4+4", "2D6 3+4"])
    prompt = prompter.prompt(scene.match, 1, True)
    assert prompt is not None
    assert prompt.title.endswith(": stunned at 7, knocked out with it)")


def prompts(viewer: Viewer) -> list[wire.Prompt]:
    """All that were asked since the last look."""
    return [update.prompt for update in updates(viewer) if update.prompt is not None]


async def play(table: Table, viewer: Viewer, most: int = 1500) -> list[wire.Prompt]:
    """Let the bot play for whoever is asked, to the end or until a skill is asked about: all prompts."""
    found: list[wire.Prompt] = []
    for _ in range(most):
        new = prompts(viewer)
        found += new
        match = table.session.match
        if match is None or match.is_over() or any(prompt.kind == "skill" for prompt in new):
            break
        await table.order(viewer, wire.ChooseForMe(table.session.number))
    return found


def test_a_standing_answer_holds_for_skills_that_were_never_asked_about_before(tmp_path: Path) -> None:
    async def whole() -> None:
        for number in range(30):  # until a match has a stumble in it
            folder = tmp_path / str(number)
            folder.mkdir()
            table = Table(folder, wire.NewMatch(seats=["person", "person"], shared=True, quick=True, pace=0, help=True))
            give_everybody(table, "Dodge")
            await table.open()
            viewer = await table.join([0, 1])
            await table.order(viewer, wire.Ready("x"))
            asked = [prompt for prompt in await play(table, viewer) if prompt.kind == "skill"]
            if asked:
                break
            await table.close()
        assert asked, "nobody stumbled"
        assert asked[-1].title == "Use Dodge?"
        assert {option.kind for option in asked[-1].options} == {"use", "decline"}
        assert table.session.match is not None
        assert usual_answer(table.session.match.game) == int(asked[-1].options[0].id)
        side = asked[-1].side
        await table.order(viewer, wire.SetAuto("Dodge", "always"))
        later = await play(table, viewer)
        assert not [prompt for prompt in later if prompt.kind == "skill" and prompt.side == side]
        await table.close()

    run_alone(whole())


def test_a_bot_is_never_kept_waiting_for_such_a_question(tmp_path: Path) -> None:
    """Its usual answer is written down with what came before: no prompt of it is ever told, and no bot is asked."""

    async def whole() -> None:
        used = 0
        for number in range(12):  # until the bot has used the skill
            if used:
                break
            folder = tmp_path / str(number)
            folder.mkdir()
            order = wire.NewMatch(seats=["person", "bot:easy"], quick=True, pace=0, turn_limit=4)
            table = Table(folder, order)
            give_everybody(table, "Block")
            await table.open()
            viewer = await table.join([0])
            await table.order(viewer, wire.Ready("x"))
            await table.order(viewer, wire.SetAuto("Block", "always"))
            asked: list[wire.Prompt] = []
            for _ in range(400):
                asked += prompts(viewer)
                match = table.session.match
                assert match is not None
                if match.is_over():
                    break
                await table.order(viewer, wire.ChooseForMe(table.session.number))
            assert asked
            assert not [prompt for prompt in asked if prompt.kind == "skill"]
            match = table.session.match
            assert match is not None
            game = match.game
            used += sum(1 for event in game.events if event.kind == SKILL_USED and game.side_of[event["piece"]] == 1)
            await table.close()
        assert used > 0, "nobody has used the skill"

    run_alone(whole())
