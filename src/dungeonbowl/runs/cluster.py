"""The chunks of a plan on a Ray cluster: many machines, or one.

Ray starts the workers, moves chunks and results, and tells when a worker or a whole machine is gone. Everything else
(which chunks there are, how often one is tried again, what is kept) is that of the other drivers: Ray itself is told to
repeat nothing.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from dungeonbowl import __version__
from dungeonbowl.errors import MissingExtra, UserError
from dungeonbowl.runs.plan import Chunk, Done

LOCAL: Final = "local"  # instead of an address: a cluster of this machine, for as long as the command runs
PATIENCE: Final = 10.0  # seconds until somebody must have answered at an address
LARGEST_PORT: Final = 65535
ASKED_EVERY: Final = 1.0  # seconds between two questions how many workers there are


def load_ray() -> Any:
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # spares the user a warning about graphics cards
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a match simulator reports to nobody
    try:
        return import_module("ray")
    except ImportError:
        raise MissingExtra("--ray needs Ray: pip install 'dungeonbowl[cluster]'") from None


def do(version: str, folder: str, chunk: Chunk[Any, Any]) -> Done[Any]:
    """What a worker does: the chunk, in the folder of the command if its machine has such a folder, because bots, teams
    and dungeons may be files there."""
    if version != __version__:
        raise UserError(f"a worker of the cluster has dungeonbowl {__version__}, but {version} was expected")
    with suppress(OSError):
        os.chdir(folder)
    return chunk.do()


def refuse_silence(address: str) -> None:
    """`UserError` if nobody listens at an address: Ray itself tries for a minute, without a word."""
    if address in (LOCAL, "auto") or "://" in address:
        return
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or int(port) > LARGEST_PORT:
        raise UserError(f"--ray {address}: expected {LOCAL}, auto or HOST:PORT")
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except OSError as error:
        raise UserError(f"--ray {address}: no cluster answers there ({error.strerror or error})") from None


class Cluster:
    """A Ray cluster by its address: auto for the one of this machine, HOST:PORT, or local."""

    def __init__(self, address: str, jobs: int = 0) -> None:
        self.ray = load_ray()
        self.mine = not self.ray.is_initialized()
        if self.mine:
            self.join(address, jobs)
        self.remote = self.ray.remote(num_cpus=1, max_retries=0, scheduling_strategy="SPREAD")(do)
        self.under_way: dict[Any, Chunk[Any, Any]] = {}
        self.counted = 1  # workers
        self.ask_again = 0.0

    def join(self, address: str, jobs: int) -> None:
        refuse_silence(address)
        before = signal.getsignal(signal.SIGTERM)
        quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
        try:
            if address == LOCAL:
                self.ray.init(address="local", num_cpus=jobs or None, include_dashboard=False, **quiet)
            else:
                self.ray.init(address=address, **quiet)
        except Exception as error:  # Ray raises plain ones too: "the current node timed out during startup"
            told = " ".join(str(error).split()) or type(error).__name__
            raise UserError(f"--ray {address}: no cluster answers there ({told[:200]})") from None
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, before)  # Ray's own way to end shows where all its threads were

    @property
    def workers(self) -> int:
        """As many as there are now: machines may come and go. The head is asked once a second: asked for every chunk,
        it would spend more on the answers than on the chunks."""
        now = time.monotonic()
        if now >= self.ask_again:
            self.counted = max(1, int(self.ray.cluster_resources().get("CPU", 1)))
            self.ask_again = now + ASKED_EVERY
        return self.counted

    def begin(self, chunk: Chunk[Any, Any]) -> None:
        self.under_way[self.remote.remote(__version__, str(Path.cwd()), chunk)] = chunk

    def ended(self) -> tuple[Chunk[Any, Any], Done[Any] | None]:
        done = self.ray.wait(list(self.under_way), num_returns=1)[0][0]
        chunk = self.under_way.pop(done)
        try:
            found: Done[Any] = self.ray.get(done)
        except self.ray.exceptions.RayTaskError as error:  # the work itself failed, or could not even be read there
            if isinstance(error.cause, self.ray.exceptions.RayError):
                told = str(error.cause).strip().splitlines()[0]
                raise UserError(f"a worker of the cluster cannot do what is asked: {told}") from None
            raise error.cause from None
        except self.ray.exceptions.RayError:  # the worker, its machine, or what it had found is gone
            return chunk, None
        return chunk, found

    def last(self) -> Iterator[tuple[Chunk[Any, Any], list[Any]]]:
        """Ray does not tell which chunks have begun, so only those that are done are waited for."""
        for _ in range(len(self.ray.wait(list(self.under_way), num_returns=len(self.under_way), timeout=0)[0])):
            chunk, done = self.ended()
            if done is not None:
                yield chunk, done.found

    def drop(self) -> None:
        for reference in self.under_way:
            self.ray.cancel(reference)
        self.under_way.clear()

    def close(self) -> None:
        self.drop()
        if self.mine:
            self.ray.shutdown()
