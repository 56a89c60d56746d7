"""The catalogues of the other languages: which texts there are, and which of them miss a translation.

    python tools/catalogues.py extract     bring every catalogue up to date: new texts come empty, old ones go
    python tools/catalogues.py adopt REF   the same, then fill in what another branch of git has translated
    python tools/catalogues.py check       say what misses a translation, what is left over, and which holes disagree

Texts are found in the sources, by reading them: what `t`, `plural`, `mark` and the sentences of the story are given;
what the compiled rooms answer when they refuse something, and what they find wrong with dungeons and teams, which speak
no language themselves; errors that a user can mend; the tables of the engine; and the help of the command line.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGE: Final = ROOT / "src" / "dungeonbowl"
CATALOGUES: Final = PACKAGE / "languages" / "catalogues"
LANGUAGES: Final = ("de", "fr", "es")
WIDTH: Final = 110

# Functions whose arguments are texts: which of them.
KEYWORDS: Final = {
    "t": (0,),
    "plural": (0, 1),
    "told": (1,),
    "either": (1, 2),
    "hint_of": (0,),
    "simple": (0,),
    "with_team": (0,),
    "Key": (0, 1),
    "Stage": (1,),
}
# Functions that answer with sentences where no language is known: whatever they return is one.
REFUSING: Final = frozenset({"may_begin", "objection", "step_objection", "concession_refused", "missing", "explain"})
# Functions of the server that answer so too.
LABELLING: Final = frozenset({"turn_of", "class_of", "cash_of", "remark", "at_most"})  # of leagues
ANSWERING: Final = frozenset({"why_not", "why_nothing_is_left", "whose_decision", "not_asked", "reason_against"})
# How checks complain, and the names under which they keep a sentence before they do, by room.
COMPLAINTS: Final = frozenset({"complain", "complain_at", "warn", "Problem", "refuse", "whole"})
SHEET: Final = "league/result_sheet.py"
COMPLAINING: Final = {"dungeon": {"text", "words", "mend"}, "teams": {"limit"}, "league": {"limit"}}
# What is raised with a sentence for the user.
RAISED: Final = re.compile(
    r"(Error|Refusal|Forbidden|NotFound|TooMuch|TooLarge|NotSent|NotSignedIn|NotAllowed|Impossible|Unavailable|Taken|Stale|Doubt|BrokenChain)$"
)
# Functions whose first argument is a sentence for people, told in the language of each of them.
SAYING: Final = frozenset({"announce"})
# Errors of Python itself are faults of the program or of a program that calls it: nobody else is told.
OF_PROGRAMS: Final = frozenset(
    {
        *("AttributeError", "IndexError", "KeyError", "NotImplementedError", "OSError", "RuntimeError", "TimeoutError"),
        *("TypeError", "ValueError"),
    }
)
# Functions whose argument goes into a sentence that they raise: which of them.
NAMED: Final = {
    "needs_commissioner": (1,),
    "needs_owner": (2,),
    "cleaned": (1,),
    "expect": (2,),
    "stale": (0,),
    "decoded": (2,),
}
# Rooms that speak to programs alone: those who train a bot in Python read English.
FOR_PROGRAMS: Final = ("languages/", "learn/", "storage/migrations/")
NO_TEXT: Final = re.compile(r"[A-Z]{1,2}-[A-Z]+-\d+|[^A-Za-z]*")  # ids of rules, and what has no letters
HOLES: Final = re.compile(r"\{[^{}]*\}")


class Text(NamedTuple):
    """A text of the sources: one form, or two for a number, and where it stands."""

    id: tuple[str, ...]
    where: str


@cache
def texts() -> dict[tuple[str, ...], list[str]]:
    """Every text, with the places where it stands."""
    found: dict[tuple[str, ...], list[str]] = {}
    for text in [*of_sources(), *of_tables(), *of_help()]:
        if any(each and not NO_TEXT.fullmatch(HOLES.sub("", each)) for each in text.id):
            places = found.setdefault(text.id, [])
            if text.where not in places:
                places.append(text.where)
    plurals = {each for key in found if len(key) > 1 for each in key}
    return {key: places for key, places in found.items() if len(key) > 1 or key[0] not in plurals}


def of_sources() -> Iterator[Text]:
    for path in sorted(PACKAGE.rglob("*.py")):
        where = path.relative_to(PACKAGE).as_posix()
        if where.startswith(FOR_PROGRAMS) and where != "languages/speech.py":
            continue
        yield from of_tree(ast.parse(path.read_text(encoding="utf-8")), where)


def of_tree(tree: ast.AST, where: str) -> Iterator[Text]:
    """The texts of one file."""
    yield from of_problems(tree, where)
    yield from of_choices(tree, where)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = called(node)
            if name == "plural" and len(node.args) >= 2:
                for one, many in zip(strings(node.args[0]), strings(node.args[1]), strict=False):
                    yield Text((one, many), where)
            elif name == "mark":
                yield from marked(node, where)
            elif name in KEYWORDS:
                for place in KEYWORDS[name]:
                    if place < len(node.args):
                        yield from (Text((each,), where) for each in strings(node.args[place]))
            elif name in SAYING or is_of_error(node):
                yield from (Text((each,), where) for argument in node.args[:1] for each in sentences(argument))
            elif name == "VerifyLine" and len(node.args) == 4:
                yield from (Text((each,), where) for each in sentences(node.args[3]))
            elif name == "one_of" and len(node.args) == 3:
                yield from (Text((each,), where) for kind in strings(node.args[2]) for each in expectations(kind))
            elif name in NAMED:
                for place in NAMED[name]:
                    if place < len(node.args):
                        yield from (Text((each,), f"errors/{where}") for each in strings(node.args[place]))
        elif (error := raised(node)) is not None:
            room = where if called(error) == "Refusal" else f"errors/{where}"
            for argument in error.args[:1]:
                yield from (Text((each,), room) for each in sentences(argument))
        elif isinstance(node, ast.FunctionDef) and answers(node.name, where):
            for inner in ast.walk(node):
                if isinstance(inner, ast.Return | ast.Assign) and inner.value is not None:
                    yield from (Text((each,), where) for each in sentences(inner.value) if " " in each)


def of_choices(tree: ast.AST, where: str) -> Iterator[Text]:
    """Texts that are chosen first and told below, under one name: `told = "..."`, `t(told, ...)`."""
    whole = list(ast.walk(tree))
    if not names_told(whole):
        return
    for function in whole:
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        inner = list(ast.walk(function))
        names = names_told(inner)
        for node in inner:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id in names:
                yield from (Text((each,), where) for each in strings(node.value))


def names_told(nodes: Iterable[ast.AST]) -> set[str]:
    """The names whose texts are told: `t(told, ...)`."""
    return {
        node.args[0].id
        for node in nodes
        if isinstance(node, ast.Call) and called(node) == "t" and node.args and isinstance(node.args[0], ast.Name)
    }


def of_problems(tree: ast.AST, where: str) -> Iterator[Text]:
    """What the checks of dungeons and teams complain about: rooms that speak no language."""
    room = where.partition("/")[0]
    if room not in COMPLAINING or where.startswith("dungeon/printing/") or (room == "league" and where != SHEET):
        return
    for node in ast.walk(tree):
        found: list[ast.expr] = []
        if isinstance(node, ast.Call) and called(node) in COMPLAINTS:
            found = [*node.args[:3], *(each.value for each in node.keywords if each.arg in ("text", "mend"))]
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found = [node.value] if node.targets[0].id in COMPLAINING[room] else []
        elif isinstance(node, ast.FunctionDef) and node.name in ("words_for", "toml_mend"):
            found = [each.value for each in ast.walk(node) if isinstance(each, ast.Return) and each.value is not None]
        for each in found:
            yield from (Text((text,), where) for text in sentences(each) if " " in text or room == "teams")


def raised(node: ast.AST) -> ast.Call | None:
    """The error that is raised here, or made to be raised a little later."""
    call = (
        node.exc if isinstance(node, ast.Raise) else node.value if isinstance(node, ast.Assign | ast.Return) else None
    )
    is_told = isinstance(call, ast.Call) and RAISED.search(called(call)) and called(call) not in OF_PROGRAMS
    return call if is_told and isinstance(call, ast.Call) else None


def is_of_error(call: ast.Call) -> bool:
    """Whether an error gives itself its sentence: `super().__init__(f"match {match} cannot be resumed: {reason}")`."""
    function = call.func
    return (
        isinstance(function, ast.Attribute)
        and function.attr == "__init__"
        and isinstance(function.value, ast.Call)
        and called(function.value) == "super"
    )


def expectations(kind: str) -> Iterator[str]:
    """What `teams.problems.one_of` says of a kind of names, as whole sentences: languages have articles and genders."""
    from dungeonbowl.teams.problems import one_of

    yield one_of(["{name}"], "{name}", kind)
    yield one_of([], "", kind)
    yield one_of(["{names}"], "", kind)


def answers(name: str, where: str) -> bool:
    """Whether a function answers with a sentence for people, and speaks no language."""
    if where.startswith("server/"):
        return name in ANSWERING
    if where.startswith("league/") and name in LABELLING:
        return True
    return name in REFUSING or (where == "engine/refusals.py" and name.startswith("about_"))


def marked(call: ast.Call, where: str) -> Iterator[Text]:
    """All texts of a marked table; two in a tuple that differ in a plural are the forms of one."""
    found = list(inside(call.args[0])) if call.args else []
    if len(found) == 2 and all("{count}" in each for each in found):
        yield Text(tuple(found), where)
        return
    yield from (Text((each,), where) for each in found)


def inside(node: ast.AST) -> Iterator[str]:
    """The strings of a table: no keys, no code."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Dict):
        for value in node.values:
            yield from inside(value)
    elif isinstance(node, ast.DictComp):
        yield from inside(node.generators[0].iter)
    elif isinstance(node, ast.Tuple | ast.List | ast.Set):
        for value in node.elts:
            yield from inside(value.value if isinstance(value, ast.Starred) else value)


def called(call: ast.Call) -> str:
    """The name of a called function or method."""
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def strings(node: ast.expr) -> Iterator[str]:
    """The texts that an argument may be: a constant, or one of two."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from strings(node.body)
        yield from strings(node.orelse)


def sentences(node: ast.expr) -> Iterator[str]:
    """The sentences that an expression may be, with holes where something is put in."""
    if isinstance(node, ast.IfExp):
        yield from sentences(node.body)
        yield from sentences(node.orelse)
    elif isinstance(node, ast.Constant | ast.JoinedStr | ast.BinOp):
        parts = pieces(node)
        if parts is not None and any(isinstance(part, str) for part in parts):
            yield with_holes(parts)


def pieces(node: ast.expr) -> list[str | ast.expr] | None:
    """A text in its parts: strings, and expressions between them."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return [
            str(part.value) if isinstance(part, ast.Constant) else part.value  # type: ignore[attr-defined]
            for part in node.values
        ]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [*(pieces(node.left) or [node.left]), *(pieces(node.right) or [node.right])]
    return None


def with_holes(parts: list[str | ast.expr]) -> str:
    """The text, each hole with a name of its own."""
    told, used = "", set()
    for part in parts:
        if isinstance(part, str):
            told += part
            continue
        name = hole_name(part)
        number = 2
        while name in used:
            name = f"{hole_name(part)}{number}"
            number += 1
        used.add(name)
        told += f"{{{name}}}"
    return told


def hole_name(node: ast.expr) -> str:
    """A word for what stands in a hole, from the expression."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Attribute):
            return inner.attr
        if isinstance(inner, ast.Name):
            return inner.id
    return "value"


def of_tables() -> Iterator[Text]:
    """Texts that stand in tables of the engine, and those that are put together from tables."""
    from catalogue_command_line import COMMAND_LINE
    from catalogue_tables import LEAGUE_TABLES, TABLES

    places = {f"tables/{name}": table for name, table in TABLES.items()} | COMMAND_LINE
    places |= {f"league/tables/{name}": table for name, table in LEAGUE_TABLES.items()}
    for place, table in places.items():
        yield from (Text((each,), place) for each in table() if each)


def of_help() -> Iterator[Text]:
    """What `--help` says: docstrings of commands by paragraphs, options, and words for their defaults. The app itself
    is asked, so that no command can be forgotten, and texts with lists of names in them are whole."""
    import typer.main

    from dungeonbowl.cli import make_app
    from dungeonbowl.cli.spoken import help_texts

    for text, where in help_texts(typer.main.get_command(make_app([]))):
        yield Text((text,), where)


# --- catalogues ------------------------------------------------------------------------------------------------------


def read(code: str) -> Catalog:
    with (CATALOGUES / f"{code}.po").open("rb") as file:
        return read_po(file, locale=code, abort_invalid=True)


def template() -> Catalog:
    """All texts without translations, in the order of their first places."""
    catalogue = Catalog(project="Dungeon Bowl", charset="utf-8")
    for key, places in sorted(texts().items(), key=lambda item: (item[1][0], item[0])):
        identity = key[0] if len(key) == 1 else key
        catalogue.add(identity, locations=[(place, None) for place in places])  # type: ignore[list-item]
    return catalogue


def write(catalogue: Catalog, path: Path) -> None:
    """Write a catalogue with a header that says what a reader needs and nothing that changes by itself."""
    head = "".join(
        f'"{name}: {value}\\n"\n'
        for name, value in (
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Language", str(catalogue.locale)),
            ("Plural-Forms", catalogue.plural_forms),
        )
    )
    with path.open("wb") as file:
        file.write(f'msgid ""\nmsgstr ""\n{head}\n'.encode())
        write_po(file, catalogue, width=WIDTH, omit_header=True, ignore_obsolete=True, include_lineno=False)


def extract() -> None:
    """Bring the catalogues up to date: texts that are gone go, new ones come empty."""
    fresh = template()
    for code in LANGUAGES:
        catalogue = read(code)
        catalogue.update(fresh, no_fuzzy_matching=True)
        write(catalogue, CATALOGUES / f"{code}.po")


def adopt(reference: str) -> None:
    """Fill in what the catalogues of another branch have and these lack: after a merge in which they disagreed."""
    extract()
    for code in LANGUAGES:
        catalogue = read(code)
        path = (CATALOGUES / f"{code}.po").relative_to(ROOT).as_posix()
        shown = subprocess.run(["git", "show", f"{reference}:{path}"], cwd=ROOT, capture_output=True, check=True)
        theirs = read_po(BytesIO(shown.stdout), locale=code, abort_invalid=True)
        for message in catalogue:
            other = theirs.get(message.id if isinstance(message.id, str) else message.id[0])
            lacks = not message.string or not all(message.string)
            if message.id and lacks and other is not None and other.id == message.id:
                message.string = other.string
        write(catalogue, CATALOGUES / f"{code}.po")


def problems(code: str) -> list[str]:
    """What is wrong with a catalogue: texts without a translation, holes that disagree."""
    catalogue = read(code)
    found = []
    for key, places in texts().items():
        message = catalogue.get(key[0])
        told = () if message is None or not message.string else message.string
        forms = (told,) if isinstance(told, str) else tuple(told)
        if not forms or not all(forms):
            found.append(f"{code}: {key[0]!r} misses a translation ({places[0]})")
        for form in forms:
            if form and not agrees(key, form):
                found.append(f"{code}: {key[0]!r} has other holes than {form!r}")
    return found


def agrees(key: tuple[str, ...], told: str) -> bool:
    """Whether a translation has the holes of one of the forms of a text; a number need not be told again."""
    holes = set(HOLES.findall(told))
    return any(holes == set(HOLES.findall(form)) for form in key) or (
        len(key) > 1 and holes | {"{count}"} == set(HOLES.findall(key[-1]))
    )


def check() -> int:
    found = [problem for code in LANGUAGES for problem in problems(code)]
    for problem in found:
        print(problem)  # noqa: T201
    known = texts()
    for code in LANGUAGES:
        catalogue = read(code)
        done = sum(1 for key in known if (message := catalogue.get(key[0])) is not None and message.string)
        print(f"{code}: {done} of {len(known)} texts")  # noqa: T201
    return 1 if found else 0


def main(arguments: list[str]) -> int:
    if arguments == ["extract"]:
        extract()
        return 0
    if len(arguments) == 2 and arguments[0] == "adopt":
        adopt(arguments[1])
        return 0
    if arguments == ["check"]:
        return check()
    print(__doc__)  # noqa: T201
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
