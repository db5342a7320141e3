"""The look back's counts, as the client makes them of the events, are the difference of the views before and after."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rasputitsa as ra
from rasputitsa.core import Event, Game
from rasputitsa.core.events import LEFT, Fate, told
from rasputitsa.core.phases import PhasedState
from rasputitsa.core.view import View

from .properties import GAMES, UNTOLD, anything, by_verb, eager, viewers
from .tools.javascript import command

WEB = Path(ra.__file__).parent / "web"
SCRIPT = """
    import { readFileSync } from "node:fs";
    import { figuresOf, happeningsOf } from "HAPPENINGS";
    for (const line of readFileSync(0, "utf8").trim().split("\\n"))
      console.log(JSON.stringify(figuresOf(happeningsOf(JSON.parse(line)))));
"""
STRETCH = 25  # actions that are looked back at together, at most
POLICIES = (anything, eager, by_verb)
# Where units are that are not in play.
OUT_OF_PLAY = {
    "battle-for-moscow": ("pool", "track"),
    "blitzkrieg-to-moscow-2": ("pool", "surrendered", "track"),
    "drive-on-moscow": ("reserves", "dead", "pool", "withdrawn"),
    "moscow-41": ("pool", "eliminated", "waiting", "removed", "hand", "destroyed"),
}


def in_play(view: View) -> Counter[str]:
    """How many units each side has in play. A box of the turn track is no space of the map."""
    places = ra.game(view["game"]).board.ids.keys() - set(OUT_OF_PLAY[view["game"]])
    return Counter(token["owner"] for token in view["tokens"] if token["at"] in places)


def lost_out_of_play(events: Sequence[Event], name: str) -> Counter[str]:
    """Units that are lost before they came into play: no view of the map shows them."""
    fates = [fate for event in events for fate in event.tokens]
    return Counter(fate.side for fate in fates if fate.origin in OUT_OF_PLAY[name] and fate.fate in LEFT)


def figures(entries: list[Any], folder: Path) -> list[Any]:
    """What the client's own script counts in these logs."""
    (folder / "count.mjs").write_text(SCRIPT.replace("HAPPENINGS", (WEB / "match/happenings.js").as_uri()))
    lines = "\n".join(map(json.dumps, entries))
    node = [command("node"), str(folder / "count.mjs")]
    run = subprocess.run(node, input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def stretch(state: PhasedState, rng: Random) -> list[tuple[str, Sequence[Event]]]:
    """Some actions, each with what happened."""
    found: list[tuple[str, Sequence[Event]]] = []
    for _ in range(rng.randrange(1, STRETCH)):
        if state.outcome is None:
            side = str(state.side)
            found.append((side, state.take(rng.choice(POLICIES)(state.actions(), rng))))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_counts_are_the_difference_of_two_views(name: str, tmp_path: Path) -> None:
    """Units that arrived less those that were lost or withdrawn, by side and for every viewer."""
    game, rng = ra.game(name), Random(f"look back {name}")
    state = game.start()
    assert isinstance(state, PhasedState)
    logs: list[Any] = []
    expected: list[dict[str, int]] = []
    while state.outcome is None:
        set_up = (state.turn == 1 and state.phase == 0) or state.view(None)["phase"] in UNTOLD.get(name, ())
        before = {viewer: in_play(state.view(viewer)) for viewer in viewers(game)}
        happened = stretch(state, rng)
        if set_up:
            continue  # that is not looked back at
        for viewer, had in before.items():
            seen = [(side, told(events, viewer)) for side, events in happened]
            has = in_play(state.view(viewer))
            unseen = sum((lost_out_of_play(events, name) for _, events in seen), Counter[str]())
            logs.append([{"side": side, "events": [event.data() for event in events]} for side, events in seen])
            expected.append({side.name: has[side.name] - had[side.name] - unseen[side.name] for side in game.sides})
    found = figures(logs, tmp_path)
    for log, each, wanted in zip(logs, found, expected, strict=True):
        fates = [fate for entry in log for event in entry["events"] for fate in event["tokens"]]
        assert difference(each, game) == wanted, [fate for fate in fates if fate["fate"] in {*LEFT, Fate.ARRIVED}]
    assert sum(map(any, (each.values() for each in expected))) > 3


def difference(counted: Any, game: Game) -> dict[str, int]:
    """How many units more each side has, by these figures."""
    fates = {side.name: Counter(counted["fates"].get(side.name, {})) for side in game.sides}
    return {side: own["arrived"] - own["lost"] - own["withdrawn"] for side, own in fates.items()}
