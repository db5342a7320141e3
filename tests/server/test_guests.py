"""Bots of other packages at a server: only those that its host has invited."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from rasputitsa.bots import guests

from .tools import GAME, ME, Running, bot

GUEST = """
from rasputitsa.bots import Bot
class Guest(Bot):
    heeds = False
    def choose(self, state, rng, stop):
        return rng.choice(state.actions())
"""


def test_a_guest_plays_only_where_the_host_invites_it(
    run: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "guest_of_a_host.py").write_text(GUEST, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    monkeypatch.setattr(guests, "_invited", {})
    server = run()
    level = "guest_of_a_host:Guest"
    refused = server.post("/api/matches", {"game": GAME, "seats": {"german": bot(level), "soviet": ME}})
    assert refused.status_code == 400 and "has no bot" in refused.text
    guests.invite(level)
    with server.join(server.create(bot(level), ME), "soviet") as anna:
        anna.until_state(lambda state: state["asked"] == "soviet")
        assert anna.state["seats"]["german"]["name"] == "Guest"
