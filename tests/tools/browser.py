"""A Chromium for the tests. ``python -m tests.tools.browser`` makes sure that there is one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LONG = 45_000  # milliseconds that something may take to come

# The headless shell is the same Chromium without a window of its own, whose drawing would take most of a test's time.
SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def installed() -> str | None:
    """The browser of the machine: what CHROMIUM names, or one on the path."""
    named = os.environ.get("CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


def playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def options() -> dict[str, Any]:
    """What `chromium.launch` needs to start it."""
    arguments = [*ARGUMENTS, "--no-sandbox"] if os.name == "posix" and os.geteuid() == 0 else ARGUMENTS
    path = installed()
    return {"args": arguments, "executable_path": path} if path else {"args": arguments}


@contextmanager
def launched() -> Iterator[Browser]:
    """The browser, running. Nothing that is waited for has to come within seconds: a busy machine is slow."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=LONG)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(**options())
        yield running
        running.close()


def apt_install(*packages: str) -> None:
    """Packages of Debian, where apt-get is allowed."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return
    quiet = {"stdout": subprocess.DEVNULL, "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}}
    for line in (["update", "-qq"], ["install", "-y", "-qq", *packages]):
        subprocess.run(["apt-get", *line], check=False, **quiet)  # type: ignore[call-overload]


def install() -> None:
    """Debian's Chromium where apt-get is allowed, else Playwright's own."""
    for packages in (("chromium", SHELL), ("chromium",)):  # older Debians have no headless shell
        apt_install(*packages)
        if installed():
            return
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


if __name__ == "__main__":
    if not (installed() or playwrights_own()):
        install()
