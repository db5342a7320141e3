"""The map as finished pixels, as browsers get it that are not of Chromium's family: it looks like the svg."""

from __future__ import annotations

import threading
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from . import board_page

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
# How far two pictures differ: on average, from 0 to 255, and the share of pixels that differ much.
DIFFERENCE = """async (pictures) => {
    const read = async (base64) => {
        const image = new Image();
        image.src = "data:image/png;base64," + base64;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const pen = canvas.getContext("2d");
        pen.drawImage(image, 0, 0);
        return pen.getImageData(0, 0, image.width, image.height).data;
    };
    const [a, b] = await Promise.all(pictures.map(read));
    let sum = 0, many = 0;
    for (let i = 0; i < a.length; i += 4) {
        const far = Math.max(...[0, 1, 2].map((k) => Math.abs(a[i + k] - b[i + k])));
        sum += far;
        many += far > 80;
    }
    return [sum / (a.length / 4), many / (a.length / 4)];
}"""
ONLY_THE_MAP = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".rb-play, .rb-minimap { visibility: hidden }");
    document.adoptedStyleSheets = [sheet];
}"""
MEAN, SHARE = 2.5, 0.004


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    server = board_page.serve()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_address[1]}/"
    context = browser.new_context(
        viewport={"width": 900, "height": 640}, reduced_motion="reduce", user_agent=FIREFOX, base_url=url
    )
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    server.shutdown()
    server.server_close()
    assert not complaints


def show(page: Page, data: str) -> None:
    page.goto(f"?data={data}")
    page.wait_for_selector("body[data-ready]")


def painted(page: Page) -> str:
    """What is seen once all of it is painted, with nothing over the map."""
    page.wait_for_selector(".rb-painted")
    page.wait_for_function("() => board.viewport.rests && !document.querySelector('.rb-tiles ~ .rb-tiles ~ .rb-tiles')")
    return picture(page)


def picture(page: Page) -> str:
    page.evaluate(ONLY_THE_MAP)
    return b64encode(page.screenshot()).decode()


def alike(page: Page) -> None:
    before = painted(page)
    page.evaluate("board.host.classList.remove('rb-painted'); document.querySelector('.rb-bitmap').hidden = true")
    drawn = picture(page)
    page.evaluate("board.host.classList.add('rb-painted'); document.querySelector('.rb-bitmap').hidden = false")
    mean, share = page.evaluate(DIFFERENCE, [before, drawn])
    assert mean < MEAN and share < SHARE, (mean, share)


def zoom(page: Page, factor: float) -> None:
    page.evaluate("factor => board.zoom(factor)", factor)
    page.wait_for_function("() => board.viewport.rests")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("data", ["battle-for-moscow", "pointed", "areas"])
def test_it_looks_like_the_svg(page: Page, data: str, theme: str) -> None:
    show(page, f"{data}&theme={theme}")
    alike(page)
    zoom(page, 2.3)
    alike(page)


def test_it_follows_the_view_and_the_theme(page: Page) -> None:
    """Nothing of the svg is drawn again by a pan; what comes into sight is painted."""
    show(page, "pointed")
    zoom(page, 4)
    painted(page)
    before = tiles(page)
    page.evaluate("board.viewport.pan(-700, -500)")
    page.wait_for_function("before => document.querySelectorAll('.rb-tiles canvas').length > before", arg=before)
    alike(page)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    page.wait_for_selector(".rb-dark.rb-painted")
    alike(page)


def test_the_weather_is_painted_too(page: Page) -> None:
    show(page, "battle-for-moscow")
    dry = painted(page)
    page.evaluate("board.weather.show('snow')")
    page.wait_for_selector(".rb-board:not(.rb-painted)")
    snow = painted(page)
    assert page.evaluate(DIFFERENCE, [dry, snow])[0] > 1
    alike(page)


def test_many_tiles_are_not_kept(page: Page) -> None:
    show(page, "big")
    zoom(page, 9)
    for _ in range(8):
        painted(page)
        page.evaluate("board.viewport.pan(-900, 0)")
        painted(page)
        page.evaluate("board.viewport.pan(0, -640)")
    painted(page)
    assert tiles(page) <= 90


def test_a_tile_is_painted_at_once(page: Page) -> None:
    """So that the time that painting takes in a frame is known."""
    show(page, "pointed")
    painted(page)
    asked = "tiles => tiles.every((one) => one.getContext('2d').getContextAttributes().willReadFrequently)"
    assert page.locator(".rb-tiles canvas").evaluate_all(asked)


def test_chromium_needs_none(browser: Browser) -> None:
    server = board_page.serve()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page()
    page.goto(f"http://127.0.0.1:{server.server_address[1]}/")
    page.wait_for_selector("body[data-ready]")
    asked: Any = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    assert not [name for name in asked if "bitmap" in name]
    page.close()
    server.shutdown()
    server.server_close()


def tiles(page: Page) -> int:
    return page.locator(".rb-tiles canvas").count()


def test_words_are_painted_again_in_a_typeface_that_comes_late(page: Page) -> None:
    show(page, "areas")
    painted(page)
    page.evaluate("document.querySelectorAll('.rb-tiles canvas').forEach((one) => one.setAttribute('data-old', ''))")
    assert page.locator("[data-old]").count() == tiles(page) > 0
    page.evaluate("document.fonts.dispatchEvent(new Event('loadingdone'))")
    page.wait_for_function("() => !document.querySelector('[data-old]')")
    alike(page)
