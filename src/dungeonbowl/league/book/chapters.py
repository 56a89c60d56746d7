"""The chapters of the book, as HTML. Every text that people have written is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from dungeonbowl.languages import mark, number, percent, plural, t, translated
from dungeonbowl.league.book.pictures import Atlas, BracketMatch, bracket_svg, chart_svg, key_html, luck_svg
from dungeonbowl.league.charts import Chart
from dungeonbowl.league.coded_words import deed_said
from dungeonbowl.league.competitions.balance import Report, Share
from dungeonbowl.league.competitions.formats import KnockOut
from dungeonbowl.league.competitions.knock_out import title_said
from dungeonbowl.league.competitions.state import Competition
from dungeonbowl.league.competitions.words import Fixture, Result
from dungeonbowl.league.kept import Career, Kept
from dungeonbowl.league.ledger import Ledger, MatchEntry, SeasonEntry
from dungeonbowl.league.office.views import StageTable, TableRow
from dungeonbowl.league.records import Board, Hurt
from dungeonbowl.league.stories import Story, Told
from dungeonbowl.teams.sheet import characteristics, injuries
from dungeonbowl.teams.team import Player, skills_of
from dungeonbowl.teams.value import player_value, team_value

MARKS: Final = mark(
    {
        "proven": "dice proven",
        "replayed": "replayed",
        "reported": "reported by its coaches",
        "corrected": "corrected by the commissioner",
    }
)
HOWS: Final = mark(
    {
        "distance": "decided by distance",
        "conceded": "conceded",
        "adjudged": "adjudged",
        "walkover": "walk-over",
        "unplayed": "not played",
    }
)
GROUPS: Final = mark(
    {
        "players": "Players",
        "teams": "Teams",
        "matches": "Matches",
        "casualties": "Casualties",
        "luck": "Luck",
    }
)
LEFT: Final = mark(
    {
        "died": "died",
        "fired": "was fired",
        "left": "left",
        "not rehired": "was not rehired",
        "scouted": "was scouted away",
        "traded": "was traded",
    }
)
BALANCE: Final = mark(
    "Shares of wins over the sides of all played matches. A draw is half a win. As long as the 95 % interval holds the "
    "even share, nothing speaks against balance."
)


STANDING: Final = mark(("Team", "Coach", "Points", "P", "W", "D", "L", "TD", "Cas", "Form"))
ROSTER: Final = mark(("Skills", "Injuries", "Games", "Exp", "TD", "Cas", "MVP", "Value"))


def table_html(heads: Sequence[str], rows: Iterable[str], numbers: Iterable[int] = ()) -> str:
    """A table; `numbers` are the columns that stand to the right."""
    right = set(numbers)
    cells = "".join(
        f'<th scope="col"{" class=n" if place in right else ""}>{escape(head)}</th>' for place, head in enumerate(heads)
    )
    top = f"<thead><tr>{cells}</tr></thead>" if any(heads) else ""
    return f'<div class="scroll"><table>{top}<tbody>{"".join(rows)}</tbody></table></div>'


def row_html(cells: Sequence[str], numbers: Iterable[int] = (), kind: str = "") -> str:
    right = set(numbers)
    inside = "".join(f"<td{' class=n' if place in right else ''}>{cell}</td>" for place, cell in enumerate(cells))
    return f"<tr{f' class={kind!r}' if kind else ''}>{inside}</tr>"


def link(target: str, words: str) -> str:
    return f'<a href="#{escape(target, quote=True)}">{escape(words)}</a>'


def jump(target: str, words: str) -> str:
    """A link whose words say nothing on paper, where it is left out."""
    return f'<a class="jump" href="#{escape(target, quote=True)}">{escape(words)}</a>'


def team_link(ledger: Ledger, team: str) -> str:
    return link(team, ledger.team_name(team)) if team in ledger.teams else escape(team)


# --- seasons ----------------------------------------------------------------------------------------------------------


def season_html(ledger: Ledger, season: SeasonEntry) -> str:
    """A season: the tables with their reasons, the bracket, every result, and who won what."""
    parts = [
        f'<section class="chapter" id="season-{season.number}"><h2>{t("Season {number}", number=season.number)}</h2>'
    ]
    for competition, state in season.competitions.items():
        if len(season.competitions) > 1:
            parts.append(f"<h3>{escape(state.title)}</h3>")
        view = ledger.office.competitions.view(competition)
        parts.append(places_html(ledger, state))
        knock_outs = [stage.number for stage in state.stages if isinstance(stage.format, KnockOut)]
        for found in view.tables:
            if found.stage not in knock_outs:
                parts.append(standings_html(found))
        for stage in knock_outs:
            parts.append(bracket_html(ledger, state, stage))
        parts.append(results_html(ledger, competition, state))
    return "".join([*parts, "</section>"])


def places_html(ledger: Ledger, state: Competition) -> str:
    if not state.places:
        return f"<p>{t('This season is not over.')}</p>"
    told = []
    place = 1
    for together in state.places:
        names = ", ".join(team_link(ledger, team) for team in together)
        coaches = ", ".join(dict.fromkeys(ledger.coaches.get(team, "") for team in together))
        told.append(
            f'<li><span class="medal">{place}.</span> {names} <span class="small">{escape(coaches)}</span></li>'
        )
        place += len(together)
    prizes = {prize.team: prize.gold for prize in state.prizes if prize.gold}
    gold = "; ".join(f"{ledger.team_name(team)} {number(amount)}" for team, amount in prizes.items())
    said = f'<p class="small">{escape(t("Prizes: {prizes} gold.", prizes=gold))}</p>' if gold else ""
    return f'<h3>{t("Final places")}</h3><ol style="list-style:none;padding:0">{"".join(told)}</ol>{said}'


def standings_html(found: StageTable) -> str:
    heads = ("", *(t(head) for head in STANDING))
    right = (0, 3, 4, 5, 6, 7, 8, 9)
    rows = [text for row in found.rows for text in standing_rows(row, len(heads), right)]
    title = t("Table, group {group}", group=found.group) if found.group else t("Table")
    return f'<h3>{escape(title)}</h3><div class="standings">{table_html(heads, rows, right)}</div>'


def standing_rows(row: TableRow, width: int, right: Sequence[int]) -> list[str]:
    cells = (
        str(row.place or "-"),
        f"<b>{link(row.team, row.name)}</b>",
        escape(row.coach),
        f"<b>{row.points}</b>",
        *(str(count) for count in (row.played, row.won, row.drawn, row.lost)),
        f"{row.td_for}–{row.td_against}",
        f"{row.cas_for}–{row.cas_against}",
        escape(row.form),
    )
    found = [row_html(cells, right, "has-why" if row.why else "")]
    if row.why:
        found.append(f'<tr class="why"><td></td><td colspan="{width - 1}">{escape(row.why)}</td></tr>')
    return found


def bracket_html(ledger: Ledger, state: Competition, number: int) -> str:
    matches = []
    for fixture in state.fixtures_of(number):
        result = state.results.get(fixture.id)
        matches.append(bracket_match(ledger, fixture, result))
    if not matches:
        return ""
    matches.sort(key=lambda match: (match.round, match.is_third))
    return f"<h3>{t('Knock-out')}</h3><figure class=bracket>{bracket_svg(matches)}</figure>"


def bracket_match(ledger: Ledger, fixture: Fixture, result: Result | None) -> BracketMatch:
    names = [ledger.team_name(team) for team in fixture.sides]
    third = "third" in fixture.title
    title = title_said(fixture.title)
    if result is None:
        return BracketMatch(fixture.round, title, names, ["", ""], -1, third)
    through = fixture.sides.index(result.goes_on) if result.goes_on in fixture.sides else -1
    scores = [str(side.score) for side in result.sides]
    how = t("roll-off") if result.through else t(HOWS[result.how]) if result.how in HOWS else ""
    return BracketMatch(fixture.round, f"{title} ({how})" if how else title, names, scores, through, third)


def results_html(ledger: Ledger, competition: str, state: Competition) -> str:
    entries = [entry for entry in ledger.matches if entry.fixture.competition == competition]
    rows = []
    before = ""
    for entry in entries:
        fixture = entry.fixture
        title = title_said(fixture.title)
        when = title[:1].upper() + title[1:] or t("Round {number}", number=fixture.round)
        shown = escape(when) if when != before else ""
        before = when
        names = " – ".join(team_link(ledger, side.team) for side in entry.result.sides)
        score = "–".join(str(side.score) for side in entry.result.sides)
        how = t(HOWS[entry.result.how]) if entry.result.how in HOWS else ""
        if entry.result.through:
            how = f"{how + ', ' if how else ''}{rolled_off(ledger, entry.result)}"
        elif entry.result.how == "distance":
            how = t("{team} by distance", team=ledger.team_name(entry.result.winner))
        target = jump(fixture.id, t("the match")) if entry.facts is not None else ""
        rows.append(row_html([shown, names, f"<b>{score}</b>", escape(how), target], (2,)))
    heads = ("", t("Match"), t("Score"), "", "")
    return f"<h3>{t('Results')}</h3>{table_html(heads, rows, (2,))}" if rows else ""


def rolled_off(ledger: Ledger, result: Result) -> str:
    return t("roll-off won by {team}", team=ledger.team_name(result.through))


# --- matches ----------------------------------------------------------------------------------------------------------


def match_html(ledger: Ledger, entry: MatchEntry, told: Told | None, atlas: Atlas, first: bool) -> str:
    """A match as a page: the score, what mattered, luck, deeds, and the way of the ball."""
    fixture, result = entry.fixture, entry.result
    sides = result.sides
    score = "–".join(str(side.score) for side in sides)
    names = [team_link(ledger, side.team) for side in sides]
    worth = t("value {value}") if ledger.counts_gold else t("rating {value}")
    said = [(ledger.coaches.get(side.team, ""), worth.format(value=number(side.value))) for side in sides]
    small = [f'<div class="small">{escape(" · ".join(words))}</div>' for words in said]
    if len(sides) == 2:
        header = (
            f'<header><div><div class="team">{names[0]}</div>{small[0]}</div><div class="score">{score}</div>'
            f'<div><div class="team">{names[1]}</div>{small[1]}</div></header>'
        )
    else:
        lines = "".join(
            f'<div><span class="team">{name}</span> <span class="score">{side.score}</span></div>'
            for name, side in zip(names, sides, strict=True)
        )
        header = f'<header class="many">{lines}</header>'
    parts = [f'<article class="match{" first" if first else ""}" id="{escape(fixture.id, quote=True)}">', header]
    parts.append(f'<p class="about small">{escape(about_words(ledger, entry, told))}</p>')
    story = told.story if told is not None else None
    drawn = map_html(ledger, entry, told, atlas)
    left = story_html(story) + luck_html(ledger, entry, story)
    right = deeds_html(ledger, entry)
    if told is not None and drawn and atlas.is_tall(key_of(told)):
        left, right = left + right, drawn
    else:
        parts.append(drawn)
    parts.append(f'<div class="two"><div>{left}</div><div>{right}</div></div></article>')
    return "".join(parts)


def about_words(ledger: Ledger, entry: MatchEntry, told: Told | None) -> str:
    fixture, result = entry.fixture, entry.result
    title = title_said(fixture.title) or t("round {number}", number=fixture.round)
    words = [t("Season {number}", number=entry.season), title]
    if told is not None:
        words.append(f"{told.story.dungeon_name} ({told.story.dungeon})")
        words.append(plural("{count} team turn", "{count} team turns", told.story.turns))
    if result.how in HOWS:
        words.append(t(HOWS[result.how]))
        if result.winner and result.how == "distance":
            words[-1] = t("decided by distance, won by {team}", team=ledger.team_name(result.winner))
    if result.through:
        words.append(rolled_off(ledger, result))
    if fixture.friendly:
        words.append(t("friendly"))
    if result.provenance in MARKS:
        words.append(t(MARKS[result.provenance]))
    return " · ".join(word for word in words if word)


def story_html(story: Story | None) -> str:
    if story is None:
        return ""
    items = "".join(
        f"<li><span>{t('turn {number}', number=moment.turn)}</span><span>{escape(moment.text)}</span></li>"
        for moment in story.moments
    )
    return f"<h3>{t('What mattered')}</h3><ol>{items}</ol>"


def deeds_html(ledger: Ledger, entry: MatchEntry) -> str:
    """What players did and suffered, as far as it counts."""
    if entry.facts is None:
        return ""
    shown = ("touchdown", "casualty", "completion", "interception", "kill", "chest")
    rows = []
    for side in entry.facts.sides:
        for player in side.players:
            deeds = [f"{deed_said(deed)} {player.deeds[deed]}" for deed in shown if player.deeds.get(deed)]
            if player.injury and player.injury != "badly hurt":
                hurt = t(player.injury)
                if player.loss:
                    hurt = t("{injury} of {characteristic}", injury=hurt, characteristic=player.loss.upper())
                by = ledger.player_name(player.by) if player.by in ledger.players else ""
                deeds.append(f"{hurt} ({caused(player.how, by)})" if player.how else hurt)
            if deeds:
                name = escape(ledger.player_name(player.player))
                team = escape(ledger.team_name(side.team))
                rows.append(row_html([f"{name}<br><span class=small>{team}</span>", escape("; ".join(deeds))]))
    return f"<h3>{t('Players')}</h3>{table_html(('', ''), rows)}" if rows else ""


def caused(how: str, by: str) -> str:
    """What hurt a player, and who did it."""
    return t("{how} by {player}", how=t(how), player=by) if by else t(how)


def map_html(ledger: Ledger, entry: MatchEntry, told: Told | None, atlas: Atlas) -> str:
    if told is None or not told.dungeon.count or not told.story.runs:
        return ""
    runs = told.story.runs[-1:]
    run = runs[0]
    if not run.legs:
        return ""
    team = ledger.team_name(entry.facts.sides[run.side].team) if entry.facts is not None else ""
    scored = bool(told.story.scored_at)
    words = t("How far {team} came with the ball", team=team)
    if scored:
        words = t("The touchdown of {player}, {team}", player=run.scorer, team=team)
    carriers = [name for name, _ in run.legs if name]
    if len(set(carriers)) > 1:
        words += f": {', '.join(dict.fromkeys(carriers))}"
    picture = atlas.run(told.dungeon, key_of(told), runs, words)
    return f'<figure class="map">{picture}<figcaption>{escape(words)}.</figcaption></figure>'


def key_of(told: Told) -> str:
    return f"{told.story.dungeon} {told.dungeon.width} {told.dungeon.height}"


def luck_html(ledger: Ledger, entry: MatchEntry, story: Story | None) -> str:
    """Luck as a bar to the left or to the right."""
    if story is None or entry.facts is None:
        return ""
    rows = [(ledger.team_name(side.team), luck) for side, luck in zip(entry.facts.sides, story.luck, strict=False)]
    note = t("Standard deviations of the dice; beyond 2 is unusual.")
    return f'<h3>{t("Luck")}</h3><figure class="luck">{luck_svg(rows)}<figcaption>{note}</figcaption></figure>'


# --- teams ------------------------------------------------------------------------------------------------------------


def team_html(ledger: Ledger, team: str) -> str:
    kept = ledger.teams[team]
    sheet = kept.team
    players = sorted(sheet.players, key=lambda player: player.number)
    names = [name.upper() for name in sheet.facts.characteristics]
    heads = ("", t("Name"), t("Position"), *names, *(t(head) for head in ROSTER))
    count = len(names)
    right = (0, *range(3, 3 + count), *range(5 + count, 11 + count))
    rows = [row_html(player_cells(kept, player), right, "" if player.available else "out") for player in players]
    record = t("{won} won, {drawn} drawn, {lost} lost", won=kept.won, drawn=kept.drawn, lost=kept.lost)
    honours = ", ".join(
        t("place {place} in season {season}", place=place, season=season) for season, place in kept.honours
    )
    words = [
        ledger.roster_name(team),
        t("coach {name}", name=ledger.coaches.get(team, "") or t("unknown")),
        record,
        t("value {value}", value=number(team_value(sheet))),
        t("treasury {gold}", gold=number(sheet.treasury)),
        plural("{count} re-roll", "{count} re-rolls", sheet.rerolls_held),
    ]
    gone = [career for career in kept.careers.values() if career.left and career.player.games]
    return (
        f'<div class="roster" id="{escape(team, quote=True)}"><h3>{escape(sheet.name)}</h3>'
        f'<p class="small">{escape(" · ".join(words))}</p>'
        + (f'<p class="small">{escape(honours)}</p>' if honours else "")
        + table_html(heads, rows, right)
        + departed_html(gone)
        + "</div>"
    )


def player_cells(kept: Kept, player: Player) -> list[str]:
    career = kept.careers.get(player.id)
    deeds = career.deeds if career is not None else {}
    return [
        str(player.number),
        f"<b>{escape(player.name)}</b>",
        escape(player.position),
        *characteristics(kept.team, player),
        escape(", ".join(skills_of(kept.team, player))),
        escape(hurts_of(player)),
        str(player.games or ""),
        str(player.earned or ""),
        str(deeds.get("touchdown", "") or ""),
        str(deeds.get("casualty", "") or ""),
        str(player.mvps or ""),
        number(player_value(kept.team, player)),
    ]


def hurts_of(player: Player) -> str:
    return ", ".join(translated(each) for each in injuries(player).split(", ") if each)


def departed_html(gone: Sequence[Career]) -> str:
    if not gone:
        return ""
    told = []
    for career in sorted(gone, key=lambda career: career.left):
        player, how = career.player, str(career.how or "left")
        matches = plural("{count} match", "{count} matches", player.games)
        told.append(f"{player.name} ({player.position}, {matches}, {t(LEFT.get(how, how))})")
    said = t("No longer with the team: {players}.", players="; ".join(told))
    return f'<p class="small">{escape(said)}</p>'


def graveyard_html(ledger: Ledger, hurts: Sequence[Hurt]) -> str:
    """Everybody who died, with who did it."""
    how = {(hurt.victim, hurt.victim_team): hurt for hurt in hurts if hurt.injury == "dead"}
    stones = []
    for kept in ledger.teams.values():
        for career in kept.careers.values():
            if career.how != "died":
                continue
            player = career.player
            found = how.get((player.name, kept.team.name))
            cause = caused(found.how, f"{found.by} ({found.by_team})" if found.by else "") if found else ""
            deeds = ", ".join(f"{deed_said(deed)} {count}" for deed, count in sorted(career.deeds.items()) if count)
            season = f"{t('season {number}', number=found.season)}, " if found else ""
            matches = plural("{count} match", "{count} matches", player.games)
            stones.append(
                f"<li><b>{escape(player.name)}</b>{escape(player.position)}<br>{escape(kept.team.name)}"
                f'<br><span class="small">{season}{matches}{f"; {escape(deeds)}" if deeds else ""}'
                f"{f'<br>† {escape(cause)}' if cause else ''}</span></li>"
            )
    return f'<ul class="graves">{"".join(stones)}</ul>' if stones else f"<p>{t('Nobody has died.')}</p>"


# --- records, charts, balance -----------------------------------------------------------------------------------------


def boards_html(boards: Sequence[Board]) -> str:
    parts = []
    for group, title in GROUPS.items():
        mine = [board for board in boards if board.group == group]
        if not mine:
            continue
        inside = "".join(board_html(board) for board in mine)
        parts.append(f'<h3>{t(title)}</h3><div class="boards">{inside}</div>')
    return "".join(parts)


def board_html(board: Board) -> str:
    rows = "".join(
        f"<tr><td>{escape(holder.figure)}</td><td>{holder_html(holder.name, holder.fixture)}"
        f"{f' <span class=small>{escape(holder.detail)}</span>' if holder.detail else ''}</td></tr>"
        for holder in board.holders
    )
    note = f'<p class="small">{escape(board.note)}</p>' if board.note else ""
    return f'<div class="board"><h3>{escape(board.title)}</h3>{note}<table><tbody>{rows}</tbody></table></div>'


def holder_html(name: str, fixture: str) -> str:
    return link(fixture, name) if fixture else escape(name)


def charts_html(charts: Sequence[Chart], heat_maps: Sequence[tuple[str, str]]) -> str:
    parts = [
        f"<figure><h3>{escape(chart.title)}</h3>{chart_svg(chart)}{key_html(chart)}"
        f"<figcaption>{escape(chart.unit)}. {escape(chart.note)}</figcaption></figure>"
        for chart in charts
    ]
    parts += [
        f'<figure class="map"><h3>{escape(t("Touchdowns: {dungeon}", dungeon=name))}</h3>{picture}'
        f"<figcaption>{t('Where they were scored; a larger disc is more.')}</figcaption></figure>"
        for name, picture in heat_maps
    ]
    return f'<div class="charts">{"".join(parts)}</div>'


def balance_html(report: Report) -> str:
    groups = (
        (t("Roster"), report.by_roster),
        (t("Dungeon, wins of the first-named team"), report.by_dungeon),
        (t("First turn"), report.by_turn),
        (t("Value gap at the lock"), report.by_value_gap),
        (t("Petty cash"), report.by_petty_cash),
    )
    parts = [f'<p>{t(BALANCE)}</p><div class="balance">']
    for title, shares in groups:
        if shares:
            rows = [row_html(share_cells(share), (1, 2, 3)) for share in shares]
            heads = (title, t("Matches"), t("Share"), "95 %", "")
            parts.append(table_html(heads, rows, (1, 2, 3)))
    return "".join([*parts, "</div>"])


def share_cells(share: Share) -> list[str]:
    return [
        escape(translated(share.what)),
        str(share.games),
        percent(share.share),
        f"{percent(share.low)}–{percent(share.high)}",
        f"<b>{t('hardly chance')}</b>" if share.stands_out else "",
    ]


def casualties_html(ledger: Ledger, hurts: Sequence[Hurt]) -> str:
    rows = [
        row_html(
            [
                str(hurt.season),
                f"{escape(hurt.victim)}<br><span class=small>{escape(hurt.victim_team)}</span>",
                escape(translated(hurt.injury)),
                escape(t(hurt.how)),
                f"{escape(hurt.by)}<br><span class=small>{escape(hurt.by_team)}</span>" if hurt.by else "",
                jump(hurt.fixture, t("the match")),
            ]
        )
        for hurt in hurts
    ]
    heads = (t("Season"), t("Who"), t("Injury"), t("How"), t("By whom"), "")
    return table_html(heads, rows) if rows else f"<p>{t('Nobody was hurt for longer than a match.')}</p>"
