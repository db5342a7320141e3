"""How long the turn of somebody else is shown: three paces, and a bound for the whole turn at the second of them."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import Visitor
from .server import Server

# A turn of so many updates comes at once, after a computer has thought for some milliseconds. Every eighth is a battle,
# the others are moves, in three sectors by turns.
SHOWN = """async ([pace, count, thought]) => {
    const { Pace } = await import("/web/match/pace.js");
    const { Playback } = await import("/web/match/playback.js");
    const store = await import("/web/store.js");
    store.change({ pace });
    const seats = { german: { kind: "person" }, soviet: { kind: "bot" } };
    const [you, view] = [["german"], { phase: "movement" }];
    const state = (number, asked) => ({ number, asked, seats, you, outcome: null, view });
    const event = (kind, space) => ({ kind, spaces: ["0101", space], tokens: [], text: "", rule: "", side: "soviet" });
    const entry = (side, number, ...events) => ({ side, number, events });
    const move = (i) => entry("soviet", i, event("move", "sector " + Math.floor(i / 20) % 3));
    const update = (i) => ({
        state: state(i, i === count ? "german" : "soviet"),
        entries: i % 8 ? [move(i)] : [entry("soviet", i), entry("chance", i, event("battle", "0101"))],
    });
    const shown = [];
    let numbers = [];
    window.begin = () => {
        const start = performance.now();
        const present = async ({ entries }) => {
            shown.push(entries.length);
            numbers.push(...entries.map(({ number }) => number));
            await playback.rest(entries.some(({ side }) => side === "chance") ? 1750 : 420);
        };
        const time = () => performance.now() - start;
        const done = () => {
            if (numbers.at(-1) === count) window.found = { shown, numbers: [...new Set(numbers)], time: time() };
        };
        const playback = new Playback(present, done, console.error, new Pace((one, other) => one === other));
        playback.push({ state: state(0, "soviet"), entries: [entry("german", 0)] });
        const play = () => { for (let i = 1; i <= count; i++) playback.push(update(i)); };
        setTimeout(play, thought);
    };
}"""


def shown(visitor: Visitor, server: Server, pace: str, count: int, thought: int = 0) -> Any:
    page = visitor.page(moving=True)
    page.clock.install()
    page.goto(server.url)
    page.evaluate(SHOWN, [pace, count, thought])
    page.evaluate("window.begin()")
    page.clock.run_for(100_000)
    page.wait_for_function("() => window.found")
    found = page.evaluate("window.found")
    assert found["numbers"] == list(range(count + 1)), "everything is shown, in order"
    return found


@pytest.mark.parametrize(("count", "thought"), [(40, 0), (400, 0), (40, 8_000)])
def test_a_turn_takes_at_most_fifteen_seconds_at_the_brisk_pace(
    visitor: Visitor, server: Server, count: int, thought: int
) -> None:
    found = shown(visitor, server, "brisk", count, thought)
    assert found["time"] <= 15_000
    assert len(found["shown"]) < count / 2, "quiet moves of one sector are shown together"


def test_a_turn_is_shown_however_long_the_computer_has_thought(visitor: Visitor, server: Server) -> None:
    found = shown(visitor, server, "brisk", 40, 30_000)
    assert 30_000 + 3_000 <= found["time"] <= 30_000 + 5_000


def test_every_move_can_be_watched(visitor: Visitor, server: Server) -> None:
    found = shown(visitor, server, "watch", 40)
    assert len(found["shown"]) == 41
    assert found["time"] > 35 * 420


def test_a_turn_can_be_shown_at_once(visitor: Visitor, server: Server) -> None:
    found = shown(visitor, server, "once", 400)
    assert found["time"] < 500
    assert len(found["shown"]) < 6
