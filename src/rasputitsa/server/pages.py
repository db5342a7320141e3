"""The browser client: one page at every address that people may open or share, and its files."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ..table.problems import Problem
from .static_answers import REVALIDATE, accepts_gzip, gzipped_file

PAGES = ("/", "/new", "/learn", "/match/{match}", "/match/{match}/replay", "/rules/{name}")
TEXTS = ("text/javascript", "text/css", "image/svg+xml", "text/html", "application/json")

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")


class Files(StaticFiles):
    """The client's files; texts are sent compressed."""

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

    def file(name: str) -> Response:
        path = web / name
        if not path.is_file():
            raise Problem("unknown", "The browser client is not installed.")
        return FileResponse(path, headers=REVALIDATE)

    async def page(request: Request) -> Response:
        return file("index.html")

    async def icon(request: Request) -> Response:
        return file("icons/icon.svg")

    return [
        *(Route(path, page) for path in PAGES),
        Route("/favicon.ico", icon),
        Mount("/web", Files(directory=web, check_dir=False)),
    ]
