"""What is seen on the map: the moment of a battle, hidden blocks that turn over, the look back by sectors, sound."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from ..moscow_41.helpers import position
from .conftest import Visitor
from .drive import GAME as DRIVE
from .server import LINK, ME, Server, bot
from .table import Table

MOSCOW = "moscow-41"
SECTORS = """async (game) => {
    const { stepsOf } = await import("/web/match/sectors.js");
    const { Layout } = await import("/web/board/layout.js");
    const layout = new Layout(await (await fetch("/api/games/" + game)).json());
    const rest = { kind: "move", side: "soviet", rule: "", tokens: [], count: 1 };
    const move = (space) => ({ ...rest, spaces: [space], text: space });
    const spaces = layout.onMap.filter((_, i) => i % 9 === 0).map(({ name }) => name);
    const told = (count) => stepsOf([...spaces.slice(0, count).map(move), move("")], layout)
        .map(({ title, happenings }) => [title, happenings.length]);
    return { few: told(5), many: told(spaces.length), count: spaces.length + 1 };
}"""


def test_a_battle_has_its_moment_on_the_map(visitor: Visitor, server: Server, table: Callable[..., Table]) -> None:
    """Who fights, the odds and the result stay beside the dice until the player goes on."""
    t = table(moving=True)
    t.answer("standard", "done")
    t.answer(next(action for action in t.actions() if action.startswith("attack 05")))
    t.answer(next(action for action in t.actions() if action.startswith("with ")), "declare", "done")
    moment = t.page.get_by_role("region", name="Battle on the map")
    expect(moment).to_contain_text(":1")
    expect(moment.locator("p").first).to_be_visible()
    expect(moment.locator(".chip")).not_to_have_count(0)
    t.calm()
    expect(moment).to_be_visible()
    visitor.picture(t.page)
    t.answer(t.actions()[0])
    expect(moment).to_be_hidden()


def test_sound_is_offered_once(visitor: Visitor, server: Server) -> None:
    state = position("combat", "G-2Pg-24 90, S-W-16A 90, S-STALIN 63, S-HQW 70", active="german")
    made = server.create(game=MOSCOW, german=ME, soviet=bot("random"), position=dict(state.position()))
    page = visitor.page(moving=True)
    t = Table(page, MOSCOW).open(server.url, made["match"], made["keys"]["german"])
    offer = page.get_by_role("button", name="Sound on")
    expect(offer).to_have_count(0)
    t.answer("battle 90")
    moment = page.get_by_role("region", name="Battle on the map")
    expect(moment).to_be_visible()
    page.get_by_role("tab", name="Status").click()
    expect(moment).to_be_hidden()
    expect(offer).to_be_visible()
    offer.click()
    assert page.evaluate("JSON.parse(localStorage['rasputitsa.settings'])['sound']") is True


def test_hidden_blocks_turn_over_one_after_another(visitor: Visitor, server: Server) -> None:
    """2.4: what a battle reveals is turned over on the map."""
    units = "G-2Pg-24 90, S-W-16A 91, S-W-19A 91, S-STALIN 63, S-HQW 70"
    state = position("command", units, kind="strategic")
    made = server.create(game=MOSCOW, german=ME, soviet=LINK, position=dict(state.position()))
    page = visitor.page(moving=True)
    page.add_init_script(
        """window.turned = []; document.addEventListener("animationstart", ({ animationName, target }) => {
            if (animationName === "rb-turn") window.turned.push(getComputedStyle(target).animationDelay);
        }, true);"""
    )
    t = Table(page, MOSCOW).open(server.url, made["match"], made["keys"]["german"])
    t.answer("unit G-2Pg-24", "move 91", "done")
    if "battle 91" in t.actions():
        t.answer("battle 91")
    page.wait_for_function("() => window.turned.length >= 2")
    assert len(set(page.evaluate("window.turned"))) == 2


def test_long_turns_are_looked_back_at_by_sectors(visitor: Visitor, server: Server) -> None:
    page = visitor.page()
    page.goto(server.url)
    found = page.evaluate(SECTORS, DRIVE)
    assert found["few"] == [["", 1]] * 6
    titles = [title for title, _ in found["many"]]
    assert 4 <= len(titles) <= 30 and len(set(titles)) == len(titles)
    assert titles[-1] == "Off the map" and all(title.startswith("Around ") for title in titles[:-1])
    assert sum(count for _, count in found["many"]) == found["count"]


def test_headings_and_counters_are_set_in_typefaces_of_our_own(table: Callable[..., Table]) -> None:
    page = table().page
    loaded = "() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)"
    page.wait_for_function(f"() => ({loaded})().length >= 2")
    assert {name.strip('"') for name in page.evaluate(loaded)} == {"Rasputitsa Serif", "Rasputitsa Sans"}
    family = "(one) => getComputedStyle(one).fontFamily"
    assert "Rasputitsa Serif" in page.locator("h1").evaluate(family)
    assert "Rasputitsa Sans" in page.locator(".rb-value").first.evaluate(family)
