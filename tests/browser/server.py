"""A server in a process of its own, as a user starts it, that can be killed and started again."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx

from .positions import GAME

Data = dict[str, Any]

PATIENCE = 60.0
ME, LINK = {"kind": "me"}, {"kind": "link"}
# How it is started: as a user does it, or so that it prepares nothing that nobody may ask for.
AS_USUAL = ("-m", "rasputitsa")
QUICKLY = (
    "-c",
    "import sys; from rasputitsa.cli import main; from rasputitsa.server import run; "
    "run.prepare_answers = lambda: None; sys.exit(main(sys.argv[1:]))",
)
# What many matches from one address would meet; all else is as a user has it.
LIMITS = ("matches_per_hour", "matches_at_once", "requests_per_second", "requests_at_once")
BOT_SECONDS = 1.0  # what bots say matters, not how well they play


def bot(level: str) -> Data:
    return {"kind": "bot", "level": level}


class Server:
    def __init__(self, data: Path, *flags: str, start: tuple[str, ...] = QUICKLY, **limits: float) -> None:
        self.python = (sys.executable, "-u", *start)
        self.data = data
        self.flags = flags
        self.limits = {**dict.fromkeys(LIMITS, 100_000), "bot_seconds": BOT_SECONDS, **limits}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        # A connection kept alive may be closed by the server just when it is used again.
        # Certificates, which it takes long to load, are of no use here.
        single = httpx.Limits(max_keepalive_connections=0)
        self.http = httpx.Client(base_url=self.url, timeout=PATIENCE, limits=single, verify=False)
        self.start()

    def start(self) -> None:
        command = [*self.python, "serve", "--port", str(self.port), "--data", str(self.data)]
        command += [f"--limit={name}={value}" for name, value in self.limits.items()]
        command += self.flags
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        assert self.url in self.process.stdout.readline(), "the server does not start"

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)

    def stop(self) -> None:
        self.http.close()
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()

    # The API, for what a test prepares or checks behind the screen.

    def create(self, german: Data = ME, soviet: Data = ME, **more: Any) -> Data:
        body = {"game": GAME, "seats": {"german": german, "soviet": soviet}, **more}
        answer = self.http.post("/api/matches", json=body)
        assert answer.status_code == 201, answer.text
        made: Data = answer.json()
        return made

    def get(self, path: str, key: str = "") -> httpx.Response:
        return self.http.get(path, headers={"Authorization": f"Bearer {key}"} if key else {})

    def summary(self, match: str, key: str) -> Data:
        found: Data = self.get(f"/api/matches/{match}", key).json()
        return found

    def record(self, match: str, key: str) -> str:
        return self.get(f"/api/matches/{match}/record", key).text
