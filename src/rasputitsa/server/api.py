"""The HTTP API. ``docs/protocol.md`` describes it for people, `openapi` for programs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct
from msgspec.json import Decoder
from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ..bots import strongest
from ..core import RasputitsaError
from ..games import editions, games, offered
from ..games import game as find_game
from ..match import tutorial, write
from ..table import front_page as front
from ..table import game_facts
from ..table.hints import side_to_advise
from ..table.judging import judgement
from ..table.keys import LONGEST_KEY, Access, hash_of, opened
from ..table.looking_back import recorded, replay_viewer, replayed
from ..table.problems import Problem, problem
from ..table.summaries import Summary, summary
from .bot_worker import WorkerFailed
from .live_match import LiveMatch
from .live_matches import NOT_STORED
from .openapi import description
from .problems import not_stored, status_of
from .protocol import (
    CreateMatch,
    ErrorBody,
    Health,
    Mine,
    Moment,
    Notes,
    RematchCreated,
    Summaries,
    encode,
    read,
)
from .static_answers import prepare, static_answer
from .storage import StorageError

if TYPE_CHECKING:
    from .app import Server

log = logging.getLogger(__name__)
T = TypeVar("T", bound=Struct)
V = TypeVar("V")
Handler = Callable[["Server", Request], Awaitable[Response]]
JSON = "application/json"


# What all endpoints share.


def endpoint(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint with the checks before it, and its refusals in one form."""

    @wraps(handler)
    async def guarded(request: Request) -> Response:
        server: Server = request.app.state.server
        try:
            server.origins.check(request.headers)
            if not server.callers.take(address_of(request)):
                raise Problem("too-fast", "Too many requests. Slow down.")
            return await handler(server, request)
        except Problem as refusal:
            return refused(refusal)
        except RasputitsaError as error:
            return refused(problem(error))
        except StorageError as error:
            log.error("The storage failed: %s", error)
            return refused(not_stored(error, "The storage does not respond. Try again later."))

    return guarded


def address_of(request: Request) -> str:
    return request.client.host if request.client else ""


def refused(refusal: Problem) -> Response:
    status = status_of(refusal)
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    return Response(encode(ErrorBody(refusal.data())), status, headers, media_type=JSON)


async def problem_response(request: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, Problem)
    return refused(refusal)


async def http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = "unknown" if error.status_code == 404 else "malformed"
    body = encode(ErrorBody(Problem(code, str(error.detail)).data()))
    return Response(body, error.status_code, dict(error.headers or {}), media_type=JSON)


def json_response(data: object, status: int = 200) -> Response:
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
    return read(Decoder(kind), data, "what is expected here")


async def while_connected(request: Request, work: Coroutine[Any, Any, V]) -> V:
    """What comes of some work; it is cancelled if the client leaves before."""
    working, leaving = asyncio.create_task(work), asyncio.create_task(_left(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Problem("malformed", "The client has left.")
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def key_of(request: Request) -> str:
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not key.strip():
        raise Problem("no-key", "This needs the key of a seat or the spectators' key.")
    return key.strip()[:LONGEST_KEY]


async def opened_match(server: Server, request: Request) -> tuple[LiveMatch, Access]:
    """The match in the path, and what the caller's key opens in it."""
    return await opened_with(server, key_of(request), request.path_params["match"])


async def opened_with(server: Server, key: str, match_id: str) -> tuple[LiveMatch, Access]:
    """A match, and what this key opens in it."""
    live = await server.matches.get(match_id)
    access = opened([key], live.seats, live.header.spectators)
    if not access:
        raise Problem("forbidden", "Your key opens nothing in this match.")
    async with live.lock:  # nobody is shown what is not stored yet
        return live, access


# Games.


async def health(server: Server, request: Request) -> Response:
    await server.check_health()
    return json_response(Health(ok=True, matches=server.matches.count))


async def openapi(server: Server, request: Request) -> Response:
    return await static_answer(request, description)


async def list_games(server: Server, request: Request) -> Response:
    return await static_answer(request, game_facts.game_lines)


async def front_page(server: Server, request: Request) -> Response:
    return await static_answer(request, front.front_page)


async def game_manifest(server: Server, request: Request) -> Response:
    return await static_answer(request, game_facts.manifest, *_game_and_edition(request))


async def game_rules(server: Server, request: Request) -> Response:
    return await static_answer(request, game_facts.rules, _game_name(request))


async def game_tutorial(server: Server, request: Request) -> Response:
    return await static_answer(request, game_facts.lesson, *_game_and_lesson(request))


async def game_problems(server: Server, request: Request) -> Response:
    return await static_answer(request, game_facts.problem_lines, _game_name(request))


async def game_picture(server: Server, request: Request) -> Response:
    return await static_answer(request, game_facts.picture, _game_name(request))


def prepare_answers() -> None:
    """Load all games and make the answers that a client asks for first."""
    try:
        prepare(game_facts.game_lines)
        for name in games():
            for make in (game_facts.manifest, game_facts.rules, game_facts.picture):
                prepare(make, name)
    except Exception as error:  # whoever asks for the answer will be told
        log.error("A game cannot be shown: %s", error)


def _game_name(request: Request) -> str:
    """The game in the path, if there is such a game."""
    name: str = request.path_params["name"]
    if name not in games():
        find_game(name)  # which says so
    return name


def _game_and_lesson(request: Request) -> tuple[str, ...]:
    """The game in the path, and which of its lessons is asked for, if it is not the first."""
    name, lesson = _game_name(request), request.path_params.get("lesson", "")
    if not lesson:
        return (name,)
    if lesson not in tutorial.names(offered(name)):
        game_facts.known_lesson(offered(name), lesson)  # which says so
    return name, lesson


def _game_and_edition(request: Request) -> tuple[str, ...]:
    """The game in the path, and which of the editions that are here is asked for, if one is."""
    name, edition = _game_name(request), request.query_params.get("edition", "")
    if not edition:
        return (name,)
    if edition not in (*editions(name), offered(name).edition):
        raise Problem("unknown", f"{find_game(name).title} has no edition {edition[:40]!r}.")
    return name, edition


# Matches.


async def create_match(server: Server, request: Request) -> Response:
    limits = server.limits
    wanted = await body_of(request, CreateMatch, limits.body_bytes + 2 * limits.record_bytes)
    if wanted.record is not None and len(wanted.record) > limits.record_bytes:
        raise Problem("too-big", f"A record has at most {limits.record_bytes} characters.")
    if isinstance(wanted.position, str) and len(wanted.position) > limits.record_bytes:
        raise Problem("too-big", f"A position has at most {limits.record_bytes} characters.")
    if wanted.moment is not None:
        wanted = await _from_moment(server, request, wanted, wanted.moment)
    prepared = await while_connected(request, server.matches.prepare(wanted, address_of(request)))
    return json_response(await server.matches.create(prepared), 201)


async def _from_moment(server: Server, request: Request, wanted: CreateMatch, moment: Moment) -> CreateMatch:
    """The match that is wanted, with the position of that moment of another match."""
    live, _ = await opened_with(server, moment.key or key_of(request), moment.match)
    if not live.is_open:
        raise Problem("forbidden", "In a game with hidden information you can play on from a match once it is over.")
    if wanted.position is not None:
        raise Problem("malformed", "Give a position or a moment of a match, not both.")
    if wanted.game not in (None, live.game.name):
        raise Problem("malformed", f"That match is a game of {live.game.title}.")
    if moment.number > live.number:
        raise Problem("malformed", f"That match has positions from 0 to {live.number}.")
    state = await server.replays.state_at(live, moment.number)
    return replace(wanted, game=live.game.name, position=state.position(), moment=None)


async def my_matches(server: Server, request: Request) -> Response:
    keys = (await body_of(request, Mine, server.limits.body_bytes)).keys
    hashes = [hash_of(key) for key in keys]
    matches = await server.store.read(lambda storage: storage.opened_by(hashes))
    return json_response(Summaries([await _stored_summary(server, match, keys) for match in matches]))


async def _stored_summary(server: Server, match: str, keys: list[str]) -> Summary:
    """A summary that needs no replay of the match."""
    header, *_ = await server.store.read(lambda storage: storage.headers([match]))
    rows = await server.store.read(lambda storage: storage.seats(match))
    seats = {side.name: seat for side in find_game(header.game).sides for seat in rows if seat.side == side.name}
    access = opened(keys, seats, header.spectators)
    return summary(header, seats, access, server.matches.find(match), server.uptime())


async def match_summary(server: Server, request: Request) -> Response:
    live, access = await opened_match(server, request)
    return json_response(summary(live.header, live.seats, access, live, server.uptime()))


async def match_record(server: Server, request: Request) -> Response:
    live, _ = await opened_match(server, request)
    match = recorded(live)
    text = await server.replays.run(lambda: write(match))
    name = f"{live.game.name}-{live.id}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text, headers=headers, media_type="text/plain")


async def match_replay(server: Server, request: Request) -> Response:
    live, access = await opened_match(server, request)
    number = _number(request.query_params.get("at"), live.number)
    viewer = replay_viewer(live, access, request.query_params.get("as"))
    found = replayed(live, await server.replays.state_at(live, number), number, viewer)
    return json_response(found)


async def match_advice(server: Server, request: Request) -> Response:
    """What the strongest bot would have done, after the end. One answer at a time is worked out for a match."""
    live, _ = await opened_match(server, request)
    number = _number(request.query_params.get("at"), live.number)
    state = await server.replays.state_at(live, number)
    side_to_advise(live, state)
    if live.advising:
        raise Problem("too-fast", "The last answer is still being worked out.")
    live.advising = True
    try:
        level = strongest(live.game.name)
        found = await while_connected(request, server.opponents.advise_past(live, state, number, level))
    except WorkerFailed:
        raise Problem("unavailable", "There is no answer now.") from None
    finally:
        live.advising = False
    return json_response(found)


def _number(text: str | None, count: int) -> int:
    if text is None:
        return count
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= count):
        raise Problem("malformed", f"'at' is a number from 0 to {count}.")
    return int(text)


async def match_report(server: Server, request: Request) -> Response:
    live, _ = await opened_match(server, request)
    if not live.match.outcome:
        raise Problem("forbidden", "The report is available after the end of the match.")
    found = await while_connected(request, server.reports.get(live))
    return Response(found, headers={"Cache-Control": "no-store"}, media_type=JSON)


async def match_problem(server: Server, request: Request) -> Response:
    live, access = await opened_match(server, request)
    return json_response(judgement(live, access, request.query_params.get("name", "")))


async def match_notes(server: Server, request: Request) -> Response:
    live, access = await opened_match(server, request)
    side = _own_seat(live, access)
    if request.method == "POST":
        await _keep_notes(server, request, live, side)
    return json_response(Notes(live.seats[side].notes))


async def _keep_notes(server: Server, request: Request, live: LiveMatch, side: str) -> None:
    wanted = await body_of(request, Notes, server.limits.body_bytes)
    async with live.lock:
        if live.dropped:
            raise Problem("unavailable", NOT_STORED)
        _own_seat(live, opened([key_of(request)], live.seats, live.header.spectators))  # it may have ended meanwhile
        await server.matches.commit(live, live.keep_notes(side, wanted.text))


def _own_seat(live: LiveMatch, access: Access) -> str:
    """The seat of the player who calls; a link that nobody has used yet does not count."""
    sides = access.of_players(live.seats).sides
    if not sides:
        raise Problem("forbidden", "Only players have notes here.")
    return sides[0]


async def match_rematch(server: Server, request: Request) -> Response:
    key = key_of(request)
    live, access = await opened_match(server, request)
    if not access.sides:
        raise Problem("forbidden", "Only players may ask for a rematch.")
    following = await server.matches.rematch(live, address_of(request))
    keys = {live.game.other(side): key for side in access.sides}
    return json_response(RematchCreated(match=following, keys=keys), 201)
