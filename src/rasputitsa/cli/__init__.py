"""The command `rasputitsa`: play in the terminal, records, rules, contests, and the server."""

from collections.abc import Sequence

from .._interrupt import INTERRUPTED, listen_again


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status. Whatever it needs is loaded only now, so that Ctrl-C is handled."""
    try:
        listen_again()
        from .run import main as run

        return run(argv)
    except KeyboardInterrupt:
        return INTERRUPTED


__all__ = ["main"]
