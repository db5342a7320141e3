"""The command `rasputitsa`: the terminal table, records, rules and contests."""

from .command import main

__all__ = ["main"]
