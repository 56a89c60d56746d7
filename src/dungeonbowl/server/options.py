"""Everything that a new match can be made of, for the home page."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from dungeonbowl import __version__, compiled
from dungeonbowl.bots.levels import BOTS
from dungeonbowl.dungeon.checks import modules_needed
from dungeonbowl.dungeon.generator import FEATURES, MODES, SIZES, TILE_SETS, TOKENS
from dungeonbowl.dungeon.text import bundled, load_dungeon
from dungeonbowl.editions import TABLE, build, name_of
from dungeonbowl.engine.rules import Rules
from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark, speaking, spoken, t
from dungeonbowl.server import wire
from dungeonbowl.server.bot_pool import THINKING
from dungeonbowl.server.view.words import edition_name
from dungeonbowl.teams.facts import editions as drafted_editions
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.ready import ready_ids, ready_team
from dungeonbowl.teams.value import current_team_value

# The ladder of opponents, weakest first: name, and how it plays.
LEVELS: Final = mark(
    {
        "random": ("Random", "Does anything that is legal. For a first look at the rules."),
        "easy": ("Easy", "Knows where to go, overlooks most of its better ideas, and forgets a player now and then."),
        "normal": (
            "Normal",
            "Safe deeds first, protects the ball, hits where the odds are its own. Good, and beatable.",
        ),
        "hard": ("Hard", "Tries its ideas out before it decides: about a second, or longer on a busy computer."),
        "expert": ("Expert", "Thinks a second of the processor's time about every decision. Takes no chance lightly."),
    }
)
CLOCKS: Final = mark(
    {
        "none": ("No clock", "Take your time."),
        "turn": (
            "Per turn",
            "So many seconds for each team turn; the clock stops while the other coach must choose.",
        ),
        "bank": ("Bank", "So many seconds for the whole match."),
        "days": ("Days", "A match over days: each coach looks in when there is time, and the clock counts hours."),
    }
)
# The option that is set in matches where a person plays, and its value.
OPTIONAL_SKILLS: Final = "optional_skills"
ASKED: Final = "asked"
FIRST_LEVEL: Final = "easy"
QUICK_TURNS: Final = 8


def options() -> wire.Options:
    """The options in the language that is spoken."""
    return options_in(spoken())


@cache
def options_in(language: str) -> wire.Options:
    """The options in a language: made once for each, for nothing else in them changes."""
    with speaking(language):
        return made_options()


def made_options() -> wire.Options:
    return wire.Options(
        wire.VERSION,
        __version__,
        compiled(),
        [edition_choice(name) for name in played()],
        [choice for name in played() for choice in team_choices(name)],
        [choice for identity in bundled() if (choice := dungeon_choice(identity)).edition in played()],
        [
            wire.GeneratorChoices(
                name,
                list(MODES[name]),
                list(SIZES),
                list(TILE_SETS),
                list(FEATURES) if "halls" in MODES[name] else [],
                list(TOKENS),
            )
            for name in played()
            if name in MODES
        ],
        [level_choice(name) for name in LEVELS if name in BOTS],
        [wire.Choice(name, t(title), t(text)) for name, (title, text) in CLOCKS.items()],
        [quick_defaults(name) for name in played()],
    )


def level_choice(name: str) -> wire.Choice:
    title, text = map(t, LEVELS[name])
    if name in THINKING and not compiled():
        text += " " + t("The engine of this server is not compiled: it takes several seconds.")
    return wire.Choice(name, title, text)


def played() -> list[str]:
    """The editions that a match can be made of: those with ready teams."""
    return [name for name in TABLE if ready_ids(name)]


def edition_choice(name: str) -> wire.EditionChoice:
    """An edition with its options. In matches with a person the default is to ask about optional skills."""
    found = [
        wire.EditionOption(
            option.key,
            t(option.title),
            ASKED if option.key == OPTIONAL_SKILLS else option.default,
            option.kind,
            t(option.text),
            t(option.group),
            option.choices,
            option.needs,
            option.conflicts,
            option.module,
            option.is_built,
            [t(text) for text in option.choice_texts],
            [wire.OptionPart(part.key, part.title, part.least, part.most) for part in TABLE[name].parts_of(option.key)],
        )
        for option in TABLE[name].options
    ]
    rosters: list[wire.Choice] = []
    word = "team"
    if name in drafted_editions():
        facts = load_facts(name)
        word = facts.draft.roster_key
        rosters = [wire.Choice(roster.id, roster.name) for roster in facts.rosters]
    return wire.EditionChoice(
        name, edition_name(name), t(TABLE[name].summary), found, word, rosters, TABLE[name].presets
    )


@cache
def team_choices(edition: str) -> list[wire.TeamChoice]:
    found = []
    for identity in ready_ids(edition):
        team = ready_team(identity, edition)
        style = identity.rpartition("-")[2]
        found.append(wire.TeamChoice(identity, edition, team.name, team.roster, style, current_team_value(team)))
    return found


@lru_cache(maxsize=128)
def dungeon_choice(identity: str) -> wire.DungeonChoice:
    board = load_dungeon(identity)
    return wire.DungeonChoice(
        identity,
        board.name,
        board.edition,
        int(board.teams),
        int(board.width),
        int(board.height),
        modules_needed(board),
    )


def quick_defaults(edition: str) -> wire.QuickDefaults:
    """A short match for a first visit: two teams of different colleges in a small dungeon. `more_teams` are others
    still, for dungeons with more sides."""
    ids = ready_ids(edition)
    if len(ids) < 2:
        raise UserError(f"edition {edition}: there are no ready teams")
    balanced = [identity for identity in ids if identity.endswith("balanced")] or ids
    smallest = min(
        (choice for choice in map(dungeon_choice, usual_dungeons(build(edition))) if choice.teams == 2),
        key=lambda choice: (choice.width * choice.height, choice.id),
    )
    apart = [balanced[len(balanced) * place // 4] for place in (0, 2, 1, 3)]
    return wire.QuickDefaults(edition, smallest.id, apart[:2], FIRST_LEVEL, QUICK_TURNS, apart[2:])


def usual_dungeons(rules: Rules) -> list[str]:
    """The bundled dungeons of an edition that fit what is switched on, the usual one first."""
    layouts = rules.layouts
    if layouts.usual:
        return [layouts.usual, *(identity for identity in layouts.names if identity != layouts.usual)]
    name = name_of(rules.edition)
    return [identity for identity in bundled() if dungeon_choice(identity).edition == name]


def names_option(edition: str, key: str) -> bool:
    """Whether the text form of an edition sets an option."""
    options = edition.strip().rstrip(")").partition("(")[2]
    return any(part.partition("=")[0].strip() == key for part in options.split(","))
