"""These tests need what the extras install: `make test` has it."""

from __future__ import annotations

import pytest

pytest.importorskip("numpy")
