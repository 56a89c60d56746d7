from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from dungeonbowl.atlas.book import Atlas, Place, Setting, find_atlas, made, shipped_names, write_atlas
from dungeonbowl.atlas.fitting import EFFECTS
from dungeonbowl.atlas.page import ENDINGS, page
from dungeonbowl.atlas.picture import heat_map
from dungeonbowl.atlas.playing import AtlasTerms, Bout, Told, all_rosters, bouts, play_bout, replayed, varied
from dungeonbowl.atlas.showing import Wanted, showing
from dungeonbowl.atlas.survey import find_survey, shipped_survey
from dungeonbowl.atlas.survey_showing import GroundMatch, ground_match, ground_of, ground_replayed, sought_in
from dungeonbowl.bots.outside import WHO, find_bot
from dungeonbowl.cli.arena import listed
from dungeonbowl.cli.atlas_dungeons import dungeons, show_survey
from dungeonbowl.cli.match_options import USUAL_EDITION, with_options
from dungeonbowl.cli.running import Jobs, Ray, Resume, bar, checkpoint_in, crew_of
from dungeonbowl.cli.speed import warn_if_interpreted
from dungeonbowl.cli.stopping import stopped_by_hand
from dungeonbowl.cli.tables import print_fitting, screen
from dungeonbowl.editions import name_of
from dungeonbowl.errors import UserError
from dungeonbowl.languages import decimal, percent, plural, t
from dungeonbowl.play.setting_up import rules_of, stage, with_option
from dungeonbowl.records.files import check_writable, write_parts
from dungeonbowl.records.replay import write_replay
from dungeonbowl.runs.crew import Crew
from dungeonbowl.runs.keeping import Checkpoint
from dungeonbowl.runs.plan import Plan
from dungeonbowl.teams.facts import load_facts

KINDS: Final = ", ".join(f"`{each}`" for each in EFFECTS[2:])  # as they are typed, in every language
FEWEST: Final = 2  # rosters that can meet

atlas = typer.Typer(
    help="The balance atlas: what every roster is worth against every other, and what decides matches.\n\n"
    "Example: dungeonbowl atlas show official",
    no_args_is_help=True,
)

atlas.command()(dungeons)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]
Which = Annotated[str, typer.Argument(metavar="ATLAS", help="An edition whose atlas is shipped, or a file (.json).")]


@atlas.command()
def make(
    edition: Annotated[str, typer.Option(help="The edition, with its options.")] = USUAL_EDITION,
    games: Annotated[int, typer.Option(min=2, help="Matches of each pair; even, so that sides are changed.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same atlas.")] = 1,
    dungeons: Annotated[
        str, typer.Option(help="Dungeons played in by turns, with commas.", show_default="all of the edition's")
    ] = "",
    rosters: Annotated[str, typer.Option(help="Rosters, with commas.", show_default="all of the edition's")] = "",
    bot: Annotated[str, typer.Option(help=f"Who coaches both sides: {WHO}.")] = "normal",
    quick: Annotated[bool, typer.Option("--quick/--full", help="Begin at once, or with the whole pre-game.")] = True,
    vary: Annotated[
        str, typer.Option(metavar="OPTIONS", help="Other settings that are played too: turn_limit=8,endzone_half=1.")
    ] = "",
    vary_games: Annotated[int, typer.Option(min=2, help="Matches of each pair for each of --vary.")] = 4,
    jobs: Jobs = 0,
    ray: Ray = "",
    resume: Resume = None,
    out: Annotated[Path, typer.Option(metavar="FILE", help="The atlas (.json).")] = Path("atlas.json"),
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    as_json: AsJson = False,
) -> None:
    """Let every roster play every roster, over dungeons, both sides and first turns, and write what is found.

    Example: dungeonbowl atlas make --games 2 --rosters fire,death --dungeons of-1 --out small.json --force
    """
    warn_if_interpreted()
    if out.suffix != ".json":
        raise UserError(f"{out}: expected a name that ends with .json")
    check_writable(out, force)
    terms = make_terms(with_options(edition, -1, quick), games, seed, dungeons, rosters, bot)
    settings = [setting(terms.edition, each) for each in listed(vary)]
    planned = bouts(terms)
    extra = varied(terms, settings, vary_games)
    checkpoint = checkpoint_in(resume, "atlas make", msgspec.structs.replace(terms, games=0), Told)
    two_each = 2 * len(planned) // terms.games  # so many matches are two of every pair
    with crew_of(jobs, ray) as crew:
        told = played(crew, [*planned, *extra], checkpoint, two_each)
    if len(told) < len(planned) + len(extra):  # stopped by hand: an atlas of what every pair has played
        games = 2 * (min(len(told), len(planned)) // two_each)
        terms, extra, vary = msgspec.structs.replace(terms, games=games), [], ""
        planned = bouts(terms)
    more = list(zip(extra, told[len(planned) :], strict=bool(extra)))
    found = made(terms, command_of(terms, vary, vary_games), planned, told[: len(planned)], names_in(terms), more)
    write_atlas(out, found)
    if as_json:
        typer.echo(msgspec.json.encode(found).decode())
    else:
        show_atlas(screen(), found, "")
        seconds = decimal(found.cpu_seconds, 0)
        words = t("{matches} matches, {seconds} seconds of one processor", matches=found.matches, seconds=seconds)
        typer.echo(f"{out}: {words}")


def played(crew: Crew, planned: list[Bout], checkpoint: Checkpoint[Told] | None, least: int) -> list[Told]:
    """Play all, with a bar; after Ctrl-C what was played so far, if it is enough for an atlas."""
    told: list[Told] = []
    with bar(crew, t("matches"), len(planned)) as shown, stopped_by_hand(told, len(planned), least=least):
        for each in crew.in_order(Plan(play_bout, planned), checkpoint):
            told.append(each)
            shown.show(len(told))
    return told


def make_terms(edition: str, games: int, seed: int, dungeons: str, rosters: str, bot: str) -> AtlasTerms:
    """The terms from the options. `UserError` names what does not fit, before the first match."""
    rules = rules_of(edition)
    find_bot(bot, 0)
    places = listed(dungeons) or list(rules.layouts.names)
    for dungeon in places:
        stage(edition, dungeon)
    known = all_rosters(edition)
    wanted = tuple(sorted(set(listed(rosters)))) or known
    for roster in wanted:
        if roster not in known:
            raise UserError(f"--rosters {roster}: expected some of {', '.join(known)}")
    if len(wanted) < FEWEST:
        raise UserError("--rosters: name two or more")
    return AtlasTerms(
        edition=edition, dungeons=tuple(places), rosters=wanted, games=games + games % 2, seed=seed, bot=bot
    )


def setting(edition: str, text: str) -> str:
    """The edition with one option more."""
    key, _, value = text.partition("=")
    changed = with_option(edition, key.strip(), value.strip() or 1)
    if changed == edition:
        raise UserError(f"--vary {text}: {name_of(rules_of(edition).edition)} has no such option, or has it already")
    rules_of(changed)
    return changed


def names_in(terms: AtlasTerms) -> dict[str, str]:
    return {each.id: each.name for each in load_facts(name_of(rules_of(terms.edition).edition)).rosters}


def command_of(terms: AtlasTerms, vary: str, vary_games: int) -> str:
    """The command that makes the same atlas again."""
    words = f'dungeonbowl atlas make --edition "{terms.edition}" --dungeons {",".join(terms.dungeons)}'
    words += f" --games {terms.games} --seed {terms.seed} --bot {terms.bot} --full"
    if terms.rosters != all_rosters(terms.edition):
        words += f" --rosters {','.join(terms.rosters)}"
    return words + (f" --vary {vary} --vary-games {vary_games}" if vary else "")


@atlas.command()
def show(
    which: Which = USUAL_EDITION,
    dungeon: Annotated[str, typer.Option(help="Chances in one dungeon of the atlas.")] = "",
    picture: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the heat map (.svg).")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the picture.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show an atlas: who beats whom, what is worth how much, and how fair its dungeons are.

    Example: dungeonbowl atlas show official

    Example: dungeonbowl atlas show small.json --picture small.svg --force
    """
    found = find_atlas(which)
    if dungeon and dungeon not in found.terms.dungeons:
        raise UserError(f"--dungeon {dungeon}: the atlas knows {', '.join(found.terms.dungeons)}")
    if picture is not None:
        check_writable(picture, force)
        write_parts(picture, [heat_map(found, dungeon).encode()], overwrite=force)
    if as_json:
        typer.echo(msgspec.json.encode(found).decode())
        return
    show_atlas(screen(), found, dungeon)
    survey = shipped_survey(which) if which in shipped_names() else None
    if survey is not None and not dungeon:
        show_survey(screen(), survey)


@atlas.command()
def match(
    save: Annotated[Path, typer.Option(metavar="FILE", help="The replay.")],
    rosters: Annotated[
        list[str] | None, typer.Argument(metavar="ROSTER", help="One roster of the atlas, or two.")
    ] = None,
    which: Annotated[str, typer.Option("--atlas", help="An edition, or a file.")] = USUAL_EDITION,
    number: Annotated[int, typer.Option(min=0, help="Which of the matches that show it, from 0.")] = 0,
    dungeon: Annotated[str, typer.Option(help="Only those in one dungeon of the atlas.")] = "",
    about: Annotated[str, typer.Option(help=f"Only those where one side has more: {KINDS}.")] = "",
    setting: Annotated[str, typer.Option(metavar="EDITION", help="Those of other settings of the atlas.")] = "",
    ending: Annotated[str, typer.Option(help=f"Only those that ended so: {', '.join(ENDINGS)}.")] = "",
    ground: Annotated[
        str,
        typer.Option(
            metavar="TEXT",
            help="One about how fair dungeons are: dungeon=of-1,map=turned or size=grand or lead=one entrance more;"
            " --atlas then names an edition, or a file of `atlas dungeons`.",
        ),
    ] = "",
    force: Annotated[bool, typer.Option("--force", help="Overwrite the replay.")] = False,
    as_json: AsJson = False,
) -> None:
    """Play a match again that a figure of an atlas was made of, and write its replay.

    Example: dungeonbowl atlas match fire death --number 3 --save fire-death.jsonl --force

    Example: dungeonbowl atlas match --dungeon of-3 --about re-roll --save re-roll.jsonl --force

    Example: dungeonbowl atlas match --ground dungeon=of-1,map=turned --save turned.jsonl --force
    """
    check_writable(save, force)
    if ground:
        if rosters or dungeon or about or setting or ending:
            raise UserError("--ground asks for a match of equal teams: leave the other wishes out")
        ours = ground_match(find_survey(which), sought_in(ground), number)
        found, told = ground_replayed(ours), ground_told(ours)
    else:
        bout = showing(find_atlas(which), wanted_of(which, rosters or [], dungeon, about, setting, ending, number))
        found, told = replayed(bout), bout_told(bout)
    write_replay(found, save, overwrite=force)
    if as_json:
        typer.echo(json.dumps({"replay": str(save), **told}, indent=1))
    else:
        typer.echo(f"{save}: " + t("{home} against {away}, {dungeon}, seed {seed}", **told))


def wanted_of(
    which: str, rosters: list[str], dungeon: str, about: str, setting: str, ending: str, number: int
) -> Wanted:
    """What a match of an atlas is to show. `UserError` names what the atlas does not know."""
    found = find_atlas(which)
    terms = found.terms
    if len(rosters) > 2:
        raise UserError(f"{' '.join(rosters)}: two rosters meet in a match")
    for roster in rosters:
        if roster not in terms.rosters:
            raise UserError(f"{roster}: the atlas has matches of {', '.join(terms.rosters)}")
    for option, value, expected in (
        ("--about", about, EFFECTS[2:]),
        ("--ending", ending, ENDINGS),
        ("--setting", setting, [terms.edition, *(each.edition for each in found.settings)]),
    ):
        if value and value not in expected:
            raise UserError(f"{option} {value}: the atlas knows {'; '.join(expected)}")
    one, two = [*rosters, "", ""][:2]
    return Wanted(one=one, two=two, dungeon=dungeon, about=about, setting=setting, ending=ending, number=number)


def bout_told(bout: Bout) -> dict[str, Any]:
    home, away = bout.sides
    return {**msgspec.to_builtins(bout), "home": home, "away": away}


def ground_told(match: GroundMatch) -> dict[str, Any]:
    bot = match.visit.bot
    edition, board = ground_of(match)
    return {
        "edition": edition,
        "dungeon": board.identity,
        "home": bot,
        "away": bot,
        "seed": match.seed,
        "wishes": msgspec.to_builtins(match.visit.wishes),
        "dungeon_seed": match.visit.dungeon_seed,
    }


# --- tables -------------------------------------------------------------------------------------------------------


def show_atlas(console: Console, found: Atlas, dungeon: str) -> None:
    terms = found.terms
    told = t(
        "{edition}, {matches} matches of {bot}, {dungeons}, seed {seed}",
        edition=terms.edition,
        matches=found.matches,
        bot=terms.bot,
        dungeons=plural("{count} dungeon", "{count} dungeons", len(terms.dungeons)),
        seed=terms.seed,
    )
    console.print(told, soft_wrap=True)
    show_meetings(console, found, dungeon)
    show_worth(console, found)
    show_places(console, t("dungeon"), {each.dungeon: each for each in found.dungeons})
    if found.settings:
        show_places(console, t("settings"), {each.edition: each for each in found.settings})
    console.print(t("Percent, with intervals of 95 %; end zones and first turns are of matches with a winner."))


def show_meetings(console: Console, found: Atlas, dungeon: str) -> None:
    ranked = sorted(found.rosters, key=lambda each: -each.chance.chance)
    table = Table(box=SIMPLE, title=t("in {dungeon}", dungeon=dungeon) if dungeon else None, title_justify="left")
    table.add_column(t("roster"), no_wrap=True)
    table.add_column(t("against an average one"), justify="right", no_wrap=True)
    table.add_column(t("w-d-l"), justify="right", no_wrap=True)
    for each in ranked:
        table.add_column(each.roster, justify="right", no_wrap=True)
    for each in ranked:
        own = each.by_dungeon.get(dungeon, each.chance)
        cells = [found.chance(each.roster, other.roster, dungeon) for other in ranked]
        table.add_row(
            each.name,
            own.words,
            f"{each.won}-{each.drawn}-{each.lost}",
            *("" if cell is None else decimal(100 * cell.chance, 0) for cell in cells),
        )
    print_fitting(console, table, kept=3)


def show_worth(console: Console, found: Atlas) -> None:
    table = Table(box=SIMPLE)
    table.add_column(t("between equals, the side wins that has"))
    table.add_column(t("chance"), justify="right")
    for name, each in found.worth.items():
        table.add_row(t(name), each.words)
    console.print(table)


def show_places(console: Console, title: str, places: dict[str, Place] | dict[str, Setting]) -> None:
    table = Table(box=SIMPLE)
    table.add_column(title, no_wrap=True)
    for words in (t("end zone A"), t("first turn"), t("turns"), t("casualties")):
        table.add_column(words, justify="right", no_wrap=True)
    table.add_column(t("ended by"))
    table.add_column("")
    for name, each in places.items():
        if not each.endings:  # fewer matches of a pair than there are dungeons
            table.add_row(name, *("" for _ in range(4)), t("not played"), "")
            continue
        endings = ", ".join(f"{t(words)} {count}" for words, count in each.endings.items())
        shares = (
            f"{percent(share.share)} ({decimal(100 * share.low, 0)}-{decimal(100 * share.high, 0)})"
            for share in (each.zone_a, each.first)
        )
        mark = t("uneven") if each.zone_a.is_uneven else ""
        table.add_row(name, *shares, decimal(each.turns, 1), decimal(each.casualties, 1), endings, mark)
    print_fitting(console, table, kept=3)


@atlas.command("page")
def write_page(
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the page here (.md).")] = None,
    pictures: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Write the heat maps here.")] = None,
    as_json: AsJson = False,
) -> None:
    """Make the page of the documentation from the atlases that come with the program.

    Example: dungeonbowl atlas page --out atlas.md --pictures .
    """
    found = {name: find_atlas(name) for name in shipped_names()}
    files = {name: f"atlas-{name}.svg" for name in found}
    folder = "../pictures" if pictures is None or pictures.name == "pictures" else "."
    surveys = {name: survey for name in found if (survey := shipped_survey(name)) is not None}
    text = page(found, surveys, {name: f"{folder}/{file}" for name, file in files.items()})
    if pictures is not None:
        for name, each in found.items():
            write_parts(pictures / files[name], [heat_map(each).encode()], overwrite=True)
    if out is not None:
        write_parts(out, [text.encode()], overwrite=True)
    elif as_json:
        typer.echo(json.dumps({"page": text}))
    else:
        typer.echo(text, nl=False)


@atlas.command("list")
def list_atlases(as_json: AsJson = False) -> None:
    """List the atlases that come with the program.

    Example: dungeonbowl atlas list
    """
    found = {name: find_atlas(name) for name in shipped_names()}
    if as_json:
        typer.echo(json.dumps({name: each.command for name, each in found.items()}, indent=1))
        return
    for name, each in found.items():
        told = t(
            "{matches} matches, {seconds} s of one processor",
            matches=each.matches,
            seconds=decimal(each.cpu_seconds, 0),
        )
        typer.echo(f"{name}: {told}; {each.command}")
