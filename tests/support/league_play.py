"""Seasons of league teams played at random: real matches between them, aftermaths with any decisions, and the ends of
seasons. Everything follows from a seed."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from dungeonbowl.engine.beginning import begin
from dungeonbowl.league.aftermath.dice import shared_dice
from dungeonbowl.league.aftermath.facts import Ending, Harm, Injury, MatchFacts, PlayerFacts
from dungeonbowl.league.aftermath.machine import Aftermath, Ask, Begin, Case, Roll
from dungeonbowl.league.aftermath.plans import plan_for
from dungeonbowl.league.aftermath.reading import read_match
from dungeonbowl.league.aftermath.season_end import season_plan_for
from dungeonbowl.league.fold import applied
from dungeonbowl.league.kept import Kept
from dungeonbowl.league.options import LeagueOptions, default_options, defaults_of
from dungeonbowl.league.team_events import Booked, Created, Journeymen, Outcome, TeamBody
from dungeonbowl.play.setting_up import new_game
from dungeonbowl.teams.drafting import STYLES, draft_team
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.journeymen import with_journeymen
from dungeonbowl.teams.team import Team
from support.season_ends import season_facts
from support.walks import GROUNDS, Luck, layout, moments

TEXTS = {
    "official": "official(turn_limit=5)",
    "stockbowl": "stockbowl(turn_limit=2)",
    "astrogranite": "astrogranite(standard, league=on, turn_limit=4)",
}
TEAMS = 4
ROUNDS = 4  # matches of each team in a season
DONE = "done"


class LeaguePlay:
    """A league of four teams. `aftermaths` plays matches and yields every aftermath before its first input; the one who
    asks plays it to its end."""

    def __init__(self, edition: str, seed: int) -> None:
        self.edition = edition
        self.luck = Luck(seed)
        self.made = 0
        self.options = self.any_options()
        self.histories: dict[str, list[TeamBody]] = {}  # of every team that ever was, by its id
        self.kept = [self.new_team() for _ in range(TEAMS)]

    def new_team(self) -> Kept:
        self.made += 1
        rosters = load_facts(self.edition).rosters
        roster = rosters[self.luck.below(len(rosters))].id
        style = STYLES[self.luck.below(len(STYLES))]
        drafted = draft_team(roster, style, self.luck.below(1000), edition=self.edition)
        named = tuple(replace(each, id=f"p_{self.made}_{each.number}") for each in drafted.players)
        created = Created(replace(drafted, players=named, id=f"t_{self.made}"))
        self.histories[created.team.id] = [created]
        return applied(Kept(Team("", "", "", ())), created, 1, "")

    def after(self, kept: Kept, *bodies: TeamBody) -> Kept:
        for body in bodies:
            self.histories[kept.team.id].append(body)
            kept = applied(kept, body, kept.seq + 1, "")
        return kept

    def any_options(self) -> LeagueOptions:
        """Options of a league, any that mean something in the edition."""
        luck = self.luck
        drawn: dict[str, object] = {
            "touchdown_points": luck.between(1, 6),
            "treasury_cap": luck.pick((0, 0, 100_000)),
            "scouting": ("mvp", "skill")[luck.below(2)],
            "mercy": luck.pick((0, 0, 3)),
            "mvp_dead": luck.one_in(4),
            "concede_winnings": ("both", "own")[luck.below(2)],
            "redraft_cap": luck.pick((0, 1_300_000, 1_100_000)),
            "off_season": ("redraft", "redraft", "carry_on", "fresh")[luck.below(4)],
        }
        fixed = defaults_of(self.edition).fixed
        return replace(default_options(self.edition), **{key: each for key, each in drawn.items() if key not in fixed})

    # --- matches ------------------------------------------------------------------------------------------------------

    def aftermaths(self, seasons: int) -> Iterator[Aftermath]:
        for season in range(seasons):
            for number in range(ROUNDS):
                yield from self.round(f"m_{season}_{number}")
            yield from self.end(f"s_{season}")
            self.options = self.any_options()

    def round(self, name: str) -> Iterator[Aftermath]:
        order = sorted(range(TEAMS), key=lambda _: self.luck.below(1_000_000))
        for table, pair in enumerate((order[:2], order[2:])):
            match = f"{name}_{table}"
            for index in pair:
                self.kept[index] = self.locked(self.kept[index], match)
            facts = self.played(match, [self.kept[index].team for index in pair])
            if self.luck.one_in(2):
                facts = self.embellished(facts, [self.kept[index].team for index in pair])
            plan = plan_for(self.edition)
            shared = shared_dice(bytes([self.luck.below(256)]) * 32, plan, facts, self.options)
            for index in pair:
                case = Case(match, self.kept[index], TEXTS[self.edition], self.options, facts, shared=shared)
                after = Aftermath(case, plan)
                yield after
                self.kept[index] = self.after(case.kept, *(each.body for each in after.line.written))

    def locked(self, kept: Kept, match: str) -> Kept:
        """The team before a match, with journeymen where it needs any. A team that nobody can play for is replaced."""
        filled = with_journeymen(kept.team, seed=self.luck.below(1000))
        crew = [each for each in filled.players if each.journeyman]
        if not filled.available:
            return self.locked(self.new_team(), match)
        named = tuple(replace(each, id=f"p_{match}_{kept.team.id}_{each.number}") for each in crew)
        return self.after(kept, Booked(match), *([Journeymen(named)] if named else []))

    def played(self, match: str, teams: list[Team]) -> MatchFacts:
        grounds = [name for name in GROUNDS[self.edition] if name]
        game = new_game(TEXTS[self.edition], layout(grounds[self.luck.below(len(grounds))]), teams)
        game.record()
        begin(game)
        for _ in moments(game, self.luck):
            pass
        return read_match(game, teams, match, friendly=self.luck.one_in(8))

    def end(self, season: str) -> Iterator[Aftermath]:
        plan = season_plan_for(self.options)
        for place, kept in enumerate(list(self.kept), 1):
            facts = season_facts(self.edition, season, place, had_trophy=kept.team.trophy)
            after = Aftermath(Case(season, kept, TEXTS[self.edition], self.options, season=facts), plan)
            yield after
            self.kept[place - 1] = self.after(kept, *(each.body for each in after.line.written))

    # --- matches in which more happens --------------------------------------------------------------------------------

    def embellished(self, facts: MatchFacts, teams: list[Team]) -> MatchFacts:
        """The same match with more deeds, injuries and other endings than a few random turns have."""
        how: Ending = ("touchdown", "conceded", "distance", "draw")[self.luck.below(4)]
        winner = self.luck.below(len(facts.sides))
        sides = []
        for index, (side, team) in enumerate(zip(facts.sides, teams, strict=True)):
            outcome: Outcome = "drawn" if how == "draw" else "won" if index == winner else "lost"
            conceded = how == "conceded" and index != winner
            players = tuple(self.busy(team, player) for player in side.players)
            scorer = self.luck.below(len(players)) if how == "touchdown" and index == winner else -1
            players = tuple(
                replace(each, deeds={"touchdown": 1}, points={"touchdown": 5}) if number == scorer else each
                for number, each in enumerate(players)
            )
            sides.append(
                replace(
                    side,
                    outcome=outcome,
                    score=int(scorer >= 0),
                    players=players,
                    conceded=conceded,
                    fit=self.luck.below(8) if conceded else 0,
                    gathered=self.luck.below(7),
                    newcomers=self.newcomers(team),
                    spent=self.luck.below(team.treasury // 10_000 + 1) * 10_000,
                )
            )
        return replace(facts, sides=tuple(sides), how=how)

    def newcomers(self, team: Team) -> tuple[str, ...]:
        linemen = team.roster_facts.of_section("linemen")
        return (linemen[self.luck.below(len(linemen))].name,) if self.luck.one_in(10) else ()

    def busy(self, team: Team, facts: PlayerFacts) -> PlayerFacts:
        player = next((each for each in team.players if each.id == facts.player), None)
        if player is None:
            return facts
        injuries: tuple[Injury, ...] = ("", "", "", "", "", "badly hurt", "misses", "niggle", "loss", "dead")
        injury = injuries[self.luck.below(len(injuries))] if self.luck.one_in(3) else ""
        points = {"casualty": 2 * self.luck.between(1, 12)} if self.luck.one_in(3) else {}
        loss = self.any_loss(team) if injury == "loss" else ""
        further = (Harm("niggle"),) if injury == "loss" and self.luck.one_in(4) else ()
        return replace(facts, injury=injury, loss=loss, further=further, points=points)

    def any_loss(self, team: Team) -> str:
        names = team.facts.characteristics
        return names[self.luck.below(len(names))]

    # --- decisions ----------------------------------------------------------------------------------------------------

    def step(self, after: Aftermath) -> None:
        """One input at random."""
        need = after.need
        if isinstance(need, Begin):
            after.begin("")
        elif isinstance(need, Roll):
            after.give([self.luck.between(1, need.faces) for _ in range(need.count)])
        else:
            assert isinstance(need, Ask)
            after.choose(self.any_choice(need))

    def any_choice(self, need: Ask) -> str:
        """Any option; the coach is done sooner than chance would have it, and fires less."""
        texts = [option.text for option in need.options]
        if DONE in texts and self.luck.one_in(5):
            return DONE
        text = texts[self.luck.below(len(texts))]
        if text.startswith(("fire", "release")) and not self.luck.one_in(5):
            text = texts[self.luck.below(len(texts))]
        return text
