"""Nothing that is written is cut off, and nothing lies over anything else, on the main screens of all games."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from rasputitsa.core import State
from . import drive, positions, scripts
from .conftest import Visitor
from .server import ME, Server
from .table import Table
from .test_moscow_41 import before

SIZES = ((1280, 800), (1440, 900))

# Texts of the page that are cut off by a box around them, or that lie over each other.
AUDIT = """() => {
    const problems = [];
    const root = document.querySelector("dialog[open]") ?? document.querySelector(".match-screen");
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    const isSeen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        if (!node.data.trim() || !isSeen(element) || element.closest(".rb-board, .sr-only, [aria-hidden=true] svg")) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const lines = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
        const scrolled = [];
        let gone = false;
        let rolls = false;
        for (let box = element; box && box !== root.parentElement; box = box.parentElement) {
            const style = getComputedStyle(box);
            if (box instanceof SVGElement && box.tagName !== "svg") continue;
            const { left, right, top, bottom } = box.getBoundingClientRect();
            const scrolls = (way) => style[way] === "auto" || style[way] === "scroll";
            const cuts = (way) => style[way] === "hidden" || style[way] === "clip" || box.tagName === "svg";
            const over = (one) => Math.max(left - one.left, one.right - right) > 1.5;
            const under = (one) => Math.max(top - one.top - 3, one.bottom - bottom - 3) > 1.5;
            if (box.matches(".scroll-x")) gone = true; // a table that says so can be wider than its panel
            if (scrolls("overflowX") && lines.some(over) && !gone) problems.push("beside its box: " + node.data.trim());
            if (cuts("overflowX") && lines.some(over) && !gone) problems.push("cut off: " + node.data.trim());
            if (cuts("overflowY") && !rolls && lines.some(under) && !gone && !box.matches("svg")) problems.push("cut off below: " + node.data.trim());
            if (scrolls("overflowY") && lines.every((one) => one.bottom <= top + 3 || one.top >= bottom - 3)) gone = true;
            if (scrolls("overflowY")) scrolled.push([top, bottom]);
            rolls ||= scrolls("overflowY");
        }
        if (gone) continue;
        const shown = ([top, bottom]) => (line) => line.top >= top - 3 && line.bottom <= bottom + 3;
        for (const line of lines.filter((one) => scrolled.every((box) => shown(box)(one)))) texts.push({ node, line });
    }
    const layers = ".toasts, .turn-card, .info, .note-host, .brushes, .banner, .menu-list, .with-cards .question, .rules-search, .coach-row";
    const layer = (node) => node.parentElement.closest(layers) ?? root;
    texts.sort((a, b) => a.line.top - b.line.top);
    for (let i = 0; i < texts.length; i++) {
        for (let j = i + 1; j < texts.length && texts[j].line.top < texts[i].line.bottom; j++) {
            const [a, b] = [texts[i], texts[j]];
            if (a.node === b.node || layer(a.node) !== layer(b.node)) continue;
            const wide = Math.min(a.line.right, b.line.right) - Math.max(a.line.left, b.line.left);
            const high = Math.min(a.line.bottom, b.line.bottom) - Math.max(a.line.top, b.line.top);
            if (wide > 1.5 && high > 0.35 * Math.min(a.line.height, b.line.height)) problems.push(`over each other: ${a.node.data.trim()} | ${b.node.data.trim()}`);
        }
    }
    return [...new Set(problems)];
}"""

# Trays beside the map: boxes over each other, titles out of their boxes or over counters, counters over each other.
TRAYS = """() => {
    const problems = [];
    const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => ({ one, ...one.getBoundingClientRect().toJSON() }));
    const overlap = (a, b) => Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
    const trays = boxes(".rb-tray");
    const titles = boxes(".rb-tray-title");
    const spaces = new Set([...document.querySelectorAll(".rb-counters [data-at]")].map((one) => one.dataset.at));
    const counters = boxes(".rb-counters [data-token] .rb-face").map((box) => ({ ...box, at: box.one.closest("[data-token]").dataset.at }));
    const lying = counters.filter((box) => trays.some((tray) => overlap(box, tray) > 2));
    const stage = document.querySelector(".rb-stage").getBoundingClientRect();
    trays.forEach((tray, i) => {
        const name = titles[i].one.textContent;
        if (overlap(tray, stage) < Math.min(tray.width, tray.height) - 1) problems.push("not in the window: " + name);
        for (const other of trays.slice(i + 1)) if (overlap(tray, other) > 1) problems.push("trays over each other: " + name);
        if (titles[i].right > tray.right + 1 || titles[i].top < tray.top - 1) problems.push("out of its tray: " + name);
        for (const box of lying) if (overlap(box, titles[i]) > 1) problems.push("title over a counter: " + name);
    });
    lying.forEach((box, i) => {
        for (const other of lying.slice(i + 1)) {
            if (box.at === other.at && overlap(box, other) > 0.15 * box.width) problems.push("counters over each other in " + box.at);
        }
    });
    return [...new Set(problems)];
}"""


@cache
def blitzkrieg(turn: int) -> str:
    """The Soviet player's hand of a later turn."""
    return scripts.Script().play(*scripts.GERMAN_HAND).until("Movement", "soviet", turn).record()


@cache
def reinforcements() -> str:
    """Battle for Moscow: the Russian player takes units from the Turn track and the Replacement pool."""

    def there(state: State) -> bool:
        track = {token["name"] for token in state.view(None)["tokens"] if token["at"] == "track"}
        return any(str(action).split()[-1] in track for action in state.actions())

    return positions._play(positions._pass, there)


SCENES: dict[str, Callable[[], dict[str, Any]]] = {
    "battle set-up": lambda: {},
    "battle combat": lambda: {"record": positions.played("attack 0304", "with 41pz", "with 57pz", "with 56pz", "with 8ak", "declare")},
    "battle reinforcements": lambda: {"record": reinforcements(), "sit": "soviet"},
    "blitzkrieg cards": lambda: {"game": scripts.GAME},
    "blitzkrieg combat": lambda: {"game": scripts.GAME, "record": scripts.reactions()},
    "blitzkrieg re-roll": lambda: {"game": scripts.GAME, "record": scripts.re_roll()},
    "blitzkrieg soviet hand": lambda: {"game": scripts.GAME, "record": blitzkrieg(2), "sit": "soviet"},
    "drive set-up": lambda: {"game": drive.GAME, "record": drive.record(*drive.SET_UP[:4])},
    "drive movement": lambda: {"game": drive.GAME, "record": drive.movement()},
    "drive combat": lambda: {"game": drive.GAME, "record": drive.record(*drive.SET_UP, "fight-first", "attack 1541", "all")},
    "drive crowded": lambda: {"game": drive.GAME, "position": drive.crowded()},
    "moscow start": lambda: {"game": "moscow-41"},
    "moscow impulse": lambda: {"game": "moscow-41", "position": before("german")},
}


@pytest.mark.parametrize("scene", SCENES)
def test_nothing_is_cut_off_or_covered(visitor: Visitor, server: Server, scene: str) -> None:
    wanted = {"game": positions.GAME, "sit": "german", **SCENES[scene]()}
    game, side = wanted.pop("game"), wanted.pop("sit")
    made = server.create(ME, ME, game=game, **wanted)
    t = Table(visitor.page(), game).open(server.url, made["match"], made["keys"][side])
    for width, height in SIZES:
        t.page.set_viewport_size({"width": width, "height": height})
        for tab in ("Log", "Status", "Charts", "Players", "Notes"):
            t.tab(tab)
            assert t.page.evaluate(AUDIT) == [], (width, tab)
        t.still()
        visitor.picture(t.page, f"{scene}-{width}")
        assert t.page.evaluate(TRAYS) == [], width


def test_headings_in_the_question_keep_their_distance(visitor: Visitor, server: Server) -> None:
    made = server.create(ME, ME, record=reinforcements())
    t = Table(visitor.page()).open(server.url, made["match"], made["keys"]["soviet"])
    chips = t.question.locator(".tray .pieces").first.bounding_box()
    heading = t.question.get_by_role("heading", name="Turn track").bounding_box()
    assert chips and heading and heading["y"] - (chips["y"] + chips["height"]) >= 5
