from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .databases import Databases
from .tools import Process, Running


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Starts servers, all on the same data unless said otherwise, and stops them after the test."""
    started: list[Running] = []

    def start(data: Path = tmp_path, **settings: Any) -> Running:
        started.append(Running(data, **settings))
        return started[-1]

    yield start
    for running in started:
        running.stop()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Process]]:
    """Starts server processes, all on the same data unless said otherwise, and kills what is left after the test."""
    started: list[Process] = []

    def begin(data: Path = tmp_path / "data", **more: Any) -> Process:
        started.append(Process(data, **more))
        return started[-1]

    yield begin
    for server in started:
        if server.process.poll() is None:
            server.kill()


@pytest.fixture(scope="session")
def databases() -> Iterator[Databases]:
    made = Databases()
    yield made
    made.close()


@pytest.fixture
def server(run: Callable[..., Running]) -> Running:
    return run()
