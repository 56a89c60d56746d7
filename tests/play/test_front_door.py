"""`import dungeonbowl as db`: a match played, looked at, forked, saved, and refused in sentences."""

from __future__ import annotations

import copy
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

import dungeonbowl as db

FORBIDDEN = ("litestar", "uvicorn", "websockets", "sqlalchemy", "alembic")


def quick(seed: int = 7, **options: bool | int | str) -> db.Match:
    return db.Match("official", dungeon="of-1", seed=seed, quick=True, **options)


def played(match: db.Match) -> db.Match:
    while not match.is_over:
        match.play(db.bots.random(match))
    return match


# --- the example of the front page ------------------------------------------------------------------------------------


def test_a_match_is_played_by_somebody_who_imports_nothing_else(tmp_path: Path) -> None:
    match = db.Match("official", dungeon="of-1", teams=("fire-fast", "light-balanced"), seed=7)
    assert repr((match.asked, match.options)) == "('away', [zone A, zone B])"
    told = match.play("zone A")
    assert repr(told).startswith("[away takes end zone A (O-SET-15), ")
    assert match.why_not("activate A3") == "no team turn has begun"
    while not match.is_over:
        match.play(db.bots.normal(match))
    assert match.winner in ("home", "away", "draw")
    assert "+-+-+" in str(match)
    match.save(tmp_path / "final.jsonl")
    assert db.Replay.load(tmp_path / "final.jsonl").verify()


def test_the_import_brings_neither_server_nor_database() -> None:
    program = (
        "import sys, dungeonbowl as db\n"
        "heavy = [name for name in sys.modules if name.partition('.')[0] == 'dungeonbowl']\n"
        "assert heavy == ['dungeonbowl'], heavy\n"
        "match = db.Match('official', seed=7, quick=True)\n"
        "match.play(db.bots.normal(match))\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "dungeonbowl" in loaded
    assert not loaded & {*FORBIDDEN, "numpy", "typer", "rich"}


def test_the_module_lists_its_names_and_refuses_others() -> None:
    assert set(db.__all__) == {name for name in dir(db) if name == "__version__" or not name.startswith("__")}
    for name in db.__all__:
        assert getattr(db, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'Matsch'"):
        _ = db.Matsch  # type: ignore[attr-defined]


# --- actions and events -----------------------------------------------------------------------------------------------


def test_an_action_is_its_text_and_does_not_change() -> None:
    match = quick()
    action = match.options[0]
    assert action == "activate B1"
    assert action == match.options[0]
    assert action != match.options[1]
    assert {action, "activate B1"} == {"activate B1"}
    assert (action.kind, action.piece, action.target, action.square) == ("activate", "B1", None, None)
    assert action.rule == "O-TURN-03"
    with pytest.raises(AttributeError, match="an action does not change"):
        action.kind = "step"  # type: ignore[misc]


def test_a_step_knows_where_it_leads() -> None:
    match = quick()
    match.play("activate B1")
    match.play("declare move")
    step = next(each for each in match.options if each == "step sw")
    assert step.piece == "B1"
    assert step.square is not None
    here = match.position.pieces["B1"].square
    assert here is not None
    assert step.square in here.neighbours
    assert step.square == here.step("sw")
    moved = next(each for each in match.play(step) if each.kind == "moved")
    assert (moved.piece, moved.origin, moved.square) == ("B1", here, step.square)
    assert moved == f"B1 moves {here} to {step.square} ({moved.rule})"
    with pytest.raises(AttributeError, match="an event does not change"):
        moved.words = ""


def test_a_face_of_a_block_die_is_a_choice_with_dice() -> None:
    match = quick()
    while not any(each.kind == "face" for each in match.options):
        match.play(db.bots.normal(match))
    face = next(each for each in match.options if each.kind == "face")
    assert face == f"face {face.dice[0]}"
    assert face.rule.startswith("O-BLOCK")


def test_events_name_their_dice_and_their_target() -> None:
    match = quick(turn_limit=6)
    while not match.is_over:
        match.play(db.bots.normal(match))
    told = match.events
    tests = [each for each in told if each.kind == "tested"]
    assert tests
    assert all(each.piece is not None and len(each.dice) == 1 and each.parts["needed"] >= 1 for each in tests)
    blocks = [each for each in told if each.kind == "block dice rolled"]
    assert blocks
    assert all(set(each.dice) <= {"player-down", "both-down", "push", "stumble", "pow"} for each in blocks)
    assert all(each.target is not None and each.target.side != each.piece.side for each in blocks if each.piece)
    held = [each for each in told if each.kind == "ball picked up"]
    assert held
    assert all(each.ball == "the ball" and each.piece is not None for each in held)
    ends = [each for each in told if each.kind == "match ended"]
    assert len(ends) == 1
    assert ends[0].side == (None if match.winner == "draw" else match.winner)


def test_every_event_of_a_match_names_only_parts_that_exist() -> None:
    match = played(db.Match("astrogranite(full, turn_limit=4)", dungeon="ag-sampler", seed=3))
    for event in match.events:
        assert str(event)
        for part in (event.piece, event.target, event.side, event.square, event.origin, event.ball, event.dice):
            assert part is None or str(part)


# --- the position -----------------------------------------------------------------------------------------------------


def test_a_position_can_be_walked_and_stays_as_it_was() -> None:
    match = quick()
    before = match.position
    piece = before.pieces["B1"]
    assert (piece.side, piece.state, piece.is_standing) == ("away", "standing", True)
    assert piece.square is not None
    assert piece.square.piece == piece
    assert all(piece.square in each.neighbours for each in piece.square.neighbours)
    match.play("activate B1")
    assert before.acting is None
    assert match.position.acting == "B1"
    assert match.position.pieces["B1"] == piece
    assert before.balls[0].state == "hidden in a chest"
    assert len(before.chests) == 6
    assert before.squares["(3,6)"] == before.squares[3, 6] == "(3,6)"
    with pytest.raises(KeyError, match="no floor"):
        before.squares[0, 0]


def test_goals_are_where_the_edition_scores() -> None:
    position = quick().position
    zones = {square.zone for square in position.pieces["A1"].goals}
    assert zones == {position.sides["away"].zone}
    assert {square.zone for square in position.pieces["B1"].goals} == {position.sides["home"].zone}
    goal = position.pieces["A1"].goals
    start = position.pieces["A1"].square
    assert start is not None
    nearest = min(start.distance(square) for square in goal)
    assert start.distance(goal) == nearest


def test_a_distance_is_counted_to_whatever_is_on_a_square() -> None:
    position = quick().position
    start, piece = position.squares[3, 6], position.pieces["B1"]
    assert piece.square is not None
    steps = start.distance(piece.square)
    assert steps == start.distance((piece.square.x, piece.square.y)) == start.distance(str(piece.square))
    assert steps == start.distance(piece) == start.distance([piece, piece.square.text])
    assert position.squares[piece] == piece.square
    assert piece in position.squares
    assert position.balls[0] not in position.squares
    assert start.distance([]) == 9999
    for goal, reason in (
        (position.balls[0], "the ball is on no square"),
        ((0, 0), "there is no floor"),
        ((2**70, 1), "there is no floor"),
        (("a", "b"), "'a'"),
        ("over there", "over there"),
        (5, "5 is no square: expected"),
        (None, "None is no square: expected"),
        ([None], "None is no square: expected"),
    ):
        with pytest.raises(db.UserError, match=reason):
            start.distance(goal)
    with pytest.raises(db.UserError, match="direction 'up': expected one of n, ne"):
        start.step("up")


# --- refusals: a sentence, and nothing has changed --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("activate A3", "that player is not of the active side"),
        ("activate Z9", "no player is called 'Z9'"),
        ("dance", "'dance' is no action; expected one of"),
        ("step ne", "not one of the choices now"),
        ("", "is no action"),
        (52, "is no action: expected one of the options, or its text"),
    ],
)
def test_what_is_not_legal_is_refused_in_a_sentence(action: str, reason: str) -> None:
    match = quick()
    before = (match.story, match.options, str(match))
    assert reason in match.why_not(action)
    with pytest.raises(db.Refused) as refused:
        match.play(action)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)
    assert (match.story, match.options, str(match)) == before


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"edition": "chess"}, "chess"),
        ({"edition": "official", "dungeon": "sb-04"}, "is for stockbowl, not for official"),
        ({"edition": "official", "dungeon": "nowhere-at-all"}, "nowhere-at-all"),
        ({"edition": "official", "teams": ("fire-fast",)}, "teams: expected 2, found 1"),
        ({"edition": "official", "teams": ("fire-fast", "")}, "has nobody to play against"),
        ({"edition": "official", "teams": ("fire-fast", "orc-balanced")}, "not for official"),
        ({"edition": "official", "speed": 3}, "has no option 'speed'"),
        ({"edition": "official", "dice": "loaded"}, "expected 'by hand'"),
    ],
)
def test_a_match_that_cannot_be_is_refused_in_one_line(words: dict[str, object], reason: str) -> None:
    with pytest.raises(db.UserError) as refused:
        db.Match(**words)  # type: ignore[arg-type]
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_match_that_is_over_takes_nothing_more() -> None:
    match = played(quick(turn_limit=1))
    assert match.options == []
    assert match.asked is None
    assert match.usual is None
    for action in (None, "end turn"):
        with pytest.raises(db.Refused, match="the match is over"):
            match.play(action)


# --- dice by hand -----------------------------------------------------------------------------------------------------


def test_dice_are_given_by_hand() -> None:
    match = db.Match("official", dice="by hand")
    assert match.wants == "1 x coin"
    assert match.asked is None
    assert match.why_not("zone A") == "dice are awaited, not a decision"
    for dice, reason in (
        ((), "1 x coin must be rolled: 0 given"),
        ((7,), "a coin cannot show 7"),
        (("pow",), "no coin"),
    ):
        with pytest.raises(db.Refused, match=reason):
            match.roll(*dice)
        assert match.wants == "1 x coin"
    told = match.roll(1)
    assert told[0].dice == (1,)
    assert match.wants is None
    assert match.asked == "home"
    with pytest.raises(db.Refused, match="no dice are awaited"):
        match.roll(1)


def test_a_match_by_hand_is_the_match_of_its_dice(tmp_path: Path) -> None:
    """The dice of a seeded match, given by hand one roll at a time, tell the same story."""
    seeded = played(quick(turn_limit=2))
    hand = db.Match("official", dungeon="of-1", dice="by hand", quick=True, turn_limit=2)
    for kind, numbers in [(each.kind, each.numbers) for each in seeded.engine.inputs]:
        if kind == 1:
            assert hand.wants is not None
            hand.roll(*numbers)
        else:
            hand.engine.game.clone()
            hand.play(next(each for each in hand.options if hand.number_of(each) == numbers[0]))
    assert hand.is_over
    assert hand.story == seeded.story
    hand.save(tmp_path / "hand.jsonl")
    assert db.Replay.load(tmp_path / "hand.jsonl").story == seeded.story


def test_dice_of_a_seeded_match_cannot_be_given() -> None:
    with pytest.raises(db.Refused, match="come from its seed"):
        quick().roll(6)


# --- taking back, forking, looking ahead ------------------------------------------------------------------------------


def test_a_decision_is_taken_back_until_a_die_falls() -> None:
    match = quick()
    before = (str(match), match.story)
    match.play("activate B1")
    match.play("declare move")
    match.undo()
    match.undo()
    assert (str(match), match.story) == before
    with pytest.raises(db.Refused, match="none to take back"):
        match.undo()


def test_a_fork_goes_its_own_way() -> None:
    match = quick()
    same, other = match.fork(), match.fork(seed=99)
    assert played(same).story == played(match.clone()).story
    assert played(other).story != same.story
    assert copy.copy(match).options == copy.deepcopy(match).options == match.options
    assert match.position.turn == 1
    assert not match.is_over


def test_the_reach_of_a_player_can_be_walked() -> None:
    match = quick()
    reach = match.reach("B1")
    way = reach[22, 3]
    assert 0 < way.odds < 1
    assert [roll.what for roll in way.rolls] == ["rush", "rush"]
    assert way.odds == pytest.approx((5 / 6) ** 2)
    assert way.path[-1] == way.square == "(22,3)"
    sure = next(each for each in reach.values() if each.cost == 4 and each.odds == 1.0)
    match.play("activate B1")
    match.play("declare move")
    for step in sure.actions:
        match.play(step)
    assert match.position.pieces["B1"].square == sure.square
    with pytest.raises(KeyError, match="does not reach"):
        reach[3, 6]


def test_hints_are_options_with_reasons() -> None:
    match = quick()
    hints = match.hint(count=3)
    assert 1 <= len(hints) <= 3
    assert hints[0].actions[0] in match.options
    assert all(str(hint) for hint in hints)
    for count in (-1, 0, "two", None):
        with pytest.raises(db.UserError, match=f"count {count!r}: expected a whole number, 1 or more"):
            match.hint(count=count)  # type: ignore[arg-type]
    with pytest.raises(db.UserError, match="tries -1: expected a whole number, 0 or more"):
        match.hint(tries=-1)


def test_rules_are_found_by_their_ids() -> None:
    match = quick()
    told = match.play("activate B1")
    assert match.rules[told[0].rule].text
    assert set(match.rules) >= {"O-TERM-10", "D-FM-06"}


def test_the_usual_answer_is_given_where_none_is() -> None:
    match = quick()
    assert match.usual == "end turn"
    match.play()
    assert match.asked == "home"


# --- files ------------------------------------------------------------------------------------------------------------


def test_saves_and_replays_go_on(tmp_path: Path) -> None:
    match = quick()
    for _ in range(40):
        match.play(db.bots.random(match))
    for name in ("match.jsonl", "match.json"):
        match.save(tmp_path / name)
        again = db.Match.load(tmp_path / name, seed=5)
        assert again.options == match.options
        assert again.story == match.story
        assert str(again) == str(match)
        played(again).save(tmp_path / "again.jsonl", overwrite=True)
        assert db.Replay.load(tmp_path / "again.jsonl").verify()
        with pytest.raises(db.UserError, match="exists"):
            match.save(tmp_path / name)
        match.save(tmp_path / name, overwrite=True)


def test_a_file_that_is_neither_is_refused(tmp_path: Path) -> None:
    for text in ("", "hello\n", '{"kind": "something"}\n'):
        path = tmp_path / "odd.json"
        path.write_text(text)
        with pytest.raises(db.UserError, match=r"odd\.json"):
            db.Match.load(path)
    with pytest.raises(db.UserError, match="No such file"):
        db.Match.load(tmp_path / "none.jsonl")


def test_a_replay_is_walked_decision_by_decision(tmp_path: Path) -> None:
    match = played(quick(turn_limit=2))
    match.save(tmp_path / "match.jsonl")
    replay = db.Replay.load(tmp_path / "match.jsonl")
    moments = list(replay)
    assert len(replay) == len(moments)
    assert moments[0].action is None
    assert moments[1].side == "away"
    assert sum(len(moment.events) for moment in moments) == len(match.events)
    assert [str(event) for moment in moments for event in moment.events] == [str(event) for event in match.events]
    for moment, following in pairwise(moments):
        assert moment.position.asked == following.side
    halfway = replay.at(len(moments) // 2)
    assert halfway.asked == moments[len(moments) // 2].position.asked
    assert played(halfway).is_over
    assert replay.at(len(moments) - 1).is_over
    for number in (len(moments), -1, "first", 1.0, None):
        with pytest.raises(db.UserError, match=f"there is no decision {number!r} .*; the last is {len(moments) - 1}"):
            replay.at(number)  # type: ignore[arg-type]
    assert (replay.winner, replay.teams) == (match.winner, ["Home", "Away"])
    assert replay.story == match.story


# --- what a match is made of ------------------------------------------------------------------------------------------


def test_a_dungeon_may_be_a_file_its_text_or_generated(tmp_path: Path) -> None:
    from dungeonbowl.dungeon.generator import generate
    from dungeonbowl.dungeon.text import load_dungeon
    from dungeonbowl.dungeon.writing import write_dungeon

    text = write_dungeon(load_dungeon("of-3"))
    path = tmp_path / "of-3.dungeon"
    path.write_text(text)
    for dungeon in ("of-3", text, str(path), load_dungeon("of-3")):
        assert str(db.Match("official", dungeon=dungeon, seed=1)) == str(db.Match("official", dungeon="of-3", seed=1))
    made = generate("official", 7, "quick", "", "standard", 2, [], "balanced")
    assert db.Match("official", dungeon=made, seed=1).asked in ("home", "away")
    with pytest.raises(db.UserError, match="is for stockbowl"):
        db.Match("official", dungeon=load_dungeon("sb-04"))


def test_teams_may_be_names_or_teams() -> None:
    from dungeonbowl.teams.ready import ready_team

    by_name = db.Match("official", teams=("fire-fast", "light-balanced"), seed=1)
    by_team = db.Match("official", teams=(ready_team("fire-fast"), "light-balanced"), seed=1)
    assert by_name.story == by_team.story
    assert [side.team for side in by_team.position.sides.values()] == ["Ashfall Sparks", "Daybreak Mirrors"]


def test_without_a_seed_one_is_drawn_and_told() -> None:
    match = db.Match("official", quick=True)
    assert match.seed is not None
    assert db.Match("official", seed=match.seed, quick=True).story == match.story


# --- pictures ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["official", "stockbowl", "astrogranite(classic)"])
def test_a_notebook_shows_the_board(edition: str) -> None:
    match = db.Match(edition, seed=3, quick=True)
    for _ in range(30):
        match.play(db.bots.random(match))
    svg = ElementTree.fromstring(match._repr_svg_())
    texts = {each.text for each in svg.iter("{http://www.w3.org/2000/svg}text")}
    inside = [name for name, piece in match.position.pieces.items() if piece.square is not None]
    assert inside
    assert set(inside) <= texts
    assert match._repr_html_().startswith("<figure><svg")


def test_the_picture_shows_the_chests_that_are_still_closed() -> None:
    from dungeonbowl.dungeon.printing.symbols import CHEST

    match = quick()
    assert match._repr_svg_().count(CHEST) == 6 + 1  # one of them in the legend
    while len(match.position.chests) == 6:
        match.play(next((each for each in match.options if each.kind == "open"), None) or db.bots.normal(match))
    assert match._repr_svg_().count(CHEST) == 5 + 1


def test_the_board_is_drawn_as_dungeon_files_draw_it() -> None:
    from dungeonbowl.dungeon.drawing import draw_plan
    from dungeonbowl.dungeon.text import load_dungeon

    drawn = str(quick()).split("\n")
    plan = draw_plan(load_dungeon("of-1")).split("\n")
    assert [line[::2] for line in drawn[:20:2]] == [line[::2] for line in plan[:20:2]]
    assert any(line.startswith("home (Home): 0, turn 0; A=A1 ") for line in drawn)


# --- bots -------------------------------------------------------------------------------------------------------------


def test_bots_of_every_level_choose_one_of_the_options() -> None:
    match = quick()
    for bot in (db.bots.random, db.bots.easy, db.bots.normal):
        assert bot(match) in match.options
    assert db.bots.named("hard(tries=2)", match) in match.options
    with pytest.raises(db.UserError, match="there is no bot"):
        db.bots.named("genius", match)


def test_a_match_of_bots_is_that_of_the_command_line() -> None:
    """The same seed gives the match that `dungeonbowl sim` and `watch` play."""
    from dungeonbowl.bots.arena import Pairing, play

    match = db.Match("official", dungeon="of-1", seed=5, quick=True, turn_limit=4)
    while not match.is_over:
        match.play(db.bots.normal(match))
    result = play(Pairing("official(quick=1, turn_limit=4)", "of-1"), 5)
    assert (match.winner, match.engine.game.decisions) == (result.winner, result.decisions)


def test_a_game_master_is_asked_by_that_name() -> None:
    match = db.Match("astrogranite(full, monster_gm=on, turn_limit=3)", dungeon="ag-gallery", seed=13)
    asked = set()
    while not match.is_over:
        asked.add(match.asked)
        match.play(db.bots.random(match))
    assert asked == {"home", "away", "game master"}


def test_three_sides_have_names() -> None:
    edition = "astrogranite(chasms=on, obstacles=on, water=on, traps=on, extra_teams=on, turn_limit=2)"
    match = played(db.Match(edition, dungeon="ag-three-crowns", seed=9))
    assert set(match.position.score) == {"home", "away", "third"}
