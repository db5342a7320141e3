"""The browser client: one page at every address that people may open or share, and its files."""

from __future__ import annotations

import mimetypes
from functools import lru_cache
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ..table.problems import Problem
from .client_files import ClientFiles, build
from .static_answers import FOREVER, REVALIDATE, Answer, accepts_gzip, answer_with, gzipped_file

PAGES = {  # and the scripts that their screens need, besides the first
    "/": (),
    "/new": ("screens/new.js",),
    "/learn": ("screens/learn.js",),
    "/problems": ("screens/problems.js",),
    "/compare": ("screens/compare.js",),
    "/match/{match}": ("match/screen.js",),
    "/match/{match}/replay": ("screens/replay.js",),
    "/rules/{name}": ("screens/rules.js",),
}
TEXTS = ("text/javascript", "text/css", "image/svg+xml", "text/html", "application/json")

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")
mimetypes.add_type("application/manifest+json", ".webmanifest")


class Files(StaticFiles):
    """The client's files as they are written; texts are sent compressed."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers.update(REVALIDATE)
        if isinstance(response, FileResponse) and response.media_type in TEXTS:
            return await compressed_file(response, Headers(scope=scope))
        return response


async def compressed_file(response: FileResponse, asked: Headers) -> Response:
    """The same file compressed, for those who can read that."""
    if not accepts_gzip(asked.get("accept-encoding", "")) or "range" in asked:
        return response
    path, changed = Path(response.path), response.headers["etag"]
    data = await run_in_threadpool(gzipped_file, path, changed)
    headers = {name: response.headers[name] for name in ("cache-control", "vary", "last-modified")}
    headers |= {"etag": f"W/{changed}", "content-encoding": "gzip"}
    return Response(data, headers=headers, media_type=response.media_type)


def routes(web: Path) -> list[BaseRoute]:
    """The routes of the client whose files are in that directory."""
    if not (web / "index.html").is_file():
        return [Route(path, _missing) for path in PAGES]
    return _client_routes(web, tuple(path.stat().st_mtime_ns for path in sorted(web.rglob("*"))))


@lru_cache(maxsize=4)
def _client_routes(web: Path, changed: tuple[int, ...]) -> list[BaseRoute]:
    """The same for files that were changed at these times: several servers in one process need them once."""
    client = build(web)

    async def icon(request: Request) -> Response:
        return FileResponse(web / "icons/icon.svg", headers=REVALIDATE)

    return [
        *(_page(path, client.page(*wanted)) for path, wanted in PAGES.items()),
        *_versioned(client),
        Route("/favicon.ico", icon),
        Mount("/web", Files(directory=web)),
    ]


async def _missing(request: Request) -> Response:
    raise Problem("unknown", "The browser client is not installed.")


def _page(path: str, text: str) -> Route:
    answer = Answer.of(text.encode())

    async def page(request: Request) -> Response:
        return answer_with(request, answer, "text/html", REVALIDATE)

    return Route(path, page)


def _versioned(client: ClientFiles) -> list[BaseRoute]:
    """The files whose address changes with them: who has one never asks for it again."""

    def route(name: str, data: bytes) -> Route:
        answer, kind = Answer.of(data), mimetypes.guess_type(name)[0] or "application/octet-stream"

        async def file(request: Request) -> Response:
            return answer_with(request, answer, kind, FOREVER)

        return Route(f"/web/{client.version}/{name}", file)

    return [route(name, data) for name, data in client.files.items()]
