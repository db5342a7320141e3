"""A position with nothing hidden, as everybody may see it once the match is over."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from typing import cast

from .state import State
from .values import Data
from .view import View


def open_view(state: State) -> View:
    """The public view, with the tokens of each side, and what is kept by side (hands), as that side sees them."""
    views = {side.name: cast(Data, state.view(side.name)) for side in state.game.sides}
    view = cast(Data, state.view(None))
    for part, shown in view.items():
        if isinstance(shown, dict):
            view[part] = shown | {side: seen[part][side] for side, seen in views.items() if side in seen[part]}
    if "tokens" in view:
        nobodys = [token for token in view["tokens"] if token["owner"] not in views]
        own = [token for side, seen in views.items() for token in seen["tokens"] if token["owner"] == side]
        view["tokens"] = own + nobodys
        view["battles"] = _battles(views, {token["name"] for token in view["tokens"]})
    return cast(View, view)


def _battles(views: Mapping[str, Data], names: set[str]) -> list[Data]:
    """The battles that any side sees. Each viewer's list has the same units in the same order, some as unknown ones."""
    found = []
    for seen in zip_longest(*(view["battles"] for view in views.values())):
        each = [battle for battle in seen if battle is not None]
        battle = dict(each[0])
        for part, shown in battle.items():
            if isinstance(shown, list):
                rows = zip(*(one[part] for one in each), strict=True)
                battle[part] = [next((name for name in row if name in names), row[0]) for row in rows]
        found.append(battle)
    return found
