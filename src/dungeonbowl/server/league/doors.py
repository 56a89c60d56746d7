"""Handlers of the league's pages: what reads is open to everybody, what writes only to those in the house, or with
accounts to those who have the role for its task. The office waits for the disk, so all of them run in threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED
from litestar.types import Guard

from dungeonbowl.server.budgets import BUDGET, CHECKS, REQUESTS
from dungeonbowl.server.league.asking import TASK, may_look, may_order
from dungeonbowl.server.league.house import in_house

Decorator = Callable[[Callable[..., Any]], HTTPRouteHandler]


def reads(path: str, tag: str, budget: str = REQUESTS) -> Decorator:
    return get(path, tags=[tag], sync_to_thread=True, opt={BUDGET: budget}, guards=[may_look])


def reads_for(path: str, tag: str, task: str, budget: str = REQUESTS) -> Decorator:
    """Something that only those may read who may do its task, such as secrets of the desk."""
    opt = {BUDGET: budget, TASK: task}
    return get(path, tags=[tag], sync_to_thread=True, opt=opt, guards=[in_house, may_order])


def asks(path: str, tag: str) -> Decorator:
    """Something to be computed from a body; nothing is written."""
    return post(path, tags=[tag], sync_to_thread=True, status_code=HTTP_200_OK, opt={BUDGET: CHECKS}, guards=[may_look])


def writes(
    path: str, tag: str, task: str, budget: str = REQUESTS, made: bool = False, guards: Sequence[Guard] = ()
) -> Decorator:
    """`task` says who may do it on a server with accounts (`permits.py`). `made`: the answer is the id of something
    new. `guards` ask after that."""
    return post(
        path,
        tags=[tag],
        sync_to_thread=True,
        status_code=HTTP_201_CREATED if made else HTTP_200_OK,
        opt={BUDGET: budget, TASK: task},
        guards=[in_house, may_order, *guards],
    )
