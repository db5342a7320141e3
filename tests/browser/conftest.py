from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from ..tools.browser import LONG
from .server import Server
from .table import Table

ARTEFACTS = Path(__file__).parents[2] / "artefacts"
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests: matches do not know of each other."""
    running = Server(tmp_path_factory.mktemp("matches"))
    yield running
    running.stop()


class Visitor:
    """People at their own browsers. Whatever a page complains about is kept."""

    def __init__(self, browser: Browser, name: str) -> None:
        self.browser = browser
        self.name = re.sub(r"\W+", "-", name).strip("-")
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.expected: list[str] = []  # patterns of what a page may complain about in this test
        self.pictures = 0

    def page(self, moving: bool = False, settings: dict[str, Any] | None = None, **options: Any) -> Page:
        """A new browser's page. Unless it is moving, pieces jump and dice lie still at once."""
        motion = {} if moving else {"reduced_motion": "reduce"}
        context = self.browser.new_context(**{**DESKTOP, **motion, **options})
        context.set_default_timeout(LONG)
        if settings is not None:
            text = json.dumps(json.dumps(settings))
            name = "'rasputitsa.settings'"
            context.add_init_script(f"localStorage.getItem({name}) ?? localStorage.setItem({name}, {text})")
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(f"uncaught: {error} {error.stack}"))
        page.on("dialog", lambda dialog: self._dialog(dialog))
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")

    def _dialog(self, dialog: Any) -> None:
        self.complaints.append(f"a dialog of the browser: {dialog.message}")
        dialog.dismiss()

    def table(self, server: Server, match: str, *keys: str, **options: Any) -> Table:
        return Table(self.page(**options)).open(server.url, match, *keys)

    def picture(self, page: Page, name: str = "") -> None:
        """For somebody to look at, who asked for them by setting PICTURES."""
        if not os.environ.get("PICTURES"):
            return
        ARTEFACTS.mkdir(exist_ok=True)
        self.pictures += 1
        page.screenshot(path=ARTEFACTS / f"{self.name}-{self.pictures}{'-' * bool(name)}{name}.png")

    def unexpected(self) -> list[str]:
        return [text for text in self.complaints if not any(re.search(known, text) for known in self.expected)]

    def close(self) -> None:
        """Also before a server stops, which pages that are still open would complain about."""
        while self.contexts:
            self.contexts.pop().close()


@pytest.fixture
def visitor(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    visiting = Visitor(browser, request.node.name.removeprefix("test_"))
    yield visiting
    failed = getattr(request.node, "failed", False)
    if failed:
        for context in visiting.contexts:
            for page in context.pages:
                visiting.picture(page, "failed")
    visiting.close()
    assert not visiting.unexpected()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    outcome: Any = yield
    if outcome.get_result().failed:
        item.failed = True  # type: ignore[attr-defined]


@pytest.fixture
def table(visitor: Visitor, server: Server) -> Callable[..., Table]:
    """A table with a new match: `table(german=..., soviet=..., record=..., sit="german")`."""

    def new(sit: str = "both", moving: bool = False, page: dict[str, Any] | None = None, **wanted: Any) -> Table:
        made = server.create(**wanted)
        sides = made["keys"] if sit == "both" else [sit]
        keys = [made["keys"][side] for side in sides]
        return visitor.table(server, made["match"], *keys, moving=moving, **(page or {}))

    return new
