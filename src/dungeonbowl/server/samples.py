"""Sample matches: one for each module that is hard to meet by chance, with teams that have what the module needs.

Which there are stands in `samples.toml`. A sample is an order for a match like any other; a client sends it back to
`POST /matches`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

import msgspec
from msgspec.structs import replace

from dungeonbowl.languages import t
from dungeonbowl.server.wire import DungeonOrder, NewMatch, Sample, TeamOrder
from dungeonbowl.teams.files import write_team
from dungeonbowl.teams.ready import ready_team
from dungeonbowl.teams.team import Player, Team
from dungeonbowl.teams.value import draft_cost


class TeamRecipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready team, and what it has besides."""

    ready: str
    weapon: str = ""
    items: list[str] = []
    games: int = 0
    treasury: int | None = None


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is shown, the modules, and the teams."""

    id: str
    title: str
    text: str
    modules: str
    teams: list[TeamRecipe]
    quick: bool = True


class SampleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The samples, and what is the same in all of them."""

    edition: str
    preset: str
    dungeon: str
    seats: list[str]
    turns: int
    samples: list[Recipe]


@cache
def sample_file() -> SampleFile:
    text = (resources.files("dungeonbowl.server") / "samples.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), SampleFile)


def samples() -> list[Sample]:
    """All of them, each with the order for its match, in the language that is spoken."""
    return [replace(each, title=t(each.title), text=t(each.text)) for each in made_samples()]


@cache
def made_samples() -> list[Sample]:
    return [sample_of(recipe, sample_file()) for recipe in sample_file().samples]


def sample_of(recipe: Recipe, common: SampleFile) -> Sample:
    order = NewMatch(
        edition=f"{common.edition}({common.preset}, {recipe.modules})",
        dungeon=DungeonOrder(id=common.dungeon),
        teams=[TeamOrder(text=write_team(team_of(each, common.edition))) for each in recipe.teams],
        seats=common.seats,
        turn_limit=common.turns,
        quick=recipe.quick,
    )
    return Sample(recipe.id, recipe.title, recipe.text, order)


def team_of(recipe: TeamRecipe, edition: str) -> Team:
    found = ready_team(recipe.ready, edition)
    if recipe.weapon:
        found = armed(found, recipe.weapon)
    if recipe.items:
        found = equipped(found, recipe.items)
    treasury = found.treasury if recipe.treasury is None else recipe.treasury
    return replace(found, games=recipe.games, treasury=treasury)


def armed(found: Team, weapon: str) -> Team:
    """The team with its fastest lineman as number 1, with this weapon: in a quick start the fastest begin in the
    dungeon. It has fewer re-rolls if the gold asks for it."""
    facts = found.facts.draft.find_weapon(weapon)
    assert facts is not None, weapon
    open_to = [player for player in found.players if facts.is_open_to(found.position_of(player))]
    bearer = max(open_to, key=lambda player: found.position_of(player).ma)
    players = tuple(replace(player, weapon=weapon) if player is bearer else player for player in found.players)
    return affordable(replace(found, players=in_front(players, bearer.number)))


def in_front(players: tuple[Player, ...], number: int) -> tuple[Player, ...]:
    """The same players, of whom this one takes the first number."""
    lowest = min(player.number for player in players)
    swapped = {number: lowest, lowest: number}
    numbered = [replace(player, number=swapped.get(player.number, player.number)) for player in players]
    return tuple(sorted(numbered, key=lambda player: player.number))


def affordable(found: Team) -> Team:
    """With as many re-rolls as the gold of a new team pays for; what is left goes to the treasury."""
    purse = found.budget or found.facts.draft.budgets[found.kind].usual
    while draft_cost(found) > purse and found.rerolls > 0:
        found = replace(found, rerolls=found.rerolls - 1)
    return replace(found, treasury=purse - draft_cost(found))


def equipped(found: Team, items: list[str]) -> Team:
    """The team with a magic item for each of its first players."""
    carried = dict(zip((player.number for player in found.players), items, strict=False))
    players = tuple(replace(player, item=carried.get(player.number, "")) for player in found.players)
    return replace(found, players=players)
