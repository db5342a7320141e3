"""Live matches: created, joined, played, undone, ended."""

from __future__ import annotations

from random import Random

import pytest

from rasputitsa.match import read, replay, verify

from .tools import GAME, LINK, ME, Client, Refused, Running, arranged, bot


def refusal(client: Client, kind: str, **fields: object) -> Refused:
    with pytest.raises(Refused) as caught:
        client.command(kind, **fields)
    return caught.value


def test_a_created_match_has_keys_for_people_only(server: Running) -> None:
    made = server.create(ME, bot())
    assert set(made["keys"]) == {"german"}
    assert len({*made["keys"].values(), made["spectators"]}) == 2
    assert all(len(key) >= 22 for key in (*made["keys"].values(), made["spectators"]))  # 128 bits and more
    summary = server.summary(made)
    assert summary["game"] == GAME and summary["you"] == ["german"] and not summary["spectator"]
    assert summary["asked"] == "german" and summary["number"] == 0 and summary["outcome"] is None
    assert summary["seats"]["soviet"] == {"name": "Random", "kind": "bot", "level": "random", "here": False}


def test_hello_shows_the_match(server: Running) -> None:
    made = server.create({"kind": "me", "name": "Anna"})
    with server.join(made, "german") as anna:
        state = anna.seen()
        assert state["you"] == ["german"] and state["asked"] == "german" and state["number"] == 0
        assert state["view"]["heading"] and state["view"]["tokens"] and state["offers"]
        assert state["offers"]["selection"] == {"tokens": [], "spaces": []}
        for group in state["offers"]["groups"]:
            assert {"verb", "role", "kind", "label", "objects"} <= set(group) and group["objects"]
        assert state["seats"]["german"] == {"name": "Anna", "kind": "person", "level": None, "here": True}
        assert state["seats"]["soviet"] == {"name": "", "kind": "empty", "level": None, "here": False}
        assert state["log"] == [] and state["log_from"] == 0 and state["undos"] == 0
        assert not state["can_undo"] and not state["can_redo"]
        assert state["commitment"].startswith("sha256:") and state["secret"] is None
        assert state["thinking"] is None and state["draw_offer"] is None and state["outcome"] is None


def test_the_link_seats_its_player_and_all_see_it(server: Running) -> None:
    made = server.create()
    with server.join(made, "german") as anna:
        assert anna.seen()["seats"]["soviet"]["kind"] == "empty"
        with server.join(made, "soviet") as boris:
            assert boris.seen()["you"] == ["soviet"]
            assert boris.state["offers"] is None and boris.state["asked"] == "german"
            anna.until_state(lambda state: state["seats"]["soviet"]["here"])
            assert anna.state["seats"]["soviet"]["kind"] == "person"
        anna.until_state(lambda state: not state["seats"]["soviet"]["here"])
        assert anna.state["seats"]["soviet"]["kind"] == "person"


def test_a_play_reaches_both_clients(server: Running) -> None:
    made = server.create()
    with server.join(made, "german") as anna, server.join(made, "soviet") as boris, server.join(made) as spectator:
        action = "standard"
        done = anna.play(action)
        assert done["number"] == 1
        for client in (anna, boris, spectator):
            if client.seen()["number"] != 1:
                client.until_state(lambda state: state["number"] == 1)
            assert client.log[0]["side"] == "german" and client.log[0]["action"] == action
            assert client.log[0]["events"]
        assert anna.state["view"] == boris.state["view"] == spectator.state["view"]
        assert anna.state["offers"] and not boris.state["offers"] and not spectator.state["offers"]
        assert anna.state["can_undo"] and not boris.state["can_undo"]
        assert spectator.state["you"] == []


def test_undo_and_redo(server: Running) -> None:
    made = server.create()
    with server.join(made, "german") as anna, server.join(made, "soviet") as boris:
        before = anna.seen()["view"]
        anna.play(anna.offered()[0])
        after = anna.state["view"]
        anna.act("undo", "german")
        anna.until_state(lambda state: state["number"] == 0)
        assert anna.state["view"] == before and anna.log == [] and anna.state["can_redo"]
        assert anna.state["undos"] == 1
        anna.act("redo", "german")
        anna.until_state(lambda state: state["number"] == 1)
        assert anna.state["view"] == after and len(anna.log) == 1
        boris.until_state(lambda state: state["number"] == 1 and state["undos"] == 1)
        assert boris.log == anna.log
        assert refusal(boris, "undo", side="soviet", number=1).code == "no-undo"
        assert refusal(anna, "redo", side="german", number=1).code == "no-undo"


def test_refusals_say_why(server: Running) -> None:
    made = server.create()
    with server.join(made, "german") as anna, server.join(made, "soviet") as boris, server.join(made) as spectator:
        number = anna.seen()["number"]
        assert refusal(anna, "play", side="german", number=number, action="fly 0101").code == "unreadable"
        assert refusal(anna, "play", side="german", number=number + 1, action="standard").code == "stale"
        illegal = refusal(anna, "play", side="german", number=number, action="move 0406")
        assert illegal.code == "illegal" and illegal.rule and illegal.text and "Rule" not in illegal.text
        assert refusal(boris, "play", side="soviet", number=number, action="standard").code == "not-your-turn"
        assert refusal(boris, "play", side="german", number=number, action="standard").code == "forbidden"
        assert refusal(anna, "play", side="chance", number=number, action="roll 1").code == "forbidden"
        for kind in ("play", "undo", "redo", "concede", "offer_draw", "accept_draw", "decline_draw"):
            assert refusal(spectator, kind, side="german", number=number, action="standard").code == "forbidden"
        assert refusal(spectator, "interrupt").code == "forbidden"
        assert refusal(spectator, "bot", side="soviet", level="random").code == "forbidden"
        assert refusal(spectator, "name", side="soviet", name="x").code == "forbidden"
        assert refusal(spectator, "leave", side="soviet").code == "forbidden"
        assert refusal(spectator, "webhook", side="soviet", url=None).code == "forbidden"
    assert server.summary(made)["number"] == 0


def test_the_same_command_is_not_played_twice(server: Running) -> None:
    made = server.create()
    with server.join(made, "german") as anna:
        action = anna.offered()[0]
        first = anna.play(action, id=77)
        assert anna.command("play", id=77, side="german", number=0, action=action) == first
        assert anna.command("play", id=77, side="german", number=0, action=f" {action} ") == first
        assert refusal(anna, "play", id=78, side="german", number=0, action=action).code == "stale"
        anna.act("undo", "german", id=79)
        assert anna.command("play", id=77, side="german", number=0, action=action)["number"] == 0
        assert anna.command("undo", id=79, side="german", number=1)["number"] == 0
    assert server.summary(made)["number"] == 0


def test_an_id_used_again_for_another_command_is_a_new_command(server: Running) -> None:
    made = server.create()
    with server.join(made, "german") as anna:
        one, other = anna.offered()[:2]
        anna.play(one, id=1)
        anna.act("undo", "german", id=2)
        anna.until_state(lambda state: state["number"] == 0)
        assert anna.command("play", id=1, side="german", number=0, action=other)["number"] == 1


def test_concede_ends_the_match(server: Running) -> None:
    made = server.create()
    with server.join(made, "german") as anna, server.join(made, "soviet") as boris:
        boris.act("concede", "soviet")
        anna.until_state(lambda state: state["outcome"])
        assert anna.state["outcome"]["winner"] == "german" and anna.state["asked"] is None
        assert anna.state["offers"] is None and len(anna.state["secret"]) == 64
        assert refusal(anna, "play", side="german", number=1, action="standard").code == "over"
    assert server.summary(made)["outcome"]["winner"] == "german"


def test_a_draw_is_offered_declined_offered_again_and_accepted(server: Running) -> None:
    made = server.create()
    with server.join(made, "german") as anna, server.join(made, "soviet") as boris:
        boris.seen()
        assert refusal(boris, "accept_draw", side="soviet", number=0).code == "forbidden"
        anna.act("offer_draw", "german")
        boris.until_state(lambda state: state["draw_offer"] == "german")
        assert refusal(anna, "accept_draw", side="german", number=1).code == "forbidden"
        boris.act("decline_draw", "soviet")
        boris.until_state(lambda state: state["draw_offer"] is None)
        assert refusal(boris, "accept_draw", side="soviet", number=1).code == "forbidden"
        assert "declined" in refusal(anna, "offer_draw", side="german", number=1).text
    with server.join(server.create(), "german") as anna:
        assert refusal(anna, "decline_draw", side="german", number=0).code == "forbidden"
    made = server.create()
    with server.join(made, "german") as anna, server.join(made, "soviet") as boris:
        anna.act("offer_draw", "german")
        boris.until_state(lambda state: state["draw_offer"] == "german")
        boris.act("accept_draw", "soviet")
        anna.until_state(lambda state: state["outcome"])
        assert anna.state["outcome"]["winner"] == "draw"


def test_a_bot_does_not_agree_to_a_draw(server: Running) -> None:
    with server.join(server.create(ME, bot()), "german") as anna:
        assert "bot" in refusal(anna, "offer_draw", side="german", number=anna.seen()["number"]).text


def test_hot_seat_plays_both_sides(server: Running) -> None:
    made = server.create(ME, ME)
    rng = Random(1)
    with server.join(made, "german", "soviet") as both:
        assert both.seen()["you"] == ["german", "soviet"]
        sides: set[str] = set()
        while len(sides) < 2:
            sides.add(both.state["asked"])
            both.play_any(rng)
        assert both.state["view"] and both.state["offers"]


def test_a_whole_match_and_its_record(server: Running) -> None:
    made = server.create(ME, ME)
    rng = Random(7)
    with server.join(made, "german", "soviet") as both:
        while both.seen()["outcome"] is None:
            both.play_any(rng)
        rolls = [entry for entry in both.log if entry["side"] == "chance"]
        assert rolls and all("forecast" in entry for entry in rolls)
        record = read(server.record(made))
        assert [f"{line.side} {line.action}" for line in record.lines] == [
            f"{entry['side']} {entry['action']}" for entry in both.log
        ]
        assert verify(record).fair and record.secret is not None and record.secret.hex() == both.state["secret"]
        assert arranged(replay(record).state.view(None)) == both.state["view"]


def test_unfinished_records_keep_the_secret(server: Running) -> None:
    made = server.create()
    record = read(server.record(made))
    assert record.secret is None and record.commitment


def test_leaving_and_coming_back(server: Running) -> None:
    made = server.create(ME, ME)
    with server.join(made, "german") as anna:
        with server.join(made, "soviet") as boris:
            boris.command("leave", side="soviet")
            boris.until_state(lambda state: state["you"] == [])
            assert refusal(boris, "concede", side="soviet", number=0).code == "forbidden"
            anna.until_state(lambda state: state["seats"]["soviet"]["kind"] == "empty")
        with server.join(made, "soviet"):
            anna.until_state(lambda state: state["seats"]["soviet"]["kind"] == "person")


def test_names_are_shown_and_recorded(server: Running) -> None:
    made = server.create()
    with server.join(made, "german") as anna, server.join(made, "soviet") as boris:
        anna.command("name", side="german", name="  Anna\u202e\n<b>K.</b> ")
        boris.until_state(lambda state: state["seats"]["german"]["name"] == "Anna <b>K.</b>")
        assert refusal(anna, "name", side="german", name="x" * 41).code == "too-big"
        assert refusal(anna, "name", side="soviet", name="x").code == "forbidden"
    assert "player.german: Anna <b>K.</b>\n" in server.record(made)


def test_questions(server: Running) -> None:
    made = server.create()
    with server.join(made, "german") as anna, server.join(made, "soviet") as boris:
        legal = anna.offered()[0]
        assert anna.ask("why", action=legal) is None
        why = anna.ask("why", action="move 0406")
        assert set(why) == {"rule", "reason", "quotation"} and why["rule"] and why["reason"]
        assert anna.ask("forecast") is None
        zones = boris.ask("overlay", name="zones")
        assert zones and set(next(iter(zones.values()))) == {"badge", "note", "tone", "toward"}
        piece = anna.state["view"]["tokens"][0]["name"]
        assert boris.ask("overlay", name="reach", token=piece) is not None
        for what in ("why", "forecast", "hint", "standing"):
            assert refusal(boris, "ask", what=what, action=legal).code == "not-your-turn"
        assert refusal(anna, "ask", what="overlay", name="nonsense").code == "forbidden"
        assert refusal(anna, "ask", what="nonsense").code == "malformed"
        hint = anna.ask("hint")
        assert hint["action"] in anna.offered()
        assert hint["label"] and "{}" not in hint["label"]
        assert isinstance(hint["text"], str)
        stands = anna.ask("standing")
        assert set(stands["chances"]) == {"german", "soviet"} and sum(stands["chances"].values()) == pytest.approx(1)
        assert 0 <= stands["error"] <= 0.5


def test_how_it_stands_is_not_told_against_a_person_with_clocks(server: Running) -> None:
    clock = {"kind": "live", "minutes": 10, "increment": 20}
    for other, told in (({"kind": "me"}, False), ({"kind": "bot", "level": "random"}, True)):
        made = server.create(soviet=other, clock=clock)
        with server.join(made, "german") as anna:
            anna.seen()
            if told:
                assert anna.ask("standing")["chances"]
            else:
                assert refusal(anna, "ask", what="standing").code == "forbidden"


def test_chat_is_plain_text_for_all_and_kept(server: Running) -> None:
    made = server.create()
    with server.join(made, "german") as anna, server.join(made, "soviet") as boris, server.join(made) as spectator:
        anna.command("chat", side="german", text="Good\tluck\x00 <script>")
        first = boris.until_said(1)[0]
        assert first["from"] == "german" and first["text"] == "Good luck <script>" and first["at"] > 1e9
        spectator.command("chat", text="Hello", id=5)
        spectator.command("chat", text="Hello", id=5)
        assert boris.until_said(2)[1]["from"] == "spectator"
        assert refusal(anna, "chat", side="soviet", text="x").code == "forbidden"
        assert refusal(anna, "chat", text="x" * 501).code == "too-big"
        assert refusal(anna, "chat", text=" \n ").code == "malformed"
    with server.join(made, "german") as again:
        assert [line["text"] for line in again.until_said(2)] == ["Good luck <script>", "Hello"]
        last = again.chat[-1]["number"]
        assert [line["number"] for line in again.chat] == list(range(last + 1))
    with server.join(made, "german", chat=last) as again:
        again.until_said(1)
        assert [line["number"] for line in again.chat] == [last]


@pytest.mark.parametrize("seats", [{}, {"german": ME}, {"german": ME, "soviet": ME, "chance": ME}])
def test_seats_must_fit_the_game(server: Running, seats: dict[str, object]) -> None:
    answer = server.post("/api/matches", {"game": GAME, "seats": seats})
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
def test_what_cannot_be_created(server: Running, more: dict[str, object], status: int) -> None:
    answer = server.post("/api/matches", {"game": GAME, "seats": {"german": ME, "soviet": LINK}, **more})
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]["text"]
    assert server.get("/api/health").json() == {"ok": True, "matches": 0}


def test_options_and_scenario_hold(server: Running) -> None:
    made = server.create(scenario="typhoon", options={"soviet-replacements": "4"})
    summary = server.summary(made)
    assert summary["scenario"] == "typhoon" and summary["options"]["soviet-replacements"] == "4"
    assert "option.soviet-replacements: 4\n" in server.record(made)
