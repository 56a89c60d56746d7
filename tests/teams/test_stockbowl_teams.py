"""Teams of StockBowl: the 24 races of the older rules, their drafts, their sheets and what they become in a match."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from msgspec.structs import replace

from dungeonbowl.engine.abilities import BANNED, FEEDS_THE_THIRSTY, RESENTS, UNDEAD, WHIRLS
from dungeonbowl.engine.market import CHEAP_BRIBES, CHEAP_CHEF, MAY_HEAL
from dungeonbowl.engine.setup import Squads
from dungeonbowl.errors import UserError
from dungeonbowl.records.squads import played_name, squads_of
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.consistency import inconsistencies
from dungeonbowl.teams.drafting import STYLES, draft_team
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.files import read_team, write_team
from dungeonbowl.teams.journeymen import with_journeymen
from dungeonbowl.teams.ready import find_team, ready_files, ready_ids, ready_team
from dungeonbowl.teams.sheet import characteristics, columns, html_sheet
from dungeonbowl.teams.team import Gain, Team, profile_of, skills_of, targets_of
from dungeonbowl.teams.value import later_reroll_cost, player_value, team_value

FACTS = load_facts("stockbowl")
RACES = [roster.id for roster in FACTS.rosters]


def drafted(race: str, style: str = "balanced", seed: int = 1) -> Team:
    return draft_team(race, style, seed, edition="stockbowl")


def complaints(team: Team) -> str:
    return "; ".join(problem.text() for problem in check(team))


def changed(team: Team, **values: object) -> Team:
    return replace(team, **values)


# --- the facts ------------------------------------------------------------------------------------------------------


def test_there_are_24_races_with_105_positions_and_75_skills() -> None:
    assert len(RACES) == 24
    assert sum(len(roster.position) for roster in FACTS.rosters) == 105
    assert len(FACTS.skills.skills) == 75
    assert inconsistencies(FACTS) == []


def test_a_few_lines_as_they_are_printed() -> None:
    orc = FACTS.roster("orc")
    assert (orc.reroll_cost, orc.without, orc.tags) == (60_000, (), ())
    troll = orc.find("Troll")
    assert troll is not None
    assert (troll.cost, troll.limit, troll.ma, troll.st, troll.ag, troll.av) == (110_000, 1, 4, 5, 1, 9)
    assert "Always Hungry" in troll.skills
    khemri = FACTS.roster("Khemri")
    assert khemri.without == ("apothecary",)
    assert "undead" in khemri.tags


def test_four_races_are_undead_and_four_have_no_apothecary() -> None:
    undead = {roster.id for roster in FACTS.rosters if "undead" in roster.tags}
    assert undead == {"khemri", "necromantic", "undead", "vampire"}
    assert {roster.id for roster in FACTS.rosters if roster.without} == {"khemri", "necromantic", "nurgle", "undead"}


def test_every_skill_of_a_position_is_played() -> None:
    for race in RACES:
        roster = FACTS.roster(race)
        names = {FACTS.skills.read(text).skill.name for position in roster.position for text in position.skills}
        assert names <= set(FACTS.skills.names())


# --- drafting -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("race", RACES)
def test_every_race_can_be_drafted_in_every_style_and_with_any_seed(race: str) -> None:
    for style in STYLES:
        for seed in range(4):
            team = drafted(race, style, seed)
            assert check(team) == []
            assert 11 <= len(team.players) <= 16
            assert team_value(team) + team.treasury == 1_000_000
            assert team.staff.get("apothecary", 0) == (0 if FACTS.roster(race).without else 1)
            hired = Counter(player.position for player in team.players)
            for position in FACTS.roster(race).position:
                assert hired[position.name] <= (position.limit or 16)


def test_the_same_seed_gives_the_same_team() -> None:
    assert drafted("skaven", "fast", 7) == drafted("skaven", "fast", 7)
    assert len({write_team(drafted("skaven", "fast", seed)) for seed in range(10)}) > 5


def test_a_race_that_is_not_there() -> None:
    with pytest.raises(UserError, match=r"race 'ork': expected a known race \(did you mean orc"):
        drafted("ork")


# --- checks ---------------------------------------------------------------------------------------------------------


def test_a_position_has_its_limit() -> None:
    team = drafted("orc")
    players = tuple(replace(player, position="Troll", cost=110_000) for player in team.players[:2])
    found = complaints(changed(team, players=(*players, *team.players[2:])))
    assert "position Troll: expected at most 1, found 2" in found
    assert "S-GEN-01" in found


def test_a_team_is_no_smaller_than_eleven_and_no_larger_than_sixteen() -> None:
    team = drafted("halfling")
    assert "players: expected 11 to 16, found 10" in complaints(changed(team, players=team.players[:10]))
    assert len(team.players) == 16
    more = replace(team.players[0], number=17, name="One Too Many")
    assert "players: expected 11 to 16, found 17" in complaints(changed(team, players=(*team.players, more)))


def test_no_race_spends_more_than_a_million() -> None:
    team = drafted("orc")
    assert "gold spent: expected at most 1,000,000" in complaints(changed(team, rerolls=8))
    assert "rerolls: expected 0 to 8, found 9" in complaints(changed(team, rerolls=9))


def test_re_rolls_cost_what_the_race_pays_and_later_twice_as_much() -> None:
    assert later_reroll_cost(drafted("orc")) == 120_000
    assert later_reroll_cost(drafted("dwarf")) == 100_000


def test_the_undead_have_no_apothecary_and_others_have_one() -> None:
    assert "staff: expected " in complaints(changed(drafted("undead"), staff={"apothecary": 1}))
    assert "staff.apothecary: expected 0 to 1, found 2" in complaints(changed(drafted("orc"), staff={"apothecary": 2}))


def test_doubles_cost_more_and_traits_are_not_learnt() -> None:
    team = changed(drafted("human"), games=1)
    index = next(index for index, player in enumerate(team.players) if player.position == "Lineman")
    base = player_value(team, team.players[index])

    def learnt(skill: str) -> Team:
        taught = replace(team.players[index], gained=(Gain(skill=skill),))
        return changed(team, players=(*team.players[:index], taught, *team.players[index + 1 :]))

    assert player_value(learnt("Block"), learnt("Block").players[index]) == base + 20_000
    assert player_value(learnt("Dodge"), learnt("Dodge").players[index]) == base + 30_000
    assert check(learnt("Dodge")) == []
    assert "a trait cannot be learnt" in complaints(learnt("Stunty"))


def test_journeymen_are_loners() -> None:
    team = changed(drafted("orc"), games=1, players=drafted("orc").players[:8])
    full = with_journeymen(team)
    assert len(full.players) == 11
    assert skills_of(full, full.players[-1]) == ["Loner"]


# --- sheets ---------------------------------------------------------------------------------------------------------


def test_a_sheet_shows_agility_and_armour_as_values_and_no_passing() -> None:
    team = drafted("orc")
    lineman = next(player for player in team.players if player.position == "Lineman")
    assert characteristics(team, lineman) == ["5", "3", "3", "9"]
    assert [text for kind, text in columns(team.facts) if kind == "n"] == ["MA", "ST", "AG", "AV", "Exp"]
    page = html_sheet(team)
    assert "3+" not in page
    assert "Apothecary" in page
    assert "PA</th>" not in page


def test_the_official_sheet_still_shows_targets() -> None:
    team = draft_team("fire")
    assert characteristics(team, team.players[-1])[2].endswith("+")
    assert [text for kind, text in columns(team.facts) if kind == "n"] == ["MA", "ST", "AG", "PA", "AV", "Exp"]


# --- ready teams ----------------------------------------------------------------------------------------------------


def test_there_is_a_ready_team_of_each_race() -> None:
    assert ready_ids("stockbowl") == sorted(f"{race}-balanced" for race in RACES)
    assert len({ready_team(team_id, "stockbowl").name for team_id in ready_ids("stockbowl")}) == 24
    assert not set(ready_ids("stockbowl")) & set(ready_ids("official"))


@pytest.mark.parametrize("team_id", ready_ids("stockbowl"))
def test_a_ready_team_is_what_the_drafter_makes_and_legal(team_id: str) -> None:
    text = ready_files("stockbowl")[team_id].read_text(encoding="utf-8")
    subject = read_team(text)
    assert check(subject) == []
    found = re.search(r"--race ([\w-]+) --style (\w+) --seed (\d+) --edition stockbowl", text.splitlines()[0])
    assert found
    assert team_id == f"{found[1]}-{found[2]}"
    assert subject == drafted(found[1], found[2], int(found[3]))
    assert find_team(team_id) == subject


# --- in a match -----------------------------------------------------------------------------------------------------


def squads(home: str, away: str) -> Squads:
    return squads_of([drafted(home), drafted(away)])


def has(subject: Squads, piece: int, ability: int) -> bool:
    return int(ability) in subject.sheets[piece].abilities


def test_values_become_target_numbers() -> None:
    team = drafted("orc")
    lineman = next(player for player in team.players if player.position == "Lineman")
    assert targets_of(team, profile_of(team, lineman))[2:] == (4, 4, 10)
    subject = squads("orc", "human")
    piece = next(index for index, sheet in enumerate(subject.sheets) if sheet.position == "Lineman")
    assert (subject.agility[piece], subject.passing[piece], subject.armour[piece]) == (4, 4, 10)
    assert subject.rerolls == [team.rerolls, drafted("human").rerolls]


def test_apothecaries_and_perks_come_along() -> None:
    goblins, undead = squads("goblin", "undead").teams
    assert (goblins.apothecaries, goblins.perks) == (1, int(CHEAP_BRIBES | MAY_HEAL))
    assert (undead.apothecaries, undead.perks) == (0, 0)
    assert squads("halfling", "orc").teams[0].perks == int(CHEAP_CHEF | MAY_HEAL)


def test_the_undead_are_known_as_such_and_thralls_can_be_bitten() -> None:
    subject = squads("vampire", "orc")
    for piece, sheet in enumerate(subject.sheets):
        assert has(subject, piece, int(UNDEAD)) == (sheet.side == 0)
        assert has(subject, piece, int(FEEDS_THE_THIRSTY)) == (sheet.position == "Thrall")


def test_everybody_s_kind_is_known_where_somebody_resents_others() -> None:
    subject = squads("underworld", "skaven")
    kinds = {
        sheet.position: int(subject.parameter(piece, RESENTS))
        for piece, sheet in enumerate(subject.sheets)
        if sheet.side == 0
    }
    assert kinds["Skaven Thrower"] == kinds["Skaven Blitzer"] != kinds["Underworld Goblin"]
    assert all(subject.parameter(piece, RESENTS) == 0 for piece, sheet in enumerate(subject.sheets) if sheet.side == 1)


def test_a_fanatic_whirls_and_is_not_allowed() -> None:
    subject = squads("goblin", "orc")
    piece = next(index for index, sheet in enumerate(subject.sheets) if sheet.position == "Fanatic")
    assert has(subject, piece, int(WHIRLS))
    assert has(subject, piece, int(BANNED))


def test_teams_of_two_editions_do_not_meet() -> None:
    with pytest.raises(UserError, match="expected one edition, found official, stockbowl"):
        squads_of([draft_team("fire"), drafted("orc")])


# --- whom a team may hire -----------------------------------------------------------------------------------------


@pytest.mark.rule("S-OFF-06")
def test_every_skill_of_a_star_player_is_played_and_every_race_has_some() -> None:
    facts = load_facts("stockbowl")
    for star in facts.stars:
        assert all(played_name(facts.skills.read(text)) for text in star.skills), star.name
    assert {len(facts.stars_for(roster)) for roster in facts.rosters} == {6, 7}


@pytest.mark.rule("S-OFF-06")
def test_the_printed_sheet_names_whom_the_team_may_hire() -> None:
    page = html_sheet(ready_team("orc-balanced", "stockbowl"))
    assert "Varag Ghoul-Chewer 290,000" in page
    assert "Mercenaries: 30,000 more than their position, 50,000 for one more skill." in page
    assert "Griff Oberwald" not in page
    assert "Brick Far&#x27;th 290,000 (with Grotty)" in html_sheet(ready_team("ogre-balanced", "stockbowl"))
    assert "hire" not in html_sheet(ready_team("fire-strong")).partition("</style>")[2]
