"""The atlas on the command line: made small, shown, drawn, and its matches played again."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from dungeonbowl.atlas.book import find_atlas, read_atlas, shipped, shipped_names
from dungeonbowl.atlas.grounds import LEADS, GroundTerms, names_of, play_visit, visits
from dungeonbowl.atlas.page import page
from dungeonbowl.atlas.picture import heat_map
from dungeonbowl.atlas.playing import Bout, Told, all_rosters, bouts, play_bout, teams_of, worth_of
from dungeonbowl.atlas.survey import Survey, shipped_survey, surveyed
from dungeonbowl.atlas.survey_showing import Sought, ground_match, ground_replayed
from dungeonbowl.atlas.telling import of_meeting, of_roster
from dungeonbowl.bots.recording import result_of
from dungeonbowl.records.replay import read_replay, verify
from dungeonbowl.teams.checks import check
from dungeonbowl.words.notation import COACHES
from support import command_line

ROOT = Path(__file__).resolve().parents[2]
SMALL = ("atlas", "make", "--edition", "official(turn_limit=2)", "--rosters", "fire,death", "--dungeons", "of-1")


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str, code: int = 0) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert command_line.run(monkeypatch, *arguments) == code


def without_seconds(content: bytes) -> object:
    return msgspec.structs.replace(read_atlas(content, "atlas"), cpu_seconds=0.0)


def test_an_atlas_is_made_taken_up_and_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out, kept = tmp_path / "small.json", tmp_path / "small.jsonl"
    words = (*SMALL, "--vary", "endzone_half=1", "--vary-games", "2", "--out", str(out), "--jobs", "1")
    run(monkeypatch, *words, "--games", "2", "--resume", str(kept))
    first = len(kept.read_bytes().splitlines())
    run(monkeypatch, *words, "--games", "4", "--resume", str(kept), "--force")
    assert len(kept.read_bytes().splitlines()) == first + 6  # only what was missing
    taken_up = out.read_bytes()
    run(monkeypatch, *words, "--games", "4", "--force")
    assert without_seconds(out.read_bytes()) == without_seconds(taken_up)
    capsys.readouterr()
    run(monkeypatch, "atlas", "show", str(out), "--dungeon", "of-1", "--picture", str(tmp_path / "small.svg"))
    told = capsys.readouterr().out
    assert "12 matches of normal, 1 dungeon, seed 1" in told
    assert "College of Fire" in told
    assert "endzone_half=1" in told
    assert ElementTree.parse(tmp_path / "small.svg").getroot().tag.endswith("svg")
    run(monkeypatch, "atlas", "show", str(out), "--json")
    assert json.loads(capsys.readouterr().out)["matches"] == 12


def test_a_dungeon_that_nobody_has_played_yet_shows_no_figures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run(monkeypatch, *SMALL[:-1], "of-1,of-2", "--games", "2", "--jobs", "1", "--out", str(tmp_path / "small.json"))
    told = capsys.readouterr().out
    assert "6 matches of normal, 2 dungeons, seed 1" in told
    assert [line.split() for line in told.splitlines() if "of-2" in line] == [["of-2", "not", "played"]]


def test_an_atlas_that_is_stopped_has_what_every_pair_has_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "small.json"
    words = (*SMALL, "--vary", "endzone_half=1", "--vary-games", "2", "--out", str(out), "--jobs", "1")

    def impatient(bout: Bout) -> Told:
        if bout.number == 3:
            raise KeyboardInterrupt
        return play_bout(bout)

    with monkeypatch.context() as patch:
        patch.setattr("dungeonbowl.cli.atlas.play_bout", impatient)
        run(patch, *words, "--games", "6")
    assert re.search("stopped after [6-9] of 24 matches", capsys.readouterr().err)  # less those of the last chunk
    stopped = read_atlas(out.read_bytes(), "atlas")
    assert stopped.matches == 6  # two of each of three pairs
    assert set(stopped.dungeons[0].examples) == set(stopped.dungeons[0].endings)
    run(monkeypatch, *SMALL, "--out", str(out), "--force", "--jobs", "1", "--games", "2")
    assert without_seconds(out.read_bytes()) == without_seconds(msgspec.json.encode(stopped))


def test_dungeons_are_measured_taken_up_and_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out, kept = tmp_path / "dungeons.json", tmp_path / "dungeons.jsonl"
    words = ("atlas", "dungeons", "--games", "2", "--jobs", "1", "--out", str(out), "--resume", str(kept))
    run(monkeypatch, *words, "--generated", "2", "--generated-games", "2")
    assert len(kept.read_bytes().splitlines()) == 1 + 8 + 2
    run(monkeypatch, *words, "--generated", "4", "--generated-games", "2", "--force", "--json")
    assert len(kept.read_bytes().splitlines()) == 1 + 8 + 4
    found = msgspec.json.decode(out.read_bytes(), type=Survey)
    assert found.matches == 2 * (8 + 4)
    assert found.generated is not None
    assert found.generated.dungeons == 4
    assert found.command == (
        "dungeonbowl atlas dungeons --edition official --games 2 --generated 4 --generated-games 2"
        " --seed 1 --bot normal"
    )
    capsys.readouterr()
    run(monkeypatch, "atlas", "show", "official")
    assert "generated dungeons, 20 matches in each" in capsys.readouterr().out


def test_shipped_surveys_have_every_bundled_dungeon_and_a_thousand_generated_ones() -> None:
    for name in shipped_names():
        survey = shipped_survey(name)
        assert survey is not None
        assert [each.dungeon for each in survey.bundled] == names_of(name)
        assert [each.dungeon for each in survey.bundled if each.zone_a.is_uneven] == []
        assert survey.terms.edition == name
    official = shipped_survey("official")
    assert official is not None
    assert official.generated is not None
    assert official.generated.dungeons >= 1000


@pytest.mark.parametrize("name", shipped_names())
def test_shipped_atlases_are_of_the_matches_that_the_script_plays_now(name: str) -> None:
    """A figure opens a match that shows it, so a script that plays otherwise makes the atlas stale: make it anew with
    the commands of docs/look-up/atlas.md."""
    atlas = find_atlas(name)
    plan = bouts(atlas.terms)
    told = {ending: plan[place] for each in atlas.rosters for ending, place in each.examples.items()}
    assert set(told) == set(atlas.endings)
    assert {ending: play_bout(bout).ending for ending, bout in told.items()} == {ending: ending for ending in told}
    for setting in atlas.settings:
        for ending, place in setting.examples.items():
            varied = msgspec.structs.replace(plan[place], edition=setting.edition)
            assert play_bout(varied).ending == ending
    survey = shipped_survey(name)
    assert survey is not None
    for suspect in survey.suspects[:1]:
        same = [
            each for each in visits(survey.terms) if (each.wishes, each.dungeon_seed) == (suspect.wishes, suspect.seed)
        ]
        seen = [play_visit(each) for each in same]
        assert sum(each.drawn[0] + each.turned[0] for each in seen) == suspect.zone_a.wins


def test_a_match_of_an_atlas_can_be_seen_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    saved = tmp_path / "match.jsonl"
    run(monkeypatch, "atlas", "match", "death", "fire", "--number", "3", "--save", str(saved), "--json")
    bout = json.loads(capsys.readouterr().out)
    game = verify(read_replay(saved)).game
    assert game.dungeon.identity == bout["dungeon"]
    atlas = find_atlas("official")
    (same,) = [each for each in bouts(atlas.terms) if list(each.rosters) == bout["rosters"] and each.number == 3]
    told = play_bout(same)
    assert told.points == (0.5 if game.winner < 0 else float(game.winner == 0))


@pytest.mark.parametrize(
    ("wishes", "shown"),
    [
        (("--about", "re-roll", "--dungeon", "of-2"), {"dungeon": "of-2"}),
        (("light", "--ending", "touchdown"), {"ending": "touchdown"}),
        (("--setting", "official(quick=1, turn_limit=8)"), {"edition": "official(quick=1, turn_limit=8)"}),
        (("--ground", "dungeon=of-5,map=turned"), {"dungeon": "of-5-turned", "seed": 1}),
        (("--ground", "dungeon=of-5,map=drawn", "--number", "1"), {"dungeon": "of-5", "seed": 2}),
        (("--ground", "mode=free,map=turned"), {"dungeon": "official-free-quick-1-turned"}),
    ],
)
def test_every_kind_of_figure_has_a_match_that_shows_it(
    wishes: tuple[str, ...],
    shown: dict[str, object],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    saved = tmp_path / "match.jsonl"
    run(monkeypatch, "atlas", "match", *wishes, "--save", str(saved), "--json")
    told = json.loads(capsys.readouterr().out)
    match = verify(read_replay(saved))
    told |= {"dungeon": match.game.dungeon.identity, "ending": result_of(match, told["seed"]).ending}
    assert {name: told[name] for name in shown} == shown


def test_a_match_of_a_survey_is_the_one_that_was_counted() -> None:
    terms = GroundTerms(edition="official", games=2, generated=2, generated_games=2)
    planned = visits(terms)
    survey = surveyed(terms, "", planned, [play_visit(each) for each in planned])
    for visit in (planned[2], planned[-1]):
        wishes = msgspec.to_builtins(visit.wishes) if visit.wishes else {}
        seed = str(visit.dungeon_seed) if visit.wishes else ""
        counts = [(0, 0), (0, 0)]
        for number in range(visit.games):
            sought = Sought(dungeon=visit.name, seed=seed, **wishes)
            match = ground_match(survey, sought, number)
            result = result_of(ground_replayed(match), match.seed)
            decided = result.winner in COACHES
            won = decided and result.zones[COACHES.index(result.winner)] == "A"
            counts[number] = (int(won), int(decided))
        seen = play_visit(visit)
        assert counts == [seen.drawn, seen.turned]
    assert set(survey.examples) <= set(LEADS)
    for lead in survey.examples:
        assert ground_match(survey, Sought(lead=lead)).visit.wishes is not None


@pytest.mark.parametrize(
    ("words", "refused"),
    [
        (("make", "--rosters", "fire"), "--rosters: name two or more"),
        (("make", "--rosters", "fire,water"), "--rosters water: expected some of beasts, death"),
        (("make", "--vary", "gravity=2"), "--vary gravity=2: official has no such option"),
        (("make", "--out", "atlas.txt"), "expected a name that ends with .json"),
        (("make", "--bot", "nobody"), "nobody"),
        (("show", "nowhere"), "atlas 'nowhere': expected a file, or one of"),
        (("show", "none.json"), "No such file"),
        (("show", "official", "--dungeon", "sb-02"), "the atlas knows of-1"),
        (("dungeons", "--edition", "chess"), "--edition chess: expected one of official"),
        (("dungeons", "--games", "0"), "nothing would be played"),
        (("dungeons", "--out", "dungeons.txt"), "expected a name that ends with .json"),
        (
            ("match", "fire", "death", "--about", "luck", "--save", "x.jsonl"),
            "the atlas knows re-roll; skill; 50,000 of gold",
        ),
        (("match", "fire", "orc", "--save", "x.jsonl"), "orc: the atlas has matches of beasts"),
        (("match", "fire", "death", "life", "--save", "x.jsonl"), "two rosters meet in a match"),
        (("match", "--ground", "luck=3", "--save", "x.jsonl"), "expected some of dungeon=..., map=..."),
        (("match", "--ground", "map=sideways", "--save", "x.jsonl"), "map=sideways: expected drawn or turned"),
        (("match", "fire", "--ground", "dungeon=of-1", "--save", "x.jsonl"), "leave the other wishes out"),
    ],
)
def test_what_cannot_be_is_one_line(
    words: tuple[str, ...],
    refused: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    run(monkeypatch, "atlas", *words, code=2)
    told = capsys.readouterr().err
    assert refused in told
    assert told.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_broken_atlas_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "broken.json").write_text('{"command": 3}', encoding="utf-8")
    run(monkeypatch, "atlas", "show", str(tmp_path / "broken.json"), code=2)
    assert "is no atlas of this version" in capsys.readouterr().err


def test_shipped_atlases_know_every_roster_and_say_how_they_were_made() -> None:
    assert shipped_names() == ["astrogranite", "official", "stockbowl"]
    for name in shipped_names():
        atlas = find_atlas(name)
        assert atlas.terms.rosters == all_rosters(atlas.terms.edition)
        count = len(atlas.terms.rosters)
        assert atlas.matches == len(bouts(atlas.terms)) == atlas.terms.games * count * (count + 1) // 2
        assert len(atlas.meetings) == count * (count - 1) // 2
        assert atlas.cpu_seconds > 0
        assert atlas.command.startswith("dungeonbowl atlas make ")
        assert sum(each.won + each.drawn + each.lost for each in atlas.meetings) == atlas.terms.games * len(
            atlas.meetings
        )


def test_no_bundled_dungeon_of_the_official_edition_is_uneven() -> None:
    assert [each.dungeon for each in find_atlas("official").dungeons if each.zone_a.is_uneven] == []


def test_the_page_of_the_documentation_is_the_atlases() -> None:
    found = {name: find_atlas(name) for name in shipped_names()}
    surveys = {name: survey for name in found if (survey := shipped_survey(name)) is not None}
    wanted = page(found, surveys, {name: f"../pictures/atlas-{name}.svg" for name in found})
    assert (ROOT / "docs" / "look-up" / "atlas.md").read_text("utf-8") == wanted, (
        "dungeonbowl atlas page --out docs/look-up/atlas.md --pictures docs/pictures"
    )
    for name, each in found.items():
        assert (ROOT / "docs" / "pictures" / f"atlas-{name}.svg").read_text("utf-8") == heat_map(each)


def test_coaches_are_told_in_sentences() -> None:
    (told,) = of_roster("official", "fire")
    assert told.startswith("The atlas: College of Fire wins ")
    assert " % ± " in told
    (here,) = of_meeting("official(quick=1)", "fire", "death", "of-1")
    assert here.endswith(" against College of Death here.")
    (elsewhere,) = of_meeting("official", "fire", "death", "my-own.dungeon")
    assert elsewhere.endswith(" against College of Death.")
    assert of_meeting("official", "fire", "fire") == []
    assert of_roster("official", "nobody") == []
    assert shipped("nothing") is None


def test_a_team_is_told_how_it_does_against_another_here(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("team", "show", "fire-strong", "--against", "death-strong", "--dungeon", "of-1")
    run(monkeypatch, *words)
    (wanted,) = of_meeting("official", "fire", "death", "of-1")
    assert wanted in capsys.readouterr().out
    run(monkeypatch, *words, "--json")
    assert json.loads(capsys.readouterr().out)["atlas"] == [*of_roster("official", "fire"), wanted]
    run(monkeypatch, "team", "show", "fire-strong", "--against", "nobody", code=2)
    assert "nobody" in capsys.readouterr().err


def test_teams_of_an_atlas_are_legal_and_some_are_changed() -> None:
    planned = [bout for bout in bouts(find_atlas("official").terms) if bout.number in (0, 2)][:20]
    for bout in planned:
        for team in teams_of(bout):
            assert check(team) == []
    assert len({worth_of(team) for bout in planned for team in teams_of(bout)}) > 5
    assert teams_of(planned[0]) == teams_of(planned[0])


def test_a_told_match_is_short_enough_for_a_checkpoint() -> None:
    told = Told(1.0, True, False, "touchdown", 20, 2, 1, 0, 0, 0.0, 0.01)
    assert len(msgspec.json.encode(told)) < 100
    assert msgspec.json.decode(msgspec.json.encode(told), type=Told) == told
