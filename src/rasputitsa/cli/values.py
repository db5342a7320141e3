"""The values of arguments: what cannot be used is refused in one sentence."""

from __future__ import annotations

from argparse import ArgumentTypeError

from ..games import games


def game(name: str) -> str:
    if name not in games():
        raise ArgumentTypeError(f"there is no game {name[:40]!r} (games: {', '.join(games())})")
    return name


def player(name: str) -> str:
    return name if name == "human" else bot(name, "human, ")


def bot(name: str, others: str = "") -> str:
    from ..bots import bots

    if name not in bots():
        raise ArgumentTypeError(f"there is no player {name[:40]!r} (players: {others}{', '.join(bots())})")
    return name


def contender(name: str) -> str:
    """A bot that plays in the arena: a level, or somebody to measure the levels against."""
    from ..bots import bots, challengers

    if name not in (known := [*bots(), *challengers()]):
        raise ArgumentTypeError(f"there is no player {name[:40]!r} (players: {', '.join(known)})")
    return name


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


def port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise ArgumentTypeError(f"{text[:40]!r} is not a port from 0 to 65535")
    return int(text)


def option(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name or not value:
        raise ArgumentTypeError(f"{text[:40]!r} is not of the form NAME=VALUE")
    return name, value


def seed(text: str) -> int:
    return whole(text, 0)


def count(text: str) -> int:
    return whole(text, 0)


def positive(text: str) -> int:
    return whole(text, 1)


def whole(text: str, least: int) -> int:
    if not text.isdecimal() or not least <= int(text[:12]) or len(text) > 12:
        raise ArgumentTypeError(f"{text[:40]!r} is not a whole number from {least} up")
    return int(text)


def seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number <= 3600:
        raise ArgumentTypeError(f"{text[:40]!r} is not a number of seconds up to 3600")
    return number


def results(name: str) -> str:
    if not name.endswith((".csv", ".json")):
        raise ArgumentTypeError(f"{name[:40]!r} must end in .csv or .json")
    return name
