"""What the viewers of one match are told: everything when they join, then what has changed.

Clients know no rule, so all that they show is made here, by `view`, from the match as it is in the database. What is
the same for several viewers is made once, texts once for each language that a viewer has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses
from dungeonbowl.engine.events import CHEST_OPENED
from dungeonbowl.engine.game import Game
from dungeonbowl.languages import mark, speaking, spoken, t, translated
from dungeonbowl.server import wire
from dungeonbowl.server.exercising import judged, shown_task
from dungeonbowl.server.resuming import OVER, PLAYING, WAITING
from dungeonbowl.server.taking_back import take_back_shown
from dungeonbowl.server.view.boards import board_of, master_card, setup_view, side_card
from dungeonbowl.server.view.positions import position_of, winner_of
from dungeonbowl.server.view.prompts import Prompter
from dungeonbowl.server.view.stories import Storyteller
from dungeonbowl.server.view.summaries import summary_again, summary_for
from dungeonbowl.server.view.wanted import wanted_prompt
from dungeonbowl.server.viewers import ENCODER, Viewer
from dungeonbowl.storage.match_records import ABANDONED, StoredChat

if TYPE_CHECKING:
    from dungeonbowl.server.session import Session

HOUSE: Final = "Dungeon Bowl"  # the name of the server in the chat
LOG_LINES: Final = 200  # events of the log that are sent to a new viewer
DRAW: Final = mark("A draw")
ENDINGS: Final = mark({int(clauses.MONSTERS_WIN): "The monsters win"})  # matches without a winner that are no draw


class Voice:
    """The tellers of one match in one language: they remember names of places, which are words too."""

    def __init__(self, blank: Game, game: Game) -> None:
        self.prompter = Prompter(blank)
        self.teller = Storyteller(game)
        self.setup_known: tuple[Dungeon, wire.Setup] | None = None
        self.lately: tuple[int, int, list[wire.Event], wire.Position] | None = None


class Telling:
    """Tells the viewers of one match, and keeps what is made for all of them."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.voices: dict[str, Voice] = {}  # by language
        self.shown: Dungeon = session.blank.dungeon
        self.opened: list[int] = []  # squares of opened chests, from the events before number `read`
        self.read = 0

    @property
    def voice(self) -> Voice:
        """The tellers of the language that is spoken."""
        language = spoken()
        if language not in self.voices:
            session = self.session
            game = session.match.game if session.match is not None else session.blank
            self.voices[language] = Voice(session.blank, game)
        return self.voices[language]

    @property
    def prompter(self) -> Prompter:
        return self.voice.prompter

    @property
    def teller(self) -> Storyteller:
        return self.voice.teller

    def moved_to(self, game: Game) -> None:
        """From now on the viewers are told of this game: the match has begun, or was made again."""
        for voice in self.voices.values():
            voice.teller.moved_to(game)
        self.shown = game.dungeon

    def tell(self, message: wire.ServerMessage, but: Viewer | None = None) -> None:
        """Send all viewers the same."""
        self.tell_each(lambda: message, but)

    def tell_each(self, made: Callable[[], wire.ServerMessage], but: Viewer | None = None) -> None:
        """Send all viewers a message with words in it: each the one in the own language."""
        encoded: dict[str, bytes] = {}
        for viewer in self.session.viewers:
            if viewer is but:
                continue
            if viewer.language not in encoded:
                with speaking(viewer.language):
                    encoded[viewer.language] = ENCODER.encode(made())
            viewer.send_encoded(encoded[viewer.language])

    def presence(self) -> wire.Presence:
        session = self.session
        present = {side for viewer in session.viewers for side in viewer.sides}
        taken = session.seats.taken()
        return wire.Presence(
            [side in present or side in session.bot_sides for side in range(len(session.sides))],
            [each.ready or side in session.bot_sides for side, each in enumerate(session.sides)],
            sum(1 for viewer in session.viewers if not viewer.sides),
            [side in taken or side in session.bot_sides for side in range(len(session.sides))],
        )

    def cards(self) -> list[wire.SideCard]:
        session = self.session
        told = session.stage != WAITING
        count = int(session.blank.squads.sides)
        cards = [
            side_card(number, side.name, side.emblem, side.seat, side.coach, side.word if told else "")
            for number, side in enumerate(session.sides[:count])
        ]
        cards += [
            master_card(count, master.name, master.seat, master.coach, master.word if told else "")
            for master in session.sides[count:]
        ]
        return cards

    def tell_presence(self, but: Viewer | None = None) -> None:
        self.tell_each(lambda: wire.PresenceChanged(self.presence(), self.cards()), but)

    def send_welcome(self, viewer: Viewer) -> None:
        """Tell a viewer everything, in the language it has now."""
        with speaking(viewer.language):
            viewer.send(self.welcome(viewer))

    def welcome(self, viewer: Viewer) -> wire.Welcome:
        session = self.session
        game = session.match.game if session.match is not None else session.blank
        start, told, position = self.recent()
        over = session.stage == OVER
        return wire.Welcome(
            version=wire.VERSION,
            match=session.id,
            sides=viewer.sides,
            stage=session.stage,  # type: ignore[arg-type]
            setup=self.setup_shown(game),
            commitment=session.promise(),
            number=session.number,
            position=position,
            prompt=self.prompt_for(viewer.sides),
            log=told,
            log_start=start,
            clocks=session.clock.shown(session.timekeeper.now()),
            presence=self.presence(),
            chat=[chat_line(line) for line in session.chat[-LOG_LINES:]],
            auto=self.auto_of(viewer.sides),
            pace=session.pace,
            seed=session.told_seed() if over else "",
            report=self.report_path() if over else "",
            help=session.stored.help,
            task=shown_task(session.setup.exercised) if session.setup.exercised is not None else None,
            verdict=self.verdict(),
            summary=summary_again(self.teller.teller, viewer.sides) if session.stage == PLAYING else [],
            dice="typed" if session.trail is not None else "provable",
            notes=self.notes(),
        )

    def verdict(self) -> wire.Verdict | None:
        """How the task of an exercise stands; None in any other match."""
        session = self.session
        if session.setup.exercised is None or session.match is None:
            return None
        return judged(session.setup.exercised, session.match)

    def recent(self) -> tuple[int, list[wire.Event], wire.Position]:
        """The number of the first recent event, the recent events, and the position. Made once for each decision, for
        all viewers that join."""
        session, voice = self.session, self.voice
        if voice.lately is None or voice.lately[0] != session.number:
            game = session.match.game if session.match is not None else session.blank
            told = game.events if session.match is not None else []
            start = max(0, len(told) - LOG_LINES)
            position = position_of(game, self.opened_chests())
            voice.lately = (session.number, start, voice.teller.events(told[start:], start), position)
        return voice.lately[1:]

    def setup_shown(self, game: Game) -> wire.Setup:
        """The setup as clients see it, made again only when something of it has changed."""
        cards = self.cards()
        voice = self.voice
        known = voice.setup_known
        if known is None or known[0] is not game.dungeon or known[1].sides != cards:
            known = voice.setup_known = (game.dungeon, setup_view(game, cards))
        return known[1]

    def opened_chests(self) -> list[int]:
        """The squares where chests have been opened: the game itself does not keep them. A take-back never closes a
        chest."""
        told = self.session.match.game.events if self.session.match is not None else []
        self.opened += [event["square"] for event in told[self.read :] if event.kind == CHEST_OPENED]
        self.read = len(told)
        return self.opened

    def forget_chests(self) -> None:
        """Look for the opened chests anew: events were taken back."""
        self.opened.clear()
        self.read = 0

    def report_path(self) -> str:
        return f"/api/v1/matches/{self.session.id}/report"

    def prompt_for(self, sides: list[int]) -> wire.Prompt | None:
        session = self.session
        if session.match is None or session.stage == OVER:
            return None
        if session.match.awaits_dice():
            prompt: wire.Prompt | None = wanted_prompt(session.match.game, session.number, bool(sides))
        else:
            prompt = self.prompter.prompt(session.match, session.number, session.match.asked() in sides)
        return prompt and msgspec.structs.replace(prompt, take_back=take_back_shown(self.session, sides))

    def notes(self) -> list[wire.LogNote]:
        return [wire.LogNote(note.event, translated(note.text)) for note in self.session.notes]

    def auto_of(self, sides: list[int]) -> list[wire.Auto]:
        return [wire.Auto(each.skill, each.answer) for each in self.session.auto if each.side in sides]  # type: ignore[arg-type]

    def tell_update(self, told: int, by: str, undone: int | None) -> None:
        session = self.session
        match = session.match
        assert match is not None
        game = match.game
        for voice in self.voices.values():
            if game is not voice.teller.game:
                voice.teller.moved_to(game)
        changed = game.dungeon is not self.shown
        self.shown = game.dungeon
        clocks = session.clock.shown(session.timekeeper.now())

        def news() -> wire.Update:
            """What is the same for all viewers of a language; the prompt and the summary are added for each side."""
            return wire.Update(
                session.number,
                self.teller.events(game.events[told:], told) if undone is None else [],
                position_of(game, self.opened_chests()),
                None,
                clocks,
                undone,
                board_of(game.dungeon) if changed else None,
                by,
                [],
                self.verdict(),
                self.notes() if undone is not None and session.trail is not None else None,
            )

        common: dict[str, wire.Update] = {}
        encoded: dict[tuple[str, tuple[int, ...]], bytes] = {}
        for viewer in session.viewers:
            key = (viewer.language, tuple(viewer.sides))
            if key not in encoded:
                with speaking(viewer.language):
                    if viewer.language not in common:
                        common[viewer.language] = news()
                    prompt = self.prompt_for(viewer.sides)
                    summary = summary_for(self.teller.teller, told, viewer.sides) if undone is None else []
                    update = msgspec.structs.replace(common[viewer.language], prompt=prompt, summary=summary)
                    encoded[key] = ENCODER.encode(update)
            viewer.send_encoded(encoded[key])

    def tell_clocks(self) -> None:
        self.tell(wire.ClocksChanged(self.session.clock.shown(self.session.timekeeper.now())))

    def tell_over(self) -> None:
        self.tell_each(self.over)

    def over(self) -> wire.Over:
        session = self.session
        winner = winner_of(session.match.game) if session.match is not None else None
        text = t(ENDINGS.get(int(session.match.game.ending), DRAW)) if session.match is not None else ""
        if session.stored.result.text == ABANDONED:
            winner, text = None, t("The match was abandoned")
        if winner is not None and 0 <= winner < len(session.sides):
            text = t("{side} wins", side=session.sides[winner].name)
        return wire.Over(
            session.number,
            -1 if winner is None else winner,
            text,
            session.told_seed(),
            [side.word for side in session.sides],
            self.report_path(),
            f"/api/v1/matches/{session.id}/replay",
        )


def chat_line(line: StoredChat) -> wire.ChatLine:
    """A line of the chat as it was typed; those of the server itself in the language of the viewer."""
    text = translated(line.text) if line.name == HOUSE and line.side is None else line.text
    return wire.ChatLine(line.number, line.side, line.name, text, line.at.isoformat(timespec="seconds"))
