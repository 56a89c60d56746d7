"""How much of a team follows from matches and dice that anybody can run again.

A history names the matches of its team by the hash of their stories. Each replay that is at hand is run again; what it
tells is compared with the events that the match has caused. Then the aftermath is made anew from its inputs, and its
dice from the seed that was revealed. So every point, coin and injury has a mark: `proven` (provable dice, all of them
checked), `replayed` (inputs are there, dice were typed or seeded), `reported` (nobody can check it), `corrected` (by a
person).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Literal, get_args

import msgspec

from dungeonbowl import __version__
from dungeonbowl.engine.game import Game
from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark, number, percent, plural, t, translated
from dungeonbowl.league import team_events as e
from dungeonbowl.league.aftermath.dice import commitment_of, proven, shared_dice
from dungeonbowl.league.aftermath.facts import MatchFacts
from dungeonbowl.league.aftermath.machine import Aftermath, Case, Plan, SeasonFacts, Written
from dungeonbowl.league.aftermath.plans import plan_for
from dungeonbowl.league.aftermath.reading import read_match
from dungeonbowl.league.aftermath.season_end import season_plan_for
from dungeonbowl.league.chain import START, Event
from dungeonbowl.league.fold import body_of, effective, fold
from dungeonbowl.league.history import History
from dungeonbowl.league.kept import Kept
from dungeonbowl.league.options import LeagueOptions, read_options
from dungeonbowl.league.preparing import fame_of
from dungeonbowl.league.team_events import Provenance, TeamBody, kind_of, with_texts
from dungeonbowl.records.replay import Replay, ReplayError
from dungeonbowl.records.replay import verify as verify_replay
from dungeonbowl.records.setup import Setup

replace = msgspec.structs.replace

What = Literal["points", "gold", "injuries"]
# `another version`: its replay was written by another version of the program, which may have told another story.
Status = Literal["proven", "replayed", "reported", "another version", "false"]
MARKS: Final[tuple[Provenance, ...]] = get_args(Provenance)
WHATS: Final[tuple[What, ...]] = get_args(What)
CLOSING: Final = ("closed", "season")  # the last events of an aftermath, and of the end of a season
DICE: Final = "dice "  # what an input begins with that dice have fallen for
STATUS_WORDS: Final[dict[Status, str]] = mark(
    {
        "proven": "proven: every die follows from a seed that was promised",
        "replayed": "replayed: the inputs give what is written",
        "reported": "reported: there is nothing to check",
        "another version": "replayed by another version",
        "false": "false",
    }
)
# What is said of a match that cannot be checked as a whole.
NO_REPLAY: Final = mark("no replay is at hand")
DICE_NOT_PROVEN: Final = mark("the dice after it are not proven")
BY_VERSION: Final = mark("written by version {version}")


class Checked(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match, or the end of a season: the number of its first event, and what was found. `dice` says whether the dice
    after it are proven too."""

    id: str
    seq: int
    status: Status
    note: str = ""
    dice: bool = False


class Mark(msgspec.Struct, frozen=True):
    """Points, gold or an injury that an event brought, and how sure they are."""

    seq: int
    what: What
    amount: int
    mark: Provenance


class Verification(msgspec.Struct, frozen=True):
    """What is known of a history. `findings` are sentences about everything that does not fit."""

    team: str
    name: str
    head: str
    matches: tuple[Checked, ...]
    seasons: tuple[Checked, ...]
    marks: tuple[Mark, ...]
    findings: tuple[str, ...]
    unused: int  # replays that belong to no match of this history

    @property
    def is_sound(self) -> bool:
        """Whether nothing contradicts anything. What cannot be checked contradicts nothing."""
        return not self.findings

    def shares(self) -> dict[What, dict[Provenance, int]]:
        """How many points, how much gold and how many injuries have each mark."""
        found: dict[What, dict[Provenance, int]] = {what: dict.fromkeys(MARKS, 0) for what in WHATS}
        for each in self.marks:
            found[each.what][each.mark] += each.amount
        return found

    def lines(self) -> list[str]:
        """The same for people, in the language that is spoken."""
        found = [
            plural(
                "{team}: {count} match, last event {event}",
                "{team}: {count} matches, last event {event}",
                len(self.matches),
                team=self.name,
                event=self.head[:12],
            )
        ]
        for checked in (*self.matches, *self.seasons):
            note = f" ({translated(checked.note)})" if checked.note else ""
            found.append(f"{checked.id}: {t(STATUS_WORDS[checked.status])}{note}")
        for what, shares in self.shares().items():
            total = sum(shares.values())
            if total:
                parts = [f"{t(name)} {percent(amount / total)}" for name, amount in shares.items() if amount]
                found.append(f"{t(what)}: {number(total)} ({', '.join(parts)})")
        if self.unused:
            found.append(
                plural(
                    "{count} replay belongs to no match of this team",
                    "{count} replays belong to no match of this team",
                    self.unused,
                )
            )
        return found + [t("wrong: {finding}", finding=told_finding(finding)) for finding in self.findings]


def told_finding(finding: str) -> str:
    """A finding in the language that is spoken: the id of a match, and what does not fit."""
    identity, _, doubt = finding.partition(": ")
    return f"{identity}: {translated(doubt)}"


def verify(history: History, replays: Iterable[Replay] = ()) -> Verification:
    """Check a history with the replays that are at hand. It was read by `read_history`, so its chain holds."""
    return Verifier(history, replays).verification()


class Doubt(Exception):
    """Something that does not fit, in a sentence."""


class Verifier:
    """The check of one history."""

    def __init__(self, history: History, replays: Iterable[Replay]) -> None:
        self.history = history
        self.events = history.events
        self.team = history.header.team
        self.bodies = effective(self.events, history.texts)
        self.replays = {replay.end.events: replay for replay in replays}
        self.used: set[str] = set()
        self.findings: list[str] = []
        self.checked: dict[int, Checked] = {}  # by the number of each event of a match or a season's end

    def verification(self) -> Verification:
        matches = [self.check_match(event) for event in self.events if self.counts(event, e.Played)]
        seasons = [self.check_season(event) for event in self.events if self.counts(event, e.Season)]
        kept = self.history.kept
        return Verification(
            self.team,
            kept.team.name,
            kept.head,
            tuple(matches),
            tuple(seasons),
            tuple(each for event in self.events for each in self.marks(event)),
            tuple(self.findings),
            len(self.replays) - len(self.used),
        )

    def counts(self, event: Event, kind: type[TeamBody]) -> bool:
        return event.kind == kind_name(kind) and isinstance(self.bodies[event.seq], kind)

    # --- what belongs together ----------------------------------------------------------------------------------------

    def run_of(self, event: Event) -> list[Event]:
        """The events around this one that one aftermath has written: those with the same cause, up to the one that
        closes it."""
        first = last = event.seq
        while first > 1 and self.is_beside(self.events[first - 2], event):
            first -= 1
        while last < len(self.events) and self.events[last - 1].kind not in CLOSING:
            if self.events[last].cause != event.cause:
                break
            last += 1
        return self.events[first - 1 : last]

    def is_beside(self, earlier: Event, event: Event) -> bool:
        return earlier.cause == event.cause and earlier.kind not in (*CLOSING, "joined", "booked")

    def seed_of(self, identity: str, after: int) -> bytes:
        """The seed of the dice of an aftermath, once it was revealed; empty before."""
        for event in self.events[after:]:
            if event.kind == "revealed" and event.body.get("match") == identity:
                try:
                    return bytes.fromhex(str(event.body.get("seed", "")))
                except ValueError:
                    raise Doubt(f"event {event.seq}: the seed is not written in hexadecimal digits") from None
        return b""

    # --- matches ------------------------------------------------------------------------------------------------------

    def check_match(self, event: Event) -> Checked:
        played = body_of(event, self.history.texts)
        assert isinstance(played, e.Played)
        run = self.run_of(event) if event.cause.kind == "match" else [event]
        found = self.guarded(played.match, run, lambda: self.examine(played, run))
        for each in run:
            self.checked[each.seq] = found
        return found

    def guarded(self, identity: str, run: Sequence[Event], examine: Callable[[], Checked]) -> Checked:
        """What was found, or `false` with the sentence of a doubt."""
        try:
            return examine()
        except Doubt as doubt:
            self.findings.append(f"{identity}: {doubt}")
            return Checked(identity, run[0].seq, "false", str(doubt))

    def examine(self, played: e.Played, run: Sequence[Event]) -> Checked:
        identity, seq = played.match, run[0].seq
        replay = self.replays.get(played.story) if played.story else None
        if replay is None:
            return Checked(identity, seq, "reported", NO_REPLAY if played.story else "")
        self.used.add(played.story)
        same = replay.header.engine == __version__
        try:
            game = verify_replay(replay).game
            team = self.team_at_lock(replay.header.setup, run)
            facts = self.facts_of(game, played, team, replay.header.setup, run)
        except ReplayError as error:
            if same:
                raise Doubt(str(error)) from None
            return Checked(identity, seq, "another version", BY_VERSION.format(version=replay.header.engine))
        except UserError as error:
            raise Doubt(str(error)) from None
        provable = replay.header.dice.source == "provable" and replay.end.seed is not None
        if played.provenance == "proven" and not provable:
            raise Doubt("the history calls it proven, but its dice are not provable")
        try:
            dice = self.again(played, run, facts)
        except Doubt:
            if not same:
                return Checked(identity, seq, "another version", BY_VERSION.format(version=replay.header.engine))
            raise
        note = "" if dice else DICE_NOT_PROVEN
        return Checked(identity, seq, "proven" if provable else "replayed", note, dice)

    def team_at_lock(self, setup: Setup, run: Sequence[Event]) -> Kept:
        """The team as it was when the match was set up: the setup names the last event before it."""
        sources = [team.source for team in setup.teams if team.source is not None and team.source.team == self.team]
        if not sources:
            raise Doubt("its replay is not a match of this team")
        head = sources[0].head
        before = self.events[: run[0].seq - 1]
        for place, event in enumerate(before, 1):
            if event.hash == head:
                return fold(before[:place], self.history.texts)
        if head in ("", START):
            raise Doubt("its replay began before the team had any history")
        raise Doubt(f"its replay began after an event {head[:12]}, which is not in this history before the match")

    def facts_of(self, game: Game, played: e.Played, kept: Kept, setup: Setup, run: Sequence[Event] = ()) -> MatchFacts:
        """The facts of a match. Of one that was played as the team entered, the aftermath itself has told of journeymen
        and fans."""
        sources = [team.source.team if team.source is not None else "" for team in setup.teams]
        told = [body_of(event, self.history.texts) for event in run]
        came = {player.id for team in setup.teams for player in team.players}
        lent = tuple(
            player
            for body in told
            if isinstance(body, e.Journeymen)
            for player in body.players
            if player.id in came and kept.player(player.id) is None
        )
        own = replace(kept.team, players=(*kept.team.players, *lent))
        teams = [own if source == self.team else None for source in sources]
        fame = other = 0
        for event in self.events:
            if event.kind == "fame" and event.cause.id == played.match:
                seen = body_of(event)
                assert isinstance(seen, e.Fame)
                fame, other = seen.fame, fame_of(seen.against, seen.fans) if seen.against else 0
        facts = read_match(
            game,
            teams,
            played.match,
            competition=played.competition,
            friendly=played.friendly,
            provenance=played.provenance,
            fame=[fame if source == self.team else other for source in sources],
        )
        crowd = next((body for body in told if isinstance(body, e.Fame)), None)
        sides = tuple(replace(side, lent=lent, crowd=crowd) if side.team == self.team else side for side in facts.sides)
        return replace(facts, sides=sides)

    def again(self, played: e.Played, run: Sequence[Event], facts: MatchFacts) -> bool:
        """Make the aftermath anew and compare. Returns whether all its dice are proven. `Doubt` if it differs."""
        closed = body_of(run[-1], self.history.texts)
        if not isinstance(closed, e.Closed) or not closed.inputs:
            self.compare_facts(played, facts)
            return False
        edition = facts.edition
        plan = plan_for(edition)
        options = self.options_of(closed.options, edition)
        kept = fold(self.events[: run[0].seq - 1], self.history.texts)
        case = Case(played.match, kept, edition, options, facts, None, dict(closed.shared), closed.commitment)
        seed = self.seed_of(played.match, run[-1].seq)
        shared = bool(seed) and shared_dice(seed, plan, facts, options) == closed.shared
        return self.rerun(case, plan, closed.inputs, closed.commitment, seed, run) and shared

    def options_of(self, text: str, edition: str) -> LeagueOptions:
        try:
            return read_options(text, edition)
        except UserError as error:
            raise Doubt(f"the options of its aftermath: {error}") from None

    def rerun(
        self, case: Case, plan: Plan, inputs: Sequence[str], commitment: str, seed: bytes, run: Sequence[Event]
    ) -> bool:
        try:
            aftermath = Aftermath(case, plan, inputs)
        except UserError as error:
            raise Doubt(f"the inputs of its aftermath do not fit: {error}") from None
        if not aftermath.is_over:
            raise Doubt("the inputs of its aftermath end too early")
        self.compare(aftermath.line.written, run)
        if not seed:  # then nothing is proven but what no die has decided
            return not any(text.startswith(DICE) for text in inputs)
        if commitment_of(seed) != commitment:
            raise Doubt("the seed of its aftermath is not the one that was promised")
        return proven(aftermath, seed, inputs)

    def compare(self, written: Sequence[Written], run: Sequence[Event]) -> None:
        """The events that the inputs give, against those of the history, one by one."""
        for event, each in zip(run, written, strict=False):
            said = body_of(event, None)
            if kind_of(each.body) != event.kind or plain(each.body) != plain(said):
                raise Doubt(f"event {event.seq} ({event.kind}): the match and its inputs give {shown(each.body)}")
            if tuple(event.dice) != each.dice:
                raise Doubt(f"event {event.seq} ({event.kind}): the match and its inputs give other dice")
            if event.rule != each.rule:
                raise Doubt(f"event {event.seq} ({event.kind}): it comes of {each.rule}, and not of {event.rule}")
        if len(run) != len(written):
            raise Doubt(f"the match and its inputs give {len(written)} events, and the history has {len(run)}")

    def compare_facts(self, played: e.Played, facts: MatchFacts) -> None:
        """Without inputs only the match itself can be compared: its result, and what the players did."""
        side = facts.side_of(self.team)
        if side.outcome != played.outcome:
            raise Doubt(f"the replay says {side.outcome}, and the history {played.outcome}")
        told = {player.player: player.deeds for player in side.players if player.deeds}
        said = {each.player: each.deeds for each in played.appearances if each.deeds}
        for player in dict.fromkeys([*told, *said]):
            if told.get(player, {}) != said.get(player, {}):
                raise Doubt(f"the replay tells other deeds of the player {player} than the history")

    # --- ends of seasons ----------------------------------------------------------------------------------------------

    def check_season(self, event: Event) -> Checked:
        season = body_of(event, self.history.texts)
        assert isinstance(season, e.Season)
        run = self.run_of(event)
        identity = event.cause.id or f"season {season.number - 1}"
        found = self.guarded(identity, run, lambda: self.examine_season(season, identity, run))
        for each in run:
            self.checked[each.seq] = found
        return found

    def examine_season(self, season: e.Season, identity: str, run: Sequence[Event]) -> Checked:
        if not season.inputs:
            return Checked(identity, run[0].seq, "reported")
        prizes = [body for each in run if isinstance(body := body_of(each, None), e.Prize)]
        prize = prizes[0] if prizes else e.Prize(0)
        facts = SeasonFacts(identity, prize.place, prize.gold, prize.trophy)
        options = self.options_of(season.options, season.edition)
        kept = fold(self.events[: run[0].seq - 1], self.history.texts)
        case = Case(identity, kept, season.edition, options, season=facts, commitment=season.commitment)
        seed = self.seed_of(identity, run[-1].seq)
        plan = season_plan_for(options)
        dice = self.rerun(case, plan, season.inputs, season.commitment, seed, run)
        return Checked(identity, run[0].seq, "proven" if dice else "replayed", "", dice)

    # --- marks --------------------------------------------------------------------------------------------------------

    def marks(self, event: Event) -> list[Mark]:
        """What an event brought, and how sure it is."""
        body = self.bodies[event.seq]
        if body is None or isinstance(body, e.Void):
            return []
        return [Mark(event.seq, what, amount, self.mark_of(event, body)) for what, amount in gains(body) if amount]

    def mark_of(self, event: Event, body: TeamBody) -> Provenance:
        if isinstance(body, e.Granted) or event.cause.kind == "correction" or self.was_replaced(event):
            return "corrected"
        checked = self.checked.get(event.seq)
        if isinstance(body, e.Prize):  # for a place in a competition, whose log is not here
            return "reported"
        if checked is None or checked.status in ("reported", "another version", "false"):
            return "reported"
        if event.dice and not checked.dice:
            return "replayed"
        return "proven" if checked.status == "proven" else "replayed"

    def was_replaced(self, event: Event) -> bool:
        return self.bodies[event.seq] != body_of(event, self.history.texts)


def kind_name(kind: type[TeamBody]) -> str:
    return str(kind.__struct_config__.tag)


def gains(body: TeamBody) -> list[tuple[What, int]]:
    """The points, the gold and the injuries that an event brings."""
    if isinstance(body, e.Points | e.MostValuable):
        return [("points", body.points)]
    if isinstance(body, e.Gold):
        return [("gold", max(0, body.amount))]
    if isinstance(body, e.Prize):
        return [("gold", body.gold)]
    if isinstance(body, e.Died | e.Hurt):
        return [("injuries", 1)]
    if isinstance(body, e.Granted):
        hurt = max(0, body.niggles) + bool(body.loss)
        return [("points", max(0, body.points)), ("gold", max(0, body.gold)), ("injuries", hurt)]
    return []


def plain(body: TeamBody) -> Any:
    """The values of a body without the words of people: those may be hidden by now."""
    return with_texts(msgspec.to_builtins(body), lambda text: "")


def shown(body: TeamBody) -> str:
    """An event in a sentence about it, shortened."""
    values = {key: value for key, value in msgspec.to_builtins(body).items() if key not in ("kind", "inputs")}
    text = f"{kind_of(body)} {values}"
    return text if len(text) <= 160 else f"{text[:157]}..."
