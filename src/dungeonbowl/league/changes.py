"""Small changes of a team, which the effects of events are made of. Each gives a new team, or is `Impossible`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.league.kept import Career, Kept, State
from dungeonbowl.league.team_events import Departure
from dungeonbowl.teams.team import Player

STOPPED: Final = ("suspended", "disbanded")
replace = msgspec.structs.replace


class Impossible(UserError):
    """An event that cannot happen to the team as it is then. `seq` is its number, 0 for one not yet written."""

    def __init__(self, message: str, seq: int = 0) -> None:
        super().__init__(message)
        self.seq = seq


def words(state: State) -> str:
    """Where a team stands, for a sentence that says "the team is ..."."""
    said = {"drafting": "not drafted", "aftermath": "in an aftermath", "off_season": "between seasons"}
    return said.get(state, state)


def in_state(kept: Kept, state: State) -> Kept:
    """The team in its next state; one that is suspended gets there when it is revived."""
    return replace(kept, before=state) if kept.state in STOPPED else replace(kept, state=state)


def underneath(kept: Kept) -> State:
    """Where a team stands, or would stand if nobody had stopped it: a match that was locked before is still played."""
    return kept.before if kept.state in STOPPED else kept.state


def find(kept: Kept, identity: str) -> Player:
    player = kept.player(identity)
    if player is None:
        career = kept.careers.get(identity)
        if career is not None:
            raise Impossible(f"player {identity}: {career.player.name} is no longer on the list")
        raise Impossible(f"player {identity}: no player of this team has it")
    return player


def with_team(kept: Kept, **changes: Any) -> Kept:
    return replace(kept, team=replace(kept.team, **changes))


def with_player(kept: Kept, identity: str, **changes: Any) -> Kept:
    player = replace(find(kept, identity), **changes)
    players = tuple(player if each.id == identity else each for each in kept.team.players)
    careers = kept.careers
    if identity in careers:
        careers = {**careers, identity: replace(careers[identity], player=player)}
    return replace(with_team(kept, players=players), careers=careers)


def with_everybody(kept: Kept, change: Callable[[Player], Player]) -> Kept:
    """The team in which every player of the list is changed at once."""
    players = tuple(change(player) for player in kept.team.players)
    careers = dict(kept.careers)
    for old, new in zip(kept.team.players, players, strict=True):
        if new is not old and new.id in careers:
            careers[new.id] = replace(careers[new.id], player=new)
    return replace(with_team(kept, players=players), careers=careers)


def with_gold(kept: Kept, amount: int) -> Kept:
    """The team with more gold or, below 0, with less."""
    kept = with_team(kept, treasury=kept.team.treasury + amount)
    if kept.funds:
        return kept  # the gold of a redraft is neither income nor spending
    return replace(kept, income=kept.income + max(0, amount), spending=kept.spending + max(0, -amount))


def with_absence(player: Player, misses: bool) -> Player:
    """The player who misses the next game, or is fit for it."""
    if player.misses_next_game == misses and not player.hurt_now:
        return player
    return replace(player, misses_next_game=misses, hurt_now=False)


def paid(kept: Kept, price: int) -> Kept:
    if price < 0:
        raise Impossible(f"nothing costs {price:,} gold")
    return with_gold(kept, -price)


def career_of(kept: Kept, identity: str) -> Career:
    """The career of a player who is or was of the team."""
    if identity not in kept.careers:
        raise Impossible(f"player {identity}: no player of this team has it")
    return kept.careers[identity]


def is_gone(kept: Kept, identity: str) -> bool:
    """Whether a player was of the team and is not on its list any more."""
    return kept.player(identity) is None and identity in kept.careers


def with_earned(kept: Kept, identity: str, points: int) -> Kept:
    """Points that a player has earned. Those of one who left or died in the meantime stand in its career only."""
    if points < 0:
        raise Impossible("nobody earns less than nothing")
    if is_gone(kept, identity):
        career = kept.careers[identity]
        player = replace(career.player, earned=career.player.earned + points)
        return replace(kept, careers={**kept.careers, identity: replace(career, player=player)})
    return with_player(kept, identity, earned=find(kept, identity).earned + points)


def with_deed(kept: Kept, identity: str, deeds: dict[str, int]) -> Kept:
    career = career_of(kept, identity)
    if not deeds:
        return kept
    counted = dict(career.deeds)
    for deed, number in deeds.items():
        counted[deed] = counted.get(deed, 0) + number
    return replace(kept, careers={**kept.careers, identity: replace(career, deeds=counted)})


def with_hurt(kept: Kept, identity: str, word: str) -> Kept:
    find(kept, identity)
    career = career_of(kept, identity)
    return replace(kept, careers={**kept.careers, identity: replace(career, hurts=(*career.hurts, word))})


def with_newcomers(kept: Kept, newcomers: Iterable[Player]) -> Kept:
    players = list(kept.team.players)
    careers = dict(kept.careers)
    for player in newcomers:
        if not player.id:
            raise Impossible(f"{player.name}: a player of a league team needs an id")
        if player.id in careers:
            raise Impossible(f"{player.name}: a player of this team has or had the id {player.id}")
        if any(player.number == each.number for each in players):
            raise Impossible(f"{player.name}: the number {player.number} is taken")
        players.append(player)
        careers[player.id] = Career(player, kept.seq)
    players.sort(key=lambda player: player.number)
    return replace(with_team(kept, players=tuple(players)), careers=careers)


def with_free_shirt(kept: Kept, wearer: Player) -> Kept:
    """A journeyman who wears the number of somebody hired for good takes another: it leaves soon anyway."""
    for player in kept.team.players:
        if player.journeyman and player.number == wearer.number and player.id != wearer.id:
            highest = max(kept.team.facts.draft.players.most, *(each.number for each in kept.team.players))
            return with_player(kept, player.id, number=highest + 1)
    return kept


def without_player(kept: Kept, identity: str, how: Departure, by: str = "") -> Kept:
    player = find(kept, identity)
    career = replace(kept.careers[identity], player=player, left=kept.seq, how=how, by=by)
    stay = tuple(each for each in kept.team.players if each.id != identity)
    return replace(with_team(kept, players=stay), careers={**kept.careers, identity: career})


def without_injury(kept: Kept, identity: str, niggle: bool, loss: str) -> Kept:
    player = find(kept, identity)
    if niggle:
        if not player.niggles:
            raise Impossible(f"{player.name} has no niggling injury")
        return with_player(kept, identity, niggles=player.niggles - 1)
    if loss not in player.losses:
        raise Impossible(f"{player.name} has lost no {loss}")
    losses = list(player.losses)
    losses.remove(loss)
    return with_player(kept, identity, losses=tuple(losses))
