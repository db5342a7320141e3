"""The OpenAPI description of the HTTP API, made from the types of `protocol`."""

from __future__ import annotations

from typing import Any

from msgspec.json import schema_components

from ..table import front_page, game_facts, summaries
from ..table import protocol as table_protocol
from . import protocol

TYPES: tuple[type, ...] = (
    table_protocol.AdviceData,
    protocol.Created,
    protocol.CreateMatch,
    protocol.ErrorBody,
    protocol.Health,
    front_page.FrontPage,
    game_facts.Judgement,
    game_facts.Lesson,
    game_facts.PuzzleLine,
    protocol.Mine,
    protocol.Notes,
    protocol.RematchCreated,
    table_protocol.Replayed,
    table_protocol.Report,
    game_facts.RuleData,
    protocol.Summaries,
    summaries.Summary,
)
Data = dict[str, Any]


def description() -> Data:
    _, components = schema_components(TYPES, ref_template="#/components/schemas/{name}")
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Rasputitsa",
            "version": "1",
            "description": "Matches are played over the websocket /ws/{match}; see docs/protocol.md.",
        },
        "paths": _paths(),
        "components": {
            "schemas": components,
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer", "description": "The key of a seat."}},
        },
    }


def _paths() -> Data:
    return {
        "/api/health": {"get": _call("Whether the server works", _ref("Health"))},
        "/api/openapi.json": {"get": _call("This description", {"type": "object"})},
        "/api/games": {"get": _call("Every game", {"type": "array", "items": {"type": "object"}})},
        "/api/front": {"get": _call("What the first page tells of the games", _ref("FrontPage"))},
        "/api/games/{name}": {"get": _manifest()},
        "/api/games/{name}/rules": {
            "get": _call("The rules of a game", {"type": "array", "items": _ref("RuleData")}, path="name")
        },
        "/api/games/{name}/tutorial": {"get": _call("The tutorial of a game", _ref("Lesson"), path="name")},
        "/api/games/{name}/tutorial/{lesson}": {"get": _call("A lesson of a game", _ref("Lesson"), path="name lesson")},
        "/api/games/{name}/problems": {
            "get": _call("The problems of a game", {"type": "array", "items": _ref("PuzzleLine")}, path="name")
        },
        "/api/games/{name}/picture": {"get": _call("A position for a picture", {"type": "object"}, path="name")},
        "/api/matches": {"post": _call("Create a match", _ref("Created"), body="CreateMatch", status=201)},
        "/api/mine": {"post": _call("The matches that keys open", _ref("Summaries"), body="Mine")},
        "/api/matches/{match}": {"get": _of_match("The summary of a match", _ref("Summary"))},
        "/api/matches/{match}/record": {"get": _of_match("The record", None)},
        "/api/matches/{match}/replay": {"get": _replay()},
        "/api/matches/{match}/report": {"get": _of_match("Figures after the end", _ref("Report"))},
        "/api/matches/{match}/advice": {"get": _advice()},
        "/api/matches/{match}/problem": {"get": _judgement()},
        "/api/matches/{match}/notes": {
            "get": _of_match("One's own notes", _ref("Notes")),
            "post": {**_of_match("Keep one's own notes", _ref("Notes")), "requestBody": _body("Notes")},
        },
        "/api/matches/{match}/rematch": {
            "post": _of_match("Start a match with the sides swapped", _ref("RematchCreated"), status=201)
        },
    }


def _ref(name: str) -> Data:
    return {"$ref": f"#/components/schemas/{name}"}


def _body(name: str) -> Data:
    return {"required": True, "content": _content(_ref(name))}


def _content(schema: Data | None) -> Data:
    if schema is None:
        return {"text/plain": {"schema": {"type": "string"}}}
    return {"application/json": {"schema": schema}}


def _call(
    summary: str,
    schema: Data | None,
    *,
    path: str | None = None,
    body: str | None = None,
    status: int = 200,
    unchanged: bool = False,
) -> Data:
    """One operation. All refusals have the same form."""
    call: Data = {
        "summary": summary,
        "responses": {
            str(status): {"description": "Done", "content": _content(schema)},
            "4XX": {"description": "Refused; nothing has changed", "content": _content(_ref("ErrorBody"))},
            "503": {"description": "Not now", "content": _content(_ref("ErrorBody"))},
        },
    }
    if unchanged:
        call["responses"]["304"] = {"description": "Not changed"}
    if path:
        call["parameters"] = [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in path.split()
        ]
    if body:
        call["requestBody"] = _body(body)
    return call


def _of_match(summary: str, schema: Data | None, status: int = 200) -> Data:
    """An operation that needs a key of the match."""
    return {**_call(summary, schema, path="match", status=status), "security": [{"key": []}]}


def _judgement() -> Data:
    call = _of_match("Whether a problem is solved", _ref("Judgement"))
    call["parameters"].append({"name": "name", "in": "query", "required": True, "schema": {"type": "string"}})
    return call


def _manifest() -> Data:
    call = _call("The manifest of a game or of an edition of it", {"type": "object"}, path="name", unchanged=True)
    call["parameters"].append({"name": "edition", "in": "query", "schema": {"type": "string"}})
    return call


_AT: Data = {"name": "at", "in": "query", "schema": {"type": "integer", "minimum": 0, "maximum": 999_999_999}}


def _replay() -> Data:
    call = _of_match("A position of the match", _ref("Replayed"))
    call["parameters"] += [_AT, {"name": "as", "in": "query", "schema": {"type": "string"}}]
    return call


def _advice() -> Data:
    call = _of_match("What the strongest bot would have done, after the end", _ref("AdviceData"))
    call["parameters"] += [_AT]
    return call
