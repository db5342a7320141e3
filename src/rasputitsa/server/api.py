"""The HTTP API: what each address answers. ``docs/protocol.md`` tells it to people, `openapi` to programs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from copy import copy
from functools import cache, wraps
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Raw, Struct
from msgspec.json import Decoder
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ..bots import bots
from ..core import RasputitsaError
from ..games import game as find_game
from ..games import games
from ..match import Match, tutorial, write
from .openapi import description
from .problems import Problem, problem
from .protocol import (
    CreateMatch,
    ErrorAnswer,
    ErrorData,
    Health,
    Lesson,
    Mine,
    RematchCreated,
    Replayed,
    RuleData,
    Summaries,
    Summary,
    encode,
    read,
)
from .report import report
from .seats import LONGEST_KEY, Access, hash_of, opened
from .states import entry_data, summary
from .storage import StorageError
from .table import Table

if TYPE_CHECKING:
    from .app import Server

log = logging.getLogger(__name__)
T = TypeVar("T", bound=Struct)
Endpoint = Callable[["Server", Request], Awaitable[Response]]
JSON = "application/json"


# What every endpoint has around it.


def endpoint(answer: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint with what all of them have around them: checks first, refusals told alike."""

    @wraps(answer)
    async def guarded(request: Request) -> Response:
        server: Server = request.app.state.server
        try:
            server.origins.check(request.headers)
            if not server.callers.take(address_of(request)):
                raise Problem("too-fast", "Too many requests. Slow down.")
            return await answer(server, request)
        except Problem as refusal:
            return refused(refusal)
        except RasputitsaError as error:
            return refused(problem(error))
        except StorageError as error:
            log.error("The storage failed: %s", error)
            return refused(Problem("unavailable", "The storage does not answer. Try again later."))

    return guarded


def address_of(request: Request) -> str:
    return request.client.host if request.client else ""


def refused(refusal: Problem) -> Response:
    body = encode(ErrorAnswer(ErrorData(refusal.code, refusal.text, refusal.rule)))
    headers = {"WWW-Authenticate": "Bearer"} if refusal.status == 401 else {}
    return Response(body, refusal.status, headers, media_type=JSON)


async def told(request: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, Problem)
    return refused(refusal)


async def http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = "unknown" if error.status_code == 404 else "malformed"
    body = encode(ErrorAnswer(ErrorData(code, str(error.detail))))
    return Response(body, error.status_code, dict(error.headers or {}), media_type=JSON)


def json_answer(data: object, status: int = 200) -> Response:
    return Response(encode(data), status, {"Cache-Control": "no-store"}, media_type=JSON)


async def body_of(request: Request, kind: type[T], longest: int) -> T:
    """The request's JSON, if it is of that kind and not too long."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise HTTPException(415, "The body must be JSON (Content-Type: application/json).")
    data = bytearray()
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > longest:
                raise Problem("too-big", f"The body has at most {longest} bytes.")
    except ClientDisconnect:
        raise Problem("malformed", "The body is cut off.") from None
    return read(Decoder(kind), data, "what is wanted here")


def key_of(request: Request) -> str:
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not key.strip():
        raise Problem("no-key", "This needs the key of a seat or of the spectators' bench.")
    return key.strip()[:LONGEST_KEY]


async def opened_table(server: Server, request: Request) -> tuple[Table, Access]:
    """The match in the path, and what the caller's key opens in it."""
    key = key_of(request)
    table = await server.tables.get(request.path_params["match"])
    access = opened([key], table.seats, table.header.spectators)
    if not access:
        raise Problem("forbidden", "Your key opens nothing here.")
    async with table.lock:  # nobody is told what is not stored yet
        return table, access


# Games.


async def health(server: Server, request: Request) -> Response:
    return json_answer(Health(ok=True, matches=server.tables.count))


async def openapi(server: Server, request: Request) -> Response:
    return Response(_openapi(), media_type=JSON)


@cache
def _openapi() -> bytes:
    return encode(description())


async def list_games(server: Server, request: Request) -> Response:
    return json_answer([_game_line(name) for name in games()])


@cache
def _game_line(name: str) -> dict[str, Any]:
    table = _table(name)
    shown = ("name", "title", "about", "sides", "scenarios", "options", "overlays", "hidden")
    lesson = tutorial.load(find_game(name))
    return {**{key: table[key] for key in shown}, "bots": bots(name), "tutorial": lesson is not None}


@cache
def _table(name: str) -> dict[str, Any]:
    game = find_game(name)
    return {**game.manifest(), "hidden": game.hidden}


@cache
def _encoded_table(name: str) -> tuple[bytes, str]:
    data = encode(_table(name))
    return data, f'"{sha256(data).hexdigest()[:24]}"'


async def game_table(server: Server, request: Request) -> Response:
    find_game(request.path_params["name"])
    data, tag = _encoded_table(request.path_params["name"])
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(data, headers=headers, media_type=JSON)


async def game_rules(server: Server, request: Request) -> Response:
    rules = find_game(request.path_params["name"]).rules.values()
    return json_answer([RuleData(rule.number, rule.title, rule.text, rule.summary) for rule in rules])


async def game_tutorial(server: Server, request: Request) -> Response:
    game = find_game(request.path_params["name"])
    lesson = tutorial.load(game)
    if lesson is None:
        raise Problem("unknown", f"{game.title} has no tutorial.")
    return json_answer(Lesson(lesson.title, lesson.about, lesson.side, lesson.steps))


# Matches.


async def create_match(server: Server, request: Request) -> Response:
    limits = server.limits
    wanted = await body_of(request, CreateMatch, limits.body_bytes + 2 * limits.record_bytes)
    if wanted.record is not None and len(wanted.record) > limits.record_bytes:
        raise Problem("too-big", f"A record has at most {limits.record_bytes} characters.")
    return json_answer(await server.tables.create(wanted, address_of(request)), 201)


async def my_matches(server: Server, request: Request) -> Response:
    keys = (await body_of(request, Mine, server.limits.body_bytes)).keys
    hashes = [hash_of(key) for key in keys]
    matches = await server.store.read(lambda storage: storage.opened_by(hashes))
    return json_answer(Summaries([await _stored_summary(server, match, keys) for match in matches]))


async def _stored_summary(server: Server, match: str, keys: list[str]) -> Summary:
    """A summary without a replay."""
    header, *_ = await server.store.read(lambda storage: storage.headers([match]))
    rows = await server.store.read(lambda storage: storage.seats(match))
    seats = {side.name: seat for side in find_game(header.game).sides for seat in rows if seat.side == side.name}
    access = opened(keys, seats, header.spectators)
    return summary(header, seats, access, server.tables.live(match))


async def match_summary(server: Server, request: Request) -> Response:
    table, access = await opened_table(server, request)
    return json_answer(summary(table.header, table.seats, access, table))


async def match_record(server: Server, request: Request) -> Response:
    table, _ = await opened_table(server, request)
    if table.game.hidden and not table.match.outcome:
        raise Problem("forbidden", "This game hides things: its record is open after the end.")
    text = await asyncio.to_thread(write, _snapshot(table.match))
    name = f"{table.game.name}-{table.id}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text, headers=headers, media_type="text/plain")


def _snapshot(match: Match) -> Match:
    """The match as it is now, whatever is played meanwhile."""
    snapshot = copy(match)
    snapshot.log, snapshot.players = list(match.log), dict(match.players)
    return snapshot


async def match_replay(server: Server, request: Request) -> Response:
    table, access = await opened_table(server, request)
    match = table.match
    open_ = match.outcome is not None or not table.game.hidden
    count = table.number
    number = _position(request.query_params.get("at"), count)
    side = _eyes(request.query_params.get("as"), table, access, open_)
    view = server.films.frames(table)[number].view(side)
    sides = access.sides if side is None else (*access.sides, side)
    entry = entry_data(table, match.log[number - 1], sides, open_) if number else None
    return json_answer(Replayed(number=number, count=count, view=Raw(encode(view)), entry=entry))


def _position(text: str | None, count: int) -> int:
    if text is None:
        return count
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= count):
        raise Problem("malformed", f"'at' is a number from 0 to {count}.")
    return int(text)


def _eyes(side: str | None, table: Table, access: Access, open_: bool) -> str | None:
    """With whose eyes a past position is seen."""
    if side is None:
        return access.sides[0] if access.sides else None
    if side not in table.seats:
        raise Problem("malformed", f"'as' is one of: {', '.join(table.seats)}.")
    if side not in access.sides and not open_:
        raise Problem("forbidden", "The eyes of others are open after the end.")
    return side


async def match_report(server: Server, request: Request) -> Response:
    table, _ = await opened_table(server, request)
    if not table.match.outcome:
        raise Problem("forbidden", "The report comes after the end of the match.")
    return json_answer(await asyncio.to_thread(report, table, server.films.frames(table)))


async def match_rematch(server: Server, request: Request) -> Response:
    key = key_of(request)
    table, access = await opened_table(server, request)
    if not access.sides:
        raise Problem("forbidden", "Only players may ask for a rematch.")
    following = await server.tables.rematch(table)
    keys = {table.game.other(side): key for side in access.sides}
    return json_answer(RematchCreated(match=following, keys=keys), 201)
