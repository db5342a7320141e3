"""Matches at the table: made, joined, played, taken back, ended."""

from __future__ import annotations

from random import Random

import pytest

from rasputitsa.match import read, replay, verify

from .tools import GAME, LINK, ME, Client, Refused, Running, bot


def refusal(client: Client, kind: str, **fields: object) -> Refused:
    with pytest.raises(Refused) as caught:
        client.wish(kind, **fields)
    return caught.value


def test_a_created_match_has_keys_for_people_only(table: Running) -> None:
    made = table.create(ME, bot())
    assert set(made["keys"]) == {"german"}
    assert len({*made["keys"].values(), made["spectators"]}) == 2
    assert all(len(key) >= 22 for key in (*made["keys"].values(), made["spectators"]))  # 128 bits and more
    summary = table.summary(made)
    assert summary["game"] == GAME and summary["you"] == ["german"] and not summary["spectator"]
    assert summary["asked"] == "german" and summary["number"] == 0 and summary["outcome"] is None
    assert summary["seats"]["soviet"] == {"name": "Random", "kind": "bot", "level": "random", "here": False}


def test_hello_shows_the_table(table: Running) -> None:
    made = table.create({"kind": "me", "name": "Anna"})
    with table.join(made, "german") as anna:
        state = anna.seen()
        assert state["you"] == ["german"] and state["asked"] == "german" and state["number"] == 0
        assert state["view"]["heading"] and state["view"]["units"] and state["offers"]
        assert {"action", "label", "kind", "object", "badge", "note", "tone"} == set(state["offers"][0])
        assert state["seats"]["german"] == {"name": "Anna", "kind": "person", "level": None, "here": True}
        assert state["seats"]["soviet"] == {"name": "", "kind": "empty", "level": None, "here": False}
        assert state["log"] == [] and state["log_from"] == 0 and state["undos"] == 0
        assert not state["can_undo"] and not state["can_redo"]
        assert state["commitment"].startswith("sha256:") and state["secret"] is None
        assert state["thinking"] is None and state["draw_offer"] is None and state["outcome"] is None


def test_the_link_seats_its_player_and_all_see_it(table: Running) -> None:
    made = table.create()
    with table.join(made, "german") as anna:
        assert anna.seen()["seats"]["soviet"]["kind"] == "empty"
        with table.join(made, "soviet") as boris:
            assert boris.seen()["you"] == ["soviet"]
            assert boris.state["offers"] == [] and boris.state["asked"] == "german"
            anna.until_state(lambda state: state["seats"]["soviet"]["here"])
            assert anna.state["seats"]["soviet"]["kind"] == "person"
        anna.until_state(lambda state: not state["seats"]["soviet"]["here"])
        assert anna.state["seats"]["soviet"]["kind"] == "person"


def test_a_play_reaches_both_clients(table: Running) -> None:
    made = table.create()
    with table.join(made, "german") as anna, table.join(made, "soviet") as boris, table.join(made) as onlooker:
        action = "standard"
        done = anna.play(action)
        assert done["number"] == 1
        for client in (anna, boris, onlooker):
            if client.seen()["number"] != 1:
                client.until_state(lambda state: state["number"] == 1)
            assert client.log[0]["side"] == "german" and client.log[0]["action"] == action
            assert client.log[0]["events"]
        assert anna.state["view"] == boris.state["view"] == onlooker.state["view"]
        assert anna.state["offers"] and not boris.state["offers"] and not onlooker.state["offers"]
        assert anna.state["can_undo"] and not boris.state["can_undo"]
        assert onlooker.state["you"] == []


def test_undo_and_redo(table: Running) -> None:
    made = table.create()
    with table.join(made, "german") as anna, table.join(made, "soviet") as boris:
        before = anna.seen()["view"]
        anna.play(anna.state["offers"][0]["action"])
        after = anna.state["view"]
        anna.deed("undo", "german")
        anna.until_state(lambda state: state["number"] == 0)
        assert anna.state["view"] == before and anna.log == [] and anna.state["can_redo"]
        assert anna.state["undos"] == 1
        anna.deed("redo", "german")
        anna.until_state(lambda state: state["number"] == 1)
        assert anna.state["view"] == after and len(anna.log) == 1
        boris.until_state(lambda state: state["number"] == 1 and state["undos"] == 1)
        assert boris.log == anna.log
        assert refusal(boris, "undo", side="soviet", number=1).code == "no-undo"
        assert refusal(anna, "redo", side="german", number=1).code == "no-undo"


def test_refusals_say_why(table: Running) -> None:
    made = table.create()
    with table.join(made, "german") as anna, table.join(made, "soviet") as boris, table.join(made) as onlooker:
        number = anna.seen()["number"]
        assert refusal(anna, "play", side="german", number=number, action="fly 0101").code == "unreadable"
        assert refusal(anna, "play", side="german", number=number + 1, action="standard").code == "stale"
        illegal = refusal(anna, "play", side="german", number=number, action="move 0406")
        assert illegal.code == "illegal" and illegal.rule and illegal.text
        assert refusal(boris, "play", side="soviet", number=number, action="standard").code == "not-your-turn"
        assert refusal(boris, "play", side="german", number=number, action="standard").code == "forbidden"
        assert refusal(anna, "play", side="chance", number=number, action="roll 1").code == "forbidden"
        for kind in ("play", "undo", "redo", "concede", "offer_draw", "accept_draw", "decline_draw"):
            assert refusal(onlooker, kind, side="german", number=number, action="standard").code == "forbidden"
        assert refusal(onlooker, "interrupt").code == "forbidden"
        assert refusal(onlooker, "bot", side="soviet", level="random").code == "forbidden"
        assert refusal(onlooker, "name", side="soviet", name="x").code == "forbidden"
        assert refusal(onlooker, "leave", side="soviet").code == "forbidden"
        assert refusal(onlooker, "webhook", side="soviet", url=None).code == "forbidden"
    assert table.summary(made)["number"] == 0


def test_the_same_wish_is_not_played_twice(table: Running) -> None:
    made = table.create()
    with table.join(made, "german") as anna:
        action = anna.seen()["offers"][0]["action"]
        first = anna.play(action, id=77)
        assert anna.wish("play", id=77, side="german", number=0, action=action) == first
        assert anna.wish("play", id=77, side="german", number=0, action=f" {action} ") == first
        assert refusal(anna, "play", id=78, side="german", number=0, action=action).code == "stale"
        anna.deed("undo", "german", id=79)
        assert anna.wish("play", id=77, side="german", number=0, action=action)["number"] == 0
        assert anna.wish("undo", id=79, side="german", number=1)["number"] == 0
    assert table.summary(made)["number"] == 0


def test_an_id_used_again_for_another_wish_is_a_new_wish(table: Running) -> None:
    made = table.create()
    with table.join(made, "german") as anna:
        one, other = (offer["action"] for offer in anna.seen()["offers"][:2])
        anna.play(one, id=1)
        anna.deed("undo", "german", id=2)
        anna.until_state(lambda state: state["number"] == 0)
        assert anna.wish("play", id=1, side="german", number=0, action=other)["number"] == 1


def test_concede_ends_the_match(table: Running) -> None:
    made = table.create()
    with table.join(made, "german") as anna, table.join(made, "soviet") as boris:
        boris.deed("concede", "soviet")
        anna.until_state(lambda state: state["outcome"])
        assert anna.state["outcome"]["winner"] == "german" and anna.state["asked"] is None
        assert anna.state["offers"] == [] and len(anna.state["secret"]) == 64
        assert refusal(anna, "play", side="german", number=1, action="standard").code == "over"
    assert table.summary(made)["outcome"]["winner"] == "german"


def test_a_draw_is_offered_declined_offered_again_and_accepted(table: Running) -> None:
    made = table.create()
    with table.join(made, "german") as anna, table.join(made, "soviet") as boris:
        boris.seen()
        assert refusal(boris, "accept_draw", side="soviet", number=0).code == "forbidden"
        anna.deed("offer_draw", "german")
        boris.until_state(lambda state: state["draw_offer"] == "german")
        assert refusal(anna, "accept_draw", side="german", number=1).code == "forbidden"
        boris.deed("decline_draw", "soviet")
        boris.until_state(lambda state: state["draw_offer"] is None)
        assert refusal(boris, "accept_draw", side="soviet", number=1).code == "forbidden"
        assert "declined" in refusal(anna, "offer_draw", side="german", number=1).text
    with table.join(table.create(), "german") as anna:
        assert refusal(anna, "decline_draw", side="german", number=0).code == "forbidden"
    made = table.create()
    with table.join(made, "german") as anna, table.join(made, "soviet") as boris:
        anna.deed("offer_draw", "german")
        boris.until_state(lambda state: state["draw_offer"] == "german")
        boris.deed("accept_draw", "soviet")
        anna.until_state(lambda state: state["outcome"])
        assert anna.state["outcome"]["winner"] == "draw"


def test_a_bot_does_not_agree_to_a_draw(table: Running) -> None:
    with table.join(table.create(ME, bot()), "german") as anna:
        assert "bot" in refusal(anna, "offer_draw", side="german", number=anna.seen()["number"]).text


def test_hot_seat_plays_both_sides(table: Running) -> None:
    made = table.create(ME, ME)
    rng = Random(1)
    with table.join(made, "german", "soviet") as both:
        assert both.seen()["you"] == ["german", "soviet"]
        sides = set()
        while len(sides) < 2:
            sides.add(both.state["asked"])
            both.play_any(rng)
        assert both.state["view"] and both.state["offers"]


def test_a_whole_match_and_its_record(table: Running) -> None:
    made = table.create(ME, ME)
    rng = Random(7)
    with table.join(made, "german", "soviet") as both:
        while both.seen()["outcome"] is None:
            both.play_any(rng)
        rolls = [entry for entry in both.log if entry["side"] == "chance"]
        assert rolls and all("forecast" in entry for entry in rolls)
        record = read(table.record(made))
        assert [f"{line.side} {line.action}" for line in record.lines] == [
            f"{entry['side']} {entry['action']}" for entry in both.log
        ]
        assert verify(record).fair and record.secret is not None and record.secret.hex() == both.state["secret"]
        assert replay(record).state.view(None) == both.state["view"]


def test_unfinished_records_keep_the_secret(table: Running) -> None:
    made = table.create()
    record = read(table.record(made))
    assert record.secret is None and record.commitment


def test_leaving_and_coming_back(table: Running) -> None:
    made = table.create(ME, ME)
    with table.join(made, "german") as anna:
        with table.join(made, "soviet") as boris:
            boris.wish("leave", side="soviet")
            boris.until_state(lambda state: state["you"] == [])
            assert refusal(boris, "concede", side="soviet", number=0).code == "forbidden"
            anna.until_state(lambda state: state["seats"]["soviet"]["kind"] == "empty")
        with table.join(made, "soviet"):
            anna.until_state(lambda state: state["seats"]["soviet"]["kind"] == "person")


def test_names_are_shown_and_recorded(table: Running) -> None:
    made = table.create()
    with table.join(made, "german") as anna, table.join(made, "soviet") as boris:
        anna.wish("name", side="german", name="  Anna\u202e\n<b>K.</b> ")
        boris.until_state(lambda state: state["seats"]["german"]["name"] == "Anna <b>K.</b>")
        assert refusal(anna, "name", side="german", name="x" * 41).code == "too-big"
        assert refusal(anna, "name", side="soviet", name="x").code == "forbidden"
    assert "player.german: Anna <b>K.</b>\n" in table.record(made)


def test_questions(table: Running) -> None:
    made = table.create()
    with table.join(made, "german") as anna, table.join(made, "soviet") as boris:
        legal = anna.seen()["offers"][0]["action"]
        assert anna.ask("why", action=legal) is None
        why = anna.ask("why", action="move 0406")
        assert why["rule"] and why["reason"]
        assert anna.ask("forecast") is None
        zones = boris.ask("overlay", name="zones")
        assert zones and set(next(iter(zones.values()))) == {"badge", "note", "tone", "toward"}
        piece = next(iter(anna.state["view"]["units"]))
        assert boris.ask("overlay", name="reach", piece=piece) is not None
        for what in ("why", "forecast", "hint"):
            assert refusal(boris, "ask", what=what, action=legal).code == "not-your-turn"
        assert refusal(anna, "ask", what="overlay", name="nonsense").code == "forbidden"
        assert refusal(anna, "ask", what="nonsense").code == "malformed"
        hint = anna.ask("hint")
        assert hint["action"] in [offer["action"] for offer in anna.state["offers"]]
        assert hint["label"] in [offer["label"] for offer in anna.state["offers"]]
        assert isinstance(hint["text"], str)


def test_chat_is_plain_text_for_all_and_kept(table: Running) -> None:
    made = table.create()
    with table.join(made, "german") as anna, table.join(made, "soviet") as boris, table.join(made) as onlooker:
        anna.wish("chat", side="german", text="Good\tluck\x00 <script>")
        boris.until(lambda message: message["type"] == "chat")
        assert boris.chat[0]["from"] == "german" and boris.chat[0]["text"] == "Good luck <script>"
        assert boris.chat[0]["number"] == 0 and boris.chat[0]["at"] > 1e9
        onlooker.wish("chat", text="Hello", id=5)
        onlooker.wish("chat", text="Hello", id=5)
        boris.until(lambda message: message["type"] == "chat")
        assert boris.chat[1]["from"] == "spectator"
        assert refusal(anna, "chat", side="soviet", text="x").code == "forbidden"
        assert refusal(anna, "chat", text="x" * 501).code == "too-big"
        assert refusal(anna, "chat", text=" \n ").code == "malformed"
    with table.join(made, "german") as again:
        again.until(lambda message: message["type"] == "chat" and message["number"] == 1)
        assert [line["text"] for line in again.chat] == ["Good luck <script>", "Hello"]
    with table.join(made, "german", chat=1) as again:
        again.until(lambda message: message["type"] == "chat")
        assert [line["number"] for line in again.chat] == [1]


@pytest.mark.parametrize("seats", [{}, {"german": ME}, {"german": ME, "soviet": ME, "chance": ME}])
def test_seats_must_fit_the_game(table: Running, seats: dict[str, object]) -> None:
    answer = table.post("/api/matches", {"game": GAME, "seats": seats})
    assert answer.status_code == 400 and answer.json()["error"]["code"] == "malformed"


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"game": "chess"}, 404),
        ({"game": None}, 400),
        ({"scenario": "barbarossa"}, 400),
        ({"options": {"soviet-replacements": "99"}}, 400),
        ({"options": {"x": "y"}}, 400),
        ({"record": "nonsense"}, 400),
        ({"seats": {"german": bot("grandmaster"), "soviet": LINK}}, 400),
        ({"seats": {"german": {"kind": "ghost"}, "soviet": LINK}}, 400),
        ({"seats": {"german": {"kind": "me", "name": "x" * 41}, "soviet": LINK}}, 413),
    ],
)
def test_what_cannot_be_created(table: Running, more: dict[str, object], status: int) -> None:
    answer = table.post("/api/matches", {"game": GAME, "seats": {"german": ME, "soviet": LINK}, **more})
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]["text"]
    assert table.get("/api/health").json() == {"ok": True, "matches": 0}


def test_options_and_scenario_hold(table: Running) -> None:
    made = table.create(scenario="typhoon", options={"soviet-replacements": "4"})
    summary = table.summary(made)
    assert summary["scenario"] == "typhoon" and summary["options"]["soviet-replacements"] == "4"
    assert "option.soviet-replacements: 4\n" in table.record(made)
