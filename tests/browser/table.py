"""A match as a player sees it: the question, the choices, the map, the log."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from .server import Data

AREAS = ("north", "center", "south", "romania", "soviet")  # places of a map that have no number

# Once: a match is among those that this browser knows.
KNOWN = """(() => {
    const name = "rasputitsa.matches", known = KNOWN;
    if (sessionStorage.getItem(known.match)) return;
    sessionStorage.setItem(known.match, "known");
    const before = JSON.parse(localStorage.getItem(name) ?? "[]").filter((one) => one.match !== known.match);
    localStorage.setItem(name, JSON.stringify([known, ...before]));
})()"""

# Where the middle of a space is on the screen. The drawing is laid out by the client's own module.
PLACE = """async ([game, name]) => {
    const host = document.querySelector(".rb-board");
    const size = host.clientWidth + "x" + host.clientHeight;
    if (window.laidOut?.size !== size) {
        const { Layout } = await import("/web/board/layout.js");
        const layout = new Layout(await (await fetch("/api/games/" + game)).json());
        layout.arrange(host.clientWidth, host.clientHeight);
        window.laidOut = { size, layout };
    }
    const [x, y] = window.laidOut.layout.places.get(name).centre;
    const svg = document.querySelector(".rb-play");
    const [left, top, width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    const box = svg.getBoundingClientRect();
    return [box.left + (x - left) * box.width / width, box.top + (y - top) * box.height / height];
}"""

# Nothing on the map moves: the counters and the window lie still from one frame to the next.
STILL = """() => new Promise((resolve) => {
    let before = "";
    const look = () => {
        const places = [...document.querySelectorAll(".rb-counters [data-token], .rb-play")];
        const now = places.map((one) => one.getBoundingClientRect()).map(({ x, y }) => `${x} ${y}`).join();
        if (now === before) resolve(true);
        else { before = now; setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(look)), 60); }
    };
    look();
})"""

# Whether a counter lies in a closed stack of which several can be chosen.
FOLDED = """(counter) => {
    const lit = [...document.querySelectorAll(".rb-counters .rb-lit-token")];
    const stack = lit.filter((one) => one.dataset.at === counter.dataset.at);
    const onMap = counter.matches(".rb-beneath, .rb-high");
    return onMap && stack.length > 1 && !counter.matches(".rb-fanned");
}"""


def start(page: Page, side: str, title: str = "Battle for Moscow") -> Locator:
    """The button of the first page that starts a match against a bot."""
    return page.get_by_role("region", name=title, exact=True).get_by_role("button", name=f"Play the {side}")


class Table:
    def __init__(self, page: Page, game: str = "battle-for-moscow", touch: bool = False) -> None:
        self.page = page
        self.touch = touch
        self.game = game
        self.element = page.locator(".match-screen")
        self.question = page.get_by_role("region", name="Question")
        self.hands = page.get_by_role("region", name="Cards", exact=True)
        self.cover = page.get_by_role("dialog", name="Hand over")
        self.battle = page.get_by_role("region", name="Battle", exact=True)
        self.coach = page.get_by_role("region", name="Tutorial")
        self.result = page.get_by_role("region", name="Result", exact=True)
        self.note = page.locator(".callout")
        self.map = page.locator(".rb-board")
        self.tools = page.get_by_role("toolbar", name="Tools")

    # Opening.

    def open(self, url: str, match: str, *keys: str) -> Table:
        """Come to a match by its links."""
        *before, last = keys
        if before:  # as if they had come by these links already, but the page is opened once
            known = {"match": match, "game": "", "keys": before, "sides": {}, "spectators": "", "at": 1, "guest": True}
            self.page.add_init_script(KNOWN.replace("KNOWN", json.dumps(known)))
        self.page.goto(f"{url}/match/{match}#{last}")
        return self.ready()

    def ready(self) -> Table:
        expect(self.page.locator(".match-screen[data-number]")).to_be_visible()
        return self

    @property
    def match(self) -> str:
        return self.page.url.split("/match/")[1].split("/")[0].split("#")[0].split("?")[0]

    # What is seen.

    @property
    def number(self) -> int:
        return int(self.element.get_attribute("data-number") or -1)

    @property
    def asked(self) -> str:
        return self.question.get_by_role("heading", level=2).inner_text()

    @property
    def where(self) -> str:
        return self.page.get_by_role("heading", level=1).inner_text()

    def lines(self) -> list[str]:
        """The log."""
        self.tab("Log")
        return self.page.locator(".log li .line").all_inner_texts()

    def at(self, number: int) -> None:
        """The position of that number is shown, and everything that led to it."""
        expect(self.element).to_have_attribute("data-number", str(number))

    def past(self, number: int) -> None:
        """Another position than that is shown."""
        expect(self.element).not_to_have_attribute("data-number", str(number))
        self.calm()

    def calm(self) -> None:
        """No command is on its way."""
        expect(self.element).not_to_have_class(re.compile(r"\bbusy\b"))

    def actor(self, text: str | re.Pattern[str]) -> None:
        expect(self.question).to_contain_text(text)

    def over(self) -> None:
        expect(self.result).to_be_visible()

    def actions(self) -> list[str]:
        """What can be chosen, by the question's buttons or by a card that is lit."""
        self.list_choices()
        lit = self.page.locator(".question [data-action], .hands [data-offer]")
        found = lit.evaluate_all("all => all.map((one) => one.dataset.offer ?? one.dataset.action)")
        return list(dict.fromkeys(found))

    def card(self, name: str) -> Locator:
        return self.hands.locator(f'[data-card="{name}"]')

    def offers(self, action: str) -> Locator:
        """The button of a choice; the list of all choices, or the card, is opened for it where needed."""
        if self.hands.locator(f'[data-offer="{action}"]:not([data-action], .open)').count():
            self.card(action.split()[1]).click()
        button = self.page.locator(f':is(.question, .hands) [data-action="{action}"]').first
        if not button.is_visible():
            self.list_choices()
        return button

    def list_choices(self) -> None:
        """Open the list of the choices on the map, where there is one."""
        closed = self.question.locator("details.all-answers:not([open]) > summary")
        if closed.count():
            closed.click()
            self.question.locator(".answer-list > li").first.wait_for(state="attached")

    # What is done.

    def answer(self, *actions: str) -> None:
        """By the buttons of the question. Where the client asks whether one is sure, one is."""
        for action in actions:
            before = self.number
            self.offers(action).click()
            sure = self.question.locator(f'[data-action="{action}"].sure')
            if sure.count():
                sure.click()
            self.past(before)

    def place(self, name: str) -> tuple[float, float]:
        """Where a space is on the screen, or beside it."""
        self.still()
        x, y = self.page.evaluate(PLACE, [self.game, name])
        return x, y

    def in_sight(self, find: Callable[[str], tuple[float, float]], name: str) -> tuple[float, float]:
        """Where something is; the whole map is shown where it was out of sight."""
        x, y = find(name)
        box = self.map.bounding_box()
        if box and not (0 < x - box["x"] < box["width"] and 0 < y - box["y"] < box["height"]):
            self.page.keyboard.press("f")
            x, y = find(name)
        return x, y

    def counter(self, piece: str) -> Locator:
        return self.page.locator(f'.rb-counters [data-token="{piece}"]')

    def middle(self, piece: str) -> tuple[float, float]:
        self.still()
        box = self.counter(piece).locator(".rb-face").bounding_box()
        assert box, piece
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def still(self) -> None:
        self.page.evaluate(STILL)

    def click(self, name: str) -> None:
        """On a space of the map."""
        self.tap(*self.in_sight(self.place, name))

    def click_piece(self, piece: str) -> None:
        """On a counter; where several of its stack can be chosen, the first click opens the stack as a fan."""
        folded = "(one) => one.matches('.rb-folded') ? one.dataset.at : null"
        if tray := self.counter(piece).evaluate(folded):
            self.click(tray)  # a tray that is only a line opens
        if self.counter(piece).evaluate(FOLDED):
            self.tap(*self.in_sight(self.middle, piece))
            expect(self.counter(piece)).to_have_class(re.compile("rb-fanned"))
        self.tap(*self.in_sight(self.middle, piece))

    def tap(self, x: float, y: float) -> None:
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def play(self, *targets: str) -> None:
        """By the mouse on the map: tokens and spaces, each of them a choice."""
        for target in targets:
            before = self.number
            if target.isdigit() or target in AREAS:
                self.click(target)
            else:
                self.click_piece(target)
            self.past(before)

    def perform(self, action: str) -> None:
        """By the map where the choice is about something that lies there, else by its button."""
        lit = f'[data-action="{action}"], [data-offer="{action}"]'
        self.list_choices()
        self.page.locator(f":is(.question, .hands) :is({lit})").first.wait_for(state="attached")
        _, _, target = action.partition(" ")
        on_map = target.isdigit() or target in AREAS
        if on_map or (target and self.counter(target).count() and not self.in_tray(action)):
            self.play(target)
        else:
            self.answer(action)

    def in_tray(self, action: str) -> bool:
        return self.question.locator(f'.tray [data-action="{action}"]').count() > 0

    def drag(self, piece: str, space: str) -> None:
        start, goal = self.middle(piece), self.place(space)
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move((start[0] + goal[0]) / 2, (start[1] + goal[1]) / 2, steps=4)
        mouse.move(*goal, steps=4)
        mouse.up()

    def take_over(self, side: str) -> None:
        """Take over a screen that two people share."""
        self.cover.get_by_role("button", name=f"I am the {side} player").click()
        self.calm()

    def tool(self, name: str) -> Locator:
        return self.tools.get_by_role("button", name=name)

    def tab(self, name: str) -> Locator:
        tab = self.page.get_by_role("tab", name=name)
        if tab.get_attribute("aria-selected") != "true":
            tab.click()
        return self.page.get_by_role("tabpanel", name=name)

    def key(self) -> str:
        """The first key of the match that this browser keeps."""
        found: list[Data] = self.page.evaluate("JSON.parse(localStorage.getItem('rasputitsa.matches'))")
        kept: Any = next(one for one in found if one["match"] == self.match)
        key: str = (kept["keys"] or [kept["spectators"]])[0]
        return key
