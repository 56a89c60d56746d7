"""The largest edition at the table: its modules in a text, dungeons for two to four teams, the game master, weapons."""

from __future__ import annotations

from urllib.parse import urlencode

import msgspec
import pytest

from dungeonbowl.client import Server, ServerRefused
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.match import Match
from dungeonbowl.errors import UserError
from dungeonbowl.records.setup import Setup, build_game
from dungeonbowl.scenes.scene import Scene, home, neutral
from dungeonbowl.server import wire
from dungeonbowl.server.creating import GAME_MASTER, new_match
from dungeonbowl.server.view.boards import setup_view
from dungeonbowl.server.view.previews import reach_of
from dungeonbowl.server.view.prompts import Prompter
from support.servers import Guest

LED = "astrogranite(classic, monster_gm=on, gm_arrival=on)"
MONSTERS = "astrogranite(classic, lurking_monsters=on, monster_gm=on)"
ORCS = "gold"  # a college of orcs and goblins


# --- the text form ---------------------------------------------------------------------------------------------------


def checked(server: Server, text: str) -> wire.EditionChecked:
    return server.get(f"/edition?{urlencode({'text': text})}", wire.EditionChecked)


@pytest.mark.parametrize(
    ("text", "shortest"),
    [
        ("astrogranite", "astrogranite"),
        ("astrogranite(standard)", "astrogranite"),
        ("astrogranite(classic)", "astrogranite(classic)"),
        ("astrogranite(preset=full)", "astrogranite(full)"),
        ("astrogranite(leaping=on, lava=on)", "astrogranite(lava=on)"),
        ("official", "official"),
    ],
)
def test_a_text_that_can_be_played_is_answered_with_its_shortest_form(server: Server, text: str, shortest: str) -> None:
    assert checked(server, text) == wire.EditionChecked(shortest)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("astrogranite(dragonbowl=on, lurking_monsters=on)", ["dragonbowl", "lurking_monsters"]),
        ("astrogranite(classic, onsite_referees=on)", ["onsite_referees", "referees"]),
        ("astrogranite(monster_gm=on)", ["monster_gm"]),
        ("astrogranite(larva=on)", ["larva"]),
        ("astrogranite(turn_limit=soon)", ["turn_limit"]),
        ("astrogranite(classic", ["astrogranite"]),
        ("nonsense", ["nonsense"]),
        ("", []),
    ],
)
def test_a_text_that_cannot_be_played_is_answered_with_the_reason(server: Server, text: str, words: list[str]) -> None:
    found = checked(server, text)
    assert found.text == text
    assert found.problem
    for word in words:
        assert word in found.problem


def test_the_text_says_whether_there_is_a_seat_for_a_game_master(server: Server) -> None:
    assert checked(server, LED).has_master
    assert not checked(server, "astrogranite(full)").has_master


# --- dungeons --------------------------------------------------------------------------------------------------------


def quick_match(edition: str, sides: int) -> Match:
    """A quick match that names neither dungeon nor teams, at its first decision."""
    stored, created = new_match(wire.NewMatch(edition, seats=["person"] * sides, quick=True))
    assert len(created.seats) == sides
    return begun(build_game(msgspec.json.decode(stored.setup, type=Setup)), SeededDice(1))


@pytest.mark.parametrize("preset", ["standard", "classic", "full"])
def test_a_quick_match_of_every_preset_begins(preset: str) -> None:
    match = quick_match(f"astrogranite({preset})", 2)
    assert match.options()
    assert len(match.game.squads.names) == 2


@pytest.mark.parametrize("sides", [3, 4])
@pytest.mark.parametrize("edition", ["astrogranite(extra_teams=on)", "astrogranite(classic, extra_teams=on, doors=on)"])
def test_three_and_four_teams_get_a_dungeon_and_a_team_each(edition: str, sides: int) -> None:
    match = quick_match(edition, sides)
    assert int(match.game.dungeon.teams) == sides
    assert len(set(match.game.squads.names)) == sides
    assert match.options()


@pytest.mark.parametrize(
    ("edition", "sides", "dungeon"),
    [
        ("astrogranite", 2, "ag-short-halls"),
        ("astrogranite(chasms=on, lava=on, secret_passages=on, traps=on)", 2, "ag-ember-deep"),
        ("astrogranite(full, special_arrangements=off, extra_teams=on)", 3, "ag-three-crowns"),
        ("astrogranite(full, special_arrangements=off, extra_teams=on)", 4, "ag-four-winds"),
    ],
)
def test_the_usual_dungeon_is_one_where_the_modules_have_something_to_do(
    edition: str, sides: int, dungeon: str
) -> None:
    stored, _ = new_match(wire.NewMatch(edition, seats=["person"] * sides))
    assert msgspec.json.decode(stored.setup, type=Setup).dungeon.id == dungeon


def test_more_than_two_teams_need_their_module() -> None:
    with pytest.raises(UserError, match="extra_teams"):
        new_match(wire.NewMatch("astrogranite(full)", wire.DungeonOrder(id="ag-four-winds"), seats=["person"] * 4))


# --- the game master -------------------------------------------------------------------------------------------------


def test_a_match_with_a_game_master_has_a_link_for_him() -> None:
    stored, created = new_match(wire.NewMatch(LED, seats=["person", "bot:normal"]))
    assert [seat.sides for seat in created.seats] == [[0], [2]]
    assert stored.sides[2].name == GAME_MASTER
    _, created = new_match(wire.NewMatch(LED, seats=["person", "bot:normal", "bot:random"]))
    assert [seat.sides for seat in created.seats] == [[0]]
    _, created = new_match(wire.NewMatch(LED, seats=["person", "person"], shared=True))
    assert [seat.sides for seat in created.seats] == [[0, 1, 2]]
    with pytest.raises(UserError, match="2 sides and a game master"):
        new_match(wire.NewMatch(LED, wire.DungeonOrder(id="ag-old-halls"), seats=["person"] * 4))


def test_nobody_but_the_game_master_decides_for_the_monsters(server: Server) -> None:
    created = server.new_match(edition=LED, seats=["person", "person"], quick=True, pace=0)
    first, second, master = (Guest(server, created.id, seat.token) for seat in created.seats)
    onlooker = Guest(server, created.id, created.watch_token)
    first.send(wire.Ready())
    second.send(wire.Ready())
    welcome = master.ready()
    assert welcome.sides == [2]
    assert welcome.setup.has_master
    assert [side.letter for side in welcome.setup.sides] == ["A", "B", "GM"]
    for guest in (first, second, onlooker):
        guest.wait(wire.Welcome, lambda message: message.stage == "playing")
    coaches = [first, second]
    for _ in range(40):  # turns that end at once, until all have had one
        asked = master.prompt.side if master.prompt is not None else 2
        if asked == 2:
            break
        assert master.refused(wire.Act(master.number, "2")).reason.startswith("it is the decision of")
        coach = coaches[asked]
        prompt = coach.wait_for_prompt()
        ending = [option for option in prompt.options if option.kind == "end turn"]
        coach.choose(prompt, (ending or prompt.options)[0].id)
        master.wait(wire.Update, lambda update, last=prompt.number: update.number > last)  # type: ignore[misc]
    prompt = master.wait_for_prompt()
    assert prompt.side == 2
    assert prompt.title.startswith("What does ")
    assert "You lead the monsters" in prompt.help
    assert prompt.rule == "A-MGM-01"
    assert {"step", "stop", "by rule"} <= {option.kind for option in prompt.options}
    monster = welcome.setup.players[prompt.piece or 0]
    assert monster.neutral
    stop = next(option for option in prompt.options if option.kind == "stop")
    for guest in (first, second):
        while guest.number < prompt.number:
            guest.next()
        assert guest.prompt is not None
        assert not guest.prompt.mine
        assert guest.prompt.options == []
        assert guest.prompt.title.startswith("The game master")
        assert guest.refused(wire.Act(prompt.number, stop.id)).reason == "it is the decision of Game master"
    assert onlooker.refused(wire.Act(prompt.number, stop.id)).reason == "spectators decide nothing"
    step = next(option for option in prompt.options if option.kind == "step")
    update = master.choose(prompt, step.id)
    assert update.position.pieces[monster.piece].square == step.square


def test_a_game_masters_page_shows_ways_without_a_dodge() -> None:
    """What the page prints in a square is what will be rolled: monsters leave marked squares freely (A-MON-10)."""
    scene = Scene(
        "M.A..\n.....",
        {"A": home(), "M": neutral(skills=["Monster", "Block Attack"], strength=5, movement=4)},
        edition=MONSTERS,
        to_move="away",
    )
    monster = scene.piece("M")
    found = reach_of(scene.game, 0, monster, int(scene.game.asked)).squares
    assert len(found) >= 8
    assert all(square.odds == 1.0 and not square.rolls for square in found)
    scene.play("step e")
    prompt = Prompter(scene.game).prompt(scene.match, 0, True)
    assert prompt is not None
    steps = [option for option in prompt.options if option.kind == "step"]
    assert steps
    assert all(option.odds is None and not option.rolls for option in steps)
    cards = setup_view(scene.game, []).players
    assert [card.neutral for card in cards] == [card.piece == monster for card in cards]


# --- odds of what the modules offer ----------------------------------------------------------------------------------


def option_of(scene: Scene, text: str) -> wire.Option:
    prompt = Prompter(scene.game).prompt(scene.match, 0, True)
    assert prompt is not None
    return next(option for option in prompt.options if option.text == text)


def test_a_leap_says_what_it_needs() -> None:
    scene = Scene("A....", {"A": home(agility=4)}, edition="astrogranite(classic, leaping=on)")
    scene.play("activate A", "declare move", "leap")
    near = option_of(scene, "jump (2,0)")
    assert (near.needed, near.odds) == ("5+", pytest.approx(2 / 6, abs=1e-5))  # two squares: -1
    far = option_of(scene, "jump (3,0)")
    assert (far.needed, far.odds) == ("6+", pytest.approx(1 / 6, abs=1e-5))


def test_a_door_says_what_its_dice_may_bring() -> None:
    scene = Scene("#####\n#A=.#\n#####", {"A": home(strength=5, movement=6)}, edition="astrogranite(classic, doors=on)")
    scene.play("activate A")
    assert option_of(scene, "declare smash door").dice == wire.BlockDice(2, 0)
    scene.play("declare move")
    tried = option_of(scene, "open door (2,1)")
    assert {outcome.text: outcome.odds for outcome in tried.outcomes} == {
        "it is locked": pytest.approx(1 / 6, abs=1e-5),
        "it is not locked": pytest.approx(5 / 6, abs=1e-5),
    }


# --- teams -----------------------------------------------------------------------------------------------------------


def draft_of(server: Server, players: list[dict[str, object]]) -> wire.TeamChecked:
    body = {"edition": "astrogranite", "roster": ORCS, "name": "Testers", "players": players}
    return server.post("/teams/check", {"draft": body}, wire.TeamChecked)


def test_linemen_of_some_races_may_have_a_weapon_at_its_price(server: Server) -> None:
    facts = server.get("/teams/astrogranite", wire.DraftFacts)
    assert facts.most_weapons == 1
    roster = next(each for each in facts.rosters if each.id == ORCS)
    armed = [line for line in roster.positions if line.weapons]
    assert armed
    assert all(line.limit is None and line.section == "linemen" for line in armed)
    line = armed[0]
    players: list[dict[str, object]] = [
        {"number": number, "name": f"Player {number}", "position": line.name} for number in range(1, 8)
    ]
    plain = draft_of(server, players)
    assert plain.legal, plain.problems
    for weapon in line.weapons:
        assert weapon.effect
        found = draft_of(server, [{**players[0], "weapon": weapon.name}, *players[1:]])
        assert found.legal, found.problems
        assert found.cost == plain.cost + weapon.cost
        assert f'weapon = "{weapon.name}"' in found.text
    two = [{**player, "weapon": line.weapons[0].name} for player in players[:2]]
    found = draft_of(server, [*two, *players[2:]])
    assert [problem.rule for problem in found.problems] == ["A-SW-01"]
    other = next(each for each in roster.positions if not each.weapons)
    found = draft_of(server, [{**players[0], "position": other.name, "weapon": line.weapons[0].name}, *players[1:]])
    assert {problem.rule for problem in found.problems} & {"A-SW-02", "A-SW-03"}


def test_magic_items_are_explained_and_not_for_a_new_team(server: Server) -> None:
    facts = server.get("/teams/astrogranite", wire.DraftFacts)
    assert len(facts.items) == 12
    assert all(item.effect and item.cost == 50_000 for item in facts.items)
    with pytest.raises(ServerRefused, match="item"):
        draft_of(server, [{"number": 1, "name": "One", "position": "Orc Lineman", "item": facts.items[0].name}])
    assert server.get("/teams/official", wire.DraftFacts).items == []
