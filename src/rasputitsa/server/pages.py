"""The browser client: one page at every address that people may open or share, and its files."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from .problems import Problem

PAGES = ("/", "/new", "/learn", "/match/{match}", "/match/{match}/replay", "/rules/{name}")
REVALIDATE = {"Cache-Control": "no-cache"}  # before a cached copy is used

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")


class Files(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers.update(REVALIDATE)
        return response


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
