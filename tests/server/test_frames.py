"""Frames: small messages as text, large ones compressed, once for all who get the same."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from random import Random

import pytest

import rasputitsa
from rasputitsa.server import frames, state_messages
from rasputitsa.server.frames import LARGEST_TEXT, frame, message_of
from rasputitsa.server.view_parts import TOKENS, ViewParts, aligned

from .test_replay_cache import live_match
from .tools import GAME, ME, Running


def test_small_messages_are_text_and_large_ones_are_zlib() -> None:
    small, large = b"x" * LARGEST_TEXT, b'{"type":"state"}' * 1000
    assert frame(small) == small.decode()
    compressed = frame(large)
    assert isinstance(compressed, bytes) and zlib.decompress(compressed) == large and len(compressed) < len(large) / 4
    assert message_of(frame(small)) == small and message_of(compressed) == large


def test_parts_of_a_message_are_compressed_once() -> None:
    parts = [frames.Part(b'{"a":[' + b"1," * 5_000), frames.Part(b"2," * 5_000)]
    data = b'{"type":"state","view":' + parts[0].data + parts[1].data + b'3]},"log":[]}'
    first = frame(data, parts)
    assert isinstance(first, bytes) and zlib.decompress(first) == data
    kept = [part.deflated for part in parts]
    later = data.replace(b'"log":[]', b'"log":[17]')
    second = frame(later, parts)
    assert isinstance(second, bytes) and zlib.decompress(second) == later
    assert all(part.deflated is piece for part, piece in zip(parts, kept, strict=True))


@pytest.mark.parametrize("name", rasputitsa.games())
def test_views_in_parts_are_the_views(name: str) -> None:
    """Whatever was shown before, the JSON of a view is that of the view; what has not changed is the same part."""
    rng = Random(name)
    state = rasputitsa.game(name).start()
    shown = ViewParts()
    viewers = [None, *(side.name for side in state.game.sides)]
    kept = 0
    for _ in range(120):
        public = shown.public(state)
        for viewer in viewers:
            before = shown.view(state, viewer, public)[1]
            data, parts = shown.view(state, viewer, public)
            assert json.loads(data) == json.loads(json.dumps(state.view(viewer)))
            assert data.startswith(b"".join(part.data for part in parts))
            assert all(one is other for one, other in zip(before, parts, strict=True))
        chances = state.chances()
        state.take(rng.choice([action for action, _ in chances] if chances else state.actions()))
        kept += shown.public(state) is public
    assert kept or "tokens" in state.public_view()


def test_only_the_question_follows_the_parts_of_a_view() -> None:
    """So that a short end of the message has to be compressed again, or none: the rest changes now and then."""
    rng = Random(7)
    state = rasputitsa.game("moscow-41").start()
    shown = ViewParts()
    private = []
    for _ in range(120):
        data, parts = shown.view(state, "german", shown.public(state))
        end = data[sum(len(part.data) for part in parts) :]
        assert list(json.loads(b'{"tokens":[' + end)) == ["tokens", "question"]
        private.append(parts[1])
        chances = state.chances()
        state.take(rng.choice([action for action, _ in chances] if chances else state.actions()))
    assert len(set(private)) < 60


def test_a_token_that_changes_changes_its_part_only() -> None:
    shown = ViewParts()
    tokens = [{"name": str(number)} for number in range(3 * TOKENS)]
    before = shown._token_parts(None, tokens)
    changed = [*tokens[:-1], {"name": "other"}]
    after = shown._token_parts(None, changed)
    assert after[:-1] == before[:-1] and after[-1] is not before[-1]
    assert json.loads(b"[" + b"".join(part.data for part in after) + b"]") == changed


@pytest.mark.parametrize("change", ["in", "out"])
def test_a_token_that_comes_or_goes_changes_one_part_only(change: str) -> None:
    tokens = [{"name": str(number)} for number in range(3 * TOKENS)]
    before = aligned([], tokens)
    changed = [{"name": "new"}, *tokens] if change == "in" else tokens[1:]
    after = aligned(before, changed)
    assert after[1:] == before[1:] and after[0] is not before[0]


def test_runs_of_tokens_are_the_tokens_and_stay_long() -> None:
    """However tokens come and go: else more and more short runs would make messages longer."""
    rng = Random(41)
    tokens = [{"name": str(number)} for number in range(3 * TOKENS)]
    runs = aligned([], tokens)
    for number in range(300):
        tokens = tokens.copy()
        for _ in range(rng.randrange(4)):
            tokens.insert(rng.randrange(len(tokens) + 1), {"name": f"new {number}"})
        for _ in range(rng.randrange(4)):
            del tokens[rng.randrange(len(tokens))]
        if number % 50 == 49:
            tokens = tokens[rng.randrange(TOKENS) :] * 2
        runs = aligned(runs, tokens)
        assert json.loads(b"[" + b"".join(part.data for _, part in runs) + b"]") == tokens
        assert len(runs) <= 2 + 2 * len(tokens) // TOKENS
    assert aligned(runs, []) == []


def test_a_frame_is_made_once_for_all_who_get_the_same_message(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def counted(data: bytes, parts: Sequence[frames.Part]) -> frames.Frame:
        made.append(data)
        return frame(data, parts)

    monkeypatch.setattr(state_messages, "frame", counted)
    live = live_match(actions=100)
    messages = state_messages.StateMessages(live)
    first = messages.frame(("german",), 99)
    assert all(messages.frame(("german",), 99) is first for _ in range(5)) and len(made) == 1
    messages.frame((), 99)
    assert len(made) == 2


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
