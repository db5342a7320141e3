"""Two people at one screen: what only one of them may know is gone before the other looks, and is not read aloud."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .conftest import Visitor
from .server import Data, Server
from .table import Table
from .test_moscow_41 import GAME, before, sit

# All that a screen reader is given to read, from the moment on at which somebody listens.
LISTEN = """
    window.spoken = [];
    const regions = "[aria-live], [role=status], [role=alert]";
    new MutationObserver((changes) => {
        for (const { target } of changes) {
            const region = (target.parentElement ?? target).closest?.(regions) ?? target.closest?.(regions);
            if (region?.textContent) window.spoken.push(region.textContent);
        }
    }).observe(document, { subtree: true, childList: true, characterData: true });
"""
# The page as it is, with what was typed into it, and what this browser stores.
EVERYTHING = """() => [
    document.documentElement.outerHTML, document.title,
    ...[...document.querySelectorAll("input, textarea")].map((one) => one.value),
].join("\\n")"""
GERMAN = ("24th Panzer Corps", "46th Panzer Corps", "G-2Pg-24", "G-2Pg-46")  # concealed from the Soviet player
SOVIET = ("he 16th Army", "S-W-16A")  # the map has a "16th Army" too


def at_one_screen(visitor: Visitor, server: Server) -> Table:
    made = server.create(game=GAME, position=before("german"))
    t = sit(visitor, server, made, "german", "soviet")
    t.take_over("German")
    t.ready()
    return t


IMPULSE = ("tactical", "activate S-HQW", "reveal", "done", "unit S-W-16A", "move 80")


def end_impulse(t: Table) -> None:
    """The last answer of an impulse, after which the screen is covered."""
    t.offers("done").click()
    sure = t.question.locator(".sure")
    expect(t.cover.or_(sure)).to_be_visible()
    if sure.count():
        sure.click()
    expect(t.cover).to_be_visible()


def found(text: str, names: tuple[str, ...]) -> list[str]:
    """Where these names occur."""
    return [text[max(0, at - 100) : at + 60] for name in names if (at := text.find(name)) >= 0]


def spoken(page: Page) -> str:
    page.wait_for_timeout(600)  # announcements wait for one another
    heard: list[str] = page.evaluate("window.spoken.splice(0)")
    return "\n".join(heard)


def test_nobody_hears_what_the_other_did(visitor: Visitor, server: Server) -> None:
    t = at_one_screen(visitor, server)
    t.page.evaluate(LISTEN)
    t.answer("pass", "unit G-2Pg-24")
    assert found(spoken(t.page), GERMAN), "the German player hears of the block in hand"
    t.offers("move 100").click()
    expect(t.cover).to_contain_text("Hand over to the Soviet player")
    t.page.evaluate("window.spoken = []")
    assert not found(spoken(t.page), GERMAN), "under the cover"
    t.take_over("Soviet")
    heard = spoken(t.page)
    assert "Choose your impulse" in heard and not found(heard, GERMAN)
    # And the other way round.
    t.answer(*IMPULSE)
    assert found(spoken(t.page), SOVIET)
    end_impulse(t)
    expect(t.cover).to_contain_text("Hand over to the German player")
    t.take_over("German")
    assert not found(spoken(t.page), SOVIET)


# What is still being announced, and the messages on the screen, when the screen is covered.
COVERED = """async () => {
    const { announce, prepare, toast } = await import("/web/announcer.js");
    const { HandOver } = await import("/web/match/handover.js");
    prepare(document.body);
    announce("Zebra is in hand.");
    toast("Zebra cannot move.");
    const frame = { element: document.body, clearBoard() {} };
    const manifest = { data: { backs: { unknown: {} } }, sideTitle: () => "Soviet", sideClass: () => "" };
    const handOver = new HandOver({ manifest, frame, conceal() {}, connection: {}, coach: () => null });
    void handOver.run({ asked: "soviet" }, []);
    await new Promise((resolve) => setTimeout(resolve, 500));
    return document.documentElement.outerHTML;
}"""


def test_what_was_still_to_be_read_aloud_is_dropped(visitor: Visitor, server: Server) -> None:
    page = visitor.page()
    page.goto(server.url)
    seen = page.evaluate(COVERED)
    assert "Hand over to the Soviet player" in seen and "Zebra" not in seen


# What is shown of entries that each side is told in words of its own, to whoever has the keys of both sides.
ENTRIES = """async ([viewer, coach, outcome]) => {
    const { HandOver } = await import("/web/match/handover.js");
    const told = (text, only) => ({ text, kind: "loss", rule: "", side: "", spaces: [], tokens: [], ...only });
    const versions = [told("own", { visible_to: "soviet" }), told("other", { hidden_from: "soviet" }), told("all")];
    const log = ["chance roll 5", "soviet move 80"].map((line) => {
        const [side, ...action] = line.split(" ");
        return { number: 0, side, action: action.join(" "), events: versions };
    });
    const connection = { latest: { you: ["german", "soviet"], outcome } };
    const handOver = new HandOver({ manifest: { hidden: true }, connection, coach: () => coach });
    handOver.viewer = viewer;
    return handOver.visibleEntries(log).map(({ action, events }) => [action, ...events.map((event) => event.text)]);
}"""
OWN, OTHER = ["own", "all"], ["other", "all"]
LEARNING = {"tutorial": {"side": "german"}, "free": False}
OVER = {"winner": "german", "reason": "", "rule": ""}


@pytest.mark.parametrize(
    ("viewer", "coach", "outcome", "move", "events"),
    [
        ("german", None, None, "", OTHER),
        ("soviet", None, None, "move 80", OWN),
        (None, None, None, "", OTHER),
        (None, LEARNING, None, "", OTHER),
        (None, {**LEARNING, "free": True}, None, "move 80", OWN),
        ("german", None, OVER, "move 80", OWN),
    ],
)
def test_nobody_is_told_anything_twice(
    visitor: Visitor, server: Server, viewer: str | None, coach: Data, outcome: Data, move: str, events: list[str]
) -> None:
    """Nor are dice forgotten, which fall for all to see."""
    page = visitor.page()
    page.goto(server.url)
    assert page.evaluate(ENTRIES, [viewer, coach, outcome]) == [["roll 5", *events], [move, *events]]


def notes(t: Table) -> str:
    return t.tab("Notes").get_by_label("My notes").input_value()


@pytest.mark.soak
def test_notes_are_those_of_who_looks(visitor: Visitor, server: Server) -> None:
    t = at_one_screen(visitor, server)
    keys = {"german": t.page.evaluate(KEY_OF, "german"), "soviet": t.page.evaluate(KEY_OF, "soviet")}
    box = t.tab("Notes").get_by_label("My notes")
    t.answer("pass", "unit G-2Pg-24")
    t.tab("Notes")
    box.press_sequentially("Zebra first")
    t.offers("move 100").click()  # before they are saved
    expect(t.cover).to_contain_text("Hand over to the Soviet player")
    assert "Zebra" not in t.page.evaluate(EVERYTHING)
    t.take_over("Soviet")
    expect(t.page.get_by_text("Saved with your seat")).to_be_visible()
    assert notes(t) == ""
    box.focus()
    t.page.keyboard.press("ControlOrMeta+z")  # nothing that was typed before comes back
    assert notes(t) == ""
    box.press_sequentially("Hold Giraffe")
    t.answer(*IMPULSE)
    t.tab("Notes")
    end_impulse(t)
    expect(t.cover).to_contain_text("Hand over to the German player")
    assert "Giraffe" not in t.page.evaluate(EVERYTHING)
    t.take_over("German")
    expect(box).to_have_value("Zebra first")
    # Each is kept with its own seat.
    stored = {side: server.get(f"/api/matches/{t.match}/notes", key).json()["text"] for side, key in keys.items()}
    assert stored == {"german": "Zebra first", "soviet": "Hold Giraffe"}
    # Who loads the page anew, or looks at the replay, sees none before taking over.
    t.page.reload()
    expect(t.cover).to_be_visible()
    assert "Zebra" not in t.page.evaluate(EVERYTHING)
    t.page.goto(f"{server.url}/match/{t.match}/replay")
    expect(t.page.get_by_role("slider", name="Position")).to_be_visible()
    expect(t.page.get_by_role("tab", name="Notes")).to_have_count(0)


KEY_OF = """async (side) => {
    const [{ match, keys }] = JSON.parse(localStorage.getItem("rasputitsa.matches"));
    for (const key of keys) {
        const answer = await fetch(`/api/matches/${match}`, { headers: { Authorization: `Bearer ${key}` } });
        if ((await answer.json()).you.includes(side)) return key;
    }
}"""


@pytest.mark.soak
def test_notes_that_the_server_did_not_get(visitor: Visitor, server: Server) -> None:
    """They wait in the browser, for the player who wrote them."""
    visitor.expected = ["Failed to load resource", "ERR_FAILED"]
    t = at_one_screen(visitor, server)
    box = t.tab("Notes").get_by_label("My notes")
    expect(t.page.get_by_text("Saved with your seat")).to_be_visible()
    t.page.route("**/notes", lambda route: route.abort())
    box.press_sequentially("Zebra first")
    expect(t.page.get_by_text("Not saved yet")).to_be_visible()
    t.answer("pass", "unit G-2Pg-24")
    t.offers("move 100").click()
    t.take_over("Soviet")
    assert notes(t) == ""
    t.page.unroute("**/notes")
    t.answer(*IMPULSE)
    end_impulse(t)
    t.take_over("German")
    t.tab("Notes")
    expect(box).to_have_value("Zebra first")


@pytest.mark.soak
def test_nothing_else_is_left_under_the_cover(visitor: Visitor, server: Server) -> None:
    t = at_one_screen(visitor, server)
    press = t.page.keyboard.press
    t.tab("Players").get_by_label("Message").fill("My 46th Panzer Corps comes")
    t.answer("pass", "unit G-2Pg-24")
    # The player looks around: an overlay about a block, its card, what the keyboard is on, why something is impossible.
    t.page.get_by_label("Overlays").first.click()
    t.page.get_by_role("button", name="Line of Communication").click()
    expect(t.page.locator(".rb-tint")).not_to_have_count(0)
    t.page.mouse.click(*t.in_sight(t.middle, "G-2Pg-46"), button="right")
    expect(t.page.get_by_role("region", name="This space")).to_contain_text("46th Panzer Corps")
    press("m")
    for key in ("Tab", "ArrowLeft", "ArrowRight", "]"):
        press(key)
    t.page.mouse.move(*t.middle("G-2Pg-24"))
    assert found(t.page.evaluate(EVERYTHING), GERMAN)
    t.offers("move 100").click()
    expect(t.cover).to_contain_text("Hand over to the Soviet player")
    t.page.wait_for_timeout(500)
    seen = t.page.evaluate(EVERYTHING)
    assert not found(seen, GERMAN + SOVIET)
    expect(t.page.locator(".rb-tint")).to_have_count(0)
    # No key brings anything onto the page.
    for key in ("i", "1", "2", "3", "4", "d", "e", "q", "n", "s", "l", "w", "t", "/", "u", "r", "Escape"):
        press(key)
    t.page.wait_for_timeout(1000)
    seen = t.page.evaluate(EVERYTHING)
    assert not found(seen, GERMAN + SOVIET)
    expect(t.page.locator(".rb-tint")).to_have_count(0)
    expect(t.cover).to_contain_text("Hand over to the Soviet player")
    t.take_over("Soviet")
    t.page.wait_for_timeout(500)
    assert not found(t.page.evaluate(EVERYTHING), GERMAN)
    assert t.tab("Players").get_by_label("Message").input_value() == ""
