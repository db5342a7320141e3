"""What a click or Enter means in each game: the key's badge, the hex that a defender left, counters on lit hexes."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import expect

import rasputitsa as ra

from ..tools import soak
from ..tools.states import open_step
from . import drive
from .conftest import Visitor
from .positions import played
from .scripts import GAME as BLITZKRIEG
from .scripts import GERMAN_HAND, Script, reactions
from .server import LINK, ME, Server
from .table import Table
from .test_moscow_41 import GAME as MOSCOW_41
from .test_moscow_41 import before

BATTLE = "battle-for-moscow"
WIDE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}


class German(Table):
    """The German player's table; what is played there is noted."""

    def __init__(
        self, visitor: Visitor, server: Server, game: str, settings: dict[str, Any] | None = None, **wanted: Any
    ) -> None:
        super().__init__(visitor.page(settings=settings, **WIDE), game)
        self.played: list[str] = []
        self.page.on("websocket", lambda socket: socket.on("framesent", self.sent))
        made = server.create(ME, LINK, game=game, **wanted)
        self.open(server.url, made["match"], made["keys"]["german"])

    def sent(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "play":
            self.played.append(message["action"])


def main_choice(t: Table) -> str:
    """The action of the button whose badge says Enter."""
    marked = t.question.locator("button[data-action]", has=t.page.locator("kbd", has_text="Enter"))
    return str(marked.get_attribute("data-action"))


# Enter.


def test_enter_fights_after_all_units_were_chosen(visitor: Visitor, server: Server) -> None:
    t = German(visitor, server, drive.GAME, record=drive.combat())
    t.play("1541")
    t.answer("all")
    assert main_choice(t) == "fight"
    number = t.number
    t.page.keyboard.press("Enter")
    t.past(number)
    assert t.played[-1] == "fight"


MAIN_CHOICES: dict[str, dict[str, Any]] = {
    BATTLE: {"record": lambda: played("attack 0304", "with 41pz", "with 57pz"), "action": "declare"},
    BLITZKRIEG: {"record": lambda: Script(reactions()).play("attack 1201", "with G-2PzA").record(), "action": "fight"},
    drive.GAME: {"record": lambda: drive.movement(), "action": "done"},
    MOSCOW_41: {"position": lambda: before("german"), "first": ["strategic"], "action": "done"},
}


@pytest.mark.parametrize("game", soak.first(1, MAIN_CHOICES))
def test_enter_does_what_its_badge_says_whatever_was_clicked(visitor: Visitor, server: Server, game: str) -> None:
    wanted = MAIN_CHOICES[game]
    start = {key: wanted[key]() for key in ("record", "position") if key in wanted}
    t = German(visitor, server, game, {"confirm": False}, **start)
    t.answer(*wanted.get("first", []))
    for control in (
        t.page.get_by_role("tab", name="Status"),
        t.question.locator("summary"),
        t.tool("Whole map, and back"),
    ):
        assert main_choice(t) == wanted["action"]
        control.click()
        number = t.number
        t.page.keyboard.press("Enter")
        t.past(number)
        assert t.played[-1] == wanted["action"]
        t.tool("Undo").click()
        t.at(number)


def test_enter_presses_a_button_that_was_reached_by_keyboard(visitor: Visitor, server: Server) -> None:
    t = German(visitor, server, BATTLE, record=played("attack 0304", "with 41pz", "with 57pz"))
    t.page.get_by_role("tab", name="Log").click()
    t.page.keyboard.press("ArrowRight")
    number = t.number
    t.page.keyboard.press("Enter")
    expect(t.page.get_by_role("tab", name="Status")).to_have_attribute("aria-selected", "true")
    assert t.number == number


def test_enter_means_its_badge_after_a_click_on_what_had_the_focus_already(visitor: Visitor, server: Server) -> None:
    t = German(visitor, server, BATTLE, record=played("attack 0304", "with 41pz", "with 57pz"))
    log = t.page.get_by_role("tab", name="Log")
    log.focus()
    log.click()
    number = t.number
    t.page.keyboard.press("Enter")
    t.past(number)
    assert t.played[-1] == "declare"


# The hex that the defender left.


def until_advance(match: ra.Match, roll: str) -> str:
    for _ in range(12):
        side, question = match.side, match.state.question
        assert side is not None and question is not None
        if question.step == "Advance":
            return ra.record.write(match)
        actions = [str(action) for action in match.state.actions()]
        passing = [action for action in actions if action in (roll, "pass", "no-air", "fall-back", "done")]
        match.play(side, passing[0] if passing else actions[0])
    raise AssertionError("nobody advances")


@cache
def advance(game: str, *actions: str) -> str:
    """The German player is asked who advances into the hex of the first action."""
    if game == drive.GAME:
        match = ra.record.replay(ra.record.read(drive.combat()))
    elif game == BATTLE:
        match = ra.record.replay(ra.record.read(played()))
    else:
        match = Script().play(*GERMAN_HAND).until("Combat", "german").match
    for action in actions:
        match.play("german", action)
    return until_advance(match, "roll 1" if game == BATTLE else "roll 6")


FOUGHT = {
    BATTLE: ("attack 0304", "with 41pz", "with 57pz", "with 56pz", "with 8ak", "declare", "done"),
    BLITZKRIEG: ("attack 1201", "with G-2PzA", "with G-4A", "with G-9A", "fight"),
    drive.GAME: ("attack 1541", "all", "fight"),
}


@pytest.mark.parametrize("game", soak.first(1, FOUGHT))
def test_a_click_on_the_hex_that_was_left_asks_who_advances(visitor: Visitor, server: Server, game: str) -> None:
    t = German(visitor, server, game, record=advance(game, *FOUGHT[game]))
    goal = FOUGHT[game][0].split()[1]
    choices = [action for action in t.actions() if action.startswith("advance ")]
    assert len(choices) > 1
    number = t.number
    t.click(goal)
    menu = t.page.get_by_role("group", name="Which of these?")
    expect(menu.get_by_role("button")).to_have_count(len(choices))
    menu.get_by_role("button").first.click()
    t.past(number)
    expect(t.page.locator(f'.rb-counter[data-at="{goal}"]')).to_have_count(1)
    visitor.picture(t.page)


def test_a_click_on_the_hex_that_was_left_advances_the_only_attacker(visitor: Visitor, server: Server) -> None:
    t = German(visitor, server, BATTLE, record=advance(BATTLE, "attack 0509", "with 48pz", "declare", "done"))
    t.play("0509")
    expect(t.page.locator('.rb-counter[data-at="0509"][data-token="48pz"]')).to_have_count(1)


@pytest.mark.soak
def test_a_click_elsewhere_declines_no_advance(visitor: Visitor, server: Server) -> None:
    fought = (
        "attack 0304",
        "with 41pz",
        "with 57pz",
        "with 56pz",
        "with 8ak",
        "declare",
        "attack 0509",
        "with 48pz",
        "declare",
    )
    match = ra.record.replay(ra.record.read(played(*fought)))
    t = German(visitor, server, BATTLE, {"confirm": False}, record=ra.record.write(match))
    t.answer("done")
    t.play("0304")
    t.actor("Advance one attacker into 0304")
    number = t.number
    t.click("0509")
    expect(t.note).to_be_visible()
    assert t.number == number


# Counters on lit hexes.


@cache
def reinforced() -> str:
    """The German Movement Phase of turn 1: 4. Panzerarmee has moved to 1701, where 16. Armee can join it."""
    script = Script().play(*GERMAN_HAND).until("Movement", "german").play("unit G-4PzA", "move 1701")
    if open_step(script.match.state) == "Moving":
        script.play("stop")
    return script.record()


GOALS: dict[str, dict[str, Any]] = {
    BLITZKRIEG: {"record": reinforced, "unit": "G-16A", "goal": "1701"},
    drive.GAME: {"record": drive.movement, "unit": "pz-3", "goal": "1743"},
    MOSCOW_41: {"position": lambda: before("german"), "first": ["pass"], "unit": "G-2Pg-24", "goal": "89"},
}


@pytest.mark.parametrize("game", soak.first(1, GOALS))
def test_a_unit_goes_where_a_friend_is(visitor: Visitor, server: Server, game: str) -> None:
    wanted = GOALS[game]
    start = {key: wanted[key]() for key in ("record", "position") if key in wanted}
    t = German(visitor, server, game, **start)
    t.answer(*wanted.get("first", []))
    t.answer(f"unit {wanted['unit']}")
    goal = wanted["goal"]
    assert f"move {goal}" in t.actions()
    friend = str(t.page.locator(f'.rb-counter[data-at="{goal}"]').last.get_attribute("data-token"))
    number = t.number
    t.tap(*t.in_sight(t.middle, friend))
    t.past(number)
    expect(t.counter(wanted["unit"])).to_have_attribute("data-at", goal)


@pytest.mark.soak
def test_where_units_cannot_stay_together_the_click_takes_the_other(visitor: Visitor, server: Server) -> None:
    t = German(visitor, server, BATTLE, record=played("done"))
    t.play("24pz")
    expect(t.page.locator(".rb-lit-space.rb-tone-crowded")).not_to_have_count(0)
    t.click_piece("46pz")
    t.actor("from 0406")


# Several at once.


@pytest.mark.soak
def test_all_of_a_stack_only_where_all_can_go(visitor: Visitor, server: Server) -> None:
    t = German(visitor, server, MOSCOW_41, position=before("german"))
    stack = t.page.get_by_role("region", name="Stack", exact=True)
    everybody = stack.get_by_role("button", name=re.compile(r"^All \d"))
    t.answer("pass")  # one block moves
    t.click_piece("G-2Pg-24")
    expect(stack).to_be_visible()
    expect(everybody).to_have_count(0)
    t = German(visitor, server, drive.GAME, record=drive.movement())
    stack = t.page.get_by_role("region", name="Stack", exact=True)
    t.click("1642")
    stack.get_by_role("button", name="All 3").click()
    for unit in ("pz-3", "pz-4", "pg-10"):
        expect(stack.locator(f'[data-unit="{unit}"]')).to_contain_text("in hand")
