"""The web application: its parts, its routes, its settings."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from . import api, pages
from .door import Door
from .films import Films
from .headers import SafeHeaders
from .limits import Addresses, Limits
from .opponents import Opponents
from .origins import Origins
from .problems import Problem
from .storage import open_store
from .tables import Tables
from .webhooks import WebhookRules, Webhooks
from .wishes import Wishes
from .workers import Worker


@dataclass(frozen=True)
class Settings:
    """What the operator decides."""

    data: Path
    database: str | None = None
    limits: Limits = field(default_factory=Limits)
    hosts: tuple[str, ...] | None = None  # the names under which the server answers; None for any
    origins: tuple[str, ...] = ()  # pages elsewhere that may use it
    webhooks: WebhookRules = field(default_factory=WebhookRules)
    web: Path = Path(__file__).parent.parent / "web"


class Server:
    """All parts of a running server."""

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self.settings = settings
        self.limits = limits
        self.origins = Origins(settings.hosts, settings.origins)
        self.callers = Addresses(limits.requests_per_second, limits.requests_at_once)
        self.store = open_store(settings.data, settings.database)
        self.tables = Tables(self.store, limits)
        self.films = Films()
        self.worker = Worker()
        self.opponents = Opponents(self.tables, self.worker, limits)
        self.webhooks = Webhooks(self.tables, settings.webhooks)
        self.wishes = Wishes(self.tables, self.opponents, self.webhooks, limits)
        self.door = Door(self.tables, self.wishes, self.origins, limits)
        self._resuming: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self.tables.start()
        self._resuming = asyncio.create_task(self._resume())

    async def _resume(self) -> None:
        await self.opponents.resume()
        await self.webhooks.resume()

    async def stop(self) -> None:
        if self._resuming:
            self._resuming.cancel()
        await self.webhooks.close()
        await self.opponents.close()
        await self.worker.close()
        await self.store.close()


def application(settings: Settings) -> Starlette:
    """The server as an ASGI application."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        server = app.state.server = Server(settings)
        await server.start()
        try:
            yield
        finally:
            await server.stop()

    app = Starlette(
        routes=_routes(settings),
        lifespan=lifespan,
        exception_handlers={HTTPException: api.http_error, Problem: api.told},
    )
    app.add_middleware(SafeHeaders)
    return app


def _routes(settings: Settings) -> list[BaseRoute]:
    def get(path: str, answer: api.Endpoint) -> Route:
        return Route(path, api.endpoint(answer), methods=["GET"])

    def post(path: str, answer: api.Endpoint) -> Route:
        return Route(path, api.endpoint(answer), methods=["POST"])

    return [
        get("/api/health", api.health),
        get("/api/openapi.json", api.openapi),
        get("/api/games", api.list_games),
        get("/api/games/{name}", api.game_table),
        get("/api/games/{name}/rules", api.game_rules),
        get("/api/games/{name}/tutorial", api.game_tutorial),
        post("/api/matches", api.create_match),
        post("/api/mine", api.my_matches),
        get("/api/matches/{match}", api.match_summary),
        get("/api/matches/{match}/record", api.match_record),
        get("/api/matches/{match}/replay", api.match_replay),
        get("/api/matches/{match}/report", api.match_report),
        post("/api/matches/{match}/rematch", api.match_rematch),
        WebSocketRoute("/ws/{match}", _socket),
        *pages.routes(settings.web),
    ]


async def _socket(socket: WebSocket) -> None:
    await socket.app.state.server.door(socket)
