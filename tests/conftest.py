"""For all tests."""

from __future__ import annotations

import signal

# Programs that tests start can be interrupted even if the tests run in the background, where a shell ignores SIGINT.
signal.signal(signal.SIGINT, signal.default_int_handler)
