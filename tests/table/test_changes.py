"""Applying what has changed between two views gives the later one, in every game and for every viewer."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rasputitsa as ra
from rasputitsa.core import State
from rasputitsa.core.view import View
from rasputitsa.table.changes import applied, by_space, changes
from rasputitsa.table.shown_views import ShownViews

from ..properties import GAMES, eager, viewers
from ..tools import soak
from ..tools.javascript import command

WEB = Path(ra.__file__).parent / "web"
ACTIONS = 150


def stacked(view: View) -> dict[str, Any]:
    """A view without the order of the spaces, which means nothing."""
    return {**view, "tokens": by_space(view["tokens"])}


def states(name: str, seed: int, positions: int) -> Iterator[State]:
    """Positions at irregular distances of a random game."""
    rng = Random(f"{name} {seed}")
    state = ra.game(name).start()
    for _ in range(positions):
        yield state
        for _ in range(rng.choice((1, 1, 1, 7, 40))):
            if state.outcome is None:
                state.apply(eager(state.actions(), rng))


@pytest.mark.parametrize("positions", soak.less(50, 150))
@pytest.mark.parametrize("name", GAMES)
def test_changes_lead_from_one_view_to_the_other(name: str, positions: int) -> None:
    """What each viewer is sent, first the whole view and then only changes, gives the view of every position."""
    shown_views, seen = ShownViews(), dict[str | None, Any]()
    for number, state in enumerate(states(name, 1, positions), 1):
        for viewer in viewers(state.game):
            shown = shown_views.show(state, viewer)
            sent = json.loads(json.dumps(shown.view if shown.changes is None else shown.changes))
            seen[viewer] = sent if shown.changes is None else applied(seen[viewer], sent)
            assert stacked(seen[viewer]) == stacked(json.loads(json.dumps(state.view(viewer)))), viewer
            assert shown.number == number


@pytest.mark.parametrize("name", GAMES)
def test_the_client_applies_changes_alike(name: str, tmp_path: Path) -> None:
    """The same in the client's own script."""
    script = """
        import { readFileSync } from "node:fs";
        import { applied } from "CHANGES";
        let view = null;
        for (const line of readFileSync(0, "utf8").trim().split("\\n")) {
          const { first, changes } = JSON.parse(line);
          view = first ?? applied(view, changes);
          console.log(JSON.stringify(view));
        }
    """.replace("CHANGES", (WEB / "changes.js").as_uri())
    (tmp_path / "apply.mjs").write_text(script)
    shown_views, right, lines = ShownViews(), [], []
    for state in states(name, 2, 30):
        shown = shown_views.show(state, None)
        right.append(stacked(json.loads(json.dumps(state.view(None)))))
        lines.append(json.dumps({"first": shown.view} if shown.changes is None else {"changes": shown.changes}))
    node = [command("node"), str(tmp_path / "apply.mjs")]
    run = subprocess.run(node, input="\n".join(lines), capture_output=True, text=True, check=True)
    assert [stacked(json.loads(line)) for line in run.stdout.splitlines()] == right


def test_the_order_is_told_only_where_it_must_be() -> None:
    def token(name: str, at: str, face: int = 1) -> Any:
        return {"name": name, "piece": name, "at": at, "owner": "german", "face": face, "marks": []}

    def view(*tokens: Any, **more: Any) -> Any:
        return {"tokens": list(tokens), **more}

    one, two, three = token("1", "A"), token("2", "A"), token("3", "B")
    assert changes(view(one, two, three), view(one, two, three)) == {}
    moved = token("3", "A")
    assert changes(view(one, two, three), view(one, two, moved)) == {"tokens": {"put": [moved]}}
    under = changes(view(one, two, three), view(moved, one, two))
    assert under == {"tokens": {"put": [moved], "order": {"A": ["3", "1", "2"]}}}
    swapped = view(three, two, one)  # as a client may have it, for whom the order of the spaces is another
    assert by_space(applied(swapped, changes(view(one, two, three), view(one, two, moved)))["tokens"])["A"][-1] == moved
    assert changes(view(one, two), view(two, one)) == {"tokens": {"order": {"A": ["2", "1"]}}}
    assert changes(view(one, two), view(two)) == {"tokens": {"gone": ["1"]}}
    assert changes(view(one, turn=1, score=[]), view(one, turn=2)) == {"parts": {"turn": 2}, "gone": ["score"]}
