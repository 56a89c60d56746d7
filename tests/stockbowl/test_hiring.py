"""Star players and mercenaries, hired for one match before it begins (S-OFF-06)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dungeonbowl.bots.tactics.answers import buy
from dungeonbowl.editions import build
from dungeonbowl.editions.classic.halves import eligible_players
from dungeonbowl.editions.classic.inducements import classic_market
from dungeonbowl.engine import clauses
from dungeonbowl.engine.abilities import IGNORES_BOTH_DOWN, NEEDS_LEAVE
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.events import EVENT_NAMES, Event
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.layouts import bundled_dungeon
from dungeonbowl.engine.loop import list_options
from dungeonbowl.engine.setup import MERCENARY, STAR
from dungeonbowl.engine.sides import REROLLS
from dungeonbowl.engine.statuses import ABSENT, STATUS_NAMES
from dungeonbowl.records.replay import replay_of, rerun
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.records.setup import setup_of
from dungeonbowl.records.squads import squads_of
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.hiring import lessons_of, mercenaries_of, stars_of
from dungeonbowl.teams.ready import ready_team
from dungeonbowl.teams.team import Team
from dungeonbowl.words.choices import Choices
from dungeonbowl.words.notation import Names, NotationError, parse, spell
from dungeonbowl.words.story import story
from support.casualties import settled
from support.walks import Luck, play_match

HOME, AWAY = 0, 1


def race(name: str, gold: int = 0, players: int = 0, **changes: object) -> Team:
    """A ready team that has played before, with so much gold in its treasury, cut to so many players."""
    team = ready_team(f"{name}-balanced", "stockbowl")
    kept = team.players[: players or None]
    return replace(team, treasury=gold, games=5, players=kept, **changes)


class Shop:
    """A match of two teams, at the point where the dearer one buys."""

    def __init__(self, home: Team, away: Team, edition: str = "stockbowl") -> None:
        squads = squads_of([home, away])
        self.match = begun(Game(build(edition), bundled_dungeon("sb-02"), squads), SeededDice(5))
        self.names = Names(self.match.game)
        if edition == "stockbowl":
            self.play("zone A")

    @property
    def game(self) -> Game:
        return self.match.game

    def play(self, *texts: str) -> Shop:
        for text in texts:
            self.match.choose(parse(self.game, self.names, text))
        return self

    def options(self) -> list[str]:
        return [spell(self.game, self.names, option) for option in self.match.options()]

    def piece(self, side: int, name: str) -> int:
        """A piece by the name of the player, or by its position."""
        for piece, sheet in enumerate(self.game.squads.sheets):
            if int(sheet.side) == side and name in (sheet.name, sheet.position) and sheet.role in (STAR, MERCENARY):
                return piece
        raise KeyError(name)

    def hiring(self, side: int, name: str) -> str:
        return f"hire {self.names.of(self.piece(side, name))}"

    def offered(self, side: int) -> list[str]:
        """Who can be hired now, by name or position."""
        sheets = [self.game.squads.sheets[self.names.piece(text[5:])] for text in self.options() if text[:5] == "hire "]
        assert all(int(sheet.side) == side for sheet in sheets)
        return [sheet.name if sheet.role == STAR else sheet.position for sheet in sheets]

    def status(self, side: int, name: str) -> str:
        return str(STATUS_NAMES[self.game.status[self.piece(side, name)]])

    def told(self, kind: str) -> list[Event]:
        return [event for event in self.game.events if EVENT_NAMES[event.kind] == kind]

    def gold(self) -> list[tuple[str, int, bool]]:
        market = self.game.rules.market
        return [
            (market[event["inducement"] - 1].name, event["price"], bool(event["treasury"]))
            for event in self.told("bought")
        ]


def rich_humans(gold: int = 1_000_000, **changes: object) -> Shop:
    """Humans with gold, dearer than their guests by three re-rolls."""
    return Shop(race("human", gold, rerolls=7, **changes), race("orc", rerolls=3))


@pytest.mark.rule("S-OFF-06")
def test_a_star_player_is_hired_and_joins_when_all_is_bought() -> None:
    shop = rich_humans(350_000)
    griff = "Griff Oberwald"
    assert shop.status(HOME, griff) == "absent"
    shop.play(shop.hiring(HOME, griff))
    assert (shop.gold(), shop.status(HOME, griff)) == ([("star", 320_000, True)], "absent")
    while "buy no more" in shop.options():
        shop.play("buy no more")
    assert shop.status(HOME, griff) == "reserves"
    assert [event["piece"] for event in shop.told("joined")] == [shop.piece(HOME, griff)]
    assert "A13 is hired, star player (S-OFF-06)" in story(shop.game)
    sheet = shop.game.squads.sheets[shop.piece(HOME, griff)]
    assert [int(value) for value in (sheet.movement, sheet.strength, sheet.agility, sheet.armour)] == [7, 4, 3, 9]
    assert sheet.skills == ["Loner", "Block", "Dodge", "Fend", "Sprint", "Sure Feet"]
    assert shop.game.can(shop.piece(HOME, griff), IGNORES_BOTH_DOWN)


@pytest.mark.rule("S-OFF-06")
def test_petty_cash_pays_for_star_players_too_and_gold_decides_who_is_offered() -> None:
    shop = rich_humans(0)
    difference = int(shop.game.squads.teams[0].value - shop.game.squads.teams[1].value)
    assert shop.offered(AWAY)  # the dearer side has no gold, and is not asked
    prices = {star.name: star.cost for star in load_facts("stockbowl").stars}
    stars = [name for name in shop.offered(AWAY) if name in prices]
    assert stars == [name for name in stars_named("orc") if prices[name] <= difference]
    shop.play(shop.hiring(AWAY, "Bomber Dribblesnot"))
    assert shop.gold() == [("star", 60_000, False)]


def stars_named(roster: str) -> list[str]:
    facts = load_facts("stockbowl")
    return [star.name for star in facts.stars_for(facts.roster(roster))]


@pytest.mark.rule("S-OFF-06")
def test_only_the_races_of_a_star_player_may_hire_him() -> None:
    shop = rich_humans()
    names = [name for name in shop.offered(HOME) if name in {star.name for star in load_facts("stockbowl").stars}]
    assert names == stars_named("human")
    assert {"Griff Oberwald", "Zara the Slayer"} < set(names)
    assert "Varag Ghoul-Chewer" in stars_named("orc")
    assert "Varag Ghoul-Chewer" not in stars_named("human")


@pytest.mark.rule("S-OFF-06")
def test_no_more_than_two_star_players_in_a_match() -> None:
    shop = rich_humans()
    shop.play(shop.hiring(HOME, "Helmut Wulf"), shop.hiring(HOME, "Mighty Zug"))
    assert shop.offered(HOME) == ["Lineman", "Thrower", "Catcher", "Blitzer", "Ogre"]


@pytest.mark.rule("S-OFF-06")
def test_a_pair_comes_for_one_price_and_counts_as_two() -> None:
    shop = Shop(race("chaos", 900_000, rerolls=8), race("orc", rerolls=3))
    assert "Brick Far'th" in shop.offered(HOME)
    assert "Grotty" not in shop.offered(HOME)  # he comes with the other
    shop.play(shop.hiring(HOME, "Brick Far'th"))
    assert shop.gold() == [("star", 290_000, True)]
    assert not set(stars_named("chaos")) & set(shop.offered(HOME))
    shop.play("buy no more", "buy no more")
    assert (shop.status(HOME, "Brick Far'th"), shop.status(HOME, "Grotty")) == ("reserves", "reserves")
    shop = Shop(race("chaos", 900_000, rerolls=8), race("orc", rerolls=3))
    shop.play(shop.hiring(HOME, "Max Spleenripper"))
    assert "Brick Far'th" not in shop.offered(HOME)  # one and two are three


@pytest.mark.rule("S-OFF-06")
def test_a_side_has_sixteen_players_at_most_with_those_it_has_hired() -> None:
    shop = Shop(filled(race("human", 1_000_000, rerolls=8), "Lineman", 15), race("orc", rerolls=2))
    assert {"Helmut Wulf", "Blitzer"} <= set(shop.offered(HOME))
    shop.play(shop.hiring(HOME, "Helmut Wulf"))
    assert shop.offered(HOME) == []
    shop = Shop(filled(race("chaos", 1_000_000, rerolls=8), "Beastman", 15), race("orc", rerolls=2))
    assert "Max Spleenripper" in shop.offered(HOME)
    assert "Brick Far'th" not in shop.offered(HOME)  # no place for two


def filled(team: Team, position: str, count: int) -> Team:
    """A team with so many players, the rest of one position."""
    model = next(player for player in team.players if player.position == position)
    taken = {player.number for player in team.players}
    numbers = [number for number in range(1, 17) if number not in taken][: count - len(team.players)]
    more = [replace(model, number=number, name=f"More {number}") for number in numbers]
    return replace(team, players=(*team.players, *more))


@pytest.mark.rule("S-OFF-06")
def test_a_star_player_hired_by_both_sides_plays_for_neither_and_the_gold_is_gone() -> None:
    shop = Shop(race("human", 900_000, rerolls=8), race("orc", rerolls=2))
    morg = "Morg 'n' Thorg"
    shop.play(shop.hiring(HOME, morg), "buy no more", shop.hiring(AWAY, morg))
    assert shop.gold() == [("star", 430_000, True), ("star", 430_000, False)]
    while "buy no more" in shop.options():
        shop.play("buy no more")
    assert (shop.status(HOME, morg), shop.status(AWAY, morg)) == ("absent", "absent")
    assert {event["piece"] for event in shop.told("stayed away")} == {shop.piece(HOME, morg), shop.piece(AWAY, morg)}
    assert shop.told("joined") == []


@pytest.mark.rule("S-OFF-06")
def test_a_mercenary_costs_more_than_the_position_and_is_a_loner() -> None:
    shop = rich_humans(120_000)
    assert shop.offered(HOME) == ["Helmut Wulf", "Lineman", "Thrower", "Catcher", "Blitzer"]
    shop.play(shop.hiring(HOME, "Blitzer"))
    assert shop.gold() == [("mercenary", 120_000, True)]  # 90k and 30k; nothing is left for a skill
    blitzer = shop.piece(HOME, "Blitzer")
    assert shop.game.squads.sheets[blitzer].skills == ["Block", "Loner"]
    assert shop.game.can(blitzer, NEEDS_LEAVE)


@pytest.mark.rule("S-OFF-06")
def test_one_more_skill_of_a_normal_category_costs_fifty_thousand() -> None:
    shop = rich_humans(200_000)
    shop.play(shop.hiring(HOME, "Lineman"))
    lineman = shop.piece(HOME, "Lineman")
    name = shop.names.of(lineman)
    assert shop.options()[:2] == [f"teach {name} Block", f"teach {name} Dauntless"]
    assert shop.options()[-1] == "decline"
    assert f"teach {name} Guard" not in shop.options()  # strength is no normal category of a lineman
    assert f"teach {name} Kick" not in shop.options()  # nobody kicks off here (S-OFF-02)
    shop.play(f"teach {name} Block")
    assert shop.gold() == [("mercenary", 130_000, True)]
    assert shop.game.can(lineman, IGNORES_BOTH_DOWN)
    assert f"{name} is hired, Lineman with Block (S-OFF-06)" in story(shop.game)
    other = rich_humans(200_000)
    other.play(other.hiring(HOME, "Lineman"), "decline")
    assert other.gold() == [("mercenary", 80_000, True)]
    assert not other.game.can(lineman, IGNORES_BOTH_DOWN)


@pytest.mark.rule("S-OFF-06")
def test_mercenaries_keep_to_the_limits_of_the_roster() -> None:
    human = race("human", 1_000_000)
    fit = sum(player.position == "Ogre" for player in human.available)
    places = {each.position.name: each.free for each in mercenaries_of(human)}
    assert places["Ogre"] == 1 - fit
    assert places["Blitzer"] == 4 - sum(player.position == "Blitzer" for player in human.available)
    hurt = replace(human, players=tuple(replace(each, misses_next_game=True) for each in human.players[:1]))
    assert {each.position.name: each.free for each in mercenaries_of(hurt)}[
        "Blitzer"
    ] == 4  # who is absent does not count
    shop = rich_humans()
    ogre = shop.hiring(HOME, "Ogre")
    shop.play(ogre, "decline")
    assert "Ogre" not in shop.offered(HOME)


@pytest.mark.rule("S-OFF-06", "S-BASE-20")
@pytest.mark.skill("Leader", edition="stockbowl")
def test_a_mercenary_who_leads_brings_a_re_roll() -> None:
    shop = rich_humans(200_000)
    thrower = shop.names.of(shop.piece(HOME, "Thrower"))
    before = int(shop.game.side_value(0, REROLLS))
    shop.play(f"hire {thrower}", f"teach {thrower} Leader")
    while "buy no more" in shop.options():
        shop.play("buy no more")
    assert int(shop.game.side_value(0, REROLLS)) == before + 1


@pytest.mark.rule("S-OFF-06", "S-BASE-23")
def test_hired_players_earn_nothing() -> None:
    shop = rich_humans(400_000)
    shop.play(shop.hiring(HOME, "Helmut Wulf"), shop.hiring(HOME, "Blitzer"), "decline")
    while "buy no more" in shop.options():
        shop.play("buy no more")
    star, mercenary = shop.piece(HOME, "Helmut Wulf"), shop.piece(HOME, "Blitzer")
    own = int(shop.game.first_piece(0))
    for piece in (star, mercenary, own):
        shop.game.award(piece, 3, clauses.TOUCHDOWN)
    assert [event["piece"] for event in shop.told("points earned")] == [own]
    assert not {star, mercenary} & set(eligible_players(shop.game, 0))
    assert len(eligible_players(shop.game, 0)) == len(race("human").players)


@pytest.mark.rule("S-OFF-06")
def test_equal_teams_and_a_quick_start_have_nobody_to_hire() -> None:
    for home, away, edition in (
        (race("human", 900_000), race("human", 900_000), "stockbowl"),
        (race("human", 900_000, rerolls=8), race("orc"), "stockbowl(quick=1)"),
    ):
        squads = squads_of([home, away], build(edition))
        assert {sheet.role for sheet in squads.sheets} == {""}


@pytest.mark.rule("S-OFF-06")
def test_prices_and_limits_are_those_of_the_facts() -> None:
    draft = load_facts("stockbowl").draft
    wares = {ware.role: ware for ware in classic_market() if ware.role}
    assert draft.mercenaries is not None
    assert (draft.mercenaries.extra, draft.mercenaries.skill_cost) == (30_000, 50_000)
    assert int(wares[MERCENARY].lesson) == draft.mercenaries.skill_cost
    assert (int(wares[STAR].most), int(wares[STAR].squad)) == (draft.stars_most, draft.players.most)
    stars = load_facts("stockbowl").stars
    assert len(stars) == 57
    assert all(len(stars_of(race(roster.id))) >= 4 for roster in load_facts("stockbowl").rosters)


def test_a_skill_that_does_not_go_with_those_of_a_position_is_no_lesson() -> None:
    team = race("dark-elf")
    witch = next(each.position for each in mercenaries_of(team) if each.position.name == "Witch Elf")
    assert "Frenzy" in witch.skills
    assert not {"Frenzy", "Dodge", "Jump Up", "Grab"} & set(lessons_of(team, witch))


def test_texts_are_read_back_and_a_wrong_skill_is_refused() -> None:
    shop = rich_humans(200_000)
    name = shop.names.of(shop.piece(HOME, "Lineman"))
    shop.play(f"hire {name}")
    with pytest.raises(NotationError, match=r"expected one of Block, Dauntless, .* instead of 'Guard'"):
        parse(shop.game, shop.names, f"teach {name} Guard")
    assert [parse(shop.game, shop.names, text) for text in shop.options()] == shop.match.options()


def test_people_read_names_positions_and_prices() -> None:
    shop = rich_humans()
    words = Choices(shop.game)
    told = [words.label(option) for option in shop.match.options()]
    assert "Hire #13 Griff Oberwald, star player, for 320,000" in told
    shop.play(shop.hiring(HOME, "Blitzer"))
    assert words.label(shop.match.options()[0]) == "Dauntless for 50,000 more"


def test_a_bot_hires_the_dearest_star_player_that_it_can_pay() -> None:
    shop = rich_humans(300_000)
    list_options(shop.game)
    assert spell(shop.game, shop.names, int(buy(shop.game))) == shop.hiring(HOME, "Zara the Slayer")


def test_a_match_is_saved_and_replayed_while_coaches_hire() -> None:
    shop = rich_humans()
    shop.play(shop.hiring(HOME, "Griff Oberwald"), shop.hiring(HOME, "Blitzer"))
    loaded = load(save(shop.match))
    assert fingerprint(loaded) == fingerprint(shop.game)
    assert setup_of(loaded) == setup_of(shop.game)


def test_matches_with_hired_players_keep_to_the_limits_and_are_replayed() -> None:
    hired = 0
    for seed in range(6):
        luck = Luck(seed)
        races = [("human", "orc"), ("goblin", "undead"), ("chaos", "nurgle"), ("vampire", "skaven")][seed % 4]
        teams = [race(races[0], 600_000, rerolls=8), race(races[1], rerolls=1)]
        game = Game(build("stockbowl(turn_limit=2)"), bundled_dungeon("sb-03"), squads_of(teams))
        match = play_match(begun(game, SeededDice(seed)), luck)
        hired += len([event for event in game.events if EVENT_NAMES[event.kind] == "joined"])
        for side in (0, 1):
            playing = [
                sheet
                for piece, sheet in enumerate(game.squads.sheets)
                if int(sheet.side) == side and game.status[piece] != ABSENT
            ]
            assert len(playing) <= 16
            assert sum(sheet.role == STAR for sheet in playing) <= 2
        settled(game, f"seed {seed}")
        assert fingerprint(rerun(replay_of(match)).game) == fingerprint(game)
    assert hired > 0
