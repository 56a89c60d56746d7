"""The first step: what the match was, and what each player did in it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from dungeonbowl.league.aftermath.facts import SideFacts
from dungeonbowl.league.aftermath.machine import Line, Stage
from dungeonbowl.league.team_events import Appearance, Conceded, Journeymen, Played, Spent
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.team import Player, free_numbers


def record(rule: str, *, joins: str = "") -> Stage:
    """The result goes into the history, with the score that counts in the table. `joins` is the rule by which players
    join in the middle of a match, if there is one.

    A walk-over is no match: it is in the table, and not in the team's history."""

    def run(line: Line) -> None:
        match, side = line.case.match, line.case.side
        if not match.was_played:
            return
        if side.lent or side.crowd is not None:
            as_entered(line, side)
        if side.spent or side.bought:
            line.write(Spent(side.spent, side.bought), rule)
        if joins:
            add_newcomers(line, [*side.joined, *unnamed(line)], joins)
        others = match.others(side.team)
        scores = match.scores(line.case.options.concession)
        line.write(
            Played(
                match=match.match,
                opponents=tuple(other.team for other in others),
                outcome=side.outcome,
                score=(scores[side.team], *(scores[other.team] for other in others)),
                casualties=side.casualties,
                suffered=sum(other.casualties for other in others),
                how=match.how,
                competition=match.competition,
                friendly=match.friendly,
                value=side.value,
                story=match.story,
                provenance=match.provenance,
                appearances=tuple(
                    Appearance(player.player, player.deeds, player.absent)
                    for player in side.players
                    if player.player in line.kept.careers
                ),
            ),
            rule,
        )
        if side.conceded:
            line.write(Conceded(), rule)

    return Stage("record", "The result", (rule,), run)


def as_entered(line: Line, side: SideFacts) -> None:
    """What a lock would have written before the match: who filled up the team, and who came to see it. Where a stage is
    played with the teams as they entered it, the history hears of both now."""
    draft = load_facts(line.case.edition).draft
    add_newcomers(line, side.lent, draft.rule("journeymen"))
    if side.crowd is not None:
        line.write(side.crowd, draft.rule("crowd"))


def add_newcomers(line: Line, newcomers: Sequence[Player], rule: str) -> None:
    """Who joined the team for this match, or in the middle of it, stays for its aftermath like a journeyman. A result
    sheet names only the positions of the latter."""
    players: list[Player] = []
    taken = [player.number for player in line.team.players]
    for player in newcomers:
        if player.number in taken or not player.number:
            number = free_numbers(taken, line.team.facts.draft.players.most)[0]
            player = msgspec.structs.replace(player, number=number)
        taken.append(player.number)
        players.append(player)
    if players:
        line.write(Journeymen(tuple(players)), rule)


def unnamed(line: Line) -> list[Player]:
    found: list[Player] = []
    known = [player.position for player in line.case.side.joined]
    for name in line.case.side.newcomers:
        position = line.team.roster_facts.find(name)
        assert position is not None, name
        if position.name in known:
            known.remove(position.name)
            continue
        identity, called = line.new_id(), line.new_name(position.race)
        found.append(Player(0, called, position.name, position.cost, journeyman=True, id=identity))
    return found
