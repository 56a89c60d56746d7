"""What a match tells a league, read from its events: who did what, who was hurt, what was bought, how it ended.

Pieces are players of a league team by the id in the setup of the match, or by side and number where the setup has no
ids. Two to four teams, in every edition.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import FOR_HIRE, WAITS_TO_JOIN
from dungeonbowl.engine.casualties import CAUSE_NAMES
from dungeonbowl.engine.events import Event
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.setup import PlayerSheet
from dungeonbowl.engine.sides import SCORE, SPONGES_USED
from dungeonbowl.engine.statuses import ABSENT, KNOCKED_OUT, LOST, RESERVES
from dungeonbowl.errors import UserError
from dungeonbowl.league.aftermath.facts import Ending, Harm, Injury, MatchFacts, PlayerFacts, SideFacts
from dungeonbowl.league.aftermath.machine import made_id
from dungeonbowl.league.bought import bought, gold_spent
from dungeonbowl.league.team_events import Outcome, Provenance
from dungeonbowl.records.replay import Replay, verify
from dungeonbowl.records.save import story_hash
from dungeonbowl.teams.team import Player, Team
from dungeonbowl.teams.value import strength

# What points are earned for, by the clause of the event.
DEEDS: Final = {
    int(clauses.TOUCHDOWN): "touchdown",
    int(clauses.PASS_ACTION): "completion",
    int(clauses.THROW_TEAM_MATE): "throw",
    int(clauses.INTERCEPT): "interception",
    int(clauses.INTERFERE): "deflection",
    int(clauses.CASUALTY_ROLL): "casualty",
    int(clauses.WEAPON_CASUALTY): "weapon",
    int(clauses.CHEST_BALL): "chest",
    int(clauses.HAZARD_PUSH): "push",
    int(clauses.MONSTER_SLAIN): "monster",
    int(clauses.REFEREE_OUT): "referee",
    int(clauses.MOST_VALUABLE): "mvp",
}
COUNTED_APART: Final = ("touchdown", "chest")  # events of their own tell them, with points or without
BALL_INSIDE: Final = 1  # the contents of a chest
ROTTERS: Final = "Nurgle Rotter"  # the race that infected players join
CHARACTERISTICS: Final = ("", "av", "ma", "pa", "ag", "st")  # as a casualty tells them
INJURIES: Final[tuple[Injury, ...]] = ("", "badly hurt", "misses", "niggle", "loss", "dead")  # by row
# How a match has ended, by the clause of its last event; a draw is a draw however it came about.
ENDINGS: Final[dict[int, Ending]] = {
    int(clauses.TOUCHDOWN): "touchdown",
    int(clauses.DISTANCE_WIN): "distance",
    int(clauses.TURN_LIMIT): "score",
    int(clauses.MOST_TOUCHDOWNS): "score",
    int(clauses.LAST_SIDE): "last",
    int(clauses.CONCEDED): "conceded",
    int(clauses.MONSTERS_WIN): "beaten",
}


def read_match(
    game: Game,
    teams: Sequence[Team | None],
    match: str,
    *,
    competition: str = "",
    friendly: bool = False,
    provenance: Provenance = "replayed",
    fame: Sequence[int] = (),
) -> MatchFacts:
    """The facts of a match that is over. `teams` are the league teams as they came to it, journeymen included, in the
    order of its sides; `fame` is theirs, where the edition has it. Without a team (None) its side is told of as far as
    the setup of the match knows it: enough for whoever checks the history of another team.

    `UserError` if the match is not over, or if its players are not those of the teams."""
    return Reading(game, teams, match).facts(competition, friendly, provenance, fame)


def read_replay_facts(
    replay: Replay,
    teams: Sequence[Team | None],
    match: str,
    *,
    competition: str = "",
    friendly: bool = False,
    fame: Sequence[int] = (),
) -> MatchFacts:
    """The same from a replay, which is run again. The facts are `proven` if all its dice follow from a seed that was
    promised before the match. `UserError` if other teams play in it, or these teams at another time."""
    refuse_other_match(replay, teams)
    played = verify(replay)
    proven = replay.header.dice.source == "provable" and replay.end.seed is not None
    return read_match(
        played.game,
        teams,
        match,
        competition=competition,
        friendly=friendly,
        provenance="proven" if proven else "replayed",
        fame=fame,
    )


def refuse_other_match(replay: Replay, teams: Sequence[Team | None]) -> None:
    """The setup of a match names its teams, and the last event of each before it. So a match counts once, and only for
    those who have played it."""
    sources = [team.source for team in replay.header.setup.teams]
    if len(sources) != len(teams):
        raise UserError(f"replay: expected a match of {len(teams)} teams, found one of {len(sources)}")
    for number, (source, team) in enumerate(zip(sources, teams, strict=True), 1):
        if team is None or not team.id:
            continue
        if source is None or source.team != team.id:
            raise UserError(f"replay: expected {team.name} as team {number}, found another")
        if source.head != team.history:
            raise UserError(f"replay: expected {team.name} as it was locked for this match, found it at another time")


class Tally:
    """What is noted of one piece while the events are read."""

    def __init__(self) -> None:
        self.deeds: Counter[str] = Counter()
        self.points: Counter[str] = Counter()
        self.harms: list[tuple[Harm, str, str]] = []  # with what hurt it, and who
        self.mvps = 0
        self.stone = False
        self.confiscated = False
        self.infected = False
        self.absent = False


class Reading:
    """The events of one match, read once from the first to the last."""

    def __init__(self, game: Game, teams: Sequence[Team | None], match: str) -> None:
        self.game = game
        self.teams = teams
        self.match = match
        self.sides = int(game.squads.sides)
        self.ids = bind(game, teams, match)
        self.tallies = [Tally() for _ in game.squads.sheets]
        self.casualties = [0] * self.sides
        self.newcomers: list[list[str]] = [[] for _ in range(self.sides)]
        self.joined: list[list[Player]] = [[] for _ in range(self.sides)]
        self.resigned: dict[int, int] = {}  # by side: how many of its players could still play then
        self.lost: set[int] = set()
        self.fallen = -1  # the piece that the last casualty was told of
        self.ended: Event | None = None
        for event in game.events:
            read = READERS.get(int(event.kind))
            if read is not None:
                read(self, event)

    def facts(self, competition: str, friendly: bool, provenance: Provenance, fame: Sequence[int]) -> MatchFacts:
        ended = self.ended
        if ended is None:
            raise UserError(f"match {self.match}: it is not over")
        winner = ended["winner"]
        conceders = self.conceders(ended)
        sides = tuple(
            SideFacts(
                team.id if team is not None else str(self.game.squads.teams[side].identity),
                self.outcome(side, winner, int(ended.clause)),
                int(self.game.side_value(side, SCORE)),
                self.casualties[side],
                tuple(self.players_of(side)),
                tuple(bought(self.game.rules.market, self.game.events, side)),
                gold_spent(self.game.events, side),
                sum(1 for piece in self.pieces_of(side) if self.tallies[piece].deeds["funds"]),
                side in conceders,
                conceders.get(side, 0),
                tuple(self.newcomers[side]),
                tuple(self.joined[side]),
                self.strength_of(side),
                fame[side] if side < len(fame) else 0,
            )
            for side, team in enumerate(self.teams)
        )
        return MatchFacts(
            self.match,
            str(self.game.rules.edition),
            sides,
            self.ending(ended, conceders),
            competition,
            friendly,
            story_hash(self.game.events),
            provenance,
            str(self.game.dungeon.identity),
            sides[int(self.game.first_side)].team,
        )

    def strength_of(self, side: int) -> int:
        team, sheet = self.teams[side], self.game.squads.teams[side]
        return strength(team) if team is not None else int(sheet.rating) or int(sheet.value)

    # --- how it ended -------------------------------------------------------------------------------------------------

    def outcome(self, side: int, winner: int, clause: int) -> Outcome:
        """One team wins and all others are beaten. In a draw those have drawn who were still in the match; where
        monsters have won, nobody has."""
        if clause == clauses.MONSTERS_WIN:
            return "lost"
        if winner >= 0:
            return "won" if side == winner else "lost"
        still_in = [each for each in range(self.sides) if not self.is_out(each)]
        return "drawn" if not still_in or side in still_in else "lost"

    def is_out(self, side: int) -> bool:
        """Whether none of its players can come to play any more. Only matches of several sides go on without one."""
        if side in self.resigned:
            return True
        if self.sides == 2:
            return False
        sponge = int(self.game.side_value(side, SPONGES_USED)) == 0
        last = int(KNOCKED_OUT) if sponge else int(RESERVES)
        return all(int(self.game.status[piece]) > last for piece in self.pieces_of(side))

    def conceders(self, ended: Event) -> dict[int, int]:
        """The sides that gave up, each with its players who could still take the field then."""
        found = dict(self.resigned)
        if ended.clause == clauses.CONCEDED:
            for side in range(self.sides):
                if side != ended["winner"]:
                    able = [piece for piece in self.pieces_of(side) if int(self.game.status[piece]) <= int(RESERVES)]
                    found[side] = len(able)
        return found

    def ending(self, ended: Event, conceders: dict[int, int]) -> Ending:
        how = ENDINGS.get(int(ended.clause), "adjudged")
        if how == "last" and all(side in conceders for side in range(self.sides) if side != ended["winner"]):
            return "conceded"
        return "draw" if ended["winner"] < 0 and how != "beaten" else how

    # --- players ------------------------------------------------------------------------------------------------------

    def pieces_of(self, side: int) -> Iterable[int]:
        """The pieces of a side that took part: not a newcomer who never came, or a player whom nobody hired."""
        for piece in range(int(self.game.first_piece(side)), int(self.game.last_piece(side))):
            if not is_waiting(self.game, piece):
                yield piece

    def players_of(self, side: int) -> Iterable[PlayerFacts]:
        team = self.teams[side]
        items = {player.id: player.item for player in team.players} if team is not None else {}
        for piece in self.pieces_of(side):
            if self.game.can(piece, FOR_HIRE):  # on no team's list
                continue
            tally = self.tallies[piece]
            identity = self.ids[piece]
            harms = sorted(tally.harms, key=lambda harm: INJURIES.index(harm[0].injury), reverse=True)
            worst, how, by = harms[0] if harms else (Harm(""), "", "")
            yield PlayerFacts(
                identity,
                dict(sorted(tally.deeds.items())),  # in the order in which facts are kept
                dict(sorted(tally.points.items())),
                worst.injury,
                worst.loss,
                tuple(harm for harm, _, _ in harms[1:] if harm.injury != "badly hurt"),
                how,
                by,
                tally.mvps,
                tally.stone,
                tally.confiscated,
                items.get(identity, "") if worst.injury == "dead" else "",
                tally.infected,
                tally.absent,
            )

    def count(self, piece: int, deed: str) -> None:
        if piece >= 0:
            self.tallies[piece].deeds[deed] += 1

    # --- events -------------------------------------------------------------------------------------------------------

    def points_earned(self, event: Event) -> None:
        tally = self.tallies[event["piece"]]
        deed = DEEDS[int(event.clause)]
        if deed == "mvp":
            tally.mvps += 1
            return
        tally.points[deed] += event["points"]
        if deed in ("casualty", "weapon"):
            self.casualties[int(self.game.squads.sheets[event["piece"]].side)] += 1
            deed = "casualty"
        if deed not in COUNTED_APART:
            tally.deeds[deed] += 1

    def scored(self, event: Event) -> None:
        self.count(event["piece"], "touchdown")

    def chest_opened(self, event: Event) -> None:
        if event["contents"] == BALL_INSIDE:
            self.count(event["piece"], "chest")

    def fouled(self, event: Event) -> None:
        self.count(event["piece"], "foul")

    def sent_off(self, event: Event) -> None:
        self.count(event["piece"], "sent off")

    def vanished(self, event: Event) -> None:
        self.count(event["piece"], "lost")
        self.lost.add(event["piece"])

    def funds_gathered(self, event: Event) -> None:
        self.count(event["piece"], "funds")

    def casualty_suffered(self, event: Event) -> None:
        self.fallen = event["piece"]

    def casualty_settled(self, event: Event) -> None:
        """What stands of a casualty, when nothing can undo it any more. A loss of nothing is an absence (O-INJ-10)."""
        piece, by = event["piece"], event["by"]
        how, who = CAUSE_NAMES[event["cause"]], self.ids[by] if by >= 0 else ""
        for row, reduced in event.casualties():
            injury, loss = INJURIES[row], CHARACTERISTICS[reduced]
            harm = Harm("misses" if injury == "loss" and not loss else injury, loss)
            self.tallies[piece].harms.append((harm, how, who))
            if injury == "dead" and who and self.game.squads.sheets[by].side != self.game.squads.sheets[piece].side:
                self.count(by, "kill")

    def turned_to_stone(self, event: Event) -> None:
        self.tallies[event["piece"]].stone = True

    def confiscated(self, event: Event) -> None:
        self.tallies[event["piece"]].confiscated = True

    def assassinated(self, event: Event) -> None:
        if event["die"] > 1:  # on a 1 the assassin has missed (A-DIRTY-03)
            self.tallies[event["piece"]].absent = True

    def infected(self, event: Event) -> None:
        """The victim joins the killer's team after the match, where its roster has such players."""
        self.tallies[event["piece"]].infected = True
        side = int(self.game.squads.sheets[event["by"]].side)
        team = self.teams[side]
        known = team.roster_facts.position if team is not None else ()
        self.newcomers[side] += [position.name for position in known if position.race == ROTTERS][:1]

    def joined_side(self, event: Event) -> None:
        """A new player has joined in the match, in the place of the victim that was told of last. Hired players leave
        after it."""
        if self.game.can(event["piece"], FOR_HIRE):
            return
        if self.fallen >= 0:
            self.tallies[self.fallen].infected = True
        side = event["side"]
        team = self.teams[side]
        sheet = self.game.squads.sheets[event["piece"]]
        if team is None:
            return
        position = team.roster_facts.find(sheet.position)
        if position is None:
            raise UserError(f"match {self.match}: {team.name} cannot have the position {sheet.position!r}")
        self.newcomers[side].append(position.name)
        identity = self.ids[event["piece"]]
        newcomer = Player(int(sheet.number), sheet.name, position.name, position.cost, journeyman=True, id=identity)
        self.joined[side].append(newcomer)

    def resigned_side(self, event: Event) -> None:
        """Whoever could still play is lost from here on."""
        side = event["side"]
        here = [piece for piece in self.pieces_of(side) if int(self.game.status[piece]) == int(LOST)]
        self.resigned[side] = sum(piece not in self.lost for piece in here)

    def match_ended(self, event: Event) -> None:
        self.ended = event


READERS: Final[dict[int, Callable[[Reading, Event], None]]] = {
    int(events.POINTS_EARNED): Reading.points_earned,
    int(events.SCORED): Reading.scored,
    int(events.CHEST_OPENED): Reading.chest_opened,
    int(events.FOULED): Reading.fouled,
    int(events.SENT_OFF): Reading.sent_off,
    int(events.VANISHED): Reading.vanished,
    int(events.FUNDS_GATHERED): Reading.funds_gathered,
    int(events.CASUALTY_SUFFERED): Reading.casualty_suffered,
    int(events.CASUALTY_SETTLED): Reading.casualty_settled,
    int(events.TURNED_TO_STONE): Reading.turned_to_stone,
    int(events.CONFISCATED): Reading.confiscated,
    int(events.ASSASSINATED): Reading.assassinated,
    int(events.INFECTED): Reading.infected,
    int(events.JOINED): Reading.joined_side,
    int(events.RESIGNED): Reading.resigned_side,
    int(events.MATCH_ENDED): Reading.match_ended,
}


# --- who is who -------------------------------------------------------------------------------------------------------


def is_waiting(game: Game, piece: int) -> bool:
    """Whether a piece is a newcomer or a player for hire on the sheet who has not joined."""
    waits = game.can(piece, WAITS_TO_JOIN) or game.can(piece, FOR_HIRE)
    return waits and int(game.status[piece]) == int(ABSENT)


def bind(game: Game, teams: Sequence[Team | None], match: str) -> list[str]:
    """The id of the player behind each piece, empty for pieces of no side and for players for hire. A newcomer who
    waits for an infection gets an id that follows from the match. `UserError` if the players of the match are not those
    of the teams."""
    sides = int(game.squads.sides)
    if len(teams) != sides:
        raise UserError(f"match {match}: expected {sides} teams, found {len(teams)}")
    for team, sheet in zip(teams, game.squads.teams, strict=True):
        if team is None:
            continue
        if not team.id:
            raise UserError(f"match {match}: team {team.name!r} is in no league: it has no id")
        if sheet.identity not in ("", team.id):
            raise UserError(f"match {match}: expected the team {sheet.identity}, found {team.id}, {team.name}")
    found: list[str] = []
    for piece, player in enumerate(game.squads.sheets):
        side = int(player.side)
        team = teams[side] if side < sides else None
        if team is None or game.can(piece, FOR_HIRE):
            found.append(str(player.identity))
        elif game.can(piece, WAITS_TO_JOIN):
            found.append(made_id("p", f"{match}\n{team.id}\njoined {int(player.number)}"))
        else:
            found.append(player_behind(team, player, match).id)
    return found


def player_behind(team: Team, sheet: PlayerSheet, match: str) -> Player:
    """The player of a sheet: by its id, or by its number if the setup of the match has no ids."""
    number = int(sheet.number)
    for player in team.players:
        if player.id and (player.id == sheet.identity if sheet.identity else player.number == number):
            return player
    raise UserError(f"match {match}: number {number}, {sheet.name}, is not on the list of {team.name}")
