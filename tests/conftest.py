"""For all tests."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Programs that tests start can be interrupted even if the tests run in the background, where a shell ignores SIGINT.
signal.signal(signal.SIGINT, signal.default_int_handler)

# How many examples Hypothesis tries: a few, the same each time, or with `--hypothesis-profile=soak` many and others.
settings.register_profile(
    "few", max_examples=20, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("soak", max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("few")

# Thousands of tests and all that is imported for them stay: the collector need not look at them again and again.
gc.disable()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One for all tests in a browser. They run in processes of their own: Playwright keeps the event loop to itself."""
    from .tools.browser import launched

    with launched() as running:
        yield running


def pytest_collection_finish(session: pytest.Session) -> None:
    gc.collect()
    gc.freeze()
    gc.enable()
