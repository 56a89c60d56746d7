"""Team files: read, written, and refused with the place of every mistake."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from dungeonbowl.errors import UserError
from dungeonbowl.teams.files import HEAD_KEYS, load_team, read_team, write_team
from dungeonbowl.teams.problems import TeamError
from dungeonbowl.teams.team import Gain, Player, Team
from support.teams import DWARF, players, team

TEXT = write_team(team())


def refused(text: str) -> list[str]:
    with pytest.raises(TeamError) as error:
        read_team(text, "my.toml")
    assert str(error.value).startswith("my.toml: ")
    return [problem.text() for problem in error.value.problems]


def test_a_team_file_is_readable() -> None:
    assert TEXT.splitlines()[:12] == [
        "format = 2",
        'edition = "official"',
        'college = "fire"',
        'name = "Test Team"',
        "rerolls = 3",
        "treasury = 80000",
        "",
        "[[player]]",
        "number = 1",
        'name = "Player 1"',
        'position = "Dwarf Blocker Lineman"',
        "cost = 70000",
    ]


def veteran_team() -> Team:
    eleven = players(*[DWARF] * 11)
    veteran = replace(
        eleven[0],
        name='Quote " Back \\ slash é',
        gained=(Gain("Guard", random=True), Gain(raised="ma")),
        niggles=2,
        losses=("av",),
        misses_next_game=True,
        earned=7,
    )
    return team(players=(veteran, replace(eleven[1], retired=True), *eleven[2:]), games=4, coach="Anna", treasury=5)


def test_a_team_read_again_is_the_same_team() -> None:
    for subject in (team(), veteran_team(), team(kind="exhibition", budget=1_200_000, inducements={"bribes": 2})):
        text = write_team(subject)
        assert read_team(text) == subject
        assert write_team(read_team(text)) == text


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=40).filter(str.strip))
def test_any_name_survives_the_file(name: str) -> None:
    subject = replace(team(), name=name)
    assert read_team(write_team(subject), checked=False) == subject


def test_files_of_version_1_load() -> None:
    """Its one number of experience was what was left to spend in the official edition, and the total in the others."""
    old = write_team(veteran_team()).replace("format = 2", "format = 1").replace("earned = 7", "experience = 7")
    assert "experience" in old
    assert read_team(old) == veteran_team()


def test_a_comment_stands_at_the_head() -> None:
    assert write_team(team(), "made by\nhand").startswith("# made by\n# hand\nformat = 2\n")
    assert read_team(write_team(team(), "made by\nhand")) == team()


# --- mistakes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "messages"),
    [
        (
            "cost = 70000",
            "cost = -70000",
            ["player 1 'Player 1': cost: expected exactly 70,000, found -70,000 (O-DRAFT-01)"],
        ),
        ("treasury = 80000", "treasury = -5", ["treasury: expected exactly 80,000, found -5 (O-DRAFT-02)"]),
        (
            'position = "Dwarf Blocker Lineman"',
            'position = "Dwarf Blocker Linemen"',
            [
                "player 1 'Player 1': position: expected a known position (did you mean Dwarf Blocker "
                "Lineman or Chaos Dwarf Blocker?), "
                "found 'Dwarf Blocker Linemen' (O-DRAFT-01)"
            ],
        ),
        ("number = 1\n", 'number = "one"\n', ["player 1 'Player 1': number: expected a whole number, found 'one'"]),
        ("number = 1\n", "number = true\n", ["player 1 'Player 1': number: expected a whole number, found True"]),
        ("number = 1\n", "", ["player 1 'Player 1': number: expected a whole number, found nothing"]),
        (
            "number = 1\n",
            "earnd = 1\nnumber = 1\n",
            ["player 1 'Player 1': earnd: expected a known key (did you mean earned?), found the key 'earnd'"],
        ),
        (
            "number = 1\n",
            'number = 1\ngained = "Block"\n',
            ["player 1 'Player 1': gained: expected a list such as [{ skill = \"Block\" }], found 'Block'"],
        ),
        (
            "number = 1\n",
            "number = 1\ngained = [{ skil = 1 }]\n",
            ["player 1 'Player 1': gained 1: skil: expected a known key (did you mean skill?), found the key 'skil'"],
        ),
        (
            "number = 1\n",
            "number = 1\nlosses = [1]\n",
            ["player 1 'Player 1': losses: expected a list of texts, found [1]"],
        ),
        ('college = "fire"', 'race = "fire"', ["college: expected text, found nothing"]),
        (
            "rerolls = 3",
            "players = 3",
            [
                "players: expected a key out of edition, college, name, coach, kind, budget, games, rerolls, treasury, "
                "skill_points, inducements, staff, id, season, trophy, history, found the key 'players'"
            ],
        ),
        ('college = "fire"', "college = 7", ["college: expected text, found 7"]),
        ("rerolls = 3", 'kind = "cup"', ["kind: expected 'league' or 'exhibition', found 'cup'"]),
        ("rerolls = 3", "staff = 3", ["staff: expected a table of whole numbers, found 3"]),
        ("format = 2", "format = 3", ["format: expected 2, found 3, which a newer program wrote"]),
        ("format = 2\n", "", ["format: expected 2, found nothing"]),
        ('edition = "official"', "edition = 1", ["edition: expected text, found 1"]),
    ],
)
def test_a_mistake_says_where_it_is(old: str, new: str, messages: list[str]) -> None:
    assert old in TEXT
    found = refused(TEXT.replace(old, new, 1))
    assert set(messages) <= set(found)
    assert len(found) <= len(messages) + 1


def test_an_unknown_skill_says_where_it_is() -> None:
    text = write_team(veteran_team()).replace('"Guard"', '"Gard"')
    player = "player 1 'Quote \" Back \\\\ slash é'"
    assert refused(text) == [f"{player}: gained: expected a known skill (did you mean Guard?), found 'Gard'"]


def test_all_mistakes_of_the_form_are_found_together() -> None:
    text = (
        TEXT.replace("number = 1\n", "number = 1.5\n")
        .replace("number = 3\n", "")
        .replace("rerolls = 3", 'rerolls = "3"')
    )
    assert [line.partition(": expected")[0] for line in refused(text)] == [
        "player 1 'Player 1': number",
        "player 3 'Player 3': number",
        "rerolls",
    ]


@pytest.mark.parametrize(
    "text", ["", "[", "player = 3\nformat = 1\nedition = 'official'\ncollege = 'fire'\nname = 'x'"]
)
def test_what_is_no_team_is_refused_with_the_name_of_the_file(text: str) -> None:
    with pytest.raises(UserError, match=r"^my\.toml: "):
        read_team(text, "my.toml")


NUMBERS = ("-1", "0", "3", "99999999999999999999", "1.5", "nan", "true", "1979-05-27")
TEXTS = ('""', '"Block"', '"Loner"', '"x"', '"exhibition"')
LISTS = ("[]", "[1]", "{}", '["av"]', '[{ skill = "Block" }]', '[{ raised = "ma" }]', "[{}]", "{ bribes = 9 }")
VALUES = st.sampled_from([*NUMBERS, *TEXTS, *LISTS])
KEYS = st.sampled_from([*HEAD_KEYS, "format", "college", "player", "players", "x"])
PLAYER_KEYS = st.sampled_from([*Player.__struct_fields__, "x"])


@given(st.dictionaries(KEYS, VALUES, max_size=4), st.dictionaries(PLAYER_KEYS, VALUES, max_size=4))
def test_whatever_stands_in_a_file_it_is_a_team_or_refused(head: dict[str, str], entry: dict[str, str]) -> None:
    data = {"format": "1", "edition": '"official"', "college": '"fire"', "name": '"Any"', "games": "1", **head}
    player = {"number": "1", "name": '"A"', "position": '"Dwarf Runner"', "cost": "85000", **entry}
    lines = [f"{key} = {value}" for key, value in data.items()]
    lines += ["[[player]]", *(f"{key} = {value}" for key, value in player.items())]
    try:
        subject = read_team("\n".join(lines), "my.toml")
    except UserError as error:
        complaint = str(error)
    else:
        complaint = "my.toml: " if read_team(write_team(subject)) == subject else "another team"
    assert complaint.startswith("my.toml: ")


def test_an_illegal_team_can_be_read_unchecked() -> None:
    subject = team(*[DWARF] * 3)
    assert read_team(write_team(subject), checked=False) == subject
    with pytest.raises(TeamError):
        read_team(write_team(subject))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="No such file"):
        load_team(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b"\xe9")
    with pytest.raises(UserError, match="UTF-8"):
        load_team(tmp_path / "latin.toml")
    (tmp_path / "long.toml").write_bytes(b"#" * 300_000)
    with pytest.raises(UserError, match="at most 200000 bytes"):
        load_team(tmp_path / "long.toml")
    (tmp_path / "good.toml").write_text(TEXT, encoding="utf-8")
    assert load_team(tmp_path / "good.toml") == team()
