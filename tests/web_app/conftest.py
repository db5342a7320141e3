"""A real server and a real browser for the client."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest

pytest.importorskip("playwright")
pytest.importorskip("uvicorn")

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
START = (
    "import sys; from pathlib import Path; from rasputitsa.server.run import serve; "
    "serve(port=int(sys.argv[1]), data=Path(sys.argv[2]))"
)


def chromium() -> str | None:
    found = os.environ.get("RASPUTITSA_CHROMIUM")
    return found or next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Serving:
    """A server that can be stopped and started again at the same address."""

    def __init__(self, data: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.data = data
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen([sys.executable, "-c", START, str(self.port), str(self.data)])
        end = time.monotonic() + 20
        while time.monotonic() < end:
            try:
                urlopen(self.url + "/api/health", timeout=1).close()
                return
            except (URLError, OSError):
                time.sleep(0.05)
        raise RuntimeError("The server did not start.")

    def kill(self) -> None:
        assert self.process
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    serving = Serving(tmp_path_factory.mktemp("matches"))
    serving.start()
    yield serving
    serving.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium()
    if path is None:
        pytest.skip("There is no Chromium here.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


Open = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, server: Serving) -> Iterator[Open]:
    """Opens pages, each in a browser of its own, and fails when one of them complains."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_one(path: str = "/", settings: str = "{animation: false}", **options: Any) -> Page:
        options.setdefault("viewport", {"width": 1280, "height": 800})
        context = browser.new_context(**options)
        contexts.append(context)
        context.add_init_script(
            "if (!localStorage.getItem('rasputitsa.settings'))"
            f" localStorage.setItem('rasputitsa.settings', JSON.stringify({settings}));"
        )
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.goto(path if path.startswith("http") else server.url + path)
        return page

    open_one.complaints = complaints  # type: ignore[attr-defined]
    yield open_one
    for context in contexts:
        context.close()
    assert complaints == []
