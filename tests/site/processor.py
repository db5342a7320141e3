"""How much processor time the pages of a browser have needed, which a busy machine hardly changes."""

from __future__ import annotations

import os
from pathlib import Path

PROCESSES = Path("/proc")


def of_pages() -> float:
    """Seconds that all threads of this process's browsers have worked for their pages and workers; 0 if unknown."""
    if not PROCESSES.is_dir():
        return 0.0
    found = {int(each.name): each for each in PROCESSES.glob("[0-9]*")}
    parents = {pid: parent for pid, folder in found.items() if (parent := _parent(folder))}
    ours = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(_seconds(found[pid]) for pid in ours if pid in found)


def _parent(folder: Path) -> int:
    fields = _fields(folder)
    return int(fields[1]) if fields else 0


def _seconds(folder: Path) -> float:
    try:
        if b"--type=renderer" not in (folder / "cmdline").read_bytes():
            return 0.0
    except OSError:
        return 0.0
    fields = _fields(folder)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") if fields else 0.0


def _fields(folder: Path) -> list[str]:
    """What /proc says of a process after its name."""
    try:
        return (folder / "stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return []
