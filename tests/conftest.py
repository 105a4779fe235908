"""How the whole suite is run: by how many at once, and with its modules compiled once. It holds no fixtures."""

from __future__ import annotations

import os
import sys

import pytest


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """One worker more than there are cores, unless xdist's own variable says how many.

    Many tests wait for a process or a browser they have started: so long another one has the core. Tests that are
    about time measure it on a loop of their own or are patient.
    """
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (cores or 1) + 1


def pytest_configure(config: pytest.Config) -> None:
    """Where Python is told to leave no compiled modules beside the sources, they lie in pytest's cache.

    The tests start the bot as a process dozens of times, and each worker reads all tests: without that every one of
    them would compile everything again.
    """
    cache: pytest.Cache | None = getattr(config, "cache", None)
    if sys.dont_write_bytecode and sys.pycache_prefix is None and cache is not None:
        sys.dont_write_bytecode, sys.pycache_prefix = False, str(cache.mkdir("bytecode"))
        # For the workers and for every process they start.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
