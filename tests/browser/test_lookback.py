"""The last enemy turn in figures: what it says is counted from the events, and every loss is among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rasputitsa as ra
from rasputitsa.core import CHANCE, Event, State
from rasputitsa.core.events import Fate, Kind, TokenFate, told
from rasputitsa.games.drive_on_moscow import facts as drive
from rasputitsa.games.drive_on_moscow.state import DriveOnMoscowState
from rasputitsa.games.moscow_41 import facts as moscow
from rasputitsa.games.moscow_41.state import Moscow41State

from ..moscow_41.helpers import position
from .conftest import Visitor
from .drive import GAME as DRIVE
from .drive import movement
from .scripts import GAME as BLITZKRIEG
from .server import LINK, ME, Data, Server
from .test_moscow_41 import GAME as MOSCOW
from .test_moscow_41 import sit

SUMMARY = """async ([game, entries]) => {
    const { happeningsOf, summaryOf } = await import("/web/match/happenings.js");
    const { Manifest } = await import("/web/manifest.js");
    window.manifests ??= {};
    window.manifests[game] ??= new Manifest(await (await fetch("/api/games/" + game)).json());
    return summaryOf(happeningsOf(entries), window.manifests[game]);
}"""


def summary(page: Page, game: str, entries: list[Data]) -> list[str]:
    found: list[str] = page.evaluate(SUMMARY, [game, entries])
    return found


def entry(events: Iterable[Event], side: str, viewer: str | None) -> Data:
    return {"number": 0, "side": side, "action": "", "events": [event.data() for event in told(events, viewer)]}


def losses(lines: list[str]) -> Counter[str]:
    """How many units of each side a summary says were eliminated."""
    found: Counter[str] = Counter()
    for line in lines:
        side, colon, fates = line.partition(" units: ")
        if colon:
            found[side] += sum(int(fate.split()[0]) for fate in fates.split(", ") if "eliminated" in fate)
    return found


class Losses:
    """What was really lost, by the title of the side."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.found: Counter[str] = Counter()
        real = Moscow41State.remove

        def remove(state: Moscow41State, unit: int, *more: Any) -> None:
            if state.events is not None:
                self.found[moscow.TITLES[moscow.SIDE[unit]]] += 1
            real(state, unit, *more)

        monkeypatch.setattr(Moscow41State, "remove", remove)

    def of_drive(self, before: State, after: State) -> None:
        assert isinstance(before, DriveOnMoscowState) and isinstance(after, DriveOnMoscowState)
        for unit in range(drive.UNIT_COUNT):
            if after.where[unit] == drive.DEAD != before.where[unit]:
                self.found[drive.TITLES[drive.SIDE[unit]]] += 1

    def of_fates(self, events: Iterable[Event], state: State) -> None:
        """As the events tell it; that they tell all of it is tested in random games (`tests/properties.py`)."""
        titles = {side.name: side.title for side in state.game.sides}
        for fate in (fate for event in told(events, None) for fate in event.tokens):
            self.found[titles[fate.side]] += fate.fate in (Fate.ELIMINATED, Fate.SURRENDERED)


def begin(game: str) -> State:
    return ra.record.replay(ra.record.read(movement())).state if game == DRIVE else ra.game(game).start()


@pytest.mark.parametrize(("game", "seed"), [(MOSCOW, 1), (DRIVE, 1), (BLITZKRIEG, 1)])
def test_every_loss_is_counted(
    visitor: Visitor, server: Server, monkeypatch: pytest.MonkeyPatch, game: str, seed: int
) -> None:
    real = Losses(monkeypatch)
    rng = Random(seed)
    page = visitor.page()
    page.goto(server.url)
    state = begin(game)
    viewers: list[str | None] = [None, *(side.name for side in state.game.sides)]
    parts: dict[str | None, list[Data]] = {viewer: [] for viewer in viewers}
    total: Counter[str] = Counter()
    several = 0  # events that are about more than one unit
    for number in range(1, 6001):
        side = state.side
        if side is None:
            break
        actions = [action for action, _ in state.chances()] if side == CHANCE else state.actions()
        if game == DRIVE:  # else hardly anything but moves would be chosen
            verb = rng.choice(sorted({action.verb for action in actions}))
            actions = [action for action in actions if action.verb == verb]
        before, action = state.copy(), rng.choice(actions)
        events = state.take(action)
        if game == DRIVE and action.verb != "convert":  # an exchange is no loss
            real.of_drive(before, state)
        elif game == BLITZKRIEG:
            real.of_fates(events, state)
        for viewer in viewers:
            parts[viewer].append(entry(events, side, viewer))
        several += any(len(event.tokens) > 1 for event in events)
        if number % 400 == 0 or state.side is None:
            for viewer in viewers:
                counted = losses(summary(page, game, parts[viewer]))
                assert counted == real.found, (viewer, number)
                parts[viewer] = []
            total += real.found
            real.found.clear()
    assert total.total() > 10 and (several or game != DRIVE)


def test_a_weather_roll_is_no_battle(visitor: Visitor, server: Server) -> None:
    """Nor is that of Hoepner on the Leningrad Road, which is fought in no area."""
    page = visitor.page()
    page.goto(server.url)
    weather = Event(Kind.ROLL, "Weather roll: 5; it changes on 1.", "8.1")
    way = TokenFate("", Fate.MOVED, "soviet", "69", "80")
    text = "A Soviet block moves from 69 Izdeshkovo to 80 Dorogobuzh."
    moved = Event(Kind.MOVE, text, "10.8", "soviet", ("69", "80"), (way,))
    fired = TokenFate("G-4Pg-HQ", Fate.TOOK_PART, "german", "pskov", "pskov")
    hoepner = Event(Kind.ROLL, "Hoepner, 2 dice: 1 3. No hits.", "10.9", "german", ("pskov",), (fired,))
    battle = Event(Kind.BATTLE, "Soviet fire in 69 Izdeshkovo: 5. 1 hit.", "10.12", "soviet", ("69",))

    def summed(*events: Event) -> list[str]:
        return summary(page, MOSCOW, [entry(events, "soviet", None)])

    assert summed(weather, moved) == ["1 unit moved, no battles."]
    assert summed(weather, hoepner) == ["No unit moved, no battles."]
    assert summed(weather, moved, battle, battle) == ["1 unit moved, 1 battle."]


@pytest.mark.soak
def test_one_event_is_one_event(visitor: Visitor, server: Server) -> None:
    made = server.create(ME, LINK, game=MOSCOW, position=dict(passing().position()))
    german, soviet = sit(visitor, server, made, "german"), sit(visitor, server, made, "soviet")
    soviet.answer("pass", "unit S-W-16A", "move 80")
    german.at(soviet.number)
    seen = german.page.get_by_role("region", name="The last enemy turn")
    expect(seen).to_contain_text("1 unit moved, no battles.")
    expect(seen.locator(".count")).to_have_text("1 event")


def passing() -> State:
    units = "G-HITLER rastenburg, G-2Pg-24 90, S-STALIN 63, S-W-16A 69"
    return position("impulse", units, active="soviet", initiative="soviet", german="90 100")
