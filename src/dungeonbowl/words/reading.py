"""What is wrong with a text that is not the JSON that was expected, in a sentence.

The decoder speaks to programmers: "JSON is malformed: invalid character (byte 4)", "Expected `int`, got `str` - at
`$.number`". A person is told where to look and what was expected.
"""

from __future__ import annotations

import re
from typing import Final

# The decoder's words for kinds of values, and ours.
KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "null": "nothing",
    "array": "a list",
    "object": "a record in braces",
    "bytes": "bytes",
    "any": "anything",
}
MALFORMED: Final = re.compile(r"JSON is malformed: (?P<what>.+?) \(byte (?P<byte>\d+)\)")
PLACE: Final = re.compile(r" - at `(?P<place>[^`]*)`$")
EXPECTED: Final = re.compile(r"Expected `(?P<wanted>[^`]+)`(?P<limit>[^,]*?)(?:, got `(?P<found>[^`]+)`)?$")
MISSING: Final = re.compile(r"Object missing required field `(?P<field>[^`]*)`$")
UNKNOWN_FIELD: Final = re.compile(r"Object contains unknown field `(?P<field>[^`]*)`$")
INVALID: Final = re.compile(r"Invalid (?P<what>enum )?value (?P<value>.+)$")


def unreadable(error: Exception | str) -> str:
    """The message of a decoder as a sentence for people."""
    message = str(error)
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, UnicodeDecodeError):
        return "it is not written in UTF-8"
    if found := MALFORMED.search(message):
        return f"this is not JSON: it cannot be read from character {int(found['byte']) + 1} on"
    if "truncated" in message:
        return "this is not JSON: it ends too early"
    if "surrogate" in message or "escape" in message:
        return "this is not JSON: a character in it is written wrongly"
    where = PLACE.search(message)
    bare = PLACE.sub("", message)
    place = place_words(where["place"]) if where else ""
    return (f"{place}: " if place else "") + value_words(bare)


def value_words(message: str) -> str:
    """What was expected of one value, and what stands there."""
    if found := MISSING.match(message):
        return f"'{found['field']}' is missing"
    if found := UNKNOWN_FIELD.match(message):
        return f"'{found['field']}' is not known here"
    if found := EXPECTED.match(message):
        wanted = kinds_words(found["wanted"]) + limit_words(found["limit"])
        return f"expected {wanted}" + (f" instead of {kinds_words(found['found'])}" if found["found"] else "")
    if found := INVALID.match(message):
        return f"{found['value'].strip(chr(96))} is not one of the words that are known here"
    return message.replace("`", "'")


def kinds_words(written: str) -> str:
    """`int | null` as "a whole number or nothing"."""
    kinds = [KINDS.get(each.strip(), each.strip()) for each in written.split("|")]
    return " or ".join(kinds)


def limit_words(limit: str) -> str:
    """` of length <= 60` as " of at most 60 characters", ` >= 0` as " that is 0 or more"."""
    text = limit.strip()
    for sign, words in (
        ("of length <=", "of length {}, or shorter"),
        ("of length >=", "of length {}, or longer"),
        ("<=", "that is {} or less"),
        (">=", "that is {} or more"),
        ("matching regex", "of another form"),
    ):
        if text.startswith(sign):
            return " " + words.format(text.removeprefix(sign).strip())
    return f" {text}" if text else ""


def place_words(place: str) -> str:
    """`$.players[3].name` as "players, entry 4, name"; empty for the whole."""
    parts = re.findall(r"\.?([^.\[\]$]+)|\[(\d+|\.\.\.)\]", place.removeprefix("$"))
    words = []
    for name, index in parts:
        if name:
            words.append(f"'{name}'")
        else:
            words.append(f"entry {int(index) + 1}" if index.isdigit() else "an entry")
    return ", ".join(words)
