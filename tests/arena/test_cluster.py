"""A real cluster of two workers on this machine, one of which is killed: the same rows as without, each once."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from rasputitsa.arena import BadTournament, Row, run
from rasputitsa.arena.clusters import cluster

distributed = pytest.importorskip("distributed")

GAME = "battle-for-moscow"
MIXED = {"german": "recruit", "soviet": "random"}
SECONDS = 60


class Processes:
    """A scheduler and its workers, started by Dask's own commands."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder, self.stack = folder, stack
        file = folder / "scheduler.json"
        self.start(
            "dask-scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)
        )
        end = time.monotonic() + SECONDS
        while not file.exists():
            assert time.monotonic() < end
            time.sleep(0.1)
        with distributed.Client(scheduler_file=str(file), set_as_default=False) as client:
            self.address = str(client.scheduler.address)
        self.workers = [self.worker(number) for number in range(2)]

    def worker(self, number: int) -> subprocess.Popen[bytes]:
        folder = self.folder / str(number)
        return self.start(
            "dask-worker", self.address, "--host", "127.0.0.1", "--nworkers", "1", "--nthreads", "1", "--no-nanny",
            "--no-dashboard", "--local-directory", str(folder),
        )  # fmt: skip

    def start(self, command: str, *arguments: str) -> subprocess.Popen[bytes]:
        module = {"dask-scheduler": "scheduler", "dask-worker": "worker"}[command]
        process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{module}", *arguments],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.stack.callback(process.wait)
        self.stack.callback(process.kill)
        return process


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[Processes]:
    with ExitStack() as stack:
        yield Processes(tmp_path, stack)


def timeless(rows: tuple[Row, ...]) -> list[Row]:
    return [replace(row, seconds=0.0) for row in rows]


@pytest.mark.soak
def test_a_worker_is_killed_on_the_way(processes: Processes, tmp_path: Path) -> None:
    seen: list[int] = []

    def progress(done: int, total: int) -> None:
        seen.append(done)
        if done == 2:
            processes.workers[0].send_signal(signal.SIGKILL)

    with cluster(processes.address) as executor:
        result = run(GAME, MIXED, n=12, seed=3, executor=executor, progress=progress, keep=tmp_path / "rows.jsonl")
    assert timeless(result.rows) == timeless(run(GAME, MIXED, n=12, seed=3).rows)
    assert seen == list(range(1, 13))
    assert len((tmp_path / "rows.jsonl").read_text(encoding="utf-8").splitlines()) == 13


def test_no_scheduler_at_that_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rasputitsa.arena.clusters.SECONDS_TO_CONNECT", 0.2)
    with pytest.raises(BadTournament, match="no Dask scheduler at 'tcp:"), cluster("tcp://127.0.0.1:9"):
        pass
