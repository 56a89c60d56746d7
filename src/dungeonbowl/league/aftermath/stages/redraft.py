"""The redraft between two seasons: whom a team keeps, and at what price (O-LEAGUE-09)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from dungeonbowl.languages import plural, t, translated
from dungeonbowl.league.aftermath.machine import Barred, Flow, Line, Option, too_dear
from dungeonbowl.league.aftermath.stages.purchases import DONE, Deal, Offer, candidates, christened
from dungeonbowl.league.aftermath.words import a, gold, who
from dungeonbowl.league.fold import Impossible, applied
from dungeonbowl.league.kept import Kept
from dungeonbowl.league.taste import USUAL_STYLE, taste_of
from dungeonbowl.league.team_events import Hired, Left, Rehired, Reroll, Staff, TeamBody
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.drafting import Drafter
from dungeonbowl.teams.problems import Problem, added
from dungeonbowl.teams.rosters import LINEMEN
from dungeonbowl.teams.team import Player, Team
from dungeonbowl.teams.value import player_value

FANS: Final = "fan_factor"  # they come along, and cannot be bought
RULE: Final = "O-LEAGUE-09"
LAST: Final = 1000.0  # more than any taste
ENOUGH: Final = 11  # players whom the assistant rehires before he pays for re-rolls

replace = msgspec.structs.replace


def rehire_price(team: Team, player: Player) -> int:
    """What a player costs at the redraft: its value, and a sum for each season that it has played, the one that has
    just ended among them. The sum does not enter its value."""
    return player_value(team, player) + team.facts.draft.off_season.per_season * (player.seasons + 1)


class Redraft:
    """A redraft under way. `old` are the players of the last season; those not rehired leave at the end. Re-rolls and
    staff are paid one by one, up to what the team had; the rest is dropped. Fans come along for nothing."""

    def __init__(self, line: Line, anew: bool) -> None:
        self.line = line
        self.anew = anew  # everybody has left: this is a draft
        self.old = {player.id for player in line.team.permanent}
        self.kept_rerolls = 0
        self.kept_staff: dict[str, int] = {}
        self.wanted = Wanted(line) if anew else None

    def run(self) -> Flow:
        line = self.line
        while True:
            offers = list(self.offers())
            deals = {each.option.text: each for each in offers if isinstance(each, Deal)}
            barred = [each for each in offers if isinstance(each, Barred)]
            options = [deal.option for deal in deals.values()]
            if self.is_complete(deals.values()):
                options.insert(0, Option(DONE, t("that is all"), self.note(), RULE))
            else:
                least = line.team.facts.draft.players.least
                barred.insert(
                    0, Barred(t("that is all"), t("a team needs at least {least} players", least=least), "O-DRAFT-03")
                )
            question = t("Who is in the team of the next season? {gold} left.", gold=gold(line.team.treasury))
            chosen = yield from line.ask(question, options, RULE, self.usual(options), barred)
            if chosen.text == DONE:
                break
            for body in deals[chosen.text].bodies:
                line.write(christened(line, body), chosen.rule, by_rules=False)
                self.count(body)
        self.leave()

    def note(self) -> str:
        gone = len([player for player in self.line.team.permanent if self.is_old(player)])
        left = gold(self.line.team.treasury)
        if not gone:
            return t("{gold} go to the treasury", gold=left)
        return plural(
            "{gold} go to the treasury; {count} player leaves",
            "{gold} go to the treasury; {count} players leave",
            gone,
            gold=left,
        )

    def is_old(self, player: Player) -> bool:
        return player.id in self.old and player.id not in self.line.kept.rehired

    def count(self, body: TeamBody) -> None:
        if isinstance(body, Reroll):
            self.kept_rerolls += 1
        if isinstance(body, Staff):
            self.kept_staff[body.key] = self.kept_staff.get(body.key, 0) + 1

    def leave(self) -> None:
        """Who was not rehired leaves, and what was not paid is dropped."""
        line = self.line
        for player in line.team.permanent:
            if self.is_old(player):
                line.write(Left(player.id, "not rehired"), RULE, by_rules=False)
        if self.anew:
            return
        if line.team.rerolls > self.kept_rerolls:
            line.write(Reroll(self.kept_rerolls - line.team.rerolls), RULE, by_rules=False)
        for key, count in line.team.staff.items():
            if key != FANS and count > self.kept_staff.get(key, 0):
                line.write(Staff(key, self.kept_staff.get(key, 0) - count), RULE, by_rules=False)

    # --- what is on offer ---------------------------------------------------------------------------------------------

    def offers(self) -> Iterable[Offer]:
        team = self.next_team(self.line.kept)
        known = check(team)
        was_enough = team.treasury >= self.cost_of_rest(team)
        for deal in (*self.players(), *self.newcomers(), *self.rerolls(), *self.staff()):
            reason = self.objection(deal.bodies[0], known, was_enough)
            option = deal.option
            yield Barred(option.label, reason, option.rule, option.group) if reason else deal

    def newcomers(self) -> Iterable[Deal]:
        for each in candidates(self.line):
            option = Option(f"hire {each.words}", t("hire {who}", who=a(each.said)), gold(each.cost), RULE, "hire")
            yield Deal(option, (Hired(each.player(self.line.team), each.cost),))

    def players(self) -> Iterable[Deal]:
        team = self.line.team
        for player in team.permanent:
            if not self.is_old(player):
                continue
            price = rehire_price(team, player)
            seasons = player.seasons + 1
            note = plural(
                "{price}: its value {value}, {count} season played",
                "{price}: its value {value}, {count} seasons played",
                seasons,
                price=gold(price),
                value=gold(player_value(team, player)),
            )
            option = Option(
                f"rehire {player.id}", t("rehire {player}", player=who(player)), note, RULE, "rehire", player.id
            )
            yield Deal(option, (Rehired(player.id, price),))
            note = t("it leaves, as does everybody who is not rehired; its number is free then")
            option = Option(
                f"release {player.id}", t("release {player}", player=who(player)), note, RULE, "release", player.id
            )
            yield Deal(option, (Left(player.id, "not rehired"),))

    def rerolls(self) -> Iterable[Deal]:
        team = self.line.team
        price = team.facts.reroll_cost(team.roster_facts)
        if self.anew:
            option = Option("reroll", t("one more team re-roll"), gold(price), "O-DRAFT-05", "re-rolls")
            if self.kept_rerolls < team.facts.draft.rerolls.limit(is_new=True):
                yield Deal(option, (Reroll(1, price),))
        elif self.kept_rerolls < team.rerolls:
            left = team.rerolls - self.kept_rerolls
            option = Option("reroll", t("keep a team re-roll, {left} left", left=left), gold(price), RULE, "re-rolls")
            yield Deal(option, (Reroll(0, price),))

    def staff(self) -> Iterable[Deal]:
        team = self.line.team
        for staff in team.facts.draft.staff:
            paid = self.kept_staff.get(staff.key, 0)
            if self.anew:
                if staff.key not in team.roster_facts.without and paid < staff.most:
                    option = Option(
                        f"staff {staff.key}",
                        t("{staff}, one more", staff=t(staff.name)),
                        gold(staff.cost),
                        RULE,
                        "staff",
                    )
                    yield Deal(option, (Staff(staff.key, 1, staff.cost),))
            elif staff.key != FANS and paid < team.staff.get(staff.key, 0):
                option = Option(
                    f"staff {staff.key}", t("keep: {staff}", staff=t(staff.name)), gold(staff.cost), RULE, "staff"
                )
                yield Deal(option, (Staff(staff.key, 0, staff.cost),))

    # --- what is legal ------------------------------------------------------------------------------------------------

    def next_team(self, kept: Kept) -> Team:
        """The team as it would begin the next season: those rehired, and newcomers."""
        players = [player for player in kept.team.permanent if player.id not in self.old or player.id in kept.rehired]
        return replace(kept.team, players=tuple(players))

    def objection(self, body: TeamBody, known: Sequence[Problem], was_enough: bool) -> str:
        """Why something cannot be bought: `known` is what is wrong with the team already, and where there was gold
        enough for a whole team before, there has to be after."""
        if isinstance(body, Left):
            return ""
        if poor := too_dear(self.line.team, body):
            return poor
        try:
            after = applied(self.line.kept, body, self.line.kept.seq + 1, "")
        except Impossible as error:
            return translated(str(error))
        if new := added(known, check(self.next_team(after))):
            return translated(new[0].text())
        needed = self.cost_of_rest(self.next_team(after))
        if was_enough and after.team.treasury < needed:
            least = after.team.facts.draft.players.least
            return t("{gold} are needed for the rest of {least} players", gold=gold(needed), least=least)
        return ""

    def cost_of_rest(self, team: Team) -> int:
        """What the cheapest players cost who would make the team complete."""
        drafter = taste_of(team).drafter
        hired = [team.position_of(player) for player in team.players]
        cost = 0
        while len(hired) < team.facts.draft.players.least:
            cheapest = min(drafter.allowed(hired), key=lambda position: position.cost)
            hired.append(cheapest)
            cost += cheapest.cost
        return cost

    def is_complete(self, deals: Iterable[Deal]) -> bool:
        """A team has its least number of players, or can pay for no more of them. Where only a shirt is missing,
        somebody has to be released."""
        team = self.next_team(self.line.kept)
        if len(team.players) >= team.facts.draft.players.least:
            return True
        if any(isinstance(body, (Rehired, Hired)) for deal in deals for body in deal.bodies):
            return False
        allowed = taste_of(team).drafter.allowed([team.position_of(player) for player in team.players])
        return team.treasury < min(position.cost for position in allowed)

    # --- what the assistant does --------------------------------------------------------------------------------------

    def usual(self, options: list[Option]) -> int:
        """The assistant rehires the best until the team could play, keeps re-rolls and staff, rehires whom else he can
        pay, fills up with linemen if he has to, and is done. A new team is one that a drafter would draft."""
        if self.wanted is not None:
            return self.wanted.usual(self.line.team, options)
        taste = taste_of(self.line.team)
        players = {player.id: player for player in self.line.team.permanent}
        complete = len(self.next_team(self.line.kept).players) >= ENOUGH

        def rank(option: Option) -> tuple[int, float]:
            verb, _, rest = option.text.partition(" ")
            if verb == "rehire":
                return (1 if complete else 3), taste.player(players[rest])
            if verb in ("reroll", "staff"):
                return 2, 0.0
            if verb == "hire" and not complete:
                return 1, hiring_taste(self.line.team, rest)
            if verb == "release" and not complete:
                return -1, -taste.player(players[rest])
            return (0 if verb == DONE else -2), 0.0

        ranks = [rank(option) for option in options]
        return ranks.index(max(ranks))


class Wanted:
    """The team that a drafter would draft with the gold of a new one."""

    def __init__(self, line: Line) -> None:
        team = line.team
        drafter = Drafter(team.facts, team.roster_facts, USUAL_STYLE, f"{line.case.id} {team.id}")
        self.staff = drafter.staff()
        hired, self.rerolls = drafter.hire(team.treasury - drafter.wages(self.staff))
        self.positions = Counter(position.name for position in hired)

    def usual(self, team: Team, options: list[Option]) -> int:
        there = Counter(player.position for player in team.permanent)
        for index, option in enumerate(options):
            verb, _, rest = option.text.partition(" ")
            if verb == "hire" and there[rest] < self.positions[rest]:
                return index
            if verb == "reroll" and team.rerolls < self.rerolls:
                return index
            if verb == "staff" and team.staff.get(rest, 0) < self.staff.get(rest, 0):
                return index
        return 0


def hiring_taste(team: Team, name: str) -> float:
    """Linemen first: they are what fills a team. Nobody who carries something is hired for that."""
    position = team.roster_facts.find(name)
    if position is None:
        return -LAST
    return taste_of(team).position(position.name) - position.cost / 4000 + (LAST if position.section == LINEMEN else 0)
