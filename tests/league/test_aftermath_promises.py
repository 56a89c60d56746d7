"""What is true of every aftermath and of every end of a season, whatever a coach decides: played at random, after real
matches between teams that grow."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from dungeonbowl.errors import UserError
from dungeonbowl.league.aftermath.dice import commitment_of, finish, proven, roll_on, stream_of
from dungeonbowl.league.aftermath.machine import Aftermath, Ask, Begin, Roll
from dungeonbowl.league.fold import fold
from dungeonbowl.league.manager import Assistant, Manager, TasteManager
from dungeonbowl.league.team_events import Closed, Season
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.journeymen import without_journeymen
from support.aftermaths import history, stripped
from support.league_play import TEXTS, LeaguePlay
from support.plans import how_many

SEASONS = 2
PARTS = 4  # so that several processes share them
SEED = b"s" * 32


def leagues(edition: str, count: int, seed: int = 0) -> Iterator[tuple[LeaguePlay, Aftermath]]:
    """So many aftermaths, of as many leagues as it takes."""
    while count > 0:
        seed += 1
        play = LeaguePlay(edition, seed)
        for after in play.aftermaths(SEASONS):
            yield play, after
            count -= 1
            if count <= 0:
                return


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("edition", TEXTS)
def test_every_aftermath_leaves_a_legal_team_and_follows_from_its_inputs(edition: str, part: int) -> None:
    count = how_many("aftermaths") // PARTS
    for number, (play, after) in enumerate(leagues(edition, count, 10_000 * part), 1):
        where = f"{edition}, part {part}, aftermath {number}"
        moments = list(played(play, after, where))
        assert check(after.line.team) == [], where
        assert not any(player.journeyman or player.hurt_now for player in after.line.team.players), where
        assert isinstance(after.line.written[-1].body, (Closed, Season)), where
        assert resumed(after, moments), where


def played(play: LeaguePlay, after: Aftermath, where: str) -> Iterator[tuple[object, int]]:
    """Play to the end. At every input the team is as legal as it was, and a decision can be taken back."""
    wrong = {problem.text() for problem in check(without_journeymen(after.line.team))}
    while not after.is_over:
        yield after.need, len(after.line.written)
        refuse_nonsense(after)
        play.step(after)
        assert after.line.team.treasury >= 0, where
        if play.luck.one_in(12) and after.undoable():
            take_back_and_on(after, where)
    found = {problem.text() for problem in check(after.line.team)}
    assert found <= wrong, where


def refuse_nonsense(after: Aftermath) -> None:
    """What is not an answer changes nothing."""
    before = (after.need, len(after.inputs), after.line.kept)
    nonsense = {Begin: "dice 1", Ask: "choose nothing of the kind", Roll: "dice 0"}
    with pytest.raises(UserError):
        after.put(nonsense[type(after.need)])
    assert (after.need, len(after.inputs), after.line.kept) == before


def take_back_and_on(after: Aftermath, where: str) -> None:
    need, kept, inputs = after.need, after.line.kept, list(after.inputs)
    after.take_back()
    assert after.inputs == inputs[:-1], where
    after.put(inputs[-1])
    assert (after.need, after.line.kept) == (need, kept), where


def resumed(after: Aftermath, moments: list[tuple[object, int]]) -> bool:
    """Whether the same inputs, given one by one to a new aftermath, ask the same and write the same all the way."""
    again = Aftermath(after.case, after.plan)
    for text, (need, written) in zip(after.inputs, moments, strict=True):
        if (again.need, len(again.line.written)) != (need, written):
            return False
        again.put(text)
    return again.line.written == after.line.written and again.line.kept == after.line.kept and again.is_over


@pytest.mark.parametrize("edition", TEXTS)
def test_the_fold_of_a_history_is_the_team_as_its_aftermaths_left_it(edition: str) -> None:
    for seed in range(1, how_many("aftermaths") // 400 + 2):
        play = LeaguePlay(edition, seed)
        for after in play.aftermaths(SEASONS):
            while not after.is_over:
                play.step(after)
        for kept in play.kept:
            bodies = play.histories[kept.team.id]
            assert stripped(fold(history(bodies))) == stripped(kept), f"{edition}, league {seed}, {kept.team.id}"


@pytest.mark.parametrize("manager", [Assistant(), TasteManager(), TasteManager("fast"), TasteManager("strong")])
@pytest.mark.parametrize("edition", TEXTS)
def test_managers_and_the_assistant_bring_every_aftermath_to_its_end(edition: str, manager: Manager) -> None:
    for number, (_, after) in enumerate(leagues(edition, how_many("aftermaths") // 20 + 1), 1):
        where = f"{edition}, aftermath {number}"
        managed(after, manager)
        assert check(after.line.team) == [], where
        again = Aftermath(after.case, after.plan)
        managed(again, manager)
        assert again.line.written == after.line.written, f"{where}: decided differently"


def managed(after: Aftermath, manager: Manager) -> None:
    after.begin("a word")
    stream = stream_of(SEED, after)
    while not after.is_over:
        roll_on(after, stream)
        if isinstance(after.need, Ask):
            after.choose(manager.decide(after))
            assert len(after.inputs) < 200, [after.line.stage, *after.inputs[-4:]]


@pytest.mark.parametrize("edition", TEXTS)
def test_the_dice_of_an_aftermath_are_proven_by_its_seed_wherever_the_assistant_takes_over(edition: str) -> None:
    for number, (play, after) in enumerate(leagues(edition, how_many("aftermaths") // 20 + 1), 1):
        case = replace(after.case, commitment=commitment_of(SEED))
        late = Aftermath(case, after.plan)
        late.begin(f"word {number}")
        stream = stream_of(SEED, late)
        for _ in range(play.luck.below(6)):
            roll_on(late, stream)
            if isinstance(late.need, Ask):
                late.choose(play.any_choice(late.need))
        finish(late, SEED)
        assert late.is_over
        assert proven(late, SEED, late.inputs)
        closed = late.line.written[-1].body
        if isinstance(closed, Closed):
            assert (closed.inputs, closed.commitment) == (tuple(late.inputs), commitment_of(SEED))
        rolled = [index for index, text in enumerate(late.inputs) if text.startswith("dice")]
        if rolled:
            assert not is_proven_with(late, rolled[0])
        while not after.is_over:
            play.step(after)


def is_proven_with(after: Aftermath, index: int) -> bool:
    """Whether the dice would still count as proven with another die at this place, were it typed in."""
    texts = list(after.inputs)
    dice = [int(die) for die in texts[index].split()[1:]]
    other = 1 if dice[0] != 1 else 2
    texts[index] = "dice " + " ".join(str(die) for die in (other, *dice[1:]))
    try:
        return proven(after, SEED, texts)
    except UserError:
        return False
