"""The whole table as a page: the rest of what it must stand."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

import rasputitsa
from rasputitsa.bots.odds import random_chance
from rasputitsa.core import CHANCE
from rasputitsa.core.positions import to_text
from rasputitsa.games.battle_for_moscow.results import Retreat
from rasputitsa.site import build
from rasputitsa.table import game_facts

from ..browser.table import Table, start
from ..tools.browser import options
from .host import Host, Player, asked, begun, kept, numbers, play_on

pytestmark = pytest.mark.soak
GAMES = rasputitsa.games()
FIRST = GAMES[0]
MORE = 30  # actions of bots, which is more than a turn in the smallest game


@pytest.mark.parametrize("game", GAMES)
def test_each_game_against_the_recruit(host: Host, player: Player, game: str) -> None:
    """Both sides by bots until the player's seat is taken back: the bot plays, and the match goes on."""
    table = begun(host, player, rasputitsa.game(game).sides[0].title, game)
    play_on(table, 5)
    players = table.tab("Players")
    players.get_by_text("Let a bot play for me").first.click()
    players.get_by_role("button", name="Seat the bot").first.click()
    before = numbers(table.page)[0]
    for _ in range(90):
        table.page.wait_for_timeout(1000)
        if numbers(table.page)[0] > before + MORE:
            break
    assert numbers(table.page)[0] > before + MORE
    table.tab("Players").get_by_role("button", name="Remove the bot").first.click()
    expect(table.tab("Players").get_by_text("Let a bot play for me").first).to_be_visible()


def test_a_tutorial_to_its_end(host: Host, player: Player) -> None:
    steps = game_facts.lesson(FIRST)["steps"]
    page = player.page(f"{host.url}?/learn")
    page.locator(".card").filter(has_text=rasputitsa.game(FIRST).title).get_by_role(
        "button", name="Start"
    ).first.click()
    table = Table(page).ready()
    for number, step in enumerate(steps, 1):
        expect(table.coach).to_contain_text(f"{number} of {len(steps)}")
        if step.get("free"):
            break
        actions = step.get("do", [])
        if actions and not step.get("auto"):
            for action in actions:
                table.answer(action)
        else:
            table.coach.get_by_role("button", name="Next").click()
    expect(table.coach).to_contain_text(f"{len(steps)} of {len(steps)}")


def test_hot_seat_with_hidden_blocks(host: Host, player: Player) -> None:
    """The screen is covered between two players who share it, and neither sees the other's blocks."""
    page = player.page(f"{host.url}?/new")
    page.locator("#game").select_option("moscow-41")
    for side in ("german", "soviet"):
        page.locator(f"#seat-{side}-me + label").click()
    page.get_by_role("button", name="Start match").click()
    table = Table(page, "moscow-41")
    expect(table.cover).to_be_visible()
    assert not page.locator(".rb-counters [data-token]").count()
    first = "German" if "German" in table.cover.inner_text() else "Soviet"
    table.take_over(first)
    pieces = page.locator(".rb-counters [data-token]")
    expect(pieces).not_to_have_count(0)
    play_on(table.ready(), 1)


def in_a_battle() -> str:
    """A position in which a unit must retreat, in the middle of a battle."""
    rng = Random(1)
    state = rasputitsa.game(FIRST).start()
    while not isinstance(state.stack[-1] if state.stack else None, Retreat) or state.side == CHANCE:
        assert state.side is not None
        chosen = random_chance(state, rng) if state.side == CHANCE else rng.choice(state.actions())
        state.take(chosen)
    return to_text(state.position())


def test_a_reload_in_the_middle_of_a_battle(host: Host, player: Player) -> None:
    page = player.page(f"{host.url}?/new&record")
    for side in rasputitsa.game(FIRST).sides:
        page.locator(f"#seat-{side.name}-me + label").click()
    page.get_by_label("or paste it here").fill(in_a_battle())
    page.get_by_role("button", name="Start match").click()
    table = Table(page).ready()
    asked(table)
    before, choices = table.asked, table.actions()
    page.reload()
    asked(table.ready())
    assert (table.asked, table.actions()) == (before, choices)
    table.answer(choices[0])
    reached, now = table.number, table.asked
    assert numbers(page) == [reached] and reached > 0
    page.reload()
    table.ready().at(reached)
    asked(table)
    assert table.asked == now


def kill_browser(profile: Path) -> None:
    """End all processes of the browser that has this profile at once."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            mine = f"--user-data-dir={profile}".encode() in (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if mine:
            os.kill(int(folder.name), signal.SIGKILL)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="the processes of a browser are found in /proc")
def test_a_killed_browser_loses_nothing(host: Host, browser: Browser, tmp_path: Path) -> None:
    """It has no chance to write anything more."""
    profile = tmp_path / "profile"
    context = browser.browser_type.launch_persistent_context(profile, **options())
    page = context.new_page()
    page.goto(host.url)
    start(page, "German").click()
    table = Table(page).ready()
    play_on(table, 4)
    url, reached, question = page.url, table.number, table.asked
    kill_browser(profile)
    context = browser.browser_type.launch_persistent_context(profile, **options())
    page = context.new_page()
    page.goto(url)
    table = Table(page).ready()
    assert table.number >= reached  # a bot may have gone on
    asked(table)
    assert table.number > reached or table.asked == question
    context.close()


def test_matches_are_found_again_without_the_local_storage(host: Host, player: Player) -> None:
    table = begun(host, player)
    play_on(table, 2)
    reached, page = table.number, table.page
    page.evaluate("localStorage.clear()")
    page.goto(host.url)
    page.get_by_role("link", name=re.compile("^Resume ")).click()
    table.ready().at(reached)
    play_on(table, 1)


def test_a_killed_worker_loses_nothing(host: Host, player: Player) -> None:
    table = begun(host, player)
    play_on(table, 4)
    reached, page = table.number, table.page
    page.evaluate("() => { workers[0].terminate(); workers[0].onerror(new Event('error')); }")
    page.wait_for_function("workers.length > 1")
    play_on(table, 1)
    assert table.number > reached and numbers(page) == [table.number]


def test_two_tabs_of_one_match_do_not_fight(host: Host, player: Player) -> None:
    table = begun(host, player)
    play_on(table, 2)
    first = table.page
    second = player.page(first.url)
    other = Table(second).ready()
    expect(first.get_by_text("opened in another tab")).to_be_visible()
    other.at(numbers(second)[0])
    play_on(other, 1)
    reached = other.number
    first.reload()
    table.ready().at(reached)
    expect(second.get_by_text("opened in another tab")).to_be_visible()


READS = """
const getAll = IDBObjectStore.prototype.getAll;
IDBObjectStore.prototype.getAll = function (...all) {
    if (this.name === "commands") new BroadcastChannel("reads").postMessage("read");
    return getAll.apply(this, all);
};
"""


def test_a_replay_does_not_read_the_match_again_at_every_step(host: Host, browser: Browser) -> None:
    player = Player(browser, service_workers="block")
    script = next(host.folder.glob("web/*/local/database.js")).read_text() + READS
    player.context.route(
        "**/local/database.js", lambda route: route.fulfill(body=script, content_type="text/javascript")
    )
    table = begun(host, player)
    play_on(table, 3)
    page = player.page(f"{table.page.url}/replay")
    follows = page.get_by_role("button", name="Next", exact=True)
    follows.wait_for()
    page.evaluate("reads = 0, new BroadcastChannel('reads').onmessage = () => (window.reads += 1)")
    page.get_by_role("button", name="First", exact=True).click()
    for _ in range(3):
        follows.click()
    page.wait_for_timeout(500)
    assert page.evaluate("reads") <= 1
    player.close()


def test_export_and_import_in_another_browser(host: Host, player: Player, browser: Browser, tmp_path: Path) -> None:
    table = begun(host, player)
    play_on(table, 3)
    reached = table.number
    table.page.goto(host.url)
    with table.page.expect_download() as saving:
        table.page.get_by_role("button", name="Export all matches").click()
    file = tmp_path / "matches.json"
    saving.value.save_as(file)
    assert len(json.loads(file.read_text())["matches"]) == 1
    another = Player(browser)
    page = another.page(host.url)
    page.get_by_label("File of exported matches").set_input_files(file)
    expect(page.get_by_text("1 imported.").first).to_be_visible()
    page.get_by_role("link", name=re.compile("^Resume ")).click()
    found = Table(page).ready()
    found.at(reached)
    play_on(found, 1)
    another.close()


def make_newer(host: Host, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The host has a newer version: its first page says something else."""
    module = sys.modules["rasputitsa.site.build"]
    web = tmp_path / "web"
    shutil.copytree(module.WEB, web)
    home = web / "screens" / "home.js"
    home.write_text(home.read_text().replace("on your table", "on a newer table"))
    monkeypatch.setattr(module, "WEB", web)
    build(host.folder)


def test_a_new_version_is_taken_over_when_asked(
    host: Host, player: Player, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = begun(host, player)
    play_on(table, 2)
    page, reached = table.page, table.number
    kept(page)
    make_newer(host, monkeypatch, tmp_path)
    page.reload()
    table.ready().at(reached)  # the match goes on as it was
    play_on(table, 1)
    page.goto(host.url)
    button = page.get_by_role("button", name="Use it now")
    expect(button).to_be_visible()
    expect(page.get_by_text("on your table")).to_be_visible()
    button.click()
    expect(page.get_by_text("on a newer table")).to_be_visible()
    page.get_by_role("link", name=re.compile("^Resume ")).click()
    Table(page).ready()
    play_on(Table(page), 1)


def test_another_tab_goes_on_with_its_version(
    host: Host, player: Player, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A match is open in one tab while the other takes over a new version."""
    table = begun(host, player)
    play_on(table, 1)
    kept(table.page)
    make_newer(host, monkeypatch, tmp_path)
    other = player.page(host.url)
    other.get_by_role("button", name="Use it now").click()
    expect(other.get_by_text("on a newer table")).to_be_visible()
    play_on(table, 1)
    table.tab("Players").get_by_role("button", name="Record").wait_for()
    reached = table.number
    table.page.evaluate(
        "() => { workers[0].terminate(); workers[0].onerror(new Event('error')); }"
    )  # from the old files
    table.page.wait_for_function("workers.length > 1")
    play_on(table, 1)
    assert table.number > reached


def test_a_second_visit_sends_nothing_and_the_page_can_be_installed(host: Host, player: Player) -> None:
    page = player.page(host.url)
    page.get_by_role("heading", level=1).wait_for()
    kept(page)
    twice = {path for path in host.sent if host.sent.count(path) > 1 and "/web/" in path}
    host.sent.clear()
    page.reload()
    start(page, "German").click()
    Table(page).ready()
    assert host.sent == []
    assert [one for one in twice if one.endswith((".wasm", ".zip"))] == []
    session = player.context.new_cdp_session(page)
    problems = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in problems if one["errorId"] != "in-incognito"] == []


def test_the_marshal_thinks_in_two_workers_and_can_be_interrupted(host: Host, player: Player) -> None:
    player.context.add_init_script("Object.defineProperty(navigator, 'hardwareConcurrency', { value: 4 })")
    page = player.page(host.url)
    page.get_by_label("Opponent:").first.select_option("marshal")
    start(page, "Soviet" if start(page, "Soviet").count() else "Russian").click()
    table = Table(page).ready()
    for _ in range(3):
        before = table.number
        page.get_by_role("button", name="Move now").click()
        table.past(before)
    assert numbers(page)[0] > 2
    assert [worker.url for worker in page.workers if "cores=4" in worker.url]
