"""The command in this process, as a program of its own, and at a terminal."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from contextlib import suppress
from dataclasses import dataclass

import pytest

from rasputitsa.cli import main

GAME = "battle-for-moscow"
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


class Here:
    """Runs the command in this process, with a text as its standard input."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(self, *arguments: object, typed: str = "") -> Ran:
        self.capsys.readouterr()
        self.monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = main([str(argument) for argument in arguments])
        out, err = self.capsys.readouterr()
        return Ran(status, out, err)


def program(*arguments: object, typed: str | bytes = "", **environment: str) -> Ran:
    """Runs the command as a program, with pipes."""
    typed = typed.encode() if isinstance(typed, str) else typed
    done = subprocess.run(
        [sys.executable, "-m", "rasputitsa", *map(str, arguments)],
        input=typed,
        capture_output=True,
        timeout=60,
        env={**os.environ, **environment},
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


class Terminal:
    """The command at a terminal of a given size."""

    def __init__(self, *arguments: object, size: tuple[int, int] = (120, 62), **environment: str) -> None:
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rasputitsa", *map(str, arguments)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**kept, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **environment},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)
        self.unread = b""

    def until(self, text: str, seconds: float = 20) -> str:
        """What is shown up to a text, colours and all. What comes after it is left for the next call."""
        end = time.monotonic() + seconds
        while text.encode() not in self.unread:
            ready, _, _ = select.select([self.master], [], [], max(0.0, end - time.monotonic()))
            try:
                chunk = os.read(self.master, 65536) if ready else b""
            except OSError:
                chunk = b""
            if not chunk:
                raise AssertionError(f"{text!r} did not come, but: {self.unread.decode(errors='replace')[-2000:]}")
            self.unread += chunk
        shown, _, self.unread = self.unread.partition(text.encode())
        return shown.decode(errors="replace") + text

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def end(self, seconds: float = 20) -> int:
        """The exit status. What is still shown is read, so that the program does not wait for it."""
        end = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < end:
            with suppress(OSError):
                if select.select([self.master], [], [], 0.05)[0]:
                    self.unread += os.read(self.master, 65536)
        return self.process.wait(0.1)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        with suppress(OSError):
            os.close(self.master)


def bare(text: str) -> str:
    """A text without its colours."""
    return CODES.sub("", text)
