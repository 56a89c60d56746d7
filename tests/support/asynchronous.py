"""Coroutines in tests."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def run_alone(coroutine: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine to its end in a thread of its own: a browser that was opened before keeps a loop running in this
    thread."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, coroutine).result()
