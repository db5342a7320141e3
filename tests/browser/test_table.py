"""What a player does and sees at the table, by mouse."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

import pytest
from playwright.sync_api import Page, expect

from .conftest import Visitor
from .positions import begun
from .server import Server, bot
from .table import Table


@pytest.fixture
def combat(table: Callable[..., Table]) -> Table:
    """The German combat phase of turn 1, both seats at one screen."""
    return table(record=begun())


def test_undo_and_redo(combat: Table) -> None:
    t = combat
    number = t.number
    expect(t.tool("Redo")).to_be_disabled()
    t.play("0508", "24pz")
    t.tool("Undo").click()
    t.at(number + 1)
    expect(t.battle).to_be_hidden()
    expect(t.page.get_by_role("region", name="This space")).to_be_hidden()  # the mouse has left the map
    t.page.keyboard.press("u")
    t.at(number)
    t.actor("Declare your attacks")
    t.page.keyboard.press("r")
    t.at(number + 1)
    t.tool("Redo").click()
    t.at(number + 2)
    expect(t.battle).to_contain_text("24th Panzer Corps")
    expect(t.tool("Redo")).to_be_disabled()
    # What the die said cannot be taken back.
    t.answer("declare", "done")
    expect(t.tool("Undo")).to_be_disabled()


def test_why_not(combat: Table, visitor: Visitor) -> None:
    t = combat
    number = t.number
    t.click_piece("43a")  # Mozhaisk is far from every German
    expect(t.note).to_be_visible()
    link = t.note.get_by_role("link", name=re.compile(r"Rule 9\.0"))
    expect(link).to_have_text("Rule 9.0")
    visitor.picture(t.page, "why-not")
    link.click()
    rule = t.page.locator('[id="rule-9.0"]')
    expect(rule).to_be_focused()
    expect(rule).to_be_in_viewport()
    expect(t.page.get_by_role("tab", name="Rules")).to_have_attribute("aria-selected", "true")
    visitor.picture(t.page, "rule")
    assert t.number == number
    # A move that is too far is refused with the rule of movement.
    t.answer("done")
    t.play("7ak")
    t.click("1410")
    expect(t.note.get_by_role("link", name=re.compile(r"Rule 8\."))).to_be_visible()
    t.page.keyboard.press("Escape")
    expect(t.note).to_have_count(0)
    # It leads to what can be done instead.
    t.click("1410")
    t.note.get_by_role("button", name="Show what is possible").click()
    expect(t.note).to_have_count(0)
    expect(t.page.locator(".rb-hint").first).to_be_visible()


def test_a_battle(combat: Table, visitor: Visitor) -> None:
    t = combat
    t.play("0405", "46pz", "40pz")
    lines = t.battle.get_by_role("table", name="How the odds are calculated")
    expect(lines.get_by_role("row")).to_have_count(4)  # two attackers, the sum, the forest
    expect(lines).to_contain_text("46th Panzer Corps")
    expect(lines.get_by_role("link", name=re.compile(r"Rule 9\.2"))).not_to_have_count(0)
    expect(t.battle).to_contain_text("3:1")
    chances = t.battle.get_by_role("list", name="Chances")
    shares = [text.split()[0] for text in chances.locator(".share").all_inner_texts()]
    assert sum(map(Fraction, shares)) == 1
    for meaning in chances.locator(".meaning").all_inner_texts():
        assert re.search("defender|attacker|exchange", meaning, re.I), meaning
    expect(t.battle).to_contain_text("Retreat: none (eliminated)")
    expect(t.page.locator(".rb-arrow")).to_have_count(2)
    visitor.picture(t.page, "announced")
    t.answer("declare", "done")
    expect(t.battle.get_by_role("img", name=re.compile(r"Die: [1-6]"))).to_be_visible()
    expect(t.battle).to_contain_text(re.compile("the die shows [1-6]"))
    t.battle.get_by_text("How 3:1 was calculated").click()
    expect(t.battle.get_by_role("list", name="Chances").locator(".fell")).to_have_count(1)
    assert any("the die shows" in line for line in t.lines())
    visitor.picture(t.page, "fought")


def test_a_move_by_drag_and_drop(table: Callable[..., Table], visitor: Visitor) -> None:
    t = table(moving=True, record=begun())
    t.answer("done")
    number = t.number
    t.drag("47pz", "0308")
    t.past(number)
    t.actor("47th Panzer Corps")
    assert close(t.middle("47pz"), t.place("0308"))
    t.answer("stop")
    # With a click the goals light up, with their costs; the ones that end in an enemy zone look different.
    t.play("48pz")
    expect(t.page.locator(".rb-lit-space")).not_to_have_count(0)
    expect(t.page.locator(".rb-badge")).not_to_have_count(0)
    expect(t.page.locator(".rb-lit-space.rb-tone-stop")).not_to_have_count(0)
    visitor.picture(t.page, "where-it-can-go")
    # A click on another unit takes that one instead; a drag to where it cannot go says why.
    t.play("24pz")
    t.actor("24th Panzer Corps")
    before = t.middle("24pz")
    t.drag("24pz", "1405")
    expect(t.note).to_contain_text("Rule 8.")
    assert close(t.middle("24pz"), before)
    visitor.picture(t.page, "cannot-go")


def close(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(one[0] - other[0]) < 9 and abs(one[1] - other[1]) < 9


def test_overlays_by_key(combat: Table, visitor: Visitor, server: Server) -> None:
    t = combat
    tints = t.page.locator(".rb-tint")
    overlays = server.get("/api/games/battle-for-moscow").json()["overlays"]
    names = [kind["name"] for kind in overlays]
    assert names == ["zones", "communication", "control", "threats", "reach", "enemy-reach"]
    for number, kind in enumerate(overlays, 1):
        if kind["needs"] == "token":
            t.page.mouse.move(*t.middle("24pz"))
        t.page.keyboard.press(str(number))
        expect(tints).not_to_have_count(0)
        visitor.picture(t.page, kind["name"])
        t.page.keyboard.press("o")
        expect(tints).to_have_count(0)
    # And by the menu.
    t.page.get_by_label("Overlays", exact=True).click()
    t.page.get_by_role("button", name="Zones of control").click()
    expect(tints).not_to_have_count(0)
    t.page.keyboard.press("1")
    expect(tints).to_have_count(0)


def test_a_hint_is_shown_and_not_played(combat: Table, visitor: Visitor) -> None:
    t = combat
    number = t.number
    t.tool("Hint").click()
    note = t.page.locator(".hint-note")
    expect(note.get_by_role("button", name="Play this")).to_be_visible()
    expect(t.page.locator(".rb-hint")).not_to_have_count(0)
    visitor.picture(t.page)
    assert t.number == number
    note.get_by_role("button", name="Play this").click()
    t.at(number + 1)
    expect(note).to_have_count(0)


@pytest.mark.soak
def test_looking_around(combat: Table, visitor: Visitor) -> None:
    t, page = combat, combat.page
    # Hide the counters.
    expect(t.counter("24pz")).to_be_visible()
    page.keyboard.press("h")
    expect(t.counter("24pz")).to_be_hidden()
    visitor.picture(page, "no-counters")
    t.tool("Hide counters").click()
    expect(t.counter("24pz")).to_be_visible()
    # A space says what it is.
    page.mouse.move(*t.place("1103"))
    info = page.get_by_role("region", name="This space")
    expect(info).to_contain_text("Moscow")
    page.mouse.click(*t.place("1103"), button="right")  # and everything about it, with the rules
    expect(info.get_by_role("link", name=re.compile("Rule 9"))).not_to_have_count(0)
    page.keyboard.press("Escape")
    # Zoom in: a small map appears; a line of the log leads to its place.
    t.answer("done", "unit 7ak", "move 0202")
    expect(page.locator(".rb-minimap")).to_be_hidden()
    for _ in range(4):
        page.keyboard.press("+")
    expect(page.locator(".rb-minimap")).to_be_visible()
    page.get_by_role("button", name=re.compile("7th Corps: 0201 to")).click()
    expect(page.locator(".rb-flash")).not_to_have_count(0)
    visitor.picture(page, "zoomed-in")
    assert inside(page, t.place("0202"))
    page.keyboard.press("f")
    expect(page.locator(".rb-minimap")).to_be_hidden()
    # Everything else about the match. Only the open tab is drawn.
    expect(page.locator(".panel-status .phases, .panel-charts table, .rule-text, .seat")).to_have_count(0)
    status = t.tab("Status")
    expect(status.get_by_role("list", name="Turns").get_by_role("listitem")).to_have_count(7)
    expect(status).to_contain_text("German Movement Phase")
    expect(status).to_contain_text("Russian control (9)")
    visitor.picture(page, "status")
    status.get_by_text("The map as text").click()
    expect(status.locator(".text-map")).to_contain_text("German 24th Panzer Corps, strength 12, movement 6")
    charts = t.tab("Charts")
    expect(charts.get_by_role("table")).not_to_have_count(0)
    visitor.picture(page, "charts")
    # The rules can be searched.
    rules = t.tab("Rules")
    rules.get_by_role("searchbox", name="Search the rules").fill("stand fast")
    expect(rules.get_by_role("status")).to_have_text(re.compile(r"^\d+ rules?$"))
    assert 0 < rules.locator(".rule-text:visible").count() < rules.locator(".rule-text").count()
    rules.get_by_role("searchbox", name="Search the rules").fill("xyzzy")
    expect(rules.get_by_role("status")).to_have_text("0 rules")


def inside(page: Page, point: tuple[float, float]) -> bool:
    box = page.locator(".rb-board").bounding_box()
    assert box
    x, y = point
    return box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"]


def test_settings_are_remembered(combat: Table, visitor: Visitor) -> None:
    page = combat.page
    root = page.locator("html")
    page.keyboard.press(",")
    dialog = page.get_by_role("dialog", name="Settings")
    expect(dialog.get_by_label("Sound")).not_to_be_checked()
    dialog.get_by_text("Dark", exact=True).click()
    expect(root).to_have_attribute("data-theme", "dark")
    dialog.get_by_text("High contrast").click()
    dialog.get_by_label("Confirm before ending a phase").uncheck()
    dialog.get_by_label("Animation").uncheck()
    visitor.picture(page, "settings")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    visitor.picture(page, "dark-and-strong")
    page.reload()
    combat.ready()
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-palette", "contrast")
    number = combat.number
    combat.offers("done").click()  # no question now whether one is sure
    combat.past(number)


def test_rules_and_charts_are_a_page_of_their_own(visitor: Visitor, server: Server) -> None:
    page = visitor.page()
    page.goto(server.url + "/rules/battle-for-moscow#8.3")
    expect(page.locator('[id="8.3"]')).to_be_in_viewport()
    visitor.picture(page)
    page.get_by_role("navigation", name="Contents").get_by_role("link", name=re.compile("9.0")).click()
    expect(page.locator('[id="9.0"]')).to_be_in_viewport()
    assert page.url.endswith("#9.0")


def test_a_second_click_takes_an_attacker_out_again(combat: Table) -> None:
    t = combat
    t.play("0508", "24pz", "47pz")
    expect(t.page.locator(".rb-selected")).to_have_count(2)
    expect(t.page.locator(".rb-selected-space")).to_have_count(1)
    expect(t.battle).to_contain_text("47th Panzer Corps")
    t.play("47pz")
    expect(t.page.locator(".rb-selected")).to_have_count(1)
    expect(t.battle).not_to_contain_text("47th Panzer Corps")
    t.page.keyboard.press("Escape")
    t.actor("Declare your attacks")
    expect(t.page.locator(".rb-selected, .rb-selected-space")).to_have_count(0)


def test_an_attack_by_drag_and_drop(combat: Table) -> None:
    """A unit that is dropped on an enemy attacks it."""
    t = combat
    number = t.number
    t.drag("24pz", "0508")
    t.at(number + 2)
    t.actor("Which units attack")
    expect(t.battle).to_contain_text("24th Panzer Corps")


def test_another_target_instead(combat: Table) -> None:
    t = combat
    t.click("0508")
    t.actor("in 0508")
    t.click("0507")
    t.actor("in 0507")


def test_another_unit_instead_and_none(table: Callable[..., Table]) -> None:
    t = table(record=begun())
    t.answer("done")
    t.click_piece("24pz")
    t.actor("from 0407")
    t.click_piece("46pz")
    t.actor("from 0406")
    t.click_piece("46pz")
    t.actor("Choose the next unit")
    t.play("24pz", "0107")
    assert any("24th Panzer Corps: 0407 to 0107" in line for line in t.lines())


def test_a_phase_is_not_ended_by_mistake(combat: Table) -> None:
    t = combat
    before = t.number
    t.offers("done").click()
    expect(t.question.locator(".sure")).to_be_visible()
    t.actor("Declare your attacks")
    assert t.number == before
    t.question.locator(".sure").click()
    t.actor("Choose the next unit")


def test_an_earlier_doubt_does_not_end_a_later_one(combat: Table) -> None:
    """A table that asks whether one is sure waits its full time, whenever it asked before."""
    t = combat
    sure = t.question.locator(".sure")
    t.page.clock.install()
    t.offers("done").click()
    sure.click()
    t.actor("Choose the next unit")
    t.page.clock.run_for(4000)
    t.offers("done").click()
    expect(sure).to_be_visible()
    t.page.clock.run_for(2000)
    expect(sure).to_be_visible()
    t.page.clock.run_for(4000)
    expect(sure).to_have_count(0)


def test_what_the_other_side_does_is_shown_and_can_be_skipped(table: Callable[..., Table]) -> None:
    t = table(record=begun(), sit="german", soviet=bot("random"), moving=True)
    t.answer("done", "done")
    skip = t.page.get_by_role("button", name="Skip")
    expect(skip).to_be_visible()
    t.page.keyboard.press("Enter")
    expect(t.question).to_contain_text("your move")
    expect(t.page.get_by_role("heading", level=1)).to_contain_text("Turn 2")


def test_focus_stays_in_the_question(combat: Table) -> None:
    t = combat
    t.page.keyboard.press("q")
    t.answer("done")
    t.actor("Choose the next unit")
    assert t.question.evaluate("(one) => one.contains(document.activeElement)")


def test_a_new_match_opens_on_the_log(combat: Table, server: Server) -> None:
    """Whatever tab was open in the match before."""
    t = combat
    t.tab("Rules")
    made = server.create()
    t.open(server.url, made["match"], made["keys"]["german"])
    expect(t.page.get_by_role("tab", selected=True)).to_have_text("Log")
    t.tab("Players")
    t.page.goto(f"{server.url}/")
    t.page.get_by_role("button", name="Play the Russian").first.click()
    t.ready()
    expect(t.page.get_by_role("tab", selected=True)).to_have_text("Log")
