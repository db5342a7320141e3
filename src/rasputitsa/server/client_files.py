"""The client as it is served: the page, and few files under a path that changes when any of them does."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from .bundle import FIRST, Script, scripts, stylesheet

PAGE, STYLES = "index.html", "style.css"
ICONS = ("icon.svg", "icon-192.png", "icon-512.png", "icon-maskable.png")
TYPEFACES = ("serif", "serif-bold", "serif-italic", "sans-bold")
OTHERS = (  # served as they are
    *("old_browser.js", "app.webmanifest"),
    *(f"icons/{name}" for name in ICONS),
    *(f"typefaces/{name}.woff2" for name in TYPEFACES),
)
STYLESHEET = re.compile(r'\s*<link rel="stylesheet" href="web/(?P<path>[^"]+)">')
REFERENCE = re.compile(r'(?<==")web/')
LINK = '\n    <link rel="{}" href="web/{}">'


class ClientFiles(NamedTuple):
    """The client, to be served below ``root``; ``version`` is part of the path of all files but the pages."""

    root: str
    version: str
    files: dict[str, bytes]
    scripts: dict[str, Script]
    source: str

    def page(self, *wanted: str) -> str:
        """The page of a screen whose modules are in these scripts."""
        known = [name for name in wanted if name in self.scripts]
        needed = dict.fromkeys(need for name in known for need in (*self.scripts[name].needs, name) if need != FIRST)
        links = iter(
            [LINK.format("stylesheet", STYLES) + "".join(LINK.format("modulepreload", name) for name in needed)]
        )
        page = STYLESHEET.sub(lambda _: next(links, ""), self.source)
        return REFERENCE.sub(f"{self.root}web/{self.version}/", page)


def build(web: Path, root: str = "/") -> ClientFiles:
    """The client whose sources are in ``web``."""
    source = (web / PAGE).read_text("utf-8")
    sheets = [found["path"] for found in STYLESHEET.finditer(source)]
    bundled = scripts(web)
    files = {name: script.text.encode() for name, script in bundled.items()}
    files[STYLES] = stylesheet(web, sheets).encode()
    files |= {name: (web / name).read_bytes() for name in OTHERS if (web / name).is_file()}
    version = sha256(b"".join(f"{name} {len(data)}\n".encode() + data for name, data in files.items())).hexdigest()[:16]
    return ClientFiles(root, version, files, bundled, source)
