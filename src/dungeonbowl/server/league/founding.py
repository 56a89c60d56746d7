"""A new league: what it can be made of, its options checked, its teams, all in one order."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Final, TypeGuard

import msgspec

from dungeonbowl.editions import name_of
from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark, spoken, t, translated
from dungeonbowl.league import option_text
from dungeonbowl.league.chain import Actor
from dungeonbowl.league.competitions.dungeons import DICE, has_dice
from dungeonbowl.league.competitions.formats import RoundRobin, StageFormat, write_format
from dungeonbowl.league.competitions.options import (
    CompetitionOptions,
    Preset,
    Season,
    default_season,
    preset,
    presets,
    read_season,
    write_season,
)
from dungeonbowl.league.competitions.round_robin import LEAST
from dungeonbowl.league.office import Office
from dungeonbowl.league.office.reading import agreed
from dungeonbowl.league.options import LeagueOptions, defaults_of
from dungeonbowl.server.league.house import COMMISSIONER
from dungeonbowl.server.league.permits import Person
from dungeonbowl.server.league.policies import policies
from dungeonbowl.server.wire import league as wire
from dungeonbowl.server.wire.league_orders import MOST_TEAMS, EntryOrder, NewLeague, OptionsCheck
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.drafting import draft_team
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.files import read_team
from dungeonbowl.teams.problems import TeamError
from dungeonbowl.teams.ready import ready_ids, ready_team
from dungeonbowl.teams.team import Kind, Team

EXHIBITION: Final = "exhibition"
MOST_OWN: Final = 8  # teams that a coach enters in a season by himself
# The headings under which options are shown; what is in none of them is about teams and money.
GROUPS: Final = {
    "Competition": ("stages", "play", "dungeons", "handicap", "petty_cash_cap", "knock_out_rules", "own_teams_meet"),
    "Points": ("win", "draw", "loss", "bonus", "casualty_bonus", "tie_breaks", "swiss_tie_breaks", "prizes", "trophy"),
    "When somebody does not come": (
        *("bye", "unplayed", "walkover_score", "walkover_relief", "concession", "concede_winnings", "mercy"),
        *("annul", "inherit_points"),
    ),
    "Calendar": (
        *("all_open", "lockstep", "round_days", "round_minutes", "deadline_hour", "zone", "grace", "auto_deadline"),
        *("aftermath_hours", "clock"),
    ),
    "Privacy": ("chat_days", "search_engines"),
}
OTHERS: Final = "Teams and money"
HEADINGS: Final = mark(
    ("Competition", "Points", "When somebody does not come", "Calendar", "Privacy", "Teams and money")
)
FIRST_PRESETS: Final = ("book", "evening")  # those that most people look for


def league_facts(edition: str) -> wire.LeagueFacts:
    """Everything that a new league of an edition can be made of."""
    return facts_in(edition, spoken())


@lru_cache(maxsize=64)
def facts_in(edition: str, language: str) -> wire.LeagueFacts:
    """The same, kept for each language; `language` is the one that is spoken."""
    base = default_season(edition)
    return wire.LeagueFacts(
        name_of(edition),
        [preset_choice(name, presets()[name], base) for name in sorted(presets(), key=order_of_preset)],
        [*options_of(base.competition, base), *options_of(base.league, base)],
        [each for each in policies() if each.id != DICE or has_dice(edition)],
        MOST_TEAMS,
    )


def order_of_preset(name: str) -> tuple[int, str]:
    return (FIRST_PRESETS.index(name) if name in FIRST_PRESETS else len(FIRST_PRESETS)), name


def options_of(options: LeagueOptions | CompetitionOptions, base: Season) -> list[wire.LeagueOption]:
    fixed = defaults_of(name_of(base.edition)).fixed
    return [
        wire.LeagueOption(
            option.key,
            option.kind,  # type: ignore[arg-type]
            t(option.meaning),
            option_text.written(option, getattr(options, option.key)),
            option.rule,
            t(group_of(option.key)),
            list(option.choices),
            option.expected(),
            t(fixed.get(option.key, "")),
        )
        for option in option_text.options_of(type(options))
    ]


def group_of(key: str) -> str:
    return next((group for group, keys in GROUPS.items() if key in keys), OTHERS)


def preset_choice(name: str, found: Preset, base: Season) -> wire.PresetChoice:
    values: dict[str, str] = {}
    try:
        season = found.season(base.edition)
    except UserError:  # an option of it means nothing in this edition
        season = base
    parts = ((season.league, base.league), (season.competition, base.competition))
    for options, usual in parts:
        for option in option_text.options_of(type(options)):
            value = getattr(options, option.key)
            if value != getattr(usual, option.key):
                values[option.key] = option_text.written(option, value)
    return wire.PresetChoice(name, t(found.title), t(found.summary), found.teams, values)


def checked_options(order: OptionsCheck) -> wire.OptionsChecked:
    try:
        season = read_season(order.options, preset(order.preset).season(order.edition))
    except UserError as error:
        return wire.OptionsChecked(order.options, translated(str(error)))
    formats = season.competition.formats()
    if not 1 < order.teams < LEAST or not any(wants_more(each) for each in formats):
        return wire.OptionsChecked(write_season(season))
    fewer = [msgspec.structs.replace(each, house_rule=True) if wants_more(each) else each for each in formats]
    return wire.OptionsChecked(
        write_season(season), least=LEAST, house_rule=" ".join(write_format(each) for each in fewer)
    )


def wants_more(stage: StageFormat) -> TypeGuard[RoundRobin]:
    """Whether a stage has divisions of at least four teams."""
    return isinstance(stage, RoundRobin) and not stage.house_rule


# --- founding --------------------------------------------------------------------------------------------------------


def found_league(office: Office, order: NewLeague, founder: Person | None = None) -> wire.LeagueMade:
    """Found a league; its teams enter, and its season begins if that was ordered. Everything that can be wrong is
    looked at before anything is written; what goes wrong all the same is told with the league that is there. Who has an
    account is its commissioner."""
    season = read_season(order.options, preset(order.preset).season(order.edition))
    taken: set[str] = set()
    teams: list[tuple[EntryOrder, Team | None]] = []
    for number, entry in enumerate(order.teams, 1):
        team = None if entry.kept is not None else drafted_team(entry, season, number, taken)
        if team is not None:
            taken.add(team.name)
        teams.append((entry, team))
    league = office.leagues.found(order.name, COMMISSIONER, order.preset, order.edition, order.options)
    by = COMMISSIONER
    if founder is not None:
        member = office.leagues.add_member(league, founder.name, COMMISSIONER, "commissioner", founder.account)
        by = Actor("commissioner", member)
    problems: list[str] = []
    for entry, team in teams:
        try:
            if team is None:
                if founder is not None:
                    raise UserError("a team of another league enters when this one is there")
                enter_kept(office, league, entry, by)
            else:
                enter_new(office, league, team, entry, by)
        except UserError as error:
            problems.append(
                f"{entry.name or entry.coach or (team.name if team else entry.kept)}: {translated(str(error))}"
            )
    if order.start and not problems:
        try:
            office.seasons.start(league, by)
        except UserError as error:
            problems.append(translated(str(error)))
    return wire.LeagueMade(league, problems)


def refuse_crowd(office: Office, league: str, member: str) -> None:
    """A season is for all coaches of its league: nobody fills it with teams of his own."""
    teams = office.leagues.state(league).season.teams
    mine = office.store.find("teams", {"id": teams, "owner": member}, columns=("id",)) if teams else []
    if len(mine) >= MOST_OWN:
        raise UserError(f"you have {MOST_OWN} teams in this season already: a commissioner can enter more")


def enter(office: Office, league: str, order: EntryOrder, by: Actor) -> str:
    """A team enters the season of a league. Returns its id."""
    if order.kept is not None:
        return enter_kept(office, league, order, by)
    season = office.leagues.state(league).season
    taken = {kept.team.name for kept in office.teams.all_kept(season.teams).values()}
    team = drafted_team(order, agreed(season.options), len(taken) + 1, taken)
    return enter_new(office, league, team, order, by)


def enter_kept(office: Office, league: str, order: EntryOrder, by: Actor) -> str:
    team = order.kept or ""
    office.teams.enter_again(league, team, by, club=order.club, division=order.division)
    return team


def enter_new(office: Office, league: str, team: Team, order: EntryOrder, by: Actor) -> str:
    return office.teams.enter(league, team, by, order.coach, club=order.club, division=order.division)


def drafted_team(order: EntryOrder, season: Season, number: int = 1, taken: set[str] | None = None) -> Team:
    """The team of an order, checked. A team that the program drafts is another one for each coach and number, and gets
    a name that is not `taken`."""
    given = [key for key in ("ready", "text", "drafted") if getattr(order, key) is not None]
    if len(given) != 1 or order.kept is not None:
        raise UserError(f"team {number}: expected exactly one of ready, text, kept and drafted")
    name = name_of(season.edition)
    if order.ready is not None:
        if order.ready not in ready_ids(name):
            raise UserError(f"team {number}: there is no ready team {order.ready!r} of {name}")
        team = ready_team(order.ready, name)
    elif order.text is not None:
        team = read_team(order.text, f"team {number}", checked=False)
    else:
        team = program_draft(season, order.drafted or "", f"{order.coach} {number}", taken or set())
    if order.name:
        team = msgspec.structs.replace(team, name=order.name)
    if order.coach:
        team = msgspec.structs.replace(team, coach=order.coach)
    problems = check(team)
    if problems:
        raise TeamError(f"team {number}", problems)
    return team


def program_draft(season: Season, roster: str, words: str, taken: set[str]) -> Team:
    """A team that the program drafts, the same for the same words. Where teams are as entered before every match, it is
    one for exhibition games, if the edition has them (O-EXH-01)."""
    edition = name_of(season.edition)
    facts = load_facts(edition)
    rosters = [each.id for each in facts.rosters]
    only_shown = season.competition.play == "resurrection" and EXHIBITION in facts.draft.budgets
    kind: Kind = EXHIBITION if only_shown else "league"
    if roster and roster not in rosters:
        raise UserError(f"team: expected one of {', '.join(rosters)}, found {roster!r}")
    for attempt in range(20):
        seed = int.from_bytes(hashlib.sha256(f"{words} {attempt}".encode()).digest()[:4], "big") % 1_000_000_000
        team = draft_team(
            roster or rosters[seed % len(rosters)],
            "balanced",
            seed,
            edition=edition,
            kind=kind,
            budget=season.competition.budget if kind == EXHIBITION else 0,
        )
        if team.name not in taken:
            break
    return team
