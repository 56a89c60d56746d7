"""Matches for the promises: squads, crowded dungeons and small scenes drawn at random, and random decisions.

Everything follows from a seed, and only through `SeededDice`, so that compiled and interpreted engines play the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import FLOOR, ROOM_NAMES
from dungeonbowl.dungeon.text import fragment, load_dungeon, read_dungeon, write_dungeon
from dungeonbowl.editions import build
from dungeonbowl.engine import abilities
from dungeonbowl.engine.actions import ACTIVATE, DECLARE, DECLINE, END_ACTIVATION, END_TURN, MOVE_ACTION, action
from dungeonbowl.engine.beginning import begin, begun
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.frames import ASK, OVER, ROLL
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.layouts import nowhere
from dungeonbowl.engine.loop import choose_trusted, give_dice, list_options, settle, start
from dungeonbowl.engine.match import Match
from dungeonbowl.engine.places import FREE, HIDDEN
from dungeonbowl.engine.procedures.turn.contest import AFTER_TURN, Contest
from dungeonbowl.engine.rules import Rules
from dungeonbowl.engine.setup import NO_PASSING, PlayerSheet, Squads, TeamSheet
from dungeonbowl.engine.sides import BRIBES, REROLLS, ZONE
from dungeonbowl.engine.statuses import CASUALTY, KNOCKED_OUT, PRONE, RESERVES, STANDING, STUNNED
from dungeonbowl.teams.facts import skill_books
from dungeonbowl.teams.skills import ability_names, ability_parameters, skill_name

LAYOUTS = ("of-1", "of-2", "of-3", "of-4", "of-5", "of-6")
# The dungeons of each edition. An empty name is a dungeon that the match finds with dice.
GROUNDS = {
    "official": LAYOUTS,
    "stockbowl": ("", *(f"sb-{number:02}" for number in range(2, 16))),
    "astrogranite": ("ag-old-halls", "ag-dry-caves"),  # no module is needed there
}
EDITIONS = tuple(GROUNDS)
PLAIN = {"astrogranite": "astrogranite(classic)"}  # without any module
PRESETS = {"astrogranite": ("classic, ", "standard, ", "full, ")}
LIMITS = {"official": (4, 8), "stockbowl": (1, 3), "astrogranite": (3, 6)}  # team turns: of a match, or of a half


class Luck:
    """Random choices from one seed."""

    def __init__(self, seed: int) -> None:
        self.dice = SeededDice(seed)

    def below(self, limit: int) -> int:
        return int(self.dice.below(limit))

    def one_in(self, number: int) -> bool:
        return self.below(number) == 0

    def between(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)

    def pick(self, things: list[int] | tuple[int, ...]) -> int:
        return things[self.below(len(things))]


@lru_cache(maxsize=32)
def rules_of(edition: str) -> Rules:
    return build(edition)


@lru_cache(maxsize=32)
def layout(identity: str) -> Dungeon:
    return load_dungeon(identity) if identity else nowhere()


@lru_cache(maxsize=8)
def bare_layout(identity: str) -> Dungeon:
    """A bundled layout without its tokens: the coaches place them."""
    header, opening, picture = write_dungeon(layout(identity)).rpartition(" = '''\n")
    text = header.replace(f'"{identity}"', f'"{identity}-bare"', 1) + opening
    return read_dungeon(text + "".join("." if mark in "$123456" else mark for mark in picture))


# --- who plays ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def skills_of(edition: str) -> tuple[str, ...]:
    """Every skill that players of an edition may have."""
    return tuple(sorted(skill_name(name) for name in skill_books()[edition].names()))


def random_squads(luck: Luck, players: int, sides: int = 2, edition: str = "official") -> Squads:
    """Sides of players with any characteristics and up to four skills. Each side has a few favourite skills."""
    sheets: list[PlayerSheet] = []
    known_skills = skills_of(edition)
    for side in range(sides):
        names = [known_skills[luck.below(len(known_skills))] for _ in range(6)]
        for number in range(1, players + 1):
            skills = sorted({names[luck.below(len(names))] for _ in range(luck.below(5))})
            known = [int(getattr(abilities, name)) for name in ability_names(skills)]
            numbers = {int(getattr(abilities, name)): value for name, value in ability_parameters(skills).items()}
            sheets.append(
                PlayerSheet(
                    side,
                    number,
                    f"Player {number}",
                    luck.between(2, 9),
                    luck.between(1, 6),
                    luck.between(1, 5),
                    int(NO_PASSING) if luck.one_in(8) else luck.between(1, 6),
                    luck.between(3, 11),
                    known,
                    1,
                    luck.below(3),
                    "",
                    skills,
                    numbers,
                )
            )
    colleges = len(rules_of(PLAIN.get(edition, edition)).colleges) - 1
    teams = [
        TeamSheet(college=luck.between(1, colleges) if colleges else 0, wizards=luck.below(2)) for _ in range(sides)
    ]
    if not colleges:  # no magic of the colleges, but gold to spend and an apothecary
        for team in teams:
            team.value = luck.below(7) * 100_000
            team.treasury = luck.below(3) * 100_000
            team.apothecaries = luck.below(2)
            team.perks = luck.below(8)
    return Squads(
        sides, sheets, [luck.below(4) for _ in range(sides)], ["Home", "Away", "Third", "Fourth"][:sides], teams
    )


# --- where they play --------------------------------------------------------------------------------------------------


def random_scene(luck: Luck, edition: str = "official") -> Dungeon:
    """A small dungeon of anything: rock, chests, portals, features and rooms, an end zone at either end."""
    if edition != "official":
        return random_hall(luck, edition)
    width, height = luck.between(7, 13), luck.between(4, 9)
    rows = [["." if luck.below(10) else "#" for _ in range(width)] for _ in range(height)]
    for row in rows:
        row[0], row[-1] = "A", "B"
    marks = "$" * luck.between(1, 4) + "123456"[: luck.pick((0, 2, 6, 6))]
    marks += "".join("IKYFFF-"[luck.below(7)] for _ in range(luck.below(6)))
    for mark in marks:
        rows[luck.below(height)][luck.between(1, width - 2)] = mark
    rooms = []
    for _ in range(luck.below(3)):
        left, top = luck.between(1, width - 3), luck.below(height - 1)
        area = [left, top, luck.between(2, width - 1 - left), luck.between(1, height - top)]
        rooms.append((ROOM_NAMES[luck.between(1, len(ROOM_NAMES) - 1)], area))
    return fragment("\n".join("".join(row) for row in rows), "official", rooms)


def random_hall(luck: Luck, edition: str) -> Dungeon:
    """A small dungeon of rock, chests and portals, with a door in the wall above and below."""
    width, height = luck.between(8, 13), luck.between(6, 9)
    rows = [["." if luck.below(10) else "#" for _ in range(width)] for _ in range(height)]
    for mark in "$" * luck.between(1, 4) + "123456"[: luck.pick((0, 2, 6, 6))]:
        rows[luck.below(height)][luck.below(width)] = mark
    for row, inner, mark in ((0, 1, "A"), (-1, -2, "B")):
        door = luck.between(1, width - 3)
        rows[row] = ["#"] * width
        rows[row][door : door + 2] = [mark, mark]
        rows[inner][door : door + 2] = [".", "."]
    rows[2][luck.below(width)] = "$"  # without a chest a second drive has no ball
    return fragment("\n".join("".join(row) for row in rows), edition)


def crowd(rules: Rules, dungeon: Dungeon, squads: Squads, luck: Luck) -> Game:
    """A game in progress: tokens placed, players standing, lying and waiting everywhere, the ball anywhere."""
    game = Game(rules, dungeon, squads)
    put_tokens(game, luck)
    for piece in range(int(squads.count)):
        if luck.one_in(6) or not free_squares(game):
            game.status[piece] = luck.pick((int(RESERVES), int(RESERVES), int(KNOCKED_OUT), int(CASUALTY)))
        else:
            status = luck.pick((int(STANDING),) * 8 + (int(PRONE), int(STUNNED)))
            game.status[piece] = status
            near = [square for square in free_squares(game) if is_beside_somebody(game, square)]
            game.place(piece, luck.pick(near if near and luck.below(4) else free_squares(game)))
    for side in range(int(squads.sides)):
        game.set_side(side, REROLLS, squads.rerolls[side])
        game.set_side(side, ZONE, side)
        game.set_side(side, BRIBES, luck.below(2))
    for ball in range(len(game.balls)):
        put_ball(game, ball, luck)
    game.active = luck.below(int(squads.sides))
    return game


def put_tokens(game: Game, luck: Luck) -> None:
    """Chests and portals where the map shows them, or anywhere on plain floor."""
    dungeon = game.dungeon
    if len(dungeon.map_chests) or len(dungeon.map_portals):
        for square in dungeon.map_chests:
            game.put_chest(int(square))
        for number, square in enumerate(dungeon.map_portals, 1):
            if square >= 0:
                game.put_portal(int(square), number)
        return
    for number in range(1, 7):
        game.put_chest(luck.pick(free_squares(game)))
        game.put_portal(luck.pick(free_squares(game)), number)


def free_squares(game: Game) -> list[int]:
    """Plain floor that holds nothing."""
    dungeon = game.dungeon
    return [
        node
        for node in range(int(dungeon.count))
        if dungeon.terrain[node] == FLOOR and game.occupant[node] == FREE and game.token[node] == 0
        if dungeon.zone[node] < 0 or not dungeon.map_rules.zones_are_doors
    ]


def is_beside_somebody(game: Game, square: int) -> bool:
    around = [int(game.steps[square * 8 + direction]) for direction in range(8)]
    return any(node >= 0 and game.occupant[node] >= 0 for node in around)


def put_ball(game: Game, ball: int, luck: Luck) -> None:
    """The ball is hidden while a chest is left, held by a player who does not score with it, or on the floor."""
    able = [
        piece
        for piece in range(int(game.squads.count))
        if game.square[piece] >= 0 and game.is_standing(piece) and not game.rules.policies.scoring.counts(game, piece)
        if not game.can(piece, abilities.NO_HANDS)
    ]
    where = luck.below(4)
    if where == 0 and game.chests_closed > sum(1 for other in range(ball) if game.balls[other] == HIDDEN):
        return
    game.balls_hidden -= 1
    if where < 3 and able:
        game.hold(luck.pick(able), ball)
    else:
        game.put_ball(ball, luck.pick(free_squares(game)))


# --- how they play --------------------------------------------------------------------------------------------------


def edition_of(luck: Luck, edition: str = "official", also: str = "") -> str:
    """A short game of an edition with any preset; `also` are further options of its text."""
    limit = luck.between(*LIMITS[edition])
    preset = PRESETS[edition][luck.below(len(PRESETS[edition]))] if edition in PRESETS else ""
    return f"{edition}({preset}turn_limit={limit}{', ' if also else ''}{also})"


def a_whole_match(seed: int, edition: str = "official", also: str = "") -> Game:
    """A match on a bundled layout from its beginning; the next input must come from outside."""
    luck = Luck(seed)
    grounds = GROUNDS[edition]
    name = grounds[seed % len(grounds)]
    place = bare_layout(name) if edition == "official" and seed // 6 % 2 else layout(name)
    game = Game(
        rules_of(edition_of(luck, edition, also)), place, random_squads(luck, luck.between(3, 12), edition=edition)
    )
    game.record()
    begin(game)
    return game


def a_crowded_layout(seed: int, edition: str = "official", also: str = "") -> Game:
    """A bundled layout full of players, at the beginning of a team turn."""
    luck = Luck(seed)
    squads = random_squads(luck, luck.between(8, 16), edition=edition)
    grounds = [name for name in GROUNDS[edition] if name]
    game = crowd(rules_of(edition_of(luck, edition, also)), layout(grounds[seed % len(grounds)]), squads, luck)
    game.record()
    start(game, Contest(AFTER_TURN))
    return game


def a_small_scene(seed: int, edition: str = "official", also: str = "") -> Game:
    """A small dungeon with few players, at the beginning of a team turn."""
    luck = Luck(seed)
    dungeon = random_scene(luck, edition)
    squads = random_squads(luck, luck.between(1, 8), edition=edition)
    game = crowd(rules_of(edition_of(luck, edition, also)), dungeon, squads, luck)
    game.record()
    start(game, Contest(AFTER_TURN))
    return game


IDLE = (int(END_TURN), int(END_ACTIVATION), int(DECLINE), int(DECLARE | MOVE_ACTION << 8))
Start = Callable[..., Game]  # called with a seed, and perhaps an edition and further options
STARTS: tuple[Start, ...] = (a_whole_match, a_crowded_layout, a_small_scene)


def any_game(seed: int, edition: str = "official", also: str = "") -> Game:
    """Small scenes, crowded layouts and whole matches in turn; the short and crowded ones most often."""
    return STARTS[(2, 1, 2, 0, 2, 1)[seed % 6]](seed // 6 + 1, edition, also)


def moments(game: Game, luck: Luck, limit: int = 1_000_000) -> Iterator[int]:
    """Play on at random. Yields before each input from outside (ASK or ROLL); ends with the match."""
    decisions = 0
    while True:
        signal = int(settle(game))
        yield signal
        if signal == OVER or decisions >= limit:
            return
        if signal == ROLL:
            give_dice(game, luck.dice.roll(game.dice_count, game.dice_kind))
        else:
            decisions += 1
            choose_trusted(game, picked(game, luck))


def picked(game: Game, luck: Luck) -> int:
    """An option. Half of the time any option; otherwise one that makes something happen: no idling, with the ball."""
    options = options_of(game)
    if luck.one_in(2):
        return options[luck.below(len(options))]
    carrier = int(game.carrier(0))
    if carrier >= 0 and int(action(ACTIVATE, carrier)) in options:
        return int(action(ACTIVATE, carrier))
    kinds: dict[int, list[int]] = {}
    for option in options:
        kind = option & 0xFFFFFF if option & 0xFF == DECLARE else option & 0xFF
        kinds.setdefault(kind, []).append(option)
    lively = [kind for kind in kinds if kind not in IDLE] or list(kinds)
    return luck.pick(kinds[luck.pick(lively)])


def play_on(game: Game, luck: Luck, limit: int) -> None:
    """So many decisions, or to the end of the match."""
    for _ in moments(game, luck, limit):
        pass


def same_luck(luck: Luck) -> Luck:
    """A copy of the luck, which will give the same choices."""
    copy = Luck(0)
    copy.dice.state = luck.dice.state
    return copy


def options_of(game: Game) -> list[int]:
    """Every legal action of the coach who is asked."""
    assert game.signal == ASK
    return [int(game.offered[index]) for index in range(int(list_options(game)))]


def play_match(match: Match, luck: Luck, limit: int = 1_000_000) -> Match:
    """Finish a match at random, or make so many decisions."""
    while not match.is_over() and limit > 0:
        match.choose(picked(match.game, luck))
        limit -= 1
    return match


def a_match(seed: int, decisions: int = 1_000_000, edition: str = "official") -> Match:
    """A whole match on a bundled layout with its inputs kept."""
    luck = Luck(seed)
    grounds = GROUNDS[edition]
    squads = random_squads(luck, luck.between(3, 12), edition=edition)
    game = Game(rules_of(edition_of(luck, edition)), layout(grounds[seed % len(grounds)]), squads)
    return play_match(begun(game, SeededDice(i64(seed))), luck, decisions)
