"""The wire structs as TypeScript, so that the browser's client is checked against the same types.

`python -m dungeonbowl.server.typescript` prints `web/src/lib/wire.ts`. With the word `league` behind it, it prints the
page of the league's structs, `web/src/lib/league/wire.ts`. Those name structs of the office as well, which are found by
following the fields from one struct to the next.
"""

from __future__ import annotations

import inspect
import sys
import types
from typing import Any, Final, Union, get_args, get_origin

import msgspec
from msgspec.inspect import (
    AnyType,
    BoolType,
    DictType,
    FloatType,
    IntType,
    ListType,
    LiteralType,
    Metadata,
    NoneType,
    StrType,
    StructType,
    TupleType,
    Type,
    UnionType,
    VarTupleType,
)

from dungeonbowl.server import kinds, wire
from dungeonbowl.server.wire import club, league, league_orders
from dungeonbowl.server.wire.kinds import NAME

HEAD: Final = """\
// Written by `python -m dungeonbowl.server.typescript` from src/dungeonbowl/server/wire: change it there, not here.
// docs/protocol.md describes the messages in prose.

"""


LEAGUE_HEAD: Final = """\
// Written by `python -m dungeonbowl.server.typescript league` from src/dungeonbowl/server/wire/league.py and what it
// names: change it there.
// docs/protocol.md describes the requests in prose.

"""
LEAGUE: Final = (league, league_orders, club)
# A struct of its own kind where the browser need not know more: whole teams, and what an event did to one.
LOOSE: Final = "Record<string, unknown>"


# What a part of an event holds where its kind does not tell it.
UNTOLD: Final = {"dice": "[]", "die": '""', "faces": "[]", "status": '""'}
# Parts that are always there in an event of a kind that has them. Of the others, such as a piece, there may be none.
ALWAYS_TOLD: Final = ("needed", "passed", "value")


def typescript() -> str:
    """The whole page: the unions of words, an interface for each struct, and the two unions of messages."""
    parts = [f"export const VERSION = {wire.VERSION};\n"]
    for name, words in kinds.unions().items():
        if name != "EventKind":
            parts.append(union(name, [literal(word) for word in words]))
    for struct in structs():
        parts.append(event_union() if struct is wire.Event else interface(struct))
    for name in ("ServerMessage", "ClientMessage"):
        members = [member.__name__ for member in union_members(getattr(wire, name))]
        parts.append(union(name, members))
    return HEAD + "\n".join(parts)


def structs() -> list[type[msgspec.Struct]]:
    """The structs of the wire in the order of its pages, without the two bases."""
    found = [
        value
        for module in vars(wire).values()
        if inspect.ismodule(module) and module.__name__.startswith(f"{wire.__name__}.") and module not in LEAGUE
        for value in vars(module).values()
        if inspect.isclass(value) and issubclass(value, msgspec.Struct) and value.__module__ == module.__name__
    ]
    return [struct for struct in found if struct not in (wire.Message, wire.Order)]


def league_typescript() -> str:
    """The page of the league: its own structs and those of the office, and what it takes from the other page."""
    found: dict[type[msgspec.Struct], None] = {}
    shared = set(structs())
    borrowed: set[str] = set()
    waiting: list[type[msgspec.Struct]] = [*league.SHOWN, *(each for module in LEAGUE for each in defined_in(module))]
    while waiting:
        struct = waiting.pop(0)
        if struct in found:
            continue
        found[struct] = None
        for field in fields_of(struct):
            for inner in structs_in(field.type):
                if inner in shared:
                    borrowed.add(inner.__name__)
                elif inner not in found and not is_loose(inner):
                    waiting.append(inner)
    names = [struct.__name__ for struct in found]
    assert len(set(names)) == len(names), "two structs of the league have the same name"
    parts = [f'import type {{ {", ".join(sorted(borrowed))} }} from "../wire";\n']
    parts += [interface(struct) for struct in sorted(found, key=lambda each: each.__name__)]
    return LEAGUE_HEAD + "\n".join(parts)


def defined_in(module: types.ModuleType) -> list[type[msgspec.Struct]]:
    return [
        value
        for value in vars(module).values()
        if inspect.isclass(value)
        and issubclass(value, msgspec.Struct)
        and value.__module__ == module.__name__
        and value is not league_orders.LeagueOrder
    ]


def fields_of(struct: type[msgspec.Struct]) -> tuple[msgspec.inspect.Field, ...]:
    info = msgspec.inspect.type_info(struct)
    assert isinstance(info, StructType)
    return info.fields


def structs_in(kind: Type) -> list[type[msgspec.Struct]]:
    """The structs that a type speaks of."""
    if isinstance(kind, Metadata):
        return structs_in(kind.type)
    if isinstance(kind, StructType):
        return [kind.cls]
    if isinstance(kind, UnionType):
        return [found for part in kind.types for found in structs_in(part)]
    if isinstance(kind, (ListType, VarTupleType)):
        return structs_in(kind.item_type)
    if isinstance(kind, TupleType):
        return [found for part in kind.item_types for found in structs_in(part)]
    if isinstance(kind, DictType):
        return structs_in(kind.value_type)
    return []


def is_loose(struct: type[msgspec.Struct]) -> bool:
    return struct.__module__.startswith(("dungeonbowl.teams.", "dungeonbowl.league.team_events"))


def union_members(union: Any) -> tuple[type[msgspec.Struct], ...]:
    assert get_origin(union) in (types.UnionType, Union)
    return get_args(union)


def union(name: str, members: list[str]) -> str:
    return f"export type {name} =\n" + "\n".join(f"  | {member}" for member in members) + ";\n"


def event_union() -> str:
    """`Event` as a union with a member for each kind.

    A part that a kind does not tell has the type of its empty value, null or "". So the compiler finds code that waits
    for a part that never comes."""
    info = msgspec.inspect.type_info(wire.Event)
    assert isinstance(info, StructType)
    told = kinds.event_parts()
    parts = list(dict.fromkeys(part for row in told.values() for part in row))
    common = [field for field in info.fields if field.encode_name not in ("kind", *parts)]
    varied = [field for field in info.fields if field.encode_name in parts]
    lines = ["/** What every event has. */", "export interface EventBase {"]
    lines += [f"  {field.encode_name}: {typed(field.type)};" for field in common]
    lines += ["}", "", "/** What an event tells besides, where its kind has it. */", "export interface EventDetails {"]
    for field in varied:
        name = typed(field.type)
        lines.append(
            f"  {field.encode_name}: {name.removesuffix(' | null') if field.encode_name in ALWAYS_TOLD else name};"
        )
    lines += ["}", "", "/** A part that the kind of an event does not tell. */", "export interface EventUntold {"]
    lines += [f"  {field.encode_name}: {UNTOLD.get(field.encode_name, 'null')};" for field in varied]
    lines += ["}", "", "/** Which parts each kind of event tells. */", "export interface EventParts {"]
    for kind, row in told.items():
        lines.append(f"  {literal(kind)}: {' | '.join(map(literal, row)) or 'never'};")
    lines += ["}", "", "export type EventKind = keyof EventParts;", ""]
    lines += [f"/** {' '.join((wire.Event.__doc__ or '').split())} */"]
    lines += [
        "export type Event = EventOf<EventKind>;",
        "",
        "/** The events of one kind, or of several. */",
        "export type EventOf<Kind extends EventKind> = Kind extends EventKind",
        "  ? EventBase & { kind: Kind } & {",
        "      [Part in keyof EventDetails]: Part extends EventParts[Kind] ? EventDetails[Part] : EventUntold[Part];",
        "    }",
        "  : never;",
    ]
    return "\n".join(lines) + "\n"


def interface(struct: type[msgspec.Struct]) -> str:
    info = msgspec.inspect.type_info(struct)
    assert isinstance(info, StructType)
    # a client may leave out what has a default, and some structs are sent without their defaults
    config = struct.__struct_config__
    may_miss = issubclass(struct, wire.Order) or config.forbid_unknown_fields or config.omit_defaults
    lines = []
    if info.tag is not None:
        lines.append(f"  {info.tag_field}: {literal(info.tag)};")
    for field in info.fields:
        optional = "?" if may_miss and not field.required else ""
        lines.append(f"  {field.encode_name}{optional}: {typed(field.type)};")
    comment = " ".join((struct.__doc__ or "").split())
    told = f"/** {comment} */\n" if comment and not comment.startswith(struct.__name__) else ""
    body = "".join(f"{line}\n" for line in lines)
    return f"{told}export interface {struct.__name__} {{\n{body}}}\n"


def literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def typed(kind: Type) -> str:
    """A type as TypeScript writes it."""
    if isinstance(kind, Metadata):
        return str((kind.extra or {}).get(NAME) or typed(kind.type))
    if isinstance(kind, StructType):
        return LOOSE if is_loose(kind.cls) else kind.cls.__name__
    if isinstance(kind, (IntType, FloatType)):
        return "number"
    if isinstance(kind, StrType):
        return "string"
    if isinstance(kind, BoolType):
        return "boolean"
    if isinstance(kind, NoneType):
        return "null"
    if isinstance(kind, LiteralType):
        return " | ".join(literal(value) for value in sorted(kind.values, key=str))
    if isinstance(kind, UnionType):
        parts = [typed(part) for part in kind.types]
        return " | ".join(dict.fromkeys(parts))
    if isinstance(kind, (ListType, VarTupleType)):
        inner = typed(kind.item_type)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if isinstance(kind, TupleType):
        return "[" + ", ".join(typed(part) for part in kind.item_types) + "]"
    if isinstance(kind, DictType):
        return f"Record<string, {typed(kind.value_type)}>"
    if isinstance(kind, AnyType):
        return "unknown"
    raise TypeError(f"no TypeScript for {kind}")


if __name__ == "__main__":
    print(league_typescript() if "league" in sys.argv[1:] else typescript(), end="")  # noqa: T201
