"""Firefox for the tests, and what drives it. ``python -m tests.tools.firefox`` installs both where that is possible."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from .browser import apt_install
from .javascript import command

PUPPETEER = "puppeteer-core@24.43.1"
PLACE = Path(sys.prefix) / "firefox"
NAMES = ("firefox-esr", "firefox")


def installed() -> str | None:
    """The Firefox of the machine: what FIREFOX names, or one on the path."""
    named = os.environ.get("FIREFOX")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


def left_out() -> str | None:
    """Why nothing can be tried in Firefox; None if it can."""
    if installed() is None:
        return "left out: there is no Firefox on this machine"
    if not _driven():
        return "left out: the package that drives Firefox is not installed"
    return None


def _driven() -> bool:
    stamp = PLACE / "installed"
    return stamp.exists() and stamp.read_text() == PUPPETEER


def install() -> None:
    """Debian's Firefox where apt-get is allowed, and puppeteer-core from the npm registry."""
    if installed() is None:
        apt_install("firefox-esr")
    if installed() is None or _driven():
        return
    PLACE.mkdir(exist_ok=True)
    (PLACE / "package.json").write_text("{}")
    line = [command("npm"), "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(PLACE), PUPPETEER]
    if subprocess.run(line, check=False, cwd=PLACE).returncode == 0:
        (PLACE / "installed").write_text(PUPPETEER)


def run(script: Path, *arguments: str, seconds: float) -> Any:
    """What a script prints as JSON, which is given the folder of puppeteer-core, the Firefox and the arguments."""
    path = installed()
    assert path is not None
    line = [command("node"), str(script), str(PLACE), path, *arguments]
    done = subprocess.run(line, capture_output=True, text=True, timeout=seconds, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


if __name__ == "__main__":
    install()
    if why := left_out():
        print(f"Firefox: {why}")
