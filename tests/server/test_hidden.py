"""A game with hidden information: nobody is shown what they may not know."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

from rasputitsa.server import long_jobs

from ..browser.scripts import soviet_turn
from ..match.toy import TOY
from .test_play import refusal
from .tools import ME, Client, Data, Running

TOY_MODULE = "rasputitsa.games.toy"
LONG_JOB = """
from tests.server.test_hidden import make_toy_known
from rasputitsa.server.long_job import main
make_toy_known()
main()
"""


@pytest.fixture(autouse=True)
def toy_is_known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    games: Any = import_module("rasputitsa.games")
    monkeypatch.setitem(sys.modules, TOY_MODULE, ModuleType(TOY_MODULE))
    monkeypatch.setitem(games._PACKAGES, "toy", "toy")
    monkeypatch.setattr(long_jobs, "COMMAND", (sys.executable, "-c", LONG_JOB))
    make_toy_known()
    yield
    games._load.cache_clear()


def make_toy_known() -> None:
    games: Any = import_module("rasputitsa.games")
    module: Any = ModuleType(TOY_MODULE)
    module.GAME = TOY
    sys.modules[TOY_MODULE] = module
    games._PACKAGES["toy"] = "toy"


def create(server: Running, scenario: str = "plain") -> Data:
    answer = server.post("/api/matches", {"game": "toy", "scenario": scenario, "seats": {"red": ME, "blue": ME}})
    assert answer.status_code == 201, answer.text
    made: Data = answer.json()
    return made


def test_every_side_sees_its_own_view(server: Running) -> None:
    made = create(server)
    with server.join(made, "red") as red, server.join(made, "blue") as blue, server.join(made) as spectator:
        assert red.seen()["view"]["guarded"] == {"red": "low"}
        assert blue.seen()["view"]["guarded"] == {"blue": "high"}
        assert spectator.seen()["view"]["guarded"] == {}
    with server.join(made, "red", "blue") as both:
        assert both.seen()["view"]["guarded"] == {"red": "low"}
        both.play("done")
        assert both.state["asked"] == "blue" and both.state["view"]["guarded"] == {"blue": "high"}
        both.act("concede", "blue")
        both.until_state(lambda state: state["outcome"])
        assert both.state["view"]["guarded"] == {"red": "low"}


def test_actions_and_events_are_for_those_who_may_know_them(server: Running) -> None:
    made = create(server)
    with server.join(made, "red") as red, server.join(made, "blue") as blue, server.join(made) as spectator:
        red.play("mutter")
        red.play("whisper")
        red.play("step")
        for client in (blue, spectator):
            client.seen()
            while client.state["number"] < 3:
                client.until_state()
        assert [entry["action"] for entry in red.log] == ["mutter", "whisper", "step"]
        assert [entry["action"] for entry in blue.log] == ["", "", ""]
        assert [len(entry["events"]) for entry in red.log] == [1, 0, 1]
        assert [len(entry["events"]) for entry in blue.log] == [0, 1, 1]
        assert [len(entry["events"]) for entry in spectator.log] == [0, 0, 1]
        path = f"/api/matches/{made['match']}/replay?at=1"
        assert server.get(path, made["keys"]["red"]).json()["entry"]["action"] == "mutter"
        assert server.get(path, made["keys"]["blue"]).json()["entry"] == {
            "number": 0,
            "side": "red",
            "action": "",
            "events": [],
        }
        red.act("concede", "red")
    with server.join(made) as late:
        late.seen()
        assert [entry["action"] for entry in late.log] == ["mutter", "whisper", "step", "concedes"]
        assert [len(entry["events"]) for entry in late.log] == [1, 1, 1, 1]


def test_dice_fall_for_all_to_see(server: Running) -> None:
    made = create(server)
    with server.join(made, "red") as red, server.join(made, "blue") as blue, server.join(made) as spectator:
        red.play("barrage")
        red.play("dig")
        for client in (blue, spectator):
            client.seen()
            while client.state["number"] < 4:
                client.until_state()
            barrage, roll, dig, draw = (entry["action"] for entry in client.log)
            assert roll == red.log[1]["action"] and roll.startswith("roll ")
            assert barrage == dig == draw == ""  # what is drawn may be a secret
        path = f"/api/matches/{made['match']}/replay?at=2"
        assert server.get(path, made["keys"]["blue"]).json()["entry"]["action"] == red.log[1]["action"]


def test_a_client_with_both_keys_knows_whose_a_secret_is(server: Running) -> None:
    made = create(server)
    with server.join(made, "red", "blue") as both:
        both.play("mutter")
        both.play("whisper")
        both.play("step")
        assert [entry["events"][0].get("visible_to") for entry in both.log] == ["red", "blue", None]


def test_views_and_records_open_after_the_end(server: Running) -> None:
    made = create(server)
    path = f"/api/matches/{made['match']}"
    red, blue, spectator = made["keys"]["red"], made["keys"]["blue"], made["spectators"]
    assert server.get(f"{path}/replay", red).json()["view"]["guarded"] == {"red": "low"}
    assert server.get(f"{path}/replay?as=red", red).status_code == 200
    for key, viewer in ((red, "blue"), (blue, "red"), (spectator, "red")):
        assert server.get(f"{path}/replay?as={viewer}", key).status_code == 403
    for key in (red, blue, spectator):
        assert server.get(f"{path}/record", key).status_code == 403
    with server.join(made, "blue") as client:
        client.act("concede", "blue")
    assert server.get(f"{path}/replay?as=blue", red).json()["view"]["guarded"] == {"blue": "high"}
    assert server.get(f"{path}/record", spectator).text.startswith("rasputitsa record")


def test_everything_is_seen_after_the_end_and_by_nobody_before(server: Running) -> None:
    made = create(server)
    path = f"/api/matches/{made['match']}/replay"
    keys = (made["keys"]["red"], made["keys"]["blue"], made["spectators"])
    with server.join(made, "red") as red:
        red.play("mutter")
        for key in keys:
            assert server.get(f"{path}?as=everything", key).status_code == 403
            public = server.get(f"{path}?as=public", key).json()
            assert public["view"]["guarded"] == {} and public["entry"]["events"] == []
        red.act("concede", "red")
    for key in keys:
        for number in (0, 1, 2):
            seen = server.get(f"{path}?at={number}&as=everything", key).json()
            assert seen["view"]["guarded"] == {"red": "low", "blue": "high"}
        assert server.get(f"{path}?at=1&as=everything", key).json()["entry"]["action"] == "mutter"
    assert server.get(f"{path}?as=nobody", keys[0]).status_code == 400


def test_who_is_not_asked_learns_nothing_by_asking(server: Running) -> None:
    made = create(server)
    with server.join(made, "blue") as blue:
        blue.seen()
        texts = {refusal(blue, "play", side="blue", number=0, action=action).text for action in ("step", "jump 2", "x")}
        assert len(texts) == 1
        for what in ("why", "forecast", "hint"):
            assert refusal(blue, "ask", what=what, action="jump 2").code == "not-your-turn"


def shown_to(client: Client) -> str:
    client.drain(0.2)
    return json.dumps([client.state | {"commitment": ""}, client.log])


def test_what_is_hidden_makes_no_difference(server: Running) -> None:
    """Matches that differ only in what blue may not know look the same to blue, to the letter."""
    seen: dict[tuple[str, str], str] = {}
    for _ in range(40):
        made = create(server, "dealt")
        with server.join(made, "red") as red, server.join(made, "blue") as blue:
            deal = (red.seen()["view"]["guarded"]["red"], blue.seen()["view"]["guarded"]["blue"])
            if deal in seen:
                continue
            red.play("mutter")
            red.play("done")
            blue.until_state(lambda state: state["asked"] == "blue")
            seen[deal] = shown_to(blue)
        if len(seen) == 4:
            break
    for own in ("low", "high"):
        assert seen["low", own] == seen["high", own]
    assert seen["low", "low"] != seen["low", "high"]


def test_the_other_hand_makes_no_difference(server: Running) -> None:
    """Whichever cards the Soviet player takes, and whether one of them fits, the German is shown the same."""
    seen = []
    for hand in (("S1", "S2"), ("S3", "S6")):
        made = server.post("/api/matches", {"record": soviet_turn(), "seats": {"german": ME, "soviet": ME}}).json()
        with server.join(made, "german") as german, server.join(made, "soviet") as soviet:
            soviet.seen()
            for action in ("done", *(f"take {card}" for card in hand)):
                soviet.play(action)
            while soviet.state["asked"] == "soviet":
                soviet.play("done")
            german.until_state(lambda state: state["asked"] == "german")
            for action in ("take G1", "take G2", "take G3", "take G4"):
                german.play(action)
            seen.append(shown_to(german))
    assert seen[0] == seen[1]
    assert '"count": 2' in seen[0] and "S6" not in seen[0]
