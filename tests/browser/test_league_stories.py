"""The stories of a league, each from its first click to its last, in a real browser."""

from __future__ import annotations

import re
from typing import Any

import pytest

from browser.clicking import MouseCoach
from browser.conftest import DESKTOP, PHONE, OpenPage
from dungeonbowl.league.competitions.options import read_season
from dungeonbowl.server.wire import league as shown
from support.leagues import SHORT, House, until
from support.servers import ServerProcess

EIGHT = ("Ann", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
FOUR = EIGHT[:4]


@pytest.fixture
def house(table: ServerProcess) -> House:
    return House(table.server)


def create(page: Any, name: str, names: tuple[str, ...], preset: str = "", rules: str = "") -> str:
    """Fill in the page of a new league, and press the button. Returns the id of the league."""
    page.wait_for_selector("[data-names]")
    page.fill("[data-name]", name)
    if preset:
        page.check(f"[data-preset={preset}]")
    page.fill("[data-names]", "\n".join(names))
    page.wait_for_selector(f"[data-entries='{len(names)}']")
    if rules:
        page.get_by_text("Every option, with its rule").click()
        page.fill("[data-rules]", rules)
    page.locator("[data-create]:enabled").click()
    page.wait_for_selector("[data-news]")
    return str(page.url.rpartition("/")[2])


def test_first_evening_from_a_blank_page_to_published_fixtures(open_page: OpenPage, house: House) -> None:
    """Story 1: nothing but a name and eight names is typed; the book's rules are what she gets."""
    page = open_page("/leagues")
    page.get_by_role("link", name="New league").click()
    league = create(page, "Thursday league", EIGHT)
    page.get_by_role("link", name="Schedule", exact=True).click()
    page.wait_for_selector("[data-stage]")
    assert page.locator("[data-fixture]").count() == 8 * 7  # everybody twice (O-LEAGUE-01)
    options = read_season(house.home(league).home.season.options).competition
    assert (options.win, options.draw, options.loss) == (3, 1, 0)  # O-LEAGUE-02
    assert options.tie_breaks[:3] == ("points", "td_for", "cas_for")  # O-LEAGUE-03
    assert options.stages == ("round_robin", "knock_out(qualify=4)")
    assert options.trophy  # O-LEAGUE-04
    teams = house.home(league).home.teams
    assert {team.coach for team in teams} == set(EIGHT)
    assert len({team.roster for team in teams}) == 8


def test_a_commissioner_mends_a_mistake(open_page: OpenPage, house: House) -> None:
    """Story 2: a casualty goes to another player; what changes is seen before, and who did it and why after."""
    league = house.found("Mistakes")
    first = house.first_fixture(league)
    house.report(first.id)
    while other := [each for each in house.home(league).home.next if each.round < 3]:
        house.report(other[0].id)
    team = first.sides[0].team
    page = open_page(f"/team/{team}?kind=points")
    event = page.locator("[data-event]", has_text="casualty").first
    event.get_by_role("button", name=re.compile("^Correct event")).click()
    heir = house.team(team).sheet.players[5]
    page.select_option("[data-heir]", heir.id)
    page.click("[data-look]")
    consequences = page.locator("[data-consequences]")
    consequences.wait_for()
    assert heir.name in consequences.inner_text()
    assert page.locator("[data-make]").is_disabled()  # no reason yet
    page.fill("[data-correction-reason]", "the sheet named the wrong shirt")
    page.locator("[data-make]:enabled").click()
    page.locator("[data-correction]").wait_for(state="detached")
    page.locator("[data-event]", has_text="counts no more").first.wait_for()
    after = next(player for player in house.team(team).sheet.players if player.id == heir.id)
    assert after.earned > heir.earned
    page.goto(page.url.partition("/team/")[0] + f"/league/{league}/desk")
    row = page.locator("[data-audit-lines] tr", has_text="the sheet named the wrong shirt").first
    row.wait_for()
    assert "commissioner" in row.inner_text()
    assert re.search(r"Correction of event \d+", row.inner_text())
    assert house.team(team).line.name in row.inner_text()


def test_a_coach_goes_through_the_aftermath_on_a_phone(open_page: OpenPage, house: House) -> None:
    """Story 3: winnings, most valuable player, one advancement, one hire, ready."""
    league = house.found("Phone")
    fixture = house.rich(league)
    team = fixture.sides[0].team
    match = house.play(fixture.id).id
    before = len(house.team(team).sheet.players)
    page = open_page(f"/league/{league}", PHONE)
    page.locator(f"[data-wait=aftermath] a[href$='{team}']").click()
    page.locator("[data-begin]:enabled").click()
    page.wait_for_selector("[data-need=ask]")
    story = page.locator("[data-story] li")
    assert any("gold" in text for text in story.all_inner_texts())
    assert any("most valuable" in text for text in story.all_inner_texts())
    assert page.locator("[data-story] .die").count() >= 2  # every die that fell is shown
    answer(page, page.locator("[data-option^='advance ']").first)
    random = page.locator("[data-option^='random ']").first
    unfold(page, random)
    assert "as likely" in random.inner_text()  # the odds before the die
    assert page.locator("[data-question] button.why").count() > 0
    answer(page, random)
    assert "learned" in page.inner_text("[data-happened]")  # what came of it stands over the next question
    assert page.locator("[data-undo]").is_disabled()  # a die has fallen
    while page.locator("[data-option^='hire ']").count() == 0:
        answer(page, page.locator("[data-option='done']"))
    hire = page.locator("[data-option^='hire ']").first
    unfold(page, hire)
    told = story.count()
    answer(page, hire)
    page.locator("[data-undo]:enabled").click()
    page.wait_for_function("(told) => document.querySelectorAll('[data-story] li').length === told", arg=told)
    hire = page.locator("[data-option^='hire ']").first
    unfold(page, hire)
    answer(page, hire)
    answer(page, page.locator("[data-option='done']"))
    page.wait_for_selector("[data-closed]")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_text("is ready for the next match").first.wait_for()
    sheet = house.team(team).sheet
    assert len(sheet.players) == before + 1
    assert sum(len(player.gained) for player in sheet.players) == 1
    assert house.aftermath(match, team).over


def answer(page: Any, option: Any) -> None:
    """Choose an option, and wait until the next question is there, or the end."""
    said = page.locator("[data-question] h2").inner_text()
    told = page.locator("[data-story] li").count()
    option.click()
    page.wait_for_function(
        "([said, told]) => { const next = document.querySelector('[data-question] h2');"
        " const free = document.querySelector('[data-question] [data-option]:not(:disabled)');"
        " return document.querySelector('[data-closed]') || (next && free && (next.innerText !== said ||"
        " document.querySelectorAll('[data-story] li').length > told)) }",
        arg=[said, told],
    )


def unfold(page: Any, option: Any) -> None:
    """Open the group that an option is in, if it is folded."""
    if not option.is_visible():
        option.locator("xpath=ancestor::details[1]/summary").click()
        option.wait_for(state="visible")


def test_four_friends_in_one_room(open_page: OpenPage, house: House) -> None:
    """Story 5: an evening on one laptop. Nothing asks for a password; two coaches pass the mouse to each other."""
    page = open_page("/leagues/new")
    league = create(page, "One room", FOUR, preset="evening", rules=SHORT)
    assert page.locator("input[type=password]").count() == 0
    page.locator("[data-next=match] a").click()  # one card says how the evening begins
    page.locator("[data-play]:enabled").click()
    page.wait_for_selector(".prompt, main button")
    MouseCoach(page, seed=5, players_a_turn=1).play()
    fixture = until(lambda: house.home(league).home.last, lambda last: len(last) > 0 and last[0].state == "over")[0]
    page.locator("[data-fixture-link]").first.click()  # from the final whistle straight to it
    page.locator("[data-aftermath]").first.click()
    page.locator("[data-begin]:enabled").click()
    page.wait_for_selector("[data-need=ask], [data-need=over]")
    while page.locator("[data-closed]").count() == 0:
        answer(page, page.locator("[data-option='done']"))
    other = house.home(league).home.waits[0].team
    assert page.get_attribute("[data-next-team]", "data-next-team") == other  # who sits beside is next
    page.get_by_role("link", name="To the league").click()
    page.wait_for_selector("[data-news]")
    assert page.locator("[data-wait=aftermath]").count() == 1
    house.go_through(fixture.match, other)
    house.round_played(league)
    page.get_by_role("button", name="Make the next round").click()
    page.locator("[data-wait=pair]").wait_for(state="detached")
    house.round_played(league)
    decided(house, league)
    page.get_by_role("button", name="Finish the season").click()
    page.locator("[data-wait=redraft]").first.wait_for()
    page.locator("[data-wait=redraft] a").first.click()
    page.locator("[data-begin]:enabled").click()
    page.wait_for_selector("[data-purse]")


def test_a_commissioner_says_where_matches_are_played(open_page: OpenPage, house: House) -> None:
    page = open_page("/leagues/new?preset=evening", PHONE)
    page.wait_for_selector("[data-place]")
    assert page.locator("[data-place] option[value=dice]").count() == 0  # this edition has no dice for it
    page.select_option("[data-place]", "drawn")
    league = create(page, "Everywhere", FOUR)
    assert "dungeons = drawn" in house.home(league).home.season.options


def test_three_friends_play_by_house_rule(open_page: OpenPage, house: House) -> None:
    page = open_page("/leagues/new?preset=evening")
    page.wait_for_selector("[data-names]")
    page.fill("[data-names]", "Ann\nBo\nCy")
    page.locator("[data-few]").wait_for()
    assert page.locator("[data-create]").is_disabled()
    page.locator("[data-house-rule]").click()
    page.locator("[data-create]:enabled").click()
    page.wait_for_selector("[data-news]")
    home = house.home(page.url.rpartition("/")[2]).home
    assert (home.season.state, len(home.teams)) == ("running", 3)


def decided(house: House, league: str) -> None:
    """A final that was drawn is rolled off."""
    for wait in house.home(league).home.waits:
        if wait.kind == "undecided":
            house.post(f"/fixtures/{wait.about}/roll-off")


def test_a_spectator_finds_everything_in_two_clicks(open_page: OpenPage, house: House) -> None:
    """Story 6: table, bracket, live matches, any past match as a replay, any player's career."""
    league = house.found("Watched by all")
    fixture = house.first_fixture(league)
    match = house.play(fixture.id).id
    for side in fixture.sides:
        house.go_through(match, side.team)
    running = house.first_fixture(league)
    house.start(running.id, seats=["person", "person"])
    start = f"/league/{league}"
    page = open_page(start, DESKTOP)
    page.locator("[data-table] th a").first.click()  # the table is on the first page; a click is a team
    page.locator("[data-sheet] th a").first.click()
    page.get_by_role("heading", name="Career").wait_for()
    page.go_back()
    page.go_back()
    page.get_by_role("link", name="Schedule", exact=True).click()
    page.wait_for_selector("[data-stage]")
    page.go_back()
    page.locator("[data-watch]").first.click()
    page.get_by_text(re.compile("waits|ready", re.I)).first.wait_for()
    assert f"/match/{house.fixture(running.id).view.fixture.match}" in page.url
    page.go_back()
    page.locator(f"[data-fixture='{fixture.id}']").click()
    page.locator("[data-replay]").click()
    page.wait_for_selector("[data-step='0']")


def test_the_bracket_is_a_picture_with_a_list_beside_it(open_page: OpenPage, house: House) -> None:
    league = house.found("Bracket")
    while fixtures := [each for each in house.home(league).home.next if each.state == "open"]:
        house.report(fixtures[0].id)
    competition = house.home(league).home.competitions[0].id
    house.post(f"/competitions/{competition}/rounds/next", {})
    final = house.first_fixture(league)
    page = open_page(f"/league/{league}/schedule")
    page.wait_for_selector("svg .box")
    picture = page.locator("[aria-label='Bracket as a picture']").inner_text()
    listed = page.locator(f"[data-fixture='{final.id}']").inner_text()
    for side in final.sides:
        assert side.name in listed
        assert side.name[:18] in picture


def test_a_match_at_a_real_table_counts_by_its_result_sheet(open_page: OpenPage, house: House) -> None:
    """Story 8: one coach types the sheet, the other confirms; the page shows what the result comes from."""
    league = house.found("Real table")
    fixture = house.first_fixture(league)
    page = open_page(f"/fixture/{fixture.id}", PHONE)
    page.get_by_text("Played at a real table").click()
    home, away = (page.locator(f"[data-side='{side.team}']") for side in fixture.sides)
    home.get_by_role("button", name="One more: Touchdowns").click()
    home.locator("[data-sheet-player='3'] summary").click()
    home.get_by_role("button", name=re.compile("^One more: touchdown, #3")).click()
    away.locator("[data-sheet-player='4'] summary").click()
    away.locator("[data-sheet-player='4'] [data-injury]").select_option("dead")
    away.locator("[data-sheet-player='4'] [data-cause]").select_option("block")
    away.locator("[data-sheet-player='4'] [data-culprit]").select_option("0 3")
    page.select_option("[data-by]", fixture.sides[0].team)
    page.click("[data-hand-in]")
    page.locator(f"[data-confirm='{fixture.sides[1].team}']").click()
    page.locator("[data-score='0']").wait_for()
    assert [page.inner_text(f"[data-score='{side}']") for side in (0, 1)] == ["1", "0"]
    assert page.locator("[data-mark=reported]").count() > 0
    page.locator(f"[data-aftermath='{fixture.sides[1].team}']").click()
    page.locator("[data-typed]").check()
    for field in page.locator("[data-shared]").all():
        field.fill("4")
    page.locator("[data-begin]:enabled").click()
    page.wait_for_selector("[data-need=roll]")
    die = page.locator("[data-die='0']")
    if die.count():
        die.fill("1")
    else:
        page.locator("[data-face='0-1']").click()
    page.locator("[data-give]:enabled").click()
    page.wait_for_selector("[data-need=ask], [data-need=over]")
    dead = house.server.get(f"/teams/kept/{fixture.sides[1].team}", shown.TeamPage)
    assert dead.line.name
    house.go_through(house.fixture(fixture.id).view.fixture.match, fixture.sides[1].team)
    page.goto(page.url.partition("/aftermath")[0] + f"/team/{fixture.sides[1].team}")
    page.locator("[data-gone=died]").wait_for()


def test_two_commissioners_at_once_one_is_told(open_page: OpenPage, house: House) -> None:
    league = house.found("Two at once", start=False)
    page = open_page(f"/league/{league}/entries")
    page.get_by_role("button", name="Start the season").wait_for()
    page.evaluate("WebSocket.prototype.send = () => undefined")
    number = house.home(league).home.number
    house.post(f"/leagues/{league}/season/options", {"options": "win = 2", "number": number})
    page.route("**/season/start", lambda route: route.continue_(post_data=f'{{"number": {number}}}'))
    page.get_by_role("button", name="Start the season").click()
    page.get_by_role("alert").first.wait_for()
    assert "somebody else was first" in page.get_by_role("alert").first.inner_text()
    assert house.home(league).home.season.state == "entry"
