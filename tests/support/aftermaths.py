"""Aftermaths with scripted decisions and dice, and the fold of what they have written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from dungeonbowl.league.aftermath.facts import MatchFacts, PlayerFacts, SideFacts
from dungeonbowl.league.aftermath.machine import Aftermath, Ask, Barred, Case, Option, Plan, Roll, SeasonFacts, Written
from dungeonbowl.league.aftermath.plans import plan_for
from dungeonbowl.league.aftermath.season_end import season_plan_for
from dungeonbowl.league.chain import RULES, Cause, Event, linked
from dungeonbowl.league.fold import applied, fold
from dungeonbowl.league.kept import Kept
from dungeonbowl.league.options import LeagueOptions, read_options
from dungeonbowl.league.team_events import Created, TeamBody, kind_of, packed
from dungeonbowl.teams.team import Player, Team
from support.teams import DWARF, player, team

US, THEM, MATCH = "t_us", "t_them", "m_1"
NOBODY = Kept(Team("", "", "", ()))


def squad(count: int = 11, *others: Player, **changes: Any) -> Team:
    """A team of the College of Fire that has played: dwarfs with the numbers from 1 and the ids p_1, p_2, ... unless
    `others` take their numbers."""
    taken = {each.number for each in others}
    players = [*others, *(player(number) for number in range(1, count + 1) if number not in taken)]
    named = tuple(replace(each, id=f"p_{each.number}") for each in sorted(players, key=lambda each: each.number))
    return team(**{"players": named, "games": 3, "treasury": 0, "id": US, "season": 1, **changes})


def match(
    us: SideFacts | None = None, them: SideFacts | None = None, *players: PlayerFacts, **details: Any
) -> MatchFacts:
    """A match that we have won with a touchdown, unless told otherwise."""
    ours = us or SideFacts(US, "won", 1)
    theirs = them or SideFacts(THEM, "lost")
    return MatchFacts(
        MATCH, "official", (replace(ours, players=(*ours.players, *players)), theirs), **{"how": "touchdown", **details}
    )


def did(number: int, **facts: Any) -> PlayerFacts:
    return PlayerFacts(f"p_{number}", **facts)


def with_everybody(facts: MatchFacts, team: Team) -> MatchFacts:
    """The match with a line for everybody of the team who could come to it, as every match tells of all of them."""
    side = facts.side_of(team.id)
    named = [each.player for each in side.players]
    rest = tuple(PlayerFacts(player.id) for player in team.available if player.id not in named)
    full = replace(side, players=(*side.players, *rest))
    return replace(facts, sides=tuple(full if each.team == team.id else each for each in facts.sides))


class Afterwards:
    """The aftermath of one team, from the events before it to the fold of everything."""

    def __init__(
        self,
        start: Team,
        facts: MatchFacts | None = None,
        *before: TeamBody,
        options: str = "",
        dice: Sequence[int] = (4, 3),
        season: SeasonFacts | None = None,
        edition: str = "official",
        plan: Plan | None = None,
        everybody: bool = True,  # came to the match who could
    ) -> None:
        self.before: list[TeamBody] = [Created(start), *before]
        kept = NOBODY
        for body in self.before:
            kept = applied(kept, body, kept.seq + 1, "")
        facts = with_everybody(facts, kept.team) if facts is not None and everybody else facts
        self.options: LeagueOptions = read_options(options, edition)
        rolls = {roll.name: tuple(dice) for roll in plan_for(edition).shared(facts, self.options)} if facts else {}
        chosen = plan or (season_plan_for(self.options) if season is not None else plan_for(edition))
        name = facts.match if facts is not None else "s_1"
        self.aftermath = Aftermath(Case(name, kept, edition, self.options, facts, season, rolls), chosen)
        self.aftermath.begin("word")

    # --- what is asked ------------------------------------------------------------------------------------------------

    @property
    def ask(self) -> Ask:
        assert isinstance(self.aftermath.need, Ask), self.aftermath.need
        return self.aftermath.need

    @property
    def roll(self) -> Roll:
        assert isinstance(self.aftermath.need, Roll), self.aftermath.need
        return self.aftermath.need

    @property
    def texts(self) -> list[str]:
        return [option.text for option in self.ask.options]

    def option(self, text: str) -> Option:
        return next(option for option in self.ask.options if option.text == text)

    def barred(self, label: str) -> Barred:
        """The thing barred that is called so, or the only one whose label holds these words."""
        found = [each for each in self.ask.barred if each.label == label]
        found = found or [each for each in self.ask.barred if label in each.label]
        assert len(found) == 1, [each.label for each in self.ask.barred]
        return found[0]

    # --- what is done -------------------------------------------------------------------------------------------------

    def put(self, *inputs: str) -> Afterwards:
        for text in inputs:
            self.aftermath.put(text)
        return self

    def choose(self, *texts: str) -> Afterwards:
        return self.put(*(f"choose {text}" for text in texts))

    def dice(self, *dice: int) -> Afterwards:
        self.aftermath.give(dice)
        return self

    def to(self, stage: str) -> Afterwards:
        """Go on to a stage: with the usual choices, and dice that show 1."""
        while self.aftermath.line.stage != stage:
            self.step()
        return self

    def step(self) -> None:
        need = self.aftermath.need
        if isinstance(need, Roll):
            self.dice(*[1] * need.count)
        else:
            self.choose(self.ask.options[self.ask.usual].text)

    def finish(self) -> Afterwards:
        while not self.aftermath.is_over:
            self.step()
        assert folded(self) == stripped(self.kept), "the fold of the events is not the team of the aftermath"
        return self

    # --- what came of it ----------------------------------------------------------------------------------------------

    @property
    def kept(self) -> Kept:
        return self.aftermath.line.kept

    @property
    def team(self) -> Team:
        return self.kept.team

    def player(self, number: int) -> Player:
        found = self.kept.player(f"p_{number}")
        assert found is not None, f"number {number} is not on the list"
        return found

    @property
    def written(self) -> list[Written]:
        return self.aftermath.line.written

    def events(self, kind: type[Any]) -> list[Any]:
        return [each.body for each in self.written if isinstance(each.body, kind)]

    def kinds(self) -> list[str]:
        return [kind_of(each.body) for each in self.written]

    def rules(self, kind: type[Any]) -> list[str]:
        return [each.rule for each in self.written if isinstance(each.body, kind)]


def history(bodies: Iterable[TeamBody]) -> list[Event]:
    found: list[Event] = []
    for body in bodies:
        cause = Cause("match", MATCH)
        found.append(linked(US, found, at="", actor=RULES, cause=cause, kind=kind_of(body), body=packed(body)))
    return found


def folded(after: Afterwards) -> Kept:
    return stripped(fold(history([*after.before, *(each.body for each in after.written)])))


def stripped(kept: Kept) -> Kept:
    """A team without the hashes of its chain."""
    return replace(kept, head="", team=replace(kept.team, history=""))


__all__ = ["DWARF", "MATCH", "THEM", "US", "Afterwards", "did", "folded", "history", "match", "player", "squad"]
