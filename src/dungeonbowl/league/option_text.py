"""The text form of options: `touchdown_points = 3`, one a line or several with commas between them.

Options are the fields of a msgspec struct. The type of a field says what may be written, its `Meta` says what it means
(`description`) and which rule is behind it (`extra["rule"]`). So a new option is one field, and the reader, the
writer, the page and the errors know it.

| type of the field | written as |
| --- | --- |
| `bool` | `on`, `off` |
| `int` | `5`, `1300k`; `none` for 0, if `extra["none"]` is set |
| `Literal` | one of its words |
| `tuple[str, ...]` | words with blanks between them, or `none` |
| `str` | as it stands |
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, TypeVar, cast

import msgspec
from msgspec import inspect

from dungeonbowl.errors import UserError
from dungeonbowl.languages import ENGLISH, mark, speaking, t

SWITCHES: Final = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
NOTHING: Final = ("none", "off")
THOUSAND: Final = 1000
WIDTH: Final = 28  # where the remarks begin
PLAIN_NUMBER: Final = re.compile(r"(-?\d{1,12})(k?)")

LONGEST_NUMBER: Final = 9  # digits

# What a number may be: with an upper end or without, and where `none` stands for 0.
NUMBERS: Final = mark(
    {
        (True, True): "a number from {least} to {most} or none",
        (True, False): "a number from {least} to {most}",
        (False, True): "a number from {least} up or none",
        (False, False): "a number from {least} up",
    }
)

Options = TypeVar("Options", bound=msgspec.Struct)


def is_number(word: str) -> bool:
    """Whether a word is a plain number. `isdigit` alone would take a superscript for one, which `int` does not read.

    >>> is_number("60000"), is_number("²"), is_number("9" * 5000), is_number("-1")
    (True, False, False, False)
    """
    return word.isascii() and word.isdigit() and len(word) <= LONGEST_NUMBER


class Option(msgspec.Struct, frozen=True):
    """One option, as its struct describes it. `kind` is the type of its values, for a form: switch, number, choice,
    words or text."""

    key: str
    kind: str
    meaning: str
    default: Any
    rule: str = ""
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    has_none: bool = False  # 0 is written as `none`

    def expected(self) -> str:
        """What may be written for it, in words."""
        if self.kind == "switch":
            return t("on or off")
        if self.kind == "choice":
            told = self.choices[0]
            for choice in self.choices[1:]:
                told = t("{names} or {last}", names=told, last=choice)
            return told
        if self.kind == "number":
            text = NUMBERS[self.most is not None, self.has_none]
            return t(text, least=0 if self.least is None else self.least, most=self.most)
        return t("words of {names}", names=", ".join(self.choices)) if self.choices else t("words")


@cache
def options_of(kind: type[msgspec.Struct]) -> tuple[Option, ...]:
    """Every option of a struct, in the order of its fields."""
    described = cast(inspect.StructType, inspect.type_info(kind))
    return tuple(option_of(field) for field in described.fields)


def option_of(field: inspect.Field) -> Option:
    meaning, extra, of = "", {}, field.type
    if isinstance(of, inspect.Metadata):
        meaning = (of.extra_json_schema or {}).get("description", "")
        extra, of = dict(of.extra or {}), of.type
    default = field.default if field.default is not msgspec.NODEFAULT else None
    words: tuple[str, ...] = tuple(extra.get("words", ()))
    least = most = None
    match of:
        case inspect.BoolType():
            kind = "switch"
        case inspect.IntType():
            kind, least, most = "number", of.ge, of.le
        case inspect.LiteralType():
            kind, words = "choice", tuple(str(value) for value in of.values)
        case inspect.VarTupleType():
            kind = "words"
        case inspect.StrType():
            kind = "text"
        case _:
            raise TypeError(f"{field.name}: options have no values of this type")
    return Option(
        field.name, kind, meaning, default, extra.get("rule", ""), words, least, most, extra.get("none", False)
    )


# --- reading ----------------------------------------------------------------------------------------------------------


def parts_of(text: str) -> Iterator[tuple[str, str]]:
    """The keys and values of a text. What stands after `#` is a remark; a comma in brackets ends nothing."""
    plain = "\n".join(line.partition("#")[0] for line in text.splitlines())
    for part in split_outside_brackets(plain, ",\n"):
        key, sign, value = part.partition("=")
        if not sign or not key.strip() or not value.strip():
            raise UserError(f"options: expected `key = value`, found {part!r}")
        yield key.strip(), " ".join(value.split())


def split_outside_brackets(text: str, marks: str) -> list[str]:
    """The parts between some marks, without those that are empty. Marks in brackets count as letters."""
    found: list[str] = []
    part = ""
    depth = 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            break
        if letter in marks and depth == 0:
            found.append(part)
            part = ""
        else:
            part += letter
    if depth:
        raise UserError(f"options: brackets are not in pairs in {' '.join(text.split())!r}")
    found.append(part)
    return [part.strip() for part in found if part.strip()]


def value_of(option: Option, text: str) -> Any:
    """The value that a text stands for."""
    with speaking(ENGLISH):
        expected = option.expected()
    wrong = UserError(f"option {option.key}: expected {expected}, found {text!r}")
    if option.kind == "switch":
        if text.casefold() not in SWITCHES:
            raise wrong
        return SWITCHES[text.casefold()]
    if option.kind == "number":
        if option.has_none and text.casefold() in NOTHING:
            return 0
        found = PLAIN_NUMBER.fullmatch(text.replace("_", ""))
        if found is None:
            raise wrong
        number = int(found[1]) * (THOUSAND if found[2] else 1)
        if (option.least is not None and number < option.least) or (option.most is not None and number > option.most):
            raise wrong
        return number
    if option.kind == "choice":
        if text not in option.choices:
            raise wrong
        return text
    if option.kind == "words":
        words = tuple(split_outside_brackets(text, " "))
        if words == ("none",):
            return ()
        if option.choices and any(word not in option.choices for word in words):
            raise wrong
        if option.choices and len(set(words)) < len(words):
            raise UserError(f"option {option.key}: a word stands twice in {text!r}")
        return words
    return text


def read_into(base: Options, text: str, what: str = "options", fixed: Mapping[str, str] | None = None) -> Options:
    """The options of a text. Those that it does not name are as in `base`. `fixed` names options that cannot be
    changed here, with the reason."""
    return with_values(base, parts_of(text), what, fixed or {})


def with_values(
    base: Options, parts: Iterator[tuple[str, str]] | list[tuple[str, str]], what: str, fixed: Mapping[str, str]
) -> Options:
    known = {option.key: option for option in options_of(type(base))}
    found: dict[str, Any] = {}
    for key, value in parts:
        if key not in known:
            raise UserError(f"{what}: there is no option {key!r}; expected one of {', '.join(known)}")
        if key in found:
            raise UserError(f"{what}: {key} stands twice")
        found[key] = value_of(known[key], value)
        if key in fixed and found[key] != getattr(base, key):
            raise UserError(f"{what}: {key} stays {written(known[key], getattr(base, key))}: {fixed[key]}")
    return msgspec.structs.replace(base, **found)


# --- writing ----------------------------------------------------------------------------------------------------------


def written(option: Option, value: Any) -> str:
    """A value as `value_of` reads it."""
    if option.kind == "switch":
        return "on" if value else "off"
    if option.kind == "number":
        return "none" if option.has_none and value == 0 else str(value)
    if option.kind == "words":
        return " ".join(value) or "none"
    return str(value)


def write(options: msgspec.Struct, base: msgspec.Struct | None = None, remarks: bool = False) -> str:
    """Options as a text, one a line. With `base` only those that differ from it; with `remarks` also what each means
    and its rule."""
    lines: list[str] = []
    for option in options_of(type(options)):
        value = getattr(options, option.key)
        if base is not None and value == getattr(base, option.key):
            continue
        line = f"{option.key} = {written(option, value)}"
        if remarks:
            rule = f" ({option.rule})" if option.rule else ""
            line = f"{line.ljust(WIDTH)}  # {option.meaning}{rule}"
        lines.append(line)
    return "\n".join(lines)
