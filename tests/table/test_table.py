"""A table without a server: whole matches by messages alone, and what each client is told."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import rasputitsa
from rasputitsa.core.open_view import open_view
from rasputitsa.match import read, write
from rasputitsa.match.dice import seal_of
from rasputitsa.table import Problem, read_hello, receive
from rasputitsa.table.hints import hint
from rasputitsa.table.looking_back import KeyPositions, recorded, replay_viewer, replayed
from rasputitsa.table.report import report
from rasputitsa.table.sitting import admit

from ..properties import GAMES
from .test_changes import stacked
from .tools import Player, Room

OPEN, HIDDEN = "battle-for-moscow", "moscow-41"


def play_to_the_end(players: list[Player], rng: Random, most: int = 10_000) -> None:
    room = players[0].room
    for _ in range(most):
        asked = [player for player in players if room.table.asked in player.state["you"]]
        if not asked:
            return
        assert asked[0].play_any(rng)["type"] == "done"


def test_two_players_play_a_whole_match_and_each_is_told_what_they_may_know() -> None:
    room = Room(OPEN)
    german, soviet = room.join("german"), room.join("soviet")
    play_to_the_end([german, soviet], Random(3))
    assert room.table.match.outcome is not None
    for player in (german, soviet):
        assert player.state["outcome"] == room.table.match.outcome._asdict()
        assert stacked(player.view) == json.loads(json.dumps(stacked(room.table.match.view(None))))
        assert [entry["action"] for entry in player.log] == [str(entry.action) for entry in room.table.match.log]
        assert player.state["secret"] is not None
    assert sum(state["changes"] is not None for state in german.states) > 0.9 * len(german.states)
    with pytest.raises(Problem, match="opens nothing"):
        room.join("nobody")
    found = report(read(write(recorded(room.table))))
    assert found["dice"]["fair"] and found["outcome"] == german.state["outcome"]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_stored_gives_the_same_table(name: str) -> None:
    room, rng = Room(name, seed=4), Random(4)
    both = room.join(*(side.name for side in rasputitsa.game(name).sides))
    for _ in range(60):
        side = both.state["asked"] or ""
        if both.state["can_undo"] and rng.random() < 0.2:
            for kind in rng.choice([("undo",), ("undo", "redo")]):
                both.command(kind, room.table.match.log[-1].side if kind == "undo" else side)
        else:
            both.play_any(rng)
    both.send("chat", text="Good luck")
    both.send("name", side=side, name="Anna")
    again = room.rebuilt()
    assert again.match.state.position() == room.table.match.state.position()
    assert [(entry.side, entry.action) for entry in again.match.log] == [
        (entry.side, entry.action) for entry in room.table.match.log
    ]
    assert (again.seats, again.chat, again.header) == (room.table.seats, room.table.chat, room.table.header)
    assert (again.undos, again.commands, again.rolls) == (room.table.undos, room.table.commands, room.table.rolls)


def hidden_names(room: Room, side: str) -> set[str]:
    """The pieces of the other side that this side cannot tell apart now."""
    other = room.table.game.other(side)
    truth = {token["name"] for token in room.table.match.view(other)["tokens"] if token["owner"] == other}
    shown = {token["name"] for token in room.table.match.view(side)["tokens"]}
    return truth - shown


def test_a_hot_seat_with_hidden_blocks_shows_each_side_its_own() -> None:
    """One client with both keys sees what the side that is asked may see, and both sides' log."""
    room, rng = Room(HIDDEN, seed=2), Random(2)
    both, public = room.join("german", "soviet"), room.join()
    asked = set()
    for _ in range(100):
        if both.state["asked"] is None:
            break
        side = both.state["asked"]
        asked.add(side)
        concealed = hidden_names(room, side)
        assert stacked(both.view) == json.loads(json.dumps(stacked(room.table.match.view(side))))
        assert not concealed & {token["name"] for token in both.view["tokens"]}
        assert public.state["offers"] is None and stacked(public.view) == stacked(room.table.match.view(None))
        both.play_any(rng)
    assert asked == {"german", "soviet"} and len(both.log) == len(public.log)
    assert all(entry["action"] for entry in both.log if entry["side"] != "chance")
    assert not any(entry["action"] for entry in public.log if entry["side"] != "chance")


def test_the_players_of_a_hidden_game_are_told_different_things() -> None:
    room, rng = Room(HIDDEN, seed=5), Random(5)
    german, soviet = room.join("german"), room.join("soviet")
    play_to_the_end([german, soviet], rng, 120)
    for player, side in ((german, "german"), (soviet, "soviet")):
        known = {entry["side"] for entry in player.log if entry["action"]}
        assert known <= {side, "chance"} and side in known
        assert not hidden_names(room, side) & {token["name"] for token in player.view["tokens"]}
    assert room.table.asked is not None
    asked = german if room.table.asked == "german" else soviet
    other = soviet if asked is german else german
    assert other.state["offers"] is None and asked.state["offers"] is not None
    for what in ("why", "forecast", "hint"):
        assert other.send("ask", what=what)["error"]["code"] == "not-your-turn"
    with pytest.raises(Problem, match="after the end"):
        recorded(room.table)


def test_a_refused_command_says_why_and_changes_nothing() -> None:
    room = Room(OPEN)
    german, public = room.join("german"), room.join()
    before = room.table.match.state.position()
    heard = len(public.heard)
    refusals: list[tuple[str, str, dict[str, Any]]] = [
        ("forbidden", "play", {"side": "soviet", "number": 0, "action": "done"}),
        ("stale", "play", {"side": "german", "number": 7, "action": "done"}),
        ("unreadable", "play", {"side": "german", "number": 0, "action": "conquer everything"}),
        ("illegal", "play", {"side": "german", "number": 0, "action": "roll 5"}),
        ("no-undo", "undo", {"side": "german", "number": 0}),
        ("forbidden", "accept_draw", {"side": "german", "number": 0}),
        ("forbidden", "claim_win", {"side": "german", "number": 0}),
        ("forbidden", "seal", {"side": "german", "seal": "sha256:" + 64 * "0"}),
        ("malformed", "chat", {"text": " \n "}),
        ("forbidden", "webhook", {"side": "german", "url": None}),
        ("malformed", "play", {}),
        ("malformed", "conquer", {}),
        ("malformed", "play", {"side": 5, "number": 0}),
        ("malformed", "play", {"side": "german", "number": True}),
        ("malformed", "ask", {"what": "secrets"}),
    ]
    for code, kind, fields in refusals:
        reply = german.send(kind, **fields)
        assert reply["type"] == "refused" and reply["error"]["code"] == code and reply["error"]["text"], reply
    assert room.table.match.state.position() == before and len(public.heard) == heard
    assert not room.stored.commands and not room.stored.chat


def test_a_command_that_comes_twice_is_carried_out_once() -> None:
    room = Room(OPEN)
    german = room.join("german")
    action, writes = german.offered()[0], len(room.stored.commands)
    message = {"type": "play", "id": "again", "side": "german", "number": 0, "action": action}
    for _ in range(2):
        received = receive(room.table, german.client, message, room.now())
        room.deliver(received.writes, received.messages)
        assert received.messages[0][1]["type"] == "done"
    assert room.table.number >= 1 and len(room.stored.commands) == writes + room.table.number


def test_queries_are_answered_for_the_asker() -> None:
    room = Room(OPEN)
    german = room.join("german")
    assert german.ask("why", action=german.offered()[0]) is None
    refusal = german.ask("why", action="roll 5")
    assert refusal["reason"]
    assert german.ask("overlay", name="zones")
    assert german.ask("forecast") == german.state["forecast"]
    advice = hint(room.table, "recruit")
    assert advice["action"] in german.offered() and advice["label"]
    assert german.send("ping")["type"] == "pong"


def test_undo_redo_a_draw_and_a_concession() -> None:
    room = Room(OPEN)
    german, soviet = room.join("german"), room.join("soviet")
    before = german.view
    german.play_any(Random(1))
    assert german.state["can_undo"] and not soviet.state["can_undo"]
    german.command("undo", "german")
    assert stacked(german.view) == stacked(before) and german.state["undos"] == 1 and german.state["can_redo"]
    german.command("redo", "german")
    german.command("offer_draw", "german")
    assert soviet.state["draw_offer"] == "german"
    soviet.command("decline_draw", "soviet")
    assert soviet.state["draw_offer"] is None
    assert german.command("offer_draw", "german")["error"]["text"].startswith("Your offer was declined.")
    soviet.command("concede", "soviet")
    assert german.state["outcome"] == {"winner": "german", "reason": "The Russian player concedes.", "rule": ""}
    assert room.rebuilt().match.outcome == room.table.match.outcome


def test_words_are_exchanged_before_the_first_roll() -> None:
    room = Room(HIDDEN, exchange=True)
    words = {"german": 16 * "3b", "soviet": 16 * "90"}
    players = {side: room.join(side) for side in words}
    for side, player in players.items():
        assert player.state["seals"] is not None and side not in player.state["seals"]
        player.send("seal", side=side, seal=seal_of(room.table.header.dice_id, side, words[side]))
    assert players["german"].send("word", side="german", word=words["soviet"])["type"] == "refused"
    for side, player in players.items():
        player.send("word", side=side, word=words[side])
    shown = players["german"].state["words"]
    assert {side: found["word"] for side, found in shown.items() if found} == words
    assert room.rebuilt().header.words == room.table.header.words
    play_to_the_end(list(players.values()), Random(1), 80)
    assert room.rebuilt().match.state.position() == room.table.match.state.position()


def test_who_comes_back_gets_what_it_lacks() -> None:
    room, rng = Room(OPEN), Random(7)
    german, soviet = room.join("german"), room.join("soviet")
    play_to_the_end([german, soviet], rng, 30)
    soviet.send("chat", text="Your move")
    assert german.chat[-1]["text"] == "Your move"
    room.leave(soviet)
    assert not german.state["seats"]["soviet"]["here"]
    back = room.join("soviet", log=room.table.number - 5, undos=room.table.undos, chat=0)
    assert len(back.state["log"]) == 5 and back.state["view"] is not None
    assert back.chat == soviet.chat
    assert german.state["seats"]["soviet"]["here"]
    page = back.ask("log", before=10)
    assert page["log_from"] == 0 and page["log"] == german.log[:10]


def test_the_past_is_shown_to_whom_it_may_concern() -> None:
    room, rng = Room(HIDDEN, seed=6), Random(6)
    both = room.join("german", "soviet")
    play_to_the_end([both], rng, 80)
    table = room.table
    keys = KeyPositions([table.match.start()])
    access = admit(table, _hello("german"))
    assert replay_viewer(table, access, None) == "german"
    with pytest.raises(Problem, match="after the end"):
        replay_viewer(table, access, "soviet")
    for number in (0, 55, 12, table.number):
        found = replayed(table, keys.at(number, table.match.log), number, "german")
        assert (found["number"], found["count"]) == (number, table.number)
        assert (found["entry"] is None) == (number == 0)
    assert found["view"] == table.match.view("german")
    both.command("concede", "german")
    assert replay_viewer(table, access, "soviet") == "soviet"
    everything = replayed(table, table.match.state, table.number, replay_viewer(table, access, "everything"))
    assert everything["view"] == open_view(table.match.state)


def _hello(*keys: str) -> Any:
    return read_hello({"type": "hello", "keys": list(keys)})


def test_notes_are_kept_with_the_seat_and_names_are_clean() -> None:
    room = Room(OPEN)
    german, soviet = room.join("german"), room.join("soviet")
    room.store(room.table.keep_notes("german", "Hold Bryansk\x00\nthen Tula"))
    assert room.table.seats["german"].notes == "Hold Bryansk\nthen Tula"
    german.send("name", side="german", name=" Anna\n von  B. ")
    assert soviet.state["seats"]["german"]["name"] == "Anna von B."
    assert "Bryansk" not in json.dumps(soviet.heard)
    assert room.rebuilt().seats == room.table.seats


def test_a_bot_is_seated_and_removed() -> None:
    room = Room(OPEN)
    german = room.join("german")
    assert german.send("bot", side="german", level="general")["error"]["code"] == "malformed"
    assert german.send("bot", side="german", level="random")["type"] == "done"
    assert german.state["thinking"] == "german" and german.chat[-1]["from"] == "server"
    assert german.command("play", "german", action=str(room.table.match.actions()[0]))["error"]["code"] == "forbidden"
    german.send("bot", side="german", level=None)
    assert german.state["thinking"] is None and german.play_any(Random(1))["type"] == "done"
