from __future__ import annotations

import fcntl
import os
import pickle
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from rasputitsa.site import Built, build

from ..tools.javascript import command
from .host import Host, Player


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Built]:
    """The site, which is built once for all processes of a test run."""
    command("npm")  # from its wheel, where the machine has none
    alone = "PYTEST_XDIST_WORKER" not in os.environ
    shared = tmp_path_factory.getbasetemp() if alone else tmp_path_factory.getbasetemp().parent
    folder, kept = shared / "built", shared / "built.pickle"
    with (shared / "built.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            kept.write_bytes(pickle.dumps(build(folder)))
        return folder, pickle.loads(kept.read_bytes())


@pytest.fixture
def host(built: tuple[Path, Built], tmp_path: Path) -> Iterator[Host]:
    """A plain web host that has the site in a folder below its root."""
    shutil.copytree(built[0], tmp_path / "games" / "moscow")
    running = Host(tmp_path, "games/moscow/")
    yield running
    running.stop()


@pytest.fixture
def player(browser: Browser) -> Iterator[Player]:
    found = Player(browser)
    yield found
    found.close()
    assert found.complaints == []
