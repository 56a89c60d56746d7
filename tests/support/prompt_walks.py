"""Matches that are played until they have asked the coaches everything there is to ask.

Two curious coaches play: now and then they do what they have done least, otherwise what a bot would do. The dice come
from a seed, so the same walk asks the same questions. Each question can be put down as a stored match, which a server
opens at exactly this question.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from dungeonbowl.bots.levels import make_bot
from dungeonbowl.engine.actions import BUY, CAST_SPELL, DECLARE, END_ACTIVATION, END_TURN, USE, first_of, kind_of
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.dice import ProvableDice
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.match import Match
from dungeonbowl.records.setup import Setup, build_game
from dungeonbowl.server.creating import new_match, recorded
from dungeonbowl.server.resuming import PLAYING, plain, result_of
from dungeonbowl.server.samples import samples
from dungeonbowl.server.view.prompt_words import CHOICE_TITLES, PLACE_TITLES, prompt_kind
from dungeonbowl.server.view.words import kind_word
from dungeonbowl.server.wire import DungeonOrder, GenerateOrder, NewMatch, TeamOrder
from dungeonbowl.storage.database import open_database
from dungeonbowl.storage.match_records import Change, StoredMatch
from dungeonbowl.storage.matches import Matches
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.files import write_team
from dungeonbowl.teams.ready import ready_ids, ready_team
from dungeonbowl.teams.team import Gain

MOST = 1200  # decisions of a walk
CURIOUS = 0.45  # how often a coach does what it has done least
TIRED = (int(END_TURN), int(END_ACTIVATION))  # what ends things is done more seldom
NAMED = (int(DECLARE), int(USE), int(BUY), int(CAST_SPELL))  # deeds that differ by what they name
# What coaches are asked in each edition, as `prompt_key` words it.
USUAL = {"turn", "declare", "act", "reroll", "face", "push", "follow", "skill", "deploy", "aim", "choose: interfere"}
QUESTIONS: dict[str, set[str]] = {
    "official": USUAL
    | {"zone", "buy", "spell", "place: place chest", "place: place portal", "place: place ball"}
    | {"choose: argue", "choose: bribe", "choose: catch", "choose: step"},
    "stockbowl": USUAL | {"zone", "buy", "choose: start", "choose: treat", "choose: swing", "choose: direction"},
    "astrogranite": USUAL
    | {"buy", "referee", "place: place chest", "place: place portal", "place: place trap", "choose: start"}
    | {"choose: argue", "choose: assassinate", "choose: catch", "choose: climb-out", "choose: cross", "choose: jump"}
    | {"choose: demand balance", "choose: flash", "choose: lie down", "choose: smash door"},
}
SECOND_SEED = 7
# Skills of the official edition that ask their coach something.
ASKING = ("Portal Navigator", "Portal Passer", "Fumblerooskie", "Safe Pair of Hands", "Diving Tackle", "Shadowing")
Tried = dict[tuple[str, int, int], int]


class Question(NamedTuple):
    """A prompt that a walk has come to: what kind it is, and the match, which goes on with the walk."""

    key: str
    number: int  # of the decision
    stored: StoredMatch
    match: Match

    def opened(self) -> Opened:
        """A match of its own that is open at this question. To be asked for before the walk goes on."""
        walked = self.stored
        order = NewMatch(seats=[side.seat for side in walked.sides], shared=True)
        fresh, created = recorded(order, walked.sides, walked.setup, len(walked.result.score))
        record = replace(
            fresh,
            seed=walked.seed,
            commitment=walked.commitment,
            stage=PLAYING,
            number=self.number + 1,
            inputs=[plain(each) for each in self.match.inputs],
            result=result_of(self.match),
        )
        return Opened(self.key, record, created.seats[0].link)


class Opened(NamedTuple):
    """A match as a server stores it, at a question of this kind, and the link of its coaches, who sit at one screen."""

    key: str
    record: StoredMatch
    link: str


def prompt_key(game: Game, options: list[int]) -> str:
    """What a coach is asked: the kind of the prompt, and of placings and choices which one."""
    kinds = {kind_of(option) for option in options}
    kind = prompt_kind(kinds)
    if kind == "place":
        return f"place: {' '.join(kind_word(each) for each in sorted(kinds) if each in PLACE_TITLES)}"
    if kind != "choose":
        return kind
    known = [word for word in map(kind_word, sorted(kinds)) if word in CHOICE_TITLES]
    return f"choose: {known[0] if known else game.frame().name()}"


def stored_order(order: NewMatch, seed: int) -> StoredMatch:
    """A match by this order, with dice that the seed alone decides."""
    stored, _ = new_match(order)
    dice = hashlib.sha256(f"{order.edition} {seed}".encode()).digest()
    sides = [replace(side, ready=True) for side in stored.sides]
    promise = ProvableDice(dice, []).commitment()
    return replace(stored, seed=dice, commitment=promise, sides=sides, stage=PLAYING)


def walk(order: NewMatch, seed: int, tried: Tried, most: int = MOST) -> Iterator[Question]:
    """Every question of one match, in order. `tried` is what the coaches have done before, in this walk or others."""
    stored = stored_order(order, seed)
    blank = build_game(msgspec.json.decode(stored.setup, type=Setup))
    match = begun(blank, ProvableDice(stored.seed, [side.word for side in stored.sides]))
    chance = random.Random(seed)
    bot = make_bot("easy", seed + SECOND_SEED)
    for number in range(most):
        if match.is_over():
            return
        options = match.options()
        key = prompt_key(match.game, options)
        yield Question(key, number, stored, match)
        if chance.random() < CURIOUS:
            option = least_tried(options, key, tried, chance)
        else:
            option = bot.choose(match.game.clone(), options)
        deed = deed_of(key, option)
        tried[deed] = tried.get(deed, 0) + 1
        match.choose(option)


def deed_of(key: str, option: int) -> tuple[str, int, int]:
    """What a coach does where this is asked; of some kinds, which one."""
    kind = kind_of(option)
    return key, kind, first_of(option) if kind in NAMED else 0


def least_tried(options: list[int], key: str, tried: Tried, chance: random.Random) -> int:
    """An option of the kind that was taken least often where this was asked."""
    by_deed: dict[tuple[str, int, int], list[int]] = {}
    for option in options:
        by_deed.setdefault(deed_of(key, option), []).append(option)
    weary = {deed: (1 + tried.get(deed, 0)) * (8 if deed[1] in TIRED else 1) for deed in by_deed}
    return chance.choice(by_deed[min(by_deed, key=lambda deed: (weary[deed], chance.random()))])


def orders(edition: str) -> list[NewMatch]:
    """Matches of an edition that differ in what they may ask: teams with helpers, dungeons to be furnished, samples."""
    ready = ready_ids(edition)
    pairs = [(ready[at], ready[(3 * at + 1) % len(ready)]) for at in range(len(ready))]
    found = [of_teams(edition, *(TeamOrder(ready=each) for each in pair)) for pair in pairs]
    if edition == "official":
        bare = DungeonOrder(generate=GenerateOrder(edition=edition, seed=3, tokens="none"))
        helped = [(helped_by(first, "wizard"), helped_by(second, "bribes")) for first, second in pairs]
        uneven = [(practised(first), TeamOrder(ready=second)) for first, second in pairs]
        return [
            of_teams(edition, *helped[0], dungeon=bare),
            *found,
            *(of_teams(edition, *pair) for pair in (*helped, *uneven)),
        ]
    if edition == "stockbowl":
        found.append(of_teams(edition, TeamOrder(ready="slann-balanced"), TeamOrder(ready="halfling-balanced")))
        return [*found, *(replace(order, dungeon=DungeonOrder(dice=True)) for order in found[:6])]
    bare = DungeonOrder(generate=GenerateOrder(edition=edition, seed=3, mode="halls", tokens="none"))
    full = [replace(order, edition="astrogranite(full)") for order in found]
    mastered = [replace(order, edition="astrogranite(full, monster_gm=on)", seats=["person"] * 3) for order in found]
    special = [
        replace(found[0], dungeon=bare),
        replace(found[1], edition="astrogranite(classic, traps=on)"),
        replace(found[2], edition="astrogranite(multiball=on, balls=6, chest_moving=on)"),
        of_teams(
            "astrogranite(full)",
            TeamOrder(ready="light-balanced"),
            TeamOrder(ready="grey-balanced"),
            dungeon=DungeonOrder(id="ag-sampler"),
        ),
    ]
    sampled = [replace(sample.order, seats=["person"] * 2, shared=True) for sample in samples()]
    return [*special, *sampled, *full, *mastered, *found]


def of_teams(edition: str, *teams: TeamOrder, dungeon: DungeonOrder | None = None) -> NewMatch:
    return NewMatch(edition=edition, dungeon=dungeon, teams=list(teams), seats=["person"] * len(teams), shared=True)


def helped_by(identity: str, inducement: str) -> TeamOrder:
    """A ready team that plays an exhibition match with one inducement."""
    team = replace(ready_team(identity, "official"), kind="exhibition", treasury=0, inducements={inducement: 1})
    return TeamOrder(text=write_team(team))


def practised(identity: str) -> TeamOrder:
    """A ready team after its first games, whose players have gained skills that ask something."""
    team = replace(ready_team(identity, "official"), games=3)
    for skill in ASKING:
        for at, player in enumerate(team.players):
            taught = replace(player, gained=(*player.gained, Gain(skill=skill)))
            players = (*team.players[:at], taught, *team.players[at + 1 :])
            if not player.gained and not check(replace(team, players=players)):
                team = replace(team, players=players)
                break
    return TeamOrder(text=write_team(team))


def put_down(matches: Iterable[Opened], database: str) -> None:
    """These matches go into the database of a server, as if each had been played there up to its question."""

    async def work() -> None:
        store = Matches(open_database(database))
        try:
            for record in (each.record for each in matches):
                await store.create(record)
                change = Change(record.id, record.number, record.number, 0, record.inputs, result=record.result)
                await store.record(change)
        finally:
            store.close()

    with ThreadPoolExecutor(1) as thread:  # of its own, because a browser's test has a loop running
        thread.submit(lambda: asyncio.run(work())).result()
