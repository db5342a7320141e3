"""Players' own notes: kept with the seat, for nobody else to see."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import httpx

from rasputitsa.server.backup import backup, restore

from .test_keys import join_by_link
from .tools import LINK, ME, Data, Running, bot, limits


def notes(server: Running, made: Data, key: str) -> httpx.Response:
    return server.get(f"/api/matches/{made['match']}/notes", key)


def keep(server: Running, made: Data, key: str, text: str) -> httpx.Response:
    return server.post(f"/api/matches/{made['match']}/notes", {"text": text}, key)


def test_notes_belong_to_a_seat(server: Running) -> None:
    made = server.create(ME, ME)
    german, soviet = made["keys"]["german"], made["keys"]["soviet"]
    assert notes(server, made, german).json() == {"text": ""}
    assert keep(server, made, german, "Hold Kaluga.\n\tThen Tula.").json() == {"text": "Hold Kaluga.\n\tThen Tula."}
    assert notes(server, made, german).json()["text"] == "Hold Kaluga.\n\tThen Tula."
    assert notes(server, made, soviet).json()["text"] == ""
    for refused in (notes(server, made, made["spectators"]), keep(server, made, made["spectators"], "x")):
        assert refused.status_code == 403
    assert notes(server, made, "wrong").status_code == 403


def test_notes_are_nowhere_else(server: Running) -> None:
    made = server.create(ME, ME)
    keep(server, made, made["keys"]["german"], "Kaluga")
    with server.join(made, "german", "soviet") as both, server.join(made) as spectator:
        for client in (both, spectator):
            assert "Kaluga" not in str(client.seen()["seats"])
    assert "Kaluga" not in str(server.summary(made, "german")["seats"]) + server.record(made)
    assert "Kaluga" not in server.post("/api/mine", {"keys": [made["keys"]["german"]]}).text


def test_control_characters_and_long_notes(run: Callable[..., Running]) -> None:
    server = run(limits=limits(notes_characters=20))
    made = server.create(ME, ME)
    key = made["keys"]["german"]
    assert keep(server, made, key, "a\x00b\x1b\r\nc").json() == {"text": "ab\nc"}
    answer = keep(server, made, key, "x" * 21)
    assert answer.status_code == 413 and answer.json()["error"]["text"] == "Notes have at most 20 characters."
    assert notes(server, made, key).json()["text"] == "ab\nc"


def test_a_link_that_nobody_used_has_no_notes(server: Running) -> None:
    made = server.create(ME, LINK)
    link = made["keys"]["soviet"]
    assert notes(server, made, link).status_code == 403
    guest, key = join_by_link(server, made)
    guest.close()
    assert keep(server, made, key, "mine").status_code == 200
    assert notes(server, made, link).status_code == 403


def test_notes_end_with_the_seat(server: Running) -> None:
    made = server.create(ME, LINK)
    guest, key = join_by_link(server, made)
    with guest, server.join(made, "german") as anna:
        keep(server, made, key, "guest")
        guest.command("leave", side="soviet")
        assert notes(server, made, key).json()["text"] == "guest"  # who comes back finds them
        anna.command("bot", side="soviet", level="random")
        another = anna.command("bot", side="soviet", level=None)["key"]
        guest, last = join_by_link(server, {**made, "keys": {**made["keys"], "soviet": another}})
        guest.close()
        assert notes(server, made, last).json()["text"] == ""


def test_notes_survive_and_a_rematch_begins_without(run: Callable[..., Running], tmp_path: Path) -> None:
    server = run(tmp_path / "old")
    made = server.create(ME, bot())
    key = made["keys"]["german"]
    keep(server, made, key, "Ω kept")
    with server.join(made, "german") as anna:
        anna.act("concede", "german")
    following = server.post(f"/api/matches/{made['match']}/rematch", {}, key).json()
    assert notes(server, following, following["keys"]["soviet"]).json()["text"] == ""
    server.stop()
    backup(tmp_path / "all.jsonl", tmp_path / "old")
    restore(tmp_path / "all.jsonl", tmp_path / "new")
    assert notes(run(tmp_path / "new"), made, key).json()["text"] == "Ω kept"
