"""Old matches are removed: those that nobody played, those that ended long ago, never one that is running."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from time import time

import pytest

from rasputitsa.server.live_matches import DAY, LiveMatches
from rasputitsa.server.storage import Store, connect

from .databases import Databases
from .tools import ME, Data, Running, limits

LIMITS = limits(days_unplayed=30, days_finished=100)


def expire(data: Path, days: float, database: str | None = None) -> int:
    """Remove what has expired in so many days."""

    async def work() -> int:
        store = Store(lambda exclusive: connect(data, database, exclusive))
        try:
            matches = LiveMatches(store, LIMITS)
            await matches.start()
            before = matches.count
            removed = await matches.expire(time() + days * DAY)
            assert matches.count == before - removed
            return removed
        finally:
            await store.close()

    return asyncio.run(work())


def three(server: Running) -> dict[str, Data]:
    made = {name: server.create(ME, ME) for name in ("unplayed", "running", "finished")}
    for name in ("running", "finished"):
        with server.join(made[name], "german", "soviet") as both:
            both.play("standard")
            if name == "finished":
                both.act("concede", "german")
    return made


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_what_is_old_is_removed(
    run: Callable[..., Running], tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    databases: Databases | None = request.getfixturevalue("databases") if kind == "postgres" else None
    database = databases.new() if databases else None
    server = run(database=database)
    made = three(server)
    server.stop()
    assert expire(tmp_path, 29, database) == 0
    assert expire(tmp_path, 31, database) == 1
    assert expire(tmp_path, 99, database) == 0
    assert expire(tmp_path, 101, database) == 1
    assert expire(tmp_path, 10_000, database) == 0
    again = run(database=database)
    statuses = {
        name: again.get(f"/api/matches/{one['match']}", one["spectators"]).status_code for name, one in made.items()
    }
    assert statuses == {"unplayed": 404, "running": 200, "finished": 404}
    assert again.get("/api/health").json()["matches"] == 1
    rows = again.internals.store._reading.execute("SELECT count(*) FROM seats")
    assert rows[0][0] == 2


def test_a_match_that_somebody_looks_at_is_not_removed(run: Callable[..., Running]) -> None:
    server = run(limits=LIMITS)
    made = server.create(ME, ME)

    def expire_now() -> int:
        loop = server.internals.store._loop
        return asyncio.run_coroutine_threadsafe(server.internals.matches.expire(time() + 40 * DAY), loop).result(10)

    with server.join(made, "german") as anna:
        anna.seen()
        assert expire_now() == 0
        assert anna.play("standard")["number"] == 1
    unplayed = server.create(ME, ME)
    assert expire_now() == 1
    assert server.get(f"/api/matches/{unplayed['match']}", unplayed["spectators"]).status_code == 404
    assert server.get(f"/api/matches/{made['match']}", made["spectators"]).status_code == 200
