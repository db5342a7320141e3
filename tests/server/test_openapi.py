"""The API keeps to its own description, whatever it is sent; ``openapi_coverage.py`` sends much more."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from rasputitsa.server.openapi import description

from .tools import GAME, Running

CALLS = [(path, method.upper()) for path, methods in description()["paths"].items() for method in methods]
EXAMPLES = 2  # of right and of wrong calls, each with a key and without one


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    found = Running(tmp_path_factory.mktemp("data"))
    yield found
    found.stop()


@pytest.fixture(scope="module")
def schema() -> Any:
    import schemathesis  # it takes a second

    return schemathesis.openapi.from_dict(description())


def strict_checks() -> list[Callable[..., Any]]:
    from schemathesis.checks import CHECKS, load_all_checks

    load_all_checks()
    return [check for check in CHECKS.get_all() if check.__name__ != "positive_data_acceptance"]


@pytest.mark.parametrize(("path", "method"), CALLS)
def test_the_api_keeps_its_description(running: Running, schema: Any, path: str, method: str) -> None:
    from schemathesis.generation import GenerationMode

    made = running.create()
    strict = strict_checks()
    with_key = [check for check in strict if check.__name__ not in ("ignored_auth", "negative_data_rejection")]
    operation = schema[path][method]

    def check(case: Any) -> None:
        response = case.call(base_url=running.url)
        case.validate_response(response, checks=strict)
        known = {"match": made["match"], "name": GAME}
        case.path_parameters |= {name: known[name] for name in case.path_parameters if name in known}
        response = case.call(base_url=running.url, headers={"Authorization": f"Bearer {made['keys']['german']}"})
        case.validate_response(response, checks=with_key)
        assert response.status_code < 500

    usual = settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    for mode in GenerationMode:
        if mode == GenerationMode.POSITIVE or operation.body:
            examples = operation.as_strategy(generation_mode=mode)
            usual(given(examples)(check))()  # type: ignore[no-untyped-call]


def test_the_description_is_served(running: Running) -> None:
    answer = running.get("/api/openapi.json")
    assert answer.json() == json.loads(json.dumps(description()))
    routes = {getattr(route, "path", "") for route in running.app.routes}
    assert {path for path in routes if path.startswith("/api")} == set(description()["paths"])
