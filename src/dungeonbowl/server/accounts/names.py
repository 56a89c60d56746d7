"""Names of accounts, and the words that people give to their passkeys and programs."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark, t
from dungeonbowl.server.telling import HOUSE
from dungeonbowl.storage.account_tables import LONGEST_COACH, LONGEST_FOLDED, LONGEST_LABEL

SHORTEST: Final = 2
SIGNS: Final = " -_.'’"  # besides letters, their marks, and digits
EFFACED: Final = re.compile(r"coach [0-9a-f]{4,}")  # what deleted accounts are called
# Letters and marks that nobody sees: with them two names would differ and look the same. Unicode calls such signs
# default ignorable; these are the ones that it counts among letters and marks.
UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
# Writings that have letters which look the same: Latin "a" and Cyrillic "а". In one name they are a disguise.
ALIKE: Final = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU")
# Letters of the others that look like Latin ones: a name of nothing but these is read as the Latin one.
LOOKS: Final = str.maketrans(
    "АВЕКМНОРСТУХІЅЈаеорсухіѕјԁԛԝһΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυ",
    "ABEKMHOPCTYXISJaeopcyxisjdqwhABEZHIKMNOPTYXaikvopu",
)
MIXED: Final = mark("name: expected letters of one writing, not {one} beside {other}: others could not tell them apart")
MOST_MARKS: Final = 3  # on one letter; more of them would cover the lines above and below
EXPECTED: Final = mark(
    "name: expected {least} to {most} letters, digits, spaces and - _ . ' beginning with a letter or digit"
).format(least=SHORTEST, most=LONGEST_COACH)


def checked_name(written: str) -> str:
    """A name as it is kept. `UserError` for one that nobody may have: names are read by others, so there is nothing in
    them that cannot be seen, changes the direction of writing, or could be taken for markup."""
    name = " ".join(unicodedata.normalize("NFKC", written).split(" ")).strip()
    while "  " in name:
        name = name.replace("  ", " ")
    if not SHORTEST <= len(name) <= LONGEST_COACH or len(folded(name)) > LONGEST_FOLDED:
        raise UserError(EXPECTED)
    if not all(sign in SIGNS or unicodedata.category(sign)[0] in "LMN" for sign in name):
        raise UserError(EXPECTED)
    kinds = "".join(unicodedata.category(sign)[0] for sign in name)
    if kinds[0] not in "LN" or "M" * (MOST_MARKS + 1) in kinds or UNSEEN.search(name):
        raise UserError(EXPECTED)
    if folded(name) == folded(HOUSE):
        raise UserError(f"the name {name!r} is taken: choose another one")
    if EFFACED.fullmatch(folded(name)):
        raise UserError("name: accounts that were deleted are called so: choose another one")
    return name


def chosen_name(written: str) -> str:
    """A name for a new account. `UserError` also for one in which letters of several writings look like each other;
    accounts that have such a name keep it."""
    name = checked_name(written)
    kinds = sorted({kind for kind in map(writing_of, name) if kind in ALIKE})
    if len(kinds) > 1:
        raise UserError(MIXED.format(one=kinds[0].capitalize(), other=kinds[1].capitalize()))
    return name


def writing_of(sign: str) -> str:
    """The writing of a letter, by the first word that Unicode calls it."""
    return unicodedata.name(sign, "").partition(" ")[0] if sign.isalpha() else ""


def read_as(name: str) -> list[str]:
    """How a name is compared: by its letters, and by the Latin ones for which all of them are taken."""
    latin = name.translate(LOOKS)
    is_disguise = latin != name and all(writing_of(sign) in ("", "LATIN") for sign in latin)
    return [folded(name), *([folded(latin)] if is_disguise else [])]


def folded(name: str) -> str:
    """A name as it is compared: without capitals, and with one form of each letter."""
    return unicodedata.normalize("NFKC", " ".join(name.split()).casefold())


def checked_label(written: str, usual: str) -> str:
    """What somebody calls a passkey or a token: one line that can be seen."""
    label = " ".join("".join(sign for sign in written if sign.isprintable()).split())
    return (label or usual)[:LONGEST_LABEL]


def plain_line(written: str) -> str:
    """What somebody says to others, in one line: without signs that cannot be seen, or that turn the writing round."""
    return " ".join("".join(sign for sign in written if sign.isprintable() or sign.isspace()).split())


A_BROWSER: Final = mark("A browser")
A_PROGRAM: Final = mark("A program")


def device_name(agent: str) -> str:
    """A browser in few words, from what it says of itself: enough to find one's own in a list."""
    browsers = ("Firefox", "Edg", "OPR", "Chrome", "Safari")
    systems = (("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"))
    more = (("Mac OS", "macOS"), ("Linux", "Linux"))
    browser = next((name for name in browsers if name in agent), "")
    system = next((name for sign, name in (*systems, *more) if sign in agent), "")
    known = {"Edg": "Edge", "OPR": "Opera"}.get(browser, browser)
    return f"{known or A_BROWSER} on {system}" if system else known or A_PROGRAM


def device_said(device: str) -> str:
    """The same in the language of who reads it: it is kept in English."""
    browser, on, system = device.partition(" on ")
    return t("{browser} on {system}", browser=t(browser), system=system) if on else t(device)
