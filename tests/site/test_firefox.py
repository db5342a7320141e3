"""The page in Firefox: whether it starts, plays and finds its match again. Where there is no Firefox, that is said."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ..tools.javascript import command
from .host import Host

PUPPETEER = "puppeteer-core@24.43.1"
FIREFOX = next((path for name in ("firefox-esr", "firefox") if (path := shutil.which(name))), None)


@pytest.mark.soak
@pytest.mark.skipif(FIREFOX is None, reason="left out: there is no Firefox on this machine")
def test_a_match_in_firefox(host: Host) -> None:
    assert FIREFOX is not None
    line = [command("node"), str(Path(__file__).with_name("firefox.mjs")), str(puppeteer()), FIREFOX, host.url]
    done = subprocess.run(line, capture_output=True, text=True, timeout=400, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    assert found["again"] == found["reached"] > found["before"]


def puppeteer() -> Path:
    """A folder in which the package is installed."""
    folder = Path(sys.prefix) / "firefox"
    if not (folder / "node_modules" / "puppeteer-core").is_dir():
        folder.mkdir(exist_ok=True)
        quiet = ["--silent", "--no-audit", "--no-fund"]
        done = subprocess.run([command("npm"), "install", *quiet, "--prefix", str(folder), PUPPETEER], check=False)
        if done.returncode:
            pytest.skip("left out: the package that drives Firefox could not be installed")
    return folder
