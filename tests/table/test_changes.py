"""Applying what has changed between two views gives the later one, in every game and for every viewer."""

from __future__ import annotations

import json
import subprocess
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rasputitsa as ra
from rasputitsa.core.view import View
from rasputitsa.table.changes import applied, by_space, changes

from ..properties import GAMES, eager, viewers
from ..tools.javascript import command

WEB = Path(ra.__file__).parent / "web"
ACTIONS = 150


def stacked(view: View) -> dict[str, Any]:
    """A view without the order of the spaces, which means nothing."""
    return {**view, "tokens": by_space(view["tokens"])}


def views(name: str, viewer: str | None, seed: int) -> list[View]:
    """Views of positions at irregular distances of a random game."""
    rng = Random(f"{name} {viewer} {seed}")
    state = ra.game(name).start()
    found = [state.view(viewer)]
    for _ in range(ACTIONS):
        for _ in range(rng.choice((1, 1, 1, 7, 40))):
            if state.outcome is None:
                state.apply(eager(state.actions(), rng))
        found.append(json.loads(json.dumps(state.view(viewer))) if rng.random() < 0.5 else state.view(viewer))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_changes_lead_from_one_view_to_the_other(name: str) -> None:
    for viewer in viewers(ra.game(name)):
        found = views(name, viewer, 1)
        shown = found[0]
        for after in found[1:]:
            shown = applied(shown, json.loads(json.dumps(changes(shown, after))))
            assert stacked(shown) == stacked(after)
        assert changes(shown, shown) == {}


@pytest.mark.parametrize("name", GAMES)
def test_the_client_applies_changes_alike(name: str, tmp_path: Path) -> None:
    """The same in the client's own script."""
    found = views(name, None, 2)[:60]
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
    lines = [json.dumps({"first": found[0]})]
    lines += [json.dumps({"changes": changes(before, after)}) for before, after in pairwise(found)]
    node = [command("node"), str(tmp_path / "apply.mjs")]
    run = subprocess.run(node, input="\n".join(lines), capture_output=True, text=True, check=True)
    shown = [json.loads(line) for line in run.stdout.splitlines()]
    assert [stacked(view) for view in shown] == [stacked(view) for view in found]


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
    assert changes(view(one, two), view(two, one)) == {"tokens": {"order": {"A": ["2", "1"]}}}
    assert changes(view(one, two), view(two)) == {"tokens": {"gone": ["1"]}}
    assert changes(view(one, turn=1, score=[]), view(one, turn=2)) == {"parts": {"turn": 2}, "gone": ["score"]}
