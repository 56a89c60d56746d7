"""The board of a match for the terminal: walls, rooms, chests, portals, players and the ball."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64
from rich.text import Text

from dungeonbowl.cli.plan import Plan
from dungeonbowl.dungeon.terrain import BRIDGE, CRYPT, DRAGON, FIERY_CHASM, IDOL, ROOM_NAMES
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.sides import REROLLS, SCORE, TURNS, ZONE
from dungeonbowl.engine.statuses import PRONE, STANDING, STATUS_NAMES, STUNNED
from dungeonbowl.languages import plural, t
from dungeonbowl.words.notation import Names

# The styles of the first to the fourth side.
SIDE_STYLES: Final = ("bold bright_red", "bold bright_blue", "bold bright_green", "bold bright_cyan")
CARRIER_STYLES: Final = ("bold white on red", "bold white on blue", "bold black on green", "bold black on cyan")
ZONE_STYLES: Final = ("red", "blue", "green", "cyan")
NEUTRAL_STYLE: Final = "bold bright_yellow"  # for pieces of no side
BALL_STYLE: Final = "bold yellow"
# Features by their terrain: character, style, name. Letters are kept for players.
FEATURES: Final = {
    int(IDOL): ("@", "magenta", "idol"),
    int(CRYPT): ("%", "white", "crypt"),
    int(DRAGON): ("&", "green", "dragon"),
    int(FIERY_CHASM): ("^", "red", "chasm"),
    int(BRIDGE): ("=", "yellow", "bridge"),
}
# The tint of a room's floor, by room code.
TINTS: Final = (
    "",
    "on #3a2a1a",
    "on #2e2e2e",
    "on #2a1a3a",
    "on #16304a",
    "on #33331a",
    "on #3f2222",
    "on #1d3a1d",
    "on #403a10",
    "on #3a1a33",
    "on #26323a",
    "on #123a30",
    "on #401a10",
)


def player_letter(game: Game, piece: int) -> str:
    """One letter for each player in roster order: capitals for the first side and the third, small letters for the
    second and the fourth. Pieces of no side count as the side after the last."""
    index = piece - int(game.first_piece(i64(int(game.side_of[piece]))))
    return chr((ord("A") if game.side_of[piece] % 2 == 0 else ord("a")) + index % 26)


def player_names(game: Game) -> Names:
    """How the story calls the players of this board: `Home K`, `Away c`."""
    called: dict[str, int] = {}
    for piece in range(int(game.squads.count)):
        side = int(game.side_of[piece])
        team = game.squads.names[side] if side < len(game.squads.names) else t("Neutral")
        called[f"{team} {player_letter(game, piece)}"] = piece
    return Names(game, called)


class Board(Plan):
    """The drawing of one dungeon, used for every position of a match. With `plain` it is only ASCII."""

    def __init__(self, game: Game, plain: bool = False) -> None:
        super().__init__(game.dungeon)
        self.ball = "*" if plain else "●"

    def draw(self, game: Game) -> Text:
        """The whole position."""
        self.dungeon = game.dungeon  # doors may have opened
        canvas = self.walls()
        styles: dict[tuple[int, int], str] = {}
        self.tint(canvas, styles)
        for node in range(int(self.dungeon.count)):
            if self.dungeon.column[node] >= 0:
                row, column = self.place(node)
                canvas[row][column], style = self.floor(game, node)
                styles[row, column] = f"{style} {styles.get((row, column), '')}".strip()
        for piece in range(int(game.squads.count)):
            square = int(game.square[piece])
            if square >= 0 and self.dungeon.column[square] >= 0:  # pieces inside a passage are not drawn
                self.draw_player(game, piece, canvas, styles)
        for ball in range(len(game.balls)):
            if game.balls[ball] >= 0:
                row, column = self.place(int(game.balls[ball]))
                canvas[row][column] = self.ball
                styles[row, column] = BALL_STYLE
        return self.text(canvas, styles)

    def tint(self, canvas: list[list[str]], styles: dict[tuple[int, int], str]) -> None:
        """The floor of rooms, the gaps between its squares included."""
        for node in range(int(self.dungeon.count)):
            tint = TINTS[int(self.dungeon.room[node])]
            if tint and self.dungeon.column[node] >= 0:
                row, column = self.place(node)
                for y, x in ((row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)):
                    if canvas[y][x] == " " or (y, x) == (row, column):
                        styles[y, x] = tint

    def floor(self, game: Game, node: int) -> tuple[str, str]:
        """Character and style of a square without player and ball."""
        if game.is_chest(i64(node)):
            return "$", "bold yellow"
        portal = int(game.portal_number(i64(node)))
        if portal:
            return str(portal), "bold bright_magenta"
        feature = FEATURES.get(int(self.dungeon.terrain[node]))
        if feature is not None:
            return feature[0], feature[1]
        zone = int(self.dungeon.zone[node])
        for side in range(int(game.squads.sides)):
            if zone >= 0 and zone == game.side_value(i64(side), ZONE):
                return ":", ZONE_STYLES[side]
        return ".", "bright_black"

    def draw_player(self, game: Game, piece: int, canvas: list[list[str]], styles: dict[tuple[int, int], str]) -> None:
        """Draw the letter of a player, and beside it a sign: `_` prone, `~` stunned, or the ball."""
        side = int(game.side_of[piece])
        style = SIDE_STYLES[side] if side < game.squads.sides else NEUTRAL_STYLE
        row, column = self.place(int(game.square[piece]))
        canvas[row][column] = player_letter(game, piece)
        holds = game.ball_of(i64(piece)) >= 0
        styles[row, column] = CARRIER_STYLES[side] if holds else style
        status = i64(game.status[piece])
        mark = self.ball if holds else "_" if status == PRONE else "~" if status == STUNNED else ""
        if status != STANDING:
            styles[row, column] += " italic underline"
        if mark:
            # to the right; if a wall or another sign is there, on another free side
            for y, x in ((row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column)):
                if canvas[y][x] == " ":
                    canvas[y][x] = mark
                    styles[y, x] = BALL_STYLE if holds else style
                    break

    # --- what stands beside the drawing -----------------------------------------------------------------------------

    def legend(self, game: Game) -> Text:
        """What the signs mean, and where the rooms are."""
        text = Text()
        for side, name in enumerate(game.squads.names):
            text.append("ABC" if side % 2 == 0 else "abc", SIDE_STYLES[side])
            text.append(f" {name}  ")
        text.append("A_", SIDE_STYLES[0])
        text.append(f" {t('prone')}  ")
        text.append("A~", SIDE_STYLES[0])
        text.append(f" {t('stunned')}  ")
        text.append("A", CARRIER_STYLES[0])
        text.append(self.ball, BALL_STYLE)
        text.append(f" {t('has the ball')}  ")
        text.append("$", "bold yellow")
        text.append(f" {t('chest')}  ")
        text.append("1-6", "bold bright_magenta")
        text.append(f" {t('portals')}  ")
        text.append(":", ZONE_STYLES[0])
        text.append(":", ZONE_STYLES[1])
        text.append(f" {t('end zones')}")
        present = {int(code) for code in self.dungeon.terrain}
        for code, (character, style, name) in FEATURES.items():
            if code in present:
                text.append("  ")
                text.append(character, style)
                text.append(f" {t(name)}")
        rooms = self.rooms()
        if rooms:
            text.append("\n" + t("Rooms: "))
            for number, (code, where) in enumerate(rooms):
                text.append(", " if number else "")
                text.append(t(ROOM_NAMES[code]), TINTS[code])
                text.append(f" {where}")
        if self.turned:
            text.append("\n" + t("The map lies on its side: x runs down, y runs to the right."))
        return text


def score_line(game: Game) -> Text:
    """Score, turn, re-rolls and where the ball is, in one line."""
    text = Text(no_wrap=True, overflow="ellipsis")
    for side, name in enumerate(game.squads.names):
        active = side == game.active and not game.over
        text.append(f"{'>' if active else ' '}{name} {game.side_value(i64(side), SCORE)}", SIDE_STYLES[side])
        text.append(f" ({plural('{count} re-roll', '{count} re-rolls', int(game.side_value(i64(side), REROLLS)))})  ")
    if game.active >= 0:
        limit = int(game.rules.tables.course.turn_limit)
        if game.rules.tables.course.halves > 1:
            text.append(t("half {number}", number=game.half) + "  ")
        told = "turn {number} of {limit}" if limit else "turn {number}"
        text.append(t(told, number=game.side_value(game.active, TURNS), limit=limit) + "  ")
    text.append(ball_words(game), BALL_STYLE)
    return text


def ball_words(game: Game) -> str:
    """Where the balls are, in words; those in chests are named once."""
    several = len(game.balls) > 1
    found = [
        place_words(game, ball, t("ball {number}", number=ball + 1) if several else t("the ball"))
        for ball in range(len(game.balls))
        if game.carrier(i64(ball)) >= 0 or game.balls[ball] >= 0
    ]
    if game.balls_hidden and game.chests_closed:
        hidden, chests = int(game.balls_hidden), int(game.chests_closed)
        if several:
            found.append(
                plural(
                    "{count} of the balls is hidden in {chests} chests",
                    "{count} of the balls are hidden in {chests} chests",
                    hidden,
                    chests=chests,
                )
            )
        else:
            found.append(
                plural("the ball is hidden in the only chest", "the ball is hidden in one of {count} chests", chests)
            )
    return ", ".join(found) or t("no ball")


def place_words(game: Game, ball: int, what: str) -> str:
    """Which player has a ball that is in play, or where it lies."""
    carrier = int(game.carrier(i64(ball)))
    if carrier < 0:
        return t("{ball} lies at {place}", ball=what, place=game.dungeon.label(i64(game.balls[ball])))
    side = int(game.side_of[carrier])
    name = game.squads.names[side] if side < game.squads.sides else t("nobody's")
    who = f"{name} {player_letter(game, carrier)}"
    return t(
        "{player} has {ball} at {place}", player=who, ball=what, place=game.dungeon.label(i64(game.square[carrier]))
    )


def benches(game: Game) -> Text:
    """The players outside the dungeon, side by side."""
    text = Text()
    for side, name in enumerate(game.squads.names):
        text.append(f"{name}: ", SIDE_STYLES[side])
        boxes: dict[str, list[str]] = {}
        for piece in range(int(game.first_piece(i64(side))), int(game.last_piece(i64(side)))):
            if game.square[piece] < 0:
                boxes.setdefault(STATUS_NAMES[int(game.status[piece])], []).append(player_letter(game, piece))
        told = "; ".join(f"{t(box)} {''.join(letters)}" for box, letters in boxes.items())
        text.append(told or t("all on the board"))
        text.append("  " if side + 1 < game.squads.sides else "")
    return text
