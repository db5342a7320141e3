"""Measures the board on this machine: ``python -m tests.web.measure_board``. Times in milliseconds."""

from __future__ import annotations

import threading
from typing import Any

from ..tools.browser import launched
from . import board_page

FRAMES = """
async how => {
  const times = [];
  let last = 0, turn = 0;
  return await new Promise(done => {
    const step = now => {
      if (last) times.push(now - last);
      last = now;
      if (how === 'pan') board.viewport.pan(9 * Math.cos(turn * 0.12), 9 * Math.sin(turn * 0.12));
      if (how === 'zoom') board.viewport.zoom(turn % 60 < 30 ? 1.03 : 1 / 1.03, 500, 400);
      if (++turn < 180) return requestAnimationFrame(step);
      times.sort((a, b) => a - b);
      done([times[times.length >> 1], times[Math.floor(times.length * 0.95)]]);
    };
    requestAnimationFrame(step);
  });
}
"""

SHOW = """
() => {
  const times = [];
  const names = board.layout.onMap.map(place => place.name);
  const ids = Object.keys(data.view.units);
  for (let i = 0; i < 30; i++) {
    const view = structuredClone(data.view);
    view.units[ids[i]].at = names[(i * 17 + 40) % names.length];
    const begun = performance.now();
    board.show(view);
    board.light(data.offers);
    document.body.getBoundingClientRect();
    times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  return [times[15], times[28]];
}
"""


def measure(page: Any, name: str) -> None:
    times = page.evaluate("window.times")
    print(f"{name}: built {times['build']:.0f}, shown {times['show']:.0f}, second frame after {times['frame']:.0f}")
    page.wait_for_timeout(800)
    report(page, "pan, all in view", "pan")
    page.evaluate("board.viewport.zoom(4)")
    page.wait_for_timeout(800)
    report(page, "pan, close", "pan")
    report(page, "zoom, close", "zoom")
    page.evaluate("board.viewport.fit()")
    page.wait_for_timeout(800)
    median, late = page.evaluate(SHOW)
    print(f"  show and light after a move: median {median:.1f}, 95 of 100 below {late:.1f}")


def report(page: Any, title: str, how: str) -> None:
    median, late = page.evaluate(FRAMES, how)
    print(f"  {title}: a frame takes {median:.1f}, 95 of 100 below {late:.1f}")


def main() -> None:
    server = board_page.serve()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with launched() as browser:
        for name in ("battle-for-moscow", "big"):
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(f"http://127.0.0.1:{server.server_address[1]}/?data={name}")
            page.wait_for_selector("body[data-ready]")
            measure(page, name)
            page.close()


if __name__ == "__main__":
    main()
