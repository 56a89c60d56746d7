"""What a client is told when a request fails: one plain record, never a stack trace."""

from __future__ import annotations

import logging
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.status_codes import HTTP_400_BAD_REQUEST, HTTP_500_INTERNAL_SERVER_ERROR

from dungeonbowl.dungeon.problems import DungeonError
from dungeonbowl.errors import UserError
from dungeonbowl.server.wire import ErrorReply, Problem
from dungeonbowl.teams.problems import TeamError

log = logging.getLogger(__name__)

AnyRequest = Request[Any, Any, Any]


class NotFound(UserError):
    """A thing that was asked for does not exist."""


class TooMuch(UserError):
    """Too many requests."""


class Forbidden(UserError):
    """The token does not fit."""


class TooLarge(UserError):
    """The body is larger than the server accepts."""


class Unavailable(UserError):
    """Something that the server needs, such as its database, does not answer at the moment."""


STATUS = {NotFound: 404, TooMuch: 429, Forbidden: 403, TooLarge: 413, Unavailable: 503}
NESTED = "the body is nested too deeply to be anything that is expected here"
NO_TEXT = "the body is not written in UTF-8"


def reply(problem: Problem, status: int, problems: list[Problem] | None = None) -> Response[ErrorReply]:
    return Response(ErrorReply(problem, problems or []), status_code=status, media_type="application/json")


def user_error(request: AnyRequest, error: UserError) -> Response[ErrorReply]:
    problems = []
    if isinstance(error, TeamError):
        problems = [Problem(each.text(), each.where, each.limit) for each in error.problems]
    first = str(error).partition("\n")[0]
    return reply(Problem(first), STATUS.get(type(error), HTTP_400_BAD_REQUEST), problems)


def dungeon_error(request: AnyRequest, error: DungeonError) -> Response[ErrorReply]:
    problems = [Problem(each.text, f"line {each.line}" if each.line else "", each.mend) for each in error.problems]
    return reply(problems[0], HTTP_400_BAD_REQUEST, problems)


def http_error(request: AnyRequest, error: HTTPException) -> Response[ErrorReply]:
    problems = []
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        problems = [
            Problem(str(each.get("message", "")), str(each.get("key", "")))
            for each in error.extra
            if isinstance(each, dict)
        ]
    first = problems[0] if problems else Problem(error.detail)
    return reply(first, error.status_code, problems)


def unreadable(request: AnyRequest, error: Exception) -> Response[ErrorReply]:
    """A body that cannot be read: nested too deeply (a hundred thousand brackets, say), or no text."""
    return reply(Problem(NESTED if isinstance(error, RecursionError) else NO_TEXT), HTTP_400_BAD_REQUEST)


def failure(request: AnyRequest, error: Exception) -> Response[ErrorReply]:
    log.error("%s %s failed", request.method, request.scope["path"][:200], exc_info=error)
    return reply(Problem("the server failed; the reason is in its log"), HTTP_500_INTERNAL_SERVER_ERROR)
