"""Ctrl-C while the command `rasputitsa` is still loading ends it quietly, as it does later."""

from __future__ import annotations

import os
import signal
import sys  # these three are loaded already, or soon: every module more is time in which Ctrl-C shows a traceback

INTERRUPTED = 130  # the exit status, as shells know it


def end_quietly() -> None:
    """Until `listen_again`, if this process is the command and not a program that uses the library."""
    started = os.path.splitext(os.path.basename(sys.argv[0]))[0] if getattr(sys, "argv", None) else ""
    if started in ("rasputitsa", "-m") and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))


def listen_again() -> None:
    """The command has started and handles Ctrl-C itself."""
    if signal.getsignal(signal.SIGINT) not in (signal.default_int_handler, signal.SIG_IGN):
        signal.signal(signal.SIGINT, signal.default_int_handler)


end_quietly()
