"""The values of the command's arguments. What cannot be used is refused in one sentence."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError
from ipaddress import ip_network
from math import isfinite
from pathlib import Path
from urllib.parse import urlsplit

from ..games import games

MOST = 10**12  # no number needs to be larger


def game(name: str) -> str:
    if name not in games():
        raise ArgumentTypeError(f"there is no game {name[:40]!r} (games: {', '.join(games())})")
    return name


def player(name: str) -> str:
    return name if name == "human" else bot(name, "human, ")


def bot(name: str, others: str = "") -> str:
    from ..bots import bots

    return _known(name, bots(), others)


def contender(name: str) -> str:
    """A bot that plays in the arena: a level, or somebody to measure the levels against."""
    from ..bots import bots, challengers

    return _known(name, [*bots(), *challengers()])


def guest(name: str) -> str:
    """A bot of another package. Its module may be in the folder where the command is run."""
    from ..bots import UnknownBot
    from ..bots.guests import guest_class

    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
    try:
        guest_class(name)
    except UnknownBot as error:
        raise ArgumentTypeError(str(error).rstrip(".")) from None
    return name


def _known(name: str, known: list[str], others: str = "") -> str:
    from ..bots import installed, is_guest

    if name in known:
        return name
    if is_guest(name):
        return guest(name)
    players = ", ".join([*known, *installed(), "or module:Class"])
    raise ArgumentTypeError(f"there is no player {name[:40]!r} (players: {others}{players})")


def pool(text: str) -> list[str]:
    return [contender(name) for name in text.split(",")]


def sprt(text: str) -> tuple[float, float]:
    low, sign, high = text.partition(":")
    try:
        found = float(low), float(high)
    except ValueError:
        found = 1.0, 0.0
    if not sign or not 0 < found[0] < found[1] < 1:
        raise ArgumentTypeError(f"{text[:40]!r} is not of the form LOW:HIGH, two scores between 0 and 1")
    return found


def folder(name: str) -> Path:
    """A folder that is there, or can be made."""
    path = Path(name)
    if not name:
        raise ArgumentTypeError("its name is empty")
    if path.exists() and not path.is_dir():
        raise ArgumentTypeError(f"{name[:200]!r} is a file, not a folder")
    return path


def results(name: str) -> str:
    if not name.endswith((".csv", ".json")):
        raise ArgumentTypeError(f"{name[:40]!r} must end in .csv or .json")
    return name


def option(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name or not value:
        raise ArgumentTypeError(f"{text[:40]!r} is not of the form NAME=VALUE")
    return name, value


def game_edition(text: str) -> tuple[str, str]:
    name, sign, edition = text.partition("=")
    if not sign or not edition:
        raise ArgumentTypeError(f"{text[:80]!r} is not of the form GAME=EDITION")
    return game(name), edition


# Numbers.


def seed(text: str) -> int:
    return whole(text, 0)


def count(text: str) -> int:
    return whole(text, 0)


def positive(text: str) -> int:
    return whole(text, 1)


def port(text: str) -> int:
    return whole(text, 0, 65535, "port")


def whole(text: str, least: int, most: int = MOST, what: str = "whole number") -> int:
    if not text.isascii() or not text.isdecimal() or not least <= int(text[:40]) <= most:
        raise ArgumentTypeError(f"{text[:40]!r} is not a {what} from {least} to {most}")
    return int(text)


def seconds(text: str) -> float:
    return measured(text, 3600, "number of seconds")


def rate(text: str) -> float:
    return measured(text, 1000, "number")


def milliseconds(text: str) -> float:
    return measured(text, 3_600_000, "number of milliseconds")


def measured(text: str, most: int, what: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not isfinite(number) or not 0 < number <= most:
        raise ArgumentTypeError(f"{text[:40]!r} is not a {what} above 0 and up to {most}")
    return number


# Addresses.


def origin(text: str) -> str:
    """The address of a site, as browsers name it."""
    try:
        parts = urlsplit(text)
        whole_address = f"{parts.scheme}://{parts.netloc}" == text and parts.hostname and not parts.username
        usable = parts.scheme in ("http", "https") and (parts.port is None or parts.port > 0)
    except ValueError:
        whole_address = usable = False
    if not whole_address or not usable:
        raise ArgumentTypeError(f"{text[:80]!r} is not an address like https://example.org, without a path")
    return text


def proxy(text: str) -> str:
    try:
        ip_network(text)
    except ValueError:
        raise ArgumentTypeError(f"{text[:80]!r} is not an IP address or network like 10.0.0.0/8") from None
    return text


def server(text: str) -> str:
    return origin(text.rstrip("/"))


def host_name(text: str) -> str:
    from ..server.origins import is_name

    if not is_name(text):
        raise ArgumentTypeError(f"{text[:40]!r} is not the name of a host, as in --allow-host games.example.org")
    return text
