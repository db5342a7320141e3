"""The desk without a browser: what is stored before anybody is told, and what happens if it cannot be stored."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import pytest

from rasputitsa.bots import never
from rasputitsa.match import read, verify
from rasputitsa.page import Desk, NotStored
from rasputitsa.page.host import ELSEWHERE, FULL, Data
from rasputitsa.page.thinking import decide

GAME = "battle-for-moscow"
T = TypeVar("T")


class MemoryHost:
    """A browser in a few lines: rows are kept as JSON, bots think at once."""

    def __init__(self) -> None:
        self.rows: dict[tuple[Any, ...], str] = {}
        self.sent: list[tuple[int, Data]] = []
        self.full = False
        self.asked: list[Data] = []
        self.thoughts: asyncio.Semaphore | None = None  # of how many decisions there is time for
        self.interrupted: list[int] = []

    async def load(self, match: str) -> Data | None:
        row = self.rows.get(("matches", match))
        if row is None:
            return None
        parts = {
            part: [json.loads(text) for key, text in sorted(self.rows.items(), key=str) if key[:2] == (part, match)]
            for part in ("commands", "chat")
        }
        for part in parts.values():
            part.sort(key=lambda one: int(one["seq"]))
        return {"match": json.loads(row), **parts}

    async def write(self, rows: list[Data]) -> None:
        await asyncio.sleep(0)
        if self.full:
            raise NotStored(FULL)
        keys = [_key(row) for row in rows]
        if any(row.get("add") and key in self.rows for row, key in zip(rows, keys, strict=True)):
            raise NotStored(ELSEWHERE)
        self.rows |= {key: json.dumps(row["value"]) for row, key in zip(rows, keys, strict=True)}

    async def need(self, game: str) -> None:
        assert game == GAME

    async def think(self, question: Data) -> Data:
        self.asked.append(question)
        if self.thoughts is not None:
            await self.thoughts.acquire()
        return decide(json.loads(json.dumps(question)), never)

    def interrupt(self, ticket: int) -> None:
        self.interrupted.append(ticket)

    def send(self, channel: int, message: Data) -> None:
        self.sent.append((channel, json.loads(json.dumps(message))))

    def value(self, *key: str) -> Data:
        row: Data = json.loads(self.rows[key])
        return row

    def of_type(self, kind: str, channel: int = 1) -> list[Data]:
        return [message for to, message in self.sent if to == channel and message["type"] == kind]


def _key(row: Data) -> tuple[Any, ...]:
    value = row["value"]
    match row["store"]:
        case "matches":
            return "matches", value["id"]
        case "keys":
            return "keys", value["match"]
        case part:
            return part, value["match"], value["seq"]


def seats(soviet: str = "me") -> Data:
    return {"german": {"kind": "me"}, "soviet": {"kind": soviet, "level": "recruit"}}


async def created(desk: Desk, **more: Any) -> Data:
    answer = await desk.request(["matches"], "", {}, {"game": GAME, "seats": seats(), **more})
    made: Data = answer["data"]
    return made


async def joined(desk: Desk, made: Data, channel: int = 1) -> None:
    keys = list(made["keys"].values())
    await desk.hear(channel, made["match"], {"type": "hello", "keys": keys})


def run(work: Callable[[], Awaitable[T]]) -> T:
    async def main() -> T:
        async with asyncio.timeout(60):
            return await work()

    return asyncio.run(main())


async def play(desk: Desk, made: Data, number: int, action: str, side: str = "german", channel: int = 1) -> None:
    command = {"type": "play", "id": number + 1, "side": side, "number": number, "action": action}
    await desk.hear(channel, made["match"], command)


def test_an_action_is_stored_before_it_is_shown_and_another_desk_goes_on_from_there() -> None:
    host = MemoryHost()

    async def work() -> None:
        desk = Desk(host)
        made = await created(desk)
        await joined(desk, made)
        await play(desk, made, 0, "standard")
        assert host.of_type("done")[-1]["number"] == 1
        stored = await host.load(made["match"])
        assert stored is not None and [one["action"] for one in stored["commands"]] == ["standard"]
        another = Desk(host)
        await joined(another, made, channel=2)
        assert host.of_type("state", 2)[-1]["number"] == 1

    run(work)


def test_what_cannot_be_stored_is_refused_and_not_shown() -> None:
    host = MemoryHost()

    async def work() -> None:
        desk = Desk(host)
        made = await created(desk)
        await joined(desk, made)
        shown = len(host.of_type("state"))
        host.full = True
        await play(desk, made, 0, "standard")
        await asyncio.sleep(0.01)
        assert host.of_type("refused")[-1]["error"]["text"] == FULL
        assert host.of_type("bye")[-1]["code"] == "unavailable"
        assert len(host.of_type("state")) == shown and not host.of_type("done")
        host.full = False
        await joined(desk, made, channel=2)
        assert host.of_type("state", 2)[-1]["number"] == 0

    run(work)


def test_of_two_tabs_that_add_the_same_command_only_one_is_acknowledged() -> None:
    host = MemoryHost()

    async def work() -> None:
        one, other = Desk(host), Desk(host)
        made = await created(one)
        await joined(one, made, 1)
        await joined(other, made, 2)
        await play(one, made, 0, "standard", channel=1)
        await play(other, made, 0, "standard", channel=2)
        assert host.of_type("done", 1) and not host.of_type("done", 2)
        assert host.of_type("refused", 2)[-1]["error"]["text"] == ELSEWHERE

    run(work)


def test_a_bot_answers_and_is_given_a_guess() -> None:
    host = MemoryHost()

    async def work() -> None:
        desk = Desk(host)
        made = await created(desk, seats={"german": {"kind": "bot", "level": "recruit"}, "soviet": {"kind": "me"}})
        await joined(desk, made)
        for _ in range(400):
            await asyncio.sleep(0)
            if (host.of_type("state") or [{}])[-1].get("asked") == "soviet":
                break
        state = host.of_type("state")[-1]
        assert state["asked"] == "soviet" and state["number"] > 1
        assert host.asked and host.asked[0]["game"] == GAME

    run(work)


def test_a_hint_about_an_earlier_position_is_cut_short_and_the_bot_can_still_be_interrupted() -> None:
    host = MemoryHost()

    async def work() -> None:
        host.thoughts = asyncio.Semaphore(0)
        desk = Desk(host)
        made = await created(desk, seats=seats("bot"))
        await joined(desk, made)
        await play(desk, made, 0, "standard")
        number = host.of_type("done")[-1]["number"]
        asking = asyncio.ensure_future(desk.hear(1, made["match"], {"type": "ask", "id": 90, "what": "hint"}))
        await asyncio.sleep(0)
        await desk.hear(1, made["match"], {"type": "ask", "id": 91, "what": "hint"})
        assert host.of_type("refused")[-1]["error"]["code"] == "too-fast"
        [hint] = [question["ticket"] for question in host.asked]
        assert host.interrupted == []
        for action in ("done", "done", "done"):
            number = host.of_type("done")[-1]["number"]
            await play(desk, made, number, action)
        assert hint in host.interrupted
        await asyncio.sleep(0)
        bot = host.asked[-1]["ticket"]
        assert bot != hint
        host.thoughts.release()  # the hint ends while the bot thinks
        await asking
        await desk.hear(1, made["match"], {"type": "interrupt", "id": 92})
        assert host.interrupted[-1] == bot
        host.thoughts = None

    run(work)


def test_how_it_stands_is_worked_out_beside_a_hint() -> None:
    host = MemoryHost()

    async def work() -> None:
        desk = Desk(host)
        made = await created(desk, seats=seats("bot"))
        await joined(desk, made)
        await play(desk, made, 0, "standard")
        for number, what in enumerate(("standing", "hint"), 90):
            await desk.hear(1, made["match"], {"type": "ask", "id": number, "what": what})
        stands, hint = (message["data"] for message in host.of_type("reply")[-2:])
        assert set(stands["chances"]) == {"german", "soviet"} and hint["action"]

    run(work)


def test_records_verify_and_matches_are_exported_and_imported() -> None:
    host, another = MemoryHost(), MemoryHost()

    async def work() -> None:
        desk = Desk(host)
        made = await created(desk)
        await joined(desk, made)
        await play(desk, made, 0, "standard")
        await desk.hear(1, made["match"], {"type": "concede", "id": 9, "side": "german", "number": 1})
        key = made["keys"]["german"]
        text = (await desk.request(["matches", made["match"], "record"], key, {}, None))["data"]
        record = read(text)
        assert record.secret is not None and verify(record).fair is not False
        report = (await desk.request(["matches", made["match"], "report"], key, {}, None))["data"]
        assert report["outcome"]["winner"] == "soviet"
        stored = await host.load(made["match"])
        taking = Desk(another)
        assert await imported(taking, stored) == {"taken": 1, "known": 0, "refused": []}
        assert await imported(taking, stored) == {"taken": 0, "known": 1, "refused": []}
        again = (await taking.request(["matches", made["match"], "record"], key, {}, None))["data"]
        assert again == text

    run(work)


async def imported(desk: Desk, *matches: Any, **more: Any) -> Data:
    answer = await desk.request(["import"], "", {}, {"matches": list(matches), **more})
    found: Data = answer["data"]
    return found


async def exported(host: MemoryHost, desk: Desk, **more: Any) -> Data:
    """A match that has begun, as it is exported."""
    made = await created(desk, **more)
    await joined(desk, made)
    await play(desk, made, 0, "standard")
    stored = await host.load(made["match"])
    assert stored is not None
    return stored


def test_one_match_that_cannot_be_taken_does_not_keep_the_others_out_and_keys_come_with_their_matches() -> None:
    host, another = MemoryHost(), MemoryHost()

    async def work() -> None:
        desk = Desk(host)
        one, other = await exported(host, desk), await exported(host, desk)
        match = other["match"]["id"]
        cut = {**one, "commands": []}
        keys = [{"match": match, "keys": ["a", 5], "sides": {"german": "a"}, "heading": 3, "more": "x"}, 7, {"keys": 1}]
        answer = await imported(Desk(another), cut, other, 5, keys=keys)
        assert (answer["taken"], answer["known"], len(answer["refused"])) == (1, 0, 2)
        assert another.value("keys", match) == {
            "match": match,
            "game": "",
            "keys": ["a"],
            "sides": {"german": "a"},
            "spectators": "",
            "at": 0.0,
        }
        another.full = True
        refused = await Desk(another).request(["import"], "", {}, {"matches": [other, one]})
        assert refused["error"]["text"] == FULL

    run(work)


@pytest.mark.parametrize("uptime", [0.0, 50_000.0])
def test_the_clock_of_an_imported_match_goes_on_from_where_it_was(uptime: float) -> None:
    """Its times are those of the browser that it comes from."""
    host, another = MemoryHost(), MemoryHost()

    async def work() -> None:
        stored = await exported(host, Desk(host, 10_000.0), clock={"kind": "live", "minutes": 30})
        await imported(Desk(another, uptime), stored)
        row = another.value("matches", stored["match"]["id"])
        assert abs(row["header"]["clock"]["since"] - uptime) < 60

    run(work)


@pytest.mark.parametrize(
    "broken", [{}, 5, {"match": {}}, {"match": {"header": 1, "seats": []}, "commands": [], "chat": []}]
)
def test_what_is_no_export_is_refused(broken: Data) -> None:
    answer = run(lambda: Desk(MemoryHost()).request(["import"], "", {}, {"matches": [broken]}))
    assert answer["error"]["code"] == "malformed"


def test_a_key_is_needed_and_guests_by_link_are_not_offered() -> None:
    async def work() -> None:
        desk = Desk(MemoryHost())
        made = await created(desk)
        assert (await desk.request(["matches", made["match"]], "wrong", {}, None))["error"]["code"] == "forbidden"
        refused = await desk.request(["matches"], "", {}, {"game": GAME, "seats": seats("link")})
        assert refused["error"]["code"] == "malformed"

    run(work)


def test_notes_clocks_replays_and_a_rematch() -> None:
    host = MemoryHost()

    async def work() -> None:
        desk = Desk(host)
        made = await created(desk, clock={"kind": "live", "minutes": 30})
        match, key = made["match"], made["keys"]["german"]
        await joined(desk, made)
        assert host.of_type("clock")[-1]["clock"]["running"] == "german"
        await desk.request(["matches", match, "notes"], key, {}, {"text": "hold Tula"})
        assert (await Desk(host).request(["matches", match, "notes"], key, {}, None))["data"] == {"text": "hold Tula"}
        await play(desk, made, 0, "standard")
        past = (await desk.request(["matches", match, "replay"], key, {"at": "0"}, None))["data"]
        assert (past["number"], past["count"]) == (0, 1)
        await desk.hear(1, match, {"type": "concede", "id": 9, "side": "german", "number": 1})
        again = (await desk.request(["matches", match, "rematch"], key, {}, {}))["data"]
        assert list(again["keys"]) == ["soviet"]
        assert (await desk.request(["matches", again["match"]], again["keys"]["soviet"], {}, None))["data"][
            "number"
        ] == 0

    run(work)
