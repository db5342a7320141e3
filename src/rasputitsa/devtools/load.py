"""Load test: many live matches at once on this machine, and how long a click takes until both players see it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from ipaddress import ip_address
from pathlib import Path
from random import Random
from time import perf_counter
from urllib.parse import urlsplit

from msgspec import DecodeError, Struct
from msgspec.json import Decoder
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from ..core import RasputitsaError
from ..games import game as find_game
from ..games import games
from ..server.frames import message_of
from ..server.limits import Limits
from ..server.protocol import Created, encode
from ..server.run import serve
from ..table.commands import MatchCommand

WITHOUT_LIMITS = Limits(
    commands_per_second=1e6,
    commands_at_once=10**6,
    frames_per_second=1e6,
    frames_at_once=10**6,
    requests_per_second=1e6,
    requests_at_once=10**6,
    matches_per_hour=1e9,
    matches_at_once=10**6,
    matches_in_memory=10**6,
    connections=10**6,
    connections_per_address=10**6,
    word_seconds=0,
)
PATIENCE = 60.0
MEMORY = Path("/dev/shm")  # a disk in memory, where the system has one
CONNECTING_AT_ONCE = 20  # matches whose clients connect at the same time


class LoadError(RasputitsaError):
    """A load test that could not be run."""


class _Group(Struct):
    verb: str
    objects: list[str]


class _Offers(Struct):
    groups: list[_Group]

    def choose(self, rng: Random) -> str:
        """The text of any action."""
        group = rng.choice(self.groups)
        return f"{group.verb} {rng.choice(group.objects)}".strip()


class _Message(Struct):
    """What a client of the load test reads of a message."""

    type: str
    number: int = 0
    asked: str | None = None
    offers: _Offers | None = None
    error: dict[str, str] | None = None


_MESSAGES = Decoder(_Message)


@dataclass
class LoadReport:
    """What was measured: seconds from sending an action until both clients had the new state."""

    matches: int
    rate: float
    seconds: float
    times: list[float] = field(default_factory=list)
    refused: int = 0

    def percentile(self, share: float) -> float:
        ordered = sorted(self.times)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("nan")

    def lines(self) -> list[str]:
        actions = len(self.times)
        rows = [
            ("matches, with two clients each", f"{self.matches}"),
            ("actions", f"{actions} in {self.seconds:.0f} s ({actions / self.seconds:.0f} a second)"),
            ("refused", f"{self.refused}"),
            *((f"p{share:g}", f"{self.percentile(share / 100) * 1000:.1f} ms") for share in (50, 95, 99)),
            ("slowest", f"{self.percentile(1) * 1000:.1f} ms"),
        ]
        width = max(len(name) for name, _ in rows)
        return [f"{name:<{width}}  {value}" for name, value in rows]


def load(
    matches: int = 200,
    rate: float = 1.0,
    seconds: float = 20.0,
    url: str | None = None,
    game: str | None = None,
    seed: int = 1941,
    say: Callable[[str], None] = print,
    in_memory: bool = False,
) -> LoadReport:
    """Play many matches on a server, each with ``rate`` actions a second. Without a URL it starts a server of its own,
    with its data on a disk in memory if ``in_memory``; the default game is the first."""
    if url is None:
        with own_server(in_memory) as address:
            return load(matches, rate, seconds, address, game, seed, say)
    _check_loopback(url)
    game = game or games()[0]
    say(f"{matches} matches of {game}, {rate:g} actions a second each, for {seconds:.0f} s.")
    try:
        report = asyncio.run(_run(url, game, LoadReport(matches, rate, seconds), seed))
    except* (OSError, TimeoutError, HTTPException, WebSocketException, DecodeError) as errors:
        raise LoadError(f"The server at {url} does not respond as it should: {_first(errors)}") from None
    except* LoadError as errors:
        raise _first(errors) from None
    for line in report.lines():
        say(line)
    return report


def _first(errors: BaseException) -> BaseException:
    """The first of a group of errors."""
    while isinstance(errors, BaseExceptionGroup):
        errors = errors.exceptions[0]
    return errors


@contextmanager
def own_server(in_memory: bool = False) -> Iterator[str]:
    """A server on this machine with data of its own, both removed afterwards."""
    with tempfile.TemporaryDirectory(dir=MEMORY if in_memory and MEMORY.is_dir() else None) as data:
        command = [sys.executable, "-u", "-m", __name__, data]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            if not line:
                raise LoadError("The server did not start.")
            yield line.split()[-1].rstrip("/")
        finally:
            process.terminate()
            process.wait(PATIENCE)


def _check_loopback(url: str) -> None:
    host = urlsplit(url).hostname or ""
    try:
        here = ip_address(host).is_loopback
    except ValueError:
        here = host == "localhost"
    if not here:
        raise LoadError("The load test runs on servers of this machine only.")


class _Client:
    """A client of one player: keeps the last state, and can wait for the next."""

    def __init__(self, socket: ClientConnection, report: LoadReport) -> None:
        self._socket = socket
        self._report = report
        self.last = _Message("")
        self.came = 0.0
        self._changed = asyncio.Event()

    async def hello(self, key: str) -> None:
        await self._socket.send(encode({"type": "hello", "keys": [key]}), text=True)

    async def listen(self) -> None:
        async for data in self._socket:
            message = _MESSAGES.decode(message_of(data))
            if message.type == "state":
                self.last, self.came = message, perf_counter()
                self._changed.set()
            elif message.type == "refused":
                self._report.refused += 1

    async def past(self, number: int) -> float:
        """The time at which this client had a state beyond that number."""
        async with asyncio.timeout(PATIENCE):
            while not self.last.type or self.last.number <= number:
                self._changed.clear()
                await self._changed.wait()
        return self.came

    async def play(self, side: str, action: str) -> None:
        number = self.last.number
        command = MatchCommand(type="play", id=number, side=side, number=number, action=action)
        await self._socket.send(encode(command), text=True)


async def _run(url: str, game: str, report: LoadReport, seed: int) -> LoadReport:
    gate = asyncio.Semaphore(CONNECTING_AT_ONCE)
    start = asyncio.Event()
    ready: asyncio.Queue[None] = asyncio.Queue()
    async with asyncio.TaskGroup() as group:
        for number in range(report.matches):
            group.create_task(_match(url, game, report, Random(f"{seed} {number}"), gate, ready, start))
        for _ in range(report.matches):
            await ready.get()
        start.set()
    return report


async def _match(
    url: str,
    game: str,
    report: LoadReport,
    rng: Random,
    gate: asyncio.Semaphore,
    ready: asyncio.Queue[None],
    start: asyncio.Event,
) -> None:
    """One match: connect, wait for the others, play at the given rate, leave."""
    async with AsyncExitStack() as stack:
        async with gate:
            made = await asyncio.to_thread(_create, url, game)
            clients = {
                side: await stack.enter_async_context(_join(url, made.match, key, report))
                for side, key in made.keys.items()
            }
        ready.put_nowait(None)
        await start.wait()
        end = perf_counter() + report.seconds
        await asyncio.sleep(rng.random() / report.rate)
        while perf_counter() < end:
            began = perf_counter()
            asked = next(iter(clients.values())).last.asked
            if asked is None:
                return
            if asked not in clients:  # the first roll waits for words, and these players have none
                await asyncio.sleep(0.1)
                continue
            report.times.append(await _click(clients, asked, rng))
            await asyncio.sleep(max(0.0, rng.uniform(0.5, 1.5) / report.rate - (perf_counter() - began)))


async def _click(clients: dict[str, _Client], asked: str, rng: Random) -> float:
    player = clients[asked]
    number = player.last.number
    assert player.last.offers is not None
    action = player.last.offers.choose(rng)
    began = perf_counter()
    await player.play(asked, action)
    return max([await client.past(number) for client in clients.values()]) - began


@asynccontextmanager
async def _join(url: str, match: str, key: str, report: LoadReport) -> AsyncIterator[_Client]:
    address = url.replace("http", "ws", 1) + f"/ws/{match}"
    async with connect(address, compression=None, max_size=None) as socket:
        client = _Client(socket, report)
        await client.hello(key)
        listening = asyncio.create_task(client.listen())
        try:
            await client.past(-1)
            yield client
        finally:
            listening.cancel()


def _create(url: str, game: str) -> Created:
    parts = urlsplit(url)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)
    seats = {side.name: {"kind": "me"} for side in find_game(game).sides}
    connection.request(
        "POST", "/api/matches", encode({"game": game, "seats": seats}), {"Content-Type": "application/json"}
    )
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    if answer.status != 201:
        raise LoadError(f"The server at {url} created no match: it answered {answer.status} {answer.reason}.")
    return Decoder(Created).decode(data)


if __name__ == "__main__":
    serve(port=0, data=Path(sys.argv[1]), limits=WITHOUT_LIMITS)
