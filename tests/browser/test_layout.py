"""Nothing that is written is cut off, and nothing lies over anything else, on the main screens of all games."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

import rasputitsa as ra
from rasputitsa.core import State
from rasputitsa.match.dice import TableDice

from ..tools import soak
from . import drive, positions, scripts
from .conftest import PHONE, Visitor
from .server import ME, Server
from .table import Table
from .test_moscow_41 import before

SIZES = ((1280, 800), (1440, 900))
HERE = Path(__file__).parent
AUDIT = (HERE / "texts.js").read_text()
TRAYS = (HERE / "trays.js").read_text()


@cache
def blitzkrieg(turn: int) -> str:
    """The Soviet player's hand of a later turn."""
    return scripts.Script().play(*scripts.GERMAN_HAND).until("Movement", "soviet", turn).record()


@cache
def city_fights() -> str:
    """The Soviet player holds the card with most words."""
    script = scripts.Script().play(*scripts.GERMAN_HAND).until("ChooseCards", "soviet")
    return script.play("take S4", "take S3").until("Movement", "soviet").record()


@cache
def reinforcements() -> str:
    """Battle for Moscow: the Russian player takes units from the Turn track and the Replacement pool."""

    def there(state: State) -> bool:
        track = {token["name"] for token in state.view(None)["tokens"] if token["at"] == "track"}
        return any(str(action).split()[-1] in track for action in state.actions())

    return positions._play(positions._pass, there)


FULLEST = ("blitzkrieg cards", "drive crowded")
SCENES: dict[str, Callable[[], dict[str, Any]]] = {
    "battle set-up": dict,
    "battle combat": lambda: {
        "record": positions.played("attack 0304", "with 41pz", "with 57pz", "with 56pz", "with 8ak", "declare")
    },
    "battle reinforcements": lambda: {"record": reinforcements(), "sit": "soviet"},
    "blitzkrieg cards": lambda: {"game": scripts.GAME},
    "blitzkrieg combat": lambda: {"game": scripts.GAME, "record": scripts.reactions()},
    "blitzkrieg city fights": lambda: {"game": scripts.GAME, "record": city_fights(), "sit": "soviet"},
    "blitzkrieg re-roll": lambda: {"game": scripts.GAME, "record": scripts.re_roll()},
    "blitzkrieg soviet hand": lambda: {"game": scripts.GAME, "record": blitzkrieg(2), "sit": "soviet"},
    "drive set-up": lambda: {"game": drive.GAME, "record": drive.record(*drive.SET_UP[:4])},
    "drive movement": lambda: {"game": drive.GAME, "record": drive.movement()},
    "drive combat": lambda: {
        "game": drive.GAME,
        "record": drive.record(*drive.SET_UP, "fight-first", "attack 1541", "all"),
    },
    "drive crowded": lambda: {"game": drive.GAME, "position": drive.crowded()},
    "moscow start": lambda: {"game": "moscow-41"},
    "moscow impulse": lambda: {"game": "moscow-41", "position": before("german")},
}


@pytest.mark.parametrize("scene", soak.first(len(FULLEST), sorted(SCENES, key=lambda scene: scene not in FULLEST)))
def test_nothing_is_cut_off_or_covered(visitor: Visitor, server: Server, scene: str) -> None:
    wanted = {"game": positions.GAME, "sit": "german", **SCENES[scene]()}
    game, side = wanted.pop("game"), wanted.pop("sit")
    made = server.create(ME, ME, game=game, **wanted)
    t = Table(visitor.page(), game).open(server.url, made["match"], made["keys"][side])
    for width, height in SIZES:
        t.page.set_viewport_size({"width": width, "height": height})
        for tab in ("Log", "Status", "Charts", "Players", "Notes"):
            t.tab(tab)
            assert t.page.evaluate(AUDIT) == [], (width, tab)
        visitor.picture(t.page, f"{scene}-{width}")
        whole_map(t)
        assert t.page.evaluate(TRAYS) == [], width


ON_A_PHONE = sorted(SCENES, key="blitzkrieg city fights".__ne__)


@pytest.mark.parametrize("scene", soak.first(1, ON_A_PHONE))
def test_nothing_is_cut_off_on_a_phone(visitor: Visitor, server: Server, scene: str) -> None:
    wanted = {"game": positions.GAME, "sit": "german", **SCENES[scene]()}
    game, side = wanted.pop("game"), wanted.pop("sit")
    made = server.create(ME, ME, game=game, **wanted)
    t = Table(visitor.page(**PHONE), game).open(server.url, made["match"], made["keys"][side])
    for width, height in ((390, 844), (844, 390)):
        t.page.set_viewport_size({"width": width, "height": height})
        for tab in ("Log", "Status", "Players"):
            t.tab(tab)
            assert t.page.evaluate(AUDIT) == [], (width, tab)
        visitor.picture(t.page, f"{scene}-{width}")


def whole_map(t: Table) -> None:
    if t.map.get_attribute("data-whole") is None:
        t.tool("Whole map").click()
    expect(t.map).to_have_attribute("data-whole", "")
    t.still()


def test_headings_in_the_question_keep_their_distance(visitor: Visitor, server: Server) -> None:
    made = server.create(ME, ME, record=reinforcements())
    t = Table(visitor.page()).open(server.url, made["match"], made["keys"]["soviet"])
    chips = t.question.locator(".tray .pieces").first.bounding_box()
    heading = t.question.get_by_role("heading", name="Turn track").bounding_box()
    assert chips and heading and heading["y"] - (chips["y"] + chips["height"]) >= 5


# The header.

HEADINGS = {
    positions.GAME: "Turn 7, German Panzer Movement Phase",
    scripts.GAME: "Turn 6, German Breakthrough Phase",
    drive.GAME: "Turn 9, German Replacement & Withdrawal Phase",
    "moscow-41": "November, German impulse: HQ Activation Segment",
}
BOMBERS = "4 ready, 2 aborted, 1 destroyed, 1 withdrawn"


def later(message: str | bytes, game: str, turn: int) -> str:
    """What the server sends, with the longest heading of the game, in another turn."""
    text = message if isinstance(message, str) else zlib.decompress(message).decode()
    text = re.sub(r'"heading":"[^"]*"', f'"heading":"{HEADINGS[game]}"', text)
    text = re.sub(r'"value":"8 ready"', f'"value":"{BOMBERS}"', text)
    return re.sub(r'"turn":\d+', f'"turn":{turn}', text)


def wordiest(game: str) -> int:
    """The turn with the most to say about itself."""
    turns = ra.game(game).manifest()["scenarios"][0]["turns"]
    return 1 + max(range(len(turns)), key=lambda i: len(turns[i]["label"] + ", ".join(turns[i]["notes"])))


def wordy_table(visitor: Visitor, server: Server, game: str, **page: Any) -> Table:
    """Where the header has most to say."""
    opened = visitor.page(**page)
    turn = wordiest(game)

    def answer(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(later(message, game, turn)))
        socket.on_message(server.send)

    opened.route_web_socket("**/*", answer)
    made = server.create(ME, ME, game=game)
    return Table(opened, game).open(server.url, made["match"], made["keys"]["german"])


@pytest.mark.parametrize("game", soak.first(1, HEADINGS))
def test_phase_and_weather_stay_in_the_header(visitor: Visitor, server: Server, game: str) -> None:
    t = wordy_table(visitor, server, game)
    page = t.page
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert HEADINGS[game] in t.where
        assert page.locator(".phase-now").evaluate("(one) => one.scrollWidth <= one.clientWidth")
        right = page.get_by_role("toolbar").bounding_box()
        for part in page.locator(".where > *, .mini-turns > .now, .glance dl > div").filter(visible=True).all():
            box = part.bounding_box()
            assert box and right
            assert box["x"] + box["width"] <= width, part.inner_text()
            below = box["y"] >= right["y"] + right["height"]
            assert below or box["x"] + box["width"] < right["x"], part.inner_text()
        for fact in page.locator(".glance dl > div").filter(visible=True).all():
            expect(fact).to_be_in_viewport(ratio=1)
            assert fact.evaluate("(one) => one.scrollWidth <= one.clientWidth + 1"), fact.inner_text()


@pytest.mark.parametrize("game", soak.first(1, sorted(HEADINGS, key=drive.GAME.__ne__)))
def test_phase_and_weather_on_a_phone(visitor: Visitor, server: Server, game: str) -> None:
    """The whole phase is there. Upright, the weather is only among the facts below it."""
    t = wordy_table(visitor, server, game, **PHONE)
    for width, height in ((390, 844), (844, 390)):
        t.page.set_viewport_size({"width": width, "height": height})
        room, tools = t.page.locator(".where").bounding_box(), t.page.get_by_role("toolbar").bounding_box()
        assert room and tools and room["x"] + room["width"] <= tools["x"]
        bottom, right = room["y"] + room["height"] + 1, room["x"] + room["width"]
        for turn in ra.game(game).manifest()["scenarios"][0]["turns"]:
            weather = t.page.locator(".weather-now")
            weather.evaluate_all(
                "(all, text) => all.forEach((one) => (one.textContent = text))", ", ".join(turn["notes"])
            )
            phase = t.page.locator(".phase-now").bounding_box()
            assert phase and phase["y"] + phase["height"] <= bottom and phase["x"] + phase["width"] <= right, turn
            for one in weather.filter(visible=True).all():
                box = one.bounding_box()
                assert box and width > height and box["y"] + box["height"] <= bottom, turn
        expect(t.page.locator(".glance dt").first).to_have_text(re.compile("Weather|Ground"))
        expect(t.page.locator(".glance dd").first).to_be_in_viewport()
        visitor.picture(t.page, str(width))


TURN_CARD = """async ([game, turn]) => {
    const { TurnCard } = await import("/web/match/turncard.js");
    const { Manifest } = await import("/web/manifest.js");
    const manifest = new Manifest(await (await fetch("/api/games/" + game)).json());
    const card = new TurnCard(manifest);
    document.querySelector(".map-stage").append(card.element);
    card.show({ turn, scenario: manifest.data.scenarios[0].name });
    const { left, right } = card.element.getBoundingClientRect();
    return [card.element.innerText, left >= 0 && right <= innerWidth];
}"""


@pytest.mark.parametrize("game", soak.first(1, sorted(HEADINGS, key=drive.GAME.__ne__)))
def test_the_card_of_a_turn_on_a_phone(visitor: Visitor, server: Server, game: str) -> None:
    made = server.create(ME, ME, game=game)
    t = Table(visitor.page(**PHONE), game).open(server.url, made["match"], made["keys"]["german"])
    for turn in {2, max(2, wordiest(game))}:
        text, fits = t.page.evaluate(TURN_CARD, [game, turn])
        assert text and fits, turn


# Dice, and the report.

FOUR_DICE = """async () => {
    const { BattlePanel } = await import("/web/panels/battle.js");
    const panel = new BattlePanel({ link: () => null });
    document.querySelector(".side-scroll").prepend(panel.element);
    const text = "The bombers reach their target and two of them are shot down.";
    const event = { text, rule: "", spaces: [], tokens: [] };
    panel.showRoll({ number: 1, side: "chance", action: "roll 1 6 3 5", events: [event] }, [event], false);
    const dice = [...panel.element.querySelectorAll(".die")].map((one) => one.getBoundingClientRect());
    const words = panel.element.querySelector(".sentences").getBoundingClientRect();
    const { right } = panel.element.getBoundingClientRect();
    return { inside: dice.every((die) => die.right <= right), width: words.width, wide: words.right <= right };
}"""


@pytest.mark.soak
def test_four_dice_leave_room_for_words(visitor: Visitor, server: Server) -> None:
    made = server.create(ME, ME)
    t = Table(visitor.page()).open(server.url, made["match"], made["keys"]["german"])
    found = t.page.evaluate(FOUR_DICE)
    assert found["inside"] and found["wide"] and found["width"] > 180
    assert t.page.evaluate(AUDIT) == []


REPORT = """async (game) => {
    const { openReport } = await import("/web/panels/report.js");
    const { Manifest } = await import("/web/manifest.js");
    const manifest = new Manifest(await (await fetch("/api/games/" + game)).json());
    void openReport("past", null, manifest, { link: () => null }, manifest.data.scenarios[0]);
}"""


@pytest.mark.parametrize("game", soak.first(1, ra.games()))
def test_labels_of_the_report(visitor: Visitor, server: Server, game: str) -> None:
    rules = ra.game(game)
    turns = list(range(1, 1 + len(rules.manifest()["scenarios"][0]["turns"])))
    figures: list[dict[str, Any]] = [
        {**figure, "values": {side: [value * 12.5] * len(turns) for side, value in figure["values"].items()}}
        for figure in ra.Match(rules, dice=TableDice()).state.statistics()
    ]
    report = {
        "turns": turns,
        "figures": figures,
        "losses": [{"kind": "infantry", "lost": {"german": 3, "soviet": 14}}],
        "battles": [{"number": 3, "turn": 1, "space": "", "lost": {"german": 1, "soviet": 2}, "taken": []}],
        "places": [{"text": "Vyazma", "side": "german", "points": None}],
        "luck": {},
        "course": {"moments": [], "turning_points": [], "dice": {}, "decisions": {}},
        "dice": {"fair": None, "checked": 0, "line": 0, "text": "", "seeds": ""},
        "outcome": {"winner": "german", "reason": "The end.", "rule": ""},
        "commitment": "",
        "secret": None,
        "seals": {},
        "words": {},
    }
    page = visitor.page()
    asked: list[Route] = []
    page.route("**/api/matches/past/report", lambda route: asked.append(route))
    made = server.create(ME, ME, game=game)
    Table(page, game).open(server.url, made["match"], made["keys"]["german"])
    page.evaluate(REPORT, game)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("The match is gone through once more")  # as long as that takes
    asked[0].fulfill(json=report)
    expect(dialog.get_by_role("img")).to_have_count(len(figures))
    visitor.picture(page)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(AUDIT) == []
    # A figure of one side has the line of that side alone.
    for chart, figure in zip(dialog.locator("figure").all(), figures, strict=True):
        expect(chart.locator("polyline")).to_have_count(len(figure["values"]))
    if game == scripts.GAME:
        score = dialog.locator("figure").filter(has_text="German score")
        expect(score).not_to_contain_text("Soviet")
