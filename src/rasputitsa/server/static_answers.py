"""Answers that stay the same while the server runs: made once, compressed once, and not sent again to who has them."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from .protocol import encode

LEVEL = 9
SMALLEST = 1_000  # bytes: what is shorter is not compressed
REVALIDATE = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}  # before a cached copy is used
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}


class Answer(NamedTuple):
    """What is sent, the same compressed, and the tag by which a client knows that it has it."""

    data: bytes
    gzipped: bytes
    tag: str

    @classmethod
    def of(cls, data: bytes) -> Answer:
        return cls(data, gzip.compress(data, LEVEL, mtime=0), f'W/"{sha256(data).hexdigest()[:24]}"')


_known: dict[tuple[Callable[..., object], tuple[str, ...]], Answer] = {}
_making = Lock()


async def static_answer(request: Request, make: Callable[..., object], *names: str) -> Response:
    """The answer with what ``make`` returns for these names, which is called once at most."""
    answer = _known.get((make, names))
    if answer is None:
        answer = await run_in_threadpool(prepare, make, *names)
    return answer_with(request, answer, "application/json", REVALIDATE)


def answer_with(request: Request, answer: Answer, kind: str, cached: dict[str, str]) -> Response:
    """The answer, compressed where that is understood; nothing but its tag for a client that has it."""
    headers = {**cached, "ETag": answer.tag}
    if request.headers.get("if-none-match") == answer.tag:
        return Response(status_code=304, headers=headers)
    data = answer.data
    if len(data) >= SMALLEST and accepts_gzip(request.headers.get("accept-encoding", "")):
        data, headers["Content-Encoding"] = answer.gzipped, "gzip"
    return Response(data, headers=headers, media_type=kind)


def prepare(make: Callable[..., object], *names: str) -> Answer:
    """Make an answer before somebody asks for it."""
    key = make, names
    with _making:
        if key not in _known:
            _known[key] = Answer.of(encode(make(*names)))
        return _known[key]


def accepts_gzip(accepted: str) -> bool:
    """Whether a client that sends this ``Accept-Encoding`` can read gzip."""
    for line in accepted.lower().split(","):
        coding, _, quality = line.partition(";")
        if coding.strip() in ("gzip", "*"):
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


@lru_cache(maxsize=1_000)
def gzipped_file(path: Path, version: str) -> bytes:
    """A file, compressed; one that has changed is another version."""
    return gzip.compress(path.read_bytes(), LEVEL, mtime=0)
