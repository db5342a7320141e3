"""Hands of cards at the table: chosen, played, answered, and never seen by the other."""

from __future__ import annotations

import re
import zlib
from typing import Any

import pytest
from playwright.sync_api import Page, Response, WebSocket, expect

from .conftest import PHONE, Visitor
from .scripts import GAME, breakthrough, re_roll, reactions, soviet_turn, without_hands
from .server import LINK, ME, Data, Server
from .table import Table
from .test_axe import Inspector

# The texts of the page, and the parts where something could be left.
ON_THE_PAGE = """() => document.body.innerText
    + [...document.querySelectorAll(".hands, .question, .log, .sr-only")].map((one) => one.outerHTML).join()"""
HAND = ("G1", "G2", "G3", "G4", "G5")


def sit(visitor: Visitor, server: Server, made: Data, *sides: str, **options: Any) -> Table:
    touch = options.get("has_touch", False)
    table = Table(visitor.page(**options), GAME, touch)
    if len(sides) == 1:
        return table.open(server.url, made["match"], made["keys"][sides[0]])
    for side in sides:
        table.page.goto(f"{server.url}/match/{made['match']}#{made['keys'][side]}")
        expect(table.cover.or_(table.element.and_(table.page.locator("[data-number]"))).first).to_be_visible()
    return table


def backs(t: Table) -> int:
    return t.hands.locator(".card-backs span").count()


# A turn of each side, with both at their own browsers.


@pytest.mark.soak
def test_a_german_turn(visitor: Visitor, server: Server) -> None:
    made = server.create(ME, LINK, game=GAME)
    german = sit(visitor, server, made, "german")
    soviet = sit(visitor, server, made, "soviet")
    # The hand is chosen by clicking cards; the other sees backs.
    expect(german.hands.locator(".play-card.lit")).to_have_count(6)
    expect(german.card("G1")).to_contain_text("Tank Action x2")
    visitor.picture(german.page, "hand")
    for card in HAND:
        before = german.number
        german.card(card).click()
        german.past(before)
    soviet.at(german.number)
    assert backs(soviet) == 5 and soviet.hands.locator(".play-card").count() == 0
    expect(soviet.hands).to_contain_text("German hand: 5 cards")
    # Out of a rear area onto the map, and an attack from another one.
    german.play("G-4PzA", "1701")
    german.answer("done")
    german.play("1201", "G-4A")
    german.answer("fight")
    soviet.at(german.number)
    soviet.actor("Does the Soviet 4th Army defend actively (2) or passively (1)?")
    expect(soviet.battle).to_contain_text("4th Army, active defence")
    visitor.picture(soviet.page, "defence")
    soviet.answer("passive S-4A", "passive S-14MC")
    # The question names the combat and its odds; the forecast stands beside it, at both tables.
    german.at(soviet.number)
    german.actor(re.compile("against 1201, 5:1. Play a card for a Combat Shift"))
    for t in (german, soviet):
        expect(t.battle).to_contain_text("5:1")
    visitor.picture(german.page, "reaction")
    assert german.actions() == ["pass", "quiet", "card G1", "card G2"]
    german.card("G5").click()  # not for now: it can be read all the same
    expect(german.hands).to_contain_text("an eliminated German unit comes back, spent")
    german.hands.get_by_role("button", name="Why not now?").click()
    expect(german.note).to_contain_text("cannot be played now")
    # Not asked again in this phase: that is seen, and can be taken back. The die is shown on both sides.
    german.answer("quiet")
    expect(german.hands).to_contain_text("You will not be asked for cards again this phase.")
    for t in (german, soviet):
        expect(t.battle.locator(".die")).to_have_count(1)
    soviet.at(german.number)
    while retreats := [action for action in soviet.actions() if action.startswith(("retire", "retreat"))]:
        soviet.answer(retreats[0])
    german.at(soviet.number)
    german.answer("advance G-4A")
    german.answer("ask")
    expect(german.hands).not_to_contain_text("You will not be asked")
    german.answer("done")
    # Breakthrough: a card, then two tank units.
    expect(german.page.get_by_role("heading", level=1)).to_contain_text("German Breakthrough Phase")
    german.answer("card G1")
    german.actor("Two tank units act")
    german.play("G-2PzA")
    assert "move 1101" in german.actions()
    german.play("1101")
    # On to the end of the supply phase.
    while "German" in german.where:
        german.answer("done")
    soviet.at(german.number)
    expect(soviet.page.get_by_role("heading", level=1)).to_contain_text("Soviet Logistics Phase")


@pytest.mark.soak
def test_a_die_is_rolled_again(visitor: Visitor, server: Server) -> None:
    made = server.create(ME, LINK, game=GAME, record=re_roll())
    german = sit(visitor, server, made, "german")
    soviet = sit(visitor, server, made, "soviet")
    german.actor("Play a card for a Re-Roll?")
    german.answer("card G3")
    expect(german.hands).to_contain_text("played: Tactical Edge!")
    soviet.at(german.number)
    expect(soviet.hands).to_contain_text("played: Tactical Edge!")
    expect(soviet.battle.locator(".die")).to_have_count(1)
    assert sum("the die shows" in line for line in soviet.lines()) == 2


@pytest.mark.soak
def test_a_soviet_turn(visitor: Visitor, server: Server) -> None:
    made = server.create(LINK, ME, game=GAME, record=soviet_turn())
    t = sit(visitor, server, made, "soviet")
    t.actor("Withdraw units?")
    t.answer("done")
    t.answer("take S1", "take S4")
    # The free rail move: out of the rear area, to a city.
    t.answer("rail")
    t.play("S-20A", "S-21A", "1307")
    expect(t.tab("Status")).to_contain_text("Free rail move")
    # A card with several functions asks which.
    t.answer("card S1")
    t.actor("What do you play Reinforcements! for?")
    expect(t.hands).to_contain_text("In play: Reinforcements!")
    visitor.picture(t.page, "function")
    t.answer("as reinforcements")
    t.actor(re.compile("infantry"))
    t.answer("raise S-4A")
    while "Logistics" in t.where:
        t.answer("done")
    t.play("S-22A", "1311")
    t.answer("stop", "done")
    # Combat is left out; supply and the score are shown.
    t.page.keyboard.press("3")
    expect(t.page.locator(".rb-line")).to_have_count(1)
    expect(t.page.locator(".rb-tint-good")).not_to_have_count(0)
    visitor.picture(t.page, "supply")
    t.page.keyboard.press("o")
    status = t.tab("Status")
    expect(status).to_contain_text("German score: 0 of 9")
    status.locator("summary").filter(has_text="Still to be won").click()
    expect(status).to_contain_text("Moscow, a fortress city")
    visitor.picture(t.page, "score")
    while "Turn 1" in t.where:
        t.answer(next(action for action in t.actions() if action in ("done", "pass", "stay")))
    expect(t.question).to_contain_text("Waiting for")


# Reactions, and what the other may not know.


class Listener:
    """All that comes to a page by the wire."""

    def __init__(self, page: Page) -> None:
        self.texts: list[str] = []
        page.on("websocket", self._socket)
        page.on("response", self._response)
        self.responses: list[Response] = []

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.texts.append(text_of(frame)))

    def _response(self, response: Response) -> None:
        self.responses.append(response)

    def heard(self) -> list[str]:
        """Of the answers by HTTP those that are about matches; what is printed in the box is known to all."""
        return self.texts + [response.text() for response in self.responses if "/api/matches" in response.url]


def text_of(frame: str | bytes) -> str:
    """Large messages are compressed."""
    return frame if isinstance(frame, str) else zlib.decompress(frame).decode()


def test_hidden_hands(visitor: Visitor, server: Server) -> None:
    made = server.create(ME, LINK, game=GAME, record=reactions())
    german = sit(visitor, server, made, "german")
    page = visitor.page()
    listener = Listener(page)
    soviet = Table(page, GAME).open(server.url, made["match"], made["keys"]["soviet"])
    german.play("1201", "G-2PzA", "G-4A")
    german.answer("fight")
    soviet.at(german.number)
    soviet.answer("active S-4A", "passive S-14MC")
    german.at(soviet.number)
    # A German card: the Soviet player may strike it out.
    german.answer("card G1")
    soviet.at(german.number)
    soviet.actor("The German player plays Blitz! for Combat Shift (2. Panzerarmee and 4. Armee against 1201, 7:1).")
    soviet.actor("Play Hitler Order! to negate it?")
    expect(soviet.battle).to_contain_text("against 4th Army and 14th Mechanized Corps")
    expect(soviet.hands).to_contain_text("German hand: 3 cards")
    visitor.picture(page, "hitler-order")
    soviet.answer("card S6")
    german.at(soviet.number)
    assert any("Blitz! has no effect" in line for line in german.lines())
    german.answer("pass")
    soviet.at(german.number)
    soviet.actor("Play a card for a Combat Shift?")
    assert soviet.actions() == ["pass", "quiet", "card S3"]
    soviet.answer("quiet")
    expect(soviet.hands).to_contain_text("You will not be asked for cards again this phase.")
    # Nothing of what is still in the German hand came to the other browser, by any way.
    german.at(soviet.number)
    soviet.tab("Log")
    heard = listener.heard()
    for path in ("", "/replay", f"/replay?at={soviet.number - 1}", "/record"):
        heard.append(server.get(f"/api/matches/{made['match']}{path}", made["keys"]["soviet"]).text)
    assert len(heard) > 8 and any('"at_work":["G1"]' in text for text in heard)
    for card in ("G2", "G3", "G4"):
        assert not [text for text in heard if re.search(rf'["\s]{card}["\s(]', text)]
        assert page.locator(f'[data-card="{card}"]').count() == 0
    assert "You take" not in " ".join([*soviet.lines(), *heard]).replace("You take Hitler Order", "").replace(
        "You take T-34", ""
    )
    assert page.locator(".play-card").count() == 1  # T-34! is left
    # And the German sees a back for it.
    assert backs(german) == 1 and german.page.locator('[data-card^="S"]').count() == 0


@pytest.mark.soak
def test_hot_seat_hands_over(visitor: Visitor, server: Server) -> None:
    made = server.create(game=GAME)
    t = sit(visitor, server, made, "german", "soviet")
    expect(t.cover).to_contain_text("Hand over to the German player")
    assert t.page.locator("[data-card]").count() == 0
    t.take_over("German")
    t.ready()
    for card in HAND:
        before = t.number
        t.card(card).click()
        t.past(before)
    assert any("You take Blitz!" in line for line in t.lines())
    t.answer("done")
    t.play("1201", "G-2PzA", "G-4A", "G-9A")
    t.offers("fight").click()
    # Covered: what happened is told, and nothing of a hand is left on the page.
    expect(t.cover).to_contain_text("Hand over to the Soviet player")
    expect(t.cover).to_contain_text("attack 4th Army and 14th Mechanized Corps in 1201")
    visitor.picture(t.page, "covered")
    # The map is open to both, so it stays in sight.
    expect(t.map).to_be_in_viewport(ratio=1)
    assert t.page.evaluate("""() => {
        const { left, right } = document.querySelector(".hand-over").getBoundingClientRect();
        return left >= document.querySelector(".map-area").getBoundingClientRect().right && right <= innerWidth;
    }""")
    seen: str = t.page.evaluate(ON_THE_PAGE)
    assert "You take" not in seen and "data-card" not in seen and "G1" not in seen
    t.take_over("Soviet")
    assert t.page.locator("[data-card]").count() == 0 and not any("You take" in line for line in t.lines())
    assert backs(t) == 5
    t.answer("passive S-4A")
    t.offers("passive S-14MC").click()
    expect(t.cover).to_contain_text("Hand over to the German player")
    t.take_over("German")
    expect(t.hands.locator(".play-card")).to_have_count(5)
    assert any("You take Blitz!" in line for line in t.lines())
    # Whoever loads the page anew is asked who he is.
    t.page.reload()
    expect(t.cover).to_contain_text("Hand over to the German player")
    assert t.page.locator("[data-card]").count() == 0


@pytest.mark.soak
def test_hot_seat_without_hands_is_not_covered(visitor: Visitor, server: Server) -> None:
    made = server.create(game=GAME, position=without_hands())
    t = sit(visitor, server, made, "german", "soviet")
    t.ready()
    assert not t.cover.is_visible()
    t.play("1201", "G-2PzA", "G-4A", "G-9A")
    t.answer("fight")
    t.actor("Soviet player")
    assert not t.cover.is_visible()
    t.answer("passive S-4A")


# Other ways to play.


def test_cards_by_keyboard(visitor: Visitor, server: Server) -> None:
    made = server.create(ME, LINK, game=GAME, record=breakthrough())
    t = sit(visitor, server, made, "german")
    press = t.page.keyboard.press
    press("k")
    expect(t.card("G1")).to_be_focused()
    press("ArrowRight")
    press("ArrowRight")
    expect(t.card("G3")).to_be_focused()
    press("Enter")
    details = t.hands.get_by_role("group", name="Tactical Edge!")
    expect(details.get_by_role("button", name="Play Tactical Edge!")).to_be_focused()
    press("Escape")
    expect(details).to_have_count(0)
    expect(t.card("G3")).to_be_focused()
    before = t.number
    press("Enter")
    press("Enter")
    t.past(before)
    t.actor("What do you play Tactical Edge! for?")
    t.answer("as tank-action")
    t.play("G-2PzA", "1204")
    expect(t.hands).to_contain_text("played: Tactical Edge!")


@pytest.mark.soak
def test_cards_on_a_phone(visitor: Visitor, server: Server) -> None:
    made = server.create(ME, LINK, game=GAME)
    t = sit(visitor, server, made, "german", **PHONE)
    for card in HAND:
        before = t.number
        t.card(card).tap()
        t.past(before)
    visitor.picture(t.page, "hand")
    assert t.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    t.page.keyboard.press("f")
    expect(t.counter("G-2PzA").locator(".rb-value-far")).to_be_visible()  # the whole map is seen, with strengths
    made = server.create(ME, LINK, game=GAME, record=breakthrough())
    t = sit(visitor, server, made, "german", **PHONE)
    t.card("G1").tap()
    button = t.hands.get_by_role("button", name="Play Blitz!")
    expect(button).to_be_in_viewport(ratio=1)
    visitor.picture(t.page, "card")
    before = t.number
    button.tap()
    t.past(before)
    t.actor("Two tank units act")


@pytest.mark.soak
def test_axe(visitor: Visitor, server: Server) -> None:
    eye = Inspector(visitor)
    made = server.create(game=GAME)
    t = sit(visitor, server, made, "german", "soviet")
    eye.look(t.page, "hand-over")
    t.take_over("German")
    t.ready()
    eye.look(t.page, "choosing cards")
    made = server.create(ME, LINK, game=GAME, record=breakthrough())
    t = sit(visitor, server, made, "german")
    t.card("G1").click()
    t.tab("Status")
    eye.look(t.page, "a card and the score")
    made = server.create(LINK, ME, game=GAME, record=reactions())
    german = sit(visitor, server, made, "german")
    german.play("1201", "G-2PzA")
    german.answer("fight")
    soviet = sit(visitor, server, made, "soviet")
    soviet.page.keyboard.press("3")
    eye.look(soviet.page, "defence with supply lines")
    eye.content()
