"""The browser client: static files, and one page for every address that a person may open or share."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from stat import S_ISREG

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

PAGE = "index.html"
RESERVED = ("api", "ws")

mimetypes.add_type("text/javascript", ".js")


class Pages(StaticFiles):
    """A file where there is one; the page where the address has no suffix; else nothing."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory, check_dir=False)

    async def get_response(self, path: str, scope: Scope) -> Response:
        first = Path(path).parts[0] if path not in ("", ".") else ""
        if first in RESERVED:
            raise HTTPException(404, "There is nothing at this address.")
        if not self._is_file(path) and "." not in Path(path).name:
            path = PAGE
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response

    def _is_file(self, path: str) -> bool:
        try:
            _, found = self.lookup_path(path)
        except (OSError, ValueError):
            return False
        return found is not None and S_ISREG(found.st_mode)
