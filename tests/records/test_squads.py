"""From teams to the sheets of a match."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dungeonbowl.engine import abilities
from dungeonbowl.engine.setup import NO_PASSING
from dungeonbowl.errors import UserError
from dungeonbowl.records import squads
from dungeonbowl.records.squads import played_name, squads_of
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.journeymen import with_journeymen
from dungeonbowl.teams.problems import TeamError
from dungeonbowl.teams.team import Gain, Team
from support.teams import player, players, team

ORC = "Orc Lineman"


def orcs(*extra: str, **changes: object) -> Team:
    """A team whose linemen have no skill at all."""
    return team(*[ORC] * (11 - len(extra)), *extra, roster="metal", rerolls=2, **changes)


def test_each_team_is_a_side_with_its_players_in_order() -> None:
    found = squads_of([orcs(), orcs("Human Lineman", name="Others")])
    assert (int(found.sides), int(found.count)) == (2, 22)
    assert found.names == ["Test Team", "Others"]
    assert found.rerolls == [2, 2]
    assert [int(sheet.side) for sheet in found.sheets] == [0] * 11 + [1] * 11
    last = found.sheets[-1]
    assert (last.name, last.position, int(last.number)) == ("Player 11", "Human Lineman", 11)
    assert [int(value) for value in (last.movement, last.strength, last.agility, last.passing, last.armour)] == [
        6,
        3,
        3,
        4,
        9,
    ]


def test_skills_become_abilities_and_keep_their_names() -> None:
    sheet = squads_of([orcs("Orc Blitzer"), orcs()]).sheets[10]
    assert sheet.skills == ["Block"]
    assert sheet.abilities == [int(abilities.IGNORES_BOTH_DOWN)]


def test_no_passing_is_the_engines_own_number() -> None:
    assert squads_of([orcs("Big Un Blocker"), orcs()]).sheets[10].passing == NO_PASSING


def test_what_was_gained_and_lost_goes_along_and_who_cannot_play_stays_at_home() -> None:
    hired = players(*[ORC] * 13, roster="metal")
    veteran = replace(hired[0], gained=(Gain("Block"), Gain(raised="ma")), losses=("ag",), niggles=2)
    gone = (replace(hired[1], misses_next_game=True), replace(hired[2], retired=True))
    subject = team(players=(veteran, *gone, *hired[3:]), roster="metal", games=3)
    found = squads_of([subject, orcs()])
    assert [int(sheet.number) for sheet in found.sheets if sheet.side == 0] == [1, *range(4, 14)]
    first = found.sheets[0]
    assert [int(value) for value in (first.movement, first.agility, first.niggles)] == [6, 4, 2]
    assert first.skills == ["Block"]


def test_a_skill_that_is_not_played_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(squads, "skill_names", lambda: ["Block"])
    known = r"Brawler \(Black Orc\), Grab \(Black Orc\), Pass \(Orc Thrower\), Sure Hands \(Orc Thrower\)"
    with pytest.raises(UserError, match=f"skills that this engine does not play: {known}$"):
        squads_of([orcs("Black Orc", "Orc Thrower", "Orc Blitzer"), orcs()])


def test_journeymen_play_with_loner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(squads, "played_name", lambda written: "Block" if written.skill.name == "Loner" else "")
    short = with_journeymen(team(*[ORC] * 9, roster="metal", games=1), [ORC, ORC])
    assert [sheet.skills for sheet in squads_of([short, orcs()]).sheets[9:11]] == [["Loner (4+)"]] * 2


def test_a_skill_is_played_with_its_number_or_without() -> None:
    book = load_facts().skills
    assert played_name(book.read("Mighty Blow")) == "Mighty Blow (+1)"
    assert played_name(book.read("sidestep")) == "Sidestep"
    assert played_name(book.read("Loner (3+)")) == "Loner (3+)"
    assert played_name(book.read("Animosity (all)")) == "Animosity"


def test_a_match_needs_legal_teams_of_one_edition() -> None:
    with pytest.raises(UserError, match="expected 2 to 4, found 1"):
        squads_of([orcs()])
    with pytest.raises(UserError, match="expected one edition, found official, stockbowl"):
        squads_of([orcs(), replace(orcs(), edition="stockbowl")])
    with pytest.raises(TeamError, match="players: expected 11 to 16, found 10"):
        squads_of([orcs(), team(players=tuple(player(n) for n in range(1, 11)), name="Few")])
    assert squads_of([orcs(), team(*[ORC] * 11, roster="metal", rerolls=0), orcs()]).sides == 3
