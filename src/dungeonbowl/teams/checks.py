"""Whether a team is legal: one validator for every edition, which reports all reasons at once. Whether a legal team can
play its next match is another question (`objections`): its players may be hurt.

The numbers and the cited rules come from the facts of the team's edition. A limit that an edition does not have is not
checked.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.teams.consistency import repeated
from dungeonbowl.teams.draft_facts import MANY, Budget, Draft
from dungeonbowl.teams.facts import Facts, load_facts
from dungeonbowl.teams.journeymen import journeymen_needed
from dungeonbowl.teams.problems import Problem, one_of
from dungeonbowl.teams.rosters import Position, Roster
from dungeonbowl.teams.skill_book import TRAIT, Skill
from dungeonbowl.teams.team import KINDS, Gain, Player, Team
from dungeonbowl.teams.value import inducement_problems

LONGEST_NAME: Final = 80  # the fields of the draft page take as much
MOST_NAMED: Final = 6  # of several numbers in one line
HIGHEST_NUMBER: Final = 99
MOST: Final = 100_000_000  # for gold, games and points


def check(team: Team) -> list[Problem]:
    """Every reason why a team is not legal; none for a legal one."""
    try:
        facts = load_facts(team.edition)
    except UserError as error:
        return [Problem("edition", "an edition with rosters", str(error))]
    roster = facts.find(team.roster)
    if roster is None:
        key = facts.draft.roster_key
        ids = [roster.id for roster in facts.rosters]
        return [Problem(key, one_of(ids, team.roster, key), repr(team.roster), "", facts.draft.rule("roster"))]
    return Check(team, facts, roster).everything()


def objections(team: Team) -> list[Problem]:
    """Every reason why a legal team cannot play its next match; empty if it can.

    Players who miss the game do not count, and journeymen replace them if the edition has any.
    """
    least = team.facts.draft.players.fit
    fit = len(team.available) + journeymen_needed(team)
    if fit >= least:
        return []
    rule = team.facts.draft.rule("fit")
    return [Problem("players who can take the field", f"at least {least}", f"{fit} of {len(team.players)}", "", rule)]


def gain_problems(team: Team, player: Player, gain: Gain) -> list[Problem]:
    """Every reason why a player cannot have one advancement more."""
    facts, roster = team.facts, team.roster_facts
    position = roster.find(player.position)
    after = Check(team, facts, roster)
    after.gained(msgspec.structs.replace(player, gained=(*player.gained, gain)), position, "")
    if not after.problems:
        return []
    before = Check(team, facts, roster)
    before.gained(player, position, "")
    known = [problem.text() for problem in before.problems]
    return [problem for problem in after.problems if problem.text() not in known]


class Check:
    """The checks of one team, chapter by chapter. Each adds the problems it finds."""

    def __init__(self, team: Team, facts: Facts, roster: Roster) -> None:
        self.team = team
        self.facts = facts
        self.draft: Draft = facts.draft
        self.roster = roster
        self.problems: list[Problem] = []
        self.positions: dict[int, Position] = {}  # by the player's place in the list, if the position is known

    def everything(self) -> list[Problem]:
        self.head()
        self.find_positions()
        self.size()
        self.numbers()
        self.sections()
        self.race_slots()
        self.gold()
        self.journeymen()
        self.armed()
        for index, player in enumerate(self.team.players):
            self.player(index, player)
        self.skill_points()
        return self.problems

    def refuse(self, what: str, limit: str, found: object, where: str = "", subject: str = "") -> None:
        self.problems.append(Problem(what, limit, str(found), where, self.draft.rule(subject)))

    def whole(self, what: str, value: int, least: int, most: int | None, where: str = "", subject: str = "") -> bool:
        """Check that a number is within its limits. Returns whether it is."""
        if value < least or value > (MOST if most is None else most):
            limit = f"{least:,} or more" if most is None and value < least else f"{least:,} to {most or MOST:,}"
            self.refuse(what, f"exactly {least:,}" if least == most else limit, f"{value:,}", where, subject)
            return False
        return True

    def name(self, what: str, value: str, where: str = "") -> None:
        if not value.strip() or len(value) > LONGEST_NAME or not value.isprintable():
            self.refuse(what, f"1 to {LONGEST_NAME} characters that can be seen", seen(value), where)

    # --- the team as a whole ----------------------------------------------------------------------------------------

    def head(self) -> None:
        team = self.team
        self.name("name", team.name)
        if team.coach:
            self.name("coach", team.coach)
        if team.kind not in KINDS or team.kind not in self.draft.budgets:
            self.refuse("kind", one_of(list(self.draft.budgets), team.kind, "kind"), repr(team.kind))
        most_games = 0 if team.kind == "exhibition" else None
        self.whole("games", team.games, 0, most_games, "", "exhibition_injuries" if most_games == 0 else "")
        self.whole("rerolls", team.rerolls, 0, self.draft.rerolls.limit(team.is_new), "", "rerolls")
        self.staff()
        self.inducements()

    def staff(self) -> None:
        hired = {staff.key: staff for staff in self.draft.staff if staff.key not in self.roster.without}
        for key, count in self.team.staff.items():
            if key not in hired:
                self.refuse("staff", one_of(list(hired), key, "staff"), repr(key), "", "staff")
            else:
                self.whole(f"staff.{key}", count, 0, hired[key].limit(self.team.is_new), "", "staff")

    def inducements(self) -> None:
        """An exhibition team has its inducements on its list; a league team buys them before each game."""
        if self.team.kind == "exhibition":
            self.problems += inducement_problems(self.team, self.team.inducements)
        elif self.team.inducements:
            self.refuse(
                "inducements", "none: a league team buys them before each game", ", ".join(self.team.inducements)
            )

    def find_positions(self) -> None:
        names = [position.name for position in self.roster.position]
        for index, player in enumerate(self.team.players):
            position = self.roster.find(player.position)
            if position is not None:
                self.positions[index] = position
            else:
                limit = one_of(names, player.position, "position")
                self.refuse("position", limit, repr(player.position), self.label(index), "roster")

    def label(self, index: int) -> str:
        player = self.team.players[index]
        return f"player {index + 1} {player.name!r}" if player.name else f"player {index + 1}"

    def size(self) -> None:
        """The number of permanent players. A team that has played may have lost some. (O-DRAFT-03)"""
        least = self.draft.players.least if self.team.is_new else 0
        self.whole("players", len(self.team.permanent), least, self.draft.players.most, "", "size")

    def numbers(self) -> None:
        for number in repeated(str(player.number) for player in self.team.players):
            self.refuse("number", "each number once", f"{number} twice", "", "number")
        most = self.draft.players.most
        outside = [
            index
            for index, player in enumerate(self.team.players)
            if not 1 <= player.number <= (HIGHEST_NUMBER if player.journeyman else most)
        ]
        if len(outside) > 1:  # one line for all of them, so that other faults are seen
            numbers = ", ".join(str(self.team.players[index].number) for index in outside[:MOST_NAMED])
            more = f" and {len(outside) - MOST_NAMED} others" if len(outside) > MOST_NAMED else ""
            self.refuse("numbers", f"1 to {most}", numbers + more, "", "number")
        elif outside:
            index = outside[0]
            self.refuse("number", f"1 to {most}", self.team.players[index].number, self.label(index), "number")

    def sections(self) -> None:
        """Limits of sections, all their positions together, and limits of single positions. (O-DRAFT-04)"""
        hired = self.hired()
        sections = Counter(position.section for position in hired)
        for section, limit in self.roster.limits.items():
            if sections[section] > limit:
                self.refuse(f"section {section}", f"at most {limit}", sections[section], "", "section")
        for name, count in Counter(position.name for position in hired).items():
            position = self.roster.find(name)
            if position is not None and position.limit is not None and count > position.limit:
                self.refuse(f"position {name}", f"at most {position.limit}", count, "", "section")

    def hired(self) -> list[Position]:
        """The positions of the permanent players, as far as they are known."""
        players = self.team.players
        return [position for index, position in self.positions.items() if not players[index].journeyman]

    def race_slots(self) -> None:
        """In editions that count races: the largest, the second, the third; a special race fits only in the last
        slot."""
        slots = self.draft.race_slots
        if not slots:
            return
        counts = Counter(position.race for position in self.hired())
        special = counts.pop(self.roster.special_race, 0)
        if special > slots[-1]:
            self.refuse(f"race {self.roster.special_race}", f"at most {slots[-1]}", special, "", "races")
        limits = slots[:-1] if special else slots
        ranked = counts.most_common()
        if len(ranked) > len(limits):
            self.refuse("races", f"at most {len(slots)}", len(ranked) + bool(special), "", "races")
        for (race, count), limit in zip(ranked, limits, strict=False):
            if count > limit:
                self.refuse(f"race {race}", f"at most {limit}", count, "", "races")

    # --- gold -------------------------------------------------------------------------------------------------------

    def gold(self) -> None:
        """A new team has spent no more than its budget, and a league team keeps the rest. (O-DRAFT-02, O-EXH-01)"""
        budget = self.draft.budgets.get(self.team.kind)
        if budget is None:
            return
        subject = "exhibition_budget" if self.team.kind == "exhibition" else "budget"
        given = self.team.budget or budget.usual
        if not self.whole("budget", given, budget.least, budget.most, "", subject):
            return
        if self.team.is_new:
            self.new_gold(budget, given, subject)
        else:
            self.whole("treasury", self.team.treasury, 0, None)

    def new_gold(self, budget: Budget, given: int, subject: str) -> None:
        prices = {staff.key: staff.cost for staff in self.draft.staff}
        prices |= {inducement.key: inducement.cost for inducement in self.draft.inducement}
        extras = {**self.team.staff, **(self.team.inducements if self.team.kind == "exhibition" else {})}
        spent = sum(position.cost for position in self.hired()) + self.weapons_cost()
        spent += max(self.team.rerolls, 0) * self.facts.reroll_cost(self.roster)
        spent += sum(prices.get(key, 0) * max(count, 0) for key, count in extras.items())
        if spent > given:
            self.refuse("gold spent", f"at most {given:,}", f"{spent:,}", "", subject)
            self.whole("treasury", self.team.treasury, 0, None, "", subject)
            return
        rest = given - spent if budget.keeps_rest else 0
        if len(self.positions) == len(self.team.players):  # otherwise the rest of the gold is not known
            self.whole("treasury", self.team.treasury, rest, rest, "", subject)
        else:
            self.whole("treasury", self.team.treasury, 0, None, "", subject)

    # --- journeymen -------------------------------------------------------------------------------------------------

    def journeymen(self) -> None:
        count = sum(player.journeyman for player in self.team.players)
        if not count:
            return
        rule = self.draft.journeymen
        if rule is None or self.team.kind == "exhibition":
            self.refuse("journeymen", "none", count, "", "exhibition_journeymen")
            return
        if len(self.team.available) > rule.upto:
            limit = f"at most {rule.upto} available players with journeymen"
            self.refuse("journeymen", limit, len(self.team.available), "", "journeymen")
        for index, position in self.positions.items():
            if self.team.players[index].journeyman and position.section != rule.section:
                where = self.label(index)
                self.refuse(
                    "position", f"one of {rule.section} for a journeyman", position.name, where, "journeyman_position"
                )

    # --- what players carry -----------------------------------------------------------------------------------------

    def armed(self) -> None:
        """Only a few players of a team may have a secret weapon (A-SW-01)."""
        count = sum(bool(player.weapon) for player in self.team.players)
        if count > self.draft.armed_most:
            self.refuse("weapons", f"at most {self.draft.armed_most}", count, "", "armed")

    def weapons_cost(self) -> int:
        found = 0
        for index, position in self.positions.items():
            weapon = self.draft.find_weapon(self.team.players[index].weapon)
            if weapon is not None:
                found += weapon.price(position.race)
        return found

    def weapon(self, player: Player, position: Position | None, where: str) -> None:
        """The weapon is known, and the player may have it: a lineman of one of its races (A-SW-02, A-SW-03)."""
        weapon = self.draft.find_weapon(player.weapon)
        if weapon is None:
            names = [each.name for each in self.draft.weapon]
            limit = one_of(names, player.weapon, "weapon") if names else "none"
            self.refuse("weapon", limit, repr(player.weapon), where)
        elif position is not None and position.race not in weapon.races:
            self.refuse("weapon", f"{weapon.name} for {', '.join(weapon.races)}", position.race, where, "weapon_race")
        elif position is not None and position.limit is not None:
            self.refuse("weapon", f"{weapon.name} for a lineman", position.name, where, "weapon_position")

    def item(self, player: Player, where: str) -> None:
        """The item is known, and was bought after a game (A-ITEM-01)."""
        if self.draft.find_item(player.item) is None:
            names = [each.name for each in self.draft.item]
            limit = one_of(names, player.item, "item") if names else "none"
            self.refuse("item", limit, repr(player.item), where)
        elif self.team.is_new:
            self.refuse("item", "nothing before the first game", player.item, where, "item")

    # --- one player -------------------------------------------------------------------------------------------------

    def player(self, index: int, player: Player) -> None:
        where = self.label(index)
        self.name("name", player.name, where)
        position = self.positions.get(index)
        if position is not None and self.team.is_new:
            self.whole("cost", player.cost, position.cost, position.cost, where, "roster")
        else:  # a team that has played keeps the prices that it paid, whatever the roster says by now
            self.whole("cost", player.cost, 0, None, where)
        self.whole("earned", player.earned, 0, None, where)
        self.whole("spent", player.spent, 0, player.earned, where)
        self.whole("niggles", player.niggles, 0, MANY, where)
        for loss in player.losses:
            if loss not in self.draft.characteristics:
                limit = one_of(list(self.draft.characteristics), loss, "characteristic")
                self.refuse("losses", limit, repr(loss), where)
        if player.weapon:
            self.weapon(player, position, where)
        if player.item:
            self.item(player, where)
        if player.confiscated and not player.weapon:
            self.refuse("confiscated", "a weapon", "none", where)
        self.unhurt(player, where)
        self.gained(player, position, where)

    def unhurt(self, player: Player, where: str) -> None:
        """Exhibition players are unhurt: injuries end with the game. So are new league players. (O-EXH-03)"""
        if self.team.games > 0:
            return
        subject = "exhibition_injuries" if self.team.kind == "exhibition" else ""
        marks = {
            "niggles": player.niggles > 0,
            "losses": bool(player.losses),
            "misses_next_game": player.misses_next_game,
            "retired": player.retired,
            "earned": player.earned > 0,
        }
        for key, marked in marks.items():
            if marked:
                self.refuse(key, "nothing before the first game", getattr(player, key), where, subject)

    def gained(self, player: Player, position: Position | None, where: str) -> None:
        """Each advancement is known, allowed for the position, new to the player, and they are not too many. (O-SPP-06,
        O-SPP-08)"""
        advancement = self.draft.advancement
        if len(player.gained) > advancement.most:
            self.refuse("gained", f"at most {advancement.most}", len(player.gained), where, "advancement")
        if player.gained and self.team.is_new and self.team.kind == "league":
            self.refuse("gained", "nothing before the first game", len(player.gained), where)
        raises = Counter(gain.raised for gain in player.gained if gain.raised)
        for name, count in raises.items():
            if name not in self.draft.characteristics:
                limit = one_of(list(self.draft.characteristics), name, "characteristic")
                self.refuse("gained", limit, repr(name), where)
            elif count > advancement.raises_each:
                self.refuse(f"gained {name}", f"at most {advancement.raises_each}", count, where, "advancement")
        held = self.skills_of_position(position)
        for gain in player.gained:
            skill = self.gain(gain, position, held, where)
            if skill is not None:
                held[skill.name] = skill

    def skills_of_position(self, position: Position | None) -> dict[str, Skill]:
        skills = [self.facts.skills.read(text).skill for text in (position.skills if position else ())]
        return {skill.name: skill for skill in skills}

    def gain(self, gain: Gain, position: Position | None, held: dict[str, Skill], where: str) -> Skill | None:
        """Check one advancement; returns the skill if it is one."""
        if bool(gain.skill) == bool(gain.raised):
            self.refuse("gained", "a skill or a characteristic raised", "both" if gain.skill else "neither", where)
            return None
        if gain.raised:
            if self.team.kind == "exhibition":
                self.refuse("gained", "a chosen skill", f"raised {gain.raised}", where, "skill_points")
            return None
        try:
            skill = self.facts.skills.read(gain.skill).skill
        except UserError as error:
            limit, _, _ = str(error).partition("expected ")[2].partition(", found")
            self.refuse("gained", limit, repr(gain.skill), where)
            return None
        if skill.category == TRAIT:
            self.refuse("gained", "a skill: a trait cannot be learnt", skill.name, where, "advancement")
        elif position is not None and skill.category not in (open_categories := categories_for(position, skill)):
            open_to = ", ".join(open_categories) or "nothing"
            self.refuse("gained", f"a skill out of {open_to}", f"{skill.name} ({skill.category})", where, "advancement")
        if skill.name in held:
            self.refuse("gained", "no skill twice", skill.name, where, "skill_twice")
        for other in held.values():
            if other.name in skill.excludes or skill.name in other.excludes:
                self.refuse("gained", f"no {skill.name} beside {other.name}", skill.name, where)
        for needed in skill.requires:
            if needed not in held:
                self.refuse("gained", f"{needed} first", skill.name, where)
        if gain.random and self.team.kind == "exhibition":
            self.refuse("gained", "a chosen skill", f"{skill.name} at random", where, "skill_points")
        return skill

    def skill_points(self) -> None:
        """The agreed pool of an exhibition pays for every chosen skill. (O-EXH-02)"""
        team = self.team
        if team.kind != "exhibition":
            self.whole("skill_points", team.skill_points, 0, 0, "", "skill_points")
            return
        self.whole("skill_points", team.skill_points, 0, None, "", "skill_points")
        spent = 0
        for index, position in self.positions.items():
            skills = [gain.skill for gain in team.players[index].gained if gain.skill]
            spent += sum(self.points(position, skill, held) for held, skill in enumerate(skills))
        if spent > max(team.skill_points, 0):
            self.refuse("points for skills", f"at most {max(team.skill_points, 0)}", spent, "", "skill_points")

    def points(self, position: Position, skill: str, held: int) -> int:
        """The price of a chosen skill after so many advancements; 0 for a skill that is refused anyway."""
        try:
            category = self.facts.skills.read(skill).skill.category
        except UserError:
            return 0
        advancement = self.draft.advancement
        prices = advancement.chosen_primary if category in position.primary else advancement.chosen_secondary
        return prices[min(held, len(prices) - 1)] if prices else 0


def categories_for(position: Position, skill: Skill) -> tuple[str, ...]:
    """The categories from which a position may learn a skill. Some skills are only for players whose primary category
    it is."""
    return position.primary if skill.doubles else (*position.primary, *position.secondary)


def seen(value: str) -> str:
    """What is wrong with a name, for people: how long it is, or that something in it is not to be seen."""
    if not value.strip():
        return "nothing"
    if len(value) > LONGEST_NAME:
        return f"{len(value)}"
    shown = "".join(character for character in value if character.isprintable())
    return f"an invisible one in {shown!r}" if shown.strip() else "only invisible ones"
