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
from .bot_worker import Worker
from .commands import CommandHandler
from .headers import SafeHeaders
from .limits import Addresses, Limits
from .live_matches import LiveMatches
from .opponents import Opponents
from .origins import Origins
from .problems import Problem
from .replay_cache import ReplayCache
from .socket_endpoint import SocketEndpoint
from .storage import open_store
from .webhooks import WebhookRules, Webhooks


@dataclass(frozen=True)
class Settings:
    """What the operator decides."""

    data: Path
    database: str | None = None
    limits: Limits = field(default_factory=Limits)
    hosts: tuple[str, ...] | None = None  # the names that the server answers to; None for any
    origins: tuple[str, ...] = ()  # pages of other sites that may use it
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
        self.matches = LiveMatches(self.store, limits)
        self.replays = ReplayCache()
        self.worker = Worker()
        self.opponents = Opponents(self.matches, self.worker, limits)
        self.webhooks = Webhooks(self.matches, settings.webhooks)
        self.commands = CommandHandler(self.matches, self.opponents, self.webhooks, limits)
        self.sockets = SocketEndpoint(self.matches, self.commands, self.origins, limits)
        self._resuming: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self.matches.start()
        self._resuming = asyncio.create_task(self._resume())

    async def _resume(self) -> None:
        await self.opponents.resume()
        await self.webhooks.resume()

    async def stop(self) -> None:
        if self._resuming:
            self._resuming.cancel()
        await self.webhooks.close()
        self.replays.close()
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
        exception_handlers={HTTPException: api.http_error, Problem: api.problem_response},
    )
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
        get("/api/games/{name}", api.game_manifest),
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
    await socket.app.state.server.sockets(socket)
