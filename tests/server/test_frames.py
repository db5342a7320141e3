"""Frames: small messages as text, large ones compressed, once for all who get the same."""

from __future__ import annotations

import json
import zlib
from random import Random

import pytest

from rasputitsa.server import frames, state_messages
from rasputitsa.server.frames import LARGEST_TEXT, frame, message_of

from .test_replay_cache import live_match
from .tools import GAME, ME, Running


def test_small_messages_are_text_and_large_ones_are_zlib() -> None:
    small, large = b"x" * LARGEST_TEXT, b'{"type":"state"}' * 1000
    assert frame(small) == small.decode()
    compressed = frame(large)
    assert isinstance(compressed, bytes) and zlib.decompress(compressed) == large and len(compressed) < len(large) / 4
    assert message_of(frame(small)) == small and message_of(compressed) == large


def test_a_frame_is_made_once_for_all_who_get_the_same_message(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def counted(data: bytes) -> frames.Frame:
        made.append(data)
        return frame(data)

    monkeypatch.setattr(state_messages, "frame", counted)
    live = live_match(actions=100)
    messages = state_messages.StateMessages(live)
    first, seen = messages.frame(("german",), 99)
    assert all(messages.frame(("german",), 99)[0] is first for _ in range(5)) and len(made) == 1
    messages.frame((), 99)
    assert len(made) == 2
    assert seen == (None, 1), "everybody sees the same in a game that hides nothing"


def test_only_what_has_changed_is_sent_to_who_saw_the_view_before() -> None:
    live = live_match(actions=100)
    whole, seen = state_messages.StateMessages(live).frame(("german",), 100)
    later, after = state_messages.StateMessages(live).frame(("german",), 100, seen=seen)
    first, second = json.loads(message_of(whole)), json.loads(message_of(later))
    assert first["view"]["tokens"] and first["changes"] is None
    assert second["view"] is None and second["changes"] == {} and second["shown"] == first["shown"] + 1
    gap, _ = state_messages.StateMessages(live).frame(("german",), 100, seen=seen)  # one was missed
    assert json.loads(message_of(gap))["view"] == first["view"]
    assert after == (None, 2)


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
