"""Frames: small messages as text, large ones compressed, once for all who get the same."""

from __future__ import annotations

import json
import zlib
from random import Random

import pytest

from rasputitsa.server import live_matches
from rasputitsa.server.frames import LARGEST_TEXT, Frame, frame, message_of

from .tools import GAME, ME, Running


def test_small_messages_are_text_and_large_ones_are_zlib() -> None:
    small, large = b"x" * LARGEST_TEXT, b'{"type":"state"}' * 1000
    assert frame(small) == small.decode()
    compressed = frame(large)
    assert isinstance(compressed, bytes) and zlib.decompress(compressed) == large and len(compressed) < len(large) / 4
    assert message_of(frame(small)) == small and message_of(compressed) == large


def test_a_frame_is_made_once_for_all_who_get_the_same_message(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = server.create(ME, ME)
    with server.join(made, "german", "soviet") as both, server.join(made) as one, server.join(made) as two:
        for client in (both, one, two):
            client.seen()
        frames: list[bytes] = []

        def counted(data: bytes) -> Frame:
            frames.append(data)
            return frame(data)

        monkeypatch.setattr(live_matches, "frame", counted)
        both.play_any(Random(1))
        states = [data for data in frames if b'"type":"state"' in data[:20]]
        assert len(states) == 2, "one for the players, one for both spectators"


def test_a_long_log_comes_in_a_binary_frame_and_messages_keep_their_order(server: Running) -> None:
    made = server.create(ME, ME)
    with server.join(made, "german", "soviet") as both:
        rng = Random(2)
        while both.seen()["number"] < 120:
            both.play_any(rng)
        log = both.log
    with server.join(made, "german", "soviet") as again:
        raw = again.socket.recv(10)
        assert isinstance(raw, bytes)
        state = json.loads(message_of(raw))
        assert state["type"] == "state" and state["log"] == log
        again.state, again.log = state, state["log"]
        again.send({"type": "chat", "id": 1, "text": "one"})
        again.send({"type": "chat", "id": 2, "text": "two"})
        kinds = [again.receive()["type"] for _ in range(4)]
        assert kinds == ["chat", "done", "chat", "done"]


def test_the_manifest_of_every_game_is_served(server: Running) -> None:
    for game in server.get("/api/games").json():
        manifest = server.get(f"/api/games/{game['name']}").json()
        assert {"scenarios", "styles", "backs", "pieces", "board"} <= set(manifest)
    assert game["name"] != GAME
