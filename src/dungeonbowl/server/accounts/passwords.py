"""Passwords: which are good enough, and their argon2id hashes."""

from __future__ import annotations

import asyncio
import secrets
import tomllib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from dungeonbowl.errors import Unavailable, UserError

SHORTEST: Final = 12
LONGEST: Final = 200
AT_ONCE: Final = 2  # each takes 64 MB and a processor
MOST_WAITING: Final = 40
LIST: Final = Path(__file__).with_name("common_passwords.toml")
COMMON: Final = frozenset(tomllib.loads(LIST.read_text(encoding="utf-8"))["words"].split())
RUNS: Final = (
    "01234567890123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjkl",
)
FEWEST_SIGNS: Final = 5  # different ones


def checked_password(password: str, name: str) -> str:
    """`UserError` for a password that would be among the first to be guessed."""
    if len(password) < SHORTEST:
        raise UserError(f"password: expected at least {SHORTEST} characters; a few words that mean something to you do")
    if len(password) > LONGEST:
        raise UserError(f"password: expected at most {LONGEST} characters")
    try:
        password.encode()
    except UnicodeEncodeError:
        raise UserError("password: it has characters that cannot be written") from None
    if is_common(password) or (name and bare(password) == bare(name)):
        raise UserError("password: it is among the first that would be guessed; expected something less usual")
    return password


def is_common(password: str) -> bool:
    """Whether it is one of the commonest, or made of one by repeating it or by adding digits and signs."""
    plain = password.casefold().replace(" ", "")
    core = bare(plain)
    if len(set(plain)) < FEWEST_SIGNS or core == "" or core in COMMON or repeated(core) in COMMON:
        return True
    if repeated(plain) in COMMON or any(core in run or core in run[::-1] for run in RUNS):
        return True
    return any(core[: len(one)] == one and core[len(one) :] in COMMON for one in COMMON)


def bare(text: str) -> str:
    """A text without digits and signs around it."""
    return text.casefold().replace(" ", "").strip("0123456789!?.,;:-_*#+$%&/()='\"@^~<>|[]{}")


def repeated(text: str) -> str:
    """The part that a text repeats; itself if it repeats none."""
    for length in range(1, len(text) // 2 + 1):
        if len(text) % length == 0 and text == text[:length] * (len(text) // length):
            return text[:length]
    return text


class Hashing:
    """Hashes and checks passwords in threads of its own, a few at once: a flood of guesses must not take the memory
    or the threads that matches need."""

    def __init__(self) -> None:
        self.hasher = PasswordHasher()  # argon2id with the costs that RFC 9106 recommends for such machines
        self.threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="password")
        self.waiting = 0
        self.nobody = ""  # the hash of a password that nobody has

    async def hash(self, password: str) -> str:
        return await self.work(self.hasher.hash, password)

    async def fits(self, kept: str, password: str) -> bool:
        """Whether it is the password of a hash. Without a hash it takes as long, and the answer is no: so nobody can
        hear from the time whether there is such an account."""
        if not self.nobody:
            self.nobody = await self.hash(secrets.token_urlsafe())
        fits = await self.work(self.verified, kept or self.nobody, password[:LONGEST])
        return fits == "yes" and kept != ""

    def verified(self, kept: str, password: str) -> str:
        try:
            return "yes" if self.hasher.verify(kept, password) else "no"
        except (VerificationError, InvalidHashError, UnicodeEncodeError):
            return "no"

    def is_old(self, kept: str) -> bool:
        """Whether a hash was made with other costs than are usual now."""
        return self.hasher.check_needs_rehash(kept)

    async def work(self, function: Callable[..., str], *arguments: str) -> str:
        if self.waiting >= MOST_WAITING:
            raise Unavailable("too many people sign in at this moment: try again in a minute")
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self.threads, function, *arguments)
        finally:
            self.waiting -= 1

    def close(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)
