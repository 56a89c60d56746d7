"""Result sheets: what people write down after a match at a real table, as TOML. `read_sheet` makes the facts of it that
a league reads, and refuses a sheet that makes no sense with a sentence for every mistake."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from dungeonbowl.editions import EditionError, build
from dungeonbowl.engine.casualties import CAUSE_NAMES
from dungeonbowl.engine.clauses import DISTANCE_WIN
from dungeonbowl.engine.rules import Rules
from dungeonbowl.errors import UserError
from dungeonbowl.league.aftermath.facts import Ending, Harm, Injury, MatchFacts, PlayerFacts, SideFacts
from dungeonbowl.league.aftermath.reading import DEEDS
from dungeonbowl.league.team_events import Outcome
from dungeonbowl.records.files import read_limited
from dungeonbowl.teams.files import Reader, shown
from dungeonbowl.teams.problems import Problem, TeamError, one_of
from dungeonbowl.teams.team import Player, Team
from dungeonbowl.teams.value import strength
from dungeonbowl.toml_text import tables_of

FORMAT: Final = 1
LONGEST: Final = 200_000  # bytes
FARTHEST: Final = 999  # squares between a ball and an end zone
UNMEASURED: Final = -1
MOST: Final = 99  # of anything that a player does in a match
ENDINGS: Final[tuple[Ending, ...]] = (
    "touchdown",
    "distance",
    "score",
    "last",
    "draw",
    "conceded",
    "time",
    "beaten",
    "adjudged",
)
REGENERATED: Final = "regenerated"  # a casualty of which nothing stands
# What stands of each.
HARMS: Final[dict[str, Injury]] = {
    "": "",
    "badly hurt": "badly hurt",
    "misses": "misses",
    "niggle": "niggle",
    "loss": "loss",
    "dead": "dead",
    REGENERATED: "",
}
INJURIES: Final = tuple(HARMS)[1:]
BY_HAND: Final = ("block", "spell")  # how a player hurts another and earns points for it
CLAUSES: Final = {deed: clause for clause, deed in DEEDS.items()}
# The number that a deed is worth in the tables of an edition, by its name there.
WORTH: Final = {
    "touchdown": "touchdown",
    "completion": "completion",
    "throw": "superb_throw",
    "interception": "interception",
    "deflection": "deflection",
    "casualty": "casualty",
    "weapon": "weapon_casualty",
    "chest": "chest",
    "push": "hazard",
}
REMOVED: Final = {"monster": 2, "referee": 2}  # points for removing one (A-MON-21, A-OREF-15)


class SheetError(TeamError):
    """A result sheet that is refused, with every reason."""


class MoreHarm(msgspec.Struct, frozen=True):
    """A second result of a body that decays."""

    injury: Literal["misses", "niggle", "loss"]
    loss: str = ""


class PlayerLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one player did and suffered. `by` is the number of the opponent who hurt it, of the team `of` where there
    are several."""

    number: int
    touchdown: int = 0
    completion: int = 0
    throw: int = 0
    interception: int = 0
    deflection: int = 0
    casualty: int = 0
    weapon: int = 0
    chest: int = 0
    push: int = 0
    monster: int = 0
    referee: int = 0
    foul: int = 0
    lost: int = 0
    bonus: int = 0  # points of dice for strong monsters (A-MON-21)
    mvp: int = 0
    injury: str = ""
    loss: str = ""
    further: tuple[dict[str, str], ...] = ()
    how: str = ""
    by: int = 0
    of: str = ""
    stone: bool = False
    confiscated: bool = False
    infected: bool = False
    absent: bool = False


class SideLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One team. `awarded` are touchdowns that nobody scored, `fit` are the players that it had left when it gave up.
    `squares` is how far the ball was from the end zone that this team attacks (O-TIME-03). `casualties` is for a sheet
    of numbers only; otherwise they follow from the injuries."""

    team: str
    score: int = 0
    awarded: int = 0
    conceded: bool = False
    fit: int = 0
    gathered: int = 0
    bought: tuple[str, ...] = ()
    spent: int = 0
    fame: int = 0
    newcomers: tuple[str, ...] = ()
    casualties: int = 0
    squares: int = UNMEASURED


class SheetHead(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the match ended; if nothing is said, as the score says. `winner` is the name or the id of a team. With
    `numbers` the sheet names no players: only the numbers of the match are known."""

    how: str = ""
    winner: str = ""
    numbers: bool = False


HEAD_KEYS: Final = ("format", "how", "winner", "numbers", "side")
SIDE_KEYS: Final = (*SideLine.__struct_fields__, "player")
PLAYER_KEYS: Final = tuple(PlayerLine.__struct_fields__)
COUNTED: Final = (*WORTH, *REMOVED, "foul", "lost")


def load_sheet(path: Path, teams: Sequence[Team], edition: str, match: str, **details: Any) -> MatchFacts:
    """The facts of a result sheet in a file."""
    try:
        text = read_limited(path, LONGEST).decode("utf-8")
    except UnicodeDecodeError:
        raise UserError(f"{path}: expected a result sheet in UTF-8") from None
    return read_sheet(text, teams, edition, match, source=str(path), **details)


def read_sheet(
    text: str,
    teams: Sequence[Team],
    edition: str,
    match: str,
    *,
    competition: str = "",
    friendly: bool = False,
    source: str = "result sheet",
) -> MatchFacts:
    """The facts of a match at a real table. `teams` are the league teams as they came to it, journeymen included; the
    order of the match is theirs. `SheetError` has a sentence for everything that makes no sense."""
    if len(text) > LONGEST:
        raise UserError(f"{source}: expected a result sheet of at most {LONGEST} characters")
    try:
        data = tables_of(text)
    except (ValueError, RecursionError) as error:
        raise UserError(f"{source}: expected TOML: {error}") from None
    try:
        rules = build(edition)
    except EditionError as error:
        raise UserError(f"{source}: {error}") from None
    sheet = Sheet(teams, rules, source)
    sheet.read(data)
    sheet.judge()
    sheet.refuse_mistakes()
    return sheet.facts(edition, match, competition, friendly)


def most_touchdowns(rules: Rules) -> int | None:
    """How many touchdowns a match can have; None where drives follow each other."""
    tables = rules.tables
    return None if int(tables.course.halves) > 1 else int(tables.balls.count)


def at_most(touchdowns: int) -> str:
    """The limit of a score, for a sentence that refuses one."""
    return (
        "at most one touchdown in this match" if touchdowns == 1 else f"at most {touchdowns} touchdowns in this match"
    )


class Sheet:
    """A sheet while it is read and judged. Problems are kept, so that all of them are told at once."""

    def __init__(self, teams: Sequence[Team], rules: Rules, source: str) -> None:
        self.teams = teams
        self.rules = rules
        self.source = source
        self.reader = Reader()
        self.head = SheetHead()
        self.sides: list[SideLine] = [SideLine(team.id) for team in teams]
        self.lines: list[dict[int, PlayerLine]] = [{} for _ in teams]  # by number

    def refuse(self, what: str, limit: str, found: object, where: str = "", rule: str = "") -> None:
        self.reader.problems.append(Problem(what, limit, str(found), where, rule))

    def refuse_mistakes(self) -> None:
        if self.reader.problems:
            raise SheetError(self.source, self.reader.problems)

    # --- reading ------------------------------------------------------------------------------------------------------

    def read(self, data: dict[str, Any]) -> None:
        version = data.pop("format", None)
        if version != FORMAT or isinstance(version, bool):
            self.refuse("format", str(FORMAT), "nothing" if version is None else repr(version))
        sides = data.pop("side", None)
        head = self.reader.struct(data, SheetHead, "", HEAD_KEYS)
        if head is not None:
            self.head = head
        if not isinstance(sides, list) or not all(isinstance(side, dict) for side in sides):
            self.refuse("side", "tables [[side]]", "nothing" if sides is None else shown(sides))
        else:
            self.read_sides(sides)
        self.refuse_mistakes()  # what could not be read cannot be judged
        if not self.head.how:
            self.head = msgspec.structs.replace(self.head, how=self.ending())

    def ending(self) -> Ending:
        """How the match ended, as far as concessions, scores and the winner say it."""
        if any(line.conceded for line in self.sides):
            return "conceded"
        if any(line.squares != UNMEASURED for line in self.sides):
            return "distance"
        scores = [line.score for line in self.sides]
        if scores.count(max(scores)) > 1:
            return "distance" if self.head.winner else "draw"
        return "touchdown" if sum(scores) == 1 else "score"

    def read_sides(self, raw: list[dict[str, Any]]) -> None:
        if len(raw) != len(self.teams):
            self.refuse("side", f"{len(self.teams)} of them, one for each team", len(raw))
        seen: set[int] = set()
        for place, entry in enumerate(raw, 1):
            players = entry.pop("player", [])
            line = self.reader.struct(entry, SideLine, f"side {place}", SIDE_KEYS)
            if line is None:
                continue
            side = self.side_called(line.team, f"side {place}")
            if side in seen:
                self.refuse("team", "each team once", repr(line.team), f"side {place}")
            elif side >= 0:
                seen.add(side)
                self.sides[side] = line
                self.read_players(side, players)

    def read_players(self, side: int, raw: object) -> None:
        where = self.teams[side].name
        if not isinstance(raw, list) or not all(isinstance(entry, dict) for entry in raw):
            self.refuse("player", "tables [[side.player]]", shown(raw), where)
            return
        for entry in raw:
            line = self.reader.struct(entry, PlayerLine, where, PLAYER_KEYS)
            if line is None:
                continue
            if self.player_of(side, line.number) is None:
                self.refuse("number", "a player who could play this match", line.number, where)
            elif line.number in self.lines[side]:
                self.refuse("number", "each player once", line.number, where)
            else:
                self.lines[side][line.number] = line

    def side_called(self, name: str, where: str) -> int:
        """The side of a team by its id or its name; -1 if there is none, which is noted."""
        for side, team in enumerate(self.teams):
            if name in (team.id, team.name):
                return side
        self.refuse("team", one_of([team.name for team in self.teams], name, "team"), repr(name), where)
        return -1

    def player_of(self, side: int, number: int) -> Player | None:
        return next((player for player in self.teams[side].available if player.number == number), None)

    def where(self, side: int, number: int) -> str:
        player = self.player_of(side, number)
        return f"{self.teams[side].name}, number {number} {player.name if player else ''}".rstrip()

    # --- judging ------------------------------------------------------------------------------------------------------

    def judge(self) -> None:
        self.judge_end()
        for side, line in enumerate(self.sides):
            self.judge_side(side, line)
            for player in self.lines[side].values():
                self.judge_player(side, player)
        if not self.reader.problems:
            for side in range(len(self.sides)):
                self.judge_casualties(side)

    def judge_end(self) -> None:
        how, winner = self.head.how, self.head.winner
        if how not in ENDINGS:
            self.refuse("how", one_of(ENDINGS, how, "ending"), repr(how))
            return
        named = self.side_called(winner, "winner") if winner else -1
        conceders = [side for side, line in enumerate(self.sides) if line.conceded]
        measured = self.judge_distance(how, named)
        if how in ("distance", "last", "conceded", "time") and self.winner < 0 and not winner and not measured:
            self.refuse("winner", f"a team, because the match was won by {how!r}", "nothing")
        if how in ("draw", "beaten") and winner:
            self.refuse("winner", f"nobody in a match that ended as {how!r}", repr(winner))
        scores = [line.score for line in self.sides]
        total, most = sum(scores), most_touchdowns(self.rules)
        if most is not None and total > most:
            self.refuse("score", at_most(most), total, "", self.rules.cite(CLAUSES["touchdown"]))
        if how in ("touchdown", "score"):
            best = [side for side, score in enumerate(scores) if score == max(scores)]
            if not total or len(best) > 1:
                self.refuse("score", f"one team with more touchdowns, because it ended by {how!r}", scores)
            elif winner and named >= 0 and named != best[0]:
                self.refuse("winner", f"{self.teams[best[0]].name}, who has more touchdowns", repr(winner))
        if how == "draw" and len(scores) == 2 and scores[0] != scores[1]:
            self.refuse("score", "as many touchdowns for both in a draw", scores)
        if how in ("distance", "time") and total and most == 1:
            self.refuse("score", f"no touchdown in a match won by {how!r}", total)
        if how == "conceded" and not conceders:
            self.refuse("conceded", "true for the team that gave up", "false for all")
        if named >= 0 and named in conceders:
            self.refuse("winner", "a team that did not give up", repr(winner))
        if conceders and len(self.sides) == 2 and how not in ("conceded", "adjudged"):
            self.refuse("how", "'conceded', because a team gave up", repr(how))

    def judge_distance(self, how: str, named: int) -> bool:
        """Whether the ball was measured, for every team: then the nearer one wins (O-TIME-03)."""
        squares = [line.squares for line in self.sides]
        rule = self.rules.cite(DISTANCE_WIN)
        if all(each == UNMEASURED for each in squares):
            return False
        for side, each in enumerate(squares):
            where = self.teams[side].name
            if each == UNMEASURED:
                self.refuse("squares", "a number for every team, or for none", "nothing", where, rule)
            else:
                self.whole("squares", each, FARTHEST, where)
        if how != "distance" or not rule:
            self.refuse("squares", "nothing unless the distance of the ball decides", shown(squares), "", rule)
        elif named >= 0 and UNMEASURED not in squares and named != self.nearest():
            self.refuse("winner", "the team for which the ball is nearer to its goal", repr(self.head.winner), "", rule)
        return True

    def nearest(self) -> int:
        """The side for which the ball is nearest to the end zone that it attacks; -1 if it is as near for another, or
        was not measured."""
        squares = [FARTHEST + 1 if line.squares == UNMEASURED else line.squares for line in self.sides]
        return squares.index(min(squares)) if squares.count(min(squares)) == 1 else -1

    @property
    def winner(self) -> int:
        """The side that has won, as far as it is named, nearest to its goal or the only one that did not give up; -1
        for none."""
        if self.head.how == "distance" and not self.head.winner:
            return self.nearest()
        for side, team in enumerate(self.teams):
            if self.head.winner and self.head.winner in (team.id, team.name):
                return side
        left = [side for side, line in enumerate(self.sides) if not line.conceded]
        return left[0] if self.head.how == "conceded" and len(left) == 1 and not self.head.winner else -1

    def judge_side(self, side: int, line: SideLine) -> None:
        team = self.teams[side]
        where = team.name
        fit = len(team.available)
        for key, most in (("score", MOST), ("awarded", line.score), ("fit", fit), ("gathered", fit), ("fame", 2)):
            self.whole(key, getattr(line, key), most, where)
        self.whole("spent", line.spent, team.treasury, where)
        if self.head.numbers:
            self.whole("casualties", line.casualties, MOST, where)
            if self.lines[side]:
                self.refuse("player", "nobody on a sheet of numbers only", len(self.lines[side]), where)
            return
        if line.casualties:
            self.refuse("casualties", "nothing: they follow from the injuries", line.casualties, where)
        scored = sum(each.touchdown for each in self.lines[side].values())
        if scored + line.awarded != line.score and self.head.how != "adjudged":
            limit = f"{line.score}, as many as the score has without those awarded"
            self.refuse("touchdown", limit, scored, where)
        for name in line.bought:
            wares = [ware.name for ware in self.rules.market]
            if name not in wares:
                self.refuse("bought", one_of(wares, name, "inducement"), repr(name), where)
        for name in line.newcomers:
            if team.roster_facts.find(name) is None:
                positions = [position.name for position in team.roster_facts.position]
                self.refuse("newcomers", one_of(positions, name, "position"), repr(name), where)
        if line.fit and not line.conceded:
            self.refuse("fit", "nothing for a team that did not give up", line.fit, where)

    def whole(self, what: str, value: int, most: int, where: str) -> None:
        if not 0 <= value <= most:
            self.refuse(what, f"0 to {most:,}", f"{value:,}", where)

    def judge_player(self, side: int, line: PlayerLine) -> None:
        where = self.where(side, line.number)
        for deed in (*COUNTED, "mvp", "bonus"):
            count = getattr(line, deed)
            self.whole(deed, count, MOST, where)
            if count and deed in CLAUSES and not self.rules.cite(CLAUSES[deed]):
                self.refuse(deed, "nothing: a match of this edition has none", count, where)
        if line.bonus and not line.monster:
            self.refuse("bonus", "nothing without a monster", line.bonus, where)
        self.judge_harm(side, line, where)
        player = self.player_of(side, line.number)
        if line.confiscated and player is not None and not player.weapon:
            self.refuse("confiscated", "false for a player without a weapon", "true", where)
        if line.infected and line.injury != "dead":
            self.refuse("infected", "false for a player who lives", "true", where)
        if line.absent and any(getattr(line, deed) for deed in COUNTED):
            self.refuse("absent", "false for a player who did something", "true", where)

    def judge_harm(self, side: int, line: PlayerLine, where: str) -> None:
        if line.injury and line.injury not in INJURIES:
            self.refuse("injury", one_of(INJURIES, line.injury, "injury"), repr(line.injury), where)
        if not line.injury:
            for key in ("loss", "further", "how", "by", "of"):
                if getattr(line, key):
                    self.refuse(key, "nothing without an injury", shown(getattr(line, key)), where)
        self.judge_loss(side, line.injury, line.loss, where)
        for raw in line.further:
            try:
                more = msgspec.convert(raw, MoreHarm)
            except msgspec.ValidationError:
                limit = 'results such as { injury = "niggle" } or { injury = "loss", loss = "ma" }'
                self.refuse("further", limit, shown(raw), where)
            else:
                self.judge_loss(side, more.injury, more.loss, where)
        if line.how and line.how not in CAUSE_NAMES[1:]:
            self.refuse("how", one_of(CAUSE_NAMES[1:], line.how, "cause"), repr(line.how), where)
        if line.by:
            self.judge_culprit(side, line, where)

    def judge_loss(self, side: int, injury: str, loss: str, where: str) -> None:
        known = self.teams[side].facts.characteristics
        if injury == "loss" and loss not in known:
            self.refuse("loss", one_of(known, loss, "characteristic"), repr(loss) if loss else "nothing", where)
        if injury != "loss" and injury and loss:
            self.refuse("loss", f"nothing beside the injury {injury!r}", repr(loss), where)

    def judge_culprit(self, side: int, line: PlayerLine, where: str) -> None:
        culprit = self.culprit_side(side, line)
        if culprit == -2:
            self.refuse("of", "the team of the player who did it, because there are several", "nothing", where)
        elif culprit < 0:
            names = [team.name for other, team in enumerate(self.teams) if other != side]
            self.refuse("of", one_of(names, line.of, "team"), repr(line.of), where)
        elif self.player_of(culprit, line.by) is None:
            self.refuse("by", f"the number of a player of {self.teams[culprit].name}", line.by, where)

    def culprit_side(self, side: int, line: PlayerLine) -> int:
        """The side of whoever hurt a player; -1 if there is no such team, -2 if it must be named."""
        others = [other for other in range(len(self.teams)) if other != side]
        if not line.of:
            return others[0] if len(others) == 1 else -2
        named = [other for other, team in enumerate(self.teams) if line.of in (team.id, team.name)]
        return named[0] if named else -1

    def judge_casualties(self, side: int) -> None:
        """Casualties that earned points on one side are injuries of the others: as many by each player as it claims. A
        foul, a chest or a portal earns nothing (O-SPP-03)."""
        by_hand: Counter[int] = Counter()
        by_weapon: Counter[int] = Counter()
        for other, line in self.victims(side):
            if other != side and line.how in BY_HAND:
                by_hand[line.by] += 1
            elif other != side and line.how == "weapon" and self.worth("weapon"):
                by_weapon[line.by] += 1
        for number in self.lines[side].keys() | by_hand.keys() | by_weapon.keys():
            line = self.lines[side].get(number, PlayerLine(number))
            for deed, claimed, found in (
                ("casualty", line.casualty, by_hand[number]),
                ("weapon", line.weapon, by_weapon[number]),
            ):
                if claimed != found:
                    how = "a block" if deed == "casualty" else "a weapon"
                    limit = f"{found}, as many opponents as this player has hurt by {how}"
                    self.refuse(deed, limit, claimed, self.where(side, number))

    def victims(self, side: int) -> Iterable[tuple[int, PlayerLine]]:
        """The injured whom a player of this side has hurt, with their sides."""
        for other, lines in enumerate(self.lines):
            for line in lines.values():
                if line.injury and line.by and self.culprit_side(other, line) == side:
                    yield other, line

    # --- the facts ----------------------------------------------------------------------------------------------------

    def worth(self, deed: str) -> int:
        if deed in REMOVED:
            return REMOVED[deed]
        return int(getattr(self.rules.tables.experience, WORTH[deed])) if deed in WORTH else 0

    def facts(self, edition: str, match: str, competition: str, friendly: bool) -> MatchFacts:
        how: Ending = next(each for each in ENDINGS if each == self.head.how)
        if how == "distance" and self.winner < 0:
            how = "draw"
        sides = tuple(self.side_facts(side) for side in range(len(self.teams)))
        return MatchFacts(match, edition, sides, how, competition, friendly, "", "reported")

    def side_facts(self, side: int) -> SideFacts:
        line, team = self.sides[side], self.teams[side]
        return SideFacts(
            team.id,
            self.outcome(side),
            line.score,
            line.casualties + sum(each.casualty + each.weapon for each in self.lines[side].values()),
            tuple(self.player_facts(side, player) for player in team.available),
            line.bought,
            line.spent,
            line.gathered,
            line.conceded,
            line.fit,
            line.newcomers,
            (),
            strength(team),
            line.fame,
        )

    def outcome(self, side: int) -> Outcome:
        how = self.head.how
        if how == "beaten":
            return "lost"
        drawn = how == "draw" or (how == "distance" and self.winner < 0)
        if drawn or (how == "adjudged" and not self.head.winner):
            return "lost" if self.sides[side].conceded else "drawn"
        if self.winner >= 0:
            return "won" if side == self.winner else "lost"
        return "won" if self.sides[side].score == max(line.score for line in self.sides) else "lost"

    def player_facts(self, side: int, player: Player) -> PlayerFacts:
        line = self.lines[side].get(player.number, PlayerLine(player.number))
        deeds = {deed: getattr(line, deed) for deed in (*WORTH, *REMOVED, "foul", "lost") if getattr(line, deed)}
        points = {deed: count * self.worth(deed) for deed, count in deeds.items() if self.worth(deed)}
        if line.bonus:
            points["monster"] += line.bonus
        if "weapon" in deeds:
            deeds["casualty"] = deeds.get("casualty", 0) + deeds.pop("weapon")
        victims = [each for other, each in self.victims(side) if other != side and each.by == player.number]
        if kills := sum(each.injury == "dead" for each in victims):
            deeds["kill"] = kills
        injury = HARMS[line.injury]
        culprit = self.culprit_side(side, line) if line.by else -1
        by = self.player_of(culprit, line.by) if culprit >= 0 else None
        return PlayerFacts(
            player.id,
            deeds,
            points,
            injury,
            line.loss,
            tuple(msgspec.convert(raw, Harm) for raw in line.further),
            line.how if injury else "",
            by.id if by is not None and injury else "",
            line.mvp,
            line.stone,
            line.confiscated,
            player.item if injury == "dead" else "",
            line.infected,
            line.absent,
        )


# --- an empty one -----------------------------------------------------------------------------------------------------


def blank_sheet(teams: Sequence[Team]) -> str:
    """A sheet to fill in: every player with a line, and remarks on what may be written."""
    lines = [
        f"format = {FORMAT}",
        f'how = "touchdown"              # {", ".join(ENDINGS)}',
        '# winner = "..."                # where the touchdowns do not say it',
    ]
    for team in teams:
        lines += ["", "[[side]]", f"team = {msgspec.json.encode(team.name).decode()}", "score = 0"]
        for player in team.available:
            lines += ["", "[[side.player]]", f"number = {player.number}                      # {player.name}"]
    lines += [
        "",
        f"# what a player did: {', '.join(COUNTED)}",
        f"# what it suffered: injury = {', '.join(INJURIES)}; loss, how, by (a number of the other team)",
    ]
    return "\n".join(lines) + "\n"
