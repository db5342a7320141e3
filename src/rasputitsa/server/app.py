"""The web application: its parts, its routes, its settings."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from ..table.problems import Problem
from . import api, pages
from .bot_workers import Workers
from .commands import CommandHandler
from .headers import SafeHeaders
from .limits import Addresses, Limits
from .live_matches import LiveMatches
from .long_jobs import LongJobs
from .opponents import Opponents
from .origins import HostGuard, Hosts, Origins
from .replay_cache import ReplayCache
from .reports import Reports
from .socket_endpoint import SocketEndpoint
from .storage import StorageError, UptimeSaved, open_store
from .uptime import STORED_EVERY, Uptime
from .webhooks import WebhookRules, Webhooks
from .word_timers import WordTimers

log = logging.getLogger(__name__)
EXPIRY_SECONDS = 3600.0
HEALTH_SECONDS = 1.0
OWNER_SECONDS = 2.0  # between two looks whether the data are still this server's


@dataclass(frozen=True)
class Settings:
    """What the operator decides."""

    data: Path
    database: str | None = None
    limits: Limits = field(default_factory=Limits)
    hosts: Hosts | None = None  # what the server answers to; None for anything
    origins: tuple[str, ...] = ()  # pages of other sites that may use it
    webhooks: WebhookRules = field(default_factory=WebhookRules)
    monotonic: Callable[[], float] = monotonic  # by which the clocks of matches go
    web: Path = Path(__file__).parent.parent / "web"


class Server:
    """All parts of a running server. ``give_up`` ends it, with a sentence that says why."""

    def __init__(self, settings: Settings, give_up: Callable[[str], None] = log.error) -> None:
        limits = settings.limits
        self.settings = settings
        self._give_up = give_up
        self.limits = limits
        self.origins = Origins(settings.hosts, settings.origins)
        self.callers = Addresses(limits.requests_per_second, limits.requests_at_once)
        self.store = open_store(settings.data, settings.database)
        self.uptime = Uptime(settings.monotonic)
        self.matches = LiveMatches(self.store, limits, self.uptime)
        self.replays = ReplayCache()
        self.long_jobs = LongJobs()
        self.reports = Reports(self.long_jobs, self.replays)
        self.workers = Workers()
        self.opponents = Opponents(self.matches, self.workers, limits)
        self.webhooks = Webhooks(self.matches, settings.webhooks)
        self.word_timers = WordTimers(self.matches, limits)
        self.commands = CommandHandler(self.matches, self.opponents, self.webhooks)
        self.sockets = SocketEndpoint(self.matches, self.commands, self.origins, limits)
        self._tasks: list[asyncio.Task[None]] = []
        self._health: asyncio.Future[None] | None = None
        self._health_at = 0.0

    async def start(self) -> None:
        await self.matches.start()
        jobs = (self._resume(), self._expire(), self._keep_time(), self._watch_owner(), self._stop_when_lost())
        self._tasks = [asyncio.create_task(job) for job in jobs]

    async def _resume(self) -> None:
        await self.opponents.resume()
        await self.webhooks.resume()

    async def check_health(self) -> None:
        """Raise `StorageError` if matches cannot be stored or read. The storage is asked once a second at most."""
        if self._health is None or (self._health.done() and monotonic() - self._health_at > HEALTH_SECONDS):
            self._health = asyncio.ensure_future(self.store.check())
            self._health_at = monotonic()
        await asyncio.shield(self._health)

    async def _expire(self) -> None:
        """Remove old matches, and what of them is left in memory, now and then."""
        while True:
            try:
                removed = await self.matches.expire()
            except StorageError as error:
                log.error("Old matches could not be removed: %s", error)
                removed = 0
            if removed:
                log.warning("%d old matches were removed.", removed)
            else:
                await asyncio.sleep(EXPIRY_SECONDS)
                gc.collect()

    async def _keep_time(self) -> None:
        """Store now and then how long the server has run, as long as any clock goes by it."""
        while True:
            await asyncio.sleep(STORED_EVERY)
            await self._store_uptime()

    async def _store_uptime(self) -> None:
        try:
            if self.matches.keeps_time:
                await self.store.write(UptimeSaved(self.uptime()))
        except StorageError as error:
            log.error("The time could not be stored: %s", error)

    async def _watch_owner(self) -> None:
        """Notice another server that has taken over, though nothing is written here."""
        while True:
            await asyncio.sleep(OWNER_SECONDS)
            with suppress(StorageError):
                await self.store.check_owner()

    async def _stop_when_lost(self) -> None:
        self._give_up(f"{await self.store.lost} This server stores nothing any more, and stops.")

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await self.webhooks.close()
        self.matches.close()
        self.word_timers.close()
        self.replays.close()
        self.long_jobs.close()
        await self.opponents.close()
        await self.workers.close()
        last = asyncio.create_task(self._store_uptime())  # a database that hangs is not waited for
        await asyncio.sleep(0)
        await self.store.close()
        last.cancel()


def application(settings: Settings, give_up: Callable[[str], None] = log.error) -> Starlette:
    """The server as an ASGI application."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        server = app.state.server = Server(settings, give_up)
        await server.start()
        try:
            yield
        finally:
            await server.stop()

    app = Starlette(
        routes=_routes(settings),
        lifespan=lifespan,
        exception_handlers={HTTPException: api.http_error, Problem: api.problem_response},
    )
    app.add_middleware(HostGuard, origins=Origins(settings.hosts))
    app.add_middleware(SafeHeaders)
    return app


def _routes(settings: Settings) -> list[BaseRoute]:
    def get(path: str, handler: api.Handler) -> Route:
        return Route(path, api.endpoint(handler), methods=["GET"])

    def post(path: str, handler: api.Handler) -> Route:
        return Route(path, api.endpoint(handler), methods=["POST"])

    return [
        get("/api/health", api.health),
        get("/api/openapi.json", api.openapi),
        get("/api/games", api.list_games),
        get("/api/front", api.front_page),
        get("/api/games/{name}", api.game_manifest),
        get("/api/games/{name}/rules", api.game_rules),
        get("/api/games/{name}/tutorial", api.game_tutorial),
        get("/api/games/{name}/tutorial/{lesson}", api.game_tutorial),
        get("/api/games/{name}/problems", api.game_problems),
        get("/api/games/{name}/picture", api.game_picture),
        post("/api/matches", api.create_match),
        post("/api/mine", api.my_matches),
        get("/api/matches/{match}", api.match_summary),
        get("/api/matches/{match}/record", api.match_record),
        get("/api/matches/{match}/replay", api.match_replay),
        get("/api/matches/{match}/report", api.match_report),
        get("/api/matches/{match}/advice", api.match_advice),
        get("/api/matches/{match}/problem", api.match_problem),
        Route("/api/matches/{match}/notes", api.endpoint(api.match_notes), methods=["GET", "POST"]),
        post("/api/matches/{match}/rematch", api.match_rematch),
        WebSocketRoute("/ws/{match}", _socket),
        *pages.routes(settings.web),
    ]


async def _socket(socket: WebSocket) -> None:
    await socket.app.state.server.sockets(socket)
