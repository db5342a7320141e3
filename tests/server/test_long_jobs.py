"""Reports and long records: computed beside the server, once, one at a time, and only while somebody waits."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from rasputitsa.match import write
from rasputitsa.server import long_jobs, uploads
from rasputitsa.server.long_jobs import LongJobs

from .test_api import FINISHED, RECORD, imported
from .tools import ME, Data, Running, wait_for

HANGS = (sys.executable, "-c", "import time; time.sleep(600)")
DIES = (sys.executable, "-c", "pass")
LONG_RECORD = write(FINISHED)


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the jobs that are begun."""
    begun: list[str] = []
    real = LongJobs._do

    async def noted(self: LongJobs, job: bytes) -> Any:
        begun.append("prepare" if b"prepare" in job[:40] else "report")
        return await real(self, job)

    monkeypatch.setattr(LongJobs, "_do", noted)
    return begun


@pytest.fixture
def all_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Treat every record as a long one."""
    monkeypatch.setattr(uploads, "LONG", 10)


def report_of(server: Running, made: Data, **more: Any) -> httpx.Response:
    headers = {"Authorization": f"Bearer {made['spectators']}"}
    return server.http.get(f"/api/matches/{made['match']}/report", headers=headers, **more)


def upload(server: Running, address: str = "", **more: Any) -> httpx.Response:
    headers = {"X-Forwarded-For": address} if address else {}
    body = {"seats": {"german": ME, "soviet": ME}, "record": LONG_RECORD}
    return server.http.post("/api/matches", json=body, headers=headers, **more)


def is_running(pid: int | None) -> bool:
    try:
        os.kill(pid or 0, 0)
    except ProcessLookupError:
        return False
    return pid is not None


# Reports.


def test_a_report_is_computed_once_for_all(server: Running, jobs: list[str]) -> None:
    made = imported(server, RECORD)
    with ThreadPoolExecutor(5) as several:
        found = [done.result().content for done in [several.submit(report_of, server, made) for _ in range(5)]]
    assert len(set(found)) == 1 and jobs == ["report"]
    assert report_of(server, made).content == found[0] and jobs == ["report"]
    other = imported(server, RECORD)
    assert report_of(server, other).status_code == 200 and jobs == ["report", "report"]


def test_a_report_that_nobody_waits_for_is_given_up(
    server: Running, jobs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = imported(server, RECORD)
    with monkeypatch.context() as slow:
        slow.setattr(long_jobs, "COMMAND", HANGS)
        with ThreadPoolExecutor(2) as several:
            waiting = [several.submit(report_of, server, made, timeout=seconds) for seconds in (1.0, 2.5)]
            with pytest.raises(httpx.ReadTimeout):
                waiting[0].result()
            pid = server.internals.long_jobs.pid
            assert is_running(pid), "the other one still waits"
            with pytest.raises(httpx.ReadTimeout):
                waiting[1].result()
        wait_for(lambda: not is_running(pid))
    assert report_of(server, made).json()["dice"]["fair"] and jobs == ["report", "report"]


def test_a_job_whose_process_dies_fails_and_the_next_one_does_not(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = imported(server, RECORD)
    with monkeypatch.context() as dying:
        dying.setattr(long_jobs, "COMMAND", DIES)
        answer = report_of(server, made)
        assert answer.status_code == 503 and "went wrong" in answer.json()["error"]["text"]
    assert report_of(server, made).status_code == 200


# Uploads.


def test_a_long_record_is_read_in_a_process(server: Running, jobs: list[str], all_long: None) -> None:
    made = upload(server)
    assert made.status_code == 201 and jobs == ["prepare"]
    assert server.summary(made.json())["number"] == len(FINISHED.log)
    bad = server.post("/api/matches", {"seats": {"german": ME, "soviet": ME}, "record": LONG_RECORD[:-200] + "x\n"})
    assert bad.status_code == 400 and bad.json()["error"]["code"] == "malformed"


def test_one_long_record_at_a_time_from_an_address(
    run: Callable[..., Running], all_long: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = run(proxies=("127.0.0.1",))
    monkeypatch.setattr(long_jobs, "COMMAND", HANGS)
    with ThreadPoolExecutor(2) as several:
        first = several.submit(upload, server, "192.0.2.1", timeout=4.0)
        wait_for(lambda: server.internals.matches._uploads._jobs.pid is not None)
        second = upload(server, "192.0.2.1")
        assert second.status_code == 429 and "still being read" in second.json()["error"]["text"]
        other = several.submit(upload, server, "192.0.2.2", timeout=1.0)
        assert server.create(ME, ME)["match"], "other matches do not wait"
        for waiting in (other, first):
            with pytest.raises(httpx.ReadTimeout):
                waiting.result()
    monkeypatch.undo()
    monkeypatch.setattr(uploads, "LONG", 10)
    wait_for(lambda: not server.internals.matches._uploads._addresses)
    assert upload(server, "192.0.2.1").status_code == 201


def test_only_so_many_jobs_wait(server: Running, all_long: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_jobs, "WAITING", 0)
    assert upload(server).status_code == 429


def test_an_idle_process_ends(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_jobs, "IDLE_SECONDS", 0.1)
    assert report_of(server, imported(server, RECORD)).status_code == 200
    wait_for(lambda: server.internals.long_jobs.pid is None)
