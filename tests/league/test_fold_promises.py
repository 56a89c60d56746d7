"""Promises of the fold over histories that nobody has thought of: events at random, kept if they are possible."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest
from msgspec.structs import replace

from dungeonbowl.league import team_events as e
from dungeonbowl.league.chain import RULES, Cause, Event, linked, refuse_broken
from dungeonbowl.league.fold import Impossible, applied, fold, fold_on
from dungeonbowl.league.kept import Kept
from dungeonbowl.league.team_events import TeamBody, kind_of, packed
from dungeonbowl.teams.team import Gain, Player
from support.league import AT, Chronicle, league_team
from support.plans import how_many

TEAMS = [
    league_team("t_a", "fire-fast", "official"),
    league_team("t_a", "gold-balanced", "astrogranite"),
]
SKILLS = ("Block", "Dodge", "Tackle")
LENGTH = 60


def anybody(dice: random.Random, kept: Kept) -> str:
    return dice.choice([*kept.careers, "p_x"])


def newcomer(dice: random.Random, kept: Kept, journeyman: bool = False) -> Player:
    someone = dice.choice(kept.team.players or [Player(1, "X", "Lineman", 50_000)])
    number = dice.randint(1, 24)
    return Player(
        number, f"New {number}", someone.position, someone.cost, id=f"p_n{dice.randint(1, 40)}", journeyman=journeyman
    )


def some_event(dice: random.Random, kept: Kept) -> TeamBody:
    """Any event, sensible or not."""
    who = anybody(dice, kept)
    gold = dice.randint(-10, 20) * 10_000
    match = kept.match or f"m_{kept.team.games + 1}"
    gain = Gain(skill=dice.choice(SKILLS))
    return dice.choice(
        [
            e.Renamed("Some name", dice.choice(["", who])),
            e.Suspended("why"),
            e.Revived(),
            e.Revived(),
            e.Booked(match),
            e.Unbooked(match),
            e.Journeymen((newcomer(dice, kept, True),)),
            e.Spent(gold),
            e.Played(match, ("t_b",), "won", (1, 0), appearances=(e.Appearance(who, {"casualty": 1}),)),
            e.Played(match, ("t_b",), "lost", (0, 1)),
            e.Died(who),
            e.Hurt(who, niggle=dice.random() < 0.5),
            e.Hurt(who, loss=dice.choice(["ma", "st"])),
            e.Points(who, dice.randint(-1, 5)),
            e.MostValuable(who, 4),
            e.Gold(gold),
            e.Gold(abs(gold)),
            e.Fans(dice.choice([-1, 1])),
            e.Expenses(gold),
            e.Left(who),
            e.ItemLost(who, "Shoes"),
            e.Confiscated(who),
            e.Cured(who, niggle=True),
            e.Advanced(who, gain, dice.randint(0, 6)),
            e.Hired(newcomer(dice, kept), abs(gold)),
            e.Traded(newcomer(dice, kept), abs(gold), (who,)),
            e.Fired(who),
            e.Retired(who),
            e.Reroll(dice.choice([-1, 1]), abs(gold)),
            e.Staff("apothecary", dice.choice([-1, 1]), abs(gold)),
            e.Item(who, "Shoes", abs(gold)),
            e.WeaponBack(who, abs(gold)),
            e.Closed(match, 0, 0),
            e.Scouted(who, dice.random() < 0.2, 20_000),
            e.Recovered(),
            e.Funds(abs(gold)),
            e.Rehired(who, abs(gold)),
            e.Season(kept.team.season + 1),
            e.Granted("why", who, points=dice.randint(-2, 4), gold=gold),
            e.Prize(dice.randint(0, 4), abs(gold), dice.choice([None, True, False])),
        ]
    )


def written(seed: int) -> Chronicle:
    """A history at random. Impossible events are refused and change nothing."""
    dice = random.Random(seed)
    history = Chronicle(TEAMS[seed % len(TEAMS)])
    kept = history.kept
    for _ in range(LENGTH):
        body = some_event(dice, kept)
        before = msgspec.json.encode(kept)
        try:
            applied(kept, body, kept.seq + 1, AT)
        except Impossible:
            assert msgspec.json.encode(kept) == before, f"seed {seed}: {body}"
            continue
        history.events.append(next_event(history, body))
        kept = fold_on(kept, history.events[-1:], history.texts)
        assert kept.team.treasury >= 0, seed
    return history


def next_event(history: Chronicle, body: TeamBody) -> Event:
    return linked(
        history.team.id,
        history.events,
        at=AT,
        actor=RULES,
        cause=Cause("decision"),
        kind=kind_of(body),
        body=packed(body, history.texts),
    )


@pytest.fixture(scope="module")
def histories() -> list[Chronicle]:
    return [written(seed) for seed in range(how_many("histories"))]


def prefixes(history: Chronicle) -> Iterator[int]:
    return iter(range(1, len(history.events), 7))


def test_a_fold_is_the_same_every_time_and_in_parts(histories: list[Chronicle]) -> None:
    for seed, history in enumerate(histories):
        whole = history.kept
        assert msgspec.json.encode(history.kept) == msgspec.json.encode(whole), seed
        for cut in prefixes(history):
            start = fold(history.events[:cut], history.texts)
            assert fold_on(start, history.events[cut:], history.texts) == whole, f"seed {seed}, cut at {cut}"


def test_the_chain_of_any_history_holds_and_survives_json(histories: list[Chronicle]) -> None:
    for seed, history in enumerate(histories):
        lines = [msgspec.json.encode(event) for event in history.events]
        again = [msgspec.json.decode(line, type=Event) for line in lines]
        refuse_broken(again, history.team.id)
        assert fold(again, history.texts) == history.kept, seed


def test_careers_and_the_list_agree(histories: list[Chronicle]) -> None:
    for seed, history in enumerate(histories):
        kept = history.kept
        assert len({player.number for player in kept.team.players}) == len(kept.team.players), seed
        for player in kept.team.players:
            assert kept.careers[player.id].player == player, seed
            assert kept.careers[player.id].how is None, seed
            assert player.spent <= player.earned, seed
        for identity, career in kept.careers.items():
            assert (career.how is None) == (kept.player(identity) is not None), seed


def test_a_void_either_gives_a_team_that_could_be_or_is_refused(histories: list[Chronicle]) -> None:
    for seed, history in enumerate(histories):
        dice = random.Random(seed)
        before = history.kept
        for _ in range(3):
            target = dice.randint(2, max(2, len(history.events)))
            events = [*history.events, next_event(history, e.Void(target, "why"))]
            try:
                kept = fold(events, history.texts)
            except Impossible:  # something later needs what is voided
                continue
            assert kept.team.treasury >= 0, seed
            undone = Chronicle.__new__(Chronicle)
            undone.events, undone.texts, undone.team = events, history.texts, history.team
            again = fold([*events, next_event(undone, e.Void(len(events), "no"))], history.texts)
            same = replace(again, seq=before.seq, head=before.head, team=replace(again.team, history=before.head))
            assert same == before, f"seed {seed}: the void of event {target} was voided"
