"""Playing at the table: stacks, hovering, declared battles, the enemy's turn, weather, dice, places in sentences."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rasputitsa.core import State

from ..tools.browser import LONG
from ..tools.states import open_step
from . import positions
from .conftest import PHONE, Visitor
from .positions import begun, played
from .scripts import GAME as BLITZKRIEG
from .scripts import Script, answered, breakthrough, reactions
from .server import LINK, ME, Server
from .table import Table

WIDE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}

Rect = tuple[float, float, float, float]


def rect(page: Page, selector: str) -> Rect:
    box = page.locator(selector).bounding_box()
    assert box, selector
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def inside(point: tuple[float, float], box: Rect) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


@cache
def in_turn(turn: int) -> str:
    """The German combat phase of a turn; both sides only pass before it."""

    def there(state: State) -> bool:
        question = state.question
        assert question is not None
        return bool(state.view(None)["turn"] == turn and question.step == "DeclareBattles")

    return positions._play(positions._pass, there)


# Stacks.


@cache
def stacked() -> str:
    """The German Movement Phase of turn 1: 4. Panzerarmee and 16. Armee have both moved to 1701."""
    script = Script().play("take G1", "take G3", "take G4", "take G5", "take G2").until("Movement", "german")
    for unit in ("G-4PzA", "G-16A"):
        script.play(f"unit {unit}", "move 1701")
        if open_step(script.match.state) == "Moving":
            script.play("stop")
    return script.record()


def blitzkrieg(visitor: Visitor, server: Server, record: str, side: str = "german", **page: Any) -> Table:
    made = server.create(ME, LINK, game=BLITZKRIEG, record=record)
    return Table(visitor.page(**{**WIDE, **page}), BLITZKRIEG).open(server.url, made["match"], made["keys"][side])


def test_a_click_at_the_centre_of_a_stack_is_understood(visitor: Visitor, server: Server) -> None:
    t = blitzkrieg(visitor, server, stacked())
    menu = t.page.get_by_role("group", name="Which of these?")
    x, y = t.place("1701")
    # They come to lie side by side, and nothing is refused.
    t.page.mouse.click(x, y)
    expect(t.page.locator(".rb-backdrop")).to_have_count(1)
    expect(t.note).to_have_count(0)
    t.still()
    # The centre is the gap between them now: which is meant?
    t.page.mouse.click(x, y)
    expect(menu.get_by_role("button", name="Take back the")).to_have_count(2)
    before = t.number
    menu.get_by_role("button", name="Take back the 4. Panzerarmee").click()
    t.past(before)
    expect(t.note).to_have_count(0)


def test_a_target_is_not_fanned_over_its_attackers(visitor: Visitor, server: Server) -> None:
    t = blitzkrieg(visitor, server, reactions())
    t.page.clock.install()
    t.page.mouse.move(*t.place("1201"))
    expect(t.page.locator(".info")).to_contain_text("Attack 1201")  # the pointer has rested long enough for that
    t.page.clock.run_for(5000)  # and for a stack to spread
    assert t.page.locator(".rb-backdrop").count() == 0
    t.page.mouse.click(*t.place("1201"))
    t.actor("Which units attack")


# Hovering.


def test_hovering_hides_neither_the_unit_nor_its_targets(table: Callable[..., Table], visitor: Visitor) -> None:
    t = table(record=begun(), page=WIDE)
    t.play("24pz")
    for target in ("0507", "0508"):
        t.page.mouse.move(*t.place(target))
        info = t.page.locator(".info")
        expect(info).to_contain_text(f"Attack {target}")
        box = rect(t.page, ".info")
        for seen in ("0407", "0507", "0508"):
            assert not inside(t.place(seen), box), seen
        assert info.locator("li").count() <= 4
    visitor.picture(t.page)


@pytest.mark.soak
def test_what_is_hovered_goes_when_the_unit_moves(table: Callable[..., Table]) -> None:
    t = table(record=begun(), page=WIDE)
    t.answer("done")
    t.play("24pz")
    goal = next(action for action in t.actions() if action.startswith("move "))
    info = t.page.locator(".info")
    t.page.mouse.move(*t.place("0407"))
    expect(info).to_contain_text("24th Panzer Corps")
    before = t.number
    t.question.locator(f'[data-action="{goal}"]').focus()  # the pointer stays where it is
    t.page.keyboard.press("Enter")
    t.past(before)
    expect(info).not_to_contain_text("24th Panzer Corps")
    expect(info).to_contain_text("0407")


@pytest.mark.soak
def test_what_is_hovered_goes_when_the_unit_dies(table: Callable[..., Table]) -> None:
    attackers = [f"with {unit}" for unit in ("41pz", "57pz", "56pz", "8ak")]
    record = played("attack 0304", *attackers, "declare")  # 6:1: the defender dies whatever is rolled
    t = table(record=record, page={**WIDE, "settings": {"confirm": False}})
    info = t.page.locator(".info")
    t.page.mouse.move(*t.place("0304"))
    expect(info).to_contain_text("13th Army")
    t.question.locator('[data-action="done"]').focus()  # the pointer stays where it is
    t.page.keyboard.press("Enter")
    expect(t.page.locator('.rb-counters [data-token="13a"][data-at="0304"]')).to_have_count(0)
    expect(info).not_to_contain_text("13th Army")


@pytest.mark.soak
def test_a_pool_is_told_in_a_few_words(table: Callable[..., Table]) -> None:
    t = table(page=WIDE)
    t.page.mouse.move(*t.middle("24pz"))
    info = t.page.locator(".info")
    expect(info).to_contain_text("24th Panzer Corps, 12-6")
    assert info.inner_text().split("\n")[0] == "Replacement pool"
    _, top, _, bottom = rect(t.page, ".info")
    assert bottom - top < 90
    assert not re.search(r"(^|\n)0(\n|$)", info.inner_text())
    # The bare tray: how many.
    _, y, right, _ = rect(t.page, ".rb-tray >> nth=0")
    t.page.mouse.move(right - 40, y + 8)
    expect(info).to_contain_text("24 units")


def test_the_full_card_by_right_click_and_key(table: Callable[..., Table], visitor: Visitor) -> None:
    t = table(record=begun(), page=WIDE)
    card = t.page.locator(".info.full")
    before = t.number
    t.page.mouse.click(*t.place("0405"), button="right")
    expect(card).to_contain_text("Forest: 2 movement points to enter")
    expect(card).to_contain_text("strength 4, movement 4")
    visitor.picture(t.page)
    t.page.mouse.move(*t.place("0508"))
    expect(card).to_contain_text("0405")  # it stays
    t.page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    t.page.mouse.move(*t.place("0507"))
    expect(t.page.locator(".info")).to_contain_text("0507")
    t.page.keyboard.press("d")
    expect(card).to_contain_text("24th Army")
    card.get_by_role("button", name="Close").click()
    expect(card).to_have_count(0)
    assert t.number == before


@pytest.mark.soak
def test_the_full_card_by_a_long_press(visitor: Visitor, server: Server) -> None:
    made = server.create(record=begun())
    page = visitor.page(**PHONE)
    t = Table(page, touch=True).open(server.url, made["match"], *made["keys"].values())
    before = t.number
    x, y = t.place("0405")
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(page.locator(".info.full")).to_contain_text("16th Army")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".info.full")).to_be_visible()
    visitor.picture(page)
    assert t.number == before


# The keyboard's hint.


def test_a_hint_marks_what_it_is_about(table: Callable[..., Table], visitor: Visitor) -> None:
    t = table(record=begun())
    t.list_choices()
    line = t.question.locator('[data-action="attack 0301"]')
    line.focus()  # it points at its hex while it has the focus
    expect(t.page.locator(".rb-hint")).to_have_count(1)
    t.page.keyboard.press("i")
    expect(t.question.get_by_role("button", name="Play this")).to_be_visible()
    expect(t.page.locator(".rb-hint")).to_have_count(1)
    visitor.picture(t.page)
    # Where the map has nothing to show, the button is marked.
    t.answer("done")
    for _ in range(40):
        t.page.keyboard.press("i")
        play = t.question.get_by_role("button", name="Play this")
        expect(play).to_be_visible()
        if t.page.locator(".question .answers .pointed").count():
            break
        assert t.page.locator(".rb-hint").count() == 1
        before = t.number
        play.click()
        t.past(before)
    expect(t.page.locator(".question .answers .pointed")).to_have_count(1)


# Battles while they are declared.


def test_ones_own_unit_first(table: Callable[..., Table]) -> None:
    t = table(record=begun(), page=WIDE)
    t.play("24pz")
    t.actor("What does the German 24th Panzer Corps attack?")
    t.play("47pz")  # another one instead
    t.actor("What does the German 47th Panzer Corps attack?")
    t.play("0508")
    t.actor("Which units attack the Russian 29th Army")
    expect(t.battle).to_contain_text("47th Panzer Corps against")
    t.answer("declare")
    # Or by dragging it onto its target.
    before = t.number
    t.drag("46pz", "0405")
    t.past(before)
    t.actor("Which units attack the Russian 16th Army")


@pytest.mark.soak
def test_ones_own_unit_first_in_the_other_game(visitor: Visitor, server: Server) -> None:
    t = blitzkrieg(visitor, server, reactions())
    t.play("G-2PzA")
    t.actor("Which hex does the German 2. Panzerarmee attack?")
    t.play("1201", "G-4A")
    expect(t.battle).to_contain_text("2. Panzerarmee and 4. Armee against")


def test_declared_battles_in_a_list(table: Callable[..., Table], visitor: Visitor) -> None:
    t = table(record=begun(), page=WIDE)
    t.play("0508", "24pz", "47pz")
    t.answer("declare")
    t.play("0405", "46pz", "40pz")
    t.answer("declare")
    listed = t.page.get_by_role("region", name="Declared battles")
    lines = listed.get_by_role("listitem")
    expect(lines).to_have_count(2)
    expect(lines.nth(0)).to_contain_text("5:1")
    expect(lines.nth(0)).to_contain_text("0508")
    # Declared and possible targets look different.
    expect(t.page.locator(".rb-declared")).to_have_count(2)
    assert t.page.locator(".rb-lit-space:not(.rb-declared)").count() > 2
    expect(t.page.locator(".rb-badge-declared")).to_have_count(2)
    visitor.picture(t.page)
    # Pointing at a line shows its forecast and its hex.
    lines.nth(1).hover()
    expect(t.battle).to_contain_text("16th Army in 0405")
    expect(t.page.locator(".rb-hint")).to_have_count(1)
    # Change one, and call one off.
    before = t.number
    lines.nth(0).get_by_role("button", name="Change").click()
    t.past(before)
    t.actor("Which units attack the Russian 29th Army")
    t.play("47pz")
    t.answer("declare")
    expect(lines).to_have_count(2)
    expect(lines.nth(1)).to_contain_text("3:1")
    before = t.number
    lines.nth(0).get_by_role("button", name="Call off").click()
    t.past(before)
    expect(lines).to_have_count(1)
    expect(listed).to_contain_text("1 battle declared")


# Dice.


def test_the_die_falls_at_the_battle(table: Callable[..., Table], visitor: Visitor) -> None:
    t = table(record=begun(), page=WIDE)
    t.play("0508", "24pz", "47pz")
    t.answer("declare", "done")
    die = t.page.locator(".rb-die")
    expect(die).to_have_count(1)
    face = t.page.locator(".battle .die").get_attribute("aria-label")
    assert face == f"Die: {die.get_attribute('data-face')}"
    box = t.page.locator(".rb-die-face").bounding_box()
    x, y = t.place("0508")
    assert box and abs(box["x"] + box["width"] / 2 - x) < 4 and 0 < y - box["y"] < 60
    visitor.picture(t.page)
    before = t.number
    t.answer(t.actions()[0])
    t.past(before)
    expect(die).to_have_count(0)


# The enemy's turn.


@pytest.mark.soak
def test_the_enemys_turn_after_it(visitor: Visitor, server: Server) -> None:
    made = server.create(ME, LINK, record=begun())
    german = visitor.table(server, made["match"], made["keys"]["german"], **WIDE)
    soviet = visitor.table(server, made["match"], made["keys"]["soviet"], **WIDE)
    expect(soviet.tool("Last enemy turn")).to_be_disabled()
    soviet.page.keyboard.press("e")
    expect(soviet.page.get_by_role("region", name="Notifications")).to_contain_text("no enemy turn to show yet")
    german.answer("done", "done")
    seen = german.page.get_by_role("region", name="The last enemy turn")
    back = soviet.page.get_by_role("region", name="The last enemy turn")
    expect(back).to_have_count(0)  # nothing happened in the German turn
    soviet.at(german.number)
    play_russian_turn(soviet)
    german.at(soviet.number)
    expect(seen).to_be_visible()
    expect(seen).to_contain_text("Russian turn")
    expect(seen).to_contain_text("2 units moved")
    arrows = german.page.locator(".rb-recap-move")
    expect(arrows).to_have_count(2)
    visitor.picture(german.page)
    # Step by step, and all again.
    seen.get_by_role("button", name="Next event").click()
    expect(seen.locator(".count")).to_have_text(re.compile("1 of"))
    expect(german.page.locator(".rb-recap-now")).to_have_count(1)
    seen.get_by_role("button", name="Next event").click()
    seen.get_by_role("button", name="Show all").click()
    expect(german.page.locator(".rb-recap-now")).to_have_count(0)
    # It fades with what one does, and can be opened again, also after a reload.
    german.answer(german.actions()[0])
    expect(seen).to_have_count(0)
    german.tool("Last enemy turn").click()
    expect(seen).to_contain_text("2 units moved")
    german.page.keyboard.press("e")
    expect(seen).to_have_count(0)


@pytest.mark.soak
def test_an_enemy_turn_that_comes_at_once_is_shown(visitor: Visitor, server: Server) -> None:
    """The connection is lost in one's own turn, which is ended elsewhere, and comes back in the next one."""
    made = server.create(ME, LINK, record=begun())
    german = visitor.table(server, made["match"], made["keys"]["german"], **WIDE)
    elsewhere = visitor.table(server, made["match"], made["keys"]["german"], **WIDE)
    soviet = visitor.table(server, made["match"], made["keys"]["soviet"], **WIDE)
    visitor.expected = ["WebSocket connection to .* failed", "ERR_INTERNET_DISCONNECTED"]
    german.page.context.set_offline(True)
    expect(german.page.get_by_text("Connection lost. Reconnecting")).to_be_visible()
    before = german.number
    elsewhere.answer("done", "done")
    soviet.at(elsewhere.number)
    play_russian_turn(soviet)
    assert german.number == before
    german.page.context.set_offline(False)
    german.at(soviet.number)
    assert "German" in german.where
    seen = german.page.get_by_role("region", name="The last enemy turn")
    expect(seen).to_contain_text("Russian turn")
    expect(seen).to_contain_text("2 units moved")
    expect(german.page.locator(".rb-recap-move")).to_have_count(2)


@pytest.mark.soak
def test_the_enemys_turn_is_whole_though_one_was_asked_in_it(visitor: Visitor, server: Server) -> None:
    """Who comes to the table later is shown all of it, not only what came after the own answer."""
    t = blitzkrieg(visitor, server, answered())
    t.tool("Last enemy turn").click()
    seen = t.page.get_by_role("region", name="The last enemy turn")
    expect(seen).to_contain_text("1 unit moved, 1 battle.")
    expect(seen).to_contain_text("Soviet units: ")
    visitor.picture(t.page)


def play_russian_turn(soviet: Table) -> None:
    """Two units move, and one attacks where it can."""
    while "Russian" in soviet.where:
        actions = soviet.actions()
        if "unit 40a" in actions and "Movement" in soviet.where and "Rail" not in soviet.where:
            for unit in ("40a", "43a"):
                soviet.answer(f"unit {unit}")
                soviet.answer(next(action for action in soviet.actions() if action.startswith("move ")))
                if "stop" in soviet.actions():
                    soviet.answer("stop")
            soviet.answer("done")
        elif "attack 0404" in actions:
            soviet.answer("attack 0404", "with 13a", "declare", "done")
        else:
            soviet.answer("done")


# The weather.


def strokes(t: Table, marks: str) -> int:
    """How many small marks of a kind the map has, all over it."""
    count: int = t.page.locator(marks).evaluate_all(
        "all => all.reduce((sum, one) => sum + one.getAttribute('d').split('M').length - 1, 0)"
    )
    return count


@pytest.mark.soak
def test_mud_is_seen(table: Callable[..., Table], visitor: Visitor) -> None:
    t = table(record=in_turn(3), page=WIDE)
    expect(t.page.locator(".weather-now.mud")).to_have_text("mud")
    expect(t.page.locator(".rb-weather-mud")).to_have_count(1)
    assert strokes(t, ".rb-ruts") > 600
    visitor.picture(t.page)
    t = table(record=in_turn(2), page=WIDE)
    assert t.page.locator(".weather-now, .rb-weather > *").count() == 0
    # The card of the turn comes with the turn.
    card = t.page.locator(".turn-card")
    expect(card).to_be_hidden()
    while "Turn 2" in t.where:
        t.answer(next(action for action in t.actions() if action in positions.PASSING))
    expect(card).to_contain_text("Turn 3")
    expect(card).to_contain_text("mud")
    expect(t.page.locator(".rb-weather-mud")).to_have_count(1)
    visitor.picture(t.page, "card")
    expect(card).to_be_hidden(timeout=LONG)


@pytest.mark.soak
def test_no_message_hides_the_card_of_the_turn_on_a_phone(visitor: Visitor, server: Server) -> None:
    made = server.create(record=in_turn(2))
    t = visitor.table(server, made["match"], *made["keys"].values(), **PHONE)
    while "Turn 2" in t.where:
        t.answer(next(action for action in t.actions() if action in positions.PASSING))
    expect(t.page.locator(".turn-card")).to_be_visible()
    expect(t.page.locator(".toast")).to_have_count(1)
    assert rect(t.page, ".toast")[1] > rect(t.page, ".turn-card")[3]


@pytest.mark.soak
def test_snow_is_seen(visitor: Visitor, server: Server) -> None:
    script = Script().play("take G1", "take G3", "take G4", "take G5", "take G2")
    t = blitzkrieg(visitor, server, script.until("Movement", "german", 4).record())
    expect(t.page.locator(".weather-now.snow")).to_have_text("snow")
    assert strokes(t, ".rb-flakes") > 1000
    visitor.picture(t.page)


# Places in sentences.


def test_places_in_sentences_are_shown_on_the_map(table: Callable[..., Table], visitor: Visitor) -> None:
    t = table(record=begun(), page=WIDE)
    t.play("0508")
    place = t.question.locator("h2 .place")
    expect(place).to_have_text("0508")
    place.hover()
    expect(t.page.locator(".rb-pointed")).to_have_count(1)
    name = t.page.locator(".rb-pointed-name text")
    expect(name).to_have_text("0508")
    box = name.bounding_box()
    assert box and box["height"] >= 10
    visitor.picture(t.page)
    t.question.locator(".whose").hover()
    expect(t.page.locator(".rb-pointed")).to_have_count(0)


@pytest.mark.soak
def test_hex_numbers_can_be_read(table: Callable[..., Table]) -> None:
    t = table(record=begun(), page=WIDE)
    box = (
        t.page.locator(".rb-numbers text", has_text="0712")
        .or_(t.page.locator(".rb-numbers text").first)
        .first.bounding_box()
    )
    assert box and box["height"] >= 8


# The tutorial.


def test_enter_and_crosses_in_the_tutorial(visitor: Visitor, server: Server) -> None:
    page = visitor.page(**WIDE)
    page.goto(f"{server.url}/learn")
    page.locator(".card").filter(has_text="Battle for Moscow").get_by_role("button", name="Start").first.click()
    t = Table(page).ready()
    for number in range(1, 5):
        expect(t.coach).to_contain_text(f"{number} of ")
        page.keyboard.press("Enter")
    expect(t.coach).to_contain_text("5 of ")
    expect(page.locator(".rb-sign")).to_have_count(22)
    before = t.number
    page.keyboard.press("Enter")  # shows what to do, and presses nothing else
    expect(page.locator(".rb-hint")).to_have_count(1)
    assert t.number == before and t.coach.locator(".gentle").count() == 0
    visitor.picture(page)


@pytest.mark.soak
def test_lessons_are_not_clipped(visitor: Visitor, server: Server) -> None:
    steps = server.get("/api/games/battle-for-moscow/tutorial").json()["steps"]
    page = visitor.page(**WIDE)
    page.goto(f"{server.url}/learn")
    page.locator(".card").filter(has_text="Battle for Moscow").get_by_role("button", name="Start").first.click()
    t = Table(page).ready()
    for number, step in enumerate(steps[:12], 1):
        expect(t.coach).to_contain_text(f"{number} of ")
        actions = step.get("do") or []
        actions = [actions] if isinstance(actions, str) else actions
        if not actions or step.get("auto"):
            t.coach.get_by_role("button", name="Next").click()
            continue
        for action in actions:
            t.answer(action)
            hidden = t.coach.evaluate("(coach) => coach.scrollHeight - coach.clientHeight")
            assert hidden <= 1, f"step {number}, {action}: {hidden} pixels of the lesson are hidden"


# Cards and texts.


@pytest.mark.soak
def test_cards_look_like_cards(visitor: Visitor, server: Server) -> None:
    t = blitzkrieg(visitor, server, breakthrough())
    for card in t.hands.locator(".card-row:not(.large) .play-card").all():
        box = card.bounding_box()
        assert box and 1.2 < box["height"] / box["width"] < 1.6  # upright, like a playing card
        assert card.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1")
    for name in t.hands.locator(".card-name").all():
        assert name.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    visitor.picture(t.page)


@pytest.mark.soak
def test_titles_stay_in_their_trays(visitor: Visitor, server: Server) -> None:
    for look in (WIDE, PHONE):
        t = blitzkrieg(visitor, server, reactions(), **look)
        wrong = t.page.evaluate(
            """() => {
                const trays = [...document.querySelectorAll(".rb-tray")].map((tray) => tray.getBoundingClientRect());
                const titles = [...document.querySelectorAll(".rb-tray-title")];
                const outside = (title, i) => {
                    const box = title.getBoundingClientRect();
                    return box.right > trays[i].right + 1 || box.top < trays[i].top - 1;
                };
                return titles.filter(outside).map((title) => title.textContent);
            }"""
        )
        assert wrong == []
