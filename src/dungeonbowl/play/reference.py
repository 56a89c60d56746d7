"""The reference sheet of an edition for a real table: its actions, numbers, rolls and tables, from the program's own
data, each with the number of its rule."""

from __future__ import annotations

from html import escape
from typing import Final

from mypy_extensions import i64

from dungeonbowl.dungeon.directions import scatter_direction
from dungeonbowl.engine import clauses
from dungeonbowl.engine.action_kinds import DECLARATION_ROWS
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.statuses import STATUS_NAMES
from dungeonbowl.languages import t
from dungeonbowl.words.notation import FACES
from dungeonbowl.words.phrases import DICE_NOUNS, TEST_NOUNS

Row = tuple[str, ...]
ARROWS: Final = "↑↗→↘↓↙←↖"  # by direction, from north, clockwise
CHARACTERISTICS: Final = ("MA", "ST", "AG", "PA", "AV")  # as every sheet of the game has them
LOWEST: Final = 2  # of two dice
HIGHEST: Final = 12


def reference(game: Game) -> str:
    """The sheet as HTML, without a head."""
    columns = ("#", t("Position"), *CHARACTERISTICS, t("Skills"))
    return "".join(
        [
            *(table(str(name), columns, players_of(game, side)) for side, name in enumerate(game.squads.names)),
            table(t("Actions"), (t("Action"), t("Rule")), actions_of(game)),
            table(t("Numbers"), (t("What"), t("Number")), numbers_of(game)),
            table(t("Injury, {dice}", dice=f"2{t('D6')}"), (t("Players"), t("Sum"), t("Result")), injuries_of(game)),
            table(t("Block die"), (t("D6"), t("Face")), [(str(value), told(face)) for value, face in FACES.items()]),
            table(t("Random direction, {die}", die=t("D8")), (t("D8"), t("Way")), ways_of()),
            table(t("What is rolled for"), (t("Roll"), t("Rule")), rolls_of(game)),
        ]
    )


def told(name: str) -> str:
    """A face or a status, in words."""
    return t(name.replace("-", " "))


def ways_of() -> list[Row]:
    return [(str(face), arrow(face)) for face in range(1, 9)]


def table(title: str, head: Row, rows: list[Row]) -> str:
    if not rows:
        return ""
    heads = "".join(f"<th>{escape(each)}</th>" for each in head)
    lines = "".join("<tr>" + "".join(f"<td>{escape(each)}</td>" for each in row) + "</tr>" for row in rows)
    body = f"<thead><tr>{heads}</tr></thead><tbody>{lines}</tbody>"
    return f"<section><h2>{escape(title)}</h2><table>{body}</table></section>"


def players_of(game: Game, side: int) -> list[Row]:
    """The players of a side, with the numbers that dice need."""
    found: list[Row] = []
    for piece in range(int(game.squads.count)):
        if int(game.squads.side[piece]) != side:
            continue
        sheet = game.squads.sheets[piece]
        targets = (target(sheet.agility), target(sheet.passing), target(sheet.armour))
        plain = (str(sheet.number), str(sheet.position or sheet.name), str(sheet.movement), str(sheet.strength))
        found.append((*plain, *targets, ", ".join(map(str, sheet.skills))))
    return found


def target(value: int) -> str:
    return f"{int(value)}+" if value else "-"


def cited(game: Game, clause: int) -> str:
    return str(game.rules.cite(i64(clause)))


def actions_of(game: Game) -> list[Row]:
    """The actions that the edition has a rule for. Those of single skills stand on the players' cards."""
    special = int(clauses.SPECIAL)
    return [
        (t(str(row.group)), cited(game, int(row.clause)))
        for row in DECLARATION_ROWS
        if int(row.clause) != special and cited(game, int(row.clause))
    ]


def rolls_of(game: Game) -> list[Row]:
    nouns = {**DICE_NOUNS, **TEST_NOUNS}
    found = sorted((noun, cited(game, clause)) for clause, noun in nouns.items() if cited(game, clause))
    return [(t(noun).removeprefix("the "), rule) for noun, rule in dict(found).items()]


def numbers_of(game: Game) -> list[Row]:
    """What coaches look up most, of the tables that the engine plays by."""
    tables = game.rules.tables
    movement, balls, course, things = tables.movement, tables.balls, tables.course, tables.furnishing
    return [
        (t("Squares to stand up"), str(movement.stand_up_cost)),
        (t("Standing up with less movement left"), f"{movement.stand_up_needed}+"),
        (t("Rushes in an activation"), str(movement.rushes)),
        (t("Rush"), f"{movement.rush_needed}+"),
        (t("Added to a dodge"), signed(movement.dodge_modifier)),
        (t("Squares to jump"), str(movement.jump_cost)),
        (t("Squares to pay after a portal"), str(movement.portal_recovery)),
        (t("Squares that a block costs in a Blitz"), str(tables.blows.block_cost)),
        (t("Added to a pick-up"), signed(balls.pick_up_modifier)),
        (t("Added to a catch of an accurate throw"), signed(balls.catch_modifier)),
        (t("Added to a catch of any other ball"), signed(balls.loose_catch_modifier)),
        (t("Balls"), str(balls.count)),
        (t("Chests"), str(things.chests)),
        (t("Portals"), str(things.portals)),
        (t("Players set up"), str(course.deployed)),
        (t("Team turns of each side"), str(course.turn_limit) if course.turn_limit else t("no limit")),
    ]


def signed(value: int) -> str:
    return f"{int(value):+d}" if value else "0"


def injuries_of(game: Game) -> list[Row]:
    """What each sum brings, for players who read the table in the same way."""
    groups: dict[Row, list[str]] = {}
    for piece in range(int(game.squads.count)):
        results = tuple(
            status_words(int(game.rules.policies.injuries.injury_status(game, i64(piece), i64(total))))
            for total in range(LOWEST, HIGHEST + 1)
        )
        sheet = game.squads.sheets[piece]
        groups.setdefault(results, []).append(str(sheet.position or f"#{sheet.number}"))
    found: list[Row] = []
    for at, (results, players) in enumerate(sorted(groups.items(), key=lambda item: -len(item[1]))):
        who = ("all" if len(groups) == 1 else "most") if at == 0 else ", ".join(dict.fromkeys(players))
        bands = enumerate(stretches(results))
        found += [("" if line else who, sums, result.replace("-", " ")) for line, (sums, result) in bands]
    return found


def status_words(status: int) -> str:
    """A status in words; a casualty for which nothing more is rolled has no status of its own."""
    return told(STATUS_NAMES[status] if status < len(STATUS_NAMES) else "badly hurt")


def stretches(results: Row) -> list[tuple[str, str]]:
    """The sums that bring the same, from the first to the last of them."""
    found: list[tuple[int, int, str]] = []
    for total, result in enumerate(results, LOWEST):
        if found and found[-1][2] == result:
            found[-1] = (found[-1][0], total, result)
        else:
            found.append((total, total, result))
    return [(f"{low}" if low == high else f"{low}-{high}", result) for low, high, result in found]


def arrow(face: int) -> str:
    return ARROWS[int(scatter_direction(i64(face)))]
