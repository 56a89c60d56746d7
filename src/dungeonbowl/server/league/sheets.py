"""The sheet of a team as its page shows it: everything in words, for clients that know no rule."""

from __future__ import annotations

from typing import Final

from dungeonbowl.editions import name_of
from dungeonbowl.languages import figure, t, translated
from dungeonbowl.league.kept import Career
from dungeonbowl.server.view.figures import figure_of_position
from dungeonbowl.server.view.words import edition_name, skill_text
from dungeonbowl.server.wire.league import CareerLine, PlayerLine, RosterPage, SheetSum
from dungeonbowl.server.wire.setup import Characteristic, Figure, Skill
from dungeonbowl.teams.facts import editions, load_facts
from dungeonbowl.teams.sheet import characteristics, injuries, sums_of
from dungeonbowl.teams.team import Gain, Player, Team, skills_of
from dungeonbowl.teams.value import current_team_value, player_value, team_value

CHANGED: Final = "*"  # stands after a characteristic that is not that of the position


def roster_page(team: Team) -> RosterPage:
    """The whole sheet. Players stand in the order of their shirts."""
    return RosterPage(
        team.name,
        team.coach,
        team.roster,
        team.roster_facts.name,
        team.edition,
        edition_name(team.edition),
        player_lines(team),
        [SheetSum(t(label), sum_said(text)) for label, text in sums_of(team)],
        team_value(team),
        current_team_value(team),
        team.treasury,
        team.rerolls,
        team.games,
        team.trophy,
    )


def sum_said(text: str) -> str:
    """A sum, which may be a number or a name: sentences and numbers are told as the reader's language does."""
    return translated(text) if text.endswith("available") or " of " in text else figure(text)


def roster_names(edition: str) -> dict[str, str]:
    """The names of the colleges or races of an edition, by their ids."""
    name = name_of(edition)
    return {roster.id: roster.name for roster in load_facts(name).rosters} if name in editions() else {}


def player_lines(team: Team) -> list[PlayerLine]:
    return [player_line(team, player) for player in sorted(team.players, key=lambda each: each.number)]


def player_line(team: Team, player: Player) -> PlayerLine:
    labels = [name.upper() for name in team.facts.characteristics]
    values = characteristics(team, player)
    return PlayerLine(
        player.id,
        player.number,
        player.name,
        player.position,
        [Characteristic(label, value.rstrip(CHANGED)) for label, value in zip(labels, values, strict=True)],
        [label for label, value in zip(labels, values, strict=True) if value.endswith(CHANGED)],
        [Skill(written, skill_text(team.edition, written)) for written in skills_of(team, player)],
        [gain_words(gain) for gain in player.gained],
        injuries(player),
        state_words(player),
        player.earned,
        player.unspent,
        player.mvps,
        player.games,
        player.seasons,
        player_value(team, player),
        figure_of_position(team.position_of(player)),
        ", ".join(part for part in (player.weapon, player.item) if part),
        player.journeyman,
    )


def gain_words(gain: Gain) -> str:
    return gain.skill or t("{characteristic} better", characteristic=gain.raised.upper())


def state_words(player: Player) -> str:
    """Why a player cannot play the next match; empty if it can."""
    if player.retired:
        return t("out for the season")
    if player.confiscated:
        return t("its weapon was confiscated")
    if player.misses_next_game or player.hurt_now:
        return t("misses the next match")
    return ""


def career_line(team: Team, identity: str, career: Career, names: dict[str, str]) -> CareerLine:
    """Somebody who plays or played for a team. `names` are those of killers, by id."""
    player = career.player
    position = team.roster_facts.find(player.position)
    return CareerLine(
        identity,
        player.name,
        player.number,
        player.position,
        figure_of_position(position) if position is not None else Figure(),
        dict(career.deeds),
        player.earned,
        player.mvps,
        player.games,
        player.seasons,
        list(career.hurts),
        [gain_words(gain) for gain in player.gained],
        career.left,
        career.how or "",
        career.by,
        names.get(career.by, ""),
    )
