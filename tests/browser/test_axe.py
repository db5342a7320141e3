"""axe-core finds nothing serious on any screen: light and dark where it is wide, light where it is narrow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from .conftest import DESKTOP, PHONE, Visitor
from .positions import begun, late
from .server import LINK, ME, Server, bot
from .table import Table

Look = tuple[Literal["light", "dark"], dict[str, Any]]
LOOKS: tuple[Look, ...] = (("light", DESKTOP), ("dark", DESKTOP), ("light", PHONE))

# Colours fade into each other for a moment.
SETTLED = """() => Promise.race([
    new Promise((resolve) => setTimeout(resolve, 1000)),
    Promise.all(
        document.getAnimations()
            .filter((one) => one instanceof CSSTransition)
            .map((one) => one.finished.catch(() => 0))),
]).then(() => true)"""
TAKE_OUT = """() => {
    window.taken = [...document.querySelectorAll(".rb-stage")].map((one) => [one, one.parentNode, one.nextSibling]);
    for (const [one] of window.taken) one.remove();
}"""
SERIOUS = """async (options) => {
    const { violations } = await axe.run(document, options);
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    const first = (nodes) => nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join("; ");
    return serious.map(({ id, nodes }) => `${id}: ${first(nodes)}`);
}"""
PUT_BACK = "() => { for (const [one, parent, next] of window.taken) parent.insertBefore(one, next); }"


class Inspector:
    """Looks at a page in all its looks, and keeps what is wrong."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.found: list[str] = []

    def look(self, page: Page, where: str, whole: bool = False, on_phone: bool = True) -> None:
        """The drawing of the map is hidden from readers and large, so it is taken out unless the whole is wanted."""
        if not whole:
            page.evaluate(TAKE_OUT)
        for theme, size in LOOKS if on_phone else LOOKS[:2]:
            narrow = size is PHONE
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            page.set_viewport_size(size["viewport"])
            expect(page.locator("html")).to_have_attribute("data-theme", theme)
            page.evaluate(SETTLED)
            if page.evaluate("document.scrollingElement.scrollWidth > innerWidth"):
                self.found.append(f"{where}{', narrow' * narrow}: sticks out at the side")
            if theme == "dark" and not narrow:
                self.visitor.picture(page, f"{where.replace(' ', '-')}-dark")
            self.run(page, f"{where}, {theme}{', narrow' * narrow}", theme == "dark")
        page.set_viewport_size(DESKTOP["viewport"])
        if not whole:
            page.evaluate(PUT_BACK)

    def run(self, page: Page, where: str, colours: bool) -> None:
        options = {
            "resultTypes": ["violations"],
            "preload": False,
            **({"runOnly": ["color-contrast"]} if colours else {}),
        }
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE_SCRIPT)
        self.found += [f"{where}: {complaint}" for complaint in page.evaluate(SERIOUS, options)]

    def content(self) -> None:
        assert not self.found, "\n".join(self.found)


@pytest.mark.soak
def test_pages(visitor: Visitor, server: Server) -> None:
    inspector = Inspector(visitor)
    page = visitor.page()
    made = server.create(ME, bot("random"))
    Table(page).open(server.url, made["match"], made["keys"]["german"])  # so that there is something to list
    for name, path in (
        ("home", "/"),
        ("new", "/new?record"),
        ("learn", "/learn"),
        ("rules", "/rules/battle-for-moscow"),
    ):
        page.goto(server.url + path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        if name == "home":
            expect(page.get_by_role("region", name="My matches")).to_contain_text("Battle for Moscow")
        inspector.look(page, name)
    page.get_by_role("button", name="Settings").click()
    inspector.look(page, "settings")
    page.keyboard.press("Escape")
    page.goto(server.url + "/new")
    page.get_by_role("button", name="Start match").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Match created")
    inspector.look(page, "invitation")
    inspector.content()


@pytest.mark.soak
def test_table(visitor: Visitor, table: Callable[..., Table]) -> None:
    inspector = Inspector(visitor)
    t = table()
    inspector.look(t.page, "set-up", whole=True)
    t = table(record=begun())
    t.answer("attack 0405", "with 46pz")
    inspector.look(t.page, "battle")
    t.answer("declare", "done")
    inspector.look(t.page, "die")
    while not t.where.startswith("Turn 1, German Movement"):
        t.answer(t.actions()[-1])
    t.answer("unit 24pz")
    t.page.keyboard.press("1")
    t.offers("move 0306")
    t.click("1410")
    expect(t.note).to_be_visible()
    inspector.look(t.page, "movement with overlay list and note")
    t.page.keyboard.press("o")
    t.page.keyboard.press("?")
    inspector.look(t.page, "keys")
    t.page.keyboard.press("Escape")
    inspector.content()


@pytest.mark.soak
def test_panels(visitor: Visitor, table: Callable[..., Table]) -> None:
    inspector = Inspector(visitor)
    t = table(record=begun())
    t.answer("done", "unit 7ak", "move 0202")
    for tab in ("Log", "Status", "Charts", "Rules", "Players", "Notes"):
        panel = t.tab(tab)
        if tab == "Status":
            panel.get_by_text("Russian order of battle").click()
        inspector.look(t.page, tab.lower())
    inspector.content()


@pytest.mark.soak
def test_what_the_table_tells(visitor: Visitor, server: Server) -> None:
    """A greeting, declared battles, the legend of each overlay, and the enemy's turn."""
    inspector = Inspector(visitor)
    made = server.create(LINK, LINK, record=begun())
    t = visitor.table(server, made["match"], made["keys"]["german"])
    inspector.look(t.page, "greeting")
    t.answer("attack 0508", "with 24pz", "declare")
    inspector.look(t.page, "declared")
    for key in "1234":
        t.page.keyboard.press(key)
        inspector.look(t.page, f"overlay {key}", on_phone=False)
    t.answer("drop 0508", "done", "done")
    other = visitor.table(server, made["match"], made["keys"]["soviet"])
    while "Russian" in other.where:
        if "Turn 1, Russian Movement" in other.where:
            other.answer("unit 40a", "move 0607")
            other.answer(*(action for action in other.actions() if action == "stop"))
        other.answer("done")
    t.at(other.number)
    expect(t.page.get_by_role("region", name="The last enemy turn")).to_be_visible()
    inspector.look(t.page, "enemy turn")
    inspector.content()


@pytest.mark.soak
def test_clocks(visitor: Visitor, server: Server, table: Callable[..., Table]) -> None:
    eye = Inspector(visitor)
    page = visitor.page()
    page.goto(server.url + "/new")
    page.get_by_role("group", name="Clock", exact=True).get_by_text("Minutes a side").click()
    eye.look(page, "clock for a new match")
    t = table(record=begun(), clock={"kind": "live", "minutes": 0.05})
    expect(t.page.get_by_role("button", name="Claim the win")).to_be_visible()
    eye.look(t.page, "clock that has run out")
    eye.content()


@pytest.mark.soak
def test_end(visitor: Visitor, server: Server, table: Callable[..., Table]) -> None:
    inspector = Inspector(visitor)
    t = table(record=late("soviet"))
    t.answer("attack 0304", "with 41pz", "declare", "done")
    t.tab("Players").get_by_role("button", name="Concede").first.click()
    inspector.look(t.page, "concede")
    t.page.get_by_role("dialog").get_by_role("button", name="Concede").click()
    t.over()
    expect(t.result).to_be_in_viewport(ratio=1)
    inspector.look(t.page, "result")
    t.page.get_by_role("button", name="Match report").click()
    expect(t.page.get_by_role("dialog")).to_be_visible()
    inspector.look(t.page, "report")
    t.page.keyboard.press("Escape")
    t.result.get_by_role("link", name="Replay").click()
    expect(t.page.locator(".moment")).to_be_visible()
    inspector.look(t.page, "replay")
    inspector.content()


def test_tutorial(visitor: Visitor, server: Server) -> None:
    inspector = Inspector(visitor)
    page = visitor.page()
    page.goto(server.url + "/learn")
    page.locator(".card").filter(has_text="Battle for Moscow").get_by_role("button", name="Start").first.click()
    t = Table(page).ready()
    inspector.look(page, "tutorial")
    t.coach.get_by_role("button", name="Next").click()
    inspector.content()
