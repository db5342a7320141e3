"""The API keeps to its own description, whatever it is sent: every case that Schemathesis thinks of (`make soak`).

    pytest -p schemathesis.pytest.plugin tests/server/openapi_coverage.py

``test_openapi.py`` sends a few of them, without preparing all.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.generation import GenerationMode

from rasputitsa.server.openapi import description

from .test_openapi import strict_checks
from .tools import GAME, Running

EXAMPLES = 6
STRICT = strict_checks()

schema = schemathesis.openapi.from_dict(description())
schema.config.generation.update(modes=[GenerationMode.POSITIVE, GenerationMode.NEGATIVE])


class Served:
    """The server of this module, and a match in it for calls that need one."""

    running: Running
    match: str
    key: str


@pytest.fixture(scope="module", autouse=True)
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    data: Path = tmp_path_factory.mktemp("data")
    Served.running = Running(data)
    made = Served.running.create()
    Served.match, Served.key = made["match"], made["keys"]["german"]
    yield
    Served.running.stop()


@schema.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_the_api_keeps_its_description(case: Any) -> None:
    response = case.call(base_url=Served.running.url)
    case.validate_response(response, checks=STRICT)


@schema.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_the_api_keeps_its_description_to_those_with_a_key(case: Any) -> None:
    if "match" in case.path_parameters:
        case.path_parameters["match"] = Served.match
    if "name" in case.path_parameters:
        case.path_parameters["name"] = GAME
    response = case.call(base_url=Served.running.url, headers={"Authorization": f"Bearer {Served.key}"})
    wanted = [check for check in STRICT if check.__name__ not in ("ignored_auth", "negative_data_rejection")]
    case.validate_response(response, checks=wanted)
    assert response.status_code < 500
