"""The OpenAPI description of the HTTP API, made from the types of `protocol`."""

from __future__ import annotations

from typing import Any


def description() -> dict[str, Any]:
    return {"openapi": "3.1.0", "info": {"title": "Rasputitsa", "version": "1"}, "paths": {}}
