"""The client's types are those that the engine and the server declare."""

from __future__ import annotations

from rasputitsa.devtools.client_types import TARGET, written


def test_the_clients_types_are_current() -> None:
    assert TARGET.read_text(encoding="utf-8") == written(), "run `make client-types`"


def test_what_is_optional_and_what_is_closed() -> None:
    text = written()
    assert '@typedef {"turn" | "phase" | "set-up"' in text
    assert " * @property {string} [back]" in text and " * @property {string | null} piece" in text
    assert " * @property {Changes | null} changes" in text
