"""The board in a real browser: drawing, pointer, touch and keyboard, on the development page."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ..tools import soak
from . import board_page

Open = Callable[..., Any]
DESKTOP = {"width": 1280, "height": 800}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = board_page.serve()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


class Pages:
    """Pages of the board. One is for all tests that want nothing special; it is loaded anew for each of them."""

    def __init__(self, browser: Any) -> None:
        self.browser = browser
        self.complaints: list[str] = []
        self.desktop = self.new()

    def new(self, **options: Any) -> Any:
        page = self.browser.new_context(**{"viewport": DESKTOP, **options}).new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._heard)
        return page

    def _heard(self, line: Any) -> None:
        if line.type in ("error", "warning"):
            self.complaints.append(line.text)

    def clean(self) -> Any:
        """The page for all tests, whatever was done to it before."""
        self.desktop.set_viewport_size(DESKTOP)
        self.desktop.emulate_media(color_scheme="light", reduced_motion="no-preference")
        self.desktop.mouse.move(0, 0)
        return self.desktop


@pytest.fixture(scope="module")
def pages(browser: Any) -> Pages:
    return Pages(browser)


@pytest.fixture
def open_page(pages: Pages, address: str) -> Iterator[Open]:
    """Opens the page with some data; after the test, nothing may have been complained about."""
    pages.complaints.clear()
    special = []

    def open_page(data: str = "battle-for-moscow", query: str = "", **options: Any) -> Any:
        page = pages.new(**options) if options else pages.clean()
        if options:
            special.append(page)
        page.goto(f"{address}?data={data}&{query}")
        page.wait_for_selector("body[data-ready]")
        rest(page)
        return page

    yield open_page
    for page in special:
        page.context.close()
    assert not pages.complaints


def at(page: Any, name: str) -> tuple[float, float]:
    """Where a space or a counter lies in the window."""
    x, y = page.evaluate(
        """name => {
          const counter = board.counters.get(name);
          const [x, y] = counter ? [counter.x, counter.y] : board.layout.places.get(name).centre;
          return board.viewport.toScreen(x, y);
        }""",
        name,
    )
    return x, y


def events(page: Any, kind: str) -> list[dict[str, Any]]:
    return [event for event in page.evaluate("window.events") if event["type"] == kind]


def click(page: Any, name: str) -> None:
    """A click that has arrived: on a busy machine events come late."""
    before = len(events(page, "choose"))
    page.mouse.click(*at(page, name))
    page.wait_for_function("count => window.events.filter(({ type }) => type === 'choose').length > count", arg=before)


def chosen(page: Any) -> dict[str, Any]:
    """What the last click was on."""
    return {key: value for key, value in events(page, "choose")[-1].items() if key != "type"}


def drag(page: Any, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    page.mouse.move(*end)
    page.mouse.up()


def rest(page: Any) -> None:
    """Waits until nothing moves any more."""
    for _ in range(400):
        page.wait_for_timeout(20)
        if page.evaluate("board.viewport.rests && !document.getAnimations().some(one => one instanceof CSSTransition)"):
            return
    raise AssertionError("the map does not come to rest")


# Drawing.


@pytest.mark.parametrize("data", ["battle-for-moscow", "midgame", "pointed", "areas", "big"])
def test_draws_every_space_and_every_piece(open_page: Open, data: str) -> None:
    page = open_page(data)
    shown = page.evaluate(
        """() => ({
          numbers: document.querySelectorAll('.rb-numbers text:not(.rb-number-star)').length,
          trays: document.querySelectorAll('.rb-tray').length,
          counters: document.querySelectorAll('.rb-counter').length,
          spaces: data.manifest.board.spaces.filter(
            space => space.outline.length && space.kind !== 'box' && /\\d/.test(space.name)).length,
          boxes: data.manifest.board.spaces.filter(space => !space.outline.length).length,
          tokens: data.view.tokens.filter(token => token.at).length,
          broken: [...document.querySelectorAll('path')].filter(
            path => /NaN|undefined/.test(path.getAttribute('d'))).length,
        })"""
    )
    assert shown["numbers"] == shown["spaces"]
    assert shown["trays"] == shown["boxes"]
    assert shown["counters"] == shown["tokens"]
    assert shown["broken"] == 0


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390), (700, 700)])
def test_all_is_in_the_window_at_first(open_page: Open, size: tuple[int, int]) -> None:
    page = open_page(viewport={"width": size[0], "height": size[1]})
    box = page.evaluate(
        "(() => { const r = board.surface.map.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom] })()"
    )
    assert box[0] >= -1 and box[1] >= -1 and box[2] <= size[0] + 1 and box[3] <= size[1] + 1
    assert box[2] - box[0] > size[0] * 0.9 or box[3] - box[1] > size[1] * 0.9
    for tray in page.evaluate("board.layout.trays.map(tray => tray.name)"):
        x, y = at(page, tray)
        assert 0 < x < size[0] and 0 < y < size[1]


def test_coloured_edges_of_the_map(open_page: Open) -> None:
    page = open_page()
    bands = page.eval_on_selector_all(".rb-band", "bands => bands.map((band) => band.getAttribute('class'))")
    assert {name.split()[-1] for name in bands} == {"colours-grey", "colours-red"}


def test_every_feature_of_the_terrain_has_its_drawing(open_page: Open) -> None:
    page = open_page("pointed")
    for kind in ("forest", "marsh", "mountain", "rough", "sea", "lake", "fir", "reed", "peak", "wave"):
        assert page.locator(f".rb-{kind}").count(), kind
    for kind in ("river", "rail", "rail-ties", "town-1", "town-2", "town-3", "wall", "teeth", "other", "bridge"):
        assert page.locator(f".rb-{kind}").count(), kind


def test_a_counter_shows_face_step_and_marks(open_page: Open) -> None:
    page = open_page()
    page.evaluate(
        """() => {
          const view = structuredClone(data.view);
          Object.assign(token(view, '24pz'), {face: 1, marks: ['moved', 'out of communication']});
          board.show(view);
        }"""
    )
    panzer = page.evaluate(
        """() => {
          const one = board.counters.get('24pz').element;
          return [one.classList.contains('rb-striped'), one.querySelector('.rb-value').textContent,
            getComputedStyle(one.querySelector('.rb-stripe')).display,
            [...one.querySelectorAll('title')].map(title => title.textContent)];
        }"""
    )
    assert panzer == [True, "6-6", "inline", ["moved", "out of communication"]]
    assert page.evaluate("board.counters.get('8ak').element.querySelector('.rb-value').textContent") == "7-4"


def test_a_hidden_token_shows_its_back(open_page: Open) -> None:
    page = open_page("areas")
    look = """() => { const one = board.counters.get('20.1').element;
      return [one.querySelector('.rb-symbol-letters').textContent, one.querySelector('.rb-value').textContent,
        one.querySelectorAll('.rb-number').length, board.describeToken('20.1')]; }"""
    assert page.evaluate(look) == ["?", "", 0, "Russian Unknown block"]
    # The same name with a known piece is another counter.
    page.evaluate(
        """() => { const view = structuredClone(data.view);
          Object.assign(token(view, '20.1'), {piece: 'u1', face: 2}); board.show(view); }"""
    )
    assert page.evaluate(look.replace("one.querySelector('.rb-symbol-letters').textContent, ", ""))[1] == 1


def test_tokens_lie_in_the_order_of_the_view(open_page: Open) -> None:
    page = open_page("areas")
    stack = "board.counters.in('19').map(counter => counter.name)"
    assert page.evaluate(stack) == page.evaluate("data.view.tokens.filter(one => one.at === '19').map(one => one.name)")
    before = page.evaluate(stack)
    page.evaluate("board.show({...data.view, tokens: data.view.tokens.toReversed()})")
    assert page.evaluate(stack) == before[::-1]


@pytest.mark.soak
def test_many_owned_spaces_are_areas_not_flags(open_page: Open) -> None:
    page = open_page("big")
    page.evaluate(
        "board.show({...data.view, control: Object.fromEntries("
        "board.layout.onMap.map((place, i) => [place.name, i < 900 ? 'german' : 'soviet']))})"
    )
    assert page.locator(".rb-owner").count() == 0
    assert page.locator(".rb-owned").count() == 2


def test_a_stack_in_hand_is_dragged_together(open_page: Open) -> None:
    page = open_page("areas")
    names = page.evaluate("board.counters.in('19').map(counter => counter.name)")
    page.evaluate("names => board.select({tokens: names, spaces: []})", names[:2])
    page.mouse.move(*at(page, names[1]))
    page.mouse.down()
    page.mouse.move(500, 300)
    assert page.locator(".rb-ghost .rb-counter").count() == 2
    page.mouse.up()


def test_sides_differ_in_shape_and_lightness(open_page: Open) -> None:
    page = open_page()
    for palette in ("classic", "contrast"):
        page.evaluate("palette => board.settings({palette})", palette)
        faces = page.evaluate(
            """() => ['.rb-counter.side-0', '.rb-counter.side-1'].map(side => {
              const face = document.querySelector(side + ':not(.rb-striped) .rb-face');
              const [r, g, b] = getComputedStyle(face).fill.match(/\\d+/g).map(Number);
              return [face.getAttribute('d'), 0.2126 * r + 0.7152 * g + 0.0722 * b];
            })"""
        )
        assert faces[0][0] != faces[1][0]
        assert faces[0][1] - faces[1][1] > 80


def test_dark_and_light(open_page: Open) -> None:
    page = open_page(query="theme=dark")
    ground = "getComputedStyle(document.querySelector('.rb-land')).fill"
    dark = page.evaluate(ground)
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    page.wait_for_timeout(50)
    assert page.evaluate(ground) != dark
    by_system = open_page(color_scheme="dark")
    assert by_system.evaluate(ground) == dark


def test_far_away_only_the_large_figures_are_shown(open_page: Open) -> None:
    page = open_page(viewport={"width": 390, "height": 700})
    shown = page.evaluate(
        """() => ['.rb-value', '.rb-value-far', '.rb-number'].map(
          name => getComputedStyle(document.querySelector(name)).display)"""
    )
    assert shown[0] == shown[2] == "none" and shown[1] != "none"
    page.evaluate("board.zoom(3)")
    rest(page)
    assert page.evaluate("getComputedStyle(document.querySelector('.rb-number')).display") != "none"


# What the table shows.


def test_light_select_overlay_hint_and_path(open_page: Open) -> None:
    page = open_page()
    assert page.locator(".rb-lit-space").count() == 11
    assert page.locator(".rb-badges .rb-badge").count() == 11
    page.evaluate("board.light([{action: 'unit 24pz', kind: 'piece', object: '24pz', badge: '2', tone: ''}])")
    assert page.locator(".rb-lit-space").count() == 0
    assert page.evaluate("document.querySelectorAll('.rb-lit-token').length") == 1
    page.evaluate("board.select({tokens: ['24pz'], spaces: ['0508']})")
    page.evaluate("board.overlay({'0406': {badge: '2', note: 'x', tone: 'german'}})")
    assert page.locator(".rb-selected").count() == 1
    assert page.locator(".rb-selected-space").count() == 1
    assert page.locator(".rb-tint").count() == 1
    page.evaluate("board.hint({kind: 'space', object: '0505'}); board.path(['0406', '0505', '0606'])")
    assert page.locator(".rb-hint").count() == 1
    assert page.locator(".rb-path").count() == 1
    page.evaluate("board.light([]); board.select({tokens: [], spaces: []})")
    page.evaluate("board.overlay(null); board.hint(null); board.path(null)")
    for name in ("lit-token", "selected", "selected-space", "tint", "hint", "path", "badge"):
        assert page.locator(f".rb-{name}").count() == 0


def test_battles_are_arrows_and_owners_are_flags(open_page: Open) -> None:
    page = open_page()
    page.evaluate("""() => board.show({...data.view, battles: [{space: '0303', attackers: ['9ak', '41pz']}]})""")
    assert page.locator(".rb-arrow").count() == 2
    assert page.locator(".rb-target").count() == 1
    assert page.locator(".rb-owner").count() == 11


def test_a_moved_piece_glides_leaves_a_trace_and_arrives(open_page: Open) -> None:
    page = open_page()
    page.evaluate(
        """() => { const view = structuredClone(data.view); token(view, '24pz').at = '0705'; board.show(view) }"""
    )
    assert page.locator(".rb-trace").count() == 1
    place = "(() => { const r = board.counters.get('24pz').element.getBoundingClientRect(); return [r.left, r.top] })()"
    page.wait_for_timeout(60)
    early = page.evaluate(place)
    rest(page)
    late = page.evaluate(place)
    assert early != late
    x, y = at(page, "0705")
    assert abs(late[0] + 24 - x) < 14 and abs(late[1] + 24 - y) < 14


def test_no_motion_where_none_is_wanted(open_page: Open) -> None:
    for page in (open_page(reduced_motion="reduce"), open_page()):
        page.evaluate("board.settings({animation: matchMedia('(prefers-reduced-motion: reduce)').matches})")
        page.evaluate("(() => { const v = structuredClone(data.view); token(v, '24pz').at = '0705'; board.show(v) })()")
        assert page.evaluate("getComputedStyle(board.counters.get('24pz').element).transitionDuration") == "0s"


def test_pieces_that_leave_the_view_leave_the_board(open_page: Open) -> None:
    page = open_page()
    page.evaluate(
        """() => {
          const view = structuredClone(data.view);
          view.tokens = view.tokens.filter(one => one.name !== '24pz');
          token(view, '8ak').at = null;
          board.show(view);
        }"""
    )
    assert page.locator(".rb-counter").count() == page.evaluate("data.view.tokens.length") - 2
    page.evaluate("board.show(data.view)")
    assert page.locator(".rb-counter").count() == page.evaluate("data.view.tokens.length")


def test_counters_can_be_hidden(open_page: Open) -> None:
    page = open_page()
    page.evaluate("board.hideCounters(true)")
    assert page.evaluate("getComputedStyle(document.querySelector('.rb-counters')).display") == "none"
    page.mouse.click(*at(page, "24pz"))
    assert events(page, "choose")[0]["token"] is None


def test_the_map_in_words(open_page: Open) -> None:
    page = open_page()
    lines = page.evaluate("board.describe(data.view)")
    panzer = next(line for line in lines if line.startswith("German 24th Panzer Corps, strength 12, movement 6: 0"))
    assert "adjacent to" in panzer
    assert any(line.startswith("Russian, Turn track: 1st Shock Army") for line in lines)
    assert any(line.startswith("Russian control: ") and "1103 Moscow" in line for line in lines)


# Pointer.


def test_a_click_chooses_what_is_lit(open_page: Open) -> None:
    page = open_page()
    click(page, "0303")
    assert chosen(page) == {"space": "0303", "token": "10a", "lit": True}
    click(page, "24pz")
    assert chosen(page) == {"space": "0407", "token": "24pz", "lit": True}
    click(page, "19a")
    assert chosen(page)["token"] == "19a" and not chosen(page)["lit"]
    click(page, "0909")
    assert chosen(page) == {"space": "0909", "token": None, "lit": False}


def test_a_drag_on_the_map_pans_and_chooses_nothing(open_page: Open) -> None:
    page = open_page()
    page.evaluate("board.zoom(2)")
    rest(page)
    before = at(page, "0705")
    drag(page, (640, 400), (560, 340))
    page.wait_for_timeout(60)
    after = at(page, "0705")
    assert abs(after[0] - before[0] + 80) < 1 and abs(after[1] - before[1] + 60) < 1
    assert not events(page, "choose")


def test_the_wheel_zooms_to_the_pointer(open_page: Open) -> None:
    page = open_page()
    x, y = at(page, "0705")
    page.mouse.move(x, y)
    page.mouse.wheel(0, -400)
    page.wait_for_timeout(100)
    rest(page)
    assert page.evaluate("board.viewport.depth") > 1.3
    after = at(page, "0705")
    assert abs(after[0] - x) < 2 and abs(after[1] - y) < 2
    sharp = page.evaluate("Math.abs(board.viewport.sharp / board.viewport.scale - 1) < 1e-6")
    assert sharp


def test_a_double_click_on_open_ground_zooms(open_page: Open) -> None:
    page = open_page()
    page.mouse.dblclick(*at(page, "0909"))
    rest(page)
    assert page.evaluate("board.viewport.depth") > 1.5


def test_a_lit_piece_can_be_dragged_to_a_space(open_page: Open) -> None:
    page = open_page()
    page.evaluate("board.light([{action: 'unit 24pz', kind: 'piece', object: '24pz'}])")
    page.mouse.move(*at(page, "24pz"))
    page.mouse.down()
    page.mouse.move(500, 500)
    assert page.locator(".rb-ghost").count() == 1
    assert events(page, "drag")[0]["token"] == "24pz"
    page.evaluate("board.light([{action: 'move 0606', kind: 'space', object: '0606', badge: '2'}])")
    page.mouse.move(*at(page, "0606"))
    page.mouse.up()
    assert events(page, "drop") == [{"type": "drop", "token": "24pz", "space": "0606", "lit": True}]
    assert page.locator(".rb-ghost").count() == 1, "it waits for the server"
    page.evaluate("(() => { const v = structuredClone(data.view); token(v, '24pz').at = '0606'; board.show(v) })()")
    assert page.locator(".rb-ghost").count() == 0
    assert page.locator(".rb-carried").count() == 0
    assert not events(page, "choose")


def test_a_piece_dropped_where_it_cannot_go_returns(open_page: Open) -> None:
    page = open_page()
    page.evaluate("board.light([{action: 'unit 24pz', kind: 'piece', object: '24pz'}])")
    drag(page, at(page, "24pz"), at(page, "1407"))
    assert events(page, "drop")[0]["lit"] is False
    assert page.locator(".rb-ghost").count() == 0


def test_hover_tells_the_space_and_its_pieces(open_page: Open) -> None:
    page = open_page()
    page.mouse.move(*at(page, "0303"))
    hover = events(page, "hover")[-1]
    assert hover == {"type": "hover", "space": "0303", "tokens": ["10a"], "token": "10a"}


def test_a_right_click_is_a_longer_look(open_page: Open) -> None:
    page = open_page()
    page.mouse.click(*at(page, "0303"), button="right")
    assert events(page, "inspect") == [{"type": "inspect", "space": "0303", "token": "10a"}]
    assert events(page, "choose") == []


def test_a_stack_spreads_and_each_piece_can_be_clicked(open_page: Open) -> None:
    page = open_page("areas")
    page.evaluate("board.light([])")
    space, stack = page.evaluate(
        """() => { const [name, stack] = [...board.counters.stacks].find(([name, stack]) => stack.length > 2);
          return [name, stack.map(counter => counter.name)] }"""
    )
    page.mouse.click(*at(page, stack[-1]))
    rest(page)
    assert page.evaluate("board.counters.open") == space
    for piece in stack:
        page.mouse.click(*at(page, piece))
        assert chosen(page)["token"] == piece
    page.mouse.click(5, 5)
    assert page.evaluate("board.counters.open") is None


def test_the_minimap_shows_up_when_one_is_close_and_leads_elsewhere(open_page: Open) -> None:
    page = open_page()
    minimap = page.locator(".rb-minimap")
    assert not minimap.is_visible()
    page.evaluate("board.zoom(3)")
    rest(page)
    assert minimap.is_visible()
    box = minimap.bounding_box()
    before = at(page, "0909")
    page.mouse.click(box["x"] + 12, box["y"] + 12)
    rest(page)
    assert at(page, "0909")[0] > before[0] + 100
    assert not events(page, "choose")
    page.evaluate("board.fit()")
    rest(page)
    assert not minimap.is_visible()


INSIDE = """() => {
    const inside = ({ left, top, right, bottom }) =>
        left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    const fan = [...document.querySelectorAll(".rb-fanned .rb-face, .rb-backdrop")];
    return fan.map((one) => inside(one.getBoundingClientRect()));
}"""
STACKS = """() => [...board.layout.places.values()]
    .map(({ name, flat }) => [flat ? 0 : board.counters.in(name).length, name])
    .filter(([height]) => height > 1).sort(([a], [b]) => b - a).map(([, name]) => name)"""
MOVE = """([x, y]) => {
    const { viewport } = board;
    viewport.fly(viewport.scale, viewport.x + x * viewport.width, viewport.y + y * viewport.height, false);
}"""


TALL, WIDE = {"width": 390, "height": 440}, {"width": 500, "height": 340}


@pytest.mark.soak
@pytest.mark.parametrize(("viewport", "zoom"), soak.first(1, [(TALL, 12), (WIDE, 3), (TALL, 1)]))
def test_a_fan_stays_within_the_window(open_page: Open, viewport: dict[str, int], zoom: float) -> None:
    """At every zoom, also from close by, where counters are large, and after the map was moved under it."""
    page = open_page("big", viewport=viewport, reduced_motion="reduce")
    stacks = page.evaluate(STACKS)
    for space in (stacks[0], stacks[-1]):
        for by in ((0, 0), (0.45, 0.45), (-0.45, -0.45), (2, 2)):
            page.evaluate("([name, zoom]) => { board.fit(); board.zoom(zoom); board.centre(name); }", [space, zoom])
            rest(page)
            page.evaluate("name => board.fan(name)", space)
            page.evaluate(MOVE, by)
            rest(page)
            x, y = at(page, space)
            found = page.evaluate(INSIDE)
            assert all(found), (space, by)
            if 0 < x < viewport["width"] and 0 < y < viewport["height"]:
                assert len(found) > 2, (space, by)
            page.evaluate("board.counters.close()")


BADGES = """() => {
    const middle = (one) => { const { x, width } = one.getBoundingClientRect(); return x + width / 2; };
    const faces = [...document.querySelectorAll(".rb-fanned .rb-face")].map(middle);
    const badges = [...document.querySelectorAll(".rb-badge:not(.rb-covered)")];
    return [faces.map(Math.round), badges.map(middle).map(Math.round), badges.map((one) => one.textContent)];
}"""


def test_badges_of_a_stack(open_page: Open) -> None:
    """Closed, it has that of its top token; spread out, each token has its own, and nothing else lies over it."""
    page = open_page("big")
    space = page.evaluate(STACKS)[0]
    tokens = page.evaluate("(name) => board.counters.in(name).map(({ name }) => name)", space)
    page.evaluate("(name) => { board.zoom(2); board.centre(name); }", space)
    rest(page)
    near = page.evaluate("(name) => board.layout.places.get(name).neighbours", space)
    offers = [{"action": "", "kind": "piece", "object": name, "badge": str(i)} for i, name in enumerate(tokens)]
    offers += [{"action": "", "kind": "space", "object": name, "badge": "x"} for name in near]
    page.evaluate("(offers) => board.light(offers)", offers)
    assert [text for text in page.evaluate(BADGES)[2] if text != "x"] == [str(len(tokens) - 1)]
    page.evaluate("(name) => board.fan(name)", space)
    rest(page)
    faces, places, texts = page.evaluate(BADGES)
    own = [place for place, text in zip(places, texts, strict=True) if text != "x"]
    assert len(faces) == len(tokens) > 1 and sorted(own) == pytest.approx(sorted(faces), abs=2)
    assert len(texts) < len(tokens) + len(near)
    page.evaluate("() => board.counters.close()")
    rest(page)
    assert page.evaluate(BADGES)[2].count("x") == len(near)


@pytest.mark.soak
def test_the_minimap_can_be_hidden(open_page: Open) -> None:
    page = open_page()
    page.evaluate("board.zoom(3)")
    rest(page)
    minimap = page.locator(".rb-minimap")
    assert minimap.is_visible()
    page.evaluate("board.settings({ minimap: false })")
    assert not minimap.is_visible()
    page.evaluate("board.zoom(1.2)")
    rest(page)
    assert not minimap.is_visible()
    page.evaluate("board.settings({ minimap: true })")
    assert minimap.is_visible()


def test_the_minimap_makes_room_for_what_must_be_seen(open_page: Open) -> None:
    """It goes to another corner; where every corner is wanted, it goes away."""
    page = open_page()
    page.evaluate("board.zoom(3)")
    rest(page)
    minimap = page.locator(".rb-minimap")

    def under() -> str:
        """The space under the middle of the small map."""
        box = minimap.bounding_box()
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        return str(
            page.evaluate(
                """([x, y]) => {
                    const far = ({ centre }) => {
                        const [a, b] = board.viewport.toScreen(...centre);
                        return Math.hypot(a - x, b - y);
                    };
                    return [...board.layout.onMap].sort((one, other) => far(one) - far(other))[0].name;
                }""",
                middle,
            )
        )

    wanted: list[str] = []
    corners = set()
    while minimap.is_visible():
        corners.add(minimap.get_attribute("data-corner"))
        wanted.append(under())
        page.evaluate("names => board.minimap.avoid(names)", wanted)
        assert len(wanted) <= 4
    assert len(corners) == 4
    page.evaluate("board.minimap.avoid([])")
    assert minimap.get_attribute("data-corner") == "bottom-right" and minimap.is_visible()


def test_centre_brings_a_space_or_a_piece_to_the_middle(open_page: Open) -> None:
    page = open_page()
    page.evaluate("board.zoom(2.5)")
    rest(page)
    for name in ("0603", "40a"):
        page.evaluate("name => board.centre(name, {flash: true})", name)
        rest(page)
        x, y = at(page, name)
        assert abs(x - 640) < 60 and abs(y - 400) < 60
        assert page.locator(".rb-flash").count()


@pytest.mark.soak
@pytest.mark.parametrize("how", ["pan(6 * Math.cos(i), 6 * Math.sin(i))", "zoom(i % 20 < 10 ? 1.02 : 1 / 1.02)"])
def test_pan_and_zoom_move_finished_pixels(open_page: Open, how: str) -> None:
    """Drawing all of it anew for every frame takes about 20 raster tasks a frame here; that must not come back."""
    page = open_page()
    page.evaluate("board.viewport.zoom(2)")
    page.wait_for_timeout(800)
    session = page.context.new_cdp_session(page)
    found: list[Any] = []
    ended: list[Any] = []
    session.on("Tracing.dataCollected", lambda data: found.extend(data["value"]))
    session.on("Tracing.tracingComplete", lambda data: ended.append(data))
    kinds = {"includedCategories": ["cc", "benchmark"]}
    session.send("Tracing.start", {"traceConfig": kinds, "transferMode": "ReportEvents"})
    page.evaluate(
        """async () => {
          for (let i = 0; i < 40; i++) {
            board.viewport.HOW;
            await new Promise(requestAnimationFrame);
          }
        }""".replace("HOW", how)
    )
    session.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)
    tasks = [event for event in found if event.get("ph") == "X" and event["name"] == "RasterTask"]
    assert len(tasks) < 200, len(tasks)


@pytest.mark.parametrize("ratio", [1, 2])
def test_a_map_at_rest_lies_on_whole_pixels(open_page: Open, ratio: int) -> None:
    """Between them its names and lines would be blurred."""
    page = open_page(device_scale_factor=ratio)
    page.evaluate("board.viewport.zoom(2)")
    rest(page)
    page.evaluate("board.viewport.pan(7.3, -4.8)")
    rest(page)
    left, top = page.evaluate(
        "(({left, top}) => [left, top])(document.querySelector('.rb-moving').getBoundingClientRect())"
    )
    assert [round(ratio * at, 3) % 1 for at in (left, top)] == [0, 0]


# Touch.


def test_two_fingers_zoom_and_a_tap_chooses(open_page: Open) -> None:
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, device_scale_factor=3)
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    touch("touchStart", (150, 400), (240, 400))
    for step in range(1, 9):
        touch("touchMove", (150 - 10 * step, 400), (240 + 10 * step, 400))
    touch("touchEnd")
    rest(page)
    assert page.evaluate("board.viewport.depth") > 1.8
    assert not events(page, "choose")
    page.evaluate("board.viewport.centre(...board.layout.places.get('0303').centre, {smooth: false})")
    page.wait_for_timeout(100)
    page.touchscreen.tap(*at(page, "0303"))
    assert chosen(page)["space"] == "0303"


# Keyboard.


def test_arrows_walk_over_the_map_and_it_is_spoken(open_page: Open) -> None:
    page = open_page()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "board"
    page.evaluate("board.cursor.set('0603', null, true)")
    for key, space in (("ArrowDown", "0604"), ("ArrowUp", "0603"), ("ArrowUp", "0602")):
        page.keyboard.press(key)
        assert page.evaluate("board.cursor.space") == space
    page.keyboard.press("ArrowRight")
    assert page.evaluate("board.cursor.space").startswith("07")
    page.evaluate("board.cursor.set('0603', null, true)")
    spoken = page.locator(".rb-live[aria-live]").inner_text()
    assert spoken.startswith("0603 Vyazma. city; ")
    assert "Russian control" in spoken
    assert page.locator(".rb-cursor").count() == 1


@pytest.mark.parametrize("data", ["battle-for-moscow", "pointed", "areas"])
def test_arrows_reach_every_space(open_page: Open, data: str) -> None:
    page = open_page(data)
    missed = page.evaluate(
        """() => {
          const seen = new Set([board.layout.onMap[0].name]);
          const walk = [...seen];
          while (walk.length) {
            const place = board.layout.places.get(walk.pop());
            const ways = [[0, 1], [0, -1], [1, 0.001], [1, -0.001], [-1, 0.001], [-1, -0.001]];
            for (const [dx, dy] of ways) {
              const next = board.layout.towards(place, dx, dy);
              if (next && !seen.has(next.name)) { seen.add(next.name); walk.push(next.name) }
            }
          }
          return [...board.layout.places.keys()].filter(name => !seen.has(name));
        }"""
    )
    assert missed == []


def test_tab_goes_through_what_is_lit_and_enter_chooses(open_page: Open) -> None:
    page = open_page()
    page.evaluate("board.light(data.offers.filter(offer => offer.kind !== 'piece'))")
    page.keyboard.press("Tab")
    seen = [page.evaluate("board.cursor.space")]
    for _ in range(10):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("board.cursor.space"))
    assert seen == page.evaluate("data.offers.filter(offer => offer.kind === 'space').map(offer => offer.object)")
    page.keyboard.press("Enter")
    assert chosen(page)["space"] == seen[-1] and chosen(page)["lit"]
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") != "board", "Tab leaves the map after the last"


def test_brackets_go_through_a_stack(open_page: Open) -> None:
    page = open_page("areas")
    space, stack = page.evaluate(
        """() => { const [name, stack] = [...board.counters.stacks].find(([name, stack]) => stack.length > 2);
          board.light(stack.map(({name}) => ({action: 'unit ' + name, kind: 'piece', object: name})));
          return [name, stack.map(counter => counter.name)] }"""
    )
    page.keyboard.press("Tab")
    page.evaluate("name => board.cursor.set(name, null, true)", space)
    for piece in (stack[0], stack[1]):
        page.keyboard.press("]")
        assert page.evaluate("board.cursor.token") == piece
    page.keyboard.press("[")
    page.keyboard.press("Enter")
    assert chosen(page)["token"] == stack[0]


def test_enter_is_left_to_the_page_while_no_cursor_is_shown(open_page: Open) -> None:
    page = open_page()
    page.evaluate(
        "window.heard = 0; document.addEventListener('keydown', event => event.key === 'Enter' && window.heard++)"
    )
    page.mouse.click(*at(page, "0303"))
    page.keyboard.press("Enter")
    assert page.evaluate("window.heard") == 1
    assert len(events(page, "choose")) == 1
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.evaluate("window.heard") == 1
    assert len(events(page, "choose")) == 2


def test_no_serious_complaint_of_axe(open_page: Open) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = open_page()
    page.evaluate("board.zoom(2)")
    rest(page)
    found = axe.Axe().run(page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []


def test_keys_zoom_and_fit(open_page: Open) -> None:
    page = open_page()
    page.keyboard.press("Tab")
    page.keyboard.press("+")
    rest(page)
    assert page.evaluate("board.viewport.depth") > 1.2
    page.keyboard.press("0")
    rest(page)
    assert abs(page.evaluate("board.viewport.depth") - 1) < 0.01


# The end.


def test_destroy_leaves_nothing(open_page: Open) -> None:
    page = open_page()
    page.evaluate("board.destroy()")
    assert page.evaluate("document.getElementById('board').childElementCount") == 0
    page.mouse.click(300, 300)
    page.keyboard.press("ArrowUp")
    page.set_viewport_size({"width": 700, "height": 500})
    page.wait_for_timeout(100)
    assert not events(page, "choose")


def test_a_map_that_is_seen_whole_stays_where_it_is(open_page: Open) -> None:
    """What happens at its edge does not push it about; zoomed in, the place is brought into sight."""
    page = open_page(viewport={"width": 390, "height": 500})
    sheet = "document.querySelector('.rb-play').getBoundingClientRect().x"
    before = page.evaluate(sheet)
    page.evaluate("board.reveal('0101')")
    page.wait_for_timeout(400)
    assert page.evaluate(sheet) == before
    page.evaluate("board.zoom(3)")
    page.wait_for_timeout(400)
    zoomed = page.evaluate(sheet)
    page.evaluate("board.reveal('0101')")
    page.wait_for_timeout(400)
    assert page.evaluate(sheet) > zoomed
