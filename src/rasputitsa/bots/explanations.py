"""One sentence for each verb: what a bot says about decisions that need no more words."""

from __future__ import annotations

from collections.abc import Mapping

from ..core import Action, Game


def phrase(phrases: Mapping[str, str], action: Action, game: Game) -> str:
    """The phrase for an action's verb, ``{}`` being what people call its object; "" where there is none."""
    return phrases.get(action.verb, "").replace("{}", game.words.title(action.verb, action.object))
