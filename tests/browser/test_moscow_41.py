"""Moscow '41 at the table: impulses of every kind, blocks that only their owner sees, battles, overlays, hot seat."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import expect

from ..moscow_41.helpers import position
from ..tools import soak
from .conftest import PHONE, Visitor
from .server import LINK, ME, Data, Server
from .table import Table
from .test_axe import Inspector
from .test_cards import Listener

GAME = "moscow-41"
UNITS = """
    G-HITLER rastenburg, G-HQ2P 89, G-LW2 89, G-2Pg-24 90, G-2Pg-46 90 3, G-W-42 pool, G-W-50 pool,
    S-STALIN 63, S-HQW 70, S-W-16A 69 3, S-WH-2R 91 1, S-K-22A 68, S-WH-5T pool, S-WH-7T pool
"""
# What each side does in an impulse of each kind; then it ends whatever is still asked.
IMPULSES = {
    "german": {
        "tactical": ["tactical", "activate G-HQ2P", "reveal", "done", "unit G-2Pg-24", "move 91", "done"],
        "strategic": ["strategic", "unit G-2Pg-46", "move 80", "done"],
        "reinforce": ["reinforce"],
        "pass": ["pass", "unit G-2Pg-24", "move 100"],
    },
    "soviet": {
        "tactical": ["tactical", "activate S-HQW", "reveal", "done", "unit S-W-16A", "move 80", "done"],
        "strategic": ["strategic", "unit S-W-16A", "move 80", "unit S-K-22A", "build", "done"],
        "reinforce": ["reinforce"],
        "pass": ["pass", "unit S-W-16A", "move 80"],
    },
}
OTHER = {"german": "soviet", "soviet": "german"}
TITLES = {"german": "German", "soviet": "Soviet"}


@cache
def before(side: str) -> Data:
    """A position before an impulse of a side, which holds the Initiative Disc."""
    return dict(position("impulse", UNITS, active=side, initiative=side, german="90 100").position())


def sit(visitor: Visitor, server: Server, made: Data, *sides: str, **options: Any) -> Table:
    t = Table(visitor.page(**options), GAME, options.get("has_touch", False))
    if len(sides) == 1:
        return t.open(server.url, made["match"], made["keys"][sides[0]])
    for side in sides:
        t.page.goto(f"{server.url}/match/{made['match']}#{made['keys'][side]}")
        expect(t.cover.or_(t.page.locator(".match-screen[data-number]")).first).to_be_visible()
    return t


def is_asked(server: Server, made: Data, side: str) -> bool:
    return bool(server.summary(made["match"], made["spectators"])["asked"] == side)


def end(t: Table, server: Server, made: Data, side: str) -> None:
    """Whatever the dice led to is answered, until it is the other's impulse."""
    while is_asked(server, made, side) and "choice of impulse" not in t.where:
        actions = [action for action in t.actions() if action != "cancel"]
        t.answer(next((action for action in ("stop", "done") if action in actions), actions[0]))


@pytest.mark.soak
@pytest.mark.rule(GAME, "6.0")
@pytest.mark.parametrize("side", soak.first(1, ["german", "soviet"]))
def test_an_impulse_of_each_kind(visitor: Visitor, server: Server, side: str) -> None:
    for kind, actions in IMPULSES[side].items():
        made = server.create(ME, LINK, game=GAME, position=before(side))
        t, other = sit(visitor, server, made, side), sit(visitor, server, made, OTHER[side])
        expect(t.question).to_contain_text("Choose your impulse.")
        for action in actions:
            t.perform(action)
        end(t, server, made, side)
        assert is_asked(server, made, OTHER[side]), kind
        expect(t.question).to_contain_text("Waiting for")
        spent = kind in ("strategic", "reinforce")
        holder = TITLES[OTHER[side] if spent else side]
        expect(t.page.locator('.glance [data-fact="Initiative"]')).to_contain_text(holder)
        visitor.picture(t.page, kind)
        t.page.close()
        other.page.close()


@pytest.mark.soak
def test_the_enemys_impulse_counts_blocks_that_are_concealed(visitor: Visitor, server: Server) -> None:
    made = server.create(ME, LINK, game=GAME, position=before("soviet"))
    german, soviet = sit(visitor, server, made, "german"), sit(visitor, server, made, "soviet")
    soviet.answer("pass", "unit S-W-16A", "move 80")
    end(soviet, server, made, "soviet")
    german.at(soviet.number)
    seen = german.page.get_by_role("region", name="The last enemy turn")
    expect(seen).to_contain_text("1 unit moved, no battles.")
    # The arrow has the colours of its side.
    expect(german.page.locator(".rb-recap-move.side-1")).to_have_count(1)
    visitor.picture(german.page)


# Blocks.


@pytest.mark.soak
@pytest.mark.rule(GAME, "1.5.1")
def test_blocks_stand_lie_and_turn(visitor: Visitor, server: Server) -> None:
    made = server.create(ME, LINK, game=GAME, position=before("german"))
    t = sit(visitor, server, made, "german")
    # Its owner sees the face of a block, turned once for the step that it has lost.
    own = t.counter("G-2Pg-46")
    turned = "one => getComputedStyle(one.querySelector('.rb-sticker')).transform"
    assert own.evaluate(turned) != t.counter("G-2Pg-24").evaluate(turned)
    assert own.locator(".rb-now .rb-pip").count() == 3 and own.evaluate("one => !one.classList.contains('rb-lies')")
    # The enemy's has none; leaders lie open.
    enemy = t.page.locator('.rb-counters [data-token="91.1"]')
    assert enemy.locator(".rb-sticker > *").count() == 0 and enemy.locator(".rb-back").count() == 1
    assert t.counter("S-STALIN").evaluate("one => one.classList.contains('rb-lies')")
    # A click says what may be known of it.
    t.tap(*t.middle("91.1"))
    card = t.page.get_by_role("region", name="This space")
    expect(card).to_contain_text("Soviet block")
    expect(card).to_contain_text("concealed: only its owner knows it")
    # An HQ that is activated lies face up, and its history is in the log.
    t.answer("tactical", "activate G-HQ2P", "reveal")
    assert t.counter("G-HQ2P").evaluate("one => one.classList.contains('rb-lies')")
    t.page.mouse.click(*t.middle("G-HQ2P"), button="right")
    expect(card).to_contain_text("In the log")
    expect(card).to_contain_text("The 2nd Panzer Group HQ (Guderian) is activated in 89 Gorki, 4 stars.")


@pytest.mark.soak
@pytest.mark.parametrize("screen", [(1440, 900), (1280, 800), (390, 844)])
def test_names_keep_within_the_sheet(visitor: Visitor, server: Server, screen: tuple[int, int]) -> None:
    """However much larger they are where the whole map is seen."""
    made = server.create(ME, LINK, game=GAME, position=before("german"))
    t = sit(visitor, server, made, "german", viewport={"width": screen[0], "height": screen[1]})
    sheet = t.page.locator(".rb-frame").bounding_box()
    assert sheet
    shown = "(all) => all.map((one) => one.getBoundingClientRect()).filter((box) => box.width)"
    names = t.page.locator(".rb-name").evaluate_all(f"all => ({shown})(all).map((box) => [box.left, box.right])")
    assert len(names) > 30
    assert min(left for left, _ in names) > sheet["x"]
    assert max(right for _, right in names) < sheet["x"] + sheet["width"]


@pytest.mark.soak
def test_a_number_in_a_question_is_no_place(visitor: Visitor, server: Server) -> None:
    made = server.create(ME, LINK, game=GAME, position=before("german"))
    t = sit(visitor, server, made, "german")
    t.answer("tactical", "activate G-HQ2P")
    t.actor("in 89 Gorki: where to? Movement points left: 5.")
    expect(t.question.locator("h2 .place")).to_have_text(["89 Gorki"])


@pytest.mark.rule(GAME, "10.12")
def test_a_battle_in_its_steps(visitor: Visitor, server: Server) -> None:
    """Should the remnant hit first, which costs the tanks a step, the battle is fought in another match."""
    for _ in range(8):
        made = server.create(ME, LINK, game=GAME, position=before("german"))
        t, other = sit(visitor, server, made, "german"), sit(visitor, server, made, "soviet")
        for action in ["tactical", "activate G-HQ2P", "reveal", "done", "unit G-2Pg-24", "move 91", "done"]:
            t.answer(action)
        steps = t.battle.locator(".battle-steps > li")
        expect(steps).to_have_count(5)
        dice = steps.nth(4).locator(".die")
        if dice.count() >= 4:
            break
        t.page.close()
        other.page.close()
    expect(steps).to_have_count(5)
    assert [one.split()[0] for one in steps.all_inner_texts()] == [
        "Showdown",
        "Artillery",
        "Anti-Air",
        "Airstrike",
        "Ground",
    ]
    assert steps.nth(0).locator(".chip").count() == 2 and steps.nth(4).get_attribute("aria-current") == "step"
    # The tanks fire first, or the one die of the remnant: each die says whether it hit.
    assert dice.count() >= 4
    hits = steps.nth(4).locator(".fired").filter(has_text="German fire")
    counted = hits.locator(".die.hit").count()
    expect(hits.locator(".who")).to_contain_text(f"{counted} hit")
    assert hits.locator(".shield").count() == 1, "the city of Yelnia absorbs a hit"
    visitor.picture(t.page)


@pytest.mark.soak
@pytest.mark.rule(GAME, "10.14.1")
def test_who_is_asked_for_losses_sees_the_dice_that_caused_them(visitor: Visitor, server: Server) -> None:
    """Four equal armies attack. Should no die of the defender hit, the battle is fought in another match."""
    units = "S-HQW 70, S-W-16A 69, S-W-19A 69, S-W-20A 69, S-W-24A 69, S-STALIN 63, G-W-28 69, G-W-38 69, G-HQ2P 90"
    there = dict(position("combat", units, "soviet", german="69 67 68 79").position())
    for _ in range(6):
        made = server.create(LINK, ME, game=GAME, position=there)
        t = sit(visitor, server, made, "soviet")
        other = sit(visitor, server, made, "german")
        t.answer("battle 69")
        if "to take in 69 Izdeshkovo" in t.asked:
            break
    for table in (t, other):
        expect(table.battle).to_contain_text("Soviet losses in 69 Izdeshkovo")
        expect(table.battle).to_contain_text("4: among the strongest")
        expect(table.battle.locator(".battle-steps > li")).to_have_count(5)
    steps = t.battle.locator(".battle-steps > li")
    expect(steps).to_have_count(5)
    assert steps.nth(4).get_attribute("aria-current") == "step" and steps.nth(4).locator(".die.hit").count() >= 1
    visitor.picture(t.page)


@pytest.mark.soak
@pytest.mark.rule(GAME, "7.2.1")
def test_what_is_always_in_sight(visitor: Visitor, server: Server) -> None:
    made = server.create(ME, LINK, game=GAME, position=before("german"))
    t = sit(visitor, server, made, "german")
    glance = t.page.get_by_role("region", name="At a glance")
    for fact, words in {"Weather": "sunny", "Impulse": "1", "Bombers": "8 ready", "Initiative": "German"}.items():
        expect(glance.locator(f'[data-fact="{fact}"]')).to_contain_text(words)
    glance.get_by_role("button", name="Your Logistics Value").click()
    sheet = t.page.get_by_role("dialog", name="German Logistics Value")
    rows = sheet.locator("tr").evaluate_all("all => all.map((one) => one.children[1].textContent)")
    assert rows == ["4", "2", "1", "0", "7"], "leader, HQs, Victory Points, blocks lost, and their sum"
    t.page.keyboard.press("Escape")
    # Overlays: range, line of communication and air range of what lies under the pointer.
    for name, piece, space in (("Tactical Range", "G-HQ2P", "90"), ("Line of Communication", "G-2Pg-24", "89")):
        t.page.get_by_label("Overlays").first.click()
        t.page.get_by_role("button", name=name).click()
        t.page.mouse.move(*t.middle(piece))
        expect(t.page.locator(".rb-tint")).not_to_have_count(0)
        assert space
    eye = Inspector(visitor)
    eye.look(t.page, "blocks")


@pytest.mark.soak
def test_a_phone(visitor: Visitor, server: Server) -> None:
    made = server.create(ME, LINK, game=GAME, position=before("german"))
    t = sit(visitor, server, made, "german", **PHONE)
    expect(t.page.get_by_role("region", name="At a glance")).to_be_in_viewport()
    t.answer("pass")
    t.play("G-2Pg-24", "100")
    end(t, server, made, "german")
    expect(t.question).to_contain_text("Waiting for")
    visitor.picture(t.page)


# What only one side may know.

SECRETS = {  # blocks that are never revealed in the course of the test
    "german": {"G-2Pg-46": "46th Panzer Corps", "G-LW2": "2nd Fliegerkorps", "G-W-42": "42", "G-W-50": "50"},
    "soviet": {"S-HQW": "Western Front HQ", "S-W-16A": "16th Army", "S-WH-5T": "5th Tank", "S-WH-7T": "7th Tank"},
}


@pytest.mark.rule(GAME, "1.5")
def test_two_browsers_and_a_spectator(visitor: Visitor, server: Server) -> None:
    made = server.create(ME, LINK, game=GAME, position=before("german"))
    tables, listeners = {}, {}
    for who, key in {**made["keys"], "public": made["spectators"]}.items():
        page = visitor.page()
        listeners[who] = Listener(page)
        tables[who] = Table(page, GAME).open(server.url, made["match"], key)
    german, soviet, public = tables["german"], tables["soviet"], tables["public"]
    for action in ["tactical", "activate G-HQ2P", "reveal", "done", "unit G-2Pg-24", "move 91", "done"]:
        german.answer(action)
    end(german, server, made, "german")
    soviet.at(german.number)
    soviet.answer("pass")
    soviet.answer("unit S-W-16A", "move 80")
    end(soviet, server, made, "soviet")
    german.at(soviet.number)
    public.at(soviet.number)
    # They look around, too.
    for t in (german, soviet):
        t.page.mouse.move(*t.place("90"))
        t.page.keyboard.press("4")
        t.page.mouse.move(*t.place("70"))
        t.tab("Status")
    for who, listener in listeners.items():
        heard = listener.heard()
        key = tables[who].key()
        for path in ("", "/replay", f"/replay?at={german.number - 1}", "/record"):
            heard.append(server.get(f"/api/matches/{made['match']}{path}", key).text)
        assert len(heard) > 8
        for side in OTHER:
            if side != who:
                for piece, title in SECRETS[side].items():
                    assert not [text for text in heard if f'"{piece}"' in text or f" {piece}" in text], (who, piece)
                    assert not title[2:] or not [text for text in heard if f"The {title}" in text], (who, title)
                assert concealed(heard, side), who
    # The map of a spectator shows backs of both sides.
    assert public.page.locator('.rb-counters [data-token^="90."] .rb-back').count() >= 1
    assert public.page.locator('.rb-counters [data-token^="70."] .rb-back').count() == 1
    assert any("It is the 46th" in line or "Panzer" in line for line in german.lines())


def concealed(heard: list[str], side: str) -> int:
    """Tokens of a side without a piece in all views that were heard: each is a back and nothing more."""
    count = 0
    for text in heard:
        if not text.startswith("{"):
            continue
        for token in (json.loads(text).get("view") or {}).get("tokens", []):
            if token["owner"] == side and token["piece"] is None:
                assert token["face"] is None and "print" not in token and token["name"].startswith(token["at"] + ".")
                count += 1
    return count


@pytest.mark.soak
def test_hot_seat_covers_the_map(visitor: Visitor, server: Server) -> None:
    made = server.create(game=GAME, position=before("german"))
    t = sit(visitor, server, made, "german", "soviet")
    everything = "() => document.documentElement.outerHTML"
    covering = """() => {
        const { left, right, top, bottom } = document.querySelector(".hand-over").getBoundingClientRect();
        return left <= 0 && top <= 0 && right >= innerWidth && bottom >= innerHeight;
    }"""

    def names(side: str) -> list[str]:
        page: str = t.page.evaluate(everything)
        return [piece for piece in SECRETS[side] if f'"{piece}"' in page]

    expect(t.cover).to_contain_text("Hand over to the German player")
    assert t.page.evaluate(covering) and not names("german") and not names("soviet")
    t.take_over("German")
    t.ready()
    assert names("german") and not names("soviet")
    t.answer("pass")
    t.answer("unit G-2Pg-24")
    t.offers("move 100").click()
    expect(t.cover).to_contain_text("Hand over to the Soviet player")
    assert t.page.evaluate(covering) and not names("german") and not names("soviet")
    expect(t.cover).not_to_contain_text("24th Panzer Corps")
    visitor.picture(t.page, "covered")
    t.take_over("Soviet")
    assert names("soviet") and not names("german")
    assert not any("24th Panzer Corps" in line for line in t.lines())
    t.page.reload()
    expect(t.cover).to_contain_text("Hand over to the Soviet player")
    assert not names("soviet")


@pytest.mark.rule(GAME, "10.12.5")
@pytest.mark.rule(GAME, "1.5")
def test_a_battle_is_forecast_as_a_range_where_blocks_are_concealed(visitor: Visitor, server: Server) -> None:
    units = (
        "G-HQ2P 89, G-2Pg-24 91, G-W-28 91, S-WH-2R 91 1, S-HQW 70, S-STALIN 63, G-W-38 79, S-WH-20R 79, S-WH-5T pool"
    )
    data = dict(position("combat", units, german="79", revealed=["S-WH-20R"]).position())
    made = server.create(ME, LINK, game=GAME, position=data)
    t = sit(visitor, server, made, "german")
    panel = t.battle
    t.offers("battle 91").hover()
    expect(panel).to_contain_text("cleared")
    expect(panel).to_contain_text("% to ")
    expect(panel.locator(".chances .range").first).to_be_visible()
    visitor.picture(t.page, "concealed")
    t.offers("battle 79").hover()
    expect(panel.locator(".chances .range")).to_have_count(0)
    expect(panel).to_contain_text("Losses of the attacker")
    visitor.picture(t.page, "open")
