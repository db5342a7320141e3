"""Playing at the table with the mouse."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import Open
from .table import against, answer, asked, click, drag, end_phase, place, set_up


def test_one_click_starts_a_game_against_the_computer(open_page: Open) -> None:
    page = open_page()
    page.locator(".sides .side-0").click()
    asked(page, "Choose a unit")
    assert "Your move" in page.title()


def test_a_battle_is_put_together_fought_and_told(open_page: Open) -> None:
    page = open_page()
    against(page, 0)
    set_up(page)
    page.mouse.move(*place(page, "0405"))
    expect(page.locator(".battle .odds")).to_have_text("5:1")
    click(page, "0405")
    asked(page, "Which units attack")
    for hex_ in ("0404", "0305"):
        click(page, hex_)
    expect(page.locator(".modifiers")).to_contain_text("All attackers are across a river")
    expect(page.locator(".chances li")).not_to_have_count(0)
    page.keyboard.press("Enter")
    asked(page, "Announce a further battle")
    expect(page.locator(".battle")).to_be_hidden()
    end_phase(page)
    expect(page.locator(".battle .die")).to_be_visible()
    expect(page.locator(".battle .sentences li").first).to_contain_text("the die shows")
    expect(page.locator("#tab-log-panel")).to_contain_text("the die shows")


def test_another_target_instead(open_page: Open) -> None:
    page = open_page()
    against(page, 0)
    set_up(page)
    click(page, "0508")
    asked(page, "in 0508")
    click(page, "0507")
    asked(page, "in 0507")


def to_movement(open_page: Open):  # type: ignore[no-untyped-def]
    page = open_page()
    against(page, 0)
    set_up(page)
    end_phase(page)
    asked(page, "Choose the next unit")
    return page


def test_click_a_unit_then_another_then_a_hex(open_page: Open) -> None:
    page = to_movement(open_page)
    click(page, "0407")
    asked(page, "from 0407")
    click(page, "0406")
    asked(page, "from 0406")
    click(page, "0406")
    asked(page, "Choose the next unit")
    click(page, "0407")
    asked(page, "from 0407")
    click(page, "0107")
    expect(page.locator(".log")).to_contain_text("moves from 0407 to 0107")


def test_drag_and_drop(open_page: Open) -> None:
    page = to_movement(open_page)
    drag(page, "0407", "0107")
    expect(page.locator(".log")).to_contain_text("moves from 0407 to 0107")
    drag(page, "0406", "1107")
    expect(page.locator(".why-note")).to_contain_text("Rule 8")


def test_why_not(open_page: Open) -> None:
    page = to_movement(open_page)
    click(page, "0803")
    note = page.locator(".why-note")
    expect(note).to_contain_text("not yours to move")
    note.locator("a.rule").click()
    expect(page.locator("#rule-4\\.0")).to_be_visible()


def test_undo_and_redo(open_page: Open) -> None:
    page = to_movement(open_page)
    click(page, "0407")
    asked(page, "from 0407")
    page.keyboard.press("u")
    asked(page, "Choose the next unit")
    page.keyboard.press("r")
    asked(page, "from 0407")


def test_a_phase_is_not_ended_by_mistake(open_page: Open) -> None:
    page = to_movement(open_page)
    answer(page, "done")
    expect(page.locator(".answers .sure")).to_be_visible()
    asked(page, "Choose the next unit")


def test_overlays_hint_and_hidden_counters(open_page: Open) -> None:
    page = to_movement(open_page)
    page.keyboard.press("1")
    expect(page.locator(".rb-has-overlay")).to_be_visible()
    page.keyboard.press("o")
    expect(page.locator(".rb-has-overlay")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(".rb-no-counters")).to_be_visible()
    page.keyboard.press("h")
    page.keyboard.press("i")
    expect(page.locator(".hint-note button")).to_be_visible()
    asked(page, "Choose the next unit")


def test_the_other_side_is_shown_and_can_be_skipped(open_page: Open) -> None:
    page = open_page(settings="{animation: true}")
    against(page, 0)
    set_up(page)
    end_phase(page)
    asked(page, "Choose the next unit")
    end_phase(page)
    skip = page.locator("[data-key=skip]")
    expect(skip).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".question .you")).to_have_text("your move", timeout=10_000)


def test_on_a_phone(open_page: Open) -> None:
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.locator(".sides .side-0").tap()
    page.locator("[data-action=standard]").tap()
    asked(page, "Every cross")
    page.locator(".answers [data-action=done]").tap()
    page.locator(".answers .sure").tap()
    asked(page, "Announce your battles")
    page.touchscreen.tap(*place(page, "0405"))
    asked(page, "Which units attack the Russian 16th Army")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(".handle").tap()
    page.locator("#tab-status").tap()
    expect(page.locator(".turn-track")).to_be_visible()
