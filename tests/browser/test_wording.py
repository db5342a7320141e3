"""Numbers and words on the screen."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from rasputitsa import game, games
from rasputitsa.match import tutorial

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


LISTS = """async (text) => {
    const { markdown } = await import("/web/markdown.js");
    const words = (node) => [...node.children].map((item) => item.textContent);
    const list = (node) => [node.localName, node.start ?? 0, ...words(node)];
    const shown = (node) => (node.matches("ol, ul") ? list(node) : node.textContent);
    return markdown(text).map(shown);
}"""


def test_a_sentence_that_begins_with_a_number_is_no_list(visitor: Visitor, server: Server) -> None:
    page = visitor.page()
    page.goto(server.url)
    for text, blocks in (
        ("2. Panzerarmee drives on.", ["2. Panzerarmee drives on."]),
        ("1. Panzerarmee drives on.", ["1. Panzerarmee drives on."]),
        (
            "Advance with\n2. Panzerarmee, and go to\n0406. Watch the die.",
            ["Advance with 2. Panzerarmee, and go to 0406. Watch the die."],
        ),
        ("First:\n1. Move.\n2. Fight\nagain.", ["First:", ["ol", 1, "Move.", "Fight again."]]),
        ("1. Move.\n2. Fight.\n\nThen:\n\n3. Rest.", [["ol", 1, "Move.", "Fight."], "Then:", ["ol", 3, "Rest."]]),
        ("- Tanks\n- Infantry", [["ul", 0, "Tanks", "Infantry"]]),
    ):
        assert page.evaluate(LISTS, text) == blocks


def test_no_lesson_has_a_list_that_it_did_not_want(visitor: Visitor, server: Server) -> None:
    page = visitor.page()
    page.goto(server.url)
    for name in games():
        lessons = tutorial.load(game(name))
        assert lessons is not None
        for step in lessons.steps:
            found = [block for block in page.evaluate(LISTS, step["say"]) if isinstance(block, list)]
            assert all(kind == "ul" or start == 1 for kind, start, *_ in found), found
