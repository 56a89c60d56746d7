"""Replays to walk through, decision by decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from itertools import islice
from pathlib import Path

from dungeonbowl.engine.match import ACTION_INPUT
from dungeonbowl.errors import UserError
from dungeonbowl.play.actions import Action
from dungeonbowl.play.events import Event
from dungeonbowl.play.match import Match, events_of
from dungeonbowl.play.named import Named
from dungeonbowl.play.position import Position
from dungeonbowl.play.setting_up import match_dice
from dungeonbowl.records.replay import Replay as ReplayRecord
from dungeonbowl.records.replay import decisions, follow, read_replay, verify
from dungeonbowl.words.notation import COACHES, SIDE_LETTERS, Names


class Moment(Named):
    """One decision of a replay, with what came of it. The first moment is the beginning: it has no action.

    >>> import os
    >>> from dungeonbowl import Match, Replay
    >>> match = Match("official(quick=1)", seed=7)
    >>> told = match.play("end turn")
    >>> match.save("match.jsonl")
    >>> for moment in Replay.load("match.jsonl"):
    ...     print(moment, len(moment.events), moment.position.asked)
    0: the beginning 16 away
    1: away: end turn 2 home
    >>> os.remove("match.jsonl")
    """

    __slots__ = ("action", "events", "number", "position", "side")

    number: int
    side: str | None
    action: Action | None
    events: tuple[Event, ...]
    position: Position

    def __init__(
        self, number: int, side: str | None, action: Action | None, events: Iterable[Event], position: Position
    ) -> None:
        self._hold(number=number, side=side, action=action, events=tuple(events), position=position)

    def __reduce__(self) -> tuple[object, ...]:
        return Moment, (self.number, self.side, self.action, self.events, self.position)

    @property
    def text(self) -> str:
        if self.action is None:
            return f"{self.number}: the beginning"
        return f"{self.number}: {self.side}: {self.action}"


class Replay:
    """A match that was written down. It is played again while one walks through it.

    >>> import os
    >>> from dungeonbowl import Match, Replay, bots
    >>> match = Match("official(quick=1, turn_limit=1)", seed=7)
    >>> while not match.is_over:
    ...     told = match.play(bots.random(match))
    >>> match.save("match.jsonl")
    >>> replay = Replay.load("match.jsonl")
    >>> replay
    <Replay official(quick=1, turn_limit=1), Home against Away: away>
    >>> [moment.action for moment in replay][:2]
    [None, ...]
    >>> replay.at(0).asked, replay.verify()
    ('away', True)
    >>> os.remove("match.jsonl")
    """

    def __init__(self, record: ReplayRecord) -> None:
        self.record = record

    @classmethod
    def load(cls, path: Path | str) -> Replay:
        """Read a replay. `UserError` names the file, the line and what was expected there."""
        return cls(read_replay(path))

    @property
    def edition(self) -> str:
        """The edition with its options, as text."""
        return self.record.header.setup.edition

    @property
    def teams(self) -> list[str]:
        """The names of the teams."""
        return [team.name for team in self.record.header.setup.teams]

    @property
    def winner(self) -> str | None:
        """The side that has won, or `draw`; None for a match that was not played out."""
        winner = self.record.end.winner
        return winner if winner in (None, "draw") else COACHES[SIDE_LETTERS.index(str(winner))]

    @property
    def score(self) -> list[int]:
        """Touchdowns of each side."""
        return list(self.record.end.score)

    def __len__(self) -> int:
        """How many moments there are: the beginning, and one for each decision."""
        return 1 + sum(1 for line in self.record.inputs if line.do is not None)

    def __iter__(self) -> Iterator[Moment]:
        told = played = 0
        before: Position | None = None
        for number, (match, inputs) in enumerate(decisions(self.record)):
            game = match.game
            position = Position(game.clone(), Names(game))
            action = side = None
            if before is not None:
                chosen = match.inputs[played]
                assert chosen.kind == ACTION_INPUT
                action = Action(before, chosen.numbers[0])
                side = before.asked.text if before.asked is not None else None
            yield Moment(number, side, action, events_of(position, game.events[told:]), position)
            told, played, before = len(game.events), inputs, position

    def at(self, number: int) -> Match:
        """The match after so many decisions, to be looked at or played on with other dice."""
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(self):
            raise UserError(f"there is no decision {number!r} in this replay; the last is {len(self) - 1}")
        found = next(islice(decisions(self.record), number, None))
        engine = copy(found[0])
        engine.dice = match_dice(number)
        return Match.around(engine, number)

    def verify(self) -> bool:
        """Play it again and compare; `UserError` says where it does not tell the match it claims to tell."""
        verify(self.record)
        return True

    @property
    def story(self) -> list[str]:
        """The whole story, as lines to read."""
        return Match.around(follow(self.record)).story

    def __repr__(self) -> str:
        return f"<Replay {self.edition}, {' against '.join(self.teams)}: {self.winner or 'not played out'}>"
