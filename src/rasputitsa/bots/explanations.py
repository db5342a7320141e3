"""One sentence for each verb: what a bot says about decisions that need no more words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..core import Action


def phrase(phrases: Mapping[str, str], action: Action, title: Callable[[Action], str]) -> str:
    """The phrase for an action's verb, ``{}`` being the title of its object; "" where there is none."""
    text = phrases.get(action.verb, "")
    return text.format(title(action)) if "{}" in text else text
