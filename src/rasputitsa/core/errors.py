"""What can go wrong, each with a sentence for the person who has to mend it."""

from __future__ import annotations


class RasputitsaError(Exception):
    """Any error that a user of the program can cause. Its text is fit to be shown."""


class UnknownGame(RasputitsaError):
    """There is no game of that name."""


class UnknownEdition(RasputitsaError):
    """There is no edition of that name, or other data than it needs."""


class BadOption(RasputitsaError):
    """A scenario or an option that the game does not have, or a value that the option does not take."""


class UnreadableAction(RasputitsaError):
    """A text that is no action of the game at all."""


class IllegalAction(RasputitsaError):
    """An action of the game that is not allowed now: the rule that forbids it, why, and what the rule says."""

    def __init__(self, rule: str, reason: str, quotation: str = "") -> None:
        super().__init__(f"{reason} [{rule}]" if rule else reason)
        self.rule = rule
        self.reason = reason
        self.quotation = quotation


class BadPosition(RasputitsaError):
    """A position that cannot be set up. ``problems`` names everything that is wrong with it."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("This position cannot be set up: " + "; ".join(problems) + ".")
        self.problems = problems


class DataError(RasputitsaError):
    """A data file that is wrong: which file, which key, which value, and what to do."""

    def __init__(self, file: str, key: str, problem: str) -> None:
        super().__init__(f"{file}, {key}: {problem}" if key else f"{file}: {problem}")
        self.file = file
        self.key = key
        self.problem = problem
