"""What coaches read outside a match goes through the catalogues too: answers of the server in the pseudo-language."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator

import msgspec
import pytest

from dungeonbowl.atlas.book import find_atlas, shipped_names
from dungeonbowl.atlas.survey import shipped_survey
from dungeonbowl.atlas.telling import of_meeting, of_roster
from dungeonbowl.bots.arena import Pairing, new_game
from dungeonbowl.editions import EDITIONS
from dungeonbowl.engine import actions, clauses, events
from dungeonbowl.engine.dice import BLOCK_DIE, COIN, D6
from dungeonbowl.engine.events import Event
from dungeonbowl.engine.frames import ROLL
from dungeonbowl.engine.match import Match
from dungeonbowl.engine.procedures.turn.contest import Contest
from dungeonbowl.languages import speaking
from dungeonbowl.play.setting_up import match_dice
from dungeonbowl.scenes.exercises import EXERCISES, exercise, exercises
from dungeonbowl.scenes.tasks import Answer
from dungeonbowl.scenes.telling import event_line
from dungeonbowl.server import wire
from dungeonbowl.server.api.atlas import atlas_page
from dungeonbowl.server.exercising import Exercised, exercise_card, judged, shown_task
from dungeonbowl.server.league.sheets import roster_page
from dungeonbowl.server.options import options
from dungeonbowl.server.report import report_of
from dungeonbowl.server.samples import samples
from dungeonbowl.server.typed_dice import first_the_dice, wrong_dice
from dungeonbowl.teams.ready import ready_team
from dungeonbowl.words.notation import Names
from support.left_overs import left_overs, names_in

MOST = 600  # decisions


def english_in(texts: Iterable[str], names: list[str] | None = None) -> dict[str, list[str]]:
    """The texts of an answer in the pseudo-language that have English words, with these words."""
    return {text: words for text in texts if (words := left_overs(text, names or []))}


def of_options(found: wire.Options) -> Iterator[str]:
    """The words of the options; names of editions, teams, dungeons, skills and values are names."""
    for edition in found.editions:
        yield edition.text
        for option in edition.options:
            yield from (option.name, option.text, option.group, *option.choice_texts)
    for choice in [*found.levels, *found.clocks]:
        yield from (choice.name, choice.text)


def test_the_options_of_a_new_match_have_no_english_left() -> None:
    with speaking("xx"):
        texts = list(of_options(options()))
    assert len(texts) > 250
    assert english_in(texts) == {}


def test_options_are_kept_for_each_language() -> None:
    told = {}
    for code in ("de", "en", "fr", "es", "en"):
        with speaking(code):
            found = options()
        told[code] = found.levels[0].name, found.clocks[0].text
    assert told == {
        "de": ("Zufall", "Lass dir Zeit."),
        "en": ("Random", "Take your time."),
        "fr": ("Hasard", "Prenez votre temps."),
        "es": ("Al azar", "Tómate tu tiempo."),
    }


def test_samples_have_no_english_left_and_are_the_same_matches() -> None:
    plain = samples()
    with speaking("xx"):
        found = samples()
    assert english_in(text for sample in found for text in (sample.title, sample.text)) == {}
    assert [sample.order for sample in found] == [sample.order for sample in plain]


def played(edition: str, seed: int) -> Match:
    """A match in which much happens: players go on as long as they can."""
    match = Match(new_game(Pairing(edition)), match_dice(seed), Contest())
    chance = random.Random(seed)
    for _ in range(MOST):
        if match.is_over():
            break
        every = match.options()
        going_on = [each for each in every if each & 0xFF not in (actions.END_TURN, actions.END_ACTIVATION)]
        match.choose(chance.choice(going_on if going_on and chance.random() < 0.85 else every))
    return match


def of_report(found: wire.Report) -> Iterator[str]:
    yield found.text
    yield from (tally.label for tally in found.tallies)
    yield from found.labels.values()
    yield from (row.what for row in found.luck)
    yield from (face for dice in found.dice for face in dice.faces)


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_the_report_of_a_match_has_no_english_left(edition: str) -> None:
    game = played(edition, 1).game
    plain = report_of(game, "m", [], "", "")
    with speaking("xx"):
        found = report_of(game, "m", [], "", "")
    assert len(found.luck) > 4
    assert english_in(of_report(found), names_in(game)) == {}
    assert found.luck_total == plain.luck_total, "luck does not depend on the words for it"
    with speaking("de"):
        german = report_of(game, "m", [], "", "")
    assert [(tally.key, tally.values) for tally in german.tallies] == [
        (tally.key, tally.values) for tally in plain.tallies
    ]
    assert len({(row.side, row.what) for row in german.luck}) == len(german.luck), "a row for each thing rolled for"


@pytest.mark.parametrize("folder", EXERCISES)
def test_lessons_and_puzzles_have_no_english_left(folder: str) -> None:
    for found in exercises(folder):
        scene = found.scene()
        match = Match(scene.game, match_dice(1), Contest())
        exercised = Exercised(found.id, found.title, "", found.task, found.side, scene.letters)
        with speaking("xx"):
            card, task, before = exercise_card(found), shown_task(exercised), judged(exercised, match)
            scene.game.events.append(Event(events.TURN_ENDED, 0, found.side, 0, 0, 0))
            after = judged(exercised, match)
        assert (before.state, after.state) == ("open", "failed")
        assert english_in([card.title, card.goal, task.title, task.goal, after.text]) == {}
        assert after.text


def test_what_a_lesson_says_is_in_the_language_of_the_coach_and_judged_by_the_same_events() -> None:
    found = exercise("lessons:1-first-block")
    scene = found.scene()
    match = Match(scene.game, match_dice(1), Contest())
    fallen = Event(events.TURNOVER, clauses.TURNOVER_FALL, found.side, 0, 0, 0)
    scene.game.events.append(fallen)
    answer = Answer([event_line(scene.game, Names(scene.game, scene.letters), fallen)], found.task.answer[0].why)
    task = msgspec.structs.replace(found.task, answer=[answer])
    exercised = Exercised(found.id, found.title, "", task, found.side, scene.letters)
    told = {}
    for code in ("en", "de", "fr", "es"):
        with speaking(code):
            verdict = judged(exercised, match)
        assert verdict.state == "done"
        told[code] = verdict.text.partition(".")[0]
    assert told == {
        "en": "Down he goes",
        "de": "Er geht zu Boden",
        "fr": "Le voilà à terre",
        "es": "Al suelo",
    }


def of_atlas(found: wire.AtlasPage) -> Iterator[str]:
    """The words of the atlas; commands that make something again are for programs."""
    yield found.about
    yield from (line.title for line in found.worth.lines)
    for table in (found.worth, found.places, found.settings, found.matches, *found.survey):
        yield from (table.title, table.words, *table.heads)
        yield from (figure.text for line in table.lines for cell in line.cells for figure in cell)
    for table in found.survey:
        yield from (line.title for line in table.lines if not line.title.startswith("--"))


@pytest.mark.parametrize("edition", shipped_names())
def test_the_atlas_has_no_english_left(edition: str) -> None:
    atlas, survey = find_atlas(edition), shipped_survey(edition)
    names = [atlas.terms.edition, atlas.terms.bot, *atlas.terms.dungeons, *(each.name for each in atlas.rosters)]
    if survey is not None:
        names += [level.name for levels in survey.settings.values() for level in levels]
        names += [each.dungeon for each in survey.bundled]
    names.sort(key=len, reverse=True)
    one, two = atlas.terms.rosters[:2]
    with speaking("xx"):
        page = atlas_page.fn(edition)
        told = [*of_roster(edition, one), *of_meeting(edition, one, two), *of_meeting(edition, one, two, names[0])]
        told += of_meeting(edition, one, two, atlas.terms.dungeons[0])
    assert len(told) == 4
    assert english_in([*told, *of_atlas(page)], names) == {}
    wanted = [line.cells[0][0].wanted for line in page.worth.lines]
    assert [each.about for each in wanted if each] == list(atlas.worth), "matches are asked for in English"


def test_what_the_atlas_says_about_a_roster_is_one_sentence_of_the_language() -> None:
    told = {}
    for code in ("en", "de", "fr", "es"):
        with speaking(code):
            told[code] = of_meeting("official", "fire", "death", "of-3")[0]
    chance = re.sub(r".* wins (.*) against .*", r"\1", told["en"])
    one, two = re.findall(r"The atlas: (.*) wins .* against (.*) here\.", told["en"])[0]
    assert told["de"] == f"Der Atlas: {one} gewinnt hier {chance} gegen {two}."
    assert told["fr"] == f"L'atlas\u00a0: {one} gagne ici {chance} contre {two}."
    assert told["es"] == f"El atlas: {one} gana aquí {chance} contra {two}."


@pytest.mark.parametrize("kind", [D6, BLOCK_DIE, COIN])
@pytest.mark.parametrize("count", [1, 2])
def test_what_is_said_about_typed_dice_has_no_english_left(kind: int, count: int) -> None:
    match = Match(new_game(Pairing("official")), match_dice(1), Contest())
    game = match.game
    assert not match.awaits_dice()
    with speaking("xx"):
        texts = [wrong_dice(match, [1])]
        game.signal, game.dice_count, game.dice_kind, game.dice_clause = ROLL, count, kind, clauses.DODGE
        assert match.awaits_dice()
        texts += [first_the_dice(game), wrong_dice(match, [1] * (count + 1)), wrong_dice(match, [9] * count)]
        texts.append(wrong_dice(match, [1] * (3 - count)))
        assert wrong_dice(match, [1] * count) == ""
    assert all(texts)
    assert english_in(texts) == {}


def test_typed_dice_are_asked_for_in_whole_sentences() -> None:
    match = Match(new_game(Pairing("official")), match_dice(1), Contest())
    game = match.game
    game.signal, game.dice_count, game.dice_kind, game.dice_clause = ROLL, 2, D6, clauses.ARMOUR
    told = {}
    for code in ("en", "de", "fr", "es"):
        with speaking(code):
            told[code] = wrong_dice(match, [1]), wrong_dice(match, [1, 2, 3]), wrong_dice(match, [1, 7])
    assert told["en"] == (
        "two D6 are to be rolled, and 1 was typed",
        "two D6 are to be rolled, and 3 were typed",
        "a D6 cannot show 7: expected 1 to 6",
    )
    assert told["de"] == (
        "du musst zwei W6 würfeln, und 1 wurde eingetippt",
        "du musst zwei W6 würfeln, und 3 wurden eingetippt",
        "für einen W6 gibt es keine 7: erwartet wird 1 bis 6",
    )
    assert told["fr"][1] == "il faut lancer deux D6, et 3 ont été saisis"
    assert told["es"][1] == "hay que tirar dos D6, y se teclearon 3"


def test_figures_of_atlases_and_team_sheets_are_written_as_the_language_does() -> None:
    """A reader in German takes 5,000 for five, and 19.9 for a hundred and ninety-nine."""
    with speaking("de"):
        told = msgspec.json.encode([atlas_page.fn(name) for name in shipped_names()]).decode()
        sums = {each.label: each.text for each in roster_page(ready_team("fire-fast")).sums}
    assert re.findall(r'"(?:\d+\.\d|\d+\.\d \([^"]*)"', told) == []
    assert re.fullmatch(r"\d+\.\d{3}|\d\.\d{3}\.\d{3}", sums["Teamwert"])
