"""What a client is told when a request fails: one plain record, never a stack trace."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.status_codes import HTTP_400_BAD_REQUEST, HTTP_500_INTERNAL_SERVER_ERROR

from dungeonbowl.dungeon.problems import DungeonError
from dungeonbowl.errors import Stale, Unavailable, UserError
from dungeonbowl.languages import mark, t, translated
from dungeonbowl.play.problems import place_of, reason_of
from dungeonbowl.server.metrics import OTHER
from dungeonbowl.server.wire import ErrorReply, Problem
from dungeonbowl.storage.accounts import NameTaken
from dungeonbowl.teams.problems import TeamError
from dungeonbowl.words.reading import unreadable as unreadable_words

log = logging.getLogger(__name__)

AnyRequest = Request[Any, Any, Any]


class NotFound(UserError):
    """A thing that was asked for does not exist."""


class TooMuch(UserError):
    """Too many requests."""


class Forbidden(UserError):
    """The token does not fit."""


class NotSignedIn(UserError):
    """Nobody is signed in, or the account is closed."""


class TooLarge(UserError):
    """The body is larger than the server accepts."""


STATUS = {
    NotFound: 404,
    TooMuch: 429,
    Forbidden: 403,
    NotSignedIn: 401,
    TooLarge: 413,
    Unavailable: 503,
    Stale: 409,
    NameTaken: 409,
}
NO_DATABASE = mark("the database does not answer: matches cannot go on at the moment")
MOST_TOLD = 3  # problems in one line
FAILED = mark("the server failed; the reason is in its log")
NESTED = mark("the body is nested too deeply to be anything that is expected here")
NO_TEXT = mark("the body is not written in UTF-8")
NO_BODY = mark("expected a body in JSON, found nothing")
# What the framework says in the two words of the standard, by status.
PLAIN = mark(
    {
        404: "there is nothing at this address",
        405: "this address does not take a request of this method",
        413: "the body is larger than the server accepts",
    }
)


def reply(problem: Problem, status: int, problems: list[Problem] | None = None) -> Response[ErrorReply]:
    """The answer, in the language of whoever asked. Errors are English where they are raised: logs are."""
    told = [spoken_problem(each) for each in problems or []]
    return Response(ErrorReply(spoken_problem(problem), told), status_code=status, media_type="application/json")


def spoken_problem(problem: Problem) -> Problem:
    return Problem(translated(problem.what), translated(problem.where), translated(problem.expected))


def route_of(request: AnyRequest) -> str:
    """Where a request went, for the log: the route and not the address, because secrets may be part of an address."""
    return request.scope.get("path_template") or OTHER


def user_error(request: AnyRequest, error: UserError) -> Response[ErrorReply]:
    problems = []
    if isinstance(error, Unavailable):
        log.error("%s %s: %s", request.method, route_of(request), error.__cause__ or error)
    first = str(error).partition("\n")[0]
    if isinstance(error, TeamError):
        problems = [Problem(reason_of(each), place_of(each.where), each.limit) for each in error.problems]
        first = f"{error.source}: {told(problems)}"
    return reply(Problem(first), STATUS.get(type(error), HTTP_400_BAD_REQUEST), problems)


def told(problems: list[Problem]) -> str:
    """The first few problems in one line, and how many more there are."""
    more = len(problems) - MOST_TOLD
    return "; ".join(problem.what for problem in problems[:MOST_TOLD]) + (
        "; " + t("and {count} more", count=more) if more > 0 else ""
    )


def dungeon_error(request: AnyRequest, error: DungeonError) -> Response[ErrorReply]:
    problems = [
        Problem(each.text, t("line {number}", number=each.line) if each.line else "", each.mend)
        for each in error.problems
    ]
    return reply(problems[0], HTTP_400_BAD_REQUEST, problems)


def http_error(request: AnyRequest, error: HTTPException) -> Response[ErrorReply]:
    problems = []
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        problems = [
            Problem(words_of(str(each.get("message", ""))), str(each.get("key", "")))
            for each in error.extra
            if isinstance(each, dict)
        ]
    standard = error.detail == HTTPStatus(error.status_code).phrase
    detail = PLAIN.get(error.status_code, error.detail) if standard else error.detail
    first = problems[0] if problems else Problem(unreadable_words(detail))
    return reply(first, error.status_code, problems)


def words_of(message: str) -> str:
    """A message of the framework in words. For a body that is not there it is only the name of the missing key."""
    return NO_BODY if message == repr("data") else unreadable_words(message)


def unreadable(request: AnyRequest, error: Exception) -> Response[ErrorReply]:
    """A body that cannot be read: nested too deeply (a hundred thousand brackets, say), or no text."""
    return reply(Problem(NESTED if isinstance(error, RecursionError) else NO_TEXT), HTTP_400_BAD_REQUEST)


def database_failure(request: AnyRequest, error: Exception) -> Response[ErrorReply]:
    """The database went away in the middle of a request, or takes nothing: that is said, and may be over soon."""
    log.error("%s %s: %s", request.method, route_of(request), str(error).partition("\n")[0])
    return reply(Problem(NO_DATABASE), STATUS[Unavailable])


def failure(request: AnyRequest, error: Exception) -> Response[ErrorReply]:
    log.error("%s %s failed", request.method, route_of(request), exc_info=error)
    return reply(Problem(FAILED), HTTP_500_INTERNAL_SERVER_ERROR)
