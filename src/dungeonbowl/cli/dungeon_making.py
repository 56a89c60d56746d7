"""`dungeon generate` and `dungeon draw`: the commands that write files. They overwrite a file only with --force."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated, Final

import typer

from dungeonbowl.cli import completion
from dungeonbowl.cli.dungeon_reading import DUNGEON_HELP, open_dungeon
from dungeonbowl.dungeon.generator import FEATURES, MODES, SIZES, TILE_SETS, TOKENS
from dungeonbowl.dungeon.generator import generate as make_dungeon
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.json_form import to_json
from dungeonbowl.dungeon.printing import PAGES, Length, png_bytes, svg_pages, svg_sheet
from dungeonbowl.dungeon.writing import write_dungeon
from dungeonbowl.errors import UserError
from dungeonbowl.languages import t
from dungeonbowl.records.files import write_parts

MODE_HELP: Final = "; ".join(f"{edition}: {', '.join(modes)}" for edition, modes in MODES.items())
KINDS: Final = (".svg", ".png")


def generate(
    edition: Annotated[str, typer.Option(help=f"The edition: {', '.join(MODES)}.")] = "official",
    seed: Annotated[int, typer.Option(min=0, help="The same seed and wishes give the same dungeon.")] = 1,
    size: Annotated[str, typer.Option(help=f"How large: {', '.join(SIZES)}.")] = "standard",
    mode: Annotated[str, typer.Option(help=f"How it is built. {MODE_HELP}.", show_default="the first")] = "",
    tiles: Annotated[str, typer.Option(help=f"The tile set: {', '.join(TILE_SETS)}.")] = "standard",
    teams: Annotated[int, typer.Option(help="Two teams, or up to four in Astrogranite halls and caverns.")] = 2,
    feature: Annotated[
        list[str] | None, typer.Option(help=f"Astrogranite, may be repeated: {', '.join(FEATURES)}.")
    ] = None,
    tokens: Annotated[str, typer.Option(help=f"Chests and portals: {', '.join(TOKENS)}.")] = "balanced",
    name: Annotated[str, typer.Option(help="What the dungeon is called.")] = "",
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a .dungeon file; its name is the id.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if it exists.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the JSON form instead of the text form.")] = False,
) -> None:
    """Make a dungeon from a seed: always legal, connected, and about as good for every team.

    Without --out the dungeon is printed as the text of a .dungeon file.

    Example: dungeonbowl dungeon generate --seed 7 --size quick --out cellar.dungeon
    """
    if out is not None:
        if out.suffix != ".dungeon" or re.fullmatch(r"[a-z0-9-]+", out.stem) is None:
            raise UserError(f"{out}: expected a name of small letters, digits and hyphens that ends in .dungeon")
        refuse_existing([out], force)
    board = make_dungeon(edition, seed, size, mode, tiles, teams, feature, tokens)
    board = renamed(board, out.stem if out is not None else "", name)
    text = write_dungeon(board)
    if out is not None:
        write_parts(out, [text.encode()], force)
    if as_json:
        typer.echo(json.dumps(to_json(board), ensure_ascii=False))
    elif out is None:
        typer.echo(text, nl=False)
    else:
        size = t("{width} x {height} squares", width=board.width, height=board.height)
        typer.echo(f"{out}: {board.name}, {board.edition}, {size}")


def renamed(board: Dungeon, identity: str, name: str) -> Dungeon:
    """The same dungeon under another id and name."""
    if not identity and not name:
        return board
    blueprint = board.blueprint.copy()
    blueprint.identity = identity or blueprint.identity
    blueprint.name = name or blueprint.name
    return Dungeon(blueprint)


def draw(
    dungeon: Annotated[str, typer.Argument(metavar="DUNGEON", help=DUNGEON_HELP, autocompletion=completion.dungeons)],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A .svg or .png file.", show_default="the id with .svg")
    ] = None,
    square: Annotated[str, typer.Option(help="The side of a square: 30mm, 3cm, 1in or 40px.")] = "40px",
    page: Annotated[
        str, typer.Option(help=f"Cut the board into pages at full size: {', '.join(PAGES)}.", show_default="one sheet")
    ] = "",
    dpi: Annotated[int, typer.Option(min=24, max=1200, help="Dots an inch of a PNG whose square is not in px.")] = 150,
    font: Annotated[Path | None, typer.Option(metavar="FILE", help="A font file for the words of a PNG.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that exist.")] = False,
) -> None:
    """Draw a dungeon as SVG or PNG, with grid, walls, room names, a legend and a scale.

    With --page the files are numbered: 0 is the overview with the legend, the others are laid side by side.
    Print them at full size, not fitted to the page.

    Example: dungeonbowl dungeon draw of-1 --square 30mm --page a4 --out of-1.svg
    """
    board = open_dungeon(dungeon)
    target = out if out is not None else Path(f"{board.identity}.svg")
    if target.suffix not in KINDS:
        raise UserError(f"{target}: expected a name that ends in {' or '.join(KINDS)}")
    if font is not None and not font.is_file():
        raise UserError(f"{font}: cannot be read: expected a font file")
    length = Length.read(square)
    drawings = svg_pages(board, length, page) if page else [svg_sheet(board, length)]
    targets = [target]
    if page:
        targets = [target.with_name(f"{target.stem}-{number}{target.suffix}") for number in range(len(drawings))]
    refuse_existing(targets, force)
    for path, drawing in zip(targets, drawings, strict=True):
        data = drawing.encode()
        if target.suffix == ".png":
            data = png_bytes(drawing, pixels(drawing, dpi), font, dpi if page or length.is_paper else 0)
        write_parts(path, [data], force)
    typer.echo("\n".join(str(path) for path in targets))


def refuse_existing(targets: list[Path], force: bool) -> None:
    """Refuse files that exist before any work is done. They are checked again when they are written."""
    for target in targets:
        if target.exists() and not force:
            raise UserError(f"{target} exists already and is not overwritten; --force overwrites it")


def pixels(drawing: str, dpi: int) -> tuple[int, int]:
    """The size of a drawing in pixels, from the lengths it states."""
    found = re.search(r'width="([\d.]+)(mm|cm|in|px)" height="([\d.]+)', drawing)
    if found is None:
        raise ValueError("a drawing states its size")
    scale = {"px": 1.0, "in": float(dpi), "cm": dpi / 2.54, "mm": dpi / 25.4}[found[2]]
    return max(round(float(found[1]) * scale), 1), max(round(float(found[3]) * scale), 1)
