"""What a player does at the table, for the tests."""

from __future__ import annotations

from playwright.sync_api import Page, expect

POSITION = """name => {
  for (const text of document.querySelectorAll(".rb-map text")) {
    if (text.textContent.trim() !== name) continue;
    const hidden = text.parentElement.style.display;
    text.parentElement.style.display = "";
    const box = text.getBoundingClientRect();
    text.parentElement.style.display = hidden;
    return [box.x + box.width / 2, box.y + box.height / 2];
  }
}"""


def question(page: Page) -> str:
    return page.locator(".question h2").inner_text()


def asked(page: Page, text: str) -> None:
    expect(page.locator(".question h2")).to_contain_text(text)


def answer(page: Page, action: str) -> None:
    """Click the button of an answer, in the list if it is there."""
    button = page.locator(f".question [data-action='{action}']").last
    if not button.is_visible():
        page.locator(".all-answers summary").click()
    button.click()


def place(page: Page, name: str) -> tuple[float, float]:
    """Where on the screen a hex is: below its number, half the way to that of its southern neighbour."""
    x, y = page.evaluate(POSITION, name)
    _, south = page.evaluate(POSITION, f"{int(name) + 1:04}")
    return x, y + 0.4 * (south - y)


def click(page: Page, name: str) -> None:
    page.mouse.click(*place(page, name))


def drag(page: Page, name: str, goal: str) -> None:
    x, y = place(page, name)
    to_x, to_y = place(page, goal)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y + 12, steps=3)
    page.mouse.move(to_x, to_y, steps=6)
    page.mouse.up()


def against(page: Page, side: int, level: str = "random") -> None:
    """From the first page into a match against the computer."""
    page.locator("select").first.select_option(level)
    page.locator(f".sides .side-{side}").click()
    expect(page.locator(".question h2")).to_be_visible()


def hot_seat(page: Page) -> None:
    page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/")[2] + "/new")
    for side in ("german", "soviet"):
        page.locator(f"label[for=seat-{side}-me]").click()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".question h2")).to_be_visible()


def set_up(page: Page) -> None:
    """The standard set-up; then the Germans announce their battles."""
    answer(page, "standard")
    asked(page, "Every cross has its unit")
    end_phase(page)
    asked(page, "Announce your battles")


def end_phase(page: Page) -> None:
    """End the phase, and say again that it is meant where that is asked."""
    page.locator(".answers [data-action=done]").click()
    if page.locator(".answers .sure").count():
        page.locator(".answers .sure").click()
