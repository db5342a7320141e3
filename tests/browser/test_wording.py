"""Numbers and words on the screen."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from .conftest import Visitor
from .server import Server


def called(page: Page, module: str, function: str, *arguments: Any) -> Any:
    """What a function of a module of the client returns."""
    script = "async ([module, name, ...given]) => (await import(`/web/${module}`))[name](...given)"
    return page.evaluate(script, [module, function, *arguments])


def test_numbers(visitor: Visitor, server: Server) -> None:
    page = visitor.page()
    page.goto(server.url)

    def numbers(function: str, *values: Any) -> list[Any]:
        return [called(page, "numbers.js", function, value) for value in values]

    assert numbers("percent", 0, 0.001, 0.0049, 0.005, 655 / 792, 0.994, 0.9951, 1) == (
        ["0%", "<1%", "<1%", "1%", "83%", "99%", ">99%", "100%"]
    )
    assert numbers("decimal", -0.04, -0.06, 0, 2, -3, 1.25) == ["0", "−0.1", "0", "2", "−3", "1.3"]
    assert numbers("signed", -0.04, 0.04, 2, -1.5) == ["0", "0", "+2", "−1.5"]
    assert numbers("isSimple", "1", "5/6", "11/36", "655/792") == [True, True, True, False]
    assert numbers("fraction", "1", "1/4") == [1, 0.25]
    assert called(page, "numbers.js", "counted", 1, "event") == "1 event"
    assert called(page, "numbers.js", "counted", 2, "hex", "hexes") == "2 hexes"
