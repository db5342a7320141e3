"""Starting a server."""

from __future__ import annotations

import gc
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from errno import EADDRINUSE
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from ..core import RasputitsaError
from .api import prepare_answers
from .app import Settings, application
from .limits import Limits
from .origins import answered_hosts
from .storage import StorageError, connect
from .transports import protocols
from .webhooks import WebhookRules

PORT = 1941
GRACE_SECONDS = 3
SPARE_FILES = 100  # for the storage, the bots' process and the program itself
LARGE = 8  # a message this many times the greatest allowed size closes the socket


class CannotServe(RasputitsaError):
    """A server that cannot start, and why."""


def default_data() -> Path:
    """Where the matches are stored unless the operator says otherwise."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "rasputitsa"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "rasputitsa"


def serve(
    host: str = "127.0.0.1",
    port: int = PORT,
    data: Path | None = None,
    database: str | None = None,
    open_browser: bool = False,
    limits: Limits | None = None,
    origins: tuple[str, ...] = (),
    proxies: tuple[str, ...] = (),
    webhooks: WebhookRules | None = None,
    allowed_hosts: tuple[str, ...] = (),
    say: Callable[[str], None] = print,
) -> None:
    """Run a server until it is stopped. Port 0 takes any free one; the address is printed once it listens.

    ``proxies`` are the addresses of proxies whose word on a client's address is believed, ``allowed_hosts`` the names
    that the server answers to besides its addresses.
    """
    settings = Settings(
        data=data or default_data(),
        database=database,
        limits=_possible(limits or Limits()),
        hosts=answered_hosts(host, allowed_hosts, proxies),
        origins=origins,
        webhooks=webhooks or WebhookRules(),
    )
    listener = listen(host, port)
    try:
        _check_storage(settings)
    except CannotServe:
        listener.close()
        raise
    prepare_answers()  # before anybody asks, and before the collector sets aside what is there
    tune_garbage_collector()
    url = f"http://{_shown(host)}:{listener.getsockname()[1]}/"
    server = MatchServer(settings, proxies, lambda: _announce(url, open_browser, say))
    server.run(sockets=[listener])
    if server.gave_up:
        raise CannotServe(server.gave_up)


def tune_garbage_collector() -> None:
    """Avoid long pauses: the collector looks at young objects only; `Server` lets it look at all of them hourly."""
    gc.collect()
    gc.freeze()  # what is there already stays
    gc.set_threshold(2_000, 10, 10_000)


def _check_storage(settings: Settings) -> None:
    """Problems with the storage are reported before the server starts."""
    try:
        storage = connect(settings.data, settings.database, exclusive=True)
        try:
            damage = storage.damage()
            if damage:
                raise CannotServe(f"The stored matches are damaged ({damage}). Restore a backup into another folder.")
            storage.migrate()
            storage.take_over()
        finally:
            storage.close()
    except StorageError as error:
        raise CannotServe(str(error)) from error


def _possible(limits: Limits) -> Limits:
    """Raise the number of files that the process may have open, and accept no more connections than that allows."""
    try:
        import resource
    except ImportError:
        return limits
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.open_connections + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return limits
    return replace(limits, open_connections=max(1, soft - SPARE_FILES))


def configuration(app: Starlette, settings: Settings, proxies: tuple[str, ...] = ()) -> uvicorn.Config:
    http, websocket = protocols(settings.limits, proxies)
    return uvicorn.Config(
        app,
        http=http,
        ws=websocket,
        ws_max_size=settings.limits.message_bytes * LARGE,
        ws_per_message_deflate=False,
        ws_ping_interval=settings.limits.heartbeat_seconds,
        ws_ping_timeout=settings.limits.silence_seconds,
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


class MatchServer(uvicorn.Server):
    """A server that calls ``then`` once it answers, and says goodbye to its clients before it stops."""

    def __init__(
        self, settings: Settings, proxies: tuple[str, ...] = (), then: Callable[[], None] = lambda: None
    ) -> None:
        self.app = application(settings, self.give_up)
        self.gave_up = ""  # why it stopped by itself
        super().__init__(configuration(self.app, settings, proxies))
        self._then = then

    def give_up(self, why: str) -> None:
        """Stop at once, and say why."""
        self.gave_up = why
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self._then()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.app.state.server.sockets.close_all()
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 takes any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio sets TCP_NODELAY and small messages are sent at once.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        raise CannotServe(_why_not_listening(host, port, error)) from error
    listener.set_inheritable(False)
    return listener


def _why_not_listening(host: str, port: int, error: Exception) -> str:
    if isinstance(error, OSError) and error.errno == EADDRINUSE:
        return f"Port {port} of {host} is in use: stop the program that uses it, or choose another port."
    reason = error.strerror if isinstance(error, OSError) else error
    return f"The server cannot listen at {host} port {port}: {reason}."


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _announce(url: str, open_browser: bool, say: Callable[[str], None]) -> None:
    say(f"Rasputitsa is at {url}")
    if open_browser:
        webbrowser.open(url)
