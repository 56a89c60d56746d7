"""A league of two teams: matches with provable dice, their aftermaths and ends of seasons, written into histories as a
league writes them, with the replays at hand."""

from __future__ import annotations

import hashlib

from msgspec.structs import replace

from dungeonbowl.editions import build
from dungeonbowl.engine.actions import CONCEDE
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.dice import DiceSource, ProvableDice, SeededDice
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.match import Match
from dungeonbowl.league.aftermath.dice import commitment_of, finish, shared_dice
from dungeonbowl.league.aftermath.facts import MatchFacts
from dungeonbowl.league.aftermath.machine import Aftermath, Case
from dungeonbowl.league.aftermath.plans import plan_for
from dungeonbowl.league.aftermath.reading import read_match
from dungeonbowl.league.aftermath.season_end import season_plan_for
from dungeonbowl.league.chain import RULES, Cause, linked
from dungeonbowl.league.history import History, history_of
from dungeonbowl.league.options import LeagueOptions, default_options
from dungeonbowl.league.team_events import Booked, Fame, Journeymen, Revealed, TeamBody, kind_of, packed
from dungeonbowl.records.replay import Replay, replay_of
from dungeonbowl.records.squads import squads_of
from dungeonbowl.teams.journeymen import with_journeymen
from dungeonbowl.teams.team import Player, Team
from support.league import AT, Chronicle, league_team
from support.season_ends import season_facts
from support.walks import Luck, layout, picked, play_match

EDITION = "official(turn_limit=24)"


class SmallLeague:
    """Everything follows from the numbers that matches are given."""

    def __init__(
        self,
        edition: str = EDITION,
        teams: tuple[str, str] = ("metal-strong", "death-strong"),
        ground: str = "of-1",
        options: LeagueOptions | None = None,
    ) -> None:
        name = edition.partition("(")[0]
        self.edition = edition
        self.ground = ground
        self.options = options or default_options(name)
        self.replays: list[Replay] = []
        self.teams = [Chronicle(named(f"t_{side}", ready, name)) for side, ready in zip("ab", teams, strict=True)]

    def history(self, side: int = 0) -> History:
        return history_of(self.teams[side].events, self.teams[side].texts)

    def seed(self, number: int) -> bytes:
        return hashlib.sha256(str(number).encode()).digest()

    def play(
        self,
        number: int,
        *,
        provable: bool = True,
        typed: bool = False,
        reveal: bool = True,
        crowds: tuple[Fame, ...] = (),
        patience: int = 0,
    ) -> str:
        """A match and the aftermaths of both teams. `typed`: the dice after the match are of a real table. `crowds` are
        the fans of each team. With `patience` somebody gives the match up after so many decisions."""
        match = f"m_{number}"
        for team in self.teams:
            lock(team, match)
        for team, crowd in zip(self.teams, crowds, strict=False):
            append(team, crowd, Cause("decision", match))
        teams = [team.kept.team for team in self.teams]
        rules = build(self.edition)
        dice: DiceSource = ProvableDice(self.seed(number), ["a", "b"]) if provable else SeededDice(number)
        game = begun(Game(rules, layout(self.ground), squads_of(teams, rules)), dice)
        if patience:
            give_up(game, Luck(number), patience)
        else:
            play_match(game, Luck(number))
        self.replays.append(replay_of(game))
        fame = [crowd.fame for crowd in crowds]
        facts = read_match(game.game, teams, match, provenance="proven" if provable else "replayed", fame=fame)
        plan, seed = plan_for(self.edition), self.seed(1000 + number)
        shared = shared_dice(seed, plan, facts, self.options)
        for team in self.teams:
            case = Case(match, team.kept, self.edition, self.options, facts, None, shared, commitment_of(seed))
            after = Aftermath(case, plan)
            finish(after, self.seed(999) if typed else seed, f"word {number}")
            write(team, after, Cause("match", match))
        if reveal:
            self.reveal(match, seed)
        return match

    def play_as_entered(self, *numbers: int, crowds: tuple[Fame, ...] = ()) -> None:
        """Matches with the teams as they are now, and then all their aftermaths, in the same order."""
        entered = [team.kept.team for team in self.teams]
        rules, plan = build(self.edition), plan_for(self.edition)
        told: list[tuple[str, bytes, MatchFacts]] = []
        for number in numbers:
            match = f"m_{number}"
            teams = [replace(team, players=(*team.players, *filling(team, match))) for team in entered]
            game = begun(
                Game(rules, layout(self.ground), squads_of(teams, rules)), ProvableDice(self.seed(number), ["a", "b"])
            )
            play_match(game, Luck(number))
            self.replays.append(replay_of(game))
            fame = [crowd.fame for crowd in crowds]
            facts = read_match(game.game, teams, match, provenance="proven", fame=fame)
            sides = tuple(
                replace(side, lent=filling(team, match), crowd=crowds[place] if crowds else None)
                for place, (side, team) in enumerate(zip(facts.sides, entered, strict=True))
            )
            told.append((match, self.seed(1000 + number), replace(facts, sides=sides)))
        for match, seed, facts in told:
            shared = shared_dice(seed, plan, facts, self.options)
            for team in self.teams:
                case = Case(match, team.kept, self.edition, self.options, facts, None, shared, commitment_of(seed))
                after = Aftermath(case, plan)
                finish(after, seed, f"word of {match}")
                write(team, after, Cause("match", match))
            self.reveal(match, seed)

    def end_season(self, number: int) -> str:
        season, seed = f"s_{number}", self.seed(2000 + number)
        for place, team in enumerate(self.teams, 1):
            facts = season_facts(self.edition, season, place)
            case = Case(season, team.kept, self.edition, self.options, season=facts, commitment=commitment_of(seed))
            after = Aftermath(case, season_plan_for(self.options))
            finish(after, seed, "word")
            write(team, after, Cause("season", season))
        self.reveal(season, seed)
        return season

    def reveal(self, identity: str, seed: bytes) -> None:
        for team in self.teams:
            append(team, Revealed(identity, seed.hex()), Cause("decision", identity))


def filling(team: Team, match: str) -> tuple[Player, ...]:
    """The journeymen of a team for a match, with ids."""
    crew = [each for each in with_journeymen(team).players if each.journeyman]
    return tuple(replace(each, id=f"p_{match}_{team.id}_{each.number}") for each in crew)


def give_up(match: Match, luck: Luck, patience: int) -> None:
    """So many decisions at random; then the first coach who may gives up."""
    while not match.is_over():
        patience -= 1
        top = match.game.top
        may = patience < 0 and top is not None and top.hears(match.game, CONCEDE)
        match.choose(int(CONCEDE) if may else picked(match.game, luck))


def named(team_id: str, ready: str, edition: str) -> Team:
    team = league_team(team_id, ready, edition)
    return replace(team, players=tuple(replace(each, id=f"{each.id}{team_id[2:]}") for each in team.players))


def lock(team: Chronicle, match: str) -> None:
    """Lock a team for a match, with journeymen if it needs them."""
    kept = team.kept
    filled = with_journeymen(kept.team, seed=len(team.events))
    crew = tuple(
        replace(each, id=f"p_{match}_{kept.team.id}_{each.number}") for each in filled.players if each.journeyman
    )
    append(team, Booked(match), Cause("decision", match))
    if crew:
        append(team, Journeymen(crew), Cause("decision", match))


def write(team: Chronicle, after: Aftermath, cause: Cause) -> None:
    for each in after.line.written:
        append(team, each.body, cause, each.rule, each.dice)


def append(team: Chronicle, body: TeamBody, cause: Cause, rule: str = "", dice: tuple[int, ...] = ()) -> None:
    values = packed(body, team.texts)
    kind = kind_of(body)
    team.events.append(
        linked(team.team.id, team.events, at=AT, actor=RULES, cause=cause, kind=kind, body=values, rule=rule, dice=dice)
    )
