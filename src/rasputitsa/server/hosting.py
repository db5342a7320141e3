"""What the host of a server lets in besides what comes with the package: bots of other packages, and editions.

The processes in which bots think and long jobs are done are told of it by their arguments.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..bots import invite
from ..bots.guests import invited
from ..games import offer_edition, offered_editions

BOT, EDITION = "--bot=", "--edition="


def words() -> list[str]:
    """What the host has let in, as arguments of a process."""
    editions = [f"{EDITION}{game}={edition}" for game, edition in offered_editions().items()]
    return [*(f"{BOT}{name}" for name in invited()), *editions]


def let_in(arguments: Iterable[str]) -> None:
    """Let in what these arguments say."""
    for argument in arguments:
        if argument.startswith(BOT):
            invite(argument.removeprefix(BOT))
        else:
            game, _, edition = argument.removeprefix(EDITION).partition("=")
            offer_edition(game, edition)
