"""The wire structs as TypeScript, so that the browser's client is checked against the same types.

`python -m dungeonbowl.server.typescript` prints `web/src/lib/wire.ts`.
"""

from __future__ import annotations

import inspect
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
    NoneType,
    StrType,
    StructType,
    TupleType,
    Type,
    UnionType,
)

from dungeonbowl.server import wire

HEAD: Final = """\
// Written by `python -m dungeonbowl.server.typescript` from src/dungeonbowl/server/wire: change it there, not here.
// docs/protocol.md describes the messages in prose.

"""


def typescript() -> str:
    """The whole page: an interface for each struct, and the two unions of messages."""
    parts = [f"export const VERSION = {wire.VERSION};\n"]
    for struct in structs():
        parts.append(interface(struct))
    for name in ("ServerMessage", "ClientMessage"):
        members = [member.__name__ for member in union_members(getattr(wire, name))]
        parts.append(f"export type {name} =\n" + "\n".join(f"  | {member}" for member in members) + ";\n")
    return HEAD + "\n".join(parts)


def structs() -> list[type[msgspec.Struct]]:
    """The structs of the wire in the order of its pages, without the two bases."""
    found = [
        value
        for module in vars(wire).values()
        if inspect.ismodule(module) and module.__name__.startswith(f"{wire.__name__}.")
        for value in vars(module).values()
        if inspect.isclass(value) and issubclass(value, msgspec.Struct) and value.__module__ == module.__name__
    ]
    return [struct for struct in found if struct not in (wire.Message, wire.Order)]


def union_members(union: Any) -> tuple[type[msgspec.Struct], ...]:
    assert get_origin(union) in (types.UnionType, Union)
    return get_args(union)


def interface(struct: type[msgspec.Struct]) -> str:
    info = msgspec.inspect.type_info(struct)
    assert isinstance(info, StructType)
    sent_by_client = issubclass(struct, wire.Order) or struct.__struct_config__.forbid_unknown_fields
    lines = []
    if info.tag is not None:
        lines.append(f"  {info.tag_field}: {literal(info.tag)};")
    for field in info.fields:
        optional = "?" if sent_by_client and not field.required else ""
        lines.append(f"  {field.encode_name}{optional}: {typed(field.type)};")
    comment = " ".join((struct.__doc__ or "").split())
    told = f"/** {comment} */\n" if comment and not comment.startswith(struct.__name__) else ""
    body = "".join(f"{line}\n" for line in lines)
    return f"{told}export interface {struct.__name__} {{\n{body}}}\n"


def literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def typed(kind: Type) -> str:
    """A type as TypeScript writes it."""
    if isinstance(kind, StructType):
        return kind.cls.__name__
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
    if isinstance(kind, ListType):
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
    print(typescript(), end="")  # noqa: T201
