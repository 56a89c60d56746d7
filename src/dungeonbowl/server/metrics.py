"""Figures of a running server, in the form that Prometheus reads.

What is counted is counted where it happens: decisions by matches, answers by bots, requests by the layer around the
application. What can be looked up (matches in memory, who waits) is looked up when somebody asks. Labels are words of
the program only, never an id, a name or an address: those would grow without end, and tell what is nobody's business.

Behind `dungeonbowl serve --workers N` whoever asks comes to any of the servers, and is told of all: prometheus-client
keeps the figures of each in files of one folder then (its multiprocess mode), and adds them up. What can only be looked
up is written there every few seconds.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector

from dungeonbowl import __version__, compiled
from dungeonbowl.server.resuming import OVER, PLAYING, WAITING

if TYPE_CHECKING:
    from dungeonbowl.server.sessions import Sessions

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
SLOW: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0)
FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"  # of the environment: where several servers keep their figures
WRITING: Final = 5.0  # seconds between two looks at how things stand, where others tell it
OTHER: Final = "other"  # requests for pages, and whatever is nowhere


class Metrics:
    """The figures of one server."""

    def __init__(self) -> None:
        here = self.registry = CollectorRegistry()
        self.decisions = Counter(
            "dungeonbowl_decisions", "Decisions written down, by who made them.", ["by"], registry=here
        )
        self.decision_seconds = Histogram(
            "dungeonbowl_decision_seconds",
            "From a decision that is taken up to the moment when it is in the database and told.",
            registry=here,
            buckets=QUICK,
        )
        self.order_seconds = Histogram(
            "dungeonbowl_order_seconds",
            "From an order that arrives on a socket to its end, with the wait for orders before it.",
            registry=here,
            buckets=QUICK,
        )
        self.request_seconds = Histogram(
            "dungeonbowl_request_seconds",
            "Requests over HTTP until they are answered.",
            ["method", "route", "status"],
            registry=here,
            buckets=QUICK,
        )
        self.bot_wait_seconds = Histogram(
            "dungeonbowl_bot_wait_seconds",
            "How long questions to thinking bots wait for their turn.",
            registry=here,
            buckets=SLOW,
        )
        self.bot_seconds = Histogram(
            "dungeonbowl_bot_seconds", "How long bots think.", ["level"], registry=here, buckets=SLOW
        )
        self.bot_failures = Counter("dungeonbowl_bot_failures", "Questions that no bot answered.", registry=here)
        self.letters = Counter(
            "dungeonbowl_letters",
            "News that was sent or was not, by the channel.",
            ["channel", "outcome"],
            registry=here,
        )
        self.sockets_closed = Counter(
            "dungeonbowl_sockets_closed", "Sockets that have ended, by the code.", ["code"], registry=here
        )
        self.commit_seconds = Histogram(
            "dungeonbowl_database_commit_seconds",
            "How long the writer of the database takes for one transaction.",
            registry=here,
            buckets=QUICK,
        )
        ProcessCollector(registry=here)
        self.written: Written | None = None

    def watch(self, sessions: Sessions) -> None:
        """Look up the rest in these matches whenever somebody asks; where others tell it, now and then."""
        standing = Standing(sessions)
        if FOLDER in os.environ:
            self.written = Written(standing)
            self.written.go_on()
        else:
            self.registry.register(standing)
        sessions.store.journal.timed = self.commit_seconds.observe

    def text(self) -> bytes:
        if self.written is None:
            return generate_latest(self.registry)
        self.written.write()
        everything = CollectorRegistry()
        MultiProcessCollector(everything)  # type: ignore[no-untyped-call]
        return generate_latest(everything)

    def close(self) -> None:
        if self.written is not None:
            self.written.close()

    @contextmanager
    def timed(self, into: Histogram) -> Iterator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            into.observe(time.perf_counter() - began)

    @contextmanager
    def thinking(self, level: str) -> Iterator[None]:
        """While a bot of this level thinks; one that fails is counted."""
        with self.timed(self.bot_seconds.labels(level)), self.bot_failures.count_exceptions():
            yield

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request was answered. `route` is the address with the names of its parts, such as /matches/{identity}."""
        known = method if method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS") else OTHER
        self.request_seconds.labels(known, route, str(status)).observe(seconds)


class Standing:
    """What is looked up: how things stand now."""

    def __init__(self, sessions: Sessions) -> None:
        self.sessions = sessions

    def describe(self) -> Iterable[Metric]:
        """Nothing: the names are known when they are collected."""
        return ()

    def collect(self) -> Iterable[Metric]:
        sessions = self.sessions
        live = [session for session in list(sessions.by_id.values()) if not session.is_ended]
        stages = GaugeMetricFamily("dungeonbowl_matches", "Matches in memory, by their stage.", labels=["stage"])
        for stage in (WAITING, PLAYING, OVER):
            stages.add_metric([stage], sum(1 for session in live if session.stage == stage))
        yield stages
        viewers = [viewer for session in live for viewer in list(session.viewers)]
        bots, journal = sessions.bots, sessions.store.journal
        yield gauge("sockets", "Open sockets of matches.", sessions.sockets)
        yield gauge("unsent_bytes", "Bytes that wait for slow readers.", sum(viewer.unsent for viewer in viewers))
        orders = sum(session.orders.qsize() for session in live)
        yield gauge("orders_waiting", "Orders that matches have not taken up.", orders)
        yield gauge("bot_queue", "Questions that wait for a bot.", sum(len(each.queue) for each in bots.all()))
        yield gauge("bots_thinking", "Thinking bots at work.", sum(1 for each in bots.thinkers if each.busy))
        yield gauge("database_queue", "Writes that wait for the writer of the database.", journal.waiting.qsize())
        yield counter("database_writes", "Writes that were committed.", journal.writes)
        yield counter("database_commits", "Transactions of the writer.", journal.commits)
        yield counter("database_errors", "Writes that the database refused or did not answer.", journal.errors)
        if (leading := sessions.leading) is not None:
            yield gauge("lease_valid", "Whether this server may lead matches now.", float(leading.is_valid))
            yield gauge("relays", "Sockets that are handed on to other servers.", sessions.relays)
            yield counter("lease_lapses", "How often the lease of this server has run out.", leading.lapses)
            yield counter("matches_adopted", "Matches taken over from servers that ended.", leading.adopted)
        engine = "compiled" if compiled() else "interpreted"
        yield InfoMetricFamily("dungeonbowl", "The program.", value={"version": __version__, "engine": engine})


class Written:
    """How things stand, written down for whichever server is asked: sums over all servers that are alive."""

    def __init__(self, standing: Standing) -> None:
        self.standing = standing
        self.gauges: dict[str, Gauge] = {}
        self.counters: dict[str, Counter] = {}
        self.counted: dict[str, float] = {}
        self.registry = CollectorRegistry()
        self.handle: asyncio.TimerHandle | None = None
        words = "Memory that each server takes."
        self.memory = Gauge("process_resident_memory_bytes", words, registry=self.registry, multiprocess_mode="liveall")

    def go_on(self) -> None:
        self.write()
        self.handle = asyncio.get_running_loop().call_later(WRITING, self.go_on)

    def close(self) -> None:
        if self.handle is not None:
            self.handle.cancel()

    def write(self) -> None:
        for family in self.standing.collect():
            for sample in family.samples:
                if family.type == "counter":
                    self.count(family, sample.value)
                else:
                    self.set(family, sample.name, sample.labels, sample.value)
        with suppress(OSError):
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            self.memory.set(pages * os.sysconf("SC_PAGE_SIZE"))

    def set(self, family: Metric, name: str, labels: dict[str, str], value: float) -> None:
        if name not in self.gauges:
            mode: Literal["livemax", "livesum"] = "livemax" if family.type == "info" else "livesum"
            self.gauges[name] = Gauge(
                name, family.documentation, list(labels), registry=self.registry, multiprocess_mode=mode
            )
        found = self.gauges[name]
        (found.labels(**labels) if labels else found).set(value)

    def count(self, family: Metric, value: float) -> None:
        if family.name not in self.counters:
            self.counters[family.name] = Counter(family.name, family.documentation, registry=self.registry)
        self.counters[family.name].inc(max(0.0, value - self.counted.get(family.name, 0.0)))
        self.counted[family.name] = value


def gauge(name: str, words: str, value: float) -> Metric:
    return GaugeMetricFamily(f"dungeonbowl_{name}", words, value=value)


def counter(name: str, words: str, value: float) -> Metric:
    return CounterMetricFamily(f"dungeonbowl_{name}", words, value=value)
